//! Elements of a list of which nobody knows what they are, among some that are known.
//!
//! Such a list may hold anything, as an answer of a newer version does. Where one of its
//! objects is known, the answer is known, and who reads it looks for members in each element.

use alloc::collections::BTreeSet;
use alloc::format;

use super::{MISFIT, Walk, article};
use crate::envelope::shape::{Field, Shape, Type};
use crate::envelope::sign::choose;
use crate::json::{Kind, Node};
use crate::validate::found::{Found, Slot};

/// So many objects are looked at: elements of a list have the same names.
const OBJECTS: usize = 16;

impl<'d> Walk<'d, '_> {
    /// Tells the elements that are no objects, and those that lack what the others have, in a list
    /// in which one has a known shape. Of a list in which none has, it is said that nobody knows
    /// it. `unknown`: how many values nobody knew before the list.
    pub(super) fn alike(&mut self, list: Node<'d>, item: &Type, unknown: usize) {
        let item = match item {
            Type::Open(item) => item,
            item => item,
        };
        let Type::OneOf([Type::Choice(shapes), .., Type::Any]) = item else {
            return;
        };
        // All of one layout are objects, and all of them known or none.
        if list.item_layout() > 0 {
            return;
        }
        let is_odd = |item: &Node<'_>| item.kind() != Kind::Object;
        let are_all_known = self.seen.unknown.len() == unknown;
        let are_objects = !list.items().any(|item| is_odd(&item));
        if are_all_known && are_objects {
            return;
        }
        let mut objects = list.items().filter(|item| !is_odd(item));
        let Some(shape) = objects.find_map(|item| choose(shapes, item)) else {
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
        // Some may stand further inside.
        let since = self.seen.unknown.get(unknown..).unwrap_or_default();
        let places: BTreeSet<usize> = since.iter().map(|slot| slot.node.order()).collect();
        let own = list.items().filter(|item| places.contains(&item.order()));
        for item in own.take(OBJECTS) {
            self.unlike(Slot::of(item), shape);
        }
    }

    /// Tells what an object lacks to be as its neighbours are, if it has more than that of them.
    fn unlike(&mut self, slot: Slot<'d>, shape: &Shape) {
        let node = slot.node;
        let is_gone = |field: &&Field| node.get(field.name).is_none();
        let gone = shape.required().filter(is_gone).count();
        let there = shape.required().count() - gone;
        if there > gone {
            self.lacking(slot, shape);
        }
    }
}
