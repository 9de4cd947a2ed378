//! Whether a text holds several documents, and how much prose stands before the first.

use super::effort::spent;
use crate::dialect::sheet::Watch;
use crate::json::{Document, JsonError, Outline, Progress, ReadOptions, read};
use crate::text::BYTE_ORDER_MARK;

/// Whether a text holds one document or several, as far as it is known.
pub(super) struct Shape {
    outline: Outline,
    /// Bytes up to which nothing but blanks is known to follow the first value.
    blank: usize,
    /// What follows the first value, or the first value itself, is no document.
    strange: bool,
    /// Where the line begins that is looked at next, if so.
    line: usize,
    /// Bytes of it that hold no line feed.
    searched: usize,
    /// Where the line begins that was read last, and is no document.
    tried: usize,
    /// Whether the first line is prose, once that was asked.
    prose: Option<bool>,
    /// Whether the line that is looked at begins a sheet.
    watch: Watch,
    /// The document that begins on a line of its own after prose, while it is followed.
    indented: Option<Outline>,
    /// Bytes of prose before that document.
    pub(super) head: usize,
    /// Whether it turned out to be none. No other is tried, so that the time stays in
    /// proportion.
    is_given_up: bool,
}

impl Shape {
    pub(super) fn new(options: &ReadOptions) -> Self {
        Self {
            outline: Outline::new(options.max_depth),
            blank: 0,
            strange: false,
            line: 0,
            searched: 0,
            tried: 0,
            prose: None,
            watch: Watch::default(),
            indented: None,
            head: 0,
            is_given_up: false,
        }
    }

    /// Whether a text holds several documents. It does if the first value is a document, and
    /// another value or a line of prose follows it; or if the first value is none, and a line
    /// further down is an object of its own, or begins one or a sheet after prose. It does not if
    /// the first line only opens a document.
    ///
    /// `None` if only more of the text can tell. Time in proportion to what is new.
    pub(super) fn several(
        &mut self,
        text: &[u8],
        at_end: bool,
        options: &ReadOptions,
    ) -> Option<bool> {
        if !self.strange {
            match self.outline.follow(text) {
                Progress::Open if !at_end => return None,
                Progress::Ended(end) => {
                    self.blank = after_blanks(text, self.blank.max(end));
                    let rest = text.get(self.blank..).unwrap_or_default();
                    let Some(next) = rest.first() else {
                        return at_end.then_some(false);
                    };
                    let head = text.get(..end).unwrap_or_default();
                    let like = matches!(next, b'{' | b'[' | b'"' | b'-' | b'0'..=b'9');
                    if (like || is_prose_after(text, end, rest)) && reads(head, options).is_ok() {
                        return Some(true);
                    }
                }
                Progress::Open | Progress::Broken => {}
            }
            self.strange = true;
        }
        loop {
            let rest = text.get(self.line..).unwrap_or_default();
            let line_feed = line_feed(rest, self.searched);
            self.searched = line_feed.unwrap_or(rest.len());
            let line = rest.get(..line_feed.unwrap_or(rest.len()));
            let line = line.unwrap_or_default();
            let complete = line_feed.is_some() || at_end;
            // A brace alone opens a document that goes on below: it is no line of many, unless
            // the next one begins a document, which is no key.
            if complete && self.line == 0 && line.trim_ascii() == b"{" {
                let (between, below) = text.split_at(after_blanks(text, line.len()));
                if !(below.starts_with(b"{") && between.ends_with(b"\n")) {
                    return Some(false);
                }
            }
            if self.line > 0 && line.starts_with(b"#") {
                match self.watch.knows(rest, at_end) {
                    None => return None,
                    Some(true) if self.is_after_prose(text, options) => {
                        self.head = self.line;
                        return Some(true);
                    }
                    Some(true) => return Some(true),
                    Some(false) => {}
                }
            }
            let begins = match opens(line, rest) {
                _ if !complete || self.line == 0 => false,
                Some(begins) => begins,
                None if at_end => false,
                None => return None,
            };
            if begins {
                // An indented line is more likely to be a part of what was begun above.
                let own = self.tried != self.line && matches!(line.first(), Some(b'{' | b'['));
                if own && reads(line, options).is_ok() {
                    return Some(true);
                }
                self.tried = self.line;
                match self.after_prose(text, at_end, options) {
                    Some(false) => {}
                    known => return known,
                }
            }
            if line_feed.is_none() {
                return at_end.then_some(false);
            }
            self.line += line.len() + 1;
            self.searched = 0;
            self.watch = Watch::default();
        }
    }

