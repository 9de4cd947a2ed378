//! The new text: the text around the edits, copied as it is, and what replaces the rest.

use alloc::format;
use alloc::vec::Vec;

use super::ask::{AskEdit, Complaint};
use super::eol;
use super::guard;
use super::map::{PositionMap, Stretch};
use super::order::{self, Placed};
use super::place::{Places, is_boundary};
use super::run::Run;
use super::state::State;
use crate::checksum::Checksum;
use crate::json::Pointer;

/// A new text, before anything is said about it.
pub(super) struct Draft {
    text: Vec<u8>,
    stretches: Vec<Stretch>,
    /// The edits whose range has their new text already.
    same: Vec<usize>,
    /// Whether an LF was put in, or one that was there has a CR before it now.
    ends_lines: bool,
}

impl Run<'_, '_, '_> {
    /// Makes all edits at once, if nothing at all is in the way: each has a range of the
    /// text that can be cut out and has the text that it should have, and none is in the
    /// way of another. What is in the way is not told; who needs to know goes through
    /// the edits one by one. O(n + k log k), and the text is read once.
    pub(super) fn at_once(&mut self, places: &mut Places<'_>) -> bool {
        let count = self.ask.edits.len();
        let (mut sorted, mut found) = (Vec::with_capacity(count), Vec::with_capacity(count));
        let mut room = 0_usize;
        // All that needs no order, in the order of the request, in which it lies in memory.
        for (edit, ask) in self.ask.edits.iter().enumerate() {
            let Ok((start, end)) = places.range(&ask.place) else {
                return false;
            };
            sorted.push(Placed { edit, start, end });
            found.push(Some((start, end)));
            room = room.saturating_add(self.new_of(edit).len());
        }
        order::sort(&mut sorted);
        if order::overlap(&sorted) {
            return false;
        }
        let fits = |one: &Placed, ask: &AskEdit<'_>, old: &[u8]| {
            let can_be_cut = is_boundary(self.text, one.start) && is_boundary(self.text, one.end);
            can_be_cut && guard::fits(ask, old)
        };
        self.draft = self.drafted(&sorted, room, fits);
        if self.draft.is_none() {
            return false;
        }
        self.places = found;
        self.made = sorted;
        true
    }

    /// The text with sorted edits in it, of which the new texts take so much room; nothing,
    /// unless all of them fit.
    fn drafted(
        &self,
        sorted: &[Placed],
        room: usize,
        fits: impl Fn(&Placed, &AskEdit<'_>, &[u8]) -> bool,
    ) -> Option<Draft> {
        let room = self.text.len().saturating_add(room);
        let mut draft = Draft {
            text: Vec::with_capacity(room),
            stretches: Vec::with_capacity(sorted.len()),
            same: Vec::new(),
            ends_lines: false,
        };
        let mut from = 0;
        for one in sorted {
            // Copied first: the text of the range is at hand then.
            let kept = self.text.get(from..one.start).unwrap_or_default();
            draft.text.extend_from_slice(kept);
            from = one.start;
            let (ask, old) = (
                self.ask.edits.get(one.edit)?,
                self.text.get(one.start..one.end)?,
            );
            if !fits(one, ask, old) {
                return None;
            }
            let new = self.new_of(one.edit);
            if old == new {
                draft.same.push(one.edit);
                continue;
            }
            let new_start = draft.text.len() as u64;
            draft.text.extend_from_slice(new);
            // What was just written is slow to read, and rarely needed.
            let last = new.last().or(kept.last());
            let last = last.or_else(|| draft.text.last());
            draft.ends_lines = draft.ends_lines
                || memchr::memchr(b'\n', new).is_some()
                || (last == Some(&b'\r') && self.text.get(one.end) == Some(&b'\n'));
            draft.stretches.push(Stretch {
                old_start: one.start as u64,
                old_end: one.end as u64,
                new_start,
                new_end: draft.text.len() as u64,
            });
            from = one.end;
        }
        if !draft.stretches.is_empty() {
            let rest = self.text.get(from..).unwrap_or_default();
            draft.text.extend_from_slice(rest);
        }
        Some(draft)
    }

    /// Copies the text with the edits in it, and checks what came out. O(n + k).
    pub(super) fn write(&mut self, wanted: Option<&Checksum>) {
        let made = core::mem::take(&mut self.made);
        let draft = self.draft.take();
        let drafted = || {
            let news = made.iter().map(|one| self.new_of(one.edit).len());
            let room = news.fold(0, usize::saturating_add);
            self.drafted(&made, room, |_, _, _| true)
        };
        let Some(draft) = draft.or_else(drafted) else {
            return;
        };
        let changed = !draft.stretches.is_empty();
        let result = if changed { &draft.text } else { self.text };
        if let Some((code, complaint)) = self.unwanted(result, wanted) {
            self.complaints.push(complaint);
            return self.refuse_all(code);
        }
        if made.len() == self.states.len() {
            self.states.fill(State::Applied);
        } else {
            for one in &made {
                self.set(one.edit, State::Applied);
            }
        }
        for edit in &draft.same {
            self.set(*edit, State::Noop);
        }
        self.made = made;
        if !changed {
            return;
        }
        let (old, new) = (self.text.len() as u64, draft.text.len() as u64);
        self.map = PositionMap::new(old, new, draft.stretches);
        eol::lints(self, &draft.text, draft.ends_lines);
        self.new_text = Some(draft.text);
    }

    /// Why this must not be the text, although every edit could be made.
    fn unwanted(
        &mut self,
        result: &[u8],
        wanted: Option<&Checksum>,
    ) -> Option<(&'static str, Complaint)> {
        // Cut at characters, only what is put in can make it so.
        let mut edits = self.ask.edits.iter().enumerate();
        let mut odd = |(at, edit): (usize, &AskEdit<'_>)| {
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
