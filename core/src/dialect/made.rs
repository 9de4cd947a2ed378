//! A value of the envelope while it is being made: for the most part what stands in
//! the document, borrowed. How it is written is in `write`.
//!
//! It has the methods of [`Value`] that the dialects need. What is read here is not
//! copied: a part of the document in which nothing changes is one node.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use crate::json::{Kind, Node, Number, Ordered, Pointer, Value};

mod write;

pub(crate) use write::Orders;

/// See the module.
#[derive(Debug, Clone, Default)]
pub(crate) enum Made<'d> {
    #[default]
    Null,
    Flag(bool),
    Count(u64),
    Text(Cow<'d, str>),
    /// The digits of a span id.
    Id([u8; 16]),
    List(Vec<Made<'d>>),
    Object(Members<'d>),
    /// As it stands in the document.
    Read(Node<'d>),
    /// A list that is written already: where it stands in the text of the lists, and
    /// how many elements it has.
    Written(Range<usize>, usize),
}

/// The members of an object that is being made, in the order in which they came.
pub(crate) type Members<'d> = Ordered<'d, Made<'d>, 64, 10>;

impl<'d> Made<'d> {
    /// What it is.
    pub(crate) fn kind(&self) -> Kind {
        match self {
            Self::Null => Kind::Null,
            Self::Flag(_) => Kind::Bool,
            Self::Count(_) => Kind::Number,
            Self::Text(_) | Self::Id(_) => Kind::String,
            Self::List(_) | Self::Written(..) => Kind::Array,
            Self::Object(_) => Kind::Object,
            Self::Read(node) => node.kind(),
        }
    }

    /// Whether it is `null`.
    pub(crate) fn is_null(&self) -> bool {
        match self {
            Self::Null => true,
            Self::Read(node) => node.is_null(),
            _ => false,
        }
    }

    /// The string, if it is one.
    pub(crate) fn as_str(&self) -> Option<Cow<'_, str>> {
        match self {
            Self::Text(text) => Some(Cow::Borrowed(text)),
            Self::Id(digits) => core::str::from_utf8(digits).ok().map(Cow::Borrowed),
            Self::Read(node) => node.as_str(),
            _ => None,
        }
    }

    /// The integer from 0 to 2^53 − 1, if it is one.
    pub(crate) fn as_u64(&self) -> Option<u64> {
        match self {
            Self::Count(count) => Number::from(*count).as_u64_safe().ok().map(|it| it.value),
            Self::Read(node) => node.as_u64_safe().ok().map(|integer| integer.value),
            _ => None,
        }
    }

    /// Whether it is an array without elements.
    pub(crate) fn is_empty_list(&self) -> bool {
        match self {
            Self::List(items) => items.is_empty(),
            Self::Written(_, length) => *length == 0,
            Self::Read(node) => node.kind() == Kind::Array && node.is_empty(),
            _ => false,
        }
    }

    /// The members, to be changed, if it is an object.
    pub(crate) fn as_object_mut(&mut self) -> Option<&mut Members<'d>> {
        if let Self::Read(node) = self
            && node.kind() == Kind::Object
        {
            *self = Self::Object(Members::of(*node));
        }
        match self {
            Self::Object(members) => Some(members),
            _ => None,
        }
    }

    /// The elements, to be changed, if it is an array that is not written yet.
    pub(crate) fn as_array_mut(&mut self) -> Option<&mut Vec<Self>> {
        if let Self::Read(node) = self
            && node.kind() == Kind::Array
        {
            *self = Self::List(node.items().map(Self::Read).collect());
        }
        match self {
            Self::List(items) => Some(items),
            _ => None,
        }
    }

    /// The value at a place, to be changed, unless a list on the way is written already.
    pub(crate) fn at_mut(&mut self, pointer: &Pointer) -> Option<&mut Self> {
        let mut here = self;
        for token in pointer.tokens() {
            here = match here.kind() {
                Kind::Array => {
                    let index: usize = token.parse().ok()?;
                    here.as_array_mut()?.get_mut(index)?
                }
                _ => here.as_object_mut()?.get_mut(&token)?,
            };
        }
        Some(here)
    }

    /// The members, if it is an object.
    pub(crate) fn into_object(mut self) -> Result<Members<'d>, Self> {
        match self.as_object_mut() {
            Some(members) => Ok(core::mem::take(members)),
            None => Err(self),
        }
    }

    /// Free of the document. A list that is written already is not in it.
    pub(crate) fn to_value(&self) -> Value {
        match self {
            Self::Null | Self::Written(..) => Value::Null,
            Self::Flag(flag) => Value::Bool(*flag),
            Self::Count(count) => Value::from(*count),
            Self::Text(text) => Value::from(text.as_ref()),
            Self::Id(_) => Value::from(self.as_str()),
            Self::List(items) => items.iter().map(Self::to_value).collect(),
            Self::Object(members) => {
                let members = members.iter();
                let members = members.map(|(key, value)| (key, value.to_value()));
                Value::Object(members.collect())
            }
            Self::Read(node) => node.to_value(),
        }
    }
}

