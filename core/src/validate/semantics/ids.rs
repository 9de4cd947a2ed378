//! The span ids that ranges should have, made for many ranges at once.
//!
//! The rounds of one hash wait for each other; many hashes go through the CPU side by side. As
//! most ranges bear their right id, the ids of a hundred ranges are made before these are looked
//! at. What it means that a range has another id is not said here.

use alloc::vec::Vec;

use super::super::claim::{Claim, Part};
use super::super::twin::UNKNOWN_FILE;
use crate::dialect::convention::Convention;
use crate::id::{SpanIdScheme, SpanIds, SpanKey, classify_span_id, span_ids_in};
use crate::source::spelt_canonically;

/// Ranges whose ids are made together: enough to fill the widest registers several times, and few
/// enough for the nearest cache.
pub(super) const TOGETHER: usize = 128;

/// For fewer ranges it is faster to make each id when it is needed.
const ENOUGH: usize = 8;

/// Ids of some ranges, in the order of these.
#[derive(Default)]
pub(super) struct Expected<'d> {
    keys: Vec<SpanKey<'d>>,
    ids: SpanIds,
    /// How many were handed out.
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
        // The same text of the document is at the same address: to compare would take longer.
        let same = |next: &&SpanKey<'_>| {
            let offsets = (next.start, next.end) == (key.start, key.end);
            offsets && core::ptr::eq(next.path, key.path)
        };
        self.keys.get(at).filter(same)?;
        self.given += 1;
        self.ids.get(at)
    }
}

/// What the id of a range is made from, if it has one; nothing, where an escape keeps the id or
/// the path from being read as they are written.
fn key<'d>(claim: &Claim<'d>) -> Option<SpanKey<'d>> {
    claim.get(Part::SpanId)?.node.plain_str()?;
    let path = claim.get(Part::Path)?.node.plain_str()?;
    let start = claim.number(Part::ByteStart)?;
    let end = claim.number(Part::ByteEnd)?;
    (start <= end).then_some(SpanKey { path, start, end })
}

/// The scheme in which an id is that of a range, by its path as it is spelt or as it should be:
/// then only the spelling of the path is reported.
pub(super) fn scheme_of(id: &str, path: &str, start: u64, end: u64) -> Option<SpanIdScheme> {
    let spelt = classify_span_id(id, path, start, end);
    let canonical = || Some(spelt_canonically(path)).filter(|canonical| canonical != path);
    spelt.or_else(|| classify_span_id(id, &canonical()?, start, end))
}

/// Whether an id is what llmgrep prints for a file that it does not know: the text that would have
/// been hashed. Which offsets it names is not looked at.
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
