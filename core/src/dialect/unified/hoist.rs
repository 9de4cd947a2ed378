//! Where the members of an envelope stand that older versions put elsewhere.
//!
//! Seed 000 shows its rich blocks beside the span as well as in it, and its own
//! examples say `match_count` where its structs say `count`; seed 001 has a context
//! beside each match. The envelope has one place for each. What stands in both
//! places and differs is left where it is: nobody knows which is right.
//!
//! A value does not change here, only its place, so that the way home is the origin.
//! In an envelope of our own versions the members of other tools stand beside ours
//! and keep their places.

use alloc::vec::Vec;

use super::older::RESULTS;
use crate::dialect::{Made, Making, Members};
use crate::envelope::{OPERATION_VERSION, RESPONSE_VERSION};
use crate::json::{Kind, Pointer};
use crate::normalize::ChangeKind;

/// Blocks that belong into the span.
const BLOCKS: [&str; 5] = [
    "context",
    "relationships",
    "checksums",
    "suggested_action",
    "tool_hints",
];

/// The language of a span, flat. The kind, which seed 000 has beside it, is settled already.
const LANGUAGE: &str = "language";

/// Texts around a match: lines if they are lists, else pieces of its own line.
const CONTEXT: [(&str, &str, &str); 2] = [
    ("context_before", "before", "inline_before"),
    ("context_after", "after", "inline_after"),
];

/// The levels of diagnostics, as LSP and RFD-0028 call them and as the envelope does.
const SEVERITIES: [(&str, &str); 4] = [
    ("error", "error"),
    ("warning", "warning"),
    ("info", "note"),
    ("hint", "help"),
];

/// Lists of a diagnostic that are left out when they are empty.
const LISTS: [&str; 5] = [
    "suggestions",
    "related",
    "fixes",
    "tags",
    "provenance_chain",
];

/// Puts every member of an envelope in its place.
pub(super) fn settle<'d>(making: &mut Making<'d, '_>, envelope: &mut Made<'d>) {
    let Some(members) = envelope.as_object_mut() else {
        return;
    };
    let root = Pointer::root();
    let version = members.get("schema_version").and_then(Made::as_str);
    if matches!(
        version.as_deref(),
        Some(RESPONSE_VERSION | OPERATION_VERSION)
    ) {
        return;
    }
    for name in ["data", "result"] {
        if let Some(payload) = members.get_mut(name).and_then(Made::as_object_mut) {
            settle_payload(making, payload, &root.child(name));
        }
    }
    if let Some(list) = members.get_mut("diagnostics").and_then(Made::as_array_mut) {
        let here = root.child("diagnostics");
        for (index, item) in (0u64..).zip(list.iter_mut()) {
            if let Some(item) = item.as_object_mut() {
                settle_diagnostic(making, item, &here.item(index));
            }
        }
    }
    without_empty(making, members, &["diagnostics"], &root);
}

fn settle_payload<'d>(making: &mut Making<'d, '_>, payload: &mut Members<'d>, here: &Pointer) {
    if payload
        .get("matches")
        .is_some_and(|list| list.kind() == Kind::Array)
    {
        rename(making, payload, here, "match_count", "count");
    }
    let data = making.document.root().get("data");
    if data.is_some_and(|data| RESULTS.sign.is_on(data)) {
        rename(making, payload, here, "results", "matches");
    }
    for (name, value) in payload.iter_mut() {
        let here = here.child(name);
        if let Some(items) = value.as_array_mut() {
            for (index, item) in (0u64..).zip(items.iter_mut()) {
                if let Some(item) = item.as_object_mut() {
                    settle_match(making, item, &here.item(index));
                }
            }
        } else if let Some(item) = value.as_object_mut() {
            settle_match(making, item, &here);
        }
    }
}

/// A match with its span, or a span.
fn settle_match<'d>(making: &mut Making<'d, '_>, found: &mut Members<'d>, here: &Pointer) {
    if found.are_of_span() {
        return settle_span(making, found, here);
    }
    let Some(mut span) = take(found, "span") else {
        return;
    };
    let there = here.child("span");
    settle_beside(making, found, here, &mut span, &there);
    if is_text(found, LANGUAGE) {
        cross(making, found, here, LANGUAGE, &mut span, &there, LANGUAGE);
    }
    settle_span(making, &mut span, &there);
    found.insert("span", span);
}

/// What stands beside a span and belongs into it.
fn settle_beside<'d>(
    making: &mut Making<'d, '_>,
    found: &mut Members<'d>,
    here: &Pointer,
    span: &mut Members<'d>,
    there: &Pointer,
) {
    split_context(making, found, here);
    for name in BLOCKS {
        if found
            .get(name)
            .is_some_and(|block| block.kind() == Kind::Object)
        {
            cross(making, found, here, name, span, there, name);
        }
    }
    for (from, lines, piece) in CONTEXT {
        let to = match found.get(from).map(Made::kind) {
            Some(Kind::Array) => lines,
            Some(Kind::String) => piece,
            _ => continue,
        };
        inside(span, "context", |_, context| {
            let there = there.child("context");
            cross(making, found, here, from, context, &there, to);
        });
    }
}

