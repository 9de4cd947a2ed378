//! The sources as one document sees them: paths matched, lines indexed.

use alloc::borrow::{Cow, ToOwned};
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::catalogue::Catalogue;
use super::compared::{Compared, TextIs};
use super::{PathMatch, Sources};
use crate::text::{LineIndex, LineIndexOptions, LineTerminators};

/// Why there is no text for a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NoText<'l> {
    Missing,
    Ambiguous(&'l [String]),
}

/// What is known of the sources, kept from one document of a text to the next: else each
/// document would cost as much as there are sources.
#[derive(Debug, Default)]
pub(crate) struct Indexes<'s> {
    /// Their lines. Each convention has its own.
    lines: Vec<(LineIndexOptions, BTreeMap<String, LineIndex<'s>>)>,
    /// Their paths.
    catalogue: Option<Catalogue>,
}

impl<'s> Indexes<'s> {
    fn take(&mut self, options: &LineIndexOptions) -> BTreeMap<String, LineIndex<'s>> {
        let known = self.lines.iter_mut().find(|(known, _)| known == options);
        known.map_or_else(BTreeMap::new, |(_, indexes)| core::mem::take(indexes))
    }

    /// Where the paths of the sources are kept, and how many sources were read.
    #[cfg(test)]
    pub(super) fn held(&self) -> (Option<*const String>, usize) {
        let read = self.lines.iter().map(|(_, lines)| lines.len()).sum();
        (self.catalogue.as_ref().map(Catalogue::memory), read)
    }

    /// Takes back what a library has looked at.
    pub(crate) fn keep(&mut self, library: Option<Library<'s>>) {
        let Some(mut library) = library else { return };
        self.catalogue = library.catalogue.take();
        let (options, indexes) = library.indexes();
        match self.lines.iter_mut().find(|(known, _)| *known == options) {
            Some((_, known)) => *known = indexes,
            None => self.lines.push((options, indexes)),
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

    /// The length of all of them together.
    pub(crate) fn bytes(&self) -> u64 {
        let sources = self.all();
        let texts = sources.paths().filter_map(|path| sources.get(path));
        texts.map(|text| text.len() as u64).sum()
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
    root: Option<String>,
    /// What each path leads to: one of the books, or why there is none.
    paths: BTreeMap<String, Result<usize, Absent>>,
    /// Whether all paths of the document are among them.
    settled: bool,
    books: Vec<Book<'s>>,
    /// Where the text of each name is among the books.
    places: BTreeMap<String, usize>,
    options: LineIndexOptions,
    /// The paths of all sources, once they were asked for.
    catalogue: Option<Catalogue>,
    /// Indexes of texts that this document does not speak of.
    others: BTreeMap<String, LineIndex<'s>>,
    /// The path that was asked for last: most ranges follow others of their file.
    last: Option<(String, usize)>,
    /// The root that the paths of the ranges show, once it was asked for; empty if none.
    shown: Option<String>,
    /// What the texts are to the ranges, as far as somebody has found it out.
    pub(crate) compared: Compared,
}

#[derive(Debug)]
enum Absent {
    Missing,
    Ambiguous(Vec<String>),
}

/// A text that is opened when it is asked for.
#[derive(Debug)]
struct Book<'s> {
    name: String,
    index: Option<LineIndex<'s>>,
    /// Its lines by other terminators than those of the document.
    other: Option<(LineTerminators, LineIndex<'s>)>,
}

impl<'s> Library<'s> {
    /// Matches all paths of a document at once, as the rules of the prefix need.
    pub(crate) fn new<'d>(
        sources: Shelf<'s>,
        paths: impl Iterator<Item = impl Into<Cow<'d, str>>>,
        root: Option<&str>,
        options: LineIndexOptions,
        known: &mut Indexes<'s>,
    ) -> Self {
        let mut library = Self::unmatched(sources, root, options, known);
        library.settle(paths);
        library
    }

    /// The sources for a document whose paths are matched later, by [`Self::settle`], if at all.
    pub(crate) fn unmatched(
        sources: Shelf<'s>,
        root: Option<&str>,
        options: LineIndexOptions,
        known: &mut Indexes<'s>,
    ) -> Self {
        Self {
            sources,
            root: root.map(ToOwned::to_owned),
            paths: BTreeMap::new(),
            settled: false,
            books: Vec::new(),
            places: BTreeMap::new(),
            others: known.take(&options),
            catalogue: known.catalogue.take(),
            options,
            last: None,
            shown: None,
            compared: Compared::default(),
        }
    }

    /// The names of all sources.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.sources.all().paths()
    }

    /// Matches all paths of the document, if that was not done before.
    pub(crate) fn settle<'d>(&mut self, paths: impl Iterator<Item = impl Into<Cow<'d, str>>>) {
        if core::mem::replace(&mut self.settled, true) {
            return;
        }
        let mut asked: BTreeSet<Cow<'_, str>> = BTreeSet::new();
        let mut last = None;
        for path in paths.map(Into::into) {
            // Most ranges follow others of their file.
            if last.as_ref() != Some(&path) {
                asked.insert(path.clone());
                last = Some(path);
            }
        }
        let asked: Vec<String> = asked.into_iter().map(Cow::into_owned).collect();
        let spellings: Vec<&str> = asked.iter().map(String::as_str).collect();
        let found = if spellings.is_empty() {
            Vec::new()
        } else {
            let sources = self.sources.all();
            let catalogue = self
                .catalogue
                .get_or_insert_with(|| Catalogue::new(sources.paths()));
            catalogue.match_paths(&spellings, self.root.as_deref())
        };
        for (path, found) in asked.into_iter().zip(found) {
            let found = match found {
                PathMatch::Found(name) => Ok(self.place(name)),
                PathMatch::Missing => Err(Absent::Missing),
                PathMatch::Ambiguous(paths) => Err(Absent::Ambiguous(paths)),
            };
            self.paths.insert(path, found);
        }
    }

    /// Where the text of a name is among the books.
    fn place(&mut self, name: String) -> usize {
        if let Some(at) = self.places.get(&name) {
            return *at;
        }
        let at = self.books.len();
        self.books.push(Book {
            index: self.others.remove(&name),
            other: None,
            name: name.clone(),
        });
        self.places.insert(name, at);
        at
    }

    /// The texts that the paths lead to, each once, in the order of the paths.
    pub(crate) fn order(&self) -> Vec<usize> {
        let mut known = BTreeSet::new();
        let texts = self.paths.values().filter_map(|found| found.as_ref().ok());
        texts.copied().filter(|at| known.insert(*at)).collect()
    }

    /// Which text a path leads to, the same for all spellings, as far as that can be told
    /// without the other paths of the document: what is spelt as a source is spelt means
    /// that source.
    pub(crate) fn at_hand(&mut self, path: &str) -> Option<usize> {
        if let Some((last, at)) = &self.last
            && last == path
        {
            return Some(*at);
        }
        let at = match self.paths.get(path) {
            Some(found) => *found.as_ref().ok()?,
            None if self.sources.all().get(path).is_some() => {
                let at = self.place(path.to_owned());
                self.paths.insert(path.to_owned(), Ok(at));
                at
            }
            None => return None,
        };
        self.last = Some((path.to_owned(), at));
        Some(at)
    }

    /// Which text a path leads to, or why to none. All paths must be matched.
    pub(crate) fn find(&mut self, path: &str) -> Result<usize, NoText<'_>> {
        if let Some(at) = self.at_hand(path) {
            return Ok(at);
        }
        match self.paths.get(path) {
            Some(Ok(at)) => Ok(*at),
            None | Some(Err(Absent::Missing)) => Err(NoText::Missing),
            Some(Err(Absent::Ambiguous(paths))) => Err(NoText::Ambiguous(paths)),
        }
    }

    /// Which text a path leads to that is only mentioned. Its file may be outside of the project
    /// and its path end as one of the project does. So it means a text only by its own spelling,
    /// or below the root that other paths show. The paths of the ranges must be matched.
    pub(crate) fn find_mentioned(&mut self, path: &str) -> Result<usize, NoText<'_>> {
        if !self.paths.contains_key(path) {
            let root = self.root();
            let sources = self.sources.all();
            let catalogue = self
                .catalogue
                .get_or_insert_with(|| Catalogue::new(sources.paths()));
            let root = root.as_deref().map(super::path::parse);
            let found = catalogue.find_all(&[path], root.as_ref()).pop();
            let found = match found {
                Some(PathMatch::Found(name)) => Ok(self.place(name)),
                Some(PathMatch::Ambiguous(paths)) => Err(Absent::Ambiguous(paths)),
                Some(PathMatch::Missing) | None => Err(Absent::Missing),
            };
            self.paths.insert(path.to_owned(), found);
        }
        self.find(path)
    }

    /// Where the paths of the ranges, which must be matched, show no root, looks for one in these:
    /// paths of files of the project that are spoken of beside the ranges. It is taken if they
    /// agree on one.
    pub(crate) fn settle_mentioned<'d>(&mut self, paths: impl Iterator<Item = Cow<'d, str>>) {
        if self.root.is_some() || self.shown_root().is_some() {
            return;
        }
        let asked: BTreeSet<Cow<'_, str>> = paths.collect();
        let asked: Vec<&str> = asked.iter().map(|path| &**path).collect();
        if asked.is_empty() {
            return;
        }
        let sources = self.sources.all();
        let catalogue = self
            .catalogue
            .get_or_insert_with(|| Catalogue::new(sources.paths()));
        let found = catalogue.match_paths(&asked, None);
        let mut roots = BTreeSet::new();
        for (path, found) in asked.iter().zip(found) {
            match found {
                PathMatch::Found(name) => roots.extend(super::path::root_above(path, &name)),
                PathMatch::Ambiguous(_) => return,
                PathMatch::Missing => {}
            }
        }
        if let (Some(root), true) = (roots.pop_first(), roots.is_empty()) {
            self.shown = Some(root);
        }
    }

    /// The root that absolute paths begin with: the one that was given, or that the paths show.
    pub(crate) fn root(&mut self) -> Option<String> {
        self.root.clone().or_else(|| self.shown_root())
    }

    /// The root that the paths of the ranges have in front of the names of their texts.
    fn shown_root(&mut self) -> Option<String> {
        let shown = self.shown.take().unwrap_or_else(|| {
            let mut roots = self.paths.iter().filter_map(|(path, found)| {
                let name = &self.books.get(*found.as_ref().ok()?)?.name;
                super::path::root_above(path, name)
            });
            roots.next().unwrap_or_default()
        });
        self.shown = Some(shown.clone());
        (!shown.is_empty()).then_some(shown)
    }

    /// A text that was found, with its lines.
    pub(crate) fn text(&mut self, at: usize) -> Option<&LineIndex<'s>> {
        let book = self.books.get_mut(at)?;
        if book.index.is_none() {
            let text = self.sources.get(&book.name)?;
            book.index = Some(LineIndex::with_options(text, &self.options));
        }
        book.index.as_ref()
    }

    /// What a text that was found is called among the sources.
    pub(crate) fn name(&self, at: usize) -> Option<&str> {
        Some(&self.books.get(at)?.name)
    }

    /// A text that was opened before.
    pub(crate) fn opened(&self, at: usize) -> Option<&LineIndex<'s>> {
        self.books.get(at)?.index.as_ref()
    }

    /// The text of a path, with its lines.
    pub(crate) fn open(&mut self, path: &str) -> Result<&LineIndex<'s>, NoText<'_>> {
        match self.find(path) {
            Ok(at) => self.text(at).ok_or(NoText::Missing),
            // Asked again, because the answer is lent.
            Err(_) => self.find(path).and(Err(NoText::Missing)),
        }
    }

    /// The text of the path of a range, unless it is, or may be, another text than the one that the
    /// range is of.
    pub(crate) fn open_its(&mut self, path: &str, range: (u64, u64)) -> Option<&LineIndex<'s>> {
        let is_other = self.text_is(path, range).is_some_and(TextIs::is_other);
        if is_other { None } else { self.open(path).ok() }
    }

    /// What the text of a path is to a range, if it is not simply its text as far as anybody knows.
    pub(crate) fn text_is(&mut self, path: &str, range: (u64, u64)) -> Option<TextIs> {
        if self.compared.is_empty() {
            return None;
        }
        let at = self.find(path).ok()?;
        self.compared.text_is(self.name(at)?, range)
    }

    /// The text of a path, with its lines, and what the source is called.
    pub(crate) fn lend(&mut self, path: &str) -> Result<(&str, &LineIndex<'s>), NoText<'_>> {
        let Ok(at) = self.find(path) else {
            // Asked again, because the answer is lent.
            return self.find(path).and(Err(NoText::Missing));
        };
        self.text(at);
        let book = self.books.get(at).ok_or(NoText::Missing)?;
        let index = book.index.as_ref().ok_or(NoText::Missing)?;
        Ok((&book.name, index))
    }

    /// The text of a path, with its lines by these terminators.
    pub(crate) fn open_by(
        &mut self,
        path: &str,
        terminators: &LineTerminators,
    ) -> Option<&LineIndex<'s>> {
        let at = self.find(path).ok()?;
        if self.options.terminators == *terminators {
            return self.text(at);
        }
        let book = self.books.get_mut(at)?;
        if book
            .other
            .as_ref()
            .is_none_or(|(known, _)| known != terminators)
        {
            let options = LineIndexOptions {
                terminators: terminators.clone(),
                ..self.options.clone()
            };
            let text = self.sources.get(&book.name)?;
            book.other = Some((terminators.clone(), LineIndex::with_options(text, &options)));
        }
        book.other.as_ref().map(|(_, index)| index)
    }

    fn indexes(self) -> (LineIndexOptions, BTreeMap<String, LineIndex<'s>>) {
        let mut all = self.others;
        let read = self.books.into_iter();
        all.extend(read.filter_map(|book| Some((book.name, book.index?))));
        (self.options, all)
    }
}
