//! What the core found in a document, for people.

use std::collections::BTreeMap;

use llm_types::{Diagnostic, Level, LineIndex, PositionEncoding};

use crate::excerpt::Excerpt;
use crate::input::Input;
use crate::problem::Problem;
use crate::sources::SourceFolder;
use crate::style;

/// How many findings are shown: nobody reads more.
const SHOWN: usize = 50;

/// A text, or a part of one, in which places are shown.
pub(crate) struct View<'t> {
    pub(crate) name: &'t str,
    /// The lines of the part, which begins with a line.
    pub(crate) index: LineIndex<'t>,
    /// Where it begins.
    pub(crate) start: u64,
    /// Lines before it.
    pub(crate) lines: u64,
}

impl View<'_> {
    /// Line and column of an offset of the text, both from 1, the column in UTF-16
    /// code units.
    pub(crate) fn place(&self, offset: u64) -> (u64, u64) {
        let within = offset.saturating_sub(self.start);
        let place = self.index.position_clamped(within, PositionEncoding::Utf16);
        let line = place.line.saturating_add(self.lines).saturating_add(1);
        (line, place.column.saturating_add(1))
    }

    /// The text of a range, if it is UTF-8.
    pub(crate) fn text(&self, start: u64, end: u64) -> Option<&str> {
        let within = |offset: u64| usize::try_from(offset.checked_sub(self.start)?).ok();
        let bytes = self.index.text().get(within(start)?..within(end)?)?;
        std::str::from_utf8(bytes).ok()
    }

    fn excerpt(&self, start: u64, end: u64) -> Excerpt {
        let within = |offset: u64| offset.saturating_sub(self.start);
        Excerpt::new(self.name, &self.index, within(start), within(end)).below(self.lines)
    }
}

/// What lists all findings of a command that can print a report as JSON, and of another one.
pub(crate) const AS_JSON: &str = "`--format json`";
pub(crate) const ALONE: &str = "`validate --format json`";

/// The findings one after the other, with their places in the document and in
/// the source; how many are left is said at the end.
#[derive(Default)]
pub(crate) struct Findings {
    seen: usize,
    /// How many of each code are not shown.
    left: BTreeMap<String, usize>,
}

impl Findings {
    /// All findings of a text; `all` says what lists them.
    pub(crate) fn of<'d>(
        diagnostics: impl IntoIterator<Item = &'d Diagnostic>,
        input: &Input,
        folder: Option<&SourceFolder>,
        all: &str,
    ) -> String {
        let mut diagnostics = diagnostics.into_iter().peekable();
        if diagnostics.peek().is_none() {
            return String::new();
        }
        let mut findings = Self::default();
        let text = findings.render(diagnostics, &input.view(), folder);
        text + &findings.rest(all)
    }

    /// The next findings.
    pub(crate) fn render<'d>(
        &mut self,
        diagnostics: impl IntoIterator<Item = &'d Diagnostic>,
        view: &View<'_>,
        folder: Option<&SourceFolder>,
    ) -> String {
        let mut text = String::new();
        for diagnostic in diagnostics {
            self.seen += 1;
            if self.seen <= SHOWN {
                text.push_str(&problem(diagnostic, view, folder).render());
                text.push('\n');
            } else {
                *self.left.entry(diagnostic.code.to_string()).or_default() += 1;
            }
        }
        text
    }

    /// How many findings were not shown, and what lists all.
    pub(crate) fn rest(&self, all: &str) -> String {
        if self.left.is_empty() {
            return String::new();
        }
        let codes = self.left.iter();
        let codes: Vec<String> = codes
            .map(|(code, count)| format!("{count} {code}"))
            .collect();
        format!(
            "... and {} more ({}); {all} lists all\n\n",
            self.left.values().sum::<usize>(),
            codes.join(", ")
        )
    }
}

fn problem(diagnostic: &Diagnostic, view: &View<'_>, folder: Option<&SourceFolder>) -> Problem {
    let mut places = Vec::new();
    places.extend(
        diagnostic
            .byte_start
            .zip(diagnostic.byte_end)
            .map(|(start, end)| view.excerpt(start, end)),
    );
    for related in &diagnostic.related {
        if let Some((start, end)) = related.byte_start.zip(related.byte_end) {
            places.push(view.excerpt(start, end).labelled(&related.message));
        }
    }
    places.extend(
        diagnostic
            .span
            .as_ref()
            .and_then(|span| folder?.excerpt(&span.file_path, span.byte_start, span.byte_end)),
    );
    Problem {
        level: diagnostic.level,
        code: diagnostic.code.clone().into_owned(),
        message: diagnostic.message.clone(),
        help: diagnostic.help.clone().into_owned(),
        fix: diagnostic
            .fixes
            .first()
            .map(|fix| format!("{} ({})", fix.title, fix.applicability)),
        expected: diagnostic.expected.as_ref().map(llm_types::write_compact),
        pointer: diagnostic.pointer.clone(),
        places,
    }
}

/// How many findings of each level there are.
#[derive(Default)]
pub(crate) struct Count {
    errors: u64,
    warnings: u64,
    notes: u64,
}

impl Count {
    pub(crate) fn add<'d>(&mut self, diagnostics: impl IntoIterator<Item = &'d Diagnostic>) {
        for diagnostic in diagnostics {
            match diagnostic.level {
                Level::Error => self.errors += 1,
                Level::Warning => self.warnings += 1,
                Level::Note => self.notes += 1,
                Level::Help => {}
            }
        }
    }

    /// `2 errors, 1 warning`; empty if there is neither.
    pub(crate) fn show(&self) -> String {
        let mut parts = Vec::new();
        for (level, count, one, many) in [
            (Level::Error, self.errors, "error", "errors"),
            (Level::Warning, self.warnings, "warning", "warnings"),
            (Level::Note, self.notes, "note", "notes"),
        ] {
            let color = style::of(level);
            match count {
                0 => {}
                1 => parts.push(format!("{color}1 {one}{color:#}")),
                _ => parts.push(format!("{color}{count} {many}{color:#}")),
            }
        }
        parts.join(", ")
    }
}

/// How many documents have an error.
pub(crate) fn failed(diagnostics: &[Diagnostic], is_failure: impl Fn(&Diagnostic) -> bool) -> u64 {
    let mut documents: Vec<Option<u64>> = diagnostics
        .iter()
        .filter(|found| is_failure(found))
        .map(|found| found.document)
        .collect();
    documents.sort_unstable();
    documents.dedup();
    documents.len() as u64
}
