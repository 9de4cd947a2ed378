//! What splice prints bare: searches, reports on the code graph, the export, the
//! log of runs.

use super::answer::INDEXED_FILE;
use super::kept::{BACKUP, KEPT, SNAPSHOT};
use super::operation::STATUS;
use super::payload::{WRAPPED, answer, worded};
use super::snapshots::{CLEANED_UP, COMPARED, SNAPSHOT_DELETED, SNAPSHOTS};
use super::{breaks, lines};
use crate::dialect::follows::Follows;
use crate::dialect::mapping::{How, Mapping};
use crate::dialect::writing::PLACED;
use crate::dialect::{At, Making, Members, Writing};
use crate::envelope::record::shape;
use crate::envelope::shape::{Over, Role, Shape, Type};
use crate::envelope::sign::Sign::{All, Either, Has, Is, Not, Only, Says, Two, Within};
use crate::envelope::{GraphExport, RESPONSE_VERSION, Response, SymbolExport, TextMatch};
use crate::json::Kind;
use crate::json::{Node, Object, Pointer};
use crate::loss::LossKind;
use crate::rule::Level;
use crate::validate::Slot;

use Type::{Any, Count, Flag, Integer, List, Number, Open, Record, Text};

/// Reports that were known only after the envelope was published.
pub(crate) const LATER: &[&Shape] = &[
    &CLEANED_UP,
    &COMPARED,
    &SNAPSHOT_DELETED,
    &KEPT,
    &SNAPSHOT,
    &BACKUP,
];

/// Reports that stand alone, and stay as they are.
pub(super) const REPORTS: [&Shape; 12] = [
    &REACHABLE,
    &SLICED,
    &DEAD_CODE,
    &CYCLES,
    &CONDENSED,
    &SNAPSHOTS,
    &PROOF,
    &REFUSED,
    &CHECKED,
    &COMPLETED,
    &LOG_STATISTICS,
    &LOG_ROW,
];

shape! {
    /// All matches of one search.
    pub(super) SEARCH "SpliceSearch" (
        Mapping::to(&Response::SHAPE)
            .adding(&[("/schema_version", RESPONSE_VERSION)])
            .following(&[("/execution_id", Follows::Empty)])
            .reading(answer)
            .writing(worded)
    ) [All(&[
        Either(&[
            All(&[Has("pattern"), Is("matches", Kind::Array)]),
            // Beside these it is no answer of another tool, whatever its matches are.
            All(&[Two(&["pattern", "matches", "count"]), Has("message"), Has("status"), Not(&Has("data"))]),
        ]),
        Not(&WRAPPED),
    ])] {
        required "count": Count, as Role::CountOf("matches"), to "/data/count";
        required "matches": List(&Record(&MATCH)), to "/data/matches";
        required "message": Text;
        required "pattern": Text, to "/data/pattern";
        required "status": Text, as Role::Words(&["ok", "success", "error"]),
            to "/status" by STATUS;
    }
}

shape! {
    /// One match. It has no end but in bytes.
    MATCH "SpliceMatch" (
        Mapping::to(&TextMatch::SHAPE)
            .following(&[
                ("/match_id", Follows::Empty),
                ("/span/span_id", Follows::SpanId),
                ("/span/end_line", Follows::EndLine),
                ("/span/end_col", Follows::EndColumn),
            ])
            .reading(found_text)
            .writing(start_of_text)
    ) {
        required "byte_end": Count, as Role::ByteEnd, to "/span/byte_end";
        required "byte_start": Count, as Role::ByteStart, to "/span/byte_start";
        /// From 0, in bytes.
        required "column": Count, as Role::StartColumn, to "/span/start_col" by How::Hook;
        optional "context_after": List(&Text), as Role::LinesAfter,
            to "/span/context/after" by How::With(lines::READ, lines::WRITE);
        optional "context_before": List(&Text), as Role::LinesBefore,
            to "/span/context/before" by How::With(lines::READ, lines::WRITE);
        optional "context_selected": List(&Text), as Role::LinesSelected,
            to "/span/context/selected" by How::With(lines::READ, lines::WRITE);
        required "file": Text, as Role::Path, to "/span/file_path";
        /// From 1.
        required "line": Count, as Role::StartLine, to "/span/start_line" by How::Hook;
        required "matched_text": Text, as Role::Text;
    }
}

