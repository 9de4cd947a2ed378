//! A document of a tool without one of its members: if it is right all the same, so is its
//! envelope, against the texts that the tool saw.
//!
//! What a tool need not print often shows of which text the rest is. An envelope must not say
//! that a checksum is wrong because the member is gone that told of what it is.

use std::collections::BTreeSet;

use super::fixtures::{Fixture, outputs, workspace};
use super::verbs::checked;
use llm_types::json::{ReadOptions, Value, read, write_compact};
use llm_types::{NormalizeOptions, Sources, Validation, normalize};

/// The codes of the errors.
fn errors(of: &Validation) -> Vec<String> {
    let errors = of.diagnostics.iter().filter(|found| found.is_error());
    errors
        .map(|found| {
            let pointer = found.pointer.as_deref().unwrap_or_default();
            format!("{} {pointer}", found.code)
        })
        .collect()
}

/// Where members stand, by their names alone: of elements of a list, one for all.
fn places(value: &Value, path: &mut Vec<String>, found: &mut BTreeSet<Vec<String>>) {
    match value {
        Value::Object(members) => {
            for (key, inner) in members {
                path.push(key.to_owned());
                found.insert(path.clone());
                places(inner, path, found);
                path.pop();
            }
        }
        Value::Array(items) => {
            for item in items.iter().take(3) {
                path.push("*".to_owned());
                places(item, path, found);
                path.pop();
            }
        }
        _ => {}
    }
}

/// Takes a member out, wherever it stands.
fn without(value: &mut Value, path: &[String]) {
    let Some((step, rest)) = path.split_first() else {
        return;
    };
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| without(item, rest)),
        Value::Object(members) if rest.is_empty() => {
            members.remove(step);
        }
        Value::Object(members) => {
            if let Some(inner) = members.get_mut(step) {
                without(inner, rest);
            }
        }
        _ => {}
    }
}

#[test]
fn one_member_less_makes_no_envelope_worse_than_its_document() {
    let sources: Sources = workspace().into_iter().collect();
    let options = NormalizeOptions {
        sources: Some(&sources),
        ..Default::default()
    };
    let mut asked = 0;
    let mut wrong = Vec::new();
    for Fixture { name, text, .. } in outputs(&["json"]) {
        // The large ones repeat the same records.
        if text.len() > 6_000 || !checked(&text, &sources).ok {
            continue;
        }
        let document = read(&text, &ReadOptions::default()).unwrap().to_value();
        let mut all = BTreeSet::new();
        places(&document, &mut Vec::new(), &mut all);
        for path in all {
            let mut less = document.clone();
            without(&mut less, &path);
            let less = write_compact(&less);
            let Ok(normalized) = normalize(less.as_bytes(), &options) else {
                continue;
            };
            asked += 1;
            if !checked(less.as_bytes(), &sources).ok {
                continue;
            }
            let found = errors(&checked(normalized.text.as_bytes(), &sources));
            if !found.is_empty() {
                wrong.push(format!("{name} without {}: {found:?}", path.join("/")));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(asked > 1000, "{asked}");
}
