//! An answer of no known shape that comes without the wrapper of its tool: normalizing wraps it,
//! while validating still misses the wrapper. What bears a member of the wrapper is a wrapper that
//! has lost others, and keeps what it has.

use super::unified::wrap;
use super::{At, Made, Making};
use crate::envelope::shape::Type;
use crate::envelope::sign::Sign::{self, All, Either, Has, Not, Only};
use crate::json::Node;
use crate::validate::Slot;

const UNWRAPPED: Sign = All(&[
    Not(&Either(&[
        Has("schema_version"),
        Has("execution_id"),
        Has("tool"),
        Has("timestamp"),
        Has("command"),
        Has("data"),
        // Records of an export say what they are.
        Has("type"),
    ])),
    Not(&Only(&[])),
]);

/// Whether a document, whose dialect was asked for and which none of its signs is on, is such an
/// answer.
pub(super) fn is_unwrapped(root: Node<'_>) -> bool {
    UNWRAPPED.is_on(root)
}

/// The envelope around it.
pub(super) fn wrapped<'d>(making: &mut Making<'d, '_>) -> Made<'d> {
    let root = Slot::of(making.document.root());
    let data = making.value(root, &Type::Any, &At::new("/data"));
    wrap(making, data)
}
