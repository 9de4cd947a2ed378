//! llmastsearch: nodes of a syntax tree, by the query language of tree-sitter.
//!
//! Seed 001 gives its answer, which is about one file, with nested positions whose
//! row counts from 1; seed 000 puts it into the wrapper, with spans.

use alloc::borrow::Cow;

use super::convention::{
    ColumnUnit, Columns, Convention, LineColumns, Nulls, OffsetEnd, Offsets, PathStyle,
};
use super::follows::Follows;
use super::language::{CAPITALISED, with_capitals};
use super::mapping::{How, Mapping};
use super::owner::{is_newer_of, is_strange_to};
use super::recognise::{Promise, Recognition, UNHEARD_OF, has, word, wrapper_version};
use super::writing::PLACED;
use super::{Adapter, At, Made, Making, Members, Records, Writing, found_in, why_none};
use crate::envelope::record::shape;
use crate::envelope::shape::{Field, Presence, Role, Shape, Type};
use crate::envelope::sign::Sign::{Has, Two};
use crate::envelope::{
    AstMatch, AstSearchResponse, Capture, MATCHES, RESPONSE_VERSION, Response, Wire,
};
use crate::id::{ExecutionIdKind, SpanIdScheme, classify_execution_id};
use crate::json::{Kind, Node, Object, Pointer, Value};
use crate::loss::LossKind;
use crate::normalize::ChangeKind;
use crate::source::{canonical_path, is_same_path, language};
use crate::text::{BomPolicy, EndRule, LineTerminators, PositionEncoding};
use crate::validate::{COORDINATES, Lines, Slot, lines_of};

use Type::{Choice, Count, Flag, List, Record, Text};

/// See the module.
pub(crate) struct Llmastsearch;

static CONVENTION: Convention = Convention {
    lines: Some(LineColumns {
        line_base: 1,
        columns: Some(Columns {
            base: 0,
            unit: ColumnUnit::BYTES,
            bom: BomPolicy::Count,
        }),
        terminators: LineTerminators::Lf,
        end: Some(EndRule::After),
    }),
    offsets: Some(Offsets {
        unit: PositionEncoding::Utf8,
        bom: BomPolicy::Count,
        end: OffsetEnd::After,
    }),
    zeros_are_unknown: true,
    nulls: Nulls::Omit,
    bare_checksum: None,
    file_hashes: &[],
    fragments: None,
    late_checksums: false,
    levels: ["error", "warning", "note", "help"],
    span_ids: Some(SpanIdScheme::Be64),
    paths: PathStyle::Verbatim,
};

shape! {
    /// All matches in one file.
    FLAT "LlmastsearchResponse" (
        Mapping::to(&Response::SHAPE)
            .adding(&[("/schema_version", RESPONSE_VERSION)])
            .writing(file)
    ) [Two(&["match_count", "matches", "query", "language"])] {
        required "execution_id": Text, as Role::ExecutionId;
        required "file_path": Text, to "/data/file_path" by How::Path;
        required "language": Text, to "/data/language" by CAPITALISED;
        required "query": Text, as Role::Captures { list: "matches", range: "" }, to "/data/query" or "/data/query_name" or "/data/pattern" or "/data/symbol_name";
        required "matches": List(&Record(&MATCH)), as Role::InFileOf("/file_path"),
            to "/data/matches" or "/data/symbols" or "/data/references" or "/data/calls";
        required "match_count": Count, as Role::CountOf("matches"), to "/data/count";
    }
}

shape! {
    /// One match.
    MATCH "LlmastsearchMatch" (
        Mapping::to(&AstMatch::SHAPE)
            .among(MATCHES)
            .following(&[("/span/span_id", Follows::SpanId), ("/span/file_path", Follows::AnswerFile)])
            .reading(place)
            .writing(place_home)
    ) {
        required "pattern_index": Count;
        required "captures": List(&Capture::TYPE);
        required "byte_start": Count, as Role::ByteStart, to "/span/byte_start";
        required "byte_end": Count, as Role::ByteEnd, to "/span/byte_end";
        required "start": Record(&START), to "/span/start_line" or "/span/start_col" by How::Hook;
        required "end": Record(&END), to "/span/end_line" or "/span/end_col" by How::Hook;
    }
}

