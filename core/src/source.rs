//! The source texts a document speaks of, and whose path is whose.
//!
//! A tool prints paths as it sees them; a host loads files as it sees them. The
//! rules that bring the two together are here, and they refuse rather than
//! guess: a path that could mean two texts is reported as such. Nothing here
//! opens a file.

use alloc::borrow::ToOwned;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;

pub(crate) mod language;
pub(crate) mod library;
mod path;

use path::{Parts, parse};
pub use path::{PathFinding, canonical_path, path_findings};
pub(crate) use path::{is_same_path, one_spelling};

/// Source texts by path. Texts are bytes: a source need not be valid UTF-8.
///
/// # Examples
///
/// ```
/// use llm_types::Sources;
/// let mut sources = Sources::new();
/// sources.insert("src/lib.rs", "fn main() {}\n");
/// assert_eq!(sources.len(), 1);
/// ```
#[derive(Debug, Clone, Default)]
pub struct Sources {
    texts: BTreeMap<String, Vec<u8>>,
}

impl Sources {
    /// No sources.
    pub const fn new() -> Self {
        Self {
            texts: BTreeMap::new(),
        }
    }

    /// Adds the text of the file at `path`, or replaces it.
    pub fn insert(&mut self, path: impl Into<String>, text: impl Into<Vec<u8>>) {
        self.texts.insert(path.into(), text.into());
    }

    /// The bytes of the text added under exactly this path.
    pub fn get(&self, path: &str) -> Option<&[u8]> {
        self.texts.get(path).map(Vec::as_slice)
    }

    /// The paths as they were added, in order of their bytes.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.texts.keys().map(String::as_str)
    }

    /// How many texts there are.
    pub fn len(&self) -> usize {
        self.texts.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }
}

impl<P: Into<String>, T: Into<Vec<u8>>> FromIterator<(P, T)> for Sources {
    fn from_iter<I: IntoIterator<Item = (P, T)>>(texts: I) -> Self {
        let mut sources = Self::new();
        for (path, text) in texts {
            sources.insert(path, text);
        }
        sources
    }
}

/// What became of one path of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PathMatch {
    /// It is the text loaded under this path.
    Found(String),
    /// No text that was given can be meant.
    Missing,
    /// More than one text can be meant; these.
    Ambiguous(Vec<String>),
}

/// `{kind, paths}`: `found` has one path, `missing` none, `ambiguous` more than one.
impl serde::Serialize for PathMatch {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct as _;
        let (kind, paths) = match self {
            Self::Found(path) => ("found", core::slice::from_ref(path)),
            Self::Missing => ("missing", &[][..]),
            Self::Ambiguous(paths) => ("ambiguous", paths.as_slice()),
        };
        let mut members = serializer.serialize_struct("PathMatch", 2)?;
        members.serialize_field("kind", kind)?;
        members.serialize_field("paths", paths)?;
        members.end()
    }
}

/// Finds for each path of a document the loaded path that it means.
///
/// The first of these that holds decides:
/// 1. the same spelling;
/// 2. the same path after `.` and empty parts are dropped, `..` is resolved and
///    `\` is read as `/` (in paths that have no `/`, or start with a drive);
/// 3. with `root`: the path without `root` in front, or with it;
/// 4. without `root`: absolute paths without one common prefix in front. The
///    prefix is the one that explains the most paths of the document, and of
///    nested ones the shortest, so that the longest suffix exists. Two prefixes
///    that do equally well make the paths ambiguous.
///
/// Time O((p + a) · c · log a) for p paths, a loaded ones, of c parts each, and
/// never more than the parts of the longest loaded path for each path's end.
///
/// # Examples
///
/// ```
/// use llm_types::{PathMatch, match_paths};
/// let found = match_paths(&["/workspace/src/a.rs", "./src/a.rs"], &["src/a.rs"], None);
/// assert_eq!(found[0], PathMatch::Found("src/a.rs".into()));
/// assert_eq!(found[1], PathMatch::Found("src/a.rs".into()));
/// ```
pub fn match_paths(paths: &[&str], loaded: &[&str], root: Option<&str>) -> Vec<PathMatch> {
    let shelf = Shelf::new(loaded);
    let parts = root.map(parse);
    let mut found = shelf.find_all(paths, parts.as_ref());
    if root.is_none() {
        let open: Vec<(usize, Parts<'_>)> = found
            .iter()
            .enumerate()
            .filter(|(_, found)| **found == PathMatch::Missing)
            .filter_map(|(at, _)| paths.get(at).map(|path| (at, parse(path))))
            .collect();
        shelf.infer(&open, &mut found);
    }
    found
}

/// The same without rule 4, for what is to be changed: a root that is guessed is good
/// enough to look at a text, and not to write one.
pub(crate) fn match_paths_surely(
    paths: &[&str],
    loaded: &[&str],
    root: Option<&str>,
) -> Vec<PathMatch> {
    Shelf::new(loaded).find_all(paths, root.map(parse).as_ref())
}

/// Whether a path says by itself where it begins.
pub(crate) fn is_absolute(path: &str) -> bool {
    parse(path).is_absolute()
}

/// The loaded paths, by spelling and by meaning.
struct Shelf<'l> {
    loaded: &'l [&'l str],
    spelt: BTreeSet<&'l str>,
    meaning: BTreeMap<Parts<'l>, Vec<usize>>,
    /// Parts of the longest one: no longer end of a path can be one of them.
    longest: usize,
}

