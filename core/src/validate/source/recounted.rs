//! The right lines and columns of a range, where its offsets are the right ones.
//!
//! What belongs to the bytes of a range, such as its text, shows that its offsets are right, and
//! the lines and columns can be counted from them. Where the same text stands also at the lines
//! and columns that are stated, either may be meant, and nothing is proposed.

use alloc::string::ToString;

use super::super::claim::{Claim, Part};
use super::super::found::Found;
use super::moved::only_place;
use super::{Check, Scene, slice};
use crate::diagnostic::{Applicability, DocumentEdit};

use crate::id::classify_span_id;
use crate::text::LineIndex;

/// A line, and the column beside it.
const ENDS: [(Part, Part); 2] = [
    (Part::StartLine, Part::StartColumn),
    (Part::EndLine, Part::EndColumn),
];

impl Check<'_> {
    /// Proposes the right lines and columns of a range, if they are all that is wrong with it;
    /// what was found of it are the findings from `said` on.
    pub(super) fn recounted(
        &mut self,
        claim: &Claim<'_>,
        (path, index): (&str, &LineIndex<'_>),
        scene: Scene,
        said: usize,
    ) {
        let (Some(start), Some(end)) = (claim.number(Part::ByteStart), claim.number(Part::ByteEnd))
        else {
            return;
        };
        let range = (start, end);
        let findings = self.found.get(said..).unwrap_or_default();
        let is_of_lines = |found: &Found| {
            found.code == "POSITION_MISMATCH" && found.expected.is_some() && found.fixes.is_empty()
        };
        if !findings.iter().all(is_of_lines)
            || !self.has_witness(claim, (path, index), range, scene)
            || self.may_be_elsewhere(claim, (path, index), range)
        {
            return;
        }
        for at in said..self.found.len() {
            let beside = self.column_beside(claim, index, range, at);
            let Some(found) = self.found.get_mut(at) else {
                return;
            };
            if let Some(right) = found.expected.clone() {
                found.propose(Applicability::Suggested, right);
            }
            if let (Some(column), Some(fix)) = (beside, found.fixes.last_mut()) {
                fix.edits.push(column);
            }
        }
    }

    /// Whether the lines and columns may be the right ones, and the offsets not.
    fn may_be_elsewhere(
        &mut self,
        claim: &Claim<'_>,
        (path, index): (&str, &LineIndex<'_>),
        (start, end): (u64, u64),
    ) -> bool {
        let id = claim.text(Part::SpanId);
        if id.is_some_and(|id| classify_span_id(&id, path, start, end).is_some()) {
            return false;
        }
        let text = slice(index, start, end);
        let lines = self.convention.lines.as_ref();
        if lines.is_some_and(|lines| lines.columns.is_some()) {
            let there = self.counted_range(claim, index, end);
            return there.is_some_and(|there| {
                (there.start(), there.end()) != (start, end)
                    && slice(index, there.start(), there.end()) == text
            });
        }
        // A line alone is right wherever the text stands in it.
        !self.may_search() || only_place(index.text(), text).is_none()
    }

    /// The edit of a wrong column beside the wrong line that a finding is about.
    fn column_beside(
        &self,
        claim: &Claim<'_>,
        index: &LineIndex<'_>,
        range: (u64, u64),
        at: usize,
    ) -> Option<DocumentEdit> {
        let found = self.found.get(at)?;
        let base = u64::from(self.convention.lines.as_ref()?.columns?.base);
        let is_its = |line| {
            claim
                .get(line)
                .is_some_and(|it| it.node.byte_range() == found.range)
        };
        let (line, column) = ENDS.into_iter().find(|(line, _)| is_its(*line))?;
        let right = self.place_of_end(index, range, line == Part::EndLine, self.encoding());
        let right = right.ok()?.column.saturating_add(base);
        let slot = claim.get(column)?;
        let (byte_start, byte_end) = slot.node.byte_range();
        (claim.number(column) != Some(right)).then(|| DocumentEdit {
            byte_start,
            byte_end,
            new_text: right.to_string(),
        })
    }
}
