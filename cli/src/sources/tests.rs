//! The paths that are offered to the core.

use super::{PathMatch, candidates, match_paths};

/// What the core takes for a file of the folder must be offered to it.
#[test]
fn each_path_that_the_core_finds_is_offered() {
    let file = "proj/a.rs";
    for path in [
        "proj/a.rs",
        "./proj//a.rs",
        "proj\\a.rs",
        "/w/proj/a.rs",
        "C:\\w\\proj\\a.rs",
        "c:/w/proj/a.rs",
        "\\w\\proj\\a.rs",
        "\\\\srv\\share\\proj\\a.rs",
        "\\\\srv\\share/proj/a.rs",
    ] {
        let found = match_paths(&[path], &[file], None);
        assert_eq!(found, [PathMatch::Found(file.into())], "{path}");
        let offered = candidates(path, None);
        assert!(offered.iter().any(|one| one == file), "{path}: {offered:?}");
    }
}
