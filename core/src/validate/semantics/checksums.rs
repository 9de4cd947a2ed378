//! What is written where a checksum should stand.

use super::super::claim::{Claim, Part, Parts};
use super::super::found::{Found, Slot};
use super::ranges::Ranges;
use crate::checksum::{Checksum, ChecksumAlgorithm, ChecksumError, parse_checksum};
use crate::diagnostic::Applicability;
use crate::dialect::convention::Convention;
use crate::rule::Level;

/// Where a range states a checksum.
const CHECKSUMS: [Part; 6] = [
    Part::SpanChecksum,
    Part::SpanChecksumAfter,
    Part::FileChecksum,
    Part::FileBefore,
    Part::FileAfter,
    Part::FileChecksumAfter,
];

impl<'d> Ranges<'d, '_> {
    /// Whether the checksums are written as ones. What is none harms nobody before it
    /// is compared with a text.
    pub(super) fn checksums(&mut self, claim: &Claim<'d>) {
        const ANY: Parts = Parts::of(&CHECKSUMS);
        if !claim.says_any(ANY) {
            return;
        }
        for part in CHECKSUMS {
            if let Some(slot) = claim.get(part)
                && let Some(stated) = slot.node.as_str()
                && !is_named_sha256(&stated)
                && let Err(code) = read_checksum(&stated, self.convention)
                // It may be said of several ranges.
                && self.odd_places.insert(slot.node.order())
            {
                self.found.push(misspelt(code, slot, &stated));
            }
        }
    }
}

/// What is said of a malformed checksum.
pub(super) fn misspelt(code: &'static str, slot: Slot<'_>, stated: &str) -> Found {
    let found = Found::spelt(code, slot, stated).with_level(Level::Warning);
    let right = stated.split_once(':').and_then(|(name, digits)| {
        let right = respelt(name)?;
        let right = alloc::format!("{}:{digits}", right.as_str());
        right.parse::<Checksum>().is_ok().then_some(right)
    });
    match right {
        Some(right) => found
            .expecting(right.as_str())
            .replace(Applicability::Suggested, right),
        None => found,
    }
}

/// The algorithm whose name this is in capitals, or with a hyphen.
fn respelt(name: &str) -> Option<ChecksumAlgorithm> {
    let plain = name.replace('-', "").to_ascii_lowercase();
    plain.parse().ok()
}

/// Whether a text is what most checksums are; for speed.
fn is_named_sha256(stated: &str) -> bool {
    let digits = stated.strip_prefix("sha256:");
    digits.is_some_and(|digits| {
        digits.len() == 64 && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
    })
}

/// Reads a checksum by the convention of the dialect: nothing when it cannot be
/// verified, the code of a rule when it is written in a way that it must not be.
pub(crate) fn read_checksum(
    stated: &str,
    convention: &Convention,
) -> Result<Option<Checksum>, &'static str> {
    match (parse_checksum(stated), convention.bare_checksum) {
        (Ok(checksum), _) => Ok(Some(checksum)),
        (Err(ChecksumError::Bare { .. }), Some(algorithm)) => {
            Checksum::from_bare(algorithm, stated)
                .map(Some)
                .map_err(|error| error.code())
        }
        // Another tool's algorithm: nothing is wrong, and nothing can be verified.
        (Err(ChecksumError::UnknownAlgorithm { asked, .. }), _) if respelt(&asked).is_none() => {
            Ok(None)
        }
        (Err(error), _) => Err(error.code()),
    }
}

/// The checksum of a range that is called `before` and is of the file after the
/// operation, as the document itself shows: it is the one of the file after, or
/// the text of the range has the same before and after although the file changed. Where the
/// one after cannot be read, the convention of the tool says what the one before is.
pub(crate) fn of_changed_file<'d>(claim: &Claim<'d>, convention: &Convention) -> Option<Slot<'d>> {
    let sum = |part| stated_checksum(claim, part, convention);
    let (before, after) = (sum(Part::FileBefore)?, sum(Part::FileAfter)?);
    if before == after {
        return None;
    }
    if let Some(file) = sum(Part::FileChecksum) {
        return claim.get(Part::FileChecksum).filter(|_| file == after);
    }
    let text = sum(Part::SpanChecksum)?;
    let same = sum(Part::SpanChecksumAfter).map_or(convention.late_checksums, |it| it == text);
    claim.get(Part::SpanChecksum).filter(|_| same)
}

/// The checksum in a part of a claim, if it can be verified.
pub(crate) fn stated_checksum(
    claim: &Claim<'_>,
    part: Part,
    convention: &Convention,
) -> Option<Checksum> {
    read_checksum(&claim.text(part)?, convention).ok()?
}
