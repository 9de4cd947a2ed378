//! What is recorded of an envelope on its way: what changed, where, from what to what.

use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::string::String;

use super::Making;
use crate::dialect::Made;
use crate::json::{LintKind, Pointer, ReadOptions, read};
use crate::normalize::{About, Change, ChangeKind, Changes, Somewhere};
use crate::validate::Slot;

/// Where the containers of the document stand in the envelope that have a place on record.
struct Places {
    /// By their pointers in the document.
    places: BTreeMap<String, String>,
    /// Where the whole document stands.
    whole: String,
}

impl Places {
    fn of(changes: &Changes) -> Self {
        let (mut places, mut whole) = (BTreeMap::new(), None);
        for change in changes {
            if change.what() == Some(ChangeKind::Wrapped) && whole.is_none() {
                whole = Some(change.at.clone().unwrap_or_default());
            }
            if let Some(at) = change.at
                && !change.pointer.is_empty()
            {
                places.insert(change.pointer, at);
            }
        }
        Self {
            places,
            whole: whole.unwrap_or_default(),
        }
    }

    /// Where the value at a pointer of the document stands: where the nearest container
    /// with a place on record does.
    fn place_of(&self, pointer: &str) -> String {
        let ends = pointer.rmatch_indices('/').map(|(at, _)| at);
        let mut ends = core::iter::once(pointer.len()).chain(ends);
        let nearest = ends.find_map(|end| {
            let (container, rest) = pointer.split_at(end);
            Some((self.places.get(container)?, rest))
        });
        let (place, rest) = nearest.unwrap_or((&self.whole, pointer));
        alloc::format!("{place}{rest}")
    }
}

impl<'d> Making<'d, '_> {
    /// Records a change of the value in a slot, which keeps its place.
    pub(crate) fn changed(
        &mut self,
        slot: Slot<'d>,
        what: ChangeKind,
        from: Option<&Made<'d>>,
        to: Option<&Made<'d>>,
    ) {
        self.changes.here(what, slot, from, to);
    }

    /// Records that a value is not in the envelope.
    pub(crate) fn left_out(&mut self, slot: Slot<'d>, what: ChangeKind) {
        self.changed(slot, what, Some(&slot.node.into()), None);
    }

    /// Records that a value is not at its place in the envelope, because nothing proves
    /// what it would be there, or because it would mean something else there.
    pub(crate) fn unproved(&mut self, slot: Slot<'d>, at: impl Somewhere) {
        let from = slot.node.into();
        self.changes
            .not_there(ChangeKind::LeftOut, slot, Some(&from), at);
    }

    /// Records that a value is written as another one, in another place.
    pub(crate) fn changed_to(
        &mut self,
        of: impl About,
        what: ChangeKind,
        from: &Made<'d>,
        to: &Made<'d>,
        at: impl Somewhere,
    ) {
        self.changes.there(what, of, Some(from), Some(to), at);
    }

    /// Records that a value stands in another place.
    pub(crate) fn moved(&mut self, of: impl About, at: impl Somewhere) {
        self.changes.there(ChangeKind::Moved, of, None, None, at);
    }

    /// The same, of a value that may be in its place already.
    pub(crate) fn moved_unless_there(&mut self, slot: Slot<'d>, at: impl Somewhere) {
        self.changes.elsewhere(ChangeKind::Moved, slot, at);
    }

    /// Records that a value is not in the envelope because it says nothing there.
    pub(crate) fn vanished(&mut self, what: ChangeKind, pointer: Pointer, from: &Made<'d>) {
        self.changes.here(what, pointer, Some(from), None);
    }

    /// All changes, in the order in which they were made, with the numbers that
    /// canonical JSON cannot write with all their digits; none if nobody wants them.
    pub(crate) fn settled(&mut self) -> Changes {
        let mut changes = core::mem::take(&mut self.changes);
        if !changes.are_told() {
            return Changes::default();
        }
        changes.settle(&mut self.trail);
        changes.close();
        let mut places = None;
        for (lint, node) in self.document.lints_of_values() {
            if lint.kind == LintKind::InexactNumber {
                let places = places.get_or_insert_with(|| Places::of(&changes));
                let at = places.place_of(&lint.place.pointer);
                changes.extend([Change {
                    at: Some(at),
                    pointer: lint.place.pointer,
                    what: ChangeKind::Rounded.as_str().into(),
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

    /// Records something that the document does not say itself.
    pub(crate) fn added(&mut self, what: ChangeKind, at: impl Somewhere, to: &Made<'d>) {
        self.changes
            .there(what, Pointer::root(), None, Some(to), at);
    }
}
