//! Hashes of one file that exclude each other, and which of them is the wrong one.
//!
//! Of two that differ nobody knows which is wrong, so that the finding stands at one of them and
//! names the other. A text that has one of them decides, and so does a third place that says the
//! same as one: a slip is seldom made twice alike.

use alloc::borrow::Cow;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;

use super::claim::{Claim, Part, Parts};
use super::found::{Found, Place, Relation, Slot};
use super::semantics::{read_checksum, stated_checksum, values_at};
use super::source::deletes;
use super::structure::Seen;
use crate::checksum::Checksum;
use crate::dialect::convention::Convention;
use crate::envelope::shape::Role;
use crate::json::Node;

/// What hash of a file a range can state.
const HASHES: [Part; 3] = [Part::FileBefore, Part::FileAfter, Part::FileChecksum];

/// Reports hashes that ranges state of one file and that cannot both be right.
pub(super) fn check(seen: &mut Seen<'_>, convention: &Convention) {
    let mut found = strangers(seen, convention);
    if deletes(seen) {
        found.append(&mut left_otherwise(&seen.claims, convention));
    }
    seen.found.append(&mut found);
}

/// The hash of the whole file beside the two of an operation is one of these, or of another
/// change that the document tells.
fn strangers(seen: &Seen<'_>, convention: &Convention) -> Vec<Found> {
    const PAIR: Parts = Parts::of(&[Part::FileBefore, Part::FileAfter]);
    let sum = |claim: &Claim<'_>, part| stated_checksum(claim, part, convention);
    if !seen.said.any(PAIR) {
        return Vec::new();
    }
    let mut doubted = Vec::new();
    for claim in seen.claims.iter().filter(|claim| claim.says_any(PAIR)) {
        if let (Some(before), Some(after), Some(file)) = (
            sum(claim, Part::FileBefore),
            sum(claim, Part::FileAfter),
            sum(claim, Part::FileChecksum),
        ) && before.algorithm() == file.algorithm()
            && after.algorithm() == file.algorithm()
            && before != file
            && after != file
        {
            doubted.push((claim, file));
        }
    }
    if doubted.is_empty() {
        return Vec::new();
    }
    let told = places_of_hashes(seen, &[Part::FileBefore, Part::FileAfter], convention);
    let doubted = doubted.into_iter();
    let doubted = doubted.filter(|(_, file)| !told.contains_key(file.digest()));
    let mut placed = BTreeSet::new();
    let found = doubted.filter_map(|(claim, _)| {
        let [before, after] = [Part::FileBefore, Part::FileAfter].map(|part| claim.get(part));
        let slot = claim.get(Part::FileChecksum)?;
        // It may be said of several ranges.
        placed.insert(slot.node.order()).then_some(())?;
        let message = "this is neither the checksum of the file before the operation nor the one \
                       after it";
        let found = Found::at("VALUES_DISAGREE", slot, message);
        Some(
            found
                .related(Relation::OtherOne, after?)
                .related("the one before", before?),
        )
    });
    found.collect()
}

/// A deletion leaves one text of each file: ranges of the same file state the same hash of it.
fn left_otherwise(claims: &[Claim<'_>], convention: &Convention) -> Vec<Found> {
    let mut firsts: BTreeMap<Cow<'_, str>, (Checksum, Slot<'_>)> = BTreeMap::new();
    let mut found = Vec::new();
    let mut placed = BTreeSet::new();
    for claim in claims {
        let part = [Part::FileAfter, Part::FileChecksum];
        let mut part = part.into_iter().filter(|part| claim.get(*part).is_some());
        let Some(part) = part.next() else { continue };
        if let (Some(path), Some(sum), Some(slot), None) = (
            claim.text(Part::Path),
            stated_checksum(claim, part, convention),
            claim.get(part),
            claim.get(Part::FileBefore),
        ) {
            let (first, at) = *firsts.entry(path).or_insert((sum, slot));
            let is_comparable = first.algorithm() == sum.algorithm();
            if first != sum && is_comparable && placed.insert(slot.node.order()) {
                let message = "another range of this file states another checksum of it";
                let disagree = Found::at("VALUES_DISAGREE", slot, message);
                found.push(disagree.related(Relation::OtherOne, at));
            }
        }
    }
    found
}

/// Puts findings of two hashes at the wrong one. `shown`: those that the texts have, or had
/// before a deletion.
pub(super) fn settle(
    seen: &mut Seen<'_>,
    root: Node<'_>,
    convention: &Convention,
    shown: &[Checksum],
) {
    let sum = |order: usize| {
        let text = root.nth(order).as_str()?;
        read_checksum(&text, convention).ok()?
    };
    let shown = shown.iter().map(|sum| (sum.algorithm(), sum.digest()));
    let shown: BTreeSet<_> = shown.collect();
    let is_shown = |sum: &Checksum| shown.contains(&(sum.algorithm(), sum.digest()));
    let mut moved = BTreeSet::new();
    let mut votes = None;
    let mut found = core::mem::take(&mut seen.found);
    no_checksums(&mut found);
    for one in &mut found {
        let Some((own, other)) = pair(one) else {
            continue;
        };
        let (Some(said), Some(contrary)) = (sum(own), sum(other)) else {
            continue;
        };
        let by_text = is_shown(&said) != is_shown(&contrary);
        let is_right = if by_text {
            is_shown(&said)
        } else {
            let votes: &Votes = votes.get_or_insert_with(|| Votes::of(seen, root, convention));
            votes.are_more((&said, own), (&contrary, other))
        };
        if is_right {
            let message = if by_text {
                "another place states another checksum, and that is the one of the text"
            } else {
                "several other places state another checksum"
            };
            let related = Slot::of(root.nth(own));
            let right = Found::at("VALUES_DISAGREE", root.nth(other), message);
            *one = right.related(Relation::OtherOne, related);
            moved.insert(other);
        }
    }
    // Several may have told of the same one.
    let mut told = BTreeSet::new();
    found.retain(|one| match pair(one) {
        Some((own, _)) if moved.contains(&own) => told.insert(own),
        _ => true,
    });
    seen.found = found;
}

