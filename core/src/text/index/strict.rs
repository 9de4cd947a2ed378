//! One place, exactly or not at all.

use super::LineIndex;
use crate::text::scan::tally::Seek;
use crate::text::{Position, PositionEncoding, Rounding, TextError};

/// A line by its number and where it starts.
#[derive(Debug, Clone, Copy)]
pub(super) struct Line {
    pub(super) number: u64,
    pub(super) start: usize,
}

impl LineIndex<'_> {
    /// The position of a byte offset. The end of the text has one; so has, save
    /// under `lsp`, the place between CR and LF (P7).
    ///
    /// [`offset`](Self::offset) is the exact inverse. Time O(log n) at worst and
    /// O(1) on ordinary text.
    ///
    /// # Errors
    ///
    /// - `OFFSET_OUT_OF_RANGE` beyond the end of the text;
    /// - `NOT_CHAR_BOUNDARY` inside a character;
    /// - `INSIDE_CRLF` between CR and LF under [`LineTerminators::Lsp`];
    /// - `INVALID_UTF8` on a line with ill-formed bytes, for `utf-16` and `utf-32`
    ///   columns under [`IllFormed::Error`](crate::IllFormed::Error).
    ///
    /// [`LineTerminators::Lsp`]: crate::LineTerminators::Lsp
    ///
    /// # Examples
    ///
    /// ```
    /// use llm_types::{LineIndex, Position, PositionEncoding::*, TextError};
    ///
    /// let index = LineIndex::new("🚀 Woo\n");
    /// assert_eq!(index.position(5, Utf8), Ok(Position::new(0, 5)));
    /// assert_eq!(index.position(5, Utf16), Ok(Position::new(0, 3)));
    /// assert_eq!(index.position(9, Utf16), Ok(Position::new(1, 0)));
    ///
    /// // Byte 2 is inside the rocket: an error, not a guess.
    /// let inside = TextError::NotCharBoundary { offset: 2, floor: 0, ceil: 4 };
    /// assert_eq!(index.position(2, Utf16), Err(inside));
    /// ```
    #[inline]
    pub fn position(&self, offset: u64, encoding: PositionEncoding) -> Result<Position, TextError> {
        let at = self.in_text(offset)?;
        let line = self.line_of(at);
        // Where all is ASCII, every byte is a character and every column a distance.
        if self.simple && self.store.is_ascii_around(line.start, at) {
            return Ok(Position::new(line.number, (at - line.start) as u64));
        }
        self.position_on(line, at, encoding)
    }

    // Not inlined, so that the way of ASCII stays short.
    #[inline(never)]
    fn position_on(
        &self,
        line: Line,
        at: usize,
        encoding: PositionEncoding,
    ) -> Result<Position, TextError> {
        let at = self.at_boundary(at as u64)?;
        if self.is_closed_crlf(at) {
            return Err(TextError::InsideCrlf { offset: at as u64 });
        }
        self.require_decodable(line, encoding)?;
        Ok(Position::new(line.number, self.column(line, at, encoding)))
    }

    /// The byte offset of a position.
    ///
    /// A line's columns go up to the end of its content, and on to each further
    /// character of its terminator if that has more than one, as CRLF has (P7).
    /// [`position`](Self::position) is the exact inverse. Time O(log n) at worst
    /// and O(1) on ordinary text.
    ///
    /// # Errors
    ///
    /// - `LINE_OUT_OF_RANGE`, `COL_OUT_OF_RANGE`;
    /// - `SPLIT_SURROGATE` for a `utf-16` column between the halves of a pair;
    /// - `NOT_CHAR_BOUNDARY` for a `utf-8` column inside a character;
    /// - `INSIDE_CRLF` between CR and LF under [`LineTerminators::Lsp`];
    /// - `INVALID_UTF8` as for [`position`](Self::position).
    ///
    /// [`LineTerminators::Lsp`]: crate::LineTerminators::Lsp
    ///
    /// # Examples
    ///
    /// ```
    /// use llm_types::{LineIndex, Position, PositionEncoding::*};
    ///
    /// let index = LineIndex::new("😋😋\n");
    /// assert_eq!(index.offset(Position::new(0, 2), Utf16), Ok(4));
    ///
    /// let error = index.offset(Position::new(0, 1), Utf16).unwrap_err();
    /// assert_eq!(error.code(), "SPLIT_SURROGATE");
    /// let error = index.offset(Position::new(0, 5), Utf16).unwrap_err();
    /// assert_eq!(error.code(), "COL_OUT_OF_RANGE");
    /// ```
    #[inline]
    pub fn offset(&self, position: Position, encoding: PositionEncoding) -> Result<u64, TextError> {
        let (line, end) = self.line_with_end(position.line)?;
        // Up to the last byte of an ASCII line, there is nothing to find out: its
        // terminator has a place before each of its characters. (P7; `lsp` has none
        // before the LF of a CRLF.)
        let len = (end - line.start) as u64;
        if position.column < len
            && position.column + self.margin < len
            && self.store.is_ascii_around(line.start, end)
        {
            return Ok(line.start as u64 + position.column);
        }
        self.offset_on(line, end, position.column, encoding)
    }

    // Not inlined, so that the way of ASCII stays short.
    #[inline(never)]
    fn offset_on(
        &self,
        line: Line,
        end: usize,
        column: u64,
        encoding: PositionEncoding,
    ) -> Result<u64, TextError> {
        self.require_decodable(line, encoding)?;
        match self.seek(line, end, column, encoding) {
            Seek::At(at) if at < end && !self.is_closed_crlf(at) => Ok(at as u64),
            found => self.offset_at_end(line, end, column, encoding, found),
        }
    }

    /// The rest of what a column can lead to: the two places on a line that are not
    /// strict positions of it, which are the end of its terminator (the next line's
    /// start) and under `lsp` the inside of a CRLF; and no place at all.
    #[inline(never)]
    fn offset_at_end(
        &self,
        line: Line,
        end: usize,
        column: u64,
        encoding: PositionEncoding,
        found: Seek,
    ) -> Result<u64, TextError> {
        let at = self.found_column(line, column, encoding, found)?;
        if at == end && self.content_end(line) < end {
            return Err(self.no_such_column(line, column, encoding));
        }
        if self.is_closed_crlf(at) {
            return Err(TextError::InsideCrlf { offset: at as u64 });
        }
        Ok(at as u64)
    }

    /// Like [`position`](Self::position), but an offset inside a character is
    /// rounded to its start or end first (P2, `floor` and `ceil`).
    ///
    /// # Errors
    ///
    /// As for [`position`](Self::position), without `NOT_CHAR_BOUNDARY`. An offset
    /// beyond the end is still refused.
    ///
    /// ```
    /// # use llm_types::{LineIndex, Position, PositionEncoding::*, Rounding};
    /// let index = LineIndex::new("a😀b");
    /// assert_eq!(index.position_rounded(3, Utf16, Rounding::Floor), Ok(Position::new(0, 1)));
    /// assert_eq!(index.position_rounded(3, Utf16, Rounding::Ceil), Ok(Position::new(0, 3)));
    /// ```
    pub fn position_rounded(
        &self,
        offset: u64,
        encoding: PositionEncoding,
        rounding: Rounding,
    ) -> Result<Position, TextError> {
        let boundary = match rounding {
            Rounding::Floor => self.floor_char_boundary(offset),
            Rounding::Ceil => self.ceil_char_boundary(offset),
        };
        self.position(boundary?, encoding)
    }

    /// Like [`offset`](Self::offset), but a column inside a character or a
    /// surrogate pair is rounded to the start or end of the character (P2, P3).
    ///
    /// # Errors
    ///
    /// As for [`offset`](Self::offset), without `NOT_CHAR_BOUNDARY` and
    /// `SPLIT_SURROGATE`. A line or column that does not exist is still refused.
    ///
    /// ```
    /// # use llm_types::{LineIndex, Position, PositionEncoding::*, Rounding};
    /// let index = LineIndex::new("a😀b");
    /// let split = Position::new(0, 2);
    /// assert_eq!(index.offset_rounded(split, Utf16, Rounding::Floor), Ok(1));
    /// assert_eq!(index.offset_rounded(split, Utf16, Rounding::Ceil), Ok(5));
    /// ```
    pub fn offset_rounded(
        &self,
        position: Position,
        encoding: PositionEncoding,
        rounding: Rounding,
    ) -> Result<u64, TextError> {
        let (line, end) = self.line_with_end(position.line)?;
        let column = position.column;
        match self.offset_on(line, end, column, encoding) {
            Err(
                TextError::SplitSurrogate { floor, ceil, .. }
                | TextError::NotCharBoundary { floor, ceil, .. },
            ) => Ok(match rounding {
                Rounding::Floor => floor,
                Rounding::Ceil => ceil,
            }),
            other => other,
        }
    }

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

    fn found_column(
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

    #[inline]
    fn line_with_end(&self, number: u64) -> Result<(Line, usize), TextError> {
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
