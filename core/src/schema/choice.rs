//! One of several shapes, as a schema: what [`Sign`] says, in the words of JSON Schema.
//!
//! An object has the first shape whose sign it bears, so the rules are a chain of
//! `if`, `then` and `else`. A long one goes on in definitions of its own, because
//! nesting has a price in every reader of schemas.

use alloc::vec::Vec;

use super::describe::{Definitions, object};
use crate::envelope::shape::Shape;
use crate::envelope::sign::Sign;
use crate::json::{Array, Kind, Object};

/// So many rules are nested in each other.
const NESTED: usize = 6;

/// The schema of a choice; `otherwise` is for an object that bears no sign.
pub(super) fn schema(
    shapes: &'static [&'static Shape],
    definitions: &mut Definitions,
    otherwise: Object,
) -> Object {
    let mut rest = otherwise;
    let name = shapes.first().map_or("", |shape| shape.name);
    for (number, shape) in shapes.iter().enumerate().rev() {
        let mut rule = object("if", of_object(&shape.sign));
        rule.insert("then", definitions.refer(shape));
        if !rest.is_empty() {
            rule.insert("else", rest);
        }
        rest = rule;
        if number > 0 && number % NESTED == 0 {
            rest = definitions.part(name, rest);
        }
    }
    rest
}

/// What a sign says of a value that is known to be an object.
fn of_object(sign: &Sign) -> Object {
    match sign {
        Sign::Has(name) => required(&[*name]),
        Sign::Two(names) => {
            let mut pairs = Array::new();
            for (at, first) in names.iter().enumerate() {
                for second in names.iter().skip(at + 1) {
                    pairs.push(required(&[*first, *second]).into());
                }
            }
            object("anyOf", pairs)
        }
        Sign::Says(name) => with(name, object("not", of_kind(Kind::Null))),
        Sign::Is(name, kind) => with(name, of_kind(*kind)),
        Sign::Word(name, word) => with(name, object("const", *word)),
        Sign::Empty(name) => {
            let mut empty = of_kind(Kind::Array);
            empty.insert("maxItems", 0u64);
            with(name, empty)
        }
        Sign::Within(name, sign) => with(name, of_value(sign, true)),
        Sign::Item(name, sign) => {
            let mut list = of_kind(Kind::Array);
            list.insert("contains", of_value(sign, false));
            with(name, list)
        }
        Sign::Of(kind) => of_kind(*kind),
        Sign::Only(names) => object(
            "propertyNames",
            object("enum", names.iter().copied().collect::<Array>()),
        ),
        Sign::Each(kind) => {
            let mut each = object("minProperties", 1u64);
            each.insert("additionalProperties", of_kind(*kind));
            each
        }
        Sign::Not(sign) => object("not", of_object(sign)),
        Sign::All(signs) => all(signs),
        Sign::Either(signs) => object("anyOf", signs.iter().map(of_object).collect::<Array>()),
    }
}

/// What a sign says of any value. A word of JSON Schema about members says nothing of
/// what has none, so that an object is demanded.
fn of_value(sign: &Sign, is_object: bool) -> Object {
    match sign {
        Sign::Of(_) => of_object(sign),
        Sign::Not(inner) if !is_object => object("not", of_value(inner, false)),
        Sign::All(signs) if !is_object => {
            let parts = signs.iter().map(|sign| of_value(sign, false));
            object("allOf", parts.collect::<Array>())
        }
        Sign::Either(signs) if !is_object => {
            let parts = signs.iter().map(|sign| of_value(sign, false));
            object("anyOf", parts.collect::<Array>())
        }
        _ => {
            let mut schema = of_kind(Kind::Object);
            for (key, value) in of_object(sign) {
                schema.insert(key, value);
            }
            schema
        }
    }
}

/// All of some signs; members that must only be there are listed together.
fn all(signs: &[Sign]) -> Object {
    let mut names: Vec<&str> = Vec::new();
    let mut rest = Array::new();
    for sign in signs {
        match sign {
            Sign::Has(name) => names.push(name),
            sign => rest.push(of_object(sign).into()),
        }
    }
    let mut schema = if names.is_empty() {
        Object::new()
    } else {
        required(&names)
    };
    if !rest.is_empty() {
        schema.insert("allOf", rest);
    }
    schema
}

/// A member that is there and is so.
fn with(name: &str, schema: Object) -> Object {
    let mut sign = required(&[name]);
    sign.insert("properties", object(name, schema));
    sign
}

fn required(names: &[&str]) -> Object {
    object("required", names.iter().copied().collect::<Array>())
}

fn of_kind(kind: Kind) -> Object {
    object("type", kind.as_str())
}
