//! Whether a source is the text that a span states the checksums of: of another one nothing may
//! be copied, because it would stand beside the range as if its tool had printed it.

use alloc::borrow::ToOwned;
use alloc::collections::BTreeMap;
use alloc::string::String;

use super::Writing;
use crate::checksum::parse_checksum;
use crate::json::Node;

/// What was found out of checksums of whole files, by the path and what is stated: many spans
/// state the same.
pub(crate) type Stated = BTreeMap<(String, String), bool>;

impl<'d> Writing<'d, '_> {
    /// Whether no checksum that a span states, of itself or of its file, is that of another text.
    /// One that nobody can compute says nothing.
    pub(super) fn has_its_checksums(&mut self, span: Node<'d>) -> bool {
        let stated = |name: &str| span.get("checksums")?.get(name)?.as_str();
        let (own, file) = (stated("checksum_before"), stated("file_checksum_before"));
        if own.is_none() && file.is_none() {
            return true;
        }
        let (Some((path, start, end)), Some(library)) =
            (Self::range(span), self.library.as_deref_mut())
        else {
            return true;
        };
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
