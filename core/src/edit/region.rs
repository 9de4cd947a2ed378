//! Where a region of SARIF is, in each reading that its run leaves open. They must lead to one
//! place.
//!
//! A run that does not say what its columns count may count anything: GCC counts cells of a
//! terminal, of which a tab takes up to eight. Then a column is known only behind plain ASCII, where
//! all units agree. And whether a byte order mark counts, tools do not agree: markdownlint leaves it out, as SARIF asks,
//! clang, biome and ast-grep count it. What shows which reading is meant is the text that the region
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
        let lines = region.lines.map(|(start, end)| {
            let ends = match reading.unit {
                Unit::Encoded(encoding) => lines_in(index, (start, end), encoding, clamp),
                Unit::Cells(stop) => in_cells(index, (start, end), stop),
            };
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
            "the text begins with a byte order mark, and nothing says whether it counts as a column",
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

/// The ends of lines and columns in cells of a terminal.
fn in_cells(
    index: &LineIndex<'_>,
    (start, end): (Position, End),
    tab_stop: u64,
) -> Result<(u64, u64), Vec<TextError>> {
    let offset = |at: Position| {
        let line = index.line_content_range(at.line)?;
        let bounds = usize::try_from(line.start())
            .ok()
            .zip(usize::try_from(line.end()).ok());
        let content = bounds.and_then(|(start, end)| index.text().get(start..end));
        let offset = behind_cells(content.unwrap_or_default(), at.column, tab_stop);
        let before = offset.map(|offset| line.start().saturating_add(offset));
        before.ok_or(TextError::ColOutOfRange {
            line: at.line,
            column: at.column,
            first: 0,
            last: line.end().saturating_sub(line.start()),
        })
    };
    both(offset(start), || match end {
        End::At(position) => offset(position),
        End::OfLine(line) => Ok(index.line_content_range(line)?.end()),
    })
}

/// How many bytes of a line so many cells of a terminal take.
fn behind_cells(line: &[u8], cells: u64, tab_stop: u64) -> Option<u64> {
    let text = core::str::from_utf8(line).ok()?;
    let mut at = 0;
    for (offset, character) in text.char_indices() {
        if at >= cells {
            return (at == cells).then_some(offset as u64);
        }
        at += match character {
            '\t' => tab_stop - at % tab_stop,
            character => character.width().unwrap_or(0) as u64,
        };
    }
    (at == cells).then_some(text.len() as u64)
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
