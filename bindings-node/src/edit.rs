//! Edits: a text and a request in, the new text and what became of it out.
//!
//! Texts cross as bytes, requests and options as JSON text, many offsets as one typed
//! array. An offset that is gone is `NaN` in it.

use llm_types::parts::{EditColumns, EditParts, carried_columns};
use llm_types::{Bias, EditOptions, EditOutcome, EditedFile, EditedText, PlanOptions};
use napi::bindgen_prelude::{
    Env, Float64Array, Float64ArraySlice, TypedArray, Uint8Array, Uint8ArraySlice,
};
use napi_derive::napi;

use crate::documents::{DocumentOptions, ReadLimits, limits, shelf};
use crate::error::{Result, failed, thrown};
use crate::number::{Checked, Numbers, double, offset};

/// A text after edits, and its outcome.
#[napi(object, object_from_js = false)]
pub struct Edited<'env> {
    /// The text.
    pub text: Uint8ArraySlice<'env>,
    /// The outcome, as JSON text, with no stretches in its map and without the parts that
    /// follow.
    pub outcome: String,
    /// Its list of edits, as JSON text, if it is long.
    pub edits: Option<String>,
    /// The edits of its inverse, likewise.
    pub inverse_edits: Option<String>,
    /// The stretches of the map: there may be very many, and few callers look at them.
    pub stretches: Float64ArraySlice<'env>,
}

/// Texts after edits, and their plan.
#[napi(object, object_from_js = false)]
pub struct Planned<'env> {
    /// The texts, in the order of the files; null where there is none.
    pub texts: Vec<Option<Uint8ArraySlice<'env>>>,
    /// The plan, as JSON text, with no stretches in its maps.
    pub plan: String,
    /// The stretches of each map, in the order of the files.
    pub stretches: Vec<Float64ArraySlice<'env>>,
}

/// A request whose edits come member by member.
#[napi(object, object_to_js = false)]
pub struct Columns {
    /// JSON text of the request, with no edits in its list.
    pub rest: String,
    /// The member that is the list; empty if the request is the list itself.
    pub list: String,
    /// The paths of the members.
    pub names: Vec<String>,
    /// Which of them are texts.
    pub are_texts: Vec<bool>,
    /// The numbers, and of the texts the lengths in code units, column after column.
    pub numbers: Float64Array,
    /// All texts in UTF-8, column after column.
    pub texts: Uint8Array,
}

/// One text with the edits of a request.
#[napi(catch_unwind)]
pub fn apply_edits<'env>(
    env: &'env Env,
    text: &[u8],
    request: &[u8],
    options: &[u8],
    base: Option<Uint8Array>,
    read: Option<ReadLimits>,
) -> Result<Edited<'env>> {
    let mut options = EditOptions::from_json(options).map_err(thrown)?;
    options.read = limits(read)?;
    options.base = base.as_deref();
    let edited = llm_types::apply_edits(text, request, &options).map_err(thrown)?;
    given(env, edited)
}

/// One text with the edits of a request that comes member by member; nothing, if it
/// has to come as JSON text.
#[napi(catch_unwind)]
pub fn apply_edit_columns<'env>(
    env: &'env Env,
    text: &[u8],
    columns: Columns,
    options: &[u8],
    base: Option<Uint8Array>,
    read: Option<ReadLimits>,
) -> Result<Option<Edited<'env>>> {
    let mut options = EditOptions::from_json(options).map_err(thrown)?;
    options.read = limits(read)?;
    options.base = base.as_deref();
    let Ok(texts) = std::str::from_utf8(&columns.texts) else {
        return Ok(None);
    };
    let names = columns.names.iter().map(String::as_str);
    let columns = EditColumns {
        rest: columns.rest.as_bytes(),
        list: &columns.list,
        names: names.zip(columns.are_texts.iter().copied()).collect(),
        numbers: &columns.numbers,
        texts,
    };
    let edited = columns.apply(text, &options);
    edited.map(|edited| given(env, edited)).transpose()
}

/// Gives a result to the host, in its own memory: what stays in ours is not freed before
/// the event loop turns, and a program need not let it turn.
fn given(env: &Env, mut edited: EditedText) -> Result<Edited<'_>> {
    let (text, stretches) = (copied(env, &edited.text)?, taken(env, &mut edited.outcome)?);
    let EditParts {
        head,
        edits,
        inverse_edits,
    } = edited.outcome.into();
    Ok(Edited {
        text,
        stretches,
        outcome: head,
        edits,
        inverse_edits,
    })
}

/// Several texts with the edits of a request.
#[napi(catch_unwind)]
#[allow(
    clippy::too_many_arguments,
    reason = "paths and texts cross in lists of their own, and the facade alone calls it"
)]
pub fn plan_edits<'env>(
    env: &'env Env,
    paths: Vec<String>,
    texts: Vec<Uint8Array>,
    request: &[u8],
    options: &[u8],
    base_paths: Vec<String>,
    base_texts: Vec<Uint8Array>,
    read: Option<ReadLimits>,
) -> Result<Planned<'env>> {
    let sources = shelf(paths, &texts);
    let bases = shelf(base_paths, &base_texts);
    let mut options = PlanOptions::from_json(options).map_err(thrown)?;
    options.read = limits(read)?;
    options.bases = Some(&bases);
    let mut planned = llm_types::plan_edits(&sources, request, &options).map_err(thrown)?;
    let files = planned.plan.files.iter_mut();
    let texts = planned.texts.into_iter();
    Ok(Planned {
        stretches: files.map(|file| taken(env, file)).collect::<Result<_>>()?,
        texts: texts
            .map(|text| text.map(|text| copied(env, &text)).transpose())
            .collect::<Result<_>>()?,
        plan: planned.plan.to_json(),
    })
}

