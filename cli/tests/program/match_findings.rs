//! `llm-types match-findings`: the states for people and for programs, and the exit codes.

use super::run::{file, llm_types};

fn run(name: &str, places: &[(u64, u64)]) {
    let matches: Vec<String> = places
        .iter()
        .map(|(at, line)| {
            format!(
                r#"{{"match_id":"m{at}","file":"a.rs","byte_start":{at},"byte_end":{},"matched_text":"TODO","line_number":{line},"column_number":1,"context_before":"","context_after":""}}"#,
                at + 4
            )
        })
        .collect();
    let text = format!(
        r#"{{"execution_id":"550e8400-e29b-41d4-a716-446655440000","pattern":"TODO","matches":[{}],"match_count":{}}}"#,
        matches.join(","),
        matches.len()
    );
    file(name, text);
}

#[test]
fn a_person_reads_what_is_not_where_it_was() {
    run("match/old.json", &[(0, 1), (10, 3)]);
    run("match/new.json", &[(0, 1), (20, 5), (30, 7)]);

    llm_types(&[
        "match-findings",
        "match/old.json",
        "match/new.json",
        "--format",
        "human",
    ])
    .assert()
    .success()
    .stderr_eq("")
    .stdout_eq(concat!(
        " moved  a.rs:5 from a.rs:3 by contentHash/v1\n",
        "   new  a.rs:7\n",
        "1 new, 1 unchanged, 1 moved, 0 absent\n"
    ));
}

#[test]
fn a_new_finding_can_fail_a_build() {
    run("match/none.json", &[]);
    run("match/one.json", &[(0, 1)]);
    let failing = [
        "match-findings",
        "--fail-on-new",
        "match/none.json",
        "match/one.json",
    ];
    llm_types(&failing).assert().code(1).stdout_eq(concat!(
        r#"{"absent":0,"moved":0,"new":1,"new_diagnostics":[],"new_refused":0,"old_diagnostics":[],"old_refused":0,"#,
        r#""pairs":[{"new":{"byte_end":4,"byte_start":0,"#,
        r#""file_path":"a.rs","pointer":"/data/matches/0","start_line":1},"state":"new"}],"unchanged":0}"#,
        "\n"
    ));
    llm_types(&[
        "match-findings",
        "--fail-on-new",
        "match/one.json",
        "match/none.json",
    ])
    .assert()
    .success();
}

/// What a line found that cannot be read is not gone.
#[test]
fn a_line_that_is_cut_off_is_told() {
    run("match/first.json", &[(0, 1)]);
    let line = String::from_utf8(super::edit::read("match/first.json")).unwrap_or_default();
    file("match/whole.jsonl", format!("{line}\n{line}\n"));
    file("match/cut.jsonl", format!("{line}\n{}\n", &line[..71]));
    let human = [
        "match-findings",
        "--format",
        "human",
        "match/whole.jsonl",
        "match/cut.jsonl",
    ];
    let run = llm_types(&human).assert().code(4).stdout_eq(concat!(
        "absent  a.rs:1\n",
        "0 new, 1 unchanged, 0 moved, 1 absent\n",
        "1 document of the new run refused: what it found is not compared\n"
    ));
    let said = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
    assert!(
        said.contains("UNEXPECTED_END") && said.contains("match/cut.jsonl:2"),
        "{said}"
    );
    let run = llm_types(&["match-findings", "match/cut.jsonl", "match/whole.jsonl"]);
    let run = run.assert().code(4);
    let told = String::from_utf8_lossy(&run.get_output().stdout).into_owned();
    assert!(
        told.contains(r#""old_refused":1"#) && told.contains(r#""document":1"#),
        "{told}"
    );
}

#[test]
fn the_document_that_is_wrong_is_named() {
    run("match/sound.json", &[]);
    file("match/broken.json", "{");
    for pair in [["broken", "sound"], ["sound", "broken"]] {
        let names = pair.map(|name| format!("match/{name}.json"));
        let run = llm_types(&["match-findings", &names[0], &names[1]])
            .assert()
            .code(1);
        let said = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
        assert!(said.contains("match/broken.json"), "{said}");
    }
}

/// `--new-source` is named as `--old-source` is; other commands know the same as `--source`.
#[test]
fn the_texts_of_the_newer_run_have_two_names() {
    file("match/named/a.rs", "TODO\n");
    run("match/named.json", &[(0, 1)]);
    for flag in ["--new-source", "--source"] {
        let of = |folder: &str| {
            let document = "match/named.json";
            let args = ["match-findings", document, document, flag, folder];
            llm_types(&args).assert()
        };
        of("match/named").success();
        of("match/nosuch").code(1);
    }
}

/// Which of the two was refused is known, though the old one is a document like any other until
/// it is read as an envelope.
#[test]
fn the_file_that_was_refused_is_named() {
    run("match/sound.json", &[(0, 1)]);
    file("match/cut.json", r#"{"execution_id":"#);
    for files in [
        ["match/cut.json", "match/sound.json"],
        ["match/sound.json", "match/cut.json"],
    ] {
        llm_types(&[&["match-findings", "--format", "human"][..], &files].concat())
            .assert()
            .code(1)
            .stderr_eq("error[[..]]: [..]\n --> match/cut.json:1:[..]\n...\n");
    }
}
