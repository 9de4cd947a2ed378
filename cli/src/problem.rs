//! Something that is wrong, as a person reads it.

use std::fmt::Write as _;

use llm_types::{ErrorReport, Level};

use crate::excerpt::Excerpt;
use crate::style;

/// A message with the places it is about.
#[derive(Debug)]
pub(crate) struct Problem {
    pub(crate) level: Level,
    pub(crate) code: String,
    pub(crate) message: String,
    pub(crate) help: String,
    /// The right value as JSON, if one is known.
    pub(crate) expected: Option<String>,
    /// JSON Pointer of the value, if there is one.
    pub(crate) pointer: Option<String>,
    /// In the document first, then in the source.
    pub(crate) places: Vec<Excerpt>,
}

impl Problem {
    pub(crate) fn from_report(report: &ErrorReport, place: Option<Excerpt>) -> Self {
        Self {
            level: Level::Error,
            code: report.code.into(),
            message: report.message.clone(),
            help: report.help.into(),
            expected: None,
            pointer: report.pointer.clone(),
            places: place.into_iter().collect(),
        }
    }

    /// The problem as several lines, with colours.
    pub(crate) fn render(&self) -> String {
        let level = style::of(self.level);
        let (strong, frame) = (style::STRONG, style::FRAME);
        let mut text = format!(
            "{level}{}[{}]{level:#}{strong}: {}{strong:#}\n",
            self.level.as_str(),
            self.code,
            self.message
        );
        let margin = self.places.iter().map(Excerpt::margin).max().unwrap_or(0);
        for (place, arrow) in self
            .places
            .iter()
            .zip(["-->", ":::"].into_iter().chain([":::"; 8]))
        {
            let pointer = self.pointer.as_deref().filter(|_| arrow == "-->");
            text.push_str(&place.render(arrow, margin, pointer, level));
        }
        if self.places.is_empty()
            && let Some(pointer) = &self.pointer
        {
            // Writing to a String cannot fail.
            let _ = writeln!(text, "{frame}  -->{frame:#} at {}", shown_pointer(pointer));
        }
        let notes = [
            ("expected", self.expected.as_deref()),
            ("help", Some(&*self.help)),
        ];
        for (word, note) in notes {
            if let Some(note) = note.filter(|note| !note.is_empty()) {
                let _ = writeln!(
                    text,
                    "{frame}{:margin$} ={frame:#} {strong}{word}{strong:#}: {note}",
                    ""
                );
            }
        }
        text
    }
}

/// A pointer for people: the whole document has an empty one.
pub(crate) fn shown_pointer(pointer: &str) -> &str {
    if pointer.is_empty() {
        "the document"
    } else {
        pointer
    }
}
