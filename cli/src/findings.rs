//! What the core found in a document, for people.

use std::fmt::Write as _;

use llm_types::{Diagnostic, Level};

use crate::excerpt::Excerpt;
use crate::input::Input;
use crate::problem::Problem;
use crate::sources::Shelf;
use crate::style;

/// How many findings are shown: nobody reads more.
const SHOWN: usize = 50;

/// The findings one after the other, with their places in the document and in
/// the source.
pub(crate) fn render<'d>(
    diagnostics: impl IntoIterator<Item = &'d Diagnostic>,
    input: &Input,
    shelf: Option<&Shelf>,
) -> String {
    let index = input.index();
    let mut text = String::new();
    let mut rest = 0;
    for (number, diagnostic) in diagnostics.into_iter().enumerate() {
        if number >= SHOWN {
            rest += 1;
            continue;
        }
        let place = |start, end| Excerpt::new(&input.name, &index, start, end);
        let mut places = Vec::new();
        places.extend(
            diagnostic
                .byte_start
                .zip(diagnostic.byte_end)
                .map(|(start, end)| place(start, end)),
        );
        for related in &diagnostic.related {
            places.push(place(related.byte_start, related.byte_end).labelled(&related.message));
        }
        places.extend(
            diagnostic
                .span
                .as_ref()
                .and_then(|span| shelf?.excerpt(&span.file_path, span.byte_start, span.byte_end)),
        );
        let problem = Problem {
            level: diagnostic.level,
            code: diagnostic.code.clone(),
            message: diagnostic.message.clone(),
            help: diagnostic.help.clone(),
            expected: diagnostic.expected.as_ref().map(llm_types::write_compact),
            pointer: diagnostic.pointer.clone(),
            places,
        };
        text.push_str(&problem.render());
        text.push('\n');
    }
    if rest > 0 {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "... and {rest} more; `--format json` lists all\n");
    }
    text
}

/// `2 errors, 1 warning`; empty if there is neither.
pub(crate) fn count(diagnostics: &[Diagnostic]) -> String {
    let mut parts = Vec::new();
    for (level, one, many) in [
        (Level::Error, "error", "errors"),
        (Level::Warning, "warning", "warnings"),
        (Level::Note, "note", "notes"),
    ] {
        let count = diagnostics
            .iter()
            .filter(|found| found.level == level)
            .count();
        let color = style::of(level);
        match count {
            0 => {}
            1 => parts.push(format!("{color}1 {one}{color:#}")),
            _ => parts.push(format!("{color}{count} {many}{color:#}")),
        }
    }
    parts.join(", ")
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
