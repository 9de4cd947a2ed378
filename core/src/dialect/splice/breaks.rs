//! Lines and columns on the way to splice, whose operations and searches end a line at every line
//! break of Unicode. In the envelope only LF and CRLF do.

use alloc::vec::Vec;

use super::lines::Ends;
use crate::dialect::Writing;
use crate::dialect::breaks::{beginnings, line_index};
use crate::dialect::writing::{OTHER_TEXT, are_of};
use crate::json::{Node, Object, Pointer};
use crate::loss::{LossKind, Lost};
use crate::text::{LineIndex, LineTerminators, PositionEncoding};

/// The numbers of the envelope, in the order of [`Ends`].
const GIVEN: [&str; 4] = ["start_line", "start_col", "end_line", "end_col"];

const COUNTS_MORE: &str = "NEEDS_SOURCE: every line break of Unicode ends a line here";

const COUNTED_MORE: &str = "every line break of Unicode ends a line here";

const CUTS_MORE: &str =
    "every line break of Unicode ends a line here, so that other lines stand around the range";

/// Writes lines and columns as `delete` counts them, where the text is there to
/// count in. `names` are the tool's, in the order of [`Ends`].
pub(super) fn by_breaks<'d>(
    writing: &mut Writing<'d, '_>,
    node: Node<'d>,
    at: &Pointer,
    span: &mut Object,
    names: [&'static str; 4],
) {
    if has_other_breaks(writing, node) {
        leave_context(writing, node, at, span, &["context"]);
    }
    if !GIVEN.iter().all(|name| node.get(name).is_some()) {
        // Some of them tell no place to count from.
        for (from, name) in GIVEN.into_iter().zip(names) {
            if node.get(from).is_some() {
                writing.lacking(&at.child(from), &[name], COUNTS_MORE);
            }
        }
        return;
    }
    let Some(numbers) = recounted(writing, node) else {
        let why = if writing.has_some_source(node) {
            OTHER_TEXT
        } else {
            COUNTS_MORE
        };
        for (from, name) in GIVEN.into_iter().zip(names) {
            writing.lacking(&at.child(from), &[name], why);
        }
        return;
    };
    for ((from, name), number) in GIVEN.into_iter().zip(names).zip(numbers) {
        span.insert(name, number);
        told_apart(writing, node, &at.child(from), from, number);
    }
}

/// Says that a number of the envelope is another one here.
fn told_apart<'d>(
    writing: &mut Writing<'d, '_>,
    node: Node<'d>,
    at: &Pointer,
    name: &str,
    number: u64,
) {
    let ours = node.get(name).and_then(|ours| ours.as_u64_safe().ok());
    if ours.is_some_and(|ours| ours.value != number) {
        writing.lost(at, LossKind::Derived, COUNTED_MORE);
    }
}

/// The same for a span that keeps its numbers where there is no text, unless the envelope shows
/// that its text has other breaks. `names`: four, or the two of the start if the end is not
/// printed. `context`: the members with the lines around it. `at`: the place of the span in the
/// envelope.
pub(super) fn by_breaks_of_text<'d>(
    writing: &mut Writing<'d, '_>,
    node: Node<'d>,
    at: &Pointer,
    span: &mut Object,
    names: &[&'static str],
    context: &[&str],
) {
    if has_other_breaks(writing, node) {
        leave_context(writing, node, at, span, context);
    }
    let ends = names.len() / 2;
    let numbers = match recounted(writing, node) {
        Some(numbers) => Some(numbers),
        None if writing.broken(node).is_none() => return,
        None => at_beginning(writing, node, ends),
    };
    for (index, (from, name)) in GIVEN.into_iter().zip(names.iter().copied()).enumerate() {
        if !span.contains_key(name) {
            continue;
        }
        if let Some(number) = numbers.and_then(|numbers| numbers.get(index).copied()) {
            span.insert(name, number);
            told_apart(writing, node, &at.child(from), from, number);
        } else {
            span.remove(name);
            writing.lacking(&at.child(from), &[name], COUNTS_MORE);
        }
    }
}

