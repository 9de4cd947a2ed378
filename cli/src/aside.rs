//! What is said on standard error while a document goes to standard output: text for
//! people, or JSON Lines for programs.
//!
//! A line is an object with one member, whose name says what its value is: `diagnostic`,
//! `change`, `loss`, `not_enriched`, `summary`, or `error` where there is no document.

use std::borrow::Borrow;
use std::fmt::Write as _;

use llm_types::stream::{Dialects, ReadAs};
use llm_types::{Change, Diagnostic, Loss, LossKind, NotEnriched};
use serde::Serialize;

use crate::args::{AsideArgs, Format};
use crate::cells::tame;
use crate::changes::{changes, head};
use crate::findings::{AS_JSON, Findings, View};
use crate::output;
use crate::problem::shown_pointer;
use crate::sources::SourceFolder;
use crate::style;

/// Standard error beside a document.
pub(crate) struct Aside {
    format: Format,
    /// Whether everything was asked for. Without it only what is wrong is worth
    /// interrupting for.
    all: bool,
    findings: Findings,
    dropped: u64,
    defaulted: u64,
    /// How many numbers canonical JSON rounds.
    rounded: u64,
    /// Whether it was said already that a document is no whole one of its dialect.
    unfit: bool,
}

impl Aside {
    pub(crate) fn new(args: &AsideArgs) -> Self {
        Self {
            format: args.format,
            all: args.report,
            findings: Findings::default(),
            dropped: 0,
            defaulted: 0,
            rounded: 0,
            unfit: false,
        }
    }

    /// What was found in a text, or in a part of it.
    pub(crate) fn found<'v, V: Borrow<View<'v>>>(
        &mut self,
        diagnostics: &[Diagnostic],
        view: impl FnOnce() -> V,
        folder: Option<&SourceFolder>,
    ) {
        let inexact = |found: &&Diagnostic| found.code == "NUMBER_NOT_EXACT";
        self.rounded += diagnostics.iter().filter(inexact).count() as u64;
        let mut told = diagnostics
            .iter()
            .filter(|found| self.all || found.is_error())
            .peekable();
        if told.peek().is_none() {
            return;
        }
        match self.format {
            Format::Human => output::stderr(&self.findings.render(told, view().borrow(), folder)),
            Format::Json => told.for_each(|found| line("diagnostic", &found.to_json())),
        }
    }

    /// What became of the values, of a text with one document or several.
    pub(crate) fn changed(&self, list: impl Iterator<Item = impl Borrow<Change>>, several: bool) {
        if !self.all {
            return;
        }
        match self.format {
            Format::Human => output::stderr(&changes(list, several)),
            Format::Json => list.for_each(|change| line("change", &change.borrow().to_json())),
        }
    }

    /// What the result has no place for, and what was made up for it. That a result is no whole
    /// document of its dialect is said even if nobody asked, of the first such document.
    pub(crate) fn lost(&mut self, losses: &[Loss]) {
        // The losses include rounded numbers, so that those are not to be told twice.
        self.rounded = 0;
        for loss in losses {
            match loss.kind() {
                Some(LossKind::Dropped) => self.dropped += 1,
                Some(LossKind::Defaulted) => self.defaulted += 1,
                _ => {}
            }
        }
        let is_dropped = |loss: &Loss| loss.kind() == Some(LossKind::Dropped);
        let is_of_all = |loss: &&Loss| loss.pointer.is_empty() && is_dropped(loss);
        let told: Vec<&Loss> = if self.all {
            losses.iter().collect()
        } else if self.unfit {
            return;
        } else {
            losses.iter().filter(is_of_all).collect()
        };
        self.unfit |= losses.iter().any(|loss| is_of_all(&loss));
        match self.format {
            Format::Human => output::stderr(&became(&told)),
            Format::Json => told.iter().for_each(|loss| line("loss", &loss.to_json())),
        }
    }

