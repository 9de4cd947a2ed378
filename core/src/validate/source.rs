//! Does the document agree with the texts that it speaks of?
//!
//! Each range is proved on its own: it lies in the text, starts and ends at
//! characters, and everything the document says about it is so. A range for
//! which there is no text is neither proved nor wrong. Of an operation there are two
//! texts, the one before and the one after; see `scene`. What is wrong with a whole
//! file is said once; see `file`.

use alloc::borrow::ToOwned;
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::claim::{Claim, Part, paths};
use super::found::{Found, Slot};
use super::report::NotChecked;
use super::semantics::{Lines, Said, lines_of, read_checksum};
use super::structure::Seen;
use crate::checksum::{self, Checksum};
use crate::dialect::convention::{ColumnUnit, Convention};
use crate::envelope::RichSpan;
use crate::source::library::{Library, NoText};
use crate::text::{ByteRange, EndRule, LineIndex, Position, PositionEncoding, TextError};

mod ahead;
mod context;
mod file;
mod moved;
mod passage;
mod scene;

pub(crate) use context::{Around, around};
use file::{Failure, File, Verdict};
use scene::{Deleted, Scene, deleted, edits};
pub(crate) use scene::{changes_files, deletes, is_change};

/// Longest piece of a source text that a message shows, in characters.
const EXCERPT: usize = 60;

/// What came of it.
#[derive(Debug, Default)]
pub(crate) struct Outcome {
    pub(crate) proved: u64,
    pub(crate) not_checked: Vec<NotChecked>,
}

/// Checks every range that names a file.
pub(crate) fn check(
    seen: &mut Seen<'_>,
    convention: &Convention,
    library: &mut Library<'_>,
) -> Outcome {
    let doubts = Doubts::of(&seen.found);
    let changes = changes_files(seen);
    let mut check = Check {
        convention,
        deleted: deleted(seen, library),
        found: &mut seen.found,
        outcome: Outcome::default(),
        reported: BTreeSet::new(),
        files: Vec::new(),
        file: File::new(usize::MAX),
        failures: Vec::new(),
        open: false,
        unreadable: Vec::new(),
        changes,
        edits: edits(&seen.facts),
    };
    let mut nowhere = 0_u64;
    let together = checksum::hashed_together();
    let mut groups = seen
        .heads
        .chunks(together)
        .filter(|_| together > 1)
        .peekable();
    for turn in file::turns(&seen.claims) {
        for (number, claim) in seen.claims.iter().enumerate() {
            let opens = |group: &&[usize]| group.first() == Some(&number);
            if let Some(group) = groups.next_if(opens) {
                check.open(&seen.claims, group, library);
            }
            if turn.is_some_and(|turn| turn != file::states_file(claim)) {
                continue;
            }
            let Some((slot, path)) = claim
                .get(Part::Path)
                .and_then(|slot| Some((slot, slot.node.as_str()?)))
            else {
                nowhere += u64::from(claim.get(Part::ByteStart).is_some());
                continue;
            };
            let mut at = library.at_hand(&path);
            if at.is_none() {
                library.settle(paths(&seen.claims));
                match library.find(&path) {
                    Ok(found) => at = Some(found),
                    Err(why) => check.no_text(slot, &path, why),
                }
            }
            let Some(at) = at else { continue };
            if let Some(index) = library.text(at) {
                check.enter(at);
                check.range(claim, slot, &path, index, &doubts);
            }
        }
    }
    check.enter(usize::MAX);
    if nowhere > 0 {
        check.outcome.not_checked.push(NotChecked {
            what: "source".into(),
            why: format!("ranges that name no file: {nowhere}").into(),
        });
    }
    check.stale_files(&library.order());
    check.unreadable_checksums();
    check.outcome
}

