//! Which keys an object has, as two sets of bits.
//!
//! The reader notes 32 bits for each object. Of an object with a handful of keys one in
//! seven other keys shares a bit with one of them, and documents are held against hundreds
//! of keys. So who asks for many looks at the keys once more, and finely.

use crate::json::{KeyBits, Node, hash_of_key};

/// Which keys there may be: it says for certain only that one is not there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct KeySet {
    /// As the reader notes them.
    noted: KeyBits,
    /// By other bits of the hashes; all where nobody has looked.
    fine: u64,
}

impl KeySet {
    pub(crate) const NONE: Self = Self {
        noted: KeyBits::NONE,
        fine: 0,
    };
    pub(crate) const EVERY: Self = Self {
        noted: KeyBits::EVERY,
        fine: u64::MAX,
    };

    /// Those of one key.
    pub(crate) const fn of(key: &str) -> Self {
        Self {
            noted: KeyBits::of(key),
            fine: bit(hash_of_key(key.as_bytes())),
        }
    }

    /// Those of some keys.
    pub(crate) const fn any_of(keys: &[&str]) -> Self {
        let mut any = Self::NONE;
        let mut rest = keys;
        while let [key, others @ ..] = rest {
            any = any.or(Self::of(key));
            rest = others;
        }
        any
    }

    /// Those of an object, as the reader notes them; none if it is no object.
    #[inline]
    pub(crate) fn noted(node: Node<'_>) -> Self {
        let noted = node.key_bits();
        let fine = if noted == KeyBits::NONE { 0 } else { u64::MAX };
        Self { noted, fine }
    }

    /// Those of the elements of an array, all together; none if it is no array.
    #[inline]
    pub(crate) fn of_items(list: Node<'_>) -> Self {
        Self {
            noted: list.item_bits(),
            fine: u64::MAX,
        }
    }

    /// The same as [`KeySet::noted`], and finely. Time O(members).
    pub(crate) fn fine(node: Node<'_>) -> Self {
        let keys = node.members().map(|(key, _)| bit(key.hash()));
        Self {
            noted: node.key_bits(),
            fine: keys.fold(0, |all, key| all | key),
        }
    }

    pub(crate) const fn or(self, other: Self) -> Self {
        Self {
            noted: self.noted.or(other.noted),
            fine: self.fine | other.fine,
        }
    }

    pub(crate) const fn and(self, other: Self) -> Self {
        Self {
            noted: self.noted.and(other.noted),
            fine: self.fine & other.fine,
        }
    }

    /// How many bits are set: the fewer, the more keys are ruled out.
    pub(crate) const fn count(self) -> u32 {
        let (noted, fine) = (self.noted.count(), self.fine.count_ones());
        // The finer set has more bits, of which all are set where nobody has looked.
        if noted < fine { noted } else { fine }
    }

    /// Whether all of these may be there.
    #[inline]
    pub(crate) const fn has_all(self, keys: Self) -> bool {
        self.noted.has_all(keys.noted) && self.fine & keys.fine == keys.fine
    }

    /// Whether all of these but one may be there.
    #[inline]
    pub(crate) const fn has_nearly_all(self, keys: Self) -> bool {
        let fine = keys.fine & !self.fine;
        self.noted.lacks(keys.noted) <= 1 && fine.count_ones() <= 1
    }

    /// Whether at least one of these may be there, or with `two` at least two. Where nothing is
    /// demanded, which [`KeySet::EVERY`] stands for, the answer is yes.
    #[inline]
    pub(crate) const fn has_some(self, keys: Self, two: bool) -> bool {
        let both = self.fine & keys.fine;
        let finely = if two {
            both & both.wrapping_sub(1) != 0
        } else {
            both != 0
        };
        self.noted.has_some(keys.noted, two) && (finely || keys.fine == u64::MAX)
    }

    /// Whether any of these may be there.
    #[inline]
    pub(crate) const fn has_any(self, keys: Self) -> bool {
        self.has_some(keys, false)
    }
}

/// The bit of a hash among 64, which says nothing of the one that the reader takes.
const fn bit(hash: u32) -> u64 {
    1 << (hash >> 8 & 63)
}
