//! The way home of an envelope to which something is added: an origin belongs to the text of one
//! envelope, so that it has to be made anew.

use alloc::string::String;

use crate::dialect::sheet::Layout;
use crate::dialect::{self, Adapter};
use crate::documents;
use crate::envelope::{ORIGIN, Origin, Wire};
use crate::json::{Value, write_canonical};
use crate::normalize::One;
use crate::origin;

/// The document that an envelope was made of.
pub(super) struct Home {
    adapter: &'static dyn Adapter,
    generation: Option<String>,
    original: Value,
    layout: Option<Layout>,
}

impl Home {
    /// The document that was just read.
    pub(super) fn read(one: &One, original: Value, layout: Option<Layout>) -> Self {
        Self {
            adapter: one.adapter,
            generation: one.generation.map(Into::into),
            original,
            layout,
        }
    }

    /// The document that an envelope was made of, by the origin that it brings. The origin is taken
    /// out; one that does not belong to the envelope stays, for `convert` to report.
    pub(super) fn brought(envelope: &mut Value) -> Option<Self> {
        let kept = envelope.as_object_mut()?.remove(ORIGIN)?;
        let home = Self::restored(envelope, &kept);
        if home.is_none() {
            envelope.as_object_mut()?.insert(ORIGIN, kept);
        }
        home
    }

    fn restored(envelope: &Value, kept: &Value) -> Option<Self> {
        let kept = Origin::from_value(kept.clone()).ok()?;
        let adapter = dialect::find(&kept.dialect).ok()?;
        let text = origin::restore(adapter, &write_canonical(envelope), &kept)?;
        let mut home = None;
        documents::each(text.as_bytes(), &origin::without_limits(), |piece| {
            if let Ok(document) = &piece.result {
                home = Some(Self {
                    adapter,
                    generation: kept.generation.clone(),
                    original: document.to_value(),
                    layout: piece.sheet.map(|_| Layout::kept(&kept)),
                });
            }
        });
        home
    }

    /// Writes the origin that belongs to the envelope as it is now.
    pub(super) fn write(self, one: &mut One, envelope: &mut Value) {
        let Self {
            adapter,
            generation,
            original,
            layout,
        } = self;
        let origin = origin::make(adapter, generation, &one.text, &original, layout.as_ref());
        if let (Some(members), Some(origin)) = (envelope.as_object_mut(), origin) {
            members.insert(ORIGIN, origin.to_value());
            one.text = write_canonical(envelope);
        }
    }
}
