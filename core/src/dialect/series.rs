//! Exports as JSON Lines: what the records before a line say of it.
//!
//! A record that has lost what would tell it still stands among others of its export.

use super::Adapter;
use super::magellan::Head;
use crate::json::Node;
use crate::validate::Found;

/// What a document is to an export as JSON Lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Line {
    /// No record of it.
    Other,
    /// A record that alone says whose it is.
    Record,
    /// A record, if it stands among others.
    Damaged,
}

/// The documents of a text, as far as they are the export of one tool.
#[derive(Default)]
pub(crate) struct Series {
    /// The tool whose export it is.
    tool: Option<&'static dyn Adapter>,
    head: Head,
}

impl Series {
    /// Takes a line that could not be read.
    pub(crate) const fn unreadable(&mut self) {
        self.head.unreadable();
    }

    /// Takes a document that was read as one of this dialect, and gives what is wrong with it
    /// where it stands.
    pub(crate) fn take(&mut self, adapter: &'static dyn Adapter, root: Node<'_>) -> Option<Found> {
        let is_known = self.tool.is_some_and(|tool| tool.name() == adapter.name());
        if !is_known && adapter.line(root) == Line::Record {
            self.tool = Some(adapter);
        }
        adapter.has_head().then(|| self.head.check(root)).flatten()
    }

    /// The tool whose export a document is a record of that nothing else tells.
    pub(crate) fn tool_of(&self, root: Node<'_>) -> Option<&'static dyn Adapter> {
        self.tool.filter(|tool| tool.line(root) == Line::Damaged)
    }
}
