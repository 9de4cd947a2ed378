//! What the sources are to the ranges of a document, as far as it was shown that they are not
//! simply their texts.
//!
//! Whoever copies from a source asks here first: of another text than the one that the tool saw
//! nothing may stand beside a range as if the tool had printed it. Who holds ranges against
//! sources, and how, is in [`crate::validate`].

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

/// Offsets of a range in bytes, half-open.
type Range = (u64, u64);

/// What a source is to a range.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum TextIs {
    /// Its text, which an operation changed: checksums and context beside it may be of the changed
    /// one.
    TextBefore,
    /// Another text around the range: printed lines or fragments are not those that stand there.
    OtherContext,
    /// Another text, or one of which nothing shows whether it is another.
    OtherText,
    /// Another text: what the document prints or has a checksum of does not stand there.
    Contradicted,
}

impl TextIs {
    /// Whether nothing of the source may be said of the range.
    pub(crate) fn is_other(self) -> bool {
        self != Self::TextBefore
    }
}

/// What one source is to the ranges in it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Ranges {
    each: BTreeMap<Range, TextIs>,
    /// Whether it is another text to all of them.
    pub(crate) is_other: bool,
    /// Starts of the contradicted ranges, in order, each with the first end of these and all
    /// later ones.
    first_ends: Vec<Range>,
}

impl Ranges {
    pub(crate) fn note(&mut self, range: Range, is: TextIs) {
        let known = self.each.entry(range).or_insert(is);
        *known = is.max(*known);
    }

    /// To be called when all are noted.
    fn finish(&mut self) {
        let contradicted = self
            .each
            .iter()
            .filter(|(_, is)| **is == TextIs::Contradicted);
        let contradicted = contradicted.filter(|((start, end), _)| start < end);
        self.first_ends = contradicted.map(|(range, _)| *range).collect();
        let mut first = u64::MAX;
        for (_, end) in self.first_ends.iter_mut().rev() {
            first = first.min(*end);
            *end = first;
        }
    }

    /// Whether a range holds one that is contradicted.
    fn holds_contradicted(&self, (start, end): Range) -> bool {
        let at = self.first_ends.partition_point(|(from, _)| *from < start);
        self.first_ends.get(at).is_some_and(|(_, to)| *to <= end)
    }

    fn is(&self, range: Range) -> Option<TextIs> {
        if self.is_other {
            return Some(TextIs::OtherText);
        }
        let known = self.each.get(&range).copied();
        if self.holds_contradicted(range) {
            return Some(TextIs::Contradicted);
        }
        known
    }
}

/// What the sources are to the ranges of a document, by their names.
#[derive(Debug, Clone, Default)]
pub(crate) struct Compared(BTreeMap<String, Ranges>);

impl Compared {
    pub(crate) fn of(ranges: impl Iterator<Item = (String, Ranges)>) -> Self {
        Self(
            ranges
                .map(|(name, mut ranges)| {
                    ranges.finish();
                    (name, ranges)
                })
                .collect(),
        )
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// What a source is to a range, if it is not simply its text as far as anybody knows.
    pub(crate) fn text_is(&self, source: &str, range: Range) -> Option<TextIs> {
        self.0.get(source)?.is(range)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_that_holds_a_contradicted_one_is_contradicted() {
        let ranges: Vec<Range> = (0..6)
            .flat_map(|start| (start..6).map(move |end| (start, end)))
            .collect();
        for one in &ranges {
            for other in &ranges {
                let mut all = Ranges::default();
                all.note(*one, TextIs::Contradicted);
                all.note(*other, TextIs::TextBefore);
                all.note(*other, TextIs::Contradicted);
                all.note((2, 3), TextIs::OtherText);
                all.finish();
                for asked in &ranges {
                    let holds = |(start, end): Range| asked.0 <= start && end <= asked.1;
                    let has = |it: Range| it == *asked || (it.0 < it.1 && holds(it));
                    let is = match all.is(*asked) {
                        Some(TextIs::Contradicted) => has(*one) || has(*other),
                        Some(TextIs::OtherText) => *asked == (2, 3),
                        Some(TextIs::TextBefore | TextIs::OtherContext) => false,
                        None => !has(*one) && !has(*other) && *asked != (2, 3),
                    };
                    assert!(is, "{one:?} {other:?} {asked:?} {:?}", all.is(*asked));
                }
            }
        }
    }
}
