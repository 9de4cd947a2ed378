//! What is added to every fixture, and every fixture against itself.

use llm_types::{
    ConvertOptions, EnrichOptions, MatchOptions, NormalizeOptions, Sources, ValidateOptions,
    canonicalize, convert, enrich, match_findings, normalize, validate,
};
use llm_types_conformance::documents;

fn all(sources: &Sources) -> EnrichOptions<'_> {
    EnrichOptions {
        sources: Some(sources),
        context: true,
        checksums: true,
        semantics: true,
        positions: true,
        utf16: true,
        fingerprints: true,
        error_codes: true,
        ..EnrichOptions::default()
    }
}

/// The codes of what is wrong with an envelope, pointers left out.
fn wrong(text: &str, sources: &Sources) -> Vec<String> {
    let options = ValidateOptions {
        sources: Some(sources),
        ..ValidateOptions::default()
    };
    let found = validate(text.as_bytes(), &options).diagnostics;
    let errors = found.into_iter().filter(llm_types::Diagnostic::is_error);
    errors.map(|found| found.code.into_owned()).collect()
}

#[test]
fn a_fixture_is_enriched_once_and_truly() {
    let sources = documents::sources().expect("the workspace");
    let mut added = 0;
    for (name, text) in documents::fixtures().expect("fixtures") {
        let Ok(once) = enrich(&text, &all(&sources)) else {
            continue;
        };
        let twice = enrich(once.text.as_bytes(), &all(&sources)).expect("an envelope");
        assert_eq!(twice.text, once.text, "{name}");
        let options = NormalizeOptions {
            sources: Some(&sources),
            ..NormalizeOptions::default()
        };
        let plain = normalize(&text, &options).expect("what was enriched").text;
        assert_eq!(
            wrong(&once.text, &sources),
            wrong(&plain, &sources),
            "{name}"
        );
        added += once.changes.iter().filter(|it| it.what == "added").count();
    }
    assert!(added > 1000, "{added} members were added");
}

#[test]
fn an_enriched_fixture_still_comes_home() {
    let sources = documents::sources().expect("the workspace");
    let mut seen = 0;
    for (name, text) in documents::fixtures().expect("fixtures") {
        let options = EnrichOptions {
            origin: true,
            ..all(&sources)
        };
        let Ok(enriched) = enrich(&text, &options) else {
            continue;
        };
        if enriched.dialect == "unified" || enriched.documents > 1 {
            continue;
        }
        let Ok(original) = canonicalize(&text) else {
            continue;
        };
        let home = convert(
            enriched.text.as_bytes(),
            &enriched.dialect,
            &ConvertOptions::default(),
        )
        .expect("the home dialect");
        let home = canonicalize(home.text.as_bytes()).expect("JSON");
        assert_eq!(home, original, "{name}");
        seen += 1;
    }
    assert!(seen > 100, "{seen} documents came home");
}

#[test]
fn a_fixture_against_itself_is_unchanged() {
    let sources = documents::sources().expect("the workspace");
    let mut pairs = 0;
    for (name, text) in documents::fixtures().expect("fixtures") {
        for sources in [None, Some(&sources)] {
            let options = MatchOptions {
                old_sources: sources,
                new_sources: sources,
                ..MatchOptions::default()
            };
            let Ok(matches) = match_findings(&text, &text, &options) else {
                continue;
            };
            let others = matches.new + matches.moved + matches.absent;
            // Without a source, a text or a name nothing shows that two are one.
            assert!(
                matches.moved == 0 && matches.new == matches.absent,
                "{name}"
            );
            assert!(others == 0 || sources.is_none(), "{name}: {others}");
            pairs += matches.unchanged;
        }
    }
    assert!(pairs > 1000, "{pairs} pairs");
}
