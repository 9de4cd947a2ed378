//! The right lines and columns of a range, where its offsets are the right ones.
//!
//! Where the text of a range, or its checksum, shows that its offsets are right, the lines and
//! columns can be counted from them. Where the same text also stands in the lines that are
//! stated, either place may be meant, and nothing is proposed.
//!
//! A tool with an index that is older than the file has old offsets and old lines, and may take
//! texts and checksums from the file as it is. So no line is proposed where only a checksum is
//! stated, or where the lines of several ranges are wrong by different numbers, as lines that were
//! put in at several places make them.

use alloc::string::ToString;
use alloc::vec::Vec;

use memchr::memmem::Finder;

use super::super::claim::{Claim, Part};
use super::super::found::Found;
use super::super::semantics::{Lines, lines_of};
use super::{Check, Scene, slice};
use crate::diagnostic::{Applicability, DocumentEdit};
use crate::id::classify_span_id;
use crate::text::LineIndex;

/// So many bytes around a stated line are looked through; if there are more, nothing is proposed.
const MOST_READ: u64 = 4096;

/// A line, and the column beside it.
const ENDS: [(Part, Part); 2] = [
    (Part::StartLine, Part::StartColumn),
    (Part::EndLine, Part::EndColumn),
];

impl Check<'_> {
    /// Proposes the right lines and columns of a range, if nothing else is wrong with it by the
    /// findings from `said` on.
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
            || !self.is_of_its_bytes(claim, (path, index), range, scene)
            || self.may_be_elsewhere(claim, index, range)
        {
            return;
        }
        let shifts = self.line_shifts(claim, index, range);
        if shifts.iter().any(|shift| *shift != 0) && claim.get(Part::Text).is_none() {
            return;
        }
        let wrong = shifts.into_iter().find(|shift| *shift != 0);
        self.file.line_shifts.extend(wrong);
        let lines = ENDS.iter().filter_map(|(line, _)| claim.get(*line));
        let lines: Vec<(u64, u64)> = lines.map(|line| line.node.byte_range()).collect();
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
            if lines.contains(&found.range) {
                self.file.line_fixes.push(at);
            }
        }
    }

    /// By how much the lines of a range are wrong.
    fn line_shifts(
        &self,
        claim: &Claim<'_>,
        index: &LineIndex<'_>,
        range: (u64, u64),
    ) -> Vec<i128> {
        let Some(lines) = self.convention.lines.as_ref() else {
            return Vec::new();
        };
        let shift = |(part, is_end)| {
            let right = self
                .place_of_end(index, range, is_end, self.encoding())
                .ok()?;
            let right = i128::from(right.line) + i128::from(lines.line_base);
            Some(i128::from(claim.number(part)?) - right)
        };
        let ends = [(Part::StartLine, false), (Part::EndLine, true)];
        ends.into_iter().filter_map(shift).collect()
    }

    /// Whether the text or the checksum of the range is that of these bytes, and no id says that
    /// another range was meant. An id alone shows nothing: it is of the file that the tool saw.
    fn is_of_its_bytes(
        &self,
        claim: &Claim<'_>,
        (path, index): (&str, &LineIndex<'_>),
        (start, end): (u64, u64),
        scene: Scene,
    ) -> bool {
        let id = claim.text(Part::SpanId);
        let is_its = |id: &str| classify_span_id(id, path, start, end).is_some();
        id.is_none_or(|id| is_its(&id)) && self.has_text(claim, index, (start, end), scene)
    }

    /// Whether the text of the range stands also where its lines are said to be, so that the
    /// lines and columns may be the right ones, and the offsets not.
    fn may_be_elsewhere(
        &self,
        claim: &Claim<'_>,
        index: &LineIndex<'_>,
        (start, end): (u64, u64),
    ) -> bool {
        let Lines::Given {
            start: from,
            end: to,
        } = lines_of(claim, self.convention)
        else {
            return true;
        };
        let text = slice(index, start, end);
        let (length, whole) = (text.len() as u64, index.text().len() as u64);
        if length > MOST_READ {
            return true;
        }
        let finder = Finder::new(text);
        let first = start.saturating_add(1);
        // The same text may begin inside of the range, or end there: `aa` stands twice in `aaa`.
        let (before, behind) = (first.saturating_sub(length), end.saturating_add(length));
        let overlapping = [
            slice(index, before, end.saturating_sub(1)),
            slice(index, first, behind.saturating_sub(1).min(whole)),
        ];
        if overlapping.iter().any(|near| finder.find(near).is_some()) {
            return true;
        }
        let stated = [Some(from.line), to.map(|to| to.line)];
        stated.into_iter().flatten().any(|line| {
            let Ok(line) = index.line_range(line) else {
                return false;
            };
            // A text that ends in the line may begin before it, and the other way round.
            let first = line.start().saturating_sub(length);
            let last = line.end().saturating_add(length);
            if last.saturating_sub(first) > MOST_READ {
                return true;
            }
            let around = slice(index, first, last.min(whole));
            finder
                .find_iter(around)
                .any(|at| first.saturating_add(at as u64) != start)
        })
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
        let is_wrong = claim.number(column) != Some(right);
        is_wrong.then(|| DocumentEdit::new(slot.node.byte_range(), right.to_string()))
    }
}
