//! Laws of what is added; examples are in the vectors.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::{Addition, EnrichOptions, NotEnrichedCode, enrich};
use crate::checksum::checksum;
use crate::json::Value;
use crate::source::Sources;
use crate::stream::Enricher;
use crate::{ConvertOptions, Level, NotEnriched, ValidateOptions, convert, validate};

const SOURCE: &str = "// é\nfn menu() {\n    😀(\"tea\");\n}\n";
const RUN: &str = r#"{"execution_id":"r1","pattern":"x","matches":[{"match_id":"m1","file":"./a.rs",
    "byte_start":22,"byte_end":26,"matched_text":"😀","line_number":3,"column_number":5,
    "context_before":"    ","context_after":"(\"tea\");"}],"match_count":1}"#;

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
        atomic: true,
        full_context: true,
        ..EnrichOptions::default()
    }
}

fn sources() -> Sources {
    [("a.rs", SOURCE)].into_iter().collect()
}

#[test]
fn a_second_call_adds_nothing() {
    let sources = sources();
    let once = enrich(RUN.as_bytes(), &all(&sources)).unwrap();
    let twice = enrich(once.text.as_bytes(), &all(&sources)).unwrap();
    assert!(once.changes.iter().any(|change| change.what == "added"));
    assert_eq!(twice.text, once.text);
    assert!(twice.changes.is_empty());
    assert_eq!(twice.not_enriched, []);
}

/// What splice prints of a change of line 2, with these checksums of its text.
fn patched(before: &str, checksums: &str) -> String {
    let hash = |text: &str| checksum(text.as_bytes()).replace("sha256:", "");
    let (old, new) = (hash(before), hash("fn a() {}\nfn d() {}\nfn c() {}\n"));
    format!(
        r#"{{"schema_version":"2.0.0","execution_id":"550e8400-e29b-41d4-a716-446655440000",
        "operation_type":"patch","status":"ok","message":"m","tool":"splice",
        "timestamp":"2026-01-22T10:00:00.000000001+00:00","result":{{"type":"patch","file":"a.rs",
        "symbol":"x","kind":"function","spans":[{{"file_path":"a.rs","symbol":"x",
        "kind":"function","byte_start":10,"byte_end":20,"before_hash":"{old}","after_hash":"{new}",
        "checksums":{{{checksums}}}}}],"before_hash":"{old}","after_hash":"{new}"}}}}"#,
    )
}

#[test]
fn checksums_that_show_to_be_of_the_changed_file_keep_the_others_out() {
    let before = "fn a() {}\nfn b() {}\nfn c() {}\n";
    let sources: Sources = [("a.rs", before)].into_iter().collect();
    let new = checksum(b"fn d() {}\n");
    let document = patched(
        before,
        &format!(r#""checksum_before":"{new}","checksum_after":"{new}""#),
    );
    let enriched = enrich(document.as_bytes(), &all(&sources)).unwrap();
    let late = "what is said of the text of the span is of `a.rs` after the operation";
    let [left] = &enriched.not_enriched[..] else {
        panic!("{:?}", enriched.not_enriched);
    };
    assert_eq!(left.why, late);
    assert_eq!(left.code(), Some(NotEnrichedCode::ChangedFile));
}

/// As `validate` says of the same envelope: an operation of no named tool may be splice's, whose
/// checksum is of the changed file though nothing else in the document shows it.
#[test]
fn the_envelope_of_an_operation_has_the_convention_that_validate_holds_it_to() {
    let before = "fn a() {}\nfn b() {}\nfn c() {}\n";
    let sources: Sources = [("a.rs", before)].into_iter().collect();
    let new = checksum(b"fn d() {}\n");
    let (old_file, new_file) = (
        checksum(before.as_bytes()),
        checksum(b"fn a() {}\nfn d() {}\nfn c() {}\n"),
    );
    let envelope = format!(
        r#"{{"schema_version":"2.1.0","execution_id":"550e8400-e29b-41d4-a716-446655440000",
        "operation_type":"patch","status":"ok","message":"m","timestamp":"2026-01-22T10:00:00Z",
        "result":{{"type":"patch","file":"a.rs","symbol":"x","kind":"function",
        "spans":[{{"file_path":"a.rs","byte_start":10,"byte_end":20,
        "before_hash":"{old_file}","after_hash":"{new_file}",
        "checksums":{{"checksum_before":"{new}"}}}}],
        "before_hash":"{old_file}","after_hash":"{new_file}"}}}}"#,
    );
    let options = ValidateOptions {
        sources: Some(&sources),
        ..ValidateOptions::default()
    };
    let validation = validate(envelope.as_bytes(), &options);
    let codes: Vec<&str> = validation.diagnostics.iter().map(|it| &*it.code).collect();
    assert_eq!(codes, ["CHECKSUM_OF_CHANGED_FILE"]);
    let enriched = enrich(envelope.as_bytes(), &all(&sources)).unwrap();
    let codes: Vec<_> = enriched
        .not_enriched
        .iter()
        .map(NotEnriched::code)
        .collect();
    assert_eq!(codes, [Some(NotEnrichedCode::ChangedFile)]);
}