/// What was found wrong before the sources were looked at.
struct Doubts(Vec<(u64, &'static str)>);

impl Doubts {
    fn of(found: &[Found]) -> Self {
        let errors = found.iter().filter(|found| found.is_error());
        let mut places: Vec<_> = errors.map(|found| (found.range.0, found.code)).collect();
        places.sort_unstable();
        Self(places)
    }

    /// Whether anything that is said about a range is known to be wrong.
    fn about(&self, claim: &Claim<'_>) -> bool {
        if self.0.is_empty() {
            return false;
        }
        let within = |(start, end): (u64, u64)| {
            let first = self.0.partition_point(|(at, _)| *at < start);
            self.0
                .iter()
                .skip(first)
                .take_while(move |(at, _)| *at < end)
        };
        let (start, _) = claim.slot.node.byte_range();
        // What is missing is not said.
        let mut whole = within((start, start.saturating_add(1)));
        whole.any(|(_, code)| *code != "MISSING_FIELD")
            || claim
                .parts()
                .any(|slot| within(slot.node.byte_range()).next().is_some())
    }
}

struct Check<'s> {
    convention: &'s Convention,
    found: &'s mut Vec<Found>,
    outcome: Outcome,
    /// Paths whose lack of a text, or what else about them, has been said.
    reported: BTreeSet<String>,
    /// What is known of each text.
    files: Vec<File>,
    /// What is known of the text in hand.
    file: File,
    /// Which findings are about a range of which text.
    failures: Vec<Failure>,
    /// Whether something about the range in hand could not be checked.
    open: bool,
    /// Where checksums stand that could not be compared with a text at hand.
    unreadable: Vec<u64>,
    /// Whether the document is the result of an operation that changes files.
    changes: bool,
    /// Whether it is one of edits: what it says of ranges is of the text before.
    edits: bool,
    /// What it took out of which file.
    deleted: Deleted,
}

impl Check<'_> {
    /// Takes what is known of a text in hand, and puts back what was in hand before.
    fn enter(&mut self, at: usize) {
        if self.file.number == at {
            return;
        }
        let _ = (at != usize::MAX).then(|| self.file_at(at).number);
        for place in [self.file.number, at] {
            if let Some(file) = self.files.get_mut(place) {
                core::mem::swap(file, &mut self.file);
            }
        }
    }

    /// Checks a range of the text in hand.
    fn range(
        &mut self,
        claim: &Claim<'_>,
        slot: Slot<'_>,
        path: &str,
        index: &LineIndex<'_>,
        doubts: &Doubts,
    ) {
        self.open = false;
        self.file.name(slot, path);
        let before = self.found.len();
        let scene = self.scene(claim, path, index);
        if scene.text {
            self.whole_file(claim, path, index);
        }
        if self.file.is_stale_for(claim) {
            self.file.skipped += 1;
            return;
        }
        // What is said of the file is not said of the range.
        let said = self.found.len();
        let sound = self.claim(claim, path, index, scene);
        let silent = self.found.len() == before && !self.open;
        if sound && silent && !doubts.about(claim) {
            self.outcome.proved += 1;
        }
        self.file.ranges += 1;
        if self.found.len() > said {
            self.moved(claim, path, index, said);
            self.fails(claim, said);
        }
    }

    /// Takes what is no checksum, and was reported as none without a text.
    fn unreadable(&mut self, slot: Slot<'_>) {
        self.open = true;
        self.unreadable.push(slot.node.byte_range().0);
    }

    /// What is no checksum is an error where a text is there to compare it with.
    fn unreadable_checksums(&mut self) {
        self.unreadable.sort_unstable();
        let all = &self.unreadable;
        for found in self.found.iter_mut().filter(|_| !all.is_empty()) {
            if matches!(found.code, "CHECKSUM_MALFORMED" | "CHECKSUM_BARE")
                && all.binary_search(&found.range.0).is_ok()
            {
                found.level = None;
            }
        }
    }

    fn no_text(&mut self, slot: Slot<'_>, path: &str, why: NoText<'_>) {
        if !self.reported.insert(path.to_owned()) {
            return;
        }
        let (code, why) = match why {
            NoText::Missing => (
                "SOURCE_MISSING",
                format!("no source was given for `{path}`"),
            ),
            NoText::Ambiguous(paths) => (
                "SOURCE_AMBIGUOUS",
                format!("`{path}` can mean `{}`", paths.join("` or `")),
            ),
        };
        self.found.push(Found::at(code, slot, why.clone()));
        self.outcome.not_checked.push(NotChecked {
            what: path.to_owned().into(),
            why: why.into(),
        });
    }

    fn unchecked(&mut self, path: &str, why: String) {
        self.open = true;
        if self.reported.insert(format!("{why}\n{path}")) {
            self.outcome.not_checked.push(NotChecked {
                what: path.to_owned().into(),
                why: why.into(),
            });
        }
    }

    /// Looks at the checksum of the whole file, if there is one; once for each value.
    fn whole_file(&mut self, claim: &Claim<'_>, path: &str, index: &LineIndex<'_>) {
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
            Ok(Some(checksum)) if !self.file.is(&checksum, index) => {
                let actual = self.file.checksum(checksum.algorithm(), index.text());
                let message =
                    format!("`{path}` is not the file that the tool saw: it has {actual}");
                let found = Found::at("FILE_CHANGED", slot, message);
                self.found.push(found.expecting(actual.to_string()));
                Verdict::Stale
            }
            Ok(Some(_)) => Verdict::Same,
            Ok(None) => {
                self.unchecked(path, format!("the algorithm of `{stated}` is not known"));
                Verdict::Unknown
            }
            Err(_) => {
                self.unreadable(slot);
                Verdict::Unknown
            }
        };
        self.file.verdicts.push((stated.into_owned(), verdict));
    }

    /// Whether the range lies in the text; what else is wrong is reported.
    fn claim(
        &mut self,
        claim: &Claim<'_>,
        path: &str,
        index: &LineIndex<'_>,
        scene: Scene,
    ) -> bool {
        let (Some(start), Some(end)) = (claim.number(Part::ByteStart), claim.number(Part::ByteEnd))
        else {
            self.unchecked(path, "a range does not state both of its offsets".into());
            return false;
        };
        if start > end {
            return false;
        }
        if scene.place && !self.place(claim, path, index, (start, end)) {
            return false;
        }
        if scene.text {
            let text = slice(index, start, end);
            self.text(claim, path, index, (start, end), text);
            self.context(claim, index, start, end);
        }
        true
    }

    /// Whether the range lies in the text; which lines and columns it has is
    /// checked, too.
    fn place(
        &mut self,
        claim: &Claim<'_>,
        path: &str,
        index: &LineIndex<'_>,
        (start, end): (u64, u64),
    ) -> bool {
        let mut places = [Position::default(); 2];
        let parts = [(Part::ByteStart, start), (Part::ByteEnd, end)];
        for (place, (part, offset)) in places.iter_mut().zip(parts) {
            match index.position(offset, PositionEncoding::Utf8) {
                Ok(found) => *place = found,
                Err(error) => {
                    if let Some(slot) = claim.get(part) {
                        self.text_error(slot, path, &error);
                        return false;
                    }
                }
            }
        }
        self.lines(claim, path, index, (start, end), places);
        self.utf16(claim, path, index, (start, end));
        true
    }

    /// The columns that stand beside those of the dialect.
    fn utf16(&mut self, claim: &Claim<'_>, path: &str, index: &LineIndex<'_>, range: (u64, u64)) {
        let ends = [
            (Part::StartColumnUtf16, range.0),
            (Part::EndColumnUtf16, range.1),
        ];
        for (part, offset) in ends {
            let (Some(slot), Some(said)) = (claim.get(part), claim.number(part)) else {
                continue;
            };
            match index.position(offset, PositionEncoding::Utf16) {
                Ok(actual) if actual.column != said => {
                    let message = format!(
                        "byte {offset} of `{path}` is column {} in UTF-16 code units; the \
                         document says {said}",
                        actual.column
                    );
                    let found = Found::at("POSITION_MISMATCH", slot, message)
                        .expecting(actual.column)
                        .in_source(place(path, index, range));
                    self.found.push(found);
                }
                Ok(_) => {}
                Err(error) => self.unchecked(path, error.to_string()),
            }
        }
    }

    fn text_error(&mut self, slot: Slot<'_>, path: &str, error: &TextError) {
        let message = format!("in `{path}`: {error}");
        let found = Found::at(error.code(), slot, message);
        self.found.push(found);
    }

    fn lines(
        &mut self,
        claim: &Claim<'_>,
        path: &str,
        index: &LineIndex<'_>,
        (start, end): (u64, u64),
        in_bytes: [Position; 2],
    ) {
        let Lines::Given {
            start: from,
            end: to,
        } = lines_of(claim, self.convention)
        else {
            return;
        };
        let columns = self.convention.lines.as_ref();
        let columns = columns.and_then(|lines| lines.columns);
        let unit = columns.map_or(ColumnUnit::BYTES, |columns| columns.unit);
        let ColumnUnit::Encoded(encoding) = unit else {
            self.unchecked(path, "columns of this unit cannot be recomputed".into());
            return;
        };
        let ends = [
            (start, Some(from), Part::StartLine, Part::StartColumn),
            (end, to, Part::EndLine, Part::EndColumn),
        ];
        for (offset, said, line, column) in ends {
            let Some(said) = said else { continue };
            let is_end = line == Part::EndLine;
            let actual = if is_end && !self.ends_after() {
                end_position(index, (start, end), encoding, self.convention)
            } else if encoding == PositionEncoding::Utf8 {
                let [first, last] = in_bytes;
                Ok(if is_end { last } else { first })
            } else {
                index.position(offset, encoding)
            };
            match actual {
                Ok(actual)
                    if actual.line != said.line
                        || (columns.is_some() && actual.column != said.column) =>
                {
                    self.position(
                        claim,
                        path,
                        index,
                        (start, end),
                        (offset, said, actual),
                        (line, column),
                    );
                }
                Ok(_) => {}
                Err(error) => self.unchecked(path, error.to_string()),
            }
        }
    }

    /// Whether the end of a range is said as the place behind it.
    fn ends_after(&self) -> bool {
        let rule = self.convention.lines.as_ref().and_then(|lines| lines.end);
        rule.unwrap_or_default() == EndRule::After
    }

    fn position(
        &mut self,
        claim: &Claim<'_>,
        path: &str,
        index: &LineIndex<'_>,
        range: (u64, u64),
        (offset, said, actual): (u64, Said, Position),
        (line, column): (Part, Part),
    ) {
        let Some(lines) = &self.convention.lines else {
            return;
        };
        let line_base = u64::from(lines.line_base);
        let column_base = u64::from(lines.columns.map_or(0, |columns| columns.base));
        let (part, right) = if said.line == actual.line {
            (column, actual.column.saturating_add(column_base))
        } else {
            (line, actual.line.saturating_add(line_base))
        };
        let Some(slot) = claim.get(part) else { return };
        let message = format!(
            "byte {offset} of `{path}` is line {}, column {}; the document says line {}, column {}",
            actual.line.saturating_add(line_base),
            actual.column.saturating_add(column_base),
            said.line.saturating_add(line_base),
            said.column.saturating_add(column_base),
        );
        let found = Found::at("POSITION_MISMATCH", slot, message)
            .expecting(right)
            .in_source(place(path, index, range));
        self.found.push(found);
    }

    fn text(
        &mut self,
        claim: &Claim<'_>,
        path: &str,
        index: &LineIndex<'_>,
        (start, end): (u64, u64),
        actual: &[u8],
    ) {
        if let Some(slot) = claim.get(Part::Text)
            && let Some(stated) = slot.node.as_str()
            && stated.as_bytes() != actual
        {
            let message = format!("bytes {start} to {end} of `{path}` are {}", excerpt(actual));
            let there = place(path, index, (start, end));
            self.found
                .push(Found::at("TEXT_MISMATCH", slot, message).in_source(there));
        }
        self.passage(claim, path, index, (start, end), actual);
        let Some(slot) = claim.get(Part::SpanChecksum) else {
            return;
        };
        // Beside a text it was checked against that text, without the source.
        if claim.get(Part::Text).is_some() {
            return;
        }
        let Some(stated) = slot.node.as_str() else {
            return;
        };
        match read_checksum(&stated, self.convention) {
            Ok(Some(checksum)) if !checksum.matches(actual) => {
                let right = Checksum::of(checksum.algorithm(), actual);
                let message = format!("bytes {start} to {end} of `{path}` have {right}");
                let found = Found::at("CHECKSUM_MISMATCH", slot, message)
                    .expecting(right.to_string())
                    .in_source(place(path, index, (start, end)));
                self.found.push(found);
            }
            Ok(Some(_)) => {}
            Ok(None) => self.unchecked(path, format!("the algorithm of `{stated}` is not known")),
            Err(_) => self.unreadable(slot),
        }
    }

    fn context(&mut self, claim: &Claim<'_>, index: &LineIndex<'_>, start: u64, end: u64) {
        for (part, message) in around(claim).differences(index, (start, end)) {
            if let Some(slot) = claim.get(part) {
                self.found
                    .push(Found::at("CONTEXT_MISMATCH", slot, message));
            }
        }
    }
}

