//! One place, clamped as LSP does it: these functions never fail.

use super::LineIndex;
use crate::text::scan::tally::Seek;
use crate::text::{Position, PositionEncoding};

impl LineIndex<'_> {
    /// The position of a byte offset, or of the nearest place before it that has
    /// one: the end of the text for an offset beyond it, the start of a character
    /// for one inside it, and the end of the line's content for one inside its
    /// terminator. Never fails; ill-formed bytes count as replaced (P14).
    ///
    /// ```
    /// # use llm_types::{LineIndex, Position, PositionEncoding::*};
    /// let index = LineIndex::new("a😀\r\nb");
    /// assert_eq!(index.position_clamped(3, Utf16), Position::new(0, 1));
    /// assert_eq!(index.position_clamped(6, Utf16), Position::new(0, 3));
    /// assert_eq!(index.position_clamped(u64::MAX, Utf16), Position::new(1, 1));
    /// ```
    pub fn position_clamped(&self, offset: u64, encoding: PositionEncoding) -> Position {
        let at = usize::try_from(offset).map_or(self.text.len(), |at| at.min(self.text.len()));
        let at = self.character_at(at).map_or(at, |(floor, _)| floor);
        let line = self.line_of(at);
        let at = at.min(self.content_end(line));
        Position::new(line.number, self.column(line, at, encoding))
    }

    /// The byte offset of a position, or of the nearest place that LSP 3.17
    /// ("Position") and rules P3 to P5 fall back to: a column past the end means
    /// the end of the line's content, never its terminator; a line past the last
    /// means the end of the text; a column inside a character means its start.
    /// Never fails; ill-formed bytes count as replaced (P14). A server of LSP asks an index
    /// with [`LineTerminators::Lsp`](crate::LineTerminators::Lsp) and
    /// [`BomPolicy::Strip`](crate::BomPolicy::Strip).
    ///
    /// ```
    /// # use llm_types::{LineIndex, Position, PositionEncoding::*};
    /// let index = LineIndex::new("hello\r\nworld");
    /// assert_eq!(index.offset_clamped(Position::new(0, 999), Utf16), 5);
    /// assert_eq!(index.offset_clamped(Position::new(99999, 0), Utf16), 12);
    /// ```
    pub fn offset_clamped(&self, position: Position, encoding: PositionEncoding) -> u64 {
        let Some(line) = self.find_line(position.line) else {
            return self.len();
        };
        let content_end = self.content_end(line);
        let at = match self.seek(line, content_end, position.column, encoding) {
            Seek::At(at) => at,
            Seek::Inside { floor, .. } => floor,
            Seek::Past => content_end,
        };
        at as u64
    }
}
