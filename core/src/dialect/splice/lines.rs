//! Lines: those of the context, which keep their terminators, and the numbers of
//! lines that need proof.

use alloc::string::String;

use super::super::mapping::{ReadValue, WriteValue};
use crate::dialect::{At, Draft, Made, Members, Writing};
use crate::json::{Kind, Node, Object, Pointer, Value};
use crate::loss::LossKind;
use crate::text::{LineTerminators, PositionEncoding};
use crate::validate::{Claim, Found, Lines, Part, Said, Slot, lines_of};

/// Lines without the terminators that splice keeps.
pub(super) const READ: ReadValue = |draft, slot, at| Some(bare(draft, slot, at));

/// Lines with a terminator; which one, the envelope does not say.
pub(super) const WRITE: WriteValue = |writing, node, at| Some(ended(writing, node, at));

fn bare<'d>(draft: &mut Draft<'d, '_>, slot: Slot<'d>, at: &At<'_>) -> Made<'d> {
    let text_of = |line: Node<'d>| {
        let text = line.as_str()?;
        let bare = text.strip_suffix('\n').unwrap_or(&text);
        let bare = bare.strip_suffix('\r').unwrap_or(bare);
        (bare.len() < text.len()).then(|| Made::from(String::from(bare)))
    };
    let lines = slot.node.items();
    let lines: Made<'d> = lines
        .map(|line| text_of(line).unwrap_or_else(|| line.into()))
        .collect();
    let from = Made::from(slot.node);
    if from != lines {
        draft.changed_to(slot, "converted", &from, &lines, at);
    }
    lines
}

fn ended<'d>(writing: &mut Writing<'d, '_>, node: Node<'d>, at: &Pointer) -> Value {
    let with_feed = |line: Node<'d>| match line.as_str() {
        Some(text) => {
            let mut text = String::from(text);
            text.push('\n');
            Value::from(text)
        }
        None => line.to_value(),
    };
    let lines: Value = node.items().map(with_feed).collect();
    if !node.is_empty() {
        writing.lost(
            at,
            LossKind::Derived,
            "each line is given the terminator LF, but not the last of the text nor an empty one that may be it",
        );
    }
    lines
}

/// Takes the terminator from the last line that a context shows, where the text ends with that
/// line: it has none there. `names` are those of the lines of the range and after it.
///
/// Without the text it is taken from an empty one. That may be the line behind the last terminator
/// of the text, where a terminator would be wrong; a line that is shown without is right anywhere.
pub(super) fn end<'d>(
    writing: &mut Writing<'d, '_>,
    span: Node<'d>,
    written: &mut Object,
    names: [&str; 2],
) {
    let Some(context) = span.get("context") else {
        return;
    };
    let lists = ["selected", "after"].map(|name| context.get(name));
    let Some((at, lines)) = (0..)
        .zip(lists)
        .filter(|(_, it)| it.is_some_and(|it| !it.is_empty()))
        .last()
    else {
        return;
    };
    let last = lines.and_then(|lines| lines.items().last()?.as_str());
    let Some(last) = last else { return };
    let is_end = ends_the_text(writing, span, lists, &last);
    if is_end.unwrap_or(last.is_empty())
        && let Some(list) = names.get(at).and_then(|name| written.get_mut(name))
        && let Some(line) = list.as_array_mut().and_then(|list| list.iter_mut().last())
        && line
            .as_str()
            .is_some_and(|line| line.strip_suffix('\n') == Some(&last))
    {
        *line = Value::from(last.as_ref());
    }
}

/// Whether the last line that a context shows is that of its text; nothing if there is no text, or
/// something else stands there.
fn ends_the_text<'d>(
    writing: &mut Writing<'d, '_>,
    span: Node<'d>,
    [selected, after]: [Option<Node<'d>>; 2],
    last: &str,
) -> Option<bool> {
    let (path, start, end) = Writing::range(span)?;
    let library = writing.library.as_deref_mut()?;
    let index = library.open_by(&path, &LineTerminators::Lf)?;
    let place = |offset| index.position(offset, PositionEncoding::Utf8).ok();
    let (first, touched) = (place(start)?.line, place(end)?.line);
    let count = |list: Option<Node<'d>>| list.map_or(0, Node::len);
    let shown = match count(selected) {
        0 => touched.saturating_add(1),
        lines => first.saturating_add(lines),
    };
    let number = shown.saturating_add(count(after)).checked_sub(1)?;
    let range = index.line_content_range(number).ok()?;
    let range = usize::try_from(range.start()).ok()?..usize::try_from(range.end()).ok()?;
    let is_there = index.text().get(range) == Some(last.as_bytes());
    is_there.then_some(number.saturating_add(1) == index.line_count())
}

