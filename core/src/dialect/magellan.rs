//! Magellan: symbols, references and files of a code index.
//!
//! Its wrapper and its span are those of the envelope; what differs is the version,
//! `null`s, checksums without a name, and the answers that come bare. Columns
//! are 0-based UTF-8 bytes, only LF ends a line, and a byte order mark counts.

use super::Adapter;
use super::convention::{
    ColumnUnit, Columns, Convention, FileHash, HashAlgorithm, LineColumns, Nulls, OffsetEnd,
    Offsets, PathStyle,
};
use super::owner::{is_newer_of, is_strange_to};
use super::recognise::{
    Clues, Promise, Recognition, TELLING, UNHEARD_OF, are_added, is_bare_wrapper, is_unheard_of,
    says_run, telling, word,
};
use super::unified::{first_span, joined, wrap};
use super::unwrapped::{is_unwrapped, wrapped};
use super::{At, Line, Made, Making, Refusal, Writing, splice};
use crate::checksum::ChecksumAlgorithm;
use crate::envelope::ORIGIN;
use crate::envelope::key_set::KeySet;
use crate::envelope::shape::{Shape, Type};
use crate::envelope::sign::choose;
use crate::envelope::{GraphExport, STATUSES};
use crate::id::{ExecutionIdKind, SpanIdScheme, classify_execution_id};
use crate::json::{Kind, Node, Pointer, Value};
use crate::loss::LossKind;
use crate::text::{BomPolicy, EndRule, LineTerminators, PositionEncoding};
use crate::validate::Slot;

mod bare;
mod collisions;
mod context;
mod export;
mod history;
pub(crate) mod later;
mod misworded;
mod queried;
mod ranked;
pub(crate) mod shapes;
pub(crate) mod sheet;

pub(crate) use bare::RECORDS;
pub(crate) use export::{Head, export_record};

use bare::BARE;
use later::COMMANDED;
use shapes::RESPONSE;

/// See the module.
pub(crate) struct Magellan;

/// Hashes of files that 3.1 and 4 print. Those of 1.x are checksums.
const HASHES: [FileHash; 2] = [
    FileHash::measured(16, HashAlgorithm::Xxh64),
    FileHash::measured(32, HashAlgorithm::Xxh3),
];

static CONVENTION: Convention = Convention {
    lines: Some(LineColumns {
        line_base: 1,
        columns: Some(Columns {
            base: 0,
            unit: ColumnUnit::BYTES,
            bom: BomPolicy::Count,
        }),
        terminators: LineTerminators::Lf,
        end: Some(EndRule::After),
    }),
    offsets: Some(Offsets {
        unit: PositionEncoding::Utf8,
        bom: BomPolicy::Count,
        end: OffsetEnd::After,
    }),
    zeros_are_unknown: true,
    nulls: Nulls::PerField,
    bare_checksum: Some(ChecksumAlgorithm::Sha256),
    file_hashes: &HASHES,
    fragments: None,
    late_checksums: false,
    levels: ["error", "warning", "note", "help"],
    span_ids: Some(SpanIdScheme::Be64),
    paths: PathStyle::Mixed,
};

/// The wrapper, an answer that comes without it, a record of the graph export, or a list of what
/// the index has.
static DOCUMENTS: Type = Type::OneOf(&[Type::Choice(&EVERYTHING), ranked::LIST]);

const EVERYTHING: [&Shape; 2 + RECORDS.len() + EVERYTHING_BARE.len() + misworded::RECORDS.len()] =
    joined(&[
        &[&RESPONSE, &COMMANDED],
        &RECORD_SHAPES,
        &EVERYTHING_BARE,
        &misworded::RECORDS,
    ]);

const RECORD_SHAPES: [&Shape; RECORDS.len()] = {
    let mut all = [&RESPONSE; RECORDS.len()];
    let mut at = 0;
    while at < RECORDS.len() {
        all[at] = RECORDS[at].1;
        at += 1;
    }
    all
};

/// An answer that comes without the wrapper, or has lost it.
static BARE_DOCUMENTS: Type = Type::Choice(&EVERYTHING_BARE);

const EVERYTHING_BARE: [&Shape; BARE.len() + shapes::PAYLOADS.len()] =
    joined(&[BARE, shapes::PAYLOADS]);

