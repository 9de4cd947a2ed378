//! To the one place that has exactly the expected text (E6, `exact_unique`).

use alloc::format;

use super::find::quoted;
use super::guard;
use super::run::Run;
use super::seek::{Occurs, Sought};
use super::state::State;

/// Looks for the texts of edits that will be moved, all at once: each by itself takes O(n).
pub(super) fn seek(run: &mut Run<'_, '_, '_>, edits: impl Iterator<Item = usize>) {
    let texts = edits.filter_map(|edit| run.ask.edits.get(edit)?.guard.text);
    run.sought = Sought::of(run.text, texts.filter(|text| !text.is_empty()));
}

/// Moves an edit; a conflict, if its text is nowhere, or in more than one place. O(log k), if
/// its text was looked for together with the others.
pub(super) fn to_unique(run: &mut Run<'_, '_, '_>, edit: usize) {
    let expected = run.ask.edits.get(edit).and_then(|ask| ask.guard.text);
    let Some(expected) = expected.filter(|expected| !expected.is_empty()) else {
        let message = format!(
            "{}, and no expected text says where else to look",
            run.says_what_is_there(edit)
        );
        return run.fail(edit, State::Conflict, "EDIT_NOT_FOUND", message);
    };
    let found = run.sought.get(expected);
    match found.unwrap_or_else(|| Occurs::of(run.text, expected)) {
        Occurs::Nowhere => {
            let message = format!("{} is nowhere in {}", quoted(expected), run.ask.name());
            run.fail(edit, State::Conflict, "EDIT_NOT_FOUND", message);
        }
        Occurs::Uncut => {
            let message = format!(
                "{} is in {} only where it begins or ends inside of a character or between CR \
                 and LF",
                quoted(expected),
                run.ask.name()
            );
            run.fail(edit, State::Conflict, "EDIT_NOT_FOUND", message);
        }
        Occurs::Once(start) => {
            let asked = run.asked_start(edit);
            run.set_place(edit, (start, start + expected.len()));
            if let Some(asked) = asked {
                run.set_moved(edit, asked, start as u64);
            }
            if guard::check(run, edit) != Ok(true) {
                guard::conflict(run, edit);
            }
        }
        Occurs::Often => {
            let message = format!(
                "{} is in more than one place of {}",
                quoted(expected),
                run.ask.name()
            );
            run.fail(edit, State::Conflict, "EDIT_NOT_UNIQUE", message);
        }
    }
}
