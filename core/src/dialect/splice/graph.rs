//! Records of the graph as JSON Lines. In the envelope they are those of Magellan:
//! what a record holds, and which it is.

use alloc::vec::Vec;

use super::answer::INDEXED_FILE;
use super::report::SYMBOL;
use super::word;
use crate::dialect::{At, Made, Making, Members, Writing, magellan};
use crate::envelope::record::shape;
use crate::envelope::shape::Type::{Record, Text};
use crate::envelope::shape::{Role, Shape};
use crate::envelope::sign::Sign::{self, All, Either, Has, Not, Within, Word};
use crate::envelope::{CallExport, ReferenceExport};
use crate::json::{Node, Object, Pointer, Value};
use crate::loss::LossKind;
use crate::normalize::ChangeKind;
use crate::validate::Slot;

/// The head of the graph, in the words of splice and in ours.
const HEAD: (&str, &str) = ("header", "Version");

/// The version of the export.
pub(in crate::dialect) const EXPORT_VERSION: &str = "1.0.0";

/// What the `data` of a record is.
const ITEMS: [(&str, &str, &Shape); 2] = [
    ("file", "File", &INDEXED_FILE),
    ("symbol", "Symbol", &SYMBOL),
];

/// No word for the kind that the tool has, and no wrapper around it.
const UNTOLD: Sign = All(&[
    Not(&Either(&[
        Word("type", "header"),
        Word("type", "file"),
        Word("type", "symbol"),
        Word("type", "reference"),
        Word("type", "call"),
        Has("status"),
        Has("message"),
        Has("schema_version"),
        Has("execution_id"),
        Has("db_path"),
    ])),
    Has("data"),
]);

shape! {
    /// A file, in the graph as JSON Lines, that does not say what it is.
    UNTOLD_FILE "SpliceUntoldFile" [All(&[
        UNTOLD,
        Within("data", &All(&[Has("path"), Has("hash"), Has("last_indexed_at")])),
    ])] {
        required "type": Text, as Role::Only(&["file"]);
        required "data": Record(&INDEXED_FILE);
    }
}

shape! {
    /// A symbol, in the graph as JSON Lines, that does not say what it is.
    UNTOLD_SYMBOL "SpliceUntoldSymbol" [All(&[
        UNTOLD,
        Within("data", &All(&[Has("symbol_id"), Has("name"), Has("file_path"), Has("byte_start")])),
    ])] {
        required "type": Text, as Role::Only(&["symbol"]);
        required "data": Record(&SYMBOL);
    }
}

/// Records that do not say what they are, which only the records around them tell.
pub(super) const UNTOLD_RECORDS: [&Shape; 2] = [&UNTOLD_FILE, &UNTOLD_SYMBOL];

/// Whether the `data` of an envelope is a record that splice knows.
pub(super) fn is_record(data: Node<'_>) -> bool {
    let head = word(data, "type").is_some_and(|kind| kind == HEAD.1);
    item_of(data).is_some() || (head && word(data, "version").is_some())
}

fn item_of(data: Node<'_>) -> Option<(&'static str, &'static Shape)> {
    let kind = word(data, "type")?;
    let known = ITEMS.iter().find(|(_, ours, _)| *ours == kind);
    known.map(|(theirs, _, shape)| (*theirs, *shape))
}

/// The `data` of an envelope.
pub(super) fn canonical<'d>(making: &mut Making<'d, '_>) -> Made<'d> {
    let root = making.document.root();
    let here = At::new("/data");
    let member = |name: &str| root.get(name).map(Slot::of);
    let kind = word(root, "type").unwrap_or_default();
    let item = ITEMS.iter().find(|(theirs, _, _)| *theirs == kind);
    let (ours, mut found) = match (item, member("data"), member("schema_version")) {
        (Some((_, ours, shape)), Some(data), _) => {
            making.moved(data, &here);
            (*ours, making.record(data, shape, &here))
        }
        (None, None, Some(version)) if kind == HEAD.0 => {
            making.moved(version, here.child("version"));
            let mut head = Members::default();
            head.insert("version", version.node);
            (HEAD.1, head.into())
        }
        _ => {
            return making.value(Slot::of(root), &super::DOCUMENTS, &here);
        }
    };
    if let (Some(members), Some(slot)) = (found.as_object_mut(), member("type")) {
        members.insert("type", ours);
        let from = slot.node.into();
        making.changed_to(
            slot,
            ChangeKind::Converted,
            &from,
            &ours.into(),
            here.child("type"),
        );
        beside(making, root, members, &here);
    }
    found
}

