//! Hypotheses in words: for programs, member by member, and for people, in a sentence.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::breaks::Terminators;
use super::case::{Case, Field};
use super::copy::Reading;
use super::evaluator::Evaluator;
use super::report::SpanConvention;
use super::search::{OF_COLUMNS, OF_LAST_LINE, OF_LINES, OF_OFFSETS};
use super::way::{Hypothesis, OffsetEnd, Offsets, Places, Unit};
use crate::text::{BomPolicy, EndRule, PositionEncoding};

/// Kinds of numbers: those that the ranges state, or those that a sentence is about.
#[derive(Debug, Clone, Copy)]
pub(super) struct Kinds(u8);

impl Kinds {
    pub(super) const OFFSETS: Self = Self(1);
    pub(super) const LINES: Self = Self(2);
    pub(super) const COLUMNS: Self = Self(4);
    const ENDS: Self = Self(8);
    /// Not a number: whether a text begins with a byte order mark.
    const MARK: Self = Self(16);
    pub(super) const ALL: Self = Self(31);

    fn from_each(each: [(Self, bool); 5]) -> Self {
        let set = each.into_iter().filter(|(_, is)| *is);
        Self(set.fold(0, |all, (kind, _)| all | kind.0))
    }

    /// The kinds that any range states.
    pub(super) fn stated(evaluator: &Evaluator<'_, '_>) -> Self {
        let cases = evaluator.cases.iter();
        let any = |field: Field| {
            cases
                .clone()
                .any(|case: &Case| case.number(field).is_some())
        };
        Self::from_each([
            (Self::OFFSETS, any(Field::ByteStart)),
            (Self::LINES, any(Field::StartLine)),
            (Self::COLUMNS, any(Field::StartColumn)),
            (Self::ENDS, any(Field::EndLine)),
            (Self::MARK, evaluator.texts.have_mark()),
        ])
    }

    /// The kinds on which a hypothesis deviates; all if it does not.
    pub(super) fn of(deviation: u32) -> Self {
        if deviation == 0 {
            return Self::ALL;
        }
        Self::from_each([
            (Self::OFFSETS, deviation & OF_OFFSETS != 0),
            (Self::LINES, deviation & OF_LINES != 0),
            (Self::COLUMNS, deviation & OF_COLUMNS != 0),
            (Self::ENDS, deviation & OF_LAST_LINE != 0),
            (Self::MARK, true),
        ])
    }

    pub(super) const fn has(self, kind: Self) -> bool {
        self.0 & kind.0 != 0
    }

    const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

/// The bits of `search::deviation`, each with the member of a convention that it is about.
const AXES: [(u32, &str); 20] = [
    (0, "offset_end"),
    (1, "offset_unit"),
    (2, "offset_bom"),
    (3, "offset_text"),
    (4, "offset_base"),
    (5, "offset_unit"),
    (6, "offset_bom"),
    (7, "offset_text"),
    (8, "offset_base"),
    (9, "end_rule"),
    (10, "line_terminators"),
    (11, "line_base"),
    (12, "column_unit"),
    (13, "column_bom"),
    (14, "column_base"),
    (15, "line_terminators"),
    (16, "line_base"),
    (17, "column_unit"),
    (18, "column_bom"),
    (19, "column_base"),
];

/// The members of a convention that a deviation is about, each once.
pub(super) fn axes(deviation: u32) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for (bit, axis) in AXES {
        if deviation & (1 << bit) != 0 && !all.iter().any(|known| known == axis) {
            all.push(axis.to_owned());
        }
    }
    all
}

/// How a hypothesis counts the starts of the ranges, or their ends.
pub(super) fn convention(
    evaluator: &Evaluator<'_, '_>,
    hypothesis: &Hypothesis,
    stated: Kinds,
    ends: bool,
) -> SpanConvention {
    let offsets = hypothesis.offsets.filter(|_| stated.has(Kinds::OFFSETS));
    let way = offsets.map(|ways| if ends { ways.end } else { ways.start });
    let places = hypothesis.places.filter(|_| stated.has(Kinds::LINES));
    let place = places.map(|ways| if ends { ways.end } else { ways.start });
    let column = place.filter(|_| stated.has(Kinds::COLUMNS));
    SpanConvention {
        offset_unit: way.map(|way| way.unit.to_string()),
        offset_base: way.map(|way| way.base),
        offset_bom: way.map(|way| way.bom.to_string()),
        offset_end: offsets.map(|ways| offset_end(ways.rule).to_owned()),
        offset_text: way.map(|way| way.reading.as_str().to_owned()),
        line_base: place.map(|place| place.line_base),
        line_terminators: place.map(|place| terminators(evaluator, hypothesis, place)),
        column_base: column.map(|place| place.column_base),
        column_unit: column.map(|place| unit_word(place.unit).to_owned()),
        tab_stop: column.and_then(|place| match place.unit {
            Unit::Display(stop) | Unit::Tabbed(stop) => Some(stop.into()),
            _ => None,
        }),
        column_bom: column.map(|place| place.bom.to_string()),
        end_rule: places
            .filter(|_| stated.has(Kinds::ENDS))
            .map(|ways| ways.rule.to_string()),
    }
}

