//! What the checks leave behind while they walk: slots and findings.
//!
//! Pointers, lines and columns cost time, and a valid document needs none of
//! them. The checks keep nodes; text is made of them at the end, for the findings
//! only.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use crate::diagnostic::{Applicability, Diagnostic, DocumentEdit, DocumentFix, Related};
use crate::envelope::RichSpan;
use crate::json::{Document, Key, Node, PieceStart, Pointer, Sweep, Value, Ways};
use crate::rule::{self, Level, Rule};

/// A value that something is said about. Its pointer is worked out at the end, with
/// all others; see [`located`].
#[derive(Debug, Clone, Copy)]
pub(crate) struct Slot<'d> {
    pub(crate) node: Node<'d>,
}

impl<'d> Slot<'d> {
    pub(crate) const fn of(node: Node<'d>) -> Self {
        Self { node }
    }

    /// What is said of the value, with the key before it if the value has one: some who read a
    /// message do not see the pointer beside it.
    pub(crate) fn that(self, said: impl fmt::Display) -> String {
        match self.key() {
            Some(key) => format!("`{}` {said}", key.as_str()),
            None => said.to_string(),
        }
    }

    /// The key, if it is a member.
    pub(crate) fn key(self) -> Option<Key<'d>> {
        self.node.member_key()
    }
}

impl<'d> From<Node<'d>> for Slot<'d> {
    fn from(node: Node<'d>) -> Self {
        Self::of(node)
    }
}

/// The way to a value: as text, or as its place among all values of the document
/// until that is made text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Place {
    Order(usize),
    Pointer(Pointer),
}

impl Place {
    pub(crate) fn into_text(self) -> String {
        match self {
            Self::Pointer(pointer) => pointer.into(),
            // Nothing that was located is left so.
            Self::Order(_) => String::new(),
        }
    }
}

impl From<Slot<'_>> for Place {
    fn from(slot: Slot<'_>) -> Self {
        Self::Order(slot.node.order())
    }
}

impl From<Pointer> for Place {
    fn from(pointer: Pointer) -> Self {
        Self::Pointer(pointer)
    }
}

/// Another value that a finding speaks of.
#[derive(Debug, Clone)]
pub(crate) struct Other {
    relation: Relation,
    place: Place,
    pub(crate) range: (u64, u64),
}

/// What another value has to do with a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Relation {
    /// A list that the number of the finding counts.
    Counted,
    /// A value that disagrees with the one of the finding.
    OtherOne,
    /// Anything else, in words for people: nothing goes by it.
    Said(&'static str),
}

impl Relation {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Counted => "what it counts",
            Self::OtherOne => "the other one",
            Self::Said(message) => message,
        }
    }
}

impl From<&'static str> for Relation {
    fn from(message: &'static str) -> Self {
        Self::Said(message)
    }
}

/// One finding before its place is text.
#[derive(Debug, Clone)]
pub(crate) struct Found {
    pub(crate) code: &'static str,
    pub(crate) level: Option<Level>,
    /// The member that is missing, if one is.
    pub(crate) missing: Option<&'static str>,
    pub(crate) message: String,
    pub(crate) place: Place,
    pub(crate) range: (u64, u64),
    pub(crate) expected: Option<Value>,
    pub(crate) span: Option<Box<RichSpan>>,
    pub(crate) related: Vec<Other>,
    pub(crate) fixes: Vec<DocumentFix>,
}

