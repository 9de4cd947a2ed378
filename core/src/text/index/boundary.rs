//! Where characters start and end (P2).

use super::LineIndex;
use crate::text::decode::{is_continuation, item_around};
use crate::text::{ByteRange, IllFormed, PositionEncoding, TextError};

impl LineIndex<'_> {
    /// Whether a character starts or the text ends at `offset`. Time O(1).
    ///
    /// ```
    /// # use llm_types::LineIndex;
    /// let index = LineIndex::new("é");
    /// assert!(index.is_char_boundary(0) && !index.is_char_boundary(1));
    /// assert!(!index.is_char_boundary(3));
    /// ```
    pub fn is_char_boundary(&self, offset: u64) -> bool {
        self.in_text(offset)
            .is_ok_and(|offset| self.character_at(offset).is_none())
    }

    /// The start of the character that `offset` falls into; `offset` itself if it
    /// is a boundary. Time O(1).
    ///
    /// # Errors
    ///
    /// `OFFSET_OUT_OF_RANGE` beyond the end of the text.
    ///
    /// ```
    /// # use llm_types::LineIndex;
    /// let index = LineIndex::new("a😀");
    /// assert_eq!(index.floor_char_boundary(3), Ok(1));
    /// assert_eq!(index.ceil_char_boundary(3), Ok(5));
    /// assert_eq!(index.floor_char_boundary(6).unwrap_err().code(), "OFFSET_OUT_OF_RANGE");
    /// ```
    pub fn floor_char_boundary(&self, offset: u64) -> Result<u64, TextError> {
        let at = self.in_text(offset)?;
        Ok(self.character_at(at).map_or(at, |(floor, _)| floor) as u64)
    }

    /// The end of the character that `offset` falls into; `offset` itself if it is
    /// a boundary. Time O(1).
    ///
    /// # Errors
    ///
    /// `OFFSET_OUT_OF_RANGE` beyond the end of the text.
    pub fn ceil_char_boundary(&self, offset: u64) -> Result<u64, TextError> {
        let at = self.in_text(offset)?;
        Ok(self.character_at(at).map_or(at, |(_, ceil)| ceil) as u64)
    }

    /// The smallest range of whole characters that covers `range` (P2, `expand`):
    /// what to show for a range that splits one. Time O(1).
    ///
    /// # Errors
    ///
    /// `OFFSET_OUT_OF_RANGE` beyond the end of the text.
    ///
    /// ```
    /// # use llm_types::{ByteRange, LineIndex};
    /// let index = LineIndex::new("a😀é");
    /// let range = index.expand_range(ByteRange::new(2, 6)?)?;
    /// assert_eq!((range.start(), range.end()), (1, 7));
    /// # Ok::<(), llm_types::TextError>(())
    /// ```
    pub fn expand_range(&self, range: ByteRange) -> Result<ByteRange, TextError> {
        ByteRange::new(
            self.floor_char_boundary(range.start())?,
            self.ceil_char_boundary(range.end())?,
        )
    }

    /// The offset as an index into the text.
    #[inline]
    pub(super) fn in_text(&self, offset: u64) -> Result<usize, TextError> {
        match usize::try_from(offset) {
            Ok(at) if at <= self.text.len() => Ok(at),
            _ => Err(TextError::OffsetOutOfRange {
                offset,
                len: self.len(),
                encoding: PositionEncoding::Utf8,
            }),
        }
    }

    /// The offset as an index into the text, at a boundary.
    #[inline]
    pub(super) fn at_boundary(&self, offset: u64) -> Result<usize, TextError> {
        let at = self.in_text(offset)?;
        match self.character_at(at) {
            None => Ok(at),
            Some((floor, ceil)) => Err(TextError::NotCharBoundary {
                offset,
                floor: floor as u64,
                ceil: ceil as u64,
            }),
        }
    }

    /// Start and end of the character that `at` lies strictly inside of.
    #[inline]
    pub(super) fn character_at(&self, at: usize) -> Option<(usize, usize)> {
        if self.store.is_ascii_around(at, at) {
            return None;
        }
        let first = *self.text.get(at)?;
        if !is_continuation(first) {
            return None;
        }
        self.character_around(at)
    }

    /// The same for a continuation byte.
    fn character_around(&self, at: usize) -> Option<(usize, usize)> {
        let (start, item) = item_around(&self.text, at);
        let whole = item.well_formed || self.ill_formed == IllFormed::Replacement;
        (start < at && whole).then_some((start, start + item.len))
    }
}
