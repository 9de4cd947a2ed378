//! Members of a request that are not known: a guard with a misspelt name guards nothing.

use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;

use crate::edit::ask::Complaint;
use crate::edit::error::EditError;
use crate::edit::options::EditFormat;
use crate::json::{Node, Pointer};
use crate::rule;

/// The members by which our own edits and requests prove what they change.
const GUARDS: [&str; 4] = [
    OF_EDIT[0],
    OF_EDIT[1],
    "expected_checksum",
    "expected_final_checksum",
];

/// Those of one edit.
pub(super) const OF_EDIT: [&str; 2] = ["expected_text", "checksum_before"];

/// As [`strangers`], in a shape that is not ours: a guard of ours would prove nothing there, and is
/// refused.
pub(super) fn foreign(
    node: Node<'_>,
    here: &dyn Fn() -> Pointer,
    known: &[&str],
    format: EditFormat,
    notes: &mut Vec<Complaint>,
) -> Result<(), EditError> {
    let before = notes.len();
    strangers(node, here, known, |_| false, notes);
    if notes.len() > before {
        unguarded(node, here, known, format)?;
    }
    Ok(())
}

/// Refuses a guard of ours in an object of a shape that is not ours.
pub(super) fn unguarded(
    node: Node<'_>,
    here: &dyn Fn() -> Pointer,
    known: &[&str],
    format: EditFormat,
) -> Result<(), EditError> {
    let is_guard = |key: &str| GUARDS.contains(&key) && !known.contains(&key);
    if node.members().any(|(key, _)| is_guard(&key.as_str())) {
        return Err(EditError::MixedFormats {
            pointer: here().to_string(),
            first: format.as_str(),
            second: EditFormat::Canonical.as_str(),
        });
    }
    Ok(())
}

/// Says which members of the object that stands `here` are neither among these nor known
/// otherwise.
pub(super) fn strangers(
    node: Node<'_>,
    here: impl Fn() -> Pointer,
    known: &[&str],
    is_known: impl Fn(&str) -> bool,
    notes: &mut Vec<Complaint>,
) {
    for (key, _) in node.members() {
        let key = key.as_str();
        if !known.contains(&key.as_ref()) && !is_known(&key) {
            let nearest = rule::nearest(&key, known.iter().copied());
            let meant = nearest.map(|near| format!("; did you mean `{near}`?"));
            notes.push(Complaint::advice(
                "EDIT_UNKNOWN_MEMBER",
                here().child(&key),
                format!(
                    "a request has no member `{key}`{}",
                    meant.unwrap_or_default()
                ),
            ));
        }
    }
}
