//! Names that different tools give to the same fact, and what follows when one object has two of
//! them.
//!
//! The shapes know each tool's own names. This is about other names: a member that its shape does
//! not know, beside one that says the same.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use crate::json::{Key, Kind, Node};
use crate::rule;
use crate::source::one_spelling;

/// A member, and where its object may say the same.
const TWINS: [(&str, &str); 35] = [
    ("semantic_kind", "/semantics/kind"),
    ("semantic_kind", "/span/semantics/kind"),
    ("semantic_kind", "/span/semantic_kind"),
    ("language", "/semantics/language"),
    ("language", "/span/semantics/language"),
    ("language", "/span/language"),
    ("byte_start", "/span/byte_start"),
    ("byte_end", "/span/byte_end"),
    ("start_line", "/span/start_line"),
    ("end_line", "/span/end_line"),
    ("line_number", "/span/start_line"),
    ("start_line", "/line_number"),
    ("line_start", "/line_number"),
    ("semantics", "/span/semantics"),
    ("context", "/span/context"),
    ("relationships", "/span/relationships"),
    ("checksums", "/span/checksums"),
    ("suggested_action", "/span/suggested_action"),
    ("tool_hints", "/span/tool_hints"),
    ("line_start", "/start_line"),
    ("line_end", "/end_line"),
    ("col_start", "/start_col"),
    ("col_end", "/end_col"),
    ("file", "/file_path"),
    ("path", "/file_path"),
    ("file_path", "/file"),
    ("file", "/span/file_path"),
    ("path", "/span/file_path"),
    ("file_path", "/span/file_path"),
    ("severity", "/level"),
    ("operation_id", "/execution_id"),
    ("match_count", "/count"),
    ("total_count", "/count"),
    ("new_content", "/replacement"),
    ("replacement", "/new_content"),
];

/// The other names by which older versions or other tools know a member.
const NAMES: [(&str, &[&str]); 18] = [
    ("schema_version", &["version"]),
    ("execution_id", &["operation_id", "run_id"]),
    (
        "file_path",
        &[
            "file",
            "path",
            "relative_path",
            "uri",
            "filename",
            "file_name",
        ],
    ),
    ("file", &["file_path", "path", "filename", "file_name"]),
    ("byte_start", &["start_byte", "start_offset", "offset"]),
    ("byte_end", &["end_byte", "end_offset"]),
    ("start_line", &["line_start", "line_number", "line"]),
    ("end_line", &["line_end"]),
    (
        "start_col",
        &[
            "col_start",
            "start_column",
            "column_start",
            "column_number",
            "column",
        ],
    ),
    ("end_col", &["col_end", "end_column", "column_end"]),
    ("level", &["severity"]),
    ("replacement", &["new_content", "new_text", "newText"]),
    ("matches", &["results", "symbols"]),
    ("line_number", &["start_line", "line_start", "line", "row"]),
    (
        "column_number",
        &["start_col", "col_start", "start_column", "column", "col"],
    ),
    ("matched_text", &["text", "content", "match", "snippet"]),
    ("match_count", &["count", "total_count", "total"]),
    ("results", &["matches", "symbols"]),
];

/// Letters of the shortest name that another one is taken for a slip of.
const LETTERS: usize = 8;

/// The key that stands for a missing member under another name.
pub(super) fn other_name<'k>(
    missing: &str,
    mut keys: impl Iterator<Item = &'k str>,
) -> Option<&'k str> {
    let (_, names) = NAMES.iter().find(|(name, _)| *name == missing)?;
    // A long name with a slip in it is hardly another word.
    let is_meant = |key: &str, name: &str| {
        key == name || (name.len() >= LETTERS && rule::is_one_slip(key, name))
    };
    keys.find(|key| names.iter().any(|name| is_meant(key, name)))
}

/// What an unknown member says otherwise than the members beside it: code, message
/// and the other value.
pub(super) fn disagreements<'d>(
    record: Node<'d>,
    key: Key<'d>,
    value: Node<'d>,
) -> Vec<(&'static str, String, Node<'d>)> {
    let mut all = Vec::new();
    for (name, place) in TWINS {
        if !key.is(name) {
            continue;
        }
        let mut steps = place.split('/').skip(1);
        let Some(other) = steps.try_fold(record, Node::get) else {
            continue;
        };
        if other.kind() != value.kind() || value.is_null() {
            continue;
        }
        let path = place.ends_with("/file_path") || place.ends_with("/file");
        if path && !same_file(value, other) {
            let message = format!(
                "{} and {} are two files",
                value.to_canonical(),
                other.to_canonical()
            );
            all.push(("PATH_MISMATCH", message, other));
        } else if name == "total_count" {
            // There may be more than are here, as some were left out.
            let (all_of_them, here) = (value.as_u64_safe(), other.as_u64_safe());
            if let (Ok(total), Ok(here)) = (all_of_them, here)
                && total.value < here.value
            {
                let message = format!("{} in all, but {} are here", value.raw(), other.raw());
                all.push(("COUNT_MISMATCH", message, other));
            }
        } else if !path && !agree(value, other) {
            let message = format!("`{name}` and `{place}` say the same of one thing, but differ");
            all.push(("VALUES_DISAGREE", message, other));
        }
    }
    all
}

