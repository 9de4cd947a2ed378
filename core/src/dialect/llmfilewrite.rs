//! llmfilewrite: a file that was written, if a language server had nothing against
//! it.
//!
//! The tool never shipped: seed 001 proposes a flat answer, and seed 000 puts it
//! into the wrapper of operations. Its verdict is kept beside the status.

use alloc::borrow::Cow;

use super::convention::{Convention, PathStyle, SEED_LEVELS};
use super::follows::Follows;
use super::language::CAPITALISED;
use super::mapping::{How, Mapping, as_it_stands};
use super::owner::{is_newer_of, is_strange_to};
use super::recognise::{
    OF_ENVELOPE, Promise, Recognition, UNHEARD_OF, has, is_misspelt_operation, says, word,
    wrapper_version,
};
use super::unified::standard;
use super::{Adapter, At, Made, Making, Members, Writing};
use crate::checksum::ChecksumAlgorithm;
use crate::envelope::mention::{Counted, Mention, Moment};
use crate::envelope::record::shape;
use crate::envelope::shape::{Role, Type};
use crate::envelope::sign::Sign::{All, Either, Has, Not, Says};
use crate::envelope::{
    CreateResult, ERROR, FAILURE, OPERATION_VERSION, OperationResult, RESPONSE_VERSION, Response,
    ToolDiagnostic,
};
use crate::json::{Kind, Node, Pointer, Value};
use crate::normalize::ChangeKind;
use crate::rule::is_of_its_letters;
use crate::validate::Slot;

use Type::{Any, Choice, Count, Flag, List, Record, Text};

/// See the module.
pub(crate) struct Llmfilewrite;

static CONVENTION: Convention = Convention {
    bare_checksum: Some(ChecksumAlgorithm::Sha256),
    file_hashes: &[],
    levels: ["error", "warning", "info", "hint"],
    paths: PathStyle::Verbatim,
    ..Convention::CANONICAL
};

/// The words of the Language Server Protocol for the four levels.
const SEVERITY: How = How::Words(&[
    ("error", "error"),
    ("warning", "warning"),
    ("info", "note"),
    ("information", "note"),
    ("hint", "help"),
]);

/// The words of the seeds for them: theirs, and those of the protocol.
const LEVEL: How = How::Words(&[
    ("error", "error"),
    ("warning", "warning"),
    ("note", "note"),
    ("help", "help"),
    ("info", "note"),
    ("hint", "help"),
]);

/// The same in seed 000, which says a hint as the protocol does.
const LEVEL_000: How = How::Words(&[
    ("error", "error"),
    ("warning", "warning"),
    ("note", "note"),
    ("hint", "help"),
    ("info", "note"),
    ("help", "help"),
]);

/// The versions that seed 000 has.
const VERSIONS: &[&str] = &["1.0.0", "2.0.0"];

/// The two verdicts.
const VERDICTS: &[&str] = &["approved", "rejected"];

shape! {
    /// What became of the file, in seed 001.
    FLAT "LlmfilewriteResponse" (
        Mapping::to(&OperationResult::SHAPE)
            .adding(&[
                ("/schema_version", OPERATION_VERSION),
                ("/operation_type", "create"),
                ("/message", ""),
                ("/result/type", "create"),
            ])
            .following(&[("/status", Follows::Verdict)])
            .reading(decide)
    ) [All(&[Not(&Says("result")), Either(&[Has("lsp_used"), Has("diagnostics")])])] {
        required "execution_id": Text, as Role::ExecutionId;
        required "path": Text, to "/result/file_path" or "/result/file" by How::Path;
        required "language": Text, to "/result/language" by CAPITALISED;
        required "lsp_used": Text, to "/result/lsp_used";
        required "diagnostics": List(&Choice(&[&LSP_DIAGNOSTIC, &PAYLOAD])), to "/result/diagnostics";
        required "status": Text, as Role::StatusOver {
            words: VERDICTS,
            parts: &["/diagnostics/*/severity", "/diagnostics/*/level"],
            error: "/error",
            why: &["/diagnostics"],
            told: &[],
            done: "",
        }, to "/verdict" or "/status" by How::With(as_it_stands, verdict_home);
        optional "magellan_hints": Any, to "/result/magellan_hints";
    }
}

