//! The graph of a code index in all the forms that a tool prints it in: JSON, JSON
//! Lines and CSV hold the same records.

use super::fixtures::bytes;
use llm_types::json::Value;
use llm_types::{NormalizeOptions, Normalized, normalize};

fn read(tool: &str, version: &str, name: &str) -> Normalized {
    let text = bytes(&format!("{tool}/{version}/{name}"));
    normalize(&text, &NormalizeOptions::default()).unwrap()
}

/// The three forms of one export hold the same records.
#[test]
fn a_graph_is_the_same_in_all_forms() {
    for version in ["1.8.0", "3.1.9", "4.17.0"] {
        let read = |name: &str| read("magellan", version, name);
        let (json, lines, csv) = (
            read("export-json.json"),
            read("export-jsonl.jsonl"),
            read("export-csv.csv"),
        );
        let graph = json.envelope();
        let graph = graph.get("data").unwrap();
        let list = |graph: &Value, name: &str| {
            let list = graph.get(name).and_then(Value::as_array);
            list.into_iter().flatten().cloned().collect::<Vec<_>>()
        };
        let mut count = 1;
        for (kind, name) in [
            ("File", "files"),
            ("Symbol", "symbols"),
            ("Reference", "references"),
            ("Call", "calls"),
        ] {
            let records = lines.envelopes();
            let records = records.iter().filter_map(|one| one.get("data"));
            let records: Vec<Value> = records
                .filter(|record| record.get("type").and_then(Value::as_str) == Some(kind))
                .map(|record| {
                    let mut record = record.clone();
                    record.as_object_mut().unwrap().remove("type");
                    record
                })
                .collect();
            assert_eq!(records, list(graph, name), "{version} {name}");
            count += records.len();
            if kind == "File" {
                continue;
            }
            // A sheet has no column for the full names.
            let mut expected = list(graph, name);
            for record in &mut expected {
                let record = record.as_object_mut().unwrap();
                record.remove("canonical_fqn");
                record.remove("display_fqn");
            }
            let envelope = csv.envelope();
            let rows = list(envelope.get("data").unwrap(), name);
            assert_eq!(rows, expected, "{version} {name}");
        }
        assert_eq!(lines.documents, count as u64, "{version}");
    }
}

/// The sheet of splice holds the records that its two other forms do.
#[test]
fn a_graph_of_splice_is_the_same_in_all_forms() {
    for version in ["2.6.2", "3.1.1"] {
        let read = |name: &str| read("splice", version, name);
        let json = read("export-json.jsonl").envelopes();
        let lines = read("export-jsonl.jsonl").envelopes();
        let sheet = read("export-csv.txt").envelopes();
        assert_eq!(sheet.len(), 2, "{version}: the sheet and the report");
        assert_eq!(sheet[1], json[1], "{version}");
        for (kind, name, count) in [("File", "files", 21), ("Symbol", "symbols", 94)] {
            let list = |graph: &Value| {
                let list = graph.get("data").and_then(|data| data.get(name));
                list.and_then(Value::as_array).unwrap().to_vec()
            };
            let of_kind = |record: &Value| {
                let mut record = record.get("data")?.clone();
                let found = record.as_object_mut()?.remove("type")?;
                (found.as_str() == Some(kind)).then_some(record)
            };
            // Each export lists them in another order.
            let sorted = |records: Vec<Value>| {
                let mut texts: Vec<String> = records.iter().map(ToString::to_string).collect();
                texts.sort();
                texts
            };
            let rows = sorted(list(&sheet[0]));
            assert_eq!(rows.len(), count, "{version} {name}");
            assert_eq!(rows, sorted(list(&json[0])), "{version} {name}");
            let records = lines.iter().filter_map(of_kind).collect();
            assert_eq!(rows, sorted(records), "{version} {name}");
        }
    }
}
