//! What no range tells: single members of a convention that could as well be other ones.

use alloc::borrow::ToOwned;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::evaluator::{Evaluator, Score};
use super::report::{SpanConvention, Undecided};
use super::search::{BOMS, ENCODINGS, OFFSET_ENDS, RULES};
use super::way::{Ends, Hypothesis, OffsetEnd, Offsets, Places, Unit};
use super::words::{Kinds, convention, offset_end, unit_word};
use crate::text::EndRule;

/// A member of a convention, its value, and the hypotheses with other values.
type Axis = (&'static str, Option<String>, Vec<(String, Hypothesis)>);

/// The members whose value makes no difference to a hypothesis that explains everything.
pub(super) fn undecided(
    evaluator: &Evaluator<'_, '_>,
    best: &Score,
    stated: Kinds,
) -> Vec<Undecided> {
    let hypothesis = best.hypothesis;
    let truths = evaluator.truths(&hypothesis, &evaluator.examined);
    let own = convention(evaluator, &hypothesis, stated, false);
    let mut axes = Vec::new();
    let offsets = hypothesis.offsets.filter(|_| stated.has(Kinds::OFFSETS));
    if let Some(ways) = offsets.filter(|ways| ways.start == ways.end) {
        axes.extend(of_offsets(evaluator, &hypothesis, ways, &own));
    }
    let places = hypothesis.places.filter(|_| stated.has(Kinds::LINES));
    if let Some(ways) = places.filter(|ways| ways.start == ways.end) {
        axes.extend(of_places(evaluator, &hypothesis, ways, &own));
    }
    let values = |(axis, own, others): Axis| {
        let mut values = alloc::vec![own?];
        for (value, other) in others {
            if !values.contains(&value) && evaluator.explains_all(&other, &truths) {
                values.push(value);
            }
        }
        (values.len() > 1).then(|| Undecided {
            axis: axis.to_owned(),
            values,
        })
    };
    axes.into_iter().filter_map(values).collect()
}

/// The other ways to count offsets. They leave out lines and columns, so that only the offsets are
/// held against the places.
fn of_offsets(
    evaluator: &Evaluator<'_, '_>,
    hypothesis: &Hypothesis,
    ways: Ends<Offsets, OffsetEnd>,
    own: &SpanConvention,
) -> [Axis; 4] {
    let way = ways.start;
    let ending = |way, rule| Hypothesis {
        offsets: Some(Ends::both(way, rule)),
        places: None,
        ..*hypothesis
    };
    let with = |way| ending(way, ways.rule);
    let units = ENCODINGS.map(|unit| (unit.to_string(), with(Offsets { unit, ..way })));
    let boms = BOMS.map(|bom| (bom.to_string(), with(Offsets { bom, ..way })));
    let readings = evaluator.texts.readings.iter().map(|reading| {
        let reading = *reading;
        (
            reading.as_str().to_owned(),
            with(Offsets { reading, ..way }),
        )
    });
    let ends = OFFSET_ENDS.map(|rule| (offset_end(rule).to_owned(), ending(way, rule)));
    [
        ("offset_unit", own.offset_unit.clone(), units.into()),
        ("offset_bom", own.offset_bom.clone(), boms.into()),
        ("offset_text", own.offset_text.clone(), readings.collect()),
        ("offset_end", own.offset_end.clone(), ends.into()),
    ]
}

/// The other ways to count lines and columns.
fn of_places(
    evaluator: &Evaluator<'_, '_>,
    hypothesis: &Hypothesis,
    ways: Ends<Places, EndRule>,
    own: &SpanConvention,
) -> [Axis; 4] {
    let way = ways.start;
    let ending = |way, rule| Hypothesis {
        offsets: None,
        places: Some(Ends::both(way, rule)),
        ..*hypothesis
    };
    let with = |way| ending(way, ways.rule);
    let classes = evaluator.texts.classes.iter().enumerate();
    let terminators = classes.flat_map(|(class, members)| {
        let other = with(Places { class, ..way });
        members
            .iter()
            .map(move |one| (one.as_str().to_owned(), other))
    });
    let mut units: Vec<Unit> = ENCODINGS.map(Unit::Encoded).into();
    if Unit::OTHERS.contains(&way.unit) {
        units.extend(Unit::OTHERS);
    }
    let units = units.into_iter().map(|unit| {
        let other = with(Places { unit, ..way });
        (unit_word(unit).to_owned(), other)
    });
    let boms = BOMS.map(|bom| (bom.to_string(), with(Places { bom, ..way })));
    let rules = RULES.map(|rule| (rule.to_string(), ending(way, rule)));
    [
        (
            "line_terminators",
            own.line_terminators.clone(),
            terminators.collect(),
        ),
        ("column_unit", own.column_unit.clone(), units.collect()),
        ("column_bom", own.column_bom.clone(), boms.into()),
        ("end_rule", own.end_rule.clone(), rules.into()),
    ]
}
