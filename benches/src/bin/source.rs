//! Documents against their source texts: the check of every range, and the detective.
//!
//! ```text
//! cargo run --release -p llm-types-benches --bin source [rounds] [row]
//! ```
//!
//! A row is `validate` or `detective`. The work that cannot be done without is timed in
//! the same run: an index of the lines of each source and its SHA-256, for `validate`;
//! one validation, for `detective`. Targets: at most 1.5 times the index and the hash
//! for what `validate` does beyond reading the document, and less than 20 validations.
//! Nothing is asserted.

// A benchmark may stop where a program may not.
#![allow(clippy::expect_used)]

use std::fmt::Write as _;

use llm_types::{
    DetectiveOptions, LineIndex, Position, PositionEncoding, Sources, ValidateOptions, checksum,
    detective, span_id, validate,
};
use llm_types_benches::{Lap, Race};

/// A source of so many lines, of which each eighth is not ASCII.
fn source(n: u64, lines: u64) -> String {
    let mut text = String::new();
    for line in 0..lines {
        let name = if line % 8 == 3 {
            "\u{e9}\u{1f600}t\u{e9}"
        } else {
            "state"
        };
        let _ = writeln!(text, "    let {name} = compute_{n}_{line}(a, b); // {line}");
    }
    text
}

/// How the document counts.
#[derive(Clone, Copy)]
enum Counting {
    Declared,
    /// Columns from 1 in UTF-16 code units.
    Editor,
}

/// A document of so many ranges for each source, with texts and checksums of the files.
fn document(sources: &Sources, each: u64, counting: Counting) -> String {
    let mut matches = Vec::new();
    for path in sources.paths() {
        let text = std::str::from_utf8(sources.get(path).expect("known")).expect("UTF-8");
        let index = LineIndex::new(text);
        let sum = checksum(text.as_bytes());
        let lines = index.line_count() - 1;
        for n in 0..each {
            let line = n * lines / each;
            let range = index.line_range(line).expect("a line");
            let begins = usize::try_from(range.start()).expect("small");
            let found = text
                .get(begins..)
                .and_then(|rest| rest.find("compute"))
                .expect("there");
            let start = range.start() + found as u64;
            let word = text.get(begins + found..begins + found + 7).expect("there");
            let end = start + word.len() as u64;
            let (unit, base) = match counting {
                Counting::Declared => (PositionEncoding::Utf8, 0),
                Counting::Editor => (PositionEncoding::Utf16, 1),
            };
            let at = |offset| -> Position { index.position(offset, unit).expect("a place") };
            let (from, to) = (at(start), at(end));
            matches.push(format!(
                concat!(
                    r#"{{"match_id":"{:016x}","matched_text":"{}","span":{{"span_id":"{}","#,
                    r#""file_path":"{}","byte_start":{},"byte_end":{},"start_line":{},"#,
                    r#""start_col":{},"end_line":{},"end_col":{},"#,
                    r#""checksums":{{"file_checksum_before":"{}"}}}}}}"#,
                ),
                (matches.len() as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15),
                word,
                span_id(path, start, end).expect("a range"),
                path,
                start,
                end,
                from.line + 1,
                from.column + base,
                to.line + 1,
                to.column + base,
                sum,
            ));
        }
    }
    format!(
        r#"{{"schema_version":"1.1.0","execution_id":"6b008bad-4754","data":{{"pattern":"compute","matches":[{}],"count":{}}}}}"#,
        matches.join(","),
        matches.len()
    )
}

fn sources(count: u64, lines: u64) -> Sources {
    (0..count)
        .map(|n| {
            (
                format!("src/module_{}/file_{n}.rs", n / 50),
                source(n, lines),
            )
        })
        .collect()
}

fn main() {
    let mut args = std::env::args().skip(1);
    let rounds: u32 = args
        .next()
        .and_then(|rounds| rounds.parse().ok())
        .unwrap_or(5);
    let row = args.next();
    let wanted = |name: &str| row.as_deref().is_none_or(|row| row == name);
    if wanted("validate") {
        for lines in [500, 2_000] {
            validate_row(rounds, lines);
        }
    }
    if wanted("detective") {
        detective_row(rounds, "the declared convention", Counting::Declared);
        detective_row(rounds, "columns of an editor", Counting::Editor);
    }
}

fn validate_row(rounds: u32, lines: u64) {
    let sources = sources(1_000, lines);
    let text = document(&sources, 100, Counting::Declared);
    let bytes: usize = sources
        .paths()
        .filter_map(|path| sources.get(path))
        .map(<[u8]>::len)
        .sum();
    println!(
        "100000 ranges in 1000 sources: {} bytes of JSON, {bytes} of text",
        text.len()
    );
    let plain = ValidateOptions::default();
    let proving = ValidateOptions {
        sources: Some(&sources),
        ..Default::default()
    };
    let proved = validate(text.as_bytes(), &proving);
    assert!(proved.ok, "{:?}", proved.diagnostics.first());
    assert_eq!(proved.checked.source.spans_proved, 100_000);
    let laps = Race::new()
        .run("index of the lines and SHA-256 of all sources", || {
            let each = sources.paths().filter_map(|path| sources.get(path));
            each.map(|text| LineIndex::from_bytes(text).line_count() + checksum(text).len() as u64)
                .sum()
        })
        .run("validate without sources", || {
            validate(text.as_bytes(), &plain).documents
        })
        .run("validate with sources", || {
            validate(text.as_bytes(), &proving)
                .checked
                .source
                .spans_proved
        })
        .finish(rounds);
    print(&laps);
    if let [base, without, with] = laps.as_slice() {
        let more = with.best.saturating_sub(without.best);
        println!(
            "  the sources cost {:.2} times their index and hash; all of it {:.2} times",
            more.as_secs_f64() / base.best.as_secs_f64(),
            with.best.as_secs_f64() / base.best.as_secs_f64()
        );
    }
}

fn detective_row(rounds: u32, name: &str, counting: Counting) {
    let sources = sources(100, 500);
    let text = document(&sources, 100, counting);
    let options = DetectiveOptions::default();
    let report = detective(text.as_bytes(), &sources, &options).expect("a document");
    println!("10000 ranges in 100 sources, {name}: {}", report.summary);
    let proving = ValidateOptions {
        sources: Some(&sources),
        ..Default::default()
    };
    let laps = Race::new()
        .run("validate with sources", || {
            validate(text.as_bytes(), &proving).documents
        })
        .run("detective", || {
            let report = detective(text.as_bytes(), &sources, &options);
            report.expect("a document").hypotheses.len() as u64
        })
        .finish(rounds);
    print(&laps);
}

/// Milliseconds, and how many times the time of the first.
fn print(laps: &[Lap]) {
    let first = laps.first().map_or(1.0, |lap| lap.best.as_secs_f64());
    for lap in laps {
        let seconds = lap.best.as_secs_f64();
        println!(
            "  {:46} {:9.2} ms  {:6.2}x",
            lap.name,
            seconds * 1e3,
            seconds / first
        );
    }
}
