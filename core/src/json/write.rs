//! Writing: compact, pretty, and canonical (RFC 8785).
//!
//! Compact and pretty keep the order of members and the tokens of numbers, so
//! that a document that is read and written again has lost nothing but its
//! white space and the spelling of its escapes.

use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::fmt::Write as _;

use super::escape::write_string;
use super::value::Value;
use super::walk::{Event, Walk};

/// The shortest form that keeps the order of members and the tokens of numbers.
///
/// No white space. Strings are escaped as in [`write_canonical`]. Time and
/// memory O(size); no recursion.
///
/// ```
/// use llm_types::json::{ReadOptions, read, write_compact};
///
/// let document = read(br#"{ "b": 1.0, "a": "\u00e9" }"#, &ReadOptions::default())?;
/// assert_eq!(write_compact(&document.to_value()), r#"{"b":1.0,"a":"é"}"#);
/// # Ok::<(), llm_types::json::JsonError>(())
/// ```
pub fn write_compact(value: &Value) -> String {
    let mut writer = Writer::new(None);
    for event in Walk::new(value) {
        writer.event(&event);
    }
    writer.out
}

/// The form for people: one element or member a line, two spaces a level, a
/// space after each colon, `{}` and `[]` for what is empty, no line terminator
/// at the end. Order and number tokens are kept.
///
/// ```
/// use llm_types::json::{ReadOptions, read, write_pretty};
///
/// let document = read(br#"{"a":[1,{}]}"#, &ReadOptions::default())?;
/// assert_eq!(write_pretty(&document.to_value()), "{\n  \"a\": [\n    1,\n    {}\n  ]\n}");
/// # Ok::<(), llm_types::json::JsonError>(())
/// ```
pub fn write_pretty(value: &Value) -> String {
    let mut writer = Writer::new(Some("  "));
    for event in Walk::new(value) {
        writer.event(&event);
    }
    writer.out
}

/// The canonical form of RFC 8785: no white space, keys sorted by UTF-16 code
/// units, numbers as ECMAScript prints the nearest double.
///
/// Time O(n log n); no recursion. Numbers that no double holds are rounded, see
/// [`Number::canonical`](super::Number::canonical).
///
/// ```
/// use llm_types::json::{ReadOptions, read, write_canonical};
///
/// let document = read(br#"{"b": 4.50, "a": 1E30}"#, &ReadOptions::default())?;
/// assert_eq!(write_canonical(&document.to_value()), r#"{"a":1e+30,"b":4.5}"#);
/// # Ok::<(), llm_types::json::JsonError>(())
/// ```
pub fn write_canonical(value: &Value) -> String {
    let mut out = String::new();
    let mut stack: Vec<Sorted<'_>> = Vec::new();
    enter(value, &mut out, &mut stack);
    while let Some(rest) = stack.last_mut() {
        let next = match &mut rest.rest {
            Rest::Array(items) => items.next().map(|value| (None, value)),
            Rest::Object(members) => members.next().map(|(key, value)| (Some(key), value)),
        };
        let Some((key, value)) = next else {
            out.push(match rest.rest {
                Rest::Array(_) => ']',
                Rest::Object(_) => '}',
            });
            stack.pop();
            continue;
        };
        if !core::mem::replace(&mut rest.first, false) {
            out.push(',');
        }
        if let Some(key) = key {
            write_string(&mut out, key);
            out.push(':');
        }
        enter(value, &mut out, &mut stack);
    }
    out
}

struct Sorted<'a> {
    first: bool,
    rest: Rest<'a>,
}

enum Rest<'a> {
    Array(core::slice::Iter<'a, Value>),
    Object(alloc::vec::IntoIter<(&'a str, &'a Value)>),
}

fn enter<'a>(value: &'a Value, out: &mut String, stack: &mut Vec<Sorted<'a>>) {
    let rest = match value {
        Value::Null => return out.push_str("null"),
        Value::Bool(true) => return out.push_str("true"),
        Value::Bool(false) => return out.push_str("false"),
        Value::Number(number) => return number.write_canonical(out),
        Value::String(text) => return write_string(out, text),
        Value::Array(array) => {
            out.push('[');
            Rest::Array(array.iter())
        }
        Value::Object(object) => {
            out.push('{');
            let mut members: Vec<_> = object.iter().collect();
            members.sort_unstable_by(|(a, _), (b, _)| compare_utf16(a, b));
            Rest::Object(members.into_iter())
        }
    };
    stack.push(Sorted { first: true, rest });
}

/// Compares by UTF-16 code units, as RFC 8785 section 3.2.3 orders keys.
///
/// That is the order of UTF-8 bytes, but for one thing: the characters from
/// U+10000, whose first byte is F0 or more, are surrogates in UTF-16 and so come
/// before U+E000..U+FFFF, whose first byte is EE or EF.
pub(super) fn compare_utf16(a: &str, b: &str) -> Ordering {
    let difference = a.bytes().zip(b.bytes()).find(|(a, b)| a != b);
    match difference {
        None => a.len().cmp(&b.len()),
        Some((0xee | 0xef, 0xf0..)) => Ordering::Greater,
        Some((0xf0.., 0xee | 0xef)) => Ordering::Less,
        Some((a, b)) => a.cmp(&b),
    }
}

/// Writes events one by one.
pub(super) struct Writer {
    pub(super) out: String,
    indent: Option<&'static str>,
    depth: usize,
    /// Nothing was written yet in the innermost container.
    first: bool,
    /// A key was just written.
    after_key: bool,
}

impl Writer {
    pub(super) const fn new(indent: Option<&'static str>) -> Self {
        Self {
            out: String::new(),
            indent,
            depth: 0,
            first: true,
            after_key: false,
        }
    }

    pub(super) fn event(&mut self, event: &Event<'_>) {
        if let Event::EndArray | Event::EndObject = event {
            self.depth = self.depth.saturating_sub(1);
            if !core::mem::replace(&mut self.first, false) {
                self.new_line();
            }
            let close = if let Event::EndArray = event {
                ']'
            } else {
                '}'
            };
            return self.out.push(close);
        }
        if !core::mem::replace(&mut self.after_key, false) && self.depth > 0 {
            if !self.first {
                self.out.push(',');
            }
            self.new_line();
        }
        self.first = false;
        match event {
            Event::Null => self.out.push_str("null"),
            Event::Bool(value) => self.out.push_str(if *value { "true" } else { "false" }),
            Event::Number(number) => {
                let number: &super::Number = number;
                // Writing to a string cannot fail.
                let _ = write!(self.out, "{number}");
            }
            Event::String(text) => write_string(&mut self.out, text),
            Event::Key(key) => {
                write_string(&mut self.out, key);
                self.out.push(':');
                if self.indent.is_some() {
                    self.out.push(' ');
                }
                self.after_key = true;
            }
            Event::BeginArray => self.begin('['),
            Event::BeginObject => self.begin('{'),
            Event::EndArray | Event::EndObject => {}
        }
    }

    fn begin(&mut self, bracket: char) {
        self.out.push(bracket);
        self.depth += 1;
        self.first = true;
    }

    fn new_line(&mut self) {
        if let Some(indent) = self.indent {
            self.out.push('\n');
            for _ in 0..self.depth {
                self.out.push_str(indent);
            }
        }
    }
}
