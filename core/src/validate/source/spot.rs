//! A place that is only mentioned, against its text.
//!
//! Where it is known how lines and columns are counted, they must be there, and agree with the
//! offsets beside them. Where that is not known, only those are wrong that no way to count makes
//! right.

use alloc::format;

use super::super::found::{Found, Slot};
use super::super::structure::mentions::{member, natural};
use super::Check;
use super::mentioned::PLACES;
use super::why::NO_COLUMNS;
use crate::dialect::convention::ColumnUnit;
use crate::envelope::mention::{Counted, Spot};
use crate::json::Node;
use crate::source::library::Library;
use crate::text::{ByteRange, LineIndex, LineTerminators, Position, PositionEncoding};

/// So much further than its bytes a column can be counted: from 1, and after the end.
const BEYOND: u64 = 2;

/// So many columns a tab can take.
const TAB: u64 = 8;

/// The length in bytes of U+FFFD, which is read for an ill-formed byte.
const REPLACED: u64 = 3;

/// How many columns a line can have in any way to count.
fn width(line: &[u8]) -> u64 {
    let tabs = if line.contains(&b'\t') { TAB } else { 1 };
    let replaced = core::str::from_utf8(line).map_or(REPLACED, |_| 1);
    let bytes = line.len() as u64;
    bytes.saturating_mul(tabs).saturating_mul(replaced)
}

impl<'d> Check<'_> {
    /// Holds a place against its text.
    pub(super) fn placed(
        &mut self,
        record: Node<'d>,
        spot: &Spot,
        path: &str,
        library: &mut Library<'_>,
    ) {
        if !self.is_of(spot.moment, path) {
            return;
        }
        let Ok(index) = library.open(path) else {
            return;
        };
        let mut starts = None;
        for name in spot.offsets {
            let (Some(offset), Some(node)) = (natural(record, name), member(record, name)) else {
                continue;
            };
            match index.position(offset, PositionEncoding::Utf8) {
                Ok(found) => starts = starts.or(Some(found.line)),
                Err(error) => {
                    if !spot.is_range {
                        self.text_error(Slot::of(node), path, &error);
                    }
                    return;
                }
            }
        }
        let [line, column, end_line, end_column] = spot.lines;
        let ends = [(line, column, starts), (end_line, end_column, None)];
        for (line, column, starts) in ends {
            if spot.counted == Counted::ByConvention {
                if let Ok(index) = library.open(path) {
                    self.counted(record, (line, column), starts, path, index);
                }
            } else {
                self.possible(
                    record,
                    (line, column),
                    (starts, spot.counted),
                    path,
                    library,
                );
            }
        }
    }

    /// Holds line and column against the text as the dialect counts.
    fn counted(
        &mut self,
        record: Node<'d>,
        (line, column): (&str, &str),
        starts: Option<u64>,
        path: &str,
        index: &LineIndex<'_>,
    ) {
        let Some(lines) = self.convention.lines.as_ref() else {
            self.left(path, "how lines count is not known".into());
            return;
        };
        let base = u64::from(lines.line_base);
        let columns = lines.columns;
        let (Some(said), Some(node)) = (natural(record, line), record.get(line)) else {
            return;
        };
        // A line before the first one stands for one that is not known.
        let Some(at) = said.checked_sub(base) else {
            return;
        };
        if at >= index.line_count() {
            self.no_line(node, path, index.line_count());
            return;
        }
        if let Some(starts) = starts.filter(|starts| *starts != at) {
            self.other_line(node, path, starts.saturating_add(base));
        }
        let (Some(columns), Some(said), Some(node)) =
            (columns, natural(record, column), record.get(column))
        else {
            return;
        };
        let Some(said) = said.checked_sub(u64::from(columns.base)) else {
            return;
        };
        let ColumnUnit::Encoded(encoding) = columns.unit else {
            self.left(path, NO_COLUMNS.into());
            return;
        };
        let position = Position {
            line: at,
            column: said,
        };
        if let Err(error) = index.offset(position, encoding) {
            let error = error.counted_from(base, u64::from(columns.base));
            self.text_error(Slot::of(node), path, &error);
        }
    }

