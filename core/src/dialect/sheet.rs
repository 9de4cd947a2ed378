//! Graphs of code as CSV: what the sheets of all dialects share.
//!
//! A sheet is read into the JSON form of the graph, in which every check and
//! conversion works; [`Sheet::locate`] leads from a place there to the cell. An
//! empty cell is an absent member. What tells the rows of one tool from those of
//! another is in its own module, behind [`Sheets`].

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::{magellan, splice};
use crate::detect::{Candidate, Detection, Evidence, rank};
use crate::envelope::shape::{Shape, Type};
use crate::envelope::{Origin, RowRun};
use crate::json::{Value, write_compact};
use crate::loss::{Loss, LossKind};
use crate::text::BYTE_ORDER_MARK;

mod cells;
mod columns;
mod ending;
mod links;
mod located;
mod watch;

pub(crate) use cells::{Cell, Lines, Row, is_blank};
pub(crate) use ending::Ending;
pub(crate) use watch::Watch;

use cells::{Rows, up_to};
use columns::{Header, NameRow};
use links::{Link, Member};

/// The sheets of one dialect.
pub(crate) trait Sheets: Sync {
    /// The dialect.
    fn dialect(&self) -> &'static str;
    /// The generation that prints them, where only some do.
    fn generation(&self) -> Option<&'static str>;
    /// What shows that a text is one.
    fn sign(&self) -> &'static str;
    /// Whether a text begins as one does.
    fn begins(&self, text: &[u8]) -> bool;
    /// What a row can be.
    fn kinds(&self) -> &'static [Kind];
    /// The member of the JSON form that holds the lists, if they are not its own.
    fn graph(&self) -> Option<&'static str>;
    /// What closes the JSON form behind the lists.
    fn closing(&self) -> &'static str;
    /// The line terminators after the last row, as the tool writes them.
    fn ending(&self) -> &'static str;
    /// The comment that begins a sheet and stands in it once, if others begin parts of it.
    fn opening(&self) -> Option<&'static str>;
    /// Opens the JSON form, and says where in the text the rows begin.
    fn open(&self, text: &[u8], reading: &mut Reading) -> usize;
    /// Takes a row.
    fn row(&self, row: &Row<'_>, cells: &[Cell<'_>], reading: &mut Reading);
    /// Forgets what the layout need not say, because the tool writes it so.
    fn settle(&self, layout: &mut Layout);
    /// Writes the lines of a graph.
    fn write(&self, document: &Value, layout: &Layout, lines: &mut Lines<'_>);
}

/// What a row can be.
pub(crate) struct Kind {
    /// The tool's word for it.
    pub(crate) word: &'static str,
    /// The list of the JSON form that it is in.
    pub(crate) list: &'static str,
    /// The members of its records.
    pub(crate) shape: &'static Shape,
}

const ALL: [&dyn Sheets; 2] = [&magellan::sheet::Export, &splice::sheet::Export];

/// The dialect of which a text is a sheet.
pub(crate) fn of(text: &[u8]) -> Option<&'static dyn Sheets> {
    let text = bare(text);
    if !text.first().is_some_and(|byte| may_begin(*byte)) {
        return None;
    }
    ALL.into_iter().find(|sheets| sheets.begins(text))
}

/// Whether a sheet may begin with a byte: that of a comment, or of a row of names.
const fn may_begin(byte: u8) -> bool {
    matches!(byte, b'#' | b'r' | b'R')
}

/// The sheets of which a document is the JSON form, whatever dialect it is read as.
pub(crate) fn of_document(document: &Value) -> Option<&'static dyn Sheets> {
    ALL.into_iter().find(|sheets| {
        let graph = match sheets.graph() {
            None => Some(document),
            Some(name) => document.get(name),
        };
        let has = |kind: &Kind| {
            let list = graph.and_then(|graph| graph.get(kind.list));
            list.is_some_and(|list| list.as_array().is_some())
        };
        sheets.kinds().iter().all(has)
    })
}

/// A text without byte order mark and blanks in front.
pub(crate) fn bare(text: &[u8]) -> &[u8] {
    text.strip_prefix(BYTE_ORDER_MARK)
        .unwrap_or(text)
        .trim_ascii_start()
}

/// What [`crate::detect()`] says of a sheet.
fn detection(sheets: &dyn Sheets) -> Detection {
    rank(alloc::vec![Candidate {
        dialect: sheets.dialect().into(),
        generation: sheets.generation().map(Into::into),
        score: 100,
        evidence: alloc::vec![Evidence {
            pointer: "".into(),
            says: sheets.sign().into(),
            weight: 100,
        }],
    }])
}

