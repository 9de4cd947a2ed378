//! What Magellan prints: the wrapper, and the payload of each command.
//!
//! The payloads of `find`, `query`, `refs`, `get`, `files`, `status` and of the
//! checks are types of the envelope; the rest has shapes only, because nothing
//! but Magellan answers those questions.

use crate::envelope::shape::{Role, Shape, Type};
use crate::envelope::{
    ErrorResponse, FilesResponse, FindResponse, GetResponse, QueryResponse, RefsResponse,
    StatusResponse, SymbolMatch, ToolDiagnostic, ValidationResponse, Wire, record::shape,
};

use Type::{Any, Count, Flag, Integer, List, Map, Number, Record, Text};

shape! {
    /// The wrapper of every answer.
    pub(crate) RESPONSE "MagellanResponse" {
        required "schema_version": Text, as Role::WrapperVersion(1);
        required "execution_id": Text, as Role::ExecutionId;
        required "data": DATA;
        optional "tool": Text;
        optional "timestamp": Text, as Role::Timestamp;
        optional "partial": Flag, as Role::Partial;
        /// Which question it answers, in the answers that lack tool and time.
        optional "command": Text;
        optional "tokens_estimated": Count;
        optional "truncated": Flag;
        list "diagnostics": List(&ToolDiagnostic::TYPE);
    }
}

/// `data`: an object, or a list of objects.
pub(crate) const DATA: Type = Type::OneOf(&[
    Type::Choice(PAYLOADS),
    List(&Type::OneOf(&[Type::Choice(ELEMENTS), Any])),
]);

/// Objects that `data` can be: what the envelope knows too, and the tool's own.
pub(crate) const PAYLOADS: &[&Shape] = &{
    let mut all = [&super::bare::EXPORT; SHARED.len() + OWN.len() + 1];
    let mut at = 0;
    while at < SHARED.len() + OWN.len() {
        all[at] = if at < SHARED.len() {
            SHARED[at]
        } else {
            OWN[at - SHARED.len()]
        };
        at += 1;
    }
    all
};

const SHARED: &[&Shape] = &[
    &FindResponse::SHAPE,
    &QueryResponse::SHAPE,
    &RefsResponse::SHAPE,
    &GetResponse::SHAPE,
    &FilesResponse::SHAPE,
    &StatusResponse::SHAPE,
    &ValidationResponse::SHAPE,
    &ErrorResponse::SHAPE,
];

/// Answers of Magellan that are no payload of the envelope.
pub(crate) const OWN: &[&Shape] = &[
    &CHUNK,
    &COLLISIONS,
    &MIGRATION,
    &SLICE,
    &REACHABLE,
    &DEAD_CODE,
    &CYCLES,
    &CONDENSED,
    &PATHS,
    &AST_NODES,
    &AST_KIND,
    &AST_AT,
    &VERIFY,
    &REFRESH,
    &CONTEXT_SYMBOL,
    &CONTEXT_LIST,
    &CONTEXT_RECORDS,
    &NAVIGATE,
    &ORIENT,
    &FEATURES,
    &INVENTORY,
    &FACTS,
    &TELEMETRY,
    &TEMPORAL_STATUS,
    &TEMPORAL_SWEEP,
    &TEMPORAL_BARCODE,
    &super::bare::DOCTOR,
    &super::bare::EDGES,
    &super::bare::IMPACT,
];

/// Objects that a list in `data` can hold.
pub(crate) const ELEMENTS: &[&Shape] = &[&CHUNK, &LABEL, &LABELLED];

const SYMBOLS: Type = List(&SymbolMatch::TYPE);

shape! {
    /// A stored piece of code.
    CHUNK "Chunk" {
        required "id": Count;
        required "file_path": Text, as Role::Path;
        required "byte_start": Count, as Role::ByteStart;
        required "byte_end": Count, as Role::ByteEnd;
        required "content": Text, as Role::Text;
        /// SHA-256 of the content, without the name of the algorithm.
        required "content_hash": Text, as Role::BareSpanChecksum;
        nullable "symbol_name": Text;
        nullable "symbol_kind": Text;
        required "created_at": Integer;
    }
}

shape! {
    /// Names that several symbols share.
    COLLISIONS "CollisionsResponse" {
        required "field": Text;
        required "groups": List(&Record(&COLLISION));
    }
}

shape! {
    /// One name and the symbols that share it.
    pub(super) COLLISION "Collision" {
        /// Which kind of record it is, in the graph export as JSON Lines.
        optional "type": Text;
        required "field": Text;
        required "value": Text;
        required "count": Count, as Role::CountOf("candidates");
        required "candidates": List(&Record(&CANDIDATE));
    }
}

shape! {
    /// One of the symbols that share a name.
    CANDIDATE "CollisionCandidate" {
        required "entity_id": Type::OneOf(&[Text, Count]);
        nullable "symbol_id": Text;
        nullable "canonical_fqn": Text;
        nullable "display_fqn": Text;
        required "name": Text;
        nullable "file_path": Text;
    }
}

