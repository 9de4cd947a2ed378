//! From an envelope to llmgrep's answer: what no table says.

use crate::dialect::Writing;
use crate::dialect::language::with_capitals;
use crate::dialect::recognise::word;
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
        let is_partial = word(root, "status").as_deref() == Some("partial");
        found.insert("partial", is_partial);
        let (kind, note) = if is_partial {
            (LossKind::Derived, "the status says it")
        } else {
            (
                LossKind::Defaulted,
                "nothing says that something is missing",
            )
        };
        writing.lost(&here.child("partial"), kind, note);
    }
}

/// The records in the list of an answer, each with its number. What is no record has none of their
/// members.
fn results(found: &mut Object) -> impl Iterator<Item = (u64, &mut Object)> {
    let list = found.get_mut("results").and_then(Value::as_array_mut);
    let items = (0u64..).zip(list.into_iter().flat_map(|list| list.iter_mut()));
    items.filter_map(|(index, one)| Some((index, one.as_object_mut()?)))
}

/// The language of an answer, which each of its symbols has.
pub(super) fn symbols<'d>(
    writing: &mut Writing<'d, '_>,
    node: Node<'d>,
    here: &Pointer,
    found: &mut Object,
) {
    if let Some(language) = node.get("language").filter(|language| !language.is_null()) {
        let (mut told, mut is_too_long) = (false, false);
        let name = language.as_str().map(|name| with_capitals(&name));
        for (_, one) in results(found) {
            let Some(name) = name.as_ref().filter(|_| !one.contains_key("language")) else {
                continue;
            };
            if writing.room.take(name.len()) {
                one.insert("language", name.clone());
                told = true;
            } else {
                is_too_long = true;
            }
        }
        let place = here.child("language");
        if is_too_long {
            let note = "it is too long to be copied to each of so many results";
            writing.lost(&place, LossKind::Dropped, note);
        } else if told {
            writing.lost(&place, LossKind::Derived, "each result has its language");
        } else {
            writing.dropped(&place);
        }
    }
    count(writing, node, here, found);
}

/// Where a reference of Magellan comes in, it names the symbol that it comes from; here it names
/// the one that it leads to, which is what was asked for.
pub(super) fn references<'d>(
    writing: &mut Writing<'d, '_>,
    node: Node<'d>,
    here: &Pointer,
    found: &mut Object,
) {
    let direction = node
        .get("direction")
        .filter(|direction| !direction.is_null());
    let asked = node.get("symbol_name").and_then(Node::as_str);
    let comes_in = direction.is_some_and(|direction| direction.is_written("\"in\""));
    if let Some(asked) = asked.filter(|_| comes_in) {
        let list = here.child("references");
        for (index, one) in results(found) {
            let from = one.insert("referenced_symbol", &*asked);
            let of = list.item(index);
            if from.is_some_and(|from| from.as_str() != Some(&asked)) {
                let note =
                    "it is the symbol that refers; the tool names the one that is referred to";
                writing.lost(&of.child("referenced_symbol"), LossKind::Dropped, note);
            }
            let id = one.insert("target_symbol_id", Value::Null);
            if id.is_some_and(|id| !id.is_null()) {
                let note = "it is the id of the symbol that refers";
                writing.lost(&of.child("target_symbol_id"), LossKind::Dropped, note);
            }
        }
    }
    if direction.is_some() {
        writing.dropped(&here.child("direction"));
    }
    count(writing, node, here, found);
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
