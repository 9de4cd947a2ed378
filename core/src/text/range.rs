//! Byte offsets and half-open byte ranges: plain numbers with their unit in the
//! type. Neither knows a text; [`LineIndex`](super::LineIndex) does.

use core::fmt;

use alloc::string::ToString;

use super::TextError;

/// A distance from the start of a text, in UTF-8 bytes.
///
/// # Examples
///
/// ```
/// use llm_types::ByteOffset;
///
/// assert!(ByteOffset::new(3) < ByteOffset::from(4));
/// assert_eq!(ByteOffset::new(3).get(), 3);
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ByteOffset(u64);

impl ByteOffset {
    /// The offset `bytes` UTF-8 bytes from the start.
    pub const fn new(bytes: u64) -> Self {
        Self(bytes)
    }

    /// The number of UTF-8 bytes from the start.
    pub const fn get(self) -> u64 {
        self.0
    }
}

impl From<u64> for ByteOffset {
    fn from(bytes: u64) -> Self {
        Self(bytes)
    }
}

impl From<ByteOffset> for u64 {
    fn from(offset: ByteOffset) -> Self {
        offset.0
    }
}

impl fmt::Display for ByteOffset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A half-open range of UTF-8 bytes: `start` belongs to it, `end` does not.
///
/// `start <= end` always holds. Ordered by start, then end, which is the order of
/// results in an envelope.
///
/// # Examples
///
/// ```
/// use llm_types::ByteRange;
///
/// let range = ByteRange::new(4, 9)?;
/// assert_eq!((range.start(), range.end(), range.len()), (4, 9, 5));
/// assert_eq!(range.to_string(), "4..9");
/// assert_eq!(ByteRange::new(9, 4).unwrap_err().code(), "REVERSED");
/// # Ok::<(), llm_types::TextError>(())
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ByteRange {
    start: u64,
    end: u64,
}

impl ByteRange {
    /// The range from `start` up to, but not including, `end`.
    ///
    /// # Errors
    ///
    /// `REVERSED` if `end < start` (P12).
    pub const fn new(start: u64, end: u64) -> Result<Self, TextError> {
        if end < start {
            return Err(TextError::Reversed { start, end });
        }
        Ok(Self { start, end })
    }

    /// The range between two offsets, in whichever order they come (P12, `swap`).
    ///
    /// ```
    /// use llm_types::ByteRange;
    ///
    /// assert_eq!(ByteRange::ordered(9, 4), ByteRange::ordered(4, 9));
    /// ```
    pub const fn ordered(a: u64, b: u64) -> Self {
        if a <= b {
            Self { start: a, end: b }
        } else {
            Self { start: b, end: a }
        }
    }

    /// The offset of the first byte of the range.
    pub const fn start(self) -> u64 {
        self.start
    }

    /// The offset just past the last byte of the range.
    pub const fn end(self) -> u64 {
        self.end
    }

    /// How many bytes belong to the range.
    pub const fn len(self) -> u64 {
        self.end - self.start
    }

    /// Whether no byte belongs to the range: it is an insertion point.
    pub const fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// Whether the byte at `offset` belongs to the range. The end does not, so an
    /// empty range contains nothing.
    ///
    /// ```
    /// use llm_types::ByteRange;
    ///
    /// let range = ByteRange::ordered(4, 9);
    /// assert!(range.contains(4) && !range.contains(9));
    /// ```
    pub const fn contains(self, offset: u64) -> bool {
        self.start <= offset && offset < self.end
    }

    /// Whether `other` lies within this range, its end included: a range contains
    /// itself and the insertion points at both its ends.
    ///
    /// ```
    /// use llm_types::ByteRange;
    ///
    /// let range = ByteRange::ordered(4, 9);
    /// assert!(range.contains_range(range));
    /// assert!(range.contains_range(ByteRange::ordered(9, 9)));
    /// assert!(!range.contains_range(ByteRange::ordered(8, 10)));
    /// ```
    pub const fn contains_range(self, other: Self) -> bool {
        self.start <= other.start && other.end <= self.end
    }

    /// Whether at least one byte belongs to both ranges.
    ///
    /// ```
    /// use llm_types::ByteRange;
    ///
    /// let range = ByteRange::ordered(4, 9);
    /// assert!(range.overlaps(ByteRange::ordered(8, 20)));
    /// assert!(!range.overlaps(ByteRange::ordered(9, 20)));
    /// ```
    pub const fn overlaps(self, other: Self) -> bool {
        match self.intersect(other) {
            Some(shared) => !shared.is_empty(),
            None => false,
        }
    }

    /// What both ranges have in common; `None` if a byte or more lies between
    /// them. Ranges that only touch share an empty range.
    ///
    /// ```
    /// use llm_types::ByteRange;
    ///
    /// let range = ByteRange::ordered(4, 9);
    /// assert_eq!(range.intersect(ByteRange::ordered(6, 20)), Some(ByteRange::ordered(6, 9)));
    /// assert_eq!(range.intersect(ByteRange::ordered(9, 20)), Some(ByteRange::ordered(9, 9)));
    /// assert_eq!(range.intersect(ByteRange::ordered(10, 20)), None);
    /// ```
    pub const fn intersect(self, other: Self) -> Option<Self> {
        let start = if self.start > other.start {
            self.start
        } else {
            other.start
        };
        let end = if self.end < other.end {
            self.end
        } else {
            other.end
        };
        if start <= end {
            Some(Self { start, end })
        } else {
            None
        }
    }

    /// The range moved by `bytes`, towards the start of the text if negative.
    ///
    /// # Errors
    ///
    /// `NEGATIVE_OFFSET` if it would start before the text; `UNSAFE_INTEGER` if
    /// its end would not fit in 64 bits.
    ///
    /// ```
    /// use llm_types::ByteRange;
    ///
    /// let range = ByteRange::ordered(4, 9);
    /// assert_eq!(range.shift(-4)?, ByteRange::ordered(0, 5));
    /// assert_eq!(range.shift(-5).unwrap_err().code(), "NEGATIVE_OFFSET");
    /// # Ok::<(), llm_types::TextError>(())
    /// ```
    pub fn shift(self, bytes: i64) -> Result<Self, TextError> {
        let moved = |offset: u64| i128::from(offset) + i128::from(bytes);
        let Ok(start) = u64::try_from(moved(self.start)) else {
            return Err(if bytes < 0 {
                TextError::NegativeOffset {
                    value: moved(self.start).to_string(),
                }
            } else {
                TextError::UnsafeInteger {
                    value: moved(self.start).to_string(),
                }
            });
        };
        let Ok(end) = u64::try_from(moved(self.end)) else {
            return Err(TextError::UnsafeInteger {
                value: moved(self.end).to_string(),
            });
        };
        Ok(Self { start, end })
    }
}

impl fmt::Display for ByteRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.start, self.end)
    }
}
