//! What kind of text this is: the facts that decide whether tools will agree on
//! positions in it. Nothing is judged here; a document's diagnostics are made in
//! `validate`.

use alloc::vec::Vec;

use serde::ser::{Serialize, SerializeMap as _, Serializer};

use super::decode::BYTE_ORDER_MARK;
use super::{LineIndex, LineIndexOptions, LineTerminators, PositionEncoding};

/// The facts of a text that matter to positions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextProfile {
    /// Length in bytes.
    pub byte_len: u64,
    /// Length in UTF-16 code units, ill-formed bytes replaced (P14).
    pub utf16_len: u64,
    /// Length in code points, ill-formed bytes replaced (P14).
    pub utf32_len: u64,
    /// Whether a byte order mark leads the text (P13).
    pub bom: bool,
    /// Whether every byte is ASCII.
    pub ascii: bool,
    /// The byte offset of the first ill-formed sequence; `None` for UTF-8.
    pub ill_formed_at: Option<u64>,
    /// How many lines the text has under each preset.
    pub lines: LineCounts,
    /// Where the presets part, if they do.
    pub ambiguous_eol: Option<AmbiguousEol>,
}

/// The number of lines under each preset of [`LineTerminators`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
pub struct LineCounts {
    /// Under `lf_crlf`.
    pub lf_crlf: u64,
    /// Under `lf`; lines start where they do under `lf_crlf`.
    pub lf: u64,
    /// Under `lsp`.
    pub lsp: u64,
    /// Under `ecmascript`.
    pub ecmascript: u64,
    /// Under `unicode`.
    pub unicode: u64,
    /// Under `python_splitlines`.
    pub python_splitlines: u64,
}

/// A text on which the presets count different lines (P6).
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
pub struct AmbiguousEol {
    /// The byte offset of the first character that only some presets break at.
    pub offset: u64,
    /// Lines that `lsp` has beyond `lf_crlf`.
    pub lsp_delta: u64,
    /// Lines that `ecmascript` has beyond `lf_crlf`.
    pub ecmascript_delta: u64,
    /// Lines that `python_splitlines` has beyond `lf_crlf`.
    pub python_splitlines_delta: u64,
}

/// As its members, with those that do not apply absent and with `lints`.
impl Serialize for TextProfile {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("byte_len", &self.byte_len)?;
        map.serialize_entry("utf16_len", &self.utf16_len)?;
        map.serialize_entry("utf32_len", &self.utf32_len)?;
        map.serialize_entry("bom", &self.bom)?;
        map.serialize_entry("ascii", &self.ascii)?;
        if let Some(offset) = self.ill_formed_at {
            map.serialize_entry("ill_formed_at", &offset)?;
        }
        map.serialize_entry("lines", &self.lines)?;
        if let Some(ambiguous) = &self.ambiguous_eol {
            map.serialize_entry("ambiguous_eol", ambiguous)?;
        }
        map.serialize_entry("lints", &self.lints().collect::<Vec<_>>())?;
        map.end()
    }
}

impl TextProfile {
    /// Whether the bytes are UTF-8.
    pub fn is_well_formed(&self) -> bool {
        self.ill_formed_at.is_none()
    }

    /// The rule ids that this text gives rise to: `AMBIGUOUS_EOL`, `BOM_PRESENT`.
    ///
    /// ```
    /// let profile = llm_types::text_profile("\u{FEFF}a\rb".as_bytes());
    /// assert!(profile.lints().eq(["AMBIGUOUS_EOL", "BOM_PRESENT"]));
    /// ```
    pub fn lints(&self) -> impl Iterator<Item = &'static str> {
        let ambiguous = self.ambiguous_eol.map(|_| "AMBIGUOUS_EOL");
        let bom = self.bom.then_some("BOM_PRESENT");
        ambiguous.into_iter().chain(bom)
    }
}

/// Looks a text over, whatever its bytes are. Time O(n).
///
/// # Examples
///
/// ```
/// let profile = llm_types::text_profile("a\rb\u{2028}c\n".as_bytes());
/// assert_eq!((profile.byte_len, profile.utf16_len), (8, 6));
/// assert_eq!(profile.lines.lf_crlf, 2);
/// assert_eq!((profile.lines.lsp, profile.lines.unicode), (3, 4));
///
/// let ambiguous = profile.ambiguous_eol.unwrap();
/// assert_eq!((ambiguous.offset, ambiguous.ecmascript_delta), (1, 2));
/// ```
pub fn text_profile(bytes: &[u8]) -> TextProfile {
    let index = LineIndex::from_bytes(bytes);
    let lines = |preset: &LineTerminators| -> u64 {
        let options = LineIndexOptions {
            terminators: preset.clone(),
            ..LineIndexOptions::default()
        };
        LineIndex::with_options(bytes, &options).line_count()
    };
    let counts = LineCounts {
        lf_crlf: index.line_count(),
        lf: index.line_count(),
        lsp: lines(&LineTerminators::Lsp),
        ecmascript: lines(&LineTerminators::Ecmascript),
        unicode: lines(&LineTerminators::Unicode),
        python_splitlines: lines(&LineTerminators::PythonSplitlines),
    };
    TextProfile {
        byte_len: index.len(),
        utf16_len: index.len_in(PositionEncoding::Utf16),
        utf32_len: index.len_in(PositionEncoding::Utf32),
        bom: bytes.starts_with(BYTE_ORDER_MARK),
        ascii: index.is_ascii(),
        ill_formed_at: index.first_ill_formed(),
        lines: counts,
        ambiguous_eol: first_ambiguous(bytes).map(|offset| AmbiguousEol {
            offset: offset as u64,
            lsp_delta: counts.lsp - counts.lf_crlf,
            ecmascript_delta: counts.ecmascript - counts.lf_crlf,
            python_splitlines_delta: counts.python_splitlines - counts.lf_crlf,
        }),
    }
}

/// The first terminator that `python_splitlines`, which knows all that any preset
/// knows, breaks at and `lf_crlf` does not.
fn first_ambiguous(bytes: &[u8]) -> Option<usize> {
    let mut at = 0;
    while let Some(rest) = bytes.get(at..).filter(|rest| !rest.is_empty()) {
        let known = LineTerminators::LfCrlf.at_start_of(rest);
        if known == 0 && LineTerminators::PythonSplitlines.at_start_of(rest) > 0 {
            return Some(at);
        }
        at += known.max(1);
    }
    None
}