/// Whether the text of a span has breaks that end no line in the envelope; without it, or if the text
/// at hand may be another one, whether the envelope shows that.
fn has_other_breaks<'d>(writing: &mut Writing<'d, '_>, node: Node<'d>) -> bool {
    let Some((path, ..)) = Writing::range(node) else {
        return false;
    };
    let counts = writing.library_of_its(node).and_then(|library| {
        let mut count = |by| Some(library.open_by(&path, &by)?.line_count());
        count(LineTerminators::Lf).zip(count(LineTerminators::Unicode))
    });
    match counts {
        Some((ours, theirs)) => ours != theirs,
        None => writing.broken(node).is_some(),
    }
}

/// Leaves out the lines around a range: the tool would cut them in other places. Whatever else
/// stands among them is told already.
fn leave_context<'d>(
    writing: &mut Writing<'d, '_>,
    node: Node<'d>,
    at: &Pointer,
    written: &mut Object,
    names: &[&str],
) {
    let removed = names.iter().filter_map(|name| written.remove(name));
    let removed = removed.count();
    let Some(context) = node.get("context").filter(|_| removed > 0) else {
        return;
    };
    let place = at.child("context");
    let is_inside = |lost: &Lost| {
        let rest = lost.loss.pointer.strip_prefix(place.as_str());
        rest.is_some_and(|rest| rest.starts_with('/'))
    };
    // What is told of this span, or of the match that it is in, was told last.
    let own = at.as_str().strip_suffix("/span").unwrap_or(at.as_str());
    let is_before = |lost: &Lost| !lost.loss.pointer.starts_with(own);
    let from = writing.losses.iter().rposition(is_before);
    let mut told = writing.losses.split_off(from.map_or(0, |last| last + 1));
    told.retain(|lost| !is_inside(lost) || lost.loss.kind != LossKind::Derived.as_str());
    let dropped = |place: &Pointer| told.iter().any(|lost| lost.loss.pointer == place.as_str());
    let all = context.members().map(|(key, _)| place.child(&key.as_str()));
    let untold: Vec<Pointer> = all.filter(|place| !dropped(place)).collect();
    writing.losses.append(&mut told);
    for place in untold {
        writing.lost(&place, LossKind::Dropped, CUTS_MORE);
    }
}

/// Both ends as every break counts them, if the envelope has the numbers of the text: wrong ones
/// would become right without a word.
fn recounted<'d>(writing: &mut Writing<'d, '_>, node: Node<'d>) -> Option<Ends> {
    let (path, start, end) = Writing::range(node)?;
    let library = writing.library_of_its(node)?;
    let index = library.open_by(&path, &LineTerminators::Lf)?;
    are_of(node, index, &[start, end]).then_some(())?;
    counted(writing, node)
}

/// Both ends of a span of the envelope, counted in its text by every line break.
fn counted<'d>(writing: &mut Writing<'d, '_>, node: Node<'d>) -> Option<Ends> {
    let (path, start, end) = Writing::range(node)?;
    let library = writing.library.as_deref_mut()?;
    let index = library.open_by(&path, &LineTerminators::Unicode)?;
    numbers(index, &[start, end])
}

/// The same of the first one or two `ends`, where the envelope shows all of the text before
/// them.
fn at_beginning<'d>(writing: &mut Writing<'d, '_>, node: Node<'d>, ends: usize) -> Option<Ends> {
    let (_, start, end) = Writing::range(node)?;
    let both = [start, end];
    let offsets = both.get(..ends)?;
    beginnings(writing.broken(node)?).iter().find_map(|text| {
        // What follows a CR may be the other half of a CRLF.
        let is_shown = |offset: &u64| *offset < text.len() as u64 || !text.ends_with('\r');
        let ours = line_index(text, LineTerminators::Lf);
        let is_right = offsets.iter().all(is_shown) && are_of(node, &ours, offsets);
        let theirs = is_right.then(|| line_index(text, LineTerminators::Unicode));
        numbers(&theirs?, offsets)
    })
}

/// Lines and columns of one or two offsets; where there is one, its numbers are those of both.
fn numbers(index: &LineIndex<'_>, offsets: &[u64]) -> Option<Ends> {
    let place = |offset: &u64| index.position(*offset, PositionEncoding::Utf8).ok();
    let (start, end) = (place(offsets.first()?)?, place(offsets.last()?)?);
    Some([
        start.line.saturating_add(1),
        start.column,
        end.line.saturating_add(1),
        end.column,
    ])
}
