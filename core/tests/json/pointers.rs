//! JSON Pointer: the examples of RFC 6901 section 5, and what it refuses.

use llm_types::json::{Pointer, ReadOptions, Value, locate, read};

/// The document of RFC 6901 section 5.
const DOCUMENT: &str = r#"{
  "foo": ["bar", "baz"],
  "": 0,
  "a/b": 1,
  "c%d": 2,
  "e^f": 3,
  "g|h": 4,
  "i\\j": 5,
  "k\"l": 6,
  " ": 7,
  "m~n": 8
}"#;

#[test]
fn the_examples_of_the_rfc() {
    let document = read(DOCUMENT.as_bytes(), &ReadOptions::default()).unwrap();
    let value = document.to_value();
    let cases = [
        ("/foo", r#"["bar", "baz"]"#),
        ("/foo/0", r#""bar""#),
        ("/", "0"),
        ("/a~1b", "1"),
        ("/c%d", "2"),
        ("/e^f", "3"),
        ("/g|h", "4"),
        ("/i\\j", "5"),
        ("/k\"l", "6"),
        ("/ ", "7"),
        ("/m~0n", "8"),
    ];
    assert_eq!(document.find("").unwrap().raw(), DOCUMENT);
    for (pointer, raw) in cases {
        let node = document.find(pointer).unwrap();
        assert_eq!(node.raw(), raw, "{pointer}");
        assert_eq!(node.pointer().as_str(), pointer);
        let parsed = Pointer::parse(pointer).unwrap();
        assert_eq!(
            document.at(&parsed).unwrap().byte_range(),
            node.byte_range()
        );
        assert_eq!(value.at(&parsed), Some(&node.to_value()));
    }
}

#[test]
fn a_pointer_that_leads_nowhere_is_refused_at_the_deepest_value_on_its_way() {
    let document = read(DOCUMENT.as_bytes(), &ReadOptions::default()).unwrap();
    // The deepest value on the way that exists is the place of the error.
    let cases = [
        ("/nope", "", (0, 132)),
        ("/foo/2", "/foo", (11, 25)),
        ("/foo/00", "/foo", (11, 25)),
        ("/foo/-", "/foo", (11, 25)),
        ("/foo/+1", "/foo", (11, 25)),
        ("/foo/", "/foo", (11, 25)),
        ("/foo/18446744073709551616", "/foo", (11, 25)),
        ("/foo/0/x", "/foo/0", (12, 17)),
    ];
    for (pointer, place, range) in cases {
        let error = document.find(pointer).unwrap_err();
        assert_eq!(error.code(), "POINTER_NOT_FOUND");
        assert_eq!(
            (error.pointer(), error.byte_range()),
            (place, range),
            "{pointer}"
        );
        let parsed = Pointer::parse(pointer).unwrap();
        assert!(document.at(&parsed).is_none() && document.to_value().at(&parsed).is_none());
    }
    for malformed in ["a", "a/b", "/~", "/~2", "/a~", "#/a", "/a~01~", "~0"] {
        assert_eq!(
            document.find(malformed).unwrap_err().code(),
            "POINTER_SYNTAX",
            "{malformed}"
        );
    }
}

#[test]
fn a_pointer_is_built_step_by_step() {
    let mut pointer = Pointer::root();
    assert!(pointer.is_root() && !pointer.pop());
    pointer
        .push("a/b~c")
        .push_index(18_446_744_073_709_551_615)
        .push("");
    assert_eq!(pointer.as_str(), "/a~1b~0c/18446744073709551615/");
    let tokens: Vec<_> = pointer.tokens().map(std::borrow::Cow::into_owned).collect();
    assert_eq!(tokens, ["a/b~c", "18446744073709551615", ""]);
    assert_eq!(pointer.to_string().parse::<Pointer>().unwrap(), pointer);
    assert!(pointer.pop() && pointer.pop() && pointer.pop() && !pointer.pop());
    assert_eq!(pointer.child("x").item(3).as_str(), "/x/3");
    assert_eq!(Pointer::root().tokens().count(), 0);
    // `~01` is the text `~1`, not a slash.
    assert_eq!(
        Pointer::parse("/~01").unwrap().tokens().next().unwrap(),
        "~1"
    );
}

#[test]
fn places_in_three_units() {
    let text =
        "{\n  \"a\": [1, {\"b/c\": \"é\"}],\n  \"m~n\": null,\n  \"\": true, \"😀\": \"x\"\n}";
    let place = locate(text.as_bytes(), "/a/1/b~1c").unwrap();
    assert_eq!((place.byte_start, place.byte_end), (21, 25));
    assert_eq!((place.key_start, place.key_end), (Some(14), Some(19)));
    assert_eq!((place.line, place.column_utf8), (2, 19));
    let place = locate(text.as_bytes(), "/😀").unwrap();
    assert_eq!((place.byte_start, place.key_start), (64, Some(56)));
    assert_eq!((place.line, place.column_utf8), (4, 20));
    assert_eq!((place.column_utf16, place.column_utf32), (18, 17));
    assert_eq!(locate(b"[1,", "").unwrap_err().code(), "UNEXPECTED_END");
}

#[test]
fn a_value_is_changed_in_place() {
    let document = read(DOCUMENT.as_bytes(), &ReadOptions::default()).unwrap();
    let mut value = document.to_value();
    let pointer = Pointer::parse("/foo/1").unwrap();
    *value.at_mut(&pointer).unwrap() = Value::from(9u8);
    assert_eq!(value.get("foo").unwrap().to_string(), r#"["bar",9]"#);
}
