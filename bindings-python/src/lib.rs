//! The Python binding: the verbs of the core, as the extension module `llm_types._core`.
//!
//! Nothing here decides anything. Documents come in as `str` or `bytes` and go
//! out as JSON text, which the package (`python/llm_types`) parses; each refusal
//! is raised as `LlmTypesError`.
//!
//! Every export runs inside [`error::guard`]: a panic would otherwise surface as
//! `PanicException`, which `except Exception` does not catch.

// Arguments arrive as values that were made for the call.
#![allow(clippy::needless_pass_by_value)]

use pyo3::prelude::*;

mod documents;
mod error;
mod ids;
mod input;
mod number;
mod text;

use error::guard;
use input::Str;

/// The version of the package.
#[pyfunction]
fn version() -> &'static str {
    llm_types::version()
}

/// The registry entry of a code, as JSON text.
#[pyfunction]
fn explain(py: Python<'_>, code: Str<'_>) -> PyResult<String> {
    guard(py, || error::json(llm_types::explain(code.0)?))
}

/// The native half of `llm_types`.
#[pymodule(gil_used = false)]
mod _core {
    #[pymodule_export]
    use super::{explain, version};
    #[pymodule_export]
    use crate::documents::{
        canonicalize, convert, detect, dialects, locate, normalize, referenced_paths, validate,
    };
    #[pymodule_export]
    use crate::ids::{
        checksum, checksum_range, classify_checksum, classify_execution_id, classify_match_id,
        classify_span_id, execution_id, execution_id_findings, match_id, span_id, span_id_findings,
        span_ids, verify_checksum,
    };
    #[pymodule_export]
    use crate::text::{LineIndex, text_profile};
}
