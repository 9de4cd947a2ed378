//! Walks along the shapes that make an envelope of a document, and a document
//! of an envelope, for dialects whose members are the envelope's already.

use alloc::borrow::ToOwned;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::convention::Convention;
use crate::checksum::{Checksum, parse_checksum};
use crate::envelope::shape::{Field, Presence, Role, Shape, Type};
use crate::json::{Document, LintKind, Node, Object, Pointer, Value};
use crate::loss::{Loss, LossKind};
use crate::normalize::Change;
use crate::source::library::Library;
use crate::validate::{Found, Seen, Slot, Step, Trail, choose, takes};

/// The members that hold the lines and columns of a span of the envelope.
pub(crate) const COORDINATES: [&str; 4] = ["start_line", "start_col", "end_line", "end_col"];

/// An envelope that is being made.
pub(crate) struct Draft<'d, 's> {
    pub(crate) document: &'d Document<'d>,
    pub(crate) seen: &'d Seen<'d>,
    pub(crate) convention: &'static Convention,
    pub(crate) library: Option<&'d mut Library<'s>>,
    pub(crate) changes: Vec<Change>,
    pub(crate) found: Vec<Found>,
    /// Pointer of the envelope at which the document stands: empty, or `/data`.
    pub(crate) prefix: &'static str,
}

/// Not null: in a report, null and absent are alike, because not every host can
/// tell them apart in a typed object.
fn is_something(value: &Value) -> bool {
    *value != Value::Null
}

