//! One JSON value, spelt in several ways: with escapes, with spaces, its members in another
//! order, its integers as fractions. It says the same, so it is taken for the same, and becomes the same envelope.

use std::fmt::Write as _;

use super::fixtures::json_files;
use llm_types::json::{Number, Object, Value};
use llm_types::{
    DetectiveOptions, NormalizeOptions, ReadOptions, Sources, ValidateOptions, detect, detective,
    normalize, read, validate, write_compact, write_pretty,
};

/// Every fixture that is one document.
fn documents() -> Vec<(String, Value)> {
    let mut found = Vec::new();
    for (name, text) in json_files("") {
        // The large ones repeat the same records.
        if text.len() < 20_000
            && let Ok(document) = read(&text, &ReadOptions::default())
        {
            found.push((name, document.root().to_value()));
        }
    }
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

/// The value with each of its integers as a number that ends with this, which adds nothing.
fn ending(value: &Value, end: &str) -> Value {
    match value {
        Value::Array(items) => items.iter().map(|item| ending(item, end)).collect(),
        Value::Object(members) => {
            let mut out = Object::new();
            for (key, value) in members {
                out.insert(key, ending(value, end));
            }
            Value::Object(out)
        }
        Value::Number(number) if number.as_i64().is_some() => {
            Value::Number(Number::parse(&format!("{number}{end}")).unwrap())
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

#[test]
fn an_integer_is_the_same_written_as_a_fraction() {
    for (name, value) in documents() {
        for end in [".0", "e0"] {
            // What was changed may be told, too: the envelope writes digits only.
            let without = |(scores, mut found, text, _): (_, Vec<String>, _, Vec<String>)| {
                found.retain(|one| !one.starts_with("INTEGER_AS_FLOAT "));
                let found = found.into_iter().map(|one| one.replace(end, ""));
                (scores, found.collect::<Vec<_>>(), text)
            };
            let plain = without(said(&write_compact(&value), true));
            let other = write_compact(&ending(&value, end));
            assert_eq!(without(said(&other, true)), plain, "{name}, with `{end}`");
        }
    }
}

/// By how much a text grew, said for one edit and for all together. No spelling makes a wrong
/// sum right, and each but the shortest is told.
#[test]
fn an_integer_of_either_sign_is_read_by_its_value() {
    let document = |shift: &str, total: &str| {
        format!(
            r#"{{"execution_id":"0f5e95cb-12df-45c7-bc6c-2e5b2c89afe8","success":true,"total_byte_shift":{total},
            "final_checksum":"6437b3ac38465133ffb63b75273a8db548c558465d79db03fd359c6cd5bd9d85","applied_count":1,
            "skipped_count":0,"error_count":0,"edits":[{{"byte_offset":4,"byte_shift":{shift},
            "status":"applied"}}]}}"#
        )
    };
    let options = ValidateOptions {
        dialect: Some("llmtransform".into()),
        ..Default::default()
    };
    let found = |text: &str| -> Vec<String> {
        let found = validate(text.as_bytes(), &options).diagnostics;
        let found = found.iter().map(|one| {
            let fix = one.fixes.first().map(|fix| fix.edits[0].new_text.clone());
            format!("{} {} {fix:?}", one.code, one.pointer.as_deref().unwrap())
        });
        let mut found: Vec<String> = found.collect();
        found.sort();
        found
    };
    for (shift, others) in [
        ("5", ["5.0", "5e0", "0.5e1", "50E-1"]),
        ("-5", ["-5.0", "-5e0", "-0.5e1", "-50E-1"]),
    ] {
        assert_eq!(found(&document(shift, shift)), [""; 0]);
        for other in others {
            let told = |place| format!("INTEGER_AS_FLOAT {place} Some({shift:?})");
            let (whole, part) = (told("/total_byte_shift"), told("/edits/0/byte_shift"));
            let wrong = "VALUES_DISAGREE /total_byte_shift None";
            assert_eq!(found(&document(other, shift)), [&*part], "{other}");
            assert_eq!(found(&document(shift, other)), [&*whole], "{other}");
            assert_eq!(found(&document(other, "4")), [&*part, wrong], "{other}");
            assert_eq!(found(&document("4", other)), [&*whole, wrong], "{other}");
        }
    }
    for (token, code) in [
        ("-5.5", "NOT_AN_INTEGER"),
        ("9007199254740992", "UNSAFE_INTEGER"),
        ("-9007199254740992", "UNSAFE_INTEGER"),
        ("-9007199254740992.0", "UNSAFE_INTEGER"),
    ] {
        let wrong = format!("{code} /total_byte_shift None");
        assert_eq!(found(&document("1", token)), [wrong]);
    }
}

/// An end of −1 is one that no hypothesis explains, and not one that nobody states.
#[test]
fn the_detective_reads_an_integer_by_its_value() {
    let document = |end: &str| {
        let at = [
            (0, "-1", ""),
            (0, "1", "ab"),
            (3, "4", "cd"),
            (6, "7", "ef"),
        ];
        let matches = at.map(|(start, last, text)| {
            format!(
                r#"{{"match_id":"m{start}{last}","matched_text":"{text}","span":
                {{"file_path":"a.txt","byte_start":{start}{end},"byte_end":{last}{end}}}}}"#
            )
        });
        format!(
            r#"{{"schema_version":"1.1.0","execution_id":"550e8400-e29b-41d4-a716-446655440000",
            "data":{{"pattern":"x","count":4,"matches":[{}]}}}}"#,
            matches.join(",")
        )
    };
    let sources: Sources = [("a.txt", "ab cd ef\n")].into_iter().collect();
    let options = DetectiveOptions::default();
    let ask = |document: &str| {
        let report = detective(document.as_bytes(), &sources, &options).unwrap();
        let best = &report.hypotheses[0];
        let witness = best.counter_example.clone().unwrap();
        let stated = (witness.pointer.clone(), witness.stated);
        (report.verdict.clone(), best.fits, best.of, stated)
    };
    let place = "/data/matches/0/span/byte_end".to_owned();
    for end in ["", ".0", "e0"] {
        let (verdict, fits, of, stated) = ask(&document(end));
        assert_eq!((&*verdict, fits, of), ("none", 3, 4), "{end}");
        assert_eq!(stated, (place.clone(), Some(-1)), "{end}");
    }
}
