//! The flat form of a document: words of 8 bytes, one for a scalar and two for anything else.
//!
//! The first touch of memory is what reading a long text costs most, so little is taken of
//! it. A container is an open entry, the entries of what is inside, and an end entry; the
//! open entry holds how far the entry after it is, so that a whole subtree is stepped over
//! at once. A member is its key entry followed at once by the entries of its value; or, in
//! an object that has the keys of an earlier one, only the entries of its value, and no end
//! entry. Text is not copied: entries hold byte offsets.

use super::keys;

/// What an entry stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Tag {
    Null = 0x10,
    False = 0x11,
    True = 0x12,
    Number = 0x13,
    String = 0x14,
    // All that have two words have the bit of 8.
    Key = 0x18,
    Array = 0x19,
    Object = 0x1a,
    End = 0x1d,
    /// The second word of an entry.
    Tail = 0,
}

/// A string or key with at least one backslash.
pub(super) const ESCAPED: u64 = 1 << 57;
/// A number that is only digits, with or without a minus sign; of one that is [`NATURAL`],
/// that the word holds its value.
pub(super) const PLAIN_INTEGER: u64 = 1 << 57;
/// An object that has the keys of an earlier one, and no entries of its own for them.
pub(super) const FOLLOWS: u64 = 1 << 57;
/// A key whose member a later one of the same name replaces.
pub(super) const SHADOWED: u64 = 1 << 58;
/// A number of at most seven digits and nothing else.
pub(super) const NATURAL: u64 = 1 << 58;

/// The first word of an entry; no second one has this bit.
const FIRST: u64 = 1 << 63;
/// The first word of two.
const TWO: u64 = 1 << 62;
const TAG_SHIFT: u32 = 59;
const MARK_SHIFT: u32 = 57;
const START_SHIFT: u32 = 21;
const START_MASK: u64 = MAX_TEXT << START_SHIFT;
/// What a first word holds at most; all bits of it say that the second one holds more.
const PAYLOAD: u64 = (1 << START_SHIFT) - 1;
const LOWER: u64 = u32::MAX as u64;

/// Greatest length of a text or of one string that an entry can hold.
pub(super) const MAX_TEXT: u64 = (1 << 36) - 1;
pub(super) const MAX_STRING: u64 = (1 << 31) - 1;

/// Most values of one document. A value has six words at most, so that a tape has fewer
/// than 2^31, which is what an entry can count.
pub(super) const MAX_ITEMS: u64 = 1 << 28;

/// By how many words the first child of a container is further on than it, and the value
/// of a member than its key.
pub(super) const WIDE: usize = 2;

/// Greatest number of a layout.
pub(super) const MAX_LAYOUT: u32 = (1 << START_SHIFT) - 1;

/// One entry, with the word behind its first one. The first is 5 bits of tag, 2 bits of
/// flags, 36 bits of start offset and 21 bits that depend on the tag:
/// - string, key, number, literal: its length (of a string or key without its quotes), or
///   the value of a number;
/// - object: its layout. Objects of the same layout have the same keys, in the same order.
///
/// The second word is, from above:
/// - array, object: by how many words the entry after it is further on, and bits of the
///   keys of an object, or of those of all objects that are elements of an array; or the
///   index of the earlier object that has the keys;
/// - key: its length and its hash;
/// - end: the layout of all elements of an array, and the number of elements or members;
/// - a scalar whose length is too large for the first word: by how many words the entry
///   after it is further on, and the length.
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

const fn both(upper: u64, lower: u64) -> u64 {
    (upper << 32 | lower & LOWER) & !FIRST
}

/// Greatest length of a scalar of one word.
pub(super) const SHORT: usize = (1 << START_SHIFT) - 2;

/// The word of a scalar that is not longer than [`SHORT`].
#[inline]
pub(super) const fn scalar(tag: Tag, flags: u64, start: usize, length: usize) -> u64 {
    head(tag, flags, start) | length as u64 & PAYLOAD
}

/// Both words of a scalar that is longer.
pub(super) const fn long_scalar(tag: Tag, flags: u64, start: usize, length: usize) -> [u64; 2] {
    let head = head(tag, flags, start) | TWO | PAYLOAD;
    [head, both(WIDE as u64, length as u64)]
}

/// Both words of an array or object that is open.
#[inline]
pub(super) const fn open(tag: Tag, start: usize) -> [u64; 2] {
    // Nobody waits for its end.
    [head(tag, 0, start), both(1, 0)]
}

/// The word of a number of at most seven digits, of which these are the value and the
/// length.
#[inline]
pub(super) const fn natural(start: usize, value: u32, length: usize) -> u64 {
    let (flag, payload) = if (value as u64) < PAYLOAD {
        (PLAIN_INTEGER, value as u64)
    } else {
        (0, length as u64)
    };
    head(Tag::Number, NATURAL | flag, start) | payload
}