/// The version of the export that is known.
pub(super) const EXPORT_VERSION: &str = "2.0.0";

/// Answers that never have a wrapper.
fn alone() -> impl Iterator<Item = &'static Shape> {
    BARE.iter().copied().chain([&later::CONFIG])
}

/// The shape of an answer without a wrapper: it has all members that it must have, and enough of
/// them to tell. An answer that never has a wrapper may also lack one member, as nothing else has
/// the others, or say its version and its run. Any other answer that says these is what is left
/// of a wrapper.
fn bare_shape(root: Node<'_>) -> Option<&'static Shape> {
    let known = |name: &str| root.get(name).is_some();
    let complete = |shape: &&Shape, lost: usize| {
        let names = root.members().map(|(key, _)| key.as_str());
        let strange = names.filter(|name| shape.field(name).is_none());
        let there = shape.fields.iter().filter(|field| known(field.name));
        shape.required().filter(|field| !known(field.name)).count() <= lost && {
            let there = there.count();
            there > 1 && are_added(there, strange)
        }
    };
    let is_whole = |shape: &&Shape| complete(shape, 0);
    let has_lost_one = |shape: &&Shape| {
        let tells = is_graph(shape) || shape.required().count() >= TELLING;
        tells && shape.sign.is_on(root) && complete(shape, 1)
    };
    let bare = BARE.iter().copied();
    if says_run(root) {
        // The way home is a member of the envelope alone.
        let is_envelope = root.get(ORIGIN).is_some();
        return alone().find(is_whole).filter(|_| !is_envelope);
    }
    let bare = bare
        .clone()
        .find(is_whole)
        .or_else(|| bare.clone().find(has_lost_one));
    bare.or_else(|| choose(shapes::PAYLOADS, root).filter(is_whole))
}

impl Adapter for Magellan {
    fn name(&self) -> &'static str {
        "magellan"
    }

    fn title(&self) -> &'static str {
        "Magellan: symbols, references and files of a code index"
    }

    fn has_head(&self) -> bool {
        true
    }

    fn line(&self, root: Node<'_>) -> Line {
        export::line(root)
    }

    fn lists_matches(&self) -> bool {
        true
    }

    fn generations(&self) -> &'static [&'static str] {
        &["1.x", "<=2.x", ">=2.x", ">=3.x", "3.x", "4.x"]
    }

    fn convention(&self) -> &'static Convention {
        &CONVENTION
    }

    fn versions(&self) -> &'static [&'static str] {
        &["1.0.0", "1.0"]
    }

    fn documents(&self) -> &'static Type {
        &DOCUMENTS
    }

    fn refusal(&self) -> Refusal {
        Refusal::InKinds
    }

    fn promises(&self) -> &'static [Promise] {
        const {
            &[
                Promise::of("tool", 55),
                Promise::of("schema_version", 20),
                Promise::of("command", 35),
                Promise::of("execution_id", 25),
                Promise::of("data", 30),
            ]
        }
    }

    fn of_other_tool(&self) -> u64 {
        60
    }

    fn without_tool(&self, clues: &Clues) -> u64 {
        let mut alone = alone();
        if clues.keys.has_any(KeySet::of("type")) {
            90
        } else if !clues.is_wrapped || alone.any(|shape| clues.keys.has_all(shape.demands)) {
            80
        } else {
            0
        }
    }

    fn recognise(&self, root: Node<'_>, signs: &mut Recognition) {
        if ranked::is_list(root) {
            signs.sign(
                "",
                80,
                "a list of what the index has, by rank, score or distance",
            );
            signs.generation = Some("4.x");
            return;
        }
        if root.kind() != Kind::Object {
            return;
        }
        if export_record(root).is_some() {
            signs.sign("/type", 90, "a record of the graph export as JSON Lines");
            signs.generation = word(root, "hash").and_then(|hash| by_hash(&hash));
            return;
        }
        if export::is_damaged_alone(root) {
            let says = "a record of the graph export, with a member lost";
            signs.sign("/type", 60, says);
            return;
        }
        if misworded::record(root) {
            signs.sign(
                "/type",
                60,
                "a record of the graph export, whose kind is misspelt",
            );
            return;
        }
        if let Some(shape) = later::commanded(root) {
            let says = "a command and its answer, and nothing else around it";
            signs.sign("/command", 35, says);
            signs.sign("/data", 45, format_args!("members of {}", shape.name));
            signs.generation = Some(">=3.x");
            return;
        }
        if let Some(shape) = bare_shape(root) {
            let alone = BARE.iter().any(|bare| bare.name == shape.name);
            let is_whole = shape.required().all(|field| root.get(field.name).is_some());
            if is_whole {
                let weight = if alone { 80 } else { 50 };
                signs.sign("", weight, format_args!("all members of {}", shape.name));
            } else {
                signs.sign(
                    "",
                    60,
                    format_args!("all members of {} but one", shape.name),
                );
            }
            signs.generation = bare_generation(root, shape);
            return;
        }
        wrapper_signs(root, signs);
        signs.generation = generation(root);
    }

    fn canonical<'d>(&self, making: &mut Making<'d, '_>) -> Made<'d> {
        let root = making.document.root();
        if root.kind() == Kind::Array {
            let data = making.value(Slot::of(root), &ranked::LIST, &At::new("/data"));
            return wrap(making, data);
        }
        let shape = choose(&EVERYTHING, root);
        if shape.is_none() && is_unwrapped(root) {
            return wrapped(making);
        }
        let whole = [RESPONSE.name, COMMANDED.name];
        if let Some(shape) = shape.filter(|shape| !whole.contains(&shape.name)) {
            let data = making.record(Slot::of(root), shape, &At::new("/data"));
            return wrap(making, data);
        }
        let mut envelope = making.root(&DOCUMENTS);
        super::unified::state_version(making, &mut envelope);
        envelope
    }

    fn home(&self, writing: &mut Writing<'_, '_>) -> Value {
        let root = writing.root;
        let unnamed = is_bare_wrapper(root);
        let data = root.get("data");
        let pointer = Pointer::root().child("data");
        if let Some(data) = data.filter(|data| GraphExport::SHAPE.sign.is_on(*data)) {
            let mut graph = writing.value(data, &pointer, &BARE_DOCUMENTS);
            restate_format(writing, &mut graph, &pointer);
            writing.unwrapped();
            return graph;
        }
        let data = data.filter(|_| unnamed);
        if let Some(data) = data
            && let Some(shape) = export_record(data)
        {
            let mut record = writing.record(data, &pointer, shape);
            restate_format(writing, &mut record, &pointer);
            return record;
        }
        if let Some(data) = data.filter(|data| ranked::may_be_list(*data)) {
            return writing.value(data, &pointer, &ranked::LIST);
        }
        if let Some(data) = data.filter(|data| bare_shape(*data).is_some()) {
            let mut answer = writing.value(data, &pointer, &BARE_DOCUMENTS);
            restate_format(writing, &mut answer, &pointer);
            return answer;
        }
        if later::is_command(root) {
            let mut document = writing.record(root, &Pointer::root(), &COMMANDED);
            if let Some(members) = document.as_object_mut() {
                members.remove(ORIGIN);
            }
            return document;
        }
        let mut document = writing.record(root, &Pointer::root(), &RESPONSE);
        if let Some(members) = document.as_object_mut() {
            members.remove(ORIGIN);
            let context = members
                .get("command")
                .and_then(Value::as_str)
                .is_some_and(|command| command.starts_with("context "));
            members.insert("schema_version", if context { "1.0" } else { "1.0.0" });
            let place = Pointer::root().child("schema_version");
            let note = "the version that the tool prints";
            writing.lost(&place, LossKind::Derived, note);
            if !context {
                writing.name_tool(members, "magellan");
            }
            if let Some(data) = members.get_mut("data") {
                restate_format(writing, data, &pointer);
                writing.shorten_kinds(data, &pointer);
            }
        }
        document
    }
}

