//! `conformance-compare`: are the results of all hosts equal as bytes?
//!
//! Compares `target/conformance/<host>/*.jsonl` (or the folder in
//! `LLM_TYPES_RESULTS`). The hosts to expect are the arguments; a host that left
//! no results fails the comparison.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::ExitCode;
use std::{env, fs};

use llm_types_conformance::suite;

fn main() -> ExitCode {
    let hosts: Vec<String> = env::args().skip(1).collect();
    let [first, others @ ..] = hosts.as_slice() else {
        eprintln!("usage: conformance-compare HOST HOST...");
        return ExitCode::from(2);
    };
    let root = suite::results();
    let mut complaints = Vec::new();
    let mut files = BTreeSet::new();
    for host in &hosts {
        let names = results_of(&root.join(host));
        if names.is_empty() {
            complaints.push(format!(
                "{host}: no results in {}",
                root.join(host).display()
            ));
        }
        files.extend(names);
    }
    for file in &files {
        let expected = fs::read(root.join(first).join(file)).unwrap_or_default();
        for host in others {
            let given = fs::read(root.join(host).join(file)).unwrap_or_default();
            if given == expected {
                let lines = String::from_utf8_lossy(&given).lines().count();
                println!(
                    "{file}: {first} = {host}, {lines} lines, {} bytes",
                    given.len()
                );
            } else {
                complaints.push(difference(file, first, &expected, host, &given));
            }
        }
    }
    for complaint in &complaints {
        eprintln!("{complaint}");
    }
    ExitCode::from(u8::from(!complaints.is_empty()))
}

fn results_of(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .filter(|name| {
            Path::new(name)
                .extension()
                .is_some_and(|extension| extension == "jsonl")
        })
        .collect()
}

/// The first line in which two results differ.
fn difference(file: &str, first: &str, expected: &[u8], host: &str, given: &[u8]) -> String {
    let (expected, given) = (
        String::from_utf8_lossy(expected),
        String::from_utf8_lossy(given),
    );
    let (mut ours, mut theirs) = (expected.lines(), given.lines());
    for number in 1_u64.. {
        match (ours.next(), theirs.next()) {
            (None, None) => break,
            (a, b) if a != b => {
                return format!(
                    "{file}:{number}: {first} and {host} differ\n  {first}: {}\n  {host}: {}",
                    a.unwrap_or("(no line)"),
                    b.unwrap_or("(no line)")
                );
            }
            _ => {}
        }
    }
    format!("{file}: {first} and {host} differ in line terminators")
}
