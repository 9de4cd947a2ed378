//! `cargo xtask demo`: real tool output through every host, and whether they agree.
//!
//! Each host has a driver that prints one line of JSON for each document: what was
//! detected, how many spans there are and how many were proved, and a digest of the
//! envelope, made with the host's own hash. This module builds what they need, runs
//! them, compares, and prints a table. The driver of the command line is here; those
//! of Node and Python are `xtask/demo/host.mjs` and `host.py`.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use crate::run::{Log, Run as _};
use crate::schedule::{self, Manner};
use crate::workspace::Workspace;
use crate::{artefacts, steps};

/// The dialects that are shown, as their folders of fixtures are named.
const TOOLS: &[&str] = &[
    "argon",
    "llmastsearch",
    "llmfilewrite",
    "llmgrep",
    "llmsearch",
    "llmtransform",
    "magellan",
    "mdsel",
    "splice",
];

/// Where the tools saw the workspace when they ran.
const ROOT: &str = "/workspace";

/// The hosts, in the order of the columns.
const HOSTS: &[&str] = &["cli", "node", "wasm", "python"];

/// The head of the table; the counts are columns 2 to 5.
const HEAD: [&str; 11] = [
    "tool",
    "dialect",
    "documents",
    "refused",
    "spans",
    "proved",
    "cli",
    "node",
    "wasm",
    "python",
    "identical",
];

/// One line of a driver.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Line {
    /// The dialect, or the code of the refusal.
    dialect: String,
    documents: u64,
    spans: u64,
    proved: u64,
    /// SHA-256 of the canonical text.
    digest: String,
}

/// What one host says about every fixture, by path.
type Answers = BTreeMap<String, Line>;

/// Builds, runs, prints; whether all hosts gave the same bytes.
pub(crate) fn demo(workspace: &Workspace) -> Result<bool> {
    let needed = ["build-native", "build-python", "build-js"].map(str::to_owned);
    println!("Building the command line, the addon, the wasm module and the Python package.");
    let chosen = schedule::select(steps::ALL, &needed)?;
    if !schedule::run_all(workspace, chosen, Manner { verbose: false }) {
        return Ok(false);
    }
    let folder = workspace.scratch().join("demo");
    let mut log = Log::file(&folder.join("log.txt"))?;
    let documents = documents(workspace)?;
    let input = folder.join("input.json");
    let task = json!({
        "root": ROOT,
        "workspace": "tests/fixtures/workspace",
        "documents": documents,
    });
    fs::write(&input, serde_json::to_string_pretty(&task)?)?;

    let mut answers = Vec::new();
    for host in HOSTS {
        let lines = match *host {
            "cli" => command_line(workspace, &mut log, &documents)?,
            "python" => {
                let mut driver = workspace.python_tool("python");
                driver
                    .args(["-X", "utf8", "xtask/demo/host.py"])
                    .arg(&input);
                parse_lines(&driver.output_text(&mut log)?)?
            }
            javascript => {
                let mut driver = workspace.node();
                driver.args(["xtask/demo/host.mjs", javascript]).arg(&input);
                parse_lines(&driver.output_text(&mut log)?)?
            }
        };
        answers.push(lines);
    }
    let same = print_table(&documents, &answers);
    println!("{}", where_next(workspace, same));
    Ok(same)
}

/// The fixtures that hold JSON, as paths from the root.
fn documents(workspace: &Workspace) -> Result<Vec<String>> {
    let mut found = Vec::new();
    for tool in TOOLS {
        let folder = workspace.root().join("tests/fixtures").join(tool);
        for version in sorted(&folder)? {
            for file in sorted(&version)? {
                let path = workspace.shown(&file);
                let extension = file.extension().unwrap_or_default();
                let sidecar = path.ends_with(".meta.json");
                if !sidecar && (extension == "json" || extension == "jsonl") {
                    found.push(path);
                }
            }
        }
    }
    if found.is_empty() {
        bail!("no fixtures");
    }
    Ok(found)
}

fn sorted(folder: &Path) -> Result<Vec<std::path::PathBuf>> {
    let entries = fs::read_dir(folder).with_context(|| format!("{}", folder.display()))?;
    let mut paths: Vec<_> = entries
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()?;
    paths.sort();
    Ok(paths)
}

/// The driver of the command line: the program, once for each verb and document.
fn command_line(workspace: &Workspace, log: &mut Log, documents: &[String]) -> Result<Answers> {
    let program = artefacts::command_line(workspace);
    let run = |verb: &str, document: &str| -> Result<(Vec<u8>, bool)> {
        let mut command = workspace.command(&program);
        command.arg(verb).arg(document);
        if verb != "detect" {
            command.args(["--source", "tests/fixtures/workspace", "--root", ROOT]);
        }
        if verb == "validate" {
            command.args(["--format", "json"]);
        }
        let output = command.output()?;
        // 4: some of the documents of the text were refused, and the rest is there.
        Ok((output.stdout, matches!(output.status.code(), Some(0 | 4))))
    };
    let mut answers = Answers::new();
    for document in documents {
        log.line(document);
        let detection = run("detect", document)?.0;
        let (mut text, normalized) = run("normalize", document)?;
        let report = run("validate", document)?.0;
        // The program ends its output with a line feed; the envelope has none.
        if text.last() == Some(&b'\n') {
            text.pop();
        }
        let line = line_of(
            &serde_json::from_slice(&detection).unwrap_or_default(),
            normalized.then_some(text.as_slice()),
            &serde_json::from_slice(&report)
                .with_context(|| format!("validate {document} printed no report"))?,
        );
        answers.insert(document.clone(), line);
    }
    Ok(answers)
}