fn found_text<'d>(
    making: &mut Making<'d, '_>,
    slot: Slot<'d>,
    found: &mut Members<'d>,
    at: &At<'_>,
) {
    super::with_span(making, found, at, |making, span, at| {
        let moved = |making: &mut Making<'d, '_>, slot, place: At<'_>| making.moved(slot, place);
        if !lines::by_text(making, slot.node, span, at, moved) {
            making.prove_lines(slot.node, span, at);
        }
    });
}

/// Line and column of the start: both count as the envelope does, but for what ends a line.
fn start_of_text<'d>(
    writing: &mut Writing<'d, '_>,
    node: Node<'d>,
    at: &Pointer,
    found: &mut Object,
) {
    let Some(span) = node.get("span") else { return };
    let place = at.child("span");
    let [line, column, ..] = writing
        .counted_in_source(span)
        .map_or([None; 4], |numbers| numbers.map(Some));
    for (ours, theirs, counted) in [
        ("start_line", "line", line),
        ("start_col", "column", column),
    ] {
        if let Some(number) = span.get(ours) {
            found.insert(theirs, number.to_value());
        } else if let Some(number) = counted {
            found.insert(theirs, number);
            writing.lost(&place.child(ours), LossKind::Derived, PLACED);
        }
    }
    let context = ["context_before", "context_selected", "context_after"];
    lines::terminate(writing, span, &place, found, context);
    breaks::by_breaks_of_text(writing, span, &place, found, &["line", "column"], &context);
}

shape! {
    /// The code graph, in a wrapper of its own.
    pub(super) EXPORT "SpliceExport" (Mapping::to(&Response::SHAPE)) [Either(&[
        All(&[Says("db_path"), Is("data", Kind::Object)]),
        // One that is made of another graph has no path of an index, and may have no time.
        All(&[
            Has("schema_version"),
            Only(&["schema_version", "timestamp", "data"]),
            Within("data", &GRAPH.sign),
        ]),
    ])] {
        required "schema_version": Text, as Role::SchemaVersion;
        required "timestamp": Text, as Role::Timestamp;
        required "db_path": Text;
        required "data": Record(&GRAPH);
    }
}

shape! {
    /// The code graph as a sheet says it: without version, time and index.
    pub(super) SHEET "SpliceSheet" (
        Mapping::to(&Response::SHAPE).adding(&[("/schema_version", RESPONSE_VERSION)])
    ) [All(&[Only(&["data"]), Within("data", &GRAPH.sign)])] {
        required "data": Record(&GRAPH);
    }
}

shape! {
    /// The code graph.
    GRAPH "SpliceGraph" (
        Mapping::to(&GraphExport::SHAPE)
            .adding(&[("/version", super::EXPORT_VERSION)])
            .reading(super::graph::links_apart)
            .writing(super::graph::links_home)
    ) [All(&[
        Is("files", Kind::Array),
        Is("symbols", Kind::Array),
        Is("references", Kind::Array),
        Is("calls", Kind::Array),
    ])] {
        required "files": List(&Record(&INDEXED_FILE)), as Role::Distinct("path");
        required "symbols": List(&Record(&SYMBOL));
        required "references": List(&Any);
        required "calls": List(&Any);
        /// What the two before are called in the envelope where they say no ranges.
        optional "symbol_references": List(&Any);
        optional "symbol_calls": List(&Any);
    }
}

