//! Which text it is that was given: the file as the document speaks of it, or the
//! file before or after the operation whose result the document is.

use alloc::borrow::Cow;
use alloc::format;

use super::super::claim::{Claim, Part};
use super::super::found::Found;
use super::super::semantics::{StatedSums, read_checksum, stated_checksum};
use super::super::structure::Seen;
use super::chain::{OF_ANOTHER, Standing};
use super::{Check, State, Verdict};
use crate::checksum::{Checksum, ChecksumAlgorithm};
use crate::envelope::shape::Role;
use crate::text::LineIndex;

/// Whether a document is the result of an operation that changes files: those
/// that do not are named. What is held to the wrapper of one and does not say of which may
/// be one.
pub(crate) fn changes_files(seen: &Seen<'_>) -> bool {
    operation(seen).map_or(seen.of_operation, |word| is_change(&word))
}

/// Whether a document is the result of a deletion, of which one checksum is told.
pub(crate) fn deletes(seen: &Seen<'_>) -> bool {
    operation(seen).as_deref() == Some("delete")
}

/// Whether a document is the result of edits, or does not say of what.
pub(super) fn edits(seen: &Seen<'_>) -> bool {
    operation(seen).is_none_or(|word| word == "edit")
}

/// The word for the operation whose result a document is.
fn operation<'d>(seen: &Seen<'d>) -> Option<Cow<'d, str>> {
    let mut facts = seen.facts.iter();
    match facts.find(|fact| matches!(fact.role, Role::OperationOf(_))) {
        Some(fact) => fact.slot.node.as_str(),
        None => seen.shown_operation.map(Cow::Borrowed),
    }
}

/// Whether an operation of this type changes files.
pub(crate) fn is_change(operation: &str) -> bool {
    operation != "query" && operation != "get"
}

/// What of a claim can be compared with the text at hand. An operation changes its
/// file: the range is of the text before it, the checksums and the context may be
/// of either, and the text that was given may be either, too.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scene {
    /// Whether the range, its lines and its columns are of this text.
    pub(super) place: bool,
    /// Whether the checksums and the context are.
    pub(super) text: bool,
}

/// What the text at hand is to a range.
#[derive(Debug, Clone, Copy)]
enum Which {
    /// Its text: nothing tells of another.
    Its,
    /// The text whose checksum is told, in which the range is none.
    Misplaced,
    /// The text whose checksum is told, before a deletion or after it.
    Either,
    /// The text before the operation.
    Before {
        /// Whether the checksums and the context are of it.
        text: bool,
        /// Of which text those are, as far as it is to be said.
        other: Option<&'static str>,
    },
    /// The text after the operation.
    After {
        /// Whether the checksums and the context are of it.
        text: bool,
    },
    /// Neither, though the checksums of both are told.
    Neither,
    /// Neither, but a text of another change of the file.
    OfAnother,
    /// The text before a deletion, which leaves what has the checksum.
    Left {
        /// Whether there are checksums or context, which are of what is left.
        told: bool,
    },
    /// Not known, because nothing is told of the text before.
    Unknown,
}

impl Which {
    const fn scene(self) -> Scene {
        let (place, text) = match self {
            Self::Its => (true, true),
            Self::Misplaced => (false, true),
            Self::Before { text, .. } => (true, text),
            Self::After { text } => (false, text),
            Self::OfAnother => (false, false),
            Self::Either | Self::Neither | Self::Left { .. } | Self::Unknown => (true, false),
        };
        Scene { place, text }
    }
}

