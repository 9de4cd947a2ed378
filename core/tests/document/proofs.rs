//! Which ranges are proved, and by what: named one by one they are as many as are counted, and
//! another letter in a range leaves no proof of what stands there.

use std::collections::BTreeMap;

use super::fixtures::{DOCUMENTS, outputs, workspace};
use super::verbs::checked;
use llm_types::{NormalizeOptions, ProvedBy, ReferencedSpan, Sources, referenced_spans};

fn named(text: &[u8], sources: &Sources) -> Vec<ReferencedSpan> {
    let options = NormalizeOptions {
        sources: Some(sources),
        ..Default::default()
    };
    referenced_spans(text, &options).unwrap_or_default()
}

/// Captures name no file of their own, and are counted all the same.
fn has_captures(text: &[u8]) -> bool {
    String::from_utf8_lossy(text).contains("\"captures\"")
}

#[test]
fn ranges_that_are_proved_are_named() {
    let sources: Sources = workspace().into_iter().collect();
    let mut proved = 0;
    for fixture in outputs(DOCUMENTS) {
        if has_captures(&fixture.text) {
            continue;
        }
        let named = named(&fixture.text, &sources);
        let named = named.iter().filter(|span| span.proved_by.is_some());
        let named = named.count() as u64;
        let counted = checked(&fixture.text, &sources).checked.source.spans_proved;
        assert_eq!(named, counted, "{}", fixture.name);
        proved += named;
    }
    assert!(proved > 1000, "{proved}");
}

/// The text with another letter in a range, of the same length and with the same lines: the
/// first, the last and one between them.
fn with_another_letter(text: &[u8], span: &ReferencedSpan) -> Vec<Vec<u8>> {
    let start = usize::try_from(span.byte_start).unwrap();
    let end = usize::try_from(span.byte_end).unwrap();
    let range = text.get(start..end).unwrap();
    let letters = range.iter().enumerate();
    let letters = letters.filter(|(_, byte)| byte.is_ascii_alphabetic());
    let letters: Vec<usize> = letters.map(|(at, _)| start + at).collect();
    let all = [
        letters.first(),
        letters.get(letters.len() / 2),
        letters.last(),
    ];
    let other = |at: &usize| {
        let mut text = text.to_vec();
        text[*at] = if text[*at] == b'z' { b'y' } else { b'z' };
        text
    };
    all.into_iter().flatten().map(other).collect()
}

const fn leaves_its_text_open(by: Option<ProvedBy>) -> bool {
    matches!(by, None | Some(ProvedBy::Context | ProvedBy::Position))
}

#[test]
fn a_range_with_another_letter_is_not_proved_by_its_text() {
    /// So many ranges of a document are looked at: each costs three runs.
    const RANGES: usize = 4;
    let texts = workspace();
    let sources: Sources = texts.clone().into_iter().collect();
    let mut changed: BTreeMap<ProvedBy, u64> = BTreeMap::new();
    for fixture in outputs(DOCUMENTS) {
        let spans = named(&fixture.text, &sources);
        let proved = spans.iter().enumerate();
        let proved = proved.filter(|(_, span)| !leaves_its_text_open(span.proved_by()));
        for (number, span) in proved.take(RANGES) {
            let path = span.source.clone().unwrap();
            for text in with_another_letter(&texts[&path], span) {
                let mut others = texts.clone();
                others.insert(path.clone(), text);
                let after = named(&fixture.text, &others.into_iter().collect());
                let by = after[number].proved_by();
                let at = &span.pointer;
                assert!(leaves_its_text_open(by), "{} {at}: {by:?}", fixture.name);
                *changed.entry(span.proved_by().unwrap()).or_default() += 1;
            }
        }
    }
    let are_many = changed.values().all(|ranges| *ranges > 50);
    assert!(changed.len() == 3 && are_many, "{changed:?}");
}

/// U+FFFD stands for every byte that is not UTF-8, so that it does not tell which one was there.
#[test]
fn a_text_with_something_replaced_is_no_proof_of_its_bytes() {
    let text = "{\"schema_version\":\"1.1.0\",\"execution_id\":\"r1\",\"data\":{\"pattern\":\"p\",\"count\":1,\
        \"matches\":[{\"match_id\":\"m\",\"matched_text\":\"a\u{FFFD}b\",\
        \"span\":{\"file_path\":\"a.rs\",\"byte_start\":0,\"byte_end\":3}}]}}";
    for source in [b"a\xffb", b"a\x80b"] {
        let sources: Sources = [("a.rs", &source[..])].into_iter().collect();
        let by = named(text.as_bytes(), &sources)[0].proved_by();
        assert_eq!(by, Some(ProvedBy::Context), "{source:?}");
    }
}
