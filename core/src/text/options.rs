//! The choices a [`LineIndex`](super::LineIndex) is built with. The line
//! terminators have a file of their own.

use super::words::words;
use super::{LineTerminators, TextError};

/// Whether a leading byte order mark counts in the columns of line 0 (P13).
/// Byte offsets always count its three bytes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BomPolicy {
    /// `count`: the mark is text: three bytes, one UTF-16 unit, one code point.
    /// Every position is reversible.
    #[default]
    Count,
    /// `strip`: columns of line 0 start after the mark. Offsets 0 and 3 both have
    /// column 0; column 0 has offset 3, so that nothing is ever put in front of
    /// the mark. SARIF and `ESLint`.
    Strip,
}

words!(BomPolicy { Count => "count", Strip => "strip" }
else |asked| TextError::UnknownOption {
    option: "BOM policy", expected: "`count` or `strip`", asked: asked.into(),
});

/// How columns are counted where the bytes are not UTF-8 (P14).
///
/// Byte offsets, lines and `utf-8` columns need no decoding and work either way.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum IllFormed {
    /// `error`: `utf-16` and `utf-32` columns on a line with ill-formed bytes are
    /// refused with `INVALID_UTF8`. Each ill-formed byte stands alone, so that
    /// every byte offset among them is valid.
    #[default]
    Error,
    /// `replacement`: each maximal subpart of an ill-formed sequence counts as
    /// one U+FFFD, as the WHATWG decoder writes it (Encoding Standard; Unicode
    /// §3.9, U+FFFD Substitution of Maximal Subparts), and is one character.
    Replacement,
}

words!(IllFormed { Error => "error", Replacement => "replacement" }
else |asked| TextError::UnknownOption {
    option: "policy for ill-formed bytes", expected: "`error` or `replacement`",
    asked: asked.into(),
});

/// How a text is read: what ends a line, whether a byte order mark counts, and
/// what ill-formed bytes mean. The default is `lf_crlf`, `count`, `error`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LineIndexOptions {
    /// What ends a line (P6).
    pub terminators: LineTerminators,
    /// Whether a byte order mark counts in columns (P13).
    pub bom: BomPolicy,
    /// How columns are counted where the bytes are not UTF-8 (P14).
    pub ill_formed: IllFormed,
}
