//! Requests for edits that stand alone: what `apply_edits` takes is a document, which is held
//! to what it would be held to as the `data` of an envelope.

use super::fixtures::{files, root};

use llm_types::json::{Pointer, ReadOptions, Value, read, write_compact};
use llm_types::{
    ConvertOptions, NormalizeOptions, Sources, ValidateOptions, canonicalize, convert, detect,
    normalize, validate,
};
use proptest::prelude::*;
use proptest::sample::{Index, select};
use serde_json::json;

/// The files that requests are for; one is named that is not there.
const FILES: [(&str, &str); 2] = [
    ("a.txt", "one 🚀 two\n"),
    ("b/c.txt", "\u{feff}eins\r\nzwei"),
];

fn sources() -> Sources {
    FILES.into_iter().collect()
}

/// An edit with few members or many, of which some are wrong.
fn edit() -> impl Strategy<Value = serde_json::Value> {
    let offset = || prop_oneof![4 => (0..16_u64).prop_map(|at| json!(at)), 1 => Just(json!("1"))];
    let new = select(vec![
        ("new_text", json!("x")),
        ("new_text", json!("")),
        ("new_base64", json!("/w==")),
    ]);
    let others = prop::collection::vec(
        select(vec![
            ("expected_text", json!("one")),
            ("expected_text", json!(1)),
            ("checksum_before", json!(llm_types::checksum("one"))),
            ("checksum_before", json!("12")),
            ("why", json!({"rule": 1})),
        ]),
        0..3,
    );
    (offset(), offset(), new, others).prop_map(|(start, end, new, others)| {
        let mut edit = json!({"byte_start": start, "byte_end": end});
        for (key, value) in [new].into_iter().chain(others) {
            edit[key] = value;
        }
        edit
    })
}

fn request() -> impl Strategy<Value = serde_json::Value> {
    let members = prop::collection::vec(
        select(vec![
            ("expected_checksum", json!(llm_types::checksum(FILES[0].1))),
            ("expected_checksum", json!("sha256:12")),
            ("expected_final_checksum", json!(llm_types::checksum("x"))),
            ("relocate", json!("rebase")),
            ("relocate", json!("near")),
            ("unchecked", json!(true)),
            ("origin", json!("review")),
            ("note", json!([1.5, null])),
        ]),
        0..3,
    );
    let path = prop::option::weighted(0.9, select(vec!["a.txt", "./b/c.txt", "none.txt"]));
    let edits = prop::collection::vec(edit(), 1..4);
    (path, edits, members).prop_map(|(path, edits, members)| {
        let mut request = json!({"edits": edits});
        if let Some(path) = path {
            request["file_path"] = json!(path);
        }
        for (key, value) in members {
            request[key] = value;
        }
        request
    })
}

/// A request for one file, or for several.
fn asked() -> impl Strategy<Value = serde_json::Value> {
    let several = (
        prop::collection::vec(request(), 1..4),
        prop::option::of(Just(true)),
    );
    let several = several.prop_map(|(files, partial)| {
        let mut requests = json!({"files": files});
        if let Some(partial) = partial {
            requests["partial"] = json!(partial);
        }
        requests
    });
    prop_oneof![request(), several]
}

/// What is found in a document, as what and where; without what is said of the wrapper.
fn found(text: &str) -> Vec<(String, String, String)> {
    let sources = sources();
    let options = ValidateOptions {
        sources: Some(&sources),
        ..Default::default()
    };
    let validation = validate(text.as_bytes(), &options);
    let found = validation.diagnostics.into_iter();
    let found = found.filter(|one| one.code != "ID_EMPTY");
    let mut found: Vec<_> = found
        .map(|one| {
            let place = one.pointer.unwrap_or_default();
            (one.code.into_owned(), place, one.message)
        })
        .collect();
    found.sort();
    found
}

