//! `span-id`: the published vectors.

use snapbox::str;

use super::run::llm_types;

#[test]
fn the_bare_id_is_printed() {
    for (scheme, id) in [
        ("be64", "7b5b5c81a7147a21\n"),
        ("be32", "fc434b35b43418b6\n"),
        ("decimal", "6c585096886d7b69\n"),
    ] {
        llm_types(&["span-id", "src/main.rs", "42", "100", "--scheme", scheme])
            .assert()
            .success()
            .stderr_eq("")
            .stdout_eq(id);
    }
    llm_types(&["span-id", "src/main.rs", "42", "100", "--format", "json"])
        .assert()
        .success()
        .stdout_eq(str![[r#"
{"byte_end":100,"byte_start":42,"file_path":"src/main.rs","scheme":"be64","span_id":"7b5b5c81a7147a21"}

"#]]);
}

#[test]
fn the_scheme_of_an_id_is_named() {
    let check = |id| llm_types(&["span-id", "src/main.rs", "42", "100", "--check", id]).assert();
    check("6c585096886d7b69").success().stdout_eq("decimal\n");
    check("A1").code(1).stdout_eq(str![[r#"
no scheme gives this id
ID_UPPERCASE: a span id is written with upper-case digits
ID_LENGTH: a span id does not have 16 characters

"#]]);
}

#[test]
fn an_impossible_range_is_refused() {
    llm_types(&["span-id", "a", "2", "1"])
        .assert()
        .code(1)
        .stdout_eq("")
        .stderr_eq("error[REVERSED]: byte range 2..1 ends before it starts\n...\n");
    llm_types(&["span-id", "a", "0", "4294967296", "--scheme", "be32"])
        .assert()
        .code(1)
        .stderr_eq("error[OFFSET_TOO_WIDE]: [..]\n...\n");
    llm_types(&["span-id", "a", "-1", "1"])
        .assert()
        .code(2)
        .stderr_eq("[..]NEGATIVE_OFFSET: [..]\n...\n");
    llm_types(&["span-id", "a", "0", "1", "--scheme", "decimals"])
        .assert()
        .code(2)
        .stderr_eq("[..]UNKNOWN_ID_SCHEME: [..]did you mean `decimal`?\n...\n");
}
