//! Sixteen bytes at once: where a run of plain text in a string ends, where two texts are
//! the same, and what is ASCII.
//!
//! The instructions are those of the least processor of a target, so there is nothing
//! to detect. Other targets do the same with words of 64 bits.
#![allow(unsafe_code)]
#![allow(clippy::inline_always, reason = "a few instructions each")]

#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
mod registers {
    use core::arch::x86_64::{
        __m128i, _mm_cmpeq_epi8, _mm_loadu_si128, _mm_min_epu8, _mm_movemask_epi8, _mm_or_si128,
        _mm_set1_epi8,
    };

    #[inline(always)]
    fn load(bytes: &[u8; 16]) -> __m128i {
        // SAFETY: the array has the 16 bytes that are read, at any alignment.
        unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) }
    }

    #[inline(always)]
    fn mask(bytes: __m128i) -> u32 {
        // SAFETY: the module is compiled only where the target has SSE2.
        unsafe { _mm_movemask_epi8(bytes) }.cast_unsigned()
    }

    #[inline(always)]
    pub(in super::super) fn stops(bytes: &[u8; 16]) -> u32 {
        let bytes = load(bytes);
        // SAFETY: the module is compiled only where the target has SSE2.
        let stops = unsafe {
            let is = |byte: u8| _mm_cmpeq_epi8(bytes, _mm_set1_epi8(byte.cast_signed()));
            let control = _mm_cmpeq_epi8(_mm_min_epu8(bytes, _mm_set1_epi8(0x1f)), bytes);
            _mm_or_si128(_mm_or_si128(is(b'"'), is(b'\\')), control)
        };
        mask(stops)
    }

    #[inline(always)]
    pub(in super::super) fn equal(a: &[u8; 16], b: &[u8; 16]) -> u32 {
        // SAFETY: the module is compiled only where the target has SSE2.
        mask(unsafe { _mm_cmpeq_epi8(load(a), load(b)) })
    }

    #[inline(always)]
    pub(in super::super) fn is_ascii(bytes: &[u8; 64]) -> bool {
        // SAFETY: the module is compiled only where the target has SSE2.
        let or = |a, b| unsafe { _mm_or_si128(a, b) };
        let (blocks, _) = bytes.as_chunks::<16>();
        blocks
            .iter()
            .map(load)
            .reduce(or)
            .is_none_or(|all| mask(all) == 0)
    }
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod registers {
    use core::arch::wasm32::{
        i8x16_bitmask, u8x16_eq, u8x16_le, u8x16_splat, v128, v128_load, v128_or,
    };

    #[inline(always)]
    fn load(bytes: &[u8; 16]) -> v128 {
        // SAFETY: the array has the 16 bytes that are read, at any alignment.
        unsafe { v128_load(bytes.as_ptr().cast()) }
    }

    #[inline(always)]
    pub(in super::super) fn stops(bytes: &[u8; 16]) -> u32 {
        let bytes = load(bytes);
        let is = |byte: u8| u8x16_eq(bytes, u8x16_splat(byte));
        let control = u8x16_le(bytes, u8x16_splat(0x1f));
        u32::from(i8x16_bitmask(v128_or(
            v128_or(is(b'"'), is(b'\\')),
            control,
        )))
    }

    #[inline(always)]
    pub(in super::super) fn equal(a: &[u8; 16], b: &[u8; 16]) -> u32 {
        u32::from(i8x16_bitmask(u8x16_eq(load(a), load(b))))
    }

    #[inline(always)]
    pub(in super::super) fn is_ascii(bytes: &[u8; 64]) -> bool {
        let (blocks, _) = bytes.as_chunks::<16>();
        let all = blocks.iter().map(load).reduce(|a, b| v128_or(a, b));
        all.is_none_or(|all| i8x16_bitmask(all) == 0)
    }
}

#[cfg(not(any(
    all(target_arch = "x86_64", target_feature = "sse2"),
    all(target_arch = "wasm32", target_feature = "simd128")
)))]
use words as registers;

/// With words of 64 bits.
#[cfg(any(
    test,
    not(any(
        all(target_arch = "x86_64", target_feature = "sse2"),
        all(target_arch = "wasm32", target_feature = "simd128")
    ))
))]
mod words {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const LOWS: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    const BACKSLASH: u64 = 0x5c;

    /// The high bits of some bytes, as a bit for each.
    #[allow(clippy::cast_possible_truncation, reason = "the lowest 8 of 64 bits")]
    const fn gathered(highs: u64) -> u32 {
        ((highs >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8 as u32
    }

    /// The high bit of each byte that is 0.
    const fn zeros(word: u64) -> u64 {
        !(((word & LOWS) + LOWS) | word | LOWS)
    }

    fn both(bytes: &[u8; 16], test: impl Fn(u64) -> u64) -> u32 {
        let (words, _) = bytes.as_chunks::<8>();
        let mut words = words.iter().map(|word| test(u64::from_le_bytes(*word)));
        let mut next = || words.next().map_or(0, gathered);
        next() | next() << 8
    }

    pub(in super::super) fn stops(bytes: &[u8; 16]) -> u32 {
        both(bytes, |word| {
            // Of a control character the upper three bits are 0; of a quote, all are once
            // its own bits are taken out.
            let control = zeros(word & (ONES * 0xe0));
            control | zeros(word ^ (ONES * 0x22)) | zeros(word ^ (ONES * BACKSLASH))
        })
    }

    pub(in super::super) fn equal(a: &[u8; 16], b: &[u8; 16]) -> u32 {
        let differ: [u8; 16] = core::array::from_fn(|at| {
            let byte = |bytes: &[u8; 16]| bytes.get(at).copied().unwrap_or(0);
            byte(a) ^ byte(b)
        });
        both(&differ, zeros)
    }

    pub(in super::super) fn is_ascii(bytes: &[u8; 64]) -> bool {
        let (words, _) = bytes.as_chunks::<8>();
        let all = words
            .iter()
            .fold(0, |all, word| all | u64::from_le_bytes(*word));
        all & !LOWS == 0
    }
}

pub(super) use registers::{equal, is_ascii, stops};

#[cfg(test)]
mod tests {
    use super::{registers, words};

    /// The bits, byte by byte.
    fn bits(of: impl Fn(usize) -> bool) -> u32 {
        (0..16).fold(0, |bits, at| bits | u32::from(of(at)) << at)
    }

    #[test]
    fn each_byte_at_each_place_is_seen_for_what_it_is() {
        for byte in 0..=u8::MAX {
            for at in 0..16 {
                let mut bytes = [b'x'; 16];
                bytes[at] = byte;
                bytes[(at + 5) % 16] = b'\\';
                bytes[(at + 9) % 16] = 0x80;
                let is_stop = |byte: u8| byte == b'"' || byte == b'\\' || byte < 0x20;
                let stops = bits(|at| is_stop(bytes[at]));
                assert_eq!(registers::stops(&bytes), stops, "{bytes:?}");
                assert_eq!(words::stops(&bytes), stops, "{bytes:?}");
                let other = [byte; 16];
                let equal = bits(|at| bytes[at] == byte);
                assert_eq!(registers::equal(&bytes, &other), equal, "{bytes:?}");
                assert_eq!(words::equal(&bytes, &other), equal, "{bytes:?}");
                for block in 0..4 {
                    let mut four = [b'x'; 64];
                    four[16 * block + at] = byte;
                    assert_eq!(registers::is_ascii(&four), byte < 0x80, "{four:?}");
                    assert_eq!(words::is_ascii(&four), byte < 0x80, "{four:?}");
                }
            }
        }
    }
}
