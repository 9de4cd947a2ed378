//! Which hypotheses are held against all ranges, and how they rank.
//!
//! The ways to count multiply: units, bases, marks, terminators, rules for the end.
//! They are not tried one with another. A way to read one kind of numbers gives each
//! range a place (an *anchor*); anchors that give the same places are one. From the
//! places, the way of all other numbers is *counted*: each axis on its own. That is
//! done for a sample, in which the ranges come first that tell hypotheses apart; the
//! few that are left are held against all ranges, and those that the best does not
//! explain join the sample.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;

use super::case::Field;
use super::evaluator::{Evaluator, Score};
use super::evidence::{self, Verdict};
use super::tally;
use super::way::{Anchor, Ends, Hypothesis, OffsetEnd, Offsets, Places, Truth, Unit};
use crate::text::{BomPolicy, EndRule, PositionEncoding};

pub(super) const BOMS: [BomPolicy; 2] = [BomPolicy::Count, BomPolicy::Strip];
pub(super) const ENCODINGS: [PositionEncoding; 3] = [
    PositionEncoding::Utf8,
    PositionEncoding::Utf16,
    PositionEncoding::Utf32,
];
pub(super) const RULES: [EndRule; 3] = [EndRule::After, EndRule::LastByte, EndRule::Inclusive];
pub(super) const OFFSET_ENDS: [OffsetEnd; 3] =
    [OffsetEnd::After, OffsetEnd::Inclusive, OffsetEnd::Length];

/// So many ranges of each of three kinds are in the first sample.
const SAMPLE: usize = 48;
/// For so many of the sets of places that the anchors give, the other numbers are counted.
const GROUPS: usize = 24;
/// So many hypotheses of each round are held against all ranges.
const HEARD: usize = 6;
/// So many names are no accident.
const SEVERAL: u64 = 2;
/// How often ranges may join the sample.
const ROUNDS: usize = 4;

/// Which ways are thought of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reach {
    /// Those that tools use.
    Usual,
    /// Columns of a terminal, and those that were converted twice, too.
    Far,
}

/// Ranks the hypotheses, the best first. The declared one is among them.
pub(super) fn search(evaluator: &Evaluator<'_, '_>) -> Vec<Score> {
    let declared = evaluator.evaluate(evaluator.declared, &evaluator.examined, u64::MAX);
    let mut scores = alloc::vec![declared];
    let all = evaluator.examined.len() as u64;
    let mut sample = first_sample(evaluator);
    let mut reach = Reach::Usual;
    for _ in 0..ROUNDS {
        let mut candidates: Vec<Score> = candidates(evaluator, &sample, reach)
            .into_iter()
            .map(|hypothesis| evaluator.evaluate(hypothesis, &sample, u64::MAX))
            .collect();
        rank(evaluator, &mut candidates);
        for candidate in candidates.into_iter().take(HEARD) {
            let known = |one: &Score| one.hypothesis == candidate.hypothesis;
            if !scores.iter().any(known) {
                scores.push(evaluator.evaluate(
                    candidate.hypothesis,
                    &evaluator.examined,
                    u64::MAX,
                ));
            }
        }
        rank(evaluator, &mut scores);
        let Some(best) = scores.first() else { break };
        // A way with several oddities may explain everything by accident, where one unusual way
        // explains it, too.
        let is_simple = unlikeness(evaluator, &best.hypothesis) <= 1;
        if best.fits == all && (is_simple || reach == Reach::Far) {
            break;
        }
        let known: BTreeSet<usize> = sample.iter().copied().collect();
        let missed = best.misses.iter().map(|miss| miss.case);
        let new: Vec<usize> = missed.filter(|case| !known.contains(case)).collect();
        if new.is_empty() && reach == Reach::Far {
            break;
        }
        // What no usual way explains may be explained by an unusual one.
        reach = Reach::Far;
        sample.extend(new);
    }
    prefer_declared(evaluator, &mut scores);
    scores
}

/// Puts the declared convention first where it explains everything, and only names speak more for
/// another one. A name may have a letter more than its range (`println!` for `println`), and
/// another way to count may take that in by accident. It is no accident, if the declared convention
/// has no name in place and the other one has several.
fn prefer_declared(evaluator: &Evaluator<'_, '_>, scores: &mut [Score]) {
    let is_declared = |one: &Score| one.hypothesis == evaluator.declared;
    let (Some(at), Some(best)) = (scores.iter().position(is_declared), scores.first()) else {
        return;
    };
    let Some(declared) = scores.get(at) else {
        return;
    };
    let explains = declared.fits == evaluator.examined.len() as u64;
    if explains
        && declared.is_confirmed_without_names()
        && by_accident(best, declared)
        && let Some(before) = scores.get_mut(..=at)
    {
        before.rotate_right(1);
    }
}

