//! `LineIndex` and its companions.
//!
//! A handle owns its text and is never changed, so a trap cannot leave it half done.
//! Small results come back as a list of numbers, which the package gives their names;
//! many results come back as one typed array.

use js_sys::{Uint8Array, Uint16Array, Uint32Array};
use llm_types::{
    ByteRange, EndRule, GivenIndexOptions, LineIndexOptions, Position, PositionEncoding, TextError,
    Utf16Text,
};
use serde::Deserialize;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::error::{self, Result};
use crate::memory;
use crate::number::{Checked, Numbers, double, doubles, offset, places};

/// How a text is to be read; every member has a default.
#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase")]
struct IndexOptions {
    terminators: Option<String>,
    /// The caller's own terminators, instead of a preset.
    sequences: Option<Vec<String>>,
    bom: Option<String>,
    ill_formed: Option<String>,
}

impl IndexOptions {
    fn parse(self) -> std::result::Result<LineIndexOptions, TextError> {
        GivenIndexOptions {
            terminators: self.terminators,
            sequences: self.sequences,
            bom: self.bom,
            ill_formed: self.ill_formed,
        }
        .try_into()
    }
}

/// A text that arrives in pieces of UTF-16.
#[wasm_bindgen]
pub struct TextBuilder {
    text: Utf16Text,
    /// Where a piece lands before it is read; kept from one to the next.
    piece: Vec<u16>,
}

#[wasm_bindgen]
impl TextBuilder {
    /// Room for so many units of ASCII.
    #[wasm_bindgen(constructor)]
    pub fn new(units: u32) -> Result<TextBuilder> {
        let bytes = memory::reserve(units as usize)?;
        Ok(Self {
            text: Utf16Text::in_buffer(bytes),
            piece: Vec::new(),
        })
    }

    /// Adds the next units.
    pub fn push(&mut self, units: &Uint16Array) -> Result<()> {
        self.piece.resize(units.length() as usize, 0);
        units.copy_to(&mut self.piece);
        Ok(self.text.push(&self.piece)?)
    }

    /// The index of what was pushed; the builder is gone afterwards.
    pub fn index(self, options: JsValue) -> Result<LineIndex> {
        LineIndex::build(self.text.finish()?, options)
    }
}

/// A line index that owns its text.
#[wasm_bindgen]
pub struct LineIndex {
    pub(crate) index: llm_types::LineIndex<'static>,
}

impl LineIndex {
    fn build(bytes: Vec<u8>, options: JsValue) -> Result<Self> {
        let options: IndexOptions = error::options(options)?;
        Ok(Self {
            index: llm_types::LineIndex::with_options(bytes, &options.parse()?),
        })
    }

    fn give_positions(
        &self,
        offsets: impl ExactSizeIterator<Item = Checked<u64>>,
        encoding: PositionEncoding,
        clamped: bool,
    ) -> Result<Uint32Array> {
        let count = offsets.len();
        let mut out = vec![0; count.saturating_mul(2)];
        let (lines, columns) = out.split_at_mut(count);
        let mut slots = lines.iter_mut().zip(columns);
        let each = |found: Position| {
            if let Some((line, column)) = slots.next() {
                *line = narrow(found.line);
                *column = narrow(found.column);
            }
        };
        if clamped {
            self.index.positions_clamped_each(offsets, encoding, each)
        } else {
            self.index.positions_each(offsets, encoding, each)
        }?;
        Ok(Uint32Array::from(out.as_slice()))
    }

    fn give_offsets(
        &self,
        places: impl ExactSizeIterator<Item = Checked<Position>>,
        encoding: PositionEncoding,
        clamped: bool,
    ) -> Result<Uint32Array> {
        let mut out = vec![0; places.len()];
        let mut slots = out.iter_mut();
        let each = |found| {
            if let Some(slot) = slots.next() {
                *slot = narrow(found);
            }
        };
        if clamped {
            self.index.offsets_clamped_each(places, encoding, each)
        } else {
            self.index.offsets_each(places, encoding, each)
        }?;
        Ok(Uint32Array::from(out.as_slice()))
    }
}

#[wasm_bindgen]
impl LineIndex {
    /// An index of a copy of these bytes.
    #[wasm_bindgen(constructor)]
    pub fn new(bytes: &Uint8Array, options: JsValue) -> Result<LineIndex> {
        Self::build(memory::bytes(bytes)?, options)
    }

