//! Rows and cells of CSV, read and written.
//!
//! The reader of RFC 4180 is written here because a finding must name the bytes
//! of the cell, quotes included, and a broken row must not take the next one with
//! it; the crates give neither.

use alloc::borrow::Cow;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::json::Value;

/// One cell, without its quotes.
pub(crate) struct Cell<'t> {
    pub(crate) text: Cow<'t, str>,
    pub(crate) range: (u64, u64),
}

/// Whether a row is a line of blanks, which says nothing.
pub(crate) fn is_blank(cells: &[Cell<'_>]) -> bool {
    matches!(cells, [cell] if cell.text.trim_ascii().is_empty())
}

/// One row, or why it is none.
pub(crate) struct Row<'t> {
    pub(crate) range: (u64, u64),
    pub(crate) cells: Result<Vec<Cell<'t>>, &'static str>,
}

/// The rows from an offset on; blank lines are none.
pub(crate) struct Rows<'t> {
    pub(crate) text: &'t [u8],
    pub(crate) at: usize,
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

/// The text of a sheet while it is written, line by line.
pub(crate) struct Lines<'l> {
    text: String,
    terminator: &'l str,
}

impl<'l> Lines<'l> {
    pub(crate) const fn ended_by(terminator: &'l str) -> Self {
        Self {
            text: String::new(),
            terminator,
        }
    }

    /// Adds a line as it is.
    pub(crate) fn line(&mut self, line: &str) {
        if !self.text.is_empty() {
            self.text.push_str(self.terminator);
        }
        self.text.push_str(line);
    }

    /// Adds a row, quoted where it must be.
    pub(crate) fn row<'c>(&mut self, cells: impl Iterator<Item = &'c str>) {
        self.line("");
        for (at, cell) in cells.enumerate() {
            if at > 0 {
                self.text.push(',');
            }
            if cell.contains([',', '"', '\n', '\r']) {
                self.text.push('"');
                self.text.push_str(&cell.replace('"', "\"\""));
                self.text.push('"');
            } else {
                self.text.push_str(cell);
            }
        }
    }

    /// Adds a record, column by column, after the cells in front of them.
    pub(crate) fn record(&mut self, front: &[&str], columns: &[String], record: &Value) {
        let cells: Vec<String> = columns.iter().map(|name| said(record.get(name))).collect();
        let front = front.iter().copied();
        self.row(front.chain(cells.iter().map(String::as_str)));
    }

    /// The text, with these line terminators after the last line.
    pub(crate) fn end(mut self, ending: &str) -> String {
        self.text.push_str(ending);
        self.text
    }
}

/// What a cell says of a value.
fn said(value: Option<&Value>) -> String {
    match value {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => text.clone(),
        Some(value) => value.to_string(),
    }
}

/// The text before a line, without what ends the line before that.
pub(super) fn up_to(text: &[u8], line: usize) -> &[u8] {
    let own = text.get(..line).unwrap_or(text);
    let own = own.strip_suffix(b"\n").unwrap_or(own);
    own.strip_suffix(b"\r").unwrap_or(own)
}
