//! Duplicate keys (rule J1), without a quadratic case.
//!
//! Keys are compared as decoded text, so that `"a"` and `"\u0061"` are the
//! same. A hash finds the candidates; it needs no secret, because keys with
//! equal hashes are sorted rather than compared each with each.

use alloc::borrow::Cow;
use alloc::vec::Vec;

/// A key of an object that is still open: the hash of its text, and its entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Mark {
    pub(super) hash: u32,
    pub(super) index: usize,
}

/// Up to so many keys have their hashes compared each with each.
const SMALL: usize = 24;

/// Hash of the decoded text of a key.
#[inline]
pub(super) fn hash(text: &[u8]) -> u32 {
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut state = (text.len() as u64).wrapping_mul(FACTOR);
    let (chunks, rest) = text.as_chunks::<8>();
    for chunk in chunks {
        state = (state ^ u64::from_le_bytes(*chunk)).wrapping_mul(FACTOR);
        state ^= state >> 29;
    }
    let mut last = 0u64;
    for &byte in rest {
        last = (last << 8) | u64::from(byte);
    }
    state = (state ^ last).wrapping_mul(FACTOR);
    u32::try_from(state >> 32).unwrap_or(0)
}

/// Calls `found(earlier, later)` for entries of equal keys: each occurrence
/// with the one before it. Nothing is said of the order of the calls.
///
/// Time O(n log n) and in proportion to the bytes of the keys, whatever they are.
#[inline]
pub(super) fn duplicates<'t>(
    marks: &[Mark],
    text: impl Fn(usize) -> Cow<'t, str>,
    found: impl FnMut(usize, usize),
) {
    if marks.len() > SMALL || has_equal_hashes(marks) {
        sort_and_compare(marks, text, found);
    }
}

#[inline]
fn has_equal_hashes(marks: &[Mark]) -> bool {
    marks.iter().enumerate().any(|(at, mark)| {
        let earlier = marks.get(..at).unwrap_or_default();
        earlier.iter().any(|other| other.hash == mark.hash)
    })
}

#[cold]
fn sort_and_compare<'t>(
    marks: &[Mark],
    text: impl Fn(usize) -> Cow<'t, str>,
    mut found: impl FnMut(usize, usize),
) {
    let mut sorted = marks.to_vec();
    sorted.sort_unstable();
    for run in sorted.chunk_by(|a, b| a.hash == b.hash) {
        if run.len() < 2 {
            continue;
        }
        let mut texts: Vec<(Cow<'t, str>, usize)> = run
            .iter()
            .map(|mark| (text(mark.index), mark.index))
            .collect();
        texts.sort_unstable();
        for pair in texts.windows(2) {
            if let [(a, earlier), (b, later)] = pair
                && a == b
            {
                found(*earlier, *later);
            }
        }
    }
}
