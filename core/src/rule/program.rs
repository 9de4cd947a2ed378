//! Codes that only the program `llm-types` gives: about files and streams.

use super::{Level, Rule};

/// What all entries of this room have in common.
const OURS: Rule = Rule::ours("program");

pub(super) const RULES: &[Rule] = &[
    Rule {
        code: "FILE_UNREADABLE",
        level: Level::Error,
        what: "a file that was named cannot be read",
        why: "Without the text nothing can be said about it.",
        remedy: "Check the path and the permissions; `-` is standard input.",
        bad: "llm-types detect no-such-file.json",
        good: "llm-types detect out.json",
        origin: "program",
        ..OURS
    },
    Rule {
        code: "OUTPUT_UNWRITABLE",
        level: Level::Error,
        what: "the result cannot be written",
        why: "A result that was cut short must not pass for a whole one.",
        remedy: "Check the free space, the path and the permissions.",
        bad: "llm-types normalize out.json > /dev/full",
        good: "llm-types normalize out.json > envelope.json",
        origin: "program",
        ..OURS
    },
    Rule {
        code: "SOURCE_OUTSIDE",
        level: Level::Warning,
        what: "a path of the document leads out of the folder of the sources",
        why: "A document comes from elsewhere; it must not make this program read what its user did not point at.",
        remedy: "Point `--source` at a folder that holds the file itself, not a link to it.",
        bad: "llm-types validate out.json --source links",
        good: "llm-types validate out.json --source project",
        origin: "program",
        ..OURS
    },
];
