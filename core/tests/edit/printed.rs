//! The requests that llmtransform was really given, against what it really answered.

use super::fixtures::bytes;
use llm_types::{EditOptions, EditedText, apply_edits};
use serde_json::Value;

/// A document or a request beside it, by its name in the folder of the tool.
fn printed(name: &str) -> Vec<u8> {
    bytes(&format!("llmtransform/0.1.0/{name}"))
}

fn json(name: &str) -> Value {
    serde_json::from_slice(&printed(name)).unwrap()
}

/// What the tool was asked, what it answered, and the file that it was asked about.
struct Case {
    request: Vec<u8>,
    answer: Value,
    text: Vec<u8>,
}

fn case(name: &str) -> Case {
    let meta = json(&format!("{name}.meta.json"));
    let request = match meta["stdin"].as_str() {
        Some(stdin) => stdin.as_bytes().to_vec(),
        None => printed(meta["extra_files"][0].as_str().unwrap()),
    };
    let file = meta["argv"][2].as_str().unwrap();
    let file = file.strip_prefix("/workspace/").unwrap();
    Case {
        request,
        answer: json(&format!("{name}.json")),
        text: bytes(&format!("workspace/{file}")),
    }
}

fn apply(case: &Case) -> (EditedText, Value) {
    let id = case.answer["execution_id"].as_str().map(Into::into);
    let options = EditOptions {
        execution_id: id,
        ..EditOptions::default()
    };
    let edited = apply_edits(&case.text, &case.request, &options).unwrap();
    let response = edited.outcome.response.clone().unwrap();
    let response = llm_types::json::write_compact(&response);
    (edited, serde_json::from_str(&response).unwrap())
}

#[test]
fn what_the_tool_did_right_is_answered_in_its_words() {
    for name in [
        "bom-start",
        "client-execution-id",
        "crlf-bom-files",
        "delete-span",
        "edits-key-absent",
        "execution-id-absent",
        "execution-id-uuid-echo",
        "no-edits",
        "one-edit-success",
        "two-edits-grow-shrink",
    ] {
        let case = case(name);
        let (edited, response) = apply(&case);
        assert!(
            edited.outcome.ok,
            "{name}: {:?}",
            edited.outcome.diagnostics
        );
        assert_eq!(edited.outcome.format, "llmtransform", "{name}");
        // Checksums, shifts, counts, their order: all of it.
        assert_eq!(response, case.answer, "{name}");
        // The order of the members too.
        let keys = |value: &Value| {
            value
                .as_object()
                .unwrap()
                .keys()
                .cloned()
                .collect::<Vec<_>>()
        };
        assert_eq!(keys(&response), keys(&case.answer), "{name}");
    }
}

#[test]
fn what_the_tool_did_wrong_is_refused() {
    // It took two edits of the same bytes, cut a character, and went on after a bad edit.
    for (name, code) in [
        ("overlapping-edits", "EDIT_OVERLAP"),
        ("mid-codepoint", "NOT_CHAR_BOUNDARY"),
        ("out-of-bounds", "OFFSET_OUT_OF_RANGE"),
        ("second-edit-errors", "REVERSED"),
        ("checksum-mismatch", "EDIT_FILE_CHANGED"),
    ] {
        let case = case(name);
        let (edited, response) = apply(&case);
        assert_eq!(edited.text, case.text, "{name}");
        assert_eq!(edited.outcome.status, "refused", "{name}");
        assert_eq!(edited.outcome.diagnostics[0].code, code, "{name}");
        assert_eq!(response["success"], Value::Bool(false), "{name}");
        assert_eq!(response["final_checksum"], "", "{name}");
        assert!(
            response["error"]
                .as_str()
                .is_some_and(|said| !said.is_empty()),
            "{name}"
        );
    }
}

#[test]
fn what_the_tool_could_not_do_is_done() {
    // It knew no insertion, and no algorithm by its name.
    let inserted = case("insert-empty-span");
    let (edited, _) = apply(&inserted);
    assert_eq!(edited.text[10], b'X');
    assert_eq!(edited.text.len(), inserted.text.len() + 1);
    let named = case("checksum-sha256-prefixed");
    assert_eq!(apply(&named).0.outcome.status, "applied");
    // Bytes that are no text stay as they are, but the tool reads text only.
    let latin = case("invalid-utf8-file");
    let (edited, _) = apply(&latin);
    assert_eq!(edited.outcome.status, "applied");
    assert_eq!(edited.text[1..], latin.text[1..]);
}
