//! What is not as it was read, kept small: a document of a million matches has ten
//! million changes.
//!
//! What a change says is made into a [`Change`] only for who looks at it; as JSON it is
//! written at once. How it is kept is in `chunk`, its pointers are in `steps`.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::{Change, ChangeKind};
use crate::dialect::{At, Made};
use crate::envelope::shape::Type;
use crate::envelope::{Misfit, Wire};
use crate::json::{Node, Pointer, Trail, Value};
use crate::validate::Slot;

mod chunk;
mod steps;

use chunk::{Chunk, Cursor, Entry, Row, Spot, Whence};
pub(crate) use steps::{Somewhere, Step, Steps};

/// All changes of a document, in the order in which they were made.
///
/// # Examples
///
/// ```
/// use llm_types::{ChangeKind, NormalizeOptions, normalize};
///
/// let text = br#"{"execution_id":"r1","pattern":"b","matches":[],"match_count":0}"#;
/// let changes = normalize(text, &NormalizeOptions::default())?.changes;
/// let moved = changes.iter().find(|change| change.what() == Some(ChangeKind::Moved)).unwrap();
/// assert_eq!(moved.pointer, "/pattern");
/// assert_eq!(moved.at.as_deref(), Some("/data/pattern"));
/// # Ok::<(), llm_types::Error>(())
/// ```
#[derive(Clone, Default)]
pub struct Changes {
    /// Those that are full, before the last one.
    full: Vec<Chunk>,
    last: Chunk,
    /// How many rows of the last one have their pointers.
    settled: usize,
    /// Where nobody wants the list, how many it would have.
    untold: Option<usize>,
}

/// Something that a change is about.
pub(crate) trait About {
    /// Where it stands in the document: at a step, or in the order of its values.
    fn place(self, steps: &mut Steps) -> Result<Step, usize>;
}

impl About for Slot<'_> {
    fn place(self, _: &mut Steps) -> Result<Step, usize> {
        Err(self.node.order())
    }
}

impl About for Pointer {
    fn place(self, steps: &mut Steps) -> Result<Step, usize> {
        Ok(self.step(steps))
    }
}

impl Changes {
    /// How many there are.
    pub fn len(&self) -> usize {
        let full: usize = self.full.iter().map(|chunk| chunk.rows.len()).sum();
        full + self.last.rows.len()
    }

