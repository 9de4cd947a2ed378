//! A range that a document claims, with everything it says about it.

use super::found::Slot;
use crate::envelope::shape::Role;

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
    SpanId,
    Text,
    SpanChecksum,
    SpanChecksumAfter,
    FileChecksum,
    FileBefore,
    FileAfter,
    LinesBefore,
    LinesSelected,
    LinesAfter,
    InlineBefore,
    InlineAfter,
}

const PARTS: usize = 19;

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
            Role::SpanId => Self::SpanId,
            Role::Text => Self::Text,
            Role::SpanChecksum | Role::BareSpanChecksum => Self::SpanChecksum,
            Role::SpanChecksumAfter => Self::SpanChecksumAfter,
            Role::FileChecksum => Self::FileChecksum,
            Role::FileBefore => Self::FileBefore,
            Role::FileAfter => Self::FileAfter,
            Role::LinesBefore => Self::LinesBefore,
            Role::LinesSelected => Self::LinesSelected,
            Role::LinesAfter => Self::LinesAfter,
            Role::InlineBefore => Self::InlineBefore,
            Role::InlineAfter => Self::InlineAfter,
            _ => return None,
        })
    }
}

/// A range and what is said about it.
#[derive(Debug, Clone)]
pub(crate) struct Claim<'d> {
    /// The object that holds the offsets.
    pub(crate) slot: Slot<'d>,
    parts: [Option<Slot<'d>>; PARTS],
}

impl<'d> Claim<'d> {
    pub(super) const fn new(slot: Slot<'d>) -> Self {
        Self {
            slot,
            parts: [None; PARTS],
        }
    }

    pub(super) fn set(&mut self, part: Part, slot: Slot<'d>) {
        if let Some(place) = self.parts.get_mut(part as usize) {
            *place = Some(slot);
        }
    }

    pub(crate) fn get(&self, part: Part) -> Option<Slot<'d>> {
        self.parts.get(part as usize).copied().flatten()
    }

    /// Everything that is said about the range.
    pub(super) fn parts(&self) -> impl Iterator<Item = Slot<'d>> + '_ {
        self.parts.iter().flatten().copied()
    }

    /// The number in a part, if there is one that can be an offset or a line.
    pub(crate) fn number(&self, part: Part) -> Option<u64> {
        let integer = self.get(part)?.node.as_u64_safe().ok()?;
        Some(integer.value)
    }

    /// The text in a part.
    pub(crate) fn text(&self, part: Part) -> Option<alloc::borrow::Cow<'d, str>> {
        self.get(part)?.node.as_str()
    }
}
