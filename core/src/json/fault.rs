//! An error on its way out of the reader. What it looks like to the caller is worked
//! out in `explain`.

use alloc::boxed::Box;
use alloc::string::String;

use super::error::{JsonError, JsonErrorKind};
use super::place::{PieceStart, Place};

/// Which value an error is about, seen from the innermost open container.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum At {
    /// The element or member that is being read.
    Child,
    /// The number or word that was read last: what follows it belongs to it.
    Last,
    /// The container itself; the document when none is open.
    Container,
}

/// An error on its way out of the reader. One word: the way in must stay short.
#[derive(Debug)]
pub(super) struct Fault(Box<Details>);

#[derive(Debug)]
struct Details {
    kind: JsonErrorKind,
    start: usize,
    end: usize,
    at: At,
}

pub(super) type Step<T> = Result<T, Fault>;

impl Fault {
    #[cold]
    pub(super) fn new(kind: JsonErrorKind, start: usize, end: usize, at: At) -> Self {
        Self(Box::new(Details {
            kind,
            start,
            end,
            at,
        }))
    }

    /// The error as the caller sees it.
    pub(super) fn in_text(
        self,
        text: &[u8],
        piece_start: PieceStart,
        pointer: String,
    ) -> JsonError {
        let mut details = *self.0;
        details.kind.shift(piece_start.byte);
        let place = Place::in_text(text, details.start, details.end, piece_start, pointer);
        JsonError::new(details.kind, place)
    }

    pub(super) fn at(&self) -> At {
        self.0.at
    }

    /// The same error, said of another value.
    pub(super) fn of(mut self, at: At) -> Self {
        self.0.at = at;
        self
    }
}
