//! Line starts of a text whose lines are very short: a bit for each byte, set
//! where a line ends, with counts at every block to answer rank and select.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::SEGMENT;
use crate::text::scan::{CHUNK, low_bits};

/// Bytes of text for each entry of `rank`.
const BLOCK: usize = 256;

/// 64-bit words in a block.
const WORDS: usize = BLOCK / CHUNK;

/// Lines for each entry of `hints`.
const HINT: u64 = 4096;

#[derive(Debug, Clone)]
pub(super) struct Dense {
    /// Bit `i` of word `w`: byte `64 * w + i` is the last of a line.
    ends: Box<[u64]>,
    /// Line ends before each block, from the start of its segment.
    rank: Box<[u16]>,
    /// Line ends before each segment, and at last all of them.
    segments: Box<[u64]>,
    /// The segment in which every `HINT`-th line ends.
    hints: Box<[u32]>,
}

impl Dense {
    /// From the ends of lines, 64 bytes a word.
    pub(super) fn new(mut ends: Vec<u64>) -> Self {
        ends.resize(ends.len().next_multiple_of(WORDS), 0);
        let mut rank = Vec::with_capacity(ends.len() / WORDS);
        let mut segments = Vec::with_capacity(ends.len() * CHUNK / SEGMENT + 2);
        let (mut before, mut in_segment) = (0, 0_u16);
        for (i, block) in ends.chunks(WORDS).enumerate() {
            if i % (SEGMENT / BLOCK) == 0 {
                before += u64::from(in_segment);
                segments.push(before);
                in_segment = 0;
            }
            rank.push(in_segment);
            for word in block {
                // At most 2^15 in a segment.
                in_segment += u16::try_from(word.count_ones()).unwrap_or_default();
            }
        }
        segments.push(before + u64::from(in_segment));
        let mut hints = Vec::new();
        for (segment, bounds) in (0_u32..).zip(segments.windows(2)) {
            while (hints.len() as u64) * HINT < bounds[1] {
                hints.push(segment);
            }
        }
        Self {
            ends: ends.into_boxed_slice(),
            rank: rank.into_boxed_slice(),
            segments: segments.into_boxed_slice(),
            hints: hints.into_boxed_slice(),
        }
    }

    pub(super) fn count(&self) -> u64 {
        self.segments.last().copied().unwrap_or_default() + 1
    }

    pub(super) fn memory(&self) -> usize {
        size_of_val(&*self.ends)
            + size_of_val(&*self.rank)
            + size_of_val(&*self.segments)
            + size_of_val(&*self.hints)
    }

    pub(super) fn line_at(&self, offset: usize) -> (u64, usize) {
        let block = offset / BLOCK;
        let at = |i: usize| self.ends.get(i).copied().unwrap_or_default();
        let Some(rank) = self.rank.get(block) else {
            // The end of a text that fills its last block.
            let line = self.count() - 1;
            return (line, self.known_start(line));
        };
        let segment = self.segments.get(offset / SEGMENT).copied();
        let mut line = segment.unwrap_or_default() + u64::from(*rank);
        let mut start = None;
        for word in block * WORDS..(block + 1) * WORDS {
            let before = offset.saturating_sub(word * CHUNK);
            let ends = at(word) & low_bits(before);
            line += u64::from(ends.count_ones());
            if ends != 0 {
                start = Some((word + 1) * CHUNK - ends.leading_zeros() as usize);
            }
        }
        (line, start.unwrap_or_else(|| self.known_start(line)))
    }

    pub(super) fn start(&self, line: u64) -> Option<usize> {
        (line < self.count()).then(|| self.known_start(line))
    }

    /// The start of the line and of the next, `end` for the last.
    pub(super) fn bounds(&self, line: u64, end: usize) -> Option<(usize, usize)> {
        let start = self.start(line)?;
        Some((start, self.start(line + 1).unwrap_or(end)))
    }

    /// The start of a line that exists: just past the end of the line before it.
    fn known_start(&self, line: u64) -> usize {
        let Some(end) = line.checked_sub(1) else {
            return 0;
        };
        self.select(end).map_or(0, |at| at + 1)
    }

    /// The byte at which the line `end`, counted from 0, ends.
    #[allow(clippy::cast_possible_truncation)]
    fn select(&self, end: u64) -> Option<usize> {
        let hint = (end / HINT) as usize;
        let from = *self.hints.get(hint)? as usize;
        let to = self
            .hints
            .get(hint + 1)
            .map_or(self.segments.len() - 1, |next| *next as usize + 1);
        // The last segment that does not start after the line's end.
        let segment = from
            + self
                .segments
                .get(from + 1..to)?
                .partition_point(|before| *before <= end);
        let mut left = end - self.segments.get(segment)?;
        let blocks = segment * (SEGMENT / BLOCK)..self.rank.len();
        let ranks = self
            .rank
            .get(blocks.start..blocks.end.min(blocks.start + SEGMENT / BLOCK))?;
        let block = ranks.partition_point(|rank| u64::from(*rank) <= left) - 1;
        left -= u64::from(*ranks.get(block)?);
        let first = (blocks.start + block) * WORDS;
        for (i, word) in self.ends.get(first..first + WORDS)?.iter().enumerate() {
            let ones = u64::from(word.count_ones());
            if left < ones {
                let bit = crate::text::scan::select(*word, left as u32);
                return Some((first + i) * CHUNK + bit as usize);
            }
            left -= ones;
        }
        None
    }
}
