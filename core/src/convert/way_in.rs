//! What was lost on the way into the envelope.
//!
//! Where the envelope is the result, that is the report. Every other conversion leads
//! through the envelope, and what did not come into it is in no document written of it.

use alloc::borrow::ToOwned;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::json::Value;
use crate::loss::{Loss, LossKind};
use crate::normalize::{Change, Changes};

const UNPROVED: &str =
    "NEEDS_SOURCE: it was printed, and is not carried unless the text of its line proves it";

const ROUNDED: &str = "rounded: canonical JSON cannot write all of its digits";

/// What the envelope does not say of the document it was made from. `is_kept`: whether it
/// has an origin, made with it, that does.
pub(super) fn to_envelope(changes: &Changes, is_kept: bool) -> Vec<Loss> {
    changes
        .iter()
        .filter_map(|change| {
            let (kind, note) = match &*change.what {
                "derived" | "converted" | "path" | "version" => (LossKind::Derived, &*change.what),
                "defaulted" => (LossKind::Defaulted, &*change.what),
                // An absent member and a null, and four zeros, say the same.
                "left_out" if !is_kept => (LossKind::Dropped, &*change.what),
                "rounded" if !is_kept => (LossKind::Dropped, ROUNDED),
                _ => return None,
            };
            let note = note.to_owned();
            Some(loss(change, kind, note))
        })
        .collect()
}

/// Puts what did not come into the envelope, or not as it was, before the `losses` of
/// what was written of it. Of one value, one of them speaks.
pub(super) fn through_envelope(changes: &Changes, written: &Value, losses: &mut Vec<Loss>) {
    let lost = lost_in(losses);
    let is_told = |place: &str| {
        let above = place.match_indices('/').map(|(end, _)| end);
        let mut ways = above.chain([place.len()]);
        ways.any(|end| place.get(..end).is_some_and(|way| lost.contains_key(way)))
    };
    let defaults = defaults_in(changes, written);
    let mut unproved: BTreeSet<String> = BTreeSet::new();
    let mut all = Vec::new();
    for (change, belongs) in changes.with_places() {
        let (kind, note) = match (&*change.what, &belongs) {
            // Where the dialect demands it, that has been said already.
            ("left_out", Some(place)) => (
                LossKind::Dropped,
                lost.get(place).map_or(UNPROVED, |note| note),
            ),
            ("left_out", None) => (
                LossKind::Dropped,
                "the envelope, through which it goes, has no place for it",
            ),
            ("rounded", _) => (LossKind::Dropped, ROUNDED),
            ("defaulted", _) if asked(&change).is_some_and(|one| defaults.contains(&one)) => (
                LossKind::Defaulted,
                "it was not known, and the envelope demands it",
            ),
            _ => continue,
        };
        unproved.extend(belongs);
        if change.at.as_deref().is_some_and(is_told) {
            continue;
        }
        all.push(loss(change, kind, note.to_owned()));
    }
    if all.is_empty() {
        return;
    }
    losses.retain(|loss| !unproved.contains(&loss.pointer));
    all.append(losses);
    *losses = all;
}

fn loss(change: Change, kind: LossKind, note: String) -> Loss {
    Loss {
        pointer: change.at.unwrap_or(change.pointer),
        kind: kind.as_str().to_owned(),
        note,
        document: None,
    }
}

/// The notes on the values of the envelope that are lost, by their places.
fn lost_in(losses: &[Loss]) -> BTreeMap<String, String> {
    let lossy = losses.iter().filter(|loss| loss.is_lossy());
    lossy
        .filter(|loss| !loss.pointer.is_empty())
        .map(|loss| (loss.pointer.clone(), loss.note.clone()))
        .collect()
}

/// The name and the value of what the envelope was given because it demands it.
fn asked(change: &Change) -> Option<(String, String)> {
    let name = change.at.as_deref()?.rsplit('/').next()?;
    let value = change.to.as_deref().map(Value::to_string)?;
    Some((name.to_owned(), value))
}

/// Those of them that stand in what was written: not every tool demands them, too.
fn defaults_in(changes: &Changes, written: &Value) -> BTreeSet<(String, String)> {
    let defaulted = changes.iter().filter(|change| change.what == "defaulted");
    let mut missing: BTreeSet<(String, String)> = defaulted.filter_map(|one| asked(&one)).collect();
    let mut found = BTreeSet::new();
    let mut open = alloc::vec![written];
    while let Some(value) = open.pop().filter(|_| !missing.is_empty()) {
        match value {
            Value::Array(items) => open.extend(items.iter()),
            Value::Object(members) => {
                for (name, value) in members {
                    let is = |(key, text): &&(String, String)| {
                        *key == *name && is_small(value) && *text == value.to_string()
                    };
                    if let Some(one) = missing.iter().find(is).cloned() {
                        missing.remove(&one);
                        found.insert(one);
                    }
                    open.push(value);
                }
            }
            _ => {}
        }
    }
    found
}

/// Whether a value can be one that was made up: those are empty.
fn is_small(value: &Value) -> bool {
    match value {
        Value::String(text) => text.is_empty(),
        Value::Object(members) => members.is_empty(),
        Value::Array(items) => items.is_empty(),
        _ => false,
    }
}
