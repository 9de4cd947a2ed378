//! The answer of seed 001, written from an envelope.
//!
//! It has a name of its own as a target only: the documents are a generation of
//! `unified`, which recognises and reads them.

use alloc::format;

use super::{DIAGNOSTIC, MATCH, RESPONSE, SPAN};
use crate::dialect::convention::{Convention, level_meant_by};
use crate::dialect::follows::Follows;
use crate::dialect::mapping::{How, Mapping};
use crate::dialect::recognise::{has, word};
use crate::dialect::unified::renamed::NAMES;
use crate::dialect::writing::PLACED;
use crate::dialect::{Adapter, NO_TEXT, Reason, Recognition, Writing};
use crate::envelope::Response;
use crate::envelope::failure::tells_of_failure;
use crate::envelope::record::shape;
use crate::envelope::shape::Type;
use crate::id::span_id;
use crate::json::{Array, Kind, Node, Object, Pointer, Value};
use crate::loss::LossKind;
use crate::source::is_same_path;

use Type::{Any, Flag, List, Record, Text};

/// See the module.
pub(crate) struct Standard;

static CONVENTION: Convention = Convention::CANONICAL;

static DOCUMENTS: Type = Record(&RESPONSE);

/// The version that seed 001 gives it.
const VERSION: &str = "1.0";

/// How deep spans are looked for in an answer that nobody knows.
const DEEPEST: u32 = 32;

shape! {
    /// The wrapper, as it is written.
    WRITTEN "StandardResponse" (
        Mapping::to(&Response::SHAPE).following(&[("/error", Follows::Hook)]).writing(complete)
    ) {
        required "schema_version": Text, to "/schema_version" by How::Hook;
        required "execution_id": Text;
        required "tool": Text;
        required "timestamp": Text;
        required "status": Text, to "/status"
            by How::Words(&[("success", "ok"), ("failure", "error")]);
        required "data": Any, to "/data" or "/result" by How::Hook;
        required "diagnostics": List(&Any), to "/diagnostics" or "/message" by How::Hook;
        optional "partial": Flag;
    }
}

impl Adapter for Standard {
    fn name(&self) -> &'static str {
        "standard"
    }

    fn title(&self) -> &'static str {
        "the answer that seed 001 proposes"
    }

    fn generations(&self) -> &'static [&'static str] {
        &[VERSION]
    }

    fn convention(&self) -> &'static Convention {
        &CONVENTION
    }

    fn versions(&self) -> &'static [&'static str] {
        &[VERSION, "1.0.0"]
    }

    fn documents(&self) -> &'static Type {
        &DOCUMENTS
    }

    fn gathered(&self) -> &'static [Reason] {
        &[
            Reason::Answer,
            Reason::Checks,
            Reason::InResult,
            Reason::Message,
        ]
    }

    fn recognise(&self, _: Node<'_>, _: &mut Recognition) {}

    fn read_as(&self) -> Option<(&'static str, &'static str)> {
        Some(("unified", "standard"))
    }

    fn home(&self, writing: &mut Writing<'_, '_>) -> Value {
        writing.record(writing.root, &Pointer::root(), &WRITTEN)
    }
}

/// Completes the wrapper: version, data, tool, status and diagnostics.
fn complete<'d>(writing: &mut Writing<'d, '_>, root: Node<'d>, here: &Pointer, found: &mut Object) {
    found.insert("schema_version", VERSION);
    let place = here.child("schema_version");
    writing.lost(&place, LossKind::Derived, "the version of seed 001");
    let mut answers = ["data", "result"]
        .into_iter()
        .filter_map(|name| Some((name, root.get(name)?)));
    if let Some((name, answer)) = answers.next() {
        if let Some((other, _)) = answers.next().filter(|(_, other)| !other.is_null()) {
            writing.dropped(&here.child(other));
        }
        let answer = renamed(writing, answer, &here.child(name), false, DEEPEST);
        found.insert("data", answer);
    } else {
        found.insert("data", Value::Null);
        writing.lost(&here.child("data"), LossKind::Defaulted, "there is none");
    }
    let diagnostics = diagnostics(writing, root, here);
    if let Some(tool) = writing.read_as
        && !found.contains_key("tool")
    {
        found.insert("tool", tool);
        let note = "the tool whose document it was";
        writing.lost(&here.child("tool"), LossKind::Derived, note);
    }
    if !found.contains_key("status") && !writing.only_asks("status") {
        let status = if root.get("partial").and_then(Node::as_bool) == Some(true) {
            "partial"
        } else if tells_of_failure(root) {
            "failure"
        } else {
            "success"
        };
        found.insert("status", status);
        let note = "what `partial`, the diagnostics and the answer come to";
        writing.lost(&here.child("status"), LossKind::Derived, note);
    }
    found.insert("diagnostics", diagnostics);
}

