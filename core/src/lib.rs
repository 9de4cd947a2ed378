//! Reads the JSON that code tools print, makes one envelope of it, and checks every position
//! against the source text.
//!
//! ```
//! use llm_types::{NormalizeOptions, Sources, normalize};
//!
//! let printed = r#"{"execution_id":"r1","pattern":"fn","matches":[{"match_id":"m1","file":"a.rs",
//!     "byte_start":9,"byte_end":11,"matched_text":"fn","line_number":1,"column_number":7,
//!     "context_before":"/*🚀*/ ","context_after":" main() {}"}],"match_count":1}"#;
//! let sources: Sources = [("a.rs", "/*🚀*/ fn main() {}")].into_iter().collect();
//!
//! let options = NormalizeOptions { sources: Some(&sources), ..Default::default() };
//! let normalized = normalize(printed.as_bytes(), &options)?;
//! assert_eq!(normalized.dialect, "llmsearch");
//! // That tool counts code points from 1, the envelope bytes from 0.
//! assert!(normalized.text.contains(r#""start_col":9"#));
//! // What it had said wrongly would be told, with its place in what was printed.
//! assert!(normalized.diagnostics.is_empty());
//! # Ok::<(), llm_types::Error>(())
//! ```
//!
//! # Where to begin
//!
//! | To | Call |
//! |---|---|
//! | read what a tool printed | [`normalize()`], [`detect()`]; in pieces [`Normalizer`] |
//! | check it | [`validate()`], [`apply_fixes`]; in pieces [`Validator`] |
//! | write another tool's shape | [`convert()`]; in pieces [`Converter`] |
//! | add what is missing, compare two runs | [`enrich()`], [`match_findings`] |
//! | print an envelope | [`build_response`], [`build_operation_result`], the types in [`envelope`] |
//! | place something in a text | [`LineIndex`], [`Span`] |
//! | edit texts | [`apply_edits`], [`plan_edits`] |
//! | find out how a tool counts | [`detective()`] |
//! | read JSON with places | [`read()`], [`canonicalize()`] |
//! | understand a refusal | [`Error`], [`explain()`] |
//!
//! This crate is the core of `llm-types`: everything that the hosts (Rust, Node,
//! WebAssembly, Python) share, and nothing that touches the outside
//! world. It has no files, no clock, no randomness and no global state; the
//! compiler proves it, because the crate is `no_std` and is built for a target
//! without an operating system.
#![no_std]
#![forbid(unsafe_op_in_unsafe_fn)]

extern crate alloc;

pub mod build;
pub mod checksum;
pub mod convert;
pub mod detect;
pub mod detective;
pub mod diagnostic;
pub mod dialect;
mod document_error;
mod documents;
mod edit;
pub mod enrich;
pub mod envelope;
pub mod error;
pub mod exit;
pub mod findings;
pub mod fingerprint;
pub mod fix;
#[cfg(test)]
mod fixtures;
mod hex;
pub mod id;
pub mod json;
pub mod loss;
pub mod normalize;
mod origin;
pub mod pages;
pub mod parts;
pub mod rule;
pub mod schema;
pub mod selector;
pub mod source;
pub mod span;
pub mod stream;
pub mod text;
pub mod validate;

