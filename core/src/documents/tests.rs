//! Texts of one and of several documents, whole and in pieces.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::*;

fn say(piece: Piece<'_>) -> String {
    match piece.result {
        Ok(document) => alloc::format!("{:?}", document.root().byte_range()),
        Err(error) => alloc::format!("{} {:?}", error.code(), error.byte_range()),
    }
}

/// What comes of a text, the same in one piece and in pieces of any length.
fn said(text: &[u8]) -> Vec<String> {
    let options = ReadOptions::default();
    let mut whole = Vec::new();
    each(text, &options, |piece| whole.push(say(piece)));
    for length in [1, 2, 3, 7, 64] {
        let mut fed = Vec::new();
        let mut feed = Feed::new(options.clone());
        for bytes in text.chunks(length) {
            feed.push(bytes, |piece| fed.push(say(piece)));
        }
        feed.finish(|piece| fed.push(say(piece)));
        assert_eq!(fed, whole, "{} by {length}", text.escape_ascii());
    }
    whole
}

fn pieces(text: &str) -> Vec<String> {
    let cut = |said: String| match said.split_once(' ') {
        Some((code, _)) if !said.starts_with('(') => code.to_string(),
        _ => said,
    };
    said(text.as_bytes()).into_iter().map(cut).collect()
}

#[test]
fn one_document_is_one_whatever_is_wrong_with_it() {
    assert_eq!(pieces("{\n}\n"), ["(0, 3)"]);
    assert_eq!(pieces("{\n \"a\": [\n  {}\n }\n"), ["MISMATCHED_BRACKET"]);
    assert_eq!(pieces(""), ["EMPTY_INPUT"]);
    assert_eq!(pieces("{}\n}\n"), ["TRAILING_DATA"]);
    assert_eq!(pieces("{} Done.\n"), ["TRAILING_DATA"]);
    let marked = said("\u{feff}{}\nDone.\n".as_bytes());
    assert_eq!(marked.len(), 2, "{marked:?}");
    assert_eq!(pieces("{\"a\":tru}\nDone.\n"), ["UNKNOWN_WORD"]);
    assert_eq!(pieces("[\n{\"a\":1},\n{\"b\":2}\n]"), ["(0, 20)"]);
    assert_eq!(
        pieces("[\n{\"a\":1},\n{\"b\":tru},\n{}\n]"),
        ["UNKNOWN_WORD"]
    );
}

#[test]
fn prose_after_a_document_is_refused_by_itself() {
    assert_eq!(pieces("{}\n```\n"), ["(0, 2)", "CODE_FENCE"]);
    assert_eq!(pieces("{}\nDone.\n"), ["(0, 2)", "UNKNOWN_WORD"]);
    assert_eq!(
        pieces("{\n \"a\": 1\n}\n\nDone.\n"),
        ["(0, 11)", "UNKNOWN_WORD"]
    );
}

#[test]
fn prose_before_a_document_is_one_refusal() {
    assert_eq!(
        pieces("Step 1: a\nStep 2: b\n{\n \"a\": 1\n}\n"),
        ["UNKNOWN_WORD", "(20, 31)"]
    );
    assert_eq!(
        pieces("[DEBUG] a\n  x = 1\n{\n}\n{}\n"),
        ["UNKNOWN_WORD", "(18, 21)", "(22, 24)"]
    );
    assert_eq!(
        pieces("Found it:\n  {\"a\": 1}\n"),
        ["UNKNOWN_WORD", "(12, 20)"]
    );
    assert_eq!(
        pieces("Found it:\n  {\n    \"a\": 1\n  }\n  {}\n"),
        ["UNKNOWN_WORD", "(12, 28)", "(31, 33)"]
    );
    // A broken document is one, whatever stands on its lines.
    assert_eq!(pieces("[\n  {}\n  {\"a\": 1}\n]\n").len(), 1);
    assert_eq!(pieces("[\n{\n \"a\": 1\n},\n x\n]\n"), ["UNKNOWN_WORD"]);
    assert_eq!(pieces("{\"a\":\n{\n}\n x\n"), ["UNEXPECTED_CHARACTER"]);
    // Nothing that begins on a line of its own is whole.
    assert_eq!(pieces("prose\n{\n \"a\"\n{\n"), ["UNKNOWN_WORD"]);
}

