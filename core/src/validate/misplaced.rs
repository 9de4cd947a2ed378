//! Ids that are those of the same bytes of another file.
//!
//! An id is made of a path and two offsets. Where it is not that of the path and the offsets
//! beside it, but that of the same offsets in another known file, or of the same file in another
//! spelling, the path is wrong: an id made anew would only hide that.

use alloc::borrow::Cow;
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::found::{Found, Slot};
use super::structure::Seen;
use crate::diagnostic::Applicability;
use crate::id::classify_span_id;
use crate::source::library::Library;

/// So many ids of a document are looked at: each is held against every file.
const MOST_IDS: usize = 64;

/// So many paths are tried in all.
const MOST_TRIED: usize = 1 << 15;

/// An id that no recipe gives for its path and its bytes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Stray<'d> {
    id: Slot<'d>,
    path: Slot<'d>,
    range: (u64, u64),
}

impl<'d> Stray<'d> {
    /// The id, and where the document says its path.
    pub(super) const fn of(id: Slot<'d>, path: Slot<'d>, range: (u64, u64)) -> Self {
        Self { id, path, range }
    }
}

/// Such ids, and all paths of the document's ranges.
#[derive(Debug, Default)]
pub(crate) struct Strays<'d> {
    ids: Vec<Stray<'d>>,
    paths: BTreeSet<Cow<'d, str>>,
    /// The paths that the first [`MOST_IDS`] of them are made of, as far as they are known.
    meant: Vec<Option<Meant>>,
}

/// The path that an id is made of.
#[derive(Debug)]
struct Meant {
    path: String,
    /// How it stands to the path that the document says.
    file: SaidFile,
}

/// The file that the document says, as seen from the one whose id it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SaidFile {
    /// The same file, spelt otherwise.
    Same,
    /// Another file, whose text is at hand as well.
    Other,
    /// A file of which no text was given.
    Missing,
}

impl<'d> Strays<'d> {
    /// The paths are asked for if there are such ids.
    pub(super) fn of(ids: Vec<Stray<'d>>, paths: impl FnOnce() -> BTreeSet<Cow<'d, str>>) -> Self {
        if ids.is_empty() {
            return Self::default();
        }
        Self {
            ids,
            paths: paths(),
            meant: Vec::new(),
        }
    }

    /// Looks for the paths that the ids are made of.
    pub(crate) fn look_up(&mut self, mut library: Option<&mut Library<'_>>) {
        if self.ids.is_empty() {
            return;
        }
        if let Some(library) = &mut library {
            library.settle(self.paths.iter().cloned());
        }
        let root = library.as_mut().and_then(|library| library.root());
        let mut left = MOST_TRIED;
        for stray in self.ids.iter().take(MOST_IDS) {
            let meant = self.meant_by(stray, library.as_deref_mut(), root.as_deref(), &mut left);
            self.meant.push(meant);
        }
    }

    fn meant_by(
        &self,
        stray: &Stray<'_>,
        mut library: Option<&mut Library<'_>>,
        root: Option<&str>,
        left: &mut usize,
    ) -> Option<Meant> {
        let (id, path) = (stray.id.node.as_str()?, stray.path.node.as_str()?);
        let (start, end) = stray.range;
        let at = library
            .as_mut()
            .and_then(|library| library.find(&path).ok());
        let own = library
            .as_ref()
            .zip(at)
            .and_then(|(library, at)| library.name(at));
        let said = self.paths.iter().cloned();
        let names = library.iter().flat_map(|library| library.names());
        let names = names.filter(|name| Some(*name) != own);
        // Its own file first: an id may be made of a path below a root, or relative to it.
        let spelt = own.into_iter().chain(names);
        let spelt = spelt.flat_map(|name| {
            let below = root.map(|root| format!("{}/{name}", root.trim_end_matches('/')));
            below.into_iter().chain(spellings(&path, name))
        });
        let tried = spelt.map(Cow::Owned).chain(said);
        let tried = tried.filter(|other| *other != path).take(*left);
        let meant = tried
            .inspect(|_| *left -= 1)
            .find(|other| classify_span_id(&id, other, start, end).is_some());
        let meant = meant?.into_owned();
        let other = library.and_then(|library| library.find_mentioned(&meant).ok());
        let file = match at {
            Some(_) if at == other => SaidFile::Same,
            Some(_) => SaidFile::Other,
            None => SaidFile::Missing,
        };
        Some(Meant { path: meant, file })
    }

    /// Where ids stand that are those of their ranges but for the spelling of the path.
    pub(crate) fn spelt_otherwise(&self) -> BTreeSet<u64> {
        let looked_up = self.ids.iter().zip(&self.meant);
        let same = looked_up.filter(|(_, meant)| {
            let file = meant.as_ref().map(|meant| meant.file);
            file == Some(SaidFile::Same)
        });
        same.map(|(stray, _)| stray.id.node.byte_range().0)
            .collect()
    }
}

/// Moves findings from the id to the path, where the path is the wrong one. The ids must have been
/// looked up.
pub(crate) fn settle(seen: &mut Seen<'_>) {
    let strays = core::mem::take(&mut seen.strays);
    for (stray, meant) in strays.ids.iter().zip(strays.meant) {
        let (Some(id), Some(path)) = (stray.id.node.as_str(), stray.path.node.as_str()) else {
            continue;
        };
        let (start, end) = stray.range;
        let at = stray.id.node.byte_range();
        let mut found = seen.found.iter_mut();
        let found = found.find(|found| found.code == "SPAN_ID_MISMATCH" && found.range == at);
        let (Some(Meant { path: meant, file }), Some(found)) = (meant, found) else {
            continue;
        };
        let message = match file {
            SaidFile::Same => format!(
                "`{id}` is the id of `{meant}`, bytes {start} to {end}; the document says `{path}`, \
                 another spelling of it"
            ),
            SaidFile::Other | SaidFile::Missing => format!(
                "`{id}` is the id of `{meant}`, bytes {start} to {end}; the document says `{path}`"
            ),
        };
        let instead = Found::at("SPAN_ID_MISMATCH", stray.path, message)
            .expecting(&*meant)
            .related("the id of these bytes of the other file", stray.id);
        // Where both files are there, the one may be a copy of the other: who knows which is meant?
        *found = match file {
            SaidFile::Other => instead,
            SaidFile::Same | SaidFile::Missing => instead.replace(Applicability::Unsafe, &*meant),
        };
    }
}

/// How a source may be spelt in a document that says this path: below each of its folders.
fn spellings(path: &str, name: &str) -> impl Iterator<Item = String> {
    let separators = path.match_indices(['/', '\\']);
    let folders = separators.filter_map(move |(at, separator)| {
        let folder = path.get(..at + 1)?;
        Some(match separator {
            "\\" => format!("{folder}{}", name.replace('/', "\\")),
            _ => format!("{folder}{name}"),
        })
    });
    core::iter::once(String::from(name)).chain(folders)
}
