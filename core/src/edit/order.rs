//! The order of edits, and which of them are in each other's way (E2).

use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt::Display;

/// Where an edit starts or ends.
pub(super) trait Offset: Copy + Ord + Default + Display {
    /// As wide as an offset may be.
    fn wide(self) -> u64;
}

/// In a text that is there.
impl Offset for usize {
    fn wide(self) -> u64 {
        self as u64
    }
}

/// In a text that nobody has, and that need not fit into the memory of this machine.
impl Offset for u64 {
    fn wide(self) -> u64 {
        self
    }
}

/// One edit with its place in the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Placed<T = usize> {
    /// Number in the request, from 0.
    pub(super) edit: usize,
    pub(super) start: T,
    pub(super) end: T,
}

impl<T: Offset> Placed<T> {
    pub(super) fn is_insertion(self) -> bool {
        self.start == self.end
    }
}

/// At most so many pairs are told.
pub(super) const MOST_PAIRS: usize = 100;

/// Below so many, sorting by comparison is as fast as by digits.
const FEW: usize = 128;

/// How many bits a digit has when words are sorted by digits.
const DIGIT: u32 = 9;

/// Sorts by place. What is put in at one place keeps the order of the request, and
/// goes before what replaces the text that begins there. O(k log k), O(k) if sorted.
pub(super) fn sort<T: Offset>(edits: &mut Vec<Placed<T>>) {
    let key = |edit: &Placed<T>| (edit.start, !edit.is_insertion(), edit.edit);
    if edits.is_sorted_by_key(key) {
        return;
    }
    match Words::of(edits) {
        Some(words) => {
            let given = core::mem::take(edits);
            *edits = Vec::with_capacity(given.len());
            edits.extend(words.sorted().filter_map(|at| given.get(at)));
        }
        None => edits.sort_unstable_by_key(key),
    }
}

/// Edits as words that sort as the edits do, which is several times as fast: of each its
/// start, whether it replaces something, and its number in the list.
pub(super) struct Words {
    words: Vec<u64>,
    /// How many bits of a word are the number.
    number: u32,
}

impl Words {
    /// For so many edits that start no later than at `last`; nothing, if 64 bits are not
    /// enough.
    pub(super) fn new(count: usize, last: u64) -> Option<Self> {
        let number = u64::BITS - (count as u64).leading_zeros();
        (last.leading_zeros() > number).then(|| Self {
            words: Vec::with_capacity(count),
            number,
        })
    }

    /// Of a list in the order of the request.
    fn of<T: Offset>(edits: &[Placed<T>]) -> Option<Self> {
        if !edits.is_sorted_by_key(|edit| edit.edit) {
            return None;
        }
        let last = edits.iter().map(|edit| edit.start).max()?.wide();
        let mut words = Self::new(edits.len(), last)?;
        for edit in edits {
            words.push(edit.start.wide(), edit.end.wide());
        }
        Some(words)
    }

    /// Adds the next edit of the request.
    #[inline]
    pub(super) fn push(&mut self, start: u64, end: u64) {
        let place = start << 1 | u64::from(start != end);
        let word = place << self.number | self.words.len() as u64;
        self.words.push(word);
    }

    /// The numbers in the order of the text. O(k), since a word has few digits.
    pub(super) fn sorted(mut self) -> impl Iterator<Item = usize> {
        if !self.words.is_sorted() {
            if self.words.len() < FEW {
                self.words.sort_unstable();
            } else {
                by_digits(&mut self.words, self.number);
            }
        }
        let number = (1 << self.number) - 1;
        let numbers = self.words.into_iter().map(move |word| word & number);
        numbers.filter_map(|at| usize::try_from(at).ok())
    }
}

/// Sorts words whose lowest bits are in order already: by the lowest digit of the rest,
/// then by the next one, each time without changing the order of those that have the same.
fn by_digits(words: &mut Vec<u64>, from: u32) {
    let used = u64::BITS - words.iter().fold(0, |all, word| all | word).leading_zeros();
    let mut other = vec![0; words.len()];
    for shift in (from..used).step_by(DIGIT as usize) {
        let digit = |word: u64| usize::try_from(word >> shift & ((1 << DIGIT) - 1)).unwrap_or(0);
        // First how many words have each digit, then where they go.
        let mut starts = [0_usize; 1 << DIGIT];
        for word in words.iter() {
            if let Some(count) = starts.get_mut(digit(*word)) {
                *count += 1;
            }
        }
        let mut sum = 0;
        for start in &mut starts {
            sum += core::mem::replace(start, sum);
        }
        for word in words.iter() {
            if let Some(start) = starts.get_mut(digit(*word)) {
                if let Some(slot) = other.get_mut(*start) {
                    *slot = *word;
                }
                *start += 1;
            }
        }
        core::mem::swap(words, &mut other);
    }
}

