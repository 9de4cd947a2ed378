//! Counting code units in a few bytes of well-formed text, and finding the n-th.
//!
//! A byte that does not continue a character starts one and counts one unit; in
//! UTF-16 the first byte of a character of four bytes counts one more.

use super::{CHUNK, Lanes, Task, load_at, low_bits};

/// What has to be known about some bytes to count their units in any encoding.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(in crate::text) struct Tally {
    /// Bytes that start no character.
    pub(in crate::text) continuation: usize,
    /// Characters above U+FFFF: those that take four bytes.
    pub(in crate::text) astral: usize,
}

/// Tallies `text[from..to]`, which need not start or end at a boundary.
#[derive(Debug)]
pub(in crate::text) struct TallyIn<'t> {
    pub(in crate::text) text: &'t [u8],
    pub(in crate::text) from: usize,
    pub(in crate::text) to: usize,
}

impl Task for TallyIn<'_> {
    type Output = Tally;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> Tally {
        let mut tally = Tally::default();
        let mut at = self.from;
        while at < self.to {
            let (chunk, shift) = load_at(lanes, self.text, at);
            let wanted = low_bits(self.to - at);
            let continuation = lanes.continuation(chunk) >> shift & wanted;
            let astral = lanes.at_least(chunk, 0xF0) >> shift & wanted;
            tally.continuation += continuation.count_ones() as usize;
            tally.astral += astral.count_ones() as usize;
            at += CHUNK;
        }
        tally
    }
}

/// Where a number of code units leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::text) enum Seek {
    /// To the start of a character, or the end of the range.
    At(usize),
    /// Into the character between these byte offsets.
    Inside { floor: usize, ceil: usize },
    /// Past the end of the range that was searched.
    Past,
}

/// Seeks the place `units` after `from`, but not after `to`, which is a boundary.
/// Continuation bytes at `from` belong to what is before it.
#[derive(Debug)]
pub(in crate::text) struct SeekIn<'t> {
    pub(in crate::text) text: &'t [u8],
    pub(in crate::text) from: usize,
    pub(in crate::text) to: usize,
    pub(in crate::text) units: usize,
    /// UTF-16 code units; code points if not.
    pub(in crate::text) utf16: bool,
}

impl Task for SeekIn<'_> {
    type Output = Seek;

    #[inline(always)]
    #[allow(clippy::cast_possible_truncation)]
    fn run<L: Lanes>(self, lanes: L) -> Seek {
        let (mut at, mut left) = (self.from, self.units);
        while at < self.to {
            let (chunk, shift) = load_at(lanes, self.text, at);
            let wanted = low_bits(self.to - at);
            let starts = !(lanes.continuation(chunk) >> shift) & wanted;
            let astral = if self.utf16 {
                lanes.at_least(chunk, 0xF0) >> shift & wanted
            } else {
                0
            };
            let units = (starts.count_ones() + astral.count_ones()) as usize;
            if left < units {
                // The second unit of a pair is put on the character's second byte.
                let found = lanes.select(starts | astral << 1, left as u32);
                return match starts.checked_shr(found) {
                    Some(bits) if bits & 1 == 1 => Seek::At(at + found as usize),
                    // The byte before it is the first of four. If the chunk ends
                    // there, the bit fell off and nothing was found: same place.
                    _ => {
                        let floor = at + found as usize - 1;
                        Seek::Inside {
                            floor,
                            ceil: floor + 4,
                        }
                    }
                };
            }
            left -= units;
            at += CHUNK;
        }
        if left == 0 {
            Seek::At(self.to)
        } else {
            Seek::Past
        }
    }
}
