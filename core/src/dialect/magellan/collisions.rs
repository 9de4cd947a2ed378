//! Names that several symbols share, as the tool prints them.
//!
//! A symbol of which the index has no name has `null` there. The envelope demands a text, which is
//! empty then.

use super::shapes;
use crate::dialect::mapping::Mapping;
use crate::dialect::{At, Made, Making, Members, Writing};
use crate::envelope::record::shape;
use crate::envelope::shape::Role;
use crate::envelope::shape::Type::{Count, List, OneOf, Record, Text};
use crate::json::{Node, Object, Pointer, Value};
use crate::normalize::ChangeKind;
use crate::validate::Slot;

shape! {
    /// Names that several symbols share.
    pub(super) COLLISIONS "MagellanCollisions" (Mapping::to(&shapes::COLLISIONS))
        [shapes::COLLISIONS.sign]
    {
        required "field": Text;
        required "groups": List(&Record(&GROUP));
    }
}

shape! {
    /// One name and the symbols that share it.
    GROUP "MagellanCollision" (Mapping::to(&shapes::COLLISION)) {
        required "field": Text;
        required "value": Text;
        required "count": Count, as Role::CountOf("candidates");
        required "candidates": List(&Record(&CANDIDATE)), as Role::Distinct("entity_id");
    }
}

shape! {
    /// One of the symbols that share a name.
    CANDIDATE "MagellanCandidate" (
        Mapping::to(&shapes::CANDIDATE).reading(with_name).writing(without_name)
    ) {
        required "entity_id": OneOf(&[Text, Count]);
        nullable "symbol_id": Text;
        nullable "canonical_fqn": Text;
        nullable "display_fqn": Text;
        stated "name": Text;
        nullable "file_path": Text;
    }
}

fn with_name<'d>(
    making: &mut Making<'d, '_>,
    slot: Slot<'d>,
    candidate: &mut Members<'d>,
    at: &At<'_>,
) {
    if slot.node.get("name").is_some_and(Node::is_null) {
        let nothing = Made::from("");
        making.added(ChangeKind::Defaulted, at.child("name"), &nothing);
        candidate.insert("name", nothing);
    }
}

fn without_name<'d>(_: &mut Writing<'d, '_>, _: Node<'d>, _: &Pointer, candidate: &mut Object) {
    if candidate.get("name").and_then(Value::as_str) == Some("") {
        candidate.insert("name", Value::Null);
    }
}
