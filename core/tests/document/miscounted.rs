//! A wrong line or column says by which way to count it would be the right one, at both ends of a
//! range, and offsets that all else shows to be wrong have a fix.

use llm_types::{Diagnostic, FixOptions, Sources, ValidateOptions, apply_fixes, validate};
use serde_json::{Value, json};

/// A word behind characters that each unit counts otherwise.
const SOURCE: &str = "one\nñandú 🦙 word and\nthree\n";

/// Where that word is, counted by another program: lines from 0, bytes, UTF-16 code units and
/// code points.
const WORD: (u64, u64) = (17, 21);
const LINE: u64 = 1;
const COLUMNS: [(&str, u64); 3] = [("bytes", 13), ("UTF-16 code units", 9), ("code points", 8)];

fn answer(range: (u64, u64), line: u64, columns: (u64, u64)) -> Value {
    json!({
        "schema_version": "1.1.0",
        "execution_id": "678f5ae0-4e85-4bff-8cd5-1b0b9c7d2f3a",
        "data": {
            "pattern": "word",
            "matches": [{
                "match_id": "m",
                "matched_text": "word",
                "span": {
                    "file_path": "a.txt",
                    "byte_start": range.0,
                    "byte_end": range.1,
                    "start_line": line,
                    "start_col": columns.0,
                    "end_line": line,
                    "end_col": columns.1,
                },
            }],
            "count": 1,
        },
    })
}

/// The pointers and the messages of the errors.
fn errors(document: &Value) -> Vec<(String, String)> {
    let sources: Sources = [("a.txt", SOURCE)].into_iter().collect();
    let options = ValidateOptions {
        sources: Some(&sources),
        ..ValidateOptions::default()
    };
    let found = validate(document.to_string().as_bytes(), &options);
    let errors = found.diagnostics.into_iter().filter(Diagnostic::is_error);
    let errors = errors.map(|it| {
        assert_eq!(it.code, "POSITION_MISMATCH");
        (it.pointer.unwrap_or_default(), it.message)
    });
    errors.collect()
}

/// The ways to count that are named; the same at both ends.
fn ways(document: &Value) -> String {
    let errors = errors(document);
    let why = |message: &str| {
        let (_, why) = message
            .split_once(", which is right if ")
            .unwrap_or_default();
        why.to_owned()
    };
    let [(start, first), (end, last)] = errors.as_slice() else {
        panic!("{errors:?}");
    };
    assert_ne!(start.contains("/start_"), end.contains("/start_"));
    assert_eq!(why(first), why(last));
    why(first)
}

#[test]
fn a_wrong_place_says_how_it_was_counted() {
    for (unit, column) in COLUMNS {
        for line_base in [0, 1] {
            for column_base in [0, 1] {
                let column = column + column_base;
                let document = answer(WORD, LINE + line_base, (column, column + 4));
                let lines = (line_base == 0).then(|| "lines are counted from 0".to_owned());
                let from = if column_base == 1 { " from 1" } else { "" };
                let unit = match unit {
                    "bytes" => String::new(),
                    unit => format!(" in {unit}"),
                };
                let columns = format!("columns are counted{from}{unit}");
                let columns = (columns != "columns are counted").then_some(columns);
                let differences = usize::from(line_base == 0)
                    + usize::from(column_base == 1)
                    + usize::from(!unit.is_empty());
                let expected: Vec<String> = lines.into_iter().chain(columns).collect();
                match differences {
                    0 => assert_eq!(errors(&document), []),
                    // The ninth code unit is the tenth code point, and either may be meant.
                    _ if column == COLUMNS[1].1 && line_base == 1 => {
                        assert_eq!(ways(&document), "columns are counted in UTF-16 code units");
                    }
                    _ if column == COLUMNS[1].1 => {
                        let both = "lines are counted from 0 and columns are counted in \
                                    UTF-16 code units";
                        assert_eq!(ways(&document), both);
                    }
                    3 => assert_eq!(ways(&document), ""),
                    _ => assert_eq!(ways(&document), expected.join(" and ")),
                }
            }
        }
    }
}

#[test]
fn what_fits_no_way_to_count_is_wrong_without_a_reason() {
    assert_eq!(ways(&answer(WORD, 3, (2, 6))), "");
    // Each end by itself could be explained, and no tool counts two ways.
    assert_eq!(ways(&answer(WORD, 2, (9, 18))), "");
}

#[test]
fn two_wrong_offsets_are_put_right_together() {
    let text = answer((18, 22), 2, (13, 17)).to_string();
    let sources: Sources = [("a.txt", SOURCE)].into_iter().collect();
    let options = FixOptions {
        validate: ValidateOptions {
            sources: Some(&sources),
            ..ValidateOptions::default()
        },
        applicability: llm_types::Applicability::Suggested,
        codes: vec!["POSITION_MISMATCH".into()],
    };
    let fixed = apply_fixes(text.as_bytes(), &options).expect("a document");
    assert_eq!(fixed.text, answer(WORD, 2, (13, 17)).to_string());
    assert!(fixed.validation.ok);
}
