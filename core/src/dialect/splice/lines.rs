//! Lines: those of the context, which keep their terminators, and the numbers of
//! lines that need proof.

use alloc::string::String;
use alloc::vec::Vec;

use super::super::mapping::{ReadValue, WriteValue};
use crate::dialect::{At, Made, Making, Members, Writing};
use crate::json::{Kind, Node, Object, Pointer, Value};
use crate::loss::{Loss, LossKind};
use crate::normalize::ChangeKind;
use crate::text::{LineIndex, LineTerminators, PositionEncoding};
use crate::validate::{COORDINATES, Claim, Found, Lines, Part, Said, Slot, lines_of};

/// Lines without the terminators that splice keeps.
pub(super) const READ: ReadValue = |making, slot, at| Some(bare(making, slot, at));

/// Lines with a terminator; which one, the envelope does not say.
pub(super) const WRITE: WriteValue = |writing, node, at| Some(ended(writing, node, at));

fn bare<'d>(making: &mut Making<'d, '_>, slot: Slot<'d>, at: &At<'_>) -> Made<'d> {
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
        making.changed_to(slot, ChangeKind::Converted, &from, &lines, at);
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
        writing.lost(at, LossKind::Derived, FEEDS);
    }
    lines
}

const FEEDS: &str =
    "each line is given the terminator LF, but not an empty one that may be the last of the text";

/// The lines of a context, in the order in which they stand in the text.
const LISTS: [&str; 3] = ["before", "selected", "after"];

/// Gives the lines of a context the terminators that they have in the text, and none to the last
/// one of it. `names` are those of the lists. `at` is the place of the span in the envelope.
///
/// Without the text the terminator is taken from an empty line that is the last one shown. That
/// may be the line behind the last terminator of the text, where a terminator would be wrong; a
/// line that is shown without is right anywhere.
pub(super) fn terminate<'d>(
    writing: &mut Writing<'d, '_>,
    span: Node<'d>,
    at: &Pointer,
    written: &mut Object,
    names: [&str; 3],
) {
    let Some(context) = span.get("context") else {
        return;
    };
    let lists = LISTS.map(|name| context.get(name));
    let known = in_text(writing, span, lists);
    let is_shown = |list: &Option<Node<'d>>| list.is_some_and(|list| !list.is_empty());
    let last = lists
        .get(1..)
        .and_then(|lists| lists.iter().rposition(is_shown));
    let last = last.map(|at| at + 1);
    for (number, ((name, ours), known)) in names.into_iter().zip(LISTS).zip(known).enumerate() {
        let Some(lines) = written.get_mut(name).and_then(Value::as_array_mut) else {
            continue;
        };
        let all = known.len() as u64 == lists.get(number).copied().flatten().map_or(0, Node::len)
            && known.iter().all(Option::is_some);
        let is_known = known.last().is_some_and(Option::is_some);
        for (line, known) in lines.iter_mut().zip(known) {
            if let Some(known) = known {
                *line = Value::from(known);
            }
        }
        if last == Some(number)
            && !is_known
            && let Some(line) = lines.iter_mut().last()
            && line.as_str() == Some("\n")
        {
            *line = Value::from("");
        }
        let place = at.child("context").child(ours);
        // What was said of this range stands last; what was said of all others is not looked through.
        let told = writing.losses.iter_mut().rev();
        let mut told = told.take_while(|lost| lost.loss.pointer.starts_with(at.as_str()));
        let is_it = |loss: &Loss| loss.pointer == place.as_str() && loss.note == FEEDS;
        if all && let Some(lost) = told.find(|lost| is_it(&lost.loss)) {
            lost.loss.note = "each line is given the terminator that it has in the source".into();
        }
    }
}

/// The lines of a context with their terminators, as far as the text has them where they should
/// stand.
fn in_text<'d>(
    writing: &mut Writing<'d, '_>,
    span: Node<'d>,
    lists: [Option<Node<'d>>; 3],
) -> [Vec<Option<String>>; 3] {
    let Some((index, [first, touched])) = touched_by(writing, span) else {
        return Default::default();
    };
    let [before, selected, _] = lists.map(|list| list.map_or(0, Node::len));
    let shown = match selected {
        0 => touched.saturating_add(1),
        lines => first.saturating_add(lines),
    };
    let firsts = [first.checked_sub(before), Some(first), Some(shown)];
    let mut numbered = firsts.into_iter().zip(lists);
    core::array::from_fn(|_| {
        let Some((Some(first), Some(list))) = numbered.next() else {
            return Vec::new();
        };
        let lines = (first..).zip(list.items());
        let lines = lines.map(|(number, line)| terminated(index, number, &line.as_str()?));
        lines.collect()
    })
}

