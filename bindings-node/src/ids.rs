//! Span ids, match ids, execution ids and checksums.

use llm_types::id::random_bytes;
use llm_types::stream::to_json_list;
use llm_types::{ByteRange, ChecksumAlgorithm, Error, FindingPlace, SpanIdScheme, SpanKey, Takes};
use napi_derive::napi;

use crate::error::{self, Result, thrown};
use crate::number::offset;

/// The span id under a named scheme, `be64` if none is named.
#[napi(catch_unwind)]
pub fn span_id(scheme: Option<String>, path: String, start: f64, end: f64) -> Result<String> {
    let scheme = span_scheme(scheme)?;
    llm_types::span_id_in(scheme, &path, offset(start, "start")?, offset(end, "end")?)
        .map_err(thrown)
}

/// Many span ids: which of `paths` each key has, and its bounds. The ids come back
/// as one string, 16 digits each.
#[napi(catch_unwind)]
pub fn span_ids(
    scheme: Option<String>,
    paths: Vec<String>,
    which: &[u32],
    starts: &[f64],
    ends: &[f64],
) -> Result<String> {
    let scheme = span_scheme(scheme)?;
    let mut keys = Vec::with_capacity(which.len());
    for (index, ((path, start), end)) in (0..).zip(which.iter().zip(starts).zip(ends)) {
        let nth = |value: f64, name| {
            llm_types::offset_from_f64(value).map_err(|error| {
                let error = Error::from(error.at_index(index));
                thrown(error.of_argument(name, Takes::Count))
            })
        };
        keys.push(SpanKey {
            path: paths.get(*path as usize).map_or("", String::as_str),
            start: nth(*start, "start")?,
            end: nth(*end, "end")?,
        });
    }
    let ids = llm_types::span_ids_in(scheme, &keys).map_err(thrown)?;
    Ok(ids.as_packed().to_owned())
}

/// The scheme that gives this id, if any does.
#[napi(catch_unwind)]
pub fn classify_span_id(
    id: String,
    path: String,
    start: f64,
    end: f64,
) -> Result<Option<&'static str>> {
    let scheme =
        llm_types::classify_span_id(&id, &path, offset(start, "start")?, offset(end, "end")?);
    Ok(scheme.map(SpanIdScheme::as_str))
}

/// Rule ids about the spelling of a span id.
#[napi(catch_unwind)]
pub fn span_id_findings(id: String) -> Vec<&'static str> {
    let found = llm_types::span_id_findings(&id);
    found.into_iter().map(llm_types::IdFinding::code).collect()
}

/// A UUID v4 of these random bytes.
#[napi(catch_unwind)]
pub fn execution_id(random: &[u8]) -> Result<String> {
    let random = random_bytes(random).map_err(thrown)?;
    Ok(llm_types::execution_id(random))
}

/// The shape of an execution id.
#[napi(catch_unwind)]
pub fn classify_execution_id(id: String) -> &'static str {
    llm_types::classify_execution_id(&id).as_str()
}

/// Rule ids about the spelling of an execution id.
#[napi(catch_unwind)]
pub fn execution_id_findings(id: String) -> Vec<&'static str> {
    let found = llm_types::execution_id_findings(&id);
    found.into_iter().map(llm_types::IdFinding::code).collect()
}

/// The match id under a named scheme, `siphash` if none is named.
#[napi(catch_unwind)]
pub fn match_id(
    scheme: Option<String>,
    name: String,
    path: String,
    start: f64,
    end: f64,
) -> Result<String> {
    let scheme = scheme.map_or(Ok(llm_types::MatchIdScheme::default()), |word| {
        word.parse().map_err(thrown)
    })?;
    llm_types::match_id_in(
        scheme,
        &name,
        &path,
        offset(start, "start")?,
        offset(end, "end")?,
    )
    .map_err(thrown)
}

/// The recipe of a match id.
#[napi(catch_unwind)]
pub fn classify_match_id(
    id: String,
    name: String,
    path: String,
    start: f64,
    end: f64,
) -> Result<&'static str> {
    let (start, end) = (offset(start, "start")?, offset(end, "end")?);
    Ok(llm_types::classify_match_id(&id, &name, &path, start, end).as_str())
}

/// The checksum of these bytes.
#[napi(catch_unwind)]
pub fn checksum(algorithm: Option<String>, bytes: &[u8]) -> Result<String> {
    Ok(llm_types::checksum_in(self::algorithm(algorithm)?, bytes))
}

/// The checksum of a range of these bytes.
#[napi(catch_unwind)]
pub fn checksum_range(
    algorithm: Option<String>,
    bytes: &[u8],
    start: f64,
    end: f64,
) -> Result<String> {
    let algorithm = self::algorithm(algorithm)?;
    let range = ByteRange::new(offset(start, "start")?, offset(end, "end")?).map_err(thrown)?;
    llm_types::checksum_range_in(algorithm, bytes, range).map_err(thrown)
}

/// Whether these bytes have this checksum.
#[napi(catch_unwind)]
pub fn verify_checksum(text: String, bytes: &[u8]) -> Result<bool> {
    llm_types::verify_checksum(&text, bytes).map_err(thrown)
}

/// What the text of a checksum is, as JSON text.
#[napi(catch_unwind)]
pub fn classify_checksum(text: String) -> Result<String> {
    error::json(&llm_types::classify_checksum(&text))
}

fn span_scheme(word: Option<String>) -> Result<SpanIdScheme> {
    word.map_or(Ok(SpanIdScheme::default()), |word| {
        word.parse().map_err(thrown)
    })
}

fn algorithm(word: Option<String>) -> Result<ChecksumAlgorithm> {
    word.map_or(Ok(ChecksumAlgorithm::default()), |word| {
        word.parse().map_err(thrown)
    })
}

/// The parts of a checksum that names its algorithm, as JSON text.
#[napi(catch_unwind)]
pub fn parse_checksum(text: String) -> Result<String> {
    let checksum = llm_types::parse_checksum(&text).map_err(thrown)?;
    error::json(&llm_types::classify_checksum(&checksum.to_string()))
}

/// The fingerprints of findings in one text, as JSON text.
#[napi(catch_unwind)]
pub fn fingerprints(text: &[u8], places: &[u8]) -> Result<String> {
    let places = FindingPlace::list_from_json(places).map_err(thrown)?;
    let found = llm_types::fingerprints(text, &places).map_err(thrown)?;
    Ok(to_json_list(&found))
}

/// GitHub's hash of every line.
#[napi(catch_unwind)]
pub fn line_hashes(text: &[u8]) -> Vec<String> {
    llm_types::line_hashes(text)
}
