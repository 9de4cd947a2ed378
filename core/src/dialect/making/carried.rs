//! Members that a tool is not known to print, and that mean the same whoever prints them.

use alloc::vec::Vec;

use super::{Making, Slot};
use crate::dialect::mapping::Mapping;
use crate::dialect::unified::older::diagnostic_shape;
use crate::dialect::{At, Made, Members};
use crate::envelope::ToolDiagnostic;
use crate::json::{Key, Kind};
use crate::normalize::ChangeKind;
use crate::validate::{carries_diagnostics, is_span, takes};

/// Puts a member that the tool is not known to print where the envelope has it, if it means the
/// same there whoever prints it. Whether it was one.
pub(super) fn carried<'d>(object: &mut Members<'d>, mapping: &Mapping, member: Slot<'d>) -> bool {
    const OF_ANYONE: [&str; 7] = [
        "tool",
        "tool_version",
        "timestamp",
        "execution_id",
        "request_id",
        "partial",
        "message",
    ];
    let name = member.key().map(Key::as_str).unwrap_or_default();
    let there = mapping.canonical.field(&name);
    let there = there.filter(|there| takes(&there.ty, member.node));
    let is_free =
        there.is_some() && OF_ANYONE.contains(&name.as_ref()) && !object.contains_key(&name);
    if is_free {
        object.append(name, member.node.into());
    }
    is_free
}

impl<'d> Making<'d, '_> {
    /// The same of what has a shape of its own: the diagnostics of a wrapper, behind those that
    /// the tool says elsewhere, and the range of a diagnostic. Whether it was one.
    pub(super) fn carry(
        &mut self,
        object: &mut Members<'d>,
        mapping: &Mapping,
        member: Slot<'d>,
        at: &At<'_>,
    ) -> bool {
        let is = |name: &str| member.key().is_some_and(|key| key.is(name));
        let is_of_diagnostic = mapping.canonical.name == ToolDiagnostic::SHAPE.name;
        if is("span") && is_of_diagnostic && is_span(member.node) && !object.contains_key("span") {
            let span = self.unknown(member, &at.child("span"));
            object.append("span".into(), span);
            return true;
        }
        if !is("diagnostics") || !carries_diagnostics(mapping.canonical, member.node) {
            return false;
        }
        let mut all = match object.remove("diagnostics") {
            None => Vec::new(),
            Some(Made::List(before)) => before,
            Some(other) => {
                object.insert("diagnostics", other);
                return false;
            }
        };
        let (moves, place) = (!all.is_empty(), at.child("diagnostics"));
        for node in member.node.items() {
            let (said, here) = (Slot::of(node), place.item(all.len() as u64));
            let made = match node.kind() {
                Kind::Object => self.record(said, diagnostic_shape(node), &here),
                _ => node.into(),
            };
            if moves {
                self.moved(said, &here);
            }
            all.push(made);
        }
        if all.is_empty() {
            self.left_out(member, ChangeKind::EmptyLeftOut);
        } else {
            object.insert("diagnostics", Made::List(all));
        }
        true
    }
}
