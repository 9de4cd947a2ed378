//! What is said of edits that cannot be made: in the numbers of who asked for them.

use llm_types::{
    EditOptions, EditOutcome, PlanOptions, PositionEncoding, Sources, apply_edits, plan_edits,
};
use serde_json::json;

/// The messages about a request that is refused.
fn refused(text: &str, request: &str) -> Vec<String> {
    let options = EditOptions {
        unchecked: true,
        encoding: Some(PositionEncoding::Utf16),
        ..EditOptions::default()
    };
    let edited = apply_edits(text, request, &options).unwrap();
    assert!(!edited.outcome.ok);
    assert_eq!(edited.text, text.as_bytes());
    let diagnostics = edited.outcome.diagnostics.into_iter();
    diagnostics.map(|it| it.message).collect()
}

#[test]
fn sarif_is_answered_in_lines_and_columns_from_1() {
    let fix = |region: &str| format!(r#"[{{"deletedRegion":{{{region}}}}}]"#);
    // SARIF 2.1.0 §3.30.5 and §3.30.6: the first line is 1, and so is the first column.
    let text = "ab\n😀c";
    for (region, message) in [
        (
            r#""startLine":9,"startColumn":1"#,
            "there is no line 9; the text has 2, counted from 1",
        ),
        (
            r#""startLine":2,"endLine":3"#,
            "there is no line 3; the text has 2, counted from 1",
        ),
        (
            r#""startLine":1,"startColumn":7,"endColumn":7"#,
            "line 1 has no column 7; its columns are 1 to 3",
        ),
        (
            r#""startLine":2,"startColumn":2,"endColumn":4"#,
            "UTF-16 column 2 is inside the surrogate pair of the character at bytes 3..7",
        ),
        // §3.30.9: the first character is 0.
        (
            r#""charOffset":4,"charLength":1"#,
            "UTF-16 offset 4 is inside the surrogate pair of the character at bytes 3..7",
        ),
    ] {
        assert_eq!(refused(text, &fix(region)), [message], "{region}");
    }
}

/// What guards one text is no guard of several, nor the other way round: refused, and not
/// left unheard while the text is edited.
#[test]
fn a_guard_of_the_other_verb_is_refused() {
    for member in [r#""expected_checksums":{"a.txt":"x"}"#, r#""root":"/w""#] {
        let told = format!("{{{member}}}");
        let refused = EditOptions::from_json(told.as_bytes()).unwrap_err();
        assert_eq!(refused.code(), "UNKNOWN_OPTION", "{member}");
        PlanOptions::from_json(told.as_bytes()).unwrap();
    }
    let told = br#"{"expected_checksum":"x"}"#;
    let refused = PlanOptions::from_json(told).unwrap_err();
    assert_eq!(refused.code(), "UNKNOWN_OPTION");
    assert!(
        refused.to_string().contains("`expected_checksums`"),
        "{refused}"
    );
    EditOptions::from_json(told).unwrap();
}

#[test]
fn lsp_is_answered_in_lines_and_columns_from_0() {
    // LSP 3.17, Position: "zero-based".
    for (line, character, message) in [
        (8, 0, "there is no line 8; the text has 2, counted from 0"),
        (0, 6, "line 0 has no column 6; its columns are 0 to 2"),
    ] {
        let at = format!(r#"{{"line":{line},"character":{character}}}"#);
        let request = format!(r#"[{{"range":{{"start":{at},"end":{at}}},"newText":"x"}}]"#);
        assert_eq!(refused("ab\nc", &request), [message]);
    }
}

/// LSP 3.17, `ApplyWorkspaceEditResult`: `failedChange` is the change that failed, and one
/// that was left out for its sake is another.
#[test]
fn a_change_that_was_left_out_is_not_the_one_that_failed() {
    let change = |file: &str, line: u64| {
        json!({"textDocument": {"uri": file, "version": 1}, "edits": [{"newText": "x",
            "range": {"start": {"line": line, "character": 0}, "end": {"line": line, "character": 0}}}]})
    };
    let request = json!({"documentChanges": [change("a", 8), change("b", 0)]}).to_string();
    let sources: Sources = [("a", "one\n"), ("b", "two\n")].into_iter().collect();
    let options = PlanOptions {
        unchecked: true,
        ..PlanOptions::default()
    };
    let plan = plan_edits(&sources, &request, &options).unwrap().plan;
    let told: Vec<_> = plan.files.iter().map(EditOutcome::to_json).collect();
    assert!(told[0].contains(r#""failedChange":0"#), "{told:?}");
    assert_eq!(plan.files[1].status, "skipped");
    assert!(!told[1].contains("failedChange"), "{told:?}");
}

/// What a terminal would obey is told apart all the same.
#[test]
fn control_characters_are_shown_by_their_numbers() {
    let request = json!({"edits": [{
        "byte_start": 0, "byte_end": 2, "expected_text": "a\u{1b}[2J\n", "new_text": "b",
    }]});
    assert_eq!(
        refused("a\u{7f}", &request.to_string()),
        [r"text at 0..2 of the text is now `a\u{7f}`, not `a\u{1b}[2J\n`"]
    );
}
