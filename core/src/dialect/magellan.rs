//! Magellan: symbols, references and files of a code index.
//!
//! Its wrapper and its span are the canonical ones; what differs is the version,
//! `null`s, checksums without a name, and the answers that come bare. Columns
//! are 0-based UTF-8 bytes, only LF ends a line, and a byte order mark counts.

use alloc::string::String;

use super::Adapter;
use super::convention::{
    ColumnUnit, Columns, Convention, LineColumns, Nulls, OffsetEnd, Offsets, PathStyle,
};
use super::recognise::{Recognition, has, word};
use super::unified::wrap;
use super::{At, Draft, Writing};
use crate::checksum::ChecksumAlgorithm;
use crate::detect::{Candidate, Detection, Evidence, rank};
use crate::envelope::shape::{Field, Presence, Shape, Type};
use crate::id::{ExecutionIdKind, SpanIdScheme, classify_execution_id};
use crate::json::{Kind, Node, Pointer, Value};
use crate::loss::LossKind;
use crate::text::{BomPolicy, EndRule, LineTerminators, PositionEncoding};
use crate::validate::{Fit, Slot, choose};

mod bare;
pub(crate) mod shapes;

use bare::BARE;
use shapes::RESPONSE;

/// See the module.
pub(crate) struct Magellan;

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
    levels: ["error", "warning", "note", "help"],
    span_ids: Some(SpanIdScheme::Be64),
    paths: PathStyle::Mixed,
};

/// The wrapper, an answer that comes without it, or a record of the graph export.
static DOCUMENTS: Type = Type::Choice(&EVERYTHING);

const RECORDS: [&Shape; 6] = [
    &RESPONSE,
    &bare::VERSION,
    &bare::FILE,
    &bare::SYMBOL,
    &bare::REFERENCE,
    &bare::CALL,
];

const EVERYTHING: [&Shape; RECORDS.len() + EVERYTHING_BARE.len()] = {
    let mut all = [&RESPONSE; RECORDS.len() + EVERYTHING_BARE.len()];
    let mut at = 0;
    while at < all.len() {
        all[at] = if at < RECORDS.len() {
            RECORDS[at]
        } else {
            EVERYTHING_BARE[at - RECORDS.len()]
        };
        at += 1;
    }
    all
};

/// An answer that comes without the wrapper, or has lost it.
static BARE_DOCUMENTS: Type = Type::Choice(&EVERYTHING_BARE);

const EVERYTHING_BARE: [&Shape; BARE.len() + shapes::PAYLOADS.len()] = {
    let mut all = [BARE[0]; BARE.len() + shapes::PAYLOADS.len()];
    let mut at = 0;
    while at < all.len() {
        all[at] = if at < BARE.len() {
            BARE[at]
        } else {
            shapes::PAYLOADS[at - BARE.len()]
        };
        at += 1;
    }
    all
};

/// Kinds of record in the graph export as JSON Lines.
const EXPORT_RECORDS: [&str; 5] = ["Version", "File", "Symbol", "Reference", "Call"];

/// How the graph export as CSV begins.
const CSV_HEAD: &[u8] = b"# Magellan Export Version:";

/// Whether a text is the graph export as CSV.
pub(crate) fn is_csv(text: &[u8]) -> bool {
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    text.trim_ascii_start().starts_with(CSV_HEAD)
}

/// What [`crate::detect()`] says of the graph export as CSV.
pub(crate) fn csv_detection() -> Detection {
    rank(alloc::vec![Candidate {
        dialect: "magellan".into(),
        generation: None,
        score: 100,
        evidence: alloc::vec![Evidence {
            pointer: String::new(),
            says: "the text begins with the header of the graph export as CSV".into(),
            weight: 100,
        }],
    }])
}

