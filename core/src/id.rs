//! Ids: how the seed tools name a span, a match and a run, and how to tell
//! which recipe made a given id.
//!
//! Three kinds of id are on the wire, and each has more than one recipe in
//! tools that ship today. This room computes all of them and names the recipe
//! of an id that was read; it never replaces one. What an id is *attached* to
//! (a span, an envelope) lives elsewhere.
//!
//! | Id | Recipes |
//! |---|---|
//! | span id | [`SpanIdScheme`]: `be64` (ours), `be32`, `decimal` |
//! | match id | [`MatchIdScheme`]: `siphash` (Magellan), `siphash_ref`, `sha256` (llmgrep) |
//! | execution id | [`execution_id`] makes a UUID v4; [`ExecutionIdKind`] names what was read |
//!
//! A span id is a key inside one snapshot of one tree. It is 64 bits of a hash:
//! fine for a repository (one chance in 37 million of any collision among a
//! million ids), useless against an adversary, who needs 2^32 work to make two
//! spans collide. Never use one as a security or cache key.
//!
//! A path is hashed as it is spelt: `./a.rs` and `a.rs` have different ids.

mod execution;
mod found;
#[cfg(any(
    test,
    target_arch = "x86",
    target_arch = "x86_64",
    all(target_arch = "wasm32", target_feature = "simd128")
))]
mod lanes;
mod matched;
mod message;
mod one;
mod span;
#[cfg(test)]
mod tests;

#[cfg(any(
    target_arch = "x86",
    target_arch = "x86_64",
    all(target_arch = "wasm32", target_feature = "simd128")
))]
pub(crate) use lanes::long;

pub(crate) use execution::is_uuid;
pub use execution::{
    ExecutionIdKind, classify_execution_id, execution_id, execution_id_findings, random_bytes,
};
pub use found::IdFinding;
pub(crate) use matched::leaves_out_end;
pub use matched::{MatchIdKind, MatchIdScheme, classify_match_id, match_id, match_id_in};
pub use span::{
    SpanIdScheme, SpanIds, SpanKey, classify_span_id, span_id, span_id_findings, span_id_in,
    span_ids, span_ids_in,
};
pub(crate) use span::{can_have_span_id, span_id_digits, span_ids_digits};

use alloc::string::String;

use crate::rule;
use crate::text::MAX_SAFE_OFFSET;

/// A refusal to make an id.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum IdError {
    /// The range ends before it starts.
    #[error("{}byte range {start}..{end} ends before it starts", Nth(*.index))]
    Reversed {
        /// Which key of a plural call, 0-based; `None` for a single one.
        index: Option<u64>,
        /// First byte of the range.
        start: u64,
        /// One past the last byte of the range.
        end: u64,
    },
    /// An offset that JSON numbers do not carry exactly in every host.
    #[error("{}offset {value} is larger than 9007199254740991 (2^53 - 1)", Nth(*.index))]
    UnsafeInteger {
        /// Which key of a plural call, 0-based; `None` for a single one.
        index: Option<u64>,
        /// The offset.
        value: u64,
    },
    /// The scheme writes offsets in four bytes, and this one needs more.
    #[error("{}offset {value} does not fit the four bytes of scheme `be32`", Nth(*.index))]
    TooWide {
        /// Which key of a plural call, 0-based; `None` for a single one.
        index: Option<u64>,
        /// The offset.
        value: u64,
    },
    /// No scheme has this name.
    #[error("unknown id scheme `{asked}`{}", nearest.map(|n| alloc::format!("; did you mean `{n}`?")).unwrap_or_default())]
    UnknownScheme {
        /// What was asked for.
        asked: String,
        /// The known name that is spelt most like it.
        nearest: Option<&'static str>,
    },
}

/// Says which element of a plural call a message is about.
struct Nth(Option<u64>);

impl core::fmt::Display for Nth {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self.0 {
            Some(index) => write!(f, "element {index}: "),
            None => Ok(()),
        }
    }
}

impl IdError {
    /// The stable code.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Reversed { .. } => "REVERSED",
            Self::UnsafeInteger { .. } => "UNSAFE_INTEGER",
            Self::TooWide { .. } => "OFFSET_TOO_WIDE",
            Self::UnknownScheme { .. } => "UNKNOWN_ID_SCHEME",
        }
    }

    /// The 0-based index of the refused key, if the function took many.
    pub const fn index(&self) -> Option<u64> {
        match self {
            Self::Reversed { index, .. }
            | Self::UnsafeInteger { index, .. }
            | Self::TooWide { index, .. } => *index,
            Self::UnknownScheme { .. } => None,
        }
    }

    fn unknown_scheme(asked: &str, known: impl Iterator<Item = &'static str>) -> Self {
        Self::UnknownScheme {
            asked: asked.into(),
            nearest: rule::nearest(asked, known),
        }
    }
}

/// Refuses a range that no id can be made of.
fn check_range(index: Option<u64>, start: u64, end: u64) -> Result<(), IdError> {
    if start > end {
        return Err(IdError::Reversed { index, start, end });
    }
    // `start <= end`, so the end alone tells whether both are small enough.
    if end > MAX_SAFE_OFFSET {
        return Err(IdError::UnsafeInteger { index, value: end });
    }
    Ok(())
}
