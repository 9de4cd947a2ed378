//! Conversions between dialects: what is kept, what is computed, what is lost.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::fs;
use std::path::Path;

use llm_types::json::{ReadOptions, Value, read};
use llm_types::{
    Conversion, ConvertOptions, NormalizeOptions, Sources, ValidateOptions, convert, detect,
    normalize, validate,
};

fn fixture(name: &str) -> Vec<u8> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/fixtures");
    fs::read(root.join(name)).unwrap()
}

fn sources(name: &str) -> Sources {
    [(name, fixture(&format!("workspace/{name}")))]
        .into_iter()
        .collect()
}

fn value(conversion: &Conversion) -> Value {
    read(conversion.text.as_bytes(), &ReadOptions::default())
        .unwrap()
        .to_value()
}

fn lossy(conversion: &Conversion) -> Vec<(&str, &str)> {
    let losses = conversion.losses.iter().filter(|loss| loss.is_lossy());
    losses
        .map(|loss| (loss.pointer.as_str(), loss.kind.as_str()))
        .collect()
}

#[test]
fn a_symbol_becomes_a_match_with_columns_in_code_points() {
    let text = fixture("magellan/1.8.0/refs-in.json");
    let sources = sources("src/emoji_menu.rs");
    let options = ConvertOptions {
        sources: Some(&sources),
        ..Default::default()
    };
    let conversion = convert(&text, "llmsearch", &options).unwrap();
    let found = value(&conversion);
    let first = &found.get("matches").unwrap().as_array().unwrap()[0];
    assert_eq!(
        first.get("matched_text").unwrap().as_str(),
        Some("tally(price)")
    );
    // `    /* 🍵🍵 */ let icon = "🍵"; let total = `: 50 bytes, 41 code points.
    assert_eq!(first.get("column_number").unwrap().as_u64(), Some(42));
    assert_eq!(
        detect(conversion.text.as_bytes())
            .unwrap()
            .dialect
            .as_deref(),
        Some("llmsearch")
    );
    let options = ValidateOptions {
        sources: Some(&sources),
        ..Default::default()
    };
    let validation = validate(conversion.text.as_bytes(), &options);
    assert_eq!(
        validation.checked.source.spans_proved,
        1,
        "{}",
        validation.to_json()
    );
    assert!(lossy(&conversion).contains(&("/data/references/0/referenced_symbol", "dropped")));
}

#[test]
fn without_the_text_nothing_is_made_up() {
    let text = fixture("magellan/1.8.0/refs-in.json");
    let conversion = convert(&text, "llmsearch", &ConvertOptions::default()).unwrap();
    let found = value(&conversion);
    let first = &found.get("matches").unwrap().as_array().unwrap()[0];
    assert_eq!(first.get("column_number"), None);
    assert_eq!(first.get("matched_text"), None);
    assert!(lossy(&conversion).contains(&("/data/references/0/span/start_col", "dropped")));
    let strict = ConvertOptions {
        strict: true,
        ..Default::default()
    };
    let error = convert(&text, "llmsearch", &strict).unwrap_err();
    assert_eq!(error.code(), "LOSSY_CONVERSION");
    assert!(error.pointer().is_some());
}

#[test]
fn a_match_becomes_an_answer_of_the_other_tool() {
    let text = fixture("llmsearch/1.0.0/combining.json");
    let conversion = convert(&text, "magellan", &ConvertOptions::default()).unwrap();
    let answer = value(&conversion);
    assert_eq!(
        answer.get("schema_version").unwrap().as_str(),
        Some("1.0.0")
    );
    assert!(lossy(&conversion).is_empty());
}

