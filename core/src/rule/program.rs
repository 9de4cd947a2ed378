//! Codes that only the program `llm-types` gives, about files and streams, and the page in the
//! browser, about time.

use super::{Level, Rule};

/// What all entries of this room have in common.
const OURS: Rule = Rule::ours("program");

pub(super) const RULES: &[Rule] = &[
    Rule {
        code: "FILE_UNREADABLE",
        level: Level::Error,
        what: "a file that was named cannot be read",
        why: "Without the text nothing can be said about it.",
        remedy: "Check the path and the permissions. In the place of a file `-` is standard input; `--source` takes a folder.",
        bad: "llm-types detect no-such-file.json",
        good: "llm-types detect out.json",
        origin: "",
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
        origin: "",
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
        origin: "",
        ..OURS
    },
    Rule {
        code: "TARGET_REFUSED",
        level: Level::Error,
        what: "a file may not be replaced",
        why: "A request must not replace a file that its owner made read-only, anything that is no plain file of the folder, or a file whose contents would be lost: the way back of other edits, or the document itself.",
        remedy: "Make the file writable, leave it out of the request, or name another file for what is to be written.",
        bad: "chmod a-w project/a.rs && llm-types edit request.json --source project --write",
        good: "llm-types edit request.json --source project",
        origin: "docs/edits.md",
        ..OURS
    },
    Rule {
        code: "TARGET_CHANGED",
        level: Level::Error,
        what: "a file was changed by somebody else while the edits were made",
        why: "The edits were made in the text that was read; what was written to the file since would be lost.",
        remedy: "Run the command again: it reads the file as it is now.",
        bad: "llm-types edit request.json --source project --write, while an editor saves project/a.rs",
        good: "llm-types edit request.json --source project --write, when nobody else writes",
        origin: "docs/edits.md",
        ..OURS
    },
    Rule {
        code: "TARGET_UNWRITABLE",
        level: Level::Error,
        what: "a file could not be replaced",
        why: "A new text is written beside the file and takes its place as a whole; one of these steps failed.",
        remedy: "Check the free space and the permissions of the folder, then run the command again.",
        bad: "llm-types edit request.json --source /read/only/mount --write",
        good: "llm-types edit request.json --source project --write",
        origin: "docs/edits.md",
        ..OURS
    },
    Rule {
        code: "TOOK_TOO_LONG",
        level: Level::Error,
        what: "the page in the browser got no answer in 20 seconds",
        why: "A page that waits cannot be used; the question was dropped, and nothing is known of its answer.",
        remedy: "Ask about less at once; the command `llm-types` has no such limit.",
        bad: "a document of 200 MB pasted into the page",
        good: "llm-types validate export.json",
        origin: "docs/playground.md",
        ..OURS
    },
];
