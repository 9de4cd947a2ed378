//! Walks along the shapes that make an envelope of a document.
//!
//! A shape without a mapping is the envelope's already, but for `null`s, zeros
//! and checksums without a name; a shape with one says where its members go. Spans are
//! completed in `span`, nulls that only the envelope knows are left out in `nulls`, and
//! what changed is put down in `recorded`. The way back is in [`super::writing`].

use alloc::borrow::Cow;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::at::At;
use super::breaks::Broken;
use super::convention::Convention;
use super::made::{Made, Members, Orders};
use super::mapping::{How, Mapping, Move, keys, put};
use super::proof::Proofs;
use crate::checksum::{Checksum, ChecksumAlgorithm};
use crate::envelope::shape::{Field, Role, Shape, Type};
use crate::envelope::sign::choose;
use crate::envelope::{ORIGIN, RichSpan};
use crate::json::{Document, IntegerError, Key, Node, Trail};
use crate::normalize::{ChangeKind, Changes};
use crate::source::canonical_path;
use crate::source::library::Library;
use crate::validate::{COORDINATES, Found, Seen, Slot, takes, wrapper};
use carried::carried;
use flat::is_flat_kind;
use plan::Plans;
use planned::Nested;
use span::Ids;

mod carried;
mod counted;
mod flat;
mod nulls;
mod plan;
mod planned;
mod recorded;
mod span;
mod unknown;

pub(crate) use unknown::{LEVELS, counts_as_we_do};

/// An envelope that is being made.
pub(crate) struct Making<'d, 's> {
    pub(crate) document: &'d Document<'d>,
    pub(crate) seen: &'d Seen<'d>,
    pub(crate) convention: &'static Convention,
    /// The shape whose hooks say how lines are counted in a span of no known shape.
    pub(crate) span: &'static Shape,
    /// Levels of what no table knows that are left to look into.
    levels: u32,
    pub(crate) library: Option<&'d mut Library<'s>>,
    pub(crate) changes: Changes,
    pub(crate) found: Vec<Found>,
    /// Texts with line breaks that the envelope does not count; nothing before it is asked for.
    pub(super) broken: Option<Broken<'d>>,
    /// What is proved of lines and columns; nothing before it is asked for.
    proofs: Option<Proofs>,
    /// The way to what changed.
    trail: Trail<'d>,
    /// Members that go into others, of the objects that are being made.
    moving: Vec<Moving<'d>>,
    /// Objects that were written; their memory is used again.
    spare: Vec<Members<'d>>,
    orders: Orders<'d>,
    plans: Plans<'d>,
    ids: Ids,
    /// The members of objects that a plan is followed for, and what was made of some.
    values: Vec<Node<'d>>,
    results: Vec<Made<'d>>,
    /// Memory for values that are written before it is their turn.
    nested: Vec<Nested>,
    /// The lists that are written already, one after the other.
    lists: String,
    listing: Listing,
    /// Number of the claim that is asked for next, probably.
    next_claim: usize,
}

/// A member that goes into another one, which may not be there yet.
type Moving<'d> = (Slot<'d>, &'static Field, &'static Move);

/// Whether lists are written as soon as they are made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Listing {
    /// They are not: somebody looks into them later.
    Kept,
    /// The next one is.
    Written,
    /// One is being written, with all that it holds.
    Inside,
}

impl<'d, 's> Making<'d, 's> {
    /// An envelope of which nothing is made yet. `looks_back`: whether lists must not
    /// be written before all is made. `changes`: where what changes is put down.
    pub(crate) fn new(
        document: &'d Document<'d>,
        seen: &'d Seen<'d>,
        convention: &'static Convention,
        library: Option<&'d mut Library<'s>>,
        looks_back: bool,
        changes: Changes,
    ) -> Self {
        Self {
            document,
            seen,
            convention,
            span: &RichSpan::SHAPE,
            levels: LEVELS,
            library,
            changes,
            found: Vec::new(),
            broken: None,
            proofs: None,
            trail: Trail::new(document),
            moving: Vec::new(),
            spare: Vec::new(),
            orders: Orders::default(),
            plans: Plans::default(),
            ids: Ids::default(),
            values: Vec::new(),
            results: Vec::new(),
            nested: Vec::new(),
            lists: String::new(),
            listing: if looks_back {
                Listing::Kept
            } else {
                Listing::Written
            },
            next_claim: 0,
        }
    }

