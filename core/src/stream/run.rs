//! What the verbs over pieces have in common: bytes go in, and a result for each document that
//! they complete comes out.

use alloc::vec::Vec;

use crate::documents::{Feed, Piece};
use crate::json::ReadOptions;

/// A verb at work on the documents of a text, one after the other.
pub(super) trait Run {
    /// What becomes of a document.
    type Given;

    fn take(&mut self, piece: Piece<'_>) -> Self::Given;

    /// Forgets the documents of a text, and keeps what is known of the sources.
    fn forget(&mut self);
}

/// A text on its way to a verb.
pub(super) struct Stream<R> {
    feed: Feed,
    pub(super) run: R,
    /// Whether the next bytes are those of another text: till they come, the verb is asked about
    /// the one before.
    finished: bool,
}

impl<R: Run> Stream<R> {
    pub(super) fn new(read: ReadOptions, run: R) -> Self {
        Self {
            feed: Feed::new(read),
            run,
            finished: false,
        }
    }

    pub(super) fn push(&mut self, bytes: &[u8]) -> Vec<R::Given> {
        if core::mem::take(&mut self.finished) {
            self.run.forget();
        }
        let mut results = Vec::new();
        let run = &mut self.run;
        self.feed.push(bytes, |piece| results.push(run.take(piece)));
        results
    }

    pub(super) fn finish(&mut self) -> Vec<R::Given> {
        if core::mem::replace(&mut self.finished, true) {
            self.run.forget();
        }
        let mut results = Vec::new();
        let run = &mut self.run;
        self.feed.finish(|piece| results.push(run.take(piece)));
        results
    }

    /// Offset of the first byte of which no result was given yet.
    pub(super) fn position(&self) -> u64 {
        self.feed.position()
    }
}
