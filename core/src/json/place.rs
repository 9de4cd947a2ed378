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
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Place {
    /// JSON Pointer (RFC 6901) of the value; the empty string is the document.
    pub pointer: String,
    /// UTF-8 byte offset of the first byte.
    pub byte_start: u64,
    /// UTF-8 byte offset after the last byte.
    pub byte_end: u64,
    /// For a member of an object: byte offset of the opening quote of its key.
    pub key_start: Option<u64>,
    /// For a member of an object: byte offset after the closing quote of its key.
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
        let before = text.get(..start).unwrap_or(text);
        let newlines = before
            .iter()
            .fold(0u64, |count, &byte| count + u64::from(byte == b'\n'));
        let line_start = before
            .iter()
            .rposition(|&byte| byte == b'\n')
            .map_or(0, |newline| newline + 1);
        let line = before.get(line_start..).unwrap_or_default();
        let (mut utf16, mut utf32) = (0u64, 0u64);
        for chunk in line.utf8_chunks() {
            for character in chunk.valid().chars() {
                utf16 += character.len_utf16() as u64;
                utf32 += 1;
            }
            if !chunk.invalid().is_empty() {
                utf16 += 1;
                utf32 += 1;
            }
        }
        Self {
            pointer,
            byte_start: origin.byte + start as u64,
            byte_end: origin.byte + end as u64,
            key_start: None,
            key_end: None,
            line: origin.line + newlines + 1,
            column_utf8: line.len() as u64,
            column_utf16: utf16,
            column_utf32: utf32,
        }
    }
}
