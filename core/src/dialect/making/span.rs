//! The spans of the envelope: lines and columns as far as they are proved, and ids.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::Making;
use crate::dialect::proof::{self, Proof};
use crate::dialect::{At, Made, Members};
use crate::id::{SpanKey, can_have_span_id, span_id_digits, span_ids_digits};
use crate::json::{Key, Node};
use crate::normalize::ChangeKind;
use crate::validate::{COORDINATES, Claim, Found, Part, Seen, Slot};

/// So many ids are worked out together: one alone takes several times as long.
const TOGETHER: usize = 64;

/// The ids of some claims in a row.
#[derive(Debug, Default)]
pub(super) struct Ids {
    /// The number of the first.
    first: usize,
    digits: Vec<Option<[u8; 16]>>,
}

impl Ids {
    /// The id of the range that a claim is about, as its path is spelt; nothing if it has
    /// none, or its path has escapes.
    fn of(&mut self, number: usize, claims: &[Claim<'_>]) -> Option<[u8; 16]> {
        if number < self.first || number >= self.first + self.digits.len() {
            self.first = number;
            let claims = claims.iter().skip(number).take(TOGETHER);
            let keys: Vec<Option<SpanKey<'_>>> = claims.map(key).collect();
            let mut known: Vec<SpanKey<'_>> = Vec::with_capacity(keys.len());
            known.extend(keys.iter().flatten());
            let mut ids = span_ids_digits(&known).into_iter();
            let ids = keys.iter().map(|key| key.and_then(|_| ids.next()));
            self.digits.clear();
            self.digits.extend(ids);
        }
        *self.digits.get(number - self.first)?
    }
}

fn key<'d>(claim: &Claim<'d>) -> Option<SpanKey<'d>> {
    let Cow::Borrowed(path) = claim.text(Part::Path)? else {
        return None;
    };
    let (start, end) = (claim.number(Part::ByteStart)?, claim.number(Part::ByteEnd)?);
    can_have_span_id(start, end).then_some(SpanKey { path, start, end })
}

