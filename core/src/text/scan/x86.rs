//! The engines for `x86_64`, with AVX2 and with AVX-512.
//!
//! A value of [`Avx2`] or [`Avx512`] is the proof that the processor has those
//! instructions: only `detect` makes one. Every `unsafe` here rests on that.
#![allow(unsafe_code)]

use core::arch::x86_64::{
    __m256i, __m512i, _MM_HINT_T0, _mm_cmpeq_epi16, _mm_loadu_si128, _mm_movemask_epi8,
    _mm_packs_epi16, _mm_prefetch, _mm_set1_epi16, _mm_setzero_si128, _mm_sub_epi16,
    _mm_subs_epu16, _mm256_cmpeq_epi8, _mm256_cmpgt_epi8, _mm256_loadu_si256, _mm256_max_epu8,
    _mm256_movemask_epi8, _mm256_set1_epi8, _mm512_add_epi16, _mm512_castsi512_si256,
    _mm512_cmpeq_epi8_mask, _mm512_cmpge_epu8_mask, _mm512_cmplt_epi8_mask, _mm512_cvtepu8_epi16,
    _mm512_extracti64x4_epi64, _mm512_loadu_si512, _mm512_maskz_compress_epi8,
    _mm512_maskz_loadu_epi8, _mm512_set1_epi8, _mm512_set1_epi16, _mm512_storeu_si512, _pdep_u64,
};

use super::{CHUNK, Lanes, Task, low_bits};

cpufeatures::new!(avx2, "avx2", "bmi1", "bmi2", "popcnt");
cpufeatures::new!(
    avx512,
    "avx2",
    "avx512f",
    "avx512bw",
    "avx512vbmi2",
    "bmi1",
    "bmi2",
    "popcnt"
);

/// AVX2: two registers of 32 bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::text) struct Avx2(());

impl Avx2 {
    pub(super) fn detect() -> Option<Self> {
        avx2::get().then_some(Self(()))
    }

    #[inline]
    pub(super) fn run<T: Task>(self, task: T) -> T::Output {
        #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
        fn with_features<T: Task>(lanes: Avx2, task: T) -> T::Output {
            task.run(lanes)
        }
        // SAFETY: `detect` found each of these features.
        unsafe { with_features(self, task) }
    }
}

impl Lanes for Avx2 {
    type Chunk = [__m256i; 2];

    #[inline(always)]
    fn load(self, bytes: &[u8; CHUNK]) -> Self::Chunk {
        let (low, high) = bytes.split_at(CHUNK / 2);
        // SAFETY: AVX2 was detected; each half has the 32 bytes that are read, at
        // any alignment.
        unsafe {
            [
                _mm256_loadu_si256(low.as_ptr().cast()),
                _mm256_loadu_si256(high.as_ptr().cast()),
            ]
        }
    }

    #[inline(always)]
    fn equal(self, chunk: Self::Chunk, byte: u8) -> u64 {
        // SAFETY: AVX2 was detected.
        both(chunk, |half| unsafe {
            _mm256_movemask_epi8(_mm256_cmpeq_epi8(
                half,
                _mm256_set1_epi8(byte.cast_signed()),
            ))
        })
    }

    #[inline(always)]
    fn at_least(self, chunk: Self::Chunk, least: u8) -> u64 {
        // SAFETY: AVX2 was detected.
        both(chunk, |half| unsafe {
            let least = _mm256_set1_epi8(least.cast_signed());
            _mm256_movemask_epi8(_mm256_cmpeq_epi8(_mm256_max_epu8(half, least), half))
        })
    }

    #[inline(always)]
    fn non_ascii(self, chunk: Self::Chunk) -> u64 {
        // SAFETY: AVX2 was detected.
        both(chunk, |half| unsafe { _mm256_movemask_epi8(half) })
    }

    #[inline(always)]
    fn continuation(self, chunk: Self::Chunk) -> u64 {
        // SAFETY: AVX2 was detected.
        both(chunk, |half| unsafe {
            // As signed numbers, 0x80..=0xBF are those below -64.
            _mm256_movemask_epi8(_mm256_cmpgt_epi8(_mm256_set1_epi8(-64), half))
        })
    }

    #[inline(always)]
    fn select(self, mask: u64, n: u32) -> u32 {
        deposit(mask, n)
    }

    #[inline(always)]
    fn fetch(self, text: &[u8], at: usize) -> u8 {
        prefetch(text, at)
    }
}

#[inline(always)]
fn both([low, high]: [__m256i; 2], test: impl Fn(__m256i) -> i32) -> u64 {
    u64::from(test(low).cast_unsigned()) | u64::from(test(high).cast_unsigned()) << 32
}

/// Reads nothing, so nothing has to wait for it.
#[inline(always)]
fn prefetch(text: &[u8], at: usize) -> u8 {
    // SAFETY: a prefetch is a hint: it may name any address and never faults. SSE is
    // part of the architecture.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(text.as_ptr().wrapping_add(at).cast()) };
    0
}

