//! What a document shows of the text around a range, against the text itself.
//!
//! It is only compared here; what follows from a difference is the caller's affair.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::super::claim::{Claim, Part, Parts};
use super::excerpt::{ending, excerpt};
use super::slice;
use crate::json::{Kind, Node};
use crate::source::replaced;
use crate::text::{LineIndex, PositionEncoding};

/// So many bytes of a line, beyond those that a document states, are enough to show that it is
/// another line.
const SHOWN: usize = 256;

/// What a claim can state of the text around its range.
pub(super) const PARTS: Parts = Parts::of(&[
    Part::LinesBefore,
    Part::LinesSelected,
    Part::LinesAfter,
    Part::InlineBefore,
    Part::InlineAfter,
]);

/// What is stated of the text around a range.
#[derive(Debug, Clone, Default)]
pub(crate) struct Around<S> {
    pub(crate) before: Option<Vec<S>>,
    pub(crate) selected: Option<Vec<S>>,
    pub(crate) after: Option<Vec<S>>,
    pub(crate) inline_before: Option<S>,
    pub(crate) inline_after: Option<S>,
}

/// What differs from the text.
#[derive(Debug)]
pub(crate) struct Difference {
    pub(super) part: Part,
    /// Which element of the part it is, if it is one.
    pub(super) element: Option<usize>,
    pub(super) message: String,
}

impl Difference {
    const fn of(part: Part, message: String) -> Self {
        Self {
            part,
            element: None,
            message,
        }
    }
}

impl<S: AsRef<str>> Around<S> {
    /// All lines and fragments that are stated.
    fn pieces(&self) -> impl Iterator<Item = &str> {
        let lists = [&self.before, &self.selected, &self.after];
        let lines = lists.into_iter().flatten().flatten();
        let inline = [&self.inline_before, &self.inline_after];
        let pieces = lines.chain(inline.into_iter().flatten());
        pieces.map(AsRef::as_ref)
    }

    /// Whether anything is stated that could be found wrong.
    pub(crate) fn says_something(&self) -> bool {
        self.pieces().any(|text| !text.trim().is_empty())
    }

    /// How many bytes are stated.
    pub(crate) fn len(&self) -> usize {
        self.pieces()
            .fold(0, |sum, text| sum.saturating_add(text.len()))
    }

    /// What differs from the text around a range that lies in it. `cut`: to how many bytes the tool
    /// cuts what it shows of a line on either side, if it does.
    pub(crate) fn differences(
        &self,
        index: &LineIndex<'_>,
        (start, end): (u64, u64),
        cut: Option<u64>,
    ) -> Vec<Difference> {
        let mut all = Vec::new();
        self.lines(index, (start, end), &mut all);
        let cut = cut.map(|cut| usize::try_from(cut).unwrap_or(usize::MAX));
        self.fragments(index.text(), (start, end), cut, &mut all);
        all
    }

