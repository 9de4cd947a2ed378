//! What the system refuses, in words.

use super::*;

#[test]
fn what_the_system_refuses_has_a_reason_that_people_know() {
    for (kind, read, write) in [
        (
            ErrorKind::NotFound,
            "there is no such file",
            "there is no such folder",
        ),
        (
            ErrorKind::PermissionDenied,
            "you may not read it",
            "you may not write it",
        ),
        (
            ErrorKind::IsADirectory,
            "it is a directory",
            "it is a directory",
        ),
    ] {
        assert_eq!(why_unread(&kind.into()), read);
        let said = Failure::write_first(Path::new("a/b"), &kind.into()).to_json();
        let message = format!("\"message\":\"cannot write `a/b`: {write}; nothing was replaced\"");
        assert!(said.contains(&message), "{said}");
    }
}