/// Only the convention of the tool knows what the checksum is of, so that it is not in the
/// envelope, and the right one is added.
#[test]
fn a_checksum_of_the_changed_file_that_stays_with_the_tool_makes_room_for_the_right_one() {
    let before = "fn a() {}\nfn b() {}\nfn c() {}\n";
    let sources: Sources = [("a.rs", before)].into_iter().collect();
    let new = checksum(b"fn d() {}\n");
    let document = patched(before, &format!(r#""checksum_before":"{new}""#));
    let enriched = enrich(document.as_bytes(), &all(&sources)).unwrap();
    assert_eq!(enriched.not_enriched, []);
    assert!(!enriched.text.contains(&new));
    let right = format!(r#""checksum_before":"{}""#, checksum(b"fn b() {}\n"));
    assert!(enriched.text.contains(&right), "{}", enriched.text);
}

#[test]
fn what_is_added_is_true() {
    let sources = sources();
    let enriched = enrich(RUN.as_bytes(), &all(&sources)).unwrap();
    let options = ValidateOptions {
        sources: Some(&sources),
        ..ValidateOptions::default()
    };
    let validation = validate(enriched.text.as_bytes(), &options);
    let doubts = validation
        .diagnostics
        .iter()
        .filter(|it| it.level != Level::Note);
    assert_eq!(doubts.count(), 0);
    assert_eq!(validation.checked.source.spans_proved, 1);
}

#[test]
fn the_way_home_is_still_exact() {
    let sources = sources();
    let options = EnrichOptions {
        origin: true,
        ..all(&sources)
    };
    let enriched = enrich(RUN.as_bytes(), &options).unwrap();
    let again = enrich(enriched.text.as_bytes(), &all(&sources)).unwrap();
    for text in [enriched.text, again.text] {
        let home = convert(text.as_bytes(), "llmsearch", &ConvertOptions::default()).unwrap();
        assert_eq!(
            crate::canonicalize(home.text.as_bytes()).unwrap(),
            crate::canonicalize(RUN.as_bytes()).unwrap()
        );
    }
}

#[test]
fn a_value_of_the_tool_stays_unless_told() {
    let envelope = |column: u64| {
        format!(
            r#"{{"data":{{"count":1,"matches":[{{"match_id":"m","matched_text":"😀","span":{{
            "byte_end":26,"byte_start":22,"context":{{"before":["mine"]}},"end_col":{},
            "end_line":3,"file_path":"a.rs","semantics":{{"language":"oak"}},"start_col":{column},
            "start_line":3}}}}],"pattern":"x"}},"execution_id":"r","schema_version":"1.1.0"}}"#,
            column + 4
        )
    };
    let sources = sources();
    let span = |text: &str, options: &EnrichOptions<'_>| -> (String, String, u64) {
        let enriched = enrich(text.as_bytes(), options).unwrap();
        let span = enriched
            .envelope
            .at(&"/data/matches/0/span".parse().unwrap());
        let get = |pointer: &str| span.unwrap().at(&pointer.parse().unwrap()).cloned();
        (
            get("/semantics/language").unwrap().as_str().unwrap().into(),
            get("/context/before/0").unwrap().as_str().unwrap().into(),
            get("/start_col").unwrap().as_u64().unwrap(),
        )
    };
    let kept = span(&envelope(4), &all(&sources));
    assert_eq!(kept, ("oak".into(), "mine".into(), 4));
    let told = EnrichOptions {
        overwrite: true,
        ..all(&sources)
    };
    let right = ("rust".into(), "// é".into(), 4);
    assert_eq!(span(&envelope(4), &told), right);
    // A position that the source denies makes the span another one, unless told.
    let denied = enrich(envelope(7).as_bytes(), &all(&sources)).unwrap();
    assert_eq!(denied.not_enriched.len(), 1);
    assert_eq!(span(&envelope(7), &told), right);
}

