//! Do the values of the document agree with each other?
//!
//! Everything here can be decided without a source text: arithmetic of offsets
//! and columns, ids, paths, times, words.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::claim::{COORDINATES, Claim, Part, Parts};
use super::found::{Found, Slot};
use super::structure::{Fact, Seen};
use super::time::is_rfc3339;
use crate::diagnostic::Applicability;
use crate::dialect::adds_to;
use crate::dialect::convention::Convention;
use crate::dialect::unified::standard;
use crate::envelope::STATUSES;
use crate::envelope::shape::Role;
use crate::id::{
    ExecutionIdKind, classify_execution_id, execution_id_findings, is_uuid, span_id_findings,
};
use crate::json::Node;
use crate::rule::{self, Level};

mod among;
mod asked;
mod captures;
mod checksums;
mod distinct;
mod ids;
mod order;
mod outcome;
mod over;
mod overlap;
mod pages;
mod parted;
mod paths;
mod possible;
mod previews;
mod printed;
mod ranges;
mod relation;
mod selectors;
mod span_id;
mod sums;
mod suspect;
mod texts;
mod totals;

pub(crate) use checksums::{StatedSums, read_checksum, stated_checksum};
pub(crate) use outcome::last_made;
pub(crate) use overlap::{is_asked, proposed};
pub(crate) use possible::{Offsets, impossible, widest};
pub(crate) use ranges::Ranges;
pub(crate) use relation::values_at;
pub(crate) use suspect::withdraw_confirmed;
pub(crate) use texts::settle;

/// Line and column as the document says them, both from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Said {
    pub(crate) line: u64,
    pub(crate) column: u64,
}

/// What a claim says about lines and columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lines {
    /// Nothing, or four zeros.
    Unknown,
    /// Something that is no position.
    Wrong,
    /// A start, and an end if the dialect prints one. Where it prints lines and no
    /// columns, the columns are 0 and mean nothing.
    Given { start: Said, end: Option<Said> },
}

const ANY_COORDINATE: Parts = Parts::of(&[
    Part::StartLine,
    Part::StartColumn,
    Part::EndLine,
    Part::EndColumn,
]);

/// Reads the lines and columns of a claim. Anything odd is `Wrong`; why is for
/// [`check`] to say.
pub(crate) fn lines_of(claim: &Claim<'_>, convention: &Convention) -> Lines {
    let Some(lines) = &convention.lines else {
        return Lines::Unknown;
    };
    if !claim.says_any(ANY_COORDINATE) {
        return Lines::Unknown;
    }
    let numbers = COORDINATES.map(|(part, _)| claim.number(part));
    if convention.are_unknown(numbers) {
        return Lines::Unknown;
    }
    let said = |line: Option<u64>, column: Option<u64>| {
        Some(Said {
            line: line?.checked_sub(lines.line_base.into())?,
            column: match lines.columns {
                Some(columns) => column?.checked_sub(columns.base.into())?,
                None => 0,
            },
        })
    };
    let [start_line, start_column, end_line, end_column] = numbers;
    let start = said(start_line, start_column);
    let end = said(end_line, end_column);
    match (start, end, lines.end) {
        // A span that the tool is not known to print may have an end where others have none.
        (Some(start), Some(_), _) | (Some(start), None, None) => Lines::Given { start, end },
        _ => Lines::Wrong,
    }
}

/// Checks everything that was seen of the document as a whole; what it says of ranges is
/// for [`Ranges`].
pub(crate) fn check<'d>(
    seen: &mut Seen<'d>,
    root: Node<'d>,
    convention: &Convention,
    versions: &[&str],
) {
    let versions = if seen.standard {
        &standard::VERSIONS
    } else {
        versions
    };
    let (found, doubts) = (&mut seen.found, &mut seen.doubts);
    let mut check = Agreement::new((root, convention), &seen.claims, found, doubts);
    // What is counted is judged before the counts, which depend on what is wrong with it.
    let mut counts = Vec::new();
    for fact in &seen.facts {
        if relation::depends_on_others(fact.role) {
            counts.push(*fact);
        } else {
            check.fact(*fact, versions);
        }
    }
    if !counts.is_empty() {
        check.unclear = starts(check.found, leaves_open);
        check.mistyped = starts(check.found, is_wrong_type);
    }
    for fact in counts {
        check.fact(fact, versions);
    }
    check.parted();
    withdraw_confirmed(root, &seen.facts, check.found);
    if !check.beside_answer(&seen.facts) {
        check.status(&seen.facts);
    }
    asked::check(root, &mut seen.found);
    overlap::check(root, &mut seen.found);
}

