//! Where the reader stands, as a pointer; only for errors.

use alloc::string::String;

use super::Reader;
use crate::json::fault::At;
use crate::json::pointer::{push_index, push_token};
use crate::json::tape::{self, Entry, Tag, WIDE};

impl Reader<'_, '_> {
    /// The index of the scalar that was read last.
    fn last_scalar(&self) -> usize {
        let last = self.tape.len().saturating_sub(1);
        match self.entry(last).map(Entry::tag) {
            Some(Tag::Tail) => last.saturating_sub(1),
            _ => last,
        }
    }

    /// The JSON Pointer of where the reader stands. Time O(entries).
    pub(super) fn path(&self, at: At) -> String {
        let mut pointer = String::new();
        for (depth, frame) in self.frames.iter().enumerate() {
            let next = self.frames.get(depth + 1).map(|inner| inner.open);
            if next.is_none() && at == At::Container {
                break;
            }
            let read = if at == At::Last {
                self.last_scalar()
            } else {
                self.tape.len()
            };
            let child = next.unwrap_or(read);
            if frame.is_object {
                let pattern = self
                    .frames
                    .get(depth + 1)
                    .map_or(self.pattern, |inner| inner.pattern);
                let key = self.key_of(frame.open, child, pattern);
                push_token(&mut pointer, &self.key_text(key));
                continue;
            }
            let (mut index, mut entry) = (0, frame.open + WIDE);
            while entry < child {
                entry = tape::after(&self.tape, entry);
                index += 1;
            }
            push_index(&mut pointer, index);
        }
        pointer
    }
}
