//! Keys that are guessed from the element before are read like any other.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::super::{DuplicateKeys, Kind, Node, ReadOptions, read};

const ELEMENTS: [&str; 16] = [
    r#"{"a":1,"b":{"c":2}}"#,
    r#"{"a":1,"b":{"c":2,"d":3}}"#,
    r#"{"a":1,"b":{"d":2,"c":3},"e":4}"#,
    r#"{"a":{"c":1},"b":7}"#,
    r#"{"ab":1,"b":2}"#,
    r#"{"a":1}"#,
    r#"{"a" : 1 , "b" :[]}"#,
    r#"{"b":1,"a":2}"#,
    r#"{"\u0061":1,"b":2}"#,
    r#"{"a\"":1,"b":2}"#,
    r#"{"a":[{"x":1},{"x":2,"y":3}],"b":[{"x":4}]}"#,
    r#"{"a":1,"a":2,"b":3}"#,
    r#"{"a_key_of_more_than_16_bytes":1,"a":2}"#,
    r#"{"":1}"#,
    "{}",
    "7",
];

fn same(one: Node<'_>, other: Node<'_>, text: &str) {
    assert_eq!(one.to_compact(), other.to_compact(), "{text}");
    assert_eq!(one.raw(), other.raw(), "{text}");
    assert_eq!(one.len(), other.len(), "{text}");
    for (key, value) in other.members() {
        let found = one.get(&key.as_str()).unwrap();
        assert_eq!(found.raw(), value.raw(), "{text}");
        let (start, end) = found.key_range().unwrap();
        let (start, end) = (
            usize::try_from(start).unwrap(),
            usize::try_from(end).unwrap(),
        );
        let (from, to) = value.key_range().unwrap();
        assert_eq!(u64::try_from(end - start).unwrap(), to - from, "{text}");
        assert_eq!(text.get(start..=start), Some("\""), "{text}");
        same(found, value, text);
    }
    for (item, other) in one.items().zip(other.items()) {
        same(item, other, text);
    }
    for name in ["a", "b", "ab", "c", "x", "y", "z"] {
        assert_eq!(one.get(name).is_some(), other.get(name).is_some(), "{text}");
    }
}

#[test]
fn an_element_is_read_alike_whatever_stands_before_it() {
    let options = ReadOptions {
        duplicate_keys: DuplicateKeys::LastWins,
        ..ReadOptions::default()
    };
    for first in ELEMENTS {
        for second in ELEMENTS {
            for third in ELEMENTS {
                let text = format!("[{first},{second},{third}]");
                let document = read(text.as_bytes(), &options).unwrap();
                for (node, alone) in document.root().items().zip([first, second, third]) {
                    let alone = read(alone.as_bytes(), &options).unwrap();
                    same(node, alone.root(), &text);
                }
            }
        }
    }
}

/// All objects of a document, with their keys as they are written.
fn objects(node: Node<'_>, found: &mut Vec<(u32, Vec<String>)>) {
    if node.kind() == Kind::Object {
        let keys = node.members().map(|(key, _)| format!("{key:?}"));
        found.push((node.layout(), keys.collect()));
    }
    let values = node.members().map(|(_, value)| value);
    for value in values.chain(node.items()) {
        objects(value, found);
    }
}

#[test]
fn objects_of_one_layout_have_the_same_keys_in_the_same_order() {
    let options = ReadOptions {
        duplicate_keys: DuplicateKeys::LastWins,
        ..ReadOptions::default()
    };
    let mut shared = 0;
    for first in ELEMENTS {
        for second in ELEMENTS {
            let text = format!(r#"{{"k":[{first},{second},{second}],"l":{first}}}"#);
            let document = read(text.as_bytes(), &options).unwrap();
            let mut found = Vec::new();
            objects(document.root(), &mut found);
            found.retain(|(layout, _)| *layout > 0);
            found.sort();
            for pair in found.windows(2) {
                if pair[0].0 == pair[1].0 {
                    shared += 1;
                    assert_eq!(pair[0].1, pair[1].1, "{text}");
                }
            }
            assert!(
                found
                    .iter()
                    .all(|(layout, _)| *layout <= document.layouts())
            );
        }
    }
    assert!(shared > 100, "{shared}");
}

#[test]
fn short_numbers_have_the_value_that_their_digits_say() {
    let mut numbers: Vec<u64> = (0..2_000).collect();
    numbers.extend((0..15).flat_map(|digits| {
        let ten = 10u64.pow(digits);
        [ten - 1, ten, ten + 1, ten * 7 + 3, ten / 3]
    }));
    for number in numbers {
        for after in [
            "]",
            " ]",
            ",0,0,0,0,0]",
            "       ]",
            ".0]",
            "e0]",
            "E1,12345678]",
        ] {
            let text = format!("[{number}{after}");
            let document = read(text.as_bytes(), &ReadOptions::default()).unwrap();
            let first = document.root().item(0).unwrap();
            let is_plain = first.raw() == number.to_string();
            assert_eq!(first.short_natural(), is_plain.then_some(number), "{text}");
        }
        for text in [format!("[0{number}]       "), format!("[{number}x        ")] {
            assert!(
                read(text.as_bytes(), &ReadOptions::default()).is_err(),
                "{text}"
            );
        }
        let text = format!("[-{number},1,1,1,1]");
        let document = read(text.as_bytes(), &ReadOptions::default()).unwrap();
        assert_eq!(
            document.root().item(0).unwrap().short_natural(),
            None,
            "{text}"
        );
    }
}

#[test]
fn a_broken_element_is_refused_alike_whatever_stands_before_it() {
    let broken = [
        r#"{"a"}"#,
        r#"{"a" 1}"#,
        r#"{"a"#,
        r#"{"a\q":1}"#,
        r#"{"a":1,}"#,
        r#"{"a":1,"b":2,"a":3}"#,
        r#"{"a":1,"b"#,
        r#"{a":1}"#,
    ];
    for broken in broken {
        let refusal = |before: &str| {
            let text = format!("[{before},{broken}]");
            let error = read(text.as_bytes(), &ReadOptions::default()).unwrap_err();
            let place = error.place();
            (
                error.to_string(),
                place.pointer.clone(),
                place.byte_start,
                place.byte_end,
            )
        };
        let guessed = refusal(r#"{"a":1,"b":2,"a_":3}"#);
        assert_eq!(guessed, refusal(r#"{"q":1,"r":2,"s_":3}"#), "{broken}");
    }
}
