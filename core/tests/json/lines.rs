//! JSON Lines: each line on its own, places of the whole text.

use llm_types::json::{ReadOptions, read_lines};

/// The compact form of each document, or code, range, line and columns.
fn outcome(text: &[u8]) -> Vec<String> {
    let options = ReadOptions::default();
    read_lines(text, &options)
        .map(|line| match line {
            Ok(document) => {
                let (start, end) = document.root().byte_range();
                let place = document.root().place();
                format!(
                    "{} {start}..{end} line {}",
                    document.root().to_compact(),
                    place.line
                )
            }
            Err(error) => {
                let (start, end) = error.byte_range();
                let place = error.place();
                let (line, column) = (place.line, place.column_utf16);
                format!(
                    "{} {start}..{end} line {line} column {column}",
                    error.code()
                )
            }
        })
        .collect()
}

#[test]
fn places_are_those_of_the_whole_text() {
    assert_eq!(
        outcome(b"{\"a\": 1}\r\n\r\n  [2]  \n\n3"),
        [
            "{\"a\":1} 0..8 line 1",
            "[2] 14..17 line 3",
            "3 21..22 line 5"
        ]
    );
    assert_eq!(outcome(b""), [""; 0]);
    assert_eq!(outcome(b"\n \r\n\t\n"), [""; 0]);
    assert_eq!(outcome(b"1\n"), ["1 0..1 line 1"]);
}

#[test]
fn a_bad_line_does_not_stop_the_rest() {
    let text = "[1]\n{\"é😀\": tru}\n[\"\u{0}\"]\n\n{\"a\": \"\n[4]".as_bytes();
    assert_eq!(
        outcome(text),
        [
            "[1] 0..3 line 1",
            "UNKNOWN_WORD 15..18 line 2 column 8",
            "CONTROL_CHARACTER 22..23 line 3 column 2",
            "UNEXPECTED_END 34..34 line 5 column 7",
            "[4] 35..38 line 6",
        ]
    );
    assert_eq!(
        outcome(b"\xff\n[\"\xe4\xb8\"]\n[]"),
        [
            "INVALID_UTF8 0..1 line 1 column 0",
            "INVALID_UTF8 4..6 line 2 column 2",
            "[] 9..11 line 3"
        ]
    );
    assert_eq!(
        outcome(b"1 2\n3"),
        ["TRAILING_DATA 2..3 line 1 column 2", "3 4..5 line 2"]
    );
}

#[test]
fn a_byte_order_mark_belongs_to_the_first_line_only() {
    assert_eq!(
        outcome(b"\xef\xbb\xbf1\n2"),
        ["1 3..4 line 1", "2 5..6 line 2"]
    );
    assert_eq!(outcome(b"\xef\xbb\xbf\n2"), ["2 4..5 line 2"]);
    assert_eq!(
        outcome(b"1\n\xef\xbb\xbf2"),
        ["1 0..1 line 1", "FOREIGN_WHITESPACE 2..5 line 2 column 0"]
    );
}

#[test]
fn offsets_in_details_and_lints_are_those_of_the_whole_text() {
    let options = ReadOptions::lenient();
    let mut lines = read_lines(b"0\n{\"a\":1,\"a\":2}\n[1}", &options).skip(1);
    let document = lines.next().unwrap().unwrap();
    let lint = document.lints().next().unwrap();
    assert_eq!(
        (
            lint.place.byte_start,
            lint.place.line,
            lint.place.column_utf8
        ),
        (9, 2, 7)
    );
    assert!(lint.to_string().ends_with("at byte 3"), "{lint}");
    let error = lines.next().unwrap().unwrap_err();
    assert_eq!(error.to_string(), "`}` closes the `[` at byte 16");
}

#[test]
fn utf16_is_named_once() {
    assert_eq!(
        outcome(b"[\0]\0\n\0[\0]\0"),
        ["UTF16_INPUT 0..10 line 1 column 0"]
    );
}

#[test]
fn limits_hold_for_each_line() {
    let options = ReadOptions {
        max_bytes: 4,
        max_items: 2,
        ..ReadOptions::default()
    };
    let codes: Vec<_> = read_lines(b"[1]\n[1,2]\n[]\n[[]]\n[[[", &options)
        .map(|line| line.map_or_else(|error| error.code(), |_| "ok"))
        .collect();
    assert_eq!(codes, ["ok", "TOO_LARGE", "ok", "ok", "TOO_LARGE"]);
}