shape! {
    /// What the language server says. Whether its lines begin at 0 or 1 is not said.
    LSP_DIAGNOSTIC "LlmfilewriteDiagnostic" (Mapping::to(&ToolDiagnostic::SHAPE).reading(from_one)) [Either(&[Has("severity"), Not(&Has("level"))])]
        at [Mention::place("path", ["line", "column"], Counted::Somehow).when(Moment::Made)]
    {
        required "severity": Text, as Role::Level, to "/level" by SEVERITY;
        required "path": Text, to "/file" or "/span/file_path" by How::Path;
        required "line": Count, to "/line" or "/span/start_line";
        required "column": Count, to "/column" or "/span/start_col";
        required "message": Text, as Role::Said;
        required "code": Text, as Role::Code("/severity");
    }
}

shape! {
    /// The same in the form that seed 001 wants of every tool.
    PAYLOAD "LlmfilewriteStandardDiagnostic" (Mapping::to(&ToolDiagnostic::SHAPE)) [Has("level")]
        at [Mention::place("file", ["line", "column"], Counted::FromOne).when(Moment::Made).left_out()]
    {
        required "tool": Text;
        required "level": Text, as Role::Words(SEED_LEVELS), to "/level" by LEVEL;
        required "message": Text, as Role::Said;
        optional "file": Text, as Role::SamePaths(&["/file", "/span/file_path"]), to "/file" by How::Path;
        /// From 1.
        optional "line": Count, as Role::SameAs("/span/line_start");
        /// From 0, in UTF-8 bytes.
        optional "column": Count, as Role::SameAs("/span/col_start");
        optional "code": Text, as Role::Code("/level");
        optional "note": Text;
        optional "remediation": Text;
        optional "span": standard::SPAN_TYPE;
    }
}

shape! {
    /// What became of the file, in seed 000. A document may be a part of one.
    OPERATION "LlmfilewriteOperation" (
        Mapping::to(&OperationResult::SHAPE)
            .adding(&[
                ("/schema_version", OPERATION_VERSION),
                ("/operation_type", "create"),
                ("/execution_id", ""),
            ])
            .following(&[("/status", Follows::Verdict)])
            .reading(decide)
    ) [Either(&[Says("result"), Has("operation_type"), Says("error")])] {
        optional "schema_version": Text, as Role::SchemaVersion;
        optional "execution_id": Text, as Role::ExecutionId;
        optional "operation_type": Text, as Role::OperationOf("/result/type");
        required "status": Text, as Role::StatusOver {
            words: VERDICTS,
            parts: &["/result/diagnostics/*/level"],
            error: "/error",
            // What is said to people may be all that there is.
            why: &["/result/diagnostics", "/message"],
            told: &[],
            done: "/result",
        }, to "/verdict" or "/status" by How::With(as_it_stands, verdict_home);
        required "message": Text;
        optional "timestamp": Text, as Role::Timestamp;
        /// Absent if nothing came of it.
        optional "result": Record(&RESULT);
        /// What ended it.
        optional "error": ERROR, as FAILURE;
    }
}

shape! {
    /// The file, in seed 000.
    RESULT "LlmfilewriteResult" (
        Mapping::to(&CreateResult::SHAPE).adding(&[("/type", "create")])
    ) at [Mention::unsaid("path", "checksum")] {
        optional "type": Text;
        required "path": Text, to "/file_path" or "/file" by How::Path;
        optional "language": Text, to "/language" by CAPITALISED;
        optional "lsp_used": Text;
        optional "checksum": Text, as Role::Checksum, to "/checksum" by How::Digest(ChecksumAlgorithm::Sha256);
        required "diagnostics": List(&Record(&DIAGNOSTIC));
    }
}

