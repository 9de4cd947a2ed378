//! What shows which of several shapes an object has.
//!
//! A [`Sign`] speaks of the members of an object and of nothing else, so that a JSON
//! Schema can say the same: `choose` reads these tables, and `schema` prints them.
//! Whether the members are right is not its business. An object without a member may
//! bear a sign all the same, so that the lack is reported.
//!
//! Of several shapes an object has the first whose sign it bears.

use crate::json::{Kind, Node, Value};

use super::key_set::KeySet;
use super::needs::{Needs, TellingWord};
use super::shape::Shape;

/// What an object shows.
#[derive(Debug, Clone, Copy)]
pub enum Sign {
    /// It has this member, whatever that holds.
    Has(&'static str),
    /// It has this member, and not as `null`: where nothing has to be there, a null is nothing.
    Says(&'static str),
    /// It has at least two of these members.
    Two(&'static [&'static str]),
    /// It has a member of this JSON kind.
    Is(&'static str, Kind),
    /// It has a member with exactly this word.
    Word(&'static str, &'static str),
    /// It has an array without elements.
    Empty(&'static str),
    /// The object in this member bears a sign.
    Within(&'static str, &'static Sign),
    /// An element of the array in this member bears a sign.
    Item(&'static str, &'static Sign),
    /// It is no object but a value of this kind: an element of an array.
    Of(Kind),
    /// It has no other members than these.
    Only(&'static [&'static str]),
    /// It has members, and all of them are of this kind.
    Each(Kind),
    /// It does not bear a sign.
    Not(&'static Sign),
    /// It bears all of these.
    All(&'static [Sign]),
    /// It bears any of these.
    Either(&'static [Sign]),
}

/// A value that signs are looked for in.
pub(crate) trait Look: Copy {
    fn kind(self) -> Kind;
    /// Which keys it may have, as far as that is known already.
    fn noted_keys(self) -> KeySet;
    /// Which keys it may have. Time O(members).
    fn keys(self) -> KeySet;
    fn member(self, name: &str) -> Option<Self>;
    fn is_word(self, word: &str) -> bool;
    fn is_empty_array(self) -> bool;
    fn is_false(self) -> bool;
    /// Whether any element bears a sign.
    fn any(self, sign: &Sign) -> bool;
    /// Whether all keys are among these.
    fn only(self, names: &[&str]) -> bool;
    /// Whether there are members, and all values are of a kind.
    fn each(self, kind: Kind) -> bool;
}

impl Look for Node<'_> {
    fn kind(self) -> Kind {
        Node::kind(self)
    }
    fn noted_keys(self) -> KeySet {
        KeySet::noted(self)
    }
    fn keys(self) -> KeySet {
        KeySet::fine(self)
    }
    fn member(self, name: &str) -> Option<Self> {
        self.get(name)
    }
    fn is_word(self, word: &str) -> bool {
        self.as_str().is_some_and(|text| text == word)
    }
    fn is_empty_array(self) -> bool {
        Node::kind(self) == Kind::Array && self.is_empty()
    }
    fn is_false(self) -> bool {
        self.as_bool() == Some(false)
    }
    fn any(self, sign: &Sign) -> bool {
        let mut items = self.items();
        if !sign.is_of_keys() {
            let needs = Needs::of(sign);
            return needs.may_be_met(KeySet::of_items(self)) && items.any(|item| sign.is_on(item));
        }
        // What the keys of an element do not say, the same keys do not.
        if self.item_layout() > 0 {
            return items.next().is_some_and(|item| sign.is_on(item));
        }
        // The layouts of those that were looked at, as far as they have a bit.
        let mut known = 0u64;
        Needs::of(sign).may_be_met(KeySet::of_items(self))
            && items.any(|item| {
                let bit = match item.layout() {
                    layout @ 1..64 => 1 << layout,
                    _ => 0,
                };
                let is_known = known & bit != 0;
                known |= bit;
                !is_known && sign.is_on(item)
            })
    }
    fn only(self, names: &[&str]) -> bool {
        let mut members = self.members();
        members.all(|(key, _)| names.iter().any(|name| key.is(name)))
    }
    fn each(self, kind: Kind) -> bool {
        let mut members = self.members();
        !self.is_empty() && members.all(|(_, value)| value.kind() == kind)
    }
}

impl Look for &Value {
    fn kind(self) -> Kind {
        Value::kind(self)
    }
    fn noted_keys(self) -> KeySet {
        // To be made, all keys would have to be hashed.
        KeySet::EVERY
    }
    fn keys(self) -> KeySet {
        KeySet::EVERY
    }
    fn member(self, name: &str) -> Option<Self> {
        self.get(name)
    }
    fn is_word(self, word: &str) -> bool {
        self.as_str() == Some(word)
    }
    fn is_empty_array(self) -> bool {
        self.as_array().is_some_and(|list| list.is_empty())
    }
    fn is_false(self) -> bool {
        *self == Value::Bool(false)
    }
    fn any(self, sign: &Sign) -> bool {
        let list = self.as_array();
        list.is_some_and(|list| list.iter().any(|item| sign.is_on(item)))
    }
    fn only(self, names: &[&str]) -> bool {
        let members = self.as_object();
        members.is_some_and(|members| members.keys().all(|key| names.contains(&key)))
    }
    fn each(self, kind: Kind) -> bool {
        self.as_object().is_some_and(|members| {
            !members.is_empty() && members.iter().all(|(_, value)| value.kind() == kind)
        })
    }
}

impl Sign {
    /// Whether the keys of an object alone say if it bears it.
    const fn is_of_keys(&self) -> bool {
        match self {
            Self::Has(_) | Self::Two(_) | Self::Only(_) | Self::Of(_) => true,
            Self::Not(sign) => sign.is_of_keys(),
            Self::All(signs) | Self::Either(signs) => {
                let mut rest = *signs;
                while let [sign, others @ ..] = rest {
                    if !sign.is_of_keys() {
                        return false;
                    }
                    rest = others;
                }
                true
            }
            Self::Says(_)
            | Self::Is(..)
            | Self::Word(..)
            | Self::Empty(_)
            | Self::Within(..)
            | Self::Item(..)
            | Self::Each(_) => false,
        }
    }

    /// Whether a value bears it. Time O(members) for each name; an `Item` that no
    /// element bears looks at all of them, unless their keys rule it out.
    pub(crate) fn is_on(&self, value: impl Look) -> bool {
        match self {
            Self::Has(name) => value.member(name).is_some(),
            Self::Says(name) => value.member(name).is_some_and(|it| it.kind() != Kind::Null),
            Self::Two(names) => {
                let has = |name: &&&str| value.member(name).is_some();
                names.iter().filter(has).nth(1).is_some()
            }
            Self::Is(name, kind) => value.member(name).is_some_and(|it| it.kind() == *kind),
            Self::Word(name, word) => value.member(name).is_some_and(|it| it.is_word(word)),
            Self::Empty(name) => value.member(name).is_some_and(Look::is_empty_array),
            Self::Within(name, sign) => value
                .member(name)
                .is_some_and(|inner| inner.kind() == Kind::Object && sign.is_on(inner)),
            Self::Item(name, sign) => {
                let list = value.member(name);
                list.is_some_and(|list| list.any(sign))
            }
            Self::Of(kind) => value.kind() == *kind,
            Self::Only(names) => value.kind() == Kind::Object && value.only(names),
            Self::Each(kind) => value.kind() == Kind::Object && value.each(*kind),
            Self::Not(sign) => !sign.is_on(value),
            Self::All(signs) => signs.iter().all(|sign| sign.is_on(value)),
            Self::Either(signs) => signs.iter().any(|sign| sign.is_on(value)),
        }
    }
}

/// The sign of an object that names its kind in `type`, or has lost that name and has
/// what the other sign says.
macro_rules! named {
    ($word:literal, $sign:expr) => {
        $crate::envelope::sign::Sign::Either(&[
            $crate::envelope::sign::Sign::Word("type", $word),
            $crate::envelope::sign::Sign::All(&[
                $crate::envelope::sign::Sign::Not(&$crate::envelope::sign::Sign::Is(
                    "type",
                    $crate::json::Kind::String,
                )),
                $sign,
            ]),
        ])
    };
}

pub(crate) use named;

/// The shape that an object has: the first whose sign it bears.
pub(crate) fn choose<'s>(shapes: &[&'s Shape], value: impl Look) -> Option<&'s Shape> {
    let noted = value.noted_keys();
    let may_be = |shape: &&Shape| shape.needs.may_be_met(noted);
    // The first shape that may be meant is worth a closer look at the keys: it tells
    // most of the others, too.
    let first = shapes.iter().position(may_be)?;
    let keys = value.keys();
    // The member that was looked at last: most shapes are told by the same one.
    let mut last = None;
    let mut speaks_against = |word: &TellingWord| {
        let member = match last {
            Some((name, member)) if name == word.name => member,
            _ => value.member(word.name),
        };
        last = Some((word.name, member));
        member.is_some_and(|member| word.is_denied_by(member))
    };
    let mut shapes = shapes.get(first..)?.iter().copied();
    shapes.find(|shape| {
        shape.needs.may_be_met(keys)
            && !shape.needs.word.as_ref().is_some_and(&mut speaks_against)
            && shape.sign.is_on(value)
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
mod tests {
    use super::Sign::{All, Each, Either, Empty, Has, Is, Item, Not, Of, Only, Two, Within, Word};
    use super::{Kind, Sign};
    use crate::json::{ReadOptions, read};

    #[test]
    fn a_sign_is_the_same_on_a_text_and_on_a_value() {
        const TEXT: &str = r#"{"a":1,"b":"x","c":[],"d":{"e":null},"f":[3,{"g":0}]}"#;
        let document = read(TEXT.as_bytes(), &ReadOptions::default()).unwrap();
        let value = document.to_value();
        let signs: [(Sign, bool); 23] = [
            (Has("a"), true),
            (Has("e"), false),
            (Two(&["a", "b", "z"]), true),
            (Two(&["a", "y", "z"]), false),
            (Is("a", Kind::Number), true),
            (Is("b", Kind::Number), false),
            (Word("b", "x"), true),
            (Word("a", "1"), false),
            (Empty("c"), true),
            (Empty("f"), false),
            (Empty("d"), false),
            (Within("d", &Has("e")), true),
            (Within("f", &Not(&Has("e"))), false),
            (Item("f", &Has("g")), true),
            (Item("f", &Of(Kind::Number)), true),
            (Item("c", &Of(Kind::Number)), false),
            (Only(&["a", "b", "c", "d", "f"]), true),
            (Only(&["a", "b", "c", "d"]), false),
            (Within("d", &Each(Kind::Null)), true),
            (Each(Kind::Null), false),
            (Within("c", &Each(Kind::Null)), false),
            (All(&[Has("a"), Has("z")]), false),
            (Either(&[Has("a"), Has("z")]), true),
        ];
        for (sign, wanted) in signs {
            assert_eq!(sign.is_on(document.root()), wanted, "{sign:?}");
            assert_eq!(sign.is_on(&value), wanted, "{sign:?}");
        }
    }
}