#[test]
fn nothing_is_added_from_a_text_that_the_tool_did_not_see() {
    let changed: Sources = [("a.rs", SOURCE.replace("tea", "rum").replace('😀', "🍵"))]
        .into_iter()
        .collect();
    let enriched = enrich(RUN.as_bytes(), &all(&changed)).unwrap();
    assert_eq!(enriched.not_enriched.len(), 1);
    let span = enriched
        .envelope
        .at(&"/data/matches/0/span".parse().unwrap());
    for name in ["checksums", "fingerprints", "start_col_utf16"] {
        assert!(span.unwrap().get(name).is_none(), "{name}");
    }
}

#[test]
fn a_known_code_is_explained_once() {
    let envelope = r#"{"data":{"count":0,"matches":[],"pattern":"x"},"diagnostics":[
        {"code":"SPL-E001","level":"error","message":"m"},
        {"code":"SPL-E001","level":"error","message":"m","note":"mine"},
        {"code":"TODO-1","level":"error","message":"m"}],
        "execution_id":"r","schema_version":"1.1.0"}"#;
    let options = EnrichOptions {
        error_codes: true,
        ..EnrichOptions::default()
    };
    let enriched = enrich(envelope.as_bytes(), &options).unwrap();
    let get = |pointer: &str| {
        let value = enriched.envelope.at(&pointer.parse().unwrap())?;
        value.as_str().map(String::from)
    };
    let rule = crate::explain("SPL-E001").unwrap();
    assert_eq!(get("/diagnostics/0/note").as_deref(), Some(rule.what));
    assert_eq!(
        get("/diagnostics/0/remediation").as_deref(),
        Some(rule.remedy)
    );
    assert_eq!(get("/diagnostics/1/note").as_deref(), Some("mine"));
    assert_eq!(get("/diagnostics/2/note"), None);
}

#[test]
fn a_checksum_that_differs_leaves_match_and_diagnostic_alone() {
    let sources = sources();
    let wrong = crate::checksum("another text");
    let span = format!(
        r#"{{"file_path":"a.rs","byte_start":22,"byte_end":26,
        "checksums":{{"file_checksum_before":"{wrong}"}}}}"#
    );
    let envelope = format!(
        r#"{{"data":{{"count":1,"matches":[{{"match_id":"m","matched_text":"😀","span":{span}}}],
        "pattern":"x"}},"diagnostics":[{{"level":"error","message":"m","span":{span}}}],
        "execution_id":"r","schema_version":"1.1.0"}}"#
    );
    // Also where nothing else is asked for that would look at the text.
    let options = EnrichOptions {
        sources: Some(&sources),
        fingerprints: true,
        ..EnrichOptions::default()
    };
    let enriched = enrich(envelope.as_bytes(), &options).unwrap();
    assert!(!enriched.text.contains("contentHash"), "{}", enriched.text);
    let mut left: Vec<&str> = enriched
        .not_enriched
        .iter()
        .map(|left| left.pointer.as_str())
        .collect();
    left.sort_unstable();
    assert_eq!(left, ["/data/matches/0/span", "/diagnostics/0/span"]);
}

#[test]
fn an_addition_that_there_is_not_is_refused() {
    let error = "relationships".parse::<Addition>().unwrap_err();
    assert_eq!(error.code(), "UNKNOWN_OPTION");
    let known = "error_codes".parse().unwrap();
    assert!(EnrichOptions::default().with(known).error_codes);
}

