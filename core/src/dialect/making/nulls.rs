//! Nulls and zeros that the tool's own shapes keep, and the envelope does not; and other values
//! under names that mean something else there.

use super::Making;
use crate::dialect::Made;
use crate::envelope::{OperationResult, Response};
use crate::json::{Key, Kind, Node, Pointer};
use crate::normalize::ChangeKind;
use crate::validate::Slot;

impl<'d> Making<'d, '_> {
    /// Leaves out members of the envelope that are `null` and need not be there,
    /// where the tool's own shape does not know them.
    pub(crate) fn free_nulls(&mut self, envelope: &mut Made<'d>) {
        let Some(members) = envelope.as_object_mut() else {
            return;
        };
        for (key, node) in self.document.root().members() {
            if !node.is_null() {
                continue;
            }
            let name = key.as_str();
            let optional = [&Response::SHAPE, &OperationResult::SHAPE]
                .iter()
                .filter_map(|shape| shape.field(&name))
                .any(|field| field.presence.takes_null());
            if optional && members.get(&name) == Some(&Made::Null) {
                members.remove(&name);
                let slot = Slot::of(node);
                self.left_out(slot, ChangeKind::NullLeftOut);
            }
        }
    }

    /// Leaves out the null, or the zero, at a place of an envelope of which no list is written
    /// yet.
    pub(crate) fn free_unsaid(&mut self, envelope: &mut Made<'d>, at: &Pointer) {
        let mut parent = at.clone();
        parent.pop();
        let (Some(name), Some(holder)) = (at.tokens().last(), envelope.at_mut(&parent)) else {
            return;
        };
        let Some(members) = holder.as_object_mut() else {
            return;
        };
        match members.get(name.as_ref()) {
            Some(Made::Read(node)) => {
                let (slot, is_null) = (Slot::of(*node), node.is_null());
                members.remove(name.as_ref());
                let what = if is_null {
                    ChangeKind::NullLeftOut
                } else {
                    ChangeKind::UnknownLeftOut
                };
                self.left_out(slot, what);
            }
            // Ours, and not the document's.
            Some(Made::Null | Made::Count(0)) => {
                members.remove(name.as_ref());
            }
            _ => {}
        }
    }

    /// Leaves out the value at a place of such an envelope, because its name means something
    /// else there. An element of a list goes with the list, whose name it is.
    pub(crate) fn free_misread(&mut self, envelope: &mut Made<'d>, at: &Pointer) {
        let (mut at, mut parent) = (at.clone(), at.clone());
        parent.pop();
        if envelope
            .at_mut(&parent)
            .is_some_and(|holder| holder.kind() == Kind::Array)
        {
            at.pop();
            parent.pop();
        }
        let (Some(name), Some(holder)) = (at.tokens().last(), envelope.at_mut(&parent)) else {
            return;
        };
        let Some(members) = holder.as_object_mut() else {
            return;
        };
        let node = match members.get(name.as_ref()) {
            Some(Made::Read(node)) => Some(*node),
            Some(_) if parent.as_str() == "/data" => self.stranger(&name),
            _ => None,
        };
        if let Some(node) = node {
            members.remove(name.as_ref());
            self.name_taken(Slot::of(node));
        }
    }

    /// The member of this name that no shape knows, in what the document wraps or at its root.
    /// A known one may have the same name in the other place.
    fn stranger(&self, name: &str) -> Option<Node<'d>> {
        let root = self.document.root();
        let strangers = self.seen.strangers();
        let is_strange = |key: Key<'d>| {
            let mut strangers = strangers.iter();
            strangers.any(|it| it.byte_range() == key.byte_range())
        };
        let wrapped = ["data", "result"].into_iter().filter_map(|it| root.get(it));
        let mut members = wrapped.chain([root]).flat_map(Node::members);
        let found = members.find(|(key, _)| key.is(name) && is_strange(*key));
        found.map(|(_, node)| node)
    }
}
