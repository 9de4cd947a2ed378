//! Documents: detect the tool, normalize to the envelope, validate, convert.
//!
//! Text comes in as `str` or `bytes` and every result goes out as JSON text, which the
//! package parses: the same bytes as from any other host. A text in a result goes out as
//! itself, and changes stay here until somebody looks at them.

use std::sync::{Mutex, MutexGuard, PoisonError};

use llm_types::json::GivenLimits;
use llm_types::stream::to_json_list;
use llm_types::{
    ConvertOptions, DetectiveOptions, EnrichOptions, Error, FixOptions, MatchOptions,
    NormalizeOptions, ReadOptions, Sources, ValidateOptions,
};
use pyo3::prelude::*;

use crate::error::{self, guard};
use crate::input::{Listed, OwnedStr, OwnedText, Str, Text, wrong_type};
use crate::options::{
    Applicability, ContextLines, Dialect, Origin, Overwrite, Root, Strict, count, limit, word,
};
use crate::parts::{Envelopes, Parts, Verdict, envelopes, parts, verdict};

/// Limits and leniences of reading: the members of the package's `ReadOptions`.
#[derive(Default)]
pub(crate) struct ReadLimits(GivenLimits);

impl<'py> FromPyObject<'_, 'py> for ReadLimits {
    type Error = PyErr;

    // Not derived: that would wrap our refusals in a `TypeError`.
    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let member = |name: &str| {
            object
                .getattr_opt(name)?
                .ok_or_else(|| wrong_type(&object, "ReadOptions as `read`"))
        };
        let (depth, number) = (member("max_depth")?, member("max_number_bytes")?);
        let (bytes, string) = (member("max_bytes")?, member("max_string_bytes")?);
        let (items, keys) = (member("max_items")?, member("duplicate_keys")?);
        let words = "a str as `lone_surrogates`";
        Ok(Self(GivenLimits {
            max_depth: count(&depth, "max_depth").map(Some)?,
            max_bytes: limit(&bytes, "max_bytes")?,
            max_string_bytes: limit(&string, "max_string_bytes")?,
            max_number_bytes: count(&number, "max_number_bytes").map(Some)?,
            max_items: limit(&items, "max_items")?,
            duplicate_keys: word(&keys, "a str as `duplicate_keys`").map(Some)?,
            lone_surrogates: word(&member("lone_surrogates")?, words).map(Some)?,
        }))
    }
}

pub(crate) fn limits(read: Option<ReadLimits>) -> Result<ReadOptions, Error> {
    let ReadLimits(given) = read.unwrap_or_default();
    Ok(given.try_into()?)
}

/// Source texts by path, in any order.
pub(crate) type Texts = Vec<(OwnedStr, OwnedText)>;

pub(crate) fn shelf(sources: Option<Texts>) -> Option<Sources> {
    sources.map(|texts| {
        texts
            .into_iter()
            .map(|(path, text)| (path.0, text.0))
            .collect()
    })
}

/// The dialect of a document.
#[pyfunction]
pub(crate) fn detect(py: Python<'_>, text: Text<'_>) -> PyResult<String> {
    guard(py, || {
        let text = text.as_ref();
        Ok(py.detach(|| llm_types::detect(text))?.to_json())
    })
}

/// The envelope of a document.
#[pyfunction]
#[allow(clippy::too_many_arguments)]
pub(crate) fn normalize(
    py: Python<'_>,
    text: Text<'_>,
    dialect: Dialect,
    sources: Option<Texts>,
    root: Root,
    origin: Origin,
    read: Option<ReadLimits>,
    with_changes: bool,
) -> PyResult<Envelopes> {
    guard(py, || {
        let sources = shelf(sources);
        let options = NormalizeOptions {
            dialect: dialect.0,
            sources: sources.as_ref(),
            root: root.0,
            origin: origin.0,
            without_changes: !with_changes,
            read: limits(read)?,
        };
        let text = text.as_ref();
        py.detach(|| Ok(envelopes(llm_types::normalize(text, &options)?)))
    })
}

/// What is wrong with a document.
#[pyfunction]
pub(crate) fn validate(
    py: Python<'_>,
    text: Text<'_>,
    dialect: Dialect,
    sources: Option<Texts>,
    root: Root,
    strict: Strict,
    read: Option<ReadLimits>,
) -> PyResult<Verdict> {
    guard(py, || {
        let sources = shelf(sources);
        let options = ValidateOptions {
            dialect: dialect.0,
            sources: sources.as_ref(),
            root: root.0,
            strict: strict.0,
            read: limits(read)?,
        };
        options.check()?;
        let text = text.as_ref();
        Ok(py.detach(|| verdict(llm_types::validate(text, &options))))
    })
}

