//! Does the document agree with the texts that it speaks of?
//!
//! Each range is proved on its own: it lies in the text, starts and ends at
//! characters, and everything the document says about it is so. A range for
//! which there is no text is neither proved nor wrong. Of an operation there are two
//! texts, the one before and the one after; see `scene`. What is wrong with a whole
//! file is said once; see `file`.

use alloc::borrow::{Cow, ToOwned};
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::claim::{Claim, Part, paths};
use super::found::{Found, Slot};
use super::report::NotChecked;
use super::semantics::read_checksum;
use super::structure::{Fact, Seen};
use crate::checksum::{self, Checksum};
use crate::dialect::convention::Convention;
use crate::envelope::shape::Role;
use crate::source::compared::TextIs;
use crate::source::library::{Library, NoText};
use crate::source::replaced;
use crate::text::LineIndex;

mod afterwards;
mod ahead;
mod chain;
mod context;
mod excerpt;
mod file;
mod hashes;
mod mentioned;
mod miscounted;
mod moved;
mod outcome;
mod outvoted;
mod overruled;
mod passage;
mod positions;
mod proof;
mod recounted;
mod remains;
mod scene;
mod spot;
mod unsaid;
mod untouched;
mod why;

pub(crate) use context::{Around, around};
use excerpt::excerpt;
use file::{Failure, File, NO_FILE, State, Verdict};
pub(crate) use outcome::Asked;
use outcome::{Outcome, speaks_against};
use overruled::Overruled;
use positions::place;
use remains::{Deleted, deleted};
use scene::{Scene, edits};
pub(crate) use scene::{changes_files, deletes, is_change};
use untouched::{Untouched, untouched};
use why::unknown_algorithm;
pub(crate) use why::{FITS_EITHER, IS_CHANGED, MAY_BE_CHANGED, no_text};

/// Why ranges that lie in their text are not proved: their ids are those of other places.
const OTHER_ID: &str =
    "a range has an id that is not its own, and its text is not told, so that either may be wrong";

/// The same: they say nothing that could be compared with the text.
const NOTHING: &str = "nothing to compare with: a range that says only its offsets";

/// Checks every range that names a file.
pub(crate) fn check(
    seen: &mut Seen<'_>,
    convention: &Convention,
    library: &mut Library<'_>,
    asked: Asked,
) -> Outcome {
    let doubts = Doubts::of(&seen.found, &seen.strays.spelt_otherwise());
    let of_hashes = |found: &&Found| matches!(found.code, "VALUES_DISAGREE" | "CHECKSUM_MALFORMED");
    let told = seen.found.iter().filter(of_hashes);
    let told_of_hashes = told.map(|found| (found.range.0, found.code)).collect();
    let before = seen.found.len();
    let (changes, edits) = (changes_files(seen), edits(seen));
    let turns = file::turns(seen);
    let untouched = if changes {
        untouched(seen, library)
    } else {
        Untouched::default()
    };
    let mut check = Check {
        convention,
        deleted: deleted(seen, library),
        untouched,
        found: &mut seen.found,
        outcome: Outcome {
            by: (asked == Asked::Proofs).then(Vec::new),
            compared: (asked == Asked::Compared).then(BTreeMap::new),
            ..Outcome::default()
        },
        reported: BTreeSet::new(),
        files: Vec::new(),
        file: File::new(NO_FILE),
        failures: Vec::new(),
        open: false,
        overruled: Vec::new(),
        told_of_hashes,
        sought: 0,
        unreadable: Vec::new(),
        changes,
        edits,
        shown: Shown::of(&seen.facts),
        proposed: None,
    };
    check.files_mentioned(&seen.mentions, &seen.claims, library);
    if changes {
        check.changes_of_ranges(&seen.claims, library);
        check.hashes_of_remains(&seen.claims, &seen.contrary, library);
    }
    let together = checksum::hashed_together();
    let mut groups = seen
        .heads
        .chunks(together)
        .filter(|_| together > 1)
        .peekable();
    let told = mentioned::starts(&seen.mentions);
    let mut nowhere = 0_u64;
    for turn in turns {
        for (number, claim) in seen.claims.iter().enumerate() {
            let opens = |group: &&[usize]| group.first() == Some(&number);
            if let Some(group) = groups.next_if(opens) {
                check.open(&seen.claims, group, library);
            }
            if turn.is_some_and(|turn| turn != file::states_file(claim)) {
                continue;
            }
            match path_of(claim) {
                Some(path) => check.in_its_text(claim, path, &seen.claims, library, &doubts),
                None => nowhere += u64::from(names_no_file(claim, &told)),
            }
        }
    }
    check.unlike_files();
    check.mentioned(&seen.mentions, &seen.claims, library);
    check.enter(NO_FILE);
    check.unproved(&seen.facts, &seen.mentions);
    check.without_file(nowhere);
    let others = check.stale_files(&library.order());
    if let Some(compared) = &mut check.outcome.compared {
        for text in &others {
            compared.entry(*text).or_default().is_other = true;
        }
    }
    check.take_back(&others, before);
    check.unreadable_checksums();
    check.outcome.shown = check.files.iter().flat_map(File::sums).collect();
    check.outcome
}

