//! Looking at 64 bytes at once: the only place that knows about SIMD.
//!
//! An algorithm is written once, as a [`Task`] over [`Lanes`]; each engine
//! compiles it with its own instructions. Which engine runs is found out once,
//! when an index is built ([`Engine::detect`]), because what a processor can do
//! is not known when the crate is compiled. All engines give the same answers,
//! bit for bit, which `tests.rs` proves.
//!
//! What to look for in the 64 bytes is not decided here, save for the two
//! questions that every query asks (`tally`): how many code units, and where is
//! the n-th.

// What is not inlined into an engine is compiled without its instructions.
#![allow(clippy::inline_always)]

mod portable;
#[cfg(target_arch = "wasm32")]
mod wasm;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
mod x86;

#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
pub(super) use x86::at_most;

pub(super) mod ends;
pub(super) mod form;
pub(super) mod passed;
pub(super) mod tally;
#[cfg(test)]
mod tests;

/// The number of bytes looked at together, one for each bit of a mask.
pub(super) const CHUNK: usize = 64;

/// 64 bytes in registers. Bit `i` of a mask answers for byte `i`.
pub(super) trait Lanes: Copy {
    /// The bytes, in as many registers as it takes.
    type Chunk: Copy;

    fn load(self, bytes: &[u8; CHUNK]) -> Self::Chunk;

    /// The bytes from `at` on, and how far to the right to shift their masks so that
    /// bit 0 answers for `at`. Bits past the end of the text are 0; if `at` is past
    /// it as well, they are anything.
    #[inline(always)]
    fn load_at(self, text: &[u8], at: usize) -> (Self::Chunk, u32) {
        let rest = text.get(at..).unwrap_or_default();
        if let Some(bytes) = rest.first_chunk() {
            return (self.load(bytes), 0);
        }
        match text.last_chunk() {
            // The last bytes of the text, which include those that are wanted.
            Some(bytes) => {
                let shift = (CHUNK - rest.len()) % CHUNK;
                (self.load(bytes), u32::try_from(shift).unwrap_or_default())
            }
            None => (self.load(&padded(rest)), 0),
        }
    }

    /// The bytes that equal `byte`.
    fn equal(self, chunk: Self::Chunk, byte: u8) -> u64;

    /// The bytes that are `least` or more.
    fn at_least(self, chunk: Self::Chunk, least: u8) -> u64;

    /// The bytes that continue a character: 10xxxxxx.
    fn continuation(self, chunk: Self::Chunk) -> u64;

    /// The bytes that are not ASCII.
    #[inline(always)]
    fn non_ascii(self, chunk: Self::Chunk) -> u64 {
        self.at_least(chunk, 0x80)
    }

    /// The index of the `n`-th set bit, counted from 0; 64 if there is none.
    #[inline(always)]
    fn select(self, mask: u64, n: u32) -> u32 {
        portable::select(mask, n)
    }

    /// Sends for the bytes around `at`, so that they are at hand a little later.
    /// Gives any number, which has to be used, since an engine may have to read it.
    #[inline(always)]
    fn fetch(self, text: &[u8], at: usize) -> u8 {
        text.get(at).copied().unwrap_or_default()
    }

    /// Writes `base` plus the index of each set bit, in order. What stands after
    /// them in `out` may be overwritten.
    #[inline(always)]
    fn spread(self, mask: u64, base: u16, out: &mut [u16; CHUNK]) {
        portable::spread(mask, base, out);
    }
}

/// An algorithm that an engine runs. `run` and all that it calls in its loop must
/// be `#[inline(always)]`, or it is compiled without the engine's instructions.
pub(super) trait Task {
    type Output;

    fn run<L: Lanes>(self, lanes: L) -> Self::Output;
}

/// A set of instructions to run tasks with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Engine {
    /// 64-bit integers, on any processor. Never chosen where SIMD is compiled in.
    #[cfg_attr(
        all(target_arch = "wasm32", target_feature = "simd128"),
        allow(dead_code)
    )]
    Portable,
    #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
    Avx2(x86::Avx2),
    #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
    Avx512(x86::Avx512),
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    Simd128(wasm::Simd128),
}

impl Engine {
    /// The fastest engine of this processor.
    pub(super) fn detect() -> Self {
        #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
        {
            if let Some(lanes) = x86::Avx512::detect() {
                return Self::Avx512(lanes);
            }
            if let Some(lanes) = x86::Avx2::detect() {
                return Self::Avx2(lanes);
            }
        }
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        return Self::Simd128(wasm::Simd128);
        #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
        Self::Portable
    }

    /// Every engine that this processor can run, for the proof that they agree.
    #[cfg(test)]
    pub(super) fn all() -> alloc::vec::Vec<Self> {
        let mut all = alloc::vec![Self::Portable];
        #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
        {
            all.extend(x86::Avx2::detect().map(Self::Avx2));
            all.extend(x86::Avx512::detect().map(Self::Avx512));
        }
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        all.push(Self::Simd128(wasm::Simd128));
        all
    }

    #[inline]
    pub(super) fn run<T: Task>(self, task: T) -> T::Output {
        match self {
            Self::Portable => task.run(portable::Words),
            #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
            Self::Avx2(lanes) => lanes.run(task),
            #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
            Self::Avx512(lanes) => lanes.run(task),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Self::Simd128(lanes) => task.run(lanes),
        }
    }
}

/// The bytes, followed by zeros. Zero neither ends a line nor belongs to a
/// character of several bytes.
#[inline(always)]
pub(super) fn padded(bytes: &[u8]) -> [u8; CHUNK] {
    let mut chunk = [0; CHUNK];
    for (to, from) in chunk.iter_mut().zip(bytes) {
        *to = *from;
    }
    chunk
}

/// The lowest `n` bits; all of them for 64 or more.
#[inline(always)]
pub(super) fn low_bits(n: usize) -> u64 {
    if n >= 64 { u64::MAX } else { (1 << n) - 1 }
}
