//! The cases: every range of a document, with what it says of itself. What it means is not
//! asked here; those of all documents of a text are in `gather`.

use alloc::borrow::{Cow, ToOwned};
use alloc::boxed::Box;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::cell::OnceCell;

use super::DetectiveOptions;
use super::evidence::Elsewhere;
use crate::checksum::Checksum;
use crate::dialect::Convention;
use crate::documents;
use crate::envelope::mention::Says;
use crate::json::{Kind, Node, Ways};
use crate::source::one_spelling;
use crate::validate::{
    Around, Claim, Part, Seen, StatedSums, around, changes_files, deletes, is_asked, read_checksum,
};

/// The numbers that a range can state, in the order of [`Case::numbers`].
pub(super) const FIELDS: [(Part, &str); 6] = [
    (Part::ByteStart, "byte_start"),
    (Part::ByteEnd, "byte_end"),
    (Part::StartLine, "start_line"),
    (Part::StartColumn, "start_col"),
    (Part::EndLine, "end_line"),
    (Part::EndColumn, "end_col"),
];

/// Index of a number of a case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[repr(usize)]
pub(super) enum Field {
    ByteStart,
    ByteEnd,
    StartLine,
    StartColumn,
    EndLine,
    EndColumn,
}

impl Field {
    /// In the order of [`Case::numbers`].
    pub(super) const ALL: [Self; FIELDS.len()] = [
        Self::ByteStart,
        Self::ByteEnd,
        Self::StartLine,
        Self::StartColumn,
        Self::EndLine,
        Self::EndColumn,
    ];
}

/// A number and where it stands in the text of the document.
#[derive(Debug, Clone, Copy)]
pub(super) struct Number {
    pub(super) value: i64,
    pub(super) at: (u64, u64),
    /// Where it stands among the values of its document.
    pub(super) order: usize,
}

/// Zeros that stand for unknown lines and columns, in the order of [`Case::numbers`].
pub(super) type Zeros = [Option<Number>; FIELDS.len()];

/// One range.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is known by itself")]
pub(super) struct Case {
    /// Number of its document.
    pub(super) document: Option<u64>,
    /// Where its object stands among the values of its document.
    pub(super) order: usize,
    pub(super) path: String,
    pub(super) numbers: [Option<Number>; FIELDS.len()],
    /// Lines and columns that are all 0, if the dialect writes that for unknown ones: then they are
    /// not among the numbers.
    pub(super) zeros: Option<Box<Zeros>>,
    /// The text of the range, as the tool found it.
    pub(super) text: Option<String>,
    /// The checksum of that text.
    pub(super) checksum: Option<Checksum>,
    /// Whether the checksum is of the text before an operation, by the convention of the tool.
    is_early: bool,
    pub(super) around: Around<String>,
    /// A name that the text should hold.
    pub(super) name: Option<String>,
    /// The checksum of the file that the range is of.
    pub(super) file: Option<Checksum>,
    /// The checksum of the file after an operation, where that of the file before is not known.
    pub(super) file_after: Option<Checksum>,
    /// A checksum of the file that may be the one before or after an operation.
    pub(super) file_either: Option<Checksum>,
    /// Whether the range was taken out of the file.
    pub(super) deleted: bool,
    /// Whether it was taken out, and no checksum can show that a text is the file before.
    pub(super) unshown: bool,
    /// Whether it has an id, which may be made of its offsets.
    pub(super) has_id: bool,
    /// Whether its text also stands among the lines that are told, once that was looked for.
    pub(super) elsewhere: OnceCell<Elsewhere>,
    /// A place whose text has the checksum, once one was found.
    pub(super) sealed: OnceCell<(u64, u64)>,
}

impl Case {
    /// A range of which nothing is known but its numbers.
    pub(super) fn bare(
        document: Option<u64>,
        order: usize,
        path: String,
        numbers: [Option<Number>; FIELDS.len()],
    ) -> Self {
        Self {
            document,
            order,
            path,
            numbers,
            zeros: None,
            text: None,
            checksum: None,
            is_early: false,
            around: Around::default(),
            name: None,
            file: None,
            file_after: None,
            file_either: None,
            deleted: false,
            unshown: false,
            has_id: false,
            elsewhere: OnceCell::new(),
            sealed: OnceCell::new(),
        }
    }

