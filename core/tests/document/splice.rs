//! splice: what its documents mean, and what its numbers can and cannot prove.
//!
//! Which file they speak of, before or after an operation, is in `changed_files`.

use super::verbs::{before, checked};
use std::borrow::Cow;

use super::fixtures::{bytes, json_files};
use llm_types::json::{Pointer, Value};
use llm_types::{
    ConvertOptions, NormalizeOptions, ReadOptions, Sources, ValidateOptions, convert, detect,
    normalize, read, validate,
};

fn fixture(name: &str) -> Vec<u8> {
    bytes(&format!("splice/{name}"))
}

fn canonical(text: &[u8], sources: Option<&Sources>) -> Value {
    let options = NormalizeOptions {
        sources,
        ..Default::default()
    };
    normalize(text, &options).unwrap().envelope()
}

fn at<'v>(value: &'v Value, pointer: &str) -> Option<&'v Value> {
    value.at(&Pointer::parse(pointer).unwrap())
}

fn text<'v>(value: &'v Value, pointer: &str) -> &'v str {
    at(value, pointer).and_then(Value::as_str).unwrap()
}

fn generation(name: &str) -> Option<Cow<'static, str>> {
    detect(&fixture(name)).unwrap().generation
}

#[test]
fn generations_show_where_only_some_print_it() {
    assert_eq!(
        generation("2.0.0/patch-apply-abs.json").as_deref(),
        Some("2.0")
    );
    assert_eq!(
        generation("2.0.0/delete-missing.stderr.json").as_deref(),
        Some("<=2.0")
    );
    assert_eq!(
        generation("2.6.2/patch-apply.json").as_deref(),
        Some(">=2.2")
    );
    assert_eq!(
        generation("2.6.2/rename-missing.stderr.json").as_deref(),
        Some("2.x")
    );
    assert_eq!(
        generation("3.1.1/edit-no-db.stderr.json").as_deref(),
        Some(">=2.6")
    );
    assert_eq!(generation("3.1.1/undo-missing.stderr.json"), None);
    assert_eq!(generation("3.1.1/undo.json"), None);
}

#[test]
fn the_oldest_form_gets_the_names_of_the_envelope() {
    let envelope = canonical(&fixture("2.0.0/patch-apply-abs.json"), None);
    assert_eq!(text(&envelope, "/schema_version"), "2.1.0");
    assert_eq!(
        text(&envelope, "/execution_id"),
        "42f0fdc7-cc81-465a-89b3-82e7014fdcee"
    );
    assert_eq!(at(&envelope, "/version"), None);
    let span = "/result/spans/0";
    for (name, number) in [
        ("start_line", 19),
        ("start_col", 0),
        ("end_line", 22),
        ("end_col", 1),
    ] {
        let found = at(&envelope, &format!("{span}/{name}")).and_then(Value::as_u64);
        assert_eq!(found, Some(number), "{name}");
    }
    assert_eq!(
        text(&envelope, &format!("{span}/checksums/checksum_before")),
        "sha256:1b5096d2f16b8a3849df37d546e29b72f762ae2d383620697e68de9d48c0e0cc"
    );
    assert_eq!(
        text(&envelope, &format!("{span}/before_hash")),
        "sha256:1ddef4fe4bcc06c4dcec32260697e22a2dfaae1f1c88d72106aadc03835c0b13"
    );
    assert_eq!(
        text(&envelope, &format!("{span}/span_id")),
        "60e34d59-542c-4855-b9c4-9d0ed23ff8cc"
    );
}

/// The form that seed 001 describes, which no captured tool prints.
#[test]
fn the_described_form_is_read_too() {
    let document = br#"{"version":"2.0","operation_id":"0f8fad5b-d9cb-469f-a165-70867728950e",
        "operation_type":"patch","status":"success","message":"m",
        "timestamp":"2026-01-22T10:00:00Z","result":{"spans":[{"file_path":"a.rs","byte_start":2,
        "byte_end":4,"line_start":1,"line_end":1,"col_start":2,"col_end":4,
        "span_id":"7c9e6679-7425-40de-944b-e07fc1f90ae7","match_id":null,
        "content_checksum":"fb8e20fc2e4c3f248c60c39bd652f3c1347298bb977b8b4d5903b85055620603",
        "surrounding_checksum":"00"}],"checksums":{}}}"#;
    let detection = detect(document).unwrap();
    assert_eq!(detection.dialect.as_deref(), Some("splice"));
    assert_eq!(detection.generation.as_deref(), Some("2.0"));
    let envelope = canonical(document, None);
    assert_eq!(text(&envelope, "/status"), "ok");
    assert_eq!(
        text(&envelope, "/result/spans/0/checksums/checksum_before"),
        "sha256:fb8e20fc2e4c3f248c60c39bd652f3c1347298bb977b8b4d5903b85055620603"
    );
    // The checksum is that of `ab`.
    let sources = [("a.rs", "  ab\n")].into_iter().collect();
    let validation = checked(document, &sources);
    assert!(validation.ok, "{}", validation.to_json());
    assert_eq!(validation.checked.source.spans_proved, 1);
}

