//! What the wrapper of an answer says that the tool prints without one.

use super::Writing;
use crate::envelope::{DATA, ORIGIN};
use crate::json::Pointer;

impl Writing<'_, '_> {
    /// Says of each member of the wrapper that nothing of it is written.
    pub(crate) fn unwrapped(&mut self) {
        for (key, value) in self.root.members() {
            let name = key.as_str();
            let is_silent = value.is_null() || value.as_str().as_deref() == Some("");
            if !["schema_version", DATA, ORIGIN].contains(&&*name) && !is_silent {
                self.dropped(&Pointer::root().child(&name));
            }
        }
    }
}
