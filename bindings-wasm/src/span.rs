//! Spans. One crosses as the JSON text of its wire members, both ways.

use llm_types::{ByteRange, Error, Span};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::error::{self, Result, Thrown};
use crate::number::{member, offset, signed};
use crate::text::LineIndex;

/// A span without coordinates.
#[wasm_bindgen(js_name = spanWithoutText)]
pub fn span_without_text(path: String, start: f64, end: f64) -> Result<String> {
    error::json(&Span::without_text(path, range(start, end)?)?)
}

/// The members that say where a span starts and ends, as pointers.
const PLACES: [&str; 4] = ["/start_line", "/start_col", "/end_line", "/end_col"];

/// A span of the members that a document states.
#[wasm_bindgen(js_name = spanFromMembers)]
pub fn span_from_members(
    path: String,
    start: f64,
    end: f64,
    coordinates: Vec<wasm_bindgen::JsValue>,
    span_id: Option<String>,
) -> Result<String> {
    let (start, end) = (member(start, "/byte_start")?, member(end, "/byte_end")?);
    let mut places = [None; 4];
    for ((slot, place), pointer) in places.iter_mut().zip(coordinates).zip(PLACES) {
        let place = place.as_f64();
        *slot = place.map(|place| member(place, pointer)).transpose()?;
    }
    error::json(&Span::from_members(path, start, end, places, span_id)?)
}

/// Whether both point at the same bytes.
#[wasm_bindgen(js_name = spanSamePlace)]
pub fn span_same_place(span: &str, other: &str) -> Result<bool> {
    Ok(parse(span)?.same_place(&parse(other)?))
}

/// Whether the other lies within the span.
#[wasm_bindgen(js_name = spanContains)]
pub fn span_contains(span: &str, other: &str) -> Result<bool> {
    Ok(parse(span)?.contains(&parse(other)?))
}

/// −1, 0 or 1: by path, start, end.
#[wasm_bindgen(js_name = spanCompare)]
pub fn span_compare(span: &str, other: &str) -> Result<i32> {
    Ok(parse(span)?.cmp(&parse(other)?) as i32)
}

/// What both have in common.
#[wasm_bindgen(js_name = spanIntersect)]
pub fn span_intersect(span: &str, other: &str) -> Result<Option<String>> {
    let common = parse(span)?.intersect(&parse(other)?)?;
    common.map(|span| error::json(&span)).transpose()
}

/// The span moved by so many bytes.
#[wasm_bindgen(js_name = spanShift)]
pub fn span_shift(span: &str, bytes: f64) -> Result<String> {
    error::json(&parse(span)?.shift(signed(bytes, "bytes")?)?)
}

/// What is wrong with the id, as JSON text.
#[wasm_bindgen(js_name = spanCheckId)]
pub fn span_check_id(span: &str) -> Result<String> {
    error::json(&parse(span)?.check_id())
}

#[wasm_bindgen]
impl LineIndex {
    /// A span with its coordinates in this text.
    pub fn span(&self, path: String, start: f64, end: f64) -> Result<String> {
        error::json(&Span::new(path, range(start, end)?, &self.index)?)
    }

    /// What this text says against a span, as JSON text.
    #[wasm_bindgen(js_name = checkSpan)]
    pub fn check_span(&self, span: &str) -> Result<String> {
        error::json(&parse(span)?.check(&self.index))
    }
}

fn range(start: f64, end: f64) -> Result<ByteRange> {
    Ok(ByteRange::new(
        offset(start, "start")?,
        offset(end, "end")?,
    )?)
}

fn parse(span: &str) -> Result<Span> {
    serde_json::from_str(span).map_err(|failure| {
        Thrown::from(Error::WrongType {
            expected: "a span",
            found: failure.to_string(),
        })
    })
}
