//! A span: a range of bytes in a file that has a name.
//!
//! Here is what can be said about a span and done with it: build it with its id
//! and coordinates, check it against the text, compare, contain, intersect and
//! shift. The blocks that an envelope hangs on a span (context, semantics,
//! checksums) live with the envelope; ranges without a file are
//! [`crate::ByteRange`]; reading other tools' spans is a matter of dialects.

use alloc::string::String;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use crate::id::{IdError, SpanIdScheme, classify_span_id, span_id};
use crate::text::{ByteRange, EndRule, LineIndex, PositionEncoding, TextError};

mod error;
mod found;
#[cfg(test)]
mod tests;
mod wire;

pub use error::SpanError;
pub use found::SpanFinding;

/// Where a span starts and ends, in lines and columns, as an envelope has it.
///
/// Lines are counted from 1, columns from 0 in UTF-8 bytes. The end is the place
/// of the first byte *after* the span (P10, `after`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Coordinates {
    /// The line of the first byte, counted from 1.
    pub start_line: u64,
    /// UTF-8 bytes from the start of that line, counted from 0.
    pub start_col: u64,
    /// The line of the first byte after the span, counted from 1.
    pub end_line: u64,
    /// UTF-8 bytes from the start of that line, counted from 0.
    pub end_col: u64,
}

impl Coordinates {
    /// The coordinates of a range of this text. O(log n) in the number of lines.
    ///
    /// # Errors
    ///
    /// `OFFSET_OUT_OF_RANGE`, `NOT_CHAR_BOUNDARY`; `INSIDE_CRLF` if the index was
    /// built with the `lsp` preset.
    ///
    /// # Examples
    ///
    /// ```
    /// use llm_types::{ByteRange, Coordinates, LineIndex};
    /// let index = LineIndex::new("a\r\n🚀 Woo\n");
    /// let woo = Coordinates::of(ByteRange::new(8, 11)?, &index)?;
    /// assert_eq!((woo.start_line, woo.start_col, woo.end_line, woo.end_col), (2, 5, 2, 8));
    /// # Ok::<(), llm_types::TextError>(())
    /// ```
    pub fn of(range: ByteRange, index: &LineIndex<'_>) -> Result<Self, TextError> {
        let (start, end) = index.range_positions(range, PositionEncoding::Utf8, EndRule::After)?;
        Ok(Self {
            start_line: start.line.saturating_add(1),
            start_col: start.column,
            end_line: end.line.saturating_add(1),
            end_col: end.column,
        })
    }
}

/// A range of bytes in a file.
///
/// Ordered by path (as text), then start, then end, so that sorted spans read
/// like the files. Two spans are equal only if their ids and coordinates are,
/// too; [`Span::same_place`] compares what they point at.
///
/// On the wire: `span_id`, `file_path`, `byte_start`, `byte_end`, then the four
/// members of [`Coordinates`], all of them or none. Four zeros are read as none.
///
/// # Examples
///
/// ```
/// use llm_types::{ByteRange, LineIndex, Span};
/// let index = LineIndex::new("fn main() {}\n");
/// let span = Span::new("src/main.rs", ByteRange::new(3, 7)?, &index)?;
/// assert!(span.check(&index).is_empty());
/// assert_eq!(span.coordinates.map(|c| (c.start_line, c.start_col)), Some((1, 3)));
/// # Ok::<(), llm_types::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "wire::Flat", try_from = "wire::Flat")]
pub struct Span {
    /// The file, as the tool spells it.
    pub file_path: String,
    /// The bytes, half-open, in UTF-8 bytes from the start of the file.
    pub range: ByteRange,
    /// Lines and columns, if they are known.
    pub coordinates: Option<Coordinates>,
    /// The id, kept as it was read.
    pub span_id: Option<String>,
}

impl Span {
    /// A span with its id (`be64`) and its coordinates in this text.
    ///
    /// # Errors
    ///
    /// As [`Coordinates::of`] and [`span_id`].
    pub fn new(
        file_path: impl Into<String>,
        range: ByteRange,
        index: &LineIndex<'_>,
    ) -> Result<Self, crate::Error> {
        let coordinates = Coordinates::of(range, index)?;
        let mut span = Self::without_text(file_path, range)?;
        span.coordinates = Some(coordinates);
        Ok(span)
    }

    /// A span with its id and no coordinates, where the text is not at hand.
    ///
    /// # Errors
    ///
    /// `UNSAFE_INTEGER` if the end exceeds 2^53 − 1.
    pub fn without_text(file_path: impl Into<String>, range: ByteRange) -> Result<Self, IdError> {
        let file_path = file_path.into();
        let id = span_id(&file_path, range.start(), range.end())?;
        Ok(Self {
            file_path,
            range,
            coordinates: None,
            span_id: Some(id),
        })
    }

