//! One difference between the document that was read and the envelope, and what it can be.
//! How a whole list of them is kept is in `changes`.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;

use crate::envelope::record::record;
use crate::envelope::shape::Type;
use crate::json::Value;
use crate::text::words::{meanings, words};

/// What became of a value on its way into the envelope.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum ChangeKind {
    /// It stands in another place.
    Moved,
    /// It is told in the unit or the word of the envelope.
    Converted,
    /// The document does not say it: it follows from the rest, or from a source.
    Derived,
    /// A `null` that says nothing is not there.
    NullLeftOut,
    /// It was not known, and the envelope demands it.
    Defaulted,
    /// A path is spelt as the envelope spells it.
    Path,
    /// The version is that of the envelope.
    Version,
    /// An answer without a wrapper has one.
    Wrapped,
    /// A checksum has the name of its algorithm.
    AlgorithmNamed,
    /// Canonical JSON has no such number; the nearest one is there.
    Rounded,
    /// An object or list that is empty is not there.
    EmptyLeftOut,
    /// What stands for something that is not known is not there.
    UnknownLeftOut,
    /// The envelope has no place for it, or nothing proves what it would be there.
    LeftOut,
    /// [`enrich`](crate::enrich()) added it.
    Added,
    /// [`enrich`](crate::enrich()) put it in the place of another value.
    Replaced,
}

words!(ChangeKind {
    Moved => "moved",
    Converted => "converted",
    Derived => "derived",
    NullLeftOut => "null_left_out",
    Defaulted => "defaulted",
    Path => "path",
    Version => "version",
    Wrapped => "wrapped",
    AlgorithmNamed => "algorithm_named",
    Rounded => "rounded",
    EmptyLeftOut => "empty_left_out",
    UnknownLeftOut => "unknown_left_out",
    LeftOut => "left_out",
    Added => "added",
    Replaced => "replaced",
} of "kind of change");

record! {
    /// One difference between the document that was read and the envelope.
    pub struct Change closed {
        /// JSON Pointer (RFC 6901) of the value in the document that was read;
        /// empty for what the document does not say itself.
        required pointer: String,
        /// `moved`, `converted`, `derived`, `defaulted`, `version`, `path`,
        /// `wrapped`, `algorithm_named`, `rounded`, `null_left_out`, `empty_left_out`,
        /// `unknown_left_out`, `left_out`; of `enrich` also `added` and `replaced`. There
        /// are no other words.
        required what: Cow<'static, str> = (Type::Words(ChangeKind::WORDS)),
        /// What it was, where it is not the same any more.
        optional from: Box<Value>,
        /// What it is.
        optional to: Box<Value>,
        /// JSON Pointer of the value in the envelope, where it is there.
        optional at: String,
        /// Number of the document, from 0, where the text holds several.
        optional document: u64,
    }
}

meanings!(Change { what: ChangeKind });
