//! Schemas, and builders of envelopes.
//!
//! A draft crosses as JSON text, and so does what is made of it.

use llm_types::build::read_draft;
use llm_types::id::random_bytes;
use llm_types::{BuildOptions, Error, Sources, Value};
use pyo3::prelude::*;

use crate::documents::{Texts, shelf};
use crate::error::{self, guard};
use crate::input::{Offset, Random, Str, Text};

/// The JSON Schema of a name.
#[pyfunction]
pub(crate) fn schema(py: Python<'_>, name: Str<'_>) -> PyResult<String> {
    guard(py, || llm_types::schema(name.0))
}

/// Every schema, as JSON text.
#[pyfunction]
pub(crate) fn schemas(py: Python<'_>) -> PyResult<String> {
    guard(py, || error::json(&llm_types::schemas()))
}

/// A moment of RFC 3339.
#[pyfunction]
pub(crate) fn timestamp(py: Python<'_>, unix_millis: Offset) -> PyResult<String> {
    guard(py, || llm_types::timestamp(unix_millis.moment("moment")?))
}

/// What a draft and the host bring, in the core's types.
struct GivenDraft {
    draft: Value,
    unix_millis: u64,
    random: [u8; 16],
    sources: Option<Sources>,
}

impl GivenDraft {
    fn parse(
        draft: &[u8],
        unix_millis: Offset,
        random: &[u8],
        sources: Option<Texts>,
    ) -> Result<Self, Error> {
        Ok(Self {
            draft: read_draft(draft)?,
            unix_millis: unix_millis.moment("now")?,
            random: random_bytes(random)?,
            sources: shelf(sources),
        })
    }

    fn options(&self) -> BuildOptions<'_> {
        BuildOptions {
            unix_millis: self.unix_millis,
            random: self.random,
            sources: self.sources.as_ref(),
        }
    }
}

/// The canonical text of a value of the host, of its JSON text.
#[pyfunction]
pub(crate) fn write_canonical(py: Python<'_>, value: Text<'_>) -> PyResult<String> {
    guard(py, || {
        let value = value.as_ref();
        py.detach(|| Ok(llm_types::write_canonical(&read_draft(value)?)))
    })
}

/// A whole response of a draft.
#[pyfunction]
pub(crate) fn build_response(
    py: Python<'_>,
    draft: Text<'_>,
    unix_millis: Offset,
    random: Random<'_>,
    sources: Option<Texts>,
) -> PyResult<String> {
    guard(py, || {
        let given = GivenDraft::parse(draft.as_ref(), unix_millis, random.as_ref(), sources)?;
        py.detach(|| {
            Ok(llm_types::build_response(given.draft.clone(), &given.options())?.to_json())
        })
    })
}

/// A whole result of an operation, of a draft.
#[pyfunction]
pub(crate) fn build_operation_result(
    py: Python<'_>,
    draft: Text<'_>,
    unix_millis: Offset,
    random: Random<'_>,
    sources: Option<Texts>,
) -> PyResult<String> {
    guard(py, || {
        let given = GivenDraft::parse(draft.as_ref(), unix_millis, random.as_ref(), sources)?;
        py.detach(|| {
            Ok(llm_types::build_operation_result(given.draft.clone(), &given.options())?.to_json())
        })
    })
}
