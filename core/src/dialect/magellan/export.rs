//! The graph export as JSON Lines: which kind of record a line is, and how the export begins.

use super::bare::{self, RECORDS};
use super::by_hash;
use super::misworded;
use super::shapes::COLLISION;
use crate::dialect::Line;
use crate::dialect::recognise::{TELLING, has, word};
use crate::envelope::shape::{Field, Shape};
use crate::json::{Kind, Node};
use crate::rule::{self, Level};
use crate::validate::{Found, Slot};

/// The shape of a record of the graph export as JSON Lines.
pub(crate) fn export_record(root: Node<'_>) -> Option<&'static Shape> {
    let kind = word(root, "type")?;
    let text = |name| has(root, name, Kind::String);
    let telling = match kind.as_ref() {
        "Version" => text("version"),
        "File" => text("path") && text("hash"),
        "Symbol" => text("kind") && text("file"),
        "Reference" => text("referenced_symbol"),
        "Call" => text("caller") && text("callee"),
        "Collision" => text("field") && text("value"),
        _ => false,
    };
    let known = RECORDS.iter().find(|(name, _)| *name == kind);
    known.filter(|_| telling).map(|(_, shape)| *shape)
}

/// What a document is to the export as JSON Lines.
pub(super) fn line(root: Node<'_>) -> Line {
    let is_wrapped = || {
        ["schema_version", "execution_id"]
            .iter()
            .any(|name| root.get(name).is_some())
    };
    let is_one = || kind(root).is_some() || misworded::is_like(root);
    if export_record(root).is_some() {
        Line::Record
    } else if root.kind() == Kind::Object && !is_wrapped() && is_one() {
        Line::Damaged
    } else {
        Line::Other
    }
}

/// The record that a document says it is.
fn kind(root: Node<'_>) -> Option<&'static Shape> {
    let kind = word(root, "type")?;
    let known = RECORDS.iter().find(|(name, _)| *name == kind);
    known.map(|(_, shape)| *shape)
}

/// Whether a record that has lost a member, or has one of a wrong kind, is one all the same
/// where it stands alone: nothing but its kind is left, or so much that the rest tells.
pub(super) fn is_damaged_alone(root: Node<'_>) -> bool {
    let Some(shape) = kind(root) else {
        return false;
    };
    let mut strange = root.members().filter(|(key, _)| {
        let name = key.as_str();
        shape.field(&name).is_none()
    });
    if shape.name == bare::VERSION.name {
        return strange.all(|(key, _)| rule::is_one_slip(&key.as_str(), "version"));
    }
    let is_lost = |field: &&Field| root.get(field.name).is_none();
    shape.required().count() >= TELLING
        && shape.required().filter(is_lost).count() <= 1
        && strange.count() <= 1
}

/// Whether the export as JSON Lines begins as it must, record by record.
///
/// Before 1.7 it had no `Version` record. The files of such an export look like those of
/// 1.7, whose symbols have more names; so a missing record can show at a later one.
#[derive(Debug, Default)]
pub(crate) struct Head {
    /// Whether a record of an export was seen, or a line that may have been one.
    begun: bool,
    /// Whether there was no `Version` record, and may be none in this generation.
    is_open: bool,
    /// Whether its `Version` record was seen.
    has_version: bool,
}

impl Head {
    /// Takes a line that could not be read.
    pub(crate) const fn unreadable(&mut self) {
        self.begun = true;
    }

    /// What is wrong with a record where it stands.
    pub(crate) fn check(&mut self, root: Node<'_>) -> Option<Found> {
        let Some(record) = export_record(root) else {
            self.begun |= line(root) == Line::Damaged;
            return None;
        };
        let slot = Slot::of(root);
        let is_first = !core::mem::replace(&mut self.begun, true);
        let was_open = core::mem::take(&mut self.is_open);
        let is_head = record.name == bare::VERSION.name;
        if is_head && core::mem::replace(&mut self.has_version, true) {
            let message = "a second `Version` record: another export begins here";
            let found = Found::at("EXPORT_HEAD", slot, message);
            // Two exports in one text are two graphs, and neither is wrong.
            return Some(found.with_level(Level::Warning));
        }
        let is_file = record.name == bare::FILE.name;
        if was_open || (is_first && !is_head) {
            let shows = shows_head(root, record);
            // References and calls come after other records, which are lost here.
            let is_lost = shows == Some(true) || (shows.is_none() && is_first && !is_file);
            self.is_open = shows.is_none() && !is_lost;
            let message = "the export begins without its `Version` record";
            return is_lost.then(|| Found::at("EXPORT_HEAD", slot, message));
        }
        None
    }
}

/// Whether exports with such a record begin with a `Version` record, if it shows.
fn shows_head(root: Node<'_>, record: &Shape) -> Option<bool> {
    match record.name {
        name if name == bare::FILE.name => {
            let hash = word(root, "hash")?;
            (by_hash(&hash) != Some("<=2.x")).then_some(true)
        }
        name if name == bare::SYMBOL.name => {
            let names = ["canonical_fqn", "display_fqn"];
            Some(names.iter().any(|name| root.get(name).is_some()))
        }
        name if name == bare::VERSION.name || name == COLLISION.name => Some(true),
        _ => None,
    }
}
