//! Law 3 once more: what is written is recognised as a document of its target by whoever reads
//! it next, or the report says of the whole document that it is not, and `strict` refuses it.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::fs;
use std::path::{Path, PathBuf};

use llm_types::json::{Node, ReadOptions, read};
use llm_types::{Conversion, ConvertOptions, convert, detect, dialects};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/fixtures")
}

fn files(dir: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path));
        } else {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// What the tools printed on either stream, by the sidecars: name, tool and text.
fn fixtures() -> Vec<(String, String, Vec<u8>)> {
    let mut found = Vec::new();
    for sidecar in files(&root()) {
        if !sidecar.to_string_lossy().ends_with(".meta.json") {
            continue;
        }
        let text = fs::read(&sidecar).unwrap();
        let meta = read(&text, &ReadOptions::default()).unwrap();
        let word = |key: &str| {
            let value = meta.root().get(key).and_then(Node::as_str);
            value.unwrap_or_default().into_owned()
        };
        let kinds = ["json", "jsonl", "json-concat", "csv", "csv-json"];
        let streams = [
            (word("stdout_kind"), word("stdout_file")),
            ("json".to_owned(), word("stderr_json_file")),
        ];
        for (kind, file) in streams {
            if file.is_empty() || !kinds.contains(&kind.as_str()) {
                continue;
            }
            let output = sidecar.with_file_name(file);
            let name = output.strip_prefix(root()).unwrap().display().to_string();
            found.push((name, word("tool"), fs::read(output).unwrap()));
        }
    }
    assert!(found.len() > 5, "fixtures are missing");
    found
}

fn plain(text: &[u8], to: &str) -> Conversion {
    convert(text, to, &ConvertOptions::default()).unwrap()
}

/// What is neither recognised nor told to be unrecognisable, document by document.
fn mistaken(done: &Conversion, to: &str) -> Vec<String> {
    let texts: Vec<&str> = done.text.lines().collect();
    let is_told = |number: usize| {
        let mut losses = done.losses.iter();
        losses.any(|loss| {
            let here = loss.document.is_none_or(|one| one == number as u64);
            here && loss.pointer.is_empty() && loss.is_lossy()
        })
    };
    let is_known = |text: &&str| {
        let detection = detect(text.as_bytes()).unwrap();
        let (name, generation) = match to {
            "standard" => ("unified", Some("standard")),
            name => (name, None),
        };
        detection.dialect.as_deref() == Some(name)
            // It names the tool whose document it was, and must not look like that one's.
            && !(to == "standard" && detection.near_tie)
            && generation.is_none_or(|one| detection.generation.as_deref() == Some(one))
    };
    let numbered = texts.iter().enumerate();
    numbered
        .filter(|(number, text)| !is_known(text) && !is_told(*number))
        .map(|(number, text)| {
            let head: String = text.chars().take(300).collect();
            format!("document {number}: {head}")
        })
        .collect()
}

#[test]
fn what_is_written_is_recognised_or_said_not_to_be() {
    let mut targets: Vec<String> = dialects().into_iter().map(|one| one.name).collect();
    targets.push("standard".into());
    for (name, tool, text) in fixtures() {
        let bare = plain(&text, "unified").text;
        for to in &targets {
            for input in [&text[..], bare.as_bytes()] {
                // Home it is the document that was read, whatever that shows.
                if input == &text[..] && *to == tool {
                    continue;
                }
                let wrong = mistaken(&plain(input, to), to);
                assert!(wrong.is_empty(), "{name} to {to}: {wrong:#?}");
            }
        }
    }
}
