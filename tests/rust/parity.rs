//! What the crate exports is what `parity.json` says, and it says why where a host
//! lacks a name. The other hosts have the same test against their own exports.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;

use serde_json::Value;

const PARITY: &str = include_str!("../parity.json");
const ROOT: &str = include_str!("../../core/src/lib.rs");
const SPAN: &str = include_str!("../../core/src/span.rs");

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

#[test]
fn a_span_can_do_what_the_list_says() {
    let parity: Value = serde_json::from_str(PARITY).unwrap();
    for name in words(&parity["methods"]["Span"]) {
        let there = SPAN.contains(&format!("pub fn {name}("));
        assert!(there || name == "compare", "no `Span::{name}`");
    }
    // What `compare` is in Rust.
    assert!(SPAN.contains("PartialOrd, Ord, Hash, Serialize, Deserialize)]\n#[serde(into"));
}
