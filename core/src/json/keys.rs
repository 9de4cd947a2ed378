//! Duplicate keys (rule J1), without a quadratic case.
//!
//! Keys are compared as decoded text, so that `"a"` and `"\u0061"` are the
//! same. A hash finds the candidates; it needs no secret, because keys with
//! equal hashes are sorted rather than compared each with each.

use alloc::borrow::Cow;
use alloc::vec::Vec;

/// Up to so many keys have their hashes compared each with each.
const SMALL: usize = 64;

/// Hash of the decoded text of a key. The same in every build: tables of names are
/// hashed when they are compiled.
#[inline]
pub(crate) const fn hash(text: &[u8]) -> u32 {
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut state = (text.len() as u64).wrapping_mul(FACTOR);
    let mut rest = text;
    // What is left is 1 to 16 bytes, or nothing.
    while rest.len() > 16
        && let Some((chunk, others)) = rest.split_first_chunk::<8>()
    {
        state = (state ^ u64::from_le_bytes(*chunk)).wrapping_mul(FACTOR);
        state ^= state >> 29;
        rest = others;
    }
    // The two words overlap where there are not enough bytes.
    let (first, last) = match (rest.first_chunk::<8>(), rest.last_chunk::<8>()) {
        (Some(first), Some(last)) => (u64::from_le_bytes(*first), u64::from_le_bytes(*last)),
        _ => match (rest.first_chunk::<4>(), rest.last_chunk::<4>()) {
            (Some(first), Some(last)) => (
                u32::from_le_bytes(*first) as u64,
                u32::from_le_bytes(*last) as u64,
            ),
            _ => match rest {
                [] => (0, 0),
                [one] => (*one as u64, 0),
                [one, two] => (*one as u64, *two as u64),
                [one, two, three, ..] => (*one as u64 | ((*two as u64) << 8), *three as u64),
            },
        },
    };
    state = (state ^ first).wrapping_mul(FACTOR);
    state ^= state >> 29;
    state = (state ^ last).wrapping_mul(FACTOR);
    // The upper half.
    (state >> 32) as u32
}

/// Whether two short texts are the same, without a call.
#[inline]
pub(crate) fn same(a: &[u8], b: &[u8]) -> bool {
    if a.len() != b.len() {
        return false;
    }
    if let (Some(first), Some(other)) = (a.first_chunk::<8>(), b.first_chunk::<8>()) {
        let rest = if a.len() <= 16 {
            a.last_chunk::<8>() == b.last_chunk::<8>()
        } else {
            a == b
        };
        return u64::from_le_bytes(*first) == u64::from_le_bytes(*other) && rest;
    }
    if let (Some(first), Some(other)) = (a.first_chunk::<4>(), b.first_chunk::<4>()) {
        return first == other && a.last_chunk::<4>() == b.last_chunk::<4>();
    }
    a.iter().zip(b).all(|(a, b)| a == b)
}

/// The bit of a hash in a set of 32.
#[inline]
pub(super) const fn bit(hash: u32) -> u32 {
    1 << (hash >> 26 & 31)
}

/// Which keys there may be, a bit for several of them: it says for certain only that
/// one is not there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct KeyBits(u32);

impl KeyBits {
    pub(crate) const NONE: Self = Self(0);
    pub(crate) const EVERY: Self = Self(u32::MAX);

    pub(super) const fn from_bits(bits: u32) -> Self {
        Self(bits)
    }

    /// Those of one key.
    pub(crate) const fn of(key: &str) -> Self {
        Self(bit(hash(key.as_bytes())))
    }

    pub(crate) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(crate) const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// How many bits are set: the fewer, the more keys are ruled out.
    pub(crate) const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether all of these may be there.
    #[inline]
    pub(crate) const fn has_all(self, keys: Self) -> bool {
        self.0 & keys.0 == keys.0
    }

    /// How many of these are not there, at the least.
    #[inline]
    pub(crate) const fn lacks(self, keys: Self) -> u32 {
        (keys.0 & !self.0).count_ones()
    }

    /// Whether at least one of these may be there, or with `two` at least two. Where nothing is
    /// demanded, which [`KeyBits::EVERY`] stands for, the answer is yes.
    #[inline]
    pub(crate) const fn has_some(self, keys: Self, two: bool) -> bool {
        let both = self.0 & keys.0;
        let some = if two {
            both & both.wrapping_sub(1) != 0
        } else {
            both != 0
        };
        some || keys.0 == u32::MAX
    }
}

/// Whether two of these hashes may be equal, which is never wrong when it says no; and the
/// bits of all of them.
#[inline]
pub(super) fn may_repeat(hashes: &[u32]) -> (bool, u32) {
    if hashes.len() > SMALL {
        return (true, u32::MAX);
    }
    let (mut seen, mut repeated) = (0u64, false);
    for (at, &hash) in hashes.iter().enumerate() {
        // Two hashes that share this bit are compared in full.
        let bit = 1u64 << (hash >> 26);
        repeated |= seen & bit != 0 && hashes.get(..at).unwrap_or_default().contains(&hash);
        seen |= bit;
    }
    // Both halves as one.
    let [low, high] = [seen & u64::from(u32::MAX), seen >> 32];
    (repeated, u32::try_from(low | high).unwrap_or(u32::MAX))
}

/// The entries of equal keys, in pairs: each occurrence after the first, and then the one
/// before it, in the order of the later ones. `keys` are the entries of the keys that have
/// these hashes.
///
/// Time O(n log n) and in proportion to the bytes of the keys, whatever they are.
#[cold]
pub(super) fn duplicates<'t>(
    hashes: &[u32],
    keys: impl Iterator<Item = usize>,
    text: impl Fn(usize) -> Cow<'t, str>,
) -> Vec<(usize, usize)> {
    // Part of the hash above the position: one word sorts faster than a pair.
    let mut sorted: Vec<u64> = hashes
        .iter()
        .zip(0u64..)
        .map(|(&hash, position)| (u64::from(hash >> 8) << POSITION_BITS) | position)
        .collect();
    sorted.sort_unstable();
    let same = |a: &u64, b: &u64| a >> POSITION_BITS == b >> POSITION_BITS;
    let mut pairs = Vec::new();
    let mut entries: Vec<usize> = Vec::new();
    let mut keys = Some(keys);
    for run in sorted.chunk_by(same).filter(|run| run.len() > 1) {
        if let Some(keys) = keys.take() {
            entries = keys.take(hashes.len()).collect();
        }
        let entry = |packed: &u64| {
            let position = usize::try_from(packed & POSITION_MASK).ok()?;
            entries.get(position).copied()
        };
        let mut texts: Vec<(Cow<'t, str>, usize)> = run
            .iter()
            .filter_map(entry)
            .map(|key| (text(key), key))
            .collect();
        texts.sort_unstable();
        for pair in texts.windows(2) {
            if let [(a, earlier), (b, later)] = pair
                && a == b
            {
                pairs.push((*later, *earlier));
            }
        }
    }
    pairs.sort_unstable();
    pairs
}

/// Enough for a trillion members, whose tape would fill 32 TB.
const POSITION_BITS: u32 = 40;
const POSITION_MASK: u64 = (1 << POSITION_BITS) - 1;
