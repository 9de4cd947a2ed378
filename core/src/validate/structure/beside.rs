//! What stands beside a span and is said of it.

use super::{Walk, is_span};
use crate::envelope::shape::Shape;
use crate::envelope::{Context, SpanChecksums};
use crate::json::{Key, Kind, Node};
use crate::validate::claim::Part;
use crate::validate::found::Slot;

/// Blocks of a span that seed 000 also shows beside it.
const BLOCKS: [(&str, &Shape); 2] = [
    ("context", &Context::SHAPE),
    ("checksums", &SpanChecksums::SHAPE),
];

/// The text around a match beside its span: what a list says, and what a text.
const PIECES: [(&str, Part, Part); 2] = [
    ("context_before", Part::LinesBefore, Part::InlineBefore),
    ("context_after", Part::LinesAfter, Part::InlineAfter),
];

impl<'d> Walk<'d, '_> {
    /// What stands beside a span and is said of it, as seed 000 shows it, and the name
    /// that it has for a count. What the span says itself counts more.
    pub(super) fn beside(&mut self, record: Node<'d>, key: Key<'d>, value: Node<'d>) {
        if key.is("match_count") {
            return self.count_of(record, Slot::of(value), "matches");
        }
        let block = BLOCKS.iter().find(|(name, _)| key.is(name));
        let piece = PIECES.iter().find(|(name, ..)| key.is(name));
        if block.is_none() && piece.is_none() {
            return;
        }
        let span = record.get("span").filter(|span| is_span(*span));
        if let (Some(span), Some((name, shape))) = (span, block)
            && span.get(name).is_none()
        {
            self.block(span, shape, value);
        }
        if let (Some(span), Some((_, lines, piece))) = (span, piece)
            && span.get("context").is_none()
        {
            let part = match value.kind() {
                Kind::Array => *lines,
                Kind::String => *piece,
                _ => return,
            };
            self.seen
                .outside
                .push((span.order(), part, Slot::of(value)));
        }
    }

    /// What a block says of a range in whose object it does not stand.
    pub(super) fn block(&mut self, range: Node<'d>, shape: &Shape, block: Node<'d>) {
        for field in shape.fields {
            if let (Some(part), Some(value)) = (Part::of(field.role), block.get(field.name)) {
                let slot = Slot::of(value);
                self.seen.outside.push((range.order(), part, slot));
            }
        }
    }
}
