//! What `data` of a payload holds that tells of a change.

use crate::checksum::ChecksumAlgorithm::Sha256;
use crate::dialect::follows::Follows;
use crate::dialect::mapping::{How, Mapping, ReadValue, WriteValue};
use crate::dialect::{At, Made, Making, Members, Writing};
use crate::envelope::mention::Mention;
use crate::envelope::record::shape;
use crate::envelope::shape::{Role, Type};
use crate::envelope::sign::Sign::{All, Has};
use crate::envelope::{
    ApplyFilesResult, DeleteResult, FileResult, PatchResult, RenameResult, SpanResult,
};
use crate::json::{Node, Object, Pointer};
use crate::normalize::ChangeKind;
use crate::validate::Slot;

use Type::{Any, Count, Flag, List, Record, Text};

/// A file that was changed, and its hashes.
pub(super) const CHANGE: Mention = Mention::change("file", "before_hash", "after_hash");

/// What else a deletion may say was never seen.
pub(super) const OF_DELETION: Role =
    Role::Unproved("which text a deletion says it of is not known");

shape! {
    /// A symbol has another name.
    pub(super) RENAMED_DATA "SpliceRenameData" (
        Mapping::to(&RenameResult::SHAPE).adding(&[("/type", "rename")])
    ) {
        nullable "backup": Text;
        required "files_modified": Count;
        optional "invariants": Record(&INVARIANTS);
        required "new_name": Text;
        required "old_name": Text;
        optional "proof": Text;
        required "total_references": Count;
    }
}

shape! {
    /// What was checked after a renaming.
    INVARIANTS "SpliceInvariants" {
        required "details": List(&Record(&INVARIANT));
        required "failed": Count, as passed("false");
        required "passed": Count, as passed("true");
        required "total": Count, as Role::CountOf("details");
    }
}

const fn passed(word: &'static str) -> Role {
    Role::CountWhere {
        list: "/details",
        member: "passed",
        word,
        perhaps: &[],
    }
}

shape! {
    /// One thing that was checked.
    INVARIANT "SpliceInvariant" {
        required "name": Text;
        required "passed": Flag;
        required "violations": Count;
    }
}

shape! {
    /// Text was, or would be, replaced in files.
    pub(super) APPLIED_DATA "SpliceApplyFilesData" (
        Mapping::to(&ApplyFilesResult::SHAPE)
            .adding(&[("/type", "apply_files")])
            .following(&[("/files_modified", Follows::NumberOfFiles)])
            .reading(files_modified)
            .writing(would_patch)
    ) {
        optional "dry_run": Flag;
        optional "files_patched": List(&Text), as Role::Distinct(""), to "/files" by How::With(FILE_OF_NAME, NAME_OF_FILE);
        optional "files_would_patch": List(&Text), as Role::Distinct(""), to "/files" by How::With(FILE_OF_NAME, NAME_OF_FILE);
        optional "matches_count": Count;
        optional "replacements_count": Count;
    }
}

const FILE_OF_NAME: ReadValue = |_, slot, _| {
    let files = slot.node.items().map(|name| {
        let mut file = Members::default();
        file.insert("file", name);
        Made::Object(file)
    });
    Some(files.collect())
};

const NAME_OF_FILE: WriteValue = |_, node, _| {
    let names = node.items().filter_map(|file| file.get("file"));
    Some(names.map(Node::to_value).collect())
};

fn files_modified<'d>(
    making: &mut Making<'d, '_>,
    slot: Slot<'d>,
    found: &mut Members<'d>,
    at: &At<'_>,
) {
    if let Some(files) = slot.node.get("files_patched") {
        found.insert("files_modified", files.len());
        making.added(
            ChangeKind::Derived,
            at.child("files_modified"),
            &files.len().into(),
        );
    }
}

/// Files that would be changed are not files that were. Of each only the name is printed.
fn would_patch<'d>(
    writing: &mut Writing<'d, '_>,
    node: Node<'d>,
    here: &Pointer,
    data: &mut Object,
) {
    let files = node.get("files").into_iter().flat_map(Node::items);
    for (index, file) in (0u64..).zip(files) {
        let here = here.child("files").item(index);
        if file.get("file").is_none() {
            writing.dropped(&here);
            continue;
        }
        let others = file.members().filter(|(key, _)| !key.is("file"));
        for (key, _) in others {
            writing.dropped(&here.child(&key.as_str()));
        }
    }
    let dry = node.get("dry_run").and_then(Node::as_bool) == Some(true);
    data.remove(if dry {
        "files_patched"
    } else {
        "files_would_patch"
    });
}

