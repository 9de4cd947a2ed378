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
//! and two proofs that disagree prove that the document is wrong.

use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::convention::{ColumnUnit, Convention};
use super::ranges;
use crate::source::library::Library;
use crate::text::PositionEncoding;
use crate::validate::{Claim, Lines, Part, Said, lines_of};

/// Lines from 1, columns from 0 in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Proved {
    pub(crate) start_line: u64,
    pub(crate) start_column: u64,
    pub(crate) end_line: u64,
    pub(crate) end_column: u64,
}

/// What is known about the lines and columns of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Proof {
    Proved(Proved),
    Unknown,
    Contradiction,
}

/// What is known about each match, by the place of its object among the values of the
/// document.
#[derive(Debug, Default)]
pub(crate) struct Proofs(Vec<(usize, Proof)>);

impl Proofs {
    pub(crate) fn of(&self, order: usize) -> Option<Proof> {
        let found = self.0.binary_search_by_key(&order, |(order, _)| *order);
        self.0.get(found.ok()?).map(|(_, proof)| *proof)
    }
}

/// Claims come in the order of the document.
impl FromIterator<(usize, Proof)> for Proofs {
    fn from_iter<I: IntoIterator<Item = (usize, Proof)>>(proofs: I) -> Self {
        let mut all: Vec<(usize, Proof)> = proofs.into_iter().collect();
        all.sort_by_key(|(order, _)| *order);
        Self(all)
    }
}

/// A match whose numbers can be reckoned with.
struct Match<'d> {
    order: usize,
    path: Cow<'d, str>,
    /// The number of its file.
    file: usize,
    start: u64,
    said: Said,
    text: Cow<'d, str>,
    before: Option<Cow<'d, str>>,
}

/// Numbers for files.
#[derive(Default)]
struct Files<'d> {
    numbers: BTreeMap<Cow<'d, str>, usize>,
    /// Most matches are in the file of the one before.
    last: Option<(Cow<'d, str>, usize)>,
}

impl<'d> Files<'d> {
    fn number(&mut self, path: Cow<'d, str>) -> usize {
        if let Some((last, number)) = &self.last
            && *last == path
        {
            return *number;
        }
        let next = self.numbers.len();
        let number = *self.numbers.entry(path.clone()).or_insert(next);
        self.last = Some((path, number));
        number
    }
}

/// Where lines begin, by file and line from 0; nothing where two proofs differ.
#[derive(Default)]
struct Beginnings(BTreeMap<(usize, u64), Option<u64>>);

impl Beginnings {
    fn learn(&mut self, found: &Match<'_>, line: u64, begins: Option<u64>) {
        let entry = self.0.entry((found.file, line));
        entry
            .and_modify(|known| {
                if *known != begins {
                    *known = None;
                }
            })
            .or_insert(begins);
    }
}

/// What is proved about each match.
pub(crate) fn prove<'d>(
    claims: &[Claim<'d>],
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
        return Proofs::default();
    };
    let mut files = Files::default();
    let matches: Vec<Match<'d>> = claims
        .iter()
        .filter_map(|claim| reckonable(claim, convention, &mut files))
        .collect();
    let mut beginnings = Beginnings::default();
    for found in &matches {
        beginnings.learn_from_match(found, unit);
        if let Some(library) = library.as_deref_mut() {
            beginnings.learn_from_source(found, unit, library);
        }
    }
    matches
        .iter()
        .map(|found| (found.order, beginnings.prove(found, unit)))
        .collect()
}

/// Code units of a text.
fn length(text: &str, unit: PositionEncoding) -> u64 {
    match unit {
        PositionEncoding::Utf8 => text.len() as u64,
        PositionEncoding::Utf16 => text.encode_utf16().count() as u64,
        PositionEncoding::Utf32 => text.chars().count() as u64,
    }
}

/// The most bytes that one code unit stands for.
pub(super) const fn widest(unit: PositionEncoding) -> u64 {
    match unit {
        PositionEncoding::Utf8 => 1,
        // Four bytes are two units; three are one.
        PositionEncoding::Utf16 => 3,
        PositionEncoding::Utf32 => 4,
    }
}

fn reckonable<'d>(
    claim: &Claim<'d>,
    convention: &Convention,
    files: &mut Files<'d>,
) -> Option<Match<'d>> {
    let start = claim.number(Part::ByteStart)?;
    let end = claim.number(Part::ByteEnd)?;
    let text = claim.text(Part::Text)?;
    let Lines::Given { start: said, .. } = lines_of(claim, convention) else {
        return None;
    };
    let path = claim.text(Part::Path).unwrap_or_default();
    (end.checked_sub(start) == Some(text.len() as u64)).then(|| Match {
        order: claim.order(),
        file: files.number(path.clone()),
        path,
        start,
        said,
        text,
        before: claim.text(Part::InlineBefore),
    })
}

impl Beginnings {
    fn learn_from_match(&mut self, found: &Match<'_>, unit: PositionEncoding) {
        let Match { start, said, .. } = found;
        if said.line == 0 {
            self.learn(found, 0, Some(0));
        }
        if let Some(before) = &found.before
            && length(before, unit) == said.column
        {
            self.learn(found, said.line, start.checked_sub(before.len() as u64));
        }
        if unit == PositionEncoding::Utf8 {
            self.learn(found, said.line, start.checked_sub(said.column));
        }
        // Every line before is at least its terminator, every code unit at
        // least a byte: the offset is the least it can be.
        if said.line.checked_add(said.column) == Some(*start) {
            self.learn(found, said.line, Some(said.line));
        }
        let mut line = said.line;
        for (at, _) in found.text.match_indices('\n') {
            line = line.saturating_add(1);
            self.learn(found, line, Some(start.saturating_add(at as u64 + 1)));
        }
    }

    /// The source proves something only where it agrees with the document.
    fn learn_from_source(
        &mut self,
        found: &Match<'_>,
        unit: PositionEncoding,
        library: &mut Library<'_>,
    ) {
        let Ok(index) = library.open(&found.path) else {
            return;
        };
        let Ok(actual) = index.position(found.start, unit) else {
            return;
        };
        if (actual.line, actual.column) != (found.said.line, found.said.column) {
            return;
        }
        if let Ok(range) = index.line_range(actual.line) {
            self.learn(found, actual.line, Some(range.start()));
        }
    }

    fn prove(&self, found: &Match<'_>, unit: PositionEncoding) -> Proof {
        let Match {
            file,
            start,
            said,
            text,
            ..
        } = found;
        let begins = match self.0.get(&(*file, said.line)) {
            Some(Some(begins)) => *begins,
            Some(None) => return Proof::Contradiction,
            None => return Proof::Unknown,
        };
        let most = said.column.saturating_mul(widest(unit));
        let possible = |bytes: u64| (said.column..=most).contains(&bytes);
        let Some(start_column) = start.checked_sub(begins).filter(|bytes| possible(*bytes)) else {
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
