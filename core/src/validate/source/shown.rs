//! Whether a text shows that a range is right, or merely has room for it.

use super::super::claim::{Claim, Part, Parts};
use super::super::semantics::{Lines, is_asked, lines_of, stated_checksum};
use super::chain::Standing;
use super::scene::Scene;
use super::why::NOT_GIVEN_AFTER;
use super::{Check, State, around};
use crate::text::LineIndex;

/// What is held against the text of the range.
const TEXTS: Parts = Parts::of(&[
    Part::Text,
    Part::Passage,
    Part::WholeLines,
    Part::Head,
    Part::SpanChecksum,
]);

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

    /// Whether anything that a range says beside its offsets was held against the text in
    /// hand, or that is known to be the one that the tool saw.
    pub(super) fn is_shown(
        &mut self,
        claim: &Claim<'_>,
        index: &LineIndex<'_>,
        scene: Scene,
    ) -> bool {
        // What is empty is empty in every text (E4).
        let is_empty =
            claim.number(Part::ByteStart) == claim.number(Part::ByteEnd) && is_asked(claim.node());
        let by_text = || (claim.says_any(TEXTS) && !is_empty) || around(claim).says_something();
        let by_place = || {
            claim.says_any(COLUMNS)
                || matches!(lines_of(claim, self.convention), Lines::Given { .. })
        };
        let is_before = self.standing(claim, index) == Standing::Shown(Some(State::Before));
        let by_file = self.file.is_known() || is_before;
        by_file || (scene.place && by_place()) || (scene.text && by_text())
    }
}