/// The first word of what has two.
#[inline]
pub(super) const fn head(tag: Tag, flags: u64, start: usize) -> u64 {
    ((tag as u64) << TAG_SHIFT) | flags | ((start as u64) << START_SHIFT & START_MASK)
}

/// Both words of a key.
#[inline]
pub(super) fn key(flags: u64, start: usize, length: usize, hash: u32) -> [u64; 2] {
    let head = head(Tag::Key, flags, start) | (length as u64).min(PAYLOAD);
    [head, both(length as u64, hash.into())]
}

/// The second word of an end.
#[inline]
pub(super) const fn end_tail(layout: u32, count: u64) -> u64 {
    both(layout as u64, count)
}

/// Both words of an array.
#[inline]
pub(super) const fn array(start: usize, reach: usize, keys: u32) -> [u64; 2] {
    let tail = both(reach as u64, keys as u64);
    [head(Tag::Array, 0, start), tail]
}

/// Both words of an object that has its own keys.
#[inline]
pub(super) const fn object(start: usize, layout: u32, reach: usize, keys: u32) -> [u64; 2] {
    let tail = both(reach as u64, keys as u64);
    [head(Tag::Object, 0, start) | layout as u64 & PAYLOAD, tail]
}

/// Both words of an object that has the keys of an earlier one.
#[inline]
pub(super) const fn follower(start: usize, layout: u32, reach: usize, keys_at: usize) -> [u64; 2] {
    let tail = both(reach as u64, keys_at as u64);
    [
        head(Tag::Object, FOLLOWS, start) | layout as u64 & PAYLOAD,
        tail,
    ]
}

impl Entry {
    /// What stands where there is nothing.
    pub(super) const NONE: Self = Self {
        head: head(Tag::Null, 0, 0),
        tail: 0,
    };

    #[inline]
    pub(super) fn tag(self) -> Tag {
        match self.head >> TAG_SHIFT {
            0x10 => Tag::Null,
            0x11 => Tag::False,
            0x12 => Tag::True,
            0x13 | 0x1b => Tag::Number,
            0x14 | 0x1c => Tag::String,
            0x18 => Tag::Key,
            0x19 => Tag::Array,
            0x1a => Tag::Object,
            0x1d => Tag::End,
            _ => Tag::Tail,
        }
    }

    #[inline]
    const fn has_two(self) -> bool {
        self.head & TWO != 0
    }

    /// Whether it is a key without escapes that no later one replaces.
    #[inline]
    pub(super) const fn is_plain_key(self) -> bool {
        self.head >> MARK_SHIFT == (Tag::Key as u64) << TAG_SHIFT >> MARK_SHIFT
    }

    /// Whether it is a string of one word without escapes.
    #[inline]
    pub(super) const fn is_plain_string(self) -> bool {
        self.head >> MARK_SHIFT == (Tag::String as u64) << TAG_SHIFT >> MARK_SHIFT
    }

    /// Whether it is an object that has the keys of an earlier one.
    #[inline]
    pub(super) const fn follows(self) -> bool {
        const MARK: u64 = (Tag::Object as u64) << TAG_SHIFT | FOLLOWS;
        self.head >> MARK_SHIFT == MARK >> MARK_SHIFT
    }

    /// What it stands for and its flags, in one byte.
    #[inline]
    #[allow(clippy::cast_possible_truncation, reason = "the upper 7 of 64 bits")]
    const fn mark(self) -> u8 {
        (self.head >> MARK_SHIFT) as u8
    }

    /// A flag means something else where the tag is another one.
    #[inline]
    pub(super) const fn has(self, flag: u64) -> bool {
        self.head & flag != 0
    }

    #[inline]
    pub(super) const fn start(self) -> usize {
        unpack((self.head & START_MASK) >> START_SHIFT)
    }

    #[inline]
    const fn payload(self) -> u64 {
        self.head & PAYLOAD
    }

    /// The value of a number, if the entry holds it.
    #[inline]
    pub(super) const fn value(self) -> Option<u64> {
        const MARK: u64 = (Tag::Number as u64) << TAG_SHIFT | NATURAL | PLAIN_INTEGER;
        if self.head >> MARK_SHIFT == MARK >> MARK_SHIFT {
            Some(self.payload())
        } else {
            None
        }
    }

    /// Length of a string, key or literal.
    #[inline]
    pub(super) fn length(self) -> usize {
        let length = self.payload();
        if length < PAYLOAD {
            unpack(length)
        } else {
            self.long_length()
        }
    }

    #[cold]
    fn long_length(self) -> usize {
        match self.tag() {
            Tag::Key => unpack(self.tail >> 32),
            _ => unpack(self.tail & LOWER),
        }
    }

