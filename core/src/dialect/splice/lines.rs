//! Lines: those of the context, which keep their terminators, and the numbers of
//! lines that need proof.

use alloc::string::String;

use super::super::mapping::{ReadValue, WriteValue};
use crate::dialect::{At, Draft, Made, Members, Writing};
use crate::json::{Node, Object, Pointer, Value};
use crate::loss::LossKind;
use crate::text::{LineIndex, LineIndexOptions, LineTerminators, PositionEncoding};
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
            "each line is given the terminator LF",
        );
    }
    lines
}

/// Lines and columns of both ends of a range, canonically: lines from 1.
type Ends = [u64; 4];

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
    let Lines::Given { start, end } = lines_of(claim, draft.convention) else {
        return;
    };
    let parts = [
        ("start_line", Part::StartLine),
        ("start_col", Part::StartColumn),
        ("end_line", Part::EndLine),
        ("end_col", Part::EndColumn),
    ];
    let end = end.unwrap_or(start);
    let alone = without_text(draft, claim, start, end);
    let Some(numbers) = alone.or_else(|| with_text(draft, claim, start, end)) else {
        let slots = parts.iter().filter_map(|(_, part)| claim.get(*part));
        for slot in slots {
            draft.left_out(slot, "left_out");
        }
        if let Some(slot) = claim.get(Part::EndLine) {
            let message = "the line is counted in another way than ours; only the text tells";
            let found = Found::at("NEEDS_SOURCE", slot, message);
            draft.found.push(found);
        }
        return;
    };
    for ((name, part), number) in parts.into_iter().zip(numbers) {
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
fn with_text(draft: &mut Draft<'_, '_>, claim: &Claim<'_>, start: Said, end: Said) -> Option<Ends> {
    let (from, to) = offsets(claim)?;
    let lines = draft.convention.lines.as_ref()?;
    let (columns, feeds) = (
        lines.columns.is_some(),
        lines.terminators == LineTerminators::Lf,
    );
    let path = claim.text(Part::Path)?;
    let index = draft.library.as_deref_mut()?.open(&path).ok()?;
    let mut ends = [0; 4];
    for (at, offset, said) in [(0, from, start), (2, to, end)] {
        let position = index.position(offset, PositionEncoding::Utf8).ok()?;
        if position.line != said.line || (columns && position.column != said.column) {
            return None;
        }
        let (line, column) = if feeds {
            (position.line, position.column)
        } else {
            let text = index.text().get(..usize::try_from(offset).ok()?)?;
            let mut lines = text.split(|byte| *byte == b'\n');
            let column = lines.next_back()?.len() as u64;
            (lines.count() as u64, column)
        };
        *ends.get_mut(at)? = line.saturating_add(1);
        *ends.get_mut(at + 1)? = column;
    }
    Some(ends)
}

/// Writes lines and columns as `delete` counts them, where the text is there to
/// count in. `names` are the tool's, in the order of [`Ends`].
pub(super) fn by_breaks<'d>(
    writing: &mut Writing<'d, '_>,
    node: Node<'d>,
    at: &Pointer,
    span: &mut Object,
    names: [&str; 4],
) {
    let given = ["start_line", "start_col", "end_line", "end_col"];
    if !given.iter().all(|name| node.get(name).is_some()) {
        return;
    }
    let counted = Writing::range(node).and_then(|(path, start, end)| {
        let index = writing.library.as_deref_mut()?.open(&path).ok()?;
        let options = LineIndexOptions {
            terminators: LineTerminators::Unicode,
            ..LineIndexOptions::default()
        };
        let index = LineIndex::with_options(index.text(), &options);
        let place = |offset| index.position(offset, PositionEncoding::Utf8).ok();
        Some((place(start)?, place(end)?))
    });
    let Some((start, end)) = counted else {
        for name in given {
            let note = "NEEDS_SOURCE: every line break of Unicode ends a line here";
            writing.lost(&at.child(name), LossKind::Dropped, note);
        }
        return;
    };
    let numbers = [
        start.line.saturating_add(1),
        start.column,
        end.line.saturating_add(1),
        end.column,
    ];
    for (name, number) in names.into_iter().zip(numbers) {
        span.insert(name, number);
    }
}
