//! The order of edits, and which of them are in each other's way (E2).

use alloc::vec::Vec;

/// One edit with its place in the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Placed {
    /// Number in the request, from 0.
    pub(super) edit: usize,
    pub(super) start: usize,
    pub(super) end: usize,
}

impl Placed {
    pub(super) const fn is_insertion(self) -> bool {
        self.start == self.end
    }
}

/// At most so many pairs are told.
pub(super) const MOST_PAIRS: usize = 100;

/// Sorts by place. What is put in at one place keeps the order of the request, and
/// goes before what replaces the text that begins there. O(k log k), O(k) if sorted.
pub(super) fn sort(edits: &mut Vec<Placed>) {
    let key = |edit: &Placed| (edit.start, !edit.is_insertion(), edit.edit);
    if edits.is_sorted_by_key(key) {
        return;
    }
    // One word for place and number is sorted several times as fast as what it is of.
    match words(edits) {
        Some((mut words, number)) => {
            words.sort_unstable();
            let given = core::mem::take(edits);
            let numbers = words.into_iter().map(|word| word & number);
            let sorted = numbers.filter_map(|at| given.get(usize::try_from(at).ok()?));
            *edits = Vec::with_capacity(given.len());
            edits.extend(sorted);
        }
        None => edits.sort_unstable_by_key(key),
    }
}

/// Of each edit a word that sorts as the edit does, if 64 bits are enough: its start,
/// whether it replaces something, and its number in the list; and the bits of that
/// number. The list must be in the order of the request.
fn words(edits: &[Placed]) -> Option<(Vec<u64>, u64)> {
    let bits = u64::BITS - (edits.len() as u64).leading_zeros();
    let last = edits.iter().map(|edit| edit.start).max()? as u64;
    if last.leading_zeros() < bits + 1 || !edits.is_sorted_by_key(|edit| edit.edit) {
        return None;
    }
    let word = |(at, edit): (usize, &Placed)| {
        let place = (edit.start as u64) << 1 | u64::from(!edit.is_insertion());
        place << bits | at as u64
    };
    let words = edits.iter().enumerate().map(word).collect();
    Some((words, (1 << bits) - 1))
}

/// Whether any of these sorted edits are in each other's way: whether there are
/// [`overlaps`]. O(k), with nothing allocated.
pub(super) fn overlap(sorted: &[Placed]) -> bool {
    let mut end = 0;
    sorted.iter().any(|edit| {
        let overlaps = edit.start < end;
        end = end.max(edit.end);
        overlaps
    })
}

/// The pairs of sorted edits that share a byte, or of which one is put in inside the
/// range of the other; at most [`MOST_PAIRS`]. Edits that touch are no pair. O(k).
pub(super) fn overlaps(sorted: &[Placed]) -> Vec<(Placed, Placed)> {
    let mut pairs = Vec::new();
    let mut open: Vec<Placed> = Vec::new();
    for edit in sorted {
        open.retain(|earlier| earlier.end > edit.start);
        for earlier in &open {
            if pairs.len() == MOST_PAIRS {
                return pairs;
            }
            // Another replacement that begins at the same place is one too.
            pairs.push((*earlier, *edit));
        }
        if !edit.is_insertion() {
            open.push(*edit);
        }
    }
    pairs
}