/// The hashes of files that a document states, each place a vote.
struct Votes {
    /// Where each hash stands.
    places: BTreeMap<[u8; 32], BTreeSet<usize>>,
    /// Which of these places are of a file before an operation, and which of one after it.
    moments: BTreeMap<usize, Part>,
}

impl Votes {
    fn of(seen: &Seen<'_>, root: Node<'_>, convention: &Convention) -> Self {
        Self {
            places: places_of_hashes(seen, &HASHES, convention),
            moments: moments(seen, root),
        }
    }

    /// Whether more places say the one of two hashes than the other, each given with a place where
    /// it stands.
    fn are_more(
        &self,
        (one, own): (&Checksum, usize),
        (contrary, other): (&Checksum, usize),
    ) -> bool {
        let moment = self.moments.get(&own).or_else(|| self.moments.get(&other));
        self.count(one, own, moment) > self.count(contrary, other, moment)
    }

    /// How many places say a hash, the one `at` which it stands among them. What a file had before
    /// a change says nothing of what it has after it.
    fn count(&self, sum: &Checksum, at: usize, moment: Option<&Part>) -> usize {
        let may_be_of_it = |place: &&usize| {
            let stated = self.moments.get(place);
            stated.is_none() || moment.is_none() || stated == moment
        };
        let places = self.places.get(sum.digest()).into_iter().flatten();
        let others = places.filter(|place| **place != at);
        others.filter(may_be_of_it).count() + 1
    }
}

/// Of a value that is told to be no checksum it need not be told that it differs from another one.
/// But that other one shows it to be wrong, where by itself it would only be odd: so it gets the
/// level of its rule.
fn no_checksums(found: &mut Vec<Found>) {
    let is_none = |one: &Found| matches!(one.code, "CHECKSUM_MALFORMED" | "CHECKSUM_BARE");
    let none = found
        .iter()
        .filter(|one| is_none(one))
        .map(|one| &one.place);
    let none: BTreeSet<usize> = none
        .filter_map(|place| match place {
            Place::Order(order) => Some(*order),
            Place::Pointer(_) => None,
        })
        .collect();
    if none.is_empty() {
        return;
    }
    let mut contradicted: BTreeSet<usize> = BTreeSet::new();
    found.retain(|one| {
        let (own, other) = pair(one).unzip();
        let here = [own, other].into_iter().flatten();
        let here: Vec<usize> = here.filter(|order| none.contains(order)).collect();
        contradicted.extend(here.iter().copied());
        here.is_empty()
    });
    for one in found.iter_mut().filter(|one| is_none(one)) {
        if matches!(&one.place, Place::Order(order) if contradicted.contains(order)) {
            one.level = None;
        }
    }
}

/// The places of two values that disagree.
fn pair(found: &Found) -> Option<(usize, usize)> {
    let Place::Order(own) = found.place else {
        return None;
    };
    let other = found.other_one()?;
    (found.code == "VALUES_DISAGREE").then_some((own, other))
}

/// Which places have a hash of a file before an operation, and which one of a file after it.
fn moments(seen: &Seen<'_>, root: Node<'_>) -> BTreeMap<usize, Part> {
    let mut known = BTreeMap::new();
    for claim in &seen.claims {
        for part in [Part::FileBefore, Part::FileAfter] {
            known.extend(claim.get(part).map(|slot| (slot.node.order(), part)));
        }
    }
    for fact in &seen.facts {
        if let Role::ChecksumAs(place) = fact.role {
            let mut same = None;
            values_at((root, fact.record), place, &mut |node| {
                same = same.or_else(|| known.get(&node.order()).copied());
            });
            known.extend(same.map(|part| (fact.slot.node.order(), part)));
        }
    }
    known
}

/// Where each hash of a file stands: in these parts of ranges, or beside them.
fn places_of_hashes(
    seen: &Seen<'_>,
    parts: &[Part],
    convention: &Convention,
) -> BTreeMap<[u8; 32], BTreeSet<usize>> {
    let ranges = seen.claims.iter();
    let ranges = ranges.flat_map(|claim| parts.iter().filter_map(|part| claim.get(*part)));
    let contrary = seen.contrary.iter().map(|(_, slot)| *slot);
    let repeated = seen.facts.iter();
    let repeated =
        repeated.filter(|fact| matches!(fact.role, Role::SameAs(_) | Role::ChecksumAs(_)));
    let beside = contrary.chain(repeated.map(|fact| fact.slot));
    let mut places: BTreeMap<[u8; 32], BTreeSet<usize>> = BTreeMap::new();
    for slot in ranges.chain(beside) {
        let stated = slot.node.as_str();
        if let Some(sum) = stated.and_then(|stated| read_checksum(&stated, convention).ok()?) {
            let known = places.entry(*sum.digest()).or_default();
            known.insert(slot.node.order());
        }
    }
    places
}
