//! SHA-256 of two messages at once by the instructions for it.
//!
//! Two rounds take one instruction, which waits for the one before it and leaves the
//! unit free for half of that time. So the rounds of two messages are written by turns.
//! The words of the schedule for sixteen rounds later are made between them.

use super::ROUND;
use super::long::Blocks;
use super::x86::arch::{
    __m128i, _mm_add_epi32, _mm_alignr_epi8, _mm_extract_epi32, _mm_set_epi32, _mm_set_epi64x,
    _mm_setzero_si128, _mm_sha256msg1_epu32, _mm_sha256msg2_epu32, _mm_sha256rnds2_epu32,
    _mm_shuffle_epi8, _mm_shuffle_epi32,
};

/// How many messages there are. With three, the registers are not enough.
const COUNT: usize = 2;

/// Takes the blocks of each message into its state: as many as the one has that has the
/// fewest (FIPS 180-4 §6.2.2).
#[target_feature(enable = "sha,sse4.1")]
pub(super) fn absorb(states: &mut [[u32; 8]; COUNT], messages: &[Blocks<'_>; COUNT]) {
    // The instructions take the words of the state in this order.
    let (mut abef, mut cdgh) = ([_mm_setzero_si128(); COUNT], [_mm_setzero_si128(); COUNT]);
    for (at, state) in states.iter().enumerate() {
        let [a, b, c, d, e, f, g, h] = state.map(u32::cast_signed);
        abef[at] = _mm_set_epi32(a, b, e, f);
        cdgh[at] = _mm_set_epi32(c, d, g, h);
    }
    let [one, other] = messages;
    for (one, other) in one.iter().zip(*other) {
        let before = (abef, cdgh);
        let mut words = [words(one), words(other)];
        macro_rules! four_rounds {
            ($row:literal $quarter:literal) => {
                let [d, c, b, a] = ROUND[$row].as_chunks::<4>().0[$quarter];
                let [a, b, c, d] = [a, b, c, d].map(u32::cast_signed);
                let constants = _mm_set_epi32(a, b, c, d);
                for at in 0..COUNT {
                    let words = &mut words[at];
                    let added = _mm_add_epi32(words[$quarter], constants);
                    cdgh[at] = _mm_sha256rnds2_epu32(cdgh[at], abef[at], added);
                    if $row < 3 {
                        let [b, c, d] = [1, 2, 3].map(|next| words[($quarter + next) & 3]);
                        let old = _mm_sha256msg1_epu32(words[$quarter], b);
                        let old = _mm_add_epi32(old, _mm_alignr_epi8::<4>(d, c));
                        words[$quarter] = _mm_sha256msg2_epu32(old, d);
                    }
                    let upper = _mm_shuffle_epi32::<0b1110>(added);
                    abef[at] = _mm_sha256rnds2_epu32(abef[at], cdgh[at], upper);
                }
            };
        }
        macro_rules! sixteen_rounds {
            ($($row:literal)+) => {$(
                four_rounds!($row 0);
                four_rounds!($row 1);
                four_rounds!($row 2);
                four_rounds!($row 3);
            )+};
        }
        sixteen_rounds!(0 1 2 3);
        for at in 0..COUNT {
            abef[at] = _mm_add_epi32(abef[at], before.0[at]);
            cdgh[at] = _mm_add_epi32(cdgh[at], before.1[at]);
        }
    }
    for (at, state) in states.iter_mut().enumerate() {
        let (abef, cdgh) = (abef[at], cdgh[at]);
        let words = [
            _mm_extract_epi32::<3>(abef),
            _mm_extract_epi32::<2>(abef),
            _mm_extract_epi32::<3>(cdgh),
            _mm_extract_epi32::<2>(cdgh),
            _mm_extract_epi32::<1>(abef),
            _mm_extract_epi32::<0>(abef),
            _mm_extract_epi32::<1>(cdgh),
            _mm_extract_epi32::<0>(cdgh),
        ];
        *state = words.map(i32::cast_unsigned);
    }
}

/// The sixteen words of a block, four to a register.
#[inline]
#[target_feature(enable = "sha,sse4.1")]
fn words(block: &[u8; 64]) -> [__m128i; 4] {
    // The bytes of each word the other way round.
    let order = _mm_set_epi64x(0x0c0d_0e0f_0809_0a0b, 0x0405_0607_0001_0203);
    let mut words = [_mm_setzero_si128(); 4];
    for (to, quarter) in words.iter_mut().zip(block.as_chunks::<16>().0) {
        let mut each = [0; 4];
        for (to, bytes) in each.iter_mut().zip(quarter.as_chunks().0) {
            *to = i32::from_le_bytes(*bytes);
        }
        let [a, b, c, d] = each;
        *to = _mm_shuffle_epi8(_mm_set_epi32(d, c, b, a), order);
    }
    words
}
