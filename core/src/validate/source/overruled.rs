//! What the text decides that was doubted before it was looked at.
//!
//! Without a text, two numbers that exclude each other are all that is known, and the
//! finding stands at either. With it, each number is held against the text by itself: the
//! wrong one is named there, and what was said of the others is taken back.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;

use super::super::claim::{Claim, Part};
use super::super::found::Found;
use super::super::semantics::{Lines, lines_of, read_checksum, stated_checksum};
use super::outvoted::says_text;
use super::{Check, Scene, around, place, slice};
use crate::diagnostic::{Applicability, DocumentEdit, DocumentFix};
use crate::dialect::convention::ColumnUnit;
use crate::id::classify_span_id;
use crate::text::{ByteRange, LineIndex, Position};

/// Numbers that are held against the text one by one.
const COUNTED: [Part; 4] = [
    Part::StartLine,
    Part::StartColumn,
    Part::EndLine,
    Part::EndColumn,
];
/// Lines and fragments that are held against it one by one.
const SHOWN: [Part; 3] = [Part::InlineBefore, Part::LinesBefore, Part::LinesSelected];
/// Values that look wrong only because the offsets beside them are.
const EXPLAINED: [Part; 2] = [Part::Text, Part::SpanId];

/// A value about which a text has decided more than was known without it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Overruled {
    /// Which text it was.
    file: usize,
    /// Where the value stands.
    at: u64,
    by: By,
}

/// What the text has shown. Findings that follow from it, or that it refutes, are taken back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum By {
    /// Each value was held against the text by itself.
    Text,
    /// The offsets are the wrong ones, and it is known which are right.
    Offsets,
    /// The text that is stated is not that of the range.
    Shown,
    /// A range that is summed up has a wrong offset.
    Sum,
    /// An offset is no place in the text.
    NoOffset,
}

impl By {
    /// Whether a finding with this code is taken back.
    fn decides(self, code: &str) -> bool {
        match self {
            Self::Text => matches!(
                code,
                "POSITION_IMPOSSIBLE" | "REVERSED" | "CONTEXT_MISMATCH"
            ),
            Self::Offsets => matches!(code, "TEXT_LENGTH_MISMATCH" | "SPAN_ID_MISMATCH"),
            Self::Shown => matches!(code, "TEXT_LENGTH_MISMATCH" | "CHECKSUM_MISMATCH"),
            Self::Sum => code == "VALUES_DISAGREE",
            Self::NoOffset => matches!(
                code,
                "POSITION_IMPOSSIBLE" | "TEXT_LENGTH_MISMATCH" | "SPAN_ID_MISMATCH"
            ),
        }
    }
}

