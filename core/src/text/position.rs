//! Lines and columns: a [`Position`], its unit, and where a range's end is said
//! to be. The way between a position and a byte offset is [`LineIndex`](super::LineIndex).

use super::TextError;
use super::words::words;

/// A place in a text as a line and a column, **both counted from 0**.
///
/// A position means nothing without the [`PositionEncoding`] of its column and
/// the [`LineTerminators`](super::LineTerminators) of its lines, so the functions
/// that take or give one ask for both. Ordered by line, then column.
///
/// # Examples
///
/// ```
/// use llm_types::Position;
///
/// assert!(Position::new(0, 80) < Position::new(1, 0));
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// The line, counted from 0.
    pub line: u64,
    /// Code units from the start of the line, counted from 0.
    pub column: u64,
}

impl Position {
    /// The position on `line` at `column`, both counted from 0.
    pub const fn new(line: u64, column: u64) -> Self {
        Self { line, column }
    }
}

/// The code unit in which columns and whole-text offsets are counted. The words
/// are those of LSP 3.17 (`PositionEncodingKind`).
///
/// | Text `é😀` | `utf-8` | `utf-16` | `utf-32` |
/// |---|---|---|---|
/// | code units of `é` | 2 | 1 | 1 |
/// | code units of `😀` | 4 | 2 | 1 |
///
/// A tab, a wide character and a combining mark count like any other character
/// (P15); display width is a matter for a renderer.
///
/// # Examples
///
/// ```
/// use llm_types::PositionEncoding;
///
/// assert_eq!("utf-16".parse(), Ok(PositionEncoding::Utf16));
/// let error = "UTF16".parse::<PositionEncoding>().unwrap_err();
/// assert_eq!(error.code(), "UNKNOWN_ENCODING");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PositionEncoding {
    /// `utf-8`: bytes.
    Utf8,
    /// `utf-16`: 16-bit code units, as in JavaScript, Java and C#.
    Utf16,
    /// `utf-32`: code points, as in Python.
    Utf32,
}

words!(PositionEncoding { Utf8 => "utf-8", Utf16 => "utf-16", Utf32 => "utf-32" }
    else |asked| TextError::UnknownEncoding { asked: asked.into() });

impl PositionEncoding {
    /// How many code units a text has.
    pub(crate) fn length_of(self, text: &str) -> u64 {
        match self {
            Self::Utf8 => text.len() as u64,
            Self::Utf16 => text.encode_utf16().count() as u64,
            Self::Utf32 => text.chars().count() as u64,
        }
    }

    /// What so many units are called in a sentence.
    pub(crate) const fn units(self, how_many: u64) -> &'static str {
        match (self, how_many) {
            (Self::Utf8, 1) => "byte",
            (Self::Utf16, 1) => "UTF-16 code unit",
            (Self::Utf32, 1) => "code point",
            (Self::Utf8, _) => "bytes",
            (Self::Utf16, _) => "UTF-16 code units",
            (Self::Utf32, _) => "code points",
        }
    }
}

/// Which way to go from a place inside a character (P2, P3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rounding {
    /// `floor`: to the start of the character.
    Floor,
    /// `ceil`: to the end of the character.
    Ceil,
}

words!(Rounding { Floor => "floor", Ceil => "ceil" } of "rounding");

/// Which position stands for the end of a non-empty range (P10). The end of an
/// empty range is its start under every rule (P11).
///
/// The three differ most where a range ends after a line terminator. For bytes
/// `0..3` of `"ab\n"`, 0-based:
///
/// | Rule | End |
/// |---|---|
/// | `after` | line 1, column 0 |
/// | `last_byte` | line 0, column 3 |
/// | `inclusive` | line 0, column 2 |
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EndRule {
    /// `after`: the position of the first byte that does not belong to the
    /// range. LSP, tree-sitter, and this project's envelope.
    #[default]
    After,
    /// `last_byte`: the line of the last byte, and one past that byte's column on
    /// that line. A column past the content says that the terminator belongs to
    /// the range. RFD-0028.
    LastByte,
    /// `inclusive`: the line of the last byte, and the column of the last code
    /// unit that belongs to the range. Glean, flycheck.
    Inclusive,
}

words!(EndRule {
    After => "after",
    LastByte => "last_byte",
    Inclusive => "inclusive",
} of "end rule");

/// What a region of whole lines covers, where a format gives lines and no
/// columns (P20).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum WholeLines {
    /// `to_content_end`: up to the end of the last line's content, without its
    /// terminator. SARIF.
    ToContentEnd,
    /// `with_terminator`: the last line's terminator is included. rdjson.
    WithTerminator,
}

words!(WholeLines {
    ToContentEnd => "to_content_end",
    WithTerminator => "with_terminator",
} of "extent of whole lines");
