//! Lines and columns in code points that contradict the offsets, the text that is shown before
//! a match, or the source: they are told, and not made to look right in the envelope.

use super::fixtures;
use llm_types::{Level, NormalizeOptions, Sources, ValidateOptions, normalize, validate};
use serde_json::{Value, json};

/// An answer of llmsearch about one `TODO`.
fn answer(start: u64, (line, column): (u64, u64), before: &str) -> String {
    json!({"execution_id": "550e8400-e29b-41d4-a716-446655440000", "pattern": "TODO",
        "match_count": 1, "matches": [{"match_id": "550e8400-e29b-41d4-a716-446655440001",
        "file": "a.txt", "byte_start": start, "byte_end": start + 4, "matched_text": "TODO",
        "line_number": line, "column_number": column, "context_before": before,
        "context_after": ""}]})
    .to_string()
}

/// The codes of what is said of it, and line and column in the envelope if they are there. If
/// nothing is said, nothing may be said of the envelope either.
fn told(document: &str, source: Option<&[u8]>) -> (Vec<String>, Option<(u64, u64)>) {
    let sources: Option<Sources> = source.map(|text| [("a.txt", text)].into_iter().collect());
    let sources = sources.as_ref();
    let options = NormalizeOptions {
        sources,
        ..NormalizeOptions::default()
    };
    let normalized = normalize(document.as_bytes(), &options).unwrap();
    let codes = normalized.diagnostics.iter();
    let codes: Vec<String> = codes.map(|it| it.code.to_string()).collect();
    let envelope: Value = serde_json::from_str(&normalized.text).unwrap();
    let number = |name: &str| envelope["data"]["matches"][0]["span"][name].as_u64();
    let options = ValidateOptions {
        sources,
        ..ValidateOptions::default()
    };
    if codes.is_empty() {
        let verdict = validate(normalized.text.as_bytes(), &options);
        assert!(verdict.ok, "{:?}", verdict.diagnostics);
    } else {
        let verdict = validate(document.as_bytes(), &options);
        assert!(!verdict.ok, "{document}");
    }
    (codes, number("start_line").zip(number("start_col")))
}

fn is_impossible(document: &str, source: Option<&[u8]>) {
    let (codes, at) = told(document, source);
    assert_eq!(at, None, "{document}");
    // A source shows how it is wrong.
    let known = ["POSITION_MISMATCH", "CONTEXT_MISMATCH"];
    match source {
        Some(_) => assert!(
            codes.iter().all(|code| known.contains(&&**code)),
            "{codes:?}"
        ),
        None => assert_eq!(codes, ["POSITION_IMPOSSIBLE"], "{document}"),
    }
    assert!(!codes.is_empty(), "{document}");
}

fn is_at(at: (u64, u64), document: &str, source: Option<&[u8]>) {
    assert_eq!(told(document, source), (Vec::new(), Some(at)), "{document}");
}

#[test]
fn what_is_shown_before_a_match_has_its_bytes_and_its_columns() {
    // `ab 🚀 ` has eight bytes and five code points.
    let shown = "ab 🚀 ";
    is_at((1, 8), &answer(8, (1, 6), shown), None);
    is_impossible(&answer(8, (1, 5), shown), None);
    is_impossible(&answer(8, (1, 9), shown), None);
    // The line before would have no room.
    is_impossible(&answer(8, (2, 6), shown), None);
    is_at((2, 8), &answer(9, (2, 6), shown), None);
    // Only the end of what is before it on its line.
    is_at((1, 8), &answer(8, (1, 6), "🚀 "), None);
}

#[test]
fn a_source_that_has_the_text_elsewhere_is_believed() {
    let source: &[u8] = b"aaaa\nbb TODO\n";
    is_at((2, 3), &answer(8, (2, 4), "bb "), Some(source));
    is_impossible(&answer(8, (3, 4), "bb "), Some(source));
    is_impossible(&answer(8, (2, 3), ""), Some(source));
    is_impossible(&answer(8, (1, 9), ""), Some(source));
}

