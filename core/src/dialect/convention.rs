//! The convention of a dialect, as data.
//!
//! Two tools that mean the same place print different numbers. What differs is
//! always one of the members of [`Convention`]; nothing in it is code, so a new
//! tool is a new value and not a new branch. The conventions that
//! were measured of other tools (`tests/fixtures/conventions.json`) are a test of this
//! type: it can say each of them.
//!
//! Shapes (which member holds the number) are not here: see [`crate::envelope::shape`].

use crate::checksum::ChecksumAlgorithm;
use crate::envelope::shape::Role;
use crate::id::SpanIdScheme;
use crate::text::{BomPolicy, EndRule, LineIndexOptions, LineTerminators, PositionEncoding};

mod hash;

pub use hash::{FileHash, HashAlgorithm};

/// The words of the seeds for a level, and those of LSP for the same.
pub(crate) const SEED_LEVELS: &[&str] = &["error", "warning", "note", "help", "info", "hint"];

/// The level of the envelope that a word of whatever tool means: those of LSP, of compilers and of
/// loggers, in any case of letters.
pub(crate) fn level_meant_by(word: &str) -> Option<&'static str> {
    const WORDS: [(&str, &[&str]); 4] = [
        ("error", &["error", "fatal", "critical"]),
        ("warning", &["warning", "warn"]),
        ("note", &["note", "info", "information", "failure-note"]),
        ("help", &["help", "hint"]),
    ];
    let means = |words: &[&str]| words.iter().any(|known| known.eq_ignore_ascii_case(word));
    let mut known = WORDS.iter();
    known.find_map(|(level, words)| means(words).then_some(*level))
}

/// What one column counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ColumnUnit {
    /// Code units of an encoding: UTF-8 bytes, UTF-16 code units, or code
    /// points (`utf-32`).
    Encoded(PositionEncoding),
    /// Cells of a terminal: wide characters are two, combining ones none, and a
    /// tab goes to the next multiple of `tab_stop`.
    Display {
        /// Cells between tab stops.
        tab_stop: u32,
    },
    /// Code points, except that a tab goes to the next multiple of `tab_stop`.
    Tabbed {
        /// Columns between tab stops.
        tab_stop: u32,
    },
    /// The code points that lie wholly inside the first *c* + 1 bytes of the line,
    /// less one, where *c* is the column in code points. It is what mypy 2 prints:
    /// a column in code points taken for one in bytes and converted again. It is
    /// right on ASCII lines and has no inverse on others.
    DoublyConverted,
}

impl ColumnUnit {
    /// UTF-8 bytes.
    pub const BYTES: Self = Self::Encoded(PositionEncoding::Utf8);
    /// UTF-16 code units.
    pub const UTF16: Self = Self::Encoded(PositionEncoding::Utf16);
    /// Code points.
    pub const CODE_POINTS: Self = Self::Encoded(PositionEncoding::Utf32);
}

/// How line and column are counted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineColumns {
    /// Number of the first line: 0 or 1.
    pub line_base: u32,
    /// How columns are counted, or nothing when the tool prints none.
    pub columns: Option<Columns>,
    /// What ends a line.
    pub terminators: LineTerminators,
    /// By which rule the end is counted; nothing when only a start is printed.
    pub end: Option<EndRule>,
}

/// How columns are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Columns {
    /// Number of the first column. 0 or 1, and 2 in one tool that adds one twice.
    pub base: u32,
    /// What one column counts.
    pub unit: ColumnUnit,
    /// Whether a byte order mark at the head of line 1 counts.
    pub bom: BomPolicy,
}

/// How offsets from the start of the text are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Offsets {
    /// What one step counts.
    pub unit: PositionEncoding,
    /// Whether a byte order mark counts. Not always as for columns: rustc counts
    /// it in offsets and not in columns.
    pub bom: BomPolicy,
    /// What says where the range ends.
    pub end: OffsetEnd,
}

/// What says where a range ends, in flat offsets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OffsetEnd {
    /// The offset after the last unit.
    After,
    /// The offset of the last unit.
    Inclusive,
    /// The number of units.
    Length,
    /// Nothing.
    Absent,
}

/// What the dialect writes for an optional member that has no value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Nulls {
    /// The member is left out.
    Omit,
    /// The member is written as `null`.
    Explicit,
    /// Left out in some records and `null` in others; the shape says which.
    PerField,
}

/// What the paths of the dialect look like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PathStyle {
    /// As the caller spelt it on the command line.
    Verbatim,
    /// Absolute.
    Absolute,
    /// Absolute in some records and relative to the root in others.
    Mixed,
    /// Relative, with `/`, without empty, `.` and `..` parts.
    Canonical,
    /// A percent-encoded URI.
    Uri,
}

