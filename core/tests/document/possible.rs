//! Ranges that no text can have: `validate` finds exactly those, and where columns are not
//! bytes, `normalize` refuses to convert none of which `validate` says nothing.

use std::collections::BTreeSet;

use llm_types::{Diagnostic, NormalizeOptions, ValidateOptions, normalize, validate};
use serde_json::{Value, json};

/// Offsets of start and end, line and column of start and end, as they are printed.
type Range = [u64; 6];

/// All texts of up to so many bytes, of characters of one to four bytes and line terminators.
fn texts(bytes: usize) -> Vec<String> {
    texts_of(&["a", "é", "€", "🚀", "\n", "\r"], bytes)
}

/// All texts of up to so many bytes that are made of these pieces.
pub(crate) fn texts_of(pieces: &[&str], bytes: usize) -> Vec<String> {
    let mut all = vec![String::new()];
    let mut first = 0;
    while first < all.len() {
        for next in pieces {
            let text = format!("{}{next}", all[first]);
            if text.len() <= bytes {
                all.push(text);
            }
        }
        first += 1;
    }
    all
}

/// Line and column, both from 1, of each byte of a text and of its end.
fn places(text: &str, way: Way) -> Vec<(u64, u64)> {
    let mut places = Vec::new();
    let (mut line, mut column) = (1, way.base());
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        places.extend(std::iter::repeat_n((line, column), character.len_utf8()));
        column += way.width(character);
        let is_lone = character == '\r' && characters.peek() != Some(&'\n');
        if character == '\n' || (is_lone && way == Way::Argon) {
            (line, column) = (line + 1, way.base());
        }
    }
    places.push((line, column));
    places
}

/// How ranges are printed.
#[derive(Clone, Copy, PartialEq)]
enum Way {
    /// Columns from 1 in UTF-16 code units; the end is one past the last character, on the
    /// line of that character; a lone CR ends a line as well.
    Argon,
    /// Columns from 0 in bytes; the end is the place after the range.
    Envelope,
}

impl Way {
    fn base(self) -> u64 {
        u64::from(self == Self::Argon)
    }

    fn width(self, character: char) -> u64 {
        let width = match self {
            Self::Argon => character.len_utf16(),
            Self::Envelope => character.len_utf8(),
        };
        width as u64
    }

    /// All ranges of a text.
    fn ranges(self, text: &str) -> Vec<Range> {
        let places = places(text, self);
        let mut all = Vec::new();
        let bounds = (0..=text.len()).filter(|at| text.is_char_boundary(*at));
        let bounds: Vec<usize> = bounds.collect();
        for start in &bounds {
            for end in bounds.iter().filter(|end| *end >= start) {
                let (line, column) = places[*start];
                let last = text[*start..*end].chars().next_back();
                let last = last.filter(|_| self == Self::Argon);
                let (end_line, end_column) = last.map_or(places[*end], |last| {
                    let (line, column) = places[end - last.len_utf8()];
                    (line, column + self.width(last))
                });
                let (start, end) = (*start as u64, *end as u64);
                all.push([start, end, line, column, end_line, end_column]);
            }
        }
        all
    }

    /// All ranges of small numbers.
    fn small(self, bytes: u64) -> Vec<Range> {
        let mut all = Vec::new();
        for start in 0..=bytes {
            for end in 0..=bytes {
                for place in 0..225 {
                    let (lines, columns) = (place / 25, place % 25);
                    let (line, column) = (lines / 3 + 1, columns / 5 + self.base());
                    let (end_line, end_column) = (lines % 3 + 1, columns % 5 + self.base());
                    all.push([start, end, line, column, end_line, end_column]);
                }
            }
        }
        all
    }
}

fn span(file: &str, [start, end, line, column, end_line, end_column]: Range) -> Value {
    json!({"file": file, "byte_start": start, "byte_end": end, "line_start": line,
        "col_start": column, "line_end": end_line, "col_end": end_column})
}

fn report(spans: impl Iterator<Item = Value>) -> String {
    let diagnostics = spans.map(|span| {
        json!({"code": "OE0001", "severity": "error", "message": "m", "primary_span": span,
            "primary_label": null, "secondary_labels": [], "help": null,
            "package_origin": null, "provenance_chain": []})
    });
    let diagnostics: Vec<Value> = diagnostics.collect();
    let errors = diagnostics.len();
    json!({"schema_version": "1.0.0", "diagnostics": diagnostics,
        "summary": {"errors": errors, "warnings": 0, "infos": 0}})
    .to_string()
}

/// The place in the list that a pointer leads through.
fn number(pointer: &str) -> usize {
    let part = pointer.split('/').nth(2).unwrap_or_default();
    part.parse().unwrap()
}

fn numbers<'a>(pointers: impl Iterator<Item = &'a str>) -> BTreeSet<usize> {
    pointers.map(number).collect()
}

/// What `validate` says is wrong with its own numbers, and with another place.
fn validated(document: &str) -> (BTreeSet<usize>, BTreeSet<usize>) {
    let verdict = validate(document.as_bytes(), &ValidateOptions::default());
    let errors = verdict.diagnostics.iter().filter(|found| found.is_error());
    let errors: Vec<&Diagnostic> = errors.collect();
    let own = errors.iter().filter_map(|found| found.pointer.as_deref());
    let related = errors.iter().flat_map(|found| &found.related);
    let related = related.map(|related| related.pointer.as_str());
    (numbers(own), numbers(related))
}

fn normalized(document: &str) -> BTreeSet<usize> {
    let normalized = normalize(document.as_bytes(), &NormalizeOptions::default()).unwrap();
    let found = normalized.diagnostics.iter();
    let found = found.filter(|found| found.code == "POSITION_IMPOSSIBLE");
    numbers(found.filter_map(|found| found.pointer.as_deref()))
}

