//! Whether an envelope tells of a failure, where no word of it says how it went.

use crate::dialect::recognise::word;
use crate::envelope::ErrorResponse;
use crate::envelope::sign::Sign::{self, All, Either, Is, Only, Word};
use crate::json::{Kind, Node};

/// An answer that says why there is none. The word in `error` is its severity where the
/// tool has one.
static ERROR: Sign = All(&[
    Is("error", Kind::String),
    Either(&[ErrorResponse::SHAPE.sign, Only(&["error"])]),
]);

static WARNING: Sign = Word("error", "warning");

/// Whether anything in an envelope is an error: what ended the run, a diagnostic of that
/// level, an answer that is an error, or a check that was not passed.
pub(crate) fn tells_of_failure(root: Node<'_>) -> bool {
    let is_of_level = |one: Node<'_>| word(one, "level").is_none_or(|level| level == "error");
    let error = root.get("error").filter(|error| !error.is_null());
    let lists = [Some(root), error].into_iter().flatten();
    let mut listed = lists
        .filter_map(|holder| holder.get("diagnostics"))
        .flat_map(Node::items)
        .filter(|one| one.get("level").is_some());
    let mut answers = ["data", "result"]
        .into_iter()
        .filter_map(|name| root.get(name));
    error.is_some_and(is_of_level) || listed.any(is_of_level) || answers.any(is_failure)
}

/// Whether an answer is the error that there is in the place of one.
pub(crate) fn is_error(answer: Node<'_>) -> bool {
    ERROR.is_on(answer) && !WARNING.is_on(answer)
}

fn is_failure(answer: Node<'_>) -> bool {
    let passed = answer.get("passed").and_then(Node::as_bool);
    passed == Some(false) || is_error(answer)
}