shape! {
    /// What became of a migration of the index.
    MIGRATION "MigrationResponse" {
        required "success": Flag;
        required "old_version": Count;
        required "new_version": Count;
        required "message": Text;
    }
}

shape! {
    /// Symbols that a symbol depends on, or that depend on it.
    SLICE "SliceResponse" {
        required "target": SymbolMatch::TYPE;
        required "direction": Text;
        required "included_symbols": SYMBOLS;
        optional "statistics": Any;
    }
}

shape! {
    /// A symbol without its place.
    SYMBOL_NAME "SymbolName" {
        nullable "symbol_id": Text;
        nullable "fqn": Text;
        required "file_path": Text;
        required "kind": Text;
    }
}

const SYMBOL_NAMES: Type = List(&Record(&SYMBOL_NAME));

shape! {
    /// Symbols that can be reached from one.
    REACHABLE "ReachableResponse" {
        required "symbol_id": Text;
        required "direction": Text;
        required "count": Count, as Role::CountOf("symbols");
        required "symbols": SYMBOL_NAMES;
    }
}

shape! {
    /// Symbols that nothing reaches.
    DEAD_CODE "DeadCodeResponse" {
        required "entry_symbol_id": Text;
        required "count": Count, as Role::CountOf("dead_symbols");
        required "dead_symbols": List(&Record(&DEAD_SYMBOL));
    }
}

shape! {
    /// A symbol that nothing reaches.
    DEAD_SYMBOL "DeadSymbol" {
        required "symbol": Record(&SYMBOL_NAME);
        required "reason": Text;
    }
}

shape! {
    /// Cycles of the call graph.
    CYCLES "CyclesResponse" {
        nullable "symbol_id": Text;
        required "count": Count, as Role::CountOf("cycles");
        required "cycles": List(&Any);
    }
}

shape! {
    /// The call graph with its cycles drawn together.
    CONDENSED "CondenseResponse" {
        required "supernode_count": Count, as Role::CountOf("supernodes");
        required "edge_count": Count, as Role::CountOf("edges");
        required "supernodes": List(&Record(&SUPERNODE));
        required "edges": List(&Any);
        optional "symbol_to_supernode": Map(&Count);
    }
}

shape! {
    /// Symbols that call each other in a circle, or one alone.
    SUPERNODE "Supernode" {
        required "id": Count;
        /// Also without the members themselves.
        required "member_count": Count;
        list "members": SYMBOL_NAMES;
    }
}

shape! {
    /// Ways through the call graph.
    PATHS "PathsResponse" {
        required "start_symbol_id": Text;
        nullable "end_symbol_id": Text;
        optional "config": Any;
        required "paths": List(&Record(&CALL_PATH));
        optional "total_enumerated": Count;
        optional "bounded_hit": Flag;
        optional "statistics": Any;
    }
}

shape! {
    /// One way.
    CALL_PATH "CallPath" {
        required "symbols": SYMBOL_NAMES;
        required "length": Count;
    }
}

shape! {
    /// Nodes of the syntax tree of a file.
    AST_NODES "AstResponse" {
        required "count": Count, as Role::CountOf("nodes");
        required "file_path": Text;
        required "nodes": List(&Record(&AST_NODE_WITH_TEXT)), as Role::InFileOf("/file_path");
    }
}

shape! {
    /// Nodes of one kind, in whatever file.
    AST_KIND "FindAstResponse" {
        required "count": Count, as Role::CountOf("nodes");
        required "kind": Text;
        required "nodes": List(&Record(&AST_NODE));
    }
}

shape! {
    /// The node at an offset.
    AST_AT "AstAtResponse" {
        required "file_path": Text;
        nullable "node": Record(&AST_NODE), as Role::InFileOf("/file_path");
        required "position": Count;
    }
}

shape! {
    /// A node of a syntax tree. Magellan does not say which file it is in; the
    /// same answer of llmgrep does.
    AST_NODE "AstNode" {
        optional "file_path": Text, as Role::Path;
        required "id": Count;
        required "kind": Text;
        required "byte_start": Count, as Role::ByteStart;
        required "byte_end": Count, as Role::ByteEnd;
        nullable "parent_id": Count;
    }
}

shape! {
    /// A node of a syntax tree, with room for its text.
    AST_NODE_WITH_TEXT "AstNodeWithText" {
        required "id": Count;
        required "kind": Text;
        required "byte_start": Count, as Role::ByteStart;
        required "byte_end": Count, as Role::ByteEnd;
        nullable "parent_id": Count;
        nullable "text": Text;
    }
}

const PATHS_OF_FILES: Type = List(&Text);

