//! Texts that are refused: each with its code, its JSON Pointer and its bytes.
//!
//! The expectations follow from the text by RFC 8259 and the rules J1 to J16;
//! no host gives them all.

use llm_types::json::{ReadOptions, read};
use llm_types::rule;

/// Text, code, pointer, first byte, byte after the last.
type Case = (&'static [u8], &'static str, &'static str, u64, u64);

fn check(cases: &[Case]) {
    let mut wrong: Vec<String> = Vec::new();
    for &(text, code, pointer, start, end) in cases {
        let shown = text.escape_ascii().to_string();
        let Err(error) = read(text, &ReadOptions::default()) else {
            wrong.push(format!("{shown}: accepted"));
            continue;
        };
        let found = (error.code(), error.pointer(), error.byte_range());
        if found != (code, pointer, (start, end)) {
            wrong.push(format!(
                "{shown}: {found:?}, expected {code} {pointer:?} {start}..{end}"
            ));
        }
        assert!(
            rule::find(error.code()).is_some(),
            "{code} is not registered"
        );
        assert!(!error.help().is_empty(), "{code}");
        assert!(!error.to_string().ends_with('.'), "{error}");
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_text_that_stops_too_early() {
    check(&[
        (b"", "EMPTY_INPUT", "", 0, 0),
        (b" \r\n\t", "EMPTY_INPUT", "", 0, 4),
        (b"\xef\xbb\xbf", "EMPTY_INPUT", "", 0, 3),
        (b"[", "UNEXPECTED_END", "/0", 1, 1),
        (b"[1", "UNEXPECTED_END", "", 2, 2),
        (b"[1,", "UNEXPECTED_END", "/1", 3, 3),
        (b"[[1], {", "UNEXPECTED_END", "/1", 7, 7),
        (b"{", "UNEXPECTED_END", "", 1, 1),
        (b"{\"a\"", "UNEXPECTED_END", "/a", 4, 4),
        (b"{\"a\":", "UNEXPECTED_END", "/a", 5, 5),
        (b"{\"a\": 1", "UNEXPECTED_END", "", 7, 7),
        (b"{\"a\": 1,", "UNEXPECTED_END", "", 8, 8),
        (
            b"{\"a\": {\"b\": [0, \"x",
            "UNEXPECTED_END",
            "/a/b/1",
            18,
            18,
        ),
        (b"\"", "UNEXPECTED_END", "", 1, 1),
        (b"\"abc", "UNEXPECTED_END", "", 4, 4),
        (b"[\"a\\", "UNEXPECTED_END", "/0", 4, 4),
        (b"[\"\\u12", "UNEXPECTED_END", "/0", 6, 6),
        (b"{\"ke", "UNEXPECTED_END", "", 4, 4),
        (b"[-", "UNEXPECTED_END", "/0", 2, 2),
        (b"[1.", "UNEXPECTED_END", "/0", 3, 3),
        (b"[1e+", "UNEXPECTED_END", "/0", 4, 4),
        (b"[true, fal", "UNEXPECTED_END", "/1", 10, 10),
        (b"[nul", "UNEXPECTED_END", "/0", 4, 4),
        (b"[\"a\t", "UNEXPECTED_END", "/0", 4, 4),
        (b"[\"\\ \n", "UNEXPECTED_END", "/0", 5, 5),
        (b"[\"\\u0 ", "UNEXPECTED_END", "/0", 6, 6),
        (b"{\"a\t\n", "UNEXPECTED_END", "", 5, 5),
        (b"fals", "UNEXPECTED_END", "", 4, 4),
        (b" t\n", "UNEXPECTED_END", "", 3, 3),
        (b"-", "UNEXPECTED_END", "", 1, 1),
        (b"-1.", "UNEXPECTED_END", "", 3, 3),
        (b"1e\n", "UNEXPECTED_END", "", 3, 3),
        (b"1E+", "UNEXPECTED_END", "", 3, 3),
    ]);
}

/// What the beginning of a word, of a number or of half a pair is followed by decides.
#[test]
fn what_could_not_have_gone_on_is_not_cut_off() {
    check(&[
        (b"null and void", "TRAILING_DATA", "", 5, 13),
        (b"true story\n", "TRAILING_DATA", "", 5, 10),
        (b"nul and void", "UNKNOWN_WORD", "", 0, 3),
        (b"nulls", "UNKNOWN_WORD", "", 0, 5),
        (b"Tru", "UNKNOWN_WORD", "", 0, 3),
        (b"-- usage", "BAD_NUMBER", "", 0, 2),
        (b"- item", "BAD_NUMBER", "", 0, 1),
        (b"---\n", "BAD_NUMBER", "", 0, 3),
        (b"[--", "BAD_NUMBER", "/0", 1, 3),
        (b"-.", "BAD_NUMBER", "", 0, 2),
        (b"+", "BAD_NUMBER", "", 0, 1),
        (b"1e+-", "BAD_NUMBER", "", 0, 4),
        (b"[\"a\tb", "CONTROL_CHARACTER", "/0", 3, 4),
        (b"[\"a\\ b", "BAD_ESCAPE", "/0", 3, 5),
    ]);
}

#[test]
fn the_first_half_of_a_pair_may_have_been_cut_off_from_the_second() {
    let whole = r"\udbff\uDFFF";
    for length in 0..whole.len() {
        for end in ["", "\n", " \r\n"] {
            let text = format!("{{\"a\":\"{}{end}", &whole[..length]);
            let error = read(text.as_bytes(), &ReadOptions::default()).unwrap_err();
            let found = (error.code(), error.pointer(), error.byte_range());
            let at = text.len() as u64;
            assert_eq!(found, ("UNEXPECTED_END", "/a", (at, at)), "{text:?}");
        }
    }
    check(&[
        (b"[\"\\ud83d\"", "LONE_SURROGATE", "/0", 2, 8),
        (b"\"\\ud83dx", "LONE_SURROGATE", "", 1, 7),
        (b"\"\\ud83d\n{}", "LONE_SURROGATE", "", 1, 7),
        (b"\"\\ud83d\\n", "LONE_SURROGATE", "", 1, 7),
        (b"\"\\ud83d\\u0", "LONE_SURROGATE", "", 1, 7),
        (b"\"\\ud83d\\ud8", "LONE_SURROGATE", "", 1, 7),
        (b"\"\\ud83d\\udx", "LONE_SURROGATE", "", 1, 7),
        (b"\"\\ud83d\\ud83d", "LONE_SURROGATE", "", 1, 7),
        // The second half has nothing to wait for.
        (b"\"\\ude00", "LONE_SURROGATE", "", 1, 7),
    ]);
}

#[test]
fn something_after_the_document() {
    check(&[
        (b"1 2", "TRAILING_DATA", "", 2, 3),
        (b"[] []", "TRAILING_DATA", "", 3, 5),
        (b"{}\n{\"a\": 1} \n", "TRAILING_DATA", "", 3, 11),
        (b"\"a\",", "TRAILING_DATA", "", 3, 4),
        (b"[1]]", "TRAILING_DATA", "", 3, 4),
        (b"{}}", "TRAILING_DATA", "", 2, 3),
        (b"[1]x", "TRAILING_DATA", "", 3, 4),
        (b"2@", "TRAILING_DATA", "", 1, 2),
        (b"\"\"x", "TRAILING_DATA", "", 2, 3),
        (b"1\0", "UTF16_INPUT", "", 0, 2),
        (b"123\0", "TRAILING_DATA", "", 3, 4),
        (b"{}\n```", "CODE_FENCE", "", 3, 6),
        (b"{}\nDone.", "TRAILING_DATA", "", 3, 8),
    ]);
}

#[test]
fn commas_colons_and_brackets() {
    check(&[
        (b"[1,]", "TRAILING_COMMA", "", 2, 3),
        (b"[1 , ]", "TRAILING_COMMA", "", 3, 4),
        (b"{\"a\": [1,]}", "TRAILING_COMMA", "/a", 8, 9),
        (b"{\"a\":1,}", "TRAILING_COMMA", "", 6, 7),
        (b"[{\"a\":1,\n}]", "TRAILING_COMMA", "/0", 7, 8),
        (b"[1,,2]", "MISSING_VALUE", "/1", 3, 4),
        (b"[1,,]", "MISSING_VALUE", "/1", 3, 4),
        (b"[,1]", "MISSING_VALUE", "/0", 1, 2),
        (b"[,]", "MISSING_VALUE", "/0", 1, 2),
        (b"{,}", "MISSING_VALUE", "", 1, 2),
        (b"{\"a\":1,,}", "MISSING_VALUE", "", 7, 8),
        (b"{\"a\":,}", "MISSING_VALUE", "/a", 5, 6),
        (b"{\"a\":}", "MISSING_VALUE", "/a", 5, 6),
        (b"{\"a\"::1}", "MISSING_VALUE", "/a", 5, 6),
        (b"{:1}", "MISSING_VALUE", "", 1, 2),
        (b"[1 true]", "MISSING_COMMA", "", 3, 4),
        (b"[3[4]]", "MISSING_COMMA", "", 2, 3),
        (b"[\"a\"\"b\"]", "MISSING_COMMA", "", 4, 5),
        (b"[1 000]", "MISSING_COMMA", "", 3, 4),
        (b"{\"a\":1 \"b\":2}", "MISSING_COMMA", "", 7, 8),
        (b"[{}\n{}]", "MISSING_COMMA", "", 4, 5),
        (b"{\"a\" 1}", "MISSING_COLON", "/a", 5, 6),
        (b"{\"a\", 1}", "MISSING_COLON", "/a", 4, 5),
        (b"{\"a\"}", "MISSING_COLON", "/a", 4, 5),
        (b"{\"a\"=1}", "MISSING_COLON", "/a", 4, 5),
        (b"[1}", "MISMATCHED_BRACKET", "", 2, 3),
        (b"{\"a\":[1}", "MISMATCHED_BRACKET", "/a", 7, 8),
        (b"[{\"a\":1]]", "MISMATCHED_BRACKET", "/0", 7, 8),
        (b"{]", "MISMATCHED_BRACKET", "", 1, 2),
        (b"[1,}", "MISMATCHED_BRACKET", "", 3, 4),
        (b"[1:2]", "UNEXPECTED_CHARACTER", "", 2, 3),
        (b"[1;2]", "UNEXPECTED_CHARACTER", "", 2, 3),
        (b"{\"a\":1;}", "UNEXPECTED_CHARACTER", "", 6, 7),
        (b"]", "UNEXPECTED_CHARACTER", "", 0, 1),
        (b"[*]", "UNEXPECTED_CHARACTER", "/0", 1, 2),
        (b"<a>", "UNEXPECTED_CHARACTER", "", 0, 1),
        (b"\0", "UNEXPECTED_CHARACTER", "", 0, 1),
        ("[😀]".as_bytes(), "UNEXPECTED_CHARACTER", "/0", 1, 5),
        ("{😀}".as_bytes(), "UNEXPECTED_CHARACTER", "", 1, 5),
    ]);
}

#[test]
fn habits_of_other_languages() {
    check(&[
        (b"// a\n[]", "COMMENT", "", 0, 4),
        (b"[1, /* one */ 2]", "COMMENT", "/1", 4, 13),
        (b"[1 // x\r\n]", "COMMENT", "", 3, 7),
        (b"{# no\n}", "COMMENT", "", 1, 5),
        (b"{\"a\" /**/ : 1}", "COMMENT", "/a", 5, 9),
        (b"{\"a\": 1}/**/", "COMMENT", "", 8, 12),
        (b"{}#", "COMMENT", "", 2, 3),
        (b"[/* open", "COMMENT", "/0", 1, 8),
        (b"[/*/1]", "COMMENT", "/0", 1, 6),
        (b"<!-- x -->[]", "COMMENT", "", 0, 10),
        (b"['a', 1]", "WRONG_QUOTES", "/0", 1, 4),
        (b"{'a': 1}", "WRONG_QUOTES", "", 1, 4),
        (b"{\"a\": 'b", "WRONG_QUOTES", "/a", 6, 7),
        (b"[`x`]", "WRONG_QUOTES", "/0", 1, 4),
        ("[“x”]".as_bytes(), "WRONG_QUOTES", "/0", 1, 8),
        (b"```json\n{}\n```", "CODE_FENCE", "", 0, 7),
        (b"[True]", "UNKNOWN_WORD", "/0", 1, 5),
        (b"[None, 1]", "UNKNOWN_WORD", "/0", 1, 5),
        (b"{\"a\": undefined}", "UNKNOWN_WORD", "/a", 6, 15),
        (b"[truth]", "UNKNOWN_WORD", "/0", 1, 6),
        (b"[nulll]", "UNKNOWN_WORD", "/0", 1, 6),
        (b"[true1]", "UNKNOWN_WORD", "/0", 1, 6),
        (b"falsch", "UNKNOWN_WORD", "", 0, 6),
        (b"abc", "UNKNOWN_WORD", "", 0, 3),
        ("[é]".as_bytes(), "UNKNOWN_WORD", "/0", 1, 3),
        (b"[\\n]", "UNEXPECTED_CHARACTER", "/0", 1, 2),
        (b"[NaN]", "NON_FINITE_NUMBER", "/0", 1, 4),
        (b"[-NaN]", "NON_FINITE_NUMBER", "/0", 1, 5),
        (b"[1, Infinity]", "NON_FINITE_NUMBER", "/1", 4, 12),
        (b"-Infinity", "NON_FINITE_NUMBER", "", 0, 9),
        (b"[+Inf]", "NON_FINITE_NUMBER", "/0", 1, 5),
        (b"{a: 1}", "UNQUOTED_KEY", "", 1, 2),
        (b"{\"x\": 0, $b_1: 1}", "UNQUOTED_KEY", "", 9, 13),
        (b"{null: 1}", "UNQUOTED_KEY", "", 1, 5),
        (b"{1: 1}", "KEY_NOT_A_STRING", "", 1, 2),
        (b"{-1: 1}", "KEY_NOT_A_STRING", "", 1, 2),
        (b"{[1]: 1}", "KEY_NOT_A_STRING", "", 1, 2),
        (b"{{}: 1}", "KEY_NOT_A_STRING", "", 1, 2),
    ]);
}

#[test]
fn white_space_that_is_none() {
    check(&[
        (b"[\x0c]", "FOREIGN_WHITESPACE", "/0", 1, 2),
        (b"[1\x0b]", "FOREIGN_WHITESPACE", "", 2, 3),
        ("[1,\u{a0}2]".as_bytes(), "FOREIGN_WHITESPACE", "/1", 3, 5),
        (
            "{\"a\"\u{2028}:1}".as_bytes(),
            "FOREIGN_WHITESPACE",
            "/a",
            4,
            7,
        ),
        ("{\u{3000}}".as_bytes(), "FOREIGN_WHITESPACE", "", 1, 4),
        ("[]\u{feff}".as_bytes(), "FOREIGN_WHITESPACE", "", 2, 5),
        (
            "\u{feff}\u{feff}[]".as_bytes(),
            "FOREIGN_WHITESPACE",
            "",
            3,
            6,
        ),
        ("[\u{2060}]".as_bytes(), "UNEXPECTED_CHARACTER", "/0", 1, 4),
    ]);
}

#[test]
fn faulty_strings_are_refused_at_their_place() {
    check(&[
        (b"[\"a\nb\"]", "CONTROL_CHARACTER", "/0", 3, 4),
        (b"[\"\t\"]", "CONTROL_CHARACTER", "/0", 2, 3),
        (b"[\"a\0a\"]", "CONTROL_CHARACTER", "/0", 3, 4),
        (
            b"[\"12345678901234\x1f\"]",
            "CONTROL_CHARACTER",
            "/0",
            16,
            17,
        ),
        (b"{\"\r\": 1}", "CONTROL_CHARACTER", "", 2, 3),
        (b"[\"\\x00\"]", "BAD_ESCAPE", "/0", 2, 4),
        (b"[\"C:\\dir\"]", "BAD_ESCAPE", "/0", 4, 6),
        (b"[\"\\'\"]", "BAD_ESCAPE", "/0", 2, 4),
        (b"[\"\\U0041\"]", "BAD_ESCAPE", "/0", 2, 4),
        (b"[\"\\u00A\"]", "BAD_ESCAPE", "/0", 2, 7),
        (b"[\"\\uqqqq\"]", "BAD_ESCAPE", "/0", 2, 5),
        (b"[\"\\u+123\"]", "BAD_ESCAPE", "/0", 2, 5),
        ("[\"\\😀\"]".as_bytes(), "BAD_ESCAPE", "/0", 2, 7),
        ("[\"\\u12é4\"]".as_bytes(), "BAD_ESCAPE", "/0", 2, 8),
        (b"[\"\\\t\"]", "BAD_ESCAPE", "/0", 2, 3),
        (b"[\"\\\"]", "UNEXPECTED_END", "/0", 5, 5),
        (b"[\"\\ud800\"]", "LONE_SURROGATE", "/0", 2, 8),
        (b"[\"a\\uDC00b\"]", "LONE_SURROGATE", "/0", 3, 9),
        (b"[\"\\ud800\\u0041\"]", "LONE_SURROGATE", "/0", 2, 8),
        (b"[\"\\udc00\\ud800\"]", "LONE_SURROGATE", "/0", 2, 8),
        (b"[\"\\ud800\\ud800\\udc00\"]", "LONE_SURROGATE", "/0", 2, 8),
        (b"[\"\\ud800\\n\"]", "LONE_SURROGATE", "/0", 2, 8),
        (b"[\"\\ud800\\u\"]", "LONE_SURROGATE", "/0", 2, 8),
        (b"{\"a\": {\"\\udfaa\": 0}}", "LONE_SURROGATE", "/a", 8, 14),
    ]);
}

#[test]
fn faulty_numbers_are_refused_at_their_place() {
    check(&[
        (b"[012]", "BAD_NUMBER", "/0", 1, 4),
        (b"[-01]", "BAD_NUMBER", "/0", 1, 4),
        (b"[00]", "BAD_NUMBER", "/0", 1, 3),
        (b"[+1]", "BAD_NUMBER", "/0", 1, 3),
        (b"[++1]", "BAD_NUMBER", "/0", 1, 4),
        (b"[.5]", "BAD_NUMBER", "/0", 1, 3),
        (b"[-.5]", "BAD_NUMBER", "/0", 1, 4),
        (b"[1.]", "BAD_NUMBER", "/0", 1, 3),
        (b"[1.e3]", "BAD_NUMBER", "/0", 1, 5),
        (b"[1e]", "BAD_NUMBER", "/0", 1, 3),
        (b"[1E+]", "BAD_NUMBER", "/0", 1, 4),
        (b"[0e+-1]", "BAD_NUMBER", "/0", 1, 6),
        (b"[1eE2]", "BAD_NUMBER", "/0", 1, 5),
        (b"[-]", "BAD_NUMBER", "/0", 1, 2),
        (b"[- 1]", "BAD_NUMBER", "/0", 1, 2),
        (b"[--1]", "BAD_NUMBER", "/0", 1, 4),
        (b"- ,", "BAD_NUMBER", "", 0, 1),
        (b"1. 2", "BAD_NUMBER", "", 0, 2),
        (b"[0x1F]", "BAD_NUMBER", "/0", 1, 5),
        (b"[1_000]", "BAD_NUMBER", "/0", 1, 6),
        (b"[1.2.3]", "BAD_NUMBER", "/0", 1, 6),
        (b"[1+2]", "BAD_NUMBER", "/0", 1, 4),
        (b"{\"a\": 10px}", "BAD_NUMBER", "/a", 6, 10),
        (b"[-foo]", "UNKNOWN_WORD", "/0", 1, 5),
        ("[１]".as_bytes(), "UNKNOWN_WORD", "/0", 1, 4),
        (b"1e999", "NUMBER_OUT_OF_RANGE", "", 0, 5),
        (b"[0, -1e309]", "NUMBER_OUT_OF_RANGE", "/1", 4, 10),
        (
            b"[1e99999999999999999999]",
            "NUMBER_OUT_OF_RANGE",
            "/0",
            1,
            23,
        ),
        (b"{\"a\": 1.8e308}", "NUMBER_OUT_OF_RANGE", "/a", 6, 13),
    ]);
}

#[test]
fn bytes_that_are_not_utf8_are_refused_at_their_place() {
    check(&[
        (b"\xff", "INVALID_UTF8", "", 0, 1),
        (b"[\"\xff\"]", "INVALID_UTF8", "/0", 2, 3),
        (b"[1, \"a\xc3\"]", "INVALID_UTF8", "/1", 6, 7),
        (
            b"{\"a\": {\"b\": \"\xe4\xb8\"}}",
            "INVALID_UTF8",
            "/a/b",
            13,
            15,
        ),
        (b"{\"\x81\": 1}", "INVALID_UTF8", "", 2, 3),
        (
            b"[{\"a\":0,\"a\":\"\\ud800\"},\"\xff\"]",
            "INVALID_UTF8",
            "/1",
            23,
            24,
        ),
        (b"[1] \xe9", "INVALID_UTF8", "", 4, 5),
        (b"[\"\xed\xa0\x80\"]", "INVALID_UTF8", "/0", 2, 3),
        (b"[\"\xc0\xaf\"]", "INVALID_UTF8", "/0", 2, 3),
        (b"[\"\xf4\xbf\xbf\xbf\"]", "INVALID_UTF8", "/0", 2, 3),
        (b"[\"\xe4\xb8", "INVALID_UTF8", "/0", 2, 4),
        (b"\xff\xfe[\0]\0", "UTF16_INPUT", "", 0, 6),
        (b"\xfe\xff\0[\0]", "UTF16_INPUT", "", 0, 6),
        (b"[\0]\0", "UTF16_INPUT", "", 0, 4),
        (b"\0[\0]", "UTF16_INPUT", "", 0, 4),
        (b"[\0\"\0\x16\x4e\"\0]\0", "UTF16_INPUT", "", 0, 10),
        (b"\xff\xfe\0\0[\0\0\0", "UTF32_INPUT", "", 0, 8),
        (b"\0\0\xfe\xff\0\0\0[", "UTF32_INPUT", "", 0, 8),
        (b"[\0\0\0]\0\0\0", "UTF32_INPUT", "", 0, 8),
        (b"\0\0\0[\0\0\0]", "UTF32_INPUT", "", 0, 8),
        (b"[\0]", "UNEXPECTED_CHARACTER", "/0", 1, 2),
    ]);
}

#[test]
fn duplicate_keys() {
    check(&[
        (br#"{"a":1,"a":2}"#, "DUPLICATE_KEY", "/a", 7, 10),
        (br#"{"a":1,"\u0061":2}"#, "DUPLICATE_KEY", "/a", 7, 15),
        (br#"{"\u0061":1,"a":2}"#, "DUPLICATE_KEY", "/a", 12, 15),
        (br#"{"":1,"b":0,"":2}"#, "DUPLICATE_KEY", "/", 12, 14),
        (
            br#"[0,{"x":{"b/c":0,"b/c":0}}]"#,
            "DUPLICATE_KEY",
            "/1/x/b~1c",
            17,
            22,
        ),
        // The first key that stands twice, by its second place.
        (
            br#"{"a":1,"b":1,"b":2,"a":2}"#,
            "DUPLICATE_KEY",
            "/b",
            13,
            16,
        ),
        (br#"{"a":1,"a":2,"a":3}"#, "DUPLICATE_KEY", "/a", 7, 10),
        // The value of the second key has a whole tree in it.
        (br#"{"a":1,"a":{"b":[{}]}}"#, "DUPLICATE_KEY", "/a", 7, 10),
    ]);
    let same = br#"[{"a":1},{"a":{"a":2}}]"#;
    assert!(read(same, &ReadOptions::default()).is_ok());
}

#[test]
fn a_message_says_what_it_looks_like() {
    let cases: &[(&[u8], &str)] = &[
        (b"[1,]", "trailing comma before `]`"),
        (
            b"{}\n{}",
            "a second document on a new line, as in JSON Lines, after the end of the document",
        ),
        (b"[Nan]", "`Nan` is not a JSON number"),
        (
            b"[Falze]",
            "`Falze` is not a JSON value; did you mean `false`?",
        ),
        (
            b"{'a':1}",
            "a string quoted with `'`; JSON has only double quotes",
        ),
        (b"[\"a\n\"]", "a raw line feed in a string"),
        (
            b"[\"\x1b[0m\"]",
            "a raw control character U+001B in a string",
        ),
        (b"[007]", "`007` is not a JSON number: leading zero"),
        (b"[\"\\ud83d\"]", "`\\ud83d` is a lone surrogate"),
        (b"{\"a\":1]", "`]` closes the `{` at byte 0"),
        (b"[1\xc2\xa0]", "U+00A0 is not white space in JSON"),
        (
            b"{\"k\":1,\"k\":1}",
            "the key `k` stands twice in this object; first at byte 1",
        ),
        (
            b"[\0]\0",
            "the text is UTF-16 (little endian); JSON is UTF-8",
        ),
        (b"[1", "the text ends where a comma or `]` was expected"),
    ];
    for (text, message) in cases {
        let error = read(text, &ReadOptions::default()).unwrap_err();
        assert_eq!(error.to_string(), *message);
    }
}

#[test]
fn a_long_token_is_shortened_in_its_message() {
    let long = format!("[{}]", "x".repeat(10_000));
    let error = read(long.as_bytes(), &ReadOptions::default()).unwrap_err();
    assert_eq!(error.byte_range(), (1, 10_001));
    assert!(error.to_string().len() < 200);
}

#[test]
fn lines_and_columns_are_those_of_the_first_byte() {
    // Line 3 is `  "😀é": [1,]`: é is 2 bytes, 1 unit, 1 code point; 😀 is 4, 2, 1.
    let text = "{\r\n\"a\": 0,\n  \"😀é\": [1,]}";
    let error = read(text.as_bytes(), &ReadOptions::default()).unwrap_err();
    let place = error.place();
    assert_eq!(error.code(), "TRAILING_COMMA");
    assert_eq!(error.pointer(), "/😀é");
    assert_eq!((place.line, place.column_utf8), (3, 14));
    assert_eq!((place.column_utf16, place.column_utf32), (11, 10));
    // The rejected byte itself is not needed to be a character.
    let error = read(b"[\"\xff\", \"\xf0\x9f\x98\"]", &ReadOptions::default()).unwrap_err();
    assert_eq!((error.place().line, error.place().column_utf8), (1, 2));
}

#[test]
fn limits_are_named() {
    let options = ReadOptions {
        max_depth: 2,
        max_bytes: 20,
        max_string_bytes: 3,
        max_number_bytes: 4,
        max_items: 4,
        ..ReadOptions::default()
    };
    let code_at = |text: &str| match read(text.as_bytes(), &options) {
        Ok(_) => (String::new(), String::new(), (0, 0)),
        Err(error) => (
            error.to_string(),
            error.pointer().into(),
            error.byte_range(),
        ),
    };
    assert_eq!(code_at("[[1,2]]").0, "");
    assert_eq!(code_at("[{\"abc\":\"abc\"},1234]").0, "");
    assert_eq!(
        code_at("[0,[{}]]"),
        ("nested deeper than 2".into(), "/1/0".into(), (4, 5))
    );
    assert_eq!(
        code_at("[\"abcd\"]"),
        (
            "more than 3 bytes in one string".into(),
            "/0".into(),
            (1, 7)
        )
    );
    assert_eq!(code_at("{\"abcd\":1}").0, "more than 3 bytes in one string");
    assert_eq!(
        code_at("[12345]"),
        (
            "more than 4 bytes in one number".into(),
            "/0".into(),
            (1, 6)
        )
    );
    assert_eq!(
        code_at("[1,2,3,4]"),
        (
            "more than 4 values in one document".into(),
            "/3".into(),
            (7, 8)
        )
    );
    assert_eq!(
        code_at("[                    ]").0,
        "more than 20 bytes of text"
    );
}

/// A graph as CSV without what stands above its rows is no JSON in the first place.
#[test]
fn rows_without_a_head() {
    check(&[
        (b"Call,a.rs,0,3\nCall,a.rs,4,5\n", "CSV_HEADER", "", 0, 13),
        (b"\nFile,2,3\r\n\r\nFile,5,\"6,\"", "CSV_HEADER", "", 1, 9),
        // Other tools print lines with commas, too.
        (
            b"Symbol,a.rs,0,3\nCall,a.rs,4,5\n",
            "UNKNOWN_WORD",
            "",
            0,
            6,
        ),
        (b"\n1,2,3\r\n\r\n4,5,6", "TRAILING_DATA", "", 2, 15),
        (b"\"a\",c,d\n\"a\",y,z\n", "TRAILING_DATA", "", 3, 15),
        // One row may be anything, and commas of prose are followed by blanks.
        (b"Symbol,a.rs,0,3\n", "UNKNOWN_WORD", "", 0, 6),
        (b"Step, one, two\nand, so, on\n", "UNKNOWN_WORD", "", 0, 4),
        (b"a,b,c\na,b\n", "UNKNOWN_WORD", "", 0, 1),
        (b"[a,b,c]\n[a,b,c]\n", "UNKNOWN_WORD", "/0", 1, 2),
        (b"[1],[2],[3]\n[1],[2],[3]\n", "TRAILING_DATA", "", 3, 23),
    ]);
}
