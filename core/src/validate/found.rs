//! What the checks leave behind while they walk: trails, slots, findings.
//!
//! Pointers, lines and columns cost time, and a valid document needs none of
//! them. The checks keep steps and nodes; text is made of them at the end, for
//! the findings only.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::cell::RefCell;

use crate::diagnostic::{Applicability, Diagnostic, DocumentEdit, DocumentFix, Related};
use crate::envelope::RichSpan;
use crate::json::{Key, Node, Origin, Pointer, Sweep, Value};
use crate::rule::{self, Level};

/// The way from the root to a container: an index into [`Trails`]. 0 is the root.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Trail(usize);

impl Trail {
    pub(crate) const ROOT: Self = Self(0);
}

#[derive(Debug, Clone, Copy)]
pub(crate) enum Step<'d> {
    Key(Key<'d>),
    Index(u64),
}

/// All trails of one document. Each is one step from another one.
#[derive(Debug, Default)]
pub(crate) struct Trails<'d>(RefCell<Vec<(usize, Step<'d>)>>);

impl<'d> Trails<'d> {
    pub(crate) fn push(&self, from: Trail, step: Step<'d>) -> Trail {
        let mut steps = self.0.borrow_mut();
        steps.push((from.0, step));
        Trail(steps.len())
    }

    pub(crate) fn pointer(&self, trail: Trail) -> Pointer {
        let steps = self.0.borrow();
        let mut way = Vec::with_capacity(8);
        let mut at = trail.0;
        while let Some((from, step)) = at.checked_sub(1).and_then(|at| steps.get(at)) {
            way.push(*step);
            at = *from;
        }
        let mut pointer = Pointer::roomy();
        for step in way.iter().rev() {
            match step {
                Step::Key(key) => pointer.push(&key.as_str()),
                Step::Index(index) => pointer.push_index(*index),
            };
        }
        pointer
    }
}

/// A value and where it stands: the member `key` of the object at `trail`, or
/// the element or document at `trail` itself.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Slot<'d> {
    pub(crate) node: Node<'d>,
    pub(crate) trail: Trail,
    pub(crate) key: Option<Key<'d>>,
}

impl<'d> Slot<'d> {
    pub(crate) const fn root(node: Node<'d>) -> Self {
        Self::at(node, Trail::ROOT)
    }

    /// The element or document at the end of a trail.
    pub(crate) const fn at(node: Node<'d>, trail: Trail) -> Self {
        Self {
            node,
            trail,
            key: None,
        }
    }

    pub(crate) const fn member(trail: Trail, key: Key<'d>, node: Node<'d>) -> Self {
        Self {
            node,
            trail,
            key: Some(key),
        }
    }

    /// The trail of the value itself, to go on from.
    pub(crate) fn enter(self, trails: &Trails<'d>) -> Trail {
        match self.key {
            Some(key) => trails.push(self.trail, Step::Key(key)),
            None => self.trail,
        }
    }

    pub(crate) fn pointer(self, trails: &Trails<'d>) -> Pointer {
        let mut pointer = trails.pointer(self.trail);
        if let Some(key) = self.key {
            pointer.push(&key.as_str());
        }
        pointer
    }
}

/// One finding before its place is text.
#[derive(Debug, Clone)]
pub(crate) struct Found {
    pub(crate) code: &'static str,
    pub(crate) level: Option<Level>,
    pub(crate) message: String,
    pub(crate) pointer: Pointer,
    pub(crate) range: (u64, u64),
    pub(crate) expected: Option<Value>,
    pub(crate) span: Option<Box<RichSpan>>,
    pub(crate) related: Vec<Related>,
    pub(crate) fixes: Vec<DocumentFix>,
}

