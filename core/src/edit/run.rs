//! The edits of one text: preconditions and order. The new text is made in `write`, and
//! what is told about it is put together in `report`.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use super::already;
use super::ask::{Ask, Complaint, Stated};
use super::edits::AskedPlace;
use super::eol;
use super::find::quoted;
use super::guard::{self, Checksums};
use super::map::PositionMap;
use super::options::Relocation;
use super::order::Placed;
use super::place::{NoPlace, Places};
use super::rebase::Rebase;
use super::refuse::Among;
use super::relocate;
use super::seek::Sought;
use super::settings::Settings;
use super::state::State;
use super::write::Composed;
use crate::checksum::Checksum;
use crate::json::Pointer;

/// The edits of one text, on their way.
pub(super) struct Run<'t, 'a, 'r> {
    pub(super) text: &'t [u8],
    pub(super) ask: &'a Ask<'r>,
    pub(super) settings: &'a Settings<'a>,
    pub(super) checksums: Checksums<'t>,
    /// What replaces the text, where line terminators were asked for.
    pub(super) news: Option<Vec<Cow<'a, [u8]>>>,
    pub(super) states: Vec<State>,
    /// Why an edit was not made; as long as the last of those needs.
    pub(super) codes: Vec<Option<&'static str>>,
    /// Where each edit is in the text, if it is anywhere; as long as the last that is
    /// needs. What was made at once is in `made` only.
    pub(super) places: Vec<Option<(usize, usize)>>,
    /// How far each edit was moved from where it was asked for; as long as the last of those needs.
    pub(super) shifts: Vec<i64>,
    /// Whether the place of an edit is another one than was asked for.
    pub(super) relocated: Vec<bool>,
    /// The texts of edits that are moved, and where they are.
    pub(super) sought: Sought<'a>,
    /// The edits that have a place, in the order of the text, when they were last sorted.
    pub(super) sorted: Vec<Placed>,
    /// The edits that were made or not needed, in the order of the text.
    pub(super) made: Vec<Placed>,
    pub(super) complaints: Vec<Complaint>,
    /// The new text of `made`, if it was made together with the checks.
    pub(super) composed: Option<Composed>,
    pub(super) new_text: Option<Vec<u8>>,
    /// The checksum of the new text, if it was computed.
    pub(super) result: Option<Checksum>,
    pub(super) map: PositionMap,
    /// Why there is no text, if there is none. It is told of the plan.
    pub(super) missing: Option<Complaint>,
    /// Whether it was left out because of another file.
    pub(super) skipped: bool,
    /// Whether it is neither the text that was asked about nor, by its checksum, the one
    /// that was wanted.
    pub(super) is_unwanted: bool,
}

/// What is known of a text that is not known to be another one.
#[derive(Debug, Clone, Copy)]
struct Known {
    /// A checksum proves that it is the one that was asked about.
    by_checksum: bool,
    /// It cannot be the one afterwards.
    is_before: bool,
}

impl<'t, 'a, 'r> Run<'t, 'a, 'r> {
    /// Does as much as can be done.
    pub(super) fn of(text: &'t [u8], ask: &'a Ask<'r>, settings: &'a Settings<'a>) -> Self {
        let mut run = Self::new(text, ask, settings);
        run.decide();
        for state in &mut run.states {
            if *state == State::Open {
                *state = State::Skipped;
            }
        }
        run
    }

    pub(super) fn new(text: &'t [u8], ask: &'a Ask<'r>, settings: &'a Settings<'a>) -> Self {
        let count = ask.edits.len();
        Self {
            text,
            ask,
            settings,
            checksums: Checksums::new(text),
            news: eol::converted(text, ask, settings.eol),
            states: vec![State::Open; count],
            codes: Vec::new(),
            places: Vec::new(),
            shifts: Vec::new(),
            relocated: Vec::new(),
            sought: Sought::default(),
            sorted: Vec::new(),
            made: Vec::new(),
            complaints: Vec::new(),
            composed: None,
            new_text: None,
            result: None,
            map: PositionMap::identity(text.len() as u64),
            missing: None,
            skipped: false,
            is_unwanted: false,
        }
    }

