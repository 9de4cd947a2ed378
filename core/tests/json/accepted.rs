//! Texts that are accepted, what they hold, and what is remarked on them.

use llm_types::json::{
    DuplicateKeys, IntegerError, Kind, LintKind, LoneSurrogates, ReadOptions, Value, read,
    write_compact,
};

/// The text and its compact form.
const ACCEPTED: &[(&str, &str)] = &[
    ("null", "null"),
    (" true ", "true"),
    ("\t\r\n false\n", "false"),
    ("\"\"", "\"\""),
    ("42", "42"),
    ("-0", "-0"),
    ("-0.0e-0", "-0.0e-0"),
    ("0e1", "0e1"),
    ("1E+2", "1E+2"),
    ("123.456e78", "123.456e78"),
    ("1e-999", "1e-999"),
    (
        "-1234567890123456789012345678901234567890",
        "-1234567890123456789012345678901234567890",
    ),
    ("[]", "[]"),
    ("{}", "{}"),
    ("[ ]", "[]"),
    ("{\n}", "{}"),
    ("[1, [2, [], {}], {\"a\": []}]", "[1,[2,[],{}],{\"a\":[]}]"),
    ("[null,true,false]", "[null,true,false]"),
    ("{\"b\":1,\"a\":2,\"\":3}", "{\"b\":1,\"a\":2,\"\":3}"),
    // Digits in keys do not change their order.
    ("{\"b\":1,\"10\":2,\"9\":3}", "{\"b\":1,\"10\":2,\"9\":3}"),
    (
        "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"",
        "\"\\\"\\\\/\\b\\f\\n\\r\\t\"",
    ),
    (
        "\"\\u0000\\u001F\\u007f\\u00e9\\uD83D\\uDE00\"",
        "\"\\u0000\\u001f\u{7f}é😀\"",
    ),
    ("\"é世😀\u{2028}\u{feff}\"", "\"é世😀\u{2028}\u{feff}\""),
    // The last code points of planes are characters like any other.
    ("\"\\uFFFF\\uDBFF\\uDFFF\"", "\"\u{ffff}\u{10ffff}\""),
    // Keys that look the same are not, if they are composed differently.
    ("{\"é\":1,\"e\u{301}\":2}", "{\"é\":1,\"e\u{301}\":2}"),
    (
        "{\"__proto__\":1,\"constructor\":2}",
        "{\"__proto__\":1,\"constructor\":2}",
    ),
];

#[test]
fn what_is_read_is_written_back_digit_for_digit() {
    for (text, compact) in ACCEPTED {
        let document = read(text.as_bytes(), &ReadOptions::default()).unwrap();
        assert_eq!(write_compact(&document.to_value()), *compact, "{text}");
        assert_eq!(document.root().to_compact(), *compact, "{text}");
        assert_eq!(
            document.root().raw(),
            text.trim_matches([' ', '\t', '\r', '\n'])
        );
        let again = read(compact.as_bytes(), &ReadOptions::default()).unwrap();
        assert_eq!(again.to_value(), document.to_value(), "{text}");
    }
}

