//! Where a region of SARIF is, in each reading that its run leaves open. They must lead to one
//! place.
//!
//! A run that does not say what its columns count may count anything: GCC counts cells of a
//! terminal, of which a tab takes up to eight. Then a column is known only behind plain ASCII, where
//! all units agree. And whether a byte order mark counts, tools do not agree: markdownlint leaves it
//! out, as SARIF asks, clang, biome and ast-grep count it. What shows which reading is meant is the text that the region
//! must have, or its offset in bytes.

use alloc::format;
use alloc::vec;
use alloc::vec::Vec;

use unicode_width::UnicodeWidthChar as _;

use super::edits::{End, Region};
use super::place::{NoPlace, Places, both, lines_in, range_of, told};
use crate::text::{BYTE_ORDER_MARK, ByteRange, LineIndex, Position, PositionEncoding, TextError};

/// What one reading takes a region for.
type Read = Result<ByteRange, Vec<NoPlace>>;

/// What a column may count.
#[derive(Clone, Copy)]
enum Unit {
    Encoded(PositionEncoding),
    /// Cells of a terminal, a tab to the next multiple of so many.
    Cells(u64),
}

/// The units of which tools were seen to print columns without saying so.
const UNITS: [Unit; 5] = [
    Unit::Encoded(PositionEncoding::Utf16),
    Unit::Encoded(PositionEncoding::Utf32),
    Unit::Encoded(PositionEncoding::Utf8),
    Unit::Cells(8),
    Unit::Cells(1),
];

/// One way to count.
#[derive(Clone, Copy)]
struct Reading {
    unit: Unit,
    /// Whether a byte order mark is counted.
    counts_mark: bool,
}

