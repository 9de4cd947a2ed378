//! What llmgrep prints: the wrapper, and what each question is answered with.
//!
//! What it shares with the other tools goes into the payloads of the envelope;
//! the answers to questions that only it asks have shapes and no mapping.

use super::bare::{BACKEND, COMPLETE, EXPORTED, FAILURE, FILE_NODES, KIND_NODES};
use super::{BY_LINE, SNIPPET, write};
use crate::checksum::ChecksumAlgorithm;
use crate::dialect::follows::Follows;
use crate::dialect::language::CAPITALISED;
use crate::dialect::mapping::{How, Mapping};
use crate::envelope::record::shape;
use crate::envelope::shape::{Role, Shape, Type};
use crate::envelope::sign::Sign::{self, All, Either, Empty, Has, Item, Not, Of, Says, Two};
use crate::envelope::{
    AstSearchResponse, CallMatch, CallsResponse, CombinedResponse, Context, FilesResponse,
    FindResponse, GetResponse, ImplementationMatch, ImplementationsResponse, MATCHES,
    MatchesResponse, NODE_OF_SYMBOL, QueryResponse, ReferenceMatch, ReferencesResponse,
    RefsResponse, Response, RichSpan, SearchResponse, SymbolMatch,
};
use crate::json::Kind;
use crate::rule::Level;

use Type::{Any, Count, Flag, Integer, List, Map, Number, Open, Record, Text};

shape! {
    /// The wrapper of every answer but the bare ones.
    pub(super) RESPONSE "LlmgrepResponse" (
        Mapping::to(&Response::SHAPE).writing(write::wrapper)
    ) [All(&[
        Two(&["schema_version", "execution_id", "tool", "data"]),
        Either(&[Has("data"), Not(&ALONE)]),
    ])] {
        required "schema_version": Text, as Role::SchemaVersion;
        required "execution_id": Text, as Role::ExecutionId;
        required "tool": Text;
        required "timestamp": Text, as Role::Timestamp;
        /// Is false even of an answer that a limit has cut.
        required "partial": Flag, as Role::Partial;
        optional "performance": Record(&PERFORMANCE);
        optional "tokens_estimated": Count;
        /// The answer was left out because it has too many tokens.
        optional "truncated": Flag;
        required "data": DATA, as Role::Answer;
    }
}

shape! {
    /// How long it took, in milliseconds.
    PERFORMANCE "LlmgrepPerformance" {
        required "backend_detection_ms": Count;
        required "query_execution_ms": Count;
        required "output_formatting_ms": Count;
        required "total_ms": Count;
    }
}

/// `data`: one of the answers.
const DATA: Type = Type::OneOf(&[Type::Choice(ANSWERS), Any]);

/// What `data` can be. A list without elements is one of symbols, if it answers a
/// query.
const ANSWERS: &[&Shape] = &[
    &COMBINED,
    &ERROR,
    &EXPLORE,
    &NAVIGATE,
    &STATS,
    &EVOLVE,
    &SYMBOLS,
    &CALLS,
    &IMPLEMENTATIONS,
    &REFERENCES,
    &FACTS,
    &DOCUMENTS,
    &UNLISTED,
];

/// What an answer shows that never had a wrapper, though it may say who printed it in which run.
const ALONE: Sign = Either(&[
    COMPLETE.sign,
    FILE_NODES.sign,
    KIND_NODES.sign,
    BACKEND.sign,
]);

/// Answers that no other tool gives.
pub(crate) const OWN: &[&Shape] = &[
    &DOCUMENTS,
    &FACTS,
    &EXPLORE,
    &NAVIGATE,
    &STATS,
    &EVOLVE,
    &COMPLETE,
    &FILE_NODES,
    &KIND_NODES,
    &BACKEND,
    &FAILURE,
];

/// The same, for the end of a chain that was published.
pub(crate) const LATER: &[&Shape] = &[&UNLISTED, &EXPORTED];

/// Payloads of the envelope that hold matches.
const SEARCHES: &[&Shape] = &[
    &FindResponse::SHAPE,
    &QueryResponse::SHAPE,
    &RefsResponse::SHAPE,
    &GetResponse::SHAPE,
    &FilesResponse::SHAPE,
    &CallsResponse::SHAPE,
    &ReferencesResponse::SHAPE,
    &AstSearchResponse::SHAPE,
    &MatchesResponse::SHAPE,
    &SearchResponse::SHAPE,
];

