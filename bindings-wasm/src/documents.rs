//! Documents: detect the tool, normalize to the envelope, validate, convert.
//!
//! Text comes in as bytes, or is in the room already, and every result goes out as JSON text, which the package
//! parses: the same bytes as from any other host. A text in a result goes out as itself.

use js_sys::Uint8Array;
use llm_types::json::GivenLimits;
use llm_types::parts::{GivenOptions, verdict_row};
use llm_types::stream::to_json_list;
use llm_types::{
    Applicability, ConvertOptions, EnrichOptions, FixOptions, MatchOptions, NormalizeOptions,
    ReadOptions, Sources, ValidateOptions,
};
use serde::Deserialize;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::error::{self, Result};
use crate::memory;
use crate::number::limit;
use crate::parts::{Parts, each, parts};
use crate::room;

/// Limits and leniences of reading; every member has a default.
#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct ReadLimits {
    max_depth: Option<f64>,
    max_bytes: Option<f64>,
    max_string_bytes: Option<f64>,
    max_number_bytes: Option<f64>,
    max_items: Option<f64>,
    duplicate_keys: Option<String>,
    lone_surrogates: Option<String>,
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
        Ok(given.try_into()?)
    }
}

/// Options of all verbs; each takes of them what concerns it.
#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct DocumentOptions {
    dialect: Option<String>,
    root: Option<String>,
    origin: bool,
    strict: bool,
    read: ReadLimits,
    /// The paths of the source texts.
    paths: Option<Vec<String>>,
    /// The source texts, one for each path.
    #[serde(with = "serde_wasm_bindgen::preserve")]
    texts: js_sys::Array,
    /// The paths of the texts that the older of two documents is about.
    old_paths: Option<Vec<String>>,
    /// Those texts.
    #[serde(with = "serde_wasm_bindgen::preserve")]
    old_texts: js_sys::Array,
    /// What to add to an envelope, in the core's words.
    adds: Vec<String>,
    context_lines: Option<f64>,
    overwrite: bool,
}

/// Source texts, one for each path.
pub(crate) fn shelf(paths: Vec<String>, texts: &js_sys::Array) -> Result<Sources> {
    let texts = texts.iter().map(|text| memory::bytes(&text.into()));
    paths
        .into_iter()
        .zip(texts)
        .map(|(path, text)| Ok((path, text?)))
        .collect()
}

/// The limits of reading, as the core takes them.
pub(crate) fn limits(read: JsValue) -> Result<ReadOptions> {
    error::options::<ReadLimits>(read)?.parse()
}

pub(crate) fn given(options: JsValue) -> Result<GivenOptions> {
    if options.is_undefined() {
        return Ok(GivenOptions::default());
    }
    let options: DocumentOptions = error::options(options)?;
    let sources = |paths: Option<Vec<String>>, texts| {
        let sources = paths.map(|paths| shelf(paths, texts));
        sources.transpose()
    };
    Ok(GivenOptions {
        dialect: options.dialect,
        root: options.root,
        origin: options.origin,
        strict: options.strict,
        read: options.read.parse()?,
        sources: sources(options.paths, &options.texts)?,
        old_sources: sources(options.old_paths, &options.old_texts)?,
        adds: options.adds,
        context_lines: limit(options.context_lines, "contextLines")?,
        overwrite: options.overwrite,
    })
}

/// The dialect of a document.
#[wasm_bindgen]
pub fn detect(text: &JsValue) -> Result<String> {
    Ok(llm_types::detect(&room::text(text)?)?.to_json())
}

/// The envelope of a document.
#[wasm_bindgen]
pub fn normalize(text: &JsValue, options: JsValue, with_changes: bool) -> Result<Parts> {
    let (options, sources) = given(options)?.normalizing();
    let options = NormalizeOptions {
        sources: sources.as_ref(),
        without_changes: !with_changes,
        ..options
    };
    let normalized = llm_types::normalize(&room::text(text)?, &options)?;
    parts(normalized, with_changes)
}

/// What is wrong with a document: see [`verdict_row`].
#[wasm_bindgen]
pub fn validate(text: &JsValue, options: JsValue) -> Result<String> {
    let (options, sources) = given(options)?.validating();
    let options = ValidateOptions {
        sources: sources.as_ref(),
        ..options
    };
    options.check()?;
    Ok(verdict_row(&llm_types::validate(
        &room::text(text)?,
        &options,
    )))
}