    /// Length, lines, ASCII, well-formed, bytes of the index.
    pub fn facts(&self) -> Vec<f64> {
        let index = &self.index;
        doubles([
            index.len(),
            index.line_count(),
            index.is_ascii().into(),
            index.is_well_formed().into(),
            index.index_bytes(),
        ])
    }

    /// The length in an encoding.
    #[wasm_bindgen(js_name = lenIn)]
    pub fn len_in(&self, encoding: &str) -> Result<f64> {
        Ok(double(self.index.len_in(encoding.parse()?)))
    }

    /// A byte offset as line and column.
    pub fn position(&self, at: f64, encoding: &str) -> Result<Vec<f64>> {
        let found = self
            .index
            .position(offset(at, "offset")?, encoding.parse()?)?;
        Ok(doubles([found.line, found.column]))
    }

    /// A byte offset as line and column, brought inside the text.
    #[wasm_bindgen(js_name = positionClamped)]
    pub fn position_clamped(&self, at: f64, encoding: &str) -> Result<Vec<f64>> {
        let found = self
            .index
            .position_clamped(offset(at, "offset")?, encoding.parse()?);
        Ok(doubles([found.line, found.column]))
    }

    /// A byte offset as line and column, rounded inside a character.
    #[wasm_bindgen(js_name = positionRounded)]
    pub fn position_rounded(&self, at: f64, encoding: &str, rounding: &str) -> Result<Vec<f64>> {
        let at = offset(at, "offset")?;
        let found = self
            .index
            .position_rounded(at, encoding.parse()?, rounding.parse()?)?;
        Ok(doubles([found.line, found.column]))
    }

    /// A line and column as byte offset.
    pub fn offset(&self, line: f64, column: f64, encoding: &str) -> Result<f64> {
        let place = position(line, column)?;
        Ok(double(self.index.offset(place, encoding.parse()?)?))
    }

    /// A line and column as byte offset, brought inside the line and the text.
    #[wasm_bindgen(js_name = offsetClamped)]
    pub fn offset_clamped(&self, line: f64, column: f64, encoding: &str) -> Result<f64> {
        let place = position(line, column)?;
        Ok(double(self.index.offset_clamped(place, encoding.parse()?)))
    }

    /// A line and column as byte offset, rounded inside a character.
    #[wasm_bindgen(js_name = offsetRounded)]
    pub fn offset_rounded(
        &self,
        line: f64,
        column: f64,
        encoding: &str,
        rounding: &str,
    ) -> Result<f64> {
        let place = position(line, column)?;
        let found = self
            .index
            .offset_rounded(place, encoding.parse()?, rounding.parse()?)?;
        Ok(double(found))
    }

    /// An offset in another unit.
    #[wasm_bindgen(js_name = convertOffset)]
    pub fn convert_offset(&self, at: f64, from: &str, to: &str) -> Result<f64> {
        let at = offset(at, "offset")?;
        let found = self.index.convert_offset(at, from.parse()?, to.parse()?)?;
        Ok(double(found))
    }

    /// All lines, then all columns.
    pub fn positions(
        &self,
        offsets: &JsValue,
        encoding: &str,
        clamped: bool,
    ) -> Result<Uint32Array> {
        let encoding = encoding.parse()?;
        match Numbers::of(offsets)? {
            Numbers::Narrow(offsets) => self.give_positions(offsets, encoding, clamped),
            Numbers::Wide(offsets) => self.give_positions(offsets, encoding, clamped),
        }
    }

    /// The offset of each line and column.
    pub fn offsets(
        &self,
        lines: &JsValue,
        columns: &JsValue,
        encoding: &str,
        clamped: bool,
    ) -> Result<Uint32Array> {
        let encoding = encoding.parse()?;
        match (Numbers::of(lines)?, Numbers::of(columns)?) {
            (Numbers::Narrow(lines), Numbers::Narrow(columns)) => {
                self.give_offsets(places(lines, columns), encoding, clamped)
            }
            (Numbers::Wide(lines), Numbers::Wide(columns)) => {
                self.give_offsets(places(lines, columns), encoding, clamped)
            }
            (lines, columns) => {
                let places = places(lines.either(), columns.either());
                self.give_offsets(places, encoding, clamped)
            }
        }
    }

    /// Each offset in another unit.
    #[wasm_bindgen(js_name = convertOffsets)]
    pub fn convert_offsets(&self, offsets: &JsValue, from: &str, to: &str) -> Result<Uint32Array> {
        let offsets = Numbers::of(offsets)?.either();
        let mut out = Vec::with_capacity(offsets.len());
        self.index
            .convert_offsets_each(offsets, from.parse()?, to.parse()?, |found| {
                out.push(narrow(found));
            })?;
        Ok(Uint32Array::from(out.as_slice()))
    }

