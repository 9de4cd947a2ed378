//! Nulls and zeros in the envelope of another tool's document that the envelope's own reading
//! leaves out.
//!
//! A tool's shape may need a member that the shape of the same answer in the envelope does not
//! need, or may not know it at all; and to some tools four zeros are lines like any other. Such a
//! null, or such zeros, would be kept, and left out as soon as somebody reads the envelope: but an
//! envelope must stay the same when it is read.

use alloc::vec::Vec;

use memchr::memmem;

use crate::dialect::unified::Unified;
use crate::dialect::{Adapter as _, Convention, Making};
use crate::json::Pointer;
use crate::normalize::{ChangeKind, Changes};
use crate::origin::reread;
use crate::validate::{Claim, Found, Part, Seen, walk};

/// How often they are looked for: where one is left out, the rest may have another shape.
pub(super) const ROUNDS: usize = 4;

/// Whether a document may have zeros that a reading of its envelope leaves out: something in it
/// is wrong, or its dialect knows no zeros that say nothing.
pub(super) fn may_have_zeros(seen: &Seen<'_>, found: &[Found], convention: &Convention) -> bool {
    let is_zero = |claim: &Claim<'_>| claim.number(Part::StartLine) == Some(0);
    found.iter().any(Found::is_error)
        || (!convention.zeros_are_unknown && seen.claims.iter().any(is_zero))
}

/// Where they are in the text of an envelope; `zeros`: whether zeros are looked for, too. Hardly
/// any document has one: time O(text) for a search, and that of [`crate::normalize()`] where one
/// is found.
pub(super) fn places_in(text: &str, zeros: bool) -> Vec<Pointer> {
    // Canonical JSON has no space here, and in a string the quote would be an escaped one.
    let bytes = text.as_bytes();
    let mut nulls = memmem::find_iter(bytes, "\":null");
    let no_nulls = nulls.all(|at| {
        bytes
            .get(..at)
            .is_some_and(|before| before.ends_with(b"\\"))
    });
    if no_nulls && !(zeros && memmem::find(bytes, b"\"start_line\":0").is_some()) {
        return Vec::new();
    }
    let Some(document) = reread(text) else {
        return Vec::new();
    };
    let root = document.root();
    let seen = walk(root, Unified.documents());
    let convention = Unified.convention_of(root);
    let changes = Changes::default();
    let mut making = Making::new(&document, &seen, convention, None, true, changes);
    Unified.canonical(&mut making);
    let changes = making.settled();
    changes
        .iter()
        .filter(|change| {
            let left_out = [ChangeKind::NullLeftOut, ChangeKind::UnknownLeftOut];
            change.what().is_some_and(|what| left_out.contains(&what))
        })
        .filter_map(|change| Pointer::parse(&change.pointer).ok())
        .collect()
}
