//! The new text: the text around the edits, copied as it is, and what replaces the rest.

use alloc::format;
use alloc::vec::Vec;

use super::ask::Complaint;
use super::edits::AskEdit;
use super::lint;
use super::map::{PositionMap, Stretch};
use super::order::{Placed, Words};
use super::place::{Places, is_boundary};
use super::run::Run;
use super::state::State;
use crate::checksum::Checksum;
use crate::json::Pointer;

/// A new text, before anything is said about it.
pub(super) struct Composed {
    text: Vec<u8>,
    stretches: Vec<Stretch>,
    /// The edits whose range has their new text already.
    same: Vec<usize>,
    /// Whether an LF was put in, or one that was there has a CR before it now.
    ends_lines: bool,
}

/// What the new text needs of one edit, and no more, because it is read out of order.
#[derive(Debug, Clone, Copy)]
struct Piece<'e> {
    start: usize,
    end: usize,
    new: &'e [u8],
    /// The text that the range should have.
    expected: Option<&'e [u8]>,
}

impl Run<'_, '_, '_> {
    /// Makes all edits at once, if nothing at all is in the way: each has a range of the
    /// text that can be cut out and has the text that it should have, and none is in the
    /// way of another. What is in the way is not told; who needs to know goes through
    /// the edits one by one. O(n + k), and the text is read once.
    pub(super) fn at_once(&mut self, places: &mut Places<'_>) -> bool {
        let count = self.ask.edits.len();
        let Some(mut order) = Words::new(count, self.text.len() as u64) else {
            return false;
        };
        let mut pieces = Vec::with_capacity(count);
        let (mut room, mut checksums) = (0_usize, false);
        // All that needs no order, in the order of the request, in which it lies in memory.
        for (edit, ask) in self.ask.edits.iter().enumerate() {
            let Some((start, end)) = places.range(ask.place) else {
                return false;
            };
            let new = self.new_of(edit);
            room = room.saturating_add(new.len());
            order.push(start as u64, end as u64);
            pieces.push(Piece {
                start,
                end,
                new,
                expected: ask.guard.text,
            });
            checksums |= ask.guard.checksum.is_some();
        }
        let guard = |edit| self.ask.edits.get(edit).map(|ask| ask.guard);
        let mut made = Vec::with_capacity(count);
        let mut past = 0;
        let sorted = order.sorted();
        let sorted = sorted.filter_map(|edit| Some((edit, pieces.get(edit)?)));
        let composed = self.compose(sorted, room, |edit, piece, old| {
            let (start, end) = (piece.start, piece.end);
            made.push(Placed { edit, start, end });
            start >= core::mem::replace(&mut past, end)
                && is_boundary(self.text, start)
                && is_boundary(self.text, end)
                && piece.expected.is_none_or(|expected| expected == old)
                && (!checksums || guard(edit).is_some_and(|guard| guard.fits(old)))
        });
        self.composed = composed;
        if self.composed.is_none() {
            return false;
        }
        self.made = made;
        true
    }

    /// The text with sorted edits in it, of which the new texts take so much room; nothing,
    /// unless all of them fit.
    fn compose<'p>(
        &self,
        sorted: impl Iterator<Item = (usize, &'p Piece<'p>)>,
        room: usize,
        mut fits: impl FnMut(usize, &Piece<'_>, &[u8]) -> bool,
    ) -> Option<Composed> {
        let room = self.text.len().saturating_add(room);
        let mut composed = Composed {
            text: Vec::with_capacity(room),
            stretches: Vec::with_capacity(self.ask.edits.len()),
            same: Vec::new(),
            ends_lines: false,
        };
        let mut from = 0;
        for (edit, piece) in sorted {
            // Copied first: the text of the range is at hand then.
            let kept = self.text.get(from..piece.start)?;
            composed.text.extend_from_slice(kept);
            from = piece.start;
            let old = self.text.get(piece.start..piece.end)?;
            if !fits(edit, piece, old) {
                return None;
            }
            let new = piece.new;
            if old == new {
                composed.same.push(edit);
                continue;
            }
            let new_start = composed.text.len() as u64;
            composed.text.extend_from_slice(new);
            // What was just written is slow to read, and rarely needed.
            let last = new.last().or(kept.last());
            let last = last.or_else(|| composed.text.last());
            composed.ends_lines = composed.ends_lines
                || has_lf(new)
                || (last == Some(&b'\r') && self.text.get(piece.end) == Some(&b'\n'));
            let (old_start, old_end) = (piece.start as u64, piece.end as u64);
            let new_end = composed.text.len() as u64;
            composed
                .stretches
                .push([old_start, old_end, new_start, new_end]);
            from = piece.end;
        }
        if !composed.stretches.is_empty() {
            let rest = self.text.get(from..)?;
            composed.text.extend_from_slice(rest);
        }
        Some(composed)
    }

    /// Copies the text with the edits in it, and checks what came out. O(n + k).
    pub(super) fn write(&mut self, wanted: Option<&Checksum>) {
        let made = core::mem::take(&mut self.made);
        let composed = self.composed.take();
        let compose = || {
            let pieces = made.iter().map(|one| Piece {
                start: one.start,
                end: one.end,
                new: self.new_of(one.edit),
                // Looked at before.
                expected: None,
            });
            let pieces: Vec<Piece<'_>> = pieces.collect();
            let room = pieces.iter().map(|piece| piece.new.len());
            let room = room.fold(0, usize::saturating_add);
            let numbers = made.iter().map(|one| one.edit);
            self.compose(numbers.zip(&pieces), room, |_, _, _| true)
        };
        let Some(composed) = composed.or_else(compose) else {
            return;
        };
        let changed = !composed.stretches.is_empty();
        let result = if changed { &composed.text } else { self.text };
        if let Some((code, complaint)) = self.unwanted(result, wanted) {
            self.complaints.push(complaint);
            self.made = made;
            self.take_back();
            return self.refuse_all(code);
        }
        if made.len() == self.states.len() {
            self.states.fill(State::Applied);
        } else {
            for one in &made {
                self.set(one.edit, State::Applied);
            }
        }
        for edit in &composed.same {
            self.set(*edit, State::Noop);
        }
        self.made = made;
        if !changed {
            return;
        }
        let (old, new) = (self.text.len() as u64, composed.text.len() as u64);
        self.map = PositionMap::new(old, new, composed.stretches);
        lint::tell(self, &composed.text, composed.ends_lines);
        self.new_text = Some(composed.text);
    }

    /// Why this must not be the text, although every edit could be made.
    fn unwanted(
        &mut self,
        result: &[u8],
        wanted: Option<&Checksum>,
    ) -> Option<(&'static str, Complaint)> {
        // Cut at characters, only what is put in can make it so.
        let mut edits = self.ask.edits.iter().enumerate();
        let mut odd = |(at, edit): (usize, AskEdit<'_>)| {
            !edit.well_formed && core::str::from_utf8(self.new_of(at)).is_err()
        };
        if self.settings.well_formed
            && edits.any(&mut odd)
            && let Err(error) = core::str::from_utf8(result)
        {
            let message = format!(
                "the text would not be UTF-8 at byte offset {}",
                error.valid_up_to()
            );
            let here = self.ask.here.clone();
            return Some((
                "INVALID_UTF8",
                Complaint::new("INVALID_UTF8", here, message),
            ));
        }
        let wanted = wanted?;
        let actual = Checksum::of(wanted.algorithm(), result);
        if actual == *wanted {
            self.result = Some(actual);
            return None;
        }
        let stated = self.ask.expected_final.as_ref();
        let pointer = stated.map_or_else(Pointer::root, |stated| stated.pointer.clone());
        let message = format!("the text would have checksum `{actual}`, not `{wanted}`");
        Some((
            "EDIT_RESULT_DIFFERS",
            Complaint::new("EDIT_RESULT_DIFFERS", pointer, message),
        ))
    }
}

/// Looks at all bytes, sixteen together, which for a few takes less time than to look for
/// the first.
fn has_lf(text: &[u8]) -> bool {
    let found = text.iter().map(|byte| u8::from(*byte == b'\n'));
    found.fold(0, |any, one| any | one) != 0
}