/// The form of a document that this version recognises but does not convert.
pub(crate) fn unsupported(root: Node<'_>) -> Option<&'static str> {
    is_export_record(root).then_some("the graph export of Magellan as JSON Lines")
}

fn is_export_record(root: Node<'_>) -> bool {
    let Some(kind) = word(root, "type") else {
        return false;
    };
    let telling = match kind.as_ref() {
        "Version" => has(root, "version", Kind::String),
        "File" => has(root, "path", Kind::String) && has(root, "hash", Kind::String),
        "Symbol" => has(root, "kind", Kind::String) && has(root, "file", Kind::String),
        "Reference" => has(root, "referenced_symbol", Kind::String),
        "Call" => has(root, "caller", Kind::String) && has(root, "callee", Kind::String),
        _ => false,
    };
    telling && EXPORT_RECORDS.contains(&kind.as_ref())
}

/// A bare answer: no wrapper, all the members that it must have, and enough of
/// them to tell.
fn bare_shape(root: Node<'_>) -> Option<&'static Shape> {
    if root.get("schema_version").is_some() || root.get("execution_id").is_some() {
        return None;
    }
    let complete = |shape: &&Shape| {
        let known = |name: &str| root.get(name).is_some();
        let required = |field: &&Field| field.presence == Presence::Required;
        let strange = root
            .members()
            .filter(|(key, _)| shape.field(&key.as_str()).is_none());
        shape
            .fields
            .iter()
            .filter(required)
            .all(|field| known(field.name))
            && shape
                .fields
                .iter()
                .filter(|field| known(field.name))
                .count()
                > 1
            && strange.count() < 2
    };
    let bare = BARE.iter().copied().find(complete);
    bare.or_else(|| choose(shapes::PAYLOADS, root).filter(complete))
}

impl Adapter for Magellan {
    fn name(&self) -> &'static str {
        "magellan"
    }

    fn title(&self) -> &'static str {
        "Magellan: symbols, references and files of a code index"
    }

    fn generations(&self) -> &'static [&'static str] {
        &["1.x", ">=2.x", ">=3.x", "3.x", "4.x"]
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

    fn recognise(&self, root: Node<'_>) -> Recognition {
        let mut signs = Recognition::default();
        if root.kind() != Kind::Object {
            return signs;
        }
        if is_export_record(root) {
            signs.sign("/type", 90, "a record of the graph export as JSON Lines");
            return signs;
        }
        if let Some(shape) = bare_shape(root) {
            let alone = BARE.iter().any(|bare| bare.name == shape.name);
            let weight = if alone { 80 } else { 50 };
            signs.sign("", weight, alloc::format!("all members of {}", shape.name));
            signs.generation = bare_generation(root, shape);
            return signs;
        }
        wrapper_signs(root, &mut signs);
        signs.generation = generation(root);
        signs
    }

    fn canonical(&self, draft: &mut Draft<'_, '_>) -> Value {
        let root = draft.document.root();
        if bare_shape(root).is_some() {
            let data = draft.value(Slot::root(root), &BARE_DOCUMENTS, &At::new("/data"));
            return wrap(draft, data);
        }
        let mut envelope = draft.value(Slot::root(root), &DOCUMENTS, &At::ROOT);
        super::unified::raise_version(draft, &mut envelope);
        envelope
    }

    fn home(&self, writing: &mut Writing<'_, '_>) -> Value {
        let root = writing.root;
        let unnamed = word(root, "execution_id").as_deref() == Some("")
            && ["tool", "timestamp", "command"]
                .iter()
                .all(|key| root.get(key).is_none());
        let bare = root
            .get("data")
            .filter(|data| unnamed && bare_shape(*data).is_some());
        if let Some(data) = bare {
            let pointer = Pointer::root().child("data");
            return writing.value(data, &pointer, &BARE_DOCUMENTS);
        }
        let mut document = writing.record(root, &Pointer::root(), &RESPONSE);
        if let Some(members) = document.as_object_mut() {
            members.remove("origin");
            let context = members
                .get("command")
                .and_then(Value::as_str)
                .is_some_and(|command| command.starts_with("context "));
            members.insert("schema_version", if context { "1.0" } else { "1.0.0" });
            let pointer = Pointer::root().child("schema_version");
            writing.lost(
                &pointer,
                LossKind::Derived,
                "the version that the tool prints",
            );
        }
        document
    }
}

