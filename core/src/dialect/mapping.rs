//! Where the members of a tool go in the envelope, as data.
//!
//! A shape that is not the envelope's own says of each member where its value
//! stands in the object of the envelope and how it is written there. The same table is
//! read in both directions: by [`super::making`] on the way in, and by
//! [`super::writing`] on the way home. What a table cannot say is a hook.
//!
//! Positions that need proof are not arithmetic: no entry of a table changes the
//! unit of a column.

use alloc::borrow::Cow;

use super::at::At;
use super::follows::Follows;
use super::made::{Made, Members};
use super::making::Making;
use super::writing::Writing;
use crate::checksum::ChecksumAlgorithm;
use crate::envelope::shape::{Field, Presence, Shape, Type};
use crate::envelope::{OperationResult, Response};
use crate::json::{Node, Object, Pointer, Value};
use crate::validate::Slot;

/// Where the value of one member goes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Move {
    /// JSON Pointer in the object of the envelope, of plain keys.
    pub(crate) to: &'static str,
    /// The keys of that pointer.
    pub(crate) keys: Keys,
    /// Where to look for it on the way home, if it is not there.
    pub(crate) or: &'static [&'static str],
    pub(crate) how: How,
}

/// How a value is written in the envelope, and back.
#[derive(Debug, Clone, Copy)]
pub(crate) enum How {
    /// By its type, as far as that has a mapping; unchanged if it has none.
    Same,
    /// A path, in its canonical spelling. The tool's spelling is not kept.
    Path,
    /// A word of a closed list, each with ours; other words are kept.
    Words(&'static [(&'static str, &'static str)]),
    /// A level in the words of the convention.
    Level,
    /// A checksum whose algorithm the tool does not name.
    Digest(ChecksumAlgorithm),
    /// As `Same`, but this JSON text says that nothing is known.
    Unless(&'static str),
    /// As `Digest`, but this JSON text says that nothing is known.
    DigestUnless(ChecksumAlgorithm, &'static str),
    /// By two functions: into the envelope, and home. Nothing says that the value
    /// has no place there.
    With(ReadValue, WriteValue),
    /// The hooks of the mapping read and write it.
    Hook,
}

impl How {
    /// Whether a value of another kind than the member's is written as it is, in both directions.
    /// Functions are for the kinds that they know; where those are the same on both sides, what is
    /// of none of them is not theirs.
    pub(crate) const fn keeps_other_kinds(&self, ty: &Type) -> bool {
        match self {
            Self::Hook => false,
            Self::With(..) => matches!(ty, Type::Text | Type::Record(_)),
            Self::Same
            | Self::Path
            | Self::Words(_)
            | Self::Level
            | Self::Digest(_)
            | Self::Unless(_)
            | Self::DigestUnless(..) => true,
        }
    }
}

/// Makes the value in the envelope of a tool's value.
pub(crate) type ReadValue =
    for<'a, 'd, 's, 'p> fn(&'a mut Making<'d, 's>, Slot<'d>, &'a At<'p>) -> Option<Made<'d>>;

/// Makes the tool's value of one in the envelope.
pub(crate) type WriteValue =
    for<'a, 'd, 's> fn(&'a mut Writing<'d, 's>, Node<'d>, &'a Pointer) -> Option<Value>;

/// Reads a value that only needs a function on the way home.
#[expect(clippy::unnecessary_wraps, reason = "a table calls it")]
pub(crate) fn as_it_stands<'d>(
    _: &mut Making<'d, '_>,
    slot: Slot<'d>,
    _: &At<'_>,
) -> Option<Made<'d>> {
    Some(slot.node.into())
}

/// Completes an object of the envelope, when all members with a place are in theirs.
pub(crate) type Read =
    for<'a, 'd, 's, 'p> fn(&'a mut Making<'d, 's>, Slot<'d>, &'a mut Members<'d>, &'a At<'p>);

/// Completes an object of the tool's; the one in the envelope is the node.
pub(crate) type Write =
    for<'a, 'd, 's> fn(&'a mut Writing<'d, 's>, Node<'d>, &'a Pointer, &'a mut Object);

/// What an envelope has for its answer, in the one wrapper and in the other.
const ANSWERS: [&str; 3] = ["data", "operation_type", "result"];

/// The two wrappers of the envelope.
const WRAPPERS: [&Shape; 2] = [&Response::SHAPE, &OperationResult::SHAPE];

/// The way of one kind of object into the envelope and back.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Mapping {
    /// What the object becomes: its names are taken.
    pub(crate) canonical: &'static Shape,
    /// What else may stand in its place on the way home: a member that one of
    /// these has is not an unknown one.
    pub(crate) others: &'static [&'static Shape],
    /// For each member of the shape, in its order.
    pub(crate) moves: &'static [Option<Move>],
    /// Members that the object of the envelope has and the tool does not print: where,
    /// and the words. They say nothing about the document.
    pub(crate) adds: &'static [(&'static str, &'static str)],
    /// Members of the object of the envelope that can follow from what is written, so that
    /// leaving them out loses nothing: where, and when they do.
    pub(crate) follows: &'static [(&'static str, Follows)],
    /// Where the span is, here or in a member, whose lines and columns are written as far as
    /// they are proved, and its id.
    pub(crate) proves: Option<&'static str>,
    pub(crate) read: Option<Read>,
    pub(crate) write: Option<Write>,
}

impl Mapping {
    /// A mapping to an object of this shape.
    pub(crate) const fn to(canonical: &'static Shape) -> Self {
        Self {
            canonical,
            others: &[],
            moves: &[],
            adds: &[],
            follows: &[],
            proves: None,
            read: None,
            write: None,
        }
    }

