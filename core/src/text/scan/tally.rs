//! Counting code units in a few bytes of well-formed text, and finding the n-th.
//!
//! A byte that does not continue a character starts one and counts one unit; in
//! UTF-16 the first byte of a character of four bytes counts one more.

use super::{CHUNK, Lanes, Task, low_bits};

/// What has to be known about some bytes to count their units in any encoding.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(in crate::text) struct Tally {
    /// Bytes that start no character.
    pub(in crate::text) continuation: usize,
    /// Characters above U+FFFF: those that take four bytes.
    pub(in crate::text) astral: usize,
}

impl Tally {
    /// The code units of so many bytes, of which this is the tally.
    #[inline(always)]
    pub(in crate::text) fn units(self, bytes: usize, utf16: bool) -> usize {
        let second = if utf16 { self.astral } else { 0 };
        bytes - self.continuation + second
    }
}

/// Tallies `text[from..to]`, which need not start or end at a boundary.
#[derive(Debug)]
pub(in crate::text) struct TallyIn<'t> {
    pub(in crate::text) text: &'t [u8],
    pub(in crate::text) from: usize,
    pub(in crate::text) to: usize,
}

impl TallyIn<'_> {
    /// The same, for up to 64 bytes.
    #[inline(always)]
    pub(in crate::text) fn part<L: Lanes>(self, lanes: L) -> Tally {
        let part = Part::at(lanes, self.text, self.from, self.to);
        Tally {
            continuation: part.continuation.count_ones() as usize,
            astral: part.astral.count_ones() as usize,
        }
    }
}

impl Task for TallyIn<'_> {
    type Output = Tally;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> Tally {
        let mut tally = Tally::default();
        let mut at = self.from;
        while at < self.to {
            let first = Part::at(lanes, self.text, at, self.to);
            let second = Part::at(lanes, self.text, at + CHUNK, self.to);
            tally.continuation += first.continuation.count_ones() as usize;
            tally.continuation += second.continuation.count_ones() as usize;
            tally.astral += first.astral.count_ones() as usize;
            tally.astral += second.astral.count_ones() as usize;
            at += 2 * CHUNK;
        }
        tally
    }
}

/// The masks of up to 64 bytes, from `at` up to `to`. Parts are taken in pairs,
/// because most distances on a line fit in one, and a loop that runs once is
/// foreseen by the processor.
#[derive(Debug, Clone, Copy, Default)]
struct Part {
    continuation: u64,
    astral: u64,
    /// The bits of bytes before `to`.
    wanted: u64,
}

impl Part {
    #[inline(always)]
    fn at<L: Lanes>(lanes: L, text: &[u8], at: usize, to: usize) -> Self {
        let (chunk, shift) = lanes.load_at(text, at);
        let wanted = low_bits(to.saturating_sub(at));
        Self {
            continuation: lanes.continuation(chunk) >> shift & wanted,
            astral: lanes.at_least(chunk, 0xF0) >> shift & wanted,
            wanted,
        }
    }

    #[inline(always)]
    fn starts(self) -> u64 {
        self.wanted & !self.continuation
    }

    #[inline(always)]
    fn units(self, utf16: bool) -> usize {
        let second = if utf16 { self.astral.count_ones() } else { 0 };
        (self.starts().count_ones() + second) as usize
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
///
/// `PARTS` of 64 bytes are looked at together: as many as the place is likely to be
/// away.
#[derive(Debug, Clone, Copy)]
pub(in crate::text) struct SeekIn<'t, const PARTS: usize> {
    pub(in crate::text) text: &'t [u8],
    pub(in crate::text) from: usize,
    pub(in crate::text) to: usize,
    pub(in crate::text) units: usize,
    /// UTF-16 code units; code points if not.
    pub(in crate::text) utf16: bool,
}

impl<'t, const PARTS: usize> SeekIn<'t, PARTS> {
    #[inline(always)]
    pub(in crate::text) fn with_parts<const OTHER: usize>(self) -> SeekIn<'t, OTHER> {
        SeekIn {
            text: self.text,
            from: self.from,
            to: self.to,
            units: self.units,
            utf16: self.utf16,
        }
    }
}

impl<const PARTS: usize> Task for SeekIn<'_, PARTS> {
    type Output = Seek;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> Seek {
        let (mut at, mut left) = (self.from, self.units);
        while at < self.to {
            let mut parts = [Part::default(); PARTS];
            // Chosen by counting, because a branch would be guessed wrong too often.
            let (mut which, mut before, mut all) = (0, 0, 0);
            for (i, part) in parts.iter_mut().enumerate() {
                *part = Part::at(lanes, self.text, at + CHUNK * i, self.to);
                all += part.units(self.utf16);
                let passed = left >= all;
                which += usize::from(passed);
                before = if passed { all } else { before };
            }
            if let (Some(part), true) = (parts.get(which), left < all) {
                let at = at + CHUNK * which;
                return seek_in_part(lanes, *part, at, left - before, self.utf16);
            }
            left -= all;
            at += PARTS * CHUNK;
        }
        if left == 0 {
            Seek::At(self.to)
        } else {
            Seek::Past
        }
    }
}

/// The place `left` units into a part that has more.
#[inline(always)]
#[allow(clippy::cast_possible_truncation)]
fn seek_in_part<L: Lanes>(lanes: L, part: Part, at: usize, left: usize, utf16: bool) -> Seek {
    let starts = part.starts();
    // The second unit of a pair is put on the character's second byte.
    let second = if utf16 { part.astral << 1 } else { 0 };
    let found = lanes.select(starts | second, left as u32);
    match starts.checked_shr(found) {
        Some(bits) if bits & 1 == 1 => Seek::At(at + found as usize),
        // The byte before it is the first of four. If the part ends there, the bit
        // fell off and nothing was found: same place.
        _ => {
            let floor = (at + found as usize).saturating_sub(1);
            Seek::Inside {
                floor,
                ceil: floor + 4,
            }
        }
    }
}
