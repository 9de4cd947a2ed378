//! What an object must have before it is worth looking for a sign.
//!
//! A document is held against dozens of shapes, and most of them name members that it
//! does not have. The reader notes which keys an object may have, a bit for each; the
//! compiler makes the same bits of the names in a sign. Comparing the two rules most
//! signs out, and never one that is there.

use super::key_set::KeySet;
use super::sign::{Look, Sign};
use crate::json::Kind;

/// What there must be for an object to bear a sign.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Needs {
    /// All of these must be there.
    all: KeySet,
    /// Of these at least `least` must be there; every bit where nothing is known.
    any: KeySet,
    /// 1 or 2.
    least: u32,
    /// A member that may show that the sign is not there.
    pub(crate) word: Option<TellingWord>,
}

/// A member that rules a sign out by being another string than this word.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TellingWord {
    pub(crate) name: &'static str,
    /// Where there is none, any string rules the sign out.
    word: Option<&'static str>,
}

impl TellingWord {
    /// Whether the value of the member shows that the sign is not there.
    pub(crate) fn is_denied_by(&self, member: impl Look) -> bool {
        member.kind() == Kind::String && !self.word.is_some_and(|word| member.is_word(word))
    }

    /// What rules out both of two signs; nothing, if these are told by different words or members.
    const fn both(self, other: Self) -> Option<Self> {
        let word = match (self.word, other.word) {
            (Some(word), None) | (None, Some(word)) => Some(word),
            (None, None) => None,
            (Some(word), Some(same)) if is_same(word, same) => Some(word),
            _ => return None,
        };
        if is_same(self.name, other.name) {
            let name = self.name;
            Some(Self { name, word })
        } else {
            None
        }
    }
}

const fn is_same(a: &str, b: &str) -> bool {
    let (mut a, mut b) = (a.as_bytes(), b.as_bytes());
    while let ([first, rest @ ..], [other, others @ ..]) = (a, b) {
        if *first != *other {
            return false;
        }
        (a, b) = (rest, others);
    }
    a.is_empty() && b.is_empty()
}

impl Needs {
    const NOTHING: Self = Self {
        all: KeySet::NONE,
        any: KeySet::EVERY,
        least: 1,
        word: None,
    };

    pub(crate) const fn of(sign: &Sign) -> Self {
        match sign {
            Sign::Has(name)
            | Sign::Says(name)
            | Sign::Is(name, _)
            | Sign::Empty(name)
            | Sign::Within(name, _)
            | Sign::Item(name, _) => Self::member(name),
            Sign::Word(name, word) => Self {
                word: Some(TellingWord {
                    name,
                    word: Some(word),
                }),
                ..Self::member(name)
            },
            Sign::Two(names) => {
                let any = KeySet::any_of(names);
                // Two names that share a bit show as one.
                let distinct = any.count() as usize == names.len();
                Self {
                    any,
                    least: if distinct { 2 } else { 1 },
                    ..Self::NOTHING
                }
            }
            Sign::Not(Sign::Is(name, Kind::String)) => Self {
                word: Some(TellingWord { name, word: None }),
                ..Self::NOTHING
            },
            Sign::All(signs) => of_all(signs),
            Sign::Either(signs) => of_either(signs),
            Sign::Of(_) | Sign::Only(_) | Sign::Each(_) | Sign::Not(_) => Self::NOTHING,
        }
    }

    const fn member(name: &str) -> Self {
        let bits = KeySet::of(name);
        Self {
            all: bits,
            any: bits,
            ..Self::NOTHING
        }
    }

    /// Whether an object with these keys may bear the sign.
    #[inline]
    pub(crate) fn may_be_met(&self, keys: KeySet) -> bool {
        keys.has_all(self.all) && keys.has_some(self.any, self.least > 1)
    }
}

/// What an object needs that bears all of these signs.
const fn of_all(signs: &[Sign]) -> Needs {
    let mut needs = Needs::NOTHING;
    let mut rest = signs;
    while let [sign, others @ ..] = rest {
        let one = Needs::of(sign);
        needs.all = needs.all.or(one.all);
        // One of several demands is enough to look at: the one that the fewest meet.
        let fewer = one.any.count() < needs.any.count();
        if one.least > needs.least || (one.least == needs.least && fewer) {
            (needs.any, needs.least) = (one.any, one.least);
        }
        if needs.word.is_none() {
            needs.word = one.word;
        }
        rest = others;
    }
    needs
}

