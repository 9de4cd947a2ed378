//! Where a region of SARIF is, in each reading that its run leaves open. They must lead to one
//! place.
//!
//! A run that does not say what its columns count may count anything: GCC counts cells of a
//! terminal, of which a tab takes up to eight. Then a column is known only behind plain ASCII. And
//! whether a byte order mark counts, tools do not agree: markdownlint leaves it out, as SARIF asks,
//! clang, biome and ast-grep count it. What shows which reading is meant is the text that the region
//! must have, or its offset in bytes.

use alloc::format;
use alloc::vec;
use alloc::vec::Vec;

use super::edits::{End, Region};
use super::place::{NoPlace, Places, both, lines_in, range_of, told};
use crate::text::{BYTE_ORDER_MARK, ByteRange, LineIndex, Position, PositionEncoding};

/// What one reading takes a region for.
type Read = Result<ByteRange, Vec<NoPlace>>;

/// One way to count.
#[derive(Clone, Copy)]
struct Reading {
    unit: PositionEncoding,
    /// Whether a byte order mark is counted.
    counts_mark: bool,
}

impl Places<'_> {
    /// The range of a region whose text is to be `snippet`, if that is said.
    #[inline(never)]
    pub(super) fn region(&mut self, region: &Region, snippet: Option<&[u8]>) -> Read {
        let stated = region.bytes.map(|(start, end)| ByteRange::new(start, end));
        let stated = stated.transpose().map_err(|error| vec![error.into()])?;
        if region.flat.is_none() && region.lines.is_none() {
            return stated.ok_or_else(|| {
                vec![NoPlace {
                    code: "EDIT_REQUEST_INVALID",
                    message: "the region has no place".into(),
                }]
            });
        }
        let readings = self.readings(region);
        let read: Vec<Read> = readings
            .iter()
            .map(|reading| self.read_as(region, *reading))
            .collect();
        let is_right = |range: &ByteRange| match (stated, snippet) {
            (Some(stated), _) => *range == stated,
            (None, Some(snippet)) => self.text_at(*range) == Some(snippet),
            (None, None) => false,
        };
        let ranges = || read.iter().flatten();
        if let Some(right) = ranges().find(|range| is_right(range)) {
            return match ranges().find(|other| is_right(other) && *other != right) {
                Some(other) => Err(open(&format!(
                    "its text stands at bytes {right}, and at bytes {other}"
                ))),
                None => Ok(*right),
            };
        }
        if let (Some(stated), Some(other)) = (stated, ranges().next()) {
            return Err(vec![NoPlace {
                code: "POSITION_MISMATCH",
                message: format!("the region is at bytes {stated}, and at bytes {other}"),
            }]);
        }
        self.only(region, snippet.is_some(), &readings, read)
    }

    /// The place that all readings lead to, where nothing shows which of them is meant.
    fn only(
        &mut self,
        region: &Region,
        is_checked: bool,
        readings: &[Reading],
        read: Vec<Read>,
    ) -> Read {
        let mut all = read.into_iter();
        let first = all.next().unwrap_or_else(|| Err(Vec::new()));
        let other = all
            .zip(readings.iter().skip(1))
            .find(|(it, _)| *it != first);
        if let Some((_, reading)) = other {
            return Err(open(if reading.counts_mark {
                "the text begins with a byte order mark, and nothing says whether it counts as a column"
            } else {
                "the columns are other places in UTF-16 code units than in code points, and nothing \
                 says which of them are counted"
            }));
        }
        let range = first?;
        // A text that is not there is told by whoever looks for it.
        if !is_checked && self.counting.encoding.is_none() && !self.is_plain_before(region, range) {
            return Err(open(
                "a tab or a character that is no ASCII stands before the column, and nothing says \
                 what columns count",
            ));
        }
        Ok(range)
    }

    /// In which ways the columns, and the offsets in their unit, may be counted.
    fn readings(&self, region: &Region) -> Vec<Reading> {
        const UNITS: [PositionEncoding; 2] = [PositionEncoding::Utf16, PositionEncoding::Utf32];
        let known = self.counting.encoding.map(|unit| [unit]);
        let units = known.as_ref().map_or(&UNITS[..], |known| &known[..]);
        let is_first = region.lines.is_some_and(|(start, _)| start.line == 0);
        let is_open = is_first || region.flat.is_some();
        let marks: &[bool] = if is_open && self.text().starts_with(BYTE_ORDER_MARK) {
            &[false, true]
        } else {
            &[false]
        };
        let of_units = |counts_mark: &bool| {
            let counts_mark = *counts_mark;
            units.iter().map(move |unit| Reading {
                unit: *unit,
                counts_mark,
            })
        };
        marks.iter().flat_map(of_units).collect()
    }

    fn read_as(&mut self, region: &Region, reading: Reading) -> Read {
        let clamp = self.clamp;
        let index = if reading.counts_mark {
            self.counting_mark()
        } else {
            self.index()
        };
        let flat = region.flat.map(|(start, end)| {
            let mark = flat_mark(index, reading.unit);
            let offset = |at: u64| {
                index.convert_offset(
                    at.saturating_add(mark),
                    reading.unit,
                    PositionEncoding::Utf8,
                )
            };
            let ends = both(offset(start), || offset(end));
            range_of(ends).map_err(|ends| told(ends, NoPlace::from))
        });
        let lines = region.lines.map(|(start, end)| {
            let ends = lines_in(index, (start, end), reading.unit, clamp);
            range_of(ends).map_err(|ends| told(ends, NoPlace::from_one))
        });
        // No tool that counts the mark means a place before it.
        let behind_mark = |read: Read| {
            let range = read.ok().filter(|_| reading.counts_mark)?;
            let mark = BYTE_ORDER_MARK.len() as u64;
            ByteRange::new(range.start().max(mark), range.end().max(mark)).ok()
        };
        let [flat, lines] =
            [flat, lines].map(|read| read.map(|read| behind_mark(read.clone()).map_or(read, Ok)));
        match (flat, lines) {
            (Some(flat), Some(lines)) => {
                let (flat, lines) = (flat?, lines?);
                if flat == lines {
                    return Ok(flat);
                }
                Err(vec![NoPlace {
                    code: "POSITION_MISMATCH",
                    message: format!("the region is at bytes {flat}, and at bytes {lines}"),
                }])
            }
            (Some(one), None) | (None, Some(one)) => one,
            (None, None) => Err(Vec::new()),
        }
    }

    fn text_at(&self, range: ByteRange) -> Option<&[u8]> {
        let at = |offset: u64| usize::try_from(offset).ok();
        self.text().get(at(range.start())?..at(range.end())?)
    }

    /// Whether every column of a region counts the same in whatever unit: only plain ASCII stands
    /// before it on its line.
    fn is_plain_before(&mut self, region: &Region, range: ByteRange) -> bool {
        let Some((_, end)) = region.lines else {
            return true;
        };
        let mut is_plain = |offset: u64| {
            let position = self.index().position(offset, PositionEncoding::Utf8);
            let start = position.ok().and_then(|at| offset.checked_sub(at.column));
            let before = start.and_then(|start| self.text_at(ByteRange::new(start, offset).ok()?));
            before.is_some_and(|before| before.iter().all(|byte| matches!(byte, 0x20..=0x7e)))
        };
        is_plain(range.start()) && (matches!(end, End::OfLine(_)) || is_plain(range.end()))
    }
}

/// How many units a byte order mark takes that offsets do not count.
pub(super) fn flat_mark(index: &LineIndex<'_>, unit: PositionEncoding) -> u64 {
    let stripped = index.position(3, PositionEncoding::Utf8) == Ok(Position::new(0, 0));
    match unit {
        _ if !stripped => 0,
        PositionEncoding::Utf8 => 3,
        PositionEncoding::Utf16 | PositionEncoding::Utf32 => 1,
    }
}

fn open(why: &str) -> Vec<NoPlace> {
    vec![NoPlace {
        code: "EDIT_ENCODING_UNKNOWN",
        message: why.into(),
    }]
}
