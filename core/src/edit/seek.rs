//! Where texts occur, as far as it matters to who wants to move an edit there: nowhere, in
//! one place, or in more.
//!
//! To look through a text for one other text is fast; for each of very many it takes as
//! many times as long. So these are put into a tree of their bytes, and the text is gone
//! through once. Where it leads to no branch, it goes on at the longest end of what was read
//! that some text begins with (Aho and Corasick, 1975).

use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;

use super::find::{MOST_PASSED, occurrences};
use super::place::is_boundary;

/// So many texts are looked for one by one.
const FEW: usize = 16;

/// In how many places a text is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Occurs {
    Nowhere,
    /// Only where it begins or ends inside of a character or of a CRLF.
    Uncut,
    /// In one place, which can be cut.
    Once(usize),
    /// In several places, at least one of which can be cut; or in so many that cannot be cut that
    /// the others were not looked at.
    Often,
}

impl Occurs {
    /// Of one text. O(n).
    pub(super) fn of(text: &[u8], wanted: &[u8]) -> Self {
        let found = occurrences(text, wanted, 2);
        match (found.starts.as_slice(), found.passed) {
            _ if found.more => Self::Often,
            ([], 0) => Self::Nowhere,
            ([], _) => Self::Uncut,
            ([start], 0) => Self::Once(*start),
            _ => Self::Often,
        }
    }

    /// With one place more, which starts there if it can be cut.
    const fn and(self, start: Option<usize>) -> Self {
        match (self, start) {
            (Self::Nowhere, Some(start)) => Self::Once(start),
            (Self::Nowhere | Self::Uncut, None) => Self::Uncut,
            _ => Self::Often,
        }
    }
}

/// The texts that were looked for, and where they are.
#[derive(Debug, Default)]
pub(super) struct Sought<'e>(BTreeMap<&'e [u8], Occurs>);

impl<'e> Sought<'e> {
    /// Looks for texts, of which none is empty. O(n + m log m) for m bytes of all of them,
    /// and O(1) for each place where one is; of each no more than a thousand are looked at.
    pub(super) fn of(text: &[u8], wanted: impl Iterator<Item = &'e [u8]>) -> Self {
        let mut wanted: Vec<&[u8]> = wanted.collect();
        wanted.sort_unstable();
        wanted.dedup();
        let tree = (wanted.len() > FEW).then(|| Tree::of(&wanted)).flatten();
        let found = match tree {
            Some(tree) => tree.pass(text, &wanted),
            None => wanted.iter().map(|one| Occurs::of(text, one)).collect(),
        };
        Self(wanted.into_iter().zip(found).collect())
    }

    /// Where a text is, if it was looked for.
    pub(super) fn get(&self, wanted: &[u8]) -> Option<Occurs> {
        self.0.get(wanted).copied()
    }
}

/// The beginnings of texts, numbered: the shorter ones first, and those of one length in the
/// order of their bytes. 0 is the empty one.
struct Tree {
    /// The last byte of each.
    last: Vec<u8>,
    /// The first of those that are a byte longer. They are next to each other, and end where
    /// those of the next beginning start.
    longer: Vec<u32>,
    /// The longest end of it that is such a beginning as well.
    end: Vec<u32>,
    /// The number of the text that it is, from 1; 0 if it is none.
    text: Vec<u32>,
}

impl Tree {
    /// Of sorted texts; nothing, if they are too long to be numbered. O(m) for m bytes.
    fn of(texts: &[&[u8]]) -> Option<Self> {
        let all = texts.iter().map(|text| text.len());
        u32::try_from(all.fold(1_usize, usize::saturating_add)).ok()?;
        let mut tree = Self {
            last: vec![0],
            longer: Vec::new(),
            end: vec![0],
            text: Vec::new(),
        };
        // Of each beginning that has so many bytes, the texts that begin with it.
        let mut level = vec![(0, texts.len())];
        let mut length = 0;
        while !level.is_empty() {
            let mut next = Vec::new();
            for (mut from, to) in level {
                let is_whole = texts.get(from).is_some_and(|text| text.len() == length);
                from += usize::from(is_whole);
                tree.text.push(if is_whole { number(from) } else { 0 });
                tree.longer.push(number(tree.last.len()));
                let byte = |text: &&[u8]| text.get(length).copied().unwrap_or_default();
                let rest = texts.get(from..to).unwrap_or_default();
                for group in rest.chunk_by(|one, other| byte(one) == byte(other)) {
                    tree.last.push(group.first().map(byte).unwrap_or_default());
                    next.push((from, from + group.len()));
                    from += group.len();
                }
            }
            level = next;
            length += 1;
        }
        tree.longer.push(number(tree.last.len()));
        tree.end.resize(tree.last.len(), 0);
        for one in 1..number(tree.text.len()) {
            for child in at(&tree.longer, one)..at(&tree.longer, one + 1) {
                let byte = tree.last.get(index(child)).copied().unwrap_or_default();
                let end = tree.next(at(&tree.end, one), byte);
                put(&mut tree.end, child, end);
            }
        }
        Some(tree)
    }

