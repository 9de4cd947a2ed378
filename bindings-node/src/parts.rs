//! Results in parts: a long text crosses as one string, and changes only when they are
//! looked at.
//!
//! They do not stay here until then: what waits for the garbage collector is not freed
//! before Node's event loop turns, and a program need not let it turn.

use llm_types::parts::as_string;
use napi_derive::napi;

use crate::error::{Result, thrown};

/// A result in parts: what is long by itself.
#[napi(object, object_from_js = false)]
pub struct Parts {
    /// The rest, as JSON text.
    pub head: String,
    /// The text of the result, if it has one.
    pub text: Option<String>,
    /// Whether there may be changes.
    pub changed: bool,
    /// The changes as JSON text, if there are any and they were asked for.
    pub changes: Option<String>,
}

/// The parts of a result that may have changes. If they were not asked for, there may be some.
pub(crate) fn parts(
    result: impl Into<llm_types::parts::Parts>,
    with_changes: bool,
) -> Result<Parts> {
    let parts = result.into();
    let changed = !with_changes || !parts.changes.is_empty();
    let changes = (changed && with_changes).then(|| parts.changes.to_json());
    let string = |text| as_string(text).map_err(thrown);
    Ok(Parts {
        head: string(parts.head)?,
        text: parts.text.map(string).transpose()?,
        changed,
        changes: changes.map(string).transpose()?,
    })
}

/// The parts of each of several results, with their changes.
pub(crate) fn each<T: Into<llm_types::parts::Parts>>(results: Vec<T>) -> Result<Vec<Parts>> {
    results.into_iter().map(|one| parts(one, true)).collect()
}
