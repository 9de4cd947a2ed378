//! A span as JSON has it: flat, with the members in the order of Magellan.

use alloc::format;
use alloc::string::String;

use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
pub(super) struct Flat {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    span_id: Option<String>,
    file_path: String,
    byte_start: u64,
    byte_end: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    start_line: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    start_col: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    end_line: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    end_col: Option<u64>,
}

impl From<super::Span> for Flat {
    fn from(span: super::Span) -> Self {
        let at = span.coordinates;
        Self {
            span_id: span.span_id,
            file_path: span.file_path,
            byte_start: span.range.start(),
            byte_end: span.range.end(),
            start_line: at.map(|at| at.start_line),
            start_col: at.map(|at| at.start_col),
            end_line: at.map(|at| at.end_line),
            end_col: at.map(|at| at.end_col),
        }
    }
}

impl TryFrom<Flat> for super::Span {
    /// Serde wants a sentence; it begins with the code.
    type Error = String;

    fn try_from(span: Flat) -> Result<Self, String> {
        let coordinates = [span.start_line, span.start_col, span.end_line, span.end_col];
        Self::from_members(
            span.file_path,
            span.byte_start,
            span.byte_end,
            coordinates,
            span.span_id,
        )
        .map_err(|error| format!("{}: {error}", error.code()))
    }
}
