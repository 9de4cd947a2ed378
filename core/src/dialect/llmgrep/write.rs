//! From an envelope to llmgrep's answer: what no table says.

use crate::dialect::Writing;
use crate::json::{Array, Node, Object, Pointer, Value};
use crate::loss::LossKind;

/// The name of the tool, and whether something is missing, are always printed.
pub(super) fn wrapper<'d>(
    writing: &mut Writing<'d, '_>,
    root: Node<'d>,
    here: &Pointer,
    found: &mut Object,
) {
    let named = found.insert("tool", "llmgrep");
    let place = here.child("tool");
    match named {
        Some(name) if name.as_str() == Some("llmgrep") => {}
        Some(_) => writing.lost(&place, LossKind::Dropped, "the document is llmgrep's"),
        None => writing.lost(&place, LossKind::Derived, "the document is llmgrep's"),
    }
    if root.get("partial").is_none() {
        found.insert("partial", false);
        let note = "nothing says that something is missing";
        writing.lost(&here.child("partial"), LossKind::Defaulted, note);
    }
}

/// How many there are in all, as far as the list shows.
pub(super) fn count<'d>(
    writing: &mut Writing<'d, '_>,
    _: Node<'d>,
    here: &Pointer,
    found: &mut Object,
) {
    if found.contains_key("total_count") {
        return;
    }
    let list = found.get("results").and_then(Value::as_array);
    let length = list.map_or(0, |list| list.len());
    found.insert("total_count", length);
    let note = "the number of `results`";
    writing.lost(&here.child("total_count"), LossKind::Derived, note);
}

/// No lines and no list of lines are the same.
pub(super) fn context<'d>(
    writing: &mut Writing<'d, '_>,
    _: Node<'d>,
    here: &Pointer,
    found: &mut Object,
) {
    for name in ["before", "selected", "after"] {
        if !found.contains_key(name) {
            found.insert(name, Value::Array(Array::new()));
        }
    }
    if !found.contains_key("truncated") {
        found.insert("truncated", false);
        let note = "nothing says that lines are missing";
        writing.lost(&here.child("truncated"), LossKind::Defaulted, note);
    }
}
