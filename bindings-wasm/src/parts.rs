//! Results in parts: a long text crosses as one string, and changes only when they are
//! looked at.
//!
//! They do not stay here until then: what waits for the garbage collector is not freed
//! before the event loop turns, and a program need not let it turn.

use js_sys::{Object, Reflect};
use llm_types::parts::as_string;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

use crate::error::Result;

#[wasm_bindgen]
extern "C" {
    /// A result in parts: its long text and its changes (as JSON text, if they were asked for) by
    /// themselves, and the rest as JSON text in `head`. `changed` says whether there may be
    /// changes. What a result does not have is left out.
    #[wasm_bindgen(
        typescript_type = "{ head: string, text?: string, changed: boolean, changes?: string }"
    )]
    pub type Parts;
}

/// The parts of a result. If the changes were not asked for, there may be some.
pub(crate) fn parts(
    result: impl Into<llm_types::parts::Parts>,
    with_changes: bool,
) -> Result<Parts> {
    let parts = result.into();
    let object = Object::new();
    let put = |name: &str, value: JsValue| {
        // Fails for an object that takes no members; this one does.
        let _ = Reflect::set(&object, &name.into(), &value);
    };
    let changed = !with_changes || !parts.changes.is_empty();
    put("changed", changed.into());
    put("head", as_string(parts.head)?.into());
    if let Some(text) = parts.text {
        put("text", as_string(text)?.into());
    }
    if changed && with_changes {
        put("changes", as_string(parts.changes.to_json())?.into());
    }
    Ok(object.unchecked_into())
}

/// The parts of each of several results, with their changes.
pub(crate) fn each<T: Into<llm_types::parts::Parts>>(results: Vec<T>) -> Result<Vec<Parts>> {
    results.into_iter().map(|one| parts(one, true)).collect()
}
