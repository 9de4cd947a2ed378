//! Keys that are guessed from the element before are read like any other.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use super::super::{
    Document, DuplicateKeys, Kind, LoneSurrogates, Node, Pointer, ReadOptions, Token, Trail, Ways,
    read,
};

/// With leave to hold what else is refused.
fn lenient() -> ReadOptions {
    ReadOptions {
        duplicate_keys: DuplicateKeys::LastWins,
        lone_surrogates: LoneSurrogates::Replace,
        ..ReadOptions::default()
    }
}

const ELEMENTS: [&str; 20] = [
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
    r#"{"a":[{"x":1},{"x":2}],"b":[{"x":4}],"c":{"x":5}}"#,
    r#"{"a":[{"x":1},{"x":2}], "b" : [ {"x":4} ] ,"d":{"x":"\ud800"}}"#,
    r#"{"a":"\udc00","b":{"c":"\ud800"}}"#,
    r#"{"a":1,"b":{"c":"\ud800"},"e":[]}"#,
    r#"{"":1}"#,
    "{}",
    "7",
];

/// So deep that objects stop to share the keys of earlier ones, at any way out of them.
#[test]
fn keys_are_the_same_however_deep_they_stand() {
    let nested = |inner: &str, last: &str, depth: usize| {
        let open = r#"{"a":1,"b":"#.repeat(depth);
        format!("{open}{inner}{}", last.repeat(depth))
    };
    let options = ReadOptions {
        max_depth: 400,
        ..ReadOptions::default()
    };
    for depth in [1, 2, 31, 32, 62, 63, 64, 65, 66, 67, 130] {
        for last in [
            r#","y":2}"#,
            r#","z":2}"#,
            "}",
            r#","z":2,"a2":{"a":1,"b":3}}"#,
        ] {
            let first = nested("1", r#","y":2}"#, depth);
            let other = nested(r#"{"a":{},"b":[{"a":1,"b":2}]}"#, last, depth);
            let text = format!("[{first},{other},{first}]");
            let document = read(text.as_bytes(), &options).unwrap();
            assert_eq!(document.root().to_compact(), text);
            let ours: Vec<String> = document.root().items().map(Node::to_compact).collect();
            assert_eq!(ours, [first.as_str(), &other, &first]);
        }
    }
}

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

/// Elements of which the last follow one, and two that are alike.
fn lists<'e>(first: &'e str, second: &'e str, third: &'e str) -> [Vec<&'e str>; 2] {
    [
        vec![first, second, third],
        vec![first, first, second, third],
    ]
}

#[test]
fn an_element_is_read_alike_whatever_stands_before_it() {
    let options = lenient();
    for first in ELEMENTS {
        for second in ELEMENTS {
            for third in ELEMENTS {
                for elements in lists(first, second, third) {
                    let text = format!("[{}]", elements.join(","));
                    let document = read(text.as_bytes(), &options).unwrap();
                    for (node, alone) in document.root().items().zip(elements) {
                        let alone = read(alone.as_bytes(), &options).unwrap();
                        same(node, alone.root(), &text);
                    }
                }
            }
        }
    }
}

/// All values of a document with their pointers, made step by step.
fn values<'d>(node: Node<'d>, pointer: &Pointer, found: &mut Vec<(Node<'d>, Pointer)>) {
    found.push((node, pointer.clone()));
    for (key, value) in node.members() {
        values(value, &pointer.child(&key.as_str()), found);
    }
    for (index, item) in node.items().enumerate() {
        values(item, &pointer.child(&index.to_string()), found);
    }
}

fn ways_lead_to(document: &Document<'_>, text: &str) {
    let mut found = Vec::new();
    values(document.root(), &Pointer::root(), &mut found);
    let nodes: Vec<Node<'_>> = found.iter().map(|(node, _)| *node).collect();
    let places = document.places(&nodes);
    let (mut ways, mut trail) = (Ways::new(document), Trail::new(document));
    let mut containers = alloc::vec![Pointer::root()];
    for ((node, pointer), place) in found.iter().zip(places) {
        assert_eq!(node.pointer(), *pointer, "{text}");
        assert_eq!(place.pointer, pointer.as_str(), "{text}");
        assert_eq!(node.place(), place, "{text}");
        assert_eq!(ways.pointer(node.order()), pointer.as_str(), "{text}");
        let step = |outer: &Pointer, token: &Token<'_>| match token {
            Token::Key(key) => outer.child(&key.as_str()),
            Token::Index(index) => outer.child(&index.to_string()),
        };
        let last = trail.to(node.order(), |outer, token| {
            containers.push(step(&containers[usize::try_from(outer).unwrap()], &token));
            u32::try_from(containers.len() - 1).unwrap()
        });
        if let Some((outer, token)) = last {
            let way = step(&containers[usize::try_from(outer).unwrap()], &token);
            assert_eq!(way, *pointer, "{text}");
        }
        let (start, end) = node.key_range().unwrap_or_default();
        assert_eq!(place.key_start, node.key().map(|_| start), "{text}");
        let written = text.get(usize::try_from(start).unwrap()..usize::try_from(end).unwrap());
        let key = (end > 0).then(|| read(written.unwrap().as_bytes(), &lenient()).unwrap());
        assert_eq!(
            key.as_ref().and_then(|key| key.root().as_str()),
            node.key(),
            "{text}"
        );
    }
}

