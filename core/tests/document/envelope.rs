//! The wire types: read, write, and what they refuse.

use super::fixtures;
use super::verbs::value;
use llm_types::envelope::{FindResponse, SearchResponse, Wire};
use llm_types::json::Value;
use llm_types::{Envelope, NormalizeOptions, Response, RichSpan, normalize};

#[test]
fn a_record_gives_back_what_it_does_not_know() {
    let text = r#"{"span_id":"1","file_path":"a","byte_start":0,"byte_end":2,"x":[1.50],"context":{"before":["b"],"y":null}}"#;
    let span: RichSpan = serde_json::from_str(text).unwrap();
    assert_eq!(span.file_path, "a");
    assert_eq!(span.context.as_ref().unwrap().before, ["b"]);
    assert_eq!(span.extra.keys().collect::<Vec<_>>(), ["x"]);
    let written = value(&span.to_json());
    assert_eq!(written.get("context").unwrap().get("y"), Some(&Value::Null));
    let again: RichSpan = serde_json::from_str(&serde_json::to_string(&span).unwrap()).unwrap();
    assert_eq!(again.to_json(), span.to_json());
}

#[test]
fn empty_and_absent_are_the_same() {
    let find = FindResponse::from_value(value(r#"{"matches":[],"query_name":null}"#)).unwrap();
    assert_eq!(find.to_json(), r#"{"matches":[]}"#);
    let span = RichSpan {
        file_path: "a".into(),
        ..RichSpan::default()
    };
    assert_eq!(
        span.to_json(),
        r#"{"byte_end":0,"byte_start":0,"file_path":"a"}"#
    );
}

#[test]
fn a_misfit_says_where() {
    let text = r#"{"pattern":"x","count":1,"matches":[{"match_id":"m","matched_text":"x","span":{"file_path":"a","byte_start":-1,"byte_end":1}}]}"#;
    let misfit = SearchResponse::from_value(value(text)).unwrap_err();
    assert_eq!(misfit.pointer, "/matches/0/span/byte_start");
    let missing = Response::from_value(value(r#"{"schema_version":"1.1.0","execution_id":"x"}"#))
        .unwrap_err();
    assert_eq!(missing.pointer, "/data");
}

#[test]
fn the_wrapper_is_told_by_its_members() {
    let operation = r#"{"schema_version":"2.1.0","execution_id":"x","operation_type":"patch","status":"ok","message":""}"#;
    assert!(matches!(
        Envelope::from_value(value(operation)),
        Ok(Envelope::OperationResult(_))
    ));
    let response = r#"{"schema_version":"1.1.0","execution_id":"x","data":{}}"#;
    let Ok(Envelope::Response(response)) = Envelope::from_value(value(response)) else {
        panic!("not a response");
    };
    assert_eq!(response.execution_id, "x");
}

#[test]
fn a_level_in_another_word_is_converted_and_one_in_the_same_word_is_moved() {
    // LSP calls the lowest severity "hint" where SARIF and rustc say "help".
    let text = r#"{"schema_version":"1.0.0","execution_id":"r1","operation_type":"patch","status":"error","message":"m","diagnostics":[
        {"tool":"t","severity":"hint","message":"a"},{"tool":"t","severity":"warning","message":"b"}]}"#;
    let normalized = normalize(text.as_bytes(), &NormalizeOptions::default()).unwrap();
    let told: Vec<_> = normalized
        .changes
        .iter()
        .filter(|change| change.pointer.ends_with("/severity"))
        .map(|change| {
            let word = |value: Option<Box<Value>>| Some(value?.as_str()?.to_owned());
            (
                change.what.into_owned(),
                word(change.from),
                word(change.to),
                change.at.unwrap_or_default(),
            )
        })
        .collect();
    let some = |word: &str| Some(word.to_owned());
    assert_eq!(
        told,
        [
            (
                "converted".to_owned(),
                some("hint"),
                some("help"),
                "/diagnostics/0/level".to_owned()
            ),
            (
                "moved".to_owned(),
                None,
                None,
                "/diagnostics/1/level".to_owned()
            ),
        ]
    );
}

/// Neighbours of a symbol are rough places, and their members are ours all the same.
#[test]
fn a_reference_to_a_symbol_is_held_to_its_members() {
    for list in ["callers", "callees", "imports", "exports"] {
        let text = format!(
            concat!(
                r#"{{"schema_version":"1.1.0","execution_id":"6b008bad-4754","#,
                r#""data":{{"pattern":"b","count":1,"matches":[{{"match_id":"m1","matched_text":"b","#,
                r#""span":{{"file_path":"a.rs","byte_start":3,"byte_end":4,"relationships":{{"{}":["#,
                r#"{{"file":"b.rs","symbol":"f","byte_start":1,"byte_end":2,"line":1}},"#,
                r#"{{"file":7,"symbl":"f","byte_start":"1","byte_end":-2,"line":1.5}}]}}}}}}]}}}}"#,
            ),
            list
        );
        let verdict = llm_types::validate(text.as_bytes(), &llm_types::ValidateOptions::default());
        let here = format!("/data/matches/0/span/relationships/{list}/1");
        let mut told: Vec<(&str, &str)> = verdict
            .diagnostics
            .iter()
            .map(|found| {
                let pointer = found.pointer.as_deref().unwrap_or_default();
                (pointer.strip_prefix(&here).unwrap_or(pointer), &*found.code)
            })
            .collect();
        told.sort_unstable();
        let wanted = [
            ("/byte_end", "NEGATIVE_OFFSET"),
            ("/byte_start", "TYPE_MISMATCH"),
            ("/file", "TYPE_MISMATCH"),
            ("/line", "NOT_AN_INTEGER"),
            ("/symbl", "UNKNOWN_FIELD"),
        ];
        assert_eq!(told, wanted, "{list}");
    }
}

/// The range of a neighbour is only mentioned: it may not end before it starts, and counts
/// for nothing else.
#[test]
fn the_range_of_a_neighbour_does_not_end_before_it_starts() {
    let operation = fixtures::text("splice/3.1.1/query-relationships-expand.json");
    let answer = concat!(
        r#"{"schema_version":"1.1.0","execution_id":"6b008bad-4754","#,
        r#""data":{"pattern":"b","count":1,"matches":[{"match_id":"m1","matched_text":"b","#,
        r#""span":{"file_path":"a.rs","byte_start":3,"byte_end":4,"relationships": {}}}]}}"#,
    );
    for (text, neighbour) in [
        (answer, r#""file":"b.rs","symbol":"f""#),
        (
            &operation,
            r#""rel_type":"call","name":"f","kind":"fn","file_path":"b.rs","line_start":1"#,
        ),
    ] {
        let said = |start: u64, end: u64| {
            let list = format!(r#"[{{{neighbour},"byte_start":{start},"byte_end":{end}}}]"#);
            let list = format!(r#""relationships":{{"callers":{list}}}"#);
            let text = text.replacen(r#""relationships": {}"#, &list, 1);
            let sources = [("b.rs", "f = 1")].into_iter().collect();
            let options = llm_types::ValidateOptions {
                sources: Some(&sources),
                ..Default::default()
            };
            let verdict = llm_types::validate(text.as_bytes(), &options);
            let found = verdict.diagnostics.iter().filter_map(|found| {
                let place = found.pointer.as_deref()?;
                let (_, inside) = place.split_once("/relationships/callers/0/")?;
                Some(format!("{} {inside}", found.code))
            });
            let found: Vec<String> = found.collect();
            (found, verdict.checked.source.spans_total)
        };
        let (found, ranges) = said(4, 4);
        assert_eq!(found, [""; 0]);
        assert_eq!(said(5, 4), (vec!["REVERSED byte_end".to_owned()], ranges));
        let beyond = "OFFSET_OUT_OF_RANGE byte_end".to_owned();
        assert_eq!(said(5, 6), (vec![beyond], ranges));
    }
}
