//! Ids that are those of the same bytes of another file.
//!
//! An id is made of a path and two offsets. Where it fits none of them as they stand, and
//! fits the offsets in another file that is known, it is the path that is wrong: an id
//! made anew would only hide that.

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
const MOST: usize = 64;

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
}

impl<'d> Strays<'d> {
    /// The paths are asked for if there are such ids.
    pub(super) fn of(ids: Vec<Stray<'d>>, paths: impl FnOnce() -> BTreeSet<Cow<'d, str>>) -> Self {
        if ids.is_empty() {
            return Self::default();
        }
        let paths = paths();
        Self { ids, paths }
    }
}

/// Names the path in the place of the id, where that is the wrong one.
pub(crate) fn settle(seen: &mut Seen<'_>, mut library: Option<&mut Library<'_>>) {
    let strays = core::mem::take(&mut seen.strays);
    if strays.ids.is_empty() {
        return;
    }
    if let Some(library) = &mut library {
        library.settle(strays.paths.iter().cloned());
    }
    let mut left = MOST_TRIED;
    for stray in strays.ids.iter().take(MOST) {
        let (Some(id), Some(path)) = (stray.id.node.as_str(), stray.path.node.as_str()) else {
            continue;
        };
        // The id of a text that is at hand may be of the file that this one is a copy of.
        if (library.as_mut()).is_some_and(|library| library.find(&path).is_ok()) {
            continue;
        }
        let (start, end) = stray.range;
        let said = strays.paths.iter().cloned();
        let names = library.iter().flat_map(|library| library.names());
        let spelt = names
            .flat_map(|name| spellings(&path, name))
            .map(Cow::Owned);
        let tried = said.chain(spelt).filter(|other| *other != path);
        let mut tried = tried.take(left).inspect(|_| left -= 1);
        let meant = tried.find(|other| classify_span_id(&id, other, start, end).is_some());
        let at = stray.id.node.byte_range();
        let mut found = seen.found.iter_mut();
        let found = found.find(|found| found.code == "SPAN_ID_MISMATCH" && found.range == at);
        if let (Some(meant), Some(found)) = (meant, found) {
            let message = format!(
                "`{id}` is the id of `{meant}`, bytes {start} to {end}; the document says `{path}`"
            );
            *found = Found::at("SPAN_ID_MISMATCH", stray.path, message)
                .expecting(&*meant)
                .related("the id of these bytes of the other file", stray.id)
                .replace(Applicability::Unsafe, &*meant);
        }
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
