//! Where a sheet ends: at the end of the text, or where the next document begins.
//!
//! That is a row that begins another sheet or an object of JSON. A cell may hold line feeds, so
//! that the rows are followed as [`Rows`](super::cells::Rows) reads them; each byte is looked at
//! once, however small the pieces are in which the text arrives. Only a row that is broken, by a
//! quote in the wrong place or by bytes that are no UTF-8, is looked at again, from its second line.

use super::{Sheets, Watch, of};

/// So many blanks may stand in an object before its first key.
const BLANKS: usize = 64;

/// How far the search has come.
pub(crate) struct Ending {
    sheets: &'static dyn Sheets,
    /// Whether the section was met that a sheet begins with.
    is_opened: bool,
    /// Where the row at hand begins.
    row: usize,
    /// Where its cell at hand begins.
    cell: usize,
    /// The first line feed in the row, once a cell holds one.
    line: Option<usize>,
    /// What is looked at next.
    at: usize,
    state: State,
    /// Whether the row at hand begins a sheet.
    watch: Watch,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    /// Before the sheet.
    Before,
    /// In the comment that begins it.
    Comment,
    /// Before a row.
    Row,
    /// Before a cell.
    Cell,
    /// In a cell without quotes.
    Plain,
    /// Between quotes.
    Quoted,
    /// Behind a quote that may be the last one of its cell.
    Quote,
    /// In a row that is none, which ends with its first line.
    Broken,
}

impl Ending {
    /// The end of a sheet of this dialect.
    pub(crate) fn of(sheets: &'static dyn Sheets) -> Self {
        Self {
            sheets,
            is_opened: false,
            row: 0,
            cell: 0,
            line: None,
            at: 0,
            state: State::Before,
            watch: Watch::default(),
        }
    }

    /// Looks at a text that has grown and begins with the sheet. `None` if only more of it can tell.
    pub(crate) fn follow(&mut self, text: &[u8], at_end: bool) -> Option<usize> {
        loop {
            let rest = text.get(self.at..).unwrap_or_default();
            match self.state {
                State::Before => {
                    self.at = text.len() - super::bare(text).len();
                    self.row = self.at;
                    self.is_opened = self.opens(text.get(self.at..).unwrap_or_default());
                    let is_comment = text.get(self.at) == Some(&b'#');
                    self.begin(if is_comment {
                        State::Comment
                    } else {
                        State::Cell
                    });
                }
                State::Row => {
                    let ends = |byte: &&u8| matches!(byte, b'\n' | b'\r');
                    self.at += rest.iter().take_while(ends).count();
                    let rest = text.get(self.at..).unwrap_or_default();
                    if rest.is_empty() {
                        return at_end.then_some(self.at);
                    }
                    self.row = self.at;
                    if self.begins_document(rest, at_end)? {
                        return Some(self.row);
                    }
                    self.begin(State::Cell);
                }
                State::Cell => match rest.first() {
                    Some(b'"') => self.enter(State::Quoted, 1),
                    None if !at_end => return None,
                    _ => self.enter(State::Plain, 0),
                },
                State::Comment | State::Plain | State::Quoted | State::Broken => {
                    let stop = rest.iter().position(|byte| self.stops(*byte));
                    if self.state == State::Quoted && self.line.is_none() {
                        let looked_at = rest.get(..stop.unwrap_or(rest.len()));
                        let line =
                            looked_at.and_then(|it| it.iter().position(|byte| *byte == b'\n'));
                        self.line = line.map(|line| self.at + line);
                    }
                    self.at += stop.unwrap_or(rest.len());
                    match (stop, self.state) {
                        (None, _) if !at_end => return None,
                        (Some(_), State::Quoted) => {
                            self.at += 1;
                            self.state = State::Quote;
                        }
                        (None, State::Quoted) => self.leave_broken(),
                        (_, State::Plain) => self.leave_cell(text, self.at),
                        _ => self.state = State::Row,
                    }
                }
                State::Quote => match rest.first() {
                    Some(b'"') => self.skip(State::Quoted),
                    None if !at_end => return None,
                    None | Some(b',' | b'\n' | b'\r') => self.leave_cell(text, self.at),
                    Some(_) => self.leave_broken(),
                },
            }
        }
    }

    /// Whether a byte ends what the state is in the middle of.
    const fn stops(&self, byte: u8) -> bool {
        match self.state {
            State::Plain => matches!(byte, b',' | b'\n' | b'\r'),
            State::Comment => matches!(byte, b'\n' | b'\r'),
            State::Quoted => byte == b'"',
            _ => byte == b'\n',
        }
    }

    fn begin(&mut self, state: State) {
        self.line = None;
        self.watch = Watch::default();
        self.state = state;
    }

    fn enter(&mut self, state: State, quote: usize) {
        self.cell = self.at;
        self.at += quote;
        self.state = state;
    }

    fn skip(&mut self, state: State) {
        self.at += 1;
        self.state = state;
    }

    /// Ends a cell, behind which a comma, the end of a line or of the text stands.
    fn leave_cell(&mut self, text: &[u8], end: usize) {
        let cell = text.get(self.cell..end).unwrap_or_default();
        let is_plain = self.state == State::Plain;
        if core::str::from_utf8(cell).is_err() || is_plain && cell.contains(&b'"') {
            return self.leave_broken();
        }
        if text.get(end) == Some(&b',') {
            self.skip(State::Cell);
        } else {
            self.state = State::Row;
        }
    }

    /// Goes on behind the first line of a row that is none.
    fn leave_broken(&mut self) {
        self.at = self.line.unwrap_or(self.at);
        self.state = State::Broken;
    }

    /// Whether a row is the begin of another document.
    fn begins_document(&mut self, row: &[u8], at_end: bool) -> Option<bool> {
        match row.first() {
            Some(b'{') => begins_object(row, at_end),
            Some(b'#') => {
                if !self.watch.knows(row, at_end)? {
                    return Some(false);
                }
                let next = of(row).map(Sheets::dialect);
                let opens = self.opens(row);
                let is_other = next != Some(self.sheets.dialect());
                let is_section = self.sheets.opening().is_some() && !(opens && self.is_opened);
                self.is_opened |= opens;
                Some(is_other || !is_section)
            }
            _ => Some(false),
        }
    }

    /// Whether a row is the section that a sheet begins with.
    fn opens(&self, row: &[u8]) -> bool {
        let line = row.split(|byte| *byte == b'\n').next().unwrap_or_default();
        let opening = self.sheets.opening();
        opening.is_some_and(|opening| line.trim_ascii() == opening.as_bytes())
    }
}

/// Whether a row begins an object: what follows the brace is a key, or nothing is in it. A cell with
/// a quote in it would be quoted as a whole.
fn begins_object(row: &[u8], at_end: bool) -> Option<bool> {
    let inside = row.get(1..).unwrap_or_default();
    let inside = inside.get(..BLANKS).unwrap_or(inside);
    let blanks = inside.len() - inside.trim_ascii_start().len();
    let mut next = inside.iter().skip(blanks);
    match next.next() {
        Some(b'"') => Some(true),
        Some(b'}') => match next.next() {
            Some(b'\n' | b'\r') => Some(true),
            None if blanks + 1 < BLANKS => at_end.then_some(true),
            _ => Some(false),
        },
        None if inside.len() < BLANKS && !at_end => None,
        _ => Some(false),
    }
}
