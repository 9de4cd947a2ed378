//! Does the document have the shape of its dialect?
//!
//! One walk over the document, along the tables of the shapes. It reports what does not fit and
//! collects, on the way, every range that the document claims. Whether the ranges make sense is
//! checked in `semantics`, and against the texts in `source`.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::cell::Cell;

use super::claim::{Claim, Part, Parts};
use super::found::{Found, Slot};
use super::misplaced::Strays;
use super::plan::Plans;
use crate::dialect::argon;
use crate::dialect::unified::{self, older, renamed, standard};
use crate::envelope::mention::Mention;
use crate::envelope::shape::{Role, Shape, Type};
use crate::envelope::sign::{Look, Sign, choose};
use crate::envelope::{Context, RichSpan};
use crate::json::{Key, Kind, Node};

use pieces::Pass;
use strange::Strange;

mod alike;
mod answer;
mod beside;
mod carried;
mod held;
mod members;
pub(super) mod mentions;
mod misnamed;
mod numbers;
pub(super) mod passage;
mod pieces;
mod placed;
mod strange;

pub(crate) use carried::carries_diagnostics;
pub(crate) use held::{shape_of, takes, wrapper};
pub(crate) use pieces::walk_in_pieces;

/// A value that is held against others, by its role.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Fact<'d> {
    pub(crate) role: Role,
    pub(crate) slot: Slot<'d>,
    /// The object whose member it is.
    pub(crate) record: Node<'d>,
}

/// The id of a match, beside its range.
#[derive(Debug, Clone, Copy)]
pub(crate) struct NamedRange<'d> {
    /// Where the object of the range stands among the values of the document.
    pub(crate) range: usize,
    pub(crate) id: Slot<'d>,
    /// The object whose member the id is.
    pub(crate) record: Node<'d>,
}

/// What the walk saw.
#[derive(Debug, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is another thing that was seen, whatever the others are"
)]
pub(crate) struct Seen<'d> {
    pub(crate) found: Vec<Found>,
    /// Findings that a source may settle; see `semantics::settle`.
    pub(crate) doubts: Vec<Found>,
    pub(crate) claims: Vec<Claim<'d>>,
    /// What is said of any of the ranges, once they were looked at.
    pub(super) said: Parts,
    /// What is said of all of them.
    pub(super) said_by_all: Parts,
    /// The number of the first range of each path, once they were looked at.
    pub(crate) heads: Vec<usize>,
    pub(crate) facts: Vec<Fact<'d>>,
    /// Ids of matches.
    pub(crate) named: Vec<NamedRange<'d>>,
    /// Whether all spans have the names of seed 001.
    pub(crate) standard: bool,
    /// Whether a span of the envelope may have these names.
    pub(crate) renames: bool,
    /// For a tool that has its own names for offsets, too: the sign of a span where no shape is
    /// known, and the shape that it has then.
    own: Option<(&'static Sign, &'static Shape)>,
    /// The layout of the last span that had the names of the envelope.
    usual: Cell<(u32, &'static str)>,
    /// Whether blocks of a span may stand beside it, as in older versions.
    pub(crate) older: bool,
    /// Whether the wrapper is one that has to name its operation.
    pub(crate) of_operation: bool,
    /// The operation of a wrapper that does not name it, but is that of one operation only.
    pub(crate) shown_operation: Option<&'static str>,
    /// What is said of files beside the ranges, if that is wanted: each with its object.
    pub(crate) mentions: Vec<(Node<'d>, &'static Mention)>,
    /// Whether anything is said of files beside the ranges, wanted or not.
    pub(crate) is_mentioning: bool,
    /// Members of the root that its shape does not know.
    pub(crate) strange: Vec<Key<'d>>,
    /// Members of what the root wraps that its shape does not know; all of them, if its keys are
    /// data.
    strange_in_answer: Vec<Key<'d>>,
    /// Where what the root wraps stands, once it was looked for.
    answers: Option<[Option<usize>; 2]>,
    /// Whether anything in it has a name that no shape knows.
    pub(crate) has_strangers: bool,
    /// Where ranges begin whose missing lines and columns need not be reported: an object inside
    /// was reported as no object or as lacking members, or nothing is known of its columns.
    pub(crate) lacking: Vec<u64>,
    /// Objects that no known shape fits.
    pub(crate) unknown: Vec<Slot<'d>>,
    /// How many of the ranges, and of the ids of matches, were handed over during the walk.
    passed: (usize, usize),
    /// Values that are said of a range in whose object they do not stand: where the range stands,
    /// what the value says of it, and the value.
    outside: Vec<(usize, Part, Slot<'d>)>,
    /// Checksums of the file of a range that stand outside of it, where the range states another;
    /// each with the number of the range.
    pub(crate) contrary: Vec<(usize, Slot<'d>)>,
    /// Ids of ranges that are not those of their path and their bytes.
    pub(super) strays: Strays<'d>,
}

impl Seen<'_> {
    /// The shape of an object of no known shape, if it is a span under the tool's own names.
    pub(crate) fn own_span(&self, node: Node<'_>) -> Option<&'static Shape> {
        let (sign, shape) = self.own?;
        sign.is_on(node).then_some(shape)
    }

    /// The shape of a span or of a reference, whose members may have the names of seed 001.
    pub(crate) fn in_place_of<'s>(&self, shape: &'s Shape, node: Node<'_>) -> &'s Shape {
        if self.standard || self.renames {
            let instead = older::reference_shape(shape, node);
            if instead.name != shape.name {
                return instead;
            }
        }
        if self.standard {
            return renamed::span_shape(shape, node, true);
        }
        if !self.renames {
            return shape;
        }
        // Which names a span of a shape has is the same for all of a layout.
        let layout = (node.layout(), shape.name);
        let is_usual = layout.0 != 0 && layout == self.usual.get();
        if is_usual || !renamed::may_be_renamed(shape) {
            return shape;
        }
        if renamed::is_renamed(shape, node) {
            return renamed::span_shape(shape, node, false);
        }
        self.usual.set(layout);
        shape
    }
}

/// Walks `root` along `ty`. A member that no shape knows is reported only if it is probably a
/// misspelt one.
pub(crate) fn walk<'d>(root: Node<'d>, ty: &Type) -> Seen<'d> {
    walk_with(root, ty, false, None, false)
}

