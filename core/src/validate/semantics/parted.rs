//! Numbers that say how many elements of a list have one word, and how many another.
//!
//! Where several of them are wrong and their sum is right, it may be an element that has the
//! wrong word: then the list does not show for certain which numbers are right. Where one is too
//! large by one and another too small by one, a single element explains both.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::vec::Vec;

use super::super::found::{Found, Relation};
use super::super::structure::Fact;
use super::Agreement;
use crate::diagnostic::Applicability;
use crate::json::{Kind, Node, Value};

/// One of the numbers that is wrong.
#[derive(Debug, Clone, Copy)]
pub(super) struct Parted<'s> {
    /// The place of its finding among all findings.
    found: usize,
    /// Where the list stands among all values, and the member with the words.
    by: (usize, &'s str),
    stated: u64,
    actual: u64,
}

impl<'d, 's> Agreement<'d, 's> {
    /// A number that counts the elements with `word`; those with one of the words in `perhaps` may
    /// be counted or not.
    pub(super) fn count_where(
        &mut self,
        fact: &Fact<'d>,
        list: &str,
        member: &'static str,
        (word, perhaps): (&str, &[&str]),
    ) {
        let lists = self.at(fact.record, list);
        let (Some(stated), Some(first)) = (Self::number(fact), lists.first().copied()) else {
            return;
        };
        // What is no list is reported elsewhere, and holds nothing that could be counted.
        if lists.iter().any(|list| self.starts_unclear(*list)) {
            return;
        }
        let has = |item: Node<'d>, word: &str| {
            let said = item.get(member);
            said.is_some_and(|said| match said.kind() {
                Kind::Bool => said.raw() == word,
                _ => said.as_str().as_deref() == Some(word),
            })
        };
        let items = || lists.iter().flat_map(|list| list.items());
        let actual = items().filter(|item| has(*item, word)).count() as u64;
        if stated == actual {
            return;
        }
        // Elements that may be meant may make the number right.
        let may_be = |item: Node<'d>| {
            self.is_unclear(item, member) || perhaps.iter().any(|word| has(item, word))
        };
        let unclear = items().filter(|item| may_be(*item));
        let most = actual.saturating_add(unclear.count() as u64);
        if most == actual {
            self.parted.push(Parted {
                found: self.found.len(),
                by: (first.order(), member),
                stated,
                actual,
            });
            self.miscounted("COUNT_MISMATCH", fact.slot, actual, first);
        } else if stated < actual || stated > most {
            let message = format!("says {stated}, but {actual} to {most} are right");
            let found = Found::of("COUNT_MISMATCH", fact.slot, message);
            self.found.push(found.related(Relation::Counted, first));
        }
    }

    /// Proposes 0 in the finding of this number, if there is one: the number is of a tool that
    /// prints 0 whatever there is.
    pub(super) fn never_counted(&mut self, number: usize) {
        let Some(found) = self.found.get_mut(number) else {
            return;
        };
        let is_zero = found
            .expected
            .as_ref()
            .is_none_or(|is| *is == Value::from(0_u64));
        if is_zero {
            return;
        }
        found
            .message
            .push_str(", or the 0 of a tool that does not count");
        found.fixes.clear();
        found.expected = Some(0_u64.into());
        found.propose(Applicability::Suggested, 0_u64);
    }

    /// Makes the fixes of numbers whose sum is right less trusted, and takes back those of two that
    /// one element explains.
    pub(super) fn parted(&mut self) {
        let mut lists: BTreeMap<(usize, &'s str), Vec<Parted<'s>>> = BTreeMap::new();
        for one in core::mem::take(&mut self.parted) {
            lists.entry(one.by).or_default().push(one);
        }
        let sum = |all: &[Parted<'_>], number: fn(&Parted<'_>) -> u64| -> u128 {
            all.iter().map(|one| u128::from(number(one))).sum()
        };
        let doubted = lists.into_values().filter(|all| {
            all.len() > 1 && sum(all, |one| one.stated) == sum(all, |one| one.actual)
        });
        for all in doubted {
            let is_one = all.iter().all(|one| one.stated.abs_diff(one.actual) == 1);
            let is_one = is_one && all.len() == 2;
            for one in all {
                let Some(found) = self.found.get_mut(one.found) else {
                    continue;
                };
                found.message.push_str("; an element may be the wrong one");
                if is_one {
                    found.fixes.clear();
                    found.expected = None;
                }
                for fix in &mut found.fixes {
                    fix.applicability = Applicability::Suggested.as_str().into();
                }
            }
        }
    }
}
