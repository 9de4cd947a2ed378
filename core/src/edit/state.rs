//! What became of one edit, while it is decided.

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
    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::Applied => "applied",
            Self::Noop => "noop",
            Self::AlreadyApplied => "already_applied",
            Self::Conflict => "conflict",
            Self::Refused => "refused",
            Self::Open | Self::Skipped => "skipped",
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
