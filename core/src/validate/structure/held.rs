//! Which shape is a document held to, and is a value of the kind that a type takes?

use crate::envelope::shape::{Shape, Type};
use crate::envelope::sign::choose;
use crate::json::{Kind, Node};

/// The shape that a document is held to, if it is an object and its type has shapes.
pub(crate) fn shape_of<'s>(ty: &'s Type, root: Node<'_>) -> Option<&'s Shape> {
    match ty {
        Type::Choice(shapes @ [wrapper, ..])
        | Type::OneOf([Type::Choice(shapes @ [wrapper, ..]), ..])
            if root.kind() == Kind::Object =>
        {
            Some(choose(shapes, root).unwrap_or(wrapper))
        }
        Type::Record(shape) if root.kind() == Kind::Object => Some(shape),
        _ => None,
    }
}

/// The wrapper of a dialect, to which a document is held that bears no sign. Nothing, if it bears
/// one, or is no object.
pub(crate) fn wrapper<'s>(ty: &'s Type, root: Node<'_>) -> Option<&'s Shape> {
    match ty {
        Type::Choice(shapes @ [wrapper, ..])
        | Type::OneOf([Type::Choice(shapes @ [wrapper, ..]), ..])
            if root.kind() == Kind::Object =>
        {
            choose(shapes, root).is_none().then_some(*wrapper)
        }
        _ => None,
    }
}

/// Whether a value is of the JSON kind that a type takes.
pub(crate) fn takes(ty: &Type, node: Node<'_>) -> bool {
    match ty {
        Type::Text | Type::Words(_) => node.kind() == Kind::String,
        Type::Count | Type::Count32 | Type::Integer | Type::Number => node.kind() == Kind::Number,
        Type::Flag => node.kind() == Kind::Bool,
        Type::Any | Type::Open(_) => true,
        Type::List(_) => node.kind() == Kind::Array,
        Type::Map(_) | Type::Record(_) | Type::Choice(_) => node.kind() == Kind::Object,
        Type::OneOf(types) => types.iter().any(|ty| takes(ty, node)),
    }
}
