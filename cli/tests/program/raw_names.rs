//! Names of files that are not UTF-8, which only some file systems have.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt as _;

use super::run::{folder, llm_types};

/// A URI is of bytes: it leads to the file, and not to one with U+FFFD in its name.
#[test]
fn sarif_has_the_bytes_of_a_name() {
    let name = OsStr::from_bytes(b"raw \xff");
    let root = folder().join(name);
    std::fs::create_dir_all(root.join("src")).expect("a folder");
    std::fs::write(root.join("src/a.rs"), "abc").expect("a file");
    let span = r#"{"file_path":"src/a.rs","byte_start":0,"byte_end":3,"start_line":1,"start_col":1,"end_line":1,"end_col":3}"#;
    let document = format!(
        r#"{{"schema_version":"1.1.0","execution_id":"550e8400-e29b-41d4-a716-446655440000","data":{{"pattern":"b","count":1,"matches":[{{"match_id":"m1","matched_text":"abc","span":{span}}}]}}}}"#
    );
    let path = root.join("out\u{e9}.json");
    std::fs::write(&path, document).expect("a file");
    let run = llm_types(&["validate", "--format", "sarif", "--source"])
        .arg(name)
        .arg(std::path::Path::new(name).join("out\u{e9}.json"))
        .assert()
        .code(1);
    let log: serde_json::Value = serde_json::from_slice(&run.get_output().stdout).expect("JSON");
    let run = &log["runs"][0];
    let document = "raw%20%FF/out%C3%A9.json";
    assert_eq!(run["artifacts"][0]["location"]["uri"], document);
    let found = &run["results"][0];
    let uri = |place: &str| &found[place][0]["physicalLocation"]["artifactLocation"]["uri"];
    assert_eq!(uri("locations"), document);
    assert_eq!(uri("relatedLocations"), "raw%20%FF/src/a.rs");
}
