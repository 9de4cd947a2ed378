//! One fault in a correct document: what it is called when it is found, and where.

use serde_json::{Value, json};

use super::super::random::Random;
use super::{File, Place, Printed, Tool};

pub(crate) struct Fault {
    pub(crate) name: &'static str,
    pub(crate) value: Value,
    /// Any of these names it rightly.
    pub(crate) codes: &'static [&'static str],
    pub(crate) pointer: String,
}

const WRONG_PLACE: &[&str] = &["POSITION_MISMATCH", "POSITION_IMPOSSIBLE"];

/// Pointers of all objects that hold a range.
fn ranges(value: &Value) -> Vec<String> {
    let mut found = Vec::new();
    let mut open = vec![(String::new(), value)];
    while let Some((here, value)) = open.pop() {
        match value {
            Value::Array(items) => {
                let items = items.iter().enumerate();
                open.extend(items.map(|(at, item)| (format!("{here}/{at}"), item)));
            }
            Value::Object(members) => {
                open.extend(
                    members
                        .iter()
                        .map(|(key, value)| (format!("{here}/{key}"), value)),
                );
            }
            _ => {}
        }
        if value.get("byte_start").is_some() {
            found.push(here);
        }
    }
    found.sort();
    found
}

struct Making<'p> {
    original: &'p Value,
    span: String,
    faults: Vec<Fault>,
}

impl Making<'_> {
    /// Sets members of the range; the finding is about the first.
    fn set(
        &mut self,
        name: &'static str,
        codes: &'static [&'static str],
        members: &[(&str, Value)],
    ) {
        self.set_at(name, codes, members[0].0, members);
    }

    fn set_at(
        &mut self,
        name: &'static str,
        codes: &'static [&'static str],
        about: &str,
        members: &[(&str, Value)],
    ) {
        let mut value = self.original.clone();
        for (key, member) in members {
            *value.pointer_mut(&format!("{}/{key}", self.span)).unwrap() = member.clone();
        }
        self.faults.push(Fault {
            name,
            value,
            codes,
            pointer: format!("{}/{about}", self.span),
        });
    }

    /// Takes a member of the range away, and may put it back under another name.
    fn rename(
        &mut self,
        name: &'static str,
        codes: &'static [&'static str],
        key: &str,
        to: Option<&str>,
    ) {
        let mut value = self.original.clone();
        let members = value.pointer_mut(&self.span).unwrap();
        let members = members.as_object_mut().unwrap();
        let member = members.remove(key).unwrap();
        let mut pointer = self.span.clone();
        if let Some(to) = to {
            members.insert(to.to_owned(), member);
            if codes == ["UNKNOWN_FIELD"] {
                pointer = format!("{pointer}/{to}");
            }
        }
        self.faults.push(Fault {
            name,
            value,
            codes,
            pointer,
        });
    }
}

/// All faults that this document can have, each in a range of its own choice.
pub(crate) fn faults(printed: &Printed, random: &mut Random) -> Vec<Fault> {
    let ranges = ranges(&printed.value);
    if ranges.is_empty() {
        return Vec::new();
    }
    let span = ranges[random.below(ranges.len())].clone();
    let of = printed.value.pointer(&span).unwrap();
    let path = of.get("file_path").or_else(|| of.get("file")).unwrap();
    let file = printed.file(path.as_str().unwrap());
    let number = |key: &str| usize::try_from(of[key].as_u64().unwrap()).unwrap();
    let (start, end) = (number("byte_start"), number("byte_end"));
    let mut making = Making {
        original: &printed.value,
        span,
        faults: Vec::new(),
    };
    offsets(&mut making, file, start, end);
    let (from, to) = (file.place(start), file.place(end));
    match printed.tool {
        Tool::Llmsearch => columns_of_search(&mut making, of, from),
        Tool::Magellan if of.get("start_line").is_some() => {
            lines_of_span(&mut making, of, from, to);
        }
        Tool::Magellan => {
            let other = format!("{}x", of["content"].as_str().unwrap());
            making.set(
                "text",
                &["TEXT_MISMATCH", "TEXT_LENGTH_MISMATCH"],
                &[("content", json!(other))],
            );
            let digits = "0".repeat(64);
            making.set(
                "digits",
                &["CHECKSUM_MISMATCH"],
                &[("content_hash", json!(digits))],
            );
        }
    }
    if printed.tool == Tool::Llmsearch {
        let mut value = printed.value.clone();
        value["match_count"] = json!(printed.spans + 1);
        making.faults.push(Fault {
            name: "count",
            value,
            codes: &["COUNT_MISMATCH"],
            pointer: "/match_count".to_owned(),
        });
    }
    making.faults
}

