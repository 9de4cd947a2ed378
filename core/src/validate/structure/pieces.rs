//! Ranges that are handed over while the walk goes on.
//!
//! A document may hold millions of ranges, and most checks look at one after the other. So the
//! walk keeps a hundred or so, and hands them over once nothing more can be said of them: then
//! what they say is still in the caches, and the memory does not grow with the document. Only a
//! list that is in no other list is taken apart so.

use super::{NamedRange, Seen, Walk, walk_with};
use crate::envelope::shape::Type;
use crate::json::Node;
use crate::validate::claim::Claim;
use crate::validate::found::Slot;

/// So many ranges are handed over together, or a few more.
const PIECE: usize = 128;

/// Ranges and ids of matches, in the order of the text.
pub(crate) type Pass<'t, 'd> = dyn FnMut(&[Claim<'d>], &[NamedRange<'d>]) + 't;

/// Walks a document and hands its ranges over piece by piece; those that were not handed over when
/// it is at its end are `seen.left()`. What was handed over is kept only `with_all`, and so is what
/// is said of files beside the ranges.
pub(crate) fn walk_in_pieces<'d>(
    root: Node<'d>,
    ty: &Type,
    strict: bool,
    with_all: bool,
    pass: &mut Pass<'_, 'd>,
) -> Seen<'d> {
    walk_with(root, ty, strict, Some(pass), with_all)
}

impl<'d, 's> Walk<'d, 's> {
    pub(super) fn list(&mut self, node: Node<'d>, item: &'s Type) {
        let known = self.known == self.seen.so_far() && self.unswept.is_empty();
        let mut pass = if known { self.pass.take() } else { None };
        let before = self.seen.claims.len();
        for value in node.items() {
            self.value(Slot::of(value), item, None);
            if let Some(pass) = &mut pass
                && self.seen.left().0.len() >= PIECE
                && self.unswept.is_empty()
            {
                self.seen.settle();
                let (claims, named) = self.seen.left();
                pass(claims, named);
                self.seen.passed(self.keeps_all);
            }
            let is_kept = pass.is_none() || self.keeps_all;
            if is_kept && self.seen.is_nearly_full() {
                self.seen.expect(node, value, before);
            }
        }
        if pass.is_some() {
            self.known = self.seen.so_far();
            self.pass = pass;
        }
    }
}

impl<'d> Seen<'d> {
    /// The ranges and the ids of matches that were not handed over during the walk.
    pub(crate) fn left(&self) -> (&[Claim<'d>], &[NamedRange<'d>]) {
        let (claims, named) = self.passed;
        (
            self.claims.get(claims..).unwrap_or_default(),
            self.named.get(named..).unwrap_or_default(),
        )
    }

    /// Whether many ranges are kept and there is room for few more.
    fn is_nearly_full(&self) -> bool {
        let kept = self.claims.len();
        kept >= PIECE && self.claims.capacity() - kept < PIECE
    }

    /// Makes room for the ranges in the rest of a list, if they go on as densely as up to this
    /// element: to copy what is kept each time that it grows takes longer than to check it.
    /// `before`: how many ranges there were before the list.
    fn expect(&mut self, list: Node<'_>, element: Node<'_>, before: usize) {
        let ((first, last), (_, here)) = (list.byte_range(), element.byte_range());
        let (bytes, left) = (here.saturating_sub(first), last.saturating_sub(here));
        let claims = self.claims.len().saturating_sub(before) as u64;
        let more = claims.saturating_mul(left) / bytes.max(1);
        let more = usize::try_from(more).unwrap_or(0);
        // The list around a short one gives a better estimate.
        if more >= PIECE {
            // Without room they grow as they come.
            let _ = self.claims.try_reserve(more + PIECE);
            let _ = self.named.try_reserve(more + PIECE);
        }
    }

    /// Notes that all ranges were handed over, and forgets them if they are not to be kept.
    fn passed(&mut self, keeps_all: bool) {
        if keeps_all {
            self.passed = (self.claims.len(), self.named.len());
        } else {
            self.claims.clear();
            self.named.clear();
        }
    }

    /// Puts the ranges in their order, and adds to them what is said of them elsewhere.
    pub(super) fn settle(&mut self) {
        let left = self.claims.get_mut(self.passed.0..).unwrap_or_default();
        left.sort_by_key(Claim::order);
        self.said_outside();
    }

    /// How many ranges there are, and how much is said outside of them.
    const fn so_far(&self) -> (usize, usize) {
        (self.claims.len(), self.outside.len())
    }
}
