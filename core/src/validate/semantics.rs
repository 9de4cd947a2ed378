//! Do the values of the document agree with each other?
//!
//! Everything here can be decided without a source text: arithmetic of offsets
//! and columns, ids, paths, times, words.

use alloc::borrow::Cow;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::Range;

use super::claim::{Claim, Part, Parts};
use super::found::{Found, Slot};
use super::structure::{Fact, Seen};
use super::time::is_rfc3339;
use crate::checksum::Checksum;
use crate::diagnostic::Applicability;
use crate::dialect::convention::{ColumnUnit, Convention};
use crate::envelope::shape::Role;
use crate::id::{
    ExecutionIdKind, SpanKey, classify_execution_id, classify_span_id, execution_id_findings,
    span_id_findings, span_id_in,
};
use crate::json::Node;
use crate::rule::Level;
use crate::source::path_findings;
use crate::text::{BomPolicy, PositionEncoding};
use ids::{Expected, TOGETHER};
use order::{Neighbours, Paths};

mod checksums;
mod ids;
mod order;
mod relation;

pub(crate) use checksums::read_checksum;

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

/// Paths for which room is taken at once.
const USUAL: usize = 16;

const COORDINATES: [(Part, &str); 4] = [
    (Part::StartLine, "start_line"),
    (Part::StartColumn, "start_col"),
    (Part::EndLine, "end_line"),
    (Part::EndColumn, "end_col"),
];

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
    let zeros = numbers.iter().flatten().all(|number| *number == 0);
    if convention.zeros_are_unknown && zeros && numbers.iter().all(Option::is_some) {
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
        (Some(start), Some(_), Some(_)) => Lines::Given { start, end },
        (Some(start), None, None) => Lines::Given { start, end: None },
        _ => Lines::Wrong,
    }
}

/// Checks everything that was seen.
pub(crate) fn check<'d>(
    seen: &mut Seen<'d>,
    root: Node<'d>,
    convention: &Convention,
    versions: &[&str],
) {
    let mut check = Check {
        root,
        convention,
        found: &mut seen.found,
        paths: Paths::default(),
        odd_paths: BTreeMap::new(),
        odd_places: BTreeSet::new(),
        ids: BTreeSet::new(),
        expected: Expected::default(),
        placeholders: BTreeMap::new(),
    };
    for fact in &seen.facts {
        check.fact(*fact, versions);
    }
    check.status(&seen.facts);
    let mut neighbours = Neighbours::of(convention);
    let mut number = 0..;
    for claims in seen.claims.chunks(TOGETHER) {
        check.expected = Expected::of(claims, convention);
        for (claim, number) in claims.iter().zip(&mut number) {
            let lines = lines_of(claim, convention);
            let start = claim.number(Part::ByteStart);
            let file = check.path(claim);
            // Paths have numbers in the order of their first ranges.
            if file == Some(seen.heads.len()) {
                if seen.heads.is_empty() {
                    seen.heads.reserve(USUAL);
                }
                seen.heads.push(number);
            }
            check.claim(claim, start, lines);
            neighbours.take(claim, file, start, lines);
        }
    }
    check.reused(&seen.claims);
    check.order(neighbours, &seen.claims);
    check.named(&seen.claims, &seen.named);
}

struct Check<'d, 's> {
    root: Node<'d>,
    convention: &'s Convention,
    found: &'s mut Vec<Found>,
    /// Paths that were looked at.
    paths: Paths<'d>,
    /// Which findings speak of a path that is not canonical.
    odd_paths: BTreeMap<Cow<'d, str>, Range<usize>>,
    /// Where they and checksums that are none stand, among all values: one may be about
    /// several ranges.
    odd_places: BTreeSet<usize>,
    /// Ids that no recipe explains.
    ids: BTreeSet<Cow<'d, str>>,
    /// The right ids of the ranges at hand.
    expected: Expected<'d>,
    /// Empty ranges at the head of a file, by path.
    placeholders: BTreeMap<Cow<'d, str>, u64>,
}

