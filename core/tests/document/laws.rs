//! The laws of the dialects over every fixture: real output of real tools.
//!
//! The expectations do not come from the code: what a fixture is, is in its
//! sidecar; what its ranges mean, is in the workspace it was made of.

use std::collections::BTreeMap;

use super::fixtures::{DOCUMENTS, Fixture, outputs, workspace};
use llm_types::json::{Pointer, ReadOptions, Value, read};
use llm_types::{
    ConvertOptions, NormalizeOptions, NotChecked, Sources, ValidateOptions, canonicalize, convert,
    detect, normalize, validate,
};

fn sources() -> Sources {
    workspace().into_iter().collect()
}

fn canonical(text: &[u8]) -> String {
    canonicalize(text).unwrap()
}

/// Whether a tool printed lines of a file that was not so any more when it was
/// indexed, and is not so in the workspace.
fn shows_a_changed_file(fixture: &Fixture) -> bool {
    fixture.name == "llmgrep/3.11.2/stale-context.json"
}

/// The numbers of a version, or of a generation, up to what is none.
fn numbers(version: &str) -> Vec<u32> {
    let version = version.trim_start_matches(['<', '>', '=']);
    let parts = version.split(['.', '-']);
    parts.map_while(|part| part.parse().ok()).collect()
}

#[test]
fn every_fixture_is_detected() {
    for fixture in outputs(DOCUMENTS) {
        let detection = detect(&fixture.text).unwrap();
        assert_eq!(
            detection.dialect.as_deref(),
            Some(fixture.tool.as_str()),
            "{}: {:?}",
            fixture.name,
            detection.candidates
        );
        assert!(
            !detection.near_tie,
            "{}: {:?}",
            fixture.name, detection.candidates
        );
        if let Some(generation) = &detection.generation {
            let (version, bound) = (numbers(&fixture.version), numbers(generation));
            let version = &version[..version.len().min(bound.len())];
            let fits = match generation.get(..2) {
                Some(">=") => version >= &bound[..],
                Some("<=") => version <= &bound[..],
                _ => version == &bound[..],
            };
            assert!(fits, "{}: {generation}", fixture.name);
        }
    }
}

#[test]
fn law_1_an_envelope_is_its_own_envelope() {
    let sources = sources();
    for fixture in outputs(DOCUMENTS) {
        for origin in [false, true] {
            for sources in [None, Some(&sources)] {
                let options = NormalizeOptions {
                    origin,
                    sources,
                    ..Default::default()
                };
                let once = normalize(&fixture.text, &options).unwrap();
                let again = normalize(once.text.as_bytes(), &options).unwrap();
                assert_eq!(again.text, once.text, "{}", fixture.name);
                assert_eq!(again.dialect, "unified", "{}", fixture.name);
                let doubt = detect(once.text.as_bytes()).unwrap().near_tie;
                assert!(!doubt, "{}", fixture.name);
                assert!(
                    again.changes.is_empty(),
                    "{}: {:?}",
                    fixture.name,
                    again.changes
                );
                for envelope in once.text.lines() {
                    assert_eq!(canonical(envelope.as_bytes()), envelope, "{}", fixture.name);
                }
                let typed = once.typed().unwrap();
                typed_inside(&typed).unwrap();
                let written =
                    llm_types::write_canonical(&llm_types::envelope::Wire::to_value(&typed));
                assert_eq!(
                    once.text.lines().next(),
                    Some(written.as_str()),
                    "{}",
                    fixture.name
                );
            }
        }
    }
}

/// What a typed envelope wraps is typed too, or is no answer that the envelope knows.
fn typed_inside(envelope: &llm_types::Envelope) -> Result<(), llm_types::envelope::Misfit> {
    match envelope {
        llm_types::Envelope::Response(response) => response.payload().map(drop),
        llm_types::Envelope::OperationResult(result) => {
            result.failure()?;
            result.details().map(drop)
        }
        _ => Ok(()),
    }
}

