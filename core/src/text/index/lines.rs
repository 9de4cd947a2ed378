//! Lines as byte ranges.

use super::LineIndex;
use super::line::Line;
use crate::text::{ByteRange, TextError, WholeLines};

impl LineIndex<'_> {
    /// The bytes of a line, its terminator included. Line ranges follow each other
    /// without a gap and cover the text. Time O(1) on ordinary text.
    ///
    /// # Errors
    ///
    /// `LINE_OUT_OF_RANGE` if there is no such line.
    ///
    /// ```
    /// # use llm_types::{ByteRange, LineIndex};
    /// let index = LineIndex::new("ab\r\nc");
    /// assert_eq!(index.line_range(0), ByteRange::new(0, 4));
    /// assert_eq!(index.line_content_range(0), ByteRange::new(0, 2));
    /// ```
    pub fn line_range(&self, line: u64) -> Result<ByteRange, TextError> {
        let line = self.line(line)?;
        ByteRange::new(line.start as u64, self.line_end(line) as u64)
    }

    /// The bytes of a line without its terminator.
    ///
    /// # Errors
    ///
    /// `LINE_OUT_OF_RANGE` if there is no such line.
    pub fn line_content_range(&self, line: u64) -> Result<ByteRange, TextError> {
        let line = self.line(line)?;
        ByteRange::new(line.start as u64, self.content_end(line) as u64)
    }

    /// The bytes of the lines `first` to `last`, both included (P20).
    ///
    /// # Errors
    ///
    /// `LINE_OUT_OF_RANGE` if either line does not exist; `REVERSED` if `last`
    /// comes before `first`.
    ///
    /// ```
    /// # use llm_types::{ByteRange, LineIndex, WholeLines};
    /// let index = LineIndex::new("a\nb\nc");
    /// assert_eq!(index.lines_range(0, 1, WholeLines::ToContentEnd), ByteRange::new(0, 3));
    /// assert_eq!(index.lines_range(0, 1, WholeLines::WithTerminator), ByteRange::new(0, 4));
    /// ```
    pub fn lines_range(
        &self,
        first: u64,
        last: u64,
        extent: WholeLines,
    ) -> Result<ByteRange, TextError> {
        let (start, end) = (self.line(first)?, self.line(last)?);
        if last < first {
            return Err(TextError::Reversed {
                start: first,
                end: last,
            });
        }
        let end = match extent {
            WholeLines::ToContentEnd => self.content_end(end),
            WholeLines::WithTerminator => self.line_end(end),
        };
        ByteRange::new(start.start as u64, end as u64)
    }

    /// Where the line's terminator starts; its end if it has none.
    pub(super) fn content_end(&self, line: Line) -> usize {
        let Some(end) = self.store.line_start(line.number + 1) else {
            return self.text.len();
        };
        let bytes = self.text.get(line.start..end).unwrap_or_default();
        end - self.terminators.at_end_of(bytes)
    }
}
