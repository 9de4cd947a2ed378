//! What splice prints of its snapshots of the code graph: which there are, which were deleted, and
//! what differs between two.

use crate::envelope::record::shape;
use crate::envelope::shape::{Role, Type};
use crate::envelope::sign::Sign::{All, Either, Has, Is, Two};
use crate::json::Kind;

use Type::{Any, Count, Flag, Integer, List, Open, Record, Text};

shape! {
    /// Stored snapshots.
    pub(super) SNAPSHOTS "SpliceSnapshots" [All(&[Has("snapshots"), Either(&[Has("count"), Has("total_size_bytes")])])] {
        required "count": Count, as Role::CountOf("snapshots");
        required "snapshots": List(&Any);
        optional "total_size_bytes": Count;
    }
}

shape! {
    /// How many snapshots were deleted, or would be, and how many are left.
    pub(super) CLEANED_UP "SpliceCleanup" [All(&[Has("kept_count"), Either(&[Has("deleted_count"), Has("would_delete_count")])])] {
        optional "deleted_count": Count, as Role::CountOf("deleted_paths");
        optional "deleted_paths": List(&Text);
        optional "dry_run": Flag;
        optional "keep": Count;
        required "kept_count": Count;
        optional "to_delete": List(&Text);
        optional "would_delete_count": Count, as Role::CountOf("to_delete");
    }
}

shape! {
    /// That one snapshot was deleted.
    pub(super) SNAPSHOT_DELETED "SpliceSnapshotDeleted" [All(&[
        Is("deleted", Kind::Bool),
        Has("snapshot_id"),
        Has("snapshot_path"),
    ])] {
        required "deleted": Flag;
        required "snapshot_id": Text;
        required "snapshot_path": Text;
    }
}

shape! {
    /// What differs between two snapshots.
    pub(super) COMPARED "SpliceComparison" [Two(&["invariant_results", "symbol_details", "edge_details"])] {
        required "after_timestamp": Integer;
        required "before_timestamp": Integer;
        required "edge_details": List(&Any);
        required "edges_added": Count;
        required "edges_removed": Count;
        required "invariant_results": List(&Record(&INVARIANT));
        required "symbol_details": List(&Any);
        required "symbols_added": Count;
        required "symbols_modified": Count;
        required "symbols_removed": Count;
    }
}

shape! {
    /// Whether something held that must.
    pub(super) INVARIANT "SpliceInvariant" {
        required "invariant_name": Text;
        required "passed": Flag;
        required "violations": List(&Open(&Record(&VIOLATION)));
    }
}

shape! {
    /// Of what it did not hold.
    VIOLATION "SpliceViolation" {
        required "severity": Text;
        required "subject": Text;
        required "message": Text;
        optional "suggestion": Text;
    }
}
