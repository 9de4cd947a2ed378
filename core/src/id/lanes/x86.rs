//! The lanes of wide x86 registers, behind types that prove that the CPU has them.
//!
//! A value of [`Avx512`], [`Avx2`] or [`Sha`] is the proof: only `detect` makes one. Every
//! `unsafe` here rests on that.

// A value is the proof, whether it is looked at or not; and the registers of a CPU
// are not made narrower by what is not inlined.
#![allow(clippy::unused_self, clippy::inline_always)]

#[cfg(target_arch = "x86")]
pub(super) use core::arch::x86 as arch;
#[cfg(target_arch = "x86_64")]
pub(super) use core::arch::x86_64 as arch;

use arch::{
    __m256i, __m512i, _mm256_add_epi32, _mm256_and_si256, _mm256_andnot_si256, _mm256_loadu_si256,
    _mm256_or_si256, _mm256_permute2x128_si256, _mm256_set1_epi32, _mm256_shuffle_epi8,
    _mm256_slli_epi32, _mm256_srli_epi32, _mm256_storeu_si256, _mm256_unpackhi_epi32,
    _mm256_unpackhi_epi64, _mm256_unpacklo_epi32, _mm256_unpacklo_epi64, _mm256_xor_si256,
    _mm512_add_epi32, _mm512_loadu_si512, _mm512_permutex2var_epi64, _mm512_ror_epi32,
    _mm512_set1_epi32, _mm512_shuffle_epi8, _mm512_srli_epi32, _mm512_storeu_si512,
    _mm512_ternarylogic_epi32, _mm512_unpackhi_epi32, _mm512_unpackhi_epi64, _mm512_unpacklo_epi32,
    _mm512_unpacklo_epi64,
};

use super::long::Blocks;
use super::{Lanes, absorb, hash, sha as pair};
use crate::id::message::Message;

cpufeatures::new!(avx512, "avx512f", "avx512bw");
cpufeatures::new!(avx2, "avx2");
cpufeatures::new!(sha, "sha", "sse4.1");

/// Whether `sha2` finds SHA instructions.
pub(in crate::id) fn has_sha() -> bool {
    sha::get()
}

/// Two messages. Exists only where the CPU has SHA instructions.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Sha(());

impl Sha {
    pub(super) fn detect() -> Option<Self> {
        has_sha().then_some(Self(()))
    }

    pub(super) fn absorb(self, states: &mut [[u32; 8]; 2], messages: &[Blocks<'_>; 2]) {
        // SAFETY: it needs SHA and SSE4.1 and nothing else; `self` cannot be made where
        // `detect` did not find them.
        unsafe { pair::absorb(states, messages) }
    }
}

/// Turns eight rows of eight words, in each 32 bytes of the registers, into columns.
/// The steps put together: words, then pairs of words, of the lower or upper half of
/// 16 bytes; then the lower or upper 16 of 32 bytes. (Not a function with closures:
/// some of them would not be inlined.)
macro_rules! turn {
    ($rows:expr, $low_words:ident $high_words:ident $low_pairs:ident $high_pairs:ident $low_half:ident $high_half:ident) => {{
        let [a, b, c, d, e, f, g, h] = $rows;
        let (low_ab, low_cd) = ($low_words(a, b), $low_words(c, d));
        let (high_ab, high_cd) = ($high_words(a, b), $high_words(c, d));
        let (low_ef, low_gh) = ($low_words(e, f), $low_words(g, h));
        let (high_ef, high_gh) = ($high_words(e, f), $high_words(g, h));
        let (a, b) = ($low_pairs(low_ab, low_cd), $high_pairs(low_ab, low_cd));
        let (c, d) = ($low_pairs(high_ab, high_cd), $high_pairs(high_ab, high_cd));
        let (e, f) = ($low_pairs(low_ef, low_gh), $high_pairs(low_ef, low_gh));
        let (g, h) = ($low_pairs(high_ef, high_gh), $high_pairs(high_ef, high_gh));
        [
            $low_half(a, e),
            $low_half(b, f),
            $low_half(c, g),
            $low_half(d, h),
            $high_half(a, e),
            $high_half(b, f),
            $high_half(c, g),
            $high_half(d, h),
        ]
    }};
}

/// Sixteen lanes. Exists only where the CPU and the system have AVX-512F and BW.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Avx512(());

impl Avx512 {
    pub(in crate::id) fn detect() -> Option<Self> {
        avx512::get().then_some(Self(()))
    }