    fn lines(&self, index: &LineIndex<'_>, (start, end): (u64, u64), all: &mut Vec<Difference>) {
        if self.before.is_none() && self.selected.is_none() && self.after.is_none() {
            return;
        }
        let place = |offset| index.position_clamped(offset, PositionEncoding::Utf8);
        let (first, end) = (place(start).line, place(end));
        let last = end.line;
        let mut compare = |part, from: u64, lines: &[S], what: &str| {
            if let Some(line) = first_difference(index, from, lines) {
                let number = line.saturating_add(1);
                let message = match index.line_content_range(line) {
                    Ok(range) if range.is_empty() => format!("{what}: line {number} is empty"),
                    Ok(range) => {
                        let shown = excerpt(slice(index, range.start(), range.end()));
                        format!("{what}: line {number} is {shown}")
                    }
                    Err(_) => format!("{what}: there is no line {number}"),
                };
                all.push(Difference {
                    part,
                    element: usize::try_from(line.saturating_sub(from)).ok(),
                    message,
                });
            }
        };
        let selected = self.selected.as_deref();
        let touched = last.saturating_sub(first).saturating_add(1);
        let is_more = |lines: &[S]| lines.len() as u64 > touched;
        if let Some(lines) = selected.filter(|lines| !is_more(lines)) {
            compare(Part::LinesSelected, first, lines, "the lines of the range");
        }
        if let Some(lines) = &self.before
            && let Some(from) = first.checked_sub(lines.len() as u64)
        {
            compare(Part::LinesBefore, from, lines, "the lines before it");
        }
        // Whether the lines after the range are those of the text, but its own are too few.
        let mut is_less = false;
        if let Some(lines) = &self.after {
            let count = selected.map_or(0, <[S]>::len) as u64;
            let count = count.min(touched);
            // A range that ends right after a terminator touches the line before, and some
            // tools count the one that begins there, too.
            let ends_before = end.column == 0 && last > first;
            let next = last.saturating_add(1);
            let from = if count > 0 {
                first.saturating_add(count)
            } else if ends_before && first_difference(index, next, lines).is_some() {
                last
            } else {
                next
            };
            let is_at = |from| first_difference(index, from, lines).is_none();
            let rest = if ends_before { last } else { next };
            is_less = !lines.is_empty() && from < rest && !is_at(from) && is_at(rest);
            if !is_less {
                compare(Part::LinesAfter, from, lines, "the lines after it");
            }
        }
        if let Some(lines) = selected.filter(|lines| is_more(lines) || is_less) {
            let message = format!("the range touches {touched} lines, not {}", lines.len());
            all.push(Difference::of(Part::LinesSelected, message));
        }
        if self
            .before
            .as_ref()
            .is_some_and(|lines| lines.len() as u64 > first)
        {
            let message = "there are fewer lines before the range".into();
            all.push(Difference::of(Part::LinesBefore, message));
        }
    }

    fn fragments(
        &self,
        text: &[u8],
        (start, end): (u64, u64),
        cut: Option<usize>,
        all: &mut Vec<Difference>,
    ) {
        let at = |offset| usize::try_from(offset).unwrap_or(usize::MAX);
        let is_feed = |byte: &u8| *byte == b'\n';
        if let Some(stated) = &self.inline_before {
            let before = text.get(..at(start)).unwrap_or_default();
            let stated = stated.as_ref();
            // The whole line is looked for only where it is shown: it may be very long.
            if !replaced::shows_tail(stated, before) || stated.contains('\n') {
                let from = before
                    .len()
                    .saturating_sub(stated.len().saturating_add(SHOWN));
                let before = before.get(from..).unwrap_or_default();
                let line = before.rsplit(is_feed).next().unwrap_or_default();
                let message = format!("the line before the range ends with {}", ending(line));
                all.push(Difference::of(Part::InlineBefore, message));
            } else if let Some(all_of_it) = cut.map(|cut| readable(tail(before, cut)))
                && let Some(rest) = all_of_it.strip_suffix(stated).filter(|it| !it.is_empty())
            {
                let message = format!("the line has {} before that", ending(rest.as_bytes()));
                all.push(Difference::of(Part::InlineBefore, message));
            }
        }
        if let Some(stated) = &self.inline_after {
            let after = text.get(at(end)..).unwrap_or_default();
            let stated = stated.as_ref();
            if !replaced::shows_head(stated, after) || stated.contains('\n') {
                let to = after.len().min(stated.len().saturating_add(SHOWN));
                let after = after.get(..to).unwrap_or_default();
                let line = after.split(is_feed).next().unwrap_or_default();
                let message = format!("the line after the range begins with {}", excerpt(line));
                all.push(Difference::of(Part::InlineAfter, message));
            } else if let Some(all_of_it) = cut.map(|cut| readable(head(after, cut)))
                && let Some(rest) = all_of_it.strip_prefix(stated).filter(|it| !it.is_empty())
            {
                let rest = excerpt(rest.as_bytes());
                let message = format!("the line goes on after that with {rest}");
                all.push(Difference::of(Part::InlineAfter, message));
            }
        }
    }
}

/// A piece of a line as a document can show it.
fn readable(line: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(line)
}

/// Whether a byte is inside of a character.
const fn is_inside(byte: u8) -> bool {
    byte & 0xc0 == 0x80
}

