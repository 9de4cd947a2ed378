//! `explain`: every code has an entry that people and programs can read.

use snapbox::str;

use super::run::llm_types;

#[test]
fn a_code_is_explained_in_either_spelling() {
    llm_types(&["explain", "file-unreadable", "--format", "human"])
        .assert()
        .success()
        .stdout_eq(str![[r#"
error[FILE_UNREADABLE]: a file that was named cannot be read

Without the text nothing can be said about it.

Do: Check the path and the permissions. In the place of a file `-` is standard input; `--source` takes a folder.

Bad:
    llm-types detect no-such-file.json

Good:
    llm-types detect out.json

"#]]);
    llm_types(&["explain", "FILE_UNREADABLE"])
        .assert()
        .success()
        .stdout_eq("{\"aliases\":[],\"bad\":[..]\"code\":\"FILE_UNREADABLE\",[..]}\n");
}

#[test]
fn a_misspelt_code_gets_a_proposal() {
    llm_types(&["explain", "NOT_CHAR_BOUNDRY", "--format", "human"])
        .assert()
        .code(1)
        .stdout_eq("")
        .stderr_eq("error[UNKNOWN_CODE]: [..] did you mean `NOT_CHAR_BOUNDARY`?\n...\n");
}

#[test]
fn the_list_names_every_code_of_the_core() {
    let run = llm_types(&["explain", "--list", "--format", "human"])
        .assert()
        .success();
    let list = String::from_utf8(run.get_output().stdout.clone()).expect("UTF-8");
    for rule in llm_types::rule::all() {
        assert!(
            list.lines().any(|line| line.starts_with(rule.code)),
            "{}",
            rule.code
        );
    }
    assert_eq!(list.lines().count(), llm_types::rule::all().count());
}

#[test]
fn a_code_of_a_tool_is_explained() {
    for code in ["SPL-E001", "splice_e001", "SymbolNotFound"] {
        llm_types(&["explain", code, "--format", "human"])
            .assert()
            .success()
            .stdout_eq(str![[r#"
error[SPL-E001]: no symbol has the name that was given

Nothing was changed; the name may be spelt otherwise, or the file is not in the index.

Do: List the symbols of the file, then repeat the command with one of their names.

Also: SPLICE_E001, SymbolNotFound

From: reference of splice, splice 3.1.1

"#]]);
    }
    llm_types(&["explain", "SPL-E01", "--format", "human"])
        .assert()
        .code(1)
        .stderr_eq("error[UNKNOWN_CODE]: [..] did you mean `SPL-E001`?\n...\n");
}
