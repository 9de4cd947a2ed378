//! Ranges that are handed over while the walk goes on.
//!
//! A document may hold millions of them, and most checks look at one after the other. So
//! the walk keeps some hundred and hands them over once nothing more can be said of them:
//! what they say is still near then, and no memory grows with the document. Only lists in
//! no other list are taken apart so.

use super::{Seen, Walk, walk_with};
use crate::envelope::shape::Type;
use crate::json::Node;
use crate::validate::claim::Claim;
use crate::validate::found::Slot;

/// So many ranges are handed over together, or a few more.
const PIECE: usize = 128;

/// Ranges and ids of matches, in the order of the text.
pub(crate) type Pass<'t, 'd> = dyn FnMut(&[Claim<'d>], &[(usize, Slot<'d>)]) + 't;

/// The walk over a document whose ranges need not be kept: those of a long list are handed
/// over piece by piece, and what is returned holds those that are left.
pub(crate) fn walk_in_pieces<'d>(
    root: Node<'d>,
    ty: &Type,
    strict: bool,
    pass: &mut Pass<'_, 'd>,
) -> Seen<'d> {
    walk_with(root, ty, strict, Some(pass), false)
}

impl<'d, 's> Walk<'d, 's> {
    pub(super) fn list(&mut self, node: Node<'d>, item: &'s Type) {
        let known = self.known == self.seen.so_far() && self.unswept.is_empty();
        let mut pass = if known { self.pass.take() } else { None };
        for value in node.items() {
            self.value(Slot::of(value), item, None);
            if let Some(pass) = &mut pass
                && self.seen.claims.len() >= PIECE
                && self.unswept.is_empty()
            {
                self.seen.settle();
                pass(&self.seen.claims, &self.seen.named);
                self.seen.claims.clear();
                self.seen.named.clear();
            }
        }
        if pass.is_some() {
            self.known = self.seen.so_far();
            self.pass = pass;
        }
    }
}

impl Seen<'_> {
    /// Puts the ranges in their order, and adds to them what is said of them elsewhere.
    pub(super) fn settle(&mut self) {
        self.claims.sort_by_key(Claim::order);
        self.said_outside();
    }

    /// How many ranges there are, and how much is said outside of them.
    const fn so_far(&self) -> (usize, usize) {
        (self.claims.len(), self.outside.len())
    }
}
