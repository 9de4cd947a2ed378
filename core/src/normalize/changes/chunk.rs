//! The rows of changes: 20 bytes each, and 8 for each value that they say.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use super::steps::{Step, Steps};
use super::{Change, ChangeKind};
use crate::dialect::Made;
use crate::json::{Kind, Number, Value, write_canonical_to, write_count, write_string};

/// Changes whose numbers fit together.
#[derive(Debug, Clone, Default)]
pub(super) struct Chunk {
    pub(super) rows: Vec<Row>,
    pub(super) steps: Steps,
    values: Vec<u64>,
    texts: String,
    ends: Vec<usize>,
    others: Vec<Value>,
    /// What happened, where it is none of [`ChangeKind::WORDS`].
    words: Vec<Cow<'static, str>>,
    /// The document of the first row.
    document: Option<u64>,
    /// From which row on they are of another document.
    documents: Vec<(usize, Option<u64>)>,
}

/// Rows of a small document.
const USUAL: usize = 8;

/// The number of a kind of change is that of its word.
const _: () = {
    let mut number = 0;
    while number < ChangeKind::ALL.len() {
        assert!(ChangeKind::ALL[number] as usize == number);
        number += 1;
    }
};

/// One change.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Row {
    /// Number of the word, and the bits below.
    what: u32,
    /// The value in the document; its place among all values while that is
    /// [`UNSETTLED`].
    pub(super) place: Step,
    /// Where it is in the envelope.
    pub(super) at: Step,
}

/// What is kept of a value, in two bits.
const NOTHING: u32 = 0;
const COUNT: u32 = 1;
const TEXT: u32 = 2;
const OTHER: u32 = 3;

const KIND: u32 = 3;
const TO_SHIFT: u32 = 2;

/// It has a place in the envelope: `at`, or the same as in the document.
const STANDS: u32 = 1 << 4;
const HERE: u32 = 1 << 5;
/// Both: it has none, and `at` is where it would stand.
const NOT_THERE: u32 = STANDS | HERE;
/// No change if it stood there in the document.
const UNLESS: u32 = 1 << 6;
const UNSETTLED: u32 = 1 << 7;
const WORD_SHIFT: u32 = 8;

impl Row {
    pub(super) const fn is_unsettled(self) -> bool {
        self.what & UNSETTLED != 0
    }

    pub(super) const fn settled(self, place: Step) -> Self {
        Self {
            what: self.what & !UNSETTLED,
            place,
            at: self.at,
        }
    }

    pub(super) const fn is_unless_there(self) -> bool {
        self.what & UNLESS != 0
    }

    /// How many values it keeps.
    fn values(self) -> usize {
        let one = |shift: u32| usize::from((self.what >> shift) & KIND != NOTHING);
        one(0) + one(TO_SHIFT)
    }

    /// Where it stands in the envelope, if it does.
    pub(super) const fn stands(self) -> Option<Step> {
        match self.what & (STANDS | HERE) {
            STANDS => Some(self.at),
            HERE => Some(self.place),
            _ => None,
        }
    }

    /// Where it would stand in the envelope, if it could be there.
    const fn belongs(self) -> Option<Step> {
        match self.what & (STANDS | HERE) {
            NOT_THERE => Some(self.at),
            _ => None,
        }
    }

    /// The place in the envelope that was named when the change was made.
    pub(super) const fn named(self) -> Option<Step> {
        match self.what & (STANDS | HERE) {
            STANDS => Some(self.at),
            _ => None,
        }
    }
}

/// Where the value stands in the envelope.
#[derive(Debug, Clone, Copy)]
pub(super) enum Spot {
    Nowhere,
    Here,
    At(Step),
    Unless(Step),
    NotAt(Step),
}

/// The value in the document.
#[derive(Debug, Clone, Copy)]
pub(super) enum Whence {
    Order(u32),
    Known(Step),
}

/// How far the values that rows keep were read.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Cursor {
    row: usize,
    values: usize,
    documents: usize,
    document: Option<u64>,
}

/// One change, not put into words yet.
pub(super) struct Entry<'p> {
    chunk: &'p Chunk,
    row: Row,
    from: (u32, u64),
    to: (u32, u64),
    document: Option<u64>,
}

impl Chunk {
    pub(super) fn is_full(&self) -> bool {
        const MOST: usize = 1 << 30;
        self.steps.is_full()
            || self.ends.len() > MOST
            || self.others.len() > MOST
            || self.words.len() > 1 << (u32::BITS - WORD_SHIFT - 1)
    }

