//! What a document says of files beside its ranges, against their texts: places without
//! offsets, places that are only mentioned, checksums of whole files.
//!
//! What is said of a file as a whole comes first, because ranges in it are worth what the
//! file is; places come last, when it is known which text of an operation was given.

use alloc::borrow::{Cow, ToOwned};
use alloc::collections::BTreeSet;
use alloc::format;

use super::super::claim::{Claim, paths};
use super::super::found::{Found, Slot};
use super::super::report::NotChecked;
use super::super::semantics::read_checksum;
use super::super::structure::Fact;
use super::super::structure::mentions::{member, text};
use super::why::{KNOWN_AFTER, NOT_GIVEN_AFTER, OF_ANOTHER, is_neither};
use super::{Check, State, Verdict};
use crate::checksum::Checksum;
use crate::envelope::mention::{Counted, Mention, Moment, Says};
use crate::envelope::shape::Role;
use crate::json::Node;
use crate::source::library::Library;
use crate::text::LineIndex;

/// All that a document mentions, each with its object.
type Mentions<'m, 'd> = &'m [(Node<'d>, &'static Mention)];

/// What could not be checked, where that is not one file.
pub(super) const PLACES: &str = "places";
/// The same, of checksums.
pub(super) const CHECKSUMS: &str = "checksums";
/// Why a place that can be there is not proved.
const UNSHOWN: &str = "what stands at some is not said: only that they can be there was looked at";

/// Where the start offsets stand of ranges that name no file, but are of a file that an object
/// around them names.
pub(super) fn starts(mentions: Mentions<'_, '_>) -> BTreeSet<usize> {
    let deep = mentions.iter().filter_map(|(record, mention)| {
        let Says::Place(spot) = mention.says else {
            return None;
        };
        let is_deep = spot.offsets[0].starts_with('/');
        member(*record, spot.offsets[0]).filter(|_| is_deep)
    });
    deep.map(Node::order).collect()
}

