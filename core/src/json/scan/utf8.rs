//! Bytes as text. Most texts are ASCII, or nearly so: that is seen sixteen bytes at once,
//! and only what lies between goes through the standard library.
#![allow(unsafe_code)]

use core::str::{Utf8Error, from_utf8};

use super::sixteen;

/// Bytes that are looked at together.
const BLOCK: usize = 64;

/// How far from a byte that is not ASCII every sequence is looked at.
const AROUND: usize = 4 * BLOCK;

/// The text that these bytes are, as [`core::str::from_utf8`] gives it.
pub(in super::super) fn text(bytes: &[u8]) -> Result<&str, Utf8Error> {
    let mut rest = bytes;
    while !rest.is_empty() {
        let blocks = rest.as_chunks::<BLOCK>().0;
        let ascii = blocks.iter().take_while(|block| sixteen::is_ascii(block));
        let (_, behind) = rest.split_at(ascii.count() * BLOCK);
        let (piece, behind) = behind.split_at(end_of_piece(behind));
        if from_utf8(piece).is_err() {
            // Which bytes they are is told of the whole text.
            return from_utf8(bytes);
        }
        rest = behind;
    }
    // SAFETY: all of it was seen to be ASCII or well-formed, in pieces of which each ends
    // where a sequence does: the next one is well-formed by itself.
    Ok(unsafe { core::str::from_utf8_unchecked(bytes) })
}

/// Where a sequence begins, at most so far away; the end, if that is nearer.
fn end_of_piece(bytes: &[u8]) -> usize {
    let starts = |at: &usize| bytes.get(*at).is_some_and(|byte| byte & 0xc0 != 0x80);
    if bytes.len() <= AROUND {
        bytes.len()
    } else {
        // Four bytes that go on and begin nothing are no text, wherever they are cut.
        let near = (AROUND - 3..=AROUND).rev();
        near.clone().find(starts).unwrap_or(AROUND)
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::{AROUND, BLOCK, text};

    /// Each of these at each place near the end of a block and of a piece.
    #[test]
    fn it_is_what_the_standard_library_says() {
        let sequences: [&[u8]; 12] = [
            b"a",
            "\u{e9}".as_bytes(),
            "\u{20ac}".as_bytes(),
            "\u{10348}".as_bytes(),
            b"\x80",
            b"\xbf\xbf\xbf\xbf\xbf",
            b"\xc3",
            b"\xc0\x80",
            b"\xe2\x82",
            b"\xed\xa0\x80",
            b"\xf0\x90\x8d",
            b"\xff",
        ];
        let places = (0..=2 * BLOCK).chain(AROUND - 8..=AROUND + BLOCK + 8);
        for length in places {
            for first in ["", "\u{e9}", "\u{20ac}\u{20ac}"] {
                for sequence in sequences {
                    for behind in [0, 1, 2 * AROUND] {
                        let mut bytes = Vec::from(first);
                        bytes.resize(first.len() + length, b'x');
                        bytes.extend_from_slice(sequence);
                        bytes.resize(bytes.len() + behind, b'y');
                        assert_eq!(text(&bytes), core::str::from_utf8(&bytes), "{bytes:?}");
                    }
                }
            }
        }
    }
}