fn line_of(detection: &Value, text: Option<&[u8]>, report: &Value) -> Line {
    let source = |name: &str| report["checked"]["source"][name].as_u64().unwrap_or(0);
    let digest = text.map_or_else(String::new, |text| hex(&Sha256::digest(text)));
    Line {
        dialect: detection["dialect"].as_str().unwrap_or("none").to_owned(),
        documents: report["documents"].as_u64().unwrap_or(0),
        spans: source("spans_total"),
        proved: source("spans_proved"),
        digest,
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

fn parse_lines(text: &str) -> Result<Answers> {
    let mut answers = Answers::new();
    for line in text.lines() {
        let value: Value = serde_json::from_str(line).with_context(|| line.to_owned())?;
        let word = |name: &str| value[name].as_str().unwrap_or_default().to_owned();
        let number = |name: &str| value[name].as_u64().unwrap_or(0);
        let answer = Line {
            dialect: word("dialect"),
            documents: number("documents"),
            spans: number("spans"),
            proved: number("proved"),
            digest: word("digest"),
        };
        answers.insert(word("document"), answer);
    }
    Ok(answers)
}

fn print_table(documents: &[String], answers: &[Answers]) -> bool {
    let mut rows = vec![HEAD.map(str::to_owned)];
    let mut groups: Vec<(String, Vec<&String>)> = Vec::new();
    for document in documents {
        let mut parts = document.split('/').skip(2);
        let tool = format!(
            "{} {}",
            parts.next().unwrap_or_default(),
            parts.next().unwrap_or_default()
        );
        match groups.last_mut() {
            Some((name, members)) if *name == tool => members.push(document),
            _ => groups.push((tool, vec![document])),
        }
    }
    let mut all_same = true;
    for (tool, members) in &groups {
        let of = |host: &Answers| -> Vec<Option<Line>> {
            members
                .iter()
                .map(|path| host.get(*path).cloned())
                .collect()
        };
        let reference = of(&answers[0]);
        let same = answers.iter().all(|host| of(host) == reference)
            && reference.iter().all(Option::is_some);
        all_same &= same;
        let sum =
            |member: fn(&Line) -> u64| -> u64 { reference.iter().flatten().map(member).sum() };
        let mut dialects: Vec<&str> = reference
            .iter()
            .flatten()
            .map(|line| line.dialect.as_str())
            .collect();
        dialects.sort_unstable();
        dialects.dedup();
        let mut row = vec![
            tool.clone(),
            dialects.join(" "),
            sum(|line| line.documents).to_string(),
            sum(|line| u64::from(line.digest.is_empty())).to_string(),
            sum(|line| line.spans).to_string(),
            sum(|line| line.proved).to_string(),
        ];
        row.extend(answers.iter().map(|host| short_digest(&of(host))));
        row.push(if same { "yes" } else { "NO" }.to_owned());
        if let Ok(row) = row.try_into() {
            rows.push(row);
        }
    }
    print_rows(&rows);
    if !all_same {
        name_differences(documents, answers);
    }
    all_same
}

/// One digest for all envelopes of a tool: of the digests, in order.
fn short_digest(lines: &[Option<Line>]) -> String {
    let mut hash = Sha256::new();
    for line in lines.iter().flatten() {
        hash.update(line.digest.as_bytes());
    }
    hex(&hash.finalize()).chars().take(12).collect()
}

fn print_rows(rows: &[[String; 11]]) {
    let widths: Vec<usize> = (0..HEAD.len())
        .map(|column| rows.iter().map(|row| row[column].len()).max().unwrap_or(0))
        .collect();
    println!();
    for (number, row) in rows.iter().enumerate() {
        let mut line = String::new();
        for (column, cell) in row.iter().enumerate() {
            let width = widths[column];
            // Counts are compared by eye, so they stand under each other.
            if (2..6).contains(&column) {
                let _ = write!(line, "{cell:>width$}  ");
            } else {
                let _ = write!(line, "{cell:<width$}  ");
            }
        }
        println!("{}", line.trim_end());
        if number == 0 {
            println!(
                "{}",
                "-".repeat(widths.iter().sum::<usize>() + 2 * (HEAD.len() - 1))
            );
        }
    }
    println!();
}

fn name_differences(documents: &[String], answers: &[Answers]) {
    for document in documents {
        for (host, lines) in HOSTS.iter().zip(answers).skip(1) {
            let (ours, theirs) = (answers[0].get(document), lines.get(document));
            if ours != theirs {
                println!("{document}\n  {}: {ours:?}\n  {host}: {theirs:?}", HOSTS[0]);
            }
        }
    }
}

fn where_next(workspace: &Workspace, same: bool) -> String {
    let program = workspace.shown(&artefacts::command_line(workspace));
    let verdict = if same {
        "Every host printed the same envelopes, byte for byte."
    } else {
        "The hosts differ; see above."
    };
    format!(
        "{verdict}\n\
         The digest is of all envelopes of a tool. A span is proved if its bytes were compared with the\n\
         source file by something beside them (line and columns, text, checksum), and all of it agrees.\n\
         `refused` counts outputs that have no envelope; `validate` says why.\n\
         \n\
         Where to go next:\n  \
         {program} normalize --pretty --report --source tests/fixtures/workspace tests/fixtures/llmsearch/1.0.0/astral-any.json\n  \
         {program} validate --format human --source tests/fixtures/workspace tests/fixtures/magellan/4.17.0/find-rich-cjk.json\n  \
         {program} explain NOT_CHAR_BOUNDARY\n\
         README.md has one screen for each language, docs/ the rules and the guides."
    )
}
