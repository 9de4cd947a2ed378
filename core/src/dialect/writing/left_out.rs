//! Matches that are left out of a list that was written: what is none of the target, and what it
//! says nothing of.

use alloc::collections::BTreeMap;
use alloc::format;

use super::Writing;
use crate::json::{Array, Node, Pointer, Value};
use crate::loss::LossKind;

/// Why what says no place and shows no text is not written as a match.
const NO_MATCH: &str = "it has no range, text or line that a match of the tool is made of";

/// The members of a written match that make it one: a range, a text or a line, as the targets call them.
const MAKE_A_MATCH: [&str; 3] = ["byte_start", "matched_text", "line_number"];

/// The lists of what was found, in an answer of any kind.
const LISTS: [&str; 4] = ["matches", "symbols", "references", "calls"];

/// The list of what was found, and its name.
pub(crate) fn found_in(data: Node<'_>) -> Option<(&'static str, Node<'_>)> {
    LISTS
        .into_iter()
        .find_map(|name| Some((name, data.get(name)?)))
}

/// Why a written match is none, if it is not.
pub(crate) fn why_none(written: &Value) -> Option<&'static str> {
    let makes = |name: &&str| written.get(name).is_some();
    let is_one = written.as_object().is_none() || MAKE_A_MATCH.iter().any(makes);
    (!is_one).then_some(NO_MATCH)
}

impl<'d> Writing<'d, '_> {
    /// Leaves out of a written list what `why` has a reason against, and says so of each as a
    /// whole. Whether there was any.
    pub(crate) fn leave_out(
        &mut self,
        list: Node<'d>,
        place: &Pointer,
        written: &mut Array,
        why: impl Fn(Node<'d>, &Value) -> Option<&'static str>,
    ) -> bool {
        let mut out: BTreeMap<u64, &'static str> = BTreeMap::new();
        let mut items = (0u64..).zip(list.items());
        written.retain(|one| {
            let Some((index, item)) = items.next() else {
                return true;
            };
            match why(item, one) {
                Some(note) => out.insert(index, note).is_some(),
                None => true,
            }
        });
        if out.is_empty() {
            return false;
        }
        let above = format!("{place}/");
        self.losses.retain(|lost| {
            let below = lost.loss.pointer.strip_prefix(&above);
            let index = below.and_then(|below| below.split('/').next()?.parse().ok());
            index.is_none_or(|index: u64| !out.contains_key(&index))
        });
        for (index, note) in out {
            self.lost(&place.item(index), LossKind::Dropped, note);
        }
        true
    }

    /// The same of one that stands alone; what was lost before it was written is kept.
    pub(crate) fn leave_one_out(
        &mut self,
        written: &Value,
        place: &Pointer,
        before: usize,
    ) -> bool {
        let Some(note) = why_none(written) else {
            return false;
        };
        self.losses.truncate(before);
        self.lost(place, LossKind::Dropped, note);
        true
    }
}
