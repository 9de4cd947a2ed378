//! The other explanation: a text that was changed since, and chance.
//!
//! What was put in or taken out before ranges of a file moves all of them by the same bytes and
//! lines, and those on the line of the change by the same columns. The numbers of a
//! tool that counted right are then wrong in the same way everywhere.
//!
//! Where no text, checksum or context is shown, but only numbers and names speak for a way to
//! count, it is not believed
//!
//! - if a change explains the numbers as well, and the way assumes more than one thing, which is
//!   what a change assumes; or it assumes only another end for ranges that end with a line;
//! - if it assumes as many things as there are ranges that tell of them.
//!
//! Where texts are shown, it is not believed if it is to explain several files and assumes twice
//! as many things as there are ranges: each file may have a simpler way, and a text may be a
//! brace, which stands everywhere.
//!
//! In both cases it is not believed if the declared convention explains most ranges, and the way
//! assumes more than twice as many things as there are others.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use core::cell::Cell;

use super::case::{Case, Field};
use super::evaluator::Evaluator;
use super::search::{OF_LAST_LINE, OF_LINES, deviation, has_own_end, is_odd, unlikeness};
use super::texts::{Text, mark};
use super::way::{Anchor, Hypothesis};

/// So many lines may have been put in or taken out.
const LINES: i64 = 256;
/// So many places of a line are tried, where no column says which it is.
const COLUMNS: u64 = 128;
/// So many ranges are held against changes, and beyond that all ranges [`TURNS`] times. Whoever
/// makes every change fail at the last range only, so that the search takes too long, is not
/// believed either.
const MOST_TRIED: u64 = 1 << 20;
const TURNS: u64 = 32;

/// Why a hypothesis is not believed that explains all ranges.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Doubt {
    /// Files that were changed since explain them as well.
    Changed,
    /// It assumes as much as there are ranges, and may fit them by chance.
    TooFew,
    /// It assumes so much for several files that short texts may stand there by chance.
    TooMuch,
}

/// So many things assumed for each range are too many.
const EACH: usize = 2;
/// Fewer than so many in all never are.
const IN_ALL: usize = 4;

/// Whether there is a reason not to believe a hypothesis that explains all ranges.
pub(super) fn doubt(evaluator: &Evaluator<'_, '_>, best: &Hypothesis) -> Option<Doubt> {
    let ranges = evaluator.examined.len();
    if shows_texts(evaluator) {
        let assumed = unlikeness(evaluator, best) as usize;
        let is_much =
            evaluator.files().len() > 1 && assumed >= IN_ALL.max(ranges.saturating_mul(EACH));
        return (is_much || is_bought(evaluator, assumed)).then_some(Doubt::TooMuch);
    }
    let assumed = assumed(evaluator, best) as usize;
    // A line end is but one byte, at which ranges of a changed text may end by chance.
    let is_of_few = assumed > 1 || deviation(evaluator, best) == OF_LAST_LINE;
    if is_of_few && is_moved(evaluator) {
        Some(Doubt::Changed)
    } else if assumed >= witnesses(evaluator, best).min(unexplained(evaluator)) {
        Some(Doubt::TooFew)
    } else {
        is_bought(evaluator, assumed).then_some(Doubt::TooMuch)
    }
}

/// Whether the declared convention explains most ranges, and so much is assumed for the few others
/// that any place could be reached: their texts were more likely changed since.
fn is_bought(evaluator: &Evaluator<'_, '_>, assumed: usize) -> bool {
    let (all, others) = (evaluator.examined.len(), unexplained(evaluator));
    others > 0 && others.saturating_mul(2) < all && assumed > others.saturating_mul(EACH)
}

/// How many ranges the declared convention does not explain: only these speak for another one.
fn unexplained(evaluator: &Evaluator<'_, '_>) -> usize {
    let all = evaluator.examined.len();
    let declared = evaluator.evaluate(evaluator.declared, &evaluator.examined, 0);
    all.saturating_sub(usize::try_from(declared.fits).unwrap_or(all))
}

