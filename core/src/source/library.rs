//! The sources as one document sees them: paths matched, lines indexed.

use alloc::borrow::{Cow, ToOwned};
use alloc::collections::BTreeMap;
use alloc::collections::btree_map::Entry;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::{PathMatch, Sources, match_paths};
use crate::text::{LineIndex, LineIndexOptions};

/// Why there is no text for a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NoText<'l> {
    Missing,
    Ambiguous(&'l [String]),
}

/// The lines of the sources, kept from one document of a text to the next. Each
/// convention has its own.
#[derive(Debug, Default)]
pub(crate) struct Indexes<'s>(Vec<(LineIndexOptions, BTreeMap<String, LineIndex<'s>>)>);

impl<'s> Indexes<'s> {
    fn take(&mut self, options: &LineIndexOptions) -> BTreeMap<String, LineIndex<'s>> {
        let known = self.0.iter_mut().find(|(known, _)| known == options);
        known.map_or_else(BTreeMap::new, |(_, indexes)| core::mem::take(indexes))
    }

    /// Takes back what a library has looked at.
    pub(crate) fn keep(&mut self, library: Option<Library<'s>>) {
        let Some(library) = library else { return };
        let known = self
            .0
            .iter_mut()
            .find(|(options, _)| *options == library.options);
        match known {
            Some((_, indexes)) => *indexes = library.indexes,
            None => self.0.push((library.options, library.indexes)),
        }
    }
}

/// The sources of many documents.
#[derive(Debug, Clone)]
pub(crate) enum Shelf<'s> {
    Borrowed(&'s Sources),
    /// For a host that cannot lend them: each text that is opened is copied.
    Shared(Arc<Sources>),
}

impl<'s> Shelf<'s> {
    fn all(&self) -> &Sources {
        match self {
            Self::Borrowed(sources) => sources,
            Self::Shared(sources) => sources,
        }
    }

    fn get(&self, path: &str) -> Option<Cow<'s, [u8]>> {
        match self {
            Self::Borrowed(sources) => sources.get(path).map(Cow::Borrowed),
            Self::Shared(sources) => sources.get(path).map(|text| Cow::Owned(text.to_vec())),
        }
    }
}

/// Texts by the paths of one document.
#[derive(Debug)]
pub(crate) struct Library<'s> {
    sources: Shelf<'s>,
    matches: BTreeMap<String, PathMatch>,
    options: LineIndexOptions,
    indexes: BTreeMap<String, LineIndex<'s>>,
}

impl<'s> Library<'s> {
    /// Matches all paths of a document at once, as the rules of the prefix need.
    pub(crate) fn new(
        sources: Shelf<'s>,
        paths: impl Iterator<Item = String>,
        root: Option<&str>,
        options: LineIndexOptions,
        known: &mut Indexes<'s>,
    ) -> Self {
        let mut paths: Vec<String> = paths.collect();
        paths.sort();
        paths.dedup();
        let spellings: Vec<&str> = paths.iter().map(String::as_str).collect();
        let found = if spellings.is_empty() {
            Vec::new()
        } else {
            let loaded: Vec<&str> = sources.all().paths().collect();
            match_paths(&spellings, &loaded, root)
        };
        Self {
            sources,
            matches: paths.into_iter().zip(found).collect(),
            indexes: known.take(&options),
            options,
        }
    }

    /// The text of a path, with its lines.
    pub(crate) fn open(&mut self, path: &str) -> Result<&LineIndex<'s>, NoText<'_>> {
        match self.matches.get(path) {
            None | Some(PathMatch::Missing) => Err(NoText::Missing),
            Some(PathMatch::Ambiguous(paths)) => Err(NoText::Ambiguous(paths)),
            Some(PathMatch::Found(found)) => match self.indexes.entry(found.to_owned()) {
                Entry::Occupied(index) => Ok(index.into_mut()),
                Entry::Vacant(slot) => {
                    let text = self.sources.get(found).ok_or(NoText::Missing)?;
                    Ok(slot.insert(LineIndex::with_options(text, &self.options)))
                }
            },
        }
    }
}