/// A document with the fixes of its findings.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "Python's are named")]
pub(crate) fn apply_fixes(
    py: Python<'_>,
    text: Text<'_>,
    applicability: Applicability,
    codes: Listed<OwnedStr>,
    dialect: Dialect,
    sources: Option<Texts>,
    root: Root,
    strict: Strict,
    read: Option<ReadLimits>,
) -> PyResult<Parts> {
    guard(py, || {
        let sources = shelf(sources);
        let options = FixOptions {
            validate: ValidateOptions {
                dialect: dialect.0,
                sources: sources.as_ref(),
                root: root.0,
                strict: strict.0,
                read: limits(read)?,
            },
            applicability: applicability.0.parse()?,
            codes: codes.0.into_iter().map(|it| it.0).collect(),
        };
        let text = text.as_ref();
        py.detach(|| Ok(parts(llm_types::apply_fixes(text, &options)?)))
    })
}

/// A document in another dialect.
#[pyfunction]
#[allow(clippy::too_many_arguments)]
pub(crate) fn convert(
    py: Python<'_>,
    text: Text<'_>,
    to: Str<'_>,
    dialect: Dialect,
    sources: Option<Texts>,
    root: Root,
    strict: Strict,
    origin: Origin,
    read: Option<ReadLimits>,
) -> PyResult<Parts> {
    guard(py, || {
        let sources = shelf(sources);
        let options = ConvertOptions {
            dialect: dialect.0,
            sources: sources.as_ref(),
            root: root.0,
            strict: strict.0,
            origin: origin.0,
            read: limits(read)?,
        };
        let text = text.as_ref();
        py.detach(|| Ok(parts(llm_types::convert(text, to.0, &options)?)))
    })
}

/// The options with all that is to be added.
fn with_all(
    mut options: EnrichOptions<'_>,
    adds: Vec<OwnedStr>,
) -> Result<EnrichOptions<'_>, Error> {
    for addition in adds {
        options = options.with(addition.0.parse()?);
    }
    Ok(options)
}

/// The envelope of a document, with what the sources can say.
#[pyfunction]
#[allow(clippy::too_many_arguments)]
pub(crate) fn enrich(
    py: Python<'_>,
    text: Text<'_>,
    adds: Vec<OwnedStr>,
    context_lines: ContextLines,
    overwrite: Overwrite,
    dialect: Dialect,
    sources: Option<Texts>,
    root: Root,
    origin: Origin,
    read: Option<ReadLimits>,
) -> PyResult<Parts> {
    guard(py, || {
        let sources = shelf(sources);
        let options = EnrichOptions {
            dialect: dialect.0,
            sources: sources.as_ref(),
            root: root.0,
            origin: origin.0,
            read: limits(read)?,
            context_lines: context_lines.0,
            overwrite: overwrite.0,
            ..EnrichOptions::default()
        };
        let options = with_all(options, adds)?;
        let text = text.as_ref();
        py.detach(|| Ok(parts(llm_types::enrich(text, &options)?)))
    })
}

/// Which findings of two runs are the same.
#[pyfunction]
#[allow(clippy::too_many_arguments)]
pub(crate) fn match_findings(
    py: Python<'_>,
    old: Text<'_>,
    new: Text<'_>,
    dialect: Dialect,
    old_sources: Option<Texts>,
    new_sources: Option<Texts>,
    root: Root,
    read: Option<ReadLimits>,
) -> PyResult<String> {
    guard(py, || {
        let (old_sources, new_sources) = (shelf(old_sources), shelf(new_sources));
        let options = MatchOptions {
            dialect: dialect.0,
            old_sources: old_sources.as_ref(),
            new_sources: new_sources.as_ref(),
            root: root.0,
            read: limits(read)?,
        };
        let (old, new) = (old.as_ref(), new.as_ref());
        py.detach(|| Ok(llm_types::match_findings(old, new, &options)?.to_json()))
    })
}

/// Which conventions explain the ranges of a document.
#[pyfunction]
pub(crate) fn detective(
    py: Python<'_>,
    text: Text<'_>,
    sources: Texts,
    dialect: Dialect,
    root: Root,
    read: Option<ReadLimits>,
) -> PyResult<Parts> {
    guard(py, || {
        let sources = shelf(Some(sources)).unwrap_or_default();
        let options = DetectiveOptions {
            dialect: dialect.0,
            root: root.0,
            read: limits(read)?,
        };
        let text = text.as_ref();
        py.detach(|| Ok(parts(llm_types::detective(text, &sources, &options)?)))
    })
}

