//! `canonicalize` and `locate`, and how a JSON text is refused.

use snapbox::str;

use super::run::{file, llm_types};

#[test]
fn canonical_text_has_no_line_feed_at_its_end() {
    llm_types(&["canonicalize"])
        .stdin("{\"b\": 1.0,\n \"a\": \"\\u00e9\"}\n")
        .assert()
        .success()
        .stderr_eq("")
        .stdout_eq(snapbox::Data::from(r#"{"a":"é","b":1}"#).raw());
}

#[test]
fn a_refused_text_is_shown_with_its_place() {
    llm_types(&["canonicalize"])
        .stdin("{\n  \"世界\": [1, 2,],\n}")
        .assert()
        .code(1)
        .stdout_eq("")
        .stderr_eq(str![[r#"
error[TRAILING_COMMA]: trailing comma before `]`
 --> <stdin>:2:14 at /世界
  |
2 |   "世界": [1, 2,],
  |                ^
  = help: Remove the comma.

"#]]);
}

#[test]
fn a_value_is_found_by_its_pointer() {
    file("json/located.json", r#"{"a":[1,2],"世界":{"x":"é"}}"#);
    llm_types(&[
        "locate",
        "json/located.json",
        "/世界/x",
        "--format",
        "human",
    ])
    .assert()
    .success()
    .stdout_eq(str![[r#"
 --> json/located.json:1:22 at /世界/x
  |
1 | {"a":[1,2],"世界":{"x":"é"}}
  |                        ^^^
bytes 25..29, line 1, column 25 (utf-8), 21 (utf-16), 21 (utf-32), from 0

"#]]);
    llm_types(&["locate", "json/located.json", "/世界/x"])
        .assert()
        .success()
        .stdout_eq(str![[r#"
{"byte_end":29,"byte_start":25,"column_utf16":21,"column_utf32":21,"column_utf8":25,"key_end":24,"key_start":21,"line":1,"pointer":"/世界/x"}

"#]]);
    llm_types(&["locate", "json/located.json", "/b"])
        .assert()
        .code(1)
        .stdout_eq("{\"error\":{[..]\"code\":\"POINTER_NOT_FOUND\",[..]\n");
}

#[test]
fn a_long_value_shows_its_first_and_last_line() {
    file("json/long.json", "{\"a\": [\n  1,\n  2,\n  3\n]}\n");
    llm_types(&["locate", "json/long.json", "/a", "--format", "human"])
        .assert()
        .success()
        .stdout_eq(str![[r#"
 --> json/long.json:1:7 at /a
  |
1 | {"a": [
  |       ^
...
5 | ]}
  | ^
bytes 6..23, line 1, column 6 (utf-8), 6 (utf-16), 6 (utf-32), from 0

"#]]);
}