#[test]
fn a_checksum_that_could_not_be_made_is_absent() {
    let envelope = canonical(&fixture("2.0.0/patch-crlf.json"), None);
    assert!(at(&envelope, "/result/spans/0/before_hash").is_some());
    assert_eq!(at(&envelope, "/result/spans/0/checksums"), None);
}

#[test]
fn four_zeros_are_lines_that_are_not_known() {
    let envelope = canonical(&fixture("2.6.2/query-struct.json"), None);
    let span = at(&envelope, "/result/symbols/0").unwrap();
    assert_eq!(span.get("start_line"), None);
    assert_eq!(span.get("end_col"), None);
    assert_eq!(text(span, "/context/selected/0"), "pub struct Ledger {");
    let home = convert(
        &fixture("2.6.2/query-struct.json"),
        "unified",
        &ConvertOptions::default(),
    )
    .unwrap();
    let home = convert(home.text.as_bytes(), "splice", &ConvertOptions::default()).unwrap();
    let home = read(home.text.as_bytes(), &ReadOptions::default())
        .unwrap()
        .to_value();
    assert_eq!(
        at(&home, "/result/symbols/0/start_line").and_then(Value::as_u64),
        Some(0)
    );
}

/// `delete` counts every line break of Unicode: line 8 is line 5 of everyone else.
#[test]
fn the_lines_of_a_deletion_need_the_text() {
    let document = fixture("2.6.2/delete-unused-fn-abs.json");
    let alone = canonical(&document, None);
    assert_eq!(at(&alone, "/result/spans/0/start_line"), None);
    let sources = before("src/separators.rs");
    let proved = canonical(&document, Some(&sources));
    let number =
        |name: &str| at(&proved, &format!("/result/spans/0/{name}")).and_then(Value::as_u64);
    assert_eq!(number("start_line"), Some(5));
    assert_eq!(number("end_line"), Some(5));
    assert_eq!(number("end_col"), Some(42));
    // The library counts back.
    let home = ConvertOptions {
        sources: Some(&sources),
        ..Default::default()
    };
    let back = convert(proved.to_string().as_bytes(), "splice", &home).unwrap();
    let back = read(back.text.as_bytes(), &ReadOptions::default())
        .unwrap()
        .to_value();
    assert_eq!(
        at(&back, "/result/spans/0/start_line").and_then(Value::as_u64),
        Some(8)
    );
    let wrong = String::from_utf8(document)
        .unwrap()
        .replace("\"start_line\": 8", "\"start_line\": 5");
    let wrong = checked(wrong.as_bytes(), &sources);
    assert!(
        wrong
            .diagnostics
            .iter()
            .any(|d| d.code == "REVERSED" || d.code == "POSITION_MISMATCH")
    );
}

/// So do all operations and `search`: Magellan says that the symbol is on line 5.
#[test]
fn the_lines_of_a_patch_and_of_a_search_are_counted_anew() {
    let sources = before("src/separators.rs");
    for (case, span, line) in [
        (
            "patch-separators",
            "/result/spans/0",
            "/result/spans/0/start_line",
        ),
        (
            "search-separators",
            "/data/matches/0/span",
            "/matches/0/line",
        ),
    ] {
        let document = fixture(&format!("3.1.1/{case}.json"));
        let start =
            |envelope: &Value| at(envelope, &format!("{span}/start_line")).and_then(Value::as_u64);
        let told = checked(&document, &sources);
        assert!(told.ok, "{case}: {}", told.to_json());
        // Without the text there is no other number to give.
        assert_eq!(start(&canonical(&document, None)), Some(8), "{case}");
        let proved = canonical(&document, Some(&sources));
        assert_eq!(start(&proved), Some(5), "{case}");
        // Its pieces are no lines of the envelope.
        assert_eq!(at(&proved, &format!("{span}/context")), None, "{case}");
        let home = ConvertOptions {
            sources: Some(&sources),
            ..Default::default()
        };
        let back = convert(proved.to_string().as_bytes(), "splice", &home).unwrap();
        let back = read(back.text.as_bytes(), &ReadOptions::default())
            .unwrap()
            .to_value();
        assert_eq!(at(&back, line).and_then(Value::as_u64), Some(8), "{case}");
    }
}

