//! The pre-images of span ids as SHA-256 messages.
//!
//! A pre-image is a path, then 10 to 34 bytes for the offsets. The path's whole
//! blocks are hashed once for all keys that share them; what is left of the
//! path, the offsets and the padding make one or two last blocks: a
//! [`Message`]. Keys may come in any order, but keys of one path that stand
//! together share the most.

use alloc::vec::Vec;

use sha2::block_api::compress256;

use super::span::{SpanIdScheme, SpanKey};
use crate::hex;

/// The ids of many keys as digits, one after the other. The keys have been checked.
pub(super) fn ids(scheme: SpanIdScheme, keys: &[SpanKey<'_>]) -> Vec<[u8; 16]> {
    let mut path = Path::EMPTY;
    let mut message = Message::EMPTY;
    let mut before = "";
    keys.iter()
        .map(|key| {
            path.replace(key.path, !shares_blocks(before, key.path), false);
            before = key.path;
            path.write(&Offsets::new(scheme, key), &mut message);
            hex::of_u64(message.hash())
        })
        .collect()
}

/// The state before the first block (FIPS 180-4 §5.3.3).
pub(super) const INITIAL: [u32; 8] = [
    0x6a09_e667,
    0xbb67_ae85,
    0x3c6e_f372,
    0xa54f_f53a,
    0x510e_527f,
    0x9b05_688c,
    0x1f83_d9ab,
    0x5be0_cd19,
];

/// Bytes of a block.
pub(super) const BLOCK: usize = 64;

/// The most blocks of a [`Message`]: a whole one of the path, and the last two.
pub(super) const MOST: usize = 3;

/// The end of one message: all that is not hashed yet, padded.
#[derive(Debug, Clone, Copy)]
pub(super) struct Message {
    /// The state before these blocks.
    pub(super) state: [u32; 8],
    /// One to three blocks; the others are unused.
    pub(super) blocks: [[u8; BLOCK]; MOST],
    /// How many are in use.
    pub(super) count: usize,
}

impl Message {
    pub(super) const EMPTY: Self = Self {
        state: INITIAL,
        blocks: [[0; BLOCK]; MOST],
        count: 1,
    };

    /// The first eight bytes of the hash.
    pub(super) fn hash(&self) -> u64 {
        let mut state = self.state;
        compress256(
            &mut state,
            self.blocks.get(..self.count).unwrap_or_default(),
        );
        first_eight(state)
    }
}

/// The first eight bytes of a hash.
pub(super) const fn first_eight([high, low, ..]: [u32; 8]) -> u64 {
    (high as u64) << 32 | low as u64
}

/// What the messages of one path share.
#[derive(Clone, Copy)]
pub(super) struct Path<'k> {
    text: &'k str,
    /// The state after the path's whole blocks, but for those that are `open`.
    state: [u32; 8],
    /// The last whole block, if only one message has it: such a message hashes it
    /// itself, which in lanes is done for many of them at once.
    open: &'k [[u8; BLOCK]],
    /// The rest of the path: 0 to 63 bytes.
    rest: &'k [u8],
}

impl<'k> Path<'k> {
    pub(super) const EMPTY: Self = Self {
        text: "",
        state: INITIAL,
        open: &[],
        rest: &[],
    };

    /// Changes the path, and hashes its whole blocks if they are not those of the path
    /// before, as they are for the files of one long folder. Leaves the last of them
    /// open if the next path has others.
    #[inline]
    pub(super) fn replace(&mut self, path: &'k str, blocks_are_new: bool, next_has_others: bool) {
        let (blocks, rest) = path.as_bytes().as_chunks();
        if blocks_are_new {
            let shared = blocks.len() - usize::from(next_has_others && !blocks.is_empty());
            let (shared, open) = blocks.split_at(shared);
            self.state = INITIAL;
            if !shared.is_empty() {
                compress256(&mut self.state, shared);
            }
            self.open = open;
        }
        self.rest = rest;
        self.text = path;
    }

    /// How many blocks the message of this path and these offsets has.
    #[inline]
    pub(super) const fn blocks(&self, offsets: &Offsets) -> usize {
        let last = if offsets.fit_behind(self.rest) { 1 } else { 2 };
        self.open.len() + last
    }

    /// Writes the message of this path and these offsets.
    #[inline]
    pub(super) fn write(&self, offsets: &Offsets, message: &mut Message) {
        let (first, count) = (self.open.len(), self.blocks(offsets));
        message.state = self.state;
        message.count = count;
        // Block by block: of a number that is not known here, a call would be made.
        let [one, two, three] = &mut message.blocks;
        match self.open {
            [open, ..] => *one = *open,
            [] => *one = [0; BLOCK],
        }
        if count > 1 {
            *two = [0; BLOCK];
        }
        if count > 2 {
            *three = [0; BLOCK];
        }
        let Some(last) = message.blocks.get_mut(first..count) else {
            return;
        };
        if let Some(block) = last.first_mut() {
            copy_short(block, self.rest);
        }
        let bytes = last.as_flattened_mut();
        for (at, word) in (self.rest.len()..).step_by(8).zip(offsets.words()) {
            if let Some(slot) = bytes.get_mut(at..at + 8) {
                slot.copy_from_slice(&word.to_be_bytes());
            }
        }
        if let Some(slot) = bytes.last_chunk_mut() {
            *slot = offsets.bits_behind(self.text).to_be_bytes();
        }
    }
}

