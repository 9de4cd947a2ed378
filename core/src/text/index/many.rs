//! Many places in one call. Order does not matter; sorted input is fastest.

use alloc::vec::Vec;

use super::LineIndex;
use super::pieces::Asked;
use super::store::together::{Terms, Together};
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
        self.asked_positions(encoding).collect(offsets)
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
        self.asked_offsets(encoding).collect(positions)
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
        each: impl FnMut(Position),
    ) -> Result<(), TextError> {
        self.asked_positions(encoding).give(offsets, each)
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
        each: impl FnMut(u64),
    ) -> Result<(), TextError> {
        self.asked_offsets(encoding).give(positions, each)
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

    /// In ASCII, nearly every offset is on a line that is at hand, and its column is
    /// the distance from there. In other UTF-8, many are found together.
    #[allow(clippy::type_complexity)] // Three closures, which have no names.
    fn asked_positions(
        &self,
        encoding: PositionEncoding,
    ) -> Asked<
        impl Fn(u64) -> Option<Position>,
        impl Fn(&[u64], &mut [Position]) -> u64,
        impl Fn(u64) -> Result<Position, TextError>,
    > {
        let (store, len) = (&self.store, self.text.len());
        let quick = move |offset| {
            let at = usize::try_from(offset).ok().filter(|at| *at <= len)?;
            let (line, start) = store.near_line_at(at)?;
            Some(Position::new(line, (at - start) as u64))
        };
        let together = self.together(encoding).map(|(known, terms)| {
            move |offsets: &[u64], positions: &mut [Position]| {
                known.positions(terms, offsets, positions)
            }
        });
        Asked {
            quick: (self.simple && self.is_ascii()).then_some(quick),
            together,
            exact: move |offset| self.position(offset, encoding),
        }
    }

    /// The same the other way round.
    #[allow(clippy::type_complexity)] // Three closures, which have no names.
    fn asked_offsets(
        &self,
        encoding: PositionEncoding,
    ) -> Asked<
        impl Fn(Position) -> Option<u64>,
        impl Fn(&[Position], &mut [u64]) -> u64,
        impl Fn(Position) -> Result<u64, TextError>,
    > {
        let margin = self.margin;
        let lines = self.store.near_lines().filter(|_| self.is_ascii());
        let quick = lines.map(|lines| {
            move |position: Position| {
                let (start, length) = lines.line(position.line)?;
                let is_inside = position.column < (length as u64).saturating_sub(margin);
                is_inside.then(|| start as u64 + position.column)
            }
        });
        let together = self.together(encoding).map(|(known, terms)| {
            move |positions: &[Position], offsets: &mut [u64]| {
                known.offsets(terms, positions, offsets)
            }
        });
        Asked {
            quick,
            together,
            exact: move |position| self.offset(position, encoding),
        }
    }

    /// What finds many places at a time, and the terms for it. Columns of bytes need
    /// no counting, and gain nothing.
    fn together(&self, encoding: PositionEncoding) -> Option<(Together<'_>, Terms)> {
        let utf16 = match encoding {
            PositionEncoding::Utf8 => return None,
            PositionEncoding::Utf16 => true,
            PositionEncoding::Utf32 => false,
        };
        let known = self.store.together(&self.text)?;
        let terms = Terms {
            utf16,
            // The columns of a line with a stripped mark begin behind it.
            first_line: u64::from(self.stripped > 0),
            crlf_is_closed: self.crlf_is_closed,
        };
        Some((known, terms))
    }
}