shape! {
    /// Where a match begins.
    START "LlmastsearchStart" {
        /// The line, from 1.
        required "row": Count, as Role::StartLine;
        /// From 0, in bytes.
        required "column": Count, as Role::StartColumn;
    }
}

shape! {
    /// Where a match ends.
    END "LlmastsearchEnd" {
        /// The line, from 1.
        required "row": Count, as Role::EndLine;
        /// From 0, in bytes.
        required "column": Count, as Role::EndColumn;
    }
}

shape! {
    /// The same in the wrapper of seed 000.
    WRAPPED "LlmastsearchWrapped" (Mapping::to(&Response::SHAPE)) [Has("data")] {
        required "schema_version": Text, as Role::SchemaVersion;
        required "execution_id": Text, as Role::ExecutionId;
        optional "tool": Text;
        optional "timestamp": Text, as Role::Timestamp;
        required "data": Record(&DATA);
        optional "partial": Flag, as Role::Partial;
    }
}

shape! {
    /// All matches in one file, in seed 000.
    DATA "LlmastsearchData" (Mapping::to(&AstSearchResponse::SHAPE)) {
        required "file_path": Text, as Role::SamePaths(&["/file_path", "/matches/*/span/file_path"]),
            to "/file_path" by How::Path;
        required "language": Text, to "/language" by CAPITALISED;
        required "query": Text, as Role::Captures { list: "matches", range: "/span" };
        required "matches": List(&Record(&NAMED));
        required "match_count": Count, as Role::CountOf("matches"), to "/count";
    }
}

/// A match in seed 000, which names every match and numbers its pattern.
static NAMED: Shape = Shape::new("LlmastsearchNamed", AstMatch::SHAPE.what, &NAMED_FIELDS);

const NAMED_FIELDS: [Field; AstMatch::SHAPE.fields.len()] = {
    let mut fields = [AstMatch::SHAPE.fields[0]; AstMatch::SHAPE.fields.len()];
    let mut at = 0;
    while at < fields.len() {
        fields[at] = AstMatch::SHAPE.fields[at];
        if matches!(fields[at].name.as_bytes(), b"match_id" | b"pattern_index") {
            fields[at].presence = Presence::Required;
        }
        at += 1;
    }
    fields
};

static DOCUMENTS: Type = Choice(&[&FLAT, &WRAPPED]);

/// The span of a match: its file is the one of the document, its lines and columns
/// are those of `start` and `end`, if they can be any.
fn place<'d>(making: &mut Making<'d, '_>, slot: Slot<'d>, found: &mut Members<'d>, at: &At<'_>) {
    let at = at.child("span");
    let span = found.remove("span").unwrap_or_default();
    let mut span = span.into_object().unwrap_or_default();
    if let Some(path) = word(making.document.root(), "file_path") {
        let path = Made::from(canonical_path(&path).into_owned());
        making.added(ChangeKind::Derived, at.child("file_path"), &path);
        span.insert("file_path", path);
    }
    let claim = making.claim(slot.node);
    let sound = claim.is_some_and(|claim| {
        matches!(
            lines_of(claim, making.convention),
            Lines::Given { end: Some(_), .. }
        )
    });
    for (part, name) in COORDINATES {
        let Some(member) = claim.and_then(|claim| claim.get(part)) else {
            continue;
        };
        if sound {
            making.moved(member, at.child(name));
            span.insert(name, member.node);
        } else {
            making.unproved(member, at.child(name));
        }
    }
    for (name, shape) in [("start", &START), ("end", &END)] {
        let Some(position) = slot.node.get(name) else {
            continue;
        };
        // A span has no room for what else a position says.
        for (key, value) in position.members() {
            if shape.member(key).is_none() {
                making.left_out(Slot::of(value), ChangeKind::LeftOut);
            }
        }
        if position.kind() != Kind::Object {
            making.left_out(Slot::of(position), ChangeKind::LeftOut);
        }
    }
    making.derive_span_id(&mut span, &at);
    found.insert("span", span);
}

