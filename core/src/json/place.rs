//! Where something stands in a JSON text, for people and for editors.
//!
//! Lines and columns are computed here only when something has to be said
//! about a place; the reader itself knows nothing but byte offsets.

use alloc::string::String;

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

/// Where a piece of text stands in the text that the caller gave: byte and line
/// of its start. Zero but for one line of JSON Lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Origin {
    pub(super) byte: u64,
    pub(super) line: u64,
}

impl Place {
    /// The place of `start..end` in `text`, which itself stands at `origin` at
    /// the beginning of a line. Time O(start).
    pub(super) fn in_text(
        text: &[u8],
        start: usize,
        end: usize,
        origin: Origin,
        pointer: String,
    ) -> Self {
        Sweep::new(text, origin).place(start, end, pointer)
    }
}

/// Counts lines and columns in one pass over a text, for places in text order.
#[derive(Debug, Clone)]
pub(super) struct Sweep<'t> {
    text: &'t [u8],
    origin: Origin,
    /// How far was counted.
    at: usize,
    newlines: u64,
    utf8: u64,
    utf16: u64,
    utf32: u64,
}

impl<'t> Sweep<'t> {
    pub(super) const fn new(text: &'t [u8], origin: Origin) -> Self {
        Self {
            text,
            origin,
            at: 0,
            newlines: 0,
            utf8: 0,
            utf16: 0,
            utf32: 0,
        }
    }

    /// The place of `start..end`; `start` must not be before that of the last call.
    pub(super) fn place(&mut self, start: usize, end: usize, pointer: String) -> Place {
        self.advance(start);
        Place {
            pointer,
            byte_start: self.origin.byte + start as u64,
            byte_end: self.origin.byte + end as u64,
            key_start: None,
            key_end: None,
            line: self.origin.line + self.newlines + 1,
            column_utf8: self.utf8,
            column_utf16: self.utf16,
            column_utf32: self.utf32,
        }
    }

    fn advance(&mut self, to: usize) {
        let passed = self.text.get(self.at..to).unwrap_or_default();
        self.at = self.at.max(to);
        let mut line = passed;
        if let Some(newline) = passed.iter().rposition(|&byte| byte == b'\n') {
            self.newlines += passed
                .iter()
                .fold(0u64, |count, &byte| count + u64::from(byte == b'\n'));
            (self.utf8, self.utf16, self.utf32) = (0, 0, 0);
            line = passed.get(newline + 1..).unwrap_or_default();
        }
        self.utf8 += line.len() as u64;
        for chunk in line.utf8_chunks() {
            for character in chunk.valid().chars() {
                self.utf16 += character.len_utf16() as u64;
                self.utf32 += 1;
            }
            if !chunk.invalid().is_empty() {
                self.utf16 += 1;
                self.utf32 += 1;
            }
        }
    }
}
