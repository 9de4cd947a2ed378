//! What splice prints without a wrapper: `status`, `message` and perhaps `data`,
//! or `status` and an error. A change of files becomes an operation, everything
//! else an answer.

use alloc::format;
use alloc::string::String;

use super::answer::{EXPORTED, FILES_DATA, FOUND_DATA, INDEXED, LOG_COUNT, LOG_TOTAL};
use super::change::{
    APPLIED_DATA, BATCHED_DATA, DELETED_DATA, EDITED_DATA, PATCHED_DATA, PATCHES_DATA, RENAMED_DATA,
};
use super::failure::ERROR;
use super::migrated::MIGRATED_DATA;
use super::operation::STATUS;
use super::refusal::{FIRST, first_error, with_said};
use crate::dialect::follows::Follows;
use crate::dialect::mapping::Mapping;
use crate::dialect::unified::{joined, name_run};
use crate::dialect::{At, Made, Making, Members, Writing, unified};
use crate::envelope::failure::tells_of_failure;
use crate::envelope::record::shape;
use crate::envelope::shape::{Role, Shape, Type};
use crate::envelope::sign::Sign::{self, All, Each, Either, Has, Is, Item, Not, Says, Two, Within};
use crate::envelope::{OPERATION_VERSION, OperationResult, RESPONSE_VERSION, Response};
use crate::json::{Kind, Node, Object, Pointer, Value};
use crate::loss::LossKind;
use crate::normalize::ChangeKind;
use crate::validate::Slot;

use Type::{Count, Record, Text};

/// Words for the status of a payload.
pub(super) const WORDS: Role = Role::Words(&["ok", "success", "error"]);

/// What every payload shows. A result that stands outside of `data` is that of an operation,
/// whatever else its wrapper has lost.
const PAYLOAD: Sign = All(&[
    Two(&["status", "message", "data"]),
    Not(&Either(&[
        WRAPPED,
        All(&[Says("result"), Not(&Has("data"))]),
    ])),
]);

/// What no payload shows: the wrapper of an answer. A version alone may be that of a payload, and
/// a null is none.
pub(super) const WRAPPED: Sign = All(&[
    Has("schema_version"),
    Has("execution_id"),
    Not(&Is("schema_version", Kind::Null)),
]);

