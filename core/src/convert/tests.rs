//! What a conversion loses is told, and at the place where it was.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::{ConvertOptions, convert};
use crate::json::ReadOptions;

/// Kind and pointer of each loss.
fn losses(text: &str, to: &str, dialect: Option<&str>) -> Vec<(String, String)> {
    let options = ConvertOptions {
        dialect: dialect.map(Into::into),
        ..ConvertOptions::default()
    };
    let conversion = convert(text.as_bytes(), to, &options).unwrap();
    let losses = conversion.losses.into_iter();
    losses.map(|loss| (loss.kind, loss.pointer)).collect()
}

fn tells(text: &str, to: &str, dialect: Option<&str>, pointer: &str) -> bool {
    let losses = losses(text, to, dialect);
    let mut dropped = losses.iter().filter(|(kind, _)| kind == "dropped");
    dropped.any(|(_, at)| at == pointer)
}

#[test]
fn names_are_escaped_in_the_places_of_losses() {
    let record = r#"{"file_path":"a.rs","byte_start":1,"byte_end":2,"a/b":2}"#;
    let text = format!(
        r#"{{"schema_version":"1.1.0","execution_id":"r","data":{{"symbols":[{{"a/b":1,"symbol":{record}}}]}}}}"#
    );
    assert!(tells(&text, "llmsearch", None, "/data/symbols/0/a~1b"));
    let text = r#"{"schema_version":"2.1.0","execution_id":"r","operation_type":"patch","status":"error",
        "message":"m","error":{"kind":"K","message":"m","error_code":{"code":"C","a/b":1}}}"#;
    assert!(tells(text, "argon", None, "/error/error_code/a~1b"));
}

#[test]
fn a_version_beside_that_of_an_export_is_told() {
    let text = r#"{"type":"Version","version":"2.0.0","schema_version":"x"}"#;
    let magellan = Some("magellan");
    assert!(tells(text, "splice", magellan, "/data/schema_version"));
}

#[test]
fn a_language_that_some_results_lack_is_told() {
    let result = r#"{"match_id":"","span":{"file_path":"a","byte_start":0,"byte_end":1}}"#;
    let results = Vec::from([result; 200]).join(",");
    let text = |language: &str| {
        format!(
            r#"{{"schema_version":"1.1.0","execution_id":"r","data":{{"query":"q","language":"{language}","matches":[{results}]}}}}"#
        )
    };
    let long = "l".repeat(10_000);
    assert!(tells(&text(&long), "llmgrep", None, "/data/language"));
    assert!(!tells(&text("rust"), "llmgrep", None, "/data/language"));
}

#[test]
fn the_limits_of_reading_are_not_those_of_the_envelope() {
    let text = br#"{"execution_id":"r1","pattern":"b","matches":[],"match_count":0}"#;
    let options = |max_bytes: usize| ConvertOptions {
        read: ReadOptions {
            max_bytes: max_bytes as u64,
            ..ReadOptions::default()
        },
        ..ConvertOptions::default()
    };
    assert!(convert(text, "splice", &options(text.len())).is_ok());
    assert!(convert(text, "splice", &options(text.len() - 1)).is_err());
}
