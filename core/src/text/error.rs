//! What the functions on text refuse, and where.
//!
//! The meaning of each code, and what to do about it, is registered in
//! `rule/text.rs`; nothing is decided here.

use alloc::boxed::Box;
use alloc::string::String;
use core::fmt;

use super::PositionEncoding;
use crate::error::Takes;
use crate::rule;

/// A refusal by a function on text. Nothing was rounded, clamped or repaired.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TextError {
    /// `OFFSET_OUT_OF_RANGE` (P1): the offset lies beyond the end of the text.
    #[error("offset {offset} is beyond the end of the text, which is {len} {} long", encoding.units(*len))]
    OffsetOutOfRange {
        /// The offset asked for.
        offset: u64,
        /// The largest valid offset: the length of the text in the same unit.
        len: u64,
        /// The unit of both.
        encoding: PositionEncoding,
    },
    /// `NOT_CHAR_BOUNDARY` (P2): the byte offset, or the column in bytes, falls
    /// inside a character.
    #[error("byte offset {offset} is inside the character at {floor}..{ceil}")]
    NotCharBoundary {
        /// The byte offset in the text.
        offset: u64,
        /// Where the character starts.
        floor: u64,
        /// Where the character ends.
        ceil: u64,
    },
    /// `SPLIT_SURROGATE` (P3): the UTF-16 column or offset falls between the two
    /// halves of a surrogate pair.
    #[error(
        "UTF-16 {} {unit} is inside the surrogate pair of the character at bytes {floor}..{ceil}",
        if line.is_some() { "column" } else { "offset" }
    )]
    SplitSurrogate {
        /// The 0-based line, if `unit` is a column; absent if it is an offset
        /// from the start of the text.
        line: Option<u64>,
        /// The column or offset asked for, in UTF-16 code units.
        unit: u64,
        /// The byte offset where the character starts.
        floor: u64,
        /// The byte offset where the character ends.
        ceil: u64,
    },
    /// `COL_OUT_OF_RANGE` (P4): the line has no such column.
    #[error("line {line} has no column {column}; its columns are {first} to {last}")]
    ColOutOfRange {
        /// The 0-based line.
        line: u64,
        /// The 0-based column asked for.
        column: u64,
        /// The first valid column; 0, save for the end of a range under
        /// [`EndRule::LastByte`](super::EndRule::LastByte), which is 1.
        first: u64,
        /// The last valid column.
        last: u64,
    },
    /// `LINE_OUT_OF_RANGE` (P5): the text has no such line.
    #[error("there is no line {line}; the text has {line_count}, counted from 0")]
    LineOutOfRange {
        /// The 0-based line asked for.
        line: u64,
        /// How many lines there are.
        line_count: u64,
    },
    /// `INSIDE_CRLF` (P7): the place lies between CR and LF, which the `lsp`
    /// preset does not allow.
    #[error("byte offset {offset} is between CR and LF")]
    InsideCrlf {
        /// The byte offset of the LF.
        offset: u64,
    },
    /// `INVALID_UTF8` (P14): the question needs the text decoded, and a byte in
    /// the way is not UTF-8.
    #[error("the text is not UTF-8 at byte offset {offset}")]
    InvalidUtf8 {
        /// The byte offset of the first ill-formed sequence in the way.
        offset: u64,
    },
    /// `ILL_FORMED` (P21): a string of UTF-16 code units has a lone surrogate.
    #[error("lone surrogate at UTF-16 offset {unit}")]
    IllFormed {
        /// The offset of the lone surrogate, in UTF-16 code units.
        unit: u64,
    },
    /// `REVERSED` (P12): the range ends before it starts.
    #[error("the range ends at {end}, before its start at {start}")]
    Reversed {
        /// The start asked for.
        start: u64,
        /// The end asked for.
        end: u64,
    },
    /// `NOT_AN_INTEGER`: the number of a host is a fraction, infinite or not a number.
    #[error("{value} is not an integer")]
    NotAnInteger {
        /// The number, in decimal.
        value: String,
    },
    /// `NEGATIVE_OFFSET`: the number, or the result of a shift, is below zero.
    #[error("{value} is negative")]
    NegativeOffset {
        /// The number, in decimal.
        value: String,
    },
    /// `UNSAFE_INTEGER`: the number is above 2^53 − 1, or a shift is below −(2^53 − 1),
    /// so a host that keeps numbers as doubles cannot tell it from its neighbour.
    #[error("{value} is {}9007199254740991", if value.starts_with('-') { "below -" } else { "above " })]
    UnsafeInteger {
        /// The number, in decimal.
        value: String,
    },
    /// A number that is a part of something was refused; the code is that of the number.
    #[error("expected {} as `{name}`, found {}", Takes::Count, error.number().unwrap_or_default())]
    Part {
        /// What the part is called.
        name: &'static str,
        /// Why it was refused.
        error: Box<TextError>,
    },
    /// `UNKNOWN_ENCODING`: no position encoding has this name.
    #[error("unknown position encoding `{asked}`; expected `utf-8`, `utf-16` or `utf-32`")]
    UnknownEncoding {
        /// What was asked for.
        asked: String,
    },
    /// `UNKNOWN_TERMINATORS`: no preset of line terminators has this name, or a
    /// custom list holds an empty sequence.
    #[error(
        "unknown line terminators `{asked}`; expected `lf_crlf`, `lf`, `lsp`, `ecmascript`, \
         `unicode`, `python_splitlines` or a list of non-empty sequences"
    )]
    UnknownTerminators {
        /// What was asked for.
        asked: String,
    },
    /// `UNKNOWN_OPTION`: an option has no such value.
    #[error("unknown {option} `{asked}`; expected {expected}{}", expected.meant(asked))]
    UnknownOption {
        /// The option, as a person calls it.
        option: &'static str,
        /// The values it has.
        expected: Expected,
        /// What was asked for.
        asked: String,
    },
    /// `TEXT_TOO_LARGE`: the host has no room for the text. A WebAssembly module
    /// has 4 GiB for everything, and a string of JavaScript a longest length.
    #[error("there is no room for a text of {bytes} bytes")]
    TooLarge {
        /// The length of the text.
        bytes: u64,
    },
    /// One element of many was refused; the code is that of the element.
    #[error("element {index}: {error}")]
    Element {
        /// The 0-based index of the element in the input.
        index: u64,
        /// Why it was refused.
        error: Box<TextError>,
    },
}