/// Whether any of these sorted edits are in each other's way: whether there are
/// [`overlaps`]. O(k), with nothing allocated.
pub(super) fn overlap<T: Offset>(sorted: &[Placed<T>]) -> bool {
    let mut end = T::default();
    sorted.iter().any(|edit| {
        let overlaps = edit.start < end;
        end = end.max(edit.end);
        overlaps
    })
}

/// The pairs of sorted edits that share a byte, or of which one is put in inside the
/// range of the other; at most [`MOST_PAIRS`]. Edits that touch are no pair. O(k).
pub(super) fn overlaps<T: Offset>(sorted: &[Placed<T>]) -> Vec<(Placed<T>, Placed<T>)> {
    let mut pairs = Vec::new();
    let mut open: Vec<Placed<T>> = Vec::new();
    for edit in sorted {
        open.retain(|earlier| earlier.end > edit.start);
        for earlier in &open {
            if pairs.len() == MOST_PAIRS {
                return pairs;
            }
            // Another replacement that begins at the same place is one too.
            pairs.push((*earlier, *edit));
        }
        if !edit.is_insertion() {
            open.push(*edit);
        }
    }
    pairs
}

/// How many pairs [`overlaps`] would give without its limit. O(k log k).
pub(super) fn pairs<T: Offset>(sorted: &[Placed<T>]) -> u64 {
    let after = |at: usize, edit: &Placed<T>| {
        let later = sorted.get(at + 1..).unwrap_or_default();
        later.partition_point(|other| other.start < edit.end) as u64
    };
    let each = sorted.iter().enumerate();
    each.map(|(at, edit)| after(at, edit)).sum()
}

/// The sorted edits that are in a pair of [`overlaps`], each once. O(k).
pub(super) fn in_the_way<T: Offset>(sorted: &[Placed<T>]) -> impl Iterator<Item = usize> {
    let mut end = T::default();
    sorted.iter().enumerate().filter_map(move |(at, edit)| {
        let next = sorted.get(at + 1);
        let overlaps = edit.start < end || next.is_some_and(|next| next.start < edit.end);
        end = end.max(edit.end);
        overlaps.then_some(edit.edit)
    })
}

/// What the one of two edits is called where the other is complained about.
pub(crate) const OTHER: &str = "the edit that it overlaps";

/// Two edits that are in each other's way.
pub(crate) struct Overlap {
    /// The number of the one that comes first in the request.
    pub(crate) first: usize,
    pub(crate) second: usize,
    pub(crate) message: String,
}

/// The [`overlaps`] of sorted edits, as they are reported.
pub(super) fn reported<T: Offset>(sorted: &[Placed<T>]) -> Vec<Overlap> {
    let pairs = overlaps(sorted).into_iter();
    pairs
        .map(|(one, other)| Overlap {
            first: one.edit.min(other.edit),
            second: one.edit.max(other.edit),
            message: format!(
                "bytes {}..{} and {}..{} overlap (edits {} and {})",
                one.start, one.end, other.start, other.end, one.edit, other.edit
            ),
        })
        .collect()
}

/// The same of ranges in bytes with the numbers of their edits, in the order of the request,
/// and what is said of the pairs that are too many to be told. One that ends before it starts
/// is passed over. O(k log k).
pub(crate) fn overlaps_of(
    ranges: impl Iterator<Item = (usize, u64, u64)>,
) -> (Vec<Overlap>, Option<String>) {
    let mut placed: Vec<Placed<u64>> = ranges
        .filter(|(_, start, end)| start <= end)
        .map(|(edit, start, end)| Placed { edit, start, end })
        .collect();
    sort(&mut placed);
    (reported(&placed), more(&placed))
}

/// What is said of the pairs of sorted edits that [`reported`] leaves out.
pub(super) fn more<T: Offset>(sorted: &[Placed<T>]) -> Option<String> {
    let more = pairs(sorted).saturating_sub(MOST_PAIRS as u64);
    (more > 0).then(|| format!("{more} more pairs of edits overlap"))
}
