//! The code graph of splice as CSV.
//!
//! Each kind of record is a section: a comment that names it, a row of column
//! names, and a row for each record. Between sections stands an empty line, and a
//! section without records has no names. On standard output the report of the
//! export follows, which is a document of its own.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::answer::INDEXED_FILE;
use super::report::SYMBOL;
use crate::dialect::sheet::{Cell, Kind, Layout, Lines, Reading, Row, Sheets, is_blank};
use crate::envelope::RowRun;
use crate::envelope::record::shape;
use crate::envelope::shape::Type;
use crate::json::Value;

use Type::{Count, Text};

/// What stands before the name of a section.
const MARK: &str = "# ";

/// The section that comes first, with or without records.
const OPENING: &str = "# Files";

shape! {
    /// A reference, by the symbols at both of its ends.
    REFERENCE_ROW "SpliceReferenceRow" {
        required "from_symbol_id": Text;
        required "to_symbol_id": Text;
        optional "reference_kind": Text;
    }
}

shape! {
    /// A call, by the symbols at both of its ends, and where it stands.
    CALL_ROW "SpliceCallRow" {
        required "caller_symbol_id": Text;
        required "callee_symbol_id": Text;
        optional "call_site_file": Text;
        optional "call_site_line": Count;
    }
}

/// The sections, in the order in which the tool prints them.
static KINDS: [Kind; 4] = [
    Kind {
        word: "Files",
        list: "files",
        shape: &INDEXED_FILE,
    },
    Kind {
        word: "Symbols",
        list: "symbols",
        shape: &SYMBOL,
    },
    Kind {
        word: "References",
        list: "references",
        shape: &REFERENCE_ROW,
    },
    Kind {
        word: "Calls",
        list: "calls",
        shape: &CALL_ROW,
    },
];

/// How many of them are there without records, too.
const ALWAYS: usize = 2;

/// The columns of each.
const COLUMNS: [&[&str]; 4] = [
    &["path", "hash", "last_indexed_at", "last_modified"],
    &[
        "symbol_id",
        "id_format",
        "name",
        "kind",
        "file_path",
        "byte_start",
        "byte_end",
        "start_line",
        "end_line",
        "start_col",
        "end_col",
    ],
    &["from_symbol_id", "to_symbol_id", "reference_kind"],
    &[
        "caller_symbol_id",
        "callee_symbol_id",
        "call_site_file",
        "call_site_line",
    ],
];

/// The member that holds the lists in the JSON form.
const GRAPH: &str = "data";

/// See the module.
pub(crate) struct Export;

