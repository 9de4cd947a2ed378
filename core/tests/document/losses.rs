//! Law 3 over every fixture and every target: what is lost on either half of the way is
//! in the report, and `strict` refuses it.

use std::collections::BTreeSet;

use super::fixtures::{DOCUMENTS, Fixture, bytes as fixture, outputs};
use super::verbs::value;
use llm_types::json::{Pointer, ReadOptions, read};
use llm_types::{
    Conversion, ConvertOptions, DetectiveOptions, DetectiveVerdict, EditOptions, EditRequest,
    EditStatus, Error, FileEditStatus, Loss, LossKind, NormalizeOptions, Relocation, Sources,
    ValidateOptions, apply_edits, convert, detective, dialects, normalize, validate,
};

/// The words are those of the wire, of which the enums are declared elsewhere.
#[test]
fn a_word_on_the_wire_is_its_value_too() {
    let grep = br#"{"execution_id":"r1","pattern":"b","matches":[],"match_count":0}"#;
    let told = convert(grep, "unified", &ConvertOptions::default()).unwrap();
    assert!(told.losses.iter().all(|loss| loss.kind().is_some()));
    let mut loss = Loss {
        pointer: String::new(),
        kind: "dropped".into(),
        note: String::new(),
        document: None,
    };
    assert_eq!(loss.kind(), Some(LossKind::Dropped));
    loss.kind = "mislaid".into();
    assert_eq!(loss.kind(), None);

    let request = EditRequest {
        relocate: Some("rebase".into()),
        ..EditRequest::default()
    };
    assert_eq!(request.relocate(), Some(Relocation::Rebase));

    let same = r#"{"unchecked":true,"edits":[{"byte_start":0,"byte_end":1,"new_text":"a"}]}"#;
    let edited = apply_edits("a", same, &EditOptions::default()).unwrap();
    assert_eq!(edited.outcome.status(), Some(FileEditStatus::Noop));
    assert_eq!(edited.outcome.edits[0].status(), Some(EditStatus::Noop));

    let report = detective(grep, &Sources::new(), &DetectiveOptions::default()).unwrap();
    assert_eq!(report.verdict(), Some(DetectiveVerdict::NoEvidence));
    assert_eq!(request.eol(), None);
}

/// A note says why, which neither its kind nor the word for a change does.
#[test]
fn a_note_is_a_sentence() {
    let mut seen = BTreeSet::new();
    for Fixture { name, text, .. } in outputs(DOCUMENTS) {
        for to in targets().iter().map(String::as_str).chain(["unified"]) {
            for loss in plain(&text, to).losses {
                assert!(loss.note.contains(' '), "{name} to {to}: {loss:?}");
                seen.insert(loss.kind);
            }
        }
    }
    let kinds = ["defaulted", "derived", "dropped", "exact"];
    assert!(seen.iter().map(String::as_str).eq(kinds), "{seen:?}");
}

/// Everything that `convert` can write but the envelope.
fn targets() -> Vec<String> {
    let names = dialects().into_iter().map(|dialect| dialect.name);
    let mut targets: Vec<String> = names.filter(|name| name != "unified").collect();
    targets.push("standard".into());
    targets
}

fn plain(text: &[u8], to: &str) -> Conversion {
    convert(text, to, &ConvertOptions::default()).unwrap()
}

fn strict(text: &[u8], to: &str) -> Result<Conversion, Error> {
    let options = ConvertOptions {
        strict: true,
        ..Default::default()
    };
    convert(text, to, &options)
}

/// Whether a document of a text, of which there may be several, is refused as lossy.
fn refuses(text: &[u8], to: &str) -> bool {
    match strict(text, to) {
        Ok(done) => done
            .diagnostics
            .iter()
            .any(|said| said.code == "LOSSY_CONVERSION"),
        Err(error) => {
            assert_eq!(error.code(), "LOSSY_CONVERSION");
            true
        }
    }
}

