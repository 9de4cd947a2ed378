//! What is not as it was read, kept small: a document of a million matches has ten
//! million changes.
//!
//! A row holds ranges of one long text in the place of strings. What a change says is
//! made into a [`Change`] only for who looks at it; as JSON it is written at once.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use super::Change;
use crate::dialect::At;
use crate::envelope::shape::Type;
use crate::envelope::{Misfit, Wire};
use crate::json::{Document, Number, Pointer, Value, Ways, write_canonical_to, write_string};
use crate::validate::Slot;

/// All changes of a document, in the order in which they were made.
///
/// # Examples
///
/// ```
/// use llm_types::{NormalizeOptions, normalize};
///
/// let text = br#"{"execution_id":"r1","pattern":"b","matches":[],"match_count":0}"#;
/// let changes = normalize(text, &NormalizeOptions::default())?.changes;
/// let moved = changes.iter().find(|change| change.what == "moved").unwrap();
/// assert_eq!(moved.pointer, "/pattern");
/// assert_eq!(moved.at.as_deref(), Some("/data/pattern"));
/// # Ok::<(), llm_types::Error>(())
/// ```
#[derive(Clone, Default)]
pub struct Changes {
    rows: Vec<Row>,
    /// The texts that the rows speak of.
    text: String,
}

#[derive(Debug, Clone)]
struct Row {
    what: Cow<'static, str>,
    place: Place,
    at: Spot,
    from: Told,
    to: Told,
    document: Option<u64>,
}

/// The value in the document: its pointer, or its place among all values until that is
/// worked out.
#[derive(Debug, Clone)]
pub(crate) enum Place {
    Order(usize),
    Text(Range<usize>),
}

/// Where the value stands in the envelope.
#[derive(Debug, Clone)]
enum Spot {
    Nowhere,
    /// Where it stood in the document.
    Here,
    At(Range<usize>),
    /// There; no change if it stood there in the document.
    Elsewhere(Range<usize>),
}

/// A value that was or is there.
#[derive(Debug, Clone)]
enum Told {
    Nothing,
    Count(u64),
    Text(Range<usize>),
    Other(Box<Value>),
}

/// A place that can be put down in the text.
pub(crate) trait PutDown {
    fn put_down(self, text: &mut String) -> Range<usize>;
}

impl PutDown for &At<'_> {
    fn put_down(self, text: &mut String) -> Range<usize> {
        self.put(text)
    }
}

impl PutDown for At<'_> {
    fn put_down(self, text: &mut String) -> Range<usize> {
        self.put(text)
    }
}

impl PutDown for &str {
    fn put_down(self, text: &mut String) -> Range<usize> {
        let start = text.len();
        text.push_str(self);
        start..text.len()
    }
}

impl PutDown for String {
    fn put_down(self, text: &mut String) -> Range<usize> {
        self.as_str().put_down(text)
    }
}

impl PutDown for Pointer {
    fn put_down(self, text: &mut String) -> Range<usize> {
        self.as_str().put_down(text)
    }
}

/// Something that a change is about.
pub(crate) trait About {
    fn place(self, text: &mut String) -> Place;
}

impl About for Slot<'_> {
    fn place(self, _: &mut String) -> Place {
        Place::Order(self.node.order())
    }
}

impl About for Pointer {
    fn place(self, text: &mut String) -> Place {
        Place::Text(self.put_down(text))
    }
}

