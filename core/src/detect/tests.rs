//! The short ways of detection find what the long one finds.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::{detect_document, likeliest};
use crate::dialect::{self, Recognition};
use crate::envelope::shape::{Shape, Type};
use crate::json::{Document, ReadOptions, read};

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

#[test]
fn nothing_speaks_for_a_dialect_of_which_no_telling_key_is_there() {
    let names = names();
    let values = values(&names);
    let (mut passed_over, mut asked) = (0, 0);
    for (at, name) in names.iter().enumerate() {
        for (first, value) in values.iter().enumerate() {
            // Beside it a member of another name, whose values take turns.
            let other = names.get((at * 7 + first * 13 + 1) % names.len()).unwrap();
            let beside = values.get((at + first * 5) % values.len()).unwrap();
            let text = if other == name {
                format!("{{\"{name}\":{value}}}")
            } else {
                format!("{{\"{name}\":{value},\"{other}\":{beside}}}")
            };
            let document = read(text.as_bytes(), &ReadOptions::default()).unwrap();
            let root = document.root();
            for adapter in dialect::all() {
                let mut signs = Recognition::default();
                adapter.recognise(root, &mut signs);
                let may = root.key_bits().has_any(adapter.telling());
                assert!(may || !signs.speaks(), "{}: {text}", adapter.name());
                passed_over += usize::from(!may);
                asked += usize::from(may);
            }
            agree(&document);
        }
    }
    assert!(
        passed_over > 10_000 && asked > 10_000,
        "{passed_over}, {asked}"
    );
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
