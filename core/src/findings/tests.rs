//! Laws of pairing; examples are in the vectors.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::{MatchOptions, match_findings};
use crate::enrich::{EnrichOptions, enrich};
use crate::source::Sources;

/// A run of llmsearch over one text: where a word stands in it.
fn run(text: &str, word: &str) -> String {
    let matches: Vec<String> = text
        .match_indices(word)
        .map(|(at, _)| {
            let line = text[..at].matches('\n').count();
            let start = text[..at].rfind('\n').map_or(0, |at| at + 1);
            let column = text[start..at].chars().count();
            format!(
                r#"{{"match_id":"m{at}","file":"a.rs","byte_start":{at},"byte_end":{},
                "matched_text":"{word}","line_number":{},"column_number":{},
                "context_before":"","context_after":""}}"#,
                at + word.len(),
                line + 1,
                column + 1
            )
        })
        .collect();
    format!(
        r#"{{"execution_id":"r","pattern":"{word}","matches":[{}],"match_count":{}}}"#,
        matches.join(","),
        matches.len()
    )
}

fn sources(text: &str) -> Sources {
    [("a.rs", text)].into_iter().collect()
}

#[test]
fn a_run_against_itself_is_unchanged() {
    let text = "a TODO\n// TODO\nTODO TODO\n";
    let run = run(text, "TODO");
    let sources = sources(text);
    for sources in [None, Some(&sources)] {
        let options = MatchOptions {
            old_sources: sources,
            new_sources: sources,
            ..MatchOptions::default()
        };
        let matches = match_findings(run.as_bytes(), run.as_bytes(), &options).unwrap();
        assert_eq!(matches.unchanged, 4);
        assert_eq!(matches.pairs.len(), 4);
        for pair in matches.pairs {
            assert_eq!(pair.old, pair.new);
        }
    }
}

#[test]
fn every_finding_is_in_exactly_one_pair() {
    let lines = ["TODO a", "b", "TODO c", "TODO a", "", "d TODO e TODO"];
    // All texts of some of these lines, against all others.
    let texts: Vec<String> = (0..1 << lines.len())
        .step_by(3)
        .map(|chosen: usize| {
            let kept = lines.iter().enumerate();
            let kept = kept.filter(|(at, _)| chosen >> at & 1 == 1);
            kept.flat_map(|(_, line)| [*line, "\n"]).collect()
        })
        .collect();
    for old in &texts {
        for new in &texts {
            let (old_sources, new_sources) = (sources(old), sources(new));
            let options = MatchOptions {
                old_sources: Some(&old_sources),
                new_sources: Some(&new_sources),
                ..MatchOptions::default()
            };
            let (before, after) = (run(old, "TODO"), run(new, "TODO"));
            let matches = match_findings(before.as_bytes(), after.as_bytes(), &options).unwrap();
            let count = |text: &str| text.matches("TODO").count() as u64;
            assert_eq!(matches.new + matches.unchanged + matches.moved, count(new));
            assert_eq!(
                matches.absent + matches.unchanged + matches.moved,
                count(old)
            );
            // Content alone pairs as many as there can be.
            assert_eq!(matches.new.min(matches.absent), 0, "{old:?} {new:?}");
            let mut olds: Vec<_> = matches
                .pairs
                .iter()
                .filter_map(|it| it.old.as_ref())
                .collect();
            olds.sort_by_key(|it| it.byte_start);
            olds.dedup();
            assert_eq!(olds.len() as u64, count(old));
        }
    }
}

#[test]
fn a_file_is_the_same_however_its_path_is_spelt() {
    let text = "a TODO\n// TODO\n";
    let old = run(text, "TODO");
    for (path, root) in [
        ("./a.rs", None),
        (".//a.rs", None),
        ("sub/../a.rs", None),
        ("/w/a.rs", Some("/w")),
        ("/w/./a.rs", Some("/w/")),
        ("C:\\\\w\\\\a.rs", Some("c:/w")),
    ] {
        let new = old.replace("a.rs", path);
        let options = MatchOptions {
            root: root.map(Into::into),
            ..MatchOptions::default()
        };
        let matches = match_findings(old.as_bytes(), new.as_bytes(), &options).unwrap();
        assert_eq!((matches.unchanged, matches.new), (2, 0), "{path}");
    }
    let other = old.replace("a.rs", "/v/a.rs");
    let matches = match_findings(old.as_bytes(), other.as_bytes(), &MatchOptions::default());
    assert_eq!(matches.unwrap().unchanged, 0);
}

/// JSON cannot show bytes that are not UTF-8; what is hashed is the file's. The sum is that of another
/// program (`hashlib`).
#[test]
fn a_text_with_something_replaced_has_the_fingerprints_of_its_bytes() {
    let document = "{\"schema_version\":\"1.1.0\",\"execution_id\":\"r1\",\"data\":{\"pattern\":\"p\",\
        \"count\":1,\"matches\":[{\"match_id\":\"m\",\"matched_text\":\"a\u{FFFD}b\",\
        \"span\":{\"file_path\":\"a.rs\",\"byte_start\":0,\"byte_end\":3}}]}}";
    let hashed = |source: &[u8]| {
        let sources = [("a.rs", source)].into_iter().collect();
        let options = EnrichOptions {
            sources: Some(&sources),
            fingerprints: true,
            ..EnrichOptions::default()
        };
        enrich(document.as_bytes(), &options).unwrap().text
    };
    let sum = "01ce0241d2a0e71a4fecd5a8d71157fe2787197732fc15d889cbcf36c38e3c68";
    assert!(hashed(b"a\xffb\n").contains(sum));
    // That is no text of this file.
    assert!(!hashed(b"a--\n").contains("contentHash/v1"));
}
