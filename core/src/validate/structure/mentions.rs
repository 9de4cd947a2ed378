//! What is said of files beside the ranges, noted for whoever has the texts.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::{Walk, descend};
use crate::envelope::mention::{Mention, Moment, Says};
use crate::json::Node;
use crate::validate::claim::{Claim, placed_paths};

impl<'d> Walk<'d, '_> {
    /// Whether an object has any of the members that say something of a file. It is remembered for
    /// the next one: elements of a list mostly have the same keys.
    pub(super) fn may_mention(&mut self, record: Node<'d>, mentions: &'static [Mention]) -> bool {
        let layout = record.layout();
        if let Some((known, others, may)) = self.mentioning
            && known == layout
            && layout != 0
            && core::ptr::eq(others.as_ptr(), mentions.as_ptr())
        {
            return may;
        }
        let mut keys = mentions.iter().flat_map(Mention::keys);
        let may = keys.any(|key| record.get(key).is_some());
        self.mentioning = Some((layout, mentions, may));
        may
    }

    /// Notes what an object says of a file. Where no text is there to ask, it is enough
    /// to know that something is said.
    pub(super) fn mentions(&mut self, record: Node<'d>, mentions: &'static [Mention]) {
        if !self.keeps_all && self.seen.is_mentioning {
            return;
        }
        for mention in mentions {
            if mention.each.is_empty() {
                self.mention(record, mention);
            } else if let Some(list) = record.get(mention.each) {
                for item in list.items() {
                    self.mention(item, mention);
                }
            }
        }
    }

    fn mention(&mut self, record: Node<'d>, mention: &'static Mention) {
        if is_said(record, mention) {
            self.seen.is_mentioning = true;
            if self.keeps_all {
                self.seen.mentions.push((record, mention));
            }
        }
    }
}

/// Whether an object says this at all. A line 0 says that none is known, unless it may be
/// the first one.
fn is_said(record: Node<'_>, mention: &Mention) -> bool {
    match mention.says {
        Says::Place(spot) => {
            let number = |name| natural(record, name);
            number(spot.offsets[0]).is_some() || number(spot.lines[0]).is_some_and(|line| line > 0)
        }
        Says::Checksum(member) | Says::Unsaid(member) | Says::Text(member) => {
            text(record, member).is_some()
        }
        Says::Change(before, after) => {
            text(record, before).is_some() || text(record, after).is_some()
        }
        Says::Located(member) => text(record, member).is_some_and(|place| has_line(&place)),
    }
}

/// Whether a place in one text says more than a path.
fn has_line(place: &str) -> bool {
    let line = place.rsplit_once(':').map(|(_, line)| line);
    line.is_some_and(|line| !line.is_empty() && line.bytes().all(|byte| byte.is_ascii_digit()))
}

/// A member of an object, or the value at a pointer that begins at it.
pub(crate) fn member<'d>(record: Node<'d>, name: &str) -> Option<Node<'d>> {
    if name.starts_with('/') {
        descend(record, name)
    } else {
        record.get(name)
    }
}

/// The number in a member.
pub(in crate::validate) fn natural(record: Node<'_>, name: &str) -> Option<u64> {
    Some(member(record, name)?.as_u64_safe().ok()?.value)
}

/// The text in a member; an empty one says nothing.
pub(in crate::validate) fn text<'d>(record: Node<'d>, name: &str) -> Option<Cow<'d, str>> {
    let text = member(record, name)?.as_str()?;
    (!text.is_empty()).then_some(text)
}

/// The paths of all files of which something is said that a text could show, in the order of their
/// first mention; some more than once. Nothing is done before the first is asked for.
pub(in crate::validate) fn every_path<'d>(
    claims: &[Claim<'d>],
    mentions: &[(Node<'d>, &'static Mention)],
) -> impl Iterator<Item = Cow<'d, str>> {
    core::iter::once_with(move || {
        let shown = mentions.iter().filter(|(_, mention)| !mention.is_gone());
        let named = shown.filter_map(|(record, mention)| {
            let path = text(*record, mention.file)?;
            Some((record.order(), path))
        });
        let mut named: Vec<(usize, Cow<'d, str>)> = named.collect();
        named.sort_by_key(|(order, _)| *order);
        let mut named = named.into_iter().peekable();
        let mut ranges = placed_paths(claims).peekable();
        core::iter::from_fn(move || {
            let is_range = match (ranges.peek(), named.peek()) {
                (Some((range, _)), Some((object, _))) => range <= object,
                (range, _) => range.is_some(),
            };
            let next = if is_range {
                ranges.next()
            } else {
                named.next()
            };
            next.map(|(_, path)| path)
        })
    })
    .flatten()
}

impl Mention {
    /// Whether it is of a text that nobody has any more.
    pub(in crate::validate) const fn is_gone(&self) -> bool {
        matches!(self.says, Says::Place(spot) if matches!(spot.moment, Moment::Gone(_)))
    }
}
