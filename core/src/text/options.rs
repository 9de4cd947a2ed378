//! The choices a [`LineIndex`](super::LineIndex) is built with. The line
//! terminators have a file of their own.

use alloc::string::String;
use alloc::vec::Vec;

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

words!(BomPolicy { Count => "count", Strip => "strip" } of "BOM policy");

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

words!(IllFormed {
    Error => "error",
    Replacement => "replacement",
} of "policy for ill-formed bytes");

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

/// The choices as a host says them, in words. What is absent is as in
/// [`LineIndexOptions::default`].
///
/// # Examples
///
/// ```
/// use llm_types::{GivenIndexOptions, LineIndexOptions, LineTerminators};
///
/// let given = GivenIndexOptions { terminators: Some("unicode".into()), ..Default::default() };
/// let options = LineIndexOptions::try_from(given)?;
/// assert_eq!(options.terminators, LineTerminators::Unicode);
/// # Ok::<(), llm_types::TextError>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct GivenIndexOptions {
    /// The name of a preset.
    pub terminators: Option<String>,
    /// Terminators of the caller's own; they win over a preset.
    pub sequences: Option<Vec<String>>,
    /// A word of [`BomPolicy`].
    pub bom: Option<String>,
    /// A word of [`IllFormed`].
    pub ill_formed: Option<String>,
}

/// # Errors
///
/// `UNKNOWN_TERMINATORS` for a preset or a list that is none, `UNKNOWN_OPTION` for another word.
impl TryFrom<GivenIndexOptions> for LineIndexOptions {
    type Error = TextError;

    fn try_from(given: GivenIndexOptions) -> Result<Self, TextError> {
        let mut options = Self::default();
        if let Some(word) = given.terminators {
            options.terminators = word.parse()?;
        }
        if let Some(sequences) = given.sequences {
            options.terminators = LineTerminators::custom(sequences)?;
        }
        if let Some(word) = given.bom {
            options.bom = word.parse()?;
        }
        if let Some(word) = given.ill_formed {
            options.ill_formed = word.parse()?;
        }
        Ok(options)
    }
}