impl Found {
    /// A finding about the value in a slot.
    pub(crate) fn at<'d>(
        code: &'static str,
        slot: Slot<'d>,
        trails: &Trails<'d>,
        message: impl Into<String>,
    ) -> Self {
        Self {
            code,
            level: None,
            message: message.into(),
            pointer: slot.pointer(trails),
            range: slot.node.byte_range(),
            expected: None,
            span: None,
            related: Vec::new(),
            fixes: Vec::new(),
        }
    }

    /// A finding about a value that was looked up and not walked to.
    pub(crate) fn on(code: &'static str, node: Node<'_>, message: impl Into<String>) -> Self {
        Self {
            code,
            level: None,
            message: message.into(),
            pointer: node.pointer(),
            range: node.byte_range(),
            expected: None,
            span: None,
            related: Vec::new(),
            fixes: Vec::new(),
        }
    }

    /// Whether it makes the document wrong.
    pub(crate) fn is_error(&self) -> bool {
        let level = self
            .level
            .or_else(|| rule::find(self.code).map(|rule| rule.level));
        level == Some(Level::Error)
    }

    #[must_use]
    pub(crate) fn expecting(mut self, value: impl Into<Value>) -> Self {
        self.expected = Some(value.into());
        self
    }

    #[must_use]
    pub(crate) fn in_source(mut self, span: RichSpan) -> Self {
        self.span = Some(Box::new(span));
        self
    }

    #[must_use]
    pub(crate) fn with_level(mut self, level: Level) -> Self {
        self.level = Some(level);
        self
    }

    /// Proposes to write `text` over a range of the JSON text.
    #[must_use]
    pub(crate) fn fix(
        mut self,
        applicability: Applicability,
        title: impl Into<String>,
        (byte_start, byte_end): (u64, u64),
        new_text: impl Into<String>,
    ) -> Self {
        self.fixes.push(DocumentFix {
            title: title.into(),
            applicability: applicability.as_str().into(),
            edits: alloc::vec![DocumentEdit {
                byte_start,
                byte_end,
                new_text: new_text.into(),
            }],
        });
        self
    }

    /// Proposes to write another value in the place of this one.
    #[must_use]
    pub(crate) fn replace(self, applicability: Applicability, value: impl Into<Value>) -> Self {
        let text = crate::json::write_compact(&value.into());
        let range = self.range;
        self.fix(applicability, alloc::format!("write `{text}`"), range, text)
    }

    /// Names a value that was looked up and not walked to.
    #[must_use]
    pub(crate) fn related_to(mut self, message: &str, node: Node<'_>) -> Self {
        let (byte_start, byte_end) = node.byte_range();
        self.related.push(Related {
            message: message.into(),
            pointer: node.pointer().into(),
            byte_start,
            byte_end,
        });
        self
    }

    #[must_use]
    pub(crate) fn related<'d>(
        mut self,
        message: &str,
        slot: Slot<'d>,
        trails: &Trails<'d>,
    ) -> Self {
        let (byte_start, byte_end) = slot.node.byte_range();
        self.related.push(Related {
            message: message.into(),
            pointer: slot.pointer(trails).into(),
            byte_start,
            byte_end,
        });
        self
    }
}

/// Places in the text of one document, in the order of the text: all of them
/// together take time O(text).
pub(crate) struct Places<'t> {
    text: &'t [u8],
    origin: Origin,
    sweep: Sweep<'t>,
    /// How far the sweep has come.
    at: u64,
}

impl<'t> Places<'t> {
    /// Places in a text that stands at `origin` in a longer one.
    pub(crate) fn of(text: &'t [u8], origin: Origin) -> Self {
        Self {
            text,
            at: origin.byte(),
            sweep: Sweep::new(text, origin),
            origin,
        }
    }

    /// Fills in the place of a range of the longer text.
    pub(crate) fn fill(&mut self, diagnostic: &mut Diagnostic, (start, end): (u64, u64)) {
        if start < self.at {
            self.sweep = Sweep::new(self.text, self.origin);
        }
        self.at = start;
        let offset = start.saturating_sub(self.origin.byte());
        let offset = usize::try_from(offset).unwrap_or(usize::MAX);
        let place = self.sweep.place(offset, offset, String::new());
        diagnostic.byte_start = Some(start);
        diagnostic.byte_end = Some(end);
        diagnostic.start_line = Some(place.line);
        diagnostic.start_col = Some(place.column_utf8);
        diagnostic.start_col_utf16 = Some(place.column_utf16);
        diagnostic.start_col_utf32 = Some(place.column_utf32);
    }
}

/// Turns findings into diagnostics, in the order of the text.
pub(crate) fn diagnostics(
    places: &mut Places<'_>,
    mut found: Vec<Found>,
    document: Option<u64>,
) -> Vec<Diagnostic> {
    if found.is_empty() {
        return Vec::new();
    }
    found.sort_by(|a, b| (a.range.0, a.code).cmp(&(b.range.0, b.code)));
    found
        .into_iter()
        .map(|found| {
            let mut diagnostic = Diagnostic::new(found.code, found.message);
            diagnostic.level = found.level.unwrap_or(diagnostic.level);
            diagnostic.document = document;
            diagnostic.pointer = Some(found.pointer.into());
            diagnostic.expected = found.expected;
            diagnostic.span = found.span;
            diagnostic.related = found.related;
            diagnostic.fixes = found.fixes;
            places.fill(&mut diagnostic, found.range);
            diagnostic
        })
        .collect()
}
