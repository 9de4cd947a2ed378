//! Where exactly a text occurs, and how a piece of text is shown (E5).

use alloc::string::String;
use alloc::vec::Vec;

use memchr::memmem::Finder;

use super::base64;
use super::outcome::EditCandidate;
use super::place::is_boundary;
use crate::text::{LineIndex, PositionEncoding, character_around};

/// At most so many occurrences are told.
pub(super) const MOST_CANDIDATES: usize = 10;

/// So many occurrences that cannot be cut are passed over, so that no text takes long.
pub(super) const MOST_PASSED: usize = 1000;

/// At most so many bytes of a text are shown.
const MOST_SHOWN: usize = 1024;

/// Where a text is.
#[derive(Debug, Default)]
pub(super) struct Occurrences {
    /// The first places that can be cut.
    pub(super) starts: Vec<usize>,
    /// Whether there may be more of them.
    pub(super) more: bool,
    /// How many places were passed over, in which it begins or ends where nothing can be cut.
    pub(super) passed: usize,
}

/// The first places that have exactly this text and can be cut there, overlapping
/// ones included. O(n), and O(m) for each place.
pub(super) fn occurrences(text: &[u8], wanted: &[u8], most: usize) -> Occurrences {
    let mut found = Occurrences::default();
    if wanted.is_empty() {
        return found;
    }
    let finder = Finder::new(wanted);
    let mut from = 0;
    while let Some(at) = text.get(from..).and_then(|rest| finder.find(rest)) {
        let start = from + at;
        if is_boundary(text, start) && is_boundary(text, start + wanted.len()) {
            if found.starts.len() == most {
                found.more = true;
                return found;
            }
            found.starts.push(start);
        } else {
            found.passed += 1;
            if found.passed == MOST_PASSED {
                found.more = true;
                return found;
            }
        }
        from = start + 1;
    }
    found
}

/// The candidates as an outcome tells them.
pub(super) fn candidates(
    index: &LineIndex<'_>,
    starts: &[usize],
    len: usize,
    context: impl Fn(usize) -> Option<u64>,
) -> Vec<EditCandidate> {
    let place = |at: usize| {
        let position = index.position(at as u64, PositionEncoding::Utf8);
        position.unwrap_or_default()
    };
    starts
        .iter()
        .map(|start| {
            let (from, to) = (place(*start), place(start + len));
            EditCandidate {
                byte_start: *start as u64,
                byte_end: (start + len) as u64,
                start_line: from.line + 1,
                start_col: from.column,
                end_line: to.line + 1,
                end_col: to.column,
                context_lines: context(*start),
            }
        })
        .collect()
}

/// A piece of text as JSON can hold it: text, or base64 of what is no UTF-8; and
/// whether it was cut.
pub(super) struct Shown {
    pub(super) text: Option<String>,
    pub(super) base64: Option<String>,
    pub(super) truncated: bool,
}

pub(super) fn shown(bytes: &[u8]) -> Shown {
    let truncated = bytes.len() > MOST_SHOWN;
    let end = if truncated {
        character_around(bytes, MOST_SHOWN).map_or(MOST_SHOWN, |(floor, _)| floor)
    } else {
        bytes.len()
    };
    let kept = bytes.get(..end).unwrap_or_default();
    match core::str::from_utf8(kept) {
        Ok(text) => Shown {
            text: Some(text.into()),
            base64: None,
            truncated,
        },
        Err(_) => Shown {
            text: None,
            base64: Some(base64::encode(kept)),
            truncated,
        },
    }
}

/// A piece of text inside a sentence.
pub(super) fn quoted(bytes: &[u8]) -> String {
    /// Characters that are shown, of which none is longer than four bytes.
    const MOST: usize = 60;
    let mut out = String::from("`");
    let text = String::from_utf8_lossy(bytes.get(..4 * (MOST + 1)).unwrap_or(bytes));
    for (at, character) in text.chars().enumerate() {
        if at == MOST {
            out.push_str("...");
            break;
        }
        match character {
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            character if character.is_control() => out.extend(character.escape_unicode()),
            character => out.push(character),
        }
    }
    out.push('`');
    out
}
