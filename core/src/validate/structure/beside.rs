//! What is said of a span outside of it.

use alloc::format;

use super::{Fact, Seen, Walk, descend, is_span};
use crate::diagnostic::Applicability;
use crate::envelope::shape::{Role, Shape, Type};
use crate::envelope::{Context, Relationships, SpanChecksums, SuggestedAction, ToolHints, Wire};
use crate::json::{Key, Kind, Node};
use crate::validate::claim::{Claim, Part};
use crate::validate::found::{Found, Relation, Slot};

/// Blocks of a span that seed 000 also shows beside it.
const BLOCKS: [(&str, &Shape); 2] = [
    ("context", &Context::SHAPE),
    ("checksums", &SpanChecksums::SHAPE),
];

/// Members beside a span that show the text around it: what a list in one says of the span, and
/// what a text.
const PIECES: [(&str, Part, Part); 2] = [
    ("context_before", Part::LinesBefore, Part::InlineBefore),
    ("context_after", Part::LinesAfter, Part::InlineAfter),
];

/// What older versions say beside a span, with the types.
static OUTSIDE: [(&str, Type); 9] = [
    ("context", Context::TYPE),
    ("relationships", Relationships::TYPE),
    ("checksums", SpanChecksums::TYPE),
    ("suggested_action", SuggestedAction::TYPE),
    ("tool_hints", ToolHints::TYPE),
    ("context_before", LINES),
    ("context_after", LINES),
    SEMANTICS[0],
    SEMANTICS[1],
];

/// What they say flat of its semantics.
static SEMANTICS: [(&str, Type); 2] = [("semantic_kind", Type::Text), ("language", Type::Text)];

/// What they say beside a list of matches.
static COUNT: [(&str, Type); 1] = [("match_count", Type::Count)];

const LINES: Type = Type::OneOf(&[Type::List(&Type::Text), Type::Text]);