impl Check<'_> {
    /// Finds out what the text at hand is to a range, and says so where it is not
    /// simply its text.
    pub(super) fn scene(&mut self, claim: &Claim<'_>, path: &str, index: &LineIndex<'_>) -> Scene {
        if let Some(scene) = self.unsaid(claim, path, index) {
            return scene;
        }
        let which = self.which(claim, path, index);
        let why: Cow<'static, str> = match which {
            Which::Its | Which::Before { other: None, .. } | Which::Left { told: false } => {
                return which.scene();
            }
            Which::Neither => {
                self.neither(claim, path, index);
                return which.scene();
            }
            Which::Misplaced => {
                "the checksum fits, the range does not: this may be the changed file".into()
            }
            Which::Either => "the checksum fits, and may be that of the changed file".into(),
            Which::Before {
                other: Some(are), ..
            } => format!("checksums and context {are} those of the changed file").into(),
            Which::After { .. } => {
                "this is the changed file; the ranges are those of the file before".into()
            }
            Which::OfAnother => OF_ANOTHER.into(),
            Which::Left { told: true } => {
                "checksums and context are those of the changed file".into()
            }
            Which::Unknown if self.deleted.is_of(self.file.number) => {
                self.unlike(claim, path, index);
                "neither it nor what the deletion leaves of it has the checksum that is stated"
                    .into()
            }
            Which::Unknown => "its checksum is known only after the operation".into(),
        };
        // What is of the other text leaves the range proved, whose text is known to be this one.
        let is_before = matches!(which, Which::Before { .. } | Which::Left { .. })
            && (self.file.leaves_right
                || self.standing(claim, index) == Standing::Shown(Some(State::Before)));
        if is_before {
            self.left(path, why.into_owned());
        } else {
            self.unchecked(path, why.into_owned());
        }
        which.scene()
    }

    /// What the text at hand is to a range, by the checksums that are told; nothing is said.
    fn which(&mut self, claim: &Claim<'_>, path: &str, index: &LineIndex<'_>) -> Which {
        let states = |part| claim.get(part).is_some();
        if !self.changes && !states(Part::FileBefore) && !states(Part::FileAfter) {
            return Which::Its;
        }
        let convention = self.convention;
        let sums = StatedSums::of(claim, convention);
        let StatedSums { before, after, .. } = sums;
        let mut is_before = self.has(before.as_ref(), index);
        let mut is_after = !is_before && self.has(after.as_ref(), index);
        if !is_before && !is_after && before.is_some() && after.is_some() {
            // Of two hashes that differ, the one that the text has is right.
            let told = self.told_around(claim, index);
            is_before = told == Some(State::Before);
            is_after = told == Some(State::After);
        }
        if is_before {
            self.file.state = Some(State::Before);
        } else if is_after {
            self.file.state = Some(State::After);
        }
        let others = [
            Part::SpanChecksum,
            Part::LinesSelected,
            Part::LinesBefore,
            Part::LinesAfter,
        ];
        let others = others.iter().any(|part| states(*part));
        let told = others || states(Part::FileChecksum);
        let late = sums.of_changed_file(convention).is_some()
            || (before != sums.file
                && (sums.file).is_some_and(|file| self.file.afters.contains(&file)));
        if is_before || (before.is_none() && after.is_none()) {
            let file = sums.file.filter(|_| self.changes && before.is_none());
            // A malformed checksum does not say whether it is another one.
            let unread = before.is_some()
                && states(Part::FileAfter)
                && claim
                    .text(Part::FileAfter)
                    .is_none_or(|text| read_checksum(&text, convention).is_err());
            // One that is neither of the two says nothing of the text.
            let stranger = before.is_some()
                && after.is_some()
                && sums.file.is_some_and(|file| {
                    before.as_ref() != Some(&file) && after.as_ref() != Some(&file)
                });
            let other = unread || stranger || (file.is_some() && !self.has(file.as_ref(), index));
            let either = file.is_some() && !other;
            if either && !self.fits(claim, path, index) {
                return Which::Misplaced;
            }
            if either && self.deleted.is_of(self.file.number) {
                return Which::Either;
            }
            // What a deletion leaves may have it; then that is no question any more.
            let left = other && file.is_some_and(|file| self.leaves(&file, index));
            if other && before.is_none() && self.deleted.is_of(self.file.number) {
                self.unlike(claim, path, index);
            }
            let is_said = (late || other) && told && (others || !left);
            return Which::Before {
                text: !late && !other,
                other: is_said.then_some(if other { "may be" } else { "are" }),
            };
        }
        if is_after {
            let text = late || (before.is_none() && told && !self.edits);
            return Which::After { text };
        }
        if self.edits && before.is_none() {
            return Which::Its;
        }
        if before.is_some() && after.is_some() && states(Part::FileBefore) {
            let pair = (before.as_ref(), after.as_ref());
            let is_of_another = self.file.is_of_another(pair, index);
            return if is_of_another {
                Which::OfAnother
            } else {
                Which::Neither
            };
        }
        match after.filter(|_| before.is_none()) {
            Some(after) if self.leaves(&after, index) => Which::Left { told },
            // Another range tells the hash that the text has, or leaves.
            Some(_) if self.file.leaves_right => Which::Left { told },
            Some(_) if self.deleted.is_of(self.file.number) && self.file.state.is_some() => {
                Which::After { text: told }
            }
            _ => Which::Unknown,
        }
    }

    /// Which text of an operation the text in hand is, by the hashes of the object around a range.
    fn told_around(&mut self, claim: &Claim<'_>, index: &LineIndex<'_>) -> Option<State> {
        let around = self.file.changes.around(claim.slot.node.byte_range());
        let (before, after) = around?;
        self.file.state_of((before.as_ref(), after.as_ref()), index)
    }

    /// Says, once for each pair of checksums, that the text has neither.
    fn neither(&mut self, claim: &Claim<'_>, path: &str, index: &LineIndex<'_>) {
        let Some(slot) = claim.get(Part::FileBefore) else {
            return;
        };
        let pair = claim.text(Part::FileBefore).unwrap_or_default();
        if self.file.verdict(&pair).is_some() {
            return;
        }
        let stated = stated_checksum(claim, Part::FileBefore, self.convention);
        let algorithm = stated.map_or(ChecksumAlgorithm::Sha256, |sum| sum.algorithm());
        let actual = self.file.checksum(algorithm, index.text());
        let message =
            format!("`{path}` is the file neither before nor after the operation: it has {actual}");
        self.found.push(Found::at("FILE_CHANGED", slot, message));
        self.file.verdicts.note(pair.into_owned(), Verdict::Stale);
    }

    /// Whether the text in hand has a checksum.
    fn has(&mut self, sum: Option<&Checksum>, index: &LineIndex<'_>) -> bool {
        sum.is_some_and(|sum| self.file.is(sum, index))
    }

    /// Whether a range has its place in a text, without a word about it.
    fn fits(&mut self, claim: &Claim<'_>, path: &str, index: &LineIndex<'_>) -> bool {
        let (Some(start), Some(end)) = (claim.number(Part::ByteStart), claim.number(Part::ByteEnd))
        else {
            return false;
        };
        let before = self.found.len();
        let fits = self.place(claim, path, index, (start, end)) && self.found.len() == before;
        self.found.truncate(before);
        fits
    }
}
