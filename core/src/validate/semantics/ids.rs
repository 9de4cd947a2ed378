//! The span ids that ranges should have, made for many ranges at once.
//!
//! A hash alone waits for itself, round after round; many go through the CPU together.
//! As most ranges bear their right id, the ids of a hundred ranges are made before
//! these are looked at. What another id means is not said here.

use alloc::vec::Vec;

use super::super::claim::{Claim, Part};
use super::super::twin::UNKNOWN_FILE;
use crate::dialect::convention::Convention;
use crate::id::{SpanIdScheme, SpanIds, SpanKey, classify_span_id, span_ids_in};
use crate::source::spelt_canonically;

/// Ranges whose ids are made together: they fill the widest registers some times, and
/// stay in the nearest cache.
pub(super) const TOGETHER: usize = 128;

/// For fewer it takes less time to make each when it is needed.
const ENOUGH: usize = 8;

/// Ids of some ranges, in the order of these.
#[derive(Default)]
pub(super) struct Expected<'d> {
    keys: Vec<SpanKey<'d>>,
    ids: SpanIds,
    /// How many were given.
    given: usize,
}

impl<'d> Expected<'d> {
    pub(super) fn of(claims: &[Claim<'d>], convention: &Convention) -> Self {
        let Some(scheme) = convention.span_ids.filter(|_| claims.len() >= ENOUGH) else {
            return Self::default();
        };
        let mut keys = Vec::with_capacity(claims.len());
        keys.extend(claims.iter().filter_map(key));
        let ids = span_ids_in(scheme, &keys).unwrap_or_default();
        Self {
            keys,
            ids,
            given: 0,
        }
    }

    /// The id of the next range, if it was made and is of this key.
    pub(super) fn next_of(&mut self, key: SpanKey<'_>) -> Option<&str> {
        let at = self.given;
        // A path is where it was: to compare texts would take longer.
        let same = |next: &&SpanKey<'_>| {
            let offsets = (next.start, next.end) == (key.start, key.end);
            offsets && core::ptr::eq(next.path, key.path)
        };
        self.keys.get(at).filter(same)?;
        self.given += 1;
        self.ids.get(at)
    }
}

/// What the id of a range is made from, if it has one, and both it and the path are read
/// as they are written.
fn key<'d>(claim: &Claim<'d>) -> Option<SpanKey<'d>> {
    claim.get(Part::SpanId)?.node.plain_str()?;
    let path = claim.get(Part::Path)?.node.plain_str()?;
    let start = claim.number(Part::ByteStart)?;
    let end = claim.number(Part::ByteEnd)?;
    (start <= end).then_some(SpanKey { path, start, end })
}

/// The scheme in which an id is that of a range, by its path as it is spelt, or as it should
/// be: then the path is told, and the id is right.
pub(super) fn scheme_of(id: &str, path: &str, start: u64, end: u64) -> Option<SpanIdScheme> {
    let spelt = classify_span_id(id, path, start, end);
    let canonical = || Some(spelt_canonically(path)).filter(|canonical| canonical != path);
    spelt.or_else(|| classify_span_id(id, &canonical()?, start, end))
}

/// Whether an id is what llmgrep prints of a file that it does not know: the text that would
/// have been hashed, of whatever offsets.
pub(super) fn is_spelt_out(id: &str) -> bool {
    let offsets = id
        .strip_prefix(UNKNOWN_FILE)
        .and_then(|rest| rest.strip_prefix(':'));
    let offsets = offsets.and_then(|offsets| offsets.split_once(':'));
    let is_number = |text: &str| text.parse::<u64>().is_ok();
    offsets.is_some_and(|(start, end)| is_number(start) && is_number(end))
}

/// Whether an id is what llmgrep prints of what it found by meaning: the number of the symbol in
/// its index, and no hash.
pub(super) fn is_numbered(id: &str) -> bool {
    let number = id.strip_prefix("semantic-span-");
    number.is_some_and(|number| number.parse::<u64>().is_ok())
}
