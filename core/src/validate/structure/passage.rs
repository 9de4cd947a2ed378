//! Texts that show a range, and may show others as well.
//!
//! Some tools print the text of every symbol of a name, one after the other. Such a text is held
//! against a range as exactly as that allows.

use super::{Part, Slot, Walk, descend};
use crate::json::Node;

impl<'d> Walk<'d, '_> {
    /// Notes a text that shows the range of another object. Unless it may show more, it has to be
    /// exactly the text of the range.
    pub(super) fn passage(&mut self, record: Node<'d>, pointer: &str, slot: Slot<'d>) {
        let Some(range) = descend(record, pointer) else {
            return;
        };
        let text = slot.node.as_str();
        let is_more = text.is_some_and(|text| may_be_among(&text, range));
        let part = if is_more { Part::Passage } else { Part::Text };
        self.seen.outside.push((range.order(), part, slot));
    }
}

fn number(range: Node<'_>, name: &str) -> Option<u64> {
    Some(range.get(name)?.as_u64_safe().ok()?.value)
}

/// How many more the one member says than the other.
fn between(range: Node<'_>, from: &str, to: &str) -> Option<u64> {
    number(range, to)?.checked_sub(number(range, from)?)
}

/// Whether a text is longer than a range, and has a piece of the length of it.
fn may_be_among(text: &str, range: Node<'_>) -> bool {
    between(range, "byte_start", "byte_end")
        .and_then(|length| usize::try_from(length).ok())
        .is_some_and(|length| places(text, length).any(|at| at > 0 || at + length < text.len()))
}

/// Where a piece of this length can stand among others, which are not empty and are parted by LF.
fn places(text: &str, length: usize) -> impl Iterator<Item = usize> + '_ {
    let bytes = text.as_bytes();
    let feeds = memchr::memchr_iter(b'\n', bytes).map(|feed| feed + 1);
    let starts = core::iter::once(0).chain(feeds.filter(|start| *start > 1));
    starts.filter(move |start| {
        let rest = bytes.get(*start..).and_then(|rest| rest.get(length..));
        rest.is_some_and(|rest| rest.is_empty() || (rest.len() > 1 && rest.first() == Some(&b'\n')))
    })
}

/// Whether a text is these bytes, or has them among others as [`places`] says. Linear in its
/// length.
pub(in crate::validate) fn is_among(text: &str, piece: &[u8]) -> bool {
    let bytes = text.as_bytes();
    let after = bytes.strip_prefix(piece);
    let before = bytes.strip_suffix(piece);
    if after.is_some_and(|rest| rest.is_empty() || (rest.len() > 1 && rest.starts_with(b"\n")))
        || before.is_some_and(|rest| rest.len() > 1 && rest.ends_with(b"\n"))
    {
        return true;
    }
    let between = [b"\n", piece, b"\n"].concat();
    let inner = bytes.get(1..bytes.len().saturating_sub(1));
    inner.is_some_and(|inner| memchr::memmem::find(inner, &between).is_some())
}
