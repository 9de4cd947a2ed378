//! Checksums: how splice writes them, and which of them are of the changed file.

use crate::checksum::ChecksumAlgorithm::Sha256;
use crate::dialect::mapping::How;
use crate::dialect::{At, Made, Making, Members};
use crate::json::Node;
use crate::validate::{Part, StatedSums};

/// Digits alone, which are SHA-256.
pub(super) const HASH: How = How::Digest(Sha256);

/// What is computed of the changed file, which may not be possible.
pub(super) const COMPUTED: How = How::DigestUnless(Sha256, "\"checksum-failed\"");

/// The same from 2.2 on, where each checksum has the name of its algorithm, and the word, too.
pub(super) const NAMED: How = How::Unless("\"sha256:checksum-failed\"");

/// Leaves out the checksum before of a text that only the convention of splice knows to be of
/// the changed file: without the one after beside it, the envelope would say that it is of the
/// file as it was.
pub(super) fn leave_late<'d>(
    making: &mut Making<'d, '_>,
    node: Node<'d>,
    span: &mut Members<'d>,
    at: &At<'_>,
) {
    let Some(claim) = making.claim(node) else {
        return;
    };
    let sums = StatedSums::of(claim, making.convention);
    let late = sums.of_changed_file(making.convention);
    let Some(slot) = claim.get(Part::SpanChecksum) else {
        return;
    };
    if sums.span_after.is_some() || late != Some(Part::SpanChecksum) {
        return;
    }
    let Some(checksums) = span.get_mut("checksums").and_then(Made::as_object_mut) else {
        return;
    };
    if checksums.remove("checksum_before").is_none() {
        return;
    }
    if checksums.is_empty() {
        span.remove("checksums");
    }
    making.unproved(slot, at.child("checksums").child("checksum_before"));
}
