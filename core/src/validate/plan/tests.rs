//! What is found by plan is what is found without: over every fixture, and over lists
//! of its objects with members renamed, taken out, exchanged and emptied.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use alloc::{format, vec};
extern crate std;

use std::fs;
use std::path::Path;

use super::super::{ValidateOptions, Validating};
use crate::documents::Piece;
use crate::json::{Document, Object, Origin, ReadOptions, Value, read, write_compact};

/// The texts of all fixtures that are one JSON document.
fn texts() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/fixtures");
    let (mut open, mut texts) = (vec![root], Vec::new());
    while let Some(dir) = open.pop() {
        for entry in fs::read_dir(dir).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|end| end == "json") {
                let text = fs::read_to_string(path).unwrap_or_default();
                // The large ones repeat the same records.
                if text.len() < 100_000 && read(text.as_bytes(), &ReadOptions::default()).is_ok() {
                    texts.push(text);
                }
            }
        }
    }
    texts.sort();
    assert!(texts.len() > 500);
    texts
}

fn findings(text: &str, document: Document<'_>, dialect: Option<&str>, strict: bool) -> String {
    let options = ValidateOptions {
        dialect: dialect.map(Into::into),
        strict,
        ..ValidateOptions::default()
    };
    let mut run = Validating::new(options);
    let verdict = run.piece(Piece {
        number: None,
        text: text.as_bytes(),
        origin: Origin::default(),
        result: Ok(document),
        sheet: None,
        dialect: None,
    });
    verdict.to_json()
}

/// Returns how many objects are of the layout of another.
fn same_either_way(text: &str, dialect: Option<&str>) -> usize {
    let document = read(text.as_bytes(), &ReadOptions::default()).unwrap();
    for strict in [false, true] {
        let planned = findings(text, document.clone(), dialect, strict);
        let plain = findings(text, document.clone().without_layouts(), dialect, strict);
        assert_eq!(planned, plain, "{text}");
    }
    document.shared_layouts()
}

#[test]
fn every_fixture_has_the_same_findings_by_plan() {
    let mut shared = 0;
    for text in texts() {
        shared += same_either_way(&text, None);
    }
    assert!(shared > 3_000, "{shared}");
}

/// An object that is like another one, and in one thing unlike it.
fn unlike(object: &Object, how: usize) -> Object {
    let chosen = how / 7 % object.len().max(1);
    let mut members: Vec<(String, Value)> = object
        .iter()
        .map(|(key, value)| (key.to_string(), value.clone()))
        .collect();
    let Some((key, value)) = members.get_mut(chosen) else {
        return object.clone();
    };
    match how % 7 {
        0 => key.push('s'),
        1 => *value = Value::Null,
        2 => *value = Value::from("7"),
        3 => *value = Value::from(1u64 << 40),
        4 => drop(members.remove(chosen)),
        5 => members.swap(0, chosen),
        _ => members.push(("note".to_string(), Value::Null)),
    }
    members.into_iter().collect()
}

/// The same document, each list of objects in it with each element three times: as it
/// is, unlike itself, and as it is.
fn repeated(value: &Value, how: &mut usize) -> Value {
    match value {
        Value::Array(items) => {
            let mut list = Vec::new();
            for item in items {
                let item = repeated(item, how);
                list.push(item.clone());
                if let Value::Object(object) = &item {
                    *how += 1;
                    list.push(Value::Object(unlike(object, *how)));
                    list.push(item);
                }
            }
            Value::from(list)
        }
        Value::Object(object) => {
            let members = object.iter();
            Value::Object(
                members
                    .map(|(key, value)| (key, repeated(value, how)))
                    .collect(),
            )
        }
        _ => value.clone(),
    }
}

#[test]
fn lists_of_objects_that_differ_have_the_same_findings_by_plan() {
    let (mut shared, mut how) = (0, 0);
    for text in texts() {
        if text.len() > 10_000 {
            continue;
        }
        let document = read(text.as_bytes(), &ReadOptions::default()).unwrap();
        let detected = crate::detect::detect_document(&document).dialect;
        let changed = write_compact(&repeated(&document.to_value(), &mut how));
        shared += same_either_way(&changed, detected.as_deref());
        // One element alone, and in a list of its own kind that is worth a plan at once.
        let list = format!("[{text},{text},{text},{text}]");
        shared += same_either_way(&list, None);
    }
    assert!(shared > 5_000, "{shared}");
}
