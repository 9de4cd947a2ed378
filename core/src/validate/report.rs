//! The result of [`crate::validate()`].

use alloc::borrow::Cow;

use crate::diagnostic::Diagnostic;
use crate::envelope::record::record;
use crate::text::words::words;

/// What shows that a range is the one that the tool meant, the strongest of what its document
/// says; each was held against the source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum ProvedBy {
    /// The source is the file that the tool saw, by a checksum of the whole file.
    FileChecksum,
    /// The bytes of the range have its checksum.
    Checksum,
    /// The bytes of the range are the text that is printed with it, or all lines that it touches
    /// are there and its columns say where in them it is.
    Text,
    /// What is printed of the lines around it is there, or a part of its text: the rest of what
    /// stands in the range is not proved.
    Context,
    /// Its lines and columns are those of its offsets. In every text with lines as long they are,
    /// and on the first line in almost any: what stands in the range is not proved.
    Position,
}

words!(ProvedBy {
    FileChecksum => "file_checksum",
    Checksum => "checksum",
    Text => "text",
    Context => "context",
    Position => "position",
} of "proof of a range");

record! {
    /// What was checked, and what was found.
    pub struct Validation closed {
        /// Whether there is no error; with `strict`, no warning either.
        required ok: bool,
        /// The dialect that the document was checked as; absent if none fits. Of several documents
        /// that of the first which has one.
        optional dialect: Cow<'static, str>,
        /// The generation of that tool, if it shows.
        optional generation: Cow<'static, str>,
        /// How many documents the text holds.
        required documents: u64,
        /// What was looked at.
        required checked: Checked,
        /// What was found, in the order of the text.
        required diagnostics: alloc::vec::Vec<Diagnostic>,
    }
}

record! {
    /// The verdict on one document of a text that arrives in pieces; see
    /// [`crate::Validator`].
    pub struct ValidatedDocument closed {
        /// Number of the document, from 0, where the text holds several.
        optional document: u64,
        /// Whether there is no error; with `strict`, no warning either.
        required ok: bool,
        /// The dialect that the document was checked as; absent if none fits.
        optional dialect: Cow<'static, str>,
        /// The generation of the tool, if it shows.
        optional generation: Cow<'static, str>,
        /// What was looked at.
        required checked: Checked,
        /// What was found, in the order of the text.
        required diagnostics: alloc::vec::Vec<Diagnostic>,
    }
}

record! {
    /// What was looked at. What was not says why.
    pub struct Checked closed {
        /// Members, types and ranges of numbers, along the shapes of the dialect.
        required structure: bool,
        /// Whether the values agree with each other.
        required semantics: bool,
        /// Whether the ranges agree with the source texts.
        required source: SourceChecked,
        /// What could not be looked at.
        required not_checked: alloc::vec::Vec<NotChecked>,
    }
}

record! {
    /// How far the ranges of a document were proved.
    pub struct SourceChecked closed {
        /// Ranges that name a file.
        required spans_total: u64,
        /// Ranges that lie in their text and say more of it than their offsets: lines, a
        /// text, a checksum, none of which was found wrong or left open. One with nothing to
        /// compare with is not among them. Which they are, and by what each is proved, says
        /// [`referenced_spans`](crate::referenced_spans()).
        required spans_proved: u64,
    }
}

record! {
    /// Something that could not be looked at.
    pub struct NotChecked closed {
        /// What: a path, a JSON Pointer, a member, or the name of a check.
        required what: Cow<'static, str>,
        /// Why.
        required why: Cow<'static, str>,
    }
}

impl Checked {
    /// All that needs no sources.
    pub(super) const fn all() -> Self {
        Self {
            structure: true,
            semantics: true,
            source: SourceChecked {
                spans_total: 0,
                spans_proved: 0,
            },
            not_checked: alloc::vec::Vec::new(),
        }
    }
}

impl Validation {
    /// Of no document yet.
    pub(super) const fn none() -> Self {
        Self {
            ok: true,
            dialect: None,
            generation: None,
            documents: 0,
            checked: Checked::all(),
            diagnostics: alloc::vec::Vec::new(),
        }
    }
}
