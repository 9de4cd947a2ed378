//! What is recorded of an object that a plan is followed for: the same changes as the long
//! way puts down, in the same order. What its places are called is worked out once.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::super::Making;
use super::super::plan::{Member, Plan, Source};
use crate::dialect::{At, Made};
use crate::envelope::shape::Field;
use crate::normalize::{ChangeKind, Changes, Step};
use crate::validate::{COORDINATES, Slot};

/// What the places of a plan are called in the list of changes.
#[derive(Debug)]
pub(in crate::dialect::making) struct Names {
    /// Of each member: its key, and where it goes.
    members: Vec<(u32, u32)>,
    /// Of the lines and columns that are proved.
    lines: [u32; 4],
    id: u32,
    /// Of the words that the tool does not print.
    words: Vec<u32>,
}

impl Names {
    fn of(plan: &Plan<'_>, changes: &mut Changes) -> Self {
        let mapping = plan.shape.mapping;
        let members = plan.members.iter().map(|member| {
            let to = member.to.map_or(0, |to| changes.name_of(to.to));
            (changes.name_of_key(member.key), to)
        });
        let members = members.collect();
        let span = mapping.and_then(|mapping| mapping.proves).unwrap_or("");
        let mut inside = |name: &str| changes.name_of(&alloc::format!("{span}/{name}"));
        let lines = COORDINATES.map(|(_, name)| inside(name));
        let id = inside("span_id");
        let words = mapping.map_or(&[][..], |mapping| mapping.adds).iter();
        Self {
            members,
            lines,
            id,
            words: words.map(|(place, _)| changes.name_of(place)).collect(),
        }
    }
}

/// Values that are written before it is their turn, because what became of them is said
/// earlier.
#[derive(Debug, Default)]
pub(in crate::dialect::making) struct Nested {
    text: String,
    /// Where the value of each member is that has one.
    values: Vec<(usize, Range<usize>)>,
}

impl Nested {
    /// The text of the value of a member.
    pub(in crate::dialect::making) fn text_of(&self, member: usize) -> Option<&str> {
        let (_, range) = self.values.iter().find(|(number, _)| *number == member)?;
        self.text.get(range.clone())
    }

    pub(in crate::dialect::making) fn emptied(mut self) -> Self {
        self.text.clear();
        self.values.clear();
        self
    }
}

/// An object that is put down.
struct Telling<'t, 'd> {
    plan: &'t Plan<'d>,
    names: &'t Names,
    /// Where its values are among those of all plans, and what is made of them.
    first: usize,
    results: usize,
    at: &'t At<'t>,
    /// What its containers are called, in the document and in the envelope.
    from: u32,
    to: u32,
}