    /// Length of a number.
    #[inline]
    pub(super) fn digits(self) -> usize {
        match self.value() {
            Some(value) => {
                // No `u64`: its logarithm takes longer.
                let value = u32::try_from(value).unwrap_or(0);
                unpack(u64::from(value.checked_ilog10().unwrap_or(0))) + 1
            }
            None => self.length(),
        }
    }

    /// Hash of the decoded text of a key; bits of the keys of an array, or of an object
    /// that has its own.
    #[inline]
    #[allow(clippy::cast_possible_truncation, reason = "the lower half of 64 bits")]
    pub(super) const fn hash(self) -> u32 {
        self.tail as u32
    }

    /// By how many words the entry after a value of two words is further on.
    #[inline]
    pub(super) const fn reach(self) -> usize {
        unpack(self.tail >> 32)
    }

    /// The same of the end of its children.
    #[inline]
    pub(super) const fn inner_reach(self) -> usize {
        if self.follows() {
            self.reach()
        } else {
            self.reach().saturating_sub(WIDE)
        }
    }

    /// Whether an object that has its own keys may have one with this hash. Never wrong
    /// when it says no.
    #[inline]
    pub(super) const fn may_have(self, hash: u32) -> bool {
        self.hash() & keys::bit(hash) != 0
    }

    /// Number of elements or members, of an end entry.
    #[inline]
    pub(super) const fn count(self) -> u64 {
        self.tail & LOWER
    }

    /// The object that has the keys, of one that has none.
    #[inline]
    pub(super) const fn keys_at(self) -> usize {
        unpack(self.tail & LOWER)
    }

    /// The second word of the same, if the keys have moved.
    pub(super) const fn with_keys_at(self, index: usize) -> u64 {
        both(self.tail >> 32, index as u64)
    }

    /// The layout of an object; 0 for none.
    #[inline]
    #[allow(clippy::cast_possible_truncation, reason = "21 bits")]
    pub(super) const fn layout(self) -> u32 {
        self.payload() as u32
    }

    /// The layout of all elements, of the end entry of an array; 0 for none.
    #[inline]
    #[allow(clippy::cast_possible_truncation, reason = "the upper half of 64 bits")]
    pub(super) const fn item_layout(self) -> u32 {
        (self.tail >> 32) as u32
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
    /// A number of at most seven digits and nothing else.
    pub(crate) const NATURAL: Self = Self::of(Tag::Number, NATURAL);
    /// No value at all.
    pub(crate) const NONE: Self = Self { mask: 0, mark: 1 };

    #[allow(clippy::cast_possible_truncation, reason = "the upper 7 of 64 bits")]
    const fn of(tag: Tag, flag: u64) -> Self {
        const TAG: u64 = 0x1f << TAG_SHIFT;
        Self {
            mask: ((TAG | flag) >> MARK_SHIFT) as u8,
            mark: ((((tag as u64) << TAG_SHIFT) | flag) >> MARK_SHIFT) as u8,
        }
    }

    #[inline]
    pub(super) const fn is_of(self, entry: Entry) -> bool {
        entry.mark() & self.mask == self.mark
    }
}

/// The entry at an index, if there is one.
#[inline]
pub(super) fn entry(tape: &[u64], index: usize) -> Option<Entry> {
    let head = *tape.get(index)?;
    let tail = tape.get(index + 1).copied().unwrap_or(0);
    Some(Entry { head, tail })
}

/// The index after the value that begins at `index`.
#[inline]
pub(super) fn after(tape: &[u64], index: usize) -> usize {
    match entry(tape, index) {
        Some(entry) if entry.has_two() => index + entry.reach(),
        _ => index + 1,
    }
}

/// The index after the entry at `index`, which is before what is inside a container.
#[inline]
pub(super) fn next(tape: &[u64], index: usize) -> usize {
    match entry(tape, index) {
        Some(entry) if entry.has_two() => index + WIDE,
        _ => index + 1,
    }
}

/// Where the children of the container at `index` end.
#[inline]
pub(super) fn end_of_children(tape: &[u64], index: usize) -> usize {
    index + entry(tape, index).map_or(0, Entry::inner_reach)
}

/// Takes the layouts from all objects and all end entries.
#[cfg(test)]
pub(super) fn forget_layouts(tape: &mut [u64]) {
    let mut index = 0;
    while let Some(entry) = entry(tape, index) {
        let place = match entry.tag() {
            Tag::Object => index,
            _ => index + 1,
        };
        if let Some(word) = tape.get_mut(place) {
            match entry.tag() {
                Tag::Object => *word &= !PAYLOAD,
                Tag::End => *word = end_tail(0, entry.count()),
                _ => {}
            }
        }
        index = next(tape, index);
    }
}

/// The object that has the entries of the keys of the object at `index`: itself, or an
/// earlier one.
#[inline]
pub(super) fn keys_of(tape: &[u64], index: usize) -> usize {
    match entry(tape, index) {
        Some(entry) if entry.follows() => entry.keys_at(),
        _ => index,
    }
}
