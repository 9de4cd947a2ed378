//! What becomes of all objects with the same keys, worked out once.
//!
//! A tool prints one match after the other with the same members in the same order, and
//! all of them go to the same places of the envelope. A plan says which they are, in the
//! order in which canonical JSON writes them, with the text that stands between them. It
//! only repeats what the tables say, and is made for objects of which they say all; an
//! object that it does not fit goes the long way. How it is followed is in `planned`.

use alloc::borrow::Cow;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::vec::Vec;
use core::cell::OnceCell;

use super::flat::KIND;
use super::planned::Names;
use super::{is_checksum, is_plain};
use crate::dialect::convention::Convention;
use crate::dialect::mapping::{How, Mapping, Move, keys};
use crate::envelope::shape::{Field, Role, Shape, Type};
use crate::json::{Key, Node, compare_utf16, same_key, write_string};
use crate::validate::COORDINATES;

/// Most members of an object with a plan.
const MEMBERS: u64 = 64;

/// Bytes that usually stand around the values of an object.
const TEXT: usize = 256;

/// Most plans of one document.
const PLANS: usize = 32;

/// The plans that were made.
#[derive(Debug, Default)]
pub(super) struct Plans<'d> {
    made: Vec<Rc<Plan<'d>>>,
    /// The one that is expected next.
    next: usize,
}

/// What becomes of objects of one shape that have these members.
#[derive(Debug)]
pub(super) struct Plan<'d> {
    pub(super) shape: &'static Shape,
    /// The layout that the reader saw in such an object; 0 if it had none.
    layout: u32,
    pub(super) members: Vec<Member<'d>>,
    /// What is written, in this order; nothing if the tables do not say all of it.
    pub(super) steps: Option<Vec<Step>>,
    /// What stands before each value, and behind the last.
    pub(super) text: String,
    /// Members whose values are made before anything is written.
    pub(super) made: Vec<usize>,
    /// Whether lines and columns are proved.
    pub(super) proves: bool,
    /// The members with path, start and end, where an id is made of them.
    pub(super) id: Option<[usize; 3]>,
    /// What its places are called in the list of changes, once that was asked.
    pub(super) names: OnceCell<Names>,
}

/// One member of such an object.
#[derive(Debug)]
pub(super) struct Member<'d> {
    pub(super) key: &'d str,
    hash: u32,
    is_null: bool,
    /// Where the shape has it.
    index: usize,
    pub(super) needs: Needs,
    pub(super) field: Option<&'static Field>,
    pub(super) to: Option<&'static Move>,
    /// Where its value comes from; nothing if it is not written, or by a hook.
    pub(super) source: Option<Source>,
    /// Whether it is a null that says nothing.
    pub(super) is_left_out: bool,
}

impl Member<'_> {
    /// Whether it has the same key in the same object of the envelope.
    pub(super) fn stays(&self) -> bool {
        let names = self.to.zip(self.field);
        names.is_none_or(|(to, field)| to.to.strip_prefix('/') == Some(field.name))
    }
}

/// What must hold for the value of a member, or the object goes the long way.
#[derive(Debug, Clone, Copy)]
pub(super) enum Needs {
    Nothing,
    /// It can be what it must be in the envelope.
    Usable,
    /// That, and it is a path in its canonical spelling.
    Path,
    /// It is no zero: four of them mean that nothing is known.
    NoZero,
    /// No range was found in it.
    NoSpan,
    /// It is no checksum without the name of its algorithm.
    Named,
}

/// What is written next, and where the text ends that stands before it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Step {
    pub(super) end: usize,
    pub(super) source: Source,
}

/// Where a value comes from.
#[derive(Debug, Clone, Copy)]
pub(super) enum Source {
    /// The member, as it stands there.
    Read(usize),
    /// The member, as the envelope writes its type.
    Typed(usize),
    /// The value that was made of a member, by its number among those.
    Made(usize),
    /// One of the four lines and columns that are proved.
    Line(usize),
    /// The id of the span.
    Id,
}

/// A place of the object in the envelope, and what stands there.
struct Leaf<'d> {
    /// The keys that lead to it; those that it has not are empty.
    keys: [&'d str; 4],
    value: Content,
}

#[derive(Clone, Copy)]
enum Content {
    From(Source),
    Word(&'static str),
}

impl<'d> Plans<'d> {
    /// The plan for an object; its values are added to `values`, one for each member.
    pub(super) fn of(
        &mut self,
        shape: &'static Shape,
        node: Node<'d>,
        convention: &Convention,
        values: &mut Vec<Node<'d>>,
    ) -> Option<Rc<Plan<'d>>> {
        let count = self.made.len();
        for at in (self.next..count).chain(0..self.next) {
            let plan = self.made.get(at)?;
            if plan.fits(shape, node, values) {
                self.next = if at + 1 < count { at + 1 } else { 0 };
                return Some(Rc::clone(plan));
            }
        }
        if count >= PLANS || node.len() > MEMBERS {
            return None;
        }
        let plan = Rc::new(Plan::new(shape, node, convention)?);
        self.made.push(Rc::clone(&plan));
        plan.fits(shape, node, values).then_some(plan)
    }
}

