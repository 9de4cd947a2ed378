//! What nothing was added to, and why: a code for programs and a sentence for people.

use alloc::format;
use alloc::string::{String, ToString};

use crate::envelope::record::record;
use crate::envelope::shape::Type;
use crate::source::library::NoText;
use crate::text::TextError;
use crate::text::words::{meanings, words};
use crate::validate;

/// Why nothing was added to a span or to a member of one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum NotEnrichedCode {
    /// No sources were given at all.
    NoSources,
    /// Among the sources there is none for the path.
    SourceMissing,
    /// The path can mean several of the sources.
    SourceAmbiguous,
    /// The range names no file.
    NoFile,
    /// The source has no such line, column or offset.
    PlaceMissing,
    /// The range ends before its start.
    EndBeforeStart,
    /// The text, the line or a checksum of the span, or the checksum of its file, is another
    /// one in the source.
    OtherText,
    /// The source has the span in other lines and columns.
    OtherPlace,
    /// The source does not show the line and column that the document has for the range, which
    /// did not come into the envelope for that reason.
    UnprovedPlace,
    /// What is said of the text of the span is of the file after the operation.
    ChangedFile,
    /// An operation changed the file, and nothing shows that the source is the text before.
    MayBeChanged,
    /// For a fingerprint: no source says what the document says.
    NoFingerprint,
    /// It is an edit that is asked for.
    AskedFor,
    /// What it is the range of, is of no known kind, so that nothing has a place there.
    UnknownKind,
    /// Something else than an object stands where a block belongs, and stays.
    NotAnObject,
    /// A line is too long for a context.
    LineTooLong,
    /// A line is not UTF-8.
    NotUtf8,
    /// An end of the range has no column in UTF-16 code units: it is inside a character.
    NoUtf16Column,
}

words!(NotEnrichedCode {
    NoSources => "no_sources",
    SourceMissing => "source_missing",
    SourceAmbiguous => "source_ambiguous",
    NoFile => "no_file",
    PlaceMissing => "place_missing",
    EndBeforeStart => "end_before_start",
    OtherText => "other_text",
    OtherPlace => "other_place",
    UnprovedPlace => "unproved_place",
    ChangedFile => "changed_file",
    MayBeChanged => "may_be_changed",
    NoFingerprint => "no_fingerprint",
    AskedFor => "asked_for",
    UnknownKind => "unknown_kind",
    NotAnObject => "not_an_object",
    LineTooLong => "line_too_long",
    NotUtf8 => "not_utf8",
    NoUtf16Column => "no_utf16_column",
} of "code of a span that was left alone");

record! {
    /// A span, or a member of one, that was left alone.
    pub struct NotEnriched closed {
        /// Number of the document, from 0, where the text holds several.
        optional document: u64,
        /// JSON Pointer (RFC 6901) of it in the envelope.
        required pointer: String,
        /// Why, for programs. About the sources: `no_sources` (none were given),
        /// `source_missing`, `source_ambiguous`, `no_file` (the range names none). About the
        /// range: `place_missing` (the source has no such place), `end_before_start`,
        /// `unproved_place` (the source does not show the line and column that the document
        /// has). The source is another text: `other_text`, `other_place`, `changed_file`,
        /// `may_be_changed`, `no_fingerprint`. It has no value for the member:
        /// `line_too_long`, `not_utf8`, `no_utf16_column`. Nothing is added there:
        /// `asked_for` (an edit that is asked for), `unknown_kind`, `not_an_object`.
        required code: String = (Type::Words(NotEnrichedCode::WORDS)),
        /// Why, in words that may change.
        required why: String,
    }
}

meanings!(NotEnriched {
    code: NotEnrichedCode
});

/// A reason to add nothing, before it is known to what.
#[derive(Debug)]
pub(super) struct Why {
    pub(super) code: NotEnrichedCode,
    pub(super) sentence: String,
}

impl Why {
    pub(super) fn new(code: NotEnrichedCode, sentence: impl Into<String>) -> Self {
        Self {
            code,
            sentence: sentence.into(),
        }
    }

    pub(super) fn no_sources() -> Self {
        Self::new(NotEnrichedCode::NoSources, "no sources were given")
    }

    /// A path leads to no text, or to more than one.
    pub(super) fn no_text(path: &str, why: NoText<'_>) -> Self {
        let code = match why {
            NoText::Missing => NotEnrichedCode::SourceMissing,
            NoText::Ambiguous(_) => NotEnrichedCode::SourceAmbiguous,
        };
        Self::new(code, validate::no_text(path, why))
    }

    /// A source has no such place.
    pub(super) fn no_place(path: &str, error: &TextError) -> Self {
        Self::new(
            NotEnrichedCode::PlaceMissing,
            format!("in `{path}`: {error}"),
        )
    }

    /// The reason with what nothing is added to.
    pub(super) fn of(self, document: Option<u64>, pointer: String) -> NotEnriched {
        NotEnriched {
            document,
            pointer,
            code: self.code.to_string(),
            why: self.sentence,
        }
    }
}
