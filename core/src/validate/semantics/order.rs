//! Do several ranges agree with each other?
//!
//! Each range may be possible by itself and still contradict another one of the
//! same file: on one line, columns and offsets grow together, and a later line
//! begins after an earlier one. And an id names one range, not two.

use alloc::borrow::Cow;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::super::claim::{Claim, Part};
use super::super::found::{Found, Slot};
use super::super::structure::NamedRange;
use super::possible::widest;
use super::ranges::Ranges;
use super::{Lines, Said, lines_of};
use crate::dialect::convention::{ColumnUnit, Convention};
use crate::dialect::proof::{self, Proof};
use crate::id::{SpanIdScheme, leaves_out_end};
use crate::json::{Node, hash_of_key};
use crate::source::is_same_path;
use crate::text::PositionEncoding;

/// Where a finding about lines and columns may point, the usual place first.
const PLACES: [Part; 4] = [
    Part::StartColumn,
    Part::StartLine,
    Part::InlineBefore,
    Part::LinesBefore,
];

const DISPROVED: &str = "line and column contradict the offsets, by what is shown of the line or \
    what other ranges say of it";

/// The start of a range: its offset, and what is said of its line and column.
#[derive(Clone, Copy)]
struct Start<'d> {
    offset: u64,
    said: Said,
    slot: Slot<'d>,
}

impl<'d> Start<'d> {
    fn of(claim: &Claim<'d>, offset: Option<u64>, lines: Lines) -> Option<Self> {
        match lines {
            Lines::Given { start: said, .. } => Some(Self {
                offset: offset?,
                said,
                slot: claim.get(Part::StartColumn)?,
            }),
            Lines::Unknown | Lines::Wrong => None,
        }
    }
}

/// The paths of a document, numbered in the order of their first mention.
#[derive(Default)]
pub(super) struct Paths<'d> {
    /// All of them, once there is a second one. Hashes come first in the keys, as paths of one
    /// folder differ late.
    numbers: BTreeMap<(u32, Cow<'d, str>), usize>,
    /// The last one that was asked for: most ranges are in the file of the range before.
    last: Option<(Cow<'d, str>, usize)>,
}

impl<'d> Paths<'d> {
    /// The number of a path, if it is the last one that was asked for.
    pub(super) fn again(&self, path: &str) -> Option<usize> {
        let (last, number) = self.last.as_ref()?;
        are_equal(last, path).then_some(*number)
    }

    /// The number of a path, and whether it is new.
    pub(super) fn number(&mut self, path: Cow<'d, str>) -> (usize, bool) {
        let Some((last, number)) = &self.last else {
            self.last = Some((path, 0));
            return (0, true);
        };
        if are_equal(last, &path) {
            return (*number, false);
        }
        if self.numbers.is_empty() {
            self.numbers.insert(hashed(last.clone()), *number);
        }
        let next = self.numbers.len();
        let number = *self.numbers.entry(hashed(path.clone())).or_insert(next);
        self.last = Some((path, number));
        (number, number == next)
    }

    /// All of them.
    pub(super) fn into_all(self) -> BTreeSet<Cow<'d, str>> {
        let all = self.numbers.into_keys().map(|(_, path)| path);
        all.chain(self.last.map(|(path, _)| path)).collect()
    }
}

/// Whether two paths are the same. Word by word: for texts as short as these a call would
/// take longer, most of all in WebAssembly, where it goes byte by byte.
fn are_equal(a: &str, b: &str) -> bool {
    let ((a_words, a_rest), (b_words, b_rest)) =
        (a.as_bytes().as_chunks::<8>(), b.as_bytes().as_chunks::<8>());
    a.len() == b.len()
        && a_words.iter().zip(b_words).all(|(a, b)| a == b)
        && a_rest.iter().zip(b_rest).all(|(a, b)| a == b)
}

fn hashed(path: Cow<'_, str>) -> (u32, Cow<'_, str>) {
    (hash_of_key(path.as_bytes()), path)
}

/// Files for which room is taken at once: no more than allocators have at hand.
const USUAL: usize = 8;

