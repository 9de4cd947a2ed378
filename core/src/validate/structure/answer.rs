//! Is an answer the one to its command?
//!
//! The published schemas leave open what an answer is, as a newer version may answer more. Where
//! the command is known, so is what it answers with.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::strange::Strange;
use super::{MISFIT, Walk, article};
use crate::envelope::shape::{Field, Role, Shape, Type};
use crate::envelope::sign::choose;
use crate::json::{Kind, Node};
use crate::validate::found::{Found, Slot};

impl<'d> Walk<'d, '_> {
    /// Holds an answer to the command that it answers. Whether an answer may be empty is for other
    /// rules.
    pub(super) fn answer_to(
        &mut self,
        command: Option<Node<'d>>,
        slot: Slot<'d>,
        answers: &[(&str, &'static Shape)],
    ) {
        let word = command.and_then(Node::as_str);
        let known = answers
            .iter()
            .find(|(known, _)| word.as_deref() == Some(known));
        let (Some(command), Some((word, shape))) = (command, known) else {
            return;
        };
        let node = slot.node;
        if node.is_empty() {
            return;
        }
        let shapes: Vec<&Shape> = answers.iter().map(|(_, shape)| *shape).collect();
        let found = match node.kind() {
            Kind::Array => String::from(article(Kind::Array)),
            Kind::Object => match choose(&shapes, node) {
                Some(chosen) if chosen == *shape => return,
                Some(other) => {
                    let other = answers.iter().find(|(_, answer)| *answer == other);
                    format!("that to `{}`", other.map_or("", |(other, _)| other))
                }
                None => return self.lacking(slot, shape),
            },
            _ => return,
        };
        let members: Vec<&str> = shape.required().map(|field| field.name).collect();
        let members = members.join("` and `");
        let message =
            format!("expected the answer to `{word}`, an object with `{members}`; found {found}");
        let found = Found::at(MISFIT, slot, message);
        self.seen
            .found
            .push(found.related("the command", Slot::of(command)));
    }

    /// Reports an answer that stands in a list of one, where the tool has it without a list:
    /// readers do not look into one.
    pub(super) fn answer_in_list(&mut self, slot: Slot<'d>, field: &'static Field) {
        let beside: &[&Shape] = match field.role {
            Role::Data => &[],
            Role::DataOr(shapes) => shapes,
            _ => return,
        };
        let mut items = slot.node.items();
        let (Some(first), None) = (items.next(), items.next()) else {
            return;
        };
        let (alone, listed) = answers(&field.ty);
        let is = |shapes: &[&Shape]| choose(shapes, first).is_some();
        if first.kind() == Kind::Object && (is(alone) || is(beside)) && !is(listed) {
            let message = "expected an object, found an array with the answer in it";
            self.seen.found.push(Found::at(MISFIT, slot, message));
        }
    }

    /// Names what an object lacks to be of a shape whose sign it does not bear.
    pub(super) fn lacking(&mut self, slot: Slot<'d>, shape: &Shape) {
        let members = slot.node.members();
        let strange: Vec<Strange<'d>> = members
            .filter(|(key, _)| shape.member(*key).is_none())
            .map(|(key, value)| Strange::new(key, value))
            .collect();
        let outer = core::mem::replace(&mut self.is_open, true);
        for field in shape.required() {
            if slot.node.get(field.name).is_none() {
                self.missing(slot, field, &strange);
            }
        }
        self.is_open = outer;
    }
}

/// What an answer of this type can be: an object, and the elements of a list.
fn answers(ty: &Type) -> (&[&'static Shape], &[&'static Shape]) {
    match ty {
        Type::Choice(shapes) => (shapes, &[]),
        Type::List(item) => (&[], answers(item).0),
        Type::OneOf(types) => types
            .iter()
            .map(answers)
            .fold((&[], &[]), |(one, many), next| {
                let first = |had, new: &'static _| if <[_]>::is_empty(had) { new } else { had };
                (first(one, next.0), first(many, next.1))
            }),
        _ => (&[], &[]),
    }
}
