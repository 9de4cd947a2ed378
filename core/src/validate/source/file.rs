//! What is found out about a whole file: that it is not the one that the tool saw.
//!
//! A hundred ranges that fail for one reason are one finding. Either the document states
//! another checksum than the file has, or none of the ranges fits.

use alloc::borrow::ToOwned;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::super::claim::{Claim, Part, Parts};
use super::super::found::{Found, Place, Slot};
use super::super::report::NotChecked;
use super::super::semantics::read_checksum;
use super::super::structure::Seen;
use super::Check;
use super::chain::Changes;
use super::why::unknown_algorithm;
use crate::checksum::{Checksum, ChecksumAlgorithm};
use crate::text::LineIndex;

/// So many ranges may all fail, and the file be the right one.
const FEW: u64 = 2;
/// So many of the findings that one about the file stands for are named by it.
const NAMED: usize = 3;

/// Whether a stated checksum is that of the text at hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    Same,
    Stale,
    Unknown,
}

/// A text of an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum State {
    Before,
    After,
}

/// What was found out about each stated checksum. A document may state another one at
/// every range.
#[derive(Debug, Default)]
pub(super) struct Verdicts {
    all: BTreeMap<String, Verdict>,
    /// Whether one of them is that of the text.
    same: bool,
    /// Whether one is that of another text.
    stale: bool,
}

impl Verdicts {
    pub(super) fn note(&mut self, stated: String, verdict: Verdict) {
        self.same |= verdict == Verdict::Same;
        self.stale |= verdict == Verdict::Stale;
        self.all.insert(stated, verdict);
    }

    fn of(&self, stated: &str) -> Option<Verdict> {
        self.all.get(stated).copied()
    }
}

/// The number of no text: that of the file in hand before there is one.
pub(super) const NO_FILE: usize = usize::MAX;

/// What is known of one text.
#[derive(Debug, Default)]
pub(super) struct File {
    /// Which of the texts it is.
    pub(super) number: usize,
    /// The stated checksums that were looked at.
    pub(super) verdicts: Verdicts,
    /// Checksums of the text, one for each algorithm that was asked for.
    known: Vec<Checksum>,
    /// The checksum by this algorithm of what a deletion leaves of it; no checksum, if the deleted
    /// ranges do not lie in it.
    pub(super) left: Option<(ChecksumAlgorithm, Option<Checksum>)>,
    /// Whether what a deletion leaves of it has a checksum that is stated.
    pub(super) leaves_right: bool,
    /// The finding that neither it nor what a deletion leaves of it has the checksum that is
    /// stated, until it is known whether something else explains that.
    pub(super) unlike: Option<Found>,
    /// Whether an offset of a range of it is wrong, or doubted.
    pub(super) is_doubted: bool,
    /// Where its path stands first, and how it is spelt there.
    path: Option<(Place, (u64, u64), String)>,
    /// Which of the texts of an operation it is, as far as that was shown.
    pub(super) state: Option<State>,
    /// The checksums that it is said, beside its ranges, to have after an operation.
    pub(super) afters: Vec<Checksum>,
    /// The changes that were made to it.
    pub(super) changes: Changes,
    /// Ranges that were held against it.
    pub(super) ranges: u64,
    /// Those of them that the text contradicts, in whatever way the tool counts.
    contradicted: u64,
    /// Those that are contradicted, and those that show no text and of which the columns do not fit.
    unfit: u64,
    /// By how much lines are wrong for which the right ones are proposed.
    pub(super) line_shifts: BTreeSet<i128>,
    /// The findings that propose them.
    pub(super) line_fixes: Vec<usize>,
    /// Its line feeds, once they were counted.
    pub(super) feeds: Option<u64>,
    /// How wide its longest line can be, once that was asked.
    pub(super) longest: Option<u64>,
    /// How wide lines of it can be, by their numbers from 0, as far as that was asked.
    pub(super) widths: BTreeMap<u64, u64>,
    /// Texts that were looked for in it.
    pub(super) searched: u64,
    /// Ranges of which the right offset was looked for in it.
    pub(super) sought: u64,
    /// Ranges that were not held against it, because they are of another text.
    pub(super) skipped: u64,
}

/// Findings about one range, by their places among all findings.
#[derive(Debug, Clone, Copy)]
pub(super) struct Failure {
    file: usize,
    from: usize,
    to: usize,
}

/// Whether a range states the checksum of its file.
pub(super) fn states_file(claim: &Claim<'_>) -> bool {
    claim.get(Part::FileChecksum).is_some()
}