fn lossy(conversion: &Conversion) -> Vec<&Loss> {
    let losses = conversion.losses.iter();
    losses.filter(|loss| loss.is_lossy()).collect()
}

/// Only what was there can be lost: what a target demands besides is defaulted.
#[test]
fn what_is_dropped_stands_in_the_document_or_in_its_envelope() {
    let mut seen = 0;
    for Fixture { name, text, .. } in outputs(DOCUMENTS) {
        let Ok(document) = read(&text, &ReadOptions::default()) else {
            continue;
        };
        let document = document.to_value();
        let normalized = normalize(&text, &NormalizeOptions::default()).unwrap();
        let envelope = value(&normalized.text);
        for to in targets() {
            for loss in plain(&text, &to).losses {
                let at = Pointer::parse(&loss.pointer).unwrap();
                if loss.kind == "dropped" && !loss.pointer.is_empty() {
                    let is_there = document.at(&at).is_some() || envelope.at(&at).is_some();
                    assert!(is_there, "{name} to {to}: {loss:?}");
                    seen += 1;
                }
            }
        }
    }
    assert!(seen > 1000, "{seen}");
}

#[test]
fn what_does_not_come_into_the_envelope_is_lost_in_every_dialect() {
    let mut seen = 0;
    for Fixture {
        name, tool, text, ..
    } in outputs(DOCUMENTS)
    {
        let normalized = normalize(&text, &NormalizeOptions::default()).unwrap();
        let gone = ["left_out", "rounded"];
        let gone: Vec<_> = normalized
            .changes
            .iter()
            .filter(|change| gone.contains(&change.what.as_ref()))
            .collect();
        if gone.is_empty() {
            continue;
        }
        for to in targets().iter().filter(|to| **to != tool) {
            let conversion = plain(&text, to);
            let told: BTreeSet<(Option<u64>, &str)> = lossy(&conversion)
                .into_iter()
                .map(|loss| (loss.document, loss.pointer.as_str()))
                .collect();
            for change in &gone {
                let place = change.at.as_deref().unwrap_or(&change.pointer);
                let ends = place.match_indices('/').map(|(end, _)| end);
                let is_told = ends
                    .chain([place.len()])
                    .any(|end| told.contains(&(change.document, &place[..end])));
                assert!(is_told, "{name} to {to}: {place}: {:?}", conversion.losses);
                seen += 1;
            }
        }
    }
    assert!(seen > 500, "{seen}");
}

#[test]
fn what_the_envelope_refuses_every_other_dialect_refuses() {
    let mut seen = 0;
    for Fixture {
        name, tool, text, ..
    } in outputs(DOCUMENTS)
    {
        if !refuses(&text, "unified") {
            continue;
        }
        let envelope = plain(&text, "unified");
        let made_up = lossy(&envelope).into_iter();
        let made_up: Vec<&Loss> = made_up.filter(|loss| loss.kind == "defaulted").collect();
        let all_made_up = made_up.len() == lossy(&envelope).len();
        for to in targets().iter().filter(|to| **to != tool) {
            if refuses(&text, to) {
                seen += 1;
                continue;
            }
            // Not every dialect has the member that the envelope demands.
            assert!(all_made_up, "{name} to {to}");
            let written = plain(&text, to).text;
            for loss in &made_up {
                let member = loss.pointer.rsplit('/').next().unwrap();
                let member = format!("\"{member}\":\"\"");
                assert!(!written.contains(&member), "{name} to {to}: {member}");
            }
        }
    }
    assert!(seen > 100, "{seen}");
}

