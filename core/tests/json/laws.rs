//! Laws that hold for every text and every value.

use std::fmt::Write as _;

use llm_types::json::{
    Document, Kind, Node, Number, Object, ReadOptions, Value, canonicalize, read, read_lines,
    write_canonical, write_compact, write_pretty,
};
use proptest::prelude::*;

fn strict() -> ReadOptions {
    ReadOptions::default()
}

fn value_of(text: &str) -> Value {
    read(text.as_bytes(), &strict()).unwrap().to_value()
}

fn number() -> impl Strategy<Value = Number> {
    let token = "-?(0|[1-9][0-9]{0,18})(\\.[0-9]{1,18})?([eE][+-]?[0-9]{1,2})?";
    prop_oneof![
        any::<i64>().prop_map(Number::from),
        any::<u64>().prop_map(Number::from),
        any::<f64>().prop_filter_map("finite", Number::from_f64),
        token.prop_map(|token| Number::parse(&token).unwrap()),
    ]
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        ".{0,12}",
        "[a-c]{0,2}",
        any::<Vec<char>>().prop_map(|chars| chars.iter().collect())
    ]
}

fn value() -> impl Strategy<Value = Value> {
    let scalar = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        number().prop_map(Value::from),
        text().prop_map(Value::from),
    ];
    scalar.prop_recursive(6, 64, 40, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..8).prop_map(Value::from),
            prop::collection::vec((text(), inner), 0..40)
                .prop_map(|members| Value::from(members.into_iter().collect::<Object>())),
        ]
    })
}

/// Texts that are nearly JSON: pieces of JSON in any order.
fn nearly_json() -> impl Strategy<Value = Vec<u8>> {
    let pieces = prop::sample::select(vec![
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        "\"",
        "\"a\"",
        "\"a\":",
        "\\",
        "\\u",
        "\\ud800",
        "\\udc00",
        "0",
        "-",
        "1.5",
        "1e9",
        "e",
        ".",
        "true",
        "false",
        "null",
        "nul",
        "NaN",
        " ",
        "\n",
        "\r",
        "\t",
        "'",
        "//",
        "/*",
        "*/",
        "#",
        "é",
        "😀",
        "\u{feff}",
        "\u{a0}",
        "\0",
        "1e999",
        "\"\":",
        "\"b\\u0061\"",
        "9007199254740993",
        "```",
    ]);
    prop::collection::vec(pieces, 0..24).prop_map(|pieces| pieces.concat().into_bytes())
}

/// Every node of a document.
fn nodes<'d>(document: &'d Document<'d>) -> Vec<Node<'d>> {
    let mut nodes = vec![document.root()];
    let mut next = 0;
    while let Some(&node) = nodes.get(next) {
        nodes.extend(node.items());
        nodes.extend(node.members().map(|(_, value)| value));
        next += 1;
    }
    nodes
}

/// What must hold of any text, whatever becomes of it.
fn check_any_text(text: &[u8]) {
    for options in [strict(), ReadOptions::lenient()] {
        match read(text, &options) {
            Ok(document) => {
                let all = nodes(&document);
                let places = document.places(&all);
                for (node, place) in all.iter().zip(places) {
                    let (start, end) = node.byte_range();
                    assert_eq!(node.raw().len() as u64, end - start);
                    assert_eq!(&node.place(), &place);
                    assert_eq!(node.pointer().as_str(), place.pointer);
                    let found = document.at(&node.pointer()).unwrap();
                    assert_eq!(found.byte_range(), node.byte_range());
                    let alone = read(node.raw().as_bytes(), &options).unwrap();
                    assert_eq!(alone.to_value(), node.to_value());
                }
                let value = document.to_value();
                assert_eq!(write_compact(&value), document.root().to_compact());
                assert_eq!(write_pretty(&value), document.root().to_pretty());
                assert_eq!(write_canonical(&value), document.root().to_canonical());
                for lint in document.lints() {
                    assert!(lint.place.byte_start < lint.place.byte_end);
                    assert!(document.find(&lint.place.pointer).is_ok());
                    assert!(llm_types::rule::find(lint.code()).is_some());
                }
            }
            Err(error) => {
                let (start, end) = error.byte_range();
                assert!(start <= end && end <= text.len() as u64, "{error}");
                assert!(
                    llm_types::rule::find(error.code()).is_some(),
                    "{}",
                    error.code()
                );
                let before = &text[..usize::try_from(start).unwrap()];
                let line = before.split(|&byte| byte == b'\n').count() as u64;
                assert_eq!(error.place().line, line);
                assert_eq!(llm_types::Error::from(error.clone()).code(), error.code());
                if let Ok(text) = std::str::from_utf8(text) {
                    let boundary = |at| text.is_char_boundary(usize::try_from(at).unwrap());
                    assert!(boundary(start) && boundary(end), "{error}");
                }
            }
        }
    }
    let options = strict();
    let lines = read_lines(text, &options).count();
    assert!(lines <= text.split(|&byte| byte == b'\n').count());
}

