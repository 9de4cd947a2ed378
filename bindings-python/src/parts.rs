//! Results in parts: a long text crosses as one string, and what not everybody looks at
//! crosses so that Python need not make it before somebody does.

use std::borrow::Cow;

use llm_types::parts::holds_several;
use llm_types::{Normalized, Validation};
use pyo3::prelude::*;

use crate::error::guard;

/// The result as JSON text, without its text and its changes; then those.
pub(crate) type Parts = (String, Option<String>, Option<Changes>);

/// The parts of a result.
pub(crate) fn parts(result: impl Into<llm_types::parts::Parts>) -> Parts {
    let parts = result.into();
    let changes = (!parts.changes.is_empty()).then(|| Changes(parts.changes));
    (parts.head, parts.text, changes)
}

/// The name of a dialect or of a generation.
type Word = Cow<'static, str>;

/// The members of a `Validation`; of what was checked and found, the JSON text.
pub(crate) type Verdict = (bool, Option<Word>, Option<Word>, u64, String, String);

/// The verdict on a document, member by member.
pub(crate) fn verdict(validation: Validation) -> Verdict {
    (
        validation.ok,
        validation.dialect,
        validation.generation,
        validation.documents,
        validation.checked.to_json(),
        llm_types::stream::to_json_list(&validation.diagnostics),
    )
}

/// The members of a `Normalized` without its envelopes, which are in its text: text,
/// dialect, generation, number of documents and of those refused, whether it has an envelope a
/// line; what was found, as JSON text; and the changes.
pub(crate) type Envelopes = (
    String,
    Word,
    Option<Word>,
    u64,
    u64,
    bool,
    String,
    Option<Changes>,
);

/// What became of a text, member by member.
pub(crate) fn envelopes(normalized: Normalized) -> Envelopes {
    let several = holds_several(&normalized);
    (
        normalized.text,
        normalized.dialect,
        normalized.generation,
        normalized.documents,
        normalized.refused,
        several,
        llm_types::stream::to_json_list(&normalized.diagnostics),
        (!normalized.changes.is_empty()).then(|| Changes(normalized.changes)),
    )
}

/// Changes that nobody has looked at yet.
#[pyclass(module = "llm_types._core", frozen)]
pub(crate) struct Changes(llm_types::Changes);

#[pymethods]
impl Changes {
    fn __len__(&self) -> usize {
        self.0.len()
    }

    /// All of them, as JSON text.
    fn json(&self, py: Python<'_>) -> PyResult<String> {
        guard(py, || Ok(py.detach(|| self.0.to_json())))
    }
}
