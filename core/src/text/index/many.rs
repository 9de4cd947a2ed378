//! Many places in one call. Order does not matter; sorted input is fastest.

use alloc::vec::Vec;

use super::LineIndex;
use crate::text::{Position, PositionEncoding, TextError};

impl LineIndex<'_> {
    /// [`position`](Self::position) for many offsets, in any order.
    ///
    /// # Errors
    ///
    /// As for one; the error names the index of the first bad element.
    ///
    /// ```
    /// # use llm_types::{LineIndex, Position, PositionEncoding::*};
    /// let index = LineIndex::new("a\n😀");
    /// let positions = index.positions(&[6, 0], Utf16)?;
    /// assert_eq!(positions, [Position::new(1, 2), Position::new(0, 0)]);
    ///
    /// let error = index.positions(&[0, 3], Utf16).unwrap_err();
    /// assert_eq!((error.code(), error.index()), ("NOT_CHAR_BOUNDARY", Some(1)));
    /// # Ok::<(), llm_types::TextError>(())
    /// ```
    pub fn positions(
        &self,
        offsets: &[u64],
        encoding: PositionEncoding,
    ) -> Result<Vec<Position>, TextError> {
        let mut positions = Vec::with_capacity(offsets.len());
        self.positions_each(
            offsets.iter().map(|offset| Ok(*offset)),
            encoding,
            |position| {
                positions.push(position);
            },
        )?;
        Ok(positions)
    }

    /// [`offset`](Self::offset) for many positions, in any order.
    ///
    /// # Errors
    ///
    /// As for one; the error names the index of the first bad element.
    ///
    /// ```
    /// # use llm_types::{LineIndex, Position, PositionEncoding::*};
    /// let index = LineIndex::new("a\n😀");
    /// let offsets = index.offsets(&[Position::new(1, 2), Position::new(0, 0)], Utf16);
    /// assert_eq!(offsets, Ok(vec![6, 0]));
    /// ```
    pub fn offsets(
        &self,
        positions: &[Position],
        encoding: PositionEncoding,
    ) -> Result<Vec<u64>, TextError> {
        let mut offsets = Vec::with_capacity(positions.len());
        self.offsets_each(
            positions.iter().map(|position| Ok(*position)),
            encoding,
            |offset| {
                offsets.push(offset);
            },
        )?;
        Ok(offsets)
    }

    /// [`position_clamped`](Self::position_clamped) for many offsets, in any order.
    ///
    /// ```
    /// # use llm_types::{LineIndex, Position, PositionEncoding::*};
    /// let index = LineIndex::new("a\nb");
    /// assert_eq!(index.positions_clamped(&[99], Utf16), [Position::new(1, 1)]);
    /// ```
    pub fn positions_clamped(&self, offsets: &[u64], encoding: PositionEncoding) -> Vec<Position> {
        offsets
            .iter()
            .map(|offset| self.position_clamped(*offset, encoding))
            .collect()
    }

    /// [`offset_clamped`](Self::offset_clamped) for many positions, in any order.
    ///
    /// ```
    /// # use llm_types::{LineIndex, Position, PositionEncoding::*};
    /// let index = LineIndex::new("a\nb");
    /// assert_eq!(index.offsets_clamped(&[Position::new(0, 99)], Utf16), [1]);
    /// ```
    pub fn offsets_clamped(&self, positions: &[Position], encoding: PositionEncoding) -> Vec<u64> {
        positions
            .iter()
            .map(|position| self.offset_clamped(*position, encoding))
            .collect()
    }

    /// [`position`](Self::position) for each offset of an iterator, given away one
    /// by one: for a host whose numbers are not `u64` and whose results are not
    /// [`Position`]s. Nothing is allocated.
    ///
    /// # Errors
    ///
    /// Stops at the first bad element, be it refused by the iterator or by
    /// [`position`](Self::position); the error names its index.
    ///
    /// ```
    /// # use llm_types::{LineIndex, PositionEncoding::*, offset_from_f64};
    /// let index = LineIndex::new("a\n😀");
    /// let (mut lines, mut columns) = (vec![], vec![]);
    /// let numbers = [0.0, 6.0];
    /// index.positions_each(numbers.map(offset_from_f64), Utf16, |position| {
    ///     lines.push(position.line);
    ///     columns.push(position.column);
    /// })?;
    /// assert_eq!((lines, columns), (vec![0, 1], vec![0, 2]));
    /// # Ok::<(), llm_types::TextError>(())
    /// ```
    pub fn positions_each(
        &self,
        offsets: impl IntoIterator<Item = Result<u64, TextError>>,
        encoding: PositionEncoding,
        mut each: impl FnMut(Position),
    ) -> Result<(), TextError> {
        for (index, offset) in offsets.into_iter().enumerate() {
            match offset.and_then(|offset| self.position(offset, encoding)) {
                Ok(position) => each(position),
                Err(error) => return Err(error.at_index(index as u64)),
            }
        }
        Ok(())
    }

    /// [`offset`](Self::offset) for each position of an iterator, given away one by
    /// one. Nothing is allocated.
    ///
    /// # Errors
    ///
    /// Stops at the first bad element, be it refused by the iterator or by
    /// [`offset`](Self::offset); the error names its index.
    ///
    /// ```
    /// # use llm_types::{LineIndex, Position, PositionEncoding::*};
    /// let index = LineIndex::new("a\n😀");
    /// let mut last = 0;
    /// index.offsets_each([Ok(Position::new(1, 2))], Utf16, |offset| last = offset)?;
    /// assert_eq!(last, 6);
    /// # Ok::<(), llm_types::TextError>(())
    /// ```
    pub fn offsets_each(
        &self,
        positions: impl IntoIterator<Item = Result<Position, TextError>>,
        encoding: PositionEncoding,
        mut each: impl FnMut(u64),
    ) -> Result<(), TextError> {
        for (index, position) in positions.into_iter().enumerate() {
            match position.and_then(|position| self.offset(position, encoding)) {
                Ok(offset) => each(offset),
                Err(error) => return Err(error.at_index(index as u64)),
            }
        }
        Ok(())
    }

    /// [`position_clamped`](Self::position_clamped) for each offset of an iterator,
    /// given away one by one. Nothing is allocated.
    ///
    /// # Errors
    ///
    /// Only those of the iterator: a number that is no offset cannot be clamped.
    /// The error names the index.
    ///
    /// ```
    /// # use llm_types::{LineIndex, Position, PositionEncoding::*};
    /// let mut last = Position::default();
    /// LineIndex::new("a\nb").positions_clamped_each([Ok(99)], Utf16, |it| last = it)?;
    /// assert_eq!(last, Position::new(1, 1));
    /// # Ok::<(), llm_types::TextError>(())
    /// ```
    pub fn positions_clamped_each(
        &self,
        offsets: impl IntoIterator<Item = Result<u64, TextError>>,
        encoding: PositionEncoding,
        mut each: impl FnMut(Position),
    ) -> Result<(), TextError> {
        for (index, offset) in (0..).zip(offsets) {
            let offset = offset.map_err(|error| error.at_index(index))?;
            each(self.position_clamped(offset, encoding));
        }
        Ok(())
    }

    /// [`offset_clamped`](Self::offset_clamped) for each position of an iterator,
    /// given away one by one. Nothing is allocated.
    ///
    /// # Errors
    ///
    /// Only those of the iterator; the error names the index.
    ///
    /// ```
    /// # use llm_types::{LineIndex, Position, PositionEncoding::*};
    /// let mut last = 0;
    /// let places = [Ok(Position::new(0, 99))];
    /// LineIndex::new("a\nb").offsets_clamped_each(places, Utf16, |it| last = it)?;
    /// assert_eq!(last, 1);
    /// # Ok::<(), llm_types::TextError>(())
    /// ```
    pub fn offsets_clamped_each(
        &self,
        positions: impl IntoIterator<Item = Result<Position, TextError>>,
        encoding: PositionEncoding,
        mut each: impl FnMut(u64),
    ) -> Result<(), TextError> {
        for (index, position) in (0..).zip(positions) {
            let position = position.map_err(|error| error.at_index(index))?;
            each(self.offset_clamped(position, encoding));
        }
        Ok(())
    }

    /// [`convert_offset`](Self::convert_offset) for each offset of an iterator,
    /// given away one by one. Nothing is allocated.
    ///
    /// # Errors
    ///
    /// Stops at the first bad element, be it refused by the iterator or by
    /// [`convert_offset`](Self::convert_offset); the error names its index.
    ///
    /// ```
    /// # use llm_types::{LineIndex, PositionEncoding::*};
    /// let mut last = 0;
    /// LineIndex::new("é").convert_offsets_each([Ok(2)], Utf8, Utf16, |it| last = it)?;
    /// assert_eq!(last, 1);
    /// # Ok::<(), llm_types::TextError>(())
    /// ```
    pub fn convert_offsets_each(
        &self,
        offsets: impl IntoIterator<Item = Result<u64, TextError>>,
        from: PositionEncoding,
        to: PositionEncoding,
        mut each: impl FnMut(u64),
    ) -> Result<(), TextError> {
        for (index, offset) in (0..).zip(offsets) {
            match offset.and_then(|offset| self.convert_offset(offset, from, to)) {
                Ok(converted) => each(converted),
                Err(error) => return Err(error.at_index(index)),
            }
        }
        Ok(())
    }
}