/// What came before in one file.
#[derive(Clone, Copy, Default)]
struct File<'d> {
    /// The start of the last range.
    before: Option<Start<'d>>,
    /// The last start that contradicts none before it, if `before` does contradict one.
    sound: Option<Start<'d>>,
}

/// Looks for ranges of one file whose places exclude each other.
///
/// Neighbours in the order of the offsets are enough: what holds from one to the
/// next holds from the first to the last. Most tools print them in that order; where
/// one does not, they are sorted when all are known.
pub(super) struct Neighbours<'d> {
    /// The unit of the columns, if they can be compared.
    unit: Option<PositionEncoding>,
    /// By the numbers of their paths.
    files: Vec<File<'d>>,
    sorted: bool,
    found: Vec<Found>,
}

impl<'d> Neighbours<'d> {
    pub(super) fn of(convention: &Convention) -> Self {
        let lines = convention.lines.as_ref();
        let columns = lines.and_then(|lines| lines.columns);
        Self {
            unit: columns.and_then(|columns| match columns.unit {
                ColumnUnit::Encoded(unit) => Some(unit),
                _ => None,
            }),
            files: Vec::new(),
            sorted: true,
            found: Vec::new(),
        }
    }

    /// `file` is the number of its path.
    pub(super) fn take(
        &mut self,
        claim: &Claim<'d>,
        file: Option<usize>,
        offset: Option<u64>,
        lines: Lines,
    ) {
        if let Some(unit) = self.unit
            && self.sorted
            && let Some(start) = Start::of(claim, offset, lines)
            && let Some(file) = file
        {
            let before = self.files.get(file).and_then(|file| file.before);
            self.sorted = before.is_none_or(|before| before.offset <= start.offset);
            self.next(file, start, unit);
        }
    }

    /// Whether they came in the order of their offsets, file by file.
    pub(super) const fn are_sorted(&self) -> bool {
        self.unit.is_none() || self.sorted
    }

    /// What was found, if they came in that order.
    pub(super) fn into_found(self) -> Vec<Found> {
        self.found
    }

    fn next(&mut self, file: usize, start: Start<'d>, unit: PositionEncoding) {
        if self.files.len() <= file {
            if self.files.is_empty() {
                self.files.reserve(USUAL);
            }
            self.files.resize(file + 1, File::default());
        }
        let Some(file) = self.files.get_mut(file) else {
            return;
        };
        let sound = file.sound.take().or(file.before);
        if let Some(sound) = sound
            && let Some(why) = contradiction(&sound, &start, unit)
        {
            let found = Found::at("POSITION_IMPOSSIBLE", start.slot, why);
            self.found
                .push(found.related("the other range", sound.slot));
            // The next one is held against the sound start, not against this wrong one.
            file.sound = Some(sound);
        }
        file.before = Some(start);
    }
}

