//! Pages: which one it is, how many there are, and whether one follows.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::super::found::Found;
use super::super::structure::Fact;
use super::Agreement;
use crate::diagnostic::Applicability;
use crate::json::{Kind, Node};

impl<'d> Agreement<'d, '_> {
    /// The number of a page, against how many pages there are. `bases` are the numbers that the
    /// first page may have.
    pub(super) fn page(&mut self, fact: &Fact<'d>, pages: &str, bases: &[u64], list: Option<&str>) {
        if let (Some(page), Some((node, pages))) = (Self::number(fact), Self::beside(fact, pages)) {
            let list = list.and_then(|list| fact.record.get(list));
            // A page after the last one may be asked for, and then lists nothing.
            let is_empty = list.is_some_and(Node::is_empty);
            // Where there are no pages, there is an empty first one all the same.
            let is_none = |base: &u64| {
                let last = base.saturating_add(pages);
                page < *base || (page >= last && page != *base && !is_empty)
            };
            if !bases.is_empty() && bases.iter().all(is_none) {
                let from = any_of(bases);
                let message = format!("there is no page {page}: {pages} pages from {from}");
                let found = Found::at("PAGE_MISMATCH", fact.slot, message);
                self.found.push(found.related("how many there are", node));
            }
        }
    }

    /// How many pages there are, by how many elements in all and how many on a page. The total may
    /// be the wrong number, and is where a page follows that could not be.
    pub(super) fn pages(&mut self, fact: &Fact<'d>, total: &str, size: u64, more: [&str; 2]) {
        if let (Some(pages), Some((node, total))) = (Self::number(fact), Self::beside(fact, total))
        {
            let is = total.div_ceil(size.max(1));
            if pages != is && pages != is.max(1) {
                self.miscounted("PAGE_MISMATCH", fact.slot, is, node);
                let [page, more] = more.map(|name| fact.record.get(name));
                let page = page.and_then(|page| page.as_u64_safe().ok());
                let follows = more.and_then(Node::as_bool) == Some(true);
                let could_not = page.is_some_and(|page| page.value.saturating_add(1) >= is);
                if let Some(found) = self.found.last_mut() {
                    if follows && could_not {
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

    /// A flag that another page follows.
    pub(super) fn more(&mut self, fact: &Fact<'d>, page: &str, pages: &str, bases: &[u64]) {
        let (Some(said), Some((node, page)), Some((_, pages))) = (
            fact.slot.node.as_bool(),
            Self::beside(fact, page),
            Self::beside(fact, pages),
        ) else {
            return;
        };
        let more = |base: &u64| page.saturating_add(1) < base.saturating_add(pages);
        if !bases.is_empty() && bases.iter().all(|base| said != more(base)) {
            let more = !said;
            let from = any_of(bases);
            let message = format!("is {said}, but this is page {page} of {pages}, from {from}");
            let found = Found::of("PAGE_MISMATCH", fact.slot, message);
            let found = found.related("the page", node).expecting(more);
            self.found
                .push(found.replace(Applicability::Suggested, more));
        }
    }

    /// How many pages there are, by how many elements in all and how many on this page.
    pub(super) fn pages_by(
        &mut self,
        fact: &Fact<'d>,
        total: &str,
        (page, base): (&str, u64),
        list: &str,
    ) {
        let list = fact.record.get(list);
        let list = list.filter(|list| list.kind() == Kind::Array);
        let (Some(pages), Some((node, total)), Some((_, page)), Some(list)) = (
            Self::number(fact),
            Self::beside(fact, total),
            Self::beside(fact, page),
            list,
        ) else {
            return;
        };
        let here = list.len();
        if total == 0 && here == 0 && pages > 1 {
            return self.miscounted("PAGE_MISMATCH", fact.slot, 0, node);
        }
        let Some(earlier) = page.checked_sub(base) else {
            return;
        };
        // A page after the last one shows nothing, and a list of more than all is reported
        // elsewhere.
        if here == 0 || here > total || earlier >= pages.max(1) {
            return;
        }
        let right = Right::of(total, earlier, here);
        if right.has(pages) {
            return;
        }
        if let Some(is) = right.only() {
            self.miscounted("PAGE_MISMATCH", fact.slot, is, node);
            // Where not all of it stands on this page, the total may be the wrong number.
            let found = self.found.last_mut().filter(|_| here < total);
            for fix in found.into_iter().flat_map(|found| &mut found.fixes) {
                fix.applicability = Applicability::Suggested.as_str().into();
            }
        } else {
            let message = format!(
                "says {pages}, but {total} in all with {here} on page {page} do not make {pages} pages of one \
                 size"
            );
            let found = Found::of("PAGE_MISMATCH", fact.slot, message);
            self.found.push(found.related("how many there are", node));
        }
    }
}

/// The numbers that the first page may have.
fn any_of(bases: &[u64]) -> String {
    let bases: Vec<String> = bases.iter().map(u64::to_string).collect();
    bases.join(" or ")
}

/// How many pages there can be.
struct Right {
    /// If this page is full.
    full: Option<u64>,
    /// If it is the last one, and not full.
    last: Option<u64>,
}

impl Right {
    /// With so many in all, so many pages before this one, and so many on it.
    fn of(total: u64, earlier: u64, here: u64) -> Self {
        let so_far = earlier.saturating_add(1);
        let is_full = so_far.saturating_mul(here) <= total;
        let before = total.saturating_sub(here);
        let size = before.checked_div(earlier);
        let is_last =
            size.is_some_and(|size| size > here && size.checked_mul(earlier) == Some(before));
        Self {
            full: is_full.then(|| total.div_ceil(here)),
            last: is_last.then_some(so_far),
        }
    }

    fn has(&self, pages: u64) -> bool {
        [self.full, self.last].contains(&Some(pages))
    }

    fn only(&self) -> Option<u64> {
        match (self.full, self.last) {
            (Some(one), None) | (None, Some(one)) => Some(one),
            _ => None,
        }
    }
}
