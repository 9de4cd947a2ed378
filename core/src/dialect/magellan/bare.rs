//! Documents that Magellan prints without its wrapper.

use super::queried::{EMBEDDED, EXPLORED, HITS, ROWS, SCORING};
use super::shapes::{COLLISION, REFRESH};
use crate::envelope::mention::{Counted, Mention};
use crate::envelope::record::shape;
use crate::envelope::shape::{Role, Shape, Type};
use crate::envelope::sign::Sign::{All, Either, Has, Is, Item, Not, Two, Word};
use crate::json::Kind;

use Type::{Count, Flag, List, Open, Record, Text};

/// Answers that stand alone.
pub(crate) const BARE: &[&Shape] = &[
    &HEADLESS, &EXPORT, &DOCTOR, &EDGES, &IMPACT, &REFRESH, &HITS, &ROWS, &EXPLORED, &SCORING,
    &EMBEDDED,
];

/// Kinds of record of the graph export as JSON Lines: a record is what the lists
/// of the export hold, and says what it is.
pub(crate) const RECORDS: [(&str, &Shape); 6] = [
    ("Version", &VERSION),
    ("File", &FILE),
    ("Symbol", &SYMBOL),
    ("Reference", &REFERENCE),
    ("Call", &CALL),
    ("Collision", &COLLISION),
];

shape! {
    /// The state of an installation.
    pub(super) DOCTOR "DoctorReport" [Two(&["issues_found", "issues_fixed", "checks"])] {
        required "status": Text;
        required "issues_found": Count;
        required "issues_fixed": Count;
        required "checks": List(&Record(&CHECK));
    }
}

shape! {
    /// One thing that was looked at.
    CHECK "DoctorCheck" {
        required "name": Text;
        required "status": Text;
        nullable "message": Text;
        nullable "fix_hint": Text;
    }
}

shape! {
    /// What a repair of the call edges did, or would do.
    pub(super) EDGES "RepairEdgesReport" [Two(&["call_nodes_total", "caller_edges_checked", "edges_inserted"])] {
        required "call_nodes_total": Count;
        required "call_nodes_with_stable_ids": Count;
        required "caller_edges_checked": Count;
        required "calls_edges_checked": Count;
        required "caller_edges_miswired": Count;
        required "calls_edges_miswired": Count;
        required "caller_edges_missing": Count;
        required "calls_edges_missing": Count;
        required "unresolved_stable_ids": Count;
        required "edges_deleted": Count;
        required "edges_inserted": Count;
        required "applied": Flag;
    }
}

shape! {
    /// Symbols that a change of one touches.
    pub(super) IMPACT "ImpactExport" [Either(&[Has("impacted_symbols"), Has("total_impacted")])]
        at [Mention::place("file", ["line", ""], Counted::Somehow).indexed().each("impacted_symbols")]
    {
        required "symbol": Text;
        nullable "file": Text;
        required "depth": Count;
        required "impacted_symbols": List(&Open(&Record(&IMPACTED)));
        required "total_impacted": Count, as Role::CountOf("impacted_symbols");
    }
}

shape! {
    /// One of them, and how many calls away it is.
    IMPACTED "ImpactedSymbol" {
        required "name": Text;
        required "file": Text;
        nullable "line": Count;
        required "depth": Count;
    }
}

macro_rules! export {
    ($(#[doc = $what:literal])* $const:ident $name:literal [$sign:expr] $presence:ident) => {
        shape! {
            $(#[doc = $what])*
            pub(super) $const $name [$sign] {
                /// Not before 1.7.
                $presence "version": Text, as Role::FormatVersion(super::EXPORT_VERSION);
                required "files": List(&Record(&FILE)), as Role::Distinct("path");
                required "symbols": List(&Record(&SYMBOL));
                required "references": List(&Record(&REFERENCE));
                required "calls": List(&Record(&CALL));
                list "collisions": List(&Record(&COLLISION));
            }
        }
    };
}

export! {
    /// The whole graph. Its version counter is its own.
    EXPORT "GraphExport" [crate::envelope::GraphExport::SHAPE.sign] optional
}

export! {
    /// The same without its version, of a generation that prints it: its symbols have the names
    /// that 1.7 brought.
    HEADLESS "HeadlessExport" [All(&[
        Not(&Is("version", Kind::String)),
        crate::envelope::GraphExport::SHAPE.sign,
        Item("symbols", &Either(&[Has("canonical_fqn"), Has("display_fqn")])),
    ])] required
}

shape! {
    /// A file of the graph.
    pub(super) FILE "FileExport" [Word("type", "File")]
        at [Mention::checksum("path", "hash")]
    {
        /// Which kind of record it is, in JSON Lines.
        optional "type": Text;
        required "path": Text;
        /// Hash of the content; its algorithm depends on the generation.
        required "hash": Text, as Role::FileHash;
    }
}

shape! {
    /// A symbol of the graph.
    pub(super) SYMBOL "SymbolExport" [Word("type", "Symbol")] {
        /// Which kind of record it is, in JSON Lines.
        optional "type": Text;
        nullable "symbol_id": Text;
        nullable "canonical_fqn": Text;
        nullable "display_fqn": Text;
        nullable "name": Text, as Role::Said;
        required "kind": Text;
        optional "kind_normalized": Text;
        required "file": Text, as Role::Path;
        required "byte_start": Count, as Role::ByteStart;
        required "byte_end": Count, as Role::ByteEnd;
        required "start_line": Count, as Role::StartLine;
        required "start_col": Count, as Role::StartColumn;
        required "end_line": Count, as Role::EndLine;
        required "end_col": Count, as Role::EndColumn;
    }
}

shape! {
    /// A reference of the graph.
    pub(super) REFERENCE "ReferenceExport" [Word("type", "Reference")] {
        /// Which kind of record it is, in JSON Lines.
        optional "type": Text;
        required "file": Text, as Role::Path;
        required "referenced_symbol": Text, as Role::Said;
        nullable "target_symbol_id": Text;
        required "byte_start": Count, as Role::ByteStart;
        required "byte_end": Count, as Role::ByteEnd;
        required "start_line": Count, as Role::StartLine;
        required "start_col": Count, as Role::StartColumn;
        required "end_line": Count, as Role::EndLine;
        required "end_col": Count, as Role::EndColumn;
    }
}

shape! {
    /// A call of the graph.
    pub(super) CALL "CallExport" [Word("type", "Call")] {
        /// Which kind of record it is, in JSON Lines.
        optional "type": Text;
        required "file": Text, as Role::Path;
        required "caller": Text, as Role::Said;
        required "callee": Text, as Role::Said;
        nullable "caller_symbol_id": Text;
        nullable "callee_symbol_id": Text;
        required "byte_start": Count, as Role::ByteStart;
        required "byte_end": Count, as Role::ByteEnd;
        required "start_line": Count, as Role::StartLine;
        required "start_col": Count, as Role::StartColumn;
        required "end_line": Count, as Role::EndLine;
        required "end_col": Count, as Role::EndColumn;
    }
}

shape! {
    /// The first record of the graph as JSON Lines.
    pub(super) VERSION "VersionRecord" [Word("type", "Version")] {
        required "type": Text;
        required "version": Text, as Role::FormatVersion(super::EXPORT_VERSION);
    }
}
