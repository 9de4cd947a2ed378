//! Texts that show a range among others, its head, or its whole lines, against the source.

use alloc::format;

use super::super::claim::{Claim, Part};
use super::super::found::Found;
use super::super::structure::passage::is_among;
use super::context::{is_head_of_lines, is_whole_lines};
use super::{Check, Shown, excerpt, place};
use crate::source::replaced;
use crate::text::LineIndex;

impl Check<'_> {
    /// Whether a text is that of a range, or the whole lines that it touches. In an answer that
    /// says that it is cut, the first of these lines are enough.
    fn shows_lines(
        &self,
        stated: &str,
        index: &LineIndex<'_>,
        range: (u64, u64),
        actual: &[u8],
    ) -> bool {
        if replaced::shows(stated, actual) || is_whole_lines(index, range, stated) {
            return true;
        }
        let after = actual.strip_prefix(stated.as_bytes());
        let is_cut_after_a_line =
            || after.is_some_and(|rest| rest.starts_with(b"\n") || rest.starts_with(b"\r\n"));
        self.shown == Shown::Partly
            && !stated.is_empty()
            && (is_cut_after_a_line() || is_head_of_lines(index, range, stated))
    }

    /// Holds texts that show a range in one of these ways against what stands there.
    pub(super) fn passage(
        &mut self,
        claim: &Claim<'_>,
        path: &str,
        index: &LineIndex<'_>,
        (start, end): (u64, u64),
        actual: &[u8],
    ) {
        for part in [Part::Passage, Part::WholeLines, Part::Head] {
            let Some(slot) = claim.get(part) else {
                continue;
            };
            let shows = |stated: &str| match part {
                Part::Passage => is_among(stated, actual),
                Part::Head => replaced::shows_head(stated, actual),
                _ => self.shows_lines(stated, index, (start, end), actual),
            };
            if slot.node.as_str().is_none_or(|stated| shows(&stated)) {
                continue;
            }
            let lines = match part {
                Part::Passage | Part::Head => "",
                _ => ", or the whole lines of them",
            };
            let message = format!(
                "it does not show bytes {start} to {end} of `{path}`, {}{lines}",
                excerpt(actual)
            );
            let found = Found::at("TEXT_MISMATCH", slot, message);
            self.found
                .push(found.in_source(place(path, index, (start, end))));
        }
    }
}
