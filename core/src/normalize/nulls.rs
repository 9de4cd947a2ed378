//! Nulls in the envelope of another tool's document that the envelope's own reading
//! leaves out.
//!
//! A tool's shape may need a member that the shape of the same answer in the envelope
//! does not, or may not know it at all. A null there is wrong in the document and nothing
//! in the envelope, and the envelope must be the one that is read from it.

use alloc::vec::Vec;

use crate::dialect::unified::Unified;
use crate::dialect::{Adapter as _, Draft};
use crate::json::Pointer;
use crate::normalize::Changes;
use crate::origin::reread;
use crate::validate::walk;

/// How often they are looked for: where one is left out, the rest may have another shape.
pub(super) const ROUNDS: usize = 4;

/// Where they are in the text of an envelope. Hardly any document has one: time O(text)
/// for a search, and that of [`crate::normalize()`] where a null is found.
pub(super) fn left_out_of(text: &str) -> Vec<Pointer> {
    // Canonical JSON has no space here, and in a string the quote would be an escaped one.
    let mut nulls = text.match_indices("\":null");
    if nulls.all(|(at, _)| text.get(..at).is_some_and(|before| before.ends_with('\\'))) {
        return Vec::new();
    }
    let Some(document) = reread(text) else {
        return Vec::new();
    };
    let root = document.root();
    let seen = walk(root, Unified.documents(), false);
    let convention = Unified.convention_of(root);
    let changes = Changes::default();
    let mut draft = Draft::new(&document, &seen, convention, None, true, changes);
    Unified.canonical(&mut draft);
    let changes = draft.settled();
    let nulls = changes
        .iter()
        .filter(|change| change.what == "null_left_out");
    nulls
        .filter_map(|change| Pointer::parse(&change.pointer).ok())
        .collect()
}