impl TextError {
    /// The same refusal with its line and columns counted from these bases, as the document
    /// counts that the message is about. Of a line that does not exist nothing is changed:
    /// its message says that it counts from 0.
    pub(crate) fn counted_from(self, line_base: u64, column_base: u64) -> Self {
        match self {
            Self::ColOutOfRange {
                line,
                column,
                first,
                last,
            } => Self::ColOutOfRange {
                line: line.saturating_add(line_base),
                column: column.saturating_add(column_base),
                first: first.saturating_add(column_base),
                last: last.saturating_add(column_base),
            },
            Self::SplitSurrogate {
                line: Some(line),
                unit,
                floor,
                ceil,
            } => Self::SplitSurrogate {
                line: Some(line.saturating_add(line_base)),
                unit: unit.saturating_add(column_base),
                floor,
                ceil,
            },
            other => other,
        }
    }

    /// The stable code, as registered in [`rule`](crate::rule).
    pub fn code(&self) -> &'static str {
        match self {
            Self::OffsetOutOfRange { .. } => "OFFSET_OUT_OF_RANGE",
            Self::NotCharBoundary { .. } => "NOT_CHAR_BOUNDARY",
            Self::SplitSurrogate { .. } => "SPLIT_SURROGATE",
            Self::ColOutOfRange { .. } => "COL_OUT_OF_RANGE",
            Self::LineOutOfRange { .. } => "LINE_OUT_OF_RANGE",
            Self::InsideCrlf { .. } => "INSIDE_CRLF",
            Self::InvalidUtf8 { .. } => "INVALID_UTF8",
            Self::IllFormed { .. } => "ILL_FORMED",
            Self::Reversed { .. } => "REVERSED",
            Self::NotAnInteger { .. } => "NOT_AN_INTEGER",
            Self::NegativeOffset { .. } => "NEGATIVE_OFFSET",
            Self::UnsafeInteger { .. } => "UNSAFE_INTEGER",
            Self::UnknownEncoding { .. } => "UNKNOWN_ENCODING",
            Self::UnknownTerminators { .. } => "UNKNOWN_TERMINATORS",
            Self::UnknownOption { .. } => "UNKNOWN_OPTION",
            Self::TooLarge { .. } => "TEXT_TOO_LARGE",
            Self::Element { error, .. } | Self::Part { error, .. } => error.code(),
        }
    }

    /// The half-open range of bytes in the text that is in the way, where there
    /// is one: the character that would be split, the CRLF, the ill-formed byte.
    pub fn byte_range(&self) -> Option<(u64, u64)> {
        match *self {
            Self::NotCharBoundary { floor, ceil, .. }
            | Self::SplitSurrogate { floor, ceil, .. } => Some((floor, ceil)),
            Self::InsideCrlf { offset } => {
                Some((offset.saturating_sub(1), offset.saturating_add(1)))
            }
            Self::InvalidUtf8 { offset } => Some((offset, offset.saturating_add(1))),
            Self::Element { ref error, .. } => error.byte_range(),
            _ => None,
        }
    }

    /// The 0-based index of the refused element, if the function took many.
    pub fn index(&self) -> Option<u64> {
        match self {
            Self::Element { index, .. } => Some(*index),
            _ => None,
        }
    }

    /// The number of a host that is none of ours, in decimal.
    pub(crate) fn number(&self) -> Option<&str> {
        match self {
            Self::NotAnInteger { value }
            | Self::NegativeOffset { value }
            | Self::UnsafeInteger { value } => Some(value),
            Self::Element { error, .. } | Self::Part { error, .. } => error.number(),
            _ => None,
        }
    }

    /// Says which part of a position or a range this number was to be.
    #[must_use]
    pub fn of_part(self, name: &'static str) -> Self {
        Self::Part {
            name,
            error: Box::new(self),
        }
    }

    /// Says which element of many this refusal is about.
    #[must_use]
    pub fn at_index(self, index: u64) -> Self {
        Self::Element {
            index,
            error: Box::new(self),
        }
    }
}

/// What the value of an option may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Expected {
    /// One of these words.
    Words(&'static [&'static str]),
    /// Something else, as a sentence goes on with it.
    Other(&'static str),
}

impl Expected {
    /// Which of the words was meant, if one is near enough.
    fn meant(self, asked: &str) -> String {
        match self {
            Self::Words(words) => rule::did_you_mean(asked, words),
            Self::Other(_) => String::new(),
        }
    }
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = match self {
            Self::Words(words) => *words,
            Self::Other(said) => return f.write_str(said),
        };
        for (number, word) in words.iter().enumerate() {
            let between = match number {
                0 => "",
                _ if number + 1 == words.len() => " or ",
                _ => ", ",
            };
            write!(f, "{between}`{word}`")?;
        }
        Ok(())
    }
}