    /// The text of the envelope, as canonical JSON.
    pub(crate) fn text_of(&mut self, envelope: &Made<'d>) -> String {
        let lists = core::mem::take(&mut self.lists);
        self.orders.text(envelope, lists)
    }
}

impl<'d> Making<'d, '_> {
    /// Takes out a member of the tool's that bears the name of our origin.
    pub(crate) fn free_origin(&mut self, envelope: &mut Made<'d>) {
        let removed = envelope
            .as_object_mut()
            .and_then(|members| members.remove(ORIGIN));
        let root = self.document.root();
        if let (Some(_), Some(node)) = (removed, root.get(ORIGIN)) {
            self.name_taken(Slot::of(node));
        }
    }

    /// Says that a member is left out because the envelope has another of its name.
    pub(crate) fn name_taken(&mut self, slot: Slot<'d>) {
        let name = slot.key().map(Key::as_str).unwrap_or_default();
        let message = alloc::format!(
            "the envelope has another `{name}`; this one is kept in the origin only"
        );
        self.found.push(Found::at("NAME_TAKEN", slot, message));
        self.left_out(slot, ChangeKind::LeftOut);
    }

    /// The whole document as it is in the envelope.
    pub(crate) fn root(&mut self, ty: &'static Type) -> Made<'d> {
        let slot = Slot::of(self.document.root());
        match wrapper(ty, slot.node) {
            Some(shape) => self.record(slot, shape, &At::root()),
            None => self.value(slot, ty, &At::root()),
        }
    }

    /// A value as it is in the envelope, where it stands at `at`.
    pub(crate) fn value(&mut self, slot: Slot<'d>, ty: &'static Type, at: &At<'_>) -> Made<'d> {
        let node = slot.node;
        match ty {
            _ if !takes(ty, node) => node.into(),
            Type::Record(shape) => {
                let shape = self.seen.in_place_of(shape, node);
                self.record(slot, shape, at)
            }
            Type::Choice(shapes) => match choose(shapes, node) {
                Some(shape) => self.record(slot, shape, at),
                None => self.unknown(slot, at),
            },
            Type::Any | Type::Open(_) => self.unknown(slot, at),
            Type::List(item) if is_plain(item) => node.into(),
            Type::List(item) if self.listing == Listing::Written => {
                self.listing = Listing::Inside;
                let list = self.written_list(node, item, at);
                self.listing = Listing::Written;
                list
            }
            Type::List(item) => self.list(node, item, at),
            Type::Map(item) if is_plain(item) => node.into(),
            Type::Map(item) => {
                let mut members = Members::default();
                for (key, value) in node.members() {
                    let name = key.as_str();
                    let value = self.value(Slot::of(value), item, &at.child(&name));
                    members.append(key.as_str(), value);
                }
                Made::Object(members)
            }
            Type::OneOf(types) => match types.iter().find(|ty| takes(ty, node)) {
                Some(ty) => self.value(slot, ty, at),
                None => node.into(),
            },
            _ => node.into(),
        }
    }

    /// A list; as it is read if nothing in it changes.
    fn list(&mut self, node: Node<'d>, item: &'static Type, at: &At<'_>) -> Made<'d> {
        let mut items: Option<Vec<Made<'d>>> = None;
        for (index, value) in node.items().enumerate() {
            let made = self.value(Slot::of(value), item, &at.item(index as u64));
            match (&mut items, made) {
                (None, Made::Read(_)) => {}
                (None, made) => {
                    let before = node.items().take(index).map(Made::Read);
                    items = Some(before.chain([made]).collect());
                }
                (Some(items), made) => items.push(made),
            }
        }
        items.map_or(Made::Read(node), Made::List)
    }

    /// A list that is written element by element: what is long is never there as a
    /// whole but in the text.
    fn written_list(&mut self, node: Node<'d>, item: &'static Type, at: &At<'_>) -> Made<'d> {
        let start = self.lists.len();
        let mut lists = core::mem::take(&mut self.lists);
        self.orders.repeats = node.len() > 2;
        // What is not needed of it is never touched.
        let read = node.raw().len();
        lists.reserve(read + read / 2);
        lists.push('[');
        for (index, value) in (0u64..).zip(node.items()) {
            if index > 0 {
                lists.push(',');
            }
            self.element(Slot::of(value), item, &at.item(index), &mut lists);
            self.changes.settle(&mut self.trail);
        }
        lists.push(']');
        self.orders.repeats = false;
        self.lists = lists;
        let length = usize::try_from(node.len()).unwrap_or(usize::MAX);
        Made::Written(start..self.lists.len(), length)
    }

    /// Keeps the memory of a value for others.
    fn reuse(&mut self, made: Made<'d>) {
        const MOST: usize = 16;
        if let Made::Object(mut members) = made {
            while let Some(value) = members.pop() {
                self.reuse(value);
            }
            if self.spare.len() < MOST {
                self.spare.push(members);
            }
        }
    }

    /// An object as it is in the envelope: no `null` for an optional member, no
    /// zeros for lines and columns, checksums that name their algorithm, and
    /// every member in its place.
    pub(crate) fn record(
        &mut self,
        slot: Slot<'d>,
        shape: &'static Shape,
        at: &At<'_>,
    ) -> Made<'d> {
        let made = match shape.mapping {
            Some(mapping) => self.mapped(slot, shape, mapping, at),
            None => self.plain(slot, shape, at),
        };
        match self.recounts(shape) {
            Some(how) => self.recounted(slot, made, how, at),
            None => made,
        }
    }

    /// An object whose members keep their names; as it is read if none changes.
    fn plain(&mut self, slot: Slot<'d>, shape: &'static Shape, at: &At<'_>) -> Made<'d> {
        let unknown_lines = self.convention.are_unknown(coordinates(slot.node, shape));
        let mut object: Option<Members<'d>> = None;
        let mut has_flat_kind = false;
        for (count, (key, value)) in slot.node.members().enumerate() {
            let member = Slot::of(value);
            let made = match shape.member(key) {
                None => {
                    has_flat_kind |= is_flat_kind(key, value);
                    Some(self.unknown(member, &at.child(&key.as_str())))
                }
                Some((_, field)) if value.is_null() && field.presence.omits_null() => {
                    self.left_out(member, ChangeKind::NullLeftOut);
                    None
                }
                Some((_, field)) if unknown_lines && is_coordinate(field) => {
                    self.left_out(member, ChangeKind::UnknownLeftOut);
                    None
                }
                Some((_, field)) => Some(self.member(member, field, &at.child(field.name))),
            };
            match (&mut object, made) {
                (None, Some(Made::Read(_))) | (Some(_), None) => {}
                (None, made) => {
                    let mut members = Members::default();
                    for (key, value) in slot.node.members().take(count) {
                        members.append(shape.name_of(key), value.into());
                    }
                    if let Some(made) = made {
                        members.append(shape.name_of(key), made);
                    }
                    object = Some(members);
                }
                (Some(members), Some(made)) => members.append(shape.name_of(key), made),
            }
        }
        let mut made = object.map_or(Made::Read(slot.node), Made::Object);
        if has_flat_kind && let Some(object) = made.as_object_mut() {
            self.settle_kind(slot.node, Some(shape), object, at);
        }
        made
    }

    /// An object whose members stand elsewhere in the envelope.
    fn mapped(
        &mut self,
        slot: Slot<'d>,
        shape: &'static Shape,
        mapping: &'static Mapping,
        at: &At<'_>,
    ) -> Made<'d> {
        let unknown_lines = self.convention.are_unknown(coordinates(slot.node, shape));
        let mut object = self.spare.pop().unwrap_or_default();
        let mut rest: Vec<Slot<'d>> = Vec::new();
        // A member that goes into another one waits until that is there.
        let first = self.moving.len();
        for (key, value) in slot.node.members() {
            let member = Slot::of(value);
            let Some((index, field)) = shape.member(key) else {
                rest.push(member);
                continue;
            };
            let optional = || field.presence.takes_null() || mapping.is_optional(index, field);
            if value.is_null() && optional() {
                self.left_out(member, ChangeKind::NullLeftOut);
                continue;
            }
            let unknown = mapping.says_nothing(index, value);
            if unknown || (unknown_lines && is_coordinate(field)) {
                self.left_out(member, ChangeKind::UnknownLeftOut);
                continue;
            }
            match mapping.of(index) {
                None => {
                    let canonical = self.member(member, field, &at.child(field.name));
                    object.append(Cow::Borrowed(field.name), canonical);
                }
                Some(to) if !is_usable(field, value) && !moves_as_it_is(to, field, value) => {
                    rest.push(member);
                }
                Some(to) => self.moving.push((member, field, to)),
            }
        }
        let mut next = first;
        while let Some((member, field, to)) = self.moving.get(next).copied() {
            next += 1;
            self.move_in(&mut object, member, field, to, at);
        }
        self.moving.truncate(first);
        let says_kind =
            |slot: &Slot<'d>| slot.key().is_some_and(|key| is_flat_kind(key, slot.node));
        let has_flat_kind = rest.iter().any(says_kind);
        self.complete(&mut object, slot, mapping, rest, at);
        if has_flat_kind {
            self.settle_kind(slot.node, Some(shape), &mut object, at);
        }
        Made::Object(object)
    }

    fn member(&mut self, slot: Slot<'d>, field: &'static Field, at: &At<'_>) -> Made<'d> {
        if (field.role == Role::BareSpanChecksum || is_checksum(field.role))
            && let Some(algorithm) = self.convention.bare_checksum
        {
            return self.named(slot, algorithm, at);
        }
        self.value(slot, &field.ty, at)
    }

    /// A checksum that names its algorithm.
    fn named(&mut self, slot: Slot<'d>, algorithm: ChecksumAlgorithm, at: &At<'_>) -> Made<'d> {
        let digits = slot.node.as_str().unwrap_or_default();
        let Ok(checksum) = Checksum::from_bare(algorithm, &digits) else {
            return slot.node.into();
        };
        let named = Made::from(checksum.to_string());
        let from = slot.node.into();
        self.changed_to(slot, ChangeKind::AlgorithmNamed, &from, &named, at);
        named
    }

    /// Writes one member where its mapping says, and records that.
    fn move_in(
        &mut self,
        object: &mut Members<'d>,
        slot: Slot<'d>,
        field: &'static Field,
        to: &'static Move,
        at: &At<'_>,
    ) {
        let place = at.below(to.to);
        if matches!(to.how, How::Hook) {
            return;
        }
        let before = self.changes.count();
        let value = self.moved_value(slot, field, to, &place);
        if value.is_none() && self.changes.count() > before {
            // The function has said itself why nothing is there.
            return;
        }
        if !value.is_some_and(|value| put(object, &to.keys, value)) {
            self.changes.truncate(before);
            return self.left_out(slot, ChangeKind::LeftOut);
        }
        let stays = to.to.strip_prefix('/') == Some(field.name);
        if !stays && !self.changes.any_at(before, &place) {
            self.moved(slot, &place);
        }
    }

    /// The value of one member as its mapping writes it at a place, if it can.
    fn moved_value(
        &mut self,
        slot: Slot<'d>,
        field: &'static Field,
        to: &'static Move,
        place: &At<'_>,
    ) -> Option<Made<'d>> {
        match to.how {
            How::Hook => None,
            _ if !is_usable(field, slot.node) => Some(slot.node.into()),
            How::Same | How::Unless(_) => Some(self.member(slot, field, place)),
            How::Digest(algorithm) | How::DigestUnless(algorithm, _) => {
                Some(self.named(slot, algorithm, place))
            }
            How::With(read, _) => read(self, slot, place),
            How::Path => self.path(slot, place),
            How::Words(words) => {
                let ours = |word: &str| words.iter().find(|(theirs, _)| *theirs == word);
                self.word(slot, place, |word| ours(word).map(|(_, ours)| *ours))
            }
            How::Level => {
                let levels = self.convention.levels;
                let ours = Convention::CANONICAL.levels;
                self.word(slot, place, |word| {
                    let index = levels.iter().position(|level| *level == word)?;
                    ours.get(index).copied()
                })
            }
        }
    }

    /// A path in its canonical spelling.
    fn path(&mut self, slot: Slot<'d>, at: &At<'_>) -> Option<Made<'d>> {
        let spelt = slot.node.as_str()?;
        let canonical = canonical_path(&spelt);
        if canonical == spelt {
            return Some(slot.node.into());
        }
        let canonical = Made::from(canonical.into_owned());
        self.note(slot, ChangeKind::Path, &canonical, at);
        Some(canonical)
    }

    /// Records what a value became, if it is another one.
    pub(crate) fn note(&mut self, slot: Slot<'d>, what: ChangeKind, to: &Made<'d>, at: &At<'_>) {
        let from = Made::from(slot.node);
        if from != *to {
            self.changed_to(slot, what, &from, to, at);
        }
    }

    fn word(
        &mut self,
        slot: Slot<'d>,
        at: &At<'_>,
        convert: impl Fn(&str) -> Option<&'static str>,
    ) -> Option<Made<'d>> {
        let word = slot.node.as_str()?;
        let value = match convert(&word) {
            Some(ours) => Made::from(ours),
            None => slot.node.into(),
        };
        self.note(slot, ChangeKind::Converted, &value, at);
        Some(value)
    }

    /// What no table says: members that we do not know, those that the tool does
    /// not print, and what the mapping's hook does.
    fn complete(
        &mut self,
        object: &mut Members<'d>,
        slot: Slot<'d>,
        mapping: &Mapping,
        mut rest: Vec<Slot<'d>>,
        at: &At<'_>,
    ) {
        rest.retain(|member| !carried(object, mapping, *member));
        if let Some(read) = mapping.read {
            read(self, slot, object, at);
        }
        if let Some(place) = mapping.proves {
            self.prove_span(slot.node, object, place, at);
        }
        for (place, word) in mapping.adds {
            if put(object, &keys(place), (*word).into()) {
                self.added(ChangeKind::Derived, at.below(place), &(*word).into());
            }
        }
        for member in rest {
            if self.carry(object, mapping, member, at) {
                continue;
            }
            let name = member.key().map(Key::as_str).unwrap_or_default();
            if mapping.takes(&name) || object.contains_key(&name) {
                self.name_taken(member);
            } else {
                let made = self.unknown(member, &at.child(&name));
                object.append(name, made);
            }
        }
    }
}

