//! Many places at a time, in a text that is not ASCII.
//!
//! One place after the other would wait for the memory again and again: a place's
//! bytes can be asked for only when the tables have said where they are, and what
//! is done with them takes guesses that hold up the place after it. So a piece of
//! up to 64 places is gone through twice. The first time only the tables are asked,
//! and the bytes of each place are sent for; the second time they are there.
//!
//! What is not answered here is answered one by one: places that are refused, that
//! lie in a terminator, or on a line that is not at hand.

// What is not inlined into an engine is compiled without its instructions.
#![allow(clippy::inline_always)]

use super::sparse::{Near, Sparse};
use super::units::{BLOCK, NEAR, Units};
use crate::text::Position;
use crate::text::decode::is_continuation;
use crate::text::scan::tally::{Seek, SeekIn, Tally, TallyIn};
use crate::text::scan::{CHUNK, Lanes, Task};

/// The most that are answered together: a bit for each.
pub(in crate::text::index) const PIECE: usize = 64;

/// What is known of a text in which many places can be found at a time.
#[derive(Debug, Clone, Copy)]
pub(in crate::text::index) struct Together<'s> {
    pub(super) text: &'s [u8],
    pub(super) lines: &'s Sparse,
    pub(super) units: &'s Units,
}

/// What columns count, and which places have to be asked for one by one.
#[derive(Debug, Clone, Copy)]
pub(in crate::text::index) struct Terms {
    /// UTF-16 code units; code points if not.
    pub(in crate::text::index) utf16: bool,
    /// The lines before this one are asked for one by one.
    pub(in crate::text::index) first_line: u64,
    /// There is no place between CR and LF.
    pub(in crate::text::index) crlf_is_closed: bool,
}

impl Together<'_> {
    /// Writes the offset of each position. Gives a bit for each that has to be asked
    /// for by itself; what is written there means nothing.
    pub(in crate::text::index) fn offsets(
        &self,
        terms: Terms,
        positions: &[Position],
        offsets: &mut [u64],
    ) -> u64 {
        self.units.engine.run(Offsets {
            known: self,
            terms,
            asked: positions,
            answers: offsets,
        })
    }

    /// The same the other way round.
    pub(in crate::text::index) fn positions(
        &self,
        terms: Terms,
        offsets: &[u64],
        positions: &mut [Position],
    ) -> u64 {
        self.units.engine.run(Positions {
            known: self,
            terms,
            asked: offsets,
            answers: positions,
        })
    }

    /// The code units in the whole text before the start of a line.
    #[inline(always)]
    fn before<L: Lanes>(&self, lanes: L, start: usize, utf16: bool) -> usize {
        let block = start / BLOCK;
        let rest = TallyIn {
            text: self.text,
            from: block * BLOCK,
            to: start,
        };
        let rest = rest.run(lanes).units(start - block * BLOCK, utf16);
        self.units.before_block(block, utf16) + rest
    }
}

/// What was counted last for a long line: most often the next place is on it too.
#[derive(Debug, Clone, Copy)]
struct LongLine {
    start: usize,
    before: usize,
}

impl LongLine {
    const NONE: Self = Self {
        start: 0,
        before: 0,
    };

    /// The units before the line that starts here.
    #[inline(always)]
    fn before<L: Lanes>(
        &mut self,
        lanes: L,
        known: &Together<'_>,
        start: usize,
        utf16: bool,
    ) -> usize {
        if self.start != start {
            *self = Self {
                start,
                before: known.before(lanes, start, utf16),
            };
        }
        self.before
    }
}

/// Those of a piece that need the text, by how much of it is looked at at once: a bit
/// for each. Each kind has a loop of its own, in which nothing has to be guessed.
#[derive(Debug, Default)]
struct Open {
    /// 64 bytes.
    one: u64,
    /// 128 bytes.
    two: u64,
    /// More.
    far: u64,
}

