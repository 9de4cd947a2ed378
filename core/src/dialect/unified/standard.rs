//! The wrapper that seed 001 proposed: `StandardResponse`.
//!
//! It says `success` and `failure`, names the lines of a span the other way round,
//! and is sure of a tool, a time, a status and diagnostics. Its columns are those of
//! the envelope. What `data` holds is free; its own matches are known here.

use super::ANSWERS;
use crate::dialect::mapping::{How, Mapping};
use crate::envelope::key_set::KeySet;
use crate::envelope::mention::{Counted, Mention, Moment};
use crate::envelope::needs::Needs;
use crate::envelope::record::shape;
use crate::envelope::shape::{Role, Shape, Type};
use crate::envelope::sign::Sign::{self, All, Either, Has, Is, Item, Not, Two, Within, Word};
use crate::envelope::{
    MATCHES as FOUND, RESPONSE_VERSION, Response, RichSpan, TextMatch, ToolDiagnostic,
};
use crate::json::{Kind, Node};

pub(crate) mod write;

use Type::{Any, Count, Flag, List, Record, Text};

/// What shows that a document is one. A wrapper of our version says its status in our
/// words; another word there is wrong, and no sign of seed 001.
pub(super) const SIGN: Sign = All(&[
    Has("data"),
    Has("schema_version"),
    Not(&Word("schema_version", RESPONSE_VERSION)),
    Either(&[
        All(&[
            Has("execution_id"),
            Either(&[Word("status", "success"), Word("status", "failure")]),
        ]),
        All(&[Word("status", "partial"), Word("schema_version", "1.0")]),
        // All members of its own, in the version that it has: whatever its status says.
        All(&[
            Word("schema_version", "1.0"),
            Has("execution_id"),
            Has("tool"),
            Has("timestamp"),
            Has("status"),
            Has("diagnostics"),
        ]),
    ]),
]);

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

/// What shows a span under these names: lines the other way round, and none as the
/// envelope calls them.
pub(crate) const SPAN_SIGN: Sign = All(&[
    Two(&["line_start", "line_end", "col_start", "col_end"]),
    Not(&Either(&[Has("start_line"), Has("end_line")])),
]);

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
    MATCHES "StandardMatches" [Either(&[All(&[Has("matches"), Either(&[Has("match_count"), Not(&Is("matches", Kind::Array))])]), Item("matches", &All(&[
        Has("content"), Either(&[Has("match_id"), Within("span", &SPAN_SIGN)]),
    ]))])] {
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
            .following(&["/matched_text", "/name", "/referenced_symbol", "/callee", "/kind", "/parent"])
            .writing(write::content)
    ) {
        required "match_id": Text, as Role::IdOf("/span");
        required "span": Record(&MATCH_SPAN);
        /// The text that was found, or the name of a capture.
        required "content": Text;
        optional "context": Record(&CONTEXT), as Role::AroundOf("/span");
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

macro_rules! span {
    ($(#[doc = $what:literal])* $visible:vis $const:ident, $mapping:expr) => {
        shape! {
            $(#[doc = $what])*
            $visible $const "StandardSpan" ($mapping) {
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
    };
}

span! {
    /// A range of a file.
    pub(crate) SPAN, Mapping::to(&RichSpan::SHAPE).writing(write::place)
}

span! {
    /// The range of a match. The lines around it stand beside it.
    MATCH_SPAN, Mapping::to(&RichSpan::SHAPE)
        .following(&["/context/before", "/context/after"])
        .writing(write::place)
}

shape! {
    /// One finding: at a place of its own, or in a span.
    DIAGNOSTIC "StandardDiagnostic" (
        Mapping::to(&ToolDiagnostic::SHAPE).writing(write::diagnostic)
    ) at [Mention::place("file", ["line", "column"], Counted::ByConvention).when(Moment::Last)] {
        required "tool": Text;
        required "level": Text, as Role::Level;
        required "message": Text;
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
