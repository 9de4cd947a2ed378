//! Codes of the functions on text, and the lints about texts.

use super::{Level, Rule};

/// What all entries of this room have in common.
const OURS: Rule = Rule::ours("text");

pub(super) const RULES: &[Rule] = &[
    Rule {
        code: "OFFSET_OUT_OF_RANGE",
        level: Level::Error,
        what: "the offset lies beyond the end of the text",
        why: "It was made for another text, or counted in another unit. Clamping it would point at the wrong place without a word.",
        remedy: "Check that the text is the one the offset was made for and that both count the same unit; where the nearest place will do, clamp it.",
        bad: spanned!(r#"{"file_path":"a.txt","byte_start":12,"byte_end":99}"#),
        good: spanned!(r#"{"file_path":"a.txt","byte_start":12,"byte_end":15}"#),
        origin: "docs/positions.md P1",
        ..OURS
    },
    Rule {
        code: "NOT_CHAR_BOUNDARY",
        level: Level::Error,
        what: "the byte offset falls inside a character",
        why: "The producer probably counted characters or UTF-16 units where bytes were meant; rounding would hide that.",
        remedy: "Convert the offset to UTF-8 bytes where it is made; if rounding is wanted, call the rounded function, in a shell `--clamp`.",
        bad: spanned!(r#"{"file_path":"a.txt","byte_start":0,"byte_end":5}"#),
        good: spanned!(r#"{"file_path":"a.txt","byte_start":0,"byte_end":6}"#),
        origin: "docs/positions.md P2",
        ..OURS
    },
    Rule {
        code: "SPLIT_SURROGATE",
        level: Level::Error,
        what: "the UTF-16 column or offset falls between the halves of a surrogate pair",
        why: "Half a character has no place in the text; the producer probably counted code points, or added one to a column.",
        remedy: "Count UTF-16 code units, two for each character above U+FFFF; if rounding is wanted, call the rounded function, in a shell `--clamp`.",
        bad: "UTF-16 column 1 of \"😀\"",
        good: "UTF-16 column 2 of \"😀\"",
        origin: "docs/positions.md P3",
        ..OURS
    },
    Rule {
        code: "COL_OUT_OF_RANGE",
        level: Level::Error,
        what: "the line has no such column",
        why: "A column past the end of a line is usually 1-based, in another unit, or made for another version of the text.",
        remedy: "Check the base and the unit of the column; where the nearest place will do, clamp it, which stops at the end of the line's content.",
        bad: "line 0, column 6 of \"hello\\nworld\"",
        good: "line 0, column 5 of \"hello\\nworld\"",
        origin: "docs/positions.md P4",
        ..OURS
    },
    Rule {
        code: "LINE_OUT_OF_RANGE",
        level: Level::Error,
        what: "the text has no such line",
        why: "The line is usually 1-based, counted with other line terminators, or made for another version of the text.",
        remedy: "Check the base of the line and the line terminators; where the nearest place will do, clamp it, which stops at the end of the text.",
        bad: "line 2 of \"a\\nb\", counted from 0",
        good: "line 1 of \"a\\nb\", counted from 0",
        origin: "docs/positions.md P5",
        ..OURS
    },
    Rule {
        code: "INSIDE_CRLF",
        level: Level::Error,
        what: "the place lies between the CR and the LF of one line terminator",
        why: "The Language Server Protocol has no position there, so a client could not apply it.",
        remedy: "Move the place before the CR or after the LF; clamped, it is the one before the CR.",
        bad: "position(2) in \"a\\r\\n\" under `lsp`",
        good: "position(1) in \"a\\r\\n\" under `lsp`",
        origin: "docs/positions.md P7",
        ..OURS
    },
    Rule {
        code: "INVALID_UTF8",
        level: Level::Error,
        what: "the text is not UTF-8 where it would have to be decoded",
        why: "Tools read ill-formed bytes in different ways, so that a string, or a column in UTF-16 units or code points, would not be the same in each.",
        remedy: "Mend the encoding of the text. Where it is about columns, count them in `utf-8`; a `LineIndex` that is made with `replacement` for ill-formed bytes counts each such sequence as one U+FFFD.",
        bad: "UTF-16 column on the line FF 61",
        good: "UTF-8 column on the line FF 61",
        origin: "docs/positions.md P14",
        ..OURS
    },
    Rule {
        code: "ILL_FORMED",
        level: Level::Error,
        what: "the string has a lone surrogate",
        why: "It has no UTF-8 form; an encoder that writes U+FFFD for it moves every later offset.",
        remedy: "Mend the string where it is made, or pass the text as bytes.",
        bad: "\"a\\ud83d\"",
        good: "\"a\\ud83d\\ude00\"",
        origin: "docs/positions.md P21",
        ..OURS
    },
    Rule {
        code: "REVERSED",
        level: Level::Error,
        what: "the range ends before it starts",
        why: "Start and end were probably swapped, or belong to different texts.",
        remedy: "Swap the two, or build the range from two offsets in any order.",
        bad: spanned!(r#"{"file_path":"a.txt","byte_start":3,"byte_end":0}"#),
        good: spanned!(r#"{"file_path":"a.txt","byte_start":0,"byte_end":3}"#),
        origin: "docs/positions.md P12",
        ..OURS
    },
    Rule {
        code: "NOT_AN_INTEGER",
        level: Level::Error,
        what: "the number is a fraction, infinite or not a number",
        why: "An offset counts whole units; coercing the number would make up a place.",
        remedy: "Pass an integer.",
        bad: spanned!(r#"{"file_path":"a.txt","byte_start":0.5,"byte_end":3}"#),
        good: spanned!(r#"{"file_path":"a.txt","byte_start":0,"byte_end":3}"#),
        origin: "docs/positions.md P1",
        ..OURS
    },
    Rule {
        code: "NEGATIVE_OFFSET",
        level: Level::Error,
        what: "the number is negative",
        why: "No place lies before the start of a text; -1 is usually a sentinel for a place that is not known.",
        remedy: "Write a number from 0 on; leave a place out where it is not known.",
        bad: spanned!(r#"{"file_path":"a.txt","byte_start":-1,"byte_end":3}"#),
        good: spanned!(r#"{"file_path":"a.txt","byte_start":0,"byte_end":3}"#),
        origin: "docs/positions.md P1",
        ..OURS
    },
    Rule {
        code: "UNSAFE_INTEGER",
        level: Level::Error,
        what: "the number is above 2^53 - 1",
        why: "Hosts that keep numbers as doubles cannot tell it from its neighbour.",
        remedy: "Pass an integer of at most 9007199254740991.",
        bad: spanned!(r#"{"file_path":"a.txt","byte_start":0,"byte_end":9007199254740992}"#),
        good: spanned!(r#"{"file_path":"a.txt","byte_start":0,"byte_end":3}"#),
        origin: "docs/json.md J2",
        ..OURS
    },
    Rule {
        code: "UNKNOWN_ENCODING",
        level: Level::Error,
        what: "no position encoding has this name",
        why: "A column without a known unit means nothing, and there is no default to fall back to.",
        remedy: "Use `utf-8`, `utf-16` or `utf-32`.",
        bad: "utf16",
        good: "utf-16",
        origin: "LSP 3.17 PositionEncodingKind",
        ..OURS
    },
    Rule {
        code: "UNKNOWN_TERMINATORS",
        level: Level::Error,
        what: "no preset of line terminators has this name, or a listed sequence is empty",
        why: "Lines cannot be counted without knowing what ends them.",
        remedy: "Use `lf_crlf`, `lf`, `lsp`, `ecmascript`, `unicode`, `python_splitlines`, or a list of non-empty sequences.",
        bad: "crlf",
        good: "lf_crlf",
        origin: "docs/positions.md P6",
        ..OURS
    },
    Rule {
        code: "UNKNOWN_OPTION",
        level: Level::Error,
        what: "no option has this name, or it has no such value",
        why: "A misspelt option that is ignored gives an answer to another question.",
        remedy: "Use one of the names or values that the message lists.",
        bad: "rounding: \"flor\"",
        good: "rounding: \"floor\"",
        origin: "",
        ..OURS
    },
    Rule {
        code: "STREAM_TAKEN",
        level: Level::Error,
        what: "another text was begun in the stream that was at hand with this one",
        why: "The pieces of two texts in one stream would be read as one text.",
        remedy: "Take the results of one text to their end, or make a stream for each text.",
        bad: "results(a) and results(b) of one Normalizer at the same time",
        good: "results(a), then results(b)",
        origin: "",
        ..OURS
    },
    Rule {
        code: "TEXT_NOT_SHOWN",
        level: Level::Note,
        what: "checksums were added to ranges of which nothing shows that the text is the tool's",
        why: "If the file was changed since the tool ran, they are those of another text, and make its ranges look proved.",
        remedy: "Enrich what a tool printed at once, before anything is changed; later, run the tool again.",
        bad: "enrich(a document with offsets only, sources: its file, checksums: true)",
        good: "the same for a document that prints the text of each range",
        origin: "docs/findings.md",
        ..OURS
    },
    Rule {
        code: "TEXT_TOO_LARGE",
        level: Level::Error,
        what: "the host has no room for the text",
        why: "A WebAssembly module has 4 GiB for everything, and a string of V8 some 536 million code units; a text that does not fit must not end in a trap.",
        remedy: "Use Python or the command, in WebAssembly the native package; or work on a part of the text.",
        bad: "new LineIndex(new Uint8Array(2 ** 32)) in WebAssembly",
        good: "the same in Node with the native addon",
        origin: "docs/positions.md P22",
        ..OURS
    },
    Rule {
        code: "AMBIGUOUS_EOL",
        level: Level::Warning,
        what: "the text has a character that only some tools take for a line terminator",
        why: "After it, tools disagree on line numbers: a lone CR, U+2028 or a form feed ends a line for some and not for others.",
        remedy: "Say which line terminators the positions were made with, or remove the character.",
        bad: "\"a\\rb\"",
        good: "\"a\\nb\"",
        origin: "docs/positions.md P6",
        ..OURS
    },
    Rule {
        code: "BOM_PRESENT",
        level: Level::Note,
        what: "the text starts with a byte order mark",
        why: "Some tools count it in the columns of the first line, and in offsets, and some do not.",
        remedy: "Say whether the positions count it, or remove it.",
        bad: "EF BB BF 61",
        good: "61",
        origin: "docs/positions.md P13",
        ..OURS
    },
];
