//! A place in the envelope that is being made. What stands there is not its business.

use alloc::string::String;
use core::cell::Cell;
use core::ops::Range;

use crate::json::{push_index, push_token};

/// A place in the envelope that is being made. Text is made of it only for a
/// report, of the way to a container once.
#[derive(Debug)]
pub(crate) struct At<'p> {
    outer: Option<&'p At<'p>>,
    step: AtStep<'p>,
    /// Where its pointer stands in the text into which all of them are put.
    known: Cell<Option<(usize, usize)>>,
}

#[derive(Debug, Clone, Copy)]
enum AtStep<'p> {
    /// A pointer, which may be empty.
    Below(&'p str),
    Key(&'p str),
    Index(u64),
}

impl<'p> At<'p> {
    /// The envelope itself.
    pub(crate) const fn root() -> Self {
        Self::new("")
    }

    /// A place by its pointer.
    pub(crate) const fn new(pointer: &'p str) -> Self {
        Self {
            outer: None,
            step: AtStep::Below(pointer),
            known: Cell::new(None),
        }
    }

    const fn inner<'q>(&'q self, step: AtStep<'q>) -> At<'q> {
        At {
            outer: Some(self),
            step,
            known: Cell::new(None),
        }
    }

    /// The value at a pointer of plain keys, seen from here.
    pub(crate) const fn below<'q>(&'q self, pointer: &'q str) -> At<'q> {
        self.inner(AtStep::Below(pointer))
    }

    pub(crate) const fn child<'q>(&'q self, key: &'q str) -> At<'q> {
        self.inner(AtStep::Key(key))
    }

    pub(crate) const fn item(&self, index: u64) -> At<'_> {
        self.inner(AtStep::Index(index))
    }

    /// The place as a JSON Pointer.
    pub(crate) fn pointer(&self) -> String {
        let mut pointer = String::with_capacity(48);
        self.write(&mut pointer);
        pointer
    }

    /// No deeper than the walk that made the place.
    fn write(&self, pointer: &mut String) {
        if let Some(outer) = self.outer {
            outer.write(pointer);
        }
        self.step(pointer);
    }

    fn step(&self, pointer: &mut String) {
        match self.step {
            AtStep::Below(below) => pointer.push_str(below),
            AtStep::Key(key) => push_token(pointer, key),
            AtStep::Index(index) => push_index(pointer, index),
        }
    }

    /// Puts the pointer at the end of the text of a report, which is always the same
    /// one and only grows. Says where it stands.
    pub(crate) fn put(&self, text: &mut String) -> Range<usize> {
        if let Some((start, end)) = self.known.get() {
            return start..end;
        }
        let start = text.len();
        if let Some(outer) = self.outer {
            outer.put_again(text);
        }
        self.step(text);
        self.known.set(Some((start, text.len())));
        start..text.len()
    }

    /// The same, of what goes on.
    fn put_again(&self, text: &mut String) {
        match self.known.get() {
            Some((start, end)) if end <= text.len() => text.extend_from_within(start..end),
            _ => {
                self.put(text);
            }
        }
    }
}