impl Found {
    /// A finding about the value in a slot.
    pub(crate) fn at<'d>(
        code: &'static str,
        slot: impl Into<Slot<'d>>,
        message: impl Into<String>,
    ) -> Self {
        let slot = slot.into();
        Self::new(code, slot.into(), slot.node.byte_range(), message)
    }

    /// A finding about the value in a slot, whose message begins with the key; see [`Slot::that`].
    pub(crate) fn of<'d>(
        code: &'static str,
        slot: impl Into<Slot<'d>>,
        said: impl fmt::Display,
    ) -> Self {
        let slot = slot.into();
        Self::at(code, slot, slot.that(said))
    }

    /// A finding about a text that is not spelt as it should be, in the words of the rule.
    pub(crate) fn spelt<'d>(code: &'static str, slot: impl Into<Slot<'d>>, text: &str) -> Self {
        let what = crate::rule::find(code).map_or("", |rule| rule.what);
        if text.is_empty() {
            return Self::at(code, slot, what);
        }
        Self::at(code, slot, alloc::format!("`{text}`: {what}"))
    }

    /// A finding about a place of the document.
    pub(crate) fn new(
        code: &'static str,
        place: Place,
        range: (u64, u64),
        message: impl Into<String>,
    ) -> Self {
        Self {
            code,
            level: None,
            missing: None,
            message: message.into(),
            place,
            range,
            expected: None,
            span: None,
            related: Vec::new(),
            fixes: Vec::new(),
        }
    }

    /// Where the values begin that it is about, its own and the related ones.
    pub(crate) fn starts(&self) -> impl Iterator<Item = u64> + '_ {
        let related = self.related.iter().map(|other| other.range.0);
        core::iter::once(self.range.0).chain(related)
    }

    /// The byte ranges of the lists that a number is about.
    pub(crate) fn counted(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        let lists = self
            .related
            .iter()
            .filter(|it| it.relation == Relation::Counted);
        lists.map(|list| list.range)
    }

    /// Where the value stands that disagrees, among all values.
    pub(crate) fn other_one(&self) -> Option<usize> {
        let mut others = self.related.iter();
        match others
            .find(|other| other.relation == Relation::OtherOne)?
            .place
        {
            Place::Order(order) => Some(order),
            Place::Pointer(_) => None,
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
        range: (u64, u64),
        new_text: impl Into<String>,
    ) -> Self {
        self.push_fix(
            applicability,
            title.into(),
            DocumentEdit::new(range, new_text),
        );
        self
    }

    fn push_fix(&mut self, applicability: Applicability, title: String, edit: DocumentEdit) {
        if self.fixes.is_empty() {
            // Most findings have one.
            self.fixes.reserve_exact(1);
        }
        self.fixes.push(DocumentFix {
            title,
            applicability: applicability.as_str().into(),
            edits: alloc::vec![edit],
        });
    }

    /// Proposes to write another value in the place of this one.
    #[must_use]
    pub(crate) fn replace(mut self, applicability: Applicability, value: impl Into<Value>) -> Self {
        self.propose(applicability, value);
        self
    }

    /// The same as [`Self::replace`], for a finding that is already among the others.
    pub(crate) fn propose(&mut self, applicability: Applicability, value: impl Into<Value>) {
        let text = crate::json::write_compact(&value.into());
        let title = alloc::format!("write `{text}`");
        self.push_fix(applicability, title, DocumentEdit::new(self.range, text));
    }

    /// Makes each fix write the same over one more value.
    pub(crate) fn replace_also(&mut self, slot: Slot<'_>) {
        let range = slot.node.byte_range();
        for fix in &mut self.fixes {
            if let Some(first) = fix.edits.first() {
                let new_text = first.new_text.clone();
                fix.edits.push(DocumentEdit::new(range, new_text));
            }
        }
    }

    /// Names the value that another finding is about.
    #[must_use]
    pub(crate) fn also(mut self, message: &'static str, other: &Self) -> Self {
        self.related.push(Other {
            relation: message.into(),
            place: other.place.clone(),
            range: other.range,
        });
        self
    }

    /// Names another value.
    #[must_use]
    pub(crate) fn related<'d>(
        mut self,
        relation: impl Into<Relation>,
        slot: impl Into<Slot<'d>>,
    ) -> Self {
        let slot = slot.into();
        if self.related.is_empty() {
            self.related.reserve_exact(1);
        }
        self.related.push(Other {
            relation: relation.into(),
            place: Place::Order(slot.node.order()),
            range: slot.node.byte_range(),
        });
        self
    }
}