#[test]
fn nodes_know_what_they_are_and_where() {
    let text = r#" {"a": [10, "x\n", null], "b": {"c": true}} "#;
    let document = read(text.as_bytes(), &ReadOptions::default()).unwrap();
    let root = document.root();
    assert_eq!(
        (root.kind(), root.len(), root.byte_range()),
        (Kind::Object, 2, (1, 43))
    );
    assert!(root.key().is_none() && root.key_range().is_none());
    let keys: Vec<String> = root.members().map(|(key, _)| key.to_string()).collect();
    assert_eq!(keys, ["a", "b"]);
    let a = root.get("a").unwrap();
    assert_eq!(
        (a.kind(), a.len(), a.raw()),
        (Kind::Array, 3, r#"[10, "x\n", null]"#)
    );
    let items: Vec<_> = a
        .items()
        .map(|item| (item.kind(), item.byte_range()))
        .collect();
    let expected = [
        (Kind::Number, (8, 10)),
        (Kind::String, (12, 17)),
        (Kind::Null, (19, 23)),
    ];
    assert_eq!(items, expected);
    assert_eq!(a.item(1).unwrap().as_str().unwrap(), "x\n");
    assert!(a.item(3).is_none() && a.get("a").is_none() && root.item(0).is_none());
    let c = document.find("/b/c").unwrap();
    assert_eq!((c.as_bool(), c.key().as_deref()), (Some(true), Some("c")));
    assert_eq!((c.byte_range(), c.key_range()), ((37, 41), Some((32, 35))));
    assert_eq!(c.pointer().as_str(), "/b/c");
    assert_eq!((c.len(), c.items().count(), c.members().count()), (0, 0, 0));
    assert!(c.as_str().is_none() && c.number_token().is_none() && !c.is_null());
}

#[test]
fn borrowed_strings_are_those_of_the_text() {
    let text = br#"{"plain": "as it is", "escaped": "a\u0062c"}"#;
    let document = read(text, &ReadOptions::default()).unwrap();
    let string = |key| document.root().get(key).unwrap().as_str().unwrap();
    assert!(matches!(
        string("plain"),
        std::borrow::Cow::Borrowed("as it is")
    ));
    assert_eq!(string("escaped"), "abc");
}

#[test]
fn keys_are_found_in_any_spelling() {
    let text = br#"{"\u0061\/": 1, "a": 2}"#;
    let document = read(text, &ReadOptions::default()).unwrap();
    assert_eq!(document.root().get("a/").unwrap().raw(), "1");
    assert_eq!(document.root().get("a").unwrap().raw(), "2");
    assert!(document.root().get(r"\u0061\/").is_none());
}

/// The integer, and whether it was written as a float.
type Integer = Result<(u64, bool), IntegerError>;

/// Tokens, and what they are as an offset.
const INTEGERS: &[(&str, Integer)] = &[
    ("0", Ok((0, false))),
    ("7", Ok((7, false))),
    ("9007199254740991", Ok((9_007_199_254_740_991, false))),
    ("42.0", Ok((42, true))),
    ("42.000", Ok((42, true))),
    ("4.2e1", Ok((42, true))),
    ("4200e-2", Ok((42, true))),
    ("420E-1", Ok((42, true))),
    ("0.0", Ok((0, true))),
    ("0e99", Ok((0, true))),
    ("1e15", Ok((1_000_000_000_000_000, true))),
    ("0.9007199254740991e16", Ok((9_007_199_254_740_991, true))),
    ("9007199254740991.0", Ok((9_007_199_254_740_991, true))),
    ("9007199254740992", Err(IntegerError::TooLarge)),
    ("9007199254740993", Err(IntegerError::TooLarge)),
    // A double would round it down to 2^53 − 1.
    ("9007199254740991.1", Err(IntegerError::NotIntegral)),
    (
        "9007199254740991.00000000000000000001",
        Err(IntegerError::NotIntegral),
    ),
    ("1e16", Err(IntegerError::TooLarge)),
    ("18446744073709551616", Err(IntegerError::TooLarge)),
    ("99999999999999999999999", Err(IntegerError::TooLarge)),
    ("1e300", Err(IntegerError::TooLarge)),
    ("1.5", Err(IntegerError::NotIntegral)),
    ("42e-1", Err(IntegerError::NotIntegral)),
    ("1e-400", Err(IntegerError::NotIntegral)),
    ("1e-99999999999999999999", Err(IntegerError::NotIntegral)),
    ("-0", Err(IntegerError::NegativeZero)),
    ("-0.0", Err(IntegerError::NegativeZero)),
    ("-0e5", Err(IntegerError::NegativeZero)),
    ("-1", Err(IntegerError::Negative)),
    ("-1.0", Err(IntegerError::Negative)),
    ("-1.5", Err(IntegerError::NotIntegral)),
    ("true", Err(IntegerError::NotANumber)),
    ("\"7\"", Err(IntegerError::NotANumber)),
    ("null", Err(IntegerError::NotANumber)),
];

#[test]
fn integers_are_checked_before_they_are_rounded() {
    for (token, expected) in INTEGERS {
        let document = read(token.as_bytes(), &ReadOptions::default()).unwrap();
        let plain = |result: Result<llm_types::json::SafeInteger, _>| {
            result.map(|integer| (integer.value, integer.written_as_float))
        };
        assert_eq!(plain(document.root().as_u64_safe()), *expected, "{token}");
        assert_eq!(
            plain(document.to_value().as_u64_safe()),
            *expected,
            "{token}"
        );
        if let Err(error) = expected {
            assert!(
                llm_types::rule::find(error.code()).is_some(),
                "{}",
                error.code()
            );
        }
    }
}

/// Codes, byte ranges and pointers of the lints of a text.
fn lints(text: &[u8], options: &ReadOptions) -> Vec<(&'static str, u64, u64, String)> {
    let document = read(text, options).unwrap();
    assert_eq!(document.lint_count(), document.lints().count() as u64);
    document
        .lints()
        .map(|lint| {
            (
                lint.code(),
                lint.place.byte_start,
                lint.place.byte_end,
                lint.place.pointer,
            )
        })
        .collect()
}

#[test]
fn a_byte_order_mark_is_remarked_on() {
    let options = ReadOptions::default();
    assert_eq!(
        lints(b"\xef\xbb\xbf[1]", &options),
        [("JSON_BOM", 0, 3, String::new())]
    );
    let document = read(b"\xef\xbb\xbf [1]", &options).unwrap();
    assert_eq!(document.root().byte_range(), (4, 7));
    assert_eq!(document.root().to_compact(), "[1]");
    assert_eq!(document.root().place().column_utf16, 2);
}

#[test]
fn a_number_that_a_double_changes_is_remarked_on() {
    let options = ReadOptions::default();
    let code = "NUMBER_NOT_EXACT";
    let pointer = |at: &str| String::from(at);
    assert_eq!(
        lints(
            br#"{"id": 9007199254740993, "ok": 9007199254740992}"#,
            &options
        ),
        [(code, 7, 23, pointer("/id"))]
    );
    assert_eq!(
        lints(b"[0, [1e-400]]", &options),
        [(code, 5, 11, pointer("/1/0"))]
    );
    // 2^60 is a double, but its shortest form has other digits.
    for inexact in [
        "0.1000000000000000055511151231257827",
        "1152921504606846976",
        "123456789012345678e2",
        "0.000000000000000000000000000000000000001e-300",
    ] {
        assert_eq!(lints(inexact.as_bytes(), &options).len(), 1, "{inexact}");
    }
    for exact in [
        "0.1",
        "0.10000000000000001",
        "-12.345678901234567e-12",
        "1e22",
        "123456789012345",
        "0.30000000000000004",
        "1.7976931348623157e308",
        "5e-324",
        "100000000000000000000",
        "1.00000000000000000000000",
        "-0",
        "0e-999",
        "4.35",
        "1e-7",
    ] {
        assert_eq!(lints(exact.as_bytes(), &options), [], "{exact}");
    }
}

#[test]
fn lenient_keys_keep_the_last() {
    let options = ReadOptions {
        duplicate_keys: DuplicateKeys::LastWins,
        ..ReadOptions::default()
    };
    let text = br#"{"a": 1, "b": {"x": 0, "\u0078": {"y": 9}}, "a": [2], "a": 3}"#;
    let code = "DUPLICATE_KEY";
    assert_eq!(
        lints(text, &options),
        [
            (code, 23, 31, "/b/x".into()),
            (code, 44, 47, "/a".into()),
            (code, 54, 57, "/a".into()),
        ]
    );
    let document = read(text, &options).unwrap();
    assert_eq!(document.root().to_compact(), r#"{"b":{"x":{"y":9}},"a":3}"#);
    assert_eq!(
        document.root().to_canonical(),
        r#"{"a":3,"b":{"x":{"y":9}}}"#
    );
    assert_eq!(
        (document.root().len(), document.root().members().count()),
        (2, 2)
    );
    assert_eq!(document.find("/a").unwrap().raw(), "3");
    let Value::Object(object) = document.to_value() else {
        panic!("not an object");
    };
    assert_eq!(
        (object.len(), object.get("a").and_then(Value::as_u64)),
        (2, Some(3))
    );
    let first = document.lints().next().unwrap();
    assert_eq!(first.kind, LintKind::DuplicateKey { first_start: 15 });
    assert_eq!(first.level().as_str(), "warning");
}

#[test]
fn lenient_surrogates_are_replaced() {
    let options = ReadOptions {
        lone_surrogates: LoneSurrogates::Replace,
        ..ReadOptions::default()
    };
    let text = br#"{"\udc00": ["a\ud800b", "\ud83d\ude00", "\ud800\ud83d\ude00\n"]}"#;
    let document = read(text, &options).unwrap();
    assert_eq!(
        document.root().to_compact(),
        "{\"\u{fffd}\":[\"a\u{fffd}b\",\"😀\",\"\u{fffd}😀\\n\"]}"
    );
    let code = "LONE_SURROGATE";
    assert_eq!(
        lints(text, &options),
        [
            (code, 2, 8, "/\u{fffd}".into()),
            (code, 14, 20, "/\u{fffd}/0".into()),
            (code, 41, 47, "/\u{fffd}/2".into()),
        ]
    );
    // Two keys that are the same after the repair stand twice.
    let error = read(br#"{"\ud800": 1, "\udc00": 2}"#, &options).unwrap_err();
    assert_eq!(error.code(), "DUPLICATE_KEY");
    assert!(read(br#"{"\ud800": 1, "\udc00": 2}"#, &ReadOptions::lenient()).is_ok());
}
