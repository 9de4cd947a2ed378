//! What is inside arrays and objects: elements, members and their keys.
//!
//! An object that has the keys of an earlier one has entries for its values alone; its
//! keys are read there, and where they stand is told by the text before the values.

use alloc::borrow::Cow;
use core::fmt;

use super::document::Document;
use super::keys;
use super::node::Node;
use super::tape::{ESCAPED, Entry, SHADOWED, Tag, WIDE, after, entry, keys_of};

/// No entry of a key: the first entry is the document.
const NO_KEY: usize = 0;

/// How the children of a container stand on the tape.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Manner {
    /// Elements: one value after the other.
    Elements,
    /// Members: each value after its key.
    Members,
    /// Members whose keys are those of an earlier object: one value after the other.
    Values,
}

/// Goes through the children of a container. It does not know where they end.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cursor {
    /// The entry of the key of the child at hand; of an element nothing.
    pub(super) key: usize,
    /// The entry of the child at hand.
    pub(super) value: usize,
    pub(super) manner: Manner,
}

impl Cursor {
    /// At the first child of the container at an entry.
    #[inline]
    pub(super) fn of(tape: &[u64], container: usize) -> Self {
        if entry(tape, container).is_none_or(|entry| entry.tag() == Tag::Array) {
            return Self {
                key: NO_KEY,
                value: container + WIDE,
                manner: Manner::Elements,
            };
        }
        Self::with_keys_of(container, keys_of(tape, container))
    }

    /// At the first child of an object whose keys are those of the second one.
    #[inline]
    pub(super) const fn with_keys_of(object: usize, keys: usize) -> Self {
        let key = keys + WIDE;
        if keys == object {
            Self {
                key,
                value: key + WIDE,
                manner: Manner::Members,
            }
        } else {
            Self {
                key,
                value: object + WIDE,
                manner: Manner::Values,
            }
        }
    }

    /// The first entry of the child at hand: its key, if it has one of its own.
    #[inline]
    pub(super) const fn start(self) -> usize {
        match self.manner {
            Manner::Members => self.key,
            Manner::Elements | Manner::Values => self.value,
        }
    }

    /// Goes on to the next child.
    #[inline]
    pub(super) fn advance(&mut self, tape: &[u64]) {
        let next = after(tape, self.value);
        match self.manner {
            Manner::Elements => self.value = next,
            Manner::Members => (self.key, self.value) = (next, next + WIDE),
            Manner::Values => (self.key, self.value) = (after(tape, self.key + WIDE), next),
        }
    }
}

/// The key of a member.
#[derive(Clone, Copy)]
pub struct Key<'d> {
    document: &'d Document<'d>,
    /// The entry of a key with this text, if it is known.
    entry: u32,
    /// The entry of the value.
    value: u32,
}

// The reader refuses documents of more entries.
#[allow(
    clippy::cast_possible_truncation,
    reason = "less than 2^32, see MAX_ITEMS"
)]
const fn narrow(index: usize) -> u32 {
    index as u32
}

impl<'d> Key<'d> {
    /// The key at an entry, of the value at another one.
    #[inline]
    pub(super) const fn new(document: &'d Document<'d>, entry: usize, value: usize) -> Self {
        Self {
            document,
            entry: narrow(entry),
            value: narrow(value),
        }
    }

    /// The key of a value, if it has one.
    pub(super) fn of(document: &'d Document<'d>, value: usize) -> Option<Self> {
        let entry = value.checked_sub(WIDE)?;
        if document.entry(entry).tag() == Tag::Key {
            return Some(Self::new(document, entry, value));
        }
        key_before(document, value)?;
        Some(Self::new(document, NO_KEY, value))
    }

    #[inline]
    const fn has_entry(self) -> bool {
        self.entry as usize != NO_KEY
    }

    #[inline]
    fn entry(self) -> Entry {
        self.document.entry(self.entry as usize)
    }

