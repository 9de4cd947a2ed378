//! Numbers that disagree with a list, where it is the list that is to be doubted.
//!
//! One number against a list is a wrong number, and the list says what is right. Where another
//! number disagrees with the list by as much, or something else says that the list lacks
//! something, then the list has probably lost an element or gained one. What it has is then no
//! answer to what the numbers should be.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::vec::Vec;

use super::super::found::{Found, Place};
use super::super::structure::Fact;
use crate::envelope::shape::Role;
use crate::json::{Node, Value};

/// By how much a number is more than its list has; nothing, where the finding is not about two
/// numbers.
type Excess = Option<i128>;

/// Findings on one list: how many are off by how much.
type Off = BTreeMap<Excess, usize>;

/// Takes back the proposals for numbers that others confirm.
pub(crate) fn withdraw_confirmed(root: Node<'_>, facts: &[Fact<'_>], found: &mut [Found]) {
    by_flags(facts, found);
    let (from, _) = root.byte_range();
    let raw = root.raw();
    let numbers = |one: &Found| -> Option<(i128, u64)> {
        let is = one.expected.as_ref()?.as_u64()?;
        let offset = |at: u64| usize::try_from(at.checked_sub(from)?).ok();
        let stated = raw.get(offset(one.range.0)?..offset(one.range.1)?)?;
        Some((stated.parse().ok()?, is))
    };
    let excess = |one: &Found| numbers(one).map(|(stated, is)| stated - i128::from(is));
    let mut lists: BTreeMap<(u64, u64), Off> = BTreeMap::new();
    let mut told: Vec<(usize, Excess)> = Vec::new();
    for (at, one) in found.iter().enumerate() {
        if one.counted().next().is_none() {
            continue;
        }
        let excess = excess(one);
        told.push((at, excess));
        for list in one.counted() {
            *lists.entry(list).or_default().entry(excess).or_default() += 1;
        }
    }
    if told.len() < 2 {
        return;
    }
    let lists = within(lists);
    let is_confirmed = |one: &Found, excess: Excess| {
        one.counted().any(|list| {
            lists.get(&list).is_some_and(|off| {
                off.here.get(&excess).is_some_and(|many| *many > 1)
                    || off.here.contains_key(&None)
                    || excess.is_some_and(|excess| off.has_others_like(excess))
            })
        })
    };
    for (at, excess) in told {
        let Some(one) = found.get_mut(at) else {
            continue;
        };
        if !one.fixes.is_empty() && is_confirmed(one, excess) {
            if let Some((stated, is)) = numbers(one) {
                one.message = format!(
                    "says {stated}, but the list has {is}; the list may be wrong itself, as another \
                     number disagrees with it, too"
                );
            }
            one.fixes.clear();
            one.expected = None;
        }
    }
}

/// Takes back the proposals for numbers with a flag beside them that agrees with the number and not
/// with the list, and those for flags that agree with the list and not with the number.
fn by_flags(facts: &[Fact<'_>], found: &mut [Found]) {
    if found.is_empty() {
        return;
    }
    let flags = facts.iter().filter_map(|fact| match fact.role {
        Role::TrueIfNone(count) => {
            let number = fact.record.get(count)?;
            let none = fact.slot.node.as_bool()?;
            let agrees = none == (number.as_u64_safe().ok()?.value == 0);
            Some((number.order(), (fact.slot, none, agrees)))
        }
        _ => None,
    });
    let flags: BTreeMap<usize, _> = flags.collect();
    let mut confirmed = BTreeSet::new();
    for one in found.iter_mut().filter(|one| one.code == "COUNT_MISMATCH") {
        let Place::Order(order) = one.place else {
            continue;
        };
        let is = one.expected.as_ref().and_then(Value::as_u64);
        if let (Some((flag, none, agrees)), Some(is)) = (flags.get(&order), is) {
            let agrees_with_list = *none == (is == 0);
            if agrees_with_list && !agrees {
                confirmed.insert(flag.node.order());
            }
            if agrees_with_list || !agrees {
                continue;
            }
            let name = flag.key().map(|key| key.as_str().into_owned());
            let name = name.unwrap_or_default();
            one.message = format!(
                "{}; the list may be wrong itself, as `{name}` agrees with the number",
                one.message
            );
            one.fixes.clear();
            one.expected = None;
        }
    }
    let is_confirmed =
        |one: &Found| matches!(&one.place, Place::Order(order) if confirmed.contains(order));
    let of_flags = found.iter_mut().filter(|one| one.code == "STATUS_MISMATCH");
    for one in of_flags.filter(|one| is_confirmed(one)) {
        one.fixes.clear();
        one.expected = None;
    }
}

/// The findings on a list, those on the lists around it, and those on the lists in it.
struct Lists {
    here: Off,
    around: BTreeSet<i128>,
    inside: BTreeSet<i128>,
}

impl Lists {
    /// Whether another number is off in the same direction: one on the same list, or one on a list
    /// around it, which may be a sum over several and is off by at least as much then.
    fn has_others_like(&self, excess: i128) -> bool {
        let is_like = |other: &&i128| other.signum() == excess.signum();
        let here = self.here.keys().flatten().filter(is_like).count();
        let mut around = self.around.iter().filter(is_like);
        let mut inside = self.inside.iter().filter(is_like);
        here > 1
            || around.any(|sum| sum.abs() >= excess.abs())
            || inside.any(|part| part.abs() <= excess.abs())
    }
}

/// Adds to each list what is found on those around it and in it. Values of one document lie in
/// each other or apart, so that a stack of the open ones is enough.
fn within(lists: BTreeMap<(u64, u64), Off>) -> BTreeMap<(u64, u64), Lists> {
    let mut open: Vec<((u64, u64), Lists)> = Vec::new();
    let mut all = BTreeMap::new();
    for (list, here) in lists {
        while open.last().is_some_and(|((_, end), _)| *end <= list.0) {
            close(&mut open, &mut all);
        }
        let mut around = BTreeSet::new();
        if let Some((_, outer)) = open.last() {
            around.clone_from(&outer.around);
            around.extend(outer.here.keys().flatten());
        }
        let inside = BTreeSet::new();
        open.push((
            list,
            Lists {
                here,
                around,
                inside,
            },
        ));
    }
    while !open.is_empty() {
        close(&mut open, &mut all);
    }
    all
}

/// Ends the list that was begun last: the one around it has its findings inside.
fn close(open: &mut Vec<((u64, u64), Lists)>, all: &mut BTreeMap<(u64, u64), Lists>) {
    let Some((list, ended)) = open.pop() else {
        return;
    };
    if let Some((_, outer)) = open.last_mut() {
        outer.inside.extend(ended.here.keys().flatten());
        outer.inside.extend(&ended.inside);
    }
    all.insert(list, ended);
}
