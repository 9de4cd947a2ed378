//! A line as the functions see it: where it starts and ends, what its columns
//! count, and which of its places have none. Every function that takes a place
//! asks here; what it makes of the answer is its own affair.

use super::LineIndex;
use crate::text::scan::tally::Seek;
use crate::text::{PositionEncoding, TextError};

/// A line by its number and where it starts.
#[derive(Debug, Clone, Copy)]
pub(super) struct Line {
    pub(super) number: u64,
    pub(super) start: usize,
}

impl LineIndex<'_> {
    /// The byte offset of a column, up to and including `end`, the end of the
    /// line's terminator.
    pub(super) fn seek_column(
        &self,
        line: Line,
        end: usize,
        column: u64,
        encoding: PositionEncoding,
    ) -> Result<usize, TextError> {
        self.require_decodable(line, encoding)?;
        let found = self.seek(line, end, column, encoding);
        self.found_column(line, column, encoding, found)
    }

    pub(super) fn found_column(
        &self,
        line: Line,
        column: u64,
        encoding: PositionEncoding,
        found: Seek,
    ) -> Result<usize, TextError> {
        match found {
            Seek::At(at) => Ok(at),
            Seek::Inside { floor, ceil } => Err(match encoding {
                PositionEncoding::Utf16 => TextError::SplitSurrogate {
                    line: Some(line.number),
                    unit: column,
                    floor: floor as u64,
                    ceil: ceil as u64,
                },
                _ => TextError::NotCharBoundary {
                    offset: column
                        .saturating_add((line.start + self.unseen(line, encoding)) as u64),
                    floor: floor as u64,
                    ceil: ceil as u64,
                },
            }),
            Seek::Past => Err(self.no_such_column(line, column, encoding)),
        }
    }

    #[cold]
    pub(super) fn no_such_column(
        &self,
        line: Line,
        column: u64,
        encoding: PositionEncoding,
    ) -> TextError {
        let (content_end, end) = (self.content_end(line), self.line_end(line));
        let last = if content_end == end || self.crlf_is_closed {
            content_end
        } else {
            // The start of the terminator's last character.
            self.character_at(end - 1)
                .map_or(end - 1, |(floor, _)| floor)
        };
        TextError::ColOutOfRange {
            line: line.number,
            column,
            first: 0,
            last: self.column(line, last, encoding),
        }
    }

    /// Whether `at` lies between CR and LF where that is not a position (P7).
    #[inline]
    pub(super) fn is_closed_crlf(&self, at: usize) -> bool {
        self.crlf_is_closed
            && self.text.get(at) == Some(&b'\n')
            && at > 0
            && self.text.get(at - 1) == Some(&b'\r')
    }

    pub(super) fn line_with_end(&self, number: u64) -> Result<(Line, usize), TextError> {
        match self.store.line_bounds(number, self.text.len()) {
            Some((start, end)) => Ok((Line { number, start }, end)),
            None => Err(TextError::LineOutOfRange {
                line: number,
                line_count: self.line_count(),
            }),
        }
    }

    #[inline]
    pub(super) fn line(&self, number: u64) -> Result<Line, TextError> {
        self.find_line(number).ok_or(TextError::LineOutOfRange {
            line: number,
            line_count: self.line_count(),
        })
    }

    #[inline]
    pub(super) fn find_line(&self, number: u64) -> Option<Line> {
        let start = self.store.line_start(number)?;
        Some(Line { number, start })
    }

    #[inline]
    pub(super) fn line_of(&self, at: usize) -> Line {
        let (number, start) = self.store.line_at(at);
        Line { number, start }
    }

    /// The end of a line's terminator.
    #[inline]
    pub(super) fn line_end(&self, line: Line) -> usize {
        let next = self.store.line_start(line.number + 1);
        next.unwrap_or(self.text.len())
    }

    /// The column of a boundary on the line, with ill-formed bytes replaced.
    #[inline]
    pub(super) fn column(&self, line: Line, at: usize, encoding: PositionEncoding) -> u64 {
        let units = self.store.units(&self.text, line.start, at, encoding);
        units.saturating_sub(self.unseen(line, encoding)) as u64
    }

    /// The place `column` code units into the line, but not after `end`.
    #[inline]
    pub(super) fn seek(
        &self,
        line: Line,
        end: usize,
        column: u64,
        encoding: PositionEncoding,
    ) -> Seek {
        let units = usize::try_from(column)
            .ok()
            .and_then(|column| column.checked_add(self.unseen(line, encoding)));
        // No encoding has more units than bytes.
        let Some(units) = units.filter(|units| *units <= end - line.start) else {
            return Seek::Past;
        };
        if encoding == PositionEncoding::Utf8 {
            let at = line.start + units;
            return match self.character_at(at) {
                None => Seek::At(at),
                Some((floor, ceil)) => Seek::Inside { floor, ceil },
            };
        }
        self.store
            .seek(&self.text, line.start, end, units, encoding)
    }

    /// The code units of a stripped mark (P13) on this line.
    #[inline]
    pub(super) fn unseen(&self, line: Line, encoding: PositionEncoding) -> usize {
        match encoding {
            _ if self.stripped == 0 || line.number != 0 => 0,
            PositionEncoding::Utf8 => self.stripped,
            _ => 1,
        }
    }

    /// P14: refuses a line whose bytes would have to be decoded and cannot be.
    #[inline]
    pub(super) fn require_decodable(
        &self,
        line: Line,
        encoding: PositionEncoding,
    ) -> Result<(), TextError> {
        if self.decodable || encoding == PositionEncoding::Utf8 {
            return Ok(());
        }
        let end = self.line_end(line);
        match self.store.ill_formed_in(&self.text, line.start, end) {
            Some(at) => Err(TextError::InvalidUtf8 { offset: at as u64 }),
            None => Ok(()),
        }
    }
}