impl Open {
    /// Adds the `i`-th, and sends for its bytes. Of what is `settled`, nothing is
    /// needed. All is done for all, since what a place needs cannot be foreseen.
    #[inline(always)]
    fn add<L: Lanes>(
        &mut self,
        lanes: L,
        i: usize,
        is_settled: bool,
        reach: usize,
        text: &[u8],
        from: usize,
    ) -> u8 {
        let bit = u64::from(!is_settled) << i;
        let (is_one, is_far) = (reach <= CHUNK, reach > 2 * CHUNK);
        self.one |= if is_one { bit } else { 0 };
        self.two |= if is_one || is_far { 0 } else { bit };
        self.far |= if is_far { bit } else { 0 };
        let from = if is_settled { 0 } else { from };
        let last = if is_settled || is_one {
            from + CHUNK - 1
        } else {
            from + 2 * CHUNK - 1
        };
        let middle = lanes.fetch(text, from + CHUNK - 1);
        lanes.fetch(text, from) | middle | lanes.fetch(text, last)
    }
}

/// The lowest set bit's index; it is taken away.
#[inline(always)]
fn take(bits: &mut u64) -> Option<usize> {
    let lowest = (*bits != 0).then(|| bits.trailing_zeros() as usize);
    *bits &= bits.wrapping_sub(1);
    lowest
}

/// Where to look for a place: `units` after `from`, and before `end`.
#[derive(Debug, Clone, Copy, Default)]
struct Aim {
    from: usize,
    end: usize,
    units: usize,
}

/// From lines and columns to byte offsets.
struct Offsets<'p> {
    known: &'p Together<'p>,
    terms: Terms,
    asked: &'p [Position],
    answers: &'p mut [u64],
}

impl Offsets<'_> {
    /// The line's start and end, and the column, if it can be on the line.
    #[inline(always)]
    fn line(&self, near: Near<'_>, position: Position) -> Option<(usize, usize, usize)> {
        let (start, end) = match near.line(position.line) {
            Some((start, length)) => (start, start + length),
            None => self.known.lines.bounds(position.line)?,
        };
        let column = usize::try_from(position.column).ok()?;
        // No encoding has more units than bytes.
        (column < end - start && position.line >= self.terms.first_line)
            .then_some((start, end, column))
    }

    /// How far from the line's end a place has to be.
    #[inline(always)]
    fn margin(&self) -> usize {
        usize::from(self.terms.crlf_is_closed)
    }

    /// Seeks those with a bit. Gives a bit for each that was not found.
    #[inline(always)]
    fn seek<L: Lanes, const PARTS: usize>(
        &mut self,
        lanes: L,
        aims: &[Aim; PIECE],
        mut open: u64,
    ) -> u64 {
        let (mut missed, margin) = (0, self.margin());
        while let Some(i) = take(&mut open) {
            let (Some(aim), Some(offset)) = (aims.get(i), self.answers.get_mut(i)) else {
                break;
            };
            let seek = SeekIn::<PARTS> {
                text: self.known.text,
                from: aim.from,
                to: aim.end,
                units: aim.units,
                utf16: self.terms.utf16,
            };
            match seek.run(lanes) {
                Seek::At(at) if at + margin < aim.end => *offset = at as u64,
                _ => missed |= 1 << i,
            }
        }
        missed
    }
}

impl Task for Offsets<'_> {
    /// A bit for each that has not been answered.
    type Output = u64;

    #[inline(always)]
    fn run<L: Lanes>(mut self, lanes: L) -> u64 {
        let Together { text, lines, units } = *self.known;
        let Terms { utf16, .. } = self.terms;
        let (near, margin) = (lines.near(), self.margin());
        let mut aims = [Aim::default(); PIECE];
        let (mut open, mut long_line) = (Open::default(), LongLine::NONE);
        let (mut missed, mut fetched) = (0, 0);
        for (i, (position, aim)) in self.asked.iter().zip(&mut aims).enumerate() {
            let Some((start, end, column)) = self.line(near, *position) else {
                missed |= 1 << i;
                continue;
            };
            *aim = Aim {
                from: start,
                end,
                units: column,
            };
            let mut reach = WIDEST * column + 1;
            if end - start > NEAR {
                let target = long_line.before(lanes, self.known, start, utf16) + column;
                let (block, before) = units.block_of(target, utf16);
                if block * BLOCK > start {
                    (aim.from, aim.units) = (block * BLOCK, target - before);
                }
                reach = BLOCK;
            }
            let found = aim.from + aim.units;
            if let Some(offset) = self.answers.get_mut(i) {
                *offset = found as u64;
            }
            // Not so, if the place is beyond the end or in the terminator.
            let is_plain = units.is_ascii_around(aim.from, found) && found + margin < end;
            fetched |= open.add(lanes, i, is_plain, reach, text, aim.from);
        }
        core::hint::black_box(fetched);
        missed |= self.seek::<L, 1>(lanes, &aims, open.one);
        missed |= self.seek::<L, 2>(lanes, &aims, open.two);
        missed | self.seek::<L, 4>(lanes, &aims, open.far)
    }
}

