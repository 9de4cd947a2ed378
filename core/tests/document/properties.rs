//! The laws over documents that no tool printed: fixtures with members added,
//! values exchanged and bytes broken. Nothing may be lost, and nothing may panic.

use super::fixtures::json_files;
use super::random::Random;
use llm_types::json::{Object, Pointer, Value};
use llm_types::{
    ConvertOptions, NormalizeOptions, ReadOptions, ReferencedPathsOptions, ValidateOptions,
    canonicalize, convert, detect, normalize, read, referenced_paths, referenced_spans, validate,
    write_compact,
};

/// Each beyond the first has once made a document that broke a law.
const SEEDS: [u64; 4] = [0, 9, 12, 29];

/// All runs of one law, which has a number of its own.
fn runs(law: u64) -> impl Iterator<Item = Random> {
    let seeds = SEEDS.into_iter();
    seeds.map(move |seed| Random(law ^ seed.wrapping_mul(0x9e37_79b9_7f4a_7c15)))
}

fn documents() -> Vec<(String, Vec<u8>)> {
    let is_of_a_tool = |name: &str| name.contains('/') && !name.starts_with("seeds/");
    // The large ones repeat the same records.
    let is_short = |text: &[u8]| !text.is_empty() && text.len() < 8_000;
    let mut found = json_files("");
    found.retain(|(name, text)| is_of_a_tool(name) && is_short(text));
    assert!(found.len() > 100);
    found
}

/// Pointers of all values of a document.
fn pointers(value: &Value) -> Vec<Pointer> {
    let mut found = Vec::new();
    let mut open = vec![(Pointer::root(), value)];
    while let Some((here, value)) = open.pop() {
        match value {
            Value::Array(items) => {
                open.extend(
                    (0u64..)
                        .zip(items)
                        .map(|(index, item)| (here.item(index), item)),
                );
            }
            Value::Object(members) => {
                open.extend(members.iter().map(|(key, value)| (here.child(key), value)));
            }
            _ => {}
        }
        found.push(here);
    }
    found
}

/// Names that are free, and names that mean something somewhere.
const NAMES: [&str; 16] = [
    "x_note",
    "origin",
    "span",
    "data",
    "schema_version",
    "context",
    "tool",
    "count",
    "matches",
    "a/b~c",
    "",
    "é",
    "file_path",
    "execution_id",
    "tool_version",
    "source",
];

const VALUES: [&str; 14] = [
    "null",
    "true",
    "0",
    "-1",
    "1.50",
    "12345678901234567890",
    "\"\"",
    "\"text\"",
    "[]",
    "{}",
    "[null,{\"a\":[1]}]",
    "{\"byte_start\":1,\"byte_end\":0,\"file_path\":\"x\"}",
    "1e2",
    "\"\\u0000\"",
];

fn laws(name: &str, dialect: &str, text: &str) {
    let options = NormalizeOptions {
        dialect: Some(dialect.to_owned()),
        origin: true,
        ..Default::default()
    };
    let once = normalize(text.as_bytes(), &options)
        .unwrap_or_else(|error| panic!("{name}: {error} in {text}"));
    let unified = NormalizeOptions {
        dialect: Some("unified".to_owned()),
        ..options
    };
    let again = normalize(once.text.as_bytes(), &unified).unwrap();
    assert_eq!(again.text, once.text, "law 1: {name}: {text}");
    let options = ConvertOptions {
        dialect: Some("unified".to_owned()),
        ..Default::default()
    };
    let home = convert(once.text.as_bytes(), dialect, &options).unwrap();
    assert_eq!(
        canonicalize(home.text.as_bytes()).unwrap(),
        canonicalize(text.as_bytes()).unwrap(),
        "law 2: {name}: {}",
        once.text
    );
    assert_eq!(home.losses[0].kind, "exact", "law 2: {name}");
}

#[test]
fn laws_1_and_2_hold_with_members_that_nobody_knows() {
    let mut runs: Vec<Random> = runs(0x9e37_79b9_7f4a_7c15).collect();
    for (name, text) in documents() {
        let dialect = detect(&text).unwrap().dialect.unwrap();
        let original = read(&text, &ReadOptions::default()).unwrap().to_value();
        let objects: Vec<Pointer> = pointers(&original)
            .into_iter()
            .filter(|pointer| matches!(original.at(pointer), Some(Value::Object(_))))
            .collect();
        for random in &mut runs {
            for _ in 0..6 {
                let mut changed = original.clone();
                for _ in 0..=random.below(3) {
                    let at = &objects[random.below(objects.len())];
                    let name = random.pick(&NAMES);
                    let value = random.pick(&VALUES);
                    let value = read(value.as_bytes(), &ReadOptions::default())
                        .unwrap()
                        .to_value();
                    if let Some(Value::Object(members)) = changed.at_mut(at)
                        && !members.contains_key(name)
                    {
                        members.insert(name, value);
                    }
                }
                laws(&name, &dialect, &write_compact(&changed));
            }
        }
    }
}

