//! SHA-256 of many messages at once, one message in each lane.
//!
//! A single SHA-256 cannot use wide registers: each round waits for the one
//! before. Sixteen independent ones can, so the compression function (FIPS
//! 180-4 §6.2.2) is written here once, over [`Lanes`], and compiled for each width.
//! Which width runs is decided at run time: for short messages by [`Engine::detect`],
//! and what these are is in [`super::message`]; for long ones, each of its own length,
//! by [`long::detect`].

// What is not inlined would be compiled for narrow registers; and the names of
// the state are the standard's.
#![allow(clippy::inline_always, clippy::many_single_char_names)]

use alloc::vec::Vec;

use super::message::{BLOCK, Message};
use super::span::{SpanIdScheme, SpanKey};
use crate::hex;
use long::Blocks;

pub(crate) mod long;
#[cfg(test)]
mod portable;
mod rows;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod sha;
#[cfg(test)]
mod tests;
#[cfg(target_arch = "wasm32")]
#[allow(unsafe_code)] // To read and write registers.
mod wasm;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[allow(unsafe_code)] // To call what is compiled for a wider CPU.
mod x86;

/// As many messages at once as a register has words. A value is the proof that the
/// CPU has such registers.
trait Lanes: Copy {
    /// One 32-bit word of each message.
    type Word: Copy;

    /// How many messages there are: 4, 8 or 16.
    const COUNT: usize;

    fn splat(self, word: u32) -> Self::Word;

    /// The eight words of each message, given by the message's number; their bytes
    /// swapped if they are in the order of the message and not of the CPU. Bytes, not
    /// words: what is taken apart into words before it is loaded is loaded in pieces.
    fn columns(self, rows: impl Fn(usize) -> [u8; 32], swap: bool) -> [Self::Word; 8];

    fn write(self, word: Self::Word, to: &mut [u32; 16]);

    fn plus(self, a: Self::Word, b: Self::Word) -> Self::Word;

    /// FIPS 180-4 §4.1.2, `Σ0`: right by 2, 13 and 22.
    fn big_zero(self, word: Self::Word) -> Self::Word;

    /// `Σ1`: right by 6, 11 and 25.
    fn big_one(self, word: Self::Word) -> Self::Word;

    /// `σ0`: right by 7 and 18, and shifted by 3.
    fn small_zero(self, word: Self::Word) -> Self::Word;

    /// `σ1`: right by 17 and 19, and shifted by 10.
    fn small_one(self, word: Self::Word) -> Self::Word;

    /// `Ch`: the bits of `y` where `x` is set, those of `z` elsewhere.
    fn choose(self, x: Self::Word, y: Self::Word, z: Self::Word) -> Self::Word;

    /// `Maj`: the bits that two of the three have.
    fn majority(self, x: Self::Word, y: Self::Word, z: Self::Word) -> Self::Word;
}

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

/// The compression function on every lane. The block is used up as the message
/// schedule. Sixteen rounds are written out, so that state and schedule stay in
/// registers: each round renames the words instead of moving them.
#[inline(always)]
fn compress<L: Lanes>(lanes: L, state: &mut [L::Word; 8], block: &mut [L::Word; 16]) {
    let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = *state;
    macro_rules! round {
        ($t:literal, $constants:ident, $a:ident $b:ident $c:ident $d:ident $e:ident $f:ident $g:ident $h:ident) => {
            // What needs the newest word comes last: each round waits for it.
            let added = lanes.plus(lanes.plus(block[$t], lanes.splat($constants[$t])), $h);
            let chosen = lanes.plus(added, lanes.choose($e, $f, $g));
            let first = lanes.plus(chosen, lanes.big_one($e));
            let second = lanes.plus(lanes.big_zero($a), lanes.majority($a, $b, $c));
            $d = lanes.plus($d, first);
            $h = lanes.plus(first, second);
        };
    }
    macro_rules! sixteen_rounds {
        ($constants:ident) => {
            round!(0, $constants, a b c d e f g h);
            round!(1, $constants, h a b c d e f g);
            round!(2, $constants, g h a b c d e f);
            round!(3, $constants, f g h a b c d e);
            round!(4, $constants, e f g h a b c d);
            round!(5, $constants, d e f g h a b c);
            round!(6, $constants, c d e f g h a b);
            round!(7, $constants, b c d e f g h a);
            round!(8, $constants, a b c d e f g h);
            round!(9, $constants, h a b c d e f g);
            round!(10, $constants, g h a b c d e f);
            round!(11, $constants, f g h a b c d e);
            round!(12, $constants, e f g h a b c d);
            round!(13, $constants, d e f g h a b c);
            round!(14, $constants, c d e f g h a b);
            round!(15, $constants, b c d e f g h a);
        };
    }
    macro_rules! schedule {
        ($($t:literal)+) => {$(
            let old = lanes.plus(block[$t], lanes.small_zero(block[($t + 1) & 15]));
            let new = lanes.plus(block[($t + 9) & 15], lanes.small_one(block[($t + 14) & 15]));
            block[$t] = lanes.plus(old, new);
        )+};
    }
    let [first, others @ ..] = &ROUND;
    sixteen_rounds!(first);
    for constants in others {
        schedule!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);
        sixteen_rounds!(constants);
    }
    for (word, added) in state.iter_mut().zip([a, b, c, d, e, f, g, h]) {
        *word = lanes.plus(*word, added);
    }
}

