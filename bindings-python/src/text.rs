//! `LineIndex` and its companions.
//!
//! A handle owns its text and is never changed, so threads may share it. Positions and
//! ranges come back as pairs, which the package gives their names; many numbers come back
//! as the bytes of an `array`.

use llm_types::{ByteRange, EndRule, Error, GivenIndexOptions, LineIndexOptions, TextError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::error::{self, guard};
use crate::input::{Listed, Offset, OwnedStr, Str, Text};
use crate::number::{Column, Numbers, Pair};
use crate::options::{Bom, IllFormed};

/// What crosses as a pair of numbers on the way out.
type Two = (u64, u64);

/// A line index that owns its text.
#[pyclass(frozen, module = "llm_types._core")]
pub(crate) struct LineIndex {
    pub(crate) index: llm_types::LineIndex<'static>,
}

#[pymethods]
impl LineIndex {
    #[new]
    fn new(
        py: Python<'_>,
        text: Text<'_>,
        terminators: Option<Str<'_>>,
        sequences: Option<Listed<OwnedStr>>,
        bom: Bom,
        ill_formed: IllFormed,
    ) -> PyResult<Self> {
        guard(py, || {
            let options = options(terminators, sequences, bom, ill_formed)?;
            let text = text.into_owned();
            let index = py.detach(|| llm_types::LineIndex::with_options(text, &options));
            Ok(Self { index })
        })
    }

    #[getter]
    fn byte_length(&self) -> u64 {
        self.index.len()
    }

    #[getter]
    fn line_count(&self) -> u64 {
        self.index.line_count()
    }

    #[getter]
    fn is_ascii(&self) -> bool {
        self.index.is_ascii()
    }

    #[getter]
    fn is_well_formed(&self) -> bool {
        self.index.is_well_formed()
    }

    #[getter]
    fn index_bytes(&self) -> u64 {
        self.index.index_bytes()
    }

    fn length_in(&self, py: Python<'_>, encoding: Str<'_>) -> PyResult<u64> {
        guard(py, || Ok(self.index.len_in(encoding.0.parse()?)))
    }

    fn position(&self, py: Python<'_>, offset: Offset, encoding: Str<'_>) -> PyResult<Two> {
        guard(py, || {
            let found = self
                .index
                .position(offset.of("offset")?, encoding.0.parse()?)?;
            Ok((found.line, found.column))
        })
    }

    fn position_clamped(&self, py: Python<'_>, offset: Offset, encoding: Str<'_>) -> PyResult<Two> {
        guard(py, || {
            let found = self
                .index
                .position_clamped(offset.of("offset")?, encoding.0.parse()?);
            Ok((found.line, found.column))
        })
    }

    fn position_rounded(
        &self,
        py: Python<'_>,
        offset: Offset,
        encoding: Str<'_>,
        rounding: Str<'_>,
    ) -> PyResult<Two> {
        guard(py, || {
            let offset = offset.of("offset")?;
            let (encoding, rounding) = (encoding.0.parse()?, rounding.0.parse()?);
            let found = self.index.position_rounded(offset, encoding, rounding)?;
            Ok((found.line, found.column))
        })
    }

    fn offset(&self, py: Python<'_>, position: Pair, encoding: Str<'_>) -> PyResult<u64> {
        guard(py, || {
            let place = position.position()?;
            Ok(self.index.offset(place, encoding.0.parse()?)?)
        })
    }

    fn offset_clamped(&self, py: Python<'_>, position: Pair, encoding: Str<'_>) -> PyResult<u64> {
        guard(py, || {
            let place = position.position()?;
            Ok(self.index.offset_clamped(place, encoding.0.parse()?))
        })
    }

    fn offset_rounded(
        &self,
        py: Python<'_>,
        position: Pair,
        encoding: Str<'_>,
        rounding: Str<'_>,
    ) -> PyResult<u64> {
        guard(py, || {
            let place = position.position()?;
            let (encoding, rounding) = (encoding.0.parse()?, rounding.0.parse()?);
            Ok(self.index.offset_rounded(place, encoding, rounding)?)
        })
    }

    fn convert_offset(
        &self,
        py: Python<'_>,
        offset: Offset,
        from: Str<'_>,
        to: Str<'_>,
    ) -> PyResult<u64> {
        guard(py, || {
            let offset = offset.of("offset")?;
            let (from, to) = (from.0.parse()?, to.0.parse()?);
            Ok(self.index.convert_offset(offset, from, to)?)
        })
    }

    fn positions<'py>(
        &self,
        py: Python<'py>,
        offsets: Numbers,
        encoding: Str<'_>,
        clamped: bool,
    ) -> PyResult<(Bound<'py, PyBytes>, Bound<'py, PyBytes>)> {
        guard(py, || {
            let encoding = encoding.0.parse()?;
            let mut lines = Column::with_capacity(offsets.len());
            let mut columns = Column::with_capacity(offsets.len());
            let offsets = offsets.into_iter();
            let each = |found: llm_types::Position| {
                lines.push(found.line);
                columns.push(found.column);
            };
            if clamped {
                self.index.positions_clamped_each(offsets, encoding, each)
            } else {
                self.index.positions_each(offsets, encoding, each)
            }?;
            Ok((lines.give(py), columns.give(py)))
        })
    }

    fn offsets<'py>(
        &self,
        py: Python<'py>,
        lines: &Bound<'_, PyAny>,
        columns: &Bound<'_, PyAny>,
        encoding: Str<'_>,
        clamped: bool,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let lines = Numbers::of(lines, Some("line"))?;
        let columns = Numbers::of(columns, Some("column"))?;
        guard(py, || {
            if lines.len() != columns.len() {
                return Err(Error::WrongType {
                    expected: "as many columns as lines",
                    found: format!("{} and {}", columns.len(), lines.len()),
                });
            }
            let encoding = encoding.0.parse()?;
            let mut found = Column::with_capacity(lines.len());
            let places = lines.into_iter().zip(columns.into_iter());
            let places = places.map(|(line, column)| {
                let line = line.map_err(|error| error.of_part("line"))?;
                let column = column.map_err(|error| error.of_part("column"))?;
                Ok(llm_types::Position::new(line, column))
            });
            let each = |offset| found.push(offset);
            if clamped {
                self.index.offsets_clamped_each(places, encoding, each)
            } else {
                self.index.offsets_each(places, encoding, each)
            }?;
            Ok(found.give(py))
        })
    }

    fn convert_offsets<'py>(
        &self,
        py: Python<'py>,
        offsets: Numbers,
        from: Str<'_>,
        to: Str<'_>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        guard(py, || {
            let (from, to) = (from.0.parse()?, to.0.parse()?);
            let mut found = Column::with_capacity(offsets.len());
            self.index
                .convert_offsets_each(offsets.into_iter(), from, to, |offset| {
                    found.push(offset);
                })?;
            Ok(found.give(py))
        })
    }

    fn line_range(&self, py: Python<'_>, line: Offset) -> PyResult<Two> {
        guard(py, || Ok(bounds(self.index.line_range(line.of("line")?)?)))
    }

    fn line_content_range(&self, py: Python<'_>, line: Offset) -> PyResult<Two> {
        guard(py, || {
            Ok(bounds(self.index.line_content_range(line.of("line")?)?))
        })
    }

    fn lines_range(
        &self,
        py: Python<'_>,
        first: Offset,
        last: Offset,
        whole: Str<'_>,
    ) -> PyResult<Two> {
        guard(py, || {
            let (first, last) = (first.of("first")?, last.of("last")?);
            let whole = whole.0.parse()?;
            Ok(bounds(self.index.lines_range(first, last, whole)?))
        })
    }

    fn range_positions(
        &self,
        py: Python<'_>,
        range: Pair,
        encoding: Str<'_>,
        rule: Option<Str<'_>>,
    ) -> PyResult<(Two, Two)> {
        guard(py, || {
            let range = range.range()?;
            let encoding = encoding.0.parse()?;
            let (first, last) = self
                .index
                .range_positions(range, encoding, end_rule(rule)?)?;
            Ok(((first.line, first.column), (last.line, last.column)))
        })
    }

    fn positions_range(
        &self,
        py: Python<'_>,
        start: Pair,
        end: Pair,
        encoding: Str<'_>,
        rule: Option<Str<'_>>,
    ) -> PyResult<Two> {
        guard(py, || {
            let (start, end) = (start.position()?, end.position()?);
            let encoding = encoding.0.parse()?;
            let found = self
                .index
                .positions_range(start, end, encoding, end_rule(rule)?)?;
            Ok(bounds(found))
        })
    }

    fn is_char_boundary(&self, py: Python<'_>, offset: Offset) -> PyResult<bool> {
        guard(py, || Ok(self.index.is_char_boundary(offset.of("offset")?)))
    }

    fn floor_char_boundary(&self, py: Python<'_>, offset: Offset) -> PyResult<u64> {
        guard(py, || {
            Ok(self.index.floor_char_boundary(offset.of("offset")?)?)
        })
    }

    fn ceil_char_boundary(&self, py: Python<'_>, offset: Offset) -> PyResult<u64> {
        guard(py, || {
            Ok(self.index.ceil_char_boundary(offset.of("offset")?)?)
        })
    }

    fn expand_range(&self, py: Python<'_>, range: Pair) -> PyResult<Two> {
        guard(py, || {
            let range = range.range()?;
            Ok(bounds(self.index.expand_range(range)?))
        })
    }
}

