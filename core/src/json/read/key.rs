//! Reading keys: most are those of the element before, in the same order.

use super::{NO_KEY, Reader};
use crate::json::explain;
use crate::json::fault::Step;
use crate::json::keys;
use crate::json::scan;
use crate::json::tape::{self, ESCAPED, Tag};

impl Reader<'_, '_> {
    /// Reads a key and its colon.
    #[allow(clippy::inline_always, reason = "measured: a tenth of all reading")]
    #[inline(always)]
    pub(super) fn key(&mut self, pos: usize) -> Step<usize> {
        let end = match self.likely_key(pos) {
            Some(end) => end,
            None => self.other_key(pos)?,
        };
        if self.text.as_bytes().get(end) == Some(&b':') {
            Ok(end + 1)
        } else {
            self.colon(end)
        }
    }

    /// Reads a colon behind white space.
    #[inline(never)]
    fn colon(&self, end: usize) -> Step<usize> {
        let bytes = self.text.as_bytes();
        let colon = scan::skip_whitespace(bytes, end);
        if bytes.get(colon) == Some(&b':') {
            Ok(colon + 1)
        } else {
            Err(explain::colon(self, colon))
        }
    }

    /// Reads a key of which nothing is known.
    #[inline(never)]
    fn other_key(&mut self, pos: usize) -> Step<usize> {
        let bytes = self.text.as_bytes();
        if bytes.get(pos) != Some(&b'"') {
            return Err(explain::key(self, pos));
        }
        self.leave_pattern();
        (self.likely, self.met) = (NO_KEY, NO_KEY);
        let end = self.string(pos, Tag::Key)?;
        let raw = bytes.get(pos + 1..end - 1).unwrap_or_default();
        let escaped = self.tape.last().is_some_and(|entry| entry.has(ESCAPED));
        let hash = if escaped {
            keys::hash(self.key_text(self.tape.len() - 1).as_bytes())
        } else {
            keys::hash(raw)
        };
        if let Some(entry) = self.tape.last_mut() {
            entry.set_hash(hash);
        }
        self.hashes.push(hash);
        Ok(end)
    }

    /// The object that stood where one is opened now: the element before it, or the
    /// member that has its key in the element before.
    #[inline]
    pub(super) fn likely_pattern(&self) -> usize {
        match self.frames.last() {
            Some(outer) if outer.is_object => self.object_at(self.likely_value()),
            Some(outer) => outer.last_object,
            None => NO_KEY,
        }
    }

    /// The first element of the array that stood where one is opened now, if it is an
    /// object.
    #[inline]
    pub(super) fn likely_element(&self) -> usize {
        let array = match self.frames.last() {
            Some(outer) if outer.is_object => self.likely_value(),
            _ => NO_KEY,
        };
        match self.tape.get(array) {
            Some(entry) if array != NO_KEY && entry.tag() == Tag::Array => {
                self.object_at(array + 1)
            }
            _ => NO_KEY,
        }
    }

    /// The value of the key that was likely, if it was the last key; or `NO_KEY`.
    #[inline]
    fn likely_value(&self) -> usize {
        if self.met == NO_KEY {
            NO_KEY
        } else {
            self.met + 1
        }
    }

    #[inline]
    fn object_at(&self, index: usize) -> usize {
        match self.tape.get(index) {
            Some(entry) if index != NO_KEY && entry.tag() == Tag::Object => index,
            _ => NO_KEY,
        }
    }

    /// Notes that the innermost object has other keys than its pattern, whose keys it
    /// has had so far.
    #[inline]
    pub(super) fn leave_pattern(&mut self) {
        if self.pattern != NO_KEY {
            self.pattern = NO_KEY;
            self.hash_keys();
        }
    }

    /// Takes the hashes of the keys that the innermost object has had.
    fn hash_keys(&mut self) {
        let Some(frame) = self.frames.last() else {
            return;
        };
        let mut key = frame.open + 1;
        while let Some(entry) = self.tape.get(key) {
            self.hashes.push(entry.hash());
            key = tape::after(&self.tape, key + 1);
        }
    }

    /// Reads the key at `pos` if it is the one that is likely there, and gives the
    /// offset after it.
    #[allow(clippy::inline_always, reason = "measured: a tenth of all reading")]
    #[inline(always)]
    fn likely_key(&mut self, pos: usize) -> Option<usize> {
        let key = *self.tape.get(self.likely)?;
        if !key.is_plain_key() {
            return None;
        }
        // With both quotes: what ends in the same place is the same key.
        let (start, length) = (key.start(), key.length() + 2);
        if !scan::repeats(self.text.as_bytes(), start, pos, length) {
            return None;
        }
        self.tape.push(key.at(pos));
        if self.pattern == NO_KEY {
            self.hashes.push(key.hash());
        }
        self.met = self.likely;
        self.likely = tape::after(&self.tape, self.met + 1);
        Some(pos + length)
    }
}
