//! What Magellan prints: the wrapper, and the payload of each command.
//!
//! The payloads of `find`, `query`, `refs`, `get`, `files`, `status` and of the
//! checks are types of the envelope; the rest has shapes only, because nothing
//! but Magellan answers those questions.

use super::{bare, history, later};
use crate::dialect::unified::{joined, older};
use crate::envelope::mention::{Counted, Mention};
use crate::envelope::shape::{Over, Role, Shape, Type};
use crate::envelope::sign::Sign::{self, All, Either, Has, Is, Item, Not, Only, Two, Within, Word};
use crate::envelope::{
    ErrorResponse, FilesResponse, FindResponse, GetResponse, QueryResponse, RefsResponse,
    StatusResponse, SymbolMatch, ToolDiagnostic, ValidationResponse, Wire, record::shape,
};
use crate::json::Kind;
use crate::rule::Level;

use Type::{Any, Count, Flag, Integer, List, Map, Number, Open, Record, Text};

shape! {
    /// The wrapper of every answer.
    pub(crate) RESPONSE "MagellanResponse" [Either(&[
        All(&[Two(&["schema_version", "execution_id", "data"]), Either(&[Has("data"), Not(&ALONE)])]),
        All(&[Has("data"), Has("tool")]),
    ])] {
        required "schema_version": Text, as Role::WrapperVersion(1);
        required "execution_id": Text, as Role::ExecutionId;
        required "data": DATA, as Role::Data;
        optional "tool": Text;
        optional "timestamp": Text, as Role::Timestamp;
        optional "partial": Flag, as Role::Partial;
        /// Which question it answers, in the answers that lack tool and time.
        optional "command": Text;
        optional "tokens_estimated": Count;
        optional "truncated": Flag;
        list "diagnostics": List(&Type::Choice(&[&ToolDiagnostic::SHAPE, &older::SEVERE]));
    }
}

/// What an answer shows that never had a wrapper, though it may say its version and the run.
const ALONE: Sign = Either(&[
    bare::EXPORT.sign,
    bare::DOCTOR.sign,
    bare::EDGES.sign,
    bare::IMPACT.sign,
    REFRESH.sign,
    later::CONFIG.sign,
]);

/// `data`: an object, or a list of objects.
pub(crate) const DATA: Type = Type::OneOf(&[
    Type::Choice(PAYLOADS),
    List(&Type::OneOf(&[Type::Choice(EVERY_ELEMENT), Any])),
]);

/// Objects that `data` can be: the tool's own, then what the envelope knows too.
pub(crate) const PAYLOADS: &[&Shape] = &joined::<
    { later::PRINTED.len() + OWN.len() + SHARED.len() + older::REFERENCES.len() + 2 },
>(&[
    later::PRINTED,
    OWN,
    &[&super::bare::HEADLESS, &super::bare::EXPORT],
    SHARED,
    &older::REFERENCES,
]);

const SHARED: &[&Shape] = &[
    &StatusResponse::SHAPE,
    &ValidationResponse::SHAPE,
    &ErrorResponse::SHAPE,
    &RefsResponse::SHAPE,
    &GetResponse::SHAPE,
    &QueryResponse::SHAPE,
    &FindResponse::SHAPE,
    &FilesResponse::SHAPE,
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
    &AST_KIND,
    &AST_NODES,
    &AST_AT,
    &VERIFY,
    &REFRESH,
    &CONTEXT_SYMBOL,
    &CONTEXT_LIST,
    &CONTEXT_RECORDS,
    &NAVIGATE,
    &history::ORIENT,
    &FEATURES,
    &INVENTORY,
    &FACTS,
    &TELEMETRY,
    &history::TEMPORAL_STATUS,
    &history::TEMPORAL_SWEEP,
    &history::TEMPORAL_BARCODE,
    &super::bare::DOCTOR,
    &super::bare::EDGES,
    &super::bare::IMPACT,
];

/// Objects that a list in `data` can hold.
pub(crate) const ELEMENTS: &[&Shape] = &[&CHUNK, &LABELLED, &LABEL];

pub(super) const EVERY_ELEMENT: &[&Shape] =
    &joined::<{ ELEMENTS.len() + later::ELEMENTS.len() }>(&[ELEMENTS, later::ELEMENTS]);

