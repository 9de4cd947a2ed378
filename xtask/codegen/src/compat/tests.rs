//! The checker itself: what breaks is said, and nothing else.

use super::breaking;
use crate::schema::parse;

const OLD: &str = r##"{
    "type": "object",
    "required": ["a"],
    "properties": {
        "a": {"type": "integer", "minimum": 0, "maximum": 10},
        "b": {"type": ["string", "null"]},
        "c": {"type": "string", "enum": ["x", "y"]},
        "d": {"type": "array", "items": {"$ref": "#/$defs/Part"}},
        "e": {"anyOf": [{"$ref": "#/$defs/Part"}, {"type": "null"}]},
        "f": {}
    },
    "$defs": {
        "Part": {"type": "object", "required": ["n"], "properties": {
            "n": {"type": "number"}, "self": {"$ref": "#/$defs/Part"}}}
    }
}"##;

fn change(from: &str, to: &str) -> Vec<String> {
    assert!(OLD.contains(from), "{from}");
    let new = OLD.replacen(from, to, 1);
    breaking(
        &parse(OLD.as_bytes()).unwrap(),
        &parse(new.as_bytes()).unwrap(),
    )
}

#[test]
fn nothing_breaks_by_itself_or_by_adding() {
    for (from, to) in [
        ("", ""),
        (r#""f": {}"#, r#""f": {}, "g": {"type": "string"}"#),
        (r#""required": ["a"],"#, ""),
        (r#"["string", "null"]"#, r#"["string", "null", "number"]"#),
        (r#"["x", "y"]"#, r#"["x", "y", "z"]"#),
        (r#", "enum": ["x", "y"]"#, ""),
        (r#""minimum": 0"#, r#""minimum": -1"#),
        (r#""maximum": 10"#, r#""maximum": 11"#),
        (
            r#""type": "integer", "minimum": 0"#,
            r#""type": "number", "minimum": 0"#,
        ),
        (
            r#"{"type": "null"}]"#,
            r#"{"type": "null"}, {"type": "string"}]"#,
        ),
        (r#""n": {"type": "number"}"#, r#""n": {}"#),
        (
            r#""type": "object","#,
            r#""type": "object", "description": "new","#,
        ),
    ] {
        assert_eq!(change(from, to), Vec::<String>::new(), "{from} -> {to}");
    }
}

#[test]
fn each_way_to_break_is_named_with_its_place() {
    for (from, to, said) in [
        (
            r#""b": {"type": ["string", "null"]},"#,
            "",
            "#: `b` is removed",
        ),
        (r#"["a"]"#, r#"["a", "b"]"#, "#: `b` is required"),
        (
            r#"["string", "null"]"#,
            r#""string""#,
            "#/properties/b: the type `null` is removed",
        ),
        (
            r#""type": "integer", "minimum": 0"#,
            r#""type": "string", "minimum": 0"#,
            "#/properties/a: the type `integer` is removed",
        ),
        (
            r#"["x", "y"]"#,
            r#"["x"]"#,
            "#/properties/c: the word \"y\" is removed",
        ),
        (
            r#""f": {}"#,
            r#""f": {"type": "string"}"#,
            "#/properties/f: the type is limited",
        ),
        (
            r#""f": {}"#,
            r#""f": {"enum": [1]}"#,
            "#/properties/f: the words are limited",
        ),
        (
            r#""minimum": 0"#,
            r#""minimum": 1"#,
            "#/properties/a: `minimum` is narrower",
        ),
        (
            r#""maximum": 10"#,
            r#""maximum": 9"#,
            "#/properties/a: `maximum` is narrower",
        ),
        (
            r#""required": ["n"]"#,
            r#""required": ["n", "self"]"#,
            "#/$defs/Part: `self` is required",
        ),
        (
            r#""n": {"type": "number"}"#,
            r#""n": {"type": "integer"}"#,
            "#/$defs/Part/properties/n: the type `number` is removed",
        ),
        (
            r##""items": {"$ref": "#/$defs/Part"}"##,
            r#""items": {"type": "string"}"#,
            "#/properties/d/items: the type is another one",
        ),
        (
            r##"[{"$ref": "#/$defs/Part"}, {"type": "null"}]"##,
            r##"[{"$ref": "#/$defs/Part"}]"##,
            "#/properties/e: alternative 1 is removed or narrower",
        ),
        (
            r#""Part": {"#,
            r#""Piece": {"#,
            "#/$defs/Part: the type is removed",
        ),
    ] {
        let found = change(from, to);
        assert!(found.iter().any(|found| found == said), "{said}: {found:?}");
    }
}
