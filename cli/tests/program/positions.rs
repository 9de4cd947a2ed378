//! `positions`: the numbers, and the caret under the right column.

use snapbox::str;

use super::run::{file, llm_types};

/// What is shown under the table: the place and its caret.
fn shown(text: &[u8], options: &[&str]) -> String {
    let mut args = vec!["positions", "--format", "human"];
    args.extend(options);
    let run = llm_types(&args).stdin(text).assert().success();
    let shown = String::from_utf8(run.get_output().stdout.clone()).expect("UTF-8");
    shown.lines().skip(6).collect::<Vec<_>>().join("\n")
}

#[test]
fn an_offset_has_a_line_and_three_columns() {
    llm_types(&["positions", "--offset", "5", "--format", "json"])
        .stdin("🚀 Woo")
        .assert()
        .success()
        .stderr_eq("")
        .stdout_eq(str![[r#"
{"byte_offset":5,"column_utf16":3,"column_utf32":2,"column_utf8":5,"line":1,"terminators":"lf_crlf","utf16_offset":3,"utf32_offset":2}

"#]]);
}

#[test]
fn people_get_a_table_and_the_line() {
    llm_types(&["positions", "--offset", "5", "--format", "human"])
        .stdin("🚀 Woo")
        .assert()
        .success()
        .stdout_eq(str![[r#"
encoding       offset     line   column
utf-8               5        1        5
utf-16              3        1        3
utf-32              2        1        2
offsets and columns from 0, lines from 1

 --> <stdin>:1:3
  |
1 | 🚀 Woo
  |    ^

"#]]);
}

#[test]
fn the_caret_stands_under_the_character_whatever_the_script() {
    // Text, the options, then the line and the carets as a terminal shows them.
    for (text, options, expected) in [
        // Wide: an emoji and CJK take two columns each.
        ("🚀 Woo", ["--offset", "0"], ["1 | 🚀 Woo", "  | ^^"]),
        ("世界 né", ["--offset", "3"], ["1 | 世界 né", "  |   ^^"]),
        ("世界 né", ["--offset", "7"], ["1 | 世界 né", "  |      ^"]),
        (
            "ｆｕｌｌ half",
            ["--offset", "13"],
            ["1 | ｆｕｌｌ half", "  |          ^"],
        ),
        // A tab is four columns; the caret covers it.
        ("a\tb", ["--offset", "1"], ["1 | a    b", "  |  ^^^^"]),
        ("a\tb", ["--offset", "2"], ["1 | a    b", "  |      ^"]),
        // A letter and its marks are one thing; so is a family.
        ("e\u{301}x", ["--offset", "1"], ["1 | e\u{301}x", "  | ^"]),
        ("e\u{301}x", ["--offset", "3"], ["1 | e\u{301}x", "  |  ^"]),
        ("👩‍👩‍👧‍👦x", ["--offset", "25"], ["1 | 👩‍👩‍👧‍👦x", "  |   ^"]),
        // A mark without a letter gets something to stand on.
        ("\u{301}x", ["--offset", "2"], ["1 | ◌\u{301}x", "  |  ^"]),
        // Hebrew in the order of the text, as terminals show it.
        ("אב=1", ["--offset", "4"], ["1 | אב=1", "  |   ^"]),
        // What cannot be seen, or moves the rest, is spelt out.
        (
            "a\u{202e}b",
            ["--offset", "4"],
            ["1 | a<U+202E>b", "  |          ^"],
        ),
        (
            "a\u{200b}b",
            ["--offset", "1"],
            ["1 | a<U+200B>b", "  |  ^^^^^^^^"],
        ),
        (
            "\u{1b}[31mred",
            ["--offset", "5"],
            ["1 | ␛[31mred", "  |      ^"],
        ),
        ("a\rb", ["--offset", "2"], ["1 | a␍b", "  |   ^"]),
        // The end of a line, and the end of the text.
        ("ab\r\ncd", ["--offset", "2"], ["1 | ab", "  |   ^"]),
        ("ab\n", ["--offset", "3"], ["2 |", "  | ^"]),
        ("", ["--offset", "0"], ["1 |", "  | ^"]),
    ] {
        let shown = shown(text.as_bytes(), &options);
        let lines: Vec<&str> = shown.lines().map(str::trim_end).skip(2).collect();
        assert_eq!(lines, expected, "{text:?} {options:?}");
    }
}

#[test]
fn bytes_that_are_not_utf8_are_shown_and_counted_in_bytes_only() {
    llm_types(&["positions", "--offset", "2", "--format", "human"])
        .stdin(b"a\xFFb\n".as_slice())
        .assert()
        .success()
        .stdout_eq(str![[r#"
encoding       offset     line   column
utf-8               2        1        2
utf-16              -        1        -
utf-32              -        1        -
offsets and columns from 0, lines from 1

 --> <stdin>:1:3
  |
1 | a<FF>b
  |      ^

"#]]);
}

#[test]
fn a_long_line_is_cut_around_the_place() {
    let text = format!("{}→{}", "a".repeat(1_000_000), "b".repeat(1_000_000));
    let shown = shown(text.as_bytes(), &["--offset", "1000000"]);
    assert_eq!(
        shown,
        " --> <stdin>:1:1000001\n  \
           |\n\
         1 | …aaaaaaaaaaaaaaaaaaaaaaaa→bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb…\n  \
           |                          ^"
    );
}

#[test]
fn line_and_column_are_the_inverse() {
    file("positions/golden.txt", "a😀é\r\ncd\n");
    for (encoding, column) in [("utf-8", "7"), ("utf-16", "4"), ("utf-32", "3")] {
        llm_types(&[
            "positions",
            "positions/golden.txt",
            "--line",
            "1",
            "--column",
            column,
            "--encoding",
            encoding,
            "--format",
            "json",
        ])
        .assert()
        .success()
        .stdout_eq(str![[r#"
{"byte_offset":7,"column_utf16":4,"column_utf32":3,"column_utf8":7,"line":1,"terminators":"lf_crlf","utf16_offset":4,"utf32_offset":3}

"#]]);
    }
}

#[test]
fn a_place_that_does_not_exist_is_refused_and_shown() {
    llm_types(&["positions", "--offset", "2", "--format", "human"])
        .stdin("🚀 Woo")
        .assert()
        .code(1)
        .stdout_eq("")
        .stderr_eq(str![[r#"
error[NOT_CHAR_BOUNDARY]: byte offset 2 is inside the character at 0..4
 --> <stdin>:1:1
  |
1 | 🚀 Woo
  | ^^
  = help: Convert the offset to UTF-8 bytes where it is made; if rounding is wanted, call the rounded function, in a shell `--clamp`.

"#]]);
    llm_types(&[
        "positions",
        "--line",
        "1",
        "--column",
        "1",
        "--encoding",
        "utf-16",
    ])
    .stdin("🚀 Woo")
    .assert()
    .code(1)
    .stdout_eq(str![[r#"
{"error":{"byte_end":4,"byte_start":0,"code":"SPLIT_SURROGATE",[..]}}

"#]]);
}

#[test]
fn clamping_moves_to_the_nearest_place() {
    for (options, offset) in [
        (
            ["--offset", "99", "--clamp", "--encoding", "utf-8"].as_slice(),
            12,
        ),
        (&["--offset", "3", "--clamp"], 1),
        (&["--line", "1", "--column", "99", "--clamp"], 7),
        (&["--line", "99", "--column", "0", "--clamp"], 12),
        (
            &[
                "--line",
                "1",
                "--column",
                "2",
                "--encoding",
                "utf-16",
                "--clamp",
            ],
            1,
        ),
    ] {
        let mut args = vec!["positions", "--format", "json"];
        args.extend(options);
        llm_types(&args)
            .stdin("a😀é\r\ncd\n")
            .assert()
            .success()
            .stdout_eq(format!("{{\"byte_offset\":{offset},[..]\n"));
    }
}

#[test]
fn numbers_that_are_no_offsets_are_wrong_usage() {
    for (number, code) in [
        ("-1", "NEGATIVE_OFFSET"),
        ("1.5", "NOT_AN_INTEGER"),
        ("NaN", "NOT_AN_INTEGER"),
        ("9007199254740993", "UNSAFE_INTEGER"),
    ] {
        llm_types(&["positions", "--offset", number])
            .assert()
            .code(2)
            .stdout_eq("")
            .stderr_eq(format!("[..]{code}: [..]\n...\n"));
    }
    for wrong in [
        &["--offset", "1", "--encoding", "utf8"][..],
        &["--line", "1"],
        &[],
    ] {
        let mut args = vec!["positions"];
        args.extend(wrong);
        llm_types(&args).assert().code(2).stdout_eq("");
    }
}

#[test]
fn what_is_not_there_is_told_in_the_numbers_that_were_asked_with() {
    for (line, column, expected) in [
        (
            "3",
            "0",
            "error[LINE_OUT_OF_RANGE]: there is no line 3; the text has 2, counted from 1\n",
        ),
        (
            "2",
            "9",
            "error[COL_OUT_OF_RANGE]: line 2 has no column 9; its columns are 0 to 2\n",
        ),
    ] {
        let args = ["positions", "--line", line, "--column", column];
        llm_types(&[&args[..], &["--format", "human"]].concat())
            .stdin("ab\ncd")
            .assert()
            .code(1)
            .stderr_eq(format!("{expected} = help: [..]\n"));
    }
}

/// Where no column leads, there is no place to be shown: not the first one of the text.
#[test]
fn a_place_between_cr_and_lf_is_refused_or_clamped() {
    let args = ["positions", "--offset", "4", "--format", "json"];
    llm_types(&[&args[..], &["--terminators", "lsp"]].concat())
        .stdin("x\na\r\nb")
        .assert()
        .code(1)
        .stdout_eq("{\"error\":{\"byte_end\":5,\"byte_start\":3,\"code\":\"INSIDE_CRLF\",[..]\n");
    llm_types(&[&args[..], &["--clamp"]].concat())
        .stdin("x\na\r\nb")
        .assert()
        .success()
        .stdout_eq("{\"byte_offset\":3,\"column_utf16\":1,\"column_utf32\":1,\"column_utf8\":1,\"line\":2,[..]\n");
}
