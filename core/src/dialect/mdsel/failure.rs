//! What the error that ended a run of another tool becomes: one of the `errors` of mdsel, before
//! those that led to it. Nothing is read along these shapes.

use alloc::vec::Vec;

use super::shapes::{ERROR, KINDS};
use crate::dialect::Writing;
use crate::dialect::mapping::{How, Mapping};
use crate::dialect::recognise::{has, word};
use crate::envelope::failure::is_error;
use crate::envelope::record::shape;
use crate::envelope::shape::{Shape, Type};
use crate::envelope::{ErrorDetails, ErrorResponse};
use crate::json::{Kind, Node, Object, Pointer, Value};
use crate::loss::LossKind;

use Type::{Any, Text};

/// The type of an error of which nothing else is known.
const OTHER: &str = "PROCESSING_ERROR";

shape! {
    /// An error with a kind.
    ENDED "MdselErrorOfRun" (Mapping::to(&ErrorDetails::SHAPE).writing(ended)) {
        required "type": Text, to "/kind" by How::Hook;
        required "code": Text, to "/error_code/code";
        required "message": Text;
        optional "file": Text;
        /// Those are errors and warnings of their own.
        optional "diagnostics": Any, to "/diagnostics" by How::Hook;
    }
}

shape! {
    /// An error in the place of an answer.
    REFUSED "MdselErrorOfAnswer" (Mapping::to(&ErrorResponse::SHAPE).writing(refused)) {
        required "type": Text, to "/error" by How::Hook;
        required "code": Text;
        required "message": Text;
        optional "file": Text, to "/span/file_path";
    }
}

/// What ended a run: the `error` of an envelope, and an answer that is one.
pub(super) fn write<'d>(
    writing: &mut Writing<'d, '_>,
    node: Node<'d>,
    pointer: &Pointer,
) -> Vec<Value> {
    let mut errors = Vec::new();
    if let Some(error) = node.get("error").filter(|error| !error.is_null()) {
        let here = pointer.child("error");
        // One with a level is a diagnostic.
        let shape: &Shape = if has(error, "level", Kind::String) {
            &ERROR
        } else {
            &ENDED
        };
        if error.kind() == Kind::Object {
            errors.push(writing.record(error, &here, shape));
        } else {
            writing.dropped(&here);
        }
    }
    if let Some(data) = node.get("data").filter(|data| is_error(*data)) {
        errors.push(writing.record(data, &pointer.child("data"), &REFUSED));
    }
    errors
}

/// The list of what led to the error that ended a run.
pub(super) fn led_to(node: Node<'_>) -> Option<Node<'_>> {
    let error = node.get("error")?;
    // A diagnostic has no such list.
    error
        .get("diagnostics")
        .filter(|_| !has(error, "level", Kind::String))
}

fn ended<'d>(writing: &mut Writing<'d, '_>, node: Node<'d>, at: &Pointer, found: &mut Object) {
    typed(writing, node, ("kind", at), found);
}

fn refused<'d>(writing: &mut Writing<'d, '_>, node: Node<'d>, at: &Pointer, found: &mut Object) {
    typed(writing, node, ("error", at), found);
    // Some say in this word all that there is to say.
    let is_silent = found.get("message").is_none_or(Value::is_null);
    if let Some(said) = word(node, "error").filter(|_| is_silent) {
        found.insert("message", said.into_owned());
        let note = "what it says instead of a kind";
        writing.lost(&at.child("message"), LossKind::Derived, note);
    }
}

/// Writes type and code. The word of another tool is no type of mdsel, but may be its code.
fn typed<'d>(
    writing: &mut Writing<'d, '_>,
    node: Node<'d>,
    (name, at): (&str, &Pointer),
    found: &mut Object,
) {
    let said = word(node, name);
    let kind = said.as_deref().filter(|said| KINDS.contains(said));
    if let Some(kind) = kind {
        found.insert("type", kind);
        return with_code(writing, at, found);
    }
    with_type(writing, at, found);
    let is_message = node.get("message").is_none_or(Node::is_null) && name == "error";
    match said.filter(|_| !is_message) {
        Some(said) if !found.contains_key("code") => {
            found.insert("code", said.into_owned());
            let note = "the kind of the error";
            writing.lost(&at.child("code"), LossKind::Derived, note);
        }
        Some(_) => writing.dropped(&at.child(name)),
        None if !is_message && node.get(name).is_some() => writing.dropped(&at.child(name)),
        None => {}
    }
    with_code(writing, at, found);
}

/// Gives an error a type, if it has none.
pub(super) fn with_type(writing: &mut Writing<'_, '_>, at: &Pointer, found: &mut Object) {
    if !found.contains_key("type") {
        found.insert("type", OTHER);
        let note = "the type of an error of which nothing else is known";
        writing.lost(&at.child("type"), LossKind::Defaulted, note);
    }
}

/// Gives an error a code, if it has none.
pub(super) fn with_code(writing: &mut Writing<'_, '_>, at: &Pointer, found: &mut Object) {
    if !found.contains_key("code") {
        let kind = found.get("type").cloned().unwrap_or(Value::Null);
        found.insert("code", kind);
        let note = "the type again";
        writing.lost(&at.child("code"), LossKind::Defaulted, note);
    }
}
