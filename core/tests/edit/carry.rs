//! Spans that real tools printed go along with edits, and are proved in the new text.

use super::fixtures::{self, json_files};
use llm_types::json::Pointer;
use llm_types::{
    CarryOptions, Edit, EditOptions, EditRequest, EditRequests, EditedFile, NormalizeOptions,
    PlanOptions, Sources, ValidateOptions, Validation, apply_edits, carry_spans, normalize,
    plan_edits, validate,
};

/// The files of the workspace, by their paths in it.
fn workspace() -> Sources {
    fixtures::workspace().into_iter().collect()
}

/// What was printed of the workspace as it is here.
fn printed() -> Vec<(String, Vec<u8>)> {
    let folders = [
        "argon/1.0.0",
        "llmgrep/3.11.2",
        "llmsearch/1.0.0",
        "magellan/1.8.0",
        "magellan/3.1.9",
    ];
    let mut all: Vec<_> = folders.into_iter().flat_map(json_files).collect();
    all.retain(|(name, _)| !name.ends_with(".stderr.json") && !name.contains("/stale"));
    all
}

fn checked(text: &[u8], sources: &Sources) -> Validation {
    let options = ValidateOptions {
        sources: Some(sources),
        ..ValidateOptions::default()
    };
    validate(text, &options)
}

#[test]
fn what_was_proved_before_is_proved_afterwards() {
    let sources = workspace();
    // Two lines in front of each file, and what follows moves.
    let requests = EditRequests {
        files: sources
            .paths()
            .map(|path| EditRequest {
                file_path: Some(path.into()),
                edits: vec![Edit {
                    new_text: Some("// é\n// 😀\n".into()),
                    ..Edit::default()
                }],
                ..EditRequest::default()
            })
            .collect(),
        unchecked: Some(true),
        ..EditRequests::default()
    };
    let planned = plan_edits(&sources, &requests, &PlanOptions::default()).unwrap();
    assert!(planned.plan.ok, "{:?}", planned.plan.diagnostics);
    let names: Vec<&str> = planned
        .plan
        .files
        .iter()
        .map(|file| file.file_path.as_deref().unwrap())
        .collect();
    let after: Sources = names
        .iter()
        .copied()
        .zip(planned.texts.iter().flatten().cloned())
        .collect();
    let files: Vec<EditedFile<'_>> = names
        .iter()
        .zip(&planned.maps)
        .zip(planned.texts.iter().flatten())
        .map(|((path, map), text)| EditedFile {
            path,
            map,
            text,
            checksum_before: None,
        })
        .collect();
    let mut proved = 0;
    for (name, text) in printed() {
        let Ok(normalized) = normalize(
            &text,
            &NormalizeOptions {
                sources: Some(&sources),
                ..Default::default()
            },
        ) else {
            continue;
        };
        let before = checked(normalized.text.as_bytes(), &sources).checked.source;
        let carried =
            carry_spans(normalized.text.as_bytes(), &files, &CarryOptions::default()).unwrap();
        // Of a place that only has a line, nothing says where in the text it was.
        let envelope = &carried.envelope;
        let has_bytes = |gone: &String| {
            let place = Pointer::parse(gone).unwrap();
            envelope
                .at(&place)
                .is_some_and(|place| place.get("byte_start").is_some())
        };
        let gone: Vec<&String> = carried.gone.iter().filter(|gone| has_bytes(gone)).collect();
        assert_eq!(gone, [""; 0], "{name}");
        let now = checked(carried.text.as_bytes(), &after);
        let source = now.checked.source;
        assert_eq!(source.spans_total, before.spans_total, "{name}");
        assert!(
            source.spans_proved >= before.spans_proved,
            "{name}: {} of {} were proved, now {}: {:?}",
            before.spans_proved,
            before.spans_total,
            source.spans_proved,
            now.diagnostics.first()
        );
        proved += source.spans_proved;
    }
    // There was something to prove.
    assert!(proved > 300, "{proved}");
}

