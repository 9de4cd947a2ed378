//! Edits, new files and queries of syntax trees: the tools of seed 001 that ask for
//! something, in the shapes that ship and in those that only the seeds have.

use super::fixtures::bytes as fixture;
use super::verbs::{before as sources, value};

use llm_types::json::{Pointer, Value};
use llm_types::{
    ConvertOptions, NormalizeOptions, ValidateOptions, Validation, canonicalize, convert, detect,
    normalize, validate,
};

fn at<'v>(value: &'v Value, pointer: &str) -> Option<&'v Value> {
    value.at(&Pointer::parse(pointer).unwrap())
}

fn word<'v>(value: &'v Value, pointer: &str) -> Option<&'v str> {
    at(value, pointer).and_then(Value::as_str)
}

fn envelope(text: &[u8]) -> Value {
    normalize(text, &NormalizeOptions::default())
        .unwrap()
        .envelope()
}

fn codes(validation: &Validation) -> Vec<(&str, &str)> {
    let found = validation.diagnostics.iter();
    found
        .map(|d| (d.code.as_ref(), d.pointer.as_deref().unwrap_or("-")))
        .collect()
}

/// Home without an origin, as far as the envelope alone tells.
fn home(text: &[u8], dialect: &str) -> String {
    let envelope = convert(text, "unified", &ConvertOptions::default()).unwrap();
    let home = convert(
        envelope.text.as_bytes(),
        dialect,
        &ConvertOptions::default(),
    )
    .unwrap();
    canonicalize(home.text.as_bytes()).unwrap()
}

#[test]
fn an_edit_is_an_operation_with_checksums_that_say_what_they_are() {
    let text = fixture("llmtransform/0.1.0/two-edits-grow-shrink.json");
    let envelope = envelope(&text);
    assert_eq!(word(&envelope, "/operation_type"), Some("edit"));
    assert_eq!(word(&envelope, "/status"), Some("ok"));
    assert_eq!(word(&envelope, "/result/type"), Some("edit"));
    assert_eq!(
        word(&envelope, "/result/final_checksum"),
        Some("blake3:859c0f292b127591e8cdb3d9b51d9005d113de5d7562676a662c573092205d7d")
    );
    let offset = at(&envelope, "/result/edits/0/byte_offset").and_then(Value::as_u64);
    assert_eq!(offset, Some(628));
    assert!(
        word(&envelope, "/result/edits/1/new_checksum")
            .unwrap()
            .starts_with("blake3:")
    );
}

#[test]
fn a_success_with_an_edit_that_failed_is_a_finding_and_partial() {
    let text = fixture("llmtransform/0.1.0/second-edit-errors.json");
    let validation = validate(&text, &ValidateOptions::default());
    assert_eq!(codes(&validation), [("STATUS_MISMATCH", "/success")]);
    assert!(validation.ok, "the tool is known to say so");
    let strict = ValidateOptions {
        strict: true,
        ..Default::default()
    };
    assert!(!validate(&text, &strict).ok);
    assert_eq!(word(&envelope(&text), "/status"), Some("partial"));
    let applied = fixture("llmtransform/0.1.0/overlapping-edits.json");
    assert_eq!(
        codes(&validate(&applied, &ValidateOptions::default())),
        [("", ""); 0]
    );
}

#[test]
fn a_failure_has_a_message_and_no_checksum() {
    let text = fixture("llmtransform/0.1.0/missing-file.json");
    let envelope = envelope(&text);
    assert_eq!(word(&envelope, "/status"), Some("error"));
    assert!(
        word(&envelope, "/message")
            .unwrap()
            .starts_with("Failed to read file")
    );
    assert_eq!(at(&envelope, "/result/final_checksum"), None);
}

#[test]
fn the_algorithm_of_seed_001_is_another_one() {
    for (name, prefix) in [
        ("seed-001/response", "sha256:"),
        ("0.1.0/one-edit-success", "blake3:"),
        ("0.1.0/no-edits", "blake3:"),
    ] {
        let envelope = envelope(&fixture(&format!("llmtransform/{name}.json")));
        let checksum = word(&envelope, "/result/final_checksum").unwrap();
        assert!(checksum.starts_with(prefix), "{name}: {checksum}");
    }
    for (name, prefix) in [
        ("seed-001/request", "sha256:"),
        ("0.1.0/request-one-edit-success", "blake3:"),
        // The caller has named another one; it is not renamed.
        ("0.1.0/request-checksum-sha256-prefixed", "sha256:1ddef4fe"),
    ] {
        let envelope = envelope(&fixture(&format!("llmtransform/{name}.json")));
        let checksum = word(&envelope, "/data/expected_checksum").unwrap();
        assert!(checksum.starts_with(prefix), "{name}: {checksum}");
    }
}