shape! {
    /// A symbol of the graph. Its four zeros are lines that are not known.
    pub(super) SYMBOL "SpliceGraphSymbol" (Mapping::to(&SymbolExport::SHAPE)) {
        required "symbol_id": Text;
        optional "id_format": Text;
        required "name": Text, as Role::Said;
        required "kind": Text;
        required "file_path": Text, as Role::Path, to "/file";
        required "byte_start": Count, as Role::ByteStart;
        required "byte_end": Count, as Role::ByteEnd;
        optional "start_line": Count, as Role::StartLine;
        optional "end_line": Count, as Role::EndLine;
        optional "start_col": Count, as Role::StartColumn;
        optional "end_col": Count, as Role::EndColumn;
    }
}

shape! {
    /// The first record of the graph as JSON Lines.
    HEADER_RECORD "SpliceHeaderRecord" {
        required "schema_version": Text;
        required "type": Text, as Role::Tag("header");
    }
}

shape! {
    /// A file, in the graph as JSON Lines.
    FILE_RECORD "SpliceFileRecord" {
        required "type": Text, as Role::Tag("file");
        required "data": Record(&INDEXED_FILE);
    }
}

shape! {
    /// A symbol, in the graph as JSON Lines.
    SYMBOL_RECORD "SpliceSymbolRecord" {
        required "type": Text, as Role::Tag("symbol");
        required "data": Record(&SYMBOL);
    }
}

shape! {
    /// A reference, in the graph as JSON Lines.
    REFERENCE_RECORD "SpliceReferenceRecord" {
        required "type": Text, as Role::Tag("reference");
        required "data": Any;
    }
}

shape! {
    /// A call, in the graph as JSON Lines.
    CALL_RECORD "SpliceCallRecord" {
        required "type": Text, as Role::Tag("call");
        required "data": Any;
    }
}

/// Records of the graph as JSON Lines.
pub(super) const RECORDS: [&Shape; 5] = [
    &HEADER_RECORD,
    &FILE_RECORD,
    &SYMBOL_RECORD,
    &REFERENCE_RECORD,
    &CALL_RECORD,
];

shape! {
    /// A symbol, by its range.
    RANGED "SpliceRangedSymbol" {
        optional "symbol_id": Text;
        optional "id_format": Text;
        required "name": Text, as Role::Said;
        required "kind": Text;
        required "file_path": Text, as Role::Path;
        required "byte_start": Count, as Role::ByteStart;
        required "byte_end": Count, as Role::ByteEnd;
    }
}

shape! {
    /// How many of the found symbols are in a file.
    AFFECTED "SpliceAffectedFile" {
        required "path": Text;
        required "symbol_count": Count;
        // It is the file of the symbol that was asked for.
        required "is_root": Flag, as Role::TrueIfSame {
            member: "path",
            places: &["#/symbol/file_path", "#/target/file_path"],
        };
    }
}

shape! {
    /// Symbols that reach a symbol, or that it reaches.
    REACHABLE "SpliceReachable" [All(&[Has("symbol"), Has("direction"), Has("affected_files")])] {
        required "symbol": Record(&RANGED);
        required "direction": Text, as Role::Words(&["forward", "reverse", "both"]);
        nullable "max_depth": Count;
        optional "forward": Record(&REACHED);
        optional "reverse": Record(&REACHED);
        required "affected_files": List(&Record(&AFFECTED)), as Role::Tally {
            text: "path",
            count: "symbol_count",
            places: &["/forward/symbols/*/symbol/file_path", "/reverse/symbols/*/symbol/file_path"],
        };
    }
}

shape! {
    /// Symbols in one direction.
    REACHED "SpliceReached" {
        required "count": Count, as Role::CountOf("symbols");
        required "depth": Count, as Role::Over(Over::Most, "/symbols/*/depth");
        required "symbols": List(&Record(&REACHED_SYMBOL));
    }
}

shape! {
    /// One of them, and the way to it.
    REACHED_SYMBOL "SpliceReachedSymbol" {
        required "symbol": Record(&RANGED);
        required "depth": Count;
        required "path": List(&Text);
    }
}

