//! What no table knows: an answer of no known shape, and members that nobody knows.
//!
//! Validation finds the spans in it and reads them by the convention of the dialect; so
//! they are made spans of the envelope here, and all else stays as it is.

use super::flat::is_flat_kind;
use super::{Making, Slot};
use crate::dialect::convention::{ColumnUnit, Columns, Convention};
use crate::dialect::{At, Made, Members};
use crate::envelope::RichSpan;
use crate::envelope::shape::Shape;
use crate::json::{Kind, Node};
use crate::validate::{is_container, is_span};

/// Levels of what no table knows that spans are looked for in: as many as a document has by
/// default. Reading takes no stack, and this does; where a caller allows more, the spans
/// further inside stay as they are.
pub(crate) const LEVELS: u32 = 128;

impl<'d> Making<'d, '_> {
    /// A value that no table knows, as it is in the envelope.
    pub(super) fn unknown(&mut self, slot: Slot<'d>, at: &At<'_>) -> Made<'d> {
        if self.levels == 0 || !self.holds_span(slot.node) {
            return slot.node.into();
        }
        // Counted here for all three: a span has members that nobody knows, too.
        self.levels -= 1;
        let made = if let Some(shape) = self.seen.own_span(slot.node) {
            self.record(slot, shape, at)
        } else if is_span(slot.node) {
            self.unknown_span(slot, at)
        } else {
            self.unknown_container(slot.node, at)
        };
        self.levels += 1;
        made
    }

    fn unknown_container(&mut self, node: Node<'d>, at: &At<'_>) -> Made<'d> {
        if node.kind() == Kind::Array {
            let items = (0u64..).zip(node.items());
            return items
                .map(|(index, item)| self.unknown(Slot::of(item), &at.item(index)))
                .collect();
        }
        let mut members = Members::default();
        let mut has_flat_kind = false;
        for (key, value) in node.members() {
            let name = key.as_str();
            has_flat_kind |= is_flat_kind(key, value);
            let made = self.unknown(Slot::of(value), &at.child(&name));
            members.append(name, made);
        }
        if has_flat_kind {
            self.settle_kind(node, None, &mut members, at);
        }
        Made::Object(members)
    }

    fn unknown_span(&mut self, slot: Slot<'d>, at: &At<'_>) -> Made<'d> {
        let ours: &'static Shape = &RichSpan::SHAPE;
        let shape = if self.seen.standard {
            self.seen.in_place_of(ours, slot.node)
        } else {
            ours
        };
        self.record(slot, shape, at)
    }

    /// Whether a range was found in a value.
    pub(super) fn holds_span(&self, node: Node<'d>) -> bool {
        if !is_container(node) {
            return false;
        }
        let (claims, order) = (&self.seen.claims, node.order());
        let next = claims.partition_point(|claim| claim.order() < order);
        claims
            .get(next)
            .is_some_and(|claim| claim.node().byte_range().0 < node.byte_range().1)
    }
}

/// Whether lines and columns of a dialect are those of the envelope, as far as the document
/// alone tells.
pub(crate) fn counts_as_we_do(convention: &Convention) -> bool {
    convention.lines.as_ref().is_none_or(|lines| {
        let columns = |columns: Columns| columns.base == 0 && columns.unit == ColumnUnit::BYTES;
        lines.line_base == 1 && lines.columns.is_some_and(columns) && !convention.breaks_more()
    })
}
