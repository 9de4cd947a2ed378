//! The compact and the pretty form. The canonical form is in `canonical`.
//!
//! Both keep the order of members and the tokens of numbers, so
//! that a document that is read and written again has lost nothing but its
//! white space and the spelling of its escapes.

use alloc::string::String;

use super::escape::write_string;
use super::value::Value;
use super::walk::{Event, Walk};

/// Indentation of one level in the pretty form.
pub(super) const INDENT: &str = "  ";

/// The shortest form that keeps the order of members and the tokens of numbers.
///
/// No white space. Strings are escaped as in [`write_canonical`](super::write_canonical). Time and
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
    Walk::new(value).for_each(|event| writer.event(&event));
    writer.out
}

/// The form for people: one element or member a line, two spaces a level, a
/// space after each colon, `{}` and `[]` for what is empty, no line terminator
/// at the end. Order and number tokens are kept. Time O(n · depth), as each line is
/// indented.
///
/// # Examples
///
/// ```
/// use llm_types::json::{ReadOptions, read, write_pretty};
///
/// let document = read(br#"{"a":[1,{}]}"#, &ReadOptions::default())?;
/// assert_eq!(write_pretty(&document.to_value()), "{\n  \"a\": [\n    1,\n    {}\n  ]\n}");
/// # Ok::<(), llm_types::json::JsonError>(())
/// ```
pub fn write_pretty(value: &Value) -> String {
    let mut writer = Writer::new(Some(INDENT));
    Walk::new(value).for_each(|event| writer.event(&event));
    writer.out
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
            Event::Number(number) => number.write(&mut self.out),
            Event::Token(token) => self.out.push_str(token),
            Event::String(text) => write_string(&mut self.out, text),
            Event::Key(key) => {
                write_string(&mut self.out, key);
                self.out.push(':');
                if self.indent.is_some() {
                    self.out.push(' ');
                }
                self.after_key = true;
            }
            Event::BeginArray(_) => self.begin('['),
            Event::BeginObject(_) => self.begin('{'),
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
