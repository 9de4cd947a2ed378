//! What the versions of seed 000 allow and the envelope does not: a diagnostic that
//! says `severity`, as the seed's own example of its error codes does.

use crate::envelope::shape::{Field, Role, Shape, Type};
use crate::envelope::sign::Sign;
use crate::envelope::{OPERATION_VERSION, OperationResult, RESPONSE_VERSION, ToolDiagnostic};
use crate::json::Node;

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
