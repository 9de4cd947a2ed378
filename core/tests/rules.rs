//! Every rule about documents fires on its own bad example, and not on the good one.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use llm_types::{
    Diagnostic, NormalizeOptions, Sources, ValidateOptions, detect, normalize, rule, validate,
};

fn sources() -> Sources {
    [("a.txt", "let é = 1;\nend\n")].into_iter().collect()
}

/// The document that an example stands for.
fn document(example: &str) -> String {
    if example.starts_with("{\"file_path\"") {
        format!(
            r#"{{"schema_version":"1.1.0","execution_id":"6b008bad-4754","data":{{"symbols":[{{"match_id":"m1","name":"a","kind":"fn","span":{example}}}],"file_path":"a.txt"}}}}"#
        )
    } else {
        example.to_owned()
    }
}

/// All that is said about an example, by checking and by normalizing it.
fn said(example: &str) -> Vec<Diagnostic> {
    let text = document(example);
    let sources = sources();
    let options = ValidateOptions {
        sources: Some(&sources),
        strict: true,
        ..Default::default()
    };
    let mut said = validate(text.as_bytes(), &options).diagnostics;
    if let Ok(normalized) = normalize(text.as_bytes(), &NormalizeOptions::default()) {
        said.extend(normalized.diagnostics);
    }
    said
}

fn codes(example: &str) -> Vec<String> {
    said(example)
        .into_iter()
        .map(|diagnostic| diagnostic.code)
        .collect()
}

/// Refusals of calls, which have no document that shows them.
const CALLS: [&str; 2] = ["UNKNOWN_DIALECT", "LOSSY_CONVERSION"];

#[test]
fn every_rule_fires_on_its_bad_example_and_only_there() {
    let mut tried = 0;
    for rule in rule::all() {
        let about_documents = rule.bad.starts_with("{\"") || rule.bad.starts_with('#');
        let here =
            detect(document(rule.good).as_bytes()).is_ok_and(|found| found.dialect.is_some());
        if !about_documents || !here || CALLS.contains(&rule.code) {
            continue;
        }
        let bad = codes(rule.bad);
        assert!(
            bad.iter().any(|code| code == rule.code),
            "{} is not in {bad:?}",
            rule.code
        );
        let good = codes(rule.good);
        assert!(
            !good.iter().any(|code| code == rule.code),
            "{} is in {good:?}",
            rule.code
        );
        tried += 1;
    }
    assert!(tried >= 26, "{tried}");
}

