//! A value of a kind that its member cannot have is wrong in the envelope, too: it goes where a
//! right one would have gone, or the list of changes says that it went nowhere.

use std::collections::BTreeSet;

use super::fixtures::json_files;
use super::outline::{is_told, shorten, structure};
use llm_types::json::{Pointer, ReadOptions, Value, read, write_compact};
use llm_types::{ConvertOptions, NormalizeOptions, ValidateOptions, convert, normalize, validate};

/// One valid document of each structure and dialect.
fn documents() -> Vec<(String, String, Value)> {
    let (mut known, mut found) = (BTreeSet::new(), Vec::new());
    for (name, text) in json_files("") {
        if text.len() > 30_000 {
            continue;
        }
        let Ok(document) = read(&text, &ReadOptions::default()) else {
            continue;
        };
        let checked = validate(&text, &ValidateOptions::default());
        let Some(dialect) = checked.dialect.filter(|_| checked.ok) else {
            continue;
        };
        let mut document = document.to_value();
        shorten(&mut document, 1);
        let text = write_compact(&document);
        let still = validate(text.as_bytes(), &ValidateOptions::default());
        if still.dialect.as_ref() == Some(&dialect)
            && known.insert((dialect.clone(), structure(&document)))
        {
            found.push((name, dialect.into_owned(), document));
        }
    }
    found
}

/// Every place in a document, but the whole.
fn places(value: &Value, at: &Pointer, found: &mut Vec<Pointer>) {
    match value {
        Value::Object(members) => {
            for (key, value) in members {
                let at = at.child(key);
                found.push(at.clone());
                places(value, &at, found);
            }
        }
        Value::Array(list) => {
            for (index, value) in (0u64..).zip(list.iter()) {
                let at = at.item(index);
                found.push(at.clone());
                places(value, &at, found);
            }
        }
        _ => {}
    }
}

fn values() -> [Value; 5] {
    [
        Value::from(3u64),
        Value::from("zqz"),
        Value::from(true),
        Value::Array(vec![Value::from("zqz")].into()),
        Value::Object(
            [("zqz".to_owned(), Value::from(3u64))]
                .into_iter()
                .collect(),
        ),
    ]
}

/// What stands elsewhere in the envelope because a function reads it, which reads no other kind:
/// such a value stays under the name that the tool gave it.
const READ_BY_FUNCTIONS: [(&str, &[&str]); 2] = [
    (
        "splice",
        &[
            "files",
            "before_hash",
            "after_hash",
            "context_before",
            "context_selected",
            "context_after",
        ],
    ),
    (
        "mdsel",
        &[
            "success",
            "files",
            "selector",
            "partial_results",
            "unresolved_selectors",
        ],
    ),
];

/// Whether the law says anything of a place: the envelope has its own version, and what a
/// function reads is the function's.
fn is_meant(dialect: &str, place: &Pointer) -> bool {
    let name = place.tokens().last().unwrap_or_default();
    let mut functions = READ_BY_FUNCTIONS.iter();
    !["schema_version", "version"].contains(&name.as_ref())
        && !functions.any(|(of, names)| *of == dialect && names.contains(&name.as_ref()))
}

#[test]
fn a_value_of_a_wrong_kind_is_wrong_in_the_envelope() {
    let (mut wrong, mut asked) = (Vec::new(), 0);
    for (name, dialect, document) in documents() {
        let of_dialect = NormalizeOptions {
            dialect: Some(dialect.clone()),
            ..Default::default()
        };
        let right = normalize(write_compact(&document).as_bytes(), &of_dialect).unwrap();
        let mut moved: Vec<Pointer> = Vec::new();
        places(&document, &Pointer::root(), &mut moved);
        moved.retain(|place| {
            let mut changes = right.changes.iter();
            is_meant(&dialect, place)
                && changes.any(|it| it.at.is_some() && it.pointer == place.as_str())
        });
        for place in &moved {
            for value in values() {
                let mut changed = document.clone();
                let there = changed.at_mut(place).unwrap();
                if there.kind() == value.kind() {
                    continue;
                }
                *there = value.clone();
                let text = write_compact(&changed);
                if !is_refused(text.as_bytes(), &dialect, place) {
                    continue;
                }
                asked += 1;
                let made = normalize(text.as_bytes(), &of_dialect).unwrap();
                let options = ValidateOptions {
                    dialect: Some("unified".to_owned()),
                    ..Default::default()
                };
                let ok = validate(made.text.as_bytes(), &options).ok;
                let mut changes = made.changes.iter();
                if changes.any(|it| it.what == "left_out" && is_told(&it.pointer, place.as_str())) {
                    continue;
                }
                if ok {
                    wrong.push(format!("{name}{place}: {value:?} in {}", made.text));
                }
                let home = convert(made.text.as_bytes(), &dialect, &ConvertOptions::default());
                let Ok(home) = home else { continue };
                let text = read(home.text.as_bytes(), &ReadOptions::default()).unwrap();
                let is_home = text.to_value().at(place) == Some(&value);
                if !is_home && home.losses.iter().all(|it| it.kind == "exact") {
                    wrong.push(format!(
                        "{name}{place}: {value:?} goes home as {}",
                        home.text
                    ));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {asked}: {wrong:#?}", wrong.len());
    assert!(asked > 1_000, "{asked}");
}

/// Whether the kind of the value at a place is what is wrong with a document.
fn is_refused(text: &[u8], dialect: &str, place: &Pointer) -> bool {
    let options = ValidateOptions {
        dialect: Some(dialect.to_owned()),
        ..Default::default()
    };
    let checked = validate(text, &options);
    let mut found = checked.diagnostics.iter();
    found.any(|it| it.code == "TYPE_MISMATCH" && it.pointer.as_deref() == Some(place.as_str()))
}
