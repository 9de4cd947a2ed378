//! Which shape of a dialect an object of the envelope goes home to.

use super::super::mapping::descend;
use crate::envelope::shape::{Field, Presence, Role, Shape, Type};
use crate::envelope::sign::{Sign, choose};
use crate::json::{Kind, Node};

/// The shape of which an object of the envelope was made, or could have been: the only one whose
/// sign it bears in the envelope, else the one whose members are most like those of it. A part
/// of a document is none of them if no shape has anything of it, or if of one whose sign it
/// does not bear the lists are not there, or no more than half of what there must be.
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
    let mut told = shapes
        .iter()
        .filter(|shape| becomes(shape).is_some_and(is_told));
    if let (Some(shape), None) = (told.next(), told.next()) {
        return Some(shape);
    }
    let mut own = shapes.iter().filter(|shape| shape.mapping.is_none());
    if let Some(shape) = own.find(|shape| is_told(shape)) {
        return Some(shape);
    }
    let is_there = |shape: &Shape, index: usize, field: &Field| {
        // A number of things is neither the list of them nor what they are.
        let may_be = |value: Node<'_>| match (&field.ty, value.kind()) {
            (_, Kind::Null) => true,
            (Type::List(_), kind) => kind == Kind::Array,
            (Type::Record(_) | Type::Map(_), kind) => kind == Kind::Object,
            _ => true,
        };
        match shape.mapping.and_then(|mapping| mapping.of(index)) {
            Some(place) => core::iter::once(&place.to)
                .chain(place.or)
                .any(|place| descend(node, place).is_some_and(may_be)),
            None => node.get(field.name).is_some_and(may_be),
        }
    };
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
        let (mut there, mut gone, mut lists) = (0, 0, [0; 2]);
        for (index, field) in shape.fields.iter().enumerate() {
            if field.presence != Presence::Required {
                continue;
            }
            let is_there = is_there(shape, index, field);
            *(if is_there { &mut there } else { &mut gone }) += 1;
            if matches!(field.ty, Type::List(_)) {
                lists[usize::from(is_there)] += 1;
            }
        }
        let lacks_lists = lists[0] > 0 && lists[1] == 0;
        there > gone && !lacks_lists
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
