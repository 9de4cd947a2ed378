//! The short ways of detection find what the long one finds.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::{detect_document, likeliest};
use crate::dialect::{self, Clues, Recognition};
use crate::envelope::shape::{Shape, Type};
use crate::fixtures::texts;
use crate::json::{Document, ReadOptions, Value, read, write_compact};

/// The shapes that stand at the root of a document.
fn shapes(ty: &Type, found: &mut Vec<&'static Shape>) {
    match ty {
        Type::Choice(shapes) => found.extend_from_slice(shapes),
        Type::Record(shape) => found.push(shape),
        Type::OneOf(types) => types.iter().for_each(|ty| shapes(ty, found)),
        _ => {}
    }
}

/// All names of members that a dialect knows at the root.
fn names() -> Vec<&'static str> {
    let mut found = Vec::new();
    for adapter in dialect::all() {
        shapes(adapter.documents(), &mut found);
    }
    let names = found.iter().flat_map(|shape| shape.fields);
    let names: BTreeSet<&str> = names.map(|field| field.name).collect();
    names.into_iter().collect()
}

/// Values of each kind, among them words that tools print, and containers that hold a
/// member of every name.
fn values(names: &[&str]) -> Vec<String> {
    let words = [
        "x",
        "1.0.0",
        "1.1.0",
        "2.0.0",
        "2.1.0",
        "3.0.0",
        "ok",
        "create",
        "edit",
        "index",
        "approved",
        "not_implemented",
        "no symbols found for x",
        "550e8400-e29b-41d4-a716-446655440000",
        "6971e5a3-1f2e",
    ];
    let mut values: Vec<String> = words.iter().map(|word| format!("\"{word}\"")).collect();
    values.extend(["1", "true", "[]", "{}"].map(ToString::to_string));
    for inner in ["1", "\"LLM-E001\"", "[]"] {
        let members = names.iter().map(|name| format!("\"{name}\":{inner}"));
        let members: Vec<String> = members.collect();
        let object = format!("{{{}}}", members.join(","));
        values.push(format!("[{object}]"));
        values.push(object);
    }
    values
}

fn agree(document: &Document<'_>) {
    let root = document.root();
    let long = detect_document(document);
    let short = likeliest(root);
    let (name, generation) = short.first.map_or((None, None), |(one, generation)| {
        (Some(one.name()), generation)
    });
    assert_eq!(long.dialect.as_deref(), name, "{}", document.text());
    assert_eq!(long.generation.as_deref(), generation);
    if name.is_some() {
        assert_eq!(long.near_tie, short.other.is_some());
    }
}

/// Asks every dialect, and says how many promised nothing.
fn promises_hold(document: &Document<'_>) -> usize {
    let root = document.root();
    let clues = Clues::of(root);
    let mut silent = 0;
    for adapter in dialect::all() {
        let mut signs = Recognition::default();
        adapter.recognise(root, &mut signs);
        let promise = clues.promise(adapter);
        let (name, text) = (adapter.name(), document.text());
        assert!(promise.is_some() || !signs.speaks(), "{name}: {text}");
        assert!(promise.unwrap_or(0) >= signs.score(), "{name}: {text}");
        silent += usize::from(promise.is_none());
    }
    agree(document);
    silent
}

#[test]
fn no_dialect_has_more_to_say_for_it_than_the_keys_promise() {
    let names = names();
    let values = values(&names);
    let (mut silent, mut asked) = (0, 0);
    for (at, name) in names.iter().enumerate() {
        for (first, value) in values.iter().enumerate() {
            // Beside it a member of another name, whose values take turns; and once more.
            for turn in 0..2 {
                let other = at * 7 + first * 13 + turn * 17 + 1;
                let other = names.get(other % names.len()).unwrap();
                let beside = values.get((at + first * 5 + turn) % values.len()).unwrap();
                let text = if other == name {
                    format!("{{\"{name}\":{value}}}")
                } else {
                    format!("{{\"{name}\":{value},\"{other}\":{beside}}}")
                };
                let document = read(text.as_bytes(), &ReadOptions::default()).unwrap();
                silent += promises_hold(&document);
                asked += dialect::HOW_MANY;
            }
        }
    }
    let speaking = asked - silent;
    assert!(silent > 10_000 && speaking > 10_000, "{silent}, {speaking}");
}

