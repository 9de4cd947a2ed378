//! Whose version it is that a document states: two versions are the envelope's, and a tool that
//! goes on counting comes to the same ones.
//!
//! Such a version speaks for the envelope where the document fits the envelope's shapes. Where
//! it does not, and fits those of one tool, it is that tool's newer one. Only so much is looked
//! at as tells: the wrapper, what it wraps, and the first elements of lists.

use alloc::vec::Vec;

use super::mapping::How;
use super::recognise::{Recognition, is_newer, is_newer_tool, is_unheard_of, word};
use super::unified::{Unified, renamed};
use super::{Adapter, ToolName, all};
use crate::checksum::Checksum;
use crate::envelope::shape::{Field, Role, Shape, Type};
use crate::envelope::sign::choose;
use crate::envelope::{OPERATION_VERSION, ORIGIN, RESPONSE_VERSION};
use crate::json::{Key, Kind, Node};
use crate::validate::takes;

/// Whether the version of a wrapper is a newer one of this tool. One that the envelope has, too,
/// is that where the document is nothing else.
pub(crate) fn is_newer_of(
    tool: &str,
    (root, signs): (Node<'_>, &Recognition),
    version: &str,
    known: &[&str],
) -> bool {
    is_newer_tool(version, known) || (is_newer(version, known) && signs.owner(root) == Some(tool))
}

/// Whether the version of a wrapper is one that nobody is known to print: of another major number
/// than those of this tool, where the envelope has it and the document is nothing else.
pub(crate) fn is_strange_to(
    tool: &str,
    (root, signs): (Node<'_>, &Recognition),
    version: &str,
    known: &[&str],
) -> bool {
    is_unheard_of(version) || (!is_newer(version, known) && signs.owner(root) == Some(tool))
}

/// The tool whose newer version it is that the envelope has, too; nothing if it is the
/// envelope's, or none of these.
pub(super) fn of(root: Node<'_>, named: ToolName) -> Option<&'static str> {
    let version = word(root, "schema_version")?;
    let of_operation = match &*version {
        RESPONSE_VERSION => false,
        OPERATION_VERSION => true,
        _ => return None,
    };
    // The way home is a member of the envelope alone.
    if root.get(ORIGIN).is_some() {
        return None;
    }
    let mut tools = all().filter(|one| {
        let may_be = !named.is_other_than(one.name());
        may_be && !one.is_envelope()
    });
    let first = tools.next()?;
    let is_other = is_of_other_wrapper(root, of_operation);
    // How words are written tells something only of a tool that says that it wrote them.
    let is_ours = || named == ToolName::Unsaid || !writes_otherwise(first.documents(), root);
    if !is_other && NOTHING.fits(Unified.documents(), root) && is_ours() {
        return None;
    }
    // Of another major number, the name tells more than what is around the answer.
    let all = core::iter::once(first).chain(tools);
    let counting =
        all.filter(|one| named != ToolName::Unsaid || is_newer(&version, one.versions()));
    let mut fitting = counting.filter(|one| NOTHING.fits(one.documents(), root));
    let (Some(one), None) = (fitting.next(), fitting.next()) else {
        return None;
    };
    // What the envelope has no shape for, and keeps as the tool printed it, may be of either.
    let differs = is_other
        || (answers_otherwise(one.documents(), root) && !is_made_of(one.documents(), root));
    differs.then(|| one.name())
}

/// Whether a document is an envelope that was made of one of these: all that it does not know
/// are members that keep their names in it.
fn is_made_of(ty: &'static Type, root: Node<'_>) -> bool {
    let (mut carried, mut seen) = (Vec::new(), Vec::new());
    carry(ty, &mut carried, &mut seen);
    Besides(&carried).fits(Unified.documents(), root) && !writes_otherwise(ty, root)
}

/// A member that is not known where it stands in the envelope: the shape of the object there,
/// and what the tool has.
type Carried = (&'static Shape, &'static Field);

/// Adds all such members of a type, and of what is in it.
fn carry(ty: &'static Type, carried: &mut Vec<Carried>, seen: &mut Vec<&'static Shape>) {
    match ty {
        Type::Record(shape) => carry_shape(shape, carried, seen),
        Type::Choice(shapes) => {
            for shape in *shapes {
                carry_shape(shape, carried, seen);
            }
        }
        Type::List(ty) | Type::Map(ty) => carry(ty, carried, seen),
        Type::OneOf(types) => {
            for ty in *types {
                carry(ty, carried, seen);
            }
        }
        _ => {}
    }
}

fn carry_shape(shape: &'static Shape, carried: &mut Vec<Carried>, seen: &mut Vec<&'static Shape>) {
    if seen.iter().any(|known| known.name == shape.name) {
        return;
    }
    seen.push(shape);
    for (index, field) in shape.fields.iter().enumerate() {
        if let Some(mapping) = shape.mapping
            && mapping.of(index).is_none()
            && mapping.canonical.field(field.name).is_none()
        {
            carried.push((mapping.canonical, field));
        }
        carry(&field.ty, carried, seen);
    }
}

/// Whether the wrapper of a document is that of the other of the envelope's two versions.
fn is_of_other_wrapper(root: Node<'_>, of_operation: bool) -> bool {
    let other = if of_operation {
        &["data"][..]
    } else {
        &["operation_type", "result"]
    };
    other.iter().any(|name| root.get(name).is_some())
}

/// Whether anything in the wrapper goes elsewhere in the envelope than where the tool has it.
fn answers_otherwise(ty: &Type, root: Node<'_>) -> bool {
    let inside = |shape: &Shape| {
        let mut members = root.members();
        members.any(|(key, value)| {
            let field = shape.member(key);
            field.is_some_and(|(_, field)| is_mapped(&field.ty, value))
        })
    };
    match ty {
        Type::Record(shape) => inside(shape),
        Type::Choice(shapes) => choose(shapes, root).is_some_and(inside),
        Type::OneOf(types) => types.iter().any(|ty| answers_otherwise(ty, root)),
        _ => false,
    }
}

/// Whether a value, or anything in it that is looked at, has a place of its own in the envelope.
fn is_mapped(ty: &Type, value: Node<'_>) -> bool {
    match ty {
        Type::Record(shape) => {
            shape.mapping.is_some() || answers_otherwise(&Type::Record(shape), value)
        }
        Type::Choice(shapes) => {
            choose(shapes, value).is_some_and(|shape| is_mapped(&Type::Record(shape), value))
        }
        Type::List(ty) => value.item(0).is_some_and(|first| is_mapped(ty, first)),
        Type::OneOf(types) => types.iter().any(|ty| is_mapped(ty, value)),
        _ => false,
    }
}

/// Whether any word that is looked at is written as the tool writes it and the envelope does not:
/// a checksum of this tool without its algorithm, or a line with its terminator. A word that is no
/// checksum tells nothing, since the envelope has it as the tool printed it.
fn writes_otherwise(ty: &Type, value: Node<'_>) -> bool {
    match ty {
        Type::Record(shape) => has_words_otherwise(shape, value),
        Type::Choice(shapes) => {
            choose(shapes, value).is_some_and(|shape| has_words_otherwise(shape, value))
        }
        Type::List(ty) => value
            .item(0)
            .is_some_and(|first| writes_otherwise(ty, first)),
        Type::Map(ty) => {
            let first = value.members().next();
            first.is_some_and(|(_, first)| writes_otherwise(ty, first))
        }
        Type::OneOf(types) => types.iter().any(|ty| writes_otherwise(ty, value)),
        _ => false,
    }
}

fn has_words_otherwise(shape: &Shape, object: Node<'_>) -> bool {
    object.members().any(|(key, value)| {
        let Some((index, field)) = shape.member(key) else {
            return false;
        };
        let how = shape.mapping.and_then(|mapping| mapping.of(index));
        let is_word_of_its_own = match (how.map(|to| to.how), field.role) {
            (Some(How::Digest(algorithm) | How::DigestUnless(algorithm, _)), _) => {
                let hash = value.as_str();
                hash.is_some_and(|hash| Checksum::from_bare(algorithm, &hash).is_ok())
            }
            (_, Role::LinesBefore | Role::LinesSelected | Role::LinesAfter) => {
                let line = value.item(0).and_then(Node::as_str);
                line.is_some_and(|line| line.ends_with('\n'))
            }
            _ => false,
        };
        is_word_of_its_own || writes_otherwise(&field.ty, value)
    })
}

/// What the envelope is taken to have besides its own members, where a document is held against
/// its shapes or those of a tool.
#[derive(Debug, Clone, Copy)]
struct Besides<'c>(&'c [Carried]);

/// Nothing but what the shapes have.
const NOTHING: Besides<'static> = Besides(&[]);

impl Besides<'_> {
    /// Whether a value is what a type says, as far as is looked at.
    fn fits(self, ty: &Type, value: Node<'_>) -> bool {
        match ty {
            Type::Record(shape) => self.has_members_of(shape, value),
            Type::Choice(shapes) => {
                choose(shapes, value).is_some_and(|shape| self.has_members_of(shape, value))
            }
            Type::List(ty) => {
                let fits = |first| self.fits(ty, first);
                value.kind() == Kind::Array && value.item(0).is_none_or(fits)
            }
            Type::Map(ty) => {
                let first = value.members().next();
                value.kind() == Kind::Object && first.is_none_or(|(_, first)| self.fits(ty, first))
            }
            Type::OneOf(types) => self.fits_one_of(types, value),
            _ => takes(ty, value),
        }
    }

    /// What is known of none of several types and may be anything fits none: that it may, is
    /// for what nobody knows.
    fn fits_one_of(self, types: &[Type], value: Node<'_>) -> bool {
        let is_meant = |ty: &&Type| match ty {
            Type::Choice(shapes) => choose(shapes, value).is_some(),
            ty => takes(ty, value),
        };
        match types.iter().find(is_meant) {
            Some(Type::Any | Type::Open(_)) => value.is_null() || value.is_empty(),
            Some(ty) => self.fits(ty, value),
            None => false,
        }
    }

    /// Whether an object has all members that its shape demands and no other, and each fits.
    fn has_members_of(self, shape: &Shape, object: Node<'_>) -> bool {
        let shape = renamed::span_shape(shape, object, false);
        let has = |name: &str| object.get(name).is_some();
        object.kind() == Kind::Object
            && shape.required().all(|field| has(field.name))
            && object.members().all(|(key, value)| {
                let field = shape.member(key).map(|(_, field)| field);
                let field = field.or_else(|| self.carried(shape, key));
                field.is_some_and(|field| self.fits_field(field, value))
            })
    }

    fn carried(self, shape: &Shape, key: Key<'_>) -> Option<&'static Field> {
        let mut carried = self.0.iter();
        let is_meant = |(owner, field): &&Carried| owner.name == shape.name && key.is(field.name);
        carried.find(is_meant).map(|(_, field)| *field)
    }

    fn fits_field(self, field: &Field, value: Node<'_>) -> bool {
        (value.is_null() && field.presence.takes_null()) || self.fits(&field.ty, value)
    }
}