/// What the text of a sheet says beyond its records.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Layout {
    /// The names of the columns; none if there is no row of them, or each kind has its own.
    pub(crate) columns: Vec<String>,
    /// The kinds of the rows in their order; none if they are in the usual one.
    pub(crate) rows: Vec<RowRun>,
    /// The line terminator of the rows; nothing if it is LF.
    pub(crate) terminator: Option<String>,
    /// The line terminators after the last row; nothing if they are the usual ones.
    pub(crate) ending: Option<String>,
    /// Whether what is written with all this is not what was read, byte by byte.
    pub(crate) respelt: Option<bool>,
    /// How many rows and sections gave no record; nothing if all did.
    pub(crate) unread: Option<u64>,
}

impl Layout {
    /// The layout that an origin keeps.
    pub(crate) fn kept(origin: &Origin) -> Self {
        Self {
            columns: origin.columns.clone(),
            rows: origin.rows.clone(),
            terminator: origin.terminator.clone(),
            ending: origin.ending.clone(),
            respelt: origin.respelt,
            unread: origin.unread,
        }
    }

    /// That the text is written in another way than it was, if so.
    pub(crate) fn respelling(&self) -> Option<Loss> {
        let note =
            "the sheet is written as the tool writes it, which is not byte by byte as it was";
        (self.respelt == Some(true)).then(|| Loss::of_document(LossKind::Derived, note))
    }

    /// That rows or sections of the text are not in what is made of it, if so.
    pub(crate) fn omission(&self) -> Option<Loss> {
        let count = self.unread.filter(|count| *count > 0)?;
        let note = format!("rows or sections of the sheet that gave no record: {count}");
        Some(Loss::of_document(LossKind::Dropped, note))
    }
}

/// The text of a sheet, from the JSON form and the layout.
pub(crate) fn write(sheets: &dyn Sheets, document: &Value, layout: &Layout) -> String {
    let mut lines = Lines::ended_by(layout.terminator.as_deref().unwrap_or("\n"));
    sheets.write(document, layout, &mut lines);
    lines.end(layout.ending.as_deref().unwrap_or(sheets.ending()))
}

/// Takes `null`s out of what can be a record of a sheet: a cell cannot say them.
pub(crate) fn without_nulls(document: &mut Value) {
    for sheets in ALL {
        clear_nulls(sheets, document);
    }
}

fn clear_nulls(sheets: &dyn Sheets, document: &mut Value) {
    let graph = match sheets.graph() {
        None => Some(document),
        Some(name) => document
            .as_object_mut()
            .and_then(|members| members.get_mut(name)),
    };
    let Some(graph) = graph else { return };
    for kind in sheets.kinds() {
        let list = graph
            .as_object_mut()
            .and_then(|members| members.get_mut(kind.list));
        for record in list.and_then(Value::as_array_mut).into_iter().flatten() {
            if let Some(members) = record.as_object_mut() {
                members.retain(|_, value| !value.is_null());
            }
        }
    }
}

/// Something that is wrong in the text.
#[derive(Debug)]
struct Problem {
    code: &'static str,
    message: String,
    csv: (u64, u64),
    /// How many rows or sections gave no record because of it.
    costs: u64,
    /// The name that is probably meant.
    meant: Option<&'static str>,
}

/// The records of one kind, as JSON without the brackets around them.
#[derive(Debug, Default)]
struct List {
    json: String,
    rows: Vec<(Link, usize)>,
    cells: Vec<Member>,
}

/// A sheet that is being read.
#[derive(Debug)]
pub(crate) struct Reading {
    json: String,
    lists: Vec<List>,
    /// What the JSON form says besides the records, and where that stands.
    facts: Vec<Link>,
    pub(crate) layout: Layout,
    /// The names of the columns of the rows at hand, where all kinds have the same.
    pub(crate) columns: Vec<String>,
    /// Which column says of what kind a row is.
    pub(crate) kind_at: usize,
    /// Whether the columns were named anew, and no row has come since.
    pub(crate) renamed: bool,
    problems: Vec<Problem>,
    /// The rows of names, in order.
    name_rows: Vec<NameRow>,
    /// The names above the rows at hand, and how these fit them.
    header: Option<Header>,
    /// The kind of the rows at hand, where they do not say it themselves.
    pub(crate) section: Option<usize>,
}

impl Reading {
    /// Adds JSON to the opening.
    pub(crate) fn push(&mut self, json: &str) {
        self.json.push_str(json);
    }

    /// Adds a text that the sheet says beside its records to the opening.
    pub(crate) fn push_fact(&mut self, text: &str, csv: (u64, u64)) {
        let start = self.json.len() as u64;
        self.json.push_str(&quoted(text));
        let json = (start, self.json.len() as u64);
        self.facts.push(Link { json, csv });
    }