/// Lines and columns of both ends of a range, as in the envelope: lines from 1.
pub(super) type Ends = [u64; 4];

const PARTS: [(&str, Part); 4] = [
    ("start_line", Part::StartLine),
    ("start_col", Part::StartColumn),
    ("end_line", Part::EndLine),
    ("end_col", Part::EndColumn),
];

/// Writes lines and columns into a span of the envelope as far as they are proved,
/// where the tool prints no columns, or counts more line terminators than LF.
/// `node` is the object that claims the range.
pub(super) fn prove<'d>(
    draft: &mut Draft<'d, '_>,
    node: Node<'d>,
    span: &mut Members<'d>,
    at: &At<'_>,
) {
    let Some(claim) = draft.claim(node) else {
        return;
    };
    let said = match lines_of(claim, draft.convention) {
        Lines::Given { start, end } => Some((start, end.unwrap_or(start))),
        // Of four numbers that are none together, no text tells what they are.
        Lines::Wrong => None,
        Lines::Unknown => return,
    };
    let numbers = said.and_then(|(start, end)| {
        let alone = without_text(draft, claim, start, end);
        alone.or_else(|| with_text(draft, claim, start, Some(end)))
    });
    let Some(numbers) = numbers else {
        // What is no number was told to be of another type.
        for (name, part) in PARTS {
            if let Some(slot) = claim.get(part).filter(|_| claim.number(part).is_some()) {
                draft.unproved(slot, at.child(name));
            }
        }
        if let Some(slot) = claim.get(Part::EndLine).filter(|_| said.is_some()) {
            needs_text(draft, slot);
        }
        return;
    };
    for ((name, part), number) in PARTS.into_iter().zip(numbers) {
        let place = at.child(name);
        span.insert(name, number);
        match claim.get(part) {
            Some(slot) => {
                let from = Made::from(slot.node);
                if from == number.into() {
                    draft.moved_unless_there(slot, place);
                } else {
                    draft.changed_to(slot, "converted", &from, &number.into(), place);
                }
            }
            None => draft.added("derived", place, &number.into()),
        }
    }
}

/// Counts lines and columns of a span anew where the text is there, agrees with the document
/// and has other line terminators than the envelope's. The lines around it are then cut in
/// other places, and stay with the tool.
///
/// Without the text they are carried as they are, as the two ways differ only in a text that has
/// VT, FF, NEL, LS, PS or a CR of its own; where the document shows that the text has one of
/// these, lines and columns stay with the tool, too. Whether either was done is returned.
pub(super) fn by_text<'d>(
    draft: &mut Draft<'d, '_>,
    node: Node<'d>,
    span: &mut Members<'d>,
    at: &At<'_>,
) -> bool {
    let Some(claim) = draft.claim(node) else {
        return false;
    };
    let in_text = has_other_breaks(draft, claim);
    let is_shown = draft.shows_other_breaks(claim);
    if in_text == Some(true) || is_shown {
        leave_context(draft, claim, span, at);
    }
    if in_text.is_none() && is_shown && !are_settled(draft, claim) {
        leave_lines(draft, claim, span, at);
        return true;
    }
    if in_text == Some(true)
        && let Lines::Given { start, end } = lines_of(claim, draft.convention)
        && let Some(numbers) = with_text(draft, claim, start, end)
    {
        for ((name, part), number) in PARTS.into_iter().zip(numbers) {
            let place = at.child(name);
            span.insert(name, number);
            match claim.get(part) {
                Some(slot) => {
                    let from = Made::from(slot.node);
                    if from != number.into() {
                        draft.changed_to(slot, "converted", &from, &number.into(), place);
                    }
                }
                None => draft.added("derived", place, &number.into()),
            }
        }
        return true;
    }
    false
}

/// Leaves out the lines around a range of a text that has other line terminators than the
/// envelope's.
pub(super) fn context_by_text<'d>(
    draft: &mut Draft<'d, '_>,
    node: Node<'d>,
    span: &mut Members<'d>,
    at: &At<'_>,
) {
    if let Some(claim) = draft.claim(node)
        && (has_other_breaks(draft, claim) == Some(true) || draft.shows_other_breaks(claim))
    {
        leave_context(draft, claim, span, at);
    }
}

/// Whether nothing is said of lines, or the numbers alone prove them.
fn are_settled(draft: &Draft<'_, '_>, claim: &Claim<'_>) -> bool {
    let Lines::Given { start, end } = lines_of(claim, draft.convention) else {
        return true;
    };
    match end {
        Some(end) => without_text(draft, claim, start, end).is_some(),
        None => start.line == 0 && offsets(claim).is_some_and(|(from, _)| from == start.column),
    }
}

