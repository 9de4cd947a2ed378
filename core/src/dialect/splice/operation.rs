//! What splice prints of an operation: the wrapper, its results, and their spans,
//! in the form of 2.6 and later and in that of 2.0.

use super::change::{CHANGE, OF_DELETION};
use super::failure::{ERROR, ERROR_CODE};
use super::neighbours::RELATIONSHIPS;
use super::payload::WRAPPED;
use super::refusal::with_said;
use super::sums::{self, COMPUTED, HASH, NAMED};
use super::{breaks, lines};
use crate::dialect::follows::Follows;
use crate::dialect::mapping::{How, Mapping};
use crate::dialect::{At, Making, Members, Writing};
use crate::envelope::mention::{Counted, Mention};
use crate::envelope::record::shape;
use crate::envelope::shape::{Role, Type};
use crate::envelope::sign::Sign::{All, Either, Has, Not, Word};
use crate::envelope::{
    ApplyFilesResult, CHECKSUM_OF_RANGE, Context, DeleteResult, FAILURE, FileResult,
    OPERATION_VERSION, OperationResult, PatchResult, PlanResult, QueryResult, STATUSES, Semantics,
    SpanChecksums, SpanResult, StepResult, SuggestedAction, ToolDiagnostic, ToolHints, Wire,
};
use crate::json::{Node, Object, Pointer, Value};
use crate::validate::Slot;

use Type::{Any, Count, Flag, Integer, List, Record, Text};

/// The words for how something went.
pub(super) const STATUS: How = How::Words(&[("ok", "ok"), ("success", "ok")]);

shape! {
    /// The result of an operation.
    pub(super) OPERATION "SpliceOperation" (
        Mapping::to(&OperationResult::SHAPE)
            .following(&[("/diagnostics", Follows::Hook)])
            .writing(with_said)
    ) [All(&[
        // Or it has lost that, and says who printed it.
        Either(&[
            Has("operation_type"),
            All(&[
                Word("tool", "splice"),
                Has("schema_version"),
                Has("execution_id"),
                Not(&Has("data")),
            ]),
        ]),
        // A row of the log, and the older form. Neither says both its version and its run so.
        Not(&Either(&[
            Has("command_line"),
            All(&[Not(&WRAPPED), Either(&[Has("id"), Has("operation_id")])]),
        ])),
        Either(&[Has("schema_version"), Not(&Has("version"))]),
    ])] {
        required "schema_version": Text, as Role::SchemaVersion;
        required "execution_id": Text, as Role::ExecutionId;
        required "operation_type": Text, as Role::OperationOf("/result/type");
        required "status": Text, as Role::StatusOver {
            words: STATUSES,
            parts: &["/result/*/*/status"],
            error: "/error",
            // Of operations that other tools have, and it has not.
            why: &["/diagnostics", "/result/diagnostics"],
            told: &["edit", "create"],
            done: "/result",
        };
        required "message": Text;
        optional "tool": Text;
        required "timestamp": Text, as Role::Timestamp;
        optional "workspace": Text;
        optional "result": RESULT, as Role::Answer;
        optional "error": FAILED, as FAILURE;
        optional "preview_report": Record(&PREVIEW);
    }
}

const FAILED: Type = Type::OneOf(&[Type::Choice(&[&ERROR, &ToolDiagnostic::SHAPE]), Any]);

const RESULT: Type = Type::OneOf(&[
    Type::Choice(&[&DELETED, &PATCHED, &APPLIED, &PLANNED, &QUERIED]),
    Any,
]);

