//! Elements of no known shape in a list in which others have one.
//!
//! Such a list may hold anything, as an answer of a newer version may. But where the shape of
//! one object is known, so is what the answer is, and readers look for its members in each element.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::vec::Vec;

use super::{MISFIT, Walk, article};
use crate::envelope::shape::{Shape, Type};
use crate::envelope::sign::choose;
use crate::json::{Kind, Node};
use crate::validate::found::{Found, Slot};

/// So many objects are reported: elements of a list mostly have the same keys.
const OBJECTS: usize = 16;

impl<'d> Walk<'d, '_> {
    /// Reports the elements that are no objects, and those that lack what the others have, if one
    /// of the list has a known shape. A list in which none has is noted as unknown. `unknown`: how
    /// many unknown values there were before the list.
    pub(super) fn alike(&mut self, list: Node<'d>, item: &Type, unknown: usize) {
        let item = match item {
            Type::Open(item) => item,
            item => item,
        };
        let Type::OneOf([Type::Choice(shapes), .., Type::Any]) = item else {
            return;
        };
        // Elements of one layout are objects with the same keys: nearly always all are known or
        // none.
        if list.item_layout() > 0 {
            return;
        }
        let is_odd = |item: &Node<'_>| item.kind() != Kind::Object;
        let are_all_known = self.seen.unknown.len() == unknown;
        let are_objects = !list.items().any(|item| is_odd(&item));
        if are_all_known && are_objects {
            return;
        }
        let objects = list.items().filter(|item| !is_odd(item));
        let mut known: Vec<&Shape> = Vec::new();
        for shape in objects.filter_map(|item| choose(shapes, item)) {
            if !known.contains(&shape) {
                known.push(shape);
            }
        }
        let Some(shape) = known.first() else {
            if !are_objects {
                self.seen.unknown.push(Slot::of(list));
            }
            return;
        };
        for item in list.items().filter(is_odd) {
            let found = article(item.kind());
            let message = format!("expected an object like {}, found {found}", shape.name);
            let found = Found::at(MISFIT, Slot::of(item), message);
            self.seen.found.push(found);
        }
        // Only those are elements of the list: others may stand further inside.
        let since = self.seen.unknown.get(unknown..).unwrap_or_default();
        let places: BTreeSet<usize> = since.iter().map(|slot| slot.node.order()).collect();
        let mut told = 0;
        for item in list.items() {
            if told < OBJECTS && places.contains(&item.order()) {
                told += usize::from(self.unlike(Slot::of(item), &known));
            }
        }
    }

    /// Reports what an object lacks to be like its neighbours, if it has more than half of what
    /// they must have. Returns whether it has.
    fn unlike(&mut self, slot: Slot<'d>, known: &[&Shape]) -> bool {
        let node = slot.node;
        let has = |shape: &&Shape| {
            let there = shape
                .required()
                .filter(|field| node.get(field.name).is_some());
            there.count()
        };
        let nearest = known.iter().copied().max_by_key(has);
        let Some(shape) = nearest.filter(|shape| 2 * has(shape) > shape.required().count()) else {
            return false;
        };
        self.lacking(slot, shape);
        true
    }
}
