//! Which file a location of SARIF means (2.1.0 §3.4, §3.14.14), and what its run knows of
//! that file (§3.24).
//!
//! A base that the run does not define is the folder that the sources are named from; the
//! caller alone can know it.

use alloc::borrow::{Cow, ToOwned};
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::{count, optional, text, wrong};
use crate::checksum::ChecksumAlgorithm;
use crate::edit::ask::{Contents, Stated};
use crate::edit::error::EditError;
use crate::json::{Node, Pointer};
use crate::source::one_spelling;
use crate::source::uri::path_of;

/// The artifacts of a run.
pub(super) struct Artifacts<'d> {
    run: Option<Node<'d>>,
    /// What URIs may rest on, by its name.
    bases: BTreeMap<Cow<'d, str>, Node<'d>>,
    all: Vec<Node<'d>>,
    /// Where their list stands: to ask each for its own pointer goes through the list again.
    here: Pointer,
    /// The numbers of those that have a location, by its path, whose spellings are one.
    by_path: BTreeMap<String, Vec<usize>>,
    /// The paths of those with an absolute one, by each of its ends; nothing, where several have it.
    by_end: BTreeMap<String, Option<String>>,
}

/// A file that is to be changed.
pub(super) struct Artifact<'d> {
    pub(super) path: Option<String>,
    /// What it was when the tool looked, if the run says so.
    pub(super) hash: Option<Stated<'d>>,
    /// All of its text then, if the run says so.
    pub(super) contents: Option<Contents<'d>>,
    /// In which encoding its bytes are counted, if the run says so.
    pub(super) encoding: Option<Cow<'d, str>>,
}

impl<'d> Artifacts<'d> {
    pub(super) fn of(run: Option<Node<'d>>) -> Result<Self, EditError> {
        let list = run.and_then(|run| optional(run, "artifacts"));
        let bases = run.and_then(|run| optional(run, "originalUriBaseIds"));
        let bases = bases.into_iter().flat_map(Node::members);
        let mut artifacts = Self {
            run,
            bases: bases.map(|(name, base)| (name.as_str(), base)).collect(),
            all: list.into_iter().flat_map(Node::items).collect(),
            here: list.map_or_else(Pointer::root, Node::pointer),
            by_path: BTreeMap::new(),
            by_end: BTreeMap::new(),
        };
        for number in 0..artifacts.all.len() {
            let location = artifacts.location(number);
            if let Some(path) = location.map(|it| artifacts.path(it)).transpose()?.flatten() {
                let path = one_spelling(&path, None);
                for end in ends_of(&path) {
                    let known = artifacts.by_end.entry(end.to_owned());
                    let known = known.or_insert_with(|| Some(path.clone()));
                    if known.as_ref().is_some_and(|known| *known != path) {
                        *known = None;
                    }
                }
                artifacts.by_path.entry(path).or_default().push(number);
            }
        }
        Ok(artifacts)
    }