/// The same as [`walk`]; with `strict`, each member that no shape knows is reported.
pub(crate) fn walk_to_validate<'d>(root: Node<'d>, ty: &Type, strict: bool) -> Seen<'d> {
    walk_with(root, ty, strict, None, false)
}

/// The same as [`walk`], with what is said of files beside the ranges.
pub(crate) fn walk_all<'d>(root: Node<'d>, ty: &Type) -> Seen<'d> {
    walk_with(root, ty, false, None, true)
}

fn walk_with<'d, 's>(
    root: Node<'d>,
    ty: &'s Type,
    strict: bool,
    pass: Option<&'s mut Pass<'s, 'd>>,
    keeps_all: bool,
) -> Seen<'d> {
    let shape = shape_of(ty, root);
    let mut walk = Walk {
        seen: Seen {
            // The answer that seed 001 proposes.
            standard: shape.is_some_and(|shape| shape.name == standard::RESPONSE.name),
            renames: shape.is_some_and(unified::may_rename),
            own: shape.and_then(argon::own_span),
            of_operation: shape.is_some_and(Shape::is_of_operation),
            shown_operation: shape.and_then(Shape::shown_operation),
            older: shape.is_some_and(|shape| older::moves_blocks(shape, root)),
            ..Seen::default()
        },
        strict,
        is_open: false,
        unswept: Vec::new(),
        file: None,
        plans: Plans::default(),
        repeats: false,
        keeps_all,
        is_unnamed: root.get("execution_id").and_then(Node::plain_str) == Some(""),
        pass,
        known: (0, 0),
        nowhere: (0, ""),
        mentioning: None,
    };
    match shape {
        Some(shape) => walk.record(Slot::of(root), shape, None, &[]),
        None => walk.value(Slot::of(root), ty, None),
    }
    walk.swept();
    let mut seen = walk.seen;
    seen.settle();
    seen
}

/// For how many ranges there is room once there is one.
const USUAL: usize = 16;

/// The same for facts: in most documents only the wrapper has some.
const FACTS: usize = 4;

