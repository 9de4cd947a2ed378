//! A text that is not where the document says, but at one other place of the file.
//!
//! Lines, columns and context are then wrong for the same reason, so that it is said once, with
//! the place. The text must stand there exactly, and only once: one that was edited as well, or
//! that is there twice, is not found.

use alloc::format;

use memchr::memmem::Finder;

use super::super::claim::{Claim, Part};
use super::super::semantics::{Lines, lines_of};
use super::{Check, place};
use crate::dialect::convention::ColumnUnit;
use crate::text::{LineIndex, PositionEncoding};

/// So many texts are looked for in one file: each search may read all of it.
const MOST_SEARCHED: u64 = 16;

impl Check<'_> {
    /// Puts the findings about a range, those from `said` on, into one, if its text is
    /// somewhere else.
    pub(super) fn moved(
        &mut self,
        claim: &Claim<'_>,
        path: &str,
        index: &LineIndex<'_>,
        said: usize,
    ) {
        let findings = self.found.get(said..).unwrap_or_default();
        let mismatch = findings
            .iter()
            .position(|found| found.code == "TEXT_MISMATCH");
        let stated = claim.text(Part::Text).filter(|text| !text.is_empty());
        let (Some(mismatch), Some(stated)) = (mismatch, stated) else {
            return;
        };
        if self.file.searched == MOST_SEARCHED {
            return;
        }
        self.file.searched += 1;
        let Some(start) = only_place(index.text(), stated.as_bytes()) else {
            return;
        };
        if self.is_said_to_be_at(claim, index, start) {
            return;
        }
        let end = start.saturating_add(stated.len() as u64);
        let mut found = self.found.swap_remove(said.saturating_add(mismatch));
        self.found.truncate(said);
        let message = core::mem::take(&mut found.message);
        found.message =
            format!("{message}; the text stands at bytes {start} to {end}, and nowhere else");
        self.found
            .push(found.in_source(place(path, index, (start, end))));
    }

    /// Whether the lines and columns of a claim are right and mean this place: then the
    /// text did not move, and it is the offsets that are wrong.
    fn is_said_to_be_at(&self, claim: &Claim<'_>, index: &LineIndex<'_>, at: u64) -> bool {
        let Lines::Given { start, .. } = lines_of(claim, self.convention) else {
            return false;
        };
        let lines = self.convention.lines.as_ref();
        let unit = lines.and_then(|lines| lines.columns).map(|it| it.unit);
        let (encoding, exact) = match unit {
            Some(ColumnUnit::Encoded(encoding)) => (encoding, true),
            _ => (PositionEncoding::Utf8, false),
        };
        index.position(at, encoding).is_ok_and(|actual| {
            actual.line == start.line && (!exact || actual.column == start.column)
        })
    }
}

/// Where a text stands, if it stands once.
pub(super) fn only_place(text: &[u8], wanted: &[u8]) -> Option<u64> {
    let finder = Finder::new(wanted);
    let first = finder.find(text)?;
    let rest = text.get(first.saturating_add(1)..)?;
    finder.find(rest).is_none().then_some(first as u64)
}