    pub(crate) const fn among(self, others: &'static [&'static Shape]) -> Self {
        Self { others, ..self }
    }

    pub(crate) const fn adding(self, adds: &'static [(&'static str, &'static str)]) -> Self {
        Self { adds, ..self }
    }

    pub(crate) const fn following(self, follows: &'static [(&'static str, Follows)]) -> Self {
        Self { follows, ..self }
    }

    pub(crate) const fn proving(self, span: &'static str) -> Self {
        Self {
            proves: Some(span),
            ..self
        }
    }

    pub(crate) const fn reading(self, read: Read) -> Self {
        Self {
            read: Some(read),
            ..self
        }
    }

    pub(crate) const fn writing(self, write: Write) -> Self {
        Self {
            write: Some(write),
            ..self
        }
    }

    pub(crate) const fn moving(self, moves: &'static [Option<Move>]) -> Self {
        Self { moves, ..self }
    }

    /// Where the member at this index of the shape goes.
    pub(crate) fn of(&self, index: usize) -> Option<&Move> {
        self.moves.get(index).and_then(Option::as_ref)
    }

    /// Whether a member that keeps its name may be missing in the envelope.
    pub(crate) fn is_optional(&self, index: usize, field: &Field) -> bool {
        let there = self.canonical.field(field.name);
        self.of(index).is_none() && there.is_some_and(|there| there.presence != Presence::Required)
    }

    /// Whether a value of the member at this index says that nothing is known.
    pub(crate) fn says_nothing(&self, index: usize, value: Node<'_>) -> bool {
        match self.of(index).map(|to| to.how) {
            Some(How::Unless(nothing) | How::DigestUnless(_, nothing)) => value.is_written(nothing),
            _ => false,
        }
    }

    /// Whether a value of this member may say that there is none.
    pub(crate) fn may_say_nothing(&self, index: usize) -> bool {
        let how = self.of(index).map(|to| to.how);
        matches!(how, Some(How::Unless(_) | How::DigestUnless(..)))
    }

    /// Whether a name that the tool gave to a member we do not know means
    /// something in the envelope.
    pub(crate) fn takes(&self, name: &str) -> bool {
        // Beside the answer that a bare document becomes, it would be another one.
        let is_bare = self
            .adds
            .iter()
            .any(|(place, _)| *place == "/schema_version");
        self.canonical.field(name).is_some()
            || self.places().any(|place| first(place) == Some(name))
            || is_bare && ANSWERS.contains(&name)
    }

    /// Whether a place is written by a hook, or need not be: it has the word that
    /// every document would have there.
    pub(crate) fn handles(&self, place: &str, value: Node<'_>) -> bool {
        let hooks = self.moves.iter().flatten();
        let mut hooks = hooks.filter(|one| matches!(one.how, How::Hook));
        let word = value.as_str();
        self.adds
            .iter()
            .any(|(known, added)| *known == place && word.as_deref() == Some(added))
            || hooks.any(|one| one.to == place || one.or.contains(&place))
    }

    /// Whether a member means something in the envelope, in this object or in
    /// another one in its place. In the place of one wrapper may stand the other.
    pub(crate) fn means(&self, name: &str) -> bool {
        let wraps = WRAPPERS.iter().any(|one| one.name == self.canonical.name);
        let wrappers = WRAPPERS.iter().filter(|_| wraps);
        let mut shapes = core::iter::once(&self.canonical)
            .chain(self.others)
            .chain(wrappers);
        shapes.any(|shape| shape.field(name).is_some())
    }

    /// Every place in the envelope's object that this mapping knows of.
    pub(crate) fn places(&self) -> impl Iterator<Item = &'static str> + '_ {
        let moved = self.moves.iter().flatten();
        moved
            .flat_map(|one| core::iter::once(one.to).chain(one.or.iter().copied()))
            .chain(self.adds.iter().map(|(place, _)| *place))
            .chain(self.follows.iter().map(|(place, _)| *place))
    }
}

/// The first key of a pointer.
fn first(pointer: &str) -> Option<&str> {
    pointer.split('/').nth(1)
}

/// The value at a pointer of plain keys.
pub(crate) fn descend<'d>(node: Node<'d>, pointer: &str) -> Option<Node<'d>> {
    pointer.split('/').skip(1).try_fold(node, Node::get)
}

/// The keys of a pointer of plain keys; those that it has not are empty.
pub(crate) type Keys = [&'static str; 4];

/// Takes a pointer apart. Longer ones than tables need are not compiled.
pub(crate) const fn keys(pointer: &'static str) -> Keys {
    let mut keys = [""; 4];
    let mut rest = pointer;
    let mut count = 0;
    while let Some((b'/', _)) = rest.as_bytes().split_first() {
        let mut end = 1;
        while end < rest.len() && rest.as_bytes()[end] != b'/' {
            end += 1;
        }
        let (step, others) = rest.split_at(end);
        (_, keys[count]) = step.split_at(1);
        count += 1;
        rest = others;
    }
    keys
}

/// Puts a value at a place below an object, unless something stands there.
pub(crate) fn put<'d>(object: &mut Members<'d>, keys: &Keys, value: Made<'d>) -> bool {
    let mut keys = keys.iter().copied().take_while(|key| !key.is_empty());
    let Some(mut key) = keys.next() else {
        return false;
    };
    let mut object = object;
    for inner in keys {
        object = match object.or_append(key).and_then(Made::as_object_mut) {
            Some(inner) => inner,
            None => return false,
        };
        key = inner;
    }
    let free = !object.contains_key(key);
    if free {
        object.append(Cow::Borrowed(key), value);
    }
    free
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
mod tests;
