//! The Python binding: the verbs of the core, as the extension module `llm_types._core`.
//!
//! Nothing here decides anything. Documents come in as `str` or `bytes` and go
//! out as JSON text, which the package (`python/llm_types`) parses; each refusal
//! is raised as `LlmTypesError`.
//!
//! Every export that computes runs inside [`error::guard`]: a panic would otherwise surface as
//! `PanicException`, which `except Exception` does not catch. Getters that read a number, and
//! the conversion of arguments, do not.

// Arguments arrive as values that were made for the call.
#![allow(clippy::needless_pass_by_value)]

use pyo3::prelude::*;

mod documents;
mod edit;
mod error;
mod ids;
mod input;
mod number;
mod options;
mod parts;
mod paths;
mod prose;
mod referenced;
mod schema;
mod span;
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

/// All entries of the registry, as JSON text.
#[pyfunction]
fn rules(py: Python<'_>) -> PyResult<String> {
    guard(py, || error::json(&llm_types::rules().collect::<Vec<_>>()))
}

/// The native half of `llm_types`.
#[pymodule(gil_used = false)]
mod _core {
    #[pymodule_export]
    use super::{explain, rules, version};
    #[pymodule_export]
    use crate::documents::{
        Converter, Enricher, Normalizer, Validator, apply_fixes, canonicalize, convert, detect,
        detective, dialects, enrich, locate, match_findings, normalize, read_lines, validate,
        write_compact, write_pretty,
    };
    #[pymodule_export]
    use crate::edit::{PositionMap, apply_edits, carry_spans, edited_paths, plan_edits};
    #[pymodule_export]
    use crate::ids::{
        checksum, checksum_range, classify_checksum, classify_execution_id, classify_match_id,
        classify_span_id, execution_id, execution_id_findings, fingerprints, line_hashes, match_id,
        parse_checksum, span_id, span_id_findings, span_ids, verify_checksum,
    };
    #[pymodule_export]
    use crate::parts::Changes;
    #[pymodule_export]
    use crate::paths::{candidate_paths, canonical_path, match_paths, path_findings};
    #[pymodule_export]
    use crate::prose::{
        count_words, exit_code, pagination, parse_selector, preview, strip_truncation_marker,
        text_page, truncate_words, write_selector,
    };
    #[pymodule_export]
    use crate::referenced::{referenced_paths, referenced_spans};
    #[pymodule_export]
    use crate::schema::{
        build_operation_result, build_response, schema, schemas, timestamp, write_canonical,
    };
    #[pymodule_export]
    use crate::span::{
        span, span_check, span_check_id, span_compare, span_contains, span_from_members,
        span_intersect, span_same_place, span_shift, span_without_text,
    };
    #[pymodule_export]
    use crate::text::{LineIndex, refuse_ill_formed, text_profile};
}
