//! Several changes of one file, each made to what the one before it left.
//!
//! The text that was given is one of those that such a chain went through. What it is to a
//! change, only the hashes of that change say: it may be the text after the first and before the
//! second, and nothing is known of the third then.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;

use super::super::claim::{Claim, Part};
use super::super::semantics::stated_checksum;
use super::file::File;
use super::{Check, State};
use crate::checksum::{Checksum, ChecksumAlgorithm};
use crate::source::library::Library;
use crate::text::LineIndex;

type Hash = (ChecksumAlgorithm, [u8; 32]);

fn hash(sum: &Checksum) -> Hash {
    (sum.algorithm(), *sum.digest())
}

/// The hashes of a file before a change and after it.
type Pair = (Option<Checksum>, Option<Checksum>);

/// What the text in hand is linked with.
#[derive(Debug, Default)]
enum Linked {
    #[default]
    NotAsked,
    /// With nothing: the changes are no chain.
    NoChain,
    With(BTreeSet<Hash>),
}

/// All changes of a file.
#[derive(Debug, Default)]
pub(super) struct Changes {
    /// Those that an object tells, in the order of the document, with where it stands.
    told: Vec<((u64, u64), Pair)>,
    /// Those that ranges tell by themselves.
    of_ranges: Vec<Pair>,
    linked: Linked,
}

impl Changes {
    /// Takes note of the change that an object tells.
    pub(super) fn tell(&mut self, within: (u64, u64), pair: Pair) {
        self.told.push((within, pair));
    }

    fn all(&self) -> impl Iterator<Item = &Pair> {
        self.told
            .iter()
            .map(|(_, pair)| pair)
            .chain(&self.of_ranges)
    }

    /// Whether one of them was made to what another left.
    fn is_chain(&self) -> bool {
        let changed = || self.all().filter(|(before, after)| before != after);
        let befores = changed().filter_map(|(before, _)| before.as_ref().map(hash));
        let befores: BTreeSet<Hash> = befores.collect();
        changed().any(|(_, after)| after.is_some_and(|sum| befores.contains(&hash(&sum))))
    }

    /// Whether they were found to be a chain.
    pub(super) fn are_linked(&self) -> bool {
        matches!(self.linked, Linked::With(_))
    }

    /// The hashes of all texts to which changes lead from these, on and back.
    fn linked_with(&self, own: impl Iterator<Item = Hash>) -> BTreeSet<Hash> {
        let mut next: BTreeMap<Hash, Vec<Hash>> = BTreeMap::new();
        for pair in self.all() {
            if let (Some(before), Some(after)) = pair {
                next.entry(hash(before)).or_default().push(hash(after));
                next.entry(hash(after)).or_default().push(hash(before));
            }
        }
        let mut open: Vec<Hash> = own.collect();
        let mut linked = BTreeSet::new();
        while let Some(one) = open.pop() {
            if linked.insert(one) {
                open.extend(next.remove(&one).into_iter().flatten());
            }
        }
        linked
    }

    /// The hashes of the change in which something stands.
    pub(super) fn around(&self, (start, end): (u64, u64)) -> Option<Pair> {
        let count = self.told.partition_point(|(within, _)| within.0 <= start);
        let (within, pair) = self.told.get(count.checked_sub(1)?)?;
        (end <= within.1).then_some(*pair)
    }
}

impl File {
    /// What the text in hand is linked with, if the file was changed more than once.
    fn linked(&mut self, index: &LineIndex<'_>) -> Option<&BTreeSet<Hash>> {
        if let Linked::NotAsked = self.changes.linked {
            let is_chain = self.changes.all().nth(1).is_some() && self.changes.is_chain();
            let linked = is_chain.then(|| {
                let sums = ChecksumAlgorithm::ALL.iter().filter_map(|algorithm| {
                    let is_told = self.changes.all().any(|(before, after)| {
                        let mut sums = [before, after].into_iter().flatten();
                        sums.any(|sum| sum.algorithm() == *algorithm)
                    });
                    is_told.then(|| hash(&self.checksum(*algorithm, index.text())))
                });
                let sums: Vec<_> = sums.collect();
                self.changes.linked_with(sums.into_iter())
            });
            self.changes.linked = linked.map_or(Linked::NoChain, Linked::With);
        }
        match &self.changes.linked {
            Linked::With(linked) => Some(linked),
            Linked::NotAsked | Linked::NoChain => None,
        }
    }

    /// Whether the file was changed more than once, one time after the other.
    pub(super) fn is_chained(&mut self, index: &LineIndex<'_>) -> bool {
        self.linked(index).is_some()
    }

    /// Which text of a change the text in hand is, by the hashes of that change.
    pub(super) fn state_of(
        &mut self,
        (before, after): (Option<&Checksum>, Option<&Checksum>),
        index: &LineIndex<'_>,
    ) -> Option<State> {
        if before.is_some_and(|sum| self.is(sum, index)) {
            Some(State::Before)
        } else if after.is_some_and(|sum| self.is(sum, index)) {
            Some(State::After)
        } else {
            None
        }
    }

    /// Whether the text in hand is neither of a change, and one of the chain that it is in.
    pub(super) fn is_of_another(
        &mut self,
        pair: (Option<&Checksum>, Option<&Checksum>),
        index: &LineIndex<'_>,
    ) -> bool {
        // Asked first: it costs nothing where there is one change.
        let sums = [pair.0, pair.1].into_iter().flatten();
        let is_linked = self.linked(index).is_some_and(|linked| {
            let mut sums = sums.map(hash);
            sums.any(|sum| linked.contains(&sum))
        });
        is_linked && self.state_of(pair, index).is_none()
    }
}

/// What is shown of the text in hand to a range.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Standing {
    /// Which text of its change it is, if that is shown.
    Shown(Option<State>),
    /// It is a text of another change.
    OfAnother,
    /// The file was changed more than once, and of which change the range is is not said.
    OfOneOfMany,
}

impl Check<'_> {
    /// Takes note of the changes that ranges tell of by themselves.
    pub(super) fn changes_of_ranges(&mut self, claims: &[Claim<'_>], library: &mut Library<'_>) {
        for claim in claims {
            let sum = |part| stated_checksum(claim, part, self.convention);
            let pair = (sum(Part::FileBefore), sum(Part::FileAfter));
            if let ((Some(_), Some(_)), Some(path)) = (pair, claim.text(Part::Path))
                && let Ok(at) = library.find(&path)
            {
                let changes = &mut self.file_at(at).changes;
                let is_told = changes.around(claim.slot.node.byte_range()) == Some(pair);
                if !is_told && changes.of_ranges.last() != Some(&pair) {
                    changes.of_ranges.push(pair);
                }
            }
        }
    }

    /// What the text in hand is to a range: by its own hashes, or those of the change in
    /// which it stands, where there are several changes.
    pub(super) fn standing(&mut self, claim: &Claim<'_>, index: &LineIndex<'_>) -> Standing {
        if !self.file.is_chained(index) {
            return Standing::Shown(self.file.state);
        }
        let sum = |part| stated_checksum(claim, part, self.convention);
        let own = (sum(Part::FileBefore), sum(Part::FileAfter));
        let own = if own == (None, None) {
            self.file.changes.around(claim.slot.node.byte_range())
        } else {
            Some(own)
        };
        let Some((before, after)) = own else {
            return Standing::OfOneOfMany;
        };
        let pair = (before.as_ref(), after.as_ref());
        if self.file.is_of_another(pair, index) {
            return Standing::OfAnother;
        }
        Standing::Shown(self.file.state_of(pair, index))
    }
}
