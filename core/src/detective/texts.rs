//! The texts that the ranges are in, each read once for all hypotheses: what could
//! end a line in it, and what a tool may have made of it before it counted.

use alloc::borrow::ToOwned;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::cell::Cell;

use super::breaks::{Breaks, Terminators, classes, sees};
use super::case::Case;
use super::copy::{AsRead, Reading};
use crate::checksum::{Checksum, ChecksumAlgorithm};
use crate::source::{self, PathMatch, Sources, match_paths};
use crate::text::{
    BYTE_ORDER_MARK, BomPolicy, IllFormed, LineIndex, LineIndexOptions, LineTerminators,
    PositionEncoding,
};
use crate::validate::{FITS_EITHER, IS_CHANGED, NotChecked};

/// One text.
#[derive(Debug)]
pub(super) struct Text<'s> {
    bytes: &'s [u8],
    pub(super) bom: bool,
    breaks: Breaks,
    /// By the first class of terminators.
    first: LineIndex<'s>,
    /// By each of the other classes, if it cuts this text into other lines.
    others: Vec<Option<LineIndex<'s>>>,
    copies: [Option<AsRead>; 2],
    /// How much of it was searched, in bytes.
    searched: Cell<usize>,
    /// How much of it was hashed without finding what a checksum is of, in bytes.
    hashed: Cell<usize>,
}

/// So much of a text is searched.
const MOST_SEARCHED: usize = 1 << 26;

/// So many bytes of a text are hashed in vain; fewer in the tests.
pub(super) const MOST_HASHED: usize = if cfg!(test) { 1 << 16 } else { 1 << 28 };

/// A range that is no longer than this is hashed however many there are.
const ALWAYS_HASHED: usize = 1 << 12;

impl<'s> Text<'s> {
    /// Whether something may be looked for in it once more: for each of very many ranges
    /// that would take too long.
    pub(super) fn may_search(&self) -> bool {
        self.searched.get() < MOST_SEARCHED
    }

    /// Whether so many bytes may be hashed, perhaps in vain: under a wrong hypothesis each of very
    /// many ranges may reach over half of a long text.
    pub(super) fn may_hash(&self, bytes: usize) -> bool {
        bytes <= ALWAYS_HASHED || self.hashed.get() < MOST_HASHED
    }

    /// Notes what was hashed in vain.
    pub(super) fn has_hashed(&self, bytes: usize) {
        self.hashed.set(self.hashed.get().saturating_add(bytes));
    }

    /// Notes what a search took.
    pub(super) fn has_searched(&self, bytes: usize) {
        self.searched.set(self.searched.get().saturating_add(bytes));
    }

