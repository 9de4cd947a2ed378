//! A version that the envelope has, in a document of a tool: it is that tool's newer one where
//! the document is nothing else, and where it is read as the envelope, nothing in it is wrong.

use super::fixtures::json_files;
use llm_types::json::{Object, ReadOptions, Value, read, write_compact};
use llm_types::{ConvertOptions, Level, ValidateOptions, convert, detect, validate};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

fn dialect(text: &str) -> Option<Cow<'static, str>> {
    detect(text.as_bytes()).unwrap().dialect
}

/// Each document of a tool that states its version, with the tool.
fn stated() -> Vec<(String, Object, Cow<'static, str>)> {
    let small = json_files("").into_iter();
    // The large ones repeat the same records.
    let small = small.filter(|(_, text)| text.len() < 100_000);
    let found = small.filter_map(|(name, text)| {
        let value = read(&text, &ReadOptions::default()).ok()?.to_value();
        let object = value.as_object()?.clone();
        object.get("schema_version")?.as_str()?;
        let tool = dialect(&write_compact(&value)).filter(|tool| tool != "unified")?;
        Some((name, object, tool))
    });
    found.collect()
}

fn with_version(document: &Object, version: &str) -> String {
    let mut document = document.clone();
    document.insert("schema_version", version);
    write_compact(&Value::Object(document))
}

/// The errors of a document: code and place.
fn errors(text: &str) -> BTreeSet<String> {
    let found = validate(text.as_bytes(), &ValidateOptions::default()).diagnostics;
    let errors = found.iter().filter(|one| one.level == Level::Error);
    errors
        .map(|one| {
            format!(
                "{} {}",
                one.code,
                one.pointer.as_deref().unwrap_or_default()
            )
        })
        .collect()
}

#[test]
fn a_version_of_the_envelope_takes_no_document_from_a_tool_that_it_does_not_fit() {
    let mut wrong = Vec::new();
    let mut kept = BTreeMap::<_, usize>::new();
    for (name, document, tool) in stated() {
        let before = errors(&write_compact(&Value::Object(document.clone())));
        for version in ["1.1.0", "2.1.0"] {
            let text = with_version(&document, version);
            let found = dialect(&text);
            if found.as_ref() == Some(&tool) {
                *kept.entry((tool.clone(), version)).or_default() += 1;
                continue;
            }
            let more: Vec<_> = errors(&text).difference(&before).cloned().collect();
            if found.as_deref() != Some("unified") || !more.is_empty() {
                wrong.push(format!("{name}, {version}: {found:?} {more:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    // Of these, most fit nothing else.
    for (tool, version, least) in [
        ("llmfilewrite", "1.1.0", 3),
        ("llmgrep", "1.1.0", 40),
        ("llmtransform", "1.1.0", 2),
        ("magellan", "2.1.0", 150),
        ("splice", "2.1.0", 30),
    ] {
        let many = kept.get(&(Cow::Borrowed(tool), version)).copied();
        assert!(many >= Some(least), "{tool}, {version}: {many:?}");
    }
}

#[test]
fn what_is_written_as_the_envelope_stays_that_without_its_way_home() {
    let mut asked = 0;
    for (name, text) in json_files("") {
        let Ok(done) = convert(&text, "unified", &ConvertOptions::default()) else {
            continue;
        };
        for line in done.text.lines() {
            let value = read(line.as_bytes(), &ReadOptions::default())
                .unwrap()
                .to_value();
            let mut envelope = value.as_object().unwrap().clone();
            envelope.remove("origin");
            let text = write_compact(&Value::Object(envelope));
            assert_eq!(dialect(&text).as_deref(), Some("unified"), "{name}: {text}");
            asked += 1;
        }
    }
    assert!(asked > 500, "{asked}");
}
