//! From columns in code units to columns in bytes, with proof or not at all.
//!
//! A column in code points or UTF-16 code units says how many bytes are before
//! it only if those bytes are known. What can be known without a guess:
//! - a line begins where a match on it begins, less the bytes before that match,
//!   and the text before it on its line, where the tool prints that, is all of
//!   them when it has as many code units as the column says;
//! - the first line begins at offset 0;
//! - a column in bytes says how many bytes before the match its line begins;
//! - a line begins after a line feed inside a match;
//! - code units are at least as many bytes, and lines before the match at
//!   least one byte each, so that small offsets leave no choice;
//! - the source text shows it.
//!
//! A line has one beginning: what one match proves holds for every match on it,
//! and two proofs that disagree prove that the document is wrong. So does a source that
//! has the text of a match on another line or in another column.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::convention::{ColumnUnit, Convention};
use super::ranges;
use crate::json::hash_of_key;
use crate::source::library::Library;
use crate::text::{ByteRange, PositionEncoding};
use crate::validate::{Claim, Lines, Offsets, Part, Said, impossible, lines_of, widest};

/// Lines from 1, columns from 0 in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Proved {
    pub(crate) start_line: u64,
    pub(crate) start_column: u64,
    pub(crate) end_line: u64,
    pub(crate) end_column: u64,
}

impl Proved {
    /// The four, in the order of [`COORDINATES`](crate::validate::COORDINATES).
    pub(crate) const fn in_order(self) -> [u64; 4] {
        [
            self.start_line,
            self.start_column,
            self.end_line,
            self.end_column,
        ]
    }
}

/// What is known about the lines and columns of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Proof {
    Proved(Proved),
    Unknown,
    Contradiction,
}

/// What is known about each match.
#[derive(Debug)]
pub(crate) enum Proofs {
    /// By the place of its object among the values of the document.
    Ready(Vec<(usize, Proof)>),
    /// What is known of the line that it starts on, by the number of its claim.
    Lines(Vec<Line>, PositionEncoding),
}

/// What is known of the line that a match starts on.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Line {
    /// The numbers of the match cannot be reckoned with.
    Unreckonable,
    Unknown,
    Contradiction,
    Begins(u64),
}

impl Proofs {
    /// What is known about the match with this claim, which has this number.
    pub(crate) fn of(
        &self,
        number: usize,
        claim: &Claim<'_>,
        convention: &Convention,
    ) -> Option<Proof> {
        match self {
            Self::Ready(proofs) => {
                let order = claim.order();
                let found = proofs.binary_search_by_key(&order, |(order, _)| *order);
                proofs.get(found.ok()?).map(|(_, proof)| *proof)
            }
            Self::Lines(lines, unit) => match lines.get(number)? {
                Line::Unreckonable => None,
                Line::Unknown => Some(Proof::Unknown),
                Line::Contradiction => Some(Proof::Contradiction),
                Line::Begins(begins) => Some(reckonable(claim, convention)?.prove(*begins, *unit)),
            },
        }
    }
}

/// Claims come in the order of the document.
impl FromIterator<(usize, Proof)> for Proofs {
    fn from_iter<I: IntoIterator<Item = (usize, Proof)>>(proofs: I) -> Self {
        let mut all: Vec<(usize, Proof)> = proofs.into_iter().collect();
        all.sort_by_key(|(order, _)| *order);
        Self::Ready(all)
    }
}

/// A match whose numbers can be reckoned with.
struct Match<'d> {
    start: u64,
    said: Said,
    text: Cow<'d, str>,
    before: Option<Cow<'d, str>>,
    /// Whether it cannot be so in any text: then nobody knows which of its numbers is wrong,
    /// and it says nothing of its lines.
    is_contrary: bool,
}

/// What one match says of one line.
#[derive(Debug, Clone, Copy)]
struct Learned {
    /// Of the path of the file.
    hash: u32,
    /// The number of the claim of the match.
    claim: u32,
    /// Whether the match starts on the line.
    asks: bool,
    /// From 0.
    line: u64,
    /// Where it begins.
    begins: Line,
}

impl Line {
    /// What a proof says: that it begins somewhere, or before the file does.
    fn said(begins: Option<u64>) -> Self {
        begins.map_or(Self::Contradiction, Self::Begins)
    }

