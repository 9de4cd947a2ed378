//! What an answer becomes that tells only of a failure: splice prints an error in the place of
//! an answer, with what compilers and parsers said. Nothing is read along these shapes.

use super::failure::{ERROR, ERROR_CODE, LEVEL, LEVELS};
use super::payload::WORDS;
use crate::dialect::Writing;
use crate::dialect::convention::SEED_LEVELS;
use crate::dialect::follows::Follows;
use crate::dialect::mapping::{How, Mapping};
use crate::dialect::recognise::word;
use crate::dialect::writing::PLACED;
use crate::envelope::failure::{finds_nothing, is_error, tells_of_failure};
use crate::envelope::record::shape;
use crate::envelope::shape::{Role, Type};
use crate::envelope::sign::Sign::{self, Only};
use crate::envelope::{ErrorResponse, RESPONSE_VERSION, Response, ToolDiagnostic};
use crate::json::{Array, Kind, Node, Object, Pointer, Value};
use crate::loss::LossKind;
use crate::source::is_same_path;

use Type::{Count, Record, Text};

shape! {
    /// An error in the place of an answer.
    pub(super) REFUSED "SpliceRefusal" (
        Mapping::to(&Response::SHAPE)
            .adding(&[("/schema_version", RESPONSE_VERSION)])
            .following(&[("/execution_id", Follows::Empty), ("/partial", Follows::Partial)])
            .writing(refused)
    ) {
        required "status": Text, as WORDS;
        required "error": Record(&ERROR_OF_ANSWER), to "/diagnostics" or "/data" by How::Hook;
    }
}

shape! {
    /// The error that an answer is.
    ERROR_OF_ANSWER "SpliceErrorOfAnswer" (Mapping::to(&ErrorResponse::SHAPE).writing(coded)) {
        optional "kind": Text, to "/error" by How::Hook;
        optional "message": Text;
        optional "file": Text, to "/span/file_path";
        optional "hint": Text, to "/remediation";
        optional "error_code": Record(&ERROR_CODE), to "/code" by How::Hook;
    }
}

shape! {
    /// What was said beside it. A range becomes its file and its first line.
    SAID "SpliceDiagnosticOfAnswer" (
        Mapping::to(&ToolDiagnostic::SHAPE)
            .following(&[
                ("/span/file_path", Follows::AnswerFile),
                ("/span/start_line", Follows::Line),
                ("/span/span_id", Follows::SpanId),
            ])
            .writing(attributed)
    ) {
        optional "tool": Text;
        required "level": Text, as Role::Words(LEVELS), to "/level" by LEVEL;
        required "message": Text;
        optional "file": Text, to "/file" or "/span/file_path";
        optional "line": Count, to "/line" or "/span/start_line";
        optional "column": Count;
        optional "code": Text, as Role::Code("/level");
        optional "note": Text;
        optional "tool_path": Text;
        optional "tool_version": Text;
        optional "remediation": Text;
    }
}

/// Why a message is written that the envelope does not say.
pub(super) const FIRST: &str = "what the first error says";

/// What splice calls an error that is of none of its kinds.
const OTHER: &str = "Other";

/// Counts of the diagnostics, and nothing else.
static COUNTS: Sign = Only(&["summary"]);

fn diagnostics(root: Node<'_>) -> Option<Node<'_>> {
    let list = root.get("diagnostics")?;
    (list.kind() == Kind::Array && !list.is_empty()).then_some(list)
}

/// Whether an answer has nothing but an error to tell. Those of splice itself have a message.
pub(super) fn is_refused(root: Node<'_>) -> bool {
    let may_fail = word(root, "status").is_none_or(|status| status == "error");
    if !may_fail || root.get("message").is_some() || !tells_of_failure(root) {
        return false;
    }
    match root.get("data").filter(|data| !data.is_null()) {
        Some(data) if is_error(data) => true,
        Some(data) if data.kind() == Kind::Object => {
            (data.is_empty() || COUNTS.is_on(data) || finds_nothing(data))
                && diagnostics(root).is_some()
        }
        Some(_) => false,
        None => diagnostics(root).is_some(),
    }
}

/// Writes the status, and the error with the diagnostics in it.
fn refused<'d>(writing: &mut Writing<'d, '_>, root: Node<'d>, at: &Pointer, payload: &mut Object) {
    payload.insert("status", "error");
    let mut error = Object::new();
    if let Some(data) = root.get("data") {
        let here = at.child("data");
        if is_error(data) {
            if let Value::Object(written) = writing.record(data, &here, &ERROR_OF_ANSWER) {
                error = written;
            }
        } else if !data.is_empty() {
            writing.dropped(&here);
        }
    }
    if let Some(list) = diagnostics(root) {
        let said = said(writing, list, &at.child("diagnostics"));
        error.insert("diagnostics", said);
    }
    if !error.contains_key("message") {
        let first = first_error(root).and_then(|first| word(first, "message"));
        writing.lost(&at.child("message"), LossKind::Derived, FIRST);
        error.insert("message", first.unwrap_or_default().into_owned());
    }
    of_some_kind(writing, at, &mut error);
    payload.insert("error", in_order(error));
}

/// Says of an error without a kind that it is of none of those of splice.
fn of_some_kind(writing: &mut Writing<'_, '_>, at: &Pointer, error: &mut Object) {
    if !error.contains_key("kind") {
        let note = "the word of splice for an error that is of none of its kinds";
        writing.lost(&at.child("error").child("kind"), LossKind::Derived, note);
        error.insert("kind", OTHER);
    }
}