impl<'d> Making<'d, '_> {
    /// Puts down what becomes of an object, and makes what is made of its members; nothing, if
    /// there is something that the plan does not say. Its values are the last ones.
    pub(super) fn tell(
        &mut self,
        plan: &Plan<'d>,
        slot: Slot<'d>,
        at: &At<'_>,
        lines: [u64; 4],
        digits: Option<[u8; 16]>,
        nested: &mut Nested,
    ) -> Option<()> {
        let names = plan
            .names
            .get_or_init(|| Names::of(plan, &mut self.changes));
        let results = self.results.len();
        let made = results + plan.made.len();
        self.results.resize_with(made, || Made::Null);
        let telling = Telling {
            plan,
            names,
            first: self.values.len() - plan.members.len(),
            results,
            at,
            from: self.changes.container(&mut self.trail, slot.node),
            to: self.changes.container_at(at),
        };
        for number in 0..plan.members.len() {
            self.tell_in_place(&telling, number, nested);
        }
        for number in 0..plan.members.len() {
            self.tell_moved(&telling, number, nested)?;
        }
        if plan.proves {
            self.tell_proved(&telling, slot, lines);
        }
        if let Some(digits) = digits {
            let to = Some(telling.to(names.id));
            let id = Made::Id(digits);
            self.changes
                .known(ChangeKind::Derived, Step::ROOT, to, None, Some(&id));
        }
        let words = plan.shape.mapping.map_or(&[][..], |mapping| mapping.adds);
        for ((_, word), name) in words.iter().zip(&names.words) {
            let to = Some(telling.to(*name));
            let word = Made::from(*word);
            self.changes
                .known(ChangeKind::Derived, Step::ROOT, to, None, Some(&word));
        }
        Some(())
    }

    /// Of a member that keeps its name.
    fn tell_in_place(&mut self, telling: &Telling<'_, 'd>, number: usize, nested: &mut Nested) {
        let Some((member, slot)) = telling.member(number, &self.values) else {
            return;
        };
        if member.is_left_out {
            let from = telling.from(number);
            return self
                .changes
                .known(ChangeKind::NullLeftOut, from, None, None, None);
        }
        let (None, Some(field)) = (member.to, member.field) else {
            return;
        };
        match member.source {
            Some(Source::Made(result)) => {
                let made = self.member(slot, field, &telling.at.child(field.name));
                if let Some(result) = self.results.get_mut(telling.results + result) {
                    *result = made;
                }
            }
            Some(Source::Typed(_)) => {
                self.nest(number, slot, field, &telling.at.child(field.name), nested);
            }
            _ => {}
        }
    }

    /// Of a member that goes elsewhere.
    fn tell_moved(
        &mut self,
        telling: &Telling<'_, 'd>,
        number: usize,
        nested: &mut Nested,
    ) -> Option<()> {
        let Some((member, slot)) = telling.member(number, &self.values) else {
            return Some(());
        };
        let (Some(to), Some(field), Some(source)) = (member.to, member.field, member.source) else {
            return Some(());
        };
        let before = self.changes.count();
        let is_told = match source {
            Source::Made(result) => {
                let place = telling.at.below(to.to);
                let made = self.moved_value(slot, field, to, &place)?;
                if let Some(result) = self.results.get_mut(telling.results + result) {
                    *result = made;
                }
                self.changes.any_at(before, &place)
            }
            Source::Typed(_) => {
                let place = telling.at.below(to.to);
                self.nest(number, slot, field, &place, nested);
                self.changes.any_at(before, &place)
            }
            _ => false,
        };
        if !is_told && !member.stays() {
            let (_, name) = telling.names.members.get(number)?;
            let to = Some(telling.to(*name));
            self.changes
                .known(ChangeKind::Moved, telling.from(number), to, None, None);
        }
        Some(())
    }

    /// Of the lines and columns.
    fn tell_proved(&mut self, telling: &Telling<'_, 'd>, slot: Slot<'d>, lines: [u64; 4]) {
        let Some(claim) = self.claim(slot.node) else {
            return;
        };
        let parts = COORDINATES.into_iter().zip(telling.names.lines).zip(lines);
        for (((part, _), name), line) in parts {
            let to = telling.to(name);
            let line = Made::from(line);
            let Some(said) = claim.get(part) else {
                self.changes
                    .known(ChangeKind::Derived, Step::ROOT, Some(to), None, Some(&line));
                continue;
            };
            let from = Some(Made::from(said.node));
            match telling.number(said, &self.values) {
                Some(number) => self.changes.known(
                    ChangeKind::Converted,
                    telling.from(number),
                    Some(to),
                    from.as_ref(),
                    Some(&line),
                ),
                None => {
                    self.changes
                        .there(ChangeKind::Converted, said, from.as_ref(), Some(&line), to);
                }
            }
        }
    }

    /// Writes a value that has a shape, and keeps its text until it is its turn.
    fn nest(
        &mut self,
        number: usize,
        slot: Slot<'d>,
        field: &'static Field,
        place: &At<'_>,
        nested: &mut Nested,
    ) {
        let start = nested.text.len();
        self.element(slot, &field.ty, place, &mut nested.text);
        nested.values.push((number, start..nested.text.len()));
    }
}

impl<'t, 'd> Telling<'t, 'd> {
    fn member(
        &self,
        number: usize,
        values: &[crate::json::Node<'d>],
    ) -> Option<(&'t Member<'d>, Slot<'d>)> {
        let value = *values.get(self.first + number)?;
        Some((self.plan.members.get(number)?, Slot::of(value)))
    }

    /// The number of the member that holds a value.
    fn number(&self, slot: Slot<'d>, values: &[crate::json::Node<'d>]) -> Option<usize> {
        let order = slot.node.order();
        let mut values = values.get(self.first..)?.iter();
        values.position(|value| value.order() == order)
    }

    /// A member in the document.
    fn from(&self, number: usize) -> Step {
        let name = self.names.members.get(number).map_or(0, |(key, _)| *key);
        Step {
            outer: self.from,
            name,
        }
    }

    /// A place in the envelope.
    const fn to(&self, name: u32) -> Step {
        Step {
            outer: self.to,
            name,
        }
    }
}
