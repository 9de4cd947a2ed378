//! All that is wrong with a document is said at once: a wrong value keeps nobody from
//! looking at the others. What is expected here follows from the rules, value by value.

use llm_types::{ValidateOptions, validate};

/// The findings, as `CODE pointer`, sorted.
fn found(text: &str) -> Vec<String> {
    let validation = validate(text.as_bytes(), &ValidateOptions::default());
    let all = validation.diagnostics.iter();
    let pointer = |pointer: Option<&str>| pointer.unwrap_or("").to_owned();
    let mut all: Vec<String> = all
        .map(|one| format!("{} {}", one.code, pointer(one.pointer.as_deref())))
        .collect();
    all.sort();
    all
}

/// An envelope of one symbol with this span.
fn spanned(span: &str) -> String {
    format!(
        r#"{{"schema_version":"1.1.0","execution_id":"68f2b1c0-1a2b","data":{{"symbols":[{{"match_id":"m","name":"a","kind":"fn","span":{span}}}],"file_path":"a.rs"}}}}"#
    )
}

/// What is found of a span, below it.
fn of_span(span: &str) -> Vec<String> {
    let all = found(&spanned(span));
    let below = all
        .iter()
        .map(|one| one.replace("/data/symbols/0/span", "~"));
    below.collect()
}

