//! `llm-types positions`: one place of a text in every encoding.

use std::fmt::Write as _;

use llm_types::PositionEncoding::{Utf8, Utf16, Utf32};
use llm_types::{LineIndex, LineIndexOptions, Position, TextError};
use serde::Serialize;

use crate::args::{Format, Positions};
use crate::excerpt::Excerpt;
use crate::failure::Failure;
use crate::input::Input;
use crate::output::{self, Status};
use crate::style;

/// One place. Numbers that need decoding are absent where the text is not UTF-8.
#[derive(Serialize)]
struct Found {
    byte_offset: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    utf16_offset: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    utf32_offset: Option<u64>,
    /// From 1.
    line: u64,
    column_utf8: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    column_utf16: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column_utf32: Option<u64>,
    terminators: String,
}

pub(super) fn run(args: &Positions, format: Format) -> Result<Status, Failure> {
    let input = Input::read(args.file.as_deref())?;
    let options = LineIndexOptions {
        terminators: args.terminators.clone(),
        bom: args.bom,
        ..LineIndexOptions::default()
    };
    let index = LineIndex::with_options(input.bytes.as_slice(), &options);
    let offset = place(args, &index).map_err(|error| refusal(error, &input))?;
    let found = look_up(&index, offset, args).map_err(|error| refusal(error, &input))?;
    output::result(format, &found, || human(&found, &input, &index))?;
    Ok(Status::Success)
}

/// The byte offset that was asked for.
fn place(args: &Positions, index: &LineIndex<'_>) -> Result<u64, TextError> {
    if let Some((line, column)) = args.line.zip(args.column) {
        let position = Position::new(line.saturating_sub(1), column);
        return if args.clamp {
            Ok(index.offset_clamped(position, args.encoding))
        } else {
            index.offset(position, args.encoding)
        };
    }
    let offset = args.offset.unwrap_or_default();
    if args.clamp {
        // Beyond the end is the end; inside a character is its start.
        let offset = offset.min(index.len_in(args.encoding));
        let convert = |offset| index.convert_offset(offset, args.encoding, Utf8);
        return match convert(offset) {
            Err(
                TextError::NotCharBoundary { floor, .. } | TextError::SplitSurrogate { floor, .. },
            ) => Ok(floor),
            other => other,
        };
    }
    index.convert_offset(offset, args.encoding, Utf8)
}

/// The refusal in the numbers of the command line: the core counts lines from 0, users from 1.
fn refusal(error: TextError, input: &Input) -> Failure {
    let message = match &error {
        TextError::LineOutOfRange { line, line_count } => {
            let line = line.saturating_add(1);
            format!("there is no line {line}; the text has {line_count}, counted from 1")
        }
        TextError::ColOutOfRange {
            line,
            column,
            first,
            last,
        } => {
            let line = line.saturating_add(1);
            format!("line {line} has no column {column}; its columns are {first} to {last}")
        }
        _ => return Failure::about(error, input),
    };
    Failure::worded(error, message)
}

fn look_up(index: &LineIndex<'_>, offset: u64, args: &Positions) -> Result<Found, TextError> {
    let clamped = index.position_clamped(offset, Utf8);
    // One between CR and LF is clamped to the place before both.
    let byte_offset = if args.clamp && index.position(offset, Utf8) != Ok(clamped) {
        index.offset_clamped(clamped, Utf8)
    } else {
        offset
    };
    let at = |encoding| {
        if args.clamp {
            Ok(index.position_clamped(byte_offset, encoding))
        } else {
            index.position(byte_offset, encoding)
        }
    };
    let column = |encoding| at(encoding).map(|position| position.column).ok();
    let offset = |encoding| index.convert_offset(byte_offset, Utf8, encoding).ok();
    let bytes = at(Utf8)?;
    Ok(Found {
        byte_offset,
        utf16_offset: offset(Utf16),
        utf32_offset: offset(Utf32),
        line: bytes.line + 1,
        column_utf8: bytes.column,
        column_utf16: column(Utf16),
        column_utf32: column(Utf32),
        terminators: args.terminators.as_str().into(),
    })
}

fn human(found: &Found, input: &Input, index: &LineIndex<'_>) -> String {
    let (strong, faint) = (style::STRONG, style::FAINT);
    let mut table = format!(
        "{strong}{:<8} {:>12} {:>8} {:>8}{strong:#}\n",
        "encoding", "offset", "line", "column"
    );
    for (encoding, offset, column) in [
        (Utf8, Some(found.byte_offset), Some(found.column_utf8)),
        (Utf16, found.utf16_offset, found.column_utf16),
        (Utf32, found.utf32_offset, found.column_utf32),
    ] {
        let shown = |number: Option<u64>| number.map_or("-".into(), |number| number.to_string());
        // Writing to a String cannot fail, here and below.
        let _ = writeln!(
            table,
            "{:<8} {:>12} {:>8} {:>8}",
            encoding.as_str(),
            shown(offset),
            found.line,
            shown(column)
        );
    }
    let _ = writeln!(
        table,
        "{faint}offsets and columns from 0, lines from 1{faint:#}\n"
    );
    let end = index
        .ceil_char_boundary(found.byte_offset + 1)
        .unwrap_or(found.byte_offset);
    let place = Excerpt::new(&input.name, index, found.byte_offset, end);
    table + &place.render("-->", place.margin(), None, style::GOOD)
}
