//! Reading keys: most are those of the element before, in the same order.

use super::{Frame, NO_KEY, Reader};
use crate::json::children::{Cursor, end_of_key};
use crate::json::explain;
use crate::json::fault::Step;
use crate::json::keys;
use crate::json::scan;
use crate::json::tape::{self, ESCAPED, Tag, WIDE};

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
        let key = self.tape.len().saturating_sub(WIDE);
        let escaped = self.entry(key).is_some_and(|entry| entry.has(ESCAPED));
        let hash = if escaped {
            keys::hash(self.key_text(key).as_bytes())
        } else {
            keys::hash(raw)
        };
        if let Some(words) = self.tape.get_mut(key..key + WIDE) {
            let flags = if escaped { ESCAPED } else { 0 };
            words.copy_from_slice(&tape::key(flags, pos, raw.len(), hash));
        }
        self.hashes.push(hash);
        Ok(end)
    }

    /// The object that stood where one is opened now: an element before it, or the
    /// member that has its key in the element before.
    #[inline]
    pub(super) fn likely_pattern(&self) -> usize {
        match self.frames.last() {
            Some(outer) if outer.is_object => self.object_at(self.likely_value()),
            Some(outer) => outer.model,
            None => NO_KEY,
        }
    }

    /// The entry of the key of a value that is a member of an object, if the object has the
    /// keys of the second one so far. Time O(members).
    pub(super) fn key_of(&self, object: usize, value: usize, pattern: usize) -> usize {
        if pattern == NO_KEY {
            return value.saturating_sub(WIDE);
        }
        let mut at = Cursor::with_keys_of(object, pattern);
        while at.value < value {
            at.advance(&self.tape);
        }
        at.key
    }

    /// The first element of the array that stood where one is opened now, if it is an
    /// object.
    #[inline]
    pub(super) fn likely_element(&self) -> usize {
        let array = match self.frames.last() {
            Some(outer) if outer.is_object => self.likely_value(),
            _ => NO_KEY,
        };
        match self.entry(array) {
            Some(entry) if array != NO_KEY && entry.tag() == Tag::Array => {
                self.object_at(array + WIDE)
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
            self.met + WIDE
        }
    }

    /// The object that has the keys of the object at an entry.
    #[inline]
    fn object_at(&self, index: usize) -> usize {
        match self.entry(index) {
            Some(entry) if index != NO_KEY && entry.tag() == Tag::Object => {
                tape::keys_of(&self.tape, index)
            }
            _ => NO_KEY,
        }
    }

    /// Notes that the innermost object has other keys than its pattern, whose keys it
    /// has had so far.
    #[inline]
    pub(super) fn leave_pattern(&mut self) {
        if self.pattern != NO_KEY {
            let pattern = core::mem::replace(&mut self.pattern, NO_KEY);
            self.own_keys(pattern);
        }
    }

    /// Gives the innermost object entries of its own for the keys that it has had, which
    /// are those of its pattern.
    #[inline(never)]
    fn own_keys(&mut self, pattern: usize) {
        let Some(&Frame { open, .. }) = self.frames.last() else {
            return;
        };
        let (old, first) = (self.tape.len(), self.moved.len());
        let mut at = Cursor::with_keys_of(open, pattern);
        while at.value < old {
            self.moved.push((at.key, at.value));
            at.advance(&self.tape);
        }
        let moved = self.moved.get(first..).unwrap_or_default();
        // By how much an entry moves on: a key is put before its value and each before it.
        let shift = |index: usize| WIDE * moved.partition_point(|(_, value)| *value <= index);
        for lint in self.lints.iter_mut().rev() {
            if lint.index <= open {
                break;
            }
            lint.index += shift(lint.index);
        }
        for (key, _) in moved {
            let hash = tape::entry(&self.tape, *key).map_or(0, tape::Entry::hash);
            self.hashes.push(hash);
        }
        self.tape.resize(old + WIDE * moved.len(), 0);
        let mut end = old;
        for (before, &(key, value)) in moved.iter().enumerate().rev() {
            let to = value + WIDE * (before + 1);
            self.tape.copy_within(value..end, to);
            let (begin, key) = (tape::entry(&self.tape, to), tape::entry(&self.tape, key));
            if let (Some(begin), Some(key)) = (begin, key) {
                let end = end_of_key(self.text.as_bytes(), begin.start()).unwrap_or(0);
                let start = end.saturating_sub(key.length() + 2);
                let words = tape::key(0, start, key.length(), key.hash());
                if let Some(slot) = self.tape.get_mut(to - WIDE..to) {
                    slot.copy_from_slice(&words);
                }
            }
            let (mut inside, behind) = (to, end + WIDE * (before + 1));
            while inside < behind {
                let entry = tape::entry(&self.tape, inside);
                if let Some(entry) = entry.filter(|entry| entry.follows() && entry.keys_at() > open)
                    && let Some(tail) = self.tape.get_mut(inside + 1)
                {
                    let keys = entry.keys_at();
                    *tail = entry.with_keys_at(keys + shift(keys));
                }
                inside = tape::next(&self.tape, inside);
            }
            end = value;
        }
        self.moved.truncate(first);
    }

    /// Reads the key at `pos` if it is the one that is likely there, and gives the
    /// offset after it.
    #[allow(clippy::inline_always, reason = "measured: a tenth of all reading")]
    #[inline(always)]
    fn likely_key(&mut self, pos: usize) -> Option<usize> {
        let key = self.entry(self.likely)?;
        if !key.is_plain_key() {
            return None;
        }
        // With both quotes: what ends in the same place is the same key. It needs no entry:
        // where it stands is told by the text before its value.
        let (start, length) = (key.start(), key.length() + 2);
        if !scan::repeats(self.text.as_bytes(), start, pos, length) {
            return None;
        }
        self.met = self.likely;
        self.likely = tape::after(&self.tape, self.met + WIDE);
        Some(pos + length)
    }
}