#[test]
fn a_request_is_an_answer_that_holds_what_is_asked_for() {
    for (name, text) in [
        ("seed-001/request", "K"),
        ("0.1.0/request-client-execution-id", "K"),
    ] {
        let envelope = envelope(&fixture(&format!("llmtransform/{name}.json")));
        assert_eq!(word(&envelope, "/data/file_path"), Some("src/brew.rs"));
        assert_eq!(word(&envelope, "/data/edits/0/new_text"), Some(text));
        let start = at(&envelope, "/data/edits/0/byte_start").and_then(Value::as_u64);
        assert_eq!(start, Some(28));
    }
}

#[test]
fn the_ranges_of_a_request_are_proved_in_the_file_that_it_names() {
    // As the requests of the captures say it.
    let file = "e6aa3ebacad3ce304314b587d9f0554430abfeb01dd209c3de51c86576e46302";
    let request = |start: u64, end: u64| {
        format!(
            r#"{{"edits":[{{"byte_start":{start},"byte_end":{end},"replacement":"?"}}],"file_path":"src/brew.rs","expected_checksum":"{file}"}}"#
        )
    };
    let sources = sources("src/brew.rs");
    let options = ValidateOptions {
        sources: Some(&sources),
        ..Default::default()
    };
    let good = validate(request(28, 31).as_bytes(), &options);
    assert!(good.ok, "{}", good.to_json());
    assert_eq!(good.checked.source.spans_proved, 1);
    // The captures show what the tool itself makes of these.
    for (start, end, code, pointer) in [
        (438, 439, "NOT_CHAR_BOUNDARY", "/edits/0/byte_start"),
        (1081, 1089, "OFFSET_OUT_OF_RANGE", "/edits/0/byte_end"),
        (5, 2, "REVERSED", "/edits/0/byte_end"),
    ] {
        let bad = validate(request(start, end).as_bytes(), &options);
        assert_eq!(codes(&bad), [(code, pointer)]);
        let canonical = envelope(request(start, end).as_bytes()).to_string();
        let bad = validate(canonical.as_bytes(), &options);
        assert!(
            codes(&bad).contains(&(code, format!("/data{pointer}").as_str())),
            "{}",
            bad.to_json()
        );
    }
}

/// What comes home without an origin, for each form that a tool prints.
#[test]
fn home_needs_little_of_an_origin() {
    for name in [
        "llmtransform/0.1.0/one-edit-success",
        "llmtransform/0.1.0/two-edits-grow-shrink",
        "llmtransform/0.1.0/second-edit-errors",
        "llmtransform/0.1.0/insert-empty-span",
        "llmtransform/0.1.0/missing-file",
        "llmtransform/0.1.0/checksum-mismatch",
        "llmtransform/0.1.0/no-edits",
        "llmtransform/0.1.0/request-two-edits-grow-shrink",
        "llmtransform/0.1.0/request-execution-id-absent",
        "llmtransform/seed-001/response",
        "llmtransform/seed-001/response-edit-error",
        "llmtransform/seed-000/edit",
        "llmastsearch/seed-001/functions",
        "llmastsearch/seed-001/crlf",
        "llmastsearch/seed-000/functions",
        "llmfilewrite/seed-001/approved",
        "llmfilewrite/seed-001/rejected",
        "llmfilewrite/seed-001/request",
        "llmfilewrite/seed-000/approved",
        "llmfilewrite/seed-000/rejected",
    ] {
        let text = fixture(&format!("{name}.json"));
        let dialect = name.split('/').next().unwrap();
        assert_eq!(home(&text, dialect), canonicalize(&text).unwrap(), "{name}");
    }
}

#[test]
fn a_verdict_is_kept_beside_the_status() {
    for (name, status, verdict) in [
        ("seed-001/approved", "ok", "approved"),
        ("seed-001/rejected", "error", "rejected"),
        ("seed-000/approved", "ok", "approved"),
        ("seed-000/rejected-part", "error", "rejected"),
    ] {
        let envelope = envelope(&fixture(&format!("llmfilewrite/{name}.json")));
        assert_eq!(word(&envelope, "/operation_type"), Some("create"), "{name}");
        assert_eq!(word(&envelope, "/status"), Some(status), "{name}");
        assert_eq!(word(&envelope, "/verdict"), Some(verdict), "{name}");
        assert_eq!(
            word(&envelope, "/result/file_path"),
            Some("src/pour_over.rs")
        );
    }
}

#[test]
fn the_levels_of_a_language_server_are_ours() {
    let envelope = envelope(&fixture("llmfilewrite/seed-001/rejected.json"));
    assert_eq!(
        word(&envelope, "/result/diagnostics/0/level"),
        Some("error")
    );
    assert_eq!(word(&envelope, "/result/diagnostics/1/level"), Some("help"));
    let line = at(&envelope, "/result/diagnostics/0/line").and_then(Value::as_u64);
    assert_eq!(line, Some(5));
}

