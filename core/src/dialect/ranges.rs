//! From ranges with both ends in code units to ranges in bytes, with proof or not
//! at all. For tools that print a start and an end; those that print the text that
//! they found are in [`super::proof`].
//!
//! The source proves everything: it is asked what the tool should have printed, and
//! if that is what it did print, what the envelope has to say.
//!
//! Without it, a line has to begin somewhere that is known:
//! - the first line begins at offset 0;
//! - a line begins where a range on it begins in the first column;
//! - code units are at least as many bytes, and lines before the range at least one
//!   byte each, so that small offsets leave no choice.
//!
//! And if the end is counted from the last byte, it has to be known whether that is
//! a terminator: `ab` and its line feed, and `abc`, look alike. It is none if a range
//! that starts, or ends, behind it is on the same line, and none or one if it is known
//! where the next line begins. Where a tool ends lines at a lone CR too and the envelope
//! does not, only the first line has a number that is surely the same.

use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::convention::{ColumnUnit, Convention};
use super::proof::{Proof, Proofs, Proved};
use crate::source::library::Library;
use crate::text::{
    BYTE_ORDER_MARK, BomPolicy, ByteRange, EndRule, LineIndex, Position, PositionEncoding,
};
use crate::validate::{Claim, Lines, Offsets, Part, Said, impossible, lines_of, widest};

/// How a tool counts that prints both ends.
#[derive(Debug, Clone, Copy)]
struct Way {
    unit: PositionEncoding,
    rule: EndRule,
    /// Whether its lines are those of the envelope, whatever the text.
    same_lines: bool,
}

impl Way {
    fn of(convention: &Convention) -> Option<Self> {
        let lines = convention.lines.as_ref()?;
        let columns = lines.columns?;
        let ColumnUnit::Encoded(unit) = columns.unit else {
            return None;
        };
        Some(Self {
            unit,
            rule: lines.end?,
            same_lines: !convention.breaks_more() && columns.bom == BomPolicy::Count,
        })
    }

    /// Whether so many bytes can be so many columns.
    fn fits(self, bytes: u64, columns: u64) -> bool {
        (columns..=columns.saturating_mul(widest(self.unit))).contains(&bytes)
    }
}

/// A range whose numbers can be reckoned with.
struct Range<'d> {
    order: usize,
    path: Cow<'d, str>,
    bytes: ByteRange,
    from: Said,
    to: Said,
    /// Whether it cannot be so in any text: then nobody knows which of its numbers is wrong,
    /// and it says nothing of its lines.
    is_contrary: bool,
}

fn reckonable<'d>(claim: &Claim<'d>, convention: &Convention) -> Option<Range<'d>> {
    let start = claim.number(Part::ByteStart)?;
    let bytes = ByteRange::new(start, claim.number(Part::ByteEnd)?).ok()?;
    let Lines::Given {
        start: from,
        end: Some(to),
    } = lines_of(claim, convention)
    else {
        return None;
    };
    let offsets = Offsets {
        start: Some(bytes.start()),
        end: Some(bytes.end()),
    };
    Some(Range {
        order: claim.order(),
        path: claim.text(Part::Path).unwrap_or_default(),
        bytes,
        from,
        to,
        is_contrary: to < from || impossible(convention, (from, Some(to)), offsets).is_some(),
    })
}

/// What is proved about each range.
pub(crate) fn prove<'d>(
    claims: &[Claim<'d>],
    convention: &Convention,
    mut library: Option<&mut Library<'_>>,
) -> Proofs {
    let Some(way) = Way::of(convention) else {
        return Proofs::Ready(Vec::new());
    };
    let ranges: Vec<Range<'d>> = claims
        .iter()
        .filter_map(|claim| reckonable(claim, convention))
        .collect();
    let mut lines = KnownLines::default();
    for range in ranges.iter().filter(|range| !range.is_contrary) {
        lines.learn(range, way);
    }
    let mut texts = Texts::default();
    let proved = ranges.iter().map(|range| {
        if range.is_contrary {
            return (range.order, Proof::Contradiction);
        }
        let proof = library
            .as_deref_mut()
            .and_then(|library| texts.prove(range, way, library))
            .unwrap_or_else(|| lines.prove(range, way));
        (range.order, proof)
    });
    proved.collect()
}

