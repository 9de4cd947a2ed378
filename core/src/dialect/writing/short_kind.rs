//! The kind of a symbol, of which llmgrep prints a long and a short word, and others the short one.

use alloc::borrow::ToOwned;

use super::Writing;
use crate::json::{Object, Pointer, Value};
use crate::loss::LossKind;

/// The tool that prints both.
const PRINTS_BOTH: &str = "llmgrep";

impl Writing<'_, '_> {
    /// Whether the document that was read has two words for a kind.
    pub(crate) fn has_short_kinds(&self) -> bool {
        self.read_as.or_else(|| self.named()) == Some(PRINTS_BOTH)
    }

    /// Writes the short word for the kind of a symbol, if it has one.
    pub(crate) fn shorten_kind(&mut self, symbol: &mut Object, short: Option<&str>, at: &Pointer) {
        let long = symbol.get("kind").and_then(Value::as_str);
        if let Some(short) = short.filter(|short| long.is_some_and(|long| long != *short)) {
            symbol.insert("kind", short);
            let note = "the short word for it, which the tool prints";
            self.lost(&at.child("kind"), LossKind::Derived, note);
        }
    }

    /// The same of the symbols of an answer that was written with their spans.
    pub(crate) fn shorten_kinds(&mut self, data: &mut Value, place: &Pointer) {
        if !self.has_short_kinds() {
            return;
        }
        for name in ["matches", "symbols"] {
            let list = data.as_object_mut().and_then(|data| data.get_mut(name));
            let list = list.and_then(Value::as_array_mut);
            let items = list.into_iter().flat_map(|list| list.iter_mut());
            for (index, item) in (0u64..).zip(items) {
                let known = item.get("span").and_then(|span| span.get("semantics"));
                let short = known.and_then(|known| known.get("kind"));
                let short = short.and_then(Value::as_str).map(ToOwned::to_owned);
                if let Some(symbol) = item.as_object_mut() {
                    let at = place.child(name).item(index);
                    self.shorten_kind(symbol, short.as_deref(), &at);
                }
            }
        }
    }
}