    /// Whether the text before the line at hand is prose.
    fn is_after_prose(&mut self, text: &[u8], options: &ReadOptions) -> bool {
        *self.prose.get_or_insert_with(|| {
            let end = line_feed(text, 0).unwrap_or(text.len());
            let first = text.get(..end).unwrap_or(text);
            let is_prose = |error: &JsonError| {
                let goes_on = error.kind().leaves_open();
                !first.trim_ascii_start().starts_with(b"{") && !goes_on
            };
            reads(first, options).is_err_and(|error| is_prose(&error))
        })
    }

    /// Whether the text before the line at hand is prose, and a document begins there.
    /// `None` if only more of the text can tell.
    fn after_prose(&mut self, text: &[u8], at_end: bool, options: &ReadOptions) -> Option<bool> {
        if self.is_given_up || self.head > 0 {
            return Some(false);
        }
        if !self.is_after_prose(text, options) {
            return Some(false);
        }
        let rest = text.get(self.line..)?;
        let outline = self
            .indented
            .get_or_insert_with(|| Outline::new(options.max_depth));
        match outline.follow(rest) {
            Progress::Open if !at_end => return None,
            Progress::Ended(end) if reads(rest.get(..end)?, options).is_ok() => {
                self.head = self.line;
                return Some(true);
            }
            _ => {}
        }
        self.is_given_up = true;
        Some(false)
    }
}

/// Whether what follows a document is a line for people: on a line of its own, and not
/// the rest of a document that was closed too early.
fn is_prose_after(text: &[u8], end: usize, rest: &[u8]) -> bool {
    let between = text.len() - rest.len();
    let apart = text
        .get(end..between)
        .is_some_and(|gap| gap.contains(&b'\n'));
    let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
    let container = matches!(text.trim_ascii_start().first(), Some(b'{' | b'['));
    apart && container && !matches!(rest.first(), Some(b'}' | b']' | b',' | b':'))
}

/// So many blanks may stand in a list before its first element, to be looked past.
const BLANKS: usize = 64;

/// Whether a line begins an object, or a list of objects: lines of a log begin with a bracket,
/// too. `rest` is the line and what follows it; `None` if only more of that can tell.
fn opens(line: &[u8], rest: &[u8]) -> Option<bool> {
    let indent = line.len() - line.trim_ascii_start().len();
    match line.get(indent) {
        Some(b'{') => Some(true),
        Some(b'[') => {
            let inside = rest.get(indent + 1..).unwrap_or_default();
            let inside = inside.get(..BLANKS).unwrap_or(inside);
            spent(inside.len());
            match inside.trim_ascii_start().first() {
                Some(first) => Some(*first == b'{'),
                None if inside.len() < BLANKS => None,
                None => Some(false),
            }
        }
        _ => Some(false),
    }
}

pub(super) fn line_feed(text: &[u8], from: usize) -> Option<usize> {
    let rest = text.get(from..)?;
    let at = rest.iter().position(|byte| *byte == b'\n');
    spent(at.unwrap_or(rest.len()));
    Some(from + at?)
}

/// Where the blanks end that stand in a text from an offset on.
pub(super) fn after_blanks(text: &[u8], from: usize) -> usize {
    let rest = text.get(from..).unwrap_or_default();
    let blanks = rest.len() - rest.trim_ascii_start().len();
    spent(blanks);
    from + blanks
}

fn reads<'t>(text: &'t [u8], options: &ReadOptions) -> Result<Document<'t>, JsonError> {
    spent(text.len());
    read(text, options)
}
