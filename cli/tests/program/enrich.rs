//! `llm-types enrich`: what is added, what is left alone, and the exit codes.

use super::run::{file, llm_types};

const RUN: &str = r#"{"execution_id":"550e8400-e29b-41d4-a716-446655440000","pattern":"TODO","matches":[
    {"match_id":"m1","file":"src/a.rs","byte_start":9,"byte_end":13,"matched_text":"TODO",
     "line_number":2,"column_number":4,"context_before":"// ","context_after":""}],"match_count":1}"#;

#[test]
fn the_flags_of_the_seeds_add_their_blocks() {
    file("enrich/plain/src/a.rs", "use b;\n// TODO\nend\n");
    // The offsets of the document are those of another text.
    let run = RUN.replace(
        "\"byte_start\":9,\"byte_end\":13",
        "\"byte_start\":10,\"byte_end\":14",
    );
    llm_types(&[
        "enrich",
        "--source",
        "enrich/plain",
        "-C",
        "--context-lines",
        "1",
        "-S",
        "--with-utf16",
    ])
    .stdin(run)
    .assert()
    .success()
    .stderr_eq("")
    .stdout_eq(concat!(
        r#"{"data":{"count":1,"matches":[{"match_id":"m1","matched_text":"TODO","span":{"#,
        r#""byte_end":14,"byte_start":10,"context":{"after":["end"],"before":["use b;"],"#,
        r#""inline_after":"","inline_before":"// ","selected":["// TODO"]},"end_col":7,"#,
        r#""end_col_utf16":7,"end_line":2,"file_path":"src/a.rs","semantics":{"#,
        r#""language":"rust"},"span_id":"83711f848d2b2e8e","start_col":3,"start_col_utf16":3,"start_line":2}}],"#,
        r#""pattern":"TODO"},"execution_id":"550e8400-e29b-41d4-a716-446655440000","#,
        r#""schema_version":"1.1.0"}"#,
        "\n"
    ));
}

/// How much of it is said only where it is wanted.
#[test]
fn a_number_of_lines_asks_for_context() {
    file("enrich/lines/src/a.rs", "use b;\n// TODO\nend\n");
    let run = RUN
        .replace("\"byte_start\":9", "\"byte_start\":10")
        .replace("\"byte_end\":13", "\"byte_end\":14");
    let printed = |flags: &[&str]| {
        let args = [&["enrich", "--source", "enrich/lines"], flags].concat();
        let run = llm_types(&args).stdin(run.clone()).assert().success();
        String::from_utf8_lossy(&run.get_output().stdout).into_owned()
    };
    let both = printed(&["-C", "--context-lines", "1"]);
    assert!(both.contains(r#""before":["use b;"]"#), "{both}");
    assert_eq!(printed(&["--context-lines", "1"]), both);
    let none = printed(&["--context-lines", "1", "--no-context"]);
    assert!(!none.contains(r#""before""#), "{none}");
    llm_types(&["enrich"]).stdin(run).assert().code(2);
}

#[test]
fn a_text_that_changed_is_left_alone() {
    file("enrich/stale/src/a.rs", "use b;\n// TODO\nend\n");
    llm_types(&["enrich", "--source", "enrich/stale", "--with-checksums"])
        .stdin(RUN)
        .assert()
        .code(4)
        .stderr_eq(concat!(
            "  /data/matches/0/span left alone: `src/a.rs` is not the text that the tool saw: ",
            "the text of the span differs\n"
        ));
}

#[test]
fn a_program_is_told_so_in_json() {
    file("enrich/told/src/a.rs", "use b;\n// TODO\nend\n");
    let args = [
        "enrich",
        "--source",
        "enrich/told",
        "--with-checksums",
        "--format",
        "json",
    ];
    llm_types(&args)
        .stdin(RUN)
        .assert()
        .code(4)
        .stderr_eq("{\"not_enriched\":{\"code\":\"other_text\",\"pointer\":\"/data/matches/0/span\",\"why\":\"[..]\"}}\n");
}

#[test]
fn something_must_be_asked_for() {
    llm_types(&["enrich"]).stdin(RUN).assert().code(2);
}

/// JSON Lines that are too long to be worked on as a whole: a line is bad, and of another
/// one the text is not where it says.
#[test]
fn a_long_text_is_enriched_line_by_line() {
    let text = "use b;\n// TODO\nend\n";
    file("enrich/long/src/a.rs", text);
    let line = |number: u64| {
        let start = 10 + u64::from(number == 2_345);
        let run = RUN
            .replace('\n', "")
            .replace("\"m1\"", &format!("\"m{number}\""));
        let run = run.replace("\"byte_start\":9", &format!("\"byte_start\":{start}"));
        run.replace("\"byte_end\":13", &format!("\"byte_end\":{}", start + 4)) + "\n"
    };
    let mut lines: String = (0..2_000).map(line).collect();
    lines.push_str("{\"execution_id\n");
    lines.extend((2_000..4_000).map(line));
    assert!(lines.len() > 1 << 20);

    let sources = [("src/a.rs", text)].into_iter().collect();
    for origin in [false, true] {
        let options = llm_types::EnrichOptions {
            sources: Some(&sources),
            context: true,
            context_lines: Some(3),
            checksums: true,
            origin,
            ..Default::default()
        };
        let whole = llm_types::enrich(lines.as_bytes(), &options).expect("JSON Lines");
        let mut args = vec![
            "enrich",
            "--source",
            "enrich/long",
            "-C",
            "--with-checksums",
        ];
        args.extend(["--report", "--format", "json"]);
        args.extend(origin.then_some("--origin"));
        let run = llm_types(&args).stdin(lines.clone()).assert().code(4);
        let run = run.get_output();
        assert!(run.stdout.trim_ascii_end() == whole.text.as_bytes());
        let told = String::from_utf8_lossy(&run.stderr);
        let named = |name: &str| -> Vec<String> {
            let head = format!("{{\"{name}\":");
            let told = told.lines().filter_map(|line| line.strip_prefix(&head));
            told.map(|json| json.trim_end_matches('}').to_owned())
                .collect()
        };
        let bare = |json: String| json.trim_end_matches('}').to_owned();
        let changes = whole.changes.iter().map(|change| bare(change.to_json()));
        assert!(changes.eq(named("change")));
        let left = whole.not_enriched.iter().map(|left| bare(left.to_json()));
        let left: Vec<String> = left.collect();
        assert_eq!(left, named("not_enriched"));
        assert_eq!((left.len(), named("diagnostic").len()), (1, 1));
    }
}

/// One document alone is kept as a value, and of several the texts; it is the same to a reader.
#[test]
fn an_envelope_over_several_lines_is_the_same_among_others() {
    file("enrich/pretty/src/a.rs", "use b;\n// TODO\nend\n");
    let line = RUN
        .replace('\n', "")
        .replace("\"byte_start\":9", "\"byte_start\":10");
    let line = line.replace("\"byte_end\":13", "\"byte_end\":14") + "\n";
    let printed = |text: String| {
        let args = [
            "enrich",
            "--source",
            "enrich/pretty",
            "-C",
            "--with-checksums",
        ];
        let args = [&args[..], &["--origin", "--pretty"]].concat();
        let run = llm_types(&args).stdin(text).assert().success();
        String::from_utf8_lossy(&run.get_output().stdout).into_owned()
    };
    let alone = printed(line.clone());
    assert_eq!(printed(line.repeat(2)), alone.repeat(2));
}
