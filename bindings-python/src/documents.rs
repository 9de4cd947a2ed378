//! Documents: read strictly, written canonically, and told where they stand.

use pyo3::prelude::*;

use crate::error::{self, guard};
use crate::input::{Str, Text};

/// The canonical form of RFC 8785.
#[pyfunction]
pub(crate) fn canonicalize(py: Python<'_>, text: Text<'_>) -> PyResult<String> {
    guard(py, || {
        let text = text.as_ref();
        Ok(py.detach(|| llm_types::json::canonicalize(text))?)
    })
}

/// The place of the value at a JSON Pointer, as JSON text.
#[pyfunction]
pub(crate) fn locate(py: Python<'_>, text: Text<'_>, pointer: Str<'_>) -> PyResult<String> {
    guard(py, || {
        let place = llm_types::json::locate(text.as_ref(), pointer.0)?;
        error::json(&place)
    })
}