#[test]
fn every_way_leads_to_each_value_whatever_stands_before_it() {
    for first in ELEMENTS {
        for second in ELEMENTS {
            for third in ELEMENTS {
                for elements in lists(first, second, third) {
                    let text = format!("[{}]", elements.join(","));
                    let document = read(text.as_bytes(), &lenient()).unwrap();
                    ways_lead_to(&document, &text);
                    // What is noticed is noticed at the same place as in the element alone.
                    let mut alone = Vec::new();
                    let mut start = 1;
                    for (at, element) in elements.iter().enumerate() {
                        let document = read(element.as_bytes(), &lenient()).unwrap();
                        alone.extend(document.lints().map(|lint| {
                            let pointer = format!("/{at}{}", lint.place.pointer);
                            (pointer, lint.place.byte_start + start)
                        }));
                        start += u64::try_from(element.len()).unwrap() + 1;
                    }
                    let lints = document.lints();
                    let lints =
                        lints.map(|lint| (lint.place.pointer.clone(), lint.place.byte_start));
                    assert_eq!(lints.collect::<Vec<_>>(), alone, "{text}");
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
    let options = lenient();
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
fn one_element_with_other_keys_does_not_tell_those_of_the_next_and_two_do() {
    let (a, b) = (r#"{"x":1,"y":2}"#, r#"{"x":1,"z":2}"#);
    for (elements, layouts) in [
        (vec![a, a, b, a, b, a], vec![1, 1, 2, 1, 3, 1]),
        (vec![a, a, b, b, b, a], vec![1, 1, 2, 3, 3, 4]),
        (vec![a, b, b, a, b], vec![1, 2, 2, 3, 2]),
    ] {
        let text = format!("[{}]", elements.join(","));
        let document = read(text.as_bytes(), &lenient()).unwrap();
        let found: Vec<u32> = document.root().items().map(Node::layout).collect();
        assert_eq!(found, layouts, "{text}");
    }
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
fn long_strings_and_keys_are_read_like_short_ones() {
    let most = 1 << 21;
    for length in [most - 2, most - 1, most] {
        let long = "x".repeat(length);
        let text = format!(
            r#"[{{"a":{{"b":"{long}"}} ,"c":1 }},{{"a":{{"b":"{long}" }},"c":2}},{{"{long}":3,"d":"\n{long}"}},{{"{long}":4,"d":[]}}]"#
        );
        let document = read(text.as_bytes(), &lenient()).unwrap();
        ways_lead_to(&document, &text);
        let find = |pointer: &str| document.find(pointer).unwrap();
        for (at, object) in [(0, r#"{"b":"_"}"#), (1, r#"{"b":"_" }"#)] {
            let written = object.replace('_', &long);
            assert_eq!(find(&format!("/{at}/a")).raw(), written);
            assert!(find(&format!("/{at}/a/b")).as_str().unwrap() == long);
        }
        let ends = [0, 1, 3].map(|at| {
            let raw = find(&format!("/{at}")).raw();
            raw.get(raw.len() - 5..).unwrap()
        });
        assert_eq!(ends, ["\":1 }", "c\":2}", "\":[]}"]);
        assert_eq!(find(&format!("/3/{long}")).raw(), "4");
        assert!(find("/2/d").as_str().unwrap() == format!("\n{long}"));
        assert!(document.root().to_compact() == text.replace(' ', ""));
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
        let nested = refusal(r#"{"a":1,"b":2,"a_":3},{"a":{"x":1},"b":2,"a_":3}"#);
        let plain = refusal(r#"{"q":1,"r":2,"s_":3},{"q":{"x":1},"r":2,"s_":3}"#);
        assert_eq!(nested, plain, "{broken}");
        assert_eq!(guessed, refusal(r#"{"q":1,"r":2,"s_":3}"#), "{broken}");
    }
}
