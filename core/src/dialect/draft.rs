//! Walks along the shapes that make an envelope of a document.
//!
//! A shape without a mapping is the envelope's already, but for `null`s, zeros
//! and checksums without a name; a shape with one says where its members go. The
//! way back is in [`super::writing`].

use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::at::At;
use super::convention::Convention;
use super::mapping::{How, Mapping, Move, put};
use super::proof::{self, Proof, Proofs};
use crate::checksum::{Checksum, ChecksumAlgorithm};
use crate::envelope::shape::{Field, Role, Shape, Type};
use crate::envelope::sign::choose;
use crate::envelope::{OperationResult, Response};
use crate::id::span_id;
use crate::json::{
    Document, IntegerError, Key, Kind, LintKind, Node, Object, Pointer, ReadOptions, Value, read,
};
use crate::normalize::{About, Change, Changes, PutDown};
use crate::source::canonical_path;
use crate::source::library::Library;
use crate::validate::{Claim, Found, Part, Seen, Slot, takes, wrapper};

/// The members that hold the lines and columns of a span of the envelope.
pub(crate) const COORDINATES: [&str; 4] = ["start_line", "start_col", "end_line", "end_col"];

/// An envelope that is being made.
pub(crate) struct Draft<'d, 's> {
    pub(crate) document: &'d Document<'d>,
    pub(crate) seen: &'d Seen<'d>,
    pub(crate) convention: &'static Convention,
    pub(crate) library: Option<&'d mut Library<'s>>,
    pub(crate) changes: Changes,
    pub(crate) found: Vec<Found>,
    /// What is proved of lines and columns; nothing before it is asked for.
    pub(crate) proofs: Option<Proofs>,
}

/// Where the value at a pointer of the document stands in the envelope: where
/// the nearest container with a place on record does.
fn place_of(changes: &Changes, pointer: &str) -> String {
    let holds = |change: &Change| {
        let rest = pointer.strip_prefix(change.pointer.as_str());
        let inside = rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
        inside && !change.pointer.is_empty() && change.at.is_some()
    };
    let nearest = changes.iter().filter(holds);
    let nearest = nearest.max_by_key(|change| change.pointer.len());
    let wrapped = changes.iter().find(|change| change.what == "wrapped");
    let (from, to) = match (nearest, wrapped) {
        (Some(change), _) => (change.pointer, change.at),
        (None, Some(wrapped)) => (String::new(), wrapped.at),
        (None, None) => (String::new(), None),
    };
    let rest = pointer.strip_prefix(from.as_str()).unwrap_or_default();
    alloc::format!("{}{rest}", to.unwrap_or_default())
}

