//! Which finding of the old run is which one of the new run.

use alloc::borrow::ToOwned;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Reverse;

use super::collect::Finding;
use crate::fingerprint::{CONTENT_HASH, CONTEXT_HASH, LINE_HASH};

/// Findings that nothing tells apart are paired by distance, up to so many possible pairs.
const WEIGHED: usize = 1_000_000;

/// What findings are paired by, if no fingerprint shows which is which: that they are in one place.
const PLACE: &str = "place";
/// The same: that they have one name.
const NAME: &str = "name";

/// The old finding that a new one is paired with.
pub(super) struct Mate {
    pub(super) old: usize,
    /// What showed that both are one.
    pub(super) by: String,
}

/// For each new finding its old one.
pub(super) fn pair(old: &[Finding], new: &[Finding]) -> Vec<Option<Mate>> {
    let mut pairing = Pairing {
        old,
        new,
        taken: alloc::vec![false; old.len()],
        mates: new.iter().map(|_| None).collect(),
    };
    let all = |_: &Finding| true;
    for name in common_names(old, new) {
        pairing.by(&name, (all, all), |it| {
            Some([here(it), it.given.get(&name)?.clone()])
        });
    }
    for name in [CONTEXT_HASH, LINE_HASH, CONTENT_HASH] {
        pairing.by(name, (all, all), |it| {
            Some([here(it), unnumbered(it.hashes.get(name)?).to_owned()])
        });
    }
    pairing.by(CONTEXT_HASH, (all, all), |it| {
        Some([
            kind(it),
            unnumbered(it.hashes.get(CONTEXT_HASH)?).to_owned(),
        ])
    });
    let mute = |it: &Finding| it.hashes.is_empty();
    let unplaced = |it: &Finding| mute(it) && it.range.is_none();
    let range = |it: &Finding| {
        let (start, end) = it.range?;
        Some(alloc::format!("{start}..{end}"))
    };
    let line = |it: &Finding| Some(alloc::format!("{}", it.line()?));
    let said_here = |it: &Finding| alloc::format!("{}\0{}", here(it), it.said());
    pairing.by_either(PLACE, mute, |it| Some([said_here(it), range(it)?]));
    pairing.by_either(PLACE, unplaced, |it| Some([said_here(it), line(it)?]));
    let named = |it: &Finding| !it.name.is_empty() || !it.kind.is_empty();
    pairing.by_either(NAME, mute, |it| named(it).then(|| [here(it), it.said()]));
    // What stands in one place and says something else now, is one where nothing else is it.
    pairing.by_either(PLACE, mute, |it| Some([here(it), range(it)?]));
    pairing.by_either(PLACE, unplaced, |it| Some([here(it), line(it)?]));
    // Those that say neither where nor what they are, are paired in their order.
    pairing.by_either(PLACE, unplaced, |it| {
        let is_mere = !named(it) && it.range.is_none() && it.line().is_none();
        is_mere.then(|| [here(it), String::new()])
    });
    pairing.mates
}

/// What two findings of one file must have in common.
fn here(it: &Finding) -> String {
    alloc::format!("{}\0{}", kind(it), it.file)
}

/// What two findings must have in common wherever they are.
fn kind(it: &Finding) -> String {
    alloc::format!("{}\0{}", it.kind, it.name)
}

/// A hash without the number that tells equal ones apart: their order does that here.
fn unnumbered(hash: &str) -> &str {
    hash.rsplit_once(':')
        .filter(|(hash, _)| !hash.is_empty() && !hash.starts_with("sha256"))
        .map_or(hash, |(hash, _)| hash)
}

/// The tools' own fingerprints that both runs bring, a higher version first.
fn common_names(old: &[Finding], new: &[Finding]) -> Vec<String> {
    let names = |run: &[Finding]| -> BTreeSet<String> {
        let names = run.iter().flat_map(|finding| finding.given.keys());
        names.cloned().collect()
    };
    let mut common: Vec<String> = names(old).intersection(&names(new)).cloned().collect();
    common.retain(|name| ![CONTEXT_HASH, LINE_HASH, CONTENT_HASH].contains(&name.as_str()));
    common.sort_by_cached_key(|name| {
        let version = name.rsplit_once("/v");
        let number = version.and_then(|(_, version)| version.parse::<u64>().ok());
        Reverse((number, name.clone()))
    });
    common
}

struct Pairing<'r> {
    old: &'r [Finding],
    new: &'r [Finding],
    taken: Vec<bool>,
    mates: Vec<Option<Mate>>,
}

impl<'r> Pairing<'r> {
    /// Pairs findings that are still alone and have the same key, if `is_weak` holds for one of the
    /// two.
    fn by_either(
        &mut self,
        by: &str,
        is_weak: impl Fn(&Finding) -> bool,
        key: impl Fn(&Finding) -> Option<[String; 2]>,
    ) {
        let all = |_: &Finding| true;
        self.by(by, (&is_weak, all), &key);
        self.by(by, (all, &is_weak), &key);
    }