/// Where a range ends by the rule of the dialect.
fn end_position(
    index: &LineIndex<'_>,
    (start, end): (u64, u64),
    encoding: PositionEncoding,
    convention: &Convention,
) -> Result<Position, TextError> {
    let rule = convention.lines.as_ref().and_then(|lines| lines.end);
    let range = ByteRange::new(start, end)?;
    let (_, end) = index.range_positions(range, encoding, rule.unwrap_or_default())?;
    Ok(end)
}

fn slice<'t>(index: &'t LineIndex<'_>, start: u64, end: u64) -> &'t [u8] {
    let (Ok(start), Ok(end)) = (usize::try_from(start), usize::try_from(end)) else {
        return &[];
    };
    index.text().get(start..end).unwrap_or_default()
}

/// A piece of text for a message: quoted, escaped, cut.
fn excerpt(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let mut shown: String = text
        .chars()
        .take(EXCERPT)
        .flat_map(char::escape_debug)
        .collect();
    if text.chars().nth(EXCERPT).is_some() {
        shown.push('…');
    }
    format!("`{shown}`")
}

/// A range of a source text, with its lines and columns.
fn place(path: &str, index: &LineIndex<'_>, (start, end): (u64, u64)) -> RichSpan {
    let from = index.position_clamped(start, PositionEncoding::Utf8);
    let to = index.position_clamped(end, PositionEncoding::Utf8);
    RichSpan {
        file_path: path.to_owned(),
        byte_start: start,
        byte_end: end,
        start_line: Some(from.line.saturating_add(1)),
        start_col: Some(from.column),
        end_line: Some(to.line.saturating_add(1)),
        end_col: Some(to.column),
        ..RichSpan::default()
    }
}
