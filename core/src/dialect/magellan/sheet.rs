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
use crate::rule::{nearest_name, nearest_word};

/// How the sheet begins; the version follows.
const HEAD: &str = "# Magellan Export Version:";

/// What stands behind the first name in the row of names.
const NEXT: u8 = b',';

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
        text.starts_with(HEAD.as_bytes()) || begins_with_names(text) || misspelt(text).is_some()
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

    fn opening(&self) -> Option<&'static str> {
        None
    }

    fn open(&self, text: &[u8], reading: &mut Reading) -> usize {
        reading.push("{");
        let Some(Head {
            version,
            range,
            next,
            misspelt,
        }) = head(text)
        else {
            let names = text.len() - bare(text).len();
            let line = text.iter().skip(names).position(|byte| ends_line(*byte));
            let end = line.map_or(text.len(), |length| names + length);
            let line = text.get(names..end).unwrap_or_default().trim_ascii_end();
            let place = (names as u64, (names + line.len()) as u64);
            let message = "the export begins without the comment that names its version";
            reading.problem("EXPORT_HEAD", message.into(), place);
            return names;
        };
        if let Some(range) = misspelt {
            let message = format!("the export begins with `{HEAD}` and its version");
            reading.misspelt("EXPORT_HEAD", message, HEAD, range);
        }
        reading.push("\"version\":");
        reading.push_fact(version, range);
        next
    }

    fn row(&self, row: &Row<'_>, cells: &[Cell<'_>], reading: &mut Reading) {
        let Some(mut word) = cells.first() else {
            return;
        };
        if let Some(at) = names_in(cells, reading.columns.is_empty()) {
            if row_again(reading, cells) {
                let message = "the names of the columns stand here again";
                reading.problem("CSV_HEADER", message.into(), row.range);
            }
            let fields = KINDS.iter().flat_map(|kind| kind.shape.fields);
            if let Some(mut names) = reading.names(row, cells, Some(KIND), &fields) {
                reading.kind_at = at;
                if at > 0 {
                    let (place, message) = (at + 1, "and the tool prints it first");
                    let message = format!("`{KIND}` is the name of column {place}, {message}");
                    let range = cells.get(at).map_or(row.range, |cell| cell.range);
                    reading.problem("CSV_HEADER", message, range);
                    if let Some(names) = names.get_mut(..=at) {
                        names.rotate_right(1);
                    }
                }
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
        let kind_of = |cell: &Cell<'_>| {
            let mut known = KINDS.iter().enumerate();
            known.find(|(_, kind)| kind.word == cell.text)
        };
        let mut others: Vec<&Cell<'_>> = cells.iter().skip(1).collect();
        if let Some(named) = cells.get(reading.kind_at).filter(|_| reading.kind_at > 0) {
            if kind_of(named).is_some() {
                word = named;
                others = cells.iter().collect();
                others.remove(reading.kind_at);
            } else if let Some(moved) = others.get_mut(..reading.kind_at) {
                // Only the names stand in each other's places.
                moved.rotate_right(1);
            }
        }
        let Some((number, kind)) = kind_of(word) else {
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
            Some(last) if last.kind == kind.word && !renamed => last.count += 1,
            _ => reading.layout.rows.push(RowRun {
                columns: columns.iter().filter(|_| renamed).cloned().collect(),
                ..run(kind, 1)
            }),
        }
        reading.record(number, kind, row, columns.iter().skip(1).zip(others));
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
            lines.line(&format!("{HEAD} {version}"));
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

/// The comment that names the version.
struct Head<'t> {
    version: &'t str,
    /// Where that stands.
    range: (u64, u64),
    /// Where the rows begin.
    next: usize,
    /// Where another text stands than the one before the version.
    misspelt: Option<(u64, u64)>,
}

/// The comment at the begin of a sheet; nothing if there is none.
fn head(text: &[u8]) -> Option<Head<'_>> {
    let own = bare(text);
    let begin = text.len() - own.len();
    let other = misspelt(own);
    let start = begin
        + if own.starts_with(HEAD.as_bytes()) {
            HEAD.len()
        } else {
            other?
        };
    let rest = text.get(start..).unwrap_or_default();
    let line = rest.iter().position(|byte| ends_line(*byte));
    let line = rest.get(..line.unwrap_or(rest.len())).unwrap_or_default();
    let next = start + line.len();
    let from = next - line.trim_ascii_start().len();
    let version = line.trim_ascii();
    let range = (from as u64, (from + version.len()) as u64);
    let version = core::str::from_utf8(version).unwrap_or_default();
    Some(Head {
        version,
        range,
        next,
        misspelt: other.map(|length| (begin as u64, (begin + length) as u64)),
    })
}

/// Whether a byte ends a line. A lone CR does, as it does in the rows.
const fn ends_line(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

/// Whether a text begins with the row of names, whatever their capitals.
fn begins_with_names(text: &[u8]) -> bool {
    let (Some(first), Some(next)) = (text.get(..KIND.len()), text.get(KIND.len())) else {
        return false;
    };
    first.eq_ignore_ascii_case(KIND.as_bytes()) && *next == NEXT
}

/// How much of a text is meant for [`HEAD`] and is another one: the row of names below shows
/// that it is a sheet.
fn misspelt(text: &[u8]) -> Option<usize> {
    if text.first() != Some(&b'#') || text.starts_with(HEAD.as_bytes()) {
        return None;
    }
    let line = text.iter().position(|byte| ends_line(*byte))?;
    let (line, rest) = text.split_at_checked(line)?;
    let length = line.iter().position(|byte| *byte == b':')? + 1;
    let said = core::str::from_utf8(line.get(..length)?).ok()?;
    let is_meant = nearest_name(said, [HEAD].into_iter()).is_some();
    (is_meant && begins_with_names(rest.trim_ascii_start())).then_some(length)
}

/// Which of the cells of a row of names is the one of the kind. Where there are no names yet, they
/// may be in other capitals or in another order, and that one misspelt.
fn names_in(cells: &[Cell<'_>], is_first: bool) -> Option<usize> {
    if cells.first().is_some_and(|cell| cell.text == KIND) {
        return Some(0);
    }
    if !is_first || cells.len() < 2 {
        return None;
    }
    let is_kind = |cell: &Cell<'_>| cell.text.eq_ignore_ascii_case(KIND);
    cells.iter().position(is_kind).or_else(|| {
        let is_meant = |cell: &Cell<'_>| nearest_name(&cell.text, [KIND].into_iter()).is_some();
        let at = cells.iter().position(is_meant)?;
        let fields = KINDS.iter().flat_map(|kind| kind.shape.fields);
        let is_name = |cell: &&Cell<'_>| fields.clone().any(|field| field.name == cell.text);
        (cells.iter().filter(|cell| is_name(cell)).count() * 2 > cells.len()).then_some(at)
    })
}

/// Whether the names of the columns stand in a row for the second time, and are no others.
fn row_again(reading: &Reading, cells: &[Cell<'_>]) -> bool {
    let names = reading.columns.iter().map(String::as_str);
    reading.kind_at == 0
        && !reading.columns.is_empty()
        && names.eq(cells.iter().map(|cell| cell.text.as_ref()))
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
