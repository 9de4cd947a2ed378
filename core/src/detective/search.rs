//! Which hypotheses are worth a full hearing, and how they rank.
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
use super::court::{Court, Standing};
use super::evidence::{self, Verdict};
use super::tally;
use super::way::{Anchor, Ends, OffsetEnd, Offsets, Places, Theory, Truth, Unit};
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

/// Ranges of the first sample, of each of its three kinds.
const SAMPLE: usize = 48;
/// Places that are counted from, of all that the anchors give.
const GROUPS: usize = 24;
/// Hypotheses that are held against all ranges.
const HEARD: usize = 6;
/// How often ranges may join the sample.
const ROUNDS: usize = 4;

/// Which ways are thought of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reach {
    /// Those that tools use.
    Usual,
    /// Columns of a terminal, too, and one added twice.
    Far,
}

/// Ranks the hypotheses, the best first. The declared one is among them.
pub(super) fn search(court: &Court<'_, '_>) -> Vec<Standing> {
    let declared = court.judge(court.declared, &court.examined, u64::MAX);
    let mut heard = alloc::vec![declared];
    let all = court.examined.len() as u64;
    let mut sample = first_sample(court);
    let mut reach = Reach::Usual;
    for _ in 0..ROUNDS {
        let mut candidates: Vec<Standing> = candidates(court, &sample, reach)
            .into_iter()
            .map(|theory| court.judge(theory, &sample, u64::MAX))
            .collect();
        rank(court, &mut candidates);
        for candidate in candidates.into_iter().take(HEARD) {
            let known = |one: &Standing| one.theory == candidate.theory;
            if !heard.iter().any(known) {
                heard.push(court.judge(candidate.theory, &court.examined, u64::MAX));
            }
        }
        rank(court, &mut heard);
        let Some(best) = heard.first() else { break };
        if best.fits == all {
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
    heard
}

/// Sorts by what is explained, then by what confirms it, then by what is least unlike
/// the declared convention.
fn rank(court: &Court<'_, '_>, standings: &mut [Standing]) {
    standings.sort_by_key(|one| {
        (
            core::cmp::Reverse((one.fits, one.support)),
            unlikeness(court, &one.theory),
            anchor_order(one.theory.anchor),
        )
    });
}

/// How much has to be assumed: one for each axis, and more for a base that no tool
/// counts from by design.
pub(super) fn unlikeness(court: &Court<'_, '_>, theory: &Theory) -> u32 {
    deviation(court, theory).count_ones() + 2 * u32::from(is_odd(theory))
}

/// Whether offsets are counted from a base that no tool counts from by design.
pub(super) fn is_odd(theory: &Theory) -> bool {
    let usual = |base: i64| (0..=1).contains(&base);
    let ways = theory.offsets;
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

/// The axes on which a theory is not the declared one, as bits.
pub(super) fn deviation(court: &Court<'_, '_>, theory: &Theory) -> u32 {
    let mut bits = 0;
    let mut set = |bit: u32, differs: bool| bits |= u32::from(differs) << bit;
    if let (Some(a), Some(b)) = (theory.offsets, court.declared.offsets) {
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
    if let (Some(a), Some(b)) = (theory.places, court.declared.places) {
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

/// Whether a theory has the values of another one wherever that is not the declared
/// one: whether it assumes the same, and perhaps then some.
pub(super) fn assumes(court: &Court<'_, '_>, theory: &Theory, other: &Theory) -> bool {
    fn same<V: PartialEq + Copy>(value: V, other: V, declared: V) -> bool {
        other == declared || value == other
    }
    let offsets = match (theory.offsets, other.offsets, court.declared.offsets) {
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
    let places = match (theory.places, other.places, court.declared.places) {
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

/// Ranges among which every kind of difference can be expected to show.
fn first_sample(court: &Court<'_, '_>) -> Vec<usize> {
    let mut near = Vec::new();
    let mut special = Vec::new();
    for at in &court.examined {
        let Some((case, text)) = court.case(*at) else {
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
            let window = bytes.get(start.saturating_sub(80)..(start + 40).min(bytes.len()));
            if window.is_some_and(|window| !window.is_ascii()) {
                near.push(*at);
            }
        }
    }
    let mut sample = near;
    for some in [&special, &court.examined] {
        let step = some.len().div_ceil(SAMPLE).max(1);
        sample.extend(some.iter().step_by(step));
        sample.extend(some.last());
    }
    sample.sort_unstable();
    sample.dedup();
    sample
}

/// The hypotheses that a sample suggests.
fn candidates(court: &Court<'_, '_>, sample: &[usize], reach: Reach) -> Vec<Theory> {
    let mut groups: BTreeMap<Vec<Option<Truth>>, Theory> = BTreeMap::new();
    for anchor in anchors(court, sample) {
        let truths = court.truths(&anchor, sample);
        if truths.iter().all(Option::is_none) {
            continue;
        }
        let unlike = |theory: &Theory| {
            let bits = unlikeness(court, theory);
            (bits, anchor_order(theory.anchor))
        };
        let group = groups.entry(truths).or_insert(anchor);
        if unlike(&anchor) < unlike(group) {
            *group = anchor;
        }
    }
    let mut groups: Vec<(usize, Vec<Option<Truth>>, Theory)> = groups
        .into_iter()
        .map(|(truths, anchor)| {
            let possible = truths.iter().zip(sample).filter(|(truth, at)| {
                let case = court.case(**at).zip(**truth);
                case.is_some_and(|((case, text), truth)| {
                    evidence::ask(case, text, truth) != Verdict::Differs
                })
            });
            (possible.count(), truths, anchor)
        })
        .collect();
    groups.sort_by_key(|(possible, _, anchor)| {
        (core::cmp::Reverse(*possible), unlikeness(court, anchor))
    });
    let mut all = Vec::new();
    for (_, truths, anchor) in groups.into_iter().take(GROUPS) {
        for theory in tally::suggest(court, sample, &truths, anchor, reach) {
            if !all.contains(&theory) {
                all.push(theory);
            }
        }
    }
    all
}

/// Every way to say where the ranges are.
fn anchors(court: &Court<'_, '_>, sample: &[usize]) -> Vec<Theory> {
    let states = |fields: &[Field]| {
        let cases = sample.iter().filter_map(|at| court.cases.get(*at));
        let mut all = cases.map(|case| fields.iter().all(|field| case.number(*field).is_some()));
        all.any(|all| all)
    };
    let Theory {
        offsets, places, ..
    } = court.declared;
    let with = |anchor| Theory {
        anchor,
        offsets,
        places,
    };
    let mut all = alloc::vec![court.declared];
    if states(&[Field::ByteStart]) {
        all.extend(offset_ways(court).map(|ways| Theory {
            offsets: Some(ways),
            ..with(Anchor::Offsets)
        }));
    }
    if states(&[Field::StartLine, Field::StartColumn]) {
        all.extend(place_ways(court).map(|ways| Theory {
            places: Some(ways),
            ..with(Anchor::Places)
        }));
    }
    let mut cases = sample.iter().filter_map(|at| court.cases.get(*at));
    if cases.any(|case| case.text.is_some()) {
        if states(&[Field::StartLine]) {
            for class in 0..court.texts.classes.len() {
                all.extend([0, 1].map(|base| with(Anchor::OnLine { class, base })));
            }
        }
        all.push(with(Anchor::InFile));
    }
    all
}

/// Policies that make a difference to these texts.
pub(super) fn boms(court: &Court<'_, '_>, declared: BomPolicy) -> Vec<BomPolicy> {
    if court.texts.have_mark() {
        BOMS.to_vec()
    } else {
        alloc::vec![declared]
    }
}

/// Units that make a difference to these texts.
pub(super) fn encodings(
    court: &Court<'_, '_>,
    declared: PositionEncoding,
) -> Vec<PositionEncoding> {
    if court.texts.are_ascii() {
        alloc::vec![declared]
    } else {
        ENCODINGS.to_vec()
    }
}

fn offset_ways(court: &Court<'_, '_>) -> impl Iterator<Item = Ends<Offsets, OffsetEnd>> {
    let declared = court.declared.offsets.map(|ways| ways.start);
    let unit = declared.map_or(PositionEncoding::Utf8, |way| way.unit);
    let bom = declared.map_or(BomPolicy::Count, |way| way.bom);
    let mut all = Vec::new();
    for unit in encodings(court, unit) {
        for bom in boms(court, bom) {
            for reading in court.texts.readings.iter().copied() {
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

fn place_ways(court: &Court<'_, '_>) -> impl Iterator<Item = Ends<Places, EndRule>> {
    let declared = court.declared.places.map(|ways| ways.start);
    let unit = match declared.map(|way| way.unit) {
        Some(Unit::Encoded(unit)) => unit,
        _ => PositionEncoding::Utf8,
    };
    let bom = declared.map_or(BomPolicy::Count, |way| way.bom);
    let mut all = Vec::new();
    for class in 0..court.texts.classes.len() {
        for unit in encodings(court, unit) {
            for bom in boms(court, bom) {
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
