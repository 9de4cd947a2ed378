//! What the index knows: where lines start, and how to count code units.

use alloc::vec::Vec;

use crate::text::decode::{item_around, item_at};
use crate::text::{LineTerminators, PositionEncoding};

/// Where a number of code units leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Seek {
    /// To the start of a character.
    At(usize),
    /// Into the character between these byte offsets.
    Inside { floor: usize, ceil: usize },
    /// Past the end of the range that was searched.
    Past,
}

#[derive(Debug, Clone)]
pub(super) struct Store {
    starts: Vec<usize>,
    ascii: bool,
    terminators: LineTerminators,
    first_ill_formed: Option<usize>,
}

impl Store {
    pub(super) fn build(
        text: &[u8],
        terminators: &LineTerminators,
        first_ill_formed: Option<usize>,
    ) -> Self {
        let mut starts = alloc::vec![0];
        let mut at = 0;
        while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
            match terminators.at_start_of(rest) {
                0 => at += 1,
                length => {
                    at += length;
                    starts.push(at);
                }
            }
        }
        Self {
            starts,
            ascii: text.is_ascii(),
            terminators: terminators.clone(),
            first_ill_formed,
        }
    }

    pub(super) fn line_count(&self) -> u64 {
        self.starts.len() as u64
    }

    pub(super) fn is_ascii(&self) -> bool {
        self.ascii
    }

    pub(super) fn first_ill_formed(&self) -> Option<usize> {
        self.first_ill_formed
    }

    pub(super) fn memory(&self) -> u64 {
        (self.starts.len() * size_of::<usize>()) as u64
    }

    /// The line that `offset` lies on.
    pub(super) fn line_at(&self, _text: &[u8], offset: usize) -> u64 {
        self.starts.partition_point(|start| *start <= offset) as u64 - 1
    }

    /// Where `line` starts; `None` if there is no such line.
    pub(super) fn line_start(&self, _text: &[u8], line: u64) -> Option<usize> {
        self.starts.get(usize::try_from(line).ok()?).copied()
    }

    /// Where the terminator of the line `start..end` starts; `end` if it has none.
    pub(super) fn content_end(&self, text: &[u8], start: usize, end: usize) -> usize {
        (start..end)
            .find(|at| self.terminators.at_start_of(&text[*at..]) > 0)
            .unwrap_or(end)
    }

    /// The code units in `from..to`, both of them starts of characters.
    pub(super) fn units(
        &self,
        text: &[u8],
        from: usize,
        to: usize,
        encoding: PositionEncoding,
    ) -> u64 {
        if encoding == PositionEncoding::Utf8 || self.ascii {
            return (to - from) as u64;
        }
        let (mut at, mut units) = (from, 0);
        while at < to {
            let item = item_at(text, at);
            units += units_of(item.len, item.well_formed, encoding);
            at += item.len;
        }
        units
    }

    /// The place `units` code units after `from`, but not after `to`.
    #[allow(clippy::unused_self)]
    pub(super) fn seek(
        &self,
        text: &[u8],
        from: usize,
        to: usize,
        units: u64,
        encoding: PositionEncoding,
    ) -> Seek {
        let (mut at, mut left) = (from, units);
        while at < to {
            if left == 0 {
                return Seek::At(at);
            }
            let item = item_at(text, at);
            let width = units_of(item.len, item.well_formed, encoding);
            if width > left {
                return Seek::Inside {
                    floor: at,
                    ceil: at + item.len,
                };
            }
            left -= width;
            at += item.len;
        }
        if left == 0 { Seek::At(at) } else { Seek::Past }
    }

    /// The start of the first ill-formed sequence in `from..to`.
    pub(super) fn ill_formed_in(&self, text: &[u8], from: usize, to: usize) -> Option<usize> {
        let mut at = from.max(self.first_ill_formed?);
        if at < to {
            at = item_around(text, at).0;
        }
        while at < to {
            let item = item_at(text, at);
            if !item.well_formed {
                return Some(at);
            }
            at += item.len;
        }
        None
    }
}

fn units_of(len: usize, well_formed: bool, encoding: PositionEncoding) -> u64 {
    match encoding {
        PositionEncoding::Utf8 => len as u64,
        PositionEncoding::Utf16 if len == 4 && well_formed => 2,
        _ => 1,
    }
}
