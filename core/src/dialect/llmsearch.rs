//! llmsearch: text search.
//!
//! Its columns are counted from 1 in code points, the end of a match is not
//! printed, and `context_before` and `context_after` are fragments of the same
//! line, not lines. A column becomes bytes only with proof; see `columns`.

use alloc::borrow::ToOwned;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::vec::Vec;

use super::Adapter;
use super::canon::{Draft, Writing};
use super::convention::{
    ColumnUnit, Columns, Convention, LineColumns, Nulls, OffsetEnd, Offsets, PathStyle,
};
use super::recognise::{Recognition, has, word};
use crate::envelope::record::shape;
use crate::envelope::shape::{Field, Role, Type};
use crate::envelope::{RESPONSE_VERSION, Response};
use crate::id::{ExecutionIdKind, classify_execution_id, span_id};
use crate::json::{Key, Kind, Node, Object, Value};
use crate::source::canonical_path;
use crate::text::{BomPolicy, LineTerminators, PositionEncoding};
use crate::validate::{Found, Slot, Step, Trail, takes};

mod columns;
mod write;

use Type::{Count, List, Record, Text};

/// See the module.
pub(crate) struct Llmsearch;

static CONVENTION: Convention = Convention {
    lines: Some(LineColumns {
        line_base: 1,
        columns: Some(Columns {
            base: 1,
            unit: ColumnUnit::CODE_POINTS,
            bom: BomPolicy::Count,
        }),
        terminators: LineTerminators::Lf,
        end: None,
    }),
    offsets: Some(Offsets {
        unit: PositionEncoding::Utf8,
        bom: BomPolicy::Count,
        end: OffsetEnd::After,
    }),
    zeros_are_unknown: false,
    nulls: Nulls::Omit,
    bare_checksum: None,
    levels: ["error", "warning", "note", "help"],
    span_ids: None,
    paths: PathStyle::Verbatim,
};

shape! {
    /// All matches of one search.
    RESPONSE "LlmsearchResponse" {
        required "execution_id": Text, as Role::ExecutionId;
        required "pattern": Text;
        required "matches": List(&Record(&MATCH));
        required "match_count": Count, as Role::CountOf("matches");
    }
}

shape! {
    /// One match.
    MATCH "LlmsearchMatch" {
        required "match_id": Text;
        required "file": Text, as Role::Path;
        required "byte_start": Count, as Role::ByteStart;
        required "byte_end": Count, as Role::ByteEnd;
        required "matched_text": Text, as Role::Text;
        /// From 1.
        required "line_number": Count, as Role::StartLine;
        /// From 1, in code points.
        required "column_number": Count, as Role::StartColumn;
        /// Up to 100 bytes of the line before the match.
        required "context_before": Text, as Role::InlineBefore;
        /// Up to 100 bytes of the line after the match.
        required "context_after": Text, as Role::InlineAfter;
    }
}

static DOCUMENTS: Type = Record(&RESPONSE);

impl Adapter for Llmsearch {
    fn name(&self) -> &'static str {
        "llmsearch"
    }

    fn title(&self) -> &'static str {
        "llmsearch: text search"
    }

    fn generations(&self) -> &'static [&'static str] {
        &["1.0.0"]
    }

    fn convention(&self) -> &'static Convention {
        &CONVENTION
    }

    fn versions(&self) -> &'static [&'static str] {
        &[]
    }

    fn documents(&self) -> &'static Type {
        &DOCUMENTS
    }

    fn recognise(&self, root: Node<'_>) -> Recognition {
        let mut signs = Recognition::default();
        if root.kind() != Kind::Object {
            return signs;
        }
        for (key, kind, weight) in [
            ("execution_id", Kind::String, 10),
            ("pattern", Kind::String, 20),
            ("matches", Kind::Array, 15),
            ("match_count", Kind::Number, 25),
        ] {
            if has(root, key, kind) {
                signs.sign(&format!("/{key}"), weight, "a member of llmsearch's answer");
            }
        }
        if let Some(first) = root.get("matches").and_then(|matches| matches.item(0)) {
            if has(first, "line_number", Kind::Number) && has(first, "column_number", Kind::Number)
            {
                signs.sign(
                    "/matches/0/column_number",
                    30,
                    "line and column as llmsearch names them",
                );
            }
            if has(first, "file", Kind::String) && has(first, "matched_text", Kind::String) {
                signs.sign(
                    "/matches/0/matched_text",
                    10,
                    "the text of the match beside its file",
                );
            }
            if has(first, "span", Kind::Object) {
                signs.sign("/matches/0/span", -40, "llmsearch's matches have no span");
            }
        }
        if word(root, "execution_id")
            .is_some_and(|id| classify_execution_id(&id) == ExecutionIdKind::Uuid)
        {
            signs.sign("/execution_id", 10, "a UUID");
        }
        for key in [
            "schema_version",
            "data",
            "query",
            "language",
            "command",
            "status",
        ] {
            if root.get(key).is_some() {
                signs.sign(
                    &format!("/{key}"),
                    -40,
                    "llmsearch's answer has no such member",
                );
            }
        }
        if signs.score() > 0 {
            signs.generation = Some("1.0.0");
        }
        signs
    }

    fn canonical(&self, draft: &mut Draft<'_, '_>) -> Value {
        let root = draft.document.root();
        if root.kind() != Kind::Object {
            return root.to_value();
        }
        Making::new(draft).envelope(root)
    }

    fn home(&self, writing: &mut Writing<'_, '_>) -> Value {
        write::document(writing)
    }
}