    /// The location of the artifact with this number, if it has one.
    fn location(&self, number: usize) -> Option<Node<'d>> {
        optional(*self.all.get(number)?, "location")
    }

    /// The file at a location: by its URI, by its number among the artifacts, or by both,
    /// which must mean the same file.
    pub(super) fn at(&self, location: Node<'d>) -> Result<Artifact<'d>, EditError> {
        let own = self.path(location)?;
        // -1 is the default, and says nothing (§3.4.5).
        let index = optional(location, "index").filter(|index| !index.is_written("-1"));
        let numbered = match index {
            // A fix that was taken out of its log numbers what is not there.
            Some(index) if self.run.is_some() => Some(self.numbered(index)?),
            _ => None,
        };
        let told = match numbered.and_then(|number| self.location(number)) {
            Some(location) => self.path(location)?,
            None => None,
        };
        if let (Some(own), Some(told), Some(index)) = (&own, &told, index)
            && !is_same(own, told)
        {
            let expected = alloc::format!("the number of the artifact `{own}`, not of `{told}`");
            return Err(wrong(index, &expected));
        }
        let named = match (numbered, own.as_deref()) {
            (None, Some(own)) => self.named(own),
            _ => &[],
        };
        let number = numbered.or_else(|| named.first().copied());
        let artifact = number.and_then(|number| self.all.get(number).copied());
        let within = artifact.and_then(|artifact| optional(artifact, "parentIndex"));
        if let Some(parent) = within.filter(|parent| !parent.is_written("-1")) {
            return Err(EditError::Unsupported {
                pointer: parent.pointer().to_string(),
                what: "a change inside of another file, such as an archive".to_owned(),
            });
        }
        // Some leave out the hyphen of the name.
        let hashes_of = |number: usize| {
            let hashes = self.all.get(number).and_then(|it| optional(*it, "hashes"));
            let names = ["sha-256", "sha256"].into_iter();
            names.filter_map(move |name| Some((number, name, optional(hashes?, name)?)))
        };
        let known = || number.into_iter().chain(named.iter().copied());
        let hash = known().flat_map(hashes_of).next();
        let digits = |hash: Node<'d>| hash.as_str().map(|digits| digits.to_ascii_lowercase());
        for (_, _, other) in known().flat_map(hashes_of) {
            if hash.is_some_and(|(_, _, hash)| digits(hash) != digits(other)) {
                return Err(wrong(other, "the hash that this file has elsewhere, too"));
            }
        }
        let hash = hash.map(|(number, name, hash)| {
            let hashes = self.here.item(number as u64).child("hashes");
            Ok(Stated {
                text: text(hash)?,
                bare: Some(ChecksumAlgorithm::Sha256),
                pointer: hashes.child(name),
            })
        });
        let contents = known().find_map(|number| {
            let contents = optional(*self.all.get(number)?, "contents")?;
            let here = self.here.item(number as u64).child("contents");
            Some(Contents {
                text: optional(contents, "text")?,
                pointer: here.child("text"),
            })
        });
        let own_encoding = artifact.and_then(|artifact| optional(artifact, "encoding"));
        let encoding = own_encoding.or_else(|| optional(self.run?, "defaultEncoding"));
        Ok(Artifact {
            path: own.or(told),
            hash: hash.transpose()?,
            contents,
            encoding: encoding.map(text).transpose()?,
        })
    }

    /// The numbers of the artifacts of this file, however its path is spelt: of the same path, or of
    /// the one that says the whole way to it, or a part of that.
    fn named(&self, path: &str) -> &[usize] {
        let path = one_spelling(path, None);
        let whole = || self.by_path.get(self.by_end.get(&path)?.as_ref()?);
        let part = || {
            let mut ends = ends_of(&path);
            ends.find_map(|end| self.by_path.get(end))
        };
        let found = self.by_path.get(&path).or_else(whole).or_else(part);
        found.map_or(&[], Vec::as_slice)
    }

    /// The number that an `index` says, if there is such an artifact.
    fn numbered(&self, index: Node<'d>) -> Result<usize, EditError> {
        let number = usize::try_from(count(index)?).ok();
        let number = number.filter(|number| *number < self.all.len());
        number.ok_or_else(|| wrong(index, "the number of one of the `artifacts` of the run"))
    }

    /// The path of a location that has a URI.
    fn path(&self, location: Node<'d>) -> Result<Option<String>, EditError> {
        let uri = self.resolved(location)?;
        Ok(uri.map(|uri| path_of(&uri)))
    }

    /// The URI of a location, behind that of its base. There may be as many bases on the way as
    /// the run defines, so that none is followed by recursion.
    fn resolved(&self, mut location: Node<'d>) -> Result<Option<String>, EditError> {
        // From the location outwards.
        let mut uris: Vec<Cow<'d, str>> = Vec::new();
        let mut seen = BTreeSet::new();
        loop {
            let uri = optional(location, "uri").map(text).transpose()?;
            let is_whole = uri.as_deref().is_some_and(is_absolute);
            uris.extend(uri);
            let Some(id) = optional(location, "uriBaseId") else {
                break;
            };
            let name = text(id)?;
            if is_whole {
                break;
            }
            let base = self.bases.get(&name).filter(|base| !base.is_null());
            if !seen.insert(name) {
                return Err(wrong(id, "a base that does not rest on itself"));
            }
            match base {
                Some(base) => location = *base,
                None => break,
            }
        }
        let mut uris = uris.into_iter().rev();
        let Some(outermost) = uris.next() else {
            return Ok(None);
        };
        let joined = uris.fold(outermost.into_owned(), |mut base, uri| {
            // A base is a folder, whether or not it is written as one.
            if !base.is_empty() && !base.ends_with('/') {
                base.push('/');
            }
            base.push_str(&uri);
            base
        });
        Ok(Some(joined))
    }
}

/// Whether a URI says where it begins: by a scheme, or by the root of the files.
fn is_absolute(uri: &str) -> bool {
    let scheme = uri.split_once(':').map_or("", |(scheme, _)| scheme);
    let is_scheme = scheme.starts_with(|first: char| first.is_ascii_alphabetic())
        && (scheme.chars()).all(|it| it.is_ascii_alphanumeric() || "+-.".contains(it));
    is_scheme || uri.starts_with('/')
}

/// What an absolute path ends with, the longest first.
fn ends_of(path: &str) -> impl Iterator<Item = &str> {
    let is_whole = is_absolute(path);
    let ends = path
        .match_indices('/')
        .filter_map(|(at, _)| path.get(at + 1..));
    ends.filter(move |end| is_whole && !end.is_empty() && !end.starts_with('/'))
}

/// Whether two paths can be of one file: they are the same, or one says the whole way to
/// what the other one says a part of.
fn is_same(one: &str, other: &str) -> bool {
    let (one, other) = (one_spelling(one, None), one_spelling(other, None));
    let ends = |whole: &str, part: &str| {
        let rest = whole.strip_suffix(part);
        is_absolute(whole) && !is_absolute(part) && rest.is_some_and(|rest| rest.ends_with('/'))
    };
    one == other || ends(&one, &other) || ends(&other, &one)
}