impl Sheets for Export {
    fn dialect(&self) -> &'static str {
        "splice"
    }

    fn generation(&self) -> Option<&'static str> {
        Some(">=2.2")
    }

    fn sign(&self) -> &'static str {
        "the text begins with a section of the code graph as CSV"
    }

    fn begins(&self, text: &[u8]) -> bool {
        let mut lines = text
            .split(|byte| *byte == b'\n')
            .map(<[u8]>::trim_ascii)
            .filter(|line| !line.is_empty())
            .map(|line| core::str::from_utf8(line).unwrap_or_default());
        // A heading alone may be that of a text for people.
        let Some((_, kind)) = lines.next().and_then(section) else {
            return false;
        };
        let Some(next) = lines.next() else {
            return false;
        };
        let names = next.split(',').map(|name| name.trim_matches('"'));
        let known = names.filter(|name| kind.shape.field(name).is_some());
        section(next).is_some() || known.count() * 2 > next.split(',').count()
    }

    fn kinds(&self) -> &'static [Kind] {
        &KINDS
    }

    fn graph(&self) -> Option<&'static str> {
        Some(GRAPH)
    }

    fn closing(&self) -> &'static str {
        "}}"
    }

    fn ending(&self) -> &'static str {
        "\n"
    }

    fn opening(&self) -> Option<&'static str> {
        Some(OPENING)
    }

    fn open(&self, text: &[u8], reading: &mut Reading) -> usize {
        reading.push("{\"data\":{");
        text.len() - crate::dialect::sheet::bare(text).len()
    }

    fn row(&self, row: &Row<'_>, cells: &[Cell<'_>], reading: &mut Reading) {
        if let [cell] = cells
            && cell.text.trim_ascii().starts_with(MARK)
        {
            return begin(cell, reading);
        }
        // What is in a section that nobody knows was told where that begins.
        let Some(number) = reading.section else {
            return;
        };
        let (Some(kind), Some(run)) = (KINDS.get(number), reading.layout.rows.last_mut()) else {
            return;
        };
        if run.columns.is_empty() {
            if is_blank(cells) {
                return;
            }
            let known = |name: &str| kind.shape.field(name).is_some();
            if !cells.iter().any(|cell| known(&cell.text)) {
                let message = "the names of the columns are missing before the first record";
                reading.section = None;
                return reading.unread("CSV_HEADER", message.into(), row.range);
            }
            match (
                reading.names(row, cells, None, &kind.shape.fields.iter()),
                reading.layout.rows.last_mut(),
            ) {
                (Some(names), Some(run)) => run.columns = names,
                _ => reading.section = None,
            }
            return;
        }
        let columns = core::mem::take(&mut run.columns);
        let fits = reading.fits(row, cells, columns.len());
        if fits {
            reading.record(number, kind, row, columns.iter().zip(cells));
        }
        if let Some(run) = reading.layout.rows.last_mut() {
            run.columns = columns;
            run.count += u64::from(fits);
        }
    }

    fn settle(&self, layout: &mut Layout) {
        let usual = usual(|kind| {
            let found = layout.rows.iter().find(|run| run.kind == kind.word);
            found.map_or(0, |found| found.count)
        });
        if usual == layout.rows {
            layout.rows = Vec::new();
        }
    }

    fn write(&self, document: &Value, layout: &Layout, lines: &mut Lines<'_>) {
        let list = |kind: &Kind| {
            let list = document.get(GRAPH).and_then(|graph| graph.get(kind.list));
            list.and_then(Value::as_array)
                .map_or([].iter(), |list| list.iter())
        };
        let mut lists: Vec<_> = KINDS.iter().map(|kind| (kind, list(kind))).collect();
        let usual = usual(|kind| list(kind).len() as u64);
        let runs = if layout.rows.is_empty() {
            &usual
        } else {
            &layout.rows
        };
        for (at, run) in runs.iter().enumerate() {
            if at > 0 {
                lines.line("");
            }
            lines.line(&format!("{MARK}{}", run.kind));
            if !run.columns.is_empty() {
                lines.row(run.columns.iter().map(String::as_str));
            }
            let list = lists.iter_mut().find(|(kind, _)| kind.word == run.kind);
            let Some((_, list)) = list else { continue };
            let count = usize::try_from(run.count).unwrap_or(usize::MAX);
            for record in list.take(count) {
                lines.record(&[], &run.columns, record);
            }
        }
    }
}

/// Begins a section.
fn begin(cell: &Cell<'_>, reading: &mut Reading) {
    let found = section(cell.text.trim_ascii());
    reading.section = found.map(|(number, _)| number);
    if let Some((_, kind)) = found {
        reading.layout.rows.push(run(kind, &[], 0));
    } else {
        let message = format!("`{}` is no section; its rows give no record", cell.text);
        reading.unread("CSV_HEADER", message, cell.range);
    }
}

/// The section that a line begins.
fn section(line: &str) -> Option<(usize, &'static Kind)> {
    let name = line.strip_prefix(MARK)?;
    let mut kinds = KINDS.iter().enumerate();
    kinds.find(|(_, kind)| kind.word == name)
}

/// The sections as the tool writes them for so many records of each kind.
fn usual(count: impl Fn(&Kind) -> u64) -> Vec<RowRun> {
    let sections = KINDS.iter().zip(COLUMNS).enumerate();
    let sections = sections.map(|(number, (kind, columns))| (number, kind, columns, count(kind)));
    sections
        .filter(|(number, .., count)| *number < ALWAYS || *count > 0)
        .map(|(_, kind, columns, count)| run(kind, columns, count))
        .collect()
}

/// A section as the tool writes it: names only above records.
fn run(kind: &Kind, columns: &[&str], count: u64) -> RowRun {
    let columns = columns.iter().filter(|_| count > 0);
    RowRun {
        kind: kind.word.into(),
        count,
        columns: columns.map(|name| (*name).into()).collect(),
        ..RowRun::default()
    }
}

#[cfg(test)]
mod tests;
