//! Refusals to handle a document as a whole.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use crate::error::{place, subject};
use crate::json::Place;

/// A document, or a dialect, that cannot be handled.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DocumentError {
    /// The dialect that was asked for is none of ours.
    #[error("unknown dialect `{asked}`; {}", nearest.map_or_else(known, |n| alloc::format!("did you mean `{n}`?")))]
    UnknownDialect {
        /// What was asked for.
        asked: String,
        /// The dialect that is spelt most like it.
        nearest: Option<&'static str>,
    },
    /// The schema that was asked for is none of ours.
    #[error("unknown schema `{asked}`{}", nearest.as_ref().map(|n| alloc::format!("; did you mean `{n}`?")).unwrap_or_default())]
    UnknownSchema {
        /// What was asked for.
        asked: String,
        /// The schema that is spelt most like it.
        nearest: Option<String>,
    },
    /// No dialect is likely enough.
    #[error("the document is of no known dialect{}{}", nearest.as_ref().map(|n| alloc::format!("; nearest is `{n}`")).unwrap_or_default(), meant(misspelt, missing))]
    NotRecognised {
        /// The dialect that it would be of if the misspelt members were spelt right; if
        /// there are none, the one that has the most to say for it.
        nearest: Option<String>,
        /// Members that are probably misspelt, and what they are called in `nearest`.
        misspelt: Vec<(String, String)>,
        /// Members at the root that such a document of `nearest` has and this one has not, if it
        /// has at least as many others and none is misspelt.
        missing: Vec<String>,
        /// Where the document stands in the text, if the text holds one.
        place: Option<Box<Place>>,
    },
    /// A document of a known dialect is a text in a string of this one.
    #[error(
        "the document is of no known dialect, but this string holds the text of one of `{dialect}`"
    )]
    Wrapped {
        /// The dialect of the text.
        dialect: &'static str,
        /// Where the string stands in the text that was given.
        place: Box<Place>,
    },
    /// A draft is no envelope, and cannot become one.
    #[error("the draft is no envelope: {message}{}", place(pointer))]
    InvalidEnvelope {
        /// JSON Pointer of the value.
        pointer: String,
        /// What is wrong.
        message: String,
    },
    /// A strict conversion would lose something.
    #[error("{} would be {kind}: {note}", subject(pointer, "something"))]
    Lossy {
        /// JSON Pointer of the value.
        pointer: String,
        /// `dropped` or `defaulted`.
        kind: String,
        /// Why.
        note: String,
    },
}

/// The dialects that there are, where no name is near enough to be meant.
fn known() -> String {
    let names: Vec<String> = crate::dialect::names()
        .map(|name| alloc::format!("`{name}`"))
        .collect();
    alloc::format!("known are {}", names.join(", "))
}

/// Which names would have to be others, or there.
fn meant(misspelt: &[(String, String)], missing: &[String]) -> String {
    let all: Vec<String> = misspelt
        .iter()
        .map(|(name, right)| alloc::format!("`{name}` is meant for `{right}`"))
        .collect();
    if !all.is_empty() {
        return alloc::format!(", if {}", all.join(" and "));
    }
    let names: Vec<String> = missing
        .iter()
        .map(|name| alloc::format!("`{name}`"))
        .collect();
    if names.is_empty() {
        return String::new();
    }
    alloc::format!(", which has {} besides", names.join(" and "))
}

impl DocumentError {
    /// A text in which there is no document at all.
    pub(crate) const fn no_document() -> Self {
        Self::NotRecognised {
            nearest: None,
            misspelt: Vec::new(),
            missing: Vec::new(),
            place: None,
        }
    }

    /// The stable code.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::UnknownDialect { .. } => "UNKNOWN_DIALECT",
            Self::UnknownSchema { .. } => "UNKNOWN_SCHEMA",
            Self::NotRecognised { .. } | Self::Wrapped { .. } => "DIALECT_NOT_RECOGNISED",
            Self::InvalidEnvelope { .. } => "INVALID_ENVELOPE",
            Self::Lossy { .. } => "LOSSY_CONVERSION",
        }
    }

    /// The JSON Pointer of the value that was in the way, if it is one.
    pub fn pointer(&self) -> Option<&str> {
        match self {
            Self::Lossy { pointer, .. } | Self::InvalidEnvelope { pointer, .. } => Some(pointer),
            _ => self.place().map(|place| &*place.pointer),
        }
    }

    /// Where the document, or the string in it, stands in the text that was given, if it is known.
    pub fn place(&self) -> Option<&Place> {
        match self {
            Self::NotRecognised { place, .. } => place.as_deref(),
            Self::Wrapped { place, .. } => Some(place),
            _ => None,
        }
    }
}
