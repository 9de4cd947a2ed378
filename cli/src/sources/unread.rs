//! Why there is no text of a path that is there.

use std::io::{Error, ErrorKind};
use std::path::Path;

use llm_types::candidate_paths;

use crate::failure::why_unread;

/// Why a path of the folder leads to no file, if a part of the path is there.
pub(super) fn missed(folder: &Path, relative: &str, error: &Error) -> Option<String> {
    let about = |part: &Path| folder.join(part).symlink_metadata();
    // What stands in the way may be a link to a folder.
    let ways = Path::new(relative).ancestors();
    let way = ways.into_iter().find(|part| about(part).is_ok())?;
    let is_link = about(way).is_ok_and(|about| about.is_symlink());
    let why = match error.kind() {
        ErrorKind::PermissionDenied => why_unread(error),
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

/// How many `..` a path may have behind a folder. No tool prints more, and each of them costs a
/// look at all files that the path up to there may mean.
const CLIMBS: usize = 64;

/// Why a path in which `..` follows a link is not read: the system goes up from where the link
/// leads, and what the path spells is another file.
pub(super) fn climbs_from(folder: &Path, path: &str, root: Option<&str>) -> Option<String> {
    let is_separator = |byte: u8| byte == b'/' || byte == b'\\';
    let bytes = path.as_bytes();
    let climbs = path.match_indices("..").filter(|(at, _)| {
        let behind = bytes.get(at + 2).is_none_or(|byte| is_separator(*byte));
        let before = at.checked_sub(1).and_then(|at| bytes.get(at));
        behind && before.is_some_and(|byte| is_separator(*byte))
    });
    let is_elsewhere = |way: &String| {
        let way = folder.join(way);
        way.canonicalize().is_ok_and(|real| real != way)
    };
    let climbs: Vec<(usize, &str)> = climbs.take(CLIMBS + 1).collect();
    if climbs.len() > CLIMBS {
        return Some(format!(
            "cannot read a path that goes up more than {CLIMBS} times by `..`"
        ));
    }
    let link = climbs
        .into_iter()
        .flat_map(|(at, _)| candidate_paths(&path[..at], root))
        .find(is_elsewhere)?;
    let link = link.trim_end_matches(['/', '\\']);
    Some(format!(
        "cannot read `{path}`: `..` behind the link `{link}` is not the folder that the link is in"
    ))
}
