//! Why a file that a document names gave no text.

#![cfg(unix)]

use std::os::unix::fs::symlink;

use super::edit::fresh;
use super::run::{file, folder, llm_types};

#[test]
fn what_is_there_and_is_no_text_is_told_with_the_reason() {
    fresh("unread");
    file("unread/sub/real.rs", "abc");
    let inside = folder().join("unread");
    for (target, link) in [
        ("none", "dangling"),
        ("loop", "loop"),
        ("none", "way"),
        ("sub", "linked"),
    ] {
        symlink(target, inside.join(link)).expect("a link");
    }
    let _socket = std::os::unix::net::UnixListener::bind(inside.join("socket")).expect("a socket");
    for (path, why) in [
        (
            "dangling",
            "cannot read `dangling`: `dangling` is a link that leads nowhere",
        ),
        (
            "way/a.rs",
            "cannot read `way/a.rs`: `way` is a link that leads nowhere",
        ),
        (
            "loop",
            "cannot read `loop`: Too many levels of symbolic links[..]",
        ),
        ("sub", "cannot read `sub`: it is a directory"),
        ("socket", "cannot read `socket`: it is no plain file"),
    ] {
        let said = format!("warning[FILE_UNREADABLE]: {why}\n...\n");
        told(path).stderr_eq(said);
    }
    // What is not there is not there, and the verdict says it.
    for path in [
        "none",
        "none/a.rs",
        "linked/none.rs",
        "sub/real.rs/a.rs",
        "sub/real.rs",
    ] {
        told(path).stderr_eq("");
    }
}

/// A document with one span of this file, checked.
fn told(path: &str) -> snapbox::cmd::OutputAssert {
    let document = format!(
        r#"{{"schema_version":"1.1.0","execution_id":"550e8400-e29b-41d4-a716-446655440000","data":{{"matches":[{{"match_id":"m1","span":{{"file_path":"{path}","byte_start":0,"byte_end":3,"start_line":1,"start_col":0,"end_line":1,"end_col":3}}}}],"count":1}}}}"#
    );
    llm_types(&["validate", "--format", "json", "--source", "unread"])
        .stdin(document)
        .assert()
}