fn offsets(making: &mut Making<'_>, file: &File, start: usize, end: usize) {
    let text = &file.text;
    if start < end {
        making.set(
            "reversed",
            &["REVERSED"],
            &[("byte_end", json!(start)), ("byte_start", json!(end))],
        );
    }
    making.set(
        "beyond the end",
        &["OFFSET_OUT_OF_RANGE", "TEXT_LENGTH_MISMATCH"],
        &[("byte_end", json!(text.len() + 1))],
    );
    if let Some(c) = text[start..].chars().next().filter(|c| c.len_utf8() > 1)
        && end > start
    {
        let inside = start + c.len_utf8() - 1;
        making.set(
            "inside a character",
            &["NOT_CHAR_BOUNDARY"],
            &[("byte_start", json!(inside))],
        );
    }
    if let Some((at, _)) = text[..start]
        .char_indices()
        .rfind(|(_, c)| c.len_utf8() > 1)
    {
        making.set(
            "inside another character",
            &["NOT_CHAR_BOUNDARY"],
            &[("byte_start", json!(at + 1))],
        );
    }
    making.set(
        "negative",
        &["NEGATIVE_OFFSET"],
        &[("byte_start", json!(-1))],
    );
    making.set(
        "a fraction",
        &["NOT_AN_INTEGER"],
        &[("byte_start", json!(1.5))],
    );
    making.set(
        "huge",
        &["UNSAFE_INTEGER"],
        &[("byte_end", json!(9_007_199_254_740_992_u64))],
    );
    making.set("a string", &["TYPE_MISMATCH"], &[("byte_end", json!("5"))]);
    making.set("null", &["TYPE_MISMATCH"], &[("byte_start", Value::Null)]);
    making.rename("no byte_end", &["MISSING_FIELD"], "byte_end", None);
    making.rename("misspelt", &["UNKNOWN_FIELD"], "byte_end", Some("byte_edn"));
    making.rename(
        "misspelt, so missing",
        &["MISSING_FIELD"],
        "byte_end",
        Some("byteend"),
    );
}

fn columns_of_search(making: &mut Making<'_>, of: &Value, place: Place) {
    making.set(
        "column from 0",
        if place.points == 0 {
            &["COLUMN_ZERO"]
        } else {
            WRONG_PLACE
        },
        &[("column_number", json!(place.points))],
    );
    if place.bytes != place.points {
        making.set(
            "column in bytes",
            WRONG_PLACE,
            &[("column_number", json!(place.bytes + 1))],
        );
    }
    if place.utf16 != place.points {
        making.set(
            "column in UTF-16",
            WRONG_PLACE,
            &[("column_number", json!(place.utf16 + 1))],
        );
    }
    making.set(
        "line from 0",
        if place.line == 1 {
            &["LINE_ZERO"]
        } else {
            WRONG_PLACE
        },
        &[("line_number", json!(place.line - 1))],
    );
    let text = of["matched_text"].as_str().unwrap();
    if !text.is_empty() {
        let other: String = text
            .chars()
            .map(|c| if c == 'q' { 'r' } else { 'q' })
            .collect();
        making.set(
            "another text",
            &["TEXT_MISMATCH", "TEXT_LENGTH_MISMATCH"],
            &[("matched_text", json!(other))],
        );
    }
    let before = of["context_before"].as_str().unwrap();
    making.set(
        "context before",
        &["CONTEXT_MISMATCH", "POSITION_IMPOSSIBLE"],
        &[("context_before", json!(format!("q{before}q")))],
    );
    making.set(
        "context after",
        &["CONTEXT_MISMATCH"],
        &[("context_after", json!("qqqqqqqqqq"))],
    );
    making.rename("no match_id", &["MISSING_FIELD"], "match_id", None);
}

fn lines_of_span(making: &mut Making<'_>, of: &Value, from: Place, to: Place) {
    making.set(
        "columns from 1",
        WRONG_PLACE,
        &[
            ("start_col", json!(from.bytes + 1)),
            ("end_col", json!(to.bytes + 1)),
        ],
    );
    making.set(
        "lines one too many",
        WRONG_PLACE,
        &[
            ("start_line", json!(from.line + 1)),
            ("end_line", json!(to.line + 1)),
        ],
    );
    if from.bytes != from.points {
        making.set(
            "columns in code points",
            WRONG_PLACE,
            &[
                ("start_col", json!(from.points)),
                ("end_col", json!(to.points)),
            ],
        );
    }
    if (from.line, from.bytes, to.bytes) != (1, 0, 0) || to.line != 1 {
        making.set("line 0", &["LINE_ZERO"], &[("start_line", json!(0))]);
    }
    making.rename("no start_col", &["PARTIAL_COORDINATES"], "start_col", None);
    making.set(
        "another id",
        &["SPAN_ID_MISMATCH"],
        &[("span_id", json!("0123456789abcdef"))],
    );
    let Some(context) = of.get("context") else {
        return;
    };
    let none = format!("sha256:{}", "0".repeat(64));
    for (name, key, code) in [
        (
            "checksum",
            "checksums/checksum_before",
            &["CHECKSUM_MISMATCH"],
        ),
        (
            "file checksum",
            "checksums/file_checksum_before",
            &["FILE_CHANGED"],
        ),
    ] {
        making.set(name, code, &[(key, json!(none))]);
    }
    for (name, key) in [
        ("lines before", "context/before"),
        ("lines selected", "context/selected"),
        ("lines after", "context/after"),
    ] {
        let list = key.strip_prefix("context/").unwrap();
        if let Some(lines) = context.get(list) {
            let told = lines.as_array().unwrap();
            let mut lines = told.clone();
            *lines.last_mut().unwrap() = json!("never there");
            let about = format!("{key}/{}", lines.len() - 1);
            let context = [(key, json!(lines))];
            making.set_at(name, &["CONTEXT_MISMATCH"], &about, &context);
            if list == "selected" {
                // One more may be that of the end, where the range ends before it.
                let mut lines = told.clone();
                lines.extend([json!(""), json!("")]);
                making.set(
                    "lines too many",
                    &["CONTEXT_MISMATCH"],
                    &[(key, json!(lines))],
                );
            }
        }
    }
}
