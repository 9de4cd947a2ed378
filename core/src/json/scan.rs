//! Finding the end of a token, as fast as safe code can.
//!
//! These functions know bytes, not documents: what an error means is decided
//! in `explain`.

use super::error::NumberProblem;

mod sixteen;
mod utf8;

pub(super) use utf8::text;

const ONES: u64 = 0x0101_0101_0101_0101;
const LINE_FEED: u64 = 0x0a;
const HIGHS: u64 = 0x8080_8080_8080_8080;

/// The first offset at or after `pos` that is not white space.
#[inline]
pub(super) fn skip_whitespace(bytes: &[u8], mut pos: usize) -> usize {
    while let Some(b' ' | b'\n' | b'\r' | b'\t') = bytes.get(pos) {
        pos += 1;
    }
    pos
}

/// The first offset at or after `pos` that holds a quote, a backslash or a
/// control character; the length of the text if there is none.
#[inline]
pub(super) fn string_stop(bytes: &[u8], mut pos: usize) -> usize {
    while let Some(chunk) = bytes.get(pos..).and_then(<[u8]>::first_chunk) {
        let found = sixteen::stops(chunk);
        if found != 0 {
            return pos + found.trailing_zeros() as usize;
        }
        pos += 16;
    }
    while let Some(&byte) = bytes.get(pos) {
        if byte == b'"' || byte == b'\\' || byte < 0x20 {
            break;
        }
        pos += 1;
    }
    pos
}

/// Whether the bytes at `pos` are those at `known`, so many of them.
#[inline]
pub(super) fn repeats(bytes: &[u8], known: usize, pos: usize, length: usize) -> bool {
    let chunk = |at: usize| bytes.get(at..).and_then(<[u8]>::first_chunk);
    if length <= 16
        && let (Some(a), Some(b)) = (chunk(known), chunk(pos))
    {
        return sixteen::equal(a, b).trailing_ones() as usize >= length;
    }
    let text = |at: usize| bytes.get(at..at + length);
    text(known).is_some_and(|known| Some(known) == text(pos))
}

/// The first offset at or after `pos` that holds a line feed; the length of the
/// text if there is none.
pub(super) fn line_feed(bytes: &[u8], mut pos: usize) -> usize {
    while let Some(chunk) = bytes.get(pos..).and_then(<[u8]>::first_chunk::<8>) {
        let line_feeds = u64::from_le_bytes(*chunk) ^ (ONES * LINE_FEED);
        let found = line_feeds.wrapping_sub(ONES) & !line_feeds & HIGHS;
        if found != 0 {
            return pos + (found.trailing_zeros() / 8) as usize;
        }
        pos += 8;
    }
    while bytes.get(pos).is_some_and(|&byte| byte != b'\n') {
        pos += 1;
    }
    pos
}

/// A number that was scanned.
#[derive(Debug, Clone, Copy)]
pub(super) struct NumberToken {
    pub(super) end: usize,
    /// Neither decimal point nor exponent.
    pub(super) plain_integer: bool,
    /// Three digits of exponent or more: possibly beyond a double.
    pub(super) long_exponent: bool,
}

/// The end and the value of the number at `pos`, if it is up to seven digits and nothing
/// else, and eight bytes of text are there.
#[inline]
pub(super) fn short_natural(bytes: &[u8], pos: usize) -> Option<(usize, u32)> {
    let chunk = bytes.get(pos..)?.first_chunk::<8>()?;
    let digits = u64::from_le_bytes(*chunk) ^ (ONES * 0x30);
    // The high bit of what is no digit, exact for the first one.
    let others = (((digits & !HIGHS) + ONES * 0x76) | digits) & HIGHS;
    let length = (others.trailing_zeros() / 8) as usize;
    let next = *chunk.get(length)?;
    let leads = length > 1 && chunk.first() == Some(&b'0');
    if length == 0 || leads || matches!(next, b'.' | b'e' | b'E') {
        return None;
    }
    // As eight digits, with zeros in front: then two and two of them are made one.
    let pairs = digits << (64 - 8 * length);
    let pairs = (pairs.wrapping_mul(10) + (pairs >> 8)) & 0x00ff_00ff_00ff_00ff;
    let fours = (pairs.wrapping_mul(100) + (pairs >> 16)) & 0x0000_ffff_0000_ffff;
    let value = (fours.wrapping_mul(10_000) + (fours >> 32)) & 0xffff_ffff;
    Some((pos + length, u32::try_from(value).ok()?))
}

/// Scans the number that begins at `pos` with a digit or minus sign.
#[inline]
pub(super) fn number(bytes: &[u8], pos: usize) -> Result<NumberToken, NumberProblem> {
    let byte = |at: usize| bytes.get(at).copied().unwrap_or(0);
    let start = pos + usize::from(byte(pos) == b'-');
    let mut end = digits(bytes, start);
    match end - start {
        0 if byte(end) == b'.' => return Err(NumberProblem::NoIntegerDigits),
        0 => return Err(NumberProblem::NoDigits),
        1 => {}
        _ if byte(start) == b'0' => return Err(NumberProblem::LeadingZero),
        _ => {}
    }
    let mut token = NumberToken {
        end,
        plain_integer: true,
        long_exponent: false,
    };
    if byte(end) == b'.' {
        let fraction = end + 1;
        end = digits(bytes, fraction);
        if end == fraction {
            return Err(NumberProblem::NoFractionDigits);
        }
        token.plain_integer = false;
    }
    if byte(end) | 0x20 == b'e' {
        let sign = end + 1;
        let exponent = sign + usize::from(matches!(byte(sign), b'+' | b'-'));
        end = digits(bytes, exponent);
        if end == exponent {
            return Err(NumberProblem::NoExponentDigits);
        }
        token.plain_integer = false;
        token.long_exponent = end - exponent > 2;
    }
    token.end = end;
    Ok(token)
}

#[inline]
fn digits(bytes: &[u8], mut pos: usize) -> usize {
    while let Some(b'0'..=b'9') = bytes.get(pos) {
        pos += 1;
    }
    pos
}

/// The value of four hexadecimal digits at `pos`.
pub(super) fn hex4(bytes: &[u8], pos: usize) -> Option<u16> {
    let digits = bytes.get(pos..)?.first_chunk::<4>()?;
    let mut unit = 0u16;
    for &digit in digits {
        let value = char::from(digit).to_digit(16)?;
        unit = (unit << 4) | u16::try_from(value).ok()?;
    }
    Some(unit)
}
