//! What the versions of seed 000 allow and the envelope does not: a diagnostic that
//! says `severity`, as the seed's own example of its error codes does. And a reference as seed
//! 001 has it.

use super::{ANSWERS, LISTED_DATA, joined};
use crate::dialect::convention::SEED_LEVELS;
use crate::dialect::mapping::{How, Mapping};
use crate::envelope::key_set::KeySet;
use crate::envelope::mention::{Counted, Mention, Moment};
use crate::envelope::record::shape;
use crate::envelope::shape::{Field, Role, Shape, Type};
use crate::envelope::sign::Sign::{self, All, Either, Has, Is, Item, Not};
use crate::envelope::{
    Fix, MATCHES, OPERATION_VERSION, OperationResult, RESPONSE_VERSION, ReferenceMatch,
    RelatedPlace, RichSpan, ToolDiagnostic, Wire as _,
};
use crate::json::{Kind, Node};

use Type::{Count, List, Number, Record, Text};

/// What shows that a wrapper is of such a version.
pub(super) const SIGN: Sign = Sign::Either(&[
    Sign::Word("schema_version", "1.0.0"),
    Sign::Word("schema_version", "1.0"),
]);

/// A diagnostic with the other word for its level.
static DIAGNOSTIC: Shape = Shape::new("SeedDiagnostic", ToolDiagnostic::SHAPE.what, &FIELDS)
    .told_by(Sign::All(&[
        Sign::Has("severity"),
        Sign::Not(&Sign::Has("level")),
    ]));

