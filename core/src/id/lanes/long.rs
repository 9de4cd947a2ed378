//! Long messages in lanes, each of a length of its own.
//!
//! Every lane takes blocks of its message until one of them has no whole block left;
//! that lane goes on with the next message. The last blocks, which are padded, are
//! hashed one by one: there are one or two for each message.

use alloc::vec;
use alloc::vec::Vec;

use sha2::block_api::compress256;

use super::super::message::{BLOCK, INITIAL};
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
use super::wasm;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use super::x86;
#[cfg(test)]
use super::{absorb, portable};

/// Whole blocks of one message.
pub(super) type Blocks<'t> = &'t [[u8; BLOCK]];

/// Takes equally many blocks of `N` messages into their states.
type Absorb<'h, const N: usize> = &'h dyn Fn(&mut [[u32; 8]; N], &[Blocks<'_>; N]);

/// A way to hash long messages together that takes less time on this CPU than one by one.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Engine {
    /// One block of the one, one block of the other: a round waits for the one before,
    /// and the instructions for SHA are done two at a time.
    #[cfg_attr(
        not(any(test, target_arch = "x86", target_arch = "x86_64")),
        allow(dead_code)
    )]
    Pair,
    /// For the tests to compare with.
    #[cfg(test)]
    Portable,
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    Avx2(x86::Avx2),
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    Avx512(x86::Avx512),
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    Simd128(wasm::Simd128),
}

/// The fastest, if any is faster than one by one.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
pub(crate) fn detect() -> Option<Engine> {
    let avx512 = x86::Avx512::detect().map(Engine::Avx512);
    avx512
        .or_else(|| x86::has_sha().then_some(Engine::Pair))
        .or_else(|| x86::Avx2::detect().map(Engine::Avx2))
}

/// The one of a module that is compiled with vectors.
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
#[allow(clippy::unnecessary_wraps, reason = "what a CPU has shows later")]
pub(crate) fn detect() -> Option<Engine> {
    Some(Engine::Simd128(wasm::Simd128))
}

impl Engine {
    /// Every one that works on this CPU.
    #[cfg(test)]
    #[cfg_attr(
        not(any(target_arch = "x86", target_arch = "x86_64", target_arch = "wasm32")),
        allow(unused_mut)
    )]
    pub(super) fn available() -> Vec<Self> {
        let mut all = vec![Self::Pair, Self::Portable];
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        {
            all.extend(x86::Avx2::detect().map(Self::Avx2));
            all.extend(x86::Avx512::detect().map(Self::Avx512));
        }
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        all.push(Self::Simd128(wasm::Simd128));
        all
    }

    /// How many messages are hashed together.
    pub(crate) const fn width(self) -> usize {
        match self {
            Self::Pair => 2,
            #[cfg(test)]
            Self::Portable => 8,
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Self::Avx2(_) => 8,
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Self::Avx512(_) => 16,
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Self::Simd128(_) => 4,
        }
    }

    /// The SHA-256 of many messages, in order.
    pub(crate) fn digests(self, messages: &[&[u8]]) -> Vec<[u8; 32]> {
        match self {
            Self::Pair => digests(&in_turn, 1, messages),
            #[cfg(test)]
            Self::Portable => digests::<8>(
                &|states, blocks| absorb(portable::Words, states, blocks),
                2,
                messages,
            ),
            // How few are too few, by the times of `super::Engine::detect`.
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Self::Avx2(engine) => {
                digests(&|states, blocks| engine.absorb(states, blocks), 2, messages)
            }
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Self::Avx512(engine) => {
                let few = if x86::has_sha() { 6 } else { 1 };
                digests(
                    &|states, blocks| engine.absorb(states, blocks),
                    few,
                    messages,
                )
            }
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Self::Simd128(engine) => {
                digests(&|states, blocks| engine.absorb(states, blocks), 1, messages)
            }
        }
    }
}

/// A block of each message by turns.
fn in_turn(states: &mut [[u32; 8]; 2], [one, other]: &[Blocks<'_>; 2]) {
    let [first, second] = states;
    for (one, other) in one.iter().zip(*other) {
        compress256(first, core::slice::from_ref(one));
        compress256(second, core::slice::from_ref(other));
    }
}

/// One lane, and the message that it is at.
#[derive(Clone, Copy)]
struct Lane<'t> {
    state: [u32; 8],
    left: Blocks<'t>,
    /// The number of the message; none if there was no other one.
    message: Option<usize>,
}

/// The hashes of many messages, in order. So `few` lanes or fewer are done sooner one
/// by one.
fn digests<const N: usize>(absorb: Absorb<'_, N>, few: usize, messages: &[&[u8]]) -> Vec<[u8; 32]> {
    let mut digests = vec![[0; 32]; messages.len()];
    let mut finish = |lane: &mut Lane<'_>| {
        let Some(at) = lane.message.take() else {
            return;
        };
        if let (Some(digest), Some(message)) = (digests.get_mut(at), messages.get(at)) {
            *digest = digest_of(lane.state, message);
        }
    };
    let mut lanes = [Lane {
        state: INITIAL,
        left: &[],
        message: None,
    }; N];
    let mut next = messages.iter().enumerate();
    loop {
        for lane in &mut lanes {
            while lane.left.is_empty() {
                finish(lane);
                let Some((at, message)) = next.next() else {
                    break;
                };
                *lane = Lane {
                    state: INITIAL,
                    left: message.as_chunks().0,
                    message: Some(at),
                };
            }
        }
        let busy = || lanes.iter().filter(|lane| !lane.left.is_empty());
        let (Some(shortest), count) = (busy().min_by_key(|lane| lane.left.len()), busy().count())
        else {
            return digests;
        };
        let shortest = shortest.left;
        if count <= few {
            for lane in &mut lanes {
                if !lane.left.is_empty() {
                    compress256(&mut lane.state, lane.left);
                    lane.left = &[];
                }
            }
            continue;
        }
        let mut states = lanes.map(|lane| lane.state);
        // A lane without a message is given any blocks: nobody asks what comes of them.
        let now = lanes.map(|lane| lane.left.get(..shortest.len()).unwrap_or(shortest));
        absorb(&mut states, &now);
        for (lane, state) in lanes.iter_mut().zip(states) {
            lane.state = state;
            lane.left = lane.left.get(shortest.len()..).unwrap_or_default();
        }
    }
}

/// The hash of a message of which the whole blocks have led to this state (FIPS 180-4
/// §5.1.1 and §6.2.2).
fn digest_of(mut state: [u32; 8], message: &[u8]) -> [u8; 32] {
    const LENGTH: usize = size_of::<u64>();
    let (_, rest) = message.as_chunks::<BLOCK>();
    let mut last = [[0; BLOCK]; 2];
    let used = if rest.len() + 1 + LENGTH <= BLOCK {
        1
    } else {
        2
    };
    let last = last.get_mut(..used).unwrap_or_default();
    let bytes = last.as_flattened_mut();
    let ended = rest.iter().chain(&[0x80]);
    for (to, byte) in bytes.iter_mut().zip(ended) {
        *to = *byte;
    }
    if let Some(bits) = bytes.last_chunk_mut() {
        *bits = (message.len() as u64).wrapping_mul(8).to_be_bytes();
    }
    compress256(&mut state, last);
    let mut digest = [0; 32];
    let (words, _) = digest.as_chunks_mut();
    for (to, word) in words.iter_mut().zip(state) {
        *to = word.to_be_bytes();
    }
    digest
}
