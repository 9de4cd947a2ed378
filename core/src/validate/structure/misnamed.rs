//! Objects that would be of a known shape if one of their members were spelt right.
//!
//! Often one name shows the shape. Where that is misspelt, nothing is known of the object, and
//! only to say so would leave it to the reader to find the slip.

use alloc::string::String;
use alloc::vec::Vec;

use super::{MISFIT, Walk, takes};
use crate::diagnostic::Applicability;
use crate::envelope::key_set::KeySet;
use crate::envelope::shape::{Field, Role, Shape, Type};
use crate::envelope::sign::{Look, Sign, choose};
use crate::json::{Key, Kind, Node};
use crate::rule;
use crate::validate::found::{Found, Slot};

/// Most members of an object that is looked at.
const MEMBERS: u64 = 64;

/// So many objects are looked at: elements of a list mostly have the same keys.
const OBJECTS: usize = 16;

/// Letters of the shortest name that another one is taken for a slip of: most short names are one
/// slip from another word.
const LETTERS: usize = 6;

/// The same, if nothing is missing any more under the right name.
const FEW_LETTERS: usize = 4;

/// The shape that an object would have, with nothing missing, if one of its members were spelt
/// right. If it lacks nothing of the shape whose sign it bears, the other shape has to know all
/// members that this one knows.
#[cold]
pub(super) fn meant<'s>(
    node: Node<'_>,
    chosen: &'s Shape,
    shapes: &[&'s Shape],
) -> Option<&'s Shape> {
    let lacks = |shape: &Shape, renamed: Option<&str>| {
        let mut demanded = shape.fields.iter().filter(|it| it.presence.is_demanded());
        demanded.any(|field| renamed != Some(field.name) && node.get(field.name).is_none())
    };
    if node.len() > MEMBERS {
        return None;
    }
    let is_whole = !lacks(chosen, None);
    let knows_as_much = |shape: &Shape| {
        let mut known = node
            .members()
            .filter(|(key, _)| chosen.member(*key).is_some());
        known.all(|(key, _)| shape.member(key).is_some())
    };
    let mut meant: Option<(&Shape, &str)> = None;
    for (key, value) in node.members() {
        let name = key.as_str();
        if name.len() + 1 < FEW_LETTERS || chosen.member(key).is_some() {
            continue;
        }
        let fields = shapes.iter().flat_map(|shape| shape.fields);
        let may_be = |field: &&Field| {
            is_slip(&name, field, value, FEW_LETTERS) || is_plural_slip(&name, field, value)
        };
        for field in fields.filter(may_be) {
            let renamed = Renamed {
                node,
                names: Some((key, field.name)),
            };
            let shape = choose(shapes, renamed).filter(|shape| {
                let own = shape.field(field.name);
                // Without the member, it would be of that shape and lack it.
                own.is_some_and(|own| own.presence.is_demanded())
                    && !lacks(shape, Some(field.name))
                    && (!is_whole || knows_as_much(shape))
            });
            if let (None, Some(shape)) = (node.get(field.name), shape) {
                if meant.is_some_and(|(_, other)| other != field.name) {
                    return None;
                }
                meant = Some((shape, field.name));
            }
        }
    }
    meant.map(|(shape, _)| shape)
}