/// The shape of a diagnostic of a tool that prints none in any version that was seen.
pub(crate) fn diagnostic_shape(node: Node<'_>) -> &'static Shape {
    if DIAGNOSTIC.sign.is_on(node) {
        &SEVERE
    } else {
        &ToolDiagnostic::SHAPE
    }
}

const FIELDS: [Field; ToolDiagnostic::SHAPE.fields.len()] = {
    let mut fields = [ToolDiagnostic::SHAPE.fields[0]; ToolDiagnostic::SHAPE.fields.len()];
    let mut at = 0;
    while at < fields.len() {
        fields[at] = ToolDiagnostic::SHAPE.fields[at];
        match fields[at].role {
            Role::Level => {
                fields[at].name = "severity";
                fields[at].role = Role::Words(SEED_LEVELS);
            }
            Role::Code(_) => fields[at].role = Role::Code("/severity"),
            _ => {}
        }
        at += 1;
    }
    fields
};

shape! {
    /// The same where a tool prints it: the envelope has the level.
    pub(crate) SEVERE "SevereDiagnostic" (Mapping::to(&ToolDiagnostic::SHAPE))
        [All(&[Has("severity"), Not(&Has("level"))])]
        at [
            Mention::place("file", ["line", "column"], Counted::FromOne).when(Moment::Last).left_out(),
            Mention::place("file", ["start_line", "start_col"], Counted::FromOne)
                .to(["end_line", "end_col"])
                .when(Moment::Last)
        ]
    {
        optional "tool": Text;
        optional "tool_version": Text;
        optional "tool_path": Text;
        required "severity": Text, as Role::Words(SEED_LEVELS), to "/level" by LEVEL;
        required "message": Text, as Role::Said;
        optional "file": Text, as Role::SamePaths(&["/file", "/span/file_path"]);
        optional "span": RichSpan::TYPE;
        optional "label": Text;
        optional "line": Count, as Role::SameAs("/span/start_line");
        optional "column": Count;
        optional "code": Text, as Role::Code("/severity");
        optional "note": Text;
        optional "remediation": Text;
        list "suggestions": List(&Text);
        list "related": List(&RelatedPlace::TYPE);
        list "fixes": List(&Fix::TYPE);
        list "tags": List(&Text);
        optional "fingerprints": Type::Map(&Text), as Role::FINGERPRINTS;
        optional "package_origin": Text;
        list "provenance_chain": List(&Text);
    }
}

/// What the words of LSP are here.
const LEVEL: How = How::Words(&[("info", "note"), ("hint", "help")]);

/// Whether blocks of spans and the number of matches may stand elsewhere in a document of this
/// shape: in every version but ours, in which those are members of other tools.
pub(crate) fn moves_blocks(shape: &Shape, root: Node<'_>) -> bool {
    let shapes = [
        super::RESPONSE.name,
        super::OLDER.name,
        super::OLDER_OPERATION.name,
        super::standard::RESPONSE.name,
        OperationResult::SHAPE.name,
    ];
    let version = root.get("schema_version").and_then(Node::as_str);
    let is_ours = matches!(
        version.as_deref(),
        Some(RESPONSE_VERSION | OPERATION_VERSION)
    );
    shapes.contains(&shape.name) && !is_ours
}

const DIAGNOSTICS: Type = Type::List(&Type::Choice(&[&ToolDiagnostic::SHAPE, &DIAGNOSTIC]));

/// The members of a shape.
pub(super) const fn members_of<const N: usize>(shape: &Shape) -> [Field; N] {
    let mut fields = [shape.fields[0]; N];
    let mut at = 0;
    while at < N {
        fields[at] = shape.fields[at];
        at += 1;
    }
    fields
}

/// The members of a wrapper, whose diagnostics may say `severity`.
pub(super) const fn with_severities<const N: usize>(mut fields: [Field; N]) -> [Field; N] {
    let mut at = 0;
    while at < N {
        if matches!(fields[at].name.as_bytes(), b"diagnostics") {
            fields[at].ty = DIAGNOSTICS;
        }
        at += 1;
    }
    fields
}

/// What `data` can be in such a version.
pub(super) const DATA: Type = Type::OneOf(&[Type::Choice(&EVERY_ANSWER), LISTED_DATA, Type::Any]);

const EVERY_ANSWER: [&Shape; ANSWERS.len() + REFERENCES.len() + 1] =
    joined(&[&ANSWERS, &REFERENCES, &[&RESULTS]]);

/// What shows a list of those.
const IS_RESULT: Sign = All(&[
    Has("span"),
    Either(&[Has("snippet"), Has("score")]),
    Not(&Either(&[
        Has("match_id"),
        Has("name"),
        Has("kind"),
        Has("content"),
        Has("matched_text"),
    ])),
]);

shape! {
    /// What other tools than Magellan found, in seed 002; `matches` in the envelope.
    pub(super) RESULTS "SeedResults" [Item("results", &IS_RESULT)] {
        required "results": List(&Record(&RESULT));
        optional "query": Text;
        optional "count": Count, as Role::CountOf("results");
        required "total_count": Count, as Role::TotalOf("results");
    }
}

/// The same in the envelope, of which its first version knew nothing.
pub(super) const LATER: &[&Shape] = &[&SNIPPETS];

shape! {
    /// What was found, each with a piece of its text.
    SNIPPETS "SnippetsResponse" [Item("matches", &IS_RESULT)] {
        required "matches": List(&Record(&RESULT));
        optional "query": Text;
        optional "count": Count, as Role::CountOf("matches");
        optional "total_count": Count, as Role::TotalOf("matches");
    }
}

shape! {
    /// One of them.
    RESULT "SeedResult" {
        required "span": RichSpan::TYPE;
        optional "score": Number;
        optional "snippet": Text, as Role::Unproved("whether it is all of the text is not said");
    }
}

/// The names that seed 001 has for the kind of a reference and for the symbol that it is of, and
/// not those that seed 002 and the tools have.
pub(super) const NAMED: Sign = All(&[
    Either(&[Has("reference_type"), Has("def_symbol_id")]),
    Not(&All(&[Has("reference_type"), Has("reference_kind")])),
    Not(&All(&[Has("def_symbol_id"), Has("target_symbol_id")])),
]);

/// The same in the published envelope, where these names may have any values.
const RENAMED: Sign = All(&[
    NAMED,
    Not(&All(&[
        Has("reference_type"),
        Not(&Is("reference_type", Kind::String)),
    ])),
    Not(&All(&[
        Has("def_symbol_id"),
        Not(&Is("def_symbol_id", Kind::String)),
    ])),
]);

/// The shape of a reference where one of the envelope is expected, by the names that it has.
pub(crate) fn reference_shape<'s>(shape: &'s Shape, node: Node<'_>) -> &'s Shape {
    const NAMES: KeySet = KeySet::any_of(&["reference_type", "def_symbol_id"]);
    let is_renamed = || KeySet::noted(node).has_any(NAMES) && RENAMED.is_on(node);
    if shape.name == ReferenceMatch::SHAPE.name && is_renamed() {
        return &RENAMED_REFERENCE;
    }
    shape
}

macro_rules! reference {
    ($(#[doc = $what:literal])* $const:ident $name:literal, $symbol:ident) => {
        shape! {
            $(#[doc = $what])*
            $const $name (Mapping::to(&ReferenceMatch::SHAPE).among(MATCHES)) {
                required "match_id": Text, as Role::IdOf("/span");
                required "span": RichSpan::TYPE;
                $symbol "referenced_symbol": Text, as Role::Said;
                optional "reference_kind": Text;
                optional "target_symbol_id": Text;
                /// `reference_kind`, as seed 001 calls it.
                optional "reference_type": Text, to "/reference_kind";
                /// `target_symbol_id`, as seed 001 calls it.
                optional "def_symbol_id": Text, to "/target_symbol_id";
                optional "score": Number;
            }
        }
    };
}

reference! {
    /// The reference of the envelope, with names of seed 001.
    RENAMED_REFERENCE "RenamedReference", required
}

reference! {
    /// A reference, in seed 001: its symbol is an id only.
    REFERENCE "SeedReference", optional
}

/// What shows a list of those.
const IS_REFERENCE: Sign = All(&[NAMED, Either(&[Has("span"), Has("match_id")])]);

/// Answers of seed 001 that hold references.
pub(crate) const REFERENCES: [&Shape; 2] = [&FOUND, &LISTED];

shape! {
    /// References that were found, in seed 001.
    FOUND "SeedReferences" [Item("matches", &IS_REFERENCE)] {
        required "matches": List(&Record(&REFERENCE));
        optional "count": Count, as Role::CountOf("matches");
    }
}

shape! {
    /// The same, under the name that Magellan gives them.
    LISTED "SeedReferenceList" [Item("references", &IS_REFERENCE)] {
        required "references": List(&Record(&REFERENCE));
        optional "count": Count, as Role::CountOf("references");
    }
}
