//! Schemas, and builders of envelopes.
//!
//! A draft crosses as JSON text, and so does what is made of it.

use llm_types::build::read_draft;
use llm_types::id::random_bytes;
use llm_types::{BuildOptions, Sources, Value};
use napi::bindgen_prelude::Uint8Array;
use napi_derive::napi;

use crate::documents::shelf;
use crate::error::{self, Result, thrown};
use crate::number::moment;

/// The JSON Schema of a name.
#[napi(catch_unwind)]
pub fn schema(name: String) -> Result<String> {
    llm_types::schema(&name).map_err(thrown)
}

/// Every schema, as JSON text.
#[napi(catch_unwind)]
pub fn schemas() -> Result<String> {
    error::json(&llm_types::schemas())
}

/// A moment of RFC 3339.
#[napi(catch_unwind)]
pub fn timestamp(unix_millis: f64) -> Result<String> {
    llm_types::timestamp(moment(unix_millis, "moment")?).map_err(thrown)
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
        unix_millis: f64,
        random: &[u8],
        paths: Option<Vec<String>>,
        texts: Vec<Uint8Array>,
    ) -> Result<Self> {
        Ok(Self {
            draft: read_draft(draft).map_err(thrown)?,
            unix_millis: moment(unix_millis, "now")?,
            random: random_bytes(random).map_err(thrown)?,
            sources: paths.map(|paths| shelf(paths, &texts)),
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
#[napi(catch_unwind)]
pub fn write_canonical(value: &[u8]) -> Result<String> {
    Ok(llm_types::write_canonical(
        &read_draft(value).map_err(thrown)?,
    ))
}

/// A whole response of a draft.
#[napi(catch_unwind)]
pub fn build_response(
    draft: &[u8],
    unix_millis: f64,
    random: &[u8],
    paths: Option<Vec<String>>,
    texts: Vec<Uint8Array>,
) -> Result<String> {
    let given = GivenDraft::parse(draft, unix_millis, random, paths, texts)?;
    let built = llm_types::build_response(given.draft.clone(), &given.options()).map_err(thrown)?;
    Ok(built.to_json())
}

/// A whole result of an operation, of a draft.
#[napi(catch_unwind)]
pub fn build_operation_result(
    draft: &[u8],
    unix_millis: f64,
    random: &[u8],
    paths: Option<Vec<String>>,
    texts: Vec<Uint8Array>,
) -> Result<String> {
    let given = GivenDraft::parse(draft, unix_millis, random, paths, texts)?;
    let built =
        llm_types::build_operation_result(given.draft.clone(), &given.options()).map_err(thrown)?;
    Ok(built.to_json())
}
