//! The span of the envelope, with its optional blocks.
//!
//! The blocks are nested in the span as the tools ship them. What a span means
//! (offsets, lines, columns) is [`crate::span`]'s; this is how it is written.

use alloc::string::String;

use super::mention::{Counted, Mention};
use super::record::record;
use super::shape::{Role, Type};
use super::wire::Map;
use crate::json::Value;

record! {
    /// A range of one file: half-open, in UTF-8 bytes, with the line and column
    /// of both ends. The four lines and columns are all there, or none.
    pub struct RichSpan open {
        /// Id of the place: 16 lower-case hex digits, see [`crate::span_id`].
        optional span_id: String as Role::SpanId,
        /// Path of the file, with `/`; relative to the root where that is known.
        required file_path: String as Role::Path,
        /// Offset of the first byte.
        required byte_start: u64 as Role::ByteStart,
        /// Offset after the last byte.
        required byte_end: u64 as Role::ByteEnd,
        /// Line of `byte_start`, from 1.
        optional start_line: u64 as Role::StartLine,
        /// Column of `byte_start`, from 0, in UTF-8 bytes.
        optional start_col: u64 as Role::StartColumn,
        /// Line of `byte_end`, from 1.
        optional end_line: u64 as Role::EndLine,
        /// Column of `byte_end`, from 0, in UTF-8 bytes.
        optional end_col: u64 as Role::EndColumn,
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
    }
}

record! {
    /// Text around a range. Lines are whole and without their terminators;
    /// fragments are parts of the lines on which the range starts and ends.
    pub struct Context open {
        /// Lines before the line of the start, nearest last.
        list before: String as Role::LinesBefore,
        /// The lines that the range touches.
        list selected: String as Role::LinesSelected,
        /// Lines after the line of the end.
        list after: String as Role::LinesAfter,
        /// Text on the line of the start, up to the start; cut at its head if long.
        optional inline_before: String as Role::InlineBefore,
        /// Text on the line of the end, from the end; cut at its tail if long.
        optional inline_after: String as Role::InlineAfter,
    }
}

record! {
    /// What a range is in its language.
    pub struct Semantics open {
        /// Kind of symbol or reference, in the tool's own word.
        optional kind: String,
        /// Language, in lower case.
        optional language: String,
    }
}

record! {
    /// The neighbours of a symbol in the call graph.
    pub struct Relationships open {
        /// Symbols that call it.
        list callers: SymbolReference,
        /// Symbols that it calls.
        list callees: SymbolReference,
        /// Imports that name it.
        list imports: SymbolReference,
        /// Exports that show it.
        list exports: SymbolReference,
    }
}

record! {
    /// Another symbol, by name and rough place.
    pub struct SymbolReference open at [
        Mention::place("file", ["line", ""], Counted::FromOne).bytes(["byte_start", "byte_end"])
    ] {
        /// Path of its file.
        optional file: String,
        /// Its name.
        optional symbol: String,
        /// Offset of its first byte.
        optional byte_start: u64,
        /// Offset after its last byte.
        optional byte_end: u64 as Role::EndOf("byte_start"),
        /// Its line, from 1.
        optional line: u64,
    }
}

record! {
    /// Checksums, `algorithm:hex`.
    pub struct SpanChecksums open {
        /// Of the text of the range, before the operation.
        optional checksum_before: String as Role::SpanChecksum,
        /// Of the text of the range, after the operation.
        optional checksum_after: String as Role::SpanChecksumAfter,
        /// Of the file, before the operation.
        optional file_checksum_before: String as Role::FileChecksum,
        /// Of the file, after the operation.
        optional file_checksum_after: String as Role::FileChecksumAfter,
    }
}

record! {
    /// A next step that the tool proposes.
    pub struct SuggestedAction open {
        /// Kind of step: `rename`, `delete`, `extract`, ...
        required action_type: String,
        /// Its parameters; they vary with the kind.
        optional params: Value,
        /// How sure the tool is: from 0 to 1, or in a word.
        optional confidence: Value = (Type::OneOf(&[Type::Number, Type::Text])),
        /// Why.
        optional reason: String,
    }
}

record! {
    /// What to heed when acting on the range.
    pub struct ToolHints open {
        /// The whole file is needed to act safely.
        optional requires_full_context: bool,
        /// All or nothing.
        optional apply_atomically: bool,
        /// Upper and lower case differ.
        optional search_case_sensitive: bool,
        /// Tests may fail afterwards.
        optional may_break_tests: bool,
        /// The project must be compiled afterwards.
        optional requires_compilation: bool,
        /// Hints for one language.
        optional language_hints: Value,
    }
}
