//! Something that is wrong, as a person reads it.

use std::fmt::Write as _;

use llm_types::{ErrorReport, Level};

use crate::cells::tame;
use crate::excerpt::Excerpt;
use crate::style;

/// A message with the places it is about.
#[derive(Debug)]
pub(crate) struct Problem {
    pub(crate) level: Level,
    pub(crate) code: String,
    pub(crate) message: String,
    pub(crate) help: String,
    /// What would mend it, if something would.
    pub(crate) fix: Option<String>,
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
            fix: None,
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
            tame(&self.message)
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
            ("fix", self.fix.as_deref()),
            ("help", Some(&*self.help)),
        ];
        for (word, note) in notes {
            if let Some(note) = note.filter(|note| !note.is_empty()) {
                let _ = writeln!(
                    text,
                    "{frame}{:margin$} ={frame:#} {strong}{word}{strong:#}: {}",
                    "",
                    tame(note)
                );
            }
        }
        text
    }
}

/// A pointer for people: the whole document has an empty one, and the middle of a
/// long one is left out.
pub(crate) fn shown_pointer(pointer: &str) -> String {
    /// Characters at each end of a long pointer.
    const END: usize = 40;
    if pointer.is_empty() {
        return String::from("the document");
    }
    let shown = tame(pointer);
    let cut = |from: usize| shown.char_indices().nth(from).map(|(at, _)| at);
    let length = shown.chars().count();
    match cut(END).zip(cut(length.saturating_sub(END))) {
        Some((head, tail)) if length > 2 * END + 1 => {
            format!("{}…{}", &shown[..head], &shown[tail..])
        }
        _ => shown.into_owned(),
    }
}