/// Whether no file is known of a range that names none: neither does an object around it, whose
/// offsets are then among those that are `told`.
fn names_no_file(claim: &Claim<'_>, told: &BTreeSet<usize>) -> bool {
    let start = claim.get(Part::ByteStart);
    start.is_some_and(|start| !told.contains(&start.node.order()))
}

/// The file that a range names.
fn path_of<'d>(claim: &Claim<'d>) -> Option<(Slot<'d>, Cow<'d, str>)> {
    Some((claim.get(Part::Path)?, claim.text(Part::Path)?))
}

/// What was found wrong before the sources were looked at.
struct Doubts {
    /// Where the errors are, and their codes.
    places: Vec<(u64, &'static str)>,
    /// Where ids are that are not those of their ranges.
    ids: BTreeSet<u64>,
}

impl Doubts {
    /// `respelt` is where ids stand that only the spelling of a path makes look wrong.
    fn of(found: &[Found], respelt: &BTreeSet<u64>) -> Self {
        let errors = found.iter().filter(|found| found.is_error());
        let mut places: Vec<_> = errors.map(|found| (found.range.0, found.code)).collect();
        places.sort_unstable();
        let ids = found.iter().filter(|it| it.code == "SPAN_ID_MISMATCH");
        let ids = ids.map(|found| found.range.0);
        let ids = ids.filter(|at| !respelt.contains(at)).collect();
        Self { places, ids }
    }

    /// Whether the id of a range is not its own. Then the offsets may be the wrong ones, and what
    /// is known of the file as a whole does not speak for them.
    fn about_id(&self, claim: &Claim<'_>) -> bool {
        let id = claim.get(Part::SpanId).map(|id| id.node.byte_range().0);
        id.is_some_and(|at| self.ids.contains(&at))
    }

    /// Whether anything that is said about a range is known to be wrong. What the text has decided
    /// is `overruled`.
    fn about(&self, claim: &Claim<'_>, overruled: impl Fn(u64, &str) -> bool) -> bool {
        if self.places.is_empty() {
            return false;
        }
        let within = |(start, end): (u64, u64)| {
            let first = self.places.partition_point(|(at, _)| *at < start);
            self.places
                .iter()
                .skip(first)
                .take_while(move |(at, _)| *at < end)
        };
        let (start, _) = claim.slot.node.byte_range();
        // What is missing cannot be wrong.
        let mut whole = within((start, start.saturating_add(1)));
        whole.any(|(_, code)| *code != "MISSING_FIELD")
            || claim.parts().any(|slot| {
                let mut within = within(slot.node.byte_range());
                within.any(|(at, code)| !overruled(*at, code))
            })
    }
}

/// How much of what was found a document shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shown {
    All,
    /// It says that it is partial: the end of a text may be missing as well.
    Partly,
}

