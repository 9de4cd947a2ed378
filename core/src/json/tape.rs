//! The flat form of a document: one entry of 16 bytes for each token.
//!
//! A container is an open entry, the entries of what is inside, and an end
//! entry; the open entry holds how far its end is, so that a whole subtree is
//! stepped over at once. A member is its key entry followed at once by the
//! entries of its value; or, in an object that has the keys of an earlier one, only
//! the entries of its value. Text is not copied: entries hold byte offsets.

use super::keys;

/// What an entry stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Tag {
    Null,
    False,
    True,
    Number,
    String,
    Key,
    Array,
    Object,
    End,
}

/// An object that has the keys of an earlier one, and no entries of its own for them; also
/// of its end.
pub(super) const FOLLOWS: u64 = 1 << 55;
/// A string or key with at least one backslash.
pub(super) const ESCAPED: u64 = 1 << 60;
/// A key whose member a later one of the same name replaces.
pub(super) const SHADOWED: u64 = 1 << 61;
/// A number that is only digits, with or without a minus sign.
pub(super) const PLAIN_INTEGER: u64 = 1 << 62;
/// A number of which the entry holds the value.
pub(super) const KNOWN: u64 = 1 << 63;

const TAG_SHIFT: u32 = 56;
const OFFSET_MASK: u64 = FOLLOWS - 1;

/// Greatest length of a text or of one string that an entry can hold.
pub(super) const MAX_TEXT: u64 = (1 << 53) - 1;
pub(super) const MAX_STRING: u64 = u32::MAX as u64;

/// Most values of one document: each has three entries at most, and the index of an
/// entry is 32 bits wide where many are kept.
pub(super) const MAX_ITEMS: u64 = 1 << 30;

/// One entry. `head` is 4 bits of flags, 4 bits of tag, one more flag and 55 bits of
/// start offset; `tail` depends on the tag:
/// - key, string, number, literal: its length in the lower half (of a key or string
///   without its quotes); in the upper half the hash of a key, and the value of a
///   number if it is known;
/// - array, object: how many entries its end is further on, in the lower half; in the
///   upper half bits of the keys of an object, or of those of all objects that are
///   elements of an array;
/// - end: number of elements or members in the lower half, or the index of the earlier
///   object that has the keys; in the upper half the layout of an object, or of all
///   elements of an array: objects of the same layout have the same keys, in the same
///   order.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entry {
    head: u64,
    tail: u64,
}

// A text offset or tape index always fits: it was a `usize` before it was
// packed, on the same machine.
#[allow(clippy::cast_possible_truncation, reason = "packed from a usize")]
const fn unpack(packed: u64) -> usize {
    packed as usize
}

impl Entry {
    #[inline]
    pub(super) const fn new(tag: Tag, flags: u64, start: usize, tail: u64) -> Self {
        Self {
            head: (start as u64 & OFFSET_MASK) | ((tag as u64) << TAG_SHIFT) | flags,
            tail,
        }
    }

    /// The same entry, of a token that begins elsewhere.
    #[inline]
    pub(super) const fn at(self, start: usize) -> Self {
        Self {
            head: (self.head & !OFFSET_MASK) | (start as u64 & OFFSET_MASK),
            tail: self.tail,
        }
    }

    #[inline]
    pub(super) fn tag(self) -> Tag {
        match (self.head >> TAG_SHIFT) & 0xf {
            0 => Tag::Null,
            1 => Tag::False,
            2 => Tag::True,
            3 => Tag::Number,
            4 => Tag::String,
            5 => Tag::Key,
            6 => Tag::Array,
            7 => Tag::Object,
            _ => Tag::End,
        }
    }

    /// Whether it is a key without escapes that no later one replaces.
    #[inline]
    pub(super) const fn is_plain_key(self) -> bool {
        const SET: u64 = ESCAPED | SHADOWED | 0xf << TAG_SHIFT;
        self.head & SET == (Tag::Key as u64) << TAG_SHIFT
    }

    /// What it stands for and its flags, in one byte.
    #[inline]
    #[allow(clippy::cast_possible_truncation, reason = "the upper 8 of 64 bits")]
    const fn mark(self) -> u8 {
        (self.head >> TAG_SHIFT) as u8
    }

    #[inline]
    pub(super) const fn has(self, flag: u64) -> bool {
        self.head & flag != 0
    }

