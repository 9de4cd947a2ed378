//! Ranges as two positions, under the three rules for where a range ends (P10).

use super::LineIndex;
use crate::text::{ByteRange, EndRule, Position, PositionEncoding, TextError};

impl LineIndex<'_> {
    /// The positions of a range's start and end. An empty range ends where it
    /// starts, under every rule (P11).
    ///
    /// [`positions_range`](Self::positions_range) is the inverse.
    ///
    /// # Errors
    ///
    /// Those of [`position`](Self::position), for either end.
    ///
    /// # Examples
    ///
    /// ```
    /// use llm_types::{ByteRange, EndRule, LineIndex, Position, PositionEncoding::*};
    ///
    /// let index = LineIndex::new("a😀é\r\ncd\n");
    /// let range = ByteRange::new(5, 9)?; // é, CR, LF
    /// let end = |rule| index.range_positions(range, Utf16, rule).map(|(_, end)| end);
    /// assert_eq!(end(EndRule::After), Ok(Position::new(1, 0)));
    /// assert_eq!(end(EndRule::LastByte), Ok(Position::new(0, 6)));
    /// assert_eq!(end(EndRule::Inclusive), Ok(Position::new(0, 5)));
    /// # Ok::<(), llm_types::TextError>(())
    /// ```
    pub fn range_positions(
        &self,
        range: ByteRange,
        encoding: PositionEncoding,
        rule: EndRule,
    ) -> Result<(Position, Position), TextError> {
        let start = self.position(range.start(), encoding)?;
        if range.is_empty() {
            return Ok((start, start));
        }
        if rule == EndRule::After {
            return Ok((start, self.position(range.end(), encoding)?));
        }
        let end = self.at_boundary(range.end())?;
        if self.is_closed_crlf(end) {
            return Err(TextError::InsideCrlf {
                offset: range.end(),
            });
        }
        // Not empty, so there is a byte before the end.
        let line = self.line_of(end.saturating_sub(1));
        self.require_decodable(line, encoding)?;
        let past = self.column(line, end, encoding);
        let column = match rule {
            EndRule::Inclusive => past.saturating_sub(1),
            _ => past,
        };
        Ok((start, Position::new(line.number, column)))
    }

    /// The range that two positions stand for.
    ///
    /// The inverse of [`range_positions`](Self::range_positions), with one
    /// exception that lies in the rule itself: under [`EndRule::Inclusive`] an
    /// empty range looks like the range of one code unit, and is read as that
    /// (at the end of the text, where no unit follows, as empty).
    ///
    /// # Errors
    ///
    /// Those of [`offset`](Self::offset), for either end, and `REVERSED`. Under
    /// [`EndRule::LastByte`] and [`EndRule::Inclusive`] the end may lie in the
    /// line's terminator, and the end of a range that is not empty has at least
    /// one code unit before it on its line.
    ///
    /// # Examples
    ///
    /// ```
    /// use llm_types::{ByteRange, EndRule, LineIndex, Position, PositionEncoding::*};
    ///
    /// let index = LineIndex::new("a😀é\r\ncd\n");
    /// let (start, end) = (Position::new(0, 3), Position::new(0, 6));
    /// let range = index.positions_range(start, end, Utf16, EndRule::LastByte)?;
    /// assert_eq!(range, ByteRange::new(5, 9)?);
    /// # Ok::<(), llm_types::TextError>(())
    /// ```
    pub fn positions_range(
        &self,
        start: Position,
        end: Position,
        encoding: PositionEncoding,
        rule: EndRule,
    ) -> Result<ByteRange, TextError> {
        let from = self.offset(start, encoding)?;
        let to = match rule {
            EndRule::After => self.offset(end, encoding)?,
            EndRule::LastByte if start == end => from,
            EndRule::Inclusive if start == end && from == self.len() => from,
            EndRule::LastByte => self.end_of_last_byte(end, 0, encoding)?,
            EndRule::Inclusive => self.end_of_last_byte(end, 1, encoding)?,
        };
        ByteRange::new(from, to)
    }

    /// The offset `after` code units past `end`, on the line of the range's last
    /// byte. That may be the end of the terminator, but not the start of the line.
    fn end_of_last_byte(
        &self,
        end: Position,
        after: u64,
        encoding: PositionEncoding,
    ) -> Result<u64, TextError> {
        let line = self.line(end.line)?;
        let line_end = self.line_end(line);
        let past = end.column.saturating_add(after);
        let found = if past == 0 {
            Err(self.no_such_column(line, 0, encoding))
        } else {
            self.seek_column(line, line_end, past, encoding)
        };
        match found {
            Ok(at) if self.is_closed_crlf(at) => Err(TextError::InsideCrlf { offset: at as u64 }),
            Ok(at) => Ok(at as u64),
            Err(TextError::ColOutOfRange { .. }) => Err(TextError::ColOutOfRange {
                line: end.line,
                column: end.column,
                first: 1 - after,
                last: self.column(line, line_end, encoding).saturating_sub(after),
            }),
            Err(error) => Err(error),
        }
    }
}