    pub(in crate::id) fn hash(self, messages: &[Message; 16]) -> [[u8; 16]; 16] {
        #[target_feature(enable = "avx512f,avx512bw")]
        fn wide(lanes: Avx512, messages: &[Message; 16]) -> [[u8; 16]; 16] {
            hash(lanes, messages)
        }
        // SAFETY: `wide` needs AVX-512F and BW and nothing else; `self` cannot be made
        // where `detect` did not find them.
        unsafe { wide(self, messages) }
    }

    pub(super) fn absorb(self, states: &mut [[u32; 8]; 16], messages: &[Blocks<'_>; 16]) {
        #[target_feature(enable = "avx512f,avx512bw")]
        fn wide(lanes: Avx512, states: &mut [[u32; 8]; 16], messages: &[Blocks<'_>; 16]) {
            absorb(lanes, states, messages);
        }
        // SAFETY: as in `hash`.
        unsafe { wide(self, states, messages) }
    }
}

/// Exclusive or of three, as a truth table.
const XOR: i32 = 0x96;

impl Lanes for Avx512 {
    type Word = __m512i;

    const COUNT: usize = 16;

    #[inline(always)]
    fn splat(self, word: u32) -> __m512i {
        // SAFETY: AVX-512F was detected.
        unsafe { _mm512_set1_epi32(word.cast_signed()) }
    }

    #[inline(always)]
    fn columns(self, rows: impl Fn(usize) -> [u8; 32], swap: bool) -> [__m512i; 8] {
        let mut registers = [self.splat(0); 8];
        for (lane, register) in registers.iter_mut().enumerate() {
            // A message of the lower eight, and one of the upper.
            let pair = [rows(lane), rows(lane + 8)];
            // SAFETY: AVX-512F was detected; the array has the 64 bytes that are read,
            // at any alignment.
            *register = unsafe { _mm512_loadu_si512(pair.as_ptr().cast()) };
        }
        // SAFETY: AVX-512F was detected.
        let mut columns = unsafe {
            turn!(registers, _mm512_unpacklo_epi32 _mm512_unpackhi_epi32 _mm512_unpacklo_epi64
                _mm512_unpackhi_epi64 low_half high_half)
        };
        if swap {
            for word in &mut columns {
                // SAFETY: AVX-512BW was detected; the table has the 64 bytes that are
                // read.
                *word = unsafe {
                    let order = _mm512_loadu_si512(SWAPPED.as_ptr().cast());
                    _mm512_shuffle_epi8(*word, order)
                };
            }
        }
        columns
    }

    #[inline(always)]
    fn write(self, word: __m512i, to: &mut [u32; 16]) {
        // SAFETY: AVX-512F was detected; the array has the 64 bytes that are written,
        // at any alignment.
        unsafe { _mm512_storeu_si512(to.as_mut_ptr().cast(), word) }
    }

    #[inline(always)]
    fn plus(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: AVX-512F was detected.
        unsafe { _mm512_add_epi32(a, b) }
    }

    #[inline(always)]
    fn big_zero(self, word: __m512i) -> __m512i {
        // SAFETY: AVX-512F was detected.
        unsafe {
            let (a, b) = (_mm512_ror_epi32::<2>(word), _mm512_ror_epi32::<13>(word));
            _mm512_ternarylogic_epi32::<XOR>(a, b, _mm512_ror_epi32::<22>(word))
        }
    }

    #[inline(always)]
    fn big_one(self, word: __m512i) -> __m512i {
        // SAFETY: AVX-512F was detected.
        unsafe {
            let (a, b) = (_mm512_ror_epi32::<6>(word), _mm512_ror_epi32::<11>(word));
            _mm512_ternarylogic_epi32::<XOR>(a, b, _mm512_ror_epi32::<25>(word))
        }
    }

    #[inline(always)]
    fn small_zero(self, word: __m512i) -> __m512i {
        // SAFETY: AVX-512F was detected.
        unsafe {
            let (a, b) = (_mm512_ror_epi32::<7>(word), _mm512_ror_epi32::<18>(word));
            _mm512_ternarylogic_epi32::<XOR>(a, b, _mm512_srli_epi32::<3>(word))
        }
    }

    #[inline(always)]
    fn small_one(self, word: __m512i) -> __m512i {
        // SAFETY: AVX-512F was detected.
        unsafe {
            let (a, b) = (_mm512_ror_epi32::<17>(word), _mm512_ror_epi32::<19>(word));
            _mm512_ternarylogic_epi32::<XOR>(a, b, _mm512_srli_epi32::<10>(word))
        }
    }

    #[inline(always)]
    fn choose(self, x: __m512i, y: __m512i, z: __m512i) -> __m512i {
        // SAFETY: AVX-512F was detected.
        unsafe { _mm512_ternarylogic_epi32::<0xCA>(x, y, z) }
    }

    #[inline(always)]
    fn majority(self, x: __m512i, y: __m512i, z: __m512i) -> __m512i {
        // SAFETY: AVX-512F was detected.
        unsafe { _mm512_ternarylogic_epi32::<0xE8>(x, y, z) }
    }
}

/// The lower 16 of each 32 bytes, of one and of the other.
///
/// # Safety
///
/// AVX-512F was detected.
#[inline(always)]
unsafe fn low_half(a: __m512i, b: __m512i) -> __m512i {
    const ORDER: [u64; 8] = [0, 1, 8, 9, 4, 5, 12, 13];
    // SAFETY: by the caller; the table has the 64 bytes that are read.
    unsafe { _mm512_permutex2var_epi64(a, _mm512_loadu_si512(ORDER.as_ptr().cast()), b) }
}

/// The upper 16 of each 32 bytes, of one and of the other.
///
/// # Safety
///
/// AVX-512F was detected.
#[inline(always)]
unsafe fn high_half(a: __m512i, b: __m512i) -> __m512i {
    const ORDER: [u64; 8] = [2, 3, 10, 11, 6, 7, 14, 15];
    // SAFETY: by the caller; the table has the 64 bytes that are read.
    unsafe { _mm512_permutex2var_epi64(a, _mm512_loadu_si512(ORDER.as_ptr().cast()), b) }
}

/// For each byte of a register, the byte within its 16 that it changes places with,
/// when the bytes of each word are swapped.
const SWAPPED: [u8; 64] = {
    let mut order = [0; 64];
    let mut i = 0;
    while i < 64 {
        #[allow(clippy::cast_possible_truncation)]
        {
            order[i] = (i as u8 % 16) ^ 3;
        }
        i += 1;
    }
    order
};

/// Eight lanes. Exists only where the CPU and the system have AVX2.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Avx2(());

impl Avx2 {
    pub(in crate::id) fn detect() -> Option<Self> {
        avx2::get().then_some(Self(()))
    }

    pub(in crate::id) fn hash(self, messages: &[Message; 8]) -> [[u8; 16]; 8] {
        #[target_feature(enable = "avx2")]
        fn wide(lanes: Avx2, messages: &[Message; 8]) -> [[u8; 16]; 8] {
            hash(lanes, messages)
        }
        // SAFETY: `wide` needs AVX2 and nothing else; `self` cannot be made
        // where `detect` did not find it.
        unsafe { wide(self, messages) }
    }

    pub(super) fn absorb(self, states: &mut [[u32; 8]; 8], messages: &[Blocks<'_>; 8]) {
        #[target_feature(enable = "avx2")]
        fn wide(lanes: Avx2, states: &mut [[u32; 8]; 8], messages: &[Blocks<'_>; 8]) {
            absorb(lanes, states, messages);
        }
        // SAFETY: as in `hash`.
        unsafe { wide(self, states, messages) }
    }

    /// Right by `BY`, where `LEFT` is what is left of 32.
    #[inline(always)]
    fn rotate<const BY: i32, const LEFT: i32>(self, word: __m256i) -> __m256i {
        // SAFETY: AVX2 was detected.
        unsafe {
            _mm256_or_si256(
                _mm256_srli_epi32::<BY>(word),
                _mm256_slli_epi32::<LEFT>(word),
            )
        }
    }

    #[inline(always)]
    fn shift<const BY: i32>(self, word: __m256i) -> __m256i {
        // SAFETY: AVX2 was detected.
        unsafe { _mm256_srli_epi32::<BY>(word) }
    }

    #[inline(always)]
    fn xor(self, a: __m256i, b: __m256i, c: __m256i) -> __m256i {
        // SAFETY: AVX2 was detected.
        unsafe { _mm256_xor_si256(_mm256_xor_si256(a, b), c) }
    }
}

/// The lower 16 bytes of one and of the other.
///
/// # Safety
///
/// AVX2 was detected.
#[inline(always)]
unsafe fn low_lane(a: __m256i, b: __m256i) -> __m256i {
    // SAFETY: by the caller.
    unsafe { _mm256_permute2x128_si256::<0x20>(a, b) }
}

/// The upper 16 bytes of one and of the other.
///
/// # Safety
///
/// AVX2 was detected.
#[inline(always)]
unsafe fn high_lane(a: __m256i, b: __m256i) -> __m256i {
    // SAFETY: by the caller.
    unsafe { _mm256_permute2x128_si256::<0x31>(a, b) }
}

impl Lanes for Avx2 {
    type Word = __m256i;

    const COUNT: usize = 8;

    #[inline(always)]
    fn splat(self, word: u32) -> __m256i {
        // SAFETY: AVX2 was detected.
        unsafe { _mm256_set1_epi32(word.cast_signed()) }
    }

    #[inline(always)]
    fn columns(self, rows: impl Fn(usize) -> [u8; 32], swap: bool) -> [__m256i; 8] {
        let mut registers = [self.splat(0); 8];
        for (lane, register) in registers.iter_mut().enumerate() {
            let row = rows(lane);
            // SAFETY: AVX2 was detected; the array has the 32 bytes that are read, at
            // any alignment.
            *register = unsafe { _mm256_loadu_si256(row.as_ptr().cast()) };
        }
        // SAFETY: AVX2 was detected.
        let mut columns = unsafe {
            turn!(registers, _mm256_unpacklo_epi32 _mm256_unpackhi_epi32 _mm256_unpacklo_epi64
                _mm256_unpackhi_epi64 low_lane high_lane)
        };
        if swap {
            for word in &mut columns {
                // SAFETY: AVX2 was detected; the table has the 32 bytes that are read.
                *word = unsafe {
                    let order = _mm256_loadu_si256(SWAPPED.as_ptr().cast());
                    _mm256_shuffle_epi8(*word, order)
                };
            }
        }
        columns
    }

    #[inline(always)]
    fn write(self, word: __m256i, to: &mut [u32; 16]) {
        // SAFETY: AVX2 was detected; the array has the 32 bytes that are written, at
        // any alignment.
        unsafe { _mm256_storeu_si256(to.as_mut_ptr().cast(), word) }
    }

    #[inline(always)]
    fn plus(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: AVX2 was detected.
        unsafe { _mm256_add_epi32(a, b) }
    }

    #[inline(always)]
    fn big_zero(self, word: __m256i) -> __m256i {
        let (a, b) = (self.rotate::<2, 30>(word), self.rotate::<13, 19>(word));
        self.xor(a, b, self.rotate::<22, 10>(word))
    }

    #[inline(always)]
    fn big_one(self, word: __m256i) -> __m256i {
        let (a, b) = (self.rotate::<6, 26>(word), self.rotate::<11, 21>(word));
        self.xor(a, b, self.rotate::<25, 7>(word))
    }

    #[inline(always)]
    fn small_zero(self, word: __m256i) -> __m256i {
        let (a, b) = (self.rotate::<7, 25>(word), self.rotate::<18, 14>(word));
        self.xor(a, b, self.shift::<3>(word))
    }

    #[inline(always)]
    fn small_one(self, word: __m256i) -> __m256i {
        let (a, b) = (self.rotate::<17, 15>(word), self.rotate::<19, 13>(word));
        self.xor(a, b, self.shift::<10>(word))
    }

    #[inline(always)]
    fn choose(self, x: __m256i, y: __m256i, z: __m256i) -> __m256i {
        // SAFETY: AVX2 was detected.
        unsafe { _mm256_xor_si256(_mm256_and_si256(x, y), _mm256_andnot_si256(x, z)) }
    }

    #[inline(always)]
    fn majority(self, x: __m256i, y: __m256i, z: __m256i) -> __m256i {
        // SAFETY: AVX2 was detected.
        unsafe {
            let either = _mm256_or_si256(x, y);
            _mm256_or_si256(_mm256_and_si256(x, y), _mm256_and_si256(either, z))
        }
    }
}
