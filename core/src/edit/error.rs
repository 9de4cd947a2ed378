//! Refusals to read a request. What a request that was read cannot do is told in its
//! outcome, not here.

use alloc::string::String;

use crate::checksum::ChecksumError;
use crate::error::{place, subject};

/// A request that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EditError {
    /// No sign tells the shape of the request.
    #[error("the request has the members of no known shape{}", proposal(meant.as_ref(), inner.as_deref()))]
    UnknownFormat {
        /// JSON Pointer of the request.
        pointer: String,
        /// A name that it has, and the one that is probably meant.
        meant: Option<(String, &'static str)>,
        /// JSON Pointer of a part of it that is a request.
        inner: Option<String>,
    },
    /// What a tool answered to a request.
    #[error("`{sign}` is of an answer to a request; what can be applied is the request")]
    Answer {
        /// JSON Pointer of the answer.
        pointer: String,
        /// The member that shows it.
        sign: &'static str,
    },
    /// The members belong to several shapes.
    #[error("the request has members of `{first}` and of `{second}`")]
    MixedFormats {
        /// JSON Pointer of the request.
        pointer: String,
        /// One shape.
        first: &'static str,
        /// Another one.
        second: &'static str,
    },
    /// A member is missing or of another type.
    #[error("expected {expected}{}", place(pointer))]
    Invalid {
        /// JSON Pointer of the value, or of the one that lacks it.
        pointer: String,
        /// What belongs there.
        expected: String,
    },
    /// The caller names the file, and so does the request.
    #[error("the request names `{path}` itself; the option `file` is for one that names no file")]
    FileNamed {
        /// JSON Pointer of the part of the request.
        pointer: String,
        /// The path that the request names.
        path: String,
    },
    /// The document offers several ways to change it, and only one can be meant.
    #[error("{count} fixes to choose from{}", place(pointer))]
    Choice {
        /// JSON Pointer of the list.
        pointer: String,
        /// How many there are.
        count: u64,
    },
    /// Something that is no replacement of text.
    #[error("{} asks for {what}", subject(pointer, "the request"))]
    Unsupported {
        /// JSON Pointer of it.
        pointer: String,
        /// What it asks for.
        what: String,
    },
    /// Several files, where there is one text.
    #[error("the request changes {count} files, and there is one text")]
    SeveralFiles {
        /// JSON Pointer of the value that they stand in.
        pointer: String,
        /// How many there are.
        count: u64,
    },
    /// A checksum that the caller expects, beside the request, is none.
    #[error("{option}: {error}")]
    Expected {
        /// The option, and of several files which.
        option: String,
        /// What is wrong with it.
        error: ChecksumError,
    },
    /// The text beside a map is not as long as the text that the map leads to.
    #[error("`{path}`: the map leads to a text of {expected} bytes, and this one has {found}")]
    OtherText {
        /// The file.
        path: String,
        /// Bytes of the text that the map leads to.
        expected: u64,
        /// Bytes of the text that was given.
        found: u64,
    },
    /// Numbers that are no map of positions.
    #[error("these numbers are no position map: {why}")]
    NoMap {
        /// What is wrong with them.
        why: &'static str,
    },
}

/// The end of a refusal: where the request is, or which name is probably misspelt.
fn proposal(meant: Option<&(String, &'static str)>, inner: Option<&str>) -> String {
    if let Some(inner) = inner {
        return alloc::format!("; what is at `{inner}` is a request: name it with the option `at`");
    }
    meant.map_or_else(String::new, |(name, right)| {
        alloc::format!("; it has `{name}`: did you mean `{right}`?")
    })
}

impl EditError {
    /// The stable code.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::UnknownFormat { .. } | Self::Answer { .. } => "EDIT_FORMAT_UNKNOWN",
            Self::MixedFormats { .. } => "EDIT_FORMAT_MIXED",
            Self::Invalid { .. } | Self::FileNamed { .. } => "EDIT_REQUEST_INVALID",
            Self::Choice { .. } => "EDIT_CHOICE",
            Self::Unsupported { .. } => "EDIT_UNSUPPORTED",
            Self::SeveralFiles { .. } => "EDIT_SEVERAL_FILES",
            Self::Expected { error, .. } => error.code(),
            Self::OtherText { .. } | Self::NoMap { .. } => "EDIT_MAP_INVALID",
        }
    }

    /// The JSON Pointer of the value that was in the way, if it is one.
    pub fn pointer(&self) -> Option<&str> {
        match self {
            Self::UnknownFormat { pointer, .. }
            | Self::Answer { pointer, .. }
            | Self::MixedFormats { pointer, .. }
            | Self::Invalid { pointer, .. }
            | Self::FileNamed { pointer, .. }
            | Self::Choice { pointer, .. }
            | Self::Unsupported { pointer, .. }
            | Self::SeveralFiles { pointer, .. } => Some(pointer),
            Self::Expected { .. } | Self::OtherText { .. } | Self::NoMap { .. } => None,
        }
    }
}