impl<'d> Check<'d, '_> {
    fn report(&mut self, code: &'static str, slot: Slot<'d>, message: impl Into<String>) {
        self.found.push(Found::at(code, slot, message));
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
            Role::ExecutionId => {
                for finding in execution_id_findings(&text) {
                    let message = format!("execution id `{text}`");
                    let found = Found::at(finding.code(), slot, message);
                    self.found.push(found.with_level(Level::Note));
                }
                if classify_execution_id(&text) == ExecutionIdKind::Other && !text.is_empty() {
                    self.report("EXECUTION_ID_SHAPE", slot, format!("execution id `{text}`"));
                }
            }
            Role::Timestamp if !is_rfc3339(&text) => {
                self.report(
                    "TIMESTAMP_INVALID",
                    slot,
                    format!("`{text}` is not a moment of RFC 3339"),
                );
            }
            Role::Status | Role::StatusOver { .. } => {
                self.word(slot, &text, &["ok", "partial", "error"]);
            }
            Role::Words(known) => self.word(slot, &text, known),
            Role::Only(known) if !known.contains(&text.as_ref()) => {
                let known = known.join("`, `");
                let message = format!("`{text}`; this version has only `{known}`");
                let found = Found::at("UNKNOWN_VALUE", slot, message);
                self.found.push(found.with_level(Level::Error));
            }
            Role::Level => self.word(slot, &text, &self.convention.levels),
            _ => {}
        }
    }

    fn word(&mut self, slot: Slot<'d>, text: &str, known: &[&str]) {
        if !known.contains(&text) {
            let mut known = known.to_vec();
            known.dedup();
            let known = known.join("`, `");
            self.report(
                "UNKNOWN_VALUE",
                slot,
                format!("`{text}`; known are `{known}`"),
            );
        }
    }

    fn status(&mut self, facts: &[Fact<'d>]) {
        let find = |wanted: fn(&Role) -> bool| {
            facts
                .iter()
                .find(|fact| wanted(&fact.role))
                .map(|fact| fact.slot)
        };
        let status = find(|role| matches!(role, Role::Status | Role::StatusOver { .. }));
        if let (Some(status), Some(partial)) = (status, find(|role| *role == Role::Partial))
            && status.node.as_str().as_deref() == Some("ok")
            && partial.node.as_bool() == Some(true)
        {
            let message = "`status` is `ok`, but `partial` is true";
            let found = Found::at("STATUS_MISMATCH", status, message)
                .related("says that something is missing", partial)
                .replace(Applicability::Suggested, "partial");
            self.found.push(found);
        }
    }

    fn claim(&mut self, claim: &Claim<'d>, start: Option<u64>, lines: Lines) {
        let (Some(start), Some(end)) = (start, claim.number(Part::ByteEnd)) else {
            return;
        };
        if start > end {
            if let Some(slot) = claim.get(Part::ByteEnd) {
                let message = format!("the range ends at {end}, before it starts at {start}");
                self.report("REVERSED", slot, message);
            }
            return;
        }
        self.lines(claim, lines, start, end);
        self.states(claim);
        self.text(claim, end - start);
        self.checksums(claim);
        self.span_id(claim, start, end);
        if (start, end) == (0, 0)
            && let Some(path) = claim.text(Part::Path)
        {
            let seen = self.placeholders.entry(path).or_default();
            *seen += 1;
            if *seen == 2 {
                let message = "several ranges of this file are empty and at its head";
                self.report("PLACEHOLDER_SPAN", claim.slot, message);
            }
        }
    }

    /// A path is spoken of once, wherever it stands. Returns its number.
    fn path(&mut self, claim: &Claim<'d>) -> Option<usize> {
        let slot = claim.get(Part::Path)?;
        if let Some(path) = slot.node.plain_str()
            && self.odd_paths.is_empty()
            && let Some(number) = self.paths.again(path)
        {
            return Some(number);
        }
        let path = slot.node.as_str()?;
        let (number, is_new) = self.paths.number(path.clone());
        if is_new {
            let first = self.found.len();
            let canonical = crate::source::canonical_path(&path);
            for finding in path_findings(&path) {
                let message = format!("`{path}` {}", finding.says());
                let found = Found::at("PATH_NOT_CANONICAL", slot, message);
                self.found.push(if canonical == *path {
                    found
                } else {
                    // Ids that hash the path belong to the old spelling.
                    found.replace(Applicability::Suggested, canonical.as_ref())
                });
            }
            if canonical != *path {
                self.odd_paths.insert(path, first..self.found.len());
                self.odd_places.insert(slot.node.order());
            }
        } else if let Some(found) = self.odd_paths.get(&path)
            && self.odd_places.insert(slot.node.order())
        {
            let found = self.found.get_mut(found.clone()).unwrap_or_default();
            for found in found {
                found.replace_also(slot);
            }
        }
        Some(number)
    }

    fn lines(&mut self, claim: &Claim<'d>, lines: Lines, start: u64, end: u64) {
        match lines {
            Lines::Unknown => {}
            Lines::Wrong => self.wrong_lines(claim),
            Lines::Given {
                start: from,
                end: to,
            } => {
                let column = claim.get(Part::StartColumn);
                let Some(slot) = column.or_else(|| claim.get(Part::StartLine)) else {
                    return;
                };
                if let Some(to) = to
                    && to < from
                {
                    let slot = claim.get(Part::EndLine).unwrap_or(slot);
                    self.report(
                        "REVERSED",
                        slot,
                        "the end is on an earlier line or column than the start",
                    );
                    return;
                }
                if let Some(why) = self.impossible(from, to, start, end) {
                    self.report("POSITION_IMPOSSIBLE", slot, why);
                }
                self.inline(claim, from);
                self.around(claim, from);
            }
        }
    }

    /// Says that what is called `before` is of the file after the operation.
    fn states(&mut self, claim: &Claim<'d>) {
        if let Some(slot) = of_changed_file(claim, self.convention) {
            let message = "the document itself shows that this is of the changed file";
            self.report("CHECKSUM_OF_CHANGED_FILE", slot, message);
        }
    }

    fn wrong_lines(&mut self, claim: &Claim<'d>) {
        let Some(lines) = &self.convention.lines else {
            return;
        };
        let column_base = lines.columns.map_or(0, |columns| columns.base);
        let mut below = false;
        for (part, _) in COORDINATES {
            let column = matches!(part, Part::StartColumn | Part::EndColumn);
            let base = u64::from(if column { column_base } else { lines.line_base });
            if let Some(number) = claim.number(part)
                && number < base
                && let Some(slot) = claim.get(part)
            {
                below = true;
                let what = if column { "columns" } else { "lines" };
                self.report(
                    if column { "COLUMN_ZERO" } else { "LINE_ZERO" },
                    slot,
                    format!("is {number}, but {what} are counted from {base}"),
                );
            }
        }
        let missing = COORDINATES
            .iter()
            .filter(|(part, _)| claim.get(*part).is_none())
            .filter(|(part, _)| {
                lines.columns.is_some() || matches!(part, Part::StartLine | Part::EndLine)
            });
        let missing: Vec<&str> = missing.map(|(_, name)| *name).collect();
        if !below && lines.end.is_some() && !missing.is_empty() {
            let message = format!(
                "`{}` is missing; lines and columns are all there or none",
                missing.join("`, `")
            );
            self.report("PARTIAL_COORDINATES", claim.slot, message);
        }
    }

    /// Why lines and columns cannot belong to these offsets, whatever the text.
    fn impossible(&self, from: Said, to: Option<Said>, start: u64, end: u64) -> Option<String> {
        let columns = self.convention.lines.as_ref()?.columns?;
        let ColumnUnit::Encoded(encoding) = columns.unit else {
            return None;
        };
        let bytes = encoding == PositionEncoding::Utf8 && columns.bom == BomPolicy::Count;
        // A terminator is at least one byte, and so is a column.
        let least = from.line.checked_add(from.column)?;
        if bytes && from.line == 0 && start != from.column {
            return Some(format!(
                "on the first line, column {} is offset {}, not {start}",
                from.column, from.column
            ));
        }
        if start < least {
            return Some(format!(
                "offset {start} is too small for {} lines and {} columns before it",
                from.line, from.column
            ));
        }
        let to = to.filter(|_| bytes)?;
        let length = end - start;
        if to.line == from.line {
            let width = to.column - from.column;
            return (width != length)
                .then(|| format!("the columns span {width} bytes, the offsets {length}"));
        }
        let least = (to.line - from.line).checked_add(to.column)?;
        (length < least).then(|| {
            format!("{length} bytes are too few for the lines and columns between start and end")
        })
    }

    /// A fragment before the start must fit before the start.
    fn inline(&mut self, claim: &Claim<'d>, from: Said) {
        let Some(slot) = claim.get(Part::InlineBefore) else {
            return;
        };
        let (Some(text), Some(columns)) = (
            slot.node.as_str(),
            self.convention
                .lines
                .as_ref()
                .and_then(|lines| lines.columns),
        ) else {
            return;
        };
        let length = match columns.unit {
            ColumnUnit::Encoded(PositionEncoding::Utf8) => text.len() as u64,
            ColumnUnit::Encoded(PositionEncoding::Utf32) => text.chars().count() as u64,
            ColumnUnit::Encoded(PositionEncoding::Utf16) => text.encode_utf16().count() as u64,
            _ => return,
        };
        if length > from.column {
            let message = format!(
                "is {length} columns long, but only {} are before the start",
                from.column
            );
            self.report("POSITION_IMPOSSIBLE", slot, message);
        }
    }

    /// There cannot be more lines before a range than above it.
    fn around(&mut self, claim: &Claim<'d>, from: Said) {
        let Some(slot) = claim.get(Part::LinesBefore) else {
            return;
        };
        let (before, above) = (slot.node.len(), from.line);
        if before > above {
            let message = format!("{before} lines before a range with only {above} above it");
            self.report("POSITION_IMPOSSIBLE", slot, message);
        }
    }

    fn text(&mut self, claim: &Claim<'d>, length: u64) {
        let Some((slot, text)) = claim
            .get(Part::Text)
            .and_then(|slot| Some((slot, slot.node.as_str()?)))
        else {
            return;
        };
        if text.len() as u64 != length {
            let message = format!("the text has {} bytes, the range {length}", text.len());
            let mut found = Found::at("TEXT_LENGTH_MISMATCH", slot, message);
            if let Some(end) = claim.get(Part::ByteEnd) {
                found = found.related("the end of the range", end);
            }
            self.found.push(found);
            return;
        }
        if let Some(slot) = claim.get(Part::SpanChecksum)
            && let Some(stated) = slot.node.as_str()
            && let Ok(Some(checksum)) = read_checksum(&stated, self.convention)
            && !checksum.matches(text.as_bytes())
        {
            let actual = Checksum::of(checksum.algorithm(), text.as_bytes());
            let found = Found::at(
                "CHECKSUM_MISMATCH",
                slot,
                format!("the text beside it has {actual}"),
            );
            self.found.push(found.expecting(actual.to_string()));
        }
    }

    fn span_id(&mut self, claim: &Claim<'d>, start: u64, end: u64) {
        let (Some(slot), Some(path)) = (claim.get(Part::SpanId), claim.get(Part::Path)) else {
            return;
        };
        if let (Some(path), Some(id)) = (path.node.plain_str(), slot.node.plain_str())
            && self.expected.next_of(SpanKey { path, start, end }) == Some(id)
        {
            return;
        }
        let (Some(path), Some(id)) = (path.node.as_str(), slot.node.as_str()) else {
            return;
        };
        let scheme = classify_span_id(&id, &path, start, end);
        let lower = !id.bytes().any(|byte| byte.is_ascii_uppercase());
        if scheme.is_some() && scheme == self.convention.span_ids && lower {
            return;
        }
        let findings = span_id_findings(&id);
        if let Some(scheme) = scheme {
            let upper = findings
                .iter()
                .find(|finding| finding.code() == "ID_UPPERCASE");
            if let Some(finding) = upper {
                let found = Found::at(finding.code(), slot, format!("span id `{id}`"));
                let found = found.expecting(id.to_ascii_lowercase());
                self.found
                    .push(found.replace(Applicability::Safe, id.to_ascii_lowercase()));
            }
            if Some(scheme) != self.convention.span_ids {
                let message = format!("`{id}` is the id of this range in the scheme `{scheme}`");
                self.span_id_found("SPAN_ID_SCHEME", slot, message, &path, start, end);
            }
            return;
        }
        for finding in &findings {
            let found = Found::at(finding.code(), slot, format!("span id `{id}`"));
            self.found.push(found);
        }
        if findings.is_empty() && self.convention.span_ids.is_some() {
            let message = format!(
                "`{id}` is not the id of `{path}`, bytes {start} to {end}, in any known scheme"
            );
            self.span_id_found("SPAN_ID_MISMATCH", slot, message, &path, start, end);
        }
        self.ids.insert(id);
    }

    fn span_id_found(
        &mut self,
        code: &'static str,
        slot: Slot<'d>,
        message: String,
        path: &str,
        start: u64,
        end: u64,
    ) {
        let mut found = Found::at(code, slot, message);
        // By the recipe of the tool; one that has none cannot be put right.
        if let Some(scheme) = self.convention.span_ids
            && let Ok(id) = span_id_in(scheme, path, start, end)
        {
            found.expected = Some(id.as_str().into());
            found = found.replace(Applicability::Unsafe, id);
        }
        self.found.push(found);
    }
}

/// The checksum of a range that is called `before` and is of the file after the
/// operation, as the document itself shows: it is the one of the file after, or
/// the text of the range has the same before and after although the file changed.
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
    let same = sum(Part::SpanChecksumAfter)? == text;
    claim.get(Part::SpanChecksum).filter(|_| same)
}

/// The checksum in a part of a claim, if it can be verified.
pub(super) fn stated_checksum(
    claim: &Claim<'_>,
    part: Part,
    convention: &Convention,
) -> Option<Checksum> {
    read_checksum(&claim.text(part)?, convention).ok()?
}
