//! Documents for the tests of this crate: the fixtures, their sources, and lists of their
//! objects with members renamed, taken out, exchanged and emptied.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
extern crate std;

use std::fs;
use std::path::Path;

use crate::json::{Object, ReadOptions, Value, read};
use crate::source::Sources;

/// The files below a folder of the fixtures, each by its path from there.
fn files(below: &str) -> Vec<(String, Vec<u8>)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/fixtures");
    let root = root.join(below);
    let (mut open, mut files) = (vec![root.clone()], Vec::new());
    while let Some(dir) = open.pop() {
        for entry in fs::read_dir(dir).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else {
                let name = path.strip_prefix(&root).unwrap().to_string_lossy();
                files.push((name.replace('\\', "/"), fs::read(&path).unwrap()));
            }
        }
    }
    files.sort();
    files
}

/// The texts of all fixtures that are one JSON document.
pub(crate) fn texts() -> Vec<String> {
    let files = files("").into_iter();
    // The large ones repeat the same records.
    let is_json = |name: &str| Path::new(name).extension().is_some_and(|end| end == "json");
    let small = files.filter(|(name, text)| is_json(name) && text.len() < 100_000);
    let texts = small.filter_map(|(_, text)| String::from_utf8(text).ok());
    let read = |text: &String| read(text.as_bytes(), &ReadOptions::default()).is_ok();
    let texts: Vec<String> = texts.filter(read).collect();
    assert!(texts.len() > 500);
    texts
}

/// The texts that most of the fixtures are about.
pub(crate) fn sources() -> Sources {
    files("workspace").into_iter().collect()
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
pub(crate) fn repeated(value: &Value, how: &mut usize) -> Value {
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