/// What was said, in the words of splice.
fn said<'d>(writing: &mut Writing<'d, '_>, list: Node<'d>, here: &Pointer) -> Array {
    let items = (0u64..).zip(list.items());
    items
        .map(|(index, one)| writing.record(one, &here.item(index), &SAID))
        .collect()
}

/// Writes what was said beside an operation that failed into its error. Of any other operation
/// splice has no place for it.
pub(super) fn with_said<'d>(
    writing: &mut Writing<'d, '_>,
    root: Node<'d>,
    at: &Pointer,
    payload: &mut Object,
) {
    let here = at.child("diagnostics");
    let Some(list) = diagnostics(root) else {
        if root.get("diagnostics").is_some_and(|list| !list.is_empty()) {
            writing.dropped(&here);
        }
        return;
    };
    let failed = word(root, "status").is_some_and(|status| status == "error");
    let mut error = match payload.remove("error") {
        None | Some(Value::Null) if failed => Object::new(),
        // One that has a level is a diagnostic itself, and has none in it.
        Some(Value::Object(error)) if is_open(&error) => error,
        error => {
            payload.insert_some("error", error);
            return writing.dropped(&here);
        }
    };
    let mut all = match error.remove("diagnostics") {
        Some(Value::Array(all)) => all,
        _ => Array::new(),
    };
    for one in said(writing, list, &here).into_vec() {
        all.push(one);
    }
    error.insert("diagnostics", all);
    if !error.contains_key("message") {
        let message = word(root, "message").filter(|message| !message.is_empty());
        let first = || word(first_error(root)?, "message");
        let message = message.or_else(first).unwrap_or_default().into_owned();
        let note = "what the operation says, or the first error";
        writing.lost(&at.child("error").child("message"), LossKind::Derived, note);
        error.insert("message", message);
    }
    of_some_kind(writing, at, &mut error);
    payload.insert("error", in_order(error));
}

/// Whether an error can have diagnostics in it, which are a list if there are any.
fn is_open(error: &Object) -> bool {
    let said = error.get("diagnostics");
    !error.contains_key("level") && said.is_none_or(|said| said.as_array().is_some())
}

/// The first diagnostic of the level of errors; the first one if none is.
pub(super) fn first_error(root: Node<'_>) -> Option<Node<'_>> {
    let list = diagnostics(root)?;
    let is_error = |one: &Node<'_>| word(*one, "level").is_some_and(|level| level == "error");
    list.items().find(is_error).or_else(|| list.item(0))
}

/// The members of an error as splice prints them, and the others after them.
fn in_order(mut error: Object) -> Value {
    let mut written = Object::new();
    for field in ERROR.fields {
        written.insert_some(field.name, error.remove(field.name));
    }
    written.extend(error);
    Value::Object(written)
}

/// Writes the kind of an error, and its code with a severity: some tools print the severity
/// where others print the kind.
fn coded<'d>(writing: &mut Writing<'d, '_>, data: Node<'d>, at: &Pointer, error: &mut Object) {
    let kind = word(data, "error").unwrap_or_default();
    let is_severity = SEED_LEVELS.contains(&&*kind);
    if !error.contains_key("message") {
        error.insert("message", kind.as_ref());
    } else if !is_severity {
        error.insert("kind", kind.as_ref());
    }
    let Some(code) = word(data, "code") else {
        if is_severity {
            writing.dropped(&at.child("error"));
        }
        if data.get("code").is_some_and(|code| !code.is_null()) {
            writing.dropped(&at.child("code"));
        }
        return;
    };
    let mut coded = Object::new();
    coded.insert("code", code.into_owned());
    if is_severity {
        coded.insert("severity", kind.into_owned());
    } else {
        let place = at.child("error_code").child("severity");
        writing.lost(&place, LossKind::Derived, "it ended the run");
        coded.insert("severity", "error");
    }
    error.insert("error_code", coded);
}

/// Whether two paths are one, or one of them may say only the end of the way.
fn may_be_same(one: &str, other: &str) -> bool {
    let ends = |whole: &str, end: &str| {
        let above = whole.strip_suffix(end.trim_start_matches("./"));
        above.is_some_and(|above| above.ends_with(['/', '\\']))
    };
    is_same_path(one, other) || ends(one, other) || ends(other, one)
}

/// Names the tool that said it, which an envelope does once for all, and the line of a range that
/// only its source says.
fn attributed<'d>(writing: &mut Writing<'d, '_>, node: Node<'d>, at: &Pointer, said: &mut Object) {
    writing.attribute(at, said);
    let Some(span) = node.get("span") else {
        return;
    };
    let place = at.child("span");
    let is_elsewhere = match (word(node, "file"), word(span, "file_path")) {
        (Some(file), Some(other)) => !may_be_same(&file, &other),
        _ => false,
    };
    let has_own_line = node.get("line").is_some_and(|line| !line.is_null());
    if is_elsewhere {
        writing.dropped(&place.child("file_path"));
        // A line of the one file is none of the other.
        if !has_own_line && said.remove("line").is_some() {
            let note = "it is a line of another file than the one that is named";
            writing.lost(&place.child("start_line"), LossKind::Dropped, note);
        }
    } else if !said.contains_key("line")
        && let Some([line, ..]) = writing.counted_in_source(span)
    {
        said.insert("line", line);
        writing.lost(&place.child("start_line"), LossKind::Derived, PLACED);
    }
}
