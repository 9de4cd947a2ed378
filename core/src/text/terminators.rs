//! What ends a line. Finding the ends in a text quickly is the business of the
//! index; this file says what they are.

use core::fmt;
use core::str::FromStr;

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use super::TextError;

/// The sequences that end a line (P6). `\r\n` is one terminator wherever both of
/// its characters are known to the preset.
///
/// | Preset | Word | Ends a line |
/// |---|---|---|
/// | [`LfCrlf`](Self::LfCrlf) | `lf_crlf` | LF, CRLF |
/// | [`Lf`](Self::Lf) | `lf` | LF; a CR before it is content |
/// | [`Lsp`](Self::Lsp) | `lsp` | LF, CRLF, CR |
/// | [`Ecmascript`](Self::Ecmascript) | `ecmascript` | as `lsp`, and U+2028, U+2029 |
/// | [`Unicode`](Self::Unicode) | `unicode` | as `ecmascript`, and VT, FF, NEL |
/// | [`PythonSplitlines`](Self::PythonSplitlines) | `python_splitlines` | as `unicode`, and FS, GS, RS |
///
/// The default agrees with git, rustc and tree-sitter on where lines start. Under
/// `lsp` a place between CR and LF is refused (P7); under the others it is a
/// position on the line that the CRLF ends.
///
/// # Examples
///
/// ```
/// use llm_types::{LineIndex, LineIndexOptions, LineTerminators};
///
/// let lines = |terminators| {
///     let options = LineIndexOptions { terminators, ..Default::default() };
///     LineIndex::with_options(&b"a\rb\r\nc"[..], &options).line_count()
/// };
/// assert_eq!(lines(LineTerminators::LfCrlf), 2);
/// assert_eq!(lines(LineTerminators::Lsp), 3);
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub enum LineTerminators {
    /// `lf_crlf`: LF and CRLF.
    #[default]
    LfCrlf,
    /// `lf`: LF alone; the CR of a CRLF is content.
    Lf,
    /// `lsp`: LF, CRLF and CR (LSP 3.17, "Text Documents").
    Lsp,
    /// `ecmascript`: LF, CRLF, CR, U+2028 and U+2029 (ECMA-262, "Line Terminators").
    Ecmascript,
    /// `unicode`: LF, CRLF, CR, VT, FF, NEL, U+2028 and U+2029 (UAX #14, the classes
    /// BK, CR, LF and NL).
    Unicode,
    /// `python_splitlines`: what `str.splitlines` of Python breaks at. Unlike that
    /// function, a terminator at the end of the text starts one more line (P8).
    PythonSplitlines,
    /// A list of the caller's, as SARIF's `newlineSequences` has it.
    Custom(TerminatorList),
}

impl LineTerminators {
    /// The presets that have a name.
    pub const PRESETS: &'static [Self] = &[
        Self::LfCrlf,
        Self::Lf,
        Self::Lsp,
        Self::Ecmascript,
        Self::Unicode,
        Self::PythonSplitlines,
    ];

    /// A list of sequences; see [`TerminatorList::new`].
    ///
    /// # Errors
    ///
    /// `UNKNOWN_TERMINATORS` if a sequence is empty.
    ///
    /// ```
    /// use llm_types::LineTerminators;
    ///
    /// assert!(LineTerminators::custom(["\r\n", "\n", "<br>"]).is_ok());
    /// assert!(LineTerminators::custom([""]).is_err());
    /// ```
    pub fn custom<S: Into<String>>(
        sequences: impl IntoIterator<Item = S>,
    ) -> Result<Self, TextError> {
        TerminatorList::new(sequences).map(Self::Custom)
    }

    /// The word for this preset; `custom` for a list.
    pub fn as_str(&self) -> &'static str {
        match self {
            Self::LfCrlf => "lf_crlf",
            Self::Lf => "lf",
            Self::Lsp => "lsp",
            Self::Ecmascript => "ecmascript",
            Self::Unicode => "unicode",
            Self::PythonSplitlines => "python_splitlines",
            Self::Custom(_) => "custom",
        }
    }

    /// The byte length of the terminator at the start of `rest`; 0 if there is none.
    pub(super) fn at_start_of(&self, rest: &[u8]) -> usize {
        let crlf = rest.starts_with(b"\r\n");
        match (self, rest) {
            (Self::Custom(list), _) => list.at_start_of(rest),
            (Self::Lf, _) => usize::from(rest.first() == Some(&b'\n')),
            (_, _) if crlf => 2,
            (_, [b'\n', ..]) | (Self::PythonSplitlines, [0x1C..=0x1E, ..]) => 1,
            (Self::LfCrlf, _) => 0,
            (_, [b'\r', ..]) => 1,
            (Self::Lsp, _) => 0,
            (_, [0xE2, 0x80, 0xA8 | 0xA9, ..]) => 3,
            (Self::Ecmascript, _) => 0,
            (_, [0x0B | 0x0C, ..]) => 1,
            (_, [0xC2, 0x85, ..]) => 2,
            _ => 0,
        }
    }

    /// The byte length of the terminator at the end of `line`, which has one.
    ///
    /// A terminator is the longest sequence that a line ends with: a longer one
    /// would have ended the line when its first character was read.
    pub(super) fn at_end_of(&self, line: &[u8]) -> usize {
        match (self, line) {
            (Self::Custom(list), _) => list.at_end_of(line),
            (Self::Lf, _) => 1,
            (_, [.., b'\r', b'\n'] | [.., 0xC2, 0x85]) => 2,
            (_, [.., 0xE2, 0x80, 0xA8 | 0xA9]) => 3,
            _ => 1,
        }
    }
}

impl fmt::Display for LineTerminators {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl FromStr for LineTerminators {
    type Err = TextError;

    fn from_str(word: &str) -> Result<Self, TextError> {
        Self::PRESETS
            .iter()
            .find(|preset| preset.as_str() == word)
            .cloned()
            .ok_or_else(|| TextError::UnknownTerminators { asked: word.into() })
    }
}

/// The caller's own line terminators.
///
/// Matching is greedy: where several sequences match, the longest ends the line,
/// so their order does not matter and `\r\n` is never split by a `\r` that stands
/// before it in the list. An empty list makes the whole text one line.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct TerminatorList {
    longest_first: Box<[Box<str>]>,
}

impl TerminatorList {
    /// A list of sequences, each of one character or more.
    ///
    /// # Errors
    ///
    /// `UNKNOWN_TERMINATORS` if a sequence is empty.
    pub fn new<S: Into<String>>(sequences: impl IntoIterator<Item = S>) -> Result<Self, TextError> {
        let mut list: Vec<Box<str>> = sequences
            .into_iter()
            .map(|sequence| sequence.into().into_boxed_str())
            .collect();
        if list.iter().any(|sequence| sequence.is_empty()) {
            return Err(TextError::UnknownTerminators {
                asked: String::new(),
            });
        }
        list.sort_by(|a, b| b.len().cmp(&a.len()).then_with(|| a.cmp(b)));
        list.dedup();
        Ok(Self {
            longest_first: list.into_boxed_slice(),
        })
    }

    /// The sequences, longest first.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.longest_first.iter().map(AsRef::as_ref)
    }

    fn at_end_of(&self, line: &[u8]) -> usize {
        self.iter()
            .find(|sequence| line.ends_with(sequence.as_bytes()))
            .map_or(0, str::len)
    }

    fn at_start_of(&self, rest: &[u8]) -> usize {
        self.iter()
            .find(|sequence| rest.starts_with(sequence.as_bytes()))
            .map_or(0, str::len)
    }
}
