//! What is worth saying about a text that was accepted.

use core::fmt;

use super::place::Place;
use crate::rule::Level;

/// Something worth knowing about a text that was accepted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lint {
    /// What it is.
    pub kind: LintKind,
    /// Where it is.
    pub place: Place,
}

impl Lint {
    /// The stable code, as listed by [`rule::all`](crate::rule::all).
    pub const fn code(&self) -> &'static str {
        self.kind.code()
    }

    /// How much it matters.
    pub const fn level(&self) -> Level {
        Level::Warning
    }
}

impl fmt::Display for Lint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind.fmt(f)
    }
}

/// What a [`Lint`] is about.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LintKind {
    /// `JSON_BOM`: the text begins with a UTF-8 byte order mark (rule J7).
    #[error("the text begins with a byte order mark")]
    ByteOrderMark,
    /// `DUPLICATE_KEY`: an earlier member of the same name was dropped (rule J1).
    #[error("this member replaces the one of the same name at byte {first_start}")]
    DuplicateKey {
        /// Byte offset of the opening quote of the occurrence before it.
        first_start: u64,
    },
    /// `LONE_SURROGATE`: half of a surrogate pair was replaced by U+FFFD (rule J5).
    #[error("the lone surrogate `\\u{unit:04x}` was replaced by U+FFFD")]
    LoneSurrogate {
        /// The UTF-16 code unit.
        unit: u16,
    },
    /// `NUMBER_NOT_EXACT`: an integer that no double has, or a fraction of more
    /// than seventeen significant digits, or one so small that it becomes zero.
    /// Hosts that read numbers as doubles, and the canonical form, round it
    /// (rule J2).
    #[error("a double cannot hold this number")]
    InexactNumber,
}

impl LintKind {
    /// The stable code.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::ByteOrderMark => "JSON_BOM",
            Self::DuplicateKey { .. } => "DUPLICATE_KEY",
            Self::LoneSurrogate { .. } => "LONE_SURROGATE",
            Self::InexactNumber => "NUMBER_NOT_EXACT",
        }
    }
}

/// A lint before its place was worked out.
#[derive(Debug, Clone)]
pub(super) struct RawLint {
    pub(super) kind: LintKind,
    pub(super) start: usize,
    pub(super) end: usize,
    /// The value that it is about.
    pub(super) index: usize,
}

impl RawLint {
    pub(super) const fn new(kind: LintKind, start: usize, end: usize, index: usize) -> Self {
        Self {
            kind,
            start,
            end,
            index,
        }
    }
}