/// What an object needs that bears any of these signs: what all of them need.
const fn of_either(signs: &[Sign]) -> Needs {
    let [first, others @ ..] = signs else {
        return Needs::NOTHING;
    };
    let mut needs = Needs::of(first);
    let mut rest = others;
    while let [sign, others @ ..] = rest {
        let one = Needs::of(sign);
        needs.all = needs.all.and(one.all);
        needs.any = needs.any.or(one.any);
        if one.least < needs.least {
            needs.least = one.least;
        }
        needs.word = match (needs.word, one.word) {
            (Some(word), Some(other)) => word.both(other),
            _ => None,
        };
        rest = others;
    }
    needs
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
mod tests {
    use alloc::format;
    use alloc::vec::Vec;

    use super::super::sign::Look as _;
    use super::super::sign::Sign::{
        All, Each, Either, Empty, Has, Is, Item, Not, Only, Two, Within, Word,
    };
    use super::{KeySet, Needs, Sign, TellingWord};
    use crate::json::{Kind, ReadOptions, read};

    /// All signs of these names, one and two levels deep.
    fn signs() -> Vec<Sign> {
        static LEAVES: [Sign; 8] = [
            Has("a"),
            Is("b", Kind::Number),
            Word("c", "x"),
            Empty("d"),
            Within("e", &Has("a")),
            Item("f", &Has("b")),
            Two(&["a", "c", "g"]),
            Only(&["a", "b"]),
        ];
        static PAIRS: [[Sign; 2]; 7] = [
            [Has("a"), Has("b")],
            [Not(&Has("a")), Has("c")],
            [Two(&["b", "c"]), Has("d")],
            [Each(Kind::Number), Has("e")],
            [Word("c", "x"), TYPELESS],
            [Word("c", "x"), Word("c", "y")],
            [Word("c", "y"), Word("c", "y")],
        ];
        const TYPELESS: Sign = All(&[Not(&Is("c", Kind::String)), Has("a")]);
        let mut signs = LEAVES.to_vec();
        signs.extend(LEAVES.iter().map(Not));
        for pair in &PAIRS {
            signs.extend([All(pair), Either(pair)]);
        }
        signs.extend([All(&[]), Either(&[])]);
        signs
    }

    /// Members of one name exclude each other: such a text is refused.
    #[test]
    fn what_bears_a_sign_meets_its_needs_and_most_others_do_not() {
        let members = [
            r#""a":1"#,
            r#""b":2"#,
            r#""c":"x""#,
            r#""c":"y""#,
            r#""c":null"#,
            r#""d":[]"#,
            r#""e":{"a":0}"#,
            r#""f":[{"b":0}]"#,
            r#""g":null"#,
        ];
        let signs = signs();
        let (mut ruled_out, mut borne) = (0, 0);
        for chosen in 0..1 << members.len() {
            let some = members.iter().enumerate();
            let some = some.filter(|(at, _)| chosen >> at & 1 == 1);
            let some: Vec<&str> = some.map(|(_, member)| *member).collect();
            let text = format!("{{{}}}", some.join(","));
            let Ok(document) = read(text.as_bytes(), &ReadOptions::default()) else {
                continue;
            };
            let root = document.root();
            for sign in &signs {
                let needs = Needs::of(sign);
                let denied = |word: TellingWord| {
                    let member = root.get(word.name);
                    member.is_some_and(|member| word.is_denied_by(member))
                };
                let denied = needs.word.is_some_and(denied);
                let noted = needs.may_be_met(root.noted_keys());
                let may = needs.may_be_met(root.keys());
                assert!(noted || !may, "{sign:?} on {text}");
                assert!(may && !denied || !sign.is_on(root), "{sign:?} on {text}");
                ruled_out += usize::from(!may || denied);
                borne += usize::from(sign.is_on(root));
            }
        }
        assert!(ruled_out > 500 && borne > 500, "{ruled_out}, {borne}");
    }

    #[test]
    fn objects_of_two_kinds_are_told_by_one_word() {
        const NAMED: Sign = Either(&[
            Word("type", "x"),
            All(&[Not(&Is("type", Kind::String)), Has("a")]),
        ]);
        let word = Needs::of(&NAMED).word.unwrap();
        for (text, denied) in [(r#""x""#, false), (r#""y""#, true), ("3", false)] {
            let document = read(text.as_bytes(), &ReadOptions::default()).unwrap();
            assert_eq!(word.is_denied_by(document.root()), denied, "{text}");
        }
    }

    #[test]
    fn a_value_that_is_no_object_may_bear_a_sign_that_names_no_member() {
        let document = read(b"[]", &ReadOptions::default()).unwrap();
        let keys = KeySet::noted(document.root());
        assert!(Needs::of(&Sign::Of(Kind::Array)).may_be_met(keys));
        assert!(!Needs::of(&Has("a")).may_be_met(keys));
    }
}
