//! What an operation did, by its kind: the `result` of an operation, and the
//! error that ended it.
//!
//! Each result names its kind in `type`. What the operation was asked for is in
//! `request.rs`.

use alloc::string::String;
use alloc::vec::Vec;

use super::diagnostic::ToolDiagnostic;
use super::mention::Mention;
use super::record::{choice, record};
use super::response::STATUSES;
use super::shape::{Role, Shape, Type};
use super::sign::Sign::{All, Either, Has, Not, Two};
use super::sign::named;
use super::span::{Context, Relationships, Semantics, SpanChecksums, SuggestedAction, ToolHints};
use super::wire::Map;
use crate::json::Value;

record! {
    /// A range that an operation touched: a span, and what became of it.
    pub struct SpanResult open {
        /// Id of the place, see [`crate::span_id`].
        optional span_id: String as Role::SpanId,
        /// Path of the file.
        required file_path: String as Role::Path,
        /// Name of the symbol.
        optional symbol: String,
        /// Kind of the symbol, in the tool's own word.
        optional kind: String,
        /// Offset of the first byte, before the operation.
        required byte_start: u64 as Role::ByteStart,
        /// Offset after the last byte, before the operation.
        required byte_end: u64 as Role::ByteEnd,
        /// Line of `byte_start`, from 1.
        optional start_line: u64 as Role::StartLine,
        /// Column of `byte_start`, from 0, in UTF-8 bytes.
        optional start_col: u64 as Role::StartColumn,
        /// Line of `byte_end`, from 1.
        optional end_line: u64 as Role::EndLine,
        /// Column of `byte_end`, from 0, in UTF-8 bytes.
        optional end_col: u64 as Role::EndColumn,
        /// Id of the match.
        optional match_id: String,
        /// Checksum of the whole file, before the operation.
        optional before_hash: String as Role::FileBefore,
        /// Checksum of the whole file, after the operation.
        optional after_hash: String as Role::FileAfter,
        /// The text around the range.
        optional context: Context,
        /// What the range is.
        optional semantics: Semantics,
        /// Who refers to it, and what it refers to.
        optional relationships: Relationships,
        /// What its text was when the tool looked.
        optional checksums: SpanChecksums,
        /// What the tool would do next.
        optional suggested_action: SuggestedAction,
        /// What another tool should know before it acts.
        optional tool_hints: ToolHints,
        /// Column of `byte_start`, from 0, in UTF-16 code units.
        optional start_col_utf16: u64 as Role::StartColumnUtf16,
        /// Column of `byte_end`, from 0, in UTF-16 code units.
        optional end_col_utf16: u64 as Role::EndColumnUtf16,
        /// Hashes that recognise the range in another version of the text; see
        /// [`crate::fingerprints`].
        optional fingerprints: Map<String> as Role::FINGERPRINTS,
        /// What went wrong here.
        optional error_code: ErrorCode,
    }
}

record! {
    /// One symbol was replaced.
    pub struct PatchResult open [named!("patch", All(&[Has("file"), Has("spans")]))]
        at [
            Mention::change("file", "before_hash", "after_hash"),
            Mention::change("file", "before_hash", "after_hash").each("files")
        ]
    {
        /// `patch`
        required operation = "type": String as Role::Tag("patch"),
        /// Path of the file.
        required file: String as Role::SamePaths(&["/file", "/spans/*/file_path"]),
        /// Name of the symbol.
        optional symbol: String as Role::SameAs("/spans/*/symbol"),
        /// Kind of the symbol, in the tool's own word.
        optional kind: String as Role::SameAs("/spans/*/kind"),
        /// The ranges.
        required spans: Vec<SpanResult>,
        /// Checksum of the file, before.
        optional before_hash: String as Role::ChecksumAs("/spans/*/before_hash"),
        /// Checksum of the file, after.
        optional after_hash: String as Role::ChecksumAs("/spans/*/after_hash"),
        /// How many lines were added.
        optional lines_added: u64,
        /// How many lines were removed.
        optional lines_removed: u64,
    }
}

