//! `edit --carry`: a document goes along with the edits, or nothing is written.

use super::edit::{fresh, insert, read};
use super::run::{file, folder, llm_types};

#[test]
fn a_document_is_carried_along() {
    fresh("edit/carry");
    file("edit/carry/a.rs", "let x = 1;\n");
    let found = r#"{"schema_version":"1.1.0","execution_id":"550e8400-e29b-41d4-a716-446655440000","data":{"pattern":"x","count":1,
        "matches":[{"match_id":"m1","matched_text":"x","span":{"file_path":"a.rs",
        "byte_start":4,"byte_end":5,"start_line":1,"start_col":4,"end_line":1,"end_col":5}}]}}"#;
    file("edit/found.json", found);
    let request = r#"{"unchecked":true,"file_path":"a.rs","edits":[{"byte_start":0,"byte_end":0,"new_text":"// new\n"}]}"#;
    let args = [
        "edit",
        "--source",
        "edit/carry",
        "--write",
        "--carry",
        "edit/found.json",
    ];
    let run = llm_types(&args).stdin(request).assert().success();
    let carried = String::from_utf8_lossy(&run.get_output().stdout).into_owned();
    assert!(
        carried.contains(r#""byte_end":12,"byte_start":11"#),
        "{carried}"
    );
    let args = ["validate", "--source", "edit/carry", "--format", "human"];
    llm_types(&args)
        .stdin(carried)
        .assert()
        .success()
        .stdout_eq("<stdin>: ok, unified 1.1.0, 1 of 1 spans proved\n");
}

/// Where only the caller knows whose document it is, it is carried as one of that dialect.
#[test]
fn a_document_of_a_named_dialect_is_carried_along() {
    fresh("edit/named");
    file("edit/named/a.rs", "abcd\n");
    let found = r#"{"matches":[{"match_id":"m1","file":"a.rs","byte_start":3,"byte_end":4,
        "matched_text":"d"}]}"#;
    file("edit/named.json", found);
    let request = r#"{"unchecked":true,"file_path":"a.rs","edits":[{"byte_start":0,"byte_end":0,"new_text":"// new\n"}]}"#;
    let args = [
        "edit",
        "--source",
        "edit/named",
        "--carry",
        "edit/named.json",
    ];
    llm_types(&args).stdin(request).assert().code(1);
    let named = [&args[..], &["--dialect", "llmsearch"]].concat();
    let run = llm_types(&named).stdin(request).assert().success();
    let carried = String::from_utf8_lossy(&run.get_output().stdout).into_owned();
    assert!(
        carried.contains(r#""byte_end":11,"byte_start":10"#),
        "{carried}"
    );
    let alone = ["edit", "--source", "edit/named", "--dialect", "llmsearch"];
    llm_types(&alone).stdin(request).assert().code(2);
}

#[test]
fn a_line_that_cannot_be_carried_keeps_everything_from_being_written() {
    fresh("edit/lines");
    file("edit/lines/a.rs", "let x = 1;\n");
    let line = r#"{"schema_version":"1.1.0","execution_id":"550e8400-e29b-41d4-a716-446655440000","data":{"pattern":"x","count":0,"matches":[]}}"#;
    let text = format!("{line}\n{}\n{line}\n", &line[..40]);
    file("edit/lines.jsonl", text);
    let args = [
        "edit",
        "--source",
        "edit/lines",
        "--carry",
        "edit/lines.jsonl",
    ];
    let written = ["--write", "--inverse", "edit/lines/undo.json"];
    for more in [&[][..], &written] {
        let run = llm_types(&[&args, more].concat());
        let run = run.stdin(insert("a.rs")).assert().code(1);
        run.stdout_eq("").stderr_eq(
            "error[UNEXPECTED_END]: [..]\n --> edit/lines.jsonl:2:[..]\n...\nrefused: nothing was \
             written, because 1 document of `edit/lines.jsonl` cannot be carried; mend it or take \
             it out, or give `--partial` to carry the others\n",
        );
        assert_eq!(read("edit/lines/a.rs"), b"let x = 1;\n");
        assert!(!folder().join("edit/lines/undo.json").exists());
    }

    let partial = [&args[..], &["--write", "--partial"]].concat();
    let run = llm_types(&partial).stdin(insert("a.rs")).assert().code(4);
    let carried = String::from_utf8_lossy(&run.get_output().stdout).into_owned();
    assert_eq!(carried.lines().count(), 2, "{carried}");
    let said = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
    assert!(said.contains("edit/lines.jsonl:2"), "{said}");
    assert_eq!(read("edit/lines/a.rs"), b"xlet x = 1;\n");
}

/// What ends with 1 wrote nothing.
#[test]
fn a_document_that_cannot_be_carried_is_told_before_anything_is_written() {
    fresh("edit/stuck");
    file("edit/stuck/a.rs", "let x = 1;\n");
    file("edit/torn.json", "{");
    let args = ["edit", "--source", "edit/stuck", "--write", "--carry"];
    for (document, code) in [
        ("edit/none.json", "FILE_UNREADABLE"),
        ("edit/torn.json", "UNEXPECTED_END"),
    ] {
        llm_types(&[&args[..], &[document]].concat())
            .stdin(insert("a.rs"))
            .assert()
            .code(1)
            .stderr_eq(format!("error[{code}]: [..]\n...\n"));
        assert_eq!(read("edit/stuck/a.rs"), b"let x = 1;\n");
    }
}
