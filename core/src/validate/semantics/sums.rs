//! Numbers that are the sum of others.

use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::vec::Vec;

use super::super::claim::Part;
use super::super::found::{Found, Relation};
use super::super::structure::Fact;
use super::Agreement;
use crate::json::Node;

impl<'d> Agreement<'d, '_> {
    /// A sum over the elements of a list that were applied.
    pub(super) fn sum_of(&mut self, fact: &Fact<'d>, list: &str, member: &str) {
        let lists = self.at(fact.record, list);
        let (Ok(stated), Some(first)) = (fact.slot.node.as_i64_safe(), lists.first()) else {
            return;
        };
        let stated = stated.value;
        if lists.iter().any(|list| self.starts_unclear(*list)) {
            return;
        }
        let mut sum = 0i64;
        for item in lists.iter().flat_map(|list| list.items()) {
            if self.is_unclear(item, "status") || self.is_unclear(item, member) {
                return;
            }
            if item.get("status").and_then(Node::as_str).as_deref() != Some("applied") {
                continue;
            }
            let shift = item.get(member).and_then(|node| node.as_i64_safe().ok());
            match shift.and_then(|shift| sum.checked_add(shift.value)) {
                Some(more) => sum = more,
                None => return,
            }
        }
        if stated != sum {
            let message =
                format!("says {stated}, but `{member}` of what was applied adds up to {sum}");
            let found = Found::of("VALUES_DISAGREE", fact.slot, message);
            self.found.push(found.related(Relation::Counted, *first));
        }
    }

    /// A number that must not be greater than another one.
    pub(super) fn at_most(&mut self, fact: &Fact<'d>, most: &str) {
        if let (Some(stated), Some((node, limit))) = (Self::number(fact), Self::beside(fact, most))
            && stated > limit
        {
            let message = format!("says {stated}, and `{most}` is {limit}");
            let found = Found::of("VALUES_DISAGREE", fact.slot, message);
            self.found.push(found.related(Relation::OtherOne, node));
        }
    }

    /// A number that is the sum of the numbers at each of several places. Where one of the sums
    /// bears it out, the others are the wrong ones.
    pub(super) fn count_each(&mut self, fact: &Fact<'d>, places: &[&str]) {
        let Some(stated) = Self::number(fact) else {
            return;
        };
        let mut sums = Vec::new();
        for place in places {
            let whole = place.strip_suffix("/*").unwrap_or(place);
            let Some(whole) = self.at(fact.record, whole).first().copied() else {
                continue;
            };
            let mut sum = Some(0u64);
            self.each_at(fact.record, place, &mut |node| {
                let number = node.as_u64_safe().ok().map(|number| number.value);
                sum = sum.zip(number).and_then(|(sum, one)| sum.checked_add(one));
            });
            // What is no number is reported elsewhere, and nobody knows the sum with it.
            sums.extend(sum.map(|sum| (whole, sum)));
        }
        let wrong = || sums.iter().filter(|(_, sum)| *sum != stated);
        let right = sums.iter().find(|(_, sum)| *sum == stated);
        if let Some((right, _)) = right {
            for (whole, sum) in wrong() {
                let message = format!("adds up to {sum}, but there are {stated} in all");
                let found = Found::at("COUNT_MISMATCH", *whole, message);
                let found = found.related("adds up to as many", *right);
                self.found
                    .push(found.related("how many there are", fact.slot));
            }
            return;
        }
        let Some((first, is)) = wrong().next() else {
            return;
        };
        let found = if sums.iter().all(|(_, sum)| sum == is) {
            // Any of the numbers may be the wrong one.
            let message = format!("says {stated}, but what it sums up is {is} together");
            Found::of("COUNT_MISMATCH", fact.slot, message).expecting(*is)
        } else {
            let message = format!("says {stated}, but nothing adds up to that");
            Found::of("COUNT_MISMATCH", fact.slot, message)
        };
        self.found.push(found.related(Relation::Counted, *first));
    }

    /// How many bytes the ranges in a list have together. What lies in two of them may be counted
    /// once or twice.
    pub(super) fn bytes_in(&mut self, fact: &Fact<'d>, list: &str) {
        let (Ok(stated), Some(list)) = (fact.slot.node.as_u64_safe(), fact.record.get(list)) else {
            return;
        };
        let mut ranges: BTreeMap<Cow<'d, str>, Vec<(u64, u64)>> = BTreeMap::new();
        let (from, to) = list.byte_range();
        let mut count = 0;
        for claim in self.claims {
            let (start, end) = claim.slot.node.byte_range();
            if start < from || to < end {
                continue;
            }
            let (Some(path), Some(start), Some(end)) = (
                claim.text(Part::Path),
                claim.number(Part::ByteStart),
                claim.number(Part::ByteEnd),
            ) else {
                return;
            };
            if start > end {
                return;
            }
            count += 1;
            ranges.entry(path).or_default().push((start, end));
        }
        // Of an element that is no range nobody knows how much it holds.
        if count == 0 || count != list.len() {
            return;
        }
        // What lies in several ranges is counted once in the one, each time in the other.
        let (mut least, mut most) = (0u64, 0u64);
        for ranges in ranges.values_mut() {
            ranges.sort_unstable();
            let mut last = 0;
            for (start, end) in ranges {
                least = least.saturating_add(end.saturating_sub((*start).max(last)));
                most = most.saturating_add(end.saturating_sub(*start));
                last = last.max(*end);
            }
        }
        if stated.value < least || most < stated.value {
            let message = format!("says {}, but its ranges have {least} bytes", stated.value);
            let found = Found::of("VALUES_DISAGREE", fact.slot, message);
            self.found.push(found.related(Relation::Counted, list));
        }
    }
}
