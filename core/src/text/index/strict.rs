//! One place, exactly or not at all.

use super::LineIndex;
use super::line::Line;
use crate::text::scan::tally::Seek;
use crate::text::{Position, PositionEncoding, Rounding, TextError};

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
        let Some((number, start)) = self.store.near_line_at(at) else {
            return self.position_by_line(at, encoding);
        };
        if let Some(column) = self.plain_column(start, at) {
            return Ok(Position::new(number, column));
        }
        self.position_on(Line { number, start }, at, encoding)
    }

    /// Where all is ASCII, every byte is a character and every column a distance.
    #[inline]
    pub(super) fn plain_column(&self, start: usize, at: usize) -> Option<u64> {
        let is_plain = self.simple && self.store.is_ascii_around(start, at);
        is_plain.then_some((at - start) as u64)
    }

    #[inline(never)]
    fn position_by_line(
        &self,
        at: usize,
        encoding: PositionEncoding,
    ) -> Result<Position, TextError> {
        let line = self.line_of(at);
        match self.plain_column(line.start, at) {
            Some(column) => Ok(Position::new(line.number, column)),
            None => self.position_on(line, at, encoding),
        }
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
        let near = self.store.near_lines();
        let Some((start, length)) = near.and_then(|near| near.line(position.line)) else {
            return self.offset_by_bounds(position, encoding);
        };
        let end = start + length;
        if let Some(offset) = self.plain_offset(start, end, position.column) {
            return Ok(offset);
        }
        let number = position.line;
        self.offset_on(Line { number, start }, end, position.column, encoding)
    }

    /// Up to the last byte of an ASCII line, there is nothing to find out: its
    /// terminator has a place before each of its characters. (P7; `lsp` has none
    /// before the LF of a CRLF.)
    #[inline]
    fn plain_offset(&self, start: usize, end: usize, column: u64) -> Option<u64> {
        let length = (end - start) as u64;
        let is_plain =
            column < length.saturating_sub(self.margin) && self.store.is_ascii_around(start, end);
        is_plain.then(|| start as u64 + column)
    }

    #[inline(never)]
    fn offset_by_bounds(
        &self,
        position: Position,
        encoding: PositionEncoding,
    ) -> Result<u64, TextError> {
        let (line, end) = self.line_with_end(position.line)?;
        match self.plain_offset(line.start, end, position.column) {
            Some(offset) => Ok(offset),
            None => self.offset_on(line, end, position.column, encoding),
        }
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
}