/// In which order ranges are looked at: those that state a checksum of their file first, since all
/// of these together say whether the text is the one that the tool saw.
pub(super) fn turns(seen: &Seen<'_>) -> &'static [Option<bool>] {
    const STATED: Parts = Parts::of(&[Part::FileChecksum]);
    if seen.said.any(STATED) && !seen.said_by_all.any(STATED) {
        &[Some(true), Some(false)]
    } else {
        &[None]
    }
}

impl File {
    /// The text of this number, of which nothing is known.
    pub(super) fn new(number: usize) -> Self {
        Self {
            number,
            ..Self::default()
        }
    }

    /// The checksums that it is known to have, and that of what a deletion leaves of it.
    pub(super) fn sums(&self) -> impl Iterator<Item = Checksum> + '_ {
        let left = self.left.and_then(|(_, left)| left);
        self.known.iter().copied().chain(left)
    }

    /// The checksum of the text; computed once.
    pub(super) fn checksum(&mut self, algorithm: ChecksumAlgorithm, text: &[u8]) -> Checksum {
        let mut known = self.known.iter();
        match known.find(|known| known.algorithm() == algorithm) {
            Some(known) => *known,
            None => self.has(Checksum::of(algorithm, text)),
        }
    }

    /// Notes a checksum that was computed.
    pub(super) fn has(&mut self, sum: Checksum) -> Checksum {
        self.known.push(sum);
        sum
    }

    pub(super) fn knows(&self, algorithm: ChecksumAlgorithm) -> bool {
        self.known
            .iter()
            .any(|known| known.algorithm() == algorithm)
    }

    /// Whether the text has a checksum.
    pub(super) fn is(&mut self, sum: &Checksum, index: &LineIndex<'_>) -> bool {
        self.checksum(sum.algorithm(), index.text()) == *sum
    }

    pub(super) fn verdict(&self, stated: &str) -> Option<Verdict> {
        self.verdicts.of(stated)
    }

    /// Whether a range is of another text than this one: its own checksum says so, or it states
    /// none, and the checksums of the others say so.
    pub(super) fn is_stale_for(&self, claim: &Claim<'_>) -> bool {
        if !self.verdicts.stale {
            return false;
        }
        match claim.text(Part::FileChecksum) {
            Some(stated) => self.verdict(&stated) == Some(Verdict::Stale),
            None => self.is_stale(),
        }
    }

    /// Whether a checksum shows that a range is of this text, to the byte. Where two are stated
    /// that exclude each other, it has to be the one of the range.
    pub(super) fn is_the_one_of(&self, claim: &Claim<'_>) -> bool {
        let own = || claim.text(Part::FileChecksum);
        let is_own = || own().is_some_and(|stated| self.verdict(&stated) == Some(Verdict::Same));
        self.verdicts.same && (!self.verdicts.stale || is_own())
    }

    /// Whether only checksums of other texts were stated.
    pub(super) const fn is_stale(&self) -> bool {
        self.verdicts.stale && !self.verdicts.same
    }

    /// Notes where the path stands that leads to it, the first time.
    pub(super) fn name(&mut self, slot: Slot<'_>, path: &str) {
        if self.path.is_none() {
            let found = Found::at("FILE_STALE", slot, "");
            self.path = Some((found.place, found.range, path.to_owned()));
        }
    }
}