    /// Two proofs as one.
    fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Unknown | Self::Unreckonable, line)
            | (line, Self::Unknown | Self::Unreckonable) => line,
            (Self::Begins(one), Self::Begins(other)) if one == other => self,
            _ => Self::Contradiction,
        }
    }
}

/// What is known of the line of each claim: a line has one beginning, whoever speaks
/// of it.
fn settle(mut learned: Vec<Learned>, claims: &[Claim<'_>]) -> Vec<Line> {
    let mut lines = alloc::vec![Line::Unreckonable; claims.len()];
    let key = |one: &Learned| (one.hash, one.line);
    learned.sort_unstable_by_key(key);
    for together in learned.chunk_by_mut(|a, b| key(a) == key(b)) {
        let path = |one: &Learned| {
            let claim = usize::try_from(one.claim).ok()?;
            claims.get(claim)?.text(Part::Path)
        };
        let first = together.first().and_then(path);
        if together.iter().skip(1).any(|one| path(one) != first) {
            // Two paths with one hash.
            together.sort_by_cached_key(path);
        }
        for together in together.chunk_by(|a, b| path(a) == path(b)) {
            let begins = together.iter().map(|one| one.begins);
            let line = begins.fold(Line::Unknown, Line::and);
            for asks in together.iter().filter(|one| one.asks) {
                let claim = usize::try_from(asks.claim).ok();
                if let Some(slot) = claim.and_then(|claim| lines.get_mut(claim)) {
                    *slot = line;
                }
            }
        }
    }
    lines
}

/// Whether a dialect's columns have to be converted into bytes.
pub(crate) fn must_convert_columns(convention: &Convention) -> bool {
    let columns = convention.lines.as_ref().and_then(|lines| lines.columns);
    let unit = columns.map(|columns| columns.unit);
    matches!(unit, Some(ColumnUnit::Encoded(unit)) if unit != PositionEncoding::Utf8)
}

/// What is known about each match.
pub(crate) fn prove(
    claims: &[Claim<'_>],
    convention: &Convention,
    mut library: Option<&mut Library<'_>>,
) -> Proofs {
    if convention
        .lines
        .as_ref()
        .is_some_and(|lines| lines.end.is_some())
    {
        return ranges::prove(claims, convention, library);
    }
    let columns = convention.lines.as_ref().and_then(|lines| lines.columns);
    let Some(ColumnUnit::Encoded(unit)) = columns.map(|columns| columns.unit) else {
        return Proofs::Ready(Vec::new());
    };
    let mut learned: Vec<Learned> = Vec::with_capacity(claims.len());
    let mut contrary = Vec::new();
    for (claim_number, claim) in (0u32..).zip(claims) {
        let Some(found) = reckonable(claim, convention) else {
            continue;
        };
        let path = claim.text(Part::Path).unwrap_or_default();
        let mut own = Learned {
            hash: hash_of_key(path.as_bytes()),
            claim: claim_number,
            asks: true,
            line: found.said.line,
            begins: Line::Unknown,
        };
        let mut learn = |line: u64, begins: Option<u64>| {
            let begins = Line::said(begins);
            if line == own.line {
                own.begins = own.begins.and(begins);
            } else {
                learned.push(Learned {
                    asks: false,
                    line,
                    begins,
                    ..own
                });
            }
        };
        if found.is_contrary {
            contrary.push(claim_number);
            continue;
        }
        found.learn(unit, &mut learn);
        if let Some(library) = library.as_deref_mut() {
            found.learn_from_source(&path, unit, library, &mut learn);
        }
        learned.push(own);
    }
    let mut lines = settle(learned, claims);
    for claim in contrary {
        let claim = usize::try_from(claim).ok();
        if let Some(line) = claim.and_then(|claim| lines.get_mut(claim)) {
            *line = Line::Contradiction;
        }
    }
    Proofs::Lines(lines, unit)
}

fn reckonable<'d>(claim: &Claim<'d>, convention: &Convention) -> Option<Match<'d>> {
    let start = claim.number(Part::ByteStart)?;
    let end = claim.number(Part::ByteEnd)?;
    let text = claim.text(Part::Text)?;
    let Lines::Given { start: said, .. } = lines_of(claim, convention) else {
        return None;
    };
    let offsets = Offsets {
        start: Some(start),
        end: Some(end),
    };
    (end.checked_sub(start) == Some(text.len() as u64)).then(|| Match {
        start,
        said,
        text,
        before: claim.text(Part::InlineBefore),
        is_contrary: impossible(convention, (said, None), offsets).is_some(),
    })
}