/// Examples of rules that are registered with spans and ids, as documents.
#[test]
fn rules_of_other_rooms_fire_in_documents_too() {
    let span = |members: &str| format!(r#"{{"file_path":"a.txt",{members}}}"#);
    for (code, bad) in [
        (
            "SPAN_ID_SCHEME",
            r#""byte_start":42,"byte_end":100,"span_id":"SCHEME""#,
        ),
        (
            "SPAN_ID_MISMATCH",
            r#""byte_start":0,"byte_end":3,"span_id":"0123456789abcdef""#,
        ),
        (
            "ID_NOT_HEX",
            r#""byte_start":0,"byte_end":3,"span_id":"a1b2c3d4e5f6g7h8""#,
        ),
        (
            "ID_LENGTH",
            r#""byte_start":0,"byte_end":3,"span_id":"a1b2c3d4""#,
        ),
        (
            "POSITION_MISMATCH",
            r#""byte_start":12,"byte_end":15,"start_line":2,"start_col":1,"end_line":2,"end_col":4"#,
        ),
        (
            "PARTIAL_COORDINATES",
            r#""byte_start":0,"byte_end":3,"start_line":1"#,
        ),
        (
            "LINE_ZERO",
            r#""byte_start":0,"byte_end":3,"start_line":0,"start_col":0,"end_line":0,"end_col":3"#,
        ),
        ("REVERSED", r#""byte_start":3,"byte_end":0"#),
        (
            "REVERSED",
            r#""byte_start":0,"byte_end":3,"start_line":1,"start_col":3,"end_line":1,"end_col":0"#,
        ),
        ("OFFSET_OUT_OF_RANGE", r#""byte_start":12,"byte_end":99"#),
        ("NOT_CHAR_BOUNDARY", r#""byte_start":0,"byte_end":5"#),
        ("NEGATIVE_OFFSET", r#""byte_start":-1,"byte_end":3"#),
        ("NOT_AN_INTEGER", r#""byte_start":0.5,"byte_end":3"#),
        (
            "UNSAFE_INTEGER",
            r#""byte_start":0,"byte_end":9007199254740992"#,
        ),
        ("INTEGER_AS_FLOAT", r#""byte_start":0,"byte_end":3.0"#),
        (
            "CHECKSUM_BARE",
            r#""byte_start":0,"byte_end":3,"checksums":{"checksum_before":"abc123"}"#,
        ),
    ] {
        let bad = bad.replace(
            "SCHEME",
            &llm_types::span_id_in(llm_types::SpanIdScheme::Decimal, "a.txt", 42, 100).unwrap(),
        );
        let found = codes(&span(&bad));
        assert!(
            found.iter().any(|found| found == code),
            "{code} is not in {found:?}"
        );
    }
}

#[test]
fn all_errors_are_reported_with_their_places() {
    let text = br#"{"schema_version":"1.1.0","execution_id":"6b008bad-4754","data":{"matchs":[],
  "pattern":7,"count":2,"matches":[{"match_id":"m","matched_text":"x","span":{"file_path":"a.txt","byte_start":2,"byte_end":1}}]}}"#;
    let validation = validate(text, &ValidateOptions::default());
    let found: Vec<(&str, &str, &str)> = validation
        .diagnostics
        .iter()
        .map(|diagnostic| {
            let range = diagnostic.byte_start.unwrap()..diagnostic.byte_end.unwrap();
            let range = usize::try_from(range.start).unwrap()..usize::try_from(range.end).unwrap();
            (
                diagnostic.code.as_str(),
                diagnostic.pointer.as_deref().unwrap(),
                core::str::from_utf8(&text[range]).unwrap(),
            )
        })
        .collect();
    assert_eq!(
        found,
        [
            ("TYPE_MISMATCH", "/data/pattern", "7"),
            ("COUNT_MISMATCH", "/data/count", "2"),
            ("REVERSED", "/data/matches/0/span/byte_end", "1"),
        ]
    );
    assert_eq!(validation.diagnostics[0].start_line, Some(2));
    assert_eq!(validation.diagnostics[0].start_col, Some(12));
    assert!(!validation.ok);
}

#[test]
fn a_misspelt_member_is_named() {
    let found = said(r#"{"file_path":"a.txt","byte_strat":0,"byte_end":3}"#);
    let missing = found
        .iter()
        .find(|found| found.code == "MISSING_FIELD")
        .unwrap();
    assert!(
        missing.message.contains("`byte_strat` may be meant"),
        "{}",
        missing.message
    );
    let unknown = found
        .iter()
        .find(|found| found.code == "UNKNOWN_FIELD")
        .unwrap();
    assert!(
        unknown.message.contains("did you mean `byte_start`"),
        "{}",
        unknown.message
    );
}

#[test]
fn what_was_not_checked_is_said() {
    let document = document(r#"{"file_path":"a.txt","byte_start":0,"byte_end":3}"#);
    let alone = validate(document.as_bytes(), &ValidateOptions::default());
    assert!(alone.ok);
    assert_eq!(alone.checked.not_checked[0].what, "source");
    assert_eq!(alone.checked.source.spans_total, 1);
    assert_eq!(alone.checked.source.spans_proved, 0);
    let other: Sources = [("b.txt", "")].into_iter().collect();
    let options = ValidateOptions {
        sources: Some(&other),
        ..Default::default()
    };
    let missing = validate(document.as_bytes(), &options);
    assert!(missing.ok);
    assert_eq!(missing.checked.not_checked[0].what, "a.txt");
    assert_eq!(missing.diagnostics[0].code, "SOURCE_MISSING");
}

#[test]
fn unreadable_text_is_a_diagnostic() {
    for (text, code) in [
        (&b""[..], "EMPTY_INPUT"),
        (b"{\"a\":1,}", "TRAILING_COMMA"),
        (b"\xff", "INVALID_UTF8"),
        (b"{\"a\":1,\"a\":2}", "DUPLICATE_KEY"),
        (b"{\"hello\":\"world\"}", "DIALECT_NOT_RECOGNISED"),
        (b"# Magellan Export Version: 2.0.0\n# \"", "CSV_ROW"),
    ] {
        let validation = validate(text, &ValidateOptions::default());
        assert!(!validation.ok);
        assert_eq!(validation.diagnostics[0].code, code);
        assert!(!validation.diagnostics[0].help.is_empty(), "{code}");
    }
}

#[test]
fn a_dialect_that_is_asked_for_does_not_make_a_document_right() {
    for dialect in ["unified", "magellan", "llmsearch", "splice"] {
        for text in [&b"{\"hello\":\"world\"}"[..], b"{}", b"[]", b"1"] {
            let options = ValidateOptions {
                dialect: Some(dialect.to_owned()),
                ..Default::default()
            };
            let validation = validate(text, &options);
            assert!(!validation.ok, "{dialect}: {}", validation.to_json());
        }
    }
}

#[test]
fn a_bad_line_does_not_stop_the_others() {
    let line = r#"{"execution_id":"550e8400-e29b-41d4-a716-446655440000","pattern":"x","matches":[],"match_count":0}"#;
    let text = format!("{line}\n{{\"trunc\n{line}\n");
    let validation = validate(text.as_bytes(), &ValidateOptions::default());
    assert_eq!(validation.documents, 3);
    assert_eq!(validation.diagnostics.len(), 1, "{}", validation.to_json());
    assert_eq!(validation.diagnostics[0].document, Some(1));
    assert_eq!(validation.diagnostics[0].start_line, Some(2));
    let normalized = normalize(text.as_bytes(), &NormalizeOptions::default()).unwrap();
    assert_eq!(normalized.text.lines().count(), 2);
    assert_eq!(normalized.envelopes.len(), 2);
    assert_eq!(normalized.documents, 3);
}

#[test]
fn symbols_with_a_count_are_not_a_text_search() {
    let text = br#"{"schema_version":"1.1.0","execution_id":"550e8400-e29b-41d4-a716-446655440000","tool":"magellan","data":{"count":1,"matches":[{"match_id":"m1","name":"x","kind":"fn","span":{"file_path":"a.txt","byte_start":0,"byte_end":3}}]}}"#;
    let validation = validate(text, &ValidateOptions::default());
    assert!(validation.ok, "{}", validation.to_json());
}
