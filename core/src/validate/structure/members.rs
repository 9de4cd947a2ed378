//! The members of an object that its shape knows, with a plan or without one; and the member that
//! a key is a misspelling of.

use alloc::format;

use super::super::found::{Found, Slot};
use super::super::plan::Act;
use super::{MISFIT, Walk, article, below, takes};
use crate::envelope::shape::{Field, Role, Shape};
use crate::json::{Kind, Node};
use crate::rule;

impl<'d, 's> Walk<'d, 's> {
    /// An object of which a plan says what each of its members is.
    pub(super) fn planned(
        &mut self,
        node: Node<'d>,
        shape: &'s Shape,
        claim: Option<usize>,
        plan: usize,
    ) {
        let (mut id, mut range) = (None, None);
        for (position, value) in node.values().enumerate() {
            let Some(&step) = self.plans.step(plan + position) else {
                return;
            };
            if step.is_named {
                range = Some(value);
            }
            if value.is_of(step.accepts) {
                match (step.act, claim) {
                    (Act::Nothing, _) => continue,
                    (Act::Look, _) if !value.is_empty_text() => continue,
                    (Act::Name, _) => {
                        id = Some(value);
                        continue;
                    }
                    (Act::NameOwn, _) => {
                        self.named(node, Slot::of(value), node);
                        continue;
                    }
                    (Act::Say(part), Some(claim)) => {
                        if let Some(claim) = self.seen.claims.get_mut(claim) {
                            claim.set(part, Slot::of(value));
                        }
                        continue;
                    }
                    (Act::Say(_), None) | (Act::Look, _) => {}
                }
            }
            let member = (shape, usize::from(step.at), step.field);
            self.member(node, value, member, claim);
        }
        if let (Some(id), Some(range)) = (id, range) {
            self.named(range, Slot::of(id), node);
        }
    }

    /// A member that its shape knows: `at` is the place of the field in the shape.
    pub(super) fn member(
        &mut self,
        record: Node<'d>,
        value: Node<'d>,
        (shape, at, field): (&'s Shape, usize, &'static Field),
        claim: Option<usize>,
    ) {
        if value.is_null() && field.presence.takes_null() {
            return;
        }
        if shape.mapping.is_some_and(|to| to.says_nothing(at, value)) {
            return;
        }
        let slot = Slot::of(value);
        if let Role::InFileOf(pointer) = field.role {
            let outer = self.file;
            self.file = below(record, pointer).or(outer);
            self.value(slot, &field.ty, claim);
            self.file = outer;
            return;
        }
        self.value(slot, &field.ty, claim);
        self.role(record, slot, field.role, claim);
        if value.kind() == Kind::Array {
            self.answer_in_list(slot, field);
        }
    }
}

impl<'d> Walk<'d, '_> {
    /// What a wrapper wraps: it may be of any shape, but not a bare word or number.
    pub(super) fn wrapped(&mut self, slot: Slot<'d>, role: Role) {
        let kind = slot.node.kind();
        let (known, expected): (&[Kind], _) = match role {
            Role::Answer => (&[Kind::Object], "an object"),
            Role::Failure(_) => (&[Kind::Object, Kind::Null], "an object"),
            _ => (
                &[Kind::Object, Kind::Array, Kind::Null],
                "an object or an array",
            ),
        };
        if !known.contains(&kind) {
            let message = format!("expected {expected}, found {}", article(kind));
            // The published schemas leave it open, and no type is wrong by them.
            self.seen.found.push(Found::at(MISFIT, slot, message));
        }
        if let Role::Failure(names) = role
            && slot.node.is_empty()
        {
            self.any_of(slot, names);
        }
    }

    /// An object that must have one of several members.
    pub(super) fn any_of(&mut self, slot: Slot<'d>, names: &[&'static str]) {
        let has = |name: &&str| slot.node.get(name).is_some_and(|value| !value.is_null());
        if slot.node.kind() == Kind::Object && !names.iter().any(has) {
            let message = format!("`{}` is missing", names.join("` or `"));
            let mut found = Found::at("ALTERNATIVE_MISSING", slot, message);
            found.missing = names.first().copied();
            self.seen.found.push(found);
        }
    }
}

/// The member that a key is probably a misspelling of; not one of those that are there, `named`.
pub(super) fn nearest_field(key: &str, shape: &Shape, named: u64) -> Option<&'static Field> {
    let absent = || {
        let fields = shape.fields.iter().enumerate();
        fields.filter(move |(at, _)| named & (1 << at) == 0)
    };
    let near = rule::nearest_name(key, absent().map(|(_, field)| field.name))?;
    let (_, field) = absent().find(|(_, field)| field.name == near)?;
    Some(field)
}

/// Whether a value would be right under the name of a member.
pub(super) fn fits(field: &Field, node: Node<'_>) -> bool {
    takes(&field.ty, node) || (node.is_null() && field.presence.takes_null())
}
