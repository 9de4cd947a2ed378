//! Is what a document says of each of its ranges possible, and does it agree with itself?
//!
//! Ranges come in pieces, in the order of the text, while the document is walked: what
//! they say is still near then, and a piece that was looked at need not be kept. What
//! holds between ranges is in `order`.

use alloc::borrow::Cow;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::Range;

use super::super::claim::{COORDINATES, Claim, Part, Parts};
use super::super::found::{Found, Slot, are_missing};
use super::super::misplaced::{Stray, Strays};
use super::super::structure::{NamedRange, Seen};
use super::super::twin::other_name;
use super::checksums::read_checksum;
use super::ids::{Expected, TOGETHER};
use super::order::{Neighbours, Paths, are_distinct, fingerprint_at};
use super::possible::{Offsets, impossible};
use super::texts::{Texts, is_shown};
use super::{Lines, Said, lines_of};
use crate::checksum::Checksum;
use crate::diagnostic::Applicability;
use crate::dialect::convention::{ColumnUnit, Convention};
use crate::dialect::proof;
use crate::source::{PathFinding, path_findings, replaced, spelt_canonically};
use crate::text::PositionEncoding;

/// Paths for which room is taken at once.
const USUAL: usize = 16;

/// The checks of the ranges of one document.
pub(crate) struct Ranges<'d, 's> {
    pub(super) convention: &'s Convention,
    /// What is wrong with them.
    pub(super) found: Vec<Found>,
    /// What a source may settle.
    pub(super) doubts: Vec<Found>,
    /// Paths that were looked at.
    pub(super) paths: Paths<'d>,
    /// The findings about each path that is not canonical, by their places among all findings.
    odd_paths: BTreeMap<Cow<'d, str>, Range<usize>>,
    /// Where such paths and malformed checksums stand, among all values: one may be about several
    /// ranges, and is told once.
    pub(super) odd_places: BTreeSet<usize>,
    /// Ids that no recipe explains: only these may name two ranges.
    pub(super) ids: BTreeSet<Cow<'d, str>>,
    /// The right ids of the ranges at hand.
    pub(super) expected: Expected<'d>,
    /// Empty ranges at the head of a file, by path.
    placeholders: BTreeMap<Cow<'d, str>, u64>,
    neighbours: Neighbours<'d>,
    texts: Texts,
    /// Where ranges stand whose own offsets, lines and columns exclude each other: nobody knows
    /// which of these is wrong, so that they show nothing of another range.
    pub(super) contrary: BTreeSet<usize>,
    /// The number of the first range of each path.
    heads: Vec<usize>,
    /// How many ranges were looked at.
    taken: usize,
    /// What is said of any of them.
    said: Parts,
    /// What is said of all of them.
    said_by_all: Parts,
    /// How many of them name a file.
    in_files: u64,
    /// Hashes of the ids of matches that were not kept.
    hashes: Vec<u64>,
    /// Ids that are not those of their path and their bytes.
    pub(super) strays: Vec<Stray<'d>>,
    /// Findings about ranges whose printed lines speak against their place.
    pub(super) off_lines: Vec<Found>,
}

impl<'d, 's> Ranges<'d, 's> {
    /// The checks by the convention of a dialect, before the first range.
    pub(crate) fn new(convention: &'s Convention) -> Self {
        Self {
            convention,
            found: Vec::new(),
            doubts: Vec::new(),
            paths: Paths::default(),
            odd_paths: BTreeMap::new(),
            odd_places: BTreeSet::new(),
            ids: BTreeSet::new(),
            expected: Expected::default(),
            placeholders: BTreeMap::new(),
            neighbours: Neighbours::of(convention),
            texts: Texts::new(),
            contrary: BTreeSet::new(),
            heads: Vec::new(),
            taken: 0,
            said: Parts::default(),
            said_by_all: Parts::all(),
            in_files: 0,
            hashes: Vec::new(),
            strays: Vec::new(),
            off_lines: Vec::new(),
        }
    }

    /// Ranges that name a file, of those that were looked at.
    pub(crate) const fn in_files(&self) -> u64 {
        self.in_files
    }

    /// Checks the next ranges, and the ids of the next matches, which are not kept.
    pub(crate) fn pass(&mut self, claims: &[Claim<'d>], named: &[NamedRange<'d>]) {
        self.take(claims);
        let hashes = named.iter().filter_map(|one| fingerprint_at(one.id));
        self.hashes.extend(hashes);
    }

