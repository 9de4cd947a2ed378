//! A document that was read: a tree of nodes that know where they stand.
//!
//! The document borrows its text. A [`Node`] is two words; pointers, lines and
//! columns are worked out when they are asked for.

use alloc::borrow::Cow;
use alloc::string::ToString;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use super::error::{JsonError, JsonErrorKind};
use super::escape;
use super::lint::{Lint, LintKind, RawLint};
use super::locate::Locator;
use super::node::Node;
use super::place::{PieceStart, Place};
use super::pointer::Pointer;
use super::scan;
use super::tape::{self, ESCAPED, Entry, Tag};
use super::value::Value;

/// What a value is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// `null`
    Null,
    /// `true` or `false`
    Bool,
    /// A number.
    Number,
    /// A string.
    String,
    /// An array.
    Array,
    /// An object.
    Object,
}

impl Kind {
    /// The word of JSON Schema: `null`, `boolean`, `number`, `string`, `array`, `object`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool => "boolean",
            Self::Number => "number",
            Self::String => "string",
            Self::Array => "array",
            Self::Object => "object",
        }
    }
}

/// A JSON text that was read, with the place of each of its values.
///
/// # Examples
///
/// ```
/// use llm_types::json::{ReadOptions, read};
///
/// let document = read(br#"{"spans": [{"start": 7}]}"#, &ReadOptions::default())?;
/// let start = document.find("/spans/0/start")?;
/// assert_eq!(start.as_u64_safe().unwrap().value, 7);
/// assert_eq!(start.byte_range(), (21, 22));
/// assert_eq!(start.key_range(), Some((12, 19)));
/// assert_eq!(start.pointer().as_str(), "/spans/0/start");
/// # Ok::<(), llm_types::json::JsonError>(())
/// ```
#[derive(Clone)]
pub struct Document<'t> {
    pub(super) text: &'t str,
    pub(super) tape: Vec<u64>,
    lints: Vec<RawLint>,
    pub(super) piece_start: PieceStart,
    depth: u64,
    layouts: u32,
}

impl<'t> Document<'t> {
    pub(super) const fn new(
        text: &'t str,
        tape: Vec<u64>,
        lints: Vec<RawLint>,
        piece_start: PieceStart,
        depth: u64,
        layouts: u32,
    ) -> Self {
        Self {
            text,
            tape,
            lints,
            piece_start,
            depth,
            layouts,
        }
    }

    /// The greatest number of a layout; see [`Node::layout`].
    pub(crate) const fn layouts(&self) -> u32 {
        self.layouts
    }

    /// How many arrays and objects are open at the deepest place; 0 for a scalar.
    pub const fn depth(&self) -> u64 {
        self.depth
    }

    /// The same document, whose objects have no layout.
    #[cfg(test)]
    pub(crate) fn without_layouts(mut self) -> Self {
        tape::forget_layouts(&mut self.tape);
        self.layouts = 0;
        self
    }

    /// How many objects have the layout of an earlier one.
    #[cfg(test)]
    pub(crate) fn shared_layouts(&self) -> usize {
        let nodes = (0..self.tape.len()).map(|index| Node::new(self, index));
        let of_objects = nodes.filter(|node| node.layout() > 0).count();
        of_objects - usize::try_from(self.layouts).unwrap_or(0)
    }

