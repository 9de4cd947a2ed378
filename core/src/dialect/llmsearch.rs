//! llmsearch: text search.
//!
//! Its columns are counted from 1 in code points, the end of a match is not
//! printed, and `context_before` and `context_after` are fragments of the same
//! line, not lines. A column becomes bytes only with proof; see [`super::proof`].

use super::convention::{
    ColumnUnit, Columns, Convention, LineColumns, Nulls, OffsetEnd, Offsets, PathStyle,
};
use super::follows::Follows;
use super::mapping::{How, Mapping};
use super::recognise::{Promise, Recognition, has, word};
use super::{Adapter, Records};
use crate::envelope::record::shape;
use crate::envelope::shape::{Role, Type};
use crate::envelope::{MATCHES, RESPONSE_VERSION, Response, TextMatch};
use crate::id::{ExecutionIdKind, classify_execution_id};
use crate::json::{Kind, Node};
use crate::text::{BomPolicy, LineTerminators, PositionEncoding};

mod write;

use Type::{Count, List, Record, Text};

/// See the module.
pub(crate) struct Llmsearch;

/// Bytes of the line that are printed on each side of a match.
const FRAGMENTS: u64 = 100;

static CONVENTION: Convention = Convention {
    lines: Some(LineColumns {
        line_base: 1,
        columns: Some(Columns {
            base: 1,
            unit: ColumnUnit::CODE_POINTS,
            bom: BomPolicy::Count,
        }),
        terminators: LineTerminators::Lf,
        end: None,
    }),
    offsets: Some(Offsets {
        unit: PositionEncoding::Utf8,
        bom: BomPolicy::Count,
        end: OffsetEnd::After,
    }),
    zeros_are_unknown: false,
    nulls: Nulls::Omit,
    bare_checksum: None,
    file_hashes: &[],
    fragments: Some(FRAGMENTS),
    late_checksums: false,
    levels: ["error", "warning", "note", "help"],
    span_ids: None,
    paths: PathStyle::Verbatim,
};

shape! {
    /// All matches of one search.
    RESPONSE "LlmsearchResponse" (
        Mapping::to(&Response::SHAPE)
            .adding(&[("/schema_version", RESPONSE_VERSION)])
            .following(&[("/data/symbol", Follows::OneSymbol), ("/data/content", Follows::OneSymbol)])
            .writing(write::answer)
    ) {
        required "execution_id": Text, as Role::ExecutionId;
        required "pattern": Text, as Role::Question, to "/data/pattern" or "/data/query" or "/data/query_name" or "/data/symbol_name";
        required "matches": List(&Record(&MATCH)),
            to "/data/matches" or "/data/symbols" or "/data/references" or "/data/calls";
        required "match_count": Count, as Role::CountOf("matches"), to "/data/count";
    }
}

shape! {
    /// One match.
    MATCH "LlmsearchMatch" (
        Mapping::to(&TextMatch::SHAPE)
            .among(MATCHES)
            .following(&[
                ("/span/span_id", Follows::SpanId),
                ("/span/end_line", Follows::EndLine),
                ("/span/end_col", Follows::EndColumn),
            ])
            .proving("/span")
            .writing(write::place)
    ) {
        required "match_id": Text, as Role::IdOf("");
        required "file": Text, as Role::Path, to "/span/file_path" or "/file_path" by How::Path;
        required "byte_start": Count, as Role::ByteStart, to "/span/byte_start" or "/byte_start";
        required "byte_end": Count, as Role::ByteEnd, to "/span/byte_end" or "/byte_end";
        required "matched_text": Text, as Role::Text, to "/matched_text" or "/source" or "/content" or "/snippet";
        /// From 1.
        required "line_number": Count, as Role::StartLine, to "/span/start_line" by How::Hook;
        /// From 1, in code points.
        required "column_number": Count, as Role::StartColumn, to "/span/start_col" by How::Hook;
        /// Up to 100 bytes of the line before the match.
        required "context_before": Text, as Role::InlineBefore, to "/span/context/inline_before";
        /// Up to 100 bytes of the line after the match.
        required "context_after": Text, as Role::InlineAfter, to "/span/context/inline_after";
    }
}

static DOCUMENTS: Type = Record(&RESPONSE);

impl Adapter for Llmsearch {
    fn name(&self) -> &'static str {
        "llmsearch"
    }

    fn title(&self) -> &'static str {
        "llmsearch: text search"
    }

    fn generations(&self) -> &'static [&'static str] {
        &["1.0.0"]
    }

    fn convention(&self) -> &'static Convention {
        &CONVENTION
    }

    fn versions(&self) -> &'static [&'static str] {
        &[]
    }

    fn documents(&self) -> &'static Type {
        &DOCUMENTS
    }

    fn records(&self) -> Records {
        Records::Matches
    }

    fn finds_symbol(&self) -> bool {
        true
    }

    fn promises(&self) -> &'static [Promise] {
        const {
            &[
                Promise::of("execution_id", 20),
                Promise::of("pattern", 20),
                Promise::of("matches", 55),
                Promise::of("match_count", 25),
            ]
        }
    }

    fn recognise(&self, root: Node<'_>, signs: &mut Recognition) {
        if root.kind() != Kind::Object {
            return;
        }
        for (key, kind, weight) in [
            ("execution_id", Kind::String, 10),
            ("pattern", Kind::String, 20),
            ("matches", Kind::Array, 15),
            ("match_count", Kind::Number, 25),
        ] {
            if has(root, key, kind) {
                signs.sign(
                    format_args!("/{key}"),
                    weight,
                    "a member of llmsearch's answer",
                );
            }
        }
        if let Some(first) = root.get("matches").and_then(|matches| matches.item(0)) {
            if has(first, "line_number", Kind::Number) && has(first, "column_number", Kind::Number)
            {
                signs.sign(
                    "/matches/0/column_number",
                    30,
                    "line and column as llmsearch names them",
                );
            }
            if has(first, "file", Kind::String) && has(first, "matched_text", Kind::String) {
                signs.sign(
                    "/matches/0/matched_text",
                    10,
                    "the text of the match beside its file",
                );
            }
            if has(first, "span", Kind::Object) {
                signs.sign("/matches/0/span", -40, "llmsearch's matches have no span");
            }
        }
        if word(root, "execution_id")
            .is_some_and(|id| classify_execution_id(&id) == ExecutionIdKind::Uuid)
        {
            signs.sign("/execution_id", 10, "a UUID");
        }
        for key in [
            "schema_version",
            "data",
            "query",
            "language",
            "command",
            "status",
        ] {
            if root.get(key).is_some() {
                signs.sign(
                    format_args!("/{key}"),
                    -40,
                    "llmsearch's answer has no such member",
                );
            }
        }
        if signs.score() > 0 {
            signs.generation = Some("1.0.0");
        }
    }
}