/// The members that are missing, as the beginning of a sentence: "`a`, `b` and `c` are missing".
pub(crate) fn are_missing(names: &[&str]) -> String {
    match names {
        [name] => alloc::format!("`{name}` is missing"),
        [names @ .., last] => alloc::format!("`{}` and `{last}` are missing", names.join("`, `")),
        [] => String::new(),
    }
}

/// Makes the pointers of findings text.
pub(crate) fn located(document: &Document<'_>, found: &mut [Found]) {
    let mut places: Vec<&mut Place> = Vec::with_capacity(found.len());
    for found in found {
        places.push(&mut found.place);
        places.extend(found.related.iter_mut().map(|other| &mut other.place));
    }
    locate(document, places);
}

/// Makes places text: all together in time O(n log n) and one pass over the
/// document.
pub(crate) fn locate(document: &Document<'_>, mut places: Vec<&mut Place>) {
    let order = |place: &Place| match place {
        Place::Order(order) => *order,
        Place::Pointer(_) => 0,
    };
    places.sort_by_key(|place| order(place));
    let mut ways = Ways::new(document);
    for place in places {
        if let Place::Order(order) = *place {
            let mut pointer = Pointer::root();
            pointer.append(ways.pointer(order));
            *place = Place::Pointer(pointer);
        }
    }
}

/// Places in the text of one document, in the order of the text: all of them
/// together take time O(text).
pub(crate) struct Places<'t> {
    text: &'t [u8],
    piece_start: PieceStart,
    sweep: Sweep<'t>,
    /// How far the sweep has come.
    at: u64,
}

impl<'t> Places<'t> {
    /// Places in a text that stands at `piece_start` in a longer one.
    pub(crate) fn of(text: &'t [u8], piece_start: PieceStart) -> Self {
        Self {
            text,
            at: piece_start.byte(),
            sweep: Sweep::new(text, piece_start),
            piece_start,
        }
    }

    /// Fills in the place of a range of the longer text.
    pub(crate) fn fill(&mut self, diagnostic: &mut Diagnostic, (start, end): (u64, u64)) {
        if start < self.at {
            self.sweep = Sweep::new(self.text, self.piece_start);
        }
        self.at = start;
        let offset = start.saturating_sub(self.piece_start.byte());
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

/// The rules that were looked up: many findings have few codes.
#[derive(Default)]
struct Rules(Vec<(&'static str, Option<&'static Rule>)>);

impl Rules {
    fn find(&mut self, code: &'static str) -> Option<&'static Rule> {
        if let Some((_, known)) = self.0.iter().find(|(known, _)| *known == code) {
            return *known;
        }
        let rule = rule::find(code);
        self.0.push((code, rule));
        rule
    }
}

/// Puts findings into the order of the text.
pub(super) fn in_order(found: &mut [Found]) {
    found.sort_by(|a, b| (a.range.0, a.code).cmp(&(b.range.0, b.code)));
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
    in_order(&mut found);
    let mut rules = Rules::default();
    found
        .into_iter()
        .map(|found| {
            let rule = rules.find(found.code);
            let mut diagnostic = Diagnostic::of_rule(found.code, rule, found.message);
            diagnostic.level = found.level.unwrap_or(diagnostic.level);
            diagnostic.document = document;
            diagnostic.pointer = Some(found.place.into_text());
            diagnostic.expected = found.expected;
            diagnostic.span = found.span;
            let related = found.related.into_iter().map(|other| Related {
                message: other.relation.as_str().into(),
                pointer: other.place.into_text(),
                byte_start: Some(other.range.0),
                byte_end: Some(other.range.1),
            });
            diagnostic.related = related.collect();
            diagnostic.fixes = found.fixes;
            places.fill(&mut diagnostic, found.range);
            diagnostic
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::are_missing;

    #[test]
    fn one_is_missing_and_several_are() {
        assert_eq!(are_missing(&["a"]), "`a` is missing");
        assert_eq!(are_missing(&["a", "b"]), "`a` and `b` are missing");
        assert_eq!(
            are_missing(&["a", "b", "c"]),
            "`a`, `b` and `c` are missing"
        );
    }
}
