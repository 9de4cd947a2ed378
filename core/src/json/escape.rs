//! String escapes: decoding what was read, encoding what is written.

use alloc::borrow::Cow;
use alloc::string::String;

use super::scan;

/// Whether a code unit is the first half of a surrogate pair.
pub(super) const fn is_high(unit: u16) -> bool {
    unit >> 10 == 0b11_0110
}

/// Whether it is the second half.
pub(super) const fn is_low(unit: u16) -> bool {
    unit >> 10 == 0b11_0111
}

/// Decodes the text between the quotes of a string that the reader accepted.
/// A lone surrogate, which it accepts only when told to, becomes U+FFFD.
pub(super) fn decode(raw: &str) -> Cow<'_, str> {
    let bytes = raw.as_bytes();
    let mut from = 0;
    let mut decoded = String::new();
    while let Some(backslash) = bytes
        .get(from..)
        .and_then(|rest| rest.iter().position(|&byte| byte == b'\\'))
        .map(|at| from + at)
    {
        decoded.push_str(raw.get(from..backslash).unwrap_or_default());
        let (character, length) = one(bytes, backslash);
        decoded.push(character);
        from = backslash + length;
    }
    if from == 0 {
        return Cow::Borrowed(raw);
    }
    decoded.push_str(raw.get(from..).unwrap_or_default());
    Cow::Owned(decoded)
}

/// The character of the escape at `at`, and the length of the escape.
fn one(bytes: &[u8], at: usize) -> (char, usize) {
    let character = match bytes.get(at + 1) {
        Some(b'b') => '\u{8}',
        Some(b'f') => '\u{c}',
        Some(b'n') => '\n',
        Some(b'r') => '\r',
        Some(b't') => '\t',
        Some(b'u') => return unicode(bytes, at),
        Some(&other) => char::from(other),
        None => char::REPLACEMENT_CHARACTER,
    };
    (character, 2)
}

fn unicode(bytes: &[u8], at: usize) -> (char, usize) {
    let Some(unit) = scan::hex4(bytes, at + 2) else {
        return (char::REPLACEMENT_CHARACTER, 6);
    };
    if is_high(unit)
        && bytes.get(at + 6..at + 8) == Some(b"\\u")
        && let Some(low) = scan::hex4(bytes, at + 8).filter(|&low| is_low(low))
    {
        let code = 0x1_0000 + (u32::from(unit & 0x3ff) << 10) + u32::from(low & 0x3ff);
        let character = char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER);
        return (character, 12);
    }
    let character = char::from_u32(u32::from(unit)).unwrap_or(char::REPLACEMENT_CHARACTER);
    (character, 6)
}

/// Appends `text` as a JSON string with its quotes, escaped as RFC 8785
/// section 3.2.2.2 demands: the two-character escapes where they exist,
/// lowercase `\u00xx` for the other control characters, all else as it is.
pub(crate) fn write_string(out: &mut String, text: &str) {
    out.push('"');
    let bytes = text.as_bytes();
    let mut from = 0;
    loop {
        let stop = scan::string_stop(bytes, from);
        out.push_str(text.get(from..stop).unwrap_or_default());
        let Some(&byte) = bytes.get(stop) else { break };
        match byte {
            b'"' => out.push_str("\\\""),
            b'\\' => out.push_str("\\\\"),
            0x08 => out.push_str("\\b"),
            0x0c => out.push_str("\\f"),
            b'\n' => out.push_str("\\n"),
            b'\r' => out.push_str("\\r"),
            b'\t' => out.push_str("\\t"),
            other => {
                out.push_str("\\u00");
                for nibble in [other >> 4, other & 0xf] {
                    out.push(char::from_digit(u32::from(nibble), 16).unwrap_or('0'));
                }
            }
        }
        from = stop + 1;
    }
    out.push('"');
}
