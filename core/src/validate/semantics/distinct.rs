//! Elements of a list that each stand for another thing.

use alloc::collections::BTreeMap;
use alloc::format;

use super::super::found::{Found, Slot};
use super::super::structure::Fact;
use super::Agreement;
use crate::json::{Kind, Node};

impl<'d> Agreement<'d, '_> {
    /// Tells each element that says in a member what another one said before it.
    pub(super) fn distinct(&mut self, fact: &Fact<'d>, member: &str) {
        let items = fact.slot.node.items();
        self.told_twice(items.filter_map(|item| item.get(member)));
    }

    /// Tells the texts and numbers that stand among these for the second time.
    pub(super) fn told_twice(&mut self, values: impl Iterator<Item = Node<'d>>) {
        let mut firsts = BTreeMap::new();
        for value in values {
            // An empty text says nothing.
            let is_said = match value.kind() {
                Kind::String => value.raw() != "\"\"",
                Kind::Number => true,
                _ => false,
            };
            if !is_said {
                continue;
            }
            let key = value.as_str().unwrap_or_else(|| value.raw().into());
            if let Some(first) = firsts.get(&(value.kind() == Kind::String, key.clone())) {
                let first: Node<'d> = *first;
                let message = format!("{} stands for another one already", value.raw());
                let found = Found::at("VALUES_DISAGREE", Slot::of(value), message);
                self.found.push(found.related("the first", first));
            } else {
                firsts.insert((value.kind() == Kind::String, key), value);
            }
        }
    }
}
