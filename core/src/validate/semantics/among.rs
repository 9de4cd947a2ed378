//! Texts of one place that have to stand at another one, and how often they do.

use alloc::borrow::Cow;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;

use super::super::found::{Found, Relation, Slot};
use super::super::structure::Fact;
use super::super::twin::same_file;
use super::Agreement;
use crate::diagnostic::Applicability;
use crate::json::{Kind, Node};

/// What is said by a text or a number; an empty text says nothing.
pub(super) fn said(node: Node<'_>) -> Option<Cow<'_, str>> {
    match node.kind() {
        Kind::String => node.as_str().filter(|text| !text.is_empty()),
        Kind::Number => Some(Cow::Owned(node.to_canonical())),
        _ => None,
    }
}

impl<'d> Agreement<'d, '_> {
    /// Reports the values at `places` that are none of those at `known`; nothing, where these are
    /// not there or not all of them can be read.
    pub(super) fn among(&mut self, fact: &Fact<'d>, places: &[&str], known: &str) {
        let (whole, _) = known.split_once("/*").unwrap_or((known, ""));
        let Some(whole) = self.at(fact.record, whole).first().copied() else {
            return;
        };
        let mut all = BTreeSet::new();
        let (mut items, mut read) = (0u64, 0u64);
        self.each_at(fact.record, known, &mut |node| {
            items += 1;
            if let Some(text) = said(node) {
                read += 1;
                all.insert((node.kind() == Kind::String, text));
            }
        });
        if read == 0 || read < items || items < whole.len() {
            return;
        }
        let mut found = alloc::vec::Vec::new();
        for place in places {
            self.each_at(fact.record, place, &mut |node| {
                let key = said(node).map(|text| (node.kind() == Kind::String, text));
                if key.is_some_and(|key| !all.contains(&key)) {
                    found.push(node);
                }
            });
        }
        for node in found {
            let message = format!("{} is none of those that are listed", node.raw());
            let found = Found::at("VALUES_DISAGREE", Slot::of(node), message);
            self.found.push(found.related(Relation::OtherOne, whole));
        }
    }

    /// Holds a list that says how often each text stands at some places against what stands there.
    pub(super) fn tally(&mut self, fact: &Fact<'d>, (text, count): (&str, &str), places: &[&str]) {
        self.distinct(fact, text);
        let mut times: BTreeMap<Cow<'d, str>, (u64, Node<'d>)> = BTreeMap::new();
        let mut is_unclear = false;
        for place in places {
            // Of what is no list, or lacks the member, nobody knows what it holds.
            let whole = place.split_once("/*").map_or(*place, |(whole, _)| whole);
            let lists = self.at(fact.record, whole);
            let there: u64 = lists.iter().map(|list| list.len()).sum();
            let mut texts = 0;
            self.each_at(fact.record, place, &mut |node| {
                if let Some(text) = node.as_str() {
                    texts += 1;
                    times.entry(text).or_insert((0, node)).0 += 1;
                }
            });
            is_unclear |= texts != there;
        }
        if is_unclear {
            return;
        }
        for item in fact.slot.node.items() {
            let (Some(name), Some(stated)) = (item.get(text), item.get(count)) else {
                return;
            };
            let Some(name) = name.as_str() else {
                return;
            };
            let is = times.remove(&name).map_or(0, |(is, _)| is);
            let number = stated.as_u64_safe().ok().map(|number| number.value);
            if let Some(number) = number.filter(|number| *number != is) {
                let message = format!("says {number}, but `{name}` is named {is} times");
                let found = Found::of("COUNT_MISMATCH", Slot::of(stated), message).expecting(is);
                let found = found.related(Relation::Counted, fact.slot);
                // A text may be the wrong one as well.
                self.found.push(found.replace(Applicability::Suggested, is));
            }
        }
        for (name, (_, first)) in times {
            let message = format!("`{name}` is not in the list of those that are counted");
            let found = Found::at("VALUES_DISAGREE", Slot::of(first), message);
            self.found
                .push(found.related(Relation::OtherOne, fact.slot));
        }
    }

    /// A flag that says whether two texts are the same.
    pub(super) fn true_if_same(&mut self, fact: &Fact<'d>, member: &str, places: &[&str]) {
        let (Some(said), Some(node)) = (fact.slot.node.as_bool(), fact.record.get(member)) else {
            return;
        };
        let mut others = places.iter();
        let other = others.find_map(|place| self.at(fact.record, place).first().copied());
        let texts = (node.as_str(), other.and_then(Node::as_str));
        if let ((Some(own), Some(text)), Some(other)) = (texts, other)
            && said != (own == text)
            // Two spellings of a path may be one, and two texts with one tail two files.
            && (own == text || !same_file(node, other))
        {
            let message = format!("is {said}, but `{member}` is `{own}`, and that is `{text}`");
            let found = Found::of("VALUES_DISAGREE", fact.slot, message);
            let found = found.related(Relation::OtherOne, other).expecting(!said);
            self.found
                .push(found.replace(Applicability::Suggested, !said));
        }
    }
}
