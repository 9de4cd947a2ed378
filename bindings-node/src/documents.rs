//! Documents: detect the tool, normalize to the envelope, validate, convert.
//!
//! Text comes in as bytes and every result goes out as JSON text, which the package
//! parses: the same bytes as from any other host. A text in a result goes out as itself.

use llm_types::json::GivenLimits;
use llm_types::parts::{GivenOptions, verdict_row};
use llm_types::stream::to_json_list;
use llm_types::{
    Applicability, ConvertOptions, EnrichOptions, FixOptions, MatchOptions, NormalizeOptions,
    ReadOptions, Sources, ValidateOptions,
};
use napi::bindgen_prelude::Uint8Array;
use napi_derive::napi;

use crate::error::{self, Result, thrown};
use crate::number::limit;
use crate::parts::{Parts, each, parts};

/// Limits and leniences of reading; every member has a default.
#[napi(object, object_to_js = false)]
#[derive(Default)]
pub struct ReadLimits {
    /// Arrays and objects that may be open at once.
    pub max_depth: Option<f64>,
    /// Bytes of the text.
    pub max_bytes: Option<f64>,
    /// Bytes of one string.
    pub max_string_bytes: Option<f64>,
    /// Bytes of one number.
    pub max_number_bytes: Option<f64>,
    /// Values in the document.
    pub max_items: Option<f64>,
    /// What an object with the same key twice is.
    pub duplicate_keys: Option<String>,
    /// What an escaped lone surrogate is.
    pub lone_surrogates: Option<String>,
}

impl ReadLimits {
    fn parse(self) -> Result<ReadOptions> {
        let given = GivenLimits {
            max_depth: limit(self.max_depth, "maxDepth")?,
            max_bytes: limit(self.max_bytes, "maxBytes")?,
            max_string_bytes: limit(self.max_string_bytes, "maxStringBytes")?,
            max_number_bytes: limit(self.max_number_bytes, "maxNumberBytes")?,
            max_items: limit(self.max_items, "maxItems")?,
            duplicate_keys: self.duplicate_keys,
            lone_surrogates: self.lone_surrogates,
        };
        ReadOptions::try_from(given).map_err(thrown)
    }
}

/// Options of all verbs; each takes of them what concerns it.
#[napi(object, object_to_js = false)]
#[derive(Default)]
pub struct DocumentOptions {
    /// The dialect, if it is known.
    pub dialect: Option<String>,
    /// The root that absolute paths begin with.
    pub root: Option<String>,
    /// Whether to write the way back into the envelope.
    pub origin: Option<bool>,
    /// Whether to let nothing pass.
    pub strict: Option<bool>,
    /// Limits and leniences.
    pub read: Option<ReadLimits>,
    /// The paths of the source texts.
    pub paths: Option<Vec<String>>,
    /// The source texts, one for each path.
    pub texts: Option<Vec<Uint8Array>>,
    /// The paths of the texts that the older of two documents is about.
    pub old_paths: Option<Vec<String>>,
    /// Those texts.
    pub old_texts: Option<Vec<Uint8Array>>,
    /// What to add to an envelope, in the core's words.
    pub adds: Option<Vec<String>>,
    /// Lines of context on either side.
    pub context_lines: Option<f64>,
    /// Whether what a tool said gives way.
    pub overwrite: Option<bool>,
}

/// Source texts, one for each path.
pub(crate) fn shelf(paths: Vec<String>, texts: &[Uint8Array]) -> Sources {
    let texts = texts.iter().map(|text| text.to_vec());
    paths.into_iter().zip(texts).collect()
}

/// The limits of reading, as the core takes them.
pub(crate) fn limits(read: Option<ReadLimits>) -> Result<ReadOptions> {
    read.unwrap_or_default().parse()
}

impl DocumentOptions {
    pub(crate) fn given(options: Option<Self>) -> Result<GivenOptions> {
        options.map_or_else(|| Ok(GivenOptions::default()), Self::parse)
    }

