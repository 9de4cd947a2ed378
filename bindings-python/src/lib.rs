//! The Python binding: the verbs of the core, as the extension module `llm_types._core`.
//!
//! Nothing here decides anything. Documents come in as `str` or `bytes` and go
//! out as JSON text, which the package (`python/llm_types`) parses; each refusal
//! is raised as `LlmTypesError`.
//!
//! Every export runs inside [`error::guard`]: a panic would otherwise surface as
//! `PanicException`, which `except Exception` does not catch.

use pyo3::prelude::*;

mod error;

use error::guard;

/// The version of the package.
#[pyfunction]
fn version() -> &'static str {
    llm_types::version()
}

/// The registry entry of a code, as JSON text.
#[pyfunction]
fn explain(py: Python<'_>, code: &str) -> PyResult<String> {
    guard(py, || error::json(llm_types::explain(code)?))
}

/// The native half of `llm_types`.
#[pymodule(gil_used = false)]
mod _core {
    #[pymodule_export]
    use super::{explain, version};
}
