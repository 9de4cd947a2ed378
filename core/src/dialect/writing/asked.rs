//! What says how something went, of which an envelope says only that it was asked for.

use super::Writing;
use crate::envelope::request::asks;
use crate::json::Pointer;

const ASKED: &str = "it was asked for, and nothing says that it was done";

impl Writing<'_, '_> {
    /// Whether the envelope is a request. The target's word for how it went is told as missing:
    /// none of its words would be true.
    pub(crate) fn only_asks(&mut self, word: &'static str) -> bool {
        let said = self.root.get("status").filter(|status| !status.is_null());
        let is_request = said.is_none() && self.root.get("data").is_some_and(asks);
        if is_request {
            self.missing(&Pointer::root().child("status"), &[word], ASKED);
        }
        is_request
    }
}
