//! The public suites, where they lie beside the project: `JSONTestSuite` and the
//! test data of RFC 8785. They are not part of the project; where they are
//! missing these tests say so and pass, and the vectors of our own hold alone.

use std::fs;
use std::path::PathBuf;

use llm_types::json::{ReadOptions, canonicalize, read};
use serde_json::Value;

fn data(folder: &str) -> Option<PathBuf> {
    let base = std::env::var_os("LLM_TYPES_DATA").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data")),
        PathBuf::from,
    );
    let path = base.join(folder);
    if path.is_dir() {
        return Some(path);
    }
    eprintln!("skipped: {} is not there", path.display());
    None
}

fn files(folder: &PathBuf) -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap())
        .map(|entry| {
            let name = entry.file_name().to_string_lossy().to_string();
            (name, fs::read(entry.path()).unwrap())
        })
        .collect();
    files.sort();
    files
}

/// What we say where the suite or RFC 8259 leaves room: `tests/public-suites.json`,
/// explained in `docs/json.md`. The other hosts read the same list.
fn verdicts() -> Value {
    let list = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/public-suites.json");
    serde_json::from_slice(&fs::read(list).unwrap()).unwrap()
}

#[test]
fn json_test_suite() {
    let Some(folder) = data("JSONTestSuite/test_parsing") else {
        return;
    };
    let options = ReadOptions::default();
    let lenient = ReadOptions::lenient();
    let verdicts = &verdicts()["JSONTestSuite"];
    let (mut counts, mut wrong) = ([0; 3], Vec::new());
    for (name, text) in files(&folder) {
        let code = read(&text, &options).map_or_else(|error| error.code(), |_| "");
        let right = match name.as_bytes().first() {
            Some(b'y') => {
                counts[0] += 1;
                // The suite asks for two texts to be accepted that J1 refuses. They are
                // accepted with the lenience.
                let verdict = verdicts["refused_by_j1"][&name].as_str();
                code == verdict.unwrap_or_default() && read(&text, &lenient).is_ok()
            }
            Some(b'n') => {
                counts[1] += 1;
                !code.is_empty() && read(&text, &lenient).is_err()
            }
            _ => {
                counts[2] += 1;
                let verdict = verdicts["open"].get(&name);
                verdict.is_some_and(|verdict| verdict.as_str().unwrap_or_default() == code)
            }
        };
        if !right {
            wrong.push(format!("{name}: {code}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert_eq!(verdicts["refused_by_j1"].as_object().unwrap().len(), 2);
    for (kind, count) in ["y", "n", "i"].into_iter().zip(counts) {
        assert_eq!(verdicts["counts"][kind], count, "{kind}");
    }
}

#[test]
fn canonical_form_test_data() {
    let Some(folder) = data("jcs/testdata") else {
        return;
    };
    let outputs = files(&folder.join("output"));
    assert_eq!(verdicts()["jcs"]["count"], outputs.len());
    for (name, expected) in outputs {
        let input = fs::read(folder.join("input").join(&name)).unwrap();
        let canonical = canonicalize(&input).unwrap();
        assert_eq!(canonical.as_bytes(), expected, "{name}");
        assert_eq!(
            canonicalize(canonical.as_bytes()).unwrap(),
            canonical,
            "{name}"
        );
    }
}
