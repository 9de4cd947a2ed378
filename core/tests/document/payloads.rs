//! The payloads of the envelope: each is told by its members, read with its type,
//! and written back as it was.

use super::verbs::value;
use llm_types::envelope::{OperationData, OperationError, Payload, Truncated, Wire};
use llm_types::json::{Value, canonicalize};
use llm_types::{Envelope, OperationResult, Response, ValidateOptions, validate};

const SPAN: &str = r#"{"file_path":"src/lib.rs","byte_start":100,"byte_end":104,"start_line":10,"start_col":4,"end_line":10,"end_col":8}"#;

/// The name of the variant, and the value.
fn payloads() -> Vec<(&'static str, String)> {
    let symbol = format!(r#"{{"match_id":"m","span":{SPAN},"name":"process","kind":"fn"}}"#);
    vec![
        ("Find", format!(r#"{{"matches":[{symbol}],"count":1}}"#)),
        ("Find", r#"{"matches":[]}"#.into()),
        ("Query", format!(r#"{{"symbols":[{symbol}],"file_path":"src/lib.rs"}}"#)),
        ("Refs", format!(r#"{{"references":[{{"match_id":"ref_1","span":{SPAN},"referenced_symbol":"println"}}],"symbol_name":"main","file_path":"a.rs","direction":"in"}}"#)),
        ("Get", format!(r#"{{"symbol":{symbol},"content":"main"}}"#)),
        ("Files", r#"{"files":["a"],"symbol_counts":{"a":1}}"#.into()),
        ("Status", r#"{"files":42,"symbols":1337,"references":256,"calls":128,"code_chunks":512}"#.into()),
        ("Validation", r#"{"passed":true,"error_count":0,"errors":[],"warning_count":1,"warnings":[{"code":"STALE_INDEX","message":"m","entity_id":7}]}"#.into()),
        ("Error", r#"{"code":"MAG-REF-001","error":"symbol_not_found","message":"m"}"#.into()),
        ("Graph", r#"{"version":"2.0.0","files":[{"path":"a","hash":"00"}],"symbols":[],"references":[],"calls":[],"collisions":[{"field":"fqn","value":"main","count":1,"candidates":[{"entity_id":123,"name":"main"}]}]}"#.into()),
        ("Calls", format!(r#"{{"calls":[{{"match_id":"m","span":{SPAN},"caller":"a","callee":"b","score":0.5}}],"total_count":9}}"#)),
        ("References", format!(r#"{{"references":[{{"match_id":"m","span":{SPAN},"referenced_symbol":"println","score":100}}],"query":"println","total_count":1}}"#)),
        ("Implementations", format!(r#"{{"implementations":[{{"match_id":"m","span":{SPAN},"type_name":"Order","trait_name":"Pour"}}],"query":"Pour"}}"#)),
        ("Combined", format!(r#"{{"query":"f","symbols":{{"matches":[{symbol}]}},"references":{{"references":[],"query":"f"}},"calls":{{"calls":[]}},"total_count":1}}"#)),
        ("AstSearch", format!(r#"{{"query":"(f (g) @g) @f","language":"rust","matches":[{{"span":{SPAN},"pattern_index":0,"captures":[{{"name":"f","byte_start":100,"byte_end":104,"content":"main"}},{{"name":"g","index":1,"byte_start":101,"byte_end":102}}]}}],"count":1}}"#)),
        ("Index", r#"{"documents":[{"namespace":"readme","file_path":"README.md","headings":[{"selector":"readme::heading:h1[0]","type":"heading:h1","depth":1,"text":"T","content_preview":"T","truncated":false,"children_count":0,"word_count":1,"section_word_count":1,"section_truncated":false}],"blocks":{"paragraphs":1,"code_blocks":0,"lists":0,"tables":0,"blockquotes":0}}],"summary":{"total_documents":1,"total_nodes":2,"total_selectors":2}}"#.into()),
        ("Select", r#"{"matches":[{"selector":"s","type":"section","content":"x","truncated":true,"pagination":{"current_page":0,"total_pages":4,"word_count":2340,"has_more":true},"children_available":[]}],"unresolved":[{"selector":"s","reason":"r","suggestions":["t"]}]}"#.into()),
        ("Diagnostics", r#"{"summary":{"errors":1,"warnings":0,"notes":2}}"#.into()),
        ("EditRequest", r#"{"file_path":"a","expected_checksum":"blake3:00","edits":[{"byte_start":0,"byte_end":1,"new_text":"x"}]}"#.into()),
        ("CreateRequest", r#"{"file_path":"a","language":"auto","content":"x"}"#.into()),
        ("Matches", format!(r#"{{"matches":[{{"match_id":"m","span":{SPAN},"content":"x"}}],"count":1}}"#)),
        ("Search", format!(r#"{{"pattern":"TODO","matches":[{{"match_id":"m","span":{SPAN},"matched_text":"TODO"}}],"count":1,"total_count":3}}"#)),
        ("Other", r#"{"weather":"fine"}"#.into()),
        ("Other", r#"["a"]"#.into()),
        ("Other", "null".into()),
    ]
}

fn variant(debug: &str) -> &str {
    debug.split('(').next().unwrap()
}

#[test]
fn an_answer_is_told_by_its_members_and_written_back() {
    for (name, text) in payloads() {
        let document =
            format!(r#"{{"schema_version":"1.1.0","execution_id":"6b008bad-4754","data":{text}}}"#);
        let response = Response::from_value(value(&document)).unwrap();
        let payload = response.payload().unwrap();
        assert_eq!(variant(&format!("{payload:?}")), name, "{text}");
        let written = Response {
            data: payload.into(),
            ..response
        };
        assert_eq!(
            written.to_json(),
            canonicalize(document.as_bytes()).unwrap()
        );
        let validation = validate(document.as_bytes(), &ValidateOptions::default());
        assert_eq!(validation.dialect.as_deref(), Some("unified"));
        assert!(validation.ok, "{text}: {}", validation.to_json());
    }
}

fn results() -> Vec<(&'static str, String)> {
    vec![
        ("Patch", format!(r#"{{"type":"patch","file":"src/lib.rs","symbol":"f","kind":"function","spans":[{SPAN}],"lines_added":5,"lines_removed":3}}"#)),
        ("Delete", format!(r#"{{"type":"delete","file":"src/lib.rs","spans":[{SPAN}],"bytes_removed":100}}"#)),
        ("Rename", r#"{"type":"rename","old_name":"a","new_name":"b","files_modified":1}"#.into()),
        ("ApplyFiles", format!(r#"{{"type":"apply_files","files_matched":1,"files_modified":1,"files":[{{"file":"src/lib.rs","matches":1,"replacements":1,"spans":[{SPAN}]}}]}}"#)),
        ("Plan", r#"{"type":"plan","total_steps":1,"steps_completed":1,"steps":[{"step":1,"status":"ok","message":"m","file":"p","symbol":"s"}],"files_affected":["p"],"total_bytes_changed":-3}"#.into()),
        ("Query", format!(r#"{{"type":"query","labels":["fn"],"count":1,"symbols":[{SPAN}]}}"#)),
        ("Edit", format!(r#"{{"type":"edit","file_path":"src/lib.rs","total_byte_shift":-12,"applied_count":1,"skipped_count":1,"error_count":0,"edits":[{{"span":{SPAN},"status":"applied","byte_shift":-12}},{{"byte_offset":5,"status":"already_applied","reason":"r"}}]}}"#)),
        ("Create", r#"{"type":"create","file_path":"a","language":"rust","lsp_used":"rust-analyzer","diagnostics":[{"level":"error","message":"m","file":"a","line":5,"column":1}]}"#.into()),
        ("Other", r#"{"type":"undo","file":"a"}"#.into()),
    ]
}

#[test]
fn a_result_is_told_by_its_type_and_written_back() {
    for (name, text) in results() {
        let document = format!(
            r#"{{"schema_version":"2.1.0","execution_id":"6b008bad-4754","operation_type":"x","status":"ok","message":"","result":{text}}}"#
        );
        let result = OperationResult::from_value(value(&document)).unwrap();
        let details = result.details().unwrap().unwrap();
        assert_eq!(variant(&format!("{details:?}")), name, "{text}");
        let written = OperationResult {
            result: Some(details.into()),
            ..result
        };
        assert_eq!(
            written.to_json(),
            canonicalize(document.as_bytes()).unwrap()
        );
        let validation = validate(document.as_bytes(), &ValidateOptions::default());
        assert!(validation.ok, "{text}: {}", validation.to_json());
    }
}

#[test]
fn an_error_has_details_or_is_a_diagnostic() {
    let details = r#"{"kind":"SymbolNotFound","message":"m","symbol":"s","file":"f","hint":"h","diagnostics":[{"tool":"cargo","level":"error","message":"m"}],"error_code":{"code":"SPL-E001","severity":"error"},"explain_command":"splice explain --code SPL-E001"}"#;
    let diagnostic = r#"{"tool":"splice","level":"error","message":"m","file":"f","code":"SPLICE_E001","remediation":"r"}"#;
    for (text, name) in [
        (details, "Details"),
        (diagnostic, "Diagnostic"),
        ("\"x\"", "Other"),
    ] {
        let error = OperationError::read(&value(text)).unwrap();
        assert_eq!(variant(&format!("{error:?}")), name);
        assert_eq!(Value::from(error), value(text));
    }
}

#[test]
fn a_result_whose_type_is_known_must_have_its_members() {
    let text = r#"{"schema_version":"2.1.0","execution_id":"6b008bad-4754","operation_type":"edit","status":"ok","message":"","result":{"type":"edit","edits":[{"span":1}]}}"#;
    let validation = validate(text.as_bytes(), &ValidateOptions::default());
    let mut found: Vec<(&str, &str)> = validation
        .diagnostics
        .iter()
        .filter(|found| found.is_error())
        .map(|found| (found.code.as_ref(), found.pointer.as_deref().unwrap()))
        .collect();
    found.sort_unstable();
    assert_eq!(
        found,
        [
            ("MISSING_FIELD", "/result"),
            ("MISSING_FIELD", "/result"),
            ("MISSING_FIELD", "/result"),
            ("MISSING_FIELD", "/result"),
            ("MISSING_FIELD", "/result/edits/0"),
            ("TYPE_MISMATCH", "/result/edits/0/span"),
        ]
    );
    let OperationData::Other(_) = OperationData::read(&value(r#"{"edits":[]}"#)).unwrap() else {
        panic!("no type, no kind");
    };
    let misfit = OperationData::read(&value(r#"{"type":"patch","file":"a"}"#)).unwrap_err();
    assert_eq!(misfit.pointer, "/spans");
}

#[test]
fn words_are_open_but_strange_ones_are_named() {
    let text = r#"{"schema_version":"2.1.0","execution_id":"6b008bad-4754","operation_type":"edit","status":"ok","message":"","verdict":"maybe","result":{"type":"edit","total_byte_shift":0,"applied_count":0,"skipped_count":0,"error_count":0,"edits":[{"byte_offset":0,"status":"forgotten"}]}}"#;
    let validation = validate(text.as_bytes(), &ValidateOptions::default());
    let places: Vec<&str> = validation
        .diagnostics
        .iter()
        .filter(|found| found.code == "UNKNOWN_VALUE")
        .filter_map(|found| found.pointer.as_deref())
        .collect();
    assert_eq!(places, ["/verdict", "/result/edits/0/status"]);
    assert!(Envelope::from_value(value(text)).is_ok());
}

#[test]
fn what_was_cut_says_why_or_only_that() {
    let read = |text: &str| {
        let document = format!(
            r#"{{"schema_version":"1.1.0","execution_id":"x","data":{{}},"truncated":{text}}}"#
        );
        Response::from_value(value(&document)).map(|response| response.truncated)
    };
    assert_eq!(read("true").unwrap(), Some(Truncated::Flag(true)));
    let Some(Truncated::Because(why)) =
        read(r#"{"reason":"limit","next":"page=2","left":7}"#).unwrap()
    else {
        panic!("the reason is lost");
    };
    assert_eq!(
        (why.reason.as_str(), why.next.as_deref()),
        ("limit", Some("page=2"))
    );
    assert_eq!(why.extra.keys().collect::<Vec<_>>(), ["left"]);
    assert!(read("\"yes\"").is_err());
}

#[test]
fn a_known_answer_with_a_wrong_member_is_no_other_answer() {
    let misfit = Payload::read(&value(r#"{"pattern":"x","matches":"none"}"#)).unwrap_err();
    assert_eq!(misfit.pointer, "/matches");
}
