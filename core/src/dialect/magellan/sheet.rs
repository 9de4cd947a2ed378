//! The graph export of Magellan as CSV.
//!
//! It begins with a comment that names its version, then come a row of column
//! names, the same for all, and a row for each record, which says its kind first.
//! Without the comment the row of names still tells what the text is.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::bare::{CALL, FILE, REFERENCE, SYMBOL};
use crate::dialect::sheet::{Cell, Kind, Layout, Lines, Reading, Row, Sheets, bare, is_blank};
use crate::envelope::RowRun;
use crate::json::Value;
use crate::rule::nearest_word;

/// How the sheet begins; the version follows.
const HEAD: &[u8] = b"# Magellan Export Version:";

/// How the row of names begins.
const NAMES: &[u8] = b"record_type,";

/// The column that says which kind of record a row is.
const KIND: &str = "record_type";

static KINDS: [Kind; 4] = [
    Kind {
        word: "File",
        list: "files",
        shape: &FILE,
    },
    Kind {
        word: "Symbol",
        list: "symbols",
        shape: &SYMBOL,
    },
    Kind {
        word: "Reference",
        list: "references",
        shape: &REFERENCE,
    },
    Kind {
        word: "Call",
        list: "calls",
        shape: &CALL,
    },
];

/// See the module.
pub(crate) struct Export;

impl Sheets for Export {
    fn dialect(&self) -> &'static str {
        "magellan"
    }

    fn generation(&self) -> Option<&'static str> {
        None
    }

    fn sign(&self) -> &'static str {
        "the text begins with the header of the graph export as CSV"
    }

    fn begins(&self, text: &[u8]) -> bool {
        text.starts_with(HEAD) || text.starts_with(NAMES)
    }

    fn kinds(&self) -> &'static [Kind] {
        &KINDS
    }

    fn graph(&self) -> Option<&'static str> {
        None
    }

    fn closing(&self) -> &'static str {
        "}"
    }

    fn ending(&self) -> &'static str {
        "\n\n"
    }

    fn is_followed(&self) -> bool {
        false
    }

    fn open(&self, text: &[u8], reading: &mut Reading) -> usize {
        reading.push("{");
        let Some((version, found, at)) = head(text) else {
            let names = text.len() - bare(text).len();
            let line = text.iter().skip(names).position(|byte| *byte == b'\n');
            let end = line.map_or(text.len(), |length| names + length);
            let line = text.get(names..end).unwrap_or_default().trim_ascii_end();
            let place = (names as u64, (names + line.len()) as u64);
            let message = "the export begins without the comment that names its version";
            reading.problem("EXPORT_HEAD", message.into(), place);
            return names;
        };
        reading.push("\"version\":");
        reading.push_fact(version, found);
        at
    }

    fn row(&self, row: &Row<'_>, cells: &[Cell<'_>], reading: &mut Reading) {
        let Some(word) = cells.first() else { return };
        if word.text == KIND {
            let fields = KINDS.iter().flat_map(|kind| kind.shape.fields);
            if let Some(names) = reading.names(row, cells, Some(KIND), &fields) {
                if reading.layout.columns.is_empty() {
                    reading.layout.columns.clone_from(&names);
                } else {
                    reading.renamed |= names != reading.columns;
                }
                reading.columns = names;
            }
            return;
        }
        if reading.columns.is_empty() {
            if is_blank(cells) {
                return;
            }
            if !reading.has_problem("CSV_HEADER") {
                let message = "the names of the columns are missing before the first record";
                reading.unread("CSV_HEADER", message.into(), row.range);
            }
            return;
        }
        if !reading.fits(row, cells, reading.columns.len()) {
            return;
        }
        let known = KINDS.iter().enumerate();
        let Some(kind) = known.into_iter().find(|(_, kind)| kind.word == word.text) else {
            let words: Vec<&str> = KINDS.iter().map(|kind| kind.word).collect();
            let meant = nearest_word(&word.text, &words);
            let meant = meant.map(|word| format!("; did you mean `{word}`?"));
            let message = format!(
                "`{}` is no kind of record{}",
                word.text,
                meant.unwrap_or_default()
            );
            return reading.unread("CSV_ROW", message, word.range);
        };
        let renamed = core::mem::take(&mut reading.renamed);
        let columns = core::mem::take(&mut reading.columns);
        match reading.layout.rows.last_mut() {
            Some(last) if last.kind == kind.1.word && !renamed => last.count += 1,
            _ => reading.layout.rows.push(RowRun {
                columns: columns.iter().filter(|_| renamed).cloned().collect(),
                ..run(kind.1, 1)
            }),
        }
        reading.record(kind, row, columns.iter().zip(cells).skip(1));
        reading.columns = columns;
    }

    fn settle(&self, layout: &mut Layout) {
        let usual = KINDS
            .iter()
            .filter_map(|kind| layout.rows.iter().find(|run| run.kind == kind.word));
        let renamed = layout.rows.iter().any(|run| !run.columns.is_empty());
        if !renamed && usual.eq(&layout.rows) {
            layout.rows = Vec::new();
        }
    }

    fn write(&self, document: &Value, layout: &Layout, lines: &mut Lines<'_>) {
        if let Some(version) = document.get("version").and_then(Value::as_str) {
            let head = String::from_utf8_lossy(HEAD);
            lines.line(&format!("{head} {version}"));
        }
        let mut columns = &layout.columns;
        if !columns.is_empty() {
            lines.row(columns.iter().map(String::as_str));
        }
        let mut lists: Vec<(&Kind, core::slice::Iter<'_, Value>)> = KINDS
            .iter()
            .map(|kind| {
                let list = document.get(kind.list).and_then(Value::as_array);
                (kind, list.map_or([].iter(), |list| list.iter()))
            })
            .collect();
        let usual: Vec<RowRun> = lists
            .iter()
            .map(|(kind, list)| run(kind, list.len() as u64))
            .collect();
        let runs = if layout.rows.is_empty() {
            &usual
        } else {
            &layout.rows
        };
        for run in runs {
            let list = lists.iter_mut().find(|(kind, _)| kind.word == run.kind);
            let Some((kind, list)) = list else { continue };
            if !run.columns.is_empty() {
                columns = &run.columns;
                lines.row(columns.iter().map(String::as_str));
            }
            let count = usize::try_from(run.count).unwrap_or(usize::MAX);
            for record in list.take(count) {
                lines.record(&[kind.word], columns.get(1..).unwrap_or_default(), record);
            }
        }
    }
}

/// The version, where it stands, and where the rows begin; nothing if there is none.
fn head(text: &[u8]) -> Option<(&str, (u64, u64), usize)> {
    let rest = bare(text).strip_prefix(HEAD)?;
    let start = text.len() - rest.len();
    let line = rest.iter().position(|byte| *byte == b'\n');
    let line = rest.get(..line.unwrap_or(rest.len())).unwrap_or_default();
    let next = start + line.len();
    let from = next - line.trim_ascii_start().len();
    let version = line.trim_ascii();
    let range = (from as u64, (from + version.len()) as u64);
    let version = core::str::from_utf8(version).unwrap_or_default();
    Some((version, range, next))
}

fn run(kind: &Kind, count: u64) -> RowRun {
    RowRun {
        kind: kind.word.into(),
        count,
        ..RowRun::default()
    }
}

#[cfg(test)]
mod tests;
