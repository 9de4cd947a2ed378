//! Which file a location of SARIF means (2.1.0 §3.4, §3.14.14), and what its run knows of
//! that file (§3.24).
//!
//! A base that the run does not define is the folder that the sources are named from; the
//! caller alone can know it.

use alloc::borrow::{Cow, ToOwned};
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::{String, ToString};

use super::{count, optional, text, wrong};
use crate::checksum::ChecksumAlgorithm;
use crate::edit::ask::Stated;
use crate::edit::error::EditError;
use crate::json::Node;
use crate::source::uri::path_of;

/// The artifacts of a run.
pub(super) struct Artifacts<'d> {
    run: Option<Node<'d>>,
    /// Those that have a location, by its path.
    by_path: BTreeMap<String, Node<'d>>,
}

/// A file that is to be changed.
pub(super) struct Artifact<'d> {
    pub(super) path: Option<String>,
    /// What it was when the tool looked, if the run says so.
    pub(super) hash: Option<Stated<'d>>,
}

impl<'d> Artifacts<'d> {
    pub(super) fn of(run: Option<Node<'d>>) -> Result<Self, EditError> {
        let mut all = Self {
            run,
            by_path: BTreeMap::new(),
        };
        let list = run.and_then(|run| optional(run, "artifacts"));
        for artifact in list.into_iter().flat_map(Node::items) {
            let location = optional(artifact, "location");
            if let Some(path) = location.map(|it| all.path(it)).transpose()?.flatten() {
                all.by_path.entry(path).or_insert(artifact);
            }
        }
        Ok(all)
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
        let told = match numbered.and_then(|artifact| optional(artifact, "location")) {
            Some(location) => self.path(location)?,
            None => None,
        };
        if let (Some(own), Some(told), Some(index)) = (&own, &told, index)
            && !is_same(own, told)
        {
            let expected = alloc::format!("the number of the artifact `{own}`, not of `{told}`");
            return Err(wrong(index, &expected));
        }
        let named = || self.by_path.get(own.as_ref()?).copied();
        let artifact = numbered.or_else(named);
        let within = artifact.and_then(|artifact| optional(artifact, "parentIndex"));
        if let Some(parent) = within.filter(|parent| !parent.is_written("-1")) {
            return Err(EditError::Unsupported {
                pointer: parent.pointer().to_string(),
                what: "a change inside of another file, such as an archive".to_owned(),
            });
        }
        let hash = artifact.and_then(|artifact| artifact.get("hashes")?.get("sha-256"));
        let hash = hash.map(|hash| {
            Ok(Stated {
                text: text(hash)?,
                bare: Some(ChecksumAlgorithm::Sha256),
                pointer: hash.pointer(),
            })
        });
        Ok(Artifact {
            path: own.or(told),
            hash: hash.transpose()?,
        })
    }

    fn numbered(&self, index: Node<'d>) -> Result<Node<'d>, EditError> {
        let number = count(index)?;
        let artifacts = self.run.and_then(|run| optional(run, "artifacts"));
        let artifact = artifacts.and_then(|artifacts| artifacts.item(number));
        artifact.ok_or_else(|| wrong(index, "the number of one of the `artifacts` of the run"))
    }

    /// The path of a location that has a URI.
    fn path(&self, location: Node<'d>) -> Result<Option<String>, EditError> {
        let uri = self.resolved(location, &mut BTreeSet::new())?;
        Ok(uri.map(|uri| path_of(&uri)))
    }

    /// The URI of a location, behind that of its base. `seen` are the bases on the way.
    fn resolved(
        &self,
        location: Node<'d>,
        seen: &mut BTreeSet<String>,
    ) -> Result<Option<String>, EditError> {
        let uri = optional(location, "uri").map(text).transpose()?;
        let Some(id) = optional(location, "uriBaseId") else {
            return Ok(uri.map(Cow::into_owned));
        };
        let name = text(id)?;
        if uri.as_deref().is_some_and(is_absolute) {
            return Ok(uri.map(Cow::into_owned));
        }
        if !seen.insert(name.clone().into_owned()) {
            return Err(wrong(id, "a base that does not rest on itself"));
        }
        let bases = (self.run).and_then(|run| optional(run, "originalUriBaseIds"));
        let base = match bases.and_then(|bases| optional(bases, &name)) {
            Some(base) => self.resolved(base, seen)?,
            None => None,
        };
        Ok(match (base, uri) {
            (Some(mut base), Some(uri)) => {
                // A base is a folder, whether or not it is written as one.
                if !base.is_empty() && !base.ends_with('/') {
                    base.push('/');
                }
                base.push_str(&uri);
                Some(base)
            }
            (base, uri) => uri.map(Cow::into_owned).or(base),
        })
    }
}

/// Whether a URI says where it begins: by a scheme, or by the root of the files.
fn is_absolute(uri: &str) -> bool {
    let scheme = uri.split_once(':').map_or("", |(scheme, _)| scheme);
    let is_scheme = scheme.starts_with(|first: char| first.is_ascii_alphabetic())
        && (scheme.chars()).all(|it| it.is_ascii_alphanumeric() || "+-.".contains(it));
    is_scheme || uri.starts_with('/')
}

/// Whether two paths can be of one file: they are the same, or one says the whole way to
/// what the other one says a part of.
fn is_same(one: &str, other: &str) -> bool {
    let plain = |path: &'_ str| path.strip_prefix("./").unwrap_or(path).to_owned();
    let (one, other) = (plain(one), plain(other));
    let ends = |whole: &str, part: &str| {
        let rest = whole.strip_suffix(part);
        is_absolute(whole) && !is_absolute(part) && rest.is_some_and(|rest| rest.ends_with('/'))
    };
    one == other || ends(&one, &other) || ends(&other, &one)
}
