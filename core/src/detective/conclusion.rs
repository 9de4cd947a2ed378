//! The verdict: what follows from the scores of the hypotheses, in members and in words.

use alloc::borrow::ToOwned;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::case::{FIELDS, Spot, pointers};
use super::evaluator::{self, Evaluator, Miss, Score};
use super::files::OfFile;
use super::moved::{Doubt, doubt};
use super::report::{
    DetectiveReport, DetectiveVerdict as Verdict, Hypothesis as Reported, Witness,
};
use super::search::{assumes, by_accident, deviation, halves, is_odd};
use super::way::Hypothesis;
use super::words::{Kinds, axes, convention, sentence};
use super::{Asked, correct, spans, undecided};

/// What a witness against the declared convention begins with.
const DECLARED_HAS: &str = "the declared convention has";

/// What follows from the scores of the hypotheses.
pub(super) struct Conclusion {
    verdict: Verdict,
    /// The declared one among the scores.
    declared: usize,
    /// Those that explain all as well as the best one and put ranges elsewhere.
    rivals: Vec<usize>,
    /// Why the best one is not believed, although it has no rivals.
    doubt: Option<Doubt>,
    /// What explains each file, where nothing explains all.
    files: Vec<OfFile>,
}

impl Conclusion {
    pub(super) fn of(evaluator: &Evaluator<'_, '_>, scores: &[Score]) -> Self {
        let all = evaluator.examined.len() as u64;
        let is_declared = |one: &Score| one.hypothesis == evaluator.declared;
        let declared = scores.iter().position(is_declared).unwrap_or_default();
        let mut conclusion = Self {
            verdict: Verdict::None,
            declared,
            rivals: Vec::new(),
            doubt: None,
            files: Vec::new(),
        };
        let Some(best) = scores.first() else {
            return conclusion;
        };
        if best.fits < all {
            return conclusion;
        }
        let own = deviation(evaluator, &best.hypothesis);
        let is_rival = |(_, one): &(usize, &Score)| {
            // One that assumes all that the best one does, and more, or that does so for one end
            // only, is not better for that.
            let dominated = assumes(evaluator, &one.hypothesis, &best.hypothesis)
                || halves(evaluator, &one.hypothesis, &best.hypothesis);
            // One that assumes less is not beaten by a name or two.
            let is_simpler =
                assumes(evaluator, &best.hypothesis, &one.hypothesis) && by_accident(best, one);
            one.fits == all
                && one.places != best.places
                && (is_simpler || one.evidence() == best.evidence() && !dominated)
        };
        let rivals = scores.iter().enumerate().skip(1).filter(is_rival);
        conclusion.rivals = rivals.map(|(at, _)| at).collect();
        let is_other = best.is_confirmed() && own != 0;
        if is_other && conclusion.rivals.is_empty() {
            conclusion.doubt = doubt(evaluator, &best.hypothesis);
        }
        conclusion.verdict = if !best.is_confirmed() {
            Verdict::NoEvidence
        } else if own == 0 {
            Verdict::Declared
        } else if conclusion.rivals.is_empty() && conclusion.doubt.is_none() {
            Verdict::Other
        } else {
            Verdict::Tie
        };
        conclusion
    }

    /// Whether nothing explains all.
    pub(super) fn is_none(&self) -> bool {
        self.verdict == Verdict::None
    }

    pub(super) fn is_tie(&self) -> bool {
        self.verdict == Verdict::Tie
    }

    pub(super) const fn doubt(&self) -> Option<Doubt> {
        self.doubt
    }

    /// Takes what explains each file, if anything does.
    pub(super) fn of_files(mut self, files: Vec<OfFile>) -> Self {
        if !files.is_empty() {
            self.verdict = Verdict::ByFile;
            self.files = files;
        }
        self
    }