impl<'d> Walk<'d, '_> {
    /// The members, with their types, that older versions have in an object whose shape does not
    /// know them. They have another place in the envelope.
    pub(super) fn elsewhere(
        &self,
        record: Node<'d>,
        shape: &Shape,
    ) -> &'static [(&'static str, Type)] {
        if !self.seen.older {
            // Whoever prints it, a kind that is said flat is moved into the semantics.
            let there = shape.mapping.map_or(shape, |mapping| mapping.canonical);
            let is_flat = record.get(SEMANTICS[0].0).map(Node::kind) == Some(Kind::String);
            let is_moved = is_flat && there.field("semantics").is_some();
            return if is_moved { &SEMANTICS } else { &[] };
        }
        if shape.field("matches").is_some() {
            return &COUNT;
        }
        if shape.field("semantics").is_some() {
            return &SEMANTICS;
        }
        let span = record.get("span").map(Node::kind);
        if shape.field("span").is_some() && span == Some(Kind::Object) {
            &OUTSIDE
        } else {
            &[]
        }
    }

    /// Takes a member that seed 000 shows beside a span and that is said of the span, or its own
    /// name for a count. What the span says itself counts more.
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

    /// Notes what is said of the range of another object.
    pub(super) fn outside(&mut self, record: Node<'d>, pointer: &str, part: Part, slot: Slot<'d>) {
        if let Some(node) = descend(record, pointer) {
            let at = node.order();
            self.seen.outside.push((at, part, slot));
        }
    }

    /// The end of a range that is mentioned beside another one.
    pub(super) fn end_of(&mut self, record: Node<'d>, slot: Slot<'d>, start: &str) {
        let start = record.get(start).and_then(|node| node.as_u64_safe().ok());
        if let (Some(start), Ok(end)) = (start, slot.node.as_u64_safe())
            && end.value < start.value
        {
            let (start, end) = (start.value, end.value);
            let message = format!("the range ends at {end}, before it starts at {start}");
            let found = Found::at("REVERSED", slot, message);
            self.seen.found.push(found);
        }
    }

    /// The text of a range, or only its head if the member `cut` says so. With `needs_cut`, nothing
    /// is known without that member.
    pub(super) fn head(
        &mut self,
        record: Node<'d>,
        slot: Slot<'d>,
        range: &str,
        (cut, needs_cut): (&str, bool),
    ) {
        let cut = record.get(cut).filter(|cut| !cut.is_null());
        if needs_cut && cut.is_none() {
            return;
        }
        // Where nobody can tell whether it was cut, it may have been.
        let is_cut = cut.is_some_and(|cut| cut.as_bool() != Some(false));
        let part = if is_cut { Part::Head } else { Part::Text };
        self.outside(record, range, part, slot);
        if let Some(cut) = cut.filter(|cut| cut.as_bool() == Some(true)) {
            self.not_cut(record, slot, range, cut);
        }
    }

    /// Reports a flag that a text was cut, if the text has as many bytes as its range.
    fn not_cut(&mut self, record: Node<'d>, slot: Slot<'d>, range: &str, cut: Node<'d>) {
        let range = descend(record, range);
        let offset = |name| Some(range?.get(name)?.as_u64_safe().ok()?.value);
        let length = offset("byte_end").zip(offset("byte_start"));
        let length = length.and_then(|(end, start)| end.checked_sub(start));
        if let (Some(text), Some(length)) = (slot.node.as_str(), length)
            && text.len() as u64 == length
            // U+FFFD for bytes that are no UTF-8 has another length than they have.
            && !text.contains(char::REPLACEMENT_CHARACTER)
        {
            let message = format!("is true, but the text has all {length} bytes of the range");
            let found = Found::of("TRUNCATION_MISMATCH", Slot::of(cut), message);
            let found = found.related("the text", slot.node).expecting(false);
            let found = found.replace(Applicability::Suggested, false);
            self.seen.found.push(found);
        }
    }

    /// A checksum of a file beside ranges of several files: it is said of those that are in its
    /// own. If there are none, it is checked as a plain checksum, or against the last change of the
    /// list `last`.
    pub(super) fn of_file(
        &mut self,
        record: Node<'d>,
        slot: Slot<'d>,
        part: Part,
        (ranges, file): (&str, &str),
        last: Option<(&'static str, &'static str)>,
    ) {
        let (list, inside) = ranges.split_once("/*/").unwrap_or((ranges, ""));
        let named = record.get(file).and_then(Node::as_str);
        let items = record.get(list).into_iter().flat_map(Node::items);
        let mut is_said = false;
        for item in items.filter(|_| named.is_some()) {
            let range = if inside.is_empty() {
                Some(item)
            } else {
                item.get(inside)
            };
            let Some(range) = range else { continue };
            let own = range.get("file_path").filter(|own| !own.is_null());
            // A range that names no file is in the one that is named beside it.
            if own.is_none_or(|own| own.as_str() == named) {
                self.seen.outside.push((range.order(), part, slot));
                is_said = true;
            }
        }
        if !is_said {
            let role = last.map_or(Role::Checksum, |(list, member)| Role::ChecksumOfLast {
                list,
                member,
            });
            self.seen.facts.push(Fact { role, slot, record });
        }
    }
}

impl Seen<'_> {
    /// Adds to the ranges what is said of them elsewhere. The ranges are in order.
    pub(super) fn said_outside(&mut self) {
        let first = self.passed.0;
        for (at, part, slot) in core::mem::take(&mut self.outside) {
            let left = self.claims.get_mut(first..).unwrap_or_default();
            let found = left.binary_search_by_key(&at, Claim::order);
            let Some((number, claim)) = found
                .ok()
                .and_then(|number| Some((first + number, left.get_mut(number)?)))
            else {
                continue;
            };
            let of_file = matches!(part, Part::FileChecksum | Part::FileAfter);
            match claim.get(part).filter(|_| of_file) {
                None => claim.set(part, slot),
                Some(own) if same_digits(own, slot) => {}
                Some(own) => {
                    let message = "the range says that its file has another checksum";
                    let found = Found::at("VALUES_DISAGREE", slot, message);
                    self.found.push(found.related(Relation::OtherOne, own));
                    self.contrary.push((number, slot));
                }
            }
        }
    }
}

/// Whether two checksums are one, whether they name their algorithm or not.
fn same_digits(a: Slot<'_>, b: Slot<'_>) -> bool {
    let digits = |slot: Slot<'_>| {
        let text = slot.node.as_str()?;
        let digits = text.rsplit(':').next()?;
        Some(digits.to_ascii_lowercase())
    };
    digits(a) == digits(b)
}
