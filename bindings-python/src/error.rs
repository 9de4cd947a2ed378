//! The one place where a refusal of the core becomes a Python exception.
//!
//! `LlmTypesError` itself is written in Python (`llm_types/_error.py`), where its
//! members have types and documentation that tools can read; here it is only
//! looked up and raised.

use std::panic::{AssertUnwindSafe, catch_unwind};

use llm_types::Error;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyType};

static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();

/// Runs `body`; its refusals and its panics become `LlmTypesError`.
pub(crate) fn guard<T>(py: Python<'_>, body: impl FnOnce() -> Result<T, Error>) -> PyResult<T> {
    catch_unwind(AssertUnwindSafe(body))
        .unwrap_or_else(|panic| {
            let what = panic
                .downcast_ref::<&str>()
                .map(ToString::to_string)
                .or_else(|| panic.downcast_ref::<String>().cloned())
                .unwrap_or_else(|| "panic".to_owned());
            Err(Error::Internal { what })
        })
        .map_err(|error| raise(py, &error))
}

/// The exception for a refusal.
pub(crate) fn raise(py: Python<'_>, error: &Error) -> PyErr {
    build(py, error).unwrap_or_else(|failure| failure)
}

fn build(py: Python<'_>, error: &Error) -> PyResult<PyErr> {
    let report = error.report();
    let class = CLASS
        .get_or_try_init(py, || {
            let class = py.import("llm_types._error")?.getattr("LlmTypesError")?;
            Ok::<_, PyErr>(class.cast_into::<PyType>()?.unbind())
        })?
        .bind(py);
    let members = PyDict::new(py);
    members.set_item("help", report.help)?;
    members.set_item("index", report.index)?;
    members.set_item("pointer", report.pointer)?;
    members.set_item("byte_start", report.byte_start)?;
    members.set_item("byte_end", report.byte_end)?;
    members.set_item("line", report.line)?;
    members.set_item("column", report.column)?;
    members.set_item("column_utf16", report.column_utf16)?;
    members.set_item("column_utf32", report.column_utf32)?;
    let value = class.call((report.code, report.message), Some(&members))?;
    Ok(PyErr::from_value(value))
}

/// The exception for what was wrong with an element of a list: which one it was, only the
/// list knows.
pub(crate) fn of_element(py: Python<'_>, failure: PyErr, index: usize) -> PyErr {
    let told = || {
        let tell = py.import("llm_types._error")?.getattr("of_element")?;
        tell.call1((failure.value(py), index))
    };
    told().map_or_else(|failure| failure, PyErr::from_value)
}

/// A result as JSON text.
pub(crate) fn json(value: &impl serde::Serialize) -> Result<String, Error> {
    serde_json::to_string(value).map_err(|failure| Error::Internal {
        what: failure.to_string(),
    })
}
