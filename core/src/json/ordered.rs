//! Keys and values in the order in which they came, each key once: what an object is made of,
//! whether it holds JSON or what becomes of it.
//!
//! Few are searched from the front. Many have an index that is a search tree and not a
//! hash table: a document is made by a stranger, and the core has no random bytes to key a
//! hash with.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::keys::same;

type Index<'k> = BTreeMap<Cow<'k, str>, usize>;

/// See the module. Up to `SMALL` members are searched from the front; the first one takes room
/// for `USUAL`, which is not made again for more.
#[derive(Debug, Clone)]
pub(crate) struct Ordered<'k, V, const SMALL: usize, const USUAL: usize> {
    /// Most keys are names that somebody else keeps; those take no memory.
    members: Vec<(Cow<'k, str>, V)>,
    /// Key to position, when there are more than `SMALL` members. Most have none, and are
    /// smaller by the box.
    index: Option<Box<Index<'k>>>,
}

impl<V, const SMALL: usize, const USUAL: usize> Default for Ordered<'_, V, SMALL, USUAL> {
    fn default() -> Self {
        Self::new()
    }
}

impl<'k, V, const SMALL: usize, const USUAL: usize> Ordered<'k, V, SMALL, USUAL> {
    pub(crate) const fn new() -> Self {
        Self {
            members: Vec::new(),
            index: None,
        }
    }

    /// Members whose keys are known to differ, in their order.
    pub(crate) fn from_distinct(members: Vec<(Cow<'k, str>, V)>) -> Self {
        let mut ordered = Self {
            members,
            index: None,
        };
        ordered.rebuild();
        ordered
    }

    fn rebuild(&mut self) {
        self.index = (self.members.len() > SMALL).then(|| {
            let members = self.members.iter().enumerate();
            Box::new(members.map(|(at, (key, _))| (key.clone(), at)).collect())
        });
    }

    pub(crate) const fn len(&self) -> usize {
        self.members.len()
    }

    pub(crate) const fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    pub(crate) const fn as_slice(&self) -> &[(Cow<'k, str>, V)] {
        self.members.as_slice()
    }

    pub(crate) fn into_vec(self) -> Vec<(Cow<'k, str>, V)> {
        self.members
    }

    pub(crate) fn position(&self, key: &str) -> Option<usize> {
        match &self.index {
            Some(index) => index.get(key).copied(),
            None => self
                .members
                .iter()
                .position(|(other, _)| same(other.as_bytes(), key.as_bytes())),
        }
    }

    pub(crate) fn value_mut(&mut self, position: usize) -> Option<&mut V> {
        self.members.get_mut(position).map(|(_, value)| value)
    }

    pub(crate) fn get(&self, key: &str) -> Option<&V> {
        let at = self.position(key)?;
        self.members.get(at).map(|(_, value)| value)
    }

    pub(crate) fn get_mut(&mut self, key: &str) -> Option<&mut V> {
        let at = self.position(key)?;
        self.value_mut(at)
    }

    pub(crate) fn contains_key(&self, key: &str) -> bool {
        self.position(key).is_some()
    }

    /// Sets the value of a key, and returns the value that it had. A key that was there keeps
    /// its place; a new one goes to the end.
    pub(crate) fn insert(
        &mut self,
        key: impl Into<Cow<'k, str>>,
        value: impl Into<V>,
    ) -> Option<V> {
        let key = key.into();
        if let Some(old) = self.get_mut(&key) {
            return Some(core::mem::replace(old, value.into()));
        }
        self.append(key, value.into());
        None
    }

    /// Adds a member whose key is known to be new.
    pub(crate) fn append(&mut self, key: Cow<'k, str>, value: V) {
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

    /// Takes a member out; the others keep their order. Time O(n).
    pub(crate) fn remove(&mut self, key: &str) -> Option<V> {
        let at = self.position(key)?;
        let (_, value) = self.members.remove(at);
        if let Some(index) = &mut self.index {
            index.remove(key);
            for position in index.values_mut().filter(|position| **position > at) {
                *position -= 1;
            }
        }
        Some(value)
    }

    /// Keeps the members for which `keep` holds. Time O(n log n).
    pub(crate) fn retain(&mut self, mut keep: impl FnMut(&str, &mut V) -> bool) {
        self.members.retain_mut(|(key, value)| keep(key, value));
        self.rebuild();
    }

    /// Takes the last member out. For emptying: the memory is kept, and the index is given up.
    pub(crate) fn pop(&mut self) -> Option<V> {
        self.index = None;
        self.members.pop().map(|(_, value)| value)
    }

    /// Takes all members out, in their order.
    pub(crate) fn drain(&mut self) -> impl Iterator<Item = V> + '_ {
        self.index = None;
        self.members.drain(..).map(|(_, value)| value)
    }

    pub(crate) fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &V)> {
        self.members.iter().map(|(key, value)| (&**key, value))
    }

    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = (&str, &mut V)> {
        self.members.iter_mut().map(|(key, value)| (&**key, value))
    }
}

impl<'k, K, I, V, const SMALL: usize, const USUAL: usize> FromIterator<(K, I)>
    for Ordered<'k, V, SMALL, USUAL>
where
    K: Into<Cow<'k, str>>,
    I: Into<V>,
{
    fn from_iter<M: IntoIterator<Item = (K, I)>>(members: M) -> Self {
        let mut ordered = Self::new();
        for (key, value) in members {
            ordered.insert(key, value);
        }
        ordered
    }
}