shape! {
    /// What differs between index and disk.
    VERIFY "VerifyResponse" {
        required "db_path": Text;
        required "root_path": Text;
        required "is_clean": Flag;
        required "missing": PATHS_OF_FILES;
        required "modified": PATHS_OF_FILES;
        required "new": PATHS_OF_FILES;
        required "stale": PATHS_OF_FILES;
        required "total_issues": Count;
    }
}

shape! {
    /// What was brought up to date.
    pub(super) REFRESH "RefreshResponse" {
        required "updated": PATHS_OF_FILES;
        required "deleted": PATHS_OF_FILES;
        required "added": PATHS_OF_FILES;
        required "unchanged": Count;
        optional "duration_ms": Count;
        optional "dry_run": Flag;
    }
}

shape! {
    /// A symbol in all projects.
    CONTEXT_SYMBOL "ContextSymbolResponse" {
        required "query": Text;
        required "projects": List(&Text);
        required "matches": SYMBOLS;
    }
}

shape! {
    /// A page of symbols.
    CONTEXT_LIST "ContextListResponse" {
        required "matches": List(&Record(&LISTED));
        required "page": Count, as Role::PageOf { pages: "total_pages", base: 1 };
        required "total_items": Count, as Role::TotalOf("matches");
        required "total_pages": Count;
    }
}

shape! {
    /// A symbol by file and line.
    LISTED "ListedSymbol" {
        required "name": Text;
        required "file": Text;
        nullable "line": Count;
        optional "kind": Text;
        optional "depth": Count;
        optional "project": Text;
    }
}

shape! {
    /// Symbols that a change touches.
    CONTEXT_RECORDS "ContextRecordsResponse" {
        required "target": Text;
        required "depth_limit": Count;
        required "records": List(&Record(&LISTED));
        required "total_records": Count, as Role::TotalOf("records");
    }
}

shape! {
    /// Sections of prose for a task.
    NAVIGATE "NavigateResponse" {
        required "task": Text;
        required "terms": List(&Text);
        required "sections": List(&Any);
    }
}

shape! {
    /// A project at a glance.
    ORIENT "OrientResponse" {
        required "project": Text;
        required "db": Any;
        required "temporal": Any;
        required "top_churn": List(&Any);
        required "contributors": List(&Any);
    }
}

shape! {
    /// Build features of a project.
    FEATURES "FeaturesResponse" {
        required "project_name": Text;
        required "features": List(&Any);
        required "count": Count, as Role::CountOf("features");
    }
}

shape! {
    /// Documents that were looked at.
    INVENTORY "SourceInventoryResponse" {
        required "scan_results": List(&Any);
        required "documents": List(&Any);
        nullable "stale_documents": Any;
    }
}

shape! {
    /// Stored facts.
    FACTS "FactsResponse" {
        required "facts": List(&Any);
    }
}

shape! {
    /// Events of earlier runs.
    TELEMETRY "TelemetryResponse" {
        required "count": Count, as Role::CountOf("events");
        required "events": List(&Record(&EVENT));
        optional "limit": Count;
    }
}

shape! {
    /// One event.
    EVENT "TelemetryEvent" {
        required "event_name": Text;
        required "event_type": Text;
        required "execution_id": Text;
        nullable "duration_ns": Number;
        nullable "metadata": Any;
        /// Nanoseconds since 1970: beyond what a double holds exactly.
        required "timestamp_ns": Number;
        nullable "value": Any;
    }
}

shape! {
    /// Size of the history.
    TEMPORAL_STATUS "TemporalStatusResponse" {
        required "snapshot_count": Count;
        required "file_version_count": Count;
        required "symbol_version_count": Count;
        required "edge_version_count": Count;
        nullable "latest_commit_oid": Text;
    }
}

shape! {
    /// What was read of the history.
    TEMPORAL_SWEEP "TemporalSweepResponse" {
        required "repo_path": Text;
        required "sampled_commits": Count;
        required "snapshots_ingested": Count;
        required "commits": List(&Any);
        optional "files_total": Count;
        optional "files_indexed": Count;
        optional "files_skipped": Count;
        optional "symbol_versions": Count;
        optional "edge_versions": Count;
    }
}

shape! {
    /// One symbol through the history.
    TEMPORAL_BARCODE "TemporalBarcodeResponse" {
        required "stable_id": Text;
        required "snapshot_count": Count;
        nullable "first_commit_oid": Text;
        nullable "last_commit_oid": Text;
        required "points": List(&Any);
    }
}

shape! {
    /// A label and how many symbols have it.
    LABEL "Label" {
        required "name": Text;
        required "count": Count;
    }
}

shape! {
    /// A symbol that has a label.
    LABELLED "LabelledSymbol" {
        required "name": Text;
        required "kind": Text;
        required "file_path": Text, as Role::Path;
        required "byte_start": Count, as Role::ByteStart;
        required "byte_end": Count, as Role::ByteEnd;
    }
}