/// What `serde_json` says of a text, by the rules on which we agree with it: it
/// keeps the last of two keys and knows no byte order mark.
fn serde_says(text: &[u8]) -> Option<serde_json::Value> {
    serde_json::from_slice(text).ok()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_is_read_again(value in value()) {
        let compact = write_compact(&value);
        prop_assert_eq!(&value_of(&compact), &value);
        prop_assert_eq!(write_compact(&value_of(&compact)), compact);
        let pretty = write_pretty(&value);
        prop_assert_eq!(&value_of(&pretty), &value);
        prop_assert_eq!(&value.clone(), &value);
    }

    #[test]
    fn canonical_form_is_a_fixed_point(value in value()) {
        let canonical = write_canonical(&value);
        prop_assert_eq!(&canonicalize(canonical.as_bytes()).unwrap(), &canonical);
        prop_assert_eq!(&canonicalize(write_pretty(&value).as_bytes()).unwrap(), &canonical);
        // Another parser reads the same from it.
        let ours: serde_json::Value = serde_json::from_str(&write_compact(&value)).unwrap();
        let theirs: serde_json::Value = serde_json::from_str(&canonical).unwrap();
        prop_assert!(same_for_a_host(&ours, &theirs), "{ours} {theirs}");
    }

    #[test]
    fn keys_sort_by_utf16(keys in prop::collection::btree_set(text(), 0..20)) {
        let object: Object = keys.iter().map(|key| (key.as_str(), 0u8)).collect();
        let canonical = write_canonical(&Value::from(object));
        let document = read(canonical.as_bytes(), &strict()).unwrap();
        let written: Vec<Vec<u16>> = document.root().members()
            .map(|(key, _)| key.as_str().encode_utf16().collect()).collect();
        prop_assert!(written.is_sorted());
        prop_assert_eq!(written.len(), keys.len());
    }

    #[test]
    fn any_bytes_get_an_answer(text in any::<Vec<u8>>()) {
        check_any_text(&text);
    }

    #[test]
    fn any_text_that_is_nearly_json_gets_an_answer(text in nearly_json()) {
        check_any_text(&text);
    }

    #[test]
    fn a_document_with_a_wound_gets_an_answer(value in value(), at in any::<prop::sample::Index>(), byte in any::<u8>(), cut in any::<bool>()) {
        let mut text = write_compact(&value).into_bytes();
        let at = at.index(text.len());
        if cut { text.truncate(at) } else { text[at] = byte }
        check_any_text(&text);
    }

    #[test]
    fn what_is_cut_off_anywhere_is_told_so(
        value in value(),
        cuts in prop::collection::vec(any::<prop::sample::Index>(), 1..16),
        escaped in any::<bool>(),
        end in prop::sample::select(vec!["", "\n", " \r\n", "\t\n"]),
    ) {
        let text = write_compact(&value);
        let text = if escaped { in_ascii(&text) } else { text };
        for cut in cuts {
            let at = (0..=cut.index(text.len())).rev().find(|&at| text.is_char_boundary(at));
            let head = &text[..at.unwrap()];
            let cut = format!("{head}{end}");
            let code = read(cut.as_bytes(), &strict()).err().map(|error| error.code());
            match code {
                Some("UNEXPECTED_END") => {}
                Some("EMPTY_INPUT") => prop_assert_eq!(head, ""),
                // Of a number, fewer digits are one, too.
                None => prop_assert!(Number::parse(head).is_ok(), "{}", cut),
                Some(other) => prop_assert!(false, "{}: {:?}", other, cut),
            }
        }
    }

    #[test]
    fn serde_json_agrees(text in nearly_json()) {
        agree(&text);
    }

    #[test]
    fn serde_json_agrees_on_wounds(value in value(), at in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let mut text = write_compact(&value).into_bytes();
        let at = at.index(text.len());
        text[at] = byte;
        agree(&text);
    }
}

