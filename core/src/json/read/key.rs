//! Reading keys: most are those of the element before, in the same order.

use super::{NO_KEY, Reader};
use crate::json::explain;
use crate::json::fault::Step;
use crate::json::keys;
use crate::json::scan;
use crate::json::tape::{self, ESCAPED, SHADOWED, Tag};

impl Reader<'_, '_> {
    /// Reads a key and its colon.
    #[inline]
    pub(super) fn key(&mut self, pos: usize) -> Step<usize> {
        let end = match self.likely_key(pos) {
            Some(end) => end,
            None => self.other_key(pos)?,
        };
        let bytes = self.text.as_bytes();
        let colon = scan::skip_whitespace(bytes, end);
        if bytes.get(colon) == Some(&b':') {
            Ok(colon + 1)
        } else {
            Err(explain::colon(self, colon))
        }
    }

    /// Reads a key of which nothing is known.
    #[inline]
    fn other_key(&mut self, pos: usize) -> Step<usize> {
        let bytes = self.text.as_bytes();
        if bytes.get(pos) != Some(&b'"') {
            return Err(explain::key(self, pos));
        }
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

    /// The first key of the object that stood where one is opened now: the element
    /// before it, or the member that has its key in the element before.
    #[inline]
    pub(super) fn likely_first_key(&self) -> usize {
        let object = match self.frames.last() {
            Some(outer) if outer.is_object => self.met + 1,
            Some(outer) => outer.last_object,
            None => NO_KEY,
        };
        match self.tape.get(object) {
            Some(entry) if object > 1 && entry.tag() == Tag::Object => object + 1,
            _ => NO_KEY,
        }
    }

    /// Reads the key at `pos` if it is the one that is likely there, and gives the
    /// offset after it.
    #[inline]
    fn likely_key(&mut self, pos: usize) -> Option<usize> {
        let key = *self.tape.get(self.likely)?;
        if key.tag() != Tag::Key || key.has(ESCAPED | SHADOWED) {
            return None;
        }
        // With both quotes: what ends in the same place is the same key.
        let (start, length) = (key.start(), key.length() + 2);
        let bytes = self.text.as_bytes();
        let known = bytes.get(start..start + length)?;
        if !keys::same(known, bytes.get(pos..pos + length)?) {
            return None;
        }
        self.tape.push(key.at(pos));
        self.hashes.push(key.hash());
        self.met = self.likely;
        self.likely = tape::after(&self.tape, self.met + 1);
        Some(pos + length)
    }
}
