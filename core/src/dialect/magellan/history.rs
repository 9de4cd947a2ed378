//! Answers of Magellan about the history of a project: what changed often, who wrote it, and
//! what was read of each commit.

use crate::envelope::record::shape;
use crate::envelope::shape::Type;
use crate::envelope::sign::Sign::{Either, Has, Two};

use Type::{Count, List, Open, Record, Text};

shape! {
    /// A project at a glance.
    pub(super) ORIENT "OrientResponse" [Either(&[Has("top_churn"), Has("contributors")])] {
        required "project": Text;
        stated "db": Open(&Record(&ORIENT_INDEX));
        stated "temporal": Open(&Record(&ORIENT_HISTORY));
        required "top_churn": List(&Open(&Record(&CHURN)));
        required "contributors": List(&Open(&Record(&CONTRIBUTOR)));
    }
}

shape! {
    /// The size of the index.
    ORIENT_INDEX "OrientIndex" {
        optional "symbol_count": Count;
        optional "call_count": Count;
        optional "file_count": Count;
    }
}

shape! {
    /// The size of the history.
    ORIENT_HISTORY "OrientHistory" {
        optional "snapshot_count": Count;
        optional "first_commit": Text;
        optional "last_commit": Text;
    }
}

shape! {
    /// A symbol that changed often.
    CHURN "ChurnedSymbol" {
        required "name": Text;
        optional "kind": Text;
        required "file_path": Text;
        required "snapshot_count": Count;
    }
}

shape! {
    /// Who wrote how much.
    CONTRIBUTOR "Contributor" {
        required "name": Text;
        required "commits": Count;
    }
}

shape! {
    /// Size of the history.
    pub(super) TEMPORAL_STATUS "TemporalStatusResponse" [Two(&["file_version_count", "symbol_version_count", "edge_version_count"])] {
        required "snapshot_count": Count;
        required "file_version_count": Count;
        required "symbol_version_count": Count;
        required "edge_version_count": Count;
        nullable "latest_commit_oid": Text;
    }
}

shape! {
    /// What was read of the history.
    pub(super) TEMPORAL_SWEEP "TemporalSweepResponse" [Either(&[Has("sampled_commits"), Has("snapshots_ingested")])] {
        required "repo_path": Text;
        required "sampled_commits": Count;
        required "snapshots_ingested": Count;
        required "commits": List(&Open(&Record(&COMMIT)));
        optional "files_total": Count;
        optional "files_indexed": Count;
        optional "files_skipped": Count;
        optional "symbol_versions": Count;
        optional "edge_versions": Count;
    }
}

shape! {
    /// What was read of one commit.
    COMMIT "SweptCommit" {
        required "commit_oid": Text;
        required "snapshot_id": Count;
        optional "files_total": Count;
        optional "files_indexed": Count;
        optional "files_skipped": Count;
        optional "symbol_versions": Count;
        optional "edge_versions": Count;
    }
}

shape! {
    /// One symbol through the history.
    pub(super) TEMPORAL_BARCODE "TemporalBarcodeResponse" [Two(&["stable_id", "points", "first_commit_oid", "last_commit_oid"])] {
        required "stable_id": Text;
        required "snapshot_count": Count;
        nullable "first_commit_oid": Text;
        nullable "last_commit_oid": Text;
        required "points": List(&Open(&Record(&POINT)));
    }
}

shape! {
    /// The symbol in one commit.
    POINT "BarcodePoint" {
        required "snapshot_id": Count;
        required "commit_oid": Text;
        optional "file_path": Text;
        optional "name": Text;
        optional "kind": Text;
    }
}
