//! Which of some names another one is probably misspelt from: how many letters they differ in.
//!
//! What makes a name a slip whatever the number of letters is in [`super::slip`].

use alloc::string::String;

use super::slip::is_same_words;

/// The candidate that is spelt most like `wanted`, if one is near enough to be
/// worth proposing (at most a third of its letters differ).
pub(crate) fn nearest<'c>(
    wanted: &str,
    candidates: impl Iterator<Item = &'c str>,
) -> Option<&'c str> {
    let wanted = Letters::of(wanted);
    candidates
        .filter_map(|candidate| Some((wanted.between(&Letters::of(candidate))?, candidate)))
        .min()
        .map(|(_, candidate)| candidate)
}

/// The name that another one is probably misspelt from: one of the same words, whatever their
/// capitals and however they are joined, or the nearest.
pub(crate) fn nearest_name<'c>(
    wanted: &str,
    candidates: impl Iterator<Item = &'c str>,
) -> Option<&'c str> {
    let letters = Letters::of(wanted);
    let distance = |candidate: &str| {
        let is_same = is_same_words(wanted, candidate);
        is_same
            .then_some(0)
            .or_else(|| letters.between(&Letters::of(candidate)))
    };
    candidates
        .filter_map(|candidate| Some((distance(candidate)?, candidate)))
        .min()
        .map(|(_, candidate)| candidate)
}

/// The word that another one is probably misspelt from: the nearest, or one with other
/// capitals.
pub(crate) fn nearest_word<'c>(wrong: &str, words: &[&'c str]) -> Option<&'c str> {
    let mut capitals = words.iter().copied();
    let capitals = capitals.find(|word| word.eq_ignore_ascii_case(wrong.trim()));
    capitals.or_else(|| nearest(wrong, words.iter().copied()))
}

/// The end of a refusal: which of the words was meant, if one is near enough.
pub(crate) fn did_you_mean(wrong: &str, words: &[&str]) -> String {
    nearest_word(wrong, words).map_or_else(String::new, |n| alloc::format!("; did you mean `{n}`?"))
}

/// A name that is compared with many others, letter by letter.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Letters<'n> {
    pub(crate) name: &'n str,
    count: usize,
    /// Which letters it has, as bits: those that are a multiple of 64 code points apart share one.
    which: u64,
}

impl<'n> Letters<'n> {
    pub(crate) fn of(name: &'n str) -> Self {
        let (count, which) = name.chars().fold((0, 0), |(count, which), letter| {
            (count + 1, which | 1 << (u32::from(letter) % u64::BITS))
        });
        Self { name, count, which }
    }

    /// How many letters a candidate differs in, if that is at most a third of its own.
    pub(crate) fn between(&self, candidate: &Letters<'_>) -> Option<usize> {
        let most = candidate.count / 3;
        // The distance is at least the difference of the lengths, and the number of letters that
        // the other name has nowhere: most names are never compared letter by letter.
        let foreign = |one: u64, other: u64| (one & !other).count_ones() as usize;
        let least = self.count.abs_diff(candidate.count);
        let least = least.max(foreign(self.which, candidate.which));
        let least = least.max(foreign(candidate.which, self.which));
        if least > most {
            return None;
        }
        edit_distance(self.name, candidate.name, most)
    }
}

/// For the distances to names of fewer letters than this there is room on the stack.
const NEAR: usize = 32;