shape! {
    /// The result of an operation, as 2.0 names its members.
    pub(super) OPERATION_2_0 "SpliceOperation20" (
        Mapping::to(&OperationResult::SHAPE)
            .following(&[("/diagnostics", Follows::Hook)])
            .writing(with_said)
    ) [Either(&[
        All(&[Has("operation_id"), Not(&WRAPPED), Not(&super::kept::BACKUP.sign)]),
        All(&[
            Has("version"),
            Has("operation_type"),
            Not(&Either(&[Has("command_line"), Has("schema_version")])),
        ]),
    ])] {
        required "version": Text, as Role::SchemaVersion, to "/schema_version" by VERSION;
        required "operation_id": Text, as Role::ExecutionId, to "/execution_id";
        required "operation_type": Text, as Role::OperationOf("/result/type");
        /// Also `success` and `failure`, as its description in seed 001 has it.
        required "status": Text, as Role::StatusOver {
            words: &["ok", "error", "partial", "success", "failure"],
            parts: &["/result/*/*/status"],
            error: "/error",
            why: &["/diagnostics"],
            told: &[],
            done: "/result",
        }, to "/status" by OUTCOME;
        required "message": Text;
        required "timestamp": Text, as Role::Timestamp;
        optional "workspace": Text;
        optional "result": RESULT_2_0, as Role::Answer;
        optional "error": FAILED, as FAILURE;
        optional "preview_report": Record(&PREVIEW);
    }
}

const OUTCOME: How = How::Words(&[
    ("ok", "ok"),
    ("success", "ok"),
    ("error", "error"),
    ("failure", "error"),
]);

const VERSION: How = How::Words(&[("2.0.0", OPERATION_VERSION), ("2.0", OPERATION_VERSION)]);

const RESULT_2_0: Type = Type::OneOf(&[
    Type::Choice(&[
        &DELETED_2_0,
        &PATCHED_2_0,
        &APPLIED_2_0,
        &PLANNED,
        &QUERIED_2_0,
        &DESCRIBED,
    ]),
    Any,
]);

/// The file of all ranges beside it.
const OF_SPANS: Role = Role::SamePaths(&["/file", "/spans/*/file_path"]);

/// The file of one of the ranges beside it: those that refer to what was deleted may be in others.
const IN_SPANS: Role = Role::Among {
    places: &["/file"],
    known: "/spans/*/file_path",
};

/// Checksums of the file, which each range beside them says as well.
const BEFORE: Role = Role::ChecksumAs("/spans/*/before_hash");
const AFTER: Role = Role::ChecksumAs("/spans/*/after_hash");

// What 2.0 prints differs in its parts only.

macro_rules! patched {
    ($what:literal $shape:ident $name:literal of $part:ident) => {
        shape! {
            #[doc = $what]
            $shape $name (Mapping::to(&PatchResult::SHAPE)) [PatchResult::SHAPE.sign] at [CHANGE] {
                required "type": Text, as Role::Tag("patch");
                required "file": Text, as OF_SPANS;
                required "symbol": Text, as Role::SameAs("/spans/*/symbol");
                required "kind": Text, as Role::SameAs("/spans/*/kind");
                required "spans": List(&Record(&$part));
                optional "before_hash": Text, as BEFORE, to "/before_hash" by HASH;
                optional "after_hash": Text, as AFTER, to "/after_hash" by HASH;
                optional "lines_added": Count;
                optional "lines_removed": Count;
            }
        }
    };
}
patched!("One symbol was replaced." PATCHED "SplicePatchResult" of SPAN);
patched!("One symbol was replaced, as 2.0 prints it." PATCHED_2_0 "SplicePatchResult20" of SPAN_2_0);

shape! {
    /// A result as seed 001 describes it: it does not say what it is of.
    DESCRIBED "SpliceDescribedResult" (Mapping::to(&PatchResult::SHAPE)) [All(&[Has("spans"), Not(&Has("type"))])] {
        required "spans": List(&Record(&DESCRIBED_SPAN));
        optional "checksums": Any;
    }
}

shape! {
    /// A range, as seed 001 describes it.
    DESCRIBED_SPAN "SpliceDescribedSpan" (
        Mapping::to(&SpanResult::SHAPE)
            .reading(lines_of_text)
            .writing(breaks_of_text::<true>)
    ) {
        required "file_path": Text, as Role::Path;
        required "byte_start": Count, as Role::ByteStart;
        required "byte_end": Count, as Role::ByteEnd;
        optional "line_start": Count, as Role::StartLine, to "/start_line";
        optional "line_end": Count, as Role::EndLine, to "/end_line";
        optional "col_start": Count, as Role::StartColumn, to "/start_col";
        optional "col_end": Count, as Role::EndColumn, to "/end_col";
        optional "span_id": Text, as Role::RandomId;
        optional "match_id": Text;
        optional "content_checksum": Text, as Role::SpanChecksum,
            to "/checksums/checksum_before" by HASH;
        /// Of the text and what is around it; how much of that, nothing says.
        optional "surrounding_checksum": Text, as Role::Unproved("how much is around the text is not said");
    }
}

