//! Codes of ids and checksums.

use super::{Level, Rule};

/// What all entries of this room have in common.
const OURS: Rule = Rule::ours("id");

pub(super) const RULES: &[Rule] = &[
    Rule {
        code: "ID_EMPTY",
        level: Level::Warning,
        what: "an id is the empty string",
        why: "An empty id names everything that has an empty id; results cannot be told apart or looked up.",
        remedy: "Leave the field out, or compute the id.",
        bad: spanned!(r#"{"file_path":"a.txt","byte_start":0,"byte_end":3,"span_id":""}"#),
        good: spanned!(
            r#"{"file_path":"a.txt","byte_start":0,"byte_end":3,"span_id":"dc8ebf468528d25c"}"#
        ),
        origin: "seeds 000 and 002 (docs/dialects.md)",
        ..OURS
    },
    Rule {
        code: "ID_NOT_HEX",
        level: Level::Warning,
        what: "a span id holds a character that is no hexadecimal digit",
        why: "A computed span id is 16 hexadecimal digits; anything else was invented, or made by a recipe that nobody can repeat.",
        remedy: "Compute the id with `span_id(path, start, end)`.",
        bad: spanned!(
            r#"{"file_path":"a.txt","byte_start":0,"byte_end":3,"span_id":"a1b2c3d4e5f6g7h8"}"#
        ),
        good: spanned!(
            r#"{"file_path":"a.txt","byte_start":0,"byte_end":3,"span_id":"dc8ebf468528d25c"}"#
        ),
        origin: "seeds 000 and 002 (docs/dialects.md)",
        ..OURS
    },
    Rule {
        code: "ID_LENGTH",
        level: Level::Warning,
        what: "a span id does not have 16 characters",
        why: "A shortened id collides early: with 8 digits there is an even chance of a collision among 77 000 ids.",
        remedy: "Use all 16 digits that `span_id(path, start, end)` gives.",
        bad: spanned!(r#"{"file_path":"a.txt","byte_start":0,"byte_end":3,"span_id":"dc8ebf46"}"#),
        good: spanned!(
            r#"{"file_path":"a.txt","byte_start":0,"byte_end":3,"span_id":"dc8ebf468528d25c"}"#
        ),
        origin: "seeds 000 and 002 (docs/dialects.md)",
        ..OURS
    },
    Rule {
        code: "ID_UPPERCASE",
        level: Level::Note,
        what: "a span id is written with upper-case digits",
        why: "Ids are compared as text, so the same span gets two ids.",
        remedy: "Write the digits in lower case.",
        bad: spanned!(
            r#"{"file_path":"a.txt","byte_start":0,"byte_end":3,"span_id":"DC8EBF468528D25C"}"#
        ),
        good: spanned!(
            r#"{"file_path":"a.txt","byte_start":0,"byte_end":3,"span_id":"dc8ebf468528d25c"}"#
        ),
        origin: "seeds 000 and 002 (docs/dialects.md)",
        ..OURS
    },
    Rule {
        code: "ID_RANDOM",
        level: Level::Note,
        what: "a span id is a UUID, so it was not computed from the span",
        why: "It changes from run to run: two results that mean the same place cannot be matched by it.",
        remedy: "Compute the id with `span_id(path, start, end)`.",
        bad: spanned!(
            r#"{"file_path":"a.txt","byte_start":0,"byte_end":3,"span_id":"550e8400-e29b-41d4-a716-446655440000"}"#
        ),
        good: spanned!(
            r#"{"file_path":"a.txt","byte_start":0,"byte_end":3,"span_id":"dc8ebf468528d25c"}"#
        ),
        origin: "seeds 000 and 001 (docs/dialects.md)",
        ..OURS
    },
    Rule {
        code: "UUID_NOT_V4",
        level: Level::Note,
        what: "an id is spelt as a UUID but is not a random one (version 4)",
        why: "It was probably typed by hand or copied from an example, so it may not be unique.",
        remedy: "Make the id with `execution_id` from 16 random bytes.",
        bad: r#"{"schema_version":"1.1.0","execution_id":"660e8400-e29b-91d4-0716-446655440000","data":{"files":[]}}"#,
        good: r#"{"schema_version":"1.1.0","execution_id":"550e8400-e29b-41d4-a716-446655440000","data":{"files":[]}}"#,
        origin: "seed 000 (docs/dialects.md); RFC 9562 §5.4",
        ..OURS
    },
    Rule {
        code: "OFFSET_TOO_WIDE",
        level: Level::Error,
        what: "an offset does not fit the four bytes that id scheme `be32` writes",
        why: "A program that uses this scheme has 32-bit sizes and cannot reach such an offset; cutting it would give the id of another span.",
        remedy: "Use scheme `be64`.",
        bad: r#"span_id_in("be32", "a.rs", 0, 4294967296)"#,
        good: r#"span_id_in("be64", "a.rs", 0, 4294967296)"#,
        origin: "seed 000 (docs/dialects.md)",
        ..OURS
    },
    Rule {
        code: "UNKNOWN_ID_SCHEME",
        level: Level::Error,
        what: "no id scheme has this name",
        why: "Another scheme gives another id for the same span, so a misspelt name is not replaced by a default.",
        remedy: "Use `be64`, `be32` or `decimal` for spans; `siphash`, `siphash_ref` or `sha256` for matches.",
        bad: r#"span_id_in("be-64", "a.rs", 0, 1)"#,
        good: r#"span_id_in("be64", "a.rs", 0, 1)"#,
        origin: "",
        ..OURS
    },
    Rule {
        code: "CHECKSUM_BARE",
        level: Level::Warning,
        what: "a checksum does not name its algorithm",
        why: "64 digits may be SHA-256 as well as BLAKE3; tools of both kinds exist, and a wrong guess reports changed files that did not change.",
        remedy: "Write the algorithm before the digits, as in `sha256:...`.",
        bad: spanned!(
            r#"{"file_path":"a.txt","byte_start":0,"byte_end":3,"checksums":{"checksum_before":"82a3537ff0dbce7eec35d69edc3a189ee6f17d82f353a553f9aa96cb0be3ce89"}}"#
        ),
        good: spanned!(
            r#"{"file_path":"a.txt","byte_start":0,"byte_end":3,"checksums":{"checksum_before":"sha256:5654d4106d7025c2578858f4fc5ad235c25096b85c3b8d2fb8a064ae3546bb1d"}}"#
        ),
        origin: "seeds 000 and 001 (docs/dialects.md)",
        ..OURS
    },
    Rule {
        code: "CHECKSUM_MALFORMED",
        level: Level::Error,
        what: "a checksum is not 64 hexadecimal digits after the name of its algorithm",
        why: "It can match no content, so everything would look changed.",
        remedy: "Write all 64 digits after `sha256:` or `blake3:`, or the whole hash as the tool prints it.",
        bad: spanned!(
            r#"{"file_path":"a.txt","byte_start":0,"byte_end":3,"checksums":{"checksum_before":"sha256:abc123"}}"#
        ),
        good: spanned!(
            r#"{"file_path":"a.txt","byte_start":0,"byte_end":3,"checksums":{"checksum_before":"sha256:5654d4106d7025c2578858f4fc5ad235c25096b85c3b8d2fb8a064ae3546bb1d"}}"#
        ),
        origin: "seeds 000 and 001 (docs/dialects.md)",
        ..OURS
    },
    Rule {
        code: "UNKNOWN_ALGORITHM",
        level: Level::Error,
        what: "no checksum algorithm has this name",
        why: "A checksum of an algorithm that is not known can be neither computed nor verified.",
        remedy: "Use `sha256` or `blake3`, in lower case.",
        bad: r#"checksum("abc", algorithm="sha-256")"#,
        good: r#"checksum("abc", algorithm="sha256")"#,
        origin: "seeds 000 and 001 (docs/dialects.md)",
        ..OURS
    },
    Rule {
        code: "SPAN_ID_SCHEME",
        level: Level::Note,
        what: "a span id was computed by another scheme than `be64`",
        why: "Tools that use different schemes give the same span different ids, so their results do not join.",
        remedy: "Join by path and byte range, or compute the id with `span_id(path, start, end)`.",
        bad: spanned!(
            r#"{"file_path":"a.txt","byte_start":0,"byte_end":3,"span_id":"591c7a55dcc64f8c"}"#
        ),
        good: spanned!(
            r#"{"file_path":"a.txt","byte_start":0,"byte_end":3,"span_id":"dc8ebf468528d25c"}"#
        ),
        origin: "seeds 000 and 002 (docs/dialects.md)",
        ..OURS
    },
    Rule {
        code: "SPAN_ID_MISMATCH",
        level: Level::Warning,
        what: "no known scheme gives this span id for this path and byte range",
        why: "The path or the range was changed after the id was made, or the id belongs to another span; a lookup by it finds the wrong place.",
        remedy: "Put the path right if the id is of another file, as the finding says; else compute the id anew after changing a path or a range, or leave it out.",
        bad: spanned!(
            r#"{"file_path":"a.txt","byte_start":0,"byte_end":3,"span_id":"d38ee869d0e1401e"}"#
        ),
        good: spanned!(
            r#"{"file_path":"a.txt","byte_start":0,"byte_end":3,"span_id":"dc8ebf468528d25c"}"#
        ),
        origin: "seeds 000 and 002 (docs/dialects.md)",
        ..OURS
    },
    Rule {
        code: "POSITION_MISMATCH",
        level: Level::Error,
        what: "the byte range of a span and its lines and columns are different places",
        why: "One of them is wrong, so an edit goes to the wrong place for every reader who trusts that one. The usual causes are columns counted from 1 or in UTF-16 code units, and a file that changed.",
        remedy: "Compute lines and columns from the bytes with a `LineIndex` of the text that the tool read; if the finding stands at an offset, write the one that it expects.",
        bad: spanned!(
            r#"{"file_path":"a.txt","byte_start":12,"byte_end":15,"start_line":2,"start_col":1,"end_line":2,"end_col":4}"#
        ),
        good: spanned!(
            r#"{"file_path":"a.txt","byte_start":12,"byte_end":15,"start_line":2,"start_col":0,"end_line":2,"end_col":3}"#
        ),
        origin: "docs/positions.md P17",
        ..OURS
    },
    Rule {
        code: "PARTIAL_COORDINATES",
        level: Level::Error,
        what: "some of `start_line`, `start_col`, `end_line` and `end_col` are there and some are not",
        why: "Half a place is none: a reader would have to invent the rest.",
        remedy: "Write all four, or none if they are unknown.",
        bad: spanned!(r#"{"file_path":"a.txt","byte_start":0,"byte_end":3,"start_line":1}"#),
        good: spanned!(r#"{"file_path":"a.txt","byte_start":0,"byte_end":3}"#),
        origin: "docs/positions.md P16",
        ..OURS
    },
    Rule {
        code: "LINE_ZERO",
        level: Level::Error,
        what: "a line is 0 although lines are counted from 1",
        why: "The tool counts lines from 0, or it did not know the place; both put every reader on the wrong line.",
        remedy: "Count lines from 1, or leave the four fields out if they are unknown.",
        bad: spanned!(
            r#"{"file_path":"a.txt","byte_start":0,"byte_end":3,"start_line":0,"start_col":0,"end_line":0,"end_col":3}"#
        ),
        good: spanned!(
            r#"{"file_path":"a.txt","byte_start":0,"byte_end":3,"start_line":1,"start_col":0,"end_line":1,"end_col":3}"#
        ),
        origin: "docs/positions.md P16",
        ..OURS
    },
];
