//! A way of its own for each file, where no single one explains all ranges.
//!
//! A document may hold the output of several runs, and a tool may read one file with its
//! mark and another one without. A way is believed of a file only if several of its ranges
//! agree on it, or if it is that of another file: almost any way explains one range. Nor are
//! offsets from such a base as -4 believed of one file among others: text that was taken out
//! or put in since would look the same.

use alloc::vec::Vec;
use core::cmp::Reverse;

use super::conclusion::Conclusion;
use super::evaluator::{Evaluator, Miss, Score};
use super::moved::Doubt;
use super::search::{deviation, is_odd, search};
use super::way::Hypothesis;

/// So many files are searched, of those that the declared convention does not explain. What
/// explains these is tried on the others.
const SEARCHED: usize = 16;

/// The way of one file.
#[derive(Debug)]
pub(super) struct OfFile {
    /// Its ranges.
    pub(super) cases: Vec<usize>,
    pub(super) best: Score,
    /// The first range that the declared convention does not explain.
    pub(super) missed: Option<Miss>,
    /// Whether another way explains its ranges as well, and puts them elsewhere.
    pub(super) tied: bool,
    /// Why its way is not believed, if that makes it count as tied.
    pub(super) doubt: Option<Doubt>,
}

/// The way of each file, in the order of the document; nothing, unless each file has one
/// and they are not all the same.
pub(super) fn by_file(evaluator: &Evaluator<'_, '_>) -> Vec<OfFile> {
    let groups = evaluator.files();
    if groups.len() < 2 {
        return Vec::new();
    }
    let mut groups: Vec<Vec<usize>> = groups.into_values().collect();
    groups.sort_by_key(|cases| Reverse(cases.len()));
    let mut known = alloc::vec![evaluator.declared];
    let mut all: Vec<OfFile> = Vec::with_capacity(groups.len());
    let mut searches = 0;
    for cases in groups {
        let alone = Evaluator {
            cases: evaluator.cases,
            texts: evaluator.texts,
            examined: cases,
            declared: evaluator.declared,
            terminators: evaluator.terminators,
        };
        let declared = alone.evaluate(evaluator.declared, &alone.examined, 1);
        let found = if declared.fits == alone.examined.len() as u64 {
            Some((declared.clone(), false, None))
        } else if searches < SEARCHED && alone.examined.len() > 1 {
            searches += 1;
            searched(&alone)
        } else {
            among(&alone, &known).map(|(best, tied)| (best, tied, None))
        };
        let Some((best, tied, doubt)) = found else {
            return Vec::new();
        };
        if !known.contains(&best.hypothesis) {
            known.push(best.hypothesis);
        }
        all.push(OfFile {
            cases: alone.examined,
            best,
            missed: declared.misses.first().copied(),
            tied,
            doubt,
        });
    }
    if all
        .iter()
        .all(|one| one.best.hypothesis == evaluator.declared)
    {
        return Vec::new();
    }
    all.sort_by_key(|one| one.cases.first().copied());
    all
}

/// What a search of one file finds, if it explains all of its ranges.
fn searched(alone: &Evaluator<'_, '_>) -> Option<(Score, bool, Option<Doubt>)> {
    let scores = search(alone);
    let conclusion = Conclusion::of(alone, &scores);
    let (tied, doubt) = (conclusion.is_tie(), conclusion.doubt());
    let best = scores.into_iter().next()?;
    let explained = best.fits == alone.examined.len() as u64;
    let believed = best.is_confirmed() || deviation(alone, &best.hypothesis) == 0;
    (explained && believed && !is_odd(&best.hypothesis)).then_some((best, tied, doubt))
}

/// The best of some hypotheses, if it explains all ranges of a file. The first is the
/// declared one.
fn among(alone: &Evaluator<'_, '_>, known: &[Hypothesis]) -> Option<(Score, bool)> {
    let all = alone.examined.len() as u64;
    let scores = known
        .iter()
        .map(|hypothesis| alone.evaluate(*hypothesis, &alone.examined, 0));
    let fitting: Vec<Score> = scores.filter(|one| one.fits == all).collect();
    let most = fitting.iter().map(Score::evidence).max()?;
    let mut best = fitting.into_iter().filter(|one| one.evidence() == most);
    let first = best.next()?;
    let own = first.hypothesis == alone.declared;
    let tied = !own && best.any(|other| other.places != first.places);
    (own || first.is_confirmed()).then_some((first, tied))
}
