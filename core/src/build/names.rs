//! Names in a draft that are probably misspelt.
//!
//! What the envelope does not know is kept, and an author may call it what he likes. A name
//! that is nearly one of ours, which is not there, and that holds what ours would, is hardly
//! meant: it would be read by nobody.

use alloc::format;
use alloc::string::ToString;

use super::invalid;
use crate::envelope::shape::{Shape, Type};
use crate::envelope::typed::{records, takes};
use crate::error::Error;
use crate::json::{Object, Pointer, Value};
use crate::rule;

/// Shorter names are one letter from too many words: `code` from `mode`, `node` and `core`.
const LONG: usize = 6;

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
                let message = format!(
                    "`{key}` is not a member of {}; did you mean `{meant}`?",
                    shape.name
                );
                wrong = Some(invalid(&at.child(key).to_string(), &message));
            }
            wrong.is_none()
        },
    );
    wrong.map_or(Ok(()), Err)
}

/// A name of an object, and the member that it is misspelt from.
fn misspelt<'o>(shape: &Shape, members: &'o Object) -> Option<(&'o str, &'static str)> {
    members.iter().find_map(|(key, value)| {
        if shape.field(key).is_some() || is_of_span(shape, key) {
            return None;
        }
        let meant = shape.fields.iter().find(|field| {
            field.name.len() >= LONG
                && rule::is_one_slip(key, field.name)
                && !members.contains_key(field.name)
                && takes(&field.ty, value)
        });
        meant.map(|field| (key, field.name))
    })
}

/// Whether a name is one of the span of such an object: these may stand beside it.
fn is_of_span(shape: &Shape, key: &str) -> bool {
    match shape.field("span").map(|field| field.ty) {
        Some(Type::Record(span)) => span.field(key).is_some(),
        _ => false,
    }
}
