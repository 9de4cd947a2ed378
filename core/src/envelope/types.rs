//! What a member of a shape may hold, and whether it must be there.

use super::shape::Shape;

/// The type of a value.
#[derive(Debug, Clone, Copy)]
pub enum Type {
    /// A string.
    Text,
    /// An integer in 0..=2^53 − 1 (rule J2).
    Count,
    /// An integer in 0..=2^32 − 1, of a format that has no room for more.
    Count32,
    /// An integer of either sign, in ±(2^53 − 1).
    Integer,
    /// Any number.
    Number,
    /// One of these words. Of what tools write, words are open: see
    /// [`Role::Words`](super::shape::Role::Words).
    Words(&'static [&'static str]),
    /// `true` or `false`.
    Flag,
    /// Anything, `null` included.
    Any,
    /// What the published schemas leave open, and its tool writes as this type: what is
    /// of another one is an `OPEN_VALUE_MISFIT`, and is carried along like [`Type::Any`].
    Open(&'static Type),
    /// An array of this.
    List(&'static Type),
    /// An object whose keys are data, with values of this type.
    Map(&'static Type),
    /// An object of this shape.
    Record(&'static Shape),
    /// An object of one of these shapes: the first whose sign it bears.
    Choice(&'static [&'static Shape]),
    /// The first of these types that takes this kind of JSON value.
    OneOf(&'static [Type]),
}

impl Type {
    /// What is expected, as a noun with its article.
    pub fn expects(&self) -> &'static str {
        match self {
            Self::Text | Self::Words(_) => "a string",
            Self::Count => "an integer from 0 to 9007199254740991",
            Self::Count32 => "an integer from 0 to 4294967295",
            Self::Integer => "an integer",
            Self::Number => "a number",
            Self::Flag => "true or false",
            Self::Any | Self::Open(_) => "a value",
            Self::List(_) => "an array",
            Self::Map(_) | Self::Record(_) | Self::Choice(_) => "an object",
            Self::OneOf(types) => match types {
                [Self::Text, Self::Count] => "a string or an integer",
                [Self::Text, Self::Map(_)] => "a string or an object",
                [Self::Number, Self::Text] => "a number or a string",
                [Self::Flag, Self::Record(_)] => "true, false or an object",
                [Self::Choice(_), Self::List(_)] => "an object or an array",
                [Self::List(_), Self::Text] => "an array or a string",
                _ => "another type",
            },
        }
    }
}

/// Whether a member must be there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Presence {
    /// It must.
    Required,
    /// It need not; without a value it is left out, and `null` is read as absent.
    Optional,
    /// It need not; the tool writes `null` when there is no value.
    Nullable,
    /// It must, and holds `null` when there is no value.
    Stated,
}

impl Presence {
    /// Whether a document without the member lacks something.
    pub const fn is_demanded(self) -> bool {
        matches!(self, Self::Required | Self::Stated)
    }

    /// Whether `null` says that there is no value.
    pub const fn takes_null(self) -> bool {
        !matches!(self, Self::Required)
    }

    /// Whether `null` says no more than that the member is not there.
    pub(crate) const fn omits_null(self) -> bool {
        matches!(self, Self::Optional | Self::Nullable)
    }
}
