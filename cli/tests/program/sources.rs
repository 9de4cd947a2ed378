//! Which files `--source` reads, and which it never does.

use super::run::{file, folder, llm_types};

/// A document with one span of this file.
fn document(path: &str) -> String {
    format!(
        r#"{{"schema_version":"1.1.0","execution_id":"550e8400-e29b-41d4-a716-446655440000","data":{{"matches":[{{"match_id":"m1","span":{{"file_path":"{path}","byte_start":0,"byte_end":3,"start_line":1,"start_col":0,"end_line":1,"end_col":3}}}}],"count":1}}}}"#
    )
}

/// How many spans are proved, and what is said on standard error.
fn proved(path: &str, options: &[&str]) -> (bool, String) {
    let args = [&["validate", "--format", "json"], options].concat();
    let run = llm_types(&args).stdin(document(path)).assert();
    let output = run.get_output();
    let text = String::from_utf8_lossy(&output.stdout);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    (text.contains(r#""spans_proved":1"#), said)
}

#[test]
fn paths_of_the_document_are_found_in_the_folder() {
    file("sources/plain/src/a.rs", "abc");
    let folder = ["--source", "sources/plain"];
    for path in [
        "src/a.rs",
        "./src/a.rs",
        "src\\\\a.rs",
        "/workspace/src/a.rs",
        "/src/a.rs",
    ] {
        assert_eq!(proved(path, &folder), (true, String::new()), "{path}");
    }
    for path in ["src/b.rs", "a.rs", "/workspace/b.rs"] {
        assert_eq!(proved(path, &folder), (false, String::new()), "{path}");
    }
    let root = ["--source", "sources/plain", "--root", "/builds/ours"];
    assert!(proved("/builds/ours/src/a.rs", &root).0);
    assert!(!proved("/builds/theirs/src/a.rs", &root).0);
}

/// Where only the caller knows whose document it is, the files are those of that dialect.
#[test]
fn files_of_a_named_dialect_are_found() {
    file("sources/named/a.rs", "abcd");
    let text = r#"{"matches":[{"file":"a.rs","byte_start":3,"byte_end":4}]}"#;
    let args = ["validate", "--source", "sources/named", "--format", "json"];
    let run = llm_types(&[&args[..], &["--dialect", "llmsearch"]].concat());
    let run = run.stdin(text).assert().code(1);
    let told = String::from_utf8_lossy(&run.get_output().stdout).into_owned();
    assert!(!told.contains("no source was given"), "{told}");
}

#[test]
#[cfg(unix)]
fn names_may_have_what_separates_elsewhere() {
    for (name, path) in [
        ("q\\z.rs", "q\\\\z.rs"),
        ("r\\z.rs", "./r\\\\z.rs"),
        ("src/a:/b.rs", "src/a:/b.rs"),
        ("a:b.rs", "a:b.rs"),
    ] {
        file(&format!("sources/names/{name}"), "abc");
        let found = proved(path, &["--source", "sources/names"]);
        assert_eq!(found, (true, String::new()), "{path}");
    }
}

#[test]
fn nothing_outside_the_folder_is_read() {
    file("sources/secret.rs", "abc");
    file("sources/inner/src/a.rs", "abc");
    let absolute = self::folder().join("sources/secret.rs");
    for path in [
        "../secret.rs",
        "src/../../secret.rs",
        &*absolute.to_string_lossy(),
    ] {
        assert!(!proved(path, &["--source", "sources/inner"]).0, "{path}");
    }
}

#[test]
#[cfg(unix)]
fn links_that_lead_out_are_not_followed() {
    file("sources/outer/secret.rs", "abc");
    file("sources/linked/src/real.rs", "abc");
    let linked = folder().join("sources/linked");
    for (target, link) in [
        (folder().join("sources/outer"), linked.join("out")),
        (linked.join("src/real.rs"), linked.join("inside.rs")),
    ] {
        let _ = std::fs::remove_file(&link);
        std::os::unix::fs::symlink(target, link).expect("a link");
    }
    let source = ["--source", "sources/linked"];
    let (proved_outside, said) = proved("out/secret.rs", &source);
    assert!(!proved_outside);
    assert!(said.starts_with("warning[SOURCE_OUTSIDE]: "), "{said}");
    assert!(proved("inside.rs", &source).0);
}

#[test]
fn a_source_need_not_be_utf8() {
    file("sources/bytes/a.bin", b"\xFF\xFE\xFD");
    assert!(proved("a.bin", &["--source", "sources/bytes"]).0);
}

#[test]
fn a_folder_that_is_none_is_refused() {
    file("sources/file", "abc");
    for source in ["sources/file", "sources/nowhere"] {
        llm_types(&["validate", "--source", source])
            .stdin(document("a.rs"))
            .assert()
            .code(1)
            .stdout_eq("{\"error\":{\"code\":\"FILE_UNREADABLE\",[..]\n");
    }
}
