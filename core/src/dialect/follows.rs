//! The ways in which a member of the envelope that a tool does not print follows from those
//! that it does.
//!
//! A mapping names the members that can, each with its way; whether one does depends on its
//! value: the id of a span follows from path and offsets only where it was computed from them.

use alloc::collections::BTreeSet;

use crate::id::span_id;
use crate::json::{Kind, Node, Object, Value};

use super::mapping::descend;
use super::writing::{Writing, found_in};

/// How a member of an object of the envelope can be had again from what was written of it.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Follows {
    /// [`Mapping::write`](super::mapping::Mapping::write) has written it, or has said that it
    /// is lost.
    Hook,
    /// The mapping of the object around this one moves it.
    Around,
    /// It is an empty text, which says nothing.
    Empty,
    /// It is the id that path and offsets of its span give.
    SpanId,
    /// Of a range in a diagnostic, which has the file and the line besides: it is that line.
    Line,
    /// It is the line in which the text of the match ends, which leads there from its start.
    EndLine,
    /// It is the column in which the text of the match ends.
    EndColumn,
    /// It is the file of the whole answer, if it can be one.
    AnswerFile,
    /// It is the file of the first span.
    FirstFile,
    /// It is the number of the files that are listed.
    NumberOfFiles,
    /// They are the paths of the records of files, in their order.
    FileNames,
    /// They are the counts of the records of files.
    SymbolCounts,
    /// It is the message of the error.
    ErrorMessage,
    /// The status says the same, or there is no part missing.
    Partial,
    /// It is our word for the verdict, or the tool's own.
    Verdict,
    /// The answer is one symbol and no list, and the symbol is written as the one match.
    OneSymbol,
    /// It is the text that the written context has under this name.
    InContext(&'static str),
}

impl Follows {
    /// Whether the value at `place` in `node`, an object of the envelope, can be had again from
    /// what was `written` of that object.
    pub(super) fn holds(
        self,
        place: &str,
        value: Node<'_>,
        node: Node<'_>,
        written: &Object,
    ) -> bool {
        let around = || descend(node, place.rsplit_once('/').map_or("", |(above, _)| above));
        match self {
            Self::Hook | Self::Around => true,
            Self::Empty => value.as_str().as_deref() == Some(""),
            Self::SpanId => around()
                .and_then(Writing::range)
                .and_then(|(path, start, end)| span_id(&path, start, end).ok())
                .is_some_and(|id| value.as_str().as_deref() == Some(&*id)),
            Self::Line => {
                let line = written.get("line").and_then(Value::as_u64);
                line.is_some() && number(value) == line
            }
            Self::EndLine => around()
                .and_then(|span| end(span, written))
                .is_some_and(|(line, _)| number(value) == Some(line)),
            Self::EndColumn => around()
                .and_then(|span| end(span, written))
                .is_some_and(|(_, column)| number(value) == Some(column)),
            Self::AnswerFile => matches!(value.kind(), Kind::String | Kind::Null),
            Self::FirstFile => {
                let spans = descend(node, "/spans");
                is_text_of(
                    value,
                    spans.and_then(|spans| spans.item(0)?.get("file_path")),
                )
            }
            Self::NumberOfFiles => {
                let files = node.get("files");
                files
                    .filter(|files| files.kind() == Kind::Array)
                    .is_some_and(|files| number(value) == Some(files.len()))
            }
            Self::FileNames => {
                let names = records(written).filter_map(|record| record.get("path")?.as_str());
                value
                    .items()
                    .map(Node::as_str)
                    .eq(names.map(|name| Some(name.into())))
            }
            Self::SymbolCounts => {
                let counted = counted_symbols(written);
                value.members().all(|(path, count)| {
                    number(count).is_some_and(|count| counted.contains(&(&path.as_str(), count)))
                })
            }
            Self::ErrorMessage => is_text_of(value, descend(node, "/error/message")),
            Self::Partial => match value.as_bool() {
                Some(true) => {
                    let status = node.get("status").and_then(Node::as_str);
                    status.as_deref() == Some("partial")
                }
                Some(false) => true,
                None => value.is_null(),
            },
            Self::Verdict => match written.get("status").and_then(Value::as_str) {
                Some("approved") => value.as_str().as_deref() == Some("ok"),
                Some("rejected") => value.as_str().as_deref() == Some("error"),
                word => value.as_str().as_deref() == word,
            },
            Self::OneSymbol => node.get("data").is_some_and(is_one_symbol),
            Self::InContext(name) => {
                let context = written.get("context");
                let there = context.and_then(|context| context.get(name)?.as_str());
                there == value.as_str().as_deref()
            }
        }
    }
}

fn number(value: Node<'_>) -> Option<u64> {
    value.as_u64_safe().ok().map(|number| number.value)
}

/// Whether both are texts, and the same.
fn is_text_of(value: Node<'_>, other: Option<Node<'_>>) -> bool {
    let other = other.and_then(Node::as_str);
    other.is_some() && value.as_str() == other
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

/// The paths in the records of files, each with the count of its symbols.
fn counted_symbols(written: &Object) -> BTreeSet<(&str, u64)> {
    let counted = records(written).filter_map(|record| {
        let path = record.get("path")?.as_str()?;
        Some((path, record.get("symbol_count")?.as_u64()?))
    });
    counted.collect()
}

/// Whether an answer is one symbol, and no list of what was found.
fn is_one_symbol(data: Node<'_>) -> bool {
    let symbol = data.get("symbol");
    found_in(data).is_none() && symbol.is_some_and(|symbol| symbol.kind() == Kind::Object)
}
