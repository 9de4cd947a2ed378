//! Does a selector of a part of prose select something inside of what it is listed under?

use alloc::format;

use super::super::found::{Found, OTHER_ONE, Slot};
use super::super::structure::Fact;
use super::Agreement;
use crate::json::Kind;

impl<'d> Agreement<'d, '_> {
    /// Tells the selectors of an object or of the elements of a list that lead elsewhere.
    pub(super) fn selector_in(&mut self, fact: &Fact<'d>, whole: &str, then: &str) {
        let Some(node) = fact.record.get(whole) else {
            return;
        };
        let Some(named) = node.as_str().filter(|named| !named.is_empty()) else {
            return;
        };
        let listed = fact.slot.node;
        let one = (listed.kind() == Kind::Object).then_some(listed);
        let parts = one.into_iter().chain(listed.items());
        for part in parts.filter_map(|part| part.get("selector")) {
            let Some(selector) = part.as_str().filter(|it| !is_inside(it, &named, then)) else {
                continue;
            };
            let message =
                format!("`{selector}` is nothing inside of `{named}`, which it is listed under");
            let found = Found::at("VALUES_DISAGREE", Slot::of(part), message);
            self.found.push(found.related(OTHER_ONE, node));
        }
    }
}

/// Whether a selector begins with what it is listed under. Either may have a query or none, and a
/// selector without a namespace is of whatever file was named.
fn is_inside(selector: &str, whole: &str, then: &str) -> bool {
    let bare = whole.split_once('?').map_or(whole, |(bare, _)| bare);
    let selector = match selector.split_once("::") {
        Some((_, rest)) if then != "::" && !bare.contains("::") => rest,
        _ => selector,
    };
    [whole, bare].into_iter().any(|whole| {
        let rest = selector.strip_prefix(whole);
        rest.is_some_and(|rest| rest.starts_with(then) && rest.len() > then.len())
    })
}
