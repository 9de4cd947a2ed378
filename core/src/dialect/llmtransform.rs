//! llmtransform: pieces of a file replaced, by request and response.
//!
//! A request is an answer to nothing, and becomes a [`Response`] that holds what is
//! asked for; a response becomes the result of an operation `edit`. The tool that
//! ships says BLAKE3 without a name, and where an edit begins; the one of seed 001
//! says SHA-256, and where it begins and ends; seed 000 has the envelope's wrapper.

use super::convention::{Convention, PathStyle};
use super::mapping::{How, Mapping, as_it_stands};
use super::owner::{is_newer_of, is_strange_to};
use super::recognise::{
    OF_ENVELOPE, Promise, Recognition, UNHEARD_OF, has, is_misspelt_operation, says, word,
    wrapper_version,
};
use super::unified::asked;
use super::{Adapter, At, Made, Making, Members, Writing};
use crate::checksum::ChecksumAlgorithm;
use crate::envelope::mention::Mention;
use crate::envelope::record::shape;
use crate::envelope::request::{DONE, THEIRS_BY_BYTES};
use crate::envelope::shape::{Role, Shape, Type};
use crate::envelope::sign::Sign::{All, Either, Has, Item, Not, Says, Two};
use crate::envelope::{
    EDITED, ERROR, Edit, EditResult, EditsResult, FAILURE, OPERATION_VERSION, OperationResult,
    RESPONSE_VERSION, Response, RichSpan, STATUSES, Wire,
};
use crate::json::{Kind, Node, Object, Pointer, Value};
use crate::loss::LossKind;
use crate::normalize::ChangeKind;
use crate::validate::{Slot, last_made};

mod checksums;

use checksums::{algorithm, bare_checksums, name_checksum, named_checksum};

use Type::{Choice, Count, Flag, Integer, List, Record, Text};

/// See the module.
pub(crate) struct Llmtransform;

static CONVENTION: Convention = Convention {
    bare_checksum: Some(ChecksumAlgorithm::Blake3),
    file_hashes: &[],
    paths: PathStyle::Verbatim,
    ..Convention::CANONICAL
};

/// In the documents of the seeds, whose checksums are SHA-256.
static SEEDS: Convention = Convention {
    bare_checksum: Some(ChecksumAlgorithm::Sha256),
    file_hashes: &[],
    paths: PathStyle::Verbatim,
    ..Convention::CANONICAL
};

/// A checksum without a name, of the algorithm that the rest of the document shows;
/// an empty one is none.
const CHECKSUM: How = How::With(name_checksum, named_checksum);

shape! {
    /// What became of the edits, as the tool prints it.
    RESPONSE "LlmtransformResponse" (
        Mapping::to(&OperationResult::SHAPE)
            .adding(&[
                ("/schema_version", OPERATION_VERSION),
                ("/operation_type", "edit"),
                ("/message", ""),
                ("/result/type", "edit"),
            ])
            .writing(finish)
    ) [Two(&["success", "final_checksum", "total_byte_shift", "applied_count"])] {
        required "execution_id": Text, as Role::ExecutionId;
        /// Is true even of edits that failed.
        required "success": Flag, as Role::TrueIfNoneFailed {
            list: "/edits",
            error: "/error",
        },
            to "/status" by How::With(status, success);
        /// Of the file as it would be; empty if there is none.
        required "final_checksum": Text, as Role::ChecksumOfLast {
            list: "/edits",
            member: "new_checksum",
        }, to "/result/final_checksum" by CHECKSUM;
        required "total_byte_shift": Integer, as SHIFTS, to "/result/total_byte_shift";
        required "applied_count": Count, as APPLIED, to "/result/applied_count";
        required "skipped_count": Count, as SKIPPED, to "/result/skipped_count";
        /// Is 0 even of edits that failed: the tool has the member and never counts. Seed 001
        /// says where an edit ends, and means what it counts.
        required "error_count": Count, as Role::CountWhereUnlessZero {
            list: "/edits",
            member: "status",
            word: "error",
            counted_with: COUNTED_WITH,
        },
            to "/result/error_count"
            by How::With(count_failed, never_counted);
        required "edits": List(&Choice(EDITS)), to "/result/edits";
        optional "error": Text, to "/message" by How::With(as_it_stands, error);
    }
}

/// A member of edits that a tool prints which counts those that failed.
const COUNTED_WITH: &str = "byte_end";

