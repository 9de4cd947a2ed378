//! One hypothesis held against all cases: how many it explains, and which it does not.

use alloc::borrow::ToOwned;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;

use super::case::{Case, Field};
use super::evidence::{self, Verdict};
use super::texts::{Text, Texts};
use super::way::{Anchor, Ends, Hypothesis, OffsetEnd, Offsets, Places, Truth};
use crate::text::EndRule;
use crate::validate::{MAY_BE_CHANGED, NotChecked};

/// The cases that there is a text for, and what they are held against.
pub(super) struct Evaluator<'c, 's> {
    pub(super) cases: &'c [Case],
    pub(super) texts: &'c Texts<'s>,
    /// Which cases have a text.
    pub(super) examined: Vec<usize>,
    pub(super) declared: Hypothesis,
    /// The word of the declared line terminators.
    pub(super) terminators: &'static str,
}

/// Why a hypothesis does not explain a case.
#[derive(Debug, Clone, Copy)]
pub(super) struct Miss {
    pub(super) case: usize,
    /// The number that is wrong; nothing if the text there is another one.
    pub(super) field: Option<Field>,
    /// What it would have to be.
    pub(super) computed: Option<i64>,
}

/// How well a hypothesis explains the cases.
#[derive(Debug, Clone)]
pub(super) struct Score {
    pub(super) hypothesis: Hypothesis,
    /// How many cases it explains.
    pub(super) fits: u64,
    /// How many of those something else than a number confirms.
    pub(super) proved: u64,
    /// How many pieces of evidence agree, names left aside.
    pub(super) support: u64,
    /// How many cases have their name in them.
    pub(super) named: u64,
    /// How many cases have offsets and columns that confirm each other.
    pub(super) crossed: u64,
    /// The first cases that it does not explain.
    pub(super) misses: Vec<Miss>,
    /// A hash of the places of all cases: equal where these are.
    pub(super) places: u64,
}

/// So many misses are kept.
pub(super) const MISSES: usize = 64;

impl<'s> Evaluator<'_, 's> {
    pub(super) fn case(&self, at: usize) -> Option<(&Case, &Text<'s>)> {
        Some((self.cases.get(at)?, self.texts.text(at)?))
    }

    /// The cases of each text.
    pub(super) fn files(&self) -> BTreeMap<usize, Vec<usize>> {
        let mut files: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for case in &self.examined {
            if let Some(text) = self.texts.of.get(*case).copied().flatten() {
                files.entry(text).or_default().push(*case);
            }
        }
        files
    }

    /// Holds some cases against a hypothesis, until there are more misses than `limit`.
    pub(super) fn evaluate(&self, hypothesis: Hypothesis, cases: &[usize], limit: u64) -> Score {
        let mut score = Score {
            hypothesis,
            fits: 0,
            proved: 0,
            support: 0,
            named: 0,
            crossed: 0,
            misses: Vec::new(),
            places: 0xcbf2_9ce4_8422_2325,
        };
        let mut missed = 0;
        for at in cases {
            let Some((case, text)) = self.case(*at) else {
                continue;
            };
            match explain(&hypothesis, case, text) {
                Ok((truth, support, named)) => {
                    score.fits += 1;
                    score.support += support;
                    score.named += u64::from(named);
                    score.proved += u64::from(support > 0 || named);
                    score.crossed += u64::from(is_crossed(case));
                    score.note(truth);
                }
                Err((field, computed)) => {
                    missed += 1;
                    if missed > limit {
                        return score;
                    }
                    if score.misses.len() < MISSES {
                        score.misses.push(Miss {
                            case: *at,
                            field,
                            computed,
                        });
                    }
                }
            }
        }
        score
    }

    /// Leaves out the cases that nothing shows to be of the given text, if the declared convention
    /// does not explain them. Says of which files they are.
    pub(super) fn leave_unshown(&mut self) -> Vec<NotChecked> {
        let is_of_another = |at: &usize| {
            self.case(*at).is_some_and(|(case, text)| {
                case.unshown && explain(&self.declared, case, text).is_err()
            })
        };
        let (left, examined): (Vec<usize>, Vec<usize>) =
            self.examined.iter().partition(|at| is_of_another(at));
        self.examined = examined;
        let left = left.into_iter().filter_map(|at| self.cases.get(at));
        let paths: BTreeSet<&str> = left.map(|case| case.path.as_str()).collect();
        let paths = paths.into_iter().map(ToOwned::to_owned);
        let left = paths.map(|path| NotChecked {
            what: path.into(),
            why: MAY_BE_CHANGED.into(),
        });
        left.collect()
    }

    /// Whether a hypothesis puts each case where another one does, and explains it.
    pub(super) fn explains_all(&self, hypothesis: &Hypothesis, truths: &[Option<Truth>]) -> bool {
        self.examined.iter().zip(truths).all(|(at, truth)| {
            let (Some(truth), Some((case, text))) = (truth, self.case(*at)) else {
                return true;
            };
            numbers(hypothesis, case, text, *truth, false).is_ok()
        })
    }

    /// Where each case is under a hypothesis.
    pub(super) fn truths(&self, hypothesis: &Hypothesis, cases: &[usize]) -> Vec<Option<Truth>> {
        let truth = |at: &usize| {
            let (case, text) = self.case(*at)?;
            hypothesis.truth(case, text).ok()
        };
        cases.iter().map(truth).collect()
    }
}

