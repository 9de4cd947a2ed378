//! The shapes that count bytes: our own, and llmtransform's two.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::strangers::{foreign, strangers};
use super::{
    OF_REQUEST, OFFSET, bytes_of, count, fix, flag, items, meant, optional, required, text, wrong,
};
use crate::checksum::ChecksumAlgorithm;
use crate::edit::ask::{Ask, Asked, Complaint, Stated, word};
use crate::edit::base64;
use crate::edit::edits::{ReadEdit, ReadPlace};
use crate::edit::error::EditError;
use crate::edit::options::EditFormat;
use crate::envelope::shape::Shape;
use crate::envelope::{Edit, EditRequest, EditRequests, Fix};
use crate::json::{Kind, Node, Pointer};

pub(super) fn read(node: Node<'_>, format: EditFormat) -> Result<Asked<'_>, EditError> {
    let mut asked = Asked {
        format,
        files: Vec::new(),
        execution_id: None,
        notes: Vec::new(),
    };
    match node.kind() {
        Kind::Object => {}
        // The edits of a fix name their file themselves.
        Kind::Array if format == EditFormat::Canonical && fix::is_spanned(node) => {
            let mut ask = Ask::new(None, node.pointer(), node.pointer());
            edits(&mut ask, node, format)?;
            unknown_of_edits(node, &ask.list, &mut asked.notes);
            asked.files.push(ask);
            return Ok(asked);
        }
        // Those of LSP are a list, and nothing around it.
        Kind::Array => {
            let expected = r#"an object, found a list: write `{"edits": [...]}`"#;
            return Err(wrong(node, expected));
        }
        _ => return Err(wrong(node, "an object with `edits`")),
    }
    let outer = node;
    let node = within(node)?;
    if format != EditFormat::Canonical {
        let ask = single(node, format)?;
        let id = optional(node, "execution_id").or_else(|| optional(outer, "execution_id"));
        let id = id.map(text).transpose()?;
        asked.execution_id = id.map(Cow::into_owned);
        let known = ["execution_id", "file_path", "expected_checksum", "edits"];
        foreign(node, &|| ask.here.clone(), &known, format, &mut asked.notes)?;
        let known = ["byte_start", "byte_end", new_text_of(format)];
        let list = node.get("edits").into_iter().flat_map(Node::items);
        for (at, edit) in (0..).zip(list) {
            foreign(
                edit,
                &|| ask.list.item(at),
                &known,
                format,
                &mut asked.notes,
            )?;
        }
        asked.files.push(ask);
        return Ok(asked);
    }
    let Some(files) = node.get("files") else {
        let ask = single(node, format)?;
        unknown(node, &ask.here, &EditRequest::SHAPE, &mut asked.notes);
        asked.files.push(ask);
        return Ok(asked);
    };
    let here = node.pointer();
    if let Some(edits) = optional(node, "edits").filter(|edits| !edits.is_empty()) {
        return Err(wrong(edits, "the list in one of the `files` beside it"));
    }
    let relocate = optional(node, "relocate").map(text).transpose()?;
    let relocate = word(relocate.as_deref(), &here, "relocate")?;
    let eol = optional(node, "eol").map(text).transpose()?;
    let eol = word(eol.as_deref(), &here, "eol")?;
    let (unchecked, partial) = (flag(node, "unchecked")?, flag(node, "partial")?);
    let list = here.child("files");
    for (at, one) in (0..).zip(items(files)?) {
        let mut ask = file(one, &list.item(at), format)?;
        ask.unchecked |= unchecked;
        ask.partial |= partial;
        ask.relocate = ask.relocate.or(relocate);
        ask.eol = ask.eol.or(eol);
        unknown(one, &ask.here, &EditRequest::SHAPE, &mut asked.notes);
        asked.files.push(ask);
    }
    unknown(node, &here, &EditRequests::SHAPE, &mut asked.notes);
    Ok(asked)
}

/// The request itself, which an envelope holds as its data. What is asked for beside it would be
/// passed over.
fn within(node: Node<'_>) -> Result<Node<'_>, EditError> {
    let is_envelope = node.get("schema_version").is_some();
    let Some(data) = optional(node, "data").filter(|_| is_envelope) else {
        return Ok(node);
    };
    // An answer may be `partial` itself.
    let of_request = OF_REQUEST.into_iter().filter(|name| *name != "partial");
    let mut asked = of_request.chain(["file_path", "edits", "files"]);
    let found = asked.find_map(|name| {
        let member = optional(node, name)?;
        let is_nothing = member.kind() == Kind::Array && member.is_empty();
        (!is_nothing).then_some((name, member))
    });
    match found {
        Some((name, member)) => Err(wrong(
            member,
            &alloc::format!("`{name}` of the `data` beside it"),
        )),
        None => Ok(data),
    }
}

/// A request for one file, with none but our own members, and no edits.
pub(super) fn read_plain(node: Node<'_>) -> Option<Asked<'_>> {
    let known = |key: &str| {
        EditRequest::SHAPE
            .fields
            .iter()
            .any(|field| field.name == key)
    };
    if node.kind() != Kind::Object || !node.members().all(|(key, _)| known(&key.as_str())) {
        return None;
    }
    let file = file(node, &node.pointer(), EditFormat::Canonical).ok()?;
    file.edits.is_empty().then(|| Asked {
        format: EditFormat::Canonical,
        files: alloc::vec![file],
        execution_id: None,
        notes: Vec::new(),
    })
}

/// A request that is for one file: where that is not there, its path is the part to correct.
fn single(node: Node<'_>, format: EditFormat) -> Result<Ask<'_>, EditError> {
    let mut ask = file(node, &node.pointer(), format)?;
    if optional(node, "file_path").is_some() {
        ask.named = ask.here.child("file_path");
    }
    Ok(ask)
}

/// The part of a request that is for one file. It stands at `here`, which is not looked up
/// because there may be very many.
fn file<'d>(node: Node<'d>, here: &Pointer, format: EditFormat) -> Result<Ask<'d>, EditError> {
    if node.kind() != Kind::Object {
        return Err(wrong(node, "an object"));
    }
    let path = optional(node, "file_path").map(text).transpose()?;
    let mut ask = Ask::new(path, here.clone(), here.child("edits"));
    let bare = match format {
        EditFormat::Llmtransform => Some(ChecksumAlgorithm::Blake3),
        EditFormat::LlmtransformSeed => Some(ChecksumAlgorithm::Sha256),
        _ => None,
    };
    let stated = |key| -> Result<Option<Stated<'_>>, EditError> {
        let stated = optional(node, key).map(text).transpose()?;
        Ok(stated.map(|text| Stated {
            text,
            bare,
            pointer: here.child(key),
        }))
    };
    ask.expected = stated("expected_checksum")?;
    if format == EditFormat::Canonical {
        ask.expected_final = stated("expected_final_checksum")?;
        ask.unchecked = flag(node, "unchecked")?;
        ask.partial = flag(node, "partial")?;
        let relocate = optional(node, "relocate").map(text).transpose()?;
        ask.relocate = word(relocate.as_deref(), here, "relocate")?;
        let eol = optional(node, "eol").map(text).transpose()?;
        ask.eol = word(eol.as_deref(), here, "eol")?;
        let base = optional(node, "base_text").map(text).transpose()?;
        ask.base = base.map(bytes_of);
    }
    // llmtransform reads a request without `edits` as one of none.
    let list = match (format, optional(node, "edits")) {
        (EditFormat::Llmtransform, None) => {
            return match meant::name(node, "edits") {
                Some(name) => Err(meant::misnamed(node, &name, "edits")),
                None => Ok(ask),
            };
        }
        (_, Some(list)) => list,
        (_, None) => required(node, "edits", "an array")?,
    };
    edits(&mut ask, list, format)?;
    Ok(ask)
}

fn edits<'d>(ask: &mut Ask<'d>, list: Node<'d>, format: EditFormat) -> Result<(), EditError> {
    let mut is_named = false;
    for one in items(list)? {
        ask.edits.push(edit(one, format, &mut is_named)?);
    }
    if is_named {
        fix::in_file(ask, list)?;
    }
    Ok(())
}