impl<'d> Plan<'d> {
    fn fits(&self, shape: &'static Shape, node: Node<'d>, values: &mut Vec<Node<'d>>) -> bool {
        if !core::ptr::eq(self.shape, shape) {
            return false;
        }
        let first = values.len();
        values.reserve(self.members.len());
        // Objects of one layout have the same keys.
        let same = self.layout > 0 && node.layout() == self.layout;
        let mut there = node.members();
        for known in &self.members {
            match there.next() {
                Some((key, value))
                    if value.is_null() == known.is_null && (same || known.is(key)) =>
                {
                    values.push(value);
                }
                _ => {
                    values.truncate(first);
                    return false;
                }
            }
        }
        let fits = there.next().is_none();
        if !fits {
            values.truncate(first);
        }
        fits
    }

    /// The plan for objects like this one; nothing if a key has escapes.
    fn new(shape: &'static Shape, node: Node<'d>, convention: &Convention) -> Option<Self> {
        let mut members = Vec::with_capacity(usize::try_from(node.len()).unwrap_or(0));
        for (key, value) in node.members() {
            let Cow::Borrowed(name) = key.as_str() else {
                return None;
            };
            let known = shape.member(key);
            let mapped = known.and_then(|(index, _)| shape.mapping?.of(index));
            members.push(Member {
                key: name,
                hash: key.hash(),
                is_null: value.is_null(),
                index: known.map_or(0, |(index, _)| index),
                needs: Needs::Nothing,
                field: known.map(|(_, field)| field),
                to: mapped,
                source: None,
                is_left_out: false,
            });
        }
        let mut plan = Self {
            shape,
            layout: node.layout(),
            members,
            steps: None,
            text: String::new(),
            made: Vec::new(),
            proves: false,
            id: None,
            names: OnceCell::new(),
        };
        if let Some(mut leaves) = plan.leaves(convention) {
            leaves.sort_unstable_by(|a, b| {
                let mut pairs = a.keys.iter().zip(&b.keys).map(|(a, b)| compare_utf16(a, b));
                let first = pairs.find(|order| order.is_ne());
                first.unwrap_or(core::cmp::Ordering::Equal)
            });
            plan.text.reserve(TEXT);
            plan.steps = write(&leaves, &mut plan.text);
        }
        Some(plan)
    }

