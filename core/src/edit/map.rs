//! From an offset before edits to the offset after them (E11).

use alloc::sync::Arc;
use alloc::vec::Vec;

use super::error::EditError;
use crate::envelope::Wire as _;
use crate::envelope::record::record;
use crate::error::Error;
use crate::json::{ReadOptions, read};
use crate::text::words::words;
use crate::text::{ByteRange, MAX_SAFE_OFFSET, PositionEncoding, TextError};

/// On which side of text that was put in exactly at an offset the offset stays.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Bias {
    /// `before`: in front of it, with the text that was there before the offset.
    #[default]
    Before,
    /// `after`: behind it, with the text that was there after the offset.
    After,
}

words!(Bias { Before => "before", After => "after" } of "bias");

/// One stretch of text that was replaced: its start and end before, its start and end
/// afterwards.
pub(super) type Stretch = [u64; 4];

record! {
    /// A [`PositionMap`] as data: what a host keeps, and makes the map from again.
    pub struct EditMap closed {
        /// Length of the text before, in bytes.
        required old_len: u64,
        /// Length of the text afterwards, in bytes.
        required new_len: u64,
        /// Four numbers for each stretch that was replaced, in the order of the text:
        /// its start and end before, its start and end afterwards.
        required stretches: Arc<Vec<u64>>,
    }
}

/// A range after edits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CarriedRange {
    /// Where it is now.
    pub range: ByteRange,
    /// Whether its text is another than before: an edit lies inside.
    pub changed: bool,
}

impl CarriedRange {
    /// Start, end, and 1 if its text is another than before: how a host takes many.
    pub fn to_numbers(self) -> [u64; 3] {
        let Self { range, changed } = self;
        [range.start(), range.end(), u64::from(changed)]
    }
}

/// Where every offset of a text went when the text was edited.
///
/// Text that was not replaced keeps its offsets relative to itself; an offset inside
/// replaced text is gone. Holds four numbers for each edit.
///
/// # Examples
///
/// ```
/// use llm_types::{Bias, EditOptions, PositionMap, apply_edits};
///
/// let request = r#"{"unchecked":true,"edits":[
///     {"byte_start":2,"byte_end":5,"new_text":"X"},{"byte_start":7,"byte_end":7,"new_text":"__"}]}"#;
/// let edited = apply_edits("0123456789", request, &EditOptions::default())?;
/// assert_eq!(edited.text, b"01X56__789");
/// assert_eq!(edited.map.carry(6, Bias::Before), Ok(Some(4)));
/// assert_eq!(edited.map.carry(3, Bias::Before), Ok(None));
/// assert_eq!(edited.map.carry(7, Bias::Before), Ok(Some(5)));
/// assert_eq!(edited.map.carry(7, Bias::After), Ok(Some(7)));
/// # Ok::<(), llm_types::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PositionMap {
    old_len: u64,
    new_len: u64,
    /// Flat, as the data has them, and lent to that: of very many edits they are the most
    /// of what is told.
    stretches: Arc<Vec<u64>>,
}

impl PositionMap {
    /// Stretches must be in order and must not overlap.
    pub(super) fn new(old_len: u64, new_len: u64, stretches: Vec<Stretch>) -> Self {
        Self {
            old_len,
            new_len,
            stretches: Arc::new(stretches.into_flattened()),
        }
    }

    /// The map of a text that stays as it is.
    pub fn identity(len: u64) -> Self {
        Self::new(len, len, Vec::new())
    }

    /// Whether the text stays as it is.
    pub(super) fn is_identity(&self) -> bool {
        self.stretches.is_empty()
    }