/// An element of `span_checksums`: the checksum itself, or an object that has it. Which of the two
/// tools print is not known.
pub(crate) const CHECKSUM_OF_RANGE: Type = Type::OneOf(&[Type::Text, Type::Map(&Type::Any)]);

record! {
    /// One symbol was deleted, with or without what refers to it.
    pub struct DeleteResult open [named!("delete", All(&[Has("spans"), Either(&[Has("bytes_removed"), Has("references_removed")])]))] {
        /// `delete`
        required operation = "type": String as Role::Tag("delete"),
        /// Path of the file.
        required file: String,
        /// Name of the symbol.
        optional symbol: String,
        /// Kind of the symbol, in the tool's own word.
        optional kind: String,
        /// The ranges.
        required spans: Vec<SpanResult>,
        /// How many bytes were removed.
        optional bytes_removed: u64,
        /// How many lines were removed.
        optional lines_removed: u64,
        /// How many references were removed.
        optional references_removed: u64,
        // Splice prints that of the file afterwards here.
        /// Checksum of the file, before.
        optional file_checksum_before: String as Role::FileChecksumOf {
            ranges: "spans",
            file: "file",
        },
        /// Checksums of the ranges, before.
        list span_checksums: Value = (Type::List(&Type::Open(&CHECKSUM_OF_RANGE))),
    }
}

record! {
    /// One symbol has another name.
    pub struct RenameResult open [named!("rename", Two(&["old_name", "new_name", "total_references"]))] {
        /// `rename`
        required operation = "type": String as Role::Tag("rename"),
        /// The name that it had.
        required old_name: String,
        /// The name that it has.
        required new_name: String,
        /// How many files were changed.
        optional files_modified: u64,
        /// How many references were changed.
        optional total_references: u64,
        /// The ranges.
        list spans: SpanResult,
        /// Path of the backup.
        optional backup: String,
        /// Path of the proof.
        optional proof: String,
        /// What was checked afterwards.
        optional invariants: Value,
    }
}

record! {
    /// Text was replaced in many files.
    pub struct ApplyFilesResult open [named!("apply_files", All(&[Has("files"), Has("files_modified")]))] {
        /// `apply_files`
        required operation = "type": String as Role::Tag("apply_files"),
        /// Which files were looked at.
        optional glob_pattern: String,
        /// What was looked for.
        optional find_pattern: String,
        /// What it was replaced by.
        optional replace_pattern: String,
        /// How many files have it.
        optional files_matched: u64 as Role::CountOf("files"),
        /// How many files were changed.
        optional files_modified: u64 as Role::CountOf("files"),
        /// The files.
        required files: Vec<FileResult>,
        /// The ranges, of a tool that does not tell them file by file.
        list spans: SpanResult,
    }
}

record! {
    /// What became of one file.
    pub struct FileResult open at [Mention::change("file", "before_hash", "after_hash")] {
        /// Its path.
        required file: String as Role::SamePaths(&["/file", "/spans/*/file_path"]),
        /// How many matches it has.
        optional matches: u64 as Role::CountOf("spans"),
        /// How many of them were replaced.
        optional replacements: u64 as Role::CountOf("spans"),
        /// The ranges.
        list spans: SpanResult,
        /// Checksum of the file, before.
        optional before_hash: String as Role::ChecksumAs("/spans/*/before_hash"),
        /// Checksum of the file, after.
        optional after_hash: String as Role::ChecksumAs("/spans/*/after_hash"),
    }
}

record! {
    /// Several operations, one after the other.
    pub struct PlanResult open [named!("plan", Two(&["total_steps", "steps_completed", "steps"]))] {
        /// `plan`
        required operation = "type": String as Role::Tag("plan"),
        /// How many steps there are.
        required total_steps: u64 as Role::CountOf("steps"),
        /// How many of them were made.
        required steps_completed: u64 as Role::CountWhere {
            list: "/steps",
            member: "status",
            word: "ok",
            perhaps: &[],
        },
        /// The steps.
        required steps: Vec<StepResult>,
        /// Paths of the files that were changed.
        list files_affected: String,
        /// By how many bytes they grew or shrank, all together.
        optional total_bytes_changed: i64,
    }
}

