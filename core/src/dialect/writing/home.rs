//! Which shape of a dialect an object of the envelope goes home to.

use super::super::mapping::descend;
use crate::envelope::shape::{Presence, Role, Shape};
use crate::envelope::sign::{Sign, choose};
use crate::json::Node;

/// The shape of which an object of the envelope was made, or could have been: the only one whose
/// sign it bears in the envelope, else the one whose members are most like those of it. A part
/// of a document of which no shape has anything is none of them.
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
    let fit = |shape: &Shape| {
        let fields = shape.fields.iter().enumerate();
        fields.fold(0i64, |score, (index, field)| {
            let place = shape.mapping.and_then(|mapping| mapping.of(index));
            let there = match place {
                Some(place) => core::iter::once(&place.to)
                    .chain(place.or)
                    .any(|place| descend(node, place).is_some()),
                None => node.get(field.name).is_some(),
            };
            score
                + match (there, field.presence) {
                    (true, Presence::Required) => 2,
                    (true, _) => 1,
                    (false, Presence::Required) => -1,
                    (false, _) => 0,
                }
        })
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
    best.filter(|(score, _)| !is_part || *score > 0)
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
