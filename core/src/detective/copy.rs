//! A text as a tool may have read it before it counted, with the way back.

use alloc::vec::Vec;

use crate::text::{LineIndex, LineIndexOptions};

/// What a tool may have read instead of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Reading {
    /// The text itself.
    AsIs,
    /// The text with LF for each CRLF.
    LfOnly,
    /// The text with U+FFFD for what is not UTF-8.
    Replaced,
}

impl Reading {
    pub(super) const ALL: [Self; 3] = [Self::AsIs, Self::LfOnly, Self::Replaced];

    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::AsIs => "as_is",
            Self::LfOnly => "crlf_as_lf",
            Self::Replaced => "ill_formed_replaced",
        }
    }
}

/// A text as a tool may have read it, with the way back.
#[derive(Debug)]
pub(super) struct AsRead {
    pub(super) index: LineIndex<'static>,
    /// Where the text goes on after each piece that was read otherwise.
    from: Vec<u64>,
    /// Where the copy goes on after it.
    to: Vec<u64>,
    /// Whether the pieces were left out of the copy: a place in the copy that has one next to it is
    /// then before the piece in the text.
    gone: bool,
}

impl AsRead {
    /// The text with LF for each CRLF.
    pub(super) fn lf_only(bytes: &[u8]) -> Self {
        let (mut text, mut from, mut to) =
            (Vec::with_capacity(bytes.len()), Vec::new(), Vec::new());
        for (at, byte) in bytes.iter().enumerate() {
            if *byte == b'\r' && bytes.get(at + 1) == Some(&b'\n') {
                from.push(at as u64 + 1);
                to.push(text.len() as u64);
            } else {
                text.push(*byte);
            }
        }
        Self::new(text, from, to, true)
    }

    /// The text with U+FFFD for each sequence that is not UTF-8.
    pub(super) fn replaced(bytes: &[u8]) -> Self {
        let (mut text, mut from, mut to) =
            (Vec::with_capacity(bytes.len()), Vec::new(), Vec::new());
        let mut at = 0;
        for chunk in bytes.utf8_chunks() {
            text.extend_from_slice(chunk.valid().as_bytes());
            at += chunk.valid().len();
            if !chunk.invalid().is_empty() {
                text.extend_from_slice("\u{FFFD}".as_bytes());
                at += chunk.invalid().len();
                from.push(at as u64);
                to.push(text.len() as u64);
            }
        }
        Self::new(text, from, to, false)
    }

    fn new(text: Vec<u8>, from: Vec<u64>, to: Vec<u64>, gone: bool) -> Self {
        Self {
            index: LineIndex::with_options(text, &LineIndexOptions::default()),
            from,
            to,
            gone,
        }
    }

    /// A place moved by as much as the last of so many pieces before it has moved.
    fn shift(at: u64, ours: &[u64], theirs: &[u64], pieces: usize) -> Option<u64> {
        let Some(last) = pieces.checked_sub(1) else {
            return Some(at);
        };
        at.checked_sub(*ours.get(last)?)?
            .checked_add(*theirs.get(last)?)
    }

    pub(super) fn place_in_copy(&self, at: u64) -> Option<u64> {
        let pieces = self.from.partition_point(|from| *from <= at);
        Self::shift(at, &self.from, &self.to, pieces)
    }

    pub(super) fn place_in_text(&self, at: u64) -> Option<u64> {
        let gone = self.gone;
        let before = |to: &u64| if gone { *to < at } else { *to <= at };
        let pieces = self.to.partition_point(before);
        Self::shift(at, &self.to, &self.from, pieces)
    }
}
