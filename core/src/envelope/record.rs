//! The macro that declares a wire type once: Rust struct, shape, reading and
//! writing.
//!
//! `serde`'s derive is not used for reading: its errors carry no place and no
//! reason inside flattened or untagged types, and it forgets members it does not
//! know. A record keeps those in `extra` and gives them back when written.

use super::wire::{Misfit, Wire};
use crate::json::{Object, Value};

/// Takes the members of an object one by one while a record is read.
pub(crate) struct Members(Object);

impl Members {
    pub(crate) fn of(value: Value) -> Result<Self, Misfit> {
        match value {
            Value::Object(object) => Ok(Self(object)),
            _ => Err(Misfit::here("an object")),
        }
    }

    /// A member that may be missing or `null`.
    pub(crate) fn take<T: Wire>(&mut self, name: &str) -> Result<Option<T>, Misfit> {
        match self.0.remove(name) {
            None | Some(Value::Null) => Ok(None),
            Some(value) => T::from_value(value)
                .map(Some)
                .map_err(|misfit| misfit.inside(name)),
        }
    }

    /// A member that must be there.
    pub(crate) fn require<T: Wire>(&mut self, name: &str) -> Result<T, Misfit> {
        match self.0.remove(name) {
            None => Err(Misfit::here(T::TYPE.expects()).inside(name)),
            Some(value) => T::from_value(value).map_err(|misfit| misfit.inside(name)),
        }
    }

    pub(crate) fn rest(self) -> Object {
        self.0
    }
}