    /// The spans that nothing was added to. They are named even if nobody asked.
    pub(crate) fn left_alone(&self, spans: &[NotEnriched]) {
        match self.format {
            Format::Human => output::stderr(&alone(spans)),
            Format::Json => spans
                .iter()
                .for_each(|span| line("not_enriched", &span.to_json())),
        }
    }

    /// Whether everything was asked for.
    pub(crate) const fn tells_all(&self) -> bool {
        self.all
    }

    /// The dialects, and how many changes there were; only if everything was asked for.
    pub(crate) fn read_as(&self, dialects: &Dialects, changes: usize) {
        let ([first, ..], true) = (dialects.list(), self.all) else {
            return;
        };
        match self.format {
            Format::Human => output::stderr(&head(dialects, changes)),
            Format::Json => summary(&Summary {
                first,
                dialects: Some(dialects.list()).filter(|list| list.len() > 1),
                changes,
            }),
        }
    }

    /// The sums, once the whole text was seen.
    pub(crate) fn end(&self) {
        let (dropped, defaulted, rounded) = (self.dropped, self.defaulted, self.rounded);
        match self.format {
            Format::Human => {
                let more = if self.all {
                    ""
                } else {
                    "; `--report` lists them"
                };
                let note = style::of(llm_types::Level::Note);
                output::stderr(&self.findings.rest(AS_JSON));
                if dropped + defaulted > 0 {
                    output::stderr(&format!(
                        "{note}note{note:#}: {dropped} {} dropped, {defaulted} defaulted{more}\n",
                        if dropped == 1 { "value" } else { "values" }
                    ));
                }
                if rounded > 0 {
                    output::stderr(&format!(
                        "{note}note{note:#}: {rounded} {} rounded{more}\n",
                        if rounded == 1 { "number" } else { "numbers" }
                    ));
                }
            }
            Format::Json if dropped + defaulted > 0 => summary(&Lost { dropped, defaulted }),
            Format::Json if rounded > 0 => summary(&Rounded { rounded }),
            Format::Json => {}
        }
    }
}

/// How a text was read.
#[derive(Serialize)]
struct Summary<'r> {
    /// The first document.
    #[serde(flatten)]
    first: &'r ReadAs,
    /// All of them, where they are not all alike.
    #[serde(skip_serializing_if = "Option::is_none")]
    dialects: Option<&'r [ReadAs]>,
    changes: usize,
}

/// How many values are not in the result as they were.
#[derive(Serialize)]
struct Lost {
    dropped: u64,
    defaulted: u64,
}

/// How many numbers are not in the result as they were.
#[derive(Serialize)]
struct Rounded {
    rounded: u64,
}

fn summary(value: &impl Serialize) {
    // A struct of names and numbers is always JSON.
    if let Ok(json) = output::json(value) {
        line("summary", &json);
    }
}

fn line(name: &str, json: &str) {
    output::stderr(&format!("{{\"{name}\":{json}}}\n"));
}

/// What became of each value, a line each.
fn became(losses: &[&Loss]) -> String {
    let strong = style::STRONG;
    losses.iter().fold(String::new(), |mut text, loss| {
        let (pointer, kind) = (shown_pointer(&loss.pointer), &loss.kind);
        // Writing to a String cannot fail, here and below.
        let _ = match loss.document {
            Some(document) => write!(text, "  [{document}] "),
            None => write!(text, "  "),
        };
        let _ = writeln!(
            text,
            "{pointer} {strong}{kind}{strong:#}: {}",
            tame(&loss.note)
        );
        text
    })
}

/// The spans that nothing was added to, a line each.
fn alone(spans: &[NotEnriched]) -> String {
    let strong = style::STRONG;
    spans.iter().fold(String::new(), |mut text, span| {
        let _ = match span.document {
            Some(document) => write!(text, "  [{document}] "),
            None => write!(text, "  "),
        };
        let place = shown_pointer(&span.pointer);
        let _ = writeln!(
            text,
            "{place} {strong}left alone{strong:#}: {}",
            tame(&span.why)
        );
        text
    })
}