/// The member of a shape with this name, if the value is of its type.
fn known(fields: &'static [Field], key: Key<'_>, value: Node<'_>) -> Option<&'static Field> {
    fields
        .iter()
        .find(|field| key.is(field.name))
        .filter(|field| takes(&field.ty, value))
        .filter(|field| !matches!(field.ty, Type::Count) || value.as_u64_safe().is_ok())
}

struct Making<'a, 'd, 's> {
    draft: &'a mut Draft<'d, 's>,
    /// Lines and columns by the offset of the match in the JSON text.
    proved: BTreeMap<u64, columns::Proof>,
}

impl<'a, 'd, 's> Making<'a, 'd, 's> {
    fn new(draft: &'a mut Draft<'d, 's>) -> Self {
        let proved = columns::prove(&draft.seen.claims, draft.library.as_deref_mut());
        Self { draft, proved }
    }

    fn moved(&mut self, slot: Slot<'d>, at: &str) {
        let pointer = slot.pointer(&self.draft.seen.trails);
        self.draft.moved(pointer, at.to_owned());
    }

    fn envelope(&mut self, root: Node<'d>) -> Value {
        let mut envelope = Object::new();
        let mut data = Object::new();
        let mut rest: Vec<(Key<'d>, Node<'d>)> = Vec::new();
        envelope.insert("schema_version", RESPONSE_VERSION);
        self.draft
            .added("derived", "/schema_version".into(), RESPONSE_VERSION.into());
        for (key, value) in root.members() {
            let slot = Slot::member(Trail::ROOT, key, value);
            match known(RESPONSE.fields, key, value).map(|field| field.name) {
                Some("execution_id") => {
                    envelope.insert("execution_id", value.to_value());
                }
                Some("pattern") => {
                    self.moved(slot, "/data/pattern");
                    data.insert("pattern", value.to_value());
                }
                Some("match_count") => {
                    self.moved(slot, "/data/count");
                    data.insert("count", value.to_value());
                }
                Some("matches") => {
                    self.moved(slot, "/data/matches");
                    let matches = self.matches(slot);
                    data.insert("matches", matches);
                }
                _ => rest.push((key, value)),
            }
        }
        envelope.insert("data", data);
        for (key, value) in rest {
            let slot = Slot::member(Trail::ROOT, key, value);
            // A tool, a version and a time would mean the same in the envelope.
            let same = ["tool", "tool_version", "timestamp"]
                .iter()
                .any(|name| key.is(name))
                && value.kind() == Kind::String;
            let taken = Response::SHAPE.field(&key.as_str()).is_some() && !same;
            self.keep(&mut envelope, slot, taken);
        }
        Value::Object(envelope)
    }

    /// Keeps a member that llmsearch does not have, unless the envelope gives
    /// its name another meaning.
    fn keep(&mut self, object: &mut Object, slot: Slot<'d>, taken: bool) {
        let Some(key) = slot.key else { return };
        if taken {
            self.draft.name_taken(slot);
        } else {
            object.insert(key.as_str(), slot.node.to_value());
        }
    }

    fn matches(&mut self, slot: Slot<'d>) -> Value {
        let here = slot.enter(&self.draft.seen.trails);
        (0u64..)
            .zip(slot.node.items())
            .map(|(index, item)| {
                if item.kind() != Kind::Object {
                    return item.to_value();
                }
                let trail = self.draft.seen.trails.push(here, Step::Index(index));
                self.one_match(item, trail, &format!("/data/matches/{index}"))
            })
            .collect()
    }

