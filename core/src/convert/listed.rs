//! A bare list of matches, on the way to a tool that prints none: its answers name their list.

use alloc::format;
use alloc::string::String;

use super::below;
use crate::dialect::Adapter;
use crate::envelope::shape::{Presence, Type};
use crate::envelope::sign::choose;
use crate::envelope::{DATA, LISTED_MATCHES, PAYLOADS};
use crate::json::{Kind, Node, Object, Value, write_canonical};
use crate::loss::Lost;

/// An envelope whose `data` was a list, and is now an answer that holds this list.
pub(super) struct Grouped {
    /// The member that holds it.
    list: &'static str,
}

impl Grouped {
    /// The rewritten envelope, and where its list went. Nothing if `data` is anything else than
    /// matches of one kind, or the target prints bare lists itself.
    pub(super) fn of(envelope: Node<'_>, target: &dyn Adapter) -> Option<(String, Self)> {
        let data = envelope.get(DATA)?;
        if target.lists_matches() || data.kind() != Kind::Array {
            return None;
        }
        let kind = |item| choose(LISTED_MATCHES, item).map(|shape| shape.name);
        let first = kind(data.item(0)?)?;
        if !data.items().all(|item| kind(item) == Some(first)) {
            return None;
        }
        let list = list_of(first)?;
        let mut envelope = envelope.to_value();
        let members = envelope.as_object_mut()?;
        let answer: Object = [(list, members.remove(DATA)?)].into_iter().collect();
        members.insert(DATA, Value::Object(answer));
        let text = write_canonical(&envelope);
        Some((text, Self { list }))
    }

    /// Says what was lost in the places of the envelope that was read.
    pub(super) fn restate(&self, lost: &mut [Lost]) {
        let (inside, outside) = (format!("/{DATA}/{}", self.list), format!("/{DATA}"));
        for one in lost {
            if let Some(rest) = below(&one.loss.pointer, &inside) {
                one.loss.pointer = format!("{outside}{rest}");
            }
        }
    }
}

/// The member that holds such matches, in the answer that may hold any number of them and
/// demands the least besides.
fn list_of(kind: &str) -> Option<&'static str> {
    let lists = PAYLOADS.iter().flat_map(|shape| {
        let held = shape.fields.iter().filter(|field| {
            let is_one = matches!(field.ty, Type::List(Type::Record(held)) if held.name == kind);
            is_one && field.presence == Presence::Required
        });
        held.map(|field| (shape.required().count(), field.name))
    });
    lists
        .min_by_key(|(demanded, _)| *demanded)
        .map(|(_, name)| name)
}
