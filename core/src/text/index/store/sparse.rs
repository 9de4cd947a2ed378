//! Line starts of a text whose lines are not very short: a table.
//!
//! Of each start the low 16 bits are kept, and for each group of lines the start
//! of the first in full. A group whose lines span less than 64 KiB, as nearly all
//! do, needs no more; the others have their starts written out beside it. So a
//! line's start and end are two loads from tables that are smaller than one of
//! 32-bit starts.
//!
//! The way back, from an offset to its line, begins with the line at the start of
//! the offset's block and counts the starts in the block that are not after it.

use alloc::boxed::Box;
use alloc::vec::Vec;

/// Bytes of text for each entry of `first`.
pub(super) const BLOCK: usize = 128;

/// Lines in a group.
pub(super) const GROUP: usize = 32;

/// How many starts are compared at once.
const WINDOW: usize = 8;

/// Entries behind the last start, so that a window never ends early.
pub(super) const SLACK: usize = WINDOW;

/// In `bases`: the group's lines span 64 KiB or more, the rest is an index into `wide`.
const IS_WIDE: u64 = 1 << 63;

#[derive(Debug, Clone)]
pub(super) struct Sparse {
    /// The low bits of each line's start and of the text's end, then `SLACK` zeros.
    low: Box<[u16]>,
    /// The start of every `GROUP`-th line, or `IS_WIDE` and an index. The end of the
    /// text counts as the start of a line.
    bases: Box<[u64]>,
    wide: Box<[[u64; GROUP]]>,
    /// The line that the first byte of each block lies on; the last line twice more.
    first: Box<[u32]>,
    /// The length of the text.
    end: usize,
}

impl Sparse {
    /// `low` holds the starts, the end and `SLACK` more entries; `bases` the start of
    /// each group; `first` an entry for each block begun and two more.
    pub(super) fn new(low: Vec<u16>, bases: Vec<u64>, first: Vec<u32>, end: usize) -> Self {
        let mut table = Self {
            end,
            low: low.into_boxed_slice(),
            bases: bases.into_boxed_slice(),
            wide: Box::default(),
            first: first.into_boxed_slice(),
        };
        table.write_out_wide_groups();
        table
    }

    /// Finds the groups whose low bits do not tell all, and writes them out.
    fn write_out_wide_groups(&mut self) {
        let mut wide = Vec::new();
        let starts = self.len() + 1;
        for group in 0..self.bases.len() {
            let (base, next) = (self.bases[group], self.bases.get(group + 1));
            // To the end of the group's last line, so that this is known to be near too.
            let end = next.map_or(self.end as u64, |next| *next);
            if u16::try_from(end - base).is_ok() {
                continue;
            }
            let first = group * GROUP;
            let last = (first + GROUP).min(starts) - 1;
            let mut starts = [0; GROUP];
            for (line, start) in (first..=last).zip(&mut starts) {
                *start = self.locate(line);
            }
            self.bases[group] = IS_WIDE | wide.len() as u64;
            wide.push(starts);
        }
        self.wide = wide.into_boxed_slice();
    }

    /// The start of a line from its low bits and the block that it starts in. Time
    /// O(log n).
    fn locate(&self, line: usize) -> u64 {
        if line == self.len() {
            return self.end as u64;
        }
        let block = self
            .first
            .partition_point(|first| (*first as usize) < line)
            .saturating_sub(1);
        let block_start = (block * BLOCK) as u64;
        let low = self.low.get(line).copied().unwrap_or_default();
        extend(block_start, low)
    }

    #[inline]
    fn len(&self) -> usize {
        self.low.len() - SLACK - 1
    }

    #[inline]
    pub(super) fn count(&self) -> u64 {
        self.len() as u64
    }

    pub(super) fn memory(&self) -> usize {
        size_of_val(&*self.low)
            + size_of_val(&*self.bases)
            + size_of_val(&*self.wide)
            + size_of_val(&*self.first)
    }

    #[inline]
    pub(super) fn start(&self, line: u64) -> Option<usize> {
        let line = self.existing(line)?;
        Some(self.known_start(line))
    }

