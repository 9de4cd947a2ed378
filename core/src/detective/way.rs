//! The ways in which a tool may count, and what a place is under each: hypotheses
//! as data, with the arithmetic in both directions. Which one is right is decided in
//! `search`.

use memchr::memmem::Finder;
use unicode_width::UnicodeWidthChar as _;

use super::case::{Case, Field};
use super::copy::Reading;
use super::texts::{Text, mark};
use crate::text::{BomPolicy, ByteRange, EndRule, Position, PositionEncoding};

/// What one column counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Unit {
    Encoded(PositionEncoding),
    /// Code points, but tabs go to the next stop.
    Tabbed(u32),
    /// Cells of a terminal.
    Display(u32),
    /// See [`crate::dialect::convention::ColumnUnit::DoublyConverted`].
    DoublyConverted,
}

impl Unit {
    /// The units in which the columns of a place can be computed, but no place be looked up by its
    /// columns; the likelier first.
    pub(super) const OTHERS: [Self; 5] = [
        Self::Tabbed(8),
        Self::Display(8),
        Self::Tabbed(4),
        Self::Display(4),
        Self::DoublyConverted,
    ];

    fn encoding(self) -> Option<PositionEncoding> {
        match self {
            Self::Encoded(encoding) => Some(encoding),
            _ => None,
        }
    }

    /// Columns of the head of a line.
    fn width(self, head: &[u8]) -> Option<u64> {
        let head = core::str::from_utf8(head).ok()?;
        let to_stop = |at: u64, stop: u32| {
            let stop = u64::from(stop.max(1));
            stop - at % stop
        };
        Some(match self {
            Self::Encoded(unit) => unit.length_of(head),
            Self::Display(stop) => head.chars().fold(0, |at, point| match point {
                '\t' => at + to_stop(at, stop),
                point => at + point.width().unwrap_or(0) as u64,
            }),
            Self::Tabbed(stop) => head.chars().fold(0, |at, point| match point {
                '\t' => at + to_stop(at, stop),
                _ => at + 1,
            }),
            Self::DoublyConverted => {
                // The code points that are wholly inside that many bytes and one more.
                let bytes = head.chars().count() as u64 + 1;
                let inside = |(at, point): &(usize, char)| (at + point.len_utf8()) as u64 <= bytes;
                head.char_indices().take_while(inside).count() as u64
            }
        })
    }
}

/// A way to count offsets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Offsets {
    pub(super) unit: PositionEncoding,
    pub(super) bom: BomPolicy,
    pub(super) reading: Reading,
    pub(super) base: i64,
}

/// What says where a range ends, in offsets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum OffsetEnd {
    After,
    Inclusive,
    Length,
}

/// A way to count lines and columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Places {
    /// Class of line terminators, see `texts`.
    pub(super) class: usize,
    pub(super) line_base: i64,
    pub(super) unit: Unit,
    pub(super) bom: BomPolicy,
    pub(super) column_base: i64,
}

/// How the two ends of a range are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Ends<W, R> {
    pub(super) start: W,
    pub(super) end: W,
    pub(super) rule: R,
}

impl<W: Copy, R> Ends<W, R> {
    pub(super) const fn both(way: W, rule: R) -> Self {
        Self {
            start: way,
            end: way,
            rule,
        }
    }
}

/// Which of the numbers is taken for true, to hold the others to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Anchor {
    Offsets,
    Places,
    /// The only place of the text on the line that is stated.
    OnLine {
        class: usize,
        base: i64,
    },
    /// The only place of the text in its file.
    InFile,
}

/// One explanation of all numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Hypothesis {
    pub(super) anchor: Anchor,
    pub(super) offsets: Option<Ends<Offsets, OffsetEnd>>,
    pub(super) places: Option<Ends<Places, EndRule>>,
}

/// Where a range is: its first byte, and the one after its last if that is known.
pub(super) type Truth = (u64, Option<u64>);

impl Offsets {
    /// The number that stands for a place.
    pub(super) fn number(self, text: &Text<'_>, at: u64) -> Option<i64> {
        let flat = text.flat(at, self.unit, self.bom, self.reading)?;
        flat.checked_add(self.base)
    }

    fn place(self, text: &Text<'_>, number: i64) -> Option<u64> {
        let flat = number.checked_sub(self.base)?;
        text.place(flat, self.unit, self.bom, self.reading)
    }