/// An envelope with an origin says all that its document says: whoever goes on from there
/// is told of the same losses as whoever goes from the document.
#[test]
fn by_way_of_an_origin_the_same_is_lost() {
    let options = ConvertOptions {
        origin: true,
        ..Default::default()
    };
    let (mut seen, mut more) = (0, 0);
    for Fixture {
        name, tool, text, ..
    } in outputs(DOCUMENTS)
    {
        let envelope = convert(&text, "unified", &options).unwrap();
        let through_text = envelope.text.as_bytes();
        let bare = plain(&text, "unified");
        for to in targets().iter().filter(|to| **to != tool) {
            let told = |conversion: &Conversion| -> BTreeSet<(String, String, String)> {
                let lossy = lossy(conversion).into_iter();
                // What a sheet has of rows that were not read, the origin only counts.
                let placed = lossy.filter(|loss| !loss.note.contains("of the sheet"));
                placed
                    .map(|loss| (loss.pointer.clone(), loss.kind.clone(), loss.note.clone()))
                    .collect()
            };
            let direct = plain(&text, to);
            let through = plain(through_text, to);
            assert_eq!(direct.text, through.text, "{name} to {to}");
            assert_eq!(told(&direct), told(&through), "{name} to {to}");
            assert_eq!(
                refuses(&text, to),
                refuses(through_text, to),
                "{name} to {to}"
            );
            let without = told(&plain(bare.text.as_bytes(), to));
            more += told(&through).difference(&without).count();
            seen += told(&direct).len();
        }
    }
    assert!(seen > 1000 && more > 100, "{seen} {more}");
}

/// A column in code points becomes one in bytes only with the text of its line: `é` takes
/// two bytes.
const CODE_POINTS: &str = r#"{"execution_id":"550e8400-e29b-41d4-a716-446655440000",
    "pattern":"b","matches":[{"match_id":"m1","file":"a.rs","byte_start":108,"byte_end":109,"matched_text":"b",
    "line_number":2,"column_number":106,"context_before":"CUT","context_after":""}],"match_count":1}"#;

