//! A range that a document claims, with everything it says about it.

use alloc::borrow::Cow;

use super::found::Slot;
use crate::envelope::shape::Role;
use crate::json::Node;

/// One thing that can be said about a range.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(usize)]
pub(crate) enum Part {
    Path,
    ByteStart,
    ByteEnd,
    StartLine,
    StartColumn,
    EndLine,
    EndColumn,
    StartColumnUtf16,
    EndColumnUtf16,
    SpanId,
    Text,
    Passage,
    WholeLines,
    Head,
    SpanChecksum,
    SpanChecksumAfter,
    FileChecksum,
    FileBefore,
    FileAfter,
    FileChecksumAfter,
    LinesBefore,
    LinesSelected,
    LinesAfter,
    InlineBefore,
    InlineAfter,
}

const PARTS: usize = Part::InlineAfter as usize + 1;

/// The lines and columns of a range, in the order in which a span has them, with what they are
/// called in a span of the envelope.
pub(crate) const COORDINATES: [(Part, &str); 4] = [
    (Part::StartLine, "start_line"),
    (Part::StartColumn, "start_col"),
    (Part::EndLine, "end_line"),
    (Part::EndColumn, "end_col"),
];

impl Part {
    pub(crate) const fn of(role: Role) -> Option<Self> {
        Some(match role {
            Role::Path => Self::Path,
            Role::ByteStart => Self::ByteStart,
            Role::ByteEnd => Self::ByteEnd,
            Role::StartLine => Self::StartLine,
            Role::StartColumn => Self::StartColumn,
            Role::EndLine => Self::EndLine,
            Role::EndColumn => Self::EndColumn,
            Role::StartColumnUtf16 => Self::StartColumnUtf16,
            Role::EndColumnUtf16 => Self::EndColumnUtf16,
            Role::SpanId => Self::SpanId,
            Role::Text => Self::Text,
            Role::SpanChecksum | Role::BareSpanChecksum => Self::SpanChecksum,
            Role::SpanChecksumAfter => Self::SpanChecksumAfter,
            Role::FileChecksum => Self::FileChecksum,
            Role::FileBefore => Self::FileBefore,
            Role::FileAfter => Self::FileAfter,
            Role::FileChecksumAfter => Self::FileChecksumAfter,
            Role::LinesBefore => Self::LinesBefore,
            Role::LinesSelected => Self::LinesSelected,
            Role::LinesAfter => Self::LinesAfter,
            Role::InlineBefore => Self::InlineBefore,
            Role::InlineAfter => Self::InlineAfter,
            _ => return None,
        })
    }
}

/// A range and what is said about it. A document may hold millions: so only the place of
/// each value is kept, in 4 bytes.
#[derive(Debug, Clone)]
pub(crate) struct Claim<'d> {
    /// The object that holds the offsets.
    pub(crate) slot: Slot<'d>,
    /// Where each part stands among the values of the document; 0 where nothing is said, as the
    /// root is no part of a range.
    parts: [u32; PARTS],
    /// The parts of which something is said.
    said: Parts,
}

/// Some parts, a bit for each.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Parts(u32);

impl Parts {
    pub(super) const fn of(parts: &[Part]) -> Self {
        let (mut all, mut rest) = (0, parts);
        while let [part, others @ ..] = rest {
            all |= 1 << *part as usize;
            rest = others;
        }
        Self(all)
    }

    pub(super) const fn all() -> Self {
        Self(u32::MAX)
    }

    /// Whether any of these is among them.
    pub(super) const fn any(self, parts: Self) -> bool {
        self.0 & parts.0 != 0
    }
}

impl<'d> Claim<'d> {
    pub(super) const fn new(slot: Slot<'d>) -> Self {
        Self {
            slot,
            parts: [0; PARTS],
            said: Parts(0),
        }
    }

    /// The object that makes the claim.
    pub(crate) const fn node(&self) -> Node<'d> {
        self.slot.node
    }

    /// Where the object stands among the values of the document.
    pub(crate) const fn order(&self) -> usize {
        self.slot.node.order()
    }

    #[inline]
    pub(super) fn set(&mut self, part: Part, slot: Slot<'d>) {
        if let Some(place) = self.parts.get_mut(part as usize) {
            // The reader refuses documents of more values.
            *place = u32::try_from(slot.node.order()).unwrap_or(0);
            self.said.0 |= 1 << part as usize;
        }
    }

    #[inline]
    pub(crate) fn get(&self, part: Part) -> Option<Slot<'d>> {
        self.slot_at(*self.parts.get(part as usize)?)
    }

    /// Whether something is said of any of these.
    pub(super) const fn says_any(&self, parts: Parts) -> bool {
        self.said.any(parts)
    }

    /// Counts this range in: what is said of `any` range grows by what it says, and what is said
    /// of `all` ranges shrinks to that.
    pub(super) const fn count_in(&self, any: &mut Parts, all: &mut Parts) {
        any.0 |= self.said.0;
        all.0 &= self.said.0;
    }

    fn slot_at(&self, place: u32) -> Option<Slot<'d>> {
        let order = usize::try_from(place).ok().filter(|order| *order > 0)?;
        Some(Slot::of(self.slot.node.nth(order)))
    }

    /// Everything that is said about the range.
    pub(super) fn parts(&self) -> impl Iterator<Item = Slot<'d>> + '_ {
        self.parts.iter().filter_map(|place| self.slot_at(*place))
    }

    /// The number in a part, if there is one that can be an offset or a line.
    #[inline]
    pub(crate) fn number(&self, part: Part) -> Option<u64> {
        let node = self.get(part)?.node;
        match node.short_natural() {
            Some(value) => Some(value),
            None => Some(node.as_u64_safe().ok()?.value),
        }
    }

    /// The text in a part. An empty path is none: tools write it where they do not know the file,
    /// and two such ranges need not be of one.
    #[inline]
    pub(crate) fn text(&self, part: Part) -> Option<Cow<'d, str>> {
        let text = self.get(part)?.node.as_str()?;
        (part != Part::Path || !text.is_empty()).then_some(text)
    }

    /// What one of [`COORDINATES`] would be called that is not stated: as that of the other end
    /// is, or else as in the envelope.
    pub(crate) fn name_of(&self, (part, name): (Part, &'static str)) -> Cow<'static, str> {
        let (other, theirs, own) = match part {
            Part::StartLine => (Part::EndLine, "end", "start"),
            Part::StartColumn => (Part::EndColumn, "end", "start"),
            Part::EndLine => (Part::StartLine, "start", "end"),
            _ => (Part::StartColumn, "start", "end"),
        };
        let key = self.get(other).and_then(|slot| Some(slot.key()?.as_str()));
        match key.filter(|key| key.contains(theirs)) {
            Some(key) => key.replacen(theirs, own, 1).into(),
            None => name.into(),
        }
    }
}

/// Paths of ranges, in order; of neighbours with the same path, once.
pub(super) fn paths<'d, 'c>(claims: &'c [Claim<'d>]) -> impl Iterator<Item = Cow<'d, str>> + 'c {
    placed_paths(claims).map(|(_, path)| path)
}

/// The same paths, each with the place of its range among the values of the document.
pub(super) fn placed_paths<'d, 'c>(
    claims: &'c [Claim<'d>],
) -> impl Iterator<Item = (usize, Cow<'d, str>)> + 'c {
    let mut last = None;
    let paths = claims
        .iter()
        .filter_map(|claim| Some((claim.order(), claim.text(Part::Path)?)));
    paths.filter(move |(_, path)| {
        let another = last.as_ref() != Some(path);
        if another {
            last = Some(path.clone());
        }
        another
    })
}
