//! E14: whatever refuses a request is an error, says that nothing was changed, and is in the
//! answer in the shape of the request.

use llm_types::{Checksum, EditOptions, PlanOptions, Sources, apply_edits, plan_edits};
use serde_json::{Value, json};

const TEXT: &str = "abc\n";
/// SHA-256 of the text, by `sha256sum`.
const DIGITS: &str = "edeaaff3f1774ad2888673770c6d64097e391bc362d7d6fb34982ddf0efd18cb";

/// Requests that are refused, with a checksum for the option of the file.
fn refused() -> Vec<(Value, Option<String>)> {
    let range = json!({"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 1}});
    let lsp = json!([{"range": range, "newText": "q"}]);
    let sarif = json!([{"deletedRegion": {"startLine": 1, "startColumn": 1, "endColumn": 2},
        "insertedContent": {"text": "q"}}]);
    let ours = |member: &str, value: Value| {
        let edit = json!({"byte_start": 0, "byte_end": 1, "expected_text": "a", "new_text": "q"});
        json!({"edits": [edit], member: value})
    };
    let edit = |member: &str, value: Value| {
        let edit = json!({"byte_start": 0, "byte_end": 1, "new_text": "q", member: value});
        json!({"edits": [edit]})
    };
    let mut all = vec![(lsp.clone(), None), (sarif.clone(), None)];
    for stated in [DIGITS, "sha256:12", "md5:00", ""] {
        all.push((ours("expected_checksum", stated.into()), None));
        all.push((ours("expected_final_checksum", stated.into()), None));
        all.push((edit("checksum_before", stated.into()), None));
    }
    let reversed =
        json!({"start": {"line": 0, "character": 2}, "end": {"line": 0, "character": 1}});
    all.push((
        json!([{"range": reversed, "newText": "q"}]),
        Some(format!("sha256:{DIGITS}")),
    ));
    all
}

#[test]
fn what_refuses_is_an_error_and_says_that_nothing_was_changed() {
    let (mut lsp, mut sarif, mut ours) = (0, 0, 0);
    for (request, expected) in refused() {
        let request = request.to_string();
        let options = EditOptions {
            expected_checksum: expected.clone(),
            ..EditOptions::default()
        };
        let edited = apply_edits(TEXT, &request, &options).unwrap();
        let what = format!("{request} {expected:?}");
        assert!(!edited.outcome.ok, "{what}");
        assert_eq!(edited.text, TEXT.as_bytes(), "{what}");
        let outcome = serde_json::to_value(&edited.outcome).unwrap();
        let told = outcome["diagnostics"].as_array().unwrap();
        let errors: Vec<&Value> = told.iter().filter(|it| it["level"] == "error").collect();
        assert!(!errors.is_empty(), "{what}: {outcome}");
        for error in errors {
            let help = error["help"].as_str().unwrap();
            assert!(help.starts_with("Nothing was changed. "), "{what}: {help}");
        }
        let response = &outcome["response"];
        if response.get("applied").is_some() {
            lsp += 1;
            let why = response["failureReason"].as_str();
            assert!(why.is_some_and(|why| !why.is_empty()), "{what}: {response}");
        }
        if let Some(all) = response["toolExecutionNotifications"].as_array() {
            sarif += 1;
            assert!(
                all.iter().any(|it| it["level"] == "error"),
                "{what}: {response}"
            );
        }
        ours += usize::from(response.is_null());
    }
    assert_eq!((lsp, sarif, ours), (2, 1, 12));
}

/// The registry knows of no outcome, and where one edit or one file was changed, no help says
/// that nothing was.
#[test]
fn what_was_made_in_part_is_not_said_to_be_nothing() {
    for rule in llm_types::rule::all() {
        let speaks = rule.remedy.starts_with("Nothing was changed. ");
        assert!(!speaks, "{}: {}", rule.code, rule.remedy);
    }
    let edit = |start: usize, expected: &str| json!({"byte_start": start, "byte_end": start + 1, "expected_text": expected, "new_text": "q"});
    let one = json!({"partial": true, "edits": [edit(0, "a"), edit(1, "x"), edit(90, "x")]});
    let edited = apply_edits(TEXT, &one.to_string(), &EditOptions::default()).unwrap();
    assert_eq!(edited.outcome.status, "partial");
    let sources: Sources = [("a.rs", TEXT), ("b.rs", TEXT)].into_iter().collect();
    let file =
        |path: &str, expected: &str| json!({"file_path": path, "edits": [edit(0, expected)]});
    let files = [file("a.rs", "a"), file("b.rs", "x"), file("c.rs", "x")];
    let several = json!({"partial": true, "files": files});
    let planned = plan_edits(&sources, &several.to_string(), &PlanOptions::default()).unwrap();
    assert_eq!(planned.plan.status, "partial");
    let files = planned.plan.files.iter();
    let told = files.flat_map(|file| &file.diagnostics);
    let told = told.chain(&planned.plan.diagnostics);
    let told: Vec<_> = told.chain(&edited.outcome.diagnostics).collect();
    assert_eq!(told.len(), 4, "{told:?}");
    for found in told {
        assert!(!found.help.contains("Nothing was changed"), "{found:?}");
    }
}

/// Whoever made the request cannot mend the options of the call.
#[test]
fn a_checksum_of_the_call_that_is_none_is_no_fault_of_the_request() {
    let sources: Sources = [("a.rs", TEXT)].into_iter().collect();
    for stated in [DIGITS, "sha256:12", "md5:00", "", "foo"] {
        let expected = stated.parse::<Checksum>().unwrap_err().code();
        // The option comes first, whatever the request is.
        for request in ["[]", "{", r#"{"file_path":"a.rs","edits":[]}"#] {
            let options = EditOptions {
                expected_checksum: Some(stated.into()),
                ..EditOptions::default()
            };
            let one = apply_edits(TEXT, request, &options).unwrap_err();
            let options = PlanOptions {
                expected_checksums: [("a.rs".into(), stated.into())].into(),
                ..PlanOptions::default()
            };
            let several = plan_edits(&sources, request, &options).unwrap_err();
            for (error, option) in [
                (one, "`expected_checksum`: "),
                (several, "`expected_checksums` of `a.rs`: "),
            ] {
                assert_eq!(
                    (error.code(), error.pointer()),
                    (expected, None),
                    "{stated}"
                );
                assert_eq!(error.byte_range(), None, "{stated}");
                assert!(error.to_string().starts_with(option), "{error}");
            }
        }
    }
}

#[test]
fn a_file_that_is_not_there_is_the_reason() {
    let range = json!({"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 1}});
    let request = json!({"changes": {"file:///w/gone.rs": [{"range": range, "newText": "q"}]}});
    let sources: Sources = [("a.rs", TEXT)].into_iter().collect();
    let planned = plan_edits(&sources, &request.to_string(), &PlanOptions::default()).unwrap();
    let plan = serde_json::to_value(&planned.plan).unwrap();
    let response = &plan["files"][0]["response"];
    assert_eq!(response["applied"], false, "{plan}");
    let why = response["failureReason"].as_str().unwrap();
    assert!(why.contains("gone.rs"), "{why}");
}
