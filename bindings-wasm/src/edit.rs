//! Edits: a text and a request in, the new text and what became of it out.
//!
//! Texts cross as bytes, requests and options as JSON text, many offsets as one typed
//! array. An offset that is gone is `NaN` in it.

use js_sys::{Array, Float64Array, Uint8Array};
use llm_types::parts::{EditParts, carried_columns};
use llm_types::{Bias, EditOptions, EditOutcome, EditedFile, PlanOptions};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::documents::{given, limits, shelf};
use crate::error::Result;
use crate::memory;
use crate::number::{Checked, Numbers, double, offset};

/// A text after edits, and its outcome.
#[wasm_bindgen(getter_with_clone)]
pub struct Edited {
    /// The text.
    pub text: Uint8Array,
    /// The outcome, as JSON text, with no stretches in its map and without the parts that
    /// follow.
    pub outcome: String,
    /// Its list of edits, as JSON text, if it is long.
    pub edits: Option<String>,
    /// The edits of its inverse, likewise.
    #[wasm_bindgen(js_name = inverseEdits)]
    pub inverse_edits: Option<String>,
    /// The stretches of the map: there may be very many, and few callers look at them.
    pub stretches: Float64Array,
}

/// Texts after edits, and their plan.
#[wasm_bindgen(getter_with_clone)]
pub struct Planned {
    /// The texts, in the order of the files; null where there is none.
    pub texts: Array,
    /// The plan, as JSON text, with no stretches in its maps.
    pub plan: String,
    /// The stretches of each map, in the order of the files.
    pub stretches: Array,
}

/// One text with the edits of a request.
#[wasm_bindgen(js_name = applyEdits)]
pub fn apply_edits(
    text: &Uint8Array,
    request: &Uint8Array,
    options: &Uint8Array,
    base: Option<Uint8Array>,
    read: JsValue,
) -> Result<Edited> {
    let options = memory::bytes(options)?;
    let base = base.as_ref().map(memory::bytes).transpose()?;
    let mut options = EditOptions::from_json(&options)?;
    options.read = limits(read)?;
    options.base = base.as_deref();
    let (text, request) = (memory::bytes(text)?, memory::bytes(request)?);
    let mut edited = llm_types::apply_edits(&text, &request, &options)?;
    let stretches = taken(&mut edited.outcome);
    let EditParts {
        head,
        edits,
        inverse_edits,
    } = edited.outcome.into();
    Ok(Edited {
        stretches,
        text: Uint8Array::from(edited.text.as_slice()),
        outcome: head,
        edits,
        inverse_edits,
    })
}

/// Several texts with the edits of a request.
#[wasm_bindgen(js_name = planEdits)]
pub fn plan_edits(
    paths: Vec<String>,
    texts: &Array,
    request: &Uint8Array,
    options: &Uint8Array,
    base_paths: Vec<String>,
    base_texts: &Array,
    read: JsValue,
) -> Result<Planned> {
    let sources = shelf(paths, texts)?;
    let bases = shelf(base_paths, base_texts)?;
    let options = memory::bytes(options)?;
    let mut options = PlanOptions::from_json(&options)?;
    options.read = limits(read)?;
    options.bases = Some(&bases);
    let request = memory::bytes(request)?;
    let mut planned = llm_types::plan_edits(&sources, &request, &options)?;
    let stretches = planned.plan.files.iter_mut().map(taken);
    let stretches = stretches.map(JsValue::from).collect();
    let texts = planned.texts.iter();
    Ok(Planned {
        stretches,
        texts: texts
            .map(|text| match text {
                Some(text) => Uint8Array::from(text.as_slice()).into(),
                None => JsValue::NULL,
            })
            .collect(),
        plan: planned.plan.to_json(),
    })
}

/// The paths of the files that a request would change.
#[wasm_bindgen(js_name = editedPaths)]
pub fn edited_paths(
    request: &Uint8Array,
    options: &Uint8Array,
    read: JsValue,
) -> Result<Vec<String>> {
    let mut options = PlanOptions::from_json(&memory::bytes(options)?)?;
    options.read = limits(read)?;
    Ok(llm_types::edited_paths(&memory::bytes(request)?, &options)?)
}