    /// Which ranges are corrected by which hypothesis; nothing, where that would be a guess.
    fn right<'r>(
        &'r self,
        evaluator: &'r Evaluator<'_, '_>,
        best: &'r Score,
    ) -> Option<Vec<(&'r [usize], &'r Hypothesis)>> {
        match self.verdict {
            Verdict::Other => Some(alloc::vec![(
                evaluator.examined.as_slice(),
                &best.hypothesis
            )]),
            Verdict::ByFile if self.files.iter().all(|one| !one.tied) => {
                let files = self.files.iter();
                Some(
                    files
                        .map(|one| (&*one.cases, &one.best.hypothesis))
                        .collect(),
                )
            }
            _ => None,
        }
    }

    /// Fills in the report.
    pub(super) fn write(
        &self,
        evaluator: &Evaluator<'_, '_>,
        scores: &[Score],
        asked: &Asked<'_>,
        report: &mut DetectiveReport,
    ) {
        let stated = Kinds::stated(evaluator);
        let Some(best) = scores.first() else { return };
        self.verdict.as_str().clone_into(&mut report.verdict);
        let corrected = match self.right(evaluator, best) {
            Some(right) => {
                let complete = report.examined == report.spans;
                let made = correct::correct(evaluator, &right, asked, complete);
                made.map_err(ToOwned::to_owned)
            }
            None => Err(self.why_not().to_owned()),
        };
        let mut wanted = self.missed_spots(evaluator, scores);
        if let Ok(corrected) = &corrected {
            wanted.extend(corrected.changes.iter().map(|change| change.spot));
            wanted.extend(corrected.first_left);
        }
        let known = pointers(asked.text, asked.options, &wanted);
        report.hypotheses = self.hypotheses(evaluator, scores, stated, &known);
        report.by_file = self.by_file(evaluator, stated, &known);
        match corrected {
            Ok(corrected) => {
                corrected.write(report, &known);
                if is_odd(&best.hypothesis) {
                    let note = "a tool that counts from such a base is rare; a file to which \
                        something was added before the ranges, or of which something was taken \
                        out, looks the same, and then the corrected numbers are those of the file \
                        as it is";
                    report.notes.push(note.to_owned());
                }
            }
            Err(why) => report.uncorrected = Some(why),
        }
        report.summary = self.summary(evaluator, scores, stated, report);
    }

    /// Where the first ranges are that each hypothesis does not explain, and in each file the
    /// declared convention.
    fn missed_spots(&self, evaluator: &Evaluator<'_, '_>, scores: &[Score]) -> BTreeSet<Spot> {
        let witnesses = scores.iter().filter_map(|one| one.misses.first());
        let in_files = self.files.iter().filter_map(|one| one.missed.as_ref());
        let all = witnesses.chain(in_files);
        all.filter_map(|miss| spot(evaluator, miss)).collect()
    }

    /// What is told of each hypothesis.
    fn hypotheses(
        &self,
        evaluator: &Evaluator<'_, '_>,
        scores: &[Score],
        stated: Kinds,
        known: &BTreeMap<Spot, String>,
    ) -> Vec<Reported> {
        let declared = scores.get(self.declared);
        let missed = declared.and_then(|declared| declared.misses.first());
        let all = scores.iter().enumerate().map(|(at, one)| {
            let explained = missed.filter(|miss| {
                one.misses.iter().all(|other| other.case != miss.case) && at != self.declared
            });
            Reported {
                undecided: if at == 0 && one.fits == evaluator.examined.len() as u64 {
                    undecided::undecided(evaluator, one, stated)
                } else {
                    Vec::new()
                },
                witness: explained
                    .filter(|_| one.misses.len() < evaluator::MISSES)
                    .and_then(|miss| witness(evaluator, miss, known, DECLARED_HAS)),
                counter_example: one
                    .misses
                    .first()
                    .and_then(|miss| witness(evaluator, miss, known, "this one has")),
                ..reported(evaluator, one, stated, at == self.declared)
            }
        });
        let mut all = all.collect();
        only_new(&mut all);
        all
    }

    /// What is told of each file.
    fn by_file(
        &self,
        evaluator: &Evaluator<'_, '_>,
        stated: Kinds,
        known: &BTreeMap<Spot, String>,
    ) -> Vec<Reported> {
        let files = self.files.iter().map(|one| {
            let is_declared = one.best.hypothesis == evaluator.declared;
            let missed = one.missed.as_ref().filter(|_| !is_declared);
            Reported {
                path: path(evaluator, one).map(ToOwned::to_owned),
                witness: missed.and_then(|miss| witness(evaluator, miss, known, DECLARED_HAS)),
                of: one.cases.len() as u64,
                ..reported(evaluator, &one.best, stated, is_declared)
            }
        });
        files.collect()
    }

    /// Why the document is not corrected.
    fn why_not(&self) -> &'static str {
        match (self.verdict, self.doubt) {
            (Verdict::Declared, _) => "there is nothing to correct",
            (Verdict::Tie, Some(Doubt::Changed)) => {
                "files that were changed since explain all ranges as well"
            }
            (Verdict::Tie, Some(Doubt::TooMuch)) => {
                "the hypothesis assumes too much for so few ranges"
            }
            (Verdict::Tie, Some(Doubt::TooFew)) => {
                "the hypothesis assumes as much as there are ranges, and no text confirms it"
            }
            (Verdict::Tie, None) => {
                "several hypotheses explain everything and put ranges in different places"
            }
            (Verdict::ByFile, _) => {
                "several explanations of a file put its ranges in different places"
            }
            (Verdict::NoEvidence, _) => "nothing confirms where the ranges are",
            (Verdict::Other | Verdict::None, _) => "no hypothesis explains all ranges",
        }
    }

    /// The verdict in a sentence or two.
    fn summary(
        &self,
        evaluator: &Evaluator<'_, '_>,
        scores: &[Score],
        stated: Kinds,
        report: &DetectiveReport,
    ) -> String {
        let (Some(best), Some(shown)) = (scores.first(), report.hypotheses.first()) else {
            return String::new();
        };
        let topics = Kinds::of(deviation(evaluator, &best.hypothesis));
        let says = |hypothesis: &Hypothesis| sentence(evaluator, hypothesis, stated, topics);
        let whole = |hypothesis: &Hypothesis| sentence(evaluator, hypothesis, stated, Kinds::ALL);
        let (fits, of) = (shown.fits, spans(shown.of));
        let (fit, them) = match shown.of {
            1 => ("fits", "it"),
            _ => ("fit", "them"),
        };
        let declared = says(&evaluator.declared);
        match (self.verdict, self.doubt) {
            (Verdict::Declared, _) => {
                format!("{fits} of {of} {fit} the declared convention: {declared}.")
            }
            (Verdict::NoEvidence, _) => format!(
                "Nothing contradicts the declared convention ({declared}), and nothing confirms \
                 it: no text, checksum, context or name, and no second position."
            ),
            (Verdict::Other, _) => {
                let whose = report.dialect.as_ref().map_or_else(
                    || "the envelope declares".to_owned(),
                    |dialect| format!("`{dialect}` declares"),
                );
                format!(
                    "{fits} of {of} {fit} {}; {whose} {declared}, which fits {}.{}",
                    says(&best.hypothesis),
                    scores.get(self.declared).map_or(0, |one| one.fits),
                    first_witness(shown.witness.as_ref()),
                )
            }
            (Verdict::Tie, Some(doubt)) => {
                let why = why_doubted(doubt, &declared, them);
                format!(
                    "{fits} of {of} {fit} {}; but {why}.",
                    says(&best.hypothesis)
                )
            }
            (Verdict::Tie, None) => {
                let all = core::iter::once(0).chain(self.rivals.iter().copied());
                let all = all.filter_map(|at| scores.get(at));
                let all: Vec<String> = all.map(|one| whole(&one.hypothesis)).collect();
                format!(
                    "{} hypotheses fit {fits} of {of} and put {them} in different places: {}.",
                    all.len(),
                    all.join(" | ")
                )
            }
            (Verdict::ByFile, _) => self.summary_of_files(evaluator, stated, report),
            (Verdict::None, _) => format!(
                "No hypothesis fits all of {of}; the best fits {fits}: {}.{}",
                whole(&best.hypothesis),
                first_witness(shown.counter_example.as_ref()),
            ),
        }
    }
}

