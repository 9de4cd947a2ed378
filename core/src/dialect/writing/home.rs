//! Which shape of a dialect an object of the envelope goes home to.

use super::super::mapping::descend;
use crate::envelope::shape::{Field, Presence, Role, Shape, Type};
use crate::envelope::sign::{Sign, choose};
use crate::json::{Kind, Node};

/// The shape of which an object of the envelope was made, or could have been: the only one whose
/// sign it bears in the envelope, else the one whose members are most like those of it. A part
/// of a document is none of them if no shape has anything of it. It is neither if it does not
/// bear the sign of the best one, and lacks all lists of that one or most of its required members.
pub(super) fn choose_home<'s>(
    shapes: &[&'s Shape],
    node: Node<'_>,
    is_part: bool,
) -> Option<&'s Shape> {
    if shapes.iter().all(|shape| shape.mapping.is_none()) {
        return choose(shapes, node);
    }
    let is_plain = |shape: &Shape| matches!(shape.sign, Sign::All([]));
    let is_told = |shape: &Shape| !is_plain(shape) && shape.sign.is_on(node);
    let becomes = |shape: &Shape| shape.mapping.map(|mapping| mapping.canonical);
    let kind_of = |shape: &Shape, index: usize, field: &Field| {
        let move_of = shape.mapping.and_then(|mapping| mapping.of(index));
        let found = match move_of {
            Some(place) => core::iter::once(&place.to)
                .chain(place.or)
                .find_map(|place| descend(node, place)),
            None => node.get(field.name),
        };
        found.map(Node::kind)
    };
    // A number of things is neither the list of them nor what they are.
    let may_be = |field: &Field, kind: Kind| match field.ty {
        Type::List(_) => kind == Kind::Array,
        Type::Record(_) | Type::Map(_) => matches!(kind, Kind::Object | Kind::Null),
        _ => true,
    };
    let is_there = |shape: &Shape, index: usize, field: &Field| {
        kind_of(shape, index, field).is_some_and(|kind| may_be(field, kind))
    };
    let is_denied = |shape: &Shape| {
        let mut lists = shape.fields.iter().enumerate().filter(|(_, field)| {
            field.presence == Presence::Required && matches!(field.ty, Type::List(_))
        });
        lists.any(|(index, field)| {
            kind_of(shape, index, field).is_some_and(|kind| !may_be(field, kind))
        })
    };
    let mut told = shapes
        .iter()
        .filter(|shape| becomes(shape).is_some_and(is_told) && (!is_part || !is_denied(shape)));
    if let (Some(shape), None) = (told.next(), told.next()) {
        return Some(shape);
    }
    let mut own = shapes.iter().filter(|shape| shape.mapping.is_none());
    if let Some(shape) = own.find(|shape| is_told(shape)) {
        return Some(shape);
    }
    let fit = |shape: &Shape| {
        let fields = shape.fields.iter().enumerate();
        fields.fold(0i64, |score, (index, field)| {
            score
                + match (is_there(shape, index, field), field.presence) {
                    (true, Presence::Required) => 2,
                    (true, _) => 1,
                    (false, Presence::Required) => -1,
                    (false, _) => 0,
                }
        })
    };
    let is_enough = |shape: &Shape| {
        if becomes(shape).is_none_or(|canonical| is_plain(canonical) || is_told(canonical)) {
            return true;
        }
        let (mut there, mut gone) = (0, 0);
        let (mut lists, mut lists_there) = (0, 0);
        for (index, field) in shape.fields.iter().enumerate() {
            // What counts a list follows from it.
            let follows = matches!(field.role, Role::CountOf(_) | Role::TotalOf(_));
            if field.presence != Presence::Required || follows {
                continue;
            }
            let is_there = is_there(shape, index, field);
            *(if is_there { &mut there } else { &mut gone }) += 1;
            if matches!(field.ty, Type::List(_)) {
                lists += 1;
                lists_there += usize::from(is_there);
            }
        }
        there >= gone && (lists == 0 || lists_there > 0)
    };
    let mut best: Option<(i64, &'s Shape)> = None;
    // One that is the same in the envelope is there with its sign or not at all.
    let may_be = |shape: &&&Shape| !is_part || shape.mapping.is_some() || is_plain(shape);
    let shapes = shapes.iter().filter(may_be);
    for shape in shapes.filter(|shape| !is_other(shape, node)) {
        let score = fit(shape);
        if best.is_none_or(|(most, _)| score > most) {
            best = Some((score, shape));
        }
    }
    best.filter(|(score, shape)| !is_part || *score > 0 && is_enough(shape))
        .map(|(_, shape)| shape)
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
