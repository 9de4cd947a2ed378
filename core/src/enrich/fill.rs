//! The pass over an envelope that adds what was asked for, record by record.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::changed::Changed;
use super::codes::{Codes, is_missing};
use super::not_enriched::Why;
use super::span::{self, Around, Description, Files, View};
use super::{EnrichOptions, NotEnriched, NotEnrichedCode};
use crate::dialect::Convention;
use crate::envelope::RichSpan;
use crate::envelope::shape::{Role, Shape, Type};
use crate::envelope::typed::{ENVELOPE, Inside, inside, paths};
use crate::findings::collect::{self, Finding, Texts};
use crate::json::{Object, Pointer, Value};
use crate::normalize::{Change, ChangeKind};
use crate::source::compared::{Compared, TextIs};
use crate::source::library::{Library, Shelf};
use crate::text::LineIndexOptions;
use crate::validate::{is_change, is_span};

/// What is asked for of a span that has a place for it, and cannot be said without its text.
#[derive(Clone, Copy)]
#[expect(clippy::struct_excessive_bools, reason = "each is asked for by itself")]
struct Wanted {
    context: bool,
    checksums: bool,
    utf16: bool,
    positions: bool,
    /// A fingerprint of another text would be as wrong as its context.
    fingerprints: bool,
}

impl Wanted {
    fn of(options: &EnrichOptions<'_>, shape: &Shape) -> Self {
        let has = |name: &str| shape.field(name).is_some();
        Self {
            context: options.context && has("context"),
            checksums: options.checksums && has("checksums"),
            utf16: options.utf16 && has("start_col_utf16"),
            positions: options.positions,
            fingerprints: options.fingerprints && has("fingerprints"),
        }
    }

    const fn is_any(self) -> bool {
        self.context || self.checksums || self.utf16 || self.positions || self.fingerprints
    }
}

/// Members of a block, in order.
type Block = Vec<(&'static str, Value)>;

/// What the text of a span says, or why it cannot.
struct Blocks {
    positions: Block,
    context: Option<Result<Block, Why>>,
    columns: Option<Result<[(&'static str, u64); 2], Why>>,
    checksums: Option<Block>,
}

/// What the pass did and did not do.
#[derive(Default)]
pub(super) struct Added {
    pub(super) changes: Vec<Change>,
    /// What nothing was added to.
    pub(super) left: Vec<NotEnriched>,
    /// Files that nothing shows to be what the tool read, and the first range of each with checksums.
    pub(super) unshown: BTreeMap<String, String>,
}

/// What is known of the sources, kept from one document of a text to the next.
#[derive(Default)]
pub(super) struct Kept<'s> {
    texts: Texts<'s>,
    files: Files,
}

impl Kept<'_> {
    /// Forgets what was found in the documents of a text; what is known of the sources stays.
    pub(super) fn restart(&mut self) {
        self.texts.restart();
    }
}

/// The document that an envelope was made of.
pub(super) struct MadeOf {
    pub(super) convention: &'static Convention,
    /// Its number, where the text holds several.
    pub(super) document: Option<u64>,
    /// Pointers of the ranges whose lines did not come into the envelope, as no source proves them.
    pub(super) unplaced: BTreeSet<String>,
    /// What the sources are to its ranges.
    pub(super) compared: Compared,
}

/// Adds to an envelope what the sources say.
pub(super) fn fill<'s>(
    envelope: &mut Value,
    options: &EnrichOptions<'s>,
    sources: Option<&Shelf<'s>>,
    made_of: MadeOf,
    kept: &mut Kept<'s>,
) -> Added {
    let library = sources.map(|sources| {
        Library::new(
            sources.clone(),
            paths(envelope).into_iter(),
            options.root.as_deref(),
            LineIndexOptions::default(),
            &mut kept.texts.indexes,
        )
    });
    let operation = envelope.get("operation_type").and_then(Value::as_str);
    let changed = Changed::in_result(envelope);
    let mut fill = Fill {
        options,
        sources,
        made_of,
        changes: operation.is_none_or(is_change),
        changed,
        library,
        files: &mut kept.files,
        codes: Codes::default(),
        added: Added::default(),
    };
    fill.value(
        envelope,
        &ENVELOPE,
        &mut Pointer::root(),
        &Around::default(),
    );
    kept.texts.indexes.keep(fill.library.take());
    if options.fingerprints {
        fill.fingerprints(envelope, &mut kept.texts);
    }
    fill.added
}