pub use build::{BuildOptions, build_operation_result, build_response, moment, timestamp};
pub use checksum::{
    Checksum, ChecksumAlgorithm, ChecksumClass, ChecksumError, checksum, checksum_in,
    checksum_range, checksum_range_in, classify_checksum, parse_checksum, verify_checksum,
};
pub use convert::{Conversion, ConvertOptions, ConvertedDocument, convert};
pub use detect::{Candidate, Detection, Evidence, detect};
pub use detective::{
    DetectiveOptions, DetectiveReport, DetectiveVerdict, Hypothesis, SpanChange, SpanConvention,
    Undecided, Witness, detective,
};
pub use diagnostic::{Applicability, Diagnostic, DocumentEdit, DocumentFix, Related};
pub use dialect::{Convention, DialectInfo, dialects};
pub use document_error::DocumentError;
pub use edit::{
    Bias, CarriedRange, CarriedSpans, CarryOptions, EditCandidate, EditConflict, EditDetail,
    EditError, EditFormat, EditMap, EditOptions, EditOutcome, EditPlan, EditSource, EditStatus,
    EditedFile, EditedSpan, EditedText, FileEditStatus, NewEol, PlanOptions, PlannedEdits,
    PositionMap, Relocation, TextPlace, apply_edits, carry_spans, edited_paths, plan_edits,
};
pub use enrich::{
    Addition, EnrichOptions, Enriched, EnrichedDocument, NotEnriched, NotEnrichedCode, enrich,
};
pub use envelope::{
    Edit, EditRequest, EditRequests, Envelope, OperationResult, Response, RichSpan, ToolDiagnostic,
};
pub use error::{Error, ErrorReport, Takes};
pub use exit::exit_code;
pub use findings::{
    FindingAt, FindingMatches, FindingPair, FindingState, MatchOptions, match_findings,
};
pub use fingerprint::{FindingPlace, fingerprints, line_hashes};
pub use fix::{FixOptions, FixReport, FixedDocument, NotFixed, apply_fixes};
pub use id::{
    ExecutionIdKind, IdError, IdFinding, MatchIdKind, MatchIdScheme, SpanIdScheme, SpanIds,
    SpanKey, classify_execution_id, classify_match_id, classify_span_id, execution_id,
    execution_id_findings, match_id, match_id_in, span_id, span_id_findings, span_id_in, span_ids,
    span_ids_in,
};
pub use json::{
    DuplicateKeys, JsonError, JsonErrorKind, LoneSurrogates, Pointer, ReadOptions, Value,
    canonicalize, locate, read, read_lines, write_canonical, write_compact, write_pretty,
};
pub use loss::{Loss, LossKind};
pub use normalize::{
    Change, ChangeKind, Changes, ChangesIter, NormalizeOptions, Normalized, NormalizedDocument,
    ReferencedSpan, normalize, referenced_spans,
};
pub use pages::{
    Page, PageError, TextPage, TruncatedText, count_words, pagination, preview,
    strip_truncation_marker, text_page, truncate_words,
};
pub use rule::{Level, Rule, all as rules, explain};
pub use schema::{SchemaInfo, schema, schemas};
pub use selector::{
    Selector, SelectorError, SelectorFault, SelectorParameter, SelectorRange, SelectorSegment,
    parse_selector, write_selector,
};
pub use source::{
    PathFinding, PathMatch, Sources, candidate_paths, canonical_path, match_paths, path_findings,
};
pub use span::{Coordinates, Span, SpanError, SpanFinding};
pub use stream::{Converter, Enricher, Normalizer, Validator};
pub use text::{
    AmbiguousEol, BomPolicy, ByteOffset, ByteRange, EndRule, Expected, GivenIndexOptions,
    IllFormed, LineCounts, LineIndex, LineIndexOptions, LineTerminators, MAX_SAFE_OFFSET, Position,
    PositionEncoding, Rounding, TerminatorList, TextError, TextProfile, Utf16Text, WholeLines,
    offset_from_f64, offset_from_i128, shift_from_f64, shift_from_i128, text_from_utf16,
    text_profile,
};

pub use validate::{
    Checked, NotChecked, ProvedBy, ReferencedPathsOptions, SourceChecked, ValidateOptions,
    ValidatedDocument, Validation, referenced_paths, validate,
};

/// The version of this package: one number for the crates, the npm package and
/// the Python package.
///
/// # Examples
///
/// ```
/// assert_eq!(llm_types::version().split('.').count(), 3);
/// ```
pub const fn version() -> &'static str {
    env!("CARGO_PKG_VERSION")
}
