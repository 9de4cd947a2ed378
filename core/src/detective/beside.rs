//! Places that a document mentions beside its ranges: callers, imports, the node of a symbol.
//!
//! Nothing shows what stands there, so that they are no evidence. But where the ranges are
//! corrected, so are the places that are counted like them, and the others are told.

use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use super::case::{Case, Field, Number, Spot, number};
use super::correct::Change;
use super::evaluator::Evaluator;
use super::texts::Text;
use super::way::{Anchor, Hypothesis, Truth};
use crate::envelope::mention::{Counted, Moment, Says};
use crate::json::Node;
use crate::source::one_spelling;
use crate::validate::{Seen, mentioned};

/// One place.
#[derive(Debug)]
pub(super) struct Beside {
    pub(super) case: Case,
    /// Whether its lines and columns are counted like those of the ranges.
    lines_alike: bool,
    /// Whether it is a place in the text that the ranges are of.
    is_of_text: bool,
    /// Whether its offsets are those of a range, with which they are corrected.
    has_range: bool,
}

impl Beside {
    /// The places of a document; `changes` tells whether it is about a change of files.
    pub(super) fn all(seen: &Seen<'_>, document: Option<u64>, changes: bool) -> Vec<Self> {
        let places = seen.mentions.iter().filter_map(|(record, mention)| {
            let Says::Place(spot) = mention.says else {
                return None;
            };
            let is_of_text = match spot.moment {
                Moment::Seen => true,
                Moment::Last => !changes,
                Moment::Made => false,
                Moment::Gone(_) => return None,
            };
            let lines_alike = spot.counted == Counted::ByConvention;
            let stated = |name| number(mentioned(*record, name)?);
            // Where another tool counts from 1, 0 says that the line is not known.
            let counted = |name| stated(name).filter(|number| lines_alike || number.value > 0);
            let [start, end] = spot.offsets;
            let [line, column, end_line, end_column] = spot.lines;
            let numbers = [
                stated(start),
                stated(end),
                counted(line),
                counted(column),
                counted(end_line),
                counted(end_column),
            ];
            let first = numbers.iter().flatten().next()?.order;
            let path = mentioned(*record, mention.file).and_then(Node::as_str);
            let path = path.map_or_else(String::new, Cow::into_owned);
            Some(Self {
                case: Case::bare(document, first, path, numbers),
                lines_alike,
                is_of_text,
                has_range: spot.is_range,
            })
        });
        places.collect()
    }

    /// Whether a number is counted like those of the ranges.
    fn is_alike(&self, field: Field) -> bool {
        let is_offset = matches!(field, Field::ByteStart | Field::ByteEnd);
        self.is_of_text && (is_offset || self.lines_alike)
    }

    /// Whether it states numbers that a hypothesis counts otherwise than the declared one.
    fn is_concerned(&self, hypothesis: &Hypothesis, declared: &Hypothesis) -> bool {
        let states = |field| self.case.number(field).is_some();
        (states(Field::ByteStart) && hypothesis.offsets != declared.offsets)
            || (states(Field::StartLine) && hypothesis.places != declared.places)
    }

    /// Where the place is by a hypothesis, as a range. A line without a column gets its first
    /// column.
    fn range(&self, hypothesis: &Hypothesis, text: &Text<'_>) -> Option<(Case, Truth)> {
        let mut numbers = self.case.numbers;
        if let Some(ways) = hypothesis.places {
            let mut begin = |line: Field, column: Field, base| {
                let stated = numbers[line as usize].filter(|_| numbers[column as usize].is_none());
                if let Some(line) = stated {
                    numbers[column as usize] = Some(Number {
                        value: base,
                        ..line
                    });
                }
            };
            begin(Field::StartLine, Field::StartColumn, ways.start.column_base);
            begin(Field::EndLine, Field::EndColumn, ways.end.column_base);
        }
        let case = Case::bare(self.case.document, self.case.order, String::new(), numbers);
        let anchor = if case.number(Field::ByteStart).is_some() {
            Anchor::Offsets
        } else {
            Anchor::Places
        };
        let anchored = Hypothesis {
            anchor,
            ..*hypothesis
        };
        let truth = anchored.truth(&case, text).ok()?;
        Some((case, truth))
    }
}

/// What becomes of the places of a document whose ranges are corrected.
#[derive(Default)]
pub(super) struct Carried {
    /// Numbers that are written otherwise.
    pub(super) changes: Vec<Change>,
    /// How many places have such a number.
    pub(super) taken: u64,
    /// How many places are left as they are, although they would change if they were counted like
    /// the ranges, which nothing says.
    pub(super) left: u64,
    /// The first of these.
    pub(super) first_left: Option<Spot>,
}

impl Carried {
    /// Corrects the places in the files of the ranges as these are. `right` says which ranges are
    /// where by which hypothesis, `numbers` what a place is in a convention.
    pub(super) fn of(
        places: &[Beside],
        evaluator: &Evaluator<'_, '_>,
        right: &[(&[usize], &Hypothesis)],
        numbers: impl Fn(&Hypothesis, &Case, &Text<'_>, Truth) -> [Option<i64>; 6],
    ) -> Self {
        let mut files: BTreeMap<String, (&Text<'_>, &Hypothesis)> = BTreeMap::new();
        if !places.is_empty() {
            for (cases, hypothesis) in right {
                for (case, text) in cases.iter().filter_map(|at| evaluator.case(*at)) {
                    if !files.contains_key(&case.path) {
                        files.insert(case.path.clone(), (text, hypothesis));
                        files.insert(one_spelling(&case.path, None), (text, hypothesis));
                    }
                }
            }
        }
        let declared = &evaluator.declared;
        let mut all = Self::default();
        for place in places {
            let path = &place.case.path;
            let file = files.get(path);
            let file = file.or_else(|| files.get(&one_spelling(path, None)));
            let Some((text, hypothesis)) = file else {
                let concerned = |(_, one): &(_, &Hypothesis)| place.is_concerned(one, declared);
                if right.iter().any(concerned) {
                    all.leave(place);
                }
                continue;
            };
            if !place.is_concerned(hypothesis, declared) {
                continue;
            }
            let Some((case, truth)) = place.range(hypothesis, text) else {
                all.leave(place);
                continue;
            };
            let right = numbers(declared, &case, text, truth);
            all.write(place, right);
        }
        all
    }

    /// Writes the numbers of a place that are counted as those of the ranges are.
    fn write(&mut self, place: &Beside, right: [Option<i64>; 6]) {
        let stated = place.case.numbers.iter().zip(Field::ALL).zip(right);
        let others = stated.filter_map(|((number, field), right)| {
            let number = (*number).filter(|_| !place.has_range || field >= Field::StartLine)?;
            (right != Some(number.value)).then_some((number, field, right))
        });
        let others: Vec<_> = others.collect();
        let mut left = false;
        for (number, field, right) in &others {
            match right.filter(|_| place.is_alike(*field)) {
                Some(right) => {
                    let change = Change::new(place.case.document, *number, right);
                    self.changes.push(change);
                }
                None => left = true,
            }
        }
        if left {
            self.leave(place);
        } else {
            self.taken += u64::from(!others.is_empty());
        }
    }

    fn leave(&mut self, place: &Beside) {
        self.left += 1;
        let spot = (place.case.document, place.case.order);
        self.first_left.get_or_insert(spot);
    }
}