/// The members of one edit, found in one pass: a request may have very many.
#[derive(Default)]
struct Members<'d> {
    start: Option<Node<'d>>,
    end: Option<Node<'d>>,
    new: Option<Node<'d>>,
    base64: Option<Node<'d>>,
    expected: Option<Node<'d>>,
    checksum: Option<Node<'d>>,
    span: Option<Node<'d>>,
    file: Option<Node<'d>>,
}

impl<'d> Members<'d> {
    fn of(node: Node<'d>, new: &str) -> Self {
        let mut members = Self::default();
        for (key, value) in node.members() {
            let key = key.as_str();
            let slot = match key.as_ref() {
                "byte_start" => &mut members.start,
                "byte_end" => &mut members.end,
                "new_base64" => &mut members.base64,
                "expected_text" => &mut members.expected,
                "checksum_before" => &mut members.checksum,
                fix::SPAN => &mut members.span,
                "file_path" => &mut members.file,
                key if key == new => &mut members.new,
                _ => continue,
            };
            *slot = Some(value).filter(|value| !value.is_null());
        }
        members
    }
}

/// One edit; says so if it, or the span that is its place, may name its file.
fn edit<'d>(
    node: Node<'d>,
    format: EditFormat,
    is_named: &mut bool,
) -> Result<ReadEdit<'d>, EditError> {
    if node.kind() != Kind::Object {
        return Err(wrong(node, "an object"));
    }
    let key = new_text_of(format);
    let members = Members::of(node, key);
    let offset = |found: Option<Node<'_>>, key| match found {
        Some(found) => count(found),
        None => required(node, key, OFFSET).and_then(count),
    };
    let is_canonical = format == EditFormat::Canonical;
    let span = members.span.and_then(|_| fix::span_of(node));
    let span = span.filter(|_| is_canonical);
    *is_named |= is_canonical && (members.span.is_some() || members.file.is_some());
    if let Some(other) = members.span.filter(|_| is_canonical && span.is_none()) {
        let differs = |own: Option<Node<'_>>, key| {
            let theirs = optional(other, key).map(Node::raw);
            theirs.is_some_and(|theirs| own.map(Node::raw) != Some(theirs))
        };
        if differs(members.start, "byte_start") || differs(members.end, "byte_end") {
            return Err(wrong(other, "the range that the edit says itself"));
        }
    }
    let place = match span {
        Some(span) => fix::place(span)?,
        None => ReadPlace::Bytes(
            offset(members.start, "byte_start")?,
            offset(members.end, "byte_end")?,
        ),
    };
    if !is_canonical {
        let new = match members.new {
            Some(new) => new,
            None => required(node, key, "a string")?,
        };
        return Ok(ReadEdit {
            place,
            new: bytes_of(text(new)?),
            well_formed: true,
            expected: None,
            checksum: None,
        });
    }
    let new = match (members.new, members.base64) {
        (Some(new), None) => bytes_of(text(new)?),
        (None, Some(new)) => {
            let decoded = base64::decode(&text(new)?);
            Cow::Owned(decoded.ok_or_else(|| wrong(new, "base64 with padding"))?)
        }
        _ => {
            return Err(match meant::name(node, key) {
                Some(name) if members.base64.is_none() => meant::misnamed(node, &name, key),
                _ => wrong(node, "either `new_text` or `new_base64`"),
            });
        }
    };
    let of_span = members.span.and_then(fix::checksum);
    let own = members.checksum.map(text).transpose()?;
    if let (Some(own), Some(other)) = (&own, of_span)
        && fix::contradicts(own, &text(other)?)
    {
        return Err(wrong(other, "the `checksum_before` of the edit"));
    }
    let of_span = of_span.map(text).transpose()?;
    Ok(ReadEdit {
        place,
        new,
        well_formed: members.base64.is_none(),
        expected: members.expected.map(text).transpose()?.map(bytes_of),
        checksum: own.or(of_span),
    })
}

