//! What the envelope checks of a member, the tool's own document must be checked for, too:
//! otherwise a document is right, and what is made of it is wrong.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::dialect;
use crate::dialect::mapping::{How, keys};
use crate::envelope::shape::{Field, Role, Shape, Type};

/// Members without a role whose place in the envelope has one, and why that is right.
const NONE_NEEDED: &[(&str, &str)] = &[
    ("LlmastsearchMatch.captures", HELD),
    ("LlmfilewriteDiagnostic.line", ALONE),
    ("LlmfilewriteDiagnostic.path", ALONE),
    ("LlmfilewritePlacedDiagnostic.file", ALONE),
    ("LlmtransformRequest.execution_id", "`auto` asks for one"),
    ("MdselError.code", "its own words"),
    ("MdselError.file", ALONE),
    ("SpliceDiagnostic.file", ALONE),
    ("SpliceDiagnostic.line", ALONE),
    ("SplicePatchData.symbol", ALONE),
    ("SplicePatchedFile.after_hash", ALONE),
    ("SplicePatchedFile.before_hash", ALONE),
    ("SplicePatchedFile.file", ALONE),
];

const ALONE: &str = "the tool says it nowhere else";
const HELD: &str = "the list that it is in names the file";

/// All shapes below a type.
fn shapes_in(ty: &Type, into: &mut Vec<&'static Shape>) {
    match ty {
        Type::Record(shape) => add(shape, into),
        Type::Choice(shapes) => shapes.iter().for_each(|shape| add(shape, into)),
        Type::List(item) | Type::Map(item) => shapes_in(item, into),
        Type::OneOf(types) => types.iter().for_each(|ty| shapes_in(ty, into)),
        _ => {}
    }
}

fn add(shape: &'static Shape, into: &mut Vec<&'static Shape>) {
    if !into.iter().any(|known| core::ptr::eq(*known, shape)) {
        into.push(shape);
        for field in shape.fields {
            shapes_in(&field.ty, into);
        }
    }
}

/// The member of the envelope that is at a place below a shape.
fn at_place(shape: &'static Shape, place: &'static str) -> Option<&'static Field> {
    let mut keys = keys(place).into_iter().take_while(|key| !key.is_empty());
    let mut field = shape.field(keys.next()?)?;
    for key in keys {
        let Type::Record(inner) = field.ty else {
            return None;
        };
        field = inner.field(key)?;
    }
    Some(field)
}

/// Whether what is said in a member can be wrong by what stands elsewhere in its document.
const fn is_checked(role: Role) -> bool {
    !matches!(
        role,
        Role::Plain
            | Role::Tag(_)
            | Role::Data
            | Role::Failure(_)
            | Role::Answer
            | Role::AnswerTo { .. }
            | Role::Origin
            | Role::Partial
            | Role::Status
    )
}

#[test]
fn what_the_envelope_checks_is_checked_in_what_it_is_made_of() {
    let mut lacks: Vec<String> = Vec::new();
    for adapter in dialect::all() {
        let mut shapes = Vec::new();
        shapes_in(adapter.documents(), &mut shapes);
        for shape in shapes {
            let Some(mapping) = shape.mapping else {
                continue;
            };
            for (at, field) in shape.fields.iter().enumerate() {
                let there = match mapping.of(at) {
                    None => mapping.canonical.field(field.name),
                    Some(to) if matches!(to.how, How::Hook) => None,
                    Some(to) => at_place(mapping.canonical, to.to),
                };
                if let Some(there) = there
                    && is_checked(there.role)
                    && matches!(field.role, Role::Plain)
                {
                    lacks.push(format!("{}.{}", shape.name, field.name));
                }
            }
        }
    }
    lacks.sort();
    lacks.dedup();
    let mut known: Vec<&str> = NONE_NEEDED.iter().map(|(name, _)| *name).collect();
    known.sort_unstable();
    assert_eq!(lacks, known);
}
