//! `selector`: the shortest form, the parts, and what is wrong.

use snapbox::str;

use super::run::llm_types;

#[test]
fn a_selector_is_printed_in_its_shortest_form() {
    llm_types(&["selector", " doc :: section[ 07 ] / page"])
        .assert()
        .success()
        .stdout_eq("doc::section[7]/page\n");
    llm_types(&["selector", "a::heading:h2[1]?full=true", "--format", "json"])
        .assert()
        .success()
        .stdout_eq(str![[r#"
{"namespace":"a","parameters":[{"name":"full","value":"true"}],"segments":[{"index":1,"kind":"h2","node":"heading"}]}

"#]]);
}

#[test]
fn what_is_wrong_has_the_code_of_the_tool() {
    llm_types(&["selector", "readme::heading:h7[0]"])
        .assert()
        .code(1)
        .stdout_eq("")
        .stderr_eq("error[INVALID_HEADING_LEVEL]: [..]\n...\n");
}
