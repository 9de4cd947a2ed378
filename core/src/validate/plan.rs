//! Which member of a shape each key of an object is, worked out once for all objects
//! that have the same keys.
//!
//! The elements of a list have the same keys in the same order, and the reader notes
//! which objects do: they have one layout. What the keys mean for one of them they mean for
//! the next one too, so that only its values are left to look at, by their position. A plan is
//! made for the second object of a layout, or for the first where more are likely. Objects with
//! keys that the shape does not know, or without ones that it demands, have no plan: each of
//! them has to be reported.

use alloc::vec;
use alloc::vec::Vec;

use super::claim::Part;
use crate::envelope::shape::{Field, Role, Shape, Type};
use crate::json::{Form, Node};

/// The values that are sound for a type, as far as that is seen at a glance.
fn accepted(ty: &Type) -> Form {
    match ty {
        Type::Text | Type::Words(_) => Form::STRING,
        Type::Count | Type::Integer => Form::NATURAL,
        Type::Number => Form::NUMBER,
        _ => Form::NONE,
    }
}

/// What is done with the value of a member, if it is sound at a glance.
#[derive(Debug, Clone, Copy)]
pub(super) enum Act {
    /// Nothing.
    Nothing,
    /// It says this of the range at hand.
    Say(Part),
    /// It is reported if it is empty.
    Look,
    /// It is the id of the range in the step that has [`Step::is_named`] set.
    Name,
    /// It is the id of the range that the object itself is.
    NameOwn,
}

/// One member of the objects of a layout.
#[derive(Debug, Clone, Copy)]
pub(super) struct Step {
    pub(super) field: &'static Field,
    /// The place of the field in the shape.
    pub(super) at: u8,
    /// The values that are sound at a glance.
    pub(super) accepts: Form,
    /// What is done with those.
    pub(super) act: Act,
    /// Whether it is the range that an id beside it is of.
    pub(super) is_named: bool,
}

/// The members of the objects of one layout, as members of one shape.
#[derive(Debug)]
struct Plan<'s> {
    shape: &'s Shape,
    /// Where its steps begin, which are in the order of the members; none if the objects need
    /// another look.
    first: Option<usize>,
    /// The number of another plan for the same layout and another shape; [`NEW`] if there is none.
    other: u32,
}

/// Room that the first plan takes for others.
const MANY: usize = 32;

/// Nothing is known of a layout.
const NEW: u32 = 0;

/// One object had the layout: it may have been the only one.
const ONCE: u32 = u32::MAX;

/// All plans of a document.
#[derive(Debug, Default)]
pub(super) struct Plans<'s> {
    /// For each layout [`NEW`], [`ONCE`] or the number of a plan, from 1.
    of_layout: Vec<u32>,
    all: Vec<Plan<'s>>,
    steps: Vec<Step>,
}

impl<'s> Plans<'s> {
    /// Where the steps for an object begin, if it needs no other look. `repeats` says
    /// that others of its layout are likely.
    #[inline]
    pub(super) fn find(
        &mut self,
        node: Node<'_>,
        shape: &'s Shape,
        repeats: bool,
    ) -> Option<usize> {
        let layout = usize::try_from(node.layout()).ok().filter(|at| *at > 0)?;
        match self.of_layout.get(layout) {
            Some(&NEW) | None => {
                self.note(node, layout);
                if repeats {
                    self.make(node, layout, shape, NEW)
                } else {
                    None
                }
            }
            Some(&ONCE) => self.make(node, layout, shape, NEW),
            Some(&first) => {
                let mut next = first;
                while let Some(plan) = self.plan(next) {
                    if core::ptr::eq(plan.shape, shape) {
                        return plan.first;
                    }
                    next = plan.other;
                }
                self.make(node, layout, shape, first)
            }
        }
    }

    fn plan(&self, number: u32) -> Option<&Plan<'s>> {
        self.all.get(usize::try_from(number).ok()?.checked_sub(1)?)
    }

    /// The step at a place.
    #[inline]
    pub(super) fn step(&self, at: usize) -> Option<&Step> {
        self.steps.get(at)
    }

    #[cold]
    fn note(&mut self, node: Node<'_>, layout: usize) {
        if self.of_layout.is_empty() {
            let layouts = usize::try_from(node.layouts()).unwrap_or(0);
            self.of_layout = vec![NEW; layouts + 1];
        }
        if let Some(known) = self.of_layout.get_mut(layout) {
            *known = ONCE;
        }
    }

    #[cold]
    fn make(
        &mut self,
        node: Node<'_>,
        layout: usize,
        shape: &'s Shape,
        other: u32,
    ) -> Option<usize> {
        let first = self.steps.len();
        if first == 0 {
            self.steps.reserve(MANY);
        }
        let is_whole = self.add_steps(node, shape).is_some();
        if !is_whole {
            self.steps.truncate(first);
        }
        let first = is_whole.then_some(first);
        self.all.push(Plan {
            shape,
            first,
            other,
        });
        let number = u32::try_from(self.all.len()).ok()?;
        *self.of_layout.get_mut(layout)? = number;
        first
    }

    /// Adds the steps for an object, if the shape knows all its keys and lacks none.
    fn add_steps(&mut self, node: Node<'_>, shape: &Shape) -> Option<()> {
        let mut named = 0u64;
        let (mut id, first) = (None, self.steps.len());
        for (key, _) in node.members() {
            let (at, field) = shape.member(key)?;
            named |= 1 << at;
            if let Role::IdOf(pointer) = field.role {
                // Of one range, no shape has two ids.
                if id.is_some() {
                    return None;
                }
                id = pointer.strip_prefix('/').filter(|key| !key.contains('/'));
            }
            let nothing = shape.mapping.is_some_and(|to| to.may_say_nothing(at));
            let act = act(field.role).filter(|_| !nothing);
            self.steps.push(Step {
                field,
                at: u8::try_from(at).ok()?,
                accepts: act.map_or(Form::NONE, |_| accepted(&field.ty)),
                act: act.unwrap_or(Act::Nothing),
                is_named: false,
            });
        }
        for step in self.steps.get_mut(first..)? {
            step.is_named = id == Some(step.field.name);
        }
        (shape.must & !named == 0).then_some(())
    }
}

/// What is done with a value of this role; none if that takes more than a glance.
fn act(role: Role) -> Option<Act> {
    match (Part::of(role), role) {
        (Some(part), _) => Some(Act::Say(part)),
        (None, Role::Plain | Role::Tag(_) | Role::Question) => Some(Act::Nothing),
        (None, Role::Said) => Some(Act::Look),
        (None, Role::IdOf("")) => Some(Act::NameOwn),
        (None, Role::IdOf(place)) if place.rfind('/') == Some(0) => Some(Act::Name),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
