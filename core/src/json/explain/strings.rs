//! What is wrong with a string.

use super::super::error::JsonErrorKind;
use super::super::escape;
use super::super::fault::Fault;
use super::super::read::{Reader, at_of};
use super::super::scan;
use super::super::tape::Tag;
use super::{WHITE, is_end, rest};

/// The string that was opened at `open` stops at `stop` without a quote.
#[cold]
pub(in crate::json) fn string(
    reader: &Reader<'_, '_>,
    open: usize,
    stop: usize,
    tag: Tag,
) -> Fault {
    let byte = reader.text.as_bytes().get(stop);
    // What is white to the end of the text stands behind what was cut off, not in it.
    if let Some(&byte) = byte.filter(|_| !is_end(reader, stop)) {
        let kind = JsonErrorKind::ControlCharacter { byte };
        return Fault::new(kind, stop, stop + 1, at_of(tag));
    }
    let kind = JsonErrorKind::UnexpectedEnd {
        expected: "the closing quote",
        opened_at: Some(open as u64),
    };
    let end = reader.text.len();
    Fault::new(kind, end, end, at_of(tag))
}

/// What follows the backslash at `at` is no escape.
#[cold]
pub(in crate::json) fn escape(reader: &Reader<'_, '_>, open: usize, at: usize, tag: Tag) -> Fault {
    let rest = rest(reader, at);
    let mut characters = rest.chars().skip(1);
    let length = match characters.next() {
        None => return string(reader, open, reader.text.len(), tag),
        Some(_) if is_end(reader, at + 1) => return string(reader, open, at + 1, tag),
        Some('u') => {
            let digits = characters
                .take(4)
                .take_while(char::is_ascii_hexdigit)
                .count();
            let escape = 2 + digits;
            let bad = rest.get(escape..).and_then(|tail| tail.chars().next());
            match bad {
                None => return string(reader, open, reader.text.len(), tag),
                Some(_) if is_end(reader, at + escape) => {
                    return string(reader, open, at + escape, tag);
                }
                Some('"' | '\\') => escape,
                Some(c) if c < ' ' => escape,
                Some(c) => escape + c.len_utf8(),
            }
        }
        Some(c) if c < ' ' => 1,
        Some(c) => 1 + c.len_utf8(),
    };
    let kind = JsonErrorKind::BadEscape {
        escape: rest.get(..length).unwrap_or_default().into(),
    };
    Fault::new(kind, at, at + length, at_of(tag))
}

/// The escape at `at` makes half of a surrogate pair. The first half may have been cut off
/// from the second.
#[cold]
pub(in crate::json) fn surrogate(
    reader: &Reader<'_, '_>,
    open: usize,
    at: usize,
    unit: u16,
    tag: Tag,
) -> Fault {
    let end = at + 6;
    let tail = rest(reader, end).trim_end_matches(WHITE);
    let may_follow = || {
        // The digits that are missing, of the least second half.
        let missing = "\\udc00"
            .get(tail.len()..)
            .filter(|rest| !rest.is_empty())?;
        let half = [tail, missing].concat();
        let digits = half.strip_prefix("\\u")?.as_bytes();
        scan::hex4(digits, 0).filter(|&unit| escape::is_low(unit))
    };
    if escape::is_high(unit) && may_follow().is_some() {
        return string(reader, open, end + tail.len(), tag);
    }
    let kind = JsonErrorKind::LoneSurrogate { unit };
    Fault::new(kind, at, end, at_of(tag))
}
