//! A document that is of no known dialect because a name in it is misspelt: the refusal
//! says which dialect and which name, and never another one.

use super::fixtures::json_files;
use llm_types::json::{Object, Value};
use llm_types::{
    NormalizeOptions, ReadOptions, ValidateOptions, detect, normalize, read, validate,
    write_compact,
};

/// Documents, each with the tool that printed it.
fn documents() -> Vec<(&'static str, String, Object)> {
    let tools = ["splice", "magellan", "mdsel", "llmsearch", "llmgrep"];
    let mut found = Vec::new();
    for tool in tools {
        for (name, text) in json_files(tool) {
            let one = read(&text, &ReadOptions::default());
            if let Some(Value::Object(members)) = one.ok().map(|one| one.to_value()) {
                found.push((tool, name, members));
            }
        }
    }
    found
}

/// The name without the letter in its middle.
fn without_a_letter(name: &str) -> String {
    let mut name = name.to_owned();
    name.remove(name.len() / 2);
    name
}

#[test]
fn a_refusal_names_the_misspelt_member_and_never_another_one() {
    let (mut refused, mut named) = (0, 0);
    for (tool, file, members) in documents() {
        let whole = write_compact(&Value::Object(members.clone()));
        if detect(whole.as_bytes()).unwrap().dialect.is_none() {
            continue;
        }
        for key in members.keys().filter(|key| key.len() > 3 && key.is_ascii()) {
            let wrong = without_a_letter(key);
            let renamed = members.iter().map(|(name, value)| {
                let name = if name == key { wrong.as_str() } else { name };
                (name.to_owned(), value.clone())
            });
            let text = write_compact(&Value::Object(renamed.collect()));
            let Err(error) = normalize(text.as_bytes(), &NormalizeOptions::default()) else {
                continue;
            };
            assert_eq!(error.code(), "DIALECT_NOT_RECOGNISED", "{file}: {key}");
            refused += 1;
            let said = error.to_string();
            if !said.contains("is meant for") {
                continue;
            }
            named += 1;
            let right = format!("nearest is `{tool}`, if `{wrong}` is meant for `{key}`");
            assert!(said.ends_with(&right), "{file}: {said}");
            let verdict = validate(text.as_bytes(), &ValidateOptions::default());
            assert!(verdict.diagnostics[0].message.ends_with(&right), "{file}");
        }
    }
    assert!(
        refused > 20 && named * 10 > refused * 9,
        "{named} of {refused}"
    );
}

