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

const RULES: &str = r##"{
    "type": "object",
    "if": {"required": ["a"]}, "then": {"$ref": "#/$defs/A"},
    "else": {"$ref": "#/$defs/A.2"},
    "allOf": [{"required": ["k"]}],
    "not": {"required": ["x", "y"]},
    "$defs": {
        "A": {"type": "object", "properties": {"a": {"type": "string"}}},
        "B": {"type": "object", "properties": {"b": {"type": "string"}}},
        "A.2": {"if": {"required": ["b"]}, "then": {"$ref": "#/$defs/B"}}
    }
}"##;

#[test]
fn what_is_composed_is_looked_into() {
    for (from, to, said) in [
        ("", "", None),
        // A rule for what no rule was for adds a description.
        (
            r##""then": {"$ref": "#/$defs/B"}}"##,
            r##""then": {"$ref": "#/$defs/B"}, "else": {"if": {"required": ["c"]}, "then": {"type": "object"}}}"##,
            None,
        ),
        (r#", "then": {"#, r#", "description": "x", "then": {"#, None),
        (r#"{"required": ["k"]}"#, r#"{"required": []}"#, None),
        (
            r#""not": {"required": ["x", "y"]}"#,
            r#""not": {"required": ["x", "y", "z"]}"#,
            None,
        ),
        (r#""allOf": [{"required": ["k"]}],"#, "", None),
        (
            r#""b": {"type": "string"}"#,
            r#""b": {"type": "string", "enum": ["q"]}"#,
            Some("#/$defs/B/properties/b: the words are limited"),
        ),
        (
            r#""if": {"required": ["b"]}"#,
            r#""if": {"required": ["c"]}"#,
            Some("#: rule 1 has another condition, or is gone"),
        ),
        (
            r##""else": {"$ref": "#/$defs/A.2"}"##,
            r##""else": {"if": {"required": ["n"]}, "then": {"type": "object"}, "else": {"$ref": "#/$defs/A.2"}}"##,
            Some("#: another rule comes before rule 1"),
        ),
        (
            r##""then": {"$ref": "#/$defs/B"}}"##,
            r##""then": {"$ref": "#/$defs/B"}, "else": {"required": ["z"]}}"##,
            Some("#: what no rule is for is limited"),
        ),
        (
            r#"[{"required": ["k"]}]"#,
            r#"[{"required": ["k"]}, {"required": ["l"]}]"#,
            Some("#: `allOf` demands more: 1"),
        ),
        (
            r#""not": {"required": ["x", "y"]}"#,
            r#""not": {"required": ["x"]}"#,
            Some("#: `not` refuses more"),
        ),
        (
            r#""type": "object","#,
            r#""type": "object", "oneOf": [{"required": ["k"]}],"#,
            Some("#: `oneOf` is new or differs: exactly one may hold"),
        ),
        (
            r#""type": "object","#,
            r#""type": "object", "maxProperties": 3,"#,
            Some("#: `maxProperties` is new or differs"),
        ),
    ] {
        assert!(RULES.contains(from), "{from}");
        let new = RULES.replacen(from, to, 1);
        let found = breaking(
            &parse(RULES.as_bytes()).unwrap(),
            &parse(new.as_bytes()).unwrap(),
        );
        match said {
            Some(said) => assert!(found.iter().any(|one| one == said), "{to}: {found:?}"),
            None => assert_eq!(found, Vec::<String>::new(), "{to}"),
        }
    }
}