    /// What stands between the quotes before the value.
    #[cold]
    fn before_value(self) -> &'d str {
        let range = key_before(self.document, self.value as usize);
        let (start, end) = range.unwrap_or_default();
        let inside = self.document.text.get(start + 1..end.saturating_sub(1));
        inside.unwrap_or_default()
    }

    /// The key, unescaped. Borrowed when it has no escapes.
    #[inline]
    pub fn as_str(self) -> Cow<'d, str> {
        if self.has_entry() {
            self.document.string_at(self.entry as usize)
        } else {
            Cow::Borrowed(self.before_value())
        }
    }

    /// Whether it is this text.
    #[allow(clippy::inline_always, reason = "measured: a tenth of all checking")]
    #[inline(always)]
    pub fn is(self, text: &str) -> bool {
        if !self.has_entry() {
            return self.before_value() == text;
        }
        let entry = self.entry();
        if entry.has(ESCAPED) {
            self.as_str() == text
        } else {
            let (start, length) = (entry.start() + 1, entry.length());
            let bytes = self.document.text.as_bytes();
            length == text.len()
                && bytes
                    .get(start..start + length)
                    .is_some_and(|bytes| keys::same(bytes, text.as_bytes()))
        }
    }

    /// Hash of the key; see `keys`.
    #[inline]
    pub(crate) fn hash(self) -> u32 {
        if self.has_entry() {
            self.entry().hash()
        } else {
            keys::hash(self.before_value().as_bytes())
        }
    }

    /// The half-open range of the key, quotes included.
    pub fn byte_range(self) -> (u64, u64) {
        if self.has_entry() && self.entry as usize + WIDE == self.value as usize {
            return self.document.range_of(self.entry as usize);
        }
        let range = key_before(self.document, self.value as usize);
        let (start, end) = range.unwrap_or_default();
        let piece_start = self.document.piece_start.byte;
        (piece_start + start as u64, piece_start + end as u64)
    }
}

impl fmt::Debug for Key<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&*self.as_str(), f)
    }
}

impl fmt::Display for Key<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.as_str())
    }
}

/// Where the key of a value stands in the text, quotes included, if it has one: only
/// a member stands behind a colon. It has no escapes, or it would have an entry.
fn key_before(document: &Document<'_>, value: usize) -> Option<(usize, usize)> {
    let text = document.text.as_bytes();
    let end = end_of_key(text, document.entry(value).start())?;
    let inside = text.get(..end)?.strip_suffix(b"\"")?;
    let quote = inside.iter().rposition(|byte| *byte == b'"')?;
    Some((quote, end))
}

/// The offset after the key of the value that begins at an offset, if it has one.
pub(super) fn end_of_key(text: &[u8], value: usize) -> Option<usize> {
    let before = text.get(..value)?.trim_ascii_end();
    Some(before.strip_suffix(b":")?.trim_ascii_end().len())
}

/// The elements of an array, see [`Node::items`].
#[derive(Clone)]
pub struct Items<'d> {
    document: &'d Document<'d>,
    next: usize,
    end: usize,
}

impl<'d> Items<'d> {
    #[inline]
    pub(super) const fn new(document: &'d Document<'d>, next: usize, end: usize) -> Self {
        Self {
            document,
            next,
            end,
        }
    }
}

impl<'d> Iterator for Items<'d> {
    type Item = Node<'d>;

    #[inline]
    fn next(&mut self) -> Option<Node<'d>> {
        if self.next >= self.end {
            return None;
        }
        let index = self.next;
        self.next = after(&self.document.tape, index);
        Some(Node::new(self.document, index))
    }
}

/// The members of an object, see [`Node::members`].
#[derive(Clone)]
pub struct Members<'d> {
    document: &'d Document<'d>,
    next: Cursor,
    end: usize,
}

impl<'d> Members<'d> {
    #[inline]
    pub(super) const fn new(document: &'d Document<'d>, next: Cursor, end: usize) -> Self {
        Self {
            document,
            next,
            end,
        }
    }
}

impl<'d> Iterator for Members<'d> {
    type Item = (Key<'d>, Node<'d>);

    #[allow(clippy::inline_always, reason = "measured: a twentieth of normalizing")]
    #[inline(always)]
    fn next(&mut self) -> Option<Self::Item> {
        let document = self.document;
        let tape = document.tape.as_slice();
        loop {
            let Cursor { key, value, manner } = self.next;
            if value >= self.end {
                return None;
            }
            let entry = entry(tape, key)?;
            // Not `advance`: the manner that objects never have took a twentieth of
            // normalizing.
            let next = after(tape, value);
            if manner == Manner::Values {
                (self.next.key, self.next.value) = (after(tape, key + WIDE), next);
            } else {
                (self.next.key, self.next.value) = (next, next + WIDE);
            }
            if !entry.has(SHADOWED) {
                return Some((Key::new(document, key, value), Node::new(document, value)));
            }
        }
    }
}

/// The values of the members of an object in order, see [`Node::values`].
pub(crate) struct Values<'d> {
    document: &'d Document<'d>,
    next: usize,
    end: usize,
    /// Words of the tape between two values: those of a key, or none.
    between: usize,
}

impl<'d> Values<'d> {
    #[inline]
    pub(super) fn new(document: &'d Document<'d>, first: Cursor, end: usize) -> Self {
        Self {
            document,
            next: first.value,
            end,
            between: WIDE * usize::from(first.manner == Manner::Members),
        }
    }
}

impl<'d> Iterator for Values<'d> {
    type Item = Node<'d>;

    #[inline]
    fn next(&mut self) -> Option<Node<'d>> {
        if self.next >= self.end {
            return None;
        }
        let index = self.next;
        self.next = after(&self.document.tape, index) + self.between;
        Some(Node::new(self.document, index))
    }
}