/// So many levels of a value of no known type are looked into, as no type bounds its depth.
const DEEPEST: u64 = 16;

/// Whether a record is an edit that somebody asks for. What stands beside its range is what
/// the text must have: filled in from the text at hand, it would hold of any text.
fn is_asked_for(shape: &Shape) -> bool {
    shape.is_range && shape.field("expected_text").is_some()
}

struct Fill<'o, 's> {
    options: &'o EnrichOptions<'s>,
    sources: Option<&'o Shelf<'s>>,
    made_of: MadeOf,
    /// Whether it may be the result of an operation that changes files.
    changes: bool,
    /// What is said of changed files beside their ranges.
    changed: Changed,
    library: Option<Library<'s>>,
    files: &'o mut Files,
    codes: Codes,
    added: Added,
}

impl<'s> Fill<'_, 's> {
    /// Goes through a value along its type. The types bound how deep that goes, not the envelope.
    fn value(&mut self, value: &mut Value, ty: &Type, at: &mut Pointer, around: &Around) {
        match (inside(ty, value), value) {
            (Some(Inside::Record(shape)), Value::Object(members)) => {
                self.record(members, shape, at, around);
            }
            (Some(Inside::List(item)), Value::Array(items)) => {
                for (index, value) in (0u64..).zip(items.iter_mut()) {
                    at.push_index(index);
                    self.value(value, item, at, around);
                    at.pop();
                }
            }
            (Some(Inside::Map(item)), Value::Object(members)) => {
                for (key, value) in members.iter_mut() {
                    at.push(key);
                    self.value(value, item, at, around);
                    at.pop();
                }
            }
            (None, value) => self.untyped(value, DEEPEST, at, around),
            _ => {}
        }
    }

    /// Looks for spans of the envelope in a value of no known type, as members `span` and `spans`.
    fn untyped(&mut self, value: &mut Value, levels: u64, at: &mut Pointer, around: &Around) {
        let Some(levels) = levels.checked_sub(1) else {
            return;
        };
        match value {
            Value::Object(members) => {
                self.leave_unknown(members, at);
                let inside = Around::of_untyped(members, around);
                for (key, value) in members.iter_mut() {
                    at.push(key);
                    match value {
                        Value::Array(spans) if key == "spans" => {
                            for (index, span) in (0u64..).zip(spans.iter_mut()) {
                                at.push_index(index);
                                self.untyped_span(span, at, &inside);
                                at.pop();
                            }
                        }
                        span if key == "span" && is_span(&*span) => {
                            self.untyped_span(span, at, &inside);
                        }
                        _ => self.untyped(value, levels, at, &inside),
                    }
                    at.pop();
                }
            }
            Value::Array(items) => {
                for (index, value) in (0u64..).zip(items.iter_mut()) {
                    at.push_index(index);
                    self.untyped(value, levels, at, around);
                    at.pop();
                }
            }
            _ => {}
        }
    }

    /// Tells that nothing is added to a range of which it is not known what it is of.
    fn leave_unknown(&mut self, members: &Object, at: &Pointer) {
        let is_offset = |name| members.get(name).is_some_and(|it| it.as_u64().is_some());
        if self.options.is_about_ranges() && is_offset("byte_start") && is_offset("byte_end") {
            let why = "what this is the range of, is of no known kind";
            self.leave(at, Why::new(NotEnrichedCode::UnknownKind, why));
        }
    }

    fn untyped_span(&mut self, span: &mut Value, at: &mut Pointer, around: &Around) {
        if is_span(&*span)
            && let Value::Object(span) = span
        {
            self.span(span, &RichSpan::SHAPE, at, around);
        }
    }

    fn record(
        &mut self,
        members: &mut Object,
        shape: &'static Shape,
        at: &mut Pointer,
        around: &Around,
    ) {
        let inside = Around::of(shape, members, around);
        for field in shape.fields {
            if let Some(value) = members.get_mut(field.name) {
                at.push(field.name);
                self.value(value, &field.ty, at, &inside);
                at.pop();
            }
        }
        if shape.is_range && shape.with_role(Role::Path).is_some() {
            // A record that is a range itself says of itself what it is.
            let around = if inside.kind.is_some() {
                &inside
            } else {
                around
            };
            self.span(members, shape, at, around);
        } else if is_asked_for(shape) && self.options.is_about_ranges() {
            let why = "an edit that is asked for; what its author expects is not filled in";
            self.leave(at, Why::new(NotEnrichedCode::AskedFor, why));
        }
        if self.options.error_codes {
            for (name, text) in self.codes.of(shape, members) {
                if is_missing(members, name) {
                    self.put(members, name, text.into(), at);
                }
            }
        }
    }

    /// Adds a member, or replaces it if that was asked for and it is another.
    fn put(&mut self, members: &mut Object, name: &str, value: Value, at: &Pointer) {
        let (what, from) = match members.get(name) {
            None | Some(Value::Null) => (ChangeKind::Added, None),
            Some(there) if self.options.overwrite && *there != value => {
                (ChangeKind::Replaced, Some(there.clone().into()))
            }
            Some(_) => return,
        };
        self.added.changes.push(Change {
            pointer: String::new(),
            what: what.as_str().into(),
            from,
            to: None,
            at: Some(at.child(name).to_string()),
            document: self.made_of.document,
        });
        members.insert(name, value);
    }

    /// Adds the members of a block inside a record, or replaces them.
    fn put_block(&mut self, members: &mut Object, name: &str, block: Block, at: &Pointer) {
        if block.is_empty() {
            return;
        }
        if let Some(Value::Object(there)) = members.get_mut(name) {
            let at = at.child(name);
            for (key, value) in block {
                self.put(there, key, value, &at);
            }
        } else if !self.leaves_other_value(members, name, at) {
            let block = block.into_iter();
            let block: Object = block.map(|(key, value)| (key.to_string(), value)).collect();
            self.put(members, name, Value::Object(block), at);
        }
    }

    /// Takes away the old lines around a range in whose place there are no new ones, and the flag
    /// that they were cut; only where what is there is to be replaced.
    fn without_old_lines(
        &mut self,
        members: &mut Object,
        block: &[(&'static str, Value)],
        at: &Pointer,
    ) {
        if !self.options.overwrite {
            return;
        }
        let Some(Value::Object(there)) = members.get_mut("context") else {
            return;
        };
        let at = at.child("context");
        for name in ["before", "selected", "after", "truncated"] {
            if block.iter().any(|(key, _)| *key == name) {
                continue;
            }
            if let Some(old) = there.remove(name) {
                self.added.changes.push(Change {
                    pointer: String::new(),
                    what: ChangeKind::LeftOut.as_str().into(),
                    from: Some(old.into()),
                    to: None,
                    at: Some(at.child(name).to_string()),
                    document: self.made_of.document,
                });
            }
        }
    }

    /// Whether something else than an object stands where a block belongs, and has to stay. Then
    /// that is told.
    fn leaves_other_value(&mut self, members: &Object, name: &str, at: &Pointer) -> bool {
        if self.options.overwrite || is_missing(members, name) {
            return false;
        }
        if !matches!(members.get(name), Some(Value::Object(_))) {
            let why = "it is no object, and what the tool said stays";
            self.leave(&at.child(name), Why::new(NotEnrichedCode::NotAnObject, why));
            return true;
        }
        false
    }

    /// Tells that nothing is added to a value, and why.
    fn leave(&mut self, at: &Pointer, why: Why) {
        let left = why.of(self.made_of.document, at.to_string());
        self.added.left.push(left);
    }

    /// The blocks that no text is needed for.
    fn without_text(
        &mut self,
        members: &mut Object,
        shape: &'static Shape,
        at: &Pointer,
        around: &Around,
    ) {
        let options = self.options;
        let has = |name: &str| shape.field(name).is_some();
        if options.semantics && has("semantics") {
            let block = span::semantics(members, around);
            self.put_block(members, "semantics", block, at);
        }
        if has("tool_hints") {
            let hints = [
                (options.atomic, "apply_atomically"),
                (options.full_context, "requires_full_context"),
            ];
            let asked = hints.into_iter().filter(|(asked, _)| *asked);
            let block = asked.map(|(_, name)| (name, Value::from(true))).collect();
            self.put_block(members, "tool_hints", block, at);
        }
    }

    /// Adds to one span.
    fn span(&mut self, members: &mut Object, shape: &'static Shape, at: &Pointer, around: &Around) {
        self.without_text(members, shape, at, around);
        let wanted = Wanted::of(self.options, shape);
        if !wanted.is_any() {
            return;
        }
        let blocks = if self.made_of.unplaced.contains(at.as_str()) {
            self.unproved(members, shape)
        } else {
            self.blocks(members, shape, around, wanted, at)
        };
        match blocks {
            Ok(Some(blocks)) => self.put_blocks(members, blocks, at),
            Ok(None) => {}
            Err(why) => self.leave(at, why),
        }
    }

    /// What the text of a span says; nothing, if the span states no place; why not, if there is no
    /// text, or another one.
    fn blocks(
        &mut self,
        members: &Object,
        shape: &'static Shape,
        around: &Around,
        wanted: Wanted,
        at: &Pointer,
    ) -> Result<Option<Blocks>, Why> {
        let options = self.options;
        let (path, said) = match span::range(members, shape) {
            Some((path, start, end)) => (path, Ok((start, end))),
            None => match span::lines(members, shape) {
                Some((path, numbers)) => (path, Err(numbers)),
                None => return Ok(None),
            },
        };
        let library = self.library.as_mut().ok_or_else(Why::no_sources)?;
        let (source, index) = library
            .lend(&path)
            .map_err(|why| Why::no_text(&path, why))?;
        let range = said.or_else(|numbers| span::offsets(index, &path, numbers))?;
        let view = View::of(index, source, &path, range)?;
        let description = Description {
            members,
            shape,
            around,
            convention: self.made_of.convention,
            changes: self.changes,
            hashes: self.changed.of(&path, around),
            source_is: self.made_of.compared.text_is(source, range),
        };
        view.agrees(&description, self.files, options.overwrite)?;
        if wanted.checksums && !description.shows_text() && !self.added.unshown.contains_key(&path)
        {
            self.added.unshown.insert(path.clone(), at.to_string());
        }
        let positions = match said {
            _ if !options.positions => Vec::new(),
            Ok(_) => view.positions(shape),
            Err(_) => view.offsets(shape),
        };
        let lines = options.context_lines.unwrap_or(super::CONTEXT_LINES);
        let stated = members.get("context").filter(|_| !options.overwrite);
        let stated = stated.and_then(Value::as_object);
        Ok(Some(Blocks {
            positions,
            context: wanted.context.then(|| view.context(lines, stated)),
            columns: wanted.utf16.then(|| view.utf16()),
            checksums: wanted.checksums.then(|| view.checksums(self.files)),
        }))
    }

    /// Why nothing is added to a range whose lines did not come into the envelope.
    fn unproved(&mut self, members: &Object, shape: &Shape) -> Result<Option<Blocks>, Why> {
        let Some((path, _, _)) = span::range(members, shape) else {
            return Ok(None);
        };
        let library = self.library.as_mut().ok_or_else(Why::no_sources)?;
        library
            .lend(&path)
            .map_err(|why| Why::no_text(&path, why))?;
        Err(Why::new(
            NotEnrichedCode::UnprovedPlace,
            format!(
                "`{path}` does not show the line and column that the document has for the range"
            ),
        ))
    }

    fn put_blocks(&mut self, members: &mut Object, blocks: Blocks, at: &Pointer) {
        // All or none: half of a position is of no use.
        let is_whole = |(name, _): &(&str, Value)| is_missing(members, name);
        if blocks.positions.iter().all(is_whole) || self.options.overwrite {
            for (name, value) in blocks.positions {
                self.put(members, name, value, at);
            }
        }
        match blocks.context {
            Some(Ok(block)) => {
                self.without_old_lines(members, &block, at);
                self.put_block(members, "context", block, at);
            }
            Some(Err(why)) => self.leave(&at.child("context"), why),
            None => {}
        }
        match blocks.columns {
            Some(Ok(columns)) => {
                for (name, column) in columns {
                    self.put(members, name, column.into(), at);
                }
            }
            Some(Err(why)) => self.leave(&at.child("start_col_utf16"), why),
            None => {}
        }
        if let Some(block) = blocks.checksums {
            self.put_block(members, "checksums", block, at);
        }
    }

    /// Fingerprints of all findings at once: equal ones are numbered by file, and on from one
    /// document to the next.
    fn fingerprints(&mut self, envelope: &mut Value, texts: &mut Texts<'s>) {
        let mut found = Vec::new();
        collect::collect(envelope, self.made_of.document, &mut found);
        for finding in &mut found {
            finding.given.clear();
        }
        let (compared, overwrite) = (&self.made_of.compared, self.options.overwrite);
        let is_its = |_, source: &str, range| match compared.text_is(source, range) {
            None | Some(TextIs::TextBefore) => true,
            Some(TextIs::OtherContext) => overwrite,
            Some(TextIs::OtherText | TextIs::Contradicted) => false,
        };
        let root = self.options.root.as_deref();
        collect::computed(&mut found, self.sources, root, is_its, texts);
        let left: BTreeSet<String> = self
            .added
            .left
            .iter()
            .map(|left| left.pointer.clone())
            .collect();
        for finding in found {
            self.fingerprint(envelope, finding, &left);
        }
    }

    fn fingerprint(&mut self, envelope: &mut Value, finding: Finding, left: &BTreeSet<String>) {
        let Ok(mut at) = Pointer::parse(finding.pointer()) else {
            return;
        };
        let record = envelope.at(&at).and_then(Value::as_object);
        // A diagnostic has fingerprints of its own, a match has them in its span.
        let has_span = record.is_some_and(|it| it.contains_key("span"));
        let in_span = has_span && record.is_some_and(|it| !it.contains_key("level"));
        let span = if has_span {
            at.child("span")
        } else {
            at.clone()
        };
        if left.contains(span.as_str()) {
            return;
        }
        if in_span {
            at = span;
        }
        if finding.hashes.is_empty() {
            if finding.range.is_some() {
                let why = if finding.path.is_empty() {
                    Why::new(NotEnrichedCode::NoFile, "the range names no file")
                } else {
                    let why = "no source was given that says what the document says";
                    Why::new(NotEnrichedCode::NoFingerprint, why)
                };
                self.leave(&at, why);
            }
            return;
        }
        let Some(Value::Object(members)) = envelope.at_mut(&at) else {
            return;
        };
        if self.leaves_other_value(members, "fingerprints", &at) {
            return;
        }
        let hashes = finding.hashes.into_iter();
        let place = at.child("fingerprints");
        let mut there = match members.remove("fingerprints") {
            Some(Value::Object(there)) => there,
            None | Some(Value::Null) => Object::new(),
            // To be replaced: as one value, so that the list of changes has the old one.
            Some(other) => {
                let block = hashes
                    .map(|(name, hash)| (name, Value::from(hash)))
                    .collect();
                members.insert("fingerprints", other);
                return self.put(members, "fingerprints", Value::Object(block), &at);
            }
        };
        for (name, hash) in hashes {
            self.put(&mut there, &name, hash.into(), &place);
        }
        members.insert("fingerprints", there);
    }
}
