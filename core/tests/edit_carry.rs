//! Spans that real tools printed go along with edits, and are proved in the new text.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::fs;
use std::path::{Path, PathBuf};

use llm_types::{
    Edit, EditOptions, EditRequest, EditRequests, EditedFile, NormalizeOptions, Sources,
    ValidateOptions, Validation, carry_spans, normalize, plan_edits, validate,
};

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/fixtures")
}

/// The files of the workspace, by their paths in it.
fn workspace() -> Sources {
    let root = fixtures().join("workspace");
    let mut sources = Sources::new();
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let name = path.strip_prefix(&root).unwrap().to_str().unwrap();
            sources.insert(name.replace('\\', "/"), fs::read(&path).unwrap());
        }
    }
    sources
}

/// What was printed of the workspace as it is here.
fn printed() -> Vec<(String, Vec<u8>)> {
    let mut all = Vec::new();
    for tool in [
        "magellan/1.8.0",
        "magellan/3.1.9",
        "llmgrep/3.11.2",
        "llmsearch/1.0.0",
    ] {
        for entry in fs::read_dir(fixtures().join(tool)).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            let sidecar = name.ends_with(".meta.json") || name.ends_with(".stderr.json");
            let json = path
                .extension()
                .is_some_and(|extension| extension == "json");
            if json && !sidecar && !name.starts_with("stale") {
                all.push((format!("{tool}/{name}"), fs::read(&path).unwrap()));
            }
        }
    }
    all.sort();
    all
}

fn checked(text: &[u8], sources: &Sources) -> Validation {
    let options = ValidateOptions {
        sources: Some(sources),
        ..ValidateOptions::default()
    };
    validate(text, &options)
}

#[test]
fn what_was_proved_before_is_proved_afterwards() {
    let sources = workspace();
    // Two lines in front of each file, and what follows moves.
    let requests = EditRequests {
        files: sources
            .paths()
            .map(|path| EditRequest {
                file_path: Some(path.into()),
                edits: vec![Edit {
                    new_text: Some("// é\n// 😀\n".into()),
                    ..Edit::default()
                }],
                ..EditRequest::default()
            })
            .collect(),
        unchecked: Some(true),
        ..EditRequests::default()
    };
    let planned = plan_edits(&sources, &requests, &EditOptions::default()).unwrap();
    assert!(planned.plan.ok, "{:?}", planned.plan.diagnostics);
    let names: Vec<&str> = planned
        .plan
        .files
        .iter()
        .map(|file| file.file_path.as_deref().unwrap())
        .collect();
    let after: Sources = names
        .iter()
        .copied()
        .zip(planned.texts.iter().cloned())
        .collect();
    let files: Vec<EditedFile<'_>> = names
        .iter()
        .zip(&planned.maps)
        .zip(&planned.texts)
        .map(|((path, map), text)| EditedFile { path, map, text })
        .collect();
    let mut proved = 0;
    for (name, text) in printed() {
        let Ok(normalized) = normalize(
            &text,
            &NormalizeOptions {
                sources: Some(&sources),
                ..Default::default()
            },
        ) else {
            continue;
        };
        let before = checked(normalized.text.as_bytes(), &sources).checked.source;
        let carried = carry_spans(normalized.text.as_bytes(), &files, None).unwrap();
        assert_eq!(carried.gone, [""; 0], "{name}");
        let now = checked(carried.text.as_bytes(), &after);
        let source = now.checked.source;
        assert_eq!(source.spans_total, before.spans_total, "{name}");
        assert!(
            source.spans_proved >= before.spans_proved,
            "{name}: {} of {} were proved, now {}: {:?}",
            before.spans_proved,
            before.spans_total,
            source.spans_proved,
            now.diagnostics.first()
        );
        proved += source.spans_proved;
    }
    // There was something to prove.
    assert!(proved > 300, "{proved}");
}
