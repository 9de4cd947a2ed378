//! What shows that a document is of splice, and of which generation.

use super::{Form, form, words};
use crate::checksum::{Checksum, ChecksumAlgorithm};
use crate::dialect::owner::{is_newer_of, is_strange_to};
use crate::dialect::recognise::{
    Member, OF_ENVELOPE, Recognition, TELLING, UNHEARD_OF, are_added, has, is_newer_tool, says_run,
    telling, telling_inside, word,
};
use crate::dialect::{ToolName, all};
use crate::envelope::shape::Shape;
use crate::envelope::sign::choose;
use crate::envelope::{DATA, OPERATION_VERSION, ORIGIN, RESPONSE_VERSION};
use crate::id::{ExecutionIdKind, classify_execution_id};
use crate::json::{Kind, Node};

/// Operations that splice was seen to print.
const OPERATIONS: [&str; 6] = ["patch", "delete", "plan", "query", "get", "batch"];

/// Adds what speaks for splice and against it.
pub(super) fn read(root: Node<'_>, signs: &mut Recognition) {
    match form(root) {
        Some(Form::Operation(shape)) if shape.name == super::OPERATION_2_0.name => {
            oldest_signs(root, signs);
        }
        Some(Form::Operation(_)) => operation_signs(root, signs),
        Some(Form::Payload(shape)) if shape.name == super::FAILED.name => {
            failure_signs(root, signs);
        }
        Some(Form::Payload(shape))
            if has(root, "status", Kind::String) && has(root, "message", Kind::String) =>
        {
            let anyones = [super::payload::ANSWERED.name, super::payload::COUNTED.name];
            // Numbers by name anyone may answer with.
            let is_known = !anyones.contains(&shape.name)
                || (shape.name == super::payload::COUNTED.name && words::are_in(root));
            payload_signs(root, shape, is_known, signs);
        }
        Some(Form::Payload(shape)) if words::are_in(root) || tells(shape, root) => {
            payload_signs(root, shape, telling_in_answer(shape, root) > 0, signs);
        }
        Some(Form::Search) => search_signs(root, signs),
        Some(Form::Export) => export_signs(root, signs),
        // That it is one, its text tells.
        Some(Form::Sheet) => signs.generation = Some(">=2.2"),
        Some(Form::Record(shape)) if is_whole(shape, root) => {
            signs.sign("/type", 80, format_args!("all members of {}", shape.name));
            signs.generation = Some(">=2.2");
        }
        // An empty list is a log only to one who knows that it is splice's.
        Some(Form::Log) if !root.is_empty() => {
            signs.sign("/0/command_line", 80, "a row of the log of runs");
        }
        Some(Form::Report(shape)) if is_whole(shape, root) => {
            signs.sign("", 75, format_args!("all members of {}", shape.name));
        }
        Some(Form::Report(shape)) if is_whole_but_one(shape, root) => {
            signs.sign(
                "",
                60,
                format_args!("all members of {} but one", shape.name),
            );
        }
        _ => {}
    }
}

/// Whether a document has all members that it must have, and hardly others.
pub(super) fn is_whole(shape: &Shape, root: Node<'_>) -> bool {
    let there = |name: &str| root.get(name).is_some();
    let known = shape.fields.iter().filter(|field| there(field.name));
    let names = root.members().map(|(key, _)| key.as_str());
    let strange = names.filter(|name| shape.field(name).is_none());
    shape.required().all(|field| there(field.name)) && are_added(known.count(), strange)
}

/// Whether a report has lost one of so many members that the others tell.
fn is_whole_but_one(shape: &Shape, root: Node<'_>) -> bool {
    let mut strange = root.members();
    let lost = shape
        .required()
        .filter(|field| root.get(field.name).is_none());
    shape.required().count() >= TELLING
        && lost.count() == 1
        && strange.all(|(key, _)| shape.field(&key.as_str()).is_some())
}

