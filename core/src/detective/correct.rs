//! The document with its ranges in the declared convention: only numbers are written
//! over, everything else is as it was.

use alloc::borrow::ToOwned;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::Asked;
use super::beside::Carried;
use super::case::{Case, Field, Number, Spot, Zeros};
use super::evaluator::Evaluator;
use super::evidence::Elsewhere;
use super::report::{DetectiveReport, SpanChange};
use super::spans;
use super::texts::Text;
use super::way::{Hypothesis, Truth};

/// One number that is another one.
pub(super) struct Change {
    pub(super) spot: Spot,
    number: Number,
    to: i64,
}

impl Change {
    pub(super) const fn new(document: Option<u64>, number: Number, to: i64) -> Self {
        Self {
            spot: (document, number.order),
            number,
            to,
        }
    }
}

/// What a correction would make of the text.
pub(super) struct Corrected {
    text: String,
    pub(super) changes: Vec<Change>,
    /// Whether ids may be made of offsets that have changed.
    ids: bool,
    /// How many ranges have other lines around them than the document says, wherever their text is
    /// looked for.
    odd: u64,
    /// How many places beside the ranges are written otherwise.
    carried: u64,
    /// How many of them may have to be, and are not.
    left: u64,
    /// The first of these.
    pub(super) first_left: Option<Spot>,
}

/// Writes all ranges in the declared convention, or says why not. `right`: which ranges are where a
/// hypothesis says; `complete`: whether these are all ranges.
pub(super) fn correct(
    evaluator: &Evaluator<'_, '_>,
    right: &[(&[usize], &Hypothesis)],
    asked: &Asked<'_>,
    complete: bool,
) -> Result<Corrected, &'static str> {
    let text = asked.text;
    if !asked.rewritable {
        return Err("the document is a sheet, whose cells are not written over");
    }
    if !complete {
        return Err("there is no source text for some ranges");
    }
    let mut changes = Vec::new();
    let (mut ids, mut odd) = (false, 0);
    let ranges = right
        .iter()
        .flat_map(|(cases, hypothesis)| cases.iter().map(move |at| (at, *hypothesis)));
    for (at, hypothesis) in ranges {
        let Some((case, source)) = evaluator.case(*at) else {
            continue;
        };
        let truth = hypothesis.truth(case, source);
        let truth = truth.map_err(|_| "a range has no place")?;
        let range = (truth.0, truth.1.unwrap_or(truth.0));
        let nowhere = case.elsewhere.get() == Some(&Elsewhere::Nowhere);
        odd += u64::from(
            nowhere
                && !case
                    .around
                    .differences(source.index(0), range, None)
                    .is_empty(),
        );
        let right = numbers(&evaluator.declared, case, source, truth);
        let zeros = meant(case, &numbers(hypothesis, case, source, truth));
        for (field, right) in Field::ALL.into_iter().zip(right) {
            let stated = case.numbers.get(field as usize).copied().flatten();
            let Some(number) = stated.or_else(|| *zeros?.get(field as usize)?) else {
                continue;
            };
            let right = right.ok_or("a place has no number in the declared convention")?;
            if right != number.value {
                ids |= case.has_id && matches!(field, Field::ByteStart | Field::ByteEnd);
                changes.push(Change::new(case.document, number, right));
            }
        }
    }
    let beside = Carried::of(asked.beside, evaluator, right, numbers);
    changes.extend(beside.changes);
    // A number may belong to two ranges, a path with its line to a range inside it.
    changes.sort_by_key(|change| change.number.at);
    changes.dedup_by_key(|change| change.number.at);
    let mut written = Vec::with_capacity(text.len());
    let mut from = 0;
    for change in &changes {
        let at = |offset: u64| usize::try_from(offset).unwrap_or(usize::MAX);
        let (start, end) = (at(change.number.at.0), at(change.number.at.1));
        written.extend_from_slice(text.get(from..start).unwrap_or_default());
        written.extend_from_slice(change.to.to_string().as_bytes());
        from = end;
    }
    written.extend_from_slice(text.get(from..).unwrap_or_default());
    let text = String::from_utf8(written).map_err(|_| "the text is not UTF-8")?;
    Ok(Corrected {
        text,
        changes,
        ids,
        odd,
        carried: beside.taken,
        left: beside.left,
        first_left: beside.first_left,
    })
}

/// The zeros of a range that were taken for unknown lines and columns, if a hypothesis counts zeros
/// there: then they are numbers like others.
fn meant<'c>(case: &'c Case, counted: &[Option<i64>; 6]) -> Option<&'c Zeros> {
    let zeros = case.zeros.as_deref()?;
    let is_zero =
        |(zero, counted): (&Option<Number>, &Option<i64>)| zero.is_none() || *counted == Some(0);
    zeros.iter().zip(counted).all(is_zero).then_some(zeros)
}

/// The numbers of a place in a convention. Where no end is known, those of the end are
/// none.
fn numbers(
    hypothesis: &Hypothesis,
    case: &Case,
    source: &Text<'_>,
    (start, end): Truth,
) -> [Option<i64>; 6] {
    let mut all = [None; 6];
    if let Some(ways) = hypothesis.offsets {
        all[0] = ways.start.number(source, start);
        all[1] = end.and_then(|end| ways.end.end_number(source, ways.rule, (start, end)));
    }
    if let Some(ways) = hypothesis.places {
        let from = ways.start.plain(source, start);
        let from = from.map(|plain| ways.start.based(plain));
        let to = end.and_then(|end| ways.end.plain_end(source, ways.rule, (start, end)));
        let to = to.map(|plain| ways.end.based(plain));
        all[2] = from.map(|(line, _)| line);
        all[3] = from.map(|(_, column)| column);
        all[4] = to.map(|(line, _)| line);
        all[5] = to.map(|(_, column)| column);
    }
    // A dialect without columns states none.
    if case.number(Field::StartColumn).is_none() && case.zeros.is_none() {
        all[3] = None;
    }
    all
}

/// How many places, and the verb: `1 place` and `is`, `2 places` and `are`.
fn places(count: u64) -> (String, &'static str) {
    if count == 1 {
        ("1 place".to_owned(), "is")
    } else {
        (format!("{count} places"), "are")
    }
}

impl Corrected {
    /// Fills in what came of it.
    pub(super) fn write(self, report: &mut DetectiveReport, known: &BTreeMap<Spot, String>) {
        report.changes = self
            .changes
            .iter()
            .map(|change| SpanChange {
                document: change.spot.0,
                pointer: known.get(&change.spot).cloned().unwrap_or_default(),
                from: change.number.value,
                to: change.to,
            })
            .collect();
        report.text = Some(self.text);
        if self.ids {
            let note =
                "ids are kept as they were; those that are made of the offsets no longer fit";
            report.notes.push(note.to_owned());
        }
        if self.odd > 0 {
            let ranges = spans(self.odd);
            report.notes.push(format!(
                "around {ranges} the source has other lines than the document says, which no \
                 number mends"
            ));
        }
        if self.carried > 0 {
            let (places, are) = places(self.carried);
            report.notes.push(format!(
                "{places} beside the ranges {are} taken to be counted like them; nothing shows what \
                 stands there"
            ));
        }
        if let Some(first) = self.first_left {
            let (places, are) = places(self.left);
            let first = known.get(&first).map_or("", String::as_str);
            report.notes.push(format!(
                "{places} beside the ranges {are} as before: nothing says that such places are \
                 counted as the ranges are, or no source has what is stated; the first is \
                 `{first}`"
            ));
        }
    }
}
