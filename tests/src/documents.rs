//! Real output of real tools: what every verb on documents says about it.
//!
//! There are no expectations here; the laws that the answers must keep are in
//! `core/tests/document/laws.rs`. What is proved here is law 6: the answers are the same
//! bytes in every host.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use llm_types::{
    ConvertOptions, Converter, EnrichOptions, Enricher, Error, NormalizeOptions, Normalizer,
    ReferencedPathsOptions, Sources, ValidateOptions, Validator, convert, detect, normalize,
    referenced_paths, validate,
};
use serde_json::{Value, json};

use crate::suite::home;

/// Every output of a tool, by its path in the folder of fixtures.
///
/// # Errors
///
/// Those of the file system.
pub fn fixtures() -> io::Result<Vec<(String, Vec<u8>)>> {
    let root = home().join("fixtures");
    let mut all = texts(&root)?;
    all.retain(|(name, _)| {
        name.contains('/')
            && !name.starts_with("workspace/")
            && !name.contains(".files/")
            && !name.ends_with(".meta.json")
    });
    Ok(all)
}

/// The files that the tools were run on.
///
/// # Errors
///
/// Those of the file system.
pub fn sources() -> io::Result<Sources> {
    Ok(texts(&home().join("fixtures/workspace"))?
        .into_iter()
        .collect())
}

/// The line of the results file for one output.
pub fn line(name: &str, text: &[u8], sources: &Sources) -> Value {
    let normalizing = NormalizeOptions {
        sources: Some(sources),
        origin: true,
        ..Default::default()
    };
    let normalized = normalize(text, &normalizing);
    let home = match &normalized {
        Ok(normalized) => {
            let converting = ConvertOptions {
                sources: Some(sources),
                ..Default::default()
            };
            convert(normalized.text.as_bytes(), &normalized.dialect, &converting)
                .map(|conversion| conversion.to_json())
        }
        Err(error) => Err(error.clone()),
    };
    let proving = ValidateOptions {
        sources: Some(sources),
        ..Default::default()
    };
    let strict = ValidateOptions {
        strict: true,
        ..Default::default()
    };
    json!({
        "fixture": name,
        "detect": answer(detect(text).map(|detection| detection.to_json())),
        "referenced_paths": answer(referenced_paths(text, &ReferencedPathsOptions::default()).map(|paths| json!(paths).to_string())),
        "normalize": answer(normalized.map(|normalized| normalized.to_json())),
        "home": answer(home),
        "normalize_alone": answer(
            normalize(text, &NormalizeOptions::default()).map(|normalized| normalized.to_json())
        ),
        "validate": answer(Ok(validate(text, &proving).to_json())),
        "validate_strict": answer(Ok(validate(text, &strict).to_json())),
        "streamed": streamed(text, normalizing, proving)
            .unwrap_or_else(|error| json!({ "error": error.report() })),
    })
}

/// What the verbs say of a text that arrives in pieces.
fn streamed(
    text: &[u8],
    normalizing: NormalizeOptions<'_>,
    proving: ValidateOptions<'_>,
) -> Result<Value, Error> {
    let enriching = EnrichOptions {
        sources: proving.sources,
        context: true,
        checksums: true,
        positions: true,
        fingerprints: true,
        origin: true,
        ..Default::default()
    };
    let mut normalizer = Normalizer::new(normalizing)?;
    let mut validator = Validator::new(proving)?;
    let mut converter = Converter::new("unified", ConvertOptions::default())?;
    let mut enricher = Enricher::new(enriching)?;
    let mut normalized = Vec::new();
    let mut validated = Vec::new();
    let mut converted = Vec::new();
    let mut enriched = Vec::new();
    for piece in text.chunks(PIECE) {
        normalized.extend(normalizer.push(piece));
        validated.extend(validator.push(piece));
        converted.extend(converter.push(piece));
        enriched.extend(enricher.push(piece));
    }
    normalized.extend(normalizer.finish());
    validated.extend(validator.finish());
    converted.extend(converter.finish());
    enriched.extend(enricher.finish());
    let (mut normalized, mut enriched) = (json!(normalized), json!(enriched));
    let lists = [&mut normalized, &mut enriched];
    for one in lists.into_iter().filter_map(Value::as_array_mut).flatten() {
        if let Some(members) = one.as_object_mut() {
            members.remove("envelope");
        }
    }
    Ok(json!({
        "normalized": normalized,
        "validated": validated,
        "summary": validator.summary(),
        "converted": converted,
        "enriched": enriched,
    }))
}

/// Bytes of a piece, in every host.
const PIECE: usize = 1000;

fn answer(given: Result<String, Error>) -> Value {
    let mut value = match given {
        Ok(text) => serde_json::from_str(&text).unwrap_or_default(),
        Err(error) => return json!({ "error": error.report() }),
    };
    // The same as `text`, but read by the host's own parser.
    if let Some(members) = Value::as_object_mut(&mut value) {
        members.remove("envelope");
        members.remove("envelopes");
    }
    json!({ "ok": value })
}

fn texts(root: &Path) -> io::Result<Vec<(String, Vec<u8>)>> {
    let mut paths = Vec::new();
    files(root, &mut paths)?;
    let mut found = Vec::new();
    for path in paths {
        let name = path
            .strip_prefix(root)
            .unwrap_or(&path)
            .to_string_lossy()
            .replace('\\', "/");
        found.push((name, fs::read(&path)?));
    }
    found.sort();
    Ok(found)
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            files(&path, found)?;
        } else {
            found.push(path);
        }
    }
    Ok(())
}