#[test]
fn law_1_what_we_write_is_clean() {
    let sources = sources();
    for fixture in outputs(DOCUMENTS) {
        let options = NormalizeOptions {
            sources: Some(&sources),
            ..Default::default()
        };
        let envelope = normalize(&fixture.text, &options).unwrap().text;
        if shows_a_changed_file(&fixture) {
            continue;
        }
        let options = ValidateOptions {
            sources: Some(&sources),
            ..Default::default()
        };
        let validation = validate(envelope.as_bytes(), &options);
        assert!(validation.ok, "{}: {}", fixture.name, validation.to_json());
        let before = validate(&fixture.text, &options).checked.source;
        assert_eq!(validation.checked.source, before, "{}", fixture.name);
    }
}

#[test]
fn law_2_home_is_what_was_read() {
    for fixture in outputs(&["json"]) {
        let options = NormalizeOptions {
            origin: true,
            ..Default::default()
        };
        let envelope = normalize(&fixture.text, &options).unwrap();
        let home = convert(
            envelope.text.as_bytes(),
            &fixture.tool,
            &ConvertOptions::default(),
        )
        .unwrap();
        assert_eq!(
            canonical(home.text.as_bytes()),
            canonical(&fixture.text),
            "{}",
            fixture.name
        );
        assert_eq!(home.losses.len(), 1, "{}: {:?}", fixture.name, home.losses);
        assert_eq!(home.losses[0].kind, "exact", "{}", fixture.name);
        let same = convert(&fixture.text, &fixture.tool, &ConvertOptions::default()).unwrap();
        assert_eq!(
            canonical(same.text.as_bytes()),
            canonical(&fixture.text),
            "{}",
            fixture.name
        );
    }
}

#[test]
fn law_4_columns_are_bytes_or_absent() {
    let sources = sources();
    let mut proved_alone = 0;
    let mut left_out = 0;
    for fixture in outputs(&["json"])
        .iter()
        .filter(|fixture| fixture.tool == "llmsearch")
    {
        for with in [None, Some(&sources)] {
            let options = NormalizeOptions {
                sources: with,
                ..Default::default()
            };
            let normalized = normalize(&fixture.text, &options).unwrap();
            let validation = validate(
                normalized.text.as_bytes(),
                &ValidateOptions {
                    sources: Some(&sources),
                    ..Default::default()
                },
            );
            // Every column that is there is the right one.
            assert!(validation.ok, "{}: {}", fixture.name, validation.to_json());
            let missing = normalized
                .diagnostics
                .iter()
                .filter(|d| d.code == "NEEDS_SOURCE")
                .count();
            if with.is_some() {
                assert_eq!(missing, 0, "{}", fixture.name);
            } else {
                left_out += missing;
                proved_alone +=
                    usize::try_from(validation.checked.source.spans_total).unwrap() - missing;
            }
        }
    }
    assert!(proved_alone > 50, "{proved_alone}");
    println!(
        "llmsearch columns: {proved_alone} proved from the document alone, {left_out} left out"
    );
}

#[test]
fn every_range_of_every_fixture_is_proved() {
    let sources = sources();
    let mut table: BTreeMap<String, (u64, u64, u64)> = BTreeMap::new();
    for fixture in outputs(DOCUMENTS) {
        if fixture.text.starts_with(b"[]") {
            continue;
        }
        let options = ValidateOptions {
            sources: Some(&sources),
            ..Default::default()
        };
        let validation = validate(&fixture.text, &options);
        if shows_a_changed_file(&fixture) {
            let mut errors = validation.diagnostics.iter().filter(|d| d.is_error());
            assert!(errors.all(|d| d.code == "CONTEXT_MISMATCH"));
            assert!(!validation.ok, "{}", fixture.name);
            continue;
        }
        assert!(
            validation.ok,
            "{} ({}): {}",
            fixture.name,
            fixture.state,
            validation.to_json()
        );
        let source = &validation.checked.source;
        // `lookup` of llmgrep does not know the file, and says so.
        if fixture.name.starts_with("llmgrep") && fixture.name.contains("lookup") {
            let why = &validation.checked.not_checked;
            assert!(why.iter().all(|one| one.what == "<unknown>"), "{why:?}");
            continue;
        }
        // What an operation says of the changed file cannot be proved with the file
        // before; `splice.rs` has both.
        let left = &validation.checked.not_checked;
        let changed = |left: &NotChecked| {
            left.why.contains("the changed file") || left.why.contains("after the operation")
        };
        // A range that says only its offsets merely lies in its text.
        let bare = |left: &NotChecked| left.why.starts_with("nothing to compare with");
        if left.iter().any(bare) {
            assert!(source.spans_proved < source.spans_total, "{}", fixture.name);
        } else if fixture.tool != "splice" || !left.iter().any(changed) {
            assert_eq!(
                source.spans_proved,
                source.spans_total,
                "{}: {}",
                fixture.name,
                validation.to_json()
            );
        }
        let row = table
            .entry(format!("{} {}", fixture.tool, fixture.version))
            .or_default();
        row.0 += 1;
        row.1 += source.spans_total;
        row.2 += source.spans_proved;
        let alone = validate(&fixture.text, &ValidateOptions::default());
        assert!(alone.ok, "{}: {}", fixture.name, alone.to_json());
        assert_eq!(alone.checked.source.spans_proved, 0);
    }
    println!("{table:?}");
    assert!(
        table.values().map(|row| row.2).sum::<u64>() > 1000,
        "{table:?}"
    );
}