fn value(text: &str) -> Value {
    let document = read(text.as_bytes(), &ReadOptions::default());
    document.unwrap().to_value()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn a_request_is_held_to_what_the_data_of_an_envelope_is(asked in asked()) {
        let text = asked.to_string();
        let detection = detect(text.as_bytes()).unwrap();
        prop_assert_eq!(detection.dialect.as_deref(), Some("unified"), "{}", &text);
        prop_assert_eq!(detection.generation.as_deref(), Some("request"));
        prop_assert!(!detection.near_tie, "{:?}", detection.candidates);

        let envelope = normalize(text.as_bytes(), &NormalizeOptions::default()).unwrap();
        let again = normalize(envelope.text.as_bytes(), &NormalizeOptions::default()).unwrap();
        prop_assert_eq!(&again.text, &envelope.text);
        prop_assert!(again.changes.is_empty());

        let inside = found(&envelope.text).into_iter().map(|(code, place, message)| {
            let place = place.strip_prefix("/data").unwrap_or(&place).to_owned();
            (code, place, message)
        });
        prop_assert_eq!(found(&text), inside.collect::<Vec<_>>(), "{}", &text);

        let options = NormalizeOptions { origin: true, ..Default::default() };
        let envelope = normalize(text.as_bytes(), &options).unwrap();
        let home = convert(envelope.text.as_bytes(), "unified", &ConvertOptions::default());
        let home = home.unwrap();
        prop_assert_eq!(home.losses[0].kind.as_str(), "exact");
        prop_assert_eq!(canonicalize(home.text.as_bytes()), canonicalize(text.as_bytes()));
        let detection = detect(home.text.as_bytes()).unwrap();
        prop_assert_eq!(detection.generation.as_deref(), Some("request"));
    }

    /// A name that means something in another answer makes a request none, and takes nothing
    /// of it along.
    #[test]
    fn nor_what_stands_beside_its_members(
        asked in asked(),
        name in select(vec![
            "expected_checksum", "symbol_counts", "matches", "count", "results", "symbols",
            "files_patched", "overwrite", "content", "note", "base_text", "status", "spans",
        ]),
        other in select(vec!["null", "7", "true", "{}", "[]", "[null]", "\"x\"", "[{}]"]),
        at in any::<Index>(),
    ) {
        let mut document = value(&asked.to_string());
        let mut places = Vec::new();
        all_places(&document, &Pointer::root(), &mut places);
        places.retain(|place| document.at(place).is_some_and(|it| it.as_object().is_some()));
        let place = &places[at.index(places.len())];
        let members = document.at_mut(place).unwrap().as_object_mut().unwrap();
        if members.contains_key(name) {
            return Ok(());
        }
        members.insert(name, value(other));
        let text = write_compact(&document);
        let Ok(envelope) = normalize(text.as_bytes(), &NormalizeOptions::default()) else {
            return Ok(());
        };
        let made = value(&envelope.text);
        for list in ["files", "edits"] {
            let of = |value: &Value| value.get(list).and_then(Value::as_array).map(|it| it.len());
            let data = made.get("data").unwrap();
            prop_assert_eq!(of(data), of(&document), "{}\n{}", &text, &envelope.text);
        }
        let again = normalize(envelope.text.as_bytes(), &NormalizeOptions::default()).unwrap();
        prop_assert_eq!(&again.text, &envelope.text);
        let options = NormalizeOptions { origin: true, ..Default::default() };
        let envelope = normalize(text.as_bytes(), &options).unwrap();
        let home = convert(envelope.text.as_bytes(), "unified", &ConvertOptions::default());
        prop_assert_eq!(canonicalize(home.unwrap().text.as_bytes()), canonicalize(text.as_bytes()));
    }

    /// What is not as anybody writes it is refused or found, and nothing else happens.
    #[test]
    fn nor_does_it_matter_what_a_member_holds(
        asked in asked(),
        at in any::<Index>(),
        other in select(vec!["null", "{}", "[]", "[null]", "\"\"", "-1", "1e300"]),
    ) {
        let mut document = value(&asked.to_string());
        let mut places = Vec::new();
        all_places(&document, &Pointer::root(), &mut places);
        let place = &places[at.index(places.len())];
        *document.at_mut(place).unwrap() = value(other);
        let text = write_compact(&document);
        let _ = validate(text.as_bytes(), &ValidateOptions::default());
        if let Ok(envelope) = normalize(text.as_bytes(), &NormalizeOptions::default()) {
            let again = normalize(envelope.text.as_bytes(), &NormalizeOptions::default());
            prop_assert_eq!(again.unwrap().text, envelope.text, "{}", &text);
        }
    }
}

fn all_places(value: &Value, here: &Pointer, places: &mut Vec<Pointer>) {
    places.push(here.clone());
    match value {
        Value::Object(members) => {
            for (key, value) in members {
                all_places(value, &here.child(key), places);
            }
        }
        Value::Array(items) => {
            for (index, item) in (0..).zip(items.iter()) {
                all_places(item, &here.item(index), places);
            }
        }
        _ => {}
    }
}

/// What the tool was really asked stays the tool's; in the words of the envelope it is ours.
#[test]
fn the_name_of_what_is_put_in_tells_whose_request_it_is() {
    let mut seen = 0;
    for file in files(&root().join("llmtransform")) {
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        let is_request = name.starts_with("request") && !name.ends_with(".meta.json");
        let Ok(text) = std::fs::read_to_string(&file) else {
            continue;
        };
        if !is_request || !text.contains("\"byte_start\"") {
            continue;
        }
        let dialect = |text: &str| {
            let detection = detect(text.as_bytes()).unwrap();
            assert!(!detection.near_tie, "{name}: {:?}", detection.candidates);
            detection.dialect.unwrap().into_owned()
        };
        assert_eq!(dialect(&text), "llmtransform", "{name}");
        for word in ["replacement", "new_content"] {
            let ours = text.replace(&format!("\"{word}\""), "\"new_text\"");
            if ours != text {
                seen += 1;
                assert_eq!(dialect(&ours), "unified", "{name}");
            }
        }
    }
    assert!(seen > 5, "{seen}");
}

/// The example of the documentation.
#[test]
fn the_example_is_one() {
    let text = std::fs::read(root().join("../../docs/example/request.json")).unwrap();
    let validation = validate(&text, &ValidateOptions::default());
    assert!(validation.ok, "{}", validation.to_json());
    assert_eq!(validation.dialect.as_deref(), Some("unified"));
}
