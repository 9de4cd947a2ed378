//! Offsets from the start of the whole text, in any unit.

use alloc::vec::Vec;

use super::LineIndex;
use crate::text::scan::tally::Seek;
use crate::text::{IllFormed, PositionEncoding, TextError};

impl LineIndex<'_> {
    /// The same place, counted in another code unit from the start of the text.
    ///
    /// Line terminators and a byte order mark count like any other character,
    /// whatever the options. Time O(log n).
    ///
    /// # Errors
    ///
    /// - `OFFSET_OUT_OF_RANGE` beyond the end of the text;
    /// - `NOT_CHAR_BOUNDARY` for a byte offset inside a character,
    ///   `SPLIT_SURROGATE` for a UTF-16 offset inside a pair;
    /// - `INVALID_UTF8` if ill-formed bytes lie before the place, unless both
    ///   units are bytes, under [`IllFormed::Error`].
    ///
    /// ```
    /// # use llm_types::{LineIndex, PositionEncoding::*};
    /// let index = LineIndex::new("é\n😀!");
    /// assert_eq!(index.convert_offset(7, Utf8, Utf16), Ok(4));
    /// assert_eq!(index.convert_offset(4, Utf16, Utf32), Ok(3));
    /// assert_eq!(index.convert_offset(3, Utf32, Utf8), Ok(7));
    /// ```
    pub fn convert_offset(
        &self,
        offset: u64,
        from: PositionEncoding,
        to: PositionEncoding,
    ) -> Result<u64, TextError> {
        let at = match from {
            PositionEncoding::Utf8 => self.at_boundary(offset)?,
            _ => self.seek_flat(offset, from)?,
        };
        if to == PositionEncoding::Utf8 {
            return Ok(at as u64);
        }
        match self.undecodable() {
            Some(ill_formed) if ill_formed < at => Err(TextError::InvalidUtf8 {
                offset: ill_formed as u64,
            }),
            _ => Ok(self.store.units(&self.text, 0, at, to) as u64),
        }
    }

    /// [`convert_offset`](Self::convert_offset) for many offsets, in any order.
    ///
    /// # Errors
    ///
    /// As for one; the error names the index of the first bad element.
    ///
    /// ```
    /// # use llm_types::{LineIndex, PositionEncoding::*};
    /// let index = LineIndex::new("é\n😀!");
    /// assert_eq!(index.convert_offsets(&[0, 2, 7], Utf8, Utf16), Ok(vec![0, 1, 4]));
    /// let error = index.convert_offsets(&[0, 1], Utf8, Utf16).unwrap_err();
    /// assert_eq!((error.code(), error.index()), ("NOT_CHAR_BOUNDARY", Some(1)));
    /// ```
    pub fn convert_offsets(
        &self,
        offsets: &[u64],
        from: PositionEncoding,
        to: PositionEncoding,
    ) -> Result<Vec<u64>, TextError> {
        let mut converted = Vec::with_capacity(offsets.len());
        let elements = offsets.iter().map(|offset| Ok(*offset));
        self.convert_offsets_each(elements, from, to, |offset| converted.push(offset))?;
        Ok(converted)
    }

    /// The length of the text in an encoding, with ill-formed bytes replaced
    /// (P14). Time O(1).
    ///
    /// ```
    /// # use llm_types::{LineIndex, PositionEncoding::*};
    /// assert_eq!(LineIndex::new("é\n😀").len_in(Utf16), 4);
    /// ```
    pub fn len_in(&self, encoding: PositionEncoding) -> u64 {
        self.store.units(&self.text, 0, self.text.len(), encoding) as u64
    }

    fn seek_flat(&self, offset: u64, from: PositionEncoding) -> Result<usize, TextError> {
        let end = self.undecodable().unwrap_or(self.text.len());
        let found = match usize::try_from(offset) {
            Ok(units) => self.store.seek(&self.text, 0, end, units, from),
            Err(_) => Seek::Past,
        };
        match found {
            Seek::At(at) => Ok(at),
            Seek::Inside { floor, ceil } => Err(TextError::SplitSurrogate {
                line: None,
                unit: offset,
                floor: floor as u64,
                ceil: ceil as u64,
            }),
            Seek::Past => Err(match self.undecodable() {
                Some(at) => TextError::InvalidUtf8 { offset: at as u64 },
                None => TextError::OffsetOutOfRange {
                    offset,
                    len: self.len_in(from),
                    encoding: from,
                },
            }),
        }
    }

    /// Where decoding from the start of the text has to stop (P14).
    fn undecodable(&self) -> Option<usize> {
        match self.ill_formed {
            IllFormed::Error => self.store.first_ill_formed(),
            IllFormed::Replacement => None,
        }
    }
}
