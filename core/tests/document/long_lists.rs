//! Ranges of a long list are checked piece by piece; what holds between two of them must
//! not depend on where one piece ends.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use llm_types::{Diagnostic, Sources, ValidateOptions, validate};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

/// More than any piece, and no multiple of its length.
const MANY: usize = 1_000;

/// The recipe of a span id: SHA-256 of path, `:`, start, `:`, end, big-endian; 16 digits.
fn span_id(path: &str, start: u64, end: u64) -> String {
    let mut hash = Sha256::new();
    hash.update(path);
    hash.update(b":");
    hash.update(start.to_be_bytes());
    hash.update(b":");
    hash.update(end.to_be_bytes());
    let digest = hash.finalize();
    let mut digits = String::new();
    for byte in digest.iter().take(8) {
        let _ = write!(digits, "{byte:02x}");
    }
    digits
}

/// Four bytes on each line of 40, from column 7 on.
fn found(number: usize) -> Value {
    let number = number as u64;
    let start = number * 40 + 7;
    json!({
        "match_id": format!("550e8400-e29b-41d4-a716-{number:012x}"),
        "matched_text": "TODO",
        "span": {
            "file_path": "src/lib.rs",
            "span_id": span_id("src/lib.rs", start, start + 4),
            "byte_start": start, "byte_end": start + 4,
            "start_line": number + 1, "start_col": 7,
            "end_line": number + 1, "end_col": 11,
        },
    })
}

fn answer(matches: &[Value]) -> Value {
    json!({
        "schema_version": "1.1.0",
        "execution_id": "550e8400-e29b-41d4-a716-446655440000",
        "data": { "pattern": "TODO", "count": matches.len(), "matches": matches },
    })
}

fn long() -> Vec<Value> {
    (0..MANY).map(found).collect()
}

/// Code and pointer of each finding, and the pointers of the others that it names.
fn told(findings: &[Diagnostic]) -> Vec<(String, String, Vec<String>)> {
    let one = |found: &Diagnostic| {
        let related = found.related.iter().map(|other| other.pointer.clone());
        let pointer = found.pointer.clone().unwrap_or_default();
        (found.code.to_string(), pointer, related.collect())
    };
    findings.iter().map(one).collect()
}

fn findings(document: &Value) -> Vec<Diagnostic> {
    validate(document.to_string().as_bytes(), &ValidateOptions::default()).diagnostics
}

/// What is found where all ranges are kept, as they are for sources; there is no text, and
/// so nothing else is found but that.
fn kept(text: &str, strict: bool) -> Vec<Diagnostic> {
    let none = Sources::default();
    let options = ValidateOptions {
        sources: Some(&none),
        strict,
        ..ValidateOptions::default()
    };
    let mut found = validate(text.as_bytes(), &options).diagnostics;
    found.retain(|one| one.code != "SOURCE_MISSING");
    found
}

/// Says where two lists part, as both are long.
fn assert_same(ours: &[Diagnostic], theirs: &[Diagnostic]) {
    for (one, other) in ours.iter().zip(theirs) {
        assert_eq!(one, other);
    }
    assert_eq!(ours.len(), theirs.len());
}

fn place(number: usize, rest: &str) -> String {
    format!("/data/matches/{number}/{rest}")
}

#[test]
fn a_long_list_that_is_right_has_no_finding() {
    let text = answer(&long()).to_string();
    let verdict = validate(text.as_bytes(), &ValidateOptions::default());
    assert_eq!(told(&verdict.diagnostics), []);
    assert_eq!(verdict.checked.source.spans_total, MANY as u64);
}

#[test]
fn an_id_of_a_match_is_known_again_from_afar() {
    let mut matches = long();
    matches[900]["match_id"] = matches[10]["match_id"].clone();
    let expected = (
        "ID_REUSED".to_owned(),
        place(900, "match_id"),
        vec![place(10, "match_id")],
    );
    assert_eq!(told(&findings(&answer(&matches))), [expected]);
}

#[test]
fn an_id_of_a_range_that_no_recipe_explains_is_known_again_from_afar() {
    let mut matches = long();
    for number in [3, 999] {
        matches[number]["span"]["span_id"] = json!("0123456789abcdef");
    }
    let told = told(&findings(&answer(&matches)));
    let reused: Vec<_> = told.iter().filter(|one| one.0 == "ID_REUSED").collect();
    let expected = (
        "ID_REUSED".to_owned(),
        place(999, "span/span_id"),
        vec![place(3, "span/span_id")],
    );
    assert_eq!(reused, [&expected]);
}

#[test]
fn places_exclude_each_other_in_whatever_order_they_are_printed() {
    let wrong = |reversed: bool| {
        let mut matches = long();
        // A line further on, and not a byte after the one before it.
        matches[500]["span"]["start_line"] = json!(900);
        matches[500]["span"]["end_line"] = json!(900);
        if reversed {
            matches.reverse();
        }
        told(&findings(&answer(&matches)))
    };
    let codes = |told: &[(String, String, Vec<String>)]| {
        told.iter()
            .map(|one| one.0.clone())
            .collect::<BTreeSet<_>>()
    };
    let (forwards, backwards) = (wrong(false), wrong(true));
    assert_eq!(forwards.len(), backwards.len());
    assert_eq!(codes(&forwards), ["POSITION_IMPOSSIBLE".to_owned()].into());
    assert_eq!(codes(&backwards), codes(&forwards));
}

