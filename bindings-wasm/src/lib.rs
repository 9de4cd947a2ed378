//! The WebAssembly binding: the verbs of the core, as JavaScript sees them.
//!
//! Nothing here decides anything. Text comes in as bytes, documents go out as
//! JSON text, and each refusal is thrown as the JSON text of its report; the
//! TypeScript package (`js/`) turns these into strings, typed results and
//! `LlmTypesError`, the same way for this module and for the Node addon.
//!
//! A panic would end in a trap, so the core must not panic; the package turns a
//! trap into `INTERNAL` all the same.

// Their errors are documented in the TypeScript package.
#![allow(clippy::missing_errors_doc, clippy::needless_pass_by_value)]

use wasm_bindgen::prelude::wasm_bindgen;

pub mod documents;
pub mod edit;
mod error;
pub mod ids;
mod memory;
mod number;
pub mod parts;
pub mod prose;
pub mod room;
pub mod schema;
pub mod span;
pub mod text;

use error::Result;

/// The version of the package.
#[wasm_bindgen]
pub fn version() -> String {
    llm_types::version().to_owned()
}

/// The registry entry of a code, as JSON text.
#[wasm_bindgen]
pub fn explain(code: &str) -> Result<String> {
    error::json(llm_types::explain(code)?)
}

/// All entries of the registry, as JSON text.
#[wasm_bindgen]
pub fn rules() -> Result<String> {
    error::json(&llm_types::rules().collect::<Vec<_>>())
}

/// Refuses an option: there are only those of these names.
#[wasm_bindgen(js_name = unknownOption)]
pub fn unknown_option(asked: String, names: Vec<String>) -> Result<()> {
    Err(llm_types::Error::UnknownOption { asked, names }.into())
}
