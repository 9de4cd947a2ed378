//! Lists in which no two elements may say the same.

use alloc::collections::BTreeMap;
use alloc::collections::btree_map::Entry;
use alloc::format;

use super::super::found::{Found, Slot};
use super::super::structure::Fact;
use super::Agreement;
use super::order::{MIX, are_distinct, fingerprint_at};
use crate::json::{Kind, Node};

impl<'d> Agreement<'d, '_> {
    /// Reports each element that says in `member` what an element before it says there; without a
    /// member, the elements themselves are compared.
    pub(super) fn distinct(&mut self, fact: &Fact<'d>, member: &str) {
        let items = fact.slot.node.items();
        if member.is_empty() {
            return self.told_twice(items);
        }
        self.told_twice(items.filter_map(|item| item.get(member)));
    }

    /// Reports the texts and numbers that stand among these for the second time.
    pub(super) fn told_twice(&mut self, values: impl Iterator<Item = Node<'d>> + Clone) {
        let hashes = values.clone().filter_map(|value| match value.kind() {
            Kind::String => fingerprint_at(Slot::of(value)),
            // Small numbers differ in their lower bits only, and the upper ones are looked at.
            _ => value.short_natural().map(|number| number.wrapping_mul(MIX)),
        });
        // Numbers that are not written plainly have no hash here.
        let mut numbers = values.clone().filter(|value| value.kind() == Kind::Number);
        let are_plain = numbers.all(|number| number.short_natural().is_some());
        if are_plain && are_distinct(hashes, values.clone().count()) {
            return;
        }
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
            match firsts.entry((value.kind() == Kind::String, key)) {
                Entry::Occupied(first) => {
                    let first: Node<'d> = *first.get();
                    let message = format!("{} is that of another element already", value.raw());
                    let found = Found::at("VALUES_DISAGREE", Slot::of(value), message);
                    self.found.push(found.related("the first", first));
                }
                Entry::Vacant(first) => {
                    first.insert(value);
                }
            }
        }
    }
}