record! {
    /// What became of one step.
    pub struct StepResult open {
        /// Its number, from 1.
        required step: u64,
        /// `ok` or `error`.
        required status: String as Role::Words(STATUSES),
        /// What happened, for people.
        optional message: String,
        /// Path of the file.
        optional file: String,
        /// Name of the symbol.
        optional symbol: String,
    }
}

record! {
    /// Symbols by label, as an operation that changes nothing.
    pub struct QueryResult open [named!("query", All(&[Has("symbols"), Has("count")]))] {
        /// `query`
        required operation = "type": String as Role::Tag("query"),
        /// The labels that were asked for.
        list labels: String,
        /// How many symbols are in this document.
        required count: u64 as Role::CountOf("symbols"),
        /// The symbols.
        required symbols: Vec<SpanResult>,
        /// How many there are in all.
        optional total_count: u64 as Role::TotalOf("symbols"),
    }
}

record! {
    /// Pieces of one file were replaced.
    pub struct EditsResult open [named!("edit", All(&[Has("edits"), Has("applied_count")]))]
        at [Mention::change("file_path", "before_checksum", "final_checksum")]
    {
        /// `edit`
        required operation = "type": String as Role::Tag("edit"),
        /// Path of the file; absent if the tool does not say.
        optional file_path: String as Role::SamePaths(&["/file_path", "/edits/*/span/file_path"]),
        /// Checksum of the file, before.
        optional before_checksum: String,
        /// Checksum of the file, after; absent if there is none.
        optional final_checksum: String as EDITED,
        /// By how many bytes the file grew or shrank.
        required total_byte_shift: i64 as Role::SumOf {
            list: "/edits",
            member: "byte_shift",
        },
        /// How many edits were applied; `noop` may be counted here.
        required applied_count: u64 as edits_that_are("applied", &["noop"]),
        /// How many edits were passed over; `noop`, `already_applied` and `conflict` may be
        /// counted here.
        required skipped_count: u64
            as edits_that_are("skipped", &["noop", "already_applied", "conflict"]),
        /// How many edits failed; `conflict` may be counted here.
        required error_count: u64 as edits_that_are("error", &["conflict"]),
        /// The edits, in the order of the tool.
        required edits: Vec<EditResult>,
    }
}

record! {
    /// What became of one edit.
    pub struct EditResult open {
        /// Id of the match.
        optional match_id: String as Role::IdOf("/span"),
        /// What was to be replaced, before the operation.
        optional span: super::span::RichSpan,
        /// Where it begins, of a tool that does not say where it ends.
        optional byte_offset: u64,
        /// Where it begins, of a tool that does not say in which file.
        optional byte_start: u64 as Role::ByteStart,
        /// Where it ends, of a tool that does not say in which file.
        optional byte_end: u64 as Role::ByteEnd,
        /// `applied`, `skipped`, `error`, `noop` (the text was the same already),
        /// `conflict` (it overlaps another edit), `already_applied`.
        required status: String as Role::Words(EDIT_STATUSES),
        /// Checksum of the text of the span, before.
        optional before_checksum: String as Role::ChecksumOf("/span"),
        /// Checksum of the text that replaces it.
        optional after_checksum: String as Role::Checksum,
        /// Checksum of the whole file after this edit.
        optional new_checksum: String as Role::Checksum,
        /// By how many bytes this edit moved what follows it.
        optional byte_shift: i64,
        /// Why it was not applied.
        optional reason: String,
    }
}

/// What a result of edits says of its file.
pub(crate) const EDITED: Role = Role::FileAfterOf {
    ranges: "edits/*/span",
    file: "file_path",
    last: Some(("/edits", "new_checksum")),
};

