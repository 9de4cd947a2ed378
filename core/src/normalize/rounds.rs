//! Members that an envelope must be made without: a reading of it would leave them out, or take
//! them for something else. That shows only in an envelope that is made; so it is made again.

use alloc::vec::Vec;

use super::{left_out, misread};
use crate::dialect::{Convention, Made, Making};
use crate::json::{Key, Pointer};
use crate::validate::{Found, Seen};

/// The places that were found so far, a list for each time.
pub(super) struct Rounds<'d> {
    /// Whether the document is of the envelope's own shapes, which say what they leave out.
    is_ours: bool,
    may_have_zeros: bool,
    /// What may be taken for members of another answer, if anything may.
    strangers: Option<Vec<Key<'d>>>,
    /// See [`left_out`].
    unsaid: Vec<Vec<Pointer>>,
    /// See [`misread`].
    misread: Vec<Vec<Pointer>>,
}

impl<'d> Rounds<'d> {
    pub(super) fn of(
        seen: &Seen<'d>,
        found: &[Found],
        convention: &Convention,
        is_ours: bool,
    ) -> Self {
        Self {
            is_ours,
            may_have_zeros: left_out::may_have_zeros(seen, found, convention),
            strangers: misread::may_be_in(seen, found).then(|| seen.strangers()),
            unsaid: Vec::new(),
            misread: Vec::new(),
        }
    }

    /// Whether the envelope is made once more. Then its lists are not written before all is
    /// made.
    pub(super) const fn are_more(&self) -> bool {
        !self.unsaid.is_empty() || !self.misread.is_empty()
    }

    /// Takes out of an envelope what was found in those before it.
    pub(super) fn take_out(&self, making: &mut Making<'d, '_>, envelope: &mut Made<'d>) {
        for place in self.unsaid.iter().flatten() {
            making.free_unsaid(envelope, place);
        }
        for place in self.misread.iter().flatten() {
            making.free_misread(envelope, place);
        }
    }

    /// Whether something is found in the text of an envelope, so that it has to be made once
    /// more.
    pub(super) fn find(&mut self, text: &str) -> bool {
        if !self.is_ours && self.unsaid.len() < left_out::ROUNDS {
            let more = left_out::places_in(text, self.may_have_zeros);
            if !more.is_empty() {
                self.unsaid.push(more);
                return true;
            }
        }
        let strangers = self.strangers.as_ref();
        if let Some(strangers) = strangers.filter(|_| self.misread.len() < misread::ROUNDS) {
            let more = misread::places_in(text, strangers);
            if !more.is_empty() {
                self.misread.push(more);
                return true;
            }
        }
        false
    }
}
