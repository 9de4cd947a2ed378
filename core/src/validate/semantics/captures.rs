//! Captures of a tree-sitter query: does each have a name that the query gives, and does it
//! stand inside of its match?

use alloc::collections::BTreeSet;
use alloc::format;

use super::super::found::{Found, Relation, Slot};
use super::super::structure::Fact;
use super::Agreement;
use super::relation::values_at;
use crate::json::Node;
use crate::rule::Level;

impl<'d> Agreement<'d, '_> {
    pub(super) fn captures(&mut self, fact: &Fact<'d>, list: &str, range: &str) {
        let query = fact.slot.node.as_str().unwrap_or_default();
        let names = names_in(&query);
        let Some(list) = fact.record.get(list) else {
            return;
        };
        let root = self.root;
        for item in list.items() {
            let Some(captures) = item.get("captures") else {
                continue;
            };
            let mut whole = None;
            values_at((root, item), range, &mut |node| whole = range_of(node));
            for capture in captures.items() {
                self.named_in(fact.slot, &names, capture);
                if let (Some(whole), Some(part)) = (whole, range_of(capture))
                    && (part.0 < whole.0 || whole.1 < part.1)
                {
                    let message = format!(
                        "bytes {} to {} are outside of the match, bytes {} to {}",
                        part.0, part.1, whole.0, whole.1
                    );
                    let found = Found::at("VALUES_DISAGREE", Slot::of(capture), message);
                    // Nobody saw what the tool prints of siblings that fit together.
                    let found = found.with_level(Level::Warning);
                    self.doubts.push(found.related("the match", item));
                }
            }
        }
    }

    fn named_in(&mut self, query: Slot<'d>, names: &BTreeSet<&str>, capture: Node<'d>) {
        let Some(node) = capture.get("name").filter(|_| !names.is_empty()) else {
            return;
        };
        let Some(name) = node.as_str() else { return };
        let bare = name.strip_prefix('@').unwrap_or(&name);
        if !bare.is_empty() && !names.contains(bare) {
            let message = format!("`{name}` is no capture of the query");
            let found = Found::at("VALUES_DISAGREE", Slot::of(node), message);
            self.found.push(found.related(Relation::OtherOne, query));
        }
    }
}

/// Where a range starts and ends, if it does so in this order.
fn range_of(node: Node<'_>) -> Option<(u64, u64)> {
    let offset = |name| Some(node.get(name)?.as_u64_safe().ok()?.value);
    let (start, end) = (offset("byte_start")?, offset("byte_end")?);
    (start <= end).then_some((start, end))
}

/// The names that a query gives to nodes; none of a text that is no query.
fn names_in(query: &str) -> BTreeSet<&str> {
    if !query.contains(['(', '[', '"']) {
        return BTreeSet::new();
    }
    let is_of_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '?' | '!');
    let names = query.split('@').skip(1).map(|rest| {
        let end = rest.find(|c: char| !is_of_name(c)).unwrap_or(rest.len());
        rest.get(..end).unwrap_or_default()
    });
    // A dot behind a name may say that the next node follows at once.
    let both = names.flat_map(|name| [name, name.trim_end_matches('.')]);
    both.filter(|name| !name.is_empty()).collect()
}