impl Match<'_> {
    /// Says where lines begin, as far as the match shows it.
    fn learn(&self, unit: PositionEncoding, learn: &mut impl FnMut(u64, Option<u64>)) {
        let Self { start, said, .. } = self;
        // Every line before one has a terminator.
        let mut learn =
            |line: u64, begins: Option<u64>| learn(line, begins.filter(|begins| *begins >= line));
        if said.line == 0 {
            learn(0, Some(0));
        }
        if let Some(before) = self.shown()
            && unit.length_of(before) == said.column
        {
            learn(said.line, start.checked_sub(before.len() as u64));
        }
        if unit == PositionEncoding::Utf8 {
            learn(said.line, start.checked_sub(said.column));
        }
        // Every line before is at least its terminator, every code unit at
        // least a byte: the offset is the least it can be.
        if said.line.checked_add(said.column) == Some(*start) {
            learn(said.line, Some(said.line));
        }
        let mut line = said.line;
        for (at, _) in self.text.match_indices('\n') {
            line = line.saturating_add(1);
            learn(line, Some(start.saturating_add(at as u64 + 1)));
        }
    }

    /// What stands before the match on its line, as far as the tool shows it. Where bytes
    /// that are no UTF-8 are shown in other words, nobody knows how many there are.
    fn shown(&self) -> Option<&str> {
        let before = self.before.as_deref()?;
        let is_all = !before.contains(['\n', char::REPLACEMENT_CHARACTER]);
        is_all.then_some(before)
    }

    /// The source proves something only where it has the text that was found, and is no other text
    /// by anything else that the document says: it may be another one by now.
    fn learn_from_source(
        &self,
        path: &str,
        unit: PositionEncoding,
        library: &mut Library<'_>,
        learn: &mut impl FnMut(u64, Option<u64>),
    ) {
        let Ok(index) = library.open(path) else {
            return;
        };
        let Ok(actual) = index.position(self.start, unit) else {
            return;
        };
        if (actual.line, actual.column) != (self.said.line, self.said.column) {
            let start = usize::try_from(self.start).unwrap_or(usize::MAX);
            let there = index.text().get(start..).unwrap_or_default();
            if there.starts_with(self.text.as_bytes()) {
                learn(self.said.line, None);
            }
            return;
        }
        let begins = index.line_range(actual.line).map(ByteRange::start);
        let end = self.start.saturating_add(self.text.len() as u64);
        if let (Ok(begins), Some(_)) = (begins, library.open_its(path, (self.start, end))) {
            learn(actual.line, Some(begins));
        }
    }

    /// Where it is, if its line begins there.
    fn prove(&self, begins: u64, unit: PositionEncoding) -> Proof {
        let Self {
            start, said, text, ..
        } = self;
        // What is shown of the line has as many bytes and code units as it has.
        let shown = self.shown().unwrap_or_default();
        let possible = |bytes: u64| {
            let bytes = bytes.checked_sub(shown.len() as u64)?;
            let units = said.column.checked_sub(unit.length_of(shown))?;
            Some((units..=units.saturating_mul(widest(unit))).contains(&bytes))
        };
        let start_column = start.checked_sub(begins);
        let Some(start_column) = start_column.filter(|bytes| possible(*bytes) == Some(true)) else {
            return Proof::Contradiction;
        };
        let feeds = text.matches('\n').count() as u64;
        let tail = text.rsplit('\n').next().unwrap_or_default().len() as u64;
        let start_line = said.line.saturating_add(1);
        Proof::Proved(Proved {
            start_line,
            start_column,
            end_line: start_line.saturating_add(feeds),
            end_column: if feeds == 0 {
                start_column.saturating_add(tail)
            } else {
                tail
            },
        })
    }
}