#[test]
fn what_stands_beside_a_range_is_held_against_it_wherever_a_piece_ends() {
    for number in (120..136).chain([255, 256, 999]) {
        let mut matches = long();
        matches[number]["matched_text"] = json!("TODOS");
        let expected = (
            "TEXT_LENGTH_MISMATCH".to_owned(),
            place(number, "matched_text"),
            vec![place(number, "span/byte_end")],
        );
        assert_eq!(told(&findings(&answer(&matches))), [expected], "{number}");
    }
}

#[test]
fn one_path_is_spoken_of_once() {
    let mut matches = long();
    for found in &mut matches {
        found["span"]["file_path"] = json!("./src/lib.rs");
        found["span"]
            .as_object_mut()
            .and_then(|span| span.remove("span_id"));
    }
    let told = findings(&answer(&matches));
    let paths: Vec<_> = told
        .iter()
        .filter(|one| one.code == "PATH_NOT_CANONICAL")
        .collect();
    assert_eq!(paths.len(), 1);
    let edits: usize = paths[0].fixes.iter().map(|fix| fix.edits.len()).sum();
    assert_eq!(edits, MANY, "and mended everywhere");
}

#[test]
fn what_is_said_of_a_range_after_a_list_of_others_is_heard() {
    // The list stands in a member that no shape knows, in the object of the first range.
    let others: Vec<Value> = long().iter().map(|found| found["span"].clone()).collect();
    let mut document = answer(&long());
    document["data"]["matches"][0]["others"] = json!(others);
    document["data"]["matches"][0]["context_before"] = json!("12345678");
    let text = document.to_string();
    let found = findings(&document);
    assert_same(&found, &kept(&text, false));
    let expected = (
        "POSITION_IMPOSSIBLE".to_owned(),
        place(0, "context_before"),
        Vec::new(),
    );
    assert_eq!(told(&found), [expected]);
}

#[test]
fn a_verdict_is_the_same_where_the_ranges_are_kept() {
    let mut matches = long();
    for (number, found) in matches.iter_mut().enumerate() {
        let span = &mut found["span"];
        match number % 7 {
            0 => span["start_col"] = json!(6),
            1 => span["span_id"] = json!(format!("{:016x}", number / 14)),
            2 => span["file_path"] = json!(format!("./src/{}.rs", number % 3)),
            3 => span["byte_end"] = json!(1),
            4 => {
                span.as_object_mut()
                    .and_then(|span| span.remove("byte_start"));
            }
            5 => span["checksums"] = json!({ "span": "md5" }),
            _ => span["context"] = json!({ "before": vec!["x"; number + 1] }),
        }
        found["match_id"] = json!(format!("m{}", number % 400));
    }
    for order in 0..2 {
        if order == 1 {
            matches.reverse();
        }
        let text = answer(&matches).to_string();
        for strict in [false, true] {
            let options = ValidateOptions {
                strict,
                ..ValidateOptions::default()
            };
            let found = validate(text.as_bytes(), &options).diagnostics;
            assert!(found.len() > MANY);
            assert_same(&found, &kept(&text, strict));
        }
    }
}

/// Diagnostics without a code, of which every second lacks what it must have as well. They are
/// so many that a look at all others for each would take minutes.
#[test]
fn a_wrong_path_is_told_wherever_the_other_range_of_its_file_is() {
    for (wrong, right) in [(0, MANY - 1), (MANY / 2, 0), (MANY - 1, 0)] {
        let mut matches = long();
        for (number, path) in [(right, "src/far.rs"), (wrong, "src/fra.rs")] {
            let start = number as u64 * 40 + 7;
            matches[number]["span"]["file_path"] = path.into();
            matches[number]["span"]["span_id"] = span_id("src/far.rs", start, start + 4).into();
        }
        let told = told(&findings(&answer(&matches)));
        let told: Vec<_> = told.into_iter().map(|(code, at, _)| (code, at)).collect();
        let expected = (
            "SPAN_ID_MISMATCH".to_owned(),
            place(wrong, "span/file_path"),
        );
        assert_eq!(told, [expected]);
    }
}

#[test]
fn members_that_are_advised_cost_what_they_are() {
    const DIAGNOSTICS: usize = 400_000;
    let one = |number: usize| match number % 2 {
        0 => json!({"level": "error", "message": "m"}),
        _ => json!({"level": "error"}),
    };
    let mut document = answer(&[]);
    document["tool"] = json!("t");
    document["timestamp"] = json!("2026-01-22T10:00:00Z");
    document["diagnostics"] = (0..DIAGNOSTICS).map(one).collect();
    let options = ValidateOptions {
        strict: true,
        ..ValidateOptions::default()
    };
    let found = validate(document.to_string().as_bytes(), &options).diagnostics;
    for code in ["MEMBER_ADVISED", "MISSING_FIELD"] {
        let told = found.iter().filter(|one| one.code == code);
        assert_eq!(
            told.count(),
            DIAGNOSTICS / 2,
            "{code}: one that lacks more is told that alone"
        );
    }
}
