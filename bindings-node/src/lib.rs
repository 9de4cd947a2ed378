//! The native binding for Node: the verbs of the core, as JavaScript sees them.
//!
//! Nothing here decides anything. Text comes in as bytes, documents go out as
//! JSON text, and each refusal is thrown as the JSON text of its report; the
//! TypeScript package (`js/`) turns these into strings, typed results and
//! `LlmTypesError`, the same way for this addon and for the WebAssembly module.
//!
//! Every export catches panics: without that, a panic ends the process.

// Their errors are documented in the TypeScript package; and
// Node-API hands over owned strings, so borrowing them would buy nothing.
#![allow(clippy::missing_errors_doc, clippy::needless_pass_by_value)]

use napi_derive::napi;

pub mod documents;
pub mod edit;
mod error;
pub mod ids;
mod number;
pub mod parts;
pub mod prose;
pub mod schema;
pub mod span;
pub mod text;

use error::Result;

/// The version of the package.
#[napi(catch_unwind)]
pub fn version() -> String {
    llm_types::version().to_owned()
}

/// The registry entry of a code, as JSON text.
#[napi(catch_unwind)]
pub fn explain(code: String) -> Result<String> {
    error::json(llm_types::explain(&code).map_err(error::thrown)?)
}

/// All entries of the registry, as JSON text.
#[napi(catch_unwind)]
pub fn rules() -> Result<String> {
    error::json(&llm_types::rules().collect::<Vec<_>>())
}

/// Refuses an option: there are only those of these names.
#[napi(catch_unwind)]
pub fn unknown_option(asked: String, names: Vec<String>) -> Result<()> {
    Err(error::thrown(llm_types::Error::UnknownOption {
        asked,
        names,
    }))
}
