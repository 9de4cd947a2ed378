//! Codes of refusals that belong to no room of their own.

use super::{Level, Rule};

/// What all entries of this room have in common.
const OURS: Rule = Rule::ours("api");

pub(super) const RULES: &[Rule] = &[
    Rule {
        code: "UNKNOWN_CODE",
        level: Level::Error,
        what: "no rule or error has this code",
        why: "A code that is not registered explains nothing; it may be misspelt or come from a newer version.",
        remedy: "Check the spelling, or list all codes: `rules()`, in a shell `llm-types explain --list`.",
        bad: "explain NOT_CHAR_BOUNDRY",
        good: "explain NOT_CHAR_BOUNDARY",
        origin: "",
        ..OURS
    },
    Rule {
        code: "WRONG_TYPE",
        level: Level::Error,
        what: "an argument is of a type that the function does not take",
        why: "Hosts convert silently: `undefined` becomes 0, `\"7\"` becomes 7, `True` becomes 1. A converted argument gives an answer to a question that nobody asked.",
        remedy: "Pass the type that the message names.",
        bad: "checksum(42)",
        good: "checksum(\"42\")",
        origin: "docs/json.md J13",
        ..OURS
    },
    Rule {
        code: "UNKNOWN_SCHEMA",
        level: Level::Error,
        what: "no schema has this name",
        why: "A check against the wrong schema, or against none, passes what it should refuse.",
        remedy: "Use one of the names that `schemas()` lists, in a shell `llm-types schema --list`.",
        bad: "schema respones",
        good: "schema response",
        origin: "",
        ..OURS
    },
    Rule {
        code: "INVALID_ENVELOPE",
        level: Level::Error,
        what: "an object cannot be read as an envelope",
        why: "A class has members that are always there; an object without them would fail later, far from its cause.",
        remedy: "Mend what the message names; `explain` tells more of a code in parentheses, and `validate` lists all that is wrong with a document.",
        bad: "read_envelope({})",
        good: "read_envelope(normalize(text).envelope)",
        origin: "schema/",
        ..OURS
    },
    Rule {
        code: "NOT_LOADED",
        level: Level::Error,
        what: "the WebAssembly module is not loaded yet",
        why: "A browser compiles WebAssembly asynchronously, so the functions exist before their code does.",
        remedy: "Await `init()` once, before the first call.",
        bad: "import { spanId } from \"llm-types\"; spanId(\"a\", 0, 1)",
        good: "import { init, spanId } from \"llm-types\"; await init(); spanId(\"a\", 0, 1)",
        origin: "docs/guide-typescript.md",
        ..OURS
    },
    Rule {
        code: "HANDLE_FREED",
        level: Level::Error,
        what: "the object was used after its memory was given back",
        why: "A line index holds its text outside the garbage collector; after `free()` there is nothing left to ask.",
        remedy: "Call `free()` when no more questions will be asked, or leave it to the garbage collector.",
        bad: "index.free(); index.position(0, \"utf-8\")",
        good: "index.position(0, \"utf-8\"); index.free()",
        origin: "docs/guide-typescript.md",
        ..OURS
    },
    Rule {
        code: "INTERNAL",
        level: Level::Error,
        what: "this library failed; the input is not to blame",
        why: "A defect must neither stop the program that calls us nor pass for an answer.",
        remedy: "Report it with the input that caused it.",
        bad: "any call that panics",
        good: "none should",
        origin: "ARCHITECTURE.md",
        ..OURS
    },
];