shape! {
    /// Symbols by name.
    SYMBOLS "LlmgrepSymbols" (
        Mapping::to(&FindResponse::SHAPE)
            .among(SEARCHES)
            .following(&[("/language", Follows::Hook)])
            .writing(write::symbols)
    ) [Either(&[Item("results", &Either(&[Has("name"), Has("kind")])), All(&[Has("query"), Either(&[Has("results"), Has("total_count")]), Not(&Item("results", &Of(Kind::Object)))])])] {
        required "results": List(&Record(&SYMBOL)), to "/matches" or "/symbols";
        required "query": Text, as Role::Question, to "/query_name" or "/query" or "/pattern";
        optional "path_filter": Text, to "/file_filter" or "/file_path";
        optional "kind_filter": Text;
        /// How many there are; `results` may hold fewer.
        required "total_count": Count, as Role::TotalOf("results"), to "/total_count" or "/count";
        optional "notice": Text;
    }
}

shape! {
    /// References to symbols.
    REFERENCES "LlmgrepReferences" (
        Mapping::to(&ReferencesResponse::SHAPE)
            .among(SEARCHES)
            .following(&[("/direction", Follows::Hook)])
            .writing(write::references)
    ) [Item("results", &Either(&[Has("referenced_symbol"), Has("reference_kind")]))] {
        required "results": List(&Record(&REFERENCE)), to "/references";
        required "query": Text, as Role::Question, to "/query" or "/symbol_name";
        optional "path_filter": Text, to "/file_filter" or "/file_path";
        required "total_count": Count, as Role::TotalOf("results"), to "/total_count" or "/count";
    }
}

shape! {
    /// Calls of symbols.
    CALLS "LlmgrepCalls" (
        Mapping::to(&CallsResponse::SHAPE).among(SEARCHES).writing(write::count)
    ) [Item("results", &Either(&[Says("caller"), Says("callee")]))] {
        required "results": List(&Record(&CALL)), to "/calls";
        required "query": Text, to "/query";
        optional "path_filter": Text, to "/file_filter" or "/file_path";
        required "total_count": Count, as Role::TotalOf("results"), to "/total_count" or "/count";
    }
}

shape! {
    /// Types that implement a trait.
    IMPLEMENTATIONS "LlmgrepImplementations" (
        Mapping::to(&ImplementationsResponse::SHAPE).among(SEARCHES).writing(write::count)
    ) [Item("results", &Either(&[Has("type_name"), Has("trait_name")]))] {
        required "results": List(&Record(&IMPLEMENTATION)), to "/implementations";
        required "query": Text, to "/query";
        optional "path_filter": Text, to "/file_filter" or "/file_path";
        required "total_count": Count, as Role::TotalOf("results"), to "/total_count" or "/count";
    }
}

shape! {
    /// Symbols, references and calls of one name.
    COMBINED "LlmgrepCombined" (Mapping::to(&CombinedResponse::SHAPE)) [CombinedResponse::SHAPE.sign] {
        required "query": Text;
        optional "path_filter": Text, to "/file_filter";
        required "symbols": Record(&SYMBOLS);
        required "references": Record(&REFERENCES);
        required "calls": Record(&CALLS);
        required "total_count": Count, as Role::CountAll { places: &[
            "/symbols/total_count", "/references/total_count", "/calls/total_count",
        ], twin: None, level: Level::Error };
        required "limit_mode": Text;
    }
}

const HASH: Role = Role::ChecksumOf("/span");
const SHA_256: How = How::Digest(ChecksumAlgorithm::Sha256);

