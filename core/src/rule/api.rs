//! Codes of refusals that belong to no room of their own.

use super::{Level, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    code: "UNKNOWN_CODE",
    level: Level::Error,
    what: "no rule or error has this code",
    why: "A code that is not registered explains nothing; it may be misspelt or come from a newer version.",
    remedy: "Check the spelling, or list all codes with `llm-types explain --list`.",
    bad: "explain NOT_CHAR_BOUNDRY",
    good: "explain NOT_CHAR_BOUNDARY",
    origin: "api",
}];