/// Whether these edits are of such a tool.
fn counts(edits: Node<'_>) -> bool {
    let first = edits.item(0);
    first.is_some_and(|first| says(first, COUNTED_WITH) && !says(first, "byte_offset"))
}

const fn counted(word: &'static str) -> Role {
    Role::CountWhere {
        list: "/edits",
        member: "status",
        word,
        perhaps: &[],
    }
}

const APPLIED: Role = counted("applied");
const SKIPPED: Role = counted("skipped");
const FAILED: Role = counted("error");

/// By how much all edits together move what stands behind them.
const SHIFTS: Role = Role::SumOf {
    list: "/edits",
    member: "byte_shift",
};

/// What can become of an edit; the envelope has words for more.
const OF_EDITS: &[&str] = &["applied", "skipped", "error"];

/// What became of one edit: as the tool prints it, and as seed 001 says.
const EDITS: &[&Shape] = &[&EDIT, &SEED_EDIT];

shape! {
    /// What became of one edit.
    EDIT "LlmtransformEdit" (Mapping::to(&EditResult::SHAPE)) [Either(&[
        Says("byte_offset"),
        Not(&Either(&[Says("byte_start"), Says("byte_end")])),
    ])] {
        required "byte_offset": Count, to "/byte_offset" or "/span/byte_start" or "/byte_start";
        required "status": Text, as Role::Words(OF_EDITS);
        /// Of the whole file after this edit.
        optional "new_checksum": Text, as Role::Checksum, to "/new_checksum" by CHECKSUM;
        optional "byte_shift": Integer;
        optional "reason": Text;
    }
}

shape! {
    /// What became of one edit, in seed 001.
    SEED_EDIT "LlmtransformSeedEdit" (Mapping::to(&EditResult::SHAPE)) [Either(&[Says("byte_start"), Says("byte_end")])] {
        required "byte_start": Count, as Role::ByteStart;
        required "byte_end": Count, as Role::ByteEnd;
        required "status": Text, as Role::Words(OF_EDITS);
        optional "error": Text, to "/reason";
    }
}

shape! {
    /// What became of the edits, in the wrapper of seed 000.
    OPERATION "LlmtransformOperation" (Mapping::to(&OperationResult::SHAPE)) [Either(&[Says("operation_type"), Says("result")])] {
        required "schema_version": Text, as Role::SchemaVersion;
        required "execution_id": Text, as Role::ExecutionId;
        required "operation_type": Text, as Role::OperationOf("/result/type");
        required "status": Text, as Role::StatusOver {
            words: STATUSES,
            parts: &["/result/*/*/status"],
            error: "/error",
            why: &["/diagnostics"],
            told: &["edit"],
            done: "/result",
        };
        required "message": Text;
        optional "timestamp": Text, as Role::Timestamp;
        /// Absent if nothing came of it.
        optional "result": Record(&RESULT);
        /// What ended it.
        optional "error": ERROR, as FAILURE;
    }
}

shape! {
    /// The result of an operation in seed 000.
    RESULT "LlmtransformResult" (Mapping::to(&EditsResult::SHAPE)) {
        required "type": Text;
        required "file_path": Text, as Role::SamePaths(&["/file_path", "/edits/*/span/file_path"]);
        required "final_checksum": Text, as EDITED,
            to "/final_checksum" by How::Digest(ChecksumAlgorithm::Sha256);
        required "total_byte_shift": Integer, as SHIFTS;
        required "applied_count": Count, as APPLIED;
        required "skipped_count": Count, as SKIPPED;
        required "error_count": Count, as FAILED;
        required "edits": List(&Record(&OPERATION_EDIT));
    }
}

shape! {
    /// One edit in seed 000.
    OPERATION_EDIT "LlmtransformOperationEdit" (Mapping::to(&EditResult::SHAPE)) {
        required "match_id": Text, as Role::IdOf("/span");
        required "span": RichSpan::TYPE;
        required "status": Text, as Role::Words(OF_EDITS);
        /// Why it was not made.
        optional "reason": Text;
        optional "before_checksum": Text, as Role::ChecksumOf("/span"),
            to "/before_checksum" by How::Digest(ChecksumAlgorithm::Sha256);
        optional "after_checksum": Text, as Role::Checksum,
            to "/after_checksum" by How::Digest(ChecksumAlgorithm::Sha256);
    }
}