impl<'l> Shelf<'l> {
    fn new(loaded: &'l [&'l str]) -> Self {
        let mut meaning: BTreeMap<Parts<'l>, Vec<usize>> = BTreeMap::new();
        for (at, path) in loaded.iter().enumerate() {
            meaning.entry(parse(path)).or_default().push(at);
        }
        Self {
            loaded,
            spelt: loaded.iter().copied().collect(),
            longest: meaning.keys().map(Parts::len).max().unwrap_or(0),
            meaning,
        }
    }

    /// Rules 1 to 3.
    fn find_all(&self, paths: &[&str], root: Option<&Parts<'_>>) -> Vec<PathMatch> {
        paths.iter().map(|path| self.find(path, root)).collect()
    }

    fn find(&self, path: &str, root: Option<&Parts<'_>>) -> PathMatch {
        if self.spelt.contains(path) {
            return PathMatch::Found(path.to_owned());
        }
        let parts = parse(path);
        let mut spellings = alloc::vec![parts.clone()];
        if let Some(root) = root {
            spellings.extend(parts.without_prefix(root));
            spellings.extend(parts.with_prefix(root));
        }
        spellings
            .iter()
            .find_map(|parts| self.meaning.get(parts))
            .map_or(PathMatch::Missing, |texts| self.verdict(texts))
    }

    fn verdict(&self, texts: &[usize]) -> PathMatch {
        let mut spellings = texts
            .iter()
            .filter_map(|at| self.loaded.get(*at))
            .map(|path| (*path).to_owned());
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
    fn cuts<'a>(&'a self, path: &Parts<'a>) -> Vec<(usize, &'a Vec<usize>)> {
        let ends = path.ends(self.longest);
        let known = ends.filter_map(|(at, end)| Some((at, self.meaning.get(&end)?)));
        known.collect()
    }

    /// Rule 4, for the paths that rules 1 to 3 left open.
    fn infer(&self, open: &[(usize, Parts<'_>)], found: &mut [PathMatch]) {
        let open = open.iter().filter(|(_, path)| path.is_absolute());
        let open: Vec<_> = open
            .map(|(at, path)| (*at, path, self.cuts(path)))
            .filter(|(_, _, cuts)| !cuts.is_empty())
            .collect();
        let mut explained: BTreeMap<Parts<'_>, usize> = BTreeMap::new();
        for (_, path, cuts) in &open {
            for (at, _) in cuts {
                *explained.entry(path.head(*at)).or_default() += 1;
            }
        }
        let most = explained.values().copied().max();
        explained.retain(|_, paths| Some(*paths) == most);
        let Some(shortest) = explained.keys().min_by_key(|prefix| prefix.len()) else {
            return;
        };
        let nested = explained.keys().all(|other| other.starts_with(shortest));
        for (slot, path, cuts) in &open {
            let meant: Vec<&Vec<usize>> = cuts
                .iter()
                .filter(|(at, _)| {
                    let prefix = path.head(*at);
                    if nested {
                        prefix == *shortest
                    } else {
                        explained.contains_key(&prefix)
                    }
                })
                .map(|(_, texts)| *texts)
                .collect();
            let verdict = match meant.as_slice() {
                [] => continue,
                [texts] if nested => self.verdict(texts),
                _ => {
                    let texts = meant.iter().copied().flatten();
                    let texts: BTreeSet<&str> = texts
                        .filter_map(|text| self.loaded.get(*text).copied())
                        .collect();
                    PathMatch::Ambiguous(texts.into_iter().map(ToOwned::to_owned).collect())
                }
            };
            if let Some(slot) = found.get_mut(*slot) {
                *slot = verdict;
            }
        }
    }
}

#[cfg(test)]
mod tests;
