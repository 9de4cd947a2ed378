//! Texts that are made to hurt: deep, wide, long, colliding.
//!
//! The threads of these tests have a small stack, so that recursion of any kind
//! ends the test run. Nothing is timed; a quadratic case would take minutes.

use std::fmt::Write as _;
use std::thread;

use llm_types::json::{DuplicateKeys, Object, ReadOptions, Value, canonicalize, read, read_lines};

const DEPTH: usize = 1_000_000;

fn on_a_small_stack(test: impl FnOnce() + Send + 'static) {
    let thread = thread::Builder::new().stack_size(64 * 1024);
    thread.spawn(test).unwrap().join().unwrap();
}

fn deep_options() -> ReadOptions {
    ReadOptions {
        max_depth: u32::MAX,
        ..ReadOptions::default()
    }
}

#[test]
fn depth_is_128_unless_set() {
    let nested = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);
    let options = ReadOptions::default();
    assert!(read(nested(128).as_bytes(), &options).is_ok());
    let error = read(nested(129).as_bytes(), &options).unwrap_err();
    assert_eq!((error.code(), error.byte_range()), ("TOO_DEEP", (128, 129)));
    assert_eq!(error.pointer(), "/0".repeat(128));
    let error = read("[".repeat(5_000_000).as_bytes(), &options).unwrap_err();
    assert_eq!((error.code(), error.byte_range()), ("TOO_DEEP", (128, 129)));
    let none = ReadOptions {
        max_depth: 0,
        ..ReadOptions::default()
    };
    assert!(read(b"1", &none).is_ok());
    assert_eq!(read(b"[]", &none).unwrap_err().code(), "TOO_DEEP");
}

#[test]
fn a_million_levels_take_no_stack() {
    on_a_small_stack(|| {
        for (open, close, depth) in [("[", "]", DEPTH), ("{\"a\":", "}", DEPTH / 10)] {
            let text = open.repeat(depth) + "1" + &close.repeat(depth);
            let document = read(text.as_bytes(), &deep_options()).unwrap();
            assert_eq!(document.root().to_compact(), text);
            assert_eq!(document.root().to_canonical(), text);
            let value = document.to_value();
            assert_eq!(value.depth(), depth as u64);
            assert_eq!(value.to_string(), text);
            assert_eq!(llm_types::json::write_canonical(&value), text);
            let clone = value.clone();
            assert!(clone == value);
            drop(value);
            let Value::Array(array) = Value::from(vec![clone]) else {
                panic!("not an array");
            };
            let object: Object = [("a", Value::from(array))].into_iter().collect();
            assert!(object == object.clone());
            drop(object);
            // The deepest value, its pointer, its place.
            let pointer = if open == "[" { "/0" } else { "/a" }.repeat(depth);
            let deepest = document.find(&pointer).unwrap();
            assert_eq!(deepest.raw(), "1");
            assert_eq!(deepest.pointer().as_str(), pointer);
            assert_eq!(deepest.place().pointer, pointer);
        }
    });
}

#[test]
fn a_million_levels_that_are_not_closed() {
    on_a_small_stack(|| {
        let text = "[{\"a\":".repeat(DEPTH / 2);
        let error = read(text.as_bytes(), &deep_options()).unwrap_err();
        assert_eq!(error.code(), "UNEXPECTED_END");
        assert_eq!(error.pointer(), "/0/a".repeat(DEPTH / 2));
        let mut bytes = text.into_bytes();
        bytes.push(0xff);
        let error = read(&bytes, &deep_options()).unwrap_err();
        assert_eq!(error.code(), "INVALID_UTF8");
        drop(error);
    });
}

#[test]
fn values_that_nobody_read_are_dropped_all_the_same() {
    on_a_small_stack(|| {
        let mut value = Value::Null;
        for level in 0..DEPTH / 4 {
            value = if level % 2 == 0 {
                Value::from(vec![Value::from(1u8), value])
            } else {
                [("x", Value::Null), ("y", value)]
                    .into_iter()
                    .collect::<Object>()
                    .into()
            };
        }
        let printed = format!("{value:?}");
        assert_eq!(printed, value.to_string());
        let Value::Object(mut object) = value else {
            panic!("not an object");
        };
        // Replacing, removing and retaining drop what they take out.
        let old = object.insert("y", Value::Null);
        object.insert("z", old.clone());
        drop(old);
        object.remove("z");
        object.retain(|_, _| false);
    });
}