shape! {
    /// What is asked for.
    REQUEST "LlmtransformRequest" (
        Mapping::to(&Response::SHAPE)
            .adding(&[("/schema_version", RESPONSE_VERSION), ("/execution_id", "")])
            .reading(no_edits)
    ) [Either(&[
        Has("expected_checksum"),
        All(&[Has("file_path"), Has("edits")]),
        All(&[Item("edits", &THEIRS_BY_BYTES), Not(&DONE)]),
    ])] at [Mention::checksum("file_path", "expected_checksum")]
    {
        /// `auto`, or nothing, has the tool make one.
        optional "execution_id": Text, to "/execution_id" by How::With(as_it_stands, unless_empty);
        required "file_path": Text, to "/data/file_path" by How::Path;
        required "expected_checksum": Text, as Role::FileChecksumOf {
            ranges: "edits",
            file: "file_path",
        }, to "/data/expected_checksum" by CHECKSUM;
        optional "edits": List(&Choice(REQUESTED)), as Role::InFileOf("/file_path"),
            to "/data/edits";
    }
}

/// One edit that is asked for: as the tool takes it, and as seed 001 says.
const REQUESTED: &[&Shape] = &[&REPLACEMENT, &SEED_REPLACEMENT];

shape! {
    /// One edit that is asked for.
    REPLACEMENT "LlmtransformReplacement" (Mapping::to(&Edit::SHAPE)) [Not(&Says("new_content"))] {
        required "byte_start": Count, as Role::ByteStart;
        required "byte_end": Count, as Role::ByteEnd;
        required "replacement": Text, to "/new_text";
    }
}

shape! {
    /// One edit that is asked for, in seed 001.
    SEED_REPLACEMENT "LlmtransformSeedReplacement" (Mapping::to(&Edit::SHAPE)) [Says("new_content")] {
        required "byte_start": Count, as Role::ByteStart;
        required "byte_end": Count, as Role::ByteEnd;
        required "new_content": Text, to "/new_text";
    }
}

static DOCUMENTS: Type = Choice(&[&RESPONSE, &REQUEST, &OPERATION]);

/// Whether a document is in the wrapper of seed 000, or in what is left of it.
fn is_wrapped(root: Node<'_>) -> bool {
    let error = root.get("error");
    let is_told = error.is_some_and(|error| word(error, "tool").as_deref() == Some("llmtransform"));
    let has_result = has(root, "result", Kind::Object) && root.get("success").is_none();
    says(root, "operation_type") || has_result || is_told
}

/// Some edits failed, if the document says that it succeeded and one of them did
/// not.
fn status<'d>(making: &mut Making<'d, '_>, slot: Slot<'d>, at: &At<'_>) -> Option<Made<'d>> {
    let edits = making.document.root().get("edits");
    let mut edits = edits.into_iter().flat_map(Node::items);
    let status = match slot.node.as_bool()? {
        true if edits.any(|edit| word(edit, "status").as_deref() == Some("error")) => "partial",
        true => "ok",
        false => "error",
    };
    let status = Made::from(status);
    making.note(slot, ChangeKind::Converted, &status, at);
    Some(status)
}

fn success(writing: &mut Writing<'_, '_>, node: Node<'_>, here: &Pointer) -> Option<Value> {
    match node.as_str()?.as_ref() {
        "ok" => Some(true.into()),
        "partial" => {
            let edits = writing
                .root
                .get("result")
                .and_then(|result| result.get("edits"));
            let mut edits = edits.into_iter().flat_map(Node::items);
            // One that failed says it again.
            if !edits.any(|edit| word(edit, "status").as_deref() == Some("error")) {
                let note = "the tool says `true` of edits of which some were not made";
                writing.lost(here, LossKind::Derived, note);
            }
            Some(true.into())
        }
        "error" => Some(false.into()),
        _ => None,
    }
}

/// A 0 says nothing of the tool that ships; how many edits failed, they say themselves.
#[expect(clippy::unnecessary_wraps, reason = "a table calls it")]
fn count_failed<'d>(making: &mut Making<'d, '_>, slot: Slot<'d>, at: &At<'_>) -> Option<Made<'d>> {
    let said = Made::from(slot.node);
    let edits = making.document.root().get("edits");
    if said.as_u64() != Some(0) || edits.is_some_and(counts) {
        return Some(said);
    }
    let edits = edits.into_iter().flat_map(Node::items);
    let failed = edits.filter(|edit| word(*edit, "status").as_deref() == Some("error"));
    let count = Made::from(failed.count() as u64);
    making.note(slot, ChangeKind::Converted, &count, at);
    Some(count)
}

