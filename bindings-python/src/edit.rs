//! Edits: a text and a request in, the new text and what became of it out.
//!
//! Texts and requests come in as `str` or `bytes`, options as JSON text; texts go out as
//! `bytes`, the rest as JSON text.

use llm_types::parts::EditParts;
use llm_types::{Bias, CarryOptions, EditOptions, EditedFile, Error, PlanOptions};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::documents::{ReadLimits, Texts, limits, shelf};
use crate::error::guard;
use crate::input::{Offset, OwnedStr, OwnedText, Str, Text};
use crate::number::Numbers;
use crate::options::{Dialect, Root};

/// A text after edits, and the outcome: the lists of edits in it and in its inverse by
/// themselves, if they are long.
type Edited<'py> = (Bound<'py, PyBytes>, String, Option<String>, Option<String>);

/// One text with the edits of a request.
#[pyfunction]
pub(crate) fn apply_edits<'py>(
    py: Python<'py>,
    text: Text<'_>,
    request: Text<'_>,
    options: Text<'_>,
    base: Option<Text<'_>>,
    read: Option<ReadLimits>,
) -> PyResult<Edited<'py>> {
    let (text, outcome) = guard(py, || {
        let mut options = EditOptions::from_json(options.as_ref())?;
        options.read = limits(read)?;
        options.base = base.as_ref().map(AsRef::as_ref);
        let (text, request) = (text.as_ref(), request.as_ref());
        py.detach(|| {
            let edited = llm_types::apply_edits(text, request, &options)?;
            Ok((edited.text, EditParts::from(edited.outcome)))
        })
    })?;
    let EditParts {
        head,
        edits,
        inverse_edits,
    } = outcome;
    Ok((PyBytes::new(py, &text), head, edits, inverse_edits))
}

/// Several texts with the edits of a request.
#[pyfunction]
pub(crate) fn plan_edits<'py>(
    py: Python<'py>,
    sources: Texts,
    request: Text<'_>,
    options: Text<'_>,
    bases: Option<Texts>,
    read: Option<ReadLimits>,
) -> PyResult<(Vec<Option<Bound<'py, PyBytes>>>, String)> {
    let (texts, plan) = guard(py, || {
        let sources = shelf(Some(sources)).unwrap_or_default();
        let bases = shelf(bases);
        let mut options = PlanOptions::from_json(options.as_ref())?;
        options.read = limits(read)?;
        options.bases = bases.as_ref();
        let request = request.as_ref();
        py.detach(|| {
            let planned = llm_types::plan_edits(&sources, request, &options)?;
            Ok((planned.texts, planned.plan.to_json()))
        })
    })?;
    let texts = texts
        .iter()
        .map(|text| Some(PyBytes::new(py, text.as_deref()?)));
    Ok((texts.collect(), plan))
}

/// The paths of the files that a request would change.
#[pyfunction]
pub(crate) fn edited_paths(
    py: Python<'_>,
    request: Text<'_>,
    options: Text<'_>,
    read: Option<ReadLimits>,
) -> PyResult<Vec<String>> {
    guard(py, || {
        let mut options = PlanOptions::from_json(options.as_ref())?;
        options.read = limits(read)?;
        let request = request.as_ref();
        py.detach(|| llm_types::edited_paths(request, &options))
    })
}

/// The envelope of a document whose spans went along with edits: path, map as JSON text,
/// text and, if it is known, the checksum of the text before, of each file that was edited.
#[pyfunction]
pub(crate) fn carry_spans(
    py: Python<'_>,
    document: Text<'_>,
    edited: Vec<(OwnedStr, OwnedStr, OwnedText, Option<OwnedStr>)>,
    dialect: Dialect,
    root: Root,
    read: Option<ReadLimits>,
) -> PyResult<String> {
    guard(py, || {
        let options = CarryOptions {
            dialect: dialect.0,
            root: root.0,
            read: limits(read)?,
        };
        let maps = edited
            .iter()
            .map(|(_, map, _, _)| position_map(map.0.as_bytes()));
        let maps: Vec<llm_types::PositionMap> = maps.collect::<Result<_, _>>()?;
        let files: Vec<EditedFile<'_>> = edited
            .iter()
            .zip(&maps)
            .map(|((path, _, text, before), map)| EditedFile {
                path: &path.0,
                map,
                text: &text.0,
                checksum_before: before.as_ref().map(|before| &*before.0),
            })
            .collect();
        let document = document.as_ref();
        py.detach(|| Ok(llm_types::carry_spans(document, &files, &options)?.to_json()))
    })
}

fn position_map(map: &[u8]) -> Result<llm_types::PositionMap, Error> {
    llm_types::PositionMap::from_json(map)
}

/// Where the offsets of a text went.
#[pyclass(frozen, module = "llm_types._core")]
pub(crate) struct PositionMap {
    map: llm_types::PositionMap,
}

#[pymethods]
impl PositionMap {
    #[new]
    fn new(py: Python<'_>, data: Text<'_>) -> PyResult<Self> {
        guard(py, || {
            let map = position_map(data.as_ref())?;
            Ok(Self { map })
        })
    }

    fn data(&self, py: Python<'_>) -> PyResult<String> {
        guard(py, || Ok(self.map.to_data().to_json()))
    }

    fn inverse(&self, py: Python<'_>) -> PyResult<Self> {
        guard(py, || {
            let map = self.map.inverse();
            Ok(Self { map })
        })
    }

    fn carry(&self, py: Python<'_>, offset: Offset, bias: Str<'_>) -> PyResult<Option<u64>> {
        guard(py, || {
            let bias: Bias = bias.0.parse()?;
            Ok(self.map.carry(offset.of("offset")?, bias)?)
        })
    }

    fn carry_many(
        &self,
        py: Python<'_>,
        offsets: Numbers,
        bias: Str<'_>,
    ) -> PyResult<Vec<Option<u64>>> {
        guard(py, || {
            let bias: Bias = bias.0.parse()?;
            let mut found = Vec::with_capacity(offsets.len());
            self.map
                .carry_each(offsets.into_iter(), bias, |at| found.push(at))?;
            Ok(found)
        })
    }

    fn carry_range(
        &self,
        py: Python<'_>,
        start: Offset,
        end: Offset,
    ) -> PyResult<Option<(u64, u64, bool)>> {
        guard(py, || {
            let range = llm_types::ByteRange::new(start.of("start")?, end.of("end")?)?;
            let carried = self.map.carry_range(range)?;
            Ok(carried.map(|it| (it.range.start(), it.range.end(), it.changed)))
        })
    }

    fn carry_ranges(
        &self,
        py: Python<'_>,
        starts: &Bound<'_, PyAny>,
        ends: &Bound<'_, PyAny>,
    ) -> PyResult<Vec<Option<(u64, u64, bool)>>> {
        let starts = Numbers::of(starts, Some("start"))?;
        let ends = Numbers::of(ends, Some("end"))?;
        guard(py, || {
            let mut found = Vec::with_capacity(starts.len());
            let ranges = starts.into_iter().zip(ends.into_iter());
            self.map.carry_ranges_each(ranges, |range| {
                found.push(range.map(|it| (it.range.start(), it.range.end(), it.changed)));
            })?;
            Ok(found)
        })
    }
}
