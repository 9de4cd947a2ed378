//! One text, one or more documents.
//!
//! Most tools print one document. Some print one a line (JSON Lines), and some
//! print a second document after the first, indented or not. A line that cannot
//! be read is refused on its own, and the rest goes on.

use crate::json::{
    Document, JsonError, JsonErrorKind, Kind, Origin, ReadOptions, Sweep, TrailingData, read,
    read_head, read_part,
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
    /// Lines and columns up to there.
    sweep: Sweep<'t>,
    /// A piece of the text that is well-formed, and where it begins. Checked
    /// once, however many documents stand in it.
    well_formed: (&'t str, usize),
    /// Where the line ends in which the last document began.
    line_end: usize,
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
        sweep: Sweep::new(text, Origin::default()),
        well_formed: ("", 0),
        line_end: 0,
    }
}

/// Whether a text that is not one document is several: something that may be a
/// document follows the first, or a line further down is an object of its own.
fn is_many(text: &[u8], error: &JsonError, options: &ReadOptions) -> bool {
    if let JsonErrorKind::TrailingData {
        looks_like: TrailingData::JsonLines | TrailingData::SecondDocument,
    } = error.kind()
    {
        return true;
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
        let rest = self.text.get(self.at..).unwrap_or_default();
        let blank = rest.iter().take_while(|byte| byte.is_ascii_whitespace());
        self.at += blank.count();
        let rest = self.text.get(self.at..).filter(|rest| !rest.is_empty())?;
        let (length, result) = self.value(rest);
        self.at += length;
        Some(result)
    }
}

impl<'t> Documents<'t, '_> {
    /// The well-formed text from here to the next ill-formed byte.
    fn well_formed(&mut self) -> &'t str {
        let (piece, start) = self.well_formed;
        if let Some(rest) = piece.get(self.at - start..).filter(|rest| !rest.is_empty()) {
            return rest;
        }
        let rest = self.text.get(self.at..).unwrap_or_default();
        let piece = rest.utf8_chunks().next().map_or("", |chunk| chunk.valid());
        self.well_formed = (piece, self.at);
        piece
    }

    /// Bytes from here to the end of the line.
    fn line_length(&mut self, rest: &[u8]) -> usize {
        if self.line_end <= self.at {
            let length = rest.iter().position(|byte| *byte == b'\n');
            self.line_end = self.at + length.unwrap_or(rest.len());
        }
        self.line_end - self.at
    }

    /// The document at the head of `rest`, and the number of bytes to go on after.
    fn value(&mut self, rest: &'t [u8]) -> (usize, Result<Document<'t>, JsonError>) {
        let origin = self.sweep.origin(self.at);
        let well_formed = self.well_formed();
        let length = self.line_length(rest);
        let Some(line) = well_formed.get(..length) else {
            // The line has ill-formed bytes.
            let line = rest.get(..length).unwrap_or(rest);
            return (length, read_part(line, origin, self.options));
        };
        let error = match read_head(line, origin, self.options) {
            Ok((document, end)) => {
                let alone = line
                    .get(end..)
                    .is_none_or(|more| more.trim_ascii().is_empty());
                if alone || is_container(&document) {
                    return (end, Ok(document));
                }
                let refused = read_part(line.as_bytes(), origin, self.options);
                return (line.len(), refused);
            }
            Err(error) => error,
        };
        // The line ends inside a value: the document may be indented. The rest
        // of a truncated line fails again at the next one, so that this reads
        // far only when it succeeds.
        if matches!(error.kind(), JsonErrorKind::UnexpectedEnd { .. })
            && let Ok((document, end)) = read_head(well_formed, origin, self.options)
            && is_container(&document)
        {
            return (end, Ok(document));
        }
        (line.len(), Err(error))
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
        assert_eq!(pieces("{}\n```\n"), ["CODE_FENCE"]);
        assert_eq!(pieces("{}\nDone.\n"), ["TRAILING_DATA"]);
    }

    #[test]
    fn lines_go_on_after_a_bad_one() {
        assert_eq!(
            pieces("{}\n{\"a\n\n{\"b\":1}\r\n"),
            ["(0, 2)", "UNEXPECTED_END", "(8, 15)"]
        );
        assert_eq!(
            pieces("{}\noops\n{}\n"),
            ["(0, 2)", "UNKNOWN_WORD", "(8, 10)"]
        );
        assert_eq!(pieces("oops\n{}\n"), ["UNKNOWN_WORD", "(5, 7)"]);
        assert_eq!(pieces("{\"a\":[1,\n{\"b\":1}\n{\"c\":1}\n").len(), 3);
    }

    #[test]
    fn documents_may_follow_each_other_in_any_layout() {
        assert_eq!(pieces("{}\n{\n  \"a\": 1\n}\n"), ["(0, 2)", "(3, 15)"]);
        assert_eq!(pieces("{} {}"), ["(0, 2)", "(3, 5)"]);
    }

    #[test]
    fn places_are_those_of_the_text_also_in_the_middle_of_a_line() {
        let options = ReadOptions::default();
        let mut documents = split("{\"é\": 1} {\"b\": [1,]}\n{}\n".as_bytes(), &options);
        let first = documents.next().unwrap().unwrap();
        assert_eq!(first.root().place().column_utf8, 0);
        let error = documents.next().unwrap().unwrap_err();
        assert_eq!(error.byte_range(), (18, 19));
        assert_eq!((error.place().line, error.place().column_utf16), (1, 17));
        let last = documents.next().unwrap().unwrap().root().place();
        assert_eq!((last.line, last.column_utf8, last.byte_start), (2, 0, 22));
        assert!(documents.next().is_none());
    }

    #[test]
    fn ill_formed_bytes_cost_one_line() {
        let options = ReadOptions::default();
        let codes: Vec<&str> = split(b"{} {}\n{\"\xff\": 1} {}\n{}", &options)
            .map(|piece| piece.map_or_else(|error| error.code(), |_| "ok"))
            .collect();
        assert_eq!(codes, ["ok", "ok", "INVALID_UTF8", "ok"]);
    }

    #[test]
    fn many_documents_on_one_line_take_time_in_proportion() {
        let options = ReadOptions::default();
        let text = "{} ".repeat(300_000);
        assert_eq!(split(text.as_bytes(), &options).count(), 300_000);
    }
}