#[expect(clippy::unnecessary_wraps, reason = "a table calls it")]
fn never_counted(writing: &mut Writing<'_, '_>, node: Node<'_>, here: &Pointer) -> Option<Value> {
    let edits = writing
        .root
        .get("result")
        .and_then(|result| result.get("edits"));
    if edits.is_some_and(counts) {
        return Some(node.to_value());
    }
    if !node.is_written("0") {
        let note = "the tool prints 0 whatever failed";
        writing.lost(here, LossKind::Derived, note);
    }
    Some(0u64.into())
}

/// The tool says something only of what failed.
fn error(writing: &mut Writing<'_, '_>, node: Node<'_>, _: &Pointer) -> Option<Value> {
    let failed = word(writing.root, "status").as_deref() == Some("error");
    (failed && node.as_str().as_deref() != Some("")).then(|| node.to_value())
}

fn unless_empty(_: &mut Writing<'_, '_>, node: Node<'_>, _: &Pointer) -> Option<Value> {
    (!node.as_str()?.is_empty()).then(|| node.to_value())
}

/// A request without edits asks for none.
fn no_edits<'d>(making: &mut Making<'d, '_>, slot: Slot<'d>, found: &mut Members<'d>, at: &At<'_>) {
    let data = found.get_mut("data").and_then(Made::as_object_mut);
    if let Some(data) = data
        && slot.node.get("edits").is_none_or(Node::is_null)
    {
        let nothing = Made::List(alloc::vec::Vec::new());
        making.added(ChangeKind::Derived, at.below("/data/edits"), &nothing);
        data.insert("edits", nothing);
    }
}

/// Of a run that failed there is no checksum, which is printed as an empty one. Of any other there
/// is the one after the last edit that was made; what it would be otherwise, nothing says.
fn finish<'d>(writing: &mut Writing<'d, '_>, node: Node<'d>, at: &Pointer, found: &mut Object) {
    if found.contains_key("final_checksum") {
        return;
    }
    if word(node, "status").as_deref() == Some("error") {
        found.insert("final_checksum", "");
        return;
    }
    let edits = node.get("result").and_then(|result| result.get("edits"));
    let last = last_made(edits.into_iter().flat_map(Node::items));
    if let Some(checksum) = last.and_then(|last| last.get("new_checksum")?.as_str())
        && !checksum.is_empty()
    {
        found.insert("final_checksum", checksum.into_owned());
        let place = at.child("result").child("final_checksum");
        let note = "`new_checksum` of the last edit that was made";
        writing.lost(&place, LossKind::Derived, note);
    }
}

impl Adapter for Llmtransform {
    fn name(&self) -> &'static str {
        "llmtransform"
    }

    fn title(&self) -> &'static str {
        "llmtransform: edits of one file, asked for and done"
    }

    fn generations(&self) -> &'static [&'static str] {
        &["0.1.0", "seed-001", "seed-000"]
    }

    fn convention(&self) -> &'static Convention {
        &CONVENTION
    }

    fn convention_of(&self, root: Node<'_>) -> &'static Convention {
        match algorithm(root) {
            ChecksumAlgorithm::Sha256 => &SEEDS,
            ChecksumAlgorithm::Blake3 => &CONVENTION,
        }
    }

    fn versions(&self) -> &'static [&'static str] {
        &["1.0.0", "2.0.0"]
    }

    fn documents(&self) -> &'static Type {
        &DOCUMENTS
    }

    fn promises(&self) -> &'static [Promise] {
        const {
            &[
                Promise::of("operation_type", 40),
                Promise::of("result", 60),
                Promise::of("error", 40),
                Promise::of("execution_id", 5),
                Promise::of("success", 15),
                Promise::of("final_checksum", 25),
                Promise::of("total_byte_shift", 25),
                Promise::of("applied_count", 20),
                Promise::of("error_count", 5),
                Promise::of("expected_checksum", 45),
                Promise::of("file_path", 10),
                Promise::of("edits", 40),
            ]
        }
    }

    fn of_other_tool(&self) -> u64 {
        40
    }

    fn recognise(&self, root: Node<'_>, signs: &mut Recognition) {
        if root.kind() != Kind::Object {
            return;
        }
        if is_wrapped(root) {
            operation_signs(root, signs);
            return;
        }
        response_signs(root, signs);
        request_signs(root, signs);
        for key in ["schema_version", "command", "data", "status", "tool"] {
            if root.get(key).is_some() {
                signs.sign(
                    format_args!("/{key}"),
                    -40,
                    "llmtransform prints no such member",
                );
            }
        }
        if signs.score() > 0 {
            signs.generation = generation(root);
        }
    }

    fn home(&self, writing: &mut Writing<'_, '_>) -> Value {
        let root = writing.root;
        let here = Pointer::root();
        let bare = |mut document: Value| {
            document
                .as_object_mut()
                .into_iter()
                .for_each(bare_checksums);
            document
        };
        if root.get("data").is_some() {
            return bare(writing.record(root, &here, &REQUEST));
        }
        let edits = root.get("result").and_then(|result| result.get("edits"));
        let first = edits.and_then(|edits| edits.item(0));
        // Only seed 000 names its matches, and says of an error more than a sentence.
        let is_wrapped = first.is_some_and(|edit| edit.get("match_id").is_some())
            || has(root, "error", Kind::Object);
        if !is_wrapped {
            return bare(writing.record(root, &here, &RESPONSE));
        }
        let mut document = writing.record(root, &here, &OPERATION);
        writing.state_version(&mut document, "1.0.0", "the version of seed 000");
        document
    }
}