/// Whether a payload whose status or message is lost, or no text, still has the other one and
/// an answer that only splice gives.
fn tells(shape: &Shape, root: Node<'_>) -> bool {
    let has_all = PAYLOAD.iter().all(|name| root.get(name).is_some());
    let is_strange = |key: &str| !PAYLOAD.contains(&key);
    let strange = root.members().filter(|(key, _)| is_strange(&key.as_str()));
    let went_well = word(root, "status").is_some_and(|status| is_success(&status));
    let demanded = match () {
        () if has_all && went_well => TWO,
        () if has_all || root.len() == 2 => TELLING,
        () => return false,
    };
    let is_said = |name| has(root, name, Kind::String);
    (is_said("status") || is_said("message"))
        && strange.count() < 2
        && telling_in_answer(shape, root) >= demanded
}

/// So many members of an answer tell, beside a message and a status that splice prints.
const TWO: usize = 2;

/// How many members tell that the answer of a payload is one that only splice gives.
fn telling_in_answer(shape: &Shape, root: Node<'_>) -> usize {
    let Some(data) = root.get("data") else {
        return 0;
    };
    if shape.name == super::payload::ANSWERED.name {
        return choose(super::answer::OWN, data).map_or(0, |shape| telling(shape, data));
    }
    let field = shape.field("data");
    field.map_or(0, |field| telling_inside(&field.ty, data))
}

/// Whether a status is one of those that splice prints of what went well.
fn is_success(status: &str) -> bool {
    matches!(status, "ok" | "success")
}

fn kind_signs(root: Node<'_>, signs: &mut Recognition) {
    let kind = word(root, "operation_type").unwrap_or_default();
    if OPERATIONS.contains(&kind.as_ref()) {
        signs.sign("/operation_type", 10, "an operation of splice");
    }
    if root
        .get("result")
        .is_some_and(|result| has(result, "type", Kind::String))
    {
        signs.sign("/result/type", 5, "a result that says what it is");
    }
}

fn oldest_signs(root: Node<'_>, signs: &mut Recognition) {
    kind_signs(root, signs);
    if has(root, "operation_id", Kind::String) {
        signs.sign(
            "/operation_id",
            50,
            "the name of the run, as splice 2.0 calls it",
        );
    }
    match word(root, "version").as_deref() {
        Some("2.0.0" | "2.0") => signs.sign("/version", 25, "the version that splice 2.0 prints"),
        Some(version) if is_newer_tool(version, &["2.0.0"]) => signs.sign("/version", 5, NEWER),
        Some(_) => signs.sign("/version", -10, "a version that splice never printed"),
        None => {}
    }
    if says_run(root) {
        signs.sign("", -30, "members of another wrapper");
    }
    rest_signs(root, signs);
    signs.generation = Some("2.0");
}

/// What the oldest wrapper says besides its run: that may have such a name elsewhere, too.
fn rest_signs(root: Node<'_>, signs: &mut Recognition) {
    const OTHERS: [&str; 6] = [
        "version",
        "operation_type",
        "status",
        "message",
        "timestamp",
        "result",
    ];
    let others = OTHERS.iter().filter(|name| root.get(name).is_some());
    if others.count() < 2 {
        signs.sign("", -20, "hardly anything else of the wrapper of splice 2.0");
    }
    signs.of_tool(root, "splice", 0);
    let Some(error) = root.get("error") else {
        return;
    };
    if has(error, "kind", Kind::String) && has(error, "message", Kind::String) {
        signs.sign(
            "/error/kind",
            45,
            "an error with its kind, as splice prints it",
        );
    }
    let told = word(error, "tool").filter(|tool| tool != "splice");
    if let Some(other) = told.filter(|tool| all().any(|one| one.name() == &**tool)) {
        signs.sign(
            "/error/tool",
            -30,
            format_args!("{other} tells what went wrong"),
        );
    }
}

