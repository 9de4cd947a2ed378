//! One path: its parts, its canonical spelling, and what is odd about it.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use super::uri::{is_uri, path_meant};

/// Something about a path that another tool will read differently.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum PathFinding {
    /// It has `.` or empty parts: the same file has another spelling.
    Redundant,
    /// It has a `..` part.
    Parent,
    /// It is separated by `\`.
    Backslash,
    /// It is empty.
    Empty,
    /// It is a URI. One of a file is read as the path that it means.
    Uri,
}

impl PathFinding {
    /// The word in the hosts: `redundant`, `parent`, `backslash`, `empty` or `uri`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Redundant => "redundant",
            Self::Parent => "parent",
            Self::Backslash => "backslash",
            Self::Empty => "empty",
            Self::Uri => "uri",
        }
    }

    /// What is wrong, as a clause.
    pub const fn says(self) -> &'static str {
        match self {
            Self::Redundant => "has `.` or empty parts",
            Self::Parent => "has a `..` part",
            Self::Backslash => "is separated by `\\`",
            Self::Empty => "is empty",
            Self::Uri => "is a URI, and no path",
        }
    }
}

/// The parts of a path, without regard to its spelling.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Parts<'p> {
    /// `/`, `c:`, or `//` before the name of a host; nothing for a relative path.
    anchor: Option<Cow<'p, str>>,
    names: Vec<Cow<'p, str>>,
}

pub(super) fn has_drive(path: &str) -> bool {
    let mut chars = path.chars();
    chars.next().is_some_and(|c| c.is_ascii_alphabetic())
        && chars.next() == Some(':')
        && matches!(chars.next(), Some('/' | '\\'))
}

/// Whether `\` separates the parts: in a path that could as well be a file name
/// with a backslash on another system, only when nothing else separates them.
pub(super) fn by_backslash(path: &str) -> bool {
    path.contains('\\') && (has_drive(path) || path.starts_with("\\\\") || !path.contains('/'))
}

/// Whether a path begins with two separators, and not with more: then a host follows, and
/// one separator less is another file (POSIX 4.13; UNC).
fn begins_with_host(path: &str, separates: impl Fn(char) -> bool) -> bool {
    let leading = path.chars().take_while(|c| separates(*c));
    leading.take(3).count() == 2
}

/// What Windows has in front of a path that it takes to the letter, and what stands there in the
/// place of the separators before a host.
const VERBATIM: &str = r"\\?\";
const VERBATIM_SHARE: &str = r"\\?\UNC\";

/// A path without what stands before one that is taken to the letter, if a drive follows.
pub(super) fn without_verbatim(path: &str) -> &str {
    let rest = path.strip_prefix(VERBATIM);
    rest.filter(|rest| has_drive(rest)).unwrap_or(path)
}

/// The parts of a path; those of the path that it means, if it is the URI of a file.
pub(super) fn parse(path: &str) -> Parts<'_> {
    path_meant(path).map_or_else(|| parts_of(path), |meant| parts_of(&meant).into_owned())
}

fn parts_of(path: &str) -> Parts<'_> {
    let backslash = by_backslash(path);
    let separates = |c: char| c == '/' || (backslash && c == '\\');
    let path = without_verbatim(path);
    let (anchor, rest) = if let Some(share) = path.strip_prefix(VERBATIM_SHARE) {
        (Some(Cow::Borrowed("//")), share)
    } else if has_drive(path) {
        let (drive, rest) = path.split_at(2);
        (Some(Cow::Owned(drive.to_ascii_lowercase())), rest)
    } else if begins_with_host(path, separates) {
        (Some(Cow::Borrowed("//")), path)
    } else if path.starts_with(separates) {
        (Some(Cow::Borrowed("/")), path)
    } else {
        (None, path)
    };
    let mut names: Vec<Cow<'_, str>> = Vec::new();
    for name in rest.split(separates) {
        match name {
            "" | "." => {}
            ".." if names.last().is_some_and(|last| last != "..") => {
                names.pop();
            }
            ".." if anchor.is_some() => {}
            name => names.push(Cow::Borrowed(name)),
        }
    }
    Parts { anchor, names }
}

