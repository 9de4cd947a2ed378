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
        .stderr_eq("{\"not_enriched\":{\"pointer\":\"/data/matches/0/span\",\"why\":\"[..]\"}}\n");
}

#[test]
fn something_must_be_asked_for() {
    llm_types(&["enrich"]).stdin(RUN).assert().code(2);
}