    /// The bytes of a line, with its terminator.
    #[wasm_bindgen(js_name = lineRange)]
    pub fn line_range(&self, line: f64) -> Result<Vec<f64>> {
        Ok(bounds(self.index.line_range(offset(line, "line")?)?))
    }

    /// The bytes of a line, without its terminator.
    #[wasm_bindgen(js_name = lineContentRange)]
    pub fn line_content_range(&self, line: f64) -> Result<Vec<f64>> {
        Ok(bounds(
            self.index.line_content_range(offset(line, "line")?)?,
        ))
    }

    /// The bytes of whole lines.
    #[wasm_bindgen(js_name = linesRange)]
    pub fn lines_range(&self, first: f64, last: f64, whole: &str) -> Result<Vec<f64>> {
        let (first, last) = (offset(first, "first")?, offset(last, "last")?);
        Ok(bounds(self.index.lines_range(
            first,
            last,
            whole.parse()?,
        )?))
    }

    /// Both ends of a range as lines and columns.
    #[wasm_bindgen(js_name = rangePositions)]
    pub fn range_positions(
        &self,
        start: f64,
        end: f64,
        encoding: &str,
        rule: Option<String>,
    ) -> Result<Vec<f64>> {
        let range = range(start, end)?;
        let (first, last) =
            self.index
                .range_positions(range, encoding.parse()?, end_rule(rule)?)?;
        Ok(doubles([first.line, first.column, last.line, last.column]))
    }

    /// The range between two positions, given as four numbers.
    #[wasm_bindgen(js_name = positionsRange)]
    pub fn positions_range(
        &self,
        places: &[f64],
        encoding: &str,
        rule: Option<String>,
    ) -> Result<Vec<f64>> {
        let number = |at: usize, name| offset(places.get(at).copied().unwrap_or(f64::NAN), name);
        let start = Position::new(number(0, "line")?, number(1, "column")?);
        let end = Position::new(number(2, "line")?, number(3, "column")?);
        let encoding = encoding.parse()?;
        let found = self
            .index
            .positions_range(start, end, encoding, end_rule(rule)?)?;
        Ok(bounds(found))
    }

    /// Whether a byte offset lies between two characters.
    #[wasm_bindgen(js_name = isCharBoundary)]
    pub fn is_char_boundary(&self, at: f64) -> Result<bool> {
        Ok(self.index.is_char_boundary(offset(at, "offset")?))
    }

    /// The start of the character around a byte offset.
    #[wasm_bindgen(js_name = floorCharBoundary)]
    pub fn floor_char_boundary(&self, at: f64) -> Result<f64> {
        Ok(double(
            self.index.floor_char_boundary(offset(at, "offset")?)?,
        ))
    }

    /// The end of the character around a byte offset.
    #[wasm_bindgen(js_name = ceilCharBoundary)]
    pub fn ceil_char_boundary(&self, at: f64) -> Result<f64> {
        Ok(double(
            self.index.ceil_char_boundary(offset(at, "offset")?)?,
        ))
    }

    /// The smallest range of whole characters around a range.
    #[wasm_bindgen(js_name = expandRange)]
    pub fn expand_range(&self, start: f64, end: f64) -> Result<Vec<f64>> {
        Ok(bounds(self.index.expand_range(range(start, end)?)?))
    }
}

/// The facts of a text, as JSON text.
#[wasm_bindgen(js_name = textProfile)]
pub fn text_profile(bytes: &Uint8Array) -> Result<String> {
    error::json(&llm_types::text_profile(&memory::bytes(bytes)?))
}

/// A place in a text. Exact: the memory of a wasm module has 4 GiB.
#[allow(clippy::cast_possible_truncation)]
fn narrow(place: u64) -> u32 {
    place as u32
}

fn position(line: f64, column: f64) -> Result<Position> {
    Ok(Position::new(
        offset(line, "line")?,
        offset(column, "column")?,
    ))
}

fn range(start: f64, end: f64) -> Result<ByteRange> {
    Ok(ByteRange::new(
        offset(start, "start")?,
        offset(end, "end")?,
    )?)
}

fn bounds(range: ByteRange) -> Vec<f64> {
    doubles([range.start(), range.end()])
}

fn end_rule(word: Option<String>) -> Result<EndRule> {
    Ok(match word {
        Some(word) => word.parse()?,
        None => EndRule::default(),
    })
}