/// What a deletion says of its file.
const AFTERWARDS: Role = Role::FileAfterOf {
    ranges: "spans",
    file: "file",
    last: None,
};

/// A list that was only seen empty.
const DELETED_TEXTS: Type = List(&Type::Open(&CHECKSUM_OF_RANGE));

macro_rules! deleted {
    ($what:literal $shape:ident $name:literal of $part:ident) => {
        shape! {
            #[doc = $what]
            $shape $name (Mapping::to(&DeleteResult::SHAPE)) [DeleteResult::SHAPE.sign] {
                required "type": Text, as Role::Tag("delete");
                required "file": Text;
                required "symbol": Text;
                required "kind": Text;
                required "spans": List(&Record(&$part)), as IN_SPANS;
                optional "bytes_removed": Count, as Role::BytesIn("spans");
                optional "lines_removed": Count;
                optional "references_removed": Count;
                /// Of the file as it is afterwards, whatever its name says.
                optional "file_checksum_before": Text, as AFTERWARDS, to "/file_checksum_before" by COMPUTED;
                optional "span_checksums": DELETED_TEXTS, as OF_DELETION;
            }
        }
    };
}
deleted!("One symbol was deleted." DELETED "SpliceDeleteResult" of DELETED_SPAN);
deleted!("One symbol was deleted, as 2.0 prints it." DELETED_2_0 "SpliceDeleteResult20" of DELETED_SPAN_2_0);

macro_rules! applied {
    ($what:literal $shape:ident $name:literal of $part:ident) => {
        shape! {
            #[doc = $what]
            $shape $name (Mapping::to(&ApplyFilesResult::SHAPE)) [ApplyFilesResult::SHAPE.sign] {
                required "type": Text, as Role::Tag("apply_files");
                required "glob_pattern": Text;
                required "find_pattern": Text;
                required "replace_pattern": Text;
                required "files_matched": Count, as Role::CountOf("files");
                required "files_modified": Count, as Role::CountOf("files");
                required "files": List(&Record(&$part));
            }
        }
    };
}
applied!("Many files, or many batches, were changed." APPLIED "SpliceApplyFilesResult" of FILE);
applied!("Many files, or many batches, were changed, as 2.0 prints it." APPLIED_2_0 "SpliceApplyFilesResult20" of FILE_2_0);

macro_rules! of_file {
    ($what:literal $shape:ident $name:literal of $part:ident) => {
        shape! {
            #[doc = $what]
            $shape $name (Mapping::to(&FileResult::SHAPE)) at [CHANGE] {
                required "file": Text, as OF_SPANS;
                optional "matches": Count, as Role::CountOf("spans");
                optional "replacements": Count, as Role::CountOf("spans");
                optional "spans": List(&Record(&$part));
                optional "before_hash": Text, as BEFORE, to "/before_hash" by HASH;
                optional "after_hash": Text, as AFTER, to "/after_hash" by HASH;
            }
        }
    };
}
of_file!("What became of one file." FILE "SpliceFileResult" of SPAN);
of_file!("What became of one file, as 2.0 prints it." FILE_2_0 "SpliceFileResult20" of SPAN_2_0);

shape! {
    /// Steps that were made one after the other. `file` of a step is the plan.
    PLANNED "SplicePlanResult" (Mapping::to(&PlanResult::SHAPE)) [PlanResult::SHAPE.sign] {
        required "type": Text, as Role::Tag("plan");
        required "total_steps": Count, as Role::CountOf("steps");
        required "steps_completed": Count, as Role::CountWhere {
            list: "/steps",
            member: "status",
            word: "ok",
            perhaps: &[],
        };
        required "steps": List(&Record(&STEP));
        optional "files_affected": List(&Text);
        optional "total_bytes_changed": Integer;
    }
}

