//! Where lines end: for each preset, the last byte of every line terminator, 64
//! bytes at a time.
//!
//! Bytes that are not UTF-8 need no care: no well-formed terminator can overlap
//! an ill-formed sequence, since each begins with a byte that begins a character.

use super::{CHUNK, Lanes};
use crate::text::LineTerminators;

/// A preset on its way through a text, chunk after chunk.
pub(in crate::text) trait Ends {
    /// The last byte of each terminator in the chunk that starts at `at`; `after`
    /// is the rest of the text behind the chunk.
    fn in_chunk<L: Lanes>(&mut self, lanes: L, chunk: L::Chunk, at: usize, after: &[u8]) -> u64;
}

/// `lf` and `lf_crlf`: they differ in what is content, not in where lines end.
#[derive(Debug, Clone, Copy)]
pub(in crate::text) struct LineFeed;

impl Ends for LineFeed {
    #[inline(always)]
    fn in_chunk<L: Lanes>(&mut self, lanes: L, chunk: L::Chunk, _at: usize, _after: &[u8]) -> u64 {
        lanes.equal(chunk, b'\n')
    }
}

/// `lsp`: LF, and CR without LF behind it.
#[derive(Debug, Clone, Copy)]
pub(in crate::text) struct CarriageReturn;

impl Ends for CarriageReturn {
    #[inline(always)]
    fn in_chunk<L: Lanes>(&mut self, lanes: L, chunk: L::Chunk, _at: usize, after: &[u8]) -> u64 {
        let feeds = lanes.equal(chunk, b'\n');
        feeds | lone_returns(lanes, chunk, feeds, after)
    }
}

#[inline(always)]
fn lone_returns<L: Lanes>(lanes: L, chunk: L::Chunk, feeds: u64, after: &[u8]) -> u64 {
    let feed_behind = u64::from(after.first() == Some(&b'\n')) << 63;
    lanes.equal(chunk, b'\r') & !(feeds >> 1 | feed_behind)
}

// How far [`Separators`] goes beyond LF, CRLF and CR: each of these has all that those
// before it have.
pub(in crate::text) const ECMASCRIPT: u8 = 0;
pub(in crate::text) const UNICODE: u8 = 1;
pub(in crate::text) const PYTHON: u8 = 2;

/// `ecmascript`, `unicode` or `python_splitlines`.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::text) struct Separators<const PRESET: u8> {
    // The masks of the chunk before, for sequences that straddle it.
    e2: u64,
    x80: u64,
    c2: u64,
}

impl<const PRESET: u8> Ends for Separators<PRESET> {
    #[inline(always)]
    fn in_chunk<L: Lanes>(&mut self, lanes: L, chunk: L::Chunk, _at: usize, after: &[u8]) -> u64 {
        let feeds = lanes.equal(chunk, b'\n');
        let mut ends = feeds | lone_returns(lanes, chunk, feeds, after);
        if PRESET >= UNICODE {
            ends |= lanes.equal(chunk, 0x0B) | lanes.equal(chunk, 0x0C);
        }
        if PRESET >= PYTHON {
            ends |= lanes.at_least(chunk, 0x1C) & !lanes.at_least(chunk, 0x1F);
        }
        if lanes.non_ascii(chunk) == 0 {
            *self = Self::default();
            return ends;
        }
        let (e2, x80, c2) = (
            lanes.equal(chunk, 0xE2),
            lanes.equal(chunk, 0x80),
            lanes.equal(chunk, 0xC2),
        );
        // U+2028 is E2 80 A8, U+2029 is E2 80 A9.
        let last = lanes.equal(chunk, 0xA8) | lanes.equal(chunk, 0xA9);
        ends |= last & (x80 << 1 | self.x80 >> 63) & (e2 << 2 | self.e2 >> 62);
        if PRESET >= UNICODE {
            // U+0085 is C2 85.
            ends |= lanes.equal(chunk, 0x85) & (c2 << 1 | self.c2 >> 63);
        }
        *self = Self { e2, x80, c2 };
        ends
    }
}

/// A list of the caller's: byte by byte, since its sequences may be anything.
#[derive(Debug, Clone)]
pub(in crate::text) struct Listed<'o> {
    text: &'o [u8],
    terminators: &'o LineTerminators,
    /// Where to look on.
    at: usize,
    /// The last byte of a terminator that reaches into a later chunk.
    reaching: Option<usize>,
}

impl<'o> Listed<'o> {
    pub(in crate::text) fn new(text: &'o [u8], terminators: &'o LineTerminators) -> Self {
        Self {
            text,
            terminators,
            at: 0,
            reaching: None,
        }
    }
}

impl Ends for Listed<'_> {
    #[inline(always)]
    fn in_chunk<L: Lanes>(&mut self, _lanes: L, _chunk: L::Chunk, at: usize, _after: &[u8]) -> u64 {
        let mut ends = 0;
        if let Some(last) = self.reaching.take_if(|last| *last - at < CHUNK) {
            ends |= 1 << (last - at);
        }
        while self.at < at + CHUNK {
            let Some(rest) = self.text.get(self.at..).filter(|rest| !rest.is_empty()) else {
                break;
            };
            let length = self.terminators.at_start_of(rest);
            self.at += length.max(1);
            if length > 0 {
                let last = self.at - 1;
                if last - at < CHUNK {
                    ends |= 1 << (last - at);
                } else {
                    self.reaching = Some(last);
                }
            }
        }
        ends
    }
}
