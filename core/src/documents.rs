//! One text, one or more documents.
//!
//! Most tools print one document. Some print one a line (JSON Lines), and some
//! print a second document after the first, indented or not. A line that cannot
//! be read is refused on its own, and the rest goes on.

use crate::json::{
    Document, JsonError, JsonErrorKind, Kind, ReadOptions, TrailingData, read, read_part,
};

/// The documents of a text, in order; see [`split`].
#[derive(Debug)]
pub(crate) struct Documents<'t, 'o> {
    text: &'t [u8],
    options: &'o ReadOptions,
    /// The whole text as one document, until it is taken.
    whole: Option<Result<Document<'t>, JsonError>>,
    /// Where the next document begins, when there are several.
    at: usize,
    line: u64,
}

/// Reads a text. Offsets of the documents are those of the text.
pub(crate) fn split<'t, 'o>(text: &'t [u8], options: &'o ReadOptions) -> Documents<'t, 'o> {
    let whole = match read(text, options) {
        Err(error) if is_many(text, &error, options) => None,
        one => Some(one),
    };
    Documents {
        text,
        options,
        at: if whole.is_some() { text.len() } else { 0 },
        whole,
        line: 0,
    }
}

/// Whether a text that is not one document is several: something that may be a
/// document follows the first, or a line further down is an object of its own.
fn is_many(text: &[u8], error: &JsonError, options: &ReadOptions) -> bool {
    if let JsonErrorKind::TrailingData { looks_like } = error.kind() {
        return matches!(
            looks_like,
            TrailingData::JsonLines | TrailingData::SecondDocument
        );
    }
    let mut further = text.split(|byte| *byte == b'\n').skip(1);
    further.any(|line| line.starts_with(b"{") && read(line, options).is_ok())
}

impl Documents<'_, '_> {
    /// Whether the text is one document, or the refusal of one.
    pub(crate) fn is_single(&self) -> bool {
        self.whole.is_some()
    }
}

impl<'t> Iterator for Documents<'t, '_> {
    type Item = Result<Document<'t>, JsonError>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(whole) = self.whole.take() {
            return Some(whole);
        }
        self.skip_blank();
        let rest = self.text.get(self.at..).filter(|rest| !rest.is_empty())?;
        let end = rest.iter().position(|byte| *byte == b'\n');
        let line = rest.get(..end.unwrap_or(rest.len())).unwrap_or(rest);
        let (length, result) = self.value(line, rest);
        self.advance(length);
        Some(result)
    }
}

impl<'t> Documents<'t, '_> {
    fn skip_blank(&mut self) {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let blank = rest.iter().take_while(|byte| byte.is_ascii_whitespace());
        self.advance(blank.count());
    }

    fn advance(&mut self, length: usize) {
        let passed = self.text.get(self.at..).and_then(|rest| rest.get(..length));
        let newlines = passed
            .unwrap_or_default()
            .iter()
            .filter(|byte| **byte == b'\n');
        self.line += newlines.count() as u64;
        self.at += length;
    }

    fn read(&self, part: &'t [u8]) -> Result<Document<'t>, JsonError> {
        read_part(part, self.at as u64, self.line, self.options)
    }

    /// The document at the head of `rest`, whose first line is `line`, and the
    /// number of bytes to go on after.
    fn value(&self, line: &'t [u8], rest: &'t [u8]) -> (usize, Result<Document<'t>, JsonError>) {
        let error = match self.read(line) {
            Ok(document) => return (line.len(), Ok(document)),
            Err(error) => error,
        };
        let reach = match error.kind() {
            // More on the same line, as in `{} {}`.
            JsonErrorKind::TrailingData { .. } => line,
            // The line ends inside a value: the document may be indented. The
            // rest of a truncated line fails again at the next one, so that
            // this reads far only when it succeeds.
            JsonErrorKind::UnexpectedEnd { .. } => rest,
            _ => return (line.len(), Err(error)),
        };
        let end = match self.read(reach) {
            Ok(_) => reach.len(),
            Err(other) if matches!(other.kind(), JsonErrorKind::TrailingData { .. }) => {
                usize::try_from(other.byte_range().0).map_or(0, |at| at.saturating_sub(self.at))
            }
            Err(_) => 0,
        };
        match reach.get(..end).map(|value| self.read(value)) {
            Some(Ok(document)) if is_container(&document) => (end, Ok(document)),
            _ => (line.len(), Err(error)),
        }
    }
}

fn is_container(document: &Document<'_>) -> bool {
    matches!(document.root().kind(), Kind::Array | Kind::Object)
}

#[cfg(test)]
mod tests {
    use alloc::string::{String, ToString};
    use alloc::vec::Vec;

    use super::*;

    fn pieces(text: &str) -> Vec<String> {
        split(text.as_bytes(), &ReadOptions::default())
            .map(|piece| match piece {
                Ok(document) => alloc::format!("{:?}", document.root().byte_range()),
                Err(error) => error.code().to_string(),
            })
            .collect()
    }

    #[test]
    fn one_document_is_one_whatever_is_wrong_with_it() {
        assert_eq!(pieces("{\n}\n"), ["(0, 3)"]);
        assert_eq!(pieces("{\n \"a\": [\n  {}\n }\n"), ["MISMATCHED_BRACKET"]);
        assert_eq!(pieces(""), ["EMPTY_INPUT"]);
        assert_eq!(pieces("{}\n```\n"), ["TRAILING_DATA"]);
    }

    #[test]
    fn lines_go_on_after_a_bad_one() {
        assert_eq!(
            pieces("{}\n{\"a\n\n{\"b\":1}\r\n"),
            ["(0, 2)", "UNEXPECTED_END", "(8, 15)"]
        );
        assert_eq!(pieces("oops\n{}\n"), ["UNKNOWN_WORD", "(5, 7)"]);
        assert_eq!(pieces("{\"a\":[1,\n{\"b\":1}\n{\"c\":1}\n").len(), 3);
    }

    #[test]
    fn documents_may_follow_each_other_in_any_layout() {
        assert_eq!(pieces("{}\n{\n  \"a\": 1\n}\n"), ["(0, 2)", "(3, 15)"]);
        assert_eq!(pieces("{} {}"), ["(0, 2)", "(3, 5)"]);
    }
}