    pub(super) fn bytes(&self) -> &'s [u8] {
        self.bytes
    }

    pub(super) fn slice(&self, (start, end): (u64, u64)) -> Option<&'s [u8]> {
        let (start, end) = (usize::try_from(start).ok()?, usize::try_from(end).ok()?);
        self.bytes.get(start..end)
    }

    /// Whether there is only one way to count in it, but for units and bases.
    pub(super) fn is_plain(&self) -> bool {
        !self.bom && self.breaks == Breaks::NONE && self.index(0).is_ascii()
    }

    /// The line index by a class of terminators.
    pub(super) fn index(&self, class: usize) -> &LineIndex<'s> {
        let other = class.checked_sub(1).and_then(|at| self.others.get(at));
        other.and_then(Option::as_ref).unwrap_or(&self.first)
    }

    /// The offset of a place, in the tool's unit, before its base is added.
    pub(super) fn flat(
        &self,
        at: u64,
        unit: PositionEncoding,
        bom: BomPolicy,
        reading: Reading,
    ) -> Option<i64> {
        let bytes = PositionEncoding::Utf8;
        let units = match self.copy(reading) {
            None if unit == bytes => at,
            None => self.index(0).convert_offset(at, bytes, unit).ok()?,
            Some(copy) => {
                let at = copy.place_in_copy(at)?;
                copy.index.convert_offset(at, bytes, unit).ok()?
            }
        };
        let mark = if self.strips(bom) { mark(unit) } else { 0 };
        i64::try_from(units).ok()?.checked_sub(mark)
    }

    /// The place of an offset in the tool's unit, its base taken off.
    pub(super) fn place(
        &self,
        offset: i64,
        unit: PositionEncoding,
        bom: BomPolicy,
        reading: Reading,
    ) -> Option<u64> {
        let mark = if self.strips(bom) { mark(unit) } else { 0 };
        let units = u64::try_from(offset.checked_add(mark)?).ok()?;
        let bytes = PositionEncoding::Utf8;
        match self.copy(reading) {
            None => self.index(0).convert_offset(units, unit, bytes).ok(),
            Some(copy) => {
                let at = copy.index.convert_offset(units, unit, bytes).ok()?;
                copy.place_in_text(at)
            }
        }
    }

    pub(super) fn strips(&self, bom: BomPolicy) -> bool {
        self.bom && bom == BomPolicy::Strip
    }

    /// A text with an index for each class of terminators that cuts it into lines of its own.
    fn of(bytes: &'s [u8], breaks: Breaks, classes: &[Vec<Terminators>]) -> Self {
        let differs = |class: &&Vec<Terminators>| {
            let first = class.first();
            first.is_some_and(|one| one.is_custom() || sees(breaks, one) != Breaks::NONE)
        };
        let others = classes.iter().skip(1).map(|class| {
            let class = Some(class).filter(differs);
            class.map(|class| index(bytes, Some(class)))
        });
        let is_ill_formed = core::str::from_utf8(bytes).is_err();
        Self {
            bytes,
            bom: bytes.starts_with(BYTE_ORDER_MARK),
            breaks,
            first: index(bytes, classes.first()),
            others: others.collect(),
            searched: Cell::new(0),
            hashed: Cell::new(0),
            copies: [
                breaks.has_crlf().then(|| AsRead::lf_only(bytes)),
                is_ill_formed.then(|| AsRead::replaced(bytes)),
            ],
        }
    }

    fn copy(&self, reading: Reading) -> Option<&AsRead> {
        match reading {
            Reading::AsIs => None,
            Reading::LfOnly => self.copies[0].as_ref(),
            Reading::Replaced => self.copies[1].as_ref(),
        }
    }
}

/// How many units a byte order mark has.
pub(super) const fn mark(unit: PositionEncoding) -> i64 {
    match unit {
        PositionEncoding::Utf8 => 3,
        _ => 1,
    }
}

/// The sources that paths mean.
struct Named<'s> {
    /// Each source that is meant, once.
    found: Vec<&'s [u8]>,
    /// Where each is among them, by its name.
    places: BTreeMap<&'s str, usize>,
    /// Which of them each path means.
    by_path: BTreeMap<String, usize>,
    not_checked: Vec<NotChecked>,
}

impl<'s> Named<'s> {
    fn of(mut paths: Vec<&str>, sources: &'s Sources, root: Option<&str>) -> Self {
        paths.sort_unstable();
        paths.dedup();
        let loaded: Vec<&'s str> = sources.paths().collect();
        let matches = if paths.is_empty() {
            Vec::new()
        } else {
            match_paths(&paths, &loaded, root)
        };
        let mut named = Self {
            found: Vec::new(),
            places: BTreeMap::new(),
            by_path: BTreeMap::new(),
            not_checked: Vec::new(),
        };
        for (path, matched) in paths.iter().zip(matches) {
            let missing = || "no source was given for it".to_owned();
            let why = match matched {
                PathMatch::Found(name) => {
                    // The paths of sources are in order.
                    let known = loaded.binary_search(&name.as_str()).ok();
                    let known = known.and_then(|at| loaded.get(at));
                    match known.and_then(|name| Some((*name, sources.get(name)?))) {
                        Some((name, bytes)) => {
                            named.means(path, name, bytes);
                            continue;
                        }
                        None => missing(),
                    }
                }
                PathMatch::Missing => missing(),
                PathMatch::Ambiguous(all) => format!("it can mean {}", source::named(&all, " or ")),
            };
            named.not_checked.push(NotChecked {
                what: (*path).to_owned().into(),
                why: why.into(),
            });
        }
        named
    }

    fn means(&mut self, path: &str, name: &'s str, bytes: &'s [u8]) {
        let next = self.found.len();
        let at = *self.places.entry(name).or_insert(next);
        self.by_path.insert(path.to_owned(), at);
        if at == next {
            self.found.push(bytes);
        }
    }
}

/// All texts, and what can be told apart in them.
#[derive(Debug)]
pub(super) struct Texts<'s> {
    all: Vec<Text<'s>>,
    /// Terminators that cut these texts into the same lines, in classes; the first
    /// is that of `lf_crlf`.
    pub(super) classes: Vec<Vec<Terminators>>,
    pub(super) readings: Vec<Reading>,
    /// The text of each case; nothing if there is none.
    pub(super) of: Vec<Option<usize>>,
    pub(super) not_checked: Vec<NotChecked>,
}

