//! Texts that are too long to be worked on as a whole, line by line.

use snapbox::str;

use super::run::{file, llm_types};

/// A text that is too long to be worked on as a whole, with a bad line in it.
fn long() -> String {
    let line = |number: u64| {
        format!(
            "{{\"type\":\"File\",\"path\":\"src/file_{number:06}.rs\",\"hash\":\"05ea088aade0938f\"}}\n"
        )
    };
    let mut text = String::from("{\"type\":\"Version\",\"version\":\"2.0.0\"}\n");
    text.extend((0..10_000).map(line));
    text.push_str("{\"type\":\"File\",\"pa\n");
    text.extend((10_000..20_000).map(line));
    text
}

#[test]
fn a_long_text_is_worked_on_line_by_line() {
    let text = long();
    assert!(text.len() > 1 << 20);
    file("long/graph.jsonl", &text);
    let path = "long/graph.jsonl";
    let said = concat!(
        "error[UNEXPECTED_END]: [..]\n     --> long/graph.jsonl:10002:19 at the document\n",
        "      |\n10002 | {\"type\":\"File\",\"pa\n...\n",
    );
    let normalized = llm_types(&["normalize", path]).assert().code(4);
    let normalized = normalized.stderr_eq(said);
    let lines = String::from_utf8_lossy(&normalized.get_output().stdout).into_owned();
    assert_eq!(lines.lines().count(), 20_001);
    // The same as of the whole text.
    let options = llm_types::NormalizeOptions::default();
    let whole = llm_types::normalize(text.as_bytes(), &options).expect("JSON Lines");
    assert!(lines.trim_end() == whole.text);

    let validated = llm_types(&["validate", "--format", "json"])
        .stdin(text.clone())
        .assert()
        .code(4);
    let report = String::from_utf8_lossy(&validated.get_output().stdout).into_owned();
    let whole = llm_types::validate(text.as_bytes(), &llm_types::ValidateOptions::default());
    assert_eq!(report.trim_end(), whole.to_json());

    let args = [
        "convert",
        path,
        "--to",
        "magellan",
        "--loss-report",
        "long/losses.json",
    ];
    let converted = llm_types(&args).assert().code(4);
    let lines = String::from_utf8_lossy(&converted.get_output().stdout).into_owned();
    assert_eq!(lines.lines().count(), 20_001);
    assert!(text.starts_with(&lines[..100_000]));
    let losses = std::fs::read(super::run::folder().join("long/losses.json")).expect("losses");
    let losses = llm_types::canonicalize(&losses).expect("JSON");
    assert_eq!(losses.matches("exact").count(), 20_001);
}

#[test]
fn long_lines_are_held_against_their_sources() {
    file("long/source/src/a.rs", "use b;\n// TODO\n");
    let line = |number: u64, start: u64| {
        format!(
            concat!(
                r#"{{"execution_id":"550e8400-e29b-41d4-a716-446655440000","pattern":"TODO","#,
                r#""matches":[{{"match_id":"m{}","file":"src/a.rs","byte_start":{},"byte_end":{},"#,
                r#""matched_text":"TODO","line_number":2,"column_number":4,"#,
                r#""context_before":"// ","context_after":""}}],"match_count":1}}"#,
                "\n"
            ),
            number,
            start,
            start + 4
        )
    };
    // One line of six thousand is a byte off.
    let text: String = (0..6_000)
        .map(|number| line(number, 10 + u64::from(number == 4_321)))
        .collect();
    assert!(text.len() > 1 << 20);
    let args = ["validate", "--source", "long/source", "--format", "json"];
    let validated = llm_types(&args).stdin(text.clone()).assert().code(4);
    let report = String::from_utf8_lossy(&validated.get_output().stdout).into_owned();

    let sources = [("src/a.rs", "use b;\n// TODO\n")].into_iter().collect();
    let options = llm_types::ValidateOptions {
        sources: Some(&sources),
        ..Default::default()
    };
    let whole = llm_types::validate(text.as_bytes(), &options);
    assert_eq!(whole.checked.source.spans_proved, 5_999);
    assert_eq!(report.trim_end(), whole.to_json());

    let args = ["normalize", "--source", "long/source"];
    let normalized = llm_types(&args).stdin(text.clone()).assert().success();
    let options = llm_types::NormalizeOptions {
        sources: Some(&sources),
        ..Default::default()
    };
    let whole = llm_types::normalize(text.as_bytes(), &options).expect("JSON Lines");
    assert!(whole.text.contains("\"start_col\":3"));
    assert!(normalized.get_output().stdout.trim_ascii_end() == whole.text.as_bytes());
}

#[test]
fn a_long_document_is_one_document() {
    let text = long();
    let files: Vec<&str> = text
        .lines()
        .filter(|line| line.ends_with('}'))
        .skip(1)
        .collect();
    let text = format!(
        "{{\"version\":\"2.0.0\",\"files\":[\n{}],\n\"symbols\":[],\"references\":[],\"calls\":[1]}}\n",
        files.join(",\n")
    );
    let human = llm_types(&["validate", "--format", "human"])
        .stdin(text.clone())
        .assert()
        .code(1);
    human.stdout_eq(str![[r#"
error[TYPE_MISMATCH]: [..]
     --> <stdin>:20002:39 at /calls/0
...
"#]]);
    let normalized = llm_types(&["normalize"]).stdin(text).assert().success();
    let lines = String::from_utf8_lossy(&normalized.get_output().stdout).into_owned();
    assert_eq!(lines.lines().count(), 1);
}
