//! A document with one member more than its tool prints, by any name that the envelope
//! knows, has an envelope that is as right as the document.
//!
//! What a tool's answer becomes is told by its members, and so by the names of all other
//! answers, too: a member that is only carried along is not to make it another one.

use std::collections::{BTreeMap, BTreeSet};

use super::fixtures::json_files;
use llm_types::json::{Node, Object, ReadOptions, Value, read, write_compact};
use llm_types::{NormalizeOptions, ValidateOptions, normalize, schema, validate};

/// A value of each kind that a stray member may have.
fn values() -> [Value; 6] {
    [
        Value::from(3u64),
        Value::from("a"),
        Value::from(false),
        Value::Array(Vec::new().into()),
        Value::Object(Object::new()),
        Value::Array([Value::from("a")].into_iter().collect()),
    ]
}

/// All names of members in the schemas of the envelope.
fn names() -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for name in ["response", "operation-result"] {
        let text = schema(name).unwrap();
        let schema = read(text.as_bytes(), &ReadOptions::default()).unwrap();
        let root = schema.root();
        let parts = root.get("$defs").unwrap();
        for (_, part) in parts.members() {
            for (name, _) in part.get("properties").into_iter().flat_map(Node::members) {
                names.insert(name.as_str().into_owned());
            }
        }
    }
    assert!(names.len() > 100, "{}", names.len());
    names
}

/// The members that hold the answer of a tool, where there are such.
const WRAPPED: [&str; 2] = ["data", "result"];

/// One document of each set of names that its root and its answer have: the smallest.
fn documents() -> Vec<(String, Object)> {
    let mut found: BTreeMap<Vec<String>, (String, Object, usize)> = BTreeMap::new();
    for (name, text) in json_files("") {
        let Ok(document) = read(&text, &ReadOptions::default()) else {
            continue;
        };
        let Value::Object(document) = document.to_value() else {
            continue;
        };
        let mut keys: Vec<String> = document.keys().map(str::to_owned).collect();
        for member in WRAPPED {
            let inner = document.get(member).and_then(Value::as_object);
            keys.extend(
                inner
                    .into_iter()
                    .flat_map(|it| it.keys().map(|key| format!("/{key}"))),
            );
        }
        keys.sort();
        let is_smaller = found.get(&keys).is_none_or(|(.., size)| text.len() < *size);
        if is_smaller && is_valid(&text) {
            found.insert(keys, (name, document, text.len()));
        }
    }
    found
        .into_values()
        .map(|(name, document, _)| (name, document))
        .collect()
}

fn is_valid(text: &[u8]) -> bool {
    validate(text, &ValidateOptions::default()).ok
}

/// A document with one member more in it or in its answer.
fn with(document: &Object, inside: Option<&str>, name: &str, value: Value) -> Option<Object> {
    let mut changed = document.clone();
    let Some(inside) = inside else {
        let is_new = changed.get(name).is_none();
        changed.insert(name.to_owned(), value);
        return is_new.then_some(changed);
    };
    let mut inner = document.get(inside)?.as_object()?.clone();
    if inner.get(name).is_some() {
        return None;
    }
    inner.insert(name.to_owned(), value);
    changed.insert(inside.to_owned(), Value::Object(inner));
    Some(changed)
}

fn fault_of_the_envelope(text: &[u8]) -> Option<String> {
    let Ok(envelope) = normalize(text, &NormalizeOptions::default()) else {
        return Some("refused".to_owned());
    };
    let found = validate(envelope.text.as_bytes(), &ValidateOptions::default());
    let first = found.diagnostics.iter().find(|_| !found.ok)?;
    Some(format!("{} {}", first.code, first.message))
}

#[test]
fn one_member_more_makes_no_envelope_worse_than_its_document() {
    let names = names();
    let (mut wrong, mut asked) = (Vec::new(), 0);
    for (number, (of, document)) in documents().iter().enumerate() {
        for (at, name) in names.iter().enumerate() {
            for (inside, place) in [None, Some("data"), Some("result")].into_iter().zip(0..) {
                // Of each kind in turn.
                let value = values()[(number + at + place) % values().len()].clone();
                let Some(changed) = with(document, inside, name, value) else {
                    continue;
                };
                let text = write_compact(&Value::Object(changed));
                let fault = fault_of_the_envelope(text.as_bytes());
                // Asked last, and of few: whether the fault is the document's own.
                if fault.is_some() && !is_valid(text.as_bytes()) {
                    continue;
                }
                asked += 1;
                if let Some(fault) = fault {
                    wrong.push(format!("{of} with {name:?} in {inside:?}: {fault}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {asked}: {wrong:#?}", wrong.len());
    assert!(asked > 10_000, "{asked}");
}
