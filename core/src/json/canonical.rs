//! The canonical form of RFC 8785.
//!
//! One writer serves owned values and documents that were just read, so that
//! the way from text to canonical text needs no owned value in between.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Ordering;

use super::escape::write_string;
use super::value::Value;

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
    write(value, &mut out);
    out
}

/// The same, added to a text.
pub(crate) fn write_canonical_to(value: &Value, out: &mut String) {
    write(value, out);
}

/// A value that can be written in canonical form.
pub(super) trait Tree<'a>: Copy {
    type Items: Iterator<Item = Self>;

    /// Writes a scalar. Of a container, gives the elements, or adds the members
    /// to `members`.
    fn write_or_open(
        self,
        out: &mut String,
        members: &mut Vec<(Cow<'a, str>, Self)>,
    ) -> Opened<Self::Items>;
}

/// What a value turned out to be.
pub(super) enum Opened<I> {
    Scalar,
    Array(I),
    Object,
}

/// A container that is open, or was just opened.
enum Frame<I> {
    Array(I),
    /// Its members that are still to be written are those from here on, the
    /// next one last.
    Object(usize),
}

/// Appends the canonical form of `root`. The members of all open objects share
/// one stack.
pub(super) fn write<'a, T: Tree<'a>>(root: T, out: &mut String) {
    let mut members: Vec<(Cow<'a, str>, T)> = Vec::new();
    let mut frames: Vec<Frame<T::Items>> = Vec::new();
    let mut next = Some(root);
    loop {
        let mut first = false;
        if let Some(value) = next.take() {
            let from = members.len();
            match value.write_or_open(out, &mut members) {
                Opened::Scalar => {}
                Opened::Array(items) => {
                    out.push('[');
                    frames.push(Frame::Array(items));
                    first = true;
                }
                Opened::Object => {
                    out.push('{');
                    let opened = members.get_mut(from..).unwrap_or_default();
                    opened.sort_unstable_by(|(a, _), (b, _)| compare_utf16(b, a));
                    frames.push(Frame::Object(from));
                    first = true;
                }
            }
        }
        let (key, value) = match frames.last_mut() {
            None => return,
            Some(Frame::Array(items)) => (None, items.next()),
            Some(Frame::Object(from)) if members.len() > *from => match members.pop() {
                Some((key, value)) => (Some(key), Some(value)),
                None => (None, None),
            },
            Some(Frame::Object(_)) => (None, None),
        };
        if value.is_some() {
            if !first {
                out.push(',');
            }
            if let Some(key) = key {
                write_string(out, &key);
                out.push(':');
            }
            next = value;
        } else {
            let close = match frames.pop() {
                Some(Frame::Array(_)) => ']',
                _ => '}',
            };
            out.push(close);
        }
    }
}

impl<'a> Tree<'a> for &'a Value {
    type Items = core::slice::Iter<'a, Value>;

    fn write_or_open(
        self,
        out: &mut String,
        members: &mut Vec<(Cow<'a, str>, Self)>,
    ) -> Opened<Self::Items> {
        match self {
            Value::Null => out.push_str("null"),
            Value::Bool(true) => out.push_str("true"),
            Value::Bool(false) => out.push_str("false"),
            Value::Number(number) => number.write_canonical(out),
            Value::String(text) => write_string(out, text),
            Value::Array(array) => return Opened::Array(array.iter()),
            Value::Object(object) => {
                members.extend(
                    object
                        .iter()
                        .map(|(key, value)| (Cow::Borrowed(key), value)),
                );
                return Opened::Object;
            }
        }
        Opened::Scalar
    }
}

/// Compares by UTF-16 code units, as RFC 8785 section 3.2.3 orders keys.
///
/// That is the order of UTF-8 bytes, but for one thing: the characters from
/// U+10000, whose first byte is F0 or more, are surrogates in UTF-16 and so come
/// before U+E000..U+FFFF, whose first byte is EE or EF.
pub(crate) fn compare_utf16(a: &str, b: &str) -> Ordering {
    let difference = a.bytes().zip(b.bytes()).find(|(a, b)| a != b);
    match difference {
        None => a.len().cmp(&b.len()),
        Some((0xee | 0xef, 0xf0..)) => Ordering::Greater,
        Some((0xf0.., 0xee | 0xef)) => Ordering::Less,
        Some((a, b)) => a.cmp(&b),
    }
}
