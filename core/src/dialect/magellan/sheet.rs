//! The graph export as CSV: the sheet, the document that it says, and back.
//!
//! The sheet begins with a comment that names its version, then come a row of
//! column names and a row for each record; an empty cell is an absent member. It
//! is read into the JSON form of the export, in which every check and conversion
//! works; [`Sheet::locate`] leads from a place there to the cell.
//!
//! The reader of RFC 4180 is written here because a finding must name the bytes
//! of the cell, quotes included, and a broken row must not take the next one with
//! it; the crates give neither.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::bare::{CALL, FILE, REFERENCE, SYMBOL};
use crate::envelope::RowRun;
use crate::envelope::shape::{Shape, Type};
use crate::json::{Pointer, Value, write_compact};
use crate::validate::Found;

mod write;

pub(crate) use write::{without_nulls, write};

/// How the sheet begins; the version follows.
const HEAD: &[u8] = b"# Magellan Export Version:";

/// The version that is known.
const VERSION: &str = "2.0.0";

/// The column that says which kind of record a row is.
const KIND: &str = "record_type";

/// Kinds of row, the list each is in, and the members of its records.
const KINDS: [(&str, &str, &Shape); 4] = [
    ("File", "files", &FILE),
    ("Symbol", "symbols", &SYMBOL),
    ("Reference", "references", &REFERENCE),
    ("Call", "calls", &CALL),
];

/// The line terminators after the last row, as the tool writes them.
const ENDING: &str = "\n\n";

const BOM: &[u8] = b"\xef\xbb\xbf";

/// Whether a text is the graph export as CSV.
pub(crate) fn is_csv(text: &[u8]) -> bool {
    let text = text.strip_prefix(BOM).unwrap_or(text);
    text.trim_ascii_start().starts_with(HEAD)
}

/// What the text of a sheet says beyond its records.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Layout {
    /// The names of the columns; none if there is no row of them.
    pub(crate) columns: Vec<String>,
    /// The kinds of the rows in their order; none if they are in the usual one.
    pub(crate) rows: Vec<RowRun>,
    /// The line terminators after the last row; nothing if they are the usual ones.
    pub(crate) ending: Option<String>,
}

/// A range of bytes in the JSON form, and the bytes of the sheet that it means.
#[derive(Debug, Clone, Copy)]
struct Link {
    json: (u64, u64),
    csv: (u64, u64),
}

/// A sheet that was read.
#[derive(Debug)]
pub(crate) struct Sheet {
    json: String,
    length: u64,
    version: Link,
    /// The rows, in the order of the JSON form, and where the cells of each begin.
    rows: Vec<(Link, usize)>,
    cells: Vec<Link>,
    layout: Layout,
    problems: Vec<Problem>,
}

/// Something in the text that gave no record.
#[derive(Debug)]
struct Problem {
    code: &'static str,
    message: String,
    csv: (u64, u64),
}

/// The records of one kind, as JSON without the brackets around them.
#[derive(Default)]
struct List {
    json: String,
    rows: Vec<(Link, usize)>,
    cells: Vec<Link>,
}

impl Sheet {
    /// Reads a sheet. What is wrong in it is kept for [`Sheet::findings`].
    pub(crate) fn read(text: &[u8]) -> Self {
        let (version, found, at) = head(text);
        let mut sheet = Self {
            json: format!("{{\"version\":{}", quoted(version)),
            length: text.len() as u64,
            version: Link {
                json: (0, 0),
                csv: found,
            },
            rows: Vec::new(),
            cells: Vec::new(),
            layout: Layout::default(),
            problems: Vec::new(),
        };
        let value = sheet.json.len() as u64;
        sheet.version.json = (value - quoted(version).len() as u64, value);
        if version != VERSION {
            let message = format!("version `{version}` of the export; known is `{VERSION}`");
            sheet.problem("VERSION_UNKNOWN", message, found);
        }
        let mut lists: [List; KINDS.len()] = Default::default();
        for row in (Rows { text, at }) {
            sheet.row(&row, &mut lists);
        }
        let usual = KINDS.iter().filter_map(|(kind, ..)| {
            let found = sheet.layout.rows.iter().find(|run| run.kind == *kind)?;
            Some(found.clone())
        });
        let rest = text.iter().rposition(|byte| !matches!(byte, b'\n' | b'\r'));
        let ending = rest
            .and_then(|last| text.get(last + 1..))
            .unwrap_or_default();
        if ending != ENDING.as_bytes() {
            sheet.layout.ending = core::str::from_utf8(ending).ok().map(Into::into);
        }
        if usual.eq(sheet.layout.rows.iter().cloned()) {
            sheet.layout.rows = Vec::new();
        }
        for ((_, name, _), list) in KINDS.iter().zip(lists) {
            sheet.add(name, list);
        }
        sheet.json.push('}');
        sheet
    }

