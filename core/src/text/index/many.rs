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
        let exact = |offset| self.position(offset, encoding);
        if !(self.simple && self.is_ascii()) {
            return collect(offsets, exact);
        }
        let (store, len) = (&self.store, self.text.len());
        let quick = |offset| {
            let at = usize::try_from(offset).ok().filter(|at| *at <= len)?;
            let (line, start) = store.near_line_at(at)?;
            Some(Position::new(line, (at - start) as u64))
        };
        collect_quickly(offsets, quick, exact)
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
        let exact = |position| self.offset(position, encoding);
        let Some(lines) = self.store.near_lines().filter(|_| self.is_ascii()) else {
            return collect(positions, exact);
        };
        let margin = self.margin;
        let quick = |position: Position| {
            let (start, length) = lines.line(position.line)?;
            let is_inside = position.column < (length as u64).saturating_sub(margin);
            is_inside.then(|| start as u64 + position.column)
        };
        collect_quickly(positions, quick, exact)
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

/// Elements that are answered before a refusal among them is looked for.
const PIECE: usize = 64;

/// Each element's answer, or the first refusal with the element's index.
///
/// A piece of a slice has a length that a vector can trust, so it asks for room
/// once and not at each element.
pub(super) fn collect<T: Copy, U: Copy + Default>(
    elements: &[T],
    exact: impl Fn(T) -> Result<U, TextError>,
) -> Result<Vec<U>, TextError> {
    let mut answers = Vec::with_capacity(elements.len());
    for piece in elements.chunks(PIECE) {
        let (before, mut refused) = (answers.len(), None);
        answers.extend(piece.iter().enumerate().map(|(i, element)| {
            exact(*element).unwrap_or_else(|error| {
                refused.get_or_insert((i, error));
                U::default()
            })
        }));
        if let Some((i, error)) = refused {
            return Err(error.at_index((before + i) as u64));
        }
    }
    Ok(answers)
}

/// The same, where nearly every element has a `quick` answer: the loop that gives
/// these holds nothing else, and the others are asked for the `exact` one afterwards.
fn collect_quickly<T: Copy, U: Copy + Default>(
    elements: &[T],
    quick: impl Fn(T) -> Option<U>,
    exact: impl Fn(T) -> Result<U, TextError>,
) -> Result<Vec<U>, TextError> {
    let mut answers = Vec::with_capacity(elements.len());
    for piece in elements.chunks(PIECE) {
        let before = answers.len();
        let mut missed = 0_u64;
        answers.extend(piece.iter().enumerate().map(|(i, element)| {
            quick(*element).unwrap_or_else(|| {
                missed |= 1 << i;
                U::default()
            })
        }));
        while missed != 0 {
            let i = missed.trailing_zeros() as usize;
            missed &= missed - 1;
            let (Some(element), Some(answer)) = (piece.get(i), answers.get_mut(before + i)) else {
                break;
            };
            *answer = exact(*element).map_err(|error| error.at_index((before + i) as u64))?;
        }
    }
    Ok(answers)
}