shape! {
    /// What the language server says, in seed 000. No offset says where.
    DIAGNOSTIC "LlmfilewritePlacedDiagnostic" (Mapping::to(&ToolDiagnostic::SHAPE)) at [
        Mention::place("file", ["start_line", "start_col"], Counted::FromOne)
            .to(["end_line", "end_col"])
            .when(Moment::Made)
    ] {
        required "level": Text, as Role::Words(SEED_LEVELS), to "/level" by LEVEL_000;
        required "message": Text, as Role::Said;
        optional "file": Text, to "/file" or "/span/file_path" by How::Path;
        optional "start_line": Count, to "/start_line" or "/span/start_line" or "/line";
        optional "start_col": Count, to "/start_col" or "/span/start_col" or "/column";
        optional "end_line": Count, to "/end_line" or "/span/end_line";
        optional "end_col": Count, to "/end_col" or "/span/end_col";
        optional "code": Text, as Role::Code("/level");
    }
}

shape! {
    /// The file that is to be written.
    REQUEST "LlmfilewriteRequest" (
        Mapping::to(&Response::SHAPE)
            .adding(&[("/schema_version", RESPONSE_VERSION), ("/execution_id", "")])
    ) [Either(&[Has("overwrite"), All(&[Has("content"), Has("path")])])] {
        required "path": Text, to "/data/file_path" by How::Path;
        /// Or `auto`.
        required "language": Text, to "/data/language" by CAPITALISED;
        required "content": Text, to "/data/content";
        required "overwrite": Flag, to "/data/overwrite";
    }
}

static DOCUMENTS: Type = Choice(&[&FLAT, &OPERATION, &REQUEST]);

/// A line 0 is right where lines begin at 0, and no line of the envelope.
fn from_one<'d>(making: &mut Making<'d, '_>, slot: Slot<'d>, found: &mut Members<'d>, at: &At<'_>) {
    let line = slot.node.get("line");
    if !line.is_some_and(|line| line.is_written("0")) {
        return;
    }
    for name in ["line", "column"] {
        if let (Some(value), Some(_)) = (slot.node.get(name), found.remove(name)) {
            making.unproved(Slot::of(value), at.child(name));
        }
    }
}

/// The verdict, or what the status of another tool comes to.
fn verdict_home(writing: &mut Writing<'_, '_>, node: Node<'_>, _: &Pointer) -> Option<Value> {
    // A word of the tool itself is written as it is, whatever it is.
    if writing
        .root
        .get("verdict")
        .is_some_and(|verdict| verdict.order() == node.order())
    {
        return Some(node.to_value());
    }
    match node.as_str()?.as_ref() {
        "ok" => Some("approved".into()),
        "error" => Some("rejected".into()),
        "partial" => None,
        word => Some(word.into()),
    }
}

/// The status follows from the verdict; an unknown word is a status of its own.
fn decide<'d>(making: &mut Making<'d, '_>, _: Slot<'d>, found: &mut Members<'d>, at: &At<'_>) {
    let verdict = found.get("verdict");
    let status = match verdict.and_then(Made::as_str).as_deref() {
        Some("approved") => Made::from("ok"),
        Some("rejected") => Made::from("error"),
        Some(_) => verdict.cloned().unwrap_or_default(),
        None => return,
    };
    making.added(ChangeKind::Derived, at.child("status"), &status);
    found.insert("status", status);
}

