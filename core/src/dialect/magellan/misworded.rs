//! Records of the graph export as JSON Lines whose `type` is no word of the tool, or lost.
//!
//! What a record is, its other members tell as well. One that is read shows its slip; one
//! that is refused shows nothing.

use super::bare::{CALL, FILE, REFERENCE, SYMBOL, VERSION};
use crate::dialect::recognise::word;
use crate::envelope::shape::{Field, Presence, Role, Shape};
use crate::envelope::sign::Sign::{self, All, Either, Has, Is, Not, Only, Word};
use crate::json::{Kind, Node};
use crate::rule;

/// Such records, each with one word for its kind.
pub(super) const RECORDS: [&Shape; 5] = [
    &MISWORDED[0],
    &MISWORDED[1],
    &MISWORDED[2],
    &MISWORDED[3],
    &MISWORDED[4],
];

static MISWORDED: [Shape; 5] = [
    Shape::new(
        "MiswordedCall",
        CALL.what,
        &of_kind::<{ CALL.fields.len() }>(&CALL, &["Call"]),
    )
    .told_by(All(&[UNKNOWN, Has("caller"), Has("callee")])),
    Shape::new(
        "MiswordedReference",
        REFERENCE.what,
        &of_kind::<{ REFERENCE.fields.len() }>(&REFERENCE, &["Reference"]),
    )
    .told_by(All(&[UNKNOWN, Has("referenced_symbol"), Has("file")])),
    Shape::new(
        "MiswordedSymbol",
        SYMBOL.what,
        &of_kind::<{ SYMBOL.fields.len() }>(&SYMBOL, &["Symbol"]),
    )
    .told_by(All(&[UNKNOWN, Has("kind"), Has("file")])),
    Shape::new(
        "MiswordedFile",
        FILE.what,
        &of_kind::<{ FILE.fields.len() }>(&FILE, &["File"]),
    )
    .told_by(All(&[UNKNOWN, Has("path"), Has("hash")])),
    Shape::new(
        "MiswordedVersion",
        VERSION.what,
        &of_kind::<{ VERSION.fields.len() }>(&VERSION, &["Version"]),
    )
    .told_by(All(&[
        UNKNOWN,
        Is("type", Kind::String),
        Is("version", Kind::String),
        // Both are names that many have, among others.
        Only(&["type", "version"]),
    ])),
];

/// No word for the kind that the tool has, and no wrapper around it.
const UNKNOWN: Sign = All(&[Not(&Either(&[
    Has("schema_version"),
    Has("execution_id"),
    Word("type", "Version"),
    Word("type", "File"),
    Word("type", "Symbol"),
    Word("type", "Reference"),
    Word("type", "Call"),
    Word("type", "Collision"),
]))]);

/// The members of a record, which says of which kind it is.
const fn of_kind<const N: usize>(shape: &Shape, kind: &'static [&'static str]) -> [Field; N] {
    let mut fields = [shape.fields[0]; N];
    let mut at = 0;
    while at < N {
        fields[at] = shape.fields[at];
        if matches!(fields[at].name.as_bytes(), b"type") {
            fields[at].presence = Presence::Required;
            fields[at].role = Role::Only(kind);
        }
        at += 1;
    }
    fields
}

/// Whether a document has the members of such a record, whatever it calls itself.
pub(super) fn is_like(root: Node<'_>) -> bool {
    RECORDS.iter().any(|shape| shape.sign.is_on(root))
}

/// Whether a document is such a record, and its word one slip from the right one, or in
/// other letters.
pub(super) fn record(root: Node<'_>) -> bool {
    let Some(kind) = word(root, "type") else {
        return false;
    };
    let shape = RECORDS.iter().find(|shape| shape.sign.is_on(root));
    let right = shape.and_then(|shape| shape.field("type"));
    let Some(Role::Only(&[right])) = right.map(|field| field.role) else {
        return false;
    };
    kind.eq_ignore_ascii_case(right) || rule::is_one_slip(&kind, right)
}
