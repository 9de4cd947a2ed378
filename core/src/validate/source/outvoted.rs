//! One wrong offset, against which all else speaks that is said of the range.
//!
//! A wrong offset makes everything look wrong that is said of the range. So where another offset
//! in its place would make all of that right, the offset is what is wrong. The right one is
//! looked for near the stated one only, and believed if there is no other.

use super::super::claim::{Claim, Part, Parts};
use super::super::semantics::{Lines, lines_of, read_checksum};
use super::moved::only_place;
use super::positions::end_position;
use super::{Check, Scene, around, slice};
use crate::checksum::Checksum;
use crate::dialect::convention::ColumnUnit;
use crate::id::classify_span_id;
use crate::text::{ByteRange, LineIndex, Position, PositionEncoding, TextError};

/// So far from a stated offset the right one is looked for.
const NEAR: u64 = 256;
/// So many bytes may be hashed to find one.
const MOST_HASHED: u64 = 1 << 20;
/// For so many ranges of one file it is looked for.
const MOST_SOUGHT: u64 = 64;
/// For so many ranges of a document it is looked for by their hashes: each takes some tenths of a
/// millisecond.
const MOST_HASHES_SOUGHT: u64 = 4096;

/// What is said of the text of a range, or computed from its offsets.
const WITNESSES: Parts = Parts::of(&[Part::Text, Part::SpanChecksum, Part::SpanId]);

/// Whether anything is said that belongs to the text of the range.
pub(super) const fn says_text(claim: &Claim<'_>, scene: Scene) -> bool {
    scene.text && claim.says_any(WITNESSES)
}

/// A range as two offsets.
type Ends = (u64, u64);

