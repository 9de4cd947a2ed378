//! What stands in the way of edits: all of it at once, because all of it has to be mended
//! before the request can be met (E14).

use alloc::string::ToString;
use alloc::vec;
use alloc::vec::Vec;

use super::ask::{Ask, Complaint};
use super::guard;
use super::options::Relocation;
use super::order::{self, Offset, Placed};
use super::place::NoPlace;
use super::relocate;
use super::run::{Run, set_growing};
use super::settings::Settings;
use super::state::State;
use crate::checksum::{Checksum, ChecksumError};
use crate::text::ByteRange;

/// Which edits are looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Among {
    /// Those of which nothing is decided yet.
    Open,
    /// All, because none of them is made.
    All,
}

impl Among {
    pub(super) fn has(self, state: State) -> bool {
        self == Self::All || state == State::Open
    }
}

impl<'a, 'r> Run<'_, 'a, 'r> {
    /// There is no text, for the reason `why`: tells what is wrong whatever the text is. `guarded`
    /// says that the caller has given checksums, of which one may be meant for it.
    pub(super) fn without_text(
        ask: &'a Ask<'r>,
        settings: &'a Settings<'a>,
        guarded: bool,
        why: Complaint,
    ) -> Self {
        let mut run = Self::new(&[], ask, settings);
        for stated in [&settings.expected, &ask.expected_final] {
            // What is wrong with it is told.
            let _ = run.checksum(stated.as_ref());
        }
        run.all_guarded(guarded || settings.expected.is_some());
        run.unreadable();
        let mut asked: Vec<Placed<u64>> = Vec::new();
        for edit in 0..run.states.len() {
            let Some((start, end)) = run.asked_bytes(edit) else {
                continue;
            };
            match ByteRange::new(start, end) {
                Ok(_) => asked.push(Placed { edit, start, end }),
                Err(wrong) => run.no_place(edit, vec![wrong.into()]),
            }
        }
        order::sort(&mut asked);
        run.in_the_way(&asked);
        run.states.fill(State::Refused);
        run.missing = Some(why);
        run
    }

    /// The request is wrong in itself: tells what else stands in the way, because all of
    /// it has to be mended (E14). Whether it was done before nobody asks.
    pub(super) fn refused_at_once(&mut self, expected: Option<&Checksum>, fits: Option<bool>) {
        if fits == Some(false) {
            self.unreadable();
            self.places_as_asked();
            self.overlapping(Among::All);
            if self.settings.relocate == Relocation::Refuse {
                self.file_changed(expected);
            }
            return;
        }
        let nowhere = self.find_places(Among::All);
        let overlap = self.overlapping(Among::All);
        let differing = self.differing(overlap);
        self.report_misfits(nowhere, differing, Self::move_or_conflict);
    }

    /// The range of an edit has another text: moves the edit, if that is asked for.
    pub(super) fn move_or_conflict(&mut self, edit: usize) {
        if self.may_move() {
            relocate::to_unique(self, edit);
        } else {
            guard::conflict(self, edit);
        }
    }

    /// Whether edits go where their text is. Where a checksum proves the file they do not,
    /// because there is nothing to look for.
    pub(super) fn may_move(&self) -> bool {
        self.settings.relocate == Relocation::ExactUnique && self.settings.expected.is_none()
    }

    /// E4: something must prove the text of each edit, unless the caller says that nothing has to.
    /// `file` says that something proves the whole file.
    pub(super) fn all_guarded(&mut self, file: bool) -> bool {
        if file || self.settings.unchecked {
            return true;
        }
        let mut all = true;
        for (at, edit) in self.ask.edits.iter().enumerate() {
            if !edit.guard.proves() {
                all = false;
                let message = if edit.guard.is_some() {
                    "that nothing is expected in the range says nothing of the text that this \
                     edit was made for"
                } else {
                    "nothing says which text this edit was made for"
                };
                self.fail(at, State::Refused, "EDIT_UNGUARDED", message.to_string());
            }
        }
        all || self.settings.partial
    }

    /// Tells what is wrong with edits that are nowhere, and with those whose range has another
    /// text, or moves them.
    pub(super) fn report_misfits(
        &mut self,
        nowhere: Vec<(usize, Vec<NoPlace>)>,
        differing: Vec<(usize, Result<bool, ChecksumError>)>,
        differs: impl Fn(&mut Self, usize),
    ) {
        if self.may_move() {
            let other = differing.iter().filter(|(_, found)| found.is_ok());
            let moved = nowhere.iter().map(|(at, _)| *at);
            relocate::seek(self, moved.chain(other.map(|(at, _)| *at)));
        }
        for (at, wrong) in nowhere {
            let guard = self.ask.edits.get(at).map(|ask| ask.guard);
            // A range that ends before its start is of no text.
            let is_range = wrong.iter().all(|wrong| wrong.code != "REVERSED");
            if self.may_move() && is_range && guard.is_some_and(|guard| guard.text.is_some()) {
                differs(self, at);
            } else {
                self.no_place(at, wrong);
            }
        }
        for (at, found) in differing {
            match found {
                Ok(_) => differs(self, at),
                Err(error) => self.no_checksum(at, &error),
            }
        }
    }

    /// Finds edits in the text. Those that are nowhere are given back.
    pub(super) fn find_places(&mut self, among: Among) -> Vec<(usize, Vec<NoPlace>)> {
        let mut places = self.places_in(self.text);
        let mut nowhere = Vec::new();
        for (at, edit) in self.ask.edits.iter().enumerate() {
            if !self.states.get(at).is_some_and(|state| among.has(*state)) {
                continue;
            }
            match places.find(edit.place) {
                Ok(place) => self.set_place(at, place),
                Err(wrong) => nowhere.push((at, wrong)),
            }
        }
        nowhere
    }

    /// The edits whose range has another text than it should have, or whose checksum cannot
    /// be read, in the order of the request. Of ranges that overlap no more is hashed than
    /// the text is long.
    pub(super) fn differing(&self, overlap: bool) -> Vec<(usize, Result<bool, ChecksumError>)> {
        let mut left = if overlap { self.text.len() } else { usize::MAX };
        let mut differing = Vec::new();
        for one in &self.sorted {
            let guard = self.ask.edits.get(one.edit).map(|ask| ask.guard);
            if guard.is_some_and(|guard| guard.checksum.is_some()) {
                match left.checked_sub(one.end - one.start) {
                    Some(rest) => left = rest,
                    None => continue,
                }
            }
            match guard::check(self, one.edit) {
                Ok(true) => {}
                other => differing.push((one.edit, other)),
            }
        }
        differing.sort_unstable_by_key(|(at, _)| *at);
        differing
    }

    /// Whether edits are in each other's way, which refuses all of them.
    pub(super) fn overlapping(&mut self, among: Among) -> bool {
        let mut sorted = self.placed(among);
        order::sort(&mut sorted);
        let overlap = self.in_the_way(&sorted);
        self.sorted = sorted;
        overlap
    }

    /// The same of sorted edits, wherever they are.
    fn in_the_way<T: Offset>(&mut self, sorted: &[Placed<T>]) -> bool {
        if !order::overlap(sorted) {
            return false;
        }
        for overlap in order::reported(sorted) {
            let (first, second) = (overlap.first, overlap.second);
            let here = self.ask.pointer(second);
            let mut complaint = Complaint::new("EDIT_OVERLAP", here, overlap.message);
            let there = self.ask.pointer(first);
            complaint.related.push((order::OTHER, there));
            self.complaints.push(complaint);
        }
        if let Some(message) = order::more(sorted) {
            let here = self.ask.here.clone();
            self.complaints
                .push(Complaint::new("EDIT_OVERLAP", here, message));
        }
        for edit in order::in_the_way(sorted) {
            self.refuse(edit, State::Refused, "EDIT_OVERLAP");
        }
        true
    }

    /// The first reason is the one that an edit is told with.
    pub(super) fn refuse(&mut self, edit: usize, state: State, code: &'static str) {
        if !self.states.get(edit).is_some_and(|state| state.failed()) {
            self.set(edit, state);
            set_growing(&mut self.codes, edit, Some(code));
        }
    }

    pub(super) fn no_checksum(&mut self, edit: usize, error: &ChecksumError) {
        let pointer = self.ask.pointer(edit).child("checksum_before");
        self.fail_at(
            edit,
            State::Refused,
            error.code(),
            pointer,
            error.to_string(),
        );
    }

    /// Refuses the edits whose checksum cannot be read, which is so in every text.
    pub(super) fn unreadable(&mut self) {
        for (at, edit) in self.ask.edits.iter().enumerate() {
            let stated = edit.guard.checksum.map(str::parse::<Checksum>);
            if let Some(Err(error)) = stated {
                self.no_checksum(at, &error);
            }
        }
    }
}
