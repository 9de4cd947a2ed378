//! Along the differences between two texts (E6, `rebase`).
//!
//! Lines that are the same in both are found: at the start, at the end, and between
//! those by the lines that each text has once. A range is carried only within one run
//! of such lines, with the line before it and the line after it, so that everything
//! around it moved by the same distance; and only if its own lines can be no others.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::ops::Range;

use super::firm::{loose_end, loose_start};

/// Lines that follow each other in both texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Block {
    base: usize,
    text: usize,
    lines: usize,
}

/// Why a range is not carried.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Lost {
    /// Its lines, or those beside it, are not the same.
    Changed,
    /// Its lines are there, and may as well be others with the same words.
    Ambiguous,
}

/// What two texts have in common.
pub(super) struct Rebase {
    /// Where the lines of the base text start; the end of the text is a line too.
    base: Vec<usize>,
    text: Vec<usize>,
    blocks: Vec<Block>,
    /// The lines of the base text, of each block, that can be no others.
    firm: Vec<Range<usize>>,
    /// Whether the last line of the base text has no terminator: the end is in that line.
    is_open: bool,
}

impl Rebase {
    /// O((a + b) log) for texts of a and b bytes.
    pub(super) fn new(base: &[u8], text: &[u8]) -> Self {
        let (a, b) = (lines(base), lines(text));
        let blocks = blocks(&a, &b);
        Self {
            firm: firm(&a, &b, &blocks),
            blocks,
            base: starts(&a),
            text: starts(&b),
            is_open: base.last().is_some_and(|byte| *byte != b'\n'),
        }
    }

    /// Where the range of the base text starts in the text, if it and the lines around
    /// it are the same, and its lines no others. O(log) in the number of lines.
    pub(super) fn carry(&self, start: usize, end: usize) -> Result<usize, Lost> {
        let (lines, firm, to) = self.place(start, end).ok_or(Lost::Changed)?;
        if firm.start <= lines.start && lines.end <= firm.end {
            Ok(to)
        } else {
            Err(Lost::Ambiguous)
        }
    }

    /// The lines of a range, those of their block that are firm, and where the range
    /// starts in the text.
    fn place(&self, start: usize, end: usize) -> Option<(Range<usize>, &Range<usize>, usize)> {
        let first = self.line_of(start)?;
        let last = self.line_of(end)?;
        let guard = first.saturating_sub(1);
        let past = (last + 2).min(self.base.len());
        let at = self.blocks.partition_point(|block| block.base <= guard);
        let at = at.checked_sub(1)?;
        let block = self.blocks.get(at)?;
        if past > block.base + block.lines {
            return None;
        }
        let line = block.text + (first - block.base);
        // What stands before the first line is the start of the text.
        if first == 0 && line != 0 {
            return None;
        }
        let to = self.text.get(line)? + (start - self.base.get(first)?);
        Some((first..last + 1, self.firm.get(at)?, to))
    }

    fn line_of(&self, offset: usize) -> Option<usize> {
        let starts = match self.base.split_last() {
            Some((_, lines)) if self.is_open => lines,
            _ => &self.base,
        };
        starts
            .partition_point(|start| *start <= offset)
            .checked_sub(1)
    }
}

/// A range of a text, for what stands around it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Spot<'t> {
    pub(super) text: &'t [u8],
    pub(super) start: usize,
    pub(super) end: usize,
}

impl<'t> Spot<'t> {
    /// The three lines before that of the start, the nearest first.
    fn lines_before(self) -> impl Iterator<Item = &'t [u8]> {
        let head = self.text.get(..self.start).unwrap_or_default();
        let whole = head.iter().rposition(|byte| *byte == b'\n');
        let whole = whole.and_then(|end| head.get(..=end)).unwrap_or_default();
        whole.split_inclusive(|byte| *byte == b'\n').rev().take(3)
    }

    /// The three lines after that of the end.
    fn lines_after(self) -> impl Iterator<Item = &'t [u8]> {
        let tail = self.text.get(self.end..).unwrap_or_default();
        let lines = tail.split_inclusive(|byte| *byte == b'\n');
        lines.skip(1).take(3)
    }

    /// How many of the three lines before and after are the same around another place,
    /// as far as they are without a gap.
    pub(super) fn shared_context(self, other: Spot<'_>) -> u64 {
        let same = |pair: &(&[u8], &[u8])| pair.0 == pair.1;
        let above = self.lines_before().zip(other.lines_before());
        let below = self.lines_after().zip(other.lines_after());
        (above.take_while(same).count() + below.take_while(same).count()) as u64
    }
}

/// The lines with their terminators, and an empty one for the end of the text, which is
/// like nothing but another end.
fn lines(text: &[u8]) -> Vec<&[u8]> {
    let lines = text.split_inclusive(|byte| *byte == b'\n');
    lines.chain(core::iter::once(&[][..])).collect()
}

fn starts(lines: &[&[u8]]) -> Vec<usize> {
    lines
        .iter()
        .scan(0, |at, line| {
            let start = *at;
            *at += line.len();
            Some(start)
        })
        .collect()
}

