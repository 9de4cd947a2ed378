//! Spans. One crosses as the JSON text of its wire members, both ways.

use llm_types::{ByteRange, Span};
use napi_derive::napi;

use crate::error::{self, Result, thrown};
use crate::number::{member, offset, signed};
use crate::text::LineIndex;

/// A span without coordinates.
#[napi(catch_unwind)]
pub fn span_without_text(path: String, start: f64, end: f64) -> Result<String> {
    error::json(&Span::without_text(path, range(start, end)?).map_err(thrown)?)
}

/// The members that say where a span starts and ends, as pointers.
const PLACES: [&str; 4] = ["/start_line", "/start_col", "/end_line", "/end_col"];

/// A span of the members that a document states.
#[napi(catch_unwind)]
pub fn span_from_members(
    path: String,
    start: f64,
    end: f64,
    coordinates: Vec<Option<f64>>,
    span_id: Option<String>,
) -> Result<String> {
    let (start, end) = (member(start, "/byte_start")?, member(end, "/byte_end")?);
    let mut places = [None; 4];
    for ((slot, place), pointer) in places.iter_mut().zip(coordinates).zip(PLACES) {
        *slot = place.map(|place| member(place, pointer)).transpose()?;
    }
    let span = Span::from_members(path, start, end, places, span_id);
    error::json(&span.map_err(thrown)?)
}

/// Whether both point at the same bytes.
#[napi(catch_unwind)]
pub fn span_same_place(span: String, other: String) -> Result<bool> {
    Ok(parse(&span)?.same_place(&parse(&other)?))
}

/// Whether the other lies within the span.
#[napi(catch_unwind)]
pub fn span_contains(span: String, other: String) -> Result<bool> {
    Ok(parse(&span)?.contains(&parse(&other)?))
}

/// −1, 0 or 1: by path, start, end.
#[napi(catch_unwind)]
pub fn span_compare(span: String, other: String) -> Result<i32> {
    Ok(parse(&span)?.cmp(&parse(&other)?) as i32)
}

/// What both have in common.
#[napi(catch_unwind)]
pub fn span_intersect(span: String, other: String) -> Result<Option<String>> {
    let common = parse(&span)?.intersect(&parse(&other)?).map_err(thrown)?;
    common.map(|span| error::json(&span)).transpose()
}

/// The span moved by so many bytes.
#[napi(catch_unwind)]
pub fn span_shift(span: String, bytes: f64) -> Result<String> {
    error::json(
        &parse(&span)?
            .shift(signed(bytes, "bytes")?)
            .map_err(thrown)?,
    )
}

/// What is wrong with the id, as JSON text.
#[napi(catch_unwind)]
pub fn span_check_id(span: String) -> Result<String> {
    error::json(&parse(&span)?.check_id())
}

#[napi]
impl LineIndex {
    /// A span with its coordinates in this text.
    #[napi(catch_unwind)]
    pub fn span(&self, path: String, start: f64, end: f64) -> Result<String> {
        error::json(&Span::new(path, range(start, end)?, &self.index).map_err(thrown)?)
    }

    /// What this text says against a span, as JSON text.
    #[napi(catch_unwind)]
    pub fn check_span(&self, span: String) -> Result<String> {
        error::json(&parse(&span)?.check(&self.index))
    }
}

fn range(start: f64, end: f64) -> Result<ByteRange> {
    ByteRange::new(offset(start, "start")?, offset(end, "end")?).map_err(thrown)
}

fn parse(span: &str) -> Result<Span> {
    serde_json::from_str(span).map_err(|failure| {
        thrown(llm_types::Error::WrongType {
            expected: "a span",
            found: failure.to_string(),
        })
    })
}