/// A document with the fixes of its findings.
#[wasm_bindgen(js_name = applyFixes)]
pub fn apply_fixes(
    text: &JsValue,
    options: JsValue,
    applicability: Option<String>,
    codes: Vec<String>,
) -> Result<Parts> {
    let (options, sources) = given(options)?.validating();
    let options = FixOptions {
        validate: ValidateOptions {
            sources: sources.as_ref(),
            ..options
        },
        applicability: applicability
            .map_or_else(|| Ok(Applicability::default()), |word| word.parse())?,
        codes,
    };
    let fixed = llm_types::apply_fixes(&room::text(text)?, &options)?;
    parts(fixed, true)
}

/// A document in another dialect.
#[wasm_bindgen]
pub fn convert(text: &JsValue, to: &str, options: JsValue) -> Result<Parts> {
    let (options, sources) = given(options)?.converting();
    let options = ConvertOptions {
        sources: sources.as_ref(),
        ..options
    };
    let conversion = llm_types::convert(&room::text(text)?, to, &options)?;
    parts(conversion, true)
}

/// The envelope of a document, with what the sources can say.
#[wasm_bindgen]
pub fn enrich(text: &JsValue, options: JsValue) -> Result<Parts> {
    let (options, sources) = given(options)?.enriching()?;
    let options = EnrichOptions {
        sources: sources.as_ref(),
        ..options
    };
    let enriched = llm_types::enrich(&room::text(text)?, &options)?;
    parts(enriched, true)
}

/// Which findings of two runs are the same.
#[wasm_bindgen(js_name = matchFindings)]
pub fn match_findings(old: &Uint8Array, new: &Uint8Array, options: JsValue) -> Result<String> {
    let (options, [old_sources, new_sources]) = given(options)?.matching();
    let options = MatchOptions {
        old_sources: old_sources.as_ref(),
        new_sources: new_sources.as_ref(),
        ..options
    };
    let (old, new) = (memory::document(old)?, memory::document(new)?);
    Ok(llm_types::match_findings(&old, &new, &options)?.to_json())
}

/// Which conventions explain the ranges of a document.
#[wasm_bindgen]
pub fn detective(text: &JsValue, options: JsValue) -> Result<Parts> {
    let (options, sources) = given(options)?.investigating();
    let report = llm_types::detective(&room::text(text)?, &sources, &options)?;
    parts(report, true)
}

