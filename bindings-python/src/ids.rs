//! Span ids, match ids, execution ids and checksums.

use llm_types::id::random_bytes;
use llm_types::stream::to_json_list;
use llm_types::{
    ByteRange, ChecksumAlgorithm, Error, FindingPlace, IdFinding, MatchIdScheme, SpanIdScheme,
    SpanKey,
};
use pyo3::prelude::*;

use crate::error::{self, guard, raise};
use crate::input::{Listed, Offset, OwnedStr, Random, Str, Text, is_str, wrong_type};
use crate::options::Algorithm;

/// The span id under a named scheme, `be64` if none is named.
#[pyfunction]
pub(crate) fn span_id(
    py: Python<'_>,
    scheme: Option<Str<'_>>,
    path: Str<'_>,
    start: Offset,
    end: Offset,
) -> PyResult<String> {
    guard(py, || {
        let scheme = span_scheme(scheme)?;
        Ok(llm_types::span_id_in(
            scheme,
            path.0,
            start.of("start")?,
            end.of("end")?,
        )?)
    })
}

/// What one of many span ids is made of.
pub(crate) struct Key {
    path: OwnedStr,
    start: u64,
    end: u64,
}

impl<'py> FromPyObject<'_, 'py> for Key {
    type Error = PyErr;

    // Not a tuple of three: what is none would be refused in Python's words.
    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let Ok((path, start, end)) =
            object.extract::<(Bound<'_, PyAny>, Bound<'_, PyAny>, Bound<'_, PyAny>)>()
        else {
            return Err(wrong_type(&object, "a triple of path, start and end"));
        };
        let of = |name, member: &Bound<'_, PyAny>| {
            let number: Offset = member.extract()?;
            number.of(name).map_err(|error| raise(member.py(), &error))
        };
        if !is_str(&path) {
            return Err(wrong_type(&path, "a str as `path`"));
        }
        Ok(Self {
            path: path.extract()?,
            start: of("start", &start)?,
            end: of("end", &end)?,
        })
    }
}

/// Many span ids, as one string of 16 digits each.
#[pyfunction]
pub(crate) fn span_ids(
    py: Python<'_>,
    scheme: Option<Str<'_>>,
    keys: Listed<Key>,
) -> PyResult<String> {
    guard(py, || {
        let keys: Vec<SpanKey<'_>> = keys
            .0
            .iter()
            .map(|key| SpanKey {
                path: &key.path.0,
                start: key.start,
                end: key.end,
            })
            .collect();
        let scheme = span_scheme(scheme)?;
        let ids = py.detach(|| llm_types::span_ids_in(scheme, &keys))?;
        Ok(ids.as_packed().to_owned())
    })
}

/// The scheme that gives this id, if any does.
#[pyfunction]
pub(crate) fn classify_span_id(
    py: Python<'_>,
    id: Str<'_>,
    path: Str<'_>,
    start: Offset,
    end: Offset,
) -> PyResult<Option<&'static str>> {
    guard(py, || {
        let scheme = llm_types::classify_span_id(id.0, path.0, start.of("start")?, end.of("end")?);
        Ok(scheme.map(SpanIdScheme::as_str))
    })
}

/// Rule ids about the spelling of a span id.
#[pyfunction]
pub(crate) fn span_id_findings(py: Python<'_>, id: Str<'_>) -> PyResult<Vec<&'static str>> {
    guard(py, || Ok(codes(llm_types::span_id_findings(id.0))))
}

/// A UUID v4 of these random bytes.
#[pyfunction]
pub(crate) fn execution_id(py: Python<'_>, random: Random<'_>) -> PyResult<String> {
    guard(py, || {
        Ok(llm_types::execution_id(random_bytes(random.as_ref())?))
    })
}

/// The shape of an execution id.
#[pyfunction]
pub(crate) fn classify_execution_id(py: Python<'_>, id: Str<'_>) -> PyResult<&'static str> {
    guard(py, || Ok(llm_types::classify_execution_id(id.0).as_str()))
}

/// Rule ids about the spelling of an execution id.
#[pyfunction]
pub(crate) fn execution_id_findings(py: Python<'_>, id: Str<'_>) -> PyResult<Vec<&'static str>> {
    guard(py, || Ok(codes(llm_types::execution_id_findings(id.0))))
}

