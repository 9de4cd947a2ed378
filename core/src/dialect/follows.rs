//! Whether a member of the envelope that a tool does not print follows from those
//! that it does.
//!
//! A mapping names the members that can; whether one does depends on its value: the
//! id of a span follows from path and offsets only where it was computed from them.

use crate::id::span_id;
use crate::json::{Kind, Node, Object, Value};

use super::mapping::descend;
use super::writing::Writing;

/// The lists that hold what was found.
const FOUND: [&str; 4] = ["matches", "symbols", "references", "calls"];

/// Whether the value at `place` of an object of the envelope can be had again from the
/// object that was written of it. What nothing is known of here does.
pub(super) fn follows(place: &str, value: Node<'_>, node: Node<'_>, written: &Object) -> bool {
    let (above, name) = place.rsplit_once('/').unwrap_or(("", place));
    let is = |other: Option<Node<'_>>| match (value.as_str(), other.and_then(Node::as_str)) {
        (Some(one), Some(other)) => one == other,
        _ => false,
    };
    match name {
        "span_id" => descend(node, above)
            .and_then(Writing::range)
            .and_then(|(path, start, end)| span_id(&path, start, end).ok())
            .is_some_and(|id| value.as_str().as_deref() == Some(&*id)),
        "execution_id" | "operation_type" | "match_id" => value.as_str().as_deref() == Some(""),
        // Of a range in a diagnostic, which has the file and the line besides.
        "start_line" => {
            let line = written.get("line").and_then(Value::as_u64);
            line.is_some() && number(value) == line
        }
        // The text of a match leads from its start to its end.
        "end_line" => descend(node, above)
            .and_then(|span| end(span, written))
            .is_some_and(|(line, _)| number(value) == Some(line)),
        "end_col" => descend(node, above)
            .and_then(|span| end(span, written))
            .is_some_and(|(_, column)| number(value) == Some(column)),
        // It is the file of the whole answer, if it can be one.
        "file_path" => matches!(value.kind(), Kind::String | Kind::Null),
        "message" => is(descend(node, "/error/message")),
        "file" => is(descend(node, "/spans").and_then(|spans| spans.item(0)?.get("file_path"))),
        "files_modified" => {
            let files = node
                .get("files")
                .filter(|files| files.kind() == Kind::Array);
            files.is_some_and(|files| number(value) == Some(files.len()))
        }
        "files" => {
            let names = records(written).filter_map(|record| record.get("path")?.as_str());
            value
                .items()
                .map(Node::as_str)
                .eq(names.map(|name| Some(name.into())))
        }
        "symbol_counts" => {
            let is_counted = |path: &str, count: Node<'_>| {
                records(written).any(|record| {
                    let counted = record.get("symbol_count").and_then(Value::as_u64);
                    record.get("path").and_then(Value::as_str) == Some(path)
                        && counted.is_some()
                        && counted == number(count)
                })
            };
            value
                .members()
                .all(|(key, count)| is_counted(&key.as_str(), count))
        }
        "partial" if above.is_empty() => {
            let status = node.get("status").and_then(Node::as_str);
            match value.as_bool() {
                Some(true) => status.as_deref() == Some("partial"),
                Some(false) => true,
                None => value.is_null(),
            }
        }
        "status" if above.is_empty() => match written.get("status").and_then(Value::as_str) {
            Some("approved") => value.as_str().as_deref() == Some("ok"),
            Some("rejected") => value.as_str().as_deref() == Some("error"),
            word => value.as_str().as_deref() == word,
        },
        "symbol" | "content" if above == "/data" => {
            let data = node.get("data");
            let lists = FOUND
                .iter()
                .any(|name| data.is_some_and(|data| data.get(name).is_some()));
            let symbol = data.and_then(|data| data.get("symbol"));
            !lists && symbol.is_some_and(|symbol| symbol.kind() == Kind::Object)
        }
        "kind" | "parent" if above.is_empty() => {
            let context = written.get("context").and_then(|context| context.get(name));
            context.and_then(Value::as_str) == value.as_str().as_deref()
        }
        _ => true,
    }
}

fn number(value: Node<'_>) -> Option<u64> {
    value.as_u64_safe().ok().map(|number| number.value)
}

/// Line and column behind the text of a match that was written with its start.
fn end(span: Node<'_>, written: &Object) -> Option<(u64, u64)> {
    let text = written.get("matched_text").and_then(Value::as_str)?;
    let is_written = |names: [&str; 2]| names.iter().any(|name| written.contains_key(name));
    if !is_written(["line_number", "line"]) || !is_written(["column_number", "column"]) {
        return None;
    }
    let (line, column) = (
        number(span.get("start_line")?)?,
        number(span.get("start_col")?)?,
    );
    let tail = text.rsplit('\n').next().unwrap_or_default().len() as u64;
    match text.matches('\n').count() as u64 {
        0 => Some((line, column.checked_add(tail)?)),
        breaks => Some((line.checked_add(breaks)?, tail)),
    }
}

/// The records of files that were written.
fn records(written: &Object) -> impl Iterator<Item = &Value> {
    let files = written.get("files").and_then(Value::as_array);
    files.into_iter().flat_map(|files| files.iter())
}
