//! What comes of holding a document against the texts, beside the findings: which ranges are proved,
//! what the texts are to the others, and what was not checked.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::super::claim::{Claim, Part};
use super::super::found::Found;
use super::super::report::{NotChecked, ProvedBy};
use crate::checksum::Checksum;
use crate::source::compared::{Ranges, TextIs};

/// What came of holding a document against the texts.
#[derive(Debug, Default)]
pub(crate) struct Outcome {
    /// How many ranges were proved.
    pub(crate) proved: u64,
    /// Which ranges were proved, and by what; nothing, where nobody asked.
    pub(crate) by: Option<Vec<Proof>>,
    /// What the texts, by their numbers, are to the ranges; nothing, where nobody asked.
    pub(crate) compared: Option<BTreeMap<usize, Ranges>>,
    pub(crate) not_checked: Vec<NotChecked>,
    /// Checksums of the texts, and of what deletions leave of them.
    pub(crate) shown: Vec<Checksum>,
}

/// What a range is proved by.
#[derive(Debug)]
pub(crate) struct Proof {
    /// Where the offset that it starts at stands among the values of the document.
    pub(crate) start: usize,
    /// The number of its text in the library.
    pub(crate) text: usize,
    pub(crate) by: ProvedBy,
}

impl Outcome {
    pub(super) fn prove(&mut self, claim: &Claim<'_>, text: usize, by: ProvedBy) {
        self.proved += 1;
        if let (Some(all), Some(start)) = (&mut self.by, claim.get(Part::ByteStart)) {
            let start = start.node.order();
            all.push(Proof { start, text, by });
        }
    }

    /// Notes what a text is to a range.
    pub(super) fn compare(&mut self, claim: &Claim<'_>, text: usize, is: TextIs) {
        let offsets = claim
            .number(Part::ByteStart)
            .zip(claim.number(Part::ByteEnd));
        if let (Some(all), Some(range)) = (&mut self.compared, offsets) {
            all.entry(text).or_default().note(range, is);
        }
    }
}

/// What is asked for beside the findings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Asked {
    Nothing,
    /// Which ranges are proved, and by what.
    Proofs,
    /// What the texts are to the ranges.
    Compared,
}

/// What a finding about a range says of the text: that it is another one there or around.
pub(super) fn speaks_against(found: &Found) -> Option<TextIs> {
    match found.code {
        _ if !found.is_error() => None,
        "TEXT_MISMATCH" | "CHECKSUM_MISMATCH" => Some(TextIs::Contradicted),
        "CONTEXT_MISMATCH" => Some(TextIs::OtherContext),
        _ => None,
    }
}
