//! One value of a document: what it is, what is inside it, where it stands.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::canonical::{self, Opened, Tree};
use super::children::{Cursor, Items, Key, Manner, Members, Values};
use super::document::{Document, Kind};
use super::escape::write_string;
use super::keys::{self, KeyBits};
use super::locate::Locator;
use super::number::{
    IntegerError, SafeInteger, SignedInteger, safe_integer, signed_integer, write_canonical_token,
};
use super::place::Place;
use super::pointer::{Pointer, array_index};
use super::tape::{
    ESCAPED, Entry, Form, NATURAL, PLAIN_INTEGER, SHADOWED, Tag, WIDE, after, entry as entry_at,
    keys_of, next,
};
use super::value::Value;
use super::walk::{Builder, Event};
use super::write::{INDENT, Writer};

/// One value of a [`Document`]. Copying it is free.
///
/// Offsets are UTF-8 bytes of the text that the caller gave, also when the
/// document is one line of JSON Lines.
#[derive(Clone, Copy)]
pub struct Node<'d> {
    document: &'d Document<'d>,
    index: usize,
}

impl<'d> Node<'d> {
    pub(super) const fn new(document: &'d Document<'d>, index: usize) -> Self {
        Self { document, index }
    }

    pub(super) const fn with(self, index: usize) -> Self {
        Self {
            document: self.document,
            index,
        }
    }

    #[inline]
    fn entry(self) -> Entry {
        self.document.entry(self.index)
    }

    /// What it is.
    pub fn kind(self) -> Kind {
        match self.entry().tag() {
            Tag::Null | Tag::End | Tag::Tail => Kind::Null,
            Tag::False | Tag::True => Kind::Bool,
            Tag::Number => Kind::Number,
            Tag::String | Tag::Key => Kind::String,
            Tag::Array => Kind::Array,
            Tag::Object => Kind::Object,
        }
    }

    /// The half-open range of the value in the text, quotes and brackets included.
    pub fn byte_range(self) -> (u64, u64) {
        self.document.range_of(self.index)
    }

    pub(super) const fn index(self) -> usize {
        self.index
    }