#[test]
fn what_came_into_the_envelope_by_a_source_is_not_lost_without_it() {
    fn columns(sources: Option<&Sources>) -> (usize, bool) {
        let options = ConvertOptions {
            sources,
            origin: true,
            ..Default::default()
        };
        // The end of a long line, of which nobody sees how it begins.
        let document = CODE_POINTS.replace("CUT", &"a".repeat(100));
        let envelope = convert(document.as_bytes(), "unified", &options).unwrap();
        let conversion = plain(envelope.text.as_bytes(), "magellan");
        let all = lossy(&conversion).into_iter();
        let lost = all.filter(|loss| loss.pointer == "/matches/0/column_number");
        (lost.count(), conversion.text.contains(r#""start_col":106"#))
    }
    let source = format!("x\né{}b\n", "a".repeat(104));
    let sources: Sources = [("a.rs", source.as_str())].into_iter().collect();
    assert_eq!(columns(None), (1, false));
    assert_eq!(columns(Some(&sources)), (0, true));
}

#[test]
fn a_value_is_lost_once() {
    for Fixture { name, text, .. } in outputs(DOCUMENTS) {
        for to in targets() {
            let conversion = plain(&text, &to);
            let mut told = BTreeSet::new();
            for loss in &conversion.losses {
                if !loss.pointer.is_empty() {
                    let first = told.insert((loss.document, &loss.pointer));
                    assert!(first, "{name} to {to}: {loss:?}");
                }
            }
        }
    }
}

/// What splice prints of a line goes nowhere without the text: the zeros of the other tool
/// are not the tool's way to say so.
#[test]
fn a_line_that_was_printed_is_dropped_and_not_derived() {
    let text = fixture("splice/2.6.2/find-ambiguous.json");
    assert!(strict(&text, "magellan").is_err());
    let conversion = plain(&text, "magellan");
    let of = |pointer: &str| -> Vec<(&str, bool)> {
        let losses = conversion.losses.iter();
        losses
            .filter(|loss| loss.pointer == pointer)
            .map(|loss| (loss.kind.as_str(), loss.note.starts_with("NEEDS_SOURCE")))
            .collect()
    };
    for line in ["start_line", "end_line"] {
        assert_eq!(
            of(&format!("/data/symbols/0/{line}")),
            [("dropped", true)],
            "{:?}",
            conversion.losses
        );
        assert_eq!(of(&format!("/data/matches/0/span/{line}")), []);
    }
    // It prints no columns.
    assert_eq!(of("/data/matches/0/span/start_col"), [("derived", false)]);
    assert_eq!(of("/execution_id"), [("defaulted", false)]);
    assert_eq!(of("/data/matches/1/match_id"), [("defaulted", false)]);
}

#[test]
fn a_member_whose_name_is_taken_is_dropped_everywhere() {
    let text =
        br#"{"execution_id":"550e8400-e29b-41d4-a716-446655440000","pattern":"fn","matches":[],
        "match_count":0,"data":{"lost":"x"}}"#;
    for to in targets().iter().filter(|to| *to != "llmsearch") {
        let conversion = plain(text, to);
        // A tool may have no place for the `data` of the envelope either.
        let dropped = |loss: &&Loss| loss.pointer == "/data" && loss.note.contains("envelope");
        let told = lossy(&conversion).into_iter().filter(dropped).count();
        assert_eq!(told, 1, "{to}: {:?}", conversion.losses);
    }
}

#[test]
fn a_number_that_is_not_the_same_any_more_is_refused() {
    let text = fixture("magellan/4.17.0/telemetry-recent.json");
    // 1795199232727263418 has no double of its own.
    let said = plain(&text, "unified");
    let pointer = "/data/events/0/timestamp_ns";
    assert!(lossy(&said).iter().any(|loss| loss.pointer == pointer));
    assert!(strict(&text, "unified").is_err());
    assert!(strict(&text, "splice").is_err());
    assert!(strict(&text, "magellan").is_ok());
    let options = ConvertOptions {
        strict: true,
        origin: true,
        ..Default::default()
    };
    let kept = convert(&text, "unified", &options).unwrap();
    let home = strict(kept.text.as_bytes(), "magellan").unwrap();
    assert!(home.text.contains("1795199232727263418"));
}

#[test]
fn what_moves_in_an_envelope_is_not_exact() {
    let text = br#"{"schema_version":"1.0.0","execution_id":"r1","data":{"matches":[{"match_id":"1","name":"x",
        "kind":"fn","span":{"span_id":"s","file_path":"a.rs","byte_start":0,"byte_end":1},
        "context":{"before":["a"]}}],"count":1}}"#;
    let said = plain(text, "unified");
    assert!(said.text.contains(r#""schema_version":"1.1.0""#));
    assert!(lossy(&said).is_empty(), "{:?}", said.losses);
    let of = |pointer: &str| said.losses.iter().find(|loss| loss.pointer == pointer);
    assert_eq!(of("/schema_version").unwrap().kind, "derived");
    assert!(of("").is_none());
    let newest = String::from_utf8_lossy(text).replace("1.0.0", "1.1.0");
    let said = plain(newest.as_bytes(), "unified");
    let [exact] = said.losses.as_slice() else {
        unreachable!("{:?}", said.losses)
    };
    assert_eq!(exact.kind, "exact");
    if said
        .text
        .contains(r#""span":{"byte_end":1,"byte_start":0,"context""#)
    {
        assert!(exact.note.contains("elsewhere"), "{exact:?}");
    }
    assert_eq!(
        plain(said.text.as_bytes(), "unified").losses[0].note,
        "nothing is lost"
    );
}

/// Whatever stands under a name of a wrapper, it is in the result or in the report.
#[test]
fn nothing_of_a_wrapper_goes_without_a_word() {
    let base = [
        ("schema_version", r#""1.1.0""#),
        ("execution_id", r#""r1""#),
        ("tool", r#""t""#),
        ("timestamp", r#""2026-01-01T00:00:00Z""#),
        ("status", r#""ok""#),
        ("data", r#"{"pattern":"p","matches":[],"count":0}"#),
        ("diagnostics", "[]"),
    ];
    let names = [
        "error",
        "result",
        "message",
        "operation_type",
        "partial",
        "tool_version",
        "diagnostics",
        "status",
        "tool",
        "origin",
        "unheard_of",
    ];
    let values = [
        r#""boom-7""#,
        r#"{"a":"boom-7"}"#,
        r#"["boom-7"]"#,
        r#"{"diagnostics":"boom-7","message":"m"}"#,
    ];
    let options = ConvertOptions {
        dialect: Some("unified".into()),
        ..Default::default()
    };
    let mut silent = Vec::new();
    for name in names {
        for value in values {
            let others = base.iter().filter(|(other, _)| *other != name);
            let members: Vec<String> = others
                .chain([&(name, value)])
                .map(|(name, value)| format!("\"{name}\":{value}"))
                .collect();
            let text = format!("{{{}}}", members.join(","));
            for to in targets() {
                let conversion = convert(text.as_bytes(), &to, &options).unwrap();
                let place = format!("/{name}");
                let is_told = lossy(&conversion)
                    .iter()
                    .any(|loss| loss.pointer.starts_with(&place));
                if !is_told && !conversion.text.contains("boom-7") {
                    silent.push(format!("{to}: {name} {value}"));
                }
            }
        }
    }
    assert!(silent.is_empty(), "{silent:#?}");
}

#[test]
fn matches_of_later_files_do_not_go_without_a_word() {
    let one = |id: u8, file: &str| {
        format!(
            r#"{{"match_id":"{id}","file":{file},"byte_start":0,"byte_end":1,"matched_text":"x",
            "line_number":1,"column_number":1,"context_before":"","context_after":""}}"#
        )
    };
    let matches = [one(1, "null"), one(2, r#""a.py""#), one(3, r#""b.py""#)];
    let text = format!(
        r#"{{"execution_id":"550e8400-e29b-41d4-a716-446655440000","pattern":"x","matches":[{}],"match_count":3}}"#,
        matches.join(",")
    );
    let conversion = plain(text.as_bytes(), "llmastsearch");
    assert!(conversion.text.contains(r#""file_path":"a.py""#));
    assert!(conversion.text.contains(r#""match_count":1"#));
    for index in [0, 2] {
        let place = format!("/data/matches/{index}");
        let told = lossy(&conversion)
            .into_iter()
            .filter(|loss| loss.pointer == place)
            .count();
        assert_eq!(told, 1, "{:?}", conversion.losses);
    }
}

#[test]
fn a_uri_stays_the_uri_that_it_is() {
    let text = |file: &str| {
        format!(
            r#"{{"execution_id":"550e8400-e29b-41d4-a716-446655440000","pattern":"x","matches":[{{"match_id":"1",
            "file":"{file}","byte_start":0,"byte_end":1,"matched_text":"x","line_number":1,"column_number":1,
            "context_before":"","context_after":""}}],"match_count":1}}"#
        )
    };
    for uri in ["file:///home/me/a.rs", "vscode-remote://host//a.rs"] {
        let normalized = normalize(text(uri).as_bytes(), &NormalizeOptions::default()).unwrap();
        let path = format!(r#""file_path":"{uri}""#);
        assert!(normalized.text.contains(&path), "{}", normalized.text);
        assert!(
            normalized
                .changes
                .iter()
                .all(|change| change.what != "path")
        );
    }
    let spelt = normalize(text("./src//a.rs").as_bytes(), &NormalizeOptions::default()).unwrap();
    assert!(spelt.text.contains(r#""file_path":"src/a.rs""#));
}

/// An id that the document has itself is not made up because the envelope's is, too. mdsel
/// names no runs, and splice not in such an answer; magellan does.
#[test]
fn an_empty_id_of_the_document_is_its_own() {
    let made_up = |documents: &str, to: &str| {
        let text = format!(
            r#"{{"success":true,"command":"index","timestamp":"2026-01-22T10:00:00Z",
            "data":{{"documents":{documents},"summary":{{}}}}}}"#
        );
        let conversion = plain(text.as_bytes(), to);
        assert_eq!(conversion.dialect, "mdsel");
        let named = conversion.text.matches(r#""execution_id":"""#).count();
        let all = lossy(&conversion).into_iter();
        let told = all.filter(|loss| loss.pointer == "/execution_id").count();
        (named, told)
    };
    let own = r#"[{"execution_id":""}]"#;
    assert_eq!(made_up(own, "splice"), (1, 0));
    assert_eq!(made_up(own, "magellan"), (2, 1));
    assert_eq!(made_up("[]", "splice"), (0, 0));
    assert_eq!(made_up("[]", "magellan"), (1, 1));
}

/// mdsel has one word for both; what it found tells which is meant.
#[test]
fn a_failure_that_mdsel_cannot_word_is_told() {
    let lost = |status: &str, documents: &str| {
        let text = format!(
            r#"{{"schema_version":"1.1.0","execution_id":"","status":"{status}",
            "data":{{"documents":{documents},"summary":{{}}}}}}"#
        );
        let conversion = plain(text.as_bytes(), "mdsel");
        assert!(conversion.text.contains(r#""success":false"#));
        let back = plain(conversion.text.as_bytes(), "unified").text;
        let kept = back.contains(&format!(r#""status":"{status}""#));
        let told = lossy(&conversion)
            .iter()
            .any(|loss| loss.pointer == "/status");
        (kept, told)
    };
    assert_eq!(lost("partial", r#"[{"path":"a.md"}]"#), (true, false));
    assert_eq!(lost("error", "[]"), (true, false));
    assert_eq!(lost("partial", "[]"), (false, true));
    assert_eq!(lost("error", r#"[{"path":"a.md"}]"#), (false, true));
}

/// U+2028 ends a line for splice, and for nobody else: what it cut there has a place in the
/// envelope, and means something else there.
#[test]
fn lines_that_are_cut_at_other_breaks_are_lost_for_that_reason() {
    let text = br#"{"count":1,"matches":[{"byte_end":6,"byte_start":5,"column":0,"context_after":[],
        "context_before":["x\u2028","\n"],"context_selected":["b"],"file":"a.rs","line":3,"matched_text":"b"}],
        "message":"m","pattern":"b","status":"ok"}"#;
    let sources: Sources = [("a.rs", "x\u{2028}\nb")].into_iter().collect();
    let options = ConvertOptions {
        sources: Some(&sources),
        ..Default::default()
    };
    let conversion = convert(text, "magellan", &options).unwrap();
    let lost: Vec<&Loss> = lossy(&conversion)
        .into_iter()
        .filter(|loss| loss.pointer.ends_with("/context_before"))
        .collect();
    let [lost] = lost[..] else {
        unreachable!("{:?}", conversion.losses)
    };
    assert!(
        lost.note.contains("end no line in the envelope"),
        "{lost:?}"
    );
}

/// Whoever looks for an entry without a place knows whether it is a document that the tool
/// could have printed.
#[test]
fn what_is_no_whole_document_of_its_target_says_so() {
    let mut lacking = 0;
    for Fixture {
        name, tool, text, ..
    } in outputs(DOCUMENTS)
    {
        for to in targets().into_iter().filter(|to| *to != tool) {
            let Ok(written) = convert(&text, &to, &ConvertOptions::default()) else {
                continue;
            };
            let options = ValidateOptions {
                dialect: Some(to.clone()),
                ..ValidateOptions::default()
            };
            let verdict = validate(written.text.as_bytes(), &options);
            let is_missing = |told: &llm_types::Diagnostic| told.code == "MISSING_FIELD";
            if !verdict.diagnostics.iter().any(is_missing) {
                continue;
            }
            lacking += 1;
            let says = |loss: &&Loss| loss.pointer.is_empty() && loss.is_lossy();
            let told = written.losses.iter().find(says);
            assert!(told.is_some(), "{name} as {to}: {}", written.text);
        }
    }
    assert!(lacking > 500, "{lacking}");
}
