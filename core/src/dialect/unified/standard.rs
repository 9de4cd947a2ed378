//! The wrapper that seed 001 proposed: `StandardResponse`.
//!
//! It says `success` and `failure`, names the lines of a span the other way round,
//! and is sure of a tool, a time, a status and diagnostics. Its columns are those of
//! the envelope. What `data` holds is free; its own matches are known here.

use super::renamed::SPAN_SIGN;
use super::{ANSWERS, LISTED_DATA, joined, older};
use crate::dialect::follows::Follows;
use crate::dialect::mapping::{How, Mapping};
use crate::envelope::key_set::KeySet;
use crate::envelope::mention::{Counted, Mention, Moment};
use crate::envelope::needs::Needs;
use crate::envelope::record::shape;
use crate::envelope::shape::{Role, Shape, Type};
use crate::envelope::sign::Sign::{self, All, Either, Has, Is, Item, Not, Within, Word};
use crate::envelope::{
    Capture, MATCHES as FOUND, RESPONSE_VERSION, Response, RichSpan, TextMatch, ToolDiagnostic,
    Wire as _,
};
use crate::json::{Kind, Node};

pub(super) mod answered;
pub(crate) mod write;

use Type::{Any, Count, Flag, List, Record, Text};

/// The versions that it may have. It prints the first.
pub(crate) const VERSIONS: [&str; 4] = ["1.0", "1.0.0", "2.0.0", "2.1.0"];

/// What shows that a document is one. A wrapper of our version says its status in our
/// words; another word there is wrong, and no sign of seed 001.
pub(super) const SIGN: Sign = All(&[
    Not(&Word("schema_version", RESPONSE_VERSION)),
    Either(&[
        All(&[
            Has("data"),
            Has("schema_version"),
            Has("execution_id"),
            Either(&[Word("status", "success"), Word("status", "failure")]),
        ]),
        All(&[
            Has("data"),
            Word("status", "partial"),
            Either(&[
                Word("schema_version", "1.0"),
                All(&[Has("schema_version"), Within("data", &HAS_ITS_SPANS)]),
            ]),
        ]),
        // What only seed 001 demands, and one of its words or its matches: whatever else is
        // lost or wrong.
        All(&[
            Has("data"),
            BESIDE,
            Either(&[Has("schema_version"), Has("execution_id")]),
            Either(&[
                Word("status", "success"),
                Word("status", "failure"),
                Word("status", "partial"),
                Within("data", &HAS_ITS_SPANS),
            ]),
        ]),
        // All members of its own but one, in the version that it has: whatever its status
        // says.
        All(&[
            Word("schema_version", "1.0"),
            Has("execution_id"),
            Either(&[
                All(&[
                    Has("tool"),
                    Has("timestamp"),
                    Has("status"),
                    Has("diagnostics"),
                ]),
                All(&[Has("data"), BESIDE]),
            ]),
            Not(&Either(&[
                Has("operation_type"),
                Has("result"),
                Has("command"),
            ])),
        ]),
    ]),
]);

/// What no other wrapper has to say: the tool, the time and the diagnostics.
const BESIDE: Sign = All(&[Has("tool"), Has("timestamp"), Has("diagnostics")]);

/// Matches with spans of its own.
const HAS_ITS_SPANS: Sign = Item(
    "matches",
    &All(&[Has("content"), Within("span", &SPAN_SIGN)]),
);

/// Whether it shows. Most documents lack a member that it needs.
pub(super) fn is_meant_by(root: Node<'_>) -> bool {
    const NEEDS: Needs = Needs::of(&SIGN);
    NEEDS.may_be_met(KeySet::noted(root)) && SIGN.is_on(root)
}

shape! {
    /// The wrapper.
    pub(crate) RESPONSE "StandardResponse" (Mapping::to(&Response::SHAPE)) [SIGN] {
        required "schema_version": Text, as Role::SchemaVersion;
        required "execution_id": Text, as Role::ExecutionId;
        required "tool": Text;
        required "timestamp": Text, as Role::Timestamp;
        /// `success`, `failure` or `partial`.
        required "status": Text, as Role::StatusIn(&["success", "failure", "partial"]), to "/status"
            by How::Words(&[("success", "ok"), ("failure", "error")]);
        required "data": DATA, as Role::Data;
        required "diagnostics": List(&Record(&DIAGNOSTIC));
        optional "partial": Flag, as Role::Partial;
    }
}

/// A range of a file.
pub(in crate::dialect) const SPAN_TYPE: Type = Record(&SPAN);

const DATA: Type = Type::OneOf(&[Type::Choice(&PAYLOADS), LISTED_DATA, Any]);

/// The matches of seed 001, then what the envelope knows.
const PAYLOADS: [&Shape; ANSWERS.len() + older::REFERENCES.len() + 2] =
    joined(&[&[&TEXTS, &MATCHES], &ANSWERS, &older::REFERENCES]);

/// What shows matches of its own.
const HAS_MATCHES: Sign = Either(&[
    All(&[
        Has("matches"),
        Either(&[Has("match_count"), Not(&Is("matches", Kind::Array))]),
        Not(&Item("matches", &IS_AFTER)),
    ]),
    Item(
        "matches",
        &All(&[
            Has("content"),
            Either(&[Has("match_id"), Within("span", &SPAN_SIGN)]),
        ]),
    ),
]);

/// What shows a match as seed 001 has it of a tool that was changed for it: of the wrapper it
/// takes the span and its id, and says the rest as before. The envelope knows these.
const IS_AFTER: Sign = All(&[
    Either(&[
        Has("matched_text"),
        Has("pattern_index"),
        Has("captures"),
        older::NAMED,
    ]),
    Not(&Has("content")),
]);

