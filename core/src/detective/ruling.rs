//! The verdict: what follows from how the theories stand, in members and in words.

use alloc::borrow::ToOwned;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::case::{FIELDS, Spot, pointers};
use super::court::{self, Court, Miss, Standing};
use super::files::OfFile;
use super::report::{DetectiveReport, Hypothesis, Witness};
use super::search::{assumes, deviation};
use super::way::Theory;
use super::words::{Kinds, axes, convention, sentence};
use super::{Asked, correct, spans, undecided};

/// What follows from how the theories stand.
pub(super) struct Ruling {
    verdict: &'static str,
    /// The declared one among those that were heard.
    declared: usize,
    /// Others that explain all as well and put ranges elsewhere.
    rivals: Vec<usize>,
    /// What explains each file, where nothing explains all.
    files: Vec<OfFile>,
}

impl Ruling {
    pub(super) fn of(court: &Court<'_, '_>, heard: &[Standing]) -> Self {
        let all = court.examined.len() as u64;
        let is_declared = |one: &Standing| one.theory == court.declared;
        let declared = heard.iter().position(is_declared).unwrap_or_default();
        let mut ruling = Self {
            verdict: "none",
            declared,
            rivals: Vec::new(),
            files: Vec::new(),
        };
        let Some(best) = heard.first() else {
            return ruling;
        };
        if best.fits < all {
            return ruling;
        }
        let own = deviation(court, &best.theory);
        let equal = |one: &&(usize, &Standing)| {
            // What assumes the same, and then some, has no more for it.
            let dominated = assumes(court, &one.1.theory, &best.theory);
            one.1.fits == all
                && one.1.places != best.places
                && one.1.support == best.support
                && !dominated
        };
        let rivals = heard.iter().enumerate().skip(1);
        let rivals: Vec<(usize, &Standing)> = rivals.collect();
        ruling.rivals = rivals.iter().filter(equal).map(|(at, _)| *at).collect();
        ruling.verdict = if !best.is_confirmed() {
            "no_evidence"
        } else if own == 0 {
            "declared"
        } else if ruling.rivals.is_empty() {
            "other"
        } else {
            "tie"
        };
        ruling
    }

    /// Whether nothing explains all.
    pub(super) fn is_none(&self) -> bool {
        self.verdict == "none"
    }

    pub(super) fn is_tie(&self) -> bool {
        self.verdict == "tie"
    }

    /// Takes what explains each file, if anything does.
    pub(super) fn of_files(mut self, files: Vec<OfFile>) -> Self {
        if !files.is_empty() {
            self.verdict = "by_file";
            self.files = files;
        }
        self
    }

    /// Which ranges are put right by which theory; nothing, where that would be a guess.
    fn right<'r>(
        &'r self,
        court: &'r Court<'_, '_>,
        best: &'r Standing,
    ) -> Option<Vec<(&'r [usize], &'r Theory)>> {
        match self.verdict {
            "other" => Some(alloc::vec![(court.examined.as_slice(), &best.theory)]),
            "by_file" if self.files.iter().all(|one| !one.tied) => {
                let files = self.files.iter();
                Some(files.map(|one| (&*one.cases, &one.best.theory)).collect())
            }
            _ => None,
        }
    }

    pub(super) fn write(
        &self,
        court: &Court<'_, '_>,
        heard: &[Standing],
        asked: &Asked<'_>,
        report: &mut DetectiveReport,
    ) {
        let stated = Kinds::stated(court);
        let Some(best) = heard.first() else { return };
        self.verdict.clone_into(&mut report.verdict);
        let mut wanted: BTreeSet<Spot> = BTreeSet::new();
        let declared = heard.get(self.declared);
        let missed = declared.and_then(|declared| declared.misses.first());
        let witnesses = heard.iter().filter_map(|one| one.misses.first());
        wanted.extend(witnesses.filter_map(|miss| spot(court, miss)));
        let missed_in_files = self.files.iter().filter_map(|one| one.missed.as_ref());
        wanted.extend(missed_in_files.filter_map(|miss| spot(court, miss)));
        let corrected = match self.right(court, best) {
            Some(right) => {
                let complete = report.examined == report.spans;
                let made = correct::correct(court, &right, asked.text, asked.rewritable, complete);
                made.map_err(ToOwned::to_owned)
            }
            None => Err(self.why_not().to_owned()),
        };
        if let Ok(corrected) = &corrected {
            wanted.extend(corrected.changes.iter().map(|change| change.spot));
        }
        let known = pointers(asked.text, asked.options, &wanted);
        report.hypotheses = heard
            .iter()
            .enumerate()
            .map(|(at, one)| {
                let explained = missed.filter(|miss| {
                    one.misses.iter().all(|other| other.case != miss.case) && at != self.declared
                });
                Hypothesis {
                    undecided: if at == 0 && one.fits == court.examined.len() as u64 {
                        undecided::undecided(court, one, stated)
                    } else {
                        Vec::new()
                    },
                    witness: explained
                        .filter(|_| one.misses.len() < court::MISSES)
                        .and_then(|miss| {
                            witness(court, miss, &known, "the declared convention has")
                        }),
                    counter_example: one
                        .misses
                        .first()
                        .and_then(|miss| witness(court, miss, &known, "this one has")),
                    ..hypothesis(court, one, stated, at == self.declared)
                }
            })
            .collect();
        only_new(&mut report.hypotheses);
        report.by_file = self
            .files
            .iter()
            .map(|one| Hypothesis {
                path: path(court, one).map(ToOwned::to_owned),
                witness: one
                    .missed
                    .as_ref()
                    .filter(|_| one.best.theory != court.declared)
                    .and_then(|miss| witness(court, miss, &known, "the declared convention has")),
                of: one.cases.len() as u64,
                ..hypothesis(court, &one.best, stated, one.best.theory == court.declared)
            })
            .collect();
        match corrected {
            Ok(corrected) => corrected.write(report, &known),
            Err(why) => report.uncorrected = Some(why),
        }
        report.summary = self.summary(court, heard, stated, report);
    }

    fn why_not(&self) -> &'static str {
        match self.verdict {
            "declared" => "there is nothing to correct",
            "tie" => "several hypotheses explain everything and put ranges in different places",
            "by_file" => "several hypotheses explain a file and put ranges in different places",
            "no_evidence" => "nothing confirms where the ranges are",
            _ => "no hypothesis explains all ranges",
        }
    }

    fn summary(
        &self,
        court: &Court<'_, '_>,
        heard: &[Standing],
        stated: Kinds,
        report: &DetectiveReport,
    ) -> String {
        let (Some(best), Some(shown)) = (heard.first(), report.hypotheses.first()) else {
            return String::new();
        };
        let own = deviation(court, &best.theory);
        let topics = Kinds::of(own);
        let says = |theory: &Theory| sentence(court, theory, stated, topics);
        let (fits, of) = (shown.fits, spans(shown.of));
        let (fit, is) = if shown.of == 1 {
            ("fits", "it")
        } else {
            ("fit", "them")
        };
        let declared = says(&court.declared);
        let whose = report.dialect.as_ref().map_or_else(
            || "the envelope declares".to_owned(),
            |dialect| format!("`{dialect}` declares"),
        );
        let first = |witness: &Option<Witness>| {
            let witness = witness.as_ref();
            witness.map_or_else(String::new, |witness| {
                format!(" First witness, `{}`: {}.", witness.pointer, witness.says)
            })
        };
        match self.verdict {
            "declared" => format!("{fits} of {of} {fit} the declared convention: {declared}."),
            "no_evidence" => format!(
                "Nothing contradicts the declared convention ({declared}), and nothing confirms \
                 it: no text, checksum, context or name, and no second position."
            ),
            "other" => format!(
                "{fits} of {of} {fit} {}; {whose} {declared}, which fits {}.{}",
                says(&best.theory),
                heard.get(self.declared).map_or(0, |one| one.fits),
                first(&shown.witness),
            ),
            "tie" => {
                let all = core::iter::once(0).chain(self.rivals.iter().copied());
                let all: Vec<String> = all
                    .filter_map(|at| heard.get(at))
                    .map(|one| sentence(court, &one.theory, stated, Kinds::ALL))
                    .collect();
                format!(
                    "{} hypotheses fit {fits} of {of} and put {is} in different places: {}.",
                    all.len(),
                    all.join(" | ")
                )
            }
            "by_file" => self.summary_of_files(court, stated, report),
            _ => format!(
                "No hypothesis fits all of {of}; the best fits {fits}: {}.{}",
                sentence(court, &best.theory, stated, Kinds::ALL),
                first(&shown.counter_example),
            ),
        }
    }
}