#[test]
fn a_document_of_many_members_has_no_more_than_its_keys_promise() {
    let names = names();
    let values = values(&names);
    let tools = dialect::all().map(|adapter| format!("\"{}\"", adapter.name()));
    let tools: Vec<String> = tools.chain(values.iter().cloned()).collect();
    let mut state = 7u64;
    let mut below = |limit: usize| {
        state = state
            .wrapping_mul(0x2545_f491_4f6c_dd1d)
            .wrapping_add(0x9e37_79b9);
        usize::try_from(state >> 33).unwrap() % limit
    };
    for _ in 0..20_000 {
        let mut members = BTreeMap::new();
        for _ in 0..=below(12) {
            let name = *names.get(below(names.len())).unwrap();
            let values = if name == "tool" { &tools } else { &values };
            members.insert(name, values.get(below(values.len())).unwrap());
        }
        let members = members
            .iter()
            .map(|(name, value)| format!("\"{name}\":{value}"));
        let text = format!("{{{}}}", members.collect::<Vec<_>>().join(","));
        let document = read(text.as_bytes(), &ReadOptions::default()).unwrap();
        promises_hold(&document);
    }
}

#[test]
fn the_sum_is_the_same_with_and_without_the_words() {
    let text = br#"{"status":"ok","message":"m","data":{},"tool":"x","a/b":1}"#;
    let document = read(text, &ReadOptions::default()).unwrap();
    for adapter in dialect::all() {
        let (mut short, mut long) = (Recognition::default(), Recognition::with_evidence());
        adapter.recognise(document.root(), &mut short);
        adapter.recognise(document.root(), &mut long);
        assert_eq!(
            (short.score(), short.speaks()),
            (long.score(), long.speaks())
        );
        assert_eq!(short.generation, long.generation);
        assert!(short.into_evidence().is_empty());
        let sum: i64 = long.into_evidence().iter().map(|sign| sign.weight).sum();
        let mut again = Recognition::default();
        adapter.recognise(document.root(), &mut again);
        assert_eq!(u64::try_from(sum.clamp(0, 100)).unwrap(), again.score());
    }
}

/// What a tool says about itself beside its version is enough: the version is a finding then
/// (`VERSION_UNKNOWN`), and no reason to refuse the document.
#[test]
fn a_tool_is_known_by_another_major_version_too() {
    let mut asked = 0;
    for text in texts() {
        let document = read(text.as_bytes(), &ReadOptions::default()).unwrap();
        let version = document.root().get("schema_version");
        let Some(version) = version.and_then(crate::json::Node::as_str) else {
            continue;
        };
        let tool = likeliest(document.root()).first.map(|(one, _)| one.name());
        // The envelope has the members of many tools; it is its version that tells.
        if tool == Some("unified") {
            continue;
        }
        let later = |text: &str| {
            let stated = format!("\"{version}\"");
            let (before, after) = text.split_once(&stated).unwrap();
            format!("{before}\"9.1.0\"{after}")
        };
        let later = later(document.text());
        let document = read(later.as_bytes(), &ReadOptions::default()).unwrap();
        let known = likeliest(document.root()).first.map(|(one, _)| one.name());
        assert_eq!(known, tool, "{later}");
        asked += 1;
    }
    assert!(asked > 300, "{asked}");
}

/// Whose such a version is, the whole document tells: both ways of detection ask for it.
#[test]
fn no_version_of_the_envelope_promises_too_little() {
    let mut asked = 0;
    for text in texts() {
        let document = read(text.as_bytes(), &ReadOptions::default()).unwrap();
        let mut value = document.to_value();
        let Some(members) = value.as_object_mut() else {
            continue;
        };
        for version in ["1.1.0", "2.1.0"] {
            members.insert("schema_version", version);
            let text = write_compact(&Value::Object(members.clone()));
            promises_hold(&read(text.as_bytes(), &ReadOptions::default()).unwrap());
            asked += 1;
        }
    }
    assert!(asked > 1_000, "{asked}");
}
