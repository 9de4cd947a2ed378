//! What the versions of seed 000 allow and the envelope does not: a diagnostic that
//! says `severity`, as the seed's own example of its error codes does. And a reference as seed
//! 001 has it.

use super::{ANSWERS, LISTED_DATA, joined};
use crate::dialect::mapping::Mapping;
use crate::envelope::key_set::KeySet;
use crate::envelope::record::shape;
use crate::envelope::shape::{Field, Role, Shape, Type};
use crate::envelope::sign::Sign::{self, All, Either, Has, Is, Item, Not};
use crate::envelope::{
    MATCHES, OPERATION_VERSION, OperationResult, RESPONSE_VERSION, ReferenceMatch, RichSpan,
    ToolDiagnostic, Wire as _,
};
use crate::json::{Kind, Node};

use Type::{Count, List, Number, Record, Text};

/// What shows that a wrapper is of such a version.
pub(super) const SIGN: Sign = Sign::Either(&[
    Sign::Word("schema_version", "1.0.0"),
    Sign::Word("schema_version", "1.0"),
]);

/// The words of a severity: those of the seeds, and of LSP for the same.
const SEVERITIES: &[&str] = &["error", "warning", "note", "help", "info", "hint"];

/// A diagnostic with the other word for its level.
static DIAGNOSTIC: Shape = Shape::new("SeedDiagnostic", ToolDiagnostic::SHAPE.what, &FIELDS)
    .told_by(Sign::All(&[
        Sign::Has("severity"),
        Sign::Not(&Sign::Has("level")),
    ]));

const FIELDS: [Field; ToolDiagnostic::SHAPE.fields.len()] = {
    let mut fields = [ToolDiagnostic::SHAPE.fields[0]; ToolDiagnostic::SHAPE.fields.len()];
    let mut at = 0;
    while at < fields.len() {
        fields[at] = ToolDiagnostic::SHAPE.fields[at];
        match fields[at].role {
            Role::Level => {
                fields[at].name = "severity";
                fields[at].role = Role::Words(SEVERITIES);
            }
            Role::Code(_) => fields[at].role = Role::Code("/severity"),
            _ => {}
        }
        at += 1;
    }
    fields
};

/// Whether blocks of spans and the number of matches may stand elsewhere in a document of this
/// shape: in every version but ours, in which those are members of other tools.
pub(crate) fn moves_blocks(shape: &Shape, root: Node<'_>) -> bool {
    let shapes = [
        super::RESPONSE.name,
        super::OLDER.name,
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

const EVERY_ANSWER: [&Shape; ANSWERS.len() + REFERENCES.len()] = joined(&[&ANSWERS, &REFERENCES]);

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
                $symbol "referenced_symbol": Text;
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
