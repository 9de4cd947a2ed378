//! How many code units lie between two places of a text that is not ASCII.
//!
//! Kept for every block: the code points and the UTF-16 code units before it. So
//! units between two places are a difference, once those between each place and its
//! block have been counted in the text. `count` makes these tables, `seek` goes the
//! other way, from units to a place, and `together` goes both ways for many.

use alloc::boxed::Box;

use super::SEGMENT;
use super::items::{self, IllFormedBlocks};
use super::seek::Marks;
use crate::text::PositionEncoding;
use crate::text::scan::tally::{Tally, TallyIn};
use crate::text::scan::{CHUNK, Engine, low_bits};

/// Bytes of text for each entry.
pub(super) const BLOCK: usize = 256;

/// Blocks in a group: as many as are compared at once.
pub(super) const GROUP: usize = 8;

/// Groups in a segment.
pub(super) const GROUPS: usize = SEGMENT / BLOCK / GROUP;

/// Up to this distance the text itself is counted; beyond it, blocks are.
pub(super) const NEAR: usize = 512;

#[derive(Debug, Clone)]
pub(super) struct Units {
    pub(super) engine: Engine,
    /// The code points, then the UTF-16 code units before each block of a group, from
    /// the start of its segment; the largest number for blocks that are not begun.
    pub(super) blocks: Box<[[[u16; GROUP]; 2]]>,
    /// Of each segment, the same for the first block of each group.
    pub(super) groups: Box<[[[[u16; GROUP]; GROUPS / GROUP]; 2]]>,
    /// The same for each segment begun, from the start of the text.
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
            + size_of_val(&*self.groups)
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
        let utf16 = encoding == PositionEncoding::Utf16;
        if to - from <= NEAR {
            return self.tally(text, from, to).units(to - from, utf16);
        }
        self.before(text, to, utf16) - self.before(text, from, utf16)
    }

    /// The code units in the whole text before `at`.
    pub(super) fn before(&self, text: &[u8], at: usize, utf16: bool) -> usize {
        let block = at / BLOCK;
        let start = block * BLOCK;
        let rest = self.tally(text, start, at).units(at - start, utf16);
        self.before_block(block, utf16) + rest
    }

    /// The units before a block; at the end of a text of whole blocks, all.
    #[inline(always)]
    #[allow(clippy::cast_possible_truncation)]
    pub(super) fn before_block(&self, block: usize, utf16: bool) -> usize {
        let which = usize::from(utf16);
        let segment = self.segments.get(block / (SEGMENT / BLOCK));
        let group = self.blocks.get(block / GROUP);
        let in_segment = group.map_or(0, |group| group[which][block % GROUP]);
        // Units are no more than the bytes of the text, which a `usize` counts.
        segment.map_or(0, |segment| segment[which]) as usize + usize::from(in_segment)
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