/// Members that nobody knows beside those of a record.
fn beside<'d>(making: &mut Making<'d, '_>, root: Node<'d>, found: &mut Members<'d>, here: &At<'_>) {
    let head = root.get("data").is_none();
    let known = ["type", if head { "schema_version" } else { "data" }];
    for (key, value) in root.members() {
        let name = key.as_str();
        if known.contains(&&*name) {
            continue;
        }
        let slot = Slot::of(value);
        if found.contains_key(&name) {
            making.name_taken(slot);
        } else {
            making.moved(slot, here.child(&name));
            found.append(name, value.into());
        }
    }
}

/// The record that the `data` of an envelope is.
pub(super) fn home(writing: &mut Writing<'_, '_>) -> Value {
    let mut line = Object::new();
    let Some(data) = writing.root.get("data") else {
        return line.into();
    };
    let Some((kind, shape)) = item_of(data) else {
        if let Some(version) = data.get("version") {
            line.insert("schema_version", version.to_value());
            let stated = version.as_str();
            let is_of_other = writing.is_of_other("splice")
                || stated.as_deref() == Some(magellan::EXPORT_VERSION);
            if is_of_other && stated.as_deref() != Some(EXPORT_VERSION) {
                line.insert("schema_version", EXPORT_VERSION);
                let place = Pointer::root().child("data").child("version");
                let note = "the version of the export that the tool prints";
                writing.lost(&place, LossKind::Derived, note);
            }
        }
        line.insert("type", HEAD.0);
        for (key, value) in data.members() {
            let name = key.as_str();
            match &*name {
                "type" | "version" => {}
                // The version of the export has its name here.
                "schema_version" if value.is_null() => {}
                "schema_version" => {
                    let place = Pointer::root().child("data").child(&name);
                    writing.dropped(&place);
                }
                _ => _ = line.insert(name, value.to_value()),
            }
        }
        return line.into();
    };
    line.insert("type", kind);
    let mut item = writing.record(data, &Pointer::root().child("data"), shape);
    if let Some(members) = item.as_object_mut() {
        members.remove("type");
    }
    line.insert("data", item);
    line.into()
}

/// The lists of references and calls, what they are called in the envelope where splice tells
/// them by the ids of symbols, and what the envelope takes for an element.
const LINKS: [(&str, &str, &Shape); 2] = [
    ("references", "symbol_references", &ReferenceExport::SHAPE),
    ("calls", "symbol_calls", &CallExport::SHAPE),
];

/// Gives lists another name whose elements say no range: the envelope's own have one.
pub(super) fn links_apart<'d>(
    making: &mut Making<'d, '_>,
    slot: Slot<'d>,
    graph: &mut Members<'d>,
    at: &At<'_>,
) {
    for (list, apart, shape) in LINKS {
        let Some(node) = slot.node.get(list) else {
            continue;
        };
        let is_one = |item: Node<'d>| shape.required().all(|field| item.get(field.name).is_some());
        if node.items().all(is_one) || graph.contains_key(apart) {
            continue;
        }
        if let Some(links) = graph.remove(list) {
            graph.insert(apart, links);
            making.moved(Slot::of(node), at.child(apart));
            let none = Made::List(Vec::new());
            making.added(ChangeKind::Defaulted, at.child(list), &none);
            graph.insert(list, none);
        }
    }
}

/// Gives them their name back.
pub(super) fn links_home<'d>(
    _: &mut Writing<'d, '_>,
    node: Node<'d>,
    _: &Pointer,
    graph: &mut Object,
) {
    for (list, apart, _) in LINKS {
        let is_empty = node.get(list).is_some_and(Node::is_empty);
        if let Some(links) = node.get(apart).filter(|_| is_empty) {
            graph.remove(apart);
            graph.insert(list, links.to_value());
        }
    }
}