fn operation_signs(root: Node<'_>, signs: &mut Recognition) {
    kind_signs(root, signs);
    signs.of_tool(root, "splice", 60);
    match word(root, "schema_version").as_deref() {
        Some("2.0.0") => signs.sign("/schema_version", 5, "the version that splice prints"),
        Some("2.0") => signs.sign("/schema_version", 5, "the version that splice prints, cut"),
        Some("1.0.0" | "1.0") => {
            let says = "the version of the other wrapper";
            signs.sign("/schema_version", -10, says);
        }
        Some(version) if is_newer_of("splice", (root, signs), version, &["2.0.0"]) => {
            signs.sign("/schema_version", 3, NEWER);
        }
        Some(version) if is_strange_to("splice", (root, signs), version, &["2.0.0"]) => {
            signs.sign("/schema_version", UNHEARD_OF.0, UNHEARD_OF.1);
        }
        Some(_) => {
            signs.sign(
                "/schema_version",
                -70,
                "a version that splice never printed",
            );
        }
        None => signs.sign("", -20, "no `schema_version`"),
    }
    let id = word(root, "execution_id");
    if id.is_some_and(|id| classify_execution_id(&id) == ExecutionIdKind::Uuid) {
        signs.sign("/execution_id", 5, "a UUID");
    }
    if root.get(DATA).is_some() || root.get(ORIGIN).is_some() {
        signs.sign("", -40, "members of another wrapper");
    }
    if signs.tool_name(root) == ToolName::Unsaid {
        bare_hash_sign(root, signs);
    }
    signs.generation = Some(">=2.2");
}

/// Adds the sign of a hash whose algorithm is not said: the envelope says it.
fn bare_hash_sign(root: Node<'_>, signs: &mut Recognition) {
    const HASHES: [&str; 3] = ["before_hash", "after_hash", "file_checksum_before"];
    let Some(result) = root.get("result") else {
        return;
    };
    let is_bare = |name: &&&str| {
        let hash = word(result, name);
        hash.is_some_and(|hash| Checksum::from_bare(ChecksumAlgorithm::Sha256, &hash).is_ok())
    };
    if let Some(name) = HASHES.iter().find(is_bare) {
        signs.sign(
            format_args!("/result/{name}"),
            40,
            "a hash whose algorithm is not said, as splice prints it",
        );
    }
}

/// What a version says that no known generation has.
const NEWER: &str = "a newer minor version than those that splice is known to print";

/// How much a member counts that no payload of splice has: little beside what only
/// splice prints, because a newer version may have added it.
const STRANGE: i64 = -10;

/// The same, beside words that many tools print.
const STRANGE_ALONE: i64 = -25;

/// Members that no payload of splice has. `known` are those that it has, and so many are `telling`.
/// A version that the envelope has, too, is that of an envelope which has lost the name of its
/// run.
fn stranger_signs(
    root: Node<'_>,
    (known, telling): (&[&str], usize),
    weight: i64,
    signs: &mut Recognition,
) {
    let version = word(root, "schema_version");
    if version.is_some_and(|it| [RESPONSE_VERSION, OPERATION_VERSION].contains(&&*it)) {
        signs.sign("/schema_version", OF_ENVELOPE.0, OF_ENVELOPE.1);
    }
    // A null says nothing, whoever has such a member.
    let said = || root.members().filter(|(_, value)| !value.is_null());
    let names = || said().map(|(key, _)| key.as_str());
    let strange = || names().filter(|name| !known.contains(&name.as_ref()));
    // Fewer than there are of those by which it is known do not hide it.
    let counted = if are_added(telling, strange()) {
        2
    } else {
        usize::MAX
    };
    for name in strange().take(counted) {
        signs.sign(Member(&name), weight, "no member of a payload of splice");
    }
}

fn failure_signs(root: Node<'_>, signs: &mut Recognition) {
    let Some(error) = root.get("error") else {
        return;
    };
    let own = ["status", "error"];
    let inside = error.members();
    let inside = inside.filter(|(key, _)| super::failure::ERROR.member(*key).is_some());
    stranger_signs(root, (&own, own.len() + inside.count()), STRANGE, signs);
    if word(root, "status").as_deref() == Some("error") {
        signs.sign("/status", 15, "the status of a failure");
    }
    if has(error, "kind", Kind::String) && has(error, "message", Kind::String) {
        signs.sign(
            "/error/kind",
            45,
            "an error with its kind, as splice prints it",
        );
    } else if is_damaged(root, error) {
        let says = "an error with its kind, as splice prints it, of which a member is wrong";
        signs.sign("/error", 30, says);
    }
    if let Some(code) = error.get("error_code") {
        if word(code, "code").is_some_and(|code| code.starts_with("SPL-")) {
            signs.sign("/error/error_code/code", 30, "a code of splice");
        }
        signs.generation = match word(code, "location").as_deref() {
            Some("<unknown>") => Some("2.x"),
            Some(_) => Some(">=2.2"),
            None => Some(">=2.6"),
        };
    } else if error.get("explain_command").is_none()
        && word(error, "kind").is_some_and(|kind| kind != "Other")
    {
        signs.generation = Some("<=2.0");
    }
}

