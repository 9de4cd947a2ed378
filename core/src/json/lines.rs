//! JSON Lines: one document a line, each on its own.
//!
//! A bad line is reported and the rest goes on. No more than one line is held
//! as a tree at a time.

use alloc::string::String;

use super::document::Document;
use super::error::JsonError;
use super::explain;
use super::options::ReadOptions;
use super::place::{PieceStart, Place};
use super::read::read_at;
use super::scan;
use crate::text::BYTE_ORDER_MARK;

/// Reads JSON Lines (also called NDJSON): one document a line.
///
/// Lines end with LF or CR LF; the last one need not. Lines of white space are
/// passed over. Offsets and line numbers are those of the whole text. The
/// limits hold for each line. A leading byte order mark is accepted, with a
/// lint on the first document. Time O(n) for all of them, and memory O(line) for each.
///
/// # Examples
///
/// ```
/// use llm_types::json::{ReadOptions, read_lines};
///
/// let options = ReadOptions::default();
/// let mut lines = read_lines(b"{\"a\":1}\n\noops\n[2]\n", &options);
/// assert_eq!(lines.next().unwrap()?.root().kind().as_str(), "object");
/// let error = lines.next().unwrap().unwrap_err();
/// assert_eq!((error.place().line, error.byte_range()), (3, (9, 13)));
/// assert_eq!(lines.next().unwrap()?.root().byte_range(), (14, 17));
/// assert!(lines.next().is_none());
/// # Ok::<(), llm_types::json::JsonError>(())
/// ```
pub fn read_lines<'t, 'o>(text: &'t [u8], options: &'o ReadOptions) -> Lines<'t, 'o> {
    Lines {
        text,
        options,
        piece_start: PieceStart::default(),
        latest: LineBounds::default(),
        done: false,
    }
}

/// Which line of a text, and where it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize)]
pub struct LineBounds {
    /// Counted from 1.
    pub line: u64,
    /// First UTF-8 byte of the line in the whole text.
    pub byte_start: u64,
    /// One past its last byte, without the LF or CR LF.
    pub byte_end: u64,
}

/// The documents of a JSON Lines text, see [`read_lines`].
#[derive(Debug, Clone)]
pub struct Lines<'t, 'o> {
    text: &'t [u8],
    options: &'o ReadOptions,
    /// Where the next line begins.
    piece_start: PieceStart,
    /// The line of the latest answer.
    latest: LineBounds,
    done: bool,
}

impl Lines<'_, '_> {
    /// The line that the latest answer is about; the whole text if it is refused as one.
    ///
    /// # Examples
    ///
    /// ```
    /// use llm_types::json::{ReadOptions, read_lines};
    ///
    /// let options = ReadOptions::default();
    /// let mut lines = read_lines(b"\n[1] \r\n", &options);
    /// assert!(lines.next().unwrap().is_ok());
    /// let at = lines.bounds();
    /// assert_eq!((at.line, at.byte_start, at.byte_end), (2, 1, 5));
    /// ```
    pub const fn bounds(&self) -> LineBounds {
        self.latest
    }
}

impl<'t> Iterator for Lines<'t, '_> {
    type Item = Result<Document<'t>, JsonError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.done {
            return None;
        }
        if self.piece_start == PieceStart::default()
            && let Some(kind) = explain::other_encoding(self.text)
        {
            // The text has no lines that could be told apart.
            self.done = true;
            let end = self.text.len();
            self.latest = LineBounds {
                line: 1,
                byte_start: 0,
                byte_end: end as u64,
            };
            let place = Place::in_text(self.text, 0, end, self.piece_start, String::new());
            return Some(Err(JsonError::new(kind, place)));
        }
        loop {
            let start = usize::try_from(self.piece_start.byte).unwrap_or(usize::MAX);
            if start >= self.text.len() {
                self.done = true;
                return None;
            }
            let end = scan::line_feed(self.text, start);
            let line = self.text.get(start..end)?;
            let piece_start = self.piece_start;
            let line_feed = u64::from(end < self.text.len());
            self.piece_start.byte += line.len() as u64 + line_feed;
            self.piece_start.line += 1;
            let content = match line.strip_prefix(BYTE_ORDER_MARK) {
                Some(content) if piece_start.byte == 0 => content,
                _ => line,
            };
            if scan::skip_whitespace(content, 0) < content.len() {
                let shown = line.strip_suffix(b"\r").unwrap_or(line);
                self.latest = LineBounds {
                    line: piece_start.line + 1,
                    byte_start: piece_start.byte,
                    byte_end: piece_start.byte + shown.len() as u64,
                };
                return Some(read_at(line, self.options, piece_start));
            }
        }
    }
}
