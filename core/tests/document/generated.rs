//! Documents as magellan and llmsearch would print them for texts that no
//! workspace holds, with positions counted here and not by the code under test.
//!
//! A correct document must pass, whole and proved, however it is written. The
//! same document with one fault must be refused with the code of that fault, at
//! the place of the fault. Texts are seeded: every run sees the same ones.

use super::printed::{Printed, Tool, write};
use super::random::Random;
use llm_types::{
    ConvertOptions, NormalizeOptions, Sources, ValidateOptions, Validation, canonicalize, convert,
    detect, locate, normalize, validate,
};
use serde_json::Value;

const SEEDS: u64 = 100;

fn printed(seed: u64) -> (Random, Printed) {
    let mut random = Random::new(seed);
    let tool = if seed.is_multiple_of(3) {
        Tool::Llmsearch
    } else {
        Tool::Magellan
    };
    let printed = Printed::new(&mut random, tool);
    (random, printed)
}

fn sources(of: &Printed) -> Sources {
    of.files
        .iter()
        .map(|file| (file.loaded.clone(), file.text.clone()))
        .collect()
}

fn check(text: &str, sources: Option<&Sources>) -> Validation {
    let options = ValidateOptions {
        sources,
        ..Default::default()
    };
    validate(text.as_bytes(), &options)
}

/// Codes of the findings that matter, in any order.
fn codes(validation: &Validation) -> Vec<String> {
    let found = validation.diagnostics.iter();
    let mut codes: Vec<String> = found
        .filter(|found| found.level <= llm_types::Level::Warning)
        .map(|found| found.code.to_string())
        .collect();
    codes.sort();
    codes
}

#[test]
fn a_correct_document_passes_in_every_layout() {
    for seed in 1..=SEEDS {
        let (mut random, printed) = printed(seed);
        let sources = sources(&printed);
        let mut layouts = vec![
            serde_json::to_string(&printed.value).unwrap(),
            serde_json::to_string_pretty(&printed.value).unwrap(),
            format!("\u{feff}{}\r\n", write(&printed.value, &mut random)),
        ];
        layouts.push(write(&printed.value, &mut random));
        for text in &layouts {
            let detection = detect(text.as_bytes()).unwrap();
            assert_eq!(
                detection.dialect.as_deref(),
                Some(printed.tool.name()),
                "seed {seed}: {text}\n{:?}",
                detection.candidates
            );
            assert!(!detection.near_tie, "seed {seed}: {text}");
            for with in [None, Some(&sources)] {
                let validation = check(text, with);
                let strange: Vec<_> = validation
                    .diagnostics
                    .iter()
                    .filter(|found| {
                        !["PATH_NOT_CANONICAL", "JSON_BOM", "PLACEHOLDER_SPAN"]
                            .contains(&found.code.as_ref())
                    })
                    // Callers are in a file that is not among the sources.
                    .filter(|found| {
                        let place = found.pointer.as_deref().unwrap_or_default();
                        found.code != "SOURCE_MISSING" || !place.contains("/callers/")
                    })
                    .collect();
                assert!(
                    validation.ok && strange.is_empty(),
                    "seed {seed}: {strange:?}\n{text}"
                );
                assert_eq!(
                    validation.checked.source.spans_total, printed.spans,
                    "seed {seed}: {text}"
                );
                let proved = if with.is_some() { printed.spans } else { 0 };
                assert_eq!(
                    validation.checked.source.spans_proved,
                    proved,
                    "seed {seed}: {text}\n{}",
                    validation.to_json()
                );
            }
        }
    }
}

/// Every span below a value, with its pointer.
fn spans(value: &Value) -> Vec<&Value> {
    let mut found = Vec::new();
    let mut open = vec![value];
    while let Some(value) = open.pop() {
        if value.get("byte_start").is_some() && value.get("file_path").is_some() {
            found.push(value);
        }
        match value {
            Value::Array(items) => open.extend(items),
            Value::Object(members) => open.extend(members.values()),
            _ => {}
        }
    }
    found
}

