//! From an envelope to llmsearch's answer: what no table says.

use alloc::format;
use alloc::string::{String, ToString};

use super::{FRAGMENTS, MATCH};
use crate::dialect::{Why, Writing, found_in, why_none};
use crate::json::{Array, Kind, Node, Object, Pointer, Value};
use crate::loss::LossKind;
use crate::text::PositionEncoding;

/// The members of a match that may have its text; the first in the words of the envelope.
const TEXTS: [&str; 4] = ["matched_text", "source", "content", "snippet"];

/// Why what another tool shows for a match is not what was found.
const NOT_ITS_TEXT: &str = "it is not the text of the range";

/// Completes an answer: a search has a pattern, and one symbol with its text is a search that
/// found one match.
pub(super) fn answer<'d>(
    writing: &mut Writing<'d, '_>,
    root: Node<'d>,
    here: &Pointer,
    found: &mut Object,
) {
    let data = root.get("data");
    let here = here.child("data");
    if !found.contains_key("pattern") {
        found.insert("pattern", "");
        let note = "no pattern was searched for";
        writing.lost(&here.child("pattern"), LossKind::Defaulted, note);
    }
    let symbol = data.and_then(|data| data.get("symbol"));
    if let Some(matches) = found.get_mut("matches") {
        let list = data.and_then(found_in);
        if let (Some((name, list)), Some(matches)) = (list, matches.as_array_mut())
            && writing.leave_out(list, &here.child(name), matches, |_, one| why_none(one))
        {
            // They are counted anew.
            found.remove("match_count");
        }
        return;
    }
    let Some(symbol) = symbol.filter(|symbol| symbol.kind() == Kind::Object) else {
        return;
    };
    let here = here.child("symbol");
    let before = writing.losses.len();
    let mut one = writing.record(symbol, &here, &MATCH);
    let content = data.and_then(|data| data.get("content"));
    let span = symbol
        .get("span")
        .filter(|span| span.kind() == Kind::Object);
    let content = content.filter(|content| {
        let text = content.as_str().unwrap_or_default();
        let is_its = span.is_none_or(|span| is_of_range(writing, span, &text));
        if !is_its {
            let place = Pointer::root().child("data").child("content");
            writing.lost(&place, LossKind::Dropped, NOT_ITS_TEXT);
        }
        is_its
    });
    if let (Some(one), Some(content)) = (one.as_object_mut(), content) {
        // The text of the symbol stands beside it.
        let place = here.child("matched_text");
        let mut told = writing.losses.split_off(before);
        told.retain(|lost| lost.loss.pointer != place.as_str());
        writing.losses.append(&mut told);
        let written = one.get("matched_text").and_then(Value::as_str);
        let own = TEXTS.iter().find(|name| {
            let text = symbol.get(name).and_then(Node::as_str);
            text.is_some() && text.as_deref() == written && text != content.as_str()
        });
        if let Some(own) = own {
            let note = "the text beside the symbol is written";
            writing.lost(&here.child(own), LossKind::Dropped, note);
        }
        one.insert("matched_text", content.to_value());
    }
    let mut matches = Array::new();
    if !writing.leave_one_out(&one, &here, before) {
        matches.push(one);
    }
    found.insert("matches", matches);
}

/// Completes a match with what the envelope has in other members, or only the source tells: the
/// text of a range, its line and column, and what stands beside it.
pub(super) fn place<'d>(
    writing: &mut Writing<'d, '_>,
    item: Node<'d>,
    here: &Pointer,
    found: &mut Object,
) {
    let Some(span) = item.get("span").filter(|span| span.kind() == Kind::Object) else {
        return;
    };
    let at = here.child("span");
    let mut texts = TEXTS.into_iter().skip(1);
    let elsewhere = texts.find(|name| item.get(name).is_some());
    if let Some(name) = elsewhere.filter(|_| item.get("matched_text").is_none())
        && let Some(text) = found.get("matched_text").and_then(Value::as_str)
        && !is_of_range(writing, span, text)
    {
        found.remove("matched_text");
        writing.lost(&here.child(name), LossKind::Dropped, NOT_ITS_TEXT);
    }
    if !found.contains_key("matched_text") {
        matched_text(writing, found, span, &here.child("matched_text"));
    }
    lines(writing, found, span, &at);
    for (from, to) in [
        ("inline_before", "context_before"),
        ("inline_after", "context_after"),
    ] {
        if found.contains_key(to) {
            continue;
        }
        let pointer = at.child("context").child(from);
        if let Some(text) = writing.source_fragment(span, from == "inline_before") {
            found.insert(to, text);
            writing.lost(&pointer, LossKind::Derived, "the text beside the range");
        } else {
            let note = "NEEDS_SOURCE: the text beside the range is not known";
            writing.missing(&pointer, &[to], note);
        }
    }
}

fn matched_text<'d>(
    writing: &mut Writing<'d, '_>,
    found: &mut Object,
    span: Node<'d>,
    here: &Pointer,
) {
    let text = selected_text(span).map_or_else(|| writing.source_text(span), Ok);
    match text {
        Ok(text) => {
            found.insert("matched_text", text);
            writing.lost(here, LossKind::Derived, "the text of the range");
        }
        Err(note) => writing.missing(here, &["matched_text"], note),
    }
}

/// Whether a text can be the one of a range: as long, and the same where a source is given.
fn is_of_range<'d>(writing: &mut Writing<'d, '_>, span: Node<'d>, text: &str) -> bool {
    let Some((_, start, end)) = Writing::range(span) else {
        return true;
    };
    let bytes = || usize::try_from(start).ok().zip(usize::try_from(end).ok());
    end.checked_sub(start) == Some(text.len() as u64)
        && writing.source_of(span).is_none_or(|index| {
            let there = bytes().and_then(|(start, end)| index.text().get(start..end));
            there == Some(text.as_bytes())
        })
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
    let stated = number("start_line");
    let (line, column) = match stated {
        Some(line) => {
            let bytes = number("start_col");
            let shown = bytes.and_then(|bytes| code_points(span, bytes));
            let column = shown.or_else(|| {
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
            writing.unwritten(span.get(from), &pointer, &[name], Why::Naming(note));
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
        let (_, start, end) = Self::range(span)?;
        let index = self.source_of(span)?;
        let position = |offset| index.position(offset, PositionEncoding::Utf8).ok();
        let (from, to) = if before {
            let line = index.line_range(position(start)?.line).ok()?;
            let cut = line.start().max(start.saturating_sub(FRAGMENTS));
            (index.ceil_char_boundary(cut).ok()?, start)
        } else {
            let line = index.line_content_range(position(end)?.line).ok()?;
            let cut = line.end().min(end.saturating_add(FRAGMENTS));
            (end, index.floor_char_boundary(cut).ok()?)
        };
        let (from, to) = (usize::try_from(from).ok()?, usize::try_from(to).ok()?);
        let text = core::str::from_utf8(index.text().get(from..to)?).ok()?;
        Some(text.to_string())
    }

    /// Line from 1 and column from 0 in code points.
    fn source_position(&mut self, span: Node<'d>) -> Option<(u64, u64)> {
        let (_, start, _) = Self::range(span)?;
        let index = self.source_of(span)?;
        let position = index.position(start, PositionEncoding::Utf32).ok()?;
        Some((position.line.checked_add(1)?, position.column))
    }
}
