//! The name that a tool gives itself, where it is not quite the one that it has.

use alloc::format;

use super::found::{Found, Slot};
use super::structure::Seen;
use crate::diagnostic::Applicability;
use crate::dialect::{Adapter, ToolName};
use crate::json::Node;
use crate::rule::Level;

impl<'d> Seen<'d> {
    /// Tells a slip in the name of the tool whose document it is, and a name that is empty: who
    /// looks for the tool by its name does not find it.
    pub(super) fn named_as(&mut self, root: Node<'d>, adapter: &dyn Adapter) {
        let Some(node) = root.get("tool") else { return };
        let Some(stated) = node.as_str() else { return };
        if adapter.is_envelope() {
            self.near(node, &stated);
            return;
        }
        let name = adapter.name();
        let named = ToolName::of(root);
        if stated == name || named.is_other_than(name) {
            return;
        }
        let message = format!("`{stated}`; the document is one of `{name}`");
        let found = Found::at("UNKNOWN_VALUE", Slot::of(node), message);
        let found = found.with_level(Level::Warning).expecting(name);
        self.found
            .push(found.replace(Applicability::Suggested, name));
    }

    /// Tells that the tool of an envelope has nearly the name of one whose answers it would be.
    fn near(&mut self, node: Node<'d>, stated: &str) {
        let Some(name) = ToolName::near(stated) else {
            return;
        };
        let message = format!("`{stated}`; did you mean `{name}`? Its answers are read otherwise");
        let found = Found::at("UNKNOWN_VALUE", Slot::of(node), message);
        let found = found.with_level(Level::Note).expecting(name);
        self.found
            .push(found.replace(Applicability::Suggested, name));
    }
}