impl Check<'_> {
    /// What is known of a text, whether it is in hand or not.
    pub(super) fn file_at(&mut self, at: usize) -> &mut File {
        let known = self.files.len();
        if known <= at {
            self.files.extend((known..=at).map(File::new));
        }
        match self.files.get_mut(at) {
            Some(file) if self.file.number != at => file,
            _ => &mut self.file,
        }
    }

    /// Looks at the checksum of the whole file, if a range has one; once for each value.
    pub(super) fn whole_file(&mut self, claim: &Claim<'_>, path: &str, index: &LineIndex<'_>) {
        let Some(slot) = claim.get(Part::FileChecksum) else {
            return;
        };
        let Some(stated) = slot.node.as_str() else {
            self.open = true;
            return;
        };
        if let Some(known) = self.file.verdict(&stated) {
            self.open |= known == Verdict::Unknown;
            return;
        }
        let verdict = match read_checksum(&stated, self.convention) {
            Ok(Some(checksum)) => self.compare(slot, &checksum, path, index),
            Ok(None) => {
                self.unchecked(path, unknown_algorithm(&stated));
                Verdict::Unknown
            }
            Err(_) => {
                self.unreadable(slot);
                Verdict::Unknown
            }
        };
        self.file.verdicts.note(stated.into_owned(), verdict);
    }

    /// Whether a stated checksum is that of the text in hand; that it is not is reported.
    pub(super) fn compare(
        &mut self,
        slot: Slot<'_>,
        stated: &Checksum,
        path: &str,
        index: &LineIndex<'_>,
    ) -> Verdict {
        if self.file.is(stated, index) {
            return Verdict::Same;
        }
        let actual = self.file.checksum(stated.algorithm(), index.text());
        let message = format!("`{path}` is not the file that the tool saw: it has {actual}");
        let found = Found::at("FILE_CHANGED", slot, message);
        self.found.push(found.expecting(actual.to_string()));
        Verdict::Stale
    }

    /// Notes that what was found from `from` on is about a range of the text in hand.
    pub(super) fn fails(&mut self, claim: &Claim<'_>, from: usize) {
        let findings = self.found.get(from..).unwrap_or_default();
        let is_offset = |found: &Found| {
            let offsets = [Part::ByteStart, Part::ByteEnd];
            let mut slots = offsets.into_iter().filter_map(|part| claim.get(part));
            slots.any(|slot| slot.node.byte_range() == found.range)
        };
        self.file.is_doubted |= findings.iter().any(is_offset);
        let is_contradicted = contradicts(claim, findings);
        let is_unfit = is_contradicted || !(findings.is_empty() || is_shown(claim));
        self.file.contradicted += u64::from(is_contradicted);
        self.file.unfit += u64::from(is_unfit);
        self.of_text(from);
    }

    /// Notes that what was found from `from` on means nothing, if the text in hand is not the one
    /// that the tool saw.
    pub(super) fn of_text(&mut self, from: usize) {
        self.failures.push(Failure {
            file: self.file.number,
            from,
            to: self.found.len(),
        });
    }

    /// Puts one finding in the place of those about the ranges of a file, where the file is not the
    /// one that the tool saw. Goes through the files in this order, and returns which are such.
    pub(super) fn stale_files(&mut self, order: &[usize]) -> BTreeSet<usize> {
        let mut others = BTreeSet::new();
        let mut dropped = alloc::vec![false; self.found.len()];
        let mut said = Vec::new();
        // Those of one file together, in their order.
        self.failures.sort_by_key(|one| one.file);
        let files = order.iter().filter_map(|at| self.files.get(*at));
        for file in files {
            let number = file.number;
            let stale = file.is_stale();
            // Some lines of another text are right by chance, but hardly their columns, too.
            let most = file.contradicted.saturating_mul(2) > file.ranges;
            let all = file.unfit == file.ranges && most && file.contradicted > FEW;
            let name = file.path.as_ref().map(|(_, _, name)| name.as_str());
            let ranges = file.skipped + file.ranges;
            if stale && ranges > 0 {
                self.outcome.not_checked.push(NotChecked {
                    what: name.unwrap_or_default().to_owned().into(),
                    why: format!("another file was given: {ranges} of its ranges are not checked")
                        .into(),
                });
            }
            let first = self.failures.partition_point(|one| one.file < number);
            let failures = self.failures.iter().skip(first);
            let failures = failures.take_while(|one| one.file == number);
            if file.line_shifts.len() > 1 {
                for at in file.line_fixes.iter().copied() {
                    if let Some(found) = self.found.get_mut(at) {
                        found.fixes.clear();
                    }
                }
            }
            if !stale && !all {
                continue;
            }
            others.insert(number);
            let mut left_out = Vec::new();
            for failure in failures {
                for at in failure.from..failure.to {
                    if let Some(slot) = dropped.get_mut(at) {
                        *slot = true;
                    }
                    if left_out.len() < NAMED {
                        left_out.extend(self.found.get(at));
                    }
                }
            }
            if let (false, Some((place, range, path))) = (stale, &file.path) {
                said.push(stale_file(
                    place.clone(),
                    *range,
                    path,
                    file.ranges,
                    &left_out,
                ));
            }
        }
        if dropped.contains(&true) {
            let mut dropped = dropped.into_iter();
            self.found.retain(|_| !dropped.next().unwrap_or(false));
        }
        self.found.append(&mut said);
        others
    }
}

/// Whether a range shows anything of its text.
fn is_shown(claim: &Claim<'_>) -> bool {
    let shown = [
        Part::Text,
        Part::Passage,
        Part::WholeLines,
        Part::Head,
        Part::SpanChecksum,
        Part::LinesSelected,
        Part::InlineBefore,
    ];
    shown.into_iter().any(|part| claim.get(part).is_some())
}

/// Whether findings about a range say that the text is another one. Wrong columns alone say that
/// the tool counts otherwise, and so do wrong lines beside a text that is right.
fn contradicts(claim: &Claim<'_>, findings: &[Found]) -> bool {
    let is_shown = is_shown(claim);
    let lines = [Part::StartLine, Part::EndLine].map(|part| claim.get(part).map(Place::from));
    findings.iter().any(|found| {
        let Place::Order(at) = found.place else {
            return false;
        };
        let is_line = lines
            .iter()
            .any(|line| matches!(line, Some(Place::Order(order)) if *order == at));
        found.code != "POSITION_MISMATCH" || (is_line && !is_shown)
    })
}

/// The finding that no range of a file fits it.
fn stale_file(
    place: Place,
    range: (u64, u64),
    path: &str,
    ranges: u64,
    left_out: &[&Found],
) -> Found {
    let first = left_out.first().map_or("", |found| found.message.as_str());
    let message =
        format!("none of the {ranges} ranges of `{path}` fits its text; the first: {first}");
    let mut found = Found::new("FILE_STALE", place, range, message);
    for other in left_out {
        found = found.also("does not fit", other);
    }
    found
}
