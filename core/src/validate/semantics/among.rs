//! Texts of one place that have to stand at another one, and how often they do.

use alloc::borrow::Cow;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::vec::Vec;

use super::super::found::{Found, Relation, Slot};
use super::super::structure::Fact;
use super::super::twin::same_file;
use super::Agreement;
use crate::diagnostic::Applicability;
use crate::json::{Kind, Node};

/// What stands at the places that are counted.
struct Named<'d> {
    /// How often each text is there, and where it is first.
    times: BTreeMap<Cow<'d, str>, (u64, Node<'d>)>,
    /// The lists that hold them.
    lists: Vec<Node<'d>>,
    /// Whether one of the lists is not there.
    is_one_absent: bool,
}

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
        let Some(Named {
            times,
            lists,
            is_one_absent,
        }) = self.tallied_in(fact.record, places)
        else {
            return;
        };
        let mut listed = BTreeSet::new();
        let mut wrong = Vec::new();
        let (mut stated_in_all, mut is_in_all) = (0u128, 0u128);
        for item in fact.slot.node.items() {
            let (Some(name), Some(stated)) = (item.get(text), item.get(count)) else {
                return;
            };
            let Some(name) = name.as_str() else {
                return;
            };
            let is = times.get(&name).map_or(0, |(is, _)| *is);
            // What is listed twice is told as that.
            if !listed.insert(name.clone()) {
                continue;
            }
            if let Ok(number) = stated.as_u64_safe() {
                stated_in_all += u128::from(number.value);
                is_in_all += u128::from(is);
                if number.value != is {
                    wrong.push((item, stated, (number.value, is), name));
                }
            }
        }
        // A text that nothing counts may be one that is counted, misspelt; and where the sum is
        // right, it is one text that is another. More than there are may be in a list that is not.
        let unlisted = || times.iter().filter(|(name, _)| !listed.contains(*name));
        let is_misnamed = unlisted().next().is_some();
        let may_be_lost = is_one_absent && stated_in_all > is_in_all;
        let may_be_text = is_misnamed || stated_in_all == is_in_all || may_be_lost;
        let mut unnamed = Vec::new();
        for (item, stated, (number, is), name) in wrong {
            if is_misnamed && is == 0 {
                unnamed.push(item.byte_range());
            }
            let message = format!("says {number}, but `{name}` is named {is} times");
            let found = Found::of("COUNT_MISMATCH", Slot::of(stated), message);
            let related = |found: Found, list: &Node<'d>| found.related(Relation::Counted, *list);
            let found = lists.iter().fold(found, related);
            self.found.push(if may_be_text {
                found
            } else {
                // A text may be the wrong one as well.
                found.expecting(is).replace(Applicability::Suggested, is)
            });
        }
        self.doubt_within(&unnamed);
        for (name, (_, first)) in unlisted() {
            let message = format!("`{name}` is not in the list of those that are counted");
            let found = Found::at("VALUES_DISAGREE", Slot::of(*first), message);
            self.found
                .push(found.related(Relation::OtherOne, fact.slot));
        }
    }

    /// What stands at these places. Nothing, if nobody knows what is in one of the lists, or which
    /// of them there are.
    fn tallied_in(&self, record: Node<'d>, places: &[&str]) -> Option<Named<'d>> {
        let mut times: BTreeMap<Cow<'d, str>, (u64, Node<'d>)> = BTreeMap::new();
        let mut all = Vec::new();
        let mut is_one_absent = false;
        for place in places {
            let whole = place.split_once("/*").map_or(*place, |(whole, _)| whole);
            let lists = self.at(record, whole);
            if lists.is_empty() {
                let above = whole.rsplit_once('/').map_or("", |(above, _)| above);
                if self.at(record, above).iter().any(|node| !node.is_null()) {
                    return None;
                }
                is_one_absent = true;
            }
            // Of what is no list, or lacks the member, nobody knows what it holds.
            if lists.iter().any(|list| list.kind() != Kind::Array) {
                return None;
            }
            let there: u64 = lists.iter().map(|list| list.len()).sum();
            let mut texts = 0;
            self.each_at(record, place, &mut |node| {
                if let Some(text) = node.as_str() {
                    texts += 1;
                    times.entry(text).or_insert((0, node)).0 += 1;
                }
            });
            if texts != there {
                return None;
            }
            all.extend(lists);
        }
        // A name that nobody knows may be that of the list that is not there.
        let mut members = record.members();
        if all.is_empty() || is_one_absent && members.any(|(_, value)| self.starts_unclear(value)) {
            return None;
        }
        Some(Named {
            times,
            lists: all,
            is_one_absent,
        })
    }

    /// Takes back what was proposed for flags in objects whose text is probably the wrong one:
    /// these stand at `ranges`, in order.
    fn doubt_within(&mut self, ranges: &[(u64, u64)]) {
        if ranges.is_empty() {
            return;
        }
        let is_within = |at: u64| {
            let next = ranges.partition_point(|(from, _)| *from <= at);
            let last = next.checked_sub(1).and_then(|last| ranges.get(last));
            last.is_some_and(|(_, end)| at < *end)
        };
        let found = self.found.iter_mut();
        for one in found.filter(|one| one.code == "VALUES_DISAGREE" && is_within(one.range.0)) {
            one.fixes.clear();
            one.expected = None;
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
