//! Places and pointers of many values, in one pass over the document.

use alloc::string::String;
use alloc::vec::Vec;

use super::children::{Cursor, Key, Manner};
use super::document::Document;
use super::place::{Place, Sweep};
use super::pointer::{push_index, push_token};
use super::tape::{Tag, WIDE, after, end_of_children, keys_of, next};

/// Works out places in text order: all of them together take time O(text).
pub(super) struct Locator<'d> {
    document: &'d Document<'d>,
    sweep: Sweep<'d>,
    /// The next entry to pass.
    next: usize,
    open: Vec<Step>,
}

/// The step from an open container to the child that was last begun.
enum Step {
    /// Elements begun so far.
    Item(u64),
    /// The entry of the key.
    Member(usize),
    /// In an object that has the keys of another one, and no end entry.
    Value {
        /// The entry there of the key of the child that was last begun.
        key: usize,
        /// The entry there of the key after it.
        next: usize,
        /// Where its children end.
        end: usize,
    },
}

impl<'d> Locator<'d> {
    pub(super) const fn new(document: &'d Document<'d>) -> Self {
        Self {
            document,
            sweep: Sweep::new(document.text.as_bytes(), document.piece_start),
            next: 0,
            open: Vec::new(),
        }
    }

    /// The place of the bytes `start..end`, which belong to the value at entry
    /// `index`. Neither may be before that of the last call.
    pub(super) fn place(&mut self, start: usize, end: usize, index: usize) -> Place {
        while self.next < index {
            let entry = self.next;
            self.pass(entry);
            self.next = next(&self.document.tape, entry);
        }
        self.leave(self.next);
        let pointer = self.pointer();
        self.sweep.place(start, end, pointer)
    }

    /// The place of the value at entry `index`, with that of its key.
    pub(super) fn value(&mut self, index: usize) -> Place {
        let document = self.document;
        let (start, end) = (document.entry(index).start(), document.end_of(index));
        let mut place = self.place(start, end, index);
        if let Some(key) = Key::of(document, index) {
            let (start, end) = key.byte_range();
            (place.key_start, place.key_end) = (Some(start), Some(end));
        }
        place
    }

    /// Leaves the objects that end before an entry and have no end entry.
    fn leave(&mut self, index: usize) {
        while let Some(Step::Value { end, .. }) = self.open.last()
            && *end <= index
        {
            self.open.pop();
        }
    }

    fn pass(&mut self, index: usize) {
        self.leave(index);
        let entry = self.document.entry(index);
        let tag = entry.tag();
        if tag == Tag::End {
            self.open.pop();
            return;
        }
        match self.open.last_mut() {
            Some(Step::Item(begun)) => *begun += 1,
            Some(Step::Member(key)) if tag == Tag::Key => *key = index,
            Some(Step::Value { key, next, .. }) => {
                (*key, *next) = (*next, after(&self.document.tape, *next + WIDE));
            }
            _ => {}
        }
        match tag {
            Tag::Array => self.open.push(Step::Item(0)),
            Tag::Object if entry.follows() => {
                let tape = &self.document.tape;
                let key = keys_of(tape, index) + WIDE;
                let end = end_of_children(tape, index);
                self.open.push(Step::Value {
                    key,
                    next: key,
                    end,
                });
            }
            Tag::Object => self.open.push(Step::Member(index)),
            _ => {}
        }
    }

    /// The pointer of the value at entry `next`.
    fn pointer(&self) -> String {
        let mut pointer = String::new();
        let innermost = self.open.len().saturating_sub(1);
        for (depth, step) in self.open.iter().enumerate() {
            match *step {
                Step::Item(begun) if depth == innermost => push_index(&mut pointer, begun),
                Step::Item(begun) => push_index(&mut pointer, begun.saturating_sub(1)),
                Step::Value { next, .. } if depth == innermost => {
                    self.push_key(&mut pointer, next);
                }
                Step::Member(key) | Step::Value { key, .. } => self.push_key(&mut pointer, key),
            }
        }
        pointer
    }

    fn push_key(&self, pointer: &mut String, key: usize) {
        push_token(pointer, &self.document.string_at(key));
    }
}

/// Containers on the way to most values, and bytes of most pointers.
const USUAL_DEPTH: usize = 8;
const USUAL_LENGTH: usize = 64;

/// Works out the pointers of values. Asked for in the order of the document, all of them
/// together take time O(elements and members beside the way); to go back begins at the
/// root again.
pub(crate) struct Ways<'d> {
    document: &'d Document<'d>,
    open: Vec<Way>,
    /// The pointer of the value that was asked for last.
    pointer: String,
}

/// A container on the way, and the child of it that the way goes through.
#[derive(Debug, Clone, Copy)]
struct Way {
    child: Cursor,
    position: u64,
    /// Where its children end.
    end: usize,
    /// Length of the pointer of the container.
    length: usize,
}

impl<'d> Ways<'d> {
    pub(crate) fn new(document: &'d Document<'d>) -> Self {
        Self {
            document,
            open: Vec::with_capacity(USUAL_DEPTH),
            pointer: String::with_capacity(USUAL_LENGTH),
        }
    }

    /// The pointer of the value at a place in the order of the tape.
    pub(crate) fn pointer(&mut self, order: usize) -> &str {
        while self.open.last().is_some_and(|way| way.end <= order) {
            self.open.pop();
        }
        if self.open.iter().any(|way| way.child.start() > order) || order == 0 {
            self.open.clear();
        }
        self.pointer.truncate(match self.open.last() {
            Some(way) => way.length,
            None => 0,
        });
        if self.open.is_empty() && order > 0 {
            self.enter(0);
        }
        while let Some(way) = self.open.last_mut() {
            let tape = &self.document.tape;
            let mut next = after(tape, way.child.value);
            while next <= order && next < way.end {
                way.child.advance(tape);
                way.position += 1;
                next = after(tape, way.child.value);
            }
            let Cursor { key, value, manner } = way.child;
            if manner == Manner::Elements {
                push_index(&mut self.pointer, way.position);
            } else {
                push_token(&mut self.pointer, &self.document.string_at(key));
            }
            if order <= value || next <= order {
                break;
            }
            self.enter(value);
        }
        &self.pointer
    }

    fn enter(&mut self, container: usize) {
        self.open.push(Way {
            child: Cursor::of(&self.document.tape, container),
            position: 0,
            end: end_of_children(&self.document.tape, container),
            length: self.pointer.len(),
        });
    }
}
