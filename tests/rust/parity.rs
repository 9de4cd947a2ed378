//! What the crate exports is what `parity.json` says, and it says why where a host
//! lacks a name. The other hosts have the same test against their own exports.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use llm_types::{ByteRange, Span};
use serde_json::Value;

const PARITY: &str = include_str!("../parity.json");
const ROOT: &str = include_str!("../../core/src/lib.rs");

fn words(value: &Value) -> BTreeSet<String> {
    match value {
        Value::Array(names) => names.iter().map(|it| it.as_str().unwrap().into()).collect(),
        Value::Object(reasons) => {
            for (name, why) in reasons {
                assert!(why.as_str().unwrap().len() > 10, "{name} has no reason");
            }
            reasons.keys().cloned().collect()
        }
        _ => BTreeSet::new(),
    }
}

/// The names of `pub use` lines, by their last word, and of functions.
fn exports() -> BTreeSet<String> {
    let mut names = BTreeSet::from(["version".to_owned()]);
    for statement in ROOT.split("pub use ").skip(1) {
        let statement = statement.split(';').next().unwrap();
        let list = statement
            .split_once('{')
            .map_or_else(|| statement.rsplit("::").next().unwrap(), |it| it.1);
        for name in list.trim_end_matches('}').split(',') {
            names.extend(name.split_whitespace().last().map(ToOwned::to_owned));
        }
    }
    names
}

#[test]
fn every_export_is_in_every_host_or_has_a_reason() {
    let parity: Value = serde_json::from_str(PARITY).unwrap();
    let mut listed = words(&parity["everywhere"]);
    listed.extend(words(&parity["rust_only"]));
    // Types are checked by the compilers of the hosts; here they only have to exist.
    let (types, verbs): (BTreeSet<_>, BTreeSet<_>) = exports()
        .into_iter()
        .partition(|name| name.starts_with(char::is_uppercase));
    let (classes, listed): (BTreeSet<_>, BTreeSet<_>) = listed
        .into_iter()
        .partition(|name| name.starts_with(char::is_uppercase));
    assert_eq!(verbs, listed);
    assert!(classes.is_subset(&types), "{classes:?}");
}

/// The public functions of a class, as its sources spell them.
fn methods(class: &str) -> BTreeSet<String> {
    let core = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../core/src"));
    let mut names = BTreeSet::new();
    let mut folders = vec![core.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|it| it == "rs") {
                names.extend(methods_in(&fs::read_to_string(path).unwrap(), class));
            }
        }
    }
    names
}

fn methods_in(source: &str, class: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut inside = false;
    for line in source.lines() {
        if let Some(head) = line.strip_prefix("impl") {
            let head = head.trim_end_matches('{').trim();
            let name = head.rsplit(' ').next().unwrap_or_default();
            inside = name.split('<').next() == Some(class) && !head.contains(" for ");
        } else if line == "}" {
            inside = false;
        } else if inside {
            let line = line.strip_prefix("    pub ").unwrap_or_default();
            let line = line.strip_prefix("const ").unwrap_or(line);
            if let Some(rest) = line.strip_prefix("fn ") {
                let end = rest.find(['(', '<']).unwrap_or(rest.len());
                names.push(rest[..end].to_owned());
            }
        }
    }
    names
}

#[test]
fn every_method_is_in_every_host_or_has_a_reason() {
    let parity: Value = serde_json::from_str(PARITY).unwrap();
    for (class, lists) in parity["methods"].as_object().unwrap() {
        let renamed = lists["rust_names"].as_object().cloned().unwrap_or_default();
        let mut listed: BTreeSet<String> = words(&lists["everywhere"])
            .into_iter()
            .map(|name| match renamed.get(&name) {
                Some(here) => here.as_str().unwrap().to_owned(),
                None => name,
            })
            .collect();
        listed.extend(words(&lists["rust_only"]));
        assert_eq!(methods(class), listed, "{class}");
        for host in ["not_in_rust", "javascript_only", "python_only"] {
            assert!(words(&lists[host]).is_disjoint(&listed), "{class}, {host}");
        }
    }
}

#[test]
fn spans_are_compared_by_operators() {
    let parts = |path: &str| Span::without_text(path, ByteRange::new(0, 1).unwrap()).unwrap();
    assert!(parts("a") < parts("b"));
}