/// The end of the last line of a text: up to so many bytes, in whole characters.
fn tail(text: &[u8], most: usize) -> &[u8] {
    let from = text.len().saturating_sub(most);
    let near = text.get(from..).unwrap_or_default();
    let line = near
        .rsplit(|byte| *byte == b'\n')
        .next()
        .unwrap_or_default();
    let inside = line.iter().take_while(|byte| is_inside(**byte)).count();
    line.get(inside..).unwrap_or_default()
}

/// The beginning of the first line of a text: up to so many bytes, in whole characters. The
/// CR of a CRLF may or may not be taken for content.
fn head(text: &[u8], most: usize) -> &[u8] {
    let near = text.get(..most).unwrap_or(text);
    if let Some(feed) = near.iter().position(|byte| *byte == b'\n') {
        let line = near.get(..feed).unwrap_or_default();
        return line.strip_suffix(b"\r").unwrap_or(line);
    }
    let mut to = near.len();
    while text.get(to).is_some_and(|byte| is_inside(*byte)) && to > 0 {
        to -= 1;
    }
    let line = near.get(..to).unwrap_or_default();
    let ends = matches!(text.get(to), None | Some(b'\n'));
    line.strip_suffix(b"\r").filter(|_| ends).unwrap_or(line)
}

/// What a claim states of the text around its range.
pub(crate) fn around<'d>(claim: &Claim<'d>) -> Around<Cow<'d, str>> {
    let list = |part| -> Option<Vec<_>> {
        let node = claim.get(part)?.node;
        let items = (node.kind() == Kind::Array).then(|| node.items())?;
        items.map(Node::as_str).collect()
    };
    let selected = list(Part::LinesSelected);
    // The lines of the range say where the lines after it begin: without them nobody knows.
    let unread = selected.is_none() && claim.get(Part::LinesSelected).is_some();
    Around {
        before: list(Part::LinesBefore),
        selected,
        after: list(Part::LinesAfter).filter(|_| !unread),
        inline_before: claim.text(Part::InlineBefore),
        inline_after: claim.text(Part::InlineAfter),
    }
}

/// Whether a text is the whole lines that a range touches, without the terminator of the
/// last.
pub(super) fn is_whole_lines(index: &LineIndex<'_>, range: (u64, u64), text: &str) -> bool {
    lines_shown(index, range, text).is_some_and(|(shown, all)| shown == all)
}

/// Whether a text is the first of these lines, and not all of them.
pub(super) fn is_head_of_lines(index: &LineIndex<'_>, range: (u64, u64), text: &str) -> bool {
    lines_shown(index, range, text).is_some_and(|(shown, all)| shown < all)
}

/// How many of the lines that a range touches a text shows, from the first on, and how many
/// there are; nothing if it shows others.
fn lines_shown(index: &LineIndex<'_>, (start, end): (u64, u64), text: &str) -> Option<(u64, u64)> {
    let place = |offset| index.position_clamped(offset, PositionEncoding::Utf8);
    let (first, last) = (place(start).line, place(end));
    // A range that ends right after a terminator touches the line before.
    let after = last.line + u64::from(last.column > 0 || last.line == first);
    let lines: Vec<&str> = text.split('\n').collect();
    let are_there = first_difference(index, first, &lines).is_none();
    are_there.then_some((lines.len() as u64, after.saturating_sub(first)))
}

/// The number of the first of some lines that is not as in the text, in which they begin at `from`.
fn first_difference<S: AsRef<str>>(index: &LineIndex<'_>, from: u64, lines: &[S]) -> Option<u64> {
    let same = |number, stated: &str| {
        index.line_range(number).is_ok_and(|range| {
            let kept = slice(index, range.start(), range.end());
            let line = kept.strip_suffix(b"\n").unwrap_or(kept);
            // The CR of a CRLF may or may not be taken for content, and some tools keep
            // the terminator of a line.
            let forms = [line, line.strip_suffix(b"\r").unwrap_or(line), kept];
            forms.into_iter().any(|form| replaced::shows(stated, form))
        })
    };
    let mut numbered = (from..).zip(lines);
    let found = numbered.find(|(number, stated)| !same(*number, stated.as_ref()));
    found.map(|(number, _)| number)
}