/// `start` and `end`.
fn place_home<'d>(
    writing: &mut Writing<'d, '_>,
    item: Node<'d>,
    here: &Pointer,
    found: &mut Object,
) {
    let Some(span) = item.get("span") else {
        return;
    };
    let at = here.child("span");
    let number = |name: &str| Some(span.get(name)?.as_u64_safe().ok()?.value);
    let is_said = |name: &str| span.get(name).is_some_and(|value| !value.is_null());
    let known = COORDINATES.map(|(_, name)| number(name));
    let lines = if let [Some(line), Some(column), Some(end_line), Some(end_column)] = known {
        Some([line, column, end_line, end_column])
    } else {
        let lines = writing.source_lines(span);
        if lines.is_some() {
            writing.lost(&at.child("start_line"), LossKind::Derived, PLACED);
            // What is no number is not said otherwise.
            for (_, name) in COORDINATES {
                if is_said(name) && number(name).is_none() {
                    writing.dropped(&at.child(name));
                }
            }
        }
        lines
    };
    let Some([line, column, end_line, end_column]) = lines else {
        let note = "NEEDS_SOURCE: line and column of the range are not known";
        for (name, line) in [("start", "start_line"), ("end", "end_line")] {
            writing.unwritten(span.get(line), &at.child(line), &[name], note);
        }
        for name in ["start_col", "end_col"] {
            if is_said(name) {
                writing.dropped(&at.child(name));
            }
        }
        return;
    };
    for (name, row, column) in [("start", line, column), ("end", end_line, end_column)] {
        let mut position = Object::new();
        position.insert("row", row);
        position.insert("column", column);
        found.insert(name, position);
    }
}

/// The file of a match.
fn file_of(item: Node<'_>) -> Option<Cow<'_, str>> {
    word(item.get("span")?, "file_path")
}

/// The file that an answer is about: the one that it names, or that of the first match
/// that says one.
fn one_file(data: Node<'_>) -> Option<Cow<'_, str>> {
    word(data, "file_path").or_else(|| {
        let (_, list) = found_in(data)?;
        list.items().find_map(file_of)
    })
}

/// The file and its language, if only the matches tell, and no match of another file.
fn file<'d>(writing: &mut Writing<'d, '_>, root: Node<'d>, here: &Pointer, found: &mut Object) {
    let Some(data) = root.get("data") else {
        return;
    };
    let here = here.child("data");
    let path = one_file(data);
    let is_named = word(data, "file_path").is_some();
    if let Some(path) = &path {
        if !found.contains_key("file_path") {
            found.insert("file_path", Value::from(path.as_ref()));
            let note = "the first file that is named";
            writing.lost(&here.child("file_path"), LossKind::Derived, note);
        }
        if !found.contains_key("language")
            && let Some(language) = language::of_path(path)
        {
            found.insert("language", with_capitals(language));
            let note = "the language that the name of the file tells";
            writing.lost(&here.child("language"), LossKind::Derived, note);
        }
    }
    let (Some((name, list)), Some(matches)) = (found_in(data), found.get_mut("matches")) else {
        return;
    };
    let Some(matches) = matches.as_array_mut() else {
        return;
    };
    let out = writing.leave_out(list, &here.child(name), matches, |item, one| {
        match (file_of(item), &path) {
            (_, None) => why_none(one),
            (Some(own), Some(path)) if is_same_path(&own, path) => why_none(one),
            (None, _) if is_named => why_none(one),
            (Some(_), _) => Some("the answer is about one file, and this is in another one"),
            (None, _) => {
                Some("the answer is about one file, and nothing says which one this is in")
            }
        }
    });
    if out {
        // It is counted anew.
        found.remove("match_count");
    }
}

impl Adapter for Llmastsearch {
    fn name(&self) -> &'static str {
        "llmastsearch"
    }

    fn title(&self) -> &'static str {
        "llmastsearch: nodes of a syntax tree"
    }

    fn generations(&self) -> &'static [&'static str] {
        &["seed-001", "seed-000"]
    }

    fn convention(&self) -> &'static Convention {
        &CONVENTION
    }

    fn versions(&self) -> &'static [&'static str] {
        &["1.0.0"]
    }

    fn documents(&self) -> &'static Type {
        &DOCUMENTS
    }

    fn records(&self) -> Records {
        Records::Matches
    }

    fn promises(&self) -> &'static [Promise] {
        const {
            &[
                Promise::of("data", 115),
                Promise::of("query", 20),
                Promise::of("language", 20),
                Promise::of("match_count", 20),
                Promise::of("file_path", 10),
                Promise::of("matches", 45),
                Promise::of("execution_id", 5),
                Promise::of("schema_version", 5),
            ]
        }
    }

    fn of_other_tool(&self) -> u64 {
        60
    }

    fn recognise(&self, root: Node<'_>, signs: &mut Recognition) {
        if root.kind() != Kind::Object {
            return;
        }
        let wrapped = root.get("data").filter(|data| data.kind() == Kind::Object);
        let (answer, at) = match wrapped {
            Some(data) => (data, "/data"),
            None => (root, ""),
        };
        answer_signs(answer, at, signs);
        if word(root, "execution_id")
            .is_some_and(|id| classify_execution_id(&id) == ExecutionIdKind::Uuid)
        {
            signs.sign("/execution_id", 5, "a UUID");
        }
        version_signs(root, wrapped.is_some(), signs);
        foreign_signs(root, (answer, at), signs);
        if signs.score() > 0 {
            let wrapped = wrapped.is_some();
            signs.generation = Some(if wrapped { "seed-000" } else { "seed-001" });
        }
    }

    fn home(&self, writing: &mut Writing<'_, '_>) -> Value {
        let root = writing.root;
        let here = Pointer::root();
        let matches = root.get("data").and_then(|data| data.get("matches"));
        let first = matches.and_then(|matches| matches.item(0));
        // Only seed 000 names its matches, and only captures make it one of these.
        let named = first.is_some_and(|first| {
            first.get("match_id").is_some() && first.get("captures").is_some()
        });
        if !named {
            return writing.record(root, &here, &FLAT);
        }
        let mut document = writing.record(root, &here, &WRAPPED);
        writing.state_version(&mut document, "1.0.0", "the version of seed 000");
        document
    }
}

