//! A value of the envelope and its type, side by side: which table goes with which
//! part.
//!
//! What passes over an envelope to fill it in or to collect something goes by this,
//! so that no such pass knows the name of a payload.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::request::LATER;
use super::shape::{Shape, Type};
use super::sign::choose;
use super::{LISTED_MATCHES, OperationResult, PAYLOADS, Response};
use crate::json::{Object, Pointer, Value};

/// The envelope, whose answer may be a bare list of matches as well.
pub(crate) static ENVELOPE: Type = Type::Choice(&[&ANSWER, &OperationResult::SHAPE]);

static ANSWER: Shape = Shape::new(
    Response::SHAPE.name,
    Response::SHAPE.what,
    &Response::fields_with(Type::OneOf(&[
        Type::Choice(&ANSWERS),
        Type::List(&Type::OneOf(&[Type::Choice(LISTED_MATCHES), Type::Any])),
        Type::Any,
    ])),
)
.told_by(Response::SHAPE.sign);

/// The payloads, and the requests that were known only after the envelope was published.
const ANSWERS: [&Shape; PAYLOADS.len() + LATER.len()] = {
    let mut all = [PAYLOADS[0]; PAYLOADS.len() + LATER.len()];
    let mut at = 0;
    while at < all.len() {
        all[at] = match at.checked_sub(PAYLOADS.len()) {
            Some(later) => LATER[later],
            None => PAYLOADS[at],
        };
        at += 1;
    }
    all
};

/// What a type says of one value, where it says anything about the parts of it.
#[derive(Clone, Copy)]
pub(crate) enum Inside {
    /// An object of this shape.
    Record(&'static Shape),
    /// An array of this.
    List(&'static Type),
    /// An object whose values are this.
    Map(&'static Type),
}

/// The part of a type that a value goes by; nothing for values without typed parts.
pub(crate) fn inside(ty: &Type, value: &Value) -> Option<Inside> {
    match (ty, value) {
        (Type::Record(shape), Value::Object(_)) => Some(Inside::Record(shape)),
        (Type::List(item), Value::Array(_)) => Some(Inside::List(item)),
        (Type::Map(item), Value::Object(_)) => Some(Inside::Map(item)),
        (Type::Choice(shapes), Value::Object(_)) => choose(shapes, value).map(Inside::Record),
        (Type::OneOf(types), _) => {
            let ty = types.iter().find(|ty| takes(ty, value))?;
            inside(ty, value)
        }
        _ => None,
    }
}

/// Whether a type takes this kind of value.
pub(crate) fn takes(ty: &Type, value: &Value) -> bool {
    match ty {
        Type::Text | Type::Words(_) => matches!(value, Value::String(_)),
        Type::Flag => matches!(value, Value::Bool(_)),
        Type::Count | Type::Count32 | Type::Integer | Type::Number => {
            matches!(value, Value::Number(_))
        }
        Type::List(_) => matches!(value, Value::Array(_)),
        Type::Map(_) | Type::Record(_) | Type::Choice(_) => matches!(value, Value::Object(_)),
        Type::Any | Type::Open(_) => true,
        Type::OneOf(types) => types.iter().any(|ty| takes(ty, value)),
    }
}

/// Shows every record of a value, from the outside in, with its place; what `see`
/// answers `false` to is not looked into.
///
/// Depth is bounded by the types, not by the value.
pub(crate) fn records<'v>(
    value: &'v Value,
    ty: &Type,
    at: &mut Pointer,
    see: &mut dyn FnMut(&'static Shape, &'v Object, &Pointer) -> bool,
) {
    match (inside(ty, value), value) {
        (Some(Inside::Record(shape)), Value::Object(members)) => {
            if !see(shape, members, at) {
                return;
            }
            for field in shape.fields {
                if let Some(value) = members.get(field.name) {
                    at.push(field.name);
                    records(value, &field.ty, at, see);
                    at.pop();
                }
            }
        }
        (Some(Inside::List(item)), Value::Array(items)) => {
            for (index, value) in (0u64..).zip(items) {
                at.push_index(index);
                records(value, item, at, see);
                at.pop();
            }
        }
        (Some(Inside::Map(item)), Value::Object(members)) => {
            for (key, value) in members {
                at.push(key);
                records(value, item, at, see);
                at.pop();
            }
        }
        _ => {}
    }
}

/// Every path that a value names, as the rules of the sources need them all at once.
pub(crate) fn paths(value: &Value) -> Vec<String> {
    let mut paths = Vec::new();
    let mut open = alloc::vec![value];
    while let Some(value) = open.pop() {
        match value {
            Value::Array(items) => open.extend(items.iter()),
            Value::Object(members) => {
                for key in ["file_path", "file"] {
                    let path = members.get(key).and_then(Value::as_str);
                    paths.extend(path.map(ToString::to_string));
                }
                open.extend(members.values());
            }
            _ => {}
        }
    }
    paths
}
