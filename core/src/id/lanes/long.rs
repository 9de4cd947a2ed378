//! Long messages in lanes, each of a length of its own.
//!
//! Every lane takes blocks of its message, then the last ones, which are padded; the lane
//! that has none left goes on with the next message. When few lanes are left, they go on
//! two by two where that is faster, and the last one alone.

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
    /// For the tests to compare with.
    #[cfg(test)]
    Portable,
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    Sha(x86::Sha),
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
        .or_else(|| x86::Sha::detect().map(Engine::Sha))
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
        let mut all = vec![Self::Portable];
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        {
            all.extend(x86::Sha::detect().map(Self::Sha));
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
            #[cfg(test)]
            Self::Portable => 8,
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Self::Sha(_) => 2,
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
        let mut hashed = Hashed::new(messages);
        // How few are too few, by the times of `super::Engine::detect`.
        match self {
            #[cfg(test)]
            Self::Portable => {
                hashed.in_lanes::<8>(2, &|states, blocks| absorb(portable::Words, states, blocks));
            }
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Self::Sha(engine) => hashed.by_twos(engine),
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Self::Avx2(engine) => {
                hashed.in_lanes(2, &|states, blocks| engine.absorb(states, blocks));
            }
            // Two by the instructions for SHA take as long for a block as two and a half
            // of sixteen lanes.
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Self::Avx512(engine) => {
                let sha = x86::Sha::detect();
                let few = if sha.is_some() { 10 } else { 1 };
                hashed.in_lanes(few, &|states, blocks| engine.absorb(states, blocks));
                if let Some(sha) = sha {
                    hashed.by_twos(sha);
                }
            }
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Self::Simd128(engine) => {
                hashed.in_lanes(1, &|states, blocks| engine.absorb(states, blocks));
            }
        }
        hashed.one_by_one()
    }
}

/// A message on its way.
#[derive(Clone, Copy)]
struct Lane<'t> {
    /// The number of the message.
    message: usize,
    state: [u32; 8],
    /// What is left of its whole blocks.
    whole: Blocks<'t>,
    /// Its last blocks, which are padded.
    last: [[u8; BLOCK]; 2],
    /// How many of these are left; they stand at the end.
    ends: usize,
}

impl<'t> Lane<'t> {
    /// A message before its first block, padded as FIPS 180-4 §5.1.1 says.
    fn new(message: usize, bytes: &'t [u8]) -> Self {
        const LENGTH: usize = size_of::<u64>();
        let (whole, rest) = bytes.as_chunks::<BLOCK>();
        let ends = if rest.len() + 1 + LENGTH <= BLOCK {
            1
        } else {
            2
        };
        let mut last = [[0; BLOCK]; 2];
        let padded = last.as_flattened_mut();
        let first = padded.len() - ends * BLOCK;
        if let Some((to, after)) = padded
            .get_mut(first..)
            .and_then(|to| to.split_at_mut_checked(rest.len()))
        {
            to.copy_from_slice(rest);
            if let Some(mark) = after.first_mut() {
                *mark = 0x80;
            }
        }
        if let Some(bits) = padded.last_chunk_mut() {
            *bits = (bytes.len() as u64).wrapping_mul(8).to_be_bytes();
        }
        Self {
            message,
            state: INITIAL,
            whole,
            last,
            ends,
        }
    }

    /// The blocks that can be taken next; none when all have been.
    fn left(&self) -> Blocks<'_> {
        if self.whole.is_empty() {
            let first = self.last.len() - self.ends;
            self.last.get(first..).unwrap_or_default()
        } else {
            self.whole
        }
    }

    /// So many of them have been taken.
    fn taken(&mut self, count: usize) {
        if self.whole.is_empty() {
            self.ends = self.ends.saturating_sub(count);
        } else {
            self.whole = self.whole.get(count..).unwrap_or_default();
        }
    }

    fn digest(&self) -> [u8; 32] {
        let mut digest = [0; 32];
        for (to, word) in digest.as_chunks_mut().0.iter_mut().zip(self.state) {
            *to = word.to_be_bytes();
        }
        digest
    }
}

/// The messages, as far as they are hashed.
struct Hashed<'t, 'm> {
    messages: &'m [&'t [u8]],
    /// How many of them were begun.
    begun: usize,
    /// Those that are begun and not at their end.
    lanes: Vec<Lane<'t>>,
    digests: Vec<[u8; 32]>,
}

impl<'t, 'm> Hashed<'t, 'm> {
    fn new(messages: &'m [&'t [u8]]) -> Self {
        Self {
            messages,
            begun: 0,
            lanes: Vec::new(),
            digests: vec![[0; 32]; messages.len()],
        }
    }

    /// The next message that is to be taken up.
    fn next(&mut self) -> Option<Lane<'t>> {
        self.lanes.pop().or_else(|| {
            let message = self.begun;
            let bytes = self.messages.get(message)?;
            self.begun += 1;
            Some(Lane::new(message, bytes))
        })
    }

    fn finish(&mut self, lane: &Lane<'t>) {
        if let Some(digest) = self.digests.get_mut(lane.message) {
            *digest = lane.digest();
        }
    }

    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    fn by_twos(&mut self, engine: x86::Sha) {
        self.in_lanes(1, &|states, blocks| engine.absorb(states, blocks));
    }

    /// Goes on until so `few` messages are left, or fewer, that another way is faster.
    fn in_lanes<const N: usize>(&mut self, few: usize, absorb: Absorb<'_, N>) {
        let mut lanes: [Option<Lane<'t>>; N] = [None; N];
        loop {
            for lane in &mut lanes {
                if let Some(done) = lane.take_if(|lane| lane.left().is_empty()) {
                    self.finish(&done);
                }
                if lane.is_none() {
                    *lane = self.next();
                }
            }
            let busy = || lanes.iter().flatten();
            let shortest = busy().map(Lane::left).min_by_key(|left| left.len());
            let Some(shortest) = shortest.filter(|_| busy().count() > few) else {
                break;
            };
            let count = shortest.len();
            // A lane without a message is given any blocks: nobody asks what comes of them.
            let now = lanes.each_ref().map(|lane| {
                let left = lane.as_ref().map_or(shortest, Lane::left);
                left.get(..count).unwrap_or(shortest)
            });
            let mut states = lanes
                .each_ref()
                .map(|lane| lane.as_ref().map_or(INITIAL, |lane| lane.state));
            absorb(&mut states, &now);
            for (lane, state) in lanes.iter_mut().zip(states) {
                if let Some(lane) = lane {
                    lane.state = state;
                    lane.taken(count);
                }
            }
        }
        self.lanes.extend(lanes.into_iter().flatten());
    }

    /// The hashes of all messages, in order.
    fn one_by_one(mut self) -> Vec<[u8; 32]> {
        while let Some(mut lane) = self.next() {
            while !lane.left().is_empty() {
                let mut state = lane.state;
                compress256(&mut state, lane.left());
                lane.state = state;
                lane.taken(lane.left().len());
            }
            self.finish(&lane);
        }
        self.digests
    }
}