/// The lines of the envelope, of each text that the tool cuts into other ones; nothing of a text
/// that it does not.
#[derive(Default)]
struct Texts(BTreeMap<String, Option<LineIndex<'static>>>);

impl Texts {
    /// What the source shows; nothing if there is none, or one that agrees and is another text.
    fn prove(&mut self, range: &Range<'_>, way: Way, library: &mut Library<'_>) -> Option<Proof> {
        let index = library.open(&range.path).ok()?;
        let said = |said: Said| Position::new(said.line, said.column);
        let actual = index.range_positions(range.bytes, way.unit, way.rule);
        if actual != Ok((said(range.from), said(range.to))) {
            return Some(Proof::Contradiction);
        }
        let index = library.open_its(&range.path, (range.bytes.start(), range.bytes.end()))?;
        let ours = if way.same_lines {
            None
        } else {
            let known = self.0.entry(range.path.to_string());
            let ours = known.or_insert_with(|| differs(index.text()).then(|| own(index.text())));
            ours.as_ref()
        };
        let bytes = PositionEncoding::Utf8;
        let ends = match ours {
            Some(ours) => ours.range_positions(range.bytes, bytes, EndRule::After),
            None => index.range_positions(range.bytes, bytes, EndRule::After),
        };
        let (start, end) = ends.ok()?;
        Some(Proof::Proved(Proved {
            start_line: start.line.saturating_add(1),
            start_column: start.column,
            end_line: end.line.saturating_add(1),
            end_column: end.column,
        }))
    }
}

/// Whether a text has a terminator that the envelope does not count as one, or a byte order
/// mark, which may not count in the tool's columns.
fn differs(text: &[u8]) -> bool {
    let lone = |(at, byte): (usize, &u8)| *byte == b'\r' && text.get(at + 1) != Some(&b'\n');
    text.starts_with(BYTE_ORDER_MARK) || text.iter().enumerate().any(lone)
}

/// The lines of the envelope.
fn own(text: &[u8]) -> LineIndex<'static> {
    LineIndex::with_options(text.to_vec(), &Convention::CANONICAL.line_index_options())
}

/// What is known of lines without their text, by file and line from 0.
#[derive(Default)]
struct KnownLines<'d>(BTreeMap<(Cow<'d, str>, u64), KnownLine>);

#[derive(Debug, Clone, Copy, Default)]
struct KnownLine {
    /// Where it begins.
    begins: Option<u64>,
    /// Two proofs of that differ.
    contradiction: bool,
    /// An offset that is surely on it: what ends there, or before, ends on it.
    reaches: u64,
}

impl<'d> KnownLines<'d> {
    fn learn(&mut self, range: &Range<'d>, way: Way) {
        let Range {
            from, to, bytes, ..
        } = range;
        let start = bytes.start();
        if from.line == 0 || to.line == 0 {
            self.begins(range, 0, 0);
        }
        // Every line before is at least its terminator, every code unit at least a
        // byte: the offset is the least it can be.
        if from.column == 0 || from.line.checked_add(from.column) == Some(start) {
            self.begins(range, from.line, start.saturating_sub(from.column));
        }
        self.reaches(range, from.line, start);
        if !bytes.is_empty() {
            let last = bytes.end().saturating_sub(1);
            let end = if way.rule == EndRule::After {
                bytes.end()
            } else {
                last
            };
            self.reaches(range, to.line, end);
        }
    }

    fn line(&mut self, range: &Range<'d>, line: u64) -> &mut KnownLine {
        self.0.entry((range.path.clone(), line)).or_default()
    }

    fn begins(&mut self, range: &Range<'d>, line: u64, at: u64) {
        let known = self.line(range, line);
        known.contradiction |= known.begins.is_some_and(|begins| begins != at);
        known.begins = Some(at);
    }

    fn reaches(&mut self, range: &Range<'d>, line: u64, at: u64) {
        let known = self.line(range, line);
        known.reaches = known.reaches.max(at);
    }

    fn known(&self, range: &Range<'d>, line: u64) -> KnownLine {
        let known = self.0.get(&(range.path.clone(), line));
        known.copied().unwrap_or_default()
    }

    fn prove(&self, range: &Range<'d>, way: Way) -> Proof {
        let Range {
            from, to, bytes, ..
        } = range;
        let (first, last) = (self.known(range, from.line), self.known(range, to.line));
        if first.contradiction || last.contradiction {
            return Proof::Contradiction;
        }
        let surely = |line: u64| way.same_lines || line == 0;
        let Some(begins) = first.begins.filter(|_| surely(from.line)) else {
            return Proof::Unknown;
        };
        let start = bytes.start().checked_sub(begins);
        let Some(start) = start.filter(|start| way.fits(*start, from.column)) else {
            return Proof::Contradiction;
        };
        let start_line = from.line.saturating_add(1);
        let proved = |end_line, end_column| {
            Proof::Proved(Proved {
                start_line,
                start_column: start,
                end_line,
                end_column,
            })
        };
        if bytes.is_empty() {
            return if from == to {
                proved(start_line, start)
            } else {
                Proof::Contradiction
            };
        }
        let Some(begins) = last.begins.filter(|_| surely(to.line)) else {
            return Proof::Unknown;
        };
        let end = bytes.end().checked_sub(begins);
        // One code unit is inside the range where the end is that unit.
        let columns = to
            .column
            .saturating_add(u64::from(way.rule == EndRule::Inclusive));
        let Some(end) = end.filter(|end| way.fits(*end, columns)) else {
            return Proof::Contradiction;
        };
        let line = to.line.saturating_add(1);
        if way.rule == EndRule::After || bytes.end() <= last.reaches {
            return proved(line, end);
        }
        match self.known(range, line).begins {
            Some(next) if next == bytes.end() && surely(line) => proved(line.saturating_add(1), 0),
            Some(next) if next > bytes.end() => proved(line, end),
            Some(next) if next < bytes.end() => Proof::Contradiction,
            _ => Proof::Unknown,
        }
    }
}
