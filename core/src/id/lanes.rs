//! SHA-256 of many short messages at once, one message in each lane.
//!
//! A single SHA-256 cannot use wide registers: each round waits for the one
//! before. Sixteen independent ones can, so the compression function (FIPS
//! 180-4 §6.2.2) is written here once, over an array of lanes, and compiled
//! for each width; the compiler turns the arrays into registers. Which width
//! runs is decided at run time by [`Engine::detect`]. What the messages are is in
//! [`super::message`].

// What is not inlined would be compiled for narrow registers; and the names of
// the state are the standard's.
#![allow(clippy::inline_always, clippy::many_single_char_names)]

use alloc::vec::Vec;

use super::message::Message;
use super::span::{SpanIdScheme, SpanKey};
use crate::hex;

mod rows;
#[cfg(test)]
mod tests;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[allow(unsafe_code)] // To call functions that are compiled for a wider CPU.
mod x86;

/// One word of each lane.
#[derive(Debug, Clone, Copy)]
#[repr(align(64))] // Sixteen lanes are one cache line.
struct Lanes<const N: usize>([u32; N]);

/// The round constants, sixteen to a row (FIPS 180-4 §4.2.2).
#[rustfmt::skip] // Four to a line, or it fills a screen.
const ROUND: [[u32; 16]; 4] = [
    [
        0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5,
        0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
        0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3,
        0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
    ],
    [
        0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc,
        0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
        0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
        0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
    ],
    [
        0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13,
        0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
        0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3,
        0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
    ],
    [
        0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5,
        0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
        0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208,
        0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
    ],
];

impl<const N: usize> Lanes<N> {
    #[inline(always)]
    fn map(self, f: impl Fn(u32) -> u32) -> Self {
        Self(self.0.map(f))
    }

    #[inline(always)]
    fn plus(mut self, other: Self) -> Self {
        for (a, b) in self.0.iter_mut().zip(other.0) {
            *a = a.wrapping_add(b);
        }
        self
    }

    #[inline(always)]
    fn zip(mut self, y: Self, z: Self, f: impl Fn(u32, u32, u32) -> u32) -> Self {
        for ((x, y), z) in self.0.iter_mut().zip(y.0).zip(z.0) {
            *x = f(*x, y, z);
        }
        self
    }
}

/// The compression function on every lane. The block is used up as the message
/// schedule.
#[inline(always)]
fn compress<const N: usize>(state: &mut [Lanes<N>; 8], block: &mut [Lanes<N>; 16]) {
    let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = *state;
    for (row, constants) in ROUND.iter().enumerate() {
        for (t, constant) in constants.iter().enumerate() {
            if row > 0 {
                let old =
                    block[(t + 1) & 15].map(|w| w.rotate_right(7) ^ w.rotate_right(18) ^ (w >> 3));
                let new = block[(t + 14) & 15]
                    .map(|w| w.rotate_right(17) ^ w.rotate_right(19) ^ (w >> 10));
                block[t] = block[t].plus(old).plus(block[(t + 9) & 15]).plus(new);
            }
            let first = h
                .plus(e.map(|e| e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25)))
                .plus(e.zip(f, g, |e, f, g| (e & f) ^ (!e & g)))
                .plus(block[t].map(|w| w.wrapping_add(*constant)));
            let second = a
                .map(|a| a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22))
                .plus(a.zip(b, c, |a, b, c| (a & b) ^ (a & c) ^ (b & c)));
            h = g;
            g = f;
            f = e;
            e = d.plus(first);
            d = c;
            c = b;
            b = a;
            a = first.plus(second);
        }
    }
    for (word, added) in state.iter_mut().zip([a, b, c, d, e, f, g, h]) {
        *word = word.plus(added);
    }
}

/// The first eight bytes of the hash of each message, as digits. All messages
/// have equally many blocks.
#[inline(always)]
fn hash<const N: usize>(messages: &[Message; N]) -> [[u8; 16]; N] {
    let mut state = [Lanes([0; N]); 8];
    for (lane, message) in messages.iter().enumerate() {
        for (lanes, word) in state.iter_mut().zip(message.state) {
            lanes.0[lane] = word;
        }
    }
    let one_block = messages.iter().all(|message| message.one_block);
    for block in 0..if one_block { 1 } else { 2 } {
        let mut words = [Lanes([0; N]); 16];
        for (lane, message) in messages.iter().enumerate() {
            let (bytes, _) = message.blocks[block].as_chunks::<4>();
            for (lanes, bytes) in words.iter_mut().zip(bytes) {
                lanes.0[lane] = u32::from_be_bytes(*bytes);
            }
        }
        compress(&mut state, &mut words);
    }
    let [high, low, ..] = &state;
    let mut ids = [[0; 16]; N];
    for ((id, high), low) in ids.iter_mut().zip(high.0).zip(low.0) {
        *id = hex::id(u64::from(high) << 32 | u64::from(low));
    }
    ids
}

/// A way to hash many messages at once that works on this CPU.
#[derive(Debug, Clone, Copy)]
pub(super) enum Engine {
    /// Four lanes by what every build has, for the tests to compare with:
    /// slower than `sha2` everywhere, on WebAssembly with SIMD by half.
    #[cfg(test)]
    Portable,
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    Avx2(x86::Avx2),
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    Avx512(x86::Avx512),
}

impl Engine {
    /// The fastest on this CPU, or `None` if none is faster than one by one.
    ///
    /// By measurement, for each block: sixteen lanes 16 ns, one by SHA
    /// instructions 31, eight lanes 48, one by plain instructions 190.
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    pub(super) fn detect() -> Option<Self> {
        let avx512 = x86::Avx512::detect().map(Self::Avx512);
        let avx2 = || x86::Avx2::detect().map(Self::Avx2);
        avx512.or_else(|| avx2().filter(|_| !x86::has_sha()))
    }

    /// Every one that works on this CPU.
    #[cfg(test)]
    #[cfg_attr(
        not(any(target_arch = "x86", target_arch = "x86_64")),
        allow(unused_mut)
    )]
    fn available() -> Vec<Self> {
        let mut all = alloc::vec![Self::Portable];
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        {
            all.extend(x86::Avx2::detect().map(Self::Avx2));
            all.extend(x86::Avx512::detect().map(Self::Avx512));
        }
        all
    }

    /// The ids of many keys as digits, in order. The keys have been checked.
    pub(super) fn ids(self, scheme: SpanIdScheme, keys: &[SpanKey<'_>]) -> Vec<[u8; 16]> {
        match self {
            #[cfg(test)]
            Self::Portable => rows::ids(&hash::<4>, scheme, keys),
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Self::Avx2(engine) => rows::ids(&|messages| engine.hash(messages), scheme, keys),
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Self::Avx512(engine) => rows::ids(&|messages| engine.hash(messages), scheme, keys),
        }
    }
}