/// What tells of a list or of an object may stand at its end: an answer with members of nobody
/// is one of splice's as far as its `data` is.
#[test]
fn what_tells_may_stand_at_the_end() {
    let last = r#"{"symbols":[{},{},{},{"byte_start":1}]}"#;
    let many = (0..99).fold(String::new(), |all, at| format!(r#"{all}"m{at}":{{}},"#));
    let many = format!(r#"{{{many}"count":0,"symbols":[]}}"#);
    for data in [last, &many] {
        let text = |name: &str| {
            format!(r#"{{"status":"ok","{name}":"m","data":{data},"a":1,"b":2,"c":3}}"#)
        };
        let right = detect(text("message").as_bytes()).unwrap();
        assert_eq!(right.dialect.as_deref(), Some("splice"));
        let options = NormalizeOptions::default();
        let refused = normalize(text("mesage").as_bytes(), &options).unwrap_err();
        let right = "nearest is `splice`, if `mesage` is meant for `message`";
        assert!(refused.to_string().ends_with(right), "{refused}");
    }
}

/// An answer in the shape of the envelope, without what shows that it is one.
#[test]
fn a_refusal_names_what_the_nearest_dialect_has_besides() {
    let text = r#"{"status":"ok","data":{"pattern":"x","matches":[],"count":0}}"#;
    let refused = normalize(text.as_bytes(), &NormalizeOptions::default()).unwrap_err();
    let right = "nearest is `unified`, which has `schema_version` and `execution_id` besides";
    assert!(refused.to_string().ends_with(right), "{refused}");
    let text = r#"{"hello":"world"}"#;
    let refused = normalize(text.as_bytes(), &NormalizeOptions::default()).unwrap_err();
    assert!(
        refused.to_string().ends_with("no known dialect"),
        "{refused}"
    );
}

/// Names in pairs: what is said is right, though it need not be all.
#[test]
fn of_two_misspelt_members_none_is_taken_for_another_one() {
    let (mut refused, mut named) = (0, 0);
    for (tool, file, members) in documents() {
        let whole = write_compact(&Value::Object(members.clone()));
        if detect(whole.as_bytes()).unwrap().dialect.as_deref() != Some(tool) {
            continue;
        }
        let keys: Vec<&str> = members.keys().filter(|key| key.len() > 3).collect();
        for (at, one) in keys.iter().enumerate() {
            for other in keys.iter().skip(at + 1) {
                let wrong = [without_a_letter(one), without_a_letter(other)];
                let renamed = members.iter().map(|(name, value)| {
                    let name = match name {
                        name if name == *one => &wrong[0],
                        name if name == *other => &wrong[1],
                        name => name,
                    };
                    (name.to_owned(), value.clone())
                });
                let text = write_compact(&Value::Object(renamed.collect()));
                let Err(error) = normalize(text.as_bytes(), &NormalizeOptions::default()) else {
                    continue;
                };
                refused += 1;
                let said = error.to_string();
                if !said.contains("is meant for") {
                    continue;
                }
                named += 1;
                let right = wrong.iter().zip([one, other]).map(|(wrong, right)| {
                    let right = format!("`{wrong}` is meant for `{right}`");
                    said.matches(&right).count()
                });
                let right: usize = right.sum();
                assert_eq!(
                    said.matches("is meant for").count(),
                    right,
                    "{file}: {said}"
                );
            }
        }
    }
    assert!(
        refused > 100 && named * 10 > refused * 8,
        "{named} of {refused}"
    );
}

/// Only the beginning of a long document is looked at.
#[test]
fn a_long_document_is_told_as_a_short_one() {
    let said = |count: usize| {
        let one =
            r#"{"match_id":"m","file":"a.rs","byte_start":0,"byte_end":1,"matched_text":"x"}"#;
        let matches = vec![one; count].join(",");
        let text = format!(r#"{{"execution_id":"x","patern":"b","maches":[{matches}]}}"#);
        let refused = normalize(text.as_bytes(), &NormalizeOptions::default());
        refused.unwrap_err().to_string()
    };
    assert!(
        said(1).contains("`maches` is meant for `matches`"),
        "{}",
        said(1)
    );
    assert_eq!(said(20_000), said(1));
}

/// Code and message of what is found in the members of an object.
fn told(text: &str) -> Vec<String> {
    let found = validate(text.as_bytes(), &ValidateOptions::default()).diagnostics;
    let found = found
        .iter()
        .filter(|found| found.is_error() || found.code == "UNKNOWN_FIELD");
    found
        .map(|found| format!("{} {}", found.code, found.message))
        .collect()
}

/// Which of several shapes an object has, one name may tell: where that is misspelt, what is
/// missing of the shape that it was meant to have is named, and nothing of another one.
#[test]
fn a_slip_in_the_name_that_tells_a_shape_is_named_in_that_shape() {
    let level = r#"{"schema_version":"1.0.0","execution_id":"550e8400-e29b-41d4-a716-446655440000","operation_type":"create","status":"error","message":"m","error":{"tool":"t","leel":"error","message":"m"}}"#;
    let found = told(level);
    assert_eq!(
        found.first().map(String::as_str),
        Some("MISSING_FIELD `level` is missing; `leel` may be meant for it"),
        "{found:?}"
    );
    assert!(!found.iter().any(|one| one.contains("`kind`")), "{found:?}");
    let kind = r#"{"schema_version":"1.0.0","execution_id":"6b008bad-4754","tool":"magellan","timestamp":"2026-11-20T18:02:41Z","data":{"kindx":"fn","count":1,"nodes":[{"id":1,"parent_id":null,"kind":"fn","byte_start":0,"byte_end":1}]}}"#;
    let found = told(kind);
    assert_eq!(
        found.first().map(String::as_str),
        Some("MISSING_FIELD `kind` is missing; `kindx` may be meant for it"),
        "{found:?}"
    );
    assert!(
        !found.iter().any(|one| one.contains("`file_path`")),
        "{found:?}"
    );
}

/// One edit that is asked for has one of two names for its text.
#[test]
fn a_slip_in_the_text_of_an_edit_is_named_as_it_is_spelt() {
    for (wrong, right) in [("new_cntent", "new_content"), ("replacment", "replacement")] {
        let text = format!(
            r#"{{"file_path":"a.txt","expected_checksum":"{}","edits":[{{"byte_start":0,"byte_end":1,"{wrong}":"x"}}]}}"#,
            "0".repeat(64)
        );
        let found = told(&text);
        let missing = format!("MISSING_FIELD `{right}` is missing; `{wrong}` may be meant for it");
        assert_eq!(found.first(), Some(&missing), "{found:?}");
    }
}

#[test]
fn a_member_under_the_name_that_another_tool_gives_it_is_named() {
    let span = r#"{"file_path":"a.rs","byte_start":3,"byte_end":5,"start_line":1,"start_col":3,"end_line":1,"end_col":5}"#;
    let other_names = [
        ("file_path", "filename"),
        ("byte_start", "start_byte"),
        ("byte_end", "end_byte"),
        ("start_line", "line"),
        ("start_col", "start_column"),
        ("end_line", "line_end"),
        ("end_col", "end_column"),
    ];
    for (name, other) in other_names {
        let renamed = span.replace(&format!("\"{name}\""), &format!("\"{other}\""));
        let text = format!(
            r#"{{"schema_version":"1.1.0","execution_id":"6b008bad-4754","data":{{"pattern":"x","matches":[{{"match_id":"m","matched_text":"fn","span":{renamed}}}],"count":1}}}}"#
        );
        let found = validate(text.as_bytes(), &ValidateOptions::default()).diagnostics;
        let missing = found
            .iter()
            .find(|one| matches!(&*one.code, "MISSING_FIELD" | "PARTIAL_COORDINATES"));
        let message = &missing.unwrap().message;
        assert!(
            message.contains(&format!("`{name}` is missing")),
            "{message}"
        );
        assert!(
            message.contains(&format!("`{other}` may be meant")),
            "{message}"
        );
    }
}

#[test]
fn a_kind_of_record_in_other_letters_is_told_with_the_right_word() {
    let sheet = |kind: &str| {
        format!("# Magellan Export Version: 2.0.0\nrecord_type,file\nFile,a.rs\n{kind},b.rs\n")
    };
    let told = |kind: &str| {
        let verdict = validate(sheet(kind).as_bytes(), &ValidateOptions::default());
        let mut rows = verdict.diagnostics.into_iter();
        rows.find(|found| found.code == "CSV_ROW").unwrap().message
    };
    assert!(told("reference").ends_with("did you mean `Reference`?"));
    assert!(told("Symbl").ends_with("did you mean `Symbol`?"));
    assert_eq!(told("Thing"), "`Thing` is no kind of record");
}
