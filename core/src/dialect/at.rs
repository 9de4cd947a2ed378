//! A place in the envelope that is being made. What stands there is not its business.

use alloc::string::String;

use crate::json::Pointer;

/// A place in the envelope that is being made. Text is made of it only for a
/// report.
#[derive(Debug, Clone, Copy)]
pub(crate) struct At<'p> {
    outer: Option<&'p At<'p>>,
    step: AtStep<'p>,
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
    pub(crate) const ROOT: Self = Self::new("");

    /// A place by its pointer.
    pub(crate) const fn new(pointer: &'p str) -> Self {
        Self {
            outer: None,
            step: AtStep::Below(pointer),
        }
    }

    /// The value at a pointer of plain keys, seen from here.
    pub(crate) const fn below<'q>(&'q self, pointer: &'q str) -> At<'q> {
        At {
            outer: Some(self),
            step: AtStep::Below(pointer),
        }
    }

    pub(crate) const fn child<'q>(&'q self, key: &'q str) -> At<'q> {
        At {
            outer: Some(self),
            step: AtStep::Key(key),
        }
    }

    pub(crate) const fn item(&self, index: u64) -> At<'_> {
        At {
            outer: Some(self),
            step: AtStep::Index(index),
        }
    }

    /// The place as a JSON Pointer.
    pub(crate) fn pointer(&self) -> String {
        let mut pointer = Pointer::roomy();
        self.write(&mut pointer);
        pointer.into()
    }

    /// No deeper than the walk that made the place.
    fn write(&self, pointer: &mut Pointer) {
        if let Some(outer) = self.outer {
            outer.write(pointer);
        }
        match self.step {
            AtStep::Below(below) => pointer.append(below),
            AtStep::Key(key) => pointer.push(key),
            AtStep::Index(index) => pointer.push_index(index),
        };
    }
}