#[test]
fn an_older_envelope_comes_home_too() {
    let older = r#"{"schema_version":"1.0","execution_id":"550e8400-e29b-41d4-a716-446655440000","tool":"llmsearch",
        "timestamp":"2026-01-22T10:00:00Z","status":"success","data":{"matches":[],"match_count":0},"diagnostics":[]}"#;
    let sources = sources();
    let options = EnrichOptions {
        origin: true,
        ..all(&sources)
    };
    let enriched = enrich(older.as_bytes(), &options).unwrap();
    let home = convert(
        enriched.text.as_bytes(),
        "unified",
        &ConvertOptions::default(),
    )
    .unwrap();
    let read = |text: &str| crate::canonicalize(text.as_bytes()).unwrap();
    assert_eq!(read(&home.text), read(older));
    assert_eq!(
        enrich(enriched.text.as_bytes(), &options).unwrap().text,
        enriched.text
    );
}

/// An envelope with one span of `a.rs`, and members of it and of its match.
fn one(end: u64, span: &str, around: &str) -> String {
    format!(
        r#"{{"data":{{"count":1,"matches":[{{"match_id":"m"{around},"span":{{"file_path":"a.rs",
        "byte_start":0,"byte_end":{end}{span}}}}}]}},"execution_id":"r","schema_version":"1.1.0"}}"#
    )
}

