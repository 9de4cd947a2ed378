//! The files that splice keeps of an operation: under `.splice` the code graph before and after
//! it, and what had to hold, and under `.splice-backup` what files it saved. A proof has checksums,
//! a snapshot none.

use super::snapshots::INVARIANT;
use crate::envelope::record::shape;
use crate::envelope::shape::{Role, Type};
use crate::envelope::sign::Sign::{All, Has, Item, Two, Within};

use Type::{Count, Integer, List, Map, Record, Text};

shape! {
    /// One such file.
    pub(super) KEPT "SpliceKept" [All(&[
        Two(&["before", "after", "invariants"]),
        Within("metadata", &Has("splice_version")),
    ])] {
        required "metadata": Record(&METADATA);
        required "before": Record(&SNAPSHOT);
        required "after": Record(&SNAPSHOT);
        required "invariants": List(&Record(&INVARIANT));
        optional "checksums": Record(&CHECKSUMS);
    }
}

shape! {
    /// Which operation it is of. Times are seconds since 1970.
    METADATA "SpliceKeptMetadata" {
        required "operation": Text;
        required "timestamp": Integer;
        nullable "git_commit": Text;
        required "splice_version": Text;
        required "database_path": Text;
    }
}

shape! {
    /// The code graph at one time, in one of the others or by itself.
    pub(super) SNAPSHOT "SpliceKeptGraph" [All(&[
        Two(&["symbols", "edges", "entry_points"]),
        Has("timestamp"),
        Within("stats", &All(&[Has("total_edges"), Has("entry_point_count")])),
    ])] {
        required "timestamp": Integer;
        required "symbols": Map(&Record(&SYMBOL));
        /// By symbol, the symbols that it leads to.
        required "edges": Map(&List(&Text));
        required "entry_points": List(&Text);
        required "stats": Record(&STATS);
    }
}

shape! {
    /// A symbol of the graph.
    SYMBOL "SpliceKeptSymbol" {
        required "id": Text;
        required "name": Text;
        required "file_path": Text;
        required "kind": Text;
        /// Start and end in bytes, half-open.
        required "byte_span": List(&Count);
        required "fan_in": Count;
        required "fan_out": Count;
    }
}

shape! {
    /// Sums of the graph.
    STATS "SpliceKeptStats" {
        required "total_symbols": Count;
        required "total_edges": Count;
        required "entry_point_count": Count;
        /// Of 2.5.4 and later.
        optional "max_complexity": Count;
    }
}

shape! {
    /// What `undo` puts back.
    pub(super) BACKUP "SpliceBackup" [All(&[
        Has("operation_id"),
        Item("files", &All(&[Has("replaced_path"), Has("hash")])),
    ])] {
        required "operation_id": Text;
        required "timestamp": Text, as Role::Timestamp;
        required "files": List(&Record(&SAVED)), as Role::Distinct("replaced_path");
    }
}

shape! {
    /// A file as it was: its SHA-256 and its bytes.
    SAVED "SpliceSavedFile" {
        required "replaced_path": Text;
        required "hash": Text;
        required "size": Count;
    }
}

shape! {
    /// Checksums of the two graphs and of the proof, not of files.
    CHECKSUMS "SpliceKeptChecksums" {
        required "before_hash": Text;
        required "after_hash": Text;
        required "proof_hash": Text;
    }
}
