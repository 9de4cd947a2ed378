//! Answers of two tools in one object.
//!
//! What a dialect does not know is carried along, and says nothing. Where it is the answer
//! of another tool, nobody reads that part.

use alloc::vec::Vec;

use crate::detect::ENOUGH;
use crate::dialect::{self, Adapter, Recognition};
use crate::json::{Node, Pointer};

use super::found::{Found, Slot};
use super::structure::Seen;

impl<'d> Seen<'d> {
    /// Says of which other dialect the members of a document are that its own does not know,
    /// if they alone would show it.
    pub(super) fn mixed(&mut self, root: Node<'d>, chosen: &dyn Adapter) {
        if self.strange.is_empty() {
            return;
        }
        for other in dialect::all().filter(|other| other.name() != chosen.name()) {
            let mut signs = Recognition::with_evidence();
            other.recognise(root, &mut signs);
            let signs = signs.into_evidence();
            // What speaks for it in a member that the document's own dialect does not know.
            let telling = signs.iter().filter(|sign| sign.weight > 0);
            let telling = telling.filter_map(|sign| {
                let pointer = Pointer::parse(&sign.pointer).ok()?;
                let name = pointer.tokens().next()?;
                let at = self.strange.iter().position(|key| key.is(&name))?;
                Some((at, sign.weight))
            });
            let telling: Vec<(usize, i64)> = telling.collect();
            let sum: i64 = telling.iter().map(|(_, weight)| weight).sum();
            let first = telling.iter().map(|(at, _)| *at).min();
            let Some(key) = first.and_then(|first| self.strange.get(first).copied()) else {
                continue;
            };
            if u64::try_from(sum).is_ok_and(|sum| sum >= ENOUGH)
                && let Some(value) = root.get(&key.as_str())
            {
                let message = alloc::format!(
                    "read as `{}`; this and other members are of `{}`",
                    chosen.name(),
                    other.name()
                );
                let mut found = Found::at("MIXED_DIALECTS", Slot::of(value), message);
                found.range = key.byte_range();
                self.found.push(found);
                return;
            }
        }
    }
}
