//! `LineIndex` and its companions.
//!
//! A handle owns its text and is never changed. Small results come back as a list of
//! numbers, which the package gives their names; many results come back as one typed
//! array, 32 bits wide where the text is shorter than 4 GiB.

use llm_types::{
    ByteRange, GivenIndexOptions, LineIndexOptions, Position, PositionEncoding, Utf16Text,
};
use napi::bindgen_prelude::{Either, Float64Array, TypedArray, Uint32Array};
use napi_derive::napi;

use crate::error::{self, Result, thrown};
use crate::number::{Checked, Numbers, double, doubles, offset, places};

/// Many numbers on their way out.
type Many = Either<Uint32Array, Float64Array>;

/// How a text is to be read; every member has a default.
#[napi(object, object_to_js = false)]
#[derive(Default)]
pub struct IndexOptions {
    /// A preset.
    pub terminators: Option<String>,
    /// The caller's own terminators, instead of a preset.
    pub sequences: Option<Vec<String>>,
    /// Whether a byte order mark counts.
    pub bom: Option<String>,
    /// What ill-formed bytes count as.
    pub ill_formed: Option<String>,
}

impl IndexOptions {
    fn parse(self) -> std::result::Result<LineIndexOptions, llm_types::TextError> {
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
#[napi]
#[derive(Default)]
pub struct TextBuilder {
    text: Utf16Text,
}

#[napi]
impl TextBuilder {
    /// Room for so many units of ASCII.
    #[napi(constructor, catch_unwind)]
    pub fn new(units: u32) -> Self {
        Self {
            text: Utf16Text::with_capacity(units as usize),
        }
    }

    /// Adds the next units.
    #[napi(catch_unwind)]
    pub fn push(&mut self, units: &[u16]) -> Result<()> {
        self.text.push(units).map_err(thrown)
    }

    /// The index of what was pushed; the builder is empty afterwards.
    #[napi(catch_unwind)]
    pub fn index(&mut self, options: IndexOptions) -> Result<LineIndex> {
        let bytes = std::mem::take(&mut self.text).finish().map_err(thrown)?;
        LineIndex::build(bytes, options)
    }
}

/// A line index that owns its text.
#[napi]
pub struct LineIndex {
    pub(crate) index: llm_types::LineIndex<'static>,
}

impl LineIndex {
    fn build(bytes: Vec<u8>, options: IndexOptions) -> Result<Self> {
        let options = options.parse().map_err(thrown)?;
        Ok(Self {
            index: llm_types::LineIndex::with_options(bytes, &options),
        })
    }

    /// Whether every place in the text, and so every result, fits 32 bits.
    fn is_narrow(&self) -> bool {
        u32::try_from(self.index.len()).is_ok()
    }

    fn give_positions(
        &self,
        offsets: impl ExactSizeIterator<Item = Checked<u64>>,
        encoding: PositionEncoding,
        clamped: bool,
    ) -> Result<Many> {
        Ok(if self.is_narrow() {
            let found = self.lines_and_columns(offsets, encoding, clamped, narrow)?;
            Either::A(Uint32Array::new(found))
        } else {
            let found = self.lines_and_columns(offsets, encoding, clamped, double)?;
            Either::B(Float64Array::new(found))
        })
    }

    /// All lines, then all columns.
    fn lines_and_columns<T: Copy + Default>(
        &self,
        offsets: impl ExactSizeIterator<Item = Checked<u64>>,
        encoding: PositionEncoding,
        clamped: bool,
        fit: impl Fn(u64) -> T,
    ) -> Result<Vec<T>> {
        let count = offsets.len();
        let mut found = vec![T::default(); count.saturating_mul(2)];
        let (lines, columns) = found.split_at_mut(count);
        let mut slots = lines.iter_mut().zip(columns);
        let each = |position: Position| {
            if let Some((line, column)) = slots.next() {
                *line = fit(position.line);
                *column = fit(position.column);
            }
        };
        if clamped {
            self.index.positions_clamped_each(offsets, encoding, each)
        } else {
            self.index.positions_each(offsets, encoding, each)
        }
        .map_err(thrown)?;
        Ok(found)
    }

    fn give_offsets(
        &self,
        places: impl ExactSizeIterator<Item = Checked<Position>>,
        encoding: PositionEncoding,
        clamped: bool,
    ) -> Result<Many> {
        Ok(if self.is_narrow() {
            let found = self.offsets_of(places, encoding, clamped, narrow)?;
            Either::A(Uint32Array::new(found))
        } else {
            let found = self.offsets_of(places, encoding, clamped, double)?;
            Either::B(Float64Array::new(found))
        })
    }

    fn offsets_of<T: Copy + Default>(
        &self,
        places: impl ExactSizeIterator<Item = Checked<Position>>,
        encoding: PositionEncoding,
        clamped: bool,
        fit: impl Fn(u64) -> T,
    ) -> Result<Vec<T>> {
        let mut found = vec![T::default(); places.len()];
        let mut slots = found.iter_mut();
        let each = |offset| {
            if let Some(slot) = slots.next() {
                *slot = fit(offset);
            }
        };
        if clamped {
            self.index.offsets_clamped_each(places, encoding, each)
        } else {
            self.index.offsets_each(places, encoding, each)
        }
        .map_err(thrown)?;
        Ok(found)
    }
}

/// What `is_narrow` has promised.
#[allow(clippy::cast_possible_truncation)]
fn narrow(place: u64) -> u32 {
    place as u32
}

#[napi]
impl LineIndex {
    /// An index of a copy of these bytes.
    #[napi(constructor, catch_unwind)]
    pub fn new(bytes: &[u8], options: IndexOptions) -> Result<Self> {
        Self::build(bytes.to_vec(), options)
    }

    /// Gives the memory of the text back. Objects that nobody holds any more wait for Node's event
    /// loop, and a program need not let it turn.
    #[napi(catch_unwind)]
    pub fn free(&mut self) {
        self.index = llm_types::LineIndex::new("");
    }

    /// Length, lines, ASCII, well-formed, bytes of the index.
    #[napi(catch_unwind)]
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
    #[napi(catch_unwind)]
    pub fn len_in(&self, encoding: String) -> Result<f64> {
        let encoding = encoding.parse().map_err(thrown)?;
        Ok(double(self.index.len_in(encoding)))
    }

    /// A byte offset as line and column.
    #[napi(catch_unwind)]
    pub fn position(&self, at: f64, encoding: String) -> Result<Vec<f64>> {
        let at = offset(at, "offset")?;
        let encoding = encoding.parse().map_err(thrown)?;
        let found = self.index.position(at, encoding).map_err(thrown)?;
        Ok(doubles([found.line, found.column]))
    }

    /// A byte offset as line and column, brought inside the text.
    #[napi(catch_unwind)]
    pub fn position_clamped(&self, at: f64, encoding: String) -> Result<Vec<f64>> {
        let at = offset(at, "offset")?;
        let encoding = encoding.parse().map_err(thrown)?;
        let found = self.index.position_clamped(at, encoding);
        Ok(doubles([found.line, found.column]))
    }

    /// A byte offset as line and column, rounded inside a character.
    #[napi(catch_unwind)]
    pub fn position_rounded(
        &self,
        at: f64,
        encoding: String,
        rounding: String,
    ) -> Result<Vec<f64>> {
        let at = offset(at, "offset")?;
        let encoding = encoding.parse().map_err(thrown)?;
        let rounding = rounding.parse().map_err(thrown)?;
        let found = self
            .index
            .position_rounded(at, encoding, rounding)
            .map_err(thrown)?;
        Ok(doubles([found.line, found.column]))
    }

    /// A line and column as byte offset.
    #[napi(catch_unwind)]
    pub fn offset(&self, line: f64, column: f64, encoding: String) -> Result<f64> {
        let place = position(line, column)?;
        let encoding = encoding.parse().map_err(thrown)?;
        let found = self.index.offset(place, encoding).map_err(thrown)?;
        Ok(double(found))
    }

    /// A line and column as byte offset, brought inside the line and the text.
    #[napi(catch_unwind)]
    pub fn offset_clamped(&self, line: f64, column: f64, encoding: String) -> Result<f64> {
        let place = position(line, column)?;
        let encoding = encoding.parse().map_err(thrown)?;
        Ok(double(self.index.offset_clamped(place, encoding)))
    }

    /// A line and column as byte offset, rounded inside a character.
    #[napi(catch_unwind)]
    pub fn offset_rounded(
        &self,
        line: f64,
        column: f64,
        encoding: String,
        rounding: String,
    ) -> Result<f64> {
        let place = position(line, column)?;
        let encoding = encoding.parse().map_err(thrown)?;
        let rounding = rounding.parse().map_err(thrown)?;
        let found = self
            .index
            .offset_rounded(place, encoding, rounding)
            .map_err(thrown)?;
        Ok(double(found))
    }

    /// An offset in another unit.
    #[napi(catch_unwind)]
    pub fn convert_offset(&self, at: f64, from: String, to: String) -> Result<f64> {
        let at = offset(at, "offset")?;
        let from = from.parse().map_err(thrown)?;
        let to = to.parse().map_err(thrown)?;
        let found = self.index.convert_offset(at, from, to).map_err(thrown)?;
        Ok(double(found))
    }

    /// All lines, then all columns.
    #[napi(catch_unwind)]
    pub fn positions(
        &self,
        offsets: TypedArray<'_>,
        encoding: String,
        clamped: bool,
    ) -> Result<Many> {
        let encoding = encoding.parse().map_err(thrown)?;
        match Numbers::of(&offsets)? {
            Numbers::Narrow(offsets) => self.give_positions(offsets, encoding, clamped),
            Numbers::Wide(offsets) => self.give_positions(offsets, encoding, clamped),
        }
    }

    /// The offset of each line and column.
    #[napi(catch_unwind)]
    pub fn offsets(
        &self,
        lines: TypedArray<'_>,
        columns: TypedArray<'_>,
        encoding: String,
        clamped: bool,
    ) -> Result<Many> {
        let encoding = encoding.parse().map_err(thrown)?;
        match (Numbers::of(&lines)?, Numbers::of(&columns)?) {
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
    #[napi(catch_unwind)]
    pub fn convert_offsets(
        &self,
        offsets: TypedArray<'_>,
        from: String,
        to: String,
    ) -> Result<Many> {
        let from = from.parse().map_err(thrown)?;
        let to = to.parse().map_err(thrown)?;
        let offsets = Numbers::of(&offsets)?.either();
        let mut found = Vec::with_capacity(offsets.len());
        self.index
            .convert_offsets_each(offsets, from, to, |offset| found.push(offset))
            .map_err(thrown)?;
        Ok(if self.is_narrow() {
            Either::A(Uint32Array::new(found.into_iter().map(narrow).collect()))
        } else {
            Either::B(Float64Array::new(found.into_iter().map(double).collect()))
        })
    }

    /// The bytes of a line, with its terminator.
    #[napi(catch_unwind)]
    pub fn line_range(&self, line: f64) -> Result<Vec<f64>> {
        let found = self
            .index
            .line_range(offset(line, "line")?)
            .map_err(thrown)?;
        Ok(bounds(found))
    }

    /// The bytes of a line, without its terminator.
    #[napi(catch_unwind)]
    pub fn line_content_range(&self, line: f64) -> Result<Vec<f64>> {
        let line = offset(line, "line")?;
        let found = self.index.line_content_range(line).map_err(thrown)?;
        Ok(bounds(found))
    }

    /// The bytes of whole lines.
    #[napi(catch_unwind)]
    pub fn lines_range(&self, first: f64, last: f64, whole: String) -> Result<Vec<f64>> {
        let (first, last) = (offset(first, "first")?, offset(last, "last")?);
        let whole = whole.parse().map_err(thrown)?;
        let found = self.index.lines_range(first, last, whole).map_err(thrown)?;
        Ok(bounds(found))
    }

    /// Both ends of a range as lines and columns.
    #[napi(catch_unwind)]
    pub fn range_positions(
        &self,
        start: f64,
        end: f64,
        encoding: String,
        rule: Option<String>,
    ) -> Result<Vec<f64>> {
        let range = range(start, end)?;
        let encoding = encoding.parse().map_err(thrown)?;
        let rule = rule.map_or(Ok(llm_types::EndRule::default()), |word| {
            word.parse().map_err(thrown)
        })?;
        let (first, last) = self
            .index
            .range_positions(range, encoding, rule)
            .map_err(thrown)?;
        Ok(doubles([first.line, first.column, last.line, last.column]))
    }

    /// The range between two positions, given as four numbers.
    #[napi(catch_unwind)]
    pub fn positions_range(
        &self,
        places: &[f64],
        encoding: String,
        rule: Option<String>,
    ) -> Result<Vec<f64>> {
        let number = |at: usize, name| offset(places.get(at).copied().unwrap_or(f64::NAN), name);
        let start = Position::new(number(0, "line")?, number(1, "column")?);
        let end = Position::new(number(2, "line")?, number(3, "column")?);
        let encoding = encoding.parse().map_err(thrown)?;
        let rule = rule.map_or(Ok(llm_types::EndRule::default()), |word| {
            word.parse().map_err(thrown)
        })?;
        let found = self
            .index
            .positions_range(start, end, encoding, rule)
            .map_err(thrown)?;
        Ok(bounds(found))
    }

    /// Whether a byte offset lies between two characters.
    #[napi(catch_unwind)]
    pub fn is_char_boundary(&self, at: f64) -> Result<bool> {
        Ok(self.index.is_char_boundary(offset(at, "offset")?))
    }

    /// The start of the character around a byte offset.
    #[napi(catch_unwind)]
    pub fn floor_char_boundary(&self, at: f64) -> Result<f64> {
        let found = self.index.floor_char_boundary(offset(at, "offset")?);
        found.map(double).map_err(thrown)
    }

    /// The end of the character around a byte offset.
    #[napi(catch_unwind)]
    pub fn ceil_char_boundary(&self, at: f64) -> Result<f64> {
        let found = self.index.ceil_char_boundary(offset(at, "offset")?);
        found.map(double).map_err(thrown)
    }

    /// The smallest range of whole characters around a range.
    #[napi(catch_unwind)]
    pub fn expand_range(&self, start: f64, end: f64) -> Result<Vec<f64>> {
        let found = self
            .index
            .expand_range(range(start, end)?)
            .map_err(thrown)?;
        Ok(bounds(found))
    }
}

/// The facts of a text, as JSON text.
#[napi(catch_unwind)]
pub fn text_profile(bytes: &[u8]) -> Result<String> {
    error::json(&llm_types::text_profile(bytes))
}

fn position(line: f64, column: f64) -> Result<Position> {
    Ok(Position::new(
        offset(line, "line")?,
        offset(column, "column")?,
    ))
}

fn range(start: f64, end: f64) -> Result<ByteRange> {
    ByteRange::new(offset(start, "start")?, offset(end, "end")?).map_err(thrown)
}

fn bounds(range: ByteRange) -> Vec<f64> {
    doubles([range.start(), range.end()])
}
