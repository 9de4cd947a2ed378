//! Are edits that are asked for in each other's way (E2)?
//!
//! A request stands alone or is the data of an envelope. Which edits overlap is for `edit` to
//! say, which would refuse them.

use alloc::vec::Vec;

use super::super::found::{Found, Slot};
use crate::edit;
use crate::json::Node;

/// Members that say what is put in: what has none of them is told, not asked for.
const ASKED: [&str; 4] = ["new_text", "new_base64", "replacement", "new_content"];

/// Whether a range is one that is asked to be replaced.
pub(crate) fn is_asked(edit: Node<'_>) -> bool {
    ASKED.iter().any(|key| edit.get(key).is_some())
}

/// Tells the pairs among the edits that a document asks for.
pub(super) fn check(root: Node<'_>, found: &mut Vec<Found>) {
    let request = root.get("data").unwrap_or(root);
    check_one(request, found);
    for file in request.get("files").into_iter().flat_map(Node::items) {
        check_one(file, found);
    }
}

/// The same of the edits of one file.
fn check_one(request: Node<'_>, found: &mut Vec<Found>) {
    let Some(list) = request.get("edits") else {
        return;
    };
    if !list.items().any(is_asked) {
        return;
    }
    let edits: Vec<Node<'_>> = list.items().collect();
    let offset = |edit: &Node<'_>, key| {
        let offset = edit.get(key)?.as_u64_safe().ok()?;
        Some(offset.value)
    };
    let ranges = edits.iter().enumerate().filter_map(|(number, edit)| {
        let (start, end) = (offset(edit, "byte_start")?, offset(edit, "byte_end")?);
        Some((number, start, end))
    });
    let (overlaps, more) = edit::overlaps_of(ranges);
    for overlap in overlaps {
        let (first, second) = (edits.get(overlap.first), edits.get(overlap.second));
        if let (Some(first), Some(second)) = (first, second) {
            let told = Found::at("EDIT_OVERLAP", Slot::of(*second), overlap.message);
            found.push(told.related(edit::OTHER, Slot::of(*first)));
        }
    }
    if let Some(more) = more {
        found.push(Found::at("EDIT_OVERLAP", Slot::of(list), more));
    }
}
