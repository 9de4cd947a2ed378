//! Lower-case hexadecimal, both ways. Crate-private: ids and checksums use it.

use alloc::string::String;

const DIGITS: &[u8; 16] = b"0123456789abcdef";

/// The two digits of one byte.
const fn digits(byte: u8) -> [u8; 2] {
    [DIGITS[(byte >> 4) as usize], DIGITS[(byte & 15) as usize]]
}

/// Appends two lower-case digits for each byte.
pub(crate) fn push(out: &mut String, bytes: &[u8]) {
    let (words, rest) = bytes.as_chunks();
    for word in words {
        let digits = of_u64(u64::from_be_bytes(*word));
        out.push_str(str::from_utf8(&digits).unwrap_or_default());
    }
    for byte in rest {
        for digit in digits(*byte) {
            out.push(char::from(digit));
        }
    }
}

/// Two lower-case digits for each byte.
pub(crate) fn encode(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len().saturating_mul(2));
    push(&mut out, bytes);
    out
}

/// The sixteen lower-case digits of one number, the highest first.
pub(crate) fn of_u64(number: u64) -> [u8; 16] {
    let mut out = [0; 16];
    let (halves, _) = out.as_chunks_mut::<8>();
    for (half, number) in halves.iter_mut().zip([number >> 32, number & 0xffff_ffff]) {
        // Spreads the eight nibbles over the eight bytes of a word ...
        let mut nibbles = (number | number << 16) & 0x0000_ffff_0000_ffff;
        nibbles = (nibbles | nibbles << 8) & 0x00ff_00ff_00ff_00ff;
        nibbles = (nibbles | nibbles << 4) & 0x0f0f_0f0f_0f0f_0f0f;
        // ... and moves those above 9 to the letters: adding 6 carries into the
        // fifth bit of exactly these, and 32 + 8 - 1 lie between `:` and `a`.
        let letters = (nibbles + 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101;
        *half = (nibbles + 0x3030_3030_3030_3030 + ((letters << 5) + (letters << 3) - letters))
            .to_be_bytes();
    }
    out
}

/// The bytes that the digits stand for, or `None` if there are not exactly
/// `2 * N` digits of either case.
pub(crate) fn decode<const N: usize>(digits: &str) -> Option<[u8; N]> {
    let pairs = digits.as_bytes();
    if pairs.len() != N.checked_mul(2)? {
        return None;
    }
    let mut out = [0; N];
    for (byte, pair) in out.iter_mut().zip(pairs.chunks_exact(2)) {
        let [high, low] = pair else { return None };
        *byte = (value(*high)? << 4) | value(*low)?;
    }
    Some(out)
}

fn value(digit: u8) -> Option<u8> {
    match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        b'A'..=b'F' => Some(digit - b'A' + 10),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_has_the_digits_that_format_gives() {
        for bit in 0..64 {
            for number in [
                1_u64 << bit,
                !(1 << bit),
                0x0123_4567_89ab_cdef_u64.rotate_left(bit),
            ] {
                assert_eq!(
                    of_u64(number).as_slice(),
                    alloc::format!("{number:016x}").as_bytes()
                );
            }
        }
    }

    #[test]
    fn digits_come_in_order_and_go_back() {
        assert_eq!(encode(&[0x00, 0x9a, 0xff]), "009aff");
        assert_eq!(
            encode(&[
                0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef, 0xfe, 0xdc, 0xba, 0x98, 0x76, 0x54,
                0x32, 0x10, 0x9f
            ]),
            "0123456789abcdeffedcba98765432109f"
        );
        assert_eq!(decode("009AfF"), Some([0x00, 0x9a, 0xff]));
        for bad in ["009af", "009aff0", "00 aff", "009ag0", "é9aff"] {
            assert_eq!(decode::<3>(bad), None, "{bad}");
        }
    }
}
