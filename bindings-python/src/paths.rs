//! Paths as tools spell them: nothing here opens a file.

use pyo3::prelude::*;

use crate::error::{self, guard};
use crate::input::{Listed, OwnedStr, Str};
use crate::options::Root;

/// The path without `.` and empty parts.
#[pyfunction]
pub(crate) fn canonical_path(py: Python<'_>, path: Str<'_>) -> PyResult<String> {
    guard(py, || Ok(llm_types::canonical_path(path.0).into_owned()))
}

/// What is odd about the spelling of a path.
#[pyfunction]
pub(crate) fn path_findings(py: Python<'_>, path: Str<'_>) -> PyResult<Vec<&'static str>> {
    guard(py, || {
        let found = llm_types::path_findings(path.0);
        Ok(found
            .into_iter()
            .map(llm_types::PathFinding::as_str)
            .collect())
    })
}

/// The loaded path that each path means, as JSON text.
#[pyfunction]
pub(crate) fn match_paths(
    py: Python<'_>,
    paths: Listed<OwnedStr>,
    loaded: Listed<OwnedStr>,
    root: Root,
) -> PyResult<String> {
    guard(py, || {
        let paths: Vec<&str> = paths.0.iter().map(|it| it.0.as_str()).collect();
        let loaded: Vec<&str> = loaded.0.iter().map(|it| it.0.as_str()).collect();
        let root = root.0.as_deref();
        error::json(&llm_types::match_paths(&paths, &loaded, root))
    })
}

/// Where to look for the file that a path means.
#[pyfunction]
pub(crate) fn candidate_paths(py: Python<'_>, path: Str<'_>, root: Root) -> PyResult<Vec<String>> {
    guard(py, || {
        Ok(llm_types::candidate_paths(path.0, root.0.as_deref()))
    })
}