/// Whether only names speak more for one hypothesis than for another, and too few of them.
pub(super) fn by_accident(one: &Score, other: &Score) -> bool {
    one.support == other.support && (other.named > 0 || one.named < SEVERAL)
}

/// Sorts by how much is explained, then by how much confirms it, then by how like the declared
/// convention it is.
fn rank(evaluator: &Evaluator<'_, '_>, scores: &mut [Score]) {
    scores.sort_by_key(|one| {
        (
            core::cmp::Reverse((one.fits, one.evidence())),
            unlikeness(evaluator, &one.hypothesis),
            has_own_end(&one.hypothesis),
            anchor_order(one.hypothesis.anchor),
        )
    });
}

/// How much has to be assumed: one for each axis, and more for a base that no tool
/// counts from by design.
pub(super) fn unlikeness(evaluator: &Evaluator<'_, '_>, hypothesis: &Hypothesis) -> u32 {
    deviation(evaluator, hypothesis).count_ones() + 2 * u32::from(is_odd(hypothesis))
}

/// Whether the ends are counted in another way than the starts.
pub(super) fn has_own_end(hypothesis: &Hypothesis) -> bool {
    let differs = |ways: Ends<Offsets, _>| ways.start != ways.end;
    hypothesis.offsets.is_some_and(differs)
        || hypothesis.places.is_some_and(|ways| ways.start != ways.end)
}

/// Whether offsets are counted from a base that no tool counts from by design.
pub(super) fn is_odd(hypothesis: &Hypothesis) -> bool {
    let usual = |base: i64| (0..=1).contains(&base);
    let ways = hypothesis.offsets;
    ways.is_some_and(|ways| !usual(ways.start.base) || !usual(ways.end.base))
}

const fn anchor_order(anchor: Anchor) -> u8 {
    match anchor {
        Anchor::Offsets => 0,
        Anchor::Places => 1,
        Anchor::OnLine { .. } => 2,
        Anchor::InFile => 3,
    }
}

/// The axes of [`deviation`] of how offsets are counted.
pub(super) const OF_OFFSETS: u32 = 0x1FF;

/// Those of how lines are counted: terminators and base, of either end.
pub(super) const OF_LINES: u32 = 0b11 << 10 | 0b11 << 15;

/// Those of how columns are counted: unit, mark and base, of either end.
pub(super) const OF_COLUMNS: u32 = 0b111 << 12 | 0b111 << 17;

/// The one of which position is the end: of a range that ends with a line, it may be in the next.
pub(super) const OF_LAST_LINE: u32 = 1 << 9;

/// The axes on which a hypothesis is not the declared one, as bits; `words` has their names.
pub(super) fn deviation(evaluator: &Evaluator<'_, '_>, hypothesis: &Hypothesis) -> u32 {
    let mut bits = 0;
    let mut set = |bit: u32, differs: bool| bits |= u32::from(differs) << bit;
    if let (Some(a), Some(b)) = (hypothesis.offsets, evaluator.declared.offsets) {
        set(0, a.rule != b.rule);
        for (shift, way, own) in [(1, a.start, b.start), (5, a.end, b.end)] {
            // What both ends share counts once.
            if shift == 5 && a.end == a.start {
                continue;
            }
            set(shift, way.unit != own.unit);
            set(shift + 1, way.bom != own.bom);
            set(shift + 2, way.reading != own.reading);
            set(shift + 3, way.base != own.base);
        }
    }
    if let (Some(a), Some(b)) = (hypothesis.places, evaluator.declared.places) {
        set(9, a.rule != b.rule);
        for (shift, way, own) in [(10, a.start, b.start), (15, a.end, b.end)] {
            if shift == 15 && a.end == a.start {
                continue;
            }
            set(shift, way.class != own.class);
            set(shift + 1, way.line_base != own.line_base);
            set(shift + 2, way.unit != own.unit);
            set(shift + 3, way.bom != own.bom);
            set(shift + 4, way.column_base != own.column_base);
        }
    }
    bits
}

