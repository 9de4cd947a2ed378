//! Members that a shape does not know, and those that it misses.

use alloc::borrow::Cow;
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::vec::Vec;

use super::members::{fits, nearest_field};
use super::{Seen, Walk, member_of_span, takes};
use crate::diagnostic::Applicability;
use crate::envelope::shape::{Field, Shape, Type};
use crate::json::{Key, Kind, Node};
use crate::rule;
use crate::validate::found::{Found, Relation, Slot};
use crate::validate::twin;

/// So many strange members are looked through for one that may be meant for a missing one.
const MISSPELT: usize = 256;

/// A member that a shape does not know.
pub(super) struct Strange<'d> {
    pub(super) key: Key<'d>,
    pub(super) name: Cow<'d, str>,
    pub(super) value: Node<'d>,
    /// The member that it is probably a misspelling of.
    meant: Option<Meant>,
}

/// A member that another name is taken for a slip of.
#[derive(Clone, Copy)]
struct Meant {
    name: &'static str,
    is_demanded: bool,
    /// Whether the value would be right under this name.
    fits: bool,
}

impl Meant {
    fn of(field: &'static Field, value: Node<'_>) -> Self {
        Self {
            name: field.name,
            is_demanded: field.presence.is_demanded(),
            fits: fits(field, value),
        }
    }
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

/// Where the members stand in which a wrapper may wrap an answer, among all values.
fn wrapped(root: Node<'_>) -> [Option<usize>; 2] {
    ["data", "result"].map(|name| root.get(name).map(Node::order))
}

impl<'d> Seen<'d> {
    /// Whether a value is an answer that the wrapper wraps.
    pub(super) fn is_answer(&mut self, node: Node<'d>) -> bool {
        let answers = self.answers.get_or_insert_with(|| wrapped(node.nth(0)));
        answers.contains(&Some(node.order()))
    }

    /// Notes the members of an object whose keys are data: any of them may have a name that
    /// means something elsewhere.
    pub(super) fn note_keys(&mut self, node: Node<'d>) {
        self.has_strangers |= !node.is_empty();
        if self.is_answer(node) {
            self.strange_in_answer = node.members().map(|(key, _)| key).collect();
        }
    }

    /// The members of the root and of what it wraps that no shape knows there. Time O(n) for
    /// an answer of no known shape.
    pub(crate) fn strangers(&self) -> Vec<Key<'d>> {
        let root = self.unknown.first().map(|slot| slot.node.nth(0));
        let answers = root.map(wrapped).unwrap_or_default();
        let mut unknown = self.unknown.iter().map(|slot| slot.node);
        let answer = unknown.find(|node| answers.contains(&Some(node.order())));
        let unknown = answer.into_iter().flat_map(Node::members);
        let known = self.strange.iter().chain(&self.strange_in_answer).copied();
        known.chain(unknown.map(|(key, _)| key)).collect()
    }
}

/// The member of older versions that a name is probably a misspelling of, among those that are
/// `absent`.
fn meant_elsewhere(absent: &[&'static (&'static str, Type)], one: &Strange<'_>) -> Option<Meant> {
    let name = rule::nearest_name(&one.name, absent.iter().map(|(name, _)| *name))?;
    let (name, ty) = absent.iter().find(|(known, _)| *known == name)?;
    Some(Meant {
        name,
        is_demanded: false,
        fits: takes(ty, one.value),
    })
}

