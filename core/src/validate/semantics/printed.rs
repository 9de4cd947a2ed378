//! Do the lines and columns of a range fit the text and the lines that are printed with it?
//!
//! What is printed is a piece of the text, so that this can be told without the rest of it: the
//! text of the range must stand at its column and end where the range ends, and no column may be
//! past the end of its line. What is printed next to the range is looked at in `ranges`.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;

use super::super::claim::{Claim, Part, Parts};
use super::super::found::Found;
use super::super::source::changes_files;
use super::super::structure::Seen;
use super::Said;
use super::ranges::Ranges;
use crate::dialect::convention::ColumnUnit;
use crate::json::Node;
use crate::text::{EndRule, PositionEncoding};

const PRINTED: Parts = Parts::of(&[Part::LinesSelected, Part::Text]);

/// What ends a line for one tool or another.
const BREAKS: [char; 7] = [
    '\n', '\r', '\u{b}', '\u{c}', '\u{85}', '\u{2028}', '\u{2029}',
];

/// The places of a range, and in what its columns count.
#[derive(Debug, Clone, Copy)]
struct Place {
    from: Said,
    to: Option<Said>,
    unit: PositionEncoding,
    /// Number of the first column.
    base: u32,
}

impl<'d> Ranges<'d, '_> {
    /// Holds the lines and columns of a range against what is printed of it. Its offsets are
    /// `length` bytes apart. Returns whether they may be right.
    pub(super) fn printed(
        &mut self,
        claim: &Claim<'d>,
        (from, to): (Said, Option<Said>),
        length: Option<u64>,
    ) -> bool {
        if !claim.says_any(PRINTED) {
            return true;
        }
        let lines = self.convention.lines.as_ref();
        let Some(columns) = lines.and_then(|lines| lines.columns) else {
            return true;
        };
        let ColumnUnit::Encoded(unit) = columns.unit else {
            return true;
        };
        let base = columns.base;
        let place = Place {
            from,
            to,
            unit,
            base,
        };
        let ends_after = lines.is_some_and(|lines| lines.end == Some(EndRule::After));
        // What replaces bytes that are no text has another length than they have.
        let text = claim.get(Part::Text).and_then(|slot| slot.node.as_str());
        let text = text.filter(|text| {
            !text.is_empty() && is_faithful(text) && length == Some(text.len() as u64)
        });
        let own = text.as_deref().filter(|_| ends_after);
        let told = own.and_then(|text| ends_elsewhere(place, text));
        if let Some((part, message)) = told {
            let slot = claim.get(part).unwrap_or(claim.slot);
            self.report("POSITION_IMPOSSIBLE", slot, message);
            return false;
        }
        if let Some(lines) = claim.get(Part::LinesSelected)
            && let Some((part, message)) = off_the_lines(place, lines.node, text.as_deref(), length)
        {
            let slot = claim.get(part).unwrap_or(claim.slot);
            let is_of_lines = part == Part::LinesSelected;
            self.off_lines.push(if is_of_lines {
                Found::at("CONTEXT_MISMATCH", slot, message)
            } else {
                let found = Found::at("POSITION_IMPOSSIBLE", slot, message);
                found.related("the lines that are printed", lines)
            });
            return is_of_lines;
        }
        true
    }

    /// Reports the ranges that do not fit their printed lines; not those of a document about a
    /// change, which may print the lines afterwards.
    pub(super) fn off_their_lines(&mut self, seen: &Seen<'d>) {
        if !changes_files(seen) {
            self.found.append(&mut self.off_lines);
        }
    }
}

/// Whether a piece of a text is shown as it is, so that its length is known.
fn is_faithful(text: &str) -> bool {
    !text.contains(char::REPLACEMENT_CHARACTER)
}

/// The offset of a column in a line, if one begins there.
fn byte_of(unit: PositionEncoding, line: &str, column: u64) -> Option<usize> {
    let mut left = column;
    for (at, character) in line.char_indices() {
        if left == 0 {
            return Some(at);
        }
        let units = match unit {
            PositionEncoding::Utf8 => character.len_utf8(),
            PositionEncoding::Utf16 => character.len_utf16(),
            PositionEncoding::Utf32 => 1,
        };
        left = left.checked_sub(units as u64)?;
    }
    (left == 0).then_some(line.len())
}

/// Where a range ends by its text, if the document says that it ends elsewhere.
fn ends_elsewhere(place: Place, text: &str) -> Option<(Part, String)> {
    // Nobody knows which other breaks end a line, nor whether a byte order mark counts in columns.
    let (from, to) = (place.from, place.to?);
    let others = |c: char| c != '\n' && BREAKS.contains(&c);
    let text = if text.contains('\r') {
        Cow::Owned(text.replace("\r\n", "\n"))
    } else {
        Cow::Borrowed(text)
    };
    if text.contains(others) || text.starts_with('\u{feff}') {
        return None;
    }
    let (lines, last) = match text.rsplit_once('\n') {
        Some((before, last)) => (1 + before.matches('\n').count() as u64, last),
        None => (0, &*text),
    };
    if to.line.checked_sub(from.line)? != lines {
        let message = format!(
            "the range ends {} lines after its start, and its text {lines}",
            to.line - from.line
        );
        return Some((Part::EndLine, message));
    }
    let before = if lines == 0 { from.column } else { 0 };
    let column = before.checked_add(place.unit.length_of(last))?;
    (to.column != column).then(|| {
        let right = column.saturating_add(place.base.into());
        let message = format!("the text of the range ends at column {right}");
        (Part::EndColumn, message)
    })
}