pub(super) const fn offset_end(rule: OffsetEnd) -> &'static str {
    match rule {
        OffsetEnd::After => "after",
        OffsetEnd::Inclusive => "inclusive",
        OffsetEnd::Length => "length",
    }
}

/// Of the terminators that these texts do not tell apart, the declared ones.
fn terminators(evaluator: &Evaluator<'_, '_>, hypothesis: &Hypothesis, place: Places) -> String {
    let class = evaluator.texts.classes.get(place.class);
    let own = evaluator
        .declared
        .places
        .is_some_and(|own| own.start.class == place.class)
        || hypothesis.places.is_none();
    let declared = class.and_then(|class| {
        let known = |one: &&Terminators| one.as_str() == evaluator.terminators;
        class.iter().find(known).filter(|_| own)
    });
    let first = declared.or_else(|| class?.first());
    first.map_or("lf_crlf", |one| one.as_str()).to_owned()
}

pub(super) const fn unit_word(unit: Unit) -> &'static str {
    match unit {
        Unit::Encoded(PositionEncoding::Utf8) => "utf-8",
        Unit::Encoded(PositionEncoding::Utf16) => "utf-16",
        Unit::Encoded(PositionEncoding::Utf32) => "utf-32",
        Unit::Display(_) => "display",
        Unit::Tabbed(_) => "tabbed",
        Unit::DoublyConverted => "doubly_converted",
    }
}

const fn units(encoding: PositionEncoding) -> &'static str {
    match encoding {
        PositionEncoding::Utf8 => "UTF-8 bytes",
        PositionEncoding::Utf16 => "UTF-16 code units",
        PositionEncoding::Utf32 => "code points",
    }
}

fn column_units(unit: Unit) -> String {
    match unit {
        Unit::Encoded(encoding) => units(encoding).to_owned(),
        Unit::Display(stop) => format!("terminal cells, tabs to {stop}"),
        Unit::Tabbed(stop) => format!("code points, tabs to {stop}"),
        Unit::DoublyConverted => "characters taken for bytes and converted again".to_owned(),
    }
}

/// A hypothesis as a clause: `columns from 1 in UTF-16 code units`.
pub(super) fn sentence(
    evaluator: &Evaluator<'_, '_>,
    hypothesis: &Hypothesis,
    stated: Kinds,
    topics: Kinds,
) -> String {
    let mut parts: Vec<String> = Vec::new();
    let shown = stated.and(topics);
    if let Some(ways) = hypothesis.offsets.filter(|_| shown.has(Kinds::OFFSETS)) {
        let mut part = offsets(ways.start, stated);
        if ways.end != ways.start {
            part = format!("start {part}, end {}", offsets(ways.end, stated));
        }
        part.push_str(match ways.rule {
            OffsetEnd::After => "",
            OffsetEnd::Inclusive => ", the last unit as end",
            OffsetEnd::Length => ", a length as end",
        });
        parts.push(part);
    }
    if let Some(ways) = hypothesis.places.filter(|_| stated.has(Kinds::LINES)) {
        if shown.has(Kinds::LINES) {
            let line = |place: Places| {
                let many = evaluator.texts.classes.len() > 1;
                let how =
                    many.then(|| format!(" (`{}`)", terminators(evaluator, hypothesis, place)));
                format!("from {}{}", place.line_base, how.unwrap_or_default())
            };
            let (start, end) = (line(ways.start), line(ways.end));
            parts.push(apart("lines", &start, &end));
        }
        if shown.has(Kinds::COLUMNS) {
            let (start, end) = (columns(ways.start, stated), columns(ways.end, stated));
            parts.push(apart("columns", &start, &end));
        }
        let ends = topics.has(Kinds::ENDS) || ways.rule != EndRule::After;
        if stated.has(Kinds::ENDS) && ends {
            parts.push(
                match ways.rule {
                    EndRule::After => "ends after the last character",
                    EndRule::LastByte => "ends on the line of the last byte",
                    EndRule::Inclusive => "the last character as end",
                }
                .to_owned(),
            );
        }
    }
    parts.join("; ")
}

fn apart(what: &str, start: &str, end: &str) -> String {
    if start == end {
        format!("{what} {start}")
    } else {
        format!("{what} of the start {start}, of the end {end}")
    }
}

fn offsets(way: Offsets, stated: Kinds) -> String {
    let mut said = format!("offsets from {} in {}", way.base, units(way.unit));
    said.push_str(mark(way.bom, stated));
    said.push_str(match way.reading {
        Reading::AsIs => "",
        Reading::LfOnly => ", CRLF read as LF",
        Reading::Replaced => ", what is not UTF-8 read as U+FFFD",
    });
    said
}

fn columns(place: Places, stated: Kinds) -> String {
    let units = column_units(place.unit);
    format!(
        "from {} in {units}{}",
        place.column_base,
        mark(place.bom, stated)
    )
}

fn mark(bom: BomPolicy, stated: Kinds) -> &'static str {
    match bom {
        BomPolicy::Strip if stated.has(Kinds::MARK) => ", the byte order mark not counted",
        BomPolicy::Count if stated.has(Kinds::MARK) => ", the byte order mark counted",
        _ => "",
    }
}
