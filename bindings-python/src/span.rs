//! Spans. One crosses as the JSON text of its wire members, both ways.

use llm_types::{Error, Span, Takes, TextError, shift_from_f64, shift_from_i128};
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyFloat};

use crate::error::{self, guard, raise};
use crate::input::{Offset, OwnedStr, Str, wrong_type_error};
use crate::number::Pair;
use crate::text::LineIndex;

/// A span with its coordinates in a text.
#[pyfunction]
pub(crate) fn span(
    py: Python<'_>,
    path: Str<'_>,
    range: Pair,
    index: &LineIndex,
) -> PyResult<String> {
    guard(py, || {
        error::json(&Span::new(path.0, range.range()?, &index.index)?)
    })
}

/// A span without coordinates.
#[pyfunction]
pub(crate) fn span_without_text(py: Python<'_>, path: Str<'_>, range: Pair) -> PyResult<String> {
    guard(py, || {
        error::json(&Span::without_text(path.0, range.range()?)?)
    })
}

/// The members that say where a span starts and ends, as pointers.
const PLACES: [&str; 4] = ["/start_line", "/start_col", "/end_line", "/end_col"];

/// A span of the members that a document states.
#[pyfunction]
pub(crate) fn span_from_members(
    py: Python<'_>,
    path: Str<'_>,
    start: Offset,
    end: Offset,
    coordinates: [Option<Offset>; 4],
    span_id: Option<OwnedStr>,
) -> PyResult<String> {
    guard(py, || {
        let (start, end) = (start.of_member("/byte_start")?, end.of_member("/byte_end")?);
        let mut places = [None; 4];
        for ((slot, place), pointer) in places.iter_mut().zip(coordinates).zip(PLACES) {
            *slot = place.map(|place| place.of_member(pointer)).transpose()?;
        }
        let id = span_id.map(|id| id.0);
        error::json(&Span::from_members(path.0, start, end, places, id)?)
    })
}

/// Whether both point at the same bytes.
#[pyfunction]
pub(crate) fn span_same_place(py: Python<'_>, span: Str<'_>, other: Str<'_>) -> PyResult<bool> {
    guard(py, || Ok(parse(&span)?.same_place(&parse(&other)?)))
}

/// Whether the other lies within the span.
#[pyfunction]
pub(crate) fn span_contains(py: Python<'_>, span: Str<'_>, other: Str<'_>) -> PyResult<bool> {
    guard(py, || Ok(parse(&span)?.contains(&parse(&other)?)))
}

/// −1, 0 or 1: by path, start, end.
#[pyfunction]
pub(crate) fn span_compare(py: Python<'_>, span: Str<'_>, other: Str<'_>) -> PyResult<i32> {
    guard(py, || Ok(parse(&span)?.cmp(&parse(&other)?) as i32))
}

/// What both have in common.
#[pyfunction]
pub(crate) fn span_intersect(
    py: Python<'_>,
    span: Str<'_>,
    other: Str<'_>,
) -> PyResult<Option<String>> {
    guard(py, || {
        let common = parse(&span)?.intersect(&parse(&other)?)?;
        common.map(|span| error::json(&span)).transpose()
    })
}

/// The span moved by so many bytes.
#[pyfunction]
pub(crate) fn span_shift(py: Python<'_>, span: Str<'_>, bytes: Shift) -> PyResult<String> {
    guard(py, || error::json(&parse(&span)?.shift(bytes.0)?))
}

/// What a text says against a span, as JSON text.
#[pyfunction]
pub(crate) fn span_check(py: Python<'_>, span: Str<'_>, index: &LineIndex) -> PyResult<String> {
    guard(py, || error::json(&parse(&span)?.check(&index.index)))
}

/// What is wrong with the id, as JSON text.
#[pyfunction]
pub(crate) fn span_check_id(py: Python<'_>, span: Str<'_>) -> PyResult<String> {
    guard(py, || error::json(&parse(&span)?.check_id()))
}

/// A number of bytes that may be negative.
pub(crate) struct Shift(i64);

impl<'py> FromPyObject<'_, 'py> for Shift {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let refused = |error: Error| {
            let error = error.of_argument("bytes", Takes::Shift);
            Err(raise(object.py(), &error))
        };
        let other = || refused(wrong_type_error(&object, "an integer")?);
        if object.is_instance_of::<PyBool>() {
            return other();
        }
        // A whole number may be written as `1.0`, as for an offset.
        if let Ok(float) = object.cast::<PyFloat>() {
            return shift_from_f64(float.value())
                .map(Self)
                .or_else(|error| refused(error.into()));
        }
        match object.extract::<i64>() {
            Ok(bytes) => shift_from_i128(bytes.into())
                .map(Self)
                .or_else(|error| refused(error.into())),
            Err(failure) if !failure.is_instance_of::<PyOverflowError>(object.py()) => other(),
            Err(_) => {
                let value = object.to_string();
                refused(TextError::UnsafeInteger { value }.into())
            }
        }
    }
}

fn parse(span: &Str<'_>) -> Result<Span, Error> {
    serde_json::from_str(span.0).map_err(|failure| Error::WrongType {
        expected: "a span",
        found: failure.to_string(),
    })
}
