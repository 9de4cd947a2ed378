//! Are edits that are asked for in each other's way (E2)?
//!
//! A request stands alone or is the data of an envelope; a fix of a diagnostic asks for its
//! edits, too. Which edits overlap is for `edit` to say, which would refuse them.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;

use super::super::found::{Found, Slot};
use crate::edit;
use crate::envelope::request::{NEW, THEIRS_BY_BYTES};
use crate::json::Node;
use crate::source::one_spelling;

/// Whether an edit asks for its range to be replaced: one that does not say by what only tells
/// of a range.
pub(crate) fn is_asked(edit: Node<'_>) -> bool {
    NEW.is_on(edit) || THEIRS_BY_BYTES.is_on(edit)
}

/// Reports the pairs of overlapping edits that a document asks for, or proposes.
pub(super) fn check(root: Node<'_>, found: &mut Vec<Found>) {
    let request = root.get("data").unwrap_or(root);
    check_file(request, found);
    for file in request.get("files").into_iter().flat_map(Node::items) {
        check_file(file, found);
    }
    fixes(root).for_each(|fix| check_fix(fix, found));
}

/// The fixes that diagnostics of a document propose.
fn fixes(root: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    let holders = [Some(root), root.get("data"), root.get("result")];
    let diagnostics = holders.into_iter().flatten().flat_map(|holder| {
        let list = holder.get("diagnostics").into_iter().flat_map(Node::items);
        list.chain(holder.get("error"))
    });
    let lists = diagnostics.filter_map(|diagnostic| diagnostic.get("fixes"));
    lists.flat_map(Node::items)
}

/// The places among the values of a document of the spans that its fixes ask to be replaced.
pub(crate) fn proposed(root: Node<'_>) -> BTreeSet<usize> {
    let lists = fixes(root).filter_map(|fix| fix.get("edits"));
    let edits = lists.flat_map(Node::items).filter(|edit| is_asked(*edit));
    let spans = edits.filter_map(|edit| edit.get("span"));
    spans.map(Node::order).collect()
}

/// Reports the overlaps among the edits of one file.
fn check_file(request: Node<'_>, found: &mut Vec<Found>) {
    let Some(list) = request.get("edits") else {
        return;
    };
    if !list.items().any(is_asked) {
        return;
    }
    let edits: Vec<Node<'_>> = list.items().collect();
    let ranges = (edits.iter().enumerate()).filter_map(|(number, edit)| range(*edit, number));
    tell(list, &edits, ranges, found);
}

/// Reports the overlaps among the edits of a fix, each of which is in the file of its own span.
fn check_fix(fix: Node<'_>, found: &mut Vec<Found>) {
    let Some(list) = fix.get("edits") else {
        return;
    };
    let edits: Vec<Node<'_>> = list.items().collect();
    let mut files: BTreeMap<String, Vec<Range>> = BTreeMap::new();
    for (number, edit) in edits.iter().enumerate() {
        let Some(span) = edit.get("span").filter(|_| is_asked(*edit)) else {
            continue;
        };
        let path = span.get("file_path").and_then(Node::as_str);
        if let (Some(path), Some(range)) = (path, range(span, number)) {
            let path = one_spelling(&path, None);
            files.entry(path).or_default().push(range);
        }
    }
    for ranges in files.into_values() {
        tell(list, &edits, ranges.into_iter(), found);
    }
}

/// The number of an edit, and where its range starts and ends.
type Range = (usize, u64, u64);

fn range(holder: Node<'_>, number: usize) -> Option<Range> {
    let offset = |key| Some(holder.get(key)?.as_u64_safe().ok()?.value);
    Some((number, offset("byte_start")?, offset("byte_end")?))
}

/// Reports the overlapping pairs among the ranges of some edits of a list.
fn tell(
    list: Node<'_>,
    edits: &[Node<'_>],
    ranges: impl Iterator<Item = Range>,
    found: &mut Vec<Found>,
) {
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
