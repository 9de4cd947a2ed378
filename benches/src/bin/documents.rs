//! Documents into envelopes, beside typed `serde_json`, and how time and memory
//! grow with the document.
//!
//! ```text
//! cargo run --release -p llm-types-benches --bin documents [rounds [most matches]]
//! ```
//!
//! The contenders do not do the same work. `normalize` recognises the tool, checks
//! the document, proves columns, keeps unknown members and, if asked, lists every change;
//! `serde_json` reads known members into types that borrow, renames them, computes the ids
//! with `sha2` and writes. The target is 1.3 times its time.
//! Memory is the most that was resident while the work was done, beyond what was
//! resident before it; Linux only. Nothing is asserted.

// A benchmark may stop where a program may not, and names members as the tools do.
#![allow(clippy::expect_used, clippy::struct_field_names)]

use std::borrow::Cow;
use std::fmt::Write as _;
use std::hint::black_box;
use std::process::Command;

use llm_types::{NormalizeOptions, Normalizer, ValidateOptions, normalize, validate};
use llm_types_benches::{Lap, Race};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

/// A search as the tool prints it.
#[derive(Deserialize)]
struct Search<'a> {
    execution_id: &'a str,
    #[serde(borrow)]
    pattern: Cow<'a, str>,
    #[serde(borrow)]
    matches: Vec<Found<'a>>,
    match_count: u64,
}

#[derive(Deserialize)]
struct Found<'a> {
    match_id: &'a str,
    #[serde(borrow)]
    file: Cow<'a, str>,
    byte_start: u64,
    byte_end: u64,
    #[serde(borrow)]
    matched_text: Cow<'a, str>,
    line_number: u64,
    column_number: u64,
    #[serde(borrow)]
    context_before: Cow<'a, str>,
    #[serde(borrow)]
    context_after: Cow<'a, str>,
}

/// The envelope, members in their canonical order.
#[derive(Serialize)]
struct Envelope<'a> {
    data: Data<'a>,
    execution_id: &'a str,
    schema_version: &'static str,
}

#[derive(Serialize)]
struct Data<'a> {
    count: u64,
    matches: Vec<Match<'a>>,
    pattern: &'a str,
}

#[derive(Serialize)]
struct Match<'a> {
    match_id: &'a str,
    matched_text: &'a str,
    span: Span<'a>,
}

#[derive(Serialize)]
struct Span<'a> {
    byte_end: u64,
    byte_start: u64,
    context: Context<'a>,
    end_col: u64,
    end_line: u64,
    file_path: &'a str,
    span_id: String,
    start_col: u64,
    start_line: u64,
}

#[derive(Serialize)]
struct Context<'a> {
    inline_after: &'a str,
    inline_before: &'a str,
}

impl Search<'_> {
    fn write(&self) -> String {
        let matches = self.matches.iter().map(|found| Match {
            match_id: found.match_id,
            matched_text: &found.matched_text,
            span: Span {
                byte_end: found.byte_end,
                byte_start: found.byte_start,
                context: Context {
                    inline_after: &found.context_after,
                    inline_before: &found.context_before,
                },
                end_col: found.column_number - 1 + (found.byte_end - found.byte_start),
                end_line: found.line_number,
                file_path: &found.file,
                span_id: id(&found.file, found.byte_start, found.byte_end),
                start_col: found.column_number - 1,
                start_line: found.line_number,
            },
        });
        let envelope = Envelope {
            data: Data {
                count: self.match_count,
                matches: matches.collect(),
                pattern: &self.pattern,
            },
            execution_id: self.execution_id,
            schema_version: "1.1.0",
        };
        serde_json::to_string(&envelope).expect("an envelope")
    }
}

fn id(path: &str, start: u64, end: u64) -> String {
    let mut hash = Sha256::new();
    hash.update(path);
    hash.update(b":");
    hash.update(start.to_be_bytes());
    hash.update(b":");
    hash.update(end.to_be_bytes());
    let mut digits = String::with_capacity(16);
    for byte in hash.finalize().iter().take(8) {
        let _ = write!(digits, "{byte:02x}");
    }
    digits
}