    /// The map that an outcome tells. O(k).
    ///
    /// # Errors
    ///
    /// `EDIT_MAP_INVALID` unless the numbers are those of edits in order.
    pub fn from_data(data: &EditMap) -> Result<Self, EditError> {
        let wrong = |why| Err(EditError::NoMap { why });
        let (groups, rest) = data.stretches.as_chunks::<4>();
        if !rest.is_empty() {
            return wrong("there are not four for each stretch");
        }
        let (mut old, mut new) = (0, 0);
        for [old_start, old_end, new_start, new_end] in groups.iter().copied() {
            if old_start > old_end || new_start > new_end {
                return wrong("a stretch ends before its start");
            }
            if old_start < old || new_start < new || old_start - old != new_start - new {
                return wrong("the stretches are not in order");
            }
            (old, new) = (old_end, new_end);
        }
        let (Some(old_rest), Some(new_rest)) =
            (data.old_len.checked_sub(old), data.new_len.checked_sub(new))
        else {
            return wrong("a stretch lies beyond the end");
        };
        if old_rest != new_rest || data.old_len.max(data.new_len) > MAX_SAFE_OFFSET {
            return wrong("the lengths do not fit the stretches");
        }
        Ok(Self {
            old_len: data.old_len,
            new_len: data.new_len,
            stretches: Arc::clone(&data.stretches),
        })
    }

    /// The map that JSON text tells: what [`EditMap::to_json`] writes. O(k).
    ///
    /// # Errors
    ///
    /// The codes of [`crate::read`]; `EDIT_MAP_INVALID`.
    pub fn from_json(text: &[u8]) -> Result<Self, Error> {
        let value = read(text, &ReadOptions::default())?.to_value();
        let data = EditMap::from_value(value).map_err(|_| EditError::NoMap {
            why: "`old_len`, `new_len` and `stretches` must be there, and hold offsets",
        })?;
        Ok(Self::from_data(&data)?)
    }

    /// The map as data. O(1): both have the same list.
    pub fn to_data(&self) -> EditMap {
        EditMap {
            old_len: self.old_len,
            new_len: self.new_len,
            stretches: Arc::clone(&self.stretches),
        }
    }

    /// The way back: from the text afterwards to the text before.
    #[must_use]
    pub fn inverse(&self) -> Self {
        let stretches = self.stretches().iter();
        let stretches = stretches.map(|[old_start, old_end, new_start, new_end]| {
            [*new_start, *new_end, *old_start, *old_end]
        });
        Self::new(self.new_len, self.old_len, stretches.collect())
    }

    /// Length of the text before, in bytes.
    pub const fn old_len(&self) -> u64 {
        self.old_len
    }

    /// Length of the text afterwards, in bytes.
    pub const fn new_len(&self) -> u64 {
        self.new_len
    }

    /// Where an offset of the text before is afterwards; `None` if it lies inside of
    /// text that was replaced. O(log k) for k edits.
    ///
    /// Either bias keeps the order of offsets.
    ///
    /// # Errors
    ///
    /// `OFFSET_OUT_OF_RANGE` beyond the end of the text before.
    pub fn carry(&self, offset: u64, bias: Bias) -> Result<Option<u64>, TextError> {
        if offset > self.old_len {
            return Err(TextError::OffsetOutOfRange {
                offset,
                len: self.old_len,
                encoding: PositionEncoding::Utf8,
            });
        }
        let stretches = self.stretches();
        let first = stretches.partition_point(|[start, ..]| *start < offset);
        let before = match first.checked_sub(1).and_then(|last| stretches.get(last)) {
            Some([_, old_end, ..]) if offset < *old_end => return Ok(None),
            Some([_, old_end, _, new_end]) => new_end + (offset - old_end),
            None => offset,
        };
        if bias == Bias::Before {
            return Ok(Some(before));
        }
        // What is put in here stands before what replaces the text from here on.
        let after = stretches.partition_point(|[start, end, ..]| {
            *start < offset || (*start == offset && *end == offset)
        });
        let last = after.checked_sub(1).filter(|last| *last >= first);
        let last = last.and_then(|last| stretches.get(last));
        Ok(Some(last.map_or(before, |[.., new_end]| *new_end)))
    }

    /// [`carry`](Self::carry) for many offsets, in any order. O(n log k).
    ///
    /// # Errors
    ///
    /// As for one; the error names the index of the first bad element.
    pub fn carry_many(&self, offsets: &[u64], bias: Bias) -> Result<Vec<Option<u64>>, TextError> {
        let mut carried = Vec::with_capacity(offsets.len());
        let offsets = offsets.iter().map(|offset| Ok(*offset));
        self.carry_each(offsets, bias, |at| carried.push(at))?;
        Ok(carried)
    }

