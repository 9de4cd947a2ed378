//! Members that a tool's shape does not know, and the envelope takes for members of its own.
//!
//! What nobody knows is kept under its name. Where that name makes an answer look like
//! another one, or its value is none that the name can have there, a sound document would
//! become an envelope that is not; so such a member is left out, and that is told.

use alloc::vec::Vec;

use crate::dialect::Adapter as _;
use crate::dialect::unified::Unified;
use crate::json::Pointer;
use crate::origin::reread;
use crate::validate::{Found, Place, Seen, located, outcomes, walk};

/// How often they are looked for: where one is left out, the rest may have another shape.
pub(super) const ROUNDS: usize = 4;

/// Whether a document may have such members: it is sound, and something in it has a name
/// that its shape does not know.
pub(super) fn may_be_in(seen: &Seen<'_>, found: &[Found]) -> bool {
    seen.has_strangers && !found.iter().any(Found::is_error)
}

/// Where they are in the text of an envelope that was made of such a document. Time as of a
/// validation.
pub(super) fn places_in(text: &str) -> Vec<Pointer> {
    let Some(document) = reread(text) else {
        return Vec::new();
    };
    let root = document.root();
    let mut seen = walk(root, Unified.documents(), false);
    outcomes(&mut seen, root, Unified.convention_of(root));
    // What is missing is missing because of what is there.
    seen.found
        .retain(|found| found.is_error() && found.missing.is_none());
    located(&document, &mut seen.found);
    let places = seen.found.into_iter().map(|found| found.place);
    let mut places: Vec<Pointer> = places
        .filter_map(|place| match place {
            Place::Pointer(pointer) => Some(pointer),
            Place::Order(_) => None,
        })
        // By its answer an envelope is of one version or the other.
        .filter(|place| place.as_str() != "/data")
        .collect();
    places.dedup();
    places
}
