//! Ranges of an operation that say nothing of the hashes of their file.
//!
//! What is said of the file elsewhere may tell which of its texts was given. If it does not, a
//! range that fits is held against the text like any other. That a deleted range does not fit, or
//! one that says only offsets, shows nothing: the range may be wrong, or the given text may be
//! the changed one.

use super::super::claim::{Claim, Part};
use super::super::semantics::{read_checksum, stated_checksum};
use super::chain::Standing;
use super::why::{IS_CHANGED, KNOWN_BEFORE, MAY_BE_CHANGED, OF_ANOTHER, OF_ONE_OF_MANY};
use super::{Check, Scene, State, slice};
use crate::source::compared::TextIs;
use crate::text::LineIndex;

/// All that a range says is of this text.
const WHOLE: Scene = Scene {
    place: true,
    text: true,
    text_is: None,
};

/// Nothing that a range says is of this text.
const NOWHERE: Scene = Scene {
    place: false,
    text: false,
    text_is: Some(TextIs::OtherText),
};

impl Check<'_> {
    /// What the text in hand is to a range that states neither the hash before the operation
    /// nor the one after it, where it is not simply its text.
    pub(super) fn unsaid(
        &mut self,
        claim: &Claim<'_>,
        path: &str,
        index: &LineIndex<'_>,
    ) -> Option<Scene> {
        let sum = |part| stated_checksum(claim, part, self.convention);
        let says_one = sum(Part::FileBefore).or_else(|| sum(Part::FileAfter));
        if !self.changes || says_one.is_some() {
            return None;
        }
        let file = sum(Part::FileChecksum);
        match self.standing(claim, index) {
            Standing::OfAnother => {
                self.unchecked(path, OF_ANOTHER.into());
                Some(NOWHERE)
            }
            Standing::OfOneOfMany => self.is_wrong(claim, path, index).then(|| {
                self.unchecked(path, OF_ONE_OF_MANY.into());
                NOWHERE
            }),
            Standing::Shown(Some(State::Before)) => None,
            Standing::Shown(Some(State::After)) => {
                self.unchecked(path, IS_CHANGED.into());
                let text = !self.edits && file.is_some_and(|file| self.file.is(&file, index));
                Some(Scene { text, ..NOWHERE })
            }
            Standing::Shown(None) if self.is_not_before(claim, index) => {
                self.unchecked(path, KNOWN_BEFORE.into());
                Some(NOWHERE)
            }
            // What a stated checksum shows of the text counts.
            Standing::Shown(None) if self.edits || file.is_some() => None,
            // A range that states lines is held to them, unless it was deleted: then the text
            // in which they were right may be gone.
            Standing::Shown(None)
                if self.deleted.is_empty() && claim.get(Part::StartLine).is_some() =>
            {
                None
            }
            Standing::Shown(None) => self.is_wrong(claim, path, index).then(|| {
                self.unchecked(path, MAY_BE_CHANGED.into());
                NOWHERE
            }),
        }
    }

    /// Whether the change in which a range stands tells only the checksum before it, and the text
    /// in hand has another.
    fn is_not_before(&mut self, claim: &Claim<'_>, index: &LineIndex<'_>) -> bool {
        let around = self.file.changes.around(claim.slot.node.byte_range());
        let Some((Some(before), None)) = around else {
            return false;
        };
        !self.file.is(&before, index)
    }

    /// Whether anything that is said of a range is wrong in the text in hand, and nothing
    /// shows that the range is of this text.
    fn is_wrong(&mut self, claim: &Claim<'_>, path: &str, index: &LineIndex<'_>) -> bool {
        let (Some(start), Some(end)) = (claim.number(Part::ByteStart), claim.number(Part::ByteEnd))
        else {
            return false;
        };
        if start > end || self.is_there(claim, slice(index, start, end)) {
            return false;
        }
        let (found, unreadable) = (self.found.len(), self.unreadable.len());
        let lies = self.claim(claim, path, index, WHOLE);
        let wrong = !lies || self.found.len() > found;
        self.found.truncate(found);
        self.unreadable.truncate(unreadable);
        wrong
    }

    /// Whether a piece of text is the one that a range shows, or has its checksum.
    fn is_there(&self, claim: &Claim<'_>, actual: &[u8]) -> bool {
        let text = claim.text(Part::Text).filter(|text| !text.is_empty());
        let sum = claim
            .text(Part::SpanChecksum)
            .filter(|_| !actual.is_empty());
        let sum = sum.and_then(|sum| read_checksum(&sum, self.convention).ok()?);
        text.is_some_and(|text| text.as_bytes() == actual)
            || sum.is_some_and(|sum| sum.matches(actual))
    }
}
