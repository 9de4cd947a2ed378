//! One of several shapes, as a schema.
//!
//! `validate` takes an object for the shape that it is most like, and blames it
//! for not being that one; an `anyOf` would accept it for being unlike all. So
//! the schema says of each shape by what an object shows to be of it, and then
//! holds it to that shape. What is clearly a part of some shape, and of which
//! none is whole, lacks a member.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use super::describe::{Definitions, object};
use crate::envelope::shape::Shape;
use crate::json::{Array, Object, Value};

/// The schema of a choice; `otherwise` is for an object that is none of them.
pub(super) fn schema(
    shapes: &'static [&'static Shape],
    definitions: &mut Definitions,
    otherwise: Object,
) -> Object {
    let mut rules: Vec<(Object, Object)> = Vec::new();
    for shape in shapes {
        if let Some((key, word)) = shape.tag {
            let mut sign = object("required", names([key]));
            sign.insert("properties", object(key, object("const", word)));
            rules.push((sign, definitions.refer(shape)));
        }
    }
    whole(shapes, definitions, &mut rules);
    let signs: Array = rules.iter().map(|(sign, _)| sign.clone()).collect();
    let parts: Array = shapes.iter().flat_map(|shape| part(shape)).collect();
    let mut none = object("not", object("anyOf", signs));
    let lacking = object("not", Object::new());
    if otherwise.is_empty() {
        none.insert("anyOf", parts);
        rules.push((none, lacking));
    } else {
        rules.push((none, otherwise));
    }
    let rules: Array = rules
        .into_iter()
        .map(|(sign, then)| {
            let mut rule = object("if", sign);
            rule.insert("then", then);
            Value::Object(rule)
        })
        .collect();
    object("allOf", rules)
}

fn required(shape: &'static Shape) -> BTreeSet<&'static str> {
    shape.required().map(|field| field.name).collect()
}

/// All members that a shape must have, and not those of a shape that must have
/// more. Shapes that must have the same members are told by what is in them: one
/// of them must fit.
fn whole(
    shapes: &'static [&'static Shape],
    definitions: &mut Definitions,
    rules: &mut Vec<(Object, Object)>,
) {
    let untagged = || {
        shapes
            .iter()
            .copied()
            .filter(|shape| shape.tag.is_none() && shape.required().next().is_some())
    };
    let mut done: Vec<BTreeSet<&str>> = Vec::new();
    for shape in untagged() {
        let members = required(shape);
        if done.contains(&members) {
            continue;
        }
        let alike: Vec<Object> = untagged()
            .filter(|other| required(other) == members)
            .map(|other| definitions.refer(other))
            .collect();
        let then = match <[Object; 1]>::try_from(alike) {
            Ok([one]) => one,
            Err(several) => object("anyOf", several.into_iter().collect::<Array>()),
        };
        let mut larger: BTreeSet<BTreeSet<&str>> = BTreeSet::new();
        for other in untagged().map(required) {
            if other == members || !members.is_subset(&other) {
                continue;
            }
            let more: BTreeSet<&str> = other.difference(&members).copied().collect();
            if other.len() < 3 || more.len() == 1 {
                larger.insert(more);
                continue;
            }
            // An object that lacks one of many members is still most like them.
            for gone in &more {
                larger.insert(more.iter().copied().filter(|name| name != gone).collect());
            }
        }
        let larger: Array = larger
            .into_iter()
            .map(|more| object("required", names(more)))
            .collect();
        let mut sign = object("required", names(members.iter().copied()));
        if !larger.is_empty() {
            sign.insert("not", object("anyOf", larger));
        }
        rules.push((sign, then));
        done.push(members);
    }
}

/// What shows that an object is a part of a shape: all but one of at least three
/// members that it must have, with little else; or some of them and nothing else.
///
/// Members that must be there weigh most, as in `validate`; these are the weights
/// written out.
fn part(shape: &'static Shape) -> Vec<Object> {
    let tag = shape.tag.map(|(key, _)| key);
    let all = required(shape);
    let members: Vec<&str> = all
        .iter()
        .copied()
        .filter(|name| Some(*name) != tag)
        .collect();
    let untagged = |mut sign: Object| {
        if let Some(key) = tag {
            sign.insert("properties", object(key, false));
        }
        sign
    };
    let mut signs = Vec::new();
    if all.len() >= 3 {
        let most = 3 * all.len() as u64 - 6;
        let mut all_but_one: Vec<Vec<&str>> = Vec::new();
        if tag.is_some() {
            all_but_one.push(members.clone());
        } else {
            for gone in &members {
                let rest = members.iter().copied().filter(|name| name != gone);
                all_but_one.push(rest.collect());
            }
        }
        for rest in all_but_one {
            let mut sign = object("required", names(rest));
            sign.insert("maxProperties", most);
            signs.push(untagged(sign));
        }
    }
    let known: Array = shape.fields.iter().map(|field| field.name).collect();
    let only = |mut sign: Object| {
        sign.insert("propertyNames", object("enum", known.clone()));
        untagged(sign)
    };
    match all.len() {
        1..=3 => {
            let one = |name: &&str| object("required", names([*name]));
            signs.extend(members.iter().map(one).map(only));
            signs.push(only(object("minProperties", all.len() as u64)));
        }
        4..=6 => {
            for (at, first) in members.iter().enumerate() {
                for second in members.iter().skip(at + 1) {
                    signs.push(only(object("required", names([*first, *second]))));
                }
            }
        }
        _ => {}
    }
    signs
}

fn names<'n>(names: impl IntoIterator<Item = &'n str>) -> Array {
    names.into_iter().collect()
}