    /// What is looked at for the lines of groups that are not wide.
    #[inline(always)]
    pub(super) fn near(&self) -> Near<'_> {
        let count = self.len();
        Near {
            low: self.low.get(..count).unwrap_or_default(),
            next_low: self.low.get(1..=count).unwrap_or_default(),
            bases: &self.bases,
        }
    }

    /// The start of the line and of the next, which for the last is the text's end.
    pub(super) fn bounds(&self, line: u64) -> Option<(usize, usize)> {
        let line = self.existing(line)?;
        Some((self.known_start(line), self.known_start(line + 1)))
    }

    fn existing(&self, line: u64) -> Option<usize> {
        let line = usize::try_from(line).ok()?;
        (line < self.len()).then_some(line)
    }

    /// The start of a line that exists, or the end of the text for the one after
    /// the last; of others, anything.
    #[inline]
    #[allow(clippy::cast_possible_truncation)]
    fn known_start(&self, line: usize) -> usize {
        match (self.bases.get(line / GROUP), self.low.get(line)) {
            // The start of a line is an index into the text.
            (Some(base), Some(low)) if base & IS_WIDE == 0 => extend(*base, *low) as usize,
            (Some(base), _) => self.wide_start(*base, line),
            _ => self.end,
        }
    }

    #[cold]
    #[allow(clippy::cast_possible_truncation)]
    fn wide_start(&self, base: u64, line: usize) -> usize {
        let group = self.wide.get((base & !IS_WIDE) as usize);
        group.map_or(0, |starts| starts[line % GROUP] as usize)
    }

    /// The line of an offset and its start, if not too many lines start near.
    #[inline(always)]
    #[allow(clippy::cast_possible_truncation)]
    pub(super) fn near_line_at(&self, offset: usize) -> Option<(u64, usize)> {
        let block = offset / BLOCK;
        let [first, next] = *self.first.get(block..)?.first_chunk()?;
        let (first, next) = (first as usize, next as usize);
        let window = self.low.get(first + 1..)?.first_chunk()?;
        let passed = passed(window, (block * BLOCK) as u16, (offset % BLOCK) as u16);
        if passed == WINDOW {
            return None;
        }
        // Those that start after this block do not count, whatever their low bits.
        let line = first + passed.min(next - first);
        Some((line as u64, self.known_start(line)))
    }

    #[allow(clippy::cast_possible_truncation)]
    pub(super) fn line_at(&self, offset: usize) -> (u64, usize) {
        let block = offset / BLOCK;
        let Some(&[first, next]) = self.first.get(block..).and_then(<[u32]>::first_chunk) else {
            return (0, 0);
        };
        let (mut line, last) = (first as usize, next as usize);
        let block_start = (block * BLOCK) as u16;
        let rest = (offset % BLOCK) as u16;
        while let Some(window) = self.low.get(line + 1..).and_then(<[u16]>::first_chunk) {
            // Those that start after this block do not count, whatever their low bits.
            let passed = passed(window, block_start, rest).min(last - line);
            line += passed;
            if passed < WINDOW {
                break;
            }
        }
        (line as u64, self.known_start(line))
    }
}

/// The tables, cut so that one look at a length shows that a line exists.
#[derive(Debug, Clone, Copy)]
pub(in crate::text::index) struct Near<'s> {
    low: &'s [u16],
    next_low: &'s [u16],
    bases: &'s [u64],
}

impl Near<'_> {
    /// The start of a line and its length, if it exists and its group is not wide:
    /// what can be had without a look anywhere else.
    #[inline(always)]
    #[allow(clippy::cast_possible_truncation)]
    pub(in crate::text::index) fn line(&self, line: u64) -> Option<(usize, usize)> {
        let line = usize::try_from(line).ok()?;
        let (low, next_low) = (*self.low.get(line)?, *self.next_low.get(line)?);
        let base = *self.bases.get(line / GROUP)?;
        if base & IS_WIDE != 0 {
            return None;
        }
        // No line of the group is as long as 64 KiB, and its start is an index into
        // the text.
        let length = usize::from(next_low.wrapping_sub(low));
        Some((extend(base, low) as usize, length))
    }
}

/// The number at or after `base`, by less than 64 KiB, that ends in `low`.
#[inline(always)]
#[allow(clippy::cast_possible_truncation)]
pub(super) fn extend(base: u64, low: u16) -> u64 {
    base + u64::from(low.wrapping_sub(base as u16))
}

/// How many starts, from the first on, lie at most `rest` behind `base`.
#[inline(always)]
fn passed(window: &[u16; WINDOW], base: u16, rest: u16) -> usize {
    #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
    let mask = crate::text::scan::at_most(window, base, rest);
    #[cfg(not(all(target_arch = "x86_64", target_feature = "sse2")))]
    let mask = {
        let within = |low: &u16| low.wrapping_sub(base) <= rest;
        let bits = window.iter().enumerate();
        bits.fold(0, |mask, (i, low)| mask | u32::from(within(low)) << i)
    };
    mask.trailing_ones() as usize
}