/// Whether a hypothesis assumes all that another one does, and perhaps more: it has the values of
/// the other one wherever that is not as declared.
pub(super) fn assumes(
    evaluator: &Evaluator<'_, '_>,
    hypothesis: &Hypothesis,
    other: &Hypothesis,
) -> bool {
    fn same<V: PartialEq + Copy>(value: V, other: V, declared: V) -> bool {
        other == declared || value == other
    }
    // To count both ends in one way is to assume less than to count each in its own.
    if has_own_end(other) && !has_own_end(hypothesis) {
        return false;
    }
    let offsets = match (
        hypothesis.offsets,
        other.offsets,
        evaluator.declared.offsets,
    ) {
        (Some(a), Some(b), Some(own)) => {
            same(a.rule, b.rule, own.rule)
                && [(a.start, b.start, own.start), (a.end, b.end, own.end)]
                    .into_iter()
                    .all(|(a, b, own)| {
                        same(a.unit, b.unit, own.unit)
                            && same(a.bom, b.bom, own.bom)
                            && same(a.reading, b.reading, own.reading)
                            && same(a.base, b.base, own.base)
                    })
        }
        _ => true,
    };
    let places = match (hypothesis.places, other.places, evaluator.declared.places) {
        (Some(a), Some(b), Some(own)) => {
            same(a.rule, b.rule, own.rule)
                && [(a.start, b.start, own.start), (a.end, b.end, own.end)]
                    .into_iter()
                    .all(|(a, b, own)| {
                        same(a.class, b.class, own.class)
                            && same(a.line_base, b.line_base, own.line_base)
                            && same(a.unit, b.unit, own.unit)
                            && same(a.bom, b.bom, own.bom)
                            && same(a.column_base, b.column_base, own.column_base)
                    })
        }
        _ => true,
    };
    offsets && places
}

/// Whether a hypothesis counts one end of the ranges like another hypothesis, and the other end as
/// declared.
pub(super) fn halves(
    evaluator: &Evaluator<'_, '_>,
    hypothesis: &Hypothesis,
    other: &Hypothesis,
) -> bool {
    fn half<W: PartialEq + Copy, R: PartialEq>(
        hypothesis: Option<Ends<W, R>>,
        other: Option<Ends<W, R>>,
        declared: Option<Ends<W, R>>,
    ) -> bool {
        match (hypothesis, other, declared) {
            (Some(a), Some(b), Some(own)) => {
                a.rule == b.rule
                    && (a.start == b.start || a.start == own.start)
                    && (a.end == b.end || a.end == own.end)
            }
            _ => true,
        }
    }
    let declared = &evaluator.declared;
    has_own_end(hypothesis)
        && !has_own_end(other)
        && half(hypothesis.offsets, other.offsets, declared.offsets)
        && half(hypothesis.places, other.places, declared.places)
}

/// Ranges among which every kind of difference can be expected to show.
fn first_sample(evaluator: &Evaluator<'_, '_>) -> Vec<usize> {
    let mut near = Vec::new();
    let mut special = Vec::new();
    for at in &evaluator.examined {
        let Some((case, text)) = evaluator.case(*at) else {
            continue;
        };
        if text.is_plain() {
            continue;
        }
        special.push(*at);
        if near.len() < SAMPLE {
            let start = case.number(Field::ByteStart).unwrap_or_default();
            let start = usize::try_from(start).unwrap_or_default();
            let bytes = text.bytes();
            let end = start.saturating_add(40).min(bytes.len());
            let window = bytes.get(start.saturating_sub(80)..end);
            if window.is_some_and(|window| !window.is_ascii()) {
                near.push(*at);
            }
        }
    }
    let mut sample = near;
    for some in [&special, &evaluator.examined] {
        let step = some.len().div_ceil(SAMPLE).max(1);
        sample.extend(some.iter().step_by(step));
        sample.extend(some.last());
    }
    sample.sort_unstable();
    sample.dedup();
    sample
}

/// The hypotheses that a sample suggests.
fn candidates(evaluator: &Evaluator<'_, '_>, sample: &[usize], reach: Reach) -> Vec<Hypothesis> {
    let mut groups: BTreeMap<Vec<Option<Truth>>, Hypothesis> = BTreeMap::new();
    for anchor in anchors(evaluator, sample) {
        let truths = evaluator.truths(&anchor, sample);
        if truths.iter().all(Option::is_none) {
            continue;
        }
        let unlike = |hypothesis: &Hypothesis| {
            let bits = unlikeness(evaluator, hypothesis);
            (bits, anchor_order(hypothesis.anchor))
        };
        let group = groups.entry(truths).or_insert(anchor);
        if unlike(&anchor) < unlike(group) {
            *group = anchor;
        }
    }
    let mut groups: Vec<(usize, Vec<Option<Truth>>, Hypothesis)> = groups
        .into_iter()
        .map(|(truths, anchor)| {
            let possible = truths.iter().zip(sample).filter(|(truth, at)| {
                let case = evaluator.case(**at).zip(**truth);
                case.is_some_and(|((case, text), truth)| {
                    evidence::ask(case, text, truth) != Verdict::Differs
                })
            });
            (possible.count(), truths, anchor)
        })
        .collect();
    groups.sort_by_key(|(possible, _, anchor)| {
        (core::cmp::Reverse(*possible), unlikeness(evaluator, anchor))
    });
    let mut all = Vec::new();
    for (_, truths, anchor) in groups.into_iter().take(GROUPS) {
        for hypothesis in tally::suggest(evaluator, sample, &truths, anchor, reach) {
            if !all.contains(&hypothesis) {
                all.push(hypothesis);
            }
        }
    }
    all
}

