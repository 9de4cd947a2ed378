//! The loaded paths, by spelling and by meaning: made once for all documents of a text,
//! and asked for the paths of each.

use alloc::borrow::ToOwned;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;

use super::PathMatch;
use super::path::{Parts, parse};

/// The loaded paths. It owns what it holds, so that it can outlive a document whose
/// sources are only lent.
#[derive(Debug)]
pub(super) struct Catalogue {
    loaded: Vec<String>,
    /// The same in the order of their bytes.
    spelt: Vec<usize>,
    /// The loaded paths of each meaning, see [`Parts::key`].
    meaning: BTreeMap<String, Vec<usize>>,
    /// Parts of the longest one: no longer end of a path can be one of them.
    longest: usize,
}

impl Catalogue {
    pub(super) fn new<'l>(loaded: impl Iterator<Item = &'l str>) -> Self {
        let loaded: Vec<String> = loaded.map(ToOwned::to_owned).collect();
        let mut meaning: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        let mut longest = 0;
        for (at, path) in loaded.iter().enumerate() {
            let parts = parse(path);
            longest = longest.max(parts.len());
            meaning.entry(parts.key()).or_default().push(at);
        }
        let mut spelt: Vec<usize> = (0..loaded.len()).collect();
        spelt.sort_by_key(|at| loaded.get(*at));
        Self {
            loaded,
            spelt,
            meaning,
            longest,
        }
    }

    #[cfg(test)]
    pub(super) const fn memory(&self) -> *const String {
        self.loaded.as_ptr()
    }

    /// See [`super::match_paths`].
    pub(super) fn match_paths(&self, paths: &[&str], root: Option<&str>) -> Vec<PathMatch> {
        let parts = root.map(parse);
        let mut found = self.find_all(paths, parts.as_ref());
        if root.is_none() {
            let open: Vec<(usize, Parts<'_>)> = found
                .iter()
                .enumerate()
                .filter(|(_, found)| **found == PathMatch::Missing)
                .filter_map(|(at, _)| paths.get(at).map(|path| (at, parse(path))))
                .collect();
            self.infer(&open, &mut found);
        }
        found
    }

    /// Rules 1 to 3.
    pub(super) fn find_all(&self, paths: &[&str], root: Option<&Parts<'_>>) -> Vec<PathMatch> {
        paths.iter().map(|path| self.find(path, root)).collect()
    }

    fn find(&self, path: &str, root: Option<&Parts<'_>>) -> PathMatch {
        let spelling = |at: &usize| self.loaded.get(*at).map(String::as_str);
        let same = self.spelt.binary_search_by_key(&Some(path), spelling);
        if same.is_ok() {
            return PathMatch::Found(path.to_owned());
        }
        let parts = parse(path);
        let mut keys = alloc::vec![parts.key()];
        if let Some(root) = root {
            let below = parts.without_prefix(root);
            keys.extend(below.map(|parts| parts.key()));
            keys.extend(parts.with_prefix(root).map(|parts| parts.key()));
        }
        keys.iter()
            .find_map(|key| self.meaning.get(key))
            .map_or(PathMatch::Missing, |texts| self.verdict(texts))
    }

    fn verdict(&self, texts: &[usize]) -> PathMatch {
        let mut spellings = texts.iter().filter_map(|at| self.loaded.get(*at)).cloned();
        match (spellings.next(), spellings.next()) {
            (Some(path), None) => PathMatch::Found(path),
            (Some(first), Some(second)) => {
                PathMatch::Ambiguous([first, second].into_iter().chain(spellings).collect())
            }
            (None, _) => PathMatch::Missing,
        }
    }

    /// The ways to cut a path into a prefix and the path of a text: where each
    /// prefix ends, and the texts.
    fn cuts(&self, path: &Parts<'_>) -> Vec<(usize, &Vec<usize>)> {
        let (first, end) = path.end(self.longest);
        let end = end.key();
        let inside = end.match_indices('/').map(|(at, _)| at + 1);
        let ends = (first..).zip([0].into_iter().chain(inside));
        let known = ends.filter_map(|(at, from)| Some((at, self.meaning.get(end.get(from..)?)?)));
        known.filter(|(at, _)| *at < path.len()).collect()
    }

    /// Rule 4, for the paths that rules 1 to 3 left open.
    fn infer(&self, open: &[(usize, Parts<'_>)], found: &mut [PathMatch]) {
        let mut prefixes = Prefixes::default();
        let open = open.iter().filter(|(_, path)| path.is_absolute());
        let open: Vec<(usize, Vec<Cut<'_>>)> = open
            .map(|(slot, path)| (*slot, path, self.cuts(path)))
            .filter(|(_, _, cuts)| !cuts.is_empty())
            .map(|(slot, path, cuts)| {
                let heads = prefixes.of(path);
                let cuts = cuts.into_iter();
                let cuts = cuts.filter_map(|(at, texts)| Some((*heads.get(at)?, texts)));
                (slot, cuts.collect())
            })
            .collect();
        let mut explained = alloc::vec![0_usize; prefixes.known.len()];
        for (prefix, _) in open.iter().flat_map(|(_, cuts)| cuts) {
            if let Some(paths) = explained.get_mut(*prefix) {
                *paths += 1;
            }
        }
        let most = explained.iter().copied().max().unwrap_or_default();
        let is_best = |prefix: usize| explained.get(prefix) == Some(&most);
        let best = || (0..explained.len()).filter(|prefix| is_best(*prefix));
        let Some(shortest) = best().min_by_key(|prefix| prefixes.length(*prefix)) else {
            return;
        };
        let below = prefixes.below(shortest);
        let nested = best().all(|prefix| below.get(prefix) == Some(&true));
        for (slot, cuts) in &open {
            let meant: Vec<&Vec<usize>> = cuts
                .iter()
                .filter(|(prefix, _)| {
                    if nested {
                        *prefix == shortest
                    } else {
                        is_best(*prefix)
                    }
                })
                .map(|(_, texts)| *texts)
                .collect();
            let verdict = match meant.as_slice() {
                [] => continue,
                [texts] if nested => self.verdict(texts),
                _ => {
                    let texts = meant.iter().copied().flatten();
                    let texts: BTreeSet<&String> =
                        texts.filter_map(|text| self.loaded.get(*text)).collect();
                    PathMatch::Ambiguous(texts.into_iter().cloned().collect())
                }
            };
            if let Some(slot) = found.get_mut(*slot) {
                *slot = verdict;
            }
        }
    }
}

/// The number of a prefix, and the texts that the rest of a path is the path of.
type Cut<'c> = (usize, &'c Vec<usize>);

/// What a path begins with.
struct Prefix {
    /// The number of the one that is a part shorter, if there is one: a lower number.
    shorter: Option<usize>,
    /// How many parts it has.
    length: usize,
}

/// What paths begin with, numbered: so two of them are compared in no time, long as they may be.
#[derive(Default)]
struct Prefixes<'p> {
    known: Vec<Prefix>,
    anchors: BTreeMap<&'p str, usize>,
    longer: BTreeMap<(usize, &'p str), usize>,
}

impl<'p> Prefixes<'p> {
    /// The numbers of the prefixes of an absolute path, from none of its parts to all.
    fn of(&mut self, path: &'p Parts<'_>) -> Vec<usize> {
        let known = &mut self.known;
        let mut add = |shorter, length| {
            known.push(Prefix { shorter, length });
            known.len() - 1
        };
        let anchor = self.anchors.entry(path.anchor());
        let mut last = *anchor.or_insert_with(|| add(None, 0));
        let mut all = alloc::vec![last];
        for (length, name) in (1..).zip(path.names()) {
            let longer = self.longer.entry((last, name));
            last = *longer.or_insert_with(|| add(Some(last), length));
            all.push(last);
        }
        all
    }

    fn length(&self, prefix: usize) -> usize {
        self.known.get(prefix).map_or(0, |prefix| prefix.length)
    }

    /// For each prefix whether it begins with this one.
    fn below(&self, prefix: usize) -> Vec<bool> {
        let mut below: Vec<bool> = Vec::with_capacity(self.known.len());
        for (number, Prefix { shorter, .. }) in self.known.iter().enumerate() {
            let inside = shorter.and_then(|shorter| below.get(shorter).copied());
            below.push(number == prefix || inside == Some(true));
        }
        below
    }
}
