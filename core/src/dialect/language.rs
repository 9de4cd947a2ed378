//! The name of a programming language: in lower case in the envelope, with
//! capitals in the tools that print the name of a Rust enum.

use alloc::string::String;

use super::mapping::How;
use super::{At, Made, Making, Writing};
use crate::json::{Node, Pointer, Value};
use crate::loss::LossKind;
use crate::normalize::ChangeKind;
use crate::validate::Slot;

/// A language with capitals, as the tool spells it.
pub(crate) const CAPITALISED: How = How::With(lower, capitalised);

/// Names whose capitals do not follow from the rule that the first letter is one.
const IRREGULAR: [(&str, &str); 6] = [
    ("auto", "auto"),
    ("cpp", CPP),
    ("javascript", "JavaScript"),
    ("typescript", "TypeScript"),
    ("csharp", "CSharp"),
    ("php", "PHP"),
];

/// The one name that is another word with capitals.
const CPP: &str = "C++";

fn lower<'d>(making: &mut Making<'d, '_>, slot: Slot<'d>, at: &At<'_>) -> Option<Made<'d>> {
    let name = slot.node.as_str()?;
    let lower = match name.as_ref() {
        CPP => Made::from("cpp"),
        _ => Made::from(name.to_lowercase()),
    };
    making.note(slot, ChangeKind::Converted, &lower, at);
    Some(lower)
}

fn capitalised(writing: &mut Writing<'_, '_>, node: Node<'_>, at: &Pointer) -> Option<Value> {
    let name = node.as_str()?;
    let spelt = with_capitals(&name);
    if spelt != name {
        // Both were seen of one tool.
        writing.lost(at, LossKind::Derived, "with the capitals of the tool");
    }
    Some(spelt.into())
}

/// A language as a tool spells it that prints the name of a Rust enum.
pub(crate) fn with_capitals(name: &str) -> String {
    if let Some((_, known)) = IRREGULAR.iter().find(|(lower, _)| *lower == name) {
        return (*known).into();
    }
    let mut letters = name.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}