/// The shapes know every member that the tools were seen to print.
#[test]
fn nothing_in_a_fixture_is_strange() {
    for fixture in outputs(DOCUMENTS) {
        let options = ValidateOptions {
            strict: true,
            ..Default::default()
        };
        let validation = validate(&fixture.text, &options);
        let strange = validation
            .diagnostics
            .iter()
            .find(|d| d.code == "UNKNOWN_FIELD");
        assert_eq!(strange, None, "{}", fixture.name);
        let unknown = validation
            .checked
            .not_checked
            .iter()
            .find(|n| n.what.starts_with('/'));
        assert_eq!(unknown, None, "{}", fixture.name);
    }
}

/// Members that a range of which more is known cannot have otherwise.
const NUMBERS: [&str; 9] = [
    "byte_start",
    "byte_end",
    "start_line",
    "start_col",
    "end_line",
    "end_col",
    "line_number",
    "column_number",
    "row",
];
/// The same, in reports of RFD-0028.
const REPORTED: [&str; 4] = ["line_start", "col_start", "line_end", "col_end"];
const TEXTS: [&str; 5] = [
    "matched_text",
    "context_before",
    "context_after",
    "content",
    "source",
];

#[test]
fn no_wrong_number_or_text_passes() {
    let sources = sources();
    let options = ValidateOptions {
        sources: Some(&sources),
        ..Default::default()
    };
    let mut tried = 0;
    for fixture in outputs(&["json"])
        .iter()
        .filter(|fixture| fixture.text.len() < 6_000)
    {
        // Of a labelled symbol, and of an edit, nothing is said but its offsets; of
        // a file that was written not even they are, and mdsel names its parts by
        // selector.
        if fixture.name.contains("label")
            || ["llmtransform", "llmfilewrite", "mdsel"].contains(&fixture.tool.as_str())
        {
            continue;
        }
        let original = read(&fixture.text, &ReadOptions::default())
            .unwrap()
            .to_value();
        for pointer in places(&original) {
            let name = pointer
                .tokens()
                .last()
                .map(std::borrow::Cow::into_owned)
                .unwrap_or_default();
            let value = original.at(&pointer).unwrap();
            let reported = fixture.tool == "argon" && REPORTED.contains(&name.as_str());
            let wrong: Value = if reported || NUMBERS.contains(&name.as_str()) {
                (value.as_u64().unwrap() + 1).into()
            } else if TEXTS.contains(&name.as_str()) {
                // Lines around a range are a list in some tools.
                let Some(text) = value.as_str() else { continue };
                if text.is_empty() {
                    "x".into()
                } else {
                    text.replacen(text.chars().next().unwrap(), "\u{1}", 1)
                        .into()
                }
            } else {
                continue;
            };
            let mut parent = pointer.clone();
            parent.pop();
            let beside = |name: &str| original.at(&parent).unwrap().get(name);
            // A capture without its text has nothing but offsets.
            if beside("index").is_some() && beside("content").is_none() {
                continue;
            }
            // The source of a completion is a word of splice, that of a fact anything.
            if beside("grounded_in").is_some() || beside("extractor").is_some() {
                continue;
            }
            // Nodes of a syntax tree do not say which file they are in.
            if beside("parent_id").is_some() {
                continue;
            }
            // The file may be another one since the commit.
            if beside("stable_id").is_some() {
                continue;
            }
            // Of many ranges of splice nothing is said but their offsets, or but
            // their lines.
            let lines = ["line_start", "col_end", "end_col"];
            let placed = |name: &&str| {
                beside(name)
                    .and_then(Value::as_u64)
                    .is_some_and(|at| at > 0)
            };
            let said = lines.iter().any(placed)
                || beside("matched_text").is_some()
                || beside("checksums").is_some();
            if fixture.tool == "splice" && name.starts_with("byte_") && !said {
                continue;
            }
            let mut changed = original.clone();
            *changed.at_mut(&pointer).unwrap() = wrong;
            let text = changed.to_string();
            let validation = validate(text.as_bytes(), &options);
            assert!(!validation.ok, "{} {pointer}", fixture.name);
            tried += 1;
        }
    }
    println!("{tried} wrong values, all found");
    assert!(tried > 1000, "{tried}");
}