    /// A span of these members, as a document states them: nothing is computed.
    ///
    /// `coordinates` are `start_line`, `start_col`, `end_line` and `end_col`; four
    /// zeros are none.
    ///
    /// # Errors
    ///
    /// `REVERSED`; `LINE_ZERO`; `PARTIAL_COORDINATES` if some of the four are there
    /// and others are not.
    ///
    /// # Examples
    ///
    /// ```
    /// use llm_types::Span;
    /// let span = Span::from_members("a.rs", 0, 4, [Some(1), Some(0), Some(1), Some(4)], None)?;
    /// assert_eq!(span.span_id, None);
    /// let partial = Span::from_members("a.rs", 0, 4, [Some(1), None, None, None], None);
    /// assert_eq!(partial.unwrap_err().code(), "PARTIAL_COORDINATES");
    /// # Ok::<(), llm_types::Error>(())
    /// ```
    pub fn from_members(
        file_path: impl Into<String>,
        byte_start: u64,
        byte_end: u64,
        coordinates: [Option<u64>; 4],
        span_id: Option<String>,
    ) -> Result<Self, crate::Error> {
        let coordinates = match coordinates {
            [None, None, None, None] | [Some(0), Some(0), Some(0), Some(0)] => None,
            [
                Some(start_line @ 1..),
                Some(start_col),
                Some(end_line @ 1..),
                Some(end_col),
            ] => Some(Coordinates {
                start_line,
                start_col,
                end_line,
                end_col,
            }),
            [Some(0), ..] => {
                let pointer = "/start_line";
                return Err(SpanError::LineZero { pointer }.into());
            }
            [_, _, Some(0), _] => {
                let pointer = "/end_line";
                return Err(SpanError::LineZero { pointer }.into());
            }
            _ => return Err(SpanError::PartialCoordinates.into()),
        };
        Ok(Self {
            file_path: file_path.into(),
            range: ByteRange::new(byte_start, byte_end)?,
            coordinates,
            span_id,
        })
    }

    /// Whether both point at the same bytes of a file that is spelt alike,
    /// whatever their ids and coordinates say.
    pub fn same_place(&self, other: &Self) -> bool {
        self.file_path == other.file_path && self.range == other.range
    }

    /// Whether `other` lies within this span, its ends included, in the same file.
    pub fn contains(&self, other: &Self) -> bool {
        self.file_path == other.file_path && self.range.contains_range(other.range)
    }

    /// What both spans have in common. `None` in different files, and if a byte
    /// or more lies between them; spans that only touch share an empty one.
    ///
    /// If one lies within the other the answer is that one as it is. Otherwise
    /// the answer has no coordinates, because they need the text.
    ///
    /// # Errors
    ///
    /// `UNSAFE_INTEGER`, as [`Span::without_text`].
    pub fn intersect(&self, other: &Self) -> Result<Option<Self>, IdError> {
        if self.contains(other) {
            return Ok(Some(other.clone()));
        }
        if other.contains(self) {
            return Ok(Some(self.clone()));
        }
        if self.file_path != other.file_path {
            return Ok(None);
        }
        self.range
            .intersect(other.range)
            .map(|range| Self::without_text(&*self.file_path, range))
            .transpose()
    }

    /// The span moved by `bytes`, towards the start of the file if negative: for
    /// an edit before it. The id is computed anew and the coordinates are
    /// dropped, because lines may have moved too.
    ///
    /// # Errors
    ///
    /// `NEGATIVE_OFFSET` if it would start before the file, `UNSAFE_INTEGER` if
    /// it would end after 2^53 − 1.
    ///
    /// # Examples
    ///
    /// ```
    /// use llm_types::{ByteRange, Span};
    /// let span = Span::without_text("a.rs", ByteRange::new(10, 20)?)?;
    /// assert_eq!(span.shift(-3)?.range, ByteRange::new(7, 17)?);
    /// assert_eq!(span.shift(-11).unwrap_err().code(), "NEGATIVE_OFFSET");
    /// # Ok::<(), llm_types::Error>(())
    /// ```
    pub fn shift(&self, bytes: i64) -> Result<Self, crate::Error> {
        let range = self.range.shift(bytes)?;
        Ok(Self::without_text(&*self.file_path, range)?)
    }

    /// Checks the range and the coordinates against the text of the file.
    ///
    /// Empty if the text proves them, or if there are no coordinates to prove
    /// and the range lies on characters of the text. O(log n) in the number of
    /// lines. The id needs no text: see [`Span::check_id`].
    pub fn check(&self, index: &LineIndex<'_>) -> Vec<SpanFinding> {
        match (Coordinates::of(self.range, index), self.coordinates) {
            (Err(error), _) => Vec::from([SpanFinding::Range(error)]),
            (Ok(computed), Some(stated)) if stated != computed => {
                Vec::from([SpanFinding::Position { stated, computed }])
            }
            (Ok(_), _) => Vec::new(),
        }
    }

    /// Checks how the id is spelt and which scheme computed it from this path
    /// and range. Empty for an id of our scheme `be64`, and if there is no id.
    pub fn check_id(&self) -> Vec<SpanFinding> {
        let Some(id) = &self.span_id else {
            return Vec::new();
        };
        let (start, end) = (self.range.start(), self.range.end());
        let odd = crate::id::span_id_findings(id);
        // An id that no scheme could have printed needs no second complaint.
        let computed = !odd.iter().any(|found| found.rules_out_schemes());
        let mut found: Vec<SpanFinding> = odd.into_iter().map(SpanFinding::Id).collect();
        if computed {
            match classify_span_id(id, &self.file_path, start, end) {
                Some(SpanIdScheme::Be64) => {}
                Some(scheme) => found.push(SpanFinding::Scheme(scheme)),
                None => found.push(SpanFinding::OtherId {
                    stated: id.clone(),
                    computed: span_id(&self.file_path, start, end).ok(),
                }),
            }
        }
        found
    }
}
