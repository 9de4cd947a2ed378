//! One JSON value, spelt in several ways: with escapes, with spaces, its members in another
//! order. It says the same, so it is taken for the same, and becomes the same envelope.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use llm_types::json::{Object, Value};
use llm_types::{
    NormalizeOptions, ReadOptions, ValidateOptions, detect, normalize, read, validate,
    write_compact, write_pretty,
};

/// Every fixture that is one document.
fn documents() -> Vec<(String, Value)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/fixtures");
    let mut open: Vec<PathBuf> = vec![root];
    let mut found = Vec::new();
    while let Some(path) = open.pop() {
        if path.is_dir() {
            open.extend(
                fs::read_dir(path)
                    .unwrap()
                    .map(|entry| entry.unwrap().path()),
            );
            continue;
        }
        let name = path.display().to_string();
        let is_json = path.extension().is_some_and(|ending| ending == "json");
        if !is_json || name.contains(".meta.") || name.contains("workspace") {
            continue;
        }
        let text = fs::read(path).unwrap();
        // The large ones repeat the same records.
        if text.len() < 20_000
            && let Ok(document) = read(&text, &ReadOptions::default())
        {
            found.push((name, document.root().to_value()));
        }
    }
    found.sort_by(|a, b| a.0.cmp(&b.0));
    assert!(found.len() > 100);
    found
}

/// The text with each letter of each string as an escape.
fn escaped(value: &Value) -> String {
    let text = write_compact(value);
    let (mut out, mut in_string, mut chars) = (String::new(), false, text.chars());
    while let Some(char) = chars.next() {
        match char {
            '"' => in_string = !in_string,
            '\\' => {
                out.push(char);
                let kind = chars.next().unwrap();
                out.push(kind);
                if kind == 'u' {
                    out.extend(chars.by_ref().take(4));
                }
                continue;
            }
            _ => {}
        }
        if in_string && char != '"' {
            for unit in char.encode_utf16(&mut [0; 2]) {
                write!(out, "\\u{unit:04x}").unwrap();
            }
        } else {
            out.push(char);
        }
    }
    out
}

fn reversed(value: &Value) -> Value {
    match value {
        Value::Array(items) => Value::Array(items.iter().map(reversed).collect()),
        Value::Object(members) => {
            let members: Vec<_> = members.iter().collect();
            let mut turned = Object::new();
            for (key, value) in members.into_iter().rev() {
                turned.insert(key, reversed(value));
            }
            Value::Object(turned)
        }
        other => other.clone(),
    }
}

/// What is said of a document, but for places in its text and the order of what is found.
fn said(text: &str, with_places: bool) -> (String, Vec<String>, String, Vec<String>) {
    let text = text.as_bytes();
    let detection = detect(text).unwrap();
    let scores = detection.candidates.iter();
    let scores = scores.map(|one| format!("{} {} {:?}", one.dialect, one.score, one.generation));
    let scores: Vec<String> = scores.collect();
    let found = validate(text, &ValidateOptions::default()).diagnostics;
    let found = found.iter().map(|one| {
        // Which of several a finding points at may depend on their order.
        let place = one.pointer.as_deref().filter(|_| with_places);
        format!("{} {place:?} {}", one.code, one.message)
    });
    let mut found: Vec<String> = found.collect();
    found.sort();
    let (text, changes) = match normalize(text, &NormalizeOptions::default()) {
        Ok(made) => {
            let changes = made.changes.iter().map(|one| one.to_json());
            (made.text.clone(), changes.collect())
        }
        Err(error) => (error.code().to_owned(), Vec::new()),
    };
    let mut changes: Vec<String> = changes;
    changes.sort();
    (scores.join(", "), found, text, changes)
}

#[test]
fn a_value_says_the_same_however_it_is_spelt() {
    for (name, value) in documents() {
        let plain = said(&write_compact(&value), true);
        assert_eq!(
            said(&write_pretty(&value), true),
            plain,
            "{name}, with spaces"
        );
        assert_eq!(said(&escaped(&value), true), plain, "{name}, with escapes");
        let plain = said(&write_compact(&value), false);
        let turned = said(&write_compact(&reversed(&value)), false);
        assert_eq!(turned, plain, "{name}, the other way round");
    }
}
