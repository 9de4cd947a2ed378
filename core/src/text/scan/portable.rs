//! The engine for any processor: eight bytes in a 64-bit integer.
//!
//! The tricks are the usual ones for bytes in a word; each works on all eight
//! without a carry from one byte into the next.

use super::{CHUNK, Lanes};

/// 64 bytes as eight little-endian words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::text) struct Words;

const HIGH: u64 = 0x8080_8080_8080_8080;
const LOW: u64 = 0x0101_0101_0101_0101;

impl Lanes for Words {
    type Chunk = [u64; CHUNK / 8];

    #[inline(always)]
    fn load(self, bytes: &[u8; CHUNK]) -> Self::Chunk {
        let mut words = [0; CHUNK / 8];
        let (eights, _) = bytes.as_chunks::<8>();
        for (word, eight) in words.iter_mut().zip(eights) {
            *word = u64::from_le_bytes(*eight);
        }
        words
    }

    #[inline(always)]
    fn equal(self, chunk: Self::Chunk, byte: u8) -> u64 {
        let pattern = LOW * u64::from(byte);
        gather(chunk, |word| {
            let difference = word ^ pattern;
            // The high bit of each byte of the sum says that its low bits are not 0.
            !(((difference & !HIGH) + !HIGH) | difference) & HIGH
        })
    }

    #[inline(always)]
    fn at_least(self, chunk: Self::Chunk, least: u8) -> u64 {
        if least >= 0x80 {
            // Carries out of the low seven bits iff those of the byte reach those
            // of the bound; the high bit must be set as well.
            let pattern = LOW * u64::from(0x80 - (least & 0x7F));
            gather(chunk, |word| ((word & !HIGH) + pattern) & word & HIGH)
        } else {
            let pattern = LOW * u64::from(0x80 - least);
            gather(chunk, |word| (((word & !HIGH) + pattern) | word) & HIGH)
        }
    }

    #[inline(always)]
    fn continuation(self, chunk: Self::Chunk) -> u64 {
        gather(chunk, |word| word & (!word << 1) & HIGH)
    }
}

/// The high bit of each byte that `test` leaves set, as a mask.
#[inline(always)]
fn gather(chunk: [u64; CHUNK / 8], test: impl Fn(u64) -> u64) -> u64 {
    let mut mask = 0;
    for (i, word) in chunk.into_iter().enumerate() {
        let bits = test(word) >> 7;
        // Eight bits, eight apart, are brought together in the highest byte.
        mask |= (bits.wrapping_mul(0x0102_0408_1020_4080) >> 56) << (8 * i);
    }
    mask
}

/// Halves the place where the bit must be, by counting.
#[inline(always)]
pub(super) fn select(mask: u64, n: u32) -> u32 {
    if n >= mask.count_ones() {
        return 64;
    }
    let (mut at, mut left) = (0, n);
    for width in [32, 16, 8, 4, 2, 1] {
        let below = (mask >> at & ((1 << width) - 1)).count_ones();
        if left >= below {
            left -= below;
            at += width;
        }
    }
    at
}

#[inline(always)]
#[allow(clippy::cast_possible_truncation)]
pub(super) fn spread(mask: u64, base: u16, out: &mut [u16; CHUNK]) {
    let mut left = mask;
    let mut next = |slot: &mut u16| {
        *slot = base.wrapping_add(left.trailing_zeros() as u16);
        left &= left.wrapping_sub(1);
    };
    // Most chunks of ordinary text have few bits: written without asking how many.
    let count = mask.count_ones() as usize;
    let (four, rest) = out.split_at_mut(4);
    four.iter_mut().for_each(&mut next);
    if count > 4 {
        let (four, rest) = rest.split_at_mut(4);
        four.iter_mut().for_each(&mut next);
        if count > 8 {
            rest.iter_mut().take(count - 8).for_each(next);
        }
    }
}
