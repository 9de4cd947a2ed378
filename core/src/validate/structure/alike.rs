//! Elements of a list of which nobody knows what they are, among some that are known.
//!
//! Such a list may hold anything, as an answer of a newer version does. Where one of its
//! objects is known, the answer is known, and who reads it looks for members in each element.

use alloc::format;

use super::{MISFIT, Walk, article};
use crate::envelope::shape::Type;
use crate::envelope::sign::choose;
use crate::json::{Kind, Node};
use crate::validate::found::{Found, Slot};

impl<'d> Walk<'d, '_> {
    /// Tells the elements that are no objects, in a list in which one has a known shape. Of a list
    /// in which none has, it is said that nobody knows it.
    pub(super) fn alike(&mut self, list: Node<'d>, item: &Type) {
        let Type::OneOf([Type::Choice(shapes), .., Type::Any]) = item else {
            return;
        };
        // All of one layout are objects.
        let is_odd = |item: &Node<'_>| item.kind() != Kind::Object;
        if list.item_layout() > 0 || !list.items().any(|item| is_odd(&item)) {
            return;
        }
        let mut objects = list.items().filter(|item| !is_odd(item));
        let Some(shape) = objects.find_map(|item| choose(shapes, item)) else {
            self.seen.unknown.push(Slot::of(list));
            return;
        };
        for item in list.items().filter(is_odd) {
            let found = article(item.kind());
            let message = format!("expected an object like {}, found {found}", shape.name);
            let found = Found::at(MISFIT, Slot::of(item), message);
            self.seen.found.push(found);
        }
    }
}
