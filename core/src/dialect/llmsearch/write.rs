//! From an envelope to llmsearch's answer, as far as the envelope alone tells.

use alloc::format;
use alloc::string::{String, ToString};

use crate::dialect::Writing;
use crate::envelope::{ReferenceMatch, Response, SymbolMatch};
use crate::json::{Array, Kind, Node, Object, Pointer, Value};
use crate::loss::LossKind;
use crate::text::PositionEncoding;

/// Members of the envelope that say nothing about the search itself.
const WRAPPER: [&str; 4] = ["schema_version", "execution_id", "data", "origin"];

/// Bytes of the line that are printed on each side of a match.
const FRAGMENT: u64 = 100;

/// Members of a span that follow from the others.
const FOLLOWS: [&str; 5] = ["span_id", "start_line", "start_col", "end_line", "end_col"];

/// Lists of `data` whose elements have a `span`, the first of which is the answer.
const LISTS: [&str; 3] = ["matches", "symbols", "references"];

/// The whole answer.
pub(super) fn document(writing: &mut Writing<'_, '_>) -> Value {
    let root = writing.root;
    let here = Pointer::root();
    let mut answer = Object::new();
    if let Some(id) = root.get("execution_id") {
        answer.insert("execution_id", id.to_value());
    }
    for (key, value) in root.members() {
        let name = key.as_str();
        if WRAPPER.contains(&name.as_ref()) {
            continue;
        }
        if Response::SHAPE.field(&name).is_some() {
            writing.dropped(&here.child(&name));
        } else {
            answer.insert(name, value.to_value());
        }
    }
    if let Some(data) = root.get("data") {
        search(writing, &mut answer, data, &here.child("data"));
    }
    Value::Object(answer)
}

fn search<'d>(writing: &mut Writing<'d, '_>, answer: &mut Object, data: Node<'d>, here: &Pointer) {
    let is_list = |name: &&&str| {
        data.get(name)
            .is_some_and(|list| list.kind() == Kind::Array)
    };
    let list = LISTS.iter().find(is_list).copied();
    if let Some(pattern) = data.get("pattern") {
        answer.insert("pattern", pattern.to_value());
    } else {
        answer.insert("pattern", "");
        writing.lost(
            &here.child("pattern"),
            LossKind::Defaulted,
            "no pattern was searched for",
        );
    }
    let mut matches = None;
    for (key, value) in data.members() {
        let name = key.as_str();
        let pointer = here.child(&name);
        match name.as_ref() {
            "pattern" | "count" => {}
            name if list == Some(name) => {
                let found = (0u64..)
                    .zip(value.items())
                    .map(|(index, item)| one_match(writing, item, &pointer.item(index), None));
                matches = Some(found.collect::<Value>());
            }
            "symbol" if list.is_none() && value.kind() == Kind::Object => {
                let text = data.get("content");
                matches =
                    Some(core::iter::once(one_match(writing, value, &pointer, text)).collect());
            }
            "content" if list.is_none() && data.get("symbol").is_some() => {}
            "matches" => {
                answer.insert("matches", value.to_value());
            }
            _ => writing.dropped(&pointer),
        }
    }
    let length = matches
        .as_ref()
        .and_then(Value::as_array)
        .map(|list| list.len());
    match matches {
        Some(matches) => {
            answer.insert("matches", matches);
        }
        None if data.get("matches").is_none() => {
            answer.insert("matches", Value::Array(Array::new()));
            writing.lost(
                &here.child("matches"),
                LossKind::Defaulted,
                "there is no list of matches",
            );
        }
        None => {}
    }
    if let Some(count) = data.get("count") {
        answer.insert("match_count", count.to_value());
    } else {
        answer.insert("match_count", length.unwrap_or_default());
        writing.lost(
            &here.child("count"),
            LossKind::Derived,
            "the number of matches",
        );
    }
}

/// One match; its text is `text`, if that stands elsewhere.
fn one_match<'d>(
    writing: &mut Writing<'d, '_>,
    item: Node<'d>,
    here: &Pointer,
    text: Option<Node<'d>>,
) -> Value {
    if item.kind() != Kind::Object {
        return item.to_value();
    }
    let mut found = Object::new();
    if let Some(id) = item.get("match_id") {
        found.insert("match_id", id.to_value());
    }
    if let Some(span) = item.get("span").filter(|span| span.kind() == Kind::Object) {
        let beside = ["matched_text", "source", "content"];
        let stated = beside.iter().find_map(|name| item.get(name)).or(text);
        place(writing, &mut found, stated, span, &here.child("span"));
    } else if let Some(text) = item.get("matched_text") {
        found.insert("matched_text", text.to_value());
    }
    let known = [&SymbolMatch::SHAPE, &ReferenceMatch::SHAPE];
    for (key, value) in item.members() {
        let name = key.as_str();
        if ["match_id", "span", "matched_text"].contains(&name.as_ref()) {
            continue;
        }
        if known.iter().any(|shape| shape.field(&name).is_some()) {
            writing.dropped(&here.child(&name));
        } else {
            found.insert(name, value.to_value());
        }
    }
    Value::Object(found)
}

