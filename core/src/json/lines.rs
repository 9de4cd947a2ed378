//! JSON Lines: one document a line, each on its own.
//!
//! A bad line is reported and the rest goes on. No more than one line is held
//! as a tree at a time.

use alloc::string::String;

use super::document::Document;
use super::error::JsonError;
use super::explain;
use super::options::ReadOptions;
use super::place::{Origin, Place};
use super::read::{BOM, read_at};
use super::scan;

/// Reads JSON Lines (also called NDJSON): one document a line.
///
/// Lines end with LF or CR LF; the last one need not. Lines of white space are
/// passed over. Offsets and line numbers are those of the whole text. The
/// limits hold for each line. A leading byte order mark is accepted, with a
/// lint on the first document.
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
        origin: Origin::default(),
        done: false,
    }
}

/// The documents of a JSON Lines text, see [`read_lines`].
#[derive(Debug, Clone)]
pub struct Lines<'t, 'o> {
    text: &'t [u8],
    options: &'o ReadOptions,
    /// Where the next line begins.
    origin: Origin,
    done: bool,
}

impl<'t> Iterator for Lines<'t, '_> {
    type Item = Result<Document<'t>, JsonError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.done {
            return None;
        }
        if self.origin == Origin::default()
            && let Some(kind) = explain::other_encoding(self.text)
        {
            // The text has no lines that could be told apart.
            self.done = true;
            let end = self.text.len();
            let place = Place::in_text(self.text, 0, end, self.origin, String::new());
            return Some(Err(JsonError::new(kind, place)));
        }
        loop {
            let start = usize::try_from(self.origin.byte).unwrap_or(usize::MAX);
            let rest = self.text.get(start..)?;
            if rest.is_empty() {
                self.done = true;
                return None;
            }
            let length = rest.iter().position(|&byte| byte == b'\n');
            let line = rest.get(..length.unwrap_or(rest.len())).unwrap_or(rest);
            let origin = self.origin;
            self.origin.byte += line.len() as u64 + u64::from(length.is_some());
            self.origin.line += 1;
            let content = match line.strip_prefix(BOM) {
                Some(content) if origin.byte == 0 => content,
                _ => line,
            };
            if scan::skip_whitespace(content, 0) < content.len() {
                return Some(read_at(line, self.options, origin));
            }
        }
    }
}
