//! The registry: every rule id and error code, with its meaning.
//!
//! A rule id names a check that a document can fail; an error code names a
//! refusal of our own functions. Both are looked up here, by people through
//! [`explain`] and by the generated reference. The checks themselves live in
//! the rooms that make them; the entries are kept one file a room.

use alloc::borrow::ToOwned;
use alloc::string::String;

use crate::error::Error;

mod api;
mod document;
mod id;
mod json;
mod program;
mod text;

/// How much a diagnostic matters. The words are rustc's and SARIF's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Wrong: the document or the call is refused, or must not be relied on.
    Error,
    /// Probably wrong, or understood differently by different tools.
    Warning,
    /// Worth knowing; nothing has to change.
    Note,
    /// A proposal.
    Help,
}

impl Level {
    /// The word on the wire: `error`, `warning`, `note` or `help`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "note",
            Self::Help => "help",
        }
    }
}

/// One entry of the registry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
pub struct Rule {
    /// Stable name, `SCREAMING_SNAKE_CASE`. Never reused, never renamed.
    pub code: &'static str,
    /// Default level of a diagnostic with this code.
    pub level: Level,
    /// What it means, on one line.
    pub what: &'static str,
    /// Why it matters: what goes wrong for the reader of such a document.
    pub why: &'static str,
    /// One imperative sentence: what to do next.
    pub remedy: &'static str,
    /// The smallest input that triggers it, as a person would type it.
    pub bad: &'static str,
    /// The same input, mended.
    pub good: &'static str,
    /// Where the rule comes from: a rule of `docs/rules.md` (`P2`, `J1`), an RFC, a seed.
    pub origin: &'static str,
}

/// The rooms of the registry, in the order of the reference.
const ROOMS: &[&[Rule]] = &[
    api::RULES,
    id::RULES,
    text::RULES,
    json::RULES,
    document::RULES,
    program::RULES,
];

/// All entries, in the order of the reference.
pub fn all() -> impl Iterator<Item = &'static Rule> {
    ROOMS.iter().copied().flatten()
}

/// The entry with exactly this code.
pub fn find(code: &str) -> Option<&'static Rule> {
    all().find(|rule| rule.code == code)
}

/// Explains a rule id or error code: what it means, why, and what to do.
///
/// The code is matched without regard to case, and `-` stands for `_`, so that
/// `not-char-boundary` finds `NOT_CHAR_BOUNDARY`.
///
/// # Errors
///
/// [`Error::UnknownCode`] (`UNKNOWN_CODE`), with the nearest code by spelling.
///
/// # Examples
///
/// ```
/// assert_eq!(llm_types::explain("unknown-code")?.code, "UNKNOWN_CODE");
/// assert!(llm_types::explain("no such thing").is_err());
/// # Ok::<(), llm_types::Error>(())
/// ```
pub fn explain(code: &str) -> Result<&'static Rule, Error> {
    let wanted: String = code
        .trim()
        .chars()
        .map(|c| {
            if c == '-' {
                '_'
            } else {
                c.to_ascii_uppercase()
            }
        })
        .collect();
    find(&wanted).ok_or_else(|| Error::UnknownCode {
        asked: code.to_owned(),
        nearest: nearest(&wanted, all().map(|rule| rule.code)),
    })
}

/// The candidate that is spelt most like `wanted`, if one is near enough to be
/// worth proposing (at most a third of its letters differ).
///
/// Time O(n·m) for each candidate.
pub(crate) fn nearest<'c>(
    wanted: &str,
    candidates: impl Iterator<Item = &'c str>,
) -> Option<&'c str> {
    let length = wanted.chars().count();
    candidates
        .filter_map(|candidate| {
            let size = candidate.chars().count();
            // The distance is at least the difference of the lengths: names that
            // are far too long are never compared letter by letter.
            let near = |distance: usize| distance.saturating_mul(3) <= size;
            if !near(length.abs_diff(size)) {
                return None;
            }
            let distance = edit_distance(wanted, candidate);
            near(distance).then_some((distance, candidate))
        })
        .min()
        .map(|(_, candidate)| candidate)
}

fn edit_distance(a: &str, b: &str) -> usize {
    let mut row: alloc::vec::Vec<usize> = (0..=b.chars().count()).collect();
    for (i, ca) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, cb) in b.chars().enumerate() {
            let substitution = diagonal + usize::from(ca != cb);
            diagonal = row[j + 1];
            row[j + 1] = substitution.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_compared_not_bytes() {
        let near = |name| nearest("id", [name].into_iter());
        assert_eq!(near("ids"), Some("ids"));
        assert_eq!(near("\u{540d}\u{524d}"), None);
        let long = "k".repeat(1_000_000);
        assert_eq!(nearest("id", [long.as_str()].into_iter()), None);
        assert_eq!(nearest(&long, ["id"].into_iter()), None);
    }

    #[test]
    fn codes_are_unique_and_complete() {
        let mut seen = alloc::collections::BTreeSet::new();
        for rule in all() {
            assert!(seen.insert(rule.code), "{} is registered twice", rule.code);
            assert!(
                rule.code
                    .bytes()
                    .all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_'),
                "{}",
                rule.code
            );
            for text in [rule.what, rule.why, rule.remedy, rule.origin] {
                assert!(!text.is_empty(), "{} lacks a text", rule.code);
            }
        }
    }

    #[test]
    fn a_misspelt_code_gets_a_proposal() {
        let Err(Error::UnknownCode { nearest, .. }) = explain("UNKNOWN_CODD") else {
            panic!("found");
        };
        assert_eq!(nearest, Some("UNKNOWN_CODE"));
    }
}