/// Declares a wire type: a struct, its [`Shape`](super::shape::Shape), and both
/// directions of the conversion.
///
/// `required` members are plain, `optional` and `nullable` ones are `Option`s,
/// and a `list` is a `Vec` that is left out when it is empty. An `open` record
/// keeps the members it does not know in `extra`; a `closed` one is a report of
/// ours and drops them.
///
/// `field = "key": T` is a member whose key is another word than the field, and
/// `field: T = (TYPE)` one whose table says more than its Rust type does.
macro_rules! record {
    (
        $(#[doc = $what:literal])*
        pub struct $name:ident $mode:ident $([$sign:expr])? $(at [$($mention:expr),+])? {
            $(
                $(#[doc = $doc:literal])*
                $presence:ident $field:ident $(= $key:literal)?: $ty:ty
                    $(= ($table:expr))? $(as $role:expr)?,
            )*
        }
    ) => {
        $crate::envelope::record::record!(@struct $mode
            $(#[doc = $what])*
            $name { $($(#[doc = $doc])* $presence $field: $ty,)* }
        );

        impl $crate::envelope::Wire for $name {
            const TYPE: $crate::envelope::shape::Type =
                $crate::envelope::shape::Type::Record(&Self::SHAPE);

            fn from_value(
                value: $crate::json::Value,
            ) -> Result<Self, $crate::envelope::Misfit> {
                let mut members = $crate::envelope::record::Members::of(value)?;
                $crate::envelope::record::record!(
                    @build $mode members $($presence $field $(= $key)?;)*)
            }

            fn to_value(&self) -> $crate::json::Value {
                let mut object = $crate::json::Object::new();
                $($crate::envelope::record::record!(
                    @write $presence object
                    $crate::envelope::record::record!(@key $field $(= $key)?), self.$field);)*
                $crate::envelope::record::record!(@extra $mode object self);
                $crate::json::Value::Object(object)
            }

            fn write_json(&self, out: &mut alloc::string::String) {
                $crate::envelope::record::record!(@plain $mode self out);
                $crate::envelope::written::write_members!(out, $(
                    $crate::envelope::record::record!(@key $field $(= $key)?) =>
                        $crate::envelope::record::record!(@there $presence self.$field)
                ),*);
            }
        }

        impl $name {
            /// The members of this type, as data.
            pub const SHAPE: $crate::envelope::shape::Shape = $crate::envelope::record::shape!(
                @told ($($sign)?) $(at [$($mention),+])?
                $crate::envelope::shape::Shape::new(
                stringify!($name),
                concat!($($what, "\n"),*),
                &[$($crate::envelope::shape::Field {
                    name: $crate::envelope::record::record!(@key $field $(= $key)?),
                    what: concat!($($doc, "\n"),*),
                    ty: $crate::envelope::record::record!(@table $presence $ty $(= ($table))?),
                    presence: $crate::envelope::record::record!(@presence $presence),
                    role: $crate::envelope::record::record!(@role $($role)?),
                }),*],
            ));

            /// Canonical JSON (RFC 8785): the same bytes in every host.
            pub fn to_json(&self) -> alloc::string::String {
                let mut text = alloc::string::String::with_capacity(
                    $crate::envelope::written::USUAL);
                $crate::envelope::Wire::write_json(self, &mut text);
                text
            }
        }

        impl From<$name> for $crate::json::Value {
            fn from(value: $name) -> Self {
                $crate::envelope::Wire::to_value(&value)
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let value = <$crate::json::Value as serde::Deserialize>::deserialize(deserializer)?;
                $crate::envelope::Wire::from_value(value).map_err(serde::de::Error::custom)
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serde::Serialize::serialize(&$crate::envelope::Wire::to_value(self), serializer)
            }
        }
    };

    (@struct open $(#[doc = $what:literal])* $name:ident {
        $($(#[doc = $doc:literal])* $presence:ident $field:ident: $ty:ty,)*
    }) => {
        $(#[doc = $what])*
        #[derive(Debug, Clone, PartialEq, Default)]
        pub struct $name {
            $($(#[doc = $doc])*
              pub $field: $crate::envelope::record::record!(@type $presence $ty),)*
            /// Members that this version does not know, as they were read.
            pub extra: $crate::json::Object,
        }
    };
    (@struct closed $(#[doc = $what:literal])* $name:ident {
        $($(#[doc = $doc:literal])* $presence:ident $field:ident: $ty:ty,)*
    }) => {
        $(#[doc = $what])*
        #[derive(Debug, Clone, PartialEq)]
        pub struct $name {
            $($(#[doc = $doc])*
              pub $field: $crate::envelope::record::record!(@type $presence $ty),)*
        }
    };

    (@build open $members:ident $($presence:ident $field:ident $(= $key:literal)?;)*) => {
        Ok(Self {
            $($field: $crate::envelope::record::record!(
                @read $presence $members
                $crate::envelope::record::record!(@key $field $(= $key)?)),)*
            extra: $members.rest(),
        })
    };
    (@build closed $members:ident $($presence:ident $field:ident $(= $key:literal)?;)*) => {
        Ok(Self {
            $($field: $crate::envelope::record::record!(
                @read $presence $members
                $crate::envelope::record::record!(@key $field $(= $key)?)),)*
        })
    };

    (@extra open $object:ident $self:ident) => {
        for (key, value) in &$self.extra {
            $object.insert(key, value.clone());
        }
    };
    (@extra closed $object:ident $self:ident) => {};

    (@plain open $self:ident $out:ident) => {
        if !$self.extra.is_empty() {
            return $crate::json::write_canonical_to(
                &$crate::envelope::Wire::to_value($self),
                $out,
            );
        }
    };
    (@plain closed $self:ident $out:ident) => {};

    (@there required $value:expr) => { Some(&$value) };
    (@there list $value:expr) => {
        if $value.is_empty() { None } else { Some(&$value) }
    };
    (@there $presence:ident $value:expr) => {
        match &$value {
            Some(value) => Some(value),
            None => None,
        }
    };

    (@key $field:ident) => { stringify!($field) };
    (@key $field:ident = $key:literal) => { $key };

    (@table $presence:ident $ty:ty = ($table:expr)) => { $table };
    (@table $presence:ident $ty:ty) => {
        <$crate::envelope::record::record!(@wire $presence $ty) as $crate::envelope::Wire>::TYPE
    };

    (@type required $ty:ty) => { $ty };
    (@type optional $ty:ty) => { Option<$ty> };
    (@type nullable $ty:ty) => { Option<$ty> };
    (@type list $ty:ty) => { alloc::vec::Vec<$ty> };

    (@wire list $ty:ty) => { alloc::vec::Vec<$ty> };
    (@wire $presence:ident $ty:ty) => { $ty };

    (@presence required) => { $crate::envelope::shape::Presence::Required };
    (@presence nullable) => { $crate::envelope::shape::Presence::Nullable };
    (@presence stated) => { $crate::envelope::shape::Presence::Stated };
    (@presence $other:ident) => { $crate::envelope::shape::Presence::Optional };

    (@role) => { $crate::envelope::shape::Role::Plain };
    (@role $role:expr) => { $role };

    (@read required $members:ident $name:expr) => { $members.require($name)? };
    (@read list $members:ident $name:expr) => { $members.take($name)?.unwrap_or_default() };
    (@read $presence:ident $members:ident $name:expr) => { $members.take($name)? };

    (@write required $object:ident $name:expr, $value:expr) => {
        $object.insert($name, $crate::envelope::Wire::to_value(&$value))
    };
    (@write list $object:ident $name:expr, $value:expr) => {
        if !$value.is_empty() {
            $object.insert($name, $crate::envelope::Wire::to_value(&$value));
        }
    };
    (@write $presence:ident $object:ident $name:expr, $value:expr) => {
        if let Some(value) = &$value {
            $object.insert($name, $crate::envelope::Wire::to_value(value));
        }
    };
}

/// Declares a shape that no Rust type stands for.
///
/// What tells it from others stands in brackets (see [`Sign`](super::sign::Sign)), and behind
/// `at` what it says of files beside its ranges (see [`Mention`](super::mention::Mention)).
/// With a mapping in parentheses behind its name, each member may say where it
/// goes in the envelope: `to "/span/file_path"`, and `by` which [`How`]; `or`
/// names places to look at on the way home. A member that says nothing keeps its
/// name and place.
///
/// [`How`]: crate::dialect::mapping::How
macro_rules! shape {
    (
        $(#[doc = $what:literal])*
        $vis:vis $const:ident $name:literal $(($mapping:expr))? $([$sign:expr])?
        $(at [$($mention:expr),+])? {
            $( $(#[doc = $doc:literal])*
               $presence:ident $field:literal: $ty:expr $(, as $role:expr)?
               $(, to $to:literal $(or $or:literal)* $(by $how:expr)?)?; )*
        }
    ) => {
        $(#[doc = $what])*
        $vis static $const: $crate::envelope::shape::Shape = $crate::envelope::record::shape!(
            @mapped ($($mapping)?)
            $crate::envelope::record::shape!(
                @told ($($sign)?) $(at [$($mention),+])? $crate::envelope::shape::Shape::new(
                $name,
                concat!($($what, "\n"),*),
                &[$($crate::envelope::shape::Field {
                    name: $field,
                    what: concat!($($doc, "\n",)* ""),
                    ty: $ty,
                    presence: $crate::envelope::record::record!(@presence $presence),
                    role: $crate::envelope::record::record!(@role $($role)?),
                }),*],
            )),
            [$($crate::envelope::record::shape!(@move $($to $(or $or)* $(by $how)?)?)),*]
        );
    };

    (@told ($($sign:expr)?) at [$($mention:expr),+] $shape:expr) => {
        $crate::envelope::record::shape!(@told ($($sign)?) $shape).mentioning(&[$($mention),+])
    };
    (@told () $shape:expr) => { $shape };
    (@told ($sign:expr) $shape:expr) => { $shape.told_by($sign) };

    (@mapped () $shape:expr, $moves:expr) => { $shape };
    (@mapped ($mapping:expr) $shape:expr, $moves:expr) => {
        $shape.mapped(&$mapping.moving(&$moves))
    };

    (@move) => { None };
    (@move $to:literal $(or $or:literal)*) => {
        $crate::envelope::record::shape!(@move $to $(or $or)* by $crate::dialect::mapping::How::Same)
    };
    (@move $to:literal $(or $or:literal)* by $how:expr) => {
        Some($crate::dialect::mapping::Move {
            to: $to,
            keys: $crate::dialect::mapping::keys($to),
            or: &[$($or),*],
            how: $how,
        })
    };
}

/// Declares one of several records, and the table of their shapes.
macro_rules! choice {
    (
        $(#[doc = $what:literal])*
        pub enum $name:ident over $table:ident {
            $( $(#[doc = $doc:literal])* $variant:ident($ty:ty), )*
        }
    ) => {
        $(#[doc = $what])*
        #[derive(Debug, Clone, PartialEq)]
        #[non_exhaustive]
        #[allow(
            clippy::large_enum_variant,
            reason = "there is one for each document; a box would be in everyone's way"
        )]
        pub enum $name {
            $( $(#[doc = $doc])* $variant($ty), )*
            /// Anything else, as it was read.
            Other($crate::json::Value),
        }

        #[doc = concat!("The shapes of [`", stringify!($name), "`], in their order.")]
        pub(crate) const $table: &[&$crate::envelope::shape::Shape] = &[$(&<$ty>::SHAPE),*];

        impl $name {
            /// Reads a value as the first of these types that its members show.
            ///
            /// # Errors
            ///
            /// [`Misfit`]($crate::envelope::Misfit), if the value is one of them
            /// by its members, but a member of it is of another type.
            pub fn read(
                value: &$crate::json::Value,
            ) -> Result<Self, $crate::envelope::Misfit> {
                let shape = $crate::envelope::sign::choose($table, value);
                $(if shape.is_some_and(|shape| shape.name == <$ty>::SHAPE.name) {
                    return $crate::envelope::Wire::from_value(value.clone()).map(Self::$variant);
                })*
                Ok(Self::Other(value.clone()))
            }
        }

        $(impl From<$ty> for $name {
            fn from(value: $ty) -> Self {
                Self::$variant(value)
            }
        })*

        impl From<$name> for $crate::json::Value {
            fn from(value: $name) -> Self {
                match value {
                    $($name::$variant(value) => $crate::envelope::Wire::to_value(&value),)*
                    $name::Other(value) => value,
                }
            }
        }
    };
}

pub(crate) use {choice, record, shape};
