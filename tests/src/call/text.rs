//! The verbs on positions in text.

use llm_types::{ByteRange, LineIndex, LineIndexOptions, Position, PositionEncoding};
use serde_json::{Value, json};

use super::{Failure, Input, Outcome, number, unsayable};

pub(super) fn call(call: &str, input: &Input<'_>) -> Option<Outcome> {
    Some(match call {
        "position" => position(input),
        "position_clamped" => index(input).and_then(|index| {
            let offset = input.number("offset")?;
            Ok(place(
                index.position_clamped(offset, input.word("encoding")?),
            ))
        }),
        "position_rounded" => index(input).and_then(|index| {
            let (offset, encoding) = (input.number("offset")?, input.word("encoding")?);
            Ok(place(index.position_rounded(
                offset,
                encoding,
                input.word("rounding")?,
            )?))
        }),
        "offset" => index(input)
            .and_then(|index| Ok(json!(index.offset(asked(input)?, input.word("encoding")?)?))),
        "offset_clamped" => index(input).and_then(|index| {
            Ok(json!(
                index.offset_clamped(asked(input)?, input.word("encoding")?)
            ))
        }),
        "offset_rounded" => index(input).and_then(|index| {
            let (encoding, rounding) = (input.word("encoding")?, input.word("rounding")?);
            Ok(json!(index.offset_rounded(
                asked(input)?,
                encoding,
                rounding
            )?))
        }),
        "positions" => index(input).and_then(|index| {
            let offsets = input.numbers("offsets")?;
            Ok(pairs(&index.positions(&offsets, input.word("encoding")?)?))
        }),
        "positions_clamped" => index(input).and_then(|index| {
            let offsets = input.numbers("offsets")?;
            Ok(pairs(
                &index.positions_clamped(&offsets, input.word("encoding")?),
            ))
        }),
        "offsets" => index(input).and_then(|index| {
            let positions = input.positions("positions")?;
            Ok(json!(index.offsets(&positions, input.word("encoding")?)?))
        }),
        "offsets_clamped" => index(input).and_then(|index| {
            let positions = input.positions("positions")?;
            Ok(json!(
                index.offsets_clamped(&positions, input.word("encoding")?)
            ))
        }),
        "convert_offset" => index(input).and_then(|index| {
            let (from, to) = (input.word("from")?, input.word("to")?);
            Ok(json!(index.convert_offset(
                input.number("offset")?,
                from,
                to
            )?))
        }),
        "convert_offsets" => index(input).and_then(|index| {
            let (from, to) = (input.word("from")?, input.word("to")?);
            Ok(json!(index.convert_offsets(
                &input.numbers("offsets")?,
                from,
                to
            )?))
        }),
        "line_count" => index(input).map(|index| json!(index.line_count())),
        "line_range" => {
            index(input).and_then(|index| Ok(bounds(index.line_range(input.number("line")?)?)))
        }
        "line_content_range" => index(input)
            .and_then(|index| Ok(bounds(index.line_content_range(input.number("line")?)?))),
        "lines_range" => index(input).and_then(|index| {
            let (first, last) = (input.number("first")?, input.number("last")?);
            Ok(bounds(index.lines_range(
                first,
                last,
                input.word("whole")?,
            )?))
        }),
        "range_positions" => index(input).and_then(|index| {
            let (encoding, rule) = (input.word("encoding")?, input.word("end_rule")?);
            let (start, end) = index.range_positions(range(input)?, encoding, rule)?;
            Ok(json!({ "start": place(start), "end": place(end) }))
        }),
        "positions_range" => index(input).and_then(|index| {
            let (encoding, rule) = (input.word("encoding")?, input.word("end_rule")?);
            let [start, end] = input.positions("positions")?[..] else {
                return Err(unsayable("two positions"));
            };
            Ok(bounds(index.positions_range(start, end, encoding, rule)?))
        }),
        "expand_range" => {
            index(input).and_then(|index| Ok(bounds(index.expand_range(range(input)?)?)))
        }
        _ => return None,
    })
}

fn position(input: &Input<'_>) -> Outcome {
    let index = index(input)?;
    Ok(place(index.position(
        input.number("offset")?,
        input.word("encoding")?,
    )?))
}

impl Input<'_> {
    /// An option by its word.
    pub(super) fn word<T>(&self, name: &str) -> Result<T, Failure>
    where
        T: std::str::FromStr,
        Failure: From<T::Err>,
    {
        Ok(self.string(name)?.parse::<T>()?)
    }

    fn positions(&self, name: &str) -> Result<Vec<Position>, Failure> {
        let pair = |value: &Value| match value.as_array().map(Vec::as_slice) {
            Some([line, column]) => Ok(Position::new(
                number(line).map_err(|failure| failure.of_part("line"))?,
                number(column).map_err(|failure| failure.of_part("column"))?,
            )),
            _ => Err(unsayable(format!("{value} is not a position"))),
        };
        let each = self.array(name)?.iter().enumerate();
        each.map(|(at, value)| pair(value).map_err(|failure: Failure| failure.at(at)))
            .collect()
    }
}

fn index(input: &Input<'_>) -> Result<LineIndex<'static>, Failure> {
    let text = input.data("text")?;
    Ok(LineIndex::with_options(text, &options(input)?))
}

fn options(input: &Input<'_>) -> Result<LineIndexOptions, Failure> {
    let mut options = LineIndexOptions::default();
    if let Some(given) = input.get("options").as_object() {
        let given = Input(given);
        for name in given.0.keys() {
            match name.as_str() {
                "terminators" => options.terminators = given.word(name)?,
                "bom" => options.bom = given.word(name)?,
                "ill_formed" => options.ill_formed = given.word(name)?,
                _ => return Err(unsayable(format!("there is no option `{name}`"))),
            }
        }
    }
    Ok(options)
}

fn asked(input: &Input<'_>) -> Result<Position, Failure> {
    Ok(Position::new(
        input.number("line")?,
        input.number("column")?,
    ))
}

fn range(input: &Input<'_>) -> Result<ByteRange, Failure> {
    Ok(ByteRange::new(
        input.number("start")?,
        input.number("end")?,
    )?)
}

fn place(position: Position) -> Value {
    json!({ "line": position.line, "column": position.column })
}

fn pairs(positions: &[Position]) -> Value {
    positions
        .iter()
        .map(|position| json!([position.line, position.column]))
        .collect()
}

fn bounds(range: ByteRange) -> Value {
    json!({ "start": range.start(), "end": range.end() })
}

/// All three, in the order of the sheets.
pub(crate) const ENCODINGS: [PositionEncoding; 3] = [
    PositionEncoding::Utf8,
    PositionEncoding::Utf16,
    PositionEncoding::Utf32,
];
