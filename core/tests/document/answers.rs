//! Answers of mdsel, and older versions of the envelope: what each becomes, by hand
//! from seeds 000, 001 and 003.

use super::verbs::value;
use llm_types::json::Value;
use llm_types::{ConvertOptions, NormalizeOptions, Normalized, canonicalize, convert, normalize};

fn normal(text: &str) -> Normalized {
    let options = NormalizeOptions {
        origin: true,
        ..Default::default()
    };
    let normalized = normalize(text.as_bytes(), &options).unwrap();
    let home = convert(
        normalized.text.as_bytes(),
        &normalized.dialect,
        &ConvertOptions::default(),
    )
    .unwrap();
    assert_eq!(
        canonicalize(home.text.as_bytes()).unwrap(),
        canonicalize(text.as_bytes()).unwrap()
    );
    assert_eq!(home.losses[0].kind, "exact");
    let again = normalize(normalized.text.as_bytes(), &options).unwrap();
    assert_eq!(again.text, normalized.text);
    normalized.typed().unwrap();
    normalized
}

/// The envelope without the way home.
fn envelope(normalized: &Normalized) -> Value {
    let mut envelope = normalized.envelope();
    envelope.as_object_mut().unwrap().remove("origin");
    envelope
}

fn mdsel(success: bool, command: &str, rest: &str) -> String {
    format!(
        r#"{{"success":{success},"command":"{command}","timestamp":"2026-01-01T00:00:00.000Z",{rest}}}"#
    )
}

#[test]
fn errors_and_warnings_are_diagnostics_and_what_was_found_is_partial() {
    let document = r#"{"namespace":"a","file_path":"a.md","root":null,"headings":[],"blocks":{"paragraphs":0,"code_blocks":0,"lists":0,"tables":0,"blockquotes":0}}"#;
    let summary = r#""summary":{"total_documents":1,"total_nodes":0,"total_selectors":0}"#;
    let text = mdsel(
        false,
        "index",
        &format!(
            r#""data":{{"documents":[{document}],{summary}}},"errors":[{{"type":"FILE_NOT_FOUND","code":"ENOENT","message":"gone","file":"b.md"}}],"partial_results":[{document}],"warnings":["1 of 2 files"]"#
        ),
    );
    let normalized = normal(&text);
    let expected = value(
        r#"{"command":"index","data":{"documents":[{"namespace":"a","file_path":"a.md","headings":[],"blocks":{"paragraphs":0,"code_blocks":0,"lists":0,"tables":0,"blockquotes":0}}],"summary":{"total_documents":1,"total_nodes":0,"total_selectors":0}},"diagnostics":[{"level":"error","type":"FILE_NOT_FOUND","code":"ENOENT","message":"gone","file":"b.md"},{"level":"warning","message":"1 of 2 files"}],"execution_id":"","partial":true,"schema_version":"1.1.0","status":"partial","timestamp":"2026-01-01T00:00:00.000Z"}"#,
    );
    assert_eq!(envelope(&normalized), expected);
    // Without the way home nothing of it is lost either.
    let plain = llm_types::write_canonical(&expected);
    let home = convert(plain.as_bytes(), "mdsel", &ConvertOptions::default()).unwrap();
    assert_eq!(value(&home.text), value(&text));
    assert!(
        home.losses.iter().all(|loss| !loss.is_lossy()),
        "{:?}",
        home.losses
    );
}

