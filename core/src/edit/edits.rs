//! The edits of one file, as they were read or as the caller has them.
//!
//! There may be very many, so that what the caller has is not copied.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::vec::Vec;

use super::guard::Guard;
use crate::envelope::Edit;
use crate::text::Position;

/// The edits of one file: those of the caller, then those that were read.
#[derive(Debug, Default)]
pub(super) struct Edits<'r> {
    /// With their new text as text.
    callers: &'r [Edit],
    read: Vec<ReadEdit<'r>>,
}

impl<'r> Edits<'r> {
    /// Nothing, unless all of them have their new text as text.
    pub(super) fn of_caller(callers: &'r [Edit]) -> Option<Self> {
        let plain = |edit: &Edit| edit.new_text.is_some() && edit.new_base64.is_none();
        callers.iter().all(plain).then_some(Self {
            callers,
            read: Vec::new(),
        })
    }

    pub(super) const fn of_read(read: Vec<ReadEdit<'r>>) -> Self {
        Self { callers: &[], read }
    }

    pub(super) fn push(&mut self, edit: ReadEdit<'r>) {
        self.read.push(edit);
    }

    pub(super) const fn len(&self) -> usize {
        self.callers.len() + self.read.len()
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    #[inline]
    pub(super) fn get(&self, edit: usize) -> Option<AskEdit<'_>> {
        match edit.checked_sub(self.callers.len()) {
            None => self.callers.get(edit).map(AskEdit::from),
            Some(edit) => self.read.get(edit).map(AskEdit::from),
        }
    }

    #[inline]
    pub(super) fn iter(&self) -> impl Iterator<Item = AskEdit<'_>> {
        (0..self.len()).filter_map(|edit| self.get(edit))
    }
}

/// One replacement.
#[derive(Debug, Clone, Copy)]
pub(super) struct AskEdit<'e> {
    pub(super) place: AskedPlace<'e>,
    pub(super) new: &'e [u8],
    /// Whether the shape of the request lets `new` be UTF-8 only.
    pub(super) well_formed: bool,
    pub(super) guard: Guard<'e>,
}

impl<'e> From<&'e Edit> for AskEdit<'e> {
    #[inline]
    fn from(edit: &'e Edit) -> Self {
        Self {
            place: AskedPlace::Bytes(edit.byte_start, edit.byte_end),
            new: edit.new_text.as_deref().unwrap_or_default().as_bytes(),
            well_formed: true,
            guard: Guard {
                text: edit.expected_text.as_deref().map(str::as_bytes),
                checksum: edit.checksum_before.as_deref(),
            },
        }
    }
}

impl<'e> From<&'e ReadEdit<'_>> for AskEdit<'e> {
    #[inline]
    fn from(edit: &'e ReadEdit<'_>) -> Self {
        Self {
            place: match &edit.place {
                ReadPlace::Bytes(start, end) => AskedPlace::Bytes(*start, *end),
                ReadPlace::Lines(start, end) => AskedPlace::Lines(*start, *end),
                ReadPlace::Region(region) => AskedPlace::Region(region, edit.expected.as_deref()),
            },
            new: &edit.new,
            well_formed: edit.well_formed,
            guard: Guard {
                text: edit.expected.as_deref(),
                checksum: edit.checksum.as_deref(),
            },
        }
    }
}

/// Where, in the words of the request.
#[derive(Debug, Clone, Copy)]
pub(super) enum AskedPlace<'e> {
    Bytes(u64, u64),
    /// Lines and columns, counted from 0.
    Lines(Position, Position),
    /// With the text that it is to have, if that is said.
    Region(&'e Region, Option<&'e [u8]>),
}

impl AskedPlace<'_> {
    /// Its lines and columns, if it has any.
    pub(super) fn lines(self) -> Option<(Position, End)> {
        match self {
            Self::Lines(start, end) => Some((start, End::At(end))),
            Self::Region(region, _) => region.lines,
            Self::Bytes(..) => None,
        }
    }
}

/// A place that may be said in several ways, which must agree.
#[derive(Debug, Clone, Default)]
pub(super) struct Region {
    /// Lines and columns, counted from 0.
    pub(super) lines: Option<(Position, End)>,
    /// Offsets from the start of the text, in the unit of the columns.
    pub(super) flat: Option<(u64, u64)>,
    /// Bytes from the start of the text.
    pub(super) bytes: Option<(u64, u64)>,
}

/// Where a region ends.
#[derive(Debug, Clone, Copy)]
pub(super) enum End {
    At(Position),
    /// At the end of this line's content.
    OfLine(u64),
}

/// One replacement with what was made for it when it was read.
#[derive(Debug)]
pub(super) struct ReadEdit<'r> {
    pub(super) place: ReadPlace,
    pub(super) new: Cow<'r, [u8]>,
    pub(super) well_formed: bool,
    pub(super) expected: Option<Cow<'r, [u8]>>,
    pub(super) checksum: Option<Cow<'r, str>>,
}

/// Its place. Small, because there may be very many.
#[derive(Debug)]
pub(super) enum ReadPlace {
    Bytes(u64, u64),
    Lines(Position, Position),
    Region(Box<Region>),
}
