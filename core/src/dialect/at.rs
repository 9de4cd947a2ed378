//! A place in the envelope that is being made. What stands there is not its business.

use core::cell::Cell;

use crate::normalize::{Step, Steps};

/// A place in the envelope that is being made. Only a change that is recorded makes steps of it,
/// and steps to a container are made once.
#[derive(Debug)]
pub(crate) struct At<'p> {
    outer: Option<&'p At<'p>>,
    step: AtStep<'p>,
    /// The number of the container that stands here, among the steps of the changes. A place is
    /// asked with the same steps all its life.
    known: Cell<Option<u32>>,
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

    /// The place as a step of the changes.
    pub(crate) fn step(&self, steps: &mut Steps) -> Step {
        let outer = self.outer.map_or(0, |outer| outer.container(steps));
        let name = match self.step {
            AtStep::Below(below) => steps.pointer(below),
            AtStep::Key(key) => steps.key(key),
            AtStep::Index(index) => steps.index(index),
        };
        Step { outer, name }
    }

    /// The number of the container that stands here.
    pub(crate) fn container(&self, steps: &mut Steps) -> u32 {
        if let Some(known) = self.known.get() {
            return known;
        }
        let container = match (self.outer, self.step) {
            (None, AtStep::Below("")) => 0,
            (Some(outer), AtStep::Below("")) => outer.container(steps),
            _ => {
                let step = self.step(steps);
                steps.enter(step)
            }
        };
        self.known.set(Some(container));
        container
    }
}
