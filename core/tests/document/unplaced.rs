//! Ranges of which a document says a line that its source does not have: of those nothing is
//! written that only the source says.

use std::collections::BTreeSet;

use super::fixtures::{Fixture, outputs, workspace};
use llm_types::json::{Pointer, ReadOptions, Value, read};
use llm_types::{
    ConvertOptions, EnrichOptions, NormalizeOptions, Sources, convert, enrich, normalize,
};

/// So many lines more at the head that each range of the text is among them now, and on another
/// line; but for an empty one at the start.
fn moved(text: &[u8]) -> Vec<u8> {
    [b"\n".repeat(20_000).as_slice(), text].concat()
}

fn envelope(text: &str) -> Value {
    let document = read(text.as_bytes(), &ReadOptions::default()).unwrap();
    document.to_value()
}

/// The range that a place of the envelope is in, and the member there.
fn range_of(place: &str) -> Option<(&str, &str)> {
    let names = [
        "start_line",
        "start_col",
        "end_line",
        "end_col",
        "context",
        "checksums",
    ];
    names.into_iter().find_map(|name| {
        let at = place.rfind(&format!("/{name}"))?;
        Some((place.get(..at)?, name))
    })
}

#[test]
fn of_a_moved_text_nothing_is_added_to_a_range_with_a_line() {
    let whole: Sources = workspace().into_iter().collect();
    let texts = workspace().into_iter();
    let moved: Sources = texts.map(|(path, text)| (path, moved(&text))).collect();
    let (mut asked, mut wrong) = (BTreeSet::new(), Vec::new());
    for Fixture {
        name, tool, text, ..
    } in outputs(&["json"])
    {
        let options = NormalizeOptions {
            sources: Some(&whole),
            ..NormalizeOptions::default()
        };
        let Ok(normalized) = normalize(&text, &options) else {
            continue;
        };
        let known = envelope(&normalized.text);
        if normalized.text.contains("\"start_line\"") {
            asked.insert(tool.clone());
        }
        let options = EnrichOptions {
            sources: Some(&moved),
            positions: true,
            context: true,
            checksums: true,
            ..EnrichOptions::default()
        };
        let Ok(enriched) = enrich(&text, &options) else {
            continue;
        };
        for change in &enriched.changes {
            let Some((range, member)) = change.at.as_deref().and_then(range_of) else {
                continue;
            };
            let Some(range) = Pointer::parse(range).ok().and_then(|at| known.at(&at)) else {
                continue;
            };
            if range.get("start_line").is_none()
                || range.get("byte_end") == Some(&Value::from(0u64))
            {
                continue;
            }
            if change.what == "added" {
                wrong.push(format!("{name}: {member} of {range}"));
            }
        }
        for target in ["standard", "llmgrep", "splice", "llmsearch"] {
            let options = ConvertOptions {
                sources: Some(&moved),
                ..ConvertOptions::default()
            };
            let Ok(converted) = convert(&text, target, &options) else {
                continue;
            };
            for loss in converted.losses {
                let range =
                    range_of(&loss.pointer).and_then(|(range, _)| Pointer::parse(range).ok());
                let range = range.and_then(|at| known.at(&at));
                let has_line = range.is_some_and(|range| range.get("start_line").is_some());
                if has_line && loss.note == "the place of the range in its source" {
                    wrong.push(format!("{name} to {target}: {}", loss.pointer));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}: {wrong:#?}", wrong.len());
    for tool in ["argon", "llmsearch", "splice"] {
        assert!(asked.contains(tool), "{asked:?}");
    }
}