#[expect(
    clippy::struct_excessive_bools,
    reason = "each is of what is looked at, and says nothing of the others"
)]
struct Walk<'d, 's> {
    seen: Seen<'d>,
    strict: bool,
    /// Whether the value in hand stands where the published shape takes any value.
    is_open: bool,
    /// Values of which no shape is known, not yet looked into.
    unswept: Vec<Slot<'d>>,
    /// The path of the file of ranges that name none.
    file: Option<Slot<'d>>,
    plans: Plans<'s>,
    /// Whether the value in hand is in one of many elements that are alike.
    repeats: bool,
    /// Whether what is said of files is wanted, and ranges are kept that were handed over.
    keeps_all: bool,
    /// Whether the id of the run is empty: then ids that are empty, too, are not reported one by
    /// one.
    is_unnamed: bool,
    /// Takes ranges that need not be kept; taken out while a list is walked whose elements are
    /// handed over.
    pass: Option<&'s mut Pass<'s, 'd>>,
    /// How many ranges, and how many values said outside of them, are of lists that are at their
    /// end: nothing more will be said of those.
    known: (usize, usize),
    /// The layout of the last object that could state both ends of a place and has no member for
    /// that; and the name of the first such member.
    nowhere: (u32, &'static str),
    /// The layout of the last object that could say something of a file, what it could say, and
    /// whether it has any member for that.
    mentioning: Option<(u32, &'static [Mention], bool)>,
}

/// So many elements of one layout are worth a plan for the first of them.
const MANY: u64 = 4;

/// The code of a value that is not what its name says, where the published schemas take any.
const MISFIT: &str = "OPEN_VALUE_MISFIT";

impl<'d, 's> Walk<'d, 's> {
    /// Reports that a value is not of its shape.
    fn report(&mut self, code: &'static str, slot: Slot<'d>, message: String) {
        let found = Found::at(self.code(code), slot, message);
        self.seen.found.push(found);
    }

    /// The code of a fault of structure. In places that the published schemas leave open, nothing
    /// is a fault by them, and the code is another one.
    const fn code(&self, code: &'static str) -> &'static str {
        if self.is_open { MISFIT } else { code }
    }

    /// Holds a value to its type. `claim`: the number of the range that it is said of.
    fn value(&mut self, slot: Slot<'d>, ty: &'s Type, claim: Option<usize>) {
        let node = slot.node;
        let kind = node.kind();
        match (ty, kind) {
            (Type::Text | Type::Words(_), Kind::String)
            | (Type::Number, Kind::Number)
            | (Type::Flag, Kind::Bool) => {}
            (Type::Count, Kind::Number) => self.count(slot),
            (Type::Count32, Kind::Number) => {
                self.count(slot);
                self.narrow(slot);
            }
            (Type::Integer, Kind::Number) => self.integer(slot),
            (Type::List(item), Kind::Array) => {
                let outer = self.repeats;
                self.repeats |= node.item_layout() > 0 && node.len() >= MANY;
                let unknown = self.seen.unknown.len();
                self.list(node, item);
                self.alike(node, item, unknown);
                self.repeats = outer;
            }
            (Type::Map(item), Kind::Object) => {
                self.seen.note_keys(node);
                for (_, value) in node.members() {
                    self.value(Slot::of(value), item, None);
                }
            }
            (Type::Record(shape), Kind::Object) => {
                let shape = self.seen.in_place_of(shape, node);
                self.record(slot, shape, claim, &[]);
            }
            (Type::Choice(shapes), Kind::Object) => match choose(shapes, node) {
                Some(shape) => self.record(slot, shape, claim, shapes),
                None => self.unknown(slot, shapes),
            },
            (Type::Any, _) => self.sweep(slot),
            (Type::Open(ty), _) => self.open(slot, ty),
            (Type::OneOf(types), _) => match types.iter().find(|ty| takes(ty, node)) {
                Some(one) => self.value(slot, one, claim),
                None => self.mismatch(slot, ty),
            },
            (Type::Record(_), _) => {
                self.lacks(claim);
                self.mismatch(slot, ty);
            }
            _ => self.mismatch(slot, ty),
        }
    }

    /// A value that the published schemas leave open, and that should be of this type.
    fn open(&mut self, slot: Slot<'d>, ty: &'s Type) {
        let outer = core::mem::replace(&mut self.is_open, true);
        self.value(slot, ty, None);
        self.is_open = outer;
        // What is of another type may hold ranges, as anything may.
        if !takes(ty, slot.node) {
            self.sweep(slot);
        }
    }

    /// Notes that what a range lacks is reported of an object inside of it.
    fn lacks(&mut self, claim: Option<usize>) {
        let claim = claim.and_then(|claim| self.seen.claims.get(claim));
        let at = claim.map(|claim| claim.slot.node.byte_range().0);
        self.seen.lacking.extend(at);
    }

    fn mismatch(&mut self, slot: Slot<'d>, ty: &Type) {
        let found = article(slot.node.kind());
        let message = format!("expected {}, found {found}", ty.expects());
        self.report("TYPE_MISMATCH", slot, message);
    }

    /// An object of a shape, which was chosen among `shapes` if there are any. `outer`: the number
    /// of the range around it.
    fn record(
        &mut self,
        slot: Slot<'d>,
        mut shape: &'s Shape,
        outer: Option<usize>,
        shapes: &[&'s Shape],
    ) {
        let node = slot.node;
        let plan = self.plans.find(node, shape, self.repeats);
        if plan.is_none() && !shapes.is_empty() {
            shape = misnamed::meant(node, shape, shapes).unwrap_or(shape);
        }
        if shape.reaches_into_lists {
            self.pass = None;
        }
        if !shape.mentions.is_empty() && self.may_mention(node, shape.mentions) {
            self.mentions(node, shape.mentions);
            self.placed(node, shape.mentions);
        }
        let claim = if shape.is_range {
            Some(self.claimed(slot))
        } else {
            outer
        };
        if let Some(plan) = plan {
            return self.planned(node, shape, claim, plan);
        }
        let mut strange: Vec<Strange<'d>> = Vec::new();
        let mut named = 0u64;
        for (key, value) in node.members() {
            if let Some((at, field)) = shape.member(key) {
                named |= 1 << at;
                self.member(node, value, (shape, at, field), claim);
            } else {
                strange.push(Strange::new(key, value));
            }
        }
        let gone = shape.must & !named;
        if gone != 0 {
            if !shape.is_range {
                self.lacks(claim);
            }
            for (at, field) in shape.fields.iter().enumerate() {
                if gone & (1 << at) != 0 {
                    self.missing(slot, field, &strange);
                }
            }
        }
        if !strange.is_empty() {
            self.strangers(node, shape, strange, named);
        }
    }

    /// Begins a range, of the file that the objects around it name. Returns its number.
    fn claimed(&mut self, slot: Slot<'d>) -> usize {
        let mut claim = Claim::new(slot);
        if let Some(file) = self.file {
            claim.set(Part::Path, file);
        }
        if self.seen.claims.capacity() == 0 {
            self.seen.claims.reserve(USUAL);
        }
        self.seen.claims.push(claim);
        self.seen.claims.len() - 1
    }

    /// Does with the value of a member what its role asks for.
    fn role(&mut self, record: Node<'d>, slot: Slot<'d>, role: Role, claim: Option<usize>) {
        match role {
            Role::Plain | Role::Tag(_) | Role::Question => {}
            Role::Said if !slot.node.is_empty_text() => {}
            Role::Data | Role::Answer | Role::Failure(_) => self.wrapped(slot, role),
            Role::DataOr(shapes) => {
                self.wrapped(slot, role);
                self.meant_for(slot.node, shapes);
            }
            Role::AnswerTo { command, answers } => {
                self.wrapped(slot, role);
                self.answer_to(record.get(command), slot, answers);
            }
            Role::AnyOf(names) => self.any_of(slot, names),
            Role::Unproved(_) if !self.keeps_all => {}
            Role::EndOf(start) => self.end_of(record, slot, start),
            Role::CountOf(list) => self.count_of(record, slot, list),
            Role::TrueIfNone(count) => self.true_if_none(record, slot, count),
            Role::IdOf(pointer) => {
                if let Some(node) = descend(record, pointer) {
                    self.named(node, slot, record);
                }
            }
            Role::TextOf(pointer) => self.outside(record, pointer, Part::Text, slot),
            Role::AmongOf(pointer) => self.passage(record, pointer, slot),
            Role::LinesOf(pointer) => self.outside(record, pointer, Part::WholeLines, slot),
            Role::HeadOf {
                range,
                cut,
                needs_cut,
            } => self.head(record, slot, range, (cut, needs_cut)),
            Role::AroundOf(pointer) => {
                if let Some(range) = descend(record, pointer) {
                    self.block(range, &Context::SHAPE, slot.node);
                }
            }
            Role::FileChecksumOf { ranges, file } => {
                self.of_file(record, slot, Part::FileChecksum, (ranges, file), None);
            }
            Role::FileAfterOf { ranges, file, last } => {
                self.of_file(record, slot, Part::FileAfter, (ranges, file), last);
            }
            Role::ChecksumOf(pointer) => self.outside(record, pointer, Part::SpanChecksum, slot),
            role => {
                if let (Some(part), Some(claim)) = (Part::of(role), claim) {
                    if let Some(claim) = self.seen.claims.get_mut(claim) {
                        claim.set(part, slot);
                    }
                    return;
                }
                if self.seen.facts.capacity() == 0 {
                    self.seen.facts.reserve(FACTS);
                }
                self.seen.facts.push(Fact { role, slot, record });
            }
        }
    }

    /// Notes the id of a match, and where its range stands.
    fn named(&mut self, range: Node<'d>, id: Slot<'d>, record: Node<'d>) {
        if self.seen.named.capacity() == 0 {
            self.seen.named.reserve(USUAL);
        }
        if !self.is_unnamed && id.node.plain_str() == Some("") {
            self.seen.found.push(Found::spelt("ID_EMPTY", id, ""));
        }
        let range = range.order();
        self.seen.named.push(NamedRange { range, id, record });
    }

    /// Looks for ranges in a value of no known shape. It is done later, so that values that are
    /// nested deeply need no deep recursion.
    fn sweep(&mut self, slot: Slot<'d>) {
        if is_container(slot.node) {
            self.unswept.push(slot);
        }
    }

    /// Looks into the values that were put off by [`Self::sweep`].
    fn swept(&mut self) {
        // What stands in a value of no known shape may have any members.
        self.strict = false;
        while let Some(slot) = self.unswept.pop() {
            if let Some(shape) = self.seen.own_span(slot.node) {
                self.record(slot, shape, None, &[]);
                continue;
            }
            if is_span(slot.node) {
                if !has_columns(slot.node) {
                    // Whoever prints it may know lines only.
                    self.seen.lacking.push(slot.node.byte_range().0);
                }
                let is_theirs = self.seen.standard && renamed::SPAN_SIGN.is_on(slot.node);
                let shape = if is_theirs {
                    &standard::SPAN
                } else {
                    &RichSpan::SHAPE
                };
                self.record(slot, shape, None, &[]);
                continue;
            }
            for item in slot.node.items() {
                self.sweep(Slot::of(item));
            }
            for (key, value) in slot.node.members() {
                self.beside(slot.node, key, value);
                self.sweep(Slot::of(value));
            }
        }
    }
}

pub(crate) fn is_container(node: Node<'_>) -> bool {
    matches!(node.kind(), Kind::Array | Kind::Object)
}

/// Whether an object of unknown shape is a span of the envelope.
pub(crate) fn is_span(value: impl Look) -> bool {
    let has = |key, kind| value.member(key).is_some_and(|it| it.kind() == kind);
    has("file_path", Kind::String)
        && has("byte_start", Kind::Number)
        && has("byte_end", Kind::Number)
}

/// Whether a span of the envelope says anything of its columns.
fn has_columns(span: Node<'_>) -> bool {
    let columns = [Role::StartColumn, Role::EndColumn];
    let mut columns = columns
        .iter()
        .filter_map(|role| RichSpan::SHAPE.with_role(*role));
    columns.any(|field| span.get(field.name).is_some())
}

/// Whether a key names a member of the span that objects of a shape have: seed 000 shows such
/// members beside the span, too, so that they are not misspelt.
fn member_of_span(shape: &Shape, key: Key<'_>) -> bool {
    match shape.field("span").map(|field| field.ty) {
        Some(Type::Record(span)) => span.member(key).is_some(),
        _ => false,
    }
}

/// The text at a pointer of plain keys below a node.
fn below<'d>(node: Node<'d>, pointer: &str) -> Option<Slot<'d>> {
    let text = descend(node, pointer).filter(|node| node.kind() == Kind::String);
    text.map(Slot::of)
}

/// The value at a pointer of plain keys below a node.
fn descend<'d>(mut node: Node<'d>, mut pointer: &str) -> Option<Node<'d>> {
    // Keys are short: no search for the next `/` is worth its call.
    while let Some(rest) = pointer.strip_prefix('/') {
        let end = rest.bytes().position(|byte| byte == b'/');
        let (key, others) = rest.split_at(end.unwrap_or(rest.len()));
        node = node.get(key)?;
        pointer = others;
    }
    Some(node)
}

pub(super) const fn article(kind: Kind) -> &'static str {
    match kind {
        Kind::Null => "null",
        Kind::Bool => "a boolean",
        Kind::Number => "a number",
        Kind::String => "a string",
        Kind::Array => "an array",
        Kind::Object => "an object",
    }
}
