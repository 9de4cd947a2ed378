//! Why there is no text of a path that is there.

use std::io::{Error, ErrorKind};
use std::path::Path;

/// Why a path of the folder leads to no file, if something of it is there.
pub(super) fn missed(folder: &Path, relative: &str, error: &Error) -> Option<String> {
    let about = |part: &Path| folder.join(part).symlink_metadata();
    // What stands in the way may be a link to a folder.
    let ways = Path::new(relative).ancestors();
    let way = ways.into_iter().find(|part| about(part).is_ok())?;
    let is_link = about(way).is_ok_and(|about| about.is_symlink());
    let why = match error.kind() {
        ErrorKind::PermissionDenied => "you may not read it".into(),
        _ if !is_link => return None,
        ErrorKind::NotFound if folder.join(way).exists() => return None,
        ErrorKind::NotFound => format!("`{}` is a link that leads nowhere", way.display()),
        ErrorKind::NotADirectory => return None,
        _ => error.to_string(),
    };
    Some(format!("cannot read `{relative}`: {why}"))
}

/// What a path leads to that is no file.
pub(super) fn no_file(relative: &str, path: &Path) -> String {
    let what = if path.is_dir() {
        "it is a directory"
    } else {
        "it is no plain file"
    };
    format!("cannot read `{relative}`: {what}")
}