/// A number that is wrong stays wrong, and is there to be found.
#[test]
fn a_wrong_line_is_not_counted_anew() {
    let sources = before("src/separators.rs");
    let document = String::from_utf8(fixture("3.1.1/patch-separators.json")).unwrap();
    let document = document.replace("\"start_line\": 8", "\"start_line\": 7");
    let envelope = canonical(document.as_bytes(), Some(&sources));
    let options = ConvertOptions {
        sources: Some(&sources),
        ..Default::default()
    };
    let back = convert(envelope.to_string().as_bytes(), "splice", &options).unwrap();
    let back = read(back.text.as_bytes(), &ReadOptions::default())
        .unwrap()
        .to_value();
    let line = at(&back, "/result/spans/0/start_line").and_then(Value::as_u64);
    assert_eq!(line, Some(7));
}

#[test]
fn a_search_gets_the_ends_that_its_text_proves() {
    let envelope = canonical(&fixture("2.6.2/search-glob-emoji.json"), None);
    let span = at(&envelope, "/data/matches/0/span").unwrap();
    // `    /* 🍵🍵 */ let icon = "🍵"; let total = ` is 50 bytes.
    for (name, number) in [
        ("start_line", 7),
        ("start_col", 50),
        ("end_line", 7),
        ("end_col", 55),
    ] {
        assert_eq!(
            span.get(name).and_then(Value::as_u64),
            Some(number),
            "{name}"
        );
    }
    let column = String::from_utf8(fixture("2.6.2/search-glob-emoji.json")).unwrap();
    let column = column.replace("\"column\": 50", "\"column\": 43");
    let found = checked(column.as_bytes(), &before("src/emoji_menu.rs"));
    assert!(
        found
            .diagnostics
            .iter()
            .any(|d| d.code == "POSITION_MISMATCH")
    );
}

#[test]
fn lines_without_columns_are_checked_and_proved() {
    let document = fixture("2.6.2/find.json");
    let sources = before("src/emoji_menu.rs");
    assert_eq!(
        at(
            &canonical(&document, None),
            "/data/matches/0/span/start_line"
        ),
        None
    );
    let proved = canonical(&document, Some(&sources));
    let span = at(&proved, "/data/matches/0/span").unwrap();
    assert_eq!(span.get("start_line").and_then(Value::as_u64), Some(10));
    assert_eq!(span.get("end_col").and_then(Value::as_u64), Some(74));
    assert_eq!(checked(&document, &sources).checked.source.spans_proved, 1);
    let wrong = String::from_utf8(document)
        .unwrap()
        .replace("\"start_line\":10", "\"start_line\":9");
    assert!(!checked(wrong.as_bytes(), &sources).ok);
}

#[test]
fn an_error_keeps_its_code_and_its_diagnostics() {
    let envelope = canonical(&fixture("2.6.2/patch-cargo-check-error.stderr.json"), None);
    assert_eq!(text(&envelope, "/status"), "error");
    assert_eq!(
        text(&envelope, "/message"),
        "Cargo check failed in workspace '/workspace/src'"
    );
    assert_eq!(text(&envelope, "/error/error_code/code"), "SPL-E043");
    assert_eq!(at(&envelope, "/error/error_code/location"), None);
    assert_eq!(text(&envelope, "/error/diagnostics/0/code"), "E0425");
    assert_eq!(
        at(&envelope, "/error/diagnostics/0/line").and_then(Value::as_u64),
        Some(64)
    );
}

#[test]
fn changes_told_without_a_wrapper_are_operations() {
    for (name, kind) in [
        ("2.6.2/rename-proof.json", "rename"),
        ("2.6.2/apply-files.json", "apply_files"),
        ("2.6.2/patch-apply-human.json", "patch"),
        ("2.6.2/delete-unused-fn-human.json", "delete"),
    ] {
        let envelope = canonical(&fixture(name), None);
        assert_eq!(text(&envelope, "/operation_type"), kind, "{name}");
        assert_eq!(text(&envelope, "/result/type"), kind, "{name}");
    }
    let suggested = canonical(&fixture("3.1.1/suggest.json"), None);
    assert_eq!(text(&suggested, "/status"), "ok");
    let files = canonical(&fixture("2.6.2/files.json"), None);
    assert_eq!(
        text(&files, "/data/files/0"),
        text(&files, "/data/records/0/path")
    );
}

#[test]
fn another_tools_symbols_become_an_answer() {
    let magellan = bytes("magellan/4.17.0/find-rich-cjk.json");
    let written = convert(&magellan, "splice", &ConvertOptions::default()).unwrap();
    assert_eq!(
        detect(written.text.as_bytes()).unwrap().dialect.as_deref(),
        Some("splice")
    );
    assert!(
        validate(written.text.as_bytes(), &ValidateOptions::default()).ok,
        "{}",
        written.text
    );
    assert!(written.losses.iter().any(|loss| loss.kind == "dropped"));
}