/// Why a hypothesis that explains all ranges is not believed, as a clause.
fn why_doubted(doubt: Doubt, declared: &str, them: &str) -> String {
    match doubt {
        Doubt::Changed => format!(
            "nothing shows what stands there, and the declared convention ({declared}) fits as \
             well if lines or bytes were put in before {them} or taken out since. Run the tool \
             again on the files as they are"
        ),
        Doubt::TooFew => format!(
            "nothing shows what stands there, and for each thing that it assumes there is but one \
             range. More ranges, or their texts, would tell it from a slip in the declared \
             convention ({declared})"
        ),
        Doubt::TooMuch => format!(
            "that assumes much for so few, and may be chance. More ranges would tell it from a \
             slip in the declared convention ({declared})"
        ),
    }
}

fn first_witness(witness: Option<&Witness>) -> String {
    witness.map_or_else(String::new, |witness| {
        format!(" First witness, `{}`: {}.", witness.pointer, witness.says)
    })
}

impl Conclusion {
    /// The ways of the first files, with how many ranges each has.
    fn summary_of_files(
        &self,
        evaluator: &Evaluator<'_, '_>,
        stated: Kinds,
        report: &DetectiveReport,
    ) -> String {
        /// Files that are told of.
        const SHOWN: usize = 4;
        let each = self.files.iter().take(SHOWN).map(|one| {
            let hypothesis = &one.best.hypothesis;
            let said = match deviation(evaluator, hypothesis) {
                0 => "as declared".to_owned(),
                own => sentence(evaluator, hypothesis, stated, Kinds::of(own)),
            };
            let path = path(evaluator, one).unwrap_or_default();
            let or = match one.doubt {
                Some(Doubt::Changed) => ", or it was changed since",
                Some(Doubt::TooFew | Doubt::TooMuch) => ", by chance perhaps",
                None => "",
            };
            format!("`{path}` ({}): {said}{or}", spans(one.cases.len() as u64))
        });
        let each: Vec<String> = each.collect();
        let more = match self.files.len().saturating_sub(SHOWN) {
            0 => String::new(),
            more => format!(" | and {more} more"),
        };
        format!(
            "No hypothesis fits all of {}, and each of {} files has one: {}{more}.",
            spans(report.examined),
            self.files.len(),
            each.join(" | "),
        )
    }
}