impl<'s> Texts<'s> {
    /// Finds the text of each case by the rules of [`match_paths`]. A case has none, if a checksum
    /// says that its range is of another text; and it forgets what it says of the text after an
    /// operation.
    pub(super) fn find(
        cases: &mut [Case],
        sources: &'s Sources,
        root: Option<&str>,
        declared: &LineTerminators,
    ) -> Self {
        let paths = cases.iter().map(|case| case.path.as_str()).collect();
        let Named {
            found,
            by_path,
            not_checked,
            ..
        } = Named::of(paths, sources, root);
        let breaks: Vec<Breaks> = found.iter().map(|bytes| Breaks::of(bytes)).collect();
        let together = breaks.iter().fold(Breaks::NONE, |all, one| all.or(*one));
        let classes = classes(together, declared);
        let pairs = found.iter().zip(&breaks);
        let all: Vec<Text<'s>> = pairs
            .map(|(bytes, breaks)| Text::of(bytes, *breaks, &classes))
            .collect();
        let known = |reading: &Reading| {
            *reading == Reading::AsIs || all.iter().any(|text| text.copy(*reading).is_some())
        };
        let readings = Reading::ALL.into_iter().filter(known).collect();
        let mut texts = Self {
            of: Vec::with_capacity(cases.len()),
            all,
            classes,
            readings,
            not_checked,
        };
        texts.assign(cases, &by_path);
        texts
    }

    fn assign(&mut self, cases: &mut [Case], by_path: &BTreeMap<String, usize>) {
        // A file is hashed once, however many checksums are stated of it.
        let mut computed: BTreeMap<(usize, ChecksumAlgorithm), Checksum> = BTreeMap::new();
        let mut told = BTreeSet::new();
        for case in cases {
            let known = by_path.get(&case.path).copied();
            let mut has = |sum: &Checksum| {
                let Some(at) = known else { return false };
                let bytes = self.all.get(at).map_or(&[][..], Text::bytes);
                let algorithm = sum.algorithm();
                let computed = computed.entry((at, algorithm));
                *computed.or_insert_with(|| Checksum::of(algorithm, bytes)) == *sum
            };
            let why = if case.file.as_ref().is_some_and(|sum| !has(sum)) {
                Some("the source is not the file that the tool saw: its checksum differs")
            } else if case.file_after.as_ref().is_some_and(&mut has) {
                Some(IS_CHANGED)
            } else if case.deleted && case.file_either.as_ref().is_some_and(&mut has) {
                Some(FITS_EITHER)
            } else {
                None
            };
            let is_other = case.file_either.as_ref().is_some_and(|sum| !has(sum));
            if case.file_after.is_some() || is_other {
                case.forget_text();
            }
            if let (Some(_), Some(why)) = (known, why)
                && told.insert((case.path.clone(), why))
            {
                self.not_checked.push(NotChecked {
                    what: case.path.clone().into(),
                    why: why.into(),
                });
            }
            self.of.push(known.filter(|_| why.is_none()));
        }
    }

    pub(super) fn text(&self, case: usize) -> Option<&Text<'s>> {
        self.all.get((*self.of.get(case)?)?)
    }

    /// Whether all texts are ASCII, so that all units are the same.
    pub(super) fn are_ascii(&self) -> bool {
        self.all.iter().all(|text| text.index(0).is_ascii())
    }

    /// Whether a text begins with a byte order mark.
    pub(super) fn have_mark(&self) -> bool {
        self.all.iter().any(|text| text.bom)
    }

    /// The class of some terminators.
    pub(super) fn class_of(&self, terminators: &LineTerminators) -> usize {
        let wanted = Terminators::Preset(terminators.clone());
        let found = self
            .classes
            .iter()
            .position(|class| class.contains(&wanted));
        found.unwrap_or(0)
    }
}

fn index<'s>(bytes: &'s [u8], class: Option<&Vec<Terminators>>) -> LineIndex<'s> {
    let first = class.and_then(|class| class.first());
    let terminators = first.map(Terminators::preset).unwrap_or_default();
    let options = LineIndexOptions {
        terminators,
        bom: BomPolicy::Count,
        ill_formed: IllFormed::Replacement,
    };
    LineIndex::with_options(bytes, &options)
}
