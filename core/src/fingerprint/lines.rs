//! The lines of a text as fingerprints see them: ended by LF, CR or CRLF, some of
//! them blank.

use alloc::vec::Vec;
use core::ops::Range;

/// How many lines above and below a finding belong to its context.
const NEIGHBOURS: usize = 2;

/// Where the lines of a text begin, and which of them hold more than blanks.
pub(super) struct Lines {
    starts: Vec<usize>,
    /// Numbers of the lines that are not blank, in order.
    solid: Vec<usize>,
    length: usize,
}

impl Lines {
    /// Time O(n), memory O(lines).
    pub(super) fn of(text: &[u8]) -> Self {
        let mut starts = alloc::vec![0];
        let mut solid = Vec::new();
        let mut blank = true;
        let mut units = text.iter().enumerate().peekable();
        while let Some((at, &unit)) = units.next() {
            match unit {
                b' ' | b'\t' => {}
                b'\r' | b'\n' => {
                    let pair =
                        unit == b'\r' && units.next_if(|(_, next)| **next == b'\n').is_some();
                    starts.push(at + 1 + usize::from(pair));
                    blank = true;
                }
                _ => {
                    if blank {
                        solid.push(starts.len() - 1);
                    }
                    blank = false;
                }
            }
        }
        Self {
            starts,
            solid,
            length: text.len(),
        }
    }

    /// The number of the line that an offset is on, from 0.
    pub(super) fn of_offset(&self, offset: usize) -> usize {
        self.starts
            .partition_point(|start| *start <= offset)
            .saturating_sub(1)
    }

    /// The first and the last line that a range touches. An end at the start of a line
    /// does not touch it.
    pub(super) fn touched(&self, start: usize, end: usize) -> (usize, usize) {
        let last = if end > start { end - 1 } else { end };
        (self.of_offset(start), self.of_offset(last))
    }

    /// The nearest lines above a line that are not blank, as places in `solid`.
    pub(super) fn above(&self, line: usize) -> (usize, usize) {
        let end = self.solid.partition_point(|solid| *solid < line);
        (end.saturating_sub(NEIGHBOURS), end)
    }

    /// The nearest lines below a line that are not blank.
    pub(super) fn below(&self, line: usize) -> (usize, usize) {
        let start = self.solid.partition_point(|solid| *solid <= line);
        (start, (start + NEIGHBOURS).min(self.solid.len()))
    }

    /// The bytes of these lines, with their terminators.
    pub(super) fn solid(
        &self,
        (first, end): (usize, usize),
    ) -> impl Iterator<Item = Range<usize>> + '_ {
        let lines = self.solid.get(first..end).unwrap_or_default().iter();
        lines.filter_map(|&line| {
            let start = *self.starts.get(line)?;
            Some(start..self.starts.get(line + 1).copied().unwrap_or(self.length))
        })
    }
}

/// The texts with their lines evened out: no blanks at either end of a line, one space
/// for a run of them inside, no blank lines, LF between lines.
pub(super) fn even<'t>(texts: impl IntoIterator<Item = &'t [u8]>) -> Vec<u8> {
    let mut even = Vec::new();
    for text in texts {
        for line in text.split(|unit| matches!(unit, b'\r' | b'\n')) {
            let words = line.split(|unit| matches!(unit, b' ' | b'\t'));
            let mut first = true;
            for word in words.filter(|word| !word.is_empty()) {
                if !first {
                    even.push(b' ');
                } else if !even.is_empty() {
                    even.push(b'\n');
                }
                even.extend_from_slice(word);
                first = false;
            }
        }
    }
    even
}