    fn decide(&mut self) {
        let expected = self.checksum(self.settings.expected.as_ref());
        let wanted = self.checksum(self.ask.expected_final.as_ref());
        let readable = expected.is_ok() && wanted.is_ok();
        let guarded = self.all_guarded(self.settings.expected.is_some());
        let (expected, wanted) = (expected.unwrap_or_default(), wanted.unwrap_or_default());
        let mut fits = expected.map(|expected| self.checksums.matches(&expected));
        let proved = || self.ask.edits.iter().all(|edit| edit.guard.proves());
        if fits.is_none() && (self.settings.relocate == Relocation::Rebase || !proved()) {
            // The base text is what the ranges are ranges of.
            fits = self.settings.base.as_deref().map(|base| base == self.text);
        }
        if !readable || !guarded {
            return self.refused_at_once(expected.as_ref(), fits);
        }
        if let Some(wanted) = wanted.filter(|_| fits != Some(true)) {
            if self.checksums.matches(&wanted) {
                return self.set_all(State::AlreadyApplied);
            }
            self.is_unwanted = true;
        }
        if fits == Some(false) {
            self.in_another_text(expected.as_ref());
        } else {
            self.in_this_text(Known {
                by_checksum: expected.is_some(),
                is_before: fits.is_some() || wanted.is_some(),
            });
        }
        let is_done = |state: &State| *state == State::AlreadyApplied;
        let doubted = self.is_unwanted && self.states.iter().all(is_done);
        if !self.made.is_empty() || self.ask.edits.is_empty() || doubted {
            self.write(wanted.as_ref());
        }
    }

    /// A checksum that the request states; a complaint if it is none.
    pub(super) fn checksum(&mut self, stated: Option<&Stated<'_>>) -> Result<Option<Checksum>, ()> {
        let Some(stated) = stated else {
            return Ok(None);
        };
        stated.read().map(Some).map_err(|error| {
            let complaint = Complaint::new(error.code(), stated.pointer.clone(), error.to_string());
            self.complaints.push(complaint);
            self.refuse_all(error.code());
        })
    }

    /// The text is the one that was asked about, as far as anything says.
    fn in_this_text(&mut self, known: Known) {
        let mut places = self.places_in(self.text);
        let settled = known.is_before || self.settings.unchecked || self.settings.partial;
        if self.states.iter().all(|state| *state == State::Open) && self.at_once(&mut places) {
            if !settled && already::may_be_made(self, &self.made) {
                self.made.clear();
                self.composed = None;
                self.set_all(State::AlreadyApplied);
            }
            return;
        }
        // All, because one that is refused already may be in the way of another (E2).
        let nowhere = self.find_places(Among::All);
        // First, because the ranges are no longer together than the text then.
        let overlap = self.overlapping(Among::All);
        let differing = self.differing(overlap);
        let guarded = !known.by_checksum && !self.settings.unchecked;
        let whole = !self.settings.partial && !overlap;
        let sure = nowhere.is_empty() || guarded;
        let wrong = !nowhere.is_empty() || !differing.is_empty();
        let readable = differing.iter().all(|(_, found)| found.is_ok());
        let is_other = !differing.is_empty();
        let done = match wrong {
            _ if !whole => false,
            true => readable && sure && !known.by_checksum && already::by_ranges(self),
            false => !settled && already::may_be_made(self, &self.sorted),
        };
        if done {
            return self.set_all(State::AlreadyApplied);
        }
        self.report_misfits(nowhere, differing, |run, at| {
            if !known.by_checksum && run.settings.partial && already::edit_is_made(run, at) {
                run.set(at, State::AlreadyApplied);
            } else {
                run.move_or_conflict(at);
            }
        });
        if !known.by_checksum && self.may_move() {
            relocate::hold_others(self);
        }
        if is_other && self.settings.relocate == Relocation::Rebase && self.settings.base.is_none()
        {
            self.base_missing();
        }
        // What was moved may be in the way of others where it is now.
        if overlap || (self.may_move() && self.overlapping(Among::Open)) {
            return;
        }
        self.choose();
    }

    /// The text is another one than was asked about.
    fn in_another_text(&mut self, expected: Option<&Checksum>) {
        let base = self.settings.base.as_deref();
        let base = base.filter(|base| expected.is_none_or(|expected| expected.matches(base)));
        let done = match base {
            Some(base) => already::by_base(self, base),
            None => already::by_proof(self, expected),
        };
        if done {
            return self.set_all(State::AlreadyApplied);
        }
        self.unreadable();
        match self.settings.relocate {
            Relocation::Refuse => {
                self.places_as_asked();
                self.overlapping(Among::Open);
                self.file_changed(expected);
            }
            Relocation::ExactUnique => {
                self.places_as_asked();
                let overlap = self.overlapping(Among::Open);
                let open = self.open();
                relocate::seek(self, open.iter().copied());
                for at in open {
                    relocate::to_unique(self, at);
                }
                if !overlap && !self.overlapping(Among::Open) {
                    self.choose();
                }
            }
            Relocation::Rebase => self.rebase(base, expected),
        }
    }