    /// Whether nothing changed.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Each change, in order.
    pub fn iter(&self) -> ChangesIter<'_> {
        ChangesIter {
            chunks: self.chunks(),
            cursor: Cursor::default(),
            left: self.len(),
        }
    }

    /// Each change, with the place where a value would stand that could not be carried.
    pub(crate) fn with_places(&self) -> impl Iterator<Item = (Change, Option<String>)> {
        self.entries()
            .map(|entry| (entry.change(), entry.belongs()))
    }

    /// The changes of values that are not in the envelope, each with the place where it would be.
    pub(crate) fn absent(&self) -> impl Iterator<Item = (Change, String)> {
        // Most are there, and need not be made.
        self.entries()
            .filter_map(|entry| entry.belongs().map(|place| (entry.change(), place)))
    }

    fn entries(&self) -> impl Iterator<Item = Entry<'_>> {
        self.chunks().flat_map(|chunk| {
            let mut cursor = Cursor::default();
            core::iter::from_fn(move || chunk.next(&mut cursor))
        })
    }

    /// The canonical JSON (RFC 8785) of the list.
    pub fn to_json(&self) -> String {
        let mut text = String::new();
        self.write_json(&mut text);
        text
    }

    fn chunks(&self) -> Chunks<'_> {
        Chunks {
            full: self.full.iter(),
            last: Some(&self.last),
        }
    }

    /// A list that stays empty, and only counts what was made.
    pub(crate) fn untold() -> Self {
        Self {
            untold: Some(0),
            ..Self::default()
        }
    }

    /// Whether they are put down.
    pub(crate) const fn are_told(&self) -> bool {
        self.untold.is_none()
    }

    /// How many were made, put down or not.
    pub(crate) fn count(&self) -> usize {
        self.untold.unwrap_or_else(|| self.len())
    }

    /// Counts one that is not put down; says whether that is all there is to do.
    const fn only_counts(&mut self) -> bool {
        match &mut self.untold {
            Some(count) => {
                *count += 1;
                true
            }
            None => false,
        }
    }

    /// Forgets those after the first `count`. All are of one document.
    pub(crate) fn truncate(&mut self, count: usize) {
        if let Some(made) = &mut self.untold {
            *made = count.min(*made);
            return;
        }
        self.last.truncate(count);
        self.settled = self.settled.min(count);
    }

    /// A change of a value that keeps its place.
    pub(crate) fn here(
        &mut self,
        what: ChangeKind,
        of: impl About,
        from: Option<&Made<'_>>,
        to: Option<&Made<'_>>,
    ) {
        if self.only_counts() {
            return;
        }
        let spot = if to.is_some() {
            Spot::Here
        } else {
            Spot::Nowhere
        };
        self.row(what, of, from, to, spot);
    }

    /// A change of a value that stands at a place in the envelope.
    pub(crate) fn there(
        &mut self,
        what: ChangeKind,
        of: impl About,
        from: Option<&Made<'_>>,
        to: Option<&Made<'_>>,
        at: impl Somewhere,
    ) {
        if self.only_counts() {
            return;
        }
        let spot = Spot::At(at.step(&mut self.last.steps));
        self.row(what, of, from, to, spot);
    }

    /// A value that is not at its place in the envelope, because nothing proves what it
    /// would be there.
    pub(crate) fn not_there(
        &mut self,
        what: ChangeKind,
        of: impl About,
        from: Option<&Made<'_>>,
        at: impl Somewhere,
    ) {
        if self.only_counts() {
            return;
        }
        let spot = Spot::NotAt(at.step(&mut self.last.steps));
        self.row(what, of, from, None, spot);
    }

    /// A value that stands at a place in the envelope, where it may stand in the
    /// document, too.
    pub(crate) fn elsewhere(&mut self, what: ChangeKind, of: impl About, at: impl Somewhere) {
        if self.only_counts() {
            return;
        }
        let spot = Spot::Unless(at.step(&mut self.last.steps));
        self.row(what, of, None, None, spot);
    }

    /// What a pointer of plain keys is called, seen from any container.
    pub(crate) fn name_of(&mut self, pointer: &str) -> u32 {
        self.last.steps.pointer(pointer)
    }

    /// What a key is called.
    pub(crate) fn name_of_key(&mut self, key: &str) -> u32 {
        self.last.steps.key(key)
    }

    /// What the container is called that stands at a place in the envelope.
    pub(crate) fn container_at(&mut self, at: &At<'_>) -> u32 {
        at.container(&mut self.last.steps)
    }

    /// What an array or object of the document is called. `trail` leads through it.
    pub(crate) fn container(&mut self, trail: &mut Trail<'_>, node: Node<'_>) -> u32 {
        let step = self.last.steps.to(trail, node.order());
        step.map_or(0, |step| self.last.steps.enter(step))
    }

    /// A change of a value whose places are known, in the document and in the envelope.
    pub(crate) fn known(
        &mut self,
        what: ChangeKind,
        of: Step,
        at: Option<Step>,
        from: Option<&Made<'_>>,
        to: Option<&Made<'_>>,
    ) {
        let chunk = &mut self.last;
        let mut keep = |value: Option<&Made<'_>>| value.map_or(0, |value| chunk.keep(value));
        let kinds = [keep(from), keep(to)];
        chunk.push(
            what as u32,
            Whence::Known(of),
            at.map_or(Spot::Nowhere, Spot::At),
            kinds,
        );
    }

    fn row(
        &mut self,
        what: ChangeKind,
        of: impl About,
        from: Option<&Made<'_>>,
        to: Option<&Made<'_>>,
        spot: Spot,
    ) {
        let chunk = &mut self.last;
        let place = match of.place(&mut chunk.steps) {
            Ok(step) => Whence::Known(step),
            // The reader refuses documents of more values.
            Err(order) => Whence::Order(u32::try_from(order).unwrap_or(0)),
        };
        let mut keep = |value: Option<&Made<'_>>| value.map_or(0, |value| chunk.keep(value));
        let kinds = [keep(from), keep(to)];
        chunk.push(what as u32, place, spot, kinds);
    }

    /// Whether one of those after the first `count` is about this very place in the
    /// envelope, seen from the same container.
    pub(crate) fn any_at(&mut self, count: usize, at: &At<'_>) -> bool {
        if self.last.rows.len() <= count {
            return false;
        }
        // Of many, all but a few are about what is inside.
        let here = at.step(&mut self.last.steps);
        let steps = &self.last.steps;
        let rows = self.last.rows.get(count..).unwrap_or_default();
        let mut named = rows.iter().filter_map(|row| row.named());
        named.any(|at| steps.same_there(at, here))
    }

    /// Works out where in the document the values are that changed since this was
    /// asked for the last time. `trail` leads through that document.
    pub(crate) fn settle(&mut self, trail: &mut Trail<'_>) {
        let from = self.settled;
        let Chunk { rows, steps, .. } = &mut self.last;
        let Some(new) = rows.get_mut(from..) else {
            return;
        };
        let mut settle = |row: &mut Row| {
            if row.is_unsettled() {
                let order = usize::try_from(row.place.outer).unwrap_or(0);
                let place = steps.to(trail, order).unwrap_or(Step::ROOT);
                *row = row.settled(place);
            }
            trail.walked()
        };
        // Rows come in the order of the document, for the most part.
        let most = 64usize.saturating_mul(new.len() + 64);
        let start = settle(&mut Row::default());
        let most = start.saturating_add(most);
        let late = new.iter_mut().position(|row| settle(row) > most);
        if let Some(at) = late {
            let mut rest: Vec<&mut Row> = new.iter_mut().skip(at).collect();
            rest.sort_by_key(|row| row.place.outer);
            for row in rest {
                settle(row);
            }
        }
        if new.iter().any(|row| row.is_unless_there()) {
            let Chunk { rows, steps, .. } = &mut self.last;
            // They keep no values, so that those of the others stay in their order.
            rows.retain(|row| !(row.is_unless_there() && steps.same(row.at, row.place)));
        }
        self.settled = self.last.rows.len();
    }

    /// Gives back the memory that is of use only while changes are made.
    pub(crate) fn close(&mut self) {
        self.last.steps.close();
    }

    /// Says which of several documents they are of.
    pub(crate) fn number(&mut self, document: Option<u64>) {
        if let Some(document) = document {
            self.last.number(document);
        }
    }

    /// Adds those of the next document.
    pub(crate) fn append(&mut self, other: Self) {
        for chunk in other.full.into_iter().chain([other.last]) {
            self.room();
            if chunk.is_full() {
                let last = core::mem::take(&mut self.last);
                self.full.extend([last, chunk]);
            } else {
                self.last.append(chunk);
            }
        }
        self.settled = self.last.rows.len();
    }

    /// Makes sure that the last chunk is not full.
    fn room(&mut self) {
        if self.last.is_full() {
            self.full.push(core::mem::take(&mut self.last));
        }
    }
}

