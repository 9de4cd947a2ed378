//! Documents: read strictly, written canonically, and told where they stand.

use napi_derive::napi;

use crate::error::{self, Result, thrown};

/// The canonical form of RFC 8785.
#[napi(catch_unwind)]
pub fn canonicalize(text: &[u8]) -> Result<String> {
    llm_types::json::canonicalize(text).map_err(thrown)
}

/// The place of the value at a JSON Pointer, as JSON text.
#[napi(catch_unwind)]
pub fn locate(text: &[u8], pointer: String) -> Result<String> {
    error::json(&llm_types::json::locate(text, &pointer).map_err(thrown)?)
}
