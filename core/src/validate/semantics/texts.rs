//! Two texts of one range: one of them is not what stands there.

use alloc::borrow::Cow;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::vec::Vec;

use super::super::claim::{Claim, Part};
use super::super::found::{Found, Slot};
use super::super::structure::Seen;
use super::order::{MIX, fingerprint};
use super::ranges::Ranges;

/// How far from its place a hash is looked for; where more crowd, which a stranger can bring
/// about, nothing is known.
const CROWD: usize = 64;

/// Findings against a source that settle a doubt about the same value.
const SHOWN: [&str; 2] = ["TEXT_MISMATCH", "OFFSET_OUT_OF_RANGE"];

/// Reports the doubts that no source has settled by showing which of two texts is wrong, or that a
/// capture is nowhere.
pub(crate) fn settle(seen: &mut Seen<'_>) {
    if seen.doubts.is_empty() {
        return;
    }
    let shown = seen.found.iter().filter(|one| SHOWN.contains(&one.code));
    let shown: BTreeSet<u64> = shown.map(|one| one.range.0).collect();
    let is_settled = |one: &Found| {
        let (from, to) = one.range;
        shown.range(from..to).next().is_some() || one.starts().any(|at| shown.contains(&at))
    };
    let doubts = core::mem::take(&mut seen.doubts).into_iter();
    seen.found.extend(doubts.filter(|one| !is_settled(one)));
}

/// The texts of the ranges of a document, as hashes.
#[derive(Debug, Default)]
pub(super) struct Texts {
    /// A hash of each range, and one of its text.
    all: Vec<(u64, u64)>,
    /// File and start of the last range.
    last: Option<(usize, u64)>,
    /// Whether each range stands after the one before: then none is there twice.
    is_sorted: bool,
}

impl Texts {
    pub(super) fn new() -> Self {
        Self {
            is_sorted: true,
            ..Self::default()
        }
    }

    /// Takes the text of a range in the file of this number.
    pub(super) fn take(&mut self, file: usize, (start, end): (u64, u64), text: &str) {
        let mix = |hash: u64, number: u64| (hash ^ number).wrapping_mul(MIX).rotate_left(29);
        let range = mix(mix(mix(0, file as u64), start), end);
        self.all.push((range, fingerprint(text)));
        // Files are numbered in the order in which they are first named.
        self.is_sorted &= self.last.is_none_or(|last| last < (file, start));
        self.last = Some((file, start));
    }

    /// Whether no range is known to have two texts: time O(n).
    pub(super) fn are_sound(&self) -> bool {
        if self.is_sorted {
            return true;
        }
        let size = (2 * self.all.len()).next_power_of_two();
        let mut table = alloc::vec![(0u64, 0u64); size];
        for (range, text) in &self.all {
            let range = (*range).max(1);
            let first = usize::try_from(range >> 32).unwrap_or(0) & (size - 1);
            let mut places = (first..first + CROWD).map(|place| place & (size - 1));
            let place = places.find(|place| {
                let there = table.get(*place);
                there.is_some_and(|(known, _)| *known == 0 || *known == range)
            });
            let Some(entry) = place.and_then(|place| table.get_mut(place)) else {
                return false;
            };
            if entry.0 == 0 {
                *entry = (range, *text);
            } else if entry.1 != *text {
                return false;
            }
        }
        true
    }
}

impl<'d> Ranges<'d, '_> {
    /// Notes the texts that differ from the first one of the same range. A source may settle which
    /// is right.
    pub(super) fn two_texts(&mut self, claims: &[Claim<'d>]) {
        let mut firsts: BTreeMap<(usize, u64, u64), (Cow<'d, str>, Slot<'d>)> = BTreeMap::new();
        for claim in claims {
            let (Some(path), Some(start), Some(end), Some(slot)) = (
                claim.text(Part::Path),
                claim.number(Part::ByteStart),
                claim.number(Part::ByteEnd),
                claim.get(Part::Text),
            ) else {
                continue;
            };
            let Some(text) = slot.node.as_str() else {
                continue;
            };
            // A text that does not fit into its range is reported elsewhere.
            if end.checked_sub(start) != Some(text.len() as u64) || !is_shown(&text) {
                continue;
            }
            let (file, _) = self.paths.number(path);
            let first = firsts.entry((file, start, end));
            let (known, other) = first.or_insert_with(|| (text.clone(), slot));
            if *known != text {
                let message = format!(
                    "bytes {start} to {end} have another text in another place of this document"
                );
                let found = Found::at("VALUES_DISAGREE", slot, message);
                self.doubts.push(found.related("the first text", *other));
            }
        }
    }
}

/// Whether a text shows bytes as they are: U+FFFD may stand for any.
pub(super) fn is_shown(text: &str) -> bool {
    !text.contains(char::REPLACEMENT_CHARACTER)
}
