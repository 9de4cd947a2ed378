//! The members of an object, in their order, each key once. How they are kept is in
//! `ordered`.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::ordered::Ordered;
use super::value::{Value, equal, release};

/// The members of a JSON object, in the order in which they were inserted.
///
/// Looking up and inserting take time O(log n), removing O(n).
///
/// # Examples
///
/// ```
/// use llm_types::json::{Object, Value};
///
/// let mut object: Object = [("b", 1u64), ("a", 2)].into_iter().collect();
/// assert_eq!(object.insert("b", 3u64), Some(Value::from(1u64)));
/// assert_eq!(object.keys().collect::<Vec<_>>(), ["b", "a"]);
/// ```
#[derive(Clone, Default)]
pub struct Object {
    members: Ordered<'static, Value, 32, 8>,
}

impl Object {
    /// No members.
    pub const fn new() -> Self {
        Self {
            members: Ordered::new(),
        }
    }

    /// Number of members.
    pub fn len(&self) -> usize {
        self.members.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    /// The value of this key.
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.members.get(key)
    }

    /// The value of this key, to be changed.
    pub fn get_mut(&mut self, key: &str) -> Option<&mut Value> {
        self.members.get_mut(key)
    }

    /// Whether there is such a key.
    pub fn contains_key(&self, key: &str) -> bool {
        self.members.contains_key(key)
    }

    /// Sets the value of a key, and returns the value that it had. A key that
    /// was there keeps its place; a new one goes to the end.
    pub fn insert(&mut self, key: impl Into<String>, value: impl Into<Value>) -> Option<Value> {
        self.members.insert(key.into(), value)
    }

    /// Members whose keys are known to differ, in their order.
    pub(super) fn from_distinct(members: Vec<(Cow<'static, str>, Value)>) -> Self {
        Self {
            members: Ordered::from_distinct(members),
        }
    }

    /// Sets the value of a key unless it is `None`, as optional members are.
    pub fn insert_some(&mut self, key: impl Into<String>, value: Option<impl Into<Value>>) {
        if let Some(value) = value {
            self.insert(key, value);
        }
    }

    /// Takes a member out; the others keep their order. Time O(n).
    pub fn remove(&mut self, key: &str) -> Option<Value> {
        self.members.remove(key)
    }

    /// Keeps the members for which `keep` holds. Time O(n log n).
    pub fn retain(&mut self, keep: impl FnMut(&str, &mut Value) -> bool) {
        self.members.retain(keep);
    }

    /// Keys and values, in order.
    pub fn iter(&self) -> Iter<'_> {
        Iter(self.members.as_slice().iter())
    }

    /// Keys and values, in order, the values to be changed.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (&str, &mut Value)> {
        self.members.iter_mut()
    }

    /// Keys, in order.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.iter().map(|(key, _)| key)
    }

    /// Values, in the order of their keys.
    pub fn values(&self) -> impl Iterator<Item = &Value> {
        self.iter().map(|(_, value)| value)
    }

    pub(super) fn drain(&mut self) -> impl Iterator<Item = Value> + '_ {
        self.members.drain()
    }
}

/// Members in order, see [`Object::iter`].
#[derive(Debug, Clone)]
pub struct Iter<'a>(core::slice::Iter<'a, (Cow<'static, str>, Value)>);

impl<'a> Iterator for Iter<'a> {
    type Item = (&'a str, &'a Value);

    fn next(&mut self) -> Option<Self::Item> {
        self.0.next().map(|(key, value)| (key.as_ref(), value))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl ExactSizeIterator for Iter<'_> {}

/// Members in order, owned.
#[derive(Debug)]
pub struct IntoIter(alloc::vec::IntoIter<(Cow<'static, str>, Value)>);

impl Iterator for IntoIter {
    type Item = (String, Value);

    fn next(&mut self) -> Option<Self::Item> {
        let (key, value) = self.0.next()?;
        Some((key.into_owned(), value))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl Drop for Object {
    fn drop(&mut self) {
        release(self.members.drain());
    }
}

impl PartialEq for Object {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len()
            && self
                .iter()
                .map(|(key, value)| Some((value, other.get(key)?)))
                .collect::<Option<Vec<_>>>()
                .is_some_and(equal)
    }
}

impl fmt::Debug for Object {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

impl<K: Into<String>, V: Into<Value>> FromIterator<(K, V)> for Object {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(members: I) -> Self {
        let mut object = Self::new();
        object.extend(members);
        object
    }
}

impl<K: Into<String>, V: Into<Value>> Extend<(K, V)> for Object {
    fn extend<I: IntoIterator<Item = (K, V)>>(&mut self, members: I) {
        for (key, value) in members {
            self.insert(key, value);
        }
    }
}

impl IntoIterator for Object {
    type Item = (String, Value);
    type IntoIter = IntoIter;

    fn into_iter(mut self) -> Self::IntoIter {
        IntoIter(core::mem::take(&mut self.members).into_vec().into_iter())
    }
}

impl<'a> IntoIterator for &'a Object {
    type Item = (&'a str, &'a Value);
    type IntoIter = Iter<'a>;

    fn into_iter(self) -> Iter<'a> {
        self.iter()
    }
}