#[test]
fn what_a_document_says_of_its_lines_stays_right_beside_what_is_added() {
    let sources: Sources = [("a.rs", "abc\ndef\nghi\n")].into_iter().collect();
    let options = ValidateOptions {
        sources: Some(&sources),
        ..ValidateOptions::default()
    };
    // A range that ends right after a terminator may count the line that begins there.
    for (stated, right) in [
        (r#""after":["def"]"#, true),
        (r#""after":["ghi"]"#, true),
        (r#""selected":["abc"],"after":["def"]"#, true),
        (r#""selected":["abc","def"]"#, true),
        (r#""selected":["abc","def"],"after":["ghi"]"#, true),
        (r#""after":["abc"]"#, false),
        (r#""selected":["abc"],"after":["ghi"]"#, false),
        (r#""selected":["abc","def"],"after":["def"]"#, false),
    ] {
        let name = r#","name":"x","kind":"fn""#;
        let text = one(4, &format!(r#","context":{{{stated}}}"#), name);
        assert_eq!(validate(text.as_bytes(), &options).ok, right, "{stated}");
        let enriched = enrich(text.as_bytes(), &all(&sources)).unwrap();
        let validation = validate(enriched.text.as_bytes(), &options);
        assert_eq!(validation.ok, right, "{}", enriched.text);
    }
}

#[test]
fn the_language_that_a_document_gives_is_kept() {
    let sources: Sources = [("a.rs", "abc\n")].into_iter().collect();
    let text = one(3, "", r#","name":"x","kind":"fn","language":"tsx""#);
    let enriched = enrich(text.as_bytes(), &all(&sources)).unwrap();
    assert!(
        enriched.text.contains(r#""language":"tsx"}"#),
        "{}",
        enriched.text
    );
}

#[test]
fn a_very_long_line_is_no_context() {
    let long = "x".repeat(1 << 15);
    let sources: Sources = [("a.rs", long)].into_iter().collect();
    let enriched = enrich(
        one(3, "", r#","name":"x","kind":"fn""#).as_bytes(),
        &all(&sources),
    )
    .unwrap();
    assert!(enriched.text.len() < 2000, "{}", enriched.text.len());
    let left = enriched.not_enriched.first().unwrap();
    assert!(left.why.contains("16384 bytes"), "{left:?}");
    assert_eq!(left.code(), Some(NotEnrichedCode::LineTooLong));
}

/// Two places that nothing but where they are tells apart have two fingerprints, also where
/// the document spells the path of their file in two ways.
#[test]
fn equal_places_of_one_file_are_numbered_together() {
    let sources: Sources = [("a.rs", "a\nb\nTODO\na\nb\na\nb\nTODO\na\nb\n")]
        .into_iter()
        .collect();
    let one = |path: &str, at: u64| {
        format!(
            r#"{{"match_id":"m{at}","matched_text":"TODO","span":{{"file_path":"{path}","byte_start":{at},"byte_end":{}}}}}"#,
            at + 4
        )
    };
    let text = format!(
        r#"{{"schema_version":"1.1.0","execution_id":"r","data":{{"pattern":"TODO","count":2,"matches":[{},{}]}}}}"#,
        one("a.rs", 4),
        one("/w/a.rs", 17)
    );
    let options = EnrichOptions {
        sources: Some(&sources),
        fingerprints: true,
        root: Some("/w".into()),
        ..EnrichOptions::default()
    };
    let enriched = enrich(text.as_bytes(), &options).unwrap();
    let hash = |number: u64| {
        let at = format!("/data/matches/{number}/span/fingerprints/contextHash~1v1");
        let hash = enriched.envelope.at(&at.parse().unwrap()).unwrap();
        String::from(hash.as_str().unwrap())
    };
    let (first, second) = (hash(0), hash(1));
    let (first, second) = (first.rsplit_once(':'), second.rsplit_once(':'));
    assert_eq!(first.unwrap().0, second.unwrap().0);
    assert_eq!((first.unwrap().1, second.unwrap().1), ("1", "2"));
}

/// A run whose findings stand one a line: as if they were in one document, they are told apart
/// by their numbers, however the text arrives.
#[test]
fn equal_places_of_several_documents_are_numbered_on() {
    let block = "a\nb\nTODO\na\nb\n";
    let sources: Sources = [("a.rs", block.repeat(4)), ("b.rs", block.repeat(2))]
        .into_iter()
        .collect();
    let line = |path: &str, block: usize| {
        let at = 4 + 13 * block;
        format!(
            r#"{{"schema_version":"1.1.0","execution_id":"r","data":{{"pattern":"TODO","count":1,"matches":[{{"match_id":"m{at}","matched_text":"TODO","span":{{"file_path":"{path}","byte_start":{at},"byte_end":{}}}}}]}}}}"#,
            at + 4
        )
    };
    let lines = [
        line("a.rs", 0),
        line("b.rs", 0),
        String::from(r#"{"trunc"#),
        line("a.rs", 1),
        line("./a.rs", 2),
        line("a.rs", 3),
    ];
    let text = lines.join("\n");
    let options = EnrichOptions {
        sources: Some(&sources),
        fingerprints: true,
        ..EnrichOptions::default()
    };
    let whole = enrich(text.as_bytes(), &options).unwrap();
    let number = |envelope: &Value| {
        let at = "/data/matches/0/span/fingerprints/contextHash~1v1";
        let hash = envelope.at(&at.parse().unwrap()).unwrap();
        let (_, number) = hash.as_str().unwrap().rsplit_once(':').unwrap();
        number.parse::<u64>().unwrap()
    };
    let numbers: Vec<u64> = whole.envelopes.iter().map(number).collect();
    assert_eq!(numbers, [1, 1, 2, 3, 4]);
    for (length, shared) in [
        (1, false),
        (100, true),
        (text.len(), false),
        (text.len(), true),
    ] {
        let sources = options.sources.filter(|_| shared).cloned();
        let lent = EnrichOptions {
            sources: options.sources.filter(|_| !shared),
            ..options.clone()
        };
        let mut enricher = Enricher::new(lent).unwrap().with_sources(sources);
        // The next text begins from 1.
        for _ in 0..2 {
            let mut told = Vec::new();
            for piece in text.as_bytes().chunks(length) {
                told.extend(enricher.push(piece));
            }
            told.extend(enricher.finish());
            let texts: Vec<String> = told.iter().filter_map(|one| one.text.clone()).collect();
            assert_eq!(texts.join("\n"), whole.text, "by {length}");
            let said: Vec<_> = told
                .iter()
                .flat_map(|one| one.diagnostics.clone())
                .collect();
            assert_eq!(said, whole.diagnostics);
            let changes: Vec<_> = told.iter().flat_map(|one| one.changes.iter()).collect();
            assert_eq!(changes, whole.changes.iter().collect::<Vec<_>>());
        }
    }
    // A second call finds them numbered, and numbers them alike where it may.
    let again = EnrichOptions {
        overwrite: true,
        ..options
    };
    assert_eq!(
        enrich(whole.text.as_bytes(), &again).unwrap().text,
        whole.text
    );
}

#[test]
fn lines_that_are_not_there_do_not_stay_when_the_context_is_replaced() {
    let run = r#"{"schema_version":"1.1.0","execution_id":"r1","data":{"pattern":"x","matches":[{
        "match_id":"m1","span":{"file_path":"a.rs","byte_start":0,"byte_end":1,
        "context":{"before":["y"],"selected":["x"],"after":[""],"truncated":true}}}],"count":1}}"#;
    let sources = [("a.rs", "x\n")].into_iter().collect();
    let mut options = EnrichOptions {
        sources: Some(&sources),
        context: true,
        overwrite: true,
        ..EnrichOptions::default()
    };
    let enriched = enrich(run.as_bytes(), &options).unwrap();
    assert!(enriched.text.contains(r#""context":{"selected":["x"]}"#));
    let mut changes = enriched.changes.iter();
    assert!(changes.all(|change| change.what == "left_out"));
    assert_eq!(enriched.changes.len(), 3);
    options.overwrite = false;
    assert!(enrich(run.as_bytes(), &options).unwrap().changes.is_empty());
}

/// The codes are what programs go by, so that each is held to what it is for.
#[test]
fn each_reason_has_its_code() {
    let sources: Sources = [
        ("a.rs", &b"abc\ndef\n"[..]),
        ("ill.rs", b"a\xffc\n"),
        ("./src/two.rs", b"abc\n"),
        ("src/two.rs", b"abc\n"),
    ]
    .into_iter()
    .collect();
    let left = |span: &str, text: &str, options: &EnrichOptions<'_>| {
        let envelope = format!(
            r#"{{"data":{{"count":1,"matches":[{{"match_id":"m","matched_text":"{text}",
            "span":{{{span}}}}}],"pattern":"x"}},"execution_id":"r","schema_version":"1.1.0"}}"#
        );
        let left = enrich(envelope.as_bytes(), options).unwrap().not_enriched;
        let left = left.iter().map(|one| {
            let place = one.pointer.strip_prefix("/data/matches/0/span").unwrap();
            format!("{}{place}", one.code)
        });
        left.collect::<Vec<_>>().join(" ")
    };
    let context = EnrichOptions {
        sources: Some(&sources),
        context: true,
        ..EnrichOptions::default()
    };
    let in_file = |path: &str, range: [u8; 2], others: &str| {
        let [start, end] = range;
        format!(r#""file_path":"{path}","byte_start":{start},"byte_end":{end}{others}"#)
    };
    let lines = |line: u8, column: u8| {
        format!(r#","start_line":{line},"start_col":{column},"end_line":1,"end_col":3"#)
    };
    for (code, span) in [
        ("", in_file("a.rs", [0, 3], "")),
        ("source_missing", in_file("b.rs", [0, 3], "")),
        ("source_ambiguous", in_file("src/./two.rs", [0, 3], "")),
        ("place_missing", in_file("a.rs", [90, 93], "")),
        ("end_before_start", in_file("a.rs", [3, 0], "")),
        ("other_text", in_file("a.rs", [4, 7], "")),
        ("other_place", in_file("a.rs", [0, 3], &lines(1, 1))),
        (
            "not_an_object/context",
            in_file("a.rs", [0, 3], r#","context":1"#),
        ),
    ] {
        assert_eq!(left(&span, "abc", &context), code, "{span}");
    }
    let seen: Sources = [("a.rs", SOURCE)].into_iter().collect();
    let of_tool = RUN.replace(r#""line_number":3"#, r#""line_number":2"#);
    let enriched = enrich(of_tool.as_bytes(), &all(&seen)).unwrap();
    assert_eq!(enriched.not_enriched[0].code, "unproved_place");
    let ill = in_file("ill.rs", [0, 1], "");
    let both = EnrichOptions {
        utf16: true,
        ..context.clone()
    };
    assert_eq!(
        left(&ill, "a", &both),
        "not_utf8/context not_utf8/start_col_utf16"
    );
    let none = EnrichOptions {
        sources: None,
        ..context
    };
    assert_eq!(
        left(&in_file("a.rs", [0, 3], ""), "abc", &none),
        "no_sources"
    );
    let fingerprints = EnrichOptions {
        fingerprints: true,
        ..EnrichOptions::default()
    };
    let bare = in_file("a.rs", [0, 3], "");
    assert_eq!(left(&bare, "abc", &fingerprints), "no_sources");
}
