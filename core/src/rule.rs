//! The registry: every rule id and error code, with its meaning.
//!
//! A rule id names a check that a document can fail; an error code names a
//! refusal of our own functions. Both are looked up here, by people through
//! [`explain`] and by the generated reference. The checks themselves live in
//! the rooms that make them; the entries are kept one file a room.

use alloc::borrow::ToOwned;
use alloc::string::String;

use crate::error::Error;

/// The envelope of a span, as an example that anybody can check: a rule about spans
/// can only be shown in a document.
macro_rules! spanned {
    ($span:literal) => {
        concat!(
            r#"{"schema_version":"1.1.0","execution_id":"6b008bad-4754","data":{"symbols":[{"match_id":"m1","name":"a","kind":"fn","span":"#,
            $span,
            r#"}],"file_path":"a.txt"}}"#
        )
    };
}

/// The entries of one of our own rooms, in short.
macro_rules! rules {
    ($room:literal $($code:ident $level:ident from $origin:literal {
        $what:literal, $why:literal, $remedy:literal, bad $bad:expr, good $good:expr
    })*) => {
        pub(super) const RULES: &[crate::rule::Rule] = &[$(crate::rule::Rule {
            code: stringify!($code),
            level: crate::rule::Level::$level,
            what: $what,
            why: $why,
            remedy: $remedy,
            bad: $bad,
            good: $good,
            origin: $origin,
            ..crate::rule::Rule::ours($room)
        }),*];
    };
}

mod api;
mod document;
mod edit;
mod id;
mod json;
mod nearest;
mod program;
mod prose;
mod slip;
mod text;
pub(crate) mod tool;

pub(crate) use nearest::{Letters, did_you_mean, nearest, nearest_name, nearest_word};
pub(crate) use slip::{
    differ_in_plural, is_many_of, is_of_its_letters, is_one_slip, is_same_words,
};

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
    /// Default level of a diagnostic with this code; of a tool's code, the level that
    /// the tool prints it with.
    pub level: Level,
    /// Whose code it is: `llm-types`, or the name of a tool.
    pub tool: &'static str,
    /// What kind of code it is, in one word: `document`, `json`, ...; of a tool's code,
    /// `io`, `query`, `reference`, ...
    pub category: &'static str,
    /// Other spellings of the same code that are in use.
    pub aliases: &'static [&'static str],
    /// What it means, on one line.
    pub what: &'static str,
    /// Why it matters: what goes wrong for the reader of such a document.
    pub why: &'static str,
    /// One imperative sentence: what to do next.
    pub remedy: &'static str,
    /// A small input that triggers it, as a person would type it; empty for the codes
    /// of tools. A document that speaks of `a.txt` means the text that
    /// `docs/rules.md` gives.
    pub bad: &'static str,
    /// The same input, mended; empty for the codes of tools.
    pub good: &'static str,
    /// Where the rule comes from, as something that can be looked up: a page of this
    /// project with the number of its rule (`docs/positions.md P2`), a seed (what these
    /// are is in `docs/dialects.md`), a section of a specification, a release of a tool;
    /// several are separated by `; `. Empty for codes that only this package needs.
    pub origin: &'static str,
}

/// The name of this package, as the owner of a code.
const OURS: &str = "llm-types";

impl Rule {
    /// What the entries of one of our own rooms have in common.
    const fn ours(category: &'static str) -> Self {
        Self {
            code: "",
            level: Level::Error,
            tool: OURS,
            category,
            aliases: &[],
            what: "",
            why: "",
            remedy: "",
            bad: "",
            good: "",
            origin: "",
        }
    }

    /// Whether it is one of our own, and not a tool's.
    pub fn is_ours(&self) -> bool {
        self.tool == OURS
    }
}

/// The rooms of the registry, in the order of the reference.
const ROOMS: &[&[Rule]] = &[
    api::RULES,
    id::RULES,
    text::RULES,
    json::RULES,
    document::RULES,
    edit::RULES,
    prose::RULES,
    program::RULES,
];

/// Our own entries, in the order of the reference.
fn ours() -> impl Iterator<Item = &'static Rule> {
    ROOMS.iter().copied().flatten()
}

/// The codes of the tools.
pub(crate) fn tools() -> impl Iterator<Item = &'static Rule> {
    tool::ROOMS.iter().copied().flatten()
}

/// All entries, in the order of the reference: our own, then the codes of the tools.
///
/// # Examples
///
/// ```
/// let codes: Vec<&str> = llm_types::rule::all().map(|rule| rule.code).collect();
/// assert!(codes.contains(&"TRAILING_COMMA") && codes.contains(&"SPL-E002"));
/// ```
pub fn all() -> impl Iterator<Item = &'static Rule> {
    ours().chain(tools())
}

