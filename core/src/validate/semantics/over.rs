//! Numbers that are computed from several values: the greatest, the least, the mean, how many
//! different ones; and percentages.

use alloc::collections::BTreeSet;
use alloc::format;

use super::super::found::{Found, Relation};
use super::super::structure::Fact;
use super::Agreement;
use super::among::said;
use crate::diagnostic::Applicability;
use crate::envelope::shape::Over;
use crate::json::{Kind, Node};

/// By how much a number that is no integer may be off: it may be rounded.
const ROUNDED: f64 = 0.5;

/// What some numbers come to.
#[derive(Default)]
struct Totals {
    count: u64,
    sum: f64,
    most: u64,
    least: Option<u64>,
}

impl<'d> Agreement<'d, '_> {
    pub(super) fn over(&mut self, fact: &Fact<'d>, what: Over, place: &str) {
        let whole = place.split_once("/*").map_or(place, |(whole, _)| whole);
        let Some(whole) = self.at(fact.record, whole).first().copied() else {
            return;
        };
        match what {
            Over::Different => self.different(fact, whole, place),
            Over::Most | Over::Least | Over::Mean => {
                // What is no number is reported, and an element that lacks its number may have any.
                let totals = self.totals(fact, whole, place);
                match totals.filter(|totals| totals.count >= whole.len()) {
                    Some(totals) if what == Over::Mean => self.mean(fact, &totals, whole),
                    Some(totals) if what == Over::Most => self.extreme(fact, totals.most, whole),
                    Some(totals) => {
                        self.extreme(fact, totals.least.unwrap_or_default(), whole);
                    }
                    None => {}
                }
            }
        }
    }

    fn different(&mut self, fact: &Fact<'d>, whole: Node<'d>, place: &str) {
        let Some(stated) = Self::number(fact) else {
            return;
        };
        let (mut all, mut is_known) = (BTreeSet::new(), true);
        self.each_at(fact.record, place, &mut |node| {
            // What is not told may be another one each time.
            let one = said(node);
            is_known &= one.is_some();
            all.insert((node.kind() == Kind::String, one));
        });
        let is = all.len() as u64;
        if is_known && stated != is && self.tells_each(fact.record, place) {
            let message = format!("says {stated}, but there are {is} different ones");
            let found = Found::of("COUNT_MISMATCH", fact.slot, message).expecting(is);
            let found = found.related(Relation::Counted, whole);
            // One that is spelt otherwise may be the same.
            self.found.push(found.replace(Applicability::Suggested, is));
        }
    }

    /// Whether no step to a place is missing in any of the elements that it leads through.
    fn tells_each(&self, record: Node<'d>, place: &str) -> bool {
        let mut place = place;
        let mut below: Option<u64> = None;
        while let Some((before, step)) = place.rsplit_once('/') {
            let (mut count, mut are_lists) = (0_u64, true);
            self.each_at(record, place, &mut |_| count += 1);
            if below.is_some_and(|below| below != count) {
                return false;
            }
            if step == "*" {
                self.each_at(record, before, &mut |list| {
                    are_lists &= list.kind() == Kind::Array;
                });
            }
            if !are_lists {
                return false;
            }
            below = (step != "*").then_some(count);
            place = before;
        }
        true
    }

    /// What the numbers at a place come to; nothing, if anything there is no number.
    fn totals(&self, fact: &Fact<'d>, whole: Node<'d>, place: &str) -> Option<Totals> {
        let (mut all, mut is_known) = (Totals::default(), whole.kind() == Kind::Array);
        self.each_at(fact.record, place, &mut |node| match node.as_u64_safe() {
            Ok(number) => {
                let number = number.value;
                all.count += 1;
                all.sum += as_float(number);
                all.most = all.most.max(number);
                all.least = Some(all.least.map_or(number, |least| least.min(number)));
            }
            Err(_) => is_known = false,
        });
        is_known.then_some(all)
    }

    /// The greatest or the least number.
    fn extreme(&mut self, fact: &Fact<'d>, is: u64, whole: Node<'d>) {
        if Self::number(fact).is_some_and(|stated| stated != is) {
            let message = format!(
                "says {}, but what is there makes it {is}",
                fact.slot.node.raw()
            );
            let found = Found::of("VALUES_DISAGREE", fact.slot, message).expecting(is);
            let found = found.related(Relation::Counted, whole);
            self.found.push(found.replace(Applicability::Suggested, is));
        }
    }

    fn mean(&mut self, fact: &Fact<'d>, all: &Totals, whole: Node<'d>) {
        let is = match all.count {
            0 => 0.0,
            count => all.sum / as_float(count),
        };
        if let Some(stated) = fact.slot.node.as_f64()
            && (stated - is).abs() > ROUNDED
        {
            let message = format!(
                "says {}, but what is there makes it {is}",
                fact.slot.node.raw()
            );
            let found = Found::of("VALUES_DISAGREE", fact.slot, message);
            self.found.push(found.related(Relation::Counted, whole));
        }
    }

    /// A percentage; `of` are the members with the part and the whole, if there are such.
    pub(super) fn percent(&mut self, fact: &Fact<'d>, of: &[&str]) {
        let Some(stated) = fact.slot.node.as_f64() else {
            return;
        };
        let raw = fact.slot.node.raw();
        if !(0.0..=100.0).contains(&stated) {
            let message = format!("is {raw}, but a percentage is from 0 to 100");
            self.report_of("VALUES_DISAGREE", fact.slot, message);
            return;
        }
        let [part, whole] = of else {
            return;
        };
        let (Some((node, part)), Some((_, whole))) =
            (Self::beside(fact, part), Self::beside(fact, whole))
        else {
            return;
        };
        // A part of more than the whole is reported as a wrong number.
        if part > whole {
            return;
        }
        let is = match whole {
            0 => 0.0,
            whole => as_float(part) / as_float(whole) * 100.0,
        };
        if (stated - is).abs() > ROUNDED {
            let message = format!("says {raw}, but {part} of {whole} are {is:.1} percent");
            let found = Found::of("VALUES_DISAGREE", fact.slot, message);
            self.found.push(found.related(Relation::Counted, node));
        }
    }
}

#[allow(
    clippy::cast_precision_loss,
    reason = "it is compared with what may be rounded"
)]
const fn as_float(number: u64) -> f64 {
    number as f64
}