fn found(n: usize) -> String {
    format!(
        concat!(
            r#"{{"match_id":"550e8400-e29b-41d4-a716-{:012x}","file":"src/module_{}.rs","#,
            r#""byte_start":{},"byte_end":{},"matched_text":"TODO","line_number":{},"#,
            r#""column_number":8,"context_before":"    // ","context_after":": mend this"}}"#,
        ),
        n,
        n % 100,
        n * 40 + 7,
        n * 40 + 11,
        n + 1
    )
}

/// A document of so many matches, as the search tool prints it.
fn search(matches: usize) -> String {
    let found: Vec<String> = (0..matches).map(found).collect();
    format!(
        concat!(
            r#"{{"execution_id":"550e8400-e29b-41d4-a716-446655440000","pattern":"TODO","#,
            r#""matches":[{}],"match_count":{}}}"#,
        ),
        found.join(","),
        matches
    )
}

/// The graph export as JSON Lines, of so many records.
fn graph(records: usize) -> String {
    let mut text = String::from("{\"type\":\"Version\",\"version\":\"2.0.0\"}\n");
    for n in 0..records {
        let _ = writeln!(
            text,
            r#"{{"type":"File","path":"src/module_{n}.rs","hash":"{n:016x}"}}"#
        );
    }
    text
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize, default| {
        let argument = arguments.get(at).and_then(|argument| argument.parse().ok());
        argument.unwrap_or(default)
    };
    if let [name, file, ..] = arguments.as_slice()
        && let Some(name) = ROWS.iter().find(|row| *row == name)
    {
        let text = std::fs::read(file).expect("the text of a row");
        return row(name, number(2, 10), &text, number(3, 1));
    }
    let rounds = number(0, 10);
    let most = number(1, 1_000_000);
    let laps = u32::try_from(rounds).unwrap_or(u32::MAX);
    beside_the_peer(&search(1000.min(most)), laps);
    println!("\ngrowth: best of {rounds} up to 1000 matches, of 1 above\n");
    println!(
        "{:24} {:>9} {:>11} {:>9} {:>9} {:>7}",
        "", "matches", "bytes", "ns/byte", "memory", "x text"
    );
    for matches in [10, 1_000, 100_000, 1_000_000] {
        if matches > most {
            break;
        }
        let rounds = if matches > 1000 { 1 } else { rounds };
        for name in ROWS {
            alone(name, matches, &text_of(name, matches), rounds);
        }
    }
}

/// The peer of `normalize`, which has to touch as much new memory for its answer.
const PEER: &str = "serde_json, in, ids, out";

/// The rows whose growth is shown.
const ROWS: [&str; 6] = [
    "normalize",
    PEER,
    "normalize, listed",
    "validate",
    "validate, all wrong",
    "Normalizer, JSON Lines",
];

fn text_of(row: &str, matches: usize) -> String {
    let envelope = || {
        let normalized = normalize(search(matches).as_bytes(), &NormalizeOptions::default());
        normalized.expect("an envelope").text
    };
    match row {
        "normalize" | "normalize, listed" | PEER => search(matches),
        "validate" => envelope(),
        "validate, all wrong" => envelope().replace("\"start_col\":7", "\"start_col\":6"),
        _ => graph(matches),
    }
}

/// Runs a row in a process of its own: what another row gave back may still be
/// resident.
fn alone(name: &str, matches: usize, text: &str, rounds: usize) {
    let this = std::env::current_exe().expect("the path of this program");
    let file = std::env::temp_dir().join(format!("llm-types-bench-{}.json", std::process::id()));
    std::fs::write(&file, text).expect("room for a text");
    let mut row = Command::new(this);
    row.arg(name).arg(&file);
    let done = row.args([matches.to_string(), rounds.to_string()]).status();
    std::fs::remove_file(&file).expect("the text of a row");
    assert!(done.is_ok_and(|status| status.success()), "{name}");
}