impl<'d> Draft<'d, '_> {
    /// Records a change of the value in a slot, which keeps its place.
    pub(crate) fn changed(
        &mut self,
        slot: Slot<'d>,
        what: &'static str,
        from: Option<Value>,
        to: Option<Value>,
    ) {
        self.changes.here(what, slot, from, to);
    }

    /// Records that a value is written as another one, in another place.
    pub(crate) fn changed_to(
        &mut self,
        slot: Slot<'d>,
        what: &'static str,
        from: Value,
        to: Value,
        at: impl PutDown,
    ) {
        self.changes.there(what, slot, Some(from), Some(to), at);
    }

    /// Records that a value stands in another place.
    pub(crate) fn moved(&mut self, of: impl About, at: impl PutDown) {
        self.changes.there("moved", of, None, None, at);
    }

    /// The same, of a value that may be in its place already.
    pub(crate) fn moved_unless_there(&mut self, slot: Slot<'d>, at: impl PutDown) {
        self.changes.elsewhere("moved", slot, at);
    }

    /// Records that a value is not in the envelope because it says nothing there.
    pub(crate) fn vanished(&mut self, what: &'static str, pointer: Pointer, from: Value) {
        self.changes.here(what, pointer, Some(from), None);
    }

    /// All changes, in the order in which they were made, with the numbers that
    /// canonical JSON cannot write with all their digits.
    pub(crate) fn settled(&mut self) -> Changes {
        let mut changes = core::mem::take(&mut self.changes);
        changes.settle(self.document);
        for lint in self.document.lints() {
            if lint.kind == LintKind::InexactNumber
                && let Ok(node) = self.document.find(&lint.place.pointer)
            {
                let at = place_of(&changes, &lint.place.pointer);
                changes.extend([Change {
                    at: Some(at),
                    pointer: lint.place.pointer,
                    what: "rounded".into(),
                    from: Some(Box::new(node.raw().into())),
                    to: read(node.to_canonical().as_bytes(), &ReadOptions::default())
                        .ok()
                        .map(|document| Box::new(document.root().to_value())),
                    document: None,
                }]);
            }
        }
        changes
    }

    /// Takes out a member of the tool's that bears the name of our sidecar.
    pub(crate) fn free_origin(&mut self, envelope: &mut Value) {
        let removed = envelope
            .as_object_mut()
            .and_then(|members| members.remove("origin"));
        let root = self.document.root();
        if let (Some(_), Some(node)) = (removed, root.get("origin")) {
            self.name_taken(Slot::of(node));
        }
    }

    /// Leaves out members of the envelope that are `null` and need not be there,
    /// where the tool's own shape does not know them.
    pub(crate) fn free_nulls(&mut self, envelope: &mut Value) {
        let Some(members) = envelope.as_object_mut() else {
            return;
        };
        for (key, node) in self.document.root().members() {
            let name = key.as_str();
            let optional = [&Response::SHAPE, &OperationResult::SHAPE]
                .iter()
                .filter_map(|shape| shape.field(&name))
                .any(|field| field.presence.takes_null());
            if node.is_null() && optional && members.get(&name) == Some(&Value::Null) {
                members.remove(&name);
                let slot = Slot::of(node);
                self.changed(slot, "null_left_out", Some(Value::Null), None);
            }
        }
    }

    /// Says that a member is left out because its name means something else.
    pub(crate) fn name_taken(&mut self, slot: Slot<'d>) {
        let name = slot.key().map(Key::as_str).unwrap_or_default();
        let message = alloc::format!(
            "`{name}` means something else in the envelope; it is kept in the origin only"
        );
        self.found.push(Found::at("NAME_TAKEN", slot, message));
        self.changed(slot, "left_out", Some(slot.node.to_value()), None);
    }

    /// Records something that the document does not say itself.
    pub(crate) fn added(&mut self, what: &'static str, at: impl PutDown, to: Value) {
        self.changes
            .there(what, Pointer::root(), None, Some(to), at);
    }

    /// The whole document in its canonical form.
    pub(crate) fn root(&mut self, ty: &Type) -> Value {
        let slot = Slot::of(self.document.root());
        match wrapper(ty, slot.node) {
            Some(shape) => self.record(slot, shape, &At::root()),
            None => self.value(slot, ty, &At::root()),
        }
    }

    /// A value in its canonical form, which stands at `at` in the envelope.
    pub(crate) fn value(&mut self, slot: Slot<'d>, ty: &Type, at: &At<'_>) -> Value {
        let node = slot.node;
        match ty {
            _ if !takes(ty, node) => node.to_value(),
            Type::Record(shape) => {
                let shape = self.seen.span_in_place_of(shape, node);
                self.record(slot, shape, at)
            }
            Type::Choice(shapes) => match choose(shapes, node) {
                Some(shape) => self.record(slot, shape, at),
                None => node.to_value(),
            },
            Type::List(item) => (0u64..)
                .zip(node.items())
                .map(|(index, value)| self.value(Slot::of(value), item, &at.item(index)))
                .collect(),
            Type::Map(item) => {
                let members = node.members().map(|(key, value)| {
                    let name = key.as_str();
                    let at = at.child(&name);
                    let value = self.value(Slot::of(value), item, &at);
                    (key.as_str(), value)
                });
                Value::Object(members.collect())
            }
            Type::OneOf(types) => match types.iter().find(|ty| takes(ty, node)) {
                Some(ty) => self.value(slot, ty, at),
                None => node.to_value(),
            },
            _ => node.to_value(),
        }
    }

    /// An object in its canonical form: no `null` for an optional member, no
    /// zeros for lines and columns, checksums that name their algorithm, and
    /// every member in its place.
    pub(crate) fn record(&mut self, slot: Slot<'d>, shape: &Shape, at: &At<'_>) -> Value {
        let unknown_lines = self.convention.zeros_are_unknown && zeros(slot.node, shape);
        let mut object = Object::new();
        let mut rest: Vec<Slot<'d>> = Vec::new();
        // A member that goes into another one waits until that is there.
        let mut moving: Vec<(Slot<'d>, &Field, &Move)> = Vec::new();
        for (key, value) in slot.node.members() {
            let member = Slot::of(value);
            let Some((index, field)) = shape.member(key) else {
                match shape.mapping {
                    Some(_) => rest.push(member),
                    None => {
                        object.insert(key.as_str(), value.to_value());
                    }
                }
                continue;
            };
            let optional = field.presence.takes_null()
                || shape.mapping.is_some_and(|to| to.is_optional(index, field));
            if value.is_null() && optional {
                self.changed(member, "null_left_out", Some(Value::Null), None);
                continue;
            }
            let unknown = shape
                .mapping
                .is_some_and(|to| to.says_nothing(index, value));
            if unknown || (unknown_lines && is_coordinate(field)) {
                self.changed(member, "unknown_left_out", Some(value.to_value()), None);
                continue;
            }
            match shape.mapping.map(|mapping| mapping.of(index)) {
                None | Some(None) => {
                    let canonical = self.member(member, field, &at.child(field.name));
                    object.set(field.name, canonical);
                }
                Some(Some(_)) if !is_usable(field, value) => rest.push(member),
                Some(Some(to)) => moving.push((member, field, to)),
            }
        }
        for (member, field, to) in moving {
            self.move_in(&mut object, member, field, to, at);
        }
        if let Some(mapping) = shape.mapping {
            self.complete(&mut object, slot, mapping, rest, at);
        }
        Value::Object(object)
    }

    fn member(&mut self, slot: Slot<'d>, field: &Field, at: &At<'_>) -> Value {
        if field.role == Role::BareSpanChecksum
            && let Some(algorithm) = self.convention.bare_checksum
        {
            return self.named(slot, algorithm, at);
        }
        self.value(slot, &field.ty, at)
    }

    /// A checksum that names its algorithm.
    fn named(&mut self, slot: Slot<'d>, algorithm: ChecksumAlgorithm, at: &At<'_>) -> Value {
        let digits = slot.node.as_str().unwrap_or_default();
        let Ok(checksum) = Checksum::from_bare(algorithm, &digits) else {
            return slot.node.to_value();
        };
        let named = Value::from(checksum.to_string());
        let from = slot.node.to_value();
        self.changed_to(slot, "algorithm_named", from, named.clone(), at);
        named
    }

    /// Writes one member where its mapping says, and records that.
    fn move_in(
        &mut self,
        object: &mut Object,
        slot: Slot<'d>,
        field: &Field,
        to: &Move,
        at: &At<'_>,
    ) {
        let place = at.below(to.to);
        let before = self.changes.len();
        let value = match to.how {
            How::Hook => return,
            How::Same | How::Unless(_) => Some(self.member(slot, field, &place)),
            How::Digest(algorithm) | How::DigestUnless(algorithm, _) => {
                Some(self.named(slot, algorithm, &place))
            }
            How::With(read, _) => read(self, slot, &place),
            How::Path => slot.node.as_str().map(|spelt| {
                let canonical = Value::from(canonical_path(&spelt).as_ref());
                self.note(slot, "path", &canonical, &place);
                canonical
            }),
            How::Less(base) => self.number(slot, &place, |number| number.checked_sub(base)),
            How::More(base) => self.number(slot, &place, |number| number.checked_add(base)),
            How::Words(words) => {
                let ours = |word: &str| words.iter().find(|(theirs, _)| *theirs == word);
                self.word(slot, &place, |word| ours(word).map(|(_, ours)| *ours))
            }
            How::Level => {
                let levels = self.convention.levels;
                let ours = Convention::CANONICAL.levels;
                self.word(slot, &place, |word| {
                    let index = levels.iter().position(|level| *level == word)?;
                    ours.get(index).copied()
                })
            }
            How::Flag(yes, no) => slot.node.as_bool().map(|flag| {
                let word = Value::from(if flag { yes } else { no });
                self.note(slot, "converted", &word, &place);
                word
            }),
        };
        if value.is_none() && self.changes.len() > before {
            // The function has said itself why nothing is there.
            return;
        }
        if !value.is_some_and(|value| put(object, to.to, value)) {
            self.changes.truncate(before);
            return self.changed(slot, "left_out", Some(slot.node.to_value()), None);
        }
        let stays = to.to.strip_prefix('/') == Some(field.name);
        if !stays && !self.changes.any_at(before, &place) {
            self.moved(slot, &place);
        }
    }

    /// Records what a value became, if it is another one.
    pub(crate) fn note(&mut self, slot: Slot<'d>, what: &'static str, to: &Value, at: &At<'_>) {
        let same = match to.as_str() {
            Some(text) => slot.node.as_str().is_some_and(|from| from == text),
            None => false,
        };
        if same {
            return;
        }
        let from = slot.node.to_value();
        if from != *to {
            self.changed_to(slot, what, from, to.clone(), at);
        }
    }

    fn number(
        &mut self,
        slot: Slot<'d>,
        at: &At<'_>,
        convert: impl Fn(u64) -> Option<u64>,
    ) -> Option<Value> {
        let value = Value::from(convert(slot.node.as_u64_safe().ok()?.value)?);
        self.note(slot, "converted", &value, at);
        Some(value)
    }

    fn word(
        &mut self,
        slot: Slot<'d>,
        at: &At<'_>,
        convert: impl Fn(&str) -> Option<&'static str>,
    ) -> Option<Value> {
        let word = slot.node.as_str()?;
        let value = Value::from(convert(&word).unwrap_or(&word));
        self.note(slot, "converted", &value, at);
        Some(value)
    }

    /// What no table says: members that we do not know, those that the tool does
    /// not print, and what the mapping's hook does.
    fn complete(
        &mut self,
        object: &mut Object,
        slot: Slot<'d>,
        mapping: &Mapping,
        rest: Vec<Slot<'d>>,
        at: &At<'_>,
    ) {
        if let Some(read) = mapping.read {
            read(self, slot, object, at);
        }
        for (place, word) in mapping.adds {
            if put(object, place, (*word).into()) {
                self.added("derived", at.below(place), (*word).into());
            }
        }
        for member in rest {
            let name = member.key().map(Key::as_str).unwrap_or_default();
            // A tool, a version and a time mean the same in the envelope.
            let same = ["tool", "tool_version", "timestamp"].contains(&name.as_ref())
                && member.node.kind() == Kind::String;
            if (mapping.takes(&name) && !same) || object.contains_key(&name) {
                self.name_taken(member);
            } else {
                object.insert(name, member.node.to_value());
            }
        }
    }

    /// The range that an object claims.
    pub(crate) fn claim(&self, node: Node<'d>) -> Option<&'d Claim<'d>> {
        let seen: &'d Seen<'d> = self.seen;
        let claims = &seen.claims;
        let at = claims.binary_search_by_key(&node.order(), Claim::order);
        claims.get(at.ok()?)
    }

    /// Writes lines and columns into a span of the envelope as far as they are
    /// proved, for a dialect whose columns are not bytes. `node` is the object
    /// that claims the range.
    pub(crate) fn prove_lines(&mut self, node: Node<'d>, span: &mut Object, at: &At<'_>) {
        let Some(claim) = self.claim(node) else {
            return;
        };
        let (seen, convention) = (self.seen, self.convention);
        let library = &mut self.library;
        let proofs = self
            .proofs
            .get_or_insert_with(|| proof::prove(&seen.claims, convention, library.as_deref_mut()));
        let proof = proofs.of(node.order());
        let written = [
            ("start_line", Part::StartLine),
            ("start_col", Part::StartColumn),
            ("end_line", Part::EndLine),
            ("end_col", Part::EndColumn),
        ]
        .map(|(name, part)| (name, claim.get(part)));
        if let Some(Proof::Proved(lines)) = proof {
            let numbers = [
                lines.start_line,
                lines.start_column,
                lines.end_line,
                lines.end_column,
            ];
            for ((name, slot), number) in written.into_iter().zip(numbers) {
                let at = at.child(name);
                span.set(name, number);
                match slot {
                    Some(slot) => {
                        let from = slot.node.to_value();
                        self.changed_to(slot, "converted", from, number.into(), at);
                    }
                    None => self.added("derived", at, number.into()),
                }
            }
            return;
        }
        let slots = written.into_iter().filter_map(|(_, slot)| slot);
        let mut slots: Vec<Slot<'d>> = slots.collect();
        slots.sort_by_key(|slot| slot.node.order());
        let Some(last) = slots.last().copied() else {
            return;
        };
        let (code, message) = match proof {
            Some(Proof::Contradiction) => (
                "POSITION_IMPOSSIBLE",
                "line and column contradict the offsets or the text around them",
            ),
            _ => (
                "NEEDS_SOURCE",
                "the column does not count bytes; how many bytes it is is not known without the text of the line",
            ),
        };
        let found = Found::at(code, last, message);
        self.found.push(found);
        for slot in slots {
            self.changed(slot, "left_out", Some(slot.node.to_value()), None);
        }
    }

    /// Gives a span its id, if the tool gave none and its place is known.
    pub(crate) fn derive_span_id(&mut self, span: &mut Object, at: &At<'_>) {
        let path = span.get("file_path").and_then(Value::as_str);
        let number = |name| span.get(name).and_then(Value::as_u64);
        let (None, Some(path), Some(start), Some(end)) = (
            span.get("span_id"),
            path,
            number("byte_start"),
            number("byte_end"),
        ) else {
            return;
        };
        if let Ok(id) = span_id(path, start, end) {
            let place = at.child("span_id");
            self.added("derived", place, id.as_str().into());
            span.set("span_id", id);
        }
    }
}

/// Whether a member is of the type that its place in the envelope needs.
fn is_usable(field: &Field, value: Node<'_>) -> bool {
    takes(&field.ty, value) && (!matches!(field.ty, Type::Count) || value.as_u64_safe().is_ok())
}

/// Whether a member is one of the four lines and columns.
pub(super) fn is_coordinate(field: &Field) -> bool {
    COORDINATES.contains(&field.name)
        || matches!(
            field.role,
            Role::StartLine | Role::StartColumn | Role::EndLine | Role::EndColumn
        )
}

/// Whether an object has four zeros for its lines and columns, and may lack them.
fn zeros(node: Node<'_>, shape: &Shape) -> bool {
    let zero = |field: &&Field| {
        let number = node.get(field.name).map(Node::as_u64_safe);
        // A zero with a sign is wrong, but it is written as the zero that it is.
        let zero = number.is_some_and(|number| match number {
            Ok(number) => number.value == 0,
            Err(error) => error == IntegerError::NegativeZero,
        });
        field.presence.takes_null() && zero
    };
    let coordinates = shape.fields.iter().filter(|field| is_coordinate(field));
    coordinates.filter(zero).count() == COORDINATES.len()
}
