//! A value of the envelope while it is being made: for the most part what stands in
//! the document, borrowed. How it is written is in `write`.
//!
//! It has the methods of [`Value`] that the dialects need. What is read here is not
//! copied: a part of the document in which nothing changes is one node.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use crate::json::{Kind, Node, Number, Pointer, Value, same_key};

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

#[allow(
    clippy::box_collection,
    reason = "most objects have none, and are smaller so"
)]
type Index<'d> = Box<BTreeMap<Cow<'d, str>, usize>>;

/// The members of an object that is being made, in the order in which they came.
#[derive(Debug, Clone, Default)]
pub(crate) struct Members<'d> {
    members: Vec<(Cow<'d, str>, Made<'d>)>,
    /// Key to position, when there are more than [`SMALL`] members.
    index: Option<Index<'d>>,
}

/// Up to so many members are searched one after the other.
const SMALL: usize = 64;

/// Members of a usual object; what is made for fewer is not made again for more.
const USUAL: usize = 10;

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

    fn from_distinct(members: Vec<(Cow<'d, str>, Made<'d>)>) -> Self {
        let mut object = Self {
            members,
            index: None,
        };
        object.rebuild();
        object
    }

    fn rebuild(&mut self) {
        self.index = (self.members.len() > SMALL).then(|| {
            let members = self.members.iter().enumerate();
            Box::new(members.map(|(at, (key, _))| (key.clone(), at)).collect())
        });
    }

    /// How many there are.
    pub(crate) const fn len(&self) -> usize {
        self.members.len()
    }

    /// Whether there are none.
    pub(crate) fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    fn position(&self, key: &str) -> Option<usize> {
        match &self.index {
            Some(index) => index.get(key).copied(),
            None => self
                .members
                .iter()
                .position(|(other, _)| same_key(other.as_bytes(), key.as_bytes())),
        }
    }

    pub(crate) fn get(&self, key: &str) -> Option<&Made<'d>> {
        let at = self.position(key)?;
        self.members.get(at).map(|(_, value)| value)
    }

    pub(crate) fn get_mut(&mut self, key: &str) -> Option<&mut Made<'d>> {
        let at = self.position(key)?;
        self.members.get_mut(at).map(|(_, value)| value)
    }

    pub(crate) fn contains_key(&self, key: &str) -> bool {
        self.position(key).is_some()
    }

    /// Whether they say of which file what a range is.
    pub(crate) fn are_of_span(&self) -> bool {
        let mut names = ["file_path", "byte_start", "byte_end"].iter();
        names.all(|name| self.contains_key(name))
    }

    /// Sets the value of a key, and returns the value that it had. A key that was
    /// there keeps its place; a new one goes to the end.
    pub(crate) fn insert(
        &mut self,
        key: impl Into<Cow<'d, str>>,
        value: impl Into<Made<'d>>,
    ) -> Option<Made<'d>> {
        let key = key.into();
        if let Some(old) = self.get_mut(&key) {
            return Some(core::mem::replace(old, value.into()));
        }
        self.append(key, value.into());
        None
    }

    /// Adds a member whose key is known to be new.
    pub(crate) fn append(&mut self, key: Cow<'d, str>, value: Made<'d>) {
        if self.members.capacity() == 0 {
            self.members.reserve(USUAL);
        }
        let at = self.members.len();
        if let Some(index) = &mut self.index {
            index.insert(key.clone(), at);
        }
        self.members.push((key, value));
        if at == SMALL {
            self.rebuild();
        }
    }

    /// The value of a key, which is an object without members if there is none.
    pub(crate) fn or_append(&mut self, key: &'static str) -> Option<&mut Made<'d>> {
        let at = self.position(key).unwrap_or_else(|| {
            self.append(Cow::Borrowed(key), Made::Object(Members::default()));
            self.members.len() - 1
        });
        self.members.get_mut(at).map(|(_, value)| value)
    }

    /// Takes a member out; the others keep their order. Time O(n).
    pub(crate) fn remove(&mut self, key: &str) -> Option<Made<'d>> {
        let at = self.position(key)?;
        let (_, value) = self.members.remove(at);
        if self.index.is_some() {
            self.rebuild();
        }
        Some(value)
    }

    /// Keys and values, in order.
    pub(crate) fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &Made<'d>)> {
        self.members.iter().map(|(key, value)| (&**key, value))
    }

    /// Keys and values, in order, the values to be changed.
    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = (&str, &mut Made<'d>)> {
        self.members.iter_mut().map(|(key, value)| (&**key, value))
    }

    /// Takes all members out, the last one first, and keeps the memory of them.
    pub(crate) fn pop(&mut self) -> Option<Made<'d>> {
        self.index = None;
        self.members.pop().map(|(_, value)| value)
    }
}

impl<'d, K: Into<Cow<'d, str>>, V: Into<Made<'d>>> FromIterator<(K, V)> for Members<'d> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(members: I) -> Self {
        let mut object = Self::default();
        for (key, value) in members {
            object.insert(key, value);
        }
        object
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