    pub(super) fn push(&mut self, word: u32, place: Whence, spot: Spot, [from, to]: [u32; 2]) {
        let mut bits = word << WORD_SHIFT | from | to << TO_SHIFT;
        let at = match spot {
            Spot::Nowhere => Step::ROOT,
            Spot::Here => {
                bits |= HERE;
                Step::ROOT
            }
            Spot::At(at) => {
                bits |= STANDS;
                at
            }
            Spot::Unless(at) => {
                bits |= STANDS | UNLESS;
                at
            }
            Spot::NotAt(at) => {
                bits |= NOT_THERE;
                at
            }
        };
        let place = match place {
            Whence::Known(place) => place,
            Whence::Order(outer) => {
                bits |= UNSETTLED;
                Step { outer, name: 0 }
            }
        };
        if self.rows.capacity() == 0 {
            self.rows.reserve(USUAL);
        }
        self.rows.push(Row {
            what: bits,
            place,
            at,
        });
    }

    /// The number of a word: that of its [`ChangeKind`], or one behind those.
    pub(super) fn word(&mut self, word: Cow<'static, str>) -> u32 {
        let known = ChangeKind::WORDS.iter().position(|known| *known == word);
        let others = || self.words.iter().position(|known| *known == word);
        let known = known.or_else(|| Some(others()? + ChangeKind::WORDS.len()));
        let at = known.unwrap_or_else(|| {
            self.words.push(word);
            ChangeKind::WORDS.len() + self.words.len() - 1
        });
        u32::try_from(at).unwrap_or(0)
    }

    /// Takes down a value, and gives the two bits that say what of. Not null: in a
    /// report, null and absent are alike, because not every host can tell them apart
    /// in a typed object.
    pub(super) fn keep(&mut self, value: &Made<'_>) -> u32 {
        if let Some(text) = value.as_str() {
            return self.text(&text);
        }
        let count = match value {
            Made::Null => return NOTHING,
            Made::Count(count) => Some(*count),
            Made::Read(node) if node.kind() == Kind::Null => return NOTHING,
            Made::Read(node) => node.short_natural(),
            _ => None,
        };
        match count {
            Some(count) => {
                self.values.push(count);
                COUNT
            }
            None => self.keep_value(value.to_value()),
        }
    }

    pub(super) fn keep_value(&mut self, value: Value) -> u32 {
        match value {
            Value::Null => NOTHING,
            Value::String(text) => self.text(&text),
            value => {
                if let Some(count) = value.as_number().and_then(Number::plain) {
                    self.values.push(count);
                    return COUNT;
                }
                self.values.push(self.others.len() as u64);
                self.others.push(value);
                OTHER
            }
        }
    }

    fn text(&mut self, text: &str) -> u32 {
        self.values.push(self.ends.len() as u64);
        self.texts.push_str(text);
        self.ends.push(self.texts.len());
        TEXT
    }

    fn text_at(&self, number: u64) -> &str {
        let number = usize::try_from(number).unwrap_or(usize::MAX);
        let before = number.checked_sub(1).and_then(|at| self.ends.get(at));
        let start = before.copied().unwrap_or(0);
        let end = self.ends.get(number).copied().unwrap_or(start);
        self.texts.get(start..end).unwrap_or_default()
    }

    fn other_at(&self, number: u64) -> Option<&Value> {
        self.others.get(usize::try_from(number).ok()?)
    }

    /// Forgets the rows after the first `count`.
    pub(super) fn truncate(&mut self, count: usize) {
        let gone = self.rows.get(count..).unwrap_or_default();
        let forgotten: usize = gone.iter().map(|row| row.values()).sum();
        self.rows.truncate(count);
        self.values.truncate(self.values.len() - forgotten);
    }

    /// Says of which document all rows are.
    pub(super) fn number(&mut self, document: u64) {
        self.document = Some(document);
    }

    /// Says of which document the last row is.
    pub(super) fn last_is_of(&mut self, document: Option<u64>) {
        self.documents_from(self.rows.len().saturating_sub(1), document);
    }

    fn documents_from(&mut self, row: usize, document: Option<u64>) {
        let known = self.documents.last();
        let known = known.map_or(self.document, |(_, document)| *document);
        if row == 0 {
            self.document = document;
        } else if document != known {
            self.documents.push((row, document));
        }
    }