shape! {
    /// Symbols that a symbol depends on, or that depend on it.
    SLICED "SpliceSlice" [All(&[Two(&["target", "stats", "affected_files"]), Has("symbols")])] {
        required "target": Record(&RANGED);
        required "direction": Text, as Role::Words(&["forward", "backward"]);
        nullable "max_depth": Count;
        required "symbols": List(&Record(&SLICED_SYMBOL));
        required "affected_files": List(&Record(&AFFECTED)), as Role::Tally {
            text: "path",
            count: "symbol_count",
            places: &["/symbols/*/symbol/file_path"],
        };
        required "stats": Record(&SLICE_STATISTICS);
    }
}

shape! {
    /// One of them.
    SLICED_SYMBOL "SpliceSlicedSymbol" {
        required "symbol": Record(&RANGED);
        required "distance": Count;
        required "is_target": Flag;
        required "relationship": Text;
    }
}

shape! {
    /// Sums over a slice.
    SLICE_STATISTICS "SpliceSliceStatistics" {
        required "total_symbols": Count, as Role::CountAt("#/symbols");
        required "max_distance": Count, as Role::Over(Over::Most, "#/symbols/*/distance");
        required "affected_file_count": Count, as Role::CountAt("#/affected_files");
    }
}

shape! {
    /// Symbols that nothing reaches.
    DEAD_CODE "SpliceDeadCode" [Two(&["entry_point", "dead_by_file", "dead_count"])] {
        required "entry_point": Record(&RANGED);
        required "total_symbols": Count,
            as Role::CountAll { places: &["/reachable_count", "/dead_by_file/*/symbols"], twin: None, level: Level::Error };
        required "reachable_count": Count;
        required "dead_count": Count, as Role::CountAll { places: &["/dead_by_file/*/symbols"], twin: None, level: Level::Error };
        required "dead_by_file": List(&Record(&DEAD_FILE)), as Role::Distinct("path");
        required "excluded_public": Flag;
    }
}

shape! {
    /// Those of one file.
    DEAD_FILE "SpliceDeadFile" {
        required "path": Text, as Role::SamePaths(&["/path", "/symbols/*/symbol/file_path"]);
        required "count": Count, as Role::CountOf("symbols");
        required "symbols": List(&Record(&DEAD_SYMBOL));
    }
}

shape! {
    /// One of them.
    DEAD_SYMBOL "SpliceDeadSymbol" {
        required "symbol": Record(&RANGED);
        required "reason": Text;
    }
}

shape! {
    /// Cycles of the call graph.
    CYCLES "SpliceCycles" [Two(&["total_cycles", "max_cycles", "cycles"])] {
        required "total_cycles": Count, as Role::CountOf("cycles");
        required "max_cycles": Count;
        required "truncated": Flag;
        required "cycles": List(&Open(&Type::OneOf(&[Type::Choice(&[&CYCLE]), Any])));
        optional "queried_symbol": Record(&RANGED);
    }
}

shape! {
    /// Symbols that call each other in a circle.
    CYCLE "SpliceCycle" [Either(&[Has("members"), Has("representative")])] {
        optional "id": Text;
        optional "size": Count, as Role::CountOf("members");
        required "members": List(&Record(&RANGED));
        optional "representative": Record(&RANGED);
        optional "is_self_loop": Flag;
    }
}

shape! {
    /// The call graph with its cycles drawn together.
    CONDENSED "SpliceCondensed" [Two(&["scc_count", "cycle_scc_count", "sccs"])] {
        required "scc_count": Count, as Role::CountOf("sccs");
        required "cycle_scc_count": Count, as in_a_cycle("true");
        required "singleton_count": Count, as in_a_cycle("false");
        required "sccs": List(&Record(&COMPONENT)), as Role::Distinct("id");
        required "edges": List(&Record(&EDGE)), as Role::Among {
            places: &["/edges/*/from", "/edges/*/to"],
            known: "/sccs/*/id",
        };
        list "levels": List(&Record(&LEVEL)), as Role::Among {
            places: &["/levels/*/scc_ids/*"],
            known: "/sccs/*/id",
        };
    }
}

const fn in_a_cycle(word: &'static str) -> Role {
    Role::CountWhere {
        list: "/sccs",
        member: "is_cycle",
        word,
        perhaps: &[],
    }
}

