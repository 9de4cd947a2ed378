//! Members of a wrapper that its shape does not know, but the envelope does: they are held to what
//! they are there.

use super::strange::Strange;
use super::{Fact, Slot, Walk, takes};
use crate::dialect::unified::older::diagnostic_shape;
use crate::envelope::shape::{Role, Shape, Type};
use crate::envelope::{OperationResult, Response, ToolDiagnostic, Wire as _};
use crate::json::{Kind, Node};

/// Whether a list of diagnostics that a tool is not known to print is that of the envelope which
/// its document becomes.
pub(crate) fn carries_diagnostics(canonical: &Shape, list: Node<'_>) -> bool {
    let wrappers = [Response::SHAPE.name, OperationResult::SHAPE.name];
    wrappers.contains(&canonical.name) && list.kind() == Kind::Array
}

impl<'d, 's> Walk<'d, 's> {
    /// Looks into a member that a shape does not know.
    pub(super) fn carried(&mut self, record: Node<'d>, shape: &'s Shape, one: &Strange<'d>) {
        const ONE: Type = ToolDiagnostic::TYPE;
        let (node, slot) = (one.value, Slot::of(one.value));
        let canonical = shape.mapping.map(|mapping| mapping.canonical);
        let Some(canonical) = canonical.filter(|_| record.order() == 0) else {
            return self.sweep(slot);
        };
        if one.key.is("diagnostics") && carries_diagnostics(canonical, node) {
            for item in node.items() {
                match item.kind() {
                    Kind::Object => {
                        self.record(Slot::of(item), diagnostic_shape(item), None, &[]);
                    }
                    _ => self.value(Slot::of(item), &ONE, None),
                }
            }
            return;
        }
        let partial = canonical.field("partial").filter(|_| one.key.is("partial"));
        if partial.is_some_and(|partial| takes(&partial.ty, node)) {
            let role = Role::Partial;
            self.seen.facts.push(Fact { role, slot, record });
        }
        self.sweep(slot);
    }
}