#[test]
fn a_source_without_the_text_may_be_another_one() {
    let (codes, at) = told(&answer(8, (2, 4), "bb "), None);
    assert_eq!((codes.len(), at), (0, Some((2, 3))));
    let sources: Sources = [("a.txt", "another text\n")].into_iter().collect();
    let options = NormalizeOptions {
        sources: Some(&sources),
        ..NormalizeOptions::default()
    };
    let document = answer(8, (2, 4), "bb ");
    let normalized = normalize(document.as_bytes(), &options).unwrap();
    assert!(normalized.text.contains(r#""start_col":3"#));
}

#[test]
fn bytes_that_are_no_text_are_shown_in_other_words() {
    // The source has one byte where U+FFFD is shown, which is three.
    let document = answer(10, (1, 11), "x = '\u{FFFD}' # ");
    is_at((1, 10), &document, None);
}

/// Codes and pointers of the errors in a document about one file.
fn errors(document: &Value, path: &str, text: &str) -> Vec<String> {
    let sources: Sources = [(path, text)].into_iter().collect();
    let options = ValidateOptions {
        sources: Some(&sources),
        ..ValidateOptions::default()
    };
    let found = validate(document.to_string().as_bytes(), &options).diagnostics;
    let found = found.into_iter().filter(|it| it.level == Level::Error);
    found
        .map(|it| format!("{} {}", it.code, it.pointer.unwrap_or_default()))
        .collect()
}

/// The line and the column of an end lead to one place, and its offset to another.
#[test]
fn an_offset_against_a_line_and_a_column_is_the_wrong_one() {
    let text = "fn alpha() -> u8 {\n    beta(1)\n}\n";
    let document = |[start, end]: [u64; 2], [line, column]: [u64; 2]| {
        json!({"schema_version": "1.0.0", "diagnostics": [{"code": "OE0001",
            "severity": "error", "message": "m", "primary_span": {"file": "a.rs",
            "byte_start": start, "byte_end": end, "line_start": 1, "col_start": 1,
            "line_end": line, "col_end": column}, "primary_label": null,
            "secondary_labels": [], "help": null, "package_origin": null,
            "provenance_chain": []}], "summary": {"errors": 1, "warnings": 0, "infos": 0}})
    };
    let told = |offsets, place| errors(&document(offsets, place), "a.rs", text);
    let at = |name: &str| {
        [format!(
            "POSITION_MISMATCH /diagnostics/0/primary_span/{name}"
        )]
    };
    assert!(told([0, 32], [3, 2]).is_empty());
    assert_eq!(told([0, 31], [3, 2]), at("byte_end"));
    assert_eq!(told([0, 21], [3, 2]), at("byte_end"));
    // The offset and the column agree, or the offset and the line.
    assert_eq!(told([0, 32], [2, 2]), at("line_end"));
    assert_eq!(told([0, 32], [3, 1]), at("col_end"));
}

/// A text that stands where one end of its range is shows the other end to be wrong.
#[test]
fn an_offset_against_the_text_of_its_range_is_the_wrong_one() {
    let text = "fn alpha() -> u8 {\n    beta(1)\n}\n";
    let capture = |start: u64, end: u64, content: &str| {
        json!({"execution_id": "88a839f2-f6f1-4278-a9fc-33ee4acf4f66", "file_path": "a.rs",
            "language": "Rust", "query": "(identifier) @name", "match_count": 1,
            "matches": [{"pattern_index": 0, "captures": [{"index": 0, "name": "name",
            "byte_start": start, "byte_end": end, "content": content}], "byte_start": 0,
            "byte_end": 32, "start": {"row": 1, "column": 0}, "end": {"row": 3, "column": 1}}]})
    };
    let told = |start, end, content| errors(&capture(start, end, content), "a.rs", text);
    let at = |code, name: &str| [format!("{code} /matches/0/captures/0/{name}")];
    assert!(told(3, 8, "alpha").is_empty());
    for (start, end, name) in [
        (4, 8, "byte_start"),
        (1, 8, "byte_start"),
        (3, 7, "byte_end"),
        (3, 9, "byte_end"),
    ] {
        let found = told(start, end, "alpha");
        assert_eq!(found, at("POSITION_MISMATCH", name), "{start} to {end}");
    }
    // It is neither here nor there, or it may have been cut, and be from elsewhere.
    assert_eq!(told(3, 8, "alphb"), at("TEXT_MISMATCH", "content"));
    assert_eq!(told(5, 10, "alpha"), at("TEXT_MISMATCH", "content"));
    assert_eq!(told(3, 8, "a"), at("TEXT_MISMATCH", "content"));
}

/// The hashes of a range without lines are right with one other offset.
#[test]
fn an_offset_against_the_hashes_of_its_range_is_the_wrong_one() {
    let text = fixtures::text("workspace/src/emoji_menu.rs");
    let told = |from: &str, to: &str| {
        let document = fixtures::text("splice/2.6.2/get-span.json").replacen(from, to, 1);
        let document: Value = serde_json::from_str(&document).unwrap();
        errors(&document, "/workspace/src/emoji_menu.rs", &text)
    };
    assert!(told("", "").is_empty());
    for (from, to, name) in [
        ("\"byte_start\": 426", "\"byte_start\":425", "byte_start"),
        ("\"byte_start\": 426", "\"byte_start\":450", "byte_start"),
        ("\"byte_end\": 500", "\"byte_end\":499", "byte_end"),
        ("\"byte_end\": 500", "\"byte_end\":520", "byte_end"),
    ] {
        let wrong = [format!("POSITION_MISMATCH /result/symbols/0/{name}")];
        assert_eq!(told(from, to), wrong, "{to}");
    }
}
