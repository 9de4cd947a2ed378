//! The four lanes of a 128-bit register of WebAssembly. A module is compiled with or
//! without them: there is nothing to detect, since an engine that lacks them refuses
//! the whole module.
#![cfg(target_feature = "simd128")]
// A value is passed for the trait's sake; what is inlined stays in registers.
#![allow(clippy::unused_self, clippy::inline_always)]

use core::arch::wasm32::{
    i8x16_shuffle, i32x4_add, i32x4_shl, i32x4_shuffle, i32x4_splat, u32x4_shr, v128, v128_and,
    v128_bitselect, v128_load, v128_or, v128_store, v128_xor,
};

use super::{Blocks, Lanes, absorb, hash};
use crate::id::message::Message;

/// Four messages.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Simd128;

impl Simd128 {
    // One copy of the rounds is enough, and it is a long one.
    #[inline(never)]
    pub(in crate::id) fn hash(self, messages: &[Message; 4]) -> [[u8; 16]; 4] {
        hash(self, messages)
    }

    #[inline(never)]
    pub(super) fn absorb(self, states: &mut [[u32; 8]; 4], messages: &[Blocks<'_>; 4]) {
        absorb(self, states, messages);
    }
}

/// To the right, what falls out coming in on the left. There is no instruction for it.
macro_rules! rotated {
    ($word:expr, $by:literal) => {
        v128_or(u32x4_shr($word, $by), i32x4_shl($word, 32 - $by))
    };
}

macro_rules! xor {
    ($a:expr, $b:expr, $c:expr) => {
        v128_xor(v128_xor($a, $b), $c)
    };
}

impl Lanes for Simd128 {
    type Word = v128;

    const COUNT: usize = 4;

    #[inline(always)]
    fn splat(self, word: u32) -> v128 {
        i32x4_splat(word.cast_signed())
    }

    #[inline(always)]
    fn columns(self, rows: impl Fn(usize) -> [u8; 32], swap: bool) -> [v128; 8] {
        let (mut low, mut high) = ([self.splat(0); 4], [self.splat(0); 4]);
        for (lane, (low, high)) in low.iter_mut().zip(&mut high).enumerate() {
            let row = rows(lane);
            let (halves, _) = row.as_chunks::<16>();
            if let [first, second] = halves {
                // SAFETY: each array has the 16 bytes that are read, at any alignment.
                unsafe {
                    *low = v128_load(first.as_ptr().cast());
                    *high = v128_load(second.as_ptr().cast());
                }
            }
        }
        let ([a, b, c, d], [e, f, g, h]) = (turned(low), turned(high));
        let columns = [a, b, c, d, e, f, g, h];
        if swap {
            columns.map(|word| {
                i8x16_shuffle::<3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12>(word, word)
            })
        } else {
            columns
        }
    }

    #[inline(always)]
    fn write(self, word: v128, to: &mut [u32; 16]) {
        // SAFETY: the array has more than the 16 bytes that are written, at any alignment.
        unsafe { v128_store(to.as_mut_ptr().cast(), word) }
    }

    #[inline(always)]
    fn plus(self, a: v128, b: v128) -> v128 {
        i32x4_add(a, b)
    }

    #[inline(always)]
    fn big_zero(self, word: v128) -> v128 {
        xor!(rotated!(word, 2), rotated!(word, 13), rotated!(word, 22))
    }

    #[inline(always)]
    fn big_one(self, word: v128) -> v128 {
        xor!(rotated!(word, 6), rotated!(word, 11), rotated!(word, 25))
    }

    #[inline(always)]
    fn small_zero(self, word: v128) -> v128 {
        xor!(rotated!(word, 7), rotated!(word, 18), u32x4_shr(word, 3))
    }

    #[inline(always)]
    fn small_one(self, word: v128) -> v128 {
        xor!(rotated!(word, 17), rotated!(word, 19), u32x4_shr(word, 10))
    }

    #[inline(always)]
    fn choose(self, x: v128, y: v128, z: v128) -> v128 {
        v128_bitselect(y, z, x)
    }

    #[inline(always)]
    fn majority(self, x: v128, y: v128, z: v128) -> v128 {
        // What differs between the second and the third here did between the first and
        // the second a round before: it is worked out once.
        v128_xor(y, v128_and(v128_xor(x, y), v128_xor(y, z)))
    }
}

/// Four rows of four words as four columns.
#[inline(always)]
fn turned([a, b, c, d]: [v128; 4]) -> [v128; 4] {
    let (low_ab, high_ab) = (
        i32x4_shuffle::<0, 4, 1, 5>(a, b),
        i32x4_shuffle::<2, 6, 3, 7>(a, b),
    );
    let (low_cd, high_cd) = (
        i32x4_shuffle::<0, 4, 1, 5>(c, d),
        i32x4_shuffle::<2, 6, 3, 7>(c, d),
    );
    [
        i32x4_shuffle::<0, 1, 4, 5>(low_ab, low_cd),
        i32x4_shuffle::<2, 3, 6, 7>(low_ab, low_cd),
        i32x4_shuffle::<0, 1, 4, 5>(high_ab, high_cd),
        i32x4_shuffle::<2, 3, 6, 7>(high_ab, high_cd),
    ]
}