/// The member with what stands in the place of the text afterwards.
const fn new_text_of(format: EditFormat) -> &'static str {
    match format {
        EditFormat::Llmtransform => "replacement",
        EditFormat::LlmtransformSeed => "new_content",
        _ => "new_text",
    }
}

/// Says which members of the part at `here` are not known: a guard with a misspelt name guards
/// nothing.
fn unknown(node: Node<'_>, here: &Pointer, shape: &Shape, notes: &mut Vec<Complaint>) {
    let edits = node.get("edits");
    // Looked for only where a name is strange: a request may have very many edits.
    let is_of_fix = |key: &str| {
        let fields = Fix::SHAPE.fields;
        let is_there = |name: &str| node.get(name).is_some();
        fields.iter().any(|field| field.name == key)
            && (fields.iter().all(|field| is_there(field.name))
                || edits.is_some_and(fix::is_spanned))
    };
    strangers(node, || here.clone(), &names(shape), is_of_fix, notes);
    if let Some(edits) = edits {
        unknown_of_edits(edits, &here.child("edits"), notes);
    }
}

/// The same of the edits of the list at `here`.
fn unknown_of_edits(edits: Node<'_>, here: &Pointer, notes: &mut Vec<Complaint>) {
    let known = names(&Edit::SHAPE);
    for (at, edit) in (0..).zip(edits.items()) {
        let is_place = |key: &str| key == "file_path" || (key == fix::SPAN && fix::is_span(edit));
        strangers(edit, || here.item(at), &known, is_place, notes);
    }
}

fn names(shape: &Shape) -> Vec<&'static str> {
    shape.fields.iter().map(|field| field.name).collect()
}