    /// Nothing says where in this text the edits belong.
    fn base_missing(&mut self) {
        let message = if self.settings.base.is_some() {
            "the base text is not the one that the edits were made for"
        } else {
            "there is no base text to carry the edits from"
        };
        let here = self.ask.here.clone();
        self.complaints
            .push(Complaint::new("EDIT_BASE_MISSING", here, message));
    }

    fn rebase(&mut self, base: Option<&[u8]>, expected: Option<&Checksum>) {
        let Some(base) = base else {
            self.base_missing();
            self.places_as_asked();
            self.overlapping(Among::Open);
            return self.file_changed(expected);
        };
        let mut places = self.places_in(base);
        let mut asked = vec![None; self.ask.edits.len()];
        for (at, edit) in self.ask.edits.iter().enumerate() {
            match places.find(edit.place) {
                Ok((start, end)) => {
                    if let Some(slot) = asked.get_mut(at) {
                        *slot = Some((start, end));
                    }
                    self.set_place(at, (start, end));
                }
                Err(wrong) => self.no_place(at, wrong),
            }
        }
        let overlap = self.overlapping(Among::Open);
        if overlap {
            // They are places of the base text.
            self.places.clear();
        }
        let rebase = Rebase::new(base, self.text);
        for at in self.open() {
            let Some((start, end)) = asked.get(at).copied().flatten() else {
                continue;
            };
            match rebase.carry(start, end) {
                Ok(moved) => {
                    self.set_place(at, (moved, moved + (end - start)));
                    self.set_shift(at, start as u64, moved as u64);
                    if guard::check(self, at) != Ok(true) {
                        guard::conflict(self, at);
                    }
                }
                Err(lost) => {
                    self.clear_place(at);
                    guard::rebase_conflict(self, at, (start, end), lost);
                }
            }
        }
        if !overlap && !self.overlapping(Among::Open) {
            self.choose();
        }
    }

    /// The ranges in the text as it is, as far as they are ranges of it.
    pub(super) fn places_as_asked(&mut self) {
        let mut places = self.places_in(self.text);
        for (at, edit) in self.ask.edits.iter().enumerate() {
            if let Ok(place) = places.find(edit.place) {
                self.set_place(at, place);
            }
        }
    }

    pub(super) fn file_changed(&mut self, expected: Option<&Checksum>) {
        let actual = expected.map(|expected| self.checksums.of(expected.algorithm()));
        let message = match (expected, actual) {
            (Some(expected), Some(actual)) => format!(
                "{} has checksum `{actual}`, not `{expected}`",
                self.ask.name()
            ),
            _ => format!("{} is not the base text", self.ask.name()),
        };
        let stated = self.settings.expected.as_ref();
        let pointer = stated.map_or_else(|| self.ask.here.clone(), |stated| stated.pointer.clone());
        self.complaints
            .push(Complaint::new("EDIT_FILE_CHANGED", pointer, message));
        for at in self.open() {
            guard::file_conflict(self, at);
        }
    }

    /// Takes the edits that can be made; none, if it is all or none. Their places must
    /// be those that were looked at by [`overlapping`](Self::overlapping).
    fn choose(&mut self) {
        let failed = self.states.iter().any(|state| state.failed());
        if failed && !self.settings.partial {
            return;
        }
        self.made = core::mem::take(&mut self.sorted);
        self.made
            .retain(|one| self.states.get(one.edit) == Some(&State::Open));
    }

