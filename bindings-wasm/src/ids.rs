//! Span ids, match ids, execution ids and checksums.

use js_sys::Uint8Array;
use llm_types::id::random_bytes;
use llm_types::stream::to_json_list;
use llm_types::{
    ByteRange, ChecksumAlgorithm, Error, FindingPlace, IdFinding, MatchIdScheme, SpanIdScheme,
    SpanKey, Takes,
};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::error::{self, Result};
use crate::memory;
use crate::number::offset;

/// The span id under a named scheme, `be64` if none is named.
#[wasm_bindgen(js_name = spanId)]
pub fn span_id(scheme: Option<String>, path: &str, start: f64, end: f64) -> Result<String> {
    let scheme = span_scheme(scheme)?;
    let (start, end) = (offset(start, "start")?, offset(end, "end")?);
    Ok(llm_types::span_id_in(scheme, path, start, end)?)
}

/// Many span ids: which of `paths` each key has, and its bounds. The ids come back
/// as one string, 16 digits each.
#[wasm_bindgen(js_name = spanIds)]
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
            llm_types::offset_from_f64(value)
                .map_err(|error| Error::from(error.at_index(index)).of_argument(name, Takes::Count))
        };
        keys.push(SpanKey {
            path: paths.get(*path as usize).map_or("", String::as_str),
            start: nth(*start, "start")?,
            end: nth(*end, "end")?,
        });
    }
    let ids = llm_types::span_ids_in(scheme, &keys)?;
    Ok(ids.as_packed().to_owned())
}

/// The scheme that gives this id, if any does.
#[wasm_bindgen(js_name = classifySpanId)]
pub fn classify_span_id(id: &str, path: &str, start: f64, end: f64) -> Result<Option<String>> {
    let (start, end) = (offset(start, "start")?, offset(end, "end")?);
    let scheme = llm_types::classify_span_id(id, path, start, end);
    Ok(scheme.map(|scheme| scheme.as_str().to_owned()))
}

/// Rule ids about the spelling of a span id.
#[wasm_bindgen(js_name = spanIdFindings)]
pub fn span_id_findings(id: &str) -> Vec<String> {
    codes(llm_types::span_id_findings(id))
}

/// A UUID v4 of these random bytes.
#[wasm_bindgen(js_name = executionId)]
pub fn execution_id(random: &Uint8Array) -> Result<String> {
    let random = random_bytes(&memory::bytes(random)?)?;
    Ok(llm_types::execution_id(random))
}

/// The shape of an execution id.
#[wasm_bindgen(js_name = classifyExecutionId)]
pub fn classify_execution_id(id: &str) -> String {
    llm_types::classify_execution_id(id).as_str().to_owned()
}

/// Rule ids about the spelling of an execution id.
#[wasm_bindgen(js_name = executionIdFindings)]
pub fn execution_id_findings(id: &str) -> Vec<String> {
    codes(llm_types::execution_id_findings(id))
}

/// The match id under a named scheme, `siphash` if none is named.
#[wasm_bindgen(js_name = matchId)]
pub fn match_id(
    scheme: Option<String>,
    name: &str,
    path: &str,
    start: f64,
    end: f64,
) -> Result<String> {
    let scheme = match scheme {
        Some(word) => word.parse()?,
        None => MatchIdScheme::default(),
    };
    let (start, end) = (offset(start, "start")?, offset(end, "end")?);
    Ok(llm_types::match_id_in(scheme, name, path, start, end)?)
}

/// The recipe of a match id.
#[wasm_bindgen(js_name = classifyMatchId)]
pub fn classify_match_id(id: &str, name: &str, path: &str, start: f64, end: f64) -> Result<String> {
    let (start, end) = (offset(start, "start")?, offset(end, "end")?);
    let kind = llm_types::classify_match_id(id, name, path, start, end);
    Ok(kind.as_str().to_owned())
}

/// The checksum of these bytes.
#[wasm_bindgen]
pub fn checksum(algorithm: Option<String>, bytes: &Uint8Array) -> Result<String> {
    let algorithm = self::algorithm(algorithm)?;
    Ok(llm_types::checksum_in(algorithm, memory::bytes(bytes)?))
}

/// The checksum of a range of these bytes.
#[wasm_bindgen(js_name = checksumRange)]
pub fn checksum_range(
    algorithm: Option<String>,
    bytes: &Uint8Array,
    start: f64,
    end: f64,
) -> Result<String> {
    let algorithm = self::algorithm(algorithm)?;
    let range = ByteRange::new(offset(start, "start")?, offset(end, "end")?)?;
    let bytes = memory::bytes(bytes)?;
    Ok(llm_types::checksum_range_in(algorithm, bytes, range)?)
}

/// Whether these bytes have this checksum.
#[wasm_bindgen(js_name = verifyChecksum)]
pub fn verify_checksum(text: &str, bytes: &Uint8Array) -> Result<bool> {
    Ok(llm_types::verify_checksum(text, memory::bytes(bytes)?)?)
}

/// What the text of a checksum is, as JSON text.
#[wasm_bindgen(js_name = classifyChecksum)]
pub fn classify_checksum(text: &str) -> Result<String> {
    error::json(&llm_types::classify_checksum(text))
}

fn codes(found: Vec<IdFinding>) -> Vec<String> {
    found.into_iter().map(|it| it.code().to_owned()).collect()
}

fn span_scheme(word: Option<String>) -> Result<SpanIdScheme> {
    Ok(match word {
        Some(word) => word.parse()?,
        None => SpanIdScheme::default(),
    })
}

fn algorithm(word: Option<String>) -> Result<ChecksumAlgorithm> {
    Ok(match word {
        Some(word) => word.parse()?,
        None => ChecksumAlgorithm::default(),
    })
}

/// The parts of a checksum that names its algorithm, as JSON text.
#[wasm_bindgen(js_name = parseChecksum)]
pub fn parse_checksum(text: &str) -> Result<String> {
    let checksum = llm_types::parse_checksum(text)?;
    error::json(&llm_types::classify_checksum(&checksum.to_string()))
}

/// The fingerprints of findings in one text, as JSON text.
#[wasm_bindgen]
pub fn fingerprints(text: &Uint8Array, places: &Uint8Array) -> Result<String> {
    let places = FindingPlace::list_from_json(&memory::bytes(places)?)?;
    let found = llm_types::fingerprints(&memory::bytes(text)?, &places)?;
    Ok(to_json_list(&found))
}

/// GitHub's hash of every line.
#[wasm_bindgen(js_name = lineHashes)]
pub fn line_hashes(text: &Uint8Array) -> Result<Vec<String>> {
    Ok(llm_types::line_hashes(&memory::bytes(text)?))
}
