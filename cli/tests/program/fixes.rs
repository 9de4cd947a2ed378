//! `llm-types validate --fix`: the mended document, what was mended, and the exit codes.

use super::run::llm_types;

/// A run without matches, with this key and this count.
fn run(key: &str, count: u64) -> String {
    format!(
        r#"{{"execution_id":"550e8400-e29b-41d4-a716-446655440000","pattern":"b","{key}":[],"match_count":{count}}}"#
    ) + "\n"
}

#[test]
fn a_safe_fix_is_made_and_named() {
    for (wrong, said) in [
        (
            run("matches", 3),
            "fixed: COUNT_MISMATCH: /match_count: write `0`",
        ),
        (
            run("matchs", 0),
            "fixed: UNKNOWN_FIELD: /matchs: call it `matches`",
        ),
    ] {
        let fixed = llm_types(&["validate", "--fix"])
            .stdin(wrong)
            .assert()
            .success();
        let fixed = fixed.stdout_eq(run("matches", 0));
        let told = String::from_utf8_lossy(&fixed.get_output().stderr).into_owned();
        assert!(told.contains(said), "{told}");
    }
}

#[test]
fn a_sound_document_stays_as_it_is() {
    let sound = run("matches", 0);
    llm_types(&["validate", "--fix"])
        .stdin(sound.clone())
        .assert()
        .success()
        .stdout_eq(sound);
}

#[test]
fn what_cannot_be_mended_is_given_back_and_fails() {
    llm_types(&["validate", "--fix"])
        .stdin("{\n")
        .assert()
        .code(1)
        .stdout_eq("{\n");
}

/// The document goes to standard output; who reads it must learn what is still wrong with it.
#[test]
fn what_is_left_is_shown_to_people_in_the_text_with_its_fixes() {
    let wrong = run("matches", 3).replace("550e8400-e29b-41d4-a716-446655440000", "");
    let mended = run("matches", 0).replace("550e8400-e29b-41d4-a716-446655440000", "");
    let fixed = llm_types(&["validate", "--fix", "--strict", "--format", "human"])
        .stdin(wrong)
        .assert()
        .stdout_eq(mended);
    let told = String::from_utf8_lossy(&fixed.get_output().stderr).into_owned();
    assert!(told.contains("fixed: COUNT_MISMATCH"), "{told}");
    assert!(!told.contains("[COUNT_MISMATCH]"), "{told}");
    assert!(told.contains("--> <stdin>:1:"), "{told}");
}

/// What makes a document fail makes it fail with its fixes, too: here each has a warning alone.
#[test]
fn a_warning_under_strict_fails_every_document_with_its_fixes_or_without() {
    let text = format!(
        "{0}\n{0}\n",
        run("matches", 0).replace("a.rs", "./a.rs").trim()
    );
    let text = text.replace(r#""matches":[]"#, r#""nobody":1,"matches":[]"#);
    for options in [&["--strict"][..], &["--strict", "--fix"]] {
        llm_types(&[&["validate", "--format", "human"], options].concat())
            .stdin(text.clone())
            .assert()
            .code(1);
    }
}

/// Whoever waits for a document finds none where there is none.
#[test]
fn where_there_is_no_document_standard_output_is_empty() {
    llm_types(&["validate", "--fix", "fixes/none.json"])
        .assert()
        .code(1)
        .stdout_eq("")
        .stderr_eq("error[FILE_UNREADABLE]: [..]\n...\n");
}
