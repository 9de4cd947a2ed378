//! What a document speaks of: the files, and the ranges in them.

use llm_types::stream::to_json_list;
use llm_types::{NormalizeOptions, ReferencedPathsOptions};
use pyo3::prelude::*;

use crate::documents::{ReadLimits, Texts, limits, shelf};
use crate::error::guard;
use crate::input::Text;
use crate::options::{Dialect, Root};

/// The files that a document speaks of.
#[pyfunction]
pub(crate) fn referenced_paths(
    py: Python<'_>,
    text: Text<'_>,
    dialect: Dialect,
    read: Option<ReadLimits>,
) -> PyResult<Vec<String>> {
    guard(py, || {
        let options = ReferencedPathsOptions {
            dialect: dialect.0,
            read: limits(read)?,
        };
        let text = text.as_ref();
        py.detach(|| llm_types::referenced_paths(text, &options))
    })
}

/// The ranges that a document speaks of, as JSON text.
#[pyfunction]
pub(crate) fn referenced_spans(
    py: Python<'_>,
    text: Text<'_>,
    dialect: Dialect,
    sources: Option<Texts>,
    root: Root,
    read: Option<ReadLimits>,
) -> PyResult<String> {
    guard(py, || {
        let sources = shelf(sources);
        let options = NormalizeOptions {
            dialect: dialect.0,
            sources: sources.as_ref(),
            root: root.0,
            read: limits(read)?,
            ..NormalizeOptions::default()
        };
        let text = text.as_ref();
        py.detach(|| Ok(to_json_list(&llm_types::referenced_spans(text, &options)?)))
    })
}