/// As [`Value`]s are compared: numbers by their tokens.
impl PartialEq for Made<'_> {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Count(a), Self::Count(b)) => a == b,
            (Self::Read(node), Self::Count(count)) | (Self::Count(count), Self::Read(node))
                if node.short_natural().is_some() =>
            {
                node.short_natural() == Some(*count)
            }
            (Self::List(_) | Self::Object(_) | Self::Read(_), _) | (_, Self::Read(_)) => {
                match (self.as_str(), other.as_str()) {
                    (Some(text), Some(other)) => text == other,
                    (None, None) => self.to_value() == other.to_value(),
                    _ => false,
                }
            }
            _ => self.to_value() == other.to_value(),
        }
    }
}

impl<'d> Members<'d> {
    /// The members of an object of the document.
    fn of(node: Node<'d>) -> Self {
        let members = node.members();
        Self::from_distinct(
            members
                .map(|(key, value)| (key.as_str(), Made::Read(value)))
                .collect(),
        )
    }

    /// Whether they say of which file what a range is.
    pub(crate) fn are_of_span(&self) -> bool {
        let mut names = ["file_path", "byte_start", "byte_end"].iter();
        names.all(|name| self.contains_key(name))
    }

    /// The value of a key, which is an object without members if there is none.
    pub(crate) fn or_append(&mut self, key: &'static str) -> Option<&mut Made<'d>> {
        let at = self.position(key).unwrap_or_else(|| {
            self.append(Cow::Borrowed(key), Made::Object(Members::default()));
            self.len() - 1
        });
        self.value_mut(at)
    }
}

impl<'d, V: Into<Made<'d>>> FromIterator<V> for Made<'d> {
    fn from_iter<I: IntoIterator<Item = V>>(items: I) -> Self {
        Self::List(items.into_iter().map(Into::into).collect())
    }
}

impl<'d> From<Node<'d>> for Made<'d> {
    fn from(node: Node<'d>) -> Self {
        Self::Read(node)
    }
}

impl From<bool> for Made<'_> {
    fn from(flag: bool) -> Self {
        Self::Flag(flag)
    }
}

impl From<u64> for Made<'_> {
    fn from(count: u64) -> Self {
        Self::Count(count)
    }
}

impl<'d> From<&'d str> for Made<'d> {
    fn from(text: &'d str) -> Self {
        Self::Text(Cow::Borrowed(text))
    }
}

impl From<String> for Made<'_> {
    fn from(text: String) -> Self {
        Self::Text(Cow::Owned(text))
    }
}

impl<'d> From<Cow<'d, str>> for Made<'d> {
    fn from(text: Cow<'d, str>) -> Self {
        Self::Text(text)
    }
}

impl From<Vec<Self>> for Made<'_> {
    fn from(items: Vec<Self>) -> Self {
        Self::List(items)
    }
}

impl<'d> From<Members<'d>> for Made<'d> {
    fn from(members: Members<'d>) -> Self {
        Self::Object(members)
    }
}