shape! {
    /// What became of one step.
    STEP "SpliceStepResult" (Mapping::to(&StepResult::SHAPE)) {
        required "step": Count;
        required "status": Text, as Role::Words(STATUSES);
        required "message": Text;
        optional "file": Text;
        optional "symbol": Text;
    }
}

shape! {
    /// Symbols by label, or the piece of code at a range.
    QUERIED "SpliceQueryResult" (Mapping::to(&QueryResult::SHAPE)) [QueryResult::SHAPE.sign] {
        required "type": Text, as Role::Tag("query");
        required "labels": List(&Text);
        required "count": Count, as Role::CountOf("symbols");
        required "symbols": List(&Record(&SPAN));
        /// The last eight only of an answer in pages, which 3.1.1 does not give yet.
        optional "total_count": Count, as Role::TotalOf("symbols");
        optional "offset": Count;
        optional "limit": Count;
        optional "max_symbols": Count;
        optional "max_bytes": Count;
        optional "next_offset": Count;
        optional "partial": Flag;
        optional "truncation_reasons": List(&Text);
    }
}

shape! {
    /// Symbols by label, as 2.0 prints it.
    QUERIED_2_0 "SpliceQueryResult20" (Mapping::to(&QueryResult::SHAPE)) [QueryResult::SHAPE.sign] {
        required "type": Text, as Role::Tag("query");
        required "labels": List(&Text);
        required "count": Count, as Role::CountOf("symbols");
        required "symbols": List(&Record(&SPAN_2_0));
    }
}

const CONTEXT: Type = Record(&CONTEXT_SHAPE);

shape! {
    /// A range, in the order of splice. Four zeros are lines that it does not know.
    pub(in crate::dialect) SPAN "SpliceSpan" (
        Mapping::to(&SpanResult::SHAPE)
            .reading(lines_of_text)
            .writing(breaks_of_text::<false>)
    ) {
        required "file_path": Text, as Role::Path;
        optional "symbol": Text;
        optional "kind": Text;
        required "byte_start": Count, as Role::ByteStart;
        required "byte_end": Count, as Role::ByteEnd;
        optional "start_line": Count, as Role::StartLine;
        optional "end_line": Count, as Role::EndLine;
        optional "start_col": Count, as Role::StartColumn;
        optional "end_col": Count, as Role::EndColumn;
        optional "span_id": Text, as Role::SpanId;
        /// UUID v4.
        optional "match_id": Text;
        /// SHA-256 of the file, here before, without the name of the algorithm.
        optional "before_hash": Text, as Role::FileBefore, to "/before_hash" by HASH;
        optional "after_hash": Text, as Role::FileAfter, to "/after_hash" by HASH;
        optional "context": CONTEXT;
        optional "semantics": Semantics::TYPE;
        optional "checksums": Record(&CHECKSUMS);
        optional "error_code": Record(&ERROR_CODE);
        optional "relationships": Record(&RELATIONSHIPS);
        optional "tool_hints": ToolHints::TYPE;
        optional "suggested_action": SuggestedAction::TYPE;
    }
}

shape! {
    /// Checksums of a range. The tool computes those of the range when the file is changed, and
    /// may find no such range any more.
    CHECKSUMS "SpliceChecksums" (Mapping::to(&SpanChecksums::SHAPE)) {
        optional "checksum_before": Text, as Role::SpanChecksum, to "/checksum_before" by NAMED;
        optional "checksum_after": Text, as Role::SpanChecksumAfter, to "/checksum_after" by NAMED;
        optional "file_checksum_before": Text, as Role::FileChecksum,
            to "/file_checksum_before" by NAMED;
        optional "file_checksum_after": Text, as Role::FileChecksumAfter,
            to "/file_checksum_after" by NAMED;
    }
}

