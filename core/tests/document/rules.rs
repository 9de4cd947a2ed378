//! Every rule about documents fires on its own bad example, and not on the good one.

use llm_types::{
    Applicability, Diagnostic, Level, NormalizeOptions, PlanOptions, Sources, ValidateOptions,
    normalize, plan_edits, rule, validate,
};

fn sources() -> Sources {
    [("a.txt", "let é = 1;\nend\n")].into_iter().collect()
}

/// A span in an envelope.
fn document(span: &str) -> String {
    format!(
        r#"{{"schema_version":"1.1.0","execution_id":"6b008bad-4754","data":{{"symbols":[{{"match_id":"m1","name":"a","kind":"fn","span":{span}}}],"file_path":"a.txt"}}}}"#
    )
}

/// The bytes of an example: a text, or hexadecimal digits by twos.
fn bytes(example: &str) -> Vec<u8> {
    let hex = |byte: &str| (byte.len() == 2).then(|| u8::from_str_radix(byte, 16).ok())?;
    let digits: Option<Vec<u8>> = example.split(' ').map(hex).collect();
    match digits {
        Some(bytes) if bytes.len() > 1 => bytes,
        _ => example.as_bytes().to_vec(),
    }
}

/// All that is said about a document, by checking and by normalizing it.
fn said(text: &[u8]) -> Vec<Diagnostic> {
    let sources = sources();
    let options = ValidateOptions {
        sources: Some(&sources),
        strict: true,
        ..Default::default()
    };
    let mut said = validate(text, &options).diagnostics;
    if let Ok(normalized) = normalize(text, &NormalizeOptions::default()) {
        said.extend(normalized.diagnostics);
    }
    said
}

fn codes(text: &[u8]) -> Vec<String> {
    said(text)
        .into_iter()
        .map(|found| found.code.into_owned())
        .collect()
}

/// What is said where there is no text that could decide.
fn codes_alone(text: &[u8]) -> Vec<String> {
    validate(text, &ValidateOptions::default())
        .diagnostics
        .into_iter()
        .map(|found| found.code.into_owned())
        .collect()
}

/// Refusals of calls, which have no document that shows them.
const CALLS: &[&str] = &[
    "UNKNOWN_CODE",
    "WRONG_TYPE",
    "INVALID_ENVELOPE",
    "NOT_LOADED",
    "HANDLE_FREED",
    "INTERNAL",
    "OFFSET_TOO_WIDE",
    "UNKNOWN_ID_SCHEME",
    "UNKNOWN_ALGORITHM",
    "SPLIT_SURROGATE",
    "COL_OUT_OF_RANGE",
    "LINE_OUT_OF_RANGE",
    "INSIDE_CRLF",
    "TEXT_NOT_SHOWN",
    "INVALID_UTF8",
    "ILL_FORMED",
    "UNKNOWN_ENCODING",
    "UNKNOWN_TERMINATORS",
    "UNKNOWN_OPTION",
    "STREAM_TAKEN",
    "TEXT_TOO_LARGE",
    "AMBIGUOUS_EOL",
    "BOM_PRESENT",
    // One text may hold several documents, if not for `read`.
    "TRAILING_DATA",
    // A limit, of which no example is small.
    "TOO_DEEP",
    "TOO_LARGE",
    "POINTER_SYNTAX",
    "POINTER_NOT_FOUND",
    "NOT_A_NUMBER",
    "UNKNOWN_DIALECT",
    "LOSSY_CONVERSION",
    "ORIGIN_STALE",
    "SOURCE_TEXT_LIMIT",
    "FILE_UNREADABLE",
    "OUTPUT_UNWRITABLE",
    "SOURCE_OUTSIDE",
    "TARGET_REFUSED",
    "TARGET_CHANGED",
    "TARGET_UNWRITABLE",
    "TOOK_TOO_LONG",
    "UNKNOWN_SCHEMA",
    "PAGE_EMPTY",
    "PAGE_OUT_OF_RANGE",
];