impl<'d> Making<'d, '_> {
    /// The id of the range that an object claims with these values, if it has one.
    pub(super) fn id_of(
        &mut self,
        node: Node<'d>,
        values: [Option<Node<'d>>; 3],
    ) -> Option<[u8; 16]> {
        let number = self.claim_at(node)?;
        let claims: &'d [Claim<'d>] = &self.seen.claims;
        let claim = claims.get(number)?;
        let parts = [Part::Path, Part::ByteStart, Part::ByteEnd];
        let mut pairs = parts.into_iter().zip(values);
        let same = |(part, value): (Part, Option<Node<'d>>)| {
            claim.get(part).map(|slot| slot.node.order()) == value.map(Node::order)
        };
        if pairs.all(same) {
            self.ids.of(number, claims)
        } else {
            None
        }
    }

    /// The range that an object claims.
    pub(crate) fn claim(&mut self, node: Node<'d>) -> Option<&'d Claim<'d>> {
        let at = self.claim_at(node)?;
        let seen: &'d Seen<'d> = self.seen;
        seen.claims.get(at)
    }

    /// The number of the claim of an object. One after the other are asked for in the
    /// order of the document.
    fn claim_at(&mut self, node: Node<'d>) -> Option<usize> {
        let claims = &self.seen.claims;
        let order = node.order();
        let is = |at: &usize| claims.get(*at).is_some_and(|claim| claim.order() == order);
        let at = Some(self.next_claim).filter(is).or_else(|| {
            let last = self.next_claim.checked_sub(1);
            last.filter(is)
        });
        let at = match at {
            Some(at) => at,
            None => claims.binary_search_by_key(&order, Claim::order).ok()?,
        };
        self.next_claim = at + 1;
        Some(at)
    }

    /// Writes lines and columns into a span of the envelope as far as they are
    /// proved, for a dialect whose columns are not bytes. `node` is the object
    /// that claims the range.
    pub(crate) fn prove_lines(&mut self, node: Node<'d>, span: &mut Members<'d>, at: &At<'_>) {
        let Some((claim, proof)) = self.proof(node) else {
            return;
        };
        let written = COORDINATES.map(|(part, name)| (name, claim.get(part)));
        if let Some(Proof::Proved(lines)) = proof {
            for ((name, slot), number) in written.into_iter().zip(lines.in_order()) {
                let at = at.child(name);
                span.insert(name, number);
                match slot {
                    Some(slot) => {
                        let from = slot.node.into();
                        self.changed_to(slot, ChangeKind::Converted, &from, &number.into(), at);
                    }
                    None => self.added(ChangeKind::Derived, at, &number.into()),
                }
            }
            return;
        }
        let slots = written.into_iter();
        let slots = slots.filter_map(|(name, slot)| Some((name, slot?)));
        let mut slots: Vec<(&str, Slot<'d>)> = slots.collect();
        slots.sort_by_key(|(_, slot)| slot.node.order());
        let Some((_, last)) = slots.last().copied() else {
            return;
        };
        let (code, message) = match proof {
            Some(Proof::Contradiction) => ("POSITION_IMPOSSIBLE", contradicted(&slots)),
            _ => (
                "NEEDS_SOURCE",
                "the column does not count bytes, and without the text of the line nobody knows how many bytes it is".into(),
            ),
        };
        let found = Found::at(code, last, message);
        self.found.push(found);
        for (name, slot) in slots {
            self.unproved(slot, at.child(name));
        }
    }

    /// What an object claims, and what is known of its lines and columns.
    pub(super) fn proof(&mut self, node: Node<'d>) -> Option<(&'d Claim<'d>, Option<Proof>)> {
        let number = self.claim_at(node)?;
        let (seen, convention): (&'d Seen<'d>, _) = (self.seen, self.convention);
        let claim = seen.claims.get(number)?;
        let library = &mut self.library;
        let proofs = self
            .proofs
            .get_or_insert_with(|| proof::prove(&seen.claims, convention, library.as_deref_mut()));
        Some((claim, proofs.of(number, claim, convention)))
    }

    /// Completes the span at a place below an object, which claims its range: lines and
    /// columns as far as they are proved, and the id.
    pub(super) fn prove_span(
        &mut self,
        node: Node<'d>,
        object: &mut Members<'d>,
        place: &'static str,
        at: &At<'_>,
    ) {
        let at = at.below(place);
        let Some(key) = place.strip_prefix('/') else {
            self.prove_lines(node, object, &at);
            return self.derive_span_id(object, &at);
        };
        let span = object.remove(key).unwrap_or_default();
        let mut span = span.into_object().unwrap_or_default();
        self.prove_lines(node, &mut span, &at);
        self.derive_span_id(&mut span, &at);
        if !span.is_empty() {
            object.insert(key, span);
        }
    }

    /// Gives a span its id, if the tool gave none and its place is known.
    pub(crate) fn derive_span_id(&mut self, span: &mut Members<'d>, at: &At<'_>) {
        let path = span.get("file_path").and_then(Made::as_str);
        let number = |name| span.get(name).and_then(Made::as_u64);
        let (None, Some(path), Some(start), Some(end)) = (
            span.get("span_id"),
            path,
            number("byte_start"),
            number("byte_end"),
        ) else {
            return;
        };
        if let Ok(digits) = span_id_digits(&path, start, end) {
            let id = Made::Id(digits);
            self.added(ChangeKind::Derived, at.child("span_id"), &id);
            span.insert("span_id", id);
        }
    }
}

/// Says which of the numbers of a range cannot be right. How they are wrong is for the checks, which
/// are asked where there are sources (`normalize/contradicted.rs`), and by `validate`.
fn contradicted(slots: &[(&str, Slot<'_>)]) -> String {
    let stated = slots.iter().map(|(name, slot)| {
        let key = slot.key().map_or((*name).into(), Key::as_str);
        format!("`{key}` {}", slot.node.raw())
    });
    let stated: Vec<String> = stated.collect();
    let stated = stated.join(", ");
    format!(
        "{stated}: contradicts the offsets, the text around them or the source (`validate` says how)"
    )
}
