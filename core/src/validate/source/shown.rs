//! What shows that a range is right, where a text has more than room for it.

use super::super::claim::{Claim, Part, Parts};
use super::super::report::ProvedBy;
use super::super::semantics::{Lines, is_asked, lines_of, stated_checksum};
use super::chain::Standing;
use super::scene::Scene;
use super::why::NOT_GIVEN_AFTER;
use super::{Check, Shown, State, around};
use crate::text::{LineIndex, PositionEncoding};

/// What is held against the text of the range alone; of an empty one it is so in every text.
const OWN: Parts = Parts::of(&[Part::Text, Part::SpanChecksum]);

/// What is held against a part of it, or of an answer that is cut.
const PARTLY: Parts = Parts::of(&[Part::Passage, Part::WholeLines, Part::Head]);

const COLUMNS: Parts = Parts::of(&[Part::StartColumnUtf16, Part::EndColumnUtf16]);

/// What is said of the text after an operation.
const AFTERWARDS: Parts = Parts::of(&[
    Part::SpanChecksumAfter,
    Part::FileAfter,
    Part::FileChecksumAfter,
]);

impl Check<'_> {
    /// Says what of a range could not be compared, because it is of the text after an
    /// operation.
    pub(super) fn afterwards(&mut self, claim: &Claim<'_>, path: &str, index: &LineIndex<'_>) {
        if !claim.says_any(AFTERWARDS) {
            return;
        }
        let file = stated_checksum(claim, Part::FileChecksumAfter, self.convention);
        let is_given = self.standing(claim, index) == Standing::Shown(Some(State::After))
            || file.is_some_and(|file| self.file.is(&file, index));
        if !is_given {
            self.left(path, NOT_GIVEN_AFTER.into());
        } else if claim.get(Part::SpanChecksumAfter).is_some() {
            self.left(
                path,
                "where a range is after the operation is not said".into(),
            );
        }
    }

    /// The strongest of what a range says beside its offsets and was held against the text in
    /// hand; or that this is known to be the text that the tool saw.
    pub(super) fn proof_of(
        &mut self,
        claim: &Claim<'_>,
        index: &LineIndex<'_>,
        scene: Scene,
    ) -> Option<ProvedBy> {
        let is_before = self.standing(claim, index) == Standing::Shown(Some(State::Before));
        if self.file.is_the_one() || is_before {
            return Some(ProvedBy::FileChecksum);
        }
        let is_empty = claim.number(Part::ByteStart) == claim.number(Part::ByteEnd);
        if scene.text && !is_empty && claim.get(Part::SpanChecksum).is_some() {
            return Some(ProvedBy::Checksum);
        }
        let own = claim.says_any(OWN);
        if scene.text {
            if (own && !is_empty) || self.shows_all_lines(claim, index) {
                return Some(ProvedBy::Text);
            }
            // What is put into an empty range stands in no text yet (E4).
            let is_put_in = is_empty && is_asked(claim.node());
            if (claim.says_any(PARTLY) && !is_put_in) || around(claim).says_something() {
                return Some(ProvedBy::Context);
            }
        }
        let is_placed = || {
            claim.says_any(COLUMNS)
                || matches!(lines_of(claim, self.convention), Lines::Given { .. })
        };
        // What is empty is so in every text: no more than its place is shown. So it is where
        // that which a deletion leaves is as it should be.
        let is_insertion = scene.text && own && !is_asked(claim.node());
        let is_room = is_insertion || self.file.leaves_right;
        (is_room || (scene.place && is_placed())).then_some(ProvedBy::Position)
    }

    /// Whether a range is shown with all lines that it touches.
    fn shows_all_lines(&self, claim: &Claim<'_>, index: &LineIndex<'_>) -> bool {
        if self.shown == Shown::All && claim.get(Part::WholeLines).is_some() {
            return true;
        }
        let ends = (claim.number(Part::ByteStart), claim.number(Part::ByteEnd));
        let (Some(lines), (Some(start), Some(end))) = (around(claim).selected, ends) else {
            return false;
        };
        let line = |offset| index.position_clamped(offset, PositionEncoding::Utf8).line;
        let touched = line(end).saturating_sub(line(start)).saturating_add(1);
        lines.len() as u64 == touched && lines.iter().any(|line| !line.trim().is_empty())
    }
}
