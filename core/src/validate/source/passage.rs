//! A text that shows a range, perhaps among others, against the source.

use alloc::format;

use super::super::claim::{Claim, Part};
use super::super::found::Found;
use super::super::structure::passage::is_among;
use super::{Check, excerpt, place};
use crate::text::LineIndex;

impl Check<'_, '_> {
    pub(super) fn passage(
        &mut self,
        claim: &Claim<'_>,
        path: &str,
        index: &LineIndex<'_>,
        (start, end): (u64, u64),
        actual: &[u8],
    ) {
        let Some(slot) = claim.get(Part::Passage) else {
            return;
        };
        let Some(stated) = slot.node.as_str() else {
            return;
        };
        if is_among(&stated, actual) {
            return;
        }
        let message = format!(
            "it does not show bytes {start} to {end} of `{path}`, {}",
            excerpt(actual)
        );
        let found = Found::at("TEXT_MISMATCH", slot, message);
        self.found
            .push(found.in_source(place(path, index, (start, end))));
    }
}