    pub(super) fn places_in<'p>(&self, text: &'p [u8]) -> Places<'p> {
        Places::new(text, self.ask.counting.clone(), self.settings.clamp)
    }

    /// The edits of which nothing is decided yet.
    pub(super) fn open(&self) -> Vec<usize> {
        let open = self.states.iter().enumerate();
        let open = open.filter(|(_, state)| **state == State::Open);
        open.map(|(at, _)| at).collect()
    }

    /// The edits that have a place.
    pub(super) fn placed(&self, among: Among) -> Vec<Placed> {
        let places = self.places.iter().zip(&self.states).enumerate();
        places
            .filter(|(_, (_, state))| among.has(**state))
            .filter_map(|(edit, (place, _))| place.map(|(start, end)| Placed { edit, start, end }))
            .collect()
    }

    pub(super) fn new_of(&self, edit: usize) -> &[u8] {
        match &self.news {
            Some(news) => news.get(edit).map_or(&[], AsRef::as_ref),
            None => self.ask.edits.get(edit).map_or(&[], |edit| edit.new),
        }
    }

    /// The text of an edit's range.
    pub(super) fn old_of(&self, edit: usize) -> Option<&'t [u8]> {
        let (start, end) = self.places.get(edit).copied().flatten()?;
        self.text.get(start..end)
    }

    /// The bytes that were asked for, where they were asked for in bytes: of a text that may
    /// have been longer than any that this machine can hold.
    pub(super) fn asked_bytes(&self, edit: usize) -> Option<(u64, u64)> {
        match self.ask.edits.get(edit)?.place {
            AskedPlace::Bytes(start, end) => Some((start, end)),
            AskedPlace::Region(region, _) => region.bytes,
            AskedPlace::Lines(..) => None,
        }
    }

    /// Where the edit was asked for, or found, before it is moved.
    pub(super) fn asked_start(&self, edit: usize) -> Option<u64> {
        let asked = self.asked_bytes(edit).map(|(start, _)| start);
        asked.or_else(|| Some(self.places.get(edit).copied().flatten()?.0 as u64))
    }

    pub(super) fn set(&mut self, edit: usize, state: State) {
        if let Some(slot) = self.states.get_mut(edit) {
            *slot = state;
        }
    }

    pub(super) fn set_place(&mut self, edit: usize, place: (usize, usize)) {
        set_growing(&mut self.places, edit, Some(place));
    }

    /// Makes none of the edits that were to be made. Where they are is still told.
    pub(super) fn take_back(&mut self) {
        for one in core::mem::take(&mut self.made) {
            self.set_place(one.edit, (one.start, one.end));
        }
    }

    fn clear_place(&mut self, edit: usize) {
        if let Some(slot) = self.places.get_mut(edit) {
            *slot = None;
        }
    }

    pub(super) fn set_shift(&mut self, edit: usize, from: u64, to: u64) {
        let difference = i128::from(to) - i128::from(from);
        if let Ok(difference) = difference.try_into() {
            set_growing(&mut self.shifts, edit, difference);
        }
    }

    pub(super) fn set_relocated(&mut self, edit: usize) {
        set_growing(&mut self.relocated, edit, true);
    }

    fn set_all(&mut self, state: State) {
        self.states.fill(state);
    }

    pub(super) fn refuse_all(&mut self, code: &'static str) {
        self.states.fill(State::Refused);
        self.codes.clear();
        self.codes.resize(self.states.len(), Some(code));
    }

    pub(super) fn no_place(&mut self, edit: usize, ends: Vec<NoPlace>) {
        for wrong in ends {
            self.fail(edit, State::Refused, wrong.code, wrong.message);
        }
    }

    pub(super) fn fail(&mut self, edit: usize, state: State, code: &'static str, message: String) {
        self.fail_at(edit, state, code, self.ask.pointer(edit), message);
    }

    pub(super) fn fail_at(
        &mut self,
        edit: usize,
        state: State,
        code: &'static str,
        pointer: Pointer,
        message: String,
    ) {
        self.refuse(edit, state, code);
        self.complaints.push(Complaint::new(code, pointer, message));
    }

    /// A conflict that the complaint about the file speaks for already.
    pub(super) fn fail_silently(&mut self, edit: usize, code: &'static str) {
        self.refuse(edit, State::Conflict, code);
    }

    /// `text at 120..140 of a.rs is now ...`
    pub(super) fn says_what_is_there(&self, edit: usize) -> String {
        match (self.places.get(edit).copied().flatten(), self.old_of(edit)) {
            (Some((start, end)), Some(old)) => format!(
                "text at {start}..{end} of {} is now {}",
                self.ask.name(),
                quoted(old)
            ),
            _ => format!("{} has no such range any more", self.ask.name()),
        }
    }
}

/// Puts a value into a list that is made as long as it has to be.
pub(super) fn set_growing<T: Clone + Default>(list: &mut Vec<T>, at: usize, value: T) {
    if list.len() <= at {
        list.resize(at.saturating_add(1), T::default());
    }
    if let Some(slot) = list.get_mut(at) {
        *slot = value;
    }
}
