//! Base64 with padding (RFC 4648 §4), strict: for the bytes that no JSON string holds.

use alloc::string::String;
use alloc::vec::Vec;

const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Four letters for each three bytes.
pub(super) fn encode(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len().div_ceil(3).saturating_mul(4));
    for group in bytes.chunks(3) {
        let byte = |at: usize| u32::from(group.get(at).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for at in 0..4 {
            let letter = (bits >> (18 - 6 * at) & 63) as usize;
            out.push(if at <= group.len() {
                LETTERS
                    .get(letter)
                    .map_or('=', |letter| char::from(*letter))
            } else {
                '='
            });
        }
    }
    out
}

/// Whether a text is what [`encode`] writes for some bytes.
pub(crate) fn is_base64(text: &str) -> bool {
    decode(text).is_some()
}

/// The bytes, if the text is exactly what [`encode`] writes for them.
pub(super) fn decode(text: &str) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(text.len() / 4 * 3);
    let (groups, rest) = text.as_bytes().as_chunks::<4>();
    if !rest.is_empty() {
        return None;
    }
    for (number, group) in groups.iter().enumerate() {
        let padding = group
            .iter()
            .rev()
            .take_while(|letter| **letter == b'=')
            .count();
        if padding > 2 || (padding > 0 && number + 1 < groups.len()) {
            return None;
        }
        let mut bits = 0;
        for letter in group.iter().take(4 - padding) {
            bits = bits << 6 | value(*letter)?;
        }
        bits <<= 6 * padding;
        let [_, bytes @ ..] = u32::to_be_bytes(bits);
        let (kept, unused) = bytes.split_at(3 - padding);
        if unused.iter().any(|byte| *byte != 0) {
            return None;
        }
        out.extend_from_slice(kept);
    }
    Some(out)
}

fn value(letter: u8) -> Option<u32> {
    let value = match letter {
        b'A'..=b'Z' => letter - b'A',
        b'a'..=b'z' => letter - b'a' + 26,
        b'0'..=b'9' => letter - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    };
    Some(value.into())
}