impl<'d> Check<'_> {
    /// Looks at the checksums of whole files.
    pub(super) fn files_mentioned(
        &mut self,
        mentions: Mentions<'_, 'd>,
        claims: &[Claim<'d>],
        library: &mut Library<'_>,
    ) {
        if !mentions.is_empty() {
            library.settle(paths(claims));
            let of_project = mentions.iter();
            let of_project = of_project.filter(|(_, mention)| mention.is_of_project());
            library.settle_mentioned(
                of_project.filter_map(|(record, mention)| text(*record, mention.file)),
            );
        }
        for (record, mention) in mentions {
            if matches!(
                mention.says,
                Says::Place(_) | Says::Text(_) | Says::Located(_)
            ) {
                continue;
            }
            let Some(path) = text(*record, mention.file) else {
                continue;
            };
            let Some(index) = self.take(&path, library) else {
                continue;
            };
            match mention.says {
                Says::Checksum(member) => {
                    if self.whole_hash((*record, member), &path, index) {
                        self.name_of(*record, mention, &path);
                    }
                }
                Says::Change(before, after) => {
                    let before = self.sum(*record, before);
                    let after = self.sum(*record, after);
                    self.file.afters.extend(after);
                    let within = record.byte_range();
                    self.file.changes.tell(within, (before, after));
                    if before.is_some_and(|sum| self.file.is(&sum, index)) {
                        self.file.state = Some(State::Before);
                    } else if after.is_some_and(|sum| self.file.is(&sum, index)) {
                        self.file.state = Some(State::After);
                    }
                }
                Says::Unsaid(member) => {
                    let sum = self.sum(*record, member);
                    if sum.is_some_and(|sum| self.file.is(&sum, index)) {
                        self.file.state = Some(State::After);
                    }
                }
                Says::Place(_) | Says::Text(_) | Says::Located(_) => {}
            }
        }
    }

    /// Looks at the places, and says which checksums nothing was held against.
    pub(super) fn mentioned(
        &mut self,
        mentions: Mentions<'_, 'd>,
        claims: &[Claim<'d>],
        library: &mut Library<'_>,
    ) {
        let mut nowhere = 0_u64;
        let mut texts = 0_u64;
        let mut unshown = false;
        for (record, mention) in mentions {
            if let Says::Text(_) = mention.says {
                texts += 1;
                continue;
            }
            if let Says::Located(_) = mention.says {
                let why = "some are written into one text with their path, which is not read";
                self.left(PLACES, why.into());
                continue;
            }
            if let Says::Place(spot) = mention.says
                && let Moment::Gone(why) = spot.moment
            {
                self.left(PLACES, why.into());
                continue;
            }
            let Some(path) = text(*record, mention.file) else {
                nowhere += 1;
                continue;
            };
            library.settle(paths(claims));
            let at = match library.find_mentioned(&path) {
                Ok(at) => at,
                Err(why) => {
                    if let Some(node) = member(*record, mention.file) {
                        self.no_text(Slot::of(node), &path, why);
                    }
                    continue;
                }
            };
            self.enter(at);
            match mention.says {
                Says::Place(spot) => {
                    let told = self.found.len();
                    self.placed(*record, &spot, &path, library);
                    if !unshown && !spot.is_range && spot.counted != Counted::Somehow {
                        unshown = true;
                        self.left(PLACES, UNSHOWN.into());
                    }
                    if spot.offsets[0].starts_with('/') {
                        self.of_text(told);
                    }
                }
                Says::Checksum(member) => self.hash_left(*record, member),
                Says::Change(before, after) => {
                    if let Some(index) = library.text(at) {
                        self.changed(*record, (before, after), &path, index);
                    }
                }
                Says::Unsaid(_) => {
                    if self.file.state.is_none() {
                        self.left(&path, "what its checksum is of is not said".into());
                    }
                }
                Says::Text(_) | Says::Located(_) => {}
            }
        }
        for (what, count) in [
            ("places that name no file", nowhere),
            ("texts without a place", texts),
        ] {
            if count > 0 {
                self.outcome.not_checked.push(NotChecked {
                    what: "source".into(),
                    why: format!("{what}: {count}").into(),
                });
            }
        }
    }

    /// Says what else was not compared with any text.
    pub(super) fn unproved(&mut self, facts: &[Fact<'d>], mentions: Mentions<'_, 'd>) {
        let mut spoken: BTreeSet<usize> = BTreeSet::new();
        for (record, mention) in mentions {
            let members = match mention.says {
                Says::Checksum(member) | Says::Unsaid(member) => [member, ""],
                Says::Change(before, after) => [before, after],
                Says::Place(_) | Says::Text(_) | Says::Located(_) => continue,
            };
            let found = members.iter().filter_map(|member| record.get(member));
            spoken.extend(found.map(Node::order));
        }
        for fact in facts {
            let node = fact.slot.node;
            let is_empty = node.as_str().is_some_and(|text| text.is_empty());
            match fact.role {
                Role::Unproved(why) => {
                    let name = fact.slot.key().map(|key| key.as_str().into_owned());
                    self.left(&name.unwrap_or_default(), why.into());
                }
                Role::Checksum if !is_empty && !spoken.contains(&node.order()) => {
                    self.left(CHECKSUMS, "some are of texts that no source has".into());
                }
                _ => {}
            }
        }
    }

    /// Takes the text of a path in hand, if there is one. All paths must have been matched.
    fn take<'l>(&mut self, path: &str, library: &'l mut Library<'_>) -> Option<&'l LineIndex<'l>> {
        let at = library.find_mentioned(path).ok()?;
        self.enter(at);
        library.text(at)
    }

    /// The checksum in a member, if it can be compared.
    pub(super) fn sum(&self, record: Node<'d>, member: &str) -> Option<Checksum> {
        read_checksum(&text(record, member)?, self.convention).ok()?
    }

    /// Notes the path that leads to the text in hand.
    fn name_of(&mut self, record: Node<'d>, mention: &Mention, path: &str) {
        if let Some(node) = member(record, mention.file) {
            self.file.name(Slot::of(node), path);
        }
    }

    /// The checksums of a file before and after an operation: the text may be either.
    fn changed(
        &mut self,
        record: Node<'d>,
        (before, after): (&str, &str),
        path: &str,
        index: &LineIndex<'_>,
    ) {
        let [first, last] = [before, after].map(|member| self.sum(record, member));
        let is_told = |member| text(record, member).is_some();
        let pair = (first.as_ref(), last.as_ref());
        if self.file.is_of_another(pair, index) {
            self.left(path, OF_ANOTHER.into());
            return;
        }
        // What ranges or other records show of the file counts where this one shows nothing.
        let is_silent = first.is_none()
            || last.is_none()
            || self.is_found("VALUES_DISAGREE", record, [before, after]);
        let shown = self
            .file
            .state
            .filter(|_| is_silent && !self.file.changes.are_linked());
        match (self.file.state_of(pair, index).or(shown), first, last) {
            (None, Some(_), Some(_)) if is_silent => {}
            (Some(State::Before), _, _) if is_told(after) => {
                self.left(path, NOT_GIVEN_AFTER.into());
            }
            (Some(State::After), _, _) if is_told(before) => {
                let why = "what it held before the operation was not given";
                self.left(path, why.to_owned());
            }
            (Some(_), _, _) => {}
            (None, Some(first), Some(_)) => {
                let stated = text(record, before)
                    .map(Cow::into_owned)
                    .unwrap_or_default();
                if self.file.verdict(&stated).is_some() {
                    return;
                }
                let actual = self.file.checksum(first.algorithm(), index.text());
                let message = is_neither(path, &actual);
                if let Some(node) = record.get(before) {
                    self.found
                        .push(Found::at("FILE_CHANGED", Slot::of(node), message));
                }
                self.file.verdicts.note(stated, Verdict::Stale);
            }
            (None, Some(_), None) => {
                self.left(
                    path,
                    "its checksum is known only before the operation".into(),
                );
            }
            (None, None, Some(_)) => {
                self.left(path, KNOWN_AFTER.into());
            }
            (None, None, None) => self.not_compared(record, [before, after]),
        }
    }

    /// Says why none of these members, each without a checksum that can be compared, was held
    /// against the text.
    pub(super) fn not_compared<const N: usize>(&mut self, record: Node<'d>, members: [&str; N]) {
        let why = if self.is_found("CHECKSUM_MALFORMED", record, members) {
            "what is no checksum was not compared"
        } else {
            "the algorithm of hashes of files is not known"
        };
        self.left(CHECKSUMS, why.into());
    }

    /// Whether a finding with this code was about one of these members before the texts were looked
    /// at.
    fn is_found<const N: usize>(
        &self,
        code: &'static str,
        record: Node<'_>,
        members: [&str; N],
    ) -> bool {
        let places = members.map(|member| Some(record.get(member)?.byte_range().0));
        let is_told = |at| self.told_of_hashes.contains(&(at, code));
        places.into_iter().flatten().any(is_told)
    }

    /// Whether places of a moment are known to be of the text in hand. If not, says why they are
    /// not checked.
    pub(super) fn is_of(&mut self, moment: Moment, path: &str) -> bool {
        if self.file.is_stale() {
            self.left(
                path,
                "another file was given: places in it are not checked".into(),
            );
            return false;
        }
        let wanted = match moment {
            Moment::Seen if self.changes => State::Before,
            Moment::Last if self.changes => State::After,
            Moment::Made => State::After,
            Moment::Seen | Moment::Last | Moment::Gone(_) => return true,
        };
        let is = self.file.state == Some(wanted) && !self.file.changes.are_linked();
        if !is {
            let which = match wanted {
                State::Before => "that the tool saw",
                State::After => "that the tool made",
            };
            let why = format!("places in it are of the text {which}; that this is it is not shown");
            self.left(path, why);
        }
        is
    }
}