/// The diagnostics, and the error of an operation as another one.
fn diagnostics<'d>(writing: &mut Writing<'d, '_>, root: Node<'d>, here: &Pointer) -> Array {
    let mut all = Array::new();
    list(writing, root, here, &mut all);
    let place = here.child("error");
    let error = root.get("error");
    if let Some(error) = error.filter(|error| error.kind() == Kind::Object) {
        all.push(if has(error, "level", Kind::String) {
            writing.record(error, &place, &DIAGNOSTIC)
        } else {
            failure(writing, error, &place)
        });
        // What a compiler said of it.
        list(writing, error, &place, &mut all);
    } else if error.is_some_and(|error| !error.is_null()) {
        writing.dropped(&place);
    }
    if let Some(message) = root.get("message").filter(|message| !message.is_null()) {
        let said = message.as_str().unwrap_or_default();
        let is_said = |one: &Value| one.get("message").and_then(Value::as_str) == Some(&*said);
        if !all.iter().any(is_said) {
            writing.dropped(&here.child("message"));
        }
    }
    all
}

/// Adds the diagnostics that an object lists. Anything else of that name is none.
fn list<'d>(writing: &mut Writing<'d, '_>, node: Node<'d>, here: &Pointer, all: &mut Array) {
    let Some(list) = node.get("diagnostics") else {
        return;
    };
    let place = here.child("diagnostics");
    if !matches!(list.kind(), Kind::Array | Kind::Null) {
        writing.dropped(&place);
    }
    for (index, item) in (0u64..).zip(list.items()) {
        all.push(writing.record(item, &place.item(index), &DIAGNOSTIC));
    }
}

/// Where the members of an error that ended an operation go, in the order of seed 001.
const MEMBERS: [(&str, &str); 4] = [
    ("message", "message"),
    ("file", "file"),
    ("error_code", "code"),
    ("hint", "remediation"),
];

/// An error that says its kind and no level.
fn failure<'d>(writing: &mut Writing<'d, '_>, error: Node<'d>, here: &Pointer) -> Value {
    let mut one = Object::new();
    writing.attribute(here, &mut one);
    one.insert("level", "error");
    writing.lost(&here.child("level"), LossKind::Derived, "it is an error");
    for (from, to) in MEMBERS {
        let Some(value) = error.get(from) else {
            continue;
        };
        let code = value.get("code").filter(|_| from == "error_code");
        for (key, _) in code.into_iter().flat_map(|_| value.members()) {
            if !key.is("code") {
                writing.dropped(&here.child(from).child(&key.as_str()));
            }
        }
        one.insert(to, code.unwrap_or(value).to_value());
    }
    let written =
        |name: &str| name == "diagnostics" || MEMBERS.iter().any(|(from, _)| *from == name);
    for (key, _) in error.members() {
        let name = key.as_str();
        if !written(&name) {
            writing.dropped(&here.child(&name));
        }
    }
    Value::Object(one)
}

/// Whether an object is a match with its span: it has an id, or captures.
fn is_match(node: Node<'_>) -> bool {
    has(node, "span", Kind::Object)
        && (has(node, "match_id", Kind::String) || has(node, "captures", Kind::Array))
}

/// An answer whose spans and matches have the names of seed 001. Only what is in `matches`
/// is a match there: the symbols, references and calls of a payload are its own.
fn renamed<'d>(
    writing: &mut Writing<'d, '_>,
    node: Node<'d>,
    here: &Pointer,
    in_matches: bool,
    deepest: u32,
) -> Value {
    let Some(deeper) = deepest.checked_sub(1) else {
        return node.to_value();
    };
    match node.kind() {
        Kind::Array => (0u64..)
            .zip(node.items())
            .map(|(index, item)| renamed(writing, item, &here.item(index), in_matches, deeper))
            .collect(),
        Kind::Object if Writing::range(node).is_some() => writing.record(node, here, &SPAN),
        Kind::Object if in_matches && is_match(node) => writing.record(node, here, &MATCH),
        Kind::Object => {
            let members = node.members().map(|(key, value)| {
                let name = key.as_str();
                let in_matches = name == "matches";
                let value = renamed(writing, value, &here.child(&name), in_matches, deeper);
                (name, value)
            });
            Value::Object(members.collect())
        }
        _ => node.to_value(),
    }
}

/// Members that can be the content of a match: the first of them that is there is it.
pub(super) const CONTENTS: [&str; 4] = ["matched_text", "name", "referenced_symbol", "callee"];