#[test]
fn a_selector_that_fits_nothing_is_an_error_that_mdsel_does_not_print() {
    let text = mdsel(
        false,
        "select",
        r#""data":{"matches":[],"unresolved":[{"selector":"a::root","reason":"no","suggestions":["b::root"]}]},"unresolved_selectors":["a::root"]"#,
    );
    let normalized = normal(&text);
    let envelope = envelope(&normalized);
    let expected = value(
        r#"[{"level":"error","code":"SELECTOR_NOT_FOUND","message":"no","selector":"a::root","suggestions":["b::root"]}]"#,
    );
    assert_eq!(envelope.get("diagnostics"), Some(&expected));
    assert_eq!(
        envelope.get("status").and_then(Value::as_str),
        Some("error")
    );
    let derived = normalized
        .changes
        .iter()
        .find(|change| change.what == "derived" && change.at.as_deref() == Some("/diagnostics/0"));
    assert!(derived.is_some(), "{:?}", normalized.changes);
    let plain = llm_types::write_canonical(&envelope);
    let home = convert(plain.as_bytes(), "mdsel", &ConvertOptions::default()).unwrap();
    assert_eq!(value(&home.text), value(&text));
}

#[test]
fn what_mdsel_repeats_wrongly_is_kept() {
    let text = mdsel(
        false,
        "select",
        r#""data":{"matches":[],"unresolved":[]},"unresolved_selectors":["a::root"]"#,
    );
    let envelope = envelope(&normal(&text));
    assert_eq!(
        envelope.get("unresolved_selectors"),
        Some(&value(r#"["a::root"]"#))
    );
}

#[test]
fn another_answer_in_mdsels_words_says_what_it_lost() {
    let text = br#"{"execution_id":"r1","pattern":"b","matches":[],"match_count":0}"#;
    let home = convert(text, "mdsel", &ConvertOptions::default()).unwrap();
    let lossy: Vec<&str> = home
        .losses
        .iter()
        .filter(|loss| loss.is_lossy())
        .map(|loss| loss.pointer.as_str())
        .collect();
    // It is a success without an answer and lacks members, and nothing shows that it is mdsel's.
    let whole = [
        "/data",
        "",
        "/command",
        "/timestamp",
        "/execution_id",
        "",
        "",
    ];
    assert_eq!(lossy, whole);
    assert_eq!(value(&home.text).get("success"), Some(&Value::Bool(true)));
}

#[test]
fn an_older_version_of_the_envelope_is_raised_and_goes_back() {
    for (old, new, rest) in [
        (
            "1.0.0",
            "1.1.0",
            r#""data":{"files":["a.rs"]},"partial":false"#,
        ),
        (
            "2.0.0",
            "2.1.0",
            r#""operation_type":"patch","status":"ok","message":"m""#,
        ),
    ] {
        let text = format!(
            r#"{{"schema_version":"{old}","execution_id":"550e8400-e29b-41d4-a716-446655440000",{rest}}}"#
        );
        let normalized = normal(&text);
        assert_eq!(normalized.dialect, "unified");
        assert_eq!(normalized.generation.as_deref(), Some(old));
        let envelope = normalized.envelope();
        let version = envelope.get("schema_version");
        assert_eq!(version.and_then(Value::as_str), Some(new));
    }
    // A version of our own has nothing to go back to.
    let ours = r#"{"schema_version":"1.1.0","execution_id":"x","data":{"files":["a.rs"]}}"#;
    assert_eq!(normal(ours).envelope().get("origin"), None);
}

#[test]
fn an_edited_envelope_is_not_taken_for_the_old_document() {
    let text =
        r#"{"schema_version":"1.0.0","execution_id":"x","tool":"mine","data":{"files":["a.rs"]}}"#;
    let normalized = normal(text);
    let edited = normalized.text.replace("\"mine\"", "\"yours\"");
    let back = convert(edited.as_bytes(), "unified", &ConvertOptions::default()).unwrap();
    assert!(
        back.losses[0].note.starts_with("ORIGIN_STALE"),
        "{:?}",
        back.losses
    );
    assert_eq!(back.text, edited);
}

#[test]
fn the_wrapper_of_seed_001_is_an_answer() {
    let span = r#"{"span_id":"550e8400-e29b-41d4-a716-446655440000","file_path":"src/main.rs","byte_start":20,"byte_end":24,"line_start":2,"line_end":2,"col_start":4,"col_end":8}"#;
    let text = format!(
        r#"{{"schema_version":"1.0","execution_id":"550e8400-e29b-41d4-a716-446655440000","tool":"llmsearch","timestamp":"2026-01-22T10:00:00Z","status":"success","data":{{"matches":[{{"match_id":"m1","span":{span},"content":"TODO","context":{{"before":["a"],"after":null,"kind":"function","parent":"main"}}}}],"match_count":1}},"diagnostics":[{{"tool":"llmsearch","level":"note","message":"m","file":"src/main.rs","line":2,"column":4}}]}}"#
    );
    let normalized = normal(&text);
    assert_eq!(normalized.dialect, "unified");
    assert_eq!(normalized.generation.as_deref(), Some("standard"));
    let expected = value(
        r#"{"schema_version":"1.1.0","execution_id":"550e8400-e29b-41d4-a716-446655440000","tool":"llmsearch","timestamp":"2026-01-22T10:00:00Z","status":"ok","data":{"matches":[{"match_id":"m1","span":{"span_id":"550e8400-e29b-41d4-a716-446655440000","file_path":"src/main.rs","byte_start":20,"byte_end":24,"start_line":2,"end_line":2,"start_col":4,"end_col":8,"context":{"before":["a"]}},"content":"TODO","kind":"function","parent":"main"}],"count":1},"diagnostics":[{"tool":"llmsearch","level":"note","message":"m","file":"src/main.rs","line":2,"column":4}]}"#,
    );
    assert_eq!(envelope(&normalized), expected);
}

#[test]
fn what_seed_000_puts_beside_a_span_goes_into_it() {
    let span = r#""file_path":"a.rs","byte_start":0,"byte_end":4"#;
    let text = format!(
        r#"{{"schema_version":"1.0.0","execution_id":"x","data":{{"pattern":"TODO","matches":[{{"match_id":"m1","span":{{{span}}},"matched_text":"TODO","context_before":["one"],"context_after":"two","semantic_kind":"function","language":"rust","checksums":{{}},"tool_hints":{{"apply_atomically":true}}}},{{"match_id":"m2","span":{{{span},"semantic_kind":"fn","language":"rust"}},"matched_text":"TODO"}}],"match_count":2}},"diagnostics":[]}}"#
    );
    let envelope = envelope(&normal(&text));
    let expected = value(&format!(
        r#"{{"schema_version":"1.1.0","execution_id":"x","data":{{"pattern":"TODO","matches":[{{"match_id":"m1","span":{{{span},"context":{{"before":["one"],"inline_after":"two"}},"semantics":{{"kind":"function","language":"rust"}},"checksums":{{}},"tool_hints":{{"apply_atomically":true}}}},"matched_text":"TODO"}},{{"match_id":"m2","span":{{{span},"semantics":{{"kind":"fn","language":"rust"}}}},"matched_text":"TODO"}}],"count":2}}}}"#
    ));
    assert_eq!(envelope, expected);
}

#[test]
fn two_places_that_differ_are_both_kept() {
    let span = r#""file_path":"a.rs","byte_start":0,"byte_end":4"#;
    let text = format!(
        r#"{{"schema_version":"1.0.0","execution_id":"x","data":{{"matches":[{{"match_id":"m1","name":"a","kind":"fn","span":{{{span},"semantics":{{"kind":"method"}}}},"semantic_kind":"function","tool_hints":{{"apply_atomically":true}}}}],"count":1,"match_count":7}}}}"#
    );
    let envelope = envelope(&normal(&text));
    let found = envelope.get("data").unwrap();
    assert_eq!(found.get("match_count").and_then(Value::as_u64), Some(7));
    let first = &found.get("matches").unwrap().as_array().unwrap()[0];
    let span = first.get("span").unwrap();
    assert_eq!(
        span.get("semantic_kind").and_then(Value::as_str),
        Some("function")
    );
    let semantics = span.get("semantics").unwrap();
    assert_eq!(
        semantics.get("kind").and_then(Value::as_str),
        Some("method")
    );
}
