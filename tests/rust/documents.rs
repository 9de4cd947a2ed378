//! Writes what the core says about every fixture, for the comparison of hosts.

use llm_types::{Changes, NormalizeOptions, normalize};
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

#[test]
fn an_envelope_does_not_depend_on_the_list_of_changes() {
    let sources = documents::sources().expect("the workspace");
    for (name, text) in documents::fixtures().expect("fixtures") {
        for origin in [false, true] {
            for sources in [None, Some(&sources)] {
                let told = NormalizeOptions {
                    sources,
                    origin,
                    ..Default::default()
                };
                let untold = NormalizeOptions {
                    without_changes: true,
                    ..told.clone()
                };
                let untold = normalize(&text, &untold);
                let mut told = normalize(&text, &told);
                if let Ok(one) = &untold {
                    assert!(one.changes.is_empty(), "{name}");
                }
                if let Ok(one) = &mut told {
                    one.changes = Changes::default();
                }
                assert!(untold == told, "{name}: {untold:?}\n{told:?}");
            }
        }
    }
}
