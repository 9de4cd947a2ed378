//! The one error that the public functions return.
//!
//! Each room has an enum of its own for what can go wrong there (`TextError`,
//! `JsonError`, ...). [`Error`] joins them, so that a host has one class to
//! raise and one set of members to fill: a stable code, where, why, and what
//! to do next. No message is made here, and no code: a code is registered in
//! [`crate::rule`].

use alloc::string::String;

use crate::checksum::ChecksumError;
use crate::id::IdError;
use crate::rule;

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
    /// `explain` was asked for a code that no rule has.
    #[error("unknown code `{asked}`{}", nearest.map(|n| alloc::format!("; did you mean `{n}`?")).unwrap_or_default())]
    UnknownCode {
        /// What was asked for.
        asked: String,
        /// The registered code that is spelt most like it.
        nearest: Option<&'static str>,
    },
}

impl Error {
    /// The stable code, as listed by [`rule::all`]. Codes never change meaning.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Id(error) => error.code(),
            Self::Checksum(error) => error.code(),
            Self::UnknownCode { .. } => "UNKNOWN_CODE",
        }
    }

    /// The JSON Pointer (RFC 6901) of the value that was refused, if the refusal
    /// is about a JSON document.
    pub fn pointer(&self) -> Option<&str> {
        None
    }

    /// The half-open range of UTF-8 bytes that was refused, in the text that was
    /// given to the function.
    pub fn byte_range(&self) -> Option<(u64, u64)> {
        None
    }

    /// One sentence on what to do next, from the registry.
    pub fn help(&self) -> &'static str {
        rule::find(self.code()).map_or("", |rule| rule.remedy)
    }
}
