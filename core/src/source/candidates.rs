//! Which paths in a folder one path of a document could mean: what a host looks for before
//! it has any source. Which of those that it found is meant, [`match_paths`](super::match_paths)
//! decides.

use alloc::borrow::ToOwned;
use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

use super::path::{by_backslash, has_drive, parse, without_verbatim};

/// No system opens a path of more bytes; without a limit, a path without end has as many
/// ends as it has bytes.
const LONGEST: usize = 1 << 15;

/// No system opens a path of more parts: all ends of one with more would take memory by the square.
const MOST_PARTS: usize = 1 << 11;

/// The paths in a folder that one path of a document could mean: where to look for a
/// source. They are relative, without `.` and `..` parts, and have `/` between their parts.
///
/// A relative path means itself. With `root`, a path below it means what is left without
/// it, and to a root that is relative itself a relative path is added. Without `root`, an
/// absolute path could mean each of its ends, the longest first, because nobody knows where
/// the folder begins in it. A path that is written with `\` could also be the name of one
/// file, and is listed last exactly as it is spelt: a host on whose system `\` separates passes
/// over it. A `file:` URI means the path that it names. There is nothing for a path that leads out
/// of the folder, and nothing longer than 32768 bytes or 2048 parts, which no system opens.
///
/// Each of them is what [`match_paths`](crate::match_paths) takes for the path, if a text is
/// loaded under this name and no other is. Time and memory O(c · n) for a path of n bytes
/// and c parts.
///
/// # Examples
///
/// ```
/// use llm_types::candidate_paths;
/// assert_eq!(candidate_paths("/w/src/a.rs", None), ["w/src/a.rs", "src/a.rs", "a.rs"]);
/// assert_eq!(candidate_paths("/w/src/a.rs", Some("/w")), ["src/a.rs"]);
/// assert_eq!(candidate_paths("./src/a.rs", None), ["src/a.rs"]);
/// assert!(candidate_paths("../a.rs", None).is_empty());
/// ```
pub fn candidate_paths(path: &str, root: Option<&str>) -> Vec<String> {
    let parts = parse(path);
    let mut found: Vec<String> = Vec::new();
    if !parts.is_absolute() {
        found.extend(parts.inside());
    }
    match root {
        Some(root) => {
            let root = parse(root);
            let below = parts.without_prefix(&root);
            found.extend(below.and_then(|parts| parts.inside()));
            let above = parts.with_prefix(&root).filter(|it| !it.is_absolute());
            found.extend(above.and_then(|parts| parts.inside()));
        }
        None if parts.is_absolute() => {
            let whole = parts.inside().unwrap_or_default();
            let starts = whole.rmatch_indices('/').map(|(at, _)| at + 1);
            let mut starts: Vec<usize> = starts.chain([0]).take(MOST_PARTS).collect();
            starts.reverse();
            let ends = starts.into_iter().filter_map(|at| whole.get(at..));
            let ends = ends.filter(|end| !end.is_empty() && end.len() <= LONGEST);
            found.extend(ends.map(ToOwned::to_owned));
        }
        None => {}
    }
    // A name with `\` in it is lost where it is the only part: alone it would be read as two. Only
    // the whole path, as it is spelt, can name such a file.
    let is_name = |path: &String| !by_backslash(path);
    let whole = !parts.is_absolute() && !found.iter().all(is_name);
    found.retain(is_name);
    // Where `\` separates nothing, a file can have it in its name.
    if whole || (by_backslash(path) && !has_drive(without_verbatim(path))) {
        found.push(path.to_owned());
    }
    let mut known = BTreeSet::new();
    let mut are_new = Vec::with_capacity(found.len());
    for path in &found {
        are_new.push(path.len() <= LONGEST && known.insert(path.as_str()));
    }
    let mut are_new = are_new.into_iter();
    found.retain(|_| are_new.next().unwrap_or_default());
    found
}
