//! Which shape of a dialect an object of the envelope goes home to.

use super::super::mapping::descend;
use crate::envelope::shape::{Field, Presence, Role, Shape, Type};
use crate::envelope::sign::{Sign, choose};
use crate::json::{Kind, Node};

/// The shape of which an object of the envelope was made, or could have been: the only one whose
/// sign it bears in the envelope, else the one whose members are most like those of it. A part
/// of a document is none of them if no shape has anything of it, nor if it does not bear the sign of
/// the best one and lacks all lists of that one, or most of its required members.
pub(super) fn choose_home<'s>(
    shapes: &[&'s Shape],
    node: Node<'_>,
    is_part: bool,
) -> Option<&'s Shape> {
    if shapes.iter().all(|shape| shape.mapping.is_none()) {
        return choose(shapes, node);
    }
    let is_told = |shape: &Shape| canonical(shape).is_some_and(|there| bears(node, there));
    let mut told = shapes
        .iter()
        .filter(|shape| is_told(shape) && !(is_part && is_denied(shape, node)));
    if let (Some(shape), None) = (told.next(), told.next()) {
        return Some(shape);
    }
    let mut own = shapes.iter().filter(|shape| shape.mapping.is_none());
    if let Some(shape) = own.find(|shape| bears(node, shape)) {
        return Some(shape);
    }
    let mut best: Option<(i64, &'s Shape)> = None;
    // One that is the same in the envelope is there with its sign or not at all.
    let may_be = |shape: &&&Shape| !is_part || shape.mapping.is_some() || is_plain(shape);
    let shapes = shapes.iter().filter(may_be);
    for shape in shapes.filter(|shape| !is_other(shape, node)) {
        let score = score(shape, node);
        if best.is_none_or(|(most, _)| score > most) {
            best = Some((score, shape));
        }
    }
    best.filter(|(score, shape)| !is_part || *score > 0 && is_enough(shape, node))
        .map(|(_, shape)| shape)
}

/// What an object of a shape becomes in the envelope, if that is another one.
fn canonical(shape: &Shape) -> Option<&'static Shape> {
    shape.mapping.map(|mapping| mapping.canonical)
}

/// Whether a shape has no sign.
fn is_plain(shape: &Shape) -> bool {
    matches!(shape.sign, Sign::All([]))
}

/// Whether an object bears the sign of a shape that has one.
fn bears(node: Node<'_>, shape: &Shape) -> bool {
    !is_plain(shape) && shape.sign.is_on(node)
}

/// What kind of value stands in the envelope for a member of a shape.
fn kind_of(node: Node<'_>, shape: &Shape, (index, field): (usize, &Field)) -> Option<Kind> {
    let found = match shape.mapping.and_then(|mapping| mapping.of(index)) {
        Some(place) => core::iter::once(&place.to)
            .chain(place.or)
            .find_map(|place| descend(node, place)),
        None => node.get(field.name),
    };
    found.map(Node::kind)
}

/// Whether a value of this kind may be a member: a number of things is neither the list of them
/// nor what they are.
fn may_be(field: &Field, kind: Kind) -> bool {
    match field.ty {
        Type::List(_) => kind == Kind::Array,
        Type::Record(_) | Type::Map(_) => matches!(kind, Kind::Object | Kind::Null),
        _ => true,
    }
}

fn is_there(node: Node<'_>, shape: &Shape, member: (usize, &Field)) -> bool {
    kind_of(node, shape, member).is_some_and(|kind| may_be(member.1, kind))
}

/// Whether something that is no list stands for one that a shape must have.
fn is_denied(shape: &Shape, node: Node<'_>) -> bool {
    let mut lists = shape.fields.iter().enumerate().filter(|(_, field)| {
        field.presence == Presence::Required && matches!(field.ty, Type::List(_))
    });
    lists.any(|member| kind_of(node, shape, member).is_some_and(|kind| !may_be(member.1, kind)))
}

/// How much an object has of a shape.
fn score(shape: &Shape, node: Node<'_>) -> i64 {
    let members = shape.fields.iter().enumerate();
    let scores = members.map(|member| {
        let is_there = is_there(node, shape, member);
        match (is_there, member.1.presence) {
            (true, Presence::Required) => 2,
            (true, _) => 1,
            (false, Presence::Required) => -1,
            (false, _) => 0,
        }
    });
    scores.sum()
}

/// Whether an object has enough of a shape to be one of which members are lost.
fn is_enough(shape: &Shape, node: Node<'_>) -> bool {
    if canonical(shape).is_none_or(|there| is_plain(there) || bears(node, there)) {
        return true;
    }
    let (mut there, mut gone) = (0, 0);
    let (mut lists, mut lists_there) = (0, 0);
    for member in shape.fields.iter().enumerate() {
        let (_, field) = member;
        // What counts a list follows from it.
        let follows = matches!(field.role, Role::CountOf(_) | Role::TotalOf(_));
        if field.presence != Presence::Required || follows {
            continue;
        }
        let is_there = is_there(node, shape, member);
        *(if is_there { &mut there } else { &mut gone }) += 1;
        if matches!(field.ty, Type::List(_)) {
            lists += 1;
            lists_there += usize::from(is_there);
        }
    }
    there >= gone && (lists == 0 || lists_there > 0)
}

/// Whether the tag of an object is that of another shape.
fn is_other(shape: &Shape, node: Node<'_>) -> bool {
    shape.fields.iter().any(|field| match field.role {
        Role::Tag(word) => {
            let said = node.get(field.name).and_then(Node::as_str);
            said.is_some_and(|said| said != word)
        }
        _ => false,
    })
}