/// How many letters are changed, added, left out, or exchanged with the next one: the optimal
/// string alignment distance, of which three rows are kept. Nothing if it is more than `most`.
///
/// Time O(n·m).
pub(super) fn edit_distance(a: &str, b: &str, most: usize) -> Option<usize> {
    let width = b.chars().count() + 1;
    let (mut near, mut far) = ([0; 3 * NEAR], alloc::vec::Vec::new());
    let rows = if let Some(rows) = near.get_mut(..3 * width) {
        rows
    } else {
        far.resize(3 * width, 0);
        far.as_mut_slice()
    };
    let (mut above, rows) = rows.split_at_mut(width);
    let (mut over, mut row) = rows.split_at_mut(width);
    for (j, distance) in above.iter_mut().enumerate() {
        *distance = j;
    }
    let mut last = None;
    for (i, ca) in a.chars().enumerate() {
        row[0] = i + 1;
        let mut fewest = i + 1;
        let mut before = None;
        for (j, cb) in b.chars().enumerate() {
            let changed = above[j] + usize::from(ca != cb);
            let mut least = changed.min(row[j] + 1).min(above[j + 1] + 1);
            if j > 0 && before == Some(ca) && last == Some(cb) {
                least = least.min(over[j - 1] + 1);
            }
            row[j + 1] = least;
            fewest = fewest.min(least);
            before = Some(cb);
        }
        // No later row has fewer: one exchange costs as much as it may take back.
        if fewest > most {
            return None;
        }
        last = Some(ca);
        core::mem::swap(&mut over, &mut above);
        core::mem::swap(&mut above, &mut row);
    }
    above.last().copied().filter(|distance| *distance <= most)
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;

    #[test]
    fn letters_are_compared_not_bytes() {
        let near = |name| nearest("id", [name].into_iter());
        assert_eq!(near("ids"), Some("ids"));
        assert_eq!(near("\u{540d}\u{524d}"), None);
        let near = |name: &str| nearest(name, ["kind", "score", "tool"].into_iter());
        assert_eq!(near("kidn"), Some("kind"), "one exchange is one mistake");
        assert_eq!(near("scroe"), Some("score"));
        assert_eq!(near("toolx"), Some("tool"));
        assert_eq!(near("lotx"), None);
        let long = "k".repeat(1_000_000);
        assert_eq!(nearest("id", [long.as_str()].into_iter()), None);
        assert_eq!(nearest(&long, ["id"].into_iter()), None);
    }

    /// All texts of up to so many of three letters.
    fn texts(most: usize) -> Vec<String> {
        let mut all = alloc::vec![String::new()];
        let mut from = 0;
        for _ in 0..most {
            let to = all.len();
            for at in from..to {
                let longer = ["a", "b", "\u{e1}"].map(|letter| all[at].clone() + letter);
                all.extend(longer);
            }
            from = to;
        }
        all
    }

    /// All texts that one change of a text makes, of the same letters.
    fn changed(text: &str) -> Vec<String> {
        let letters: Vec<char> = text.chars().collect();
        let mut all = Vec::new();
        for at in 0..=letters.len() {
            let (before, after) = letters.split_at(at);
            let mut push = |parts: [&[char]; 2]| all.push(parts.concat().iter().collect());
            for new in ['a', 'b', '\u{e1}'] {
                push([&[before, &[new]].concat(), after]);
                if let [_, rest @ ..] = after {
                    push([&[before, &[new]].concat(), rest]);
                }
            }
            if let [_, rest @ ..] = after {
                push([before, rest]);
            }
            if let [one, two, rest @ ..] = after {
                push([&[before, &[*two, *one]].concat(), rest]);
            }
        }
        all
    }

    #[test]
    fn one_change_is_a_distance_of_one() {
        for text in texts(4) {
            assert_eq!(edit_distance(&text, &text, 0), Some(0));
            let once = changed(&text);
            for other in texts(4) {
                let is_one = once.contains(&other);
                let distance = edit_distance(&text, &other, 1);
                assert_eq!(
                    distance == Some(1),
                    is_one && other != text,
                    "{text} {other}"
                );
            }
        }
    }

    #[test]
    fn names_that_are_not_compared_are_too_far_apart() {
        for name in texts(4) {
            for candidate in texts(4) {
                let long = candidate.repeat(3);
                for candidate in [&candidate, &long] {
                    let most = candidate.chars().count() / 3;
                    let between = Letters::of(&name).between(&Letters::of(candidate));
                    assert_eq!(
                        between,
                        edit_distance(&name, candidate, most),
                        "{name} {candidate}"
                    );
                    let whole = edit_distance(&name, candidate, usize::MAX);
                    assert_eq!(between, whole.filter(|distance| *distance <= most));
                }
            }
        }
    }
}
