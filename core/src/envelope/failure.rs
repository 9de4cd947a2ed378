//! Whether an envelope tells of a failure, where no word of it says how it went.

use super::ErrorResponse;
use super::sign::Look;
use super::sign::Sign::{self, All, Either, Has, Is, Item, Not, Only, Within, Word};
use crate::json::Kind;

/// An answer that says why there is none. The word in `error` is its severity where the
/// tool has one.
static ERROR: Sign = All(&[
    Is("error", Kind::String),
    Either(&[ErrorResponse::SHAPE.sign, Only(&["error"])]),
    Not(&Either(&[
        Word("error", "warning"),
        Word("error", "note"),
        Word("error", "help"),
    ])),
]);

/// A level that is no string does not show that something is no error.
const IS_ERROR: Sign = Either(&[Word("level", "error"), Not(&Is("level", Kind::String))]);

const IS_LISTED: Sign = Item("diagnostics", &All(&[Has("level"), IS_ERROR]));

static IS_TOLD: Sign = Either(&[
    IS_LISTED,
    Within("error", &IS_LISTED),
    All(&[
        Has("error"),
        Not(&Is("error", Kind::Null)),
        Not(&Within("error", &Not(&IS_ERROR))),
    ]),
]);

/// Whether anything in an envelope is an error: what ended the run, a diagnostic of that
/// level, an answer that is an error, or a check that was not passed.
pub(crate) fn tells_of_failure(envelope: impl Look) -> bool {
    let answers = ["data", "result"].into_iter();
    let mut answers = answers.filter_map(|name| envelope.member(name));
    IS_TOLD.is_on(envelope) || answers.any(is_failure)
}

/// Whether nothing was found of what was asked for.
static NOTHING_FOUND: Sign = All(&[NOT_ALL_FOUND, Not(&Item("matches", &Has("selector")))]);

/// Whether an answer says only what of it was not found.
pub(crate) fn finds_nothing(answer: impl Look) -> bool {
    NOTHING_FOUND.is_on(answer)
}

/// Whether something that was asked for was not found.
const NOT_ALL_FOUND: Sign = Item("unresolved", &Has("selector"));

/// Whether an answer lacks something that was asked for.
pub(crate) fn lacks_something(envelope: impl Look) -> bool {
    envelope
        .member("data")
        .is_some_and(|data| NOT_ALL_FOUND.is_on(data))
}

/// Whether an answer is the error that there is in the place of one.
pub(crate) fn is_error(answer: impl Look) -> bool {
    ERROR.is_on(answer)
}

fn is_failure(answer: impl Look) -> bool {
    NOTHING_FOUND.is_on(answer)
        || answer.member("passed").is_some_and(Look::is_false)
        || is_error(answer)
}