    /// Checks the next ranges.
    pub(crate) fn take(&mut self, claims: &[Claim<'d>]) {
        for claims in claims.chunks(TOGETHER) {
            self.expected = Expected::of(claims, self.convention);
            for claim in claims {
                let lines = lines_of(claim, self.convention);
                let start = claim.number(Part::ByteStart);
                let file = self.path(claim);
                // Paths have numbers in the order of their first ranges.
                if file == Some(self.heads.len()) {
                    if self.heads.is_empty() {
                        self.heads.reserve(USUAL);
                    }
                    self.heads.push(self.taken);
                }
                self.taken += 1;
                claim.count_in(&mut self.said, &mut self.said_by_all);
                self.in_files += u64::from(claim.get(Part::Path).is_some());
                // Where a range contradicts itself, nobody knows which of its numbers is right.
                if self.claim(claim, start, file, lines) {
                    self.neighbours.take(claim, file, start, lines);
                } else {
                    self.contrary.insert(claim.order());
                }
            }
        }
    }

    /// Checks what holds between ranges, and hands over what was found. `again` walks the
    /// document once more, for all its ranges: they are needed where some ids or places
    /// look wrong.
    pub(crate) fn finish(mut self, seen: &mut Seen<'d>, again: impl FnOnce() -> Seen<'d>) {
        let (_, left) = seen.left();
        let most = self.hashes.len() + left.len();
        let left = left.iter();
        let left = left.filter_map(|one| fingerprint_at(one.id));
        let hashes = core::mem::take(&mut self.hashes);
        let are_distinct = are_distinct(hashes.into_iter().chain(left), most);
        let neighbours = core::mem::replace(&mut self.neighbours, Neighbours::of(self.convention));
        let are_one = self.texts.are_sound();
        let is_sound = self.ids.is_empty() && neighbours.are_sorted() && are_distinct && are_one;
        let proves = proof::must_convert_columns(self.convention);
        let needs_all = proves || !is_sound;
        let whole = (needs_all && self.taken > seen.claims.len()).then(again);
        let all = whole.as_ref().unwrap_or(seen);
        if is_sound {
            self.found.append(&mut neighbours.into_found());
        } else {
            self.reused(&all.claims);
            self.order(neighbours, &all.claims);
            if !are_one {
                self.two_texts(&all.claims);
            }
            if !are_distinct {
                self.named(&all.claims, &all.named);
            }
        }
        if proves {
            self.disproved(&all.claims);
        }
        self.off_their_lines(seen);
        self.missing_once(&seen.found, &seen.lacking);
        seen.found.append(&mut self.found);
        seen.doubts.append(&mut self.doubts);
        seen.strays = Strays::of(self.strays, || self.paths.into_all());
        (seen.heads, seen.said, seen.said_by_all) = (self.heads, self.said, self.said_by_all);
    }

    /// Drops findings about missing lines and columns that the shape has reported as missing.
    fn missing_once(&mut self, told: &[Found], lacking: &[u64]) {
        let is_partial = |found: &Found| found.code == "PARTIAL_COORDINATES";
        if self.found.iter().any(is_partial) {
            let missing = told.iter().filter(|found| found.code == "MISSING_FIELD");
            let missing = missing.map(|found| found.range.0);
            let missing: BTreeSet<u64> = missing.chain(lacking.iter().copied()).collect();
            let is_told = |found: &Found| is_partial(found) && missing.contains(&found.range.0);
            self.found.retain(|found| !is_told(found));
        }
    }

    pub(super) fn report(
        &mut self,
        code: &'static str,
        slot: Slot<'d>,
        message: impl Into<String>,
    ) {
        self.found.push(Found::at(code, slot, message));
    }

    /// Checks one range. Where a value is wrong, only what would be computed from it is left out.
    /// Returns whether offsets, lines and columns agree with each other.
    fn claim(
        &mut self,
        claim: &Claim<'d>,
        start: Option<u64>,
        file: Option<usize>,
        lines: Lines,
    ) -> bool {
        let offsets = self.offsets(claim, start);
        let agrees = self.lines(claim, lines, offsets) && offsets.start == start;
        self.states(claim);
        self.text(claim, offsets, file);
        self.fragments(claim);
        self.checksums(claim);
        self.span_id(claim, offsets.range(), agrees);
        if offsets.range() == Some((0, 0))
            && let Some(path) = claim.text(Part::Path)
        {
            let seen = self.placeholders.entry(path).or_default();
            *seen += 1;
            if *seen == 2 {
                let message = "several ranges of this file are empty and at its head";
                self.report("PLACEHOLDER_SPAN", claim.slot, message);
            }
        }
        agrees
    }

    /// The offsets of a range, as far as anything can be computed from them.
    fn offsets(&mut self, claim: &Claim<'d>, start: Option<u64>) -> Offsets {
        let end = claim.number(Part::ByteEnd);
        if let (Some(start), Some(end)) = (start, end)
            && start > end
        {
            if let Some(slot) = claim.get(Part::ByteEnd) {
                let message = format!("the range ends at {end}, before it starts at {start}");
                self.report("REVERSED", slot, message);
            }
            // Either may be the wrong one.
            return Offsets::default();
        }
        Offsets { start, end }
    }

    /// Checks the path of a range, the first time that it is met. Returns its number, if it names a
    /// file.
    fn path(&mut self, claim: &Claim<'d>) -> Option<usize> {
        let slot = claim.get(Part::Path)?;
        if let Some(path) = slot.node.plain_str()
            && !path.is_empty()
            && self.odd_paths.is_empty()
            && let Some(number) = self.paths.again(path)
        {
            return Some(number);
        }
        let path = slot.node.as_str()?;
        let names_none = path.is_empty();
        let (number, is_new) = self.paths.number(path.clone());
        if is_new {
            let first = self.found.len();
            let canonical = spelt_canonically(&path);
            for finding in path_findings(&path) {
                let message = format!("`{path}` {}", finding.says());
                let found = Found::at("PATH_NOT_CANONICAL", slot, message);
                // What stands where a URI has its host may be a folder.
                let is_unclear = finding == PathFinding::Uri && canonical.starts_with("//");
                self.found.push(if canonical == *path || is_unclear {
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
        (!names_none).then_some(number)
    }

    /// Checks lines and columns. Returns whether they agree with the other numbers of the range.
    fn lines(&mut self, claim: &Claim<'d>, lines: Lines, offsets: Offsets) -> bool {
        match lines {
            Lines::Unknown => {}
            Lines::Wrong => self.wrong_lines(claim),
            Lines::Given {
                start: from,
                end: to,
            } => {
                let column = claim.get(Part::StartColumn);
                let Some(slot) = column.or_else(|| claim.get(Part::StartLine)) else {
                    return true;
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
                    return false;
                }
                let impossible = impossible(self.convention, (from, to), offsets);
                let agrees = impossible.is_none();
                let start = offsets.start.filter(|_| agrees);
                if let Some(why) = impossible {
                    self.report("POSITION_IMPOSSIBLE", slot, why);
                }
                self.inline(claim, from, start, slot);
                self.around(claim, from);
                return agrees && self.printed(claim, (from, to), offsets.length());
            }
        }
        true
    }

    /// Says what is wrong with lines and columns that are no position.
    fn wrong_lines(&mut self, claim: &Claim<'d>) {
        let Some(lines) = &self.convention.lines else {
            return;
        };
        let column_base = lines.columns.map_or(0, |columns| columns.base);
        // Where four zeros say that a place is not known, three are right beside one that is
        // no number.
        let numbers = COORDINATES.map(|(part, _)| claim.number(part));
        let is_one_missing = numbers.iter().filter(|number| number.is_none()).count() == 1;
        let is_unknown =
            is_one_missing && (self.convention).are_unknown(numbers.map(|it| it.or(Some(0))));
        for (part, _) in COORDINATES.into_iter().filter(|_| !is_unknown) {
            let column = matches!(part, Part::StartColumn | Part::EndColumn);
            let base = u64::from(if column { column_base } else { lines.line_base });
            if let Some(number) = claim.number(part)
                && number < base
                && let Some(slot) = claim.get(part)
            {
                let what = if column { "columns" } else { "lines" };
                self.report(
                    if column { "COLUMN_ZERO" } else { "LINE_ZERO" },
                    slot,
                    slot.that(format_args!(
                        "is {number}, but {what} are counted from {base}"
                    )),
                );
            }
        }
        let missing = COORDINATES
            .iter()
            .filter(|(part, _)| claim.get(*part).is_none())
            .filter(|(part, _)| {
                lines.columns.is_some() || matches!(part, Part::StartLine | Part::EndLine)
            });
        let missing: Vec<Cow<'_, str>> = missing.map(|one| claim.name_of(*one)).collect();
        let missing: Vec<&str> = missing.iter().map(AsRef::as_ref).collect();
        if lines.end.is_some() && !missing.is_empty() {
            let keys = claim.node().members().map(|(key, _)| key.as_str());
            let keys: Vec<Cow<'d, str>> = keys.collect();
            let meant = missing.iter().filter_map(|name| {
                let key = other_name(name, keys.iter().map(AsRef::as_ref))?;
                Some(format!("; `{key}` may be meant for `{name}`"))
            });
            let message = format!(
                "{}; lines and columns are all there or none{}",
                are_missing(&missing),
                meant.collect::<String>()
            );
            self.report("PARTIAL_COORDINATES", claim.slot, message);
        }
    }

    /// The fragment of the line before the start cannot be longer than what is before the start.
    fn inline(&mut self, claim: &Claim<'d>, from: Said, start: Option<u64>, column: Slot<'d>) {
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
        let ColumnUnit::Encoded(unit) = columns.unit else {
            return;
        };
        let length = unit.length_of(&text);
        // Where bytes that are no UTF-8 are shown in other words, nobody knows how many
        // there are.
        let is_other = text.contains(char::REPLACEMENT_CHARACTER);
        let in_bytes = columns.unit == ColumnUnit::Encoded(PositionEncoding::Utf8);
        if is_other && in_bytes {
            return;
        }
        if length > from.column {
            let message = slot.that(format_args!(
                "is {length} columns long, but only {} are before the start",
                from.column
            ));
            self.report("POSITION_IMPOSSIBLE", slot, message);
            return;
        }
        if is_other || text.contains('\n') {
            return;
        }
        let shown = text.len() as u64;
        let least = shown.saturating_add(from.line) + (from.column - length);
        if start.is_some_and(|start| start < least) {
            let message = format!(
                "the {shown} bytes that are shown before the start fill {length} columns, so that {} columns{} \
                 are at least {least} bytes, and the start is byte {}",
                from.column,
                match from.line {
                    0 => String::new(),
                    lines => format!(" after {lines} lines"),
                },
                start.unwrap_or_default()
            );
            // As in `normalize`: offsets and texts are taken for right, and the column for wrong.
            self.report("POSITION_IMPOSSIBLE", column, message);
        }
    }

    /// A fragment of a line does not go beyond the line.
    fn fragments(&mut self, claim: &Claim<'d>) {
        for part in [Part::InlineBefore, Part::InlineAfter] {
            if let Some(slot) = claim.get(part)
                && slot.node.as_str().is_some_and(|text| text.contains('\n'))
            {
                let message = "it is a fragment of one line, and has a line feed";
                self.report("CONTEXT_MISMATCH", slot, message);
            }
        }
    }

    /// There cannot be more lines shown before a range than there are above it.
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

    /// The text of a range has the length of the range, and the checksum beside it.
    fn text(&mut self, claim: &Claim<'d>, offsets: Offsets, file: Option<usize>) {
        let length = offsets.length();
        let Some((slot, text)) = claim
            .get(Part::Text)
            .and_then(|slot| Some((slot, slot.node.as_str()?)))
        else {
            return;
        };
        if let Some(length) = length
            && !replaced::may_have_length(&text, length)
        {
            let message = format!("the text has {} bytes, the range {length}", text.len());
            let mut found = Found::at("TEXT_LENGTH_MISMATCH", slot, message);
            if let Some(end) = claim.get(Part::ByteEnd) {
                found = found.related("the end of the range", end);
            }
            self.found.push(found);
            return;
        }
        // A shorter range holds other bytes than the text shows.
        let is_exact = length.is_none_or(|length| text.len() as u64 == length);
        if let (Some(range), Some(file)) = (offsets.range(), file)
            && is_exact
            && is_shown(&text)
        {
            self.texts.take(file, range, &text);
        }
        if let Some(slot) = claim.get(Part::SpanChecksum).filter(|_| is_exact)
            && let Some(stated) = slot.node.as_str()
            && let Ok(Some(checksum)) = read_checksum(&stated, self.convention)
            && !checksum.matches(text.as_bytes())
        {
            let actual = Checksum::of(checksum.algorithm(), text.as_bytes());
            let message = format!("the text beside it has {actual}");
            let found = Found::at("CHECKSUM_MISMATCH", slot, message);
            self.found.push(found.expecting(actual.to_string()));
        }
    }
}