/// Whether two paths have the same whole blocks.
#[inline]
pub(super) fn shares_blocks(a: &str, b: &str) -> bool {
    // Addresses first: keys often borrow one string.
    if core::ptr::eq(a, b) {
        return true;
    }
    let (a, b) = (whole_blocks(a), whole_blocks(b));
    // One by one, so that the comparison of a block is not a call.
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a == b)
}

#[inline]
fn whole_blocks(path: &str) -> &[[u8; BLOCK]] {
    path.as_bytes().as_chunks().0
}

/// Copies less than a block. Two copies of a fixed size that overlap take less
/// time than finding out how to copy any number of bytes.
#[inline]
fn copy_short(to: &mut [u8; BLOCK], from: &[u8]) {
    fn both_ends<const N: usize>(to: &mut [u8], from: &[u8]) -> Option<()> {
        let to = to.get_mut(..from.len())?;
        *to.first_chunk_mut::<N>()? = *from.first_chunk::<N>()?;
        *to.last_chunk_mut::<N>()? = *from.last_chunk::<N>()?;
        Some(())
    }
    let copied = both_ends::<32>(to, from)
        .or_else(|| both_ends::<16>(to, from))
        .or_else(|| both_ends::<8>(to, from));
    if copied.is_none() {
        for (to, from) in to.iter_mut().zip(from) {
            *to = *from;
        }
    }
}

/// The end mark of every message (FIPS 180-4 §5.1.1).
const END: u8 = 0x80;
const COLON: u64 = 0x3a;

/// What follows the path: `:` start `:` end, then the end mark and zeros.
pub(super) struct Offsets {
    /// Left-aligned; only the first are used, see [`Offsets::words`].
    words: [u64; 5],
    /// Bytes before the end mark: 10 to 34.
    len: usize,
}

impl Offsets {
    #[inline]
    pub(super) fn new(scheme: SpanIdScheme, key: &SpanKey<'_>) -> Self {
        let (start, end) = (key.start, key.end);
        match scheme {
            SpanIdScheme::Be64 => Self {
                words: [
                    COLON << 56 | start >> 8,
                    start << 56 | COLON << 48 | end >> 16,
                    end << 48 | u64::from(END) << 40,
                    0,
                    0,
                ],
                len: 18,
            },
            SpanIdScheme::Be32 => Self {
                words: [
                    COLON << 56 | (start & 0xffff_ffff) << 24 | COLON << 16 | end >> 16 & 0xffff,
                    end << 48 | u64::from(END) << 40,
                    0,
                    0,
                    0,
                ],
                len: 10,
            },
            SpanIdScheme::Decimal => Self::decimal(start, end),
        }
    }

    /// Decimal digits; an offset has at most 16.
    fn decimal(start: u64, end: u64) -> Self {
        let mut text = [0_u8; 40];
        let mut len = 0;
        let mut push = |byte: u8| {
            if let Some(slot) = text.get_mut(len) {
                *slot = byte;
                len += 1;
            }
        };
        for offset in [start, end] {
            push(b':');
            let mut unit = 10_u64.pow(offset.checked_ilog10().unwrap_or(0));
            while unit > 0 {
                push(b'0' + (offset / unit % 10) as u8);
                unit /= 10;
            }
        }
        push(END);
        let (bytes, _) = text.as_chunks::<8>();
        let mut words = [0; 5];
        for (word, bytes) in words.iter_mut().zip(bytes) {
            *word = u64::from_be_bytes(*bytes);
        }
        Self {
            words,
            len: len - 1,
        }
    }

    /// The words that hold the offsets and the end mark.
    #[inline]
    fn words(&self) -> impl Iterator<Item = &u64> {
        self.words.iter().take(self.len / 8 + 1)
    }

    /// Whether the rest of a path and these offsets make one last block: the end
    /// mark takes a byte and the length of the message eight.
    #[inline]
    pub(super) const fn fit_behind(&self, rest: &[u8]) -> bool {
        rest.len() + self.len + 9 <= BLOCK
    }

    /// The length of the message in bits, modulo 2^64 (FIPS 180-4 §5.1.1).
    #[inline]
    pub(super) const fn bits_behind(&self, path: &str) -> u64 {
        (path.len() as u64)
            .wrapping_add(self.len as u64)
            .wrapping_mul(8)
    }

    /// The offsets, the end mark and zeros, by 16 bytes, left-aligned.
    #[inline]
    pub(super) fn parts(&self) -> [u128; 3] {
        let [first, second, third, fourth, fifth] = self.words.map(u128::from);
        [first << 64 | second, third << 64 | fourth, fifth << 64]
    }
}