/// Gives a graph of another tool the version of the export that it is in now: each tool
/// counts its own.
fn restate_format(writing: &mut Writing<'_, '_>, graph: &mut Value, place: &Pointer) {
    let lists = ["symbols", "references", "calls"];
    let is_head = graph.get("type").and_then(Value::as_str) == Some("Version");
    let is_graph = is_head || lists.iter().all(|list| graph.get(list).is_some());
    let Some(members) = graph.as_object_mut().filter(|_| is_graph) else {
        return;
    };
    let stated = members.get("version").and_then(Value::as_str);
    let is_others = writing.is_of_other("magellan") || stated == Some(splice::EXPORT_VERSION);
    if is_others && stated.is_some_and(|version| version != EXPORT_VERSION) {
        members.insert("version", EXPORT_VERSION);
        let note = "the version of the export that the tool prints";
        writing.lost(&place.child("version"), LossKind::Derived, note);
    }
}

/// Whether it is the graph as one document, whatever else is known of it.
fn is_graph(shape: &Shape) -> bool {
    [bare::EXPORT.name, bare::HEADLESS.name].contains(&shape.name)
}

/// What a version says that no known generation has.
const NEWER: &str = "a newer minor version than those that magellan is known to print";

/// What the wrapper says.
fn wrapper_signs(root: Node<'_>, signs: &mut Recognition) {
    signs.of_tool(root, "magellan", 55);
    version_signs(root, signs);
    let command = word(root, "command");
    if command.is_some_and(|command| command.starts_with("context ")) {
        signs.sign("/command", 35, "a command of `magellan context`");
    }
    if let Some(id) = word(root, "execution_id") {
        match classify_execution_id(&id) {
            ExecutionIdKind::HexPid => {
                signs.sign(
                    "/execution_id",
                    15,
                    "seconds and process id, as magellan makes it",
                );
            }
            ExecutionIdKind::Uuid => signs.sign("/execution_id", -20, "a UUID"),
            ExecutionIdKind::Other => {}
        }
    } else {
        signs.sign("", -25, "no `execution_id`");
    }
    for key in ["operation_type", "operation_id", "success", "status"] {
        if root.get(key).is_some() {
            // What was written for magellan out of another tool's answer keeps its status; seed
            // 001 has other words.
            let is_kept = key == "status"
                && word(root, "tool").as_deref() == Some("magellan")
                && word(root, key).is_some_and(|word| STATUSES.contains(&&*word));
            let weight = if is_kept { -20 } else { -40 };
            let says = "magellan's wrapper has no such member";
            signs.sign(format_args!("/{key}"), weight, says);
        }
    }
    if let Some(lost) = lost_of_oldest(root) {
        let says = "nothing but what else is in the wrapper of magellan 1.1";
        signs.sign("", if lost == "data" { 45 } else { 30 }, says);
    }
    data_signs(root, signs);
}

