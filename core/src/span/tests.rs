//! Spans against the golden text of the rules, and the wire.

use super::*;
use alloc::string::ToString;
use alloc::vec;

const GOLDEN: &str = "a😀é\r\ncd\n";

fn range(start: u64, end: u64) -> ByteRange {
    ByteRange::new(start, end).expect("ordered")
}

fn bare(start: u64, end: u64) -> Span {
    Span::without_text("f", range(start, end)).expect("small")
}

#[test]
fn coordinates_of_the_golden_text() {
    let index = LineIndex::new(GOLDEN);
    // Span, then start line and column, end line and column, as the rules print them.
    for ((start, end), expected) in [
        ((5, 9), (1, 5, 2, 0)),
        ((0, 12), (1, 0, 3, 0)),
        ((7, 8), (1, 7, 1, 8)),
        ((12, 12), (3, 0, 3, 0)),
    ] {
        let at = Coordinates::of(range(start, end), &index).expect("on characters");
        assert_eq!(
            (at.start_line, at.start_col, at.end_line, at.end_col),
            expected
        );
    }
}

#[test]
fn a_built_span_is_proved_and_each_changed_number_is_found() {
    let index = LineIndex::new(GOLDEN);
    let good = Span::new("golden.txt", range(5, 9), &index).expect("on characters");
    assert_eq!(good.check(&index), []);
    assert_eq!(good.check_id(), []);

    let at = good.coordinates.expect("built with a text");
    for stated in [
        Coordinates {
            start_line: 2,
            ..at
        },
        Coordinates { start_col: 3, ..at }, // the UTF-16 column
        Coordinates { end_line: 1, ..at },
        Coordinates { end_col: 1, ..at },
    ] {
        let bad = Span {
            coordinates: Some(stated),
            ..good.clone()
        };
        let found = bad.check(&index);
        assert_eq!(
            found,
            [SpanFinding::Position {
                stated,
                computed: at
            }]
        );
        assert_eq!(found[0].code(), "POSITION_MISMATCH");
    }

    let codes = |start, end| -> Vec<&str> {
        bare(start, end)
            .check(&index)
            .iter()
            .map(SpanFinding::code)
            .collect()
    };
    assert_eq!(codes(2, 5), ["NOT_CHAR_BOUNDARY"]);
    assert_eq!(codes(0, 13), ["OFFSET_OUT_OF_RANGE"]);
    assert_eq!(codes(0, 12), [""; 0]);
}

#[test]
fn the_recipe_of_an_id_is_named() {
    let with_id = |id: &str| Span {
        span_id: Some(id.to_string()),
        ..Span::without_text("src/main.rs", range(42, 100)).expect("small")
    };
    let codes = |id: &str| -> Vec<&str> {
        with_id(id)
            .check_id()
            .iter()
            .map(SpanFinding::code)
            .collect()
    };
    assert_eq!(codes("7b5b5c81a7147a21"), [""; 0]);
    assert_eq!(codes("7B5B5C81A7147A21"), ["ID_UPPERCASE"]);
    assert_eq!(codes("fc434b35b43418b6"), ["SPAN_ID_SCHEME"]);
    assert_eq!(codes("6c585096886d7b69"), ["SPAN_ID_SCHEME"]);
    assert_eq!(codes("318374eb7da4e671"), ["SPAN_ID_MISMATCH"]);
    assert_eq!(codes("a1b2c3d4e5f6g7h8"), ["ID_NOT_HEX"]);
    assert_eq!(codes("550e8400-e29b-41d4-a716-446655440000"), ["ID_RANDOM"]);
    assert_eq!(
        with_id("318374eb7da4e671").check_id()[0].to_string(),
        "no scheme gives span id `318374eb7da4e671` for this path and range; \
         `be64` gives `7b5b5c81a7147a21`"
    );
}

#[test]
fn order_is_path_then_place() {
    let other = Span::without_text("e", range(100, 100)).expect("small");
    let mut spans = vec![bare(4, 9), bare(0, 9), bare(4, 4), other.clone()];
    spans.sort();
    assert_eq!(spans, [other, bare(0, 9), bare(4, 4), bare(4, 9)]);
}

#[test]
fn spans_of_one_file_contain_and_intersect() {
    let index = LineIndex::new(GOLDEN);
    let elsewhere = Span::without_text("g", range(0, 100)).expect("small");
    assert!(bare(4, 9).contains(&bare(9, 9)));
    assert!(!bare(4, 9).contains(&bare(9, 10)));
    assert!(!elsewhere.contains(&bare(4, 9)));
    assert_eq!(elsewhere.intersect(&bare(4, 9)), Ok(None));
    assert_eq!(bare(4, 9).intersect(&bare(10, 11)), Ok(None));
    assert_eq!(bare(4, 9).intersect(&bare(7, 12)), Ok(Some(bare(7, 9))));
    // The smaller one is given as it is, with what it knows.
    let placed = Span::new("f", range(5, 7), &index).expect("on characters");
    assert_eq!(bare(4, 9).intersect(&placed), Ok(Some(placed.clone())));
    assert_eq!(placed.intersect(&bare(4, 9)), Ok(Some(placed)));
}

#[test]
fn a_shifted_span_has_the_id_of_its_new_place() {
    let index = LineIndex::new(GOLDEN);
    let span = Span::new("f", range(9, 11), &index).expect("on characters");
    assert_eq!(span.shift(100).expect("small"), bare(109, 111));
    assert_eq!(span.shift(-10).unwrap_err().code(), "NEGATIVE_OFFSET");
    assert_eq!(span.shift(1 << 53).unwrap_err().code(), "UNSAFE_INTEGER");
    assert_eq!(span.shift(i64::MAX).unwrap_err().code(), "UNSAFE_INTEGER");
}

#[test]
fn the_wire_has_magellans_order_and_refuses_what_cannot_be() {
    let line = r#"{"span_id":"bf418fad5e4ba7fa","file_path":"/workspace/src/dup_left.rs","byte_start":0,"byte_end":77,"start_line":1,"start_col":0,"end_line":3,"end_col":1}"#;
    let span: Span = serde_json::from_str(line).expect("a span of magellan");
    assert_eq!(span.check_id(), []);
    assert_eq!(serde_json::to_string(&span).as_deref().ok(), Some(line));

    let zeros = r#"{"file_path":"f","byte_start":0,"byte_end":1,"start_line":0,"start_col":0,"end_line":0,"end_col":0}"#;
    let span: Span = serde_json::from_str(zeros).expect("unknown coordinates");
    assert_eq!(
        serde_json::to_string(&span).as_deref().ok(),
        Some(r#"{"file_path":"f","byte_start":0,"byte_end":1}"#)
    );

    for (bad, code) in [
        (r#""byte_start":2,"byte_end":1"#, "REVERSED"),
        (
            r#""byte_start":0,"byte_end":1,"start_line":1"#,
            "PARTIAL_COORDINATES",
        ),
        (
            r#""byte_start":0,"byte_end":1,"start_line":0,"start_col":0,"end_line":1,"end_col":1"#,
            "LINE_ZERO",
        ),
    ] {
        let text = alloc::format!(r#"{{"file_path":"f",{bad}}}"#);
        let error = serde_json::from_str::<Span>(&text).unwrap_err().to_string();
        assert!(error.starts_with(code), "{error}");
        assert!(crate::rule::find(code).is_some(), "{code}");
    }
}
