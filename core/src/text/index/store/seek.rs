//! From a number of code units to a place: the way back of [`Units`].
//!
//! Near the start, the text itself is counted. Far from it, the tables are asked
//! first: a mark names the segment, and its block is found by comparing every eighth
//! at once and then those of one group, which takes less time than halving, because
//! nothing has to be guessed.

// What is not inlined into an engine is compiled without its instructions.
#![allow(clippy::inline_always)]

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::SEGMENT;
use super::items;
use super::units::{BLOCK, GROUP, GROUPS, NEAR, Units};
use crate::text::PositionEncoding;
use crate::text::scan::tally::{Seek, SeekIn, TallyIn};
use crate::text::scan::{Lanes, Task};

/// Code units for each mark. A whole segment has no fewer, so a unit lies in the
/// segment of the mark before it or in the next.
const STEP: usize = SEGMENT / 4;

/// The segment in which every `STEP`-th unit lies, in UTF-16 and in code points;
/// none for those in the last.
#[derive(Debug, Clone)]
pub(super) struct Marks([Box<[u32]>; 2]);

impl Marks {
    /// From what lies before each segment.
    pub(super) fn new(segments: &[[u64; 2]]) -> Self {
        Self([true, false].map(|utf16| {
            let mut marks = Vec::new();
            for (segment, next) in (0_u32..).zip(1..segments.len()) {
                let end = before_segment(segments, next, utf16);
                while marks.len() * STEP < end {
                    marks.push(segment);
                }
            }
            marks.into_boxed_slice()
        }))
    }

    pub(super) fn memory(&self) -> usize {
        self.0.iter().map(|marks| size_of_val(&**marks)).sum()
    }

    /// The last segment with no more than `target` units before it.
    #[inline(always)]
    fn segment(&self, segments: &[[u64; 2]], target: usize, utf16: bool) -> usize {
        let [in_utf16, in_utf32] = &self.0;
        let marks = if utf16 { in_utf16 } else { in_utf32 };
        let last = segments.len().saturating_sub(1);
        let mark = marks.get(target / STEP);
        let segment = mark.map_or(last, |segment| *segment as usize);
        // Without a branch, which would be guessed wrong too often.
        let is_next = before_segment(segments, segment + 1, utf16) <= target;
        segment + usize::from(is_next && segment < last)
    }
}

/// The units before a segment.
#[inline(always)]
#[allow(clippy::cast_possible_truncation)]
fn before_segment(segments: &[[u64; 2]], segment: usize, utf16: bool) -> usize {
    let before = segments.get(segment).copied().unwrap_or_default();
    // Units are no more than the bytes of the text, which a `usize` counts.
    before[usize::from(utf16)] as usize
}

/// How many of those before which so many units lie have no more than `left`.
#[inline(always)]
fn passed(before: &[u16; GROUP], left: u16) -> usize {
    #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
    return crate::text::scan::at_most(before, 0, left).count_ones() as usize;
    #[cfg(not(all(target_arch = "x86_64", target_feature = "sse2")))]
    before.iter().filter(|before| **before <= left).count()
}

impl Units {
    #[inline]
    pub(super) fn seek(
        &self,
        text: &[u8],
        from: usize,
        to: usize,
        units: usize,
        encoding: PositionEncoding,
    ) -> Seek {
        if self.is_ascii_around(from, from + units) {
            return Seek::At(from + units);
        }
        let near = SeekIn::<2> {
            text,
            from,
            to,
            units,
            utf16: encoding == PositionEncoding::Utf16,
        };
        if self.ill_formed.is_some() {
            return self.seek_items(near);
        }
        if to - from <= NEAR {
            return self.engine.run(near);
        }
        self.engine.run(SeekFar { known: self, near })
    }

    /// The last block with no more than `target` units before it, and how many.
    #[inline(always)]
    #[allow(clippy::cast_possible_truncation)] // `left` is at most 2^15.
    pub(super) fn block_of(&self, target: usize, utf16: bool) -> (usize, usize) {
        let segment = self.marks.segment(&self.segments, target, utf16);
        let before = before_segment(&self.segments, segment, utf16);
        // More than are before any block, and fewer than stand for those not begun.
        let left = (target - before).min(SEGMENT) as u16;
        let which = usize::from(utf16);
        let groups = self.groups.get(segment).map(|groups| &groups[which]);
        let [low, high] = groups.unwrap_or(&[[0; GROUP]; 2]);
        let group = (passed(low, left) + passed(high, left)).saturating_sub(1);
        let group = segment * GROUPS + group;
        let blocks = self.blocks.get(group).map(|blocks| &blocks[which]);
        let blocks = blocks.unwrap_or(&[0; GROUP]);
        let block = passed(blocks, left).saturating_sub(1) % GROUP;
        (group * GROUP + block, before + usize::from(blocks[block]))
    }

    /// The same in a text that is not UTF-8.
    fn seek_items(&self, near: SeekIn<'_, 2>) -> Seek {
        let target = self.before(near.text, near.from, near.utf16) + near.units;
        match near.skip(self.block_of(target, near.utf16), target) {
            Some(near) => items::seek(near.text, near.from, near.to, near.units, near.utf16),
            None => Seek::Past,
        }
    }
}

/// Seeks a place that may be far: by blocks, then in one of them.
struct SeekFar<'u> {
    known: &'u Units,
    near: SeekIn<'u, 2>,
}

impl Task for SeekFar<'_> {
    type Output = Seek;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> Seek {
        let Self { known, near } = self;
        let block = near.from / BLOCK;
        let rest = TallyIn {
            text: near.text,
            from: block * BLOCK,
            to: near.from,
        };
        let rest = rest.run(lanes).units(near.from - block * BLOCK, near.utf16);
        let target = known.before_block(block, near.utf16) + rest + near.units;
        match near.skip(known.block_of(target, near.utf16), target) {
            // A block is four parts.
            Some(near) => near.with_parts::<4>().run(lanes),
            None => Seek::Past,
        }
    }
}

impl SeekIn<'_, 2> {
    /// Begins at a block with `before` units before it, if that is after the start.
    /// Nothing, if it is after the end, where every place has fewer than `target`.
    #[inline(always)]
    fn skip(self, (block, before): (usize, usize), target: usize) -> Option<Self> {
        let at = block * BLOCK;
        if at <= self.from {
            return Some(self);
        }
        (at <= self.to).then(|| Self {
            from: at,
            units: target - before,
            ..self
        })
    }
}