/// What the printed lines say against the place of a range that touches them.
fn off_the_lines(
    place: Place,
    lines: Node<'_>,
    text: Option<&str>,
    length: Option<u64>,
) -> Option<(Part, String)> {
    let touched = match place.to {
        Some(to) => Some(to.line.checked_sub(place.from.line)?.checked_add(1)?),
        None => None,
    };
    let count = lines.len();
    if let Some(touched) = touched.filter(|touched| count > *touched) {
        let message = format!("{count} lines of a range that touches {touched}");
        return Some((Part::LinesSelected, message));
    }
    let first = printed_line(lines.items().next()?)?;
    if place.from.line > 0 || !first.starts_with('\u{feff}') {
        if let Some(message) = past(place, &first, place.from.column) {
            return Some((Part::StartColumn, message));
        }
        if let Some(text) = text {
            let head = text.split(BREAKS).next().unwrap_or_default();
            if let Some(told) = stands_elsewhere(place, &first, head) {
                return Some(told);
            }
        }
    }
    if let Some(length) = length
        && let Some(message) = on_another_line(place, &first, lines, length)
    {
        return Some((Part::EndLine, message));
    }
    let to = place.to.filter(|_| touched == Some(count))?;
    let last = printed_line(lines.items().last()?)?;
    let message = past(place, &last, to.column)?;
    Some((Part::EndColumn, message))
}

/// Why a range of so many bytes does not end on its last line, by the lines that are printed. What
/// ends each of them has one to three bytes.
fn on_another_line(place: Place, first: &str, lines: Node<'_>, length: u64) -> Option<String> {
    let last = place.to?.line.checked_sub(place.from.line)?;
    let start = byte_of(place.unit, first, place.from.column)?;
    // Of the lines before the last one, from the start of the range.
    let (mut least, mut most, mut printed) = (0_u64, 0_u64, 0_u64);
    for line in lines.items() {
        let line = printed_line(line)?.len() as u64;
        let rest = line.checked_sub(if printed == 0 { start as u64 } else { 0 })?;
        if printed == last {
            let ends_there = least <= length && length <= most.saturating_add(rest + 3);
            return (!ends_there).then(|| {
                format!("by the lines that are printed, the {length} bytes of the range do not end on this line")
            });
        }
        least = least.saturating_add(rest + 1);
        most = most.saturating_add(rest + 3);
        printed += 1;
    }
    (length < least).then(|| {
        format!(
            "by the lines that are printed, the {length} bytes of the range end before this line"
        )
    })
}

/// A printed line without its terminator; nothing, if it may have been changed to be printed, or
/// may be several lines.
fn printed_line(node: Node<'_>) -> Option<Cow<'_, str>> {
    if let Some(line) = node.plain_str().filter(|line| line.is_ascii()) {
        // What ends a line is escaped in JSON.
        return Some(Cow::Borrowed(line));
    }
    let line = node.as_str()?;
    let ends = ["\r\n", "\n"];
    let mut content = ends.iter().filter_map(|end| line.strip_suffix(end));
    let line = content.next().unwrap_or(&line);
    let is_known = is_faithful(line) && !line.contains(BREAKS);
    is_known.then(|| Cow::Owned(line.into()))
}

/// Why a column is not one of a line. Some count the terminator as one more.
fn past(place: Place, line: &str, column: u64) -> Option<String> {
    if column <= 1 {
        return None;
    }
    let length = place.unit.length_of(line);
    (column > length.saturating_add(1)).then(|| {
        let base = u64::from(place.base);
        let (column, last) = (column.saturating_add(base), length.saturating_add(base));
        format!("column {column} of a line that is printed up to column {last}")
    })
}

/// Where the first line of the text of a range stands in its printed line, if that is not at its
/// column.
fn stands_elsewhere(place: Place, line: &str, head: &str) -> Option<(Part, String)> {
    let at = byte_of(place.unit, line, place.from.column);
    // A range that begins with what ends its line shows nothing of the line.
    if head.is_empty() || at.is_some_and(|at| line.get(at..).is_some_and(|it| it.starts_with(head)))
    {
        return None;
    }
    let Some(at) = line.find(head) else {
        let message = "the text of the range does not stand in the line that is printed";
        return Some((Part::LinesSelected, message.into()));
    };
    let message = if line.rfind(head) == Some(at) {
        let right = place
            .unit
            .length_of(line.get(..at)?)
            .saturating_add(place.base.into());
        format!("the text of the range stands at column {right} of the line that is printed")
    } else {
        "the text of the range stands at other columns of the line that is printed".into()
    };
    Some((Part::StartColumn, message))
}