    fn one_match(&mut self, node: Node<'d>, trail: Trail, at: &str) -> Value {
        let mut found = Object::new();
        let mut span = Object::new();
        let mut context = Object::new();
        let mut rest: Vec<(Key<'d>, Node<'d>)> = Vec::new();
        for (key, value) in node.members() {
            let slot = Slot::member(trail, key, value);
            match known(MATCH.fields, key, value).map(|field| field.name) {
                Some(name @ ("match_id" | "matched_text")) => {
                    found.insert(name, value.to_value());
                }
                Some("file") => self.path(&mut span, slot, at),
                Some(name @ ("byte_start" | "byte_end")) => {
                    self.moved(slot, &format!("{at}/span/{name}"));
                    span.insert(name, value.to_value());
                }
                Some(name @ ("context_before" | "context_after")) => {
                    let inline = name.replace("context", "inline");
                    self.moved(slot, &format!("{at}/span/context/{inline}"));
                    context.insert(inline, value.to_value());
                }
                // Written below, as far as they are proved.
                Some("line_number" | "column_number") => {}
                _ => rest.push((key, value)),
            }
        }
        self.lines(&mut span, node, trail, at);
        self.id(&mut span, at);
        if !context.is_empty() {
            span.insert("context", context);
        }
        if !span.is_empty() {
            found.insert("span", span);
        }
        for (key, value) in rest {
            let taken = key.is("span");
            self.keep(&mut found, Slot::member(trail, key, value), taken);
        }
        Value::Object(found)
    }

    fn path(&mut self, span: &mut Object, slot: Slot<'d>, at: &str) {
        let spelt = slot.node.as_str().unwrap_or_default();
        let canonical = canonical_path(&spelt);
        let at = format!("{at}/span/file_path");
        if canonical == spelt {
            self.moved(slot, &at);
        } else {
            self.draft.changed_to(
                slot,
                "path",
                slot.node.to_value(),
                canonical.as_ref().into(),
                at,
            );
        }
        span.insert("file_path", canonical);
    }

    fn lines(&mut self, span: &mut Object, node: Node<'d>, trail: Trail, at: &str) {
        let proof = self.proved.get(&node.byte_range().0).copied();
        let written: Vec<Slot<'d>> = node
            .members()
            .filter(|(key, _)| key.is("line_number") || key.is("column_number"))
            .map(|(key, value)| Slot::member(trail, key, value))
            .collect();
        if let Some(columns::Proof::Proved(lines)) = proof {
            let numbers = [
                ("start_line", lines.start_line),
                ("start_col", lines.start_column),
                ("end_line", lines.end_line),
                ("end_col", lines.end_column),
            ];
            for (name, number) in numbers {
                span.insert(name, number);
            }
            for slot in written {
                let (name, number) = if slot.key.is_some_and(|key| key.is("line_number")) {
                    ("start_line", lines.start_line)
                } else {
                    ("start_col", lines.start_column)
                };
                let at = format!("{at}/span/{name}");
                self.draft
                    .changed_to(slot, "converted", slot.node.to_value(), number.into(), at);
            }
            for (name, number) in [("end_line", lines.end_line), ("end_col", lines.end_column)] {
                self.draft
                    .added("derived", format!("{at}/span/{name}"), number.into());
            }
            return;
        }
        let Some(column) = written.last().copied() else {
            return;
        };
        let (code, message) = match proof {
            Some(columns::Proof::Contradiction) => (
                "POSITION_IMPOSSIBLE",
                "line and column contradict the offsets or the text around them",
            ),
            _ => (
                "NEEDS_SOURCE",
                "the column counts code points; how many bytes they are is not known without the text of the line",
            ),
        };
        let found = Found::at(code, column, &self.draft.seen.trails, message);
        self.draft.found.push(found);
        for slot in written {
            self.draft
                .changed(slot, "left_out", Some(slot.node.to_value()), None);
        }
    }

    fn id(&mut self, span: &mut Object, at: &str) {
        let path = span.get("file_path").and_then(Value::as_str);
        let number = |name| span.get(name).and_then(Value::as_u64);
        let (Some(path), Some(start), Some(end)) = (path, number("byte_start"), number("byte_end"))
        else {
            return;
        };
        if let Ok(id) = span_id(path, start, end) {
            self.draft
                .added("derived", format!("{at}/span/span_id"), id.as_str().into());
            span.insert("span_id", id);
        }
    }
}