impl FromIterator<Change> for Changes {
    fn from_iter<I: IntoIterator<Item = Change>>(changes: I) -> Self {
        let mut all = Self::default();
        all.extend(changes);
        all
    }
}

impl Extend<Change> for Changes {
    fn extend<I: IntoIterator<Item = Change>>(&mut self, changes: I) {
        for change in changes {
            self.room();
            let document = change.document;
            let chunk = &mut self.last;
            let place = Whence::Known(change.pointer.step(&mut chunk.steps));
            let spot = match change.at {
                Some(at) => Spot::At(at.step(&mut chunk.steps)),
                None => Spot::Nowhere,
            };
            let mut keep = |value: Option<Box<Value>>| match value {
                Some(value) => chunk.keep_value(*value),
                None => 0,
            };
            let kinds = [keep(change.from), keep(change.to)];
            let word = chunk.word(change.what);
            chunk.push(word, place, spot, kinds);
            chunk.last_is_of(document);
        }
        self.settled = self.last.rows.len();
    }
}

impl PartialEq for Changes {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl fmt::Debug for Changes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl Wire for Changes {
    const TYPE: Type = Vec::<Change>::TYPE;

    fn from_value(value: Value) -> Result<Self, Misfit> {
        Ok(Vec::<Change>::from_value(value)?.into_iter().collect())
    }

    fn to_value(&self) -> Value {
        self.iter().map(|change| change.to_value()).collect()
    }

    fn write_json(&self, out: &mut String) {
        let mut scratch = String::new();
        out.push('[');
        let mut first = true;
        for chunk in self.chunks() {
            let mut cursor = Cursor::default();
            while let Some(entry) = chunk.next(&mut cursor) {
                if !first {
                    out.push(',');
                }
                first = false;
                entry.write(&mut scratch, out);
            }
        }
        out.push(']');
    }
}

/// The chunks of changes, in their order.
#[derive(Debug, Clone)]
struct Chunks<'c> {
    full: core::slice::Iter<'c, Chunk>,
    last: Option<&'c Chunk>,
}

impl<'c> Chunks<'c> {
    fn current(&self) -> Option<&'c Chunk> {
        self.full.as_slice().first().or(self.last)
    }
}

impl<'c> Iterator for Chunks<'c> {
    type Item = &'c Chunk;

    fn next(&mut self) -> Option<&'c Chunk> {
        self.full.next().or_else(|| self.last.take())
    }
}

/// Changes in their order, see [`Changes::iter`].
#[derive(Debug, Clone)]
pub struct ChangesIter<'c> {
    chunks: Chunks<'c>,
    cursor: Cursor,
    left: usize,
}

impl Iterator for ChangesIter<'_> {
    type Item = Change;

    fn next(&mut self) -> Option<Change> {
        while let Some(chunk) = self.chunks.current() {
            if let Some(entry) = chunk.next(&mut self.cursor) {
                self.left = self.left.saturating_sub(1);
                return Some(entry.change());
            }
            self.chunks.next();
            self.cursor = Cursor::default();
        }
        None
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl ExactSizeIterator for ChangesIter<'_> {}

impl<'c> IntoIterator for &'c Changes {
    type Item = Change;
    type IntoIter = ChangesIter<'c>;

    fn into_iter(self) -> ChangesIter<'c> {
        self.iter()
    }
}