impl<'d> Walk<'d, '_> {
    /// An object that bears the sign of none of these shapes.
    pub(super) fn unknown(&mut self, slot: Slot<'d>, shapes: &[&Shape]) {
        let node = slot.node;
        if node.is_empty() {
            if self.seen.is_answer(node) {
                self.seen.unknown.push(slot);
            }
        } else {
            if self.seen.unknown.len() < OBJECTS && node.len() <= MEMBERS {
                self.misnamed(node, shapes);
                self.unlisted(slot, shapes);
            }
            self.seen.unknown.push(slot);
        }
        self.sweep(slot);
    }

    /// Names the members that keep an answer of no known shape from being of one of these.
    pub(super) fn meant_for(&mut self, node: Node<'d>, shapes: &[&Shape]) {
        let last = self.seen.unknown.last();
        let is_unknown = last.is_some_and(|slot| slot.node.order() == node.order());
        if is_unknown && node.len() <= MEMBERS {
            self.misnamed(node, shapes);
        }
    }

    /// Names the members that keep an object from being of a known shape.
    fn misnamed(&mut self, node: Node<'d>, shapes: &[&Shape]) {
        for (key, value) in node.members() {
            let name = key.as_str();
            let fields = || shapes.iter().flat_map(|shape| shape.fields);
            let mut known = fields().filter(|field| key.is(field.name)).peekable();
            // Another answer may have the member, with another kind of value.
            let is_known = known.peek().is_some();
            if name.len() + 1 < FEW_LETTERS || known.any(|field| takes(&field.ty, value)) {
                continue;
            }
            let mut meant: Option<(&Shape, &Field)> = None;
            let mut is_one = true;
            let may_be = |field: &&Field| {
                let is_slip = is_slip(&name, field, value, FEW_LETTERS);
                is_slip && !is_known || is_plural_slip(&name, field, value)
            };
            for field in fields().filter(may_be) {
                let renamed = Renamed {
                    node,
                    names: Some((key, field.name)),
                };
                let shape = choose(shapes, renamed).filter(|shape| {
                    let is_long = name.len() + 1 >= LETTERS && field.name.len() >= LETTERS;
                    let is_sure = is_known || is_long && !rule::differ_in_plural(&name, field.name);
                    shape.field(field.name).is_some() && (is_sure || renamed.is_all_of(shape))
                });
                if let (None, Some(shape)) = (node.get(field.name), shape) {
                    is_one &= meant.is_none_or(|(_, other)| other.name == field.name);
                    meant = meant.or(Some((shape, field)));
                }
            }
            // Between two names a person must choose.
            if let Some((shape, field)) = meant.filter(|_| is_one) {
                let (known, right) = (shape.name, field.name);
                let renamed = Renamed {
                    node,
                    names: Some((key, right)),
                };
                let message =
                    alloc::format!("`{name}` is not a member of {known}; did you mean `{right}`?");
                let mut found = Found::at("UNKNOWN_FIELD", Slot::of(value), message);
                found.range = key.byte_range();
                let (title, range) = (alloc::format!("call it `{right}`"), found.range);
                let text = alloc::format!("\"{right}\"");
                let found = found.expecting(right);
                let found = found.fix(Applicability::Suggested, title, range, text);
                self.seen.found.push(found);
                // With all else that the shape demands, it is a list under a wrong name.
                if matches!(field.ty, Type::List(_))
                    && rule::is_of_its_letters(&name, right)
                    && renamed.is_mostly_of(shape, self.seen.older)
                {
                    let message = alloc::format!("`{right}` is missing; `{name}` may be meant");
                    self.lost(Slot::of(value), right, message);
                }
            }
        }
    }

    /// Names the list that an answer counts and does not have, if it has all else that one shape
    /// demands, and nothing that this shape does not know.
    fn unlisted(&mut self, slot: Slot<'d>, shapes: &[&Shape]) {
        let node = slot.node;
        if node.len() < 2 || !self.seen.is_answer(node) {
            return;
        }
        let has = |name: &str| node.get(name).is_some();
        let counted = shapes.iter().filter_map(|shape| {
            let mut fields = shape.fields.iter();
            let list = fields.find_map(|field| match field.role {
                Role::CountOf(list) if has(field.name) => Some(list),
                Role::CountOf(list) if self.seen.older && has(OLDER_COUNT) => Some(list),
                _ => None,
            })?;
            let mut members = node.members();
            let is_all = members.all(|(key, _)| {
                shape.member(key).is_some() || (self.seen.older && key.is(OLDER_COUNT))
            });
            let mut gone = shape.required().filter(|field| !has(field.name));
            let is_gone = gone.next().is_some_and(|field| field.name == list);
            (is_all && is_gone && gone.next().is_none()).then_some(list)
        });
        let mut lists = counted.collect::<Vec<_>>();
        lists.dedup();
        if let [list] = lists[..] {
            self.lost(slot, list, alloc::format!("`{list}` is missing"));
        }
    }

    /// Says that a list is missing where the published schemas leave open what stands there.
    fn lost(&mut self, slot: Slot<'d>, list: &'static str, message: String) {
        let mut found = Found::at(MISFIT, slot, message);
        found.missing = Some(list);
        self.seen.found.push(found);
    }
}