    /// What is written where; nothing if the tables do not say it.
    fn leaves(&mut self, convention: &Convention) -> Option<Vec<Leaf<'d>>> {
        let Self {
            shape,
            members,
            made,
            ..
        } = self;
        let mapping = shape.mapping;
        if mapping.is_some_and(|mapping| mapping.read.is_some()) {
            return None;
        }
        let mut leaves = Vec::with_capacity(members.len() + COORDINATES.len() + 1);
        for (at, member) in members.iter_mut().enumerate() {
            let Some(field) = member.field else {
                let taken = mapping.is_some_and(|mapping| mapping.takes(member.key));
                if taken || member.key.is_empty() || member.key == KIND {
                    return None;
                }
                member.needs = Needs::NoSpan;
                member.source = Some(Source::Read(at));
                leaves.push(Leaf::new([member.key, "", "", ""], Source::Read(at)));
                continue;
            };
            let optional = match mapping {
                Some(to) => field.presence.takes_null() || to.is_optional(member.index, field),
                None => field.presence.omits_null(),
            };
            if member.is_null && optional {
                member.is_left_out = true;
                continue;
            }
            // Of four zeros, one is the line of the start.
            let is_line = field.role == Role::StartLine || field.name == COORDINATES[0].1;
            if convention.zeros_are_unknown && is_line {
                member.needs = Needs::NoZero;
            }
            let named = field.role == Role::BareSpanChecksum && convention.bare_checksum.is_some();
            let read = if named {
                made.push(at);
                Source::Made(made.len() - 1)
            } else if is_as_read(&field.ty) {
                Source::Read(at)
            } else {
                Source::Typed(at)
            };
            // Most have a name, and are as they are read.
            let may_be_bare = is_checksum(field.role) && convention.bare_checksum.is_some();
            if may_be_bare {
                if member.to.is_some_and(|to| matches!(to.how, How::Same)) {
                    return None;
                }
                member.needs = Needs::Named;
            }
            let Some(to) = member.to else {
                member.source = Some(read);
                leaves.push(Leaf::new([field.name, "", "", ""], read));
                continue;
            };
            // Its value must be one that can stand there.
            match (member.needs, &field.ty) {
                (Needs::NoZero, Type::Count | Type::Count32) => {}
                (Needs::NoZero, _) => return None,
                _ => member.needs = Needs::Usable,
            }
            if to.to.is_empty() {
                return None;
            }
            let source = match to.how {
                How::Hook => continue,
                How::Unless(_) | How::DigestUnless(..) => return None,
                How::Path => {
                    member.needs = Needs::Path;
                    Source::Read(at)
                }
                How::Same => read,
                _ => {
                    made.push(at);
                    Source::Made(made.len() - 1)
                }
            };
            member.source = Some(source);
            leaves.push(Leaf::new(to.keys, source));
        }
        if let Some(mapping) = mapping {
            self.add(mapping, &mut leaves);
        }
        Some(leaves)
    }

    /// What no member says: the words that the tool does not print, and of a span the
    /// lines that are proved, and its id.
    fn add(&mut self, mapping: &Mapping, leaves: &mut Vec<Leaf<'d>>) {
        for (place, word) in mapping.adds {
            leaves.push(Leaf {
                keys: keys(place),
                value: Content::Word(word),
            });
        }
        let Some(place) = mapping.proves else {
            return;
        };
        self.proves = true;
        let inside = |name: &'static str| {
            let mut keys = keys(place);
            if let Some(free) = keys.iter_mut().find(|key| key.is_empty()) {
                *free = name;
            }
            keys
        };
        let from = |name| {
            let keys = inside(name);
            let leaf = leaves.iter().find(|leaf| leaf.stands_at(&keys))?;
            match leaf.value {
                Content::From(Source::Read(at)) => Some(at),
                _ => None,
            }
        };
        let sources = [from("file_path"), from("byte_start"), from("byte_end")];
        let id = inside("span_id");
        let has_id = leaves.iter().any(|leaf| leaf.stands_at(&id));
        if let ([Some(path), Some(start), Some(end)], false) = (sources, has_id) {
            self.id = Some([path, start, end]);
            leaves.push(Leaf::new(id, Source::Id));
        }
        for (number, (_, name)) in COORDINATES.into_iter().enumerate() {
            leaves.push(Leaf::new(inside(name), Source::Line(number)));
        }
    }
}

impl Member<'_> {
    #[inline]
    fn is(&self, key: Key<'_>) -> bool {
        key.hash() == self.hash && key.is(self.key)
    }
}

impl<'d> Leaf<'d> {
    const fn new(keys: [&'d str; 4], source: Source) -> Self {
        Self {
            keys,
            value: Content::From(source),
        }
    }

    /// Whether these keys lead to it. The first are the same for many.
    fn stands_at(&self, keys: &[&str; 4]) -> bool {
        let mut pairs = self.keys.iter().zip(keys).rev();
        pairs.all(|(a, b)| same_key(a.as_bytes(), b.as_bytes()))
    }

    fn depth(&self) -> usize {
        self.keys.iter().take_while(|key| !key.is_empty()).count()
    }
}

/// Whether a value of a type is the same in the envelope, whatever it is.
pub(super) fn is_as_read(ty: &Type) -> bool {
    match ty {
        Type::List(item) | Type::Map(item) => is_plain(item),
        ty => is_plain(ty),
    }
}

/// Writes what stands around the values, which are in their order; nothing if two of them
/// are for one place.
fn write(leaves: &[Leaf<'_>], text: &mut String) -> Option<Vec<Step>> {
    let mut steps = Vec::with_capacity(leaves.len());
    let mut before: Option<&Leaf<'_>> = None;
    for leaf in leaves {
        let depth = leaf.depth();
        let open = before.map_or(0, Leaf::depth);
        let same = before.map_or(0, |before| {
            let pairs = leaf.keys.iter().zip(&before.keys);
            pairs.take_while(|(a, b)| a == b && !a.is_empty()).count()
        });
        if same == depth || (same == open && before.is_some()) {
            return None;
        }
        // From inside the objects that the last value stands in to those of this one.
        for _ in same + 1..open {
            text.push('}');
        }
        for (at, key) in leaf.keys.iter().enumerate().take(depth).skip(same) {
            let is_first = at > same || before.is_none();
            text.push(if is_first { '{' } else { ',' });
            write_string(text, key);
            text.push(':');
        }
        match leaf.value {
            Content::Word(word) => write_string(text, word),
            Content::From(source) => steps.push(Step {
                end: text.len(),
                source,
            }),
        }
        before = Some(leaf);
    }
    for _ in 0..before?.depth() {
        text.push('}');
    }
    Some(steps)
}