/// Our own entry with exactly this code.
pub fn find(code: &str) -> Option<&'static Rule> {
    ours().find(|rule| rule.code == code)
}

/// The entry of a tool's code, by the code or by one of its other spellings.
pub(crate) fn find_tool(code: &str) -> Option<&'static Rule> {
    tools().find(|rule| rule.is_called(code))
}

/// A code as it is compared: `-` is taken for `_`, and small letters for capitals.
fn plain(code: &str) -> impl Iterator<Item = char> + '_ {
    code.chars().map(|c| match c {
        '-' => '_',
        c => c.to_ascii_uppercase(),
    })
}

impl Rule {
    /// Whether this is its code, or another spelling of it.
    fn is_called(&self, code: &str) -> bool {
        let names = core::iter::once(&self.code).chain(self.aliases);
        names.into_iter().any(|name| plain(name).eq(plain(code)))
    }
}

/// Whether a code says that a selector cannot be read; not one that says that a sound selector fits
/// nothing.
pub(crate) fn is_of_selector(code: &str) -> bool {
    const UNRESOLVED: [&str; 2] = ["SELECTOR_NOT_FOUND", "NAMESPACE_NOT_FOUND"];
    let mut called = all().filter(|rule| rule.is_called(code));
    called.any(|rule| rule.category == "selector" && !UNRESOLVED.contains(&rule.code))
}

/// Explains a rule id or error code, one of ours or of a tool of the family: what
/// it means, why, and what to do.
///
/// The code is matched without regard to case, and `-` stands for `_`, so that
/// `not-char-boundary` finds `NOT_CHAR_BOUNDARY`. Other spellings of a tool's code
/// find it too: `SPLICE_E001` is `SPL-E001`.
///
/// # Errors
///
/// [`Error::UnknownCode`] (`UNKNOWN_CODE`), with the nearest code by spelling.
///
/// # Examples
///
/// ```
/// assert_eq!(llm_types::explain("unknown-code")?.code, "UNKNOWN_CODE");
/// assert_eq!(llm_types::explain("SPLICE_E001")?.code, "SPL-E001");
/// assert!(llm_types::explain("no such thing").is_err());
/// # Ok::<(), llm_types::Error>(())
/// ```
pub fn explain(code: &str) -> Result<&'static Rule, Error> {
    let wanted = code.trim();
    if let Some(rule) = all().find(|rule| rule.is_called(wanted)) {
        return Ok(rule);
    }
    let wanted: String = plain(wanted).collect();
    let letters = Letters::of(&wanted);
    let names = all().flat_map(|rule| core::iter::once(&rule.code).chain(rule.aliases));
    let nearest = names
        .filter_map(|name| {
            let spelt: String = plain(name).collect();
            Some((letters.between(&Letters::of(&spelt))?, *name))
        })
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name);
    Err(Error::UnknownCode {
        asked: code.to_owned(),
        nearest,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_unique_and_complete() {
        let mut seen = alloc::collections::BTreeSet::new();
        for rule in all() {
            for name in core::iter::once(&rule.code).chain(rule.aliases) {
                let spelt: String = plain(name).collect();
                assert!(seen.insert(spelt), "{name} is registered twice");
            }
            let known = |b: u8| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_';
            let allowed = |b: u8| known(b) || (!rule.is_ours() && b == b'-');
            assert!(rule.code.bytes().all(allowed), "{}", rule.code);
            for text in [rule.what, rule.why, rule.remedy, rule.category] {
                assert!(!text.is_empty(), "{} lacks a text", rule.code);
            }
            // The empty text is itself an example.
            assert_eq!(!rule.good.is_empty(), rule.is_ours(), "{}", rule.code);
            assert!(rule.remedy.ends_with('.'), "{}", rule.code);
        }
    }

    #[test]
    fn a_code_says_its_level_by_its_letter() {
        for (code, level) in [
            ("SPL-E001", Some(Level::Error)),
            ("SPLICE_W003", Some(Level::Warning)),
            ("OE0226", Some(Level::Error)),
            ("OI0001", Some(Level::Note)),
            ("E0425", Some(Level::Error)),
            ("MAG-REF-001", None),
            ("LMT-CSUM-002", None),
            ("PARSE_ERROR", None),
            ("E1", None),
            ("\u{e9}001", None),
            ("", None),
        ] {
            assert_eq!(tool::level_of(code), level, "{code}");
        }
    }

    #[test]
    fn a_letter_and_a_level_of_the_registry_agree() {
        // Printed as warnings in spite of their E.
        let apart = ["SPL-E002", "SPL-E004", "SPL-E034", "LLM-E032", "LLM-E113"];
        for rule in tools() {
            if let Some(level) = tool::level_of(rule.code) {
                let same = level == rule.level;
                assert_eq!(same, !apart.contains(&rule.code), "{}", rule.code);
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