    pub(crate) fn problem(&mut self, code: &'static str, message: String, csv: (u64, u64)) {
        self.problems.push(Problem {
            code,
            message,
            csv,
            costs: 0,
            meant: None,
        });
    }

    /// Tells of a row or a section that gives no record.
    pub(crate) fn unread(&mut self, code: &'static str, message: String, csv: (u64, u64)) {
        self.problem(code, message, csv);
        if let Some(problem) = self.problems.last_mut() {
            problem.costs = 1;
        }
    }

    /// Tells of a word for which another one is meant.
    pub(crate) fn misspelt(
        &mut self,
        code: &'static str,
        message: String,
        meant: &'static str,
        csv: (u64, u64),
    ) {
        self.problem(code, message, csv);
        if let Some(problem) = self.problems.last_mut() {
            problem.meant = Some(meant);
        }
    }

    pub(crate) fn has_problem(&self, code: &str) -> bool {
        self.problems.iter().any(|problem| problem.code == code)
    }

    /// Writes a row as a record: what it says is text, or an integer where the
    /// member is one and the cell holds one.
    pub(crate) fn record<'c>(
        &mut self,
        number: usize,
        kind: &Kind,
        row: &Row<'_>,
        cells: impl Iterator<Item = (&'c String, &'c Cell<'c>)>,
    ) {
        let Some(list) = self.lists.get_mut(number) else {
            return;
        };
        if !list.json.is_empty() {
            list.json.push(',');
        }
        let start = list.json.len() as u64;
        let first = list.cells.len();
        list.json.push('{');
        for (name, cell) in cells {
            let field = kind.shape.field(name);
            // What the JSON form must have is an empty text there, such as a file that the tool
            // does not know; all else is absent.
            let is_text = field.is_some_and(|field| {
                field.presence.is_demanded() && matches!(field.ty, Type::Text)
            });
            if cell.text.is_empty() && !is_text {
                continue;
            }
            if list.cells.len() > first {
                list.json.push(',');
            }
            list.json.push_str(&quoted(name));
            list.json.push(':');
            let number = field.is_some_and(|field| matches!(field.ty, Type::Count | Type::Integer));
            if number && is_integer(&cell.text) {
                list.json.push_str(&cell.text);
            } else {
                list.json.push_str(&quoted(&cell.text));
            }
            let (here, end) = ((start, row.range.0), list.json.len() as u64);
            list.cells.push(Member::of(here, end, cell.range));
        }
        list.json.push('}');
        let (json, csv) = ((start, list.json.len() as u64), row.range);
        list.rows.push((Link { json, csv }, first));
    }
}

/// A sheet that was read.
pub(crate) struct Sheet<'t> {
    sheets: &'static dyn Sheets,
    text: &'t [u8],
    /// Where that stands.
    base: u64,
    json: String,
    facts: Vec<Link>,
    /// The rows, in the order of the JSON form, and where the cells of each begin.
    rows: Vec<(Link, usize)>,
    cells: Vec<Member>,
    layout: Layout,
    problems: Vec<Problem>,
    name_rows: Vec<NameRow>,
}

impl<'t> Sheet<'t> {
    /// Reads a sheet that begins at `base`, up to `end`, where the text ends or another document
    /// begins. What is wrong in it is kept for [`Sheet::locate`].
    pub(crate) fn read(sheets: &'static dyn Sheets, text: &'t [u8], end: usize, base: u64) -> Self {
        let text = if end < text.len() {
            up_to(text, end)
        } else {
            text
        };
        let kinds = sheets.kinds();
        let mut reading = Reading {
            json: String::new(),
            lists: kinds.iter().map(|_| List::default()).collect(),
            facts: Vec::new(),
            layout: Layout::default(),
            columns: Vec::new(),
            kind_at: 0,
            renamed: false,
            problems: Vec::new(),
            name_rows: Vec::new(),
            header: None,
            section: None,
        };
        let at = sheets.open(text, &mut reading);
        for row in (Rows { text, at }) {
            match &row.cells {
                Ok(cells) => sheets.row(&row, cells, &mut reading),
                Err(why) => reading.unread("CSV_ROW", (*why).into(), row.range),
            }
        }
        reading.close();
        let Reading {
            json,
            lists,
            facts,
            mut layout,
            problems,
            name_rows,
            ..
        } = reading;
        if !layout.rows.is_empty() {
            sheets.settle(&mut layout);
        }
        let rest = text.iter().rposition(|byte| !matches!(byte, b'\n' | b'\r'));
        let ending = rest.and_then(|last| text.get(last + 1..));
        let ending = ending.and_then(|ending| core::str::from_utf8(ending).ok());
        layout.ending = ending
            .filter(|ending| *ending != sheets.ending())
            .map(Into::into);
        let first = text.iter().position(|byte| *byte == b'\n');
        let before = first.and_then(|first| text.get(first.checked_sub(1)?));
        let unread: u64 = problems.iter().map(|problem| problem.costs).sum();
        layout.unread = (unread > 0).then_some(unread);
        layout.terminator = (before == Some(&b'\r')).then(|| "\r\n".into());
        let sum = |length: fn(&List) -> usize| -> usize { lists.iter().map(length).sum() };
        let mut sheet = Self {
            sheets,
            text,
            base,
            json,
            facts,
            rows: Vec::with_capacity(sum(|list| list.rows.len())),
            cells: Vec::with_capacity(sum(|list| list.cells.len())),
            layout,
            problems,
            name_rows,
        };
        // Else each list would be moved again and again as they grow together.
        sheet.json.reserve(sum(|list| list.json.len() + 32));
        for (kind, list) in kinds.iter().zip(lists) {
            sheet.add(kind.list, list);
        }
        sheet.json.push_str(sheets.closing());
        sheet
    }