/// The facts of a text, as JSON text.
#[pyfunction]
pub(crate) fn text_profile(py: Python<'_>, text: Text<'_>) -> PyResult<String> {
    guard(py, || {
        let text = text.as_ref();
        py.detach(|| error::json(&llm_types::text_profile(text)))
    })
}

/// Refuses a string that UTF-8 cannot hold: one that goes on in a text of another kind
/// would be refused there, with the places of that text.
#[pyfunction]
pub(crate) fn refuse_ill_formed(_text: Str<'_>) {}

fn options(
    terminators: Option<Str<'_>>,
    sequences: Option<Listed<OwnedStr>>,
    bom: Bom,
    ill_formed: IllFormed,
) -> Result<LineIndexOptions, TextError> {
    GivenIndexOptions {
        terminators: terminators.map(|word| word.0.to_owned()),
        sequences: sequences.map(|list| list.0.into_iter().map(|it| it.0).collect()),
        bom: bom.0,
        ill_formed: ill_formed.0,
    }
    .try_into()
}

fn bounds(range: ByteRange) -> Two {
    (range.start(), range.end())
}

fn end_rule(word: Option<Str<'_>>) -> Result<EndRule, TextError> {
    Ok(match word {
        Some(word) => word.0.parse()?,
        None => EndRule::default(),
    })
}
