//! Elements of lists, written one by one: by a plan where there is one, the long way where
//! there is none. What the plans are is in `plan`.
//!
//! The long way says of each value what became of it; where somebody wants to know, so does
//! who follows a plan, see `recorded`.

use alloc::string::String;

use super::plan::{Member, Needs, Plan, Source, Step, is_as_read};
use super::{Making, is_usable};
use crate::dialect::proof::Proof;
use crate::dialect::{At, Made};
use crate::envelope::shape::{Field, Shape, Type};
use crate::envelope::sign::choose;
use crate::json::{Kind, Node, write_count};
use crate::source::canonical_path;
use crate::validate::{Slot, takes};

mod recorded;
#[cfg(test)]
mod tests;

pub(super) use recorded::{Names, Nested};

/// An object that is written by its plan, and what was worked out of it before.
struct Followed<'f, 'd> {
    plan: &'f Plan<'d>,
    /// Where its values are among those of all plans, and what was made of them.
    first: usize,
    results: usize,
    lines: [u64; 4],
    digits: Option<[u8; 16]>,
    /// Values that are written already; nothing if nobody wants to hear what became of them.
    nested: Option<&'f Nested>,
}

impl<'d> Making<'d, '_> {
    /// Adds a value as it is in the envelope, where it stands at `at`, to a text.
    pub(super) fn element(
        &mut self,
        slot: Slot<'d>,
        ty: &'static Type,
        at: &At<'_>,
        out: &mut String,
    ) {
        if self.orders.repeats && may_be_followed() {
            if is_as_read(ty) {
                return slot.node.write_canonical_to(out);
            }
            if let Some(shape) = self.shape_of(slot.node, ty)
                && self.planned(slot, shape, at, out)
            {
                return;
            }
        }
        let made = self.value(slot, ty, at);
        self.orders.write(&made, "", out);
        self.reuse(made);
    }

    /// The shape of a value, if it is an object of a known one.
    fn shape_of(&self, node: Node<'d>, ty: &'static Type) -> Option<&'static Shape> {
        if node.kind() != Kind::Object {
            return None;
        }
        match ty {
            Type::Record(shape) => Some(self.seen.in_place_of(shape, node)),
            Type::Choice(shapes) => choose(shapes, node),
            Type::OneOf(types) => {
                let ty = types.iter().find(|ty| takes(ty, node))?;
                self.shape_of(node, ty)
            }
            _ => None,
        }
    }

    /// Writes an object by its plan; nothing, if there is none that fits.
    fn planned(
        &mut self,
        slot: Slot<'d>,
        shape: &'static Shape,
        at: &At<'_>,
        out: &mut String,
    ) -> bool {
        if self.recounts(shape).is_some() {
            return false;
        }
        let (values, made) = (self.values.len(), self.results.len());
        let plan = self
            .plans
            .of(shape, slot.node, self.convention, &mut self.values);
        let done = plan.is_some_and(|plan| self.follow(&plan, slot, at, out));
        self.values.truncate(values);
        while self.results.len() > made
            && let Some(result) = self.results.pop()
        {
            self.reuse(result);
        }
        done
    }

    /// The values of its members are the last ones of `values`.
    fn follow(&mut self, plan: &Plan<'d>, slot: Slot<'d>, at: &At<'_>, out: &mut String) -> bool {
        let Some(steps) = &plan.steps else {
            return false;
        };
        let first = self.values.len() - plan.members.len();
        let values = self.values.get(first..).unwrap_or_default();
        let mut pairs = plan.members.iter().zip(values);
        let met = |(member, value): (&Member<'_>, &Node<'d>)| match member.needs {
            Needs::NoSpan => !self.holds_span(*value),
            needs => needs.are_met(member.field, *value),
        };
        if !pairs.all(met) {
            return false;
        }
        let digits = match plan.id {
            None => None,
            Some(members) => {
                let values = members.map(|at| values.get(at).copied());
                match self.id_of(slot.node, values) {
                    Some(digits) => Some(digits),
                    None => return false,
                }
            }
        };
        let lines = if plan.proves {
            match self.proved(slot.node) {
                Some(lines) => lines,
                None => return false,
            }
        } else {
            [0; 4]
        };
        let (found, changes, results) =
            (self.found.len(), self.changes.count(), self.results.len());
        let tells = self.changes.are_told();
        let mut nested = self.nested.pop().unwrap_or_default();
        let made = if tells {
            self.tell(plan, slot, at, lines, digits, &mut nested)
        } else {
            self.make(plan, first, at)
        };
        if made.is_none() {
            // It is said again, the long way.
            self.found.truncate(found);
            self.changes.truncate(changes);
            self.nested.push(nested.emptied());
            return false;
        }
        let followed = Followed {
            plan,
            first,
            results,
            lines,
            digits,
            nested: tells.then_some(&nested),
        };
        self.write_steps(&followed, steps, at, out);
        #[cfg(test)]
        tests::FOLLOWED.set(tests::FOLLOWED.get() + 1);
        self.nested.push(nested.emptied());
        true
    }

    /// Writes the values of an object, and what stands between them.
    fn write_steps(
        &mut self,
        followed: &Followed<'_, 'd>,
        steps: &[Step],
        at: &At<'_>,
        out: &mut String,
    ) {
        let plan = followed.plan;
        let mut start = 0;
        for step in steps {
            out.push_str(plan.text.get(start..step.end).unwrap_or_default());
            start = step.end;
            match step.source {
                Source::Read(number) => {
                    if let Some(value) = self.values.get(followed.first + number) {
                        value.write_canonical_to(out);
                    }
                }
                Source::Typed(number) => match followed.nested {
                    Some(nested) => out.push_str(nested.text_of(number).unwrap_or_default()),
                    None => self.write_typed(followed, number, at, out),
                },
                Source::Made(number) => {
                    if let Some(made) = self.results.get(followed.results + number) {
                        self.orders.write(made, "", out);
                    }
                }
                Source::Line(number) => {
                    write_count(out, followed.lines.get(number).copied().unwrap_or(0));
                }
                Source::Id => {
                    let digits = followed.digits.as_ref();
                    let digits = digits.and_then(|id| core::str::from_utf8(id).ok());
                    out.push('"');
                    out.push_str(digits.unwrap_or_default());
                    out.push('"');
                }
            }
        }
        out.push_str(plan.text.get(start..).unwrap_or_default());
    }

    /// Writes the value of a member that has a shape.
    fn write_typed(
        &mut self,
        followed: &Followed<'_, 'd>,
        number: usize,
        at: &At<'_>,
        out: &mut String,
    ) {
        let value = self.values.get(followed.first + number).copied();
        let member = followed.plan.members.get(number);
        let field = member.and_then(|member| member.field);
        if let (Some(value), Some(member), Some(field)) = (value, member, field) {
            let place = match member.to {
                Some(to) => at.below(to.to),
                None => at.child(field.name),
            };
            self.element(Slot::of(value), &field.ty, &place, out);
        }
    }

    /// Makes what is made of members before anything is written.
    fn make(&mut self, plan: &Plan<'d>, first: usize, at: &At<'_>) -> Option<()> {
        for &number in &plan.made {
            let made = self.result(plan, number, first, at)?;
            self.results.push(made);
        }
        Some(())
    }

    /// What is made of a member.
    fn result(
        &mut self,
        plan: &Plan<'d>,
        number: usize,
        first: usize,
        at: &At<'_>,
    ) -> Option<Made<'d>> {
        let slot = Slot::of(*self.values.get(first + number)?);
        let member = plan.members.get(number)?;
        let field = member.field?;
        match member.to {
            Some(to) => self.moved_value(slot, field, to, &at.below(to.to)),
            None => Some(self.member(slot, field, &at.child(field.name))),
        }
    }

    /// The lines and columns of an object that claims a range, if they are proved.
    fn proved(&mut self, node: Node<'d>) -> Option<[u64; 4]> {
        let (_, proof) = self.proof(node)?;
        match proof? {
            Proof::Proved(lines) => Some(lines.in_order()),
            _ => None,
        }
    }
}

/// Tests want to see that the long way leads to the same.
#[cfg(test)]
fn may_be_followed() -> bool {
    !tests::LONG_WAY.get()
}

#[cfg(not(test))]
const fn may_be_followed() -> bool {
    true
}

impl Needs {
    fn are_met(self, field: Option<&'static Field>, value: Node<'_>) -> bool {
        let usable = || field.is_none_or(|field| is_usable(field, value));
        match self {
            Self::Nothing | Self::NoSpan => true,
            Self::Usable => usable(),
            Self::Path => value
                .as_str()
                .is_some_and(|path| canonical_path(&path) == path),
            Self::Named => value.plain_str().is_some_and(|sum| sum.contains(':')),
            Self::NoZero => value.short_natural().is_some_and(|number| number > 0),
        }
    }
}
