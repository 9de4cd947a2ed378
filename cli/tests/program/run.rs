//! How the tests start the program: no colours, no terminal, a fixed width.

use std::path::{Path, PathBuf};

use snapbox::cmd::Command;

/// The program with these arguments, in an empty environment.
pub(crate) fn llm_types(args: &[&str]) -> Command {
    Command::new(env!("CARGO_BIN_EXE_llm-types"))
        .args(args)
        .env_clear()
        .env("COLUMNS", "80")
        .current_dir(folder())
        .stdin("")
}

/// A folder for the files of these tests.
pub(crate) fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
}

/// Writes a file into that folder. Each test takes names of its own.
pub(crate) fn file(name: &str, content: impl AsRef<[u8]>) {
    let path = folder().join(name);
    let parent = path.parent().unwrap_or(Path::new("."));
    std::fs::create_dir_all(parent).expect("a folder");
    std::fs::write(path, content).expect("a file");
}
