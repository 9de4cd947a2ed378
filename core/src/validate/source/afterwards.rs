//! What a range says of the text after an operation, which is seldom the text at hand.

use super::super::claim::{Claim, Part, Parts};
use super::super::semantics::stated_checksum;
use super::chain::Standing;
use super::why::NOT_GIVEN_AFTER;
use super::{Check, State};
use crate::text::LineIndex;

/// What is said of the text after an operation.
const AFTERWARDS: Parts = Parts::of(&[
    Part::SpanChecksumAfter,
    Part::FileAfter,
    Part::FileChecksumAfter,
]);

impl Check<'_> {
    /// Says what of a range was not compared, because it is of the text after an operation.
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
}