/// Spans under the names of the envelope: with lines, with four zeros, one inside the other.
const SPANS: [&str; 3] = [
    r#"[{"span":{"file_path":"a.rs","byte_start":4,"byte_end":5,"start_line":1,"start_col":4,
        "end_line":1,"end_col":5,"span_id":"x"}},[],{}]"#,
    r#"{"file_path":"a.rs","byte_start":4,"byte_end":5,"start_line":0,"start_col":0,"end_line":0,
        "end_col":0}"#,
    r#"{"file_path":"a.rs","byte_start":4,"byte_end":9,"start_line":2,"start_col":0,"end_line":2,
        "end_col":5,"inside":[{"file_path":"a.rs","byte_start":5,"byte_end":6,"start_line":0,
        "start_col":0,"end_line":0,"end_col":0,"context":null}]}"#,
];

#[test]
fn laws_1_and_2_hold_with_spans_that_nobody_knows() {
    for (name, text) in documents() {
        let dialect = detect(&text).unwrap().dialect.unwrap();
        let original = read(&text, &ReadOptions::default()).unwrap().to_value();
        let objects: Vec<Pointer> = pointers(&original)
            .into_iter()
            .filter(|pointer| matches!(original.at(pointer), Some(Value::Object(_))))
            .collect();
        for spans in SPANS {
            let spans = read(spans.as_bytes(), &ReadOptions::default()).unwrap();
            for pointer in objects.iter().take(6) {
                let mut document = original.clone();
                let object = document.at_mut(pointer).and_then(Value::as_object_mut);
                object.unwrap().insert("x_spans", spans.to_value());
                laws(&name, &dialect, &write_compact(&document));
            }
        }
    }
}

#[test]
fn spans_inside_spans_take_no_stack() {
    let depth = 20_000;
    let inner = r#"{"file_path":"a.rs","byte_start":0,"byte_end":1,"x":"#;
    let text = format!(
        r#"{{"status":"ok","message":"m","tool":"splice","data":{{"x":{}1{}}}}}"#,
        inner.repeat(depth),
        "}".repeat(depth)
    );
    let read = ReadOptions {
        max_depth: 1_000_000,
        ..ReadOptions::default()
    };
    let options = NormalizeOptions {
        dialect: Some("splice".to_owned()),
        read: read.clone(),
        ..Default::default()
    };
    let envelope = normalize(text.as_bytes(), &options).unwrap();
    let options = ConvertOptions {
        dialect: Some("unified".to_owned()),
        read,
        ..Default::default()
    };
    let home = convert(envelope.text.as_bytes(), "splice", &options).unwrap();
    assert_eq!(home.text.matches("a.rs").count(), depth);
}

#[test]
fn laws_1_and_2_hold_with_values_of_any_kind() {
    let mut runs: Vec<Random> = runs(0xd1b5_4a32_d192_ed03).collect();
    for (name, text) in documents() {
        let dialect = detect(&text).unwrap().dialect.unwrap();
        let original = read(&text, &ReadOptions::default()).unwrap().to_value();
        let places = pointers(&original);
        for random in &mut runs {
            for _ in 0..6 {
                let mut changed = original.clone();
                for _ in 0..=random.below(2) {
                    let at = &places[random.below(places.len())];
                    if at.is_root() {
                        continue;
                    }
                    let value = random.pick(&VALUES);
                    let value = read(value.as_bytes(), &ReadOptions::default())
                        .unwrap()
                        .to_value();
                    if let Some(place) = changed.at_mut(at) {
                        *place = value;
                    }
                }
                laws(&name, &dialect, &write_compact(&changed));
            }
        }
    }
}

/// What a value of any kind once broke.
#[test]
fn a_null_among_what_fits_nothing_is_no_null_of_the_envelope() {
    let text = concat!(
        r#"{"success":false,"command":"select","timestamp":"2026-01-01T00:00:00.000Z","#,
        r#""data":{"matches":[],"unresolved":[{"selector":"a::section[1]","#,
        r#""reason":"nothing","suggestions":null}]},"#,
        r#""unresolved_selectors":["a::section[1]"]}"#,
    );
    laws("suggestions", "mdsel", text);
}