    /// The beginning that is this one and a byte more.
    fn child(&self, one: u32, byte: u8) -> Option<u32> {
        let from = at(&self.longer, one);
        let children = index(from)..index(at(&self.longer, one + 1));
        let found = self.last.get(children)?.binary_search(&byte).ok()?;
        Some(from + number(found))
    }

    /// The longest end of a beginning and a byte more that is a beginning. O(1), as no end
    /// is longer than what was read.
    fn next(&self, mut one: u32, byte: u8) -> u32 {
        loop {
            match self.child(one, byte) {
                Some(child) => return child,
                None if one == 0 => return 0,
                None => one = at(&self.end, one),
            }
        }
    }

    fn pass(&self, text: &[u8], wanted: &[&[u8]]) -> Vec<Occurs> {
        let mut found = vec![Occurs::Nowhere; wanted.len()];
        let mut passed = vec![0; wanted.len()];
        // Of each beginning the longest end that is a text which is looked for still.
        let mut open: Vec<u32> = (0_u32..)
            .zip(&self.text)
            .map(|(one, text)| if *text > 0 { one } else { at(&self.end, one) })
            .collect();
        let mut left = wanted.len();
        let mut here = 0;
        for (past, byte) in (1_usize..).zip(text) {
            here = self.next(here, *byte);
            let mut one = first(&mut open, here);
            while one > 0 {
                let text_of = index(at(&self.text, one)).wrapping_sub(1);
                let start = past - wanted.get(text_of).map_or(0, |wanted| wanted.len());
                let can_be_cut = is_boundary(text, start) && is_boundary(text, past);
                let is_often = found.get_mut(text_of).is_none_or(|found| {
                    *found = found.and(can_be_cut.then_some(start));
                    *found == Occurs::Often
                });
                let is_over = is_often
                    || !can_be_cut
                        && passed.get_mut(text_of).is_none_or(|passed| {
                            *passed += 1;
                            *passed == MOST_PASSED
                        });
                if is_over {
                    if let Some(found) = found.get_mut(text_of) {
                        *found = Occurs::Often;
                    }
                    put(&mut open, one, at(&self.end, one));
                    left -= 1;
                    if left == 0 {
                        return found;
                    }
                }
                one = first(&mut open, at(&self.end, one));
            }
        }
        found
    }
}

/// The first of a chain that leads to itself. Ways that were gone get shorter.
fn first(chain: &mut [u32], mut one: u32) -> u32 {
    loop {
        let next = at(chain, one);
        if next == one {
            return one;
        }
        let after = at(chain, next);
        put(chain, one, after);
        one = after;
    }
}

/// A number of something of which there are less than 2^32.
fn number(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}

fn index(number: u32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

fn at(list: &[u32], number: u32) -> u32 {
    list.get(index(number)).copied().unwrap_or_default()
}

fn put(list: &mut [u32], number: u32, value: u32) {
    if let Some(slot) = list.get_mut(index(number)) {
        *slot = value;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As many texts as are looked for in one pass, of few bytes, so that they lie over and in
    /// each other.
    #[test]
    fn one_pass_finds_what_is_found_one_by_one() {
        let mut seed = 7_u64;
        let mut below = |most: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            usize::try_from(seed >> 33).unwrap() % most
        };
        for round in 0..200 {
            let alphabet: &[&str] = [&["a", "b"][..], &["a", "é", "\r\n", "\n"]][round % 2];
            let mut some = |most: usize| -> Vec<u8> {
                let count = 1 + below(most);
                let letters = (0..count).map(|_| alphabet[below(alphabet.len())]);
                letters.collect::<alloc::string::String>().into_bytes()
            };
            let text = some(60);
            let mut wanted: Vec<Vec<u8>> = (0..40).map(|_| some(6)).collect();
            // Bytes of which a character has more.
            wanted.extend((1..4).map(|len| text.iter().rev().take(len).rev().copied().collect()));
            wanted.push(alloc::vec![0xA9]);
            let sought = Sought::of(&text, wanted.iter().map(Vec::as_slice));
            for one in &wanted {
                assert_eq!(
                    sought.get(one),
                    Some(Occurs::of(&text, one)),
                    "{one:?} {text:?}"
                );
            }
        }
    }

    #[test]
    fn texts_that_end_each_other_take_no_time_for_each_place() {
        let text = vec![b'a'; 1 << 20];
        let wanted: Vec<&[u8]> = (1..=1000).filter_map(|length| text.get(..length)).collect();
        let sought = Sought::of(&text, wanted.iter().copied());
        assert!(
            wanted
                .iter()
                .all(|one| sought.get(one) == Some(Occurs::Often))
        );
    }
}
