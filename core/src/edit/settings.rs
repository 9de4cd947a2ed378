//! What the options of the call and the request say together.

use alloc::borrow::Cow;

use super::ask::{Ask, Stated};
use super::options::{EditOptions, NewEol, Relocation};

/// What the options and the request say together.
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is an option of its own"
)]
pub(super) struct Settings<'s> {
    pub(super) expected: Option<Stated<'s>>,
    pub(super) base: Option<Cow<'s, [u8]>>,
    pub(super) relocate: Relocation,
    pub(super) eol: NewEol,
    pub(super) unchecked: bool,
    pub(super) partial: bool,
    pub(super) clamp: bool,
    pub(super) well_formed: bool,
}

/// What the options say of one text, and not of those beside it.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct OfText<'s> {
    pub(super) expected: Option<&'s str>,
    /// What it is now, if there is one.
    pub(super) now: Option<&'s [u8]>,
    pub(super) base: Option<&'s [u8]>,
    /// Whether it must stay UTF-8.
    pub(super) well_formed: bool,
}

impl<'s> Settings<'s> {
    pub(super) fn of<'r: 's>(
        ask: &Ask<'r>,
        options: &'s EditOptions<'_>,
        text: OfText<'s>,
    ) -> Self {
        let stated = text.expected.map(|text| Stated {
            text: Cow::Borrowed(text),
            bare: None,
            pointer: ask.here.clone(),
        });
        let seen = || ask.contents.as_ref()?.stated(text.now?);
        Self {
            expected: stated.or_else(|| ask.expected.clone()).or_else(seen),
            base: text.base.map(Cow::Borrowed).or_else(|| ask.base.clone()),
            relocate: options.relocate.or(ask.relocate).unwrap_or_default(),
            eol: options.eol.or(ask.eol).unwrap_or_default(),
            unchecked: options.unchecked || ask.unchecked,
            partial: options.partial || ask.partial,
            clamp: options.clamp,
            well_formed: text.well_formed,
        }
    }
}