impl<'d> Draft<'d, '_> {
    /// Records a change of the value in a slot.
    pub(crate) fn changed(
        &mut self,
        slot: Slot<'d>,
        what: &str,
        from: Option<Value>,
        to: Option<Value>,
    ) {
        let pointer = slot.pointer(&self.seen.trails);
        let at = to
            .is_some()
            .then(|| alloc::format!("{}{pointer}", self.prefix));
        self.changes.push(Change {
            pointer: pointer.into(),
            what: what.to_owned(),
            from: from.filter(is_something),
            to: to.filter(is_something),
            at,
            document: None,
        });
    }

    /// Records that a value is written as another one, in another place.
    pub(crate) fn changed_to(
        &mut self,
        slot: Slot<'d>,
        what: &str,
        from: Value,
        to: Value,
        at: String,
    ) {
        self.changes.push(Change {
            pointer: slot.pointer(&self.seen.trails).into(),
            what: what.to_owned(),
            from: Some(from).filter(is_something),
            to: Some(to).filter(is_something),
            at: Some(at),
            document: None,
        });
    }

    /// Records that a value stands in another place.
    pub(crate) fn moved(&mut self, pointer: Pointer, at: String) {
        self.changes.push(Change {
            pointer: pointer.into(),
            what: "moved".to_owned(),
            from: None,
            to: None,
            at: Some(at),
            document: None,
        });
    }

    /// Records the numbers that canonical JSON cannot write with all their digits.
    pub(crate) fn rounded(&mut self) {
        for lint in self.document.lints() {
            if lint.kind == LintKind::InexactNumber
                && let Ok(node) = self.document.find(&lint.place.pointer)
            {
                self.changes.push(Change {
                    at: Some(alloc::format!("{}{}", self.prefix, lint.place.pointer)),
                    pointer: lint.place.pointer,
                    what: "rounded".to_owned(),
                    from: Some(node.raw().into()),
                    to: Some(node.to_value()),
                    document: None,
                });
            }
        }
    }

    /// Takes out a member of the tool's that bears the name of our sidecar.
    pub(crate) fn free_origin(&mut self, envelope: &mut Value) {
        let removed = envelope
            .as_object_mut()
            .and_then(|members| members.remove("origin"));
        let root = self.document.root();
        let member = root.members().find(|(key, _)| key.is("origin"));
        if let (Some(_), Some((key, node))) = (removed, member) {
            self.name_taken(Slot::member(Trail::ROOT, key, node));
        }
    }

    /// Says that a member is left out because its name means something else.
    pub(crate) fn name_taken(&mut self, slot: Slot<'d>) {
        let name = slot.key.map(crate::json::Key::as_str).unwrap_or_default();
        let message = alloc::format!(
            "`{name}` means something else in the envelope; it is kept in the origin only"
        );
        self.found
            .push(Found::at("NAME_TAKEN", slot, &self.seen.trails, message));
        self.changed(slot, "left_out", Some(slot.node.to_value()), None);
    }

    /// Records something that the document does not say itself.
    pub(crate) fn added(&mut self, what: &str, at: String, to: Value) {
        self.changes.push(Change {
            pointer: String::new(),
            what: what.to_owned(),
            from: None,
            to: Some(to).filter(is_something),
            at: Some(at),
            document: None,
        });
    }

    /// A value in its canonical form.
    pub(crate) fn value(&mut self, slot: Slot<'d>, ty: &Type) -> Value {
        let node = slot.node;
        match ty {
            _ if !takes(ty, node) => node.to_value(),
            Type::Record(shape) => self.record(slot, shape),
            Type::Choice(shapes) => match choose(shapes, node) {
                Some(shape) => self.record(slot, shape),
                None => node.to_value(),
            },
            Type::List(item) => {
                let here = slot.enter(&self.seen.trails);
                (0u64..)
                    .zip(node.items())
                    .map(|(index, value)| {
                        let trail = self.seen.trails.push(here, Step::Index(index));
                        self.value(Slot::at(value, trail), item)
                    })
                    .collect()
            }
            Type::Map(item) => {
                let here = slot.enter(&self.seen.trails);
                let members = node.members().map(|(key, value)| {
                    (
                        key.as_str(),
                        self.value(Slot::member(here, key, value), item),
                    )
                });
                Value::Object(members.collect())
            }
            Type::OneOf(types) => match types.iter().find(|ty| takes(ty, node)) {
                Some(ty) => self.value(slot, ty),
                None => node.to_value(),
            },
            _ => node.to_value(),
        }
    }

    /// An object in its canonical form: no `null` for an optional member, no
    /// zeros for lines and columns, checksums that name their algorithm.
    pub(crate) fn record(&mut self, slot: Slot<'d>, shape: &Shape) -> Value {
        let here = slot.enter(&self.seen.trails);
        let unknown_lines = self.convention.zeros_are_unknown && zeros(slot.node, shape);
        let mut object = Object::new();
        for (key, value) in slot.node.members() {
            let member = Slot::member(here, key, value);
            let field = shape.fields.iter().find(|field| key.is(field.name));
            let Some(field) = field else {
                object.insert(key.as_str(), value.to_value());
                continue;
            };
            if value.is_null() && field.presence != Presence::Required {
                self.changed(member, "null_left_out", Some(Value::Null), None);
                continue;
            }
            if unknown_lines && COORDINATES.contains(&field.name) {
                self.changed(member, "unknown_left_out", Some(value.to_value()), None);
                continue;
            }
            let canonical = self.member(member, field);
            object.insert(field.name, canonical);
        }
        Value::Object(object)
    }

    fn member(&mut self, slot: Slot<'d>, field: &Field) -> Value {
        if field.role == Role::BareSpanChecksum
            && let Some(algorithm) = self.convention.bare_checksum
            && let Some(digits) = slot.node.as_str()
            && let Ok(checksum) = Checksum::from_bare(algorithm, &digits)
        {
            let named = Value::from(checksum.to_string());
            self.changed(
                slot,
                "algorithm_named",
                Some(slot.node.to_value()),
                Some(named.clone()),
            );
            return named;
        }
        self.value(slot, &field.ty)
    }
}

