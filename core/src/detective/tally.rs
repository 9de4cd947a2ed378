//! From places to ways: given where the ranges are, how were their numbers counted?
//!
//! Each kind of numbers is looked at on its own, first both ends in one way, then
//! each end in its own.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::cmp::Reverse;

use super::case::{Case, Field};
use super::evaluator::Evaluator;
use super::search::{OFFSET_ENDS, RULES, Reach, boms, encodings, unlikeness};
use super::texts::Text;
use super::way::{Anchor, Ends, Hypothesis, OffsetEnd, Offsets, Places, Truth, Unit};
use crate::text::{BomPolicy, EndRule, PositionEncoding};

/// So many ways are handed on for one kind of numbers.
const KEPT: usize = 2;

type OffsetWays = Ends<Offsets, OffsetEnd>;
type PlaceWays = Ends<Places, EndRule>;

/// How often each way explains a range: both of its ends, its start, its end.
struct Counts<W, R> {
    both: BTreeMap<Ends<W, R>, u64>,
    start: BTreeMap<W, u64>,
    end: BTreeMap<(W, R), u64>,
    /// How many ranges were looked at.
    of: u64,
}

impl<W: Ord + Copy, R: Ord + Copy> Counts<W, R> {
    const fn new() -> Self {
        Self {
            both: BTreeMap::new(),
            start: BTreeMap::new(),
            end: BTreeMap::new(),
            of: 0,
        }
    }

    fn count(&mut self, way: W, rules: &[R], start: bool, end: impl Fn(R) -> bool) {
        if start {
            *self.start.entry(way).or_default() += 1;
        }
        for rule in rules {
            let end = end(*rule);
            if end {
                *self.end.entry((way, *rule)).or_default() += 1;
            }
            if start && end {
                *self.both.entry(Ends::both(way, *rule)).or_default() += 1;
            }
        }
    }

    /// The best ways to count both ends; if none explains all ranges, also the best one with a way
    /// of its own for each end.
    fn best(&self, unlike: impl Fn(&Ends<W, R>) -> u32) -> Vec<Ends<W, R>> {
        let mut all: Vec<(&Ends<W, R>, u64)> =
            self.both.iter().map(|(way, count)| (way, *count)).collect();
        all.sort_by_key(|(way, count)| (Reverse(*count), unlike(way)));
        let complete = all.first().is_some_and(|(_, count)| *count == self.of);
        let mut best: Vec<Ends<W, R>> = all.into_iter().take(KEPT).map(|(way, _)| *way).collect();
        if !complete {
            let both = |(start, (end, rule)): (&W, &(W, R))| Ends {
                start: *start,
                end: *end,
                rule: *rule,
            };
            let most = |counts: &mut dyn Iterator<Item = u64>| counts.max().unwrap_or_default();
            let starts = most(&mut self.start.values().copied());
            let ends = most(&mut self.end.values().copied());
            let starts = self.start.iter().filter(|(_, count)| **count == starts);
            let mut apart: Vec<Ends<W, R>> = starts
                .flat_map(|(start, _)| {
                    let ends = self.end.iter().filter(|(_, count)| **count == ends);
                    ends.map(move |(end, _)| both((start, end)))
                })
                .collect();
            apart.sort_by_key(unlike);
            best.extend(apart.first());
        }
        best
    }
}