#[test]
fn an_empty_list_waits_for_what_follows() {
    let payload = r#"{"status":"ok","message":"0 executions","data":{"count":0}}"#;
    assert_eq!(
        pieces(&alloc::format!("[]\n{payload}\n")),
        ["(0, 2)", "(3, 62)"]
    );
    let mut followers = Vec::new();
    let text = alloc::format!("[]{payload}[]{payload}");
    each(text.as_bytes(), &ReadOptions::default(), |piece| {
        followers.push(piece.dialect);
    });
    assert_eq!(followers, [Some("splice"), None, None, None]);
}

#[test]
fn lines_go_on_after_a_bad_one() {
    assert_eq!(
        pieces("{}\n{\"a\n\n{\"b\":1}\r\n"),
        ["(0, 2)", "UNEXPECTED_END", "(8, 15)"]
    );
    assert_eq!(
        pieces("{}\noops\n{}\n"),
        ["(0, 2)", "UNKNOWN_WORD", "(8, 10)"]
    );
    assert_eq!(pieces("oops\n{}\n"), ["UNKNOWN_WORD", "(5, 7)"]);
    assert_eq!(
        pieces("{\"a\":[1,\n{\"b\":1}\n{\"c\":1}\n"),
        ["UNEXPECTED_END", "(9, 16)", "(17, 24)"]
    );
    assert_eq!(pieces("{}\n{\"a\":[1,\n{\"b\":1}\n").len(), 3);
    assert_eq!(pieces("[\n{\"a\":1},\n{\"b\":1}\n").len(), 4);
    assert_eq!(pieces("{}\n1\n\"a\" x\n").len(), 3);
    // Nothing but a brace is left of the first line, or of a string its last backslash.
    for end in ["\n", "\r\n", "\n\n", " \n\n"] {
        let text = alloc::format!("{{{end}{{\"a\":1}}\n{{}}\n");
        let from = 1 + end.len();
        let ranges = [
            "UNEXPECTED_END".into(),
            alloc::format!("({from}, {})", from + 7),
            alloc::format!("({}, {})", from + 8, from + 10),
        ];
        assert_eq!(pieces(&text), ranges, "{text:?}");
    }
    assert_eq!(pieces("{\n  {\"a\":1}\n{}\n").len(), 1);
    assert_eq!(
        pieces("{}\n\"abc\\\n{\"a\":1}\n{}\n"),
        ["(0, 2)", "UNEXPECTED_END", "(9, 16)", "(17, 19)"]
    );
}

/// A line terminator, and what else a shell adds, is no part of what was cut off.
#[test]
fn what_is_cut_off_is_so_however_its_line_ends() {
    for head in [
        r#"{"a":"x"#,
        r#"{"a":"x\"#,
        r#"{"a":"x\u1"#,
        r#"{"a":"\ud83d"#,
        r#"{"a":"\ud83d\ud"#,
        r#"{"a"#,
        r#"{"a":tr"#,
        r#"{"a":-"#,
        r#"{"a":1."#,
        r#"{"a":1"#,
    ] {
        for end in ["", "\n", "\r\n", "\n\n", "\n \t\r\n", "\r", " \n", "\t\n"] {
            let text = alloc::format!("{head}{end}");
            let len = text.len();
            assert_eq!(
                said(text.as_bytes()),
                [alloc::format!("UNEXPECTED_END ({len}, {len})")],
                "{text:?}"
            );
            let indented = alloc::format!("{{\n \"b\": [\n  {text}");
            assert_eq!(pieces(&indented), ["UNEXPECTED_END"], "{indented:?}");
            if end.ends_with('\n') {
                let after = alloc::format!("{text}{{}}\n");
                let range = alloc::format!("({len}, {})", len + 2);
                assert_eq!(pieces(&after), ["UNEXPECTED_END", &range], "{after:?}");
            }
        }
        let text = alloc::format!("{head}\n]");
        assert_ne!(pieces(&text)[0], "UNEXPECTED_END", "{text:?}");
    }
}