    #[inline]
    pub(super) const fn set(&mut self, flag: u64) {
        self.head |= flag;
    }

    #[inline]
    pub(super) const fn start(self) -> usize {
        unpack(self.head & OFFSET_MASK)
    }

    /// Length of a scalar.
    #[inline]
    pub(super) const fn length(self) -> usize {
        unpack(self.tail & MAX_STRING)
    }

    /// Hash of the decoded text of a key; the value of a number that is known.
    #[inline]
    #[allow(clippy::cast_possible_truncation, reason = "the upper half of 64 bits")]
    pub(super) const fn hash(self) -> u32 {
        (self.tail >> 32) as u32
    }

    #[inline]
    pub(super) const fn set_hash(&mut self, hash: u32) {
        self.tail = (self.tail & MAX_STRING) | ((hash as u64) << 32);
    }

    /// By how many entries the end of an array or object is further on; 0 while it is
    /// open.
    #[inline]
    pub(super) const fn reach(self) -> usize {
        unpack(self.tail & MAX_STRING)
    }

    /// Closes an array, or an object of which this says which keys it may have.
    #[inline]
    pub(super) const fn close(&mut self, reach: usize, keys: u32) {
        self.tail = (reach as u64 & MAX_STRING) | ((keys as u64) << 32);
    }

    /// Whether an object may have a key with this hash. Never wrong when it says no.
    #[inline]
    pub(super) const fn may_have(self, hash: u32) -> bool {
        self.hash() & keys::bit(hash) != 0
    }

    /// Number of elements or members, of an end entry.
    #[inline]
    pub(super) const fn count(self) -> u64 {
        self.tail & MAX_STRING
    }

    /// The object that has the keys, of the end entry of one that has none.
    #[inline]
    pub(super) const fn keys_at(self) -> usize {
        unpack(self.tail & MAX_STRING)
    }

    /// The same entry, of an object whose keys have moved.
    pub(super) const fn with_keys_at(self, index: usize) -> Self {
        Self {
            head: self.head,
            tail: (self.tail & !MAX_STRING) | (index as u64 & MAX_STRING),
        }
    }

    /// The layout of an object or of elements, of an end entry; 0 for none.
    #[inline]
    pub(super) const fn layout(self) -> u32 {
        self.hash()
    }
}

#[cfg(test)]
impl Entry {
    /// Takes the layout from an end entry.
    pub(super) fn forget_layout(&mut self) {
        if self.tag() == Tag::End {
            self.tail = self.count();
        }
    }
}

/// Some values, told by their first word alone.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Form {
    mask: u8,
    mark: u8,
}

impl Form {
    pub(crate) const STRING: Self = Self::of(Tag::String, 0);
    pub(crate) const NUMBER: Self = Self::of(Tag::Number, 0);
    /// A number from 0 to 2^32 − 1 of few digits and nothing else.
    pub(crate) const NATURAL: Self = Self::of(Tag::Number, KNOWN);
    /// No value at all.
    pub(crate) const NONE: Self = Self { mask: 0, mark: 1 };

    #[allow(clippy::cast_possible_truncation, reason = "the upper 8 of 64 bits")]
    const fn of(tag: Tag, flag: u64) -> Self {
        let flag = (flag >> TAG_SHIFT) as u8;
        Self {
            mask: 0xf | flag,
            mark: tag as u8 | flag,
        }
    }

    #[inline]
    pub(super) const fn is_of(self, entry: Entry) -> bool {
        entry.mark() & self.mask == self.mark
    }
}

/// The index after the value that begins at `index`.
#[inline]
pub(super) fn after(tape: &[Entry], index: usize) -> usize {
    match tape.get(index) {
        Some(entry) if matches!(entry.tag(), Tag::Array | Tag::Object) => index + entry.reach() + 1,
        _ => index + 1,
    }
}

/// The object that has the entries of the keys of the object at `index`: itself, or an
/// earlier one.
#[inline]
pub(super) fn keys_of(tape: &[Entry], index: usize) -> usize {
    match tape.get(index) {
        Some(entry) if entry.has(FOLLOWS) => {
            let end = tape.get(index + entry.reach());
            end.map_or(index, |end| end.keys_at())
        }
        _ => index,
    }
}
