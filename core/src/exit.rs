//! What a program exits with after it has printed a document, and what this package's own
//! program does.

use crate::envelope::failure::{is_error, lacks_something, tells_of_failure};
use crate::error::Error;
use crate::json::Value;
use crate::normalize::{Envelopes, NormalizeOptions};
use crate::rule;

/// All went well.
pub const SUCCESS: u8 = 0;
/// Nothing went well.
pub const FAILURE: u8 = 1;
/// The call was wrong, not what was asked about.
pub const USAGE: u8 = 2;
/// Some of it went well.
pub const PARTIAL: u8 = 4;

/// The exit code that goes with a document of any known dialect: 0 for success, 1 for
/// failure, 2 for a call that is wrong in itself, 4 for partial success.
///
/// The codes are those of seed 003, and of this package's own program:
///
/// - The status of a document decides, where it has one. A word that the envelope does not
///   know (`completed`) counts as failure, because nobody knows that it went well.
/// - Without a status, a document is a failure if it is an error, holds one, or tells of a check
///   that was not passed. It is partial if it says so, or if something that was asked for
///   was not found.
/// - A failure is a wrong call if all its errors are about files that were not named, or about a
///   selector that cannot be read: by their code, which is that of
///   [`SelectorError`](crate::SelectorError), or by the type that mdsel gives them.
/// - Of several documents, some good and some not, the code is 4. One that cannot be read is
///   not good.
///
/// A tool may exit otherwise: mdsel 1.0.0 knows 0 and 1 only.
///
/// Time and memory as [`normalize`](crate::normalize()).
///
/// # Errors
///
/// As [`normalize`](crate::normalize()).
///
/// # Examples
///
/// ```
/// let text = br#"{"success":false,"command":"index","timestamp":"2026-01-01T00:00:00.000Z",
///     "data":null,"errors":[{"type":"FILE_NOT_FOUND","code":"FILE_NOT_FOUND",
///     "message":"a.md is missing","file":"a.md"}]}"#;
/// assert_eq!(llm_types::exit_code(text)?, 1);
/// # Ok::<(), llm_types::Error>(())
/// ```
pub fn exit_code(text: &[u8]) -> Result<u64, Error> {
    let options = NormalizeOptions {
        without_changes: true,
        ..NormalizeOptions::default()
    };
    let envelopes = Envelopes::of(text, &options)?;
    let refused = (envelopes.totals.refused > 0).then_some(FAILURE);
    let codes = envelopes.all.iter().map(|(_, it)| of_envelope(it));
    let together = codes
        .chain(refused)
        .reduce(|known, code| match (known, code) {
            (known, code) if known == code => code,
            (SUCCESS | PARTIAL, _) | (_, SUCCESS | PARTIAL) => PARTIAL,
            _ => FAILURE,
        });
    Ok(together.unwrap_or(SUCCESS).into())
}

fn of_envelope(envelope: &Value) -> u8 {
    let word = |name: &str| envelope.get(name).and_then(Value::as_str);
    match word("status") {
        Some("ok") => SUCCESS,
        Some("partial") => PARTIAL,
        Some(_) if is_usage(envelope) => USAGE,
        Some(_) => FAILURE,
        None if envelope.get("partial") == Some(&Value::Bool(true)) => PARTIAL,
        None if is_usage(envelope) => USAGE,
        None if tells_of_failure(envelope) => FAILURE,
        None if lacks_something(envelope) => PARTIAL,
        None => SUCCESS,
    }
}

/// The diagnostics that are errors, and the error in the place of an answer.
fn errors(envelope: &Value) -> impl Iterator<Item = &Value> {
    let list = envelope.get("diagnostics").and_then(Value::as_array);
    let items = list.into_iter().flat_map(|list| list.iter());
    let answers = ["data", "result"].map(|name| envelope.get(name));
    items
        .filter(|item| item.get("level").and_then(Value::as_str) == Some("error"))
        .chain(answers.into_iter().flatten().filter(|it| is_error(*it)))
}

/// Whether there are errors, and all are about the call.
fn is_usage(envelope: &Value) -> bool {
    errors(envelope).next().is_some() && errors(envelope).all(is_about_call)
}

/// Whether an error is about the call: a selector that cannot be read, or files that were not
/// named. A code like `INVALID_SYNTAX` beside a place is about the text there.
fn is_about_call(error: &Value) -> bool {
    let word = |name: &str| error.get(name).and_then(Value::as_str);
    let has_place = ["file", "line", "span"]
        .iter()
        .any(|name| error.get(name).is_some_and(|place| *place != Value::Null));
    let is_selector = |code| rule::is_of_selector(code) && !has_place;
    word("type") == Some("INVALID_SELECTOR")
        || word("code").is_some_and(|code| code == "NO_FILES" || is_selector(code))
}
