//! Names in a draft that are probably misspelt.
//!
//! Members that the envelope does not know are kept, and an author may call them as he likes. But
//! a name that is nearly one of ours is hardly meant where ours is absent: nobody would read it.
//! The less the two names are alike, the more its value must be one that ours could have.
//!
//! Where an object may be one of several, a name or a word can be what tells which. It is taken
//! for misspelt, too, if with the name that is near the object would be another one.

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

/// Refuses a draft for the first name in it that is probably misspelt.
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

/// The first name of an object that is probably misspelt, and the member that is meant.
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
            .or_else(|| {
                of_same_letters(shape, key).filter(|it| is_absent(it) && !is_other(it, value))
            });
        meant.map(|field| (key, field.name))
    })
}

/// Whether a name differs from a member only by its plural, and its value is one that the member
/// could have, or for a singular one of its elements. Otherwise it is a thing of its own: a
/// `replacement` where `replacements` is a number, or a list where the member is for one.
fn is_plural_slip(key: &str, field: &Field, value: &Value) -> bool {
    let is_one = rule::is_many_of(field.name, key);
    let is_element = || matches!(&field.ty, Type::List(one) if takes(one, value));
    (is_one || rule::is_many_of(key, field.name)) && takes(&field.ty, value)
        || (is_one && is_element())
}

/// The one member of whose letters a name is made, if no other is and the name is long enough to
/// tell.
fn of_same_letters(shape: &Shape, key: &str) -> Option<&'static Field> {
    let is_meant = |field: &&Field| {
        rule::is_of_its_letters(key, field.name) && !rule::differ_in_plural(key, field.name)
    };
    let mut meant = shape.fields.iter().filter(is_meant);
    let field = meant.next().filter(|_| key.len() >= SHORT)?;
    meant.next().is_none().then_some(field)
}

/// Whether a value is an array or an object and the member never is one: `stats` beside `status`
/// is a thing of its own. Any other value of a wrong type is as wrong as the name.
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

/// The refusal of a name, if under the name that is near the object would be one of those that
/// have such a member.
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

/// The refusal of the word that tells which shape an object has, if it is nearly a right one.
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

/// Whether a name is that of a member of the object's span: such may stand beside the span.
fn is_of_span(shape: &Shape, key: &str) -> bool {
    match shape.field("span").map(|field| field.ty) {
        Some(Type::Record(span)) => span.field(key).is_some(),
        _ => false,
    }
}