    /// Adds the rows of the next one, which is not full either.
    pub(super) fn append(&mut self, mut next: Self) {
        let shift = self.steps.append(&next.steps);
        let words = core::mem::take(&mut next.words);
        let words: Vec<u32> = words.into_iter().map(|word| self.word(word)).collect();
        let (rows, own_values) = (self.rows.len(), self.values.len());
        let [ends, others] = [self.ends.len() as u64, self.others.len() as u64];
        self.values.append(&mut next.values);
        let mut values = self.values.iter_mut().skip(own_values);
        for row in next.rows {
            for kind in [row.what & KIND, row.what >> TO_SHIFT & KIND] {
                if kind != NOTHING
                    && let Some(value) = values.next()
                {
                    *value += match kind {
                        TEXT => ends,
                        OTHER => others,
                        _ => 0,
                    };
                }
            }
            let word = row.what >> WORD_SHIFT;
            let other = usize::try_from(word).ok();
            let other =
                other.and_then(|word| words.get(word.checked_sub(ChangeKind::WORDS.len())?));
            self.rows.push(Row {
                what: row.what & ((1 << WORD_SHIFT) - 1) | other.unwrap_or(&word) << WORD_SHIFT,
                place: shift(row.place),
                at: shift(row.at),
            });
        }
        let start = self.texts.len();
        self.texts.push_str(&next.texts);
        self.ends.extend(next.ends.iter().map(|end| end + start));
        self.others.append(&mut next.others);
        self.documents_from(rows, next.document);
        for (row, document) in next.documents {
            self.documents.push((row + rows, document));
        }
    }

    /// The row behind those that were read.
    pub(super) fn next(&self, cursor: &mut Cursor) -> Option<Entry<'_>> {
        let row = *self.rows.get(cursor.row)?;
        if cursor.row == 0 {
            cursor.document = self.document;
        }
        while let Some((from, document)) = self.documents.get(cursor.documents)
            && *from <= cursor.row
        {
            cursor.document = *document;
            cursor.documents += 1;
        }
        cursor.row += 1;
        let mut value_at = |shift: u32| {
            let kind = row.what >> shift & KIND;
            if kind == NOTHING {
                return (kind, 0);
            }
            cursor.values += 1;
            let value = self.values.get(cursor.values - 1);
            (kind, value.copied().unwrap_or(0))
        };
        Some(Entry {
            chunk: self,
            row,
            from: value_at(0),
            to: value_at(TO_SHIFT),
            document: cursor.document,
        })
    }

    fn pointer(&self, step: Step) -> String {
        let mut pointer = String::new();
        self.steps.write(step, &mut pointer);
        pointer
    }

    fn value(&self, (kind, value): (u32, u64)) -> Option<Box<Value>> {
        match kind {
            COUNT => Some(Box::new(value.into())),
            TEXT => Some(Box::new(self.text_at(value).into())),
            OTHER => self.other_at(value).cloned().map(Box::new),
            _ => None,
        }
    }

    fn write_value(&self, (kind, value): (u32, u64), name: &str, out: &mut String) {
        if kind == NOTHING {
            return;
        }
        out.push_str(name);
        match kind {
            COUNT => write_count(out, value),
            TEXT => write_string(out, self.text_at(value)),
            _ => match self.other_at(value) {
                Some(value) => write_canonical_to(value, out),
                None => out.push_str("null"),
            },
        }
        out.push(',');
    }

    fn write_pointer(&self, step: Step, scratch: &mut String, out: &mut String) {
        scratch.clear();
        self.steps.write(step, scratch);
        write_string(out, scratch);
    }
}

impl Entry<'_> {
    fn what(&self) -> Cow<'static, str> {
        let word = usize::try_from(self.row.what >> WORD_SHIFT).unwrap_or(usize::MAX);
        if let Some(word) = ChangeKind::WORDS.get(word) {
            return Cow::Borrowed(word);
        }
        let other = word.checked_sub(ChangeKind::WORDS.len());
        let other = other.and_then(|word| self.chunk.words.get(word));
        other.cloned().unwrap_or_default()
    }

    pub(super) fn change(&self) -> Change {
        Change {
            pointer: self.chunk.pointer(self.row.place),
            what: self.what(),
            from: self.chunk.value(self.from),
            to: self.chunk.value(self.to),
            at: self.row.stands().map(|at| self.chunk.pointer(at)),
            document: self.document,
        }
    }

    /// Where the value would stand in the envelope, if it could be there.
    pub(super) fn belongs(&self) -> Option<String> {
        self.row.belongs().map(|at| self.chunk.pointer(at))
    }

    /// Adds the canonical JSON of the change, its members in the order of their names.
    pub(super) fn write(&self, scratch: &mut String, out: &mut String) {
        out.push('{');
        if let Some(at) = self.row.stands() {
            out.push_str("\"at\":");
            self.chunk.write_pointer(at, scratch, out);
            out.push(',');
        }
        if let Some(document) = self.document {
            out.push_str("\"document\":");
            write_count(out, document);
            out.push(',');
        }
        self.chunk.write_value(self.from, "\"from\":", out);
        out.push_str("\"pointer\":");
        self.chunk.write_pointer(self.row.place, scratch, out);
        out.push(',');
        self.chunk.write_value(self.to, "\"to\":", out);
        out.push_str("\"what\":");
        write_string(out, &self.what());
        out.push('}');
    }
}
