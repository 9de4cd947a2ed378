//! Ranges of an envelope that its sources contradict: of those nothing may be copied, because it
//! would stand beside the range as if its tool had printed it.

use alloc::borrow::ToOwned;
use alloc::collections::BTreeSet;
use alloc::string::String;

use super::Writing;
use crate::json::{Document, Pointer};
use crate::source::library::Library;
use crate::source::replaced;
use crate::validate::{Claim, Part};

/// Paths and offsets, as the envelope has them.
#[derive(Debug, Default)]
pub(crate) struct Contradicted(BTreeSet<(String, u64, u64)>);

impl Contradicted {
    /// Those at these places of an envelope.
    pub(crate) fn at(document: &Document<'_>, places: &BTreeSet<String>) -> Self {
        let spans = places.iter().filter_map(|place| {
            let span = document.at(&Pointer::parse(place).ok()?)?;
            let (path, start, end) = Writing::range(span)?;
            Some((path.into_owned(), start, end))
        });
        Self(spans.collect())
    }

    /// Adds those whose text is another one in their source. What an operation printed is of the
    /// file before it or after it, and is not asked.
    pub(crate) fn add_texts(&mut self, claims: &[Claim<'_>], library: &mut Library<'_>) {
        for claim in claims {
            let (Some(path), Some(text)) = (claim.text(Part::Path), claim.text(Part::Text)) else {
                continue;
            };
            let (Some(start), Some(end)) =
                (claim.number(Part::ByteStart), claim.number(Part::ByteEnd))
            else {
                continue;
            };
            let Ok(index) = library.open(&path) else {
                continue;
            };
            let range = usize::try_from(start).ok().zip(usize::try_from(end).ok());
            let there = range.and_then(|(start, end)| index.text().get(start..end));
            if !there.is_some_and(|there| replaced::shows(&text, there)) {
                self.0.insert((path.as_ref().to_owned(), start, end));
            }
        }
    }

    /// Whether a range is one of them.
    pub(super) fn has(&self, (path, start, end): (&str, u64, u64)) -> bool {
        // Most envelopes have none, and a path costs to be kept.
        !self.0.is_empty() && self.0.contains(&(path.to_owned(), start, end))
    }
}