/// Whether an object has four zeros for its lines and columns, and may lack them.
fn zeros(node: Node<'_>, shape: &Shape) -> bool {
    let may_lack = |name: &str| {
        let field = shape.fields.iter().find(|field| field.name == name);
        field.is_some_and(|field| field.presence != Presence::Required)
    };
    let zero = |name: &str| {
        let number = node.get(name).and_then(|value| value.as_u64_safe().ok());
        number.is_some_and(|number| number.value == 0)
    };
    COORDINATES.iter().all(|name| may_lack(name) && zero(name))
}

/// A document of a dialect that is being made of an envelope.
pub(crate) struct Writing<'d, 's> {
    pub(crate) root: Node<'d>,
    pub(crate) convention: &'static Convention,
    pub(crate) library: Option<&'d mut Library<'s>>,
    pub(crate) losses: Vec<Loss>,
}

impl<'d> Writing<'d, '_> {
    pub(crate) fn lost(&mut self, pointer: &Pointer, kind: LossKind, note: impl Into<String>) {
        self.losses.push(Loss {
            pointer: pointer.to_string(),
            kind: kind.as_str().to_owned(),
            note: note.into(),
            document: None,
        });
    }

    /// A value in the form of the dialect.
    pub(crate) fn value(&mut self, node: Node<'d>, pointer: &Pointer, ty: &Type) -> Value {
        match ty {
            _ if !takes(ty, node) => node.to_value(),
            Type::Record(shape) => self.record(node, pointer, shape),
            Type::Choice(shapes) => match choose(shapes, node) {
                Some(shape) => self.record(node, pointer, shape),
                None => node.to_value(),
            },
            Type::List(item) => (0u64..)
                .zip(node.items())
                .map(|(index, value)| self.value(value, &pointer.item(index), item))
                .collect(),
            Type::Map(item) => {
                let members = node.members().map(|(key, value)| {
                    let key = key.as_str();
                    let value = self.value(value, &pointer.child(&key), item);
                    (key, value)
                });
                Value::Object(members.collect())
            }
            Type::OneOf(types) => match types.iter().find(|ty| takes(ty, node)) {
                Some(ty) => self.value(node, pointer, ty),
                None => node.to_value(),
            },
            _ => node.to_value(),
        }
    }

    /// An object in the form of the dialect, its known members first and in the
    /// order in which the tool prints them.
    pub(crate) fn record(&mut self, node: Node<'d>, pointer: &Pointer, shape: &Shape) -> Value {
        let mut object = Object::new();
        for field in shape.fields {
            match node.get(field.name) {
                Some(value) => {
                    let written = self.member(value, &pointer.child(field.name), field);
                    object.insert(field.name, written);
                }
                None if field.presence == Presence::Nullable => {
                    object.insert(field.name, Value::Null);
                }
                None if self.zero_for(node, shape, field) => {
                    object.insert(field.name, 0u64);
                    let note = "the tool writes 0 where it does not know";
                    self.lost(&pointer.child(field.name), LossKind::Derived, note);
                }
                None => {}
            }
        }
        for (key, value) in node.members() {
            let key = key.as_str();
            if shape.field(&key).is_none() {
                object.insert(key, value.to_value());
            }
        }
        Value::Object(object)
    }

    /// Whether a missing line or column is written as 0: in an object that has
    /// none of the four, in a dialect that reads zeros as unknown.
    fn zero_for(&self, node: Node<'_>, shape: &Shape, field: &Field) -> bool {
        self.convention.zeros_are_unknown
            && shape.is_range
            && COORDINATES.contains(&field.name)
            && COORDINATES.iter().all(|name| node.get(name).is_none())
    }

    fn member(&mut self, node: Node<'d>, pointer: &Pointer, field: &Field) -> Value {
        if field.role == Role::BareSpanChecksum
            && let Some(algorithm) = self.convention.bare_checksum
            && let Some(stated) = node.as_str()
            && parse_checksum(&stated).is_ok_and(|checksum| checksum.algorithm() == algorithm)
            && let Some((_, digits)) = stated.split_once(':')
        {
            return Value::from(digits);
        }
        self.value(node, pointer, &field.ty)
    }
}