    fn add(&mut self, name: &str, list: List) {
        for part in [",\"", name, "\":["] {
            self.json.push_str(part);
        }
        let base = self.json.len() as u64;
        let cells = self.cells.len();
        let moved = |link: Link| Link {
            json: (link.json.0 + base, link.json.1 + base),
            ..link
        };
        let rows = list.rows.into_iter();
        self.rows
            .extend(rows.map(|(link, first)| (moved(link), first + cells)));
        self.cells.extend(list.cells.into_iter().map(moved));
        self.json.push_str(&list.json);
        self.json.push(']');
    }

    fn problem(&mut self, code: &'static str, message: String, csv: (u64, u64)) {
        self.problems.push(Problem { code, message, csv });
    }

    fn row(&mut self, row: &Row<'_>, lists: &mut [List; KINDS.len()]) {
        let cells = match &row.cells {
            Ok(cells) => cells,
            Err(why) => return self.problem("CSV_ROW", (*why).into(), row.range),
        };
        let Some(kind) = cells.first() else { return };
        if kind.text == KIND {
            return self.columns(row, cells);
        }
        if self.layout.columns.is_empty() {
            if !self
                .problems
                .iter()
                .any(|problem| problem.code == "CSV_HEADER")
            {
                let message = "the names of the columns are missing before the first record";
                self.problem("CSV_HEADER", message.into(), row.range);
            }
            return;
        }
        let columns = self.layout.columns.len();
        if cells.len() != columns {
            let message = format!(
                "the row has {} cells, and there are {columns} columns",
                cells.len()
            );
            return self.problem("CSV_ROW", message, row.range);
        }
        let known = KINDS
            .iter()
            .zip(lists)
            .find(|((name, ..), _)| *name == kind.text);
        let Some(((name, _, shape), list)) = known else {
            let message = format!("`{}` is no kind of record", kind.text);
            return self.problem("CSV_ROW", message, kind.range);
        };
        match self.layout.rows.last_mut() {
            Some(run) if run.kind == *name => run.count += 1,
            _ => self.layout.rows.push(RowRun {
                kind: (*name).into(),
                count: 1,
                ..RowRun::default()
            }),
        }
        record(
            list,
            row.range,
            self.layout.columns.iter().zip(cells).skip(1),
            shape,
        );
    }

    /// A row of names, for the rows after it.
    fn columns(&mut self, row: &Row<'_>, cells: &[Cell<'_>]) {
        let names: Vec<String> = cells
            .iter()
            .map(|cell| cell.text.clone().into_owned())
            .collect();
        let mut sorted = names.clone();
        sorted.sort_unstable();
        if let Some(twice) = sorted.windows(2).find(|pair| pair.first() == pair.last()) {
            let name = twice.first().map_or("", String::as_str);
            let message = format!("two columns have the name `{name}`");
            return self.problem("CSV_HEADER", message, row.range);
        }
        for cell in cells {
            let known = |shape: &Shape| shape.field(&cell.text).is_some();
            if cell.text != KIND && !KINDS.iter().any(|(.., shape)| known(shape)) {
                let message = format!("`{}` is no member of any record", cell.text);
                self.problem("CSV_HEADER", message, cell.range);
            }
        }
        self.layout.columns = names;
    }

    /// The JSON form.
    pub(crate) fn json(&self) -> &str {
        &self.json
    }

    /// What the text says beyond its records.
    pub(crate) const fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The bytes of the sheet that a range of the JSON form means.
    pub(crate) fn place(&self, (start, end): (u64, u64)) -> (u64, u64) {
        let inside = |link: &Link| link.json.0 <= start && end <= link.json.1;
        if inside(&self.version) {
            return self.version.csv;
        }
        let next = self.rows.partition_point(|(row, _)| row.json.0 <= start);
        let row = next.checked_sub(1).and_then(|at| self.rows.get(at));
        let Some((row, first)) = row.filter(|(row, _)| inside(row)) else {
            return (0, self.length);
        };
        let end = self
            .rows
            .get(next)
            .map_or(self.cells.len(), |(_, first)| *first);
        let cells = self.cells.get(*first..end).unwrap_or_default();
        cells.iter().find(|cell| inside(cell)).unwrap_or(row).csv
    }

    /// Says of findings in the JSON form where they are in the sheet, and adds
    /// what is wrong with the sheet itself.
    pub(crate) fn locate(&self, found: &mut Vec<Found>) {
        for found in found.iter_mut() {
            found.range = self.place(found.range);
            for related in &mut found.related {
                related.range = self.place(related.range);
            }
        }
        found.extend(self.problems.iter().map(|problem| Found {
            code: problem.code,
            level: None,
            message: problem.message.clone(),
            place: Pointer::root().into(),
            range: problem.csv,
            expected: None,
            span: None,
            related: Vec::new(),
            fixes: Vec::new(),
        }));
    }
}

/// The version, where it stands, and where the rows begin.
fn head(text: &[u8]) -> (&str, (u64, u64), usize) {
    let blank = text.strip_prefix(BOM).unwrap_or(text).trim_ascii_start();
    let start = text.len() - blank.len() + HEAD.len();
    let rest = text.get(start..).unwrap_or_default();
    let line = rest.iter().position(|byte| *byte == b'\n');
    let line = rest.get(..line.unwrap_or(rest.len())).unwrap_or_default();
    let next = start + line.len();
    let from = next - line.trim_ascii_start().len();
    let version = line.trim_ascii();
    let range = (from as u64, (from + version.len()) as u64);
    (
        core::str::from_utf8(version).unwrap_or_default(),
        range,
        next,
    )
}