/// The most bytes of a UTF-16 code unit. (A code point may have four, and then more is
/// looked at.)
const WIDEST: usize = 3;

/// From byte offsets to lines and columns.
struct Positions<'p> {
    known: &'p Together<'p>,
    terms: Terms,
    asked: &'p [u64],
    answers: &'p mut [Position],
}

/// The bytes that are counted for a column: `from..to`, after `before` units.
#[derive(Debug, Clone, Copy, Default)]
struct Rest {
    from: usize,
    to: usize,
    before: usize,
}

impl Positions<'_> {
    /// Counts the columns of those with a bit. Gives a bit for each place that does not exist.
    #[inline(always)]
    fn count<L: Lanes>(
        &mut self,
        lanes: L,
        rests: &[Rest; PIECE],
        mut open: u64,
        tally: impl Fn(L, TallyIn<'_>) -> Tally,
    ) -> u64 {
        let Together { text, .. } = *self.known;
        let Terms {
            utf16,
            crlf_is_closed,
            ..
        } = self.terms;
        let mut missed = 0;
        while let Some(i) = take(&mut open) {
            let (Some(rest), Some(position)) = (rests.get(i), self.answers.get_mut(i)) else {
                break;
            };
            let next = text.get(rest.to).copied().unwrap_or_default();
            // A character is not split, and a closed CRLF neither.
            if is_continuation(next) || crlf_is_closed && next == b'\n' {
                missed |= 1 << i;
                continue;
            }
            let (from, to) = (rest.from, rest.to);
            let tally = tally(lanes, TallyIn { text, from, to });
            let units = tally.units(to - from, utf16);
            position.column = (rest.before + units) as u64;
        }
        missed
    }
}

impl Task for Positions<'_> {
    /// A bit for each that has not been answered.
    type Output = u64;

    #[inline(always)]
    fn run<L: Lanes>(mut self, lanes: L) -> u64 {
        let Together { text, lines, units } = *self.known;
        let Terms {
            utf16,
            first_line,
            crlf_is_closed,
        } = self.terms;
        let mut rests = [Rest::default(); PIECE];
        let (mut open, mut long_line) = (Open::default(), LongLine::NONE);
        let (mut missed, mut fetched) = (0, 0);
        let elements = self.asked.iter().zip(&mut *self.answers);
        for (i, ((offset, position), rest)) in elements.zip(&mut rests).enumerate() {
            let at = usize::try_from(*offset).ok().filter(|at| *at <= text.len());
            let line = at.and_then(|at| Some((at, lines.near_line_at(at)?)));
            let Some((at, (number, start))) = line.filter(|(_, (line, _))| *line >= first_line)
            else {
                missed |= 1 << i;
                continue;
            };
            *position = Position::new(number, (at - start) as u64);
            let is_plain = units.is_ascii_around(start, at) && !crlf_is_closed;
            *rest = Rest {
                from: start,
                to: at,
                before: 0,
            };
            if at - start > NEAR && !is_plain {
                let block = at / BLOCK;
                rest.from = block * BLOCK;
                rest.before = units.before_block(block, utf16)
                    - long_line.before(lanes, self.known, start, utf16);
            }
            fetched |= open.add(lanes, i, is_plain, at - rest.from, text, rest.from);
            fetched |= lanes.fetch(text, if is_plain { 0 } else { at });
        }
        core::hint::black_box(fetched);
        missed |= self.count(lanes, &rests, open.one, |lanes, rest| rest.part(lanes));
        missed |= self.count(lanes, &rests, open.two, |lanes, rest| rest.run(lanes));
        missed | self.count(lanes, &rests, open.far, |lanes, rest| rest.run(lanes))
    }
}