/// Seed 001 has kind and parent of a match in its context.
fn split_context<'d>(making: &mut Making<'d, '_>, found: &mut Members<'d>, here: &Pointer) {
    let Some(mut context) = take(found, "context") else {
        return;
    };
    let there = here.child("context");
    for name in ["kind", "parent"] {
        if context
            .get(name)
            .is_some_and(|word| word.as_str().is_some())
        {
            cross(making, &mut context, &there, name, found, here, name);
        }
    }
    for name in ["before", "after", "kind", "parent"] {
        if context.get(name).map(Made::kind) == Some(Kind::Null) {
            context.remove(name);
            making.vanished(ChangeKind::NullLeftOut, there.child(name), &Made::Null);
        }
    }
    if context.is_empty() {
        making.vanished(ChangeKind::EmptyLeftOut, there, &Made::Object(context));
    } else {
        found.insert("context", context);
    }
}

fn settle_span<'d>(making: &mut Making<'d, '_>, span: &mut Members<'d>, here: &Pointer) {
    if !is_text(span, LANGUAGE) {
        return;
    }
    inside(span, "semantics", |span, semantics| {
        let there = here.child("semantics");
        cross(making, span, here, LANGUAGE, semantics, &there, LANGUAGE);
    });
}

/// Whether a member is a text.
pub(super) fn is_text(object: &Members<'_>, name: &str) -> bool {
    object.get(name).map(Made::kind) == Some(Kind::String)
}

fn settle_diagnostic<'d>(making: &mut Making<'d, '_>, item: &mut Members<'d>, here: &Pointer) {
    let word = item.get("severity").and_then(Made::as_str);
    if let (None, Some(word)) = (item.get("level"), word) {
        let level = SEVERITIES.iter().find(|(theirs, _)| *theirs == word);
        let level = level.map(|(_, ours)| *ours).filter(|ours| *ours != word);
        let severity = item.remove("severity").unwrap_or_default();
        let (there, at) = (here.child("severity"), here.child("level"));
        if let Some(level) = level.map(Made::from) {
            making.changed_to(there, ChangeKind::Converted, &severity, &level, at);
            item.insert("level", level);
        } else {
            making.moved(there, at);
            item.insert("level", severity);
        }
    }
    without_empty(making, item, &LISTS, here);
}

/// Leaves empty lists out: in the envelope, an empty one and none are the same.
fn without_empty<'d>(
    making: &mut Making<'d, '_>,
    object: &mut Members<'d>,
    names: &[&str],
    here: &Pointer,
) {
    for name in names {
        if object.get(name).is_some_and(Made::is_empty_list) {
            object.remove(name);
            let nothing = Made::List(Vec::new());
            making.vanished(ChangeKind::EmptyLeftOut, here.child(name), &nothing);
        }
    }
}

/// Takes an object out of another one. Anything else stays where it is.
fn take<'d>(object: &mut Members<'d>, name: &str) -> Option<Members<'d>> {
    if object.get(name)?.kind() != Kind::Object {
        return None;
    }
    object.remove(name)?.into_object().ok()
}

/// Works on an object inside another one, which is made if it is missing and was
/// needed.
fn inside<'d>(
    object: &mut Members<'d>,
    name: &'static str,
    work: impl FnOnce(&mut Members<'d>, &mut Members<'d>),
) {
    let mut inner = match object.remove(name).map(Made::into_object) {
        Some(Ok(inner)) => inner,
        None => Members::default(),
        Some(Err(other)) => {
            object.insert(name, other);
            return;
        }
    };
    work(object, &mut inner);
    if !inner.is_empty() {
        object.insert(name, inner);
    }
}

/// Gives a member of an object another name, if that is free.
pub(super) fn rename<'d>(
    making: &mut Making<'d, '_>,
    object: &mut Members<'d>,
    here: &Pointer,
    from: &'static str,
    to: &'static str,
) {
    if object.contains_key(to) {
        return;
    }
    if let Some(value) = object.remove(from) {
        object.insert(to, value);
        making.moved(here.child(from), here.child(to));
    }
}

/// Moves a member to another object, unless something else stands there.
fn cross<'d>(
    making: &mut Making<'d, '_>,
    from: &mut Members<'d>,
    here: &Pointer,
    name: &str,
    to: &mut Members<'d>,
    there: &Pointer,
    new: &'static str,
) {
    let Some(value) = from.get(name) else {
        return;
    };
    if to.get(new).is_some_and(|known| known != value) {
        return;
    }
    if let Some(value) = from.remove(name) {
        to.insert(new, value);
        making.moved(here.child(name), there.child(new));
    }
}
