//! The owned value: what a document is once it is free of its text.
//!
//! Nothing here recurses. Dropping, cloning, comparing and printing a value
//! use no more stack for a depth of a million than for a depth of one, because
//! a value may come from a builder that no reader has limited.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use super::document::Kind;
use super::number::{IntegerError, Number, SafeInteger};
use super::object::Object;
use super::pointer::{Pointer, array_index};
use super::walk::{Builder, Walk};
use super::write::write_compact;

/// A JSON value that owns its text and keeps the order of members and the
/// tokens of numbers.
///
/// Equality takes no notice of the order of members, and compares numbers as
/// they were written; compare [`write_canonical`](super::write_canonical) to
/// compare what the values mean to a host.
///
/// # Examples
///
/// ```
/// use llm_types::json::{Object, Value};
///
/// let mut object = Object::new();
/// object.insert("ok", true);
/// object.insert("count", 2u64);
/// let value = Value::from(object);
/// assert_eq!(value.get("count").and_then(Value::as_u64), Some(2));
/// assert_eq!(value.to_string(), r#"{"ok":true,"count":2}"#);
/// ```
#[derive(PartialEq, Default)]
pub enum Value {
    /// `null`
    #[default]
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number, as written.
    Number(Number),
    /// A string, unescaped.
    String(String),
    /// An array.
    Array(Array),
    /// An object.
    Object(Object),
}

/// The elements of an array: a [`Vec`] whose drop, clone and comparison do not
/// recurse.
#[derive(Default)]
pub struct Array(Vec<Value>);

impl Array {
    /// No elements.
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// The elements.
    pub fn into_vec(mut self) -> Vec<Value> {
        core::mem::take(&mut self.0)
    }
}

impl core::ops::Deref for Array {
    type Target = Vec<Value>;

    fn deref(&self) -> &Vec<Value> {
        &self.0
    }
}

impl core::ops::DerefMut for Array {
    fn deref_mut(&mut self) -> &mut Vec<Value> {
        &mut self.0
    }
}

impl Drop for Array {
    fn drop(&mut self) {
        release(self.0.drain(..));
    }
}

impl Clone for Array {
    fn clone(&self) -> Self {
        self.0.iter().cloned().collect()
    }
}

impl PartialEq for Array {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && equal(self.iter().zip(other.iter()).collect())
    }
}

impl fmt::Debug for Array {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl From<Vec<Value>> for Array {
    fn from(items: Vec<Value>) -> Self {
        Self(items)
    }
}

impl<V: Into<Value>> FromIterator<V> for Array {
    fn from_iter<I: IntoIterator<Item = V>>(items: I) -> Self {
        Self(items.into_iter().map(Into::into).collect())
    }
}

impl IntoIterator for Array {
    type Item = Value;
    type IntoIter = alloc::vec::IntoIter<Value>;

    fn into_iter(self) -> Self::IntoIter {
        self.into_vec().into_iter()
    }
}

impl<'a> IntoIterator for &'a Array {
    type Item = &'a Value;
    type IntoIter = core::slice::Iter<'a, Value>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl<'a> IntoIterator for &'a mut Array {
    type Item = &'a mut Value;
    type IntoIter = core::slice::IterMut<'a, Value>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter_mut()
    }
}

/// Drops values with a stack of their own instead of the thread's.
pub(super) fn release(values: impl Iterator<Item = Value>) {
    let mut open: Vec<Value> = values.filter(Value::has_children).collect();
    while let Some(mut value) = open.pop() {
        match &mut value {
            Value::Array(array) => open.extend(array.0.drain(..).filter(Value::has_children)),
            Value::Object(object) => open.extend(object.drain().filter(Value::has_children)),
            _ => {}
        }
    }
}

/// Whether all pairs are equal.
pub(super) fn equal(mut pairs: Vec<(&Value, &Value)>) -> bool {
    while let Some(pair) = pairs.pop() {
        match pair {
            (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
                pairs.extend(a.iter().zip(b.iter()));
            }
            (Value::Object(a), Value::Object(b)) if a.len() == b.len() => {
                for (key, value) in a {
                    match b.get(key) {
                        Some(other) => pairs.push((value, other)),
                        None => return false,
                    }
                }
            }
            (Value::Null, Value::Null) => {}
            (Value::Bool(a), Value::Bool(b)) if a == b => {}
            (Value::Number(a), Value::Number(b)) if a == b => {}
            (Value::String(a), Value::String(b)) if a == b => {}
            _ => return false,
        }
    }
    true
}

impl Value {
    /// What it is.
    pub const fn kind(&self) -> Kind {
        match self {
            Self::Null => Kind::Null,
            Self::Bool(_) => Kind::Bool,
            Self::Number(_) => Kind::Number,
            Self::String(_) => Kind::String,
            Self::Array(_) => Kind::Array,
            Self::Object(_) => Kind::Object,
        }
    }

    fn has_children(&self) -> bool {
        match self {
            Self::Array(array) => !array.is_empty(),
            Self::Object(object) => !object.is_empty(),
            _ => false,
        }
    }