shape! {
    /// One symbol.
    pub(super) SYMBOL "LlmgrepSymbol" (Mapping::to(&SymbolMatch::SHAPE).among(MATCHES))
        at [NODE_OF_SYMBOL]
    {
        required "match_id": Text, as Role::IdOf("/span");
        required "span": Record(&SYMBOL_SPAN);
        required "name": Text, as Role::Said;
        required "kind": Text;
        nullable "parent": Text;
        nullable "symbol_id": Text;
        optional "score": Number;
        optional "fqn": Text;
        optional "canonical_fqn": Text;
        optional "display_fqn": Text;
        /// Of the text of the symbol, when it was indexed.
        optional "content_hash": Text, as HASH, to "/span/checksums/checksum_before" by SHA_256;
        optional "symbol_kind_from_chunk": Text;
        /// The text of the symbol, when it was indexed; its head if it is cut.
        optional "snippet": Text, as SNIPPET, to "/snippet" or "/matched_text";
        optional "snippet_truncated": Flag;
        optional "language": Text, to "/span/semantics/language" by CAPITALISED;
        optional "kind_normalized": Text, to "/span/semantics/kind";
        optional "complexity_score": Count;
        optional "fan_in": Count;
        optional "fan_out": Count;
        optional "cyclomatic_complexity": Count;
        optional "ast_context": Record(&AST_CONTEXT);
        optional "supernode_id": Text;
        optional "coverage": Record(&COVERAGE);
    }
}

shape! {
    /// One reference.
    REFERENCE "LlmgrepReference" (Mapping::to(&ReferenceMatch::SHAPE).among(MATCHES)) {
        required "match_id": Text, as Role::IdOf("/span");
        required "span": Record(&HASHED_SPAN);
        required "referenced_symbol": Text, as Role::Said;
        nullable "reference_kind": Text;
        nullable "target_symbol_id": Text;
        optional "score": Number;
        /// Of the text of the range, when it was indexed.
        optional "content_hash": Text, as HASH, to "/span/checksums/checksum_before" by SHA_256;
        optional "symbol_kind_from_chunk": Text;
        optional "snippet": Text, as SNIPPET, to "/snippet" or "/matched_text";
        optional "snippet_truncated": Flag;
    }
}

shape! {
    /// One call.
    CALL "LlmgrepCall" (Mapping::to(&CallMatch::SHAPE).among(MATCHES)) {
        required "match_id": Text, as Role::IdOf("/span");
        required "span": Record(&HASHED_SPAN);
        required "caller": Text, as Role::Said;
        required "callee": Text, as Role::Said;
        nullable "caller_symbol_id": Text;
        nullable "callee_symbol_id": Text;
        optional "score": Number;
        /// Of the text of the range, when it was indexed.
        optional "content_hash": Text, as HASH, to "/span/checksums/checksum_before" by SHA_256;
        optional "symbol_kind_from_chunk": Text;
        optional "snippet": Text, as SNIPPET, to "/snippet" or "/matched_text";
        optional "snippet_truncated": Flag;
    }
}

shape! {
    /// One type that implements a trait.
    IMPLEMENTATION "LlmgrepImplementation" (
        Mapping::to(&ImplementationMatch::SHAPE).among(MATCHES)
    ) {
        required "match_id": Text, as Role::IdOf("/span");
        required "span": Record(&HASHED_SPAN);
        required "type_name": Text, as Role::Said;
        required "trait_name": Text, as Role::Said;
        nullable "type_symbol_id": Text;
        nullable "trait_symbol_id": Text;
        optional "score": Number;
        /// Of the text of the range, when it was indexed.
        optional "content_hash": Text, as HASH, to "/span/checksums/checksum_before" by SHA_256;
        optional "symbol_kind_from_chunk": Text;
        optional "snippet": Text, as SNIPPET, to "/snippet" or "/matched_text";
        optional "snippet_truncated": Flag;
    }
}

