//! Lines and columns in code points that contradict the offsets, the text that is shown before
//! a match, or the source: they are told, and not made to look right in the envelope.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use llm_types::{NormalizeOptions, Sources, ValidateOptions, normalize, validate};
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
    let impossible = (vec!["POSITION_IMPOSSIBLE".to_owned()], None);
    assert_eq!(told(document, source), impossible, "{document}");
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
