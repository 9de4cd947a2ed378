//! Checksums without a name: which algorithm a form of the document means.

use alloc::format;

use super::is_wrapped;
use crate::checksum::{Checksum, ChecksumAlgorithm, parse_checksum};
use crate::dialect::recognise::says;
use crate::dialect::{At, Made, Making, Writing};
use crate::json::{Node, Object, Pointer, Value};
use crate::normalize::ChangeKind;
use crate::rule::is_one_slip;
use crate::validate::Slot;

/// The algorithm of a checksum without a name: SHA-256 in a document that has the
/// members of a seed, BLAKE3 otherwise, because that is what the tool prints.
pub(super) fn algorithm(root: Node<'_>) -> ChecksumAlgorithm {
    if is_wrapped(root) {
        return ChecksumAlgorithm::Sha256;
    }
    let first = root.get("edits").and_then(|edits| edits.item(0));
    let is_asked = root.get("expected_checksum").is_some();
    of_edits(first.is_some_and(|edit| {
        let mut keys = edit.members().map(|(key, _)| key.as_str());
        let slips = keys.any(|key| is_one_slip(&key, "new_content"));
        is_of_seed(is_asked, slips, |key| says(edit, key))
    }))
}

/// Whether an edit has the members of seed 001. One that is asked for has offsets in either
/// form, so that without a text it is one of the tool's. `slips`: whether a member is called
/// nearly as seed 001 calls the text.
fn is_of_seed(is_asked: bool, slips: bool, has: impl Fn(&str) -> bool) -> bool {
    let is_told = has("byte_end") && !has("replacement") && !has("byte_offset");
    has("new_content") || (slips && !has("replacement")) || (!is_asked && is_told)
}

const fn of_edits(are_of_seed: bool) -> ChecksumAlgorithm {
    if are_of_seed {
        ChecksumAlgorithm::Sha256
    } else {
        ChecksumAlgorithm::Blake3
    }
}

pub(super) fn name_checksum<'d>(
    making: &mut Making<'d, '_>,
    slot: Slot<'d>,
    at: &At<'_>,
) -> Option<Made<'d>> {
    let digits = slot.node.as_str()?;
    if digits.is_empty() {
        making.left_out(slot, ChangeKind::UnknownLeftOut);
        return None;
    }
    let Ok(checksum) = Checksum::from_bare(algorithm(making.document.root()), &digits) else {
        return Some(slot.node.into());
    };
    let named = Made::from(format!("{checksum}"));
    making.changed_to(
        slot,
        ChangeKind::AlgorithmNamed,
        &slot.node.into(),
        &named,
        at,
    );
    Some(named)
}

/// With its name: only of the whole document can be told which algorithm needs none.
#[expect(clippy::unnecessary_wraps, reason = "a table calls it")]
pub(super) fn named_checksum(
    _: &mut Writing<'_, '_>,
    node: Node<'_>,
    _: &Pointer,
) -> Option<Value> {
    Some(node.to_value())
}

/// Writes the checksums of a document as the tool does: without a name those of the
/// algorithm that its form means, with it any other.
pub(super) fn bare_checksums(document: &mut Object) {
    let is_asked = document.contains_key("expected_checksum");
    let first = edits_of(document).next();
    let meant = of_edits(first.is_some_and(|edit| {
        let mut keys = edit.iter().map(|(key, _)| key);
        let slips = keys.any(|key| is_one_slip(key, "new_content"));
        is_of_seed(is_asked, slips, |key| {
            edit.get(key).is_some_and(|value| *value != Value::Null)
        })
    }));
    for name in ["expected_checksum", "final_checksum"] {
        unname(document, name, meant);
    }
    for edit in edits_of(document) {
        unname(edit, "new_checksum", meant);
    }
}

fn edits_of(document: &mut Object) -> impl Iterator<Item = &mut Object> {
    let edits = document.get_mut("edits").and_then(Value::as_array_mut);
    let edits = edits.into_iter().flat_map(|edits| edits.iter_mut());
    edits.filter_map(Value::as_object_mut)
}

fn algorithm_of(named: &str) -> Option<ChecksumAlgorithm> {
    parse_checksum(named)
        .ok()
        .map(|checksum| checksum.algorithm())
}

/// Takes the name of an algorithm off a checksum, if it is the one that is meant.
fn unname(object: &mut Object, name: &str, meant: ChecksumAlgorithm) {
    let Some(stated) = object.get(name).and_then(Value::as_str) else {
        return;
    };
    if let Some((_, digits)) = stated.split_once(':')
        && algorithm_of(stated) == Some(meant)
    {
        let digits = Value::from(digits);
        object.insert(name, digits);
    }
}
