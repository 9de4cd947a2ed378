//! Where something stands in a JSON text, for people and for editors.
//!
//! Lines and columns are computed here only when something has to be said
//! about a place; the reader itself knows nothing but byte offsets.

use alloc::string::String;

use crate::text::Passed;

/// A place in a JSON text (rule J15).
///
/// Line terminators are LF and CR LF. A leading byte order mark counts in the
/// columns of line 1. An ill-formed byte sequence counts as one code unit, as
/// it would if it were replaced by U+FFFD.
#[derive(Debug, Clone, PartialEq, Eq, Default, serde::Serialize)]
pub struct Place {
    /// JSON Pointer (RFC 6901) of the value; the empty string is the document.
    pub pointer: String,
    /// UTF-8 byte offset of the first byte.
    pub byte_start: u64,
    /// UTF-8 byte offset after the last byte.
    pub byte_end: u64,
    /// For a member of an object: byte offset of the opening quote of its key.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key_start: Option<u64>,
    /// For a member of an object: byte offset after the closing quote of its key.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key_end: Option<u64>,
    /// Line of `byte_start`, 1-based.
    pub line: u64,
    /// Column of `byte_start` in UTF-8 bytes, 0-based.
    pub column_utf8: u64,
    /// Column of `byte_start` in UTF-16 code units, 0-based.
    pub column_utf16: u64,
    /// Column of `byte_start` in code points, 0-based.
    pub column_utf32: u64,
}

/// Where a piece of text stands in the text that the caller gave: byte, line and
/// columns of its start, all 0-based. All zero but for a part of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct PieceStart {
    pub(super) byte: u64,
    pub(super) line: u64,
    columns: Columns,
}

/// A column in each unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Columns {
    utf8: u64,
    utf16: u64,
    utf32: u64,
}

impl PieceStart {
    /// Offset of the first byte.
    pub(crate) const fn byte(&self) -> u64 {
        self.byte
    }
}

impl Place {
    /// The place of `start..end` in `text`, which itself stands at `piece_start`.
    /// Time O(start).
    pub(super) fn in_text(
        text: &[u8],
        start: usize,
        end: usize,
        piece_start: PieceStart,
        pointer: String,
    ) -> Self {
        Sweep::new(text, piece_start).place(start, end, pointer)
    }
}

/// Counts lines and columns in one pass over a text, for places in text order.
#[derive(Debug, Clone)]
pub(crate) struct Sweep<'t> {
    text: &'t [u8],
    /// How far was counted.
    at: usize,
    /// Where that is.
    piece_start: PieceStart,
}

impl<'t> Sweep<'t> {
    pub(crate) const fn new(text: &'t [u8], piece_start: PieceStart) -> Self {
        Self {
            text,
            at: 0,
            piece_start,
        }
    }

    /// The place of `start..end`; `start` must not be before that of the last call.
    pub(crate) fn place(&mut self, start: usize, end: usize, pointer: String) -> Place {
        let PieceStart {
            byte,
            line,
            columns,
        } = self.advance_to(start);
        Place {
            pointer,
            byte_start: byte,
            byte_end: byte + end.saturating_sub(start) as u64,
            key_start: None,
            key_end: None,
            line: line + 1,
            column_utf8: columns.utf8,
            column_utf16: columns.utf16,
            column_utf32: columns.utf32,
        }
    }

    /// Where offset `to` stands; it must not be before that of the last call.
    pub(crate) fn advance_to(&mut self, to: usize) -> PieceStart {
        let passed = self.text.get(self.at..to).unwrap_or_default();
        self.at += passed.len();
        let PieceStart {
            byte,
            line,
            columns,
        } = &mut self.piece_start;
        *byte += passed.len() as u64;
        let Passed {
            feeds,
            last_line,
            is_ascii,
        } = Passed::through(passed);
        if feeds > 0 {
            *line += feeds as u64;
            *columns = Columns::default();
        }
        let last_line = passed.get(last_line..).unwrap_or_default();
        columns.utf8 += last_line.len() as u64;
        if is_ascii {
            columns.utf16 += last_line.len() as u64;
            columns.utf32 += last_line.len() as u64;
            return self.piece_start;
        }
        if core::str::from_utf8(last_line).is_ok() {
            let characters = count(last_line, |byte| byte & 0xc0 != 0x80);
            columns.utf32 += characters;
            // Four bytes are two code units.
            columns.utf16 += characters + count(last_line, |byte| byte >= 0xf0);
            return self.piece_start;
        }
        for chunk in last_line.utf8_chunks() {
            for character in chunk.valid().chars() {
                columns.utf16 += character.len_utf16() as u64;
                columns.utf32 += 1;
            }
            if !chunk.invalid().is_empty() {
                columns.utf16 += 1;
                columns.utf32 += 1;
            }
        }
        self.piece_start
    }
}

/// How many bytes are such ones. In short runs, so that they are counted in bytes.
fn count(bytes: &[u8], is: impl Fn(u8) -> bool) -> u64 {
    let runs = bytes.chunks(255);
    runs.map(|run| {
        let count = run
            .iter()
            .fold(0u8, |count, byte| count.wrapping_add(u8::from(is(*byte))));
        u64::from(count)
    })
    .sum()
}