#[test]
fn the_laws_hold_and_columns_are_right_or_absent() {
    for seed in 1..=SEEDS {
        let (mut random, printed) = printed(seed);
        let sources = sources(&printed);
        let text = write(&printed.value, &mut random);
        for with in [None, Some(&sources)] {
            let options = NormalizeOptions {
                sources: with,
                origin: true,
                ..Default::default()
            };
            let once = normalize(text.as_bytes(), &options).unwrap();
            let again = normalize(once.text.as_bytes(), &options).unwrap();
            assert_eq!(again.text, once.text, "seed {seed}: {text}");
            assert!(
                again.changes.is_empty(),
                "seed {seed}: {text}\n{:?}",
                again.changes
            );
            let home = convert(
                once.text.as_bytes(),
                printed.tool.name(),
                &ConvertOptions::default(),
            )
            .unwrap();
            assert_eq!(
                canonicalize(home.text.as_bytes()).unwrap(),
                canonicalize(text.as_bytes()).unwrap(),
                "seed {seed}"
            );
            assert_eq!(home.losses[0].kind, "exact", "seed {seed}: {text}");

            let envelope: Value = serde_json::from_str(&once.text).unwrap();
            let spans = spans(&envelope["data"]);
            let mut without = 0;
            for span in &spans {
                let Some(line) = span.get("start_line") else {
                    without += 1;
                    assert!(span.get("start_col").is_none() && span.get("end_col").is_none());
                    continue;
                };
                let number = |name: &str| usize::try_from(span[name].as_u64().unwrap()).unwrap();
                let file = printed.file(span["file_path"].as_str().unwrap());
                let (start, end) = (
                    file.place(number("byte_start")),
                    file.place(number("byte_end")),
                );
                assert_eq!(
                    (line.as_u64().unwrap(), number("start_col")),
                    (start.line, start.bytes),
                    "seed {seed}: {text}"
                );
                assert_eq!(
                    (span["end_line"].as_u64().unwrap(), number("end_col")),
                    (end.line, end.bytes),
                    "seed {seed}: {text}"
                );
            }
            let needed = once
                .diagnostics
                .iter()
                .filter(|found| found.code == "NEEDS_SOURCE")
                .count();
            if printed.tool == Tool::Llmsearch {
                assert_eq!(needed, without, "seed {seed}: {text}");
                assert!(with.is_none() || needed == 0, "seed {seed}: {text}");
            }
            let validation = check(&once.text, Some(&sources));
            assert!(
                validation.ok,
                "seed {seed}: {}\n{}",
                once.text,
                validation.to_json()
            );
            if printed.tool == Tool::Magellan {
                assert_eq!(validation.checked.source.spans_proved, printed.spans);
            }
        }
    }
}

#[test]
fn a_fault_is_reported_where_it_is() {
    let mut tried = std::collections::BTreeMap::<&str, u64>::new();
    for seed in 1..=SEEDS * 4 {
        let (mut random, printed) = printed(seed);
        let sources = sources(&printed);
        for fault in super::printed::faults(&printed, &mut random) {
            *tried.entry(fault.name).or_default() += 1;
            let text = write(&fault.value, &mut random);
            let validation = check(&text, Some(&sources));
            let context = || {
                format!(
                    "seed {seed}, {} at {}\n{text}\n{}",
                    fault.name,
                    fault.pointer,
                    validation.to_json()
                )
            };
            let found = validation
                .diagnostics
                .iter()
                .find(|found| {
                    fault.codes.contains(&found.code.as_ref())
                        && found.pointer.as_deref() == Some(fault.pointer.as_str())
                })
                .unwrap_or_else(|| panic!("not reported: {}", context()));
            let wrong = validation
                .diagnostics
                .iter()
                .any(llm_types::Diagnostic::is_error);
            assert_eq!(validation.ok, !wrong, "{}", context());
            if found.is_error() {
                assert!(
                    validation.checked.source.spans_proved < validation.checked.source.spans_total
                        || fault.name == "count"
                        || fault.name == "no match_id",
                    "{}",
                    context()
                );
            }
            let place = locate(text.as_bytes(), &fault.pointer).unwrap();
            let range = if found.code == "UNKNOWN_FIELD" {
                (place.key_start, place.key_end)
            } else {
                (Some(place.byte_start), Some(place.byte_end))
            };
            assert_eq!((found.byte_start, found.byte_end), range, "{}", context());

            let other = write(&fault.value, &mut random);
            assert_eq!(
                codes(&check(&other, Some(&sources))),
                codes(&validation),
                "the order of keys decides: {}",
                context()
            );
        }
    }
    for (name, times) in &tried {
        assert!(*times > 5, "{name} was tried {times} times");
    }
    assert!(tried.len() > 25, "{tried:?}");
}

#[test]
fn a_file_that_has_changed_is_never_proved() {
    for seed in 1..=SEEDS {
        let (mut random, printed) = printed(seed);
        let text = write(&printed.value, &mut random);
        let stale: Sources = printed
            .files
            .iter()
            .map(|file| (file.loaded.clone(), format!("{}\nx", file.text)))
            .collect();
        let validation = check(&text, Some(&stale));
        let left = printed.spans - printed.with_file_checksum;
        assert!(
            validation.checked.source.spans_proved <= left,
            "seed {seed}: {text}\n{}",
            validation.to_json()
        );
        assert_eq!(
            validation.ok,
            printed.with_file_checksum == 0,
            "seed {seed}: {text}"
        );
    }
}