/// How many edits have this word, or perhaps one of the others.
const fn edits_that_are(word: &'static str, perhaps: &'static [&'static str]) -> Role {
    Role::CountWhere {
        list: "/edits",
        member: "status",
        word,
        perhaps,
    }
}

/// What can become of an edit.
pub const EDIT_STATUSES: &[&str] = &[
    "applied",
    "skipped",
    "error",
    "noop",
    "conflict",
    "already_applied",
];

record! {
    /// A file was written.
    pub struct CreateResult open [named!("create", All(&[Has("file_path"), Either(&[Has("lsp_used"), Has("language")])]))]
        at [Mention::unsaid("file_path", "checksum")]
    {
        /// `create`
        required operation = "type": String as Role::Tag("create"),
        /// Path of the file.
        required file_path: String,
        /// Language, in lower case.
        optional language: String,
        /// Name of the language server that looked at it.
        optional lsp_used: String,
        /// Checksum of the file.
        optional checksum: String as Role::Checksum,
        /// What the language server found.
        list diagnostics: ToolDiagnostic,
    }
}

record! {
    /// The error that ended an operation.
    pub struct ErrorDetails open [All(&[
        Not(&Has("level")),
        Either(&[Has("kind"), Has("message"), Has("error_code")]),
    ])] {
        /// Kind of error, in the tool's own word.
        required kind: String,
        /// What went wrong.
        required message: String as Role::Said,
        /// The symbol that it is about.
        optional symbol: String,
        /// Path of the file.
        optional file: String,
        /// What to do.
        optional hint: String,
        /// What led to it.
        list diagnostics: ToolDiagnostic,
        /// Its code.
        optional error_code: ErrorCode,
        /// The command that says more.
        optional explain_command: String,
    }
}

record! {
    /// A code that a tool gives an error.
    pub struct ErrorCode open at [Mention::located("location")] {
        /// The code.
        required code: String as Role::Code("/severity"),
        /// How much it matters, in the tool's own word.
        optional severity: String as Role::Level,
        /// Where: a path, perhaps with line and column.
        optional location: String,
        /// What to do.
        optional hint: String,
    }
}

choice! {
    /// What [`result`](super::OperationResult::result) can be, told by its `type`.
    pub enum OperationData over RESULTS {
        /// One symbol was deleted.
        Delete(DeleteResult),
        /// One symbol was replaced.
        Patch(PatchResult),
        /// One symbol has another name.
        Rename(RenameResult),
        /// Text was replaced in many files.
        ApplyFiles(ApplyFilesResult),
        /// Several operations.
        Plan(PlanResult),
        /// Symbols by label.
        Query(QueryResult),
        /// Pieces of one file were replaced.
        Edit(EditsResult),
        /// A file was written.
        Create(CreateResult),
    }
}

choice! {
    /// What [`error`](super::OperationResult::error) can be.
    pub enum OperationError over ERRORS {
        /// Kind, message and what led to it.
        Details(ErrorDetails),
        /// A diagnostic.
        Diagnostic(ToolDiagnostic),
    }
}

/// The type of `result`: one of the known ones, or anything.
pub(crate) const RESULT: Type = Type::OneOf(&[Type::Choice(RESULTS), Type::Any]);

/// What ended an operation. One without a member says nothing.
pub(crate) const FAILURE: Role = Role::Failure(&["message", "kind"]);

/// The type of `error`: one of the known ones, or anything.
pub(crate) const ERROR: Type = Type::OneOf(&[Type::Choice(ERRORS), Type::Any]);

impl Shape {
    /// Whether an object of this shape has to say of which operation it is.
    pub(crate) fn is_of_operation(&self) -> bool {
        self.required()
            .any(|field| matches!(field.role, Role::OperationOf(_)))
    }

    /// The operation whose result an object of this shape is, where no member says it.
    pub(crate) fn shown_operation(&self) -> Option<&'static str> {
        let adds = self.mapping?.adds.iter();
        adds.copied()
            .find_map(|(place, word)| (place == "/operation_type").then_some(word))
    }
}