#[test]
fn a_range_that_is_none_leaves_the_rest_of_the_span_to_be_checked() {
    assert_eq!(
        of_span(
            r#"{"file_path":"./a.rs","byte_start":9,"byte_end":5,"span_id":"zz","checksums":{"checksum_before":"nope"},"start_line":3,"end_line":1,"start_col":0,"end_col":0}"#
        ),
        [
            "CHECKSUM_MALFORMED ~/checksums/checksum_before",
            "ID_LENGTH ~/span_id",
            "ID_NOT_HEX ~/span_id",
            "PATH_NOT_CANONICAL ~/file_path",
            "REVERSED ~/byte_end",
            "REVERSED ~/end_line",
        ]
    );
    assert_eq!(
        of_span(
            r#"{"file_path":"a.rs","byte_start":-20,"byte_end":1.5,"span_id":"XYZ","start_line":0,"end_line":1,"start_col":0,"end_col":0}"#
        ),
        [
            "ID_LENGTH ~/span_id",
            "ID_NOT_HEX ~/span_id",
            "LINE_ZERO ~/start_line",
            "NEGATIVE_OFFSET ~/byte_start",
            "NOT_AN_INTEGER ~/byte_end",
        ]
    );
    assert_eq!(
        of_span(r#"{"file_path":"a.rs","byte_start":0,"byte_end":1,"start_line":0}"#),
        ["LINE_ZERO ~/start_line", "PARTIAL_COORDINATES ~"]
    );
    // What depends on the offsets is not guessed at: no id, no length, no first line.
    assert_eq!(
        of_span(
            r#"{"file_path":"a.rs","byte_start":9,"byte_end":5,"span_id":"0123456789abcdef","start_line":1,"end_line":1,"start_col":2,"end_col":3}"#
        ),
        ["REVERSED ~/byte_end"]
    );
    // The end may be none, and the start still be told from its column.
    assert_eq!(
        of_span(
            r#"{"file_path":"a.rs","byte_start":9,"byte_end":null,"start_line":1,"end_line":1,"start_col":2,"end_col":3}"#
        ),
        [
            "POSITION_IMPOSSIBLE ~/start_col",
            "TYPE_MISMATCH ~/byte_end"
        ]
    );
}

#[test]
fn every_tool_is_told_of_lines_beside_offsets_that_are_none() {
    assert_eq!(
        found(
            r#"{"execution_id":"901cb1f8-5c70-426b-b40b-0ff81c84deeb","pattern":"b","matches":[{"match_id":"52894d9e-d010-434d-a116-600d8a46d700","file":"a.rs","byte_start":9,"byte_end":5,"matched_text":"b","line_number":0,"column_number":0,"context_before":"","context_after":""}],"match_count":1}"#
        ),
        [
            "COLUMN_ZERO /matches/0/column_number",
            "LINE_ZERO /matches/0/line_number",
            "REVERSED /matches/0/byte_end",
        ]
    );
    assert_eq!(
        found(
            r#"{"version":"9.1.0","files":[],"symbols":[{"kind":"Function","file":"./a.rs","byte_start":9,"byte_end":5,"start_line":2,"start_col":0,"end_line":1,"end_col":0}],"references":[],"calls":[]}"#
        ),
        [
            "PATH_NOT_CANONICAL /symbols/0/file",
            "REVERSED /symbols/0/byte_end",
            "REVERSED /symbols/0/end_line",
            "VERSION_UNKNOWN /version",
        ]
    );
}

#[test]
fn every_key_that_stands_twice_is_named() {
    let text = r#"{"schema_version":"1.1.0","execution_id":"a","tool":"t","tool":"t","tool":"t","data":{"files":[],"files":[]}}"#;
    assert_eq!(
        found(text),
        [
            "DUPLICATE_KEY /data/files",
            "DUPLICATE_KEY /tool",
            "DUPLICATE_KEY /tool"
        ]
    );
    let validation = validate(text.as_bytes(), &ValidateOptions::default());
    let starts = validation
        .diagnostics
        .iter()
        .map(|one| one.byte_start.unwrap());
    let keys = text
        .match_indices("\"tool\"")
        .skip(1)
        .map(|(at, _)| at as u64);
    let files = text.rfind("\"files\"").unwrap() as u64;
    assert!(starts.eq(keys.chain([files])), "{validation:?}");
    let messages: Vec<&str> = validation
        .diagnostics
        .iter()
        .map(|one| &*one.message)
        .collect();
    // Each with the place of the one before it.
    let before = text
        .match_indices("\"tool\"")
        .take(2)
        .map(|(at, _)| ("tool", at));
    let before = before.chain([("files", text.find("\"files\"").unwrap())]);
    let wanted = before.map(|(key, at)| {
        format!("the key `{key}` stands twice in this object; first at byte {at}")
    });
    assert!(wanted.eq(messages), "{validation:?}");
    // Behind it there may be what is no JSON at all; of many documents each is told.
    assert_eq!(
        found(r#"{"a":{"b":1,"b":2},"c":nul}"#),
        ["DUPLICATE_KEY /a/b", "UNKNOWN_WORD /c"]
    );
    let sound = r#"{"schema_version":"1.1.0","execution_id":"a","data":{"files":[]}}"#;
    let lines = format!("{sound}\n{text}\n{text}\n");
    let known = found(&lines);
    let keys = known.iter().filter(|one| one.starts_with("DUPLICATE_KEY"));
    assert_eq!(keys.count(), 6, "{known:?}");
}

#[test]
fn an_export_names_a_version_that_is_known_in_each_of_its_forms() {
    for (version, wanted) in [("2.0.0", 0), ("9.1.0", 1), ("x", 1), ("", 1), ("2.0", 1)] {
        let forms = [
            format!(
                r#"{{"version":"{version}","files":[],"symbols":[],"references":[],"calls":[]}}"#
            ),
            format!(
                "{{\"type\":\"Version\",\"version\":\"{version}\"}}\n{{\"type\":\"File\",\"path\":\"a.rs\",\"hash\":\"00\"}}\n"
            ),
            format!("# Magellan Export Version: {version}\n\n"),
        ];
        for form in forms {
            let known = found(&form);
            let said = known
                .iter()
                .filter(|one| **one == "VERSION_UNKNOWN /version");
            assert_eq!(said.count(), wanted, "{form}: {known:?}");
        }
    }
}

/// An answer of our own with these members beside its data.
fn said(members: &str) -> Vec<String> {
    found(&format!(
        r#"{{"schema_version":"1.1.0","execution_id":"68f2b1c0-1a2b",{members}}}"#
    ))
}

#[test]
fn what_is_partial_lacks_something_and_what_lacks_something_is_partial() {
    let status = |status: &str, partial: bool| {
        said(&format!(
            r#""status":"{status}","partial":{partial},"data":{{"files":[]}}"#
        ))
    };
    assert_eq!(status("partial", false), ["STATUS_MISMATCH /partial"]);
    assert_eq!(status("ok", true), ["STATUS_MISMATCH /status"]);
    for (word, partial) in [
        ("partial", true),
        ("ok", false),
        ("error", false),
        ("error", true),
    ] {
        assert_eq!(status(word, partial), [""; 0], "{word} {partial}");
    }
    let standard = |status: &str, partial: bool| {
        found(&format!(
            r#"{{"schema_version":"1.0","execution_id":"68f2b1c0-1a2b","tool":"t","timestamp":"2026-01-22T10:30:00Z","status":"{status}","partial":{partial},"data":{{"matches":[],"count":0}},"diagnostics":[]}}"#
        ))
        .into_iter()
        .filter(|one| one.starts_with("STATUS"))
        .collect::<Vec<_>>()
    };
    assert_eq!(standard("success", true), ["STATUS_MISMATCH /status"]);
    assert_eq!(standard("partial", false), ["STATUS_MISMATCH /partial"]);
    assert_eq!(standard("success", false), [""; 0]);
}

#[test]
fn a_section_that_is_no_longer_than_what_is_printed_of_it_is_not_cut() {
    let index = |words: u64, cut: bool| {
        let heading = format!(
            r#"{{"selector":"a::heading:h1[0]","type":"heading:h1","depth":1,"text":"A","content_preview":"A","truncated":false,"children_count":0,"word_count":1,"section_word_count":{words},"section_truncated":{cut}}}"#
        );
        found(&format!(
            r#"{{"success":true,"command":"index","timestamp":"2025-01-15T10:32:00.000Z","data":{{"documents":[{{"namespace":"a","file_path":"a.md","root":null,"headings":[{heading}],"blocks":{{"paragraphs":0,"code_blocks":0,"lists":0,"tables":0,"blockquotes":0}}}}],"summary":{{"total_documents":1,"total_nodes":1,"total_selectors":1}}}}}}"#
        ))
    };
    // Seed 003: a text is cut after 500 words, when it is selected. An index shows none, so that
    // it may say that nothing is cut, whatever the number.
    let wrong = ["TRUNCATION_MISMATCH /data/documents/0/headings/0/section_truncated"];
    assert_eq!(index(620, false), [""; 0]);
    assert_eq!(index(500, true), wrong);
    assert_eq!(index(501, true), [""; 0]);
    assert_eq!(index(500, false), [""; 0]);
}

#[test]
fn a_place_is_said_once_and_not_otherwise_beside_it() {
    let diagnostic = |line: u64, first: u64| {
        said(&format!(
            r#""data":{{"files":[]}},"diagnostics":[{{"level":"error","message":"m","line":{line},"span":{{"file_path":"a.rs","byte_start":40,"byte_end":41,"start_line":{first},"start_col":0,"end_line":{first},"end_col":1}}}}]"#
        ))
    };
    assert_eq!(diagnostic(9, 5), ["VALUES_DISAGREE /diagnostics/0/line"]);
    assert_eq!(diagnostic(5, 5), [""; 0]);
    let matched = |name: &str, path: &str| {
        said(&format!(
            r#""data":{{"pattern":"b","matches":[{{"match_id":"m","matched_text":"b","{name}":"{path}","span":{{"file_path":"a.rs","byte_start":0,"byte_end":1}}}}],"count":1}}"#
        ))
    };
    for name in ["file", "path", "file_path"] {
        assert_eq!(
            matched(name, "b.rs"),
            [format!("PATH_MISMATCH /data/matches/0/{name}")]
        );
        assert_eq!(matched(name, "a.rs"), [""; 0]);
        assert_eq!(matched(name, "/workspace/a.rs"), [""; 0]);
    }
}

/// What is found, if this is the `data` of an answer of our own.
fn data(text: &str) -> Vec<String> {
    said(&format!(
        r#""tool":"t","timestamp":"2026-01-22T10:30:00Z","data":{text}"#
    ))
}

#[test]
fn a_member_that_would_show_what_an_answer_is_is_named() {
    let slips = [
        (r#"{"matchs":[],"count":7}"#, "matchs"),
        (r#"{"symblos":[],"file_path":"a.rs"}"#, "symblos"),
    ];
    for (text, wrong) in slips {
        assert_eq!(
            data(text),
            [
                format!("OPEN_VALUE_MISFIT /data/{wrong}"),
                format!("UNKNOWN_FIELD /data/{wrong}"),
            ],
            "{text}"
        );
        let wrapped =
            format!(r#"{{"schema_version":"1.1.0","execution_id":"68f2b1c0-1a2b","data":{text}}}"#);
        let validation = validate(wrapped.as_bytes(), &ValidateOptions::default());
        let left = &validation.checked.not_checked;
        assert!(left.iter().any(|left| left.what == "/data"), "{left:?}");
        // The proposed name makes it an answer that is known.
        let fix = &validation.diagnostics[0].fixes[0];
        let edit = &fix.edits[0];
        let at = |offset: u64| usize::try_from(offset).unwrap();
        let mut mended = wrapped.clone();
        mended.replace_range(at(edit.byte_start)..at(edit.byte_end), &edit.new_text);
        let validation = validate(mended.as_bytes(), &ValidateOptions::default());
        let left = &validation.checked.not_checked;
        assert!(
            left.iter().all(|left| left.what != "/data"),
            "{mended}: {left:?}"
        );
    }
    // Nothing is near, or the value is another, or the name is short, or one's own.
    for text in [
        r#"{"boxes":[],"number":7}"#,
        r#"{"symblos":"all","file_path":"a.rs"}"#,
        r#"{"fils":[]}"#,
    ] {
        assert_eq!(data(text), [""; 0], "{text}");
    }
}

#[test]
fn two_answers_in_one_object_are_told() {
    let one = r#""pattern":"b","matches":[{"match_id":"52894d9e-d010-434d-a116-600d8a46d700","file":"a.rs","byte_start":0,"byte_end":1,"matched_text":"b","line_number":1,"column_number":1,"context_before":"","context_after":""}],"match_count":1"#;
    let both = said(&format!(r#""data":{{"files":["a.rs"]}},{one}"#));
    assert_eq!(both, ["MIXED_DIALECTS /pattern"]);
    let one_member = r#""data":{"files":["a.rs"]},"pattern":"b""#;
    assert_eq!(said(one_member), [""; 0]);
    // What a newer version may add is no answer of another tool.
    for added in [
        r#""overwrite":true"#,
        r#""operation_type":"edit""#,
        r#""expected_checksum":"sha256:00""#,
        r#""summary":{"errors":0,"warnings":0,"infos":0}"#,
        r#""pattern":"b","match_count":1"#,
    ] {
        let data = r#""data":{"files":["a.rs"]}"#;
        let codes = said(&format!("{data},{added}"));
        assert!(
            !codes.iter().any(|code| code.starts_with("MIXED")),
            "{codes:?}"
        );
    }
}

#[test]
fn the_version_of_an_export_is_looked_at_where_the_export_is_the_document() {
    let alone = r#"{"type":"Version","version":"9.0.0"}"#;
    let validation = validate(alone.as_bytes(), &ValidateOptions::default());
    let codes: Vec<&str> = validation
        .diagnostics
        .iter()
        .map(|one| &*one.code)
        .collect();
    assert_eq!(codes, ["VERSION_UNKNOWN"]);
    let inside = r#"{"schema_version":"1.1.0","execution_id":"r1","tool":"splice","data":{"type":"Version","version":"1.0.0"}}"#;
    let validation = validate(inside.as_bytes(), &ValidateOptions::default());
    let codes: Vec<&str> = validation
        .diagnostics
        .iter()
        .map(|one| &*one.code)
        .collect();
    assert!(!codes.contains(&"VERSION_UNKNOWN"), "{codes:?}");
}
