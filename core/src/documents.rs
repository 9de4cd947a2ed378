//! One text, one or more documents.
//!
//! Most tools print one document. Some print one a line (JSON Lines), and some
//! print a second document after the first, indented or not. A line that cannot
//! be read is refused on its own, and the rest goes on; so are the lines for people
//! that some print before or after a document. A graph as CSV is one document, wherever one may
//! begin, see `dialect::sheet`.
//!
//! Whether the text is there as a whole ([`each`]) or arrives in pieces
//! ([`Feed`]), the same documents come of it, because the same steps find them.

use alloc::boxed::Box;
use alloc::vec::Vec;

use crate::detect::likeliest;
use crate::diagnostic::Diagnostic;
use crate::dialect::Adapter;
use crate::dialect::sheet::{self, Ending, Sheet, Sheets, Watch};
use crate::document_error::DocumentError;
use crate::error::Error;
use crate::json::{
    Document, JsonError, Kind, Node, Outline, PieceStart, Progress, ReadOptions, Sweep, read,
    read_head, read_part,
};
use crate::validate::takes;

mod effort;
mod feed;
mod shape;

use effort::spent;
pub(crate) use feed::Feed;
use shape::{Shape, after_blanks, line_feed};

/// One document of a text, or the refusal of one.
pub(crate) struct Piece<'t> {
    /// Its number, from 0, where the text holds several.
    pub(crate) number: Option<u64>,
    /// The bytes in which it stands.
    pub(crate) text: &'t [u8],
    /// Where those stand in the whole text.
    pub(crate) start: PieceStart,
    pub(crate) result: Result<Document<'t>, JsonError>,
    /// The sheet that the document was made of, if it was CSV.
    pub(crate) sheet: Option<&'t Sheet<'t>>,
    /// The dialect, where the document itself does not show it: that of its sheet or, of an empty
    /// list, that of the document after it, if its tool prints lists.
    pub(crate) dialect: Option<&'static str>,
}

