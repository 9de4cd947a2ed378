//! What the index knows: where lines start, and how many code units lie before
//! each block of text. Nothing here has an opinion about strict and clamped.
//!
//! | Part | Bytes for each byte of text | Kept |
//! |---|---|---|
//! | [`Sparse`](sparse::Sparse): the start of every line, and the line of every 128th byte | 0.031 and 2.25 for each line | if lines are 21 bytes or longer on average |
//! | [`Dense`](dense::Dense): a bit for each byte, with ranks | 0.134 | if lines are shorter |
//! | [`Units`](units::Units): the code units before every 256th byte | 0.022 | if the text is not ASCII |
//!
//! So the whole is below 0.16 on every text, and lines come from tables, not from
//! a look at the text.

// What is not inlined into an engine is compiled without its instructions.
#![allow(clippy::inline_always)]

use alloc::boxed::Box;

use crate::text::scan::Engine;
use crate::text::scan::tally::Seek;
use crate::text::{LineTerminators, PositionEncoding};
use dense::Dense;
use sparse::{Near, Sparse};
use together::Together;
use units::Units;

mod build;
mod count;
mod dense;
mod items;
mod seek;
mod sparse;
#[cfg(test)]
mod tests;
pub(super) mod together;
mod units;

/// Counts are kept relative to the start of a segment, so that 16 bits hold them.
const SEGMENT: usize = 1 << 15;

#[derive(Debug, Clone)]
enum Lines {
    Sparse(Sparse),
    Dense(Dense),
}

#[derive(Debug, Clone)]
pub(super) struct Store {
    lines: Lines,
    /// Absent for ASCII, where units are bytes.
    units: Option<Box<Units>>,
}

impl Store {
    /// `well_formed` says that the text is known to be UTF-8; else it is looked at.
    pub(super) fn build(text: &[u8], terminators: &LineTerminators, well_formed: bool) -> Self {
        Self::build_with(Engine::detect(), text, terminators, well_formed)
    }

    fn build_with(
        engine: Engine,
        text: &[u8],
        terminators: &LineTerminators,
        well_formed: bool,
    ) -> Self {
        let (lines, units) = build::survey(engine, text, terminators, well_formed);
        Self {
            lines,
            units: units.map(Box::new),
        }
    }

    #[inline]
    pub(super) fn line_count(&self) -> u64 {
        match &self.lines {
            Lines::Sparse(lines) => lines.count(),
            Lines::Dense(lines) => lines.count(),
        }
    }

    #[inline]
    pub(super) fn is_ascii(&self) -> bool {
        self.units.is_none()
    }

    pub(super) fn first_ill_formed(&self) -> Option<usize> {
        self.units.as_ref()?.first_ill_formed()
    }

    pub(super) fn memory(&self) -> u64 {
        let lines = match &self.lines {
            Lines::Sparse(lines) => lines.memory(),
            Lines::Dense(lines) => lines.memory(),
        };
        let units = self.units.as_ref().map_or(0, |units| units.memory());
        (lines + units) as u64
    }

    /// The line that `offset`, which is not beyond the end, lies on, and its start.
    pub(super) fn line_at(&self, offset: usize) -> (u64, usize) {
        match &self.lines {
            Lines::Sparse(lines) => lines.line_at(offset),
            Lines::Dense(lines) => lines.line_at(offset),
        }
    }

    /// The same, if it is at hand.
    #[inline(always)]
    pub(super) fn near_line_at(&self, offset: usize) -> Option<(u64, usize)> {
        match &self.lines {
            Lines::Sparse(lines) => lines.near_line_at(offset),
            Lines::Dense(_) => None,
        }
    }

    /// Where `line` starts; `None` if there is no such line.
    #[inline]
    pub(super) fn line_start(&self, line: u64) -> Option<usize> {
        match &self.lines {
            Lines::Sparse(lines) => lines.start(line),
            Lines::Dense(lines) => lines.start(line),
        }
    }

    /// Where the start and the length of nearly every line are at hand; nothing if
    /// lines are very short.
    #[inline(always)]
    pub(super) fn near_lines(&self) -> Option<Near<'_>> {
        match &self.lines {
            Lines::Sparse(lines) => Some(lines.near()),
            Lines::Dense(_) => None,
        }
    }

    /// What finds many places at a time; nothing for ASCII, for very short lines,
    /// and for bytes that are not UTF-8.
    #[inline]
    pub(super) fn together<'s>(&'s self, text: &'s [u8]) -> Option<Together<'s>> {
        match (&self.lines, &self.units) {
            (Lines::Sparse(lines), Some(units)) if units.first_ill_formed().is_none() => {
                Some(Together { text, lines, units })
            }
            _ => None,
        }
    }

    /// The start of the line and of the next; `None` if there is no such line.
    pub(super) fn line_bounds(&self, line: u64, len: usize) -> Option<(usize, usize)> {
        match &self.lines {
            Lines::Sparse(lines) => lines.bounds(line),
            Lines::Dense(lines) => lines.bounds(line, len),
        }
    }

    /// Whether no byte from `from` up to the block of `to` is anything but ASCII.
    #[inline]
    pub(super) fn is_ascii_around(&self, from: usize, to: usize) -> bool {
        match &self.units {
            None => true,
            Some(units) => units.is_ascii_around(from, to),
        }
    }

    /// The code units in `from..to`, both of them starts of characters.
    #[inline]
    pub(super) fn units(
        &self,
        text: &[u8],
        from: usize,
        to: usize,
        encoding: PositionEncoding,
    ) -> usize {
        match &self.units {
            Some(units) if encoding != PositionEncoding::Utf8 => {
                units.between(text, from, to, encoding)
            }
            _ => to - from,
        }
    }

    /// The place `units` code units after `from`, but not after `to`; both are
    /// starts of characters, and the encoding is not UTF-8.
    #[inline]
    pub(super) fn seek(
        &self,
        text: &[u8],
        from: usize,
        to: usize,
        units: usize,
        encoding: PositionEncoding,
    ) -> Seek {
        match &self.units {
            _ if units > to - from => Seek::Past,
            Some(known) => known.seek(text, from, to, units, encoding),
            None => Seek::At(from + units),
        }
    }

    /// The start of the first ill-formed sequence in `from..to`.
    pub(super) fn ill_formed_in(&self, text: &[u8], from: usize, to: usize) -> Option<usize> {
        self.units.as_ref()?.ill_formed_in(text, from, to)
    }
}