/// How many matches there are, in the older versions of the envelope.
const OLDER_COUNT: &str = "match_count";

/// Whether a name is one slip from that of a member which takes such a value. A plural instead of a
/// singular is another name, and no slip.
fn is_slip(name: &str, field: &Field, value: Node<'_>, letters: usize) -> bool {
    !rule::differ_in_plural(name, field.name)
        && field.name.len() >= letters
        && takes(&field.ty, value)
        && (rule::is_one_slip(name, field.name)
            || name != field.name && rule::is_same_words(name, field.name))
}

/// Whether a name says one thing where that of a member says many, or many where it says one,
/// and the value is what belongs to that: a list, or an object.
fn is_plural_slip(name: &str, field: &Field, value: Node<'_>) -> bool {
    let is_told = match value.kind() {
        Kind::Array => rule::is_many_of(field.name, name),
        Kind::Object => rule::is_many_of(name, field.name),
        _ => false,
    };
    is_told && takes(&field.ty, value)
}

/// An object, one of whose members has another name.
#[derive(Clone, Copy)]
struct Renamed<'d> {
    node: Node<'d>,
    /// How the member is called, and how it is taken to be; nothing further inside.
    names: Option<(Key<'d>, &'static str)>,
}

impl<'d> Renamed<'d> {
    const fn plain(node: Node<'d>) -> Self {
        Self { node, names: None }
    }

    /// Whether it has all members that a shape demands, and among the others, the renamed one left
    /// aside, more that the shape knows than that it does not know.
    fn is_mostly_of(self, shape: &Shape, is_older: bool) -> bool {
        let (mut known, mut strange) = (0, 0);
        for (key, _) in self.node.members() {
            match self.names {
                Some((wrong, _)) if wrong.byte_range() == key.byte_range() => {}
                _ if shape.member(key).is_some() => known += 1,
                _ if is_older && key.is(OLDER_COUNT) => {}
                _ => strange += 1,
            }
        }
        let mut demanded = shape.required();
        known > strange && demanded.all(|field| self.member(field.name).is_some())
    }

    /// Whether it has all members that a shape demands, and none that the shape does not know. A
    /// single member shows nothing.
    fn is_all_of(self, shape: &Shape) -> bool {
        let mut others = self.node.members().filter(|(key, _)| {
            self.names
                .is_none_or(|(wrong, _)| wrong.byte_range() != key.byte_range())
        });
        self.node.len() > 1
            && others.all(|(key, _)| shape.member(key).is_some())
            && shape
                .required()
                .all(|field| self.member(field.name).is_some())
    }
}

impl Look for Renamed<'_> {
    fn kind(self) -> Kind {
        self.node.kind()
    }
    fn noted_keys(self) -> KeySet {
        KeySet::EVERY
    }
    fn keys(self) -> KeySet {
        KeySet::EVERY
    }
    fn member(self, name: &str) -> Option<Self> {
        let found = match self.names {
            Some((wrong, right)) if right == name => {
                let mut members = self.node.members();
                members
                    .find(|(key, _)| key.byte_range() == wrong.byte_range())?
                    .1
            }
            Some((wrong, _)) if wrong.is(name) => return None,
            _ => self.node.get(name)?,
        };
        Some(Self::plain(found))
    }
    fn is_word(self, word: &str) -> bool {
        self.node.is_word(word)
    }
    fn is_empty_array(self) -> bool {
        self.node.is_empty_array()
    }
    fn is_false(self) -> bool {
        self.node.is_false()
    }
    fn any(self, sign: &Sign) -> bool {
        self.node.any(sign)
    }
    fn only(self, names: &[&str]) -> bool {
        let mut members = self.node.members();
        members.all(|(key, _)| match self.names {
            Some((wrong, right)) if wrong.byte_range() == key.byte_range() => {
                names.contains(&right)
            }
            _ => names.iter().any(|name| key.is(name)),
        })
    }
    fn each(self, kind: Kind) -> bool {
        self.node.each(kind)
    }
}