/// How many ranges speak for a hypothesis. If it is about lines, ranges on one line count once:
/// they move together, whatever is changed before them.
fn witnesses(evaluator: &Evaluator<'_, '_>, best: &Hypothesis) -> usize {
    if deviation(evaluator, best) & OF_LINES == 0 {
        return evaluator.examined.len();
    }
    let of_file = evaluator.files().into_values().map(|cases| {
        let line = |at: &usize| evaluator.case(*at)?.0.number(Field::StartLine);
        let lines: BTreeSet<Option<i64>> = cases.iter().map(line).collect();
        lines.len()
    });
    of_file.sum()
}

/// How many things a hypothesis assumes: one for each axis, one more for a way of its own for
/// the ends, and one more for a base that hardly any tool counts from.
fn assumed(evaluator: &Evaluator<'_, '_>, hypothesis: &Hypothesis) -> u32 {
    let rare = |base: i64| !(0..=1).contains(&base);
    let far = hypothesis
        .places
        .is_some_and(|ways| rare(ways.start.column_base) || rare(ways.end.column_base));
    deviation(evaluator, hypothesis).count_ones()
        + u32::from(has_own_end(hypothesis))
        + u32::from(is_odd(hypothesis) || far)
}

/// Whether anything shows what stands at a range.
fn shows_texts(evaluator: &Evaluator<'_, '_>) -> bool {
    let mut cases = evaluator
        .examined
        .iter()
        .filter_map(|at| evaluator.case(*at));
    cases.any(|(case, _)| {
        case.text.is_some() || case.checksum.is_some() || case.around.says_something()
    })
}

/// Whether the declared convention explains the ranges of each file, once all of them, or all behind
/// a place, are moved by the same bytes and lines.
fn is_moved(evaluator: &Evaluator<'_, '_>) -> bool {
    evaluator.files().values().all(|cases| {
        let behind = behind_change(evaluator, cases);
        is_file_moved(evaluator, behind.as_deref().unwrap_or(cases))
    })
}

/// The ranges that the declared convention does not explain, if it explains all before them.
fn behind_change(evaluator: &Evaluator<'_, '_>, cases: &[usize]) -> Option<Vec<usize>> {
    let fits = |at: &usize| evaluator.evaluate(evaluator.declared, &[*at], 0).fits > 0;
    let (before, behind): (Vec<usize>, Vec<usize>) = cases.iter().partition(|at| fits(at));
    let start = |at: &usize| evaluator.case(*at)?.0.number(Field::ByteStart);
    let last = before.iter().map(start).max()??;
    let first = behind.iter().map(start).min()??;
    (last <= first).then_some(behind)
}

fn is_file_moved(evaluator: &Evaluator<'_, '_>, cases: &[usize]) -> bool {
    let effort = Cell::new(0_u64);
    let explains = |hypothesis, cases: &[usize]| {
        let score = evaluator.evaluate(hypothesis, cases, 0);
        effort.set(effort.get() + score.fits + 1);
        score.fits == cases.len() as u64
    };
    if explains(evaluator.declared, cases) {
        return true;
    }
    let states_both = |(case, _): &(&Case, &Text<'_>)| {
        let fields = [Field::ByteStart, Field::StartLine];
        fields.iter().all(|field| case.number(*field).is_some())
    };
    let mut all = cases.iter().filter_map(|at| evaluator.case(*at));
    let Some((case, text)) = all.find(states_both) else {
        return false;
    };
    let by_column = case.number(Field::StartColumn).is_some();
    let most = MOST_TRIED.saturating_add(TURNS.saturating_mul(cases.len() as u64));
    let is_too_much = || effort.get() > most;
    let after = |lines| after_change(evaluator.declared, lines);
    let nearest = || {
        (0..=LINES)
            .flat_map(|lines| [lines, -lines])
            .filter_map(after)
    };
    let is_moved = nearest().any(|declared| {
        let mut starts = starts(&declared, case, text, by_column);
        starts.any(|start| {
            is_too_much()
                || moved(declared, case, text, start).is_some_and(|it| explains(it, cases))
        })
    });
    if is_moved || !by_column {
        return is_moved;
    }
    // The columns of the lines behind that of the change are as they were.
    let line = |at: &usize| evaluator.case(*at)?.0.number(Field::StartLine);
    let first = cases.iter().filter_map(line).min();
    let (on_line, behind): (Vec<usize>, Vec<usize>) =
        cases.iter().partition(|at| line(at) == first);
    let case_of = |cases: &[usize]| cases.first().and_then(|at| evaluator.case(*at));
    let Some((head, head_text)) = case_of(&on_line) else {
        return false;
    };
    let (case, text) = case_of(&behind).unwrap_or((head, head_text));
    nearest().any(|declared| {
        let mut starts = starts(&declared, case, text, !behind.is_empty());
        starts.any(|start| {
            is_too_much()
                || moved(declared, case, text, start).is_some_and(|moved| {
                    !is_mark(&declared, &moved, text)
                        && explains(moved, &behind)
                        && moved_columns(moved, head, head_text)
                            .is_some_and(|it| explains(it, &on_line))
                })
        })
    })
}

