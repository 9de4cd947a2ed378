//! What an operation leaves as it is, and is therefore known whichever text was given.
//!
//! Up to the first range of a file, its texts are the same before an operation and after it. So
//! that range starts at the same place in both, which must be a place in the given text; and no
//! range can end beyond both texts.

use alloc::collections::BTreeMap;
use alloc::format;

use super::super::claim::{Claim, Part};
use super::super::found::Found;
use super::super::semantics::{Lines, lines_of};
use super::super::structure::Seen;
use super::{Check, place};
use crate::envelope::shape::Role;
use crate::source::library::Library;
use crate::text::{LineIndex, LineTerminators, PositionEncoding};

/// Why a place is known in the text before as well as in the one after.
const SAME: &str = "nothing before the first range of a file is changed, so that this is the \
                    same before the operation and after it";

/// What is known of both texts of each file.
#[derive(Debug, Default)]
pub(super) struct Untouched {
    /// Where the first range of each text starts.
    firsts: BTreeMap<usize, u64>,
    /// How many bytes were taken out of all files, and where the document says so.
    removed: Option<(u64, u64)>,
}

impl Untouched {
    /// Where the document says how many bytes were taken out.
    pub(super) fn removed(&self) -> Option<u64> {
        self.removed.map(|(_, at)| at)
    }
}

/// Where the first ranges of files start, and how much was taken out.
pub(super) fn untouched(seen: &Seen<'_>, library: &mut Library<'_>) -> Untouched {
    let mut all = Untouched::default();
    library.settle(super::paths(&seen.claims));
    for claim in &seen.claims {
        if let (Some(path), Some(start)) = (claim.text(Part::Path), claim.number(Part::ByteStart))
            && let Ok(at) = library.find(&path)
        {
            let first = all.firsts.entry(at).or_insert(start);
            *first = start.min(*first);
        }
    }
    let mut facts = seen.facts.iter();
    let removed = facts.find(|fact| matches!(fact.role, Role::BytesIn(_)));
    all.removed = removed.and_then(|fact| {
        let node = fact.slot.node;
        Some((node.as_u64_safe().ok()?.value, node.byte_range().0))
    });
    all
}

impl Check<'_> {
    /// Whether a range can be neither in the text before nor in the one after; then reports that.
    pub(super) fn is_nowhere(
        &mut self,
        claim: &Claim<'_>,
        path: &str,
        index: &LineIndex<'_>,
    ) -> bool {
        let (Some(start), Some(end)) = (claim.number(Part::ByteStart), claim.number(Part::ByteEnd))
        else {
            return false;
        };
        if start > end {
            return false;
        }
        let before = self.found.len();
        if self.untouched.firsts.get(&self.file.number) == Some(&start) {
            match index.position(start, PositionEncoding::Utf8) {
                Ok(_) if self.is_right_in_the_other(claim, index, start) => {}
                Ok(_) => self.start(claim, path, index, (start, end)),
                Err(error) => {
                    if let Some(slot) = claim.get(Part::ByteStart) {
                        self.text_error(slot, path, &error);
                    }
                }
            }
            if let Some(found) = self.found.get_mut(before) {
                found.message = format!("{}; {SAME}", found.message);
            }
        }
        let text = index.text().len() as u64;
        let most = self
            .untouched
            .removed
            .map(|(removed, _)| text.saturating_add(removed));
        if let (Some(most), Some(slot)) =
            (most.filter(|most| *most < end), claim.get(Part::ByteEnd))
            && self.found.len() == before
        {
            let message = format!(
                "`{path}` has {text} bytes, and had {most} at most before the operation took some \
                 out; the range ends at {end}"
            );
            self.found
                .push(Found::at("OFFSET_OUT_OF_RANGE", slot, message));
        }
        self.found.len() > before
    }

    /// Whether the line that is said of a start may be right in the other text. Whether a CR ends a
    /// line depends on the byte behind it, which the operation may have changed: behind a CR, the
    /// two texts may be one line apart.
    fn is_right_in_the_other(&self, claim: &Claim<'_>, index: &LineIndex<'_>, start: u64) -> bool {
        let Some(lines) = &self.convention.lines else {
            return false;
        };
        let before = usize::try_from(start).ok().and_then(|at| at.checked_sub(1));
        let is_behind_cr = before.and_then(|at| index.text().get(at)) == Some(&b'\r');
        let ends_lines = !matches!(
            lines.terminators,
            LineTerminators::Lf | LineTerminators::LfCrlf
        );
        let there = index.position(start, PositionEncoding::Utf8);
        match (lines_of(claim, self.convention), there) {
            (Lines::Given { start: said, .. }, Ok(there)) => {
                is_behind_cr && ends_lines && said.line.abs_diff(there.line) == 1
            }
            _ => false,
        }
    }

    /// Where the sum of the removed bytes stands, which a wrong offset makes wrong, if the findings
    /// from `said` on are about an offset of the range.
    pub(super) fn sum_of_wrong(&self, claim: &Claim<'_>, said: usize) -> Option<u64> {
        let (_, at) = self.untouched.removed?;
        let ends =
            [Part::ByteStart, Part::ByteEnd].map(|part| Some(claim.get(part)?.node.byte_range().0));
        let mut found = self.found.get(said..).unwrap_or_default().iter();
        found
            .any(|found| ends.contains(&Some(found.range.0)))
            .then_some(at)
    }

    /// Holds the start of a range against the text. Of its offset, line and column, the one is
    /// wrong that the two others contradict.
    fn start(
        &mut self,
        claim: &Claim<'_>,
        path: &str,
        index: &LineIndex<'_>,
        (start, end): (u64, u64),
    ) {
        let before = self.found.len();
        self.start_line(claim, path, index, (start, end));
        if self.found.len() == before {
            return;
        }
        if let (Some(right), Some(slot)) = (
            self.counted_start(claim, index, start),
            claim.get(Part::ByteStart),
        ) {
            self.found.truncate(before);
            let message = format!(
                "the line and column are those of byte {right} of `{path}`; the document says {start}"
            );
            let found = Found::at("POSITION_MISMATCH", slot, message).expecting(right);
            let there = (right, end.max(right));
            self.found.push(found.in_source(place(path, index, there)));
        }
    }
}