    /// Pairs findings that are still alone and have the same key: old ones for which `of_old` holds
    /// with new ones for which `of_new` does.
    fn by<O, N>(
        &mut self,
        by: &str,
        (of_old, of_new): (O, N),
        key: impl Fn(&Finding) -> Option<[String; 2]>,
    ) where
        O: Fn(&Finding) -> bool,
        N: Fn(&Finding) -> bool,
    {
        let mut groups: BTreeMap<[String; 2], (Vec<usize>, Vec<usize>)> = BTreeMap::new();
        for (number, (finding, taken)) in self.old.iter().zip(&self.taken).enumerate() {
            if !taken
                && of_old(finding)
                && let Some(key) = key(finding)
            {
                groups.entry(key).or_default().0.push(number);
            }
        }
        for (number, (finding, mate)) in self.new.iter().zip(&self.mates).enumerate() {
            if mate.is_none()
                && of_new(finding)
                && let Some(key) = key(finding)
                && let Some((_, new)) = groups.get_mut(&key)
            {
                new.push(number);
            }
        }
        for (mut old, mut new) in groups.into_values() {
            let at = |run: &[Finding], number: &usize| run.get(*number).map(Finding::position);
            old.sort_by_key(|number| at(self.old, number));
            new.sort_by_key(|number| at(self.new, number));
            if old.len().max(new.len()) > 1 {
                // Which of them are more alike than the others.
                self.alike(by, (&old, &new), |it| {
                    Some((it.message()?, it.lines.as_deref()?))
                });
                self.alike(by, (&old, &new), Finding::message);
                self.alike(by, (&old, &new), |it| it.lines.as_deref());
                self.alike(by, (&old, &new), |it| it.message().map(|_| it.said()));
                old.retain(|number| self.taken.get(*number) == Some(&false));
                new.retain(|number| self.mates.get(*number).is_some_and(Option::is_none));
            }
            self.aligned(by, &old, &new);
        }
    }

    /// Pairs those of a group that have the same of something, and are still alone. Both lists are in
    /// the order of the places.
    fn alike<K: Ord>(
        &mut self,
        by: &str,
        (old, new): (&[usize], &[usize]),
        key: impl Fn(&'r Finding) -> Option<K>,
    ) {
        let mut groups: BTreeMap<K, (Vec<usize>, Vec<usize>)> = BTreeMap::new();
        for number in old.iter().copied() {
            if self.taken.get(number) == Some(&false)
                && let Some(key) = self.old.get(number).and_then(&key)
            {
                groups.entry(key).or_default().0.push(number);
            }
        }
        for number in new.iter().copied() {
            if self.mates.get(number).is_some_and(Option::is_none)
                && let Some(key) = self.new.get(number).and_then(&key)
                && let Some((_, new)) = groups.get_mut(&key)
            {
                new.push(number);
            }
        }
        for (old, new) in groups.into_values() {
            self.aligned(by, &old, &new);
        }
    }

    /// Pairs findings that nothing tells apart, by their places.
    fn aligned(&mut self, by: &str, old: &[usize], new: &[usize]) {
        let places = |run: &[Finding], numbers: &[usize]| -> Vec<u64> {
            let found = numbers.iter().filter_map(|number| run.get(*number));
            found.map(Finding::position).collect()
        };
        for (from, to) in align(&places(self.old, old), &places(self.new, new)) {
            let (Some(&from), Some(&to)) = (old.get(from), new.get(to)) else {
                continue;
            };
            if let (Some(taken), Some(mate)) = (self.taken.get_mut(from), self.mates.get_mut(to)) {
                *taken = true;
                *mate = Some(Mate {
                    old: from,
                    by: by.to_owned(),
                });
            }
        }
    }
}

/// Pairs of two sorted lists of places, in order, as many as there can be, with the
/// least sum of distances.
fn align(old: &[u64], new: &[u64]) -> Vec<(usize, usize)> {
    let (few, many) = if old.len() <= new.len() {
        (old, new)
    } else {
        (new, old)
    };
    let chosen: Vec<usize> =
        if few.len() == many.len() || few.len().saturating_mul(many.len()) > WEIGHED {
            (0..few.len()).collect()
        } else {
            nearest(few, many)
        };
    let pairs = chosen.into_iter().enumerate();
    if old.len() <= new.len() {
        pairs.collect()
    } else {
        pairs.map(|(few, many)| (many, few)).collect()
    }
}

/// For each of a few places one of the many, in order, with the least sum of distances.
///
/// `rows[i][j]` is the least sum for the first i of the few among the first j of the many.
fn nearest(few: &[u64], many: &[u64]) -> Vec<usize> {
    let width = many.len() + 1;
    let mut rows: Vec<Vec<u64>> = alloc::vec![alloc::vec![0; width]];
    for (i, place) in few.iter().enumerate() {
        let mut row = alloc::vec![u64::MAX; width];
        let above = rows.get(i).map(Vec::as_slice).unwrap_or_default();
        for (j, (other, before)) in many.iter().zip(above).enumerate() {
            let paired = before.saturating_add(place.abs_diff(*other));
            let skipped = row.get(j).copied().unwrap_or(u64::MAX);
            if let Some(slot) = row.get_mut(j + 1) {
                *slot = paired.min(skipped);
            }
        }
        rows.push(row);
    }
    let mut chosen = Vec::with_capacity(few.len());
    let mut j = many.len();
    for row in rows.iter().skip(1).rev() {
        while j > 0 && row.get(j) == row.get(j - 1) {
            j -= 1;
        }
        j = j.saturating_sub(1);
        chosen.push(j);
    }
    chosen.reverse();
    chosen
}