impl Check<'_> {
    /// Notes which values of a range in the text have been held against it.
    pub(super) fn decided(&mut self, claim: &Claim<'_>, scene: Scene) {
        let Lines::Given { .. } = lines_of(claim, self.convention) else {
            return;
        };
        let lines = self.convention.lines.as_ref();
        let unit = lines.and_then(|lines| lines.columns).map(|it| it.unit);
        if matches!(unit, Some(ColumnUnit::Encoded(_)) | None) {
            let counted = COUNTED.iter().filter(|_| scene.place);
            self.overrule(
                claim,
                counted.chain(SHOWN.iter().filter(|_| scene.text)),
                By::Text,
            );
        }
    }

    /// Takes back what follows from the findings from `said` on. Of a text that is not that of its
    /// range it need not be told that it has another length, nor that the checksum of the range is
    /// another one; nor need a sum be told that a wrong offset makes wrong.
    pub(super) fn shown_otherwise(
        &mut self,
        claim: &Claim<'_>,
        index: &LineIndex<'_>,
        said: usize,
    ) {
        let file = self.file.number;
        let sum = self.sum_of_wrong(claim, said);
        let by = By::Sum;
        self.overruled
            .extend(sum.map(|at| Overruled { file, at, by }));
        let Some(at) = claim.get(Part::Text).map(|slot| slot.node.byte_range().0) else {
            return;
        };
        let mut told = self.found.get(said..).unwrap_or_default().iter();
        if told.any(|found| found.code == "TEXT_MISMATCH" && found.range.0 == at) {
            let sum = stated_checksum(claim, Part::SpanChecksum, self.convention);
            let offsets = claim
                .number(Part::ByteStart)
                .zip(claim.number(Part::ByteEnd));
            let is_of = |(start, end)| sum.is_some_and(|sum| sum.matches(slice(index, start, end)));
            let is_right = offsets.is_some_and(is_of);
            let parts = [Part::Text, Part::SpanChecksum];
            let wrong = parts.iter().take(if is_right { 2 } else { 1 });
            self.overrule(claim, wrong, By::Shown);
        }
    }

    /// Takes back what follows from an offset that is no place in the text, if there is one among
    /// the findings from `said` on: neither lines nor text nor id can fit it.
    pub(super) fn no_offset(&mut self, claim: &Claim<'_>, said: usize) {
        let offsets = [Part::ByteStart, Part::ByteEnd];
        let offsets = offsets.map(|part| claim.get(part).map(|slot| slot.node.byte_range().0));
        let mut told = self.found.get(said..).unwrap_or_default().iter();
        if told.any(|found| offsets.contains(&Some(found.range.0))) {
            let doubted = COUNTED.iter().chain(&EXPLAINED);
            self.overrule(claim, doubted, By::NoOffset);
        }
    }

    /// Notes that the text has decided about these parts of a range.
    fn overrule<'p>(&mut self, claim: &Claim<'_>, parts: impl Iterator<Item = &'p Part>, by: By) {
        let file = self.file.number;
        let slots = parts.filter_map(|part| claim.get(*part));
        self.overruled.extend(slots.map(|slot| Overruled {
            file,
            at: slot.node.byte_range().0,
            by,
        }));
    }

    /// Whether the text has decided about a finding; `from` is where the notes about its range
    /// begin.
    pub(super) fn is_overruled(&self, from: usize, at: u64, code: &str) -> bool {
        let noted = self.overruled.get(from..).unwrap_or_default();
        noted.iter().any(|one| one.at == at && one.by.decides(code))
    }

    /// Takes back the findings about which the texts have decided, of which there were `before`
    /// when the texts were not looked at yet. The `others` are texts that the tool did not see:
    /// they decide nothing.
    pub(super) fn take_back(&mut self, others: &BTreeSet<usize>, before: usize) {
        let mut decided: Vec<(u64, By)> = (self.overruled.iter())
            .filter(|one| !others.contains(&one.file))
            .map(|one| (one.at, one.by))
            .collect();
        if decided.is_empty() {
            return;
        }
        decided.sort_unstable_by_key(|(at, _)| *at);
        let mut number = 0;
        self.found.retain(|found| {
            number += 1;
            if number > before {
                return true;
            }
            let first = decided.partition_point(|(at, _)| *at < found.range.0);
            let here = decided.iter().skip(first);
            let mut here = here.take_while(|(at, _)| *at == found.range.0);
            !here.any(|(_, by)| by.decides(found.code))
        });
    }

    /// Names the wrong offsets of a range, if its lines and columns lead to other bytes, and these
    /// have its text, its checksum or its id. That takes the place of what was found from `said`
    /// on. Returns whether it is so.
    pub(super) fn wrong_offsets(
        &mut self,
        claim: &Claim<'_>,
        path: &str,
        index: &LineIndex<'_>,
        scene: Scene,
        said: usize,
    ) -> bool {
        let (Some(start), Some(end)) = (claim.number(Part::ByteStart), claim.number(Part::ByteEnd))
        else {
            return false;
        };
        let Some(there) = self.counted_range(claim, index, end) else {
            return false;
        };
        let (from, to) = (there.start(), there.end());
        let stated = (start, end);
        if (from, to) == stated
            || (scene.text && self.ends_right(claim, index, stated, (from, to)))
            || !(self.belongs_to(claim, (path, index), stated, there, scene)
                || self.is_outvoted(claim, (path, index), stated, there, scene))
        {
            return false;
        }
        let what = if says_text(claim, scene) {
            "the lines and columns, and what is said of the text, are"
        } else {
            "the lines and columns are"
        };
        self.name_offsets(
            claim,
            (path, index),
            (stated, (from, to)),
            (what, scene, said),
        );
        true
    }

    /// Whether the stated end is right and the text is the wrong one: line and column lead to the
    /// start, and what is said to stand around the range does so, but not around the one that ends
    /// where its text would end.
    fn ends_right(
        &self,
        claim: &Claim<'_>,
        index: &LineIndex<'_>,
        stated: (u64, u64),
        by_length: (u64, u64),
    ) -> bool {
        let Lines::Given { end: None, .. } = lines_of(claim, self.convention) else {
            return false;
        };
        let cut = self.convention.fragments;
        let differs = |range| !around(claim).differences(index, range, cut).is_empty();
        stated.0 == by_length.0 && !differs(stated) && differs(by_length)
    }

    /// Reports, in place of what was found from `said` on, that the offsets of a range are wrong,
    /// and what shows it. All else that is said of the range is held against the bytes that are
    /// meant.
    pub(super) fn name_offsets(
        &mut self,
        claim: &Claim<'_>,
        (path, index): (&str, &LineIndex<'_>),
        ((start, end), (from, to)): ((u64, u64), (u64, u64)),
        (what, scene, said): (&str, Scene, usize),
    ) {
        self.found.truncate(said);
        let ends = [(Part::ByteStart, start, from), (Part::ByteEnd, end, to)];
        let wrong = ends
            .into_iter()
            .filter(|(_, stated, right)| stated != right);
        let wrong =
            wrong.filter_map(|(part, stated, right)| Some((claim.get(part)?, stated, right)));
        // One of two wrong offsets put right alone makes another wrong range.
        let edits: Vec<DocumentEdit> = wrong
            .clone()
            .map(|(slot, _, right)| DocumentEdit::new(slot.node.byte_range(), right.to_string()))
            .collect();
        for (slot, stated, right) in wrong {
            let message = format!(
                "{what} those of bytes {from} to {to} of `{path}`; the document says {stated}"
            );
            let mut found = Found::at("POSITION_MISMATCH", slot, message).expecting(right);
            if says_text(claim, scene) {
                found.fixes.push(DocumentFix {
                    title: format!("say bytes {from} to {to}"),
                    applicability: Applicability::Suggested.as_str().into(),
                    edits: edits.clone(),
                });
            }
            self.found
                .push(found.in_source(place(path, index, (from, to))));
        }
        self.utf16(claim, path, index, (from, to));
        if scene.text {
            self.text(claim, path, index, (from, to), slice(index, from, to));
            self.context(claim, index, from, to);
        }
        self.overrule(claim, EXPLAINED.iter(), By::Offsets);
    }

    /// The bytes to which the lines and columns of a range lead. Where the end has none, it is
    /// where the text would end, and without a text the stated `end`.
    pub(super) fn counted_range(
        &self,
        claim: &Claim<'_>,
        index: &LineIndex<'_>,
        end: u64,
    ) -> Option<ByteRange> {
        let Lines::Given { start, end: to } = lines_of(claim, self.convention) else {
            return None;
        };
        let lines = self.convention.lines.as_ref()?;
        let ColumnUnit::Encoded(encoding) = lines.columns?.unit else {
            return None;
        };
        let at = |line, column| Position { line, column };
        let start = at(start.line, start.column);
        if let Some(to) = to {
            let rule = lines.end.unwrap_or_default();
            let range = index.positions_range(start, at(to.line, to.column), encoding, rule);
            return range.ok();
        }
        let from = index.offset(start, encoding).ok()?;
        let length = claim.text(Part::Text).map(|text| text.len() as u64);
        let end = length.map_or(Some(end), |length| from.checked_add(length))?;
        ByteRange::new(from, end).ok()
    }

    /// Whether what is said of the text of a range is so at other bytes, and not at those
    /// that are stated.
    fn belongs_to(
        &self,
        claim: &Claim<'_>,
        (path, index): (&str, &LineIndex<'_>),
        stated: (u64, u64),
        there: ByteRange,
        scene: Scene,
    ) -> bool {
        let there = (there.start(), there.end());
        let [here, other] = [stated, there].map(|(start, end)| slice(index, start, end));
        if let Some(text) = claim.text(Part::Text).filter(|_| scene.text) {
            return !text.is_empty() && text.as_bytes() == other && text.as_bytes() != here;
        }
        if let Some(sum) = claim.text(Part::SpanChecksum).filter(|_| scene.text) {
            let sum = read_checksum(&sum, self.convention).ok().flatten();
            let is_of = |text| sum.is_some_and(|sum| sum.matches(text));
            if is_of(here) || is_of(other) {
                return !is_of(here);
            }
        }
        claim.text(Part::SpanId).is_some_and(|id| {
            let is_of = |(start, end)| classify_span_id(&id, path, start, end).is_some();
            is_of(there) && !is_of(stated)
        })
    }
}