/// What its version says.
fn version_signs(root: Node<'_>, signs: &mut Recognition) {
    match word(root, "schema_version").as_deref() {
        Some("1.0.0") => signs.sign("/schema_version", 10, "the version that magellan prints"),
        Some("1.0") => signs.sign("/schema_version", 10, "the version of `magellan context`"),
        Some(version) if is_newer_of("magellan", (root, signs), version, &["1.0.0"]) => {
            signs.sign("/schema_version", 5, NEWER);
        }
        Some(version) if is_strange_to("magellan", (root, signs), version, &["1.0.0"]) => {
            signs.sign("/schema_version", UNHEARD_OF.0, UNHEARD_OF.1);
        }
        Some(_) => signs.sign(
            "/schema_version",
            -30,
            "a version that magellan never printed",
        ),
        None if root.get("schema_version").is_some() => {
            signs.sign("/schema_version", -10, "a version that is no text");
        }
        None => signs.sign("", -30, "no `schema_version`"),
    }
}

/// What the answer in it says.
fn data_signs(root: Node<'_>, signs: &mut Recognition) {
    // One that names the tool has only that tool to be of.
    let is_named = signs.tool_name(root).is("magellan");
    let Some(data) = root.get("data") else {
        signs.sign("", if is_named { -20 } else { -30 }, "no `data`");
        return;
    };
    signs.sign("/data", 10, "a wrapper with `data`");
    if !is_named && data.get("pattern").is_some() && data.get("matches").is_some() {
        let says = "magellan answers no search for a text";
        signs.sign("/data/pattern", -30, says);
    }
    let sample = if data.kind() == Kind::Array {
        data.item(0)
    } else {
        Some(data)
    };
    let shapes = if data.kind() == Kind::Array {
        shapes::EVERY_ELEMENT
    } else {
        shapes::PAYLOADS
    };
    match sample.map(|sample| choose(shapes, sample)) {
        Some(Some(shape)) => {
            signs.sign("/data", 20, format_args!("members of {}", shape.name));
            if is_oldest(root) {
                signs.sign("", 10, "nothing else in the wrapper, as in magellan 1.1");
            }
        }
        Some(None) => signs.sign("/data", -5, "no answer that is known of magellan"),
        // Most of its commands can find nothing.
        None if is_named => signs.sign("/data", 10, "a list with nothing in it"),
        None => {}
    }
}