/// What speaks for it in the answer itself, which stands at `at`.
fn answer_signs(answer: Node<'_>, at: &str, signs: &mut Recognition) {
    for (key, kind, weight) in [
        ("query", Kind::String, 20),
        ("language", Kind::String, 20),
        ("match_count", Kind::Number, 20),
        ("file_path", Kind::String, 10),
        ("matches", Kind::Array, 5),
    ] {
        if has(answer, key, kind) {
            signs.sign(
                format_args!("{at}/{key}"),
                weight,
                "a member of llmastsearch's answer",
            );
        }
    }
    if let Some(first) = answer.get("matches").and_then(|matches| matches.item(0)) {
        if has(first, "captures", Kind::Array) && has(first, "pattern_index", Kind::Number) {
            signs.sign(
                format_args!("{at}/matches/0/captures"),
                20,
                "captures of a pattern",
            );
        }
        if first
            .get("start")
            .and_then(|start| start.get("row"))
            .is_some()
        {
            signs.sign(
                format_args!("{at}/matches/0/start/row"),
                20,
                "a position of row and column",
            );
        }
    }
}

/// What the version says, which only seed 000 has.
fn version_signs(root: Node<'_>, is_wrapped: bool, signs: &mut Recognition) {
    match (is_wrapped, wrapper_version(root).as_deref()) {
        (true, Some("1.0.0")) => {
            signs.sign("/schema_version", 5, "the version of seed 000");
        }
        (true, Some(version))
            if is_newer_of("llmastsearch", (root, signs), version, &["1.0.0"]) =>
        {
            signs.sign("/schema_version", 3, "a newer minor version of seed 000");
        }
        (true, Some(version))
            if is_strange_to("llmastsearch", (root, signs), version, &["1.0.0"]) =>
        {
            signs.sign("/schema_version", UNHEARD_OF.0, UNHEARD_OF.1);
        }
        (false, None) => {}
        (true, None) => signs.sign("", -10, "no `schema_version`"),
        _ => signs.sign("/schema_version", -60, "not the version of this form"),
    }
}

/// What speaks against it: members of other tools.
fn foreign_signs(root: Node<'_>, (answer, at): (Node<'_>, &str), signs: &mut Recognition) {
    if answer.get("pattern").is_some() {
        signs.sign(
            format_args!("{at}/pattern"),
            -40,
            "llmastsearch's answer has a query",
        );
    }
    for key in ["command", "status", "operation_type"] {
        if root.get(key).is_some() {
            signs.sign(
                format_args!("/{key}"),
                -40,
                "llmastsearch's answer has no such member",
            );
        }
    }
    signs.of_tool(root, "llmastsearch", 0);
}
