//! What no table knows, on the way to a dialect: its spans are written as the dialect counts,
//! and all else as it stands in the envelope. The way in is in `making/unknown`.

use super::{Why, Writing};
use crate::dialect::making::{LEVELS, counts_as_we_do};
use crate::envelope::shape::Shape;
use crate::json::{Kind, Node, Object, Pointer, Value};
use crate::validate::{COORDINATES, is_container, is_span};

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
        let mut object: Object = members.collect();
        if is_span(node) {
            self.count_span(node, pointer, &mut object);
        }
        Value::Object(object)
    }

    /// Counts the lines of a range that stands in the document under the names of the envelope,
    /// and whose shape does not say how that is done.
    pub(super) fn recount(
        &mut self,
        node: Node<'d>,
        pointer: &Pointer,
        shape: &Shape,
        span: &mut Object,
    ) {
        let hooks = self.span.mapping.filter(|_| shape.is_range);
        if let Some(write) = hooks.and_then(|mapping| mapping.write)
            && self.convention.breaks_more()
        {
            write(self, node, pointer, span);
        }
    }

    /// Lines and columns of a span as the dialect counts them. Where no table says how they
    /// are written, those that it counts in another way are left out.
    fn count_span(&mut self, node: Node<'d>, pointer: &Pointer, span: &mut Object) {
        if let Some(write) = self.span.mapping.and_then(|mapping| mapping.write) {
            if self.convention.breaks_more() {
                write(self, node, pointer, span);
            }
            return;
        }
        for (_, name) in COORDINATES {
            if span.remove(name).is_some() {
                self.uncounted_place(pointer, name);
            }
        }
    }

    /// Says that a line or a column of an object is not written.
    pub(super) fn uncounted_place(&mut self, pointer: &Pointer, name: &'static str) {
        let note = alloc::format!("the tool counts `{name}` in another way");
        self.lacking(&pointer.child(name), &[name], Why::Naming(note));
    }
}

/// The name of a line or a column that stands by itself, as the envelope calls it.
pub(super) fn counted(name: &str, value: Node<'_>) -> Option<&'static str> {
    let mut names = COORDINATES.iter().map(|(_, known)| *known);
    let known = names.find(|known| *known == name)?;
    (value.kind() == Kind::Number).then_some(known)
}
