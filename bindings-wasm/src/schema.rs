//! Schemas, and builders of envelopes.
//!
//! A draft crosses as JSON text, and so does what is made of it.

use js_sys::{Array, Uint8Array};
use llm_types::build::read_draft;
use llm_types::id::random_bytes;
use llm_types::{BuildOptions, Sources, Value};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::documents::shelf;
use crate::error::{self, Result};
use crate::memory;
use crate::number::moment;

/// The JSON Schema of a name.
#[wasm_bindgen]
pub fn schema(name: &str) -> Result<String> {
    Ok(llm_types::schema(name)?)
}

/// Every schema, as JSON text.
#[wasm_bindgen]
pub fn schemas() -> Result<String> {
    error::json(&llm_types::schemas())
}

/// A moment of RFC 3339.
#[wasm_bindgen]
pub fn timestamp(unix_millis: f64) -> Result<String> {
    Ok(llm_types::timestamp(moment(unix_millis, "moment")?)?)
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
        draft: &Uint8Array,
        unix_millis: f64,
        random: &Uint8Array,
        paths: Option<Vec<String>>,
        texts: &Array,
    ) -> Result<Self> {
        Ok(Self {
            draft: read_draft(&memory::document(draft)?)?,
            unix_millis: moment(unix_millis, "now")?,
            random: random_bytes(&memory::bytes(random)?)?,
            sources: paths.map(|paths| shelf(paths, texts)).transpose()?,
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
#[wasm_bindgen(js_name = writeCanonical)]
pub fn write_canonical(value: &Uint8Array) -> Result<String> {
    Ok(llm_types::write_canonical(&read_draft(&memory::document(
        value,
    )?)?))
}

/// A whole response of a draft.
#[wasm_bindgen(js_name = buildResponse)]
pub fn build_response(
    draft: &Uint8Array,
    unix_millis: f64,
    random: &Uint8Array,
    paths: Option<Vec<String>>,
    texts: &Array,
) -> Result<String> {
    let given = GivenDraft::parse(draft, unix_millis, random, paths, texts)?;
    Ok(llm_types::build_response(given.draft.clone(), &given.options())?.to_json())
}

/// A whole result of an operation, of a draft.
#[wasm_bindgen(js_name = buildOperationResult)]
pub fn build_operation_result(
    draft: &Uint8Array,
    unix_millis: f64,
    random: &Uint8Array,
    paths: Option<Vec<String>>,
    texts: &Array,
) -> Result<String> {
    let given = GivenDraft::parse(draft, unix_millis, random, paths, texts)?;
    Ok(llm_types::build_operation_result(given.draft.clone(), &given.options())?.to_json())
}
