//! What a document may hold, as data.
//!
//! A [`Shape`] lists the members of one kind of object: name, type, whether it
//! must be there, and the role its value plays (a path, a byte offset, a
//! checksum, ...). The checks, the conversions and the generated schemas all
//! read these tables, so that none of them knows a member that another does not.
//!
//! The Rust types of the envelope are declared together with their shapes by `record!` (in
//! `record.rs`); shapes that no Rust type stands for are declared by `shape!`.

use alloc::borrow::Cow;

use super::key_set::KeySet;
use super::mention::Mention;
use super::needs::Needs;
pub use super::role::{Over, Role};
pub use super::sign::Sign;
pub use super::types::{Presence, Type};
use crate::dialect::mapping::Mapping;
use crate::json::{Key, hash_of_key};

/// One member of a shape.
#[derive(Debug, Clone, Copy)]
pub struct Field {
    /// Its key.
    pub name: &'static str,
    /// What it is, for people; the first line of its documentation.
    pub what: &'static str,
    /// Its type.
    pub ty: Type,
    /// Whether it must be there.
    pub presence: Presence,
    /// What it means to the checks.
    pub role: Role,
}

/// One kind of object.
#[derive(Debug)]
pub struct Shape {
    /// Its name in the schemas.
    pub name: &'static str,
    /// What it is, for people.
    pub what: &'static str,
    /// Its members, in the order in which they are printed.
    pub fields: &'static [Field],
    /// Whether its objects hold the two offsets of a range.
    pub is_range: bool,
    /// Whether one of its members says something of ranges in its lists.
    pub(crate) reaches_into_lists: bool,
    /// What its members say of files beside its ranges.
    pub(crate) mentions: &'static [Mention],
    /// Where its members go in the envelope; nothing if it is the envelope's own.
    pub(crate) mapping: Option<&'static Mapping>,
    /// The member that tells this shape from others, and its word.
    pub tag: Option<(&'static str, &'static str)>,
    /// What shows that an object among others has this shape: its tag, if nothing
    /// else is declared.
    pub sign: Sign,
    /// The keys without which no object bears the sign.
    pub(crate) needs: Needs,
    /// The members that must be there: a bit for each place in `fields`.
    pub(crate) must: u64,
    /// The keys of those members.
    pub(crate) demands: KeySet,
    /// Places in `fields`, counted from 1, by the hash of the name.
    slots: [u8; SLOTS],
}

impl PartialEq for Shape {
    /// A shape is known by its name, whatever sign tells it.
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Shape {}

/// Most members of a shape: those that an object has are a set of bits.
const MOST: usize = 64;

/// Twice as many: one in two is free, and so a search ends soon.
const SLOTS: usize = 2 * MOST;

/// Where the search for a hash begins.
const fn slot(hash: u32) -> usize {
    (hash >> 25) as usize % SLOTS
}

impl Shape {
    /// A shape of these members.
    #[allow(clippy::cast_possible_truncation, reason = "64 fields at most")]
    pub const fn new(name: &'static str, what: &'static str, fields: &'static [Field]) -> Self {
        let (mut start, mut end, mut reaches) = (false, false, false);
        let mut tag = None;
        let (mut must, mut slots) = (0, [0; SLOTS]);
        let mut demands = KeySet::NONE;
        let mut at = 0;
        let mut rest = fields;
        while let [field, others @ ..] = rest {
            let mut free = slot(hash_of_key(field.name.as_bytes()));
            while slots[free] > 0 {
                free = (free + 1) % SLOTS;
            }
            assert!(at < MOST, "too many members");
            slots[free] = at as u8 + 1;
            if field.presence.is_demanded() {
                must |= 1 << at;
                demands = demands.or(KeySet::of(field.name));
            }
            at += 1;
            start |= matches!(field.role, Role::ByteStart);
            end |= matches!(field.role, Role::ByteEnd);
            reaches |= matches!(
                field.role,
                Role::FileChecksumOf { .. } | Role::FileAfterOf { .. }
            );
            if let Role::Tag(word) = field.role {
                tag = Some((field.name, word));
            }
            rest = others;
        }
        let sign = match tag {
            Some((name, word)) => Sign::Word(name, word),
            // One that is never one of several.
            None => Sign::All(&[]),
        };
        Self {
            name,
            what,
            fields,
            is_range: start && end,
            reaches_into_lists: reaches,
            tag,
            mentions: &[],
            mapping: None,
            must,
            demands,
            slots,
            needs: Needs::of(&sign),
            sign,
        }
    }

    /// The same shape, told from others by this.
    pub(crate) const fn told_by(self, sign: Sign) -> Self {
        Self {
            needs: Needs::of(&sign),
            sign,
            ..self
        }
    }

    /// The same shape, whose members say this of files beside its ranges.
    pub(crate) const fn mentioning(self, mentions: &'static [Mention]) -> Self {
        Self { mentions, ..self }
    }

    /// The same shape, whose members go where this says.
    pub(crate) const fn mapped(self, mapping: &'static Mapping) -> Self {
        Self {
            mapping: Some(mapping),
            ..self
        }
    }

    /// The member of this name.
    pub fn field(&self, name: &str) -> Option<&'static Field> {
        let found = self.search(hash_of_key(name.as_bytes()), |other| other == name);
        found.map(|(_, field)| field)
    }

    /// The member that a key names, and its place in `fields`.
    #[inline]
    pub(crate) fn member(&self, key: Key<'_>) -> Option<(usize, &'static Field)> {
        self.search(key.hash(), |name| key.is(name))
    }

    #[inline]
    fn search(&self, hash: u32, is: impl Fn(&str) -> bool) -> Option<(usize, &'static Field)> {
        let mut slot = slot(hash);
        loop {
            let at = usize::from(*self.slots.get(slot)?).checked_sub(1)?;
            let field = self.fields.get(at)?;
            if is(field.name) {
                return Some((at, field));
            }
            slot = (slot + 1) % SLOTS;
        }
    }

    /// The name that a key is, which takes no memory of its own if the shape knows it.
    pub(crate) fn name_of<'d>(&self, key: Key<'d>) -> Cow<'d, str> {
        (self.member(key)).map_or_else(|| key.as_str(), |(_, field)| Cow::Borrowed(field.name))
    }

    /// The members that must be there.
    pub fn required(&self) -> impl Iterator<Item = &'static Field> {
        let required = |field: &&Field| field.presence.is_demanded();
        self.fields.iter().filter(required)
    }

    /// The member with this role, if one has it.
    pub fn with_role(&self, role: Role) -> Option<&'static Field> {
        self.fields.iter().find(|field| field.role == role)
    }
}