/// What the wrapper says.
fn wrapper_signs(root: Node<'_>, signs: &mut Recognition) {
    match word(root, "tool").as_deref() {
        Some("magellan") => signs.sign("/tool", 55, "the tool calls itself magellan"),
        Some(other) => signs.sign(
            "/tool",
            -60,
            alloc::format!("the tool calls itself {other}"),
        ),
        None => {}
    }
    match word(root, "schema_version").as_deref() {
        Some("1.0.0") => signs.sign("/schema_version", 10, "the version that magellan prints"),
        Some("1.0") => signs.sign("/schema_version", 10, "the version of `magellan context`"),
        Some(_) => signs.sign(
            "/schema_version",
            -30,
            "a version that magellan never printed",
        ),
        None => signs.sign("", -30, "no `schema_version`"),
    }
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
            ExecutionIdKind::Uuid => signs.sign("/execution_id", -10, "a UUID"),
            ExecutionIdKind::Other => {}
        }
    } else {
        signs.sign("", -25, "no `execution_id`");
    }
    for key in ["operation_type", "operation_id", "success", "status"] {
        if root.get(key).is_some() {
            let pointer = Pointer::root().child(key);
            signs.sign(
                pointer.as_str(),
                -40,
                "magellan's wrapper has no such member",
            );
        }
    }
    let Some(data) = root.get("data") else {
        signs.sign("", -30, "no `data`");
        return;
    };
    signs.sign("/data", 10, "a wrapper with `data`");
    let sample = if data.kind() == Kind::Array {
        data.item(0)
    } else {
        Some(data)
    };
    let shapes = if data.kind() == Kind::Array {
        shapes::ELEMENTS
    } else {
        shapes::PAYLOADS
    };
    match sample.map(|sample| {
        choose(shapes, sample).map(|shape| (shape, Fit::of(shape, sample, false).score))
    }) {
        Some(Some((shape, score))) if score > 1 => {
            signs.sign("/data", 20, alloc::format!("members of {}", shape.name));
        }
        Some(_) => signs.sign("/data", -5, "no answer that is known of magellan"),
        None => {}
    }
}

fn bare_generation(root: Node<'_>, shape: &Shape) -> Option<&'static str> {
    if shape.name != "GraphExport" {
        let alone = BARE.iter().any(|bare| bare.name == shape.name);
        return alone.then_some("4.x");
    }
    let hash = root
        .get("files")?
        .item(0)
        .and_then(|file| word(file, "hash"))?;
    match hash.len() {
        64 => Some("1.x"),
        16 => Some("3.x"),
        32 if hash.starts_with("0000000000000000") => Some("4.x"),
        _ => None,
    }
}

/// The generation, where something shows that only some of them print.
fn generation(root: Node<'_>) -> Option<&'static str> {
    let newest = root.get("tokens_estimated").is_some()
        || root.get("command").is_some()
        || word(root, "timestamp").is_some_and(|time| time.contains('.'))
        || word(root, "execution_id")
            .is_some_and(|id| classify_execution_id(&id) == ExecutionIdKind::Other);
    if newest {
        return Some("4.x");
    }
    let data = root.get("data")?;
    if data.get("coverage").is_some() {
        return Some(">=3.x");
    }
    if data.get("passed").is_some() && data.get("error_count").is_some() {
        return Some("1.x");
    }
    let list = ["symbols", "matches"]
        .iter()
        .find_map(|key| data.get(key))?;
    let first = list.item(0)?;
    (first.get("callers").is_some() || first.get("callees").is_some()).then_some(">=2.x")
}
