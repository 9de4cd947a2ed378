//! What splice prints of a migration of its index.
//!
//! Magellan prints the same of its own, under other names and with success and message beside
//! the versions. Splice says these once, outside of `data`.

use crate::dialect::follows::Follows;
use crate::dialect::magellan::shapes::MIGRATION;
use crate::dialect::mapping::Mapping;
use crate::dialect::{At, Made, Making, Members, Writing};
use crate::envelope::record::shape;
use crate::envelope::shape::Type::{Count, Text};
use crate::envelope::sign::Sign::{Either, Has};
use crate::json::{Node, Object, Pointer};
use crate::loss::LossKind;
use crate::normalize::ChangeKind;
use crate::validate::Slot;

shape! {
    /// What became of a migration of the index.
    pub(super) MIGRATED_DATA "SpliceMigratedData" (
        Mapping::to(&MIGRATION)
            .following(&[("/success", Follows::Hook), ("/message", Follows::Hook)])
            .reading(with_outcome)
            .writing(without_outcome)
    ) [Either(&[Has("previous_version"), Has("symbols_migrated")])] {
        nullable "backup_path": Text;
        required "new_version": Count;
        required "previous_version": Count, to "/old_version";
        required "symbols_migrated": Count;
    }
}

/// Whether it went well and what the tool says of it, as the payload around it says.
fn outcome(root: Node<'_>) -> [(&'static str, Option<Made<'_>>); 2] {
    let status = root.get("status").and_then(Node::as_str);
    let message = root.get("message").and_then(Node::as_str);
    [
        (
            "success",
            status.and_then(|word| match &*word {
                "ok" | "success" => Some(true.into()),
                "error" => Some(false.into()),
                // How it went nobody knows.
                _ => None,
            }),
        ),
        ("message", message.map(Into::into)),
    ]
}

fn with_outcome<'d>(making: &mut Making<'d, '_>, _: Slot<'d>, data: &mut Members<'d>, at: &At<'_>) {
    for (name, said) in outcome(making.document.root()) {
        if let Some(said) = said.filter(|_| !data.contains_key(name)) {
            making.added(ChangeKind::Derived, at.child(name), &said);
            data.insert(name, said);
        }
    }
}

/// Splice has no place for another outcome than the one that the payload says.
fn without_outcome<'d>(
    writing: &mut Writing<'d, '_>,
    node: Node<'d>,
    at: &Pointer,
    _: &mut Object,
) {
    let root = writing.root;
    let went_well = root.get("status").map(|status| status.is_written("\"ok\""));
    let is_said = |name, said: bool| node.get(name).is_none() || said;
    let success = node.get("success").and_then(Node::as_bool) == went_well;
    let message =
        node.get("message").and_then(Node::as_str) == root.get("message").and_then(Node::as_str);
    for (name, said) in [("success", success), ("message", message)] {
        if !is_said(name, said) {
            let note = "the tool says it once for the whole answer";
            writing.lost(&at.child(name), LossKind::Dropped, note);
        }
    }
}