    fn parse(self) -> Result<GivenOptions> {
        let sources = |paths: Option<Vec<String>>, texts: Option<Vec<Uint8Array>>| {
            paths.map(|paths| shelf(paths, &texts.unwrap_or_default()))
        };
        Ok(GivenOptions {
            dialect: self.dialect,
            root: self.root,
            origin: self.origin.unwrap_or_default(),
            strict: self.strict.unwrap_or_default(),
            read: limits(self.read)?,
            sources: sources(self.paths, self.texts),
            old_sources: sources(self.old_paths, self.old_texts),
            adds: self.adds.unwrap_or_default(),
            context_lines: limit(self.context_lines, "contextLines")?,
            overwrite: self.overwrite.unwrap_or_default(),
        })
    }
}

/// The dialect of a document.
#[napi(catch_unwind)]
pub fn detect(text: &[u8]) -> Result<String> {
    Ok(llm_types::detect(text).map_err(thrown)?.to_json())
}

/// The envelope of a document.
#[napi(catch_unwind)]
pub fn normalize(
    text: &[u8],
    options: Option<DocumentOptions>,
    with_changes: bool,
) -> Result<Parts> {
    let (options, sources) = DocumentOptions::given(options)?.normalizing();
    let options = NormalizeOptions {
        sources: sources.as_ref(),
        without_changes: !with_changes,
        ..options
    };
    let normalized = llm_types::normalize(text, &options).map_err(thrown)?;
    parts(normalized, with_changes)
}

/// What is wrong with a document: see [`verdict_row`].
#[napi(catch_unwind)]
pub fn validate(text: &[u8], options: Option<DocumentOptions>) -> Result<String> {
    let (options, sources) = DocumentOptions::given(options)?.validating();
    let options = ValidateOptions {
        sources: sources.as_ref(),
        ..options
    };
    options.check().map_err(thrown)?;
    Ok(verdict_row(&llm_types::validate(text, &options)))
}

/// A document with the fixes of its findings.
#[napi(catch_unwind)]
pub fn apply_fixes(
    text: &[u8],
    options: Option<DocumentOptions>,
    applicability: Option<String>,
    codes: Vec<String>,
) -> Result<Parts> {
    let (options, sources) = DocumentOptions::given(options)?.validating();
    let options = FixOptions {
        validate: ValidateOptions {
            sources: sources.as_ref(),
            ..options
        },
        applicability: applicability
            .map_or_else(|| Ok(Applicability::default()), |word| word.parse())
            .map_err(thrown)?,
        codes,
    };
    let fixed = llm_types::apply_fixes(text, &options).map_err(thrown)?;
    parts(fixed, true)
}

/// A document in another dialect.
#[napi(catch_unwind)]
pub fn convert(text: &[u8], to: String, options: Option<DocumentOptions>) -> Result<Parts> {
    let (options, sources) = DocumentOptions::given(options)?.converting();
    let options = ConvertOptions {
        sources: sources.as_ref(),
        ..options
    };
    let conversion = llm_types::convert(text, &to, &options).map_err(thrown)?;
    parts(conversion, true)
}

/// The envelope of a document, with what the sources can say.
#[napi(catch_unwind)]
pub fn enrich(text: &[u8], options: Option<DocumentOptions>) -> Result<Parts> {
    let (options, sources) = DocumentOptions::given(options)?
        .enriching()
        .map_err(thrown)?;
    let options = EnrichOptions {
        sources: sources.as_ref(),
        ..options
    };
    let enriched = llm_types::enrich(text, &options).map_err(thrown)?;
    parts(enriched, true)
}