/// Only for engines with BMI2.
#[inline(always)]
fn deposit(mask: u64, n: u32) -> u32 {
    if n >= 64 {
        return 64;
    }
    // SAFETY: both engines were detected together with BMI2.
    unsafe { _pdep_u64(1 << n, mask) }.trailing_zeros()
}

/// AVX-512 with byte compression (VBMI2): one register of 64 bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::text) struct Avx512(());

impl Avx512 {
    pub(super) fn detect() -> Option<Self> {
        avx512::get().then_some(Self(()))
    }

    #[inline]
    pub(super) fn run<T: Task>(self, task: T) -> T::Output {
        #[target_feature(enable = "avx2,avx512f,avx512bw,avx512vbmi2,bmi1,bmi2,popcnt")]
        fn with_features<T: Task>(lanes: Avx512, task: T) -> T::Output {
            task.run(lanes)
        }
        // SAFETY: `detect` found each of these features.
        unsafe { with_features(self, task) }
    }
}

/// The numbers 0 to 63: the index of each byte.
const INDICES: [u8; CHUNK] = {
    let mut indices = [0; CHUNK];
    let mut i = 0;
    while i < CHUNK {
        #[allow(clippy::cast_possible_truncation)]
        {
            indices[i] = i as u8;
        }
        i += 1;
    }
    indices
};

impl Lanes for Avx512 {
    type Chunk = __m512i;

    #[inline(always)]
    fn load(self, bytes: &[u8; CHUNK]) -> Self::Chunk {
        // SAFETY: AVX-512F was detected; the array has the 64 bytes that are read,
        // at any alignment.
        unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) }
    }

    #[inline(always)]
    fn load_at(self, text: &[u8], at: usize) -> (Self::Chunk, u32) {
        let rest = text.get(at..).unwrap_or_default();
        // SAFETY: AVX-512BW was detected; a masked load touches only the bytes that
        // the mask names, which are those of `rest`.
        let chunk = unsafe { _mm512_maskz_loadu_epi8(low_bits(rest.len()), rest.as_ptr().cast()) };
        (chunk, 0)
    }

    #[inline(always)]
    fn equal(self, chunk: Self::Chunk, byte: u8) -> u64 {
        // SAFETY: AVX-512BW was detected.
        unsafe { _mm512_cmpeq_epi8_mask(chunk, _mm512_set1_epi8(byte.cast_signed())) }
    }

    #[inline(always)]
    fn at_least(self, chunk: Self::Chunk, least: u8) -> u64 {
        // SAFETY: AVX-512BW was detected.
        unsafe { _mm512_cmpge_epu8_mask(chunk, _mm512_set1_epi8(least.cast_signed())) }
    }

    #[inline(always)]
    fn continuation(self, chunk: Self::Chunk) -> u64 {
        // SAFETY: AVX-512BW was detected.
        unsafe { _mm512_cmplt_epi8_mask(chunk, _mm512_set1_epi8(-64)) }
    }

    #[inline(always)]
    fn select(self, mask: u64, n: u32) -> u32 {
        deposit(mask, n)
    }

    #[inline(always)]
    fn fetch(self, text: &[u8], at: usize) -> u8 {
        prefetch(text, at)
    }

    #[inline(always)]
    fn spread(self, mask: u64, base: u16, out: &mut [u16; CHUNK]) {
        let indices = self.load(&INDICES);
        // SAFETY: AVX-512F, BW and VBMI2 were detected; each half of `out` has the
        // 64 bytes that are written, at any alignment.
        unsafe {
            let packed = _mm512_maskz_compress_epi8(mask, indices);
            let base = _mm512_set1_epi16(base.cast_signed());
            let low = _mm512_cvtepu8_epi16(_mm512_castsi512_si256(packed));
            _mm512_storeu_si512(out.as_mut_ptr().cast(), _mm512_add_epi16(low, base));
            if mask.count_ones() > 32 {
                let high = _mm512_cvtepu8_epi16(_mm512_extracti64x4_epi64::<1>(packed));
                let half = out.as_mut_ptr().add(CHUNK / 2);
                _mm512_storeu_si512(half.cast(), _mm512_add_epi16(high, base));
            }
        }
    }
}

/// The numbers that lie at most `rest` behind `base`, modulo 2^16, as a mask.
///
/// Every processor of this architecture has SSE2, so this needs no engine.
#[inline(always)]
pub(in crate::text) fn at_most(numbers: &[u16; 8], base: u16, rest: u16) -> u32 {
    // SAFETY: SSE2 is part of the architecture; the array has the 16 bytes that are
    // read, at any alignment.
    let mask = unsafe {
        let numbers = _mm_loadu_si128(numbers.as_ptr().cast());
        let behind = _mm_sub_epi16(numbers, _mm_set1_epi16(base.cast_signed()));
        let over = _mm_subs_epu16(behind, _mm_set1_epi16(rest.cast_signed()));
        let within = _mm_cmpeq_epi16(over, _mm_setzero_si128());
        _mm_movemask_epi8(_mm_packs_epi16(within, _mm_setzero_si128()))
    };
    mask.cast_unsigned()
}
