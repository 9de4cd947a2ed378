//! Names of a request that are probably misspelt, where nothing can be read without the right ones.

use alloc::format;
use alloc::string::{String, ToString};

use super::invalid;
use crate::edit::error::EditError;
use crate::envelope::{Edit, EditRequest};
use crate::json::{Kind, Node};
use crate::rule;

/// So many members of an object are looked at, and so many edits: they have the same names.
const MEMBERS: usize = 64;
const EDITS: usize = 16;

/// The members that tell the shape of a request, or hold what does.
const SIGNS: [&str; 15] = [
    "new_text",
    "new_base64",
    "replacement",
    "new_content",
    "newText",
    "deletedRegion",
    "edits",
    "files",
    "changes",
    "documentChanges",
    "textDocument",
    "runs",
    "artifactChanges",
    "replacements",
    "fixes",
];

/// What an edit by bytes cannot be without.
const BY_BYTES: [&str; 3] = ["byte_start", "byte_end", "new_text"];

/// The name that is meant for a member which is not there.
pub(super) fn name(node: Node<'_>, right: &str) -> Option<String> {
    let mut names = node.members().take(MEMBERS).map(|(key, _)| key.as_str());
    let name = names.find(|name| {
        name != right
            && (rule::is_same_words(name, right)
                || (rule::is_one_slip(name, right) && !is_known(name.as_ref())))
    })?;
    Some(name.into_owned())
}

/// The refusal of a name.
pub(super) fn misnamed(node: Node<'_>, name: &str, right: &str) -> EditError {
    let pointer = node.pointer().child(name);
    invalid(&pointer, &format!("`{right}` instead of `{name}`"))
}

/// What is wrong with an edit that has the new text of LSP, and bytes like one of ours.
pub(super) fn by_bytes(node: Node<'_>) -> Option<EditError> {
    let named = |right: &str| {
        let mut names = node.members().take(MEMBERS).map(|(key, _)| key.as_str());
        names.find(|name| rule::is_same_words(name, right))
    };
    let [start, end, new] = BY_BYTES;
    if named(start).is_none() && named(end).is_none() {
        return None;
    }
    BY_BYTES.iter().find_map(|right| {
        let name = named(right).filter(|name| name != right)?;
        let expected = format!("`{right}` of an edit by bytes (`{start}`, `{end}`, `{new}`)");
        Some(invalid(&node.pointer().child(&name), &expected))
    })
}

/// A name of a request without any sign of its shape, and the sign that is meant.
pub(super) fn sign(node: Node<'_>) -> Option<(String, &'static str)> {
    let list = match node.kind() {
        Kind::Array => Some(node),
        _ => node.get("edits"),
    };
    let edits = list.into_iter().flat_map(Node::items).take(EDITS);
    core::iter::once(node).chain(edits).find_map(|object| {
        let names = object.members().take(MEMBERS);
        let mut names = names.map(|(key, _)| key.as_str());
        names.find_map(|name| {
            if is_known(&name) {
                return None;
            }
            let same = SIGNS.iter().find(|sign| rule::is_same_words(&name, sign));
            let near = || rule::nearest(&name, SIGNS.into_iter());
            let right = match same.copied().or_else(near)? {
                // Which of the two it is, the place beside it says.
                "new_text" if object.get("range").is_some() => "newText",
                right => right,
            };
            Some((name.to_string(), right))
        })
    })
}

/// Whether a member of our own requests is called so.
fn is_known(name: &str) -> bool {
    let fields = EditRequest::SHAPE.fields.iter().chain(Edit::SHAPE.fields);
    fields.into_iter().any(|field| field.name == name)
}