    /// The text that was read: all of it, or one line of JSON Lines.
    pub const fn text(&self) -> &'t str {
        self.text
    }

    /// The one value of the text.
    pub const fn root(&self) -> Node<'_> {
        Node::new(self, 0)
    }

    /// The value at a JSON Pointer. Time O(siblings on the way).
    pub fn at(&self, pointer: &Pointer) -> Option<Node<'_>> {
        let mut tokens = pointer.tokens();
        tokens.try_fold(self.root(), |node, token| node.step(&token))
    }

    /// The value at a JSON Pointer as written.
    ///
    /// # Errors
    ///
    /// `POINTER_SYNTAX`; `POINTER_NOT_FOUND` with the place of the deepest value
    /// on the way that exists.
    pub fn find(&self, pointer: &str) -> Result<Node<'_>, JsonError> {
        let parsed = Pointer::parse(pointer)?;
        let mut node = self.root();
        for token in parsed.tokens() {
            let Some(next) = node.step(&token) else {
                let pointer = pointer.to_string();
                let kind = JsonErrorKind::PointerNotFound { pointer };
                return Err(JsonError::new(kind, node.place()));
            };
            node = next;
        }
        Ok(node)
    }

    /// The document as an owned value.
    pub fn to_value(&self) -> Value {
        self.root().to_value()
    }

    /// The places of many values, in the order in which they are given. Together
    /// they take time O(text), and O(n log n) to sort them.
    ///
    /// A node of another document gives a place that means nothing.
    pub fn places(&self, nodes: &[Node<'_>]) -> Vec<Place> {
        let mut order: Vec<(usize, usize)> = nodes
            .iter()
            .enumerate()
            .map(|(position, node)| (node.index(), position))
            .collect();
        order.sort_unstable();
        let mut locator = Locator::new(self);
        let mut places = vec![Place::default(); nodes.len()];
        for (index, position) in order {
            if let Some(place) = places.get_mut(position) {
                *place = locator.value(index);
            }
        }
        places
    }

    /// How many lints there are.
    pub fn lint_count(&self) -> u64 {
        self.lints.len() as u64
    }

    /// What is worth knowing about a text that was accepted, in text order.
    /// All of them together take time O(text).
    pub fn lints(&self) -> impl Iterator<Item = Lint> {
        self.lints_of_values().map(|(lint, _)| lint)
    }

    /// The same, each with the value that it is about.
    pub(crate) fn lints_of_values(&self) -> impl Iterator<Item = (Lint, Node<'_>)> {
        let mut sorted: Vec<&RawLint> = self.lints.iter().collect();
        sorted.sort_by_key(|lint| (lint.index, lint.start));
        let mut locator = Locator::new(self);
        sorted.into_iter().map(move |raw| {
            let mut kind = raw.kind.clone();
            if let LintKind::DuplicateKey { first_start } = &mut kind {
                *first_start += self.piece_start.byte;
            }
            let place = locator.place(raw.start, raw.end, raw.index);
            (Lint { kind, place }, Node::new(self, raw.index))
        })
    }

    #[inline]
    pub(super) fn entry(&self, index: usize) -> Entry {
        tape::entry(&self.tape, index).unwrap_or(Entry::NONE)
    }

    /// Offset after the last byte of the value or key at `index`.
    #[inline]
    pub(super) fn end_of(&self, index: usize) -> usize {
        let entry = self.entry(index);
        match entry.tag() {
            Tag::Array | Tag::Object => self.end_of_container(index),
            Tag::String | Tag::Key => entry.start() + entry.length() + 2,
            Tag::End => entry.start() + 1,
            Tag::Number => entry.start() + entry.digits(),
            _ => entry.start() + entry.length(),
        }
    }

    /// Offset after the bracket that closes a container. An object may have no end entry:
    /// then it is behind the last of its children. Time O(children on the way down).
    #[inline(never)]
    fn end_of_container(&self, index: usize) -> usize {
        let (mut within, mut levels) = (index, 0);
        let inner = loop {
            let entry = self.entry(within);
            match entry.tag() {
                Tag::Array | Tag::Object if !entry.follows() => {
                    break self.entry(within + entry.inner_reach()).start() + 1;
                }
                Tag::Object => levels += 1,
                _ => break self.end_of(within),
            }
            let (mut child, end) = (within + tape::WIDE, within + entry.reach());
            if child >= end {
                break entry.start() + 1;
            }
            while tape::after(&self.tape, child) < end {
                child = tape::after(&self.tape, child);
            }
            within = child;
        };
        let text = self.text.as_bytes();
        (0..levels).fold(inner, |end, _| scan::skip_whitespace(text, end) + 1)
    }

    pub(super) fn range_of(&self, index: usize) -> (u64, u64) {
        let start = self.entry(index).start() as u64;
        let end = self.end_of(index) as u64;
        (self.piece_start.byte + start, self.piece_start.byte + end)
    }

    /// The string at an entry, if it is one and has no escapes.
    #[inline]
    pub(super) fn plain_string_at(&self, index: usize) -> Option<&str> {
        let entry = self.entry(index);
        if entry.tag() != Tag::String || entry.has(ESCAPED) {
            return None;
        }
        let start = entry.start() + 1;
        self.text.get(start..start + entry.length())
    }

    #[inline]
    pub(super) fn string_at(&self, index: usize) -> Cow<'_, str> {
        let entry = self.entry(index);
        let start = entry.start() + 1;
        let raw = self.text.get(start..start + entry.length());
        let raw = raw.unwrap_or_default();
        if entry.has(ESCAPED) {
            escape::decode(raw)
        } else {
            Cow::Borrowed(raw)
        }
    }
}

impl fmt::Debug for Document<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Document").field(&self.text).finish()
    }
}
