//! Which members of an object of the envelope a mapping does not write.

use alloc::vec::Vec;

use crate::dialect::mapping::Mapping;
use crate::envelope::shape::{Role, Shape};
use crate::json::{Node, Object};

/// What a mapping writes of an object of the envelope.
pub(super) struct Unwritten<'d, 'm> {
    pub(super) node: Node<'d>,
    pub(super) shape: &'m Shape,
    pub(super) mapping: &'m Mapping,
    /// The places that members were found in.
    pub(super) written: Vec<&'static str>,
}

impl Unwritten<'_, '_> {
    /// Whether a member has its name in the tool's object, too.
    pub(super) fn keeps(&self, name: &str) -> bool {
        let mut fields = self.shape.fields.iter().enumerate();
        fields.any(|(index, field)| field.name == name && self.mapping.of(index).is_none())
    }

    /// Whether a member was found where the table says that it is.
    pub(super) fn has_moved(&self, here: &str, name: &str) -> bool {
        let is_here = |place: &&str| {
            let below = place.strip_prefix(here);
            below.and_then(|below| below.strip_prefix('/')) == Some(name)
        };
        self.written.iter().any(is_here)
    }

    /// Whether a value was written as it is, or follows from others.
    pub(super) fn is_written(&self, place: &str, value: Node<'_>, object: &Object) -> bool {
        self.written.contains(&place)
            || self.mapping.handles(place, value)
            || self.mapping.follows.iter().any(|(known, follows)| {
                *known == place && follows.holds(place, value, self.node, object)
            })
    }

    /// Whether something below a value was written.
    pub(super) fn leads_on(&self, place: &str) -> bool {
        let below = |known: &str| {
            known
                .strip_prefix(place)
                .is_some_and(|rest| rest.starts_with('/'))
        };
        self.mapping.places().any(below)
    }

    pub(super) fn is_origin(&self, place: &str) -> bool {
        let origin = self.mapping.canonical.with_role(Role::Origin);
        origin.is_some_and(|field| place.strip_prefix('/') == Some(field.name))
    }
}