fn blocks(a: &[&[u8]], b: &[&[u8]]) -> Vec<Block> {
    let head = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    let most = a.len().min(b.len()) - head;
    let tail = a.iter().rev().zip(b.iter().rev());
    let tail = tail.take(most).take_while(|(a, b)| a == b).count();
    let mut blocks = Vec::new();
    add(
        &mut blocks,
        Block {
            base: 0,
            text: 0,
            lines: head,
        },
    );
    let (a_end, b_end) = (a.len() - tail, b.len() - tail);
    for (x, y) in anchors(
        a.get(head..a_end).unwrap_or_default(),
        b.get(head..b_end).unwrap_or_default(),
    ) {
        grow(&mut blocks, a, b, (head + x, head + y), (a_end, b_end));
    }
    add(
        &mut blocks,
        Block {
            base: a_end,
            text: b_end,
            lines: tail,
        },
    );
    blocks
}

/// Of each block, the lines of the base text that cannot be moved along what was put in
/// or taken out before or behind it. O(a + b) comparisons of lines.
fn firm(a: &[&[u8]], b: &[&[u8]], blocks: &[Block]) -> Vec<Range<usize>> {
    let mut firm: Vec<_> = blocks
        .iter()
        .map(|block| block.base..block.base + block.lines)
        .collect();
    let run = |block: &Block| a.get(block.base..block.base + block.lines);
    // Before the first there may be lines, too; behind the last one is the end of both texts.
    if let (Some(first), Some(firm)) = (blocks.first(), firm.first_mut()) {
        for gap in [a.get(..first.base), b.get(..first.text)] {
            let loose = loose_start(run(first).unwrap_or_default(), gap.unwrap_or_default());
            firm.start = firm.start.max(first.base + loose);
        }
    }
    for (at, pair) in blocks.windows(2).enumerate() {
        let [above, below] = pair else { continue };
        let (a_end, b_end) = (above.base + above.lines, above.text + above.lines);
        let out = a.get(a_end..below.base).unwrap_or_default();
        let put = b.get(b_end..below.text).unwrap_or_default();
        for gap in [out, put] {
            let loose = loose_end(run(above).unwrap_or_default(), gap);
            if let Some(firm) = firm.get_mut(at) {
                firm.end = firm.end.min(a_end - loose);
            }
            let loose = loose_start(run(below).unwrap_or_default(), gap);
            if let Some(firm) = firm.get_mut(at + 1) {
                firm.start = firm.start.max(below.base + loose);
            }
        }
    }
    firm
}

/// A run of equal lines around an anchor, as far as what is known leaves room.
fn grow(
    blocks: &mut Vec<Block>,
    a: &[&[u8]],
    b: &[&[u8]],
    (x, y): (usize, usize),
    (a_end, b_end): (usize, usize),
) {
    let (a_from, b_from) = blocks.last().map_or((0, 0), |last| {
        (last.base + last.lines, last.text + last.lines)
    });
    // The run of the anchor before took it in.
    if x < a_from || y < b_from {
        return;
    }
    let same = |i: usize, j: usize| a.get(i).is_some_and(|line| b.get(j) == Some(line));
    let mut back = 0;
    while x - back > a_from && y - back > b_from && same(x - back - 1, y - back - 1) {
        back += 1;
    }
    let mut lines = back + 1;
    while x - back + lines < a_end
        && y - back + lines < b_end
        && same(x - back + lines, y - back + lines)
    {
        lines += 1;
    }
    add(
        blocks,
        Block {
            base: x - back,
            text: y - back,
            lines,
        },
    );
}

fn add(blocks: &mut Vec<Block>, block: Block) {
    if block.lines == 0 {
        return;
    }
    match blocks.last_mut() {
        Some(last)
            if last.base + last.lines == block.base && last.text + last.lines == block.text =>
        {
            last.lines += block.lines;
        }
        _ => blocks.push(block),
    }
}

/// How often one side has a line, and where it has it last.
#[derive(Debug, Clone, Copy, Default)]
struct Seen {
    count: usize,
    last: usize,
}

impl Seen {
    fn add(&mut self, at: usize) {
        *self = Self {
            count: self.count + 1,
            last: at,
        };
    }
}

/// Lines that each side has once, the longest rising sequence of them.
fn anchors(a: &[&[u8]], b: &[&[u8]]) -> Vec<(usize, usize)> {
    let mut seen: BTreeMap<&[u8], [Seen; 2]> = BTreeMap::new();
    for (at, line) in a.iter().enumerate() {
        let [in_a, _] = seen.entry(line).or_default();
        in_a.add(at);
    }
    for (at, line) in b.iter().enumerate() {
        if let Some([_, in_b]) = seen.get_mut(line) {
            in_b.add(at);
        }
    }
    let mut pairs: Vec<(usize, usize)> = seen
        .values()
        .filter(|sides| sides.iter().all(|side| side.count == 1))
        .map(|[in_a, in_b]| (in_a.last, in_b.last))
        .collect();
    pairs.sort_unstable();
    rising(&pairs)
}

/// The longest subsequence whose second numbers rise.
fn rising(pairs: &[(usize, usize)]) -> Vec<(usize, usize)> {
    // For each length, the pair that ends such a sequence with the least number.
    let mut ends: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(pairs.len());
    let second = |at: usize| pairs.get(at).map(|pair| pair.1);
    for (at, (_, y)) in pairs.iter().enumerate() {
        let length = ends.partition_point(|end| second(*end) < Some(*y));
        before.push(
            length
                .checked_sub(1)
                .and_then(|last| ends.get(last).copied()),
        );
        match ends.get_mut(length) {
            Some(end) => *end = at,
            None => ends.push(at),
        }
    }
    let mut found = Vec::with_capacity(ends.len());
    let mut at = ends.last().copied();
    while let Some(here) = at {
        found.extend(pairs.get(here).copied());
        at = before.get(here).copied().flatten();
    }
    found.reverse();
    found
}
