//! Offsets of a range against its text, and its lines and columns against the offsets.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};

use super::super::claim::{Claim, Part};
use super::super::found::{Found, Slot};
use super::super::semantics::{Lines, Said, is_asked, lines_of, proposed};
use super::miscounted::{Stated, ways};
use super::why::NO_COLUMNS;
use super::{Check, slice};
use crate::dialect::convention::{ColumnUnit, Convention};
use crate::envelope::RichSpan;
use crate::text::{ByteRange, EndRule, LineIndex, Position, PositionEncoding, TextError};

impl Check<'_> {
    /// Holds the offsets of a range against the text, and its lines and columns against the
    /// offsets. Returns whether the range lies in the text.
    pub(super) fn place(
        &mut self,
        claim: &Claim<'_>,
        path: &str,
        index: &LineIndex<'_>,
        (start, end): (u64, u64),
    ) -> bool {
        let mut places = [Position::default(); 2];
        let parts = [(Part::ByteStart, start), (Part::ByteEnd, end)];
        for (place, (part, offset)) in places.iter_mut().zip(parts) {
            match index.position(offset, PositionEncoding::Utf8) {
                Ok(found) => *place = found,
                Err(error) => {
                    if let Some(slot) = claim.get(part) {
                        self.text_error(slot, path, &error);
                        return false;
                    }
                }
            }
        }
        // Half a line terminator is a position, and no place for an edit (E7).
        for (part, offset) in parts {
            let around = slice(index, offset.saturating_sub(1), offset.saturating_add(1));
            if let (b"\r\n", Some(slot)) = (around, claim.get(part))
                && self.is_to_be_replaced(claim)
            {
                self.text_error(slot, path, &TextError::InsideCrlf { offset });
                return false;
            }
        }
        self.lines(claim, path, index, (start, end), (places, true));
        self.utf16(claim, path, index, (start, end));
        true
    }

    /// Whether a request asks for other text in a range, or a fix proposes it.
    fn is_to_be_replaced(&mut self, claim: &Claim<'_>) -> bool {
        let root = claim.node().nth(0);
        is_asked(claim.node())
            || (self.proposed)
                .get_or_insert_with(|| proposed(root))
                .contains(&claim.order())
    }

    /// Holds line and column of the start against its offset, for a range that need not end in the
    /// text.
    pub(super) fn start_line(
        &mut self,
        claim: &Claim<'_>,
        path: &str,
        index: &LineIndex<'_>,
        range: (u64, u64),
    ) {
        if let Ok(start) = index.position(range.0, PositionEncoding::Utf8) {
            self.lines(claim, path, index, range, ([start; 2], false));
        }
    }

    /// Holds the columns in UTF-16 code units, beside those of the dialect, against the offsets.
    pub(super) fn utf16(
        &mut self,
        claim: &Claim<'_>,
        path: &str,
        index: &LineIndex<'_>,
        range: (u64, u64),
    ) {
        let ends = [
            (Part::StartColumnUtf16, range.0),
            (Part::EndColumnUtf16, range.1),
        ];
        for (part, offset) in ends {
            let (Some(slot), Some(said)) = (claim.get(part), claim.number(part)) else {
                continue;
            };
            match index.position(offset, PositionEncoding::Utf16) {
                Ok(actual) if actual.column != said => {
                    let message = format!(
                        "byte {offset} of `{path}` is column {} in UTF-16 code units; the \
                         document says {said}",
                        actual.column
                    );
                    let found = Found::at("POSITION_MISMATCH", slot, message)
                        .expecting(actual.column)
                        .in_source(place(path, index, range));
                    self.found.push(found);
                }
                Ok(_) => {}
                Err(error) => self.unchecked(path, error.to_string()),
            }
        }
    }

    pub(super) fn text_error(&mut self, slot: Slot<'_>, path: &str, error: &TextError) {
        let message = format!("in `{path}`: {error}");
        let found = Found::at(error.code(), slot, message);
        self.found.push(found);
    }

    /// Holds lines and columns against the offsets. `in_bytes`: the positions of both ends with
    /// columns in bytes; `has_end`: whether the end is looked at, too.
    fn lines(
        &mut self,
        claim: &Claim<'_>,
        path: &str,
        index: &LineIndex<'_>,
        (start, end): (u64, u64),
        (in_bytes, has_end): ([Position; 2], bool),
    ) {
        let Lines::Given {
            start: from,
            end: to,
        } = lines_of(claim, self.convention)
        else {
            return;
        };
        let columns = self.convention.lines.as_ref();
        let columns = columns.and_then(|lines| lines.columns);
        let unit = columns.map_or(ColumnUnit::BYTES, |columns| columns.unit);
        let ColumnUnit::Encoded(encoding) = unit else {
            self.unchecked(path, NO_COLUMNS.into());
            return;
        };
        let ends = [
            (start, Some(from), Part::StartLine, Part::StartColumn),
            (end, to.filter(|_| has_end), Part::EndLine, Part::EndColumn),
        ];
        for (offset, said, line, column) in ends {
            let Some(said) = said else { continue };
            let is_end = line == Part::EndLine;
            let actual = if encoding == PositionEncoding::Utf8 && (!is_end || self.ends_after()) {
                let [first, last] = in_bytes;
                Ok(if is_end { last } else { first })
            } else {
                self.place_of_end(index, (start, end), is_end, encoding)
            };
            match actual {
                Ok(actual)
                    if actual.line != said.line
                        || (columns.is_some() && actual.column != said.column) =>
                {
                    self.position(
                        claim,
                        path,
                        index,
                        (start, end),
                        (offset, said, actual),
                        (line, column),
                    );
                }
                Ok(_) => {}
                Err(error) => self.unchecked(path, error.to_string()),
            }
        }
    }

    /// Where one end of a range is, as the dialect says it.
    pub(super) fn place_of_end(
        &self,
        index: &LineIndex<'_>,
        (start, end): (u64, u64),
        is_end: bool,
        encoding: PositionEncoding,
    ) -> Result<Position, TextError> {
        if is_end && !self.ends_after() {
            end_position(index, (start, end), encoding, self.convention)
        } else {
            index.position(if is_end { end } else { start }, encoding)
        }
    }

    /// Whether the end of a range is said as the place behind it.
    fn ends_after(&self) -> bool {
        let rule = self.convention.lines.as_ref().and_then(|lines| lines.end);
        rule.unwrap_or_default() == EndRule::After
    }

    /// Reports a line and column that are not those of their offset: at the line if that is wrong,
    /// else at the column.
    fn position(
        &mut self,
        claim: &Claim<'_>,
        path: &str,
        index: &LineIndex<'_>,
        range: (u64, u64),
        (offset, said, actual): (u64, Said, Position),
        (line, column): (Part, Part),
    ) {
        let Some(lines) = &self.convention.lines else {
            return;
        };
        let line_base = u64::from(lines.line_base);
        let column_base = u64::from(lines.columns.map_or(0, |columns| columns.base));
        let (part, right) = if said.line == actual.line {
            (column, actual.column.saturating_add(column_base))
        } else {
            (line, actual.line.saturating_add(line_base))
        };
        let Some(slot) = claim.get(part) else { return };
        let named = |line: u64, of: u64| match lines.columns {
            Some(_) => format!("line {line}, column {}", of.saturating_add(column_base)),
            None => format!("line {line}"),
        };
        let counted = match lines_of(claim, self.convention) {
            Lines::Given { start, end } => {
                let has_columns = lines.columns.is_some();
                let stated = Stated {
                    range,
                    start,
                    end,
                    has_columns,
                };
                ways(stated, index, lines)
            }
            _ => String::new(),
        };
        let message = format!(
            "byte {offset} of `{path}` is {}; the document says {}{}",
            named(actual.line.saturating_add(line_base), actual.column),
            named(said.line.saturating_add(line_base), said.column),
            counted,
        );
        let found = Found::at("POSITION_MISMATCH", slot, message)
            .expecting(right)
            .in_source(place(path, index, range));
        self.found.push(found);
    }
}

/// Where a range ends by the rule of the dialect.
pub(super) fn end_position(
    index: &LineIndex<'_>,
    (start, end): (u64, u64),
    encoding: PositionEncoding,
    convention: &Convention,
) -> Result<Position, TextError> {
    let rule = convention.lines.as_ref().and_then(|lines| lines.end);
    let range = ByteRange::new(start, end)?;
    let (_, end) = index.range_positions(range, encoding, rule.unwrap_or_default())?;
    Ok(end)
}

/// A range of a source text, with its lines and columns.
pub(super) fn place(path: &str, index: &LineIndex<'_>, (start, end): (u64, u64)) -> RichSpan {
    let from = index.position_clamped(start, PositionEncoding::Utf8);
    let to = index.position_clamped(end, PositionEncoding::Utf8);
    RichSpan {
        file_path: path.to_owned(),
        byte_start: start,
        byte_end: end,
        start_line: Some(from.line.saturating_add(1)),
        start_col: Some(from.column),
        end_line: Some(to.line.saturating_add(1)),
        end_col: Some(to.column),
        ..RichSpan::default()
    }
}