impl<'d> Ranges<'d, '_> {
    /// Says what was found of ranges whose places exclude each other.
    pub(super) fn order(&mut self, mut neighbours: Neighbours<'d>, claims: &[Claim<'d>]) {
        if let (Some(unit), false) = (neighbours.unit, neighbours.sorted) {
            let convention = self.convention;
            neighbours = Neighbours::of(convention);
            let agree = |claim: &&Claim<'d>| !self.contrary.contains(&claim.order());
            let starts = claims.iter().filter(agree).filter_map(|claim| {
                let offset = claim.number(Part::ByteStart);
                let start = Start::of(claim, offset, lines_of(claim, convention))?;
                let (file, _) = self.paths.number(claim.text(Part::Path)?);
                Some((file, start))
            });
            let mut all: Vec<(usize, Start<'d>)> = starts.collect();
            all.sort_by_key(|(file, start)| (*file, start.offset));
            for (file, start) in all {
                neighbours.next(file, start, unit);
            }
        }
        self.found.append(&mut neighbours.found);
    }

    /// Reports the ranges whose lines and columns cannot be right by what the rest of the document
    /// proves about the lines, unless a finding speaks of them already.
    pub(super) fn disproved(&mut self, claims: &[Claim<'d>]) {
        let told = self.found.iter();
        let told = told.filter(|found| found.code == "POSITION_IMPOSSIBLE");
        let told: BTreeSet<u64> = told.flat_map(Found::starts).collect();
        let proofs = proof::prove(claims, self.convention, None);
        for (number, claim) in claims.iter().enumerate() {
            let slots = PLACES.into_iter().filter_map(|part| claim.get(part));
            let is_told = || {
                let mut places = slots.clone().map(|slot| slot.node.byte_range().0);
                self.contrary.contains(&claim.order()) || places.any(|at| told.contains(&at))
            };
            if proofs.of(number, claim, self.convention) == Some(Proof::Contradiction)
                && !is_told()
                && let Some(slot) = slots.clone().next()
            {
                self.report("POSITION_IMPOSSIBLE", slot, DISPROVED);
            }
        }
    }

    /// Reports span ids that name a second range. Only those that no recipe explains are looked at.
    pub(super) fn reused(&mut self, claims: &[Claim<'d>]) {
        if self.ids.is_empty() {
            return;
        }
        let ids = core::mem::take(&mut self.ids);
        let mut named = Vec::new();
        for claim in claims {
            if let Some(slot) = claim.get(Part::SpanId)
                && let Some(id) = slot.node.as_str()
                && ids.contains(&id)
            {
                named.push((id, slot, claim));
            }
        }
        self.twice(named, |_, one, other| is_same_range(one, other));
    }

    /// Reports ids of matches that name a second range. `claims` are in the order of the text.
    pub(super) fn named(&mut self, claims: &[Claim<'d>], ids: &[NamedRange<'d>]) {
        let range_at = |at: usize| {
            let found = claims.binary_search_by_key(&at, Claim::order);
            claims.get(found.ok()?)
        };
        let texts = ids.iter().filter_map(|one| {
            let id = one.id.node.as_str().filter(|id| !id.is_empty())?;
            Some((fingerprint(&id), one))
        });
        let mut texts: Vec<(u64, &NamedRange<'d>)> = texts.collect();
        texts.sort_unstable_by_key(|(hash, one)| (*hash, one.range));
        let mut same: Vec<(Cow<'d, str>, Slot<'d>, (&Claim<'d>, Node<'d>))> = Vec::new();
        for group in texts
            .chunk_by(|a, b| a.0 == b.0)
            .filter(|group| group.len() > 1)
        {
            for (_, one) in group {
                if let (Some(id), Some(claim)) = (one.id.node.as_str(), range_at(one.range)) {
                    same.push((id, one.id, (claim, one.record)));
                }
            }
        }
        // llmgrep's ids of the same form are made of the end, too.
        let counts_ends = self.convention.span_ids == Some(SpanIdScheme::Decimal);
        self.twice(same, |id, (one, first), (other, second)| {
            is_same_range(one, other)
                || !counts_ends
                    && leaves_out_end(id)
                    && is_same_start(one, other)
                    && may_share_name(*first, *second)
        });
    }

    /// Reports each id that stands for another range than where it stood first.
    fn twice<R>(
        &mut self,
        mut named: Vec<(Cow<'d, str>, Slot<'d>, R)>,
        may_have_one: impl Fn(&str, &R, &R) -> bool,
    ) {
        named.sort_by(|a, b| a.0.cmp(&b.0));
        for group in named.chunk_by(|a, b| a.0 == b.0) {
            let Some(((id, first, one), others)) = group.split_first() else {
                continue;
            };
            for (_, slot, other) in others {
                if !may_have_one(id, one, other) {
                    let message = format!("`{id}` is also the id of another range");
                    let found = Found::at("ID_REUSED", *slot, message);
                    self.found.push(found.related("the other range", *first));
                }
            }
        }
    }
}

/// Whether two claims are of one range, however its path is spelt.
fn is_same_range(one: &Claim<'_>, other: &Claim<'_>) -> bool {
    is_same_start(one, other) && one.number(Part::ByteEnd) == other.number(Part::ByteEnd)
}

/// Whether two claims are of ranges that begin at one place of a file.
fn is_same_start(one: &Claim<'_>, other: &Claim<'_>) -> bool {
    let is_same_file = match (one.text(Part::Path), other.text(Part::Path)) {
        (Some(one), Some(other)) => is_same_path(&one, &other),
        (one, other) => one == other,
    };
    one.number(Part::ByteStart) == other.number(Part::ByteStart) && is_same_file
}

/// Whether two matches may have one name: references do not say it.
fn may_share_name(one: Node<'_>, other: Node<'_>) -> bool {
    match (one.get("name"), other.get("name")) {
        (Some(one), Some(other)) => one.as_str() == other.as_str(),
        _ => true,
    }
}

/// The fingerprint of the id in a slot; none of an empty one, which names nothing.
pub(super) fn fingerprint_at(slot: Slot<'_>) -> Option<u64> {
    let hash = |id: &str| (!id.is_empty()).then(|| fingerprint(id));
    let plain = slot.node.plain_str();
    plain.map_or_else(|| hash(&slot.node.as_str()?), hash)
}

/// What spreads numbers that are near each other over all bits.
pub(super) const MIX: u64 = 0x9e37_79b9_7f4a_7c15;

/// Enough to tell most texts apart; equal texts are compared afterwards.
pub(super) fn fingerprint(text: &str) -> u64 {
    let (words, rest) = text.as_bytes().as_chunks::<8>();
    let mix = |hash: u64, word: u64| {
        let hash = (hash ^ word).wrapping_mul(MIX);
        hash ^ hash >> 29
    };
    let words = words.iter().map(|word| u64::from_le_bytes(*word));
    let hash = words.fold(text.len() as u64, mix);
    let last = rest
        .iter()
        .rev()
        .fold(0, |last, byte| last << 8 | u64::from(*byte));
    mix(hash, last)
}

/// Whether hashes, `most` of them at most, are known to differ from each other: in time O(n).
/// Where many crowd in one place, which a stranger can bring about, it is not known.
pub(super) fn are_distinct(hashes: impl Iterator<Item = u64>, most: usize) -> bool {
    let size = (2 * most).next_power_of_two();
    // 0 where there is none.
    let (mut near, mut far) = ([0u64; NEAR], Vec::new());
    let table = if let Some(table) = near.get_mut(..size) {
        table
    } else {
        far.resize(size, 0);
        far.as_mut_slice()
    };
    for hash in hashes {
        let hash = hash.max(1);
        // The upper bits are the best mixed ones; cut first, as adding to all of them may overflow
        // where a size has 32 bits.
        let first = usize::try_from(hash >> 32).unwrap_or(0) & (size - 1);
        let mut places = (first..first + CROWD).map(|place| place & (size - 1));
        let free = places.find_map(|place| match table.get(place) {
            Some(0) => Some(Ok(place)),
            Some(&other) if other != hash => None,
            _ => Some(Err(())),
        });
        let Some(Ok(free)) = free else {
            return false;
        };
        if let Some(entry) = table.get_mut(free) {
            *entry = hash;
        }
    }
    true
}

/// Room for the hashes of few.
const NEAR: usize = 64;

/// How far from its place a hash is looked for.
const CROWD: usize = 64;

/// Why two starts in one file exclude each other; `a` is not after `b` by offset.
fn contradiction(a: &Start<'_>, b: &Start<'_>, unit: PositionEncoding) -> Option<String> {
    let bytes = b.offset.checked_sub(a.offset)?;
    if b.said < a.said {
        return Some(if bytes == 0 {
            "the range is at an earlier place than another range that begins at the same byte"
                .into()
        } else {
            format!(
                "the range is at an earlier place than another range, but {bytes} bytes after it"
            )
        });
    }
    let lines = b.said.line - a.said.line;
    if lines > 0 {
        // A terminator is at least one byte, and so is a column.
        let least = lines.checked_add(b.said.column)?;
        return (bytes < least).then(|| {
            format!(
                "the range is {lines} lines after another range, but only {bytes} bytes after it"
            )
        });
    }
    let columns = b.said.column - a.said.column;
    let most = columns.saturating_mul(widest(unit));
    (bytes < columns || bytes > most).then(|| {
        format!("the range is {columns} columns after another range on its line, but {bytes} bytes after it")
    })
}