#[test]
fn a_row_is_a_line_and_the_bytes_check_it() {
    let text = fixture("llmastsearch/seed-001/functions.json");
    let envelope = envelope(&text);
    let span = at(&envelope, "/data/matches/1/span").unwrap();
    assert_eq!(word(span, "/file_path"), Some("src/emoji_menu.rs"));
    let number = |name: &str| span.get(name).and_then(Value::as_u64);
    assert_eq!(number("start_line"), Some(10));
    assert_eq!(number("end_col"), Some(74));
    assert_eq!(word(&envelope, "/data/language"), Some("rust"));
    let sources = sources("src/emoji_menu.rs");
    let options = ValidateOptions {
        sources: Some(&sources),
        ..Default::default()
    };
    // The same rows from 0, as tree-sitter has them.
    let zero = String::from_utf8(text)
        .unwrap()
        .replace("\"row\": 10,", "\"row\": 9,");
    let validation = validate(zero.as_bytes(), &options);
    assert!(
        codes(&validation).contains(&("POSITION_MISMATCH", "/matches/1/start/row")),
        "{}",
        validation.to_json()
    );
    let first = br#"{"execution_id":"r","file_path":"a","language":"Rust","query":"q","matches":[{"pattern_index":0,"captures":[],"byte_start":4,"byte_end":5,"start":{"row":0,"column":4},"end":{"row":0,"column":5}}],"match_count":1}"#;
    let validation = validate(first, &ValidateOptions::default());
    assert_eq!(
        codes(&validation)
            .iter()
            .filter(|(code, _)| *code == "LINE_ZERO")
            .count(),
        2
    );
    let envelope = normalize(first, &NormalizeOptions::default())
        .unwrap()
        .envelope();
    assert_eq!(
        at(&envelope, "/data/matches/0/span/start_line"),
        None,
        "what is no line stays out"
    );
}

#[test]
fn captures_are_proved_in_the_file_of_their_match() {
    let text = fixture("llmastsearch/seed-000/functions.json");
    let wrong = String::from_utf8(text)
        .unwrap()
        .replace("\"content\": \"tally\"", "\"content\": \"talli\"");
    let sources = sources("src/emoji_menu.rs");
    let options = ValidateOptions {
        sources: Some(&sources),
        ..Default::default()
    };
    let validation = validate(wrong.as_bytes(), &options);
    assert_eq!(
        codes(&validation),
        [("TEXT_MISMATCH", "/data/matches/1/captures/0/content")]
    );
}

#[test]
fn symbols_become_matches_of_a_syntax_tree_as_far_as_they_go() {
    let text = fixture("llmgrep/3.11.2/search-path.json");
    let conversion = convert(&text, "llmastsearch", &ConvertOptions::default()).unwrap();
    let found = value(&conversion.text);
    assert_eq!(
        detect(conversion.text.as_bytes())
            .unwrap()
            .dialect
            .as_deref(),
        Some("llmastsearch")
    );
    assert_eq!(
        word(&found, "/file_path"),
        Some("/workspace/src/dup_left.rs")
    );
    let row = at(&found, "/matches/0/end/row").and_then(Value::as_u64);
    assert_eq!(row, Some(3));
    let kind = |pointer: &str| {
        let mut losses = conversion.losses.iter();
        losses
            .find(|loss| loss.pointer == pointer)
            .map(|loss| loss.kind.as_str())
    };
    assert_eq!(kind("/data/file_path"), Some("derived"));
    assert_eq!(kind("/data/language"), Some("derived"));
    assert_eq!(kind("/data/matches/0/name"), Some("dropped"));
    assert_eq!(kind("/data/matches/0/captures"), Some("defaulted"));
}

#[test]
fn other_operations_are_not_taken_for_edits() {
    for text in [
        r#"{"schema_version":"2.0.0","execution_id":"e","operation_type":"patch","status":"ok","message":"m","tool":"splice","result":{"type":"patch","file":"a","spans":[]}}"#,
        r#"{"schema_version":"2.1.0","execution_id":"e","operation_type":"edit","status":"ok","message":"m","result":{"type":"edit","total_byte_shift":0,"applied_count":0,"skipped_count":0,"error_count":0,"edits":[]}}"#,
        r#"{"schema_version":"2.1.0","execution_id":"e","operation_type":"create","status":"ok","verdict":"approved","message":"m","result":{"type":"create","file_path":"a","lsp_used":"x"}}"#,
    ] {
        let detection = detect(text.as_bytes()).unwrap();
        let dialect = detection.dialect.as_deref();
        assert!(
            ![Some("llmtransform"), Some("llmfilewrite")].contains(&dialect),
            "{text}: {:?}",
            detection.candidates
        );
    }
}
