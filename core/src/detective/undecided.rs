//! What no range tells: single members of a convention that could as well be other ones.

use alloc::borrow::ToOwned;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::court::{Court, Standing};
use super::report::Undecided;
use super::search::{BOMS, ENCODINGS, OFFSET_ENDS, RULES};
use super::way::{Ends, Theory, Unit};
use super::words::{Kinds, convention, offset_end, unit_word};

/// The members whose value makes no difference to a theory that explains everything.
pub(super) fn undecided(court: &Court<'_, '_>, best: &Standing, stated: Kinds) -> Vec<Undecided> {
    let theory = best.theory;
    let truths = court.truths(&theory, &court.examined);
    let mut all = Vec::new();
    let own = convention(court, &theory, stated, false);
    let mut ask = |axis: &str, own: Option<String>, others: Vec<(String, Theory)>| {
        let Some(own) = own else { return };
        let mut values = alloc::vec![own];
        for (value, other) in others {
            if !values.contains(&value) && court.explains_all(&other, &truths) {
                values.push(value);
            }
        }
        if values.len() > 1 {
            all.push(Undecided {
                axis: axis.to_owned(),
                values,
            });
        }
    };
    // What the place was taken from must be computed anew, not taken for granted.
    if let Some(ways) = theory
        .offsets
        .filter(|ways| stated.has(Kinds::OFFSETS) && ways.start == ways.end)
    {
        let with = |way| Theory {
            offsets: Some(Ends::both(way, ways.rule)),
            places: None,
            ..theory
        };
        let way = ways.start;
        let units = ENCODINGS.map(|unit| {
            let other = super::way::Offsets { unit, ..way };
            (unit.to_string(), with(other))
        });
        ask("offset_unit", own.offset_unit.clone(), units.into());
        let boms = BOMS.map(|bom| {
            let other = super::way::Offsets { bom, ..way };
            (bom.to_string(), with(other))
        });
        ask("offset_bom", own.offset_bom.clone(), boms.into());
        let readings = court.texts.readings.iter().map(|reading| {
            let other = super::way::Offsets {
                reading: *reading,
                ..way
            };
            (reading.as_str().to_owned(), with(other))
        });
        ask("offset_text", own.offset_text.clone(), readings.collect());
        let ends = OFFSET_ENDS.map(|rule| {
            let other = Theory {
                offsets: Some(Ends::both(way, rule)),
                ..with(way)
            };
            (offset_end(rule).to_owned(), other)
        });
        ask("offset_end", own.offset_end.clone(), ends.into());
    }
    if let Some(ways) = theory
        .places
        .filter(|ways| stated.has(Kinds::LINES) && ways.start == ways.end)
    {
        let with = |way| Theory {
            offsets: None,
            places: Some(Ends::both(way, ways.rule)),
            ..theory
        };
        let way = ways.start;
        let classes = court.texts.classes.iter().enumerate();
        let terminators = classes.flat_map(|(class, members)| {
            let other = super::way::Places { class, ..way };
            let word = |one: &super::breaks::Terminators| (one.as_str().to_owned(), with(other));
            members.iter().map(word).collect::<Vec<_>>()
        });
        ask(
            "line_terminators",
            own.line_terminators.clone(),
            terminators.collect(),
        );
        let mut units: Vec<Unit> = ENCODINGS.map(Unit::Encoded).into();
        if Unit::OTHERS.contains(&way.unit) {
            units.extend(Unit::OTHERS);
        }
        let units = units.into_iter().map(|unit| {
            let other = super::way::Places { unit, ..way };
            (unit_word(unit).to_owned(), with(other))
        });
        ask("column_unit", own.column_unit.clone(), units.collect());
        let boms = BOMS.map(|bom| {
            let other = super::way::Places { bom, ..way };
            (bom.to_string(), with(other))
        });
        ask("column_bom", own.column_bom.clone(), boms.into());
        let rules = RULES.map(|rule| {
            let other = Theory {
                places: Some(Ends::both(way, rule)),
                ..with(way)
            };
            (rule.to_string(), other)
        });
        ask("end_rule", own.end_rule, rules.into());
    }
    all
}