impl Ruling {
    /// The ways of the first files, with how many ranges each has.
    fn summary_of_files(
        &self,
        court: &Court<'_, '_>,
        stated: Kinds,
        report: &DetectiveReport,
    ) -> String {
        /// Files that are told of.
        const SHOWN: usize = 4;
        let each = self.files.iter().take(SHOWN).map(|one| {
            let theory = &one.best.theory;
            let said = match deviation(court, theory) {
                0 => "as declared".to_owned(),
                own => sentence(court, theory, stated, Kinds::of(own)),
            };
            let path = path(court, one).unwrap_or_default();
            format!("`{path}` ({}): {said}", spans(one.cases.len() as u64))
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
fn path<'c>(court: &Court<'c, '_>, one: &OfFile) -> Option<&'c str> {
    let first = court.cases.get(*one.cases.first()?)?;
    Some(&first.path)
}

/// Leaves out what differs from one before it only in numbers that no range states.
fn only_new(hypotheses: &mut Vec<Hypothesis>) {
    let mut known: Vec<Hypothesis> = Vec::new();
    hypotheses.retain(|one| {
        let same = |other: &Hypothesis| {
            other.convention == one.convention
                && other.end_convention == one.end_convention
                && other.fits == one.fits
        };
        let is_new = one.declared || !known.iter().any(same);
        known.push(one.clone());
        is_new
    });
}

fn spot(court: &Court<'_, '_>, miss: &Miss) -> Option<Spot> {
    let case = court.cases.get(miss.case)?;
    let number = miss
        .field
        .and_then(|field| *case.numbers.get(field as usize)?);
    Some((
        case.document,
        number.map_or(case.order, |number| number.order),
    ))
}

fn witness(
    court: &Court<'_, '_>,
    miss: &Miss,
    known: &BTreeMap<Spot, String>,
    whose: &str,
) -> Option<Witness> {
    let case = court.cases.get(miss.case)?;
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
        pointer: known.get(&spot(court, miss)?).cloned().unwrap_or_default(),
        path: case.path.clone(),
        stated,
        computed: miss.computed,
        says,
    })
}

fn hypothesis(
    court: &Court<'_, '_>,
    standing: &Standing,
    stated: Kinds,
    declared: bool,
) -> Hypothesis {
    let theory = &standing.theory;
    let (start, end) = (
        convention(court, theory, stated, false),
        convention(court, theory, stated, true),
    );
    Hypothesis {
        path: None,
        says: sentence(court, theory, stated, Kinds::ALL),
        end_convention: (end != start).then(|| end.into()),
        convention: start,
        declared,
        fits: standing.fits,
        of: court.examined.len() as u64,
        proved: standing.proved,
        differs: axes(deviation(court, theory)),
        undecided: Vec::new(),
        witness: None,
        counter_example: None,
    }
}