/// The match id under a named scheme, `siphash` if none is named.
#[pyfunction]
pub(crate) fn match_id(
    py: Python<'_>,
    scheme: Option<Str<'_>>,
    name: Str<'_>,
    path: Str<'_>,
    start: Offset,
    end: Offset,
) -> PyResult<String> {
    guard(py, || {
        let scheme = match scheme {
            Some(word) => word.0.parse()?,
            None => MatchIdScheme::default(),
        };
        let (name, path) = (name.0, path.0);
        Ok(llm_types::match_id_in(
            scheme,
            name,
            path,
            start.of("start")?,
            end.of("end")?,
        )?)
    })
}

/// The recipe of a match id.
#[pyfunction]
pub(crate) fn classify_match_id(
    py: Python<'_>,
    id: Str<'_>,
    name: Str<'_>,
    path: Str<'_>,
    start: Offset,
    end: Offset,
) -> PyResult<&'static str> {
    guard(py, || {
        let kind =
            llm_types::classify_match_id(id.0, name.0, path.0, start.of("start")?, end.of("end")?);
        Ok(kind.as_str())
    })
}

/// The checksum of a text.
#[pyfunction]
pub(crate) fn checksum(py: Python<'_>, algorithm: Algorithm, data: Text<'_>) -> PyResult<String> {
    guard(py, || {
        let algorithm = self::algorithm(&algorithm)?;
        Ok(py.detach(|| llm_types::checksum_in(algorithm, data)))
    })
}

/// The checksum of a range of a text.
#[pyfunction]
pub(crate) fn checksum_range(
    py: Python<'_>,
    algorithm: Algorithm,
    data: Text<'_>,
    start: Offset,
    end: Offset,
) -> PyResult<String> {
    guard(py, || {
        let algorithm = self::algorithm(&algorithm)?;
        let range = ByteRange::new(start.of("start")?, end.of("end")?)?;
        let data = data.as_ref();
        Ok(py.detach(|| llm_types::checksum_range_in(algorithm, data, range))?)
    })
}

/// Whether a text has this checksum.
#[pyfunction]
pub(crate) fn verify_checksum(py: Python<'_>, checksum: Str<'_>, data: Text<'_>) -> PyResult<bool> {
    guard(py, || {
        let (checksum, data) = (checksum.0, data.as_ref());
        Ok(py.detach(|| llm_types::verify_checksum(checksum, data))?)
    })
}

/// What the text of a checksum is, as JSON text.
#[pyfunction]
pub(crate) fn classify_checksum(py: Python<'_>, checksum: Str<'_>) -> PyResult<String> {
    guard(py, || {
        error::json(&llm_types::classify_checksum(checksum.0))
    })
}

fn codes(found: Vec<IdFinding>) -> Vec<&'static str> {
    found.into_iter().map(IdFinding::code).collect()
}

fn span_scheme(word: Option<Str<'_>>) -> Result<SpanIdScheme, Error> {
    Ok(match word {
        Some(word) => word.0.parse()?,
        None => SpanIdScheme::default(),
    })
}

fn algorithm(given: &Algorithm) -> Result<ChecksumAlgorithm, Error> {
    Ok(match &given.0 {
        Some(word) => word.parse()?,
        None => ChecksumAlgorithm::default(),
    })
}

/// The parts of a checksum that names its algorithm, as JSON text.
#[pyfunction]
pub(crate) fn parse_checksum(py: Python<'_>, text: Str<'_>) -> PyResult<String> {
    guard(py, || {
        let checksum = llm_types::parse_checksum(text.0)?;
        error::json(&llm_types::classify_checksum(&checksum.to_string()))
    })
}

/// The fingerprints of findings in one text, as JSON text.
#[pyfunction]
pub(crate) fn fingerprints(py: Python<'_>, text: Text<'_>, places: Str<'_>) -> PyResult<String> {
    guard(py, || {
        let places = FindingPlace::list_from_json(places.0.as_bytes())?;
        let text = text.as_ref();
        let found = py.detach(|| llm_types::fingerprints(text, &places))?;
        Ok(to_json_list(&found))
    })
}

/// GitHub's hash of every line.
#[pyfunction]
pub(crate) fn line_hashes(py: Python<'_>, text: Text<'_>) -> PyResult<Vec<String>> {
    guard(py, || {
        let text = text.as_ref();
        Ok(py.detach(|| llm_types::line_hashes(text)))
    })
}