#[test]
fn what_tells_of_a_file_that_is_as_it_was_is_kept() {
    let document = r#"{"schema_version":"1.1.0","execution_id":"r1","data":{"pattern":"x","count":1,
        "matches":[{"match_id":"m1","matched_text":"x","span":{"file_path":"a.rs",
        "byte_start":4,"byte_end":5,"start_line":1,"start_col":4,"end_line":1,"end_col":5,
        "checksums":{"checksum_before":"sha256:0"},"context":{"selected":["let x;"]},
        "fingerprints":{"contentHash/v1":"a","contextHash/v1":"b:1",
        "primaryLocationLineHash":"c:1","theirs":"d"}}}]}}"#;
    let text = "let x;\nx\n";
    let carried = |start: u64, new: &str| {
        let request = EditRequest {
            unchecked: Some(true),
            edits: vec![Edit {
                byte_start: start,
                byte_end: start + 1,
                new_text: Some(new.into()),
                ..Edit::default()
            }],
            ..EditRequest::default()
        };
        let edited = apply_edits(text, &request, &EditOptions::default()).unwrap();
        let file = EditedFile {
            path: "a.rs",
            map: &edited.map,
            text: &edited.text,
            checksum_before: edited.outcome.checksum_before.as_deref(),
        };
        carry_spans(document.as_bytes(), &[file], &CarryOptions::default()).unwrap()
    };
    // What is put in is what was there.
    let same = carried(7, "x");
    assert_eq!((same.carried_count, &*same.dropped), (1, &[][..]));
    for kept in ["sha256:0", "let x;", "\"a\"", "\"b:1\"", "\"c:1\"", "\"d\""] {
        assert!(same.text.contains(kept), "{kept}: {}", same.text);
    }
    let other = carried(7, "y");
    assert_eq!(other.dropped.len(), 4, "{:?}", other.dropped);
    let changed = carried(4, "y");
    assert_eq!(changed.dropped.len(), 3, "{:?}", changed.dropped);
    assert!(!changed.text.contains("fingerprints"), "{}", changed.text);
}

/// Of two documents, the one whose columns meant nothing without the text before has them
/// now; the other one, which never said any, has none.
#[test]
fn lines_are_counted_where_they_were_told() {
    let told = concat!(
        r#"{"schema_version":"1.0.0","diagnostics":[{"code":"E1","severity":"error","message":"m","#,
        r#""primary_span":{"file":"a.txt","byte_start":3,"byte_end":4,"line_start":1,"col_start":3,"#,
        r#""line_end":1,"col_end":4},"primary_label":null,"secondary_labels":[],"help":null,"#,
        r#""package_origin":null,"provenance_chain":[]}],"summary":{"errors":1,"warnings":0,"infos":0}}"#,
    );
    let untold = concat!(
        r#"{"schema_version":"1.1.0","execution_id":"r","data":{"pattern":"x","count":1,"matches":["#,
        r#"{"match_id":"m","span":{"file_path":"a.txt","byte_start":3,"byte_end":4}}]}}"#,
    );
    let request =
        r#"{"unchecked":true,"edits":[{"byte_start":0,"byte_end":0,"new_text":"// n\n"}]}"#;
    let edited = apply_edits("é x\n", request, &EditOptions::default()).unwrap();
    let file = EditedFile {
        path: "a.txt",
        map: &edited.map,
        text: &edited.text,
        checksum_before: edited.outcome.checksum_before.as_deref(),
    };
    let carried = carry_spans(
        format!("{told}\n{untold}\n").as_bytes(),
        &[file],
        &CarryOptions::default(),
    )
    .unwrap();
    let lines: Vec<&str> = carried.text.lines().collect();
    assert!(
        lines[0].contains(r#""start_col":3,"start_line":2"#),
        "{}",
        lines[0]
    );
    assert!(!lines[1].contains("start_line"), "{}", lines[1]);
    assert!(lines.iter().all(|line| line.contains(r#""byte_start":8"#)));
}

/// The text of another map would give lines and columns that nobody checked.
#[test]
fn a_text_that_a_map_does_not_lead_to_is_refused() {
    let old = "let x = 1;\n";
    let request =
        r#"{"unchecked":true,"edits":[{"byte_start":0,"byte_end":0,"new_text":"// new\n"}]}"#;
    let edited = apply_edits(old, request, &EditOptions::default()).unwrap();
    let document = br#"{"execution_id":"r1","pattern":"b","matches":[],"match_count":0}"#;
    let carried = |text: &[u8]| {
        let file = EditedFile {
            path: "a.rs",
            map: &edited.map,
            text,
            checksum_before: None,
        };
        carry_spans(document, &[file], &CarryOptions::default())
            .map_err(|error| (error.code(), error.to_string()))
    };
    assert!(carried(&edited.text).is_ok());
    for text in ["", old] {
        let (code, message) = carried(text.as_bytes()).unwrap_err();
        assert_eq!(code, "EDIT_MAP_INVALID");
        let lengths = [edited.text.len(), text.len()].map(|length| length.to_string());
        assert!(message.contains("a.rs") && lengths.iter().all(|it| message.contains(it)));
    }
}

/// The walk through an envelope goes down as deep as that does.
#[test]
fn a_document_of_very_many_levels_is_refused() {
    let carried = |levels: usize| {
        let deep = "[".repeat(levels) + &"]".repeat(levels);
        let document = format!(
            r#"{{"execution_id":"r1","pattern":"b","matches":[],"match_count":0,"x":{deep}}}"#
        );
        let mut options = CarryOptions::default();
        options.read.max_depth = 1_000_000;
        carry_spans(document.as_bytes(), &[], &options).map_err(|error| error.code())
    };
    assert!(carried(500).is_ok());
    assert_eq!(carried(513).unwrap_err(), "TOO_DEEP");
    assert_eq!(carried(100_000).unwrap_err(), "TOO_DEEP");
}