/// Writes a row as a record: what it says is text, or an integer where the
/// member is one and the cell holds one.
fn record<'c>(
    list: &mut List,
    csv: (u64, u64),
    cells: impl Iterator<Item = (&'c String, &'c Cell<'c>)>,
    shape: &Shape,
) {
    if !list.json.is_empty() {
        list.json.push(',');
    }
    let start = list.json.len() as u64;
    let first = list.cells.len();
    list.json.push('{');
    for (name, cell) in cells.filter(|(_, cell)| !cell.text.is_empty()) {
        if list.cells.len() > first {
            list.json.push(',');
        }
        let from = list.json.len() as u64;
        list.json.push_str(&quoted(name));
        list.json.push(':');
        let number = shape
            .field(name)
            .is_some_and(|field| matches!(field.ty, Type::Count));
        if number && is_integer(&cell.text) {
            list.json.push_str(&cell.text);
        } else {
            list.json.push_str(&quoted(&cell.text));
        }
        list.cells.push(Link {
            json: (from, list.json.len() as u64),
            csv: cell.range,
        });
    }
    list.json.push('}');
    let json = (start, list.json.len() as u64);
    list.rows.push((Link { json, csv }, first));
}

fn is_integer(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
        && (text == "0" || !text.starts_with('0'))
        && text.len() < 20
}

fn quoted(text: &str) -> String {
    write_compact(&Value::from(text))
}

/// One cell, without its quotes.
struct Cell<'t> {
    text: Cow<'t, str>,
    range: (u64, u64),
}

/// One row, or why it is none.
struct Row<'t> {
    range: (u64, u64),
    cells: Result<Vec<Cell<'t>>, &'static str>,
}

/// The rows from an offset on; blank lines are none.
struct Rows<'t> {
    text: &'t [u8],
    at: usize,
}

impl<'t> Iterator for Rows<'t> {
    type Item = Row<'t>;

    fn next(&mut self) -> Option<Row<'t>> {
        while let Some(b'\n' | b'\r') = self.text.get(self.at) {
            self.at += 1;
        }
        let start = self.at;
        self.text.get(start)?;
        let mut cells = Vec::new();
        let cells = loop {
            match cell(self.text, self.at) {
                Ok((cell, end)) => {
                    cells.push(cell);
                    self.at = end;
                }
                Err(why) => break Err(why),
            }
            match self.text.get(self.at) {
                Some(b',') => self.at += 1,
                _ => break Ok(cells),
            }
        };
        if cells.is_err() {
            // What is broken ends with its line, wherever its quotes lead.
            let rest = self.text.get(start..).unwrap_or_default();
            let line = rest.iter().position(|byte| *byte == b'\n');
            self.at = start + line.unwrap_or(rest.len());
        }
        Some(Row {
            range: (start as u64, self.at as u64),
            cells,
        })
    }
}

/// The cell at an offset, and where it ends: at a comma, or at the end of a line
/// or of the text.
fn cell(text: &[u8], start: usize) -> Result<(Cell<'_>, usize), &'static str> {
    let rest = text.get(start..).unwrap_or_default();
    let ill_formed = |_| "the row is not well-formed UTF-8";
    if rest.first() != Some(&b'"') {
        let end = rest
            .iter()
            .position(|byte| matches!(byte, b',' | b'\n' | b'\r'));
        let raw = rest.get(..end.unwrap_or(rest.len())).unwrap_or_default();
        let plain = core::str::from_utf8(raw).map_err(ill_formed)?;
        if plain.contains('"') {
            return Err("a quote stands inside a cell that is not quoted");
        }
        let end = start + raw.len();
        let cell = Cell {
            text: Cow::Borrowed(plain),
            range: (start as u64, end as u64),
        };
        return Ok((cell, end));
    }
    let mut end = 1;
    loop {
        let more = rest.get(end..).unwrap_or_default();
        let quote = more.iter().position(|byte| *byte == b'"');
        let quote = end + quote.ok_or("a quote is not closed")?;
        if rest.get(quote + 1) != Some(&b'"') {
            end = quote;
            break;
        }
        end = quote + 2;
    }
    if !matches!(rest.get(end + 1), None | Some(b',' | b'\n' | b'\r')) {
        return Err("something follows a closing quote");
    }
    let raw = rest.get(1..end).unwrap_or_default();
    let raw = core::str::from_utf8(raw).map_err(ill_formed)?;
    let text = if raw.contains('"') {
        Cow::Owned(raw.replace("\"\"", "\""))
    } else {
        Cow::Borrowed(raw)
    };
    let end = start + end + 1;
    let range = (start as u64, end as u64);
    Ok((Cell { text, range }, end))
}

#[cfg(test)]
mod tests;