/// Whether the wrapper is the one of the first versions, which do not name the tool.
fn is_oldest(root: Node<'_>) -> bool {
    word(root, "schema_version")
        .is_some_and(|version| version == "1.0.0" || is_unheard_of(&version))
        && word(root, "execution_id")
            .is_some_and(|id| classify_execution_id(&id) == ExecutionIdKind::HexPid)
        && root.get("data").is_some()
        && root.members().count() == 3
}

/// The member that the wrapper of the first versions has lost, or has with a value of a wrong
/// kind. Nothing unless the other two tell whose it is (by a name of the run as magellan makes it,
/// or a whole answer) and stand alone.
fn lost_of_oldest(root: Node<'_>) -> Option<&'static str> {
    let named = || {
        let id = word(root, "execution_id");
        id.is_some_and(|id| classify_execution_id(&id) == ExecutionIdKind::HexPid)
    };
    let numbered = || word(root, "schema_version").as_deref() == Some("1.0.0");
    let answer = || {
        let data = root.get("data")?;
        Some((choose(shapes::PAYLOADS, data)?, data))
    };
    let all = ["schema_version", "execution_id", "data"];
    let is_right = |name: &&str| match root.get(name).map(Node::kind) {
        Some(Kind::String) => *name != "data",
        Some(Kind::Object | Kind::Array) => *name == "data",
        _ => false,
    };
    let present = all.into_iter().filter(|name| root.get(name).is_some());
    if root.len() < 2 || present.count() as u64 != root.len() {
        return None;
    }
    let mut lost = all.into_iter().filter(|name| !is_right(name));
    let (Some(one), None) = (lost.next(), lost.next()) else {
        return None;
    };
    let tells = match one {
        "schema_version" => named() && answer().is_some(),
        "execution_id" => {
            let whole = answer().map_or(0, |(shape, data)| telling(shape, data));
            // Where there are spans, they tell the envelope as well as this.
            numbered() && whole > 1 && first_span(root).is_none()
        }
        _ => named() && numbered(),
    };
    tells.then_some(one)
}

fn bare_generation(root: Node<'_>, shape: &Shape) -> Option<&'static str> {
    if !is_graph(shape) {
        let alone = BARE.iter().any(|bare| bare.name == shape.name);
        return alone.then_some(">=3.x");
    }
    let hash = root
        .get("files")?
        .item(0)
        .and_then(|file| word(file, "hash"))?;
    by_hash(&hash)
}

/// The generation by the algorithm of the hashes of files.
fn by_hash(hash: &str) -> Option<&'static str> {
    match hash.len() {
        64 => Some("<=2.x"),
        16 => Some("3.x"),
        32 if hash.starts_with("0000000000000000") => Some(">=3.x"),
        _ => None,
    }
}

/// The generation, where something shows that only some of them print.
fn generation(root: Node<'_>) -> Option<&'static str> {
    if is_oldest(root) && word(root, "schema_version").as_deref() == Some("1.0.0") {
        return Some("1.x");
    }
    if root.get("tokens_estimated").is_some() {
        return Some("4.x");
    }
    let is_later = root.get("command").is_some()
        || word(root, "timestamp").is_some_and(|time| time.contains('.'))
        || word(root, "execution_id")
            .is_some_and(|id| classify_execution_id(&id) == ExecutionIdKind::Other);
    if is_later {
        return Some(">=3.x");
    }
    let data = root.get("data")?;
    if data.get("coverage").is_some() {
        return Some(">=3.x");
    }
    if data.get("passed").is_some() && data.get("error_count").is_some() {
        return Some("<=2.x");
    }
    let list = ["symbols", "matches"]
        .iter()
        .find_map(|key| data.get(key))?;
    let first = list.item(0)?;
    (first.get("callers").is_some() || first.get("callees").is_some()).then_some(">=2.x")
}
