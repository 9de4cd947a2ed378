//! What the caller may say beside the request.
//!
//! The request says what is to be changed; here is what only the program around
//! it knows, and what a foreign request shape has no member for.

use alloc::collections::BTreeMap;
use alloc::string::String;

use crate::checksum::ChecksumAlgorithm;
use crate::json::ReadOptions;
use crate::source::Sources;
use crate::text::PositionEncoding;
use crate::text::TextError;
use crate::text::words::words;

/// The shape of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EditFormat {
    /// `canonical`: an [`EditRequest`](crate::envelope::EditRequest), several of them,
    /// or an envelope that holds one.
    Canonical,
    /// `llmtransform`: the request of the tool as it ships; bare digits are BLAKE3.
    Llmtransform,
    /// `llmtransform-seed-001`: the same with `new_content`; bare digits are SHA-256.
    LlmtransformSeed,
    /// `lsp`: `TextEdit`, `TextEdit[]`, `TextDocumentEdit` or `WorkspaceEdit` (LSP 3.17).
    Lsp,
    /// `sarif`: replacements, an artifact change, a fix, a result or a log (SARIF 2.1.0).
    Sarif,
}

words!(EditFormat {
    Canonical => "canonical",
    Llmtransform => "llmtransform",
    LlmtransformSeed => "llmtransform-seed-001",
    Lsp => "lsp",
    Sarif => "sarif",
} else |asked| TextError::UnknownOption {
    option: "request format",
    expected: "`canonical`, `llmtransform`, `llmtransform-seed-001`, `lsp` or `sarif`",
    asked: asked.into(),
});

/// What to do with an edit whose text is not where it was expected (E6).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Relocation {
    /// `refuse`: nothing is moved.
    #[default]
    Refuse,
    /// `exact_unique`: to the one place of the text that has exactly the expected
    /// text. Refused if there is none, or more than one.
    ExactUnique,
    /// `rebase`: along the differences between the base text and the text. Refused if
    /// the range, or the line before or after it, is not the same in both.
    Rebase,
}

words!(Relocation { Refuse => "refuse", ExactUnique => "exact_unique", Rebase => "rebase" }
else |asked| TextError::UnknownOption {
    option: "relocation", expected: "`refuse`, `exact_unique` or `rebase`", asked: asked.into(),
});

/// Which line terminators new text gets (E8).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NewEol {
    /// `keep`: those that it is written with.
    #[default]
    Keep,
    /// `match_file`: those of the file, if it has only one kind; else as `keep`.
    MatchFile,
    /// `lf`: LF.
    Lf,
    /// `crlf`: CR LF.
    Crlf,
}

words!(NewEol { Keep => "keep", MatchFile => "match_file", Lf => "lf", Crlf => "crlf" }
else |asked| TextError::UnknownOption {
    option: "line terminator for new text", expected: "`keep`, `match_file`, `lf` or `crlf`",
    asked: asked.into(),
});

/// How much an outcome tells.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EditDetail {
    /// `full`: everything.
    #[default]
    Full,
    /// `brief`: no checksums, no list of the edits, no inverse, no tool's response:
    /// the text, the counts, the map and what was refused. It takes about as long as
    /// copying the text.
    Brief,
}

words!(EditDetail { Full => "full", Brief => "brief" }
else |asked| TextError::UnknownOption {
    option: "detail", expected: "`full` or `brief`", asked: asked.into(),
});

/// What [`apply_edits`](crate::apply_edits) and [`plan_edits`](crate::plan_edits) may
/// be told. What is said here wins over what the request says.
#[derive(Debug, Clone, Default)]
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is a question of its own, which callers answer by name"
)]
pub struct EditOptions<'o> {
    /// The shape of the request, if it is known; told by its members if not.
    pub format: Option<EditFormat>,
    /// JSON Pointer of the part of the document that is the request; the whole if absent.
    pub at: Option<String>,
    /// Path of the file that the request is for, where the request names none, as a list
    /// of LSP's `TextEdit` does. A request that names its files itself is refused.
    pub file: Option<String>,
    /// What columns count; of LSP `utf-16` if absent, of SARIF what the run says.
    pub encoding: Option<PositionEncoding>,
    /// Whether a line or column past its end means that end, as editors read LSP.
    /// Otherwise it is refused.
    pub clamp: bool,
    /// Checksum that the text must have. For one text.
    pub expected_checksum: Option<String>,
    /// Checksums that the texts must have, by the paths of the sources, however those are
    /// spelt. For several. One of no source refuses the request.
    pub expected_checksums: BTreeMap<String, String>,
    /// Whether edits may go without anything that proves the text.
    pub unchecked: bool,
    /// Whether the edits that can be made are made where others cannot.
    pub partial: bool,
    /// What to do where the text is not as expected.
    pub relocate: Option<Relocation>,
    /// The text that the edits were made for. For one text.
    pub base: Option<&'o [u8]>,
    /// The texts that the edits were made for, by the paths of the sources. For several.
    pub bases: Option<&'o Sources>,
    /// Which line terminators new text gets.
    pub eol: Option<NewEol>,
    /// The root that absolute paths of the request begin with. None is inferred, because
    /// a path that merely ends as a source does may be another file.
    pub root: Option<String>,
    /// The algorithm of the checksums in the outcome.
    pub checksum: ChecksumAlgorithm,
    /// The id for a tool's response, where the request names none.
    pub execution_id: Option<String>,
    /// How much the outcome tells.
    pub detail: EditDetail,
    /// Whether a text that is UTF-8 must stay so, because it goes back into a string.
    pub well_formed: bool,
    /// Limits and leniences of reading the request.
    pub read: ReadOptions,
}