/// Which findings of two runs are the same.
#[napi(catch_unwind)]
pub fn match_findings(old: &[u8], new: &[u8], options: Option<DocumentOptions>) -> Result<String> {
    let (options, [old_sources, new_sources]) = DocumentOptions::given(options)?.matching();
    let options = MatchOptions {
        old_sources: old_sources.as_ref(),
        new_sources: new_sources.as_ref(),
        ..options
    };
    let matches = llm_types::match_findings(old, new, &options).map_err(thrown)?;
    Ok(matches.to_json())
}

/// Which conventions explain the ranges of a document.
#[napi(catch_unwind)]
pub fn detective(text: &[u8], options: Option<DocumentOptions>) -> Result<Parts> {
    let (options, sources) = DocumentOptions::given(options)?.investigating();
    let report = llm_types::detective(text, &sources, &options).map_err(thrown)?;
    parts(report, true)
}

/// Makes envelopes of a text that arrives in pieces.
#[napi]
pub struct Normalizer(llm_types::Normalizer<'static>);

#[napi]
impl Normalizer {
    /// Begins a text.
    #[napi(constructor, catch_unwind)]
    pub fn new(options: Option<DocumentOptions>) -> Result<Self> {
        let (options, sources) = DocumentOptions::given(options)?.normalizing();
        let normalizer = llm_types::Normalizer::new(options).map_err(thrown)?;
        Ok(Self(normalizer.with_sources(sources)))
    }

    /// What became of the documents that these bytes complete.
    #[napi(catch_unwind)]
    pub fn push(&mut self, bytes: &[u8]) -> Result<Vec<Parts>> {
        each(self.0.push(bytes))
    }

    /// What became of the rest of the text.
    #[napi(catch_unwind)]
    pub fn finish(&mut self) -> Result<Vec<Parts>> {
        each(self.0.finish())
    }
}

/// Checks a text that arrives in pieces.
#[napi]
pub struct Validator(llm_types::Validator<'static>);

#[napi]
impl Validator {
    /// Begins a text.
    #[napi(constructor, catch_unwind)]
    pub fn new(options: Option<DocumentOptions>) -> Result<Self> {
        let (options, sources) = DocumentOptions::given(options)?.validating();
        let validator = llm_types::Validator::new(options).map_err(thrown)?;
        Ok(Self(validator.with_sources(sources)))
    }

    /// The verdicts on the documents that these bytes complete.
    #[napi(catch_unwind)]
    pub fn push(&mut self, bytes: &[u8]) -> String {
        to_json_list(&self.0.push(bytes))
    }

    /// The verdict on the rest of the text.
    #[napi(catch_unwind)]
    pub fn finish(&mut self) -> String {
        to_json_list(&self.0.finish())
    }

    /// The verdict on all documents so far.
    #[napi(catch_unwind)]
    pub fn summary(&self) -> String {
        self.0.summary().to_json()
    }
}

/// Writes a text that arrives in pieces in another dialect.
#[napi]
pub struct Converter(llm_types::Converter<'static>);

#[napi]
impl Converter {
    /// Begins a text.
    #[napi(constructor, catch_unwind)]
    pub fn new(to: String, options: Option<DocumentOptions>) -> Result<Self> {
        let (options, sources) = DocumentOptions::given(options)?.converting();
        let converter = llm_types::Converter::new(&to, options).map_err(thrown)?;
        Ok(Self(converter.with_sources(sources)))
    }

    /// What became of the documents that these bytes complete.
    #[napi(catch_unwind)]
    pub fn push(&mut self, bytes: &[u8]) -> Result<Vec<Parts>> {
        each(self.0.push(bytes))
    }

    /// What became of the rest of the text.
    #[napi(catch_unwind)]
    pub fn finish(&mut self) -> Result<Vec<Parts>> {
        each(self.0.finish())
    }
}

/// Adds to a text that arrives in pieces what the sources can say.
#[napi]
pub struct Enricher(llm_types::Enricher<'static>);

#[napi]
impl Enricher {
    /// Begins a text.
    #[napi(constructor, catch_unwind)]
    pub fn new(options: Option<DocumentOptions>) -> Result<Self> {
        let (options, sources) = DocumentOptions::given(options)?
            .enriching()
            .map_err(thrown)?;
        let enricher = llm_types::Enricher::new(options).map_err(thrown)?;
        Ok(Self(enricher.with_sources(sources)))
    }

    /// What became of the documents that these bytes complete.
    #[napi(catch_unwind)]
    pub fn push(&mut self, bytes: &[u8]) -> Result<Vec<Parts>> {
        each(self.0.push(bytes))
    }

    /// What became of the rest of the text.
    #[napi(catch_unwind)]
    pub fn finish(&mut self) -> Result<Vec<Parts>> {
        each(self.0.finish())
    }
}

/// The files that a document speaks of.
#[napi(catch_unwind)]
pub fn referenced_paths(text: &[u8], options: Option<DocumentOptions>) -> Result<Vec<String>> {
    let options = DocumentOptions::given(options)?.referencing();
    llm_types::referenced_paths(text, &options).map_err(thrown)
}

/// The ranges that a document speaks of, as JSON text.
#[napi(catch_unwind)]
pub fn referenced_spans(text: &[u8], options: Option<DocumentOptions>) -> Result<String> {
    let (options, sources) = DocumentOptions::given(options)?.normalizing();
    let options = NormalizeOptions {
        sources: sources.as_ref(),
        ..options
    };
    let spans = llm_types::referenced_spans(text, &options).map_err(thrown)?;
    Ok(to_json_list(&spans))
}

/// The dialects that can be read and written.
#[napi(catch_unwind)]
pub fn dialects() -> Result<String> {
    error::json(&llm_types::dialects())
}

/// The canonical form of RFC 8785.
#[napi(catch_unwind)]
pub fn canonicalize(text: &[u8]) -> Result<String> {
    llm_types::json::canonicalize(text).map_err(thrown)
}

/// The place of the value at a JSON Pointer.
#[napi(catch_unwind)]
pub fn locate(text: &[u8], pointer: String) -> Result<String> {
    error::json(&llm_types::json::locate(text, &pointer).map_err(thrown)?)
}

/// The values of a text, without the white space between them.
#[napi(catch_unwind)]
pub fn write_compact(text: &[u8]) -> Result<String> {
    let document = llm_types::read(text, &ReadOptions::default()).map_err(thrown)?;
    Ok(document.root().to_compact())
}

/// The values of a text, one a line, indented.
#[napi(catch_unwind)]
pub fn write_pretty(text: &[u8]) -> Result<String> {
    let document = llm_types::read(text, &ReadOptions::default()).map_err(thrown)?;
    Ok(document.root().to_pretty())
}

/// The lines of JSON Lines, as JSON text.
#[napi(catch_unwind)]
pub fn read_lines(text: &[u8]) -> Result<String> {
    error::json(&llm_types::parts::lines(text))
}

/// The path without `.` and empty parts.
#[napi(catch_unwind)]
pub fn canonical_path(path: String) -> String {
    llm_types::canonical_path(&path).into_owned()
}

/// What is odd about the spelling of a path.
#[napi(catch_unwind)]
pub fn path_findings(path: String) -> Vec<&'static str> {
    let found = llm_types::path_findings(&path);
    found
        .into_iter()
        .map(llm_types::PathFinding::as_str)
        .collect()
}

/// The loaded path that each path means, as JSON text.
#[napi(catch_unwind)]
pub fn match_paths(
    paths: Vec<String>,
    loaded: Vec<String>,
    root: Option<String>,
) -> Result<String> {
    let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
    let loaded: Vec<&str> = loaded.iter().map(String::as_str).collect();
    error::json(&llm_types::match_paths(&paths, &loaded, root.as_deref()))
}

/// Where to look for the file that a path means.
#[napi(catch_unwind)]
pub fn candidate_paths(path: String, root: Option<String>) -> Vec<String> {
    llm_types::candidate_paths(&path, root.as_deref())
}