    /// The key, when the value is a member of an object.
    pub(crate) fn member_key(self) -> Option<Key<'d>> {
        Key::of(self.document, self.index)
    }

    /// Where it stands among all values and keys of the document, in their order.
    #[inline]
    pub(crate) const fn order(self) -> usize {
        self.index
    }

    /// The value that stands at a place in the order of all values and keys.
    pub(crate) const fn nth(self, order: usize) -> Self {
        self.with(order)
    }

    /// The key, unescaped, when the value is a member of an object.
    pub fn key(self) -> Option<Cow<'d, str>> {
        Some(self.member_key()?.as_str())
    }

    /// The half-open range of the key, quotes included, when the value is a
    /// member of an object.
    pub fn key_range(self) -> Option<(u64, u64)> {
        Some(self.member_key()?.byte_range())
    }

    /// The value as it is written in the text.
    pub fn raw(self) -> &'d str {
        let end = self.document.end_of(self.index);
        let text = self.document.text.get(self.entry().start()..end);
        text.unwrap_or_default()
    }

    /// Whether it is `null`.
    pub fn is_null(self) -> bool {
        self.entry().tag() == Tag::Null
    }

    /// The boolean, if it is one.
    pub fn as_bool(self) -> Option<bool> {
        match self.entry().tag() {
            Tag::False => Some(false),
            Tag::True => Some(true),
            _ => None,
        }
    }

    /// The string, unescaped, if it is one. Borrowed when it has no escapes.
    #[inline]
    pub fn as_str(self) -> Option<Cow<'d, str>> {
        (self.entry().tag() == Tag::String).then(|| self.document.string_at(self.index))
    }

    /// The string, if it is one that has no escapes, as most have none: two words, where
    /// the three of [`Node::as_str`] are handed on through memory.
    #[inline]
    pub(crate) fn plain_str(self) -> Option<&'d str> {
        self.document.plain_string_at(self.index)
    }

    /// Whether it is the empty string.
    #[inline]
    pub(crate) fn is_empty_text(self) -> bool {
        let entry = self.entry();
        entry.tag() == Tag::String && entry.length() == 0
    }

    /// The token of the number, if it is one.
    pub fn number_token(self) -> Option<&'d str> {
        (self.entry().tag() == Tag::Number).then(|| self.raw())
    }

    /// The number as an offset or count: an integer from 0 to 2^53 − 1, checked
    /// on the token before anything is rounded (rules J2, J3).
    ///
    /// # Errors
    ///
    /// [`IntegerError`].
    pub fn as_u64_safe(self) -> Result<SafeInteger, IntegerError> {
        match self.short_natural() {
            Some(value) => Ok(SafeInteger {
                value,
                written_as_float: false,
            }),
            None => safe_integer(self.number_token().ok_or(IntegerError::NotANumber)?),
        }
    }

    /// The number as a difference or a moment: the same of either sign.
    pub(crate) fn as_i64_safe(self) -> Result<SignedInteger, IntegerError> {
        let short = self.short_natural().map(i64::try_from);
        match short {
            Some(Ok(value)) => Ok(SignedInteger {
                value,
                written_as_float: false,
            }),
            _ => signed_integer(self.number_token().ok_or(IntegerError::NotANumber)?),
        }
    }

    /// The number, if it is at most 15 digits and nothing else.
    #[inline]
    pub(crate) fn short_natural(self) -> Option<u64> {
        let entry = self.entry();
        match entry.value() {
            Some(value) => Some(value),
            None => self.longer_natural(entry),
        }
    }

    /// The same of a number whose entry does not hold its value.
    #[inline(never)]
    fn longer_natural(self, entry: Entry) -> Option<u64> {
        let (start, length) = (entry.start(), entry.digits());
        let plain = NATURAL | PLAIN_INTEGER;
        if entry.tag() != Tag::Number || !entry.has(plain) || length > 15 {
            return None;
        }
        let digits = self.document.text.as_bytes().get(start..start + length)?;
        let mut value = 0;
        for byte in digits {
            // Only a minus sign is less than a digit here.
            value = value * 10 + u64::from(byte.checked_sub(b'0')?);
        }
        Some(value)
    }

    /// The nearest double, if it is a number.
    pub fn as_f64(self) -> Option<f64> {
        self.number_token()?.parse().ok()
    }

    /// Number of elements or members; 0 for a scalar.
    pub fn len(self) -> u64 {
        match self.entry().tag() {
            Tag::Array => self.end_entry().count(),
            Tag::Object => {
                let keys = keys_of(&self.document.tape, self.index);
                self.with(keys).end_entry().count()
            }
            _ => 0,
        }
    }

    fn capacity(self) -> usize {
        usize::try_from(self.len()).unwrap_or(0)
    }

    /// Whether there are no elements or members.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The elements of an array, in order; nothing for other values.
    pub fn items(self) -> Items<'d> {
        Items::new(self.document, self.index + WIDE, self.end_as(Tag::Array))
    }

    /// The members of an object, in order, each value with
    /// [`key`](Node::key); nothing for other values. A member that a later one
    /// of the same name replaces is left out.
    pub fn members(self) -> Members<'d> {
        Members::new(self.document, self.cursor(), self.end_as(Tag::Object))
    }

    /// The entry of the end of an array or object.
    fn end_entry(self) -> Entry {
        self.document.entry(self.index + self.entry().inner_reach())
    }

    /// The entry of the object that has the keys of the object of an entry.
    #[inline]
    fn with_keys(self, entry: Entry) -> Entry {
        if entry.follows() {
            self.document.entry(entry.keys_at())
        } else {
            entry
        }
    }

    /// Where the children end, if it is such a container; 0 if not.
    #[inline]
    fn end_as(self, tag: Tag) -> usize {
        let entry = self.entry();
        if entry.tag() == tag {
            self.index + entry.inner_reach()
        } else {
            0
        }
    }

    /// At the first child of a container.
    #[inline]
    fn cursor(self) -> Cursor {
        Cursor::of(&self.document.tape, self.index)
    }

    /// The value of a member. Time O(members).
    #[inline]
    pub fn get(self, key: &str) -> Option<Node<'d>> {
        // Of a key that is written in the program, the compiler makes the hash.
        self.find(key, keys::hash(key.as_bytes()))
    }

    fn find(self, key: &str, hash: u32) -> Option<Node<'d>> {
        let entry = self.entry();
        if entry.tag() != Tag::Object || !self.with_keys(entry).may_have(hash) {
            return None;
        }
        let end = self.index + entry.inner_reach();
        let tape = self.document.tape.as_slice();
        let is = |entry: Entry, at: usize| {
            entry.hash() == hash
                && !entry.has(SHADOWED)
                && Key::new(self.document, at, at + WIDE).is(key)
        };
        let Cursor {
            key: mut at,
            mut value,
            manner,
        } = self.cursor();
        // One loop for each manner: this is where most of what is asked for is found.
        if manner == Manner::Members {
            while at < end {
                if is(entry_at(tape, at)?, at) {
                    return Some(self.with(at + WIDE));
                }
                at = after(tape, at + WIDE);
            }
        } else {
            while value < end {
                if is(entry_at(tape, at)?, at) {
                    return Some(self.with(value));
                }
                (at, value) = (after(tape, at + WIDE), after(tape, value));
            }
        }
        None
    }

    /// Which keys it may have; none if it is no object.
    #[inline]
    pub(crate) fn key_bits(self) -> KeyBits {
        let entry = self.entry();
        if entry.tag() == Tag::Object {
            KeyBits::from_bits(self.with_keys(entry).hash())
        } else {
            KeyBits::NONE
        }
    }

    /// Which keys its elements may have, all together; none if it is no array.
    #[inline]
    pub(crate) fn item_bits(self) -> KeyBits {
        let entry = self.entry();
        if entry.tag() == Tag::Array {
            KeyBits::from_bits(entry.hash())
        } else {
            KeyBits::NONE
        }
    }

    /// The number of its layout, from 1, if it is an object: two of the same layout have
    /// the same keys in the same order, none of them twice.
    #[inline]
    pub(crate) fn layout(self) -> u32 {
        let entry = self.entry();
        if entry.tag() == Tag::Object {
            entry.layout()
        } else {
            0
        }
    }

    /// The layout of its elements, if it is an array of objects that have the same one; 0
    /// if not.
    #[inline]
    pub(crate) fn item_layout(self) -> u32 {
        if self.entry().tag() == Tag::Array {
            self.end_entry().item_layout()
        } else {
            0
        }
    }

    /// Whether it is one of these.
    #[inline]
    pub(crate) fn is_of(self, form: Form) -> bool {
        form.is_of(self.entry())
    }

    /// How many layouts the objects of the whole document have.
    pub(crate) const fn layouts(self) -> u32 {
        self.document.layouts()
    }

    /// The values of the members of an object, those included that a later one replaces.
    #[inline]
    pub(crate) fn values(self) -> Values<'d> {
        Values::new(self.document, self.cursor(), self.end_as(Tag::Object))
    }

    /// The element at a 0-based index. Time O(index).
    pub fn item(self, index: u64) -> Option<Node<'d>> {
        self.items().nth(usize::try_from(index).ok()?)
    }

    pub(super) fn step(self, token: &str) -> Option<Node<'d>> {
        match self.kind() {
            Kind::Object => self.get(token),
            Kind::Array => self.item(array_index(token)?),
            _ => None,
        }
    }

    /// The JSON Pointer of the value. Time O(siblings on the way).
    pub fn pointer(self) -> Pointer {
        let mut pointer = Pointer::root();
        let document = self.document;
        let mut container = 0;
        while container < self.index {
            let mut child = Cursor::of(&document.tape, container);
            let mut position = 0;
            while after(&document.tape, child.value) <= self.index {
                child.advance(&document.tape);
                position += 1;
            }
            if child.manner == Manner::Elements {
                pointer.push_index(position);
            } else {
                pointer.push(&document.string_at(child.key));
            }
            container = child.value;
        }
        pointer
    }

    /// Where the value stands. Time O(offset); for many values see
    /// [`Document::places`].
    pub fn place(self) -> Place {
        Locator::new(self.document).value(self.index)
    }

    /// The value and all inside it, owned. Time O(size); no recursion.
    pub fn to_value(self) -> Value {
        let mut builder = Builder::new();
        self.events(|event| builder.event(event));
        builder.finish()
    }

    /// Whether this is its canonical form, in whatever way a scalar is written here. Containers
    /// are compared as they are written.
    pub(crate) fn is_written(self, canonical: &str) -> bool {
        let raw = self.raw();
        // Of strings, only one with an escape has another form.
        let may_differ = raw.contains('\\') || self.kind() == Kind::Number;
        raw == canonical || may_differ && self.to_canonical() == canonical
    }

    /// The canonical form of RFC 8785, as
    /// [`write_canonical`](super::write_canonical) gives it.
    pub fn to_canonical(self) -> String {
        let mut out = String::new();
        canonical::write(self, &mut out);
        out
    }

    /// The same, added to a text.
    pub(crate) fn write_canonical_to(self, out: &mut String) {
        let entry = self.entry();
        match entry.tag() {
            Tag::Array | Tag::Object => canonical::write(self, out),
            _ => self.write_scalar(entry, out),
        }
    }

    fn write_scalar(self, entry: Entry, out: &mut String) {
        // Without escapes, and a number of few digits, is written as it was read.
        let length = if entry.is_plain_string() {
            entry.length() + 2
        } else if entry.value().is_some() {
            entry.digits()
        } else {
            return self.write_other(entry, out);
        };
        let start = entry.start();
        let text = self.document.text.get(start..start + length);
        out.push_str(text.unwrap_or_default());
    }

    #[inline(never)]
    fn write_other(self, entry: Entry, out: &mut String) {
        match entry.tag() {
            Tag::Number if self.short_natural().is_none() => {
                write_canonical_token(out, self.raw());
            }
            Tag::String if entry.has(ESCAPED) => {
                write_string(out, &self.document.string_at(self.index));
            }
            _ => out.push_str(self.raw()),
        }
    }

    /// The compact form, as [`write_compact`](super::write_compact) gives it.
    pub fn to_compact(self) -> String {
        self.written(None)
    }

    /// The pretty form, as [`write_pretty`](super::write_pretty) gives it.
    pub fn to_pretty(self) -> String {
        self.written(Some(INDENT))
    }

    fn written(self, indent: Option<&'static str>) -> String {
        let mut writer = Writer::new(indent);
        self.events(|event| writer.event(&event));
        writer.out
    }

    /// Reports the value as a sequence of events.
    pub(super) fn events(self, mut report: impl FnMut(Event<'d>)) {
        let document = self.document;
        let end = after(&document.tape, self.index);
        let mut containers: Vec<Open> = Vec::new();
        let mut index = self.index;
        while index < end {
            let entry = document.entry(index);
            let tag = entry.tag();
            if tag == Tag::Key && entry.has(SHADOWED) {
                index = after(&document.tape, index + WIDE);
                continue;
            }
            while let Some(Open::Values { end, .. }) = containers.last()
                && *end <= index
            {
                containers.pop();
                report(Event::EndObject);
            }
            if let Some(Open::Values { key, .. }) = containers.last_mut() {
                report(Event::Key(document.string_at(*key)));
                *key = after(&document.tape, *key + WIDE);
            }
            report(match tag {
                Tag::Null | Tag::Tail => Event::Null,
                Tag::False => Event::Bool(false),
                Tag::True => Event::Bool(true),
                Tag::Number => Event::Token(self.with(index).raw()),
                Tag::String => Event::String(document.string_at(index)),
                Tag::Key => Event::Key(document.string_at(index)),
                Tag::Array => Event::BeginArray(self.with(index).capacity()),
                Tag::Object => Event::BeginObject(self.with(index).capacity()),
                Tag::End if matches!(containers.pop(), Some(Open::Array)) => Event::EndArray,
                Tag::End => Event::EndObject,
            });
            match tag {
                Tag::Array => containers.push(Open::Array),
                Tag::Object if entry.follows() => {
                    containers.push(Open::Values {
                        key: entry.keys_at() + WIDE,
                        end: index + entry.reach(),
                    });
                }
                Tag::Object => containers.push(Open::Members),
                _ => {}
            }
            index = next(&document.tape, index);
        }
        for _ in containers {
            report(Event::EndObject);
        }
    }
}

/// A container whose end was not reported yet.
enum Open {
    Array,
    /// An object with entries for its keys.
    Members,
    /// An object with the keys of another one, the entry of the next one there, and where
    /// its values end: it has no end entry.
    Values {
        key: usize,
        end: usize,
    },
}

impl<'d> Tree<'d> for Node<'d> {
    type Items = Items<'d>;

    fn write_or_open(
        self,
        out: &mut String,
        members: &mut Vec<(Cow<'d, str>, Self)>,
    ) -> Opened<Items<'d>> {
        let entry = self.entry();
        match entry.tag() {
            Tag::Array => return Opened::Array(self.items()),
            Tag::Object => {
                members.extend(self.members().map(|(key, value)| (key.as_str(), value)));
                return Opened::Object;
            }
            _ => self.write_scalar(entry, out),
        }
        Opened::Scalar
    }
}

impl fmt::Debug for Node<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.raw())
    }
}
