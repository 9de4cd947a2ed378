//! The wrapper that seed 001 proposed: `StandardResponse`.
//!
//! It says `success` and `failure`, names the lines of a span the other way round,
//! and is sure of a tool, a time, a status and diagnostics. Its columns are those of
//! the envelope. What `data` holds is free; its own matches are known here.

use super::ANSWERS;
use crate::dialect::mapping::{How, Mapping};
use crate::envelope::record::shape;
use crate::envelope::shape::{Role, Shape, Type};
use crate::envelope::sign::Sign::{self, All, Either, Has, Item, Word};
use crate::envelope::{Response, RichSpan};

use Type::{Any, Count, Flag, List, Record, Text};

/// What shows that a document is one.
pub(super) const SIGN: Sign = All(&[
    Has("data"),
    Has("schema_version"),
    Either(&[
        All(&[
            Has("execution_id"),
            Either(&[Word("status", "success"), Word("status", "failure")]),
        ]),
        All(&[Word("status", "partial"), Word("schema_version", "1.0")]),
    ]),
]);

shape! {
    /// The wrapper.
    pub(super) RESPONSE "StandardResponse" (Mapping::to(&Response::SHAPE)) [SIGN] {
        required "schema_version": Text, as Role::SchemaVersion;
        required "execution_id": Text, as Role::ExecutionId;
        required "tool": Text;
        required "timestamp": Text, as Role::Timestamp;
        /// `success`, `failure` or `partial`.
        required "status": Text, to "/status"
            by How::Words(&[("success", "ok"), ("failure", "error")]);
        required "data": DATA;
        required "diagnostics": List(&Record(&DIAGNOSTIC));
        optional "partial": Flag, as Role::Partial;
    }
}

const DATA: Type = Type::OneOf(&[Type::Choice(&PAYLOADS), Any]);

/// The matches of seed 001, then what the envelope knows.
const PAYLOADS: [&Shape; ANSWERS.len() + 1] = {
    let mut all = [&MATCHES as &Shape; ANSWERS.len() + 1];
    let mut at = 1;
    while at < all.len() {
        all[at] = ANSWERS[at - 1];
        at += 1;
    }
    all
};

shape! {
    /// What was found.
    MATCHES "StandardMatches" [Either(&[All(&[Has("matches"), Has("match_count")]), Item("matches", &All(&[Has("content"), Has("match_id")]))])] {
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
    MATCH "StandardMatch" {
        required "match_id": Text;
        required "span": Record(&SPAN);
        /// The text that was found, or the name of a capture.
        required "content": Text;
        optional "context": Record(&CONTEXT);
        optional "matched_text": Text, as Role::TextOf("/span");
        optional "pattern_index": Count;
        optional "captures": Any;
    }
}

shape! {
    /// What is known around a match.
    CONTEXT "StandardMatchContext" {
        list "before": List(&Text);
        list "after": List(&Text);
        optional "kind": Text;
        optional "parent": Text;
    }
}

shape! {
    /// A range of a file.
    SPAN "StandardSpan" (Mapping::to(&RichSpan::SHAPE)) {
        required "span_id": Text, as Role::SpanId;
        required "file_path": Text, as Role::Path;
        required "byte_start": Count, as Role::ByteStart;
        required "byte_end": Count, as Role::ByteEnd;
        required "line_start": Count, as Role::StartLine, to "/start_line";
        required "line_end": Count, as Role::EndLine, to "/end_line";
        required "col_start": Count, as Role::StartColumn, to "/start_col";
        required "col_end": Count, as Role::EndColumn, to "/end_col";
    }
}

shape! {
    /// One finding: at a place of its own, or in a span.
    DIAGNOSTIC "StandardDiagnostic" {
        required "tool": Text;
        required "level": Text, as Role::Level;
        required "message": Text;
        optional "file": Text;
        /// From 1.
        optional "line": Count;
        /// From 0, in UTF-8 bytes.
        optional "column": Count;
        optional "code": Text;
        optional "note": Text;
        optional "remediation": Text;
        optional "span": Record(&SPAN);
    }
}
