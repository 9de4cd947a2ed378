//! What a span is, said flat in it or beside it, as seed 000 does.
//!
//! The envelope has one place for it. Of a tool whose shape has a member of that name, its
//! table says where that goes; this is about the others.

use super::{Making, Slot};
use crate::dialect::{At, Made, Members};
use crate::envelope::shape::Shape;
use crate::json::{Key, Kind, Node};

/// The name that only seed 000 has. No other member of a tool is called so.
pub(super) const KIND: &str = "semantic_kind";

/// What a span is, as it was once written, and as its semantics have it.
const SEMANTICS: [(&str, &str); 2] = [(KIND, "kind"), ("language", "language")];

/// Whether a member that no table knows says what a span is.
pub(super) fn is_flat_kind(key: Key<'_>, value: Node<'_>) -> bool {
    key.is(KIND) && value.kind() == Kind::String
}

impl<'d> Making<'d, '_> {
    /// Puts what a span is in its place. `node` is the object that says it, `object` what was
    /// made of it. What a span says twice, and differently, is left where it is: nobody knows
    /// which is right.
    pub(super) fn settle_kind(
        &mut self,
        node: Node<'d>,
        shape: Option<&Shape>,
        object: &mut Members<'d>,
        at: &At<'_>,
    ) {
        let there = shape.map(|shape| shape.mapping.map_or(shape, |mapping| mapping.canonical));
        let is_span =
            there.is_some_and(|there| there.field("semantics").is_some()) || object.are_of_span();
        let place = at.below(if is_span { "" } else { "/span" });
        let semantics = place.child("semantics");
        for (name, ours) in SEMANTICS {
            let is_known = shape.is_some_and(|shape| shape.field(name).is_some());
            let said = node.get(name).filter(|said| said.kind() == Kind::String);
            let (false, Some(said)) = (is_known, said) else {
                continue;
            };
            let span = if is_span {
                Some(&mut *object)
            } else {
                object.get_mut("span").and_then(Made::as_object_mut)
            };
            let Some(span) = span else { continue };
            if is_settled(span, ours, said) {
                object.remove(name);
                self.moved(Slot::of(said), semantics.child(ours));
            } else if !is_span && !span.contains_key(name) {
                span.append(name.into(), said.into());
                object.remove(name);
                self.moved(Slot::of(said), place.child(name));
            }
        }
    }
}

/// Whether the semantics of a span say this, after they were made to if they can.
fn is_settled<'d>(span: &mut Members<'d>, name: &'static str, said: Node<'d>) -> bool {
    let semantics = span.or_append("semantics").and_then(Made::as_object_mut);
    let Some(semantics) = semantics else {
        return false;
    };
    if let Some(known) = semantics.get(name) {
        return *known == Made::Read(said);
    }
    semantics.append(name.into(), said.into());
    true
}