/// Whether two values may both be right: one of two objects may say more than the other.
fn agree(a: Node<'_>, b: Node<'_>) -> bool {
    if a.kind() != Kind::Object || b.kind() != Kind::Object {
        return alike(a, b);
    }
    let mut shared = a
        .members()
        .filter_map(|(key, value)| Some((value, b.get(&key.as_str())?)));
    shared.all(|(one, other)| alike(one, other))
}

/// Whether two values say the same: words without regard to case, checksums whether they name
/// their algorithm or not, everything else by its canonical form.
pub(super) fn alike(a: Node<'_>, b: Node<'_>) -> bool {
    match (a.as_str(), b.as_str()) {
        (Some(a), Some(b)) => {
            let (a, b) = (a.to_lowercase(), b.to_lowercase());
            a == b || is_named(&a, &b) || is_named(&b, &a)
        }
        _ => a.kind() == b.kind() && a.to_canonical() == b.to_canonical(),
    }
}

/// Whether a list says the same as another one, or less: its objects may lack members that those of
/// the other one have.
pub(super) fn says_no_more(a: Node<'_>, b: Node<'_>) -> bool {
    let mut pairs = vec![(a, b)];
    while let Some((a, b)) = pairs.pop() {
        match (a.kind(), b.kind()) {
            (Kind::Array, Kind::Array) if a.len() == b.len() => {
                pairs.extend(a.items().zip(b.items()));
            }
            (Kind::Object, Kind::Object) => {
                let others = b.members().map(|(key, value)| (key.as_str(), value));
                let others: BTreeMap<_, _> = others.collect();
                for (key, value) in a.members() {
                    match others.get(&key.as_str()) {
                        Some(other) => pairs.push((value, *other)),
                        None => return false,
                    }
                }
            }
            _ if alike(a, b) => {}
            _ => return false,
        }
    }
    true
}

/// Where two values that are not [`alike`] differ: lists of one length are compared element by
/// element, objects with the same keys in the same order member by member, all else as a whole.
/// An element of another type is left to whoever checks types.
pub(super) fn differences<'d>(a: Node<'d>, b: Node<'d>) -> Vec<(Node<'d>, Node<'d>)> {
    let mut found = Vec::new();
    let whole = (a, b);
    let mut pairs = vec![whole];
    while let Some((a, b)) = pairs.pop() {
        let from = pairs.len();
        match (a.kind(), b.kind()) {
            (Kind::Array, Kind::Array) if a.len() == b.len() => {
                pairs.extend(a.items().zip(b.items()));
            }
            (Kind::Object, Kind::Object) if have_same_keys(a, b) => {
                let members = a.members().zip(b.members());
                pairs.extend(members.map(|((_, a), (_, b))| (a, b)));
            }
            (one, other) => {
                let is_told = one != other && one != Kind::Null && other != Kind::Null;
                if !is_told && !alike(a, b) {
                    found.push((a, b));
                }
            }
        }
        pairs[from..].reverse();
    }
    // They differ, if only as a whole.
    if found.is_empty() {
        found.push(whole);
    }
    found
}

fn have_same_keys(a: Node<'_>, b: Node<'_>) -> bool {
    let mut pairs = a.members().zip(b.members());
    a.len() == b.len() && pairs.all(|((a, _), (b, _))| a.as_str() == b.as_str())
}

/// Whether one text is the other one behind the name of an algorithm.
fn is_named(named: &str, bare: &str) -> bool {
    /// Shorter digits are no checksum of a file.
    const DIGITS: usize = 32;
    let algorithm = named
        .strip_suffix(bare)
        .and_then(|head| head.strip_suffix(':'));
    algorithm.is_some_and(|name| !name.contains(':'))
        && bare.len() >= DIGITS
        && bare.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// What llmgrep calls a file that it does not know.
pub(super) const UNKNOWN_FILE: &str = "<unknown>";

/// Whether two texts can be paths of one file: the same, or one the tail of the other.
pub(super) fn same_file(a: Node<'_>, b: Node<'_>) -> bool {
    if a.kind() != Kind::String || b.kind() != Kind::String {
        return true;
    }
    let (a, b) = (
        a.as_str().unwrap_or_default(),
        b.as_str().unwrap_or_default(),
    );
    if a == b {
        return true;
    }
    // A path that stands for no known file does not differ from any.
    if [&a, &b]
        .iter()
        .any(|path| matches!(path.as_ref(), "" | UNKNOWN_FILE))
    {
        return true;
    }
    let (a, b) = (one_spelling(&a, None), one_spelling(&b, None));
    let tail = |long: &str, short: &str| {
        let head = long.strip_suffix(short);
        head.is_some_and(|head| head.is_empty() || head.ends_with('/'))
    };
    tail(&a, &b) || tail(&b, &a)
}
