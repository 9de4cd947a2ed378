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
pub(super) fn sort(edits: &mut [Placed]) {
    edits.sort_by_key(|edit| (edit.start, !edit.is_insertion(), edit.edit));
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