impl Adapter for Llmfilewrite {
    fn name(&self) -> &'static str {
        "llmfilewrite"
    }

    fn title(&self) -> &'static str {
        "llmfilewrite: a new file, checked by a language server"
    }

    fn generations(&self) -> &'static [&'static str] {
        &["seed-001", "seed-000"]
    }

    fn convention(&self) -> &'static Convention {
        &CONVENTION
    }

    fn versions(&self) -> &'static [&'static str] {
        VERSIONS
    }

    fn documents(&self) -> &'static Type {
        &DOCUMENTS
    }

    fn promises(&self) -> &'static [Promise] {
        const {
            &[
                Promise::of("lsp_used", 45),
                Promise::of("overwrite", 40),
                Promise::of("content", 20),
                Promise::of("path", 10),
                Promise::of("language", 10),
                Promise::of("diagnostics", 5),
                Promise::of("status", 40),
                Promise::of("result", 50),
                Promise::of("error", 40),
                Promise::of("operation_type", 25),
            ]
        }
    }

    fn of_other_tool(&self) -> u64 {
        60
    }

    fn recognise(&self, root: Node<'_>, signs: &mut Recognition) {
        if root.kind() != Kind::Object {
            return;
        }
        for (key, kind, weight) in [
            ("lsp_used", Kind::String, 45),
            ("overwrite", Kind::Bool, 40),
            ("content", Kind::String, 20),
            ("path", Kind::String, 10),
            ("language", Kind::String, 10),
            ("diagnostics", Kind::Array, 5),
        ] {
            if has(root, key, kind) {
                signs.sign(format_args!("/{key}"), weight, "a member of llmfilewrite's");
            }
        }
        // One that is misspelt is told by the checks.
        let is_verdict = |status: Cow<'_, str>| {
            let mut verdicts = VERDICTS.iter();
            verdicts.any(|it| status == **it || is_of_its_letters(&status, it))
        };
        if word(root, "status").is_some_and(is_verdict) {
            signs.sign("/status", 40, "a verdict");
        }
        if let Some(result) = root.get("result") {
            for (key, weight) in [("lsp_used", 25), ("path", 15), ("diagnostics", 10)] {
                if result.get(key).is_some() {
                    signs.sign(
                        format_args!("/result/{key}"),
                        weight,
                        "a member of its result",
                    );
                }
            }
        }
        if let Some(error) = root.get("error")
            && word(error, "tool").as_deref() == Some("llmfilewrite")
        {
            signs.sign("/error/tool", 40, "llmfilewrite tells what went wrong");
        }
        match word(root, "operation_type").as_deref() {
            Some("create") => signs.sign("/operation_type", 25, "the operation of llmfilewrite"),
            Some(said) if is_misspelt_operation(root, said, "create") => {
                signs.sign(
                    "/operation_type",
                    20,
                    "the operation of llmfilewrite, misspelt",
                );
            }
            Some(_) => signs.sign("/operation_type", -60, "another operation"),
            None => {}
        }
        if let Some(version) = wrapper_version(root)
            && !VERSIONS.contains(&version.as_ref())
            && !is_newer_of("llmfilewrite", (root, signs), &version, VERSIONS)
        {
            let (weight, says) = if is_strange_to("llmfilewrite", (root, signs), &version, VERSIONS)
            {
                UNHEARD_OF
            } else if version == OPERATION_VERSION {
                OF_ENVELOPE
            } else {
                (-60, "a version that seed 000 does not have")
            };
            signs.sign("/schema_version", weight, says);
        }
        signs.of_tool(root, "llmfilewrite", 0);
        if signs.score() > 0 {
            let wrapped = says(root, "result") || says(root, "error");
            signs.generation = Some(if wrapped { "seed-000" } else { "seed-001" });
        }
    }

    fn home(&self, writing: &mut Writing<'_, '_>) -> Value {
        let root = writing.root;
        let here = Pointer::root();
        if root.get("data").is_some() {
            return writing.record(root, &here, &REQUEST);
        }
        // A flat answer has no message and no timestamp.
        let silent = word(root, "message").as_deref() == Some("");
        if silent && root.get("timestamp").is_none() {
            return writing.record(root, &here, &FLAT);
        }
        let mut document = writing.record(root, &here, &OPERATION);
        writing.state_version(&mut document, "1.0.0", "the version of seed 000");
        document
    }
}