/// Ranges of files that are listed beside them.
const IN_FILES: Role = Role::Among {
    places: &["/span_ids/*/file"],
    known: "/files/*/file",
};

shape! {
    /// A symbol was replaced: which ranges, and which files.
    pub(super) PATCHED_DATA "SplicePatchData" (
        Mapping::to(&PatchResult::SHAPE)
            .adding(&[("/type", "patch")])
            .following(&[("/file", Follows::FirstFile)])
            .reading(first_file)
    ) [All(&[Has("span_ids"), Has("files")])] {
        optional "backup_manifest": Text;
        required "files": List(&Record(&PATCHED_FILE)), as Role::Distinct("file");
        optional "metadata": Any;
        optional "operation_id": Text;
        optional "symbol": Text;
        required "span_ids": List(&Record(&PLACE)), as IN_FILES, to "/spans";
    }
}

shape! {
    /// The patches of a batch: which ranges of which files, however many. Before 0.5 the ranges
    /// were not told, nor whether it was a batch.
    pub(super) PATCHES_DATA "SplicePatchBatchData" (
        Mapping::to(&ApplyFilesResult::SHAPE).adding(&[("/type", "apply_files")])
    ) {
        optional "backup_manifest": Text;
        optional "batch_file": Text;
        optional "batches_applied": Count;
        required "files": List(&Record(&PATCHED_FILE));
        optional "metadata": Any;
        optional "operation_id": Text;
        optional "span_ids": List(&Record(&PLACE)), as IN_FILES, to "/spans";
    }
}

shape! {
    /// A file and its checksums.
    PATCHED_FILE "SplicePatchedFile" (Mapping::to(&FileResult::SHAPE)) at [CHANGE] {
        optional "after_hash": Text, to "/after_hash" by How::Digest(Sha256);
        optional "before_hash": Text, to "/before_hash" by How::Digest(Sha256);
        required "file": Text;
    }
}

shape! {
    /// A range.
    PLACE "SplicePlace" (Mapping::to(&SpanResult::SHAPE)) {
        required "byte_end": Count, as Role::ByteEnd;
        required "byte_start": Count, as Role::ByteStart;
        required "file": Text, as Role::Path, to "/file_path";
    }
}

shape! {
    /// A symbol was deleted: which ranges, and which files.
    pub(super) DELETED_DATA "SpliceDeleteData" (
        Mapping::to(&DeleteResult::SHAPE)
            .adding(&[("/type", "delete")])
            .following(&[("/file", Follows::FirstFile)])
            .reading(first_file)
    ) [All(&[Has("span_ids"), Has("files_modified")])] {
        optional "backup_manifest": Text;
        required "files_modified": List(&Text), as Role::Distinct("");
        optional "metadata": Any;
        optional "operation_id": Text;
        required "span_ids": List(&Record(&PLACE)), as Role::Among {
            places: &["/span_ids/*/file"],
            known: "/files_modified/*",
        }, to "/spans";
    }
}

/// The file of an operation is that of its first range, or the first that was changed.
fn first_file<'d>(
    making: &mut Making<'d, '_>,
    slot: Slot<'d>,
    found: &mut Members<'d>,
    at: &At<'_>,
) {
    let first = |list| slot.node.get(list)?.item(0);
    let named = |list| first(list)?.get("file");
    let of_range = named("span_ids").or_else(|| named("files"));
    if let Some(file) = of_range.or_else(|| first("files_modified")) {
        found.insert("file", file);
        making.added(ChangeKind::Derived, at.child("file"), &file.into());
    }
}

shape! {
    /// Operations of a specification.
    pub(super) BATCHED_DATA "SpliceBatchData" {
        required "duration_ms": Count;
        required "failed": Count, as went_well("false");
        required "operations": List(&Record(&BATCHED_OPERATION)), as Role::Distinct("index");
        optional "rollback_snapshot": Text;
        required "rolled_back": Flag;
        required "spec_path": Text;
        required "successful": Count, as went_well("true");
        /// Those included that were not begun after one had failed.
        required "total_operations": Count, as Role::TotalOf("operations");
    }
}

const fn went_well(word: &'static str) -> Role {
    Role::CountWhere {
        list: "/operations",
        member: "success",
        word,
        perhaps: &[],
    }
}

shape! {
    /// One of them.
    BATCHED_OPERATION "SpliceBatchOperation" {
        required "duration_ms": Count;
        optional "error": Text;
        required "index": Count;
        required "success": Flag, as Role::TrueUnless(&["/error"]);
        required "type": Text;
    }
}

shape! {
    /// A text was replaced in a file, or would be.
    pub(super) EDITED_DATA "SpliceEditData" {
        required "file": Text;
        required "operation": Text;
        required "preview": Flag;
    }
}
