//! Objects of the envelope that say nothing of what the tool's say: to be written, one would have
//! to be made up.

use super::super::mapping::descend;
use super::Writing;
use crate::envelope::shape::{Field, Presence, Shape, Type};
use crate::json::{Kind, Node, Pointer};

impl Writing<'_, '_> {
    /// Whether an object that the tool may leave out has nothing that the tool's has, and nothing
    /// that would be carried along. Each of its members is told as dropped then.
    pub(super) fn has_nothing_of(
        &mut self,
        node: Node<'_>,
        above: &Pointer,
        field: &Field,
    ) -> bool {
        let Type::Record(shape) = field.ty else {
            return false;
        };
        if field.presence != Presence::Optional || !says_nothing(shape, node) {
            return false;
        }
        let place = above.child(field.name);
        for (key, _) in node.members() {
            self.dropped(&place.child(&key.as_str()));
        }
        true
    }
}

/// Whether no member of a shape can be made of an object that has some, and whether all of these
/// mean something in the envelope.
fn says_nothing(shape: &Shape, node: Node<'_>) -> bool {
    let Some(mapping) = shape.mapping.filter(|_| node.kind() == Kind::Object) else {
        return false;
    };
    let is_there = |place: &str| descend(node, place).is_some();
    let mut fields = shape.fields.iter().enumerate();
    !node.is_empty()
        && node.members().all(|(key, _)| mapping.means(&key.as_str()))
        && !mapping.places().any(is_there)
        && fields
            .all(|(index, field)| mapping.of(index).is_some() || node.get(field.name).is_none())
}