impl Places<'_> {
    /// The range of a region whose text is to be `snippet`, if that is said.
    #[inline(never)]
    pub(super) fn region(&mut self, region: &Region, snippet: Option<&[u8]>) -> Read {
        let stated = region.bytes.map(|(start, end)| ByteRange::new(start, end));
        let stated = stated.transpose().map_err(|error| vec![error.into()])?;
        if let (Some(stated), None, None) = (stated, region.flat, region.lines) {
            return Ok(stated);
        }
        let readings = self.readings(region);
        let read: Vec<Read> = readings
            .iter()
            .map(|reading| self.read_as(region, *reading))
            .collect();
        // An empty text is everywhere.
        let snippet = snippet.filter(|snippet| !snippet.is_empty());
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
        only(read, &readings)
    }

    /// In which ways the columns, and the offsets in their unit, may be counted.
    fn readings(&self, region: &Region) -> Vec<Reading> {
        let is_first = region.lines.is_some_and(|(start, _)| start.line == 0);
        let is_open = is_first || region.flat.is_some();
        let marks: &[bool] = if is_open && self.text().starts_with(BYTE_ORDER_MARK) {
            &[false, true]
        } else {
            &[false]
        };
        let known = self.counting.encoding.map(|unit| [Unit::Encoded(unit)]);
        let units: &[Unit] = match &known {
            Some(known) => known,
            // Characters from the start of a text are no cells, and bytes have a name of their own.
            None if region.lines.is_none() => &UNITS[..2],
            None => &UNITS,
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
        let cells = match (reading.unit, region.lines) {
            (Unit::Cells(stop), Some(lines)) => {
                Some(self.in_cells(lines, (stop, reading.counts_mark)))
            }
            _ => None,
        };
        let index = if reading.counts_mark {
            self.counting_mark()
        } else {
            self.index()
        };
        let encoding = match reading.unit {
            Unit::Encoded(encoding) => encoding,
            Unit::Cells(_) => PositionEncoding::Utf16,
        };
        let flat = region.flat.map(|(start, end)| {
            let mark = flat_mark(index, encoding);
            let offset = |at: u64| {
                index.convert_offset(at.saturating_add(mark), encoding, PositionEncoding::Utf8)
            };
            let ends = both(offset(start), || offset(end));
            range_of(ends).map_err(|ends| told(ends, NoPlace::from))
        });
        let lines = region.lines.map(|lines| {
            let ends = cells.unwrap_or_else(|| lines_in(index, lines, encoding, clamp));
            range_of(ends).map_err(|ends| told(ends, NoPlace::from_one))
        });
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
}

/// The place that all readings lead to, where nothing shows which of them is meant. A reading is
/// none if offsets and lines contradict each other in it, or if a tab or a wide character has no
/// such cell.
fn only(read: Vec<Read>, readings: &[Reading]) -> Read {
    let is_none = |read: &Read, reading: &Reading| match read {
        Ok(_) => false,
        Err(why) => {
            matches!(reading.unit, Unit::Cells(_))
                || why.iter().any(|why| why.code == "POSITION_MISMATCH")
        }
    };
    let first = read.first().cloned();
    let all = read.into_iter().zip(readings);
    let mut all = all.filter(|(read, reading)| !is_none(read, reading));
    let Some((first, _)) = all.next() else {
        return first.unwrap_or_else(|| Err(Vec::new()));
    };
    // No tool that counts the mark means a place before it.
    let is_other = |other: &Read, reading: &Reading| match (&first, other) {
        (Ok(first), Ok(other)) if reading.counts_mark => {
            behind_mark(*other).as_ref() != Some(first)
        }
        (Err(_), Err(_)) => false,
        (first, other) => first != other,
    };
    match all.find(|(other, reading)| is_other(other, reading)) {
        None => first,
        Some((_, reading)) if reading.counts_mark => Err(open(
            "the text begins with a byte order mark, and nothing shows whether it counts",
        )),
        Some(_) => Err(open(
            "the columns are other places in other units (UTF-16 code units, code points, bytes, cells of \
             a terminal), and nothing says which of them are counted",
        )),
    }
}

/// The same range, as far as it is behind a byte order mark.
fn behind_mark(range: ByteRange) -> Option<ByteRange> {
    let mark = BYTE_ORDER_MARK.len() as u64;
    ByteRange::new(range.start().max(mark), range.end().max(mark)).ok()
}

/// A line, and how many cells of a terminal stand before each of its characters.
#[derive(Debug)]
pub(super) struct CellLine {
    number: u64,
    tab_stop: u64,
    counts_mark: bool,
    /// Where it starts in the text.
    start: u64,
    /// The cells before a character, and the bytes. What has no cell belongs to the character before
    /// it.
    before: Vec<(u64, u64)>,
}

impl CellLine {
    fn of(
        index: &LineIndex<'_>,
        (number, tab_stop, counts_mark): (u64, u64, bool),
    ) -> Result<Self, TextError> {
        let line = index.line_content_range(number)?;
        let bounds = usize::try_from(line.start())
            .ok()
            .zip(usize::try_from(line.end()).ok());
        let content = bounds.and_then(|(start, end)| index.text().get(start..end));
        let content = core::str::from_utf8(content.unwrap_or_default()).unwrap_or_default();
        let mut before = vec![(0, 0)];
        let mut at = 0;
        for (offset, character) in content.char_indices() {
            at += match character {
                '\t' => tab_stop - at % tab_stop,
                character => character.width().unwrap_or(0) as u64,
            };
            let end = (offset + character.len_utf8()) as u64;
            match before.last_mut() {
                Some(last) if last.0 == at && at > 0 => last.1 = end,
                Some(last) if last.0 == at => {}
                _ => before.push((at, end)),
            }
        }
        Ok(Self {
            number,
            tab_stop,
            counts_mark,
            start: line.start(),
            before,
        })
    }

    fn offset(&self, cells: u64) -> Result<u64, TextError> {
        let at = self.before.binary_search_by_key(&cells, |(at, _)| *at);
        let found = at.ok().and_then(|at| self.before.get(at));
        found
            .map(|(_, offset)| self.start.saturating_add(*offset))
            .ok_or(TextError::ColOutOfRange {
                line: self.number,
                column: cells,
                first: 0,
                last: self.before.last().map_or(0, |(cells, _)| *cells),
            })
    }
}

impl Places<'_> {
    /// The ends of lines and columns in cells of a terminal. Regions in one line follow each other,
    /// so that its cells are counted once.
    fn in_cells(
        &mut self,
        (start, end): (Position, End),
        (tab_stop, counts_mark): (u64, bool),
    ) -> Result<(u64, u64), Vec<TextError>> {
        let mut offset = |at: Position| {
            let is_it = |line: &CellLine| {
                (line.number, line.tab_stop, line.counts_mark) == (at.line, tab_stop, counts_mark)
            };
            let known = self.cells.iter().position(is_it);
            let known = if let Some(known) = known {
                known
            } else {
                let index = if counts_mark {
                    self.counting_mark()
                } else {
                    self.index()
                };
                let line = CellLine::of(index, (at.line, tab_stop, counts_mark))?;
                if self.cells.len() >= LINES {
                    self.cells.remove(0);
                }
                self.cells.push(line);
                self.cells.len() - 1
            };
            self.cells
                .get(known)
                .map_or(Ok(0), |line| line.offset(at.column))
        };
        let first = offset(start);
        match end {
            End::At(position) => {
                let last = offset(position);
                both(first, || last)
            }
            End::OfLine(line) => {
                let last = self.index().line_content_range(line).map(ByteRange::end);
                both(first, || last)
            }
        }
    }
}

/// So many lines are kept: those of both ends, for each way to count.
const LINES: usize = 8;

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
