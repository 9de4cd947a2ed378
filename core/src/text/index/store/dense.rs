//! Line starts of a text whose lines are very short: a bit for each byte, set
//! where a line ends, with counts at every block to answer rank and select.

// What is not inlined into an engine is compiled without its instructions.
#![allow(clippy::inline_always)]

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::SEGMENT;
use crate::text::scan::{CHUNK, Engine, Lanes, Task, low_bits};

/// Bytes of text for each entry of `rank`.
const BLOCK: usize = 256;

/// 64-bit words in a block.
const WORDS: usize = BLOCK / CHUNK;

/// Blocks in a segment.
const BLOCKS: usize = SEGMENT / BLOCK;

/// Lines for each entry of `hints`.
const HINT: u64 = 4096;

/// How many words are looked at for the next or the last line end, before it is
/// looked up.
const NEAR: usize = 8;

#[derive(Debug, Clone)]
pub(super) struct Dense {
    engine: Engine,
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
    pub(super) fn new(engine: Engine, mut ends: Vec<u64>) -> Self {
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
            engine,
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
        self.engine.run(LineAt {
            table: self,
            offset,
        })
    }

    pub(super) fn start(&self, line: u64) -> Option<usize> {
        Some(self.bounds(line, 0)?.0)
    }

    /// The start of the line and of the next, `end` for the last.
    pub(super) fn bounds(&self, line: u64, end: usize) -> Option<(usize, usize)> {
        (line < self.count()).then(|| {
            self.engine.run(Bounds {
                table: self,
                line,
                end,
            })
        })
    }

    /// The start of a line that exists and on which the first byte of a word lies.
    #[inline(always)]
    fn start_before<L: Lanes>(&self, lanes: L, line: u64, word: usize) -> usize {
        for at in (word.saturating_sub(NEAR)..word).rev() {
            let ends = self.ends.get(at).copied().unwrap_or_default();
            if ends != 0 {
                return (at + 1) * CHUNK - ends.leading_zeros() as usize;
            }
        }
        self.known_start(lanes, line)
    }

    /// The start of a line that exists: just past the end of the line before it.
    #[inline(always)]
    fn known_start<L: Lanes>(&self, lanes: L, line: u64) -> usize {
        let before = line.checked_sub(1);
        let end = before.and_then(|end| self.select(lanes, end));
        end.map_or(0, |at| at + 1)
    }

    /// The byte at which the line `end`, counted from 0, ends.
    #[inline(always)]
    #[allow(clippy::cast_possible_truncation)]
    fn select<L: Lanes>(&self, lanes: L, end: u64) -> Option<usize> {
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
        // Less than there are in a segment.
        let mut left = (end - self.segments.get(segment)?) as u16;
        let ranks = self.rank.get(segment * BLOCKS..)?;
        let ranks = ranks.get(..BLOCKS).unwrap_or(ranks);
        // All are compared, because to halve them takes guesses.
        let mut passed = 0;
        for rank in ranks {
            passed += u16::from(*rank <= left);
        }
        let block = usize::from(passed) - 1;
        left -= ranks.get(block)?;
        let first = (segment * BLOCKS + block) * WORDS;
        let words: &[u64; WORDS] = self.ends.get(first..)?.first_chunk()?;
        let (mut which, mut before, mut all) = (0, 0, 0);
        for word in words {
            all += word.count_ones() as u16;
            let passed = left >= all;
            which += usize::from(passed);
            before = if passed { all } else { before };
        }
        let bit = lanes.select(*words.get(which)?, u32::from(left - before));
        Some((first + which) * CHUNK + bit as usize)
    }
}

/// The line of an offset, and its start.
struct LineAt<'d> {
    table: &'d Dense,
    offset: usize,
}

impl Task for LineAt<'_> {
    type Output = (u64, usize);

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> (u64, usize) {
        let Self { table, offset } = self;
        let block = offset / BLOCK;
        let words = table.ends.get(block * WORDS..);
        let (Some(rank), Some(words)) = (
            table.rank.get(block),
            words.and_then(<[u64]>::first_chunk::<WORDS>),
        ) else {
            // The end of a text that fills its last block.
            let line = table.count() - 1;
            return (line, table.known_start(lanes, line));
        };
        let segment = table.segments.get(offset / SEGMENT).copied();
        let mut line = segment.unwrap_or_default() + u64::from(*rank);
        let mut start = None;
        for (word, at) in words.iter().zip((block * BLOCK..).step_by(CHUNK)) {
            let ends = word & low_bits(offset.saturating_sub(at));
            line += u64::from(ends.count_ones());
            start = if ends == 0 {
                start
            } else {
                Some(at + CHUNK - ends.leading_zeros() as usize)
            };
        }
        (
            line,
            start.unwrap_or_else(|| table.start_before(lanes, line, block * WORDS)),
        )
    }
}

/// The start of a line that exists, and of the next.
struct Bounds<'d> {
    table: &'d Dense,
    line: u64,
    end: usize,
}

impl Task for Bounds<'_> {
    type Output = (usize, usize);

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> (usize, usize) {
        let Self { table, line, end } = self;
        let start = table.known_start(lanes, line);
        if line + 1 == table.count() {
            return (start, end);
        }
        let (mut word, mut ends) = (start / CHUNK, u64::MAX << (start % CHUNK));
        for _ in 0..NEAR {
            ends &= table.ends.get(word).copied().unwrap_or_default();
            if ends != 0 {
                return (start, word * CHUNK + ends.trailing_zeros() as usize + 1);
            }
            (word, ends) = (word + 1, u64::MAX);
        }
        (start, table.known_start(lanes, line + 1))
    }
}
