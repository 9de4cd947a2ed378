//! What a terminal shows of a text, and how wide.
//!
//! A cell is a grapheme cluster: a letter with its marks, an emoji of several
//! code points. Widths are those of Unicode's East Asian Width, which terminals
//! follow. Made visible are: control characters as their pictures (`␀`), tabs
//! as four columns, bytes that are not UTF-8 as `<FF>`, and characters that
//! are invisible or reorder the line (bidi controls, zero-width characters) as
//! `<U+202E>`.

use std::borrow::Cow;

use unicode_segmentation::UnicodeSegmentation as _;
use unicode_width::UnicodeWidthStr as _;

/// Columns of a tab. A fixed number, because the text is moved by the gutter anyway.
const TAB: usize = 4;

/// A text from a document as a terminal may see it: nothing in it moves the
/// cursor, changes colours or reorders the line. Tabs and line feeds included,
/// because such a text is shown in the middle of a line.
pub(crate) fn tame(text: &str) -> Cow<'_, str> {
    if text.chars().all(|c| substitute(c).is_none()) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(cells(text.as_bytes(), 0).map(|cell| cell.text).collect())
}

/// One thing that is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Cell {
    /// Byte offset of its start in the whole text.
    pub(crate) start: usize,
    /// Byte offset after it.
    pub(crate) end: usize,
    /// What is shown.
    pub(crate) text: Cow<'static, str>,
    /// Columns that it takes.
    pub(crate) width: usize,
}

/// The cells of `bytes`, which stand at `offset` in the whole text.
pub(crate) fn cells(bytes: &[u8], offset: usize) -> impl Iterator<Item = Cell> + '_ {
    let mut at = offset;
    bytes.utf8_chunks().flat_map(move |chunk| {
        let valid = at;
        let invalid = valid + chunk.valid().len();
        at = invalid + chunk.invalid().len();
        let good = chunk
            .valid()
            .grapheme_indices(true)
            .flat_map(move |(index, cluster)| visible(cluster, valid + index));
        let bad = (invalid..)
            .zip(chunk.invalid())
            .map(|(at, byte)| Cell::new(at, 1, format!("<{byte:02X}>")));
        good.chain(bad)
    })
}

/// How many of these cells fit into so many columns.
pub(crate) fn fitting<'c>(cells: impl Iterator<Item = &'c Cell>, columns: usize) -> usize {
    cells
        .scan(0, |used, cell| {
            *used += cell.width;
            Some(*used)
        })
        .take_while(|used| *used <= columns)
        .count()
}

impl Cell {
    fn new(start: usize, len: usize, text: impl Into<Cow<'static, str>>) -> Self {
        let text = text.into();
        Self {
            start,
            end: start + len,
            width: text.width(),
            text,
        }
    }
}

/// A cluster, or its code points one by one if one of them must be made visible.
fn visible(cluster: &str, offset: usize) -> impl Iterator<Item = Cell> + use<> {
    let mut cells = Vec::new();
    if cluster.chars().any(|c| substitute(c).is_some()) {
        for (index, c) in cluster.char_indices() {
            let text = substitute(c).unwrap_or_else(|| on_its_own(c.encode_utf8(&mut [0; 4])));
            cells.push(Cell::new(offset + index, c.len_utf8(), text));
        }
    } else {
        cells.push(Cell::new(offset, cluster.len(), on_its_own(cluster)));
    }
    cells.into_iter()
}

/// Text that takes at least a column: a mark without a letter gets a circle to
/// stand on, as in Unicode's charts.
fn on_its_own(text: &str) -> Cow<'static, str> {
    if text.width() == 0 {
        Cow::Owned(format!("\u{25cc}{text}"))
    } else {
        Cow::Owned(text.to_owned())
    }
}

/// What stands for a character that would not be seen, or not where it is.
fn substitute(c: char) -> Option<Cow<'static, str>> {
    match c {
        '\t' => Some(Cow::Owned(" ".repeat(TAB))),
        '\0'..='\u{1f}' => {
            char::from_u32(0x2400 + u32::from(c)).map(|picture| Cow::Owned(picture.to_string()))
        }
        '\u{7f}' => Some(Cow::Borrowed("\u{2421}")),
        // C1 controls, soft hyphen, grapheme joiner, Arabic letter mark, Mongolian vowel
        // separator, and letters that are blank: fillers of Hangul, inherent vowels of Khmer.
        '\u{80}'..='\u{9f}' | '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180e}'
        | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{3164}' | '\u{ffa0}'
        // Zero-width space, non-joiner, direction marks, line and paragraph
        // separators, bidi embeddings, overrides and isolates, invisible
        // operators, interlinear annotation, byte order mark; tags, which spell ASCII that
        // nobody sees, and the variation selectors beside them.
        | '\u{200b}' | '\u{200c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{fff9}'..='\u{fffb}' | '\u{feff}'
        | '\u{e0000}'..='\u{e0fff}' => Some(Cow::Owned(format!("<U+{:04X}>", u32::from(c)))),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_of_a_document_cannot_command_the_terminal() {
        assert_eq!(tame("plain 世界 e\u{301}"), "plain 世界 e\u{301}");
        assert_eq!(tame("\u{1b}[31m\r\n\u{202e}"), "␛[31m␍␊<U+202E>");
        assert_eq!(tame("\u{9b}31m"), "<U+009B>31m");
        assert_eq!(tame("a\u{e0049}\u{e0047}"), "a<U+E0049><U+E0047>");
        assert_eq!(tame("\u{3164}\u{34f}"), "<U+3164><U+034F>");
    }
}