/// What shows that a match is no piece of text but a symbol or nodes of a syntax tree.
const HAS_NO_TEXT: Sign = Either(&[
    Has("captures"),
    Has("pattern_index"),
    Has("matched_text"),
    Has("name"),
    OF_SYMBOL,
    Within("context", &OF_SYMBOL),
]);

/// What is known of a symbol or a node. Seed 001 prints a null for each where there is none.
const OF_SYMBOL: Sign = Either(&[
    All(&[Has("kind"), Not(&Is("kind", Kind::Null))]),
    All(&[Has("parent"), Not(&Is("parent", Kind::Null))]),
]);

shape! {
    /// Text that was found.
    TEXTS "StandardTexts" [All(&[
        Has("pattern"),
        Not(&Either(&[Has("query"), Has("query_name"), Has("language")])),
        HAS_MATCHES,
        Not(&Item("matches", &HAS_NO_TEXT)),
    ])] {
        required "matches": List(&Record(&TEXT));
        required "pattern": Text;
        optional "count": Count, as Role::CountOf("matches");
        optional "match_count": Count, as Role::CountOf("matches");
    }
}

shape! {
    /// One piece of text.
    TEXT "StandardText" (Mapping::to(&TextMatch::SHAPE).among(FOUND)) {
        required "match_id": Text, as Role::IdOf("/span");
        required "span": Record(&MATCH_SPAN);
        /// Exactly the text of the span.
        required "content": Text, as Role::TextOf("/span"), to "/matched_text";
        optional "context": Record(&CONTEXT), as Role::AroundOf("/span");
    }
}

shape! {
    /// What was found.
    MATCHES "StandardMatches" [HAS_MATCHES] {
        required "matches": List(&Record(&MATCH));
        optional "count": Count, as Role::CountOf("matches");
        optional "match_count": Count, as Role::CountOf("matches");
        optional "pattern": Text;
        optional "query": Text;
        optional "file_path": Text;
        optional "language": Text;
    }
}

shape! {
    /// One match: text, a symbol, or nodes of a syntax tree.
    MATCH "StandardMatch" (
        Mapping::to(&TextMatch::SHAPE)
            .among(FOUND)
            .following(&[
                ("/matched_text", Follows::Hook),
                ("/name", Follows::Hook),
                ("/referenced_symbol", Follows::Hook),
                ("/callee", Follows::Hook),
                ("/kind", Follows::InContext("kind")),
                ("/parent", Follows::InContext("parent")),
            ])
            .writing(write::content)
    ) {
        required "match_id": Text, as Role::IdOf("/span");
        required "span": Record(&MATCH_SPAN);
        /// The text that was found, or the name of a symbol or a capture.
        required "content": Text, as Role::Unproved(
            "it is the text of a range, or the name of a symbol or a capture, and nothing says which",
        );
        optional "context": Record(&CONTEXT), as Role::AroundOf("/span");
        optional "matched_text": Text, as Role::TextOf("/span");
        optional "pattern_index": Count;
        optional "captures": CAPTURES, as Role::InFileOf("/span/file_path");
    }
}

/// The nodes that a pattern names, as the envelope has them.
const CAPTURES: Type = List(&Capture::TYPE);

shape! {
    /// What is known around a match.
    CONTEXT "StandardMatchContext" {
        list "before": List(&Text);
        list "after": List(&Text);
        optional "kind": Text;
        optional "parent": Text;
    }
}

macro_rules! span {
    ($(#[doc = $what:literal])* $visible:vis $const:ident, $mapping:expr) => {
        shape! {
            $(#[doc = $what])*
            $visible $const "StandardSpan" ($mapping) {
                required "span_id": Text, as Role::SpanId;
                /// Of a record of a graph it is the file.
                required "file_path": Text, as Role::Path, to "/file_path" or "/file";
                required "byte_start": Count, as Role::ByteStart;
                required "byte_end": Count, as Role::ByteEnd;
                required "line_start": Count, as Role::StartLine, to "/start_line";
                required "line_end": Count, as Role::EndLine, to "/end_line";
                required "col_start": Count, as Role::StartColumn, to "/start_col";
                required "col_end": Count, as Role::EndColumn, to "/end_col";
            }
        }
    };
}

span! {
    /// A range of a file.
    pub(crate) SPAN, Mapping::to(&RichSpan::SHAPE).writing(write::place)
}

span! {
    /// The range of a match. The lines around it stand beside it.
    MATCH_SPAN, Mapping::to(&RichSpan::SHAPE)
        .following(&[("/context/before", Follows::Hook), ("/context/after", Follows::Hook)])
        .writing(write::place)
}

shape! {
    /// One finding: at a place of its own, or in a span.
    DIAGNOSTIC "StandardDiagnostic" (
        Mapping::to(&ToolDiagnostic::SHAPE).writing(write::diagnostic)
    ) at [Mention::place("file", ["line", "column"], Counted::ByConvention).when(Moment::Last).left_out()] {
        required "tool": Text;
        required "level": Text, as Role::Level;
        required "message": Text, as Role::Said;
        optional "file": Text, as Role::SamePaths(&["/file", "/span/file_path"]);
        /// From 1.
        optional "line": Count, as Role::SameAs("/span/line_start");
        /// From 0, in UTF-8 bytes.
        optional "column": Count, as Role::SameAs("/span/col_start");
        optional "code": Text, as Role::Code("/level");
        optional "note": Text;
        optional "remediation": Text;
        optional "span": Record(&SPAN);
    }
}