/// Leaves out the lines and columns of a span, and says that only the text tells them.
fn leave_lines<'d>(
    draft: &mut Draft<'d, '_>,
    claim: &Claim<'d>,
    span: &mut Members<'d>,
    at: &At<'_>,
) {
    for (name, part) in PARTS {
        span.remove(name);
        if let Some(slot) = claim.get(part) {
            draft.unproved(slot, at.child(name));
        }
    }
    if let Some(slot) = claim
        .get(Part::EndLine)
        .or_else(|| claim.get(Part::StartLine))
    {
        needs_text(draft, slot);
    }
}

fn needs_text<'d>(draft: &mut Draft<'d, '_>, slot: Slot<'d>) {
    let message = "the line is counted in another way than ours; only the text tells";
    let found = Found::at("NEEDS_SOURCE", slot, message);
    draft.found.push(found);
}

/// Leaves out the context of a span with all that is in it: its lines, whose members are in the
/// span itself in some answers, and whatever else stands beside them.
fn leave_context<'d>(
    draft: &mut Draft<'d, '_>,
    claim: &Claim<'d>,
    span: &mut Members<'d>,
    at: &At<'_>,
) {
    if span.remove("context").is_none() {
        return;
    }
    let at = at.child("context");
    let lists = [
        (Part::LinesBefore, "before"),
        (Part::LinesSelected, "selected"),
        (Part::LinesAfter, "after"),
    ];
    let lists = lists.map(|(part, name)| Some((claim.get(part)?, name)));
    for (slot, name) in lists.into_iter().flatten() {
        draft.unproved(slot, at.child(name));
    }
    let Some(context) = claim.node().get("context") else {
        return;
    };
    if context.kind() != Kind::Object {
        draft.unproved(Slot::of(context), at);
        return;
    }
    for (key, value) in context.members() {
        let is_listed = |(slot, _): (Slot<'d>, _)| slot.node.order() == value.order();
        if !lists.into_iter().flatten().any(is_listed) {
            draft.unproved(Slot::of(value), at.child(&key.as_str()));
        }
    }
}

/// Whether the text that a range is in has line terminators that the envelope
/// does not count as such; nothing if there is no text.
fn has_other_breaks(draft: &mut Draft<'_, '_>, claim: &Claim<'_>) -> Option<bool> {
    let path = claim.text(Part::Path)?;
    let library = draft.library.as_deref_mut()?;
    let ours = library.open_by(&path, &LineTerminators::Lf)?.line_count();
    Some(ours != library.open(&path).ok()?.line_count())
}

fn offsets(claim: &Claim<'_>) -> Option<(u64, u64)> {
    Some((claim.number(Part::ByteStart)?, claim.number(Part::ByteEnd)?))
}

/// What the numbers alone prove: no terminator of any kind is before the first
/// line, so that its columns are offsets; and none is inside a range on one line.
fn without_text(draft: &Draft<'_, '_>, claim: &Claim<'_>, start: Said, end: Said) -> Option<Ends> {
    let (from, to) = offsets(claim)?;
    let columns = draft.convention.lines.as_ref()?.columns.is_some();
    if start.line != 0 || end.line != 0 || (columns && (start.column, end.column) != (from, to)) {
        return None;
    }
    Some([1, from, 1, to])
}

/// What the text proves, if it agrees with the document.
fn with_text(
    draft: &mut Draft<'_, '_>,
    claim: &Claim<'_>,
    start: Said,
    end: Option<Said>,
) -> Option<Ends> {
    let (from, to) = offsets(claim)?;
    let columns = draft.convention.lines.as_ref()?.columns.is_some();
    let path = claim.text(Part::Path)?;
    let library = draft.library.as_deref_mut()?;
    let index = library.open(&path).ok()?;
    for (offset, said) in [(from, Some(start)), (to, end)] {
        let position = index.position(offset, PositionEncoding::Utf8).ok()?;
        let is =
            |said: Said| position.line == said.line && (!columns || position.column == said.column);
        if !said.is_none_or(is) {
            return None;
        }
    }
    let index = library.open_by(&path, &LineTerminators::Lf)?;
    let mut ends = [0; 4];
    for (at, offset) in [(0, from), (2, to)] {
        let position = index.position(offset, PositionEncoding::Utf8).ok()?;
        *ends.get_mut(at)? = position.line.saturating_add(1);
        *ends.get_mut(at + 1)? = position.column;
    }
    Some(ends)
}