/// Takes a text apart and hands over each document. Offsets of the documents
/// are those of the text.
pub(crate) fn each(text: &[u8], options: &ReadOptions, mut take: impl FnMut(Piece<'_>)) {
    let piece_start = PieceStart::default();
    if let Some(sheets) = sheet::of(text) {
        return match Ending::of(sheets).follow(text, true) {
            Some(end) if end < text.len() => {
                let mut rest = Rest::new(text, piece_start, true);
                Many::new(options, 0).take(&mut rest, options, &mut take);
            }
            _ => of_sheet((sheets, text, text.len()), piece_start, None, options, take),
        };
    }
    let result = match read(text, options) {
        Err(error) => {
            let mut shape = Shape::new(options);
            if shape.several(text, true, options) == Some(true) {
                let mut rest = Rest::new(text, piece_start, true);
                return Many::new(options, shape.head).take(&mut rest, options, &mut take);
            }
            Err(error)
        }
        result => result,
    };
    take(Piece {
        number: None,
        text,
        start: piece_start,
        result,
        sheet: None,
        dialect: None,
    });
}

/// What all documents of a text come to.
pub(crate) struct Totals {
    /// How many there are, those that were refused included.
    pub(crate) documents: u64,
    /// How many of them were refused.
    pub(crate) refused: u64,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

/// Hands over what `make` makes of each document, with its number where there are several.
///
/// # Errors
///
/// The first refusal, if nothing was made of any document.
pub(crate) fn made_of<T>(
    text: &[u8],
    options: &ReadOptions,
    mut make: impl FnMut(Piece<'_>) -> (Result<T, Error>, Vec<Diagnostic>),
    mut hand_over: impl FnMut(Option<u64>, T),
) -> Result<Totals, Error> {
    let mut totals = Totals {
        documents: 0,
        refused: 0,
        diagnostics: Vec::new(),
    };
    let mut refusal = None;
    each(text, options, |piece| {
        totals.documents += 1;
        let number = piece.number;
        let (result, mut found) = make(piece);
        totals.diagnostics.append(&mut found);
        match result {
            Ok(made) => hand_over(number, made),
            Err(error) => {
                totals.refused += 1;
                refusal.get_or_insert(error);
            }
        }
    });
    match refusal {
        _ if totals.refused < totals.documents => Ok(totals),
        Some(refusal) => Err(refusal),
        None => Err(DocumentError::no_document().into()),
    }
}

/// Hands over the document that a sheet is. `text` is all that is there, `end` where the sheet ends
/// in it.
fn of_sheet(
    (sheets, text, end): (&'static dyn Sheets, &[u8], usize),
    start: PieceStart,
    number: Option<u64>,
    options: &ReadOptions,
    take: impl FnOnce(Piece<'_>),
) {
    let sheet = Sheet::read(sheets, text, end, start.byte());
    // What we wrote ourselves is as deep as a graph is, and no deeper.
    let graph = ReadOptions {
        max_depth: options.max_depth.max(5),
        max_bytes: u64::MAX,
        ..options.clone()
    };
    take(Piece {
        number,
        text: sheet.text(),
        start,
        result: read(sheet.json().as_bytes(), &graph),
        sheet: Some(&sheet),
        dialect: Some(sheet.dialect()),
    });
}

/// Only more of the text can tell.
struct More;

/// Several documents, one after the other.
struct Many {
    number: u64,
    /// Bytes of prose before the first document, which are refused as one.
    head: usize,
    /// How far the document at hand has come, if it goes beyond its line.
    outline: Outline,
    /// Bytes at hand that are known to hold no line feed.
    searched: usize,
    /// Why the first line at hand is no document by itself, if it may be the head of one.
    unfinished: Option<JsonError>,
    /// Whether what is at hand is known to be none before its line is over.
    waits: bool,
    /// What stands behind an empty list at hand, while it is not all there.
    ahead: Option<Box<Ahead>>,
    /// Whether what is at hand is a sheet.
    watch: Watch,
    /// Where it ends, if so.
    ending: Option<(&'static dyn Sheets, Ending)>,
}

/// The document after an empty list, while it arrives.
struct Ahead {
    /// Where the blanks before it are known to end.
    from: usize,
    many: Many,
}

/// What is at hand of a text: all of it, or what has arrived and is not used up.
struct Rest<'t> {
    text: &'t [u8],
    piece_start: PieceStart,
    /// What of it is known to be well-formed.
    valid: &'t str,
    /// Whether that ends at bytes that are not.
    ends_there: bool,
    at_end: bool,
}

impl<'t> Rest<'t> {
    const fn new(text: &'t [u8], piece_start: PieceStart, at_end: bool) -> Self {
        Self {
            text,
            piece_start,
            valid: "",
            ends_there: false,
            at_end,
        }
    }

    /// What stands from an offset on, by itself.
    fn behind(&self, from: usize) -> Self {
        let text = self.text.get(from..).unwrap_or_default();
        Self::new(text, PieceStart::default(), self.at_end)
    }

    /// Takes bytes off the head, with the place where they stand.
    fn used(&mut self, length: usize) -> (&'t [u8], PieceStart) {
        let (used, rest) = self
            .text
            .split_at_checked(length)
            .unwrap_or((self.text, &[]));
        let piece_start = self.piece_start;
        self.piece_start = Sweep::new(used, piece_start).advance_to(used.len());
        self.text = rest;
        self.valid = self.valid.get(length..).unwrap_or_default();
        (used, piece_start)
    }

    /// The first `length` bytes, up to the first ill-formed one, and whether
    /// there is none. Each byte is checked once, however many documents stand on
    /// one line.
    fn valid(&mut self, length: usize) -> (&'t str, bool) {
        if self.valid.len() < length && (self.valid.is_empty() || !self.ends_there) {
            let part = self.text.get(..length).unwrap_or(self.text);
            let chunk = part.utf8_chunks().next();
            self.valid = chunk.map_or("", |chunk| chunk.valid());
            self.ends_there = self.valid.len() < part.len();
        }
        match self.valid.get(..length) {
            Some(valid) => (valid, true),
            None => (self.valid, false),
        }
    }

    /// The array or object at the head of the first `length` bytes, and where it
    /// ends, whatever comes after it. A refusal without an error means that something else
    /// stands there, or bytes that are ill-formed.
    fn container(
        &mut self,
        length: usize,
        options: &ReadOptions,
    ) -> Result<(Document<'t>, usize), Option<JsonError>> {
        spent(length);
        let (valid, whole) = self.valid(length);
        match read_head(valid, self.piece_start, options) {
            Ok((document, end)) if is_container(&document) => Ok((document, end)),
            Err(error) if whole => Err(Some(error)),
            _ => Err(None),
        }
    }
}

impl Many {
    fn new(options: &ReadOptions, head: usize) -> Self {
        Self {
            number: 0,
            head,
            outline: Outline::new(options.max_depth),
            searched: 0,
            unfinished: None,
            waits: false,
            ahead: None,
            watch: Watch::default(),
            ending: None,
        }
    }

    /// Hands over the documents that are complete.
    fn take(
        &mut self,
        rest: &mut Rest<'_>,
        options: &ReadOptions,
        take: &mut impl FnMut(Piece<'_>),
    ) {
        loop {
            let blank = rest
                .text
                .iter()
                .take_while(|byte| byte.is_ascii_whitespace());
            let blank = blank.count();
            self.pass(rest, blank);
            if rest.text.is_empty() {
                return;
            }
            let Ok(sheet) = self.sheet(rest) else {
                return;
            };
            if let Some((sheets, end)) = sheet {
                let text = rest.text;
                let (_, start) = self.pass(rest, end);
                of_sheet(
                    (sheets, text, end),
                    start,
                    Some(self.number),
                    options,
                    &mut *take,
                );
                self.begin();
                continue;
            }
            if self.is_before_more(rest, options) {
                return;
            }
            let Some((mut length, result)) = self.next(rest, options) else {
                return;
            };
            self.outline = Outline::new(options.max_depth);
            self.waits = false;
            if self.number == 0 {
                length = length.max(self.head.saturating_sub(blank));
            }
            let Ok(dialect) = self.follower(rest, length, &result, options) else {
                return;
            };
            let (text, piece_start) = self.pass(rest, length);
            take(Piece {
                number: Some(self.number),
                text,
                start: piece_start,
                result,
                sheet: None,
                dialect,
            });
            self.begin();
        }
    }

    /// Gets ready for the next document.
    fn begin(&mut self) {
        self.number += 1;
        self.watch = Watch::default();
    }

    /// The sheet at the head of the text, if there is one, and where it ends.
    fn sheet(&mut self, rest: &Rest<'_>) -> Result<Option<(&'static dyn Sheets, usize)>, More> {
        let (text, at_end) = (rest.text, rest.at_end);
        if self.ending.is_none() {
            // Without its comment it is one at the head of the text only.
            let is_first = self.number == 0 && self.head == 0;
            if !is_first && !text.starts_with(b"#")
                || !self.watch.knows(text, at_end).ok_or(More)?
            {
                return Ok(None);
            }
            self.ending = sheet::of(text).map(|sheets| (sheets, Ending::of(sheets)));
        }
        let Some((sheets, ending)) = &mut self.ending else {
            return Ok(None);
        };
        let end = ending.follow(text, at_end).ok_or(More)?;
        let found = (*sheets, end);
        self.ending = None;
        Ok(Some(found))
    }

    /// The dialect of the document after an empty list; see [`Piece::dialect`].
    fn follower(
        &mut self,
        rest: &Rest<'_>,
        length: usize,
        result: &Result<Document<'_>, JsonError>,
        options: &ReadOptions,
    ) -> Result<Option<&'static str>, More> {
        let list = |root: Node<'_>| root.kind() == Kind::Array && root.is_empty();
        let Some(empty) = result.as_ref().ok().filter(|one| list(one.root())) else {
            return Ok(None);
        };
        if self.number > 0 {
            return Ok(None);
        }
        let mut ahead = self.ahead.take().unwrap_or_else(|| {
            Box::new(Ahead {
                from: length,
                many: Self::new(options, 0),
            })
        });
        ahead.from = after_blanks(rest.text, ahead.from);
        let mut behind = rest.behind(ahead.from);
        if behind.text.is_empty() {
            return Ok(None);
        }
        let Some((_, next)) = ahead.many.next(&mut behind, options) else {
            self.ahead = Some(ahead);
            return Err(More);
        };
        let Ok(next) = next else {
            return Ok(None);
        };
        let dialect = likeliest(next.root()).first.map(|(adapter, _)| adapter);
        let dialect = dialect.filter(|adapter| takes(adapter.documents(), empty.root()));
        Ok(dialect.map(Adapter::name))
    }

    /// Whether the document after the empty list at hand is still arriving.
    fn is_before_more(&mut self, rest: &Rest<'_>, options: &ReadOptions) -> bool {
        self.ahead.as_mut().is_some_and(|ahead| {
            let mut behind = rest.behind(ahead.from);
            ahead.many.next(&mut behind, options).is_none()
        })
    }

    fn pass<'t>(&mut self, rest: &mut Rest<'t>, length: usize) -> (&'t [u8], PieceStart) {
        self.searched = self.searched.saturating_sub(length);
        rest.used(length)
    }

    /// The document at the head of the text, and how many bytes it takes up; a
    /// refusal takes up its line. `None` if only more of the text can tell.
    fn next<'t>(
        &mut self,
        rest: &mut Rest<'t>,
        options: &ReadOptions,
    ) -> Option<(usize, Result<Document<'t>, JsonError>)> {
        let text = rest.text;
        let line_feed = line_feed(text, self.searched);
        self.searched = line_feed.unwrap_or(text.len());
        let length = match line_feed {
            Some(length) => length,
            None if rest.at_end => text.len(),
            // A container can be over before its line is.
            None if self.waits => return None,
            None => {
                let Progress::Ended(end) = self.outline.follow(text) else {
                    return None;
                };
                let found = rest.container(end, options).ok();
                self.waits = found.is_none();
                return found.map(|(document, end)| (end, Ok(document)));
            }
        };
        let error = match self.unfinished.take() {
            Some(error) => error,
            None => match Self::line(rest, length, options) {
                Ok(found) => return Some(found),
                Err(error) => error,
            },
        };
        // The line ends inside a value: the document may be indented. The rest
        // of a truncated line breaks at the next one.
        match self.outline.follow(text) {
            Progress::Open if !rest.at_end => {
                self.unfinished = Some(error);
                None
            }
            Progress::Ended(end) => Some(match rest.container(end, options) {
                Ok((document, end)) => (end, Ok(document)),
                Err(inside) => (end, Err(inside.unwrap_or(error))),
            }),
            Progress::Open | Progress::Broken => Some((length, Err(error))),
        }
    }

    /// The document at the head of a line of so many bytes, or its refusal, and how many bytes
    /// that takes up. An error if the line ends inside of a value, which more lines may complete.
    fn line<'t>(
        rest: &mut Rest<'t>,
        length: usize,
        options: &ReadOptions,
    ) -> Result<(usize, Result<Document<'t>, JsonError>), JsonError> {
        let error = match rest.container(length, options) {
            Ok((document, end)) => return Ok((end, Ok(document))),
            Err(error) => error,
        };
        let Some(error) = error else {
            let line = rest.text.get(..length).unwrap_or(rest.text);
            return Ok((length, read_part(line, rest.piece_start, options)));
        };
        if error.kind().leaves_open() {
            return Err(error);
        }
        Ok((length, Err(error)))
    }
}

fn is_container(document: &Document<'_>) -> bool {
    matches!(document.root().kind(), Kind::Array | Kind::Object)
}

#[cfg(test)]
mod tests;
