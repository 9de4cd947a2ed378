//! The source texts a document speaks of, and whose path is whose.
//!
//! A tool prints paths as it sees them; a host loads files as it sees them. The
//! rules that bring the two together are here, and they refuse rather than
//! guess: a path that could mean two texts is reported as such. Nothing here
//! opens a file.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

mod candidates;
mod catalogue;
pub(crate) mod compared;
pub(crate) mod language;
pub(crate) mod library;
mod path;
pub(crate) mod replaced;
pub(crate) mod uri;

pub use candidates::candidate_paths;
use catalogue::Catalogue;
use path::parse;
pub use path::{PathFinding, canonical_path, path_findings};
pub(crate) use path::{is_same_path, one_spelling, spelt_canonically};

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
    /// It is not sure which text is meant: these can be. It may be one alone: where several
    /// roots explain as many paths of the document, it is not known whose text that is.
    Ambiguous(Vec<String>),
}

/// `{kind, paths}`: `found` has one path, `missing` none, `ambiguous` those that can be
/// meant: one alone, where the root is not known.
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
///    `\` is read as `/` (in paths that have no `/`, or start with a drive or with `\\`).
///    A path that starts with two separators names a host, and is the same as no path
///    without one. `\\?\` in front of a drive says nothing, and `\\?\UNC\` is `\\`: what follows
///    is a path that Windows takes to the letter. A `file:` URI is the path that it names
///    (RFC 8089);
/// 3. with `root`: the path without `root` in front, or with it;
/// 4. without `root`: absolute paths without one common prefix in front. The
///    prefix is the one that explains the most paths of the document, and of
///    nested ones the shortest, so that the longest suffix exists. Two prefixes
///    that do equally well make the paths ambiguous.
///
/// Time O((p + a) · c · log a) for p paths and a loaded ones of c parts each; of a longer path
/// only as many parts count as the longest loaded path has. For each ambiguous path the texts
/// that it can mean are listed, which takes time and memory in proportion.
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
    Catalogue::new(loaded.iter().copied()).match_paths(paths, root)
}

/// The same without rule 4, for what is to be changed: a root that is guessed is good
/// enough to look at a text, and not to write one.
pub(crate) fn match_paths_surely(
    paths: &[&str],
    loaded: &[&str],
    root: Option<&str>,
) -> Vec<PathMatch> {
    Catalogue::new(loaded.iter().copied()).find_all(paths, root.map(parse).as_ref())
}

/// At most so many texts that a path can mean are named in a sentence.
const MOST_NAMED: usize = 10;

/// The texts that a path can mean, inside a sentence. There may be as many as sources, for as
/// many paths.
pub(crate) fn named(paths: &[String], between: &str) -> String {
    let named = paths.iter().take(MOST_NAMED);
    let named = named.map(|path| alloc::format!("`{path}`"));
    let more = paths.len().saturating_sub(MOST_NAMED);
    let more = (more > 0).then(|| alloc::format!("{more} more"));
    let all: Vec<String> = named.chain(more).collect();
    all.join(between)
}

/// Whether a path says by itself where it begins.
pub(crate) fn is_absolute(path: &str) -> bool {
    parse(path).is_absolute()
}

#[cfg(test)]
mod tests;
