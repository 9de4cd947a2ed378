//! The slow path: counting units in bytes that are not UTF-8, where each maximal
//! subpart of an ill-formed sequence counts as one U+FFFD (P14).

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::units::BLOCK;
use crate::text::decode::{item_around, item_at};
use crate::text::scan::tally::{Seek, Tally};

/// Where a text is ill-formed, block by block.
#[derive(Debug, Clone)]
pub(super) struct IllFormedBlocks {
    /// The first ill-formed sequence of the text.
    pub(super) first: usize,
    /// A bit for each block in which an ill-formed sequence starts.
    blocks: Box<[u64]>,
}

impl IllFormedBlocks {
    pub(super) fn memory(&self) -> usize {
        size_of_val(&*self.blocks)
    }

    /// The start of the first ill-formed sequence in `from..to`.
    ///
    /// Time O(1) on lines of ordinary length; at worst a bit for each block.
    pub(super) fn first_in(&self, text: &[u8], from: usize, to: usize) -> Option<usize> {
        let mut at = from.max(self.first);
        while at < to {
            let block = at / BLOCK;
            let word = self.blocks.get(block / 64)? >> (block % 64);
            if word == 0 {
                at = (block / 64 + 1) * 64 * BLOCK;
            } else if word & 1 == 0 {
                at = (block + word.trailing_zeros() as usize) * BLOCK;
            } else {
                let end = to.min((block + 1) * BLOCK);
                let found = Items::new(text, at, end).find(|(_, well_formed, _)| !well_formed);
                if let Some((start, ..)) = found {
                    return Some(start);
                }
                at = end;
            }
        }
        None
    }
}

/// The items that start in a range: start, whether well-formed, length.
struct Items<'t> {
    text: &'t [u8],
    at: usize,
    to: usize,
}

impl<'t> Items<'t> {
    fn new(text: &'t [u8], from: usize, to: usize) -> Self {
        let at = if from < text.len() {
            let (start, item) = item_around(text, from);
            if start < from { start + item.len } else { from }
        } else {
            from
        };
        Self { text, at, to }
    }
}

impl Iterator for Items<'_> {
    type Item = (usize, bool, usize);

    fn next(&mut self) -> Option<Self::Item> {
        if self.at >= self.to {
            return None;
        }
        let (start, item) = (self.at, item_at(self.text, self.at));
        self.at += item.len;
        Some((start, item.well_formed, item.len))
    }
}

/// As [`TallyIn`](crate::text::scan::tally::TallyIn), by items.
pub(super) fn tally(text: &[u8], from: usize, to: usize) -> Tally {
    let (mut starts, mut astral) = (0, 0);
    for (_, well_formed, len) in Items::new(text, from, to) {
        starts += 1;
        astral += usize::from(well_formed && len == 4);
    }
    Tally {
        continuation: to - from - starts,
        astral,
    }
}

/// As [`SeekIn`](crate::text::scan::tally::SeekIn), by items.
pub(super) fn seek(text: &[u8], from: usize, to: usize, units: usize, utf16: bool) -> Seek {
    let mut left = units;
    for (start, well_formed, len) in Items::new(text, from, to) {
        if left == 0 {
            return Seek::At(start);
        }
        let width = if utf16 && well_formed && len == 4 {
            2
        } else {
            1
        };
        if left < width {
            return Seek::Inside {
                floor: start,
                ceil: start + len,
            };
        }
        left -= width;
    }
    if left == 0 { Seek::At(to) } else { Seek::Past }
}

/// The tally of each block, and which of them are ill-formed.
pub(super) fn survey(text: &[u8]) -> (Vec<[u32; 2]>, IllFormedBlocks) {
    let mut tallies = Vec::with_capacity(text.len().div_ceil(BLOCK));
    let mut blocks = alloc::vec![0; text.len() / BLOCK / 64 + 1];
    let mut first = text.len();
    let mut at = 0;
    for from in (0..text.len()).step_by(BLOCK) {
        let to = text.len().min(from + BLOCK);
        let (mut starts, mut astral) = (0, 0);
        while at < to {
            let item = item_at(text, at);
            if !item.well_formed {
                first = first.min(at);
                blocks[from / BLOCK / 64] |= 1 << (from / BLOCK % 64);
            }
            starts += 1;
            astral += u32::from(item.well_formed && item.len == 4);
            at += item.len;
        }
        #[allow(clippy::cast_possible_truncation)]
        tallies.push([(to - from) as u32 - starts, astral]);
    }
    let ill_formed = IllFormedBlocks {
        first,
        blocks: blocks.into_boxed_slice(),
    };
    (tallies, ill_formed)
}
