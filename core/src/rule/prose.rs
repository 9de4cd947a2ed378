//! Codes of pages of prose. Those of selectors are mdsel's own.

use super::{Level, Rule};

/// What all entries of this room have in common.
const OURS: Rule = Rule::ours("prose");

pub(super) const RULES: &[Rule] = &[
    Rule {
        code: "PAGE_EMPTY",
        level: Level::Error,
        what: "a page of no words is asked for",
        why: "A text would have endlessly many of them.",
        remedy: "Ask for pages of at least one word.",
        bad: "pagination(2340, 0, 0)",
        good: "pagination(2340, 0, 500)",
        origin: "seed 003 (docs/dialects.md)",
        ..OURS
    },
    Rule {
        code: "PAGE_OUT_OF_RANGE",
        level: Level::Error,
        what: "a text has no page of this number",
        why: "Pages are counted from 0; the page after the last one would look like an empty text.",
        remedy: "Ask for a page below `total_pages`.",
        bad: "pagination(2340, 5)",
        good: "pagination(2340, 4)",
        origin: "seed 003 (docs/dialects.md)",
        ..OURS
    },
];
