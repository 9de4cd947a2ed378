//! What a deletion leaves of a file.
//!
//! A deletion states one hash of a file, that of what it left. So the given text is the one
//! before if it has that hash without the ranges that were taken out, and the one after if it has
//! it as it is. If neither is so, another file was given, or the hash is wrong.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::super::claim::{Claim, Part, paths};
use super::super::found::{Found, Slot};
use super::super::semantics::{read_checksum, stated_checksum};
use super::super::structure::Seen;
use super::file::{NO_FILE, Verdict};
use super::scene::deletes;
use super::{Check, State};
use crate::checksum::Checksum;
use crate::source::library::Library;
use crate::text::LineIndex;

/// The ranges that a document says were taken out, in order, by the number of their text,
/// however its path is spelt; none if it is not about a deletion.
#[derive(Debug, Default)]
pub(super) struct Deleted(BTreeMap<usize, Vec<(u64, u64)>>);

impl Deleted {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether something was taken out of this text.
    pub(super) fn is_of(&self, number: usize) -> bool {
        self.0.contains_key(&number)
    }

    /// Whether ranges of this text lie in each other: then nobody knows what was taken out.
    fn overlap(&self, number: usize) -> bool {
        let ranges = self.0.get(&number).map(Vec::as_slice).unwrap_or_default();
        let mut pairs = ranges.iter().zip(ranges.iter().skip(1));
        pairs.any(|((_, end), (start, _))| start < end)
    }
}

/// The ranges that were taken out.
pub(super) fn deleted(seen: &Seen<'_>, library: &mut Library<'_>) -> Deleted {
    let mut all = Deleted::default();
    if !deletes(seen) {
        return all;
    }
    library.settle(paths(&seen.claims));
    for claim in &seen.claims {
        if let (Some(path), Some(start), Some(end)) = (
            claim.text(Part::Path),
            claim.number(Part::ByteStart),
            claim.number(Part::ByteEnd),
        ) && let Ok(at) = library.find(&path)
        {
            all.0.entry(at).or_default().push((start, end));
        }
    }
    for ranges in all.0.values_mut() {
        ranges.sort_unstable();
    }
    all
}

/// A text without ranges of it, which are in order and may lie in each other; nothing if
/// one of them is no range of it.
fn without(text: &[u8], ranges: &[(u64, u64)]) -> Option<Vec<u8>> {
    let mut rest = Vec::with_capacity(text.len());
    let mut from = 0;
    for (start, end) in ranges {
        let (start, end) = (usize::try_from(*start).ok()?, usize::try_from(*end).ok()?);
        text.get(start..end)?;
        if start > from {
            rest.extend_from_slice(text.get(from..start)?);
        }
        from = from.max(end);
    }
    rest.extend_from_slice(text.get(from..)?);
    Some(rest)
}

impl Check<'_> {
    /// Looks at all hashes that are stated of what a deletion leaves, before any range is held
    /// against a text: a right one shows which text was given, also to ranges that state a wrong
    /// one.
    pub(super) fn hashes_of_remains(
        &mut self,
        claims: &[Claim<'_>],
        contrary: &[(usize, Slot<'_>)],
        library: &mut Library<'_>,
    ) {
        if self.deleted.is_empty() {
            return;
        }
        let own = claims.iter().flat_map(|claim| {
            let slots = [Part::FileAfter, Part::FileChecksum].map(|part| claim.get(part));
            slots.into_iter().flatten().map(move |slot| (claim, slot))
        });
        let beside = contrary.iter();
        let beside = beside.filter_map(|(number, slot)| Some((claims.get(*number)?, *slot)));
        for (claim, slot) in own.chain(beside) {
            let stated = slot.node.as_str();
            if let (Some(sum), Some(path)) = (
                stated.and_then(|stated| read_checksum(&stated, self.convention).ok()?),
                claim
                    .text(Part::Path)
                    .filter(|_| claim.get(Part::FileBefore).is_none()),
            ) && let Ok(at) = library.find(&path)
                && let Some(index) = library.text(at)
            {
                self.enter(at);
                // A hash that may be of the file before as well does not show that this is the one
                // after.
                if claim.get(Part::FileAfter).is_some() && self.file.is(&sum, index) {
                    self.file.state = Some(State::After);
                }
                self.leaves(&sum, index);
            }
        }
    }

    /// Whether the text in hand has a checksum without the ranges that were taken out of
    /// it: then it is the one before.
    pub(super) fn leaves(&mut self, sum: &Checksum, index: &LineIndex<'_>) -> bool {
        let Some(ranges) = self.deleted.0.get(&self.file.number) else {
            return false;
        };
        let asked = sum.algorithm();
        let known = self.file.left.filter(|(algorithm, _)| *algorithm == asked);
        let (_, left) = *self.file.left.insert(known.unwrap_or_else(|| {
            let rest = without(index.text(), ranges);
            (asked, rest.map(|rest| Checksum::of(asked, &rest)))
        }));
        let leaves = left == Some(*sum);
        self.file.leaves_right |= leaves;
        leaves
    }

    /// Notes that neither the text in hand nor what the deletion leaves of it has the hash that
    /// a range states.
    pub(super) fn unlike(&mut self, claim: &Claim<'_>, path: &str, index: &LineIndex<'_>) {
        let parts = [Part::FileAfter, Part::FileChecksum];
        let stated = parts.into_iter().find_map(|part| {
            let sum = stated_checksum(claim, part, self.convention)?;
            Some((claim.get(part)?, sum))
        });
        let Some((slot, sum)) = stated else {
            return;
        };
        if self.file.unlike.is_some() || self.file.leaves_right || self.file.state.is_some() {
            return;
        }
        let actual = self.file.checksum(sum.algorithm(), index.text());
        let left = self.file.left.and_then(|(_, left)| left);
        // Ranges that are none of it leave nothing.
        let left = left.map(|left| format!(", and {left} without its ranges"));
        let message = format!(
            "`{path}` is the file neither before nor after the deletion: it has {actual}{}",
            left.unwrap_or_default()
        );
        self.file.unlike = Some(Found::at("FILE_CHANGED", slot, message));
    }

    /// Reports the files of which neither text has the hash that is stated; not where something
    /// else may explain that, as a range with a wrong offset leaves another text, too.
    pub(super) fn unlike_files(&mut self) {
        if self.deleted.is_empty() {
            return;
        }
        self.enter(NO_FILE);
        // Only where the bytes add up to the stated sum, all that was taken out is known.
        let is_all = self.untouched.removed().is_some_and(|at| {
            let mut found = self.found.iter();
            !found.any(|found| found.range.0 == at)
        });
        for file in &mut self.files {
            let unlike = file.unlike.take();
            if let Some(found) = unlike.filter(|_| {
                is_all
                    && !file.leaves_right
                    && !file.is_doubted
                    && !self.deleted.overlap(file.number)
            }) {
                self.found.push(found);
                file.verdicts.note(String::new(), Verdict::Stale);
            }
        }
    }
}