fn places(value: &Value) -> Vec<Pointer> {
    let mut found = Vec::new();
    let mut open = vec![(Pointer::root(), value)];
    while let Some((here, value)) = open.pop() {
        match value {
            Value::Array(items) => {
                open.extend((0u64..).zip(items).map(|(at, item)| (here.item(at), item)));
            }
            Value::Object(members) => {
                open.extend(members.iter().map(|(key, value)| (here.child(key), value)));
            }
            _ => {}
        }
        found.push(here);
    }
    found
}

/// The lines of a JSON Lines text in their canonical form.
fn lines(text: &[u8]) -> Vec<String> {
    let lines = text.split(|byte| *byte == b'\n');
    lines
        .filter(|line| !line.trim_ascii().is_empty())
        .map(canonical)
        .collect()
}

#[test]
fn law_2_a_graph_comes_home_in_the_form_it_came_in() {
    for fixture in outputs(&["jsonl", "csv", "csv-json"]) {
        if fixture.text.starts_with(b"[]") {
            continue;
        }
        let options = NormalizeOptions {
            origin: true,
            ..Default::default()
        };
        let envelope = normalize(&fixture.text, &options).unwrap();
        assert!(envelope.diagnostics.iter().all(|said| !said.is_error()));
        for text in [envelope.text.as_bytes(), &fixture.text] {
            let home = convert(text, &fixture.tool, &ConvertOptions::default()).unwrap();
            if fixture.kind.starts_with("csv") {
                // A sheet is text, and comes back byte by byte. What ends the line of a
                // document after it belongs to neither.
                let last: &[u8] = if fixture.kind == "csv" { b"" } else { b"\n" };
                let home = [home.text.as_bytes(), last].concat();
                assert_eq!(home, fixture.text, "{}", fixture.name);
            } else {
                assert_eq!(
                    lines(home.text.as_bytes()),
                    lines(&fixture.text),
                    "{}",
                    fixture.name
                );
            }
            assert!(
                home.losses.iter().all(|loss| loss.kind == "exact"),
                "{}",
                fixture.name
            );
        }
    }
}

/// A null that only the older wrapper keeps is left out at the first reading, and told.
#[test]
fn an_older_envelope_with_a_null_is_settled_at_once() {
    let older = r#"{"schema_version":"1.0.0","execution_id":"r1","data":{"pattern":"p","matches":[],"match_count":null},"partial":false}"#;
    let made = normalize(older.as_bytes(), &NormalizeOptions::default()).unwrap();
    assert_eq!(made.dialect, "unified");
    assert!(!made.text.contains("null"), "{}", made.text);
    let told = made
        .changes
        .iter()
        .any(|change| change.what == "null_left_out" && change.pointer == "/data/match_count");
    assert!(told);
    let again = normalize(made.text.as_bytes(), &NormalizeOptions::default()).unwrap();
    assert_eq!(again.text, made.text);
}
