//! The ranges of an envelope of which its document says lines or columns that did not come into
//! it. With a source at hand nothing proved them: the source is another text, or the range is
//! wrong, and what stands there now must not be written in their place.

use alloc::borrow::ToOwned;
use alloc::collections::BTreeSet;
use alloc::string::String;

use super::{ChangeKind, Changes};
use crate::json::Value;
use crate::validate::COORDINATES;

impl Changes {
    /// The places in the envelope of such ranges.
    pub(crate) fn unplaced(&self) -> BTreeSet<String> {
        let mut places = BTreeSet::new();
        for (change, place) in self.absent() {
            // A zero may stand for what the tool does not know.
            let is_said = change.from.as_deref().and_then(Value::as_u64) > Some(0);
            if change.what() != Some(ChangeKind::LeftOut) || !is_said {
                continue;
            }
            if let Some((range, name)) = place.rsplit_once('/')
                && COORDINATES.iter().any(|(_, known)| *known == name)
            {
                places.insert(range.to_owned());
            }
        }
        places
    }
}
