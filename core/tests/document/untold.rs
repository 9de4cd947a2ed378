//! A word that stands in an envelope and not in what it goes home as is in the report of
//! losses: wherever it stands, and whatever else does.

use std::collections::BTreeSet;

use super::fixtures::json_files;
use super::outline::{is_told, shorten, structure};
use llm_types::json::{Object, Pointer, ReadOptions, Value, read, write_compact};
use llm_types::{ConvertOptions, NormalizeOptions, convert, dialects, normalize};

/// A word that nothing else says.
const WORD: &str = "zqz";

/// The envelope of one document of each structure, with the dialect that it was read as. Lists
/// have two elements, for the others are alike.
fn envelopes() -> Vec<(String, String, Value)> {
    let (mut known, mut found) = (BTreeSet::new(), Vec::new());
    for (name, text) in json_files("") {
        if text.len() > 30_000 {
            continue;
        }
        let Ok(made) = normalize(&text, &NormalizeOptions::default()) else {
            continue;
        };
        let Ok(envelope) = read(made.text.as_bytes(), &ReadOptions::default()) else {
            continue;
        };
        let mut envelope = envelope.to_value();
        shorten(&mut envelope, 2);
        let dialect = made.dialect.into_owned();
        if dialect != "unified" && known.insert((dialect.clone(), structure(&envelope))) {
            found.push((name, dialect, envelope));
        }
    }
    found
}

/// Every place in an envelope where the word is put: one member more in each object, and
/// instead of each value that has no parts.
fn places(value: &Value, at: &Pointer, found: &mut Vec<Pointer>) {
    match value {
        Value::Object(members) => {
            found.push(at.child(WORD));
            for (key, value) in members {
                places(value, &at.child(key), found);
            }
        }
        Value::Array(list) => {
            for (index, value) in (0u64..).zip(list.iter()) {
                places(value, &at.item(index), found);
            }
        }
        _ => found.push(at.clone()),
    }
}

fn with(envelope: &Value, place: &Pointer, value: Value) -> Option<Value> {
    let mut changed = envelope.clone();
    let mut parent = place.clone();
    parent.pop();
    let name = place.tokens().last()?;
    match changed.at_mut(&parent)? {
        Value::Object(members) => drop(members.insert(name.into_owned(), value)),
        _ => *changed.at_mut(place)? = value,
    }
    Some(changed)
}

#[test]
fn no_word_of_an_envelope_is_lost_untold() {
    let targets: Vec<String> = dialects().into_iter().map(|it| it.name).collect();
    let others = targets.iter().filter(|it| *it != "unified");
    let others: Vec<&String> = others.collect();
    let (mut wrong, mut asked) = (Vec::new(), 0);
    for (name, dialect, envelope) in envelopes() {
        let mut all = Vec::new();
        places(&envelope, &Pointer::root(), &mut all);
        for (number, place) in all.iter().enumerate() {
            // The version of the envelope says nothing that the tool could say.
            if place.as_str() == "/schema_version" {
                continue;
            }
            // The tool's own, and one of the others in turn.
            let other = others[number % others.len()];
            let object: Object = [("a".to_owned(), Value::from(WORD))].into_iter().collect();
            for (to, value) in [
                (&dialect, Value::from(WORD)),
                (&dialect, Value::Object(object)),
                (other, Value::from(WORD)),
            ] {
                let Some(changed) = with(&envelope, place, value) else {
                    continue;
                };
                let text = write_compact(&changed);
                let Ok(home) = convert(text.as_bytes(), to, &ConvertOptions::default()) else {
                    continue;
                };
                asked += 1;
                let is_there = String::from_utf8_lossy(home.text.as_ref()).contains(WORD);
                let mut losses = home.losses.iter();
                if !is_there && !losses.any(|loss| is_told(&loss.pointer, place.as_str())) {
                    wrong.push(format!("{name}, {place} to {to}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {asked}: {wrong:#?}", wrong.len());
    assert!(asked > 10_000, "{asked}");
}
