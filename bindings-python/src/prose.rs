//! Selectors, pages and cuts of prose, and exit codes.

use llm_types::Selector;
use pyo3::prelude::*;

use crate::error::{self, guard};
use crate::input::{Offset, Str, Text, limit};

/// The parts of a selector, as JSON text.
#[pyfunction]
pub(crate) fn parse_selector(py: Python<'_>, text: Str<'_>) -> PyResult<String> {
    guard(py, || error::json(&llm_types::parse_selector(text.0)?))
}

/// The text of a selector, from the JSON text of its parts.
#[pyfunction]
pub(crate) fn write_selector(py: Python<'_>, parts: Str<'_>) -> PyResult<String> {
    guard(py, || {
        let selector = Selector::from_json(parts.0.as_bytes())?;
        Ok(llm_types::write_selector(&selector)?)
    })
}

/// How many words a text has.
#[pyfunction]
pub(crate) fn count_words(py: Python<'_>, text: Str<'_>) -> PyResult<u64> {
    let text = text.0;
    guard(py, || Ok(py.detach(|| llm_types::count_words(text))))
}

/// A text, cut after so many words, as JSON text.
#[pyfunction]
pub(crate) fn truncate_words(
    py: Python<'_>,
    text: Str<'_>,
    max_words: Option<Offset>,
) -> PyResult<String> {
    guard(py, || {
        let max_words = limit(max_words, "max_words")?;
        let text = text.0;
        py.detach(|| error::json(&llm_types::truncate_words(text, max_words)))
    })
}

/// The text before the mark of a cut.
#[pyfunction]
pub(crate) fn strip_truncation_marker(
    py: Python<'_>,
    content: Str<'_>,
) -> PyResult<Option<String>> {
    guard(py, || {
        Ok(llm_types::strip_truncation_marker(content.0).map(Into::into))
    })
}

/// The beginning of a text on one line.
#[pyfunction]
pub(crate) fn preview(
    py: Python<'_>,
    text: Str<'_>,
    max_length: Option<Offset>,
) -> PyResult<String> {
    guard(py, || {
        let (text, max_length) = (text.0, limit(max_length, "max_length")?);
        Ok(py.detach(|| llm_types::preview(text, max_length)))
    })
}

/// The numbers of one page, as JSON text.
#[pyfunction]
pub(crate) fn pagination(
    py: Python<'_>,
    word_count: Offset,
    page: Offset,
    page_words: Option<Offset>,
) -> PyResult<String> {
    guard(py, || {
        let (word_count, page) = (word_count.of("word_count")?, page.of("page")?);
        let page_words = limit(page_words, "page_words")?;
        error::json(&llm_types::pagination(word_count, page, page_words)?)
    })
}

/// One page of a text, as JSON text.
#[pyfunction]
pub(crate) fn text_page(
    py: Python<'_>,
    text: Str<'_>,
    page: Offset,
    page_words: Option<Offset>,
) -> PyResult<String> {
    guard(py, || {
        let (text, page) = (text.0, page.of("page")?);
        let page_words = limit(page_words, "page_words")?;
        py.detach(|| error::json(&llm_types::text_page(text, page, page_words)?))
    })
}

/// The exit code that goes with a document.
#[pyfunction]
pub(crate) fn exit_code(py: Python<'_>, text: Text<'_>) -> PyResult<u64> {
    guard(py, || {
        let text = text.as_ref();
        py.detach(|| llm_types::exit_code(text))
    })
}