/// The paths of the files that a request would change.
#[napi(catch_unwind)]
pub fn edited_paths(
    request: &[u8],
    options: &[u8],
    read: Option<ReadLimits>,
) -> Result<Vec<String>> {
    let mut options = PlanOptions::from_json(options).map_err(thrown)?;
    options.read = limits(read)?;
    llm_types::edited_paths(request, &options).map_err(thrown)
}

/// Takes the stretches out of the map of an outcome.
fn taken<'env>(env: &'env Env, outcome: &mut EditOutcome) -> Result<Float64ArraySlice<'env>> {
    let stretches = core::mem::take(&mut outcome.map.stretches);
    let stretches: Vec<f64> = stretches.iter().copied().map(double).collect();
    Float64ArraySlice::copy_from(env, stretches).map_err(|error| failed(&error))
}

fn copied<'env>(env: &'env Env, text: &[u8]) -> Result<Uint8ArraySlice<'env>> {
    Uint8ArraySlice::copy_from(env, text).map_err(|error| failed(&error))
}

/// The envelope of a document whose spans went along with edits.
#[napi(catch_unwind)]
pub fn carry_spans(
    document: &[u8],
    paths: Vec<String>,
    maps: Vec<String>,
    texts: Vec<Uint8Array>,
    checksums_before: Vec<Option<String>>,
    options: Option<DocumentOptions>,
) -> Result<String> {
    let options = DocumentOptions::given(options)?.carrying();
    let maps = maps.iter().map(|map| position_map(map.as_bytes()));
    let maps: Vec<llm_types::PositionMap> = maps.collect::<Result<_>>()?;
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
    let carried = llm_types::carry_spans(document, &files, &options);
    Ok(carried.map_err(thrown)?.to_json())
}

fn position_map(map: &[u8]) -> Result<llm_types::PositionMap> {
    llm_types::PositionMap::from_json(map).map_err(thrown)
}

/// Where the offsets of a text went.
#[napi]
pub struct PositionMap {
    map: llm_types::PositionMap,
}

#[napi]
impl PositionMap {
    /// The map of an outcome, as JSON text.
    #[napi(constructor, catch_unwind)]
    pub fn new(data: &[u8]) -> Result<Self> {
        Ok(Self {
            map: position_map(data)?,
        })
    }

    /// The map as JSON text.
    #[napi(catch_unwind)]
    pub fn data(&self) -> String {
        self.map.to_data().to_json()
    }

    /// The way back.
    #[must_use]
    #[napi(catch_unwind)]
    pub fn inverse(&self) -> Self {
        Self {
            map: self.map.inverse(),
        }
    }

    /// Where one offset went.
    #[napi(catch_unwind)]
    pub fn carry(&self, at: f64, bias: String) -> Result<Option<f64>> {
        let bias: Bias = bias.parse().map_err(thrown)?;
        let carried = self
            .map
            .carry(offset(at, "offset")?, bias)
            .map_err(thrown)?;
        Ok(carried.map(double))
    }

    /// Where many offsets went.
    #[napi(catch_unwind)]
    pub fn carry_many(&self, offsets: TypedArray<'_>, bias: String) -> Result<Float64Array> {
        let bias: Bias = bias.parse().map_err(thrown)?;
        let mut found = Vec::new();
        let carried = self
            .map
            .carry_each(Numbers::of(&offsets)?.either(), bias, |at| {
                found.push(at.map_or(f64::NAN, double));
            });
        carried.map_err(thrown)?;
        Ok(Float64Array::new(found))
    }

    /// Where one range went: start, end, and 1 if its text is another now.
    #[napi(catch_unwind)]
    pub fn carry_range(&self, start: f64, end: f64) -> Result<Option<Vec<f64>>> {
        let range = llm_types::ByteRange::new(offset(start, "start")?, offset(end, "end")?)
            .map_err(thrown)?;
        let carried = self.map.carry_range(range).map_err(thrown)?;
        Ok(carried.map(|it| it.to_numbers().map(double).to_vec()))
    }

    /// Where many ranges went: all starts, all ends, then 1 for each whose text is
    /// another now.
    #[napi(catch_unwind)]
    pub fn carry_ranges(
        &self,
        starts: TypedArray<'_>,
        ends: TypedArray<'_>,
    ) -> Result<Float64Array> {
        let starts: Vec<Checked<u64>> = Numbers::of(&starts)?.either().collect();
        let ends: Vec<Checked<u64>> = Numbers::of(&ends)?.either().collect();
        let ranges = starts.into_iter().zip(ends);
        let found = carried_columns(&self.map, ranges, f64::NAN, double).map_err(thrown)?;
        Ok(Float64Array::new(found))
    }
}
