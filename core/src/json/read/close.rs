//! The end of a container: how many there are in it, whether keys are equal, and which
//! layout an object has.

use super::{Frame, NO_KEY, Reader};
use crate::json::error::JsonErrorKind;
use crate::json::explain;
use crate::json::fault::{At, Fault, Step};
use crate::json::keys;
use crate::json::lint::{LintKind, RawLint};
use crate::json::options::DuplicateKeys;
use crate::json::tape::{self, SHADOWED, Tag, WIDE};

impl Reader<'_, '_> {
    /// Closes the innermost container with the bracket at `pos`.
    #[inline]
    pub(super) fn close(&mut self, pos: usize) -> Step<()> {
        let Some(&frame) = self.frames.last() else {
            return Ok(());
        };
        let (mut count, mut layout, mut bits) = (frame.elements, 0, frame.inside);
        if frame.is_object {
            (count, layout, bits) = match self.followed_pattern() {
                Some(same) => same,
                None => self.own_layout(frame)?,
            };
        } else if frame.objects == frame.elements {
            layout = frame.layout;
        }
        let mut keys_at = frame.open;
        let words = if frame.is_object && self.pattern != NO_KEY {
            keys_at = self.pattern;
            let reach = self.tape.len() - frame.open;
            tape::follower(frame.start, layout, reach, keys_at)
        } else {
            let end = tape::head(Tag::End, 0, pos);
            let items = if frame.is_object { 0 } else { layout };
            self.wide([end, tape::end_tail(items, count)]);
            let reach = self.tape.len() - frame.open;
            if frame.is_object {
                tape::object(frame.start, layout, reach, bits)
            } else {
                tape::array(frame.start, reach, bits)
            }
        };
        if let Some(open) = self.tape.get_mut(frame.open..frame.open + WIDE) {
            open.copy_from_slice(&words);
        }
        (self.likely, self.pattern) = (frame.likely, frame.pattern);
        self.frames.pop();
        if let Some(outer) = self.frames.last_mut().filter(|_| frame.is_object) {
            if outer.objects == 0 {
                outer.layout = layout;
            } else if outer.layout != layout {
                outer.layout = 0;
            }
            outer.objects += 1;
            outer.inside |= bits;
            // One that is alone among many does not tell what follows it; two are many.
            let follows = keys_at != frame.open;
            if !core::mem::replace(&mut outer.followed, follows) {
                outer.model = keys_at;
            }
        }
        Ok(())
    }

    /// Number of members, layout and bits of the innermost object, if it has had the keys
    /// of its pattern and this has no more.
    #[inline]
    fn followed_pattern(&self) -> Option<(u64, u32, u32)> {
        if self.pattern == NO_KEY {
            return None;
        }
        let pattern = self.entry(self.pattern)?;
        if self.likely + WIDE != self.pattern + pattern.reach() {
            return None;
        }
        // Nobody asks for the number of members: the one with the keys has the same.
        Some((0, pattern.layout(), pattern.hash()))
    }

    /// The same of an object that has its own keys.
    fn own_layout(&mut self, frame: Frame) -> Step<(u64, u32, u32)> {
        self.leave_pattern();
        let hashes = self.hashes.get(frame.hashes..).unwrap_or_default();
        let count = hashes.len() as u64;
        let (repeated, bits) = keys::may_repeat(hashes);
        let replaced = if repeated { self.check_keys(frame)? } else { 0 };
        self.hashes.truncate(frame.hashes);
        if replaced > 0 {
            return Ok((count - replaced, 0, bits));
        }
        if self.layouts == tape::MAX_LAYOUT {
            return Ok((count, 0, bits));
        }
        self.layouts += 1;
        Ok((count, self.layouts, bits))
    }

    /// Looks for equal keys in the innermost object, and says how many members
    /// a later one replaces.
    #[cold]
    fn check_keys(&mut self, frame: Frame) -> Step<u64> {
        let hashes = self.hashes.get(frame.hashes..).unwrap_or_default();
        let keys = core::iter::successors(Some(frame.open + WIDE), |&key| {
            Some(tape::after(&self.tape, key + WIDE))
        });
        let pairs = keys::duplicates(hashes, keys, |key| self.key_text(key));
        for &(later, earlier) in &pairs {
            let (Some(first), Some(second)) = (self.entry(earlier), self.entry(later)) else {
                continue;
            };
            let (start, end) = (second.start(), second.start() + second.length() + 2);
            match self.options.duplicate_keys {
                DuplicateKeys::Error => {
                    let kind = JsonErrorKind::DuplicateKey {
                        key: explain::shorten(&self.key_text(later)),
                        first_start: first.start() as u64,
                        first_end: (first.start() + first.length() + 2) as u64,
                    };
                    // So that the path ends at the second occurrence.
                    self.tape.truncate(later + WIDE);
                    return Err(Fault::new(kind, start, end, At::Child));
                }
                DuplicateKeys::LastWins => {
                    if let Some(head) = self.tape.get_mut(earlier) {
                        *head |= SHADOWED;
                    }
                    let kind = LintKind::DuplicateKey {
                        first_start: first.start() as u64,
                    };
                    self.lints
                        .push(RawLint::new(kind, start, end, later + WIDE));
                }
            }
        }
        Ok(pairs.len() as u64)
    }
}