    /// Reports line and column if they are wrong in every way to count.
    fn possible(
        &mut self,
        record: Node<'d>,
        (line, column): (&str, &str),
        (starts, counted): (Option<u64>, Counted),
        path: &str,
        library: &mut Library<'_>,
    ) {
        let (Some(said), Some(node)) = (natural(record, line), record.get(line)) else {
            return;
        };
        if said == 0 {
            return;
        }
        let column = natural(record, column).zip(record.get(column));
        if counted == Counted::Somehow || column.is_some() {
            let why = "how some count is not said: only that they can be there was looked at";
            self.left(PLACES, why.into());
        }
        let Ok(index) = library.open(path) else {
            return;
        };
        let first = said.saturating_sub(1);
        let (count, mut widest) = (index.line_count(), 0);
        let last = if counted == Counted::Somehow {
            said
        } else {
            first
        };
        let is_beyond = |bytes| matches!(column, Some((column, _)) if column > bytes);
        for at in first..=last {
            if let Ok(range) = index.line_range(at) {
                let mut wide = range.len();
                // What is in the line matters only where it looks too short, and is looked at
                // once: it may be the whole text.
                if is_beyond(wide) {
                    let known = self.file.widths.entry(at);
                    wide = *known
                        .or_insert_with(|| width(super::slice(index, range.start(), range.end())));
                }
                widest = widest.max(wide);
            }
        }
        let is_there = first < count;
        let is_wide = column.is_none_or(|(column, _)| column <= widest.saturating_add(BEYOND));
        let is_same = starts.is_none_or(|starts| starts == first);
        if is_there && is_wide && is_same {
            return;
        }
        let content = index.line_content_range(first).map_or(0, ByteRange::len);
        // What ends a line is not known either: so only line feeds, which end one for every tool,
        // and all that may end one are counted.
        let feeds = *self
            .file
            .feeds
            .get_or_insert_with(|| memchr::memchr_iter(b'\n', index.text()).count() as u64);
        let most = LineTerminators::PythonSplitlines;
        let Some(most) = library.open_by(path, &most).map(LineIndex::line_count) else {
            return;
        };
        if first >= most.max(count) {
            self.no_line(node, path, most.max(count));
        } else if most != feeds.saturating_add(1) || count != most {
            // The lines of this text differ from tool to tool, but none is longer than those
            // between line feeds.
            if let Some((said, node)) = column.filter(|_| !is_wide) {
                self.past_every_line(said, node, path, library);
            }
        } else if let Some(starts) = starts.filter(|_| !is_same) {
            self.other_line(node, path, starts.saturating_add(1));
        } else if let Some((said, node)) = column.filter(|_| !is_wide) {
            let message = format!(
                "in `{path}`: column {said} is past the end of the line, of {content} bytes"
            );
            self.found
                .push(Found::at("COL_OUT_OF_RANGE", Slot::of(node), message));
        }
    }

    /// Tells a column that is past the end of the longest line.
    fn past_every_line(
        &mut self,
        said: u64,
        node: Node<'d>,
        path: &str,
        library: &mut Library<'_>,
    ) {
        let Ok(index) = library.open(path) else {
            return;
        };
        let longest = *self.file.longest.get_or_insert_with(|| {
            let lines = index.text().split_inclusive(|byte| *byte == b'\n');
            lines.map(width).max().unwrap_or(0)
        });
        if said > longest.saturating_add(BEYOND) {
            let message = format!("in `{path}`: column {said} is past the end of every line");
            self.found
                .push(Found::at("COL_OUT_OF_RANGE", Slot::of(node), message));
        }
    }

    fn no_line(&mut self, node: Node<'d>, path: &str, count: u64) {
        let message = format!("`{path}` has {count} lines");
        self.found
            .push(Found::at("LINE_OUT_OF_RANGE", Slot::of(node), message));
    }

    fn other_line(&mut self, node: Node<'d>, path: &str, right: u64) {
        let message = format!("the offset beside it is on line {right} of `{path}`");
        let found = Found::at("POSITION_MISMATCH", Slot::of(node), message);
        self.found.push(found.expecting(right));
    }
}
