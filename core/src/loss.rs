//! What a conversion keeps and what it loses.

use alloc::string::String;
use alloc::vec::Vec;

use crate::envelope::record::record;
use crate::envelope::shape::Type;
use crate::text::words::{meanings, words};

/// Why most values are dropped.
pub(crate) const NO_MEMBER: &str = "the tool has no member for it";

/// What became of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum LossKind {
    /// It is there, and means the same.
    Exact,
    /// It was computed from other values, or from a source text.
    Derived,
    /// The target demands it and the document does not say it: it was made up, or is not there.
    Defaulted,
    /// The document says it, and the target has no place for it.
    Dropped,
}

words!(LossKind {
    Exact => "exact",
    Derived => "derived",
    Defaulted => "defaulted",
    Dropped => "dropped",
} of "kind of loss");

record! {
    /// One value, and what became of it.
    pub struct Loss closed {
        /// JSON Pointer (RFC 6901) in the envelope or, for what is not in the envelope, in the
        /// document that it was made of; empty for the whole document.
        required pointer: String,
        /// `exact`, `derived`, `defaulted` or `dropped`.
        required kind: String = (Type::Words(LossKind::WORDS)),
        /// Why, or how.
        required note: String,
        /// Number of the document, from 0, where the text holds several.
        optional document: u64,
    }
}

meanings!(Loss { kind: LossKind });

impl Loss {
    /// What became of the value at a pointer.
    pub(crate) fn new(kind: LossKind, pointer: impl Into<String>, note: impl Into<String>) -> Self {
        Self {
            pointer: pointer.into(),
            kind: kind.as_str().into(),
            note: note.into(),
            document: None,
        }
    }

    /// What became of the whole document.
    pub(crate) fn of_document(kind: LossKind, note: impl Into<String>) -> Self {
        Self::new(kind, "", note)
    }

    /// Whether something of the document is not in the result.
    pub fn is_lossy(&self) -> bool {
        self.kind == LossKind::Dropped.as_str() || self.kind == LossKind::Defaulted.as_str()
    }
}

/// A loss, while a document of the target is written.
#[derive(Debug, Clone)]
pub(crate) struct Lost {
    pub(crate) loss: Loss,
    /// The members of the target that are not there because of it.
    pub(crate) members: Vec<&'static str>,
}

impl From<Loss> for Lost {
    fn from(loss: Loss) -> Self {
        Self {
            loss,
            members: Vec::new(),
        }
    }
}
