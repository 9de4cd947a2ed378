//! The error codes of the tool family, as far as anything is known of them.
//!
//! These are not our codes: a tool prints them, and a reader wants to know what to do.
//! The words here are ours all the same. A code that a schema only shows as an
//! example is here, too, and says so, because readers meet it.

use super::{Level, Rule};

mod llmgrep;
mod magellan;
mod mdsel;
mod other;
mod splice;

/// Codes by tool, one list a tool or two.
pub(super) const ROOMS: &[&[Rule]] = &[
    magellan::CODES,
    splice::CODES,
    llmgrep::CODES,
    mdsel::CODES,
    other::CODES,
];

macro_rules! codes {
    ($(tool $tool:literal { $(
        $code:literal $level:ident $category:literal from $origin:literal [$($alias:literal),*] {
            $what:literal, $why:literal, $remedy:literal
        }
    )* })*) => {
        pub(super) const CODES: &[crate::rule::Rule] = &[$($(crate::rule::Rule {
            code: $code,
            level: crate::rule::Level::$level,
            tool: $tool,
            category: $category,
            aliases: &[$($alias),*],
            what: $what,
            why: $why,
            remedy: $remedy,
            bad: "",
            good: "",
            origin: $origin,
        }),*),*];
    };
}

use codes;

/// The level that a code of a tool says by its letter: `E`, `W`, `N` or `I` before
/// the digits, alone or after the one letter of a namespace (`OE0226`; `XW0841` of what comes from
/// elsewhere).
///
/// Codes with a category in place of the letter say none.
pub(crate) fn level_of(code: &str) -> Option<Level> {
    let last = code.rsplit(['-', '_']).next()?;
    let digits = last.find(|c: char| c.is_ascii_digit())?;
    let (letters, number) = last.split_at(digits);
    if number.len() < 3 || !number.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let letter = match letters.as_bytes() {
        [letter] => *letter,
        // Without the prefix of a tool, a namespace of one letter may stand before it.
        [b'O' | b'X', letter] if last.len() == code.len() => *letter,
        _ => return None,
    };
    match letter {
        b'E' => Some(Level::Error),
        b'W' => Some(Level::Warning),
        b'N' | b'I' => Some(Level::Note),
        _ => None,
    }
}

/// How codes begin that belong to one tool and to nothing else.
pub(crate) const PREFIXES: [&str; 6] = ["SPL-", "MAG-", "LLM-", "LMS-", "LMA-", "LMT-"];