impl Score {
    /// Notes the place of a case.
    fn note(&mut self, (start, end): Truth) {
        for number in [start, end.unwrap_or(u64::MAX)] {
            self.places = (self.places ^ number).wrapping_mul(0x0000_0100_0000_01b3);
            self.places ^= self.places >> 29;
        }
    }

    /// Whether anything but the absence of contradiction speaks for it.
    pub(super) const fn is_confirmed(&self) -> bool {
        self.named > 0 || self.is_confirmed_without_names()
    }

    /// The same, whatever the names say.
    pub(super) const fn is_confirmed_without_names(&self) -> bool {
        self.support > 0 || self.crossed > 0
    }

    /// All pieces of evidence that agree.
    pub(super) const fn evidence(&self) -> u64 {
        self.support + self.named
    }
}

/// Whether a case states its place twice.
fn is_crossed(case: &Case) -> bool {
    let states = |field| case.number(field).is_some();
    states(Field::ByteStart) && states(Field::StartLine) && states(Field::StartColumn)
}

/// The number that is wrong, if one is, and what it would have to be.
type Wrong = (Option<Field>, Option<i64>);

/// The place of a case, the pieces of evidence for it and whether its name is there, or what is
/// wrong.
fn explain(
    hypothesis: &Hypothesis,
    case: &Case,
    text: &Text<'_>,
) -> Result<(Truth, u64, bool), Wrong> {
    let truth = hypothesis
        .truth(case, text)
        .map_err(|field| (field, None))?;
    let (support, named) = match evidence::ask(case, text, truth) {
        Verdict::Differs => return Err((None, None)),
        Verdict::Silent => (0, false),
        Verdict::Agrees(pieces, named) => (pieces, named),
    };
    numbers(hypothesis, case, text, truth, true)?;
    Ok((truth, support, named))
}

/// Whether all numbers of a case stand for its place. `anchored`: whether the place was taken from
/// the numbers of the anchor, which need not be computed then.
fn numbers(
    hypothesis: &Hypothesis,
    case: &Case,
    text: &Text<'_>,
    truth: Truth,
    anchored: bool,
) -> Result<(), Wrong> {
    if let Some(ways) = &hypothesis.offsets {
        let known = anchored && hypothesis.anchor == Anchor::Offsets;
        offsets(ways, case, text, truth, known)?;
    }
    if let Some(ways) = &hypothesis.places {
        places(ways, case, text, truth)?;
    }
    Ok(())
}

/// Whether a number is as computed, if it is stated.
fn same(case: &Case, field: Field, computed: Option<i64>) -> Result<(), Wrong> {
    match case.number(field) {
        Some(stated) if Some(stated) != computed => Err((Some(field), computed)),
        _ => Ok(()),
    }
}

fn offsets(
    ways: &Ends<Offsets, OffsetEnd>,
    case: &Case,
    text: &Text<'_>,
    (start, end): Truth,
    known: bool,
) -> Result<(), Wrong> {
    if !known {
        same(case, Field::ByteStart, ways.start.number(text, start))?;
    }
    if let Some(end) = end
        && (!known || case.text.is_some())
    {
        let computed = ways.end.end_number(text, ways.rule, (start, end));
        same(case, Field::ByteEnd, computed)?;
    }
    Ok(())
}

fn places(
    ways: &Ends<Places, EndRule>,
    case: &Case,
    text: &Text<'_>,
    (start, end): Truth,
) -> Result<(), Wrong> {
    let numbers = |way: Places, plain: Option<(i64, i64)>| Some(way.based(plain?));
    let states = |line, column| case.number(line).is_some() || case.number(column).is_some();
    if states(Field::StartLine, Field::StartColumn) {
        let found = numbers(ways.start, ways.start.plain(text, start));
        same(case, Field::StartLine, found.map(|found| found.0))?;
        same(case, Field::StartColumn, found.map(|found| found.1))?;
    }
    if let Some(end) = end
        && states(Field::EndLine, Field::EndColumn)
    {
        let plain = ways.end.plain_end(text, ways.rule, (start, end));
        let found = numbers(ways.end, plain);
        same(case, Field::EndLine, found.map(|found| found.0))?;
        same(case, Field::EndColumn, found.map(|found| found.1))?;
    }
    Ok(())
}