/// The first eight bytes of the hash of each message, as digits. All messages
/// have equally many blocks.
#[inline(always)]
fn hash<L: Lanes, const N: usize>(lanes: L, messages: &[Message; N]) -> [[u8; 16]; N] {
    const { assert!(N == L::COUNT) }
    let of = |lane: usize| messages.get(lane).unwrap_or(&Message::EMPTY);
    let first = of(0);
    let mut state = if messages.iter().all(|message| message.state == first.state) {
        first.state.map(|word| lanes.splat(word))
    } else {
        lanes.columns(|lane| in_memory(of(lane).state), false)
    };
    for block in 0..first.count {
        take(lanes, &mut state, |lane| &of(lane).blocks[block]);
    }
    let [high, low, ..] = state;
    let (mut highs, mut lows) = ([0; 16], [0; 16]);
    lanes.write(high, &mut highs);
    lanes.write(low, &mut lows);
    let mut ids = [[0; 16]; N];
    for ((id, high), low) in ids.iter_mut().zip(highs).zip(lows) {
        *id = hex::of_u64(u64::from(high) << 32 | u64::from(low));
    }
    ids
}

/// Words as they lie in memory.
#[inline(always)]
fn in_memory(words: [u32; 8]) -> [u8; 32] {
    let mut bytes = [0; 32];
    for (to, word) in bytes.as_chunks_mut::<4>().0.iter_mut().zip(words) {
        *to = word.to_ne_bytes();
    }
    bytes
}

/// Takes a block of each message into the state.
#[inline(always)]
fn take<'b, L: Lanes>(
    lanes: L,
    state: &mut [L::Word; 8],
    block: impl Fn(usize) -> &'b [u8; BLOCK],
) {
    let half = |lane: usize, half: usize| {
        let (halves, _) = block(lane).as_chunks::<32>();
        halves[half]
    };
    let low = lanes.columns(|lane| half(lane, 0), true);
    let high = lanes.columns(|lane| half(lane, 1), true);
    let mut words = [lanes.splat(0); 16];
    for (to, word) in words.iter_mut().zip(low.into_iter().chain(high)) {
        *to = word;
    }
    compress(lanes, state, &mut words);
}

/// Takes the blocks of each message into its state: as many as the one has that has the
/// fewest.
#[inline(always)]
fn absorb<L: Lanes, const N: usize>(
    lanes: L,
    states: &mut [[u32; 8]; N],
    messages: &[Blocks<'_>; N],
) {
    const { assert!(N == L::COUNT) }
    let count = messages
        .iter()
        .map(|blocks| blocks.len())
        .min()
        .unwrap_or(0);
    let mut state = lanes.columns(|lane| in_memory(states[lane]), false);
    let of = |lane: usize, block: usize| &messages[lane][block];
    for block in 0..count {
        take(lanes, &mut state, |lane| of(lane, block));
    }
    for (at, word) in state.into_iter().enumerate() {
        let mut column = [0; 16];
        lanes.write(word, &mut column);
        for (state, word) in states.iter_mut().zip(column) {
            state[at] = word;
        }
    }
}

/// A way to hash many short messages at once that works on this CPU.
#[derive(Debug, Clone, Copy)]
pub(super) enum Engine {
    /// Eight lanes by what every build has, for the tests to compare with:
    /// slower than `sha2` everywhere.
    #[cfg(test)]
    Portable,
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    Avx2(x86::Avx2),
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    Avx512(x86::Avx512),
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    Simd128(wasm::Simd128),
}

impl Engine {
    /// The fastest on this CPU, or `None` if none is faster than one by one.
    ///
    /// By measurement, for each block: sixteen lanes 13 ns, one by SHA
    /// instructions 31, eight lanes 48, one by plain instructions 190.
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    pub(super) fn detect() -> Option<Self> {
        let avx512 = x86::Avx512::detect().map(Self::Avx512);
        let avx2 = || x86::Avx2::detect().map(Self::Avx2);
        avx512.or_else(|| avx2().filter(|_| !x86::has_sha()))
    }

    /// The fastest where a module has what it is compiled for.
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    #[allow(clippy::unnecessary_wraps, reason = "what a CPU has shows later")]
    pub(super) fn detect() -> Option<Self> {
        Some(Self::Simd128(wasm::Simd128))
    }

    /// Every one that works on this CPU.
    #[cfg(test)]
    #[cfg_attr(
        not(any(target_arch = "x86", target_arch = "x86_64", target_arch = "wasm32")),
        allow(unused_mut)
    )]
    fn available() -> Vec<Self> {
        let mut all = alloc::vec![Self::Portable];
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        {
            all.extend(x86::Avx2::detect().map(Self::Avx2));
            all.extend(x86::Avx512::detect().map(Self::Avx512));
        }
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        all.push(Self::Simd128(wasm::Simd128));
        all
    }

    /// The ids of many keys as digits, in order. The keys have been checked.
    pub(super) fn ids(self, scheme: SpanIdScheme, keys: &[SpanKey<'_>]) -> Vec<[u8; 16]> {
        match self {
            #[cfg(test)]
            Self::Portable => rows::ids(
                &|messages| hash::<_, 8>(portable::Words, messages),
                scheme,
                keys,
            ),
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Self::Avx2(engine) => rows::ids(&|messages| engine.hash(messages), scheme, keys),
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Self::Avx512(engine) => rows::ids(&|messages| engine.hash(messages), scheme, keys),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Self::Simd128(engine) => rows::ids(&|messages| engine.hash(messages), scheme, keys),
        }
    }
}
