//! The documents of a text that arrives in pieces.
//!
//! What is kept is the document at hand, and nothing before it. Until it is known
//! whether the text is one document or several, that is the text.

use alloc::vec::Vec;

use super::{Many, Piece, Rest, Shape, each};
use crate::dialect::sheet::{Ending, Watch, of};
use crate::json::{PieceStart, ReadOptions};

/// So many bytes that were used may stay in front of those that were not.
const SLACK: usize = 1 << 16;

/// Takes bytes and hands over documents as soon as they are complete.
pub(crate) struct Feed {
    options: ReadOptions,
    pub(super) kept: Vec<u8>,
    /// How many of the kept bytes were used.
    used: usize,
    /// Where the first that was not used stands.
    piece_start: PieceStart,
    shape: Shape,
    watch: Watch,
    /// Where the sheet ends that the text begins with, if it does.
    ending: Option<Ending>,
    many: Option<Many>,
}

impl Feed {
    pub(crate) fn new(options: ReadOptions) -> Self {
        Self {
            kept: Vec::new(),
            used: 0,
            piece_start: PieceStart::default(),
            shape: Shape::new(&options),
            watch: Watch::default(),
            ending: None,
            many: None,
            options,
        }
    }

    /// Offset of the first byte that no document was made of yet.
    pub(crate) fn position(&self) -> u64 {
        self.piece_start.byte()
    }

    /// Takes the next bytes.
    pub(crate) fn push(&mut self, bytes: &[u8], mut take: impl FnMut(Piece<'_>)) {
        self.kept.extend_from_slice(bytes);
        if self.many.is_none() && self.is_several() {
            self.many = Some(Many::new(&self.options, self.shape.head));
        }
        self.hand_over(false, &mut take);
        if self.used > SLACK && self.used > self.kept.len() / 2 {
            self.kept.drain(..self.used);
            self.used = 0;
        }
    }

    /// Whether the text is known to hold several documents.
    fn is_several(&mut self) -> bool {
        let (text, options) = (&self.kept, &self.options);
        match self.watch.follow(text) {
            Some(false) => self.shape.several(text, false, options) == Some(true),
            Some(true) => {
                self.ending = self.ending.take().or_else(|| of(text).map(Ending::of));
                let ending = self.ending.as_mut();
                ending.is_some_and(|ending| ending.follow(text, false).is_some())
            }
            None => false,
        }
    }

    /// Takes the end of the text, and is ready for another one.
    pub(crate) fn finish(&mut self, mut take: impl FnMut(Piece<'_>)) {
        if self.many.is_some() {
            self.hand_over(true, &mut take);
        } else {
            each(&self.kept, &self.options, &mut take);
        }
        *self = Self::new(core::mem::take(&mut self.options));
    }

    fn hand_over(&mut self, at_end: bool, take: &mut impl FnMut(Piece<'_>)) {
        let Some(many) = &mut self.many else { return };
        let text = self.kept.get(self.used..).unwrap_or_default();
        let mut rest = Rest::new(text, self.piece_start, at_end);
        many.take(&mut rest, &self.options, take);
        self.used = self.kept.len() - rest.text.len();
        self.piece_start = rest.piece_start;
    }
}
