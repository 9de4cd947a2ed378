//! Real output with a few things wrong: the laws that hold for every text.
//!
//! `LLM_TYPES_SEEDS=20000..40000` looks at other texts than the first ones.

#![allow(
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]

use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};

use llm_types::{
    Changes, ConvertOptions, DetectiveOptions, Diagnostic, EnrichOptions, FixOptions, MatchOptions,
    NormalizeOptions, Normalizer, NotEnriched, NotEnrichedCode, PlanOptions,
    ReferencedPathsOptions, Sources, ValidateOptions, Validator, canonicalize, convert, detect,
    detective, dialects, enrich, explain, match_findings, normalize, plan_edits, referenced_paths,
    referenced_spans, validate,
};
use llm_types_conformance::{documents, mutation::mutated};

const SEEDS: u64 = 400;

fn seeds() -> Range<u64> {
    let asked = std::env::var("LLM_TYPES_SEEDS").unwrap_or_default();
    let bounds = asked.split_once("..");
    let bounds = bounds.and_then(|(from, to)| Some(from.parse().ok()?..to.parse().ok()?));
    bounds.unwrap_or(0..SEEDS)
}

#[test]
fn nearly_right_documents_keep_the_laws() {
    let sources = documents::sources().expect("the workspace");
    let fixtures = documents::fixtures().expect("fixtures");
    let (names, texts): (Vec<String>, Vec<Vec<u8>>) = fixtures
        .into_iter()
        // Debug builds take their time.
        .filter(|(_, text)| text.len() < 20_000)
        .unzip();
    let mut failed = Vec::new();
    for seed in seeds() {
        let (first, text) = mutated(seed, &texts);
        let kept = catch_unwind(AssertUnwindSafe(|| laws(&text, &texts[first], &sources)));
        if let Err(panic) = kept {
            let why = panic.downcast_ref::<String>().cloned();
            failed.push(format!(
                "seed {seed}, from {}: {}",
                names[first],
                why.unwrap_or_default()
            ));
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

fn spans_are_those_of_the_envelope(text: &[u8], sources: &Sources) {
    let options = NormalizeOptions {
        sources: Some(sources),
        ..Default::default()
    };
    let spans = match referenced_spans(text, &options) {
        Ok(spans) => spans,
        Err(error) => return coded(&error),
    };
    let envelope = normalize(text, &options)
        .expect("what has spans")
        .envelope();
    for span in spans.iter().filter(|span| span.document.is_none()) {
        let at = span.at.parse().expect("a pointer");
        let there = envelope
            .at(&at)
            .and_then(|there| there.get("byte_start")?.as_u64());
        assert_eq!(there, Some(span.byte_start), "{}", span.at);
        let is_named = span
            .source
            .as_deref()
            .is_none_or(|path| sources.get(path).is_some());
        assert!(is_named, "{:?}", span.source);
    }
}

fn laws(text: &[u8], original: &[u8], sources: &Sources) {
    findings_have_places(text, sources);
    lists_of_changes_change_nothing(text, sources);
    envelopes_are_their_own(text, sources);
    pieces_are_the_whole(text);
    fixes_stay_fixed(text);
    if let Err(error) = detect(text) {
        coded(&error);
    }
    if let Err(error) = detective(text, sources, &DetectiveOptions::default()) {
        coded(&error);
    }
    let _ = referenced_paths(text, &ReferencedPathsOptions::default());
    spans_are_those_of_the_envelope(text, sources);
    if let Err(error) = match_findings(original, text, &MatchOptions::default()) {
        coded(&error);
    }
    a_run_finds_nothing_new_in_itself(text, sources);
    if let Err(error) = plan_edits(sources, text, &PlanOptions::default()) {
        coded(&error);
    }
}

fn a_run_finds_nothing_new_in_itself(text: &[u8], sources: &Sources) {
    for sources in [None, Some(sources)] {
        let options = MatchOptions {
            old_sources: sources,
            new_sources: sources,
            ..Default::default()
        };
        if let Ok(found) = match_findings(text, text, &options) {
            let other = (found.new, found.moved, found.absent);
            assert_eq!(other, (0, 0, 0), "{:?}", found.pairs);
        }
    }
}

/// Envelopes without the records whose line is another one in the source. That line does not come
/// into the envelope, so nothing in it contradicts the source any more.
fn without_unplaced(text: &str, left: &[NotEnriched]) -> String {
    let is_unplaced = |one: &&NotEnriched| one.code() == Some(NotEnrichedCode::UnprovedPlace);
    let unplaced: Vec<&NotEnriched> = left.iter().filter(is_unplaced).collect();
    if unplaced.is_empty() {
        return text.to_owned();
    }
    let lines = (0..).zip(text.lines()).map(|(number, line)| {
        let mut envelope: serde_json::Value = serde_json::from_str(line).expect("JSON");
        for one in &unplaced {
            let record = one.pointer.strip_suffix("/span").unwrap_or(&one.pointer);
            let is_here = one.document.is_none_or(|document| document == number);
            if let Some(record) = envelope.pointer_mut(record).filter(|_| is_here) {
                *record = serde_json::Value::Null;
            }
        }
        envelope.to_string()
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Equal texts, or where they begin to differ.
fn same(what: &str, left: &str, right: &str) {
    let from = left.bytes().zip(right.bytes()).take_while(|(l, r)| l == r);
    let from = from.count().saturating_sub(60);
    let part = |text: &str| String::from_utf8_lossy(&text.as_bytes()[from..]).into_owned();
    let part = |text: &str| part(text).chars().take(160).collect::<String>();
    assert!(
        left == right,
        "{what}:\n  {}\n  {}",
        part(left),
        part(right)
    );
}

/// A refusal has a code that can be looked up, and something to do next.
fn coded(error: &llm_types::Error) {
    assert!(explain(error.code()).is_ok(), "{error:?}");
    assert!(!error.help().is_empty(), "{error:?}");
}

fn findings_have_places(text: &[u8], sources: &Sources) {
    for sources in [None, Some(sources)] {
        for strict in [false, true] {
            let options = ValidateOptions {
                sources,
                strict,
                ..Default::default()
            };
            let validation = validate(text, &options);
            let errors = validation.diagnostics.iter().any(Diagnostic::is_error);
            assert!(!(errors && validation.ok), "ok with errors");
            for found in &validation.diagnostics {
                assert!(explain(&found.code).is_ok(), "{found:?}");
                let range = found.byte_start.zip(found.byte_end);
                let (start, end) = range.unwrap_or_else(|| panic!("no place: {found:?}"));
                assert!(start <= end && end <= text.len() as u64, "{found:?}");
                assert!(found.start_line.is_some(), "{found:?}");
                if let (Ok(text), Ok(start), Ok(end)) = (
                    std::str::from_utf8(text),
                    usize::try_from(start),
                    usize::try_from(end),
                ) {
                    assert!(text.get(start..end).is_some(), "{found:?}");
                }
            }
        }
    }
}

fn envelopes_are_their_own(text: &[u8], sources: &Sources) {
    for sources in [None, Some(sources)] {
        let options = NormalizeOptions {
            sources,
            origin: true,
            ..Default::default()
        };
        let once = match normalize(text, &options) {
            Ok(once) => once,
            Err(error) => return coded(&error),
        };
        let again = normalize(once.text.as_bytes(), &options).expect("an envelope");
        same("normalized twice", &again.text, &once.text);
        assert_eq!(again.dialect, "unified");
        assert!(again.changes.is_empty(), "{:?}", again.changes);
        for line in once.text.lines() {
            assert_eq!(canonicalize(line.as_bytes()).as_deref(), Ok(line));
        }
        // Nothing of what was read is lost.
        if once.documents == 1 {
            let home = convert(
                once.text.as_bytes(),
                &once.dialect,
                &ConvertOptions::default(),
            )
            .expect("the way home");
            if !once.text.is_empty()
                && let Ok(read) = canonicalize(text)
            {
                let home = canonicalize(home.text.as_bytes()).expect("JSON");
                same("home", &home, &read);
            }
        }
        for dialect in dialects() {
            match convert(text, &dialect.name, &ConvertOptions::default()) {
                Ok(converted) => {
                    // A sheet comes home as one, with the documents after it.
                    let sheet = converted.text.starts_with("# ") && dialect.name == once.dialect;
                    for line in converted.text.lines().filter(|_| !sheet) {
                        assert!(canonicalize(line.as_bytes()).is_ok(), "{line}");
                    }
                }
                Err(error) => coded(&error),
            }
        }
        let enriching = EnrichOptions {
            sources,
            context: true,
            checksums: true,
            semantics: true,
            positions: true,
            utf16: true,
            fingerprints: true,
            error_codes: true,
            ..Default::default()
        };
        match enrich(text, &enriching) {
            Ok(once) => {
                let again = enrich(once.text.as_bytes(), &enriching).expect("an envelope");
                let left = &once.not_enriched;
                let but = |text: &str| without_unplaced(text, left);
                same("enriched twice", &but(&again.text), &but(&once.text));
            }
            Err(error) => coded(&error),
        }
    }
}

fn lists_of_changes_change_nothing(text: &[u8], sources: &Sources) {
    for (sources, origin) in [(None, false), (Some(sources), false), (None, true)] {
        let options = NormalizeOptions {
            sources,
            origin,
            ..Default::default()
        };
        let told = normalize(text, &options);
        let options = NormalizeOptions {
            without_changes: true,
            ..options
        };
        let untold = normalize(text, &options);
        let (mut told, untold) = match (told, untold) {
            (Ok(told), Ok(untold)) => (told, untold),
            (told, untold) => return assert_eq!(told.err(), untold.err()),
        };
        assert!(untold.changes.is_empty());
        same("without changes", &untold.text, &told.text);
        told.changes = Changes::default();
        assert_eq!(untold, told);
        let Ok(mut normalizer) = Normalizer::new(options) else {
            continue;
        };
        let mut pieces = normalizer.push(text);
        pieces.extend(normalizer.finish());
        assert!(pieces.iter().all(|one| one.changes.is_empty()));
        let lines: Vec<String> = pieces.into_iter().filter_map(|one| one.text).collect();
        same("pieces without changes", &lines.join("\n"), &untold.text);
    }
}

fn pieces_are_the_whole(text: &[u8]) {
    let Ok(mut normalizer) = Normalizer::new(NormalizeOptions::default()) else {
        return;
    };
    let mut results = Vec::new();
    for piece in text.chunks(7) {
        results.extend(normalizer.push(piece));
    }
    results.extend(normalizer.finish());
    let lines: Vec<String> = results.into_iter().filter_map(|one| one.text).collect();
    match normalize(text, &NormalizeOptions::default()) {
        Ok(whole) => same("in pieces", &lines.join("\n"), &whole.text),
        Err(_) => assert!(lines.is_empty(), "{lines:?}"),
    }
    let mut validator = Validator::new(ValidateOptions::default()).expect("no dialect is named");
    let mut found = Vec::new();
    for piece in text.chunks(11) {
        found.extend(
            validator
                .push(piece)
                .into_iter()
                .flat_map(|one| one.diagnostics),
        );
    }
    found.extend(
        validator
            .finish()
            .into_iter()
            .flat_map(|one| one.diagnostics),
    );
    let whole = validate(text, &ValidateOptions::default());
    assert_eq!(found, whole.diagnostics);
}

fn fixes_stay_fixed(text: &[u8]) {
    let options = FixOptions {
        applicability: llm_types::Applicability::Unsafe,
        ..Default::default()
    };
    match llm_types::apply_fixes(text, &options) {
        Ok(fixed) => {
            let again = llm_types::apply_fixes(fixed.text.as_bytes(), &options).expect("a text");
            same("fixed twice", &again.text, &fixed.text);
            assert!(again.applied.is_empty(), "{:?}", again.applied);
        }
        Err(error) => coded(&error),
    }
}
