//! Which text it is that was given: the file as the document speaks of it, or the
//! file before or after the operation whose result the document is.

use alloc::borrow::Cow;
use alloc::format;

use super::super::claim::{Claim, Part, Parts};
use super::super::found::Found;
use super::super::semantics::{StatedSums, read_checksum, stated_checksum};
use super::super::structure::Seen;
use super::chain::Standing;
use super::why::{FITS_EITHER, IS_CHANGED, KNOWN_AFTER, KNOWN_BEFORE, OF_ANOTHER, is_neither};
use super::{Check, State, Verdict};
use crate::checksum::{Checksum, ChecksumAlgorithm};
use crate::dialect::Convention;
use crate::envelope::shape::Role;
use crate::source::compared::TextIs;
use crate::text::LineIndex;

/// Whether a document is, or may be, the result of an operation that changes files. One that does
/// not say which operation it was, in the wrapper of one, may be.
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

/// Whether an operation of this type changes files: an unknown one may.
pub(crate) fn is_change(operation: &str) -> bool {
    operation != "query" && operation != "get"
}

/// What of a claim can be compared with the text at hand. An operation changes its file: the range
/// is of the text before, the checksums and the context may be of the one before or the one after,
/// and so may be the text that was given.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scene {
    /// Whether the range, its lines and its columns are of this text.
    pub(super) place: bool,
    /// Whether the checksums and the context are.
    pub(super) text: bool,
    /// What the text is to the range, if it is not simply its text.
    pub(super) text_is: Option<TextIs>,
}

impl Scene {
    /// The same, where the text is this to the range.
    const fn where_text_is(self, is: TextIs) -> Self {
        Self {
            text_is: Some(is),
            ..self
        }
    }
}

/// What the text at hand is to a range.
#[derive(Debug, Clone, Copy)]
enum Which {
    /// Its text: nothing tells of another.
    Its,
    /// The text whose checksum is told, but the range does not fit in it.
    Misplaced,
    /// The text whose checksum is told, which may be the one before a deletion or after it.
    Either,
    /// The text before the operation.
    Before {
        /// Whether the checksums and the context are of it.
        text: bool,
        /// How sure it is that those are of the text after, if that is to be said: the verb of the
        /// sentence.
        other: Option<&'static str>,
    },
    /// The text after the operation.
    After {
        /// Whether the checksums and the context are of it.
        text: bool,
    },
    /// Neither the text before nor the one after, though the checksums of both are told.
    Neither,
    /// Neither of the two, but a text of another change of the file.
    OfAnother,
    /// The text before a deletion: what the deletion leaves of it has the checksum that is told.
    Left {
        /// Whether checksums or context are told, which are of what is left.
        told: bool,
    },
    /// Not the text before, whose checksum alone is told.
    NotBefore,
    /// Not known, as nothing is told of the text before.
    Unknown,
}

impl Which {
    const fn scene(self) -> Scene {
        let (place, text) = match self {
            Self::Its => (true, true),
            Self::Misplaced => (false, true),
            Self::Before { text, .. } => (true, text),
            Self::After { text } => (false, text),
            Self::OfAnother | Self::NotBefore => (false, false),
            Self::Either | Self::Neither | Self::Left { .. } | Self::Unknown => (true, false),
        };
        let text_is = match self {
            Self::Its | Self::Before { .. } => None,
            _ => Some(TextIs::OtherText),
        };
        Scene {
            place,
            text,
            text_is,
        }
    }
}

/// What a range says of the texts of an operation.
struct Evidence {
    sums: StatedSums,
    /// Whether what is told as the checksum of the file after is no checksum.
    is_after_unread: bool,
    /// Whether a checksum of the range or lines around it are told.
    of_text: bool,
    /// Whether these or a checksum of the file are told.
    anything: bool,
}

impl Evidence {
    fn of(claim: &Claim<'_>, convention: &Convention) -> Self {
        const OF_TEXT: Parts = Parts::of(&[
            Part::SpanChecksum,
            Part::LinesSelected,
            Part::LinesBefore,
            Part::LinesAfter,
        ]);
        let sums = StatedSums::of(claim, convention);
        let is_unread = |text: Option<Cow<'_, str>>| {
            text.is_none_or(|text| read_checksum(&text, convention).is_err())
        };
        let of_text = claim.says_any(OF_TEXT);
        Self {
            sums,
            is_after_unread: claim.get(Part::FileAfter).is_some()
                && is_unread(claim.text(Part::FileAfter)),
            of_text,
            anything: of_text || claim.get(Part::FileChecksum).is_some(),
        }
    }

    /// Whether a checksum of one of the two texts of the operation is told.
    const fn of_either_file(&self) -> bool {
        self.sums.before.is_some() || self.sums.after.is_some()
    }

    /// Whether the checksum of the file may be of another text than those before and after.
    fn is_of_a_third(&self) -> bool {
        let StatedSums {
            before,
            after,
            file,
            ..
        } = self.sums;
        // Where the one after cannot be read, it may be this one or not.
        let is_unread = before.is_some() && self.is_after_unread;
        let is_stranger = before.is_some()
            && after.is_some()
            && file.is_some()
            && before != file
            && after != file;
        is_unread || is_stranger
    }
}