/// The declared convention where so many more lines stand before all ranges.
fn after_change(declared: Hypothesis, lines: i64) -> Option<Hypothesis> {
    let mut moved = declared;
    let places = moved.places.as_mut()?;
    for way in [&mut places.start, &mut places.end] {
        way.line_base = way.line_base.checked_sub(lines)?;
    }
    Some(moved)
}

/// Where a range begins by its line and column, or by its line alone.
fn starts(
    declared: &Hypothesis,
    case: &Case,
    text: &Text<'_>,
    by_column: bool,
) -> impl Iterator<Item = u64> + use<> {
    let at_column = || {
        let anchor = Anchor::Places;
        let (start, _) = Hypothesis {
            anchor,
            ..*declared
        }
        .truth(case, text)
        .ok()?;
        Some(start..start + 1)
    };
    let on_line = || {
        let way = declared.places?.start;
        let line = case.number(Field::StartLine)?.checked_sub(way.line_base)?;
        let line = text.index(way.class).line_range(u64::try_from(line).ok()?);
        let line = line.ok()?;
        Some(line.start()..line.end().min(line.start() + COLUMNS).max(line.start() + 1))
    };
    let found = if by_column { at_column() } else { on_line() };
    found.unwrap_or_default()
}

/// The same where the range begins at a place, so many more bytes before all ranges.
fn moved(declared: Hypothesis, case: &Case, text: &Text<'_>, start: u64) -> Option<Hypothesis> {
    let mut moved = Hypothesis {
        anchor: Anchor::Offsets,
        ..declared
    };
    let offsets = moved.offsets.as_mut()?;
    let stated = case.number(Field::ByteStart)?;
    let bytes = stated.checked_sub(offsets.start.number(text, start)?)?;
    for way in [&mut offsets.start, &mut offsets.end] {
        way.base = way.base.checked_add(bytes)?;
    }
    Some(moved)
}

/// The same where the range has its column, so many more columns before all ranges of a line.
fn moved_columns(moved: Hypothesis, case: &Case, text: &Text<'_>) -> Option<Hypothesis> {
    let (start, _) = moved.truth(case, text).ok()?;
    let mut there = moved;
    let places = there.places.as_mut()?;
    let (_, column) = places.start.based(places.start.plain(text, start)?);
    let columns = case.number(Field::StartColumn)?.checked_sub(column)?;
    for way in [&mut places.start, &mut places.end] {
        way.column_base = way.column_base.checked_add(columns)?;
    }
    Some(there)
}

/// Whether what was put in before all ranges is the byte order mark of the text: then nothing
/// was, and the tool does not count it.
fn is_mark(declared: &Hypothesis, moved: &Hypothesis, text: &Text<'_>) -> bool {
    let (Some(before), Some(after)) = (declared.offsets, moved.offsets) else {
        return false;
    };
    text.bom && after.start.base - before.start.base == -mark(before.start.unit)
}
