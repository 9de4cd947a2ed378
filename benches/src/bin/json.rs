//! Reading and writing JSON, beside the peers.
//!
//! ```text
//! cargo run --release -p llm-types-benches --bin json [--features json-simd] [rounds]
//! ```
//!
//! The contenders do not do the same work, and the table says what each does:
//! `read` checks duplicate keys and surrogates and keeps the place of every
//! value; `serde_json` into types that borrow checks the fields it knows and
//! keeps neither. The target is that a document costs at most 1.3 times what
//! that costs. Nothing is asserted.

// A benchmark may stop where a program may not.
#![allow(clippy::expect_used)]

use std::borrow::Cow;
use std::fmt::Write as _;

use llm_types::json::{ReadOptions, canonicalize, read, read_lines};
use llm_types_benches::random::Random;
use llm_types_benches::{Lap, Race};
use serde::Deserialize;

/// Results in one document of a search tool.
const RESULTS: usize = 30_000;

#[derive(Deserialize)]
struct Response<'a> {
    #[serde(borrow)]
    schema_version: &'a str,
    #[serde(borrow)]
    data: Data<'a>,
}

#[derive(Deserialize)]
struct Data<'a> {
    #[serde(borrow)]
    results: Vec<Match<'a>>,
}

#[derive(Deserialize)]
struct Match<'a> {
    #[serde(borrow, rename = "match_id")]
    id: &'a str,
    #[serde(borrow)]
    span: Span<'a>,
    #[serde(borrow)]
    name: Cow<'a, str>,
    #[serde(borrow)]
    snippet: Cow<'a, str>,
    score: f64,
}

#[derive(Deserialize)]
struct Span<'a> {
    #[serde(borrow, rename = "span_id")]
    id: &'a str,
    #[serde(borrow)]
    file_path: Cow<'a, str>,
    byte_start: u64,
    byte_end: u64,
    start_line: u64,
    start_col: u64,
    end_line: u64,
    end_col: u64,
}

impl Response<'_> {
    /// A number that needs every field.
    fn sum(&self) -> u64 {
        let sum = |found: &Match<'_>| {
            let Span {
                id,
                file_path,
                byte_start,
                byte_end,
                start_line,
                start_col,
                end_line,
                end_col,
            } = &found.span;
            let lengths = id.len()
                + file_path.len()
                + found.id.len()
                + found.name.len()
                + found.snippet.len()
                + usize::from(found.score > 0.5);
            lengths as u64 + byte_start + byte_end + start_line + start_col + end_line + end_col
        };
        self.data.results.iter().map(sum).sum::<u64>() + self.schema_version.len() as u64
    }
}

/// One result, as a search tool prints it.
fn result(n: usize) -> String {
    format!(
        concat!(
            r#"{{"match_id":"{:016x}","span":{{"span_id":"{:016x}","#,
            r#""file_path":"src/module_{}/file_{}.rs","byte_start":{},"byte_end":{},"#,
            r#""start_line":{},"start_col":{},"end_line":{},"end_col":{}}},"#,
            r#""name":"function_number_{}","kind":"Function","#,
            r#""snippet":"pub fn function_{}(a: &str) -> Result<(), Error> {{\n    compute(a)?;\n}}","#,
            r#""score":0.{}}}"#,
        ),
        n * 7919,
        n * 104_729,
        n % 17,
        n % 131,
        n * 40,
        n * 40 + 33,
        n,
        n % 80,
        n + 3,
        n % 7,
        n,
        n,
        n % 1000 + 1
    )
}

fn response() -> String {
    let results: Vec<String> = (0..RESULTS).map(result).collect();
    format!(
        r#"{{"schema_version":"1.0.0","data":{{"results":[{}]}}}}"#,
        results.join(",")
    )
}

fn pretty(text: &str) -> String {
    let document = read(text.as_bytes(), &ReadOptions::default()).expect("a document");
    document.root().to_pretty()
}

fn numbers() -> String {
    let numbers: Vec<String> = (0..1_500_000).map(|n| n.to_string()).collect();
    format!("[{}]", numbers.join(","))
}

