//! What became of one edit, while it is decided.

use super::status::EditStatus;

/// What became of one edit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum State {
    Open,
    Applied,
    Noop,
    AlreadyApplied,
    Conflict,
    Refused,
    Skipped,
}

impl State {
    /// What an outcome says of it.
    pub(super) const fn status(self) -> EditStatus {
        match self {
            Self::Applied => EditStatus::Applied,
            Self::Noop => EditStatus::Noop,
            Self::AlreadyApplied => EditStatus::AlreadyApplied,
            Self::Conflict => EditStatus::Conflict,
            Self::Refused => EditStatus::Refused,
            Self::Open | Self::Skipped => EditStatus::Skipped,
        }
    }

    /// Whether the range of the edit has its new text now.
    pub(super) const fn is_made(self) -> bool {
        matches!(self, Self::Applied | Self::Noop)
    }

    pub(super) const fn failed(self) -> bool {
        matches!(self, Self::Conflict | Self::Refused)
    }
}