/// A run over a text in pieces, which threads take by turns: each piece is taken whole.
struct Stream<T>(Mutex<T>);

impl<T> Stream<T> {
    const fn new(run: T) -> Self {
        Self(Mutex::new(run))
    }

    /// Waits until no other thread has it. Call it detached from Python only: a
    /// thread that waits must not hold the lock that the other needs to finish.
    fn turn(&self) -> MutexGuard<'_, T> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Makes envelopes of a text that arrives in pieces.
#[pyclass(frozen, module = "llm_types._core")]
pub(crate) struct Normalizer(Stream<llm_types::Normalizer<'static>>);

#[pymethods]
impl Normalizer {
    /// Begins a text.
    #[new]
    fn new(
        py: Python<'_>,
        dialect: Dialect,
        sources: Option<Texts>,
        root: Root,
        origin: Origin,
        read: Option<ReadLimits>,
    ) -> PyResult<Self> {
        guard(py, || {
            let sources = shelf(sources);
            let options = NormalizeOptions {
                dialect: dialect.0,
                sources: None,
                root: root.0,
                origin: origin.0,
                without_changes: false,
                read: limits(read)?,
            };
            let begun = llm_types::Normalizer::new(options)?;
            Ok(Self(Stream::new(begun.with_sources(sources))))
        })
    }

    /// The results for the documents that these bytes complete.
    fn push(&self, py: Python<'_>, bytes: Text<'_>) -> PyResult<Vec<Parts>> {
        guard(py, || {
            let (bytes, run) = (bytes.as_ref(), &self.0);
            Ok(py.detach(|| run.turn().push(bytes).into_iter().map(parts).collect()))
        })
    }

    /// The results for the rest of the text.
    fn finish(&self, py: Python<'_>) -> PyResult<Vec<Parts>> {
        guard(py, || {
            let run = &self.0;
            Ok(py.detach(|| run.turn().finish().into_iter().map(parts).collect()))
        })
    }
}

/// Checks a text that arrives in pieces.
#[pyclass(frozen, module = "llm_types._core")]
pub(crate) struct Validator(Stream<llm_types::Validator<'static>>);

#[pymethods]
impl Validator {
    /// Begins a text.
    #[new]
    fn new(
        py: Python<'_>,
        dialect: Dialect,
        sources: Option<Texts>,
        root: Root,
        strict: Strict,
        read: Option<ReadLimits>,
    ) -> PyResult<Self> {
        guard(py, || {
            let sources = shelf(sources);
            let options = ValidateOptions {
                dialect: dialect.0,
                sources: None,
                root: root.0,
                strict: strict.0,
                read: limits(read)?,
            };
            let begun = llm_types::Validator::new(options)?;
            Ok(Self(Stream::new(begun.with_sources(sources))))
        })
    }

    /// The results for the documents that these bytes complete.
    fn push(&self, py: Python<'_>, bytes: Text<'_>) -> PyResult<String> {
        guard(py, || {
            let (bytes, run) = (bytes.as_ref(), &self.0);
            Ok(py.detach(|| to_json_list(&run.turn().push(bytes))))
        })
    }

    /// The results for the rest of the text.
    fn finish(&self, py: Python<'_>) -> PyResult<String> {
        guard(py, || {
            let run = &self.0;
            Ok(py.detach(|| to_json_list(&run.turn().finish())))
        })
    }

    /// The verdict on all documents so far.
    fn summary(&self, py: Python<'_>) -> PyResult<String> {
        let run = &self.0;
        guard(py, || Ok(py.detach(|| run.turn().summary().to_json())))
    }
}

/// Writes a text that arrives in pieces in another dialect.
#[pyclass(frozen, module = "llm_types._core")]
pub(crate) struct Converter(Stream<llm_types::Converter<'static>>);

#[pymethods]
impl Converter {
    /// Begins a text.
    #[new]
    #[allow(clippy::too_many_arguments)]
    fn new(
        py: Python<'_>,
        to: Str<'_>,
        dialect: Dialect,
        sources: Option<Texts>,
        root: Root,
        strict: Strict,
        origin: Origin,
        read: Option<ReadLimits>,
    ) -> PyResult<Self> {
        guard(py, || {
            let sources = shelf(sources);
            let options = ConvertOptions {
                dialect: dialect.0,
                sources: None,
                root: root.0,
                strict: strict.0,
                origin: origin.0,
                read: limits(read)?,
            };
            let begun = llm_types::Converter::new(to.0, options)?;
            Ok(Self(Stream::new(begun.with_sources(sources))))
        })
    }

    /// The results for the documents that these bytes complete.
    fn push(&self, py: Python<'_>, bytes: Text<'_>) -> PyResult<Vec<Parts>> {
        guard(py, || {
            let (bytes, run) = (bytes.as_ref(), &self.0);
            Ok(py.detach(|| run.turn().push(bytes).into_iter().map(parts).collect()))
        })
    }

    /// The results for the rest of the text.
    fn finish(&self, py: Python<'_>) -> PyResult<Vec<Parts>> {
        guard(py, || {
            let run = &self.0;
            Ok(py.detach(|| run.turn().finish().into_iter().map(parts).collect()))
        })
    }
}

/// Adds to a text that arrives in pieces what the sources can say.
#[pyclass(frozen, module = "llm_types._core")]
pub(crate) struct Enricher(Stream<llm_types::Enricher<'static>>);

#[pymethods]
impl Enricher {
    /// Begins a text.
    #[new]
    #[allow(clippy::too_many_arguments)]
    fn new(
        py: Python<'_>,
        adds: Vec<OwnedStr>,
        context_lines: ContextLines,
        overwrite: Overwrite,
        dialect: Dialect,
        sources: Option<Texts>,
        root: Root,
        origin: Origin,
        read: Option<ReadLimits>,
    ) -> PyResult<Self> {
        guard(py, || {
            let sources = shelf(sources);
            let options = EnrichOptions {
                dialect: dialect.0,
                root: root.0,
                origin: origin.0,
                read: limits(read)?,
                context_lines: context_lines.0,
                overwrite: overwrite.0,
                ..EnrichOptions::default()
            };
            let begun = llm_types::Enricher::new(with_all(options, adds)?)?;
            Ok(Self(Stream::new(begun.with_sources(sources))))
        })
    }

    /// The results for the documents that these bytes complete.
    fn push(&self, py: Python<'_>, bytes: Text<'_>) -> PyResult<Vec<Parts>> {
        guard(py, || {
            let (bytes, run) = (bytes.as_ref(), &self.0);
            Ok(py.detach(|| run.turn().push(bytes).into_iter().map(parts).collect()))
        })
    }

    /// The results for the rest of the text.
    fn finish(&self, py: Python<'_>) -> PyResult<Vec<Parts>> {
        guard(py, || {
            let run = &self.0;
            Ok(py.detach(|| run.turn().finish().into_iter().map(parts).collect()))
        })
    }
}

/// The dialects that can be read and written.
#[pyfunction]
pub(crate) fn dialects(py: Python<'_>) -> PyResult<String> {
    guard(py, || error::json(&llm_types::dialects()))
}

/// The canonical form of RFC 8785.
#[pyfunction]
pub(crate) fn canonicalize(py: Python<'_>, text: Text<'_>) -> PyResult<String> {
    guard(py, || {
        let text = text.as_ref();
        Ok(py.detach(|| llm_types::json::canonicalize(text))?)
    })
}

/// The place of the value at a JSON Pointer.
#[pyfunction]
pub(crate) fn locate(py: Python<'_>, text: Text<'_>, pointer: Str<'_>) -> PyResult<String> {
    guard(py, || {
        let (text, pointer) = (text.as_ref(), pointer.0);
        py.detach(|| error::json(&llm_types::json::locate(text, pointer)?))
    })
}

/// The values of a text, without the white space between them.
#[pyfunction]
pub(crate) fn write_compact(py: Python<'_>, text: Text<'_>) -> PyResult<String> {
    guard(py, || {
        let text = text.as_ref();
        py.detach(|| {
            let document = llm_types::read(text, &ReadOptions::default())?;
            Ok(document.root().to_compact())
        })
    })
}

/// The values of a text, one a line, indented.
#[pyfunction]
pub(crate) fn write_pretty(py: Python<'_>, text: Text<'_>) -> PyResult<String> {
    guard(py, || {
        let text = text.as_ref();
        py.detach(|| {
            let document = llm_types::read(text, &ReadOptions::default())?;
            Ok(document.root().to_pretty())
        })
    })
}

/// The lines of JSON Lines, as JSON text.
#[pyfunction]
pub(crate) fn read_lines(py: Python<'_>, text: Text<'_>) -> PyResult<String> {
    guard(py, || {
        let text = text.as_ref();
        py.detach(|| error::json(&llm_types::parts::lines(text)))
    })
}