    /// The number that stands for the end of a range.
    pub(super) fn end_number(
        self,
        text: &Text<'_>,
        rule: OffsetEnd,
        (start, end): (u64, u64),
    ) -> Option<i64> {
        let after = self.number(text, end)?;
        match rule {
            OffsetEnd::After => Some(after),
            OffsetEnd::Inclusive if start == end => Some(after),
            OffsetEnd::Inclusive => after.checked_sub(1),
            OffsetEnd::Length => after.checked_sub(self.number(text, start)?),
        }
    }

    fn end_place(self, text: &Text<'_>, rule: OffsetEnd, start: u64, number: i64) -> Option<u64> {
        match rule {
            OffsetEnd::After => self.place(text, number),
            OffsetEnd::Inclusive => self.place(text, number.checked_add(1)?),
            OffsetEnd::Length => self.place(text, self.number(text, start)?.checked_add(number)?),
        }
    }
}

impl Places {
    /// Line and column of a place, both from 0.
    pub(super) fn plain(self, text: &Text<'_>, at: u64) -> Option<(i64, i64)> {
        let index = text.index(self.class);
        let found = if let Some(encoding) = self.unit.encoding() {
            index.position(at, encoding).ok()?
        } else {
            let line = index.position(at, PositionEncoding::Utf8).ok()?.line;
            self.counted(text, line, at)?
        };
        self.unmarked(text, found)
    }

    /// The end of a range.
    pub(super) fn plain_end(
        self,
        text: &Text<'_>,
        rule: EndRule,
        (start, end): (u64, u64),
    ) -> Option<(i64, i64)> {
        if rule == EndRule::After || start == end {
            return self.plain(text, end);
        }
        let index = text.index(self.class);
        let found = if let Some(encoding) = self.unit.encoding() {
            let range = ByteRange::new(start, end).ok()?;
            index.range_positions(range, encoding, rule).ok()?.1
        } else {
            let last = index.position_clamped(end.checked_sub(1)?, PositionEncoding::Utf8);
            let mut found = self.counted(text, last.line, end)?;
            if rule == EndRule::Inclusive {
                found.column = found.column.checked_sub(1)?;
            }
            found
        };
        self.unmarked(text, found)
    }

    fn counted(self, text: &Text<'_>, line: u64, at: u64) -> Option<Position> {
        let begins = text.index(self.class).line_range(line).ok()?.start();
        let head = text.slice((begins, at))?;
        Some(Position::new(line, self.unit.width(head)?))
    }

    /// Takes the byte order mark off the first line, if it does not count.
    fn unmarked(self, text: &Text<'_>, found: Position) -> Option<(i64, i64)> {
        let (line, mut column) = (signed(found.line)?, signed(found.column)?);
        if line == 0 && text.strips(self.bom) {
            column = (column - self.marked()).max(0);
        }
        Some((line, column))
    }

    fn marked(self) -> i64 {
        match self.unit {
            Unit::Encoded(encoding) => mark(encoding),
            Unit::Display(_) => 0,
            _ => 1,
        }
    }

    /// The numbers that stand for a position.
    pub(super) const fn based(self, (line, column): (i64, i64)) -> (i64, i64) {
        (
            line.saturating_add(self.line_base),
            column.saturating_add(self.column_base),
        )
    }

    fn position(self, text: &Text<'_>, (line, column): (i64, i64)) -> Option<Position> {
        let line = line.checked_sub(self.line_base)?;
        let mut column = column.checked_sub(self.column_base)?;
        if column < 0 {
            return None;
        }
        if line == 0 && text.strips(self.bom) {
            column = column.checked_add(self.marked())?;
        }
        let unsigned = |number: i64| u64::try_from(number).ok();
        Some(Position::new(unsigned(line)?, unsigned(column)?))
    }

    fn place(self, text: &Text<'_>, numbers: (i64, i64)) -> Option<u64> {
        let position = self.position(text, numbers)?;
        let index = text.index(self.class);
        index.offset(position, self.unit.encoding()?).ok()
    }

