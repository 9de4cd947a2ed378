//! Places of many values, in one pass over the document.

use alloc::string::String;
use alloc::vec::Vec;

use super::document::Document;
use super::place::{Place, Sweep};
use super::pointer::{push_index, push_token};
use super::tape::Tag;

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
}

impl<'d> Locator<'d> {
    pub(super) const fn new(document: &'d Document<'d>) -> Self {
        Self {
            document,
            sweep: Sweep::new(document.text.as_bytes(), document.origin),
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
            self.next += 1;
        }
        let pointer = self.pointer();
        self.sweep.place(start, end, pointer)
    }

    /// The place of the value at entry `index`, with that of its key.
    pub(super) fn value(&mut self, index: usize) -> Place {
        let document = self.document;
        let (start, end) = (document.entry(index).start(), document.end_of(index));
        let mut place = self.place(start, end, index);
        if let Some(key) = document.key_before(index) {
            let (start, end) = document.range_of(key);
            (place.key_start, place.key_end) = (Some(start), Some(end));
        }
        place
    }

    fn pass(&mut self, index: usize) {
        let tag = self.document.entry(index).tag();
        if tag == Tag::End {
            self.open.pop();
            return;
        }
        match self.open.last_mut() {
            Some(Step::Item(begun)) => *begun += 1,
            Some(Step::Member(key)) if tag == Tag::Key => *key = index,
            _ => {}
        }
        match tag {
            Tag::Array => self.open.push(Step::Item(0)),
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
                Step::Member(key) => push_token(&mut pointer, &self.document.string_at(key)),
            }
        }
        pointer
    }
}