/// The text of a range, and the first and the last line of it that the range touches.
fn touched_by<'w, 'd>(
    writing: &'w mut Writing<'d, '_>,
    span: Node<'d>,
) -> Option<(&'w LineIndex<'w>, [u64; 2])> {
    let (path, start, end) = Writing::range(span)?;
    let library = writing.library_of_its(span)?;
    let index = library.open_by(&path, &LineTerminators::Lf)?;
    let line = |offset| Some(index.position(offset, PositionEncoding::Utf8).ok()?.line);
    Some((index, [line(start)?, line(end)?]))
}

/// A line with its terminator, if the text has this one there.
fn terminated(index: &LineIndex<'_>, number: u64, line: &str) -> Option<String> {
    let range = |number| index.line_content_range(number).ok();
    let start = usize::try_from(range(number)?.start()).ok()?;
    let next = number.checked_add(1).and_then(range);
    let end = match next {
        Some(next) => usize::try_from(next.start()).ok()?,
        None => index.text().len(),
    };
    let text = core::str::from_utf8(index.text().get(start..end)?).ok()?;
    let ended = text.strip_prefix(line)?;
    matches!(ended, "" | "\n" | "\r\n").then(|| text.into())
}

/// Lines and columns of both ends of a range, as in the envelope: lines from 1.
pub(super) type Ends = [u64; 4];

/// Writes lines and columns into a span of the envelope as far as they are proved,
/// where the tool prints no columns, or counts more line terminators than LF.
/// `node` is the object that claims the range.
pub(super) fn prove<'d>(
    making: &mut Making<'d, '_>,
    node: Node<'d>,
    span: &mut Members<'d>,
    at: &At<'_>,
) {
    let Some(claim) = making.claim(node) else {
        return;
    };
    let said = match lines_of(claim, making.convention) {
        Lines::Given { start, end } => Some((start, end.unwrap_or(start))),
        // Of four numbers that are none together, no text tells what they are.
        Lines::Wrong => None,
        Lines::Unknown => return,
    };
    let numbers = said.and_then(|(start, end)| {
        let alone = without_text(making, claim, start, end);
        alone.or_else(|| with_text(making, claim, start, Some(end)))
    });
    let Some(numbers) = numbers else {
        // What is no number was told to be of another type.
        for (part, name) in COORDINATES {
            if let Some(slot) = claim.get(part).filter(|_| claim.number(part).is_some()) {
                making.unproved(slot, at.child(name));
            }
        }
        if let Some(slot) = claim.get(Part::EndLine).filter(|_| said.is_some()) {
            needs_text(making, claim, slot);
        }
        return;
    };
    write_numbers(making, claim, span, at, numbers, |making, slot, place| {
        making.moved_unless_there(slot, place);
    });
}

/// Writes lines and columns into a span of the envelope, and says of each what became of it;
/// `unchanged` says it of one that the document has as it is.
fn write_numbers<'d>(
    making: &mut Making<'d, '_>,
    claim: &Claim<'d>,
    span: &mut Members<'d>,
    at: &At<'_>,
    numbers: Ends,
    unchanged: impl Fn(&mut Making<'d, '_>, Slot<'d>, At<'_>),
) {
    for ((part, name), number) in COORDINATES.into_iter().zip(numbers) {
        let place = at.child(name);
        let written = Made::from(number);
        span.insert(name, number);
        let Some(slot) = claim.get(part) else {
            making.added(ChangeKind::Derived, place, &written);
            continue;
        };
        let from = Made::from(slot.node);
        if from == written {
            unchanged(making, slot, place);
        } else {
            making.changed_to(slot, ChangeKind::Converted, &from, &written, place);
        }
    }
}

/// Counts lines and columns of a span anew where the text is there, agrees with the document
/// and has other line terminators than the envelope's. The lines around it are then cut in
/// other places, and stay with the tool.
///
/// Without the text they are carried as they are, as the two ways differ only in a text that has
/// VT, FF, NEL, LS, PS or a CR of its own; where the document shows that the text has one of
/// these, or the text at hand has one and may be another text, lines and columns stay with the tool,
/// too. Whether either was done is returned.
/// `unchanged` says of a number that it is the same in the envelope.
pub(super) fn by_text<'d>(
    making: &mut Making<'d, '_>,
    node: Node<'d>,
    span: &mut Members<'d>,
    at: &At<'_>,
    unchanged: impl Fn(&mut Making<'d, '_>, Slot<'d>, At<'_>),
) -> bool {
    let Some(claim) = making.claim(node) else {
        return false;
    };
    let at_hand = has_other_breaks(making, claim);
    let in_text = at_hand.filter(|_| has_its_text(making, claim));
    let is_shown = making.shows_other_breaks(claim);
    if at_hand == Some(true) || is_shown {
        leave_context(making, claim, span, at);
    }
    let is_open = is_shown || at_hand == Some(true);
    if in_text.is_none() && is_open && !are_settled(making, claim) {
        leave_lines(making, claim, span, at);
        return true;
    }
    if in_text == Some(true)
        && let Lines::Given { start, end } = lines_of(claim, making.convention)
        && let Some(numbers) = with_text(making, claim, start, end)
    {
        write_numbers(making, claim, span, at, numbers, unchanged);
        return true;
    }
    false
}

