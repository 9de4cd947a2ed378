//! To the one place that has exactly the expected text (E6, `exact_unique`).

use alloc::format;

use super::find::{occurrences, quoted};
use super::guard;
use super::run::Run;
use super::state::State;

/// Moves an edit; a conflict, if its text is nowhere, or in more than one place. O(n).
pub(super) fn to_unique(run: &mut Run<'_, '_, '_>, edit: usize) {
    let expected = run.ask.edits.get(edit).and_then(|ask| ask.guard.text);
    let Some(expected) = expected.filter(|expected| !expected.is_empty()) else {
        let message = format!(
            "{}, and no expected text says where else to look",
            run.now(edit)
        );
        return run.fail(edit, State::Conflict, "EDIT_NOT_FOUND", message);
    };
    let (found, more) = occurrences(run.text, expected, 2);
    match found.as_slice() {
        [] if !more => {
            let message = format!("{} is nowhere in {}", quoted(expected), run.ask.name());
            run.fail(edit, State::Conflict, "EDIT_NOT_FOUND", message);
        }
        [start] if !more => {
            let asked = run.asked_start(edit);
            run.set_place(edit, (*start, start + expected.len()));
            if let Some(asked) = asked {
                run.set_moved(edit, asked, *start);
            }
            if guard::check(run, edit) != Ok(true) {
                guard::conflict(run, edit);
            }
        }
        _ => {
            let message = format!(
                "{} is in more than one place of {}",
                quoted(expected),
                run.ask.name()
            );
            run.fail(edit, State::Conflict, "EDIT_NOT_UNIQUE", message);
        }
    }
}