/// Every way to say where the ranges are.
fn anchors(evaluator: &Evaluator<'_, '_>, sample: &[usize]) -> Vec<Hypothesis> {
    let states = |fields: &[Field]| {
        let cases = sample.iter().filter_map(|at| evaluator.cases.get(*at));
        let mut all = cases.map(|case| fields.iter().all(|field| case.number(*field).is_some()));
        all.any(|all| all)
    };
    let Hypothesis {
        offsets, places, ..
    } = evaluator.declared;
    let with = |anchor| Hypothesis {
        anchor,
        offsets,
        places,
    };
    let mut all = alloc::vec![evaluator.declared];
    if states(&[Field::ByteStart]) {
        all.extend(offset_ways(evaluator).map(|ways| Hypothesis {
            offsets: Some(ways),
            ..with(Anchor::Offsets)
        }));
    }
    if states(&[Field::StartLine, Field::StartColumn]) {
        all.extend(place_ways(evaluator).map(|ways| Hypothesis {
            places: Some(ways),
            ..with(Anchor::Places)
        }));
    }
    let mut cases = sample.iter().filter_map(|at| evaluator.cases.get(*at));
    if cases.any(|case| case.text.is_some()) {
        if states(&[Field::StartLine]) {
            for class in 0..evaluator.texts.classes.len() {
                all.extend([0, 1].map(|base| with(Anchor::OnLine { class, base })));
            }
        }
        all.push(with(Anchor::InFile));
    }
    all
}

/// The policies for byte order marks that differ on these texts.
pub(super) fn boms(evaluator: &Evaluator<'_, '_>, declared: BomPolicy) -> Vec<BomPolicy> {
    if evaluator.texts.have_mark() {
        BOMS.to_vec()
    } else {
        alloc::vec![declared]
    }
}

/// The units that differ on these texts.
pub(super) fn encodings(
    evaluator: &Evaluator<'_, '_>,
    declared: PositionEncoding,
) -> Vec<PositionEncoding> {
    if evaluator.texts.are_ascii() {
        alloc::vec![declared]
    } else {
        ENCODINGS.to_vec()
    }
}

fn offset_ways(evaluator: &Evaluator<'_, '_>) -> impl Iterator<Item = Ends<Offsets, OffsetEnd>> {
    let declared = evaluator.declared.offsets.map(|ways| ways.start);
    let unit = declared.map_or(PositionEncoding::Utf8, |way| way.unit);
    let bom = declared.map_or(BomPolicy::Count, |way| way.bom);
    let mut all = Vec::new();
    for unit in encodings(evaluator, unit) {
        for bom in boms(evaluator, bom) {
            for reading in evaluator.texts.readings.iter().copied() {
                for base in [0, 1] {
                    let way = Offsets {
                        unit,
                        bom,
                        reading,
                        base,
                    };
                    all.extend(OFFSET_ENDS.map(|rule| Ends::both(way, rule)));
                }
            }
        }
    }
    all.into_iter()
}

fn place_ways(evaluator: &Evaluator<'_, '_>) -> impl Iterator<Item = Ends<Places, EndRule>> {
    let declared = evaluator.declared.places.map(|ways| ways.start);
    let unit = match declared.map(|way| way.unit) {
        Some(Unit::Encoded(unit)) => unit,
        _ => PositionEncoding::Utf8,
    };
    let bom = declared.map_or(BomPolicy::Count, |way| way.bom);
    let mut all = Vec::new();
    for class in 0..evaluator.texts.classes.len() {
        for unit in encodings(evaluator, unit) {
            for bom in boms(evaluator, bom) {
                for (line_base, column_base) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                    let way = Places {
                        class,
                        line_base,
                        unit: Unit::Encoded(unit),
                        bom,
                        column_base,
                    };
                    all.extend(RULES.map(|rule| Ends::both(way, rule)));
                }
            }
        }
    }
    all.into_iter()
}