/// The hypotheses that explain most of some places.
pub(super) fn suggest(
    evaluator: &Evaluator<'_, '_>,
    sample: &[usize],
    truths: &[Option<Truth>],
    anchor: Hypothesis,
    reach: Reach,
) -> Vec<Hypothesis> {
    let cases: Vec<(&Case, &Text<'_>, Truth)> = sample
        .iter()
        .zip(truths)
        .filter_map(|(at, truth)| {
            let (case, text) = evaluator.case(*at)?;
            Some((case, text, (*truth)?))
        })
        .collect();
    let mut offsets: Vec<Option<OffsetWays>> = alloc::vec![evaluator.declared.offsets];
    if cases
        .iter()
        .any(|(case, ..)| case.number(Field::ByteStart).is_some())
    {
        let bare = |ways: &OffsetWays| {
            let hypothesis = Hypothesis {
                offsets: Some(*ways),
                places: evaluator.declared.places,
                ..anchor
            };
            unlikeness(evaluator, &hypothesis)
        };
        let mut asked = sample.iter().filter_map(|at| evaluator.cases.get(*at));
        let shown = asked.any(|case| case.text.is_some());
        let best = offset_counts(evaluator, &cases, shown).best(bare);
        if !best.is_empty() {
            offsets = best.into_iter().map(Some).collect();
        }
    }
    let mut places: Vec<Option<PlaceWays>> = alloc::vec![evaluator.declared.places];
    if cases
        .iter()
        .any(|(case, ..)| case.number(Field::StartLine).is_some())
    {
        let bare = |ways: &PlaceWays| {
            let hypothesis = Hypothesis {
                offsets: evaluator.declared.offsets,
                places: Some(*ways),
                ..anchor
            };
            unlikeness(evaluator, &hypothesis)
        };
        let best = place_counts(evaluator, &cases, reach).best(bare);
        if !best.is_empty() {
            places = best.into_iter().map(Some).collect();
        }
    }
    let mut all = Vec::new();
    for offsets in &offsets {
        for places in &places {
            all.push(anchored(
                &cases,
                Hypothesis {
                    anchor: anchor.anchor,
                    offsets: *offsets,
                    places: *places,
                },
            ));
        }
    }
    all
}

/// Takes the places from the numbers instead of the texts, if they are the same: a text that stands
/// on its line twice is not found by itself, but by its numbers.
fn anchored(cases: &[(&Case, &Text<'_>, Truth)], hypothesis: Hypothesis) -> Hypothesis {
    let same = |hypothesis: &Hypothesis| {
        cases
            .iter()
            .all(|(case, text, truth)| hypothesis.truth(case, text) == Ok(*truth))
    };
    for anchor in [Anchor::Offsets, Anchor::Places] {
        let other = Hypothesis {
            anchor,
            ..hypothesis
        };
        if same(&other) {
            return other;
        }
    }
    hypothesis
}

fn offset_counts(
    evaluator: &Evaluator<'_, '_>,
    cases: &[(&Case, &Text<'_>, Truth)],
    shown: bool,
) -> Counts<Offsets, OffsetEnd> {
    let declared = evaluator.declared.offsets.map(|ways| ways.start);
    let unit = declared.map_or(PositionEncoding::Utf8, |way| way.unit);
    let bom = declared.map_or(BomPolicy::Count, |way| way.bom);
    let mut counts = Counts::new();
    counts.of = cases.len() as u64;
    for unit in encodings(evaluator, unit) {
        for bom in boms(evaluator, bom) {
            for reading in evaluator.texts.readings.iter().copied() {
                let plain = Offsets {
                    unit,
                    bom,
                    reading,
                    base: 0,
                };
                for base in bases(cases, plain, shown) {
                    let way = Offsets { base, ..plain };
                    for (case, text, truth) in cases {
                        offset_fits(&mut counts, case, text, *truth, way);
                    }
                }
            }
        }
    }
    counts
}

/// The bases that may explain a start: 0, 1, and another one if several ranges agree on it and the
/// text of any range is `shown`, whether it is among these or not.
fn bases(cases: &[(&Case, &Text<'_>, Truth)], way: Offsets, shown: bool) -> Vec<i64> {
    let mut seen: BTreeMap<i64, u64> = BTreeMap::new();
    for (case, text, (start, _)) in cases {
        if shown
            && let (Some(stated), Some(flat)) =
                (case.number(Field::ByteStart), way.number(text, *start))
        {
            *seen.entry(stated.saturating_sub(flat)).or_default() += 1;
        }
    }
    let most = seen.iter().max_by_key(|(_, count)| **count);
    let other = most.filter(|(base, count)| **count > 1 && !(0..=1).contains(*base));
    let mut bases = alloc::vec![0, 1];
    bases.extend(other.map(|(base, _)| *base));
    bases
}

fn offset_fits(
    counts: &mut Counts<Offsets, OffsetEnd>,
    case: &Case,
    text: &Text<'_>,
    (start, end): Truth,
    way: Offsets,
) {
    let fits = |field, computed: Option<i64>| {
        let stated = case.number(field);
        stated.is_none() || stated == computed
    };
    let first = fits(Field::ByteStart, way.number(text, start));
    counts.count(way, &OFFSET_ENDS, first, |rule| {
        let Some(end) = end else { return true };
        case.number(Field::ByteEnd).is_none()
            || fits(Field::ByteEnd, way.end_number(text, rule, (start, end)))
    });
}

fn place_counts(
    evaluator: &Evaluator<'_, '_>,
    cases: &[(&Case, &Text<'_>, Truth)],
    reach: Reach,
) -> Counts<Places, EndRule> {
    let declared = evaluator.declared.places.map(|ways| ways.start);
    let bom = declared.map_or(BomPolicy::Count, |way| way.bom);
    let unit = match declared.map(|way| way.unit) {
        Some(Unit::Encoded(unit)) => unit,
        _ => PositionEncoding::Utf8,
    };
    let mut units: Vec<Unit> = encodings(evaluator, unit)
        .into_iter()
        .map(Unit::Encoded)
        .collect();
    if reach == Reach::Far {
        units.extend(Unit::OTHERS);
    }
    let mut counts = Counts::new();
    counts.of = cases.len() as u64;
    for class in 0..evaluator.texts.classes.len() {
        for unit in &units {
            for bom in boms(evaluator, bom) {
                let plain = Places {
                    class,
                    line_base: 0,
                    unit: *unit,
                    bom,
                    column_base: 0,
                };
                for (case, text, truth) in cases {
                    place_fits(&mut counts, case, text, *truth, plain);
                }
            }
        }
    }
    counts
}

/// What columns are counted from; from 2 where one is added twice.
const COLUMN_BASES: [i64; 3] = [0, 1, 2];

fn place_fits(
    counts: &mut Counts<Places, EndRule>,
    case: &Case,
    text: &Text<'_>,
    (start, end): Truth,
    plain: Places,
) {
    let from = plain.plain(text, start);
    let ends = RULES.map(|rule| {
        let end = end?;
        Some(plain.plain_end(text, rule, (start, end)))
    });
    // Whether stated numbers are these, counted from the bases.
    let fits = |fields: (Field, Field), found: Option<(i64, i64)>, way: Places| {
        let (line, column) = (case.number(fields.0), case.number(fields.1));
        if line.is_none() && column.is_none() {
            return true;
        }
        found.is_some_and(|found| {
            let computed = way.based(found);
            line.is_none_or(|line| line == computed.0)
                && column.is_none_or(|column| column == computed.1)
        })
    };
    for line_base in [0, 1] {
        for column_base in COLUMN_BASES {
            let way = Places {
                line_base,
                column_base,
                ..plain
            };
            let first = fits((Field::StartLine, Field::StartColumn), from, way);
            counts.count(way, &RULES, first, |rule| {
                let at = RULES.iter().position(|known| *known == rule);
                let found = at.and_then(|at| ends.get(at).copied().flatten());
                end.is_none() || fits((Field::EndLine, Field::EndColumn), found.flatten(), way)
            });
        }
    }
}
