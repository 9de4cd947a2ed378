//! Validating documents, beside the peers.
//!
//! ```text
//! cargo run --release -p llm-types-benches --bin validate [--features json-schema]
//!     [rounds [most matches]]
//! ```
//!
//! The contenders do not do the same work. `validate` detects the dialect, checks
//! structure and semantics and gives every finding its pointer, byte range, line and
//! column. The typed reader stops at the first wrong type, knows no places, and is
//! given the semantic checks by hand. The validator of JSON Schema checks structure
//! alone. Targets: at least 2.5 times as fast as the schema (1.5 times with errors),
//! at most 1.3 times the time of the typed reader. Nothing is asserted.

// A benchmark may stop where a program may not.
#![allow(clippy::expect_used)]

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt::Write as _;

use llm_types::{
    SpanIdScheme, ValidateOptions, classify_span_id, path_findings, span_id, validate,
};
use llm_types_benches::{Lap, Race};
use serde::Deserialize;

#[derive(Deserialize)]
struct Response<'a> {
    schema_version: &'a str,
    execution_id: &'a str,
    timestamp: Option<&'a str>,
    #[serde(borrow)]
    data: Data<'a>,
}

#[derive(Deserialize)]
struct Data<'a> {
    #[serde(borrow)]
    matches: Vec<Match<'a>>,
    count: u64,
}

#[derive(Deserialize)]
struct Match<'a> {
    #[serde(rename = "match_id")]
    id: &'a str,
    #[serde(borrow)]
    span: Span<'a>,
    #[serde(borrow)]
    name: Cow<'a, str>,
    kind: &'a str,
}

#[derive(Deserialize)]
struct Span<'a> {
    #[serde(rename = "span_id")]
    id: &'a str,
    #[serde(borrow)]
    file_path: Cow<'a, str>,
    byte_start: u64,
    byte_end: u64,
    start_line: u64,
    start_col: u64,
    end_line: u64,
    end_col: u64,
    #[serde(borrow)]
    context: Option<Context<'a>>,
    semantics: Option<Semantics<'a>>,
    checksums: Option<Checksums<'a>>,
}

#[derive(Deserialize)]
struct Context<'a> {
    #[serde(borrow)]
    before: Vec<Cow<'a, str>>,
    #[serde(borrow)]
    selected: Vec<Cow<'a, str>>,
    #[serde(borrow)]
    after: Vec<Cow<'a, str>>,
}

#[derive(Deserialize)]
struct Semantics<'a> {
    kind: &'a str,
    language: &'a str,
}

#[derive(Deserialize)]
struct Checksums<'a> {
    checksum_before: &'a str,
    file_checksum_before: &'a str,
}

/// How many findings a program by hand has: the checks that do not need a source.
fn by_hand(text: &[u8]) -> u64 {
    let Ok(response) = serde_json::from_slice::<Response<'_>>(text) else {
        return 1;
    };
    let mut wrong = 0;
    wrong += u64::from(!["1.0.0", "1.1.0"].contains(&response.schema_version));
    wrong += u64::from(response.execution_id.is_empty());
    wrong += u64::from(response.timestamp.is_some_and(|time| time.len() < 20));
    wrong += u64::from(response.data.count != response.data.matches.len() as u64);
    let mut paths = BTreeSet::new();
    let mut ids = BTreeSet::new();
    for found in &response.data.matches {
        let span = &found.span;
        wrong += u64::from(!ids.insert(found.id));
        wrong += u64::from(found.name.is_empty() || found.kind.is_empty());
        if paths.insert(span.file_path.as_ref()) {
            wrong += path_findings(&span.file_path).len() as u64;
        }
        let bytes = span.byte_start.cmp(&span.byte_end);
        wrong += u64::from(bytes.is_gt());
        let (from, to) = (
            (span.start_line, span.start_col),
            (span.end_line, span.end_col),
        );
        wrong += u64::from(from > to || span.start_line == 0);
        if span.start_line == span.end_line {
            let width = span.end_col.wrapping_sub(span.start_col);
            wrong += u64::from(width != span.byte_end.wrapping_sub(span.byte_start));
        }
        let scheme = classify_span_id(span.id, &span.file_path, span.byte_start, span.byte_end);
        wrong += u64::from(scheme != Some(SpanIdScheme::Be64));
        if let Some(context) = &span.context {
            let lines = span.end_line - span.start_line + 1;
            wrong += u64::from(context.selected.len() as u64 > lines);
            wrong += u64::from(context.before.len() as u64 >= span.start_line);
            wrong += u64::from(context.after.len() > 100);
        }
        if let Some(semantics) = &span.semantics {
            wrong += u64::from(semantics.kind.is_empty() || semantics.language.is_empty());
        }
        if let Some(checksums) = &span.checksums {
            let both = [checksums.checksum_before, checksums.file_checksum_before];
            wrong += both.iter().filter(|sum| sum.len() != 71).count() as u64;
        }
    }
    wrong
}

