//! What is written where a checksum should stand.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::super::claim::{Claim, Part, Parts};
use super::super::found::{Found, Slot};
use super::Agreement;
use super::ranges::Ranges;
use crate::checksum::{Checksum, ChecksumAlgorithm, ChecksumError, parse_checksum};
use crate::diagnostic::Applicability;
use crate::dialect::convention::{Convention, FileHash};
use crate::rule::{self, Level};

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

    /// Says that what is called `before` is of the file after the operation.
    pub(super) fn states(&mut self, claim: &Claim<'d>) {
        // Few ranges tell of a change.
        if claim.get(Part::FileAfter).is_none() {
            return;
        }
        let sums = StatedSums::of(claim, self.convention);
        let late = sums.of_changed_file(self.convention);
        if let Some(slot) = late.and_then(|part| claim.get(part)) {
            let is_range = claim.get(Part::FileChecksum).is_none();
            let message = if is_range && sums.span_after.is_none() {
                "the tool computes this of the changed file"
            } else {
                "the document itself shows that this is of the changed file"
            };
            self.report("CHECKSUM_OF_CHANGED_FILE", slot, message);
        }
    }
}

impl<'d> Agreement<'d, '_> {
    /// A hash of a file that has none of the forms that the tool prints.
    pub(super) fn file_hash(&mut self, slot: Slot<'d>, stated: &str) {
        let (name, digits) = stated.split_once(':').unwrap_or(("", stated));
        let is_hash = !digits.is_empty() && digits.bytes().all(|it| it.is_ascii_hexdigit());
        let mut forms = self.convention.file_hashes.iter();
        // What its algorithm is nobody asks here.
        let is_of_form = name.is_empty() && forms.any(|form| form.digits == digits.len());
        if is_hash && is_of_form {
            return;
        }
        let code = match read_checksum(stated, self.convention) {
            Ok(_) if is_hash => return,
            // Digits alone are what a hash is written with.
            Ok(_) | Err("CHECKSUM_BARE") => MALFORMED,
            Err(code) => code,
        };
        let mut found = misspelt(code, slot, stated);
        let digits = lengths(self.convention.file_hashes);
        if code == MALFORMED && name.is_empty() && !digits.is_empty() {
            found.message = format!(
                "`{stated}` is no hash that the tool prints, with its {digits} hexadecimal digits"
            );
        }
        self.found.push(found);
    }
}

const MALFORMED: &str = "CHECKSUM_MALFORMED";

/// How many digits the hashes of a tool have: "16 or 64".
fn lengths(forms: &[FileHash]) -> String {
    let mut digits: Vec<usize> = forms.iter().map(|form| form.digits).collect();
    digits.sort_unstable();
    digits.dedup();
    let digits: Vec<String> = digits.iter().map(usize::to_string).collect();
    digits.join(" or ")
}

/// What is said of a malformed checksum.
pub(super) fn misspelt(code: &'static str, slot: Slot<'_>, stated: &str) -> Found {
    let found = Found::spelt(code, slot, stated).with_level(Level::Warning);
    let right = stated.split_once(':').and_then(|(name, digits)| {
        let right = respelt(name)?;
        let right = format!("{}:{}", right.as_str(), digits.to_ascii_lowercase());
        right.parse::<Checksum>().is_ok().then_some(right)
    });
    match right {
        Some(right) => found
            .expecting(right.as_str())
            .replace(Applicability::Suggested, right),
        None => found,
    }
}

/// The algorithm whose name this is in capitals, with a hyphen or underscore, or with its letters
/// in another order. With another digit it is another algorithm.
fn respelt(name: &str) -> Option<ChecksumAlgorithm> {
    let plain = name.replace(['-', '_'], "").to_ascii_lowercase();
    let known = ChecksumAlgorithm::WORDS.iter();
    let mut meant = known.filter(|word| rule::is_of_its_letters(&plain, word));
    plain.parse().ok().or_else(|| meant.next()?.parse().ok())
}

/// Whether a word can be the name of an algorithm.
fn is_name(word: &str) -> bool {
    !word.is_empty() && !word.contains(char::is_whitespace)
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
        (Err(ChecksumError::UnknownAlgorithm { asked, .. }), _)
            if is_name(&asked) && respelt(&asked).is_none() =>
        {
            Ok(None)
        }
        (Err(error), _) => Err(error.code()),
    }
}

/// What is stated of a range and its file, as far as it can be verified.
#[derive(Debug, Clone, Copy)]
pub(crate) struct StatedSums {
    /// Of the file before the operation.
    pub(crate) before: Option<Checksum>,
    /// Of the file after it.
    pub(crate) after: Option<Checksum>,
    /// Of the file, beside the range.
    pub(crate) file: Option<Checksum>,
    /// Of the range.
    pub(crate) span: Option<Checksum>,
    /// Of the range after the operation.
    pub(crate) span_after: Option<Checksum>,
}

impl StatedSums {
    pub(crate) fn of(claim: &Claim<'_>, convention: &Convention) -> Self {
        let sum = |part| stated_checksum(claim, part, convention);
        Self {
            before: sum(Part::FileBefore),
            after: sum(Part::FileAfter),
            file: sum(Part::FileChecksum),
            span: sum(Part::SpanChecksum),
            span_after: sum(Part::SpanChecksumAfter),
        }
    }

    /// The checksum beside a range that is called `before` and is of the file after the
    /// operation, as the document itself shows: it is the one of the file after, or
    /// the text of the range has the same before and after although the file changed. Where the
    /// one after cannot be read, the convention of the tool says what the one before is.
    pub(crate) fn of_changed_file(&self, convention: &Convention) -> Option<Part> {
        let (before, after) = (self.before?, self.after?);
        if before == after {
            return None;
        }
        if let Some(file) = self.file {
            return (file == after).then_some(Part::FileChecksum);
        }
        let text = self.span?;
        let same = (self.span_after).map_or(convention.late_checksums, |it| it == text);
        same.then_some(Part::SpanChecksum)
    }
}

/// The checksum in a part of a claim, if it can be verified.
pub(crate) fn stated_checksum(
    claim: &Claim<'_>,
    part: Part,
    convention: &Convention,
) -> Option<Checksum> {
    read_checksum(&claim.text(part)?, convention).ok()?
}
