//! Texts of several documents: of which tool each is, and in which line.

use super::run::{file, llm_types};

/// A search of llmsearch, and a graph of Magellan without a version, a line each.
const MIXED: &str = concat!(
    r#"{"execution_id":"550e8400-e29b-41d4-a716-446655440000","pattern":"x","matches":[],"match_count":0}"#,
    "\n\n",
    r#"{"schema_version":"1.0.0","execution_id":"6b1a0c44-2f1","data":{"files":3,"symbols":12,"references":4,"calls":3,"code_chunks":12},"tool":"magellan","timestamp":"2026-12-01T03:04:05Z"}"#,
    "\n"
);

fn stdout(args: &[&str], text: &str) -> String {
    let run = llm_types(args).stdin(text.to_owned()).assert();
    String::from_utf8_lossy(&run.get_output().stdout).into_owned()
}

fn stderr(args: &[&str], text: &str) -> String {
    let run = llm_types(args).stdin(text.to_owned()).assert();
    String::from_utf8_lossy(&run.get_output().stderr).into_owned()
}

/// The same, too long to be worked on as a whole.
fn long() -> String {
    let text = MIXED.repeat((1 << 20) / MIXED.len() + 1);
    assert!(text.len() >= 1 << 20);
    text
}

#[test]
fn a_summary_names_the_dialect_of_each_document() {
    let long = long();
    for text in [MIXED, &long] {
        let human = stdout(&["validate", "--format", "human"], text);
        assert!(
            human.contains("<stdin>: ok, llmsearch 1.0.0, magellan"),
            "{human}"
        );
        for command in [&["normalize"][..], &["enrich", "-S"]] {
            let report = [command, &["--report"]].concat();
            let told = stderr(&report, text);
            assert!(
                told.lines()
                    .any(|line| line.starts_with("llmsearch 1.0.0, magellan")),
                "{told:.300}"
            );
            let json = [&report[..], &["--format", "json"]].concat();
            let told = stderr(&json, text);
            let summary = told.lines().find(|line| line.starts_with("{\"summary\":"));
            let summary: serde_json::Value =
                serde_json::from_str(summary.expect("a summary")).expect("JSON");
            let summary = &summary["summary"];
            assert_eq!(summary["dialect"], "llmsearch");
            let all = summary["dialects"].as_array().expect("a list");
            let all: Vec<_> = all.iter().map(|one| one["dialect"].as_str()).collect();
            assert_eq!(all, [Some("llmsearch"), Some("magellan")]);
        }
    }
    // One dialect is none of several.
    let one = MIXED.lines().next().unwrap_or_default();
    let told = stderr(&["normalize", "--report", "--format", "json"], one);
    assert!(!told.contains("dialects"), "{told}");
}

#[test]
fn a_document_that_was_not_checked_is_told_with_its_line() {
    // The second document stands in line 3, behind a blank one.
    let text = MIXED.replace("\"execution_id\":\"6b1a", "\"execution_id\":6b1a");
    let said = stdout(&["validate", "--format", "human"], &text);
    assert!(said.contains("not checked: document 1, line 3: "), "{said}");
    assert!(said.contains(" --> <stdin>:3:"), "{said}");
    let json = stdout(&["validate", "--format", "json"], &text);
    let report: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let found = &report["diagnostics"][0];
    assert_eq!(
        (&found["document"], &found["start_line"]),
        (&1.into(), &3.into())
    );
    let long = text.clone() + &long();
    let said = stdout(&["validate", "--format", "human"], &long);
    assert!(said.contains("not checked: document 1, line 3: "), "{said}");
}

#[test]
fn a_loss_names_its_document() {
    let said = stderr(&["convert", "--to", "llmsearch", "--report"], MIXED);
    assert!(said.contains("\n  [1] /tool "), "{said}");
    assert!(said.contains("  [0] the document "), "{said}");
}

#[test]
fn a_sheet_without_its_head_is_called_one() {
    file(
        "several/graph.csv",
        "Symbol,a.rs,0,3,let\nSymbol,b.rs,0,3,let\n",
    );
    let run = llm_types(&["normalize", "several/graph.csv"])
        .assert()
        .code(1);
    let said = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
    assert!(
        said.starts_with("error[CSV_HEADER]: rows of CSV, without "),
        "{said}"
    );
    assert!(said.contains(" --> several/graph.csv:1:1"), "{said}");
    assert!(
        said.contains("help: Keep the names that the tool prints above"),
        "{said}"
    );
}
