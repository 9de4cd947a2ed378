//! The version of a wrapper, which each tool counts for itself.

use super::Writing;
use crate::json::{Pointer, Value};
use crate::loss::LossKind;

impl Writing<'_, '_> {
    /// Gives a document the version that its tool prints, whichever the envelope has; `note` says
    /// whose it is.
    pub(crate) fn state_version(
        &mut self,
        document: &mut Value,
        version: &'static str,
        note: &'static str,
    ) {
        if let Some(members) = document.as_object_mut() {
            members.insert("schema_version", version);
            let place = Pointer::root().child("schema_version");
            self.lost(&place, LossKind::Derived, note);
        }
    }
}