#[test]
fn no_origin_means_no_promise() {
    // The path loses its `./`, and nothing in the envelope tells.
    let text = fixture("llmsearch/1.0.0/todo-all-rel.json");
    let envelope = convert(&text, "unified", &ConvertOptions::default()).unwrap();
    assert!(
        envelope.losses.iter().any(|loss| loss.note == "path"),
        "{:?}",
        envelope.losses
    );
    let home = convert(
        envelope.text.as_bytes(),
        "llmsearch",
        &ConvertOptions::default(),
    )
    .unwrap();
    assert!(
        home.losses.iter().all(|loss| loss.kind == "derived"),
        "{:?}",
        home.losses
    );
    let with = ConvertOptions {
        origin: true,
        ..Default::default()
    };
    let envelope = convert(&text, "unified", &with).unwrap();
    let home = convert(envelope.text.as_bytes(), "llmsearch", &with).unwrap();
    assert_eq!(
        value(&home).to_string(),
        read(&text, &ReadOptions::default())
            .unwrap()
            .to_value()
            .to_string()
    );
}

#[test]
fn a_column_needs_its_line() {
    let text = br#"{"execution_id":"r","pattern":"x","matches":[
{"match_id":"1","file":"a","byte_start":40,"byte_end":41,"matched_text":"x","line_number":3,"column_number":20,"context_before":"ab","context_after":""},
{"match_id":"2","file":"a","byte_start":30,"byte_end":31,"matched_text":"x","line_number":3,"column_number":11,"context_before":"0123456789","context_after":""},
{"match_id":"3","file":"b","byte_start":40,"byte_end":41,"matched_text":"x","line_number":3,"column_number":20,"context_before":"ab","context_after":""},
{"match_id":"4","file":"c","byte_start":7,"byte_end":10,"matched_text":"x\ny","line_number":1,"column_number":5,"context_before":"","context_after":""},
{"match_id":"5","file":"c","byte_start":11,"byte_end":12,"matched_text":"z","line_number":2,"column_number":3,"context_before":"","context_after":""},
{"match_id":"6","file":"d","byte_start":3,"byte_end":4,"matched_text":"z","line_number":3,"column_number":2,"context_before":"","context_after":""},
{"match_id":"7","file":"e","byte_start":3,"byte_end":4,"matched_text":"z","line_number":1,"column_number":2,"context_before":"a","context_after":""}
],"match_count":7}"#;
    let normalized = normalize(text, &NormalizeOptions::default()).unwrap();
    let column = |index: usize| {
        let matches = normalized
            .envelope
            .get("data")
            .unwrap()
            .get("matches")
            .unwrap();
        matches.as_array().unwrap()[index]
            .get("span")
            .unwrap()
            .get("start_col")
            .and_then(Value::as_u64)
    };
    assert_eq!(
        column(0),
        Some(20),
        "its neighbour on the line shows where the line begins"
    );
    assert_eq!(column(1), Some(10), "all of the line before it is there");
    assert_eq!(
        column(2),
        None,
        "nothing shows how many bytes the 17 code points are"
    );
    assert_eq!(column(3), Some(7), "the first line begins at 0");
    assert_eq!(
        column(4),
        Some(2),
        "a line feed in a match shows where the next line begins"
    );
    assert_eq!(
        column(5),
        Some(1),
        "two lines and one code point cannot be less than three bytes"
    );
    assert_eq!(
        column(6),
        None,
        "the fragment and the offset contradict each other"
    );
    let codes: Vec<(&str, &str)> = normalized
        .diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.code != "ID_EMPTY")
        .map(|diagnostic| {
            (
                diagnostic.code.as_str(),
                diagnostic.pointer.as_deref().unwrap(),
            )
        })
        .collect();
    assert_eq!(
        codes,
        [
            ("NEEDS_SOURCE", "/matches/2/column_number"),
            ("POSITION_IMPOSSIBLE", "/matches/6/column_number"),
        ]
    );
}

#[test]
fn an_unknown_dialect_is_named() {
    let error = convert(b"{}", "magelan", &ConvertOptions::default()).unwrap_err();
    assert_eq!(error.code(), "UNKNOWN_DIALECT");
    assert!(error.to_string().contains("`magellan`"), "{error}");
}