/// Checks only what is said of the outcome, of which the envelope says more than some tools do.
pub(crate) fn outcomes<'d>(seen: &mut Seen<'d>, root: Node<'d>, convention: &Convention) {
    let (found, doubts) = (&mut seen.found, &mut seen.doubts);
    let mut check = Agreement::new((root, convention), &seen.claims, found, doubts);
    for fact in &seen.facts {
        if let Role::TrueUnless(_) | Role::TrueIfNoneFailed { .. } | Role::StatusOver { .. } =
            fact.role
        {
            check.relation(fact);
        }
    }
    if !check.beside_answer(&seen.facts) {
        check.status(&seen.facts);
    }
}

/// Whether the values of a document agree with each other, while it is found out.
struct Agreement<'d, 's> {
    root: Node<'d>,
    convention: &'s Convention,
    claims: &'s [Claim<'d>],
    found: &'s mut Vec<Found>,
    /// What a source may settle.
    doubts: &'s mut Vec<Found>,
    /// Where values and objects begin of which nobody can tell what they count for; in order.
    unclear: Vec<u64>,
    /// Where values begin that are of a wrong type; in order.
    mistyped: Vec<u64>,
    /// Where selectors stand that were told to be wrong.
    selectors: BTreeSet<usize>,
    /// The wrong ones of numbers that count the elements of a list by their words.
    parted: Vec<parted::Parted<'s>>,
}

impl<'d, 's> Agreement<'d, 's> {
    /// The checks before the first fact.
    const fn new(
        (root, convention): (Node<'d>, &'s Convention),
        claims: &'s [Claim<'d>],
        found: &'s mut Vec<Found>,
        doubts: &'s mut Vec<Found>,
    ) -> Self {
        Self {
            root,
            convention,
            claims,
            found,
            doubts,
            unclear: Vec::new(),
            mistyped: Vec::new(),
            selectors: BTreeSet::new(),
            parted: Vec::new(),
        }
    }
}

/// Whether a finding leaves open what a value means.
fn leaves_open(found: &Found) -> bool {
    matches!(
        found.code,
        "UNKNOWN_VALUE"
            | "TYPE_MISMATCH"
            | "MISSING_FIELD"
            | "UNKNOWN_FIELD"
            | "ALTERNATIVE_MISSING"
            | "OPEN_VALUE_MISFIT"
    )
}

/// Whether a finding says that a value is of a wrong type.
fn is_wrong_type(found: &Found) -> bool {
    found.code == "TYPE_MISMATCH" || found.code == "OPEN_VALUE_MISFIT" && found.missing.is_none()
}

/// Where those of the findings stand that are meant, in order.
fn starts(found: &[Found], are_meant: fn(&Found) -> bool) -> Vec<u64> {
    let found = found.iter().filter(|found| are_meant(found));
    let mut places: Vec<u64> = found.map(|found| found.range.0).collect();
    places.sort_unstable();
    places
}