/// A payload that becomes an answer.
macro_rules! answers {
    ($( $(#[doc = $what:literal])* $const:ident $name:literal [$($sign:expr)?] $data:expr $(, as $role:expr)?; )*) => { $(
        shape! {
            $(#[doc = $what])*
            pub(super) $const $name (
                Mapping::to(&Response::SHAPE)
                    .adding(&[("/schema_version", RESPONSE_VERSION)])
                    .following(&[("/execution_id", Follows::Empty)])
                    .reading(answer)
                    .writing(without_nothing)
            ) [All(&[PAYLOAD, $(Within("data", &$sign))?])] {
                required "status": Text, as WORDS, to "/status" by STATUS;
                required "message": Text;
                optional "data": $data $(, as $role)?;
            }
        }
    )* };
}

/// A payload that becomes the result of an operation.
macro_rules! operations {
    ($( $(#[doc = $what:literal])* $const:ident $name:literal $kind:literal [$sign:expr] $data:expr $(, as $role:expr)?; )*) => { $(
        shape! {
            $(#[doc = $what])*
            pub(super) $const $name (
                Mapping::to(&OperationResult::SHAPE)
                    .adding(&[
                        ("/schema_version", OPERATION_VERSION),
                        ("/operation_type", $kind),
                    ])
                    .following(&[("/execution_id", Follows::Empty)])
                    .reading(name_run)
            ) [All(&[PAYLOAD, Within("data", &$sign)])] {
                required "status": Text, as WORDS, to "/status" by STATUS;
                required "message": Text;
                required "data": $data $(, as $role)?, to "/result";
            }
        }
    )* };
}

answers! {
    /// Symbols by name.
    FOUND "SpliceFind" [FOUND_DATA.sign] Record(&FOUND_DATA);
    /// Files of the index.
    FILES "SpliceFiles" [FILES_DATA.sign] Record(&FILES_DATA);
    /// What became of a migration of the index.
    MIGRATED "SpliceMigrate" [MIGRATED_DATA.sign] Record(&MIGRATED_DATA);
    /// How many symbols each label has.
    COUNTED "SpliceCounts" [All(&[
        Each(Kind::Number),
        Not(&Either(&[EXPORTED.sign, INDEXED.sign, LOG_COUNT.sign, LOG_TOTAL.sign])),
    ])] Type::Map(&Count);
    /// Any other answer, or none.
    ANSWERED "SplicePayload" [] ANSWER, as Role::DataOr(&CHANGES);
}

/// What any other answer can be: also one of splice in which a name is misspelt.
const ANSWER: Type = Type::OneOf(&[Type::Choice(&ANSWERS), unified::LISTED_DATA, Type::Any]);

const OWN: [&Shape; 2] = [&FOUND_DATA, &FILES_DATA];

/// What tells of a change: with its names right the payload would be another one.
static CHANGES: [&Shape; 2] = [&DELETED_DATA, &PATCHED_DATA];

const ANSWERS: [&Shape; OWN.len() + unified::ANSWERS.len()] = joined(&[&OWN, &unified::ANSWERS]);

operations! {
    /// A symbol was renamed.
    RENAMED "SpliceRename" "rename" [Two(&["old_name", "new_name", "total_references"])]
        Record(&RENAMED_DATA);
    /// Text was replaced in files.
    APPLIED "SpliceApplyFiles" "apply_files" [Either(&[
        Has("files_patched"),
        Has("files_would_patch"),
        Has("replacements_count"),
    ])] Record(&APPLIED_DATA), as Role::AnyOf(&["files_patched", "files_would_patch"]);
    /// The patches of a batch, told for people.
    PATCHES "SplicePatchBatch" "apply_files" [Either(&[
        All(&[Has("span_ids"), OF_BATCH]),
        All(&[OF_FILES, Not(&HAS_MORE)]),
    ])] Record(&PATCHES_DATA);
    /// A symbol was replaced, told for people.
    PATCHED "SplicePatch" "patch" [All(&[Has("span_ids"), Not(&Has("files_modified"))])]
        Record(&PATCHED_DATA);
    /// A symbol was deleted, told for people.
    DELETED "SpliceDelete" "delete" [All(&[Has("span_ids"), Has("files_modified")])]
        Record(&DELETED_DATA);
    /// Operations of a specification.
    BATCHED "SpliceBatch" "batch" [Two(&["operations", "total_operations", "rolled_back"])]
        Record(&BATCHED_DATA);
    /// A text was replaced in a file.
    EDITED "SpliceEdit" "edit" [OF_EDIT] Record(&EDITED_DATA);
}

/// What the answer to a batch of patches shows, under the same names in the envelope.
const OF_BATCH: Sign = Either(&[Has("batch_file"), Has("batches_applied")]);

/// What the answer to a patch shows that tells no ranges: files by their hashes.
const OF_FILES: Sign = Item(
    "files",
    &All(&[
        Has("file"),
        Either(&[Has("before_hash"), Has("after_hash")]),
    ]),
);

/// What the answer to such a patch does not show: that of a deletion, of a preview, or a result of
/// the envelope.
const HAS_MORE: Sign = Either(&[
    Has("span_ids"),
    Has("preview_report"),
    Has("files_modified"),
    Has("spans"),
    Has("type"),
]);

/// What the same answer shows in the envelope: nothing is counted or looked for, as it is where
/// texts were replaced.
const ONLY_HASHES: Sign = All(&[
    OF_FILES,
    Not(&Either(&[
        Has("files_modified"),
        Has("files_matched"),
        Has("replacements_count"),
        Has("matches_count"),
        Has("glob_pattern"),
        Has("find_pattern"),
        Has("replace_pattern"),
    ])),
]);

/// What the answer to one edit shows. The envelope has it under the same names; other tools
/// edit, too.
const OF_EDIT: Sign = All(&[Has("preview"), Either(&[Has("operation"), Has("file")])]);

/// Every payload that has `data`, the more particular ones first.
pub(super) const ALL_PAYLOADS: [&Shape; 12] = [
    &RENAMED, &APPLIED, &PATCHES, &DELETED, &PATCHED, &BATCHED, &EDITED, &FOUND, &FILES, &MIGRATED,
    &COUNTED, &ANSWERED,
];

/// The payload that an operation of the envelope becomes.
pub(super) fn of_operation(kind: &str, result: Node<'_>) -> Option<&'static Shape> {
    Some(match kind {
        "rename" => &RENAMED,
        "apply_files" if OF_BATCH.is_on(result) || ONLY_HASHES.is_on(result) => &PATCHES,
        "apply_files" => &APPLIED,
        "patch" => &PATCHED,
        "delete" => &DELETED,
        "batch" => &BATCHED,
        "edit" if OF_EDIT.is_on(result) => &EDITED,
        _ => return None,
    })
}

/// Gives an envelope of an answer what it must have.
pub(super) fn answer<'d>(
    making: &mut Making<'d, '_>,
    slot: Slot<'d>,
    envelope: &mut Members<'d>,
    at: &At<'_>,
) {
    name_run(making, slot, envelope, at);
    if !envelope.contains_key("data") {
        let nothing = Made::Object(Members::default());
        making.added(ChangeKind::Defaulted, "/data", &nothing);
        envelope.insert("data", nothing);
    }
}

/// An answer without members is no `data`.
fn without_nothing<'d>(
    writing: &mut Writing<'d, '_>,
    node: Node<'d>,
    at: &Pointer,
    payload: &mut Object,
) {
    let data = payload.get("data").and_then(Value::as_object);
    if data.is_some_and(Object::is_empty) {
        payload.remove("data");
    }
    worded(writing, node, at, payload);
}

/// Completes a payload with a status and a message. Where the envelope says neither, the payload
/// is `ok` and its message empty, unless something in it is an error: then it failed, and says the
/// first of them. It failed, too, where only a part went well. A request has no status.
pub(super) fn worded<'d>(
    writing: &mut Writing<'d, '_>,
    node: Node<'d>,
    at: &Pointer,
    payload: &mut Object,
) {
    if !payload.contains_key("status") && tells_of_failure(node) {
        payload.insert("status", "error");
        let note = "what the diagnostics and the answer come to";
        writing.lost(&at.child("status"), LossKind::Derived, note);
    }
    if payload.get("status").and_then(Value::as_str) == Some("partial") {
        payload.insert("status", "error");
        let note = "the tool says that it failed, whatever was done";
        writing.lost(&at.child("status"), LossKind::Dropped, note);
    }
    if !payload.contains_key("message")
        && tells_of_failure(node)
        && let Some(said) = first_error(node).and_then(|first| first.get("message"))
    {
        payload.insert("message", said.to_value());
        writing.lost(&at.child("message"), LossKind::Derived, FIRST);
    }
    let is_asked = !payload.contains_key("status") && writing.only_asks("status");
    for (name, word) in [("status", "ok"), ("message", "")] {
        let is_told = payload.contains_key(name) || is_asked && name == "status";
        if !is_told {
            payload.insert(name, word);
            let written = match word {
                "" => String::from("an empty text"),
                word => format!("`{word}`"),
            };
            let note = format!("{written} is written where the envelope says nothing");
            writing.lost(&at.child(name), LossKind::Defaulted, note);
        }
    }
}

shape! {
    /// Why it did not work, on standard error.
    pub(super) FAILED "SpliceFailure" (
        Mapping::to(&OperationResult::SHAPE)
            .adding(&[("/schema_version", OPERATION_VERSION)])
            .following(&[
                ("/execution_id", Follows::Empty),
                ("/operation_type", Follows::Empty),
                ("/message", Follows::ErrorMessage),
                ("/diagnostics", Follows::Hook),
            ])
            .reading(failure)
            .writing(with_said)
    ) [All(&[
        Is("error", Kind::Object),
        Not(&Either(&[WRAPPED, Says("data")])),
        Either(&[Not(&Has("message")), Within("error", &Is("kind", Kind::String))]),
    ])] {
        required "status": Text, as Role::StatusOver {
            words: &["ok", "success", "error"],
            parts: &[],
            error: "/error",
            why: &[],
            told: &[],
            done: "",
        };
        required "error": Record(&ERROR);
    }
}

/// Which operation failed, nothing says; why, the error does.
fn failure<'d>(
    making: &mut Making<'d, '_>,
    slot: Slot<'d>,
    envelope: &mut Members<'d>,
    at: &At<'_>,
) {
    name_run(making, slot, envelope, at);
    envelope.insert("operation_type", "");
    making.added(ChangeKind::Defaulted, "/operation_type", &"".into());
    if envelope.contains_key("message") {
        return;
    }
    let message = slot
        .node
        .get("error")
        .and_then(|error| error.get("message"));
    let message = Made::from(message.and_then(Node::as_str).unwrap_or_default());
    making.added(ChangeKind::Derived, "/message", &message);
    envelope.insert("message", message);
}
