//! What an answer of seed 001 says of its matches, under names that mean the same in the
//! envelope.
//!
//! The `content` of a match is a text or a name, and what stands beside the matches does not
//! always say which. The envelope tells its answers by what stands there, so that a word
//! there must not promise more than the matches say.

use crate::dialect::unified::hoist::{is_text, rename};
use crate::dialect::{Made, Making, Members};
use crate::json::Pointer;
use crate::normalize::ChangeKind;

/// Names under which the envelope has what was asked for, each with the answer that it is
/// the sign of: symbols, and texts.
const ASKED: [&str; 2] = ["query_name", "pattern"];

/// Gives the members of the answer the names of the envelope.
pub(in crate::dialect::unified) fn settle<'d>(
    making: &mut Making<'d, '_>,
    envelope: &mut Made<'d>,
) {
    let data = envelope.as_object_mut().and_then(|it| it.get_mut("data"));
    let Some(data) = data.and_then(Made::as_object_mut) else {
        return;
    };
    let here = Pointer::root().child("data");
    let Some(mut list) = data.get_mut("matches").map(core::mem::take) else {
        return;
    };
    if let Some(items) = list.as_array_mut() {
        settle_matches(making, data, items, &here);
    }
    data.insert("matches", list);
}

fn settle_matches<'d>(
    making: &mut Making<'d, '_>,
    data: &mut Members<'d>,
    items: &mut [Made<'d>],
    here: &Pointer,
) {
    let there = here.child("matches");
    let mut plain = 0;
    let mut named = 0;
    for (index, item) in (0u64..).zip(items.iter_mut()) {
        let Some(found) = item.as_object_mut() else {
            continue;
        };
        if found.contains_key("captures") {
            without_name(making, found, &there.item(index));
        } else if is_text(found, "content") && !found.contains_key("matched_text") {
            plain += 1;
            named += usize::from(is_text(found, "kind") && !found.contains_key("name"));
        }
    }
    if plain == 0 {
        return;
    }
    let of_symbols = data.contains_key("query_name") || data.contains_key("projects");
    if of_symbols && named == items.len() {
        for (index, item) in (0u64..).zip(items.iter_mut()) {
            if let Some(found) = item.as_object_mut() {
                rename(making, found, &there.item(index), "content", "name");
            }
        }
        return;
    }
    for name in ASKED {
        if is_text(data, name) {
            rename(making, data, here, name, "query");
        }
    }
    if data.contains_key("query") {
        language(making, data, items, here);
    }
}

/// Leaves the content of a match out that is the name of one of its captures: the envelope
/// has it there, and a text in its place.
fn without_name<'d>(making: &mut Making<'d, '_>, found: &mut Members<'d>, here: &Pointer) {
    let Some(content) = found.get("content").and_then(Made::as_str) else {
        return;
    };
    let content = content.into_owned();
    let captures = found.get_mut("captures").and_then(Made::as_array_mut);
    let is_name = captures.is_some_and(|captures| {
        captures.iter_mut().any(|capture| {
            let name = capture.as_object_mut().and_then(|one| one.get("name"));
            name.and_then(Made::as_str).as_deref() == Some(&*content)
        })
    });
    if is_name && let Some(content) = found.remove("content") {
        making.vanished(ChangeKind::LeftOut, here.child("content"), &content);
    }
}

/// Puts the language of an answer into the spans of its matches: beside a question it would
/// say that they are nodes of syntax trees, whose captures are known.
fn language<'d>(
    making: &mut Making<'d, '_>,
    data: &mut Members<'d>,
    items: &mut [Made<'d>],
    here: &Pointer,
) {
    if !is_text(data, "language") {
        return;
    }
    let Some(language) = data.remove("language") else {
        return;
    };
    let mut is_moved = false;
    for (index, item) in (0u64..).zip(items.iter_mut()) {
        let span = item.as_object_mut().and_then(|found| found.get_mut("span"));
        let Some(span) = span.and_then(Made::as_object_mut) else {
            continue;
        };
        if !span.contains_key("semantics") {
            span.insert("semantics", Made::Object(Members::default()));
        }
        let semantics = span.get_mut("semantics").and_then(Made::as_object_mut);
        let Some(semantics) = semantics.filter(|one| !one.contains_key("language")) else {
            continue;
        };
        semantics.insert("language", language.clone());
        let matches = here.child("matches").item(index);
        let place = matches.child("span").child("semantics").child("language");
        if is_moved {
            making.added(ChangeKind::Derived, place, &language);
        } else {
            making.moved(here.child("language"), place);
            is_moved = true;
        }
    }
    if !is_moved {
        making.vanished(ChangeKind::LeftOut, here.child("language"), &language);
    }
}