/// How precise a place of the dialect is, at best.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Precision {
    /// A whole line.
    Line,
    /// One position.
    Point,
    /// A start and an end.
    Range,
}

/// The hashes of files that tools were seen to print: an envelope need not say of which tool it
/// is.
const PRINTED: [FileHash; 3] = [
    FileHash::likely(64, HashAlgorithm::Checksum(ChecksumAlgorithm::Sha256)),
    FileHash::likely(16, HashAlgorithm::Xxh64),
    FileHash::likely(32, HashAlgorithm::Xxh3),
];

/// Everything about a dialect that is a number, a unit or a word rather than a
/// place in a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Convention {
    /// Line and column, if the dialect prints them.
    pub lines: Option<LineColumns>,
    /// Flat offsets, if the dialect prints them.
    pub offsets: Option<Offsets>,
    /// What four zeros in place of lines and columns mean: `true` if they say
    /// that the lines and columns are not known (rule P16).
    pub zeros_are_unknown: bool,
    /// What an optional member without a value looks like.
    pub nulls: Nulls,
    /// The algorithm of a checksum that does not name its own.
    pub bare_checksum: Option<ChecksumAlgorithm>,
    /// Hashes of the files of an index that have another form than its checksums. Where two
    /// have the same form, a file may have either.
    pub file_hashes: &'static [FileHash],
    /// How many bytes of the line are printed on each side of a range, if pieces of that line are
    /// printed and it is known how they are cut: fewer only where the line ends earlier, or a
    /// code point would be cut in two.
    pub fragments: Option<u64>,
    /// Whether what is called the checksum of a range before an operation is of the file after
    /// it. Where a document states the checksum after it as well, that shows which is which.
    pub late_checksums: bool,
    /// The words for the four levels, most severe first: error, warning, note, help.
    pub levels: [&'static str; 4],
    /// How span ids are made, if the dialect has them.
    pub span_ids: Option<SpanIdScheme>,
    /// What paths look like.
    pub paths: PathStyle,
}

impl Convention {
    /// The convention of the envelope: lines from 1, columns from 0 in UTF-8 bytes,
    /// `lf_crlf`, a byte order mark counts, the end is the position of `byte_end`.
    pub const CANONICAL: Self = Self {
        lines: Some(LineColumns {
            line_base: 1,
            columns: Some(Columns {
                base: 0,
                unit: ColumnUnit::BYTES,
                bom: BomPolicy::Count,
            }),
            terminators: LineTerminators::LfCrlf,
            end: Some(EndRule::After),
        }),
        offsets: Some(Offsets {
            unit: PositionEncoding::Utf8,
            bom: BomPolicy::Count,
            end: OffsetEnd::After,
        }),
        zeros_are_unknown: true,
        nulls: Nulls::Omit,
        bare_checksum: None,
        file_hashes: &PRINTED,
        fragments: None,
        late_checksums: false,
        levels: ["error", "warning", "note", "help"],
        span_ids: Some(SpanIdScheme::Be64),
        paths: PathStyle::Canonical,
    };

    /// How an index of a source text counts for this dialect.
    pub fn line_index_options(&self) -> LineIndexOptions {
        let mut options = LineIndexOptions::default();
        if let Some(lines) = &self.lines {
            options.terminators = lines.terminators.clone();
            options.bom = lines
                .columns
                .map_or(BomPolicy::Count, |columns| columns.bom);
        }
        options
    }

    /// Whether more breaks end a line than in the envelope, so that the same place can have
    /// another line here.
    pub(crate) fn breaks_more(&self) -> bool {
        let lines = self.lines.as_ref();
        lines.is_some_and(|lines| {
            !matches!(
                lines.terminators,
                LineTerminators::Lf | LineTerminators::LfCrlf
            )
        })
    }

    /// Whether the lines and columns of an object are the four zeros that say that they are not
    /// known: a tool that prints them always has no other way to say so. Fewer zeros than four
    /// are numbers.
    pub(crate) fn are_unknown(&self, coordinates: impl IntoIterator<Item = Option<u64>>) -> bool {
        let zeros = coordinates.into_iter().filter(|number| *number == Some(0));
        self.zeros_are_unknown && zeros.count() == Role::COORDINATES.len()
    }

    /// The best precision that the dialect can state.
    pub fn precision(&self) -> Precision {
        let offsets = self
            .offsets
            .is_some_and(|offsets| offsets.end != OffsetEnd::Absent);
        match &self.lines {
            _ if offsets => Precision::Range,
            Some(lines) if lines.columns.is_some() && lines.end.is_some() => Precision::Range,
            Some(lines) if lines.columns.is_some() => Precision::Point,
            Some(_) => Precision::Line,
            None => Precision::Point,
        }
    }
}

#[cfg(test)]
mod tests;