/// Takes the stretches out of the map of an outcome.
fn taken(outcome: &mut EditOutcome) -> Float64Array {
    let stretches = core::mem::take(&mut outcome.map.stretches);
    let stretches: Vec<f64> = stretches.iter().copied().map(double).collect();
    Float64Array::from(stretches.as_slice())
}

/// The envelope of a document whose spans went along with edits.
#[wasm_bindgen(js_name = carrySpans)]
pub fn carry_spans(
    document: &Uint8Array,
    paths: Vec<String>,
    maps: Vec<String>,
    texts: &Array,
    checksums_before: Vec<JsValue>,
    options: JsValue,
) -> Result<String> {
    let options = given(options)?.carrying();
    let maps = maps.iter().map(|map| position_map(map.as_bytes()));
    let maps: Vec<llm_types::PositionMap> = maps.collect::<Result<_>>()?;
    let texts = texts.iter().map(|text| memory::bytes(&text.into()));
    let texts: Vec<Vec<u8>> = texts.collect::<Result<_>>()?;
    let checksums_before = checksums_before.iter().map(JsValue::as_string);
    let checksums_before: Vec<Option<String>> = checksums_before.collect();
    let files: Vec<EditedFile<'_>> = paths
        .iter()
        .zip(&maps)
        .zip(&texts)
        .zip(&checksums_before)
        .map(|(((path, map), text), before)| EditedFile {
            path,
            map,
            text,
            checksum_before: before.as_deref(),
        })
        .collect();
    let document = memory::document(document)?;
    Ok(llm_types::carry_spans(&document, &files, &options)?.to_json())
}

fn position_map(map: &[u8]) -> Result<llm_types::PositionMap> {
    Ok(llm_types::PositionMap::from_json(map)?)
}

/// Where the offsets of a text went.
#[wasm_bindgen]
pub struct PositionMap {
    map: llm_types::PositionMap,
}

#[wasm_bindgen]
impl PositionMap {
    /// The map of an outcome, as JSON text.
    #[wasm_bindgen(constructor)]
    pub fn new(data: &Uint8Array) -> Result<PositionMap> {
        let map = position_map(&memory::bytes(data)?)?;
        Ok(Self { map })
    }

    /// The map as JSON text.
    pub fn data(&self) -> String {
        self.map.to_data().to_json()
    }

    /// The way back.
    #[must_use]
    pub fn inverse(&self) -> PositionMap {
        Self {
            map: self.map.inverse(),
        }
    }

    /// Where one offset went.
    pub fn carry(&self, at: f64, bias: &str) -> Result<Option<f64>> {
        let bias: Bias = bias.parse()?;
        Ok(self.map.carry(offset(at, "offset")?, bias)?.map(double))
    }

    /// Where many offsets went.
    #[wasm_bindgen(js_name = carryMany)]
    pub fn carry_many(&self, offsets: &JsValue, bias: &str) -> Result<Float64Array> {
        let bias: Bias = bias.parse()?;
        let mut found = Vec::new();
        self.map
            .carry_each(Numbers::of(offsets)?.either(), bias, |at| {
                found.push(at.map_or(f64::NAN, double));
            })?;
        Ok(Float64Array::from(found.as_slice()))
    }

    /// Where one range went: start, end, and 1 if its text is another now.
    #[wasm_bindgen(js_name = carryRange)]
    pub fn carry_range(&self, start: f64, end: f64) -> Result<Option<Vec<f64>>> {
        let range = llm_types::ByteRange::new(offset(start, "start")?, offset(end, "end")?)?;
        let carried = self.map.carry_range(range)?;
        Ok(carried.map(|it| it.to_numbers().map(double).to_vec()))
    }

    /// Where many ranges went: all starts, all ends, then 1 for each whose text is
    /// another now.
    #[wasm_bindgen(js_name = carryRanges)]
    pub fn carry_ranges(&self, starts: &JsValue, ends: &JsValue) -> Result<Float64Array> {
        let starts: Vec<Checked<u64>> = Numbers::of(starts)?.either().collect();
        let ends: Vec<Checked<u64>> = Numbers::of(ends)?.either().collect();
        let ranges = starts.into_iter().zip(ends);
        let found = carried_columns(&self.map, ranges, f64::NAN, double)?;
        Ok(Float64Array::from(found.as_slice()))
    }
}