/// The members that more than one strange name may be a misspelling of.
fn rivals(strange: &[Strange<'_>]) -> BTreeSet<&'static str> {
    let mut known = BTreeSet::new();
    let meant = strange.iter().filter_map(|one| one.meant);
    let meant = meant.map(|meant| meant.name);
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
        } else if self.seen.is_answer(node) {
            self.seen.strange_in_answer = strange.iter().map(|one| one.key).collect();
        }
        // Found out once, as each of very many members would look for them among all.
        let known = self.elsewhere(node, shape);
        let absent: Vec<_> = known
            .iter()
            .filter(|(name, _)| node.get(name).is_none())
            .collect();
        for one in &mut strange {
            if !member_of_span(shape, one.key) {
                // A text is no block, however near its name is: `content` is not `context`.
                let is_no_block = |field: &&Field| {
                    one.value.kind() != Kind::String || !matches!(field.ty, Type::Record(_))
                };
                let meant = nearest_field(&one.name, shape, named).filter(is_no_block);
                one.meant = match meant {
                    Some(field) => Some(Meant::of(field, one.value)),
                    None if known.iter().any(|(name, _)| one.key.is(name)) => None,
                    None => meant_elsewhere(&absent, one),
                };
            }
        }
        let rivals = rivals(&strange);
        for one in &strange {
            // Two keys that may mean one member: a person must choose.
            let alone = one.meant.is_some_and(|meant| !rivals.contains(meant.name));
            match known.iter().find(|(name, _)| one.key.is(name)) {
                Some(_) if one.value.is_null() => {}
                Some((_, ty)) => self.open(Slot::of(one.value), ty),
                None => {
                    self.strange(one, shape, alone);
                    self.spelt_twice(node, shape, one);
                    self.carried(node, shape, one);
                }
            }
            self.beside(node, one.key, one.value);
            for (code, message, other) in twin::disagreements(node, one.key, one.value) {
                let found = Found::at(code, Slot::of(one.value), message);
                self.seen
                    .found
                    .push(found.related(Relation::OtherOne, other));
            }
        }
    }

    /// Reports a member whose name has the same words as that of another one beside it: some
    /// readers find the one, and some the other.
    fn spelt_twice(&mut self, node: Node<'d>, shape: &Shape, one: &Strange<'d>) {
        if one.meant.is_some() || self.strict {
            return;
        }
        let mut fields = shape.fields.iter();
        let other = fields.find_map(|field| {
            let is_same = rule::is_same_words(&one.name, field.name);
            is_same.then(|| node.get(field.name)).flatten()
        });
        let Some(other) = other else { return };
        let (name, known) = (&one.name, shape.name);
        let key = other.member_key().map(Key::as_str).unwrap_or_default();
        let message = format!("`{name}` is not a member of {known}, and stands beside `{key}`");
        let mut found = Found::at("UNKNOWN_FIELD", Slot::of(one.value), message);
        found.range = one.key.byte_range();
        self.seen.found.push(found.related("the member", other));
    }

    /// Reports a member that is missing, and the strange one that may be meant for it.
    pub(super) fn missing(&mut self, slot: Slot<'d>, field: &Field, strange: &[Strange<'d>]) {
        let strange = || strange.iter().take(MISSPELT);
        let keys = || strange().map(|one| one.name.as_ref());
        let key = rule::nearest_name(field.name, keys());
        let key = key.or_else(|| twin::other_name(field.name, keys()));
        let message = match key {
            Some(key) => format!("`{}` is missing; `{key}` may be meant for it", field.name),
            None => format!("`{}` is missing", field.name),
        };
        let mut found = Found::at(self.code("MISSING_FIELD"), slot, message);
        found.missing = Some(field.name);
        let meant = key.and_then(|key| strange().find(|one| one.name == key));
        if let Some(one) = meant {
            found = found.related("may be meant for it", one.value);
        }
        self.seen.found.push(found);
    }

    /// Reports a member that the shape does not know. `alone`: whether no other key may be a
    /// misspelling of the same member.
    pub(super) fn strange(&mut self, one: &Strange<'d>, shape: &Shape, alone: bool) {
        let slot = Slot::of(one.value);
        if one.meant.is_some() || self.strict {
            let (name, known) = (&one.name, shape.name);
            let message = match one.meant.map(|meant| meant.name) {
                Some(meant) => {
                    format!("`{name}` is not a member of {known}; did you mean `{meant}`?")
                }
                None => format!("`{name}` is not a member of {known}"),
            };
            let mut found = Found::at("UNKNOWN_FIELD", slot, message);
            found.range = one.key.byte_range();
            if let Some(meant) = one.meant {
                let sure = alone && meant.is_demanded;
                let trust = if sure {
                    Applicability::Safe
                } else {
                    Applicability::Suggested
                };
                let (title, range) = (format!("call it `{}`", meant.name), found.range);
                found.expected = Some(meant.name.into());
                // Under that name it would be of a wrong type.
                if meant.fits {
                    found = found.fix(trust, title, range, format!("\"{}\"", meant.name));
                }
            }
            self.seen.found.push(found);
        }
    }
}
