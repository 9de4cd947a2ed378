//! The id of one key. Many keys have ways of their own, in [`super::message`] and
//! [`super::lanes`].
//!
//! The compression function reads a block by 16 bytes. A read of what several
//! writes have just made waits until the last of them is through, and that waits
//! for all that comes before it: for the whole hash of the key before. So each 16
//! bytes here are put together in registers and written at once.

use sha2::block_api::compress256;

use super::message::{BLOCK, INITIAL, Offsets, first_eight};
use super::span::{SpanIdScheme, SpanKey};

/// The id of one key. The key has been checked.
pub(super) fn id(scheme: SpanIdScheme, key: &SpanKey<'_>) -> u64 {
    let offsets = Offsets::new(scheme, key);
    let (blocks, rest) = key.path.as_bytes().as_chunks::<BLOCK>();
    let mut state = INITIAL;
    if !blocks.is_empty() {
        compress256(&mut state, blocks);
    }
    if offsets.fit_behind(rest) {
        compress256(&mut state, &last_blocks::<1>(key.path, rest, &offsets));
    } else {
        compress256(&mut state, &last_blocks::<2>(key.path, rest, &offsets));
    }
    first_eight(state)
}

/// What is written at once.
const PART: usize = 16;

/// The end of a message: the rest of the path, the offsets and the padding.
#[inline]
fn last_blocks<const N: usize>(path: &str, rest: &[u8], offsets: &Offsets) -> [[u8; BLOCK]; N] {
    let (whole, split) = rest.as_chunks::<PART>();
    let shift = 8 * split.len();
    let right = |part: u128| part >> shift;
    // Less than 16 bytes are split off, so neither step is too wide.
    let left = |part: u128| part << (8 * (PART - 1) - shift) << 8;
    let [first, second, third] = offsets.parts();
    let tail = [
        last_of_path(rest, split) | right(first),
        left(first) | right(second),
        left(second) | right(third),
        left(third),
    ];
    let mut blocks = [[0; BLOCK]; N];
    let (parts, _) = blocks.as_flattened_mut().as_chunks_mut::<PART>();
    let last = parts.len() - 1;
    for (i, part) in parts.iter_mut().enumerate() {
        if let Some(whole) = whole.get(i) {
            *part = *whole;
            continue;
        }
        let mut value = tail.get(i - whole.len()).copied().unwrap_or_default();
        if i == last {
            value |= u128::from(offsets.bits_behind(path));
        }
        write(part, value);
    }
    blocks
}

/// The bytes of the path that do not fill a part, left-aligned.
#[inline]
fn last_of_path(rest: &[u8], split: &[u8]) -> u128 {
    match rest.last_chunk::<PART>() {
        _ if split.is_empty() => 0,
        Some(last) => u128::from_be_bytes(*last) << (8 * (PART - split.len())),
        None => split
            .iter()
            .zip((0..PART).rev())
            .fold(0, |part, (byte, place)| {
                part | u128::from(*byte) << (8 * place)
            }),
    }
}

#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
#[allow(unsafe_code)] // Nothing else writes two integers by one instruction.
#[allow(clippy::cast_possible_truncation)]
#[inline]
fn write(to: &mut [u8; PART], part: u128) {
    use core::arch::x86_64::{_mm_set_epi64x, _mm_storeu_si128};

    let [high, low] =
        [(part >> 64) as u64, part as u64].map(|half| half.swap_bytes().cast_signed());
    // SAFETY: SSE2 is compiled in; the array has the 16 bytes that are written, at
    // any alignment.
    unsafe { _mm_storeu_si128(to.as_mut_ptr().cast(), _mm_set_epi64x(low, high)) }
}

#[cfg(not(all(target_arch = "x86_64", target_feature = "sse2")))]
fn write(to: &mut [u8; PART], part: u128) {
    *to = part.to_be_bytes();
}