macro_rules! span {
    ($(#[doc = $what:literal])* $const:ident, $mapping:expr) => {
        shape! {
            $(#[doc = $what])*
            $const "LlmgrepSpan" ($mapping) {
                required "span_id": Text, as Role::SpanId;
                required "file_path": Text, as Role::Path;
                required "byte_start": Count, as Role::ByteStart;
                required "byte_end": Count, as Role::ByteEnd;
                required "start_line": Count, as Role::StartLine;
                /// From 0, in bytes, whatever the tool's own documentation says.
                required "start_col": Count, as Role::StartColumn;
                required "end_line": Count, as Role::EndLine;
                required "end_col": Count, as Role::EndColumn;
                optional "context": Record(&CONTEXT);
            }
        }
    };
}

span! {
    /// Where something is.
    SPAN, Mapping::to(&RichSpan::SHAPE)
}

span! {
    /// Where something is whose text was indexed: its hash stands beside the span.
    HASHED_SPAN, Mapping::to(&RichSpan::SHAPE)
        .following(&[("/checksums/checksum_before", Follows::Around)])
}

span! {
    /// Where a symbol is. What the envelope says of it in its span, llmgrep says
    /// beside the span.
    SYMBOL_SPAN, Mapping::to(&RichSpan::SHAPE).following(&[
        ("/semantics/kind", Follows::Around),
        ("/semantics/language", Follows::Around),
        ("/checksums/checksum_before", Follows::Around),
    ])
}

shape! {
    /// The lines around a range, cut at line feeds only: a carriage return before
    /// one is kept, and a file that ends in one has an empty last line.
    CONTEXT "LlmgrepContext" (Mapping::to(&Context::SHAPE).writing(write::context)) {
        required "before": List(&Text), as Role::LinesBefore;
        required "selected": List(&Text), as Role::LinesSelected;
        required "after": List(&Text), as Role::LinesAfter;
        /// Whether the file, or a limit, has fewer lines than were asked for.
        required "truncated": Flag;
    }
}

shape! {
    /// The node of a syntax tree that a symbol is.
    AST_CONTEXT "LlmgrepAstContext" {
        required "ast_id": Count;
        required "kind": Text;
        /// Below zero where the index has not found it out.
        nullable "parent_id": Integer;
        required "byte_start": Count, as Role::ByteStart;
        required "byte_end": Count, as Role::ByteEnd;
        optional "depth": Count;
        optional "parent_kind": Text;
        optional "children_count_by_kind": Map(&Count);
        optional "decision_points": Count;
    }
}

shape! {
    /// What tests have run.
    COVERAGE "LlmgrepCoverage" {
        required "total_blocks": Count;
        required "covered_blocks": Count, as Role::AtMost("total_blocks");
        required "block_percentage": Number,
            as Role::Percent(&["covered_blocks", "total_blocks"]);
        required "total_edges": Count;
        required "covered_edges": Count, as Role::AtMost("total_edges");
        required "edge_percentage": Number, as Role::Percent(&["covered_edges", "total_edges"]);
    }
}

shape! {
    /// Why a question was not answered. `error` is a level: `error` or `warning`.
    ERROR "LlmgrepError" [crate::envelope::ErrorResponse::SHAPE.sign] {
        required "code": Text, as Role::OwnCode { level: "", prefixes: &["LLM-"] };
        required "error": Text, as Role::Words(&["error", "warning", "info"]);
        required "message": Text;
        nullable "span": Record(&SPAN);
        nullable "remediation": Text;
    }
}

shape! {
    /// Documents beside the code.
    DOCUMENTS "LlmgrepDocuments" [Either(&[Item("results", &Either(&[Has("path_or_uri"), Has("source_kind")])), All(&[Empty("results"), Has("total_count")])])] {
        required "results": List(&Record(&DOCUMENT));
        required "total_count": Count, as Role::TotalOf("results");
        optional "path_filter": Text;
    }
}

shape! {
    /// An answer without a list of objects: nothing shows what it would be a list of.
    UNLISTED "LlmgrepUnlisted" [All(&[
        Has("results"),
        Has("total_count"),
        Not(&Item("results", &Of(Kind::Object))),
    ])] {
        required "results": Open(&List(&Map(&Any)));
        required "total_count": Count, as Role::TotalOf("results");
    }
}

shape! {
    /// One document.
    DOCUMENT "LlmgrepDocument" {
        required "id": Integer;
        required "path_or_uri": Text;
        required "source_kind": Any;
        optional "content_hash": Any;
        optional "observed_at": Any;
        optional "source_timestamp": Any;
        optional "title": Any;
        optional "author": Any;
        optional "tags": Any;
        optional "wikilinks": Any;
    }
}

shape! {
    /// Facts that were proposed.
    FACTS "LlmgrepFacts" [Item("results", &Either(&[Has("candidate_id"), Has("predicate")]))] {
        required "results": List(&Record(&FACT));
        required "total_count": Count, as Role::TotalOf("results");
    }
}

shape! {
    /// One fact.
    FACT "LlmgrepFact" {
        required "id": Integer;
        required "candidate_id": Any;
        optional "source_document_id": Any;
        required "subject_type": Any;
        required "subject_key": Any;
        required "predicate": Any;
        optional "object_type": Any;
        optional "object_key": Any;
        optional "properties_json": Any;
        optional "status": Any;
        optional "rejection_reason": Any;
        optional "created_at": Any;
        optional "reviewed_at": Any;
    }
}

shape! {
    /// Symbols that may serve a purpose, by file.
    EXPLORE "LlmgrepExplore" [Two(&["intent", "clusters", "total_modules"])] {
        required "intent": Text;
        required "tokens": List(&Text);
        required "clusters": List(&Record(&CLUSTER));
        required "total_symbols": Count;
        required "total_modules": Count, as Role::CountOf("clusters");
    }
}

shape! {
    /// The symbols of one file.
    CLUSTER "LlmgrepCluster" {
        required "file": Text;
        required "module": Text;
        required "score": Number;
        required "symbols": List(&Record(&CANDIDATE));
        required "internal_calls": List(&Text);
    }
}

shape! {
    /// One of them.
    CANDIDATE "LlmgrepCandidate" at [BY_LINE] {
        required "name": Text;
        required "fqn": Text;
        required "file": Text;
        required "kind": Text;
        required "line": Count;
        required "fan_in": Count;
        required "fan_out": Count;
        required "score": Number;
    }
}

shape! {
    /// A symbol, and what is next to it in the graph.
    NAVIGATE "LlmgrepNavigate" [All(&[Either(&[Has("node"), Has("resolve")]), Either(&[Has("edges"), Has("callers"), Has("callees")])])] {
        nullable "node": Record(&NODE);
        nullable "resolve": List(&Record(&NODE));
        nullable "edges": List(&Record(&EDGE));
        nullable "callers": List(&Record(&NEIGHBOUR));
        nullable "callees": List(&Record(&NEIGHBOUR));
    }
}

shape! {
    /// A node of the graph.
    pub(crate) NODE "LlmgrepNode" at [BY_LINE] {
        required "id": Integer;
        required "name": Text;
        required "kind": Text;
        nullable "file": Text;
        required "line": Count;
    }
}

shape! {
    /// An edge of the graph.
    pub(crate) EDGE "LlmgrepEdge" {
        required "edge_type": Text;
        required "direction": Text;
        required "target": Record(&NODE);
    }
}

shape! {
    /// A node, and how many edges away it is.
    pub(crate) NEIGHBOUR "LlmgrepNeighbour" {
        required "depth": Count;
        required "node": Record(&NODE);
    }
}

shape! {
    /// Numbers about an index.
    STATS "LlmgrepStats" [Two(&["database", "hotspots", "dead_code"])] {
        required "database": Text;
        /// Of the index.
        nullable "schema_version": Integer;
        required "symbols": Record(&SYMBOL_STATS);
        required "dead_code": Record(&DEAD_CODE);
        required "hotspots": List(&Record(&HOTSPOT));
        required "coverage": Record(&COVERAGE_STATS);
    }
}

shape! {
    /// Numbers about symbols.
    SYMBOL_STATS "LlmgrepSymbolStats" {
        required "total": Count;
        /// Pairs of a kind and a number.
        required "by_kind": List(&Type::Open(&List(&Type::OneOf(&[Text, Count]))));
        required "avg_fan_in": Number;
        required "avg_complexity": Number;
    }
}

shape! {
    /// What nothing refers to.
    DEAD_CODE "LlmgrepDeadCode" {
        required "zero_fan_in": Count;
        required "zero_fan_out": Count;
        required "likely_dead": List(&Text);
    }
}

shape! {
    /// A symbol that matters.
    HOTSPOT "LlmgrepHotspot" {
        required "symbol_name": Text;
        required "kind": Text;
        required "file_path": Text;
        required "score": Integer;
        required "fan_in": Integer;
        required "cyclomatic_complexity": Integer;
    }
}

shape! {
    /// What is known of coverage.
    COVERAGE_STATS "LlmgrepCoverageStats" {
        required "tables_exist": Flag;
        nullable "covered_symbols": Count;
        required "total_symbols": Count;
    }
}

shape! {
    /// Symbols that are proposed for review.
    EVOLVE "LlmgrepEvolve" [Two(&["candidates", "written", "dry_run"])] {
        required "candidates": List(&Any);
        required "total_count": Count, as Role::CountOf("candidates");
        required "written": Count;
        required "dry_run": Flag;
    }
}