/// The content of a match, and what is known around it.
pub(super) fn content<'d>(
    writing: &mut Writing<'d, '_>,
    item: Node<'d>,
    here: &Pointer,
    found: &mut Object,
) {
    let mut told = found.contains_key("content");
    for name in CONTENTS {
        let Some(value) = item.get(name) else {
            continue;
        };
        if value.kind() != Kind::String {
            if !value.is_null() && !found.contains_key(name) {
                writing.dropped(&here.child(name));
            }
            continue;
        }
        found.remove(name);
        if told {
            writing.dropped(&here.child(name));
            continue;
        }
        told = true;
        found.insert("content", value.to_value());
    }
    if !told {
        let captured = item.get("captures").and_then(|list| list.item(0));
        let name = captured.and_then(|capture| word(capture, "name"));
        let span = item.get("span");
        let text = match (name, span) {
            (Some(name), _) => Ok(name.into_owned()),
            (None, Some(span)) => writing.source_text(span),
            (None, None) => Err(NO_TEXT),
        };
        let place = here.child("content");
        match text {
            Ok(text) => {
                found.insert("content", text);
                let note = "the name of the first capture, or the text of the range";
                writing.lost(&place, LossKind::Derived, note);
            }
            Err(note) => writing.missing(&place, &["content"], note),
        }
    }
    let mut context = Object::new();
    let lines = item.get("span").and_then(|span| span.get("context"));
    for name in ["before", "after"] {
        if let Some(lines) = lines.and_then(|lines| lines.get(name)) {
            context.insert(name, lines.to_value());
        }
    }
    for name in ["kind", "parent"] {
        if let Some(word) = item.get(name) {
            context.insert(name, word.to_value());
        }
    }
    if found.contains_key("context") {
        let lists = here.child("span").child("context");
        for name in ["before", "after"] {
            if context.contains_key(name) {
                writing.dropped(&lists.child(name));
            }
        }
    } else if !context.is_empty() {
        found.insert("context", context);
    }
}

/// Completes a span with the lines, columns and id that it lacks.
pub(super) fn place<'d>(
    writing: &mut Writing<'d, '_>,
    span: Node<'d>,
    here: &Pointer,
    found: &mut Object,
) {
    if NAMES.iter().any(|(_, name)| !found.contains_key(name)) {
        let lines = writing.source_lines(span);
        for (at, (ours, name)) in NAMES.into_iter().enumerate() {
            let place = here.child(ours);
            if let Some(number) = lines.and_then(|lines| lines.get(at).copied()) {
                found.insert(name, number);
                writing.lost(&place, LossKind::Derived, PLACED);
            } else if !found.contains_key(name) {
                let note = "NEEDS_SOURCE: line and column of the range are not known";
                writing.missing(&place, &[name], note);
            }
        }
    }
    if !found.contains_key("span_id")
        && let Some((path, start, end)) = Writing::range(span)
        && let Ok(id) = span_id(&path, start, end)
    {
        found.insert("span_id", id);
        let note = "computed from path and offsets";
        writing.lost(&here.child("span_id"), LossKind::Derived, note);
    }
}

/// A column without a range counts as the tool counts that printed it, which the envelope does not
/// say; seed 001 counts from 0 in bytes. A 0 is the first column, however it counts.
fn column<'d>(writing: &mut Writing<'d, '_>, node: Node<'d>, here: &Pointer, found: &mut Object) {
    let Some(column) = node.get("column") else {
        return;
    };
    let number = |node: Node<'_>| Some(node.as_u64_safe().ok()?.value);
    // Where the range begins, it is the column of the range.
    let begins_there = |span: Node<'_>| {
        let line = span.get("start_line").and_then(number);
        let same_line = node.get("line").is_none_or(|own| number(own) == line);
        let same_file = match (word(node, "file"), word(span, "file_path")) {
            (Some(own), Some(other)) => is_same_path(&own, &other),
            (own, _) => own.is_none(),
        };
        let start = span.get("start_col").and_then(number);
        same_line && same_file && start.is_some() && start == number(column)
    };
    let is_bytes = number(column) == Some(0) || node.get("span").is_some_and(begins_there);
    if !is_bytes && found.remove("column").is_some() {
        let note = "how it counts is not said, and the tool counts from 0 in bytes";
        writing.lost(&here.child("column"), LossKind::Dropped, note);
    }
}

/// Completes a diagnostic with a tool and a level that seed 001 has.
pub(super) fn diagnostic<'d>(
    writing: &mut Writing<'d, '_>,
    node: Node<'d>,
    here: &Pointer,
    found: &mut Object,
) {
    writing.attribute(here, found);
    column(writing, node, here, found);
    let Some(word) = found.get("level").and_then(Value::as_str) else {
        return;
    };
    let level = match level_meant_by(word) {
        Some("help") => "note",
        Some(level) => level,
        None => return,
    };
    if level != word {
        let note = format!("seed 001 has no `{word}`");
        writing.lost(&here.child("level"), LossKind::Derived, note);
        found.insert("level", level);
    }
}