impl Shown {
    fn of(facts: &[Fact<'_>]) -> Self {
        let mut partial = facts.iter().filter(|fact| fact.role == Role::Partial);
        if partial.any(|fact| fact.slot.node.as_bool() == Some(true)) {
            Self::Partly
        } else {
            Self::All
        }
    }
}

struct Check<'s> {
    convention: &'s Convention,
    found: &'s mut Vec<Found>,
    outcome: Outcome,
    /// What was said of each path that is not checked: nothing is said twice.
    reported: BTreeSet<String>,
    /// What is known of each text.
    files: Vec<File>,
    /// What is known of the text in hand.
    file: File,
    /// Which findings are about a range of which text.
    failures: Vec<Failure>,
    /// Whether something about the range in hand could not be checked.
    open: bool,
    /// Findings from before that the texts decide.
    overruled: Vec<Overruled>,
    /// Where hashes stand of which something was found before, and what.
    told_of_hashes: BTreeSet<(u64, &'static str)>,
    /// How many ranges were looked for by their hashes.
    sought: u64,
    /// Where checksums stand that could not be compared with a text at hand.
    unreadable: Vec<u64>,
    /// Whether the document is the result of an operation that changes files.
    changes: bool,
    /// Whether that operation makes edits: what it says of ranges is of the text before.
    edits: bool,
    /// What the operation took out of which file.
    deleted: Deleted,
    /// What is known of files before the operation as well as after it.
    untouched: Untouched,
    /// How much of what was found the document shows.
    shown: Shown,
    /// Spans that fixes propose to replace, once that was asked.
    proposed: Option<BTreeSet<usize>>,
}

impl Check<'_> {
    /// Takes what is known of a text in hand, and puts back what was in hand before; with
    /// [`NO_FILE`], only the latter.
    fn enter(&mut self, at: usize) {
        if self.file.number == at {
            return;
        }
        if at != NO_FILE {
            // Makes a place in `files` for it, so that there is something to exchange.
            self.file_at(at);
        }
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
            self.outcome
                .compare(claim, self.file.number, TextIs::OtherText);
            self.file.skipped += 1;
            return;
        }
        // What is found from here on is about the range, and not about its file.
        let said = self.found.len();
        let is_nowhere = self.changes && !scene.place && self.is_nowhere(claim, path, index);
        let sound = !is_nowhere && self.claim(claim, path, index, scene);
        let silent = self.found.len() == before && !self.open;
        let against = self.found.iter().skip(said).filter_map(speaks_against);
        if let Some(is) = against.max().max(scene.text_is) {
            self.outcome.compare(claim, self.file.number, is);
        }
        let noted = self.overruled.len();
        if sound && !doubts.places.is_empty() {
            self.decided(claim, scene);
        } else if !sound {
            self.no_offset(claim, said);
        }
        let overruled = |at: u64, code: &str| self.is_overruled(noted, at, code);
        let is_doubted = doubts.about(claim, overruled);
        self.file.is_doubted |= is_doubted;
        if sound && silent && !is_doubted {
            let shows_text = scene.text && claim.says_any(proof::OWN);
            match self.proof_of(claim, index, scene) {
                Some(_) if !shows_text && doubts.about_id(claim) => {
                    self.left(path, OTHER_ID.into());
                }
                Some(by) => self.outcome.prove(claim, self.file.number, by),
                None => self.left(path, NOTHING.into()),
            }
        }
        if self.found.len() > said {
            let is_placed = sound && scene.place;
            if !(is_placed
                && (self.wrong_offsets(claim, path, index, scene, said)
                    || self.wrong_offset(claim, (path, index), scene, said)))
            {
                self.moved(claim, path, index, said);
                if is_placed {
                    self.recounted(claim, (path, index), scene, said);
                }
            }
            self.shown_otherwise(claim, index, said);
        }
        self.afterwards(claim, path, index);
        self.file.ranges += 1;
        if self.found.len() > said {
            self.fails(claim, said);
        }
    }

    /// Notes a value that was reported as no checksum, and that this text could be compared with.
    fn unreadable(&mut self, slot: Slot<'_>) {
        self.open = true;
        self.unreadable.push(slot.node.byte_range().0);
    }

    /// Makes errors of the findings about such values.
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

    /// Holds a range against the text of the file that it names, if there is one.
    fn in_its_text(
        &mut self,
        claim: &Claim<'_>,
        (slot, path): (Slot<'_>, Cow<'_, str>),
        claims: &[Claim<'_>],
        library: &mut Library<'_>,
        doubts: &Doubts,
    ) {
        let mut at = library.at_hand(&path);
        if at.is_none() {
            library.settle(paths(claims));
            match library.find(&path) {
                Ok(found) => at = Some(found),
                Err(why) => self.no_text(slot, &path, why),
            }
        }
        if let Some(at) = at
            && let Some(index) = library.text(at)
        {
            self.enter(at);
            self.range(claim, slot, &path, index, doubts);
        }
    }

    /// Says how many ranges name no file.
    fn without_file(&mut self, nowhere: u64) {
        if nowhere > 0 {
            self.outcome.not_checked.push(NotChecked {
                what: "source".into(),
                why: format!("ranges that name no file: {nowhere}").into(),
            });
        }
    }

    fn no_text(&mut self, slot: Slot<'_>, path: &str, why: NoText<'_>) {
        if !self.reported.insert(path.to_owned()) {
            return;
        }
        let code = match why {
            NoText::Missing => "SOURCE_MISSING",
            NoText::Ambiguous(_) => "SOURCE_AMBIGUOUS",
        };
        let why = no_text(path, why);
        // An empty path is reported as such elsewhere.
        if !path.is_empty() {
            self.found.push(Found::at(code, slot, why.clone()));
        }
        self.outcome.not_checked.push(NotChecked {
            what: path.to_owned().into(),
            why: why.into(),
        });
    }

    /// Says what is left unchecked of the range in hand, which is not proved then.
    fn unchecked(&mut self, path: &str, why: String) {
        self.open = true;
        self.left(path, why);
    }

    /// Says what is left unchecked of a file; the range in hand may be proved all the same.
    fn left(&mut self, path: &str, why: String) {
        if self.reported.insert(format!("{why}\n{path}")) {
            self.outcome.not_checked.push(NotChecked {
                what: path.to_owned().into(),
                why: why.into(),
            });
        }
    }

    /// Holds all that is said of a range against the text. Returns whether the range lies in it.
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
        } else if let Some(slot) = claim.get(Part::SpanChecksum)
            && let Some(stated) = slot.node.as_str()
            && read_checksum(&stated, self.convention).is_err()
        {
            // It is no checksum, whichever text it is said to be of.
            self.unreadable(slot);
        }
        true
    }

    /// Holds the text and the checksum of a range against what stands there.
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
            && !replaced::shows(&stated, actual)
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
        // A checksum beside a text was held against that text already; but not, where U+FFFD
        // stands in the text for other bytes.
        let beside = claim.text(Part::Text);
        let is_replaced = beside
            .as_ref()
            .is_some_and(|text| text.len() > actual.len() && replaced::shows(text, actual));
        let is_checked = claim.get(Part::Text).is_some() && !is_replaced;
        let Some(stated) = slot.node.as_str() else {
            return;
        };
        match read_checksum(&stated, self.convention) {
            // No text can be held against an algorithm that is not known.
            Ok(None) => self.unchecked(path, unknown_algorithm(&stated)),
            Err(_) => self.unreadable(slot),
            Ok(Some(_)) if is_checked => {}
            Ok(Some(checksum)) if !checksum.matches(actual) => {
                let right = Checksum::of(checksum.algorithm(), actual);
                let message = format!("bytes {start} to {end} of `{path}` have {right}");
                let found = Found::at("CHECKSUM_MISMATCH", slot, message)
                    .expecting(right.to_string())
                    .in_source(place(path, index, (start, end)));
                self.found.push(found);
            }
            Ok(Some(_)) => {}
        }
    }

    /// Holds the lines and fragments around a range against the text.
    fn context(&mut self, claim: &Claim<'_>, index: &LineIndex<'_>, start: u64, end: u64) {
        if !claim.says_any(context::PARTS) {
            return;
        }
        let cut = self.convention.fragments;
        for one in around(claim).differences(index, (start, end), cut) {
            if let Some(slot) = claim.get(one.part) {
                let element = one.element.and_then(|at| slot.node.items().nth(at));
                let slot = element.map_or(slot, Slot::of);
                if !is_told_without_source(one.part, slot) {
                    self.found
                        .push(Found::at("CONTEXT_MISMATCH", slot, one.message));
                }
            }
        }
    }
}

/// Whether a fragment has more than one line, which was reported without the source.
fn is_told_without_source(part: Part, slot: Slot<'_>) -> bool {
    let is_fragment = matches!(part, Part::InlineBefore | Part::InlineAfter);
    is_fragment && slot.node.as_str().is_some_and(|text| text.contains('\n'))
}

fn slice<'t>(index: &'t LineIndex<'_>, start: u64, end: u64) -> &'t [u8] {
    let (Ok(start), Ok(end)) = (usize::try_from(start), usize::try_from(end)) else {
        return &[];
    };
    index.text().get(start..end).unwrap_or_default()
}