/// Whether a member is a checksum of a range, or of its file, that names its algorithm in most
/// documents.
pub(super) const fn is_checksum(role: Role) -> bool {
    matches!(
        role,
        Role::SpanChecksum
            | Role::SpanChecksumAfter
            | Role::FileChecksum
            | Role::FileChecksumAfter
            | Role::FileBefore
            | Role::FileAfter
    )
}

/// Whether no value of a type is another one in the envelope.
fn is_plain(ty: &Type) -> bool {
    !matches!(
        ty,
        Type::Record(_)
            | Type::Choice(_)
            | Type::List(_)
            | Type::Map(_)
            | Type::OneOf(_)
            | Type::Any
            | Type::Open(_)
    )
}

/// Whether a member is of the type that its place in the envelope needs.
fn is_usable(field: &Field, value: Node<'_>) -> bool {
    takes(&field.ty, value) && (!matches!(field.ty, Type::Count) || value.as_u64_safe().is_ok())
}

/// Whether a value that its place does not take goes there all the same, so that the envelope
/// shows what is wrong with it. One that has to be worked out cannot, and a `null` there would say
/// that nothing is known.
fn moves_as_it_is(to: &Move, field: &Field, value: Node<'_>) -> bool {
    !value.is_null() && to.how.keeps_other_kinds(&field.ty)
}

/// Whether a member is one of the four lines and columns.
pub(super) fn is_coordinate(field: &Field) -> bool {
    COORDINATES.iter().any(|(_, name)| *name == field.name)
        || matches!(
            field.role,
            Role::StartLine | Role::StartColumn | Role::EndLine | Role::EndColumn
        )
}

/// The lines and columns of an object, as far as they are numbers.
fn coordinates(node: Node<'_>, shape: &Shape) -> impl Iterator<Item = Option<u64>> {
    let coordinates = shape.fields.iter().filter(|field| is_coordinate(field));
    coordinates.map(move |field| match node.get(field.name)?.as_u64_safe() {
        Ok(number) => Some(number.value),
        // A zero with a sign is wrong, but it is written as the zero that it is.
        Err(IntegerError::NegativeZero) => Some(0),
        Err(_) => None,
    })
}
