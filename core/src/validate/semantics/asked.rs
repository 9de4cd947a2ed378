//! Could a request for edits be met, whatever the texts are?
//!
//! What is reported here, `edit` refuses before it looks at a text. Only requests in the words
//! of the envelope are looked at, alone or as its data. Overlapping edits are for `overlap`.

use alloc::collections::BTreeMap;
use alloc::collections::btree_map::Entry;
use alloc::format;
use alloc::vec::Vec;

use super::super::found::{Found, Slot};
use crate::edit;
use crate::envelope::request::{DONE, OF_EDITS, OF_FILES, THEIRS, THEIRS_BY_BYTES};
use crate::envelope::{EditRequest, EditRequests};
use crate::json::{Kind, Node};
use crate::source::one_spelling;

/// Tells what is wrong with the request that a document is or has.
pub(super) fn check(root: Node<'_>, found: &mut Vec<Found>) {
    let request = root.get("data").unwrap_or(root);
    if DONE.is_on(request) {
        return;
    }
    if OF_EDITS.is_on(request) && !is_theirs(request) {
        edits(request, found);
    } else if OF_FILES.is_on(request) {
        files(request, found);
    } else {
        found.extend(mixed(request));
    }
}

fn files(request: Node<'_>, found: &mut Vec<Found>) {
    for (key, value) in request.members() {
        let is_of_one = EditRequest::SHAPE.member(key).is_some();
        if is_of_one && EditRequests::SHAPE.member(key).is_none() {
            let name = key.as_str();
            let message = format!(
                "`{name}` beside `files` is of none of them; write it in the file that it is of"
            );
            found.push(Found::at("EDIT_UNKNOWN_MEMBER", Slot::of(value), message));
        }
    }
    let mut named = BTreeMap::new();
    for file in request.get("files").into_iter().flat_map(Node::items) {
        if file.kind() != Kind::Object {
            continue;
        }
        edits(file, found);
        let path = file.get("file_path").filter(|path| !path.is_null());
        let Some(path) = path else {
            let mut missing = Found::at("MISSING_FIELD", file, "`file_path` is missing");
            missing.missing = Some("file_path");
            found.push(missing);
            continue;
        };
        let Some(text) = path.as_str() else { continue };
        match named.entry(one_spelling(&text, None)) {
            Entry::Occupied(first) => {
                let message = format!("`{text}` is asked for twice");
                let twice = Found::at("EDIT_FILE_TWICE", path, message);
                found.push(twice.related("the first part for it", Slot::of(*first.get())));
            }
            Entry::Vacant(first) => {
                first.insert(path);
            }
        }
    }
}

fn edits(request: Node<'_>, found: &mut Vec<Found>) {
    let edits = request.get("edits").into_iter().flat_map(Node::items);
    for edit in edits.filter(|edit| edit.kind() == Kind::Object) {
        found.extend(fault(edit));
    }
}

/// Whether the new texts are all said in the words of another shape, and none in those of the
/// envelope.
fn is_theirs(request: Node<'_>) -> bool {
    let says = |name: &str| {
        let edits = request.get("edits").into_iter().flat_map(Node::items);
        edits
            .filter_map(|edit| edit.get(name))
            .any(|text| !text.is_null())
    };
    THEIRS.into_iter().any(says) && !["new_text", "new_base64"].into_iter().any(says)
}

/// The first edit of a request whose new text has another name than in the edits before it: that
/// of llmtransform or that of seed 001. These are two shapes, of which `edit` takes one at a time.
fn mixed(request: Node<'_>) -> Option<Found> {
    let is_said = |name: &&str, edit: Node<'_>| edit.get(name).is_some_and(|it| !it.is_null());
    let word = |edit: Node<'_>| THEIRS.iter().copied().find(|name| is_said(name, edit));
    let edits = request.get("edits").into_iter().flat_map(Node::items);
    let mut told = edits.filter(|edit| THEIRS_BY_BYTES.is_on(*edit));
    let first = word(told.next()?)?;
    let (other, value) = told.find_map(|edit| {
        let name = word(edit).filter(|name| *name != first)?;
        Some((name, edit.get(name)?))
    })?;
    let message = format!("`{other}` is not of the shape that has `{first}`");
    Some(Found::at("EDIT_FORMAT_MIXED", value, message))
}

/// What is wrong with what an edit puts in.
fn fault(edit: Node<'_>) -> Option<Found> {
    let there = |name| edit.get(name).filter(|value| !value.is_null());
    if let Some((name, other)) = THEIRS.iter().find_map(|name| Some((name, there(name)?))) {
        let message = format!("`{name}` is not of the shape that has `new_text`");
        return Some(Found::at("EDIT_FORMAT_MIXED", other, message));
    }
    match (there("new_text"), there("new_base64")) {
        (None, None) => {
            let message = "`new_text` or `new_base64` is missing";
            let mut missing = Found::at("ALTERNATIVE_MISSING", edit, message);
            missing.missing = Some("new_text");
            Some(missing)
        }
        (Some(_), Some(other)) => {
            let message = "expected either `new_text` or `new_base64`, found both";
            Some(Found::at("EDIT_REQUEST_INVALID", other, message))
        }
        (None, Some(new)) if new.as_str().is_some_and(|text| !edit::is_base64(&text)) => {
            let message = "expected base64 with padding";
            Some(Found::at("EDIT_REQUEST_INVALID", new, message))
        }
        _ => None,
    }
}