/// Whether two paths are the same one, spelt alike or not.
pub(crate) fn is_same_path(a: &str, b: &str) -> bool {
    a == b || parse(a) == parse(b)
}

/// The same text for all spellings of a path; without the root in front, where one is given.
pub(crate) fn one_spelling(path: &str, root: Option<&str>) -> String {
    let parts = parse(path);
    let root = root.map(parse);
    let below = root.and_then(|root| parts.without_prefix(&root));
    let Parts { anchor, names } = below.unwrap_or(parts);
    let mut spelt = anchor.map_or_else(String::new, Cow::into_owned);
    for name in names {
        if !spelt.is_empty() && !spelt.ends_with('/') {
            spelt.push('/');
        }
        spelt.push_str(&name);
    }
    spelt
}

/// What an absolute path has in front of the relative one that it ends with, however both are
/// spelt; nothing where that is the root of the file system.
pub(super) fn root_above(path: &str, end: &str) -> Option<String> {
    let (path, end) = (parse(path), parse(end));
    let names = path.names.strip_suffix(end.names.as_slice())?;
    let is_root = !names.is_empty() && !end.is_absolute();
    let anchor = path.anchor.as_deref().filter(|_| is_root)?;
    let mut root = String::from(anchor);
    for name in names {
        if !root.ends_with('/') {
            root.push('/');
        }
        root.push_str(name);
    }
    Some(root)
}

impl<'p> Parts<'p> {
    fn into_owned(self) -> Parts<'static> {
        let owned = |text: Cow<'_, str>| Cow::Owned(text.into_owned());
        Parts {
            anchor: self.anchor.map(owned),
            names: self.names.into_iter().map(owned).collect(),
        }
    }

    /// One text for each meaning. No part holds a `/`, and only an anchor begins with one.
    pub(super) fn key(&self) -> String {
        let mut key = String::new();
        if let Some(anchor) = &self.anchor {
            key.push('/');
            key.push_str(anchor);
        }
        for (at, name) in self.names.iter().enumerate() {
            if at > 0 || self.anchor.is_some() {
                key.push('/');
            }
            key.push_str(name);
        }
        key
    }

    pub(super) fn is_absolute(&self) -> bool {
        self.anchor.is_some()
    }

    pub(super) fn len(&self) -> usize {
        self.names.len()
    }

    pub(super) fn starts_with(&self, prefix: &Parts<'_>) -> bool {
        self.anchor == prefix.anchor && self.names.starts_with(&prefix.names)
    }

    /// Its names as a path in a folder; nothing where there are none, or where they lead out
    /// of it.
    pub(super) fn inside(&self) -> Option<String> {
        let stays = !self.names.is_empty() && !self.names.iter().any(|name| name == "..");
        stays.then(|| self.names.join("/"))
    }

    /// The relative path that is left after `prefix`.
    pub(super) fn without_prefix(&self, prefix: &Parts<'_>) -> Option<Self> {
        if !self.starts_with(prefix) {
            return None;
        }
        let names = self.names.get(prefix.names.len()..)?;
        (!names.is_empty()).then(|| Self {
            anchor: None,
            names: names.to_vec(),
        })
    }

    /// A relative path, seen from `prefix`.
    pub(super) fn with_prefix<'q>(&self, prefix: &Parts<'q>) -> Option<Parts<'q>>
    where
        'p: 'q,
    {
        self.anchor.is_none().then(|| Parts {
            anchor: prefix.anchor.clone(),
            names: prefix.names.iter().chain(&self.names).cloned().collect(),
        })
    }

    /// `/`, `c:` or `//`; nothing for a relative path.
    pub(super) fn anchor(&self) -> &str {
        self.anchor.as_deref().unwrap_or_default()
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(|name| &**name)
    }

    /// The end of up to `longest` parts, as a relative path, and the number of parts
    /// before it.
    pub(super) fn end(&self, longest: usize) -> (usize, Self) {
        let first = self.names.len().saturating_sub(longest);
        let names = self.names.get(first..).unwrap_or_default();
        let end = Self {
            anchor: None,
            names: names.to_vec(),
        };
        (first, end)
    }
}

