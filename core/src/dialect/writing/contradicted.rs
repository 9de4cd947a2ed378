//! Ranges of an envelope whose lines its sources contradict: of those nothing may be copied,
//! because it would stand beside the range as if its tool had printed it.

use alloc::borrow::ToOwned;
use alloc::collections::BTreeSet;
use alloc::string::String;

use super::Writing;
use crate::json::{Document, Pointer};

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

    /// Whether a range is one of them.
    pub(super) fn has(&self, (path, start, end): (&str, u64, u64)) -> bool {
        // Most envelopes have none, and a path costs to be kept.
        !self.0.is_empty() && self.0.contains(&(path.to_owned(), start, end))
    }
}