/// One row of the table.
fn row(name: &'static str, matches: usize, text: &[u8], rounds: usize) {
    let rounds = u32::try_from(rounds).unwrap_or(u32::MAX);
    let options = NormalizeOptions {
        without_changes: name != "normalize, listed",
        ..NormalizeOptions::default()
    };
    match name {
        "normalize" | "normalize, listed" => grow(name, matches, text, rounds, |text| {
            normalize(text, &options).expect("an envelope").text.len() as u64
        }),
        PEER => grow(name, matches, text, rounds, |text| {
            let search: Search<'_> = serde_json::from_slice(text).expect("a search");
            search.write().len() as u64
        }),
        "Normalizer, JSON Lines" => grow(name, matches, text, rounds, |text| {
            let mut normalizer = Normalizer::new(options.clone()).expect("no dialect was named");
            let mut count = 0;
            for piece in text.chunks(1 << 18) {
                count += normalizer.push(piece).len();
            }
            (count + normalizer.finish().len()) as u64
        }),
        _ => grow(name, matches, text, rounds, |text| {
            let validation = validate(text, &ValidateOptions::default());
            validation.diagnostics.len() as u64
        }),
    }
}

/// One size, in turns with the peer.
fn beside_the_peer(text: &str, rounds: u32) {
    let bytes = text.as_bytes();
    let listed = NormalizeOptions::default();
    let options = NormalizeOptions {
        without_changes: true,
        ..NormalizeOptions::default()
    };
    let typed: Search<'_> = serde_json::from_str(text).expect("a search");
    let ours = normalize(bytes, &options).expect("an envelope").text;
    println!(
        "{} bytes in, {} out, the peer {}",
        text.len(),
        ours.len(),
        typed.write().len()
    );
    let laps = Race::new()
        .run("normalize", || {
            normalize(bytes, &options).expect("an envelope").text.len() as u64
        })
        .run("normalize, changes listed", || {
            normalize(bytes, &listed).expect("an envelope").text.len() as u64
        })
        .run("serde_json, types that borrow, ids, out", || {
            let search: Search<'_> = serde_json::from_slice(bytes).expect("a search");
            search.write().len() as u64
        })
        .run("serde_json, types that borrow, in only", || {
            let search: Search<'_> = serde_json::from_slice(bytes).expect("a search");
            search.matches.len() as u64
        })
        .finish(rounds);
    let peer = laps.get(2).map_or(0.0, |lap| lap.best.as_secs_f64());
    for Lap { name, best } in &laps {
        let time = best.as_secs_f64();
        println!(
            "  {name:42} {:7.1} ns/byte {:6.2}x",
            per_byte(time, bytes),
            time / peer
        );
    }
}

// No text of a benchmark has more than 2^53 bytes.
#[allow(clippy::cast_precision_loss)]
fn per_byte(seconds: f64, text: &[u8]) -> f64 {
    seconds * 1e9 / text.len() as f64
}

fn grow(name: &'static str, matches: usize, text: &[u8], rounds: u32, run: impl Fn(&[u8]) -> u64) {
    let before = resident("VmRSS:");
    forget_peak();
    black_box(run(text));
    let most = resident("VmHWM:");
    let laps = Race::new().run(name, || run(text)).finish(rounds);
    let memory = match (before, most) {
        (Some(before), Some(most)) => Some(most.saturating_sub(before)),
        _ => None,
    };
    // No text of a benchmark has more than 2^53 bytes.
    #[allow(clippy::cast_precision_loss)]
    let times = memory.map_or(0.0, |memory| memory as f64 * 1024.0 / text.len() as f64);
    for Lap { name, best } in laps {
        println!(
            "{name:24} {matches:>9} {:>11} {:>9.1} {:>6} MB {times:>7.1}",
            text.len(),
            per_byte(best.as_secs_f64(), text),
            memory.unwrap_or_default() / 1024,
        );
    }
}

/// A line of the kernel's account of this process, in kB.
fn resident(line: &str) -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let rest = status.lines().find_map(|found| found.strip_prefix(line))?;
    rest.split_whitespace().next()?.parse().ok()
}

/// Lets the kernel count the most from here on.
fn forget_peak() {
    // Without it the most is that of the whole run, which is larger.
    let _ = std::fs::write("/proc/self/clear_refs", "5");
}