#[test]
fn every_rule_fires_on_its_bad_example_and_only_there() {
    let mut wrong = Vec::new();
    for rule in rule::all().filter(|rule| rule.is_ours() && rule.category != "edit") {
        let mut bad = codes(&bytes(rule.bad));
        bad.extend(codes_alone(&bytes(rule.bad)));
        let good = codes(&bytes(rule.good));
        let fires = bad.iter().any(|code| code == rule.code);
        let is_shown = !CALLS.contains(&rule.code);
        if fires != is_shown {
            let is = if is_shown { "not " } else { "" };
            wrong.push(format!("{} is {is}in {bad:?}", rule.code));
        }
        if good.iter().any(|code| code == rule.code) {
            wrong.push(format!("{} is in {good:?}", rule.code));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    for code in CALLS {
        assert!(rule::find(code).is_some(), "{code}");
    }
}

/// A rule about positions is one about places, of which whoever gives sources is told by both verbs.
#[test]
fn errors_about_positions_are_told_by_normalize_too() {
    let sources = sources();
    let mut shown = 0;
    for rule in rule::all().filter(|rule| rule.origin.starts_with("docs/positions.md")) {
        let text = bytes(rule.bad);
        let options = ValidateOptions {
            sources: Some(&sources),
            ..Default::default()
        };
        let validation = validate(&text, &options);
        let mut found = validation.diagnostics.iter();
        if !found.any(|found| found.code == rule.code && found.is_error()) {
            continue;
        }
        let options = NormalizeOptions {
            sources: Some(&sources),
            ..Default::default()
        };
        // What cannot be read is refused by both.
        let Ok(normalized) = normalize(&text, &options) else {
            continue;
        };
        shown += 1;
        let mut told = normalized.diagnostics.iter();
        assert!(told.any(|found| found.code == rule.code), "{}", rule.code);
    }
    assert!(shown > 5, "{shown}");
}

/// All that is said about a request.
fn refused(request: &str) -> Vec<String> {
    // The last two are one file under two names.
    let sources = [
        ("a.txt", "let é = 1;\nend\n"),
        ("e.txt", "😀b\n"),
        ("m.txt", "\u{feff}end\n"),
        ("d/a.txt", ""),
        ("./d/a.txt", ""),
    ];
    let sources: Sources = sources.into_iter().collect();
    let planned = match plan_edits(&sources, request, &PlanOptions::default()) {
        Ok(planned) => planned.plan,
        Err(error) => return vec![error.code().to_owned()],
    };
    let files = planned.files.into_iter().flat_map(|file| file.diagnostics);
    let all = files.chain(planned.diagnostics);
    all.map(|found| found.code.into_owned()).collect()
}

#[test]
fn every_rule_of_edits_fires_on_its_bad_request_and_only_there() {
    let calls = ["EDIT_SEVERAL_FILES", "EDIT_MAP_INVALID"];
    let mut wrong = Vec::new();
    for rule in rule::all().filter(|rule| rule.is_ours() && rule.category == "edit") {
        if calls.contains(&rule.code) {
            continue;
        }
        let (bad, good) = (refused(rule.bad), refused(rule.good));
        if !bad.iter().any(|code| code == rule.code) {
            wrong.push(format!("{} is not in {bad:?}", rule.code));
        }
        // Nothing else is wrong with the good one either.
        if !good.is_empty() {
            wrong.push(format!("the good request of {} has {good:?}", rule.code));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A text with every safe fix made.
fn mended(text: &[u8], diagnostics: &[Diagnostic]) -> Vec<u8> {
    let fixes = diagnostics.iter().flat_map(|found| &found.fixes);
    let safe = fixes.filter(|fix| fix.applicability == Applicability::Safe.as_str());
    let mut edits: Vec<_> = safe.flat_map(|fix| &fix.edits).collect();
    edits.sort_by_key(|edit| edit.byte_start);
    edits.dedup();
    let mut mended = Vec::new();
    let mut at = 0;
    for edit in edits {
        let range =
            usize::try_from(edit.byte_start).unwrap()..usize::try_from(edit.byte_end).unwrap();
        // Two fixes of one place: the second one has to wait for the next round.
        if range.start < at {
            continue;
        }
        mended.extend_from_slice(&text[at..range.start]);
        mended.extend_from_slice(edit.new_text.as_bytes());
        at = range.end;
    }
    mended.extend_from_slice(&text[at..]);
    mended
}

#[test]
fn safe_fixes_mend_what_they_are_for() {
    let texts = [
        span(r#""byte_strat":0,"byte_end":3"#),
        span(r#""byte_start":0,"byte_end":3.0"#),
        span(&format!(
            r#""byte_start":0,"byte_end":3,"span_id":"{}""#,
            llm_types::span_id("a.txt", 0, 3).unwrap().to_uppercase()
        )),
        r#"{"schema_version":"1.1.0","execution_id":"6b008bad-4754","data":{"symbols":[],"file_pat":"a.txt","kind_filter":"fn"}}"#.to_owned(),
        r#"{"execution_id":"550e8400-e29b-41d4-a716-446655440000","patern":"x","matches":[],"match_count":3e0}"#.to_owned(),
    ];
    for text in &texts {
        let before = said(text.as_bytes());
        let safe = |found: &&Diagnostic| {
            let mut fixes = found.fixes.iter();
            fixes.any(|fix| fix.applicability == Applicability::Safe.as_str())
        };
        assert!(
            before.iter().any(|found| safe(&found)),
            "{text}: {before:?}"
        );
        let mut mended = mended(text.as_bytes(), &before);
        let mut after = said(&mended);
        // A count may be a fraction, and wrong besides.
        if after.iter().any(|found| safe(&found)) {
            mended = self::mended(&mended, &after);
            after = said(&mended);
        }
        let wrong = after.iter().find(|found| found.level != Level::Note);
        assert!(wrong.is_none(), "{text}: {wrong:?}");
    }
}

/// Every safe fix of every example does away with the finding that it is of.
#[test]
fn safe_fixes_of_the_examples_leave_nothing_safe_to_mend() {
    let mut fixed = 0;
    for rule in rule::all().filter(|rule| rule.is_ours()) {
        let text = bytes(rule.bad);
        let before = said(&text);
        let after = said(&mended(&text, &before));
        for found in &before {
            for fix in &found.fixes {
                assert!(!fix.title.is_empty());
                for edit in &fix.edits {
                    assert!(edit.byte_start <= edit.byte_end, "{}", rule.code);
                    assert!(edit.byte_end <= text.len() as u64, "{}", rule.code);
                }
            }
            let safe = found.fixes.iter();
            if safe
                .clone()
                .any(|fix| fix.applicability == Applicability::Safe.as_str())
            {
                fixed += 1;
                let same =
                    |other: &Diagnostic| other.code == found.code && other.pointer == found.pointer;
                assert!(!after.iter().any(same), "{}: {after:?}", rule.code);
            }
        }
    }
    assert!(fixed >= 4, "{fixed}");
}

/// A span in a document, by its members but the path.
fn span(members: &str) -> String {
    document(&format!(r#"{{"file_path":"a.txt",{members}}}"#))
}

#[test]
fn lines_and_columns_can_be_reversed_too() {
    let found = codes_alone(
        span(
            r#""byte_start":0,"byte_end":3,"start_line":1,"start_col":3,"end_line":1,"end_col":0"#,
        )
        .as_bytes(),
    );
    assert!(found.iter().any(|code| code == "REVERSED"), "{found:?}");
}

/// Documents of one search, each match with `line`, `column`, offset and text.
fn search(matches: &[(u64, u64, u64, &str)]) -> String {
    let matches: Vec<String> = matches
        .iter()
        .enumerate()
        .map(|(number, (line, column, start, text))| {
            let end = start + text.len() as u64;
            format!(
                r#"{{"match_id":"m{number}","file":"a.txt","byte_start":{start},"byte_end":{end},"matched_text":"{text}","line_number":{line},"column_number":{column},"context_before":"","context_after":""}}"#
            )
        })
        .collect();
    format!(
        r#"{{"execution_id":"550e8400-e29b-41d4-a716-446655440000","pattern":"x","matches":[{}],"match_count":{}}}"#,
        matches.join(","),
        matches.len()
    )
}

#[test]
fn matches_that_exclude_each_other_are_noticed_without_the_source() {
    let impossible = |matches: &[(u64, u64, u64, &str)]| {
        let text = search(matches);
        let validation = validate(text.as_bytes(), &ValidateOptions::default());
        let found = validation.diagnostics.iter();
        found
            .filter(|found| found.code == "POSITION_IMPOSSIBLE")
            .count()
    };
    // Ten columns are ten to forty bytes.
    assert_eq!(impossible(&[(2, 1, 50, "a"), (2, 11, 60, "b")]), 0);
    assert_eq!(impossible(&[(2, 1, 50, "a"), (2, 11, 90, "b")]), 0);
    assert_eq!(impossible(&[(2, 1, 50, "a"), (2, 11, 59, "b")]), 1);
    assert_eq!(impossible(&[(2, 1, 50, "a"), (2, 11, 91, "b")]), 1);
    // The order in which they are printed does not matter.
    assert_eq!(impossible(&[(2, 11, 91, "b"), (2, 1, 50, "a")]), 1);
    // A later line is at a later offset.
    assert_eq!(impossible(&[(3, 1, 50, "a"), (2, 1, 60, "b")]), 1);
    // Two lines further and four columns in are at least six bytes.
    assert_eq!(impossible(&[(2, 1, 50, "a"), (4, 5, 56, "b")]), 0);
    assert_eq!(impossible(&[(2, 1, 50, "a"), (4, 5, 55, "b")]), 1);
    // One wrong match among many is one finding, not two.
    assert_eq!(
        impossible(&[(2, 1, 50, "a"), (2, 9, 51, "b"), (2, 11, 60, "c")]),
        1
    );
}

#[test]
fn ids_that_name_two_ranges_are_noticed_wherever_they_stand() {
    let symbol = |id: &str, start: u64| {
        format!(
            r#"{{"match_id":"{id}","name":"a","kind":"fn","span":{{"file_path":"a.txt","byte_start":{start},"byte_end":9}}}}"#
        )
    };
    let codes = |symbols: &[String]| {
        let list = symbols.join(",");
        codes(format!(r#"{{"schema_version":"1.1.0","execution_id":"6b008bad-4754","data":{{"symbols":[{list}],"file_path":"a.txt"}}}}"#).as_bytes())
    };
    let reused = |found: &[String]| found.iter().filter(|code| *code == "ID_REUSED").count();
    let same = [symbol("m1", 4), symbol("m2", 6), symbol("m1", 4)];
    assert_eq!(reused(&codes(&same)), 0);
    let other = [symbol("m1", 4), symbol("m2", 6), symbol("m1", 7)];
    assert_eq!(reused(&codes(&other)), 1);
}

#[test]
fn all_errors_are_reported_with_their_places() {
    let text = br#"{"schema_version":"1.1.0","execution_id":"6b008bad-4754","data":{"matchs":[],
  "pattern":7,"count":2,"matches":[{"match_id":"m","matched_text":"x","span":{"file_path":"a.txt","byte_start":2,"byte_end":1}}]}}"#;
    let validation = validate(text, &ValidateOptions::default());
    let found: Vec<(&str, &str, &str)> = validation
        .diagnostics
        .iter()
        .map(|diagnostic| {
            let range = diagnostic.byte_start.unwrap()..diagnostic.byte_end.unwrap();
            let range = usize::try_from(range.start).unwrap()..usize::try_from(range.end).unwrap();
            (
                diagnostic.code.as_ref(),
                diagnostic.pointer.as_deref().unwrap(),
                core::str::from_utf8(&text[range]).unwrap(),
            )
        })
        .collect();
    assert_eq!(
        found,
        [
            ("TYPE_MISMATCH", "/data/pattern", "7"),
            ("COUNT_MISMATCH", "/data/count", "2"),
            ("REVERSED", "/data/matches/0/span/byte_end", "1"),
        ]
    );
    assert_eq!(validation.diagnostics[0].start_line, Some(2));
    assert_eq!(validation.diagnostics[0].start_col, Some(12));
    assert!(!validation.ok);
}

#[test]
fn a_misspelt_member_is_named() {
    let found = said(span(r#""byte_strat":0,"byte_end":3"#).as_bytes());
    let missing = found
        .iter()
        .find(|found| found.code == "MISSING_FIELD")
        .unwrap();
    assert!(
        missing.message.contains("`byte_strat` may be meant"),
        "{}",
        missing.message
    );
    let unknown = found
        .iter()
        .find(|found| found.code == "UNKNOWN_FIELD")
        .unwrap();
    assert!(
        unknown.message.contains("did you mean `byte_start`"),
        "{}",
        unknown.message
    );
}

#[test]
fn what_was_not_checked_is_said() {
    let document = document(r#"{"file_path":"a.txt","byte_start":0,"byte_end":3}"#);
    let alone = validate(document.as_bytes(), &ValidateOptions::default());
    assert!(alone.ok);
    assert_eq!(alone.checked.not_checked[0].what, "source");
    assert_eq!(alone.checked.source.spans_total, 1);
    assert_eq!(alone.checked.source.spans_proved, 0);
    let other: Sources = [("b.txt", "")].into_iter().collect();
    let options = ValidateOptions {
        sources: Some(&other),
        ..Default::default()
    };
    let missing = validate(document.as_bytes(), &options);
    assert!(missing.ok);
    assert_eq!(missing.checked.not_checked[0].what, "a.txt");
    assert_eq!(missing.diagnostics[0].code, "SOURCE_MISSING");
}

#[test]
fn unreadable_text_is_a_diagnostic() {
    for (text, code) in [
        (&b""[..], "EMPTY_INPUT"),
        (b"{\"a\":1,}", "TRAILING_COMMA"),
        (b"\xff", "INVALID_UTF8"),
        (b"{\"a\":1,\"a\":2}", "DUPLICATE_KEY"),
        (b"{\"hello\":\"world\"}", "DIALECT_NOT_RECOGNISED"),
        (b"# Magellan Export Version: 2.0.0\n# \"", "CSV_ROW"),
    ] {
        let validation = validate(text, &ValidateOptions::default());
        assert!(!validation.ok);
        assert_eq!(validation.diagnostics[0].code, code);
        assert!(!validation.diagnostics[0].help.is_empty(), "{code}");
    }
}

#[test]
fn a_dialect_that_is_asked_for_does_not_make_a_document_right() {
    for dialect in ["unified", "magellan", "llmsearch", "splice"] {
        for text in [&b"{\"hello\":\"world\"}"[..], b"{}", b"[]", b"1"] {
            let options = ValidateOptions {
                dialect: Some(dialect.to_owned()),
                ..Default::default()
            };
            // A log without rows is a log, and a question may have no answer.
            let lists = ["splice", "magellan"].contains(&dialect);
            let empty = lists && text == b"[]";
            let validation = validate(text, &options);
            assert_eq!(validation.ok, empty, "{dialect}: {}", validation.to_json());
        }
    }
}

#[test]
fn a_bad_line_does_not_stop_the_others() {
    let line = r#"{"execution_id":"550e8400-e29b-41d4-a716-446655440000","pattern":"x","matches":[],"match_count":0}"#;
    let text = format!("{line}\n{{\"trunc\n{line}\n");
    let validation = validate(text.as_bytes(), &ValidateOptions::default());
    assert_eq!(validation.documents, 3);
    assert_eq!(validation.diagnostics.len(), 1, "{}", validation.to_json());
    assert_eq!(validation.diagnostics[0].document, Some(1));
    assert_eq!(validation.diagnostics[0].start_line, Some(2));
    let normalized = normalize(text.as_bytes(), &NormalizeOptions::default()).unwrap();
    assert_eq!(normalized.text.lines().count(), 2);
    assert_eq!(normalized.envelopes().len(), 2);
    assert_eq!(normalized.documents, 3);
    assert_eq!(normalized.refused, 1);
}

#[test]
fn symbols_with_a_count_are_not_a_text_search() {
    let text = br#"{"schema_version":"1.1.0","execution_id":"550e8400-e29b-41d4-a716-446655440000","tool":"magellan","data":{"count":1,"matches":[{"match_id":"m1","name":"x","kind":"fn","span":{"file_path":"a.txt","byte_start":0,"byte_end":3}}]}}"#;
    let validation = validate(text, &ValidateOptions::default());
    assert!(validation.ok, "{}", validation.to_json());
}

/// Whether an origin names something that a reader of the project can open: a page and, if
/// it is said, a row of that page; the seeds, which a page tells of; a section of a
/// specification; a release of a tool.
fn can_be_looked_up(origin: &str) -> bool {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../");
    let page = |path: &str| std::fs::read_to_string(format!("{root}{path}")).unwrap_or_default();
    if let Some(seeds) = origin.strip_suffix(" (docs/dialects.md)") {
        let numbers: Vec<&str> = seeds.split(|c: char| !c.is_ascii_digit()).collect();
        let told = page("docs/dialects.md");
        return seeds.starts_with("seed")
            && numbers
                .iter()
                .all(|number| number.is_empty() || told.contains(&format!("\n| {number} |")));
    }
    match origin.split_once(' ') {
        None if origin.ends_with('/') => std::path::Path::new(&format!("{root}{origin}")).is_dir(),
        None => !page(origin).is_empty(),
        Some((path, rule)) if path.starts_with("docs/") => {
            page(path).contains(&format!("\n| {rule} |"))
        }
        Some(("RFC" | "LSP" | "SARIF", _)) => true,
        Some((tool, version)) => {
            rule::all().any(|known| tool.starts_with(known.tool))
                && version.split('.').all(|part| part.parse::<u32>().is_ok())
        }
    }
}

#[test]
fn every_origin_can_be_looked_up() {
    for rule in rule::all() {
        for origin in rule.origin.split("; ").filter(|origin| !origin.is_empty()) {
            assert!(can_be_looked_up(origin), "{}: {origin}", rule.code);
        }
    }
}

#[test]
fn an_execution_id_is_told_by_what_it_is_not() {
    let document = r#"{"schema_version":"1.1.0","execution_id":"run","data":{"files":[]}}"#;
    let messages: Vec<String> = said(document.as_bytes())
        .into_iter()
        .filter(|found| found.code == "EXECUTION_ID_SHAPE")
        .map(|found| found.message)
        .collect();
    let expected = "`run` is neither a UUID nor seconds and process id in hexadecimal";
    assert!(
        messages.iter().any(|message| message == expected),
        "{messages:?}"
    );
}

/// Who is told that a document is of none of them has to be told which there are.
#[test]
fn the_remedy_for_an_unknown_document_names_every_dialect() {
    let rule = llm_types::explain("DIALECT_NOT_RECOGNISED").unwrap();
    for dialect in llm_types::dialects() {
        let name = format!("`{}`", dialect.name);
        assert!(rule.remedy.contains(&name), "{name}");
    }
}

#[test]
fn a_dialect_that_is_not_known_is_no_fault_of_the_document() {
    let validate = ValidateOptions {
        dialect: Some("magelan".into()),
        ..Default::default()
    };
    assert_eq!(validate.check().unwrap_err().code(), "UNKNOWN_DIALECT");
    let options = llm_types::FixOptions {
        validate,
        ..Default::default()
    };
    let refused = llm_types::apply_fixes(b"{}", &options).unwrap_err();
    assert_eq!(refused.code(), "UNKNOWN_DIALECT");
}