/// The path of a file, as the document spells it.
fn path<'c>(evaluator: &Evaluator<'c, '_>, one: &OfFile) -> Option<&'c str> {
    let first = evaluator.cases.get(*one.cases.first()?)?;
    Some(&first.path)
}

/// Leaves out hypotheses that differ from one before them only in numbers that no range states.
fn only_new(hypotheses: &mut Vec<Reported>) {
    let mut known: Vec<Reported> = Vec::new();
    hypotheses.retain(|one| {
        let same = |other: &Reported| {
            other.convention == one.convention
                && other.end_convention == one.end_convention
                && other.fits == one.fits
        };
        let is_new = one.declared || !known.iter().any(same);
        known.push(one.clone());
        is_new
    });
}

/// Where the wrong number of a miss stands, or its range.
fn spot(evaluator: &Evaluator<'_, '_>, miss: &Miss) -> Option<Spot> {
    let case = evaluator.cases.get(miss.case)?;
    let number = miss
        .field
        .and_then(|field| *case.numbers.get(field as usize)?);
    Some((
        case.document,
        number.map_or(case.order, |number| number.order),
    ))
}

/// What is told of a miss. `whose`: who has another number there.
fn witness(
    evaluator: &Evaluator<'_, '_>,
    miss: &Miss,
    known: &BTreeMap<Spot, String>,
    whose: &str,
) -> Option<Witness> {
    let case = evaluator.cases.get(miss.case)?;
    let stated = miss.field.and_then(|field| case.number(field));
    let name = miss.field.and_then(|field| FIELDS.get(field as usize));
    let name = name.map_or("the place", |(_, name)| name);
    let says = match (stated, miss.computed) {
        (Some(stated), Some(computed)) => {
            format!("{name} is {stated} where {whose} {computed}")
        }
        (Some(stated), None) => format!("{name} {stated} is no place of the text"),
        _ => "another text is at the place".to_owned(),
    };
    Some(Witness {
        document: case.document,
        pointer: known
            .get(&spot(evaluator, miss)?)
            .cloned()
            .unwrap_or_default(),
        path: case.path.clone(),
        stated,
        computed: miss.computed,
        says,
    })
}

/// What is told of a hypothesis, whatever the others are.
fn reported(
    evaluator: &Evaluator<'_, '_>,
    score: &Score,
    stated: Kinds,
    declared: bool,
) -> Reported {
    let hypothesis = &score.hypothesis;
    let (start, end) = (
        convention(evaluator, hypothesis, stated, false),
        convention(evaluator, hypothesis, stated, true),
    );
    Reported {
        path: None,
        says: sentence(evaluator, hypothesis, stated, Kinds::ALL),
        end_convention: (end != start).then(|| end.into()),
        convention: start,
        declared,
        fits: score.fits,
        of: evaluator.examined.len() as u64,
        proved: score.proved,
        differs: axes(deviation(evaluator, hypothesis)),
        undecided: Vec::new(),
        witness: None,
        counter_example: None,
    }
}