/// The envelope with one match for each range.
fn envelope(all: &[Range]) -> String {
    let matches = all.iter().enumerate().map(|(at, range)| {
        let [start, end, line, column, end_line, end_column] = *range;
        json!({"match_id": format!("m{at}"), "name": "a", "kind": "fn", "span":
            {"file_path": format!("{at}.rs"), "byte_start": start, "byte_end": end,
            "start_line": line, "start_col": column, "end_line": end_line,
            "end_col": end_column}})
    });
    let matches: Vec<Value> = matches.collect();
    json!({"schema_version": "1.1.0", "execution_id": "550e8400-e29b-41d4-a716-446655440000",
        "tool": "t", "data": {"query_name": "a", "count": matches.len(), "matches": matches}})
    .to_string()
}

/// The numbers of what is wrong in an envelope.
fn wrong_in(envelope: &str) -> BTreeSet<usize> {
    let verdict = validate(envelope.as_bytes(), &ValidateOptions::default());
    let errors = verdict.diagnostics.iter().filter(|found| found.is_error());
    let pointers = errors.filter_map(|found| found.pointer.as_deref());
    let parts = pointers.filter_map(|pointer| pointer.split('/').nth(3));
    parts.map(|part| part.parse().unwrap()).collect()
}

/// All ranges of small numbers against all small texts.
#[test]
fn a_range_is_possible_if_a_text_has_it() {
    let texts = texts(4);
    let real = |way: Way| -> BTreeSet<Range> {
        let ranges = texts.iter().flat_map(|text| way.ranges(text));
        ranges.collect()
    };
    let compare = |all: &[Range], real: &BTreeSet<Range>, wrong: &BTreeSet<usize>| {
        for (at, range) in all.iter().enumerate() {
            assert_eq!(wrong.contains(&at), !real.contains(range), "{range:?}");
        }
    };
    let all = Way::Argon.small(4);
    let spans = all.iter().enumerate();
    let document = report(spans.map(|(at, range)| span(&format!("{at}.rs"), *range)));
    let (wrong, _) = validated(&document);
    compare(&all, &real(Way::Argon), &wrong);
    assert!(normalized(&document).is_subset(&wrong));

    let all = Way::Envelope.small(4);
    compare(&all, &real(Way::Envelope), &wrong_in(&envelope(&all)));
}

/// Two ranges of one file, both possible by themselves.
#[test]
fn what_two_ranges_prove_of_each_other_is_found_by_both() {
    let texts = texts(3);
    let together = texts.iter().map(|text| {
        let ranges = Way::Argon.ranges(text);
        ranges.into_iter().collect()
    });
    let together: Vec<BTreeSet<Range>> = together.collect();
    let real: BTreeSet<Range> = together.iter().flatten().copied().collect();
    let real: Vec<Range> = real.into_iter().collect();
    let mut pairs = Vec::new();
    for one in &real {
        for other in &real {
            pairs.push([*one, *other]);
        }
    }
    let spans = pairs.iter().enumerate().flat_map(|(at, pair)| {
        let file = format!("{at}.rs");
        pair.map(|range| span(&file, range))
    });
    let document = report(spans);
    let (own, related) = validated(&document);
    let refused = normalized(&document);
    let mut found = 0;
    for (at, [one, other]) in pairs.iter().enumerate() {
        let numbers = [2 * at, 2 * at + 1];
        for number in numbers {
            let is_told = own.contains(&number) || related.contains(&number);
            assert!(is_told || !refused.contains(&number), "{one:?} {other:?}");
        }
        let is_real = together
            .iter()
            .any(|ranges| ranges.contains(one) && ranges.contains(other));
        let is_wrong = numbers.iter().any(|number| own.contains(number));
        assert!(!(is_real && is_wrong), "{one:?} {other:?}");
        found += usize::from(is_wrong);
    }
    assert!(found > 0);
}

/// One match of llmsearch in all small texts: its numbers are possible; with another offset,
/// line or column they are converted only if nothing is said of them.
#[test]
fn a_match_that_is_not_converted_is_told() {
    let mut matches = Vec::new();
    for text in texts(4) {
        for (start, found) in text.char_indices() {
            let before = &text[..start];
            let line = before.matches('\n').count() as u64 + 1;
            let on_line = before.rsplit('\n').next().unwrap_or_default();
            let column = on_line.chars().count() as u64 + 1;
            for (start, line, column) in [
                (start as u64, line, column),
                (start as u64 + 1, line, column),
                (start as u64, line + 1, column),
                (start as u64, line, column + 1),
                (start as u64 + 4, line, column),
            ] {
                let at = matches.len();
                let is_right = at % 5 == 0;
                let length = found.len_utf8() as u64;
                matches.push((
                    is_right,
                    json!({
                    "match_id": format!("550e8400-e29b-41d4-a716-{at:012x}"),
                    "file": format!("{at}.txt"), "byte_start": start,
                    "byte_end": start + length, "matched_text": found.to_string(),
                    "line_number": line, "column_number": column,
                    "context_before": on_line, "context_after": ""}),
                ));
            }
        }
    }
    let values: Vec<&Value> = matches.iter().map(|(_, value)| value).collect();
    let document = json!({"execution_id": "550e8400-e29b-41d4-a716-446655440000",
        "pattern": ".", "match_count": values.len(), "matches": values});
    let document = document.to_string();
    let (own, _) = validated(&document);
    let refused = normalized(&document);
    assert!(refused.is_subset(&own));
    for (at, (is_right, value)) in matches.iter().enumerate() {
        assert!(!(*is_right && own.contains(&at)), "{value}");
    }
    assert!(!refused.is_empty());
}