/// Scores of sixteen and seventeen digits.
fn fractions() -> String {
    let mut random = Random::new(3);
    // A fraction of 53 bits is a double.
    #[allow(clippy::cast_precision_loss)]
    let mut next = || random.below(1 << 53) as f64 / (1u64 << 53) as f64;
    let fractions: Vec<String> = (0..500_000).map(|_| next().to_string()).collect();
    format!("[{}]", fractions.join(","))
}

fn wide() -> String {
    let mut text = String::from("{\"first\":0");
    for n in 0..500_000 {
        let _ = write!(text, ",\"key {n}\":{n}");
    }
    text + "}"
}

fn main() {
    let rounds = std::env::args()
        .nth(1)
        .and_then(|rounds| rounds.parse().ok())
        .unwrap_or(40);
    let compact = response();
    one(
        "a response of a search tool, compact",
        &compact,
        true,
        rounds,
    );
    one("the same, pretty", &pretty(&compact), true, rounds);
    one("1 500 000 numbers", &numbers(), false, rounds);
    one("500 000 fractions", &fractions(), false, rounds);
    one("an object of 500 000 keys", &wide(), false, rounds);
    one(
        "a string of 10 MB, ASCII",
        &format!("\"{}\"", "x".repeat(10_000_000)),
        false,
        rounds,
    );
    one(
        "a string of 10 MB, CJK",
        &format!("\"{}\"", "世".repeat(3_333_333)),
        false,
        rounds,
    );
    let lines: String = (0..RESULTS).map(|n| result(n) + "\n").collect();
    many("JSON Lines", &lines, rounds);
}

fn one(name: &str, text: &str, typed: bool, rounds: u32) {
    let bytes = text.as_bytes();
    let options = ReadOptions::default();
    let mut race = Race::new()
        .run("read: places, duplicate keys", || {
            read(bytes, &options).expect("a document").root().len()
        })
        .run("read, then to_value", || {
            let value = read(bytes, &options).expect("a document").to_value();
            u64::from(value.is_null())
        })
        .run("canonicalize", || {
            canonicalize(bytes).expect("a document").len() as u64
        })
        .run("serde_json::Value", || {
            let value: serde_json::Value = serde_json::from_slice(bytes).expect("a document");
            u64::from(value.is_null())
        });
    if typed {
        race = race.run("serde_json, types that borrow", || {
            let response: Response<'_> = serde_json::from_slice(bytes).expect("a response");
            response.sum()
        });
    }
    #[cfg(feature = "json-simd")]
    {
        race = race
            .run("sonic_rs::Value", || {
                let value: sonic_rs::Value = sonic_rs::from_slice(bytes).expect("a document");
                u64::from(sonic_rs::JsonValueTrait::is_null(&value))
            })
            .run("simd_json tape, with the copy it needs", || {
                let mut copy = bytes.to_vec();
                let tape = simd_json::to_tape(&mut copy).expect("a document");
                tape.0.len() as u64
            });
    }
    print(name, text.len(), &race.finish(rounds));
}

fn many(name: &str, text: &str, rounds: u32) {
    let bytes = text.as_bytes();
    let options = ReadOptions::default();
    let race = Race::new()
        .run("read_lines: places, duplicate keys", || {
            read_lines(bytes, &options)
                .map(|line| line.expect("a document").root().len())
                .sum()
        })
        .run("serde_json, types that borrow, by line", || {
            let lines = text.lines().filter(|line| !line.is_empty());
            lines
                .map(|line| {
                    let found: Match<'_> = serde_json::from_str(line).expect("a result");
                    found.span.byte_start
                })
                .sum()
        });
    print(name, text.len(), &race.finish(rounds));
}

/// Megabytes a second, and how many times the time of the typed reader.
fn print(name: &str, bytes: usize, laps: &[Lap]) {
    println!("{name}, {bytes} bytes");
    let typed = laps.iter().find(|lap| lap.name.contains("borrow"));
    for lap in laps {
        let seconds = lap.best.as_secs_f64();
        // No text of a benchmark has more than 2^53 bytes.
        #[allow(clippy::cast_precision_loss)]
        let rate = bytes as f64 / seconds / 1e6;
        print!("  {:40} {rate:8.0} MB/s", lap.name);
        if let Some(typed) = typed {
            print!("  {:5.2}x the time", seconds / typed.best.as_secs_f64());
        }
        println!();
    }
}
