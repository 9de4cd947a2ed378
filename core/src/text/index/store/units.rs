//! How many code units lie between two places of a text that is not ASCII.
//!
//! Kept for every block: the bytes before it that start no character, and the
//! characters before it above U+FFFF. From these two, units in every encoding
//! follow, as the difference between two places: bytes less the first is code
//! points, and that plus the second is UTF-16 code units. `count` makes these
//! tables, `seek` goes the other way, from units to a place.

use alloc::boxed::Box;

use super::SEGMENT;
use super::items::{self, IllFormedBlocks};
use super::seek::Marks;
use crate::text::PositionEncoding;
use crate::text::scan::tally::{Tally, TallyIn};
use crate::text::scan::{CHUNK, Engine, low_bits};

/// Bytes of text for each entry.
pub(super) const BLOCK: usize = 256;

/// Up to this distance the text itself is counted; beyond it, blocks are.
pub(super) const NEAR: usize = 512;

#[derive(Debug, Clone)]
pub(super) struct Units {
    pub(super) engine: Engine,
    /// What lies before each block begun, from the start of its segment.
    pub(super) blocks: Box<[[u16; 2]]>,
    /// What lies before each segment begun.
    pub(super) segments: Box<[[u64; 2]]>,
    pub(super) marks: Marks,
    /// A bit for each 64 bytes that are not all ASCII; then a word of zeros.
    pub(super) wide: Box<[u64]>,
    /// Present if the bytes are not UTF-8.
    pub(super) ill_formed: Option<IllFormedBlocks>,
}

impl Units {
    pub(super) fn memory(&self) -> usize {
        size_of::<Self>()
            + size_of_val(&*self.blocks)
            + size_of_val(&*self.segments)
            + self.marks.memory()
            + size_of_val(&*self.wide)
            + self.ill_formed.as_ref().map_or(0, IllFormedBlocks::memory)
    }

    pub(super) fn first_ill_formed(&self) -> Option<usize> {
        self.ill_formed.as_ref().map(|blocks| blocks.first)
    }

    #[inline]
    pub(super) fn is_ascii_around(&self, from: usize, to: usize) -> bool {
        let (first, last) = (from / CHUNK, to / CHUNK);
        let (word, bit) = (first / 64, first % 64);
        match self.wide.get(word..).and_then(<[u64]>::first_chunk) {
            Some([low, high]) if last - first < 64 => {
                let bits = low >> bit | high << 1 << (63 - bit);
                bits & low_bits(last - first + 1) == 0
            }
            _ => false,
        }
    }

    pub(super) fn between(
        &self,
        text: &[u8],
        from: usize,
        to: usize,
        encoding: PositionEncoding,
    ) -> usize {
        if self.is_ascii_around(from, to) {
            return to - from;
        }
        if to - from <= NEAR {
            let tally = self.tally(text, from, to);
            return units(to - from, tally.continuation, tally.astral, encoding);
        }
        self.before(text, to, encoding) - self.before(text, from, encoding)
    }

    /// The code units in the whole text before `at`.
    pub(super) fn before(&self, text: &[u8], at: usize, encoding: PositionEncoding) -> usize {
        let block = at / BLOCK;
        let rest = self.tally(text, block * BLOCK, at);
        let [continuation, astral] = self.before_block(block);
        units(
            at,
            continuation + rest.continuation,
            astral + rest.astral,
            encoding,
        )
    }

    /// The tally before a block; at the end of a text of whole blocks, of all.
    #[allow(clippy::cast_possible_truncation)]
    pub(super) fn before_block(&self, block: usize) -> [usize; 2] {
        let segment = self.segments.get(block / (SEGMENT / BLOCK));
        let segment = segment.copied().unwrap_or_default();
        let block = self.blocks.get(block).copied().unwrap_or_default();
        // Counts of bytes of the text fit in what indexes it.
        [0, 1].map(|i| segment[i] as usize + usize::from(block[i]))
    }

    fn tally(&self, text: &[u8], from: usize, to: usize) -> Tally {
        match self.ill_formed {
            None => self.engine.run(TallyIn { text, from, to }),
            Some(_) => items::tally(text, from, to),
        }
    }

    pub(super) fn ill_formed_in(&self, text: &[u8], from: usize, to: usize) -> Option<usize> {
        self.ill_formed.as_ref()?.first_in(text, from, to)
    }
}

#[inline(always)]
pub(super) fn units(
    bytes: usize,
    continuation: usize,
    astral: usize,
    encoding: PositionEncoding,
) -> usize {
    match encoding {
        PositionEncoding::Utf8 => bytes,
        PositionEncoding::Utf16 => bytes - continuation + astral,
        PositionEncoding::Utf32 => bytes - continuation,
    }
}
