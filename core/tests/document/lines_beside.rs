//! What is printed with a range never speaks against a range that is right, and always against an
//! end where its text does not end: every short text, every range, without the source.

use std::collections::BTreeSet;

use llm_types::{ValidateOptions, validate};
use serde_json::{Value, json};

use crate::possible::texts_of;

/// What the texts are made of.
const PIECES: [&str; 6] = ["a", "é", "\n", "\r\n", "\r", "\u{feff}"];

/// A place by the rules of the envelope: the line from 1, the column from 0 in bytes.
fn place(text: &str, offset: usize) -> (usize, usize) {
    let before = &text[..offset];
    let line = before.matches('\n').count();
    let head = before.rfind('\n').map_or(0, |at| at + 1);
    (line + 1, offset - head)
}

/// How the lines that a range touches are printed.
#[derive(Debug, Clone, Copy)]
enum Lines {
    None,
    Bare,
    Ended,
    First,
}

impl Lines {
    fn of(self, text: &str, first: usize, last: usize) -> Option<Vec<&str>> {
        let touched = text
            .split_inclusive('\n')
            .skip(first - 1)
            .take(last + 1 - first);
        let bare = |line| {
            let line: &str = line;
            let content = line.strip_suffix('\n');
            content.map_or(line, |it| it.strip_suffix('\r').unwrap_or(it))
        };
        match self {
            Self::None => None,
            Self::Bare => Some(touched.map(bare).collect()),
            Self::Ended => Some(touched.collect()),
            Self::First => Some(touched.take(1).map(bare).collect()),
        }
    }
}

const LINES: [Lines; 4] = [Lines::None, Lines::Bare, Lines::Ended, Lines::First];

/// A match in a file of its own, with its text.
fn found(
    at: usize,
    text: &str,
    (start, end): (usize, usize),
    (end_line, end_col): (usize, usize),
    lines: Lines,
) -> Value {
    let (start_line, start_col) = place(text, start);
    let mut span = json!({"file_path": format!("{at}.rs"), "byte_start": start, "byte_end": end,
        "start_line": start_line, "start_col": start_col,
        "end_line": end_line, "end_col": end_col});
    if let Some(lines) = lines.of(text, start_line, place(text, end).0) {
        span["context"] = json!({"selected": lines});
    }
    json!({"match_id": format!("m{at}"), "matched_text": text[start..end], "span": span})
}

/// Which of some matches have an error.
fn wrong(matches: &[Value]) -> BTreeSet<usize> {
    let envelope = json!({"schema_version": "1.1.0", "execution_id": "6b008bad-4754",
        "tool": "t", "data": {"pattern": "a", "count": matches.len(), "matches": matches}});
    let verdict = validate(envelope.to_string().as_bytes(), &ValidateOptions::default());
    let errors = verdict.diagnostics.iter().filter(|found| found.is_error());
    let pointers = errors.filter_map(|found| found.pointer.as_deref());
    let parts = pointers.filter_map(|pointer| pointer.split('/').nth(3));
    parts.map(|part| part.parse().unwrap()).collect()
}

fn ranges(text: &str) -> impl Iterator<Item = (usize, usize)> {
    let bounds = (0..=text.len()).filter(|at| text.is_char_boundary(*at));
    let bounds: Vec<usize> = bounds.collect();
    let all = bounds.clone().into_iter();
    all.flat_map(move |start| {
        let ends = bounds.clone().into_iter().filter(move |end| *end >= start);
        ends.map(move |end| (start, end))
    })
}

#[test]
fn nothing_printed_speaks_against_a_right_range() {
    let mut matches = Vec::new();
    let mut asked = Vec::new();
    for text in texts_of(&PIECES, 5) {
        for (start, end) in ranges(&text) {
            for lines in LINES {
                let at = matches.len();
                matches.push(found(at, &text, (start, end), place(&text, end), lines));
                asked.push((text.clone(), start, end, lines));
            }
        }
    }
    let wrong = wrong(&matches);
    let first = wrong.first().map(|at| &asked[*at]);
    assert!(
        wrong.is_empty(),
        "{} of {}: {first:?}",
        wrong.len(),
        asked.len()
    );
}

#[test]
fn an_end_is_told_that_is_not_where_the_text_ends() {
    // A lone CR may end a line for whoever counted, and a byte order mark need not be counted.
    let plain = |text: &String| !text.replace("\r\n", "").contains(['\r', '\u{feff}']);
    let mut matches = Vec::new();
    let mut asked = Vec::new();
    for text in texts_of(&PIECES, 4).into_iter().filter(plain) {
        let whole = ranges(&text).filter(|(start, end)| {
            let inside = |at: usize| text[..at].ends_with('\r');
            start < end && !inside(*start) && !inside(*end)
        });
        for (start, end) in whole {
            let right = place(&text, end);
            for (line, column) in (0..20).map(|n| (n / 5 + 1, n % 5)) {
                let at = matches.len();
                matches.push(found(at, &text, (start, end), (line, column), Lines::None));
                asked.push((text.clone(), start, end, (line, column), right));
            }
        }
    }
    let wrong = wrong(&matches);
    for (at, asked) in asked.iter().enumerate() {
        assert_eq!(wrong.contains(&at), asked.3 != asked.4, "{asked:?}");
    }
}
