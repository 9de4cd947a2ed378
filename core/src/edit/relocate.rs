//! To the one place that has exactly the expected text (E6, `exact_unique`).

use alloc::format;
use alloc::vec::Vec;

use super::find::quoted;
use super::guard;
use super::run::Run;
use super::seek::{Occurs, Sought};
use super::state::State;
use super::unmade;

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
    if !unmade::may_have_held(run, edit, expected) {
        let message = format!(
            "the range is not as long as {}, which the request expects in it",
            quoted(expected)
        );
        return run.fail(edit, State::Conflict, "EDIT_TEXT_CHANGED", message);
    }
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
                run.set_shift(edit, asked, start as u64);
            }
            if asked != Some(start as u64) {
                run.set_relocated(edit);
            }
            if guard::check(run, edit) != Ok(true) {
                guard::conflict(run, edit);
            }
        }
        Occurs::Often => not_unique(run, edit, expected),
    }
}

fn not_unique(run: &mut Run<'_, '_, '_>, edit: usize, expected: &[u8]) {
    let message = format!(
        "{} is in more than one place of {}",
        quoted(expected),
        run.ask.name()
    );
    run.fail(edit, State::Conflict, "EDIT_NOT_UNIQUE", message);
}

/// Where an edit had to be moved, the text is another one: what the others expect must be in one
/// place, too, because at their places something else may stand that looks the same.
pub(super) fn hold_others(run: &mut Run<'_, '_, '_>) {
    let is_relocated = |at: &usize| run.relocated.get(*at) == Some(&true);
    let (moved, others): (Vec<usize>, Vec<usize>) = run.open().into_iter().partition(is_relocated);
    if moved.is_empty() {
        return;
    }
    let held = |at: usize| {
        let is_guarded = run.ask.edits.get(at)?.guard.is_some();
        let held = run.old_of(at).filter(|held| !held.is_empty());
        held.filter(|_| is_guarded)
    };
    let held: Vec<_> = others.into_iter().map(|at| (at, held(at))).collect();
    let sought = Sought::of(run.text, held.iter().filter_map(|(_, held)| *held));
    for (at, held) in held {
        match held.map(|held| (held, sought.get(held))) {
            Some((held, Some(Occurs::Often))) => not_unique(run, at, held),
            Some(_) => {}
            None => {
                let message = "another edit had to be moved, and no expected text of this one \
                               shows whether it must be, too"
                    .into();
                run.fail(at, State::Conflict, "EDIT_NOT_FOUND", message);
            }
        }
    }
}
