//! What an object must have before it is worth looking for a sign.
//!
//! A document is held against dozens of shapes, and most of them name members that it
//! does not have. The reader notes which keys an object may have, a bit for each; the
//! compiler makes the same bits of the names in a sign. Comparing the two rules most
//! signs out, and never one that is there.

use super::sign::Sign;
use crate::json::KeyBits;

/// The keys without which no object bears a sign.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Needs {
    /// All of these must be there,
    all: KeyBits,
    /// and at least one of these; every bit where nothing is known.
    any: KeyBits,
}

impl Needs {
    const NOTHING: Self = Self {
        all: KeyBits::NONE,
        any: KeyBits::EVERY,
    };

    pub(crate) const fn of(sign: &Sign) -> Self {
        match sign {
            Sign::Has(name)
            | Sign::Is(name, _)
            | Sign::Word(name, _)
            | Sign::Empty(name)
            | Sign::Within(name, _)
            | Sign::Item(name, _) => {
                let bits = KeyBits::of(name);
                Self {
                    all: bits,
                    any: bits,
                }
            }
            Sign::Two(names) => Self {
                all: KeyBits::NONE,
                any: any_of(names),
            },
            Sign::All(signs) => together(signs),
            Sign::Either(signs) => instead(signs),
            Sign::Of(_) | Sign::Only(_) | Sign::Each(_) | Sign::Not(_) => Self::NOTHING,
        }
    }

    /// Whether an object with these keys may bear the sign.
    #[inline]
    pub(crate) fn may_be_met(self, keys: KeyBits) -> bool {
        keys.has_all(self.all) && (self.any == KeyBits::EVERY || keys.has_any(self.any))
    }
}

const fn any_of(names: &[&str]) -> KeyBits {
    let mut any = KeyBits::NONE;
    let mut rest = names;
    while let [name, others @ ..] = rest {
        any = any.or(KeyBits::of(name));
        rest = others;
    }
    any
}

/// The needs of all these signs at once.
const fn together(signs: &[Sign]) -> Needs {
    let mut needs = Needs::NOTHING;
    let mut rest = signs;
    while let [sign, others @ ..] = rest {
        let one = Needs::of(sign);
        needs.all = needs.all.or(one.all);
        // One of several demands is enough to look at: the one that the fewest meet.
        if one.any.count() < needs.any.count() {
            needs.any = one.any;
        }
        rest = others;
    }
    needs
}

/// What each of these signs needs.
const fn instead(signs: &[Sign]) -> Needs {
    let mut needs = Needs {
        all: KeyBits::EVERY,
        any: KeyBits::NONE,
    };
    let mut rest = signs;
    while let [sign, others @ ..] = rest {
        let one = Needs::of(sign);
        needs.all = needs.all.and(one.all);
        needs.any = needs.any.or(one.any);
        rest = others;
    }
    needs
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
mod tests {
    use alloc::format;
    use alloc::vec::Vec;

    use super::super::sign::Sign::{
        All, Each, Either, Empty, Has, Is, Item, Not, Only, Two, Within, Word,
    };
    use super::{Needs, Sign};
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
        static PAIRS: [[Sign; 2]; 4] = [
            [Has("a"), Has("b")],
            [Not(&Has("a")), Has("c")],
            [Two(&["b", "c"]), Has("d")],
            [Each(Kind::Number), Has("e")],
        ];
        let mut signs = LEAVES.to_vec();
        signs.extend(LEAVES.iter().map(Not));
        for pair in &PAIRS {
            signs.extend([All(pair), Either(pair)]);
        }
        signs.extend([All(&[]), Either(&[])]);
        signs
    }

    #[test]
    fn what_bears_a_sign_meets_its_needs_and_most_others_do_not() {
        let members = [
            r#""a":1"#,
            r#""b":2"#,
            r#""c":"x""#,
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
            let document = read(text.as_bytes(), &ReadOptions::default()).unwrap();
            let root = document.root();
            for sign in &signs {
                let may = Needs::of(sign).may_be_met(root.key_bits());
                assert!(may || !sign.is_on(root), "{sign:?} on {text}");
                ruled_out += usize::from(!may);
                borne += usize::from(sign.is_on(root));
            }
        }
        assert!(ruled_out > 500 && borne > 500, "{ruled_out}, {borne}");
    }

    #[test]
    fn a_value_that_is_no_object_may_bear_a_sign_that_names_no_member() {
        let document = read(b"[]", &ReadOptions::default()).unwrap();
        let keys = document.root().key_bits();
        assert!(Needs::of(&Sign::Of(Kind::Array)).may_be_met(keys));
        assert!(!Needs::of(&Has("a")).may_be_met(keys));
    }
}