    /// Whether it is `null`.
    pub const fn is_null(&self) -> bool {
        matches!(self, Self::Null)
    }

    /// The boolean, if it is one.
    pub const fn as_bool(&self) -> Option<bool> {
        match self {
            Self::Bool(value) => Some(*value),
            _ => None,
        }
    }

    /// The number, if it is one.
    pub const fn as_number(&self) -> Option<&Number> {
        match self {
            Self::Number(number) => Some(number),
            _ => None,
        }
    }

    /// The integer, if it is one from 0 to 2^53 − 1 in any spelling.
    pub fn as_u64(&self) -> Option<u64> {
        self.as_u64_safe().ok().map(|integer| integer.value)
    }

    /// The integer from 0 to 2^53 − 1, and whether it was written as one.
    ///
    /// # Errors
    ///
    /// [`IntegerError`].
    pub fn as_u64_safe(&self) -> Result<SafeInteger, IntegerError> {
        self.as_number()
            .ok_or(IntegerError::NotANumber)?
            .as_u64_safe()
    }

    /// The string, if it is one.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Self::String(text) => Some(text),
            _ => None,
        }
    }

    /// The elements, if it is an array.
    pub const fn as_array(&self) -> Option<&Array> {
        match self {
            Self::Array(array) => Some(array),
            _ => None,
        }
    }

    /// The elements, if it is an array.
    pub const fn as_array_mut(&mut self) -> Option<&mut Array> {
        match self {
            Self::Array(array) => Some(array),
            _ => None,
        }
    }

    /// The members, if it is an object.
    pub const fn as_object(&self) -> Option<&Object> {
        match self {
            Self::Object(object) => Some(object),
            _ => None,
        }
    }

    /// The members, if it is an object.
    pub const fn as_object_mut(&mut self) -> Option<&mut Object> {
        match self {
            Self::Object(object) => Some(object),
            _ => None,
        }
    }

    /// The member with this key, if it is an object that has one.
    pub fn get(&self, key: &str) -> Option<&Self> {
        self.as_object()?.get(key)
    }

    /// The value at a JSON Pointer.
    pub fn at(&self, pointer: &Pointer) -> Option<&Self> {
        pointer.tokens().try_fold(self, |value, token| match value {
            Self::Array(array) => array.get(usize::try_from(array_index(&token)?).ok()?),
            Self::Object(object) => object.get(&token),
            _ => None,
        })
    }

    /// The value at a JSON Pointer, to be changed.
    pub fn at_mut(&mut self, pointer: &Pointer) -> Option<&mut Self> {
        pointer.tokens().try_fold(self, |value, token| match value {
            Self::Array(array) => array.get_mut(usize::try_from(array_index(&token)?).ok()?),
            Self::Object(object) => object.get_mut(&token),
            _ => None,
        })
    }

    /// This value, leaving `null` in its place.
    #[must_use]
    pub fn take(&mut self) -> Self {
        core::mem::take(self)
    }

    /// How many arrays and objects are open at the deepest place; 0 for a scalar.
    /// Time O(values).
    pub fn depth(&self) -> u64 {
        let mut deepest = 0;
        let mut walk = Walk::new(self);
        while walk.next().is_some() {
            deepest = deepest.max(walk.depth());
        }
        deepest
    }
}

impl Clone for Value {
    fn clone(&self) -> Self {
        match self {
            Self::Null => Self::Null,
            Self::Bool(value) => Self::Bool(*value),
            Self::Number(number) => Self::Number(number.clone()),
            Self::String(text) => Self::String(text.clone()),
            Self::Array(_) | Self::Object(_) => {
                let mut builder = Builder::new();
                for event in Walk::new(self) {
                    builder.event(event);
                }
                builder.finish()
            }
        }
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The compact form, see [`write_compact`].
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&write_compact(self))
    }
}

macro_rules! from_scalar {
    ($($from:ty => $variant:ident),*) => {$(
        impl From<$from> for Value {
            fn from(value: $from) -> Self {
                Self::$variant(value.into())
            }
        }
    )*};
}
from_scalar!(
    bool => Bool, Number => Number, u8 => Number, u16 => Number, u32 => Number, u64 => Number,
    usize => Number, i8 => Number, i16 => Number, i32 => Number, i64 => Number,
    String => String, &String => String, &str => String, alloc::borrow::Cow<'_, str> => String,
    Array => Array, Vec<Value> => Array, Object => Object
);

impl From<char> for Value {
    fn from(character: char) -> Self {
        Self::String(character.to_string())
    }
}

impl From<()> for Value {
    fn from((): ()) -> Self {
        Self::Null
    }
}

impl<V: Into<Self>> From<Option<V>> for Value {
    fn from(value: Option<V>) -> Self {
        value.map_or(Self::Null, Into::into)
    }
}

impl<V: Into<Self>> FromIterator<V> for Value {
    fn from_iter<I: IntoIterator<Item = V>>(items: I) -> Self {
        Self::Array(items.into_iter().collect())
    }
}
