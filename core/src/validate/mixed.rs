//! Answers of two tools in one object.
//!
//! What a dialect does not know is carried along, and says nothing. Where it is the answer
//! of another tool, nobody reads that part.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::detect::ENOUGH;
use crate::dialect::{self, Adapter, Recognition};
use crate::json::{Key, Kind, Node, Pointer};

use super::found::{Found, Slot};
use super::structure::Seen;

/// So many members are named.
const NAMED: usize = 8;

impl<'d> Seen<'d> {
    /// Names another dialect, if the members that the document's own dialect does not know would
    /// be enough to recognise it by. A single one, or several with no list and no object among
    /// them, may be what a newer version adds. `rival` is told already.
    pub(super) fn mixed(&mut self, root: Node<'d>, chosen: &dyn Adapter, rival: Option<&str>) {
        if self.strange.len() < 2 {
            return;
        }
        // The envelope has the members of many tools.
        let known = [Some(chosen.name()), rival, Some(dialect::envelope().name())];
        for other in dialect::all().filter(|other| !known.contains(&Some(other.name()))) {
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
            let members: BTreeSet<usize> = telling.iter().map(|(at, _)| *at).collect();
            let members = members
                .iter()
                .filter_map(|at| self.strange.get(*at).copied());
            let members: Vec<(Key<'d>, Node<'d>)> = members
                .filter_map(|key| Some((key, root.get(&key.as_str())?)))
                .collect();
            let holds = |node: &Node<'_>| matches!(node.kind(), Kind::Array | Kind::Object);
            let is_answer = members.len() > 1 && members.iter().any(|(_, node)| holds(node));
            if !is_answer || !u64::try_from(sum).is_ok_and(|sum| sum >= ENOUGH) {
                continue;
            }
            let names: Vec<String> = members
                .iter()
                .take(NAMED)
                .map(|(key, _)| format!("`{}`", key.as_str()))
                .collect();
            if let Some((key, value)) = members.first() {
                let message = format!(
                    "read as `{}`; {} are of `{}`",
                    chosen.name(),
                    names.join(", "),
                    other.name()
                );
                let mut found = Found::at("MIXED_DIALECTS", Slot::of(*value), message);
                found.range = key.byte_range();
                self.found.push(found);
                return;
            }
        }
    }
}
