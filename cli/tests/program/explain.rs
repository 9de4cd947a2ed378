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

Do: Check the path and the permissions; `-` is standard input.

Bad:
    llm-types detect no-such-file.json

Good:
    llm-types detect out.json

From: program

"#]]);
    llm_types(&["explain", "FILE_UNREADABLE"])
        .assert()
        .success()
        .stdout_eq("{\"bad\":[..]\"code\":\"FILE_UNREADABLE\",[..]}\n");
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