shape! {
    /// Symbols that call each other in a circle, or one alone.
    COMPONENT "SpliceComponent" {
        required "id": Text;
        /// Also without the members themselves.
        required "size": Count, as Role::CountOf("members");
        required "is_cycle": Flag;
        required "representative": Record(&RANGED);
        list "members": List(&Record(&RANGED));
    }
}

shape! {
    /// Calls from one component to another.
    EDGE "SpliceEdge" {
        required "from": Text;
        required "to": Text;
        required "weight": Count;
    }
}

shape! {
    /// Components of one depth.
    LEVEL "SpliceLevel" {
        required "level": Count;
        required "scc_ids": List(&Text);
        required "count": Count, as Role::CountOf("scc_ids");
    }
}

shape! {
    /// Whether a stored proof still holds.
    PROOF "SpliceProof" [Either(&[Has("checksums_valid"), Has("proof_path")])] {
        required "checksums_valid": Flag;
        required "proof_path": Text;
        required "status": Text, as Role::WordOfFlag {
            flag: "checksums_valid",
            words: &[("no_checksums", false)],
        };
    }
}

shape! {
    /// Why a file was not created.
    REFUSED "SpliceCreateRefusal" [All(&[Is("error", Kind::String), Is("valid", Kind::Bool)])] {
        required "error": Text;
        required "valid": Flag, as Role::TrueUnless(&["/error"]);
    }
}

shape! {
    /// Whether a file could be created.
    CHECKED "SpliceCreateCheck" [All(&[Has("is_valid"), Either(&[Has("errors"), Has("warnings")])])] {
        required "is_valid": Flag, as Role::TrueUnless(&["/errors"]);
        required "errors": List(&Any);
        required "warnings": List(&Any);
    }
}

shape! {
    /// How a name that was begun may go on.
    COMPLETED "SpliceCompletions" [Either(&[All(&[Has("suggestions"), Has("metadata")]), Within("metadata", &Has("query_time_ms"))])] {
        required "suggestions": List(&Record(&COMPLETION));
        required "metadata": Record(&COMPLETION_METADATA);
    }
}

shape! {
    /// One way.
    COMPLETION "SpliceCompletion" {
        required "label": Text;
        required "insert_text": Text;
        optional "detail": Text;
        required "kind": Text;
        required "score": Number;
        required "source": Text;
        required "grounded_in": List(&Text);
        optional "usage_count": Count;
        nullable "last_used": Any;
        nullable "source_file": Text;
        nullable "via_import": Any;
    }
}

shape! {
    /// How the completions were found.
    COMPLETION_METADATA "SpliceCompletionMetadata" {
        required "query_time_ms": Count;
        required "total_symbols_indexed": Count;
        required "database_version": Count;
        required "database_queries": Count;
    }
}

shape! {
    /// Sums over the log of runs.
    LOG_STATISTICS "SpliceLogStatistics" [Either(&[Has("by_type"), Has("by_status")])] {
        required "total_operations": Count, as Role::CountEach(&["/by_status/*", "/by_type/*"]);
        required "by_type": Type::Map(&Count);
        required "by_status": Type::Map(&Count);
        nullable "oldest_execution": Text, as Role::Timestamp;
        nullable "newest_execution": Text, as Role::Timestamp;
    }
}

shape! {
    /// One run in the log.
    pub(crate) LOG_ROW "SpliceLogRow" [All(&[Has("execution_id"), Two(&["id", "operation_type", "command_line"])])] {
        required "id": Count;
        required "execution_id": Text, as Role::ExecutionId;
        required "operation_type": Text;
        required "status": Text;
        required "timestamp": Text, as Role::Timestamp;
        nullable "workspace": Text;
        nullable "command_line": Text;
        nullable "parameters": Any;
        nullable "result_summary": Any;
        /// Also of runs that went well: what they said.
        nullable "error_details": Any;
        nullable "duration_ms": Count;
        /// A small number; not a time since 1970.
        nullable "created_at": Integer;
    }
}
