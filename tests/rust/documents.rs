//! Writes what the core says about every fixture, for the comparison of hosts.

use llm_types_conformance::{documents, suite};
use serde_json::Value;

#[test]
fn every_fixture_is_answered() {
    let sources = documents::sources().expect("the workspace");
    let fixtures = documents::fixtures().expect("fixtures");
    assert!(fixtures.len() > 100, "fixtures are missing");
    let lines: Vec<Value> = fixtures
        .iter()
        .map(|(name, text)| documents::line(name, text, &sources))
        .collect();
    for line in &lines {
        assert!(!line.to_string().contains("\"INTERNAL\""), "{line}");
    }
    suite::write_results("rust", "documents.jsonl", &lines).expect("a folder to write to");
}
