//! The way to count by which a wrong line or column would be right.
//!
//! Lines and columns are seldom wrong by chance: the tool counts from another number, in another
//! unit, or ends its ranges elsewhere. Whoever is told which of these it is can mend all ranges
//! of the tool at once.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::super::semantics::Said;
use crate::dialect::convention::{ColumnUnit, Columns, LineColumns};
use crate::text::{ByteRange, EndRule, LineIndex, Position, PositionEncoding};

/// The highest number that lines and columns are counted from.
const MOST_BASE: u32 = 1;

const ENCODINGS: [PositionEncoding; 3] = [
    PositionEncoding::Utf8,
    PositionEncoding::Utf16,
    PositionEncoding::Utf32,
];

const RULES: [EndRule; 3] = [EndRule::After, EndRule::LastByte, EndRule::Inclusive];

/// The ends of a range, and what a document states of them, as the dialect counts.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stated {
    pub(super) range: (u64, u64),
    pub(super) start: Said,
    pub(super) end: Option<Said>,
    /// Whether the dialect has columns at all.
    pub(super) has_columns: bool,
}

/// A way to count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Way {
    line_base: u32,
    column_base: u32,
    encoding: PositionEncoding,
    rule: EndRule,
}

/// The ways to count by which all that is stated of a range is right, as the end of a sentence:
/// those that differ in one thing from how the dialect counts; if there are none, the one that
/// differs in two, if it is the only one. Empty if there is none. Looks up O(1) places of the text.
pub(super) fn ways(stated: Stated, index: &LineIndex<'_>, lines: &LineColumns) -> String {
    let Some(own) = own(lines) else {
        return String::new();
    };
    let units = ENCODINGS
        .iter()
        .flat_map(|unit| RULES.iter().map(|rule| (*unit, *rule)));
    let fits: Vec<Way> = units
        .filter(|(unit, _)| stated.has_columns || *unit == own.encoding)
        .filter(|(_, rule)| stated.end.is_some() || *rule == own.rule)
        .filter_map(|how| stated.way(how, own, index))
        .collect();
    let clauses = |differences| {
        let mut clauses: Vec<String> = Vec::new();
        let those = fits
            .iter()
            .filter(|way| way.differences(own) == differences);
        for way in those {
            let same = fits.iter().filter(|it| way.is_but_for_unit(**it));
            let clause = way.clause(own, same.map(|way| way.encoding));
            if !clauses.contains(&clause) {
                clauses.push(clause);
            }
        }
        clauses
    };
    let mut words = clauses(1);
    if words.is_empty() {
        words = clauses(2);
        if words.len() > 1 {
            return String::new();
        }
    }
    if words.is_empty() {
        return String::new();
    }
    format!(", which is right if {}", words.join(", or if "))
}

/// How the dialect counts; nothing if its columns are no code units.
fn own(lines: &LineColumns) -> Option<Way> {
    let (column_base, encoding) = match lines.columns {
        None => (0, PositionEncoding::Utf8),
        Some(Columns {
            base,
            unit: ColumnUnit::Encoded(encoding),
            ..
        }) => (base, encoding),
        Some(_) => return None,
    };
    Some(Way {
        line_base: lines.line_base,
        column_base,
        encoding,
        rule: lines.end.unwrap_or_default(),
    })
}

impl Stated {
    /// The only way to count in this unit and by this rule by which all that is stated is right.
    fn way(
        &self,
        (encoding, rule): (PositionEncoding, EndRule),
        own: Way,
        index: &LineIndex<'_>,
    ) -> Option<Way> {
        let range = ByteRange::new(self.range.0, self.range.1).ok()?;
        let (from, to) = index.range_positions(range, encoding, rule).ok()?;
        let base = |said: u64, own: u32, there: u64| {
            let base = said.checked_add(own.into())?.checked_sub(there)?;
            let base = u32::try_from(base).ok()?;
            (base <= MOST_BASE).then_some(base)
        };
        let bases = |said: Said, there: Position| {
            let line = base(said.line, own.line_base, there.line)?;
            let column = if self.has_columns {
                base(said.column, own.column_base, there.column)?
            } else {
                own.column_base
            };
            Some((line, column))
        };
        let (line_base, column_base) = bases(self.start, from)?;
        let is_of_end = |end| bases(end, to) == Some((line_base, column_base));
        self.end.is_none_or(is_of_end).then_some(Way {
            line_base,
            column_base,
            encoding,
            rule,
        })
    }
}

impl Way {
    /// Whether it differs from another way at most in its unit.
    fn is_but_for_unit(self, other: Self) -> bool {
        self.line_base == other.line_base
            && self.column_base == other.column_base
            && self.rule == other.rule
    }

    /// In how many things it differs from another way.
    fn differences(self, own: Self) -> usize {
        let differs = [
            self.line_base != own.line_base,
            self.column_base != own.column_base,
            self.encoding != own.encoding,
            self.rule != own.rule,
        ];
        differs.into_iter().filter(|it| *it).count()
    }

    /// In what it differs from the dialect's own way, as a clause; `encodings` are the units in
    /// which it fits.
    fn clause(self, own: Self, encodings: impl Iterator<Item = PositionEncoding>) -> String {
        let mut words = Vec::new();
        if self.line_base != own.line_base {
            words.push(format!("lines are counted from {}", self.line_base));
        }
        let base =
            (self.column_base != own.column_base).then(|| format!(" from {}", self.column_base));
        let unit = (self.encoding != own.encoding).then(|| {
            let units: Vec<&str> = encodings.map(|it| it.units(0)).collect();
            format!(" in {}", units.join(" or "))
        });
        if base.is_some() || unit.is_some() {
            let (base, unit) = (base.unwrap_or_default(), unit.unwrap_or_default());
            words.push(format!("columns are counted{base}{unit}"));
        }
        if self.rule != own.rule {
            let rule = match self.rule {
                EndRule::After => "the end is the place after the range",
                EndRule::LastByte => "the end is on the line of the last byte",
                EndRule::Inclusive => "the end is the last character",
            };
            words.push(rule.into());
        }
        words.join(" and ")
    }
}
