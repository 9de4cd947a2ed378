//! How many there are in all, of a list that may hold only some of them.

use alloc::format;

use super::super::found::{Found, Relation, Slot};
use super::super::structure::Fact;
use super::Agreement;
use crate::json::{Kind, Node};

/// Most members of a wrapper that is looked at.
const MEMBERS: u64 = 64;

/// Members that say that there are pages, of which this is one.
const PAGED: [&str; 11] = [
    "offset",
    "next_offset",
    "cursor",
    "next_cursor",
    "next",
    "has_more",
    "page",
    "page_size",
    "per_page",
    "next_page_token",
    "pagination",
];

impl<'d> Agreement<'d, '_> {
    /// How many there are in all, against a list of some or all of them.
    pub(super) fn total(&mut self, fact: &Fact<'d>, list: &str) {
        if let (Some(stated), Some(elements)) = (Self::number(fact), fact.record.get(list))
            && elements.kind() == Kind::Array
            && stated < elements.len()
        {
            let message = format!(
                "says {stated} in all, but `{list}` has {} already",
                elements.len()
            );
            let found = Found::of("COUNT_MISMATCH", fact.slot, message);
            self.found.push(found.related(Relation::Counted, elements));
        }
        self.cut(fact, list);
    }

    /// Reports a flag that denies that a list was cut, if the list has fewer elements than there
    /// are.
    fn cut(&mut self, fact: &Fact<'d>, list: &str) {
        let record = fact.record;
        let (Some(stated), Some(elements)) = (Self::number(fact), record.get(list)) else {
            return;
        };
        let here = elements.len();
        if elements.kind() != Kind::Array || stated <= here {
            return;
        }
        let root = record.nth(0);
        // There may be as many totals as the root has members.
        let is_answer = root.len() <= MEMBERS
            && ["data", "result"].iter().any(|name| {
                let answer = root.get(name).map(Node::order);
                answer == Some(record.order())
            });
        let places = [Some(record), is_answer.then_some(root)];
        let places = || places.iter().flatten();
        let has = |node: &Node<'d>, name: &str| node.get(name).is_some_and(|it| !it.is_null());
        // Of a page the rest is on others, and what is said to be partial is said to lack some.
        let is_told = places().any(|node| {
            node.get("partial").and_then(Node::as_bool) == Some(true)
                || PAGED.iter().any(|name| has(node, name))
        });
        if is_told {
            return;
        }
        for said in places().filter_map(|node| node.get("truncated")) {
            if said.as_bool() == Some(false) {
                let message = format!("is false, but `{list}` has {here} of {stated}");
                let found = Found::of("TRUNCATION_MISMATCH", Slot::of(said), message);
                // Nothing shows whether the word is wrong or the number.
                self.found
                    .push(found.related("how many there are", fact.slot.node));
            }
        }
    }
}