impl Changes {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether nothing changed.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Each change, in order.
    pub fn iter(&self) -> ChangesIter<'_> {
        ChangesIter {
            changes: self,
            rows: self.rows.iter(),
        }
    }

    /// The canonical JSON (RFC 8785) of the list.
    pub fn to_json(&self) -> String {
        let mut text = String::new();
        self.write_json(&mut text);
        text
    }

    /// Forgets those after the first `count`.
    pub(crate) fn truncate(&mut self, count: usize) {
        self.rows.truncate(count);
    }

    /// A change of a value that keeps its place.
    pub(crate) fn here(
        &mut self,
        what: &'static str,
        of: impl About,
        from: Option<Value>,
        to: Option<Value>,
    ) {
        let at = if to.is_some() {
            Spot::Here
        } else {
            Spot::Nowhere
        };
        self.row(what, of, from, to, at);
    }

    /// A change of a value that stands at a place in the envelope.
    pub(crate) fn there(
        &mut self,
        what: &'static str,
        of: impl About,
        from: Option<Value>,
        to: Option<Value>,
        at: impl PutDown,
    ) {
        let at = Spot::At(at.put_down(&mut self.text));
        self.row(what, of, from, to, at);
    }

    /// A value that stands at a place in the envelope, where it may stand in the
    /// document, too.
    pub(crate) fn elsewhere(&mut self, what: &'static str, of: impl About, at: impl PutDown) {
        let at = Spot::Elsewhere(at.put_down(&mut self.text));
        self.row(what, of, None, None, at);
    }

    fn row(
        &mut self,
        what: &'static str,
        of: impl About,
        from: Option<Value>,
        to: Option<Value>,
        at: Spot,
    ) {
        let row = Row {
            what: Cow::Borrowed(what),
            place: of.place(&mut self.text),
            from: self.told(from),
            to: self.told(to),
            at,
            document: None,
        };
        self.rows.push(row);
    }

    /// Not null: in a report, null and absent are alike, because not every host can
    /// tell them apart in a typed object.
    fn told(&mut self, value: Option<Value>) -> Told {
        match value {
            None | Some(Value::Null) => Told::Nothing,
            Some(Value::String(text)) => Told::Text(text.put_down(&mut self.text)),
            Some(value) => match value.as_number().and_then(Number::plain) {
                Some(count) => Told::Count(count),
                None => Told::Other(Box::new(value)),
            },
        }
    }

    /// Whether one of those after the first `count` is about this place in the
    /// envelope.
    pub(crate) fn any_at(&self, count: usize, at: &At<'_>) -> bool {
        let rows = self.rows.get(count..).unwrap_or_default();
        !rows.is_empty() && {
            let here = at.pointer();
            rows.iter().any(|row| match &row.at {
                Spot::At(at) | Spot::Elsewhere(at) => self.slice(at) == here,
                Spot::Nowhere | Spot::Here => false,
            })
        }
    }

    /// Works out the pointers of all values, which are of this document.
    pub(crate) fn settle(&mut self, document: &Document<'_>) {
        let mut orders: Vec<(usize, usize)> = Vec::with_capacity(self.rows.len());
        for (at, row) in self.rows.iter().enumerate() {
            if let Place::Order(order) = row.place {
                orders.push((order, at));
            }
        }
        orders.sort_unstable();
        let mut ways = Ways::new(document);
        let mut last: Option<(usize, Range<usize>)> = None;
        for (order, at) in orders {
            let known = last.take().filter(|(other, _)| *other == order);
            let (_, range) =
                known.unwrap_or_else(|| (order, ways.pointer(order).put_down(&mut self.text)));
            if let Some(row) = self.rows.get_mut(at) {
                row.place = Place::Text(range.clone());
            }
            last = Some((order, range));
        }
        let text = &self.text;
        self.rows.retain(|row| match (&row.at, &row.place) {
            (Spot::Elsewhere(at), Place::Text(pointer)) => {
                text.get(at.clone()) != text.get(pointer.clone())
            }
            _ => true,
        });
    }

    /// Says which of several documents they are of.
    pub(crate) fn number(&mut self, document: Option<u64>) {
        if document.is_some() {
            for row in &mut self.rows {
                row.document = document;
            }
        }
    }

    /// Adds those of the next document.
    pub(crate) fn append(&mut self, mut other: Self) {
        let by = self.text.len();
        let shift = |range: &mut Range<usize>| {
            range.start += by;
            range.end += by;
        };
        for row in &mut other.rows {
            if let Place::Text(range) = &mut row.place {
                shift(range);
            }
            if let Spot::At(range) | Spot::Elsewhere(range) = &mut row.at {
                shift(range);
            }
            for told in [&mut row.from, &mut row.to] {
                if let Told::Text(range) = told {
                    shift(range);
                }
            }
        }
        self.text.push_str(&other.text);
        self.rows.append(&mut other.rows);
    }

    fn slice(&self, range: &Range<usize>) -> &str {
        self.text.get(range.clone()).unwrap_or_default()
    }

    fn pointer(&self, row: &Row) -> &str {
        match &row.place {
            Place::Text(range) => self.slice(range),
            Place::Order(_) => "",
        }
    }

    fn at(&self, row: &Row) -> Option<&str> {
        match &row.at {
            Spot::Nowhere => None,
            Spot::Here => Some(self.pointer(row)),
            Spot::At(range) | Spot::Elsewhere(range) => Some(self.slice(range)),
        }
    }

    fn value(&self, told: &Told) -> Option<Box<Value>> {
        match told {
            Told::Nothing => None,
            Told::Count(count) => Some(Box::new((*count).into())),
            Told::Text(range) => Some(Box::new(self.slice(range).into())),
            Told::Other(value) => Some(value.clone()),
        }
    }

    fn change(&self, row: &Row) -> Change {
        Change {
            pointer: self.pointer(row).into(),
            what: row.what.clone(),
            from: self.value(&row.from),
            to: self.value(&row.to),
            at: self.at(row).map(Into::into),
            document: row.document,
        }
    }

    /// The canonical JSON of one change: its members in the order of their names.
    fn write(&self, row: &Row, out: &mut String) {
        out.push('{');
        if let Some(at) = self.at(row) {
            out.push_str("\"at\":");
            write_string(out, at);
            out.push(',');
        }
        if let Some(document) = row.document {
            out.push_str("\"document\":");
            document.write_json(out);
            out.push(',');
        }
        if self.write_told("\"from\":", &row.from, out) {
            out.push(',');
        }
        out.push_str("\"pointer\":");
        write_string(out, self.pointer(row));
        out.push(',');
        if self.write_told("\"to\":", &row.to, out) {
            out.push(',');
        }
        out.push_str("\"what\":");
        write_string(out, &row.what);
        out.push('}');
    }

    fn write_told(&self, name: &str, told: &Told, out: &mut String) -> bool {
        if matches!(told, Told::Nothing) {
            return false;
        }
        out.push_str(name);
        match told {
            Told::Nothing => {}
            Told::Count(count) => count.write_json(out),
            Told::Text(range) => write_string(out, self.slice(range)),
            Told::Other(value) => write_canonical_to(value, out),
        }
        true
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
            let place = Place::Text(change.pointer.put_down(&mut self.text));
            let at = match change.at {
                Some(at) => Spot::At(at.put_down(&mut self.text)),
                None => Spot::Nowhere,
            };
            let row = Row {
                what: change.what,
                place,
                at,
                from: self.told(change.from.map(|value| *value)),
                to: self.told(change.to.map(|value| *value)),
                document: change.document,
            };
            self.rows.push(row);
        }
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
        out.push('[');
        for (at, row) in self.rows.iter().enumerate() {
            if at > 0 {
                out.push(',');
            }
            self.write(row, out);
        }
        out.push(']');
    }
}

/// Changes in their order, see [`Changes::iter`].
#[derive(Debug, Clone)]
pub struct ChangesIter<'c> {
    changes: &'c Changes,
    rows: core::slice::Iter<'c, Row>,
}

impl Iterator for ChangesIter<'_> {
    type Item = Change;

    fn next(&mut self) -> Option<Change> {
        self.rows.next().map(|row| self.changes.change(row))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.rows.size_hint()
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