/// What home writes without an origin is of splice, and says what it made up.
#[test]
fn home_without_an_origin_is_of_splice() {
    let mut same = 0;
    for version in ["2.0.0", "2.6.2", "3.1.1"] {
        for (name, document) in json_files(&format!("splice/{version}")) {
            let envelope = convert(&document, "unified", &ConvertOptions::default()).unwrap();
            let home = convert(
                envelope.text.as_bytes(),
                "splice",
                &ConvertOptions::default(),
            );
            let home = home.unwrap();
            let detection = detect(home.text.as_bytes()).unwrap();
            assert_eq!(
                detection.dialect.as_deref(),
                Some("splice"),
                "{name}: {}",
                home.text
            );
            let read = |text: &[u8]| llm_types::canonicalize(text).unwrap();
            if read(home.text.as_bytes()) == read(&document) {
                same += 1;
            } else {
                let said = envelope.losses.iter().chain(&home.losses);
                let lost = said.into_iter().any(|loss| loss.kind != "exact")
                    // Words that say that nothing is known.
                    || ["<unknown>", "checksum-failed"]
                        .iter()
                        .any(|word| String::from_utf8_lossy(&document).contains(word));
                assert!(lost, "{name}: {}", home.text);
            }
        }
    }
    println!("{same} documents are the same without an origin");
    assert!(same > 150, "{same}");
}

#[test]
fn prose_before_a_document_is_refused_where_it_stands() {
    // `plan` says its steps first, and 2.0 what its store does.
    for (name, operation) in [
        ("2.6.2/plan-abs.txt", "plan"),
        ("3.1.1/plan-abs.txt", "plan"),
        ("2.0.0/patch-apply.txt", "patch"),
    ] {
        let normalized = normalize(&fixture(name), &NormalizeOptions::default()).unwrap();
        assert_eq!(text(&normalized.envelope(), "/operation_type"), operation);
        assert_eq!(normalized.documents, 2, "{name}");
        let [prose, ..] = normalized.diagnostics.as_slice() else {
            panic!("{name}: nothing is said of the prose");
        };
        assert_eq!((prose.document, prose.start_line), (Some(0), Some(1)));
        assert!(prose.is_error(), "{name}");
        let validation = validate(&fixture(name), &ValidateOptions::default());
        assert_eq!(validation.dialect.as_deref(), Some("splice"), "{name}");
        assert!(!validation.ok, "{name}");
    }
    let error = detect(&fixture("2.6.2/refs-impact-graph.txt")).unwrap_err();
    assert!(error.byte_range().unwrap().0 < 2, "{error}");
    let lines = fixture("2.6.2/query-list.txt");
    let detection = detect(&lines).unwrap();
    assert_eq!(detection.dialect.as_deref(), Some("splice"));
}

/// The log is printed before a payload that counts it, and may have no rows.
#[test]
fn an_empty_log_is_one_where_a_payload_of_splice_follows() {
    let log = fixture("3.1.1/log-empty.jsonl");
    let normalized = normalize(&log, &NormalizeOptions::default()).unwrap();
    assert_eq!(normalized.documents, 2);
    assert!(normalized.diagnostics.is_empty(), "{}", normalized.text);
    assert_eq!(
        at(&normalized.envelopes()[0], "/data"),
        Some(&Value::Array(llm_types::json::Array::new()))
    );
    assert!(validate(&log, &ValidateOptions::default()).ok);
    let home = convert(&log, "splice", &ConvertOptions::default()).unwrap();
    assert!(home.text.starts_with("[]\n"), "{}", home.text);
    // Alone it is of no tool, and before another tool's answer neither.
    for text in [
        "[]",
        "[]\n{\"execution_id\":\"x\",\"pattern\":\"a\",\"matches\":[],\"match_count\":0}",
    ] {
        let validation = validate(text.as_bytes(), &ValidateOptions::default());
        assert_eq!(
            validation.diagnostics[0].code, "DIALECT_NOT_RECOGNISED",
            "{text}"
        );
    }
}

#[test]
fn records_of_the_graph_are_symbols_and_files() {
    let normalized = normalize(
        &fixture("2.6.2/export-jsonl.jsonl"),
        &NormalizeOptions::default(),
    )
    .unwrap();
    let envelopes = normalized.envelopes();
    let head = &envelopes[0];
    assert_eq!(text(head, "/data/type"), "Version");
    assert_eq!(text(head, "/data/version"), "1.0.0");
    let symbol = envelopes
        .iter()
        .find(|one| at(one, "/data/type").and_then(Value::as_str) == Some("Symbol"));
    let symbol = symbol.unwrap();
    assert!(text(symbol, "/data/file").starts_with("/workspace/"));
    assert_eq!(at(symbol, "/data/start_line"), None);
}