impl<'d> Agreement<'d, '_> {
    fn report(&mut self, code: &'static str, slot: Slot<'d>, message: impl Into<String>) {
        self.found.push(Found::at(code, slot, message));
    }

    fn report_of(&mut self, code: &'static str, slot: Slot<'d>, said: impl core::fmt::Display) {
        self.found.push(Found::of(code, slot, said));
    }

    fn fact(&mut self, fact: Fact<'d>, versions: &[&str]) {
        let slot = fact.slot;
        if self.relation(&fact) {
            return;
        }
        let Some(text) = slot.node.as_str() else {
            return;
        };
        match fact.role {
            Role::SchemaVersion => self.version(slot, &text, None, versions),
            Role::WrapperVersion(major) => self.version(slot, &text, Some(major), versions),
            // Inside of an envelope it is what another tool wrote.
            Role::FormatVersion(known)
                if text != known && fact.record.order() == self.root.order() =>
            {
                let message = format!("version `{text}` of the export; known is `{known}`");
                let found = Found::at("VERSION_UNKNOWN", slot, message);
                // As of a wrapper, a minor version only adds.
                self.found.push(if adds_to(&text, &[known]) {
                    found.with_level(Level::Note)
                } else {
                    found
                });
            }
            Role::ExecutionId => {
                for finding in execution_id_findings(&text) {
                    let found = Found::spelt(finding.code(), slot, &text);
                    self.found.push(found.with_level(Level::Note));
                }
                if classify_execution_id(&text) == ExecutionIdKind::Other && !text.is_empty() {
                    let message = format!(
                        "`{text}` is neither a UUID nor seconds and process id in hexadecimal"
                    );
                    self.report("EXECUTION_ID_SHAPE", slot, message);
                }
            }
            Role::RandomId => {
                let findings = if is_uuid(&text) {
                    execution_id_findings(&text)
                } else {
                    span_id_findings(&text)
                };
                for finding in findings {
                    self.found.push(Found::spelt(finding.code(), slot, &text));
                }
            }
            Role::Timestamp if !is_rfc3339(&text) => {
                self.report(
                    "TIMESTAMP_INVALID",
                    slot,
                    format!("`{text}` is not a moment of RFC 3339"),
                );
            }
            Role::Status => self.word(slot, &text, STATUSES),
            Role::StatusOver { words, .. } => self.word(slot, &text, words),
            Role::StatusIn(known) => self.word(slot, &text, known),
            Role::Words(known) => self.word(slot, &text, known),
            // An empty one says that there is none.
            Role::Checksum | Role::ChecksumAs(_) | Role::ChecksumOfLast { .. }
                if !text.is_empty() =>
            {
                if let Err(code) = read_checksum(&text, self.convention) {
                    self.found.push(checksums::misspelt(code, slot, &text));
                }
            }
            Role::Said if text.is_empty() => {
                self.report("TEXT_EMPTY", slot, "it says nothing");
            }
            Role::FileHash if !text.is_empty() => self.file_hash(slot, &text),
            Role::Only(known) if !known.contains(&text.as_ref()) => {
                let words = known.join("`, `");
                let message = format!("`{text}`; this version has only `{words}`");
                let found = Found::at("UNKNOWN_VALUE", slot, message);
                let meant = rule::nearest_word(&text, known);
                self.found
                    .push(proposing(meant, found.with_level(Level::Error)));
            }
            Role::Level => self.word(slot, &text, &self.convention.levels),
            _ => {}
        }
    }

    fn word(&mut self, slot: Slot<'d>, text: &str, known: &[&str]) {
        if !known.contains(&text) {
            let mut words = known.to_vec();
            words.dedup();
            let words = words.join("`, `");
            let message = format!("`{text}`; known are `{words}`");
            let meant = rule::nearest_word(text, known);
            let mut found = Found::at("UNKNOWN_VALUE", slot, message);
            // One that is misspelt is no new word.
            if meant.is_some() {
                found = found.with_level(Level::Warning);
            }
            self.found.push(proposing(meant, found));
        }
    }

    /// Holds the word for the outcome against the flag that says whether something is missing.
    fn status(&mut self, facts: &[Fact<'d>]) {
        let partial = facts.iter().find(|fact| fact.role == Role::Partial);
        let status = facts.iter().find_map(|fact| {
            let words = match fact.role {
                Role::Status => STATUS,
                Role::StatusOver { words, .. } if words.contains(&"partial") => STATUS,
                Role::StatusIn(words) => words,
                _ => return None,
            };
            Some((fact.slot, words))
        });
        let (Some(partial), Some((status, [well, _, some]))) = (partial, status) else {
            if let Some(partial) = partial {
                self.went_well(facts, partial.slot);
            }
            return;
        };
        let (partial, word) = (partial.slot, status.node.as_str().unwrap_or_default());
        let found = match partial.node.as_bool() {
            Some(true) if word == *well => {
                let message = format!("`status` is `{well}`, but `partial` is true");
                Found::at("STATUS_MISMATCH", status, message)
                    .related("says that something is missing", partial)
                    .replace(Applicability::Suggested, *some)
            }
            Some(false) if word == *some => {
                let message = format!("`partial` is false, but `status` is `{some}`");
                Found::at("STATUS_MISMATCH", partial, message)
                    .related("says that something is missing", status)
                    .replace(Applicability::Suggested, true)
            }
            _ => return,
        };
        self.found.push(found);
    }
}

/// The finding of a word that is not known, with the one that is probably meant.
fn proposing(meant: Option<&str>, found: Found) -> Found {
    match meant {
        Some(meant) => found
            .expecting(meant)
            .replace(Applicability::Suggested, meant),
        None => found,
    }
}

/// The words for the outcome: all went well, nothing did, some did.
const STATUS: &[&str; 3] = &["ok", "error", "partial"];
