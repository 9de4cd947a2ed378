//! Members that a shape does not know, and those that it misses.

use alloc::borrow::Cow;
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::vec::Vec;

use super::members::{fits, nearest_field};
use super::{Walk, member_of_span};
use crate::diagnostic::Applicability;
use crate::envelope::shape::{Field, Shape};
use crate::json::{Key, Node};
use crate::rule;
use crate::validate::found::{Found, OTHER_ONE, Slot};
use crate::validate::twin;

/// Among so many strange members the one that was meant for a missing one is
/// looked for.
const MISSPELT: usize = 256;

/// A member that a shape does not know.
pub(super) struct Strange<'d> {
    pub(super) key: Key<'d>,
    pub(super) name: Cow<'d, str>,
    pub(super) value: Node<'d>,
    /// The member of the shape that it is probably misspelt from.
    pub(super) meant: Option<&'static Field>,
}

impl<'d> Strange<'d> {
    pub(super) fn new(key: Key<'d>, value: Node<'d>) -> Self {
        Self {
            key,
            name: key.as_str(),
            value,
            meant: None,
        }
    }
}

/// The members that more than one strange one may be misspelt from.
fn rivals(strange: &[Strange<'_>]) -> BTreeSet<&'static str> {
    let mut known = BTreeSet::new();
    let meant = strange.iter().filter_map(|one| one.meant);
    let meant = meant.map(|field| field.name);
    meant.filter(|name| !known.insert(*name)).collect()
}

impl<'d, 's> Walk<'d, 's> {
    /// Looks at the members that a shape does not know. `named`: which of its own are there.
    pub(super) fn strangers(
        &mut self,
        node: Node<'d>,
        shape: &'s Shape,
        mut strange: Vec<Strange<'d>>,
        named: u64,
    ) {
        self.seen.has_strangers = true;
        if node.order() == 0 {
            self.seen.strange = strange.iter().map(|one| one.key).collect();
        }
        for one in &mut strange {
            if !member_of_span(shape, one.key) {
                one.meant = nearest_field(&one.name, shape, named);
            }
        }
        let rivals = rivals(&strange);
        for one in &strange {
            // Two keys that may mean one member: a person must choose.
            let alone = one.meant.is_some_and(|field| !rivals.contains(field.name));
            match self.elsewhere(node, shape, one.key) {
                Some(_) if one.value.is_null() => {}
                Some(ty) => self.open(Slot::of(one.value), ty),
                None => self.strange(one, shape, alone),
            }
            self.beside(node, one.key, one.value);
            for (code, message, other) in twin::disagreements(node, one.key, one.value) {
                let found = Found::at(code, Slot::of(one.value), message);
                self.seen.found.push(found.related(OTHER_ONE, other));
            }
        }
    }

    pub(super) fn missing(&mut self, slot: Slot<'d>, field: &Field, strange: &[Strange<'d>]) {
        let keys = || strange.iter().take(MISSPELT).map(|one| one.name.as_ref());
        let key = rule::nearest(field.name, keys());
        let message = match key.or_else(|| twin::other_name(field.name, keys())) {
            Some(key) => format!("`{}` is missing; `{key}` may be meant for it", field.name),
            None => format!("`{}` is missing", field.name),
        };
        let mut found = Found::at(self.code("MISSING_FIELD"), slot, message);
        found.missing = Some(field.name);
        self.seen.found.push(found);
    }

    /// A member that the shape does not know; `alone` if no other key may be misspelt
    /// from the same one.
    pub(super) fn strange(&mut self, one: &Strange<'d>, shape: &Shape, alone: bool) {
        let slot = Slot::of(one.value);
        if one.meant.is_some() || self.strict {
            let (name, known) = (&one.name, shape.name);
            let message = match one.meant.map(|field| field.name) {
                Some(meant) => {
                    format!("`{name}` is not a member of {known}; did you mean `{meant}`?")
                }
                None => format!("`{name}` is not a member of {known}"),
            };
            let mut found = Found::at("UNKNOWN_FIELD", slot, message);
            found.range = one.key.byte_range();
            if let Some(field) = one.meant {
                let sure = alone && field.presence.is_demanded();
                let trust = if sure {
                    Applicability::Safe
                } else {
                    Applicability::Suggested
                };
                let (title, range) = (format!("call it `{}`", field.name), found.range);
                found.expected = Some(field.name.into());
                // Under that name it would be of a wrong type.
                if fits(field, slot.node) {
                    found = found.fix(trust, title, range, format!("\"{}\"", field.name));
                }
            }
            self.seen.found.push(found);
        }
        self.sweep(slot);
    }
}