#[test]
fn many_keys_in_one_object() {
    let mut text = String::from("{");
    for n in 0..200_000 {
        let _ = write!(text, "\"key number {}\":{n},", n * 7919 % 200_003);
    }
    let once = format!("{text}\"last\":0}}");
    let document = read(once.as_bytes(), &ReadOptions::default()).unwrap();
    assert_eq!(document.root().len(), 200_001);
    let value = document.to_value();
    assert_eq!(value.get("last").and_then(Value::as_u64), Some(0));
    assert!(value == value.clone());
    let twice = format!("{text}\"key number 7919\":0}}");
    let error = read(twice.as_bytes(), &ReadOptions::default()).unwrap_err();
    assert_eq!(
        (error.code(), error.pointer()),
        ("DUPLICATE_KEY", "/key number 7919")
    );
    assert_eq!(error.byte_range().0, text.len() as u64);
}

#[test]
fn keys_that_stand_a_hundred_thousand_times() {
    let text = format!("{{{}\"b\":1}}", "\"a\":0,".repeat(100_000));
    let error = read(text.as_bytes(), &ReadOptions::default()).unwrap_err();
    assert_eq!(error.byte_range(), (7, 10));
    let options = ReadOptions {
        duplicate_keys: DuplicateKeys::LastWins,
        ..ReadOptions::default()
    };
    let document = read(text.as_bytes(), &options).unwrap();
    assert_eq!(document.root().to_compact(), r#"{"a":0,"b":1}"#);
    assert_eq!((document.root().len(), document.lint_count()), (2, 99_999));
    assert_eq!(
        document.lints().map(|lint| lint.place.line).sum::<u64>(),
        99_999
    );
}

#[test]
fn long_keys_that_differ_at_the_end() {
    let prefix = "k".repeat(10_000);
    let keys: Vec<String> = (0..1000).map(|n| format!("\"{prefix}{n:04}\":0")).collect();
    let text = format!("{{{}}}", keys.join(","));
    assert!(read(text.as_bytes(), &ReadOptions::default()).is_ok());
}

#[test]
fn long_strings_numbers_and_white_space() {
    let long = "x".repeat(10_000_000);
    let document = read(format!("[\"{long}\"]").as_bytes(), &ReadOptions::default())
        .map(|document| document.to_value())
        .unwrap();
    assert_eq!(
        document.as_array().unwrap()[0].as_str().map(str::len),
        Some(10_000_000)
    );
    let escapes = "\\u0041\\n\\\\".repeat(500_000);
    let text = format!("{{\"{escapes}\":1}}");
    assert_eq!(
        canonicalize(text.as_bytes()).unwrap().len(),
        500_000 * 5 + 6
    );
    let spaces = " ".repeat(5_000_000);
    assert!(
        read(
            format!("{spaces}[{spaces}]{spaces}").as_bytes(),
            &ReadOptions::default()
        )
        .is_ok()
    );
    let error = read(
        format!("{spaces}[{spaces}").as_bytes(),
        &ReadOptions::default(),
    )
    .unwrap_err();
    assert_eq!(error.place().column_utf16, 10_000_001);
    let digits = "9".repeat(5000);
    assert_eq!(
        read(digits.as_bytes(), &ReadOptions::default())
            .unwrap_err()
            .code(),
        "TOO_LARGE"
    );
    let fraction = format!("0.{}", "0".repeat(4000));
    assert!(read(fraction.as_bytes(), &ReadOptions::default()).is_ok());
    let unlimited = ReadOptions {
        max_number_bytes: u64::MAX,
        ..ReadOptions::default()
    };
    let number = format!("0.{}1e1000001", "0".repeat(1_000_000));
    let document = read(number.as_bytes(), &unlimited).unwrap();
    assert_eq!(document.root().as_u64_safe().unwrap().value, 1);
    let error = read(format!("1{}", "0".repeat(1_000_000)).as_bytes(), &unlimited).unwrap_err();
    assert_eq!(error.code(), "NUMBER_OUT_OF_RANGE");
}

#[test]
fn many_lints_on_one_long_line() {
    let text = format!("[{}0]", "[9007199254740993],".repeat(100_000));
    let document = read(text.as_bytes(), &ReadOptions::default()).unwrap();
    let last = document.lints().last().unwrap();
    assert_eq!(
        (document.lint_count(), last.place.pointer.as_str()),
        (100_000, "/99999/0")
    );
    let nodes: Vec<_> = document.root().items().collect();
    let places = document.places(&nodes);
    assert_eq!(places.len(), 100_001);
    assert_eq!(places[100_000], nodes[100_000].place());
}

#[test]
fn many_bad_lines() {
    let text = "[1,]\n".repeat(200_000);
    let options = ReadOptions::default();
    let last = read_lines(text.as_bytes(), &options)
        .last()
        .unwrap()
        .unwrap_err();
    assert_eq!(
        (last.place().line, last.byte_range()),
        (200_000, (999_997, 999_998))
    );
}
