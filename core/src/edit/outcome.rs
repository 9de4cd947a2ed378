//! What became of a request, as data: the same members in every host.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use super::map::{EditMap, PositionMap};
use super::options::EditFormat;
use super::status::{EditStatus, FileEditStatus};
use crate::diagnostic::Diagnostic;
use crate::envelope::record::record;
use crate::envelope::shape::Type;
use crate::envelope::{EditRequest, EditRequests};
use crate::json::Value;
use crate::text::words::meanings;

record! {
    /// What became of the edits of one text.
    pub struct EditOutcome closed {
        /// Whether the text is now as the request wants it.
        required ok: bool,
        /// `applied`; `noop` (nothing would change); `already_applied` (the text is as
        /// wanted); `partial` (some edits were made, others not); `refused` (nothing was
        /// changed); `skipped` (nothing was changed, because of another file).
        required status: String = (Type::Words(FileEditStatus::WORDS)),
        /// The shape of the request: `canonical`, `llmtransform`,
        /// `llmtransform-seed-001`, `lsp` or `sarif`.
        required format: String = (Type::Words(EditFormat::WORDS)),
        /// Path of the file, as the sources spell it.
        optional file_path: String,
        /// Whether the text is another than before.
        required changed: bool,
        /// How many edits were made.
        required applied_count: u64,
        /// How many edits were not needed, or left out because of others.
        required skipped_count: u64,
        /// How many edits could not be made.
        required error_count: u64,
        /// By how many bytes the text grew or shrank.
        required total_byte_shift: i64,
        /// By how many lines the text grew or shrank.
        optional total_line_shift: i64,
        /// Checksum of the text before.
        optional checksum_before: String,
        /// Checksum of the text afterwards.
        optional final_checksum: String,
        /// The edits, in the order of the request; none if the outcome was asked for in brief.
        required edits: Vec<EditedSpan>,
        /// Where the offsets of the text went.
        required map: EditMap,
        /// The request that undoes it; absent if nothing was changed.
        optional inverse: Box<EditRequest>,
        /// The outcome in the shape of the request: llmtransform's response, LSP's
        /// `ApplyWorkspaceEditResult`, SARIF's `invocation`.
        optional response: Value,
        /// What was refused, and what should be known.
        required diagnostics: Vec<Diagnostic>,
    }
}

record! {
    /// What became of one edit.
    pub struct EditedSpan closed {
        /// Its number in the request, from 0.
        required index: u64,
        /// `applied`, `noop` (the text is the same already), `already_applied`,
        /// `conflict` (the text is not as expected), `refused` (the edit is wrong in
        /// itself), `skipped` (another edit could not be made).
        required status: String = (Type::Words(EditStatus::WORDS)),
        /// What was replaced, in the text before; absent if there is no such place.
        optional old: TextPlace,
        /// What replaced it, in the text afterwards.
        optional new: TextPlace,
        /// By how many bytes this edit moved what follows it.
        required byte_shift: i64,
        /// By how many lines this edit moved what follows it.
        required line_shift: i64,
        /// By how many bytes the edit was moved from the place that was asked for.
        optional relocated_by: i64,
        /// Checksum of what was replaced.
        optional checksum_before: String,
        /// Checksum of what replaced it.
        optional checksum_after: String,
        /// Why it was not made: the code of its diagnostic.
        optional code: String,
        /// What stands where something else was expected.
        optional conflict: EditConflict,
    }
}

record! {
    /// A range of a text, with lines and columns.
    pub struct TextPlace closed {
        /// Offset of the first byte.
        required byte_start: u64,
        /// Offset after the last byte.
        required byte_end: u64,
        /// Line of `byte_start`, from 1.
        required start_line: u64,
        /// Column of `byte_start`, from 0, in UTF-8 bytes.
        required start_col: u64,
        /// Line of `byte_end`, from 1.
        required end_line: u64,
        /// Column of `byte_end`, from 0, in UTF-8 bytes.
        required end_col: u64,
    }
}

record! {
    /// What stands where something else was expected.
    pub struct EditConflict closed {
        /// Checksum that the file should have.
        optional expected_checksum: String,
        /// Checksum that it has.
        optional actual_checksum: String,
        /// The text that the range should have.
        optional expected_text: String,
        /// The text that it has; the first 1024 bytes of it.
        optional actual_text: String,
        /// The same in base64, where it is not UTF-8.
        optional actual_base64: String,
        /// Whether the text was cut.
        optional truncated: bool,
        /// The places that have exactly the expected text, the first ten.
        required candidates: Vec<EditCandidate>,
        /// Whether there are more of them.
        optional more_candidates: bool,
    }
}

record! {
    /// A place that has exactly the expected text.
    pub struct EditCandidate closed {
        /// Offset of the first byte.
        required byte_start: u64,
        /// Offset after the last byte.
        required byte_end: u64,
        /// Line of `byte_start`, from 1.
        required start_line: u64,
        /// Column of `byte_start`, from 0, in UTF-8 bytes.
        required start_col: u64,
        /// Line of `byte_end`, from 1.
        required end_line: u64,
        /// Column of `byte_end`, from 0, in UTF-8 bytes.
        required end_col: u64,
        /// How many of the three lines before and the three lines after are the same as
        /// in the base text, where one is given.
        optional context_lines: u64,
    }
}

record! {
    /// What became of a request for several files.
    pub struct EditPlan closed {
        /// Whether every text is now as the request wants it.
        required ok: bool,
        /// `applied`, `noop`, `already_applied`, `partial` or `refused`.
        required status: String = (Type::Words(FileEditStatus::WORDS)),
        /// The shape of the request.
        required format: String = (Type::Words(EditFormat::WORDS)),
        /// What became of each file, in the order of the request.
        required files: Vec<EditOutcome>,
        /// The request that undoes it; absent if nothing was changed.
        optional inverse: Box<EditRequests>,
        /// What was refused of the request as a whole.
        required diagnostics: Vec<Diagnostic>,
    }
}

/// A text after [`apply_edits`](crate::apply_edits), and what became of the edits.
#[derive(Debug, Clone, PartialEq)]
pub struct EditedText {
    /// The text; as it was, byte for byte, if nothing was changed.
    pub text: Vec<u8>,
    /// Where the offsets of the text went.
    pub map: PositionMap,
    /// What became of the edits.
    pub outcome: EditOutcome,
}

/// Texts after [`plan_edits`](crate::plan_edits), and what became of the edits.
#[derive(Debug, Clone, PartialEq)]
pub struct PlannedEdits {
    /// The texts of the files afterwards, in the order of the files of the plan; nothing for a
    /// file that no source is known to be.
    ///
    /// A file that several parts of the request are for has one text. It is given for each of them,
    /// until the copies are as long as all texts together; then nothing is given.
    pub texts: Vec<Option<Vec<u8>>>,
    /// Where the offsets of the texts went, in the same order.
    pub maps: Vec<PositionMap>,
    /// What became of the edits.
    pub plan: EditPlan,
}

meanings!(EditOutcome {
    status: FileEditStatus,
    format: EditFormat
});
meanings!(EditedSpan { status: EditStatus });
meanings!(EditPlan {
    status: FileEditStatus,
    format: EditFormat
});