/// Makes envelopes of a text that arrives in pieces.
#[wasm_bindgen]
pub struct Normalizer(llm_types::Normalizer<'static>);

#[wasm_bindgen]
impl Normalizer {
    /// Begins a text.
    #[wasm_bindgen(constructor)]
    pub fn new(options: JsValue) -> Result<Normalizer> {
        let (options, sources) = given(options)?.normalizing();
        let begun = llm_types::Normalizer::new(options)?;
        Ok(Self(begun.with_sources(sources)))
    }

    /// The results for the documents that these bytes complete.
    pub fn push(&mut self, bytes: &Uint8Array) -> Result<Vec<Parts>> {
        let results = self.0.push(&memory::bytes(bytes)?);
        each(results)
    }

    /// The results for the rest of the text.
    pub fn finish(&mut self) -> Result<Vec<Parts>> {
        let results = self.0.finish();
        each(results)
    }
}

/// Checks a text that arrives in pieces.
#[wasm_bindgen]
pub struct Validator(llm_types::Validator<'static>);

#[wasm_bindgen]
impl Validator {
    /// Begins a text.
    #[wasm_bindgen(constructor)]
    pub fn new(options: JsValue) -> Result<Validator> {
        let (options, sources) = given(options)?.validating();
        let begun = llm_types::Validator::new(options)?;
        Ok(Self(begun.with_sources(sources)))
    }

    /// The results for the documents that these bytes complete.
    pub fn push(&mut self, bytes: &Uint8Array) -> Result<String> {
        Ok(to_json_list(&self.0.push(&memory::bytes(bytes)?)))
    }

    /// The results for the rest of the text.
    pub fn finish(&mut self) -> String {
        to_json_list(&self.0.finish())
    }

    /// The verdict on all documents so far.
    pub fn summary(&self) -> String {
        self.0.summary().to_json()
    }
}

/// Writes a text that arrives in pieces in another dialect.
#[wasm_bindgen]
pub struct Converter(llm_types::Converter<'static>);

#[wasm_bindgen]
impl Converter {
    /// Begins a text.
    #[wasm_bindgen(constructor)]
    pub fn new(to: &str, options: JsValue) -> Result<Converter> {
        let (options, sources) = given(options)?.converting();
        let begun = llm_types::Converter::new(to, options)?;
        Ok(Self(begun.with_sources(sources)))
    }

    /// The results for the documents that these bytes complete.
    pub fn push(&mut self, bytes: &Uint8Array) -> Result<Vec<Parts>> {
        let results = self.0.push(&memory::bytes(bytes)?);
        each(results)
    }

    /// The results for the rest of the text.
    pub fn finish(&mut self) -> Result<Vec<Parts>> {
        let results = self.0.finish();
        each(results)
    }
}

/// Adds to a text that arrives in pieces what the sources can say.
#[wasm_bindgen]
pub struct Enricher(llm_types::Enricher<'static>);

#[wasm_bindgen]
impl Enricher {
    /// Begins a text.
    #[wasm_bindgen(constructor)]
    pub fn new(options: JsValue) -> Result<Enricher> {
        let (options, sources) = given(options)?.enriching()?;
        let begun = llm_types::Enricher::new(options)?;
        Ok(Self(begun.with_sources(sources)))
    }

    /// The results for the documents that these bytes complete.
    pub fn push(&mut self, bytes: &Uint8Array) -> Result<Vec<Parts>> {
        let results = self.0.push(&memory::bytes(bytes)?);
        each(results)
    }

    /// The results for the rest of the text.
    pub fn finish(&mut self) -> Result<Vec<Parts>> {
        let results = self.0.finish();
        each(results)
    }
}

/// The files that a document speaks of.
#[wasm_bindgen(js_name = referencedPaths)]
pub fn referenced_paths(text: &JsValue, options: JsValue) -> Result<Vec<String>> {
    let options = given(options)?.referencing();
    Ok(llm_types::referenced_paths(&room::text(text)?, &options)?)
}

/// The ranges that a document speaks of, as JSON text.
#[wasm_bindgen(js_name = referencedSpans)]
pub fn referenced_spans(text: &JsValue, options: JsValue) -> Result<String> {
    let (options, sources) = given(options)?.normalizing();
    let options = NormalizeOptions {
        sources: sources.as_ref(),
        ..options
    };
    let spans = llm_types::referenced_spans(&room::text(text)?, &options)?;
    Ok(to_json_list(&spans))
}

/// The dialects that can be read and written.
#[wasm_bindgen]
pub fn dialects() -> Result<String> {
    error::json(&llm_types::dialects())
}

/// The canonical form of RFC 8785.
#[wasm_bindgen]
pub fn canonicalize(text: &Uint8Array) -> Result<String> {
    Ok(llm_types::json::canonicalize(&memory::bytes(text)?)?)
}

/// The place of the value at a JSON Pointer.
#[wasm_bindgen]
pub fn locate(text: &Uint8Array, pointer: &str) -> Result<String> {
    let text = memory::bytes(text)?;
    error::json(&llm_types::json::locate(&text, pointer)?)
}

/// The values of a text, without the white space between them.
#[wasm_bindgen(js_name = writeCompact)]
pub fn write_compact(text: &Uint8Array) -> Result<String> {
    let text = memory::bytes(text)?;
    let document = llm_types::read(&text, &ReadOptions::default())?;
    Ok(document.root().to_compact())
}

/// The values of a text, one a line, indented.
#[wasm_bindgen(js_name = writePretty)]
pub fn write_pretty(text: &Uint8Array) -> Result<String> {
    let text = memory::bytes(text)?;
    let document = llm_types::read(&text, &ReadOptions::default())?;
    Ok(document.root().to_pretty())
}

/// The lines of JSON Lines, as JSON text.
#[wasm_bindgen(js_name = readLines)]
pub fn read_lines(text: &Uint8Array) -> Result<String> {
    error::json(&llm_types::parts::lines(&memory::bytes(text)?))
}

/// The path without `.` and empty parts.
#[wasm_bindgen(js_name = canonicalPath)]
pub fn canonical_path(path: &str) -> String {
    llm_types::canonical_path(path).into_owned()
}

/// What is odd about the spelling of a path.
#[wasm_bindgen(js_name = pathFindings)]
pub fn path_findings(path: &str) -> Vec<String> {
    let found = llm_types::path_findings(path);
    found.into_iter().map(|it| it.as_str().to_owned()).collect()
}

/// The loaded path that each path means, as JSON text.
#[wasm_bindgen(js_name = matchPaths)]
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
#[wasm_bindgen(js_name = candidatePaths)]
pub fn candidate_paths(path: &str, root: Option<String>) -> Vec<String> {
    llm_types::candidate_paths(path, root.as_deref())
}