/// Outside of brackets, words and numbers are cut off where the text is nothing else.
#[test]
fn the_beginning_of_a_word_or_number_is_prose_beside_documents() {
    for head in ["t", "nul", "fals", "-", "-1.", "1e", "1e+"] {
        for end in ["", "\n", " \r\n"] {
            let text = alloc::format!("{head}{end}");
            let len = text.len();
            let ranges = [alloc::format!("UNEXPECTED_END ({len}, {len})")];
            assert_eq!(said(text.as_bytes()), ranges, "{text:?}");
            let after = pieces(&alloc::format!("{{}}\n{text}"));
            assert_eq!(after.len(), 2, "{text:?}: {after:?}");
            assert_ne!(after[1], "UNEXPECTED_END", "{text:?}");
        }
        let from = head.len() + 1;
        let before = pieces(&alloc::format!("{head}\n{{\n \"a\": 1\n}}\n{{}}\n"));
        let ranges = [
            alloc::format!("({from}, {})", from + 11),
            alloc::format!("({}, {})", from + 12, from + 14),
        ];
        assert_eq!(before.get(1..), Some(&ranges[..]), "{head:?}: {before:?}");
        assert_ne!(before[0], "UNEXPECTED_END", "{head:?}");
    }
}

#[test]
fn documents_may_follow_each_other_in_any_layout() {
    assert_eq!(pieces("{}\n{\n  \"a\": 1\n}\n"), ["(0, 2)", "(3, 15)"]);
    assert_eq!(pieces("{} {}"), ["(0, 2)", "(3, 5)"]);
    assert_eq!(
        pieces("{\n\"a\": 1\n}\n{\n\"a\": tru\n}\n{}"),
        ["(0, 10)", "UNKNOWN_WORD", "(24, 26)"]
    );
    assert_eq!(pieces("\u{feff}{}\n{}"), ["(3, 5)", "(6, 8)"]);
}

#[test]
fn places_are_those_of_the_text_also_in_the_middle_of_a_line() {
    let text = "{\"é\": 1} {\"b\": [1,]}\n{}\n".as_bytes();
    let mut places = Vec::new();
    each(text, &ReadOptions::default(), |piece| {
        let place = match piece.result {
            Ok(document) => document.root().place(),
            Err(error) => error.place().clone(),
        };
        places.push((place.line, place.byte_start, place.column_utf16));
    });
    assert_eq!(places, [(1, 0, 0), (1, 18, 17), (2, 22, 0)]);
}

#[test]
fn ill_formed_bytes_cost_the_rest_of_their_line() {
    let found = said(b"{} {}\n{} {\"\xff\": 1} {}\n{}");
    let found: Vec<&str> = found.iter().map(String::as_str).collect();
    assert_eq!(
        found,
        [
            "(0, 2)",
            "(3, 5)",
            "(6, 8)",
            "INVALID_UTF8 (11, 12)",
            "(21, 23)"
        ]
    );
}

#[test]
fn many_documents_on_one_line_take_time_in_proportion() {
    let text = "{} ".repeat(300_000);
    let mut count = 0;
    each(text.as_bytes(), &ReadOptions::default(), |_| count += 1);
    assert_eq!(count, 300_000);
}

#[test]
fn what_was_used_is_not_kept() {
    let mut feed = Feed::new(ReadOptions::default());
    let line = alloc::format!("{{\"a\":\"{}\"}}\n", "x".repeat(1000));
    let mut count = 0;
    for _ in 0..1000 {
        feed.push(line.as_bytes(), |_| count += 1);
    }
    assert!(feed.kept.capacity() < 1 << 19, "{}", feed.kept.capacity());
    feed.finish(|_| count += 1);
    assert_eq!(count, 1000);
}

#[test]
fn what_may_begin_a_sheet_takes_time_in_proportion_however_small_the_pieces() {
    for piece in [b"\n", b"x"] {
        let mut feed = Feed::new(ReadOptions::default());
        feed.push(b"# Files\n", |_| ());
        for _ in 0..300_000 {
            feed.push(piece, |_| ());
        }
        let mut count = 0;
        feed.finish(|_| count += 1);
        assert_eq!(count, 1);
    }
}

const SHEET: &str = "# Magellan Export Version: 2.0.0\nrecord_type,file\nFile,a.rs\n\n";

const SECTIONS: &str = "# Files\npath,hash\na.rs,1\n\n# Symbols\n";