    pub(super) fn number(&self, field: Field) -> Option<i64> {
        self.numbers[field as usize].map(|number| number.value)
    }

    /// Forgets what an operation may say of its range afterwards.
    pub(super) fn forget_text(&mut self) {
        if !self.is_early {
            self.checksum = None;
        }
        self.around = Around::default();
    }
}

/// What a document says was done to files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Deed {
    Nothing,
    Deletion,
    OtherChange,
}

/// The ranges of a document that name a file and state a start, and whether the document
/// tells of a change.
pub(super) fn cases_of(
    seen: &Seen<'_>,
    root: Node<'_>,
    number: Option<u64>,
    convention: &'static Convention,
) -> (Vec<Case>, bool) {
    let deed = match (changes_files(seen), deletes(seen)) {
        (true, true) => Deed::Deletion,
        (true, false) => Deed::OtherChange,
        _ => Deed::Nothing,
    };
    let changed = match deed {
        Deed::Nothing => Changed::default(),
        Deed::Deletion | Deed::OtherChange => Changed::of(seen, convention),
    };
    let ranges = seen.claims.iter();
    let cases = ranges.filter_map(|claim| case(claim, number, (convention, deed), &changed));
    let mut cases: Vec<Case> = cases.collect();
    name_all(root, &mut cases);
    (cases, deed != Deed::Nothing)
}

/// The checksums of a file before an operation and after it.
type Pair = [Option<Checksum>; 2];

/// The byte range of an object that tells of a changed file, and the checksums that it tells.
type Saying = ((u64, u64), Pair);

/// What is said of changed files beside their ranges, by one spelling of their paths, in the
/// order of the text.
#[derive(Default)]
struct Changed(BTreeMap<String, Vec<Saying>>);

impl Changed {
    fn of(seen: &Seen<'_>, convention: &Convention) -> Self {
        let mut all: BTreeMap<String, Vec<Saying>> = BTreeMap::new();
        for (record, mention) in &seen.mentions {
            let Says::Change(before, after) = mention.says else {
                continue;
            };
            let text = |member| record.get(member).and_then(Node::as_str);
            let sum = |member| read_checksum(&text(member)?, convention).ok()?;
            if let Some(file) = text(mention.file) {
                let said = all.entry(one_spelling(&file, None)).or_default();
                said.push((record.byte_range(), [sum(before), sum(after)]));
            }
        }
        for said in all.values_mut() {
            said.sort_by_key(|(within, _)| within.0);
            // Where all say the same, it does not matter which of them a range stands in.
            if said
                .windows(2)
                .all(|two| matches!(two, [(_, a), (_, b)] if a == b))
            {
                said.truncate(1);
            }
        }
        Self(all)
    }

    /// The checksums that go with a range: of several changes, those of the one in which it
    /// stands.
    fn around(&self, path: &str, (start, end): (u64, u64)) -> Option<Pair> {
        let said = self.0.get(&one_spelling(path, None))?;
        if let [(_, only)] = said.as_slice() {
            return Some(*only);
        }
        let count = said.partition_point(|(within, _)| within.0 <= start);
        let (within, pair) = said.get(count.checked_sub(1)?)?;
        (end <= within.1).then_some(*pair)
    }
}

