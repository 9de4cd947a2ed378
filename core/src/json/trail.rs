//! The steps to many values of a document, without the text of their pointers.

use alloc::vec::Vec;

use super::children::{Cursor, Key, Manner};
use super::document::Document;
use super::tape::{after, end_of_children};

/// The last step to a value.
#[derive(Debug, Clone)]
pub(crate) enum Token<'d> {
    /// The key of a member.
    Key(Key<'d>),
    /// Place of an element, from 0.
    Index(u64),
}

/// Goes from value to value. Going on takes time O(values beside the way); going
/// back inside a container takes as long as coming there did.
pub(crate) struct Trail<'d> {
    document: &'d Document<'d>,
    open: Vec<Open>,
    /// Entries that were passed.
    walked: usize,
}

/// A container on the way.
struct Open {
    /// The id that the caller gave it; 0 for the root.
    id: u32,
    /// The entry of the container.
    start: usize,
    /// Where its children end.
    end: usize,
    /// The child that was reached last.
    child: Cursor,
    /// Place of that child.
    position: u64,
}

impl<'d> Trail<'d> {
    pub(crate) const fn new(document: &'d Document<'d>) -> Self {
        Self {
            document,
            open: Vec::new(),
            walked: 0,
        }
    }

    /// How many entries were passed on all ways together.
    pub(crate) const fn walked(&self) -> usize {
        self.walked
    }

    /// The id of the container that holds the value at a place in the order of the tape, and
    /// the step from there to the value; nothing for the root. `enter` gives an id to each
    /// container on the way: it is told the id of the one around it, which is 0 for the root,
    /// and the step into it.
    pub(crate) fn to(
        &mut self,
        order: usize,
        mut enter: impl FnMut(u32, Token<'d>) -> u32,
    ) -> Option<(u32, Token<'d>)> {
        if order == 0 {
            return None;
        }
        while let Some(open) = self.open.last()
            && !(open.start < order && order < open.end)
        {
            self.open.pop();
        }
        if self.open.is_empty() {
            self.enter(0, 0);
        }
        let document = self.document;
        loop {
            let open = self.open.last_mut()?;
            if order < open.child.start() {
                (open.child, open.position) = (Cursor::of(&document.tape, open.start), 0);
            }
            let mut next = after(&document.tape, open.child.value);
            while next <= order && next < open.end {
                open.child.advance(&document.tape);
                open.position += 1;
                self.walked += 1;
                next = after(&document.tape, open.child.value);
            }
            let Cursor { key, value, manner } = open.child;
            let token = if manner == Manner::Elements {
                Token::Index(open.position)
            } else {
                Token::Key(Key::new(document, key, value))
            };
            let outer = open.id;
            if order <= value || next <= order {
                return Some((outer, token));
            }
            let id = enter(outer, token);
            self.enter(value, id);
        }
    }

    fn enter(&mut self, container: usize, id: u32) {
        self.walked += 1;
        self.open.push(Open {
            id,
            start: container,
            end: end_of_children(&self.document.tape, container),
            child: Cursor::of(&self.document.tape, container),
            position: 0,
        });
    }
}
