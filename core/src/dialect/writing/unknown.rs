//! What no table knows, on the way to a dialect: its spans are written as the dialect counts,
//! and all else as it stands in the envelope. The way in is in `draft/unknown`.

use super::Writing;
use crate::dialect::draft::counts_as_we_do;
use crate::json::{Kind, Node, Pointer, Value};
use crate::validate::{COORDINATES, is_container, is_span};

/// Levels below an unknown value that spans are looked for in: as many as a document has
/// by default.
const LEVELS: u32 = 128;

impl<'d> Writing<'d, '_> {
    /// A value that no table knows, in the form of the dialect.
    pub(super) fn unknown(&mut self, node: Node<'d>, pointer: &Pointer) -> Value {
        if self.span.mapping.is_none() && counts_as_we_do(self.convention) {
            return node.to_value();
        }
        self.unknown_below(node, pointer, LEVELS)
    }

    fn unknown_below(&mut self, node: Node<'d>, pointer: &Pointer, levels: u32) -> Value {
        if levels == 0 || !is_container(node) {
            return node.to_value();
        }
        if is_span(node) {
            return self.unknown_span(node, pointer);
        }
        if node.kind() == Kind::Array {
            return (0u64..)
                .zip(node.items())
                .map(|(index, item)| self.unknown_below(item, &pointer.item(index), levels - 1))
                .collect();
        }
        let members = node.members().map(|(key, value)| {
            let key = key.as_str();
            let value = self.unknown_below(value, &pointer.child(&key), levels - 1);
            (key, value)
        });
        Value::Object(members.collect())
    }

    /// Lines and columns that the dialect counts in another way are left out, where no table
    /// says how they are written.
    fn unknown_span(&mut self, node: Node<'d>, pointer: &Pointer) -> Value {
        let mut value = node.to_value();
        let Some(span) = value.as_object_mut() else {
            return value;
        };
        if let Some(write) = self.span.mapping.and_then(|mapping| mapping.write) {
            write(self, node, pointer, span);
            return value;
        }
        for (_, name) in COORDINATES {
            if span.remove(name).is_some() {
                let note = alloc::format!("the tool counts `{name}` in another way");
                self.lacking(&pointer.child(name), &[name], note);
            }
        }
        value
    }
}
