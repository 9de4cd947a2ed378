//! How it is decided what became of all edits of one text together. Of one edit it is in `state`.

use super::ask::Complaint;
use super::run::Run;
use super::state::State;
use super::status::FileEditStatus;

impl FileEditStatus {
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
}