/// A range, if it names a file and states a start. How it is read depends on the convention, and on
/// what its document says was done to files.
fn case(
    claim: &Claim<'_>,
    document: Option<u64>,
    (convention, deed): (&Convention, Deed),
    changed: &Changed,
) -> Option<Case> {
    let path = claim.text(Part::Path)?.into_owned();
    let mut numbers = FIELDS.map(|(part, _)| claim.get(part).and_then(|slot| number(slot.node)));
    let [.., start_line, start_column, end_line, end_column] = &numbers;
    let coordinates = [start_line, start_column, end_line, end_column];
    let natural = |number: &Option<Number>| u64::try_from(number.as_ref()?.value).ok();
    let mut zeros = None;
    if convention.are_unknown(coordinates.map(natural)) {
        let mut all: Zeros = [None; FIELDS.len()];
        for (number, zero) in numbers.iter_mut().zip(&mut all).skip(2) {
            *zero = number.take();
        }
        zeros = Some(Box::new(all));
    }
    if numbers[Field::ByteStart as usize].is_none() && numbers[Field::StartLine as usize].is_none()
    {
        return None;
    }
    let sums = StatedSums::of(claim, convention);
    let shown = around(claim);
    let owned = |lines: Option<Vec<Cow<'_, str>>>| {
        lines.map(|lines| lines.into_iter().map(Cow::into_owned).collect())
    };
    let StatedSums {
        mut before,
        mut after,
        file: whole,
        ..
    } = sums;
    let changes = deed != Deed::Nothing;
    let says_neither = before.is_none() && after.is_none();
    if changes
        && says_neither
        && let Some(said) = changed.around(&path, claim.slot.node.byte_range())
    {
        [before, after] = said;
    }
    let unknown = changes && before.is_none();
    // The text of an empty edit is what is put in, and stands nowhere yet (E4).
    let is_empty =
        claim.number(Part::ByteStart) == claim.number(Part::ByteEnd) && is_asked(claim.slot.node);
    let mut case = Case {
        zeros,
        text: claim
            .text(Part::Text)
            .filter(|_| !is_empty)
            .map(Cow::into_owned),
        checksum: sums.span.filter(|_| !is_empty),
        // An envelope may come from a tool that prints checksums of the changed file as those
        // before.
        is_early: !convention.late_checksums && *convention != Convention::CANONICAL,
        around: Around {
            before: owned(shown.before),
            selected: owned(shown.selected),
            after: owned(shown.after),
            inline_before: shown.inline_before.map(Cow::into_owned),
            inline_after: shown.inline_after.map(Cow::into_owned),
        },
        file: before.or_else(|| whole.filter(|_| !changes)),
        file_after: after.filter(|_| unknown),
        file_either: whole.filter(|_| unknown),
        deleted: deed == Deed::Deletion,
        unshown: deed == Deed::Deletion && unknown && after.is_none() && whole.is_none(),
        has_id: claim.get(Part::SpanId).is_some(),
        ..Case::bare(document, claim.order(), path, numbers)
    };
    let is_other = says_neither && before.is_some() && whole.is_some_and(|it| Some(it) != before);
    if is_other || sums.of_changed_file(convention).is_some() {
        case.forget_text();
    }
    Some(case)
}

/// A whole number of either sign.
pub(super) fn number(node: Node<'_>) -> Option<Number> {
    Some(Number {
        value: node.as_i64_safe().ok()?.value,
        at: node.byte_range(),
        order: node.order(),
    })
}

/// Gives names to the ranges that have nothing better to be recognised by: that of the object with
/// a `name` that is the range or holds it.
fn name_all(root: Node<'_>, cases: &mut [Case]) {
    let poor = |case: &Case| case.text.is_none() && case.checksum.is_none();
    let mut names: BTreeMap<usize, String> = BTreeMap::new();
    if !cases.iter().any(poor) {
        return;
    }
    let mut open = alloc::vec![root];
    while let Some(node) = open.pop() {
        match node.kind() {
            Kind::Array => open.extend(node.items()),
            Kind::Object => {
                if let Some(name) = node.get("name").and_then(Node::as_str)
                    && !name.is_empty()
                {
                    names.insert(node.order(), name.to_string());
                    if let Some(span) = node.get("span") {
                        names.insert(span.order(), name.into_owned());
                    }
                }
                open.extend(node.members().map(|(_, value)| value));
            }
            _ => {}
        }
    }
    for case in cases.iter_mut().filter(|case| poor(case)) {
        case.name = names.remove(&case.order);
    }
}

/// Which value of a text: the number of its document, and its place among the values of that.
pub(super) type Spot = (Option<u64>, usize);

/// JSON Pointers of some values. The text is read once more, because hardly any are
/// needed.
pub(super) fn pointers(
    text: &[u8],
    options: &DetectiveOptions,
    wanted: &BTreeSet<Spot>,
) -> BTreeMap<Spot, String> {
    let mut found = BTreeMap::new();
    if wanted.is_empty() {
        return found;
    }
    documents::each(text, &options.read, |piece| {
        let here = wanted.range((piece.number, 0)..=(piece.number, usize::MAX));
        let mut here = here.peekable();
        let Ok(document) = piece.result else { return };
        if here.peek().is_none() {
            return;
        }
        let mut ways = Ways::new(&document);
        for spot in here {
            found.insert(*spot, ways.pointer(spot.1).to_owned());
        }
    });
    found
}