shape! {
    /// A range of a deleted symbol. Its lines end at every line break of Unicode.
    pub(in crate::dialect) DELETED_SPAN "SpliceDeletedSpan" (
        Mapping::to(&SpanResult::SHAPE)
            .reading(lines_by_feeds)
            .writing(lines_by_breaks::<false>)
    ) {
        required "file_path": Text, as Role::Path;
        optional "symbol": Text;
        optional "kind": Text;
        required "byte_start": Count, as Role::ByteStart;
        required "byte_end": Count, as Role::ByteEnd;
        optional "start_line": Count, as Role::StartLine, to "/start_line" by How::Hook;
        optional "end_line": Count, as Role::EndLine, to "/end_line" by How::Hook;
        optional "start_col": Count, as Role::StartColumn, to "/start_col" by How::Hook;
        optional "end_col": Count, as Role::EndColumn, to "/end_col" by How::Hook;
        optional "span_id": Text, as Role::SpanId;
        optional "match_id": Text;
        optional "before_hash": Text, as Role::FileBefore, to "/before_hash" by HASH;
        optional "after_hash": Text, as Role::FileAfter, to "/after_hash" by HASH;
        optional "context": CONTEXT;
        optional "semantics": Semantics::TYPE;
        optional "checksums": Record(&DELETED_CHECKSUMS);
        optional "error_code": Record(&ERROR_CODE);
        optional "relationships": Record(&RELATIONSHIPS);
        optional "tool_hints": ToolHints::TYPE;
        optional "suggested_action": SuggestedAction::TYPE;
    }
}

shape! {
    /// Checksums of a deletion: of the file as it is afterwards.
    DELETED_CHECKSUMS "SpliceDeletedChecksums" (Mapping::to(&SpanChecksums::SHAPE)) {
        optional "checksum_before": Text, as OF_DELETION, to "/checksum_before" by NAMED;
        optional "checksum_after": Text, as OF_DELETION, to "/checksum_after" by NAMED;
        /// Whatever its name says.
        optional "file_checksum_before": Text, as Role::FileAfter,
            to "/file_checksum_before" by NAMED;
        optional "file_checksum_after": Text, as OF_DELETION, to "/file_checksum_after" by NAMED;
    }
}

shape! {
    /// A range, as 2.0 prints it.
    pub(in crate::dialect) SPAN_2_0 "SpliceSpan20" (
        Mapping::to(&SpanResult::SHAPE)
            .reading(lines_of_text)
            .writing(breaks_of_text::<true>)
    ) {
        required "file_path": Text, as Role::Path;
        optional "symbol": Text;
        optional "kind": Text;
        required "byte_start": Count, as Role::ByteStart;
        required "byte_end": Count, as Role::ByteEnd;
        optional "line_start": Count, as Role::StartLine, to "/start_line";
        optional "line_end": Count, as Role::EndLine, to "/end_line";
        optional "col_start": Count, as Role::StartColumn, to "/start_col";
        optional "col_end": Count, as Role::EndColumn, to "/end_col";
        /// UUID v4: made anew at each run.
        optional "span_id": Text, as Role::RandomId;
        optional "match_id": Text;
        optional "before_hash": Text, as Role::FileBefore, to "/before_hash" by HASH;
        optional "after_hash": Text, as Role::FileAfter, to "/after_hash" by HASH;
        optional "span_checksum_before": Text, as Role::SpanChecksum,
            to "/checksums/checksum_before" by COMPUTED;
        optional "span_checksum_after": Text, as Role::SpanChecksumAfter,
            to "/checksums/checksum_after" by COMPUTED;
        optional "context": CONTEXT;
        /// Kind of symbol, beside the span in the older form.
        optional "semantic_kind": Text, to "/semantics/kind";
        optional "language": Text, to "/semantics/language";
        // What came with 2.2, beside the older names.
        optional "error_code": Record(&ERROR_CODE);
        optional "relationships": Record(&RELATIONSHIPS);
        optional "tool_hints": ToolHints::TYPE;
        optional "suggested_action": SuggestedAction::TYPE;
    }
}