    fn end_place(
        self,
        text: &Text<'_>,
        rule: EndRule,
        start: u64,
        numbers: (i64, i64),
    ) -> Option<u64> {
        if rule == EndRule::After {
            return self.place(text, numbers);
        }
        let encoding = self.unit.encoding()?;
        let index = text.index(self.class);
        let from = index.position(start, encoding).ok()?;
        let to = self.position(text, numbers)?;
        let range = index.positions_range(from, to, encoding, rule).ok()?;
        Some(range.end())
    }
}

fn signed(number: u64) -> Option<i64> {
    i64::try_from(number).ok()
}

impl Hypothesis {
    /// Where a range is if the anchor holds; else the number that stands for no place, if it is
    /// one's fault.
    pub(super) fn truth(&self, case: &Case, text: &Text<'_>) -> Result<Truth, Option<Field>> {
        // A range that does not state the numbers of the anchor may state the others.
        let anchor = match self.anchor {
            Anchor::Offsets if case.number(Field::ByteStart).is_none() => Anchor::Places,
            Anchor::Places if case.number(Field::StartColumn).is_none() => Anchor::Offsets,
            anchor => anchor,
        };
        match anchor {
            Anchor::Offsets => {
                let (Some(way), Some(number)) = (self.offsets, case.number(Field::ByteStart))
                else {
                    return Err(None);
                };
                let start = way.start.place(text, number);
                let start = start.ok_or(Some(Field::ByteStart))?;
                let number = case.number(Field::ByteEnd);
                let end = || way.end.end_place(text, way.rule, start, number?);
                ended(case, text, start, number.is_some(), end, Field::ByteEnd)
            }
            Anchor::Places => {
                let Some(way) = self.places else {
                    return Err(None);
                };
                let numbers = |line, column| Some((case.number(line)?, case.number(column)?));
                let from = numbers(Field::StartLine, Field::StartColumn).ok_or(None)?;
                let start = way
                    .start
                    .place(text, from)
                    .ok_or(Some(Field::StartColumn))?;
                let to = numbers(Field::EndLine, Field::EndColumn);
                let end = || way.end.end_place(text, way.rule, start, to?);
                ended(case, text, start, to.is_some(), end, Field::EndColumn)
            }
            Anchor::OnLine { class, base } => {
                let wanted = case.text.as_deref().ok_or(None)?;
                let line = case.number(Field::StartLine).ok_or(None)?;
                let line = u64::try_from(line.saturating_sub(base));
                let line = line.map_err(|_| Some(Field::StartLine))?;
                let range = text.index(class).line_range(line);
                let range = range.map_err(|_| Some(Field::StartLine))?;
                only(text, wanted, (range.start(), range.end())).ok_or(None)
            }
            Anchor::InFile => {
                let wanted = case.text.as_deref().ok_or(None)?;
                only(text, wanted, (0, text.bytes().len() as u64)).ok_or(None)
            }
        }
    }
}

/// The place of a range that begins at `start`: it ends where its text ends, or without one where
/// the document says.
fn ended(
    case: &Case,
    text: &Text<'_>,
    start: u64,
    is_stated: bool,
    stated: impl FnOnce() -> Option<u64>,
    field: Field,
) -> Result<Truth, Option<Field>> {
    if let Some(wanted) = &case.text {
        let end = super::evidence::end_of(text, start, wanted).ok_or(None)?;
        return Ok((start, Some(end)));
    }
    if !is_stated {
        return Ok((start, None));
    }
    let end = stated().filter(|end| *end >= start);
    Ok((start, Some(end.ok_or(Some(field))?)))
}

/// The only place of a text that begins inside a range of the source.
fn only(text: &Text<'_>, wanted: &str, (from, to): (u64, u64)) -> Option<Truth> {
    // A tool may show something else from here on; what stands before that is looked for as it is.
    let firm = wanted.find(['\n', '\u{FFFD}']).unwrap_or(wanted.len());
    let firm = wanted.as_bytes().get(..firm.max(1))?;
    let beyond = to.saturating_add(firm.len() as u64 - 1);
    let window = text.slice((from, beyond.min(text.bytes().len() as u64)))?;
    let finder = Finder::new(firm);
    let (mut found, mut start) = (None, 0);
    while let Some(next) = finder.find(window.get(start..)?) {
        let at = from + (start + next) as u64;
        if let Some(end) = super::evidence::end_of(text, at, wanted) {
            if found.is_some() {
                return None;
            }
            found = Some((at, Some(end)));
        }
        start += next + 1;
    }
    found
}