fn response_signs(root: Node<'_>, signs: &mut Recognition) {
    for (key, kind, weight) in [
        ("success", Kind::Bool, 15),
        ("final_checksum", Kind::String, 25),
        ("total_byte_shift", Kind::Number, 25),
        ("applied_count", Kind::Number, 20),
        ("error_count", Kind::Number, 5),
    ] {
        if has(root, key, kind) {
            signs.sign(format_args!("/{key}"), weight, "a member of the response");
        }
    }
}

fn request_signs(root: Node<'_>, signs: &mut Recognition) {
    for (key, kind, weight) in [
        ("expected_checksum", Kind::String, 45),
        ("file_path", Kind::String, 10),
        ("edits", Kind::Array, 15),
    ] {
        if has(root, key, kind) {
            signs.sign(format_args!("/{key}"), weight, "a member of the request");
        }
    }
    let first = root.get("edits").and_then(|edits| edits.item(0));
    if first.is_some_and(|first| THEIRS_BY_BYTES.is_on(first)) {
        signs.sign("/edits/0", 25, "an edit that is asked for");
    }
    if first.is_some_and(asked::is_ours) {
        signs.sign("/edits/0", -60, asked::SAYS);
    }
}

fn operation_signs(root: Node<'_>, signs: &mut Recognition) {
    match word(root, "operation_type").as_deref() {
        Some("edit") => signs.sign("/operation_type", 40, "the operation of llmtransform"),
        Some(said) if is_misspelt_operation(root, said, "edit") => {
            signs.sign(
                "/operation_type",
                20,
                "the operation of llmtransform, misspelt",
            );
        }
        Some(_) => signs.sign("/operation_type", -60, "another operation"),
        None => {}
    }
    if let Some(error) = root.get("error")
        && word(error, "tool").as_deref() == Some("llmtransform")
    {
        signs.sign("/error/tool", 40, "llmtransform tells what went wrong");
    }
    if let Some(result) = root.get("result") {
        for key in ["total_byte_shift", "applied_count", "edits"] {
            if result.get(key).is_some() {
                signs.sign(format_args!("/result/{key}"), 20, "a member of its result");
            }
        }
    }
    if has(root, "execution_id", Kind::String) {
        signs.sign("/execution_id", 5, "a name of the run");
    }
    match wrapper_version(root).as_deref() {
        Some("1.0.0" | "2.0.0") => {}
        Some(version)
            if is_newer_of("llmtransform", (root, signs), version, &["1.0.0", "2.0.0"]) => {}
        None => signs.sign("", -10, "no `schema_version`"),
        Some(version)
            if is_strange_to("llmtransform", (root, signs), version, &["1.0.0", "2.0.0"]) =>
        {
            signs.sign("/schema_version", UNHEARD_OF.0, UNHEARD_OF.1);
        }
        Some(OPERATION_VERSION) => signs.sign("/schema_version", OF_ENVELOPE.0, OF_ENVELOPE.1),
        Some(_) => signs.sign(
            "/schema_version",
            -60,
            "a version that seed 000 does not have",
        ),
    }
    signs.of_tool(root, "llmtransform", 0);
    if signs.score() > 0 {
        signs.generation = Some("seed-000");
    }
}

fn generation(root: Node<'_>) -> Option<&'static str> {
    let first = root.get("edits")?.item(0)?;
    Some(match algorithm(root) {
        ChecksumAlgorithm::Sha256 => "seed-001",
        _ if says(first, "byte_offset") || says(first, "replacement") => "0.1.0",
        _ => return None,
    })
}