const SYMBOLS: Type = List(&SymbolMatch::TYPE);

shape! {
    /// A stored piece of code.
    CHUNK "Chunk" [Either(&[All(&[Has("content_hash"), Has("created_at")]), All(&[Has("content"), Two(&["content_hash", "created_at", "byte_start"])])])] {
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
    pub(super) COLLISIONS "CollisionsResponse" [Either(&[All(&[Has("field"), Has("groups")]), Item("groups", &Has("candidates"))])] {
        required "field": Text;
        required "groups": List(&Record(&COLLISION));
    }
}

shape! {
    /// One name and the symbols that share it.
    pub(super) COLLISION "Collision" [Word("type", "Collision")] {
        /// Which kind of record it is, in the graph export as JSON Lines.
        optional "type": Text;
        required "field": Text;
        required "value": Text;
        required "count": Count, as Role::CountOf("candidates");
        required "candidates": List(&Record(&CANDIDATE)), as Role::Distinct("entity_id");
    }
}

shape! {
    /// One of the symbols that share a name.
    pub(super) CANDIDATE "CollisionCandidate" {
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
    pub(crate) MIGRATION "MigrationResponse" [Either(&[Has("old_version"), Has("new_version")])] {
        required "success": Flag;
        required "old_version": Count;
        required "new_version": Count;
        required "message": Text;
    }
}

shape! {
    /// Symbols that a symbol depends on, or that depend on it.
    SLICE "SliceResponse" [Either(&[Has("included_symbols"), Within("target", &Has("span"))])] {
        required "target": SymbolMatch::TYPE;
        required "direction": Text, as Role::Words(&["forward", "backward"]);
        required "included_symbols": SYMBOLS;
        optional "statistics": Open(&Record(&SLICE_STATISTICS)), as Role::CountIn { member: "total_symbols", list: "included_symbols" };
    }
}

shape! {
    /// How many symbols depend on it, and by which way.
    SLICE_STATISTICS "SliceStatistics" {
        optional "total_symbols": Count;
        optional "data_dependencies": Count;
        optional "control_dependencies": Count;
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
    REACHABLE "ReachableResponse" [All(&[Two(&["symbol_id", "direction", "symbols"]), Two(&["symbol_id", "count", "symbols"])])] {
        required "symbol_id": Text;
        required "direction": Text, as Role::Words(&["forward", "reverse"]);
        required "count": Count, as Role::CountOf("symbols");
        required "symbols": SYMBOL_NAMES;
    }
}

shape! {
    /// Symbols that nothing reaches.
    DEAD_CODE "DeadCodeResponse" [Either(&[Has("dead_symbols"), Has("entry_symbol_id")])] {
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
    CYCLES "CyclesResponse" [All(&[Has("cycles"), Either(&[Has("count"), Has("symbol_id")])])] {
        nullable "symbol_id": Text;
        required "count": Count, as Role::CountOf("cycles");
        required "cycles": List(&Open(&Type::OneOf(&[Type::Choice(&[&CYCLE]), Any])));
    }
}

shape! {
    /// Symbols that call each other in a circle.
    CYCLE "Cycle" [Either(&[Has("members"), Is("kind", Kind::String)])] {
        optional "kind": Text;
        required "members": SYMBOL_NAMES;
    }
}

shape! {
    /// The call graph with its cycles drawn together.
    CONDENSED "CondenseResponse" [Either(&[Has("supernodes"), Has("supernode_count")])] {
        required "supernode_count": Count, as Role::CountOf("supernodes");
        required "edge_count": Count, as Role::CountOf("edges");
        required "supernodes": List(&Record(&SUPERNODE)), as Role::Distinct("id");
        required "edges": List(&Open(&Record(&SUPEREDGE))), as Role::Among {
            places: &["/edges/*/from", "/edges/*/to"],
            known: "/supernodes/*/id",
        };
        optional "symbol_to_supernode": Map(&Count), as Role::Among {
            places: &["/symbol_to_supernode/*"],
            known: "/supernodes/*/id",
        };
    }
}

shape! {
    /// That one node calls another, by their numbers.
    SUPEREDGE "SupernodeEdge" {
        required "from": Count;
        required "to": Count;
    }
}

shape! {
    /// Symbols that call each other in a circle, or one alone.
    SUPERNODE "Supernode" {
        required "id": Count;
        required "member_count": Count, as Role::CountOf("members");
        list "members": SYMBOL_NAMES;
    }
}

shape! {
    /// Ways through the call graph.
    PATHS "PathsResponse" [Either(&[Has("start_symbol_id"), Has("bounded_hit"), Has("total_enumerated")])] {
        required "start_symbol_id": Text;
        nullable "end_symbol_id": Text;
        optional "config": Open(&Record(&PATH_LIMITS));
        required "paths": List(&Record(&CALL_PATH));
        /// Those included that a limit left out.
        optional "total_enumerated": Count, as Role::TotalOf("paths");
        optional "bounded_hit": Flag;
        optional "statistics": Open(&Record(&PATH_STATISTICS));
    }
}

shape! {
    /// How far the search for ways went; 0 is no limit.
    PATH_LIMITS "PathLimits" {
        optional "max_depth": Count;
        optional "max_paths": Count;
    }
}

shape! {
    /// How long the ways are, in symbols.
    PATH_STATISTICS "PathStatistics" {
        optional "avg_length": Number, as Role::Over(Over::Mean, "#/paths/*/length");
        optional "min_length": Count, as Role::Over(Over::Least, "#/paths/*/length");
        optional "max_length": Count, as Role::Over(Over::Most, "#/paths/*/length");
        optional "unique_symbols": Count,
            as Role::Over(Over::Different, "#/paths/*/symbols/*/symbol_id");
    }
}

shape! {
    /// One way.
    CALL_PATH "CallPath" {
        required "symbols": SYMBOL_NAMES;
        required "length": Count, as Role::CountOf("symbols");
    }
}

shape! {
    /// Nodes of the syntax tree of a file.
    AST_NODES "AstResponse" [Either(&[All(&[Has("nodes"), Has("file_path")]), Item("nodes", &Has("byte_start"))])] {
        required "count": Count, as Role::CountOf("nodes");
        required "file_path": Text;
        required "nodes": List(&Record(&AST_NODE_WITH_TEXT)), as Role::InFileOf("/file_path");
    }
}

shape! {
    /// Nodes of one kind, in whatever file.
    AST_KIND "FindAstResponse" [All(&[Has("nodes"), Has("kind")])] {
        required "count": Count, as Role::CountOf("nodes");
        required "kind": Text;
        required "nodes": List(&Record(&AST_NODE));
    }
}

shape! {
    /// The node at an offset.
    AST_AT "AstAtResponse" [All(&[Has("position"), Either(&[Has("node"), Has("file_path")])])] {
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
        /// Below zero where the tool has not found it out.
        nullable "parent_id": Integer;
    }
}

shape! {
    /// A node of a syntax tree, with room for its text.
    AST_NODE_WITH_TEXT "AstNodeWithText" {
        required "id": Count;
        required "kind": Text;
        required "byte_start": Count, as Role::ByteStart;
        required "byte_end": Count, as Role::ByteEnd;
        /// Below zero where the tool has not found it out.
        nullable "parent_id": Integer;
        nullable "text": Text;
    }
}

const PATHS_OF_FILES: Type = List(&Text);

shape! {
    /// What differs between index and disk.
    VERIFY "VerifyResponse" [Two(&["root_path", "is_clean", "total_issues"])] {
        required "db_path": Text;
        required "root_path": Text;
        required "is_clean": Flag, as Role::TrueIfNone("total_issues");
        required "missing": PATHS_OF_FILES, as Role::Distinct("");
        required "modified": PATHS_OF_FILES, as Role::Distinct("");
        required "new": PATHS_OF_FILES, as Role::Distinct("");
        required "stale": PATHS_OF_FILES, as Role::Distinct("");
        required "total_issues": Count,
            as Role::CountAll { places: &["/missing", "/modified", "/new", "/stale"], twin: None, level: Level::Error };
    }
}

shape! {
    /// What was brought up to date.
    pub(super) REFRESH "RefreshResponse" [Two(&["updated", "deleted", "added"])] {
        required "updated": PATHS_OF_FILES, as Role::Distinct("");
        required "deleted": PATHS_OF_FILES, as Role::Distinct("");
        required "added": PATHS_OF_FILES, as Role::Distinct("");
        required "unchanged": Count;
        optional "duration_ms": Count;
        optional "dry_run": Flag;
    }
}

shape! {
    /// A symbol in all projects.
    CONTEXT_SYMBOL "ContextSymbolResponse" [All(&[Has("projects"), Either(&[Has("query"), Has("matches")])])] {
        required "query": Text;
        required "projects": List(&Text);
        required "matches": SYMBOLS;
    }
}

shape! {
    /// A page of symbols.
    CONTEXT_LIST "ContextListResponse" [Either(&[Has("total_pages"), Has("total_items")])] {
        required "matches": List(&Record(&LISTED));
        required "page": Count, as Role::PageOf { pages: "total_pages", bases: &[1], list: Some("matches") };
        required "total_items": Count, as Role::TotalOf("matches");
        /// The size of a page is not printed: what stands on one shows it.
        required "total_pages": Count, as Role::PagesBy {
            total: "total_items",
            page: "page",
            base: 1,
            list: "matches",
        };
    }
}

shape! {
    /// A symbol by file and line.
    pub(super) LISTED "ListedSymbol"
        at [Mention::place("file", ["line", ""], Counted::Somehow).indexed()]
    {
        required "name": Text, as Role::Said;
        required "file": Text;
        nullable "line": Count;
        optional "kind": Text;
        optional "depth": Count;
        optional "project": Text;
    }
}

shape! {
    /// Symbols that a change touches. Where there are none, the list and its total are named after
    /// the question.
    CONTEXT_RECORDS "ContextRecordsResponse" [Either(&[Has("total_records"), Has("depth_limit")])] {
        required "target": Text;
        required "depth_limit": Count;
        optional "records": List(&Record(&LISTED));
        optional "total_records": Count, as Role::TotalOf("records");
        optional "affected": List(&Record(&LISTED));
        optional "total_affected": Count, as Role::TotalOf("affected");
        optional "impacted": List(&Record(&LISTED));
        optional "total_impacted": Count, as Role::TotalOf("impacted");
    }
}

shape! {
    /// Sections of prose for a task.
    NAVIGATE "NavigateResponse" [Two(&["task", "terms", "sections"])] {
        required "task": Text;
        required "terms": List(&Text);
        required "sections": List(&Open(&Record(&SECTION)));
    }
}

shape! {
    /// What one question found, as Markdown.
    SECTION "NavigateSection" {
        required "title": Text;
        required "body": Text;
    }
}

shape! {
    /// Build features of a project.
    FEATURES "FeaturesResponse" [All(&[Has("features"), Either(&[Has("project_name"), Has("count")])])] {
        nullable "project_name": Text;
        required "features": List(&Any);
        required "count": Count, as Role::CountOf("features");
    }
}

shape! {
    /// Documents that were looked at.
    INVENTORY "SourceInventoryResponse" [Either(&[Has("scan_results"), Has("stale_documents")])] {
        required "scan_results": List(&Any);
        nullable "documents": List(&Any);
        nullable "stale_documents": Any;
    }
}

shape! {
    /// Stored facts.
    FACTS "FactsResponse" [Either(&[Is("facts", Kind::Array), All(&[Has("facts"), Only(&["facts"])])])] {
        required "facts": List(&Open(&Map(&Any)));
    }
}

shape! {
    /// Events of earlier runs.
    TELEMETRY "TelemetryResponse" [Either(&[All(&[Has("events"), Has("count")]), Item("events", &Has("event_name"))])] {
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
    /// A label and how many symbols have it.
    LABEL "Label" [All(&[Has("name"), Has("count")])] {
        required "name": Text;
        required "count": Count;
    }
}

shape! {
    /// A symbol that has a label.
    LABELLED "LabelledSymbol" [All(&[Has("name"), Either(&[Has("byte_start"), Has("byte_end")])])] {
        required "name": Text, as Role::Said;
        required "kind": Text;
        required "file_path": Text, as Role::Path;
        required "byte_start": Count, as Role::ByteStart;
        required "byte_end": Count, as Role::ByteEnd;
        optional "code": Text, as Role::Text;
        /// Its number in the index, which splice 2.0 tells.
        optional "entity_id": Count;
    }
}
