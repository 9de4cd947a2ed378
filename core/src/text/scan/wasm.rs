//! The engine for WebAssembly with 128-bit SIMD. A module is compiled with or
//! without it: there is nothing to detect, since an engine that lacks it refuses
//! the whole module.
#![cfg(target_feature = "simd128")]
#![allow(unsafe_code)]

use core::arch::wasm32::{
    i8x16_bitmask, i8x16_lt, i8x16_splat, u8x16_eq, u8x16_ge, u8x16_splat, v128, v128_load,
};

use super::{CHUNK, Lanes};

/// Four registers of 16 bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::text) struct Simd128;

impl Lanes for Simd128 {
    type Chunk = [v128; 4];

    #[inline(always)]
    fn load(self, bytes: &[u8; CHUNK]) -> Self::Chunk {
        let (sixteens, _) = bytes.as_chunks::<16>();
        let mut chunk = [u8x16_splat(0); 4];
        for (register, sixteen) in chunk.iter_mut().zip(sixteens) {
            // SAFETY: the array has the 16 bytes that are read, at any alignment.
            *register = unsafe { v128_load(sixteen.as_ptr().cast()) };
        }
        chunk
    }

    #[inline(always)]
    fn equal(self, chunk: Self::Chunk, byte: u8) -> u64 {
        all(chunk, |part| u8x16_eq(part, u8x16_splat(byte)))
    }

    #[inline(always)]
    fn at_least(self, chunk: Self::Chunk, least: u8) -> u64 {
        all(chunk, |part| u8x16_ge(part, u8x16_splat(least)))
    }

    #[inline(always)]
    fn non_ascii(self, chunk: Self::Chunk) -> u64 {
        all(chunk, |part| part)
    }

    #[inline(always)]
    fn continuation(self, chunk: Self::Chunk) -> u64 {
        // As signed numbers, 0x80..=0xBF are those below -64.
        all(chunk, |part| i8x16_lt(part, i8x16_splat(-64)))
    }
}

#[inline(always)]
fn all(chunk: [v128; 4], test: impl Fn(v128) -> v128) -> u64 {
    let mut mask = 0;
    for (i, part) in chunk.into_iter().enumerate() {
        mask |= u64::from(i8x16_bitmask(test(part))) << (16 * i);
    }
    mask
}