/// The same document with escapes for all that is not ASCII, in pairs beyond the basic plane.
fn in_ascii(text: &str) -> String {
    let mut out = String::new();
    for unit in text.encode_utf16() {
        match u8::try_from(unit) {
            Ok(byte) if byte.is_ascii() => out.push(char::from(byte)),
            _ => write!(out, "\\u{unit:04x}").unwrap(),
        }
    }
    out
}

/// Both accept or both refuse, but for the rules that are ours alone.
fn agree(text: &[u8]) {
    let ours = read(text, &ReadOptions::lenient());
    let code = ours
        .as_ref()
        .map_or_else(llm_types::JsonError::code, |_| "");
    match serde_says(text) {
        Some(theirs) => {
            let ours = ours.unwrap_or_else(|error| panic!("{error}: {}", text.escape_ascii()));
            let printed = serde_json::from_str(&ours.root().to_compact()).unwrap();
            assert!(same_for_a_host(&printed, &theirs), "{printed} {theirs}");
        }
        None if code.is_empty() => {
            let root = ours.unwrap().root().kind();
            // What we accept and serde_json does not: a byte order mark, and
            // lone surrogates when told to.
            let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
            let surrogates = text
                .escape_ascii()
                .to_string()
                .to_ascii_lowercase()
                .contains("\\ud");
            assert!(
                serde_says(text).is_some() || surrogates,
                "{root:?} {}",
                text.escape_ascii()
            );
        }
        None => {}
    }
}

/// Equal, if numbers are read as doubles.
fn same_for_a_host(a: &serde_json::Value, b: &serde_json::Value) -> bool {
    use serde_json::Value::{Array, Number, Object};
    match (a, b) {
        (Number(a), Number(b)) => a.as_f64() == b.as_f64(),
        (Array(a), Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same_for_a_host(a, b))
        }
        (Object(a), Object(b)) => {
            a.len() == b.len()
                && a.iter()
                    .all(|(key, a)| b.get(key).is_some_and(|b| same_for_a_host(a, b)))
        }
        _ => a == b,
    }
}

#[test]
fn every_short_text_over_the_alphabet_of_json_agrees_with_serde_json() {
    let alphabet = b"[]{},:\"\\01-+.eE tu\n";
    let mut texts: Vec<Vec<u8>> = vec![Vec::new()];
    for _ in 0..4 {
        let longer: Vec<Vec<u8>> = texts
            .iter()
            .flat_map(|text| {
                alphabet.iter().map(|&byte| {
                    let mut longer = text.clone();
                    longer.push(byte);
                    longer
                })
            })
            .collect();
        for text in &longer {
            let ours = read(text, &strict()).map(|document| document.root().kind());
            let theirs = serde_says(text);
            assert_eq!(
                ours.is_ok(),
                theirs.is_some(),
                "{}: {ours:?}",
                text.escape_ascii()
            );
            if let (Ok(kind), Some(theirs)) = (ours, theirs) {
                assert_eq!(kind == Kind::Object, theirs.is_object());
            }
        }
        texts = longer;
    }
}