fn place<'d>(
    writing: &mut Writing<'d, '_>,
    found: &mut Object,
    stated: Option<Node<'d>>,
    span: Node<'d>,
    here: &Pointer,
) {
    for (from, to) in [
        ("file_path", "file"),
        ("byte_start", "byte_start"),
        ("byte_end", "byte_end"),
    ] {
        if let Some(value) = span.get(from) {
            found.insert(to, value.to_value());
        }
    }
    matched_text(writing, found, stated, span, here);
    lines(writing, found, span, here);
    let context = span.get("context");
    for (from, to) in [
        ("inline_before", "context_before"),
        ("inline_after", "context_after"),
    ] {
        let pointer = here.child("context").child(from);
        if let Some(value) = context.and_then(|context| context.get(from)) {
            found.insert(to, value.to_value());
        } else if let Some(text) = writing.source_fragment(span, from == "inline_before") {
            found.insert(to, text);
            writing.lost(&pointer, LossKind::Derived, "the text beside the range");
        } else {
            let note = "NEEDS_SOURCE: the text beside the range is not known";
            writing.lost(&pointer, LossKind::Dropped, note);
        }
    }
    for (key, value) in span.members() {
        let name = key.as_str();
        let used = ["file_path", "byte_start", "byte_end", "context"].contains(&name.as_ref());
        if name == "context" {
            for (key, _) in value.members() {
                if !key.is("inline_before") && !key.is("inline_after") {
                    writing.dropped(&here.child("context").child(&key.as_str()));
                }
            }
        } else if !used && !FOLLOWS.contains(&name.as_ref()) {
            writing.dropped(&here.child(&name));
        }
    }
}

fn matched_text<'d>(
    writing: &mut Writing<'d, '_>,
    found: &mut Object,
    stated: Option<Node<'d>>,
    span: Node<'d>,
    here: &Pointer,
) {
    if let Some(text) = stated {
        found.insert("matched_text", text.to_value());
        return;
    }
    let text = selected_text(span).or_else(|| writing.source_text(span));
    if let Some(text) = text {
        found.insert("matched_text", text);
        writing.lost(here, LossKind::Derived, "the text of the range");
    } else {
        let note = "NEEDS_SOURCE: the text of the range is not known";
        writing.lost(here, LossKind::Dropped, note);
    }
}

/// The text of a range on one line, if the context holds that line.
fn selected_text(span: Node<'_>) -> Option<String> {
    let number = |name: &str| Some(span.get(name)?.as_u64_safe().ok()?.value);
    if number("start_line")? != number("end_line")? {
        return None;
    }
    let (start, end) = (number("start_col")?, number("end_col")?);
    let line = span.get("context")?.get("selected")?.item(0)?.as_str()?;
    let range = usize::try_from(start).ok()?..usize::try_from(end).ok()?;
    line.get(range).map(ToString::to_string)
}

/// `line_number` and `column_number`: the column is counted in the text before
/// the match on its line, wherever that is known.
fn lines<'d>(writing: &mut Writing<'d, '_>, found: &mut Object, span: Node<'d>, here: &Pointer) {
    let number = |name: &str| Some(span.get(name)?.as_u64_safe().ok()?.value);
    let stated = number("start_line").zip(number("start_col"));
    let (line, column) = match stated {
        Some((line, bytes)) => {
            let column = code_points(span, bytes).or_else(|| {
                let (at, column) = writing.source_position(span)?;
                (at == line).then_some(column)
            });
            (Some(line), column)
        }
        None => writing.source_position(span).unzip(),
    };
    for (name, from, value) in [
        ("line_number", "start_line", line),
        (
            "column_number",
            "start_col",
            column.and_then(|column| column.checked_add(1)),
        ),
    ] {
        let pointer = here.child(from);
        if let Some(value) = value {
            found.insert(name, value);
            if name == "column_number" || stated.is_none() {
                let note = format!("`{name}`, counted in the text of the line");
                writing.lost(&pointer, LossKind::Derived, note);
            }
        } else {
            let note =
                format!("NEEDS_SOURCE: `{name}` cannot be counted without the text of the line");
            writing.lost(&pointer, LossKind::Dropped, note);
        }
    }
}

/// Code points in the first `bytes` bytes of the line of the start, if the
/// context shows them.
fn code_points(span: Node<'_>, bytes: u64) -> Option<u64> {
    if bytes == 0 {
        return Some(0);
    }
    let context = span.get("context")?;
    if let Some(before) = context.get("inline_before").and_then(Node::as_str)
        && before.len() as u64 == bytes
    {
        return Some(before.chars().count() as u64);
    }
    let line = context.get("selected")?.item(0)?.as_str()?;
    let before = line.get(..usize::try_from(bytes).ok()?)?;
    Some(before.chars().count() as u64)
}

impl<'d> Writing<'d, '_> {
    /// The text beside a range on its line, as long as llmsearch prints it.
    fn source_fragment(&mut self, span: Node<'d>, before: bool) -> Option<String> {
        let (path, start, end) = Self::range(span)?;
        let index = self.library.as_deref_mut()?.open(&path).ok()?;
        let position = |offset| index.position(offset, PositionEncoding::Utf8).ok();
        let (from, to) = if before {
            let line = index.line_range(position(start)?.line).ok()?;
            let cut = line.start().max(start.saturating_sub(FRAGMENT));
            (index.ceil_char_boundary(cut).ok()?, start)
        } else {
            let line = index.line_content_range(position(end)?.line).ok()?;
            let cut = line.end().min(end.saturating_add(FRAGMENT));
            (end, index.floor_char_boundary(cut).ok()?)
        };
        let (from, to) = (usize::try_from(from).ok()?, usize::try_from(to).ok()?);
        let text = core::str::from_utf8(index.text().get(from..to)?).ok()?;
        Some(text.to_string())
    }

    /// Line from 1 and column from 0 in code points.
    fn source_position(&mut self, span: Node<'d>) -> Option<(u64, u64)> {
        let (path, start, _) = Self::range(span)?;
        let index = self.library.as_deref_mut()?.open(&path).ok()?;
        let position = index.position(start, PositionEncoding::Utf32).ok()?;
        Some((position.line.checked_add(1)?, position.column))
    }
}