/// The tool needs the member, the envelope does not: a null there is left out, and told.
#[test]
fn a_null_that_only_the_tool_needs_is_left_out_aloud() {
    let node = r#"{"byte_end":2,"byte_start":1,"file_path":null,"id":7,"kind":"block"}"#;
    let nodes = format!(r#"{{"count":1,"kind":"block","nodes":[{node}]}}"#);
    let candidate = r#"{"entity_id":"e1","name":null,"file_path":"a.rs"}"#;
    let collisions = format!(
        concat!(
            r#"{{"version":"2.0.0","files":[],"symbols":[],"references":[],"calls":[],"#,
            r#""collisions":[{{"field":"fqn","value":"f","count":1,"candidates":[{}]}}]}}"#,
        ),
        candidate
    );
    let at_commit = concat!(
        r#"{"schema_version":"1.0.0","execution_id":"6b033a4c-52db","tool":"magellan","#,
        r#""data":{"commit_oid":"70","snapshot_id":1,"count":null,"matches":null},"#,
        r#""timestamp":"2026-11-22T18:54:04Z"}"#,
    );
    let cleanup = concat!(
        r#"{"dry_run":true,"kept_count":2,"to_delete":[],"would_delete_count":1,"#,
        r#""count":null,"matches":null}"#,
    );
    let cases = [
        ("llmgrep", nodes.as_str(), "/nodes/0/file_path"),
        ("magellan", &collisions, "/collisions/0/candidates/0/name"),
        ("magellan", at_commit, "/data/count"),
        ("splice", cleanup, "/count"),
    ];
    for (dialect, text, place) in cases {
        laws(place, dialect, text);
        let options = NormalizeOptions {
            dialect: Some(dialect.to_owned()),
            ..Default::default()
        };
        let normalized = normalize(text.as_bytes(), &options).unwrap();
        let told: Vec<_> = normalized
            .changes
            .iter()
            .filter(|change| change.pointer == place)
            .collect();
        assert_eq!(told.len(), 1, "{place}: {told:?}");
        assert_eq!(told[0].what, "null_left_out", "{place}");
    }
}

/// A status of seed 001 in a wrapper of ours is a wrong word, and no sign of seed 001.
#[test]
fn an_envelope_of_our_version_is_never_that_of_seed_001() {
    let text = concat!(
        r#"{"status":"success","message":"done","schema_version":[],"execution_id":0,"#,
        r#""data":{"body_scaffold":"","fn_name":"f","similar_existing":[]}}"#,
    );
    laws("status", "splice", text);
}

/// Of an answer nothing is left that answers, and a stray member is that of an operation: the
/// version is that of the wrapper which the members are in.
#[test]
fn what_would_make_another_answer_of_a_bare_document_is_left_out() {
    let stub = r#"{"status":"not_implemented","files":null,"operation_type":true}"#;
    let bare = r#"{"execution_id":"6b033a4c-52db","operation_type":"search","match_count":null}"#;
    for (dialect, text) in [("mdsel", stub), ("llmsearch", bare)] {
        laws("version", dialect, text);
        let options = NormalizeOptions {
            dialect: Some(dialect.to_owned()),
            ..Default::default()
        };
        let envelope = normalize(text.as_bytes(), &options).unwrap().envelope();
        let version = envelope.at(&Pointer::parse("/schema_version").unwrap());
        assert_eq!(version.and_then(Value::as_str), Some("1.1.0"), "{dialect}");
        assert!(envelope.get("operation_type").is_none(), "{dialect}");
    }
}

#[test]
fn laws_1_and_2_hold_without_a_member() {
    for (name, text) in documents() {
        let dialect = detect(&text).unwrap().dialect.unwrap();
        let original = read(&text, &ReadOptions::default()).unwrap().to_value();
        let keys: Vec<String> = original
            .as_object()
            .map(Object::keys)
            .into_iter()
            .flatten()
            .map(Into::into)
            .collect();
        for key in keys {
            let mut changed = original.clone();
            changed.as_object_mut().unwrap().remove(&key);
            laws(&name, &dialect, &write_compact(&changed));
        }
    }
}

#[test]
fn an_edited_envelope_never_gets_its_old_origin() {
    for (name, text) in documents() {
        let options = NormalizeOptions {
            origin: true,
            ..Default::default()
        };
        let normalized = normalize(&text, &options).unwrap();
        if normalized.dialect == "unified" {
            continue;
        }
        let mut edited = normalized.envelope();
        edited
            .as_object_mut()
            .unwrap()
            .insert("execution_id", "another");
        let home = convert(
            write_compact(&edited).as_bytes(),
            &normalized.dialect,
            &ConvertOptions::default(),
        )
        .unwrap();
        assert!(
            home.losses.iter().any(|loss| loss.pointer == "/origin"),
            "{name}: {:?}",
            home.losses
        );
        let dropped = home
            .losses
            .iter()
            .any(|loss| loss.pointer == "/execution_id" && loss.kind == "dropped");
        let home = read(home.text.as_bytes(), &ReadOptions::default())
            .unwrap()
            .to_value();
        let names = ["execution_id", "operation_id"];
        let named = names.iter().find_map(|name| home.get(name));
        assert!(
            dropped || named.and_then(Value::as_str) == Some("another"),
            "{name}"
        );
    }
}

#[test]
fn nothing_panics_on_broken_bytes() {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    for (_, text) in documents() {
        for _ in 0..12 {
            let mut broken = text.clone();
            for _ in 0..=random.below(4) {
                if broken.is_empty() {
                    break;
                }
                let at = random.below(broken.len());
                match random.below(3) {
                    0 => broken[at] = u8::try_from(random.below(256)).unwrap(),
                    1 => {
                        broken.remove(at);
                    }
                    _ => broken.truncate(at.max(1)),
                }
            }
            let _ = detect(&broken);
            let _ = normalize(
                &broken,
                &NormalizeOptions {
                    origin: true,
                    ..Default::default()
                },
            );
            let _ = referenced_paths(&broken, &ReferencedPathsOptions::default());
            let _ = convert(&broken, "llmsearch", &ConvertOptions::default());
            let validation = validate(
                &broken,
                &ValidateOptions {
                    strict: true,
                    ..Default::default()
                },
            );
            assert_eq!(
                canonicalize(validation.to_json().as_bytes()).unwrap(),
                validation.to_json()
            );
        }
    }
}

#[test]
fn deep_documents_do_not_exhaust_the_stack() {
    let depth = 100_000;
    let deep = format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    let text = format!(
        r#"{{"schema_version":"1.0.0","execution_id":"6b008bad-4754","data":{{"matches":[],"query_name":"x","x":{deep}}},"tool":"magellan","timestamp":"2026-11-20T18:04:30Z"}}"#
    );
    let read = ReadOptions {
        max_depth: 200_000,
        ..Default::default()
    };
    let options = NormalizeOptions {
        origin: true,
        read: read.clone(),
        ..Default::default()
    };
    let normalized = normalize(text.as_bytes(), &options).unwrap();
    let options = ConvertOptions {
        read: read.clone(),
        ..Default::default()
    };
    let home = convert(normalized.text.as_bytes(), "magellan", &options).unwrap();
    assert_eq!(home.losses[0].kind, "exact");
    assert!(
        validate(
            text.as_bytes(),
            &ValidateOptions {
                read,
                ..Default::default()
            }
        )
        .ok
    );
}

#[test]
fn spans_in_spans_do_not_exhaust_the_stack() {
    let depth = 50_000;
    let open = r#"{"file_path":"a","byte_start":0,"byte_end":1,"x":"#;
    let deep = format!("{}1{}", open.repeat(depth), "}".repeat(depth));
    let text = format!(
        r#"{{"schema_version":"1.0.0","execution_id":"6b008bad-4754","data":{{"zzz":{deep}}},"tool":"magellan"}}"#
    );
    let read = ReadOptions {
        max_depth: 100_000,
        ..Default::default()
    };
    let options = ValidateOptions {
        read,
        ..Default::default()
    };
    let validation = validate(text.as_bytes(), &options);
    assert_eq!(validation.checked.source.spans_total, depth as u64);
}

#[test]
fn ranges_are_listed_however_deep_they_stand() {
    let depth = 100_000;
    let range = r#"{"file_path":"a","byte_start":0,"byte_end":1}"#;
    let deep = format!("{}{range}{}", "[".repeat(depth), "]".repeat(depth));
    let text = format!(
        r#"{{"schema_version":"1.0.0","execution_id":"6b008bad-4754","data":{{"zzz":{deep}}},"tool":"magellan"}}"#
    );
    let options = NormalizeOptions {
        read: ReadOptions {
            max_depth: 200_000,
            ..Default::default()
        },
        ..Default::default()
    };
    let spans = referenced_spans(text.as_bytes(), &options).unwrap();
    assert_eq!(spans.len(), 1);
    assert_eq!(spans[0].at, format!("/data/zzz{}", "/0".repeat(depth)));
}

#[test]
fn paths_come_in_the_order_of_the_text() {
    let span = |path: &str| format!(r#"{{"file_path":"{path}","byte_start":0,"byte_end":1}}"#);
    let text = format!(r#"{{"x":[{},{}],"y":{}}}"#, span("b"), span("c"), span("a"));
    assert_eq!(
        referenced_paths(text.as_bytes(), &ReferencedPathsOptions::default()).unwrap(),
        ["b", "c", "a"]
    );
}