impl Check<'_> {
    /// Finds out which text was given, seen from a range, and says so where it is not simply that
    /// of the range.
    pub(super) fn scene(&mut self, claim: &Claim<'_>, path: &str, index: &LineIndex<'_>) -> Scene {
        if let Some(scene) = self.unsaid(claim, path, index) {
            return scene;
        }
        let which = self.which(claim, path, index);
        let told_of_changed =
            |are| format!("checksums and context {are} those of the changed file").into();
        let why: Cow<'static, str> = match which {
            Which::Before { other: None, .. } if self.is_before(claim, index) => {
                return which.scene().where_text_is(TextIs::TextBefore);
            }
            Which::Its | Which::Before { other: None, .. } => return which.scene(),
            Which::Left { told: false } => return which.scene().where_text_is(TextIs::TextBefore),
            Which::Neither => {
                self.neither(claim, path, index);
                return which.scene();
            }
            Which::Misplaced => {
                "the checksum fits, the range does not: this may be the changed file".into()
            }
            Which::Either => FITS_EITHER.into(),
            Which::Before {
                other: Some(are), ..
            } => told_of_changed(are),
            Which::After { .. } => IS_CHANGED.into(),
            Which::OfAnother => OF_ANOTHER.into(),
            Which::NotBefore => KNOWN_BEFORE.into(),
            Which::Left { told: true } => told_of_changed("are"),
            Which::Unknown if self.deleted.is_of(self.file.number) => {
                self.unlike(claim, path, index);
                "neither it nor what the deletion leaves of it has the checksum that is stated"
                    .into()
            }
            Which::Unknown => KNOWN_AFTER.into(),
        };
        // A range whose text is known to be this one stays proved, whatever is of the other text.
        let may_be_before = matches!(which, Which::Before { .. } | Which::Left { .. });
        if may_be_before && self.is_before(claim, index) {
            self.left(path, why.into_owned());
            which.scene().where_text_is(TextIs::TextBefore)
        } else {
            self.unchecked(path, why.into_owned());
            which.scene().where_text_is(TextIs::OtherText)
        }
    }

    /// Whether something shows that the text is the one before the operation.
    fn is_before(&mut self, claim: &Claim<'_>, index: &LineIndex<'_>) -> bool {
        self.file.leaves_right
            || self.standing(claim, index) == Standing::Shown(Some(State::Before))
    }

    /// Which text was given, seen from a range, by the checksums that are told.
    fn which(&mut self, claim: &Claim<'_>, path: &str, index: &LineIndex<'_>) -> Which {
        let states = |part| claim.get(part).is_some();
        if !self.changes && !states(Part::FileBefore) && !states(Part::FileAfter) {
            return Which::Its;
        }
        let mut evidence = Evidence::of(claim, self.convention);
        if !evidence.of_either_file()
            && self.convention.late_checksums
            && let Some((before, after)) = self.file.changes.around(claim.node().byte_range())
        {
            // The object around the range tells which checksums the two texts have.
            (evidence.sums.before, evidence.sums.after) = (before, after);
        }
        let given = self.given(&evidence, claim, index);
        self.file.state = given.or(self.file.state);
        match given {
            Some(State::After) => self.as_after(&evidence),
            None if evidence.of_either_file() => self.as_neither(&evidence, index),
            Some(State::Before) | None => self.as_before(&evidence, claim, path, index),
        }
    }

    /// Which text of the operation was given, by the checksums that the range tells; if both differ
    /// from it, by those that the object around the range tells.
    fn given(
        &mut self,
        evidence: &Evidence,
        claim: &Claim<'_>,
        index: &LineIndex<'_>,
    ) -> Option<State> {
        let (before, after) = (evidence.sums.before, evidence.sums.after);
        let given = self.file.state_of((before.as_ref(), after.as_ref()), index);
        given.or_else(|| {
            let are_both = before.is_some() && after.is_some();
            are_both.then(|| self.told_around(claim, index))?
        })
    }

    /// What the text before the operation is to a range; or one of which no checksum is told
    /// but that of the file, which may be the one before or after.
    fn as_before(
        &mut self,
        evidence: &Evidence,
        claim: &Claim<'_>,
        path: &str,
        index: &LineIndex<'_>,
    ) -> Which {
        let is_told_before = evidence.sums.before.is_some();
        let is_deleted = self.deleted.is_of(self.file.number);
        let file = (evidence.sums.file).filter(|_| self.changes && !is_told_before);
        let has_file = file.is_some_and(|file| self.file.is(&file, index));
        let is_other = evidence.is_of_a_third() || (file.is_some() && !has_file);
        let is_either = has_file && !is_other;
        if is_either && !self.fits(claim, path, index) {
            return Which::Misplaced;
        }
        if is_either && is_deleted {
            return Which::Either;
        }
        // What a deletion leaves may have it; then that is no question any more.
        let is_left = is_other && file.is_some_and(|file| self.leaves(&file, index));
        if is_other && !is_told_before && is_deleted {
            self.unlike(claim, path, index);
        }
        let is_late = self.is_late(evidence);
        let is_said = (is_late || is_other) && evidence.anything && (evidence.of_text || !is_left);
        Which::Before {
            text: !is_late && !is_other,
            other: is_said.then_some(if is_other { "may be" } else { "are" }),
        }
    }

    /// What the text after the operation is to a range.
    fn as_after(&self, evidence: &Evidence) -> Which {
        let is_of_it = evidence.sums.before.is_none() && evidence.anything && !self.edits;
        Which::After {
            text: self.is_late(evidence) || is_of_it,
        }
    }

    /// What a text is to a range that has none of the checksums that are told of the two texts
    /// of the operation.
    fn as_neither(&mut self, evidence: &Evidence, index: &LineIndex<'_>) -> Which {
        let anything = evidence.anything;
        match (evidence.sums.before, evidence.sums.after) {
            (None, _) if self.edits => Which::Its,
            (Some(before), Some(after)) => {
                if self
                    .file
                    .is_of_another((Some(&before), Some(&after)), index)
                {
                    Which::OfAnother
                } else {
                    Which::Neither
                }
            }
            (Some(_), None) => Which::NotBefore,
            (None, Some(after)) if self.leaves(&after, index) => Which::Left { told: anything },
            // Another range tells the hash that the text has, or leaves.
            (None, Some(_)) if self.file.leaves_right => Which::Left { told: anything },
            (None, Some(_))
                if self.deleted.is_of(self.file.number) && self.file.state.is_some() =>
            {
                Which::After { text: anything }
            }
            _ => Which::Unknown,
        }
    }

    /// Whether what is called `before` beside a range is of the file after the operation: the
    /// range itself shows it, or another one tells that checksum as the one after.
    fn is_late(&self, evidence: &Evidence) -> bool {
        let StatedSums {
            before,
            after,
            file,
            span,
            ..
        } = evidence.sums;
        let is_told_after = |file: Checksum| self.file.afters.contains(&file);
        // Where the checksums cannot show it, the tool says of which text the context is.
        let is_by_convention = self.convention.late_checksums
            && match (before, after) {
                (Some(before), Some(after)) => (file, span) == (None, None) && before != after,
                (Some(before), None) => file != Some(before),
                (None, _) => false,
            };
        is_by_convention
            || evidence.sums.of_changed_file(self.convention).is_some()
            || (before != file && file.is_some_and(is_told_after))
    }

    /// Which text of an operation the text in hand is, by the hashes of the object around a range.
    fn told_around(&mut self, claim: &Claim<'_>, index: &LineIndex<'_>) -> Option<State> {
        let around = self.file.changes.around(claim.slot.node.byte_range());
        let (before, after) = around?;
        self.file.state_of((before.as_ref(), after.as_ref()), index)
    }

    /// Reports that the text has neither of two checksums; once for each that is called `before`.
    fn neither(&mut self, claim: &Claim<'_>, path: &str, index: &LineIndex<'_>) {
        let Some(slot) = claim.get(Part::FileBefore) else {
            return;
        };
        let before = claim.text(Part::FileBefore).unwrap_or_default();
        if self.file.verdict(&before).is_some() {
            return;
        }
        let stated = stated_checksum(claim, Part::FileBefore, self.convention);
        let algorithm = stated.map_or(ChecksumAlgorithm::Sha256, |sum| sum.algorithm());
        let actual = self.file.checksum(algorithm, index.text());
        let message = is_neither(path, &actual);
        self.found.push(Found::at("FILE_CHANGED", slot, message));
        self.file.verdicts.note(before.into_owned(), Verdict::Stale);
    }

    /// Whether a range fits in a text; what does not is not reported.
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
