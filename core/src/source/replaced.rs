//! A text as a document can show it: JSON holds no ill-formed UTF-8, so that a tool writes U+FFFD
//! in its place.

use alloc::borrow::Cow;
use alloc::string::String;

/// Whether a text shows these bytes.
pub(crate) fn shows(stated: &str, actual: &[u8]) -> bool {
    // Each U+FFFD stands for one to three bytes; what is much longer is not looked through.
    let may_be = actual.len() <= stated.len() && stated.len() <= actual.len().saturating_mul(3);
    stated.as_bytes() == actual
        || (may_be && readable(stated, actual).is_some_and(|text| text == stated))
}

/// Whether a text shows the first of these bytes.
pub(crate) fn shows_head(stated: &str, actual: &[u8]) -> bool {
    if actual.starts_with(stated.as_bytes()) {
        return true;
    }
    // It shows no more bytes than it has itself, and what is cut behind them is no part of it.
    let head = actual.get(..stated.len().saturating_add(3));
    let text = readable(stated, head.unwrap_or(actual));
    text.is_some_and(|text| text.starts_with(stated))
}

/// Whether a text shows the last of these bytes.
pub(crate) fn shows_tail(stated: &str, actual: &[u8]) -> bool {
    if actual.ends_with(stated.as_bytes()) {
        return true;
    }
    // From a little before, and not from inside of a character.
    let from = actual.len().saturating_sub(stated.len().saturating_add(4));
    let near = actual.get(from..).unwrap_or_default();
    let inside = near.iter().take_while(|byte| *byte & 0xc0 == 0x80).count();
    let inside = if from > 0 { inside.min(3) } else { 0 };
    let tail = near.get(inside..).unwrap_or_default();
    readable(stated, tail).is_some_and(|text| text.ends_with(stated))
}

/// Whether a text can be that of so many bytes: U+FFFD may stand for one byte that is not UTF-8,
/// or for up to three.
pub(crate) fn may_have_length(text: &str, length: u64) -> bool {
    let longest = text.len() as u64;
    let replaced = text.chars().filter(|c| *c == char::REPLACEMENT_CHARACTER);
    longest == length
        || (length < longest && length >= longest.saturating_sub(2 * replaced.count() as u64))
}

/// The bytes as text, with U+FFFD for each maximal subpart that is not UTF-8 (Unicode §3.9),
/// where something in them may have been replaced.
fn readable<'a>(stated: &str, actual: &'a [u8]) -> Option<Cow<'a, str>> {
    let may_be_replaced = stated.contains(char::REPLACEMENT_CHARACTER);
    may_be_replaced.then(|| String::from_utf8_lossy(actual))
}