#[test]
fn a_sheet_begins_wherever_a_document_may_and_ends_before_the_next_one() {
    for (text, count) in [
        (alloc::format!("Warning: x\ny\n{SHEET}"), 2),
        (alloc::format!("{{}}\n{SHEET}"), 2),
        (alloc::format!("{{\n \"a\": 1\n}}\nDone.\n{SHEET}{{}}"), 4),
        (
            alloc::format!("{SHEET}{SHEET}{SECTIONS}{SECTIONS}{{}}\n"),
            5,
        ),
        (
            alloc::format!("\u{feff}{SHEET}{{\n \"a\": 1\n}}\n{SHEET}"),
            3,
        ),
        (alloc::format!("{SHEET}{{\"a\":tru}}\n[]\n"), 3),
        (alloc::format!("{SHEET}{{}}\n[]\n{{ \"a\": 1 }}\n"), 4),
        (alloc::format!("{SHEET}{{a}}\n{{}},1\n{{"), 1),
        // Rows that are none end with their first line, wherever their quotes lead.
        (alloc::format!("{SHEET}\"a\n{SHEET}"), 2),
        (alloc::format!("{SHEET}\"a\n{SHEET}\"\n{{}}"), 2),
        (alloc::format!("{SHEET}x\"a\n{SHEET}"), 2),
        (alloc::format!("{SHEET}\"a\"\"\n{SHEET}"), 2),
        (alloc::format!("{SHEET}\"a\",\"b\n{{}}\n"), 2),
        // In a cell nothing begins.
        (alloc::format!("{SHEET}\"a\n{SECTIONS}\",b\n{{}}"), 2),
        (SECTIONS.replace('\n', "\r\n").repeat(3), 3),
        (SHEET.replace('\n', "\r"), 1),
    ] {
        assert_eq!(said(text.as_bytes()).len(), count, "{text}");
    }
    let bytes = [SHEET.as_bytes(), b"\"\xff\n{}\n\"\n", SHEET.as_bytes()].concat();
    assert_eq!(said(&bytes).len(), 4);
}

#[test]
fn sheets_take_time_in_proportion_however_small_the_pieces_and_are_not_kept() {
    let (mut feed, mut count) = (Feed::new(ReadOptions::default()), 0);
    for text in [SHEET, SECTIONS].iter().cycle().take(40_000) {
        feed.push(text.as_bytes(), |_| count += 1);
    }
    assert!(feed.kept.capacity() < 1 << 19, "{}", feed.kept.capacity());
    for piece in [&b"\"\"\"\""[..], b"\"\"x", b"\"x\n", b"# x\n", b"{x\n"] {
        feed.push(b"Files,\"", |_| count += 1);
        for _ in 0..100_000 {
            feed.push(piece, |_| count += 1);
        }
        feed.push(b"\"\n", |_| count += 1);
    }
    feed.finish(|_| count += 1);
    assert_eq!(count, 40_000);
}

/// How many times each byte of a text is looked at that arrives byte by byte.
fn looks(text: &[u8]) -> usize {
    let before = effort::so_far();
    let mut feed = Feed::new(ReadOptions::default());
    let mut count = 0;
    for byte in text {
        feed.push(&[*byte], |_| count += 1);
    }
    feed.finish(|_| count += 1);
    assert!(count > 0);
    (effort::so_far() - before) / text.len()
}

#[test]
fn each_byte_is_looked_at_a_few_times_however_small_the_pieces() {
    let long = "x".repeat(20_000);
    let blank = " ".repeat(20_000);
    let payload = r#"{"status":"ok","message":"m","data":{"count":0,"note":"NOTE"}}"#;
    let payload = payload.replace("NOTE", &long);
    let indented = alloc::format!("{{\"a\":\"{long}\",\n\"b\":\"{long}\"\n}}\n");
    for text in [
        // Prose, and a document behind it that goes on below its first line.
        alloc::format!("Step 1: {long}\n{indented}"),
        // One that ends with its first line, and one that is no document.
        alloc::format!("Step 1: {long}\n{{\"a\":\"{long}\"}}\n"),
        alloc::format!("Step 1: {long}\n{{\"a\":\n{long}\n"),
        // An empty list, and what follows it, at once or after blanks.
        alloc::format!("[]{payload}\n"),
        alloc::format!("[]\n{blank}{payload}\n"),
        alloc::format!("[{blank}]{payload}\n"),
        alloc::format!("[]\n{indented}"),
        // The first line of a later document is long, and not all of it.
        alloc::format!("{{}}\n{indented}"),
        // What ends like a document is none, and its line goes on.
        alloc::format!("{{}}\n{{\"a\":tru}} {long}\n"),
        alloc::format!("{{}}{blank}{blank}\n"),
    ] {
        let looks = looks(text.as_bytes());
        assert!(looks <= 12, "{looks}: {text:.20}");
    }
}
