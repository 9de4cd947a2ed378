//! What proves a range that lies in its text.

use super::super::claim::{Claim, Part, Parts};
use super::super::report::ProvedBy;
use super::super::semantics::{Lines, is_asked, lines_of};
use super::chain::Standing;
use super::scene::Scene;
use super::{Check, Shown, State, around, slice};
use crate::text::{LineIndex, PositionEncoding};

/// What is held against exactly the bytes of a range. It shows nothing of an empty range, which
/// fits in every text.
pub(super) const OWN: Parts = Parts::of(&[Part::Text, Part::SpanChecksum]);

/// What is held against a part of a range, or against more than it.
const PARTLY: Parts = Parts::of(&[Part::Passage, Part::WholeLines, Part::Head]);

const COLUMNS: Parts = Parts::of(&[Part::StartColumnUtf16, Part::EndColumnUtf16]);

impl Check<'_> {
    /// The strongest proof of a range: that the text in hand is known to be the one that the tool
    /// saw, or what the range says beside its offsets and was held against the text.
    ///
    /// What an operation says may be of the text before it or after it, whatever it is called. So
    /// without a hash that shows this text to be the one before, only the place is proved.
    pub(super) fn proof_of(
        &mut self,
        claim: &Claim<'_>,
        index: &LineIndex<'_>,
        scene: Scene,
    ) -> Option<ProvedBy> {
        if self.standing(claim, index) == Standing::Shown(Some(State::Before)) {
            return Some(ProvedBy::FileChecksum);
        }
        let by = self.strongest(claim, index, scene)?;
        Some(if self.changes { ProvedBy::Position } else { by })
    }

    fn strongest(
        &self,
        claim: &Claim<'_>,
        index: &LineIndex<'_>,
        scene: Scene,
    ) -> Option<ProvedBy> {
        if self.file.is_the_one_of(claim) {
            return Some(ProvedBy::FileChecksum);
        }
        let ends = (claim.number(Part::ByteStart), claim.number(Part::ByteEnd));
        let range = (ends.0.unwrap_or_default(), ends.1.unwrap_or_default());
        let is_empty = range.0 == range.1;
        let own = claim.says_any(OWN);
        if scene.text {
            if own && !is_empty && claim.get(Part::SpanChecksum).is_some() {
                return Some(ProvedBy::Checksum);
            }
            let actual = slice(index, range.0, range.1);
            // To tell this from the next, texts are looked through once more: only if somebody
            // asks.
            if !is_empty
                && self.outcome.by.is_some()
                && (is_its_text(claim, actual) || self.shows_its_lines(claim, index, range))
            {
                return Some(ProvedBy::Text);
            }
            // What is put into an empty range stands in no text yet (E4).
            let is_put_in = is_empty && is_asked(claim.node());
            let is_partly = claim.says_any(PARTLY) && !is_put_in;
            if !is_empty && (own || is_partly || around(claim).says_something()) {
                return Some(ProvedBy::Context);
            }
            // Of an empty range no more than the place is shown.
            let is_shown = is_partly || around(claim).says_something();
            if is_empty && (is_shown || (own && !is_put_in)) {
                return Some(ProvedBy::Position);
            }
        }
        let is_placed = || {
            claim.says_any(COLUMNS)
                || matches!(lines_of(claim, self.convention), Lines::Given { .. })
        };
        // The places of ranges are proved, too, where what their deletion leaves is as it should
        // be.
        (self.file.leaves_right || (scene.place && is_placed())).then_some(ProvedBy::Position)
    }

    /// Whether a range is shown with all lines that it touches, and its columns say where in them
    /// it is.
    fn shows_its_lines(
        &self,
        claim: &Claim<'_>,
        index: &LineIndex<'_>,
        (start, end): (u64, u64),
    ) -> bool {
        let columns = self.convention.lines.as_ref();
        let columns = columns.and_then(|lines| lines.columns);
        let is_placed = matches!(lines_of(claim, self.convention), Lines::Given { .. });
        if columns.is_none() || !is_placed || !has_its_length_alone(slice(index, start, end)) {
            return false;
        }
        if self.shown == Shown::All && claim.get(Part::WholeLines).is_some() {
            return true;
        }
        let Some(lines) = around(claim).selected else {
            return false;
        };
        let line = |offset| index.position_clamped(offset, PositionEncoding::Utf8).line;
        let touched = line(end).saturating_sub(line(start)).saturating_add(1);
        lines.len() as u64 == touched && lines.iter().any(|line| !line.trim().is_empty())
    }
}

/// Whether a text that is printed is that of the range to the byte, without U+FFFD for other bytes,
/// and without more of its lines.
fn is_its_text(claim: &Claim<'_>, actual: &[u8]) -> bool {
    let mut parts = [Part::Text, Part::WholeLines, Part::Passage].into_iter();
    parts.any(|part| {
        claim
            .text(part)
            .is_some_and(|text| text.as_bytes() == actual)
    })
}

/// Whether these bytes are the only ones of their length that can be shown as their lines are,
/// without terminators. They are not, if some lines end with CRLF and others with LF, or if U+FFFD
/// is shown for what is not UTF-8.
fn has_its_length_alone(actual: &[u8]) -> bool {
    let feeds = memchr::memchr_iter(b'\n', actual).count();
    let pairs = actual.windows(2).filter(|two| two == b"\r\n").count();
    core::str::from_utf8(actual).is_ok() && (pairs == 0 || pairs == feeds)
}
