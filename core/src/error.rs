//! The one error that the public functions return.
//!
//! Each room has an enum of its own for what can go wrong there (`TextError`,
//! `JsonError`, ...). [`Error`] joins them, so that a host has one class to
//! raise and one set of members to fill: a stable code, where, why, and what
//! to do next. No message is made here, and no code: a code is registered in
//! [`crate::rule`].

use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::checksum::ChecksumError;
use crate::document_error::DocumentError;
use crate::edit::EditError;
use crate::id::IdError;
use crate::json::{JsonError, Place};
use crate::pages::PageError;
use crate::rule;
use crate::selector::SelectorError;
use crate::span::SpanError;
use crate::text::TextError;

mod argument;

pub use argument::Takes;
pub(crate) use argument::{place, subject};

/// Any refusal by this crate.
///
/// Match on the variant for the details of one room, or use [`Error::code`]
/// where only the stable code matters.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// An id was not made.
    #[error(transparent)]
    Id(#[from] IdError),
    /// A checksum was not made or not read.
    #[error(transparent)]
    Checksum(#[from] ChecksumError),
    /// A span was not made of the members it was given.
    #[error(transparent)]
    Span(#[from] SpanError),
    /// A place in a text, or an option about texts, was refused.
    #[error(transparent)]
    Text(#[from] TextError),
    /// A JSON text or JSON Pointer was refused.
    #[error(transparent)]
    Json(#[from] JsonError),
    /// A document, or a dialect, cannot be handled.
    #[error(transparent)]
    Document(#[from] DocumentError),
    /// A request for edits was not read.
    #[error(transparent)]
    Edit(#[from] EditError),
    /// A selector was not read or not printed.
    #[error(transparent)]
    Selector(#[from] SelectorError),
    /// A text was not cut.
    #[error(transparent)]
    Page(#[from] PageError),
    /// `explain` was asked for a code that no rule has.
    #[error("unknown code `{asked}`{}", nearest.map(|n| alloc::format!("; did you mean `{n}`?")).unwrap_or_default())]
    UnknownCode {
        /// What was asked for.
        asked: String,
        /// The registered code that is spelt most like it.
        nearest: Option<&'static str>,
    },
    /// A host was given an option of a name that the function has no option of.
    #[error(
        "unknown option `{asked}`; expected {}",
        argument::of_names(asked, names)
    )]
    UnknownOption {
        /// What was given.
        asked: String,
        /// The names that there are, as the host spells them.
        names: Vec<String>,
    },
    /// A host was given a value that cannot be what the function takes.
    #[error("expected {expected}, found {found}")]
    WrongType {
        /// What the function takes, with its article: `a string`.
        expected: &'static str,
        /// What it was given, in the words of the host: `int`.
        found: String,
    },
    /// A host was given data of which a part cannot be what the function takes.
    #[error("{}expected {expected}, found what is not {wanted}{}", argument::of_index(*index), argument::place(pointer))]
    Misfit {
        /// What the function takes as a whole, with its article; of a list what each element is.
        expected: &'static str,
        /// What belongs where the part is, or should be.
        wanted: &'static str,
        /// JSON Pointer of the part.
        pointer: String,
        /// Which element of the list that was given it is in, if it was a list.
        index: Option<u64>,
    },
    /// A member of an object that a host was given was refused: of the number alone the core
    /// does not know where it was.
    #[error("{error}")]
    Member {
        /// JSON Pointer of the member.
        pointer: &'static str,
        /// Why it was refused.
        error: Box<Error>,
    },
    /// An argument of a host's call was refused; the code is that of the refusal.
    #[error("{}expected {takes} as `{name}`, found {}", argument::element(error), error.found())]
    Argument {
        /// The argument, as the host spells it.
        name: &'static str,
        /// What it takes.
        takes: Takes,
        /// Why it was refused.
        error: Box<Error>,
    },
    /// One of the two runs that were compared was refused.
    #[error("the {} run: {error}", if *index == 0 { "old" } else { "new" })]
    Run {
        /// Which one: 0 is the old one, 1 the new one.
        index: u64,
        /// Why it was refused; places are in its own text.
        error: Box<Error>,
    },
    /// This crate, or a binding, broke its own rules.
    #[error("internal error: {what}")]
    Internal {
        /// The message of the panic.
        what: String,
    },
}

impl Error {
    /// The stable code, as listed by [`rule::all`]. Codes never change meaning.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Id(error) => error.code(),
            Self::Checksum(error) => error.code(),
            Self::Span(error) => error.code(),
            Self::Text(error) => error.code(),
            Self::Json(error) => error.code(),
            Self::Document(error) => error.code(),
            Self::Edit(error) => error.code(),
            Self::Selector(error) => error.code(),
            Self::Page(error) => error.code(),
            Self::UnknownCode { .. } => "UNKNOWN_CODE",
            Self::UnknownOption { .. } => "UNKNOWN_OPTION",
            Self::WrongType { .. } | Self::Misfit { .. } => "WRONG_TYPE",
            Self::Argument { error, .. } | Self::Member { error, .. } | Self::Run { error, .. } => {
                error.code()
            }
            Self::Internal { .. } => "INTERNAL",
        }
    }

    /// The JSON Pointer (RFC 6901) of the value that was refused, if the refusal
    /// is about a JSON document.
    pub fn pointer(&self) -> Option<&str> {
        match self {
            Self::Json(error) => Some(error.pointer()),
            Self::Document(error) => error.pointer(),
            Self::Edit(error) => error.pointer(),
            // What was given as a whole has no place in itself.
            Self::Misfit { pointer, .. } => Some(&**pointer).filter(|it| !it.is_empty()),
            Self::Member { pointer, .. } => Some(pointer),
            Self::Span(error) => error.pointer(),
            Self::Argument { error, .. } | Self::Run { error, .. } => error.pointer(),
            _ => None,
        }
    }

    /// The half-open range of UTF-8 bytes that was refused, in the text that was
    /// given to the function.
    pub fn byte_range(&self) -> Option<(u64, u64)> {
        match self {
            Self::Text(error) => error.byte_range(),
            Self::Json(error) => error.is_seen().then(|| error.byte_range()),
            Self::Document(error) => error
                .place()
                .map(|place| (place.byte_start, place.byte_end)),
            Self::Selector(error) => error.byte_range(),
            Self::Argument { error, .. } | Self::Member { error, .. } | Self::Run { error, .. } => {
                error.byte_range()
            }
            _ => None,
        }
    }

    /// The 0-based index of the refused element, if the function took many; of two runs that
    /// were compared, 0 is the old one.
    pub fn index(&self) -> Option<u64> {
        match self {
            Self::Text(error) => error.index(),
            Self::Id(error) => error.index(),
            Self::Misfit { index, .. } => *index,
            Self::Run { index, .. } => Some(*index),
            Self::Argument { error, .. } | Self::Member { error, .. } => error.index(),
            _ => None,
        }
    }

    /// One sentence on what to do next, from the registry.
    pub fn help(&self) -> &'static str {
        let code = self.code();
        // A selector is refused with the codes of the tool that reads it.
        let rule = rule::find(code).or_else(|| rule::tools().find(|rule| rule.code == code));
        rule.map_or("", |rule| rule.remedy)
    }

    /// Where the refused bytes stand.
    fn place(&self) -> Option<&Place> {
        match self {
            Self::Json(error) => Some(error.place()).filter(|_| error.is_seen()),
            Self::Document(error) => error.place(),
            Self::Argument { error, .. } | Self::Member { error, .. } | Self::Run { error, .. } => {
                error.place()
            }
            _ => None,
        }
    }

    /// Everything a host shows of a refusal, in one plain value.
    pub fn report(&self) -> ErrorReport {
        let range = self.byte_range();
        let place = self.place();
        ErrorReport {
            code: self.code(),
            message: self.to_string(),
            help: self.help(),
            index: self.index(),
            pointer: self.pointer().map(ToString::to_string),
            byte_start: range.map(|(start, _)| start),
            byte_end: range.map(|(_, end)| end),
            line: place.map(|place| place.line),
            column: place.map(|place| place.column_utf8),
            column_utf16: place.map(|place| place.column_utf16),
            column_utf32: place.map(|place| place.column_utf32),
        }
    }
}

/// What each host's `LlmTypesError` is made from.
///
/// Members that do not apply are absent, not null: a refusal of a number has no
/// JSON Pointer.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct ErrorReport {
    /// The stable code.
    pub code: &'static str,
    /// One line in plain words: lower case, no full stop.
    pub message: String,
    /// What to do next.
    pub help: &'static str,
    /// 0-based index of the refused element of many; of two runs, 0 is the old one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub index: Option<u64>,
    /// RFC 6901 pointer of the refused value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pointer: Option<String>,
    /// First refused UTF-8 byte of the text that was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub byte_start: Option<u64>,
    /// One past the last refused byte.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub byte_end: Option<u64>,
    /// Line of `byte_start`, 1-based.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u64>,
    /// Column of `byte_start` in UTF-8 bytes, 0-based.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<u64>,
    /// The same column in UTF-16 code units.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column_utf16: Option<u64>,
    /// The same column in code points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column_utf32: Option<u64>,
}
