//! Documents: read strictly, written canonically, and told where they stand.

use js_sys::Uint8Array;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::error::{self, Result};
use crate::memory;

/// The canonical form of RFC 8785.
#[wasm_bindgen]
pub fn canonicalize(text: &Uint8Array) -> Result<String> {
    Ok(llm_types::json::canonicalize(&memory::bytes(text)?)?)
}

/// The place of the value at a JSON Pointer, as JSON text.
#[wasm_bindgen]
pub fn locate(text: &Uint8Array, pointer: &str) -> Result<String> {
    let text = memory::bytes(text)?;
    error::json(&llm_types::json::locate(&text, pointer)?)
}