shape! {
    /// A range of a deleted symbol, as 2.0 prints it.
    pub(in crate::dialect) DELETED_SPAN_2_0 "SpliceDeletedSpan20" (
        Mapping::to(&SpanResult::SHAPE)
            .reading(lines_by_feeds)
            .writing(lines_by_breaks::<true>)
    ) {
        required "file_path": Text, as Role::Path;
        optional "symbol": Text;
        optional "kind": Text;
        required "byte_start": Count, as Role::ByteStart;
        required "byte_end": Count, as Role::ByteEnd;
        optional "line_start": Count, as Role::StartLine, to "/start_line" by How::Hook;
        optional "line_end": Count, as Role::EndLine, to "/end_line" by How::Hook;
        optional "col_start": Count, as Role::StartColumn, to "/start_col" by How::Hook;
        optional "col_end": Count, as Role::EndColumn, to "/end_col" by How::Hook;
        optional "span_id": Text, as Role::RandomId;
        optional "match_id": Text;
        optional "before_hash": Text, as Role::FileBefore, to "/before_hash" by HASH;
        optional "after_hash": Text, as Role::FileAfter, to "/after_hash" by HASH;
        optional "span_checksum_before": Text, as OF_DELETION, to "/checksums/checksum_before" by COMPUTED;
        optional "span_checksum_after": Text, as OF_DELETION, to "/checksums/checksum_after" by COMPUTED;
    }
}

fn lines_of_text<'d>(
    making: &mut Making<'d, '_>,
    slot: Slot<'d>,
    span: &mut Members<'d>,
    at: &At<'_>,
) {
    // What goes elsewhere by a table is told by that.
    lines::by_text(making, slot.node, span, at, |_, _, _| {});
    sums::leave_late(making, slot.node, span, at);
}

fn breaks_of_text<'d, const IS_2_0: bool>(
    writing: &mut Writing<'d, '_>,
    node: Node<'d>,
    at: &Pointer,
    span: &mut Object,
) {
    breaks::by_breaks_of_text(writing, node, at, span, &names(IS_2_0), &["context"]);
    end_of_context(writing, node, at, span);
}

fn end_of_context<'d>(
    writing: &mut Writing<'d, '_>,
    node: Node<'d>,
    at: &Pointer,
    span: &mut Object,
) {
    if let Some(context) = span.get_mut("context").and_then(Value::as_object_mut) {
        lines::terminate(writing, node, at, context, ["before", "selected", "after"]);
    }
}

/// Lines and columns of both ends, as they are named in 2.0, and since 2.6.
const fn names(is_2_0: bool) -> [&'static str; 4] {
    if is_2_0 {
        ["line_start", "col_start", "line_end", "col_end"]
    } else {
        ["start_line", "start_col", "end_line", "end_col"]
    }
}

fn lines_by_feeds<'d>(
    making: &mut Making<'d, '_>,
    slot: Slot<'d>,
    span: &mut Members<'d>,
    at: &At<'_>,
) {
    lines::prove(making, slot.node, span, at);
    lines::context_by_text(making, slot.node, span, at);
}

fn lines_by_breaks<'d, const IS_2_0: bool>(
    writing: &mut Writing<'d, '_>,
    node: Node<'d>,
    at: &Pointer,
    span: &mut Object,
) {
    breaks::by_breaks(writing, node, at, span, names(IS_2_0));
    end_of_context(writing, node, at, span);
}

shape! {
    /// The text around a range. Its lines keep their terminators.
    CONTEXT_SHAPE "SpliceContext" (Mapping::to(&Context::SHAPE)) {
        required "before": List(&Text), as Role::LinesBefore,
            to "/before" by How::With(lines::READ, lines::WRITE);
        required "selected": List(&Text), as Role::LinesSelected,
            to "/selected" by How::With(lines::READ, lines::WRITE);
        required "after": List(&Text), as Role::LinesAfter,
            to "/after" by How::With(lines::READ, lines::WRITE);
    }
}

shape! {
    /// What a replacement would do. Its lines end where those of the operation's ranges do.
    pub(super) PREVIEW "SplicePreview" at [
        Mention::place("file", ["line_start", ""], Counted::FromOne)
            .to(["line_end", ""])
            .indexed()
    ] {
        required "file": Text;
        required "line_start": Count;
        required "line_end": Count, as Role::EndOf("line_start");
        required "lines_added": Count, as Role::AtMost("bytes_added");
        required "lines_removed": Count, as Role::AtMost("bytes_removed");
        required "bytes_added": Count;
        required "bytes_removed": Count;
    }
}
