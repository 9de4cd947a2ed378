//! A long text, read and worked on piece by piece, so that JSON Lines of any
//! length go through in the same memory.
//!
//! Only what is needed to show the places of findings is kept: the bytes of which
//! no result was given yet, from the beginning of their line on.

use std::io::Read;
use std::ops::ControlFlow;

use indicatif::ProgressBar;
use llm_types::{
    ConvertedDocument, EnrichedDocument, LineIndex, NormalizedDocument, ValidatedDocument,
};

use crate::failure::Failure;
use crate::findings::View;

/// Bytes that are worked on at once.
const PIECE: usize = 1 << 18;

/// A text that is read as it is worked on.
pub(crate) struct Long {
    pub(crate) name: String,
    /// What was read of it already, if anything was.
    pub(crate) head: Vec<u8>,
    pub(crate) rest: Box<dyn Read>,
    /// Shows on standard error how far the reading is.
    pub(crate) bar: ProgressBar,
}

/// Something that takes a text piece by piece.
pub(crate) trait Run {
    type Result;
    fn push(&mut self, bytes: &[u8]) -> Vec<Self::Result>;
    fn finish(&mut self) -> Vec<Self::Result>;
    /// Offset of the first byte of which no result was given.
    fn position(&self) -> u64;
}

macro_rules! runs {
    ($($name:ident => $result:ident),*) => {$(
        impl Run for llm_types::stream::$name<'_> {
            type Result = $result;
            fn push(&mut self, bytes: &[u8]) -> Vec<Self::Result> {
                self.push(bytes)
            }
            fn finish(&mut self) -> Vec<Self::Result> {
                self.finish()
            }
            fn position(&self) -> u64 {
                self.position()
            }
        }
    )*};
}
runs!(
    Normalizer => NormalizedDocument,
    Validator => ValidatedDocument,
    Converter => ConvertedDocument,
    Enricher => EnrichedDocument
);

impl Long {
    /// Gives the text to `run`, and the results of each piece to `take`, together with
    /// the text around them, until the text ends or `take` wants no more.
    pub(crate) fn work<R: Run>(
        mut self,
        run: &mut R,
        mut take: impl FnMut(Vec<R::Result>, &View<'_>) -> Result<ControlFlow<()>, Failure>,
    ) -> Result<(), Failure> {
        let mut window = Window::default();
        let mut piece = std::mem::take(&mut self.head);
        if piece.is_empty() {
            self.next(&mut piece)?;
        }
        loop {
            self.bar.inc(piece.len() as u64);
            window.bytes.extend_from_slice(&piece);
            let ended = piece.is_empty();
            let results = if ended {
                run.finish()
            } else {
                run.push(&piece)
            };
            let wants_more = if results.is_empty() {
                ControlFlow::Continue(())
            } else {
                take(results, &window.view(&self.name))?
            };
            if ended || wants_more.is_break() {
                self.bar.finish_and_clear();
                return Ok(());
            }
            window.forget(run.position());
            self.next(&mut piece)?;
        }
    }

    /// Reads the next piece; at the end of the text it is empty.
    fn next(&mut self, piece: &mut Vec<u8>) -> Result<(), Failure> {
        piece.resize(PIECE, 0);
        loop {
            match self.rest.read(piece) {
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                Err(error) => return Err(Failure::read(&self.name, &error)),
                Ok(length) => {
                    piece.truncate(length);
                    return Ok(());
                }
            }
        }
    }
}

/// The part of a text that findings can still be about, from the beginning of a
/// line on.
#[derive(Default)]
struct Window {
    bytes: Vec<u8>,
    /// Where it begins.
    start: u64,
    /// Lines before it.
    lines: u64,
}

impl Window {
    fn view<'w>(&'w self, name: &'w str) -> View<'w> {
        View {
            name,
            index: LineIndex::from_bytes(&self.bytes),
            start: self.start,
            lines: self.lines,
        }
    }

    /// Forgets the lines before the one in which `position` stands.
    fn forget(&mut self, position: u64) {
        let used = usize::try_from(position - self.start).unwrap_or(usize::MAX);
        let used = self.bytes.get(..used).unwrap_or(&self.bytes);
        let Some(last) = used.iter().rposition(|byte| *byte == b'\n') else {
            return;
        };
        let line_feeds = used.iter().filter(|byte| **byte == b'\n');
        self.lines += line_feeds.count() as u64;
        self.start += last as u64 + 1;
        self.bytes.drain(..=last);
    }
}