impl Check<'_> {
    /// Whether line and column of one end lead together to another offset than is stated there,
    /// while the other end is right, and nothing shows that the offset is.
    pub(super) fn is_outvoted(
        &self,
        claim: &Claim<'_>,
        (path, index): (&str, &LineIndex<'_>),
        (start, end): Ends,
        there: ByteRange,
        scene: Scene,
    ) -> bool {
        let Lines::Given { end: Some(_), .. } = lines_of(claim, self.convention) else {
            return false;
        };
        let meant = (there.start(), there.end());
        let place = |at| index.position(at, self.encoding());
        let last = |ends| end_position(index, ends, self.encoding(), self.convention);
        let differ = match (meant.0 == start, meant.1 == end) {
            (true, false) => differ_in_both(last((start, end)), last(meant)),
            (false, true) => differ_in_both(place(start), place(meant.0)),
            _ => false,
        };
        differ && !self.has_witness(claim, (path, index), (start, end), scene)
    }

    /// In what the columns of the dialect are counted.
    pub(super) fn encoding(&self) -> PositionEncoding {
        let lines = self.convention.lines.as_ref();
        match lines.and_then(|lines| lines.columns).map(|it| it.unit) {
            Some(ColumnUnit::Encoded(encoding)) => encoding,
            _ => PositionEncoding::Utf8,
        }
    }

    /// The offset to which line and column of the start lead, if the stated offset is on another
    /// line and in another column.
    pub(super) fn counted_start(
        &self,
        claim: &Claim<'_>,
        index: &LineIndex<'_>,
        stated: u64,
    ) -> Option<u64> {
        let Lines::Given { start, .. } = lines_of(claim, self.convention) else {
            return None;
        };
        self.convention.lines.as_ref()?.columns?;
        let said = Position {
            line: start.line,
            column: start.column,
        };
        let right = index.offset(said, self.encoding()).ok()?;
        let place = |at| index.position(at, self.encoding());
        differ_in_both(place(stated), place(right)).then_some(right)
    }

    /// Whether the text of a range, its checksum or its id belongs to these bytes.
    fn has_witness(
        &self,
        claim: &Claim<'_>,
        (path, index): (&str, &LineIndex<'_>),
        (start, end): Ends,
        scene: Scene,
    ) -> bool {
        let id = claim.text(Part::SpanId);
        self.has_text(claim, index, (start, end), scene)
            || id.is_some_and(|id| classify_span_id(&id, path, start, end).is_some())
    }

    /// Whether the text of a range, or its checksum, belongs to these bytes.
    pub(super) fn has_text(
        &self,
        claim: &Claim<'_>,
        index: &LineIndex<'_>,
        (start, end): Ends,
        scene: Scene,
    ) -> bool {
        let actual = slice(index, start, end);
        let text = claim.text(Part::Text).filter(|_| scene.text);
        let sum = self.sum_of_text(claim, scene);
        text.is_some_and(|text| !text.is_empty() && text.as_bytes() == actual)
            || sum.is_some_and(|sum| sum.matches(actual))
    }

    fn sum_of_text(&self, claim: &Claim<'_>, scene: Scene) -> Option<Checksum> {
        let sum = claim.text(Part::SpanChecksum).filter(|_| scene.text)?;
        read_checksum(&sum, self.convention).ok()?
    }

    /// Names the one wrong offset of a range: with another offset in its place the text, the
    /// checksum or the id is right, and so is all else that is said. That takes the place of what
    /// was found from `said` on. Returns whether there is such an offset.
    pub(super) fn wrong_offset(
        &mut self,
        claim: &Claim<'_>,
        (path, index): (&str, &LineIndex<'_>),
        scene: Scene,
        said: usize,
    ) -> bool {
        let (Some(start), Some(end)) = (claim.number(Part::ByteStart), claim.number(Part::ByteEnd))
        else {
            return false;
        };
        let stated = (start, end);
        if !claim.says_any(WITNESSES)
            || self.has_witness(claim, (path, index), stated, scene)
            || self.file.sought == MOST_SOUGHT
        {
            return false;
        }
        self.file.sought += 1;
        let found = if claim.get(Part::Text).is_some() {
            by_text(claim, index, stated).filter(|_| scene.text)
        } else if self.sought < MOST_HASHES_SOUGHT {
            self.sought += 1;
            self.by_hash(claim, (path, index), stated, scene)
        } else {
            None
        };
        let Some(meant) = found.filter(|meant| self.is_counted(claim, index, *meant)) else {
            return false;
        };
        let differences = around(claim).differences(index, meant, self.convention.fragments);
        if scene.text && !differences.is_empty() {
            return false;
        }
        let what = if claim.get(Part::Text).is_some() {
            "its text, and all else that is said of it, are"
        } else {
            "its hashes, and all else that is said of it, are"
        };
        self.name_offsets(claim, (path, index), (stated, meant), (what, scene, said));
        true
    }

    /// The only range that has the id or the checksum, among those that share one end with the
    /// stated range and have the other near its own.
    fn by_hash(
        &self,
        claim: &Claim<'_>,
        (path, index): (&str, &LineIndex<'_>),
        (start, end): Ends,
        scene: Scene,
    ) -> Option<Ends> {
        let near = |at: u64| at.saturating_sub(NEAR)..=at.saturating_add(NEAR);
        let length = index.text().len() as u64;
        let ends = near(end).map(|end| (start, end));
        let starts = near(start).map(|start| (start, end));
        let all = ends
            .chain(starts)
            .filter(|(from, to)| from < to && *to <= length);
        let all = all.filter(|ends| *ends != (start, end));
        if let Some(id) = claim.text(Part::SpanId) {
            let mut with_id = all.clone();
            let meant =
                with_id.find(|(from, to)| classify_span_id(&id, path, *from, *to).is_some());
            let sum = self.sum_of_text(claim, scene);
            let is_right =
                |(from, to): &Ends| sum.is_none_or(|sum| sum.matches(slice(index, *from, *to)));
            if meant.is_some() {
                return meant.filter(is_right);
            }
        }
        let sum = self.sum_of_text(claim, scene)?;
        let cost = all.clone().map(|(from, to)| to.saturating_sub(from));
        if cost.fold(0, u64::saturating_add) > MOST_HASHED {
            return None;
        }
        let mut found = all.filter(|(from, to)| sum.matches(slice(index, *from, *to)));
        found.next().filter(|_| found.next().is_none())
    }

    /// Whether the lines and columns that are stated are those of these bytes, if any are.
    fn is_counted(&self, claim: &Claim<'_>, index: &LineIndex<'_>, meant: Ends) -> bool {
        let Lines::Given { start, end } = lines_of(claim, self.convention) else {
            return true;
        };
        let lines = self.convention.lines.as_ref();
        let has_columns = lines.is_some_and(|lines| lines.columns.is_some());
        if has_columns {
            let there = self.counted_range(claim, index, meant.1);
            return there.is_some_and(|there| (there.start(), there.end()) == meant);
        }
        let line = |at| index.position(at, PositionEncoding::Utf8).map(|at| at.line);
        line(meant.0) == Ok(start.line) && end.is_none_or(|end| line(meant.1) == Ok(end.line))
    }
}

/// Whether two places are on other lines, and in other columns of them.
fn differ_in_both(one: Result<Position, TextError>, other: Result<Position, TextError>) -> bool {
    matches!((one, other), (Ok(one), Ok(other)) if one.line != other.line && one.column != other.column)
}

/// Where the text of a range stands, if it begins or ends where the range does. A text that is
/// shorter than the range may have been cut, and counts only if it stands nowhere else.
fn by_text(claim: &Claim<'_>, index: &LineIndex<'_>, (start, end): Ends) -> Option<Ends> {
    let text = claim.text(Part::Text)?;
    let length = text.len() as u64;
    let is_there =
        |ends: &Ends| !text.is_empty() && slice(index, ends.0, ends.1) == text.as_bytes();
    let from_start = start.checked_add(length).map(|end| (start, end));
    let to_end = end.checked_sub(length).map(|start| (start, end));
    let mut found = [from_start, to_end].into_iter().flatten().filter(is_there);
    let first = found.next().filter(|_| found.next().is_none())?;
    let is_cut = length < end.saturating_sub(start);
    (!is_cut || only_place(index.text(), text.as_bytes()) == Some(first.0)).then_some(first)
}
