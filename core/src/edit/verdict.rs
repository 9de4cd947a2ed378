//! What became of all edits of one text together. Of one edit it is in `state`.

use super::ask::Complaint;
use super::run::Run;
use super::state::State;

/// What became of all edits of one text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    Applied,
    Noop,
    AlreadyApplied,
    /// Some edits were made, others not.
    Partial,
    Refused,
    /// Nothing was changed, because of another text.
    Skipped,
}

impl Verdict {
    pub(super) fn of(run: &Run<'_, '_, '_>) -> Self {
        let any = |state: State| run.states.contains(&state);
        let failed = run.states.iter().any(|state| state.failed()) || any(State::Skipped);
        let mut complaints = run.complaints.iter();
        let refused = run.missing.is_some()
            || (!run.skipped && run.ask.edits.is_empty() && complaints.any(Complaint::refuses));
        if refused {
            Self::Refused
        } else if run.skipped {
            Self::Skipped
        } else if failed && any(State::Applied) {
            Self::Partial
        } else if failed {
            Self::Refused
        } else if any(State::Applied) {
            Self::Applied
        } else if any(State::AlreadyApplied) {
            Self::AlreadyApplied
        } else {
            Self::Noop
        }
    }

    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::Applied => "applied",
            Self::Noop => "noop",
            Self::AlreadyApplied => "already_applied",
            Self::Partial => "partial",
            Self::Refused => "refused",
            Self::Skipped => "skipped",
        }
    }

    /// Whether the text is as the request wants it.
    pub(super) const fn is_met(self) -> bool {
        matches!(self, Self::Applied | Self::Noop | Self::AlreadyApplied)
    }
}