/// Whether a failure has a member that is wrong or lost, and nothing that splice does not print. A
/// message alone many tools have; a kind is the name of one in Rust.
fn is_damaged(root: Node<'_>, error: Node<'_>) -> bool {
    let is_name = |kind: &str| {
        kind.starts_with(|first: char| first.is_ascii_uppercase())
            && kind.bytes().all(|byte| byte.is_ascii_alphanumeric())
    };
    let kind = word(error, "kind");
    let may_be = match kind.as_deref() {
        Some(kind) => is_name(kind),
        None => error.get("kind").is_some() && has(error, "message", Kind::String),
    };
    let mut members = error.members();
    root.len() == 2 && may_be && members.all(|(key, _)| super::failure::ERROR.member(key).is_some())
}

/// The members of a payload.
const PAYLOAD: [&str; 3] = ["status", "message", "data"];

fn payload_signs(root: Node<'_>, shape: &Shape, known: bool, signs: &mut Recognition) {
    let is_worded = words::are_in(root);
    let telling = known || is_worded || has(root, "data", Kind::Object);
    let weight = if telling { STRANGE } else { STRANGE_ALONE };
    let there = PAYLOAD.iter().filter(|name| root.get(name).is_some());
    let known_by = if known {
        there.count() + telling_in_answer(shape, root)
    } else {
        0
    };
    stranger_signs(root, (&PAYLOAD, known_by), weight, signs);
    match word(root, "status").as_deref() {
        Some(status) if is_success(status) => {
            signs.sign("/status", 25, "a status that splice prints");
        }
        Some(_) => signs.sign("/status", -20, "a status that splice never printed"),
        None => {}
    }
    if has(root, "message", Kind::String) {
        signs.sign("/message", 25, "a message beside the status");
    }
    if is_worded {
        signs.sign("/message", 25, "a sentence of splice");
    }
    if known {
        signs.sign("/data", 35, "members of an answer of splice");
    } else if has(root, "data", Kind::Object) {
        signs.sign("/data", 10, "`data` beside the status");
    }
}

fn search_signs(root: Node<'_>, signs: &mut Recognition) {
    let members = ["count", "matches", "message", "pattern", "status"];
    stranger_signs(root, (&members, members.len()), STRANGE, signs);
    for name in members {
        if root.get(name).is_some() {
            signs.sign(
                format_args!("/{name}"),
                12,
                "a member of a search of splice",
            );
        }
    }
    if words::are_in(root) {
        signs.sign("/message", 25, "a sentence of splice");
    }
    if let Some(first) = root.get("matches").and_then(|matches| matches.item(0)) {
        if has(first, "line", Kind::Number) && has(first, "column", Kind::Number) {
            signs.sign(
                "/matches/0/column",
                25,
                "line and column as splice names them",
            );
        }
        if first.get("span").is_some() || first.get("line_number").is_some() {
            signs.sign("/matches/0", -40, "matches of another tool");
        }
    }
}

fn export_signs(root: Node<'_>, signs: &mut Recognition) {
    if root.get("db_path").is_none() {
        // A graph in a wrapper that says next to nothing may be of anyone.
        return;
    }
    signs.sign("/db_path", 25, "the index that was exported");
    if has(root, "timestamp", Kind::String) {
        signs.sign("/timestamp", 10, "when it was exported");
    }
    if root.get("execution_id").is_some() {
        signs.sign(
            "/execution_id",
            -40,
            "splice's export does not name the run",
        );
    }
    let data = root.get("data");
    let lists = ["files", "symbols", "references", "calls"];
    if data.is_some_and(|data| lists.iter().all(|name| has(data, name, Kind::Array))) {
        signs.sign("/data", 45, "the lists of a graph");
        signs.generation = Some(">=2.2");
    }
}
