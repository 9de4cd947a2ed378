//! A place in a text, shown: the line, and carets under the right columns.
//!
//! Documents of tools are often one line of a megabyte, so only what surrounds
//! the place is cut out and looked at. What a terminal would not show, or would
//! show elsewhere, is made visible: see [`crate::cells`].

#[cfg(test)]
mod tests;

use std::fmt::Write as _;

use anstyle::Style;
use llm_types::{ByteRange, LineIndex, PositionEncoding};

use crate::cells::{self, Cell, tame};
use crate::problem::shown_pointer;
use crate::style;

/// The most terminal columns that one line of an excerpt takes, gutter excluded.
fn room() -> usize {
    style::width().saturating_sub(8)
}

/// A place in a named text.
#[derive(Debug)]
pub(crate) struct Excerpt {
    name: String,
    /// Column of the start, from 1, in code points.
    column: u64,
    /// One line, or the first and the last of a longer range.
    lines: Vec<Line>,
    /// Whether lines between them are left out.
    gap: bool,
    /// What to say beside the carets.
    label: String,
}

/// What is shown of one line.
#[derive(Debug)]
struct Line {
    /// From 1.
    number: u64,
    cells: Vec<Cell>,
    /// Whether something before or after is cut off.
    cut: (bool, bool),
    /// The cells with carets; empty for a place between two.
    marked: std::ops::Range<usize>,
}

impl Excerpt {
    /// The place of bytes `start..end` of a text. Offsets beyond the end show
    /// the end.
    pub(crate) fn new(name: &str, text: &LineIndex<'_>, start: u64, end: u64) -> Self {
        Self::in_width(name, text, start, end, room())
    }

    fn in_width(name: &str, text: &LineIndex<'_>, start: u64, end: u64, width: usize) -> Self {
        let start = start.min(text.len());
        let range = ByteRange::ordered(start, end.clamp(start, text.len()));
        let at = text.position_clamped(start, PositionEncoding::Utf32);
        // The last byte of a range tells its last line, not the byte after it.
        let last = range.end().saturating_sub(1).max(start);
        let last = text.position_clamped(last, PositionEncoding::Utf8).line;
        let mut lines = vec![Line::new(text, at.line, range, width)];
        if last > at.line {
            lines.push(Line::new(text, last, range, width));
        }
        Self {
            name: name.into(),
            column: at.column + 1,
            lines,
            gap: last > at.line + 1,
            label: String::new(),
        }
    }

    /// The same excerpt with other line numbers: of a part that begins after so many lines.
    pub(crate) fn below(mut self, lines: u64) -> Self {
        for line in &mut self.lines {
            line.number += lines;
        }
        self
    }

    /// The same excerpt with something to say beside the last carets.
    pub(crate) fn labelled(mut self, label: &str) -> Self {
        label.clone_into(&mut self.label);
        self
    }

    /// How many digits the line numbers need.
    pub(crate) fn margin(&self) -> usize {
        let digits = |line: &Line| line.number.checked_ilog10().unwrap_or(0) as usize + 1;
        self.lines.iter().map(digits).max().unwrap_or(1)
    }

    /// The excerpt as lines of text. Carets have the colour of `mark`.
    pub(crate) fn render(
        &self,
        arrow: &str,
        margin: usize,
        pointer: Option<&str>,
        mark: Style,
    ) -> String {
        let (frame, faint) = (style::FRAME, style::FAINT);
        let number = self.lines.first().map_or(1, |line| line.number);
        let mut text = format!(
            "{frame}{:margin$}{arrow}{frame:#} {}:{number}:{}",
            "",
            tame(&self.name),
            self.column
        );
        if let Some(pointer) = pointer {
            // Writing to a String cannot fail, here and below.
            let _ = write!(text, " {faint}at {}{faint:#}", shown_pointer(pointer));
        }
        let _ = write!(text, "\n{frame}{:margin$} |{frame:#}\n", "");
        for (index, line) in self.lines.iter().enumerate() {
            if index > 0 && self.gap {
                let _ = writeln!(text, "{frame}{:.<margin$}{frame:#}", "");
            }
            let (shown, mut carets) = line.render();
            if index + 1 == self.lines.len() && !self.label.is_empty() {
                carets = format!("{carets} {}", tame(&self.label));
            }
            let _ = write!(
                text,
                "{frame}{:margin$} |{frame:#} {}\n{frame}{:margin$} |{frame:#} {mark}{}{mark:#}\n",
                line.number,
                shown.trim_end(),
                "",
                carets,
            );
        }
        text
    }
}

impl Line {
    fn new(text: &LineIndex<'_>, line: u64, range: ByteRange, width: usize) -> Self {
        // The line is one that the index gave, so the default is not reached.
        let content = text.line_content_range(line).unwrap_or_default();
        let text = text.text();
        let index = |offset: u64| {
            usize::try_from(offset)
                .unwrap_or(text.len())
                .min(text.len())
        };
        let (line_start, line_end) = (index(content.start()), index(content.end()));
        let start = index(range.start()).clamp(line_start, line_end);
        let end = index(range.end()).clamp(start, line_end);
        // Much more than can be shown, and little enough that a line of a
        // gigabyte is not taken apart.
        let reach = width.saturating_mul(16);
        let from = floor_boundary(text, start.saturating_sub(reach).max(line_start));
        let to = end.min(start.saturating_add(reach)).saturating_add(reach);
        let to = floor_boundary(text, to.min(line_end)).max(from);
        let mut cells: Vec<Cell> = cells::cells(&text[from..to], from).collect();

        let mut first = cells.partition_point(|cell| cell.end <= start);
        let mut past = cells.partition_point(|cell| cell.start < end).max(first);
        let (mut cut_before, mut cut_after) = (from > line_start, to < line_end);

        // A third of the room is for what comes before.
        let keep = cells::fitting(cells[..first].iter().rev(), width / 3);
        let total: usize = cells.iter().map(|cell| cell.width).sum();
        if total > width && keep < first {
            cells.drain(..first - keep);
            (first, past) = (keep, past - (first - keep));
            cut_before = true;
        }
        let keep = cells::fitting(cells.iter(), width);
        if keep < cells.len() {
            cells.truncate(keep);
            past = past.min(keep);
            first = first.min(keep);
            cut_after = true;
        }
        Self {
            number: line + 1,
            cells,
            cut: (cut_before, cut_after),
            marked: first..past,
        }
    }

    /// The line and the carets under it.
    fn render(&self) -> (String, String) {
        let ellipsis = |cut| if cut { "…" } else { "" };
        let width = |cells: &[Cell]| cells.iter().map(|cell| cell.width).sum::<usize>();
        let mut shown = String::from(ellipsis(self.cut.0));
        shown.extend(self.cells.iter().map(|cell| &*cell.text));
        shown.push_str(ellipsis(self.cut.1));
        let before = width(&self.cells[..self.marked.start]) + usize::from(self.cut.0);
        let carets = width(&self.cells[self.marked.clone()]).max(1);
        (shown, format!("{:before$}{:^<carets$}", "", ""))
    }
}

/// The start of the character that holds this byte, so that a cut does not make
/// good text look ill-formed.
fn floor_boundary(text: &[u8], offset: usize) -> usize {
    let continues = |at: &usize| text.get(*at).is_some_and(|byte| byte & 0xc0 == 0x80);
    (offset.saturating_sub(3)..=offset)
        .rev()
        .find(|at| !continues(at))
        .unwrap_or(offset)
}