/// Whether there is surely nothing odd about a path: no backslash, no colon, no empty part,
/// and none that begins with a dot.
fn is_plain(path: &str) -> bool {
    let mut begins = true;
    for byte in path.strip_prefix('/').unwrap_or(path).bytes() {
        match byte {
            b'\\' | b':' => return false,
            b'/' | b'.' if begins => return false,
            other => begins = other == b'/',
        }
    }
    !begins
}

/// What is odd about the spelling of a path. Nothing for a path like `src/a.rs`
/// or `/workspace/src/a.rs`.
///
/// # Examples
///
/// ```
/// use llm_types::{PathFinding, path_findings};
/// assert_eq!(path_findings("./src/a.rs"), [PathFinding::Redundant]);
/// assert!(path_findings("src/a.rs").is_empty());
/// ```
pub fn path_findings(path: &str) -> Vec<PathFinding> {
    let mut findings = Vec::new();
    if is_plain(path) {
        return findings;
    }
    if is_uri(path) {
        findings.push(PathFinding::Uri);
        return findings;
    }
    if path.is_empty() {
        findings.push(PathFinding::Empty);
        return findings;
    }
    let backslash = by_backslash(path);
    if backslash {
        findings.push(PathFinding::Backslash);
    }
    let separates = |c: char| c == '/' || (backslash && c == '\\');
    let relative = path.strip_prefix(separates).unwrap_or(path);
    let host = begins_with_host(path, separates);
    let relative = relative
        .strip_prefix(|c| host && separates(c))
        .unwrap_or(relative);
    let mut redundant = relative.is_empty();
    let mut parent = false;
    for name in relative.split(separates) {
        redundant |= matches!(name, "" | ".");
        parent |= name == "..";
    }
    if redundant {
        findings.push(PathFinding::Redundant);
    }
    if parent {
        findings.push(PathFinding::Parent);
    }
    findings
}

/// The canonical spelling of a relative path: `/` between the parts, no empty
/// and no `.` part. An absolute path, and one with a `..` part, has no other
/// spelling that is known to mean the same file without looking at the file
/// system, and is given back as it is; so is a URI.
///
/// # Examples
///
/// ```
/// use llm_types::canonical_path;
/// assert_eq!(canonical_path("./src//a.rs"), "src/a.rs");
/// assert_eq!(canonical_path("src\\a.rs"), "src/a.rs");
/// assert_eq!(canonical_path("../a.rs"), "../a.rs");
/// assert_eq!(canonical_path("file:///home/me/a.rs"), "file:///home/me/a.rs");
/// ```
pub fn canonical_path(path: &str) -> Cow<'_, str> {
    if is_plain(path) {
        return Cow::Borrowed(path);
    }
    let findings = path_findings(path);
    let parts = parse(path);
    if findings.is_empty()
        || parts.is_absolute()
        || parts.names.is_empty()
        || findings.contains(&PathFinding::Parent)
        || findings.contains(&PathFinding::Uri)
    {
        return Cow::Borrowed(path);
    }
    let mut canonical = String::with_capacity(path.len());
    for name in &parts.names {
        if !canonical.is_empty() {
            canonical.push('/');
        }
        canonical.push_str(name);
    }
    Cow::Owned(canonical)
}

/// The canonical spelling of what a path means, where that is known: that of the URI of a file
/// is its path.
pub(crate) fn spelt_canonically(path: &str) -> Cow<'_, str> {
    path_meant(path).map_or_else(|| canonical_path(path), Cow::Owned)
}