    /// [`carry`](Self::carry) for each offset of an iterator, given away one by one.
    ///
    /// # Errors
    ///
    /// Stops at the first bad element, be it refused by the iterator or by
    /// [`carry`](Self::carry); the error names its index.
    pub fn carry_each(
        &self,
        offsets: impl IntoIterator<Item = Result<u64, TextError>>,
        bias: Bias,
        mut each: impl FnMut(Option<u64>),
    ) -> Result<(), TextError> {
        for (at, offset) in offsets.into_iter().enumerate() {
            let carried = offset.and_then(|offset| self.carry(offset, bias));
            each(carried.map_err(|error| error.at_index(at as u64))?);
        }
        Ok(())
    }

    /// Where a range is afterwards: exactly its text, without what was put in at its
    /// ends. `None` if one end of it lies inside of text that was replaced, or all of it
    /// was taken out. O(log k).
    ///
    /// # Errors
    ///
    /// `OFFSET_OUT_OF_RANGE` beyond the end of the text before.
    ///
    /// # Examples
    ///
    /// ```
    /// use llm_types::{ByteRange, EditOptions, apply_edits};
    ///
    /// let request = r#"{"unchecked":true,"edits":[{"byte_start":4,"byte_end":4,"new_text":"new "}]}"#;
    /// let edited = apply_edits("let x = 1;", request, &EditOptions::default())?;
    /// let x = edited.map.carry_range(ByteRange::new(4, 5)?)?.unwrap();
    /// assert_eq!((x.range, x.changed), (ByteRange::new(8, 9)?, false));
    /// # Ok::<(), llm_types::Error>(())
    /// ```
    pub fn carry_range(&self, range: ByteRange) -> Result<Option<CarriedRange>, TextError> {
        let start_bias = if range.is_empty() {
            Bias::Before
        } else {
            Bias::After
        };
        let start = self.carry(range.start(), start_bias)?;
        let end = self.carry(range.end(), Bias::Before)?;
        let (Some(start), Some(end)) = (start, end) else {
            return Ok(None);
        };
        let carried = ByteRange::new(start, end)?;
        if carried.is_empty() && !range.is_empty() {
            return Ok(None);
        }
        // An edit lies inside if one that is not at an end begins after the start.
        let from = range.start();
        let stretches = self.stretches();
        let first = stretches
            .partition_point(|[start, end, ..]| *start < from || (*start == from && *end == from));
        let inside = stretches.get(first);
        let changed = inside.is_some_and(|[start, ..]| *start < range.end());
        Ok(Some(CarriedRange {
            range: carried,
            changed,
        }))
    }

    /// [`carry_range`](Self::carry_range) for many ranges, in any order. O(n log k).
    ///
    /// # Errors
    ///
    /// As for one; the error names the index of the first bad element.
    pub fn carry_ranges(
        &self,
        ranges: &[ByteRange],
    ) -> Result<Vec<Option<CarriedRange>>, TextError> {
        let mut carried = Vec::with_capacity(ranges.len());
        let ranges = ranges
            .iter()
            .map(|range| (Ok(range.start()), Ok(range.end())));
        self.carry_ranges_each(ranges, |range| carried.push(range))?;
        Ok(carried)
    }

    /// [`carry_range`](Self::carry_range) for each start and end of an iterator, given
    /// away one by one.
    ///
    /// # Errors
    ///
    /// Stops at the first bad element; the error names its index.
    pub fn carry_ranges_each(
        &self,
        ranges: impl IntoIterator<Item = (Result<u64, TextError>, Result<u64, TextError>)>,
        mut each: impl FnMut(Option<CarriedRange>),
    ) -> Result<(), TextError> {
        for (at, (start, end)) in ranges.into_iter().enumerate() {
            let start = start.map_err(|error| error.of_part("start"));
            let end = end.map_err(|error| error.of_part("end"));
            let range = start.and_then(|start| ByteRange::new(start, end?));
            let carried = range.and_then(|range| self.carry_range(range));
            each(carried.map_err(|error| error.at_index(at as u64))?);
        }
        Ok(())
    }

    pub(super) fn stretches(&self) -> &[Stretch] {
        self.stretches.as_chunks().0
    }
}