/// Leaves out the lines around a range of a text that has other line terminators than the
/// envelope's.
pub(super) fn context_by_text<'d>(
    making: &mut Making<'d, '_>,
    node: Node<'d>,
    span: &mut Members<'d>,
    at: &At<'_>,
) {
    if let Some(claim) = making.claim(node)
        && (has_other_breaks(making, claim) == Some(true) || making.shows_other_breaks(claim))
    {
        leave_context(making, claim, span, at);
    }
}

/// Whether nothing is said of lines, or the numbers alone prove them.
fn are_settled(making: &Making<'_, '_>, claim: &Claim<'_>) -> bool {
    let Lines::Given { start, end } = lines_of(claim, making.convention) else {
        return true;
    };
    match end {
        Some(end) => without_text(making, claim, start, end).is_some(),
        None => start.line == 0 && offsets(claim).is_some_and(|(from, _)| from == start.column),
    }
}

/// Leaves out the lines and columns of a span, and says that only the text tells them.
fn leave_lines<'d>(
    making: &mut Making<'d, '_>,
    claim: &Claim<'d>,
    span: &mut Members<'d>,
    at: &At<'_>,
) {
    for (part, name) in COORDINATES {
        span.remove(name);
        if let Some(slot) = claim.get(part) {
            making.unproved(slot, at.child(name));
        }
    }
    if let Some(slot) = claim
        .get(Part::EndLine)
        .or_else(|| claim.get(Part::StartLine))
    {
        needs_text(making, claim, slot);
    }
}

fn needs_text<'d>(making: &mut Making<'d, '_>, claim: &Claim<'d>, slot: Slot<'d>) {
    let library = making.library.as_deref_mut();
    let text = library.zip(claim.text(Part::Path));
    let is_there = text.is_some_and(|(library, path)| library.open(&path).is_ok());
    let message = if is_there {
        "the line is counted in another way than ours, and the source has another one there: \
         it may not be the text that the tool saw"
    } else {
        "the line is counted in another way than ours; only the text tells"
    };
    let found = Found::at("NEEDS_SOURCE", slot, message);
    making.found.push(found);
}

/// Leaves out the context of a span with all that is in it: its lines, whose members are in the
/// span itself in some answers, and whatever else stands beside them.
fn leave_context<'d>(
    making: &mut Making<'d, '_>,
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
        making.unproved(slot, at.child(name));
    }
    let Some(context) = claim.node().get("context") else {
        return;
    };
    if context.kind() != Kind::Object {
        making.unproved(Slot::of(context), at);
        return;
    }
    for (key, value) in context.members() {
        let is_listed = |(slot, _): (Slot<'d>, _)| slot.node.order() == value.order();
        if !lists.into_iter().flatten().any(is_listed) {
            making.unproved(Slot::of(value), at.child(&key.as_str()));
        }
    }
}

/// Whether the text that a range is in has line terminators that the envelope
/// does not count as such; nothing if there is no text.
fn has_other_breaks(making: &mut Making<'_, '_>, claim: &Claim<'_>) -> Option<bool> {
    let path = claim.text(Part::Path)?;
    let library = making.library.as_deref_mut()?;
    let ours = library.open_by(&path, &LineTerminators::Lf)?.line_count();
    Some(ours != library.open(&path).ok()?.line_count())
}

/// Whether the text at hand is not known to be another one than that of a range.
fn has_its_text(making: &mut Making<'_, '_>, claim: &Claim<'_>) -> bool {
    let (Some(path), Some(range)) = (claim.text(Part::Path), offsets(claim)) else {
        return true;
    };
    let library = making.library.as_deref_mut();
    library.is_some_and(|library| library.open_its(&path, range).is_some())
}

fn offsets(claim: &Claim<'_>) -> Option<(u64, u64)> {
    Some((claim.number(Part::ByteStart)?, claim.number(Part::ByteEnd)?))
}

/// What the numbers alone prove: no terminator of any kind is before the first
/// line, so that its columns are offsets; and none is inside a range on one line.
fn without_text(
    making: &Making<'_, '_>,
    claim: &Claim<'_>,
    start: Said,
    end: Said,
) -> Option<Ends> {
    let (from, to) = offsets(claim)?;
    let columns = making.convention.lines.as_ref()?.columns.is_some();
    if start.line != 0 || end.line != 0 || (columns && (start.column, end.column) != (from, to)) {
        return None;
    }
    Some([1, from, 1, to])
}

/// What the text proves, if it agrees with the document.
fn with_text(
    making: &mut Making<'_, '_>,
    claim: &Claim<'_>,
    start: Said,
    end: Option<Said>,
) -> Option<Ends> {
    let (from, to) = offsets(claim)?;
    let columns = making.convention.lines.as_ref()?.columns.is_some();
    let path = claim.text(Part::Path)?;
    let library = making.library.as_deref_mut()?;
    let index = library.open_its(&path, (from, to))?;
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

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
mod tests;
