//! Names in a draft that are probably misspelt.
//!
//! What the envelope does not know is kept, and an author may call it what he likes. A name that
//! is nearly one of ours, which is not there, is hardly meant: it would be read by nobody. The
//! less such a name has of ours, the more it must hold what ours would.
//!
//! Where an object may be one of several, a name or a word can be what tells which. Such a
//! one is misspelt, too, if the object would be another one by the name that is near.

use alloc::format;
use alloc::string::ToString;

use super::invalid;
use crate::envelope::shape::{Field, Shape, Type};
use crate::envelope::sign::choose;
use crate::envelope::typed::{records, takes};
use crate::error::Error;
use crate::json::{Array, Object, Pointer, Value};
use crate::rule;

/// Shorter names are one letter from too many words: `code` from `mode`, `node` and `core`. Of
/// those only a name that has no other letters is a slip.
const LONG: usize = 6;

/// Letters of the shortest name that is a slip at all, unless by its capitals and the like.
const SHORT: usize = 3;

/// Most members of an object that may be another one by one of them.
const MEMBERS: usize = 64;

/// Refuses the first of them.
pub(super) fn check(draft: &Value, ty: &Type) -> Result<(), Error> {
    let mut wrong = None;
    records(
        draft,
        ty,
        &mut Pointer::root(),
        &mut |shape, members, at| {
            if wrong.is_none()
                && let Some((key, meant)) = misspelt(shape, members)
            {
                wrong = Some(misnamed(shape, at, key, meant));
            }
            for field in shape.fields {
                if let (None, Some(value)) = (&wrong, members.get(field.name)) {
                    wrong = choices(&field.ty, value, &at.child(field.name));
                }
            }
            wrong.is_none()
        },
    );
    wrong.map_or(Ok(()), Err)
}

/// A name of an object, and the member that it is misspelt from.
fn misspelt<'o>(shape: &Shape, members: &'o Object) -> Option<(&'o str, &'static str)> {
    members.iter().find_map(|(key, value)| {
        // What is `null` says nothing that could be lost.
        if value.is_null() || shape.field(key).is_some() || is_of_span(shape, key) {
            return None;
        }
        let is_absent = |field: &&Field| !members.contains_key(field.name);
        let absent = || shape.fields.iter().filter(is_absent);
        let meant = absent()
            .find(|field| rule::is_same_words(key, field.name) || is_plural_slip(key, field, value))
            .or_else(|| {
                absent().find(|field| {
                    field.name.len() >= LONG
                        && rule::is_one_slip(key, field.name)
                        && takes(&field.ty, value)
                })
            })
            .or_else(|| short(shape, key).filter(|it| is_absent(it) && !is_other(it, value)));
        meant.map(|field| (key, field.name))
    })
}

/// Whether a name is one thing for the many that a member has, or many for its one, and holds
/// what the member would or one of its elements: a `replacement` beside the number of
/// `replacements` is a thing of its own, as is a list of many for one, or their number.
fn is_plural_slip(key: &str, field: &Field, value: &Value) -> bool {
    let is_one = rule::is_many_of(field.name, key);
    let is_element = || matches!(&field.ty, Type::List(one) if takes(one, value));
    (is_one || rule::is_many_of(key, field.name)) && takes(&field.ty, value)
        || (is_one && is_element())
}

/// The only member whose letters a name has, if it is not too short for any.
fn short(shape: &Shape, key: &str) -> Option<&'static Field> {
    let is_meant = |field: &&Field| {
        rule::is_of_its_letters(key, field.name) && !rule::differ_in_plural(key, field.name)
    };
    let mut meant = shape.fields.iter().filter(is_meant);
    let field = meant.next().filter(|_| key.len() >= SHORT)?;
    meant.next().is_none().then_some(field)
}

/// Whether a value holds others and a member never does: `stats` beside `status`. Any other
/// value of a wrong type is as wrong as the name.
fn is_other(field: &Field, value: &Value) -> bool {
    let is_deep = |value: &Value| matches!(value, Value::Array(_) | Value::Object(_));
    let deep = [Value::Array(Array::new()), Value::Object(Object::new())];
    is_deep(value) && !deep.iter().any(|value| takes(&field.ty, value))
}

/// What is misspelt in an object of one of several shapes, or in the elements of a list of
/// such.
fn choices(ty: &Type, value: &Value, at: &Pointer) -> Option<Error> {
    match (ty, value) {
        (Type::OneOf(types), _) => {
            let ty = types.iter().find(|ty| takes(ty, value))?;
            choices(ty, value, at)
        }
        (Type::List(item), Value::Array(items)) => {
            let mut numbered = (0u64..).zip(items);
            numbered.find_map(|(number, item_value)| choices(item, item_value, &at.item(number)))
        }
        (Type::Choice(shapes), Value::Object(members)) if members.len() <= MEMBERS => {
            let chosen = choose(shapes, value);
            let word = || match chosen {
                Some(_) => None,
                None => misspelt_word(shapes, members, at),
            };
            telling(shapes, chosen, members, at).or_else(word)
        }
        _ => None,
    }
}

/// A name that would make the object one that has such a member.
fn telling(
    shapes: &[&'static Shape],
    chosen: Option<&Shape>,
    members: &Object,
    at: &Pointer,
) -> Option<Error> {
    members.iter().find_map(|(key, value)| {
        if chosen.is_some_and(|shape| shape.field(key).is_some() || is_of_span(shape, key)) {
            return None;
        }
        let fields = shapes.iter().flat_map(|shape| shape.fields);
        let near = fields.filter(|field| {
            field.name.len() >= LONG
                && is_slip(key, field.name)
                && !rule::differ_in_plural(key, field.name)
                && !members.contains_key(field.name)
                && takes(&field.ty, value)
        });
        let mut meant = near.filter_map(|field| {
            let renamed = members.iter().map(|(name, value)| {
                let name = if name == key { field.name } else { name };
                (name.to_string(), value.clone())
            });
            let shape = choose(shapes, &Value::Object(renamed.collect()))?;
            shape.field(field.name)?;
            Some((shape, field.name))
        });
        let (shape, name) = meant.next()?;
        Some(misnamed(shape, at, key, name))
    })
}

/// The refusal of a name, with the code by which `validate` tells of it.
fn misnamed(shape: &Shape, at: &Pointer, key: &str, meant: &str) -> Error {
    let message = format!(
        "`{key}` is not a member of {}; did you mean `{meant}`? (UNKNOWN_FIELD)",
        shape.name
    );
    invalid(&at.child(key).to_string(), &message)
}

/// Whether a name is one letter off another, or the same words joined otherwise: `spanId`.
fn is_slip(name: &str, right: &str) -> bool {
    rule::is_one_slip(name, right) || rule::is_same_words(name, right)
}

/// The word that tells what an object is, if it is nearly one of those that do.
fn misspelt_word(shapes: &[&'static Shape], members: &Object, at: &Pointer) -> Option<Error> {
    shapes.iter().find_map(|shape| {
        let (name, right) = shape.tag?;
        let word = members.get(name).and_then(Value::as_str)?;
        let is_near = right.len() >= LONG && rule::is_one_slip(word, right);
        is_near.then(|| {
            let message =
                format!("`{word}` is none of its words; did you mean `{right}`? (UNKNOWN_VALUE)");
            invalid(&at.child(name).to_string(), &message)
        })
    })
}

/// Whether a name is one of the span of such an object: these may stand beside it.
fn is_of_span(shape: &Shape, key: &str) -> bool {
    match shape.field("span").map(|field| field.ty) {
        Some(Type::Record(span)) => span.field(key).is_some(),
        _ => false,
    }
}
