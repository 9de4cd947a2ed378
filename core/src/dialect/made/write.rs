//! What was made, as canonical JSON (RFC 8785).
//!
//! Objects of one kind have the same keys in the same order, one after the other. The
//! order in which these are written is worked out once.

use alloc::borrow::Cow;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::vec::Vec;

use super::{Made, Members};
use crate::json::{compare_utf16, write_count, write_string};

/// Bytes of a small envelope.
const USUAL: usize = 256;

/// Most kinds of objects that are remembered.
const KINDS: usize = 32;

/// The kinds of objects that were written.
#[derive(Debug, Default)]
pub(crate) struct Orders<'d> {
    kinds: Vec<Rc<Kind<'d>>>,
    /// The one that is expected next.
    next: usize,
    /// Whether objects of the same kinds are to come.
    pub(crate) repeats: bool,
    /// Where the one list belongs that is all that was written before.
    gap: Option<usize>,
}

/// A sequence of keys, and the order in which they are written.
#[derive(Debug)]
struct Kind<'d> {
    /// The keys, none of which is owned.
    keys: Vec<&'d str>,
    steps: Vec<Step>,
    /// What is written before each value: comma, key and colon.
    text: String,
}

/// The member that is written next, and where its key ends in the text.
#[derive(Debug)]
struct Step {
    member: usize,
    end: usize,
}

impl<'d> Kind<'d> {
    /// Whether an object has these very keys: the same texts at the same places.
    fn fits(&self, members: &[(Cow<'d, str>, Made<'d>)]) -> bool {
        let same = |known: &'d str, key: &Cow<'d, str>| match key {
            Cow::Borrowed(key) => core::ptr::eq(known, *key),
            Cow::Owned(_) => false,
        };
        let mut pairs = self.keys.iter().zip(members);
        self.keys.len() == members.len() && pairs.all(|(known, (key, _))| same(known, key))
    }

    fn of(members: &[(Cow<'d, str>, Made<'d>)]) -> Self {
        let mut order: Vec<usize> = (0..members.len()).collect();
        let key = |at: &usize| members.get(*at).map_or("", |(key, _)| key);
        order.sort_unstable_by(|a, b| compare_utf16(key(a), key(b)));
        let mut text = String::new();
        let steps = order.into_iter().map(|member| {
            text.push(if text.is_empty() { '{' } else { ',' });
            write_string(&mut text, key(&member));
            text.push(':');
            Step {
                member,
                end: text.len(),
            }
        });
        let steps = steps.collect();
        let keys = members.iter().filter_map(|(key, _)| match key {
            Cow::Borrowed(key) => Some(*key),
            Cow::Owned(_) => None,
        });
        let keys = keys.collect();
        Self { keys, steps, text }
    }
}

impl<'d> Orders<'d> {
    fn kind(&mut self, members: &[(Cow<'d, str>, Made<'d>)]) -> Rc<Kind<'d>> {
        let fits = |(_, kind): &(usize, &Rc<Kind<'d>>)| kind.fits(members);
        let expected = self.kinds.get(self.next).map(|kind| (self.next, kind));
        let found = expected
            .filter(fits)
            .or_else(|| self.kinds.iter().enumerate().find(fits));
        if let Some((at, kind)) = found {
            let kind = Rc::clone(kind);
            self.next = if at + 1 < self.kinds.len() { at + 1 } else { 0 };
            return kind;
        }
        let kind = Rc::new(Kind::of(members));
        if kind.keys.len() == members.len() {
            if self.kinds.len() < KINDS {
                self.kinds.push(Rc::clone(&kind));
            } else if let Some(old) = self.kinds.get_mut(self.next) {
                // Keys that stand in the document are of use to no other object.
                *old = Rc::clone(&kind);
            }
        }
        kind
    }

    /// The text of a value of which `lists` holds the lists that are written already.
    pub(crate) fn text(&mut self, made: &Made<'d>, lists: String) -> String {
        let mut text = String::with_capacity(USUAL);
        self.write(made, &lists, &mut text);
        let Some(gap) = self.gap.take() else {
            return text;
        };
        // The one list is long, what is around it is not.
        let mut whole = lists;
        whole.push_str(text.get(gap..).unwrap_or_default());
        whole.insert_str(0, text.get(..gap).unwrap_or_default());
        whole
    }

    /// Adds a value to a text. `lists` holds the lists that are written already. No
    /// deeper than the walk that made the value.
    pub(crate) fn write(&mut self, made: &Made<'d>, lists: &str, out: &mut String) {
        match made {
            Made::Null => out.push_str("null"),
            Made::Flag(flag) => out.push_str(if *flag { "true" } else { "false" }),
            Made::Count(count) => write_count(out, *count),
            Made::Text(text) => write_string(out, text),
            Made::Id(digits) => {
                out.push('"');
                out.push_str(core::str::from_utf8(digits).unwrap_or_default());
                out.push('"');
            }
            Made::List(items) => {
                out.push('[');
                for (at, item) in items.iter().enumerate() {
                    if at > 0 {
                        out.push(',');
                    }
                    self.write(item, lists, out);
                }
                out.push(']');
            }
            Made::Object(members) => self.members(members, lists, out),
            Made::Read(node) => node.write_canonical_to(out),
            Made::Written(range, _) if *range == (0..lists.len()) => self.gap = Some(out.len()),
            Made::Written(range, _) => {
                out.push_str(lists.get(range.clone()).unwrap_or_default());
            }
        }
    }

    fn members(&mut self, members: &Members<'d>, lists: &str, out: &mut String) {
        let members = members.as_slice();
        if members.is_empty() {
            return out.push_str("{}");
        }
        if !self.repeats {
            return self.once(members, lists, out);
        }
        let kind = self.kind(members);
        let mut start = 0;
        for Step { member, end } in &kind.steps {
            out.push_str(kind.text.get(start..*end).unwrap_or_default());
            start = *end;
            if let Some((_, value)) = members.get(*member) {
                self.write(value, lists, out);
            }
        }
        out.push('}');
    }

    /// An object that is the only one of its kind.
    fn once(&mut self, members: &[(Cow<'d, str>, Made<'d>)], lists: &str, out: &mut String) {
        let mut sorted: Vec<&(Cow<'d, str>, Made<'d>)> = members.iter().collect();
        sorted.sort_unstable_by(|(a, _), (b, _)| compare_utf16(a, b));
        for (at, (key, value)) in sorted.into_iter().enumerate() {
            out.push(if at == 0 { '{' } else { ',' });
            write_string(out, key);
            out.push(':');
            self.write(value, lists, out);
        }
        out.push('}');
    }
}
