//! Whoever gives sources to `normalize` is told what they say against the places of a document.

use std::collections::{BTreeMap, BTreeSet};

use super::fixtures::{Fixture, outputs, workspace};
use llm_types::{
    ConvertOptions, Diagnostic, NormalizeOptions, Sources, ValidateOptions, convert, normalize,
    validate,
};

/// Errors about places and texts, by what the registry says that they are about.
const PLACES: [&str; 11] = [
    "POSITION_MISMATCH",
    "OFFSET_OUT_OF_RANGE",
    "LINE_OUT_OF_RANGE",
    "COL_OUT_OF_RANGE",
    "NOT_CHAR_BOUNDARY",
    "TEXT_MISMATCH",
    "CONTEXT_MISMATCH",
    "CHECKSUM_MISMATCH",
    "CHECKSUM_MALFORMED",
    "FILE_CHANGED",
    "PATH_MISMATCH",
];

fn errors(of: &[Diagnostic]) -> BTreeSet<(String, Option<String>, String)> {
    let errors = of
        .iter()
        .filter(|one| one.is_error() && PLACES.contains(&&*one.code));
    errors
        .map(|it| (it.code.to_string(), it.pointer.clone(), it.message.clone()))
        .collect()
}

#[test]
fn what_sources_say_against_places_is_told_by_every_verb() {
    let whole: Sources = workspace().into_iter().collect();
    let moved = |text: Vec<u8>| [b"\n\xc3\xa9\n".as_slice(), &text].concat();
    let texts = workspace().into_iter();
    let moved: Sources = texts.map(|(path, text)| (path, moved(text))).collect();
    let mut told: BTreeMap<String, usize> = BTreeMap::new();
    for Fixture {
        name, tool, text, ..
    } in outputs(&["json", "jsonl", "csv"])
    {
        for sources in [&whole, &moved] {
            let options = NormalizeOptions {
                sources: Some(sources),
                ..NormalizeOptions::default()
            };
            let Ok(normalized) = normalize(&text, &options) else {
                continue;
            };
            let options = ValidateOptions {
                sources: Some(sources),
                ..ValidateOptions::default()
            };
            let validated = errors(&validate(&text, &options).diagnostics);
            *told.entry(tool.clone()).or_default() += validated.len();
            assert_eq!(errors(&normalized.diagnostics), validated, "{name}");
            let options = ConvertOptions {
                sources: Some(sources),
                ..ConvertOptions::default()
            };
            let converted = convert(&text, "standard", &options).unwrap();
            assert_eq!(errors(&converted.diagnostics), validated, "{name}");
        }
        // Without sources nobody asks for it.
        let Ok(bare) = normalize(&text, &NormalizeOptions::default()) else {
            continue;
        };
        let of_source = ["TEXT_MISMATCH", "CHECKSUM_MISMATCH", "FILE_CHANGED"];
        let mut codes = bare.diagnostics.iter().map(|it| &*it.code);
        assert!(codes.all(|code| !of_source.contains(&code)), "{name}");
    }
    let silent = told.iter().filter(|(_, errors)| **errors == 0);
    let silent: Vec<&str> = silent.map(|(tool, _)| tool.as_str()).collect();
    // The one names files as a whole here, and the other no places at all.
    assert_eq!(silent, ["llmfilewrite", "mdsel"], "{told:?}");
}
