//! Whether a source is the text that a span is of, by its lines and columns and by the checksums
//! that it states: of another one nothing may be copied or counted, because it would stand beside
//! the range as if its tool had printed it.

use alloc::borrow::ToOwned;
use alloc::collections::BTreeMap;
use alloc::string::String;

use super::Writing;
use crate::checksum::parse_checksum;
use crate::json::Node;
use crate::source::library::Library;
use crate::text::{LineIndex, LineTerminators, Position, PositionEncoding};

/// What was found out of checksums of whole files, by the path and what is stated: many spans
/// state the same.
pub(crate) type Stated = BTreeMap<(String, String), bool>;

/// Why nothing is counted in a source that is at hand.
pub(crate) const OTHER_TEXT: &str = "what is said of the range is not so in its source";

impl<'d, 's> Writing<'d, 's> {
    /// Whether a text is at hand in the place of the source of a span.
    pub(crate) fn has_some_source(&mut self, span: Node<'d>) -> bool {
        Self::range(span).is_some_and(|(path, ..)| {
            let library = self.library.as_deref_mut();
            library.is_some_and(|library| library.open(&path).is_ok())
        })
    }

    /// Whether the source of a span is at hand, and all that the envelope says of the span is so in
    /// it: its lines and columns, its text and its checksums.
    pub(crate) fn has_its_source(&mut self, span: Node<'d>) -> bool {
        let Some((path, start, end)) = Self::range(span) else {
            return false;
        };
        if !self.has_no_other_text(span) || self.contradicted.has((&path, start, end)) {
            return false;
        }
        // Lines of the envelope end with LF and CRLF, whatever ends those of the target.
        let index = (self.library.as_deref_mut())
            .and_then(|library| library.open_by(&path, &LineTerminators::Lf));
        index.is_some_and(|index| are_of(span, index, &[start, end]))
    }

    /// The sources, if that of a span is not known to be another text.
    pub(crate) fn library_of_its(&mut self, span: Node<'d>) -> Option<&mut Library<'s>> {
        let is_its = self.has_no_other_text(span);
        self.library.as_deref_mut().filter(|_| is_its)
    }

    /// Whether a source is not known to be another text than that of a span, by all that the
    /// document says and by the checksums that the span states, of itself or of its file. One that
    /// nobody can compute says nothing.
    pub(crate) fn has_no_other_text(&mut self, span: Node<'d>) -> bool {
        let (Some((path, start, end)), Some(library)) =
            (Self::range(span), self.library.as_deref_mut())
        else {
            return true;
        };
        if let Some(is) = library.text_is(&path, (start, end)) {
            return !is.is_other();
        }
        let stated = |name: &str| span.get("checksums")?.get(name)?.as_str();
        let (own, file) = (stated("checksum_before"), stated("file_checksum_before"));
        if own.is_none() && file.is_none() {
            return true;
        }
        let Ok(index) = library.open(&path) else {
            return true;
        };
        let is_of = |stated: &str, text: &[u8]| {
            parse_checksum(stated).map_or(true, |checksum| checksum.matches(text))
        };
        if let Some(own) = own {
            let range = usize::try_from(start).ok().zip(usize::try_from(end).ok());
            let text = range.and_then(|(start, end)| index.text().get(start..end));
            if !text.is_some_and(|text| is_of(&own, text)) {
                return false;
            }
        }
        file.is_none_or(|file| {
            let known = (self.stated).entry((path.as_ref().to_owned(), file.clone().into_owned()));
            *known.or_insert_with(|| is_of(&file, index.text()))
        })
    }
}

/// Whether the numbers of a span are those of these offsets in a text, as far as there are any.
pub(crate) fn are_of(node: Node<'_>, index: &LineIndex<'_>, offsets: &[u64]) -> bool {
    let says = |name: &str, number| {
        let said = node.get(name).map(Node::as_u64_safe);
        said.is_none_or(|said| said.is_ok_and(|said| said.value == number))
    };
    let names = [("start_line", "start_col"), ("end_line", "end_col")];
    names
        .into_iter()
        .zip(offsets)
        .all(|((line, column), offset)| {
            let position = index.position(*offset, PositionEncoding::Utf8);
            position.is_ok_and(
                |Position {
                     line: row,
                     column: place,
                 }| { says(line, row.saturating_add(1)) && says(column, place) },
            )
        })
}