    fn add(&mut self, name: &str, mut list: List) {
        let comma = if self.json.ends_with('{') { "" } else { "," };
        for part in [comma, "\"", name, "\":["] {
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
        self.cells.append(&mut list.cells);
        self.json.push_str(&list.json);
        self.json.push(']');
    }

    /// The dialect.
    pub(crate) fn dialect(&self) -> &'static str {
        self.sheets.dialect()
    }

    /// What [`crate::detect()`] says of it.
    pub(crate) fn detection(&self) -> Detection {
        detection(self.sheets)
    }

    /// The JSON form.
    pub(crate) fn json(&self) -> &str {
        &self.json
    }

    /// Its own text, without the line feed before what follows it.
    pub(crate) const fn text(&self) -> &'t [u8] {
        self.text
    }

    /// The text written anew from the JSON form, and what it says beyond its records.
    pub(crate) fn rewritten(&self, document: &Value) -> (String, Layout) {
        let mut layout = self.layout.clone();
        let text = write(self.sheets, document, &layout);
        layout.respelt = (text.as_bytes() != self.text).then_some(true);
        (text, layout)
    }

    /// What of the sheet is in no record, and so in nothing that is made of them.
    pub(crate) fn losses(&self) -> Vec<Loss> {
        let problems = || self.problems.iter().filter(|problem| problem.costs > 0);
        if problems().next().is_none() {
            return Vec::new();
        }
        let bytes = self.text.iter().enumerate();
        let feeds: Vec<u64> = bytes
            .filter(|(_, byte)| **byte == b'\n')
            .map(|(at, _)| at as u64)
            .collect();
        problems()
            .map(|problem| {
                let Problem { code, message, .. } = problem;
                let (start, end) = problem.csv;
                let line = feeds.partition_point(|feed| *feed < start) + 1;
                let note = format!(
                    "{code}: {message}, at line {line} of the sheet, the bytes {start} to {end}"
                );
                Loss::of_document(LossKind::Dropped, note)
            })
            .collect()
    }

    /// The bytes of the sheet that a range of the JSON form means.
    pub(crate) fn place(&self, (start, end): (u64, u64)) -> (u64, u64) {
        let inside = |link: &Link| link.holds((start, end));
        if let Some(fact) = self.facts.iter().find(|fact| inside(fact)) {
            return fact.csv;
        }
        let next = self.rows.partition_point(|(row, _)| row.json.0 <= start);
        let row = next.checked_sub(1).and_then(|at| self.rows.get(at));
        let Some((row, first)) = row.filter(|(row, _)| inside(row)) else {
            return (0, self.text.len() as u64);
        };
        let last = self
            .rows
            .get(next)
            .map_or(self.cells.len(), |(_, first)| *first);
        let cells = self.cells.get(*first..last).unwrap_or_default();
        row.cell(cells, (start, end)).unwrap_or(row.csv)
    }

    /// What is wrong with the sheet itself: the code, and the bytes.
    #[cfg(test)]
    pub(crate) fn problems(&self) -> impl Iterator<Item = (&'static str, (u64, u64))> + '_ {
        self.problems
            .iter()
            .map(|problem| (problem.code, problem.csv))
    }
}

fn is_integer(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
        && (text == "0" || !text.starts_with('0'))
        && text.len() < 20
}

fn quoted(text: &str) -> String {
    write_compact(&Value::from(text))
}

#[cfg(test)]
mod tests;