/// One match of `matches`; of the bad ones each fourth is wrong in another way.
fn one(n: u64, rich: bool, bad: bool) -> String {
    let path = format!("src/module_{}/file_{}.rs", n / 1000, n / 100);
    let (start, line) = (n % 100 * 80 + 4, n % 100 + 1);
    let (end, column) = (start + 33, 4);
    let id = span_id(&path, start, end).expect("a range");
    let mut text = format!(
        concat!(
            r#"{{"match_id":"{:016x}","span":{{"span_id":"{}","file_path":"{}","#,
            r#""byte_start":{},"byte_end":{},"start_line":{},"start_col":{},"#,
            r#""end_line":{},"end_col":{}"#,
        ),
        (n + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15),
        id,
        path,
        start,
        if bad && n.is_multiple_of(4) {
            start - 1
        } else {
            end
        },
        line,
        column,
        line,
        if bad && n % 4 == 1 { 9 } else { column + 33 },
    );
    if rich {
        let sum = "0123456789abcdef".repeat(4);
        let before = if line > 1 {
            r#""// a line before it""#
        } else {
            ""
        };
        let _ = write!(
            text,
            concat!(
                r#","context":{{"before":[{}],"selected":["    pub fn function_{}(a: &str) -> u64 {{"],"#,
                r#""after":["        compute(a)\n","    }}"]}},"semantics":{{"kind":"fn","language":"rust"}},"#,
                r#""checksums":{{"checksum_before":"sha256:{}","file_checksum_before":"sha256:{}"}}"#,
            ),
            before, n, sum, sum,
        );
    }
    let name = if bad && n % 4 == 2 { "nmae" } else { "name" };
    let kind = if bad && n % 4 == 3 { "7" } else { r#""fn""# };
    let _ = write!(text, r#"}},"{name}":"function_number_{n}","kind":{kind}}}"#);
    text
}

fn response(count: u64, rich: bool, bad: bool) -> String {
    let matches: Vec<String> = (0..count)
        .map(|n| one(n, rich, bad && n % 10 == n / 10 % 10))
        .collect();
    format!(
        r#"{{"schema_version":"1.1.0","execution_id":"6b008bad-4754","data":{{"matches":[{}],"query_name":"function","count":{count}}},"tool":"finder","timestamp":"2026-01-22T10:00:00Z"}}"#,
        matches.join(",")
    )
}

fn main() {
    let number = |at| std::env::args().nth(at)?.parse().ok();
    let rounds: u32 = number(1).unwrap_or(20);
    let most = number(2).map_or(u64::MAX, u64::from);
    for count in [10, 1_000, 100_000] {
        if count > most {
            break;
        }
        let rounds = if count > 10_000 {
            rounds.div_ceil(5)
        } else {
            rounds
        };
        // A lap of ten matches is too short to be timed alone.
        let times = if count < 1_000 { 100 } else { 1 };
        for (rich, kind) in [(false, "plain"), (true, "rich")] {
            for (bad, state) in [(false, "valid"), (true, "10 % bad")] {
                let text = response(count, rich, bad);
                let found = validate(text.as_bytes(), &ValidateOptions::default());
                assert_eq!(found.ok, !bad, "{:?}", found.diagnostics.first());
                println!(
                    "{count} matches, {kind}, {state}: {} bytes, {} findings",
                    text.len(),
                    found.diagnostics.len()
                );
                race(text.as_bytes(), rounds, times);
            }
        }
    }
}

fn race(text: &[u8], rounds: u32, times: u64) {
    let many = move |lap: &dyn Fn() -> u64| (0..times).map(|_| lap()).sum::<u64>();
    let options = ValidateOptions::default();
    let race = Race::new()
        .run("validate: everything, with places", || {
            many(&|| validate(text, &options).diagnostics.len() as u64)
        })
        .run("serde_json, types that borrow, by hand", || {
            many(&|| by_hand(text))
        });
    #[cfg(feature = "json-schema")]
    let schema = schema();
    #[cfg(feature = "json-schema")]
    let race = race.run("serde_json::Value, jsonschema, all errors", || {
        many(&|| {
            let value = serde_json::from_slice(text).expect("JSON");
            schema.iter_errors(&value).count() as u64
        })
    });
    print(text.len() as u64 * times, &race.finish(rounds));
}

#[cfg(feature = "json-schema")]
fn schema() -> jsonschema::Validator {
    let text = include_str!("../../../schema/response.schema.json");
    let schema = serde_json::from_str(text).expect("JSON");
    jsonschema::validator_for(&schema).expect("a schema")
}

/// Nanoseconds a byte, and how many times the time of ours.
fn print(bytes: u64, laps: &[Lap]) {
    let ours = laps.first().map_or(1.0, |lap| lap.best.as_secs_f64());
    for lap in laps {
        let seconds = lap.best.as_secs_f64();
        // No text of a benchmark has more than 2^53 bytes.
        #[allow(clippy::cast_precision_loss)]
        let each = seconds * 1e9 / bytes as f64;
        println!(
            "  {:44} {each:6.2} ns/byte  {:5.2}x our time",
            lap.name,
            seconds / ours
        );
    }
}
