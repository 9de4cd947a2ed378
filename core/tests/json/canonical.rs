//! The canonical form of RFC 8785. Numbers from its appendix B and from
//! ECMA-262 `Number::toString`; order of keys from its section 3.2.3.

use llm_types::json::{
    Number, ReadOptions, Value, canonicalize, read, write_canonical, write_compact, write_pretty,
};

/// Bits of a double, and how ECMAScript prints it (RFC 8785 appendix B).
const DOUBLES: &[(u64, &str)] = &[
    (0x0000_0000_0000_0000, "0"),
    (0x8000_0000_0000_0000, "0"),
    (0x0000_0000_0000_0001, "5e-324"),
    (0x8000_0000_0000_0001, "-5e-324"),
    (0x7fef_ffff_ffff_ffff, "1.7976931348623157e+308"),
    (0xffef_ffff_ffff_ffff, "-1.7976931348623157e+308"),
    (0x4340_0000_0000_0000, "9007199254740992"),
    (0xc340_0000_0000_0000, "-9007199254740992"),
    (0x4430_0000_0000_0000, "295147905179352830000"),
    (0x44b5_2d02_c7e1_4af5, "9.999999999999997e+22"),
    (0x44b5_2d02_c7e1_4af6, "1e+23"),
    (0x44b5_2d02_c7e1_4af7, "1.0000000000000001e+23"),
    (0x444b_1ae4_d6e2_ef4e, "999999999999999700000"),
    (0x444b_1ae4_d6e2_ef4f, "999999999999999900000"),
    (0x444b_1ae4_d6e2_ef50, "1e+21"),
    (0x3eb0_c6f7_a0b5_ed8c, "9.999999999999997e-7"),
    (0x3eb0_c6f7_a0b5_ed8d, "0.000001"),
    (0x41b3_de43_5555_5553, "333333333.3333332"),
    (0x41b3_de43_5555_5554, "333333333.33333325"),
    (0x41b3_de43_5555_5555, "333333333.3333333"),
    (0x41b3_de43_5555_5556, "333333333.3333334"),
    (0x41b3_de43_5555_5557, "333333333.33333343"),
    (0xbecb_f647_612f_3696, "-0.0000033333333333333333"),
    (0x4314_3ff3_c1cb_0959, "1424953923781206.2"),
];

#[test]
fn doubles_are_printed_as_ecmascript_does() {
    for &(bits, expected) in DOUBLES {
        let double = f64::from_bits(bits);
        let number = Number::from_f64(double).unwrap();
        assert_eq!(number.canonical(), expected);
        // From the digits of another writer too.
        let digits = format!("{double:e}");
        assert_eq!(
            canonicalize(digits.as_bytes()).unwrap(),
            expected,
            "{digits}"
        );
    }
    for unspeakable in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        assert!(Number::from_f64(unspeakable).is_none());
    }
}

#[test]
fn tokens_become_the_nearest_double() {
    let cases = [
        ("1.0", "1"),
        ("-0", "0"),
        ("-0.0", "0"),
        ("1e0", "1"),
        ("100e-2", "1"),
        ("1E21", "1e+21"),
        ("1e20", "100000000000000000000"),
        ("0.0000010", "0.000001"),
        ("0.0000001", "1e-7"),
        ("123456789012345678", "123456789012345680"),
        ("9007199254740991", "9007199254740991"),
        ("-9007199254740991", "-9007199254740991"),
        ("9007199254740993", "9007199254740992"),
        ("9223372036854775807", "9223372036854776000"),
        ("-9223372036854775808", "-9223372036854776000"),
        ("18446744073709551615", "18446744073709552000"),
        ("2.5", "2.5"),
        ("1e-400", "0"),
        ("4.9406564584124654e-324", "5e-324"),
    ];
    for (token, expected) in cases {
        assert_eq!(canonicalize(token.as_bytes()).unwrap(), expected, "{token}");
        let value = Value::from(Number::parse(token).unwrap());
        assert_eq!(write_canonical(&value), expected, "{token}");
    }
}

#[test]
fn keys_are_in_the_order_of_utf16_code_units() {
    // U+FB33 and U+FFFF come after the surrogates of U+1F600, U+D7FF before.
    let text = "{\"\u{ffff}\":1,\"\u{fb33}\":2,\"\u{1f600}\":3,\"\u{d7ff}\":4,\"\u{20ac}\":5,\"é\":6,\"\u{80}\":7,\"a\":8,\"1\":9,\"\\r\":10,\"\":11,\"aa\":12,\"\u{1f600}a\":13,\"\u{10ffff}\":14,\"\u{10000}\":15}";
    let expected = [
        "",
        "\r",
        "1",
        "a",
        "aa",
        "\u{80}",
        "é",
        "\u{20ac}",
        "\u{d7ff}",
        "\u{10000}",
        "\u{1f600}",
        "\u{1f600}a",
        "\u{10ffff}",
        "\u{fb33}",
        "\u{ffff}",
    ];
    let mut by_units = expected;
    by_units.sort_by_key(|key| key.encode_utf16().collect::<Vec<_>>());
    assert_eq!(by_units, expected, "the expectation itself");
    let canonical = canonicalize(text.as_bytes()).unwrap();
    let document = read(canonical.as_bytes(), &ReadOptions::default()).unwrap();
    let keys: Vec<String> = document
        .root()
        .members()
        .map(|(key, _)| key.to_string())
        .collect();
    assert_eq!(keys, expected);
    assert_eq!(write_canonical(&document.to_value()), canonical);
}

#[test]
fn strings_have_the_shortest_escapes() {
    let all: String = (0..0x20u8)
        .map(char::from)
        .chain("\"\\/\u{7f}\u{2028}é😀".chars())
        .collect();
    let expected = concat!(
        r#""\u0000\u0001\u0002\u0003\u0004\u0005\u0006\u0007\b\t\n\u000b\f\r\u000e\u000f"#,
        r#"\u0010\u0011\u0012\u0013\u0014\u0015\u0016\u0017\u0018\u0019\u001a\u001b\u001c\u001d"#,
        "\\u001e\\u001f\\\"\\\\/\u{7f}\u{2028}é😀\"",
    );
    assert_eq!(write_canonical(&Value::from(all.as_str())), expected);
    assert_eq!(write_compact(&Value::from(all.as_str())), expected);
    assert_eq!(
        canonicalize(br#""\/\u00e9\u005c\u000A""#).unwrap(),
        r#""/é\\\n""#
    );
}

#[test]
fn white_space_goes_and_the_rest_stays() {
    let text = b" {\"b\" : [ 1 , { } , [ ] ] ,\n\"a\" : null }\r\n";
    assert_eq!(canonicalize(text).unwrap(), r#"{"a":null,"b":[1,{},[]]}"#);
}

#[test]
fn the_pretty_form_is_pinned() {
    let text = br#"{"b":[],"a":{"x":1.0,"y":[1,[2,{}],"z"]},"":{}}"#;
    let expected = "\
{
  \"b\": [],
  \"a\": {
    \"x\": 1.0,
    \"y\": [
      1,
      [
        2,
        {}
      ],
      \"z\"
    ]
  },
  \"\": {}
}";
    let document = read(text, &ReadOptions::default()).unwrap();
    assert_eq!(document.root().to_pretty(), expected);
    assert_eq!(write_pretty(&document.to_value()), expected);
    for scalar in ["null", "[]", "{}", "\"x\"", "1e5"] {
        let document = read(scalar.as_bytes(), &ReadOptions::default()).unwrap();
        assert_eq!(document.root().to_pretty(), scalar);
    }
}
